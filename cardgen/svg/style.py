"""Style: from what an element declares to the values that it is painted with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.svg import support
from cardgen.svg.cascade import UNITLESS, UNITS_WANTED, WEIGHT, with_variables
from cardgen.svg.colours import BLACK, Paint, parse_colour
from cardgen.svg.css_shapes import is_shape
from cardgen.svg.values import Em, StyleError, parse_length, share_of, split_length

_MOST_CHILDREN = 512


@dataclass(slots=True)
class Style:
    """Computed values of one element. Lengths are user units."""

    fill: Paint | None = BLACK
    stroke: Paint | None = None
    stroke_width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    families: tuple[str, ...] = ()
    font_size: float = Em(16.0)
    weight: int = 400
    italic: bool = False
    anchor: str = "start"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    dominant: str = "auto"
    preserved: bool | None = None
    """Whether white space is kept as it is; None leaves it to xml:space."""
    letters: str = ""
    """How letters are changed: upper, lower or title."""
    pixelated: bool = False
    """Whether the pixels of pictures are to be seen."""
    small: bool = False
    """Whether small letters are shown as small capitals."""
    markers: tuple[str, str, str] = ("", "", "")
    custom: tuple[tuple[str, str], ...] = ()
    colour: Paint = BLACK
    visible: bool = True
    stroke_first: bool = False
    markers_at: int = 2
    """Whether markers are painted before the fill and stroke (0), between them (1) or after (2)."""
    rtl: bool = False
    features: tuple[tuple[str, int], ...] = ()
    """What a font is asked to do otherwise than usual: OpenType features."""
    shares: bool = False
    """Whether measures of the stroke are shares of the viewport."""
    vertical: bool = False
    unusual: bool = False
    """Whether text has to be looked at closely: direction, white space, changed letters, lines under it."""
    # Not inherited:
    opacity: float = 1.0
    clip: str = ""
    display: bool = True
    stop: Paint = BLACK
    stop_alpha: float = 1.0
    overflow: str = "hidden"
    mask: str = ""
    mask_type: str = "luminance"
    transform: str = ""
    """The CSS property, empty for none: `svg/transforms.py` reads it."""
    moved: tuple[str, str, str] = ("", "", "")
    """The CSS properties translate, rotate and scale, as the functions of `transform`."""
    origin: str = ""
    reference: str = "view-box"
    aligned: str = ""
    shift: str = ""
    decoration: tuple[str, ...] = ()
    background: Paint | None = None
    fixed: bool = False
    """Whether a stroke keeps its width when its shape is scaled."""
    bidi: str = ""
    filter: str = ""
    blend: str = ""
    isolated: bool = False

    _children: dict[tuple[tuple[str, str], ...], Style] = field(default_factory=dict, repr=False, compare=False)

    def with_shares(self, diagonal: float) -> Style:
        """The style with the shares of its stroke as lengths."""

        def settled(value: float) -> float:
            return value * diagonal / 100 if isinstance(value, Share) else value

        dash = tuple(map(settled, self.dash))
        return replace(self, stroke_width=settled(self.stroke_width), dash=dash, dash_offset=settled(self.dash_offset), shares=False)

    @property
    def composed(self) -> bool:
        """Whether what it paints is cut, masked, filtered, blended or faded as one."""
        return bool(self.opacity != 1 or self.clip or self.mask or self.filter or self.blend or self.isolated)

    def faded(self) -> Style:
        """The style with its opacity as that of its fill and stroke."""
        return replace(self, fill_alpha=self.opacity * self.fill_alpha, stroke_alpha=self.opacity * self.stroke_alpha, opacity=1.0)

    def seen(self) -> Style:
        """The style without a fill or stroke that lets all through: drawing programs write such, and no printer need hear of them."""
        fill = self.fill if self.fill and self.fill.alpha * self.fill_alpha > 0 else None
        stroke = self.stroke if self.stroke and self.stroke.alpha * self.stroke_alpha > 0 else None
        return self if fill is self.fill and stroke is self.stroke else replace(self, fill=fill, stroke=stroke)

    def derive(self, properties: Mapping[str, str]) -> Style:
        """The style of a child that declares these properties: one and the same for the same ones, so not to be changed.

        Raises StyleError.
        """
        key = tuple(properties.items())
        found = self._children.get(key)
        if found is None:
            found = self._derived(properties)
            self.adopt(key, found)
        return found

    def child(self, attributes: tuple[tuple[str, str], ...]) -> Style | None:
        """The style of a child with these attributes, if there was one of which nothing had to be said."""
        return self._children.get(attributes)

    def adopt(self, attributes: tuple[tuple[str, str], ...], style: Style) -> None:
        """Remember the style of a child."""
        if len(self._children) >= _MOST_CHILDREN:
            self._children.clear()
        self._children[attributes] = style

    def _derived(self, properties: Mapping[str, str]) -> Style:
        style = replace(self, **_FRESH, _children={})
        if any(name.startswith("--") or "var(" in value for name, value in properties.items()):
            properties = style._substituted(properties)
        if properties.get("color", "inherit") not in _WIDE:
            _set_colour(style, properties["color"])
        if properties.get("font-size", "inherit") not in _WIDE:
            _set_font_size(style, properties["font-size"])
        for name, value in properties.items():
            setter = _SETTERS.get(name)
            if value in _WIDE:
                self._wide(style, name, value)
            elif setter:
                setter(style, value)
        size, root = float(style.font_size), getattr(style.font_size, "root", None)
        style.font_size = Em(size, size if root is None else root, (style.families, style.weight, style.italic))
        return style

    def _wide(self, style: Style, name: str, value: str) -> None:
        """Follow a keyword that every property knows (CSS Cascade 4, 7.3), for a child's style."""
        fields = _FIELDS.get(name)
        if name not in _NOT_INHERITED and value != "initial":
            return
        if fields is None or value.startswith("revert"):
            raise StyleError(f"{name}: {value} is not followed", "write the value itself")
        for field_name in fields if value != "unset" else ():
            setattr(style, field_name, getattr(self if value == "inherit" else _INITIAL, field_name))

    def _substituted(self, properties: Mapping[str, str]) -> dict[str, str]:
        """The properties with custom ones put in where var() asks for them (CSS Custom Properties 1)."""
        custom = dict(self.custom)
        own = {name: value for name, value in properties.items() if name.startswith("--")}
        for name, value in own.items():
            custom[name] = with_variables(value, {**custom, **own}, (name,))
        self.custom = tuple(custom.items())
        found = {}
        for name, value in properties.items():
            if name not in own:
                found[name] = with_variables(value, custom)
                if found[name] != value and name in UNITS_WANTED and UNITLESS.fullmatch(found[name]) and float(found[name]):
                    raise StyleError(f"{name}: {found[name]} lacks its unit, which a style sheet needs", f"write {found[name]}px")
        return found


_INITIAL = Style()
_WIDE = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))


_URL = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)""")


def _paint(style: Style, text: str) -> Paint | None:
    text = text.strip()
    if text == "none":
        return None
    if text in (support.CONTEXT_FILL, support.CONTEXT_STROKE):
        return Paint(server=text)
    match = _URL.match(text)
    if match:
        if not match[2]:
            return Paint(server=match[1])
        if _URL.match(match[2]):
            raise StyleError(f'"{text}" gives a second gradient or pattern', "name one")
        return Paint(server=match[1], otherwise=_paint(style, match[2]) or ())
    paint = parse_colour(text)
    return replace(style.colour, current=True) if paint.alpha < 0 else paint


# -- properties ---------------------------------------------------------------------------------------------------------------------


def _move(place: int, name: str) -> Any:
    def setter(style: Style, text: str) -> None:
        values = [] if text == "none" else text.split()
        if len(values) > (1 if name == "rotate" else 2):
            raise StyleError(f"{name}: {text[:40]} is not drawn here", "move it in the plane")
        if name == "scale":
            values = [repr(split_length(value)[0] / 100) if value.endswith("%") else value for value in values]
        said = f"{name}({','.join(values)})" if values else ""
        style.moved = tuple(said if at == place else before for at, before in enumerate(style.moved))  # type: ignore[assignment]

    return setter


def _choice(attribute: str, values: Mapping[str, Any]) -> Any:
    def setter(style: Style, text: str) -> None:
        if text not in values:
            raise StyleError(f'"{text}" is not one of {", ".join(values)}')
        setattr(style, attribute, values[text])

    return setter


def _set_colour(style: Style, text: str) -> None:
    paint = parse_colour(text)
    if paint.alpha >= 0:
        style.colour = paint
        for name in ("fill", "stroke"):
            if getattr(style, name) and getattr(style, name).current:
                setattr(style, name, replace(paint, current=True))


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
    size = step * style.font_size if step else _SIZES.get(text) or parse_length(text, whole=style.font_size, em=style.font_size)
    if not 0 <= size <= 10_000:
        raise StyleError(f"a font-size of {size:g} is not drawn here", "browsers stop at 10000")
    style.font_size = Em(size, getattr(style.font_size, "root", None))


def _set_stroke_width(style: Style, text: str) -> None:
    style.stroke_width = _stroke_length(style, "stroke-width", text)
    if style.stroke_width < 0:
        raise StyleError("a stroke-width cannot be negative")


def _set_dash(style: Style, text: str) -> None:
    if text == "none":
        style.dash = ()
        return
    dash = tuple(_stroke_length(style, "stroke-dasharray", part) for part in text.replace(",", " ").split())
    if min(dash, default=0) < 0:
        raise StyleError("a dash cannot be negative")
    if not any(dash):
        dash = ()
    style.dash = dash * 2 if len(dash) % 2 else dash


def _set_weight(style: Style, text: str) -> None:
    bolder = 400 if style.weight < 350 else 700 if style.weight < 550 else max(900, style.weight)
    lighter = min(100, style.weight) if style.weight < 550 else 400 if style.weight < 750 else 700
    weight = {"normal": "400", "bold": "700", "bolder": str(bolder), "lighter": str(lighter)}.get(text, text)
    if not WEIGHT.fullmatch(weight):
        raise StyleError(f'"{text}" is not a font weight that is known here', "write bold or a number from 1 to 1000")
    style.weight = int(weight)


def _set_spacing(style: Style, text: str) -> None:
    style.letter_spacing = 0.0 if text == "normal" else _plain_length(style, "letter-spacing", text)


class Share(float):
    """A stroke's measure in percent of the viewport's diagonal."""


def _stroke_length(style: Style, name: str, text: str) -> float:
    if text.endswith("%") and split_length(text)[1] == "%":
        style.shares = True
        return Share(split_length(text)[0])
    return _plain_length(style, name, text)


def _plain_length(style: Style, name: str, text: str) -> float:
    if "%" in text:
        raise StyleError(f"a {name} in percent is not drawn here", "give it in user units")
    return parse_length(text, em=style.font_size)


def _set_miter(style: Style, text: str) -> None:
    value, unit = split_length(text)
    if unit or value < 1:
        raise StyleError(f'"{text}" is not a miter limit', "it is a number from 1 upward")
    style.miter = value


_DISPLAYS = (
    *("inline", "block", "inline-block", "none", "table", "inline-table", "table-cell"),
    *("flex", "inline-flex", "grid", "inline-grid", "list-item", "flow-root"),
)
"""What shows an element of SVG, all in the same way, or does not."""


def _set_display(style: Style, text: str) -> None:
    if text not in _DISPLAYS:
        raise StyleError(f"display: {text} is not followed", "write inline or none")
    style.display = text != "none"


def _set_overflow(style: Style, text: str) -> None:
    if text not in ("visible", "hidden", "auto", "scroll", "clip"):
        raise StyleError(f"overflow: {text} is not followed", "write visible or hidden")
    style.overflow = "visible" if text in ("visible", "auto") else "hidden"


def _set_stop(style: Style, text: str) -> None:
    paint = _paint(style, text)
    if paint is None or paint.server:
        raise StyleError(f'"{text}" is not a colour')
    style.stop = paint


def _set_clip(style: Style, text: str) -> None:
    if text == "none":
        return
    match = _URL.match(text)
    if match and match[2]:
        raise StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to one <clipPath>")
    if not match and not is_shape(text):
        raise StyleError(f'clip-path "{text[:40]}" is not drawn here', "refer to a <clipPath>")
    style.clip = match[1] if match else text


def _reference(attribute: str) -> Any:
    def setter(style: Style, text: str) -> None:
        match = _URL.fullmatch(text.strip())
        if text != "none" and (not match or match[2]):
            raise StyleError(f'"{text[:40]}" is not a reference that is followed here', "write url(#id)")
        setattr(style, attribute, match[1] if match else "")

    return setter


def _set_marker(places: tuple[int, ...]) -> Any:
    def setter(style: Style, text: str) -> None:
        match = _URL.fullmatch(text.strip())
        if text != "none" and (not match or match[2]):
            raise StyleError(f'"{text[:40]}" is not a marker', "write url(#id)")
        style.markers = tuple(  # type: ignore[assignment]
            (match[1] if match else "") if place in places else before for place, before in enumerate(style.markers)
        )

    return setter


def _set_shift(style: Style, text: str) -> None:
    if text not in ("baseline", "sub", "super"):
        split_length(text)
    style.shift = "" if text == "baseline" else text


def _set_families(style: Style, text: str) -> None:
    families = []
    for part in map(str.strip, text.split(",")):
        quoted = part[:1] in ("'", '"') and part[-1:] == part[:1] and len(part) > 2
        if not quoted and not _FAMILY.fullmatch(part):
            raise StyleError(f"{part or 'nothing'} is no font name as CSS writes it", f"put it in quotes: font-family=\"'{part}'\"")
        families.append(part[1:-1] if quoted else part)
    style.families = tuple(families)


def _assign(attribute: str, parse: Any) -> Any:
    def setter(style: Style, text: str) -> None:
        setattr(style, attribute, parse(text))

    return setter


def _paint_order(style: Style, text: str) -> None:
    words = text.split()
    if words != ["normal"] and (not words or len(set(words)) != len(words) or not {"fill", "stroke", "markers"}.issuperset(words)):
        raise StyleError(f'"{text}" is not a paint order')
    words = [word for word in words if word != "normal"]
    order = words + [word for word in ("fill", "stroke", "markers") if word not in words]
    style.stroke_first = order.index("stroke") < order.index("fill")
    style.markers_at = order.index("markers")


_NO_LIGATURES = (("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0))
_FIGURES: dict[str, tuple[tuple[str, int], ...]] = {
    "normal": (),
    **{name: ((tag, 1),) for name, tag in (("lining-nums", "lnum"), ("oldstyle-nums", "onum"), ("slashed-zero", "zero"))},
    **{name: ((tag, 1),) for name, tag in (("proportional-nums", "pnum"), ("tabular-nums", "tnum"), ("ordinal", "ordn"))},
    **{name: ((tag, 1),) for name, tag in (("diagonal-fractions", "frac"), ("stacked-fractions", "afrc"))},
}
_FEATURE = re.compile(r"""\s*["']([ -~]{4})["']\s*(on|off|\d{1,2}|)\s*""")


def _features(values: Mapping[str, tuple[tuple[str, int], ...]]) -> Any:
    tags = {tag for group in values.values() for tag, _ in group}

    def setter(style: Style, text: str) -> None:
        if text not in values:
            raise StyleError(f'"{text[:40]}" is not one of {", ".join(values)}')
        _ask(style, tags, values[text])

    return setter


def _set_features(style: Style, text: str) -> None:
    found = []
    for part in text.split(",") if text != "normal" else ():
        match = _FEATURE.fullmatch(part)
        if not match:
            raise StyleError(f"font-feature-settings: {text[:40]} is not drawn here", 'write "kern" 0, say')
        found.append((match[1], {"": 1, "on": 1, "off": 0}.get(match[2]) if match[2] in ("", "on", "off") else int(match[2])))
    _ask(style, set(), tuple(found))  # type: ignore[arg-type]


def _ask(style: Style, instead: set[str], features: tuple[tuple[str, int], ...]) -> None:
    style.features = tuple(feature for feature in style.features if feature[0] not in instead) + features
    style.unusual = style.unusual or bool(features)


def _set_decoration(style: Style, text: str) -> None:
    words = tuple(word for word in text.split() if word not in ("none", "solid", "auto", "blink", "currentcolor", "currentColor"))
    if not set(words) <= {"underline", "overline", "line-through"}:
        raise StyleError(f'text-decoration: "{text[:40]}" is not drawn here', "use underline, overline and line-through")
    style.decoration = words
    style.unusual = style.unusual or bool(words)


_ACROSS = ("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb")
_DOWN = ("tb", "tb-rl", "tb-lr", "vertical-rl", "vertical-lr")


def _set_background(style: Style, text: str) -> None:
    try:
        style.background = None if text == "none" else parse_colour(text)
    except StyleError:
        raise StyleError(f"background: {text[:40]} is not drawn here", "use a plain colour, or draw a <rect>") from None


def _unusual(attribute: str, values: Mapping[str, Any]) -> Any:
    choose = _choice(attribute, values)

    def setter(style: Style, text: str) -> None:
        choose(style, text)
        style.unusual = True

    return setter


_BIDI = ("normal", "embed", "bidi-override", "isolate", "isolate-override", "plaintext")
_NAME = r"-?[^\x00-@\[-^`{-\x7f][\w-]*"  # begins with a letter, _ or what is not ASCII
_FAMILY = re.compile(rf"{_NAME}(?:\s+{_NAME})*")
_FRESH: dict[str, Any] = {
    "opacity": 1.0,
    "clip": "",
    "display": True,
    "stop": Paint(),
    "stop_alpha": 1.0,
    "overflow": "hidden",
    "mask": "",
    "mask_type": "luminance",
    "transform": "",
    "moved": ("", "", ""),
    "origin": "",
    "reference": "view-box",
    "aligned": "",
    "shift": "",
    "decoration": (),
    "fixed": False,
    "background": None,
    "bidi": "",
    "filter": "",
    "blend": "",
    "isolated": False,
}
"""What no element inherits."""
_NOT_INHERITED = frozenset(("opacity", "clip-path", "stop-color", "stop-opacity", "overflow", "display", "mask", "mask-type", "transform"))
_NOT_INHERITED |= {"alignment-baseline", "baseline-shift", "filter", "mix-blend-mode", "isolation", "unicode-bidi"}
_NOT_INHERITED |= {"transform-origin", "transform-box", "translate", "rotate", "scale", "text-decoration", "vector-effect"}
_BASELINES = {name: name for name in support.BASELINES}
_EDGES = {"before-edge": "text-before-edge", "after-edge": "text-after-edge"}
_WHITE = {"normal": False, "nowrap": False, "pre": True, "pre-wrap": True, "break-spaces": True}
_SETTERS: dict[str, Any] = {
    "fill": lambda style, text: setattr(style, "fill", _paint(style, text)),
    "stroke": lambda style, text: setattr(style, "stroke", _paint(style, text)),
    "stop-color": _set_stop,
    "stop-opacity": _assign("stop_alpha", share_of),
    "stroke-width": _set_stroke_width,
    "stroke-linecap": _choice("cap", {"butt": 0, "round": 1, "square": 2}),
    "stroke-linejoin": _choice("join", {"miter": 0, "round": 1, "bevel": 2}),
    "stroke-miterlimit": _set_miter,
    "stroke-dasharray": _set_dash,
    "stroke-dashoffset": lambda style, text: setattr(style, "dash_offset", _stroke_length(style, "stroke-dashoffset", text)),
    "fill-opacity": _assign("fill_alpha", share_of),
    "stroke-opacity": _assign("stroke_alpha", share_of),
    "opacity": _assign("opacity", share_of),
    "fill-rule": _choice("even_odd", {"nonzero": False, "evenodd": True}),
    "clip-rule": _choice("clip_even_odd", {"nonzero": False, "evenodd": True}),
    "font-family": _set_families,
    "font-weight": _set_weight,
    "font-style": _choice("italic", {"normal": False, "italic": True, "oblique": True}),
    "text-anchor": _choice("anchor", {"start": "start", "middle": "middle", "end": "end"}),
    "letter-spacing": _set_spacing,
    "word-spacing": lambda style, text: setattr(
        style, "word_spacing", 0.0 if text == "normal" else _plain_length(style, "word-spacing", text)
    ),
    "dominant-baseline": _choice("dominant", {**dict.fromkeys(("auto", "use-script", "no-change", "reset-size"), "auto"), **_BASELINES}),
    "alignment-baseline": _choice("aligned", {"auto": "", "baseline": "", **_EDGES, **_BASELINES}),
    "background": _set_background,
    "background-color": _set_background,
    "writing-mode": _unusual("vertical", {**dict.fromkeys(_ACROSS, False), **dict.fromkeys(_DOWN, True)}),
    "vector-effect": _choice("fixed", {"none": False, "non-scaling-stroke": True}),
    "text-decoration": _set_decoration,
    "font-kerning": _features({"auto": (), "normal": (), "none": (("kern", 0),)}),
    "font-variant-ligatures": _features({"normal": (), "none": _NO_LIGATURES, "no-common-ligatures": _NO_LIGATURES[:2]}),
    "font-variant-numeric": _features(_FIGURES),
    "font-feature-settings": _set_features,
    **dict.fromkeys(("font-variant", "font-variant-caps"), _unusual("small", {"normal": False, "small-caps": True})),
    "text-decoration-line": _set_decoration,
    "direction": _unusual("rtl", {"ltr": False, "rtl": True}),
    "unicode-bidi": _unusual("bidi", {name: name.replace("normal", "") for name in _BIDI}),
    "white-space": _unusual("preserved", _WHITE),
    "text-transform": _unusual("letters", {"none": "", "uppercase": "upper", "lowercase": "lower", "capitalize": "title"}),
    "baseline-shift": _set_shift,
    "mask": _reference("mask"),
    "mask-type": _choice("mask_type", {"luminance": "luminance", "alpha": "alpha"}),
    "marker": _set_marker((0, 1, 2)),
    "marker-start": _set_marker((0,)),
    "marker-mid": _set_marker((1,)),
    "marker-end": _set_marker((2,)),
    "transform": _assign("transform", str),
    **{name: _move(place, name) for place, name in enumerate(("translate", "rotate", "scale"))},
    "transform-origin": _assign("origin", str),
    "image-rendering": _choice("pixelated", {"auto": False, "optimizeQuality": False, "pixelated": True}),
    "transform-box": _choice("reference", {"view-box": "view-box", "fill-box": "fill-box"}),
    "visibility": _choice("visible", {"visible": True, "hidden": False, "collapse": False}),
    "display": _set_display,
    "overflow": _set_overflow,
    "clip-path": _set_clip,
    "filter": lambda style, text: setattr(style, "filter", "" if text == "none" else text),
    "mix-blend-mode": _choice("blend", {"normal": "", **support.BLEND_MODES}),
    "isolation": _choice("isolated", {"auto": False, "isolate": True}),
    "paint-order": _paint_order,
}


_FIELDS: dict[str, tuple[str, ...]] = {
    **{name: (name.replace("-", "_"),) for name in ("fill", "stroke", "stroke-width", "overflow", "display", "opacity", "mask")},
    **{name: (name.replace("-", "_"),) for name in ("letter-spacing", "word-spacing", "font-size", "mask-type", "filter")},
    "stroke-linecap": ("cap",),
    "stroke-linejoin": ("join",),
    "stroke-miterlimit": ("miter",),
    "stroke-dasharray": ("dash",),
    "stroke-dashoffset": ("dash_offset",),
    "fill-opacity": ("fill_alpha",),
    "stroke-opacity": ("stroke_alpha",),
    "fill-rule": ("even_odd",),
    "clip-rule": ("clip_even_odd",),
    "font-weight": ("weight",),
    "font-style": ("italic",),
    "text-anchor": ("anchor",),
    "visibility": ("visible",),
    "dominant-baseline": ("dominant",),
    "stop-color": ("stop",),
    "stop-opacity": ("stop_alpha",),
    "clip-path": ("clip",),
    "transform": ("transform",),
    "transform-origin": ("origin",),
    "transform-box": ("reference",),
    "mix-blend-mode": ("blend",),
    "isolation": ("isolated",),
    "color": ("colour",),
    "paint-order": ("stroke_first", "markers_at"),
    "alignment-baseline": ("aligned",),
    "baseline-shift": ("shift",),
    "unicode-bidi": ("bidi",),
    "direction": ("rtl",),
}
"""The fields of a style that a property sets."""
