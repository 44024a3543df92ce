"""What stands in a YAML file beside the values that are read of it, though its author may have meant it as text: the rest of a value behind
a #, and a word with & that YAML takes for the mark of a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cardgen.base.errors import Place, Problem
from cardgen.schema.source import DEEPEST, PARSER

_QUOTE = "put the text in quotes"
_HINT = re.compile(r"[\s,:>|-]#[^\s#=*~_+.-]|[:-][ \t]+&|[ \t]#[ \t]+\S")
"""Without any of these a file leaves nothing out that may be meant."""
_COMMENT = re.compile(r"([ \t]*),?([ \t]*)(#[^\r\n]*)")
_CLINGING = re.compile(r"#(?!TODO|FIXME|XXX|NOTE|noqa|region|endregion)[^\s#=*~_+.!-]")
"""A # with what it may number behind it. With a blank between, or drawn as a line, it begins a comment."""
_BELOW = re.compile(r"[ \t]*(?:\r\n?|\n)([ \t]+)(#[^\r\n]*)")
_SWITCHED_OFF = re.compile(r"#\s*(?:-|[\w-]+\s*:|\{)")
"""A line of YAML that was made a comment."""
_HEADER = re.compile(r"[|>][-+0-9]{0,2}[ \t]+(#[^\r\n]*)")
_WHOLE = re.compile(
    r"[-+]?[0-9][0-9.,]*\s*(?:%|mm|cm|in|px|pt)?(?:\s*x\s*[0-9.,]+\s*(?:mm|cm|in|px|pt)?)?|true|false|yes|no|null|~", re.IGNORECASE
)
"""Values that are whole: what follows them is no more of them."""
_NO_TEXTS = ("id", "template", "back", "second_back", "art", "size", "copies", "bleed", "extends", "file", "sheet", "from", "logo")
"""Names of what is no text."""
_GOES_ON = re.compile(
    r"the|an?|to|of|and|or|by|with|from|into|for|in|on|at|per|each|any|number|no|house|player|card|seat|space|step"
    r"|d(?:er|ie|as|en|em)|eine?|zu|von|und|oder|mit|aus|im|auf|an|für|pro|je|nummer|haus|les?|la|une?|de|du|et|ou|à|avec",
    re.IGNORECASE,
)
"""Words that no text ends in: what follows a # behind them is the rest of it."""


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping that the reader is in: of a mapping the name that waits for its value, and its column."""

    names: bool
    name: str | None = None
    column: int = 0


def texts_left_out(file: Path, text: str) -> list[Problem]:
    """What of a YAML file is read by nobody and may be meant as text, each with its place. What is no YAML is told by who reads it."""
    if not _HINT.search(text):
        return []
    try:
        return list(_left_out(file, text))
    except yaml.YAMLError:
        return []


def _left_out(file: Path, text: str) -> Iterator[Problem]:
    anchored: dict[str, Problem] = {}
    used: set[str] = set()
    stack: list[_OpenNode] = []
    parser: Any = PARSER(text)
    while (event := parser.get_event()) is not None and not isinstance(event, yaml.StreamEndEvent):
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            stack.append(_OpenNode(isinstance(event, yaml.MappingStartEvent)))
            if len(stack) > DEEPEST:
                return
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            stack.pop()
            _take(stack)
        elif isinstance(event, yaml.AliasEvent):
            used.add(str(event.anchor))
            _take(stack)
        elif isinstance(event, yaml.ScalarEvent):
            within = stack[-1] if stack else None
            if within and within.names and within.name is None:
                within.name, within.column = event.value, getattr(event.start_mark, "column", 0)
                continue
            name = next((each.name for each in reversed(stack) if each.name is not None), "")
            start: Any = event.start_mark
            place = Place(file, start.line + 1, start.column + 1)
            if event.anchor:
                what = f'"&{event.anchor}" is read as a mark of the value behind it, which nothing refers to, and is not printed'
                anchored.setdefault(event.anchor, Problem(what, _QUOTE, place))
            elif name not in _NO_TEXTS and (rest := _rest(text, event, within)):
                shown = rest if len(rest) <= 40 else f"{rest[:37]}..."
                ends = f' of "{event.value[-30:].strip()}"' if event.value and not event.style else ""
                what = f'what stands behind " #" is a comment and is not printed: "{shown}"{ends}'
                yield Problem(what, f"{_QUOTE}, or write two blanks before the # and one behind it", place)
            _take(stack)
    yield from (problem for anchor, problem in anchored.items() if anchor not in used)


def _take(stack: list[_OpenNode]) -> None:
    """A value has ended: its name waits for none."""
    if stack and stack[-1].names:
        stack[-1].name = None


def _rest(text: str, event: Any, within: _OpenNode | None) -> str:
    """The comment behind a value that may be the rest of it; nothing where it is a comment, or where there is none."""
    value, end = event.value, event.end_mark.index
    if event.style in ("|", ">"):
        header = _HEADER.match(text, event.start_mark.index)
        return header[1] if header and _CLINGING.match(header[1]) else ""
    if event.style or _WHOLE.fullmatch(value):
        return ""
    if found := _COMMENT.match(text, end):
        blanks, comment = found[1] + found[2], found[3]
        if not value:
            return comment if _CLINGING.match(comment) else ""
        if len(blanks) > 1 or "\t" in blanks:
            return ""
        return comment if _CLINGING.match(comment) or _goes_on(value, comment) else ""
    below = _BELOW.match(text, end) if value else None
    if below and within and within.names and len(below[1]) > within.column and _CLINGING.match(below[2]):
        return "" if _SWITCHED_OFF.match(below[2]) else below[2]
    return ""


def _goes_on(value: str, comment: str) -> bool:
    """Whether a text cannot have ended where a comment begins that a blank parts from its #."""
    last = value.split()[-1]
    number = len(value.split()) > 1 and comment[1:].strip()[:1].isdigit()
    opened = any(value.count(opening) > value.count(closing) for opening, closing in ("()", "[]", "{}", "“”", "«»"))
    return bool(_GOES_ON.fullmatch(last)) or value[-1] in ",-–+=(" or number or opened or value.count("**") % 2 == 1
