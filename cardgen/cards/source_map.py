"""Where in a game's templates each thing on a card comes from, for the page that moves it.

Start tags are numbered in the source before anything else reads it, and calls that place things
note what came of them. Only the preview composes so: what prints has none of it."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from traceback import walk_stack
from typing import Any, NamedTuple

from jinja2 import TemplateSyntaxError
from markupsafe import Markup

from cardgen.base import svg_marks
from cardgen.base.findings import Place
from cardgen.base.geometry import Edges
from cardgen.base.units import MM
from cardgen.cards.placed_markup import PlacedMarkup, PlacedStack, PlacedText
from cardgen.cards.template_functions import TemplateFunctions
from cardgen.cards.template_language import template_lines
from cardgen.cards.workspace import Workspace
from cardgen.write.template_text import CALLS, SourceCall, SourceTag, TemplateText

_FROM = "drawn_from"
"""The function by which a call of a template tells where it stands."""
_NOTED = (*CALLS, "object_text")
_BEGINNING = re.compile(r"<(?!/|!|\?|(?:tspan|textPath)\b)([A-Za-z][\w:.-]*)")
_MOST_NOTED = 2000
"""Calls of a side that are noted."""


class MappedTemplate(NamedTuple):
    """A template that was read, with the file that it stands in."""

    file: Path
    text: TemplateText


class SourceSpot(NamedTuple):
    """A tag or a call in a template."""

    template: MappedTemplate
    thing: SourceTag | SourceCall


class TextFit(NamedTuple):
    """How a text fills its box: sizes in points, heights in units of the template.

    `lack` says in words what room it lacks."""

    size: float
    asked_size: float
    height: float
    lines: int
    lack: str


class NotedPart(NamedTuple):
    """A part of a stack: a text, a picture, or a shape such as a rule; where it lies, and what its
    text lacks."""

    kind: str
    edges: Edges
    lack: str = ""

    @classmethod
    def of(cls, placed: PlacedMarkup) -> NotedPart:
        if isinstance(placed, PlacedText):
            return cls("text", placed.edges, placed.layout.overflow or "")
        return cls("picture" if "<image" in placed else "shape", placed.edges)


class NotedCall(NamedTuple):
    """What a call placed on a side: its box in its own units, where it has one, and the edges of
    what came of it.

    `spot` is the number of its place in the source, or -1; `lines` are those of templates that led
    to it, the innermost first."""

    name: str
    spot: int
    box: Edges | None
    edges: Edges | None
    fit: TextFit | None
    lines: tuple[Place, ...] = ()
    parts: tuple[NotedPart, ...] = ()


class SourceMap:
    """The places of everything that the templates of a game draw, by number.

    A text of a template has the same numbers whenever it is read again."""

    def __init__(self) -> None:
        self.spots: list[SourceSpot] = []
        self._marked: dict[tuple[Path, str], str] = {}
        self.calls: list[NotedCall] = []
        """The calls of the side at work."""
        self._spot = -1

    def marked(self, source: str, template: str, file: Path) -> str:
        """A template's text with its tags and calls numbered; as it is where it cannot be read."""
        if (file, source) not in self._marked:
            self._marked[file, source] = self._newly_marked(source, file)
        return self._marked[file, source]

    def _newly_marked(self, source: str, file: Path) -> str:
        try:
            text = TemplateText(source)
        except TemplateSyntaxError:
            return text_with_plain_breaks(source)
        mapped = MappedTemplate(file, text)
        things: list[SourceTag | SourceCall] = [*text.tags, *text.calls]
        pieces, at = [], 0
        for thing in sorted(things, key=lambda thing: thing.start):
            number = len(self.spots)
            self.spots.append(SourceSpot(mapped, thing))
            if isinstance(thing, SourceTag):
                begin = end = thing.start + 1 + len(thing.name)
                new = f' {svg_marks.AT}="{number}"'
            else:
                begin, end = thing.start, thing.start + len(thing.name)
                new = f"{_FROM}({number}, {thing.name})"
            pieces += [text.plain[at:begin], new]
            at = end
        return "".join([*pieces, text.plain[at:]])

    def begin_side(self) -> None:
        """Forget what was placed on the last side."""
        self.calls = []
        self._spot = -1

    def noting(
        self, workspace: Workspace, functions: TemplateFunctions
    ) -> Mapping[str, Callable[..., Any]]:
        """The functions of templates that note what they place, by name."""
        by_name = functions.by_name()
        noted = {name: self._noted(name, by_name[name], workspace) for name in _NOTED}
        return {**noted, _FROM: self._drawn_from}

    def _drawn_from(self, number: int, function: Any) -> Any:
        """A function that tells the next call where it stands."""
        if not callable(function):
            return function

        @wraps(function)
        def called(*values: Any, **named_values: Any) -> Any:
            self._spot = number
            try:
                return function(*values, **named_values)
            finally:
                self._spot = -1

        return called

    def _noted(
        self, name: str, function: Callable[..., Any], workspace: Workspace
    ) -> Callable[..., Any]:
        signature = inspect.signature(function)

        @wraps(function)
        def called(*values: Any, **named_values: Any) -> Any:
            spot, self._spot = self._spot, -1
            placed = function(*values, **named_values)
            is_measuring = workspace.shared_sizes.is_measuring
            is_full = len(self.calls) >= _MOST_NOTED
            if is_measuring or is_full or not isinstance(placed, Markup):
                return placed
            arguments = signature.bind(*values, **named_values).arguments
            arguments |= arguments.pop("drawing", {}) | arguments.pop("style", {})
            note = _note(name, spot, arguments, placed, workspace.side.unit)
            lines = tuple(template_lines(walk_stack(sys._getframe(1))))
            self.calls.append(note._replace(lines=lines))
            return _tagged(placed, len(self.calls) - 1)

        return called


def text_with_plain_breaks(text: str) -> str:
    """A text whose lines end as Python reads them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _note(
    name: str, spot: int, arguments: Mapping[str, Any], placed: Markup, unit: float
) -> NotedCall:
    size = arguments.get("size", 0.0)
    sides = [arguments.get(side) for side in ("x", "y", "width", "height")]
    if name == "qr":
        sides[2:] = [size, size]
    box = None
    if all(isinstance(side, int | float) for side in sides):
        x, y, width, height = map(float, sides)  # type: ignore[arg-type]  # they are numbers
        box = x, y, width, height
    fit = None
    if isinstance(placed, PlacedText):
        layout = placed.layout
        points = unit * MM * float(arguments.get("scale", 1.0))
        face = arguments.get("face")
        asked_size = float(size) if isinstance(size, int | float) and size else layout.size
        if face is not None:
            asked_size = float(face[3]) * points
        height = layout.height / points
        fit = TextFit(layout.size, asked_size, height, len(layout.lines), layout.overflow or "")
    edges = placed.edges if isinstance(placed, PlacedMarkup) else None
    parts = tuple(map(NotedPart.of, placed.parts)) if isinstance(placed, PlacedStack) else ()
    return NotedCall(name, spot, box, edges, fit, (), parts)


def _tagged(placed: Markup, number: int) -> Markup:
    """What was placed, with the number of its call at each element that has none."""

    def replaced(match: re.Match[str]) -> str:
        end = placed.find(">", match.end())
        if svg_marks.CALL in str(placed)[match.end() : end]:
            return match[0]
        return f'{match[0]} {svg_marks.CALL}="{number}"'

    markup = _BEGINNING.sub(replaced, str(placed))
    # what shows nothing has a place, too
    copy = type(placed)(markup or f'<g {svg_marks.CALL}="{number}"/>')
    copy.__dict__.update(placed.__dict__)
    return copy


def numbers_in(svg: str, attribute: str) -> Iterator[int]:
    """The numbers that an attribute of a composed side gives, as often as they stand there."""
    for match in re.finditer(rf' {attribute}="(\d+)"', svg):
        yield int(match[1])
