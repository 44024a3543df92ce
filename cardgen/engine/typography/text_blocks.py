"""Blocks of a text: paragraphs, items of lists with their bullets and numbers, rows of tables,
rules between them; and the room that lists and tables of cards and of books need.

A text of one line is one paragraph, whatever it begins with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardgen.base.findings import Finding
from cardgen.base.geometry import widths_between
from cardgen.base.patterns import pattern
from cardgen.base.writing_direction import DIRECTION_MARKS
from cardgen.engine.typography.bidi import direction
from cardgen.engine.typography.markup import Span, parsed

BESIDE_MARKER = 0.35
"""The room between a bullet or a number and its text, in ems."""
BULLETS = ("•", "–", "·")
"""The bullets of lists, and of lists in lists."""
GOES_ON = "\u2063"
"""An invisible sign (INVISIBLE SEPARATOR) before a line of a text that was parted: it is a block as
in the whole. Signs of items that end in it stand between the two: those that the line goes on in.
They take their room, and are not shown."""
_UNSEEN = frozenset((GOES_ON, *DIRECTION_MARKS))
_DOT = (Span(BULLETS[0]),)
_DEEPEST = 4
_LINE_END = r"\\n|\r\n?|[\n\x85\u2028\u2029]"
_BLOCK = pattern(rf"(?:^|{_LINE_END})[ \t]*(?:(?:[-*•]|\d{{1,3}}[.)])[ \t]|---|\|)|\\(?:\r\n?|\n)")
"""What no text without blocks has."""
_LINE = pattern(
    rf"(?P<text>(?:\\[*\\{{}}\[\]]|(?!{_LINE_END}|\\[\r\n]).)*)"
    rf"(?P<end>\\(?:\r\n?|\n)|{_LINE_END}|$)",
    re.DOTALL,
)
_ITEM = pattern(
    r"(?P<indent>[ \t]*)(?P<sign>[-*•]|\d{1,3}[.)])[ \t]+"
    r"(?:(?P<icon>\{[A-Za-z][^{}]*\})[ \t]+)?(?P<text>\S.*)",
    re.DOTALL,
)
_OUTER_ITEM = pattern(
    r"(?P<indent>[ \t]*)(?P<sign>[-*•]|\d{1,3}[.)])(?:[ \t]+(?P<icon>\{[A-Za-z][^{}]*\}))?"
    + GOES_ON
)
_ROW = pattern(r"[ \t]*\|(?P<cells>.*)\|[ \t]*")
_DASHES = pattern(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*")
_BAR = pattern(r"(?<!\\)\|")
_RULE = pattern(r"[ \t]*-{3,}[ \t]*")


def hanging_indent(marker_widths: Iterable[float], em: float = 1.0, least: float = 0.0) -> float:
    """How far items of a list stand in behind their markers; `least`, or as far as these want."""
    return max([least, *(width + BESIDE_MARKER * em for width in marker_widths)])


class TableColumns:
    """The widths that columns of a table need, and those that they can use."""

    def __init__(self, count: int) -> None:
        self.least_widths = [0.0] * count
        self.full_widths = [0.0] * count

    def take(self, column: int, extent: tuple[float, float], padding: float = 0.0) -> None:
        """Make room for a cell: its longest word at the least, all of it in a line at the most."""
        least, full = extent
        self.least_widths[column] = max(self.least_widths[column], least + padding)
        self.full_widths[column] = max(self.full_widths[column], full + padding)

    def widths(self, room: float) -> list[float]:
        """The widths in a room: what all can use or, where that is too much, between that and what
        their words need."""
        if sum(self.full_widths) <= room:
            return self.full_widths
        if sum(self.least_widths) >= room:
            return self.least_widths
        return widths_between(self.least_widths, self.full_widths, room)

    def filling_widths(self, room: float, fullest: float) -> list[float]:
        """The widths in a room that the table fills if it takes this share of it by itself."""
        widths = self.widths(room)
        total = sum(widths)
        if widths is self.least_widths:
            return [width * room / total for width in widths]
        if widths is self.full_widths and total > fullest * room:
            return [width + (room - total) * width / total for width in widths]
        return widths


class TextLetter(NamedTuple):
    """A letter or an icon of a text, its look, how many levels its block stands in, and if that
    runs from right to left."""

    sign: str
    look: Span
    depth: int
    leftward: int


class TextBlock(NamedTuple):
    """A paragraph of a text; of no spans for a blank line.

    An item of a list stands `depth` levels in, behind its `marker`; what goes on in it has none.
    `outer_markers` are those of the items that a line of a text that was parted goes on in, with
    their levels. One that is `joined` follows a line break, and is no paragraph of its own. A rule
    has nothing but its being one. A row of a table has `cells`, and how its columns are aligned in
    `aligns`; that of the table's head `is_head`."""

    spans: tuple[Span, ...]
    depth: int = 0
    marker: tuple[Span, ...] = ()
    joined: bool = False
    rule: bool = False
    cells: tuple[tuple[Span, ...], ...] = ()
    aligns: tuple[str, ...] = ()
    is_head: bool = False
    outer_markers: tuple[tuple[int, tuple[Span, ...]], ...] = ()

    @property
    def all_spans(self) -> tuple[Span, ...]:
        return self.marker + self.spans if self.marker else self.spans

    @property
    def measured_spans(self) -> tuple[Span, ...]:
        """All spans, also of markers that are not shown."""
        if not self.outer_markers:
            return self.all_spans
        return sum((marker for _, marker in self.outer_markers), self.all_spans)

    @property
    def letters(self) -> Iterator[TextLetter]:
        """Yield its letters and icons, those of its marker first; no spaces."""
        leftward = direction("".join([span.text for span in self.spans]))
        for span in self.all_spans:
            look = span._replace(text="", icon="")
            for sign in [span.icon] if span.icon else span.text:
                if not (sign.isspace() or sign in _UNSEEN):
                    yield TextLetter(sign, look, self.depth, leftward)

    def with_bullet(self, bullet: tuple[Span, ...]) -> TextBlock:
        """Return it with these bullets in place of dots."""
        outer_markers = tuple(
            (level, bullet if marker == _DOT else marker) for level, marker in self.outer_markers
        )
        marker = bullet if self.marker == _DOT else self.marker
        return self._replace(marker=marker, outer_markers=outer_markers)


def text_blocks(markup: str, bullet: str = "") -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
    """The blocks of a text, blank lines between them included; and what is wrong with its mark-up.

    `bullet` is the mark-up of the bullets of a list that stands in no other; a dot without it."""
    paragraphs, problems = parsed(markup)
    if GOES_ON not in markup and (len(paragraphs) < 2 or not _BLOCK.search(markup)):
        return tuple([TextBlock(spans) for spans in paragraphs]), problems
    found: list[Finding] = []
    bullet_spans = _spans(bullet, found)
    blocks = list(_blocks(markup, found))
    if bullet_spans:
        blocks = [block.with_bullet(bullet_spans) for block in blocks]
    while blocks and not blocks[-1].spans and not blocks[-1].rule:
        del blocks[-1]
    first = next((i for i, block in enumerate(blocks) if block.spans or block.rule), 0)
    return _with_rules_between(blocks[first:]), tuple(dict.fromkeys(found))


def begins_item(text: str) -> bool:
    """True if a text begins with an item of a list, of which some words stand there."""
    return bool(_ITEM.match(text.removeprefix(GOES_ON)))


def may_have_blocks(text: str) -> bool:
    """True if a text is more than a line, or the part of one that is."""
    return GOES_ON in text or len(_lines(text)) > 1


def _blocks(markup: str, problems: list[Finding]) -> Iterator[TextBlock]:
    lines = _lines(markup)
    depth = number = 0
    joined = False
    while number < len(lines):
        text, goes_on = lines[number]
        rows = _table(lines[number:], problems) if "|" in text and not joined else []
        if rows:
            yield from rows
            number += len(rows) + 1  # and the line of dashes
            depth = 0
            continue
        block = _block(text, depth, joined, problems)
        depth = block.depth if block.spans else depth
        depth = 0 if block.rule else depth
        yield block
        joined = goes_on
        number += 1


def _lines(markup: str) -> list[tuple[str, bool]]:
    """The lines of a text, and which of them go on in the next one."""
    lines: list[tuple[str, bool]] = []
    at = 0
    while at <= len(markup):
        line = _LINE.match(markup, at)
        assert line
        end = line["end"]
        lines.append((line["text"], end.startswith("\\") and end != r"\n"))
        if not end:
            break
        at = line.end()
    return lines


def _block(text: str, depth: int, joined: bool, problems: list[Finding]) -> TextBlock:
    """The block that a line is, within an item of a list that is `depth` levels in."""
    if text.startswith(GOES_ON):
        return _later_block(text.removeprefix(GOES_ON), problems)
    if _RULE.fullmatch(text) and not joined:
        return TextBlock((), rule=True)
    item = _ITEM.fullmatch(text)
    if item and not joined:
        level = _level(item)
        marker = _marker(item, level, problems)
        return TextBlock(_spans(item["text"], problems), level, marker)
    is_within = joined or text.startswith(("  ", "\t"))
    return TextBlock(_spans(text, problems), depth if is_within else 0, joined=joined)


def _later_block(text: str, problems: list[Finding]) -> TextBlock:
    """The block that a line of a text that was parted is."""
    outer_markers = []
    level = 0
    while item := _OUTER_ITEM.match(text):
        level = _level(item)
        outer_markers.append((level, _marker(item, level, problems)))
        text = text[item.end() :]
    block = _block(text, level, False, problems)
    if not block.marker:
        block = block._replace(depth=level)
    return block._replace(outer_markers=tuple(outer_markers))


def _level(item: re.Match[str]) -> int:
    """How many levels an item stands in."""
    return min(len(item["indent"].expandtabs(4)) // 2, _DEEPEST - 1) + 1


class _OpenItems:
    """The items of lists that are open at a line, each by its level as it is written."""

    def __init__(self) -> None:
        self.items: dict[int, str] = {}

    def take(self, line: str) -> None:
        """Go on behind the beginning of a line that joins no other."""
        if line.startswith(GOES_ON):
            line = line.removeprefix(GOES_ON)
            self.items = {}
            while outer := _OUTER_ITEM.match(line):
                self.items[_level(outer)] = outer[0].removesuffix(GOES_ON)
                line = line[outer.end() :]
            if not _ITEM.fullmatch(line):
                return
        if item := _ITEM.fullmatch(line):
            self.leave(item)
            icon = f" {item['icon']}" if item["icon"] else ""
            self.items[_level(item)] = f"{item['indent']}{item['sign']}{icon}"
        elif _RULE.fullmatch(line) or (line.strip() and not line.startswith(("  ", "\t"))):
            self.items = {}

    def leave(self, item: re.Match[str]) -> None:
        """Leave those of the level of an item, and deeper ones."""
        level = _level(item)
        self.items = {number: sign for number, sign in self.items.items() if number < level}

    def __str__(self) -> str:
        return "".join(f"{self.items[level]}{GOES_ON}" for level in sorted(self.items))


def later_line_start(text: str, at: int) -> str:
    """What the rest of a text that is parted at a word begins with, to stand as it stood."""
    open_items = _OpenItems()
    begin = 0
    joined = False
    while True:
        line = _LINE.match(text, begin)
        assert line
        if line.end() > at or not line["end"]:
            break
        if not joined:
            open_items.take(line["text"])
        joined = line["end"].startswith("\\") and line["end"] != r"\n"
        begin = line.end()
    item = _ITEM.fullmatch(line["text"])
    indent = ""
    if text[begin:at].strip():  # within the line
        if not joined:
            open_items.take(line["text"])
    elif item and not joined:
        open_items.leave(item)
        indent = item["indent"]
    elif not line["text"].startswith(("  ", "\t")):
        open_items.take(line["text"])
    return f"{GOES_ON}{open_items}{indent}"


def _table(lines: Sequence[tuple[str, bool]], problems: list[Finding]) -> list[TextBlock]:
    """The rows of a table that begins with the first line; none where it is no table."""
    if len(lines) < 2 or not _ROW.fullmatch(lines[0][0]) or not _DASHES.fullmatch(lines[1][0]):
        return []
    aligns = tuple(_align(dashes.strip()) for dashes in _cells(lines[1][0]))
    rows = []
    for number, (text, _) in enumerate(lines):
        cells = _cells(text) if _ROW.fullmatch(text) else []
        if not cells or (number != 1 and len(cells) > len(aligns)):
            break
        if number != 1:
            spans = [_spans(cell, problems) for cell in cells]
            spans += [()] * (len(aligns) - len(spans))
            rows.append(TextBlock(sum(spans, ()), 0, (), cells=tuple(spans), aligns=aligns))
    return [rows[0]._replace(is_head=True), *rows[1:]] if rows else []


def _cells(row: str) -> list[str]:
    match = _ROW.fullmatch(row)
    return [cell.replace("\\|", "|") for cell in _BAR.split(match["cells"])] if match else []


def _align(dashes: str) -> str:
    """How a column is aligned, by the colons of its dashes."""
    if dashes.endswith(":"):
        return "center" if dashes.startswith(":") else "right"
    return "left"


def _spans(text: str, problems: list[Finding]) -> tuple[Span, ...]:
    """The spans of one line."""
    paragraphs, wrong = parsed(text)
    problems += wrong
    return paragraphs[0] if paragraphs else ()


def _marker(item: re.Match[str], depth: int, problems: list[Finding]) -> tuple[Span, ...]:
    """The number of an item, its icon, or the bullet of its level."""
    if item["sign"][0].isdigit():
        icon = _spans(item["icon"], problems) if item["icon"] else ()
        return (Span(item["sign"]), *icon)
    if item["icon"]:
        return _spans(item["icon"], problems)
    return (Span(BULLETS[min(depth, len(BULLETS)) - 1]),)


def _with_rules_between(blocks: Sequence[TextBlock]) -> tuple[TextBlock, ...]:
    """The blocks, of which a rule with nothing above or below prints as it was typed."""
    last = len(blocks) - 1
    return tuple(
        TextBlock((Span("---"),)) if block.rule and index in (0, last) else block
        for index, block in enumerate(blocks)
    )
