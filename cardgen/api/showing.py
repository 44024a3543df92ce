"""Pictures of cards to show a game with: made of its cards, written beside its other files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardgen.base.findings import CardgenError, collect_findings
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.export.showcase import ARRANGEMENTS, MOST, best_cards, showcase, shown_cards
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape


@dataclass(frozen=True, slots=True)
class ShowTask(ProjectTask):
    """Pictures of a game's cards, each in one of the arrangements.

    `chosen` are the positions of the cards that somebody chose, by decks; where nobody did, each
    picture shows the best ones."""

    game: Game
    decks: Sequence[Deck]
    chosen: Mapping[str, Sequence[int]] | None
    arrangements: Sequence[str]
    width: int

    @property
    def name(self) -> str:
        """The game that is shown."""
        return f"{self.game.id}/show"

    def make(self, place: Workplace, report: Report) -> None:
        """Write them."""
        with collect_findings(report.findings):
            cards = shown_cards(self._drawn(place))
            if not cards:
                report.note("nothing-made", "there is no card to show", self.game.id)
                return
            for kind in self.arrangements:
                if self.chosen is None:
                    shown = best_cards(cards, ARRANGEMENTS[kind].most)
                else:
                    shown = cards[:MOST]
                path = place.folder(self.game) / "show" / f"{kind}.png"
                picture = showcase(kind, shown, self.width)
                report.put(path, picture, f"{len(shown)} card{'s' * (len(shown) != 1)}")

    def _drawn(self, place: Workplace) -> Iterator[tuple[Shape, str, Drawn]]:
        """Yield the cards that may be shown. Raises CardgenError for those that cannot be drawn."""
        findings = CardFindings()
        for deck in self.decks:
            every = [position for position, card in enumerate(deck.cards) if card.copies]
            wanted = every if self.chosen is None else self.chosen[deck.id]
            options = DrawOptions(positions=tuple(wanted))
            for card in (
                draw_deck(place.context(self.game), deck, findings, options) if wanted else ()
            ):
                yield deck.cut_as(card.card).shape, deck.id, card
        if findings:
            raise CardgenError(*findings)
