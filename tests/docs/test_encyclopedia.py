"""The deck of docs/encyclopedia, whose articles go on on further cards."""

from __future__ import annotations

import shutil
from pathlib import Path

from projects import SHIPPED, run, text_of


def test_the_encyclopedia_goes_on_as_its_page_shows(tmp_path: Path) -> None:
    """Nothing is found on it; the list goes on with its number."""
    root = tmp_path / "encyclopedia"
    shutil.copytree(SHIPPED / "docs/encyclopedia", root)
    done = run("validate", project=root)
    assert "no errors, no warnings\n" == done.stdout, done.stdout
    done = run("build", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    words = " ".join(text_of(root / "output/encyclopedia/beasts-a4.pdf")).split()
    assert ["Owl", "Owl", "(2)"] == [word for word in words if word in ("Owl", "(2)")]
    assert [f"{number}." for number in range(1, 5)] == [
        word for word in words if word[0].isdigit() and word.endswith(".")
    ]
