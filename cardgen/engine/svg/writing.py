"""Drawings as SVG files that need nothing outside of them: letters are outlines, pictures inside.

Such a file looks alike in browsers, in Inkscape and in a shop's program, whatever fonts there
are."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.base.geometry import Matrix
from cardgen.engine.graphics.content_stream import SCREEN
from cardgen.engine.graphics.display_list import (
    Blend,
    ClipTo,
    ContentMark,
    FlatColour,
    Item,
    ItemPaint,
    Level,
    LineStyle,
    PaintedPath,
    PathData,
    PlacedForm,
    Shade,
    Shading,
    ShownGlyphs,
    Through,
    Transform,
    kept,
    seen,
)
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.spelling import fine
from cardgen.engine.graphics.spelling import number as spelt
from cardgen.engine.svg.path import transformed
from cardgen.engine.typography.font import Font

_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")
_JPEG = b"\xff\xd8\xff"
_UPRIGHT = Matrix(1, 0, 0, -1, 0, 1)
"""From the square of a picture with its first row below to that of PDF, which has it above."""
_THOUSAND = 1000
_ENDS_OF_LINE = 4
_TOKEN = re.compile(
    r"/F(?P<font>[0-9a-f]+) (?P<size>\S+) Tf"
    r"|(?P<matrix>(?:\S+ ){6})Tm|(?P<move>\S+ \S+) Td|(?P<mode>\d) Tr|(?P<rise>\S+) Ts"
    r"|/Span <<.*?>> BDC|\[(?P<shown>[^\]]*)\] TJ",
    re.DOTALL,
)
"""What the text objects of a drawing are made of."""
_SHOWN = re.compile(r"<([0-9A-F]+)>|([-+.\d]+)")
_UNSEEN = 3
"""The rendering mode of text that is there to be searched."""


class _State(NamedTuple):
    """What holds for the next items: units, and what they are seen through, by names."""

    matrix: Matrix = Matrix()
    clip: str = ""
    mask: str = ""
    blend: str = ""


def as_svg(
    drawing: Drawing,
    size: tuple[float, float],
    placement: Matrix,
    clip: PathData | None = None,
) -> bytes:
    """Return a drawing as a file of so many points, placed there with y downward.

    With `clip`, in its units, nothing shows outside of that. Raises ValueError for a drawing that
    came without its items."""
    definitions = _Definitions()
    inner = definitions.body(drawing)
    if clip:
        inner = f'<g clip-path="url(#{definitions.clip(clip, Matrix(), "")})">{inner}</g>'
    width, height = (spelt(side) for side in size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt"'
        f' viewBox="0 0 {width} {height}">\n'
        f"<defs>\n{''.join(definitions.parts.values())}</defs>\n"
        f"<g{_transform(placement)}>\n{inner}</g>\n</svg>\n"
    ).encode()


@dataclass
class _Definitions:
    """What the elements of a file refer to, each once."""

    parts: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def named(self, kind: str, element: str) -> str:
        """Return the name of an element, which has {name} in place of it."""
        if element not in self.names:
            name = f"{kind}{len(self.names) + 1}"
            self.names[element] = name
            self.parts[name] = element.replace("{name}", name) + "\n"
        return self.names[element]

    def clip(self, path: PathData, matrix: Matrix, outer: str, *, even_odd: bool = False) -> str:
        """Return the name of a clip, which lies within an outer one."""
        rule = ' clip-rule="evenodd"' if even_odd else ""
        within = f' clip-path="url(#{outer})"' if outer else ""
        shape = f'<path d="{_path(path)}"{_transform(matrix)}{rule}/>' if path else ""
        return self.named("clip", f'<clipPath id="{{name}}"{within}>{shape}</clipPath>')

    def form(self, form: Drawing) -> str:
        """Return the name of a drawing that another one places."""
        box = PathData.rectangle(form.reach or form.box)
        window = self.clip(box, Matrix(), "")
        inner = self.body(form)
        return self.named("form", f'<g id="{{name}}" clip-path="url(#{window})">{inner}</g>')

    def picture(self, picture: Picture) -> str:
        """Return the name of a picture that fills the unit square."""
        kind = "jpeg" if picture.data.startswith(_JPEG) else "png"
        data = base64.b64encode(picture.data).decode()
        return self.named(
            "picture",
            f'<image id="{{name}}" width="1" height="1" preserveAspectRatio="none"'
            f' style="image-orientation:none"{_transform(_UPRIGHT)}'
            f' href="data:image/{kind};base64,{data}"/>',
        )

    def mask(self, kind: str, mask: Drawing, matrix: Matrix) -> str:
        """Return the name of a soft mask: what hides all beyond its own edges."""
        form = self.form(mask)
        x, y, width, height = map(fine, matrix.box(mask.reach or mask.box))
        return self.named(
            "mask",
            f'<mask id="{{name}}" maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}"'
            f' height="{height}" style="mask-type:{"alpha" if kind == "Alpha" else "luminance"}">'
            f'<use href="#{form}"{_transform(matrix)}/></mask>',
        )

    def gradient(self, shading: Shading, matrix: Matrix) -> str:
        """Return the name of a gradient."""
        stops = "".join(
            f'<stop offset="{fine(offset)}" stop-color="{_colour(colour)}"/>'
            for offset, colour in shading.stops
        )
        if len(shading.ends) == _ENDS_OF_LINE:
            kind, names = "linear", ["x1", "y1", "x2", "y2"]
        else:
            kind, names = "radial", ["fx", "fy", "fr", "cx", "cy", "r"]
        ends = "".join(
            f' {name}="{fine(end)}"' for name, end in zip(names, shading.ends, strict=True)
        )
        map_to = f' gradientTransform="{_matrix(matrix)}"'
        return self.named(
            "gradient",
            f'<{kind}Gradient id="{{name}}" gradientUnits="userSpaceOnUse"{ends}{map_to}>'
            f"{stops}</{kind}Gradient>",
        )

    def body(self, drawing: Drawing) -> str:
        """Return the elements of what a drawing paints."""
        return "".join(_Elements(drawing, self).written())


class _Elements:
    """The elements of one drawing, item by item."""

    def __init__(self, drawing: Drawing, definitions: _Definitions) -> None:
        self.drawing = drawing
        self.define = definitions
        self.state = _State()
        self.saved: list[_State] = []
        self.fonts: Mapping[str, Font] = {font.key: font for font in drawing.words}

    def written(self) -> Iterator[str]:
        """Yield them; those in a row that are seen through the same things share a group."""
        around = ""
        for item in self.drawing.items:
            visible = kept(item, seen)
            element = self._element(visible) if visible is not None else ""
            if not element:
                continue
            state = self.state
            now = "".join(
                f' {name}="url(#{value})"'
                for name, value in (("clip-path", state.clip), ("mask", state.mask))
                if value
            )
            if state.blend:
                now += f' style="mix-blend-mode:{state.blend}"'
            if now != around or state.blend:  # each is blended by itself
                yield f"{'</g>' * bool(around)}{f'<g{now}>' if now else ''}\n"
                around = now
            yield element + "\n"
        yield "</g>\n" * bool(around)

    def _element(self, item: Item) -> str:
        """Return what an item paints; nothing of one that changes how others are seen."""
        if isinstance(item, PaintedPath):
            return self._path(item.path, item, item.even_odd)
        if isinstance(item, ShownGlyphs):
            return self._glyphs(item)
        if isinstance(item, PlacedForm):
            return self._placed(item)
        if isinstance(item, Shade):
            return self._shade(item)
        if isinstance(item, (Level, Transform, ClipTo, Through, Blend)):
            self._follow(item)
        elif not isinstance(item, ContentMark):
            raise ValueError("the drawing came without its items")
        return ""

    def _follow(self, item: Level | Transform | ClipTo | Through | Blend) -> None:
        state = self.state
        if isinstance(item, Level):
            if item.deeper:
                self.saved.append(state)
            else:
                self.state = self.saved.pop()
        elif isinstance(item, Transform):
            self.state = state._replace(matrix=state.matrix @ item.matrix)
        elif isinstance(item, ClipTo):
            clip = self.define.clip(item.path, state.matrix, state.clip, even_odd=item.even_odd)
            self.state = state._replace(clip=clip)
        elif isinstance(item, Through):
            kind, mask = self.drawing.masks[item.mask]
            self.state = state._replace(mask=self.define.mask(kind, mask, state.matrix))
        else:
            # PDF says ColorDodge, CSS color-dodge
            words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", item.mode).lower()
            self.state = state._replace(blend="" if words == "normal" else words)

    def _path(self, path: PathData, item: PaintedPath | ShownGlyphs, even_odd: bool = False) -> str:
        if not path:
            return ""
        rule = ' fill-rule="evenodd"' if even_odd else ""
        looks = self._paint("fill", item.fill, item.fill_alpha) + rule
        if item.stroke:
            looks += self._paint("stroke", item.stroke, item.stroke_alpha)
            looks += _line(item.line or LineStyle())
        return f'<path d="{_path(path)}"{looks}{_transform(self.state.matrix)}/>'

    def _paint(self, of: str, paint: ItemPaint | None, alpha: float) -> str:
        if paint is None:
            return f' {of}="none"'
        if isinstance(paint, FlatColour):
            value = _colour(paint)
        else:  # its map leads to the units of the drawing, not to those of the item
            try:
                inward = self.state.matrix.inverse()
            except ZeroDivisionError:  # nothing of it can be seen
                return f' {of}="none"'
            value = f"url(#{self.define.gradient(paint.shading, inward @ paint.matrix)})"
        return f' {of}="{value}"' + (f' {of}-opacity="{fine(alpha)}"' if alpha < 1 else "")

    def _placed(self, item: PlacedForm) -> str:
        picture = self.drawing.pictures.get(item.name)
        name = (
            self.define.picture(picture)
            if picture
            else self.define.form(self.drawing.forms[item.name])
        )
        matrix = self.state.matrix @ item.matrix if item.matrix else self.state.matrix
        alpha = f' opacity="{fine(item.alpha)}"' if item.alpha < 1 else ""
        return f'<use href="#{name}"{alpha}{_transform(matrix)}/>'

    def _shade(self, item: Shade) -> str:
        path = item.path
        if path is None:  # all that can be seen
            try:
                box = self.state.matrix.inverse().box(self.drawing.reach or self.drawing.box)
            except ZeroDivisionError:
                return ""
            path = PathData.rectangle(box)
        gradient = self.define.gradient(item.shading, Matrix())
        alpha = f' fill-opacity="{fine(item.alpha)}"' if item.alpha < 1 else ""
        looks = f' fill="url(#{gradient})"{alpha}{_transform(self.state.matrix)}'
        return f'<path d="{_path(path)}"{looks}/>'

    def _glyphs(self, item: ShownGlyphs) -> str:
        letters = PathData.joined(self._letters(item.body))
        if item.outline and item.stroke:  # which is stroked instead of the letters
            filled = self._path(letters, item._replace(stroke=None)) if item.fill else ""
            return filled + self._path(item.outline, item._replace(fill=None))
        return self._path(letters, item) if item.fill or item.stroke else ""

    def _letters(self, body: str) -> Iterator[PathData]:
        """Yield the outlines of the glyphs that a text object shows (ISO 32000-1, 9.4)."""
        font: Font | None = None
        size = rise = pen = 0.0
        mode = 0
        line = Matrix()
        for token in _TOKEN.finditer(body):
            if token["font"]:
                font, size = self.fonts[token["font"]], float(token["size"])
            elif token["matrix"]:
                line, pen = Matrix(*map(float, token["matrix"].split())), 0.0
            elif token["move"]:
                line, pen = line @ Matrix.shift(*map(float, token["move"].split())), 0.0
            elif token["mode"]:
                mode = int(token["mode"])
            elif token["rise"]:
                rise = float(token["rise"])
            elif token["shown"] and font:
                for glyphs, moved in _SHOWN.findall(token["shown"]):
                    if moved:
                        pen -= float(moved) / _THOUSAND
                        continue
                    for start in range(0, len(glyphs), 4):
                        gid = int(glyphs[start : start + 4], 16)
                        if mode != _UNSEEN:
                            place = line @ Matrix(size, 0, 0, size, pen * size, rise)
                            yield PathData(transformed(font.outline(gid), place))
                        pen += font.glyph_width(gid) / font.units_per_em


def _path(path: PathData) -> str:
    """Return a path as SVG spells it."""
    return "".join(
        "Z" if kind == "h" else f"{kind.upper()}{' '.join(map(spelt, values))}"
        for kind, values in path.segments
    )


def _line(line: LineStyle) -> str:
    """Return how a line looks, as attributes."""
    looks = f' stroke-width="{fine(line.width)}"'
    if line.cap:
        looks += f' stroke-linecap="{_CAPS[line.cap]}"'
    if line.join:
        looks += f' stroke-linejoin="{_JOINS[line.join]}"'
    else:
        looks += f' stroke-miterlimit="{fine(max(1.0, line.miter))}"'
    if line.dash:
        looks += f' stroke-dasharray="{" ".join(map(fine, line.dash))}"'
        looks += f' stroke-dashoffset="{fine(line.offset)}"' if line.offset else ""
    return looks


def _colour(colour: FlatColour) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in SCREEN.parts(colour))


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(map(fine, matrix))})"


def _transform(matrix: Matrix) -> str:
    return f' transform="{_matrix(matrix)}"' if matrix != Matrix() else ""
