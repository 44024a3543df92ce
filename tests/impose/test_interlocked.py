"""Pieces of any outline that reach into each other: apart by their bleeds, on the paper, clear of a
machine's marks, on fewer sheets."""

from __future__ import annotations

from itertools import combinations, pairwise

import pyclipper
import pytest

from cardgen.base.geometry import around
from cardgen.base.units import MM
from cardgen.impose.contours import grown, whole
from cardgen.impose.cutter import InterlockedCutGrid, lay_cut
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.interlocked import InterlockedGrid
from cardgen.impose.nested import lay_pieces
from cardgen.impose.plan import plan
from cardgen.impose.registration import find_cutter
from cardgen.model.sizes import Shape, card_size, paper_size

CHEVRON = [(0, 10), (25, 0), (50, 10), (50, 30), (25, 20), (0, 30)]
SHAPES = {
    "triangle": card_size("triangle 40mm"),
    "ellipse": card_size("ellipse 42x30mm"),
    "chevron": Shape(
        "outline", 50 * MM, 30 * MM, outline=(tuple((x * MM, y * MM) for x, y in CHEVRON),)
    ),
}


def spec(shape: Shape, cards: int = 1000) -> GridSpec:
    return GridSpec(shape, paper_size("a4"), 5 * MM, 3 * MM, 0.0, cards)


def common(grid: Grid) -> int:
    """The pairs of pieces whose bleeds have an area in common."""
    edge = grown(grid.shape, grid.bleed - 0.001)[0]
    pieces = [[place(*corner) for corner in edge] for place in grid.placements()]
    paths = [(whole(piece), around(piece)) for piece in pieces]
    found = 0
    for (one, box), (other, other_box) in combinations(paths, 2):
        if not box.overlaps(other_box):
            continue
        both = pyclipper.Pyclipper()
        both.AddPath(one, pyclipper.PT_SUBJECT, True)
        both.AddPath(other, pyclipper.PT_CLIP, True)
        found += bool(both.Execute(pyclipper.CT_INTERSECTION))
    return found


@pytest.mark.parametrize(("name", "least"), [("triangle", 46), ("ellipse", 38), ("chevron", 40)])
def test_more_pieces_lie_on_a_sheet_and_none_in_the_bleed_of_another(name: str, least: int) -> None:
    asked = spec(SHAPES[name])
    grid, plain = lay_pieces(asked), lay_grid(asked)
    assert isinstance(grid, InterlockedGrid)
    assert grid.held >= least > plain.held
    assert grid.bleed >= 1 * MM
    assert grid.room.contains(grid.block)
    assert common(grid) == 0
    turned = {place.a for place in grid.placements()}
    assert turned == ({1, -1} if name == "triangle" else {1})
    # read by rows: each begins farther left than the one before ends
    middles = [trim.centre for trim in grid.trims()]
    assert sum(after.x < before.x for before, after in pairwise(middles)) < 2 * grid.rows


def test_backs_of_interlocked_pieces_lie_behind_them() -> None:
    shape = SHAPES["triangle"]
    grid = lay_pieces(spec(shape))
    for flip in ("long", "short"):
        sheets = plan([("a", grid.held)], grid, flip=flip)
        (sheet,) = sheets
        assert sheet.back
        over = grid.over(flip)
        for front, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            behind = {
                tuple(round(value, 6) for value in over(*front.placement(*corner)))
                for corner in shape.outline[0]
            }
            seen = {
                tuple(round(value, 6) for value in back.placement(*corner))
                for corner in shape.behind.outline[0]
            }
            assert behind == seen


def test_those_for_a_machine_keep_clear_of_its_marks() -> None:
    registration = find_cutter("silhouette")
    grid = lay_cut(spec(SHAPES["triangle"]), registration)
    assert isinstance(grid, InterlockedCutGrid)
    assert grid.held > 30
    assert grid.mark == 0
    for mark in registration.boxes(grid.page):
        clear = mark.grown(registration.clear)
        for place in grid.placements():
            assert not clear.overlaps(place.box(SHAPES["triangle"].box))


def test_pieces_that_save_no_sheet_stand_as_they_are() -> None:
    grid = lay_pieces(spec(SHAPES["triangle"], cards=30))
    assert type(grid) is Grid
    # but for bleed: all that a plain grid has room for leaves none
    wide = Shape("rectangle", 60 * MM, 40 * MM).outlined_as(SHAPES["chevron"])
    full = spec(wide, cards=lay_grid(spec(wide)).held)
    assert lay_grid(full).bleed < 1 * MM < lay_pieces(full).bleed
