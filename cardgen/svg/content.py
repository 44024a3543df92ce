"""Content streams: operators as they are written, the graphics state they have set, and the forms they are gathered into."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NoReturn

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.graphics.drawing import Drawing, content_name, fine, matrix_operator
from cardgen.svg.colours import RGB
from cardgen.svg.parse import Fault, Refused
from cardgen.svg.style import Style
from cardgen.svg.values import StyleError

_NUMBER = re.compile(r"-?[0-9.]+")
_DOT = 0.0005
"""A dash without a length: PDFium would make it a tenth long, and its ends show a dot of either."""
_NO_LIMITS = (0.0, 1.0)
_LIMITS = {"ColorDodge": (0.0, 254 / 255), "ColorBurn": (1 / 255, 1.0)}
"""What colours are held within: black dodged by all stays black in browsers, and so for burnt white, but not in PDF before version 2.0
(ISO 32000-1, 11.3.5.2). By a hair less both come to the same."""
ROOM = 30_000_000
"""Bytes that the operators of one drawing may take."""


class ContentWriter:
    """What has been written of a drawing, and in what user space.

    `state` holds what the operators so far have set; what is not in it is unknown, for a form inherits. `matrix` leads from the present
    user space to that of the drawing, `outside` leads from a drawing inside to the whole one, `seen` is all that can be seen
    of it, bleed included. With a `pattern` everything is painted in it, with `grey` in the luminance of its colour, as in a mask, with
    `limits` in colours within those. `blended` tells that something blends with what lies under it, `fixed` that some stroke is not
    scaled.
    """

    def __init__(self) -> None:
        self.out: list[str] = []
        self.drawing = Drawing(b"", Box(0, 0, 1, 1))
        self.state: dict[str, Any] = {}
        self.matrix = Matrix()
        self.outside = Matrix()
        self.captures = 0
        self.fixed = False
        self.seen = self.drawing.box
        self.room = ROOM
        self.pattern = ""
        self.grey = False
        self.blended = False
        self.limits = _NO_LIMITS

    @property
    def dodging(self) -> bool:
        """Whether colours are held within limits."""
        return self.limits != _NO_LIMITS

    def write(self, text: str) -> None:
        """Add operators that <use> could multiply without end."""
        self.room -= len(text)
        if self.room < 0:
            too_much()
        self.out.append(text)

    @contextmanager
    def saved(self, matrix: Matrix | None = None) -> Iterator[None]:
        """Go on in the user space that a transform leads to; afterwards the graphics state is as before. Raises StyleError as `turn`."""
        outer = self.state, self.matrix
        self.out.append("q")
        self.state = dict(self.state)
        try:
            if matrix:
                self.turn(matrix)
            yield
        finally:
            self.out.append("Q")
            self.state, self.matrix = outer

    def set(self, key: str, value: Any, operator: str) -> None:
        """Write an operator of the graphics state unless it holds already."""
        if self.state.get(key) != value:
            self.state[key] = value
            self.out.append(operator)

    def turn(self, matrix: Matrix) -> None:
        """Go on in the user space that a transform leads to. Raises StyleError where numbers would lose their meaning."""
        self.out.append(matrix_operator(matrix))
        self.matrix = self.matrix @ matrix
        if not 1e-8 < self.matrix.scale < 1e8 or max(map(abs, self.matrix)) > 1e9:
            raise StyleError("the transforms together are too large or too small to draw with")

    def cut_to(self, path: str) -> None:
        """Show of all that follows what lies within a path, whose operators also say by which rule."""
        self.out.append(path)
        numbers = [*map(float, _NUMBER.findall(path))]
        box = self.matrix.box(bounds(Box(x, y, 0, 0) for x, y in zip(numbers[::2], numbers[1::2], strict=True)))
        self.state["clip"] = box.common(self.state["clip"]) if "clip" in self.state else box

    def alpha(self, fill: float, stroke: float) -> None:
        if (fill, stroke) == self.state.get("alpha", (1.0, 1.0)):
            return
        state = f"<< /ca {fine(fill)} /CA {fine(stroke)} >>"
        name = content_name("G", state.encode())
        self.drawing.states[name] = state
        self.set("alpha", (fill, stroke), f"/{name} gs")

    def fill_colour(self, rgb: RGB) -> None:
        if self.state.get("fill") != rgb:
            self.state["fill"] = rgb
            self.out.append(f"/Pattern cs /{self.pattern} scn" if self.pattern else _colour(self.tone(rgb), "rg"))

    def stroke_state(self, style: Style, rgb: RGB) -> None:
        if self.state.get("stroke") != rgb:
            self.state["stroke"] = rgb
            self.out.append(f"/Pattern CS /{self.pattern} SCN" if self.pattern else _colour(self.tone(rgb), "RG"))
        pen = (style.stroke_width, style.cap, style.join, style.join or style.miter, style.dash, style.dash_offset)
        if self.state.get("pen") == pen:
            return
        self.state["pen"] = pen
        self.set("width", style.stroke_width, f"{fine(style.stroke_width)} w")
        self.set("cap", style.cap, f"{style.cap} J")
        self.set("join", style.join, f"{style.join} j")
        if style.join == 0:
            self.set("miter", style.miter, f"{fine(max(1.0, style.miter))} M")
        dash = tuple(part or _DOT for part in style.dash) if style.cap else style.dash
        self.set("dash", (dash, style.dash_offset), f"[{' '.join(map(fine, dash))}] {fine(style.dash_offset)} d")

    def tone(self, rgb: RGB) -> RGB:
        """The colour as it is painted: inside a mask its luminance (SVG 1.1, 14.4), which PDF would weigh in its own way; where it is
        dodged or burnt a hair less than all or more than nothing."""
        if not self.grey:
            return held(rgb, self.limits) if self.dodging else rgb
        light = 0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2]
        return light, light, light

    def captured(self, work: Callable[[], None], box: Box) -> Drawing:
        """What `work` paints, as a drawing of its own in the present user space. Raises WithoutBound where too many nest."""
        self.captures += 1
        if self.captures > MOST_NESTED:
            too_much()
        outer = self.out, self.drawing, self.state, self.matrix, self.seen, self.pattern, self.grey, self.outside
        self.outside = self.outside @ self.matrix
        self.out, self.drawing, self.state, self.matrix, self.seen = [], Drawing(b"", box), {}, Matrix(), box
        try:
            work()
            self.drawing.content = "\n".join(self.out).encode("latin-1")
            return self.drawing
        finally:
            self.captures -= 1
            self.out, self.drawing, self.state, self.matrix, self.seen, self.pattern, self.grey, self.outside = outer

    def patterned(self, pattern: str, work: Callable[[], None]) -> None:
        """Paint with a pattern instead of colours. Its space is that of the stream it is used in, so that is a form of its own."""
        name = content_name("P", pattern.encode())

        def inside() -> None:
            self.drawing.patterns[name] = pattern
            self.pattern = name
            work()

        inner = self.captured(inside, self.everywhere())
        if inner.content:
            inner.group = True  # or a soft mask would fade the form and then what is in it
            self.alpha(1.0, 1.0)
            self.form(inner)

    def masked(self, kind: str, mask: Drawing, work: Callable[[], None]) -> None:
        """Paint one object through a soft mask: by its Luminosity or Alpha, in the present user space."""
        mask.group = True
        name = content_name("M", kind.encode(), mask.name.encode())
        self.drawing.masks[name] = kind, mask
        with self.saved():
            self.out.append(f"/{name} gs")
            work()

    def within(self, outline: Callable[[], None], alpha: float, work: Callable[[], None]) -> None:
        """Paint what `work` paints as far as the shape reaches that `outline` paints."""
        shape = self.captured(outline, self.everywhere())
        if shape.content:
            self.masked("Alpha", shape, lambda: self.group(alpha, work))
            self.drawing.texts.extend(mark.moved(self.matrix, self.state.get("clip")) for mark in shape.texts)

    def group(self, opacity: float, work: Callable[[], None], blend: str = "") -> None:
        """Paint a transparency group: overlapping parts do not show through one another (ISO 32000-1, 11.6.6)."""
        outer, self.limits = self.limits, _LIMITS.get(blend, self.limits)
        try:
            inner = self.captured(work, self.everywhere())
        finally:
            self.limits = outer
        if not inner.content:
            return
        inner.group = True
        self.alpha(opacity, opacity)
        if not blend:
            self.form(inner)
            return
        self.blended = True
        state = f"<< /BM /{blend} >>"
        name = content_name("G", state.encode())
        self.drawing.states[name] = state
        with self.saved():
            self.out.append(f"/{name} gs")
            self.form(inner)

    def everywhere(self) -> Box:
        """A box in the present user space that holds all that can be seen of the drawing, bleed included."""
        box = self.matrix.inverse().box(self.seen)
        if max(map(abs, box)) > 1e9:
            raise StyleError("the transforms together are too small to draw with")
        return box

    def form(self, inner: Drawing, placement: Matrix | None = None) -> None:
        """Paint another drawing by reference."""
        name = inner.name
        self.drawing.forms[name] = inner
        if not inner.group:
            self.alpha(1.0, 1.0)
        if placement:
            self.out.append(f"q {matrix_operator(placement)} /{name} Do Q")
        else:
            self.out.append(f"/{name} Do")
        matrix = self.matrix @ placement if placement else self.matrix
        seen = self.state.get("alpha", (1.0, 1.0))[0] if inner.group else 1.0
        self.drawing.texts.extend(mark.moved(matrix, self.state.get("clip"), seen) for mark in inner.texts)


MOST_NESTED = 100
"""Groups, masks and clips, each a form in the one around it: what writes and shows them calls itself for each."""


class WithoutBound(Refused):
    """A drawing that was given up while it grew: nothing else that is said of it would end that."""


def too_much(line: int = 0) -> NoReturn:
    """Give up a drawing that grows without bound."""
    raise WithoutBound([Fault("the drawing is deeper or larger than any picture", "draw it with fewer elements", line)])


def held(rgb: RGB, limits: tuple[float, float]) -> RGB:
    """A colour within some limits."""
    red, green, blue = (min(max(part, limits[0]), limits[1]) for part in rgb)
    return red, green, blue


@lru_cache(maxsize=1024)
def _colour(rgb: RGB, operator: str) -> str:
    return f"{' '.join(map(fine_colour, rgb))} {operator}"


def fine_colour(value: float) -> str:
    """A colour component, fine enough for 8 bits."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
