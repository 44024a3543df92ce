"""What a cutting machine gets: marks in the PDF, cut paths beside it, in the same place and true
size."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from projects import SHIPPED, run, svg, text, text_of, write_project

import cardgen
from cardgen.engine.svg.path import extent, parse_path
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.model.sizes import paper_size
from cardgen.sheets.gang import Batch

MM = 72 / 25.4
SVG = "{http://www.w3.org/2000/svg}"
RED = '<rect x="0" y="0" width="{}" height="{}" fill="#ff0000"/>'


def build(
    root: Path, size: str, width: float, height: float, *words: str, copies: int = 20
) -> Path:
    """A deck of red cards without bleed; its PDF for Silhouette on A4."""
    deck = f"size: {size}\ntemplate: card.svg\nback: card.svg\ncards:\n  - {{id: one, copies: {copies}}}\n"
    write_project(root, {"main": deck}, {"card.svg": svg(RED.format(width, height), width, height)})
    result = run(
        "build", "--paper", "a4", "--cutter", "silhouette", "--bleed", "0", *words, project=root
    )
    assert 0 == result.exit_code, result.stderr
    return root / "output/sweets/main-silhouette-a4.pdf"


def paths(file: Path) -> tuple[tuple[float, float], list[str]]:
    """The size of an SVG in mm, and its path data."""
    root = ElementTree.fromstring(file.read_text("utf-8"))
    width, height = root.get("width", ""), root.get("height", "")
    assert f"0 0 {width[:-2]} {height[:-2]}" == root.get("viewBox")
    assert ("mm", "mm") == (width[-2:], height[-2:])
    return (float(width[:-2]), float(height[:-2])), [
        path.get("d", "") for path in root.iter(f"{SVG}path")
    ]


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [
        ("poker", 63.5, 88.9),
        ("40mm x 30mm", 40, 30),
        ("{shape: circle, diameter: 30mm}", 30, 30),
        ("{shape: hexagon, width: 40mm}", 40, 34.641016),
    ],
)
def test_cut_paths_lie_on_the_edges_of_the_cards(
    tmp_path: Path, size: str, width: float, height: float
) -> None:
    """The first sheet's picture is red just inside of every path and white just outside of it;
    corners are as round as the stock's."""
    pdf = build(tmp_path, size, width, height, copies=200)
    (wide, high), outlines = paths(pdf.with_name("main-silhouette-a4-cut.svg"))
    document = pypdfium2.PdfDocument(pdf)
    scale = 8
    image = document[0].render(scale=scale / MM).to_pil().convert("RGB")  # 8 dots to the millimetre
    assert (wide * scale, high * scale) == pytest.approx(image.size, abs=1)
    document.close()
    assert outlines
    for outline in outlines:
        box = extent(parse_path(outline))
        assert box is not None
        assert (box.width, box.height) == pytest.approx((width, height), abs=0.002)
        middle = box.centre
        for dx, dy in ((-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)):
            inside = middle.x + dx * (box.width - 0.6), middle.y + dy * (box.height - 0.6)
            assert (255, 0, 0) == image.getpixel(
                (round(inside[0] * scale), round(inside[1] * scale))
            )
        outside = middle.x, middle.y - box.height / 2 - 0.3
        if all(
            abs(outside[1] - (other.y + other.height)) > 0.4
            for path in outlines
            if (other := extent(parse_path(path)))
        ):
            assert (255, 255, 255) == image.getpixel(
                (round(outside[0] * scale), round(outside[1] * scale))
            )
    assert ("A3 3 0 0 1" in outlines[0]) == (size == "poker")
    assert outlines[0].count("A") == {"poker": 4, "{shape: circle, diameter: 30mm}": 2}.get(size, 0)
    assert outlines[0].count("L") == (5 if "hexagon" in size else 0)


def test_marks_are_black_on_fronts_only_and_named(tmp_path: Path) -> None:
    """Seen in the picture of the page: the square and both angles, at their inset; nothing on the
    back; the version in slug and SVG."""
    pdf = build(tmp_path, "poker", 63.5, 88.9)
    document = pypdfium2.PdfDocument(pdf)
    front, back = (
        document[number].render(scale=10 / MM).to_pil().convert("L") for number in (0, 1)
    )
    document.close()
    wide, high = front.width / 10, front.height / 10
    for x, y in (
        (12.5, 12.5),
        (10.5, 14.5),
        (wide - 10.5, 18.4),
        (wide - 18.4, 10.5),
        (10.5, high - 18.4),
        (18.4, high - 10.5),
    ):
        spot = (round(x * 10), round(y * 10))
        assert (0, 255) == (front.getpixel(spot), back.getpixel(spot))
    for x, y in (
        (12.5, 9.7),
        (9.7, 12.5),
        (15.4, 12.5),
        (wide - 12, 12),
        (12, high - 12),
        (wide - 10.5, high - 10.5),
    ):
        assert 255 == front.getpixel((round(x * 10), round(y * 10)))
    assert "marks silhouette@1" in text_of(pdf)[0]
    assert "marks" not in text_of(pdf)[1]
    told = pdf.with_name("main-silhouette-a4-cut.svg").read_text("utf-8")
    assert (
        "Marks silhouette@1: inset 10.008 mm, length 8.89 mm, thickness 1 mm, square 5 mm." in told
    )
    with pikepdf.open(pdf) as opened:
        assert "/TrimBox" not in opened.pages[0]


def test_a_file_for_each_different_sheet(tmp_path: Path) -> None:
    """Full sheets share one; the last has its own if it is not full; what is no longer due is taken
    away."""
    folder = build(tmp_path, "poker", 63.5, 88.9, copies=19).parent
    assert [8, 3] == [
        len(paths(folder / f"main-silhouette-a4-cut{which}.svg")[1]) for which in ("", "-2")
    ]
    assert "sheets 1 to 2," in (folder / "main-silhouette-a4-cut.svg").read_text("utf-8")
    assert "sheet 3," in (folder / "main-silhouette-a4-cut-2.svg").read_text("utf-8")
    build(tmp_path, "poker", 63.5, 88.9, copies=16)
    assert [] == list(folder.glob("*-cut-2.svg"))
    build(tmp_path, "poker", 63.5, 88.9, "--skip-slots", "1,8,every", copies=16)
    assert [6, 4] == [
        len(paths(folder / f"main-silhouette-a4-cut{which}.svg")[1]) for which in ("", "-2")
    ]
    build(tmp_path, "poker", 63.5, 88.9, "--skip-slots", "1-2,8", copies=16)
    assert [8, 3, 5] == [
        len(paths(folder / f"main-silhouette-a4-cut{which}.svg")[1])
        for which in ("", "-2", "-first")
    ]
    assert "sheet 1," in (folder / "main-silhouette-a4-cut-first.svg").read_text("utf-8")
    build(tmp_path, "poker", 63.5, 88.9, "--skip-slots", "1-2,8", copies=4)
    assert ["main-silhouette-a4-cut-first.svg"] == [path.name for path in folder.glob("*-cut*.svg")]
    build(tmp_path, "poker", 63.5, 88.9, copies=16)
    assert ["main-silhouette-a4-cut.svg"] == [path.name for path in folder.glob("*-cut*.svg")]


@pytest.mark.parametrize("cutter", ["silhouette", ""])
def test_slots_that_are_skipped_are_those_of_the_printed_sheet(cutter: str) -> None:
    """Whoever counts them has a sheet without the skip in hand: the grid stays, though it leaves
    out columns that no card needs."""
    (game,) = (game for game in cardgen.open_project(SHIPPED).games if game.id == "candy-crave")
    (batch,) = Batch.of(game.deck("sweets"))
    asked = Options(cutter=cutter)
    for paper in map(paper_size, ("a4", "letter")):
        whole, skipped = (
            LAYOUTS[options.layout]
            .lay_out(LayoutRequest(batch.copies, batch.shape, batch.backed, paper, options))
            .plan
            for options in (asked, replace(asked, skip_slots=(6,)))
        )
        assert skipped.fronts == (*whole.fronts[:5], *whole.fronts[6:])
        assert skipped.bleeds == whole.bleeds


def test_the_same_input_gives_the_same_paths(tmp_path: Path) -> None:
    first = (
        build(tmp_path / "a", "poker", 63.5, 88.9)
        .with_name("main-silhouette-a4-cut.svg")
        .read_bytes()
    )
    again = build(tmp_path / "b", "poker", 63.5, 88.9, "--cutter", "silhouette@1").with_name(
        "main-silhouette-a4-cut.svg"
    )
    assert first == again.read_bytes()
    assert b"\r" not in first
    assert ElementTree.parse(io.BytesIO(first))


def test_lengths_may_have_a_unit(tmp_path: Path) -> None:
    """A bare number is in millimetres."""
    write_project(tmp_path, templates={"card.svg": svg(text("x"))})
    made = []
    for margin, gutter in (("10", "2.54"), ("10mm", "0.1in"), ("1cm", "2.54 mm")):
        assert (
            0
            == run(
                "build", "--margin", margin, "--gutter", gutter, "--paper", "a4", project=tmp_path
            ).exit_code
        )
        made.append((tmp_path / "output/sweets/main-a4.pdf").read_bytes())
    assert made[0] == made[1] == made[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--cutter", "cricut"], 'no cutting machine is called "cricut"'),
        (["--cutter", "silhouette@2"], 'the marks of silhouette have no version "2"'),
        (
            ["--cutter", "silhouette", "--layout", "gutterfold"],
            "layout-impossible",
        ),
        (["--skip-slots", "10"], "a sheet of this deck has 9 slots, and no slot 10"),
        (["--skip-slots", "7-10,every"], "a sheet of this deck has 9 slots, and no slot 10"),
        (["--skip-slots", "1-9"], "all 9 slots of a sheet are to be skipped"),
        (["--skip-slots", "one"], "'one' is not"),
        (["--skip-slots", "every"], "say which slots of every sheet, such as 1-4,every"),
        (["--skip-slots", "1-999999"], "no sheet has the slots 1-999999"),
        (["--order", "set"], 'no order is called "set"; did you mean "sets"?'),
        (["--gutter", "some"], "'--gutter': 'some' is no length; write millimetres, such as 3"),
        (["--gutter", "-1"], "out-of-range 1"),
    ],
)
def test_calls_that_are_wrong(tmp_path: Path, words: list[str], says: str) -> None:
    write_project(tmp_path, templates={"card.svg": svg(text("x"))})
    result = run("build", *words, project=tmp_path)
    assert 2 == result.exit_code
    assert result.tells(says)
