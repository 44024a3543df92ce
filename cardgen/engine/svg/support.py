"""The table of SVG elements: what is drawn as a browser does. Whatever is not here is refused.

Elements follow SVG 1.1; docs/svg.md is this table in words, and that of properties.py.
"""

from __future__ import annotations

from cardgen.base.suggestions import nearest
from cardgen.engine.svg.values import SHAPE_ELEMENTS


def words(text: str) -> frozenset[str]:
    """The names in a text."""
    return frozenset(text.split())


WALKER_ELEMENTS = words(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image"
    " clipPath linearGradient radialGradient stop style mask pattern marker textPath switch"
    " filter a"
)
"""Elements that the walker draws, in card templates and in art."""

USABLE = words(
    "symbol svg g a switch use image text path rect circle ellipse line polyline polygon"
)
"""Elements that a <use> can show."""

DEFINITIONS = words(
    "defs style mask clipPath pattern marker linearGradient radialGradient symbol filter"
)
"""Elements that draw nothing where they stand."""

SVGLIB_ELEMENTS = SHAPE_ELEMENTS | words("svg g")
"""Elements that go through svglib: shapes in flat colours."""

_SIZE = r"(?=[0-9.]*[1-9])(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})"
SVGLIB_VALUES = {
    "fill": "none|#[0-9a-fA-F]{6}",
    "stroke": "none|#[0-9a-fA-F]{6}",
    "stroke-width": _SIZE,
    "stroke-linecap": "butt|round",
    "stroke-linejoin": "miter|round|bevel",
    "stroke-dasharray": rf"none|{_SIZE}[ ,]{_SIZE}",
    "fill-rule": "nonzero|evenodd",
}
"""Presentation attributes that svglib is proven to honour on those elements, and the values (as
patterns) for which it is."""

BLEND_MODES = {
    "multiply": "Multiply",
    "screen": "Screen",
    "overlay": "Overlay",
    "darken": "Darken",
    "lighten": "Lighten",
    "color-dodge": "ColorDodge",
    "color-burn": "ColorBurn",
    "hard-light": "HardLight",
    "soft-light": "SoftLight",
    "difference": "Difference",
    "exclusion": "Exclusion",
    "hue": "Hue",
    "saturation": "Saturation",
    "color": "Color",
    "luminosity": "Luminosity",
}
"""Blend modes by their names in CSS, and in PDF (ISO 32000-1, 11.3.5)."""

MOVING = words("animate set animateTransform animateMotion")
"""Elements that move or change what they stand in: what of it is to be seen, nobody can tell. A
drawing with one is refused, but for art that comes to rest."""

SILENT_ELEMENTS = words("title desc metadata view") | MOVING
"""Elements that draw nothing by themselves in any browser."""

REFUSED_ELEMENTS = {
    "foreignObject": "use text_box for running text",
    "flowRoot": "make it a text in Inkscape (Text, Convert to Text),"
    " or in a template name it  text:card.FIELD",
    "script": "a card cannot run code; take it away",
}


def refusal(name: str) -> tuple[str, str] | None:
    """The fault of an element that nothing draws here, and the remedy.

    It is None for one that draws nothing in browsers either."""
    if name in REFUSED_ELEMENTS:
        return f"<{name}> is not drawn here", REFUSED_ELEMENTS[name]
    if name in WALKER_ELEMENTS | SILENT_ELEMENTS or name.startswith("{"):
        return None
    remedy = nearest(name, WALKER_ELEMENTS) or "take it away or draw it with shapes"
    return f"<{name}> is not an element that is drawn here", remedy


CONTEXT_FILL, CONTEXT_STROKE = "context-fill", "context-stroke"
"""The paints of what bears a marker."""

_BOX = ("x", "y", "width", "height")
SIZED: dict[str, tuple[str, ...]] = {
    "rect": (*_BOX, "rx", "ry"),
    **dict.fromkeys(("svg", "image", "use"), _BOX),
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
}
"""Elements, and which of their attributes browsers take from style sheets too."""

PLACES = words("d x y r cx cy rx ry width height")
"""All of those."""

DISPUTED: dict[str, tuple[str, ...]] = {"svg": _BOX, "use": _BOX[2:]}
"""Those of them that not every browser takes so, unless it is of the outermost <svg>."""

GEOMETRY = words(
    "d x y r cx cy rx ry width height x1 y1 x2 y2 fx fy fr points transform viewBox"
    " preserveAspectRatio href dx dy offset pathLength gradientUnits gradientTransform spreadMethod"
    " clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform"
    " markerUnits markerWidth markerHeight refX refY orient textLength lengthAdjust rotate"
    " startOffset side method spacing id class style version baseProfile type media"
    " enable-background requiredFeatures requiredExtensions"
)
"""Attributes that elements read themselves, or that draw nothing."""

INERT_RULES = words(
    "charset keyframes -webkit-keyframes -moz-keyframes -o-keyframes namespace page counter-style"
    " font-feature-values"
)
"""Rules of a style sheet that leave a picture as it is: fonts are told apart before, and
`animation` is refused where it is asked for."""
