"""The cascade: properties that an element declares by attributes, style sheets and `style`.

It complains of those that are not followed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from lxml import etree

from cardgen.base.patterns import pattern
from cardgen.base.suggestions import near, nearest
from cardgen.base.svg_marks import BLEED
from cardgen.engine.svg import filter_primitives, support
from cardgen.engine.svg.colours import parse_colour
from cardgen.engine.svg.parse import local, reference_of
from cardgen.engine.svg.path import NUMBER
from cardgen.engine.svg.properties import (
    ABOUT_LINES,
    ATTRIBUTES,
    DEFAULTS,
    FRESH,
    HARMLESS_DECLARATIONS,
    LINES,
    PROPERTIES,
    UNHEARD,
    WEIGHT,
)
from cardgen.engine.svg.style import OfSize, Style
from cardgen.engine.svg.values import SVG, Em, StyleError, legible
from cardgen.model.cards import PALETTE

_MOST_SELECTED, _MOST_LISTED = 1000, 20_000
"""The most characters of a selector, and of a list of them: drawing programs list all classes that
share a declaration."""


class StyleSheet:
    """The style sheets of one document, and the declarations they give an element."""

    def __init__(self, root: etree._Element) -> None:
        self._matcher: Any = None
        self._wrappers: dict[etree._Element, Any] = {}
        self.fonts: list[dict[str, str]] = []
        """The declarations of each `@font-face`."""
        for element in root.iter(SVG + "style"):
            language = element.get("type", "text/css").strip().lower()
            if language in ("", "text/css") and matches_screen(element.get("media", "all")):
                self._read(legible(element.text or ""))
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
                raise StyleError(f"the style sheet cannot be read: {rule.message}", "mend it there")
            prelude = tinycss2.serialize(rule.prelude)
            name = getattr(rule, "lower_at_keyword", "")
            if not name:
                self._read_rule(prelude.strip(), rule.content)
            elif name == "font-face":
                self.fonts.append(_font_face(rule))
            elif name == "media":
                if matches_screen(prelude):
                    self._read(tinycss2.serialize(rule.content or []))
            elif name == "supports" and is_supported(prelude):
                self._read(tinycss2.serialize(rule.content or []))
            elif name not in support.INERT_RULES:
                raise StyleError(
                    f"@{rule.at_keyword} in a style sheet is not followed", "write the plain rule"
                )

    def _read_rule(self, prelude: str, content: list[Any]) -> None:
        """Take in a rule, and those inside it (CSS Nesting 1)."""
        import tinycss2

        longest = max(map(len, prelude.split(",")))
        if len(prelude) > _MOST_LISTED or longest > _MOST_SELECTED:
            raise StyleError(
                "a selector is longer than any that a person writes", "write a shorter one"
            )
        items = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        inner = [item for item in items if item.type == "qualified-rule"]
        if inner and items[-len(inner) :] != inner:
            raise StyleError(
                "declarations after a rule inside a rule are not followed", "write them before it"
            )
        body = tinycss2.serialize(content)
        if inner:
            plain_items = items[: -len(inner)]
            body = "; ".join(item.serialize() for item in plain_items)
        declarations = declarations_of(body)
        for selector in _selectors(prelude):
            self._matcher.add_selector(selector, declarations)
        for item in inner:
            selectors = tinycss2.serialize(item.prelude).strip()
            if "(" in selectors or '"' in selectors or len(selectors) > _MOST_SELECTED:
                raise StyleError(
                    f'the selector "{selectors[:40]}" inside a rule is not followed',
                    "write the rule by itself",
                )
            parts = [part if "&" in part else f"& {part}" for part in selectors.split(",")]
            full_selectors = ", ".join(parts).replace("&", f":is({prelude})")
            self._read_rule(full_selectors, item.content)

    def rules(self, element: etree._Element) -> Declarations:
        """The declarations for an element, the strongest last."""
        normal: dict[str, str] = {}
        important: dict[str, str] = {}
        if self._matcher:
            for _, _, _, declarations in self._matcher.match(self._wrappers[element]):
                normal.update(declarations[0])
                important.update(declarations[1])
        return normal, important


def _font_face(rule: Any) -> dict[str, str]:
    """The declarations of an `@font-face`."""
    import tinycss2

    items = tinycss2.parse_blocks_contents(
        rule.content or [], skip_comments=True, skip_whitespace=True
    )
    return {
        item.lower_name: tinycss2.serialize(item.value).strip()
        for item in items
        if item.type == "declaration"
    }


def _selectors(prelude: str) -> list[Any]:
    """The selectors of a rule. Raises StyleError."""
    import cssselect2

    try:
        selectors: list[Any] = cssselect2.compile_selector_list(prelude)
    except Exception:  # besides its own error it raises whatever odd syntax makes it stumble over
        raise StyleError(
            f'the selector "{prelude[:40]}" cannot be read', "write such as .name or #name"
        ) from None
    for selector in selectors:
        if selector.pseudo_element:
            raise StyleError(
                f"::{selector.pseudo_element} in a selector is not followed", "take the rule away"
            )
    return selectors


_MEDIA = {
    **dict.fromkeys(("", "all", "screen", "only screen", "not print"), True),
    **dict.fromkeys(("print", "only print", "not screen", "not all", "speech"), False),
    "(prefers-color-scheme: light)": True,
    "(prefers-color-scheme: dark)": False,
    "(prefers-reduced-motion: no-preference)": True,
    "(prefers-reduced-motion: reduce)": False,
    "(prefers-reduced-motion)": False,
}
"""Media queries, and if they hold where a drawing is looked at: on a light screen, as it was
drawn."""


def matches_screen(query: str) -> bool:
    """True if a media query holds on a screen (Media Queries 4). Raises StyleError."""
    parts = []
    for part in query.split(","):
        plain = re.sub(r"\s*:\s*", ": ", " ".join(part.split())).lower()
        parts.append(re.sub(r"^(?:only )?screen and (?=\()", "", plain))
    if not _MEDIA.keys() >= set(parts):
        raise StyleError(
            f"@media {query.strip()[:40]} in a style sheet is not followed", "write the plain rule"
        )
    return any(_MEDIA[part] for part in parts)


_SUPPORTED = pattern(
    r"\s*\(\s*(fill|stroke|color|stop-color|mix-blend-mode)\s*:\s*(.*)\)\s*", re.DOTALL
)


def is_supported(condition: str) -> bool:
    """True if a condition of @supports holds: it is drawn here, and by browsers."""
    match = _SUPPORTED.fullmatch(condition)
    if match and match[1] == "mix-blend-mode":
        return match[2].strip() in support.BLEND_MODES
    try:
        return bool(match and parse_colour(match[2].strip()))
    except StyleError:
        return False


Declarations = tuple[dict[str, str], dict[str, str]]
"""Values by their properties, then those that are !important."""


@lru_cache(maxsize=1024)
def declarations_of(text: str) -> Declarations:
    """The declarations of a `style` attribute or a rule's body. Raises StyleError."""
    import tinycss2

    declarations: Declarations = {}, {}
    for item in tinycss2.parse_blocks_contents(
        legible(text), skip_comments=True, skip_whitespace=True
    ):
        if item.type != "declaration":
            raise StyleError(
                f'"{text.strip()[:60]}" is not a list of declarations',
                "write such as fill: red; stroke: none",
            )
        value = tinycss2.serialize(item.value).strip()
        name = item.name if item.name.startswith("--") else item.lower_name
        is_custom = name.startswith("--")
        if not is_custom and (not value or value in UNHEARD.get(name, ())):
            continue
        values = _font_declarations(value) if name == "font" else {name: value}
        declarations[item.important].update(values)
    return declarations


_FONT = pattern(
    r"(.*?)\s*(?:^|(?<=\s))([\d.]+(?:px|mm|cm|in|pt|pc|em|rem|%))(?:\s*/\s*([^\s]+))?\s+(\S.*)",
    re.DOTALL,
)


def _font_declarations(text: str) -> dict[str, str]:
    """The declarations that the shorthand `font` stands for (CSS Fonts 4, 2.7).

    Raises StyleError for more than style, weight, size and families."""
    match = _FONT.fullmatch(text)
    declarations = {
        "font-style": "normal",
        "font-weight": "normal",
        "font-variant": "normal",
        "font-kerning": "auto",
    }
    for word in match[1].split() if match else [""]:
        if word in ("italic", "oblique"):
            declarations["font-style"] = word
        elif word == "bold" or WEIGHT.fullmatch(word):
            declarations["font-weight"] = word
        elif word == "small-caps":
            declarations["font-variant"] = word
        elif word != "normal":
            raise StyleError(
                f'font: "{text[:40]}" is not drawn here',
                "write style, weight, size with its unit, and family",
            )
    if match:
        declarations["font-size"] = match[2]
        declarations["line-height"] = match[3] or "normal"
        declarations["font-family"] = match[4]
    return declarations


class NoValueError(StyleError):
    """A var() without a value: its custom property is missing or refers to itself."""


def with_variables(text: str, custom: Mapping[str, str], outer: tuple[str, ...] = ()) -> str:
    """A value with what var() stands for (CSS Custom Properties 1, 3).

    `outer` are the custom properties that it is a part of. Raises NoValueError, and StyleError for
    one without bound."""
    end = 0
    while (start := text.find("var(", end)) >= 0:
        end = _end_of_bracket(text, start + 3)
        name, comma, otherwise = text[start + 4 : end - 1].partition(",")
        name = name.strip()
        if name.startswith(PALETTE) and name not in custom:
            continue  # that is a colour by its name
        try:
            value = _custom_value(name, custom, outer)
        except NoValueError:
            if not comma:
                raise
            value = with_variables(otherwise, custom, outer).strip()
        text = text[:start] + value + text[end:]
        end = 0
        if len(text) > _LONGEST:
            raise StyleError(
                "the values of var() are longer than any that a person writes", "write them out"
            )
    return text


def _end_of_bracket(text: str, opening: int) -> int:
    """The index behind the bracket that closes one."""
    depth = 0
    for index in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if not depth:
            return index + 1
    return len(text)


def _custom_value(name: str, custom: Mapping[str, str], outer: tuple[str, ...]) -> str:
    """The value of a custom property.

    Raises NoValueError, and StyleError for one without bound."""
    if name in outer or len(outer) > _DEEPEST_VARIABLES:
        raise NoValueError(f"{name} refers to itself", "give it a value of its own")
    if custom.get(name, NO_VALUE) == NO_VALUE:
        raise NoValueError(f"there is no {name} here", "give it a value, or var() a second choice")
    return with_variables(custom[name], custom, (*outer, name)).strip()


NO_VALUE = "initial"
"""The value of a custom property that has none."""
_DEEPEST_VARIABLES = 20
_LONGEST = 10_000


def cascaded(element: etree._Element, sheet: StyleSheet) -> dict[str, str]:
    """All that an element declares, followed or not.

    Attributes come first, then style sheets, then `style`."""
    rules, urgent = sheet.rules(element) if sheet else ({}, {})
    normal, important = declarations_of(element.get("style", ""))
    attributes = {str(name): str(value) for name, value in element.attrib.items()}
    return {**attributes, **rules, **normal, **urgent, **important}


def _has_size(use: etree._Element) -> bool:
    """True if the size of a <use> counts (SVG 2, 5.5).

    It does where it shows a symbol or an <svg>.
    """
    name = reference_of(use).strip().removeprefix("#")
    viewports = use.getroottree().iter(SVG + "symbol", SVG + "svg")
    return any(viewport.get("id") == name for viewport in viewports)


_PATH = re.compile(r"""path\(\s*["'](.*)["']\s*\)""", re.DOTALL)


def _move_to_attribute(element: etree._Element, name: str, value: str, complain: Any) -> None:
    """Write a place or size of a style over the attribute (SVG 2, 7.1)."""
    kind = local(element)
    if name not in support.SIZED.get(kind, ()):
        return
    if name in support.DISPUTED.get(kind, ()) and element.getparent() is not None:
        if kind == "use" and not _has_size(element):
            return
        if name in element.attrib:
            same = [element.get(name, "").strip()]
        else:
            same = ["0"] if name in "xy" else ["100%", "auto"]
        if value.removesuffix("px") not in [text.removesuffix("px") for text in same]:
            complain(
                f"{name}: {value[:40]} in a style is not followed by every browser",
                "write it as an attribute",
            )
        return
    path = _PATH.fullmatch(value)
    if "(" in value and not path and ("var(" in value or not value.startswith("calc(")):
        complain(f"{name}: {value[:40]} is not followed here", "write it as an attribute")
        return
    element.set(name, path[1] if path else value)


def followed_properties(
    element: etree._Element, sheet: StyleSheet, complain: Any
) -> dict[str, str]:
    """The properties that an element declares and that are followed.

    Attributes come first, then style sheets, then `style`. `complain(what, remedy)` hears of what
    is not followed."""
    properties: dict[str, str] = {}
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for name, value in element.attrib.items():
        if name in ATTRIBUTES:
            if value.strip() and value.strip() not in UNHEARD.get(str(name), ()):
                properties[name] = value
        elif name in support.GEOMETRY:
            if name == "style":
                normal, important = declarations_of(value)
        else:
            _complain_of_unfollowed(str(name), str(value), complain)
    rules, urgent = sheet.rules(element) if sheet else (normal, important)
    if normal or important or rules or urgent:
        declarations = {**rules, **normal, **urgent, **important}
        for name in {**rules, **urgent}:  # a `style` is read as attributes are, which need no units
            value = declarations[name]
            of_style = name in important or (name in normal and name not in urgent)
            if lacks_unit(name, value) and not of_style:
                complain(
                    f"{name}: {value} lacks its unit, which a style sheet needs", f"write {value}px"
                )
        _add_declarations(element, declarations, properties, complain)
    return properties


def _add_declarations(
    element: etree._Element,
    declarations: Mapping[str, str],
    properties: dict[str, str],
    complain: Any,
) -> None:
    """Add what a style declares to the properties of attributes.

    Places and sizes go to the attributes themselves."""
    for name in LINES:
        if name in declarations:
            properties[name] = declarations[name]
    has_lines = any(properties.get(name, "none") != "none" for name in LINES)
    for name, value in declarations.items():
        if name in PROPERTIES or name.startswith("--"):
            properties[name] = value
        elif name in DEFAULTS:
            if has_lines or name not in ABOUT_LINES:  # without a line they tell of none
                _complain_of_unfollowed(name, value, complain)
        elif name in support.PLACES:
            _move_to_attribute(element, name, value, complain)
        elif not _is_harmless(name):
            complain(
                f"the property {name} is not followed here",
                nearest(name, PROPERTIES) or "take it away, or draw it another way",
            )


def _is_harmless(name: str) -> bool:
    """True for a property that changes nothing, or that is of another program."""
    if name.removeprefix("-webkit-") in HARMLESS_DECLARATIONS:
        return True
    return name[0] == "-" and not name.startswith("-webkit-")


_UNITLESS = re.compile(NUMBER)


def _complain_of_unfollowed(name: str, value: str, complain: Any) -> None:
    """Complain of a property or attribute that would change the drawing and is not followed."""
    if name.startswith("on"):
        complain(f'"{name}" would run code', "take the attribute away")
        return
    neutral = DEFAULTS.get(name)
    if neutral is None:
        suggestion = instead_of_misspelt(name)
        if suggestion:
            complain(f"the attribute {name} is known to no browser", suggestion)
    elif value.strip() not in neutral:
        complain(f'{name}="{value}" is not drawn as a browser shows it', "draw it another way")


_ATTRIBUTE_NAMES = ATTRIBUTES | support.GEOMETRY | filter_primitives.ATTRIBUTES | {BLEED}
_LEAST_MISSPELT, _ALL_BUT = 3, 0.85
"""The letters that a name must have, and how much of both must be alike."""


@lru_cache(maxsize=256)
def instead_of_misspelt(name: str) -> str:
    """The remedy for an attribute whose name is all but that of one that counts.

    Such are `stroke-widht` and `strokeWidth`. It is empty for all others, such as those of
    programs.

    >>> names = ("fil", "fill", "data-name", "heigth", "x-height")
    >>> [name for name in names if instead_of_misspelt(name)]
    ['fil', 'heigth']
    """
    if name in _ATTRIBUTE_NAMES or name in HARMLESS_DECLARATIONS or len(name) < _LEAST_MISSPELT:
        return ""
    for other in near(name, _ATTRIBUTE_NAMES):
        is_part = f"-{other}-" in f"-{name}-"
        if not is_part and _are_alike(name.casefold(), other.casefold()):
            return f'did you mean "{other}"?'
    return ""


def _are_alike(name: str, other: str) -> bool:
    return sorted(name) == sorted(other) or SequenceMatcher(None, name, other).ratio() > _ALL_BUT


def lacks_unit(name: str, value: str) -> bool:
    """True if a style sheet gives a bare number to a property that wants a length."""
    declaration = PROPERTIES.get(name)
    wants_length = declaration.unit if declaration else name in ("width", "height")
    return bool(wants_length and _UNITLESS.fullmatch(value) and float(value))


# -- from what is declared to a style

WIDE = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
"""Keywords that every property knows (CSS Cascade 4, 7.3)."""
_INITIAL = Style()
_FIRST = ("color", "font-size")
"""Properties that others refer to."""


def derived_style(parent: Style, declared: Mapping[str, str]) -> Style:
    """The style of a child that declares these properties. Raises StyleError.

    It is one and the same for the same ones, so it must not be changed."""
    key = tuple(declared.items())
    style = parent.child(key)
    if style is None:
        style = _new_style(parent, declared)
        parent.adopt(key, style)
    return style


def _new_style(parent: Style, declared: Mapping[str, str]) -> Style:
    style = replace(parent, **FRESH, _children={})
    custom = {name: value for name, value in declared.items() if name.startswith("--")}
    if custom:
        style.custom = tuple({**dict(style.custom), **custom}.items())
    for name in _FIRST:
        if declared.get(name, "inherit") not in WIDE:
            PROPERTIES[name].read(style, declared[name])
    for name, value in declared.items():
        if name in custom:
            continue
        if value in WIDE:
            _follow_keyword(parent, style, name, value)
        elif name in PROPERTIES and name not in _FIRST:
            PROPERTIES[name].read(style, value)
    for field in ("letter_spacing", "word_spacing"):
        spacing = getattr(style, field)
        if isinstance(spacing, OfSize):
            setattr(style, field, OfSize(spacing.share, style.font_size))
    size = Em(
        style.font_size, None, (style.families, style.weight, style.italic), style.line_height
    )
    style.font_size = Em(size, getattr(style.font_size, "root", None) or size, size.font, size.line)
    return style


def _follow_keyword(parent: Style, style: Style, name: str, value: str) -> None:
    """Set a property to a keyword such as `inherit` (CSS Cascade 4, 7.3). Raises StyleError."""
    declaration = PROPERTIES.get(name)
    if value != "initial" and (declaration is None or declaration.inherited):
        return
    if declaration is None or not declaration.keywords or value.startswith("revert"):
        raise StyleError(f"{name}: {value} is not followed", "write the value itself")
    if value == "unset":
        return
    source = parent if value == "inherit" else _INITIAL
    for field in declaration.fields:
        setattr(style, field, getattr(source, field))


def without_variables(
    inherited: Style,
    properties: Mapping[str, str],
    unknown: Callable[[str, str, NoValueError], None],
) -> dict[str, str]:
    """Properties with the values of custom ones in place of var(). Raises StyleError.

    `unknown` hears of a property, its value and why there is none; such a property counts as unset
    (CSS Custom Properties 1, 3.1)."""
    custom = dict(inherited.custom)
    custom.update({name: value for name, value in properties.items() if name.startswith("--")})
    values: dict[str, str] = {}
    for name, text in properties.items():
        is_custom = name.startswith("--")
        value = text
        if "var(" in text:
            try:
                value = with_variables(text, custom, (name,) if is_custom else ())
            except NoValueError as error:
                unknown(name, text, error)
                value = NO_VALUE if is_custom else "unset"
        if value != text and lacks_unit(name, value):
            raise StyleError(
                f"{name}: {value} lacks its unit, which a style sheet needs", f"write {value}px"
            )
        values[name] = value if value.strip() or is_custom else "unset"
    return values
