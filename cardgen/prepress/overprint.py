"""Overprint: which black letters overprint their ground, and which knock out.

Black letters overprint, so that no paper shows around them where plates do not meet. They do not
where black and the inks of their ground would come to more than a press takes, nor where nothing
but a wide outline is black: that hides how plates meet by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import ImageChops, ImageMath
from PIL.Image import Image

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.engine import Drawing, FlatColour, Painted, Pdf, display_list
from cardgen.prepress.inks import FULL_BLACK
from cardgen.prepress.plates import SpotColours, changed, is_overprinting
from cardgen.prepress.raster import rasters

WIDE = 0.5 * MM
"""From this on an outline is wide: presses are off by a tenth of a millimetre or two."""
_ALL = 3.0
"""What cyan, magenta and yellow come to at the most."""
_LOOK = 300
"""Pixels to an inch at which grounds are looked at."""
_ROOM = 0.008
"""Of an ink, how exactly three channels of eight bits tell it."""

_ANY = [0] + [255] * 255
"""White for all that is not black."""


class Overprint:
    """Decides which black letters of drawings knock out on a press.

    The press takes so much ink (1.0 is one full ink, 0 no limit)."""

    def __init__(self, spots: SpotColours, limit: float) -> None:
        self._spots = spots
        self._room = limit - 1.0 if limit else _ALL
        """How much of other inks there may be under black."""
        self._wide: dict[tuple[str, float], Drawing] = {}
        self._shown: dict[str, bool] = {}

    def settled(self, drawing: Drawing, reach: Box, unit: float) -> Drawing:
        """A side on which letters with too much ink below knock out.

        `reach` is what of it is printed, in its units of so many points."""
        if not self._has_letters(drawing):
            return drawing
        drawing = self._without_wide(drawing, unit)
        if not self._has_letters(drawing) or not self._may_be_dark(drawing):
            return drawing
        dark = self._dark(drawing, reach, unit)
        if not dark.getbbox():
            return drawing
        return self._settled_on(
            drawing, lambda letters: _meet(letters, dark, reach, unit), lambda part: part
        )

    def _settled_on(
        self,
        drawing: Drawing,
        is_dark: Callable[[Drawing], bool],
        on_side: Callable[[Drawing], Drawing],
    ) -> Drawing:
        """A drawing or form whose dark letters knock out.

        `on_side` places a part of it where it stands on the side."""
        items = list[display_list.Item]()
        forms = dict(drawing.forms)
        for place, item in enumerate(drawing.items):
            items.append(item)
            if not self._letters_in(item, drawing):
                continue
            if not is_dark(on_side(self._alone(drawing, place))):
                continue
            if isinstance(item, display_list.ShownGlyphs):
                items[-1] = item._replace(knocks_out=True)
            elif isinstance(item, display_list.PlacedForm):
                placed = partial(_placed, on_side, drawing, place)
                form = self._settled_on(drawing.forms[item.name], is_dark, placed)
                forms[form.name] = form
                items[-1] = item._replace(name=form.name)
        return replace(drawing, items=items, forms=forms, _name="")

    def _is_black(self, paint: object) -> bool:
        return (
            isinstance(paint, FlatColour)
            and paint.name not in self._spots.plates
            and self._spots.inks.of(paint) == FULL_BLACK
        )

    def _is_in_black(self, item: display_list.Item) -> bool:
        """True for letters of which anything overprints."""
        return (
            isinstance(item, display_list.ShownGlyphs)
            and is_overprinting(item)
            and (self._is_black(item.fill) or self._is_black(item.stroke))
        )

    def _letters_in(self, item: display_list.Item, drawing: Drawing) -> bool:
        form = drawing.forms.get(item.name) if isinstance(item, display_list.PlacedForm) else None
        return self._has_letters(form) if form else self._is_in_black(item)

    def _has_letters(self, drawing: Drawing) -> bool:
        """True if black letters overprint, in the drawing or its forms."""
        if drawing.name not in self._shown:
            self._shown[drawing.name] = any(
                self._letters_in(item, drawing) for item in drawing.items
            )
        return self._shown[drawing.name]

    def _without_wide(self, drawing: Drawing, unit: float) -> Drawing:
        """A drawing whose wide outlines knock out; a unit is `unit` points."""
        if (drawing.name, round(unit, 3)) in self._wide:
            return self._wide[drawing.name, round(unit, 3)]
        matrix = Matrix()
        saved = list[Matrix]()
        items = list[display_list.Item]()
        forms = dict[str, Drawing]()
        for item in drawing.items:
            if isinstance(item, display_list.Level):
                if item.deeper:
                    saved.append(matrix)
                else:
                    matrix = saved.pop()
            elif isinstance(item, display_list.Transform):
                matrix = matrix @ item.matrix
            elif isinstance(item, display_list.PlacedForm) and item.name in drawing.forms:
                scale = (matrix @ item.matrix).scale if item.matrix else matrix.scale
                form = self._without_wide(drawing.forms[item.name], unit * scale)
                forms[form.name] = form
                item = item._replace(name=form.name)
            elif (
                isinstance(item, display_list.ShownGlyphs)
                and self._is_in_black(item)
                and self._is_wide(item, unit * matrix.scale)
            ):
                item = item._replace(knocks_out=True)
            items.append(item)
        if items == drawing.items:
            result = drawing
        else:
            result = replace(drawing, items=items, forms=forms, _name="")
        self._wide[drawing.name, round(unit, 3)] = result
        return result

    def _is_wide(self, item: display_list.ShownGlyphs, unit: float) -> bool:
        """True if of letters the outline alone is black, and wide."""
        return (
            not self._is_black(item.fill)
            and item.line is not None
            and item.line.width * unit > WIDE
        )

    def _may_be_dark(self, drawing: Drawing) -> bool:
        """True if too much ink is possible: a quick look."""
        if self._room >= _ALL:
            return False
        for thing in Painted.of(drawing):
            mixed = thing.kind in ("picture", "shading") or thing.alpha < 1
            if mixed or any(
                sum(self._spots.inks.of(colour)[:3]) > self._room + _ROOM
                for colour in thing.flat_colours
            ):
                return True
        return False

    def _dark(self, drawing: Drawing, reach: Box, unit: float) -> Image:
        """The mask (255) of pixels where black would be too much.

        What overprints is not there."""
        lights = self._spots.process_as_light(self._spots.process_part(drawing), black=False)
        least = round(255 * (_ALL - self._room - _ROOM))

        def summed(of: Mapping[str, Any]) -> Any:
            return of["red"] + of["green"] + of["blue"]

        red, green, blue = _rendered(lights, reach, unit).split()
        together: Any = ImageMath.lambda_eval(summed, red=red, green=green, blue=blue)
        missing: Any = together.point(lambda light: light * -1 + least)
        return missing.convert("L").point(_ANY)  # type: ignore[no-any-return]

    def _alone(self, drawing: Drawing, place: int) -> Drawing:
        """The black letters of one item, as they stand."""

        def letters(item: display_list.Item, of: Drawing) -> display_list.Item | None:
            if isinstance(item, display_list.PlacedForm):
                return item._replace(alpha=1.0) if item.name in of.forms else None
            if not isinstance(item, display_list.ShownGlyphs):
                if isinstance(
                    item, (display_list.Level, display_list.Transform, display_list.ClipTo)
                ):
                    return item
                return None
            fill, stroke = (
                display_list.BLACK if is_overprinting(item) and self._is_black(paint) else None
                for paint in (item.fill, item.stroke)
            )
            if fill or stroke:
                return item._replace(fill=fill, stroke=stroke, fill_alpha=1.0, stroke_alpha=1.0)
            return None

        return changed(
            replace(drawing, items=_with_settings(drawing, place), _name=""), letters, {}
        )


def _with_settings(drawing: Drawing, place: int) -> list[display_list.Item]:
    """The item at a place, and all that says how and where it stands."""
    return [
        item
        for i, item in enumerate(drawing.items)
        if i == place
        or isinstance(item, (display_list.Level, display_list.Transform, display_list.ClipTo))
    ]


def _placed(
    on_side: Callable[[Drawing], Drawing], drawing: Drawing, place: int, part: Drawing
) -> Drawing:
    """A part of the form that is placed there, on the side."""
    items = [
        item._replace(name=part.name) if isinstance(item, display_list.PlacedForm) else item
        for item in _with_settings(drawing, place)
    ]
    return on_side(replace(drawing, items=items, forms={part.name: part}, _name=""))


def _meet(letters: Drawing, dark: Image, reach: Box, unit: float) -> bool:
    """True if letters stand where it is dark."""
    ink = ImageChops.invert(_rendered(letters, reach, unit).getchannel(0)).point(_ANY)
    return ImageChops.multiply(ink, dark).getbbox() is not None


def _rendered(drawing: Drawing, reach: Box, unit: float) -> Image:
    """A picture of what is printed of a drawing, RGB, on white."""
    width = reach.width * unit
    height = reach.height * unit
    pixels = max(1, round(width * _LOOK / 72)), max(1, round(height * _LOOK / 72))
    pdf = Pdf.passing()
    page = pdf.page(Box(0, 0, width, height))
    placement = Matrix(unit, 0, 0, -unit, -reach.x * unit, reach.top * unit)
    page.place(drawing, placement, shared=True)
    return next(iter(rasters(pdf.bytes(), pixels)))
