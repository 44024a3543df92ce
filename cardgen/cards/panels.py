"""Panels: what a game has that is no card and is drawn as one, such as a face of its box or the
cover of its book.

Each is composed from a template of its own, which sees what the panel says as `card`, and may show
the game's cards as drawings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork, DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.draft import Gap
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_together
from cardgen.engine import Drawing
from cardgen.model.cards import Card, Deck
from cardgen.model.project import Project
from cardgen.model.sizes import NO_BLEED, Shape

FIGURE = "figure"
"""The kind of gaps that panels leave in a draft."""


class PanelOrder(NamedTuple):
    """Its name, the template that draws it, its width and height in points, what it says, and where
    that was written if not in the file of its game or deck."""

    name: str
    template: str
    size: tuple[float, float]
    says: Mapping[str, Any]
    place: Place | None = None


def panel_template(
    project: Project,
    folders: Sequence[str],
    names: Sequence[str],
    template_names: set[str] | None = None,
) -> str:
    """The first template of these names in the first of these folders that has one; the last folder
    is the shipped one.

    Raises CardgenError where there is none.
    """
    template_names = set(project.template_names()) if template_names is None else template_names
    for folder in filter(None, folders):
        for name in names:
            if f"{folder}/{name}.svg" in template_names:
                return f"{folder}/{name}.svg"
    raise CardgenError(
        Finding(
            "unknown-template",
            f'there is no template "{folders[-1]}/{names[0]}.svg"',
            "add it, or take the shipped one",
        )
    )


def draw_panels(
    context: Context,
    panels: Sequence[PanelOrder],
    of: Deck | None = None,
    *,
    kind: str = "panel",
    ink: str = "full",
    gaps: list[Gap] | None = None,
    items: bool = True,
) -> list[Drawing | None]:
    """The panels as drawings, in their order. Raises CardgenError with everything that cannot be
    drawn, which it calls `kind`; of a draft it is among `gaps` instead, if they are asked for, and
    None is in its place. `items` is as of a `DrawOptions`.

    Those of a deck are set as its cards are, and show them as `face:ID` and `back:ID`; a card of
    any deck is `face:DECK/CARD`."""
    order = PanelSet(context, panels, of)
    (done,) = draw_together(context, [order.work], DrawOptions(ink, items=items))
    return order.drawings(done.drawn, done.card_findings, kind, gaps)


class PanelSet:
    """Panels as the cards of decks that the game has for their sake, one for each size."""

    def __init__(
        self, context: Context, panels: Sequence[PanelOrder], of: Deck | None = None
    ) -> None:
        game, self._draft = context.game, context.project.draft
        blank = of or Deck(
            "",
            game.title,
            game.id,
            Shape("rectangle", 1, 1),
            "",
            "",
            (),
            {},
            file=game.folder / "game.yaml",
        )
        place = Place(blank.file if of else game.place.file if game.place else Path())
        self._sizes: dict[tuple[float, float], list[int]] = {}
        for number, panel in enumerate(panels):
            self._sizes.setdefault((round(panel.size[0], 4), round(panel.size[1], 4)), []).append(
                number
            )
        decks = [
            replace(
                blank,
                id=_id(size),
                shape=Shape("rectangle", *size),
                bleed=NO_BLEED,
                back="",
                cards=tuple(
                    Card(
                        panel.name,
                        _id(size),
                        panel.says,
                        template=panel.template,
                        place=panel.place or place,
                    )
                    for panel in map(panels.__getitem__, numbers)
                ),
            )
            for size, numbers in self._sizes.items()
        ]
        with_panels = replace(context, game=replace(game, decks=(*game.decks, *decks)))
        self.work = CardWork(
            with_panels,
            {deck.id: tuple(range(len(deck.cards))) for deck in decks},
            of.id if of else "",
        )

    @property
    def order(self) -> list[int]:
        """The numbers of the panels as they are drawn."""
        return [number for numbers in self._sizes.values() for number in numbers]

    def drawings(
        self, cards: Iterable[Drawn], card_findings: CardFindings, kind: str, gaps: list[Gap] | None
    ) -> list[Drawing | None]:
        """The panels out of the cards that were drawn of them: `draw_panels` says the rest."""
        panels, problems = self.results(cards, card_findings, kind, gaps)
        if problems:
            raise CardgenError(*problems)
        return panels

    def results(
        self, cards: Iterable[Drawn], card_findings: CardFindings, kind: str, gaps: list[Gap] | None
    ) -> tuple[list[Drawing | None], list[Finding]]:
        """The panels that could be drawn, in their order, and why the others could not."""
        faces = {number: card.face for number, card in zip(self.order, cards, strict=False)}
        problems = [
            replace(problem, what=problem.what.replace('card "', f'{kind} "', 1))
            for problem in card_findings
        ]
        if self._draft and gaps is not None:
            gaps += (_told(gap, names, kind) for gap, names in card_findings.cards_by_gap.items())
            gaps += (Gap.of(problem, FIGURE) for problem in problems)
            problems = []
        return [faces.get(number) for number in range(len(self.order))], problems


def _told(gap: Gap, names: Sequence[str], kind: str) -> Gap:
    """A gap on panels as one of what they are: nothing that belongs to a card."""
    sentence = f'{kind} "{names[0]}": {gap.what}' if names else gap.what
    return (
        replace(gap, what=sentence, kind=FIGURE, name=names[0])
        if gap.kind == "card" and names
        else replace(gap, what=sentence)
    )


def _id(size: tuple[float, float]) -> str:
    return f"panels of {size[0]} x {size[1]}"  # which no deck can be called


def millimetres(points: float) -> float:
    """A length as templates are told it."""
    value = round(points / MM, 3)
    return int(value) if value == int(value) else value
