"""Names of objects: what a person calls an object in a drawing program, and what of a card that
name asks for.

A name holds bindings, each a verb, a colon and an expression, with a few words behind it:
`text:card.text middle min 6`. Several stand apart by `;` or by new lines. Where the drawing
programs keep a name: Inkscape as inkscape:label, and as <title> (SVG 1.1, 5.4) which plain SVG
keeps; Illustrator as data-name; Affinity as serif:id; Figma as the id."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lxml import etree

from cardgen.base.findings import UnreadableError
from cardgen.base.patterns import pattern
from cardgen.base.suggestions import did_you_mean
from cardgen.engine import svg_values

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_ENDINGS = {
    "text": rf"(?P<valign>top|middle|bottom)|min\s+(?P<min>{_NUMBER})|within\s+(?P<within>\S+)"
    r"|style\s+(?P<style>[\w-]+)|size\s+(?P<size>[A-Za-z]\S*)"
    r"|continues\s+(?P<continues>back|card)",
    "image": r"(?P<fit>meet|slice|stretch)",
    "fill": "",
    "stroke": "",
    "if": "",
    "for": rf"step\s+(?P<across>{_NUMBER})\s+(?P<down>{_NUMBER})"
    r"|as\s+(?P<item>[a-z]\w*)|(?P<middle>middle)",
    "below": rf"gap\s+(?P<gap>{_NUMBER})",
    "panel": r"(?P<fit>fit)",
}
"""The verbs, and what may stand behind their expressions."""
NAMING = ("below", "panel")
"""The verbs that are followed by the name of another object."""
_WORDS = (
    *("top", "middle", "bottom", "min", "within", "style", "size", "continues"),
    *("meet", "slice", "stretch", "step", "as"),
)
_OF_JINJA = frozenset(("and", "or", "not", "in", "is", "if", "else"))
_BEHIND = {
    "text": "top, middle or bottom; min 6; within FRAME; style NAME; size NAME; continues back",
    "image": "meet, slice or stretch",
    "for": "step 10 0; as NAME; middle",
    "below": "gap 2",
    "panel": "fit",
}
"""What may stand behind an expression, as it is told."""
_OPTION = {
    verb: pattern(rf"(?P<expression>.*\S)\s+(?:{endings})", re.DOTALL)
    for verb, endings in _ENDINGS.items()
    if endings
}
_PART = re.compile(r"""(?:"[^"]*"|'[^']*'|[^;\n"'])+|["']""")
_BINDING = re.compile(r"\s*([^\W\d_]\w*)\s*:(?!//)(.*\S)\s*", re.DOTALL)
_ABOUT_CARDS = re.compile(r"\b(?:card|palette|deck|game|item)\b\s*[.\[]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{1,6})_")
_COPY = re.compile(r"(.+)_\d+_?")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_SERIF = "{http://www.serif.com/}id"

SURELY_NAMED = pattern(
    rf"""(?:inkscape:label\s*=\s*["']|<(?:\w+:)?title[^>]*>)\s*(?:{"|".join(_ENDINGS)}):"""
)
"""Found where that can be no accident, though the document cannot be read."""


class Binding(NamedTuple):
    """The binding of an object: the verb, its expression, and its options by name; `text` is all of
    it as it was written."""

    verb: str
    expression: str
    options: dict[str, str]
    text: str


def bindings_of(element: etree._Element, ids: Collection[str]) -> list[Binding]:
    """The bindings in an object's name; `ids` are those of the document. Raises
    UnreadableError for a name that means to bind, and does not."""
    for name in _names(element, ids):
        parts = _PART.findall(name)
        if bindings := [binding for part in parts if (binding := _binding(part))]:
            _check_quotes(name, parts)
            return bindings
    return []


def _check_quotes(name: str, parts: Sequence[str]) -> None:
    """Raise UnreadableError for a name in which a quote within an expression is never closed."""
    for part, quote in pairwise(parts):
        if quote in ("'", '"') and _binding(part):
            sentence = f'the name "{name}" cannot be read: a quote is never closed'
            raise UnreadableError("drawn-name", sentence, "close it")


def is_called(element: etree._Element, name: str) -> bool:
    """True if an object has this name, by whichever program it was given."""
    return name in names_of(element)


def names_of(element: etree._Element) -> list[str]:
    """The names of an object: its id, what programs show, and what stands there beside bindings."""
    names = [element.get("id", ""), *_names(element, ())]
    parts = [part.strip() for name in names for part in _PART.findall(name) if ":" not in part]
    return [name for name in dict.fromkeys([*names, *parts]) if name]


def _names(element: etree._Element, ids: Collection[str]) -> Iterator[str]:
    """The names of an object, the one that a person sees first."""
    title = element.find(svg_values.SVG + "title")
    for name in (
        element.get(_LABEL),
        title.text if title is not None else None,
        element.get("data-name"),
        element.get(_SERIF),
    ):
        if name:
            yield name.strip()
    id = element.get("id", "")
    copy = _COPY.fullmatch(id)
    yield _ESCAPED.sub(_sign, copy[1] if copy and copy[1] in ids else id)


def _sign(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if 0x20 <= code < 0x110000 else match[0]


def _binding(part: str) -> Binding | None:
    match = _BINDING.fullmatch(part)
    if not match:
        return None
    verb = match[1]
    expression = match[2].strip()
    options = dict[str, str]()
    if verb not in _ENDINGS:
        near = difflib.get_close_matches(verb.lower(), _ENDINGS, n=1, cutoff=0.6)
        if _ABOUT_CARDS.search(expression) or (near and not match[2][0].isspace()):
            raise UnreadableError(
                "drawn-name",
                f'the name "{part.strip()}" binds nothing: no binding is called "{verb}"',
                did_you_mean(verb.lower(), _ENDINGS),
            )
        return None
    while verb in _OPTION and (option := _OPTION[verb].fullmatch(expression)):
        expression = option["expression"]
        options = {
            **{
                name: value
                for name, value in option.groupdict().items()
                if value and name != "expression"
            },
            **options,
        }
    return Binding(verb, expression, options, part.strip())


def misspelt(binding: Binding) -> str:
    """The remedy for a binding whose expression cannot be read: the word behind it that was meant,
    if there is one."""
    words = [
        word for word in binding.expression.split()[1:] if word.isalpha() and word not in _OF_JINJA
    ]
    near = [
        likely_word
        for word in words
        if word not in _WORDS
        for likely_word in difflib.get_close_matches(word, _WORDS, n=1, cutoff=0.7)
    ]
    if near:
        return f'did you mean "{near[0]}"?'
    behind = _BEHIND.get(binding.verb)
    return f"behind its expression may stand: {behind}" if behind and words else ""
