"""The page of findings has a heading for each code, with what it means, an example, how to mend it,
and how to say that it is meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.base.codes import CODES

PAGE = (Path(__file__).parents[2] / "docs/findings.md").read_text("utf-8")
PARTS = dict(re.findall(r"(?ms)^### ([a-z0-9-]+)\n(.*?)(?=^##|\Z)", PAGE))


def test_every_code_has_its_heading_and_no_other() -> None:
    assert set(CODES) == set(PARTS)


@pytest.mark.parametrize("code", CODES)
def test_every_heading_has_its_parts(code: str) -> None:
    meaning, *points = PARTS[code].strip().split("\n- ")
    assert meaning.strip()
    assert ["Example", "Mend", "Meant"] == [point.partition(": ")[0] for point in points]
    assert all(point.partition(": ")[2].strip() for point in points)


def test_what_can_be_accepted_says_how() -> None:
    entries = re.findall(r"`accept: \[([a-z0-9-]+)\]`", PAGE)
    assert set(entries) <= set(CODES)
