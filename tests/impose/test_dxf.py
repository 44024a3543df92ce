"""The lines that a cutting machine cuts as DXF, read back by ezdxf and held against the SVG that
stands beside it."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from ezdxf.document import Drawing
from hypothesis import given
from hypothesis import strategies as st
from projects import run, svg, write_project

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.engine.svg.path import extent, parse_path
from cardgen.impose.dxf import CUT, FOLD, PAGE, cut_line, dxf
from cardgen.model.sizes import Shape

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {
    "poker": (63.5, 88.9),
    "mini-euro landscape": (68, 44),
    "{shape: circle, diameter: 30mm}": (30, 30),
    "{shape: hexagon, width: 40mm}": (40, 34.641016),
    "40mm x 30mm": (40, 30),
}


def read(file: Path) -> Drawing:
    """The file as another program understands it, which finds nothing to mend."""
    found = ezdxf.readfile(file)
    audit = found.audit()
    assert ([], []) == (list(audit.errors), list(audit.fixes))
    assert ("AC1009", 4) == (found.dxfversion, found.header["$INSUNITS"]), (
        "Release 12, in millimetres"
    )
    return found


def lines(found: Drawing, layer: str) -> list[list[tuple[float, float]]]:
    """The points of the polylines of a layer; those that are closed end where they begin."""
    drawn = [each for each in found.modelspace() if each.dxf.layer == layer]
    assert {"POLYLINE"} >= {each.dxftype() for each in drawn}
    several = [[(at.dxf.location.x, at.dxf.location.y) for at in each.vertices] for each in drawn]
    return [
        points + points[:1] if each.is_closed else points
        for each, points in zip(drawn, several, strict=True)
    ]


def area(points: list[tuple[float, float]]) -> float:
    """By the shoelace formula; positive counterclockwise."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise(points)) / 2


@pytest.mark.parametrize("size", SIZES)
def test_the_same_lines_as_the_svg(tmp_path: Path, size: str) -> None:
    """As many paths, each around the same box on the same page, and the paper around all of
    them."""
    width, height = SIZES[size]
    deck = f"title: Main\nsize: {size}\ntemplate: a.svg\ncards: [{{id: a, copies: 50}}]\n"
    project = write_project(tmp_path, {"main": deck}, {"a.svg": svg("", width, height)})
    result = run("build", "--paper", "a4", "--cutter", "silhouette", project=project)
    assert 0 == result.exit_code, result.stderr
    files = sorted((project / "output/sweets").glob("*-cut*.svg"))
    assert [f"{file.stem}.dxf" for file in files] == [
        path.name for path in sorted((project / "output/sweets").glob("*.dxf"))
    ]
    for file in files:
        root = ElementTree.parse(file).getroot()
        _, _, across, down = map(float, root.get("viewBox", "").split())
        found = read(file.with_suffix(".dxf"))
        ((*paper, first),) = lines(found, PAGE)
        assert [(0, 0), (across, 0), (across, down), (0, down), (0, 0)] == [*paper, first]
        drawn = [extent(parse_path(path.get("d", ""))) for path in root.iter(f"{SVG}path")]
        cut = lines(found, CUT)
        assert {"0", "Defpoints", CUT, PAGE} >= {layer.dxf.name for layer in found.layers}
        for box, points in zip(drawn, cut, strict=True):
            assert box is not None
            xs, ys = [x for x, _ in points], [down - y for _, y in points]
            assert points[0] == points[-1], "a blade comes back to where it began"
            assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(
                (box.x, box.y, box.right, box.top), abs=0.006
            )


@given(
    st.sampled_from(("rectangle", "circle", "hexagon")),
    st.floats(5, 400).map(lambda side: side * MM),
    st.floats(0.4, 2.5),
    st.floats(0, 1),
)
def test_curves_are_true_to_a_hundredth_of_a_millimetre(
    kind: str, width: float, ratio: float, round: float
) -> None:
    """No point of any line lies outside of the shape, no middle of a piece farther inside than
    that; no two pieces cross."""
    height = (
        width
        if kind == "circle"
        else width * math.sqrt(3) / 2
        if kind == "hexagon"
        else width * ratio
    )
    corner = round * min(width, height) / 2 if kind == "rectangle" else 0.0
    line = cut_line(Box(100, 50, width, height), Shape(kind, width, height, corner))
    assert line[0] == line[-1]
    true = {
        "circle": math.pi * width**2 / 4,
        "hexagon": 0.75 * width * height,
        "rectangle": width * height - (4 - math.pi) * corner**2,
    }[kind]
    around = sum(math.dist(start, end) for start, end in pairwise(line))
    assert (
        0
        <= true - area([(x, y) for x, y in line]) + 1e-6 * true
        <= 0.01 * MM * around + 2e-6 * true
    )
    if kind == "circle":
        middle = Point(100 + width / 2, 50 + height / 2)
        for start, end in pairwise(line):
            between = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
            assert 0 <= width / 2 - math.dist(middle, between) <= 0.0051 * MM


def test_a_box_has_its_folds_on_a_layer_of_their_own(tmp_path: Path) -> None:
    """As many lines to cut and to fold as its SVG has, in the same places."""
    result = run("box", "best-candy-on-the-block/combo", "--paper", "a4", "--out", tmp_path)
    assert 0 == result.exit_code, result.stderr
    (file,) = (tmp_path / "best-candy-on-the-block").glob("*.dxf")
    found, root = read(file), ElementTree.parse(file.with_suffix(".svg")).getroot()
    for layer, group in ((CUT, "cut"), (FOLD, "fold")):
        (path,) = (
            path for each in root.iter(f"{SVG}g") if each.get("id") == group for path in each
        )
        box = extent(parse_path(path.get("d", "")))
        drawn = lines(found, layer)
        assert path.get("d", "").count("M") == len(drawn) > 0
        xs, ys = (
            [x for line in drawn for x, _ in line],
            [297 - y for line in drawn for _, y in line],
        )
        assert box is not None
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(
            (box.x, box.y, box.right, box.top), abs=0.002
        )


def test_the_bytes_are_plain() -> None:
    """ASCII, a code and a value a line, no exponents, the same each time."""
    page = Box(0, 0, 210 * MM, 297 * MM)
    data = dxf({CUT: [cut_line(Box(10, 10, 1e-3, 20), Shape("rectangle", 1e-3, 20))]}, page)
    assert data == dxf({CUT: [cut_line(Box(10, 10, 1e-3, 20), Shape("rectangle", 1e-3, 20))]}, page)
    codes, values = (
        data.decode("ascii").split("\r\n")[:-1:2],
        data.decode("ascii").split("\r\n")[1::2],
    )
    assert all(code.strip().isdecimal() and len(code) >= 3 for code in codes)
    assert not any(
        "e" in value for code, value in zip(codes, values, strict=True) if 10 <= int(code) < 60
    )
