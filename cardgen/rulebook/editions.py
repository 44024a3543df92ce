"""Editions: the same book for screens, for whole sheets, and as a booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM, listed
from cardgen.cards.context import Context
from cardgen.cards.printed_game import as_printed
from cardgen.engine import Pdf
from cardgen.impose.booklet import booklet
from cardgen.model.cards import Game
from cardgen.model.project import Project, root_of
from cardgen.model.sizes import Paper
from cardgen.model.span_styles import SpanSheet
from cardgen.model.vocabulary import NO_VOCABULARY
from cardgen.rulebook import file_of
from cardgen.rulebook.blocks import Manuscript
from cardgen.rulebook.embeds import Gallery
from cardgen.rulebook.figures import missing_figures, missing_pages
from cardgen.rulebook.illustrations import needed
from cardgen.rulebook.jinja import read_source, write_out
from cardgen.rulebook.lines import Measurer, TooWide
from cardgen.rulebook.markdown import read_book
from cardgen.rulebook.ornaments import OrnamentStore, has_tailpiece, lay_ornaments
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.phrases import QUICK, RULEBOOK
from cardgen.rulebook.span_legibility import illegible_spans
from cardgen.rulebook.theme import (
    LEAST,
    Format,
    Theme,
    booklet_format,
    handout_format,
    print_format,
    screen_format,
)
from cardgen.rulebook.typesetter import Pages, Typesetter
from cardgen.sandbox import process

T = TypeVar("T")
_TIGHTER = (1.05, 1.1)
"""How much smaller a handout may be set to stay on one page: to type of 8.7 points at the least."""
_NAMED = 6
"""Files of editions that a message names."""


class SetEdition(NamedTuple):
    """An edition whose pages are set, with room left for its ornaments.

    `write` makes the PDF once they are laid. `ink` is that of the ornaments."""

    book_pages: tuple[BookPage, ...]
    write: Callable[[], Pdf]
    ink: str = "full"


@dataclass(slots=True)
class Rulebook:
    """A game's rulebook, read and with its pictures drawn. An edition is set by one call, and
    finished by another: the ornaments of several can be drawn together."""

    context: Context
    manuscript: Manuscript
    gallery: Gallery
    measurer: Measurer = field(init=False)
    ornaments: dict[str, OrnamentStore] = field(default_factory=dict)
    """Those that were drawn, by their ink."""

    def __post_init__(self) -> None:
        self.measurer = Measurer(self.context.fonts, self.gallery.figure)

    @property
    def game(self) -> Game:
        return self.context.game

    def screen(self) -> Pdf:
        """A5 pages with links and an outline."""
        return self.finished(self.set_screen())

    def set_screen(self) -> SetEdition:
        return self._plain(screen_format())

    def set_printed(self, paper: Paper) -> SetEdition:
        """Pages of the paper's size. Raises CardgenError for a paper too small."""
        return self._plain(print_format(paper))

    def set_booklet(self, paper: Paper) -> SetEdition:
        """Sheets to print on both sides, turned over the short edge, then folded and stitched.
        Raises CardgenError."""
        pages = self._set(booklet_format(paper), Typesetter.pages)
        return SetEdition(pages.book_pages, partial(self._folded, pages, paper))

    def set_quick(self, paper: Paper, ink: str = "full") -> SetEdition:
        """The quick reference as a page of the paper's size, where a template draws it.

        An edition of no pages where none does."""
        pages = self._set(print_format(paper), Typesetter.quick)
        return SetEdition(pages.book_pages, partial(self._bound, pages, QUICK), ink)

    def dress(self, editions: Sequence[SetEdition]) -> None:
        """Draw the ornaments of these editions together. Where one cannot be drawn, those editions
        whose it is say so when they are finished."""
        for ink in dict.fromkeys(edition.ink for edition in editions):
            of_ink = [edition.book_pages for edition in editions if edition.ink == ink]
            with suppress(CardgenError):
                self._lay([*chain.from_iterable(of_ink)], ink)

    def finished(self, edition: SetEdition) -> Pdf:
        """An edition with its ornaments. Raises CardgenError for those that cannot be drawn."""
        self._lay(edition.book_pages, edition.ink)
        return edition.write()

    def _lay(self, book_pages: Sequence[BookPage], ink: str) -> None:
        store = self.ornaments.setdefault(ink, OrnamentStore())
        lay_ornaments(self.context, Theme(self.game), book_pages, self.gallery.gaps, ink, store)

    def handout(self, paper: Paper, title: str, tighter_by: Sequence[float] | None = None) -> Pdf:
        """A page or two of the paper's size without cover, contents and index.

        On small paper it is a larger page made smaller. What runs over to a second page by a few
        lines is set a little smaller, so that it stays on one."""
        format = handout_format(paper)
        book_pages = self._set(format, Typesetter.handout)
        for tighter in _TIGHTER if tighter_by is None else tighter_by:
            if len(book_pages) != 2:
                break
            smaller = handout_format(paper, tighter)
            tighter_pages = self._set(smaller, Typesetter.handout)
            if len(tighter_pages) == 1:
                format, book_pages = smaller, tighter_pages
        self._lay(book_pages, "full")
        pdf = self._pdf(title, title)
        scale = paper.width / format.width
        for book_page in book_pages:
            page = pdf.page(paper.box)
            page.place(book_page.drawing(), Matrix(scale, 0, 0, scale, 0, 0))
        return pdf

    def _folded(self, pages: Pages, paper: Paper) -> Pdf:
        signature = booklet(
            len(pages.book_pages), paper, last=pages.last, leftward=pages.book_pages[0].leftward
        )
        pdf = self._pdf("Booklet: print both sides, flip on the short edge, fold")
        pdf.prefer(Duplex="DuplexFlipShortEdge")
        for number, sheet in enumerate(signature.sheets, 1):
            for side, name in ((sheet.front, "front"), (sheet.back, "back")):
                outline = f"Sheet {number} of {len(signature.sheets)}" if name == "front" else ""
                page = pdf.page(signature.page, outline=outline)
                for leafed in side:
                    if leafed.page is not None:
                        page.place(pages.book_pages[leafed.page - 1].drawing(), leafed.placement)
        return pdf

    def _plain(self, format: Format) -> SetEdition:
        pages = self._set(format, Typesetter.pages)
        return SetEdition(pages.book_pages, partial(self._bound, pages))

    def _bound(self, pages: Pages, name: str = RULEBOOK) -> Pdf:
        pdf = self._pdf(name, self.game.said(name))
        if pages.book_pages[0].leftward:
            pdf.prefer(Direction="R2L")
        depth = -1
        for number, book_page in enumerate(pages.book_pages, 1):
            page = pdf.page(Box(0, 0, book_page.width, book_page.height))
            page.place(book_page.drawing(), Matrix())
            page.links += book_page.links
            page.structure = book_page.structure
            pdf.anchor(f":page-{number}", book_page.height)
            for anchor in book_page.anchors:
                pdf.anchor(anchor.name, book_page.height - max(0.0, anchor.y - 4 * MM))
                if anchor.level <= 3:
                    depth = min(max(anchor.level - 2, 0), depth + 1)
                    pdf.entry(anchor.title, anchor.name, depth)
        pdf.structure(pages.document)
        return pdf

    def _set(self, format: Format, how: Callable[[Typesetter], T]) -> T:
        """Set the book at a format; the result is the typesetter's. Raises CardgenError for all
        that is wrong with it."""
        if format.width < LEAST[0] or format.height < LEAST[1]:
            size = f"{format.width / MM:.0f} x {format.height / MM:.0f} mm"
            least = f"{LEAST[0] / MM:.0f} x {LEAST[1] / MM:.0f} mm"
            raise CardgenError(
                Finding(
                    "size-does-not-fit",
                    f"a rulebook cannot be set on pages of {size}",
                    f"use a paper with pages of {least} or more",
                )
            )
        typesetter = Typesetter(
            self.game,
            self.manuscript,
            self.gallery,
            self.measurer,
            format,
            has_tailpiece=has_tailpiece(self.context.project, self.game),
        )
        result = how(typesetter)
        if typesetter.problems:
            raise CardgenError(*typesetter.problems)
        return result

    def _pdf(self, subject: str, name: str = "") -> Pdf:
        author = f"{self.game.designer} (game design)" if self.game.designer else ""
        title = f"{self.game.title}: {name or self.game.said(RULEBOOK)}"
        return Pdf(
            title,
            author=author,
            subject=subject,
            keywords=self.game.full_credits,
            language=self.game.typeset().language,
        )


def told_once(problems: Mapping[str, Sequence[Finding]]) -> list[Finding]:
    """The problems of a book's editions, by the names of their files.

    What is too wide is told with the files that it is too wide in, the worst of them first; of
    what else is the same in several, one."""
    told: dict[Finding, None] = {}
    wide: dict[Place | None, list[tuple[str, TooWide]]] = {}
    for name, found in problems.items():
        for problem in found:
            if isinstance(problem, TooWide):
                wide.setdefault(problem.place, []).append((name, problem))
            else:
                told[problem] = None
    for places in wide.values():
        places.sort(key=lambda where: -where[1].excess)
        worst = places[0][1]
        files = listed((name for name, _ in places), _NAMED)
        told[replace(worst, what=f"{worst.what} ({files})")] = None
    return [*told]


def open_rulebook(context: Context) -> Rulebook:
    """Read a game's rulebook.md and draw what it shows. Raises CardgenError with everything that is
    wrong in it."""
    return _opened(context, file_of(context.game), {})


def open_handout(context: Context, file: Path, values: Mapping[str, Any]) -> Rulebook:
    """Read a handout for a game, which can name the `values`, and draw what it shows. Raises
    CardgenError as for a rulebook."""
    return _opened(context, file, values)


def _opened(context: Context, file: Path, values: Mapping[str, Any]) -> Rulebook:
    game = context.game
    home = root_of(game.folder) if file.is_relative_to(game.folder) else file.parent
    manuscript, problems = next(process.run(_read, game, read_source(file, home), file, values))
    context = as_printed(context)  # the book itself speaks of the cards as they were written
    gallery = Gallery(context.game, Theme(game).ink)
    parts_needed = needed(manuscript)
    parts_needed.names.update(
        (name, None)
        for name in parts_needed.perhaps
        if name not in parts_needed.names and not _lacks(context.project, game, name)
    )
    if values and game.logo:
        parts_needed.names.setdefault(game.logo, None)
    gallery.gather(context, parts_needed)
    problems += gallery.problems
    problems += missing_pages(context.project, game, parts_needed.pages)
    problems += _missing_fonts(context)
    if problems:
        problems += gallery.faults_of_stretching(context)
        raise CardgenError(
            *sorted(dict.fromkeys(problems), key=lambda problem: problem.place or Place(file))
        )
    return Rulebook(context, manuscript, gallery)


def _missing_fonts(context: Context) -> Iterator[Finding]:
    """The fonts that the game asks for and nobody has."""
    dress = context.game.rulebook
    for name, family in (("display", dress.display), ("body", dress.body)):
        if family and not context.fonts.knows(family):
            yield Finding(
                "font-unknown",
                f'there is no font "{family}"',
                "add its files to fonts/",
                dress.places.get(name),
            )


def leftovers_in(manuscript: Manuscript, game: Game) -> Iterator[Finding]:
    """The mark-up in a rulebook that prints as it stands."""
    for problem, also in manuscript.leftovers:
        yield problem.found_by("leftover", "warning", game.id, also=also)


def check_rulebook(
    project: Project, game: Game, findings: list[Finding] | None = None
) -> list[Finding]:
    """Faults of a game's rulebook, found without drawing or setting it.

    `findings` are given what is left in it, and words that are hard to read. Raises CardgenError
    when it cannot be read at all.
    """
    manuscript, problems = next(
        process.run(_read, game, read_source(file_of(game), project.root), file_of(game), {})
    )
    parts_needed = needed(manuscript)
    for name, place in parts_needed.names.items():
        problems += (problem.at(place) for problem in _lacks(project, game, name))
    problems += missing_figures(project, game, parts_needed.figures)
    problems += missing_pages(project, game, parts_needed.pages)
    if findings is not None:
        findings += leftovers_in(manuscript, game)
        findings += illegible_spans(manuscript, game)
    return list(dict.fromkeys(problems))


def _read(
    game: Game, source: str, file: Path, values: Mapping[str, Any]
) -> Iterator[tuple[Manuscript, list[Finding]]]:
    how = game.typeset()
    # what is no rulebook is written in its own language and words
    is_rulebook = not values
    yield read_book(
        file,
        write_out(game, source, file, values),
        how.language if how.quotes and is_rulebook else "en",
        SpanSheet(game.styles, {name: colour.rgb for name, colour in game.palette.items()}),
        game.vocabulary_of() if is_rulebook else NO_VOCABULARY,
        how.list_bullet if is_rulebook else "",
    )


def _lacks(project: Project, game: Game, name: str) -> tuple[Finding, ...]:
    """Why the game has no such drawing; nothing if it has it, in whatever colour."""
    try:
        project.find_art(game.folder, name.partition("\n")[0])
    except CardgenError as error:
        return error.findings
    return ()
