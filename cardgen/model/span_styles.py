"""Styles of words within a text: what a game names, and what a span of a text asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean

Look = str | tuple[str, str]
"""What a span asks for: a style by its name, or an attribute with its value."""
Looks = tuple[tuple[Look, ...], ...]
"""What the brackets around a text ask for, the outermost first."""


@dataclass(frozen=True, slots=True)
class SpanStyle:
    """Choices for words within a text; None where nothing is said.

    Colours are names of the palette or colours of CSS, in a style that a sheet has resolved paints
    of SVG. `size` is a factor of the text around, `tracking` and `rise` are in ems; `bold` is as
    heavy as what stands between two stars."""

    color: str | None = None
    weight: int | None = None
    bold: bool | None = None
    italic: bool | None = None
    size: float | None = None
    font: tuple[str, ...] | None = None
    small_caps: bool | None = None
    underline: bool | None = None
    strike: bool | None = None
    background: str | None = None
    tracking: float | None = None
    rise: float | None = None
    nowrap: bool | None = None
    extends: str = ""
    place: Place | None = field(default=None, compare=False)

    def over(self, other: SpanStyle) -> SpanStyle:
        """Return these choices, with those of the other where they say nothing."""
        unsaid = {name: getattr(other, name) for name in _CHOICES if getattr(self, name) is None}
        return replace(self, **unsaid)

    def within(self, outer: SpanStyle) -> SpanStyle:
        """Return these choices for words among others that have a style: sizes are factors."""
        style = self.over(outer)
        if self.size is not None and outer.size is not None:
            style = replace(style, size=self.size * outer.size)
        if outer.rise is not None:  # in ems of the outer size
            rise = (self.rise or 0.0) + outer.rise / (self.size or 1.0)
            style = replace(style, rise=rise)
        return style


_NAME_AND_VALUE = re.compile(r"([\w-]*)\s*([:=]?)(.*)", re.DOTALL)
PLAIN_STYLE = SpanStyle()
"""The style of words that have none."""
_CHOICES = tuple(
    choice.name for choice in fields(SpanStyle) if choice.name not in ("extends", "place")
)
BUILT_IN = {
    "bold": SpanStyle(bold=True),
    "italic": SpanStyle(italic=True),
    "small-caps": SpanStyle(small_caps=True),
    "underline": SpanStyle(underline=True),
    "strike": SpanStyle(strike=True),
    "sup": SpanStyle(size=0.65, rise=0.5),
    "sub": SpanStyle(size=0.65, rise=-0.25),
    "nowrap": SpanStyle(nowrap=True),
}
"""The styles that every game has."""


class Attribute(NamedTuple):
    """An attribute of a span: the field of SpanStyle that it gives, how its value is read, and what
    that must be. `read` gives None for what it is not."""

    field: str
    read: Callable[[str], Any]
    wants: str
    schema: Mapping[str, Any]


def _number(low: float, high: float, value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) and low <= number <= high else None


def _weight(value: str) -> int | None:
    number = _number(1, 1000, value)
    return int(number) if number and number == int(number) else None


_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _families(value: str) -> tuple[str, ...] | None:
    families = tuple(family.strip() for family in value.split(","))
    return families if all(families) else None


def _number_attribute(field: str, low: float, high: float, example: str) -> Attribute:
    schema = {"type": "number", "minimum": low, "maximum": high}
    wants = f"a number from {low:g} to {high:g}, such as {example}"
    return Attribute(field, partial(_number, low, high), wants, schema)


def _truth_attribute(name: str) -> Attribute:
    schema = {"enum": [True, False, "yes", "no", "on", "off"]}
    return Attribute(name, _TRUTHS.get, "true or false", schema)


def _colour_attribute(name: str) -> Attribute:
    wants = "a colour of the palette, or one of CSS such as seagreen"
    return Attribute(name, lambda value: value.strip() or None, wants, {"type": "string"})


_FAMILY_SCHEMA = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]
}
ATTRIBUTES = {
    "color": _colour_attribute("color"),
    "size": _number_attribute("size", 0.1, 20, "1.5, which is so many times the text around"),
    "weight": Attribute(
        "weight",
        _weight,
        "a whole number from 1 to 1000, such as 800",
        {"type": "integer", "minimum": 1, "maximum": 1000},
    ),
    "bold": _truth_attribute("bold"),
    "italic": _truth_attribute("italic"),
    "font": Attribute("font", _families, "the family of a font", _FAMILY_SCHEMA),
    "small_caps": _truth_attribute("small_caps"),
    "underline": _truth_attribute("underline"),
    "strike": _truth_attribute("strike"),
    "background": _colour_attribute("background"),
    "tracking": _number_attribute("tracking", -1, 10, "0.05, in ems"),
    "raise": _number_attribute("rise", -5, 5, "0.3, in ems"),
    "nowrap": _truth_attribute("nowrap"),
}
"""The attributes of spans and the keys of styles, by what people write."""


def misplaced_look(braces: str, styles: Collection[str] = ()) -> Finding | None:
    """The fault of braces that hold what a span may ask for, and style no words; None for others.

    `braces` is what stands in them; `styles` are those of the game."""
    name, sign, value = _NAME_AND_VALUE.match(braces.strip()).groups()  # type: ignore[union-attr]
    name, value = name.lower(), value.strip(" ;\"'")
    if braces.startswith((".", "#")):
        meant = f".{braces.strip().lstrip('.#')}"
    elif braces.strip() in styles:
        meant = f".{braces.strip()}"
    elif name.replace("_", "-") in BUILT_IN and not sign:
        meant = f".{name.replace('_', '-')}"
    elif name in ATTRIBUTES and (sign or not value):
        meant = f"{name}={value or '...'}"
    else:
        return None
    remedy = f"write it right behind their bracket, all in one pair of braces: [words]{{{meant}}}"
    return Finding("span-wrong", f'"{{{braces}}}" styles no words', remedy)


def read_attribute(name: str, value: str) -> SpanStyle:
    """The style that an attribute alone is. Raises CardgenError."""
    attribute = ATTRIBUTES.get(name)
    if attribute is None:
        names = [*ATTRIBUTES]
        remedy = did_you_mean(name, names, f"use one of: {', '.join(names)}")
        raise CardgenError(Finding("span-wrong", f'a span of a text has no "{name}"', remedy))
    choice = attribute.read(value)
    if choice is None:
        sentence = f'the {name} of a span is "{value}"'
        raise CardgenError(Finding("span-wrong", sentence, f"write {attribute.wants}"))
    return SpanStyle(**{attribute.field: choice})


_MOST_LOOKS = 4096
"""The resolved styles that a sheet keeps."""


class SpanSheet:
    """The styles that the spans of a text may name, and the colours of its palette by name.

    Each is equal to itself alone. A `lenient` one passes over what it does not know."""

    def __init__(
        self,
        styles: Mapping[str, SpanStyle] | None = None,
        palette: Mapping[str, object] | None = None,
        *,
        lenient: bool = False,
    ) -> None:
        self.styles = {**BUILT_IN, **(styles or {})}
        self._palette = palette or {}
        self._is_lenient = lenient
        self._resolved: dict[Looks, SpanStyle] = {}
        self.dressed: dict[Any, Any] = {}
        """What boxes have made of its styles, by what they asked for."""

    def lenient(self) -> SpanSheet:
        """Return a sheet with the same styles that passes over what it does not know."""
        return SpanSheet(self.styles, self._palette, lenient=True)

    def resolved(self, looks: Looks) -> SpanStyle:
        """The style of a text within some brackets, its colours as paints of SVG.

        Raises CardgenError with all that is wrong."""
        style = self._resolved.get(looks)
        if style is None:
            problems: list[Finding] = []
            style = SpanStyle()
            for bracket in looks:
                style = self._of_bracket(bracket, problems).within(style)
            if problems and not self._is_lenient:
                raise CardgenError(*dict.fromkeys(problems))
            if len(self._resolved) >= _MOST_LOOKS:
                self._resolved.clear()
                self.dressed.clear()
            self._resolved[looks] = style
        return style

    def _of_bracket(self, looks: Iterable[Look], problems: list[Finding]) -> SpanStyle:
        """The style that one bracket asks for: what it says later holds."""
        style = SpanStyle()
        for look in looks:
            try:
                asked = self.named(look) if isinstance(look, str) else read_attribute(*look)
                style = self._painted(asked).over(style)
            except CardgenError as error:
                problems += error.findings
        return style

    def named(self, name: str) -> SpanStyle:
        """The style of a name, with those that it extends. Raises CardgenError."""
        *_, style = self._chain(name)
        return style

    def _chain(self, name: str) -> Iterator[SpanStyle]:
        style = SpanStyle(extends=name)
        names = set[str]()
        while style.extends and style.extends not in names:
            names.add(style.extends)
            base = self.styles.get(style.extends)
            if base is None:
                raise CardgenError(unknown_style(style.extends, self.styles))
            style = replace(style.over(base), extends=base.extends)
            yield style

    def paint(self, colour: str) -> str:
        """The paint of SVG that a colour is. Raises CardgenError."""
        if colour in self._palette:
            return str(self._palette[colour])
        paint = colour_math.solid(colour)
        if paint is None:
            raise CardgenError(unknown_colour(colour, self._palette))
        return paint

    def _painted(self, style: SpanStyle) -> SpanStyle:
        color, background = style.color, style.background
        if color is None and background is None:
            return style
        return replace(
            style,
            color=None if color is None else self.paint(color),
            background=None if background is None else self.paint(background),
        )


PLAIN_SHEET = SpanSheet()
"""The sheet of texts that have no game."""


def unknown_style(name: str, styles: Iterable[str]) -> Finding:
    """Tell that no style has a name."""
    remedy = did_you_mean(name, styles, f"add it to the styles of game.yaml: {name}: {{...}}")
    return Finding("unknown-style", f'no style is called "{name}"', remedy)


def unknown_colour(colour: str, palette: Iterable[str]) -> Finding:
    """Tell that something is no colour, neither of a palette nor of CSS."""
    remedy = did_you_mean(colour, palette, "name a colour of the palette, or one of CSS")
    return Finding("unknown-colour", f'no colour is called "{colour}"', remedy)
