"""Filters: what an element shows is made into pixels by our own walker, and typst's SVG renderer
puts the filter over them.

typst sees that one picture and the filter's primitives, each written out with its colours and in
user units, and nothing else. The package comes with the extra `art`. Functions such as blur() are
written as the primitives they stand for (Filter Effects 1, 13)."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from lxml import etree
from PIL import Image

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.engine.graphics.display_list import RESTORE, SAVE, ClipTo, Item, PlacedForm
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.images import pixels_of
from cardgen.engine.graphics.paint_list import paints
from cardgen.engine.graphics.picture_files import as_picture
from cardgen.engine.svg import raster, support, typst
from cardgen.engine.svg.bounds import VIEWPORTS, bounds_of
from cardgen.engine.svg.colours import Paint, parse_colour
from cardgen.engine.svg.filter_layers import FilterLayer, layers_of
from cardgen.engine.svg.filter_primitives import (
    LENGTHS,
    PRIMITIVES,
    copied,
    cost_of,
    read_numbers,
    steps_of,
)
from cardgen.engine.svg.mask import unit_box
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.parse import choice_of, local, reference_of
from cardgen.engine.svg.path import as_path, rectangle
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import SVG, URL, StyleError, legible, parse_angle, parse_length

_MOST = 1.2e9
"""Nanoseconds of work that the filters of one drawing may take, as it is reckoned beforehand."""
_BEGINNING = 2e6
"""Nanoseconds that typst takes to begin with."""
_WEIGHT_OF_A_PICTURE = 40.0
"""Nanoseconds that typst takes to read a pixel of a picture."""
_FINEST = 800
"""Pixels of the longer side of a picture that is drawn finer than it is asked for."""

_SAMPLES = 14.0
"""Pixels to the deviation of a blur that come to the same as any number: there typst's boxes are as
wide as those of finer pictures."""
_SMOOTHNESS = 24.0
"""Pixels to the deviation of a blur as it is printed: each differs from the next by less than can
be seen."""
_OVERSAMPLED = 4
"""How many times as fine as it is blurred at what is blurred is drawn: hairlines too have their
weight then."""


class _Effect(NamedTuple):
    """One filter: its primitives, the region it fills (None: as far as it reaches), how far it may
    reach beyond what it is put over."""

    primitives: etree._Element
    region: Box | None
    reach: float


def paint_filtered(
    painter: Painter, element: etree._Element, style: Style, work: Callable[[], None]
) -> None:
    """Paint what `work` paints, with the element's filters over it. Raises StyleError."""
    effects = _effects(painter, element, style)
    if effects is None:
        return
    grey, painter.grey = painter.grey, False
    try:
        content = painter.captured(work, painter.everywhere())
    finally:
        painter.grey = grey
    if not typst.version():
        remedy = f'install the extra {typst.EXTRA}: pip install "cardgen[{typst.EXTRA}]"; or draw the effect with shapes and gradients'
        raise StyleError(
            f'filter="{style.filter[:40]}" is drawn with the help of typst, which is not installed',
            remedy,
        )
    density = raster.density(painter.document.page, painter.outside.scale * painter.matrix.scale)
    for effect in effects:
        last = effect is effects[-1]
        found = _shown(painter, effect, content, density, grey if last else None)
        if found is None:
            return
        content = found
    painter.form(content)


def _shown(
    painter: Painter, effect: _Effect, content: Drawing, density: float, grey: bool | None
) -> Drawing | None:
    """What a filter shows of a drawing: its layers, those that are made of pixels in as many as
    they need; None for nothing. `grey` tells, of the last filter, whether it stands in a mask."""
    region = effect.region or _reached(content, effect.reach)
    if region is None or region.width <= 0 or region.height <= 0:
        return None
    opaque = all(
        each.alpha >= 1 and not each.veil and each.picture is None for each in paints(content)
    )
    layers = (
        (FilterLayer(effect.primitives, 0.0),)
        if grey or painter.dodging
        else layers_of(_spelt_out(effect.primitives), opaque)
    )
    coarsest = _coarsest(content)
    shown = Drawing([], region)
    for layer in layers:
        if layer.primitives is None:
            _put_source(painter, content, region, shown)
            continue
        made = _layer(painter, layer, content, region, density, grey is not None)
        if made is None:
            continue
        picture, place, fineness = made
        if grey:
            picture = raster.greyed(picture)
        elif painter.dodging and grey is not None:
            picture = raster.within_limits(picture, painter.limits)
        soft = layer.deviation > 0 or any(
            local(primitive) == "feGaussianBlur" for primitive in effect.primitives
        )
        # what is soft needs no pixels
        detail = 1.0 if soft else min(1.0, coarsest * place.width / picture.width)
        drawn = raster.as_drawing(picture._replace(detail=detail / fineness), place)
        shown.items += drawn.items
        shown.pictures.update(drawn.pictures)
    if not shown.items:
        return None
    if not shown.texts:
        # What a filter makes of their colours nobody knows, and in the picture they are a part of
        # the ground.
        shown.texts = [mark._replace(fill=(), outline=()) for mark in content.texts]
    return shown


def _put_source(painter: Painter, content: Drawing, region: Box, shown: Drawing) -> None:
    """Paint what a filter is put over as it is, within the filter's region."""
    inner = replace(content, group=painter.document.blends or content.group, _name="")
    within = [mark.moved(Matrix(), region) for mark in inner.texts]
    first, shown.texts = len(shown.texts), [*shown.texts, *within]
    shown.forms[inner.name] = inner
    placed: list[Item] = [PlacedForm(inner.name, texts=(first, len(shown.texts)))]
    shown.items += (
        placed
        if region.contains(_inked(content))
        else [SAVE, ClipTo(as_path(rectangle(*region))), *placed, RESTORE]
    )


_Fine = tuple[Picture, Box, float]
"""A picture, where it lies, and how fine it is to a sharp one."""


def _layer(
    painter: Painter, layer: FilterLayer, content: Drawing, region: Box, density: float, last: bool
) -> _Fine | None:
    """What a layer shows as a picture, where that lies, and how fine it is to a sharp one; None
    where nothing is to be seen."""
    if any(PRIMITIVES[local(primitive)].slow for primitive in layer.primitives):
        density *= 0.6
    enough = _SAMPLES / layer.deviation if 0 < layer.deviation < math.inf else math.inf
    key = ("filter", content.name, etree.tostring(layer.primitives), region, density, last)
    if key not in painter.layers:
        painter.layers[key] = None
        if enough < density:
            region = (
                _inked(content).grown(layer.reach).common(region)
                if layer.reach < math.inf
                else region
            )
            if region.width <= 0 or region.height <= 0:
                return None
            made = _soft(painter, layer.primitives, content, region, enough, density)
        else:
            made = _made(painter, layer.primitives, content, region, density)
        cropped = raster.cropped(made, region) if last else (made, region)
        painter.layers[key] = cropped and (
            *cropped,
            made.width / raster.pixels_for(region, density)[0],
        )
    found: _Fine | None = painter.layers[key]
    return found


def _inked(content: Drawing) -> Box:
    """A box that holds all that a drawing shows, the tips of its strokes too."""
    boxes = [each.box.grown(2 * each.width) for each in paints(content) if each.kind != "text"]
    boxes += [mark.ink.grown(mark.height / 4) for mark in content.texts if mark.ink]
    return bounds(boxes) if boxes else Box(0, 0, 0, 0)


def _soft(
    painter: Painter,
    primitives: etree._Element,
    content: Drawing,
    region: Box,
    enough: float,
    density: float,
) -> Picture:
    """What is soft, reckoned with a few pixels and then made so fine that nobody sees where these
    were."""
    made = _made(painter, primitives, content, region, enough)
    size = raster.pixels_for(region, min(density, enough * _SMOOTHNESS / _SAMPLES))
    painter.labour += _WEIGHT_OF_A_PICTURE * size[0] * size[1]
    shown = pixels_of(made.data).rgba.convert("RGBa")
    return as_picture(shown.resize(size, Image.Resampling.BICUBIC).convert("RGBA"))


def _coarsest(content: Drawing) -> float:
    """How many pixels there are to a unit in the coarsest picture of a drawing, across or down; of
    all else there are any number."""
    sizes = ((each.picture, each.matrix) for each in paints(content) if each.picture)
    sides = (
        (shown.width, to.a, to.b) if across else (shown.height, to.c, to.d)
        for shown, to in sizes
        for across in (True, False)
    )
    return min((pixels / max(math.hypot(*way), 1e-9) for pixels, *way in sides), default=math.inf)


def _made(
    painter: Painter, primitives: etree._Element, content: Drawing, region: Box, density: float
) -> Picture:
    """What a filter makes of a drawing in a region, in so many pixels to a unit."""
    size = raster.pixels_for(region, density)
    grown = size[0] / region.width
    fine = min(_OVERSAMPLED, max(1, math.floor(_FINEST / max(size))))
    drawn = raster.pictured(content, region, (fine * size[0], fine * size[1]))
    source = drawn.convert("RGBa").reduce(fine).convert("RGBA") if fine > 1 else drawn
    margin = _margin(primitives, source, region, grown)
    whole = size[0] + 2 * margin, size[1] + 2 * margin
    steps = [step for primitive in primitives for step in steps_of(primitive, grown)]
    painter.labour += _BEGINNING + whole[0] * whole[1] * (20 + sum(cost_of(step) for step in steps))
    if painter.labour > _MOST:
        raise StyleError(
            "the filters of this drawing take too long", "use fewer, smaller or simpler ones"
        )
    around = raster.part_of(region, size, (-margin, -margin, size[0] + margin, size[1] + margin))
    if margin:
        source, inner = Image.new("RGBA", whole), source
        source.paste(inner, (margin, margin))
    root = etree.Element(SVG + "svg", nsmap={None: SVG[1:-1]})
    root.set("viewBox", " ".join(map(repr, around)))
    root.set("preserveAspectRatio", "none")
    made = etree.SubElement(root, SVG + "filter", id="f", filterUnits="userSpaceOnUse")
    _lay_out(made, around)
    made.extend(steps)
    group = etree.SubElement(root, SVG + "g", filter="url(#f)")
    shown = etree.SubElement(group, SVG + "image", preserveAspectRatio="none")
    _lay_out(shown, around)
    shown.set("href", f"data:image/png;base64,{base64.b64encode(as_picture(source).data).decode()}")
    svg = etree.tostring(root)
    filtered = painter.cached(svg, partial(_drawn, svg, whole))
    if not margin:
        return Picture(filtered, *size)
    return as_picture(
        pixels_of(filtered).rgba.crop((margin, margin, margin + size[0], margin + size[1]))
    )


def _margin(primitives: etree._Element, source: Image.Image, region: Box, density: float) -> int:
    """Pixels around the region of a filter that typst is given too: it does not blur right what
    reaches its edges."""
    kinds = [local(primitive) for primitive in primitives]
    ink = source.getchannel("A").getbbox()
    if "feGaussianBlur" not in kinds or "feTile" in kinds or ink is None:
        return 0
    spreads = [
        max(read_numbers(each.get("stdDeviation", "0")) or [0.0])
        for each in primitives
        if local(each) == "feGaussianBlur"
    ]
    moves = [abs(parse_length(each.get(side, "0"))) for each in primitives for side in ("dx", "dy")]
    reach = density * (2 * sum(spreads) + sum(moves))
    inside = min(ink[0], ink[1], source.width - ink[2], source.height - ink[3]) >= reach
    return (
        0
        if inside
        else math.ceil(min(3 * max(spreads), max(region.width, region.height)) * density)
    )


def _lay_out(element: etree._Element, region: Box) -> None:
    for name, value in zip(region._fields, region, strict=True):
        element.set(name, repr(value))


def _drawn(svg: bytes, size: tuple[int, int]) -> bytes:
    try:
        return typst.pixels(svg, size)
    except ValueError as error:
        raise StyleError(
            f"the filter cannot be drawn: {error}", "draw the effect with shapes and gradients"
        ) from None


def _spelt_out(primitives: etree._Element) -> etree._Element:
    """The primitives of a filter, with those that feDropShadow stands for in its place."""
    made = etree.Element("filter")
    for primitive in primitives:
        written_out = PRIMITIVES[local(primitive)].written_out
        made.extend(written_out(primitive) if written_out else [copied(primitive)])
    return made


def _reached(content: Drawing, reach: float) -> Box | None:
    """The box around all that a drawing shows, and some more; None where it shows nothing."""
    whole = content.box
    size = raster.pixels_for(whole, 600 / max(whole.width, whole.height))
    ink = raster.pictured(content, whole, size).getchannel("A").getbbox()
    if ink is None:
        return None
    return raster.part_of(whole, size, ink).grown(
        reach + 2 * max(whole.width / size[0], whole.height / size[1])
    )


# -- what a filter says
# ----------------------------------------------------------------------------------------------------------------


def _effects(painter: Painter, element: etree._Element, style: Style) -> list[_Effect] | None:
    """The filters of an element, in order; None for one that leaves nothing to see. Raises
    StyleError."""
    import tinycss2

    found: list[_Effect] = []
    for token in tinycss2.parse_component_value_list(legible(style.filter), skip_comments=True):
        if token.type == "whitespace":
            continue
        if token.type == "function" and token.lower_name != "url":
            found.append(
                _function(token.lower_name, tinycss2.serialize(token.arguments).strip(), style)
            )
            continue
        match = URL.fullmatch(tinycss2.serialize([token]))
        target = painter.document.by_id.get(match[1]) if match else None
        if target is None or local(target) != "filter":
            raise StyleError(
                f'filter: "{style.filter[:40]}" refers to no <filter> of this file',
                painter.document.instead_of(match[1] if match else "", "filter"),
            )
        effect = _referred(painter, element, style, target)
        if effect is None:
            return None
        found.append(effect)
    if len(found) > 1 and "url(" in style.filter:
        raise StyleError(
            "a list of filters that refers to a <filter> is not followed by every browser",
            "put the second on a <g> around",
        )
    return found


def _referred(
    painter: Painter, element: etree._Element, style: Style, target: etree._Element
) -> _Effect | None:
    if reference_of(target):
        raise StyleError(
            "a <filter> that refers to another is not drawn by browsers", "write it out"
        )
    units = target.get("filterUnits", "objectBoundingBox")
    inner = choice_of(target, "primitiveUnits", ("userSpaceOnUse", "objectBoundingBox"))
    if local(element) in VIEWPORTS:
        raise StyleError(
            f"a filter on <{local(element)}> is not drawn here", "put it on a <g> around it"
        )
    box = (
        bounds_of(painter.document, painter.units(style), element, style)
        if "objectBoundingBox" in (units, inner)
        else None
    )
    region = unit_box(painter, target, units, box, ("-10%", "-10%", "120%", "120%"))
    if region is None or region.width <= 0 or region.height <= 0:
        return None
    primitives = etree.Element("filter")
    for child in target:
        if local(child) in support.SILENT_ELEMENTS:
            continue
        made = _primitive(painter, child, box if inner == "objectBoundingBox" else None)
        if local(child) == "feImage":
            _show_picture(painter, child, made, region)
        primitives.append(made)
    return _Effect(primitives, region, 0.0) if len(primitives) else None


def _primitive(painter: Painter, element: etree._Element, box: Box | None) -> etree._Element:
    """A primitive of a filter with all that it says written out. Raises StyleError."""
    name = local(element)
    declaration = PRIMITIVES.get(name)
    if declaration is None:
        raise StyleError(
            f"<{name}> in a filter is not drawn here", "draw the effect with shapes and gradients"
        )
    made = etree.Element(SVG + name, nsmap={None: SVG[1:-1]})
    for key, value in element.attrib.items():
        if key in LENGTHS:
            made.set(key, _scaled(painter, str(key), value.strip(), box))
        elif key in declaration.attributes:
            made.set(key, value)
    for key in ("in", "in2"):
        if made.get(key) in ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"):
            remedy = (
                "take SourceGraphic, or blend with mix-blend-mode, as Inkscape does from version 1"
            )
            painter.document.ignore(f'{key}="{made.get(key)}" in a filter', remedy)
            del made.attrib[key]  # what the primitive before has made counts instead
    if not name.startswith("feFunc"):
        made.set(
            "color-interpolation-filters",
            painter.document.inherited(element, "color-interpolation-filters", "linearRGB"),
        )
    if "flood-color" in declaration.attributes:
        own = painter.document.own_style(element)
        said = {
            name: text
            for name, text in painter.document.declared(element).items()
            if name in ("flood-color", "flood-opacity")
        }
        said = {
            name: text
            for name, text in painter.document.with_custom_values(element, said, own).items()
            if text != "unset"
        }
        paint = parse_colour(said.get("flood-color", "#000"))
        paint = own.colour if paint.alpha < 0 else paint
        made.set("flood-color", _flat(paint))
        made.set(
            "flood-opacity",
            repr(
                paint.alpha * max(0.0, min(1.0, parse_length(said.get("flood-opacity", "1"), 1.0)))
            ),
        )
    for child in element:
        if local(child) not in support.SILENT_ELEMENTS:
            made.append(_primitive(painter, child, None))
    return made


def _show_picture(
    painter: Painter, element: etree._Element, made: etree._Element, region: Box
) -> None:
    """Put the picture that an feImage shows into it, and where: in its own place, or in all of the
    filter's region. Raises StyleError."""
    reference = reference_of(element)
    found = None if reference[:1] in ("", "#") else painter.document.sources.image(reference)
    if not isinstance(found, Picture):
        raise StyleError(
            "<feImage> in a filter is drawn with a picture only", "save what it shows as a PNG"
        )
    given = [name in element.attrib for name in region._fields]
    if any(given) and not all(given):
        raise StyleError(
            "<feImage> with a part of a place is not drawn here", "give it x, y, width and height"
        )
    if not any(given):
        _lay_out(made, region)
    found = painter.document.sources.coarser(
        found, math.sqrt(found.width * found.height / raster.MOST)
    )
    painter.labour += _WEIGHT_OF_A_PICTURE * found.width * found.height
    shown = as_picture(pixels_of(found.data).rgba)
    made.set("href", f"data:image/png;base64,{base64.b64encode(shown.data).decode()}")


def _scaled(painter: Painter, key: str, text: str, box: Box | None) -> str:
    """A length of a primitive in user units."""
    side = LENGTHS[key]
    if key in ("x", "y", "width", "height"):
        if box:
            share = parse_length(text, 1.0)
            start = (box.x, box.y)[side] if key in "xy" else 0.0
            return repr(start + share * (box.width, box.height)[side])
        return repr(
            parse_length(text, (painter.scope.viewport.width, painter.scope.viewport.height)[side])
        )
    values = _deviations(painter, text) if key == "stdDeviation" else read_numbers(text)
    if side == 2 and (len(values) not in (1, 2) or min(values) < 0):
        raise StyleError(
            f'{key}="{text[:40]}" of a filter is not one or two numbers from 0 upward',
            "write such as 2",
        )
    if box and side == 2:
        values = [values[0] * box.width, values[-1] * box.height]
    elif box:
        values = [value * (box.width, box.height)[side] for value in values]
    return " ".join(map(repr, values))


def _deviations(painter: Painter, text: str) -> list[float]:
    """How far a blur reaches across and down; not at all where that is less than 0, or no numbers
    are given."""
    try:
        values = read_numbers(text)
    except StyleError:
        values = []
    if len(values) not in (1, 2) or min(values) < 0:
        painter.document.ignore(
            f'stdDeviation="{text[:40]}", which is not one or two numbers from 0 upward',
            "write such as 2, or 2 0",
        )
    return [max(0.0, value) for value in values] if len(values) in (1, 2) else [0.0]


def _flat(paint: Paint) -> str:
    return "rgb({},{},{})".format(*(round(255 * part) for part in paint.rgb))


# -- functions
# -------------------------------------------------------------------------------------------------------------------------


def _function(name: str, text: str, style: Style) -> _Effect:
    """A filter function of CSS as primitives. Raises StyleError."""
    if name == "blur":
        spread = _css_length(text or "0px", style)
        return _Effect(
            _filter(("feGaussianBlur", {"stdDeviation": repr(spread)})), None, 3 * spread
        )
    if name == "drop-shadow":
        return _shadow(text, style)
    if name == "hue-rotate":
        return _Effect(_matrix("hueRotate", parse_angle(text) if text else 0.0), None, 0)
    share = parse_length(text, 1.0) if text else 1.0
    if share < 0:
        raise StyleError(f"{name}({text[:40]}) is not drawn here", "write a share from 0 upward")
    less = min(share, 1.0)
    if name in ("saturate", "grayscale"):
        return _Effect(_matrix("saturate", share if name == "saturate" else 1 - less), None, 0)
    if name == "sepia":
        mixed = [
            [less * part + (1 - less) * (i == j) for j, part in enumerate(row)] + [0.0, 0.0]
            for i, row in enumerate(_SEPIA)
        ]
        return _Effect(
            _matrix("matrix", *(part for row in mixed for part in row), 0, 0, 0, 1, 0), None, 0
        )
    lines = {
        "brightness": (share, 0.0),
        "contrast": (share, (1 - share) / 2),
        "invert": (1 - 2 * less, less),
        "opacity": (less, 0),
    }
    if name not in lines:
        raise StyleError(
            f"the filter {name}() is not drawn here", "draw the effect with shapes and gradients"
        )
    made = _filter(("feComponentTransfer", {}))
    slope, intercept = map(repr, lines[name])
    for part in "A" if name == "opacity" else "RGB":
        etree.SubElement(
            made[0], SVG + f"feFunc{part}", type="linear", slope=slope, intercept=intercept
        )
    return _Effect(made, None, 0)


_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


def _matrix(kind: str, *values: float) -> etree._Element:
    return _filter(("feColorMatrix", {"type": kind, "values": " ".join(map(repr, values))}))


def _filter(*primitives: tuple[str, dict[str, str]]) -> etree._Element:
    made = etree.Element("filter")
    for name, attributes in primitives:
        one = etree.SubElement(made, SVG + name, nsmap={None: SVG[1:-1]})
        for key, value in {**attributes, "color-interpolation-filters": "sRGB"}.items():
            one.set(key, value)
    return made


def _shadow(text: str, style: Style) -> _Effect:
    import tinycss2

    lengths: list[float] = []
    paint = style.colour
    for token in tinycss2.parse_component_value_list(legible(text)):
        said = tinycss2.serialize([token]).strip()
        if token.type in ("dimension", "number"):
            lengths.append(_css_length(said, style))
        elif said:
            paint = parse_colour(said)
            paint = style.colour if paint.alpha < 0 else paint
    if len(lengths) not in (2, 3) or min(lengths[2:], default=0) < 0:
        raise StyleError(
            f"drop-shadow({text[:40]}) is not drawn here",
            "write such as drop-shadow(1px 1px 2px #0008)",
        )
    dx, dy, spread = (*lengths, 0.0)[:3]
    attributes: dict[str, Any] = {
        "dx": repr(dx),
        "dy": repr(dy),
        "stdDeviation": repr(spread),
        "flood-opacity": repr(paint.alpha),
    }
    attributes["flood-color"] = _flat(paint)
    return _Effect(_filter(("feDropShadow", attributes)), None, 3 * spread + max(abs(dx), abs(dy)))


def _css_length(text: str, style: Style) -> float:
    if re.fullmatch(r"[+-]?[\d.]+", text) and float(text):
        raise StyleError(f"{text} lacks its unit, which a style sheet needs", f"write {text}px")
    return parse_length(text, em=style.font_size)
