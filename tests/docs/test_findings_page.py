"""The page of findings has a heading for each code, with what it means, an example, how to mend it,
and how to say that it is meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sentences import says_like, sentences_of_code, sentences_of_package

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


SPELLED_APART = {
    *("json-broken", "column-left-out", "art-refused", "art-blank", "text-overflow"),
    *("text-parted", "text-overhanging", "out-of-range", "glyph-missing", "chance-wrong"),
    *("set-member", "variant-cards", "sides-guessed", "codes", "size"),
    *("cluster-open", "draft-gaps", "box-note", "backs-missing", "template-name"),
    *("icons-noted", "outline-wrong", "outline-detail"),
}
"""Codes whose sentences are put together in another place than the code, or of other sentences."""
WORDS_OF_OTHERS = {"rule-fails", "claim-fails", "printer-note"}
"""Codes with the words of a rule's author or of a printer's profile."""


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_example_says_what_the_source_says(code: str) -> None:
    if code in WORDS_OF_OTHERS:
        return
    (example,) = re.findall(r"(?m)^- Example: (.*)", PARTS[code])
    patterns = sentences_of_package() if code in SPELLED_APART else sentences_of_code()[code]
    assert any(says_like(example.strip("`"), pattern) for pattern in patterns), example


def test_what_can_be_accepted_says_how() -> None:
    entries = re.findall(r"`accept: \[([a-z0-9-]+)\]`", PAGE)
    assert set(entries) <= set(CODES)
