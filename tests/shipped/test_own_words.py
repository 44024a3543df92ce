"""Rulebooks, card texts and pages are written afresh: no nine words in a row stand as in the
original rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_words import known, runs, words
from projects import SHIPPED

TEXTS = sorted(
    path
    for pattern in (
        "card_data/*/*.md",
        "card_data/*/*.yaml",
        "templates/**/*.svg",
        "docs/**/*.md",
        "README.md",
        "cardgen/starter/**/*.md",
    )
    for path in SHIPPED.glob(pattern)
)


def test_the_original_runs_are_there() -> None:
    assert len(known()) > 8000


def test_a_run_is_recognised_whatever_its_numbers_names_and_marks() -> None:
    """The comparison itself: the same sentence about another card is the same sentence."""
    one = "Each player who holds 3 Gummy cards may then, if they wish to, put them down."
    other = "each player who holds 12 sour cards MAY then - if they wish to - put them down"
    assert words(one) == words(other)
    assert {digest for _, digest in runs(one)} == {digest for _, digest in runs(other)}
    reworded = {digest for run, digest in runs(one.replace("they", "you")) if "you" in run.split()}
    assert reworded
    assert not reworded & {digest for _, digest in runs(one)}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(SHIPPED).as_posix())
def test_no_sentence_of_the_originals_reappears(path: Path) -> None:
    originals = known()
    assert [] == [
        run for run, digest in runs(path.read_text(encoding="utf-8")) if digest in originals
    ]
