"""Passed over: what a drawing says that no browser takes, taken away before it is walked (CSS
Syntax 3, 2.2; SVG 2, 4.2 and 9.5.4).

Whoever drew it saw the picture without it. Only what is surely no value counts: what browsers draw
and we do not is still refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any

from lxml import etree

from cardgen.base.errors import nearest
from cardgen.base.patterns import pattern
from cardgen.engine.svg import support
from cardgen.engine.svg.at_rest import come_to_rest
from cardgen.engine.svg.cascade import WIDE, instead_of_misspelt, lacks_unit
from cardgen.engine.svg.faults import Fault, Passed, note_passed
from cardgen.engine.svg.parse import SHEET_ELSEWHERE, elements, instead_of, local, remove
from cardgen.engine.svg.path import (
    NUMBER,
    PathError,
    parse_path,
    polyline,
    readable_part,
    readable_points,
)
from cardgen.engine.svg.properties import ATTRIBUTES, DEFAULTS, HARMLESS_DECLARATIONS, PROPERTIES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import (
    SVG,
    XLINK,
    StyleError,
    legible,
    parse_length,
    parse_transform,
    remedy_of,
    share_of,
)

_UNIT = r"(?:px|mm|cm|in|pt|pc|q|r?em|r?ex|r?ch|r?cap|r?ic|r?lh|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))"
_LENGTH = rf"{NUMBER}(?:{_UNIT}|%)?"
_MEASURED = rf"(?:{NUMBER}(?:{_UNIT}|%)|[+-]?0+(?:\.0+)?)"
_ANGLE = rf"(?:{NUMBER}(?:deg|grad|rad|turn)|[+-]?0+)"
_REST = rf"(?:\s*,\s*|\s+|(?=[+-])){_LENGTH}"
_LATER = re.compile(
    r"\b(?:var|env|attr|if|calc|min|max|clamp|round|mod|rem|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|log|exp|abs|sign)\(",
    re.I,
)
"""Functions whose value is not told by how they are written."""
_URL = r"url\([^)]*\)"
_URL_WITH_BLANKS = re.compile(r"""\s*url\(\s*[^\s"')]+\s+[^\s)][^)]*\).*""", re.DOTALL)
"""An address that is no token of CSS (CSS Syntax 3, 4.3.6)."""

Takes = Callable[[str], object]
"""Whether browsers may take a value, in lower case."""


# when it is first asked: to compile them all is a tenth of what the program takes to begin, and
# most drawings ask none
@cache
def _matcher(pattern: str) -> Takes:
    return re.compile(rf"\s*(?:{pattern})\s*").fullmatch


def _like(pattern: str) -> Takes:
    return lambda text: _matcher(pattern)(text)


def _words(words: str, pattern: str = "") -> Takes:
    return _like("|".join(filter(None, [*map(re.escape, words.split()), pattern])))


def _exactly(words: str) -> Takes:
    """As browsers take the words of SVG itself: as they are written, without blanks."""
    return frozenset(words.split()).__contains__


_SYSTEM = support.words(
    "accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext graytext highlight "
    "highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext windowtext window menu menutext infotext"
)
_COLOURS = support.words(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color"
)
_PLAIN_COLOUR = re.compile(r"(?:rgb|hsl)a?\([\s\d.,%+e/-]*(?:deg|grad|rad|turn)?[\s\d.,%+e/-]*\)")


def _colour(text: str) -> bool:
    """Whether a colour that is not known here may be one that browsers know."""
    name, bracket, _ = text.strip().partition("(")
    if not bracket:
        return name in _SYSTEM
    return name in _COLOURS and not _PLAIN_COLOUR.fullmatch(text.strip())


def _paint(text: str) -> bool:
    match = re.match(rf"{_URL}\s*(.*)", text, re.DOTALL)
    if match:
        return match[1] in ("", "none") or _known_colour(match[1])
    return text in ("none", "context-fill", "context-stroke") or _colour(text)


def _reads(name: str, value: str) -> bool:
    """Whether a value of a property can be read here."""
    try:
        PROPERTIES[name].read(Style(), value)
    except ValueError:
        return False
    return True


def _known_colour(text: str) -> bool:
    return _colour(text) or _reads("color", text)


def _lines(text: str) -> bool:
    known = support.words(
        "none underline overline line-through blink solid double dotted dashed wavy auto from-font"
    )
    return all(
        word in known or _like(_LENGTH)(word) or _known_colour(word)
        for word in re.findall(r"[^\s(]+(?:\([^)]*\))?", text)
    )


_SHARE = _like(rf"{NUMBER}%?")
_STROKE_LENGTH = _like(_LENGTH)
_MOVES = (
    rf"(?:rotate[xyz]?|skew[xy])\(\s*{_ANGLE}\s*\)",
    rf"skew\(\s*{_ANGLE}(?:\s*,\s*{_ANGLE})?\s*\)",
    rf"translate[xy]?\(\s*{_MEASURED}(?:\s*,\s*{_MEASURED})?\s*\)",
    rf"scale[xyz]?\(\s*{NUMBER}%?(?:\s*,\s*{NUMBER}%?)?\s*\)",
    rf"matrix\(\s*{NUMBER}(?:\s*,\s*{NUMBER}){{5}}\s*\)",
    r"(?:[a-z]+3d|translatez|perspective)\([^()]*\)",
)
_SHAPES = r"(?:inset|circle|ellipse|polygon|path|rect|xywh|shape)\(.*\)"
_BOXES = "fill-box view-box stroke-box border-box content-box padding-box margin-box"
_BASES = "auto middle central hanging mathematical ideographic text-before-edge text-after-edge alphabetic"
_CAPS = "normal none small-caps petite-caps all-small-caps all-petite-caps unicase titling-caps"
_FUNCTIONS = r"(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(.*\)"
_NO_MORE = support.words(
    "fill-rule clip-rule stroke-linecap stroke-linejoin vector-effect visibility isolation mask-type font-kerning text-anchor direction "
    "unicode-bidi"
)
"""Properties of which browsers take what is read here, in any case, and nothing else."""
_TAKEN: dict[str, Takes] = {
    **{name: partial(_reads, name) for name in _NO_MORE},
    **dict.fromkeys(("color", "stop-color", "flood-color", "lighting-color"), _colour),
    **dict.fromkeys(("fill", "stroke"), _paint),
    **dict.fromkeys(
        ("fill-opacity", "stroke-opacity", "stop-opacity", "opacity", "flood-opacity"), _SHARE
    ),
    "stroke-width": _like(_LENGTH.replace("[+-]?", r"\+?", 1)),
    "stroke-miterlimit": _like(NUMBER.replace("[+-]?", r"\+?", 1)),
    "stroke-dasharray": _like(
        rf"none|{_LENGTH}(?:(?:\s*,\s*|\s+){_LENGTH})*".replace("[+-]?", r"\+?")
    ),
    "stroke-dashoffset": _STROKE_LENGTH,
    "paint-order": _like(r"normal|(?!.*(\b\w+\b).*\1)(?:(?:fill|stroke|markers)(?:\s+|$))+"),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), _words("none", _URL)),
    "display": _like(r"[a-z -]+"),
    "overflow": _like(r"(?:(?:auto|visible|hidden|scroll|clip|overlay)\s*){1,2}"),
    "mix-blend-mode": _words(" ".join(support.BLEND_MODES) + " normal plus-lighter"),
    "clip-path": _words(f"none {_BOXES}", rf"{_URL}|(?:[a-z-]+\s+)?{_SHAPES}(?:\s*[a-z-]+)?"),
    "filter": _like(rf"none|(?:(?:{_URL}|{_FUNCTIONS})\s*)+"),
    "transform": _like(rf"none|(?:(?:{'|'.join(_MOVES)})\s*)+"),
    "transform-origin": _like(rf"(?:(?:left|right|top|bottom|center|{_LENGTH})\s*){{1,3}}"),
    "transform-box": _words(_BOXES),
    "translate": _like(rf"none|{_MEASURED}(?:\s+{_MEASURED}){{0,2}}"),
    "rotate": _like(rf"none|.*{_ANGLE}.*"),
    "scale": _like(rf"none|{NUMBER}%?(?:\s+{NUMBER}%?){{0,2}}"),
    "image-rendering": _words("auto pixelated crisp-edges -webkit-optimize-contrast"),
    "font-size": _words("math", _LENGTH.replace("[+-]?", r"\+?", 1)),
    "font-weight": _like(r"\+?0*(?:[1-9]\d{0,2}(?:\.\d+)?|1000(?:\.0+)?)"),
    "font-style": _like(rf"normal|italic|oblique(?:\s+{_ANGLE})?"),
    "font-variant": _like(r"(?:[a-z-]+\s*)+"),
    "font-variant-caps": _words(_CAPS),
    **dict.fromkeys(("letter-spacing", "word-spacing"), _words("normal", _LENGTH)),
    **dict.fromkeys(("text-decoration", "text-decoration-line"), _lines),
    "writing-mode": _words(
        "horizontal-tb vertical-rl vertical-lr sideways-rl sideways-lr lr lr-tb rl rl-tb tb tb-rl tb-lr"
    ),
    "dominant-baseline": _words(f"{_BASES} use-script no-change reset-size"),
    "alignment-baseline": _words(f"{_BASES} baseline before-edge after-edge"),
    "baseline-shift": _words("baseline sub super", _LENGTH),
}
"""What browsers may take, beyond what is read here, as Chromium tells it (CSS.supports); for what
is not here, anything."""
_READ_LATER = frozenset(("filter", "transform", "transform-origin", "translate", "rotate", "scale"))
"""Properties that are read where they are drawn by, and not when they are declared."""
_MEND = "take it away, or mend it"


@lru_cache(maxsize=2048)
def taken(name: str, value: str) -> bool:
    """Whether browsers may take a declaration."""
    text = value.strip().lower()
    if (
        text in WIDE
        or _LATER.search(text)
        or (name not in _READ_LATER and name in PROPERTIES and _reads(name, value))
    ):
        return True
    return bool(_TAKEN[name](text)) if name in _TAKEN else True


def _remedy(read: Callable[..., object], *given: object) -> str:
    """What would mend something, in the words of what reads it."""
    try:
        read(*given)
    except ValueError as error:
        return remedy_of(error) or _MEND
    return _MEND


# -- attributes that elements read themselves
# -------------------------------------------------------------------------------------------

_PLAIN_MOVES = "|".join(
    rf"{name}\s*\(\s*{NUMBER}(?:(?:\s*,\s*|\s+|(?=[+-.])){NUMBER}){{{more}}}\s*\)"
    for name, more in (
        *(
            ("matrix", "5"),
            ("translate", "0,1"),
            ("scale", "0,1"),
            ("rotate", "0"),
            ("rotate", "2"),
            ("skewx", "0"),
            ("skewy", "0"),
        ),
    )
)
_PLAIN_TRANSFORM = _like(rf"none|(?:(?:{_PLAIN_MOVES})\s*(?:,\s*(?!$))?)*")
_UNITS = _exactly("userSpaceOnUse objectBoundingBox")
_LIST = _like(rf"{_LENGTH}(?:{_REST})*")
_MEASURE = _words("auto", _LENGTH)
_READ: dict[str, Takes] = {
    **dict.fromkeys(support.words("x y dx dy"), _LIST),
    **dict.fromkeys(
        support.words(
            "width height r cx cy rx ry x1 y1 x2 y2 fx fy markerWidth markerHeight startOffset"
        ),
        _MEASURE,
    ),
    "fr": _like(_LENGTH.replace("[+-]?", r"\+?", 1)),
    **dict.fromkeys(("refX", "refY"), _words("left center right top bottom", _LENGTH)),
    "textLength": _like(_LENGTH.replace("[+-]?", r"\+?", 1)),
    "pathLength": _like(NUMBER.replace("[+-]?", r"\+?", 1)),
    "offset": _SHARE,
    **dict.fromkeys(("transform", "gradientTransform", "patternTransform"), _PLAIN_TRANSFORM),
    **dict.fromkeys(
        support.words(
            "gradientUnits clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits filterUnits primitiveUnits"
        ),
        _UNITS,
    ),
    "markerUnits": _exactly("userSpaceOnUse strokeWidth"),
    "spreadMethod": _exactly("pad reflect repeat"),
    "lengthAdjust": _exactly("spacing spacingAndGlyphs"),
    "orient": lambda text: (
        _exactly("auto auto-start-reverse")(text) or _like(rf"{NUMBER}(?:deg|grad|rad|turn)?")(text)
    ),
    "rotate": _like(rf"{NUMBER}(?:{_REST})*"),
    "viewBox": _like(rf"{NUMBER}(?:(?:\s*,\s*|\s+|(?=[+-])){NUMBER}){{3}}"),
    "preserveAspectRatio": _like(
        r"(?:defer\s+)?(?:none|x(?:min|mid|max)y(?:min|mid|max))(?:\s+(?:meet|slice))?"
    ),
}
"""Attributes that browsers take as if they were not there unless they are like this."""
_AS_WRITTEN = {name for name in _READ if name.endswith("Units")} | {
    "spreadMethod",
    "lengthAdjust",
    "orient",
}
"""Those of which a capital letter matters."""
_READERS: dict[str, Callable[[str], object]] = {
    **{name: parse_length for name, takes in _READ.items() if takes in (_LIST, _MEASURE)},
    **dict.fromkeys(("transform", "gradientTransform", "patternTransform"), parse_transform),
    "offset": share_of,
}
"""What reads some of them, and says what to write."""


_ELEMENTS = (
    support.WALKER_ELEMENTS
    | support.SILENT_ELEMENTS
    | support.REFUSED_ELEMENTS.keys()
    | support.FILTERS.keys()
    | support.words(
        "view mpath discard feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feImage fePointLight"
    )
    | support.words("feSpecularLighting feSpotLight")
)
"""All elements of SVG that browsers know."""
_NO_ATTRIBUTES = support.words(
    "marker font mix-blend-mode isolation animation animation-name outline text-shadow text-orientation font-palette font-optical-sizing "
    "font-size-adjust "
    "font-language-override font-variation-settings font-variant-position font-variant-alternates font-variant-east-asian "
    "text-decoration-style text-decoration-color text-decoration-thickness text-decoration-skip-ink text-underline-offset "
    "text-underline-position font-size-adjust clip kerning glyph-orientation-vertical glyph-orientation-horizontal"
)
"""Properties that count in a style, if at all, and not as attributes."""
_UNKNOWN = support.words(
    "clip kerning glyph-orientation-vertical glyph-orientation-horizontal color-rendering"
)
"""Properties of SVG 1.1 that browsers have given up."""
_LONGEST_RING = 50
"""Gradients that refer to one another: each is followed from each."""
_IN_TEXT = support.words("tspan textPath a")
_AMONG_LETTERS = ("text", *_IN_TEXT)
_NO_EFFECT = {"clipPath": ("mask",), "pattern": ("clip-path", "mask")}
"""What changes nothing on some elements."""
_SEEN = re.compile(
    r"all$|zoom$|content-visibility$|(?:-webkit-)?(?:text|font|mask|offset|clip|transform|perspective|filter|animation)"
)
_BOXED = pattern(
    r"border|padding|margin|outline|box-shadow|background|width|height|position|top|left|right|bottom|float|inset|aspect"
)
"""Properties that are not followed here, and that may be seen; those of a box on the outermost
element, which has one."""
_NONE = re.compile(r"\s*[+-]?0*\.?0+(?:[a-z]+|%)?\s*")
_SERVERS = ("linearGradient", "radialGradient", "pattern")
_KINDS = {
    "clip-path": "clipPath",
    "mask": "mask",
    "filter": "filter",
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), "marker"),
}
_REFERENCE = re.compile(r"""\s*url\(\s*(['"]?)(.*?)\1\s*\)\s*(.*?)\s*""", re.DOTALL)


_RESTING = Fault(
    "what moves was drawn as it is when it has come to rest",
    "save it as it is at another moment if that is meant",
)


def passed_over(root: etree._Element) -> Passed:
    """Take away what browsers pass over, anywhere in a document; what it was, each kind told once
    with its first line."""
    rests = come_to_rest(root)
    cleaner = _Cleaner(root)
    if root.attrib.pop(SHEET_ELSEWHERE, None) is not None:
        note_passed(cleaner.found, "an xml-stylesheet", "put its rules into a <style>", 1)
    if rests:
        cleaner.found[_RESTING.what] = _RESTING
    for element in list(elements(root)):
        with suppress(StyleError):  # what cannot be read at all is refused when it is drawn
            cleaner.element(element)
    return cleaner.found


class _Cleaner:
    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.found: Passed = {}
        self.kinds: dict[str, str] = {}
        self.by_id: dict[str, etree._Element] = {}
        for element in elements(root):
            if name := element.get("id"):
                self.by_id.setdefault(str(name), element)
                self.kinds.setdefault(
                    str(name), "nothing" if _without_effect(element) else local(element)
                )
        self.here: etree._Element = root

    def note(self, what: str, remedy: str) -> None:
        note_passed(self.found, f"<{local(self.here)}>: {what}", remedy, self.here.sourceline or 0)

    def element(self, element: etree._Element) -> None:
        name = local(element)
        self.here = element
        if name.startswith("{"):
            if any(local(each) in ("text", "switch") for each in element.iterancestors()):
                remove(element)
            return
        if name == "script":  # which pictures never run
            self.note(
                "code",
                "take it away; save the drawing as it is when the code has run, if that is meant",
            )
            remove(element)
        elif name == "style":
            element.text = self.sheet(element.text or "")
        elif name in support.MOVING:
            return  # its fill is none
        elif name not in _ELEMENTS:
            # of which all is told that there is to say
            if not any(local(each) == "flowRoot" for each in element.iterancestors()):
                self.note("no element of SVG", nearest(name, _ELEMENTS) or _MEND)
            if any(local(each) == "text" for each in element.iterancestors()):
                remove(element)
            else:
                element.tag = f"{SVG}defs"  # draws nothing, and what is inside may be used
        elif self.misplaced(element, name):
            self.note("inside text", "put it beside the <text>")
            remove(element)
        elif not self.referring(element, name):
            remove(element)
        else:
            self.attributes(element)

    def misplaced(self, element: etree._Element, name: str) -> bool:
        """Whether an element stands inside text where browsers show none such."""
        parent = element.getparent()
        around = local(parent) if parent is not None else ""
        if around not in _AMONG_LETTERS or not any(
            local(each) == "text" for each in element.iterancestors()
        ):
            return False
        known = _IN_TEXT | support.SILENT_ELEMENTS | support.REFUSED_ELEMENTS.keys()
        return name not in known or (name == "textPath" and around not in ("text", "a"))

    def referring(self, element: etree._Element, name: str) -> bool:
        """Whether what an element refers to is there, where it is nothing without; a definition
        loses a reference to none."""
        href = element.get("href", element.get(XLINK, "")).strip()
        kind = self.kinds.get(href[1:], "") if href.startswith("#") else ""
        lost = (
            name == "textPath"
            and kind != "path"
            and not element.get("path")
            and not _among_text(element)
        )
        elsewhere = (
            name == "use" and "#" in href[1:] and not href.startswith("#")
        )  # of a file that may be there
        if lost or (name == "use" and not kind and not elsewhere):
            wanted, kinds = (
                ("path", ["path"]) if name == "textPath" else ("element", support.USABLE)
            )
            self.note(
                f'a reference to "{href[:40]}", which is no {wanted} of the file',
                instead_of(href[1:], self.by_id, kinds),
            )
            return False
        if name == "image":
            return self.shown(element, href)
        family = _SERVERS[:2] if name in _SERVERS[:2] else (name,)
        if name in _SERVERS and href and (kind not in family or self.in_a_ring(element)):
            others = (
                id
                for id, each in self.by_id.items()
                if local(each) in family and each is not element and id != href[1:]
            )
            self.note(
                f'a reference to "{href[:40]}", which is no other of its kind',
                nearest(href[1:], others) or _MEND,
            )
            for key in ("href", XLINK):
                element.attrib.pop(key, None)
        return True

    def in_a_ring(self, element: etree._Element) -> bool:
        """Whether a gradient or pattern refers to others that lead back to it, of which none holds
        anything."""
        seen = [element]
        while not len(seen[-1]) and len(seen) < _LONGEST_RING:
            following = self.by_id.get(
                seen[-1].get("href", seen[-1].get(XLINK, "")).strip().removeprefix("#")
            )
            if following is None or following in seen:
                return following is element
            seen.append(following)
        return False

    def shown(self, element: etree._Element, href: str) -> bool:
        """Whether an image has a size; a drawing is laid into its box as it asks itself."""
        if any(_NONE.fullmatch(element.get(side, "")) for side in ("width", "height")):
            return False
        for side in ("width", "height"):
            if element.get(side, "").strip() == "auto":
                del element.attrib[side]
        if href.lower().startswith("data:image/svg") or href.lower().partition("#")[0].endswith(
            (".svg", ".svgz")
        ):
            element.attrib.pop("preserveAspectRatio", None)
        return True

    def language(self, element: etree._Element) -> None:
        """What is for readers of another language than English is not seen: so browsers choose as
        they are sold."""
        said = element.attrib.pop("systemLanguage")
        if "en" not in {word.strip().lower().partition("-")[0] for word in said.split(",")}:
            if local(element) == "tspan":
                remove(element)
            element.set("requiredExtensions", "another language")
        what = (
            f'<{local(element)}>: systemLanguage="{said[:40]}" was read as for readers of English'
        )
        self.found.setdefault(
            what, Fault(what, "keep the one language that is meant", element.sourceline or 0)
        )

    def attributes(self, element: etree._Element) -> None:
        if "systemLanguage" in element.attrib:
            self.language(element)
        for key, value in list(element.attrib.items()):
            name, text = str(key), str(value)
            if name.startswith("on"):
                self.note(f'"{name}", which is code', "take the attribute away")
                del element.attrib[name]
            elif name == "style":
                element.set(name, self.declarations(text, in_sheet=False))
            elif name in ("d", "points", "path"):
                self.outline(element, name, text)
            elif name in ATTRIBUTES:
                said = self.value(name, text)
                if said is None:
                    del element.attrib[name]
                elif said != text:
                    element.set(name, said)
            elif (
                (name == "side" and local(element) == "textPath")
                or name in _NO_ATTRIBUTES
                or (
                    name in _READ
                    and not _LATER.search(text)
                    and not _READ[name](text if name in _AS_WRITTEN else text.lower())
                )
            ):
                self.note(
                    _said(name, text), _remedy(_READERS[name], text) if name in _READERS else _MEND
                )
                del element.attrib[name]
            elif name not in DEFAULTS and (meant := instead_of_misspelt(name)):
                self.note(_said(name, text), meant)
                del element.attrib[name]

    def outline(self, element: etree._Element, name: str, text: str) -> None:
        """Path data or points, as far as they can be read."""
        try:
            readable = (readable_points if name == "points" else readable_part)(text)
        except PathError:
            return
        if readable != text:
            element.set(name, readable)
            remedy = _remedy(
                partial(polyline, closed=False) if name == "points" else parse_path, text
            )
            self.note(f"{name} that cannot be read to its end", remedy)

    def value(self, name: str, text: str) -> str | None:
        """A value as it is to be read; None where there is none."""
        if not taken(name, text):
            self.note(
                _said(name, text),
                _remedy(PROPERTIES[name].read, Style(), text) if name in PROPERTIES else _MEND,
            )
            return None
        if name in ("fill", "stroke") and _URL_WITH_BLANKS.fullmatch(text):
            self.note(_said(name, text), "write the id without blanks, there and here")
            return None
        match = _REFERENCE.fullmatch(text)
        if text.strip() != "none" and name in _NO_EFFECT.get(local(self.here), ()):
            self.note(_said(name, text), _MEND)
            return None
        if match and (name in _KINDS or name in ("fill", "stroke")):
            kind = self.kinds.get(match[2][1:], "") if match[2].startswith("#") else ""
            if name in ("fill", "stroke") and kind not in _SERVERS:
                self.note(_said(name, text), instead_of(match[2][1:], self.by_id, _SERVERS))
                return match[3] or "none"
            if name in _KINDS and kind != _KINDS[name]:
                self.note(_said(name, text), instead_of(match[2][1:], self.by_id, [_KINDS[name]]))
                return None
        lower, known = (
            text.strip().lower(),
            name in PROPERTIES and name not in ("font-family", *_READ_LATER),
        )
        return (
            lower
            if known and lower != text and "(" not in text and not _reads(name, text)
            else text
        )

    def declarations(self, text: str, *, in_sheet: bool) -> str:
        """A list of declarations without those that count for nothing; those of a style sheet need
        units."""
        import tinycss2

        kept = []
        for item in tinycss2.parse_blocks_contents(
            legible(text), skip_comments=True, skip_whitespace=True
        ):
            if item.type == "error":
                self.note(f'"{" ".join(text.split())[:40]}" in a style', "write such as fill: red")
            elif item.type != "declaration" or item.name.startswith("--"):
                kept.append(item.serialize())
            elif self.followed(item.lower_name):
                value = tinycss2.serialize(item.value).strip()
                if in_sheet and lacks_unit(item.lower_name, value):
                    self.note(f"{item.lower_name}: {value[:40]}", f"write {value[:40]}px")
                elif (said := self.value(item.lower_name, value)) is not None:
                    kept.append(f"{item.name}: {said}{' !important' * item.important}")
        return "; ".join(kept)

    def followed(self, name: str) -> bool:
        """Whether a property may be seen, followed here or not."""
        if (
            name in PROPERTIES
            or name in support.PLACES
            or (name in DEFAULTS and name not in _UNKNOWN)
            or name in HARMLESS_DECLARATIONS
        ):
            return True
        seen = (bool(_SEEN.match(name)) and name not in _UNKNOWN) or (
            self.here is self.root and bool(_BOXED.match(name))
        )
        # which Inkscape 0.9x writes everywhere
        if not seen and not name.startswith("-") and name != "color-rendering":
            self.note(f"the property {name}", nearest(name, PROPERTIES) or _MEND)
        return seen

    def sheet(self, text: str) -> str:
        """A style sheet without what counts for nothing."""
        import tinycss2

        return "".join(
            map(
                self.rule,
                tinycss2.parse_stylesheet(legible(text), skip_comments=True, skip_whitespace=True),
            )
        )

    def rule(self, rule: Any) -> str:
        import cssselect2
        import tinycss2

        if rule.type == "error" or (
            rule.type == "qualified-rule" and any(token.type == "error" for token in rule.prelude)
        ):
            self.note("a part of a style sheet that cannot be read", _MEND)
            return ""
        if rule.type == "at-rule":
            if rule.lower_at_keyword == "import":
                self.note("@import", "write its rules into the <style>")
                return ""
            if rule.lower_at_keyword in ("media", "supports") and rule.content is not None:
                return f"@{rule.at_keyword} {tinycss2.serialize(rule.prelude)}{{{self.sheet(tinycss2.serialize(rule.content))}}}"
            return str(rule.serialize())
        prelude = tinycss2.serialize(rule.prelude)
        try:
            pseudo = [
                selector.pseudo_element for selector in cssselect2.compile_selector_list(prelude)
            ]
        except Exception:  # the walker has its own words for it
            pseudo = []
        if pseudo and all(pseudo):
            self.note(f"::{pseudo[0]}, which no shape has", "draw it as an element")
            return ""
        return f"{prelude}{{{self.declarations(tinycss2.serialize(rule.content), in_sheet=True)}}}"


def _without_effect(element: etree._Element) -> bool:
    """Whether browsers take no account of a definition: a clipPath or mask that is not displayed
    itself."""
    if local(element) not in ("clipPath", "mask"):
        return False
    said = re.search(r"(?:^|;)\s*display\s*:\s*(\w+)", element.get("style", ""))
    return (said[1] if said else element.get("display", "")) == "none"


def _among_text(element: etree._Element) -> bool:
    """Whether there is text beside an element, in its parent."""
    parent = element.getparent()
    beside = [
        parent.text,
        *(each.tail for each in parent),
        *("".join(each.itertext()) for each in parent if each is not element),
    ]
    return any(text and text.strip() for text in beside)


def _said(name: str, value: str) -> str:
    return f'{name}="{(value if name in _AS_WRITTEN else " ".join(value.split()))[:40]}"'
