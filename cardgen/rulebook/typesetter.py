"""The book: its blocks set as flow and filled into pages, with cover, contents, index, quick reference and credits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate, chain, repeat, takewhile
from typing import NamedTuple

from cardgen.base.errors import Place
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.graphics.structure import ORNAMENT, StructureElement
from cardgen.model.cards import Game
from cardgen.rulebook import blocks as made
from cardgen.rulebook.blocks import PAGE, Block, Embed, EmbeddedSide, InlineSpan, Manuscript, Spans, plain
from cardgen.rulebook.embeds import Gallery, Row, row
from cardgen.rulebook.figures import Says
from cardgen.rulebook.flow import (
    BAND,
    MAIN,
    WIDE,
    Beside,
    Break,
    Columns,
    Flow,
    HeadingFlow,
    Marked,
    PanelFlow,
    Stack,
    TableFlow,
    TextFlow,
)
from cardgen.rulebook.galley import Galley
from cardgen.rulebook.lines import LineSetter, Measurer
from cardgen.rulebook.ornaments import BOX, CHAPTER, COVER, leave_ornament, shown_on_cover
from cardgen.rulebook.page import Anchor, Dummy, Leaf
from cardgen.rulebook.pagination import paginated
from cardgen.rulebook.side_column import beside
from cardgen.rulebook.theme import BOLD, WHITE, Format, Theme, Type, mix

# What the engine says by itself. A game in another language says it in the words that its overlay gives for these.
RULEBOOK, CONTENTS, INDEX, QUICK = "Rulebook", "Contents", "Index of terms", "Quick reference"
_PAGE, _CONTINUED = "page {}", ", continued"
_BY, _RULES = "The rules of the game by {}", "The rules of the game"
_PART, _CARDS, _SIZE, _VARIANT, _PLAYERS = "Part", "Cards", "Size", "Variant", "Players"
_CREDITS, _DESIGNED = "Credits", "{} was designed by {}."
BOUND = (RULEBOOK, CONTENTS, INDEX, QUICK, _PAGE, _CONTINUED, _BY, _PART, _CARDS, _SIZE, _CREDITS, _DESIGNED)
"""What most books say."""
_PASSES = 5
_LONG = 90
"""Contents of more entries than these name the chapters alone."""
_COVER_CARDS = 5
_LOGO = 0.1
"""Of a handout's height, what the logo may take."""
_BLANKS = (0.0, 8.0, 14.0, 18.0)
"""What it costs that so many pages of a booklet's last sheet stay blank."""
_TALLEST = 0.55
"""Of a page's height, what a piece at the side of the text may take."""
_LONG_LIST = 0.4
"""Of a page's height, how long a list is that is set in two columns."""
_CARD = 26.0
"""How wide a single card at the side is at the least, in mm."""
_FEW = 4
"""More cards than these are not read with ease in a narrow column."""
_CLINGS = {Row: 2.0, TableFlow: 2.0, Beside: 0.3}
"""What it costs to part these from the text above them."""
_LEAD = 0.3
"""Of the cover's height, what the first words may take."""


class Pages(NamedTuple):
    """A book in pages. `last` of them, at the end, belong together: blanks of a booklet go before them. `document` is how it is read."""

    leaves: tuple[Leaf, ...]
    last: int
    document: StructureElement


class _Matter(NamedTuple):
    """What a book says, cut into pages: what stands on its cover, the pages after that, the last ones that belong together, and what
    stands at their foot."""

    cover: Flow | None
    inside: list[Galley]
    back: list[Galley]
    foot: Flow | None


def cover_sides(game: Game) -> tuple[EmbeddedSide, ...]:
    """The cards shown on the title page: of the first deck with faces enough, evenly from its beginning to its end."""
    deck = next((deck for deck in game.decks if len(deck) >= _COVER_CARDS), next((deck for deck in game.decks if len(deck)), None))
    if deck is None:
        return ()
    count = min(_COVER_CARDS, len(deck))
    steps = [round(place * (len(deck) - 1) / max(1, count - 1)) for place in range(count)]
    return tuple(EmbeddedSide(deck.id, deck.cards[step].id) for step in dict.fromkeys(steps))


class Typesetter:
    """Sets one edition of one book."""

    def __init__(self, game: Game, manuscript: Manuscript, gallery: Gallery, measurer: Measurer, format: Format) -> None:
        self.game, self.manuscript, self.gallery, self.format = game, manuscript, gallery, format
        self.look = Theme(game)
        self.setter = LineSetter(measurer, self.look.link, page=self.say(_PAGE), place=game.place, screen=format.screen)
        self.body = Type(format.size, self.look.body, colour=self.look.ink)
        self.small = replace(self.body, size=format.size * 0.84, leading=1.3)
        self.aside = replace(self.body, size=format.size * 0.86, leading=1.3)
        self.caption = replace(self.small, align="center", leading=1.2)
        self.gap = format.size * 0.55
        self.headings = {plain(block.spans): block.anchor for block in manuscript.blocks if isinstance(block, made.HeadingBlock)}
        self.colours: dict[str, str] = {}
        self.steps: list[str] = []
        """The chapters, as the tabs at the edge of pages take their steps."""
        self.band = 1.9
        """The size of a chapter's title, in sizes of the text."""
        self.read = not format.folded
        """Whether its pages can be read in order: those of a booklet stand side by side on sheets."""
        self.measure = format.text
        """How wide what is set now may be."""
        self.document = StructureElement("Document")
        self.sections: list[StructureElement] = [self.document]
        """The parts of the book that what is set now stands in, from the whole to the smallest."""

    def say(self, text: str, *values: object) -> str:
        return self.game.said(text, *values)

    def _heading_type(self, size: float, leading: float, colour: str, align: str = "left") -> Type:
        return Type(size, self.look.display, BOLD, leading, colour, align, title=True)

    # -- pages

    def pages(self) -> Pages:
        """The book in pages, set again until the page numbers in it are those of its pages."""
        self.setter.typesetting = self.game.typeset()
        anchors: list[tuple[Anchor, int]] = []
        written = chain(self.manuscript.lead, self.manuscript.blocks, self.manuscript.quick)
        # Pages are not known yet, but the index is about as long as it will be.
        terms: dict[str, list[int]] = {span.term: [0] for span in _spans(written) if span.term}
        for _ in range(_PASSES):
            self.setter.pages = {anchor.name: number for anchor, number in anchors}
            matter = self._matter(anchors, terms)
            dummy = self._painted(matter, self._dummy)
            found = [(anchor, number) for number, leaf in enumerate(dummy, 1) for anchor in leaf.anchors]
            explained: dict[str, list[int]] = {}
            for number, leaf in enumerate(dummy, 1):
                for term in leaf.terms:
                    numbers = explained.setdefault(term, [])
                    if number not in numbers:
                        numbers.append(number)
            steady = [(anchor.name, number) for anchor, number in found] == [(anchor.name, number) for anchor, number in anchors]
            if steady and explained == terms:
                break
            anchors, terms = found, explained
        leaves = self._painted(matter, self._leaf)
        self._furnish(leaves)
        return Pages(tuple(leaves), len(leaves) - 1 - len(matter.inside), self.document)

    def handout(self) -> tuple[Leaf, ...]:
        """The lead and the body alone, under a head with the game's title: a page or two for a purpose of its own."""
        self.band, self.read = 1.5, False
        head = _Logo(self) if self.game.logo in self.gallery.art else self._plain_head()
        leaves: list[Leaf] = []
        self._paint(leaves, self._leaf, self._paged([head, *self._lead_stack().pieces, *self._chapters()]))
        if len(leaves) > 1:
            self._furnish(leaves)
        return tuple(leaves)

    def _matter(self, anchors: list[tuple[Anchor, int]], terms: dict[str, list[int]]) -> _Matter:
        """All that the book says, with these page numbers, cut into pages."""
        self.document = StructureElement("Document")
        self.sections = [self.document]
        lead = self._lead_stack()
        cover, rest = lead.split(self._lead_place[1], self.format.room * _LEAD, False) if lead.pieces else (None, None)
        contents = self._contents(anchors or self._expected())
        inside = [*filter(None, [rest]), *contents, *self._chapters(), *self._index(terms)]
        quick = self._quick()
        credits = self._credits()
        if credits and not quick:
            inside.append(credits)
        back = self._paged(quick)
        return _Matter(cover, self._paged(inside, closes=not quick, others=1 + len(back)), back, credits if quick else None)

    def _painted(self, matter: _Matter, new: Callable[[], Leaf]) -> list[Leaf]:
        """The matter on new leaves, heads and page numbers left out."""
        leaves = [new()]
        self._cover(leaves[0], matter.cover)
        self._paint(leaves, new, matter.inside)
        self._paint(leaves, new, matter.back, matter.foot)
        return leaves

    def _paged(self, flows: Sequence[Flow], *, closes: bool = True, others: int = 0) -> list[Galley]:
        """Flow cut into pages, the book's last ones if it `closes`; beside these the book has so many `others`."""
        form = self.format
        galley = Galley(flows, (form.text, form.measure - form.text - form.aside, form.aside))
        blank = _BLANKS if form.folded and others else (0.0,) * 4
        return paginated(galley, form.measure, form.room, closes=closes, blanks=lambda count: blank[-(count + others) % 4])

    def _paint(self, leaves: list[Leaf], new: Callable[[], Leaf], pages: Sequence[Galley], foot: Flow | None = None) -> None:
        """Paint pages on new leaves; `foot` stands at the bottom of the last one."""
        form = self.format
        for place, page in enumerate(pages, 1):
            leaf = new()
            leaves.append(leaf)
            page.paint(leaf, form.side, form.head, form.measure)
            if place == len(pages) and foot is not None:
                high = foot.height(form.measure)
                if page.height(form.measure) + self.gap * 2 + high > form.room:
                    leaf = new()
                    leaves.append(leaf)
                with leaf.within(self.document):
                    foot.paint(leaf, form.side, form.height - form.foot - high, form.measure)

    def _leaf(self) -> Leaf:
        leaf = Leaf(self.format.width, self.format.height, self.document if self.read else None)
        if self.format.screen:
            leaf.box(Box(0, 0, leaf.width, leaf.height), fill=mix(self.look.paper, WHITE, 0.45))
        return leaf

    def _dummy(self) -> Leaf:
        return Dummy(self.format.width, self.format.height)

    def _furnish(self, leaves: Sequence[Leaf]) -> None:
        """Running heads and page numbers, on all pages but the cover."""
        form, chapter, colour = self.format, "", self.look.accent
        self.steps = list(dict.fromkeys(anchor.title for leaf in leaves for anchor in leaf.anchors if anchor.level == 2))
        type = replace(self.body, size=form.size * 0.76, weight=BOLD, colour=mix(self.look.ink, WHITE, 0.3))
        for number, leaf in enumerate(leaves, 1):
            begun = [anchor for anchor in leaf.anchors if anchor.level == 2]
            shown = begun[0].title if begun and (not chapter or begun[0].y < form.head + form.room * 0.1) else chapter
            colour = self.colours.get(begun[0].name, colour) if begun else colour
            chapter = begun[-1].title if begun else chapter
            if number == 1:
                continue
            right = number % 2 == 1
            words = (InlineSpan(shown if right else self.game.title),)
            side = replace(type, align="right" if right else "left")
            y = form.head - 9 * MM
            lines = self.setter.lines(words, side, form.measure)[:1]
            self.setter.paint(lines, side, leaf, form.side, y + 1, form.measure)
            leaf.box(Box(form.side, y + 12.5, form.measure, 0.01), stroke=mix(self.look.ink, WHITE, 0.72), line=0.6)
            later = self.colours.get(begun[-1].name, colour) if begun else colour
            if not form.screen:
                self._thumb(leaf, chapter, later, right=right)
            x, low = form.width / 2, form.height - form.foot + 6.6 * MM
            wide = 11.0
            leaf.box(Box(x - wide, low - 7.6, 2 * wide, 15.2), fill=colour, stroke=self.look.ink, line=1, round=7.6)
            pill = self._heading_type(form.size * 0.92, 1.0, self.look.on(colour), "center")
            shown_number = self.setter.lines((InlineSpan(str(number)),), pill, 2 * wide)
            self.setter.paint(shown_number, pill, leaf, x - wide, low - pill.size / 2, 2 * wide)
            colour = later

    def _thumb(self, leaf: Leaf, chapter: str, colour: str, *, right: bool) -> None:
        """The chapter at the outer edge of the page, each a step lower than the one before, to be found with the thumb."""
        if chapter not in self.steps:
            return
        form = self.format
        wide, high = form.side * 0.5, form.room / max(6, len(self.steps))
        y = form.head + (form.room - high) * self.steps.index(chapter) / max(1, len(self.steps) - 1)
        x = form.width - wide if right else 0.0
        type = self._heading_type(form.size * 0.78, 1.0, self.look.on(colour), "center")
        lines = self.setter.lines((InlineSpan(chapter),), type, 10 * form.room)
        long = max(high, lines[0].set.width + 12) if lines else high
        y = min(y, form.head + form.room - long)
        leaf.box(Box(x, y, wide, long), fill=colour)
        middle = (x + wide / 2 + (-1 if right else 1) * wide * 0.12, y + long / 2)
        turn = Matrix(0, 1, -1, 0, *middle) if right else Matrix(0, -1, 1, 0, *middle)
        with leaf.turned(turn):
            self.setter.paint(lines, type, leaf, -long / 2, -type.size / 2, long)

    # -- the parts that every book has

    @property
    def _lead_place(self) -> tuple[float, float]:
        """Where on the cover the first words begin, and how wide they are."""
        form = self.format
        return form.side + form.measure * 0.05, form.measure * 0.9

    def _cover(self, leaf: Leaf, head: Flow | None) -> None:
        """The title page: the game's own drawing from edge to edge, and the first words at its foot as far as it has room for them."""
        form = self.format
        x, width = self._lead_place
        high = head.height(width) if head else 0.0
        y = form.height - form.foot - high
        words = {"lead_x": x, "lead_y": y, "lead_width": width, "lead_height": high}
        leave_ornament(
            leaf,
            COVER,
            Box(0, 0, leaf.width, leaf.height),
            self.look.cover,
            by=self.say(_BY, self.game.designer) if self.game.designer else self.say(_RULES),
            **{name: round(value / MM, 3) for name, value in words.items()},
            **shown_on_cover(self.game, cover_sides(self.game)),
        )
        self._unseen_title(leaf, x, form.height * 0.08, width)
        if head:
            head.paint(leaf, x, y, width)
        leaf.anchors.append(Anchor("title", 0, self.game.title, 0.0))

    def _title(self) -> Spans:
        return (InlineSpan(self.game.title),)

    def _lead_stack(self) -> Stack:
        large = replace(self.body, size=self.format.size * 1.08, align="center")
        return Stack(list(self._flows(self.manuscript.lead, large)))

    def _plain_head(self) -> Flow:
        """A handout's title on a ground of its own."""
        size = min(30.0, self.format.measure * 0.06)
        type = self._heading_type(size, 1.05, self.look.on(self.look.cover), "center")
        title = TextFlow(self.setter, self._title(), type, 0, self.gap * 1.6)
        return HeadingFlow(title, Anchor("title", 0, self.game.title, 0.0), (size, size * 0.42), self._title_ground)

    def _unseen_title(self, leaf: Leaf, x: float, y: float, width: float) -> None:
        """The title where the logo stands for it: to be searched, copied and read aloud."""
        title = replace(self.body, size=self.format.measure * 0.05, leading=1.02, align="center")
        leaf.unseen = True
        with leaf.within(StructureElement("H1")):
            self.setter.paint(self.setter.lines(self._title(), title, width), title, leaf, x, y, width)
        leaf.unseen = False

    def _title_ground(self, leaf: Leaf, x: float, y: float, width: float, height: float) -> None:
        """The ground of a handout's title."""
        leaf.box(Box(x, y, width, height), fill=self.look.cover, stroke=self.look.ink, line=2, round=12)

    def _expected(self) -> list[tuple[Anchor, int]]:
        """The entries of the contents before any page is known."""
        blocks = [block for block in self.manuscript.blocks if isinstance(block, made.HeadingBlock)]
        return [(Anchor(block.anchor, block.level, plain(block.spans), 0.0), 0) for block in blocks]

    def _contents(self, anchors: Sequence[tuple[Anchor, int]]) -> list[Flow]:
        listed = [(anchor, number) for anchor, number in anchors if anchor.level in (2, 3) and anchor.name != "contents"]
        if len(listed) < 3:
            return []
        if len(listed) > _LONG:
            listed = [(anchor, number) for anchor, number in listed if anchor.level == 2]
        entries = [_Entry(self, anchor, number) for anchor, number in listed]
        band = self._chapter((InlineSpan(self.say(CONTENTS)),), "contents", 0)
        list_of_them = Stack(entries, element=StructureElement("TOC"))
        columns = Columns(list_of_them, 7 * MM, above=self.gap, whole=self.format.room * 0.9)
        columns.section = band.section
        return [band, columns]

    def _index(self, terms: dict[str, list[int]]) -> list[Flow]:
        if not terms:
            return []
        entries: list[Flow] = []
        for term in sorted(terms, key=lambda term: (term.casefold(), term)):
            spans: list[InlineSpan] = [InlineSpan(term + "  ")]
            for place, number in enumerate(terms[term]):
                spans += [InlineSpan(", ")] if place else []
                spans.append(InlineSpan(str(number), bold=place == 0, link=f"#page-{number}"))
            entries.append(Marked(TextFlow(self.setter, tuple(spans), self.small), 0, None, 0))
        band = self._chapter((InlineSpan(self.say(INDEX)),), "index-of-terms", 5)
        beside = 4 if self.format.aside else 3
        columns = Columns(
            Stack(entries, element=StructureElement("L", StructureElement("Index", band.section))),
            6 * MM,
            beside,
            above=self.gap,
            whole=self.format.room * 0.6,
        )
        columns.section = band.section
        return [band, columns]

    def _quick(self) -> list[Flow]:
        if not self.manuscript.quick:
            return []
        blocks = list(self.manuscript.quick)
        first = blocks[0]
        if isinstance(first, made.HeadingBlock) and first.level == 2:
            band = self._heading(first)
            blocks = blocks[1:]
        else:
            band = self._chapter((InlineSpan(self.say(QUICK)),), "quick-reference", 1)
        gap = 8 * MM
        tables = (self._table(block.head, block.rows, block.aligns) for block in blocks if isinstance(block, made.TableBlock))
        narrow = all(table.least() <= (self.format.measure - gap) / 2 for table in tables)
        beside = 2 if self.format.aside and narrow else 1
        with self._within((self.format.measure - gap * (beside - 1)) / beside):
            flows = list(self._flows(blocks, replace(self.body, size=self.format.size * (1.0 if self.format.aside else 0.94))))
        if beside > 1 and flows:
            flows = [Columns(Stack(flows), gap, beside, above=self.gap)]
        for flow in flows:
            flow.section = band.section
        return [band, *flows]

    def _credits(self) -> Flow | None:
        """Who designed the game, and what its game.yaml says of rights and thanks; nothing when neither is said."""
        whose = [self.say(_DESIGNED, self.game.title, self.game.designer)] if self.game.designer else []
        says = " ".join([*whose, *filter(None, [self.game.credits])])
        if not says:
            return None
        type = replace(self.small, size=self.format.size * 0.74, colour=mix(self.look.ink, WHITE, 0.2))
        inner = Stack([TextFlow(self.setter, (InlineSpan(self.say(_CREDITS) + "  ", bold=True), InlineSpan(says)), type)])
        rule = mix(self.look.ink, WHITE, 0.7)
        fill = mix(self.look.paper, WHITE, 0.2)

        def ground(leaf: Leaf, box: Box, band: float) -> None:
            leaf.box(box, fill=fill, stroke=rule, line=1.1, round=5)

        return PanelFlow(inner, None, ground, pad=5, whole=self.format.room, above=self.gap * 2)

    # -- blocks to flow

    def _chapters(self) -> list[Flow]:
        """The body of the book, each piece in its column and its section."""
        flows = self._side_by_side_pages() if self.format.aside else self._one_column()
        before: Flow | None = None
        for flow in flows:
            if not flow.cling:
                flow.cling = _CLINGS.get(type(flow), 0.0)
            if isinstance(before, Row):
                flow.cling = max(flow.cling, 0.9 if len(before.figures) > 1 else 2.1)
            before = flow
        return flows

    def _one_column(self) -> list[Flow]:
        """A card that stands alone takes the text that follows it to its side."""
        flows: list[Flow] = []
        blocks = list(self.manuscript.blocks)
        while blocks:
            block = blocks.pop(0)
            card = self._side_card(block)
            made_of = list(self._flow(block, self.body))
            if card:
                figure, column = card
                gap, text = 5 * MM, Stack([])
                width = self.measure - column - gap
                high = figure.height(column) - self.body.size
                while blocks and isinstance(blocks[0], (made.ParagraphBlock, made.Items)) and text.height(width) < high:
                    longer = Stack([*text.pieces, *self._flow(blocks[0], self.body)])
                    if longer.height(width) > (high + self.format.room * 0.2 if text.pieces else self.format.room * 0.6):
                        break
                    text = longer
                    blocks.pop(0)
                beside = text.height(width) > figure.height(column) * 0.3
                made_of = [Beside(figure, column, text, gap, self.gap * 1.4)] if beside else [*made_of, *text.pieces]
            flows += self._in_section(made_of)
        return flows

    def _in_section(self, flows: list[Flow]) -> list[Flow]:
        for flow in flows:
            flow.section = flow.section or self.sections[-1]
        return flows

    def _side_by_side_pages(self) -> list[Flow]:
        """The text in its column; figures and boxes beside what they belong to, as far as there is room, and what is wide across both."""
        whole: list[Flow] = []
        run: list[tuple[Flow, Flow | None]] = []
        for block in self.manuscript.blocks:
            wide = self._is_wide(block)
            side = None if wide else self._aside(block)
            with self._within(self.format.measure if wide else self.format.text):
                flows = self._in_section(list(self._flow(block, self.body)))
            if isinstance(block, made.Items) and block.start is None and flows[0].height(self.format.text) > self.format.room * _LONG_LIST:
                wide, flows = True, self._in_section([self._in_columns(block)])
            if wide or isinstance(flows[0], Break):
                whole += [*beside(run, self.format), *flows]
                run = []
                continue
            many = isinstance(block, made.Live) and len(block.part.sides) > 2
            if many:  # at the side, or else across the page
                with self._within(self.format.measure):
                    flows = self._in_section(list(self._flow(block, self.body)))
            for flow in flows:
                flow.column = WIDE if many else BAND if isinstance(block, made.HeadingBlock) and block.level == 2 else MAIN
            if side:
                side.section = flows[0].section
            run += [(flow, side) for flow in flows]
        return [*whole, *beside(run, self.format)]

    def _in_columns(self, block: made.Items) -> Flow:
        """A long list in two columns across the page."""
        gap = 8 * MM
        with self._within((self.format.measure - gap) / 2):
            return Columns(self._items(block, self.body), gap, 2, above=self.gap, whole=self.format.room * _LONG_LIST)

    def _is_wide(self, block: Block) -> bool:
        """Whether a block stands across the whole page: what shows many cards, and tables that need it."""
        match block:
            case made.TableBlock():
                return self._table(block.head, block.rows, block.aligns).natural() > self.format.text
            case made.Callout():
                return block.kind == "columns" or any(self._long_row(one) for one in block.blocks)
            case made.Live():
                if block.part.kind == "figure":
                    return (block.part.width or self.gallery.figures[block.part.name, block.part.says].box.width) * MM > self.format.text
                return block.part.kind == "components" or len(block.part.sides) not in (0, 1, 2, 4)
        return False

    def _long_row(self, block: Block) -> bool:
        """Whether a block in a box is a row of more cards than stand side by side in the column of the text."""
        if not isinstance(block, made.Live) or len(block.part.sides) <= _FEW:
            return False
        return len(block.part.sides) * (block.part.width or _CARD) * MM > self.format.text * 0.85

    def _aside(self, block: Block) -> Flow | None:
        """A block as it stands at the side of the text; None for one that cannot."""
        width = inner = self.format.aside
        if isinstance(block, made.Live):
            narrow = block.part.kind in ("row", "fan", "picture") and block.part.width * MM <= width
            if not narrow or (block.part.kind == "picture" and not block.part.width):
                return None
            inner = max(_CARD * MM, block.part.width * MM) if len(block.part.sides) == 1 else width
        elif not isinstance(block, made.Callout) or block.kind not in (*made.BOXES, "quote") or not self._narrow(block.blocks, width - 13):
            return None
        with self._within(inner):
            flows = list(self._flow(block, self.aside))
        return flows[0] if len(flows) == 1 and flows[0].height(width) <= self.format.room * _TALLEST else None

    def _narrow(self, blocks: Iterable[Block], width: float) -> bool:
        """Whether blocks can be read in a narrow column."""
        for block in blocks:
            if isinstance(block, made.TableBlock) and self._table(block.head, block.rows, block.aligns).natural() > width:
                return False
            if isinstance(block, made.Callout) or (isinstance(block, made.Live) and block.part.kind not in ("row", "fan", "picture")):
                return False
            if isinstance(block, made.Live) and (block.part.width * MM > width or len(block.part.sides) > _FEW):
                return False
        return True

    @contextmanager
    def _within(self, width: float) -> Iterator[None]:
        """What is set meanwhile may be so wide."""
        before, self.measure = self.measure, width
        yield
        self.measure = before

    def _side_card(self, block: Block) -> tuple[Flow, float] | None:
        """A single card that stands alone and is narrow enough for text beside it, and the width of its column."""
        if not isinstance(block, made.Live) or block.part.kind != "row" or len(block.part.sides) > 1:
            return None
        with self._within(self.measure * 0.3):
            figure = self._live(block)
        assert isinstance(figure, Row)
        wide = figure.figures[0].width * (1.2 if block.part.captions else 1.0)
        return (figure, wide) if wide < self.measure * 0.42 else None

    def _flows(self, blocks: Iterable[Block], type: Type) -> Iterator[Flow]:
        for block in blocks:
            yield from self._flow(block, type)

    def _flow(self, block: Block, type: Type) -> Iterator[Flow]:
        match block:
            case made.HeadingBlock():
                yield self._heading(block)
            case made.ParagraphBlock():
                leads = plain(block.spans).endswith(":")
                yield TextFlow(self.setter, block.spans, type, self.gap, self.gap, keep=leads)
            case made.Items():
                yield self._items(block, type)
            case made.TableBlock():
                yield self._table(block.head, block.rows, block.aligns)
            case made.Live():
                yield self._live(block)
            case made.Callout():
                yield from self._box(block, type)
            case made.PageBreak():
                yield Break()

    def _heading(self, block: made.HeadingBlock) -> Flow:
        if block.level == 2:
            place = len([name for name in self.colours if name not in ("contents", "index-of-terms", "quick-reference")])
            known = self.colours.get(block.anchor)
            return self._chapter(block.spans, block.anchor, place, known)
        size = self.format.size * (1.38 if block.level == 3 else 1.1)
        colour = self.look.ink if block.level == 4 else self.look.heading
        type = self._heading_type(size, 1.12, colour)
        text = TextFlow(self.setter, block.spans, type, size * 0.95, size * 0.22, keep=True, kind=self._begin(block.level))
        heading = HeadingFlow(text, Anchor(block.anchor, block.level, plain(block.spans), 0.0))
        heading.section = self.sections[-1]
        heading.cling = -0.25 if block.level == 3 else -0.1
        return heading

    def _begin(self, level: int) -> str:
        """Begin a section under a heading of a level, and say which heading that is to a reader: none of those above it is left out."""
        self.sections = self.sections[: level - 1]
        self.sections.append(StructureElement("Sect", self.sections[-1]))
        return f"H{len(self.sections)}"

    def _chapter(self, spans: Spans, anchor: str, place: int, colour: str | None = None) -> Flow:
        """A band across the page in the colour of the chapter."""
        chapters = self.look.chapters
        ground = self.colours.setdefault(anchor, colour or chapters[place % len(chapters)])
        size = self.format.size * self.band
        type = self._heading_type(size, 1.05, self.look.on(ground))
        self.sections = [self.document]
        text = TextFlow(self.setter, spans, type, size * 1.05, self.gap * 1.2, keep=True, kind=self._begin(2))

        def band(leaf: Leaf, x: float, y: float, width: float, height: float) -> None:
            leave_ornament(leaf, CHAPTER, Box(x, y, width, height), ground)

        heading = HeadingFlow(text, Anchor(anchor, 2, plain(spans), 0.0), (11, 6.5), band)
        heading.section, heading.cling = self.sections[-1], -0.6
        return heading

    def _items(self, block: made.Items, type: Type) -> Stack:
        apart = self.gap * (0.4 if block.tight else 0.8)
        pieces: list[Flow] = []
        for place, item in enumerate(block.items):
            with self._within(self.measure - type.size * 1.75):
                inner = Stack(list(self._flows(item, type)))
            number = "" if block.start is None else f"{block.start + place}"
            pieces.append(Marked(inner, type.size * (1.15 if not number else 1.75), self._mark(number, type), apart))
        return Stack(pieces, self.gap, self.gap, element=StructureElement("L"))

    def _mark(self, number: str, type: Type) -> Callable[[Leaf, float, float], None]:
        colour = mix(self.look.accent, self.look.ink, 0.1)
        bold = self._heading_type(type.size, type.leading, colour)

        def mark(leaf: Leaf, x: float, y: float) -> None:
            if number:
                self.setter.paint(self.setter.lines((InlineSpan(f"{number}."),), bold, 100), bold, leaf, x, y, 100)
            else:
                leaf.dot(x + type.size * 0.42, y + type.size * type.leading / 2 + 0.3, type.size * 0.2, fill=colour)

        return mark

    def _table(self, head: Sequence[Spans], rows: Sequence[Sequence[Spans]], aligns: Sequence[str]) -> TableFlow:
        ground = self.look.accent
        top = replace(self.small, weight=BOLD, colour=self.look.on(ground))
        return TableFlow(
            self._cells(head, top, aligns, "TH"),
            [self._cells(row, self.small, aligns, "TD") for row in rows],
            colours=(ground, mix(self.look.rows, WHITE, 0.82), self.look.ink),
            pad=(5.5, 3.2),
            above=self.gap * 1.3,
            whole=self.format.room * 0.95,
        )  # fmt: skip

    def _cells(self, row: Sequence[Spans], type: Type, aligns: Sequence[str], kind: str) -> tuple[TextFlow, ...]:
        return tuple(TextFlow(self.setter, cell, replace(type, align=align), kind=kind) for cell, align in zip(row, aligns, strict=True))

    def _box(self, block: made.Callout, type: Type) -> Iterator[Flow]:
        if block.kind == "columns":
            with self._within((self.measure - 6 * MM) / 2):
                inner = Stack(list(self._flows(block.blocks, type)))
            yield Columns(inner, 6 * MM, above=self.gap)
            return
        if block.kind == "quick":
            yield Stack(list(self._flows(block.blocks, type)))
            return
        pad = 8.5 if type.size == self.format.size else 6.5
        with self._within(self.measure - 2 * pad):
            inner = Stack(list(self._flows(block.blocks, type)))
        colour = self.look.box(block.kind)
        title = None
        if block.title:
            looks = self._heading_type(type.size * 1.08, 1.1, self.look.on(colour))
            title = TextFlow(self.setter, block.title, looks, kind=f"H{min(6, len(self.sections) + 1)}")

        def ground(leaf: Leaf, box: Box, band: float) -> None:
            leave_ornament(leaf, BOX, box, colour, kind=block.kind, band=round(band / MM, 3))

        more = InlineSpan(self.say(_CONTINUED), italic=True)
        panel = PanelFlow(inner, title, ground, pad=pad, whole=self.format.room * 0.6, above=self.gap * 1.5, more=more)
        panel.cling = 1.4 if title else 3.0
        yield panel

    def _live(self, block: made.Live) -> Flow:
        part = block.part
        if part.kind == "components":
            return self._components(part)
        if part.kind == "variants":
            rows = [self._variant(name, players) for name, players in part.rows]
            return self._side_by_side(((InlineSpan(self.say(_VARIANT)),), (InlineSpan(self.say(_PLAYERS)),)), rows)
        if part.kind == "counts":
            rows = [self._counted(value, count) for value, count in part.rows]
            name = part.name.replace("_", " ").removesuffix("s").capitalize()
            return self._side_by_side(((InlineSpan(name),), (InlineSpan(self.say(_CARDS)),)), rows)
        tallest = self.format.room * 0.8
        return row(self.gallery, block, self.setter, self.caption, self.gap * 1.4, self.measure, tallest)

    def _counted(self, value: str, count: str) -> tuple[Spans, Spans]:
        icon = (InlineSpan(made.OBJECT, icon=value), InlineSpan(" ")) if value in self.gallery.art else ()
        return (*icon, InlineSpan(value.replace("-", " ").capitalize())), (InlineSpan(count),)

    def _side_by_side(self, head: Sequence[Spans], rows: Sequence[Sequence[Spans]]) -> TableFlow:
        """A table of two narrow columns; a long one goes on beside itself, as often as there is room."""
        aligns = ("left", "center")
        table = self._table(head, rows, aligns)
        beside = max(1, min(3, len(rows) // 4, int(self.measure / table.natural())))
        high = -(-len(rows) // beside)
        empty = ((InlineSpan(""),),) * len(head)
        rows = [*rows, *[empty] * (-len(rows) % high)]
        columns = [rows[start : start + high] for start in range(0, len(rows), high)]
        merged = [tuple(chain.from_iterable(row)) for row in zip(*columns, strict=True)]
        return self._table(tuple(head) * len(columns), merged, aligns * len(columns))

    def _variant(self, name: str, players: str) -> tuple[Spans, Spans]:
        anchor = self.headings.get(name)
        link = f"#{anchor}" if anchor else ""
        page = InlineSpan(f", {PAGE}", page=anchor) if anchor else InlineSpan("")
        return (InlineSpan(name, bold=True, link=link), page), (InlineSpan(players),)

    def _components(self, part: Embed) -> TableFlow:
        """Every deck with a picture of one of its cards."""
        rows = []
        for side in part.sides:
            deck = self.game.deck(side.deck)
            width = min(12.0, 15.0 * deck.shape.width / deck.shape.height)
            shape = str(deck.shape).replace(" x ", " × ")
            number = f"{deck.copies}"
            rows.append(
                (
                    (InlineSpan(made.OBJECT, part=Embed("row", (side,), width)),),
                    (InlineSpan(deck.title, bold=True),),
                    (InlineSpan(number),),
                    (InlineSpan(shape),),
                )
            )
        head = tuple((InlineSpan(self.say(text) if text else ""),) for text in ("", _PART, _CARDS, _SIZE))
        return self._table(head, rows, ("center", "left", "center", "left"))


class _Logo(Flow):
    """The game's logo at the head of a handout."""

    def __init__(self, typesetter: Typesetter) -> None:
        self.of = typesetter
        self.below = typesetter.gap * 1.6
        format = typesetter.format
        natural = typesetter.gallery.picture(typesetter.game.logo, format.measure)
        share = min(1.0, format.height * _LOGO / natural.height)
        self.picture = typesetter.gallery.picture(typesetter.game.logo, format.measure * share)

    def height(self, width: float) -> float:
        return self.picture.height

    def paint(self, leaf: Leaf, x: float, y: float, width: float) -> None:
        leaf.anchors.append(Anchor("title", 0, self.of.game.title, y))
        self.of._unseen_title(leaf, x, y, width)
        self.picture.paint(leaf, x + (width - self.picture.width) / 2, y)


class _Entry(Flow):
    """A line of the contents: title, dots, page number, all of it a link on a screen."""

    def __init__(self, typesetter: Typesetter, anchor: Anchor, number: int) -> None:
        self.of, self.anchor, self.number = typesetter, anchor, number
        chapter = anchor.level == 2
        self.type = replace(typesetter.body, weight=BOLD) if chapter else typesetter.small
        self.indent = 0.0 if chapter else typesetter.format.size * 0.9
        self.above = typesetter.gap * (0.9 if chapter else 0.15)
        self.keep = chapter
        self.element = StructureElement("TOCI")
        self._title = TextFlow(typesetter.setter, (InlineSpan(anchor.title, bold=chapter),), self.type)

    def height(self, width: float) -> float:
        return self._title.height(width - self.indent - 22)

    def paint(self, leaf: Leaf, x: float, y: float, width: float) -> None:
        if not leaf.painted:
            return
        setter, high = self.of.setter, self.height(width)
        lines = self._title.lines(width - self.indent - 22)
        number = setter.lines((InlineSpan(f" {self.number}"),), self.type, 40)
        if not lines or not number:
            return
        start = x + self.indent + lines[-1].set.width + 4
        base = y + high - lines[-1].height + lines[-1].set.baseline
        end = x + width - number[0].set.width - 4
        tint = mix(self.of.look.ink, WHITE, 0.55)
        screen = self.of.format.screen
        with (
            leaf.within(self.element),
            leaf.within(StructureElement("Reference")),
            leaf.within(StructureElement("Link", alt=self.anchor.title) if screen else None),
        ):
            setter.paint(lines, self.type, leaf, x + self.indent, y, width - self.indent - 22)
            setter.paint(number, replace(self.type, align="right"), leaf, x, y + high - lines[-1].height, width)
            if screen:
                leaf.link(x, y, width, high, f"#{self.anchor.name}")
        with leaf.within(ORNAMENT):
            leaf.dots(takewhile(lambda x: x > start, accumulate(repeat(-3.6), initial=end)), base - 0.7, 0.45, fill=tint)


class Needed(NamedTuple):
    """What a book shows, each with the place that asks for it first: sides of cards, art by its names, figures by template and what that is
    told; and names that may have art."""

    sides: dict[EmbeddedSide, Place | None]
    names: dict[str, Place | None]
    figures: dict[tuple[str, Says], Place | None]
    perhaps: list[str]


def needed(manuscript: Manuscript) -> Needed:
    """What a book shows."""
    sides: dict[EmbeddedSide, Place | None] = {}
    names: dict[str, Place | None] = {}
    figures: dict[tuple[str, Says], Place | None] = {}
    perhaps: list[str] = []
    for span in _spans(chain(manuscript.lead, manuscript.blocks, manuscript.quick)):
        part = span.part
        for side in part.sides if part else ():
            sides.setdefault(side, span.place)
        if part and part.kind == "picture":
            names.setdefault(part.name, span.place)
        elif part and part.kind == "figure":
            figures.setdefault((part.name, part.says), span.place)
        elif part and part.kind == "counts":
            perhaps += (value for value, _ in part.rows)
        elif span.icon:
            names.setdefault(span.icon, span.place)
    return Needed(sides, names, figures, perhaps)


def _spans(blocks: Iterable[Block]) -> Iterator[InlineSpan]:
    """All running text, wherever it stands, and live parts that stand alone as spans of their own."""
    for block in blocks:
        match block:
            case made.HeadingBlock() | made.ParagraphBlock():
                yield from block.spans
            case made.Items():
                yield from _spans(chain.from_iterable(block.items))
            case made.TableBlock():
                yield from chain(*block.head, *chain.from_iterable(block.rows))
            case made.Live():
                yield InlineSpan(made.OBJECT, part=block.part, place=block.place)
            case made.Callout():
                yield from block.title
                yield from _spans(block.blocks)
