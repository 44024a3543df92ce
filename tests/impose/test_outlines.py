"""Pieces of any outline on sheets: their path lies where their picture is, in the PDF and in what
a machine cuts by."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pypdfium2
import pytest
from PIL import Image
from projects import run, svg, write_project

from cardgen.base.units import MM
from cardgen.impose.contours import depth, grown, offset, simplified
from cardgen.impose.marks import straight_corners
from cardgen.model.contours import area
from cardgen.model.sizes import card_size

SHIP = "M4 24H22V6C34 8 42 15 46 24H57C55 32 50 37 44 38H14C8 36 5 31 4 24Z"
HOLE = '<circle cx="14" cy="30.5" r="2.5"{}/>'
SEA, HULL, NIGHT, EMBER = "#7FB6C9", "#F2B632", "#2B2138", "#E9763A"
GROUND = '<rect x="-4" y="-4" width="68" height="48" fill="{}"/>'
SCALE = 8
"""Dots to a millimetre."""


def side(ground: str, hull: str, transform: str = "") -> str:
    """A side whose outline is a change of colour: the ground is what is cut away."""
    ship = f'<g{transform}><path d="{SHIP}" fill="{hull}"/>{HOLE.format(f" fill={ground!r}")}</g>'
    return svg(GROUND.format(ground) + ship, 60, 40)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sheets of ships for a cutting machine, and their paths beside them."""
    root = tmp_path_factory.mktemp("fleet")
    deck = (
        "size: 60mm x 40mm\nshape: {outline: ship.svg}\ntemplate: ship.svg\nback: behind.svg\n"
        "cards: [{id: one, copies: 9}]\n"
    )
    templates = {
        "ship.svg": side(SEA, HULL),
        "behind.svg": side(NIGHT, EMBER, ' transform="translate(60 0) scale(-1 1)"'),
    }
    drawing = svg(f'<path d="{SHIP}"/>{HOLE.format("")}', 60, 40)
    files = {"card_data/sweets/art/ship.svg": drawing}
    write_project(root, {"ship": deck}, templates, files=files)
    for words in (["--cutter", "silhouette"], []):
        result = run("build", "--paper", "a4", *words, project=root)
        assert 0 == result.exit_code, result.stderr
    return root / "output/sweets"


def picture(pdf: Path, page: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    image = document[page].render(scale=SCALE / MM).to_pil().convert("RGB")
    document.close()
    return image


def beside(line: list[tuple[float, float]], out: float) -> list[tuple[float, float]]:
    """Points beside a line, to the left of its way as one sees it, away from its corners."""
    points = []
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.dist((ax, ay), (bx, by))
        if length > 0.2:
            x, y = (ax + bx) / 2, (ay + by) / 2
            points.append((x + out * (by - ay) / length, y - out * (bx - ax) / length))
    return points


def colours(image: Image.Image, points: list[tuple[float, float]]) -> set[str]:
    return {
        f"#{bytes(image.getpixel((round(x * SCALE - 0.5), round(y * SCALE - 0.5)))).hex().upper()}"
        for x, y in points
    }


def cut_lines(files: Path) -> dict[str, list[list[tuple[float, float]]]]:
    """The lines of both kinds of files, in millimetres from the page's upper left corner."""
    root = ElementTree.fromstring((files / "ship-silhouette-a4-cut.svg").read_text("utf-8"))
    of_svg = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for part in path.get("d", "").split("Z")[:-1]:
            corners = [tuple(map(float, pair.split())) for pair in part[1:].split("L")]
            of_svg.append([*corners, corners[0]])
    drawing = ezdxf.read(
        io.StringIO(
            (files / "ship-silhouette-a4-cut.dxf").read_bytes().decode().replace("\r\n", "\n")
        )
    )
    height = drawing.header["$EXTMAX"][1]
    of_dxf = []
    for line in drawing.modelspace().query('POLYLINE[layer=="CUT"]'):
        assert line.is_closed
        corners = [(point.x, height - point.y) for point in line.points()]
        of_dxf.append([*corners, corners[0]])
    return {"svg": of_svg, "dxf": of_dxf}


def test_the_paths_of_a_machine_lie_on_the_edges_of_the_pictures(sheets: Path) -> None:
    """A quarter of a millimetre inside of every path is the hull, and outside of it the sea; holes
    are cut before the edge around them."""
    image = picture(sheets / "ship-silhouette-a4.pdf", 0)
    for lines in cut_lines(sheets).values():
        assert len(lines) == 18
        for line in lines:
            inside, outside = beside(line, 0.25), beside(line, -0.25)
            assert len(inside) > 8
            assert colours(image, inside) == {HULL}
            assert colours(image, outside) == {SEA}
    areas = [area(tuple(line[:-1])) for line in lines]
    assert [round(abs(size)) for size in areas[:2]] == [20, round(abs(areas[1]))]
    assert abs(areas[1]) > 500


def test_pictures_end_where_their_bleed_does_and_backs_are_seen_from_behind(sheets: Path) -> None:
    """The bleed follows the outline at 3 mm; the outline itself is printed as a line on fronts
    alone; behind each front its back is the outline mirrored."""
    pdf = sheets / "ship-a4.pdf"
    front, back = picture(pdf, 0), picture(pdf, 1)
    rgb = {
        name: tuple(int(name[i : i + 2], 16) for i in (1, 3, 5))
        for name in (SEA, HULL, NIGHT, EMBER)
    }
    dark = [sum(image.convert("L").histogram()[:30]) for image in (front, back)]
    assert dark[0] > dark[1] + 5_000  # the line
    counts = {colour: count for count, colour in back.getcolors(1 << 24)}
    hole, edge = (tuple(line[:-1]) for line in cut_lines(sheets)["svg"][:2])
    ship = tuple(
        line if area(line) * sign > 0 else line[::-1] for line, sign in ((edge, 1), (hole, -1))
    )
    covered = sum(map(area, ship))
    printed = sum(map(area, offset(ship, 3.0)))
    for colour, share in ((EMBER, covered), (NIGHT, printed - covered)):
        assert counts[rgb[colour]] / SCALE**2 / 9 == pytest.approx(share, rel=0.05)
    small = (210, 297)
    through = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    dots = [image.resize(small, 0).tobytes() for image in (front, through)]
    pairs = zip(
        *(zip(data[::3], data[1::3], data[2::3], strict=True) for data in dots), strict=True
    )
    behind = {(a, b) for a, b in pairs if a in rgb.values() and b in rgb.values()}
    assert behind == {(rgb[SEA], rgb[NIGHT]), (rgb[HULL], rgb[EMBER])}


def test_outlines_move_outward_and_inward_and_know_how_deep_a_point_lies() -> None:
    shape = card_size("triangle 60mm x 50mm")
    assert depth(shape, (30 * MM, 1 * MM)) / MM == pytest.approx(1)
    assert depth(shape, (30 * MM, -2 * MM)) / MM == pytest.approx(-2)
    (inner,) = grown(shape, -3 * MM)
    assert min(y for _, y in inner) / MM == pytest.approx(3, abs=0.001)
    assert min(depth(shape, corner) for corner in inner) / MM == pytest.approx(3, abs=0.001)
    assert grown(shape, -30 * MM) == ()
    egg = card_size("ellipse 60x40mm")
    simple = simplified(egg.outline[0], 0.1 * MM)
    assert len(simple) < 80 < len(egg.outline[0])
    rough = replace(egg, outline=(simple,))
    assert max(abs(depth(rough, corner)) for corner in egg.outline[0]) <= 0.1 * MM
    assert [
        len(straight_corners(card_size(size)))
        for size in ("triangle 60mm", "pointy hex 60mm", "ellipse 60x40mm", "hexagon 60mm")
    ] == [3, 6, 0, 6]
