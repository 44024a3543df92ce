"""Texts with mark-up as cells of which parts look different: `rich_text` the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from cardgen.base import colour_math
from cardgen.engine import text_markup
from cardgen.load.rich_text import LOWERED, PLAIN, RAISED, Look, RichText, joined_runs
from cardgen.model.span_styles import Look as SpanLook

_SIGN = re.compile("_x[0-9A-Fa-f]{4}_")
"""What XLSX takes for a sign that XML has not."""
Runs = list[tuple[str, Look]]
SIZE, FONT = 11.0, "Calibri"
"""The letters of a cell: those that openpyxl gives a workbook."""
_CELL = Look(size=f"{SIZE:g}", font=FONT)
_FIELDS: Mapping[SpanLook, Mapping[str, Any]] = {
    "bold": {"bold": True},
    "italic": {"italic": True},
    "underline": {"underlined": True},
    "strike": {"struck": True},
    "sup": {"raised": RAISED},
    "sub": {"raised": LOWERED},
}
"""The fields of Look for the styles that a cell can show."""


def rich_cell(markup: str, colour_names: Mapping[str, str]) -> Any:
    """A text as a rich text of openpyxl; None where that would not read as the same text.

    `colour_names` are those of the palette, by `#RRGGBB`."""
    runs = None if _SIGN.search(markup) else cell_runs(markup, colour_names)
    if runs is None:
        return None
    from openpyxl.cell.rich_text import CellRichText, TextBlock

    blocks = [TextBlock(_font(look), part) if look != PLAIN else part for part, look in runs]
    return CellRichText(*blocks)


def cell_runs(markup: str, colour_names: Mapping[str, str]) -> Runs | None:
    """The parts of a text as a cell shows them; None where they would not read as the same text.

    Nor would those that all look alike, once a spreadsheet program saved them. `colour_names` are
    those of the palette, by `#RRGGBB`."""
    is_plain = not set(markup) & set("*]")
    if is_plain or not markup.replace("\n", "").isprintable():
        return None
    runs = runs_of(markup, {name: rgb for rgb, name in colour_names.items()})
    text = joined_runs(runs)
    # what all letters have becomes the look of the cell in LibreOffice, which counts for nothing
    if not isinstance(text, RichText) or len(text.visible_looks) == 1:
        return None
    return runs if text.within(_CELL).markup(colour_names) == markup else None


def runs_of(markup: str, palette: Mapping[str, str]) -> Runs:
    """The parts of a text as a cell shows them; what no cell shows is plain."""
    runs: Runs = []
    for number, spans in enumerate(text_markup.parsed(markup)[0]):
        if number:
            runs.append(("\n", PLAIN))
        runs += [(_as_typed(span), _look(span, palette)) for span in spans]
    return runs


def _as_typed(span: text_markup.Span) -> str:
    return f"{{{span.icon}}}" if span.icon else span.text


def _look(span: text_markup.Span, palette: Mapping[str, str]) -> Look:
    look = Look(bold=span.bold, italic=span.italic)
    for name, value in _fields(chain.from_iterable(span.looks), palette):
        look = look._replace(**{name: value})
    return look


def _fields(looks: chain[SpanLook], palette: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The fields of Look that brackets ask for."""
    for look in looks:
        if isinstance(look, str):
            yield from _FIELDS.get(look, {}).items()
        elif look[0] == "color":
            colour = palette.get(look[1]) or colour_math.solid(look[1]) or ""
            yield "colour", colour.lower()
        elif look[0] == "size":
            yield from _size(look[1])


def _size(factor: str) -> Iterator[tuple[str, str]]:
    try:
        yield "size", f"{float(factor) * SIZE:g}"
    except ValueError:
        return


def _font(look: Look) -> Any:
    """The font of openpyxl that a look is."""
    from openpyxl.cell.text import InlineFont

    raised = {RAISED: "superscript", LOWERED: "subscript"}
    return InlineFont(
        rFont=FONT,
        sz=float(look.size or SIZE),
        b=look.bold or None,
        i=look.italic or None,
        strike=look.struck or None,
        u="single" if look.underlined else None,
        vertAlign=raised.get(look.raised),
        color=f"FF{look.colour[1:].upper()}" if look.colour else None,
    )
