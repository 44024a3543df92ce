"""The cascade: what an element declares by attributes, style sheets and `style`, with what is not
followed complained of."""

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
from cardgen.engine.svg import filter_primitives, support
from cardgen.engine.svg.colours import parse_colour
from cardgen.engine.svg.marks import BLEED
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
"""Characters of a selector, and of a list of them: drawing programs list all classes that share a
declaration."""


class StyleSheet:
    """The style sheets of one document, and the declarations they give an element."""

    def __init__(self, root: etree._Element) -> None:
        self._matcher: Any = None
        self._wrappers: dict[etree._Element, Any] = {}
        self.fonts: list[dict[str, str]] = []
        """What each `@font-face` declares."""
        for element in root.iter(SVG + "style"):
            if element.get("type", "text/css").strip().lower() not in ("", "text/css") or not shown(
                element.get("media", "all")
            ):
                continue  # as in a browser
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
            prelude, name = tinycss2.serialize(rule.prelude), getattr(rule, "lower_at_keyword", "")
            if name == "font-face":
                items = tinycss2.parse_blocks_contents(
                    rule.content or [], skip_comments=True, skip_whitespace=True
                )
                said = {
                    item.lower_name: tinycss2.serialize(item.value).strip()
                    for item in items
                    if item.type == "declaration"
                }
                self.fonts.append(said)
            elif not name:
                self._rule(prelude.strip(), rule.content)
            elif shown(prelude) if name == "media" else name == "supports" and known(prelude):
                self._read(tinycss2.serialize(rule.content or []))
            elif name != "media" and name not in support.INERT_RULES:
                raise StyleError(
                    f"@{rule.at_keyword} in a style sheet is not followed", "write the plain rule"
                )

    def _rule(self, prelude: str, content: list[Any]) -> None:
        """Take note of a rule, and of those inside it (CSS Nesting 1)."""
        import cssselect2
        import tinycss2

        if len(prelude) > _MOST_LISTED or max(map(len, prelude.split(","))) > _MOST_SELECTED:
            raise StyleError(
                "a selector is longer than any that a person writes", "write a shorter one"
            )
        items = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        inner = [item for item in items if item.type == "qualified-rule"]
        if inner and items[-len(inner) :] != inner:
            raise StyleError(
                "declarations after a rule inside a rule are not followed", "write them before it"
            )
        own = (
            "; ".join(item.serialize() for item in items[: -len(inner)])
            if inner
            else tinycss2.serialize(content)
        )
        normal, important = declared(own)
        try:
            selectors = cssselect2.compile_selector_list(prelude)
        except (
            Exception
        ):  # besides its own error it raises whatever odd syntax makes it stumble over
            raise StyleError(
                f'the selector "{prelude[:40]}" cannot be read', "write such as .name or #name"
            ) from None
        for selector in selectors:
            if selector.pseudo_element:
                raise StyleError(
                    f"::{selector.pseudo_element} in a selector is not followed",
                    "take the rule away",
                )
            self._matcher.add_selector(selector, (normal, important))
        for item in inner:
            within = tinycss2.serialize(item.prelude).strip()
            if "(" in within or '"' in within or len(within) > _MOST_SELECTED:
                raise StyleError(
                    f'the selector "{within[:40]}" inside a rule is not followed',
                    "write the rule by itself",
                )
            parts = (part if "&" in part else f"& {part}" for part in within.split(","))
            self._rule(", ".join(parts).replace("&", f":is({prelude})"), item.content)

    def rules(self, element: etree._Element) -> Declarations:
        """The declarations for an element, the strongest last."""
        normal: dict[str, str] = {}
        important: dict[str, str] = {}
        if self._matcher:
            for _, _, _, declarations in self._matcher.match(self._wrappers[element]):
                normal.update(declarations[0])
                important.update(declarations[1])
        return normal, important


_MEDIA = {
    **dict.fromkeys(("", "all", "screen", "only screen", "not print"), True),
    **dict.fromkeys(("print", "only print", "not screen", "not all", "speech"), False),
    **dict.fromkeys(
        ("(prefers-color-scheme: light)", "(prefers-reduced-motion: no-preference)"), True
    ),
    **dict.fromkeys(
        (
            "(prefers-color-scheme: dark)",
            "(prefers-reduced-motion: reduce)",
            "(prefers-reduced-motion)",
        ),
        False,
    ),
}
"""Media queries, and whether they hold where a drawing is looked at: on a light screen, as it was
drawn."""


def shown(query: str) -> bool:
    """Whether what is written for some media is shown on a screen (Media Queries 4). Raises
    StyleError."""
    parts = [re.sub(r"\s*:\s*", ": ", " ".join(part.split())).lower() for part in query.split(",")]
    parts = [re.sub(r"^(?:only )?screen and (?=\()", "", part) for part in parts]
    if not _MEDIA.keys() >= set(parts):
        raise StyleError(
            f"@media {query.strip()[:40]} in a style sheet is not followed", "write the plain rule"
        )
    return any(_MEDIA[part] for part in parts)


_SUPPORTED = pattern(
    r"\s*\(\s*(fill|stroke|color|stop-color|mix-blend-mode)\s*:\s*(.*)\)\s*", re.DOTALL
)


def known(condition: str) -> bool:
    """Whether a condition of @supports asks for something that is drawn here, and by browsers."""
    match = _SUPPORTED.fullmatch(condition)
    if match and match[1] == "mix-blend-mode":
        return match[2].strip() in support.BLEND_MODES
    try:
        return bool(match and parse_colour(match[2].strip()))
    except StyleError:
        return False


Declarations = tuple[dict[str, str], dict[str, str]]
"""What is declared, and what is declared !important."""


@lru_cache(maxsize=1024)
def declared(text: str) -> Declarations:
    """The declarations of a `style` attribute or a rule's body. Raises StyleError."""
    import tinycss2

    found: Declarations = {}, {}
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
        if not name.startswith("--") and (not value or value in UNHEARD.get(name, ())):
            continue
        found[item.important].update(_font(value) if name == "font" else {name: value})
    return found


_FONT = pattern(
    r"(.*?)\s*(?:^|(?<=\s))([\d.]+(?:px|mm|cm|in|pt|pc|em|rem|%))(?:\s*/\s*([^\s]+))?\s+(\S.*)",
    re.DOTALL,
)


def _font(text: str) -> dict[str, str]:
    """The shorthand `font` (CSS Fonts 4, 2.7): style, weight, size and families. Raises
    StyleError."""
    match = _FONT.fullmatch(text)
    found = {
        "font-style": "normal",
        "font-weight": "normal",
        "font-variant": "normal",
        "font-kerning": "auto",
    }
    for word in match[1].split() if match else ("",):
        if word in ("italic", "oblique"):
            found["font-style"] = word
        elif word == "bold" or WEIGHT.fullmatch(word):
            found["font-weight"] = word
        elif word == "small-caps":
            found["font-variant"] = word
        elif word != "normal":
            raise StyleError(
                f'font: "{text[:40]}" is not drawn here',
                "write style, weight, size with its unit, and family",
            )
    return (
        {
            **found,
            "font-size": match[2],
            "line-height": match[3] or "normal",
            "font-family": match[4],
        }
        if match
        else found
    )


class NoValueError(StyleError):
    """A var() that stands for nothing: no such custom property is there, or it refers to itself."""


def with_variables(text: str, custom: Mapping[str, str], within: tuple[str, ...] = ()) -> str:
    """A value with what var() stands for (CSS Custom Properties 1, 3). Raises NoValueError, and
    StyleError for one without bound."""
    end = 0
    while (start := text.find("var(", end)) >= 0:
        end = _closed(text, start + 3)
        name, comma, otherwise = text[start + 4 : end - 1].partition(",")
        name = name.strip()
        if name.startswith(PALETTE) and name not in custom:
            continue  # that is a colour by its name
        try:
            value = _value_of(name, custom, within)
        except NoValueError:
            if not comma:
                raise
            value = with_variables(otherwise, custom, within).strip()
        text, end = text[:start] + value + text[end:], 0
        if len(text) > _LONGEST:
            raise StyleError(
                "the values of var() are longer than any that a person writes", "write them out"
            )
    return text


def _closed(text: str, opening: int) -> int:
    """The place behind the bracket that closes one."""
    depth = 0
    for place in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    return len(text)


def _value_of(name: str, custom: Mapping[str, str], within: tuple[str, ...]) -> str:
    """The value of a custom property. Raises NoValueError, and StyleError for one without bound."""
    if name in within or len(within) > _DEEPEST_VARIABLES:
        raise NoValueError(f"{name} refers to itself", "give it a value of its own")
    if custom.get(name, NO_VALUE) == NO_VALUE:
        raise NoValueError(f"there is no {name} here", "give it a value, or var() a second choice")
    return with_variables(custom[name], custom, (*within, name)).strip()


NO_VALUE = "initial"
"""The value of a custom property that has none."""
_DEEPEST_VARIABLES = 20
_LONGEST = 10_000


def cascaded(element: etree._Element, sheet: StyleSheet) -> dict[str, str]:
    """All that an element declares, known or not: attributes, then style sheets, then `style`."""
    rules, urgent = sheet.rules(element) if sheet else ({}, {})
    normal, important = declared(element.get("style", ""))
    return {
        **{str(name): str(value) for name, value in element.attrib.items()},
        **rules,
        **normal,
        **urgent,
        **important,
    }


def _has_size(use: etree._Element) -> bool:
    """Whether the size of a <use> counts: what it shows is a symbol or an <svg> (SVG 2, 5.5)."""
    shown = reference_of(use).strip().removeprefix("#")
    return any(
        each.get("id") == shown for each in use.getroottree().iter(SVG + "symbol", SVG + "svg")
    )


_PATH = re.compile(r"""path\(\s*["'](.*)["']\s*\)""", re.DOTALL)


def _settle(element: etree._Element, name: str, value: str, complain: Any) -> None:
    """Write what a style says of a place or a size into the attribute, which it goes before (SVG 2,
    7.1)."""
    drawn = _PATH.fullmatch(value)
    if name not in support.SIZED.get(local(element), ()):
        return
    if name in support.DISPUTED.get(local(element), ()) and element.getparent() is not None:
        if local(element) == "use" and not _has_size(element):
            return
        given = (
            [element.get(name, "").strip()]
            if name in element.attrib
            else ["0"]
            if name in "xy"
            else ["100%", "auto"]
        )
        if value.removesuffix("px") not in [text.removesuffix("px") for text in given]:
            complain(
                f"{name}: {value[:40]} in a style is not followed by every browser",
                "write it as an attribute",
            )
    elif "(" in value and not drawn and ("var(" in value or not value.startswith("calc(")):
        complain(f"{name}: {value[:40]} is not followed here", "write it as an attribute")
    else:
        element.set(name, drawn[1] if drawn else value)


def followed(element: etree._Element, sheet: StyleSheet, complain: Any) -> dict[str, str]:
    """The properties that an element declares and that are followed: attributes, then style sheets,
    then `style`.

    `complain(what, remedy)` hears of what is not followed.
    """
    found: dict[str, str] = {}
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for name, value in element.attrib.items():
        if name in ATTRIBUTES:
            if value.strip() and value.strip() not in UNHEARD.get(str(name), ()):
                found[name] = value
        elif name in support.GEOMETRY:
            if name == "style":
                normal, important = declared(value)
        else:
            _question(str(name), str(value), complain)
    rules, urgent = sheet.rules(element) if sheet else (normal, important)
    if normal or important or rules or urgent:
        declarations = {**rules, **normal, **urgent, **important}
        for name in {**rules, **urgent}:  # a `style` is read as attributes are, which need no units
            value = declarations[name]
            if (
                lacks_unit(name, value)
                and name not in important
                and (name in urgent or name not in normal)
            ):
                complain(
                    f"{name}: {value} lacks its unit, which a style sheet needs", f"write {value}px"
                )
        _declare(element, declarations, found, complain)
    return found


def _declare(
    element: etree._Element, declarations: Mapping[str, str], found: dict[str, str], complain: Any
) -> None:
    """Add what a style declares to the properties found in attributes, places and sizes to the
    attributes themselves."""
    for name in LINES:
        if name in declarations:
            found[name] = declarations[name]
    lined = bool({*(found.get(each, "none") for each in LINES)} - {"none"})
    for name, value in declarations.items():
        if name in PROPERTIES or name.startswith("--"):
            found[name] = value
        elif name in DEFAULTS:
            if lined or name not in ABOUT_LINES:  # there may be no line of which it could tell more
                _question(name, value, complain)
        elif name in support.PLACES:
            _settle(element, name, value, complain)
        elif name.removeprefix("-webkit-") not in HARMLESS_DECLARATIONS and (
            name[0] != "-" or name.startswith("-webkit-")
        ):
            complain(
                f"the property {name} is not followed here",
                nearest(name, PROPERTIES) or "take it away, or draw it another way",
            )


_UNITLESS = re.compile(NUMBER)


def _question(name: str, value: str, complain: Any) -> None:
    """Complain about a property or attribute that would change the drawing and is not followed."""
    if name.startswith("on"):
        complain(f'"{name}" would run code', "take the attribute away")
        return
    neutral = DEFAULTS.get(name)
    if neutral is not None and value.strip() not in neutral:
        complain(f'{name}="{value}" is not drawn as a browser shows it', "draw it another way")
    elif neutral is None and (meant := instead_of_misspelt(name)):
        complain(f"the attribute {name} is known to no browser", meant)


_MEANT = ATTRIBUTES | support.GEOMETRY | filter_primitives.ATTRIBUTES | {BLEED}
_LEAST_MISSPELT, _ALL_BUT = 3, 0.85
"""Letters that a name must have, and how much of both must be alike."""


@lru_cache(maxsize=256)
def instead_of_misspelt(name: str) -> str:
    """The remedy for an attribute whose name is all but that of one that counts: `stroke-widht`,
    `strokeWidth`. Nothing for all others, such as those of programs.

    >>> [name for name in ("fil", "fill", "data-name", "heigth", "x-height") if instead_of_misspelt(name)]
    ['fil', 'heigth']
    """
    if name in _MEANT or name in HARMLESS_DECLARATIONS or len(name) < _LEAST_MISSPELT:
        return ""
    likely = [
        each
        for each in near(name, _MEANT)
        if f"-{each}-" not in f"-{name}-" and _alike(name.casefold(), each.casefold())
    ]
    return f'did you mean "{likely[0]}"?' if likely else ""


def _alike(name: str, other: str) -> bool:
    return sorted(name) == sorted(other) or SequenceMatcher(None, name, other).ratio() > _ALL_BUT


def lacks_unit(name: str, value: str) -> bool:
    """Whether a style sheet gives a bare number to a property that wants a length."""
    known = PROPERTIES.get(name)
    return bool(
        (known.unit if known else name in ("width", "height"))
        and _UNITLESS.fullmatch(value)
        and float(value)
    )


# -- from what is declared to a style
# -------------------------------------------------------------------------------------------------

WIDE = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
"""Keywords that every property knows (CSS Cascade 4, 7.3)."""
_INITIAL = Style()
_FIRST = ("color", "font-size")
"""What other properties refer to."""


def derive(parent: Style, declared: Mapping[str, str]) -> Style:
    """The style of a child that declares these properties: one and the same for the same ones, so
    not to be changed. Raises StyleError."""
    key = tuple(declared.items())
    found = parent.child(key)
    if found is None:
        found = _derived(parent, declared)
        parent.adopt(key, found)
    return found


def _derived(parent: Style, declared: Mapping[str, str]) -> Style:
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
    own = Em(style.font_size, None, (style.families, style.weight, style.italic), style.line_height)
    style.font_size = Em(own, getattr(style.font_size, "root", None) or own, own.font, own.line)
    return style


def _follow_keyword(parent: Style, style: Style, name: str, value: str) -> None:
    known = PROPERTIES.get(name)
    if value != "initial" and (known is None or known.inherited):
        return
    if known is None or not known.keywords or value.startswith("revert"):
        raise StyleError(f"{name}: {value} is not followed", "write the value itself")
    for field in known.fields if value != "unset" else ():
        setattr(style, field, getattr(parent if value == "inherit" else _INITIAL, field))


def settled_variables(
    inherited: Style, declared: Mapping[str, str], unknown: Callable[[str, str, NoValueError], None]
) -> dict[str, str]:
    """Declared properties with the values of custom ones in place of var(). `unknown` hears of a
    property, its value and why there is none; such a property counts as unset (CSS Custom
    Properties 1, 3.1). Raises StyleError."""
    around = dict(inherited.custom)
    around.update({name: value for name, value in declared.items() if name.startswith("--")})
    found: dict[str, str] = {}
    for name, value in declared.items():
        own = name.startswith("--")
        try:
            found[name] = (
                with_variables(value, around, (name,) if own else ()) if "var(" in value else value
            )
        except NoValueError as error:
            unknown(name, value, error)
            found[name] = NO_VALUE if own else "unset"
        if found[name] != value and lacks_unit(name, found[name]):
            raise StyleError(
                f"{name}: {found[name]} lacks its unit, which a style sheet needs",
                f"write {found[name]}px",
            )
        if not found[name].strip() and not own:
            found[name] = "unset"
    return found
