"""The tour: each of its commands does what the tour says of it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from projects import run


def test_the_tour_makes_breaks_mends_and_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    done = run("tour", "--quick")
    assert done.exit_code == 0, done.output
    assert "Old Owl is not the only 4" in done.output
    (folder,) = tmp_path.glob("cardgen-tour-*")
    made = folder / "output/lantern-night"
    assert (made / "all-a4.pdf").is_file()
    assert (made / "makeplayingcards/UPLOAD.txt").is_file()
    assert "take these old cards out of the box: creature/fox" in done.output
    assert "(2 pages" in done.output.partition("creature-changed-a4.pdf")[2][:20]
    assert done.output.count("becomes") == 3
