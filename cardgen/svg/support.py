"""The one table of SVG constructs: what each engine is proven to draw as a browser does. Whatever is not here is refused.

Elements and properties follow SVG 1.1 and CSS; docs/svg.md is this table in words.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


WALKER_ELEMENTS = _words(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image clipPath "
    "linearGradient radialGradient stop style mask pattern marker textPath switch filter a"
)
"""What our own walker draws: card templates, and art beyond svglib's part."""

DEFINITIONS = _words("defs style mask clipPath pattern marker linearGradient radialGradient symbol filter")
"""What draws nothing where it stands."""

SVGLIB_ELEMENTS = _words("svg g path rect circle ellipse line polyline polygon")
"""What goes through svglib: shapes in flat colours, the bulk of drawn art."""

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
"""Presentation attributes that svglib is proven to honour on those elements, and the values (as patterns) for which it is."""

_RESULT = "in result x y width height"
_FUNCTION = _words("type slope intercept amplitude exponent offset tableValues")
FILTERS: dict[str, frozenset[str]] = {
    "feGaussianBlur": _words(f"stdDeviation {_RESULT}"),
    "feDropShadow": _words(f"dx dy stdDeviation flood-color flood-opacity {_RESULT}"),
    "feOffset": _words(f"dx dy {_RESULT}"),
    "feFlood": _words(f"flood-color flood-opacity {_RESULT}"),
    "feComposite": _words(f"in2 operator k1 k2 k3 k4 {_RESULT}"),
    "feMerge": _words(_RESULT),
    "feMergeNode": _words("in"),
    "feBlend": _words(f"in2 mode {_RESULT}"),
    "feColorMatrix": _words(f"type values {_RESULT}"),
    "feMorphology": _words(f"operator radius {_RESULT}"),
    "feComponentTransfer": _words(_RESULT),
    **{f"feFunc{part}": _FUNCTION for part in "RGBA"},
    "feTile": _words(_RESULT),
    "feTurbulence": _words(f"type baseFrequency numOctaves seed stitchTiles {_RESULT}"),
}
"""Filter primitives that typst is proven to draw right, and the attributes it is told."""

BLEND_MODES = {
    mode: "".join(word.capitalize() for word in mode.split("-"))
    for mode in (
        *("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light"),
        *("difference", "exclusion", "hue", "saturation", "color", "luminosity"),
    )
}
"""Blend modes by their names in CSS, and in PDF (ISO 32000-1, 11.3.5)."""

SILENT_ELEMENTS = _words("title desc metadata")
"""Elements that draw nothing in any browser."""

REFUSED_ELEMENTS = {
    "foreignObject": "use text_box for running text",
    "script": "a card cannot run code; take it away",
    "animate": "a card stands still; take it away",
    "set": "a card stands still; take it away",
    "animateTransform": "a card stands still; take it away",
    "animateMotion": "a card stands still; take it away",
}


def refusal(name: str) -> tuple[str, str] | None:
    """What is wrong with an element that nothing draws here, and what to do; None for one that draws nothing in browsers either."""
    if name in REFUSED_ELEMENTS:
        return f"<{name}> is not drawn here", REFUSED_ELEMENTS[name]
    if name in WALKER_ELEMENTS | SILENT_ELEMENTS or name.startswith("{"):
        return None
    return f"<{name}> is not an element that is drawn here", "take it away or draw it with shapes"


PROPERTIES = _words(
    "fill stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset "
    "fill-opacity stroke-opacity fill-rule clip-rule font-family font-size font-weight font-style text-anchor "
    "letter-spacing color visibility display overflow opacity clip-path stop-color stop-opacity paint-order "
    "word-spacing dominant-baseline alignment-baseline baseline-shift mask mask-type marker-start marker-mid marker-end "
    "filter transform-origin direction unicode-bidi text-decoration vector-effect writing-mode font-variant image-rendering"
)
"""Properties the walker understands, as attribute, in `style` and in a style sheet."""

CSS_PROPERTIES = _words(
    "transform rotate translate scale marker mix-blend-mode isolation transform-box white-space text-transform text-decoration-line "
    "font-variant-caps font-kerning font-variant-ligatures font-variant-numeric font-feature-settings background background-color"
)
"""What is a property in style sheets only; as an attribute it is something else, or nothing."""

CONTEXT_FILL, CONTEXT_STROKE = "context-fill", "context-stroke"
"""The paints of what bears a marker."""

BASELINES = (
    *("alphabetic", "middle", "central", "hanging", "mathematical", "ideographic"),
    *("text-before-edge", "text-after-edge"),
)
"""Baselines that text may stand on."""

DEFAULTS: dict[str, tuple[str, ...]] = {
    "mix-blend-mode": ("normal",),
    "isolation": ("auto", "isolate"),
    "marker": ("none",),
    "text-decoration-style": ("solid",),
    "text-decoration-color": ("currentcolor", "currentColor"),
    "text-decoration-thickness": ("auto",),
    "text-decoration-skip-ink": ("auto",),
    "text-underline-offset": ("auto",),
    "text-underline-position": ("auto",),
    "text-rendering": ("auto", "optimizeLegibility", "geometricPrecision", "optimizeSpeed"),
    "font-variant-position": ("normal",),
    "font-variant-alternates": ("normal",),
    "font-variant-east-asian": ("normal",),
    "font-size-adjust": ("none",),
    "font-variation-settings": ("normal",),
    "font": (),
    "kerning": ("auto",),
    "clip": ("auto",),
    "color-interpolation": ("sRGB", "auto"),
    "glyph-orientation-vertical": ("auto", "90", "90deg"),
    "text-orientation": ("mixed", "sideways"),
    "glyph-orientation-horizontal": ("0", "auto"),
    "systemLanguage": (),
    "color-rendering": ("auto", "optimizeQuality", "optimizeSpeed"),
    "animation": ("none",),
    "animation-name": ("none",),
    "outline": ("none", "0"),
    "text-shadow": ("none",),
    "font-palette": ("normal",),
    "font-optical-sizing": ("auto",),
    "font-language-override": ("normal",),
    "transform": (),
}
"""Properties that change a drawing and that the walker does not follow, with the values at which they change nothing.

"""

LINES = ("text-decoration", "text-decoration-line")
ABOUT_LINES = ("text-decoration-style", "text-decoration-color", "text-decoration-thickness", "text-decoration-skip-ink")
"""What draws lines along text, and what tells more of them, on the same element."""

_PLACED = ("x", "y", "width", "height")
SIZED: dict[str, tuple[str, ...]] = {
    f"{{http://www.w3.org/2000/svg}}{name}": attributes
    for name, attributes in {
        "rect": (*_PLACED, "rx", "ry"),
        **dict.fromkeys(("svg", "image", "use"), _PLACED),
        "path": ("d",),
        "circle": ("cx", "cy", "r"),
        "ellipse": ("cx", "cy", "rx", "ry"),
    }.items()
}
"""Elements, and which of their attributes browsers take from style sheets too."""

PLACES = _words("d x y r cx cy rx ry width height")
"""All of those."""

GEOMETRY = _words(
    "d x y r cx cy rx ry width height x1 y1 x2 y2 fx fy fr points transform viewBox preserveAspectRatio href dx dy offset pathLength "
    "gradientUnits gradientTransform spreadMethod fr clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits "
    "patternTransform markerUnits markerWidth markerHeight refX refY orient textLength lengthAdjust rotate startOffset "
    "side method spacing id class style version baseProfile type media enable-background requiredFeatures requiredExtensions"
)
"""Attributes that elements read themselves, or that draw nothing."""

INERT_RULES = _words(
    "charset font-face keyframes -webkit-keyframes -moz-keyframes -o-keyframes namespace page counter-style font-feature-values"
)
"""Rules of a style sheet that leave a picture as it is: fonts are the project's, and `animation` is refused where it is asked for."""

UNHEARD = {
    "stroke-linejoin": ("arcs", "miter-clip"),
}
"""Values that no browser knows: the declaration counts for nothing."""

HARMLESS_DECLARATIONS = _words(
    "line-height shape-rendering shape-padding shape-margin cursor pointer-events color-interpolation-filters "
    "flood-color flood-opacity lighting-color text-indent text-align "
    "font-stretch block-progression solid-opacity fill-rendering user-select text-overflow shape-inside shape-subtract "
    "inline-size enable-background solid-color transition transition-property transition-duration transition-timing-function "
    "transition-delay z-index box-sizing touch-action tap-highlight-color font-smoothing font-smooth text-size-adjust "
    "outline-color outline-offset caret-color scroll-behavior tab-size hyphens word-break overflow-wrap word-wrap line-break"
)
"""CSS that drawing programs write and that changes nothing in single-line SVG text or shapes."""
