"""Lines of a printer's template that were left in the art.

They run along the cut, around what is safe, or are crop marks. They are found in the picture of a
side, whatever draws them: thin lines along the cut, on a ground that goes on on both sides of
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from statistics import median
from typing import NamedTuple

from PIL import ImageChops
from PIL.Image import Image, Resampling

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Point, around, bounds
from cardgen.base.units import MM, enough, too_little
from cardgen.engine import Painted
from cardgen.preflight.bleed import PIXEL, ROUND, Ray, along, apart, edges
from cardgen.preflight.card_side import CardSide, Evidence, bytes_of, flat
from cardgen.preflight.frames import differences, pieces

ON_CUT = 0.45 * MM
"""How far inside the cut the middle of a line lies at most that is a splinter once the card is
cut."""
BESIDE_CUT = 1.5 * MM
"""How far outside: what a cut that is off shows."""
THIN = 0.6 * MM
"""How thick the line of a template is at most."""
_STEP = PIXEL / 2
_REACH = 8
"""Steps to both sides of a line, where its ground is looked up: so lines of 1.2 mm are lines
still."""
_DEPTH = 24 * MM
"""How far inside other lines are looked for, which would make it a pattern."""
_CORNER = 3
_CHANGE = 30
"""How much more a channel of a line differs from its ground, of 255, than the ground on one side
from that on the other."""
_PART = 0.35
"""Of a side, along how much of it there is a line: dashes have gaps."""
_MOST = 0.6
"""Of a side, along how much of it a line goes that stands on fewer than three sides."""
_WHOLE = 0.85
"""Of a side, less than which is dashed."""
_SOME = 0.2
"""Of a side, along how much of it there are other lines at least, parts of which lie under
something else."""
_ALIKE, _OTHERS = 2, 3
"""Other lines in the colour of one that make a pattern of it, such as bricks; and in any
colours."""
_LEVEL = 0.15 * MM
"""How far apart lines may be that are one frame."""
_NEAR_SAFE = 0.3 * MM
"""How far from where the printer's safe zone begins such a frame stands: templates and profiles
round."""
_VIVID = 170
"""How far apart the channels of a line are, of 255, that is coloured as those of templates are."""
_MARKS = 4
"""Of eight crop marks, how many are no chance."""
_NEAR_MARK, _BESIDE_MARK = 0.5 * MM, 0.7 * MM
"""How far from the corner of the trim crop marks have begun, and how far beside them their ground
is looked up."""


class CutLine(NamedTuple):
    """A line along a side of the trim.

    How far inside its middle lies (outside is less than nothing), how thick it is about, along how
    much of the side there is any of it, its colour, and where."""

    side: int
    depth: float
    width: float
    share: float
    colour: tuple[int, ...]
    spot: Box


def template_lines(side: CardSide) -> Iterator[Finding]:
    """Findings on lines of a template left on a side.

    One for the cut, one for what is safe, one for crop marks."""
    if side.printer.bleed < MM:
        return
    if on_cut := lines_on_cut(side):
        nearest = min(on_cut, key=lambda line: abs(line.depth))
        sides = len({line.side for line in on_cut})
        sentence = (
            f"a {'frame' if sides > 2 else 'line'} stands {_at_cut(nearest.depth)}, of which"
            " cards keep splinters on some sides"
        )
        spot = bounds(line.spot for line in on_cut)
        evidence = Evidence(
            spot, f"{nearest.depth / MM:.1f} mm", f"{enough(2 * BESIDE_CUT / MM)} mm, or none"
        )
        yield side.says(
            "template-line",
            "warning",
            f"{sentence}; is it the line of a template?",
            "take it away, or move it inward",
            evidence,
        )
    if around_safe := _around_safe(side):
        sentence = "a thin frame stands where what is safe begins; is it the line of a template?"
        evidence = Evidence(
            bounds(line.spot for line in around_safe), f"{around_safe[0].depth / MM:.1f} mm", "none"
        )
        yield side.says(
            "template-line",
            "note",
            sentence,
            "take it away, unless it is meant to be printed",
            evidence,
        )
    if marks := _crop_marks(side):
        sentence = (
            f"{len(marks)} crop marks are painted in the bleed, of which a cut that is off"
            " shows ends; are they those of a template?"
        )
        evidence = Evidence(bounds(marks), f"{len(marks)} marks", "none")
        yield side.says(
            "template-line",
            "warning",
            sentence,
            "take them away: the printer adds its own",
            evidence,
        )


def _at_cut(depth: float) -> str:
    """The place of a line so far inside the cut, in words."""
    if abs(depth) < _LEVEL:
        return "on the cut"
    return f"{too_little(abs(depth) / MM)} mm {'inside' if depth > 0 else 'outside'} the cut"


@lru_cache(maxsize=1)  # two checks ask for it, one after the other
def lines_on_cut(side: CardSide) -> tuple[CutLine, ...]:
    """Lines so near to the cut that some prints would show them.

    A cut is never quite exact."""
    outermost = -min(BESIDE_CUT, side.printer.bleed - (_REACH + 2) * _STEP)
    near = [
        line
        for lines in _lines(side)
        for line in lines
        if outermost - _LEVEL <= line.depth <= ON_CUT
    ]
    return tuple(line for line in near if line.share >= _MOST or _sides_alike(near, line) > 2)


def _sides_alike(lines: Sequence[CutLine], line: CutLine) -> int:
    """The number of sides with one as near to the cut.

    So dashes of a frame are told from a pattern."""
    return len({other.side for other in lines if abs(other.depth - line.depth) <= _LEVEL})


def _around_safe(side: CardSide) -> list[CutLine]:
    """The frame's lines at the printer's safe distance.

    They are dashed or in a colour of templates."""
    safe_depth = side.printer.safe
    lines_of_sides = [
        [
            line
            for line in lines
            if abs(line.depth - safe_depth) <= _NEAR_SAFE and line.width <= THIN
        ]
        for lines in _lines(side)
    ]
    if not safe_depth or not lines_of_sides or not all(lines_of_sides):
        return []
    frame = [some[0] for some in lines_of_sides]
    alike = all(apart(line.colour, frame[0].colour) < _CHANGE for line in frame)
    painted_colours = [
        bytes_of(rgb)
        for painted in side.paints
        if _is_frame(side, painted, frame[0].depth)
        for rgb in painted.colours
    ]
    vivid = any(
        max(colour) - min(colour) >= _VIVID for colour in (frame[0].colour, *painted_colours)
    )
    dashed = all(line.share < _WHOLE for line in frame)
    return frame if alike and (vivid or dashed) else []


def _is_frame(side: CardSide, painted: Painted, depth: float) -> bool:
    """True if something painted is a frame of lines at this depth.

    Pixels show the colour of a thin line as paler than it is."""
    box = side.box(painted.box)
    return (
        painted.kind == "stroke"
        and abs(box.x - depth) < 2 * _LEVEL
        and abs(side.shape.width - box.right - depth) < 2 * _LEVEL
    )


def _crop_marks(side: CardSide) -> list[Box]:
    """The crop marks in the bleed of a rectangle.

    They are lines beyond its corners that go on as its sides do."""
    if side.shape.kind != "rectangle" or side.printer.bleed < 2 * MM:
        return []
    width = side.shape.width
    height = side.shape.height
    far = side.printer.bleed - PIXEL
    marks = []
    for x, outward in ((0.0, -1), (width, 1)):
        for y, upward in ((0.0, -1), (height, 1)):
            for way in (Point(outward, 0), Point(0, upward)):
                if mark := _mark(side, Ray(Point(x, y), way), far):
                    marks.append(mark)
    return marks if len(marks) >= _MARKS else []


def _mark(side: CardSide, ray: Ray, far: float) -> Box | None:
    """The box of a crop mark outward from a corner; else None."""
    aside = Point(ray.way.y, ray.way.x)
    points = []
    steps = int((far - _NEAR_MARK) / PIXEL)
    for i in range(steps):
        at = along(ray, _NEAR_MARK + i * PIXEL)
        across = Ray(at, aside)
        first, near, middle, far_side, second = (
            flat(side.pixel(*along(across, by)))
            for by in (-_BESIDE_MARK, -PIXEL, 0, PIXEL, _BESIDE_MARK)
        )
        # a hair beside its line, or it lies between two pixels
        line = max((near, middle, far_side), key=lambda colour: apart(colour, first))
        contrast = min(apart(line, first), apart(line, second))
        if contrast - apart(first, second) >= _CHANGE:
            points.append(at)
    if len(points) * PIXEL >= MM and len(points) >= _PART * steps:
        return around(points)
    return None


@lru_cache(maxsize=1)
def _lines(side: CardSide) -> tuple[tuple[CutLine, ...], ...]:
    """The lines along each side of the trim, except patterns."""
    return tuple(tuple(_lines_along(side, i, edge)) for i, edge in enumerate(edges(side.shape)))


def _lines_along(side: CardSide, number: int, edge: Sequence[Ray]) -> list[CutLine]:
    rays = edge if side.shape.kind in ROUND else edge[_CORNER:-_CORNER]
    if len(rays) < 2 * _CORNER:
        return []
    start = side.printer.bleed - PIXEL
    rows = int((start + _DEPTH) / _STEP)
    strip = side.strip(pieces(side, rays, start, start - rows * _STEP), (len(rays), rows))
    shares = _shares(strip)
    runs = [
        list(run)
        for there, run in groupby(range(len(shares)), lambda row: shares[row] >= 255 * _PART)
        if there
    ]
    lines_found = []
    for run in runs:
        row = run[len(run) // 2] + _REACH
        depth = (median(run) + _REACH + 0.5) * _STEP - start
        pixels = strip.crop((0, row, strip.width, row + 1)).convert("RGB").tobytes()
        columns = [tuple(pixels[i : i + 3]) for i in range(0, len(pixels), 3)]
        colour = max(columns, key=columns.count)
        spot = around([along(ray, -depth) for ray in rays])
        lines_found.append(
            CutLine(
                number, depth, len(run) * _STEP, max(shares[row] for row in run) / 255, colour, spot
            )
        )
    return [
        line for line in lines_found if line.share >= _PART and not _is_pattern(line, lines_found)
    ]


def _is_pattern(line: CutLine, all_lines: Sequence[CutLine]) -> bool:
    others = [other for other in all_lines if other is not line]
    alike = [other for other in others if apart(other.colour, line.colour) < _CHANGE]
    return len(alike) >= _ALIKE or len(others) > _OTHERS


def _shares(strip: Image) -> bytes:
    """The share of a line in each row, of 255.

    Without the rows at both ends."""
    width = strip.width
    count = strip.height - 2 * _REACH
    outside, middle, inside = (
        strip.crop((0, row, width, row + count)) for row in (0, _REACH, 2 * _REACH)
    )
    off = ImageChops.darker(differences(middle, outside), differences(middle, inside))
    stands_out = ImageChops.subtract(off, differences(outside, inside))
    strong = stands_out.point([255 * (value >= _CHANGE) for value in range(256)])
    return strong.resize((1, count), Resampling.BOX).tobytes()
