"""Figures: pictures of a book that its templates draw.

The cards of the game may be placed in them. A figure is a template of the folder that the game's
book is dressed from (`rulebook:`). Its viewBox is its size in millimetres."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box
from cardgen.base.suggestions import nearest
from cardgen.base.units import MM
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap
from cardgen.cards.page import root_box
from cardgen.cards.panels import FIGURE, PanelOrder, PanelSet
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings
from cardgen.engine import Drawing
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.rulebook.ornaments import BOX, CHAPTER, COVER, CROSSED, SHIPPED, Ornament, card_fields
from cardgen.rulebook.theme import Theme

Says = tuple[tuple[str, Any], ...]
"""What a figure's template is told, by name."""
_PLACEHOLDER = (148.0, 80.0, CROSSED)
"""Width, height and lines of what stands in a draft for a figure that cannot be drawn."""
_NO_FIGURES = (COVER, CHAPTER, BOX)
_WIDEST = 1000.0
_HEIGHT = "{{ card.height }}"
"""What stands for the height in the view box of a figure that is as high as its page has room."""
_HEAD = 10_000
"""Characters of a template in which its root begins; a stranger's is not read any farther for
it."""


class FigureSet:
    """Figures to be drawn, each with its template and its words.

    Each knows the place that asks for it. `boxes` are their view boxes; of those that are to be
    drawn `later`, when their pages have said how high they are, no more is known."""

    def __init__(
        self,
        context: Context,
        figures: Mapping[tuple[str, Says], Place | None],
        later: Collection[tuple[str, Says]] = (),
    ) -> None:
        project, game = context.project, context.game
        look = Theme(game)
        self._context, self._wanted = context, figures
        self._problems: dict[Finding, str] = {}
        self._orders: dict[tuple[str, Says], PanelOrder] = {}
        self.boxes: dict[tuple[str, Says], Box] = {}
        for (name, says), place in figures.items():
            try:
                template = _template(project, game, name)
                box = _size(project, template, says)
            except CardgenError as error:
                self._problems.update((problem.at(place), name) for problem in error.findings)
                continue
            self.boxes[name, says] = box
            if (name, says) in later:
                continue
            size = box.width * MM, box.height * MM
            self._orders[name, says] = PanelOrder(
                name,
                template,
                size,
                card_fields(game, look, Ornament(name, *size, look.cover, says)),
                place,
            )
        self._panels = PanelSet(context, tuple(self._orders.values()))
        self.work = self._panels.work

    def drawings(
        self, results: Iterable[Drawn], card_findings: CardFindings, gaps: list[Gap]
    ) -> dict[tuple[str, Says], Drawing]:
        """The figures out of what came of the work. Raises CardgenError with everything that cannot
        be drawn; what is wrong with how the book asks for one is told with its place. In a draft a
        placeholder stands for what cannot be drawn, and `gaps` say why."""
        art, problems = self._context.art, self._problems
        panels: list[Drawing | None] = []
        try:
            panels = self._panels.drawings(results, card_findings, FIGURE, gaps)
        except CardgenError as error:
            problems.update((problem, "") for problem in error.findings)
        figures = {
            key: replace(drawing, reach=None)
            for key, drawing in zip(self._orders, panels, strict=False)
            if drawing
        }
        if isinstance(art, DraftArt):
            gaps += (Gap.of(problem, FIGURE, name) for problem, name in problems.items())
            return {
                key: figures.get(key) or art.crossed(key[0], *_PLACEHOLDER)
                for key in self._wanted
                if key in self._orders or key not in self.boxes
            }
        if problems:
            raise CardgenError(*problems)
        return figures


def missing_figures(
    project: Project, game: Game, figures: Mapping[tuple[str, Says], Place | None]
) -> Iterator[Finding]:
    """Faults of the figures of a book, found without drawing them."""
    for (name, says), place in figures.items():
        try:
            _size(project, _template(project, game, name), says)
        except CardgenError as error:
            yield from (problem.at(place) for problem in error.findings)


def missing_pages(
    project: Project, game: Game, pages: Mapping[str, Place | None]
) -> Iterator[Finding]:
    """Templates of whole pages that are not there."""
    for name, place in pages.items():
        try:
            _template(project, game, name)
        except CardgenError as error:
            yield from (problem.at(place) for problem in error.findings)


def _template(project: Project, game: Game, name: str) -> str:
    """The template of a figure or page: of the game's folder, or one that all games share. Raises
    CardgenError."""
    folder, templates = game.rulebook.templates or SHIPPED, set(project.template_names())
    for home in (folder, SHIPPED):
        if f"{home}/{name}.svg" in templates and name not in _NO_FIGURES:
            return f"{home}/{name}.svg"
    raise CardgenError(
        Finding(
            "unknown-figure",
            f'there is no figure "{folder}/{name}.svg"',
            _instead_of(project, name, folder, templates),
        )
    )


def _instead_of(project: Project, name: str, folder: str, templates: Collection[str]) -> str:
    """The remedy for a figure that is not where it is looked for."""
    if suggestion := nearest(name, _figures(folder, templates)):
        return f"{suggestion} if not, draw templates/{folder}/{name}.svg"
    elsewhere = sorted(
        path
        for path in templates
        if path.endswith(f"/{name}.svg")
        and project.find_template(path).is_relative_to(project.root)
    )
    if elsewhere:
        home = elsewhere[0].rpartition("/")[0]
        return (
            f"one lies in templates/{home}/: write  rulebook: {{templates: {home}}}  in game.yaml"
        )
    return (
        f"draw templates/{folder}/{name}.svg, or name the folder it lies in:  rulebook: "
        f"{{templates: FOLDER}}  in game.yaml"
    )


def _figures(folder: str, templates: Iterable[str]) -> list[str]:
    names = (
        name.removeprefix(f"{folder}/").removesuffix(".svg")
        for name in templates
        if name.startswith(f"{folder}/")
    )
    return sorted(name for name in names if name not in _NO_FIGURES)


def _size(project: Project, template: str, says: Says) -> Box:
    """The view box of a figure, which its template says plainly; of one whose height follows its
    page, the least. Raises CardgenError."""
    path = project.find_template(template)
    head = project.read(path).decode("utf-8-sig", "replace")[:_HEAD]
    box = root_box(head.replace(_HEIGHT, str(dict(says).get("height", _HEIGHT))))
    if box is None or box.x or box.y or max(box.width, box.height) > _WIDEST:
        remedy = (
            'begin it with  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 90">  for '
            "148 x 90 mm"
        )
        raise CardgenError(
            Finding(
                "figure-wrong",
                "a figure has to say how large it is in millimetres",
                remedy,
                Place(path),
            )
        )
    return box
