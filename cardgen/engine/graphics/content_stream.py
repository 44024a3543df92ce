"""Content streams: the one place that writes items as PDF operators (ISO 32000-1, 7.8.2), in
whatever inks it is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

from cardgen.base.colour_math import CMYK
from cardgen.engine.graphics.display_list import (
    SAVE,
    Blend,
    ClipTo,
    ContentMark,
    ContentStream,
    FlatColour,
    Item,
    ItemPaint,
    Level,
    LineStyle,
    PaintedPath,
    PlacedForm,
    Shade,
    Shading,
    ShadingPaint,
    ShownGlyphs,
    Through,
    Transform,
    WrittenItems,
    kept,
    seen,
    showing,
)
from cardgen.engine.graphics.spelling import (
    content_name,
    fine,
    fine_colour,
    ink_name,
    matrix_operator,
)

_DOT = 0.0005
"""A dash without a length: PDFium would make it a tenth long, and its ends show a dot of either."""
_OPAQUE = (1.0, 1.0)
_KNOCKING_OUT = (False, False)

Stops = Sequence[tuple[float, tuple[float, ...]]]


class SpotColour(Protocol):
    """A spot colour, and the process colours that stand for it.

    They are printed where there is none of it."""

    @property
    def name(self) -> str: ...

    @property
    def inks(self) -> CMYK: ...


class OutputColours(Protocol):
    """The colours of an output that paints become: those of a screen, or of a press."""

    space: str
    """The device space in which transparency is blended."""
    plates: bool = False
    """Whether finishes are painted, which screens do not show."""

    def parts(self, colour: FlatColour) -> tuple[float, ...]:
        """The parts of a colour in that space, each from 0 to 1."""

    def spot(self, colour: FlatColour) -> SpotColour | None:
        """The ink of its own that a colour is printed in, if any."""
        return None

    def stops(self, shading: Shading) -> tuple[SpotColour | None, Stops]:
        """The spot colour of a gradient, and its stops.

        Here there is none, and stops are parts of process colours. A subclass that knows of spot
        colours gives one, and tints of it."""
        return None, [(offset, self.parts(colour)) for offset, colour in shading.stops]

    @staticmethod
    def of_masks() -> OutputColours:
        """The inks of what masks, which is drawn in greys."""
        return LIGHT

    def overprints(self, colour: FlatColour, text: bool) -> bool:
        """True if a colour overprints: other plates stay as they are.

        It is the colour of a text or of all else (ISO 32000-1, 8.6.7)."""
        return False


class _Screen(OutputColours):
    """Every colour as screens show it."""

    space = "DeviceRGB"

    def parts(self, colour: FlatColour) -> tuple[float, ...]:
        return colour.rgb


class _Light(OutputColours):
    """Of every colour, its light alone: for masks, which are drawn in greys."""

    space = "DeviceGray"

    def parts(self, colour: FlatColour) -> tuple[float, ...]:
        return colour.rgb[:1]


SCREEN, LIGHT = _Screen(), _Light()


def written(items: Iterable[Item], inks: OutputColours = SCREEN) -> ContentStream:
    """Items as operators."""
    writer = _StreamWriter(inks)
    for item in items:
        kind = type(item)
        if kind is not Level:
            _WRITERS[kind](writer, item)
        elif item is SAVE:
            writer.saved.append(writer.state)
            writer.state = dict(writer.state)
            writer.out.append("q")
        else:
            writer.state = writer.saved.pop()
            writer.out.append("Q")
    writer.stream.content = "\n".join(writer.out).encode("latin-1")
    writer.stream.identity = " ".join(writer.told)
    return writer.stream


class _StreamWriter:
    """Writes items one by one, and tracks the graphics state.

    What is not in `state` is unknown, for a form inherits."""

    def __init__(self, inks: OutputColours) -> None:
        self.inks = inks
        self.stream = ContentStream()
        self.out: list[str] = []
        self.state: dict[str, Any] = {}
        self.saved: list[dict[str, Any]] = []
        self.told: list[str] = []

    def set(self, key: str, value: Any, operator: str) -> None:
        if self.state.get(key) != value:
            self.state[key] = value
            self.out.append(operator)

    def transform(self, item: Transform) -> None:
        self.out.append(matrix_operator(item.matrix))

    def clip(self, item: ClipTo) -> None:
        self.out.append(f"{item.path.operators or '0 0 m'} {'W*' if item.even_odd else 'W'} n")

    def through(self, item: Through) -> None:
        self.out.append(f"/{item.mask} gs")

    def blend(self, item: Blend) -> None:
        self.out.append(f"/{self.named('G', self.stream.states, f'<< /BM /{item.mode} >>')} gs")

    def path(self, item: PaintedPath) -> None:
        operators = item.path.operators
        if visible := self.painted(item, operators, False):
            operator = ("B" if visible.stroke else "f") if visible.fill else "S"
            self.out.append(
                f"{operators} {operator}{'*' if visible.fill and item.even_odd else ''}"
            )

    def glyphs(self, item: ShownGlyphs) -> None:
        if visible := self.painted(item, item.body, True):
            mode = showing(bool(visible.fill), bool(visible.stroke) and not item.outline)
            self.set("mode", mode, f"{mode} Tr")
            self.out.append(item.body)
            if item.outline and visible.stroke:
                self.out.append(f"{item.outline.operators} S")

    def painted(
        self, item: PaintedPath | ShownGlyphs, body: str, text: bool
    ) -> PaintedPath | ShownGlyphs | None:
        """Choose what an item is painted with; gives what of it is to be seen."""
        fill, stroke = item.fill, item.stroke
        # by which pdf.js strokes text
        fill_alpha = item.stroke_alpha if text and not fill else item.fill_alpha
        knocks_out = isinstance(item, ShownGlyphs) and item.knocks_out
        self.told += [f"{len(self.out)} knocks out"] if knocks_out else []
        self.begin(fill_alpha, item.stroke_alpha, text and not knocks_out, fill, stroke)
        if not self.inks.plates and (_hidden(fill) or _hidden(stroke)):
            # What is not shown is part of what is painted all the same, by which a drawing is
            # named.
            self.told.append(repr((len(self.out), body, fill, stroke, item.line)))
            visible: Any = kept(item, seen)
            if visible is None:
                return None
            item, fill, stroke = visible, visible.fill, visible.stroke
        if fill:
            self.choose(fill, stroke=False)
        if stroke:
            self.choose(stroke, stroke=True)
            self.line(item.line)
        return item

    def placed(self, item: PlacedForm) -> None:
        name, matrix, alpha, _ = item
        self.begin(alpha, alpha)
        self.out.append(f"q {matrix_operator(matrix)} /{name} Do Q" if matrix else f"/{name} Do")

    def shade(self, item: Shade) -> None:
        shading, path, alpha = item
        self.begin(alpha, 1.0)
        name = self.named("S", self.stream.shadings, self.shading(shading))
        self.out.append(f"q {path.operators} W n /{name} sh Q" if path else f"/{name} sh")

    def mark(self, item: ContentMark) -> None:
        self.out.append(item.operator)

    def written(self, item: WrittenItems) -> None:
        """Add operators as they are; afterwards nothing is known of the state."""
        stream = item.stream
        self.out.append(stream.content.decode("latin-1"))
        self.stream.name_what(stream)
        self.told += [stream.identity] if stream.identity else []
        self.state = {"alpha": None}

    # -- what items are painted with
    # --------------------------------------------------------------------------------------------

    def begin(
        self,
        fill_alpha: float,
        stroke_alpha: float,
        text: bool = False,
        fill: ItemPaint | None = None,
        stroke: ItemPaint | None = None,
    ) -> None:
        """Choose the alpha and the overprint of what follows.

        `fill` and `stroke` tell if they leave other plates as they are."""
        if (fill_alpha, stroke_alpha) != self.state.get("alpha", _OPAQUE):
            self.state["alpha"] = fill_alpha, stroke_alpha
            state = f"<< /ca {fine(fill_alpha)} /CA {fine(stroke_alpha)} >>"
            self.out.append(f"/{self.named('G', self.stream.states, state)} gs")
        if not self.inks.plates:
            return
        over = tuple(
            isinstance(paint, FlatColour) and self.inks.overprints(paint, text)
            for paint in (fill or stroke, stroke or fill)
        )
        if over != self.state.get("over", _KNOCKING_OUT):
            self.state["over"] = over
            self.out.append(f"/{self.named('G', self.stream.states, _overprint(*over))} gs")

    def choose(self, paint: ItemPaint, *, stroke: bool) -> None:
        key = "stroke" if stroke else "fill"
        if self.state.get(key) == paint:
            return
        self.state[key] = paint
        if isinstance(paint, ShadingPaint):
            matrix = " ".join(map(fine, paint.matrix))
            shading = self.shading(paint.shading)
            pattern = f"<< /PatternType 2 /Matrix [{matrix}] /Shading {shading} >>"
            name = self.named("P", self.stream.patterns, pattern)
            self.out.append(f"/Pattern CS /{name} SCN" if stroke else f"/Pattern cs /{name} scn")
            return
        if paint.name or paint.cmyk:
            self.told.append(repr(paint[1:4]))
        spot = self.inks.spot(paint)
        if spot:
            name = self.named("C", self.stream.spaces, _separation(spot))
            tint = fine(paint.tint)
            self.out.append(f"/{name} CS {tint} SCN" if stroke else f"/{name} cs {tint} scn")
        else:
            self.out.append(_chosen(self.inks.parts(paint), stroke))

    def line(self, line: LineStyle | None) -> None:
        if line is None or self.state.get("line") == line:
            return
        self.state["line"] = line
        width, cap, join, miter, dash, offset = line
        self.set("width", width, f"{fine(width)} w")
        self.set("cap", cap, f"{cap} J")
        self.set("join", join, f"{join} j")
        if join == 0:
            self.set("miter", miter, f"{fine(max(1.0, miter))} M")
        dash = tuple(part or _DOT for part in dash) if cap else dash
        self.set("dash", (dash, offset), f"[{' '.join(map(fine, dash))}] {fine(offset)} d")

    def shading(self, shading: Shading) -> str:
        self.told += (
            repr(colour[1:4]) for _, colour in shading.stops if colour.name or colour.cmyk
        )
        return shading_dictionary(shading, self.inks)

    def named(self, letter: str, dictionaries: dict[str, str], text: str) -> str:
        """The name of a dictionary, which is kept among its kind."""
        name = _name(letter, text)
        dictionaries[name] = text
        return name


_WRITERS: dict[type, Any] = {
    Transform: _StreamWriter.transform,
    ClipTo: _StreamWriter.clip,
    Through: _StreamWriter.through,
    Blend: _StreamWriter.blend,
    PaintedPath: _StreamWriter.path,
    ShownGlyphs: _StreamWriter.glyphs,
    PlacedForm: _StreamWriter.placed,
    Shade: _StreamWriter.shade,
    ContentMark: _StreamWriter.mark,
    WrittenItems: _StreamWriter.written,
}


def _overprint(fill: bool, stroke: bool) -> str:
    """The graphics state for fills and lines that overprint or knock out.

    It is made as ISO 32000-1, 8.6.7 says."""
    lines, fills = str(stroke).lower(), str(fill).lower()
    return (
        f"<< /OP {lines} /op {fills} /OPM 1 >>" if fill or stroke else "<< /OP false /op false >>"
    )


def _hidden(paint: ItemPaint | None) -> bool:
    return paint.__class__ is FlatColour and paint.hidden


_OPERATORS = {1: ("g", "G"), 3: ("rg", "RG"), 4: ("k", "K")}


@lru_cache(maxsize=1024)
def _chosen(parts: tuple[float, ...], stroke: bool) -> str:
    """The operators that choose a grey, an RGB or a CMYK colour."""
    return f"{' '.join(map(fine_colour, parts))} {_OPERATORS[len(parts)][stroke]}"


@lru_cache(maxsize=1024)
def _name(letter: str, text: str) -> str:
    return content_name(letter, text.encode())


def _separation(spot: SpotColour) -> str:
    """The colour space of an ink of its own (ISO 32000-1, 8.6.6.4)."""
    inks = " ".join(map(fine_colour, spot.inks))
    function = f"<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{inks}] /N 1 >>"
    return f"[/Separation {ink_name(spot.name)} /DeviceCMYK {function}]"


def shading_dictionary(shading: Shading, inks: OutputColours = SCREEN) -> str:
    """A shading along a line or between circles (ISO 32000-1, 8.7.4.5.3 and 8.7.4.5.4)."""
    inks = LIGHT if shading.grey else inks
    spot, stops = inks.stops(shading)
    space = _separation(spot) if spot else f"/{inks.space}"
    # two points are an axial gradient, two circles a radial one (ISO 32000-1, 8.7.4.5)
    kind = len(shading.ends) // 2
    ends = " ".join(map(fine, shading.ends))
    head = f"/ShadingType {kind} /ColorSpace {space} /Coords [{ends}] /Extend [true true]"
    return f"<< {head} /Function {function(stops)} >>"


def function(stops: Stops) -> str:
    """A stitching function over the stops (ISO 32000-1, 7.10.4)."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    pieces = []
    limits = []
    for (start, first), (offset, second) in pairwise(stops):
        if start == offset:
            continue
        c0, c1 = (" ".join(map(fine, values)) for values in (first, second))
        pieces.append(f"<< /FunctionType 2 /Domain [0 1] /C0 [{c0}] /C1 [{c1}] /N 1 >>")
        limits.append(offset)
    if len(pieces) == 1:
        return pieces[0]
    bounds = " ".join(map(fine, limits[:-1]))
    encode = " ".join(["0 1"] * len(pieces))
    # a stitching function of interpolating ones (ISO 32000-1, 7.10.4 and 7.10.3)
    functions = " ".join(pieces)
    parts = f"/Functions [{functions}] /Bounds [{bounds}] /Encode [{encode}]"
    return f"<< /FunctionType 3 /Domain [0 1] {parts} >>"


def tint_program(beside: Sequence[CMYK]) -> tuple[bytes, str]:
    """A function from process and spot inks to CMYK, and its entries.

    The spot inks are others that the four stand for (ISO 32000-1, 7.10.5)."""
    parts = 4 + len(beside)
    steps = []
    # what it comes to lies on those that are still to be looked at, so that each is as deep as the
    # last
    for place in range(4):
        added = (
            f"{parts - 4 - number + place} index {fine(inks[place])} mul add"
            for number, inks in enumerate(beside)
        )
        steps += [f"{parts - 1} index", *added]
    program = f"{{ {' '.join(steps)} {parts + 4} 4 roll {' '.join(['pop'] * parts)} }}"
    return (
        program.encode(),
        f"/FunctionType 4 /Domain [{' '.join(['0 1'] * parts)}] /Range [0 1 0 1 0 1 0 1] ",
    )
