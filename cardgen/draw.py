"""Drawing a deck: its cards composed and painted one after the other, with every problem placed where it can be mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardgen.compose import Composer, compose_deck, place_of
from cardgen.drawing import Drawing
from cardgen.errors import CardgenError, Place, Problem
from cardgen.fonts import FontBook
from cardgen.model import Card, Deck, Game
from cardgen.project import Project
from cardgen.svg.art import Art
from cardgen.svg.paint import paint
from cardgen.svg.read import Fault, Refused, read_svg


class Drawn(NamedTuple):
    """A card and what its sides paint; None for a side that could not be drawn, or that the deck does not have."""

    card: Card
    face: Drawing | None
    back: Drawing | None


@dataclass(slots=True)
class Troubles:
    """The problems of a deck. One that many cards share is told once, with the cards."""

    found: dict[Problem, list[str]] = field(default_factory=dict)

    def add(self, problem: Problem, card: str = "") -> None:
        cards = self.found.setdefault(problem, [])
        if card and card not in cards:
            cards.append(card)

    def __iter__(self) -> Iterator[Problem]:
        for problem, cards in self.found.items():
            if not cards:
                yield problem
            else:
                others = f" and {len(cards) - 1} more" if len(cards) > 1 else ""
                yield Problem(f'card "{cards[0]}"{others}: {problem.what}', problem.remedy, problem.place)

    def __bool__(self) -> bool:
        return bool(self.found)


def draw_deck(
    project: Project,
    game: Game,
    deck: Deck,
    book: FontBook,
    art: Art,
    troubles: Troubles,
    *,
    ink: str = "full",
    only: tuple[int, ...] | None = None,
) -> Iterator[Drawn]:
    """The deck's cards in order (or those of the given positions), as drawings. What is wrong goes to `troubles`."""
    layers: dict[Any, Any] = {}
    backs: dict[int, Drawing | None] = {}
    explained: dict[tuple[str, Fault], Problem] = {}

    def painted(svg: str | None, card: Card, template: str) -> Drawing | None:
        if svg is None:
            return None
        try:
            drawing = paint(read_svg(svg.encode()), art, layers)
        except Refused as error:
            for problem in error.problems:
                troubles.add(problem)
            for fault in error.faults:
                key = (template, fault)
                if key not in explained:
                    explained[key] = Problem(fault.what, fault.remedy, _place(project, game, book, card, template, ink, fault))
                troubles.add(explained[key], card.id)
            return None
        width, height = drawing.box.width, drawing.box.height
        drawing.reach = drawing.box.grown(max(width, height))  # any bleed; where it is placed it is clipped
        if abs(width * deck.shape.height - height * deck.shape.width) > 0.004 * width * deck.shape.height:
            what = f"the viewBox of {template} is {width:g} x {height:g}, which is not the shape of the deck's size, {deck.shape}"
            troubles.add(Problem(what, "make the viewBox the trim in millimetres, or change the size", deck.places.get("size")))
            return None
        return drawing

    for composed in compose_deck(project, game, deck, book, ink, only):
        card = deck.cards[composed.card]
        for problem in composed.problems:
            troubles.add(problem, card.id)
        face = painted(composed.face, card, card.template or deck.template)
        if composed.back_svg is not None:
            backs[composed.back] = painted(composed.back_svg, card, card.back or deck.back)
        yield Drawn(card, face, backs.get(composed.back))


def _place(project: Project, game: Game, book: FontBook, card: Card, template: str, ink: str, fault: Fault) -> Place | None:
    """The template's line that made a refused element: the card is composed once more, with its tags marked."""
    svg, _, _ = Composer(project, game, book, ink, marked=True).side(card, template)
    try:
        return place_of(project, svg or "", fault.element) or Place(project.find_template(template), fault.line)
    except (Refused, CardgenError):  # not even XML: the line is the composed card's, and the template's too unless a loop comes before
        return Place(project.find_template(template), fault.line)
