"""Texts of a YAML file that its reader drops.

The author may have meant them as text: the rest of a value behind a #, and a word with & that YAML
takes for the mark of a value."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.findings import Finding, Place
from cardgen.base.patterns import pattern
from cardgen.schema.source import DEEPEST, PARSER

_QUOTE = "put the text in quotes"
_HINT = re.compile(r"[\s,:>|-]#[^\s#=*~_+.-]|[:-][ \t]+&|[ \t]#[ \t]+\S")
"""Without any of these a file leaves nothing out that may be meant."""
_COMMENT = pattern(r"([ \t]*),?([ \t]*)(#[^\r\n]*)")
_CLINGING = pattern(r"#(?!TODO|FIXME|XXX|NOTE|noqa|region|endregion)[^\s#=*~_+.!-]")
"""A # with what it may number behind it. With a blank between, or drawn as a line, it begins a
comment."""
_NUMBERED = pattern(r"#[ \t]+[0-9]")
_BELOW = pattern(r"[ \t]*(?:\r\n?|\n)([ \t]+)(#[^\r\n]*)")
_SWITCHED_OFF = pattern(r"#\s*(?:-|[\w-]+\s*:|\{)")
"""A line of YAML that was made a comment."""
_HEADER = pattern(r"[|>][-+0-9]{0,2}[ \t]+(#[^\r\n]*)")
_WHOLE = pattern(
    r"[-+]?[0-9][0-9.,]*\s*(?:%|mm|cm|in|px|pt)?(?:\s*x\s*[0-9.,]+\s*(?:mm|cm|in|px|pt)?)?|true"
    "|false|yes|no|null|~",
    re.IGNORECASE,
)
"""Values that are whole: what follows them is no more of them."""
_NO_TEXTS = (
    "id",
    "template",
    "back",
    "second_back",
    "art",
    "size",
    "copies",
    "bleed",
    "extends",
    "file",
    "sheet",
    "from",
    "logo",
)
"""Names of what is no text."""
_CONTINUED = pattern(r"#[ \t]+[^\W\d_A-Z][\w'’-]*")
"""A comment that begins as the rest of a sentence may."""
_REMARK = pattern(
    r"#[ \t]+(?:todo|fixme|see|was|were|old|new|too|check|maybe|needs?|wip|nerfed|buffed|changed"
    r"|formerly|same|like|un\w+ed|not|no|but|"
    r"siehe|war|alt|neu|zu|prüfen|vielleicht|wie|nicht|kein)\b|#.*\?[ \t]*$",
    re.IGNORECASE,
)
"""A comment that speaks about what stands before it."""
_REMARK_IN_FIGURES = pattern(
    r"#[ \t]+(?:(?:19|20)[0-9]{2}\b|[0-9]{1,2}[./][0-9]{1,2}[./]|[0-9]+(?:st|nd|rd|th|x|×)\b"
    r"|[0-9]+[ \t]+(?:in|of|cop(?:y|ies)|von|Stück)\b|.*\?[ \t]*$"
    r"|.*\b(?:todo|fixme|was|were|before|instead|later|old|new|nerfed|buffed|changed|formerly"
    r"|drafts?|versions?|editions?|playtest\w*|v[0-9.]+|war|waren|vorher|statt|später|alt|neu)\b)",
    re.IGNORECASE,
)
"""A comment with figures that speaks about what stands before it: of a day, a version, how many
there are or were."""
_FULL_STOP = pattern(r"(?s:.*)(?<!\bNo)(?<!\bNr)[.!?…]", re.IGNORECASE)
_SENTENCE_ENDS = ".!?…:;)]}\"'”’»"
_GOES_ON = pattern(
    "the|an?|to|of|and|or|by|with|from|into|for|in|on|at|per|each|any|number|no|house|player"
    "|card|seat|space|step"
    "|d(?:er|ie|as|en|em)|eine?|zu|von|und|oder|mit|aus|im|auf|an|für|pro|je|nummer|haus|les?"
    "|la|une?|de|du|et|ou|à|avec",
    re.IGNORECASE,
)
"""Words that no text ends in: what follows a # behind them is the rest of it."""


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping that the reader is in.

    Of a mapping it has the name that waits for its value, and its column."""

    names: bool
    name: str | None = None
    column: int = 0


class _Value(NamedTuple):
    """A value as it was read.

    The event of it, the nearest name around it, and the list or mapping that holds it."""

    event: Any
    name: str
    holder: _OpenNode | None

    def place_in(self, file: Path) -> Place:
        start = self.event.start_mark
        return Place(file, start.line + 1, start.column + 1)


def texts_left_out(file: Path, text: str, prose: Collection[str] = ()) -> list[Finding]:
    """Notes on parts of a YAML file that may be meant as text.

    Nobody reads them. Empty for a text that is not YAML, of which its reader tells.

    `prose` names the fields that hold sentences: there a comment that goes on with one is told too,
    if a single blank parts it."""
    # quicker than to try each blank of a large file
    if "#" not in text and "&" not in text:
        return []
    if not (_HINT.search(text) or (prose and " # " in text)):
        return []
    try:
        return list(_left_out(file, text, prose))
    except yaml.YAMLError:
        return []


def _left_out(file: Path, text: str, prose: Collection[str]) -> Iterator[Finding]:
    unused_anchors: dict[str, Finding] = {}
    used: set[str] = set()
    for value in _values(text):
        if isinstance(value, str):
            used.add(value)
        elif value.event.anchor:
            anchor = value.event.anchor
            sentence = (
                f'"&{anchor}" is read as a mark of the value behind it, which nothing refers to, '
                "and is not printed"
            )
            unused_anchors.setdefault(
                anchor, Finding("text-needs-quotes", sentence, _QUOTE, value.place_in(file))
            )
        elif value.name not in _NO_TEXTS and (rest := _rest(text, value, prose)):
            yield _cut_off(value, rest, file)
    yield from (problem for anchor, problem in unused_anchors.items() if anchor not in used)


def _values(text: str) -> Iterator[_Value | str]:
    """Yield the scalar values of a file in their order.

    Of an alias it is the anchor that it refers to."""
    stack: list[_OpenNode] = []
    parser: Any = PARSER(text)
    while (event := parser.get_event()) is not None and not isinstance(event, yaml.StreamEndEvent):
        holder = stack[-1] if stack else None
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            stack.append(_OpenNode(isinstance(event, yaml.MappingStartEvent)))
            if len(stack) > DEEPEST:
                return
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            stack.pop()
            _end_value(stack)
        elif isinstance(event, yaml.AliasEvent):
            yield str(event.anchor)
            _end_value(stack)
        elif isinstance(event, yaml.ScalarEvent):
            if holder and holder.names and holder.name is None:
                holder.name, holder.column = event.value, getattr(event.start_mark, "column", 0)
                continue
            name = next((node.name for node in reversed(stack) if node.name is not None), "")
            yield _Value(event, name, holder)
            _end_value(stack)


def _end_value(stack: list[_OpenNode]) -> None:
    """A value has ended: its name waits for none."""
    if stack and stack[-1].names:
        stack[-1].name = None


def _cut_off(value: _Value, rest: str, file: Path) -> Finding:
    """The note on a value whose rest is read as a comment."""
    comment_start = rest if len(rest) <= 40 else f"{rest[:37]}..."
    end_of_text = value.event.value[-30:].strip()
    ends = f' of "{end_of_text}"' if end_of_text and not value.event.style else ""
    sentence = f'what stands behind " #" is a comment and is not printed: "{comment_start}"{ends}'
    return Finding(
        "text-needs-quotes",
        sentence,
        f"{_QUOTE}, or write two blanks before the # and one behind it",
        value.place_in(file),
    )


def _rest(text: str, value: _Value, prose: Collection[str]) -> str:
    """The comment behind a value that may be the rest of it.

    It is empty where it is a comment, or where there is none."""
    event, text_of_value = value.event, value.event.value
    if event.style in ("|", ">"):
        header = _HEADER.match(text, event.start_mark.index)
        return header[1] if header and _CLINGING.match(header[1]) else ""
    if event.style or _WHOLE.fullmatch(text_of_value):
        return ""
    if match := _COMMENT.match(text, event.end_mark.index):
        blanks, comment = match[1] + match[2], match[3]
        if not text_of_value:
            numbered = value.name == "name" and _NUMBERED.match(comment)
            return comment if _CLINGING.match(comment) or numbered else ""
        if len(blanks) > 1 or "\t" in blanks:
            return ""
        is_text = (
            _CLINGING.match(comment)
            or _goes_on(text_of_value)
            or _numbers(text_of_value, comment, in_prose=value.name in prose)
            or (value.name in prose and _continues(text_of_value, comment))
        )
        return comment if is_text else ""
    below = _BELOW.match(text, event.end_mark.index) if text_of_value else None
    if below is None or value.holder is None or not value.holder.names:
        return ""
    indented = len(below[1]) > value.holder.column
    return (
        below[2]
        if indented and _CLINGING.match(below[2]) and not _SWITCHED_OFF.match(below[2])
        else ""
    )


def _continues(sentence: str, comment: str) -> bool:
    """True if a comment goes on with an open sentence: `Draw # cards`."""
    return (
        sentence[-1] not in _SENTENCE_ENDS
        and bool(_CONTINUED.match(comment))
        and not _REMARK.match(comment)
    )


def _numbers(value: str, comment: str, *, in_prose: bool) -> bool:
    """True if a comment begins with a number that belongs to an open text: `Draw # 2 cards`.

    Outside of prose one word alone is none: it may be a name, with a remark behind it."""
    return (
        bool(_NUMBERED.match(comment))
        and not _REMARK_IN_FIGURES.match(comment)
        and not _FULL_STOP.fullmatch(value)
        and (in_prose or len(value.split()) > 1)
    )


def _goes_on(value: str) -> bool:
    """True if a text cannot have ended where a comment begins."""
    has_open_bracket = any(
        value.count(opening) > value.count(closing)
        for opening, closing in ("()", "[]", "{}", "“”", "«»")
    )
    has_open_bold = value.count("**") % 2 == 1
    return any(
        (
            _GOES_ON.fullmatch(value.split()[-1]),
            value[-1] in ",-–+=(",
            has_open_bracket,
            has_open_bold,
        )
    )
