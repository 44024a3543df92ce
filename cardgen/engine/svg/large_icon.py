"""Icons as they are drawn large: with a finer outline, and with light and shade on their colours.

They are made for 3 mm, with a thick outline around flat colours. The large form is made of the same
shapes whenever it is drawn. What it takes is a drawing whose outlines are strokes in `currentColor`
around colours, as the coloured icons are; in others nothing but `currentColor` is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from colorsys import rgb_to_hls
from copy import deepcopy
from typing import NamedTuple

from lxml import etree

from cardgen.base.colour_math import channels, lightness, mix, shares
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.svg.document import Units
from cardgen.engine.svg.parse import elements, local, read_svg, view_box
from cardgen.engine.svg.path import PathError, extent
from cardgen.engine.svg.shapes import SHAPES
from cardgen.engine.svg.values import StyleError, parse_transform

_SVG = "{http://www.w3.org/2000/svg}"
_INK, _OWN_INK = "currentColor", "#2B2138"
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
_NOT_COPIED = ("fill", "stroke", "stroke-width", "class", "id")
"""Attributes of a shape that its layers of light do not have."""
_NOT_TAKEN = ("style", "use", "defs", "clipPath", "mask", "symbol", "pattern", "marker")
"""Elements of drawings that stay as they are: what is painted is not what is written there."""
_THICK = 7.0
"""The outlines of small icons, of 100; what follows is of 100 as well."""
_DARK = 0.035
"""The lightness of a colour below which it is lit as ink is."""
_FULL_SIZE, _LEAST_SIZE = 42.0, 5.0
"""The lesser side of shapes that are lit in full, and that of the least that are lit."""
_DEEP, _SHADED, _LIT = 4.2, 9.0, 20.0
"""How far the two tones of the shade reach from the lower right, and where the light begins, on
shapes of full size."""
_GLEAM, _GLEAM_WIDTH = 3.0, 2.2
"""How far inside the outline the gleam is at the upper left, and its width, on such shapes."""
_DOWN_RIGHT = (0.64, 0.77)
"""The way of the light, a unit long."""
_TUBE, _TUBE_LIGHT = 4.4, 0.24
"""The width of lines that are lit as tubes, and that of their light as a part of it."""
_LOST = (0.27, 0.37, 0.29)
"""What red, green and blue lose in the deepest shade."""
_WHITE = "#FFFFFF"
_GREY, _FAR = 0.4, 0.13
"""The least strength of a colour that is not grey, and how far hues lie apart, of a turn."""


class _IconShape(NamedTuple):
    """A shape of an icon with what it inherits, and its box in the units of the drawing."""

    element: etree._Element
    fill: str
    stroke: str
    width: float
    matrix: Matrix
    box: Box

    @property
    def is_line(self) -> bool:
        return self.fill == "none"

    @property
    def least_side(self) -> float:
        return min(self.box.width, self.box.height)


class LargeIcon:
    """An icon whose outlines are so wide when it is drawn large, of 100; no line of light on it is
    finer than `finest`."""

    def __init__(self, data: bytes, outline: float, finest: float = 0.0) -> None:
        """Raises DrawingError."""
        self._root = read_svg(data)
        box = view_box(self._root)
        self._unit = max(box.width, box.height) / 100
        self._outline, self._finest = outline, finest
        shapes = list(self._shapes(box))
        has_colours = self._root.get("color") or any(_HEX.fullmatch(shape.fill) for shape in shapes)
        is_plain = not any(
            local(element) in _NOT_TAKEN
            or any(name == "style" or name.endswith("opacity") for name in element.attrib)
            for element in elements(self._root)
        )
        has_ink = any(_INK in (shape.fill, shape.stroke) for shape in shapes)
        self.is_outlined = bool(is_plain and has_ink and has_colours)
        """False where nothing but `currentColor` is changed."""
        self._drawn = shapes if self.is_outlined else []

    def _shapes(self, box: Box) -> Iterator[_IconShape]:
        units = Units(box, 16.0, lambda *_: None)
        for element in elements(self._root):
            if local(element) not in SHAPES:
                continue
            try:
                matrix = _placed(element)
                inner_box = extent(SHAPES[local(element)](units, element))
                width = float(_inherited(element, "stroke-width", "1"))
            except (StyleError, PathError, ValueError):  # which is told where it is drawn
                continue
            if inner_box is not None and matrix.scale > 0:
                fill = _inherited(element, "fill", "#000000")
                stroke = _inherited(element, "stroke", "none")
                yield _IconShape(element, fill, stroke, width, matrix, matrix.box(inner_box))

    def tint(self, tones: Sequence[str], own: float, enamel: str = "") -> None:
        """Give each colour that of `tones`, which go from dark to light, that is as light, and
        keep so much of its own; what has another hue than the largest shape is of `enamel`, if
        that is given."""
        bright = [shape for shape in self._drawn if _is_bright(shape.fill)]
        main = max(bright, key=lambda shape: shape.box.width * shape.box.height, default=None)
        self._drawn = [
            self._tinted(
                shape, tones, own, enamel if main and _differ(main.fill, shape.fill) else ""
            )
            for shape in self._drawn
        ]

    def _tinted(
        self, shape: _IconShape, tones: Sequence[str], own: float, enamel: str
    ) -> _IconShape:
        fill, stroke = (
            mix(_as_light(tones, paint), paint, own) if _is_bright(paint) else paint
            for paint in (shape.fill, shape.stroke)
        )
        fill = enamel or fill
        for name, before, paint in (("fill", shape.fill, fill), ("stroke", shape.stroke, stroke)):
            if paint != before:
                shape.element.set(name, paint)
        return shape._replace(fill=fill, stroke=stroke)

    def form(self, ink: str, *, is_plain: bool = False) -> bytes:
        """The icon with its outline in an `ink`, or its own for an empty one.

        It is lit, or in outlines on white if it `is_plain`."""
        root = self._root
        ink = ink or root.get("color") or _OWN_INK
        root.set("color", ink)
        light_boxes: list[Box] = []
        for number, shape in enumerate(self._drawn):
            self._refine(shape)
            is_dark = shape.fill == _INK or _is_dark(shape.fill)
            if is_plain:
                if not is_dark and not shape.is_line:
                    shape.element.set("fill", _WHITE)
                if shape.stroke not in (_INK, "none"):
                    shape.element.set("stroke", _WHITE)
            elif shape.is_line:
                self._light_line(shape, ink)
            elif not is_dark:
                light_boxes.append(shape.box)
                self._light(shape, _Tones.of(shape.fill), number)
            elif not any(box.contains(shape.box, 2 * self._unit) for box in light_boxes):
                self._light(shape, _Tones.of_ink(ink), number)  # what lies in a colour is a hole
        return bytes(etree.tostring(root))

    def edge(self, paint: str, width: float) -> bytes:
        """All that the icon covers and so much around it, in one colour."""
        for shape in self._drawn:
            self._refine(shape)
            own = 0.0 if shape.stroke == "none" else self._width(shape)
            self._set_width(shape, own + 2 * width)
            shape.element.set("stroke", paint)
            if not shape.is_line:
                shape.element.set("fill", paint)
        self._root.set("stroke-linejoin", "round")
        return bytes(etree.tostring(self._root))

    def _width(self, shape: _IconShape) -> float:
        """The width of a shape's stroke, of 100."""
        written = float(shape.element.get("stroke-width", shape.width))
        return written * shape.matrix.scale / self._unit

    def _set_width(self, shape: _IconShape, width: float) -> None:
        written = width * self._unit / shape.matrix.scale
        shape.element.set("stroke-width", f"{written:.4g}")

    def _refine(self, shape: _IconShape) -> None:
        """Give a shape the finer outline; lines that are a thing of their own keep some width."""
        if shape.stroke != _INK:
            return
        width, outline = self._width(shape), self._outline
        if not shape.is_line:
            finer = outline
        elif width < _THICK:
            finer = 1.05 * outline
        else:
            finer = max(outline, width - 0.6 * (_THICK - outline))
        self._set_width(shape, min(finer, width))

    def _light_line(self, shape: _IconShape, ink: str) -> None:
        """Let light fall on a line that is as wide as a thing."""
        width = self._width(shape)
        if shape.stroke != _INK or width < _TUBE or _TUBE_LIGHT * width < self._finest:
            return
        lit = deepcopy(shape.element)
        shape.element.addnext(lit)
        x, y = self._across(shape.matrix, -0.13 * width)
        own = shape.element.get("transform", "")
        lit.set("transform", f"{own} translate({x:.3g} {y:.3g})".strip())
        lit.set("stroke", mix(ink, _WHITE, 0.4))
        self._set_width(shape._replace(element=lit), _TUBE_LIGHT * width)

    def _light(self, shape: _IconShape, tones: _Tones, number: int) -> None:
        """Put a shape's shade and gleam below its outline."""
        size = (shape.least_side - self._outline * self._unit) / self._unit
        if size < _LEAST_SIZE:
            return
        share = min(1.0, size / (_FULL_SIZE - self._outline))
        hidden = self._outline / 2  # below the outline
        if shape.stroke == "none" and shape.fill != _INK:
            share, hidden = share / 2, 0.0
        element, clip_name = shape.element, f"lit-{number}"
        group = etree.Element(f"{_SVG}g")
        element.addprevious(group)
        if own := element.attrib.pop("transform", ""):
            group.set("transform", own)
        outline = deepcopy(element)
        outline.tail = None
        for name in _NOT_COPIED:
            outline.attrib.pop(name, None)
        clip = etree.SubElement(group, f"{_SVG}clipPath", id=clip_name)
        clip.append(deepcopy(outline))
        if rule := clip[0].attrib.pop("fill-rule", ""):
            clip[0].set("clip-rule", rule)
        lit = etree.SubElement(
            group, f"{_SVG}g", {"clip-path": f"url(#{clip_name})", "stroke": "none"}
        )

        def layer(far: float, **paints: str) -> None:
            copy = deepcopy(outline)
            if far:
                x, y = self._across(shape.matrix, far)
                copy.set("transform", f"translate({x:.3g} {y:.3g})")
            for name, paint in paints.items():
                copy.set(name.replace("_", "-"), paint)
            lit.append(copy)

        layer(0, fill=tones.deep)
        layer(-_DEEP * share - hidden, fill=tones.shade)
        layer(-_SHADED * share - hidden, fill=tones.full)
        layer(-_LIT * share - hidden, fill=tones.light)
        gleam = _GLEAM_WIDTH * share
        has_outline = shape.stroke != "none" or shape.fill == _INK
        if has_outline and gleam >= self._finest:
            width = f"{gleam * self._unit / shape.matrix.scale:.3g}"
            layer(_GLEAM * share + hidden, fill="none", stroke=tones.gleam, stroke_width=width)
        if not has_outline:
            element.getparent().remove(element)
        else:
            if shape.stroke == "none":  # as ink it had the outline within it
                element.set("stroke", _INK)
                self._set_width(shape, self._outline)
            element.set("fill", "none")
            group.append(element)

    def _across(self, matrix: Matrix, far: float) -> tuple[float, float]:
        """A way along the light, of 100, in the units within a transform."""
        along, down = _DOWN_RIGHT
        back = Matrix(*matrix[:4]).inverse()
        return back(along * far * self._unit, down * far * self._unit)


class _Tones(NamedTuple):
    """The colours of a shape in light and shade."""

    light: str
    full: str
    shade: str
    deep: str
    gleam: str

    @classmethod
    def of(cls, fill: str) -> _Tones:
        light = mix(_lit(fill, -0.16), _WHITE, 0.07)
        return cls(light, fill, _lit(fill, 0.5), _lit(fill, 1), mix(fill, _WHITE, 0.62))

    @classmethod
    def of_ink(cls, ink: str) -> _Tones:
        light, full, shade, gleam = (mix(ink, _WHITE, part) for part in (0.22, 0.15, 0.07, 0.45))
        return cls(light, full, shade, ink, gleam)


def _lit(fill: str, shade: float) -> str:
    """A colour in the shade, a little violet lest it become grey, or in the light below 0."""
    both = zip(channels(fill), _LOST, strict=True)
    parts = (min(255, round(part * (1 - shade * lost))) for part, lost in both)
    return "#" + "".join(f"{part:02X}" for part in parts)


def _as_light(tones: Sequence[str], paint: str) -> str:
    """The colour among `tones`, which go from dark to light, that is as light as a paint."""
    place = lightness(shares(paint)) ** 0.5 * (len(tones) - 1)
    low = min(int(place), len(tones) - 2)
    return mix(tones[low], tones[low + 1], place - low)


def _is_bright(paint: str) -> bool:
    return bool(_HEX.fullmatch(paint)) and not _is_dark(paint)


def _differ(main: str, other: str) -> bool:
    """Whether a colour is of another hue than the main one, and not grey."""
    if not _is_bright(other):
        return False
    (hue, _, strength), (other_hue, _, other_strength) = (
        rgb_to_hls(*shares(paint)) for paint in (main, other)
    )
    apart = abs(hue - other_hue)
    is_far = strength < _GREY or min(apart, 1 - apart) > _FAR
    return other_strength >= _GREY and is_far


def _is_dark(fill: str) -> bool:
    return bool(_HEX.fullmatch(fill)) and lightness(shares(fill)) < _DARK


def _placed(element: etree._Element) -> Matrix:
    """The way of an element's units to those of the drawing. Raises StyleError."""
    matrix = Matrix()
    for way in (element, *element.iterancestors()):
        if transform := way.get("transform"):
            matrix = parse_transform(transform) @ matrix
    return matrix


def _inherited(element: etree._Element, name: str, default: str) -> str:
    """An attribute of an element or of what it lies in."""
    ways = (element, *element.iterancestors())
    return next((str(way.get(name)) for way in ways if way.get(name)), default)
