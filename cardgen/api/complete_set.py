"""Complete sets: for each game one folder, and one ZIP, with all that somebody who prints it needs.

What they hold is made as the commands make it, and gets names that a buyer understands."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.files import check_inside, read_inside, read_own
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.scratch import scratch_folder
from cardgen.base.units import MM
from cardgen.boxes.make import BoxOptions, lay_boxes, together
from cardgen.impose.options import Options, file_name
from cardgen.making.books import QUICK_STEM
from cardgen.making.open_project import called, context_of, parts_of
from cardgen.making.report import Report, paged, sized
from cardgen.model.cards import AID, Deck, Game
from cardgen.model.sizes import Paper
from cardgen.rulebook import has_rulebook
from cardgen.sheets.gang import Batch
from cardgen.sheets.instructions import Handout, file_of_handout, markdown_safe, sleeves_for

FOLDER = "sets"
"""The folder of all sets, in that of the output."""
START = "START HERE"
_STEM = "start-here"
_BOOKS = {"Rulebook": False, "Rulebook, booklet to fold": True}
"""Rulebooks on paper by their names, and whether they are booklets."""
_SCREEN, _BOX = "Rulebook for the screen", "Box"
_TRAYS = "{}, to fold"
"""The name of the trays of a deck, from its title."""
_QUICK, _QUICK_LOW = "Quick reference", "Quick reference, low ink"
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
"""What names of files on Windows may not hold."""
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of all files in a ZIP, the earliest that it can say: the same files give the same
bytes."""


class CardSheets(NamedTuple):
    """One way to print the cards: its name in the set, and how its sheets are built."""

    name: str
    options: Mapping[str, Any]
    instructions: str = ""
    """The name of the page that says how these sheets are printed and cut."""


_BOTH_SIDES = CardSheets("Cards, both sides", {}, "How to print and cut")
_FOLDED = CardSheets("Cards, fold and glue", {"layout": "gutterfold"}, "How to fold and glue")
_LOW_INK = CardSheets("Cards, low ink", {"ink": "low"})
_FRONTS = CardSheets("Cards", {}, "How to print and cut")


class SetFile(NamedTuple):
    """A file of a set: its path in it, what it holds, and its number of pages."""

    path: str
    data: bytes
    pages: int


@dataclass(slots=True)
class SetFiles:
    """The files of a set by paper and name, as its first page tells of them."""

    files: list[SetFile] = field(default_factory=list)
    pages: dict[str, dict[str, int]] = field(default_factory=dict)
    """The pages of each file by its name without paper, and by paper."""
    assembly: dict[str, list[str]] = field(default_factory=dict)
    """The kinds of what is folded, box, base and tray, and the papers that it is on."""

    def fold(self, kind: str, paper: str) -> None:
        """Remember that something is folded, and is on this paper."""
        papers = self.assembly.setdefault(kind, [])
        if paper not in papers:
            papers.append(paper)

    def add(self, folder: str, name: str, file: Path, unlike: str = "") -> None:
        """Add a PDF that was made, in the folder of a paper, or in that of the set.

        One that shall be `unlike` another there, and is the same, is left out."""
        import pypdfium2

        data = read_own(file)
        if any(
            (f"{folder}/{unlike}.pdf", data) == (other.path, other.data) for other in self.files
        ):
            return
        with pypdfium2.PdfDocument(data) as document:
            page_count = len(document)
        path = f"{folder}/{name}.pdf" if folder else f"{name}.pdf"
        self.files.append(SetFile(path, data, page_count))
        self.pages.setdefault(name, {})[folder] = page_count


def make_sets(workshop: Workshop, names: Sequence[str], options: Options, report: Report) -> None:
    """Make the complete sets of the games named, or of all.

    Of the options only the papers, the processes and the folder count. A game with an error in its
    input has no set. Raises CardgenError for a call that cannot be."""
    with called(workshop, names, options, Report()) as (papers, problems):
        problems += (_names_deck(name) for name in names if parts_of(name)[1])
        games = [game for game, _ in workshop.select([parts_of(name)[0] for name in names])]
    out = options.out or workshop.project.output
    for game in games:
        maker = SetMaker(workshop, game, papers, options, report)
        with TemporaryDirectory(dir=scratch_folder()) as folder:
            files = maker.files(Path(folder).resolve())
        if files:
            _put(report, out / FOLDER, _file_title(game), files)


def _names_deck(name: str) -> Finding:
    return Finding(
        "unknown-deck", f'"{name}" names a deck', "a complete set is a game's; leave the deck out"
    )


def _file_title(game: Game) -> str:
    """The game's title as the name of a file on every system; its id where nothing is left."""
    title = " ".join(_FORBIDDEN.sub(" ", game.title).split()).rstrip(". ")
    return game.id if not title or _DEVICE.fullmatch(title) else title


@dataclass(frozen=True, slots=True)
class SetMaker:
    """Makes the files of one game's set. What is found is added to the report once."""

    workshop: Workshop
    game: Game
    papers: Sequence[Paper]
    options: Options
    report: Report

    def files(self, folder: Path) -> list[SetFile]:
        """The files of the set, made in a folder that does not stay; none where the input of the
        game is wrong."""
        found = SetFiles()
        for run in self._runs(folder, found):
            self._take(run)
            if run.problems:
                return []
        start: list[SetFile] = []
        with collect_findings(self.report.findings):
            start = [*self._start(found)]
        return [*start, *found.files] if start else []

    def _runs(self, folder: Path, found: SetFiles) -> Iterator[Report]:
        """Make all files, and yield the report of each kind of them."""
        for sheets in self._ways():
            yield self._cards(sheets, folder, found)
        for deck in _pads(self.game):
            yield self._pad(deck, folder, found)
        yield self._books(folder, found)
        yield self._boxes(folder, found)
        for deck in _printed(self.game):
            if deck.tray:
                yield self._trays(deck, folder, found)

    def _ways(self) -> tuple[CardSheets, ...]:
        """The ways to print the game's cards."""
        if any(batch.backed for batch in _batches(self.game)):
            return _BOTH_SIDES, _FOLDED, _LOW_INK
        return _FRONTS, _LOW_INK

    def _run(self) -> Report:
        return Report(progress=self.report.progress)

    def _take(self, run: Report) -> None:
        """Add the findings of one of several runs, those that are new."""
        known = {_key(finding) for finding in self.report.findings}
        self.report.findings += (finding for finding in run.findings if _key(finding) not in known)

    def _said(self, name: str) -> str:
        return _file_words(self.game.said(name))

    def _cards(self, sheets: CardSheets, folder: Path, found: SetFiles) -> Report:
        """Make the sheets of all decks in one way, and the page that says what to do with them."""
        run = self._run()
        out = folder / sheets.name
        papers = tuple(paper.name for paper in self.papers)
        options = Options(
            papers=papers,
            jobs=self.options.jobs,
            out=out,
            sheets_file=self._said(sheets.name),
            **sheets.options,
        )
        decks = [f"{self.game.id}/{deck.id}" for deck in _printed(self.game)]
        names = decks if _pads(self.game) else [self.game.id]
        self.workshop.build(names, options, run)
        if run.problems:
            return run
        # nobody asked for low ink: where it changes nothing, there is no such file
        run.findings = [finding for finding in run.findings if finding.code != "ink-unasked"]
        named = ((sheets.name, "all"), (sheets.instructions, "instructions"))
        of_game = Options(language=self.workshop.language, **sheets.options)
        unlike = self._said(self._ways()[0].name) if sheets is _LOW_INK else ""
        for paper in self.papers:
            for name, of in named:
                file_of_all = file_name(of, paper, of_game)
                batches = _batches(self.game)
                if of == "all" and len(batches) == 1:
                    file_of_all = batches[0].file_on(paper, of_game)
                file = out / self.game.id / file_of_all
                if name and file.is_file():
                    found.add(_paper_name(paper), self._said(name), file, unlike)
        return run

    def _pad(self, deck: Deck, folder: Path, found: SetFiles) -> Report:
        """Make sheets to write on, under the title of their deck."""
        run = self._run()
        out = folder / "pads"
        options = Options(papers=tuple(paper.name for paper in self.papers), out=out)
        self.workshop.build([f"{self.game.id}/{deck.id}"], options, run)
        of_game = Options(language=self.workshop.language)
        for paper in self.papers:
            for batch in Batch.of(deck):
                file = out / self.game.id / batch.file_on(paper, of_game)
                if file.is_file():
                    found.add(_paper_name(paper), _file_words(batch.title), file)
        return run

    def _books(self, folder: Path, found: SetFiles) -> Report:
        """Make the rulebook for the screen and for paper, with the quick reference, and to fold."""
        run = self._run()
        if not has_rulebook(self.game):
            return run
        papers = [paper.name for paper in self.papers]
        language = f"-{self.game.language}" if self.game.language else ""
        for name, booklet in _BOOKS.items():
            out = folder / name
            self.workshop.rulebooks(
                [self.game.id], papers=papers, booklet=booklet, out=out, report=run
            )
            made = out / self.game.id
            kind = "-booklet" if booklet else ""
            for paper in self.papers:
                files = {name: made / f"rulebook{language}{kind}-{paper.name}.pdf"}
                if not booklet:
                    files[_QUICK] = made / f"{QUICK_STEM}{language}-{paper.name}.pdf"
                for shown_name, file in files.items():
                    if file.is_file():
                        found.add(_paper_name(paper), self._said(shown_name), file)
            on_screen = made / f"rulebook{language}.pdf"
            if on_screen.is_file():
                found.add("", self._said(_SCREEN), on_screen)
        if self._said(_QUICK) in found.pages:
            self._quick_in_low_ink(papers, folder / _QUICK_LOW, found, run)
        return run

    def _quick_in_low_ink(
        self, papers: Sequence[str], out: Path, found: SetFiles, run: Report
    ) -> None:
        self.workshop.rulebooks([self.game.id], papers=papers, ink="low", out=out, report=run)
        options = Options(language=self.workshop.language, ink="low")
        for paper in self.papers:
            file = out / self.game.id / file_name(QUICK_STEM, paper, options)
            if file.is_file():
                found.add(_paper_name(paper), self._said(_QUICK_LOW), file, self._said(_QUICK))

    def _boxes(self, folder: Path, found: SetFiles) -> Report:
        """Make a box for all decks on each paper; a game of which no box can be made has none, and
        a note says so."""
        run = self._run()
        whole = together(self.game, _printed(self.game))
        for paper in self.papers:
            options = BoxOptions((paper,), together=True)
            file = self._folded(self.game.id, options, folder / "box", run)
            if file:
                sheets, _ = lay_boxes(whole, options)
                found.fold(sheets[0].parts[0].kind, _paper_name(paper))
                found.add(_paper_name(paper), self._said(_BOX), file)
        return run

    def _trays(self, deck: Deck, folder: Path, found: SetFiles) -> Report:
        """Make the trays of a deck that says how large they are."""
        run = self._run()
        for paper in self.papers:
            options = BoxOptions((paper,), tray=True)
            file = self._folded(f"{self.game.id}/{deck.id}", options, folder / "tray", run)
            if file:
                found.fold("tray", _paper_name(paper))
                found.add(_paper_name(paper), self._trays_name(deck), file)
        return run

    def _trays_name(self, deck: Deck) -> str:
        return _file_words(self.game.said(_TRAYS, deck.title))

    def _folded(self, name: str, options: BoxOptions, folder: Path, run: Report) -> Path | None:
        """Make a box or trays on one paper; None, and a note, where that cannot be."""
        (paper,) = options.papers
        made = self._run()
        out = folder / paper.name
        with collect_findings(made.findings):
            self.workshop.boxes([name], options, made, papers=[paper.name], out=out)
        if made.problems:
            product = "trays" if options.tray else "box"
            sentence = f"no {product} for {paper.name} is in the set: {made.problems[0].what}"
            run.note("nothing-made", sentence, name)
            return None
        return next(iter(sorted((out / self.game.id).glob("*.pdf"))), None)

    def _start(self, found: SetFiles) -> Iterator[SetFile]:
        """Yield the first page to read: what is there, for whom, and what else is needed."""
        file = file_of_handout(self.game, _STEM)
        context = context_of(self.workshop, self.game, Cache.of_user())
        pdf = Handout(self.game, file, self._values(found), START).pdf(context, self.papers[0])
        yield SetFile(f"{self._said(START)}.pdf", pdf.bytes(), pdf.pages)

    def _values(self, found: SetFiles) -> dict[str, Any]:
        """The values that the text of the first page can show."""
        game = self.game
        batches = _batches(game)
        pages = {name: max(by_paper.values()) for name, by_paper in found.pages.items()}
        ways = (_BOTH_SIDES, _FOLDED, _FRONTS, _LOW_INK)
        names = [*(way.name for way in ways), *_BOOKS, _SCREEN, _QUICK, _QUICK_LOW, _BOX]
        with_trays = [deck for deck in _printed(game) if pages.get(self._trays_name(deck))]
        return {
            "facts": [markdown_safe(fact) for fact in game.play_facts],
            "version": markdown_safe(game.version),
            "cards": sum(
                deck.copies * deck.sheet_copies for deck in _printed(game) if deck.role != AID
            ),
            "aids": [
                {"title": markdown_safe(deck.title), "cards": deck.copies * deck.sheet_copies}
                for deck in _printed(game)
                if deck.role == AID
            ],
            "pads": [
                {"name": markdown_safe(name), "pages": pages[name], "times": deck.sheet_copies}
                for deck in _pads(game)
                if (name := _file_words(deck.title)) in pages
            ],
            "several_times": [
                {"title": markdown_safe(deck.title), "times": deck.sheet_copies}
                for deck in _printed(game)
                if deck.sheet_copies > 1
            ],
            "wide": self.papers[0].width >= 200 * MM,
            "papers": [_paper_name(paper) for paper in self.papers],
            "sleeves": sleeves_for(batches, game.language),
            "decks": [markdown_safe(deck.title) for deck in _printed(game) if deck.role != AID],
            "pages": {name: pages.get(self._said(name), 0) for name in names},
            "shown_pages": {name: _page_range(found.pages.get(self._said(name))) for name in names},
            "names": {name: markdown_safe(self._said(name)) for name in names},
            "trays": [
                {
                    "name": markdown_safe(self._trays_name(deck)),
                    "pages": pages[self._trays_name(deck)],
                }
                for deck in with_trays
            ],
            "assembly": sorted(found.assembly),
            "folded_on": found.assembly,
            "roomy": False,
        }


def _page_range(by_paper: Mapping[str, int] | None) -> str:
    """The number of pages of a file, from the least to the most where papers differ in it."""
    numbers = sorted({*(by_paper or {"": 0}).values()})
    return "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))


def _printed(game: Game) -> list[Deck]:
    """The decks of cards of which something is printed."""
    return [deck for deck in game.decks if not deck.is_pad and deck.copies]


def _batches(game: Game) -> list[Batch]:
    """The cards of a game as they lie on sheets."""
    return [batch for deck in _printed(game) for batch in Batch.of(deck)]


def _pads(game: Game) -> list[Deck]:
    """The decks of sheets to write on."""
    return [deck for deck in game.decks if deck.is_pad and deck.copies]


def _file_words(words: str) -> str:
    """Words as a part of the name of a file on every system."""
    return _FORBIDDEN.sub(" ", words)


def _paper_name(paper: Paper) -> str:
    return paper.name.upper() if len(paper.name) < 3 else paper.name.capitalize()


def _key(finding: Finding) -> tuple[object, ...]:
    """What two findings of several runs about one thing have in common."""
    return finding.code, finding.check, finding.what, finding.place, finding.deck, finding.card


def _put(report: Report, folder: Path, title: str, files: Sequence[SetFile]) -> None:
    """Write the files of a set, and the ZIP of them.

    Files that the earlier ZIP held, and the set has no more, go."""
    home = folder / title
    packed = folder / f"{title}.zip"
    _clear(packed, home, {file.path for file in files})
    for file in files:
        report.put(home / file.path, file.data, sized(paged(file.pages), file.data))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = zipfile.ZipInfo(f"{title}/{file.path}", _FIRST_DAY)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.data)
    report.put(packed, stream.getvalue(), sized(f"all {len(files)} files", stream.getvalue()))


def _clear(packed: Path, home: Path, paths: set[str]) -> None:
    """Take away files of the set that was made before, as its ZIP lists them."""
    with suppress(CardgenError, OSError, zipfile.BadZipFile):
        archive = zipfile.ZipFile(io.BytesIO(read_inside(packed, packed.parent)))
        for name in archive.namelist():
            path = name.partition("/")[2]
            if path.endswith(".pdf") and path not in paths:
                check_inside(home / path, home)
                (home / path).unlink(missing_ok=True)
