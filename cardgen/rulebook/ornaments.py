"""Ornaments: the grounds of a book's cover, chapters and boxes.

Each is drawn from a template as the game's cards are. Templates lie in the folder that the game
names (`rulebook:`), and in templates/rulebook/ for what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import Place
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.cards.draft import Gap
from cardgen.cards.panels import PanelOrder, draw_panels, millimetres, panel_template
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.rulebook.blocks import EmbeddedSide
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import WHITE, Theme

SHIPPED = "rulebook"
"""The folder of templates that dress books without one of their own."""
COVER, CHAPTER, BOX, TAIL, PAGE = "cover", "chapter", "box", "tail", "page"


class Ornament(NamedTuple):
    """A part of a book that a template draws.

    It has its kind, its size in points, its colour, what else it says, by name, and the place that
    asks for it if not the game itself."""

    kind: str
    width: float
    height: float
    colour: str
    says: tuple[tuple[str, Any], ...] = ()
    place: Place | None = None


def has_tailpiece(project: Project, game: Game) -> bool:
    """True if the game's own templates draw the foot of pages that have room to spare."""
    folder = game.rulebook.templates
    return bool(folder) and f"{folder}/{TAIL}.svg" in project.template_names()


def leave_ornament(page: BookPage, kind: str, box: Box, colour: str, /, **says: Any) -> None:
    """Leave room on a page for an ornament, which is drawn when the book is set."""
    page.leave(_ornament(page, kind, box, colour, says), box)


def leave_page(
    page: BookPage, kind: str, colour: str, place: Place, says: Mapping[str, Any]
) -> None:
    """Leave all of a page to a template, whose drawing is read as what is painted there now."""
    box = Box(0, 0, page.width, page.height)
    page.leave(_ornament(page, kind, box, colour, says, place), box, is_read=True)
    page.is_drawn = True


def leave_figure(
    page: BookPage, name: str, natural: Box, box: Box, says: Mapping[str, Any], colour: str
) -> None:
    """Leave room for a figure that is higher than its template says at the least.

    It is drawn in its `natural` size, as other figures are."""
    page.leave(_ornament(page, name, natural, colour, says), box, is_read=True)


def _ornament(
    page: BookPage,
    kind: str,
    box: Box,
    colour: str,
    says: Mapping[str, Any],
    place: Place | None = None,
) -> Ornament:
    if page.leftward:
        says = {**says, "leftward": True}
    size = round(box.width, 2), round(box.height, 2)
    return Ornament(kind, *size, colour, tuple(says.items()), place)


def lay_ornaments(
    context: Context,
    look: Theme,
    book_pages: Sequence[BookPage],
    gaps: list[Gap],
    ink: str = "full",
) -> None:
    """Draw the ornaments of these pages, equal ones once, and lay them there. Raises CardgenError
    for those that cannot be drawn; a draft does without them, and `gaps` say why."""
    keys = chain.from_iterable([key for key, *_ in page.left] for page in book_pages)
    ornaments = list(dict.fromkeys(key for key in keys if isinstance(key, Ornament)))
    if not ornaments:
        return
    project, game = context.project, context.game
    folders, templates = (game.rulebook.templates, SHIPPED), set(project.template_names())
    panels = [
        PanelOrder(
            ornament.kind,
            panel_template(project, folders, [ornament.kind], templates),
            (ornament.width, ornament.height),
            {**card_fields(game, look, ornament)},
            ornament.place,
        )
        for ornament in ornaments
    ]
    drawings = dict(
        zip(
            ornaments,
            draw_panels(context, panels, kind="the rulebook's", ink=ink, gaps=gaps, items=False),
            strict=True,
        )
    )
    for page in book_pages:
        page.fill(drawings)


def shown_on_cover(game: Game, sides: Iterable[EmbeddedSide]) -> dict[str, Any]:
    """The cards that a cover may show, as its template is told them.

    All are of one deck."""
    shown_sides = list(sides)
    if not shown_sides:
        return {"cards": ()}
    first_deck = game.deck(shown_sides[0].deck)
    shape = first_deck.cut_as(first_deck.card(shown_sides[0].card)).shape
    return {
        "cards": tuple(f"{side.deck}/{side.card}" for side in shown_sides),
        "shape": shape.kind,
        "card_width": millimetres(shape.width),
        "card_height": millimetres(shape.height),
    }


def card_fields(game: Game, look: Theme, ornament: Ornament) -> dict[str, Any]:
    """The fields that a template of an ornament or figure can name as `card`."""
    return {
        "width": millimetres(ornament.width),
        "height": millimetres(ornament.height),
        "title": game.title,
        "logo": game.logo,
        "display": look.display,
        "body": look.body,
        "ground": ornament.colour,
        "tint": colour_math.mix(
            ornament.colour,
            WHITE,
            0.16 if colour_math.lightness(colour_math.shares(ornament.colour)) < 0.3 else 0.34,
        ),
        "line": look.ink,
        "paper": look.paper,
        "accent": look.accent,
        "leftward": False,
        "quiet": max(
            (look.ink, WHITE),
            key=lambda rgb: colour_math.contrast(
                colour_math.shares(rgb), colour_math.shares(ornament.colour)
            ),
        ),
        **dict(ornament.says),
    }
