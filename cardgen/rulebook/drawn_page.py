"""Pages that a template draws from edge to edge, with the words that the book gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.base.units import MM
from cardgen.cards.spoken import words_of
from cardgen.engine import structure
from cardgen.model.cards import Game
from cardgen.rulebook.blocks import Live
from cardgen.rulebook.flow import Flow, HeadingFlow, TextFlow
from cardgen.rulebook.ornaments import leave_page
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import Format

_FOOT_SIDE, _FOOT_MARGIN = 0.05, 0.024
"""Of a page's width, what is left beside its foot and below it."""


class DrawnPage(Flow):
    """A page without margins, heads and number, which stands alone on it.

    Readers are told what it shows, and then its words. A `heading` is theirs and the outline's; its
    words are those that the template names `card.heading`. A `foot` is set over the drawing, which
    is told how high it is."""

    break_penalty = -1.0

    def __init__(
        self,
        game: Game,
        form: Format,
        block: Live,
        colour: str,
        heading: HeadingFlow | None = None,
        foot: TextFlow | None = None,
    ) -> None:
        self.block, self.colour, self.heading, self.foot = block, colour, heading, foot
        self.room, self.facts = form.room, game.play_facts
        self.across = form.columns > 1
        words = "; ".join(_words_in(block.part.says, game))
        self.element = structure.StructureElement("Figure", alt=f"{block.part.alt}: {words}")
        self.section = heading.section if heading else None

    def height(self, width: float) -> float:
        return self.room

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        part, heading = self.block.part, self.heading
        if heading:
            page.anchors.append(heading.anchor)
            page.unseen = True
            heading.text.paint(page, x, y, width)
            page.unseen = False
        says = {
            **dict(part.says),
            "heading": heading.anchor.title if heading else "",
            "facts": self.facts,
            "foot": 0,
        }
        foot = self.foot
        wide, margin = page.width * (1 - 2 * _FOOT_SIDE), page.width * _FOOT_MARGIN
        high = foot.height(wide) if foot else 0.0
        if foot:
            says["foot"] = round((high + 1.3 * margin) / MM, 3)
        with page.within(self.element):
            leave_page(page, part.name, self.colour, self.block.place, says)
        if foot:
            top = page.height - margin - high
            foot.paint(page, page.width * _FOOT_SIDE, top, wide)


def _words_in(says: Any, game: Game) -> Iterator[str]:
    """The words of what a template is told, without their mark-up."""
    for _, value in says:
        yield from _words_of(value, game)


def _words_of(value: Any, game: Game) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _words_of(item, game)
    elif str(value).strip():
        yield words_of(str(value), game.vocabulary_of()).replace("\n", " ")
