"""How many cards a paper holds, and with how much bleed."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.furniture import furniture
from cardgen.impose.grid import FULL_ROOM_SCORE, Grid, GridSpec, lay_grid
from cardgen.model.sizes import PAPERS, Shape, card_size, paper_size


def lay(
    card: str | Shape, paper: str, *, margin: float = 5, bleed: float = 3, gutter: float = 0
) -> Grid:
    """A grid from millimetres."""
    shape = card_size(card) if isinstance(card, str) else card
    return lay_grid(
        GridSpec(shape, paper_size(paper), margin=margin * MM, bleed=bleed * MM, gutter=gutter * MM)
    )


def round_card(diameter: float) -> Shape:
    return Shape("circle", diameter * MM, diameter * MM)


@pytest.mark.parametrize(
    ("card", "paper", "columns", "rows", "landscape", "bleed"),
    [
        ("poker", "letter", 3, 3, False, 0.45),
        ("poker", "a4", 3, 3, False, 1.58),
        ("poker", "legal", 5, 2, True, 2.81),
        ("poker", "a3", 6, 3, True, 2.42),
        ("poker", "tabloid", 6, 3, True, 0.45),
        ("bridge", "a4", 5, 2, True, 0.13),
        ("bridge", "letter", 3, 3, False, 0.45),
        ("mini-euro", "a4", 4, 4, False, 1.87),
        ("tarot", "a4", 2, 2, False, 3.00),
        ("38mm x 38mm", "a4", 5, 7, False, 1.00),
        ("jumbo", "letter", 3, 1, True, 0.45),
        ("poker", "73.5x98.9mm", 1, 1, False, 0),
        ("poker", "98.9x73.5mm", 1, 1, False, 0),
    ],
)
def test_known_results(
    card: str, paper: str, columns: int, rows: int, landscape: bool, bleed: float
) -> None:
    """Three millimetres of bleed asked for, 5 mm of margin."""
    grid = lay(card, paper)
    assert (columns, rows, landscape, bleed) == (
        grid.columns,
        grid.rows,
        grid.landscape,
        round(grid.bleed / MM, 2),
    )


def _roomy(grid: Grid) -> int:
    return FULL_ROOM_SCORE if furniture(grid).scale_bar is not None else 0


@given(
    st.integers(1, 400), st.floats(8, 60), st.floats(8, 60), st.sampled_from(["a4", "letter", "a3"])
)
@settings(max_examples=60)
def test_rows_that_no_card_needs_are_given_up_for_room(
    cards: int, width: float, height: float, paper: str
) -> None:
    """Only where the fullest grid has no room for what stands around it, and for no more sheets;
    what is as room_score has more bleed."""
    shape = Shape("rectangle", width * MM, height * MM)
    lengths = {"margin": 5 * MM, "bleed": 3 * MM, "gutter": 0.0}
    full = replace(lay_grid(GridSpec(shape, paper_size(paper), **lengths)), slack=(0, 0), notes=())
    grid = replace(
        lay_grid(GridSpec(shape, paper_size(paper), **lengths, cards=cards, room_score=_roomy)),
        slack=(0, 0),
        notes=(),
    )
    assert math.ceil(cards / grid.capacity) == math.ceil(cards / full.capacity)
    assert grid == full or (_roomy(grid), grid.bleed) > (_roomy(full), full.bleed)
    assert grid == full or _roomy(full) < FULL_ROOM_SCORE


def test_all_columns_but_one_may_be_given_up_and_all_rows() -> None:
    """Of 2 x 4 cards on a sheet, where there is no room beside two of them."""
    around = {"margin": 5 * MM, "bleed": 3 * MM, "gutter": 0.0, "cards": 4}
    shape = Shape("rectangle", 90 * MM, 60 * MM)
    single = lay_grid(
        GridSpec(
            shape,
            paper_size("a4"),
            **around,
            room_score=lambda grid: FULL_ROOM_SCORE if grid.columns == 1 else 0,
        )
    )
    assert (1, 4, False) == (single.columns, single.rows, single.landscape)
    flat = lay_grid(
        GridSpec(
            shape,
            paper_size("a4"),
            **around | {"cards": 2},
            room_score=lambda grid: FULL_ROOM_SCORE if grid.rows == 1 else 0,
        )
    )
    assert (2, 1, False) == (flat.columns, flat.rows, flat.landscape)


def test_all_the_bleed_does_not_cost_the_scale_bar() -> None:
    """Where the two exclude each other the bar stays, and the bleed is what it was."""
    shape = Shape("rectangle", 196 * MM, 130 * MM)
    for cards in (1, 2):
        grid = lay_grid(
            GridSpec(
                shape,
                paper_size("a4"),
                margin=5 * MM,
                bleed=3 * MM,
                gutter=0.0,
                cards=cards,
                room_score=_roomy,
            )
        )
        assert _roomy(grid) == FULL_ROOM_SCORE


def test_fifty_sweets_of_candy_crave_leave_room_for_the_bar() -> None:
    around = {"margin": 5 * MM, "bleed": 3 * MM, "gutter": 0.0, "room_score": _roomy}
    for paper, bleed in (("a4", 2.11), ("letter", 1.13)):
        grid = lay_grid(GridSpec(round_card(25), paper_size(paper), cards=50, **around))
        assert (6, 9, bleed) == (grid.columns, grid.rows, round(grid.bleed / MM, 2))


def test_bleed_that_fits_is_kept_without_a_note() -> None:
    grid = lay("poker", "a4", bleed=1.5)
    assert grid.bleed == pytest.approx(1.5 * MM)
    assert grid.notes == ()


def sentences(grid: Grid) -> tuple[str, ...]:
    return tuple(finding.what for finding in grid.notes)


def test_bleed_that_shrinks_is_said() -> None:
    assert sentences(lay("poker", "letter")) == (
        "3 mm of bleed does not fit 3 x 3 on letter: 0.45 mm is used, 2.57 mm left and right",
    )
    (note,) = sentences(lay("12.7mm x 12.7mm", "a4"))
    assert note.endswith(
        "15 x 22 on a4: 0.17 mm is used, 0.32 mm left and right (with --bleed 0 one cut parts two cards)"
    )
    assert sentences(lay("poker", "73.5x98.9mm")) == (
        "3 mm of bleed does not fit 1 x 1 on 73.5x98.9mm: the cards are printed without it",
    )


@pytest.mark.parametrize(
    ("paper", "tight", "wide"), [("letter", 0.45, (1.37, 0.45)), ("a4", 1.58, (1.58, 2.18))]
)
def test_where_one_direction_is_tight_the_other_keeps_its_bleed(
    paper: str, tight: float, wide: tuple[float, float]
) -> None:
    """3 x 3 poker: as far as the scale bar has its room, and the marks 1.5 mm of their 3 mm."""
    asked = GridSpec(
        card_size("poker"),
        paper_size(paper),
        margin=5 * MM,
        bleed=3 * MM,
        gutter=0.0,
        cards=9,
        room_score=_roomy,
    )
    grid = lay_grid(asked)
    assert (tight, wide) == (
        round(grid.bleed / MM, 2),
        tuple(round(bleed / MM, 2) for bleed in grid.bleeds),
    )
    assert furniture(grid).scale_bar is not None
    assert grid.mark == pytest.approx(1.5 * MM, abs=0.01 * MM)


@given(st.floats(12, 130), st.floats(12, 130), st.sampled_from([*PAPERS]), st.floats(0, 34))
def test_bleed_to_spare_costs_no_card_and_stays_inside(
    width: float, height: float, paper: str, bleed: float
) -> None:
    around = {"margin": 5 * MM, "bleed": bleed, "gutter": 0.0}
    try:
        grid = lay_grid(
            GridSpec(
                Shape("rectangle", width * MM, height * MM),
                paper_size(paper),
                **around,
                room_score=_roomy,
            )
        )
    except CardgenError:
        return
    alike = replace(grid, slack=(0.0, 0.0))
    assert min(grid.slack) == 0 <= max(grid.slack) <= bleed - grid.bleed + 1e-6
    assert grid.page.grown(-5 * MM).contains(grid.block)
    assert _roomy(grid) >= _roomy(alike)
    trims = list(grid.trims())
    assert grid.block.grown(*(-each for each in grid.bleeds)).contains(trims[0])
    assert grid.capacity == len({(round(trim.x, 6), round(trim.y, 6)) for trim in trims})


def test_of_two_grids_with_as_many_cards_the_one_with_more_bleed_wins() -> None:
    """Six cards each: 2 x 3 would leave 0.9 mm of bleed, 3 x 2 leaves all that was asked for."""
    grid = lay("70mm x 88mm", "letter")
    assert (grid.columns, grid.rows, grid.landscape, round(grid.bleed / MM, 2)) == (3, 2, True, 3.0)


def test_a_tie_is_laid_upright() -> None:
    assert not lay("38mm x 38mm", "letter").landscape


def test_gutter_and_bleed_make_the_pitch() -> None:
    grid = lay("euro-poker", "a4", bleed=0.5, gutter=3)
    first, second = list(grid.trims())[:2]
    assert second.x - first.x == pytest.approx((63 + 1 + 3) * MM)


def test_tokens_get_a_gutter_for_their_marks() -> None:
    """Said only to the one who asked for another gutter."""
    silent, told, ample = (
        lay(round_card(25), "a4"),
        lay(round_card(25), "a4", gutter=1),
        lay(round_card(25), "a4", gutter=4),
    )
    assert [round(grid.gutter / MM, 6) for grid in (silent, told, ample)] == [3, 3, 4]
    gutter_note = "a gutter of 1 mm leaves no room for the cut marks between circles: 3 mm is used"
    assert [gutter_note in sentences(grid) for grid in (silent, told, ample)] == [
        False,
        True,
        False,
    ]


def test_a_card_too_large_names_card_paper_margin_and_remedy() -> None:
    with pytest.raises(CardgenError) as caught:
        lay("jumbo", "a4", margin=70)
    expected = "a card of jumbo (88.9 x 139.7 mm) does not fit on a4 with a margin of 70 mm; use a larger paper, or a margin of at most 60.5 mm"
    assert expected == str(caught.value)


@pytest.mark.parametrize(
    ("card", "paper", "margin", "remedy"),
    [
        ("poker", "80x120mm", 9, "at most 8.2 mm"),
        ("poker", "70x120mm", 9, "at most 2.4 mm"),
        ("poker", "a4", 200, "at most 73.2 mm"),
        (
            "poker",
            "50x50mm",
            0,
            "use a larger paper, or write  layout: split  in the deck's file: then it goes over several sheets",
        ),
    ],
)
def test_the_remedy_is_a_margin_that_fits(
    card: str, paper: str, margin: float, remedy: str
) -> None:
    with pytest.raises(CardgenError) as caught:
        lay(card, paper, margin=margin)
    assert caught.value.findings[0].remedy.endswith(remedy)
    if "at most" in remedy:
        most = float(remedy.split()[-2])
        assert lay(card, paper, margin=most).capacity
        with pytest.raises(CardgenError):
            lay(card, paper, margin=most + 0.1)


def test_every_impossible_length_is_reported_together() -> None:
    with pytest.raises(CardgenError) as caught:
        lay("0mm x 50mm", "a4", margin=-1, bleed=math.nan, gutter=math.inf)
    assert [str(problem) for problem in caught.value.findings] == [
        "a margin of -1 mm is impossible; give a margin of 0 mm or more",
        "a bleed of nan mm is impossible; give a bleed of 0 mm or more",
        "a gutter of inf mm is impossible; give a gutter of 0 mm or more",
        "a card of 0 x 50 mm cannot be cut; make both sides at least 5 mm",
    ]


lengths = st.floats(0, 12).map(lambda mm: mm * MM)


@settings(max_examples=100, deadline=None)
@given(
    st.floats(12, 130),
    st.floats(12, 130),
    st.sampled_from([*PAPERS, "150x150mm", "300x200mm"]),
    lengths,
    lengths,
    lengths,
    st.booleans(),
)
def test_no_grid_of_upright_or_turned_cards_holds_more(
    width: float,
    height: float,
    paper_name: str,
    margin: float,
    bleed: float,
    gutter: float,
    token: bool,
) -> None:
    """Against counting one by one, with the page and the card turned every way."""
    shape, paper = (
        Shape("hexagon" if token else "rectangle", width * MM, height * MM),
        paper_size(paper_name),
    )
    if token:
        gutter = max(gutter, 3 * MM)
    keep = max(margin, min(margin, 4.1 * MM) + 0.8 * MM)

    def fitting(room: float, side: float) -> int:
        count = 0
        while (count + 1) * side + count * gutter <= room - 2 * keep + 1e-6:
            count += 1
        return count

    upright, turned = (shape.width, shape.height), (shape.height, shape.width)
    pages = (paper.width, paper.height), (paper.height, paper.width)
    most = max(
        fitting(page[0], card[0]) * fitting(page[1], card[1])
        for page in pages
        for card in (upright, turned)
    )
    try:
        grid = lay_grid(GridSpec(shape, paper, margin=margin, bleed=bleed, gutter=gutter))
    except CardgenError:
        assert most == 0
        return
    assert most == grid.capacity
    assert 0 <= grid.bleed <= bleed
    assert bool(grid.notes) == (grid.bleed < bleed - 1e-6)
    inside = Box(0, 0, grid.page.width, grid.page.height).grown(-keep)
    assert inside.contains(grid.block)
    if grid.bleed < bleed - 1e-6:
        tight = min(grid.block.x, grid.block.y)
        assert tight == pytest.approx(keep, abs=1e-4), "bleed shrinks no further than it must"
