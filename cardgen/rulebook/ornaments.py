"""Ornaments: the grounds of a book's cover, chapters and boxes.

Each is drawn from a template as the game's cards are. Templates lie in the folder that the game
names (`rulebook:`), and in templates/rulebook/ for what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
CROSSED = 0.4
"""The lines, in mm, of what stands in a draft for a figure that cannot be drawn."""
_CALLED = {False: "the rulebook's", True: FIGURE}
"""What an ornament is called in a message, by whether it is a figure."""


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


@dataclass(slots=True)
class OrnamentStore:
    """The ornaments of a book that were drawn, and of the others what is wrong."""

    drawings: dict[Ornament, Drawing] = field(default_factory=dict)
    faults: dict[Ornament, list[Finding]] = field(default_factory=dict)

    def draw(
        self,
        context: Context,
        look: Theme,
        ornaments: Iterable[Ornament],
        gaps: list[Gap],
        ink: str,
    ) -> None:
        """Draw ornaments that are not here yet."""
        new = [each for each in ornaments if each not in self.drawings and each not in self.faults]
        groups = {
            kind: [each for each in new if each.is_figure == is_figure]
            for is_figure, kind in _CALLED.items()
        }
        panel_sets = [PanelSet(context, _orders(context, look, group)) for group in groups.values()]
        works = [panels.work for panels in panel_sets]
        results = draw_together(context, works, DrawOptions(ink, items=False)) if new else ()
        for (kind, group), panels, done in zip(groups.items(), panel_sets, results, strict=False):
            drawings, faults = panels.results(done.drawn, done.card_findings, kind, gaps)
            findings = done.card_findings.merged() if faults else ()
            wrong = {name for _, names in findings for name in names}
            # where the work was stopped, those behind are not known yet
            tried = {*panels.order[: len(done.drawn) + 1]}
            for number, (ornament, drawing) in enumerate(zip(group, drawings, strict=True)):
                if faults and number in tried and (not drawing or ornament.kind in wrong):
                    self.faults[ornament] = faults
                elif drawing:
                    self.drawings[ornament] = drawing
                elif ornament.is_figure and isinstance(context.art, DraftArt):
                    size = ornament.width / MM, ornament.height / MM, CROSSED
                    self.drawings[ornament] = context.art.crossed(ornament.kind, *size)


def lay_ornaments(
    context: Context,
    look: Theme,
    book_pages: Sequence[BookPage],
    gaps: list[Gap],
    ink: str,
    store: OrnamentStore,
) -> None:
    """Draw the ornaments of these pages that are not in the store, equal ones once, and lay them
    there. Raises CardgenError with what is wrong with them; a draft does without, and `gaps` say
    why."""
    keys = dict.fromkeys(key for page in book_pages for key, *_ in page.left)
    ornaments = [key for key in keys if isinstance(key, Ornament)]
    store.draw(context, look, ornaments, gaps, ink)
    problems = [problem for each in ornaments for problem in store.faults.get(each, ())]
    if problems:
        raise CardgenError(*dict.fromkeys(problems))
    for page in book_pages:
        page.fill(store.drawings)


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
