"""Sheets: cards laid out, stamped, fed to pages and written, of a game as it is or of editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, product
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.findings import Finding, at_place, collect_findings, note
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, DrawRun
from cardgen.engine import CommonForms, Drawing, Pdf
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.mixed import lay_mixed
from cardgen.impose.options import Options, file_name
from cardgen.making.report import Report, sized
from cardgen.making.selection import Job
from cardgen.model.cards import Deck, Edition, Game
from cardgen.model.sizes import Paper
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import check_side, findings_of, read_back
from cardgen.preflight.home_print import Likeness
from cardgen.sheets.gang import Batch, Printed, back_names, mix, saved_sheets, share
from cardgen.sheets.pages import CommonCard, SheetParts, SheetWriter, SideKey
from cardgen.sheets.stamp import Stamp

if TYPE_CHECKING:
    from cardgen.sheets.overview import OverviewWriter

SUBJECT = "Card sheets"
"""The subject of a PDF of sheets."""
_MOST_BY_GROUNDS = 400
"""The most cards of a batch that are held and looked at to bring equal grounds together."""
_MOST_KEPT = 1_000
"""The most cards that are kept from when they are looked at until they are fed to sheets."""
CardKey = tuple[int, int]
"""The key of a card in a batch: the number of its deck, its position there."""
CardCopies = tuple[CardKey, int]
"""A card of a batch, and how many of it are printed."""


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
    """A file for a cutting machine, with the ending that it has behind the name of its sheets."""

    ending: str
    data: bytes
    about: str


class CommonParts(NamedTuple):
    """The forms that several files begin with, and of each batch the sides that they share."""

    forms: CommonForms
    sides: Sequence[Mapping[SideKey, Drawing]]


class SheetFile(NamedTuple):
    """A PDF of the sheets of some batches on a paper, and the pages where editions begin.

    Without a `batch` it holds all of them. Where backs are asked for apart they stand in a PDF of
    their own."""

    title: str
    paper: Paper
    batch: Batch | None
    pdf: Pdf
    sheets: Sequence[SheetParts]
    common: CommonParts | None
    pages: dict[str, int]
    backs: Pdf | None = None

    def pdfs(self) -> Iterator[tuple[str, Pdf]]:
        """Yield the PDF and that of the backs, each with the sides in it."""
        yield "fronts", self.pdf
        if self.backs:
            yield "backs", self.backs

    def cuts(self) -> Iterator[CutFile]:
        """Yield the files for a cutting machine, where they are asked for."""
        for parts in self.sheets:
            if not parts.plan.cut_files:
                continue
            from cardgen.impose.cutpaths import ENDINGS, cut_paths

            name = ""
            if len(self.sheets) > 1:
                name = f"{'-'.join(deck.id for deck in parts.decks)}-"
            for cut, ending in product(cut_paths(parts.plan, self.title), ENDINGS):
                data = cut.files[ending]
                about = sized(f"to cut {_numbered(cut.sheets)}", data)
                yield CutFile(f"{name}{cut.name}.{ending}", data, about)


def _numbered(sheets: Sequence[int]) -> str:
    if len(sheets) > 1:
        return f"sheets {sheets[0]} to {sheets[-1]}"
    return f"sheet {sheets[0]}"


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

    def titled(self, title: str) -> SheetPress:
        """The press for sheets that give the game this title."""
        game = replace(self.context.game, title=title)
        return replace(self, context=replace(self.context, game=game))

    def share(
        self, batches: Sequence[Batch], backs: Mapping[str, str]
    ) -> tuple[list[Batch], list[Finding]]:
        """The batches, those of one size and one back together where that saves a sheet.

        Notes tell how many sheets each of these saves."""
        batches = share(batches, self.papers, self.options, backs)
        notes: list[Finding] = []
        for batch in batches:
            if len(batch.decks) > 1:
                saved = saved_sheets(batch, self.papers, self.options)
                notes += (replace(finding, about=batch.deck_ids) for finding in saved)
        return batches, notes

    def papers_of(self, batch: Batch) -> Sequence[Paper]:
        """The papers of a batch."""
        return batch.papers(self.papers, self.options)

    def is_two_sided(self, batches: Iterable[Batch]) -> bool:
        """True if a file with all of these batches has fronts and backs by turns."""
        return any(
            batch.backed and LAYOUTS[batch.options(self.options).layout].two_sided
            for batch in batches
            if any(batch.positions)
        )

    def begin(self, title: str, subject: str, *, two_sided: bool) -> Pdf:
        """A PDF that asks to be printed on the sides that it is meant for."""
        game = self.context.game
        author = f"{game.designer} (game design)" if game.designer else ""
        pdf = Pdf(
            title,
            subject=subject,
            author=author,
            keywords=game.full_credits,
            language=game.typeset().language,
        )
        duplex = f"DuplexFlip{self.options.flip.title()}Edge"
        by_turns = two_sided and self.options.backs == "behind"
        pdf.prefer(Duplex=duplex if by_turns else "Simplex")
        return pdf

    def begin_backs(self, title: str, subject: str, *, two_sided: bool) -> Pdf | None:
        """A PDF for the backs of a file, where they have one of their own."""
        if self.options.backs == "apart" and two_sided:
            return self.begin(title, subject, two_sided=True)
        return None

    def lay_out(
        self,
        batch: Batch,
        copies: Sequence[CardCopies],
        paper: Paper,
        is_plain: Callable[[], bool],
        by_grounds: Callable[[], list[CardCopies]],
    ) -> SheetParts:
        """The sheets of a batch on a paper. Raises CardgenError for one that is too small."""
        options = batch.options(self.options)
        is_free = options.order == "auto" and len(copies) <= _MOST_BY_GROUNDS
        request = LayoutRequest(
            copies,
            batch.shape,
            batch.backed,
            paper,
            options,
            is_plain,
            by_grounds if is_free else None,
        )
        layout = LAYOUTS[options.layout]
        with at_place(batch.decks[0].places.get("size")):
            if batch.mixed:
                laid_out = lay_mixed(batch.pieces, paper, options, backed=layout.backed)
            else:
                laid_out = layout.lay_out(request)
        game, fonts = self.context.game, self.context.fonts
        return SheetParts(game, batch.decks, laid_out, fonts, draft=options.draft)


class CardSource:
    """The source of the cards of batches, which draws them as they are needed, or holds them."""

    def __init__(self, press: SheetPress) -> None:
        self.press = press

    def look(self, batch: Batch) -> Iterable[Drawn]:
        """The drawn cards of a batch, to look at before its turn comes."""
        raise NotImplementedError

    def cards(self, batch: Batch) -> Iterator[tuple[CardKey, SheetCard]]:
        """Yield the cards of a batch in its order; fewer if nothing of it is to be printed."""
        raise NotImplementedError

    def has_plain_border(self, batch: Batch) -> bool:
        """True if all cards of a batch end in one colour."""
        from cardgen.sheets.edge_colours import is_border_plain

        return is_border_plain(self.look(batch), batch.shape)

    def grounds(self, batch: Batch) -> list[int]:
        """The number of the colour in which each face of a batch ends at the cut."""
        from cardgen.sheets.edge_colours import grounds

        return grounds(self.look(batch), batch.shape)

    def by_grounds(self, batch: Batch) -> list[CardCopies]:
        """The copies of a batch, those together of which the faces end in one colour."""
        copies = batch.copies
        colours = self.grounds(batch)
        if len(colours) < len(copies):
            return copies  # some cannot be drawn, which is told when they are
        by_colour = sorted(zip(colours, copies, strict=True), key=itemgetter(0))
        return [card for _, card in by_colour]

    def order(self, batch: Batch) -> list[CardCopies]:
        """The copies of a batch in the order that is asked for."""
        return self.by_grounds(batch) if self.press.options.order == "grounds" else batch.copies

    def lay_out(self, batch: Batch, copies: Sequence[CardCopies], paper: Paper) -> SheetParts:
        """The sheets of a batch on a paper. Raises CardgenError for one that is too small."""
        return self.press.lay_out(
            batch,
            copies,
            paper,
            lambda: self.has_plain_border(batch),
            lambda: self.by_grounds(batch),
        )

    def common_parts(
        self, batches: Sequence[Batch], sheets: Sequence[SheetParts]
    ) -> CommonParts | None:
        """The common parts of a file with these batches and others, if there are others."""
        return None


class SheetRun:
    """Prints batches on each paper: `apart`, each in a file of its own, or all in one, or both.

    `subject` is that of the files with all of them; without it there are none. Cards are fed as
    they come, and not kept: a deck may have any number of them."""

    def __init__(
        self, source: CardSource, batches: Sequence[Batch], *, subject: str, apart: bool
    ) -> None:
        self.source, self.press, self.batches = source, source.press, batches
        self.subject, self.apart = subject, apart
        self.two_sided = self.press.is_two_sided(batches)
        self.problems: list[Finding] = []
        """The reasons why there are no files for a paper."""
        self.notes: list[Finding] = []
        self.sheets = [self._lay_out(batch) for batch in batches]
        """The sheets of each batch by paper; a paper that is too small for its cards has none."""

    def files(self) -> Iterator[SheetFile]:
        """Yield the files as they are ready.

        A batch of which a card is missing is in none of them."""
        together = self._begin_together() if self.subject else {}
        for number, batch in enumerate(self.batches):
            apart = self._begin(batch, self.sheets[number]) if self.apart else {}
            if self._feed(number, apart, together):
                yield from apart.values()
            else:
                together = {}
        yield from together.values()

    def _lay_out(self, batch: Batch) -> dict[str, SheetParts]:
        sheets: dict[str, SheetParts] = {}
        copies = self.source.order(batch)
        for paper in self.press.papers_of(batch):
            with collect_findings(self.problems):
                parts = self.source.lay_out(batch, copies, paper)
                sheets[paper.name] = parts
                for finding in parts.imposition.notes:
                    # by its deck it can be accepted, whatever the size in its name
                    deck_id = batch.deck_ids[0] if batch.names != batch.deck_ids else ""
                    self.notes.append(replace(finding, about=batch.names, deck=deck_id))
        return sheets

    def _begin(self, batch: Batch, sheets: Mapping[str, SheetParts]) -> dict[str, SheetFile]:
        """Begin the files of a batch, by paper."""
        title = f"{self.press.context.game.title}: {batch.title}"
        files: dict[str, SheetFile] = {}
        for paper in self.press.papers_of(batch):
            if parts := sheets.get(paper.name):
                two_sided = bool(parts.plan.backs) and not parts.plan.both
                pdf = self.press.begin(title, SUBJECT, two_sided=two_sided)
                backs = self.press.begin_backs(title, SUBJECT, two_sided=two_sided)
                files[paper.name] = SheetFile(title, paper, batch, pdf, [parts], None, {}, backs)
        return files

    def _begin_together(self) -> dict[str, SheetFile]:
        """Begin the files with all batches, by paper."""
        title = self.press.context.game.title
        files: dict[str, SheetFile] = {}
        for paper in self.press.papers:
            batches = [batch for batch in self.batches if paper in self.press.papers_of(batch)]
            sheets = [laid_out[paper.name] for laid_out in self.sheets if paper.name in laid_out]
            if not sheets or len(sheets) < len(batches):
                continue
            pdf = self.press.begin(title, self.subject, two_sided=self.two_sided)
            backs = self.press.begin_backs(title, self.subject, two_sided=self.two_sided)
            common = self.source.common_parts(batches, sheets)
            for begun in filter(None, (pdf, backs) if common else ()):
                assert common
                begun.begin_with(common.forms)
            files[paper.name] = SheetFile(title, paper, None, pdf, sheets, common, {}, backs)
        return files

    def _feed(
        self, number: int, apart: Mapping[str, SheetFile], together: Mapping[str, SheetFile]
    ) -> bool:
        """Feed the cards of a batch to its files; returns True if all of them came.

        They come in the order of the batch, and sheets may need them in another."""
        batch = self.batches[number]
        keys = [key for key, _ in batch.copies]
        feeders = [
            self._feeder(number, parts, apart.get(name), together.get(name))
            for name, parts in self.sheets[number].items()
            if name in apart or name in together
        ]
        in_turn = all([*feeder.writer.cards] == keys for feeder in feeders)
        waiting: dict[CardKey, SheetCard] = {}
        card_count = 0
        for key, card in self.source.cards(batch):
            card_count += 1
            if not in_turn:
                waiting[key] = card
                continue
            for feeder in feeders:
                feeder.feed(card)
        if card_count < len(keys):
            return False
        if not in_turn:
            for feeder in feeders:
                for key in feeder.writer.cards:
                    feeder.feed(waiting[key])
        return True

    def _feeder(
        self, number: int, parts: SheetParts, apart: SheetFile | None, together: SheetFile | None
    ) -> _Feeder:
        """The feeder of the files that have the sheets of a batch on a paper."""
        files = [file for file in (apart, together) if file]
        common = together.common if together else None
        writer = SheetWriter(
            [file.pdf for file in files],
            self.press.context.game,
            parts,
            blank_backs=[together.backs or together.pdf] if together and self.two_sided else [],
            sides=common.sides[number] if common else None,
            behind=[file.backs for file in files if file.backs],
            backs_last=self.press.options.backs == "after",
        )
        return _Feeder(files[0], writer)


class _Feeder(NamedTuple):
    """A file with the writer of a batch in it."""

    file: SheetFile
    writer: SheetWriter

    def feed(self, card: SheetCard) -> None:
        drawn_card = card.drawn
        assert drawn_card.face is not None
        self.writer.feed(drawn_card.card, drawn_card.face, drawn_card.back, shared=card.shared)
        self.file.pages.setdefault(card.edition, self.writer.front)


# A game as it is


def make_sheets(
    context: Context, job: Job, papers: Sequence[Paper], folder: Path, report: Report
) -> list[Printed]:
    """Write the sheets of a job, and return what stands in which file."""
    options = job.options
    press = SheetPress(context, papers, options)
    batches = [batch for deck in job.decks for batch in Batch.of(deck, job.counts_of(deck))]
    if options.share:
        batches = _shared(press, batches, report)
    if options.mix:
        batches = _mixed(press, batches, report)
    batches_with_cards = [batch for batch in batches if any(batch.positions)]
    if options.ink == "low":
        _note_unasked_ink(context, batches_with_cards, report)
    is_all = job.whole and job.counts is None and len(batches_with_cards) == len(batches)
    printed = [Printed(batch, {}) for batch in batches if not any(batch.positions)]
    if LAYOUTS[options.layout].flows_on:
        printed += _put_overviews(press, batches_with_cards, folder, report, whole=is_all)
        report.findings += art_findings(context.art.notes, job.game.id)
        return printed
    subject = "All decks, for printing at home" if is_all else ""
    of_cards = [batch for batch in batches_with_cards if not batch.is_pad]
    # sheets to write on want other paper: the file of all cards leaves them out
    pads = [batch for batch in batches_with_cards if batch.is_pad]
    for group, subject_of_group in ((of_cards, subject), (pads, "")):
        if group:
            printed += _put_batches(press, group, subject_of_group, folder, report)
    report.findings += art_findings(context.art.notes, job.game.id)
    return printed


def _note_unasked_ink(context: Context, batches: Sequence[Batch], report: Report) -> None:
    """Note decks that look the same with low ink."""
    from cardgen.cards.ink_use import asks_for_ink  # few runs want it

    decks = {deck.id: deck for batch in batches if not batch.is_pad for deck in batch.decks}
    same = [id for id, deck in decks.items() if not asks_for_ink(context.project, deck)]
    if same:
        sentence = "no template of these cards asks for ink, so that --ink low changes nothing"
        remedy = "leave something out where there is little:  {% if ink == 'low' %}"
        report.add_note(note("ink-unasked", sentence, *same, remedy=remedy))


def _put_batches(
    press: SheetPress, batches: Sequence[Batch], subject: str, folder: Path, report: Report
) -> list[Printed]:
    """Write a file of each batch, and with a subject one of all; return what stands in which."""
    with closing(_DrawnCards(press, batches, report)) as source:
        run = SheetRun(source, batches, subject=subject, apart=True)
        report.findings += run.problems
        for finding in run.notes:
            report.add_note(finding)
        for file in run.files():
            for sides, pdf in file.pdfs():
                if file.batch:
                    name = file.batch.file_on(file.paper, press.options, sides)
                else:
                    name = file_name("all", file.paper, press.options, sides)
                report.put_pdf(folder / name, pdf)
            if file.batch:
                path = folder / file.batch.file_on(file.paper, press.options)
                for cut in file.cuts():
                    report.put(path.with_name(f"{path.stem}-{cut.ending}"), cut.data, cut.about)
    printed = []
    for batch, sheets in zip(batches, run.sheets, strict=True):
        printed.append(Printed(batch, {name: parts.imposition for name, parts in sheets.items()}))
    return printed


def _put_overviews(
    press: SheetPress, batches: Sequence[Batch], folder: Path, report: Report, *, whole: bool
) -> list[Printed]:
    """Write an overview of each batch, and of the `whole` game one in which all flow on; return
    what stands in which."""
    if not batches:
        return []
    together = whole and len(batches) > 1
    title = press.context.game.title
    with closing(_DrawnCards(press, batches, report)) as source:
        run = SheetRun(source, batches, subject="", apart=False)
        report.findings += run.problems
        papers = [paper for paper in press.papers if all(paper.name in of for of in run.sheets)]
        of_all = {
            paper.name: _overview(
                press, press.begin(title, SUBJECT, two_sided=False), batches, paper
            )
            for paper in (papers if together else ())
        }
        first = 0
        for batch, sheets in zip(batches, run.sheets, strict=True):
            own: dict[str, OverviewWriter] = {}
            for paper in press.papers:
                if paper.name in sheets:
                    pdf = press.begin(f"{title}: {batch.title}", SUBJECT, two_sided=False)
                    own[paper.name] = _overview(press, pdf, [batch], paper)
            count = 0
            copies = dict(batch.copies)
            for key, card in source.cards(batch):
                count += 1
                drawn_card = card.drawn
                assert drawn_card.face is not None
                deck_number, _ = key
                for writer in own.values():
                    writer.feed(deck_number, drawn_card.card, drawn_card.face, copies[key])
                for writer in of_all.values():
                    number = first + deck_number
                    writer.feed(number, drawn_card.card, drawn_card.face, copies[key])
            first += len(batch.decks)
            if count < len(copies):
                of_all = {}
                continue
            for paper in press.papers:
                if paper.name in own:
                    name = batch.file_on(paper, press.options)
                    report.put_pdf(folder / name, own[paper.name].pdf)
        for paper in papers:
            if paper.name in of_all:
                name = file_name("all", paper, press.options)
                report.put_pdf(folder / name, of_all[paper.name].pdf)
    return [
        Printed(batch, {name: parts.imposition for name, parts in sheets.items()})
        for batch, sheets in zip(batches, run.sheets, strict=True)
    ]


def _overview(
    press: SheetPress, pdf: Pdf, batches: Sequence[Batch], paper: Paper
) -> OverviewWriter:
    from cardgen.sheets.overview import OverviewWriter

    options = press.options
    return OverviewWriter(
        pdf,
        press.context,
        batches,
        paper,
        margin=options.margin * MM,
        ink=options.ink,
        draft=options.draft,
    )


def _shared(press: SheetPress, batches: list[Batch], report: Report) -> list[Batch]:
    """The batches, shared where that saves a sheet; what it saves is noted."""
    backs = back_names(press.context, batches, press.options)
    batches, notes = press.share(batches, backs)
    for finding in notes:
        report.add_note(finding)
    if not any(len(batch.decks) > 1 for batch in batches):
        sentence = (
            "--share saves no sheet: there are no decks of one size and back, or they fill theirs"
        )
        report.note("sheets-shared", sentence, press.context.game.id)
    return batches


def _mixed(press: SheetPress, batches: list[Batch], report: Report) -> list[Batch]:
    """The batches, those together that share sheets; what that saves is noted."""
    mixed = mix(batches, press.papers, press.options)
    for batch in mixed:
        if batch.mixed:
            for finding in saved_sheets(batch, press.papers, press.options):
                report.add_note(replace(finding, about=batch.deck_ids))
    if mixed == batches:
        sentence = "--mix saves no sheet: the decks fill theirs, or lie in layouts of their own"
        report.note("sheets-shared", sentence, press.context.game.id)
    return mixed


class _DrawnCards(CardSource):
    """The cards of a game as they are drawn, batch by batch; all of them are looked at."""

    def __init__(self, press: SheetPress, batches: Sequence[Batch], report: Report) -> None:
        super().__init__(press)
        self.report = report
        self._run = self._begin(batches)
        self._plain: dict[str, bool] = {}
        self._by_grounds: dict[str, list[CardCopies]] = {}
        self._waiting = {batch.stem: batch for batch in batches}
        """Those that are not drawn yet, in their order."""
        self._room = _MOST_KEPT
        self._looked_at: dict[str, tuple[list[Drawn], CardFindings]] = {}
        """The cards of batches that were drawn before their turn, and their problems."""

    def close(self) -> None:
        """End what draws."""
        self._run.close()

    def look(self, batch: Batch) -> Iterable[Drawn]:
        """Draw the cards of a batch. They are kept until its turn comes, and so are those of the
        batches before it, as long as there is room."""
        while batch.stem in self._waiting:
            first = next(iter(self._waiting.values()))
            if len(first.copies) > self._room:
                return self._drawn_apart(batch)
            del self._waiting[first.stem]
            card_findings = CardFindings()
            cards = list(self._drawn(first, self._run, card_findings))
            self._room -= len(first.copies)
            self._looked_at[first.stem] = cards, card_findings
        return self._looked_at[batch.stem][0]

    def _drawn_apart(self, batch: Batch) -> Iterator[Drawn]:
        """Draw the cards of a batch whose turn has not come."""
        with closing(self._begin([batch])) as run:
            yield from self._drawn(batch, run, CardFindings())

    def grounds(self, batch: Batch) -> list[int]:
        """The number of the colour in which each face of a batch ends, remembered for later
        runs."""
        from cardgen.sheets.edge_colours import grounds, remembered_colours

        context = self.press.context
        about = (str(context.project.root), context.game.id, batch.stem, batch.shape)
        with remembered_colours(context.cache, (about, self.press.options.ink)) as colours:
            return grounds(self.look(batch), batch.shape, colours)

    def has_plain_border(self, batch: Batch) -> bool:
        """True if all cards of a batch end in one colour; they are looked at once."""
        if batch.stem not in self._plain:
            self._plain[batch.stem] = super().has_plain_border(batch)
        return self._plain[batch.stem]

    def by_grounds(self, batch: Batch) -> list[CardCopies]:
        """The copies of a batch by the colours of their faces, which are looked at once."""
        if batch.stem not in self._by_grounds:
            self._by_grounds[batch.stem] = super().by_grounds(batch)
        return self._by_grounds[batch.stem]

    def cards(self, batch: Batch) -> Iterator[tuple[CardKey, SheetCard]]:
        """Yield the cards of the next batch.

        With a trouble no more of them are given, for nothing of the batch will be written."""
        findings = self.report.findings
        likenesses = {deck.id: Likeness(deck) for deck in batch.decks}
        decks = {deck.id: deck for deck in batch.decks}
        drawn_cards: Iterable[Drawn]
        if batch.stem in self._looked_at:
            drawn_cards, card_findings = self._looked_at.pop(batch.stem)
            self._room += len(batch.copies)
        else:
            del self._waiting[batch.stem]
            card_findings = CardFindings()
            drawn_cards = self._drawn(batch, self._run, card_findings)
        stamp = self.press.stamp
        stamped = chain.from_iterable(
            stamp.over([card], decks[card.card.deck].cut_as(card.card).shape)
            for card in drawn_cards
        )
        # the drawing comes first, and goes to its end: there findings are added
        for drawn_card, (key, _) in zip(stamped, batch.copies, strict=False):
            deck = decks[drawn_card.card.deck].cut_as(drawn_card.card)
            findings += findings_of(drawn_card)
            findings += read_back(deck, drawn_card)
            likenesses[deck.id].see(drawn_card)
            if not card_findings and drawn_card.face is not None:
                yield key, SheetCard(drawn_card)
        for gap in card_findings.merged_gaps():
            game = self.press.context.game
            findings.append(gap.found_by("draft", "warning", game.id, batch.stem))
        findings += card_findings
        if not card_findings:
            for likeness in likenesses.values():
                findings += likeness.findings()

    def _begin(self, batches: Sequence[Batch]) -> DrawRun:
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

    def _drawn(self, batch: Batch, run: DrawRun, card_findings: CardFindings) -> Iterator[Drawn]:
        for deck, positions in zip(batch.decks, batch.positions, strict=True):
            if not positions:
                continue
            title = f"{self.press.context.game.title}: {deck.title}"
            for number, drawn_card in enumerate(run.deck(card_findings), 1):
                self.report.progress(title, number, len(positions))
                yield drawn_card
