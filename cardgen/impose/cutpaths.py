"""Cut paths: what a cutting machine cuts, as SVG and DXF.

They are in true size and in the coordinates of the page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from cardgen.base.geometry import Matrix, Point
from cardgen.base.units import MM
from cardgen.impose.bridges import bridged
from cardgen.impose.dxf import CUT, Line, cut_line, dxf
from cardgen.impose.marks import hexagon
from cardgen.impose.plan import Plan, Sheet, Slot
from cardgen.model.sizes import Shape


class CutSheet(NamedTuple):
    """A layout of cut paths, and the sheets that have it.

    Sheets are counted from 1. With what the names of its files end in, and these by their
    endings."""

    sheets: range
    name: str
    files: Mapping[str, bytes]


ENDINGS = ("svg", "dxf")
NAMES = re.compile(r"cut(-[2-9]|-[1-9]\d+|-first)?")
"""What the names of their files end in: `cut` for the first layout of a file's sheets, which most
have, `cut-2` and so on for others; `cut-first` where the first sheet skips slots."""


def cut_paths(plan: Plan[Any], title: str) -> Iterator[CutSheet]:
    """The cut paths of sheets that follow one another and are cut alike.

    One for all full sheets, one for the last if it is not full, and one for the first if it has
    places of its own to skip. Sheets of several sizes are rarely alike."""

    def places(sheet: Sheet[Any]) -> list[tuple[Matrix, Shape]]:
        return [(slot.placement, plan.shape_of(slot.card)) for slot in sheet.front.slots]

    sheets = list(plan)
    first = sheets[:1] if plan.opening else []
    groups = [[*alike] for _, alike in groupby(sheets[len(first) :], key=places)]
    named = [
        ("cut" if number == 1 else f"cut-{number}", group) for number, group in enumerate(groups, 1)
    ]
    if first:
        named.append(("cut-first", first))
    for name, group in named:
        numbers = range(group[0].number, group[-1].number + 1)
        slots = group[0].front.slots
        lines = {CUT: [line for slot in slots for line in cut_lines(slot, plan)]}
        yield CutSheet(
            numbers,
            name,
            {"svg": _svg(plan, slots, title, numbers).encode(), "dxf": dxf(lines, plan.page)},
        )


def _svg(plan: Plan[Any], slots: tuple[Slot[Any], ...], title: str, numbers: range) -> str:
    width = _mm(plan.page.width)
    height = _mm(plan.page.height)
    which = f"sheet {numbers[0]}" if len(numbers) == 1 else f"sheets {numbers[0]} to {numbers[-1]}"
    about = f"Cut paths for {which}, in the coordinates of the page."
    if marks := plan.registration:
        lengths = {
            "inset": marks.inset,
            "length": marks.arm,
            "thickness": marks.thickness,
            "square": marks.square,
        }
        about += (
            f" Marks {marks}: "
            + ", ".join(f"{name} {_mm(length)} mm" for name, length in lengths.items())
            + "."
        )
    if plan.bridges:
        about += f" Bridges of {_mm(plan.bridges)} mm hold each piece in the sheet."
    paths = "\n".join(
        f'    <path id="card-{number}" d="{_outline(slot, plan)}"/>'
        for number, slot in enumerate(slots, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n'
        f"  <title>{escape(title)}</title>\n  <desc>{escape(about)}</desc>\n"
        f'  <g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{paths}\n  </g>\n</svg>\n'
    )


def cut_lines(slot: Slot[Any], plan: Plan[Any]) -> Sequence[Line]:
    """The lines that a piece is cut along on its page; its holes first, while it is held.

    They are closed, but for bridges around the piece."""
    shape = plan.shape_of(slot.card)
    if not shape.outline and not plan.bridges:
        return [cut_line(slot.trim, shape)]
    return [[slot.placement(*corner) for corner in line] for line in _lines(shape, plan.bridges)]


@lru_cache(maxsize=16)
def _lines(shape: Shape, bridges: float) -> tuple[Line, ...]:
    """The lines of a piece in its own coordinates."""
    edge: Line = cut_line(shape.box, shape)
    holes: Sequence[Line] = ()
    if shape.outline:
        edge, *holes = [
            [Point(*corner) for corner in (*contour, contour[0])] for contour in shape.outline
        ]
    return (*reversed(holes), *(bridged(edge, bridges) if bridges else (edge,)))


def _outline(slot: Slot[Any], plan: Plan[Any]) -> str:
    """The cut edge of a card as path data.

    It runs clockwise, in millimetres from the page's upper left corner, y downward."""
    page, shape = plan.page, plan.shape_of(slot.card)
    if shape.outline or plan.bridges:
        parts = []
        for line in cut_lines(slot, plan):
            closed = line[0] == line[-1]
            points = line[:-1] if closed else line
            path = "L".join(f"{_mm(x)} {_mm(page.height - y)}" for x, y in points)
            parts.append(f"M{path}{'Z' * closed}")
        return "".join(parts)
    trim = slot.trim
    left = trim.x
    top = page.height - trim.top
    right = trim.right
    bottom = page.height - trim.y
    if shape.kind == "circle":
        middle = (top + bottom) / 2
        radius_text = _mm(trim.width / 2)
        arc = f"A{radius_text} {radius_text} 0 0 1"
        return (
            f"M{_mm(left)} {_mm(middle)}{arc} {_mm(right)} {_mm(middle)}{arc} {_mm(left)}"
            f" {_mm(middle)}Z"
        )
    if shape.kind == "hexagon":
        corners = [Point(left + x, top + shape.height - y) for x, y in reversed(hexagon(shape))]
        return "M" + "L".join(f"{_mm(x)} {_mm(y)}" for x, y in corners) + "Z"
    radius = min(shape.corner, shape.width / 2, shape.height / 2)
    if radius <= 0:
        return f"M{_mm(left)} {_mm(top)}H{_mm(right)}V{_mm(bottom)}H{_mm(left)}Z"
    turn = f"A{_mm(radius)} {_mm(radius)} 0 0 1"
    return (
        f"M{_mm(left + radius)} {_mm(top)}H{_mm(right - radius)}{turn} {_mm(right)}"
        f" {_mm(top + radius)}V{_mm(bottom - radius)}"
        f"{turn} {_mm(right - radius)} {_mm(bottom)}H{_mm(left + radius)}{turn} {_mm(left)}"
        f" {_mm(bottom - radius)}V{_mm(top + radius)}"
        f"{turn} {_mm(left + radius)} {_mm(top)}Z"
    )


def _mm(points: float) -> str:
    """Millimetres to a micrometre."""
    value = math.floor(points / MM * 1000 + 0.5) / 1000
    return f"{value:.3f}".rstrip("0").rstrip(".")
