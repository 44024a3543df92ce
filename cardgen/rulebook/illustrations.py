"""The pictures of a book, each with the first place that asks for it.

They are cards, art and figures."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from cardgen.base.findings import Place
from cardgen.rulebook.blocks import EmbeddedSide, Manuscript, spans_of
from cardgen.rulebook.figures import Says


class Needed(NamedTuple):
    """The pictures a book needs, each with the first place that asks.

    They are sides of cards, art by its names, and figures by template and what that is told; names
    that may have art; and pages by their templates. `stretching` are the figures that are as high
    as their pages have room for."""

    sides: dict[EmbeddedSide, Place | None]
    names: dict[str, Place | None]
    figures: dict[tuple[str, Says], Place | None]
    perhaps: list[str]
    pages: dict[str, Place | None]
    stretching: frozenset[tuple[str, Says]]


def needed(manuscript: Manuscript) -> Needed:
    """The pictures that a book needs."""
    sides: dict[EmbeddedSide, Place | None] = {}
    names: dict[str, Place | None] = {}
    figures: dict[tuple[str, Says], Place | None] = {}
    perhaps: list[str] = []
    pages: dict[str, Place | None] = {}
    stretching: set[tuple[str, Says]] = set()
    for span in spans_of(chain(manuscript.lead, manuscript.blocks, manuscript.quick)):
        part = span.part
        if part:
            for side in part.sides:
                sides.setdefault(side, span.place)
        if part and part.kind == "picture":
            names.setdefault(part.name, span.place)
        elif part and part.kind == "figure":
            figures.setdefault((part.name, part.says), span.place)
            if part.heights:
                stretching.add((part.name, part.says))
        elif part and part.kind == "page":
            pages.setdefault(part.name, span.place)
        elif part and part.kind == "counts":
            perhaps += (value for value, _ in part.rows)
        elif span.icon:
            names.setdefault(span.drawing, span.place)
    return Needed(sides, names, figures, perhaps, pages, frozenset(stretching))
