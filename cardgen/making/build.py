"""The tasks of a build and of checks: rules tried, sheets, boxes, games validated."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.findings import collect_findings, shown
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import file_name
from cardgen.making.project_tasks import ProjectRun, ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.making.selection import Job, is_whole
from cardgen.making.sheets import make_sheets
from cardgen.making.tasks import Made
from cardgen.making.validation import annotate_findings, check, show_hands, try_rules
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper
from cardgen.rules.checks import read_rule_sets, unread_decks
from cardgen.sheets.gang import Printed, stem_of_size

if TYPE_CHECKING:
    from cardgen.boxes.make import BoxOptions
    from cardgen.making.settings import ValidateOptions
    from cardgen.preflight.run import Cards


@dataclass(frozen=True, slots=True)
class RulesTask(ProjectTask):
    """The rules of games and decks, tried here while others make what takes longer."""

    chosen: Sequence[tuple[Game, list[Deck]]]
    name = "rules"
    tries_rules = True

    def make(self, place: Workplace, report: Report) -> None:
        """Try them."""
        try_rules(place.opened, self.chosen, report)


@dataclass(frozen=True, slots=True)
class SheetTask(ProjectTask):
    """The sheets of a job; with `instructions` those to them as well."""

    game: Game
    job: Job
    papers: Sequence[Paper]
    instructions: bool

    @classmethod
    def of(cls, job: Job, papers: Sequence[Paper], *, is_broken: bool) -> SheetTask:
        """The task of a job; of a game that `is_broken` its sheets are not all that it has."""
        job = job._replace(whole=job.whole and not is_broken)
        is_explained = LAYOUTS[job.options.layout].explained and not job.options.labels
        return cls(job.game, job, papers, job.whole and job.counts is None and is_explained)

    @property
    def name(self) -> str:
        """The game, and which of its sets."""
        return f"{self.game.id}/sheets{'-second' if self.job.options.second_set else ''}"

    @property
    def size(self) -> int:
        """The number of its cards."""
        return sum(map(len, self.job.decks))

    @property
    def details(self) -> tuple[object, ...]:
        """The options, and the cards that are made."""
        job = self.job
        copies = {deck.id: sorted(job.counts_of(deck).items()) for deck in job.decks}
        return replace(job.options, out=None, jobs=0), job.whole, copies, tuple(self.papers)

    def make(self, place: Workplace, report: Report) -> Sequence[str]:
        """Write them; returns the names of their files."""
        job, names = self.job, list[str]()
        with collect_findings(report.findings):
            context = place.context(job.game)
            printed = make_sheets(context, job, self.papers, place.folder(job.game), report)
            if self.instructions:
                from cardgen.making.books import put_instructions

                for paper in self.papers:
                    put_instructions(place, context, printed, paper, job.options, report)
            names += [
                batch.file_on(paper, job.options)
                for batch, _ in printed
                if any(batch.positions)
                for paper in batch.papers(self.papers, job.options)
            ]
            names += self._of_sizes(place.folder(job.game), printed)
            if job.counts is None and (job.whole or unread_decks(job.game)):
                names += [file_name("all", paper, job.options, "fronts") for paper in self.papers]
        return names

    def _of_sizes(self, folder: Path, printed: Sequence[Printed]) -> list[str]:
        """The files of sizes that cards of these decks have, or had in an earlier build."""
        if self.job.counts is not None:
            return []
        ids = {deck.id for deck in self.job.game.decks}
        options = self.job.options
        names = []
        for batch in {batch.deck_ids: batch for batch, _ in printed}.values():
            for paper in batch.papers(self.papers, options) if len(batch.decks) == 1 else ():
                for path in sorted(folder.glob("*.pdf")):
                    stem = stem_of_size(path.name, batch, paper, options)
                    if stem and stem not in ids:
                        names.append(path.name)
        return names

    def finish(self, place: Workplace, result: Made, report: Report) -> None:
        """Note sheets that an earlier build made, and remove cuts that no sheet needs."""
        folder, options = place.folder(self.game), self.job.options
        files = [folder / name for name in result.value or ()]
        stale_files = [file.name for file in files if file not in result.written and file.exists()]
        if stale_files:
            sentence = f"what was not made anew lies in {shown(folder)} as an earlier build made it"
            report.note("stale-files", sentence, *stale_files)
        if not options.makes_cuts:
            return
        from cardgen.impose.cutpaths import ENDINGS, NAMES

        for file, ending in product(set(result.written).intersection(files), ENDINGS):
            for cuts in folder.glob(f"{file.stem}-cut*.{ending}"):
                if NAMES.fullmatch(cuts.stem, len(file.stem) + 1) and cuts not in result.written:
                    with suppress(OSError):
                        cuts.unlink()


@dataclass(frozen=True, slots=True)
class BoxTask(ProjectTask):
    """The boxes or trays of a deck, or of several together."""

    game: Game
    deck: Deck
    options: BoxOptions
    size = 1

    @property
    def name(self) -> str:
        """The deck that it is for."""
        return f"{self.game.id}/{self.deck.id}/box"

    def make(self, place: Workplace, report: Report) -> None:
        """Write them, and their cutting lines."""
        from cardgen.boxes.make import make_boxes

        game, about, folder = self.game, self.deck.id or self.game.id, place.folder(self.game)
        report.progress(f"{game.title}: {self.deck.title}", 1, 1)
        with collect_findings(report.findings):
            for box in make_boxes(place.context(game), self.deck, self.options):
                report.put_pdf(folder / box.name, box.pdf, box.about)
                for name, svg in box.lines.items():
                    report.put(folder / name, svg, "cutting lines")
                if box.note:
                    report.note("box-note", box.note, about)
                if box.untranslated:
                    phrases = ", ".join(f'"{phrase}"' for phrase in box.untranslated)
                    file = f"game.{game.language}.yaml"
                    sentence = f"boxes say {phrases}; add them to words in {file}"
                    report.note("untranslated", sentence, about)


@dataclass(frozen=True, slots=True)
class CheckTask(ProjectTask):
    """The checks of a game, for all or some of its decks."""

    game: Game
    names: Sequence[str]
    options: ValidateOptions
    size = 1

    @property
    def name(self) -> str:
        """The game that is checked."""
        return f"{self.game.id}/checks"

    @property
    def details(self) -> tuple[object, ...]:
        """The names and the options."""
        return self.names, self.options

    def make(self, place: Workplace, report: Report) -> Sequence[tuple[str, str]]:
        """Check them; returns the games and decks that can be drawn, if they are for a printer."""
        drawn_cards: Cards = {}
        options = replace(self.options, kept=drawn_cards if self.options.order else None)
        check(place.opened, self.names, options, report, place.cache)
        return tuple(drawn_cards)


def check_games(run: ProjectRun, names: Sequence[str], options: ValidateOptions) -> None:
    """Check games and decks, here or on the cluster of a run.

    A game is what can be looked at alone: its rules, its rulebook and its art concern all of its
    decks. Raises CardgenError for a call that cannot be."""
    opened, cache, report = run.place.opened, run.place.cache, run.report
    if not run.call.address:
        check(opened, names, options, report, cache)
        return
    from cardgen.prepress.profiles import find_printer

    chosen = opened.select(names)
    if options.rule:
        read_rule_sets([game for game, _ in chosen], [], options.rule)  # raises if none has it
    if options.printer:
        find_printer(opened.project, options.printer)
    checks = replace(options, annotated=None, hands=None, kept=None, part=True)
    tasks = [CheckTask(game, names_of(game, decks), checks) for game, decks in chosen]
    results = [*run.results(tasks)]
    report.findings += opened.problems_of(names)
    report.take([result.met for result in results], since=1)
    for result in results:
        run.tell_failed(result)
        if options.kept is not None:
            options.kept.update((drawable, []) for drawable in result.value or ())
    if options.hands:
        show_hands(opened, options.hands, chosen, report, cache)
    if options.annotated:
        with collect_findings(report.findings):
            annotate_findings(opened, options.annotated, chosen, report, cache)


def names_of(game: Game, decks: Sequence[Deck]) -> tuple[str, ...]:
    """The names that a call has for these decks of a game."""
    return (game.id,) if is_whole(game, decks) else tuple(f"{game.id}/{deck.id}" for deck in decks)
