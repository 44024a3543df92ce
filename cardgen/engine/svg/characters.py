"""The characters of a <text> and its children in order.

Each has its style and the place that its elements give it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from lxml import etree

from cardgen.base.writing_direction import RIGHTWARD
from cardgen.engine.svg import support
from cardgen.engine.svg.document import Document, Units
from cardgen.engine.svg.parse import choice_of, local, reference_of
from cardgen.engine.svg.path import numbers, parse_path, transformed
from cardgen.engine.svg.path_length import AS_BROWSERS, Track
from cardgen.engine.svg.shapes import SHAPES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.text_run import SpanEffect
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import LARGEST_TYPE, StyleError, parse_length
from cardgen.engine.typography import bidi
from cardgen.engine.typography.font import SMALL_CAPITALS, Font

SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BLANKS = re.compile(r" [ \t\r\n]+|[\t\r\n][ \t\r\n]*")
_POSITIONS = ("x", "y", "dx", "dy", "rotate")
_INVISIBLE = str.maketrans(
    "", "", "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Characters that ask for an order of their own, and are invisible."""
_LETTER_CHANGES: dict[str, Callable[[str], str]] = {
    "": str,
    "upper": str.upper,
    "lower": str.lower,
    "title": lambda text: re.sub(r"(?<!\S)\S", lambda first: first[0].upper(), text),
}


@dataclass(slots=True)
class TextPiece:
    """Characters of one style, with the position that the elements give their first one."""

    text: str
    style: Style
    preserve: bool
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    lift: float = 0.0
    path: Track | None = None
    lines: tuple[tuple[str, Style], ...] = ()
    effects: tuple[SpanEffect, ...] = ()
    stretch: Stretch | None = None
    level: int = 0
    source: int = 0
    """The number of the piece that this was a part of: those of one source are shaped as one."""
    order: str = ""
    """An invisible character that asks for an order, as `unicode-bidi` does."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """The length that a <tspan> is set to.

    `glyphs` tells that its glyphs are stretched to it."""

    length: float
    glyphs: bool


class ElementSpan(NamedTuple):
    """An element with places for its characters: pieces from `first` to `end`."""

    first: int
    end: int
    places: dict[str, list[float]]


def gather(
    document: Document,
    units: Units,
    element: etree._Element,
    style: Style,
    lines: tuple[tuple[str, Style], ...] = (),
) -> tuple[list[TextPiece], list[ElementSpan]]:
    """The characters of a <text> and its children, in order, and the elements that place them.

    Raises StyleError."""
    gatherer = _Gatherer(document, units)
    gatherer.element(
        element,
        style,
        _Around(element.get(SPACE) == "preserve", baseline_shift(document, style), lines=lines),
    )
    return gatherer.pieces, gatherer.spans


class _Around(NamedTuple):
    """The properties that the characters of an element have from the elements around it."""

    preserve: bool
    lift: float = 0.0
    path: Track | None = None
    lines: tuple[tuple[str, Style], ...] = ()
    effects: tuple[SpanEffect, ...] = ()


class _Gatherer:
    def __init__(self, document: Document, units: Units) -> None:
        self.document = document
        self.units = units
        self.pieces: list[TextPiece] = []
        self.spans: list[ElementSpan] = []

    def element(self, element: etree._Element, style: Style, around: _Around) -> None:
        """Add the characters of an element. Raises StyleError."""
        start = len(self.pieces)
        number_of_spans = len(self.spans)
        units = self.units.of(style)
        places = _places(element, units)
        stretch = None
        if "textLength" in element.attrib and local(element) != "text":
            if len(element) or places or element.getparent().get("textLength"):
                raise StyleError(
                    "textLength on or around other places is not drawn here",
                    "give one <tspan> or the <text> its length",
                )
            stretch = stretch_of(element, units)
        lines = around.lines
        if style.decoration:  # all lines are painted as the innermost element that draws one
            outer_kinds = [kind for kind, _ in lines]
            kinds = dict.fromkeys((*outer_kinds, *style.decoration))
            lines = tuple((kind, style) for kind in kinds)
        if lines and around.lift:
            raise StyleError(
                "a line along text that is lifted is not drawn here", "draw it as a path"
            )
        preserve = around.preserve if style.preserved is None else style.preserved
        around = around._replace(preserve=preserve, lines=lines)
        opens, closes = orders(style)
        self.pieces += [TextPiece("", style, preserve, order=order) for order in opens]
        self.add(element.text, style, around, stretch)
        for child in element:
            self.child(child, style, around)
            self.add(child.tail, style, around, stretch)
        self.pieces += [TextPiece("", style, preserve, order=order) for order in closes]
        if places:
            self.spans.insert(number_of_spans, ElementSpan(start, len(self.pieces), places))

    def add(self, text: str | None, style: Style, around: _Around, stretch: Stretch | None) -> None:
        """Add a text of an element. Raises StyleError."""
        if not text:
            return
        text = _LETTER_CHANGES[style.letters](text)
        for part, part_style in _with_small_capitals(self.document, text, style):
            self.pieces.append(
                TextPiece(
                    part,
                    part_style,
                    around.preserve,
                    lift=around.lift,
                    path=around.path,
                    lines=around.lines,
                    effects=around.effects,
                    stretch=stretch,
                )
            )

    def child(self, child: etree._Element, style: Style, around: _Around) -> None:
        """Add the characters of a child, or complain of it. Raises StyleError."""
        name = local(child)
        if name not in ("tspan", "textPath", "a"):
            if name in support.REFUSED_ELEMENTS or name not in support.SILENT_ELEMENTS:
                remedy = support.REFUSED_ELEMENTS.get(name, "use <tspan>")
                self.document.complain(child, f"<{name}> inside text is not drawn here", remedy)
            return
        inner = self.style(child, style)
        if inner is None or not inner.display:
            return
        path = around.path
        if name == "textPath":
            if path or local(child.getparent()) != "text":
                raise StyleError(
                    "<textPath> anywhere but in <text> is not drawn here", "put it into a <text>"
                )
            path = track_of(self.document, self.units, child, inner)
        lift = around.lift
        if inner is not style:
            lift += baseline_shift(self.document, inner)
        space = child.get(SPACE)
        preserve = space == "preserve" if space else around.preserve
        effects = around.effects
        if inner.composed:
            effects = (*effects, SpanEffect(inner))
        self.element(child, inner, _Around(preserve, lift, path, around.lines, effects))

    def style(self, child: etree._Element, style: Style) -> Style | None:
        """The style of a span: that of what it stands in, if it has but places.

        Raises StyleError."""
        is_place = local(child) == "tspan" and set(child.keys()).issubset(_POSITIONS)
        if is_place and not self.document.sheet:
            return style
        inner = self.document.style(child, style)
        if inner is None:
            return None
        if inner.vertical != style.vertical:
            raise StyleError(
                "a <tspan> that runs another way than its <text> is not drawn here",
                "use a <text> of its own",
            )
        if inner.opacity == 1 or len(child) or (inner.fill and inner.stroke):
            return inner
        faded = inner.faded()
        return inner if faded.composed else faded


def _places(element: etree._Element, units: Units) -> dict[str, list[float]]:
    """The places that an element gives its characters. Raises StyleError."""
    places: dict[str, list[float]] = {}
    for name, text in element.items():
        if name not in _POSITIONS or local(element) == "textPath":
            continue
        side = units.viewport.width if name.endswith("x") else units.viewport.height
        try:
            parts = [text]
            if "," in text or " " in text:
                parts = text.replace(",", " ").split()
            if name == "rotate":
                places[name] = numbers(text)
            else:
                places[name] = [units.length(part, side) for part in parts]
        except ValueError:
            raise StyleError(
                f'{name}="{text[:40]}" is not a list of lengths',
                "write numbers with spaces between them",
            ) from None
    return places


def stretch_of(element: etree._Element, units: Units) -> Stretch | None:
    """The length that an element's text is set to. Raises StyleError."""
    choices = ("spacing", "spacingAndGlyphs")
    adjust = choice_of(element, "lengthAdjust", choices, "a lengthAdjust")
    length = parse_length(element.get("textLength", ""), units.viewport.width, units.em)
    return Stretch(length, adjust == "spacingAndGlyphs") if length > 0 else None


def orders(style: Style) -> tuple[str, str]:
    """The characters before and after an element's text that ask for its order.

    They stand for `direction` and `unicode-bidi`."""
    way = "rtl" if style.rtl else "ltr"
    return {
        "embed": (bidi.EMBEDDINGS[way], bidi.END),
        "bidi-override": (bidi.OVERRIDES[way], bidi.END),
        "isolate": (bidi.ISOLATES[way], bidi.END_OF_ISOLATE),
        "isolate-override": (
            bidi.ISOLATES[way] + bidi.OVERRIDES[way],
            bidi.END + bidi.END_OF_ISOLATE,
        ),
        "plaintext": ("\u2068", bidi.END_OF_ISOLATE),
    }.get(style.bidi, ("", ""))


def baseline_shift(document: Document, style: Style) -> float:
    """The length that baseline-shift moves a span down."""
    if not style.shift:
        return 0.0
    if style.shift in ("sub", "super"):
        font = font_of(document, style)
        height = (font.ascent - font.descent) * style.font_size / 2
        return height if style.shift == "sub" else -height
    return -parse_length(style.shift, style.font_size, style.font_size)


def runs_of(document: Document, text: str, style: Style) -> list[tuple[Font, str]]:
    """A text split by font, each on its axes where the style asks for it.

    Raises StyleError."""
    if style.font_size >= LARGEST_TYPE:
        raise StyleError(
            f"text of a font-size of {LARGEST_TYPE:g} or more is not drawn here",
            "make it smaller, and scale it up",
        )
    runs = document.sources.runs(text, style.families, style.weight, style.italic)
    if not style.axes:
        return runs  # type: ignore[no-any-return]
    axes = style.axes
    if style.optical and document.optical and "opsz" not in dict(axes):
        axes = (*axes, ("opsz", float(style.font_size)))
    return [(font.varied(axes), part) for font, part in runs]


def font_of(document: Document, style: Style) -> Font:
    """The first font of a style, whose measures count for its baselines."""
    ((font, _),) = runs_of(document, " ", style)
    return font


def baseline(document: Document, style: Style, *, upright: bool = False) -> float:
    """The distance of a style's baseline below the alphabetic one, upward being negative.

    Text moves down by as much. Letters that stand `upright` in a line from top to bottom have their
    middle where others have that of their height."""
    name = style.aligned or style.dominant
    if name == "auto" and style.vertical:
        name = "central"
    if upright:
        central = replace(style, aligned="central")
        return baseline(document, style) - baseline(document, central)
    if name in ("auto", "alphabetic"):
        return 0.0
    font = font_of(document, style)
    ascent, descent = font.ascent, -font.descent
    share = {
        "middle": font.x_height / 2,
        "central": (ascent - descent) / 2,
        "hanging": ascent * 0.8,
        "mathematical": ascent * 0.5,
        "text-before-edge": ascent,
        "text-top": ascent,
    }.get(name, -descent)
    return share * style.font_size


def track_of(document: Document, units: Units, element: etree._Element, style: Style) -> Track:
    """The path that a <textPath> sets its text on. Raises StyleError."""
    if element.get("side", "left") != "left":
        raise StyleError(
            "a <textPath> on the other side is not drawn by every browser", "turn the path round"
        )
    data = element.get("path")
    length = ""
    if data is not None:
        track = Track(parse_path(data), AS_BROWSERS)
    else:
        name = reference_of(element).removeprefix("#")
        target = document.by_id.get(name)
        if target is None or local(target) != "path":
            remedy = document.instead_of(name, "path") if name else "refer to one by href"
            raise StyleError(
                "a <textPath> that refers to no <path> of this file is not drawn here", remedy
            )
        length = target.get("pathLength", "")
        matrix = own_transform(units, target, document.own_style(target), lambda: None)
        track = Track(transformed(SHAPES["path"](units, target), matrix), AS_BROWSERS)
    offset = element.get("startOffset", "0")
    track.start = parse_length(offset, track.length, style.font_size)
    if length and not offset.strip().endswith("%"):
        path_length = parse_length(length)
        if path_length <= 0:
            raise StyleError("a pathLength is a number above 0", "write one, or take it away")
        track.start *= track.length / path_length
    return track


SMALL = 0.7
"""The size of capitals that stand for small letters, of the font's size, where the font has none of
its own; Chromium's."""


def _with_small_capitals(document: Document, text: str, style: Style) -> list[tuple[str, Style]]:
    """A text in parts, small letters as small capitals if it asks for them.

    Raises StyleError."""
    if not style.small:
        return [(text, style)]
    runs = runs_of(document, " ".join(text.split()), style)  # line ends and tabs are no letters
    for font, part in runs:
        if font.has_small_capitals(part):
            features = style.features + SMALL_CAPITALS
            return [(text, replace(style, small=False, features=features))]
    if (style.aligned or style.dominant) not in ("auto", "alphabetic"):
        raise StyleError(
            "small capitals on another baseline are not drawn here", "move the text instead"
        )
    lower = replace(style, font_size=SMALL * style.font_size)
    parts = []
    for is_small, group in groupby(text, key=lambda letter: letter.upper() != letter):
        part = "".join(group)
        parts.append((part.upper(), lower) if is_small else (part, style))
    return parts


def collapse(pieces: list[TextPiece]) -> None:
    """Treat white space as browsers do.

    Runs of it are one space, none at the ends, unless it is preserved."""
    before_space = True
    for piece in pieces:
        if piece.preserve:
            piece.text = re.sub(r"[\t\r\n]", " ", piece.text)
            before_space = before_space and not piece.text
            continue
        text = _BLANKS.sub(" ", piece.text)
        if before_space and text.startswith(" "):
            text = text[1:]
        if text:
            before_space = text.endswith(" ")
        piece.text = text
    for piece in reversed(pieces):
        if piece.text:
            piece.text = piece.text if piece.preserve else piece.text.removesuffix(" ")
            break


def cut_at_places(pieces: list[TextPiece], spans: list[ElementSpan]) -> list[TextPiece]:
    """The pieces cut where a character has a place of its own.

    Characters are counted once white space has been collapsed."""
    for source, piece in enumerate(pieces):
        piece.source = source
    lists = [(name, values) for span in spans for name, values in span.places.items()]
    if all(len(values) == 1 and name != "rotate" for name, values in lists):
        return _with_first_places(pieces, spans)
    places = _places_of_characters(pieces, spans)
    cut_pieces: list[TextPiece] = []
    for index, piece in enumerate(pieces):
        if piece.order:
            cut_pieces.append(piece)
        placed = {at for number, at in places if number == index}
        edges = sorted({0, len(piece.text), *placed})
        for start, end in pairwise(edges):
            fields = {"turn": 0.0, **places.get((index, start), {})}
            cut_pieces.append(replace(piece, text=piece.text[start:end], **fields))
    return cut_pieces


def _with_first_places(pieces: list[TextPiece], spans: list[ElementSpan]) -> list[TextPiece]:
    """The pieces where elements place no more than their first character, as nearly everywhere."""
    for first, end, lists in spans:
        piece = next((piece for piece in pieces[first:end] if piece.text), None)
        if piece:
            for name, values in lists.items():
                setattr(piece, name, values[0])
    return [piece for piece in pieces if piece.text or piece.order]


def _places_of_characters(
    pieces: list[TextPiece], spans: list[ElementSpan]
) -> dict[tuple[int, int], dict[str, Any]]:
    """The places of characters, by piece and number in that, as fields of a piece."""
    places: dict[tuple[int, int], dict[str, Any]] = {}
    for first, end, lists in spans:
        # A place belongs to a character that is left; that of an inner element counts, and comes
        # later.
        characters: list[tuple[int, int]] = []
        for index in range(first, end):
            count = len(pieces[index].text)
            characters += [(index, at) for at in range(count)]
        for name, values in lists.items():
            if name == "rotate":  # the last value counts for all that follow
                name = "turn"
                missing = len(characters) - len(values)
                values = values + values[-1:] * missing
            for key, value in zip(characters, values, strict=False):
                places.setdefault(key, {})[name] = value
    return places


def cut_at_turns(pieces: list[TextPiece], style: Style) -> list[TextPiece]:
    """The pieces cut where the text turns round, each with its level."""
    if not style.rtl and RIGHTWARD.fullmatch(
        "".join(piece.order or piece.text for piece in pieces)
    ):
        return [piece for piece in pieces if not piece.order]
    pieces = list(_with_isolates(pieces))
    text = "".join(piece.order or piece.text for piece in pieces)
    levels = bidi.levels(text, None if style.bidi == "plaintext" else int(style.rtl))
    cut_pieces: list[TextPiece] = []
    at = 0
    for piece in pieces:
        start = at
        at += len(piece.order or piece.text)
        first = True
        if piece.order:
            continue
        for level, group in groupby(range(start, at), key=levels.__getitem__):
            part = "".join(text[place] for place in group).translate(_INVISIBLE)
            if not part:
                continue
            cut_piece = replace(piece, text=part, level=level)
            if not first:  # only the first part stands at the place of the piece
                cut_piece.x = cut_piece.y = None
                cut_piece.dx = cut_piece.dy = 0.0
            cut_pieces.append(cut_piece)
            first = False
    return cut_pieces


def _with_isolates(pieces: list[TextPiece]) -> Iterator[TextPiece]:
    """Yield the pieces, split before each character that has its own place.

    Each such place begins a line."""
    has_text = False
    for piece in pieces:
        if has_text and (piece.x is not None or piece.y is not None):
            isolate = bidi.ISOLATES["rtl" if piece.style.rtl else "ltr"]
            for order in (bidi.END_OF_ISOLATE, isolate):
                yield replace(piece, text="", order=order)
        has_text = has_text or bool(piece.text)
        yield piece
