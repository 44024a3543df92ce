"""Filters: the pixels of an element, rendered by typst.

Our own walker draws the element, and typst's SVG renderer puts the filter over it. typst sees that
one picture and the filter's primitives, each written out with its colours and in user units, and
nothing else. The package comes with the extra `art`. Functions such as blur() are written as the
primitives they stand for (Filter Effects 1, 13)."""

from __future__ import annotations

import base64
import math
import re
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from lxml import etree
from PIL import Image

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.engine.graphics.display_list import RESTORE, SAVE, ClipTo, PlacedForm, as_path
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.graphics.paint_list import Painted
from cardgen.engine.svg import raster, support, typst
from cardgen.engine.svg.bounds import VIEWPORTS, bounds_of
from cardgen.engine.svg.colours import Paint, parse_colour
from cardgen.engine.svg.content import Work
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
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import SVG, URL, StyleError, legible, parse_angle, parse_length

_MOST = 1.2e9
"""The most nanoseconds that the filters of one drawing may take, as it is reckoned beforehand."""
_BEGINNING = 2e6
"""Nanoseconds that typst takes to begin with."""
_WEIGHT_OF_A_PICTURE = 40.0
"""Nanoseconds that typst takes to read a pixel of a picture."""
_FINEST = 800
"""The most pixels of the longer side of a picture that is drawn finer than it is asked for."""

_SAMPLES = 14.0
"""Pixels to the deviation of a blur that come to the same as any number: there typst's boxes are as
wide as those of finer pictures."""
_SMOOTHNESS = 24.0
"""Pixels to the deviation of a blur as it is printed: each differs from the next by less than can
be seen."""
_OVERSAMPLED = 4
"""Something is drawn so many times finer than it is blurred: hairlines too have their weight
then."""


class _Effect(NamedTuple):
    """One filter: its primitives, its region and its reach.

    The region is None for as far as it reaches; the reach is beyond what it is put over."""

    primitives: etree._Element
    region: Box | None
    reach: float


def paint_filtered(painter: Painter, element: etree._Element, style: Style, work: Work) -> None:
    """Paint what `work` paints with the element's filters over it. Raises StyleError."""
    effects = _effects(painter, element, style)
    if effects is None:
        return
    grey = painter.grey
    painter.grey = False
    try:
        content = painter.captured(work, painter.everywhere())
    finally:
        painter.grey = grey
    if not typst.version():
        install = f'install the extra {typst.EXTRA}: pip install "cardgen[{typst.EXTRA}]"'
        raise StyleError(
            f'filter="{style.filter[:40]}" is drawn with the help of typst, which is not installed',
            f"{install}; or draw the effect with shapes and gradients",
        )
    density = raster.density(painter.document.page, painter.outside.scale * painter.matrix.scale)
    for effect in effects:
        is_last = effect is effects[-1]
        filtered = _filtered(painter, effect, content, density, grey if is_last else None)
        if filtered is None:
            return
        content = filtered
    painter.form(content)


def _filtered(
    painter: Painter, effect: _Effect, content: Drawing, density: float, grey: bool | None
) -> Drawing | None:
    """A drawing with a filter over it, in layers; None for nothing.

    Those layers that are made of pixels have as many as they need. `grey` tells, of the last
    filter, if it stands in a mask; it is None for others."""
    region = effect.region or _reached_box(content, effect.reach)
    if region is None or region.width <= 0 or region.height <= 0:
        return None
    layers: tuple[FilterLayer, ...] = (FilterLayer(effect.primitives, 0.0),)
    if not grey and not painter.dodging:
        layers = layers_of(_without_shorthands(effect.primitives), _is_opaque(content))
    coarsest = _coarsest(content)
    blurred = any(local(primitive) == "feGaussianBlur" for primitive in effect.primitives)
    drawing = Drawing([], region)
    for layer in layers:
        if layer.primitives is None:
            _put_source(painter, content, region, drawing)
            continue
        rendered = _layer_picture(painter, layer, content, region, density, grey is not None)
        if rendered is None:
            continue
        picture, place, fineness = rendered
        if grey:
            picture = raster.greyed(picture)
        elif painter.dodging and grey is not None:
            picture = raster.within_limits(picture, painter.limits)
        detail = 1.0  # what is soft needs no pixels
        if not layer.deviation > 0 and not blurred:
            detail = min(1.0, coarsest * place.width / picture.width)
        layer_drawing = raster.as_drawing(picture._replace(detail=detail / fineness), place)
        drawing.items += layer_drawing.items
        drawing.pictures.update(layer_drawing.pictures)
    if not drawing.items:
        return None
    if not drawing.texts:
        # What a filter makes of their colours nobody knows, and in the picture they are a part of
        # the ground.
        drawing.texts = [mark._replace(fill=(), outline=()) for mark in content.texts]
    return drawing


def _is_opaque(content: Drawing) -> bool:
    """True if a drawing lets nothing through where it paints."""
    return all(
        paint.alpha >= 1 and not paint.is_masked and paint.picture is None
        for paint in Painted.of(content)
    )


def _put_source(painter: Painter, content: Drawing, region: Box, drawing: Drawing) -> None:
    """Paint what a filter is put over as it is, within the filter's region."""
    inner = replace(content, group=painter.document.blends or content.group, _name="")
    texts = [mark.moved(Matrix(), region) for mark in inner.texts]
    first = len(drawing.texts)
    drawing.texts = [*drawing.texts, *texts]
    drawing.forms[inner.name] = inner
    form = PlacedForm(inner.name, texts=(first, len(drawing.texts)))
    if region.contains(_ink_box(content)):
        drawing.items.append(form)
    else:
        drawing.items += [SAVE, ClipTo(as_path(rectangle(*region))), form, RESTORE]


_Fine = tuple[Picture, Box, float]
"""A picture, its place, and its fineness relative to a sharp one."""


def _layer_picture(
    painter: Painter,
    layer: FilterLayer,
    content: Drawing,
    region: Box,
    density: float,
    is_last: bool,
) -> _Fine | None:
    """A layer as a picture, its place, and its fineness relative to a sharp one.

    It is None where nothing is to be seen."""
    if any(PRIMITIVES[local(primitive)].slow for primitive in layer.primitives):
        density *= 0.6
    enough = _SAMPLES / layer.deviation if 0 < layer.deviation < math.inf else math.inf
    key = ("filter", content.name, etree.tostring(layer.primitives), region, density, is_last)
    if key in painter.layers:
        stored: _Fine | None = painter.layers[key]
        return stored
    painter.layers[key] = None
    if enough < density:
        if layer.reach < math.inf:
            region = _ink_box(content).grown(layer.reach).common(region)
        if region.width <= 0 or region.height <= 0:
            return None
        picture = _rendered_softly(painter, layer.primitives, content, region, enough, density)
    else:
        picture = _rendered(painter, layer.primitives, content, region, density)
    fineness = picture.width / raster.pixels_for(region, density)[0]
    cropped = raster.cropped(picture, region) if is_last else (picture, region)
    if cropped is None:
        return None
    painter.layers[key] = (*cropped, fineness)
    return (*cropped, fineness)


def _ink_box(content: Drawing) -> Box:
    """A box that holds all that a drawing paints, the tips of its strokes too."""
    boxes = []
    for paint in Painted.of(content):
        if paint.kind != "text":
            boxes.append(paint.box.grown(2 * paint.width))
    for mark in content.texts:
        if mark.ink:
            boxes.append(mark.ink.grown(mark.height / 4))
    return bounds(boxes) if boxes else Box(0, 0, 0, 0)


def _rendered_softly(
    painter: Painter,
    primitives: etree._Element,
    content: Drawing,
    region: Box,
    enough: float,
    density: float,
) -> Picture:
    """A soft picture, rendered with few pixels and then enlarged.

    Nobody sees the pixels."""
    picture = _rendered(painter, primitives, content, region, enough)
    size = raster.pixels_for(region, min(density, enough * _SMOOTHNESS / _SAMPLES))
    painter.labour += _WEIGHT_OF_A_PICTURE * size[0] * size[1]
    image = Pixels.of(picture.data).rgba.convert("RGBa")
    return Picture.of_image(image.resize(size, Image.Resampling.BICUBIC).convert("RGBA"))


def _coarsest(content: Drawing) -> float:
    """The pixels to a unit in the coarsest picture of a drawing, across or down.

    Infinite where there is none."""
    densities = [math.inf]
    for paint in Painted.of(content):
        picture = paint.picture
        if picture:
            a, b, c, d, *_ = paint.matrix
            width = max(math.hypot(a, b), 1e-9)
            height = max(math.hypot(c, d), 1e-9)
            densities.append(picture.width / width)
            densities.append(picture.height / height)
    return min(densities)


def _rendered(
    painter: Painter, primitives: etree._Element, content: Drawing, region: Box, density: float
) -> Picture:
    """A drawing with a filter over a region, at so many pixels a unit.

    Raises StyleError."""
    size = raster.pixels_for(region, density)
    width, height = size
    scale = width / region.width
    finest = math.floor(_FINEST / max(size))
    finer = min(_OVERSAMPLED, max(1, finest))
    source = raster.pictured(content, region, (finer * width, finer * height))
    if finer > 1:
        source = source.convert("RGBa").reduce(finer).convert("RGBA")
    margin = _margin(primitives, source, region, scale)
    steps = [step for primitive in primitives for step in steps_of(primitive, scale)]
    around = raster.part_of(region, size, (-margin, -margin, width + margin, height + margin))
    full_size = width + 2 * margin, height + 2 * margin
    cost = 20 + sum(cost_of(step) for step in steps)
    painter.labour += _BEGINNING + full_size[0] * full_size[1] * cost
    if painter.labour > _MOST:
        raise StyleError(
            "the filters of this drawing take too long", "use fewer, smaller or simpler ones"
        )
    if margin:
        inner = source
        source = Image.new("RGBA", full_size)
        source.paste(inner, (margin, margin))
    svg = _document(source, around, steps)
    filtered = painter.cached(svg, partial(_pixels, svg, full_size))
    if not margin:
        return Picture(filtered, *size)
    inside = (margin, margin, margin + size[0], margin + size[1])
    return Picture.of_image(Pixels.of(filtered).rgba.crop(inside))


def _document(source: Image.Image, box: Box, steps: list[etree._Element]) -> bytes:
    """The document that typst draws: a picture in a box under a filter of some steps."""
    root = etree.Element(SVG + "svg", nsmap={None: SVG[1:-1]})
    root.set("viewBox", " ".join(map(repr, box)))
    root.set("preserveAspectRatio", "none")
    filters = etree.SubElement(root, SVG + "filter", id="f", filterUnits="userSpaceOnUse")
    _lay_out(filters, box)
    filters.extend(steps)
    group = etree.SubElement(root, SVG + "g", filter="url(#f)")
    image = etree.SubElement(group, SVG + "image", preserveAspectRatio="none")
    _lay_out(image, box)
    image.set("href", _address(Picture.of_image(source)))
    return bytes(etree.tostring(root))


def _address(picture: Picture) -> str:
    """A picture as a data: address."""
    content = base64.b64encode(picture.data).decode()
    return f"data:image/png;base64,{content}"


def _margin(primitives: etree._Element, source: Image.Image, region: Box, density: float) -> int:
    """The pixels around the region of a filter that typst is given too.

    It does not blur right what reaches its edges."""
    kinds = [local(primitive) for primitive in primitives]
    ink = source.getchannel("A").getbbox()
    if "feGaussianBlur" not in kinds or "feTile" in kinds or ink is None:
        return 0
    deviations = []
    moves = []
    for primitive in primitives:
        if local(primitive) == "feGaussianBlur":
            numbers = read_numbers(primitive.get("stdDeviation", "0"))
            deviations.append(max(numbers or [0.0]))
        for side in ("dx", "dy"):
            move = parse_length(primitive.get(side, "0"))
            moves.append(abs(move))
    reach = density * (2 * sum(deviations) + sum(moves))
    left, top, right, bottom = ink
    if min(left, top, source.width - right, source.height - bottom) >= reach:
        return 0
    longer = max(region.width, region.height)
    widest = min(3 * max(deviations), longer)
    return math.ceil(widest * density)


def _lay_out(element: etree._Element, region: Box) -> None:
    for name, value in zip(region._fields, region, strict=True):
        element.set(name, repr(value))


def _pixels(svg: bytes, size: tuple[int, int]) -> bytes:
    try:
        return typst.pixels(svg, size)
    except ValueError as error:
        raise StyleError(
            f"the filter cannot be drawn: {error}", "draw the effect with shapes and gradients"
        ) from None


def _without_shorthands(primitives: etree._Element) -> etree._Element:
    """The primitives of a filter, those that are short for others written out."""
    plain = etree.Element("filter")
    for primitive in primitives:
        written_out = PRIMITIVES[local(primitive)].written_out
        plain.extend(written_out(primitive) if written_out else [copied(primitive)])
    return plain


def _reached_box(content: Drawing, reach: float) -> Box | None:
    """The box around all that a drawing shows, and some more; None where it shows nothing."""
    box = content.box
    longer = max(box.width, box.height)
    size = raster.pixels_for(box, 600 / longer)
    image = raster.pictured(content, box, size)
    ink = image.getchannel("A").getbbox()
    if ink is None:
        return None
    width, height = size
    pixel = max(box.width / width, box.height / height)
    return raster.part_of(box, size, ink).grown(reach + 2 * pixel)


# -- what a filter says


def _effects(painter: Painter, element: etree._Element, style: Style) -> list[_Effect] | None:
    """The filters of an element, in order; None for one that leaves nothing to see.

    Raises StyleError."""
    import tinycss2

    effects: list[_Effect] = []
    for token in tinycss2.parse_component_value_list(legible(style.filter), skip_comments=True):
        if token.type == "whitespace":
            continue
        if token.type == "function" and token.lower_name != "url":
            arguments = tinycss2.serialize(token.arguments).strip()
            effects.append(_function_effect(token.lower_name, arguments, style))
            continue
        match = URL.fullmatch(tinycss2.serialize([token]))
        target = painter.document.by_id.get(match[1]) if match else None
        if target is None or local(target) != "filter":
            raise StyleError(
                f'filter: "{style.filter[:40]}" refers to no <filter> of this file',
                painter.document.instead_of(match[1] if match else "", "filter"),
            )
        effect = _referred_effect(painter, element, style, target)
        if effect is None:
            return None
        effects.append(effect)
    if len(effects) > 1 and "url(" in style.filter:
        raise StyleError(
            "a list of filters that refers to a <filter> is not followed by every browser",
            "put the second on a <g> around",
        )
    return effects


def _referred_effect(
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
        written = _primitive(painter, child, box if inner == "objectBoundingBox" else None)
        if local(child) == "feImage":
            _show_picture(painter, child, written, region)
        primitives.append(written)
    return _Effect(primitives, region, 0.0) if len(primitives) else None


def _primitive(painter: Painter, element: etree._Element, box: Box | None) -> etree._Element:
    """A primitive of a filter with all its values written out. Raises StyleError."""
    name = local(element)
    declaration = PRIMITIVES.get(name)
    if declaration is None:
        raise StyleError(
            f"<{name}> in a filter is not drawn here", "draw the effect with shapes and gradients"
        )
    primitive = etree.Element(SVG + name, nsmap={None: SVG[1:-1]})
    for key, value in element.attrib.items():
        if key in LENGTHS:
            primitive.set(key, _scaled_length(painter, str(key), value.strip(), box))
        elif key in declaration.attributes:
            primitive.set(key, value)
    for key in ("in", "in2"):
        if primitive.get(key) in _NO_INPUTS:
            painter.document.ignore(
                f'{key}="{primitive.get(key)}" in a filter',
                "take SourceGraphic, or blend with mix-blend-mode, as Inkscape does from version 1",
            )
            del primitive.attrib[key]  # the result of the primitive before counts instead
    if not name.startswith("feFunc"):
        colours = "color-interpolation-filters"
        primitive.set(colours, painter.document.inherited(element, colours, "linearRGB"))
    if "flood-color" in declaration.attributes:
        _set_flood(painter, element, primitive)
    for child in element:
        if local(child) not in support.SILENT_ELEMENTS:
            primitive.append(_primitive(painter, child, None))
    return primitive


_NO_INPUTS = ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint")
"""Inputs of SVG 1.1 that no browser knows."""


def _set_flood(painter: Painter, element: etree._Element, primitive: etree._Element) -> None:
    """Write out the colour and opacity of a flood. Raises StyleError."""
    document = painter.document
    style = document.own_style(element)
    declared = document.declared(element)
    names = ("flood-color", "flood-opacity")
    flood: dict[str, str] = {name: declared[name] for name in names if name in declared}
    values = document.with_custom_values(element, flood, style)
    values = {name: text for name, text in values.items() if text != "unset"}
    paint = parse_colour(values.get("flood-color", "#000"))
    paint = style.colour if paint.alpha < 0 else paint
    opacity = parse_length(values.get("flood-opacity", "1"), 1.0)
    opacity = max(0.0, min(1.0, opacity))
    primitive.set("flood-color", _flat(paint))
    primitive.set("flood-opacity", repr(paint.alpha * opacity))


def _show_picture(
    painter: Painter, element: etree._Element, primitive: etree._Element, region: Box
) -> None:
    """Put the picture of an feImage into its own place.

    That is all of the filter's region where it names none. Raises StyleError."""
    reference, sources = reference_of(element), painter.document.sources
    picture = None if reference[:1] in ("", "#") else sources.image(reference)
    if not isinstance(picture, Picture):
        raise StyleError(
            "<feImage> in a filter is drawn with a picture only", "save what it shows as a PNG"
        )
    places = [name in element.attrib for name in region._fields]
    if any(places) and not all(places):
        raise StyleError(
            "<feImage> with a part of a place is not drawn here", "give it x, y, width and height"
        )
    if not any(places):
        _lay_out(primitive, region)
    finer = math.sqrt(picture.width * picture.height / raster.MOST)
    picture = sources.coarser(picture, finer)
    painter.labour += _WEIGHT_OF_A_PICTURE * picture.width * picture.height
    primitive.set("href", _address(Picture.of_image(Pixels.of(picture.data).rgba)))


def _scaled_length(painter: Painter, key: str, text: str, box: Box | None) -> str:
    """A length of a primitive in user units. Raises StyleError."""
    axis = LENGTHS[key]
    if key in ("x", "y", "width", "height"):
        if box:
            share = parse_length(text, 1.0)
            start = (box.x, box.y)[axis] if key in "xy" else 0.0
            side = (box.width, box.height)[axis]
            return repr(start + share * side)
        viewport = painter.scope.viewport
        side = (viewport.width, viewport.height)[axis]
        return repr(parse_length(text, side))
    values = _deviations(painter, text) if key == "stdDeviation" else read_numbers(text)
    if axis == 2 and (len(values) not in (1, 2) or min(values) < 0):
        raise StyleError(
            f'{key}="{text[:40]}" of a filter is not one or two numbers from 0 upward',
            "write such as 2",
        )
    if box and axis == 2:
        values = [values[0] * box.width, values[-1] * box.height]
    elif box:
        side = (box.width, box.height)[axis]
        values = [value * side for value in values]
    return " ".join(map(repr, values))


def _deviations(painter: Painter, text: str) -> list[float]:
    """The deviations of a blur across and down.

    They are 0 for less, and where no numbers are given."""
    try:
        values = read_numbers(text)
    except StyleError:
        values = []
    is_pair = len(values) in (1, 2)
    if not is_pair or min(values) < 0:
        painter.document.ignore(
            f'stdDeviation="{text[:40]}", which is not one or two numbers from 0 upward',
            "write such as 2, or 2 0",
        )
    return [max(0.0, value) for value in values] if is_pair else [0.0]


def _flat(paint: Paint) -> str:
    red, green, blue = (round(255 * part) for part in paint.rgb)
    return f"rgb({red},{green},{blue})"


# -- functions


def _function_effect(name: str, text: str, style: Style) -> _Effect:
    """A filter function of CSS as primitives (Filter Effects 1, 13). Raises StyleError."""
    if name == "blur":
        spread = _css_length(text or "0px", style)
        blur = _filter_of("feGaussianBlur", {"stdDeviation": repr(spread)})
        return _Effect(blur, None, 3 * spread)
    if name == "drop-shadow":
        return _shadow_effect(text, style)
    if name == "hue-rotate":
        angle = parse_angle(text) if text else 0.0
        return _Effect(_matrix_filter("hueRotate", angle), None, 0)
    share = parse_length(text, 1.0) if text else 1.0
    if share < 0:
        raise StyleError(f"{name}({text[:40]}) is not drawn here", "write a share from 0 upward")
    less = min(share, 1.0)
    if name == "saturate":
        return _Effect(_matrix_filter("saturate", share), None, 0)
    if name == "grayscale":
        return _Effect(_matrix_filter("saturate", 1 - less), None, 0)
    if name == "sepia":
        return _Effect(_matrix_filter("matrix", *_sepia_matrix(less)), None, 0)
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
    transfer = _filter_of("feComponentTransfer", {})
    slope, intercept = map(repr, lines[name])
    for part in "A" if name == "opacity" else "RGB":
        line = {"type": "linear", "slope": slope, "intercept": intercept}
        etree.SubElement(transfer[0], SVG + f"feFunc{part}", line)
    return _Effect(transfer, None, 0)


def _sepia_matrix(share: float) -> list[float]:
    """The numbers of an feColorMatrix that mixes colours with so much of their sepia."""
    numbers: list[float] = []
    for i, row in enumerate(_SEPIA):
        for j, part in enumerate(row):
            unchanged = 1.0 if i == j else 0.0
            numbers.append(share * part + (1 - share) * unchanged)
        numbers += [0.0, 0.0]
    return [*numbers, 0, 0, 0, 1, 0]


_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


def _matrix_filter(kind: str, *values: float) -> etree._Element:
    words = " ".join(map(repr, values))
    return _filter_of("feColorMatrix", {"type": kind, "values": words})


def _filter_of(name: str, attributes: dict[str, str]) -> etree._Element:
    """A filter of one primitive, in sRGB as functions of CSS are."""
    filters = etree.Element("filter")
    primitive = etree.SubElement(filters, SVG + name, nsmap={None: SVG[1:-1]})
    for key, value in attributes.items():
        primitive.set(key, value)
    primitive.set("color-interpolation-filters", "sRGB")
    return filters


def _shadow_effect(text: str, style: Style) -> _Effect:
    """The effect of drop-shadow(). Raises StyleError."""
    import tinycss2

    lengths: list[float] = []
    paint = style.colour
    for token in tinycss2.parse_component_value_list(legible(text)):
        word = tinycss2.serialize([token]).strip()
        if token.type in ("dimension", "number"):
            lengths.append(_css_length(word, style))
        elif word:
            paint = parse_colour(word)
            paint = style.colour if paint.alpha < 0 else paint
    if len(lengths) not in (2, 3) or min(lengths[2:], default=0) < 0:
        raise StyleError(
            f"drop-shadow({text[:40]}) is not drawn here",
            "write such as drop-shadow(1px 1px 2px #0008)",
        )
    dx, dy, spread = (*lengths, 0.0)[:3]
    attributes = {
        "dx": repr(dx),
        "dy": repr(dy),
        "stdDeviation": repr(spread),
        "flood-opacity": repr(paint.alpha),
        "flood-color": _flat(paint),
    }
    reach = 3 * spread + max(abs(dx), abs(dy))
    return _Effect(_filter_of("feDropShadow", attributes), None, reach)


def _css_length(text: str, style: Style) -> float:
    if re.fullmatch(r"[+-]?[\d.]+", text) and float(text):
        raise StyleError(f"{text} lacks its unit, which a style sheet needs", f"write {text}px")
    return parse_length(text, em=style.font_size)
