"""Resolution: the pictures inside a drawing made as coarse as paper shows them, once it is known
how large the drawing is placed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from cardgen.engine.graphics.display_list import Item, PlacedForm, Through
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.paint_list import paints
from cardgen.engine.graphics.spelling import content_name


def coarsened(
    drawing: Drawing, density: float, coarser: Callable[[Picture, float], Picture]
) -> Drawing:
    """A drawing whose pictures keep about `density` pixels to a unit, where they are the largest;
    `coarser` as in `Sources`."""
    if not drawing.shows_pictures:
        return drawing
    times: dict[Picture, float] = {}
    for shown in paints(drawing):
        if picture := shown.picture:
            across, down = (
                math.hypot(*side) * density for side in (shown.matrix[:2], shown.matrix[2:4])
            )
            if across and down:
                times[picture] = min(
                    times.get(picture, math.inf), picture.width / across, picture.height / down
                )
    made = {picture: coarser(picture, often) for picture, often in times.items()}
    changed = {picture: fewer for picture, fewer in made.items() if fewer is not picture}
    return _with(drawing, changed, {}) if changed else drawing


def _with(drawing: Drawing, changed: dict[Picture, Picture], known: dict[str, Drawing]) -> Drawing:
    """A drawing with other pictures, here and in all that it refers to; names follow from what they
    stand for."""
    if drawing.name in known:
        return known[drawing.name]
    names: dict[str, str] = {}
    pictures, forms, masks = {}, {}, {}
    for name, picture in drawing.pictures.items():
        fewer = changed.get(picture, picture)
        names[name] = name if fewer is picture else content_name("I", fewer.data)
        pictures[names[name]] = fewer
    for name, form in drawing.forms.items():
        inner = _with(form, changed, known)
        names[name] = inner.name
        forms[inner.name] = inner
    for name, (kind, mask) in drawing.masks.items():
        inner = _with(mask, changed, known)
        names[name] = (
            name if inner is mask else content_name("M", kind.encode(), inner.name.encode())
        )
        masks[names[name]] = kind, inner
    if all(name == other for name, other in names.items()):
        found = drawing
    else:
        items = [_renamed(item, names) for item in drawing.items]
        found = replace(drawing, items=items, pictures=pictures, forms=forms, masks=masks, _name="")
    known[drawing.name] = found
    return found


def _renamed(item: Item, names: Mapping[str, str]) -> Item:
    """An item with what it refers to by its other name."""
    if isinstance(item, PlacedForm):
        return item._replace(name=names[item.name])
    return item._replace(mask=names[item.mask]) if isinstance(item, Through) else item
