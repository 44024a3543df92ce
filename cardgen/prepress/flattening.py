"""Flattening: transparency made opaque for files that cannot hold it.

Such a file is PDF/X-1a (ISO 15930-4). Only the regions concerned become pictures, of all that is
painted there up to the last thing that shows through; what is painted later stays as it is, text as
text. A single shape or text that is not quite opaque on a ground of one colour stays what it is, in
the colour that the two come to. Spot colours go on in such pictures, and a tint of one stays
one."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from PIL import Image as Images
from PIL import ImageChops
from PIL.Image import Image

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.engine import (
    Drawing,
    Film,
    FlatColour,
    Painted,
    PathData,
    Pdf,
    Picture,
    Pixels,
    display_list,
)
from cardgen.prepress.inks import ProcessColours
from cardgen.prepress.plates import Plate, SpotColours
from cardgen.prepress.raster import rasters

DENSITY = 600
"""Pixels to an inch of a region that became a picture."""
_LOOK = 200
"""Pixels to an inch at which a ground is looked at."""
_SEEN = 0.005
"""How much of an ink is any."""
_EDGE = 1.5 * 72 / DENSITY
"""Points by which a region is larger than what shows through: the pixels that its rim touches."""

_Setting = display_list.Transform | display_list.ClipTo


class Flattened(NamedTuple):
    """An opaque drawing, and the boxes of it that are now pictures."""

    drawing: Drawing
    regions: tuple[Box, ...]


def shows_through(drawing: Drawing, answers: dict[str, bool]) -> bool:
    """True if anything of a drawing, forms and pictures included, is transparent.

    Answers are kept by the names of drawings."""
    if drawing.name not in answers:
        is_clear = any(_lets_through(item, drawing) for item in drawing.items)
        answers[drawing.name] = is_clear or any(
            shows_through(form, answers) for form in drawing.forms.values()
        )
    return answers[drawing.name]


def flattened(
    drawing: Drawing, reach: Box, unit: float, spots: SpotColours | None = None
) -> Flattened:
    """An opaque drawing that looks the same on white paper.

    It does so within `reach`, a box in its units of so many points. `spots` are the spot colours
    that it is printed in, which know process CMYK too; without any it is for screens."""
    flattener = _Flattener(
        reach, unit, spots or SpotColours({}, ProcessColours({})), inked=spots is not None
    )
    if not shows_through(drawing, flattener.known):
        return Flattened(drawing, ())
    flattener.walk(drawing, _Standing((), Matrix(), reach), partial(_truncated, drawing))
    flattener.flush()
    flattener.settle(())
    opaque = replace(
        drawing,
        items=flattener.items,
        words=flattener.words,
        forms=flattener.forms,
        pictures=flattener.pictures,
        masks={},
        texts=[],
        group=False,
        _name="",
    )
    return Flattened(opaque, tuple(flattener.regions.values()))


@dataclass(frozen=True, slots=True)
class _Standing:
    """The transforms and clips that hold at an item.

    It has the map from there to the whole drawing, and the part of it that can be seen."""

    settings: tuple[_Setting, ...]
    matrix: Matrix
    seen: Box

    def having(self, item: _Setting) -> _Standing:
        if isinstance(item, display_list.Transform):
            return _Standing((*self.settings, item), self.matrix @ item.matrix, self.seen)
        return _Standing(
            (*self.settings, item),
            self.matrix,
            self.seen.common(self.matrix.box(item.path.corners)),
        )


_Whole = Callable[[list[display_list.Item], Mapping[str, Drawing]], Drawing]
"""The whole drawing as far as these items of one of its drawings, which may place these forms
beside its own."""


@dataclass(slots=True)
class _Flattener:
    reach: Box
    unit: float
    spots: SpotColours
    inked: bool
    items: list[display_list.Item] = field(default_factory=list)
    words: dict[Any, Any] = field(default_factory=dict)
    forms: dict[str, Drawing] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    regions: dict[display_list.PlacedForm, Box] = field(default_factory=dict)
    """Those that became pictures, by what paints these."""
    settings: tuple[_Setting, ...] = ()
    """Those that hold for what comes next."""
    waiting: tuple[Box, Drawing] | None = None
    """A region that is not yet a picture, and all that it shows."""
    known: dict[str, bool] = field(default_factory=dict)

    def walk(self, drawing: Drawing, within: _Standing, in_whole: _Whole) -> None:
        """Take the items of a drawing over, opaque."""
        for font, words in drawing.words.items():
            self.words.setdefault(font, set()).update(words)
        self._level(drawing, drawing.items, within, [], in_whole)

    def _level(
        self,
        drawing: Drawing,
        items: Sequence[display_list.Item],
        within: _Standing,
        before: list[display_list.Item],
        in_whole: _Whole,
    ) -> None:
        """Add the items of one level, opaque.

        `before` are the items of the drawing that come before it."""
        at = 0
        while at < len(items):
            item = items[at]
            end = at + 1
            if isinstance(item, display_list.Level):
                end = _closing(items, at) + 1
            elif isinstance(item, (display_list.Through, display_list.Blend)):
                end = len(items)
            chunk = list(items[at:end])
            if isinstance(item, (display_list.Transform, display_list.ClipTo)):
                within = within.having(item)
            elif not any(self._shows(drawing, inner) for inner in chunk):
                self._opaque(drawing, within, chunk)
            elif isinstance(item, display_list.Level) and not any(
                isinstance(inner, (display_list.Through, display_list.Blend))
                for inner in _own(chunk[1:-1])
            ):
                self._level(
                    drawing,
                    chunk[1:-1],
                    within,
                    [*before, *items[:at], display_list.SAVE],
                    in_whole,
                )
            elif (
                isinstance(item, display_list.PlacedForm)
                and item.alpha == 1
                and item.name in drawing.forms
            ):
                self._form(drawing.forms[item.name], item, within, [*before, *items[:at]], in_whole)
            else:
                self._clear(drawing, within, chunk, [*before, *items[:at]], in_whole)
            at = end

    def _form(
        self,
        form: Drawing,
        item: display_list.PlacedForm,
        within: _Standing,
        before: list[display_list.Item],
        in_whole: _Whole,
    ) -> None:
        """Add the items of a form, some of which shows through."""
        inside = within.having(display_list.Transform(item.matrix)) if item.matrix else within
        reach = form.reach or form.box
        edges = (
            ("m", (reach.x, reach.y)),
            ("l", (reach.right, reach.y)),
            ("l", (reach.right, reach.top)),
            ("l", (reach.x, reach.top)),
        )

        def so_far(items: list[display_list.Item], forms: Mapping[str, Drawing]) -> Drawing:
            part = _truncated(form, items, forms)
            return in_whole([*before, item._replace(name=part.name)], {part.name: part})

        clip = display_list.ClipTo(PathData((*edges, ("h", ()))))
        self.walk(form, inside.having(clip), so_far)

    def _opaque(self, drawing: Drawing, within: _Standing, items: list[display_list.Item]) -> None:
        self.flush()
        self.settle(within.settings)
        for item in items:
            if isinstance(item, display_list.PlacedForm):
                self._named(drawing, item.name)
                item = item._replace(texts=(0, 0))
            self.items.append(
                item._replace(texts=(0, 0)) if isinstance(item, display_list.ShownGlyphs) else item
            )

    def _clear(
        self,
        drawing: Drawing,
        within: _Standing,
        chunk: list[display_list.Item],
        before: list[display_list.Item],
        in_whole: _Whole,
    ) -> None:
        """Add something transparent: in an opaque colour, or to a region."""
        visible = self._extent(drawing, chunk, within)
        if not (visible.width > 0 and visible.height > 0):
            return
        plain = self._plain(chunk[0], visible, in_whole(before, {})) if len(chunk) == 1 else None
        if plain:
            self._opaque(drawing, within, [plain])
            return
        if self.waiting and self.waiting[0].overlaps(visible):
            visible = bounds((self.waiting[0], visible))
        else:
            self.flush()
        self.waiting = visible, in_whole([*before, *chunk], {})

    def _plain(self, item: display_list.Item, box: Box, under: Drawing) -> display_list.Item | None:
        """A solid shape or text on a ground of one colour, opaque.

        It is None for all else, and for what mixes a spot colour with other inks."""
        solid = _one_colour(item)
        ground = self._ground(box, under) if solid else None
        if not solid or not ground:
            return None
        colour, alpha = solid
        on_screen = FlatColour(colour_math.between(ground, colour.rgb, alpha))
        if colour.name not in self.spots.plates and not self.spots.painted(under):
            return _painted(item, on_screen)
        mixture = self._mixed_on_plates(colour, alpha, on_screen, box, under)
        return mixture and _painted(item, mixture)

    def _mixed_on_plates(
        self, colour: FlatColour, alpha: float, on_screen: FlatColour, box: Box, under: Drawing
    ) -> FlatColour | None:
        """The mixture of a transparent colour with the plates under it.

        It is process CMYK alone or a tint of one spot colour. It is None for a mixture of these,
        and on a ground of several colours."""
        own_plate = self.spots.plates.get(colour.name)
        tints = self._tints_over(under, own_plate, alpha, box)
        paper = self._ground(box, self.spots.process_part(under))
        if tints is None or not paper:
            return None
        # a spot colour knocks out what the process plates have under it
        over_paper = display_list.PAPER.rgb if own_plate else colour.rgb
        process = colour_math.between(paper, over_paper, alpha)
        if not tints:
            return FlatColour(process)
        if len(tints) > 1 or min(process) < 1 - _SEEN:
            return None
        ((plate, tint),) = tints.items()
        name = colour.name if plate == own_plate else self.spots.name_of(plate)
        return FlatColour(on_screen.rgb, name, tint=round(tint, 3))

    def _tints_over(
        self, under: Drawing, own_plate: Plate | None, alpha: float, box: Box
    ) -> dict[Plate, float] | None:
        """The tint of each plate where a colour lies over others, as far as it can be seen.

        They are None on a ground of several colours."""
        tints: dict[Plate, float] = {own_plate: alpha} if own_plate else {}
        for plate in self.spots.painted(under):
            separation = self._ground(box, self.spots.separation(under, plate))
            if not separation:
                return None
            tints[plate] = (1 - separation[0]) * (1 - alpha)
            if plate == own_plate:
                tints[plate] += alpha
        return {plate: tint for plate, tint in tints.items() if tint > _SEEN}

    def flush(self) -> None:
        """Paint the region that waits as a picture."""
        if self.waiting is None:
            return
        (visible, region), self.waiting = self.waiting, None
        # whole pixels, counted from the origin of the drawing: neighbours share their grid
        size = 72 / DENSITY / self.unit
        x, y = (math.floor(edge / size) * size for edge in visible[:2])
        columns = math.ceil((visible.right - x) / size)
        rows = math.ceil((visible.top - y) / size)
        pixels = columns, rows
        box = Box(x, y, columns * size, rows * size)
        films = tuple(self._plates(region, box, pixels))
        under = _truncated(
            replace(region, forms=self.forms, pictures=self.pictures), self._below(box), {}
        )
        if films:
            region = self.spots.process_part(region)
            under = self.spots.process_part(under)
        image = self._rendered(region, box, pixels)
        inks = io.BytesIO()
        if self.inked:
            self._inks(image, under, box, pixels).save(
                inks, "TIFF", compression="tiff_adobe_deflate"
            )
        self.settle(())
        picture = Picture.of_image(image)._replace(inks=inks.getvalue(), films=films)
        name = picture.name()
        self.pictures[name] = picture
        placed = display_list.PlacedForm(
            name, Matrix(box.width, 0, 0, -box.height, box.x, box.y + box.height)
        )
        self.items.append(placed)
        self.regions[placed] = box

    def _below(self, box: Box) -> list[display_list.Item]:
        """The items painted so far, without the regions elsewhere."""
        elsewhere = {placed for placed, region in self.regions.items() if not region.overlaps(box)}
        return [
            item
            for item in self.items
            if not (isinstance(item, display_list.PlacedForm) and item in elsewhere)
        ]

    def _plates(self, region: Drawing, box: Box, pixels: tuple[int, int]) -> Iterable[Film]:
        """The plates of spot colours in a region that print there."""

        for plate in self.spots.painted(region):
            film = ImageChops.invert(
                self._rendered(self.spots.separation(region, plate), box, pixels).getchannel(0)
            )
            most: Any = film.getextrema()[1]
            if most > 255 * _SEEN:
                yield Film(plate.name, plate.inks, film.tobytes())

    def _inks(self, image: Image, under: Drawing, box: Box, pixels: tuple[int, int]) -> Image:
        """The process CMYK of a region's picture over the opaque drawing."""

        three = self._rendered(self.spots.process_as_light(under, black=False), box, pixels)
        black = self._rendered(self.spots.process_as_light(under, black=True), box, pixels)
        lights = Images.merge("CMYK", (*three.split(), black.getchannel(0)))
        ground = self._rendered(under, box, pixels)
        return self.spots.inks.over(image, ground, ImageChops.invert(lights))

    def settle(self, settings: tuple[_Setting, ...]) -> None:
        """Go on where these settings hold."""
        if settings != self.settings:
            self.items += [display_list.RESTORE] if self.settings else []
            self.items += [display_list.SAVE, *settings] if settings else []
            self.settings = settings

    def _named(self, drawing: Drawing, name: str) -> None:
        if name in drawing.forms:
            self.forms[name] = drawing.forms[name]
        if name in drawing.pictures:
            self.pictures[name] = drawing.pictures[name]

    def _shows(self, drawing: Drawing, item: display_list.Item) -> bool:
        if isinstance(item, display_list.PlacedForm) and item.name in drawing.forms:
            return item.alpha < 1 or shows_through(drawing.forms[item.name], self.known)
        return _lets_through(item, drawing)

    def _extent(self, drawing: Drawing, chunk: list[display_list.Item], within: _Standing) -> Box:
        """The visible box of some items, in units of the whole drawing.

        It is a little larger than they are."""
        visible = within.seen.common(self.reach)
        painted = list(Painted.of(replace(drawing, items=chunk, _name="")))
        marks = [
            mark
            for item in chunk
            if isinstance(item, (display_list.ShownGlyphs, display_list.PlacedForm))
            for mark in drawing.texts[slice(*item.texts)]
        ]
        if not marks and any(thing.kind == "text" for thing in painted):
            return visible  # nobody noted where its letters reach
        boxes = [thing.box for thing in painted if thing.kind != "text"] + [
            mark.ink for mark in marks if mark.ink
        ]
        there = [box for box in map(within.matrix.box, boxes) if box.overlaps(visible)]
        if there:
            return visible.common(bounds(there).grown(_EDGE / self.unit))
        return Box(0, 0, 0, 0)

    def _ground(self, box: Box, under: Drawing) -> RGB | None:
        """The one colour that lies under a box, if it is one."""
        across, down = (
            max(1, math.ceil(length * self.unit * _LOOK / 72)) for length in (box.width, box.height)
        )
        extremes: Any = self._rendered(under, box, (across, down)).getextrema()
        if any(high - low > 1 for low, high in extremes):
            return None
        red, green, blue = (low / 255 for low, _ in extremes)
        return red, green, blue

    def _rendered(self, drawing: Drawing, box: Box, pixels: tuple[int, int]) -> Image:
        """A box of a drawing as a picture, RGB, on white."""
        unit = self.unit
        pdf = Pdf.passing()
        page = pdf.page(Box(0, 0, box.width * unit, box.height * unit))
        placement = Matrix(unit, 0, 0, -unit, -box.x * unit, box.top * unit)
        page.place(drawing, placement, shared=True)
        return next(iter(rasters(pdf.bytes(), pixels)))


def _truncated(
    drawing: Drawing, items: list[display_list.Item], forms: Mapping[str, Drawing]
) -> Drawing:
    """The drawing with other items and more forms.

    Levels that they open are closed."""
    depth = sum(1 if item.deeper else -1 for item in items if isinstance(item, display_list.Level))
    return replace(
        drawing,
        items=[*items, *[display_list.RESTORE] * depth],
        forms={**drawing.forms, **forms},
        _name="",
    )


def _closing(items: Sequence[display_list.Item], at: int) -> int:
    """The place of the item that closes the level which an item opens."""
    depth = 0
    for place in range(at, len(items)):
        item = items[place]
        if isinstance(item, display_list.Level):
            depth += 1 if item.deeper else -1
            if not depth:
                return place
    return len(items) - 1


def _own(items: Iterable[display_list.Item]) -> Iterable[display_list.Item]:
    """Items but those of the levels among them."""
    depth = 0
    for item in items:
        if isinstance(item, display_list.Level):
            depth += 1 if item.deeper else -1
        elif not depth:
            yield item


def _one_colour(item: display_list.Item) -> tuple[FlatColour, float] | None:
    """The colour and opacity of a solid shape or text."""
    if not isinstance(item, (display_list.PaintedPath, display_list.ShownGlyphs)) or (
        item.fill and item.stroke
    ):
        return None
    paint, alpha = (item.fill, item.fill_alpha) if item.fill else (item.stroke, item.stroke_alpha)
    return (paint, alpha) if isinstance(paint, FlatColour) else None


def _painted(item: display_list.Item, colour: FlatColour) -> display_list.Item:
    """The same, opaque and in another colour."""
    assert isinstance(item, (display_list.PaintedPath, display_list.ShownGlyphs))
    item = item._replace(fill_alpha=1.0, stroke_alpha=1.0)
    return item._replace(fill=colour) if item.fill else item._replace(stroke=colour)


def _lets_through(item: display_list.Item, drawing: Drawing) -> bool:
    if isinstance(item, (display_list.PaintedPath, display_list.ShownGlyphs)):
        clear_fill = item.fill is not None and item.fill_alpha < 1
        clear_stroke = item.stroke is not None and item.stroke_alpha < 1
        return clear_fill or clear_stroke
    if isinstance(item, display_list.PlacedForm):
        return item.alpha < 1 or (
            item.name in drawing.pictures and _is_clear_somewhere(drawing.pictures[item.name].data)
        )
    return isinstance(item, (display_list.Through, display_list.Blend)) or (
        isinstance(item, display_list.Shade) and item.alpha < 1
    )


@lru_cache(maxsize=256)
def _is_clear_somewhere(data: bytes) -> bool:
    alpha = Pixels.of(data).alpha
    least: Any = alpha.getextrema()[0] if alpha else 255
    return bool(least < 255)
