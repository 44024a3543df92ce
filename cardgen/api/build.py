"""A game's sheets, read top to bottom: lay out, draw, impose, write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cardgen.api.run_report import Report
from cardgen.api.selection import Job
from cardgen.base.cache import Cache
from cardgen.base.errors import CardgenError
from cardgen.cards.render import Drawn, Troubles, draw_deck
from cardgen.graphics.pdf import Pdf
from cardgen.impose.cutpaths import cut_paths
from cardgen.impose.layout import Imposition
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.model.sizes import Paper
from cardgen.preflight.home_print import check_texts
from cardgen.sheets.edge_colours import plain_border
from cardgen.sheets.gang import Batch, Printed, saved_sheets, share
from cardgen.sheets.pages import SheetWriter
from cardgen.svg.art import Art
from cardgen.typography.fontbook import FontBook


def build_game(project: Project, book: FontBook, job: Job, papers: list[Paper], report: Report, cache: Cache) -> list[Printed]:
    """Write the sheets of a job; gives what stands in which file, and how."""
    game, decks, options, whole = job
    folder = (options.out or project.output) / game.id
    press = _SheetMaker(project, book, game, Art(project, game.folder, book, cache), papers, options, report, folder)
    about = {**_about(game), "subject": "All decks, for printing at home"}
    together = {paper.name: Pdf(game.title, **about) for paper in papers}
    if not whole or options.cards:
        together.clear()
    batches = [Batch.of(deck, options.cards) for deck in decks]
    if options.share:
        batches = share(project, game, book, press.art, batches, papers, options)
        together_now = [batch for batch in batches if len(batch.decks) > 1]
        for shared in together_now:
            report.notes.update({note: [deck.id for deck in shared.decks] for note in saved_sheets(shared, papers, options)})
        if not together_now:
            note = "--share saves no sheet: there are no decks of one size and back, or they fill theirs"
            report.notes.setdefault(note, []).append(game.id)
    alternate = LAYOUTS[options.layout].two_sided and any(batch.backed and any(batch.positions) for batch in batches)
    printed = []
    for batch in batches:
        made, laid = press.make(batch, together, alternate)
        printed.append(Printed(batch, laid))
        together = {name: pdf for name, pdf in together.items() if name in made}
    for paper in papers:
        if paper.name in together:
            report.put_pdf(folder / file_name("all", paper, options), together[paper.name])
    return printed


@dataclass(slots=True)
class _SheetMaker:
    """What all the sheets of a game are made with."""

    project: Project
    book: FontBook
    game: Game
    art: Art
    papers: list[Paper]
    options: Options
    report: Report
    folder: Path

    def make(self, batch: Batch, together: dict[str, Pdf], alternate: bool) -> tuple[dict[str, Pdf], dict[str, Imposition]]:
        """Write a batch's PDFs and give them and its sheets by paper; the sheets are added to those of the whole game too.

        There fronts and backs `alternate` where some sheets have backs. Nothing is written when a card of the batch cannot be drawn.
        """
        if not any(batch.positions):
            return {}, {}
        title = f"{self.game.title}: {batch.title}"
        pdfs = {paper.name: Pdf(title, subject="Card sheets", **_about(self.game)) for paper in self.papers}
        troubles = Troubles()
        laid: dict[str, Imposition] = {}
        plain = lru_cache(lambda: plain_border(self._drawn(batch, Troubles()), batch.shape))
        writers: list[SheetWriter] = []
        layout = LAYOUTS[self.options.layout]
        for paper in self.papers:
            try:
                one = laid[paper.name] = layout.lay_out(batch.copies, batch.shape, batch.backed, paper, self.options, plain)
            except CardgenError as error:  # too large for this paper, which another may hold
                del pdfs[paper.name]
                self.report.problems += (problem.at(batch.decks[0].places.get("size")) for problem in error.problems)
                continue
            for note in one.notes:
                decks = self.report.notes.setdefault(note, [])
                decks += (deck.id for deck in batch.decks if deck.id not in decks)
            for by_paper, blank_backs in ((pdfs, False), (together, alternate)):
                if paper.name in by_paper:
                    sheets = one.plan, one.furniture, self.book
                    writers.append(SheetWriter(by_paper[paper.name], self.game, batch.decks, *sheets, blank_backs=blank_backs))
        for drawn in self._drawn(batch, troubles):
            self.report.findings += drawn.found
            if troubles or drawn.face is None:
                continue  # nothing of this batch will be written; the rest of it is still looked at
            for writer in writers:
                writer.feed(drawn.card, drawn.face, drawn.back)
        if troubles:
            self.report.problems += troubles
            return {}, laid
        for paper in self.papers:
            if paper.name in pdfs:
                self._write(self.folder / file_name(batch.stem, paper, self.options), pdfs[paper.name], laid[paper.name], title)
        return pdfs, laid

    def _drawn(self, batch: Batch, troubles: Troubles) -> Iterator[Drawn]:
        for deck, positions in zip(batch.decks, batch.positions, strict=True):
            if not positions:
                continue
            drawn_deck = draw_deck(
                *(self.project, self.game, deck, self.book, self.art, troubles),
                ink=self.options.ink,
                only=positions,
                jobs=self.options.jobs,
                inspect=check_texts,
                texts=False,
            )
            for number, drawn in enumerate(drawn_deck, 1):
                self.report.progress(f"{self.game.title}: {deck.title}", number, len(positions))
                yield drawn

    def _write(self, path: Path, pdf: Pdf, laid: Imposition, title: str) -> None:
        self.report.put_pdf(path, pdf)
        if not laid.plan.registration:
            return
        cuts = list(cut_paths(laid.plan, title))
        for number in (1, 2):
            file = path.with_name(f"{path.stem}-cut{'-2' if number == 2 else ''}.svg")
            if number <= len(cuts):
                sheets = cuts[number - 1].sheets
                which = f"sheets {sheets[0]} to {sheets[-1]}" if len(sheets) > 1 else f"sheet {sheets[0]}"
                self.report.put(file, cuts[number - 1].svg, f"to cut {which}")
            else:  # the last sheet is a full one now
                with suppress(OSError):
                    file.unlink()


def _about(game: Game) -> dict[str, str]:
    """What every PDF of a game says of itself."""
    author = f"{game.designer} (game design)" if game.designer else ""
    return {"author": author, "keywords": game.credits, "language": game.language or "en"}
