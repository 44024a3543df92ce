"""Properties: one declaration for each.

It says how it is read into a style, what browsers take for it, and what is made of all others. A
property that is not here, nor named below as one that changes nothing, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

from cardgen.base.patterns import pattern
from cardgen.base.suggestions import nearest
from cardgen.engine.svg import grammar, support
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
Features = tuple[tuple[str, int], ...]
"""OpenType features by their tags, each with its value."""


@dataclass(frozen=True, slots=True)
class Property:
    """One property. `read` takes it into a style whose color and font-size are settled. Raises
    StyleError."""

    read: Callable[[Style, str], None]
    fields: tuple[str, ...]
    """The fields of a style that it sets; their defaults there are its initial value."""
    inherited: bool = True
    attribute: bool = True
    """True if it may be an attribute too; in style sheets it always may."""
    keywords: bool = True
    """True if `initial` and `inherit` are followed, as they cannot be where several properties set
    one field."""
    unit: bool = False
    """True if a style sheet must give its numbers a unit."""
    takes: grammar.ValueTest | None = None
    """The values that browsers take beyond what is read here; None for any."""
    complete: bool = False
    """True if browsers take what is read here, in any case of letters, and nothing else."""
    late: bool = False
    """True if its value is read where it is drawn by, and not when it is declared."""

    def reads(self, value: str) -> bool:
        """True if a value can be read here."""
        try:
            self.read(Style(), value)
        except ValueError:
            return False
        return True

    def may_take(self, value: str) -> bool:
        """True if browsers may take a value; a value that we can read is one."""
        if not self.late and self.reads(value):
            return True
        lower = value.strip().lower()
        if self.complete:
            return self.reads(lower)
        return self.takes is None or bool(self.takes(lower))


class _Traits(TypedDict, total=False):
    """The traits of a property beside its field and its reader, as `Property` has them."""

    inherited: bool
    attribute: bool
    keywords: bool
    unit: bool
    takes: grammar.ValueTest
    complete: bool
    late: bool


# -- how they are read


def _value(field: str, parse: Callable[[Style, str], Any], **traits: Unpack[_Traits]) -> Property:
    """Declare a property with a value of its own."""

    def read(style: Style, text: str) -> None:
        setattr(style, field, parse(style, text))

    return Property(read, (field,), **traits)


def _choice(field: str, values: Mapping[str, Any], **traits: Unpack[_Traits]) -> Property:
    """Declare a property that is one of some words."""

    def parse(style: Style, text: str) -> Any:
        if text not in values:
            raise StyleError(
                f'"{text}" is not one of {", ".join(values)}',
                nearest(text, values) or "write one of these",
            )
        return values[text]

    return _value(field, parse, **traits)


def _unusual(field: str, values: Mapping[str, Any], **traits: Unpack[_Traits]) -> Property:
    """Declare a property that is one of some words, each of which makes text unusual."""
    choice = _choice(field, values, **traits)

    def read(style: Style, text: str) -> None:
        choice.read(style, text)
        style.unusual = True

    return replace(choice, read=read)


def _share(style: Style, text: str) -> float:
    return share_of(text)


def _text(style: Style, text: str) -> str:
    return text


def _set_colour(style: Style, text: str) -> None:
    colour = parse_colour(text)
    if colour.alpha < 0:  # currentColor, which means inherit here (CSS Color 4)
        return
    style.colour = colour
    for field in ("fill", "stroke"):
        paint = getattr(style, field)
        if paint and paint.current:
            setattr(style, field, replace(colour, current=True))


def _paint(style: Style, text: str) -> Paint | None:
    text = text.strip()
    if text == "none":
        return None
    if text in (support.CONTEXT_FILL, support.CONTEXT_STROKE):
        return Paint(server=text)
    match = URL.match(text)
    if match:
        server, fallback = match.groups()
        if not fallback:
            return Paint(server=server)
        if URL.match(fallback):
            raise StyleError(f'"{text}" gives a second gradient or pattern', "name one")
        return Paint(server=server, otherwise=_paint(style, fallback) or ())
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
_SIZE_STEPS = {"larger": 1.2, "smaller": 1 / 1.2}


def _set_font_size(style: Style, text: str) -> None:
    outer = style.font_size
    if text in _SIZE_STEPS:
        size = _SIZE_STEPS[text] * outer
    else:
        size = _SIZES.get(text) or parse_length(text, full=outer, em=outer)
    if not size >= 0:
        raise StyleError(f"a font-size of {size:g} is not drawn here", "make it 0 or more")
    style.font_size = Em(min(size, LARGEST_TYPE), getattr(outer, "root", None))


def _stroke_width(style: Style, text: str) -> float:
    width = _stroke_length(style, "stroke-width", text)
    if width < 0:
        raise StyleError("a stroke-width cannot be negative", "make it 0 or more")
    return width


def _dash_offset(style: Style, text: str) -> float:
    return _stroke_length(style, "stroke-dashoffset", text)


_EMPTY_PART = re.compile(r"^\s*,|,\s*,|,\s*$")


def _dash(style: Style, text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    if _EMPTY_PART.search(text):
        raise StyleError(
            f'"{text[:40]}" is not a list of lengths',
            "write lengths with spaces between them, such as 2 1",
        )
    parts = text.replace(",", " ").split()
    dash = tuple(_stroke_length(style, "stroke-dasharray", part) for part in parts)
    if min(dash, default=0) < 0:
        raise StyleError("a dash cannot be negative", "make it 0 or more")
    if not any(dash):
        return ()
    return dash * 2 if len(dash) % 2 else dash


def _bolder(weight: int) -> int:
    """The weight of `bolder` inside a weight (CSS Fonts 4, 2.2.1)."""
    if weight < 350:
        return 400
    return 700 if weight < 550 else max(900, weight)


def _lighter(weight: int) -> int:
    """The weight of `lighter` inside a weight (CSS Fonts 4, 2.2.1)."""
    if weight < 550:
        return min(100, weight)
    return 400 if weight < 750 else 700


def _weight(style: Style, text: str) -> int:
    if text == "bolder":
        return _bolder(style.weight)
    if text == "lighter":
        return _lighter(style.weight)
    number = {"normal": "400", "bold": "700"}.get(text, text)
    if not WEIGHT.fullmatch(number):
        raise StyleError(
            f'"{text}" is not a font weight that is known here',
            "write bold or a number from 1 to 1000",
        )
    return int(number)


def _spacing(name: str) -> Callable[[Style, str], float]:
    def parse(style: Style, text: str) -> float:
        if text == "normal":
            return 0.0
        if text.endswith("%") and split_length(text)[1] == "%":
            return OfSize(split_length(text)[0] / 100, style.font_size)
        return _plain_length(style, name, text)

    return parse


def _line_height(style: Style, text: str) -> str:
    """The line-height as `Style.line_height` has it. What cannot be read stays as it stands, for
    lengths in lines are rare."""
    try:
        value, unit = split_length(text)
        if not unit:
            return repr(value)
        return f"{parse_length(text, style.font_size, style.font_size)!r}px"
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


_DISPLAYS = support.words(
    "inline block inline-block none table inline-table table-cell flex inline-flex grid inline-grid"
    " list-item flow-root"
)
"""The values that show an element of SVG, all in the same way, and `none`."""


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


def _filter(style: Style, text: str) -> str:
    return "" if text == "none" else text


def _reference(style: Style, text: str, kind: str = "a reference that is followed here") -> str:
    match = URL.fullmatch(text.strip())
    if text != "none" and (not match or match[2]):
        raise StyleError(f'"{text[:40]}" is not {kind}', "write url(#id)")
    return match[1] if match else ""


def _marker(*places: int, attribute: bool = True) -> Property:
    """Declare a property that sets the markers at some places: start (0), middle (1), end (2)."""

    def parse(style: Style, text: str) -> tuple[str, ...]:
        markers = list(style.markers)
        name = _reference(style, text, "a marker")
        for place in places:
            markers[place] = name
        return tuple(markers)

    takes = grammar.keywords("none", grammar.URL)
    return _value("markers", parse, keywords=False, attribute=attribute, takes=takes)


def _move(place: int, name: str, takes: str) -> Property:
    """Declare translate (0), rotate (1) or scale (2) (CSS Transforms 2, 5).

    Each is a function of a transform."""

    def parse(style: Style, text: str) -> tuple[str, ...]:
        values = [] if text == "none" else text.split()
        if len(values) > (1 if name == "rotate" else 2):
            raise StyleError(f"{name}: {text[:40]} is not drawn here", "move it in the plane")
        if name == "scale":
            values = [_factor(value) for value in values]
        moves = list(style.moved)
        moves[place] = f"{name}({','.join(values)})" if values else ""
        return tuple(moves)

    return _value(
        "moved",
        parse,
        inherited=False,
        attribute=False,
        keywords=False,
        takes=grammar.like(takes),
        late=True,
    )


def _factor(text: str) -> str:
    """A number or percentage of `scale` as a number."""
    return repr(split_length(text)[0] / 100) if text.endswith("%") else text


def _shift(style: Style, text: str) -> str:
    if text not in ("baseline", "sub", "super"):
        split_length(text)
    return "" if text == "baseline" else text


def _families(style: Style, text: str) -> tuple[str, ...]:
    return family_names(text)


_WORD = r"(?:[^\x00-,./:-@\[-^`{-\x7f][\w.+&!-]*|&)"
"""A word of a name without quotes: CSS would have those in quotes that do not begin with a
letter."""
_FAMILY = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_FAMILIES = re.compile(r"""((?:"[^"]*"|'[^']*'|[^,])*),""")


def family_names(text: str) -> tuple[str, ...]:
    """The families of a list as CSS writes it. Raises StyleError.

    A name that had better be in quotes, such as Baloo 2, is understood without."""
    families = []
    for part in map(str.strip, _FAMILIES.findall(f"{text},")):
        quoted = part[:1] in ("'", '"') and part[-1:] == part[:1] and len(part) > 2
        if not quoted and not _FAMILY.fullmatch(part):
            short = part if len(part) <= 40 else f"{part[:37]}..."
            if set(part) & {"'", '"'}:
                remedy = "close the quotation mark that was opened"
            else:
                remedy = f"put it in quotes: font-family=\"'{short}'\""
            raise StyleError(f"{short or 'nothing'} is no font name as CSS writes it", remedy)
        families.append(part[1:-1] if quoted else part)
    return tuple(families)


_PAINTED = ("fill", "stroke", "markers")


def _paint_order(style: Style, text: str) -> None:
    words = text.split()
    if words != ["normal"]:
        repeated = len(set(words)) != len(words)
        if not words or repeated or not set(words) <= set(_PAINTED):
            raise StyleError(f'"{text}" is not a paint order', "write such as stroke fill")
    first = [word for word in words if word != "normal"]
    order = first + [word for word in _PAINTED if word not in first]
    style.stroke_first = order.index("stroke") < order.index("fill")
    style.markers_at = order.index("markers")


_NO_LIGATURES = (("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0))
_LIGATURES = {"normal": (), "none": _NO_LIGATURES, "no-common-ligatures": _NO_LIGATURES[:2]}
_FIGURES: dict[str, Features] = {
    "normal": (),
    "lining-nums": (("lnum", 1),),
    "oldstyle-nums": (("onum", 1),),
    "slashed-zero": (("zero", 1),),
    "proportional-nums": (("pnum", 1),),
    "tabular-nums": (("tnum", 1),),
    "ordinal": (("ordn", 1),),
    "diagonal-fractions": (("frac", 1),),
    "stacked-fractions": (("afrc", 1),),
}
_ALONE = {"normal", "none", "auto"}
_FEATURE = re.compile(r"""\s*["']([ -~]{4})["']\s*(on|off|\d{1,2}|)\s*""")
_FEATURE_VALUES = {"": 1, "on": 1, "off": 0}


def _features(values: Mapping[str, Features], *, complete: bool = False) -> Property:
    """Declare a property whose words ask for OpenType features, in place of those of its own."""
    tags = {tag for group in values.values() for tag, _ in group}

    def read(style: Style, text: str) -> None:
        words = text.split()
        features = tuple(feature for word in words for feature in values.get(word, ()))
        are_known = bool(words) and set(words) <= values.keys()
        contradicting = len(words) > 1 and bool(_ALONE & set(words))
        if not are_known or contradicting or len(features) > len(set(features)):
            raise StyleError(
                f'"{text[:40]}" is not one of {", ".join(values)}', "write one of these"
            )
        _ask(style, tags, features)

    return Property(read, ("features",), attribute=False, keywords=False, complete=complete)


_VARIANTS = _features({"normal": (), "small-caps": (), **_LIGATURES, **_FIGURES})


def _set_variant(style: Style, text: str) -> None:
    _VARIANTS.read(style, text)
    style.small = "small-caps" in text.split()
    style.unusual = True


def _set_features(style: Style, text: str) -> None:
    features = []
    for part in [] if text == "normal" else text.split(","):
        match = _FEATURE.fullmatch(part)
        if not match:
            raise StyleError(
                f"font-feature-settings: {text[:40]} is not drawn here", 'write "kern" 0, say'
            )
        tag, value = match.groups()
        number = _FEATURE_VALUES[value] if value in _FEATURE_VALUES else int(value)
        features.append((tag, number))
    _ask(style, set(), tuple(features))


def _ask(style: Style, instead_of: set[str], features: Features) -> None:
    """Ask for features in place of those with some tags."""
    others = tuple(feature for feature in style.features if feature[0] not in instead_of)
    style.features = others + features
    style.unusual = style.unusual or bool(features)


_AXIS = pattern(rf"""\s*["']([ -~]{{4}})["']\s+({NUMBER})\s*""", re.IGNORECASE)
_FURTHEST = 32767.0
"""On an axis: OpenType counts no further."""


def _set_axes(style: Style, text: str) -> None:
    axes: dict[str, float] = {}
    for part in [] if text == "normal" else text.split(","):
        match = _AXIS.fullmatch(part)
        if not match:
            raise StyleError(
                f"font-variation-settings: {text[:40]} is not drawn here", 'write "wdth" 75, say'
            )
        axes[match[1]] = min(max(float(match[2]), -_FURTHEST), _FURTHEST)
    style.axes = tuple(axes.items())
    style.unusual = style.unusual or bool(axes)


_PLAIN_LINE = ("none", "solid", "auto", "blink", "currentcolor", "currentColor")


def _set_decoration(style: Style, text: str) -> None:
    lines = tuple(word for word in text.split() if word not in _PLAIN_LINE)
    if not set(lines) <= {"underline", "overline", "line-through"}:
        raise StyleError(
            f'text-decoration: "{text[:40]}" is not drawn here',
            "use underline, overline and line-through",
        )
    style.decoration = lines
    style.unusual = style.unusual or bool(lines)


def _background(style: Style, text: str) -> Paint | None:
    try:
        return None if text == "none" else parse_colour(text)
    except StyleError:
        raise StyleError(
            f"background: {text[:40]} is not drawn here", "use a plain colour, or draw a <rect>"
        ) from None


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
    if text == "no-change":
        return style.dominant
    if text not in _DOMINANT:
        raise StyleError(f'"{text}" is not one of {", ".join(_DOMINANT)}', "write one of these")
    return _DOMINANT[text]


# -- the declarations

_BIDI = ("normal", "embed", "bidi-override", "isolate", "isolate-override", "plaintext")
_WHITE = {"normal": False, "nowrap": False, "pre": True, "pre-wrap": True, "break-spaces": True}
_VERTICAL = {
    **dict.fromkeys(("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb"), False),
    **dict.fromkeys(("tb", "tb-rl", "tb-lr", "vertical-rl", "vertical-lr"), True),
}
_LETTERS = {"none": "", "uppercase": "upper", "lowercase": "lower", "capitalize": "title"}
_EVEN_ODD = {"nonzero": False, "evenodd": True}
_PAINT_ORDER = r"normal|(?!.*(\b\w+\b).*\1)(?:(?:fill|stroke|markers)(?:\s+|$))+"
_DASHES = rf"none|{grammar.LENGTH}(?:(?:\s*,\s*|\s+){grammar.LENGTH})*".replace("[+-]?", r"\+?")
_CLIPS = rf"{grammar.URL}|(?:[a-z-]+\s+)?{grammar.SHAPES}(?:\s*[a-z-]+)?"
_ORIGIN = rf"(?:(?:left|right|top|bottom|center|{grammar.LENGTH})\s*){{1,3}}"
_ANY_WEIGHT = r"\+?0*(?:[1-9]\d{0,2}(?:\.\d+)?|1000(?:\.0+)?)"
_SPACING = grammar.keywords("normal", grammar.LENGTH)
_WRITING_MODES = (
    "horizontal-tb vertical-rl vertical-lr sideways-rl sideways-lr lr lr-tb rl rl-tb tb tb-rl tb-lr"
)
_UNITED, _FACTOR = grammar.LENGTH_WITH_UNIT, rf"{NUMBER}%?"

PROPERTIES: dict[str, Property] = {
    "color": Property(_set_colour, ("colour",), takes=grammar.may_be_colour),
    "fill": _value("fill", _paint, takes=grammar.may_be_paint),
    "fill-opacity": _value("fill_alpha", _share, takes=grammar.is_share),
    "fill-rule": _choice("even_odd", _EVEN_ODD, complete=True),
    "stroke": _value("stroke", _paint, takes=grammar.may_be_paint),
    "stroke-opacity": _value("stroke_alpha", _share, takes=grammar.is_share),
    "stroke-width": _value(
        "stroke_width", _stroke_width, takes=grammar.like(grammar.POSITIVE_LENGTH)
    ),
    "stroke-linecap": _choice("cap", {"butt": 0, "round": 1, "square": 2}, complete=True),
    "stroke-linejoin": _choice("join", {"miter": 0, "round": 1, "bevel": 2}, complete=True),
    "stroke-miterlimit": _value("miter", _miter, takes=grammar.like(grammar.POSITIVE_NUMBER)),
    "stroke-dasharray": _value("dash", _dash, takes=grammar.like(_DASHES)),
    "stroke-dashoffset": _value("dash_offset", _dash_offset, takes=grammar.is_length),
    "vector-effect": _choice(
        "fixed", {"none": False, "non-scaling-stroke": True}, inherited=False, complete=True
    ),
    "paint-order": Property(
        _paint_order, ("stroke_first", "markers_at"), takes=grammar.like(_PAINT_ORDER)
    ),
    "marker": _marker(0, 1, 2, attribute=False),
    "marker-start": _marker(0),
    "marker-mid": _marker(1),
    "marker-end": _marker(2),
    "stop-color": _value("stop", _stop, inherited=False, takes=grammar.may_be_colour),
    "stop-opacity": _value("stop_alpha", _share, inherited=False, takes=grammar.is_share),
    "visibility": _choice(
        "visible", {"visible": True, "hidden": False, "collapse": False}, complete=True
    ),
    "display": _value("display", _display, inherited=False, takes=grammar.like(r"[a-z -]+")),
    "overflow": _value(
        "overflow",
        _overflow,
        inherited=False,
        keywords=False,
        takes=grammar.like(r"(?:(?:auto|visible|hidden|scroll|clip|overlay)\s*){1,2}"),
    ),
    "opacity": _value("opacity", _share, inherited=False, takes=grammar.is_share),
    "mix-blend-mode": _choice(
        "blend",
        {"normal": "", **support.BLEND_MODES},
        inherited=False,
        attribute=False,
        takes=grammar.keywords(" ".join(support.BLEND_MODES) + " normal plus-lighter"),
    ),
    "isolation": _choice(
        "isolated",
        {"auto": False, "isolate": True},
        inherited=False,
        attribute=False,
        complete=True,
    ),
    "clip-path": _value(
        "clip", _clip, inherited=False, takes=grammar.keywords(f"none {grammar.BOXES}", _CLIPS)
    ),
    "clip-rule": _choice("clip_even_odd", _EVEN_ODD, complete=True),
    "mask": _value("mask", _reference, inherited=False),
    "mask-type": _choice(
        "mask_type", {"luminance": "luminance", "alpha": "alpha"}, inherited=False, complete=True
    ),
    "filter": _value(
        "filter",
        _filter,
        inherited=False,
        takes=grammar.like(rf"none|(?:(?:{grammar.URL}|{grammar.FILTER_FUNCTIONS})\s*)+"),
        late=True,
    ),
    "transform": _value(
        "transform",
        _text,
        inherited=False,
        attribute=False,
        takes=grammar.like(rf"none|(?:(?:{grammar.TRANSFORMS})\s*)+"),
        late=True,
    ),
    "transform-origin": _value(
        "origin", _text, inherited=False, takes=grammar.like(_ORIGIN), late=True
    ),
    "transform-box": _choice(
        "reference",
        {"view-box": "view-box", "fill-box": "fill-box"},
        inherited=False,
        attribute=False,
        takes=grammar.keywords(grammar.BOXES),
    ),
    "translate": _move(0, "translate", rf"none|{_UNITED}(?:\s+{_UNITED}){{0,2}}"),
    "rotate": _move(1, "rotate", rf"none|.*{grammar.ANGLE}.*"),
    "scale": _move(2, "scale", rf"none|{_FACTOR}(?:\s+{_FACTOR}){{0,2}}"),
    "background": _value("background", _background, inherited=False, attribute=False),
    "background-color": _value("background", _background, inherited=False, attribute=False),
    "color-interpolation": _choice("linear", {"auto": False, "sRGB": False, "linearRGB": True}),
    "image-rendering": _choice(
        "pixelated",
        {"auto": False, "optimizeQuality": False, "pixelated": True},
        takes=grammar.keywords("auto pixelated crisp-edges -webkit-optimize-contrast"),
    ),
    "font-size": Property(
        _set_font_size,
        ("font_size",),
        unit=True,
        takes=grammar.keywords("math", grammar.POSITIVE_LENGTH),
    ),
    "font-family": _value("families", _families),
    "font-weight": _value("weight", _weight, takes=grammar.like(_ANY_WEIGHT)),
    "font-style": _choice(
        "italic",
        {"normal": False, "italic": True, "oblique": True},
        takes=grammar.like(rf"normal|italic|oblique(?:\s+{grammar.ANGLE})?"),
    ),
    "font-variant": Property(
        _set_variant,
        ("small", "features"),
        keywords=False,
        takes=grammar.like(r"(?:[a-z-]+\s*)+"),
    ),
    "font-variant-caps": _unusual(
        "small",
        {"normal": False, "small-caps": True},
        attribute=False,
        keywords=False,
        takes=grammar.keywords(grammar.CAPITALS),
    ),
    "font-variant-ligatures": _features(_LIGATURES),
    "font-variant-numeric": _features(_FIGURES),
    "font-kerning": _features({"auto": (), "normal": (), "none": (("kern", 0),)}, complete=True),
    "font-feature-settings": Property(
        _set_features, ("features",), attribute=False, keywords=False
    ),
    "line-height": _value("line_height", _line_height, attribute=False),
    "font-variation-settings": Property(_set_axes, ("axes",), attribute=False, keywords=False),
    "font-optical-sizing": _choice("optical", {"auto": True, "none": False}, attribute=False),
    "letter-spacing": _value(
        "letter_spacing", _spacing("letter-spacing"), unit=True, takes=_SPACING
    ),
    "word-spacing": _value("word_spacing", _spacing("word-spacing"), unit=True, takes=_SPACING),
    "text-anchor": _choice(
        "anchor", {"start": "start", "middle": "middle", "end": "end"}, complete=True
    ),
    "text-decoration": Property(
        _set_decoration,
        ("decoration",),
        inherited=False,
        keywords=False,
        takes=grammar.are_text_lines,
    ),
    "text-decoration-line": Property(
        _set_decoration,
        ("decoration",),
        inherited=False,
        attribute=False,
        keywords=False,
        takes=grammar.are_text_lines,
    ),
    "text-transform": _unusual("letters", _LETTERS, attribute=False, keywords=False),
    "white-space": _unusual("preserved", _WHITE, attribute=False, keywords=False),
    "writing-mode": _unusual(
        "vertical", _VERTICAL, keywords=False, takes=grammar.keywords(_WRITING_MODES)
    ),
    "direction": _unusual("rtl", {"ltr": False, "rtl": True}, complete=True),
    "unicode-bidi": _unusual(
        "bidi",
        {name: name.replace("normal", "") for name in _BIDI},
        inherited=False,
        complete=True,
    ),
    "dominant-baseline": _value(
        "dominant",
        _dominant,
        takes=grammar.keywords(f"{grammar.BASELINES} use-script no-change reset-size"),
    ),
    "alignment-baseline": _choice(
        "aligned",
        {"auto": "", "baseline": "", **_EDGES, **_BASELINES},
        inherited=False,
        takes=grammar.keywords(f"{grammar.BASELINES} baseline before-edge after-edge"),
    ),
    "baseline-shift": _value(
        "shift",
        _shift,
        inherited=False,
        takes=grammar.keywords("baseline sub super", grammar.LENGTH),
    ),
}
"""The properties that the walker understands, in `style` and in style sheets, and as attributes
those that are."""

ATTRIBUTES = frozenset(name for name, declared in PROPERTIES.items() if declared.attribute)
_INITIAL = Style()
FRESH: dict[str, Any] = {
    field: getattr(_INITIAL, field)
    for declared in PROPERTIES.values()
    if not declared.inherited
    for field in declared.fields
}
"""The fields of a style that no element inherits, with their initial values."""

# -- what is made of all others

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
"""The property that draws lines along text, and those that tell more of them, on the same
element."""

UNHEARD = {
    "stroke-linejoin": ("arcs", "miter-clip"),
}
"""Values that no browser knows: the declaration counts for nothing."""

HARMLESS_DECLARATIONS = support.words(
    "shape-rendering shape-padding shape-margin cursor pointer-events color-interpolation-filters"
    " flood-color flood-opacity lighting-color text-indent text-align font-stretch"
    " block-progression solid-opacity fill-rendering user-select text-overflow shape-inside"
    " shape-subtract inline-size enable-background solid-color transition transition-property"
    " transition-duration transition-timing-function transition-delay z-index box-sizing"
    " touch-action tap-highlight-color font-smoothing font-smooth text-size-adjust outline-color"
    " outline-offset caret-color scroll-behavior tab-size hyphens word-break overflow-wrap"
    " word-wrap line-break filter-blend-mode filter-gaussianblur-deviation"
)
"""CSS that drawing programs write and that changes nothing in single-line SVG text or shapes."""
