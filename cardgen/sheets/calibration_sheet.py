"""The calibration sheet, whose two sides are held against a light.

It shows where a printer lays its second side, and whether it scaled. In each scale the front has
one half of every line and the back the other. The halves of the line marked n meet when the back
lies n mm off."""

from __future__ import annotations

import re
from math import atan, degrees
from typing import Any, NamedTuple, NoReturn

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.engine import FontBook, PathData, Pdf
from cardgen.impose.calibration import Calibration, correction, kind_of_sheet, named
from cardgen.impose.flip import check_flip, turned_over
from cardgen.impose.grid import pages
from cardgen.model.sizes import Paper
from cardgen.rulebook.blocks import InlineSpan
from cardgen.rulebook.lines import LineSetter, Measurer
from cardgen.rulebook.page import BookPage
from cardgen.rulebook.theme import BOLD, DISPLAY, Type

REACH, STEP = 2.0, 0.2
"""How far off the scales can tell, and how finely, in millimetres."""
LEAST = 190.0
"""The shorter side of the smallest paper that the scales and the words fit on, in millimetres."""
_WITHIN = re.compile(r"(?<=[a-z])-(?=[a-z])")
"""Hyphens at which an option must not be broken, for then it could not be typed as it stands."""
_COUNT = round(REACH / STEP)
_HALF = 5.0  # of a line of a scale, in mm
_GAP = 0.15  # between the halves and the middle
_LINE, _FINE, _BOLD_LINE = 0.2, 0.1, 0.3
_BLACK = "#000000"


class _Positions(NamedTuple):
    """The positions on the sheet: half the page, rows of X, steps.

    They are in millimetres from the middle of the page, y upward; the steps are those of both
    scales."""

    wide: float
    high: float

    @property
    def row(self) -> float:
        """The distance of the two scales of X above and below the middle."""
        return self.high - 30

    @property
    def across(self) -> float:
        return min(8.0, (self.wide - 15) / _COUNT)

    @property
    def down(self) -> float:
        return min(8.0, (self.row - 30) / _COUNT)

    @property
    def dot(self) -> Point:
        """The place where the dot of the back shines through.

        If the sheet was turned as it should be; else on the far side of the middle."""
        return Point(self.wide * 0.6, self.row - 30)


class _CalibrationSide:
    """A side of the sheet. `lay` maps what is meant, as seen from the front, to the page."""

    def __init__(self, page: Box, setter: LineSetter, lay: Matrix) -> None:
        self.page = page
        self.setter = setter
        self.lay = lay
        self.sheet_page = BookPage(page.width, page.height)
        self.frame = _Positions(page.width / MM / 2, page.height / MM / 2)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page, from millimetres about the middle.

        The page is seen from the front."""
        middle = self.page.centre
        point = self.lay(middle.x + x * MM, middle.y + y * MM)
        return point.x, self.page.height - point.y

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = _LINE) -> None:
        path = PathData.polyline((self.at(x1, y1), self.at(x2, y2)))
        self.sheet_page.shape(path, stroke=_BLACK, width=width * MM)

    def dot(self, x: float, y: float, radius: float, *, filled: bool) -> None:
        page_x, page_y = self.at(x, y)
        fill, stroke = (_BLACK, "") if filled else ("", _BLACK)
        self.sheet_page.dot(page_x, page_y, radius * MM, fill=fill, stroke=stroke, line=_LINE * MM)

    def text(
        self, x: float, y: float, words: str, size: float = 6.0, width: float = 30.0, **style: Any
    ) -> float:
        """Set text in a column from (x, y) and give where it ends.

        That is its upper left corner, or its upper middle or right one as aligned. Every second
        part between pairs of asterisks is bold."""
        spans = []
        for number, part in enumerate(words.split("**")):
            if part:
                spans.append(InlineSpan(part, bold=number % 2 == 1))
        type = Type(size, colour=_BLACK, **{"align": "center", **style})
        left = x
        if type.align == "center":
            left -= width / 2
        elif type.align == "right":
            left -= width
        page_x, top = self.at(left, y)
        lines = self.setter.lines(tuple(spans), type, width * MM)
        bottom = self.setter.paint(lines, type, self.sheet_page, page_x, top, width * MM)
        return y - (bottom - top) / MM


def calibration_sheet(
    paper: Paper,
    flip: str,
    *,
    landscape: bool,
    fonts: FontBook,
    corrected: Calibration | None = None,
    printer: str = "",
) -> Pdf:
    """A page for each side of one sheet, turned on this edge.

    It is a calibration sheet of this paper, `corrected` by what was kept, to see whether it does.
    Its steps keep what is read under the name of the `printer`: without it they would overwrite
    what is known of another. Raises CardgenError for a flip that is none and a paper too small."""
    check_flip(flip)
    page = pages(paper)[landscape]
    _check_size(page, paper)
    misprint = corrected.measured.get(kind_of_sheet(flip, landscape)) if corrected else None
    lay = turned_over(page, flip)
    if misprint:
        lay = correction(misprint, page, flip) @ lay
    measurer = Measurer(fonts, _no_figure)
    setter = LineSetter(measurer, _BLACK, page="{}", place=None, screen=False)
    front = _CalibrationSide(page, setter, Matrix())
    back = _CalibrationSide(page, setter, lay)
    for side, is_front in ((front, True), (back, False)):
        _targets(side, is_front)
        _scales(side, is_front)
    options = _named(printer, fonts)
    if landscape:
        options = f" --landscape{options}"
    if flip == "short":
        options = f" --flip short{options}"
    _words(front, paper, flip, options, checking=misprint is not None)
    _bars(front)
    _rotation(front)
    x, y = front.frame.dot
    back.dot(x, y, 1.5, filled=True)
    heading = _CalibrationSide(page, setter, Matrix())
    heading.sheet_page = back.sheet_page
    title = "Back of the calibration sheet"
    heading.text(0, heading.frame.high - 12, title, 12, 120, family=DISPLAY)
    pdf = Pdf(f"Calibration sheet, {paper.name}", subject="To hold against a light", language="en")
    for side in (front, back):
        pdf.page(page).place(side.sheet_page.drawing(), Matrix())
    return pdf


def _check_size(page: Box, paper: Paper) -> None:
    if min(page.width, page.height) < LEAST * MM - 0.01:
        sentence = f"the calibration sheet does not fit on {paper.name}"
        remedy = (
            f"use a paper of {LEAST:g} mm or more a side: what is measured on it holds for smaller"
            " ones too"
        )
        raise CardgenError(Finding("size-does-not-fit", sentence, remedy))


def _no_figure(span: InlineSpan, size: float, colour: str) -> NoReturn:
    raise AssertionError("the sheet has words only")


def _scales(side: _CalibrationSide, front: bool) -> None:
    """Draw the half lines of this side: X above and below, Y between."""
    frame = side.frame
    for number in range(-_COUNT, _COUNT + 1):
        value = number * STEP
        size = 6.5 if number % 5 == 0 else 5.5
        half = _HALF + 2 if number == 0 else _HALF
        # printed this much too early, it arrives when the back lies this much too far
        shift = 0.0 if front else -value
        for row in (frame.row, -frame.row):
            x = number * frame.across
            if front:
                side.line(x, row + _GAP, x, row + half)
                side.text(x, row + half + 3.2, _signed(value), size, weight=BOLD)
            else:
                side.line(x + shift, row - _GAP, x + shift, row - half)
        y = number * frame.down
        if front:
            side.line(-half, y, -_GAP, y)
            label = _signed(value)
            side.text(-half - 1, y + 1.3, label, size, align="right", weight=BOLD)
        else:
            side.line(_GAP, y + shift, half, y + shift)


def _targets(side: _CalibrationSide, front: bool) -> None:
    """Draw the targets in the corners: grids in front, crosses behind.

    The grids are of millimetres, and each cross shall lie in the middle of one."""
    frame = side.frame
    for x in (-frame.wide + 16, frame.wide - 16):
        for y in (-frame.high + 13, frame.high - 13):
            if not front:
                side.line(x - 4, y, x + 4, y)
                side.line(x, y - 4, x, y + 4)
                continue
            for number in range(-2, 3):
                width = _BOLD_LINE if number == 0 else _FINE
                side.line(x + number, y - REACH, x + number, y + REACH, width)
                side.line(x - REACH, y + number, x + REACH, y + number, width)


def _bars(side: _CalibrationSide) -> None:
    """100 mm across and 100 mm down."""
    frame = side.frame
    x, y = -frame.wide + 13, frame.row - 15
    side.line(-50, y, 50, y)
    side.line(x, -50, x, 50)
    for mark in range(-50, 51, 10):
        tick = 3 if abs(mark) == 50 else 1.5
        side.line(mark, y, mark, y + tick)
        side.line(x, mark, x + tick, mark)
    side.text(0, y + 5, "100 mm", 7, weight=BOLD)
    side.text(x + 3, 54.5, "100 mm", 7, weight=BOLD)


def _rotation(side: _CalibrationSide) -> None:
    """Draw a scale that turns the difference of both X into a rotation."""
    frame = side.frame
    x = frame.wide * 0.5
    top = frame.dot.y - 26
    bottom = -frame.row + 26
    high = (top - bottom) / (2 * REACH)
    # the rotation that makes the lower scale of X differ so much from the upper one
    per_mm = degrees(atan(1.0 / (2 * frame.row)))
    side.line(x, bottom, x, top)
    for number in range(round(2 * REACH / STEP) + 1):
        y = bottom + number * STEP * high
        long = number % 5 == 0
        side.line(x - (2.5 if long else 1.2), y, x, y)
        if long:
            side.text(x - 3.2, y + 1.4, f"{number * STEP:g}", 7, align="right", weight=BOLD)
    steps = 0.05
    for number in range(int(2 * REACH * per_mm / steps + 1e-9) + 1):
        y = bottom + number * steps / per_mm * high
        long = number % 2 == 0
        side.line(x, y, x + (2.5 if long else 1.2), y)
        if long:
            side.text(x + 3.2, y + 1.4, f"{number * steps:.1f}°", 7, align="left", weight=BOLD)
    side.text(x, top + 13, "**Rotation**", 8)
    side.text(
        x,
        top + 9,
        "B − T in mm on the left, degrees on the right; if B is less than T, with a minus",
        6,
        50,
    )


def _named(printer: str, fonts: FontBook) -> str:
    """The option that names the printer.

    A name that the sheet's font or its marks for bold type cannot show becomes a word."""
    type = Type(9)
    try:
        fonts.width(printer, (type.family,), type.weight)
    except CardgenError:
        return named("NAME")
    return named("NAME" if "**" in printer else printer)


def _words(
    side: _CalibrationSide, paper: Paper, flip: str, options: str, *, checking: bool
) -> None:
    frame = side.frame
    title = f"Calibration sheet · {paper.name.capitalize()} · flip on the {flip} edge"
    side.text(
        0,
        frame.high - 8,
        title + (" · corrected" if checking else ""),
        13,
        2 * frame.wide - 50,
        family=DISPLAY,
        weight=BOLD,
    )
    steps = [
        f"**Print** both pages on one sheet: both sides, flip on the {flip} edge, actual size,"
        " 100 %.",
        "**Measure** the two bars. If they are not 100 mm, the printer scaled: turn that off and"
        " print again.",
        "**Hold** the sheet against a light, this side towards you. The dot of the back must lie"
        " in the ring on the right.",
        "**Read** in each scale the line whose halves make one straight line: **T** at the top,"
        " **B** at the bottom, **Y** in the middle.",
        "**Reckon:** X is half of T + B. The scale on the right gives the rotation from B − T.",
        f"**Keep it:** cardgen calibrate{options} --set X Y ROTATION. More than"
        f' {REACH:g} mm off: --seen "5 mm left", as you look at backs.',
        f"**Check:** cardgen calibrate{options} --check makes a sheet on which all should read 0.",
    ]
    if checking:
        again = (
            f"add that to what is kept, and set it again: cardgen calibrate{options} --set X Y"
            " ROTATION"
        )
        steps[3:] = [
            "**Read:** T, B and Y should be 0. If they are not, reckon X (half of T + B) and the"
            f" rotation (from B − T), {again}"
        ]
    left = -frame.wide + 24
    right = -16.0
    y = frame.row - 27
    for number, step in enumerate(steps, 1):
        side.text(left, y, f"{number}.", 9, 6, align="left", weight=BOLD)
        words = _WITHIN.sub("\u2011", step)
        y = side.text(left + 5, y, words, 9, right - left - 5, align="left") - 2.2
    if not checking:
        side.text(
            left,
            y - 3,
            "T ______    B ______    Y ______",
            10,
            right - left,
            align="left",
            weight=BOLD,
        )
    for letter, x, y in (
        ("T", -_COUNT * frame.across - 6, frame.row),
        ("B", -_COUNT * frame.across - 6, -frame.row),
    ):
        side.text(x, y + 4.5, letter, 12, align="right", weight=BOLD)
    side.text(0, _COUNT * frame.down + 8, "Y", 12, weight=BOLD)
    x, y = frame.dot
    side.dot(x, y, 2.6, filled=False)
    side.text(x, y - 4, "the dot belongs here", 6)
    other = "short" if flip == "long" else "long"
    side.dot(-x, -y, 2.6, filled=False)
    side.text(
        -x, -y - 4, f"dot here? Your printer turns on the {other} edge: use --flip {other}", 6, 44
    )


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−") if abs(value) > 1e-9 else "0"
