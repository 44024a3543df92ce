"""Sheets in pieces: what is known of them, and cards in the middle of each label."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from briefs import raises_expected, raises_finding

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose import label_sheet
from cardgen.impose.check import check_options
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import GridSpec
from cardgen.impose.label_grid import LabelGrid, lay_labels
from cardgen.impose.label_sheet import LabelSheet, find_labels, label_sheets
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name
from cardgen.impose.plan import plan
from cardgen.model.sizes import Shape, card_size, hexagon
from cardgen.schema.kinds import CERTAINTIES

CIRCLE = Shape("circle", 25 * MM, 25 * MM)


def laid(shape: Shape, sheet: LabelSheet, bleed: float = 3.0) -> LabelGrid:
    return lay_labels(GridSpec(shape, sheet.paper, 5 * MM, bleed * MM, 0.0), sheet)


def millimetres(box: Box) -> tuple[float, ...]:
    return tuple(round(side / MM, 2) for side in box)


@pytest.mark.parametrize("name", label_sheets())
def test_each_sheet_has_a_source_and_room_on_its_paper(name: str) -> None:
    said = yaml.safe_load((label_sheet._FOLDER / f"{name}.yaml").read_text("utf-8"))
    assert said["source"]["certainty"] in CERTAINTIES
    sheet = find_labels(name)
    grid = laid(sheet.label, sheet)
    assert grid.capacity == sheet.capacity == len([*grid.trims()])
    assert all(grid.page.contains(trim, 0.15 * MM) for trim in grid.trims())


def test_a_sheet_is_found_by_all_its_names() -> None:
    """And by the number alone that stands on the box."""
    assert (
        find_labels("avery-5371")
        == find_labels("avery-8371")
        == find_labels("Avery 5371")
        == find_labels("5371")
        == find_labels("28371")
    )


def test_a_sheet_that_is_not_known() -> None:
    with raises_finding('unknown-label-sheet "averi-5371" -> "avery-5371" "avery-25371"'):
        find_labels("averi-5371")
    with pytest.raises(
        CardgenError, match=r"or describe it in a file of your own, my-labels\.yaml"
    ):
        find_labels("stickers")


def test_cards_lie_where_the_labels_are() -> None:
    """Avery L7160: three columns from 7.2 mm on, seven rows from 15.15 mm down."""
    sheet = find_labels("avery-l7160")
    trims = list(laid(sheet.label, sheet).trims())
    assert (7.2, 243.75, 63.5, 38.1) == millimetres(trims[0])
    assert (7.2 + 2 * 66.04, 15.15, 63.5, 38.1) == millimetres(trims[-1])


def test_a_card_that_stands_is_turned_to_lie_on_its_label() -> None:
    sheet = find_labels("avery-5371")
    grid = laid(card_size("business"), sheet)
    assert grid.turned
    sheets = list(plan([("a", 13)], grid))
    assert [10, 3] == [len(each.front.slots) for each in sheets]
    first = sheets[0].front.slots[0]
    assert (19.05, 215.9, 88.9, 50.8) == millimetres(first.trim)
    back = sheets[0].back
    assert back
    assert (90, 270) == (first.turn, back.slots[0].turn), "a card is turned over sideways"
    assert millimetres(back.slots[1].trim) == millimetres(first.trim), (
        "the back of the second lies where the first one's front does"
    )


def test_there_is_nothing_to_cut_by() -> None:
    sheet = find_labels("avery-l7651")
    grid = laid(sheet.label, sheet)
    (made,) = plan([("a", 65)], grid)
    assert not made.front.marks
    strips = furniture(grid)
    for strip in (strips.slug, strips.scale_bar):
        assert strip is None or not strip.box.overlaps(grid.covered)


@pytest.mark.parametrize("name", label_sheets())
def test_what_a_sheet_says_of_itself_lies_beside_the_bleed(name: str) -> None:
    """Which reaches beyond the labels, on both sides of the sheet."""
    sheet = find_labels(name)
    for side in (1.0, 0.95, 0.8):
        shape = replace(
            sheet.label, width=side * sheet.label.width, height=side * sheet.label.height
        )
        grid = laid(shape, sheet)
        strips = furniture(grid)
        (made,) = plan([("a", grid.capacity)], grid)
        for strip in (strips.slug, strips.scale_bar):
            assert strip is None or not strip.box.overlaps(made.front.bleed)


@pytest.mark.parametrize(
    ("shape", "name", "bleeds"),
    [
        (card_size("business"), "avery-5371", (0.0, 0.0)),
        (card_size("63.5mm x 38.1mm"), "avery-l7160", (1.27, 0.0)),
        (card_size("38.1mm x 63.5mm"), "avery-l7160", (0.0, 1.27)),
        (card_size("0.5in x 0.5in"), "onlinelabels-ol2050", (1.59, 1.59)),
        (card_size("50mm x 30mm"), "avery-l7160", (3.0, 3.0)),
        (CIRCLE, "rayfilm-2525k", (1.5, 1.5)),
        (hexagon(flats=52 * MM), "avery-l7164", (3.0, 3.0)),  # 2.999 mm, of which nobody is told
    ],
)
def test_bleed_goes_halfway_to_the_next_card(
    shape: Shape, name: str, bleeds: tuple[float, float]
) -> None:
    """And says so; where a card lies turned, it is that of the card's own sides."""
    grid = laid(shape, find_labels(name))
    assert bleeds == tuple(round(bleed / MM, 2) for bleed in grid.bleeds)
    assert ("bleed-reduced" in [finding.code for finding in grid.notes]) == (bleeds < (3.0, 3.0))
    (made,) = plan([("a", grid.capacity)], grid)
    reach = made.front.bleed.width - made.front.trim.width
    assert reach == pytest.approx(2 * grid.bleeds[bool(grid.turned)])


def test_a_card_smaller_than_its_label_lies_in_the_middle() -> None:
    sheet = find_labels("rayfilm-2525k")
    grid = laid(Shape("circle", 16 * MM, 16 * MM), sheet)
    assert (8.5 + 4.5, 297 - 10 - 20.5, 16, 16) == millimetres(next(grid.trims()))
    note = "the labels of rayfilm-2525k are larger than the cards (Ø 25 mm): each card lies in the middle of one, without marks"
    assert [note] == [finding.what for finding in grid.notes]


@pytest.mark.parametrize(
    ("shape", "name", "fits"),
    [
        (card_size("45mm x 45mm"), "avery-l7630", True),
        (card_size("46mm x 46mm"), "avery-l7630", False),  # its corners would be cut off
        (Shape("hexagon", 60 * MM, 60 * MM * 3**0.5 / 2), "avery-l7630", True),
        (Shape("rectangle", 63.6 * MM, 38.2 * MM), "avery-l7160", True),  # an inch that was rounded
        (Shape("rectangle", 64 * MM, 38 * MM), "avery-l7160", False),
        (card_size("poker"), "avery-5371", False),
    ],
)
def test_what_a_label_holds(shape: Shape, name: str, fits: bool) -> None:
    assert fits == (find_labels(name).turn(shape) is not None)


def test_a_card_too_large_for_a_label_is_told_which_hold_it() -> None:
    with pytest.raises(CardgenError) as caught:
        laid(card_size("tarot"), find_labels("avery-l7160"))
    (problem,) = caught.value.findings
    assert (
        "a card of tarot (70 x 120 mm) is larger than the labels of avery-l7160, 63.5 × 38.1 mm"
        == problem.what
    )
    assert "use a smaller card, or --labels with one of: avery-5388, avery-5389" == problem.remedy
    with pytest.raises(CardgenError, match="or print it on plain paper"):
        laid(card_size("300mm x 300mm"), find_labels("avery-l7160"))


def test_neighbours_of_other_colours_move_no_label() -> None:
    """On plain paper a gutter would be opened."""
    sheet = find_labels("avery-5371")
    options = Options(labels=sheet, papers=("letter",))
    made = LAYOUTS["duplex"].lay_out(
        LayoutRequest(
            [("a", 10)], sheet.label, False, sheet.paper, options, plain_borders=lambda: False
        )
    )
    assert 88.9 == round((made.plan.fronts[1].e - made.plan.fronts[0].e) / MM, 6)


def test_options_that_do_not_go_with_labels() -> None:
    sheet = find_labels("avery-5371")
    with pytest.raises(CardgenError) as caught:
        check_options(
            Options(labels=sheet, papers=("a4", "letter"), layout="gutterfold", gutter=1.0)
        )
    assert [
        Finding(
            "layout-impossible",
            "labels cannot be printed in the layout gutterfold",
            "use --layout duplex or single, or leave --labels out",
        ),
        Finding(
            "layout-impossible",
            "the labels of avery-5371 are as far apart as they are",
            "leave --gutter out",
        ),
        Finding(
            "layout-impossible", "avery-5371 is a sheet of letter, not of a4", "leave --paper out"
        ),
    ] == list(caught.value.findings)
    with pytest.raises(CardgenError, match="labels are cut already"):
        check_options(Options(labels=sheet, papers=("letter",), cutter="silhouette"))
    assert "main-avery-5371-letter.pdf" == file_name("main", sheet.paper, Options(labels=sheet))


OWN = """title: From the drawer
paper: a4
label: 50mm x 30mm
columns: 3
rows: 8
left: 20mm
top: 18mm
pitch: 60mm x 33mm
"""


def test_a_sheet_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "My Drawer.yaml"
    file.write_text(OWN)
    sheet = find_labels(str(file))
    assert ("my-drawer", 24, "a4") == (sheet.name, sheet.capacity, sheet.paper.name)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "rows: 8",
            "rows: 9",
            "3:8: 9 rows of labels end 312.0 mm from the edge of a paper of 297 mm",
        ),
        (
            "60mm x 33mm",
            "45mm x 33mm",
            "3:8: labels of 50 mm overlap, 45 mm from one to the next; mend the pitch, or the label",
        ),
        (
            "rows: 8",
            "shape: circle\nrows: 8",
            "3:8: a circle is as wide as it is high; write its diameter twice",
        ),
        ("columns: 3", "colums: 3", 'a sheet of labels has no "colums"; did you mean "columns"?'),
        ("left: 20mm", "left: 20", 'drawer.yaml:6:7 length-expected "20" 63. 2.'),
        ("paper: a4", "paper: a44", 'drawer.yaml:2:8 unknown-paper "a44" -> "a4"'),
        ("top: 18mm\n", "", "drawer.yaml:1 key-missing"),
    ],
)
def test_a_mistake_in_a_sheet_of_ones_own(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in OWN
    file = tmp_path / "drawer.yaml"
    file.write_text(OWN.replace(old, new))
    with raises_expected(says):
        find_labels(str(file))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CardgenError):
        find_labels(str(tmp_path / "none.yaml"))


def test_the_page_lists_the_sheets_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto-labels.md").read_text("utf-8")
    known = {name: find_labels(name) for name in label_sheets()}
    others: dict[str, list[str]] = {name: [] for name in known}
    for other, (_, sheet) in label_sheet._shipped().items():
        others[sheet.name] += [other.partition("-")[2]] * (other != sheet.name)
    for name, sheet in known.items():
        also = ", ".join(others[name])
        row = f"| `{name}` | {sheet.label.measured()} | {sheet.columns} x {sheet.rows} on {sheet.paper.name} | {also} |"
        assert f"\n{row}\n" in page
    assert len(known) == page.count(" on a4 |") + page.count(" on letter |")
