"""Marks to cut by as somebody prefers them: over the cards, on one side only, or none."""

from __future__ import annotations

import math
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops
from projects import HEAD, run, svg, write_project

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.guides import KINDS, Guides, guides, has_ticks
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.model.sizes import Shape, card_size, paper_size

SCALE = 2.0
"""Pixels to the point."""


def is_near(at: float, sides: list[float]) -> bool:
    """True if a line lies on one of these sides."""
    return min(abs(at - side) for side in sides) < 1e-3


@given(
    columns=st.integers(1, 4),
    rows=st.integers(1, 4),
    bleeds=st.tuples(st.floats(0, 10), st.floats(0, 10)),
    gutter=st.floats(0, 9),
)
def test_guides_stand_at_the_cuts(
    columns: int, rows: int, bleeds: tuple[float, float], gutter: float
) -> None:
    """Whatever the grid: lines run along cuts, arms and dots stand at corners, nothing leaves what
    a printer can print."""
    width, height = 100.0, 140.0
    across, down = (2 * bleed + gutter for bleed in bleeds)
    trims = [
        Box(40 + column * (width + across), 40 + row * (height + down), width, height)
        for column in range(columns)
        for row in range(rows)
    ]
    shape = Shape("rectangle", width, height)
    placements = [Matrix.shift(trim.x, trim.y) for trim in trims]

    def of_kind(kind: str) -> Guides:
        return guides(kind, shape, placements, bleeds, length=12.0, printable=printable)

    xs = [side for trim in trims for side in (trim.x, trim.right)]
    ys = [side for trim in trims for side in (trim.y, trim.top)]
    printable = Box(20, 20, 560, 720)
    lines = of_kind("lines").lines
    assert len(lines) <= 2 * (columns + rows)
    for line in lines:
        assert is_near(line.x1, xs) if line.x1 == line.x2 else is_near(line.y1, ys)
        assert printable.grown(1e-3).contains(Box(line.x1, line.y1, line.x2 - line.x1, 0))
    for arm in of_kind("corners").lines:
        assert is_near(arm.x1, xs) if arm.x1 == arm.x2 else is_near(arm.y1, ys)
        length = abs(arm.x2 - arm.x1) + abs(arm.y2 - arm.y1)
        assert 1.0 * MM - 1e-6 <= length <= 3.0 * MM + 1e-6
    for x, y in of_kind("dots").dots:
        assert is_near(x, xs)
        assert is_near(y, ys)


def test_round_corners_have_their_edge_beside_lines_and_angles() -> None:
    shape = Shape("rectangle", 180.0, 252.0, corner=9.0)
    placements = [Matrix.shift(50, 50), Matrix.shift(250, 50)]
    for kind in KINDS:
        laid = guides(kind, shape, placements, (8, 8), length=9, printable=Box(0, 0, 600, 800))
        assert len(laid.arcs) == (8 if kind in ("lines", "corners") else 0)
        for number, arc in enumerate(laid.arcs):
            trim = placements[number // 4].box(shape.box)
            middle = arc[len(arc) // 2]
            corners = [(x, y) for x in (trim.x, trim.right) for y in (trim.y, trim.top)]
            assert min(math.dist(middle, corner) for corner in corners) == pytest.approx(
                9 * (math.sqrt(2) - 1)
            )
            assert trim.grown(1e-6).contains(Box(*middle, 0, 0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", ["poker", "circle 25mm", "hexagon 60mm"])
def test_round_pieces_keep_their_ticks_unless_they_shall_have_none(kind: str, size: str) -> None:
    shape = card_size(size)
    request = LayoutRequest(
        [((0, 0), 3)], shape, True, paper_size("a4"), Options(marks=kind, marks_on="fronts")
    )
    (sheet,) = LAYOUTS["duplex"].lay_out(request).plan
    assert bool(sheet.front.marks) is has_ticks(kind, shape)
    assert sheet.back is not None
    assert not sheet.back.marks
    assert has_ticks(kind, shape) is (
        kind == "ticks" or (size != "poker" and kind not in ("grid", "none"))
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("marks")
    ground = '<rect x="-4" y="-4" width="68" height="88" fill="#335577"/>'
    write_project(
        root,
        {"main": HEAD + "cards:\n  - {id: owl, copies: 5}\n"},
        {"card.svg": svg(ground), "back.svg": svg(ground)},
        game="title: Sweets\n",
    )
    return root


def pages(project: Path, *options: str) -> list[pypdfium2.PdfBitmap]:
    done = run("build", "--paper", "a4", *options, project=project)
    assert done.exit_code == 0, done.output
    with pypdfium2.PdfDocument(project / "output/sweets/main-a4.pdf") as pdf:
        return [page.render(scale=SCALE).to_pil().convert("RGB") for page in pdf]


@pytest.mark.parametrize("kind", ["ticks", "corners", "lines", "grid", "dots"])
def test_marks_are_on_the_sides_that_are_named_and_change_nothing_else(
    project: Path, kind: str
) -> None:
    """Beside a sheet without marks, pixels differ only within half a millimetre of a cut, and only
    on the fronts."""
    plain = pages(project, "--marks", "none")
    marked = pages(project, "--marks", kind, "--marks-on", "fronts")
    front, back = (
        ImageChops.difference(*pair).getbbox() for pair in zip(plain, marked, strict=True)
    )
    assert front is not None
    assert back is None
    request = LayoutRequest(
        [((0, 0), 5)], card_size("60mm x 80mm"), True, paper_size("a4"), Options()
    )
    (sheet,) = LAYOUTS["duplex"].lay_out(request).plan
    differs = ImageChops.difference(plain[0], marked[0]).convert("L").point(lambda v: 255 * (v > 8))
    height = plain[0].height
    near = 0.5 * MM * SCALE
    xs = {side * SCALE for slot in sheet.front.slots for side in (slot.trim.x, slot.trim.right)}
    ys = {
        height - side * SCALE for slot in sheet.front.slots for side in (slot.trim.y, slot.trim.top)
    }
    pixels = differs.load()
    assert pixels is not None
    inked = [(x, y) for x in range(differs.width) for y in range(height) if pixels[x, y]]
    assert inked
    corner = 3 * MM * SCALE  # of the grid's outlines, which are round there
    for x, y in inked:
        across = min(abs(x - side) for side in xs)
        down = min(abs(y - side) for side in ys)
        assert min(across, down) <= near or (kind == "grid" and max(across, down) <= corner)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--marks", "dot"), 'did you mean "dots"'),
        (("--marks-on", "front"), 'did you mean "fronts"'),
        (("--marks", "dots", "--cutter", "silhouette"), "leave --marks and --marks-on out"),
        (("--marks", "none", "--layout", "contact"), "an overview is not cut"),
    ],
)
def test_marks_that_cannot_be_are_told(project: Path, options: tuple[str, ...], told: str) -> None:
    done = run("build", *options, project=project)
    assert done.exit_code == 2
    assert told in done.output
