"""An upgrade kit: what a box of one version lacks to be another one, and a guide to it.

Cards that changed are printed whole. Where the old card can be drawn as it was, and little of its
face differs, stickers over what differs do instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardgen.api.changes_log import title_of
from cardgen.api.changes_page import shape_of_drawn, shown_change
from cardgen.api.since_print import (
    compared,
    deck_as_it_was,
    draw_cards,
    gone_decks,
    remembered,
    versions_among,
)
from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.findings import collect_findings
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.printed_game import deck_as_printed
from cardgen.engine import Drawing, Likenesses, Pdf
from cardgen.impose.label_sheet import LabelSheet
from cardgen.impose.options import Options
from cardgen.load.printed import Versions
from cardgen.making.open_project import called, is_broken
from cardgen.making.project_tasks import ProjectRun, ProjectTask, Workplace
from cardgen.making.report import Report, paged
from cardgen.making.selection import Job
from cardgen.making.sheets import make_sheets
from cardgen.model.cards import Game
from cardgen.model.changes import CHANGED, GONE, NEW, RENAMED, CardChange, DeckChanges
from cardgen.model.sizes import Paper, Shape
from cardgen.prepress.changed_boxes import changed_boxes
from cardgen.sheets.before_after import ChangesWriter, ShownChange
from cardgen.sheets.stickers import Sticker, cut_for_label, fits_on, put_labels, put_stickers

_MOST_STICKERS, _MOST_OF_A_CARD = 4, 0.4
"""Stickers on a card, and the part of it that they may cover, before a whole card is less work."""


@dataclass(frozen=True, slots=True)
class UpgradeOptions:
    """How a kit is made: with `stickers`, on the labels of a sheet where one is said."""

    paper: str = "a4"
    out: Path | None = None
    stickers: bool = False
    labels: LabelSheet | None = None
    jobs: int = 0


class _Planned(NamedTuple):
    """What is done about a change: so many whole cards are printed, so many old ones taken out, and
    the stickers."""

    change: CardChange
    before: Drawing | None
    after: Drawing | None
    cards: int
    out: int
    stickers: Sequence[Sticker]
    shape: Shape


def make_upgrade(
    workshop: Workshop, names: Sequence[str], options: UpgradeOptions, report: Report
) -> Report:
    """Write the kits of games: a guide, sheets of cards, and stickers where they are asked for.

    The first name is the version that is in the box, or that and the one that it becomes, as
    `v0.6..v0.8`. Raises CardgenError for a call that cannot be, and where nothing says what was
    printed."""
    versions, names = versions_among(workshop.project, workshop.games, names)
    call = Options(papers=(options.paper,), out=options.out, jobs=options.jobs)
    with called(workshop, names, call, report) as (papers, _):
        chosen = workshop.select(names)
        printed = remembered(workshop.project, chosen, names, versions, with_new=True)
    place = Workplace(workshop, Cache.of_user(), options.out or workshop.project.output)
    changes = compared(workshop, printed, options.jobs, report, place.cache)
    tasks = []
    for game, decks in chosen:
        of_game = [deck for deck in changes if deck.game.id == game.id]
        gone = []
        if len(decks) == len(game.decks):
            gone = list(gone_decks(game, printed.record, printed.until))
        tasks.append(UpgradeTask(game, of_game, gone, papers[0], versions, options))
    ProjectRun(place, report).make(tasks)
    place.cache.prune()
    return report


@dataclass(frozen=True, slots=True)
class UpgradeTask(ProjectTask):
    """The kit of a game."""

    game: Game
    changes: Sequence[DeckChanges]
    gone: Sequence[tuple[str, int]]
    paper: Paper
    versions: Versions
    options: UpgradeOptions

    @property
    def name(self) -> str:
        """The game that it is for."""
        return f"{self.game.id}/upgrade"

    def make(self, place: Workplace, report: Report) -> None:
        """Write its files, below a folder of their own."""
        by_id = {changes.deck.id: changes.deck for changes in self.changes}
        decks = tuple(by_id.get(deck.id, deck) for deck in self.game.decks)
        game = replace(self.game, decks=decks)
        context = place.context(game)
        with collect_findings(report.findings):
            plans = _numbered(
                {deck.deck.id: list(self._planned(context, deck, report)) for deck in self.changes}
            )
            if not any(plans.values()) and not self.gone:
                if not is_broken(place.opened, self.game):
                    sentence = f"{game.id}: nothing changed, so a box lacks nothing"
                    report.note("nothing-made", sentence)
                return
            stem = f"upgrade{self.versions.stem}"
            folder = place.folder(game) / (f"{stem}-{game.language}" if game.language else stem)
            places = self._put_stickers(context, plans, folder, report)
            self._put_cards(context, plans, folder, report)
            self._put_guide(context, plans, places, folder, report)

    def _planned(
        self, context: Context, changes: DeckChanges, report: Report
    ) -> Iterator[_Planned]:
        """What is done about each change of a deck."""
        seen = [change for change in changes.changes if change.kind != RENAMED]
        after = draw_cards(context, changes.deck, {change.id for change in seen if change.after})
        deck_before = deck_as_printed(context, deck_as_it_was(changes.deck, changes.before))
        ids = {change.before.id for change in seen if change.before}
        before = draw_cards(context, deck_before, ids)
        likenesses = Likenesses()
        others = []
        for change in seen:
            old, new = before.get(change.before.id) if change.before else None, after.get(change.id)
            was_drawn = (
                old is not None
                and change.before
                and _looks(old, likenesses) == change.before.picture
            )
            if new and change.after and _looks(new, likenesses) != change.after.picture:
                others.append(f"{changes.deck.id}/{change.id}")
            stickers: list[Sticker] = []
            if old and new and was_drawn and change.kind == CHANGED and change.sides == ["face"]:
                stickers = list(self._stickers(changes, change, old, new))
            stuck = stickers[0].copies if stickers else 0
            yield _Planned(
                change,
                old.face if old and was_drawn else None,
                new.face if new else None,
                change.due - stuck,
                change.out - stuck,
                stickers,
                shape_of_drawn(changes.deck, new or old),
            )
        if others:
            sentence = f"these looked otherwise in {self.versions.after}, and are drawn as today"
            report.note("print-record", sentence, *others)

    def _stickers(
        self, changes: DeckChanges, change: CardChange, old: Drawn, new: Drawn
    ) -> Iterator[Sticker]:
        """The stickers that make the old face the new one; none where a whole card is better."""
        copies = min(change.due, change.out)
        if not self.options.stickers or not copies or not old.face or not new.face:
            return
        shape = shape_of_drawn(changes.deck, new)
        if shape != shape_of_drawn(changes.deck, old):
            return
        boxes = changed_boxes(old.face, new.face, shape)
        area = sum(box.width * box.height for box in boxes)
        if len(boxes) > _MOST_STICKERS or area > _MOST_OF_A_CARD * shape.width * shape.height:
            return
        labels = self.options.labels
        for box in boxes:
            if not (cut_for_label(box, shape, labels) if labels else fits_on(self.paper, box)):
                return
        card = change.after or change.before
        title = title_of(card, changes.game, changes.deck) if card else change.id
        for box in boxes:
            yield Sticker("", title, new.face, shape, box, copies)

    def _put_stickers(
        self,
        context: Context,
        plans: Mapping[str, Sequence[_Planned]],
        folder: Path,
        report: Report,
    ) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Write the sheets of stickers; where each lies on labels."""
        stickers = [
            sticker for plan in plans.values() for planned in plan for sticker in planned.stickers
        ]
        if not stickers:
            if self.options.stickers:
                sentence = "no change can be stuck over: all are whole cards"
                report.note("nothing-made", sentence, context.game.id)
            return {}
        pdf = Pdf(f"{context.game.title}: stickers", subject="To stick over what changed")
        places: Mapping[str, Sequence[tuple[int, int]]] = {}
        if self.options.labels:
            places = put_labels(pdf, self.options.labels, stickers)
        else:
            put_stickers(pdf, context.fonts, self.paper, stickers)
        on = self.options.labels or self.paper.name
        copies = sum(sticker.copies for sticker in stickers)
        report.put_pdf(folder / f"stickers-{on}.pdf", pdf, paged(copies, "sticker"))
        return places

    def _put_cards(
        self,
        context: Context,
        plans: Mapping[str, Sequence[_Planned]],
        folder: Path,
        report: Report,
    ) -> None:
        """Write the sheets of cards that are printed whole."""
        counts: dict[str, dict[int, int]] = {}
        for changes in self.changes:
            due = {planned.change.id: planned.cards for planned in plans[changes.deck.id]}
            counts[changes.deck.id] = {
                position: due[card.id]
                for position, card in enumerate(changes.deck.cards)
                if due.get(card.id)
            }
        decks = [changes.deck for changes in self.changes if counts[changes.deck.id]]
        if decks:
            options = Options(
                papers=(self.paper.name,),
                jobs=self.options.jobs,
                language=context.game.language,
                changed=True,
            )
            job = Job(context.game, decks, options, False, counts)
            make_sheets(context, job, [self.paper], folder, report)

    def _put_guide(
        self,
        context: Context,
        plans: Mapping[str, Sequence[_Planned]],
        places: Mapping[str, Sequence[tuple[int, int]]],
        folder: Path,
        report: Report,
    ) -> None:
        """Write the page that says what is done with all of it."""
        game = context.game
        before, after = self.versions.legend
        whole = (
            f"{game.title}: from {before if self.versions.before else 'the last print'} to {after}"
        )
        pdf = Pdf(whole, subject="How a box is upgraded")
        writer = ChangesWriter(pdf, self.paper, context.fonts)
        for changes in self.changes:
            plan = plans[changes.deck.id]
            if not plan:
                continue
            writer.heading(f"{whole}: {changes.deck.title}", _to_do(plan))
            for planned in plan:
                writer.row(self._row(planned, places), planned.shape)
        if pdf.pages:
            report.put_pdf(folder / "guide.pdf", pdf)
        for deck, cards in self.gone:
            sentence = f"this deck is no more: take it out of the box ({paged(cards, 'card')})"
            report.note("cards-to-take-out", sentence, f"{game.id}/{deck}")

    def _row(
        self, planned: _Planned, places: Mapping[str, Sequence[tuple[int, int]]]
    ) -> ShownChange:
        change = planned.change
        return shown_change(
            change,
            planned.before if change.kind != NEW else None,
            planned.after if change.kind != GONE else None,
            list(_steps(planned, places)),
            self.versions.legend,
            frames=[(sticker.name, self._stuck(sticker)) for sticker in planned.stickers],
        )

    def _stuck(self, sticker: Sticker) -> Box:
        """What of a card a sticker covers: all of its label, where it is on one."""
        labels = self.options.labels
        cut = cut_for_label(sticker.box, sticker.shape, labels) if labels else None
        return cut.box if cut else sticker.box


def _numbered(plans: Mapping[str, Sequence[_Planned]]) -> dict[str, list[_Planned]]:
    """The plans with a number for each sticker of the game."""
    numbers = count(1)

    def named(planned: _Planned) -> _Planned:
        stickers = [sticker._replace(name=str(next(numbers))) for sticker in planned.stickers]
        return planned._replace(stickers=stickers)

    return {deck: [named(planned) for planned in plan] for deck, plan in plans.items()}


def _looks(card: Drawn, likenesses: Likenesses) -> tuple[str, str]:
    face = likenesses.of(card.face) if card.face else ""
    return face, likenesses.of(card.back) if card.back else ""


def _to_do(plan: Sequence[_Planned]) -> str:
    """What is to be done with a deck, in words."""
    counts = (
        (sum(planned.out for planned in plan), "take out {}"),
        (sum(planned.cards for planned in plan), "put in {}"),
        (sum(s.copies for planned in plan for s in planned.stickers), "stick on {}"),
    )
    return ", ".join(words.format(cards) for cards, words in counts if cards)


def _steps(planned: _Planned, places: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[str]:
    """Yield what is to be done with a card."""
    if planned.out:
        yield f"take out {planned.out}"
    if planned.cards:
        yield f"put in {planned.cards} of the sheets"
    for sticker in planned.stickers:
        each = f" on each of {sticker.copies}" if sticker.copies > 1 else ""
        labels = ", ".join(
            f"{label} of sheet {sheet}" for sheet, label in places.get(sticker.name, ())
        )
        where = f": label {labels}" if labels else ""
        yield f"stick {sticker.name}{each}{where}"
