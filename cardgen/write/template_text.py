"""The source of a template with the places of what it draws: start tags with their attributes,
calls such as text_box(...) with their arguments, and the loops and macros around them.

Offsets are those of characters in the text as it is read, whatever its line ends."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from jinja2 import Environment

from cardgen.engine import svg_values

CALLS: Mapping[str, tuple[str, ...]] = {
    "text_box": ("text", "x", "y", "width", "height", "size", "min_size"),
    "stack": ("items", "x", "y", "width", "height"),
    "panel": ("content",),
    "qr": ("text", "x", "y", "size"),
    "code128": ("text", "x", "y", "width", "height"),
}
"""The functions that templates place things by, with the names of their first arguments."""
FINEST = 0.01
"""Millimetres: numbers are written as fine as this, and no finer."""
_REPEATING = {"for": "loop", "macro": "macro"}
_CODE = "\0"
_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    r"|<(?P<name>[A-Za-z][\w:.-]*)(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"(?<![^\s\0\"'])([^\s=<>/\"'\0]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([A-Za-z]*)")
_TRANSLATE = re.compile(
    r"\s*translate\(\s*([-+.\deE]+)(?:(?:\s*,\s*|\s+)([-+.\deE]+))?\s*\)", re.DOTALL
)
_MATRIX = re.compile(
    r"\s*matrix\("
    + r"(?:\s*,\s*|\s+)".join([r"\s*[-+.\deE]+"] * 4)
    + r"(?:\s*,\s*|\s+)([-+.\deE]+)(?:\s*,\s*|\s+)([-+.\deE]+)\s*\)\s*\Z"
)


class SourceNumber(NamedTuple):
    """What stands for a number in a template: its text from `start` to `end`.

    `value` is in units of the template; None for a formula, or anything that is no plain number."""

    text: str
    start: int
    end: int
    value: float | None = None
    unit: str = ""

    @classmethod
    def of(cls, text: str, start: int) -> SourceNumber:
        """Return the number that a text at an offset is."""
        typed = text.strip()
        start += len(text) - len(text.lstrip())
        match = _NUMBER.fullmatch(typed)
        value = _in_units(typed) if match else None
        unit = match[2] if match else ""
        return cls(typed, start, start + len(typed), value, unit)

    def spelled(self, value: float, scale: float = 1.0) -> str:
        """Another value in the way of this one: its unit, and no finer than FINEST.

        `scale` is how many millimetres a unit of the template is."""
        unit = (_in_units(f"1{self.unit}") or 1.0) if self.unit else 1.0
        digits = max(0, math.ceil(math.log10(unit * scale / FINEST) - 1e-9))
        own_value = round((self.value or 0.0) / unit, digits)
        number = round(value / unit, digits)
        if self.value is not None and math.isclose(own_value, number, abs_tol=1e-12):
            return self.text
        return plain_number(number, digits, self.text.removesuffix(self.unit)) + self.unit


class SourceTag(NamedTuple):
    """A start tag from `start` to `end`; `attributes` has the plain ones, said once."""

    name: str
    start: int
    end: int
    attributes: Mapping[str, SourceNumber]


class SourceCall(NamedTuple):
    """A call of a function from its name at `start` to its closing bracket."""

    name: str
    start: int
    end: int
    arguments: Mapping[str, SourceNumber]


class Repetition(NamedTuple):
    """A loop or a macro, whose content is drawn as often as it is asked for."""

    kind: str
    start: int
    end: int


class _CodeToken(NamedTuple):
    kind: str
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class TemplateText:
    """The text of a template. Raises jinja2.TemplateSyntaxError for one that is no Jinja."""

    def __init__(self, text: str) -> None:
        self.text = text
        # as long as the text, so that offsets are those of both
        self.plain = text.replace("\r\n", " \n").replace("\r", "\n")
        self._tokens = list(_tokens(self.plain))
        self._tag_list = list(self._tags())

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.plain))]

    def line_of(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    @property
    def tags(self) -> list[SourceTag]:
        """The start tags, in their order."""
        return self._tag_list

    def tag_at(self, start: int) -> SourceTag | None:
        """The start tag that begins there."""
        return next((tag for tag in self._tag_list if tag.start == start), None)

    def call_at(self, start: int) -> SourceCall | None:
        """The call that begins there."""
        return next((call for call in self.calls if call.start == start), None)

    def parts_of(self, tag: SourceTag) -> list[SourceTag]:
        """The parts of a <text> that say places of their own."""
        if tag.name.rpartition(":")[2] != "text" or self.plain[tag.end - 2] == "/":
            return []
        end = self.plain.find(f"</{tag.name}", tag.end)
        inside = [other for other in self._tag_list if tag.end <= other.start < end]
        return [other for other in inside if other.name.rpartition(":")[2] == "tspan"]

    def content_of(self, tag: SourceTag) -> str:
        """What a <text> says in the source."""
        end = self.plain.find(f"</{tag.name}", tag.end)
        return self.plain[tag.end : end] if end > 0 else ""

    def repetition_around(self, offset: int) -> Repetition | None:
        """The innermost loop or macro around an offset."""
        around = [part for part in self.repetitions if part.start <= offset < part.end]
        return max(around, key=lambda part: part.start, default=None)

    @cached_property
    def repetitions(self) -> list[Repetition]:
        """The loops and macros, as they end."""
        parts: list[Repetition] = []
        open_parts: list[tuple[str, int]] = []
        is_first = False
        for token in self._tokens:
            if token.kind == "block_begin":
                is_first = True
            elif token.kind == "name" and is_first:
                is_first = False
                if token.text in _REPEATING:
                    open_parts.append((token.text, token.start))
                elif token.text.removeprefix("end") in _REPEATING and open_parts:
                    kind, start = open_parts.pop()
                    parts.append(Repetition(_REPEATING[kind], start, token.end))
        return parts

    @cached_property
    def calls(self) -> list[SourceCall]:
        """The calls of functions that place things, as they begin."""
        code = [token for token in self._tokens if token.kind not in ("data", "whitespace")]
        calls = []
        for at, token in enumerate(code[:-1]):
            if token.kind != "name" or token.text not in CALLS or code[at + 1].text != "(":
                continue
            before = code[at - 1].text if at else ""
            if before not in (".", "macro", "call"):
                calls.append(self._call(code, at))
        return calls

    def _call(self, code: list[_CodeToken], at: int) -> SourceCall:
        """The call whose name is this token."""
        name, depth = code[at].text, 0
        arguments: dict[str, SourceNumber] = {}
        pieces: list[_CodeToken] = []
        names = iter(CALLS[name])
        end = len(self.plain)
        for token in code[at + 1 :]:
            closes = token.text in (")", "]", "}") and token.kind == "operator"
            depth -= closes
            if (depth == 0 and closes) or (depth == 1 and token.text == ","):
                if pieces:
                    label, number = self._argument(pieces)
                    arguments[label or next(names, "")] = number
                pieces = []
                if closes:
                    end = token.end
                    break
                continue
            if depth:
                pieces.append(token)
            depth += token.text in ("(", "[", "{") and token.kind == "operator"
        arguments.pop("", None)
        return SourceCall(name, code[at].start, end, arguments)

    def _argument(self, pieces: list[_CodeToken]) -> tuple[str, SourceNumber]:
        """An argument of a call, with its name where that is said."""
        label = ""
        if len(pieces) > 2 and pieces[0].kind == "name" and pieces[1].text == "=":
            label, pieces = pieces[0].text, pieces[2:]
        start, end = pieces[0].start, pieces[-1].end
        number = SourceNumber.of(self.plain[start:end], start)
        return label, number._replace(value=None) if number.unit else number

    def _tags(self) -> Iterator[SourceTag]:
        masked = list(self.plain)
        at = 0
        for token in self._tokens:
            masked[at : token.start] = _CODE * (token.start - at)
            if token.kind != "data":
                masked[token.start : token.end] = _CODE * len(token.text)
            at = token.end
        for match in _TAG.finditer("".join(masked)):
            if match["name"]:
                attributes = self._attributes(match.start("rest"), match["rest"])
                yield SourceTag(match["name"], match.start(), match.end(), attributes)

    def _attributes(self, start: int, masked: str) -> Mapping[str, SourceNumber]:
        attributes: dict[str, SourceNumber] = {}
        doubled = set()
        for match in _ATTRIBUTE.finditer(masked):
            begin, end = start + match.start(2) + 1, start + match.end(2) - 1
            doubled |= {match[1]} & attributes.keys()
            attributes[match[1]] = SourceNumber.of(self.plain[begin:end], begin)
        for name in doubled:
            attributes[name] = attributes[name]._replace(value=None)
        return attributes


def plain_number(value: float, digits: int, like: str = "") -> str:
    """A number of so many digits behind its point at the most, as the one that it is like."""
    typed = f"{value:.{digits}f}"
    if "." in typed:
        typed = typed.rstrip("0").rstrip(".")
    _, point, decimals = like.partition(".")
    if point and decimals.endswith("0") and decimals.isdecimal():
        typed = f"{float(typed):.{max(len(decimals), len(typed.partition('.')[2]))}f}"
    if like.lstrip("-+").startswith("."):
        typed = re.sub(r"^(-?)0\.", r"\1.", typed)
    return "0" if typed in ("-0", "", "-") else typed


def shifted(transform: SourceNumber, right: float, down: float, scale: float) -> str:
    """The text of a transform that begins with a translation by so much more."""
    text = transform.text
    match = _TRANSLATE.match(text) or _MATRIX.fullmatch(text)
    if match is None:
        return f"translate({_plain(right, scale)},{_plain(down, scale)}) {text}"
    numbers = [match[1], match[2] or "0"]
    new = [
        SourceNumber.of(number, 0).spelled(float(number) + by, scale)
        for number, by in zip(numbers, (right, down), strict=True)
    ]
    after = text[: match.start(1)] + new[0]
    if match[2] is None:
        gap = "" if new[1] == "0" else f",{new[1]}"
        return after + gap + text[match.end(1) :]
    between = text[match.end(1) : match.start(2)]
    return after + between + new[1] + text[match.end(2) :]


def _plain(value: float, scale: float) -> str:
    return SourceNumber("", 0, 0).spelled(value, scale)


def _in_units(text: str) -> float | None:
    """A length in units of the template; None for what is none."""
    try:
        value = svg_values.parse_length(text)
    except (ValueError, svg_values.StyleError):
        return None
    return value if math.isfinite(value) else None


_LEXER = Environment(keep_trailing_newline=True).lexer  # noqa: S701  # nothing is rendered


def _tokens(text: str) -> Iterator[_CodeToken]:
    """The pieces of a template; white space that a sign strips is between them."""
    at = 0
    for _, kind, value in _LEXER.tokeniter(text, None):
        while not text.startswith(value, at) and at < len(text) and text[at].isspace():
            at += 1
        yield _CodeToken(kind, at, value)
        at += len(value)
