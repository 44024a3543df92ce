"""Blocks of a text: paragraphs, items of lists with their bullets and numbers, rules between them.

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
_DEEPEST = 4
_LINE_END = r"\\n|\r\n?|[\n\x85\u2028\u2029]"
_BLOCK = pattern(rf"(?:^|{_LINE_END})[ \t]*(?:(?:[-*•]|\d{{1,3}}[.)])[ \t]|---)|\\(?:\r\n?|\n)")
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
_RULE = pattern(r"[ \t]*-{3,}[ \t]*")


class TextBlock(NamedTuple):
    """A paragraph of a text; of no spans for a blank line.

    An item of a list stands `depth` levels in, behind its `marker`; what goes on in it has none.
    One that is `joined` follows a line break, and is no paragraph of its own. A rule has nothing
    but its being one."""

    spans: tuple[Span, ...]
    depth: int = 0
    marker: tuple[Span, ...] = ()
    joined: bool = False
    rule: bool = False

    @property
    def all_spans(self) -> tuple[Span, ...]:
        return self.marker + self.spans


def text_blocks(markup: str) -> tuple[tuple[TextBlock, ...], tuple[Finding, ...]]:
    """The blocks of a text, blank lines between them included; and what is wrong with its
    mark-up."""
    paragraphs, problems = parsed(markup)
    if len(paragraphs) < 2 or not _BLOCK.search(markup):
        return tuple([TextBlock(spans) for spans in paragraphs]), problems
    found: list[Finding] = []
    blocks = list(_blocks(markup, found))
    while blocks and not blocks[-1].spans and not blocks[-1].rule:
        del blocks[-1]
    first = next((i for i, block in enumerate(blocks) if block.spans or block.rule), 0)
    return _with_rules_between(blocks[first:]), tuple(dict.fromkeys(found))


def _blocks(markup: str, problems: list[Finding]) -> Iterator[TextBlock]:
    depth = 0
    joined = False
    for line in _LINE.finditer(markup):
        if line.end() == line.start() == len(markup) and joined is False and line.start():
            break
        text = line["text"]
        item = _ITEM.fullmatch(text)
        if _RULE.fullmatch(text):
            depth = 0
            yield TextBlock((), rule=True)
        elif item and not joined:
            depth = min(len(item["indent"].expandtabs(4)) // 2, _DEEPEST - 1) + 1
            marker = _marker(item, depth, problems)
            yield TextBlock(_spans(item["text"], problems), depth, marker)
        else:
            spans = _spans(text, problems)
            goes_on = joined or (depth > 0 and text.startswith(("  ", "\t")))
            depth = depth if goes_on or not spans else 0
            yield TextBlock(spans, depth if spans else 0, joined=joined)
        joined = line["end"].startswith("\\") and line["end"] != r"\n"


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
