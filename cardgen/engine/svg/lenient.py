"""Lenient parsing: what browsers ignore is taken away before the walk.

CSS Syntax 3, 2.2; SVG 2, 4.2 and 9.5.4. Whoever drew it saw the picture without it. Only what is
surely no value counts: what browsers draw and we do not is still refused. What browsers take for a
property is told by its declaration in `properties.py`; here stand the attributes that elements read
themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from lxml import etree

from cardgen.base.patterns import pattern
from cardgen.base.suggestions import nearest
from cardgen.engine.svg import filter_primitives, grammar, support
from cardgen.engine.svg.at_rest import come_to_rest
from cardgen.engine.svg.cascade import WIDE, instead_of_misspelt, lacks_unit
from cardgen.engine.svg.faults import Fault, Ignored, note_ignored
from cardgen.engine.svg.grammar import LENGTH, POSITIVE_LENGTH, POSITIVE_NUMBER
from cardgen.engine.svg.parse import (
    SHEET_ELSEWHERE,
    elements,
    instead_of,
    local,
    remove,
)
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

_MEND = "take it away, or mend it"
_URL_WITH_BLANKS = re.compile(r"""\s*url\(\s*[^\s"')]+\s+[^\s)][^)]*\).*""", re.DOTALL)
"""An address that is no token of CSS (CSS Syntax 3, 4.3.6)."""


@lru_cache(maxsize=2048)
def may_be_valid(name: str, value: str) -> bool:
    """True if browsers may take a declaration."""
    lower = value.strip().lower()
    if lower in WIDE or grammar.COMPUTED_LATER.search(lower):
        return True
    if name in PROPERTIES:
        return PROPERTIES[name].may_take(value)
    is_value = filter_primitives.VALUES.get(name)
    return is_value is None or bool(is_value(lower))


def _remedy(read: Callable[..., object], *arguments: object) -> str:
    """The remedy for a value, in the words of what reads it."""
    try:
        read(*arguments)
    except ValueError as error:
        return remedy_of(error) or _MEND
    return _MEND


# -- attributes that elements read themselves

_NEXT_LENGTH = rf"(?:\s*,\s*|\s+|(?=[+-])){LENGTH}"
_NEXT_NUMBER = rf"(?:\s*,\s*|\s+|(?=[+-.])){NUMBER}"
_TRANSFORMS = "|".join(
    rf"{name}\s*\(\s*{NUMBER}(?:{_NEXT_NUMBER}){{{more}}}\s*\)"
    for name, more in (
        ("matrix", "5"),
        ("translate", "0,1"),
        ("scale", "0,1"),
        ("rotate", "0"),
        ("rotate", "2"),
        ("skewx", "0"),
        ("skewy", "0"),
    )
)
_is_transform = grammar.like(rf"none|(?:(?:{_TRANSFORMS})\s*(?:,\s*(?!$))?)*")
_are_units = grammar.exactly("userSpaceOnUse objectBoundingBox")
_are_lengths = grammar.like(rf"{LENGTH}(?:{_NEXT_LENGTH})*")
_is_length_or_auto = grammar.keywords("auto", LENGTH)
_is_positive_length = grammar.like(POSITIVE_LENGTH)
_is_auto_orient = grammar.exactly("auto auto-start-reverse")
_is_angle = grammar.like(rf"{NUMBER}(?:deg|grad|rad|turn)?")


def _is_orient(text: str) -> bool:
    return bool(_is_auto_orient(text) or _is_angle(text))


_LENGTHS = support.words("x y dx dy")
_SINGLE_LENGTHS = support.words(
    "width height r cx cy rx ry x1 y1 x2 y2 fx fy markerWidth markerHeight startOffset"
)
_TRANSFORM_NAMES = ("transform", "gradientTransform", "patternTransform")
_UNIT_NAMES = support.words(
    "gradientUnits clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits"
    " filterUnits primitiveUnits"
)
_PLACE_IN_MARKER = grammar.keywords("left center right top bottom", LENGTH)
_ATTRIBUTES: dict[str, grammar.ValueTest] = {
    **dict.fromkeys(_LENGTHS, _are_lengths),
    **dict.fromkeys(_SINGLE_LENGTHS, _is_length_or_auto),
    "fr": _is_positive_length,
    "refX": _PLACE_IN_MARKER,
    "refY": _PLACE_IN_MARKER,
    "textLength": _is_positive_length,
    "pathLength": grammar.like(POSITIVE_NUMBER),
    "offset": grammar.is_share,
    **dict.fromkeys(_TRANSFORM_NAMES, _is_transform),
    **dict.fromkeys(_UNIT_NAMES, _are_units),
    "markerUnits": grammar.exactly("userSpaceOnUse strokeWidth"),
    "spreadMethod": grammar.exactly("pad reflect repeat"),
    "lengthAdjust": grammar.exactly("spacing spacingAndGlyphs"),
    "orient": _is_orient,
    "rotate": grammar.like(rf"{NUMBER}(?:{_NEXT_LENGTH})*"),
    "viewBox": grammar.like(rf"{NUMBER}(?:(?:\s*,\s*|\s+|(?=[+-])){NUMBER}){{3}}"),
    "preserveAspectRatio": grammar.like(
        r"(?:defer\s+)?(?:none|x(?:min|mid|max)y(?:min|mid|max))(?:\s+(?:meet|slice))?"
    ),
}
"""Attributes that browsers ignore unless they are like this."""
_AS_WRITTEN = {*_UNIT_NAMES, "markerUnits", "spreadMethod", "lengthAdjust", "orient"}
"""Those of which a capital letter matters."""
_READERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(_LENGTHS | _SINGLE_LENGTHS, parse_length),
    **dict.fromkeys(_TRANSFORM_NAMES, parse_transform),
    "offset": share_of,
}
"""Functions that read some of them, and say what to write."""


def _is_ignored(name: str, text: str) -> bool:
    """True if browsers ignore the value of an attribute that elements read themselves."""
    is_value = _ATTRIBUTES.get(name)
    if is_value is None or grammar.COMPUTED_LATER.search(text):
        return False
    return not is_value(text if name in _AS_WRITTEN else text.lower())


_ELEMENTS = (
    support.WALKER_ELEMENTS
    | support.SILENT_ELEMENTS
    | support.REFUSED_ELEMENTS.keys()
    | filter_primitives.PRIMITIVES.keys()
    | filter_primitives.UNDRAWN
    | support.words("view mpath discard")
)
"""All elements of SVG that browsers know."""
_NO_ATTRIBUTES = support.words(
    "marker font mix-blend-mode isolation animation animation-name outline text-shadow"
    " text-orientation font-palette font-optical-sizing font-size-adjust font-language-override"
    " font-variation-settings font-variant-position font-variant-alternates"
    " font-variant-east-asian text-decoration-style text-decoration-color"
    " text-decoration-thickness text-decoration-skip-ink text-underline-offset"
    " text-underline-position font-size-adjust clip kerning glyph-orientation-vertical"
    " glyph-orientation-horizontal"
)
"""Properties that count in a style, if at all, and not as attributes."""
_GIVEN_UP = support.words(
    "clip kerning glyph-orientation-vertical glyph-orientation-horizontal color-rendering"
)
"""Properties of SVG 1.1 that browsers have given up."""
_LONGEST_RING = 50
"""Gradients that refer to one another: each is followed from each."""
_IN_TEXT = support.words("tspan textPath a")
_TEXT_CONTENT = ("text", *_IN_TEXT)
_NO_EFFECT = {"clipPath": ("mask",), "pattern": ("clip-path", "mask")}
"""Properties that change nothing on some elements."""
_VISIBLE = re.compile(
    r"all$|zoom$|content-visibility$"
    r"|(?:-webkit-)?(?:text|font|mask|offset|clip|transform|perspective|filter|animation)"
)
"""Properties that are not followed here, and that may be seen."""
_OF_A_BOX = pattern(
    r"border|padding|margin|outline|box-shadow|background|width|height|position|top|left|right"
    r"|bottom|float|inset|aspect"
)
"""Properties that may be seen on the outermost element, which has a box."""
_ZERO = re.compile(r"\s*[+-]?0*\.?0+(?:[a-z]+|%)?\s*")
_GRADIENTS = ("linearGradient", "radialGradient")
_SERVERS = (*_GRADIENTS, "pattern")
_KINDS = {
    "clip-path": "clipPath",
    "mask": "mask",
    "filter": "filter",
    "marker-start": "marker",
    "marker-mid": "marker",
    "marker-end": "marker",
}
"""The kinds of element that each property refers to; fill and stroke refer to _SERVERS."""
_REFERENCE = re.compile(r"""\s*url\(\s*(['"]?)(.*?)\1\s*\)\s*(.*?)\s*""", re.DOTALL)

_AT_REST = Fault(
    "what moves was drawn as it is when it has come to rest",
    "save it as it is at another moment if that is meant",
    code="art-changed",
)


def drop_ignored(root: etree._Element) -> Ignored:
    """Take away what browsers ignore, anywhere in a document.

    Returns what it was, each kind once with its first line."""
    at_rest = come_to_rest(root)
    cleaner = _Cleaner(root)
    if root.attrib.pop(SHEET_ELSEWHERE, None) is not None:
        note_ignored(cleaner.ignored, "an xml-stylesheet", "put its rules into a <style>", 1)
    if at_rest:
        cleaner.ignored[_AT_REST.what] = _AT_REST
    for element in list(elements(root)):
        with suppress(StyleError):  # what cannot be read at all is refused when it is drawn
            cleaner.clean(element)
    return cleaner.ignored


class _Cleaner:
    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.ignored: Ignored = {}
        self.kinds: dict[str, str] = {}
        """The kind of each element by its id."""
        self.by_id: dict[str, etree._Element] = {}
        for element in elements(root):
            if name := element.get("id"):
                kind = "nothing" if _is_without_effect(element) else local(element)
                self.by_id.setdefault(str(name), element)
                self.kinds.setdefault(str(name), kind)
        self.element: etree._Element = root
        """The one that is looked at."""

    def note(self, message: str, remedy: str) -> None:
        message = f"<{local(self.element)}>: {message}"
        note_ignored(self.ignored, message, remedy, self.element.sourceline or 0)

    def note_value(self, name: str, value: str, remedy: str) -> None:
        """Note the value of an attribute or a property."""
        short = value if name in _AS_WRITTEN else " ".join(value.split())
        self.note(f'{name}="{short[:40]}"', remedy)

    def clean(self, element: etree._Element) -> None:
        """Take away what browsers ignore of an element, or the element itself."""
        name = local(element)
        self.element = element
        if name.startswith("{"):
            if _is_inside(element, "text", "switch"):
                remove(element)
        elif name == "script":  # which pictures never run
            self.note(
                "code",
                "take it away; save the drawing as it is when the code has run, if that is meant",
            )
            remove(element)
        elif name == "style":
            element.text = self.clean_sheet(element.text or "")
        elif name in support.MOVING:
            pass  # its fill is none
        elif name not in _ELEMENTS:
            self.drop_unknown(element, name)
        elif _is_misplaced(element, name):
            self.note("inside text", "put it beside the <text>")
            remove(element)
        elif not self.has_target(element, name):
            remove(element)
        else:
            self.clean_attributes(element)

    def drop_unknown(self, element: etree._Element, name: str) -> None:
        if not _is_inside(element, "flowRoot"):  # of which all is told that there is to say
            self.note("no element of SVG", nearest(name, _ELEMENTS) or _MEND)
        if _is_inside(element, "text"):
            remove(element)
        else:
            element.tag = f"{SVG}defs"  # draws nothing, and what is inside may be used

    def kind_of(self, address: str) -> str:
        """The kind of element that an address within the file leads to, empty for none."""
        return self.kinds.get(address[1:], "") if address.startswith("#") else ""

    def has_target(self, element: etree._Element, name: str) -> bool:
        """True unless an element depends on a target that is missing.

        A gradient or pattern only loses a reference to none."""
        href = element.get("href", element.get(XLINK, "")).strip()
        if name == "textPath" and self.kind_of(href) != "path":
            if not element.get("path") and not _has_text_beside(element):
                self.note_reference(href, "path of the file", ["path"])
                return False
        elif name == "use" and not self.kind_of(href):
            of_other_file = "#" in href[1:] and not href.startswith("#")
            if not of_other_file:
                self.note_reference(href, "element of the file", support.USABLE)
                return False
        elif name == "image":
            return _has_size(element, href)
        elif name in _SERVERS and href:
            self.drop_server_reference(element, name, href)
        return True

    def note_reference(self, href: str, kind: str, kinds: Any) -> None:
        self.note(
            f'a reference to "{href[:40]}", which is no {kind}',
            instead_of(href[1:], self.by_id, kinds),
        )

    def drop_server_reference(self, element: etree._Element, name: str, href: str) -> None:
        """Drop a gradient's or pattern's reference to another kind of element."""
        family = _GRADIENTS if name in _GRADIENTS else (name,)
        if self.kind_of(href) in family and not self.is_in_ring(element):
            return
        others = [
            id
            for id, other in self.by_id.items()
            if local(other) in family and other is not element and id != href[1:]
        ]
        self.note(
            f'a reference to "{href[:40]}", which is no other of its kind',
            nearest(href[1:], others) or _MEND,
        )
        for key in ("href", XLINK):
            element.attrib.pop(key, None)

    def is_in_ring(self, element: etree._Element) -> bool:
        """True if empty gradients or patterns refer to one another in a ring."""
        chain = [element]
        while not len(chain[-1]) and len(chain) < _LONGEST_RING:
            href = chain[-1].get("href", chain[-1].get(XLINK, ""))
            following = self.by_id.get(href.strip().removeprefix("#"))
            if following is None or following in chain:
                return following is element
            chain.append(following)
        return False

    def choose_language(self, element: etree._Element) -> None:
        """Hide text for readers of another language than English.

        Browsers choose so as they are sold."""
        languages = element.attrib.pop("systemLanguage")
        # a region of a language matches that: "en-GB" is English (SVG 2, 5.10.5)
        tags = [tag.strip().lower() for tag in languages.split(",")]
        if "en" not in [tag.partition("-")[0] for tag in tags]:
            if local(element) == "tspan":
                remove(element)
            element.set("requiredExtensions", "another language")
        message = (
            f'<{local(element)}>: systemLanguage="{languages[:40]}" was read as for readers of'
            " English"
        )
        remedy = "keep the one language that is meant"
        fault = Fault(message, remedy, element.sourceline or 0, code="art-changed")
        self.ignored.setdefault(message, fault)

    def clean_attributes(self, element: etree._Element) -> None:
        if "systemLanguage" in element.attrib:
            self.choose_language(element)
        for key, value in list(element.attrib.items()):
            name, text = str(key), str(value)
            replacement = self.clean_attribute(element, name, text)
            if replacement is None:
                del element.attrib[name]
            elif replacement != text or name == "style":
                element.set(name, replacement)

    def clean_attribute(self, element: etree._Element, name: str, text: str) -> str | None:
        """The value of an attribute as it is to be read; None where browsers ignore it."""
        if name.startswith("on"):
            self.note(f'"{name}", which is code', "take the attribute away")
            return None
        if name == "style":
            return self.clean_declarations(text, in_sheet=False)
        if name in ("d", "points", "path"):
            return self.readable_outline(name, text)
        if name in ATTRIBUTES:
            return self.clean_value(name, text)
        on_other_side = name == "side" and local(element) == "textPath"
        if on_other_side or name in _NO_ATTRIBUTES or _is_ignored(name, text):
            reader = _READERS.get(name)
            self.note_value(name, text, _remedy(reader, text) if reader else _MEND)
            return None
        suggestion = "" if name in DEFAULTS else instead_of_misspelt(name)
        if suggestion:
            self.note_value(name, text, suggestion)
            return None
        return text

    def readable_outline(self, name: str, text: str) -> str:
        """Path data or points, as far as they can be read."""
        try:
            readable = readable_points(text) if name == "points" else readable_part(text)
        except PathError:
            return text
        if readable != text:
            reader = partial(polyline, closed=False) if name == "points" else parse_path
            self.note(f"{name} that cannot be read to its end", _remedy(reader, text))
        return readable

    def clean_value(self, name: str, text: str) -> str | None:
        """The value of a property as it is to be read; None where browsers ignore it."""
        declaration = PROPERTIES.get(name)
        if not may_be_valid(name, text):
            remedy = _remedy(declaration.read, Style(), text) if declaration else _MEND
            self.note_value(name, text, remedy)
            return None
        if name in ("fill", "stroke") and _URL_WITH_BLANKS.fullmatch(text):
            self.note_value(name, text, "write the id without blanks, there and here")
            return None
        if text.strip() != "none" and name in _NO_EFFECT.get(local(self.element), ()):
            self.note_value(name, text, _MEND)
            return None
        reference = _REFERENCE.fullmatch(text)
        if reference and name in ("fill", "stroke"):
            _, href, fallback = reference.groups()
            if self.kind_of(href) not in _SERVERS:
                self.note_value(name, text, instead_of(href[1:], self.by_id, _SERVERS))
                return fallback or "none"
        elif reference and name in _KINDS:
            href = reference[2]
            if self.kind_of(href) != _KINDS[name]:
                self.note_value(name, text, instead_of(href[1:], self.by_id, [_KINDS[name]]))
                return None
        lower = text.strip().lower()
        if declaration is None or declaration.late or name == "font-family":
            return text
        if lower == text or "(" in text or declaration.reads(text):
            return text
        return lower

    def clean_declarations(self, text: str, *, in_sheet: bool) -> str:
        """A list of declarations without those that browsers ignore; those of a style sheet need
        units."""
        import tinycss2

        declarations = []
        for item in tinycss2.parse_blocks_contents(
            legible(text), skip_comments=True, skip_whitespace=True
        ):
            if item.type == "error":
                self.note(f'"{" ".join(text.split())[:40]}" in a style', "write such as fill: red")
            elif item.type != "declaration" or item.name.startswith("--"):
                declarations.append(item.serialize())
            elif self.may_be_seen(item.lower_name):
                value = tinycss2.serialize(item.value).strip()
                if in_sheet and lacks_unit(item.lower_name, value):
                    self.note(f"{item.lower_name}: {value[:40]}", f"write {value[:40]}px")
                    continue
                clean = self.clean_value(item.lower_name, value)
                if clean is not None:
                    important = " !important" if item.important else ""
                    declarations.append(f"{item.name}: {clean}{important}")
        return "; ".join(declarations)

    def may_be_seen(self, name: str) -> bool:
        """True if a property may be seen, followed here or not."""
        given_up = name in _GIVEN_UP
        if name in PROPERTIES or name in support.PLACES or name in HARMLESS_DECLARATIONS:
            return True
        if name in DEFAULTS and not given_up:
            return True
        visible = bool(_VISIBLE.match(name)) and not given_up
        if not visible and self.element is self.root:
            visible = bool(_OF_A_BOX.match(name))
        # Inkscape 0.9x writes color-rendering everywhere.
        if not visible and not name.startswith("-") and name != "color-rendering":
            self.note(f"the property {name}", nearest(name, PROPERTIES) or _MEND)
        return visible

    def clean_sheet(self, text: str) -> str:
        """A style sheet without what browsers ignore."""
        import tinycss2

        rules = tinycss2.parse_stylesheet(legible(text), skip_comments=True, skip_whitespace=True)
        return "".join(map(self.clean_rule, rules))

    def clean_rule(self, rule: Any) -> str:
        import tinycss2

        if rule.type == "error" or (
            rule.type == "qualified-rule" and any(token.type == "error" for token in rule.prelude)
        ):
            self.note("a part of a style sheet that cannot be read", _MEND)
            return ""
        if rule.type == "at-rule":
            return self.clean_at_rule(rule)
        prelude = tinycss2.serialize(rule.prelude)
        pseudo_elements = _pseudo_elements(prelude)
        if pseudo_elements and all(pseudo_elements):
            self.note(f"::{pseudo_elements[0]}, which no shape has", "draw it as an element")
            return ""
        content = tinycss2.serialize(rule.content)
        return f"{prelude}{{{self.clean_declarations(content, in_sheet=True)}}}"

    def clean_at_rule(self, rule: Any) -> str:
        import tinycss2

        if rule.lower_at_keyword == "import":
            self.note("@import", "write its rules into the <style>")
            return ""
        if rule.lower_at_keyword in ("media", "supports") and rule.content is not None:
            prelude = tinycss2.serialize(rule.prelude)
            content = self.clean_sheet(tinycss2.serialize(rule.content))
            return f"@{rule.at_keyword} {prelude}{{{content}}}"
        return str(rule.serialize())


def _pseudo_elements(prelude: str) -> list[str | None]:
    """The pseudo-element of each selector of a rule, None for one that has none."""
    import cssselect2

    try:
        selectors = cssselect2.compile_selector_list(prelude)
    except Exception:  # the walker has its own words for it
        return []
    return [selector.pseudo_element for selector in selectors]


def _is_inside(element: etree._Element, *names: str) -> bool:
    """True if an element stands somewhere inside one of these names."""
    return any(local(ancestor) in names for ancestor in element.iterancestors())


def _is_misplaced(element: etree._Element, name: str) -> bool:
    """True if an element stands inside text where browsers show none such."""
    parent = element.getparent()
    parent_name = local(parent) if parent is not None else ""
    if parent_name not in _TEXT_CONTENT or not _is_inside(element, "text"):
        return False
    if name == "textPath" and parent_name not in ("text", "a"):
        return True
    return (
        name not in _IN_TEXT
        and name not in support.SILENT_ELEMENTS
        and name not in support.REFUSED_ELEMENTS
    )


def _has_size(image: etree._Element, href: str) -> bool:
    """True if an image has a size. A drawing is laid into its box as it asks itself, so what the
    image says of that goes."""
    if any(_ZERO.fullmatch(image.get(side, "")) for side in ("width", "height")):
        return False
    for side in ("width", "height"):
        if image.get(side, "").strip() == "auto":
            del image.attrib[side]
    lower = href.lower()
    path = lower.partition("#")[0]
    if lower.startswith("data:image/svg") or path.endswith((".svg", ".svgz")):
        image.attrib.pop("preserveAspectRatio", None)
    return True


_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:\s*(\w+)")


def _is_without_effect(element: etree._Element) -> bool:
    """True if browsers ignore a clipPath or mask because it is not displayed."""
    if local(element) not in ("clipPath", "mask"):
        return False
    in_style = _DISPLAY.search(element.get("style", ""))
    return (in_style[1] if in_style else element.get("display", "")) == "none"


def _has_text_beside(element: etree._Element) -> bool:
    """True if there is text beside an element, in its parent."""
    parent = element.getparent()
    texts = [parent.text]
    for sibling in parent:
        texts.append(sibling.tail)
        if sibling is not element:
            texts.append("".join(sibling.itertext()))
    return any(text and text.strip() for text in texts)
