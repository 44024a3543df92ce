"""Folders for what passes: they go with their process, and those that a killed one left go with the next run."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest
from projects import python

from cardgen.base.scratch import clear_scratch, prefix, scratch_folder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch_folder.cache_clear()
    return tmp_path


def ended() -> int:
    """The number of a process that runs no more."""
    return int(python("-c", "import os; print(os.getpid())").stdout)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot tell: there they go after a day")
def test_what_a_killed_run_left_is_cleared_and_nothing_else(temporary: Path) -> None:
    own = scratch_folder()
    left = temporary / f"cardgen-{ended()}-abc"
    (left / "deep").mkdir(parents=True)
    (left / "deep/page.pdf").write_bytes(b"x")
    others = [temporary / name for name in ("cardgen-notes", "cardgen-", "pymp-abc", f"{prefix()}more")]
    for folder in others:
        folder.mkdir()
    file = temporary / f"cardgen-{ended()}-file"
    file.write_text("a file of somebody's")
    clear_scratch()
    assert {own, file, *others} == set(temporary.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_link_is_not_followed(temporary: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "kept.txt").write_text("kept")
    link = temporary / f"cardgen-{ended()}-abc"
    link.symlink_to(elsewhere)
    clear_scratch()
    assert link.is_symlink()
    assert (elsewhere / "kept.txt").exists()


def test_a_folder_goes_with_its_process() -> None:
    done = python("-c", "from cardgen.base.scratch import scratch_folder as f; f().joinpath('x').mkdir(); print(f())")
    assert done.stdout.strip()
    assert not Path(done.stdout.strip()).exists()
