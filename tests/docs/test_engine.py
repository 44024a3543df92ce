"""The page about the engine alone: its example runs, and its names are those that are offered."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from follow import blocks, write
from projects import SHIPPED, text_of

from cardgen.engine import OFFERED

PAGE = Path(__file__).resolve().parents[2] / "docs" / "engine.md"


def test_the_example_makes_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, example = blocks(PAGE.read_text("utf-8"))
    (tmp_path / "fonts").mkdir()
    for font in (SHIPPED / "fonts").glob("Nunito*"):
        shutil.copy(font, tmp_path / "fonts")
    write(drawing, tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(example.text, names)
    (text,) = text_of(tmp_path / "frog.pdf")
    assert "The frog" in text
    assert "It leaps over" in " ".join(text.split())
    assert names["layout"].size == 12


def test_its_table_names_what_is_offered() -> None:
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named
    assert named <= OFFERED
