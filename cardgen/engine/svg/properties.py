"""Properties: one declaration for each, of how it is read into a style and what else is known of
it; and what is made of all others.

A property that is not here, nor named below as one that changes nothing, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardgen.base.errors import nearest
from cardgen.base.patterns import pattern
from cardgen.engine.svg import support
from cardgen.engine.svg.colours import Paint, parse_colour
from cardgen.engine.svg.css_shapes import is_shape
from cardgen.engine.svg.path import NUMBER
from cardgen.engine.svg.style import OfSize, Share, Style
from cardgen.engine.svg.values import (
    LARGEST_TYPE,
    URL,
    Em,
    StyleError,
    parse_length,
    share_of,
    split_length,
)

WEIGHT = re.compile(r"[1-9][0-9]{0,2}|1000")


@dataclass(frozen=True, slots=True)
class Property:
    """One property. `read` takes it into a style whose color and font-size are settled. Raises
    StyleError."""

    read: Callable[[Style, str], None]
    fields: tuple[str, ...]
    """The fields of a style that it sets; their defaults there are its initial value."""
    inherited: bool = True
    attribute: bool = True
    """Whether it may be an attribute too; in style sheets it always may."""
    keywords: bool = True
    """Whether `initial` and `inherit` are followed, as they cannot be where several properties set
    one field."""
    unit: bool = False
    """Whether a style sheet must give its numbers a unit."""


# -- how they are read
# ----------------------------------------------------------------------------------------------------------------


def _value(field: str, parse: Callable[[Style, str], Any], **known: bool) -> Property:
    """A property with a value of its own."""
    return Property(
        lambda style, text: setattr(style, field, parse(style, text)), (field,), **known
    )


def _choice(field: str, values: Mapping[str, Any], **known: bool) -> Property:
    """A property that is one of some words."""

    def parse(style: Style, text: str) -> Any:
        if text not in values:
            raise StyleError(
                f'"{text}" is not one of {", ".join(values)}',
                nearest(text, values) or "write one of these",
            )
        return values[text]

    return _value(field, parse, **known)


def _unusual(field: str, values: Mapping[str, Any], **known: bool) -> Property:
    """A property that is one of some words, each of which makes text unusual."""
    chosen = _choice(field, values, **known)

    def read(style: Style, text: str) -> None:
        chosen.read(style, text)
        style.unusual = True

    return replace(chosen, read=read)


def _share(style: Style, text: str) -> float:
    return share_of(text)


def _text(style: Style, text: str) -> str:
    return text


def _set_colour(style: Style, text: str) -> None:
    paint = parse_colour(text)
    if paint.alpha >= 0:
        style.colour = paint
        for name in ("fill", "stroke"):
            if getattr(style, name) and getattr(style, name).current:
                setattr(style, name, replace(paint, current=True))


def _paint(style: Style, text: str) -> Paint | None:
    text = text.strip()
    if text == "none":
        return None
    if text in (support.CONTEXT_FILL, support.CONTEXT_STROKE):
        return Paint(server=text)
    match = URL.match(text)
    if match:
        if not match[2]:
            return Paint(server=match[1])
        if URL.match(match[2]):
            raise StyleError(f'"{text}" gives a second gradient or pattern', "name one")
        return Paint(server=match[1], otherwise=_paint(style, match[2]) or ())
    paint = parse_colour(text)
    return replace(style.colour, current=True) if paint.alpha < 0 else paint


_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
"""Sizes by name, in pixels (CSS Fonts 4, 2.5)."""


def _set_font_size(style: Style, text: str) -> None:
    step = {"larger": 1.2, "smaller": 1 / 1.2}.get(text)
    size = (
        step * style.font_size
        if step
        else _SIZES.get(text) or parse_length(text, whole=style.font_size, em=style.font_size)
    )
    if not size >= 0:
        raise StyleError(f"a font-size of {size:g} is not drawn here", "make it 0 or more")
    style.font_size = Em(min(size, LARGEST_TYPE), getattr(style.font_size, "root", None))


def _stroke_width(style: Style, text: str) -> float:
    width = _stroke_length(style, "stroke-width", text)
    if width < 0:
        raise StyleError("a stroke-width cannot be negative", "make it 0 or more")
    return width


_EMPTY_PART = re.compile(r"^\s*,|,\s*,|,\s*$")


def _dash(style: Style, text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    if _EMPTY_PART.search(text):
        raise StyleError(
            f'"{text[:40]}" is not a list of lengths',
            "write lengths with spaces between them, such as 2 1",
        )
    dash = tuple(
        _stroke_length(style, "stroke-dasharray", part) for part in text.replace(",", " ").split()
    )
    if min(dash, default=0) < 0:
        raise StyleError("a dash cannot be negative", "make it 0 or more")
    if not any(dash):
        return ()
    return dash * 2 if len(dash) % 2 else dash


def _weight(style: Style, text: str) -> int:
    bolder = 400 if style.weight < 350 else 700 if style.weight < 550 else max(900, style.weight)
    lighter = min(100, style.weight) if style.weight < 550 else 400 if style.weight < 750 else 700
    weight = {"normal": "400", "bold": "700", "bolder": str(bolder), "lighter": str(lighter)}.get(
        text, text
    )
    if not WEIGHT.fullmatch(weight):
        raise StyleError(
            f'"{text}" is not a font weight that is known here',
            "write bold or a number from 1 to 1000",
        )
    return int(weight)


def _spacing(name: str) -> Callable[[Style, str], float]:
    def parse(style: Style, text: str) -> float:
        if text == "normal":
            return 0.0
        if text.endswith("%") and split_length(text)[1] == "%":
            return OfSize(split_length(text)[0] / 100, style.font_size)
        return _plain_length(style, name, text)

    return parse


def _line_height(style: Style, text: str) -> str:
    """As `Style.line_height` has it; what cannot be read as it stands, for lengths in lines are
    rare."""
    try:
        value, unit = split_length(text)
        return (
            repr(value)
            if not unit
            else f"{parse_length(text, style.font_size, style.font_size)!r}px"
        )
    except StyleError:
        return "" if text == "normal" else text


def _stroke_length(style: Style, name: str, text: str) -> float:
    if text.endswith("%") and split_length(text)[1] == "%":
        style.shares = True
        return Share(split_length(text)[0])
    return _plain_length(style, name, text)


def _plain_length(style: Style, name: str, text: str) -> float:
    if "%" in text:
        raise StyleError(f"a {name} in percent is not drawn here", "give it in user units")
    return parse_length(text, em=style.font_size)


def _miter(style: Style, text: str) -> float:
    value, unit = split_length(text)
    if unit or value < 0:
        raise StyleError(f'"{text}" is not a miter limit', "it is a number from 0 upward")
    return value


_DISPLAYS = (
    *("inline", "block", "inline-block", "none", "table", "inline-table", "table-cell"),
    *("flex", "inline-flex", "grid", "inline-grid", "list-item", "flow-root"),
)
"""What shows an element of SVG, all in the same way, or does not."""


def _display(style: Style, text: str) -> bool:
    if text not in _DISPLAYS:
        raise StyleError(f"display: {text} is not followed", "write inline or none")
    return text != "none"


def _overflow(style: Style, text: str) -> str:
    if text not in ("visible", "hidden", "auto", "scroll", "clip"):
        raise StyleError(f"overflow: {text} is not followed", "write visible or hidden")
    return "visible" if text in ("visible", "auto") else "hidden"


def _stop(style: Style, text: str) -> Paint:
    paint = _paint(style, text)
    if paint is None or paint.server:
        raise StyleError(f'"{text}" is not a colour', "write such as #7B4FB0 or orange")
    return paint


def _clip(style: Style, text: str) -> str:
    text = text.strip()
    if text == "none":
        return ""
    match = URL.match(text)
    if match and match[2]:
        raise StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to one <clipPath>")
    if not match and not is_shape(text):
        raise StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to a <clipPath>")
    return match[1] if match else text


def _reference(style: Style, text: str, what: str = "a reference that is followed here") -> str:
    match = URL.fullmatch(text.strip())
    if text != "none" and (not match or match[2]):
        raise StyleError(f'"{text[:40]}" is not {what}', "write url(#id)")
    return match[1] if match else ""


def _marker(*places: int, **known: bool) -> Property:
    def parse(style: Style, text: str) -> tuple[str, ...]:
        name = _reference(style, text, "a marker")
        return tuple(
            name if place in places else before for place, before in enumerate(style.markers)
        )

    return _value("markers", parse, keywords=False, **known)


def _move(place: int, name: str) -> Property:
    def parse(style: Style, text: str) -> tuple[str, ...]:
        values = [] if text == "none" else text.split()
        if len(values) > (1 if name == "rotate" else 2):
            raise StyleError(f"{name}: {text[:40]} is not drawn here", "move it in the plane")
        if name == "scale":
            values = [
                repr(split_length(value)[0] / 100) if value.endswith("%") else value
                for value in values
            ]
        said = f"{name}({','.join(values)})" if values else ""
        return tuple(said if at == place else before for at, before in enumerate(style.moved))

    return _value("moved", parse, inherited=False, attribute=False, keywords=False)


def _shift(style: Style, text: str) -> str:
    if text not in ("baseline", "sub", "super"):
        split_length(text)
    return "" if text == "baseline" else text


def _families(style: Style, text: str) -> tuple[str, ...]:
    return family_names(text)


def family_names(text: str) -> tuple[str, ...]:
    """The families of a list as CSS writes it; a name that had better be in quotes, such as Baloo
    2, is understood without. Raises StyleError."""
    families = []
    for part in map(str.strip, _FAMILIES.findall(f"{text},")):
        quoted = part[:1] in ("'", '"') and part[-1:] == part[:1] and len(part) > 2
        if not quoted and not _FAMILY.fullmatch(part):
            said = part if len(part) <= 40 else f"{part[:37]}..."
            remedy = (
                "close the quotation mark that was opened"
                if set(part) & {"'", '"'}
                else f"put it in quotes: font-family=\"'{said}'\""
            )
            raise StyleError(f"{said or 'nothing'} is no font name as CSS writes it", remedy)
        families.append(part[1:-1] if quoted else part)
    return tuple(families)


def _paint_order(style: Style, text: str) -> None:
    words = text.split()
    if words != ["normal"] and (
        not words
        or len(set(words)) != len(words)
        or not {"fill", "stroke", "markers"}.issuperset(words)
    ):
        raise StyleError(f'"{text}" is not a paint order', "write such as stroke fill")
    words = [word for word in words if word != "normal"]
    order = words + [word for word in ("fill", "stroke", "markers") if word not in words]
    style.stroke_first = order.index("stroke") < order.index("fill")
    style.markers_at = order.index("markers")


_NO_LIGATURES = (("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0))
_FIGURES: dict[str, tuple[tuple[str, int], ...]] = {
    "normal": (),
    **{
        name: ((tag, 1),)
        for name, tag in (
            ("lining-nums", "lnum"),
            ("oldstyle-nums", "onum"),
            ("slashed-zero", "zero"),
        )
    },
    **{
        name: ((tag, 1),)
        for name, tag in (
            ("proportional-nums", "pnum"),
            ("tabular-nums", "tnum"),
            ("ordinal", "ordn"),
        )
    },
    **{
        name: ((tag, 1),)
        for name, tag in (("diagonal-fractions", "frac"), ("stacked-fractions", "afrc"))
    },
}
_LIGATURES = {"normal": (), "none": _NO_LIGATURES, "no-common-ligatures": _NO_LIGATURES[:2]}
_ALONE = {"normal", "none", "auto"}
_FEATURE = re.compile(r"""\s*["']([ -~]{4})["']\s*(on|off|\d{1,2}|)\s*""")


def _features(values: Mapping[str, tuple[tuple[str, int], ...]]) -> Property:
    tags = {tag for group in values.values() for tag, _ in group}

    def read(style: Style, text: str) -> None:
        words = text.split()
        found = tuple(feature for word in words for feature in values.get(word, ()))
        if (
            not words
            or not set(words) <= values.keys()
            or (len(words) > 1 and _ALONE & {*words})
            or len(found) > len({*found})
        ):
            raise StyleError(
                f'"{text[:40]}" is not one of {", ".join(values)}', "write one of these"
            )
        _ask(style, tags, found)

    return Property(read, ("features",), attribute=False, keywords=False)


def _set_variant(style: Style, text: str) -> None:
    _VARIANTS.read(style, text)
    style.small, style.unusual = "small-caps" in text.split(), True


_VARIANTS = _features({"normal": (), "small-caps": (), **_LIGATURES, **_FIGURES})


def _set_features(style: Style, text: str) -> None:
    found = []
    for part in text.split(",") if text != "normal" else ():
        match = _FEATURE.fullmatch(part)
        if not match:
            raise StyleError(
                f"font-feature-settings: {text[:40]} is not drawn here", 'write "kern" 0, say'
            )
        found.append((match[1], int({"": "1", "on": "1", "off": "0"}.get(match[2], match[2]))))
    _ask(style, set(), tuple(found))


def _ask(style: Style, instead: set[str], features: tuple[tuple[str, int], ...]) -> None:
    style.features = (
        tuple(feature for feature in style.features if feature[0] not in instead) + features
    )
    style.unusual = style.unusual or bool(features)


_AXIS = pattern(rf"""\s*["']([ -~]{{4}})["']\s+({NUMBER})\s*""", re.IGNORECASE)


def _set_axes(style: Style, text: str) -> None:
    found: dict[str, float] = {}
    for part in text.split(",") if text != "normal" else ():
        match = _AXIS.fullmatch(part)
        if not match:
            raise StyleError(
                f"font-variation-settings: {text[:40]} is not drawn here", 'write "wdth" 75, say'
            )
        found[match[1]] = min(max(float(match[2]), -_FURTHEST), _FURTHEST)
    style.axes = tuple(found.items())
    style.unusual = style.unusual or bool(found)


def _set_decoration(style: Style, text: str) -> None:
    words = tuple(
        word
        for word in text.split()
        if word not in ("none", "solid", "auto", "blink", "currentcolor", "currentColor")
    )
    if not set(words) <= {"underline", "overline", "line-through"}:
        raise StyleError(
            f'text-decoration: "{text[:40]}" is not drawn here',
            "use underline, overline and line-through",
        )
    style.decoration = words
    style.unusual = style.unusual or bool(words)


_FURTHEST = 32767.0
"""On an axis: OpenType counts no further."""
_ACROSS = ("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb")
_DOWN = ("tb", "tb-rl", "tb-lr", "vertical-rl", "vertical-lr")


def _background(style: Style, text: str) -> Paint | None:
    try:
        return None if text == "none" else parse_colour(text)
    except StyleError:
        raise StyleError(
            f"background: {text[:40]} is not drawn here", "use a plain colour, or draw a <rect>"
        ) from None


_BIDI = ("normal", "embed", "bidi-override", "isolate", "isolate-override", "plaintext")
# of a name: CSS would have those in quotes that do not begin with a letter
_WORD = r"(?:[^\x00-,./:-@\[-^`{-\x7f][\w.+&!-]*|&)"
_FAMILY = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_FAMILIES = re.compile(r"""((?:"[^"]*"|'[^']*'|[^,])*),""")

# -- the declarations
# -----------------------------------------------------------------------------------------------------------------

_BASELINES = {
    name: name
    for name in (
        *("alphabetic", "middle", "central", "hanging", "mathematical", "ideographic"),
        *("text-before-edge", "text-after-edge"),
    )
}
_EDGES = {"before-edge": "text-before-edge", "after-edge": "text-after-edge"}
_DOMINANT = {**dict.fromkeys(("auto", "use-script", "reset-size"), "auto"), **_BASELINES}


def _dominant(style: Style, text: str) -> str:
    if text not in _DOMINANT and text != "no-change":
        raise StyleError(f'"{text}" is not one of {", ".join(_DOMINANT)}', "write one of these")
    return style.dominant if text == "no-change" else _DOMINANT[text]


_WHITE = {"normal": False, "nowrap": False, "pre": True, "pre-wrap": True, "break-spaces": True}
PROPERTIES: dict[str, Property] = {
    "color": Property(_set_colour, ("colour",)),
    "fill": _value("fill", _paint),
    "fill-opacity": _value("fill_alpha", _share),
    "fill-rule": _choice("even_odd", {"nonzero": False, "evenodd": True}),
    "stroke": _value("stroke", _paint),
    "stroke-opacity": _value("stroke_alpha", _share),
    "stroke-width": _value("stroke_width", _stroke_width),
    "stroke-linecap": _choice("cap", {"butt": 0, "round": 1, "square": 2}),
    "stroke-linejoin": _choice("join", {"miter": 0, "round": 1, "bevel": 2}),
    "stroke-miterlimit": _value("miter", _miter),
    "stroke-dasharray": _value("dash", _dash),
    "stroke-dashoffset": _value(
        "dash_offset", lambda style, text: _stroke_length(style, "stroke-dashoffset", text)
    ),
    "vector-effect": _choice("fixed", {"none": False, "non-scaling-stroke": True}, inherited=False),
    "paint-order": Property(_paint_order, ("stroke_first", "markers_at")),
    "marker": _marker(0, 1, 2, attribute=False),
    "marker-start": _marker(0),
    "marker-mid": _marker(1),
    "marker-end": _marker(2),
    "stop-color": _value("stop", _stop, inherited=False),
    "stop-opacity": _value("stop_alpha", _share, inherited=False),
    "visibility": _choice("visible", {"visible": True, "hidden": False, "collapse": False}),
    "display": _value("display", _display, inherited=False),
    "overflow": _value("overflow", _overflow, inherited=False, keywords=False),
    "opacity": _value("opacity", _share, inherited=False),
    "mix-blend-mode": _choice(
        "blend", {"normal": "", **support.BLEND_MODES}, inherited=False, attribute=False
    ),
    "isolation": _choice(
        "isolated", {"auto": False, "isolate": True}, inherited=False, attribute=False
    ),
    "clip-path": _value("clip", _clip, inherited=False),
    "clip-rule": _choice("clip_even_odd", {"nonzero": False, "evenodd": True}),
    "mask": _value("mask", _reference, inherited=False),
    "mask-type": _choice(
        "mask_type", {"luminance": "luminance", "alpha": "alpha"}, inherited=False
    ),
    "filter": _value("filter", lambda style, text: "" if text == "none" else text, inherited=False),
    "transform": _value("transform", _text, inherited=False, attribute=False),
    "transform-origin": _value("origin", _text, inherited=False),
    "transform-box": _choice(
        "reference",
        {"view-box": "view-box", "fill-box": "fill-box"},
        inherited=False,
        attribute=False,
    ),
    "translate": _move(0, "translate"),
    "rotate": _move(1, "rotate"),
    "scale": _move(2, "scale"),
    "background": _value("background", _background, inherited=False, attribute=False),
    "background-color": _value("background", _background, inherited=False, attribute=False),
    "color-interpolation": _choice("linear", {"auto": False, "sRGB": False, "linearRGB": True}),
    "image-rendering": _choice(
        "pixelated", {"auto": False, "optimizeQuality": False, "pixelated": True}
    ),
    "font-size": Property(_set_font_size, ("font_size",), unit=True),
    "font-family": _value("families", _families),
    "font-weight": _value("weight", _weight),
    "font-style": _choice("italic", {"normal": False, "italic": True, "oblique": True}),
    "font-variant": Property(_set_variant, ("small", "features"), keywords=False),
    "font-variant-caps": _unusual(
        "small", {"normal": False, "small-caps": True}, attribute=False, keywords=False
    ),
    "font-variant-ligatures": _features(_LIGATURES),
    "font-variant-numeric": _features(_FIGURES),
    "font-kerning": _features({"auto": (), "normal": (), "none": (("kern", 0),)}),
    "font-feature-settings": Property(
        _set_features, ("features",), attribute=False, keywords=False
    ),
    "line-height": _value("line_height", _line_height, attribute=False),
    "font-variation-settings": Property(_set_axes, ("axes",), attribute=False, keywords=False),
    "font-optical-sizing": _choice("optical", {"auto": True, "none": False}, attribute=False),
    "letter-spacing": _value("letter_spacing", _spacing("letter-spacing"), unit=True),
    "word-spacing": _value("word_spacing", _spacing("word-spacing"), unit=True),
    "text-anchor": _choice("anchor", {"start": "start", "middle": "middle", "end": "end"}),
    "text-decoration": Property(_set_decoration, ("decoration",), inherited=False, keywords=False),
    "text-decoration-line": Property(
        _set_decoration, ("decoration",), inherited=False, attribute=False, keywords=False
    ),
    "text-transform": _unusual(
        "letters",
        {"none": "", "uppercase": "upper", "lowercase": "lower", "capitalize": "title"},
        attribute=False,
        keywords=False,
    ),
    "white-space": _unusual("preserved", _WHITE, attribute=False, keywords=False),
    "writing-mode": _unusual(
        "vertical", {**dict.fromkeys(_ACROSS, False), **dict.fromkeys(_DOWN, True)}, keywords=False
    ),
    "direction": _unusual("rtl", {"ltr": False, "rtl": True}),
    "unicode-bidi": _unusual(
        "bidi", {name: name.replace("normal", "") for name in _BIDI}, inherited=False
    ),
    "dominant-baseline": _value("dominant", _dominant),
    "alignment-baseline": _choice(
        "aligned", {"auto": "", "baseline": "", **_EDGES, **_BASELINES}, inherited=False
    ),
    "baseline-shift": _value("shift", _shift, inherited=False),
}
"""What the walker understands, in `style` and in style sheets, and as attributes those that are."""

ATTRIBUTES = frozenset(name for name, known in PROPERTIES.items() if known.attribute)
_INITIAL = Style()
FRESH: dict[str, Any] = {
    field: getattr(_INITIAL, field)
    for known in PROPERTIES.values()
    if not known.inherited
    for field in known.fields
}
"""The fields of a style that no element inherits, with their initial values."""

# -- what is made of all others
# -------------------------------------------------------------------------------------------------------

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
    # which Inkscape 0.92 misspells
    **dict.fromkeys(("font-variant-east-asian", "font-variant-east_asian"), ("normal",)),
    "font-size-adjust": ("none",),
    "font": (),
    "kerning": ("auto",),
    "clip": ("auto",),
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
    "font-language-override": ("normal",),
    "transform": (),
}
"""Properties that change a drawing and that the walker does not follow, with the values at which
they change nothing."""

LINES = ("text-decoration", "text-decoration-line")
ABOUT_LINES = (
    "text-decoration-style",
    "text-decoration-color",
    "text-decoration-thickness",
    "text-decoration-skip-ink",
)
"""What draws lines along text, and what tells more of them, on the same element."""

UNHEARD = {
    "stroke-linejoin": ("arcs", "miter-clip"),
}
"""Values that no browser knows: the declaration counts for nothing."""

HARMLESS_DECLARATIONS = support.words(
    "shape-rendering shape-padding shape-margin cursor pointer-events color-interpolation-filters "
    "flood-color flood-opacity lighting-color text-indent text-align "
    "font-stretch block-progression solid-opacity fill-rendering user-select text-overflow shape-inside shape-subtract "
    "inline-size enable-background solid-color transition transition-property transition-duration transition-timing-function "
    "transition-delay z-index box-sizing touch-action tap-highlight-color font-smoothing font-smooth text-size-adjust "
    "outline-color outline-offset caret-color scroll-behavior tab-size hyphens word-break overflow-wrap word-wrap line-break"
    " filter-blend-mode filter-gaussianblur-deviation"
)
"""CSS that drawing programs write and that changes nothing in single-line SVG text or shapes."""
