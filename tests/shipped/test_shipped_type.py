"""The lettering of the shipped games: large enough to read, and set as a typesetter sets it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from drawn_decks import GAMES, drawn_deck, shipped_workshop
from projects import SHIPPED, text_of

import cardgen
from cardgen.base.cache import Cache
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine.graphics.drawing import TextMark
from cardgen.model.cards import Card, Deck

TRANSLATED = [("best-candy-on-the-block", "de"), ("trick-or-treat-street", "de")]
LEAST, RULES = 6.5, 7.5
"""Points: of any text on a card, and of what must be read to play it."""


def texts(deck: Deck, cards: Iterable[Drawn]) -> Iterator[tuple[Card, TextMark, float]]:
    """Every text on every side, with its size in points."""
    for drawn in cards:
        for drawing in (drawn.face, drawn.back):
            if drawing is not None:
                unit = deck.shape.width / drawing.box.width
                yield from (
                    (drawn.card, mark, mark.height * unit)
                    for mark in drawing.texts
                    if mark.text.strip()
                )


@cache
def marks(id: str) -> list[tuple[Card, TextMark, float]]:
    """The texts of a game, in each of its languages."""
    game = next(game for game in shipped_workshop().games if game.id == id)
    found = [text for deck in game.decks for text in texts(deck, drawn_deck(id, deck.id).cards)]
    for language in [language for other, language in TRANSLATED if other == id]:
        found += marks_in(id, language)
    return found


@cache
def marks_in(id: str, language: str) -> list[tuple[Card, TextMark, float]]:
    """The texts of a game in another language than its own."""
    workshop = cardgen.open_project(SHIPPED, language=language)
    game = next(game for game in workshop.games if game.id == id)
    context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    return [
        text
        for deck in game.decks
        for text in texts(deck, draw_deck(context, deck, CardFindings()))
    ]


def plain(text: object) -> str:
    return re.sub(
        r"\s+",
        " ",
        re.sub(r"\*", "", str(text)).translate({0x2019: "'", 0x201C: '"', 0x201D: '"', 0xA0: " "}),
    )


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_no_english_is_left_on_german_cards(game: str, language: str) -> None:
    """Each text that a template writes itself is among the words, or asks for them."""
    said = {word for _, mark, _ in marks_in(game, language) for word in mark.text.lower().split()}
    assert {"best-candy-on-the-block": "trumpf", "trick-or-treat-street": "süßes"}[game] in said
    english = "the and your you deck wants candy event events move house home suit with one both"
    assert not said & {*english.split(), "prank", "king", "chocolate"}


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_smaller_than_an_arms_length_allows(game: str) -> None:
    assert marks(game)
    assert [] == sorted(
        {
            f"{card.id}: {mark.text} {size:.2f}"
            for card, mark, size in marks(game)
            if size < LEAST - 0.01
        }
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_a_card_says_is_larger(game: str) -> None:
    """Lines of the texts in the deck's data, but for names and suits, which cards show in other
    ways too."""
    small = set()
    for card, mark, size in marks(game):
        said = plain(
            " ".join(
                str(value)
                for name, value in card.fields.items()
                if name != "name" and " " in str(value)
            )
        )
        if " " in mark.text.strip() and plain(mark.text.strip()) in said and size < RULES - 0.01:
            small.add(f"{card.id}: {mark.text} {size:.2f}")
    assert [] == sorted(small)


@pytest.mark.parametrize("game", GAMES)
def test_quotation_marks_and_apostrophes_are_curly(game: str) -> None:
    assert [] == sorted(
        {mark.text for _, mark, _ in marks(game) if re.search("[\"'´`]", mark.text)}
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_line_ends_or_begins_with_a_dot_between_words(game: str) -> None:
    runs: dict[object, list[TextMark]] = {}
    for card, mark, _ in marks(game):
        if mark.text.strip() == "·":  # the bullet of a list, set for itself
            continue
        runs.setdefault((card.id, mark.matrix, round(mark.y, 2)), []).append(mark)
    lines = {
        "".join(mark.text for mark in sorted(line, key=lambda mark: mark.x)).strip()
        for line in runs.values()
    }
    assert [] == sorted(line for line in lines if "·" in (line[0], line[-1]))


def test_so_are_those_of_the_books(tmp_path: Path) -> None:
    """Of all five, as they are read from the pages."""
    report = cardgen.open_project(SHIPPED).rulebooks(papers=["a4"], out=tmp_path)
    assert [] == report.problems
    books = sorted(tmp_path.glob("*/rulebook.pdf"))
    assert GAMES == [book.parent.name for book in books]
    assert {} == {
        book.parent.name: found
        for book in books
        if (found := re.findall(r".*[\"'´`].*", "\n".join(text_of(book))))
    }


def test_and_of_boxes_and_instructions(tmp_path: Path) -> None:
    """Of the boxes of all games, as they are read from the sheets; and what all instructions say,
    without what is computed."""
    report = cardgen.open_project(SHIPPED).boxes(GAMES, papers=["a3"], out=tmp_path)
    assert [] == report.problems
    boxes = sorted(tmp_path.glob("*/*.pdf"))
    assert GAMES == sorted({box.parent.name for box in boxes})
    assert {} == {
        box.name: found
        for box in boxes
        if (found := re.findall(r".*[\"'´`].*", "\n".join(text_of(box))))
    }
    handouts = sorted((SHIPPED / "cardgen/sheets/handouts").glob("*.md"))
    assert handouts
    said = {
        path.name: re.sub(r"\{[#%{].*?[#%}]\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in handouts
    }
    assert {} == {
        name: found for name, text in said.items() if (found := re.findall(r".*[\"'´].*", text))
    }
