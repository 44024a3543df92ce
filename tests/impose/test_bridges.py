"""Bridges in the paths of a machine, by which pieces hang in their sheet."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import pairwise

import ezdxf
import pytest
from briefs import brief

from cardgen.base.findings import CardgenError
from cardgen.base.units import MM
from cardgen.impose.check import check_options
from cardgen.impose.cutpaths import cut_lines, cut_paths
from cardgen.impose.dxf import cut_line
from cardgen.impose.grid import GridSpec
from cardgen.impose.nested import lay_pieces
from cardgen.impose.options import Options
from cardgen.impose.plan import Plan, plan
from cardgen.model.sizes import Shape, card_size, paper_size

RING = card_size("ellipse 60x40mm")
RING = replace(RING, outline=(*RING.outline, tuple((x / 5 + 50, y / 5 + 40) for x, y in RING.outline[0][::-1])))  # fmt: skip
SHAPES = {
    "ellipse with a hole": RING,
    "triangle": card_size("triangle 40mm"),
    "poker": card_size("poker"),
    "circle": card_size("circle 25mm"),
}


def laid(shape: Shape, bridges: float) -> Plan[str]:
    grid = lay_pieces(GridSpec(shape, paper_size("a4"), 5 * MM, 3 * MM, 0.0, 4))
    return replace(plan([("a", 4)], grid), bridges=bridges * MM, cut_files=True)


def length(line: list[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


@pytest.mark.parametrize("name", SHAPES)
def test_each_piece_hangs_by_bridges_away_from_its_corners(name: str) -> None:
    """What is cut and what is not make the whole line together; both kinds of files have it."""
    shape = SHAPES[name]
    sheets = laid(shape, 0.5)
    (sheet,) = sheets
    slot = sheet.front.slots[0]
    lines = cut_lines(slot, sheets)
    holes = [line for line in lines if line[0] == line[-1]]
    parts = lines[len(holes) :]
    assert len(holes) == max(0, len(shape.outline) - 1)
    whole = cut_lines(slot, replace(sheets, bridges=0.0))[-1]
    assert len(parts) == max(3, math.ceil(length(whole) / (60 * MM)))
    gaps = [
        math.dist(before[-1], after[0])
        for before, after in zip(parts, (*parts[1:], parts[0]), strict=True)
    ]
    assert gaps == pytest.approx([0.5 * MM] * len(parts), rel=0.01)
    assert sum(map(length, parts)) + sum(gaps) == pytest.approx(length(whole), rel=0.001)
    if name == "triangle":
        corners = [slot.placement(*corner) for corner in shape.outline[0]]
        ends = [end for part in parts for end in (part[0], part[-1])]
        assert min(math.dist(end, corner) for end in ends for corner in corners) > 1.5 * MM

    (cuts,) = cut_paths(sheets, "Sweets")
    svg = cuts.files["svg"].decode()
    assert "Bridges of 0.5 mm hold each piece in the sheet" in svg
    assert svg.count("M", svg.index('id="cut"')) == 4 * len(lines)
    drawing = ezdxf.read(io.StringIO(cuts.files["dxf"].decode().replace("\r\n", "\n")))
    found = drawing.modelspace().query('POLYLINE[layer=="CUT"]')
    assert [line.is_closed for line in found].count(True) == 4 * len(holes)
    assert len(found) == 4 * len(lines)


def test_a_path_too_short_for_bridges_stays_whole() -> None:
    shape = card_size("circle 5mm")
    sheets = laid(shape, 3.0)
    (sheet,) = sheets
    (line,) = cut_lines(sheet.front.slots[0], sheets)
    assert line[0] == line[-1]
    assert len(line) == len(cut_line(shape.box, shape))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (Options(bridges=9), "out-of-range"),
        (Options(bridges=0.4, layout="gutterfold"), "layout-impossible"),
    ],
)
def test_what_cannot_be_cut_so_is_told(options: Options, told: str) -> None:
    with pytest.raises(CardgenError) as error:
        check_options(options)
    assert told in brief(error.value.findings[0])
