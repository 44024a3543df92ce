"""The page of changes: cards as they were printed beside those of today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.api.changes_in_words import UNSAID, count_changes, difference_of, field_changes, to_do
from cardgen.api.since_print import deck_as_it_was, draw_cards
from cardgen.base.findings import collect_findings, shown
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.printed_game import deck_as_printed
from cardgen.engine import Drawing, Likenesses, Pdf
from cardgen.impose.options import DRAFT
from cardgen.load.printed import LAST_PRINT, Versions
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report, paged
from cardgen.model.cards import Deck, Game
from cardgen.model.changes import CHANGED, COPIES, GONE, NEW, RENAMED, CardChange, DeckChanges
from cardgen.model.sizes import Paper, Shape
from cardgen.prepress.changed_boxes import changed_boxes
from cardgen.sheets.before_after import ChangesWriter, ShownChange

_SEEN = 100
"""Pixels to an inch in which one looks for what differs, to frame it."""
_NOT_DRAWN = "not to be drawn again: what it is made of has changed"
_MOST_SHOWN = 500
"""Cards of a deck that a page shows before and after: where all of a large deck has changed, nobody
looks at each."""


def show_changes(
    writer: ChangesWriter, context: Context, changes: DeckChanges, versions: Versions
) -> None:
    """Write a deck's changes as rows of a page."""
    changed_cards = [change for change in changes.changes if change.kind != RENAMED]
    listed_changes = changed_cards[:_MOST_SHOWN]
    if not listed_changes:
        return
    after = draw_cards(
        context, changes.deck, {change.id for change in listed_changes if change.after}
    )
    ids_before = {
        change.before.id
        for change in listed_changes
        if change.before and (change.kind == GONE or (change.kind == CHANGED and change.fields))
    }
    deck_before = deck_as_printed(context, deck_as_it_was(changes.deck, changes.before))
    before = draw_cards(context, deck_before, ids_before)
    likenesses = Likenesses()
    more = (
        f"; the first {_MOST_SHOWN} are shown" if len(changed_cards) > len(listed_changes) else ""
    )
    writer.heading(f"{changes.game.title}: {changes.deck.title}", count_changes(changes) + more)
    for change in listed_changes:
        drawn = before.get(change.id), after.get(change.id)
        shapes = [shape_of_drawn(changes.deck, card or drawn[0]) for card in drawn]
        if _shows_back(change):
            shapes = [shape.behind for shape in shapes]
        writer.row(_row_of(change, drawn, shapes, likenesses, versions), shapes[1])


def _row_of(
    change: CardChange,
    drawn: tuple[Drawn | None, Drawn | None],
    shapes: Sequence[Shape],
    likenesses: Likenesses,
    versions: Versions,
) -> ShownChange:
    shows_back = _shows_back(change)
    old, new = (_side_of(card, shows_back) for card in drawn)
    legend, legend_now = versions.legend
    if change.before and old:
        printed = change.before.back if shows_back else change.before.face
        if likenesses.of(old) != printed:
            legend = f"its words {versions.before or 'before'}, drawn as today"
    if versions.after and change.after and new:
        printed = change.after.back if shows_back else change.after.face
        if likenesses.of(new) != printed:
            legend_now = f"its words {versions.after}, drawn as today"
    rings: Sequence[Box] = ()
    if old and new and shapes[0] == shapes[1]:
        rings = changed_boxes(old, new, shapes[1], _SEEN)
    return shown_change(change, old, new, _steps_of(change), (legend, legend_now), rings=rings)


def _steps_of(change: CardChange) -> list[str]:
    """What differs on a card, and what is to be done, in lines."""
    differs = difference_of(change)
    if change.sides:
        differs = " and ".join(change.sides) + (" differ" if len(change.sides) > 1 else " differs")
        if not change.fields:
            differs += f": {UNSAID}"
    return list(filter(None, [differs, ", ".join(to_do(change.due, change.out))]))


def _shows_back(change: CardChange) -> bool:
    """True if its back stands for a change: where nothing else differs."""
    return change.sides == ["back"]


def shape_of_drawn(deck: Deck, card: Drawn | None) -> Shape:
    """What a card of a deck is cut to; what its deck is where it cannot be drawn."""
    return deck.cut_as(card.card).shape if card else deck.shape


def _side_of(card: Drawn | None, is_back: bool) -> Drawing | None:
    if card is None:
        return None
    return card.back if is_back else card.face


def shown_change(
    change: CardChange,
    old: Drawing | None,
    new: Drawing | None,
    steps: Sequence[str],
    legend: tuple[str, str],
    *,
    frames: Sequence[tuple[str, Box]] = (),
    rings: Sequence[Box] = (),
) -> ShownChange:
    """A change as a row of a page, with its pictures before and after or why there is none.

    A card of which only the number of copies changed needs none before."""
    card = change.after or change.before
    name = str(card.fields.get("name", "")) if card else ""
    before: Drawing | str | None = old
    if old is None and change.kind != COPIES:
        before = "a new card" if change.kind == NEW else _NOT_DRAWN
    after = new or ("taken out" if change.kind == GONE else "it cannot be drawn")
    return ShownChange(
        change.kind,
        name or change.id,
        change.id if name else "",
        before,
        after,
        steps,
        list(field_changes(change)),
        legend,
        frames,
        rings,
    )


@dataclass(frozen=True, slots=True)
class ChangesTask(ProjectTask):
    """The PDF of a game's changes, and notes of decks that are `gone`.

    `has_problems` is true if some decks could not be compared."""

    game: Game
    changes: Sequence[DeckChanges]
    gone: Sequence[tuple[str, int]]
    paper: Paper
    has_problems: bool
    versions: Versions = LAST_PRINT

    @property
    def name(self) -> str:
        """The game whose changes they are."""
        return f"{self.game.id}/changes"

    def make(self, place: Workplace, report: Report) -> None:
        """Write it."""
        game, opened = self.game, place.opened
        pdf = Pdf(f"{game.title}: changes", subject="Cards before and after")
        stem = f"changes{self.versions.stem}"
        stem += f"-{game.language}" if game.language else ""
        draft = DRAFT if opened.project.draft else ""
        path = place.folder(game) / f"{stem}{draft}.pdf"
        with collect_findings(report.findings):
            writer = ChangesWriter(pdf, self.paper, opened.fonts)
            for changes in self.changes:
                show_changes(writer, place.context(game), changes, self.versions)
        if pdf.pages:
            report.put_pdf(path, pdf)
        elif self.changes and path.exists():
            sentence = f"{shown(path)} is of an earlier run"
            if not (self.has_problems or report.problems):
                sentence = f"nothing looks different, and {sentence}"
            report.note("nothing-made", sentence)
        for deck, count in self.gone:
            sentence = f"this deck is no more: take it out of the box ({paged(count, 'card')})"
            report.note("cards-to-take-out", sentence, f"{game.id}/{deck}")
