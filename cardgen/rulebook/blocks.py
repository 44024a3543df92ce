"""The parts of a rulebook: blocks, spans of text, and live parts.

Live parts come from the game's data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from cardgen.base.findings import Finding, Place
from cardgen.model.span_styles import SpanStyle

BOXES = ("note", "example", "designer", "warning")
CONTAINERS = (*BOXES, "columns", "keep", "quick")
OBJECT = "\ufffc"
"""What stands in running text where an icon or a live part goes."""
PAGE = "\ufffb"
"""What stands there for "page" and its number."""
NUMBER = "\ufffa"
"""What stands there for the number of a page alone, on a screen too."""


class EmbeddedSide(NamedTuple):
    """A side of a card; without a card, of the deck's first one."""

    deck: str
    card: str = ""
    side: str = "face"


class Embed(NamedTuple):
    """A live part. `kind` is row, fan, picture, figure, page, components, variants or counts;
    `width` in mm, 0 for the usual one.

    `name` is a picture's file, the template of a figure or page, or what is counted; `rows` are
    what a table shows. `alt` says in words what a picture shows, and `says` what the template of a
    figure or page is told, by name. `heights` are the least and the most, in mm, of a figure that
    is as high as its page has room for."""

    kind: str
    sides: tuple[EmbeddedSide, ...] = ()
    width: float = 0.0
    captions: tuple[str, ...] = ()
    name: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    alt: str = ""
    says: tuple[tuple[str, Any], ...] = ()
    heights: tuple[float, ...] = ()


class InlineSpan(NamedTuple):
    """Running text in one style.

    `link` is an address or #anchor, `term` what the index calls it, `page` an anchor whose page
    number stands here: in print, and where it stands alone on a screen too. `icon` is a drawing's
    name and `part` a live part, each with OBJECT for its text. A text of one newline ends the line.
    `style` is that of a span, or of an icon; None for that of the text around."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    term: str = ""
    page: str = ""
    icon: str = ""
    part: Embed | None = None
    place: Place | None = None
    style: SpanStyle | None = None

    @property
    def drawing(self) -> str:
        """The name of its icon, with the colour that it takes behind a line's end."""
        colour = self.style.color if self.style else None
        return f"{self.icon}\n{colour}" if colour else self.icon

    @property
    def size(self) -> float:
        """The size, as a factor of that of the text."""
        return (self.style and self.style.size) or 1.0


Spans = tuple[InlineSpan, ...]


class HeadingBlock(NamedTuple):
    """`level` 2 is a chapter, 3 a section, 4 a sub-section."""

    level: int
    spans: Spans
    anchor: str


class ParagraphBlock(NamedTuple):
    """A paragraph."""

    spans: Spans


class Items(NamedTuple):
    """A list, numbered from `start` unless that is None.

    A tight one has no space between the items.

    `markers` are what stands before each item in place of a dot: nothing for a dot."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    tight: bool
    markers: tuple[Spans, ...]


class TableBlock(NamedTuple):
    """A table: its head, its rows, and the alignment of each column.

    It is left, center or right."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    aligns: tuple[str, ...]


class Live(NamedTuple):
    """A live part that stands alone."""

    part: Embed
    place: Place


class Callout(NamedTuple):
    """The blocks between ::: and :::; `kind` is one of CONTAINERS."""

    kind: str
    title: Spans
    blocks: tuple[Block, ...]


class PageBreak(NamedTuple):
    """A place where the text asks for a new page."""

    place: Place


Block = HeadingBlock | ParagraphBlock | Items | TableBlock | Live | Callout | PageBreak


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A rulebook as it was read.

    It has its `lead` before the first chapter, its `blocks`, and the quick reference, if there is
    one. `title` is its own, where it has another than its game; `leftovers` is mark-up that prints
    as it stands, told by kind with the other places."""

    lead: tuple[Block, ...]
    blocks: tuple[Block, ...]
    quick: tuple[Block, ...]
    title: str = ""
    leftovers: tuple[tuple[Finding, tuple[Place, ...]], ...] = ()

    @property
    def drawn_quick(self) -> Live | None:
        """The quick reference where it is a page that a template draws; None where it is text."""
        last = self.quick[-1] if self.quick else None
        return last if isinstance(last, Live) and is_drawn_page(last) else None


def is_drawn_page(block: Block) -> bool:
    """True for a page that a template draws from edge to edge."""
    return isinstance(block, Live) and block.part.kind == "page"


def plain(spans: Spans) -> str:
    """The text of spans alone, without the pages that they refer to."""
    return (
        "".join(span.text for span in spans if not span.page)
        .replace(OBJECT, "")
        .replace("\n", " ")
        .strip()
    )


def spans_of(blocks: Iterable[Block]) -> Iterator[InlineSpan]:
    """All spans of running text, wherever they stand.

    A live part that stands alone is a span of its own."""
    for block in blocks:
        match block:
            case HeadingBlock() | ParagraphBlock():
                yield from block.spans
            case Items():
                yield from chain(*block.markers)
                yield from spans_of(chain.from_iterable(block.items))
            case TableBlock():
                yield from chain(*block.head, *chain.from_iterable(block.rows))
            case Live():
                yield InlineSpan(OBJECT, part=block.part, place=block.place)
            case Callout():
                yield from block.title
                yield from spans_of(block.blocks)
