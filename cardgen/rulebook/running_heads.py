"""Running heads, page numbers, and the chapter at the outer edge.

There it is found with the thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardgen.base import colour_math
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.panels import millimetres
from cardgen.rulebook.block_setter import BlockSetter
from cardgen.rulebook.blocks import InlineSpan
from cardgen.rulebook.lines import TextLine
from cardgen.rulebook.ornaments import PAGE, leave_ornament
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import BOLD, WHITE, Type

_LEAFED = 4
"""So many pages has a book that one leafs through, for which chapters stand at the edge."""


def furnish(setting: BlockSetter, book_pages: Sequence[BookPage], *, plain: bool = False) -> None:
    """Running heads and page numbers, on all pages but the cover and those that are drawn.

    A template draws what lies behind them, in the margins of pages that are not `plain`."""
    form = setting.format
    chapter = ""
    colour = setting.look.accent
    steps = list(
        dict.fromkeys(
            anchor.title for page in book_pages for anchor in page.anchors if anchor.level == 2
        )
    )
    type = replace(
        setting.body,
        size=form.size * 0.76,
        weight=BOLD,
        colour=colour_math.mix(setting.look.ink, WHITE, 0.3),
    )
    for number, page in enumerate(book_pages, 1):
        began = [
            (anchor.y, anchor.title, setting.colours.get(anchor.name, colour))
            for anchor in page.anchors
            if anchor.level == 2
        ]
        # head, edge and number are of one chapter: that which has the most of the page
        here = [(form.head, chapter, colour), *began] if chapter or not began else began
        ends = [*(y for y, *_ in here[1:]), form.height - form.foot]
        _, (_, head, tone) = max(
            zip(ends, here, strict=True), key=lambda part: part[0] - part[1][0]
        )
        _, chapter, colour = here[-1]
        if number == 1 or page.is_drawn:
            continue
        right = number % 2 == 1
        x, low = form.width / 2, form.height - form.foot + 6.6 * MM
        side = replace(type, align="right" if right else "left")
        y = form.head - 9 * MM
        if not plain:
            ends_at = {"head_y": y, "number_y": low, "text_y": form.height - form.foot}
            place = {"number": number, "pages": len(book_pages), "right": right}
            _leave_margins(setting, page, tone, {**ends_at, "side": form.side}, place)
        lines = _in_a_line(setting, head if right else setting.title, side, form.measure)
        setting.setter.paint(lines, side, page, form.side, y + 1, form.measure)
        page.box(
            Box(form.side, y + 12.5, form.measure, 0.01),
            stroke=colour_math.mix(setting.look.ink, WHITE, 0.72) if plain else tone,
            line=0.6 if plain else 1.2,
        )
        if not form.screen and len(book_pages) >= _LEAFED:
            _thumb(setting, page, head, tone, steps, right=right)
        wide = 11.0
        page.box(
            Box(x - wide, low - 7.6, 2 * wide, 15.2),
            fill=tone,
            stroke=setting.look.ink,
            line=1,
            round=7.6,
        )
        pill = setting.heading_type(form.size * 0.92, 1.0, setting.look.on(tone), "center")
        shown_number = setting.setter.lines((InlineSpan(str(number)),), pill, 2 * wide)
        setting.setter.paint(shown_number, pill, page, x - wide, low - pill.size / 2, 2 * wide)


def _leave_margins(
    setting: BlockSetter,
    page: BookPage,
    colour: str,
    lengths: Mapping[str, float],
    place: Mapping[str, int],
) -> None:
    """Leave the margins of a page to a template.

    It is told where the text, its head and its number are, in millimetres, and which page it is."""
    form = setting.format
    leave_ornament(
        page,
        PAGE,
        Box(0, 0, form.width, form.height),
        colour,
        **{name: millimetres(value) for name, value in lengths.items()},
        **place,
    )


def _in_a_line(setting: BlockSetter, title: str, type: Type, width: float) -> tuple[TextLine, ...]:
    """A title in one line.

    A longer one is as many words as there is room for, and dots."""
    lines = setting.setter.lines((InlineSpan(title),), type, width)
    words = title.split()
    while len(lines) > 1 and len(words) > 1:
        words.pop()
        lines = setting.setter.lines((InlineSpan(" ".join(words) + "..."),), type, width)
    return lines[:1]


def _thumb(
    setting: BlockSetter,
    page: BookPage,
    chapter: str,
    colour: str,
    steps: Sequence[str],
    *,
    right: bool,
) -> None:
    """Paint the chapter at the outer edge of the page.

    Each stands a step lower than the one before."""
    if chapter not in steps:
        return
    form = setting.format
    wide = form.side * 0.5
    high = form.room / max(6, len(steps))
    last_step = max(1, len(steps) - 1)
    y = form.head + (form.room - high) * steps.index(chapter) / last_step
    x = form.width - wide if right else 0.0
    type = setting.heading_type(form.size * 0.78, 1.0, setting.look.on(colour), "center")
    lines = _in_a_line(setting, chapter, type, form.room - 12)
    long = max(high, lines[0].width + 12) if lines else high
    y = min(y, form.head + form.room - long)
    page.box(Box(x, y, wide, long), fill=colour)
    middle = (x + wide / 2 + (-1 if right else 1) * wide * 0.12, y + long / 2)
    turn = Matrix(0, 1, -1, 0, *middle) if right else Matrix(0, -1, 1, 0, *middle)
    with page.turned(turn):
        setting.setter.paint(lines, type, page, -long / 2, -type.size / 2, long)
