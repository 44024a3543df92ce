"""Pages that a template draws from edge to edge, with the words that the book gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.cards.spoken import words_of
from cardgen.engine import structure
from cardgen.model.cards import Game
from cardgen.rulebook.blocks import Live
from cardgen.rulebook.flow import Flow, HeadingFlow
from cardgen.rulebook.ornaments import leave_page
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import Format


class DrawnPage(Flow):
    """A page without margins, heads and number, which stands alone on it.

    Readers are told what it shows, and then its words. A `heading` is theirs and the outline's; its
    words are those that the template names `card.heading`."""

    break_penalty = -1.0

    def __init__(
        self,
        game: Game,
        form: Format,
        block: Live,
        colour: str,
        heading: HeadingFlow | None = None,
    ) -> None:
        self.block, self.colour, self.heading = block, colour, heading
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
        }
        with page.within(self.element):
            leave_page(page, part.name, self.colour, self.block.place, says)


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
