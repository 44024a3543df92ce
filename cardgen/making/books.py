"""Rulebooks in their editions, and the instructions to sheets.

Both change seldom and take a while to set, so they are kept between runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import methodcaller
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, collect_findings, in_words
from cardgen.cards.context import Context
from cardgen.engine import Pdf
from cardgen.impose.options import DRAFT, Options, file_name
from cardgen.making.open_project import is_broken
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report, paged, sized
from cardgen.model.cards import Game
from cardgen.model.sizes import Paper
from cardgen.rulebook import has_rulebook
from cardgen.sheets.gang import Printed

if TYPE_CHECKING:
    from cardgen.rulebook.editions import Rulebook, SetEdition


class _StoredPdf(NamedTuple):
    """A PDF that was made in this run or an earlier one."""

    pages: int
    data: bytes

    @property
    def about(self) -> str:
        return sized(paged(self.pages), self.data)


QUICK_STEM = "quick-reference"
"""Begins the names of the files that hold a quick reference alone."""
_NO_PDF = _StoredPdf(0, b"")
"""Kept where a book has no quick reference that a template draws."""


class _BookFile(NamedTuple):
    """A rulebook as one file: how it is set, and what it depends on.

    `cached` is the file of an earlier run, if there is one."""

    name: str
    way: Callable[[Rulebook], SetEdition]
    about: bytes
    cached: _StoredPdf | None


@dataclass(frozen=True, slots=True)
class BookTask(ProjectTask):
    """A game's rulebook in its editions, or a note of why there is none."""

    game: Game
    files: Sequence[_BookFile] = ()
    left_out: str = ""

    @property
    def name(self) -> str:
        """The game whose book it is."""
        return f"{self.game.id}/rulebook"

    @property
    def size(self) -> int:
        """The number of cards of its game, if something is to be set."""
        is_there = all(file.cached for file in self.files)
        return 0 if is_there else sum(map(len, self.game.decks))

    @property
    def details(self) -> tuple[object, ...]:
        """The names of its files."""
        return tuple(file.name for file in self.files)

    def make(self, place: Workplace, report: Report) -> None:
        """Write the files of the rulebook."""
        if self.left_out:
            sentence = f"a rulebook was left out{self.left_out}"
            report.note("rulebook-left-out", sentence, self.game.id)
        with collect_findings(report.findings):
            if self.files:
                _set_rulebook(place, self.game, self.files, report)


def book_task(
    place: Workplace, game: Game, papers: list[Paper], *, booklet: bool, ink: str = "full"
) -> BookTask:
    """A game's rulebook, for the screen and for each paper; or, as a `booklet`, to fold.

    Beside that for paper goes the quick reference alone, with this ink, where it is drawn."""
    opened = place.opened
    if not has_rulebook(game):
        has_original = game.language and has_rulebook(replace(game, language=""))
        reason = f": there is no rulebook.{game.language}.md" if has_original else ""
        return BookTask(game, left_out=reason)
    if is_broken(opened, game):  # it would speak of decks that are not there
        return BookTask(game, left_out=" until what is wrong with its game is mended")
    stem = f"rulebook-{game.language}" if game.language else "rulebook"
    draft = DRAFT if opened.project.draft else ""
    ways: dict[str, Callable[[Rulebook], SetEdition]] = {}
    if not booklet:
        ways[f"{stem}{draft}.pdf"] = methodcaller("set_screen")
    for paper in papers:
        on_paper = "set_booklet" if booklet else "set_printed"
        kind = "-booklet" if booklet else ""
        ways[f"{stem}{kind}-{paper.name}{draft}.pdf"] = methodcaller(on_paper, paper=paper)
        if not booklet:
            options = Options(language=game.language, ink=ink, draft=bool(draft))
            name = file_name(QUICK_STEM, paper, options)
            ways[name] = methodcaller("set_quick", paper=paper, ink=ink)
    files = []
    for name, way in ways.items():
        about = f"{game.id} {game.language} {name} ".encode() + opened.fingerprint
        cached_pdf = None if draft else _from_cache(place.cache, about)
        files.append(_BookFile(name, way, about, cached_pdf))
    return BookTask(game, files)


def _set_rulebook(place: Workplace, game: Game, files: Sequence[_BookFile], report: Report) -> None:
    """Write the editions of a game's rulebook.

    All of them are set before any is finished, for they share their ornaments.
    """
    context = place.context(game)
    report.progress(f"{game.title}: rulebook", 1, 1)
    problems: list[Finding] = []  # which several editions may share
    of_editions: dict[str, list[Finding]] = {}
    book: Rulebook | None = None
    set_editions: dict[str, SetEdition] = {}
    with collect_findings(problems):
        for file in files:
            if file.cached:
                continue
            if book is None:
                from cardgen.rulebook.editions import open_rulebook

                book = open_rulebook(context)  # where that fails, there is no edition
            with collect_findings(of_editions.setdefault(file.name, [])):
                set_editions[file.name] = file.way(book)
    if book:
        from cardgen.rulebook.editions import told_once

        problems += told_once(of_editions)
        book.dress([*set_editions.values()])
    for name, _, about, stored in files:
        with collect_findings(problems):
            if book and name in set_editions:
                edition = set_editions[name]
                stored = _stored(book.finished(edition)) if edition.book_pages else _NO_PDF
                if not book.manuscript.leftovers:  # else what is left is told in each run
                    _keep(context.cache, about, stored)
        if stored and stored.pages:
            report.put(place.folder(game) / name, stored.data, stored.about)
    report.findings += dict.fromkeys(problems)
    if book:
        from cardgen.rulebook.editions import leftovers_in

        report.findings += leftovers_in(book.manuscript, game)
        for gap in book.gallery.gaps:
            report.findings.append(gap.found_by("draft", "warning", game.id))


def put_instructions(
    place: Workplace,
    context: Context,
    printed: Sequence[Printed],
    paper: Paper,
    options: Options,
    report: Report,
) -> None:
    """Write the instructions to a game's sheets, where all of these could be made."""
    from cardgen.sheets.instructions import STEM, handout

    game, opened = context.game, place.opened
    page = handout(game, printed, paper, options)
    folder = place.folder(game)
    written = [
        batch_sheets
        for batch_sheets in printed
        if folder / batch_sheets.batch.file_on(paper, options) in report.written
    ]
    # nothing fits on the paper, or not all that does could be drawn
    if page is None or len(written) < len(page.values["files"]):
        return
    is_english = game.language.partition("-")[0] in ("", "en")
    if not is_english and f".{game.language}." not in page.file.name and not page.own:
        report.note(
            "box-instructions",
            f"the instructions are in English: there is no {STEM}.{game.language}.md",
            game.id,
        )
    about = f"{page.about} {paper} ".encode() + (
        opened.fingerprint if page.own or game.logo else opened.look
    )
    try:
        stored = _from_cache(context.cache, about)
        if stored is None:
            stored = _stored(page.pdf(context, paper))
            _keep(context.cache, about, stored)
    except CardgenError as error:
        if page.own:
            report.findings += error.findings
        else:  # a title in letters that the font lacks, say: the sheets are good all the same
            first = error.findings[0]
            report.note(
                "box-instructions",
                in_words(f"the instructions could not be set: {first.what}", first.remedy),
                game.id,
            )
        return
    report.put(folder / file_name(STEM, paper, options), stored.data, stored.about)


def _key(about: bytes) -> str:
    """The key of a PDF in the cache, which depends on its date too."""
    return sha256(about + os.environ.get("SOURCE_DATE_EPOCH", "").encode()).hexdigest()


def _from_cache(cache: Cache, about: bytes) -> _StoredPdf | None:
    """A PDF from an earlier run, or None; `about` tells all that it depends on."""
    data_with_pages = cache.get(_key(about))
    if data_with_pages is None:
        return None
    pages, _, data = data_with_pages.partition(b"\n")
    return _StoredPdf(int(pages), data)


def _stored(pdf: Pdf) -> _StoredPdf:
    return _StoredPdf(pdf.pages, pdf.bytes())


def _keep(cache: Cache, about: bytes, pdf: _StoredPdf) -> None:
    """Keep a PDF for later runs."""
    cache.put(_key(about), f"{pdf.pages}\n".encode() + pdf.data)
