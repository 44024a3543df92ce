"""Resolution: pictures made as coarse as paper shows them.

It is known once the drawing has its size on the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from cardgen.engine.graphics.display_list import Item, PlacedForm, Through
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.paint_list import Painted
from cardgen.engine.graphics.spelling import content_name


def coarsened(
    drawing: Drawing, density: float, coarser: Callable[[Picture, float], Picture]
) -> Drawing:
    """A drawing whose pictures keep about `density` pixels to a unit, where they are the largest.

    `coarser` is as in `Sources`."""
    if not drawing.shows_pictures:
        return drawing
    times: dict[Picture, float] = {}
    for paint in Painted.of(drawing):
        picture = paint.picture
        if not picture:
            continue
        across = math.hypot(*paint.matrix[:2]) * density
        down = math.hypot(*paint.matrix[2:4]) * density
        if across and down:
            finest = times.get(picture, math.inf)
            times[picture] = min(finest, picture.width / across, picture.height / down)
    changed: dict[Picture, Picture] = {}
    for picture, factor in times.items():
        coarse = coarser(picture, factor)
        if coarse is not picture:
            changed[picture] = coarse
    return _with_pictures(drawing, changed, {}) if changed else drawing


def _with_pictures(
    drawing: Drawing, changed: dict[Picture, Picture], memory: dict[str, Drawing]
) -> Drawing:
    """A drawing with other pictures, here and in all that it refers to.

    Names follow from what they stand for, so all of them change upward."""
    if drawing.name in memory:
        return memory[drawing.name]
    names: dict[str, str] = {}
    pictures = {}
    forms = {}
    masks = {}
    for name, picture in drawing.pictures.items():
        coarse = changed.get(picture, picture)
        names[name] = name if coarse is picture else content_name("I", coarse.data)
        pictures[names[name]] = coarse
    for name, form in drawing.forms.items():
        inner = _with_pictures(form, changed, memory)
        names[name] = inner.name
        forms[inner.name] = inner
    for name, (kind, mask) in drawing.masks.items():
        inner = _with_pictures(mask, changed, memory)
        new_name = content_name("M", kind.encode(), inner.name.encode())
        names[name] = name if inner is mask else new_name
        masks[names[name]] = kind, inner
    new = drawing
    if any(name != new_name for name, new_name in names.items()):
        items = [_renamed(item, names) for item in drawing.items]
        new = replace(drawing, items=items, pictures=pictures, forms=forms, masks=masks, _name="")
    memory[drawing.name] = new
    return new


def _renamed(item: Item, names: Mapping[str, str]) -> Item:
    """An item that refers to others by their new names."""
    if isinstance(item, PlacedForm):
        return item._replace(name=names[item.name])
    if isinstance(item, Through):
        return item._replace(mask=names[item.mask])
    return item
