"""Blocks of a text: paragraphs, items of lists with their bullets and numbers, rows of tables,
rules between them.

A text of one line is one paragraph, whatever it begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.base.findings import Finding
from cardgen.base.patterns import pattern
from cardgen.engine.typography.markup import Span, parsed

BULLETS = ("•", "–", "·")
"""The bullets of lists, and of lists in lists."""
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
_ROW = pattern(r"[ \t]*\|(?P<cells>.*)\|[ \t]*")
_DASHES = pattern(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*")
_BAR = pattern(r"(?<!\\)\|")
_RULE = pattern(r"[ \t]*-{3,}[ \t]*")


class TextBlock(NamedTuple):
    """A paragraph of a text; of no spans for a blank line.

    An item of a list stands `depth` levels in, behind its `marker`; what goes on in it has none.
    One that is `joined` follows a line break, and is no paragraph of its own. A rule has nothing
    but its being one. A row of a table has `cells`, and how its columns are aligned in `aligns`;
    that of the table's head `is_head`."""

    spans: tuple[Span, ...]
    depth: int = 0
    marker: tuple[Span, ...] = ()
    joined: bool = False
    rule: bool = False
    cells: tuple[tuple[Span, ...], ...] = ()
    aligns: tuple[str, ...] = ()
    is_head: bool = False

    @property
    def all_spans(self) -> tuple[Span, ...]:
        return self.marker + self.spans if self.marker else self.spans


def text_blocks(markup: str, bullet: str = "") -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
    """The blocks of a text, blank lines between them included; and what is wrong with its mark-up.

    `bullet` is the mark-up of the bullets of a list that stands in no other; a dot without it."""
    paragraphs, problems = parsed(markup)
    if len(paragraphs) < 2 or not _BLOCK.search(markup):
        return tuple([TextBlock(spans) for spans in paragraphs]), problems
    found: list[Finding] = []
    bullet_spans = _spans(bullet, found)
    blocks = [
        block._replace(marker=bullet_spans) if bullet_spans and block.marker == _DOT else block
        for block in _blocks(markup, found)
    ]
    while blocks and not blocks[-1].spans and not blocks[-1].rule:
        del blocks[-1]
    first = next((i for i, block in enumerate(blocks) if block.spans or block.rule), 0)
    return _with_rules_between(blocks[first:]), tuple(dict.fromkeys(found))


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
    if _RULE.fullmatch(text) and not joined:
        return TextBlock((), rule=True)
    item = _ITEM.fullmatch(text)
    if item and not joined:
        level = min(len(item["indent"].expandtabs(4)) // 2, _DEEPEST - 1) + 1
        marker = _marker(item, level, problems)
        return TextBlock(_spans(item["text"], problems), level, marker)
    is_within = joined or text.startswith(("  ", "\t"))
    return TextBlock(_spans(text, problems), depth if is_within else 0, joined=joined)


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
