"""Sheets for a cutting machine: its marks as they were first printed, and cards that keep clear of
them."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import raises_expected, raises_finding
from counting import counted
from hypothesis import given
from hypothesis import strategies as st
from test_properties import SLACK, checked, copies, shapes

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose import registration
from cardgen.impose.cutter import CutGrid, check_slots, lay_cut
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.plan import Plan, plan
from cardgen.impose.registration import cutter_names, find_cutter
from cardgen.model.sizes import Shape, card_size, paper_size

A4 = Box(0, 0, 210 * MM, 297 * MM)


@st.composite
def cut_sheets(draw: st.DrawFn) -> tuple[CutGrid, Plan[str]]:
    paper = paper_size(draw(st.sampled_from(["a4", "letter", "a3", "200x210mm"])))
    margin, bleed, gutter = (
        draw(st.one_of(st.just(0.0), st.floats(0, most))) * MM for most in (14, 8, 9)
    )
    asked = GridSpec(draw(shapes()), paper, margin, bleed, gutter)
    grid = lay_cut(asked, find_cutter(draw(st.sampled_from(cutter_names()))))
    return grid, plan(draw(copies), grid, backed=draw(st.booleans()))


@checked
@given(cut_sheets())
def test_cards_lie_between_the_marks_and_clear_of_them(made: tuple[CutGrid, Plan[str]]) -> None:
    grid, sheets = made
    marks = grid.registration
    assert marks is not None
    cut_area = grid.page.grown(-marks.inset)
    for sheet in sheets:
        assert not any(side.marks for side in sheet.sides), (
            "nothing else that a machine could take for a mark"
        )
        for slot in sheet.front.slots:
            bleed = slot.trim.grown(grid.bleed)
            assert cut_area.contains(slot.trim, SLACK)
            assert grid.page.grown(-grid.margin).contains(bleed, SLACK)
            for mark in marks.boxes(grid.page):
                assert not mark.grown(marks.clear).overlaps(bleed, SLACK)


@checked
@given(cut_sheets())
def test_slug_and_bar_keep_clear_of_marks_and_cards(made: tuple[CutGrid, Plan[str]]) -> None:
    grid, _ = made
    assert grid.registration is not None
    placed = furniture(grid)
    for strip in (placed.slug, placed.scale_bar):
        if strip:
            assert not strip.box.overlaps(grid.covered)
            assert not any(
                mark.grown(grid.registration.clear).overlaps(strip.box)
                for mark in grid.registration.boxes(grid.page)
            )


@checked
@given(cut_sheets())
def test_only_slots_near_the_marks_stay_empty(made: tuple[CutGrid, Plan[str]]) -> None:
    """Of a grid without bleed each slot that is left out would have met a mark."""
    grid, sheets = made
    marks = grid.registration
    assert marks is not None
    assert len(sheets.fronts) == len(grid.slots) == grid.capacity - len(grid.near)
    bare = CutGrid(
        grid.shape,
        grid.page,
        grid.columns,
        grid.rows,
        grid.margin,
        0.0,
        grid.gutter,
        registration=marks,
    )
    for slot, trim in enumerate(bare.trims()):
        assert any(mark.grown(marks.clear).overlaps(trim) for mark in marks.boxes(grid.page)) == (
            slot in grid.near
        )


def test_the_first_version_of_the_marks_stays_as_it_was() -> None:
    """Sheets with these marks lie in drawers: a change needs a new version, and this test a second
    one beside it."""
    marks = find_cutter("silhouette@1")
    assert (10.008, 8.89, 1.0, 5.0) == pytest.approx(
        [getattr(marks, name) / MM for name in ("inset", "arm", "thickness", "square")]
    )
    found = [tuple(round(value / MM, 3) for value in box) for box in marks.boxes(A4)]
    assert [
        (10.008, 281.992, 5.0, 5.0),
        (191.102, 285.992, 8.89, 1.0),
        (198.992, 278.102, 1.0, 8.89),
        (10.008, 10.008, 8.89, 1.0),
        (10.008, 10.008, 1.0, 8.89),
    ] == found
    assert 15.875 == pytest.approx(find_cutter("silhouette-feeder@1").inset / MM)


@pytest.mark.parametrize("name", cutter_names())
def test_every_number_of_a_machine_has_a_source(name: str) -> None:
    import yaml

    from cardgen.impose.registration import _FOLDER
    from cardgen.schema.kinds import CERTAINTIES

    known = yaml.safe_load((_FOLDER / f"{name}.yaml").read_text("utf-8"))
    for version in known["versions"].values():
        assert set(version) == set(known["sources"])
    assert all(
        source["certainty"] in CERTAINTIES and source["from"]
        for source in known["sources"].values()
    )
    assert find_cutter(name) == find_cutter(f"{name}@{max(known['versions'])}")


@pytest.mark.parametrize(
    ("card", "paper", "columns", "rows", "held", "landscape"),
    [
        ("poker", "a4", 4, 2, 8, True),
        ("poker", "letter", 4, 2, 8, True),
        ("bridge", "a4", 3, 3, 9, False),
        ("tarot", "a4", 2, 2, 4, False),
    ],
)
def test_known_sheets(
    card: str, paper: str, columns: int, rows: int, held: int, landscape: bool
) -> None:
    grid = lay_cut(
        GridSpec(card_size(card), paper_size(paper), margin=5 * MM, bleed=3 * MM, gutter=0),
        find_cutter("silhouette"),
    )
    assert (columns, rows, held, landscape) == (
        grid.columns,
        grid.rows,
        len(grid.slots),
        grid.landscape,
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [("silhuette", 'did you mean "silhouette"'), ("silhouette@7", 'no version "7"; use one of: 1')],
)
def test_machines_that_are_not(name: str, says: str) -> None:
    with pytest.raises(CardgenError, match=says):
        find_cutter(name)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "    arm: 8.89mm",
            "    arms: 8.89mm",
            'mine.yaml:6:5: a version has no "arms"; did you mean "arm"?',
        ),
        (
            "    arm: 8.89mm",
            "    # none",
            "mine.yaml:5:5 key-missing",
        ),
        ("arm: 8.89mm", "arm: 8.89", 'mine.yaml:6:10: the arm of 1: "8.89" is not a length'),
        (
            "arm: 8.89mm",
            "arm: 8.89cm",
            "mine.yaml:6:10 out-of-range 1 8.",
        ),
        (
            "  1:\n",
            "  one:\n",
            'mine.yaml:4:3: the version "one" is not a number; count versions from 1',
        ),
        (
            "  arm: {certainty",
            "  # {certainty",
            "mine.yaml:11:3 key-missing",
        ),
        (
            "certainty: chosen",
            "certainty: sure",
            'cannot be "sure"; use one of: read, restated, remembered, computed, chosen',
        ),
        ("title:", "# title:", "mine.yaml:1: this machine has no title"),
        (
            "title",
            "tilte",
            'mine.yaml:2:1: a cutting machine has no "tilte"; did you mean "title"?',
        ),
    ],
)
def test_a_mistake_in_the_file_of_a_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    """Told at its place with its remedy, as in every other file."""
    text = (registration._FOLDER / "silhouette-feeder.yaml").read_text("utf-8")
    assert old in text
    (tmp_path / "mine.yaml").write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.setattr(registration, "_FOLDER", tmp_path)
    with raises_expected(says):
        find_cutter("mine")


def test_a_card_that_only_fits_without_marks() -> None:
    asked = GridSpec(
        Shape("rectangle", 195 * MM, 280 * MM), paper_size("a4"), margin=5 * MM, bleed=0, gutter=0
    )
    with pytest.raises(CardgenError, match="between the marks of silhouette"):
        lay_cut(asked, find_cutter("silhouette"))


@pytest.mark.parametrize(
    ("cards", "room_score", "looks", "most"),
    [(1, 3, 22, 200_000), (102, 3, 22, 200_000), (102, 0, 3349, 6_000_000)],
)
def test_small_pieces_are_laid_at_once(cards: int, room_score: int, looks: int, most: int) -> None:
    """There are thousands of grids of them; only where nothing has room all are looked at, and none
    for long."""
    looked: list[Grid] = []

    def room(grid: Grid) -> int:
        looked.append(grid)
        return room_score

    lengths = {"margin": 5 * MM, "bleed": 3 * MM, "gutter": 0.0}
    shape = Shape("rectangle", 5 * MM, 5 * MM)
    asked = GridSpec(shape, paper_size("a4"), **lengths, cards=cards, room_score=room)
    marks = find_cutter("silhouette")
    grid, calls = counted(lambda: lay_cut(asked, marks))
    assert grid.bleed == pytest.approx(3 * MM)
    assert len(grid.slots) == grid.held >= cards
    assert looks == len(looked)
    assert calls < most


def test_slots_to_skip() -> None:
    grid = lay_grid(
        GridSpec(card_size("poker"), paper_size("a4"), margin=5 * MM, bleed=0, gutter=0)
    )
    sheets = plan([("a", 10)], grid, skip=[0, 4])
    full, _ = sheets
    trims = list(grid.trims())
    assert [trims[slot] for slot in (1, 2, 3, 5, 6, 7, 8)] == [
        slot.trim for slot in full.front.slots
    ]
    check_slots([1, 9], grid)
    with raises_finding("layout-impossible 9 0 10"):
        check_slots([10, 0, 3], grid)
    with raises_finding("layout-impossible 9"):
        check_slots(range(1, 10), grid)
