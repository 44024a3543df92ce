"""The origins of the texts on a side: the template's line, and which text stands there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from lxml import etree

from cardgen.base.findings import CardgenError, Place
from cardgen.base.origins import TemplateSource
from cardgen.cards.template_language import MARK, place_of
from cardgen.engine import DrawingError, TextMark, svg_tree, svg_values
from cardgen.model.cards import Card
from cardgen.model.project import Project

_QUOTED = 40


class MarkedCard(NamedTuple):
    """A card that was composed with marks: its SVG, and what the marks of texts in boxes stand for,
    by their numbers."""

    svg: str
    boxes: tuple[TemplateSource, ...]


class _SetText(NamedTuple):
    """A <text> of the composed card: what it says, the places that it gives, and what it comes
    of."""

    text: str
    places: tuple[tuple[float, float], ...]
    origin: TemplateSource


class TextOrigins:
    """The origins of the texts of a side, asked for in the order in which they are painted."""

    def __init__(self, texts: list[_SetText]) -> None:
        self._texts = texts
        self._met = Counter[tuple[str, float, float]]()

    def of(self, mark: TextMark) -> TemplateSource | None:
        """The origin of a text: of those that say it the nearest.

        Equal ones come in the order in which they are painted. It is None for the texts of drawings
        that the card places."""
        printed_text, key = " ".join(mark.text.split()), (mark.text, mark.x, mark.y)
        near = [
            (_away(text, mark), text.origin) for text in self._texts if printed_text in text.text
        ]
        least = min((away for away, _ in near), default=0.0)
        equal = [origin for away, origin in near if away <= least + 1e-3]
        number = self._met[key]
        self._met[key] += 1
        return equal[min(number, len(equal) - 1)] if equal else None


def _away(text: _SetText, mark: TextMark) -> float:
    """The distance of a text from where one was painted; down counts more, for along its line a
    text may be anchored."""
    return min(
        (math.hypot(10 * (y - mark.y), x - mark.x) for x, y in text.places), default=math.inf
    )


def text_origins(project: Project, marked: MarkedCard, card: Card) -> TextOrigins:
    """The origins of the texts of a card."""
    with suppress(DrawingError):
        return TextOrigins(
            list(_set_texts(project, svg_tree.read_svg(marked.svg.encode()), marked, card))
        )
    return TextOrigins([])


def _set_texts(
    project: Project, root: etree._Element, marked: MarkedCard, card: Card
) -> Iterator[_SetText]:
    for element in root.iter(f"{svg_values.SVG}text"):
        text, mark = " ".join("".join(element.itertext()).split()), element.get(MARK, "")
        if mark.startswith("@") and mark[1:].isdecimal():
            origin = marked.boxes[int(mark[1:])] if int(mark[1:]) < len(marked.boxes) else None
        else:
            origin = _written(project, mark, text, card)
        if origin and text:
            yield _SetText(text, tuple(_places(element)), origin)


def _written(project: Project, mark: str, text: str, card: Card) -> TemplateSource | None:
    """The origin of a <text> that a template writes itself."""
    place: Place | None = None
    with suppress(CardgenError):
        place = place_of(project, mark)
    if place is None:
        return None
    project_place = place if place.file.is_relative_to(project.root) else None
    return TemplateSource(_named(text, card), project_place, (mark,))


def _named(printed_text: str, card: Card) -> str:
    """The name of a text: the field that says it, all of it or the better part; else itself, where
    no field is in it."""
    texts = {
        name: " ".join(str(value).split())
        for name, value in card.fields.items()
        if isinstance(value, str | int | float) and value != ""
    }
    for name, text in texts.items():
        if text.casefold() == printed_text.casefold():
            return f"card.{name}"
    inside = [
        name
        for name, text in texts.items()
        if len(text) > 1 and (text in printed_text or printed_text in text)
    ]
    if inside:
        return f"card.{inside[0]}"
    if len(printed_text) > _QUOTED:
        printed_text = printed_text[: _QUOTED - 3] + "..."
    return f'the text "{printed_text}"'


def _places(element: etree._Element) -> Iterator[tuple[float, float]]:
    """The places that a <text> and its parts give."""
    x = y = 0.0
    for part in element.iter():
        with suppress(ValueError):
            x = float((part.get("x") or str(x)).split()[0])
        with suppress(ValueError):
            y = float((part.get("y") or str(y)).split()[0])
        yield x, y
