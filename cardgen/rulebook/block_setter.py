"""Blocks of a manuscript set as flow.

Headings, texts, lists, tables, boxes and what a book shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain, groupby

from cardgen.base import colour_math
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.base.writing_direction import is_mostly_leftward
from cardgen.engine import structure, text_blocks
from cardgen.model.cards import Deck, Game
from cardgen.rulebook import blocks as made
from cardgen.rulebook import phrases
from cardgen.rulebook.blocks import (
    PAGE,
    Block,
    Embed,
    EmbeddedSide,
    InlineSpan,
    Manuscript,
    Spans,
    plain,
    spans_of,
)
from cardgen.rulebook.drawn_page import DrawnPage
from cardgen.rulebook.embeds import Gallery
from cardgen.rulebook.flow import (
    Break,
    Columns,
    Flow,
    HeadingFlow,
    Kept,
    ListFlow,
    Marked,
    PanelFlow,
    Stack,
    TableFlow,
    TextFlow,
    in_strips,
)
from cardgen.rulebook.lines import LineSetter, Measurer
from cardgen.rulebook.ornaments import BOX, CHAPTER, leave_ornament
from cardgen.rulebook.page import Anchor, BookPage
from cardgen.rulebook.rows import Row, fan, row
from cardgen.rulebook.theme import (
    BOLD,
    BOX_TITLE,
    CHAPTER_TITLE,
    GUTTER,
    SMALL,
    WHITE,
    Format,
    Theme,
    Type,
    column_width,
    heading_share,
)

Mark = Callable[[BookPage, float, float], None]
"""Paints what stands before an item of a list, whose text begins at a height."""
_STEP, _MOST_FREE = 5 * MM, 60
"""In what steps the template of a chapter's ground is told of the room beside the title, and the
most that it is told, in mm."""
_FANNED, _WIDEST_FANNED = 0.29, 22 * MM
"""How large cards of a deck are shown among all that is in the box."""
_FANS_GROWN, _FANS_SHRUNK, _CAPTIONED = 1.7, 0.75, 1.35
"""How much larger the fans of few decks become at the most, how much smaller those of many, and
how much wider than a fan its caption may be."""
_READ_WITH_EASE = 0.75
"""What is across the page is read with more ease: it may take so much more of it."""
_SHORT_ROW = 8
"""So many cards stand together in a column."""
_FEW, _MANY = 4, 5
"""So many cards in a row stand across a box that goes across, or may stand across the page."""
_TALL = 0.4
"""Of a page's height: a box with cards that is taller in a column goes across."""
_FEW_LINES = 4
"""So many lines beside pieces that go across are not parted into columns."""
_TABLE_AIR = 1.5
"""Above and below a table on a page in columns, where more stands close to it."""
_TALLEST = 0.9
"""Of a page's height: pictures are no higher, so that a heading has room above them."""
_DOT_ROOM, _NUMBER_ROOM = 1.15, 1.75
"""How far items stand in at least behind a dot, and behind a number, in ems."""

_SLIM = 0.7
"""The share of a band's type that the band over the index takes."""


class BlockSetter:
    """Sets the blocks of one edition of a book, styled by its theme."""

    def __init__(
        self,
        game: Game,
        manuscript: Manuscript,
        gallery: Gallery,
        measurer: Measurer,
        format: Format,
    ) -> None:
        self.game, self.manuscript, self.gallery, self.format = game, manuscript, gallery, format
        self.title = manuscript.title or game.title
        self.look = Theme(game)
        written = spans_of(chain(manuscript.lead, manuscript.blocks, manuscript.quick))
        leftward = is_mostly_leftward("".join(span.text for span in written))
        page = self.say(phrases.ON_PAGE)
        self.setter = LineSetter(
            measurer,
            self.look.link,
            page=page,
            place=game.place,
            screen=format.screen,
            leftward=leftward,
        )
        self.body = Type(format.size, self.look.body, colour=self.look.ink)
        self.small = replace(self.body, size=format.size * SMALL, leading=1.3)
        self.caption = replace(self.small, align="center", leading=1.2)
        self.gap = format.size * 0.55
        self.headings = {
            plain(block.spans): block.anchor
            for block in manuscript.blocks
            if isinstance(block, made.HeadingBlock)
        }
        self.colours: dict[str, str] = {}
        self.colour = self.look.accent
        """That of the chapter whose matter is set."""
        self.band = CHAPTER_TITLE
        """The size of a chapter's title, in sizes of the text."""
        self.measure = format.text
        """How wide what is set now may be: a column."""
        self.full, self.columns = format.measure, format.columns
        """How wide all columns are together, and how many."""
        self._across: dict[tuple[int, float, float], bool] = {}
        self.begin()

    def justify(self) -> None:
        """Let running text reach both edges."""
        self.body = replace(self.body, align="justify")

    def begin(self) -> None:
        """Begin the book anew, of which nothing is set yet."""
        self.document = structure.StructureElement("Document")
        """How it is read."""
        self.sections = [self.document]
        """The parts of the book that what is set now stands in, from the whole to the smallest."""

    def say(self, text: str, *values: object) -> str:
        return self.game.said(text, *values)

    def heading_type(self, size: float, leading: float, colour: str, align: str = "left") -> Type:
        return Type(size, self.look.display, BOLD, leading, colour, align, title=True)

    def in_section(self, flows: list[Flow], before: structure.StructureElement) -> list[Flow]:
        """Pieces in the section that is open; those with headings within them in the section that
        was open `before` they were set."""
        for flow in flows:
            flow.section = flow.section or (before if flow.has_heading() else self.sections[-1])
        return flows

    @contextmanager
    def within(self, width: float, columns: int = 1) -> Iterator[None]:
        """Let what is set meanwhile be so wide, in columns side by side."""
        before = self.measure, self.full, self.columns
        self.measure, self.full, self.columns = column_width(width, columns), width, columns
        yield
        self.measure, self.full, self.columns = before

    def flows(self, blocks: Iterable[Block], type: Type) -> Iterator[Flow]:
        """Blocks set in a column, or across all of them where that takes less of the page.

        What stands below a heading among them is in its section."""
        begun = False
        for block in blocks:
            begun = begun or isinstance(block, made.HeadingBlock)
            goes_across = self.columns > 1 and self._goes_across_here(block)
            before = self.sections[-1]
            with self.within(self.full) if goes_across else nullcontext():
                flows = list(self.flow(block, type))
            for flow in flows:
                if goes_across:
                    flow.across, flow.floats = True, isinstance(block, made.Live)
            yield from self.in_section(flows, before) if begun else flows

    def strips(self, blocks: Iterable[Block], type: Type, width: float) -> Stack:
        """Blocks in as many columns as a page has, if it is about as wide."""
        columns = self.format.columns if width > self.format.measure * 0.8 else 1
        with self.within(width, columns):
            flows = list(self.flows(blocks, type))
        if columns > 1:
            _set_few_lines_across(flows, width)
        return Stack(flows if columns == 1 else [*in_strips(flows, columns, GUTTER)])

    def _goes_across_here(self, block: Block) -> bool:
        """`_goes_across`, found once for all passes over the book: it sets the block to try."""
        # blocks live as long as the manuscript
        key = id(block), self.measure, self.full
        if key not in self._across:
            self._across[key] = self._goes_across(block)
        return self._across[key]

    def _goes_across(self, block: Block) -> bool:
        """True if a block stands across all columns.

        A chapter begins there, and what is wider than a column or would be too high in it."""
        match block:
            case made.HeadingBlock():
                return block.level == 2
            case made.TableBlock() | made.Live():
                return self._takes_less_across(block)
            case made.Callout():
                return (
                    block.kind == "columns"
                    or any(map(self._goes_across_here, block.blocks))
                    or self._is_tall_with_cards(block)
                )
        return False

    def _is_tall_with_cards(self, block: made.Callout) -> bool:
        """True if a box shows some cards and would take much of its column."""
        rows = [inner for inner in block.blocks if isinstance(inner, made.Live)]
        if sum(len(inner.part.sides) for inner in rows) < _FEW:
            return False
        (box,) = self.flow(block, self.body)
        return box.height(self.measure) > _TALL * self.format.room

    def _takes_less_across(self, block: made.TableBlock | made.Live) -> bool:
        """True if a table or row takes less of the page across it than in a column."""
        part = block.part if isinstance(block, made.Live) else None
        if part and part.kind in ("components", "page"):
            return True
        if part and part.kind == "figure":
            return (part.width or self.gallery.natural(part).width) * MM > self.measure
        (in_column,) = self.flow(block, self.body)
        if isinstance(in_column, TableFlow) and in_column.least() > self.measure:
            return True
        if part and self.full < self.format.measure:  # in a box that goes across
            return len(part.sides) >= _FEW
        if part and len(part.sides) < _MANY:
            return False
        with self.within(self.full):
            (across,) = self.flow(block, self.body)
        area_across = across.height(self.full) * self.columns
        return area_across * _READ_WITH_EASE < in_column.height(self.measure)

    def flow(self, block: Block, type: Type) -> Iterator[Flow]:
        match block:
            case made.HeadingBlock():
                yield self.heading(block)
            case made.ParagraphBlock():
                leads = plain(block.spans).endswith(":")
                yield TextFlow(
                    self.setter, block.spans, type, self.gap, self.gap, keep_with_next=leads
                )
            case made.Items():
                centred = type.align == "center"
                yield self.items(block, replace(type, align="left") if centred else type)
            case made.TableBlock():
                yield self.table(block.head, block.rows, block.aligns)
            case made.Live():
                yield self.live(block)
            case made.Callout():
                yield from self._box(block, type)
            case made.PageBreak():
                yield Break()

    def heading(self, block: made.HeadingBlock) -> HeadingFlow:
        if block.level == 2:
            place = len([name for name in self.colours if not name.startswith(":")])
            colour_of_chapter = self.colours.get(block.anchor)
            return self.chapter(block.spans, block.anchor, place, colour_of_chapter)
        size = self.format.size * heading_share(block.level)
        colour = self.look.ink if block.level == 4 else self.look.heading
        type = self.heading_type(size, 1.12, colour)
        text = TextFlow(
            self.setter,
            block.spans,
            type,
            size * 0.95,
            size * 0.22,
            keep_with_next=True,
            kind=self._begin(block.level),
        )
        heading = HeadingFlow(text, Anchor(block.anchor, block.level, plain(block.spans), 0.0))
        heading.section = self.sections[-1]
        heading.break_penalty = -0.25 if block.level == 3 else -0.1
        return heading

    def underline(self, heading: HeadingFlow) -> None:
        """Draw a line under a heading that stands across the page, unless it has a ground."""
        if heading.ground:
            return
        colour = self.colour
        heading.pad = (0, self.format.size * 0.3)

        def line(page: BookPage, x: float, y: float, width: float, height: float) -> None:
            page.box(Box(x, y + height - 1.2, width, 1.2), fill=colour)

        heading.ground = line

    def _begin(self, level: int) -> str:
        """Begin a section under a heading, and return its level for readers.

        No level above it is left out."""
        self.sections = self.sections[: level - 1]
        self.sections.append(structure.StructureElement("Sect", self.sections[-1]))
        return f"H{len(self.sections)}"

    def chapter(
        self,
        spans: Spans,
        anchor: str,
        place: int,
        colour: str | None = None,
        slim: bool = False,
    ) -> HeadingFlow:
        """A band across the page in the colour of the chapter, slim for what is none."""
        chapters = self.look.chapters
        ground = self.colours.setdefault(anchor, colour or chapters[place % len(chapters)])
        self.colour = ground
        size = self.format.size * self.band * (_SLIM if slim else 1.0)
        type = self.heading_type(size, 1.05, self.look.on(ground))
        self.sections = [self.document]
        text = TextFlow(
            self.setter,
            spans,
            type,
            size * 1.05,
            self.gap * 1.2,
            keep_with_next=True,
            kind=self._begin(2),
        )

        pad = 11.0

        def band(page: BookPage, x: float, y: float, width: float, height: float) -> None:
            title = max((line.width for line in text.lines(width - 2 * pad)), default=0.0)
            # in steps: equal grounds are drawn once
            free = max(0, int((width - 2 * pad - title) / _STEP)) * _STEP / MM
            says = {"free": min(round(free), _MOST_FREE)}
            leave_ornament(page, CHAPTER, Box(x, y, width, height), ground, **says)

        heading = HeadingFlow(
            text, Anchor(anchor, 2, plain(spans), 0.0), (pad, 3.0 if slim else 6.5), band
        )
        heading.section, heading.break_penalty = self.sections[-1], -0.6
        heading.across = self.format.columns > 1
        return heading

    def items(self, block: made.Items, type: Type) -> Stack:
        apart = self.gap * (0.4 if block.tight else 0.8)
        colour = colour_math.mix(self.look.accent, self.look.ink, 0.1)
        bold = self.heading_type(type.size, type.leading, colour)
        start = block.start
        if start is None:
            room = self._marker_room(block.markers, type, _DOT_ROOM)
        else:
            last = (InlineSpan(f"{start + len(block.items) - 1}."),)
            room = self._marker_room([last], bold, _NUMBER_ROOM)
        pieces: list[Flow] = []
        for place, (item, marker) in enumerate(zip(block.items, block.markers, strict=True)):
            with self.within(self.measure - max(room, type.size * _NUMBER_ROOM)):
                inner = Stack(list(self.flows(item, type)))
            if start is not None:
                mark = self._number_mark(f"{start + place}.", bold)
            elif marker:
                mark = self._sign_mark(marker, replace(type, align="left"), room)
            else:
                mark = self._dot_mark(bold, room)
            pieces.append(Marked(inner, room, mark, apart))
        line = type.size * type.leading
        return ListFlow(pieces, self.gap, line, structure.StructureElement("L"))

    def _marker_room(self, markers: Iterable[Spans], type: Type, least: float) -> float:
        """How far the items of a list stand in behind their markers; `least` in ems."""
        widths = [self.setter.extent(marker, type)[1] for marker in markers if marker]
        return text_blocks.hanging_indent(widths, type.size, least * type.size)

    def _number_mark(self, number: str, type: Type) -> Mark:
        def mark(page: BookPage, x: float, y: float) -> None:
            lines = self.setter.lines((InlineSpan(number),), type, 100)
            self.setter.paint(lines, type, page, x, y, 100)

        return mark

    def _sign_mark(self, marker: Spans, type: Type, room: float) -> Mark:
        """The icon or sign before an item, in the middle of its first line."""

        def mark(page: BookPage, x: float, y: float) -> None:
            lines = self.setter.lines(marker, type, room)
            for line in lines[:1]:
                x += room - line.width - type.size * text_blocks.BESIDE_MARKER
                y += (type.size * type.leading - line.height) / 2
            self.setter.paint(lines[:1], type, page, x, y, room)

        return mark

    def _dot_mark(self, type: Type, room: float) -> Mark:
        def mark(page: BookPage, x: float, y: float) -> None:
            x += room - type.size * _DOT_ROOM
            middle = y + type.size * type.leading / 2 + 0.3
            page.dot(x + type.size * 0.42, middle, type.size * 0.2, fill=type.colour)

        return mark

    def table(
        self, head: Sequence[Spans], rows: Sequence[Sequence[Spans]], aligns: Sequence[str]
    ) -> TableFlow:
        ground = self.look.accent
        top = replace(self.small, weight=BOLD, colour=self.look.on(ground))
        return TableFlow(
            self._cells(head, top, aligns, "TH"),
            [self._cells(row, self.small, aligns, "TD") for row in rows],
            colours=(ground, colour_math.mix(self.look.rows, WHITE, 0.82), self.look.ink),
            pad=(5.5, 3.2),
            above=self.gap * (1.3 if self.format.columns == 1 else _TABLE_AIR),
            least_split=self.format.room * 0.95,
        )  # fmt: skip

    def _cells(
        self, row: Sequence[Spans], type: Type, aligns: Sequence[str], kind: str
    ) -> tuple[TextFlow, ...]:
        # where all of a column stands at its right, so do its numbers, one below the other
        if self.setter.leftward:
            aligns = ["left" if align == "right" else align for align in aligns]
        return tuple(
            TextFlow(self.setter, cell, replace(type, align=align), kind=kind)
            for cell, align in zip(row, aligns, strict=True)
        )

    def _box(self, block: made.Callout, type: Type) -> Iterator[Flow]:
        if block.kind == "columns":
            with self.within((self.measure - 6 * MM) / 2):
                inner = Stack(list(self.flows(block.blocks, type)))
            begins = inner.pieces[0].above if inner.pieces else 0.0  # a heading has air above it
            yield Columns(inner, 6 * MM, above=max(self.gap, begins), below=self.gap)
            return
        if block.kind in ("quick", "keep"):
            flows = list(self.flows(block.blocks, type))
            yield Stack(flows) if block.kind == "quick" or not flows else Kept(flows)
            return
        pad = 8.5 if type.size == self.format.size else 6.5
        inner = self.strips(block.blocks, type, self.measure - 2 * pad)
        colour = self.look.box(block.kind)
        title = None
        if block.title:
            looks = self.heading_type(type.size * BOX_TITLE, 1.1, self.look.on(colour))
            title = TextFlow(
                self.setter, block.title, looks, kind=f"H{min(6, len(self.sections) + 1)}"
            )

        def ground(page: BookPage, box: Box, band: float) -> None:
            leave_ornament(page, BOX, box, colour, kind=block.kind, band=round(band / MM, 3))

        more = InlineSpan(self.say(phrases.CONTINUED), italic=True)
        panel = PanelFlow(
            inner,
            title,
            ground,
            pad=pad,
            least_split=self.format.room * (0.6 if self.format.columns == 1 else 0.85),
            above=self.gap * 1.5,
            more=more,
        )
        panel.break_penalty = 1.4 if title else 3.0
        yield panel

    def drawn_page(
        self, block: made.Live, heading: HeadingFlow | None = None, foot: TextFlow | None = None
    ) -> DrawnPage:
        """A page that a template draws, with the heading that it shows."""
        return DrawnPage(self.game, self.format, block, self.look.cover, heading, foot)

    def live(self, block: made.Live) -> Flow:
        part = block.part
        if part.kind == "page":
            return self.drawn_page(block)
        if part.kind == "components":
            return self._decks_fanned(part)
        if part.kind == "variants":
            rows = [self._variant(name, players) for name, players in part.rows]
            return self._side_by_side(
                (
                    (InlineSpan(self.say(phrases.VARIANT)),),
                    (InlineSpan(self.say(phrases.PLAYERS)),),
                ),
                rows,
            )
        if part.kind == "counts":
            rows = [self._counted(value, count) for value, count in part.rows]
            name = self.game.words_of_id(part.name.replace("_", " ").removesuffix("s"))
            return self._side_by_side(
                ((InlineSpan(name),), (InlineSpan(self.say(phrases.CARDS)),)), rows
            )
        tallest = self.format.room * _TALLEST
        figures = row(
            self.gallery, block, self.setter, self.caption, self.gap * 1.4, self.measure, tallest
        )
        figures.is_whole = self.format.columns > 1 and len(part.sides) <= _SHORT_ROW
        return figures

    def _counted(self, value: str, count: str) -> tuple[Spans, Spans]:
        icon = (
            (InlineSpan(made.OBJECT, icon=value), InlineSpan(" "))
            if value in self.gallery.art
            else ()
        )
        return (*icon, InlineSpan(self.game.words_of_id(value))), (InlineSpan(count),)

    def _side_by_side(self, head: Sequence[Spans], rows: Sequence[Sequence[Spans]]) -> TableFlow:
        """A table of two narrow columns.

        A long one goes on beside itself, as often as there is room."""
        aligns = ("left", "center")
        table = self.table(head, rows, aligns)
        room = int(self.measure / table.natural())
        beside = max(1, min(3, len(rows) // 4, room))
        high = -(-len(rows) // beside)  # rounded up
        empty = ((InlineSpan(""),),) * len(head)
        rows = [*rows, *[empty] * (-len(rows) % high)]
        columns = [rows[start : start + high] for start in range(0, len(rows), high)]
        merged = [tuple(chain.from_iterable(row)) for row in zip(*columns, strict=True)]
        return self.table(tuple(head) * len(columns), merged, aligns * len(columns))

    def _variant(self, name: str, players: str) -> tuple[Spans, Spans]:
        name = self.say(name)
        anchor = self.headings.get(name)
        link = f"#{anchor}" if anchor else ""
        page = InlineSpan(f", {PAGE}", page=anchor) if anchor else InlineSpan("")
        return (InlineSpan(name, bold=True, link=link), page), (InlineSpan(players),)

    def _decks_fanned(self, part: Embed) -> Flow:
        """Every deck as a fan of some of its cards, as large beside one another as they are.

        Few decks are shown larger, as far as they stay on one line, and many smaller where that
        saves a line."""
        decks = [
            (self.game.deck(name), tuple(sides))
            for name, sides in groupby(part.sides, key=lambda side: side.deck)
        ]
        row = self._fans_of(decks, 1.0)
        growth = self.measure / (sum(fan.width for fan in row.figures) * _CAPTIONED)
        if growth > 1.0:
            return Kept([self._fans_of(decks, min(growth, _FANS_GROWN))])
        smaller = self._fans_of(decks, _FANS_SHRUNK)
        saves_line = smaller.lines(self.measure) < row.lines(self.measure)
        return Kept([smaller if saves_line else row])

    def _fans_of(self, decks: Sequence[tuple[Deck, Sequence[EmbeddedSide]]], scale: float) -> Row:
        """Fans with their captions, so many times as large as usual."""
        fans = []
        for deck, sides in decks:
            width = min(deck.shape.width * _FANNED, _WIDEST_FANNED) * scale
            fans.append(fan(self.gallery, sides, width, self.measure))
        row = Row(fans, [], self.setter, self.caption, self.gap * 1.4, None)
        row.captions = [self._deck_caption(deck) for deck, _ in decks]
        return row

    def _deck_caption(self, deck: Deck) -> Spans:
        """A deck's title, and how many cards it has of each size, in which no line ends."""
        caption = [InlineSpan(deck.title, bold=True)]
        for shape in deck.shapes:
            copies = sum(card.copies for card in deck if (card.own_shape or deck.shape) == shape)
            size = shape.measured(self.game.typeset().language).replace(" ", "\u00a0")
            name = self.say(shape.name)
            named = f"{name} ({size})" if name else size
            caption += (InlineSpan("\n"), InlineSpan(f"{copies}\u00a0×\u00a0{named}"))
        return tuple(caption)


def _set_few_lines_across(flows: Sequence[Flow], width: float) -> None:
    """Set a few lines across that stand above or below what goes across."""
    if not any(flow.across for flow in flows):
        return
    for across, group in groupby(flows, key=lambda flow: flow.across):
        texts = [flow for flow in group if not across]
        lines = sum(
            len(text.lines(width)) if isinstance(text, TextFlow) else math.inf for text in texts
        )
        if lines <= _FEW_LINES:
            for text in texts:
                text.across = True
