"""Contact sheets: every card once, small, with a caption."""

import math
from itertools import combinations

import pytest
from briefs import raises_expected
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts.contact import ACROSS, LAYOUT, caption_box, contact
from cardgen.impose.options import Options
from cardgen.model.sizes import Shape, card_size, paper_size


@pytest.mark.parametrize(
    ("paper", "sheets", "scale"), [("a4", 2, 0.486), ("letter", 2, 0.501), ("a3", 2, 0.714)]
)
def test_six_poker_cards_fill_a_row(paper: str, sheets: int, scale: float) -> None:
    made = contact(range(57), card_size("poker"), paper_size(paper), margin=5 * MM)
    slots = [slot for sheet in made for slot in sheet.front.slots]
    assert (sheets, scale) == (len(made), round(slots[0].placement.scale, 3))
    assert len({round(slot.x) for slot in slots}) == 6
    assert list(range(57)) == [slot.card for slot in slots]
    assert all(sheet.back is None and not sheet.front.marks for sheet in made)


def test_small_tokens_are_shown_life_size_and_centred() -> None:
    made = contact(["a"], Shape("circle", 25 * MM, 25 * MM), paper_size("a4"), margin=5 * MM)
    assert made.fronts[0].scale == 1
    left, right = made.fronts[0].e, made.page.width - made.fronts[5].e - 25 * MM
    assert left == pytest.approx(right)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(10, 120), st.floats(10, 120), st.floats(0, 20), st.integers(1, 8), st.integers(0, 300)
)
def test_pictures_and_captions_keep_apart_and_on_the_page(
    width: float, height: float, margin: float, across: int, cards: int
) -> None:
    made = contact(
        range(cards),
        Shape("rectangle", width * MM, height * MM),
        paper_size("a4"),
        margin=margin * MM,
        across=across,
    )
    shown = 0
    for sheet in made:
        slots = sheet.front.slots
        shown += len(slots)
        boxes = [slot.trim for slot in slots] + [caption_box(slot) for slot in slots]
        assert all(made.page.grown(-margin * MM).contains(box, 1e-5) for box in boxes)
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        for slot in slots:
            assert (
                math.dist(slot.trim, slot.placement.box(Box(0, 0, width * MM, height * MM))) < 1e-6
            )
            assert slot.trim.width <= width * MM + 1e-6
    assert cards == shown


@pytest.mark.parametrize(
    ("margin", "across", "message"),
    [
        (
            100,
            6,
            "size-does-not-fit 6 100",
        ),
        (5, 0, "0 pictures cannot stand in a row; ask for 1 or more"),
        (-5, 6, "out-of-range 5"),
    ],
)
def test_what_does_not_fit_is_refused(margin: float, across: int, message: str) -> None:
    with raises_expected(message):
        contact(["a"], card_size("poker"), paper_size("a4"), margin=margin * MM, across=across)


@pytest.mark.parametrize(("count", "across"), [(1, 1), (4, 2), (9, 3), (15, 5), (57, 6)])
def test_few_pictures_are_as_large_as_one_page_allows(count: int, across: int) -> None:
    copies = [(card, 1) for card in range(count)]
    request = LayoutRequest(copies, card_size("poker"), False, paper_size("a4"), Options())
    made = LAYOUT.lay_out(request).plan
    slots = [slot for sheet in made for slot in sheet.front.slots]
    assert [slot.card for slot in slots] == [*range(count)]
    assert len({round(slot.x) for slot in slots}) == min(count, across)
    assert len(made) == 1 or across == ACROSS
