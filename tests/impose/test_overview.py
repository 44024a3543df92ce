"""Overviews: decks of all sizes flow on, each below its heading."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.overview import CAPTION, DeckShown, overview
from cardgen.model.sizes import Shape, card_size

FIRST, OTHERS = Box(20, 30, 550, 700), Box(20, 30, 550, 770)
POKER = card_size("poker")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(10, 400), st.floats(10, 400), st.integers(1, 70), st.floats(20, 300)),
        min_size=1,
        max_size=7,
    )
)
def test_pictures_and_headings_keep_apart_and_on_their_pages(
    decks: list[tuple[float, float, int, float]],
) -> None:
    shown = [
        DeckShown(Shape("rectangle", width * MM, height * MM), pictures, heading)
        for width, height, pictures, heading in decks
    ]
    made = overview(shown, FIRST, OTHERS)
    assert [deck.pictures for deck in shown] == [len(spots) for spots in made.spots]
    for page in range(made.pages):
        boxes = [heading.box for heading in made.headings if heading.page == page]
        for spots in made.spots:
            for spot in spots:
                if spot.page == page:
                    trim = spot.trim
                    boxes.append(Box(trim.x, trim.y - CAPTION, trim.width, trim.height + CAPTION))
        room = FIRST if page == 0 else OTHERS
        assert boxes
        assert all(room.contains(box, 1e-5) for box in boxes)
        apart = [box.grown(-1e-6) for box in boxes]
        assert not any(one.overlaps(other) for one, other in combinations(apart, 2))
    pages = [spot.page for spots in made.spots for spot in spots]
    assert pages == sorted(pages)


def test_decks_of_a_few_cards_share_a_row_and_a_page_continues_its_deck() -> None:
    low = Box(20, 30, 550, 250)  # room for one row
    few = overview([DeckShown(POKER, 2, 60), DeckShown(POKER, 1, 60)], low, low)
    first, second = few.headings
    assert first.box.top == second.box.top
    assert first.box.right < second.box.x
    many = overview([DeckShown(POKER, 60, 60)], FIRST, OTHERS)
    assert [(0, False), (1, True)] == [(heading.page, heading.goes_on) for heading in many.headings]
