"""What a run of sheets promises beside the geometry of its cards."""

import pickle
from itertools import islice

import pytest
from briefs import brief
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError
from cardgen.base.units import MM
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.options import ORDERS
from cardgen.impose.plan import in_order, plan
from cardgen.model.sizes import card_size, paper_size


def poker(paper: str) -> Grid:
    return lay_grid(
        GridSpec(card_size("poker"), paper_size(paper), margin=5 * MM, bleed=3 * MM, gutter=0)
    )


@pytest.mark.parametrize(
    ("copies", "paper", "sheets", "sides"),
    [
        (57, "letter", 7, 14),
        (57, "a4", 7, 14),
        (57, "a3", 4, 8),
        (10, "a4", 2, 4),
        (9, "a4", 1, 2),
        (1, "a4", 1, 2),
        (0, "a4", 0, 0),
    ],
)
def test_sheets_and_sides_of_a_deck(copies: int, paper: str, sheets: int, sides: int) -> None:
    """57 poker cards, 3 x 3 on Letter: 7 sheets, 14 sides."""
    run = plan([(number, 1) for number in range(copies)], poker(paper))
    assert sheets == len(run) == len(list(run))
    assert sides == sum(len(sheet.sides) for sheet in run)


def test_fronts_and_backs_alternate() -> None:
    run = plan([("king", 12)], poker("letter"))
    assert [side.name for sheet in run for side in sheet.sides] == [
        "front",
        "back",
        "front",
        "back",
    ]


def test_a_card_of_no_copies_is_left_out() -> None:
    (sheet,) = plan([("a", 0), ("b", 2), ("c", 0)], poker("a4"))
    assert [slot.card for slot in sheet.front.slots] == ["b", "b"]


def test_sheets_are_made_one_at_a_time() -> None:
    """A thousand million copies cost nothing until they are asked for; iterating twice gives the
    same."""
    run = plan([("a", 10**9), ("b", 1)], poker("a4"))
    first, second = islice(run, 2)
    assert (len(run), first.number, second.number) == (111_111_112, 1, 2)
    assert first == next(iter(run))


def test_sheets_and_plans_travel_between_processes() -> None:
    run = plan([("a", 3)], poker("a4"))
    assert list(run) == list(pickle.loads(pickle.dumps(run)))


def test_notes_of_the_grid_reach_the_plan() -> None:
    (finding,) = plan([("a", 1)], poker("letter")).notes
    assert "note bleed-reduced 3 3 3 0.45 2.57" == brief(finding)


def test_a_misspelt_flip_is_met_with_what_was_meant() -> None:
    with pytest.raises(CardgenError) as caught:
        plan([("a", 1)], poker("a4"), flip="lnog")
    assert 'a sheet cannot be flipped on its "lnog" edge; did you mean "long"?' == str(caught.value)


def test_every_impossible_number_of_copies_is_reported() -> None:
    with pytest.raises(CardgenError) as caught:
        plan([("a", -1), ("b", 1), ("c", -2)], poker("a4"))
    assert [problem.what for problem in caught.value.findings] == [
        "a: -1 copies cannot be printed",
        "c: -2 copies cannot be printed",
    ]


@settings(deadline=None)
@given(
    counts=st.lists(st.integers(0, 7), min_size=1, max_size=12),
    order=st.sampled_from(ORDERS),
    skip=st.sets(st.integers(0, 8), max_size=4),
    skip_first=st.sets(st.integers(0, 8), max_size=4),
)
def test_every_order_deals_every_copy_once(
    counts: list[int], order: str, skip: set[int], skip_first: set[int]
) -> None:
    """Whatever places are skipped, on each sheet or on the first: no copy is lost, none stands
    there, backs lie behind their fronts."""
    grid = lay_grid(
        GridSpec(card_size("poker"), paper_size("a4"), margin=5 * MM, bleed=0, gutter=0)
    )
    if skip | skip_first == set(range(grid.capacity)):
        return
    cards = [(f"card-{number}", count) for number, count in enumerate(counts)]
    laid = in_order(plan(cards, grid, skip=skip, skip_first=skip_first), order)
    sheets = list(laid)
    assert len(sheets) == len(laid)
    dealt = [slot.card for sheet in sheets for slot in sheet.front.slots]
    assert sorted(dealt) == sorted(card for card, count in cards for _ in range(count))
    trims = list(grid.trims())
    places = [[trims.index(slot.trim) for slot in sheet.front.slots] for sheet in sheets]
    assert all(set(own).isdisjoint(skip) for own in places)
    assert not places or set(places[0]).isdisjoint(skip_first)
    assert all(len(own) == grid.capacity - len(skip) for own in places[1:-1])
    for sheet in sheets:
        assert sheet.back
        assert [slot.card for slot in sheet.back.slots] == [slot.card for slot in sheet.front.slots]
    if order == "stacks":
        piles = [
            [
                sheet.front.slots[own.index(slot)].card
                for sheet, own in zip(sheets, places, strict=True)
                if slot in own
            ]
            for slot in range(9)
        ]
        assert [card for pile in piles for card in pile] == [
            card for card, count in cards for _ in range(count)
        ]
    if order == "sets" and len(set(dealt)) > 1:
        assert dealt[: len(set(dealt))] == list(dict.fromkeys(dealt))
