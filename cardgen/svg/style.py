"""Style: colours, lengths, transforms and the cascade from attributes, `style` and style sheets to what a shape is painted with."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from lxml import etree

from cardgen.geometry import Matrix
from cardgen.svg import constructs
from cardgen.svg.path import LARGEST, numbers

RGB = tuple[float, float, float]
XLINK = "{http://www.w3.org/1999/xlink}href"
SVG = "{http://www.w3.org/2000/svg}"


class StyleError(ValueError):
    """A value that a browser would not take, or that is not drawn here."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.remedy = remedy


_MOST_CHILDREN = 512


@dataclass(frozen=True, slots=True)
class Paint:
    """What fills or strokes: a flat colour with its alpha, or a reference to a gradient or pattern.

    `current` follows `color` as that is inherited. `otherwise` is what paints where nothing has the name of `server`; () is nothing.
    """

    rgb: RGB = (0.0, 0.0, 0.0)
    alpha: float = 1.0
    server: str = ""
    current: bool = False
    otherwise: Paint | tuple[()] | None = None


@dataclass(slots=True)
class Style:
    """Computed values of one element. Lengths are user units."""

    fill: Paint | None = Paint()
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
    font_size: float = 16.0
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
    markers: tuple[str, str, str] = ("", "", "")
    custom: tuple[tuple[str, str], ...] = ()
    colour: Paint = Paint()
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
    stop: Paint = Paint()
    stop_alpha: float = 1.0
    overflow: str = "hidden"
    mask: str = ""
    mask_type: str = "luminance"
    transform: str = ""
    """The CSS property, empty for none: `svg/transforms.py` reads it."""
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
        return style

    def _wide(self, style: Style, name: str, value: str) -> None:
        """Follow a keyword that every property knows (CSS Cascade 4, 7.3), for a child's style."""
        fields = _FIELDS.get(name)
        if name not in _NOT_INHERITED and value != "initial":
            return
        if fields is None or value.startswith("revert"):
            raise StyleError(f"{name}: {value} is not followed; write the value itself")
        for field_name in fields if value != "unset" else ():
            setattr(style, field_name, getattr(self if value == "inherit" else _INITIAL, field_name))

    def _substituted(self, properties: Mapping[str, str]) -> dict[str, str]:
        """The properties with custom ones put in where var() asks for them (CSS Custom Properties 1)."""
        custom = dict(self.custom)
        own = {name: value for name, value in properties.items() if name.startswith("--")}
        for name, value in own.items():
            custom[name] = _with_variables(value, {**custom, **own}, (name,))
        self.custom = tuple(custom.items())
        found = {}
        for name, value in properties.items():
            if name not in own:
                found[name] = _with_variables(value, custom)
                if found[name] != value and name in UNITS_WANTED and _UNITLESS.fullmatch(found[name]) and float(found[name]):
                    raise StyleError(f"{name}: {found[name]} lacks its unit, which a style sheet needs; write {found[name]}px")
        return found


_INITIAL = Style()
_WIDE = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))


# -- colours --------------------------------------------------------------------------------------------------------------------

_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")
_URL = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)""")


_FROM_XYZ = {
    "xyz-d50": ((3.1341359, -1.6173864, -0.4906619), (-0.9787955, 1.9162543, 0.0334427), (0.0719554, -0.2289769, 1.4053860)),
    "xyz-d65": ((3.2409699, -1.5373832, -0.4986108), (-0.9692436, 1.8759675, 0.0415551), (0.0556301, -0.2039770, 1.0569715)),
}
"""From CIE XYZ to linear sRGB (CSS Color 4, 17)."""
_LINEAR = {
    "display-p3": ((1.2249402, -0.2249402, 0.0), (-0.0420570, 1.0420570, 0.0), (-0.0196376, -0.0786360, 1.0982736)),
    "srgb-linear": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "xyz": _FROM_XYZ["xyz-d65"],
    **_FROM_XYZ,
}
"""To linear sRGB, from colour spaces that are linear and from Display P3 made linear (CSS Color 4, 10)."""


def _srgb(colour: Any) -> tuple[float, ...]:
    """A parsed colour in sRGB; components may lie beyond 0 and 1."""
    if colour.space in ("srgb", "hsl", "hwb"):
        return tuple(float(part or 0) for part in colour.to("srgb").coordinates)
    if colour.space in _LINEAR:
        parts = [float(part or 0) for part in colour.coordinates]
        if colour.space == "display-p3":
            parts = [math.copysign(part / 12.92 if abs(part) <= 0.04045 else ((abs(part) + 0.055) / 1.055) ** 2.4, part) for part in parts]
        linear = (sum(factor * part for factor, part in zip(row, parts, strict=True)) for row in _LINEAR[colour.space])
        return tuple(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in linear)
    space = "xyz-d50" if colour.space in ("lab", "lch") else "xyz-d65"
    xyz = colour.to(space).coordinates
    linear = (sum(factor * float(part) for factor, part in zip(row, xyz, strict=True)) for row in _FROM_XYZ[space])
    return tuple(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in linear)


_CMYK = re.compile(r"device-cmyk\(([^()]*)\)", re.IGNORECASE)


def _cmyk(text: str) -> Paint:
    """device-cmyk() as screens show it (CSS Color 5, 10.2). Raises StyleError."""
    ink, _, alpha = text.partition("/")
    try:
        parts = [_unit(part) for part in ink.replace(",", " ").split()]
        shown = _unit(alpha.strip()) if alpha.strip() else 1.0
    except StyleError:
        parts, shown = [], 1.0
    if len(parts) != 4:
        raise StyleError(f'"device-cmyk({text[:40]})" is not a colour; it wants four numbers from 0 to 1')
    cyan, magenta, yellow, black = parts
    return Paint(((1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)), shown)


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> Paint:
    """A CSS colour. `currentColor` has the negative alpha -1. Raises StyleError."""
    match = _HEX.fullmatch(text)
    if match:
        return Paint(tuple(int(part, 16) / 255 for part in match.groups()))  # type: ignore[arg-type]
    match = _CMYK.fullmatch(text.strip())
    if match:
        return _cmyk(match[1])
    import tinycss2.color3

    colour = tinycss2.color3.parse_color(text)
    if colour is None:
        import tinycss2.color4

        parsed = tinycss2.color4.parse_color(text)
        if parsed is None or isinstance(parsed, str) or parsed.space not in _SPACES:
            raise StyleError(f'"{text[:40]}" is not a colour that is known here; write it as #rrggbb')
        red, green, blue = (max(0.0, min(1.0, part)) for part in _srgb(parsed))
        return Paint((red, green, blue), float(parsed.alpha))
    if isinstance(colour, str):
        return Paint(alpha=-1)
    return Paint((colour.red, colour.green, colour.blue), colour.alpha)


def _paint(style: Style, text: str) -> Paint | None:
    text = text.strip()
    if text == "none":
        return None
    if text in (constructs.CONTEXT_FILL, constructs.CONTEXT_STROKE):
        return Paint(server=text)
    match = _URL.match(text)
    if match:
        if not match[2]:
            return Paint(server=match[1])
        if _URL.match(match[2]):
            raise StyleError(f'"{text}" gives a second gradient or pattern; name one')
        return Paint(server=match[1], otherwise=_paint(style, match[2]) or ())
    paint = parse_colour(text)
    return replace(style.colour, current=True) if paint.alpha < 0 else paint


# -- lengths and transforms -------------------------------------------------------------------------------------------------------

_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(px|mm|cm|in|pt|pc|q|em|%|)\s*", re.ASCII | re.IGNORECASE)
_PX = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "q": 96 / 101.6}
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)\s*(?:,(?!\s*$))?")


@lru_cache(maxsize=4096)
def split_length(text: str) -> tuple[float, str]:
    match = _LENGTH.fullmatch(text)
    if not match:
        raise StyleError(f'"{text[:40]}" is not a length')
    value = float(match[1])
    if not -LARGEST <= value <= LARGEST:
        raise StyleError(f'"{text[:40]}" is too large a number to draw with')
    return value, match[2].lower()


def parse_length(text: str, whole: float = 0.0, em: float = 16.0) -> float:
    """A length in user units; `whole` is what 100% means, `em` the font size. Raises StyleError."""
    if text.lstrip()[:5] == "calc(":
        return _calculated(text, whole, em)
    value, unit = split_length(text)
    if unit == "%":
        return value * whole / 100
    if unit == "em":
        return value * em
    return value * _PX[unit]


_ANGLE = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(deg|grad|rad|turn|)")
_DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0}


def parse_angle(text: str) -> float:
    """An angle in degrees. Raises StyleError."""
    match = _ANGLE.fullmatch(text.strip())
    if not match:
        raise StyleError(f'"{text[:40]}" is not an angle')
    return float(match[1]) * _DEGREES[match[2]]


def _calculated(text: str, whole: float, em: float) -> float:
    """The length that calc() comes to (CSS Values 3, 8.1). Raises StyleError."""
    import tinycss2

    error = StyleError(f'"{text[:40]}" is not a length')

    def value(tokens: list[Any]) -> tuple[float, bool]:
        """What some tokens come to, and whether that is a length."""
        found: list[Any] = []
        for token in tokens:
            if token.type in ("whitespace", "comment"):
                continue
            if token.type == "literal" and token.value in "+-*/":
                found.append(token.value)
            elif token.type == "() block":
                found.append(value(token.content))
            elif token.type == "function" and token.lower_name == "calc":
                found.append(value(token.arguments))
            else:
                found.append((parse_length(token.serialize(), whole, em), token.type != "number"))
        if len(found) % 2 == 0 or any(isinstance(part, str) != bool(place % 2) for place, part in enumerate(found)):
            raise error
        terms, signs = [found[0]], []
        for operator, (number, long) in zip(found[1::2], found[2::2], strict=True):
            if operator in "+-":
                terms.append((number, long))
                signs.append(operator)
                continue
            if (operator == "/" and (long or not number)) or (long and terms[-1][1]):
                raise error
            terms[-1] = (terms[-1][0] * number if operator == "*" else terms[-1][0] / number, long or terms[-1][1])
        if len({long for _, long in terms}) > 1:
            raise error
        return terms[0][0] + sum(term[0] if sign == "+" else -term[0] for sign, term in zip(signs, terms[1:], strict=True)), terms[0][1]

    outer = tinycss2.parse_component_value_list(text.strip())
    if len(outer) != 1 or outer[0].type != "function" or outer[0].lower_name != "calc":
        raise error
    return value(outer[0].arguments)[0]


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix of a `transform` attribute. Raises StyleError."""
    matrix, position = Matrix(), 0
    text = text.strip()
    if text == "none":
        return matrix
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if not match:
            raise StyleError(f'"{text}" is not a transform')
        try:
            values = numbers(match[2])
        except ValueError:
            raise StyleError(f'"{text}" is not a transform') from None
        matrix = matrix @ one_transform(match[1], values, text)
        position = match.end()
    return matrix


def one_transform(name: str, values: list[float], text: str) -> Matrix:
    count = len(values)
    if name == "matrix" and count == 6:
        return Matrix(*values)
    if name == "translate" and count in (1, 2):
        return Matrix.shift(values[0], values[1] if count == 2 else 0)
    if name == "scale" and count in (1, 2):
        return Matrix(values[0], 0, 0, values[-1], 0, 0)
    if name == "rotate" and count in (1, 3):
        turn = Matrix.turn(values[0])
        return turn if count == 1 else Matrix.shift(*values[1:]) @ turn @ Matrix.shift(-values[1], -values[2])
    if name == "skewX" and count == 1:
        return Matrix(1, 0, math.tan(math.radians(values[0])), 1, 0, 0)
    if name == "skewY" and count == 1:
        return Matrix(1, math.tan(math.radians(values[0])), 0, 1, 0, 0)
    raise StyleError(f'"{text}" is not a transform')


# -- properties ---------------------------------------------------------------------------------------------------------------------


def _unit(text: str) -> float:
    """An opacity: a number or a percentage, kept between 0 and 1."""
    value, unit = split_length(text)
    if unit not in ("", "%"):
        raise StyleError(f'"{text}" is not an opacity')
    return max(0.0, min(1.0, value / 100 if unit else value))


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
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0,
    "large": 18.0, "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}
"""Sizes by name, in pixels (CSS Fonts 4, 2.5)."""


def _set_font_size(style: Style, text: str) -> None:
    step = {"larger": 1.2, "smaller": 1 / 1.2}.get(text)
    size = step * style.font_size if step else _SIZES.get(text) or parse_length(text, whole=style.font_size, em=style.font_size)
    if not 0 <= size <= 10_000:
        raise StyleError(f"a font-size of {size:g} is not drawn here; browsers stop at 10000")
    style.font_size = size


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
    if not _WEIGHT.fullmatch(weight):
        raise StyleError(f'"{text}" is not a font weight that is known here; write bold or a number from 1 to 1000')
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
        raise StyleError(f"a {name} in percent is not drawn here; give it in user units")
    return parse_length(text, em=style.font_size)


def _set_miter(style: Style, text: str) -> None:
    value, unit = split_length(text)
    if unit or value < 1:
        raise StyleError(f'"{text}" is not a miter limit; it is a number from 1 upward')
    style.miter = value


_DISPLAYS = (
    *("inline", "block", "inline-block", "none", "table", "inline-table", "table-cell"),
    *("flex", "inline-flex", "grid", "inline-grid", "list-item", "flow-root"),
)
"""What shows an element of SVG, all in the same way, or does not."""


def _set_display(style: Style, text: str) -> None:
    if text not in _DISPLAYS:
        raise StyleError(f"display: {text} is not followed; write inline or none")
    style.display = text != "none"


def _set_overflow(style: Style, text: str) -> None:
    if text not in ("visible", "hidden", "auto", "scroll", "clip"):
        raise StyleError(f"overflow: {text} is not followed; write visible or hidden")
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
    if not match:
        raise StyleError(f'clip-path "{text}" is not drawn here; refer to a <clipPath>')
    style.clip = match[1]


def _reference(attribute: str) -> Any:
    def setter(style: Style, text: str) -> None:
        match = _URL.fullmatch(text.strip())
        if text != "none" and (not match or match[2]):
            raise StyleError(f'"{text[:40]}" is not a reference that is followed here; write url(#id)')
        setattr(style, attribute, match[1] if match else "")

    return setter


def _set_marker(places: tuple[int, ...]) -> Any:
    def setter(style: Style, text: str) -> None:
        match = _URL.fullmatch(text.strip())
        if text != "none" and (not match or match[2]):
            raise StyleError(f'"{text[:40]}" is not a marker; write url(#id)')
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
            raise StyleError(f"{part or 'nothing'} is no font name as CSS writes it; put it in quotes: font-family=\"'{part}'\"")
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
            raise StyleError(f'font-feature-settings: {text[:40]} is not drawn here; write "kern" 0, say')
        found.append((match[1], {"": 1, "on": 1, "off": 0}.get(match[2]) if match[2] in ("", "on", "off") else int(match[2])))
    _ask(style, set(), tuple(found))  # type: ignore[arg-type]


def _ask(style: Style, instead: set[str], features: tuple[tuple[str, int], ...]) -> None:
    style.features = tuple(feature for feature in style.features if feature[0] not in instead) + features
    style.unusual = style.unusual or bool(features)


def _set_decoration(style: Style, text: str) -> None:
    words = tuple(word for word in text.split() if word not in ("none", "solid", "auto", "blink", "currentcolor", "currentColor"))
    if not set(words) <= {"underline", "overline", "line-through"}:
        raise StyleError(f'text-decoration: "{text[:40]}" is not drawn here; use underline, overline and line-through')
    style.decoration = words
    style.unusual = style.unusual or bool(words)


_ACROSS = ("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb")
_DOWN = ("tb", "tb-rl", "tb-lr", "vertical-rl", "vertical-lr")


def _set_background(style: Style, text: str) -> None:
    try:
        style.background = None if text == "none" else parse_colour(text)
    except StyleError:
        raise StyleError(f"background: {text[:40]} is not drawn here; use a plain colour, or draw a <rect>") from None


def _unusual(attribute: str, values: Mapping[str, Any]) -> Any:
    choose = _choice(attribute, values)

    def setter(style: Style, text: str) -> None:
        choose(style, text)
        style.unusual = True

    return setter


_BIDI = ("normal", "embed", "bidi-override", "isolate", "isolate-override", "plaintext")
_WEIGHT = re.compile(r"[1-9][0-9]{0,2}|1000")
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
_NOT_INHERITED |= {"transform-origin", "transform-box", "text-decoration", "vector-effect"}
_SPACES = frozenset(("srgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", *_LINEAR))
_BASELINES = {name: name for name in constructs.BASELINES}
_EDGES = {"before-edge": "text-before-edge", "after-edge": "text-after-edge"}
_WHITE = {"normal": False, "nowrap": False, "pre": True, "pre-wrap": True, "break-spaces": True}
_SETTERS: dict[str, Any] = {
    "fill": lambda style, text: setattr(style, "fill", _paint(style, text)),
    "stroke": lambda style, text: setattr(style, "stroke", _paint(style, text)),
    "stop-color": _set_stop,
    "stop-opacity": _assign("stop_alpha", _unit),
    "stroke-width": _set_stroke_width,
    "stroke-linecap": _choice("cap", {"butt": 0, "round": 1, "square": 2}),
    "stroke-linejoin": _choice("join", {"miter": 0, "round": 1, "bevel": 2}),
    "stroke-miterlimit": _set_miter,
    "stroke-dasharray": _set_dash,
    "stroke-dashoffset": lambda style, text: setattr(style, "dash_offset", _stroke_length(style, "stroke-dashoffset", text)),
    "fill-opacity": _assign("fill_alpha", _unit),
    "stroke-opacity": _assign("stroke_alpha", _unit),
    "opacity": _assign("opacity", _unit),
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
    "transform-origin": _assign("origin", str),
    "transform-box": _choice("reference", {"view-box": "view-box", "fill-box": "fill-box"}),
    "visibility": _choice("visible", {"visible": True, "hidden": False, "collapse": False}),
    "display": _set_display,
    "overflow": _set_overflow,
    "clip-path": _set_clip,
    "filter": lambda style, text: setattr(style, "filter", "" if text == "none" else text),
    "mix-blend-mode": _choice("blend", {"normal": "", **constructs.BLEND_MODES}),
    "isolation": _choice("isolated", {"auto": False, "isolate": True}),
    "paint-order": _paint_order,
}


_FIELDS: dict[str, tuple[str, ...]] = {
    **{name: (name.replace("-", "_"),) for name in ("fill", "stroke", "stroke-width", "overflow", "display", "opacity", "mask")},
    **{name: (name.replace("-", "_"),) for name in ("letter-spacing", "word-spacing", "font-size", "mask-type", "filter")},
    "stroke-linecap": ("cap",), "stroke-linejoin": ("join",), "stroke-miterlimit": ("miter",), "stroke-dasharray": ("dash",),
    "stroke-dashoffset": ("dash_offset",), "fill-opacity": ("fill_alpha",), "stroke-opacity": ("stroke_alpha",),
    "fill-rule": ("even_odd",), "clip-rule": ("clip_even_odd",), "font-weight": ("weight",), "font-style": ("italic",),
    "text-anchor": ("anchor",), "visibility": ("visible",), "dominant-baseline": ("dominant",), "stop-color": ("stop",),
    "stop-opacity": ("stop_alpha",), "clip-path": ("clip",), "transform": ("transform",), "transform-origin": ("origin",),
    "transform-box": ("reference",), "mix-blend-mode": ("blend",), "isolation": ("isolated",), "color": ("colour",),
    "paint-order": ("stroke_first", "markers_at"), "alignment-baseline": ("aligned",), "baseline-shift": ("shift",),
    "unicode-bidi": ("bidi",), "direction": ("rtl",),
}
"""The fields of a style that a property sets."""


# -- the cascade ----------------------------------------------------------------------------------------------------------------------


class Sheet:
    """The style sheets of one document, and the declarations they give an element."""

    def __init__(self, root: etree._Element) -> None:
        self._matcher: Any = None
        self._wrappers: dict[etree._Element, Any] = {}
        for element in root.iter(SVG + "style"):
            if element.get("media", "all") not in ("", "all", "screen") or element.get("type", "text/css") not in ("", "text/css"):
                raise StyleError("a <style> for some media or of another type is not followed; keep one plain <style>")
            if _DEEP.search(element.text or ""):
                raise StyleError("brackets stand inside brackets too deep; write the rules plainly")
            self._read(element.text or "")
        if self._matcher:
            import cssselect2

            for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
                self._wrappers[wrapper.etree_element] = wrapper

    def __bool__(self) -> bool:
        return self._matcher is not None

    def _read(self, text: str) -> None:
        import cssselect2
        import tinycss2

        self._matcher = self._matcher or cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type == "error":
                raise StyleError(f"the style sheet cannot be read: {rule.message}")
            if rule.type == "at-rule" and rule.lower_at_keyword == "charset":
                continue
            if rule.type == "at-rule" and rule.lower_at_keyword == "media" and tinycss2.serialize(rule.prelude).strip().lower() == "all":
                self._read(tinycss2.serialize(rule.content or []))
                continue
            if rule.type == "at-rule":
                raise StyleError(f"@{rule.at_keyword} in a style sheet is not followed; write the plain rule")
            prelude = tinycss2.serialize(rule.prelude).strip()
            if len(prelude) > 1000:
                raise StyleError("a selector is longer than any that a person writes; write a shorter one")
            normal, important = declared(tinycss2.serialize(rule.content))
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except Exception:  # besides its own error it raises whatever odd syntax makes it stumble over
                raise StyleError(f'the selector "{prelude[:40]}" cannot be read') from None
            for selector in selectors:
                if selector.pseudo_element:
                    raise StyleError(f"::{selector.pseudo_element} in a selector is not followed; take the rule away")
                self._matcher.add_selector(selector, (normal, important))

    def rules(self, element: etree._Element) -> Declarations:
        """The declarations for an element, the strongest last."""
        normal: dict[str, str] = {}
        important: dict[str, str] = {}
        if self._matcher:
            for _, _, _, declarations in self._matcher.match(self._wrappers[element]):
                normal.update(declarations[0])
                important.update(declarations[1])
        return normal, important


Declarations = tuple[dict[str, str], dict[str, str]]
"""What is declared, and what is declared !important."""


@lru_cache(maxsize=1024)
def declared(text: str) -> Declarations:
    """The declarations of a `style` attribute or a rule's body. Raises StyleError."""
    import tinycss2

    if _DEEP.search(text):
        raise StyleError("brackets stand inside brackets too deep; write the value plainly")
    found: Declarations = {}, {}
    for item in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if item.type != "declaration":
            raise StyleError(f'"{text.strip()[:60]}" is not a list of declarations')
        value = tinycss2.serialize(item.value).strip()
        name = item.name if item.name.startswith("--") else item.lower_name
        found[item.important].update(_font(value) if name == "font" else {name: value})
    return found


_FONT = re.compile(r"(.*?)\s*(?:^|(?<=\s))([\d.]+(?:px|mm|cm|in|pt|pc|em|%))(?:\s*/\s*[^\s]+)?\s+(\S.*)", re.DOTALL)


def _font(text: str) -> dict[str, str]:
    """The shorthand `font` (CSS Fonts 4, 2.7): style, weight, size and families. Raises StyleError."""
    match = _FONT.fullmatch(text)
    found = {"font-style": "normal", "font-weight": "normal"}
    for word in match[1].split() if match else ("",):
        if word in ("italic", "oblique"):
            found["font-style"] = word
        elif word == "bold" or _WEIGHT.fullmatch(word):
            found["font-weight"] = word
        elif word != "normal":
            raise StyleError(f'font: "{text[:40]}" is not drawn here; write style, weight, size with its unit, and family')
    return {**found, "font-size": match[2], "font-family": match[3]} if match else found


def _with_variables(text: str, custom: Mapping[str, str], within: tuple[str, ...] = ()) -> str:
    """A value with what var() stands for. Raises StyleError."""
    while (start := text.find("var(")) >= 0:
        depth, end = 0, start + 3
        while end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if not depth:
                break
        name, _, otherwise = text[start + 4 : end - 1].partition(",")
        name = name.strip()
        if name in within or len(within) > 20:
            raise StyleError(f"{name} refers to itself")
        if name not in custom and not otherwise.strip():
            raise StyleError(f"there is no {name} here; give it a value, or var() a second choice")
        value = _with_variables(custom.get(name, otherwise), custom, (*within, name)).strip()
        text = text[:start] + value + text[end:]
        if len(text) > _LONGEST:
            raise StyleError("the values of var() are longer than any that a person writes")
    return text


_LONGEST = 10_000


def cascaded(element: etree._Element, sheet: Sheet) -> dict[str, str]:
    """All that an element declares, known or not: attributes, then style sheets, then `style`."""
    rules, urgent = sheet.rules(element) if sheet else ({}, {})
    normal, important = declared(element.get("style", ""))
    return {**{str(name): str(value) for name, value in element.attrib.items()}, **rules, **normal, **urgent, **important}


_PATH = re.compile(r"""path\(\s*["'](.*)["']\s*\)""", re.DOTALL)


def _settle(element: etree._Element, name: str, value: str, complain: Any) -> None:
    """Write what a style says of a place or a size into the attribute, which it goes before (SVG 2, 7.1)."""
    drawn = _PATH.fullmatch(value)
    if name not in constructs.SIZED.get(str(element.tag), ()):
        return
    if _UNITLESS.fullmatch(value) and float(value):
        complain(f"{name}: {value} lacks its unit, which a style sheet needs", f"write {value}px")
    elif "(" in value and not drawn and not value.startswith("calc("):
        complain(f"{name}: {value[:40]} is not followed here", "write it as an attribute")
    else:
        element.set(name, drawn[1] if drawn else value)


def properties(element: etree._Element, sheet: Sheet, complain: Any) -> dict[str, str]:
    """What an element declares: attributes, then style sheets, then `style`.

    `complain(what, remedy)` hears of what is not followed.
    """
    found: dict[str, str] = {}
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for name, value in element.attrib.items():
        if name in constructs.PROPERTIES:
            found[name] = value
        elif name in constructs.GEOMETRY:
            if name == "style":
                normal, important = declared(value)
        else:
            _question(str(name), str(value), complain)
    rules, urgent = sheet.rules(element) if sheet else (normal, important)
    if normal or important or rules or urgent:
        for name, value in (*rules.items(), *normal.items(), *urgent.items(), *important.items()):
            if name in constructs.PROPERTIES or name in constructs.CSS_PROPERTIES or name.startswith("--"):
                found[name] = value
                if name in UNITS_WANTED and _UNITLESS.fullmatch(value) and float(value):
                    complain(f"{name}: {value} lacks its unit, which a style sheet needs", f"write {value}px")
            elif name in constructs.DEFAULTS:
                _question(name, value, complain)
            elif name in constructs.PLACES:
                _settle(element, name, value, complain)
            elif name not in constructs.HARMLESS_DECLARATIONS and (not name.startswith("-") or name.startswith("-webkit-")):
                complain(f"the property {name} is not followed here", "take it away, or draw it another way")
    return found


UNITS_WANTED = ("font-size", "letter-spacing", "word-spacing")
_DEEP = re.compile(r"[(\[{](?:[^()\[\]{}]*[(\[{]){20}")
_UNITLESS = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


def _question(name: str, value: str, complain: Any) -> None:
    """Complain about a property or attribute that would change the drawing and is not followed."""
    if name.startswith("on"):
        complain(f'"{name}" would run code', "take the attribute away")
        return
    neutral = constructs.DEFAULTS.get(name)
    if neutral is not None and value.strip() not in neutral:
        complain(f'{name}="{value}" is not drawn as a browser shows it', "draw it another way")
