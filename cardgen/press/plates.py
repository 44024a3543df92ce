"""Plates: what of a drawing is printed in an ink of its own, or is a finish that comes after the inks (ISO 32000-1, 8.6.6.4).

A finish lies over what is printed, wherever in the drawing it stands: it is taken out of the drawing and laid over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from cardgen.graphics.display_list import (
    CMYK,
    Blend,
    ClipTo,
    Colourant,
    Ink,
    Item,
    Level,
    PaintedPath,
    PlacedForm,
    Shade,
    ShownGlyphs,
    Through,
    Transform,
    colours_of,
    kept,
)
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Colour
from cardgen.press.inks import Inks


class Plate(NamedTuple):
    """A plate by the name that the press knows, and the inks that stand for it where there is no such plate."""

    name: str
    inks: CMYK
    finish: bool


def plates_of(palette: Mapping[str, Colour], inks: Inks) -> dict[str, Plate]:
    """The plates of a palette, by the names of their colours. Colours of one ink are on one plate, which looks as the first of them."""
    found: dict[str, Plate] = {}
    first: dict[str, Plate] = {}
    for name, colour in palette.items():
        if colour.spot or colour.plate:
            red, green, blue = bytes.fromhex(colour.rgb.removeprefix("#"))
            shown = inks.of(Colourant((red / 255, green / 255, blue / 255), name))
            plate = Plate(colour.spot or colour.plate.title(), shown, bool(colour.plate))
            found[name] = first.setdefault(plate.name, plate)
    return found


def without(drawing: Drawing, names: Iterable[str]) -> Drawing:
    """A drawing without what it paints in these colours; gradients from and to them stay."""
    left_out = frozenset(names)
    return _kept(drawing, lambda colour: colour.name not in left_out, {}) if left_out & painted_in(drawing, {}) else drawing


def only(drawing: Drawing, names: Iterable[str], *, tints: bool = False) -> Drawing:
    """What a drawing paints in these flat colours, opaque: nothing of a plate shows through. With `tints` what is not opaque is as much of
    black ink instead."""
    wanted = frozenset(names)
    return _kept(drawing, lambda colour: colour.name in wanted, {}, flat=True, tints=tints)


def painted_in(drawing: Drawing, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The names of the colours that a drawing and its forms paint; what is known of drawings, by name, is kept."""
    if drawing.name not in known:
        names = {colour.name for item in drawing.items for colour in _colours(item) if colour.name}
        known[drawing.name] = frozenset(names).union(*(painted_in(form, known) for form in drawing.needs.values()))
    return known[drawing.name]


def _colours(item: Item) -> Iterable[Colourant]:
    if isinstance(item, (PaintedPath, ShownGlyphs)):
        return (colour for ink in (item.fill, item.stroke) if ink for colour in colours_of(ink))
    return (colour for _, colour in item.shading.stops) if isinstance(item, Shade) else ()


def _kept(
    drawing: Drawing, wanted: Callable[[Colourant], bool], known: dict[str, Drawing], *, flat: bool = False, tints: bool = False
) -> Drawing:
    """A drawing with what it paints in the colours that are wanted; `flat` without gradients, pictures, masks, blends and opacity too."""
    if drawing.name in known:
        return known[drawing.name]
    forms = {name: _kept(form, wanted, known, flat=flat, tints=tints) for name, form in drawing.forms.items()}
    items: list[Item] = []
    for each in drawing.items:
        item = kept(each, wanted) if flat else _but_flat(each, wanted)
        if flat and (isinstance(item, (Through, Blend, Shade)) or (isinstance(item, PlacedForm) and item.name in drawing.pictures)):
            continue
        if isinstance(item, PlacedForm):
            item = item._replace(name=forms[item.name].name if item.name in forms else item.name, alpha=1.0 if flat else item.alpha)
        elif flat and isinstance(item, (PaintedPath, ShownGlyphs)):
            fill, stroke = item.fill, item.stroke
            if tints:
                fill, stroke = _tint(fill, item.fill_alpha), _tint(stroke, item.stroke_alpha)
            item = item._replace(fill=fill, stroke=stroke, fill_alpha=1.0, stroke_alpha=1.0)
        items += [item] if item else []
    made = replace(
        drawing,
        items=items if any(not isinstance(item, (Level, Transform, ClipTo)) for item in items) else [],
        forms={form.name: form for form in forms.values()},
        pictures={} if flat else drawing.pictures,
        masks={} if flat else drawing.masks,
        group=drawing.group and not flat,
        _name="",
    )
    known[drawing.name] = made
    return made


def _but_flat(item: Item, wanted: Callable[[Colourant], bool]) -> Item | None:
    """An item without the flat colours that are not wanted; gradients are printed in the four inks, whatever they end in."""
    if isinstance(item, Shade):
        return item
    if isinstance(item, (PaintedPath, ShownGlyphs)):
        fill, stroke = (ink if not isinstance(ink, Colourant) or wanted(ink) else None for ink in (item.fill, item.stroke))
        return item._replace(fill=fill, stroke=stroke) if fill or stroke else None
    return item


def _tint(ink: Ink | None, alpha: float) -> Ink | None:
    """A flat colour on its film."""
    return Colourant(cmyk=(0.0, 0.0, 0.0, alpha)) if ink else None
