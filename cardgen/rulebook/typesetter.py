"""The book: its blocks filled into pages, with what every book has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, dropwhile
from pathlib import Path
from typing import NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import Finding, Place, also_in_lines
from cardgen.base.geometry import Box
from cardgen.engine import MissingGlyphFinding, structure
from cardgen.model.cards import Game
from cardgen.rulebook import matter
from cardgen.rulebook.block_setter import BlockSetter
from cardgen.rulebook.blocks import Manuscript, spans_of
from cardgen.rulebook.body import chapters
from cardgen.rulebook.embeds import Gallery
from cardgen.rulebook.flow import Break, Flow, Stack
from cardgen.rulebook.galley import Galley
from cardgen.rulebook.lines import Measurer
from cardgen.rulebook.page import Anchor, BookPage, DummyPage
from cardgen.rulebook.pagination import paginated
from cardgen.rulebook.running_heads import furnish
from cardgen.rulebook.spare_room import filled
from cardgen.rulebook.tailpieces import with_tailpieces
from cardgen.rulebook.theme import WHITE, Format

_PASSES = 5
_BLANKS = (0.0, 8.0, 14.0, 18.0)
"""What it costs that so many pages of a booklet's last sheet stay blank."""
_LEAD = 0.3
"""Of the cover's height, what the first words may take."""


class Pages(NamedTuple):
    """A book in pages. `last` of them, at the end, belong together: blanks of a booklet go before
    them. `document` is how it is read."""

    book_pages: tuple[BookPage, ...]
    last: int
    document: structure.StructureElement


class _Matter(NamedTuple):
    """The matter of a book, cut into pages.

    What stands on its cover, the pages after that, the last ones that belong together, and what
    stands at their foot."""

    cover: Flow | None
    inside: list[Stack]
    back: list[Stack]
    foot: Flow | None


class Typesetter:
    """Sets one edition of one book."""

    def __init__(
        self,
        game: Game,
        manuscript: Manuscript,
        gallery: Gallery,
        measurer: Measurer,
        format: Format,
        *,
        has_tailpiece: bool = False,
    ) -> None:
        self.format, self.has_tailpiece = format, has_tailpiece
        self.setting = BlockSetter(game, manuscript, gallery, measurer, format)
        self.read = not format.folded
        """Whether its pages can be read in order: those of a booklet stand side by side on
        sheets."""

    @property
    def problems(self) -> tuple[Finding, ...]:
        """All that is wrong with what was set."""
        problems_found, elsewhere = self.setting.setter.problems, self.setting.game.place
        # in the contents and running heads it is told again
        told_elsewhere = {
            _matter_of(problem) for problem in problems_found if problem.place != elsewhere
        }
        once = [
            problem
            for problem in problems_found
            if problem.place != elsewhere or _matter_of(problem) not in told_elsewhere
        ]
        lacking = [problem for problem in once if isinstance(problem, MissingGlyphFinding)]
        if len(lacking) <= MissingGlyphFinding.EACH:
            return tuple(once)
        # alike in all editions
        lacking.sort(
            key=lambda problem: problem.place or Place(elsewhere.file if elsewhere else Path())
        )
        return (
            also_in_lines(MissingGlyphFinding.of(lacking), lacking),
            *(problem for problem in once if not isinstance(problem, MissingGlyphFinding)),
        )

    def pages(self) -> Pages:
        """The book in pages, set again until its page numbers are true.

        The contents and the index name pages, and may move them. After _PASSES the book is taken
        as it is."""
        self._dress()
        matter_set = self._settled()
        if not self.format.folded:
            inside = [filled(page, self.format) for page in matter_set.inside]
            matter_set = matter_set._replace(inside=inside)
        if self.has_tailpiece:
            ground = self.setting.look.cover
            inside = [*with_tailpieces(matter_set.inside, self.format, ground)]
            matter_set = matter_set._replace(inside=inside)
        book_pages = self._painted(matter_set, self._new_page)
        furnish(self.setting, book_pages)
        return Pages(
            tuple(book_pages), len(book_pages) - 1 - len(matter_set.inside), self.setting.document
        )

    def _settled(self) -> _Matter:
        """The matter of the book, set with numbers of pages that are true, if _PASSES suffice."""
        manuscript = self.setting.manuscript
        written = chain(manuscript.lead, manuscript.blocks, manuscript.quick)
        anchors: list[tuple[Anchor, int]] = []
        # Pages are not known yet, but the index is about as long as it will be.
        terms: dict[str, list[int]] = {span.term: [0] for span in spans_of(written) if span.term}
        for _ in range(_PASSES):
            numbers = {anchor.name: number for anchor, number in anchors}
            self.setting.setter.pages = numbers
            matter_set = self._matter(anchors, terms)
            dummy = self._painted(matter_set, self._dummy)
            last_names, last_terms = _names_and_pages(anchors), terms
            anchors, terms = _anchors_of(dummy), _terms_of(dummy)
            if _names_and_pages(anchors) == last_names and terms == last_terms:
                break
        return matter_set

    def _dress(self) -> None:
        """Set running text as the game has it: justified text is divided unless it says no."""
        game = self.setting.game
        typesetting = game.typeset()
        if game.rulebook.justify:
            self.setting.justify()
            typesetting = replace(typesetting, hyphenate=typesetting.hyphenate is not False)
        self.setting.setter.typesetting = typesetting

    def handout(self) -> tuple[BookPage, ...]:
        """The lead and the body alone, under a head with the game's title: a page or two for a
        purpose of its own."""
        self.setting.band = 1.5
        self.read = False
        flows = [
            matter.handout_head(self.setting),
            *matter.lead(self.setting).pieces,
            *chapters(self.setting),
        ]
        book_pages: list[BookPage] = []
        self._paint(book_pages, self._new_page, self._paged(flows))
        if len(book_pages) > 1:
            furnish(self.setting, book_pages, plain=True)
        return tuple(book_pages)

    def quick(self) -> Pages:
        """The page alone that a template draws of the quick reference; none where it is text."""
        self._dress()
        flows = matter.quick_reference(self.setting) if self.setting.manuscript.drawn_quick else []
        book_pages: list[BookPage] = []
        self._paint(book_pages, self._new_page, self._paged(flows))
        return Pages(tuple(book_pages), 0, self.setting.document)

    def _matter(self, anchors: list[tuple[Anchor, int]], terms: dict[str, list[int]]) -> _Matter:
        """All that the book says, with these page numbers, cut into pages."""
        self.setting.begin()
        lead = matter.lead(self.setting)
        cover, rest = (
            lead.split(matter.lead_place(self.setting)[1], self.format.room * _LEAD, False)
            if lead.pieces
            else (None, None)
        )
        contents = matter.contents(self.setting, anchors)
        inside = [
            *filter(None, [rest]),
            *contents,
            *chapters(self.setting),
            *matter.index(self.setting, terms),
        ]
        quick = matter.quick_reference(self.setting)
        credits = matter.credits(self.setting)
        if credits and not quick:
            inside.append(credits)
        back = self._paged(quick)
        return _Matter(
            cover,
            self._paged(inside, closes=not quick, others=1 + len(back)),
            back,
            credits if quick and not self.setting.manuscript.drawn_quick else None,
        )

    def _painted(self, matter_set: _Matter, new: Callable[[], BookPage]) -> list[BookPage]:
        """The matter on new pages, heads and page numbers left out."""
        book_pages = [new()]
        matter.cover(self.setting, book_pages[0], matter_set.cover)
        self._paint(book_pages, new, matter_set.inside)
        self._paint(book_pages, new, matter_set.back, matter_set.foot)
        return book_pages

    def _paged(self, flows: Sequence[Flow], *, closes: bool = True, others: int = 0) -> list[Stack]:
        """Flow cut into pages, the book's last ones if it `closes`.

        Beside these the book has so many `others`."""
        form = self.format
        flows_to_set = list(dropwhile(lambda flow: isinstance(flow, Break), flows))
        blank = _BLANKS if form.folded and others else (0.0,) * 4
        return paginated(
            Galley(flows_to_set, form),
            closes=closes,
            blanks=lambda count: blank[-(count + others) % 4],
        )

    def _paint(
        self,
        book_pages: list[BookPage],
        new: Callable[[], BookPage],
        pages: Sequence[Stack],
        foot: Flow | None = None,
    ) -> None:
        """Paint pages; `foot` stands at the bottom of the last one."""
        form = self.format
        for place, page in enumerate(pages, 1):
            book_page = new()
            book_pages.append(book_page)
            page.paint(book_page, form.side, form.head, form.measure)
            if place == len(pages) and foot is not None:
                high = foot.height(form.measure)
                if page.height(form.measure) + self.setting.gap * 2 + high > form.room:
                    book_page = new()
                    book_pages.append(book_page)
                with book_page.within(self.setting.document):
                    foot.paint(book_page, form.side, form.height - form.foot - high, form.measure)

    def _new_page(self) -> BookPage:
        document = self.setting.document if self.read else None
        leftward = self.setting.setter.leftward
        page = BookPage(self.format.width, self.format.height, document, leftward=leftward)
        if self.format.screen:
            page.box(
                Box(0, 0, page.width, page.height),
                fill=colour_math.mix(self.setting.look.paper, WHITE, 0.45),
            )
        return page

    def _dummy(self) -> BookPage:
        return DummyPage(self.format.width, self.format.height)


def _anchors_of(book_pages: Sequence[BookPage]) -> list[tuple[Anchor, int]]:
    """The anchors of a book, each with the number of its page."""
    numbered_pages = enumerate(book_pages, 1)
    return [(anchor, number) for number, page in numbered_pages for anchor in page.anchors]


def _names_and_pages(anchors: Sequence[tuple[Anchor, int]]) -> list[tuple[str, int]]:
    return [(anchor.name, number) for anchor, number in anchors]


def _terms_of(book_pages: Sequence[BookPage]) -> dict[str, list[int]]:
    """The numbers of the pages that explain each term."""
    terms: dict[str, list[int]] = {}
    for number, page in enumerate(book_pages, 1):
        for term in page.terms:
            numbers = terms.setdefault(term, [])
            if number not in numbers:
                numbers.append(number)
    return terms


def _matter_of(problem: Finding) -> str | tuple[str, ...]:
    """The characters that are missing, whatever their font; of other problems the sentence."""
    return problem.characters if isinstance(problem, MissingGlyphFinding) else problem.what
