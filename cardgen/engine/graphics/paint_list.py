"""The things that a drawing paints, forms included.

Shapes with their colours, line widths, pictures, and how opaque they are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix, Point, around, bounds, cross
from cardgen.engine.graphics.display_list import (
    Blend,
    ClipTo,
    ContentMark,
    FlatColour,
    ItemPaint,
    Level,
    PaintedPath,
    PathData,
    PlacedForm,
    Shade,
    ShownGlyphs,
    Through,
    Transform,
    WrittenItems,
    colours_of,
    kept,
    seen,
)
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.footprint import UNIT_SQUARE, Footprint, Region

_KEPT = 4096
_BAR = 8
"""Corners that a filled bar has at most."""
_LONG = 20
"""How many times longer than wide something is whose direction its box tells."""
_SOME = 0.5
_UNIT = Box(0, 0, 1, 1)
_EVERYWHERE = Box(-1e9, -1e9, 2e9, 2e9)


class Painted(NamedTuple):
    """One thing that is painted, in the units of the drawing, y downward.

    kind: fill, stroke, shading, picture or text (its colours; the box is around where its baselines
    begin, for texts themselves are in `Drawing.texts`). `alpha` is less than 1 for what shows
    through."""

    kind: str
    box: Box
    flat_colours: tuple[FlatColour, ...] = ()
    """What it is painted with: of a gradient the colours of its stops."""
    alpha: float = 1.0
    width: float = 0.0
    """Of a line where it is thinnest, of a filled bar of a few straight sides, or of letters'
    outline in another colour."""
    picture: Picture | None = None
    matrix: Matrix = Matrix()
    """Of a picture: from the unit square that it fills."""
    place: int = 0
    """Which of the forms that the drawing itself places it stands in, counted from 1; 0 for what
    the drawing paints itself."""
    form: str = ""
    """That form's name and scale: the same for all that is placed alike, turned or not."""
    is_masked: bool = False
    """Whether it is seen through a mask or a blend, of which nobody says how much is left."""
    footprint: Footprint | None = None
    """Which points it paints, or of a stroke those along which it goes, texts aside; None for a
    gradient that fills all there is."""
    texts: tuple[int, int] = (0, 0)
    """The first of the drawing's texts that it shows, and the one after the last."""

    @staticmethod
    def of(drawing: Drawing) -> Iterator[Painted]:
        """Yield everything a drawing paints, forms included, in order.

        Clips are taken by the boxes around them."""
        return _Looker(drawing).look()

    @property
    def colours(self) -> tuple[RGB, ...]:
        """Its paints as screens show them, each once."""
        return tuple(dict.fromkeys(colour.rgb for colour in self.flat_colours))


class _Surroundings(NamedTuple):
    matrix: Matrix = Matrix()
    clip: Box = _EVERYWHERE
    clips: tuple[Region, ...] = ()
    is_masked: bool = False


_forms: dict[str, tuple[Painted, ...]] = {}


def inked(drawing: Drawing) -> Box | None:
    """A box that holds all that a drawing shows, its strokes too.

    It is None where it shows nothing."""
    boxes = [thing.box for thing in Painted.of(drawing) if thing.kind != "text"]
    boxes += [mark.ink for mark in drawing.texts if mark.ink]
    return bounds(boxes) if boxes else None


def _of_form(form: Drawing) -> tuple[Painted, ...]:
    """What a form paints, kept: the same art stands on many cards."""
    things = _forms.get(form.name)
    if things is None:
        if len(_forms) > _KEPT:
            _forms.clear()
        things = _forms[form.name] = tuple(Painted.of(form))
    return things


class _Looker:
    """Goes through the items of a drawing with the state that they are in."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.state = _Surroundings()
        self.saved: list[_Surroundings] = []
        self.places = 0

    def look(self) -> Iterator[Painted]:
        for raw_item in self.drawing.items:
            item = kept(raw_item, seen)
            if item is None:
                continue
            if isinstance(item, PaintedPath):
                yield from self.path(item)
            elif isinstance(item, ShownGlyphs):
                begins = around([self.state.matrix(*point) for point in item.begins])
                flat_colours = (*_flat_colours(item.fill), *_flat_colours(item.stroke))
                outlined = (
                    item.line is not None and item.stroke is not None and item.stroke != item.fill
                )
                width = (
                    item.line.width * _squeeze(self.state.matrix, begins)
                    if item.line and outlined
                    else 0.0
                )
                yield Painted(
                    "text",
                    begins,
                    flat_colours,
                    self.opacity(item.fill_alpha, item.stroke_alpha),
                    width,
                    texts=item.texts,
                )
            elif isinstance(item, PlacedForm):
                yield from self.placed(item)
            elif isinstance(item, Shade):
                clip = (
                    self.state.clip.common(self.state.matrix.box(item.path.corners))
                    if item.path
                    else self.state.clip
                )
                footprint = (
                    self.footprint(item.path)
                    if item.path
                    else Footprint(self.state.clips)
                    if self.state.clips
                    else None
                )
                yield Painted(
                    "shading",
                    clip,
                    _flat_colours(item),
                    self.opacity(item.alpha),
                    is_masked=self.state.is_masked,
                    footprint=footprint,
                )
            elif isinstance(item, WrittenItems):
                raise ValueError("the drawing came without its items")
            elif not isinstance(item, ContentMark):
                self.surroundings(item)

    def surroundings(self, item: Level | Transform | ClipTo | Through | Blend) -> None:
        """Follow an item that changes how the next ones are seen."""
        state = self.state
        if isinstance(item, Level):
            if item.deeper:
                self.saved.append(state)
            else:
                self.state = self.saved.pop()
        elif isinstance(item, Transform):
            self.state = state._replace(matrix=state.matrix @ item.matrix)
        elif isinstance(item, ClipTo):
            clips = (Region(item.path, state.matrix, item.even_odd), *state.clips)
            self.state = state._replace(
                clip=state.clip.common(state.matrix.box(item.path.corners)), clips=clips
            )
        else:  # nobody says how much is left
            self.state = state._replace(is_masked=True)

    def opacity(self, *alphas: float) -> float:
        """The least of these opacities.

        Inside a mask or a blend it is at most _SOME, as nobody knows how much is left."""
        return min(*alphas, _SOME if self.state.is_masked else 1.0)

    def footprint(self, path: PathData, *, even_odd: bool = False) -> Footprint:
        """The visible points that a path holds."""
        return Footprint((Region(path, self.state.matrix, even_odd), *self.state.clips))

    def path(self, item: PaintedPath) -> Iterator[Painted]:
        state, path = self.state, item.path
        if not path:
            return
        matrix = state.matrix
        box = (
            matrix.box(path.corners)
            if not matrix.b and not matrix.c
            else around([matrix(*point) for point in path.points])
        )
        width = item.line.width * _squeeze(matrix, path.corners) if item.line else 0.0
        alpha = self.opacity(item.fill_alpha, item.stroke_alpha)
        footprint = self.footprint(path, even_odd=item.even_odd)
        # then the line only makes the shape larger
        line_is_filled = item.fill is not None and item.fill == item.stroke
        if item.fill:
            few = not item.stroke and path.straight and len(path.points) <= _BAR
            bar = _thickness([matrix(*point) for point in path.points]) if few else 0.0
            filled = Painted(
                "fill",
                box.grown(width / 2) if line_is_filled else box,
                _flat_colours(item.fill),
                alpha,
                bar,
                is_masked=state.is_masked,
                footprint=footprint,
            )
            yield from self.seen(filled)
        if item.stroke and not line_is_filled:
            stroked = Painted(
                "stroke",
                box.grown(width / 2),
                _flat_colours(item.stroke),
                alpha,
                width,
                is_masked=state.is_masked,
                footprint=footprint,
            )
            yield from self.seen(stroked)

    def seen(self, painted: Painted) -> Iterator[Painted]:
        box = self.state.clip.common(painted.box)
        if box.width >= 0 and box.height >= 0:
            yield painted._replace(box=box)

    def placed(self, item: PlacedForm) -> Iterator[Painted]:
        state, picture = self.state, self.drawing.pictures.get(item.name)
        matrix = state.matrix @ item.matrix if item.matrix else state.matrix
        alpha = self.opacity(item.alpha)
        if picture:
            footprint = Footprint((Region(UNIT_SQUARE, matrix), *state.clips))
            placed_picture = Painted(
                "picture",
                matrix.box(_UNIT),
                (),
                alpha,
                picture=picture,
                matrix=matrix,
                is_masked=state.is_masked,
                footprint=footprint,
            )
            yield from self.seen(placed_picture)
            return
        self.places += 1
        form = f"{item.name} {matrix.scale:.2g}"
        first, end = item.texts
        for thing in _of_form(self.drawing.forms[item.name]):
            moved = thing._replace(
                box=matrix.box(thing.box),
                width=thing.width
                and thing.width * _squeeze(matrix, thing.box.grown(-thing.width / 2)),
                alpha=thing.alpha * alpha,
                matrix=matrix @ thing.matrix,
                place=self.places,
                form=form,
                is_masked=thing.is_masked or state.is_masked,
                footprint=Footprint(state.clips, matrix, thing.footprint),
                texts=(first + thing.texts[0], first + thing.texts[1]) if end > first else (0, 0),
            )
            yield from self.seen(moved) if thing.kind != "text" else (moved,)


def _flat_colours(paint: ItemPaint | Shade | None) -> tuple[FlatColour, ...]:
    """A flat colour, or those of the stops of a gradient, each once."""
    return tuple(dict.fromkeys(colours_of(paint))) if paint else ()


def _squeeze(matrix: Matrix, box: Box) -> float:
    """The share of a line's width that a matrix leaves in this box.

    It is along the line where the box tells its direction, else where it is least."""
    a, b, c, d, _, _ = matrix
    area = abs(a * d - b * c)
    if box.width > _LONG * abs(box.height):
        stretch = math.hypot(a, b)
    elif box.height > _LONG * abs(box.width):
        stretch = math.hypot(c, d)
    else:
        both = a * a + b * b + c * c + d * d
        # the larger singular value
        stretch = math.sqrt((both + math.sqrt(max(0.0, both * both - 4 * area * area))) / 2)
    return area / stretch if stretch else 0.0


def _thickness(corners: list[Point]) -> float:
    """The reach of a polygon of few sides from its longest side.

    Such are a bar or a wedge; 0 for a line or a point."""
    if len(corners) < 3:
        return 0.0
    a, b = max(
        zip(corners, [*corners[1:], corners[0]], strict=True), key=lambda ends: math.dist(*ends)
    )
    longest = math.dist(a, b)
    return max(abs(cross(a, b, c)) for c in corners) / longest if longest else 0.0
