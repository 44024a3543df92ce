"""A game's sheets, read top to bottom: lay out, draw, impose, write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from operator import itemgetter
from pathlib import Path
from typing import Any

from cardgen.api.run_report import Report, sized
from cardgen.api.selection import Job
from cardgen.base.findings import gathered, shown
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import DrawRun, Troubles
from cardgen.engine import Pdf
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name
from cardgen.model.cards import Game
from cardgen.model.sizes import Paper
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import check_side, findings_of, read_back
from cardgen.preflight.home_print import Likeness
from cardgen.rules.checks import unread_decks
from cardgen.sheets.gang import Batch, Printed, saved_sheets, share
from cardgen.sheets.pages import SheetParts, SheetWriter
from cardgen.sheets.stamp import Stamp


def build_game(context: Context, job: Job, papers: list[Paper], report: Report) -> list[Printed]:
    """Write the sheets of a job; gives what stands in which file, and how."""
    game, decks, options, whole, only = job
    folder = (options.out or context.project.output) / game.id
    press = _SheetMaker(context, papers, options, report, folder)
    batches = [Batch.of(deck, None if only is None else only[deck.id]) for deck in decks]
    if options.share:
        batches = press.shared(batches)
    alternate = LAYOUTS[options.layout].two_sided and any(
        batch.backed and any(batch.positions) for batch in batches
    )
    subject = "All decks, for printing at home"
    together = {
        paper.name: press.begun(game.title, subject, alternate)
        for paper in papers
        if whole and only is None
    }
    printed = []
    with closing(press.run(batches)) as run:
        for batch in batches:
            made, laid = press.make(batch, run, together, alternate)
            printed.append(Printed(batch, laid))
            together = {name: pdf for name, pdf in together.items() if name in made}
    report.findings += art_findings(context.art.notes, game.id)
    for paper in papers:
        if paper.name in together:
            report.put_pdf(folder / file_name("all", paper, options), together[paper.name])
    due = [batch.stem for batch in batches if any(batch.positions)] + ["all"] * (
        only is None and (whole or bool(unread_decks(game)))
    )
    files = [folder / file_name(stem, paper, options) for stem in due for paper in papers]
    if stale := [file.name for file in files if file not in report.written and file.exists()]:
        report.note(
            "stale-files",
            f"what was not made anew lies in {shown(folder)} as an earlier build made it",
            *stale,
        )
    return printed


@dataclass(frozen=True, slots=True)
class _SheetMaker:
    """What all the sheets of a game are made with."""

    context: Context
    papers: list[Paper]
    options: Options
    report: Report
    folder: Path

    def begun(self, title: str, subject: str, two_sided: bool) -> Pdf:
        """A file for sheets, which asks to be printed on the sides that it is meant for."""
        pdf = Pdf(title, subject=subject, **about(self.context.game))
        pdf.prefer(Duplex=f"DuplexFlip{self.options.flip.title()}Edge" if two_sided else "Simplex")
        return pdf

    def shared(self, batches: list[Batch]) -> list[Batch]:
        """Those of one size and one back together, where that saves a sheet."""
        batches = share(self.context, batches, self.papers, self.options)
        together = [batch for batch in batches if len(batch.decks) > 1]
        for batch in together:
            for note in saved_sheets(batch, self.papers, self.options):
                self.report.note("sheet-note", note, *(deck.id for deck in batch.decks))
        if not together:
            note = "--share saves no sheet: there are no decks of one size and back, or they fill theirs"
            self.report.note("sheet-note", note, self.context.game.id)
        return batches

    def run(self, batches: Sequence[Batch]) -> DrawRun:
        """What draws these batches one after the other."""
        wanted = [
            each
            for batch in batches
            for each in zip(batch.decks, batch.positions, strict=True)
            if each[1]
        ]
        how = self.options
        return DrawRun(
            self.context,
            wanted,
            DrawOptions(how.ink, inspect=check_side, items=False, jobs=how.jobs, ppi=how.ppi),
        )

    def make(
        self, batch: Batch, run: DrawRun, together: dict[str, Pdf], alternate: bool
    ) -> tuple[dict[str, Pdf], dict[str, Imposition]]:
        """Write the PDFs of a batch, the next of the run, and give them and its sheets by paper;
        the sheets are added to those of the whole game too.

        There fronts and backs `alternate` where some sheets have backs. Nothing is written when a
        card of the batch cannot be drawn."""
        if not any(batch.positions):
            return {}, {}
        game = self.context.game
        title = f"{game.title}: {batch.title}"
        laid = self._laid(batch)
        pdfs = {
            name: self.begun(title, "Card sheets", bool(one.plan.backs) and not one.plan.both)
            for name, one in laid.items()
        }
        troubles, writers = Troubles(), list[SheetWriter]()
        in_turn = all(
            [card for card, _ in one.plan.copies] == [card for card, _ in batch.copies]
            for one in laid.values()
        )
        for name, one in laid.items():
            parts = SheetParts(game, batch.decks, one, self.context.fonts, draft=self.options.draft)
            whole = [together[name]] if name in together else []
            writers.append(
                SheetWriter(
                    [pdfs[name], *whole], game, parts, blank_backs=whole if alternate else ()
                )
            )
        kept: dict[Any, Drawn] = {}
        decks = {deck.id: deck for deck in batch.decks}
        likeness = {deck.id: Likeness(deck) for deck in batch.decks}
        # drawn to its end: notes come last
        for drawn, (card, _) in zip(
            self._stamped(batch, run, troubles), batch.copies, strict=False
        ):
            self.report.findings += findings_of(drawn)
            self.report.findings += read_back(decks[drawn.card.deck], drawn)
            likeness[drawn.card.deck].see(drawn)
            if troubles or drawn.face is None:
                continue  # nothing of this batch will be written; the rest of it is still looked at
            if in_turn:
                _fed(writers, drawn)
            else:
                kept[card] = drawn
        for writer in writers if kept and not troubles else ():
            for card in writer.wanted:
                _fed([writer], kept[card])
        self.report.findings += (
            gap.found_by("draft", "warning", game.id, batch.stem) for gap in troubles.missing()
        )
        if troubles:
            self.report.findings += troubles
            return {}, laid
        self.report.findings += chain.from_iterable(each.found() for each in likeness.values())
        for paper in self.papers:
            if paper.name in pdfs:
                self._write(
                    self.folder / file_name(batch.stem, paper, self.options),
                    pdfs[paper.name],
                    laid[paper.name],
                    title,
                )
        return pdfs, laid

    def _laid(self, batch: Batch) -> dict[str, Imposition]:
        """A batch's sheets by paper; what is too large for a paper, which another may hold, is a
        problem of its size."""

        @cache
        def plain() -> bool:
            from cardgen.sheets.edge_colours import plain_border

            return plain_border(self._beforehand(batch), batch.shape)

        layout, laid, copies = LAYOUTS[self.options.layout], dict[str, Imposition](), batch.copies
        if self.options.order == "grounds":
            from cardgen.sheets.edge_colours import grounds

            own = grounds(self._beforehand(batch), batch.shape)
            if len(own) == len(copies):  # else some cannot be drawn, which is told when they are
                copies = [
                    card for _, card in sorted(zip(own, copies, strict=True), key=itemgetter(0))
                ]
        for paper in self.papers:
            with gathered(self.report.findings, batch.decks[0].places.get("size")):
                one = laid[paper.name] = layout.lay_out(
                    LayoutRequest(copies, batch.shape, batch.backed, paper, self.options, plain)
                )
                for note in one.notes:
                    self.report.note("sheet-note", note, *(deck.id for deck in batch.decks))
        return laid

    def _stamped(self, batch: Batch, run: DrawRun, troubles: Troubles) -> Iterator[Drawn]:
        """The cards of a batch, the next of the run, as they are printed."""
        return Stamp(self.options.stamp, self.context.game, self.context.fonts).over(
            self._drawn(batch, run, troubles), batch.shape
        )

    def _beforehand(self, batch: Batch) -> Iterator[Drawn]:
        """The cards of a batch, to look at before its turn comes."""
        with closing(self.run([batch])) as run:
            yield from self._drawn(batch, run, Troubles())

    def _drawn(self, batch: Batch, run: DrawRun, troubles: Troubles) -> Iterator[Drawn]:
        for deck, positions in zip(batch.decks, batch.positions, strict=True):
            if not positions:
                continue
            for number, drawn in enumerate(run.deck(troubles), 1):
                self.report.progress(
                    f"{self.context.game.title}: {deck.title}", number, len(positions)
                )
                yield drawn

    def _write(self, path: Path, pdf: Pdf, laid: Imposition, title: str) -> None:
        self.report.put_pdf(path, pdf)
        if not laid.plan.registration:
            return
        from cardgen.impose.cutpaths import CUTS, ENDINGS, cut_paths  # for a cutting machine

        cuts = {cut.name: cut for cut in cut_paths(laid.plan, title)}
        for name, ending in product(CUTS, ENDINGS):
            file = path.with_name(f"{path.stem}-{name}.{ending}")
            if cut := cuts.get(name):
                sheets, data = cut.sheets, cut.files[ending]
                which = (
                    f"sheets {sheets[0]} to {sheets[-1]}"
                    if len(sheets) > 1
                    else f"sheet {sheets[0]}"
                )
                self.report.put(file, data, sized(f"to cut {which}", data))
            else:  # no sheet is cut so any more
                with suppress(OSError):
                    file.unlink()


def _fed(writers: Sequence[SheetWriter], drawn: Drawn) -> None:
    for writer in writers:
        if drawn.face is not None:
            writer.feed(drawn.card, drawn.face, drawn.back)


def about(game: Game) -> dict[str, str]:
    """What every PDF of a game says of itself."""
    author = f"{game.designer} (game design)" if game.designer else ""
    return {"author": author, "keywords": game.credits, "language": game.typeset().language}
