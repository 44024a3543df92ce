"""Ornaments: the grounds of a book's cover, chapters and boxes.

Each is drawn from a template as the game's cards are. Templates lie in the folder that the game
names (`rulebook:`), and in templates/rulebook/ for what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap
from cardgen.cards.panels import FIGURE, PanelOrder, PanelSet, millimetres, panel_template
from cardgen.cards.render import draw_together
from cardgen.engine import Drawing
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.rulebook.blocks import EmbeddedSide
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import WHITE, Theme

SHIPPED = "rulebook"
"""The folder of templates that dress books without one of their own."""
COVER, CHAPTER, BOX, TAIL, PAGE = "cover", "chapter", "box", "tail", "page"
_CROSSED = 0.4
"""The lines, in mm, of what stands in a draft for a figure that cannot be drawn."""


class Ornament(NamedTuple):
    """A part of a book that a template draws.

    It has its kind, its size in points, its colour, what else it says, by name, and the place that
    asks for it if not the game itself. A figure, too, is one that its page has made room for."""

    kind: str
    width: float
    height: float
    colour: str
    says: tuple[tuple[str, Any], ...] = ()
    place: Place | None = None
    is_figure: bool = False


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
    page: BookPage,
    name: str,
    natural: Box,
    box: Box,
    says: Mapping[str, Any],
    colour: str,
    place: Place | None,
) -> None:
    """Leave room for a figure that is as high as its page has room for.

    It is drawn in its `natural` size, as other figures are."""
    figure = _ornament(page, name, natural, colour, says, place)
    page.leave(figure._replace(is_figure=True), box, is_read=True)


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
    ink: str,
    drawn: dict[Ornament, Drawing],
) -> None:
    """Draw the ornaments of these pages, equal ones once, and lay them there. Those that were
    `drawn` before, and nothing wrong with them, are not drawn again. Raises CardgenError for what
    is wrong; a draft does without it, and `gaps` say why."""
    keys = dict.fromkeys(key for page in book_pages for key, *_ in page.left)
    wanted = [key for key in keys if isinstance(key, Ornament) and key not in drawn]
    by_kind = [
        (kind, [ornament for ornament in wanted if ornament.is_figure == is_figure])
        for kind, is_figure in (("the rulebook's", False), (FIGURE, True))
    ]
    panel_sets = [PanelSet(context, _orders(context, look, ornaments)) for _, ornaments in by_kind]
    works = (panels.work for panels in panel_sets)
    results = draw_together(context, [*works], DrawOptions(ink, items=False)) if wanted else ()
    problems: list[Finding] = []
    for (kind, ornaments), panels, done in zip(by_kind, panel_sets, results, strict=False):
        drawings, why_not = panels.results(done.drawn, done.card_findings, kind, gaps)
        findings = done.card_findings.merged() if why_not else ()
        wrong = {name for _, names in findings for name in names}
        pairs = zip(ornaments, drawings, strict=True)
        drawn.update((key, drawing) for key, drawing in pairs if drawing and key.kind not in wrong)
        problems += why_not
    if problems:
        raise CardgenError(*problems)
    if isinstance(context.art, DraftArt):
        for figure in by_kind[1][1]:
            size = figure.width / MM, figure.height / MM, _CROSSED
            drawn.setdefault(figure, context.art.crossed(figure.kind, *size))
    for page in book_pages:
        page.fill(drawn)


def _orders(context: Context, look: Theme, ornaments: Iterable[Ornament]) -> list[PanelOrder]:
    project, game = context.project, context.game
    folders, templates = (game.rulebook.templates, SHIPPED), set(project.template_names())
    return [
        PanelOrder(
            ornament.kind,
            panel_template(project, folders, [ornament.kind], templates),
            (ornament.width, ornament.height),
            {**card_fields(game, look, ornament)},
            ornament.place,
        )
        for ornament in ornaments
    ]


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
