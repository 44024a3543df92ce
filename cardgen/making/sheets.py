"""Sheets: cards laid out, stamped, fed to pages and written, of a game as it is or of editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import at_place, collect_findings
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, DrawRun
from cardgen.engine import Pdf
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name
from cardgen.impose.plan import Plan
from cardgen.making.report import Report, sized
from cardgen.making.selection import Job
from cardgen.model.cards import Deck, Edition, Game
from cardgen.model.sizes import Paper
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import check_side, findings_of, read_back
from cardgen.preflight.home_print import Likeness
from cardgen.sheets.gang import Batch, Printed, back_names, saved_sheets, share
from cardgen.sheets.pages import CommonCard, SheetParts, SheetWriter
from cardgen.sheets.stamp import Stamp

CardKey = tuple[int, int]
"""The key of a card in a batch: the number of its deck, its position there."""


class SheetCard(NamedTuple):
    """A card as it is fed to sheets, with its stamp on."""

    drawn: Drawn
    common: CommonCard = CommonCard(None, None)
    """The sides of it that other files have too."""
    shared: bool = False
    """True if it is the same card for every edition."""
    edition: str = ""


class DrawnEdition(NamedTuple):
    """An edition of the game with the cards of its decks, as they are fed to sheets."""

    edition: Edition
    game: Game
    decks: Sequence[tuple[Deck, Sequence[SheetCard]]]


class CutFile(NamedTuple):
    """A file for a cutting machine."""

    ending: str
    data: bytes
    about: str


@dataclass(frozen=True, slots=True)
class SheetPress:
    """The context, papers and options that all sheets of a game share."""

    context: Context
    papers: Sequence[Paper]
    options: Options

    @property
    def stamp(self) -> Stamp:
        """The stamp that is laid over the faces of the cards."""
        return Stamp(self.options.stamp, self.context.game, self.context.fonts)

    def share(self, batches: list[Batch], backs: Mapping[str, str]) -> list[Batch]:
        """The batches, those of one size and one back together where that saves a sheet."""
        return share(batches, self.papers, self.options, backs)

    def is_two_sided(self, batches: Iterable[Batch]) -> bool:
        """True if a file with all of these batches has fronts and backs by turns."""
        printed = (batch.backed for batch in batches if any(batch.positions))
        return LAYOUTS[self.options.layout].two_sided and any(printed)

    def begin(self, title: str, subject: str, *, two_sided: bool) -> Pdf:
        """A PDF that asks to be printed on the sides that it is meant for."""
        game = self.context.game
        author = f"{game.designer} (game design)" if game.designer else ""
        pdf = Pdf(
            title,
            subject=subject,
            author=author,
            keywords=game.credits,
            language=game.typeset().language,
        )
        duplex = f"DuplexFlip{self.options.flip.title()}Edge"
        pdf.prefer(Duplex=duplex if two_sided else "Simplex")
        return pdf

    def order(self, batch: Batch, look: Callable[[], Iterable[Drawn]]) -> list[tuple[CardKey, int]]:
        """The cards of a batch and their copies, in the order in which they are dealt.

        `look` gives the drawn cards, where their colours decide."""
        copies = batch.copies
        if self.options.order != "grounds":
            return copies
        from cardgen.sheets.edge_colours import grounds

        colours = grounds(look(), batch.shape)
        if len(colours) < len(copies):
            return copies  # some cannot be drawn, which is told when they are
        by_colour = sorted(zip(colours, copies, strict=True), key=itemgetter(0))
        return [card for _, card in by_colour]

    def lay_out(
        self,
        batch: Batch,
        copies: Sequence[tuple[CardKey, int]],
        paper: Paper,
        is_plain: Callable[[], bool],
    ) -> SheetParts:
        """The sheets of a batch on a paper. Raises CardgenError for one that is too small."""
        options = self.options
        request = LayoutRequest(copies, batch.shape, batch.backed, paper, options, is_plain)
        with at_place(batch.decks[0].places.get("size")):
            laid_out = LAYOUTS[options.layout].lay_out(request)
        game, fonts = self.context.game, self.context.fonts
        return SheetParts(game, batch.decks, laid_out, fonts, draft=options.draft)


def feed(
    writers: Sequence[SheetWriter], cards: Iterable[tuple[CardKey, SheetCard]], batch: Batch
) -> Iterator[tuple[SheetWriter, SheetCard]]:
    """Feed cards to sheets, and yield each with the writer that has just got it.

    They come in the order of their batch, and sheets may need them in another."""
    keys = [key for key, _ in batch.copies]
    in_turn = all([*writer.cards] == keys for writer in writers)
    waiting: dict[CardKey, SheetCard] = {}
    for key, card in cards:
        if in_turn:
            for writer in writers:
                yield _feed_one(writer, card)
        else:
            waiting[key] = card
    if len(waiting) < len(keys):
        return
    for writer in writers:
        for key in writer.cards:
            yield _feed_one(writer, waiting[key])


def _feed_one(writer: SheetWriter, card: SheetCard) -> tuple[SheetWriter, SheetCard]:
    drawn_card = card.drawn
    assert drawn_card.face is not None
    writer.feed(drawn_card.card, drawn_card.face, drawn_card.back, shared=card.shared)
    return writer, card


def cut_files(plan: Plan[Any], title: str) -> Iterator[CutFile]:
    """The files for a cutting machine; none for a plan without registration marks."""
    if not plan.registration:
        return
    from cardgen.impose.cutpaths import ENDINGS, cut_paths

    for cut, ending in product(cut_paths(plan, title), ENDINGS):
        data = cut.files[ending]
        about = sized(f"to cut {_numbered(cut.sheets)}", data)
        yield CutFile(f"{cut.name}.{ending}", data, about)


def _numbered(sheets: Sequence[int]) -> str:
    if len(sheets) > 1:
        return f"sheets {sheets[0]} to {sheets[-1]}"
    return f"sheet {sheets[0]}"


# A game as it is


def make_sheets(
    context: Context, job: Job, papers: Sequence[Paper], folder: Path, report: Report
) -> list[Printed]:
    """Write the sheets of a job, and return what stands in which file."""
    options = job.options
    press = SheetPress(context, papers, options)
    batches = [Batch.of(deck, job.counts_of(deck)) for deck in job.decks]
    if options.share:
        batches = _shared(press, batches, report)
    game_sheets = _GameSheets(press, report, folder, press.is_two_sided(batches))
    if job.whole and job.counts is None:
        game_sheets.begin_all()
    with closing(game_sheets.draw(batches)) as run:
        printed = [Printed(batch, game_sheets.make(batch, run)) for batch in batches]
    report.findings += art_findings(context.art.notes, job.game.id)
    game_sheets.put_all()
    return printed


def _shared(press: SheetPress, batches: list[Batch], report: Report) -> list[Batch]:
    """The batches, shared where that saves a sheet; what it saves is noted."""
    backs = back_names(press.context, batches, press.options)
    batches = press.share(batches, backs)
    together = [batch for batch in batches if len(batch.decks) > 1]
    for batch in together:
        decks = tuple(deck.id for deck in batch.decks)
        for finding in saved_sheets(batch, press.papers, press.options):
            report.add_note(replace(finding, about=decks))
    if not together:
        sentence = (
            "--share saves no sheet: there are no decks of one size and back, or they fill theirs"
        )
        report.note("sheets-shared", sentence, press.context.game.id)
    return batches


class _GameSheets:
    """The sheets of a game: a file for each batch, and one with all.

    Cards are fed as they are drawn, and not kept: a deck may have any number of them."""

    def __init__(self, press: SheetPress, report: Report, folder: Path, two_sided: bool) -> None:
        self.press, self.report, self.folder, self.two_sided = press, report, folder, two_sided
        self.together: dict[str, Pdf] = {}
        """The files with all batches, by the names of their papers."""

    def begin_all(self) -> None:
        """Begin the files that hold all batches."""
        title = self.press.context.game.title
        subject = "All decks, for printing at home"
        for paper in self.press.papers:
            pdf = self.press.begin(title, subject, two_sided=self.two_sided)
            self.together[paper.name] = pdf

    def put_all(self) -> None:
        """Write the files that hold all batches, where each batch could be made."""
        for paper in self.press.papers:
            if paper.name in self.together:
                path = self.folder / file_name("all", paper, self.press.options)
                self.report.put_pdf(path, self.together[paper.name])

    def draw(self, batches: Sequence[Batch]) -> DrawRun:
        """The run that draws these batches one after the other."""
        options = self.press.options
        decks = [
            (deck, positions)
            for batch in batches
            for deck, positions in zip(batch.decks, batch.positions, strict=True)
            if positions
        ]
        job = DrawOptions(
            options.ink, inspect=check_side, items=False, jobs=options.jobs, ppi=options.ppi
        )
        return DrawRun(self.press.context, decks, job)

    def make(self, batch: Batch, run: DrawRun) -> dict[str, Any]:
        """Write the files of a batch, the next of the run, and return its sheets by paper.

        Nothing is written when a card of the batch cannot be drawn."""
        if not any(batch.positions):
            self.together = {}
            return {}
        press, game = self.press, self.press.context.game
        title = f"{game.title}: {batch.title}"
        sheets = self._lay_out(batch)
        pdfs: dict[str, Pdf] = {}
        writers: list[SheetWriter] = []
        for name, parts in sheets.items():
            two_sided = bool(parts.plan.backs) and not parts.plan.both
            pdfs[name] = press.begin(title, "Card sheets", two_sided=two_sided)
            pdf_of_all = [self.together[name]] if name in self.together else []
            blank_backs = pdf_of_all if self.two_sided else []
            writers.append(
                SheetWriter([pdfs[name], *pdf_of_all], game, parts, blank_backs=blank_backs)
            )
        card_findings = CardFindings()
        likenesses = {deck.id: Likeness(deck) for deck in batch.decks}
        for _ in feed(writers, self._cards(batch, run, card_findings, likenesses), batch):
            pass
        for gap in card_findings.merged_gaps():
            self.report.findings.append(gap.found_by("draft", "warning", game.id, batch.stem))
        laid_out = {name: parts.imposition for name, parts in sheets.items()}
        if card_findings:
            self.report.findings += card_findings
            self.together = {}
            return laid_out
        for likeness in likenesses.values():
            self.report.findings += likeness.findings()
        for paper in press.papers:
            if paper.name in pdfs:
                path = self.folder / file_name(batch.stem, paper, press.options)
                self.report.put_pdf(path, pdfs[paper.name])
                for cut in cut_files(sheets[paper.name].plan, title):
                    file = path.with_name(f"{path.stem}-{cut.ending}")
                    self.report.put(file, cut.data, cut.about)
        self.together = {name: pdf for name, pdf in self.together.items() if name in pdfs}
        return laid_out

    def _lay_out(self, batch: Batch) -> dict[str, SheetParts]:
        """The sheets of a batch by paper; a paper that is too small for its cards has none."""

        @cache
        def is_plain() -> bool:
            from cardgen.sheets.edge_colours import plain_border

            return plain_border(self._look(batch), batch.shape)

        sheets: dict[str, SheetParts] = {}
        copies = self.press.order(batch, lambda: self._look(batch))
        for paper in self.press.papers:
            with collect_findings(self.report.findings):
                parts = self.press.lay_out(batch, copies, paper, is_plain)
                sheets[paper.name] = parts
                decks = tuple(deck.id for deck in batch.decks)
                for finding in parts.imposition.notes:
                    self.report.add_note(replace(finding, about=decks))
        return sheets

    def _look(self, batch: Batch) -> Iterator[Drawn]:
        """The cards of a batch, to look at before its turn comes."""
        with closing(self.draw([batch])) as run:
            yield from self._drawn(batch, run, CardFindings())

    def _cards(
        self,
        batch: Batch,
        run: DrawRun,
        card_findings: CardFindings,
        likenesses: Mapping[str, Likeness],
    ) -> Iterator[tuple[CardKey, SheetCard]]:
        """The cards of a batch as they are printed; all are looked at.

        With a trouble no more of them are given, for nothing of the batch will be written."""
        decks = {deck.id: deck for deck in batch.decks}
        drawn_cards = self._drawn(batch, run, card_findings)
        stamped = self.press.stamp.over(drawn_cards, batch.shape)
        # the drawing comes first, and goes to its end: there findings are added
        for drawn_card, (key, _) in zip(stamped, batch.copies, strict=False):
            deck = decks[drawn_card.card.deck]
            self.report.findings += findings_of(drawn_card)
            self.report.findings += read_back(deck, drawn_card)
            likenesses[deck.id].see(drawn_card)
            if not card_findings and drawn_card.face is not None:
                yield key, SheetCard(drawn_card)

    def _drawn(self, batch: Batch, run: DrawRun, card_findings: CardFindings) -> Iterator[Drawn]:
        for deck, positions in zip(batch.decks, batch.positions, strict=True):
            if not positions:
                continue
            title = f"{self.press.context.game.title}: {deck.title}"
            for number, drawn_card in enumerate(run.deck(card_findings), 1):
                self.report.progress(title, number, len(positions))
                yield drawn_card
