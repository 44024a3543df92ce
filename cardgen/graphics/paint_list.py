"""What a drawing paints, read back from its operators: shapes with their colours, line widths, pictures, and how opaque they are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import NamedTuple

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.graphics.drawing import Drawing, Picture

RGB = tuple[float, float, float]
_TOKEN = re.compile(
    rb"((?:[-+]?[0-9.]+\s+)++)(c|l|m|re|v|y)(?![A-Za-z0-9*])"  # of a path, most of all by far: its numbers and its name
    rb"|<[0-9A-Fa-f\s]*>|\[[^\]]*\]|/[^\s/\[\]<>()]+|[-+]?[0-9.]+|[A-Za-z]+[0-9]?\*?|'|\""
)
_FUNCTION_ENDS = re.compile(r"/C[01] \[([-\d. ]+)\]")
_OPACITY = re.compile(r"/(?:ca|CA) ([\d.]+)")
_KEPT = 4096
_BAR = 8
"""Corners that a filled bar has at most."""
_LONG = 20
"""How many times longer than wide something is whose direction its box tells."""
_SOME = 0.5
_UPRIGHT = Matrix()
_EVERYWHERE = Box(-1e9, -1e9, 2e9, 2e9)


class Painted(NamedTuple):
    """One thing that is painted, in the units of the drawing, y downward.

    kind: fill, stroke, shading, picture or text (its colours; the box is around where its baselines begin, for texts themselves are in
    `Drawing.texts`). `alpha` is less than 1 for what shows through.
    """

    kind: str
    box: Box
    colours: tuple[RGB, ...] = ()
    alpha: float = 1.0
    width: float = 0.0
    """Of a line where it is thinnest, or of a filled bar of a few straight sides."""
    picture: Picture | None = None
    matrix: Matrix = Matrix()
    """Of a picture: from the unit square that it fills."""
    place: int = 0
    """Which of the forms that the drawing itself places it stands in, counted from 1; 0 for what the drawing paints itself."""
    form: str = ""
    """That form's name and scale: the same for all that is placed alike, turned or not."""
    veil: bool = False
    """Whether it is seen through a mask or a blend, of which nobody says how much is left."""


class _GraphicsState(NamedTuple):
    matrix: Matrix = _UPRIGHT
    clip: Box = _EVERYWHERE
    fill: tuple[RGB, ...] = ((0.0, 0.0, 0.0),)
    stroke: tuple[RGB, ...] = ((0.0, 0.0, 0.0),)
    """Colours; several where a gradient paints."""
    width: float = 1.0
    alpha: float = 1.0
    veil: bool = False
    mode: int = 0
    """How text is shown: 0 filled, 1 outlined, 2 both."""


_forms: dict[str, tuple[Painted, ...]] = {}


def paints(drawing: Drawing) -> Iterator[Painted]:
    """Everything a drawing paints, forms included, in order. Clips are taken by the boxes around them."""
    return _ContentReader(drawing).read()


def _of_form(form: Drawing) -> tuple[Painted, ...]:
    """The same for a form, kept: the same art stands on many cards."""
    found = _forms.get(form.name)
    if found is None:
        if len(_forms) > _KEPT:
            _forms.clear()
        found = _forms[form.name] = tuple(paints(form))
    return found


class _ContentReader:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.state = _GraphicsState()
        self.saved: list[_GraphicsState] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.curved = self.clipping = False
        self.origins: list[Point] = []
        self.places = 0

    def read(self) -> Iterator[Painted]:
        operands: list[bytes] = []
        for match in _TOKEN.finditer(self.drawing.content):
            numbers, segment = match.groups()
            if segment:
                self.path(segment, [float(value) for value in numbers.split()])
                continue
            token = match[0]
            if token[0] in b"<[/+-.0123456789":
                operands.append(token)
                continue
            yield from self.operator(token.decode(), operands)
            operands.clear()

    def path(self, name: bytes, values: list[float]) -> None:
        if name == b"re":
            x, y, width, height = values
            values = [x, y, x + width, y, x + width, y + height, x, y + height]
        self.xs += values[::2]
        self.ys += values[1::2]
        self.curved = self.curved or name in b"cvy" or (name == b"m" and len(self.xs) > 1)

    def operator(self, name: str, operands: list[bytes]) -> Iterator[Painted]:
        if name in _ENDS:
            yield from self.painted(_ENDS[name])
        elif name in ("W", "W*"):
            self.clipping = True
        elif name == "q":
            self.saved.append(self.state)
        elif name == "Q":
            self.state = self.saved.pop() if self.saved else self.state
        elif name == "cm":
            self.state = self.state._replace(matrix=self.state.matrix @ Matrix(*map(float, operands)))
        elif name == "w":
            self.state = self.state._replace(width=float(operands[0]))
        elif name in _COLOURS:
            self.paint(_COLOURS[name], (_rgb(*map(float, operands)),))
        elif name == "gs":
            alpha, veil = self.opacity(operands[0][1:].decode())
            self.state = self.state._replace(alpha=alpha, veil=veil)
        elif name == "sh":
            colours = _ends(self.drawing.shadings[operands[0][1:].decode()])
            yield Painted("shading", self.state.clip, colours, self.state.alpha)
        elif name in ("scn", "SCN") and operands[-1:] and operands[-1][1:].decode() in self.drawing.patterns:
            self.paint("fill" if name == "scn" else "stroke", _ends(self.drawing.patterns[operands[-1][1:].decode()]))
        elif name == "ET":
            both = (*self.state.fill, *self.state.stroke)
            colours = {0: self.state.fill, 1: self.state.stroke}.get(self.state.mode, both)
            yield Painted("text", _around(self.origins), colours, self.state.alpha)
            self.origins = []
        elif name == "Tm":
            self.origins.append(self.state.matrix(*map(float, operands[4:])))
        elif name == "Tr":
            self.state = self.state._replace(mode=int(operands[0]))
        elif name == "Do":
            yield from self.placed(operands[0][1:].decode())

    def opacity(self, name: str) -> tuple[float, bool]:
        """What a graphics state leaves of what is painted; a mask or a blend leaves some of it, however much."""
        if name in self.drawing.masks:
            return _SOME, True
        state = self.drawing.states[name]
        values = [float(value) for value in _OPACITY.findall(state)]
        veil = "/BM" in state and "/BM /Normal" not in state
        return min([*values, _SOME] if veil else values, default=1.0), veil

    def paint(self, kind: str, colours: tuple[RGB, ...]) -> None:
        self.state = self.state._replace(fill=colours) if kind == "fill" else self.state._replace(stroke=colours)

    def painted(self, kinds: str) -> Iterator[Painted]:
        (xs, ys), self.xs, self.ys = (self.xs, self.ys), [], []
        straight, self.curved = not self.curved, False
        state = self.state
        if xs:
            corners = Point(min(xs), min(ys)), Point(max(xs), max(ys))
            upright = not state.matrix.b and not state.matrix.c  # then no other points reach as far
            box = _around(starmap(state.matrix.__call__, corners if upright else zip(xs, ys, strict=True)))
            width = state.width * _squeeze(state.matrix, _around(corners)) if "s" in kinds else 0.0
            one = kinds == "fs" and state.fill == state.stroke  # then the line only makes the shape larger
            if "f" in kinds:
                few = straight and len(xs) <= _BAR and "s" not in kinds
                bar = _thickness(list(starmap(state.matrix.__call__, zip(xs, ys, strict=True)))) if few else 0.0
                yield from self.seen(Painted("fill", box.grown(width / 2) if one else box, state.fill, state.alpha, bar))
            if "s" in kinds and not one:
                yield from self.seen(Painted("stroke", box.grown(width / 2), state.stroke, state.alpha, width))
            if self.clipping:
                self.state = state._replace(clip=state.clip.common(box))
        self.clipping = False

    def seen(self, painted: Painted) -> Iterator[Painted]:
        box = self.state.clip.common(painted.box)
        if box.width >= 0 and box.height >= 0:
            yield painted._replace(box=box)

    def placed(self, name: str) -> Iterator[Painted]:
        state, picture = self.state, self.drawing.pictures.get(name)
        if picture:
            box = state.matrix.box(Box(0, 0, 1, 1))
            yield from self.seen(Painted("picture", box, (), state.alpha, picture=picture, matrix=state.matrix))
            return
        self.places += 1
        form = f"{name} {state.matrix.scale:.2g}"
        for each in _of_form(self.drawing.forms[name]):
            moved = each._replace(
                box=state.matrix.box(each.box),
                width=each.width and each.width * _squeeze(state.matrix, each.box.grown(-each.width / 2)),
                alpha=each.alpha * state.alpha,
                matrix=state.matrix @ each.matrix,
                place=self.places,
                form=form,
                veil=each.veil or state.veil,
            )
            yield from self.seen(moved) if each.kind != "text" else (moved,)


def _ends(shading: str) -> tuple[RGB, ...]:
    """The colours of the stops of a shading."""
    return tuple(dict.fromkeys(_rgb(*map(float, each.split())) for each in _FUNCTION_ENDS.findall(shading)))


def _around(points: Iterable[Point]) -> Box:
    """The smallest box around some points; an empty one at zero around none."""
    xs, ys = zip(*points, strict=True) if (points := list(points)) else ((0.0,), (0.0,))
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _squeeze(matrix: Matrix, box: Box) -> float:
    """What a matrix leaves of the width of a line in this box: along the line where the box tells its direction, else where it is least."""
    a, b, c, d, _, _ = matrix
    area = abs(a * d - b * c)
    if box.width > _LONG * abs(box.height):
        stretch = math.hypot(a, b)
    elif box.height > _LONG * abs(box.width):
        stretch = math.hypot(c, d)
    else:
        both = a * a + b * b + c * c + d * d
        stretch = math.sqrt((both + math.sqrt(max(0.0, both * both - 4 * area * area))) / 2)  # the larger singular value
    return area / stretch if stretch else 0.0


def _thickness(corners: list[Point]) -> float:
    """How far a polygon of few sides, such as a bar or a wedge, reaches from its longest side; 0 for all else."""
    if not 3 <= len(corners) <= _BAR:
        return 0.0
    a, b = max(zip(corners, [*corners[1:], corners[0]], strict=True), key=lambda ends: math.dist(*ends))
    longest = math.dist(a, b)
    return max(abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) for c in corners) / longest if longest else 0.0


def _rgb(*values: float) -> RGB:
    if len(values) == 4:
        c, m, y, k = values
        return ((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k))
    red, green, blue = values if len(values) == 3 else values * 3
    return red, green, blue


_ENDS = {"n": "", "f": "f", "F": "f", "f*": "f", "S": "s", "s": "s", "B": "fs", "B*": "fs", "b": "fs", "b*": "fs"}
_COLOURS = {"g": "fill", "rg": "fill", "k": "fill", "G": "stroke", "RG": "stroke", "K": "stroke"}
