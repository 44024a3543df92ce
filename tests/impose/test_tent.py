"""Tents: folding lays each back behind its front, joined at the upper edge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_properties import SLACK, around, checked

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts.tent import LAYOUT
from cardgen.impose.options import Options
from cardgen.model.sizes import Shape, card_size, paper_size


def tents(
    shape: Shape, copies: Any = (("a", 5), ("b", 4)), paper: str = "a4", **options: Any
) -> Imposition:
    return LAYOUT.lay_out(
        LayoutRequest(
            list(copies), shape, True, paper_size(paper), Options(layout="tent", **options)
        )
    )


@st.composite
def folded(draw: st.DrawFn) -> tuple[Shape, Imposition]:
    shape = Shape("rectangle", draw(st.floats(15, 90)) * MM, draw(st.floats(15, 90)) * MM)
    options = {
        "margin": draw(st.sampled_from([0.0, 5.0, 10.0])),
        "bleed": draw(st.sampled_from([0.0, 1.0, 3.0])),
    }
    return shape, tents(
        shape,
        paper=draw(st.sampled_from(["a4", "letter"])),
        gutter=draw(st.sampled_from([None, 2.0])),
        **options,
    )


@checked
@given(folded())
def test_folding_lays_every_back_behind_its_front(made: tuple[Shape, Imposition]) -> None:
    """Paper in the hand: the piece is folded at its front's upper edge, and turned over like a
    card."""
    shape, laid = made
    for sheet in laid.plan:
        assert sheet.back
        for front, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            assert (front.card, 0, 180) == (back.card, front.turn, back.turn)
            for u, v in ((0, 0), (shape.width, 0), (shape.width * 0.3, shape.height * 0.9)):
                x, y = front.placement(u, v)
                assert back.placement(shape.width - u, v) == pytest.approx(
                    (x, 2 * front.trim.top - y)
                )


@checked
@given(folded())
def test_neither_side_is_painted_on_the_other_nor_on_a_neighbour(
    made: tuple[Shape, Imposition],
) -> None:
    _, laid = made
    for sheet in laid.plan:
        assert sheet.back
        slots = [*sheet.front.slots, *sheet.back.slots]
        shown = [slot.placement.box(slot.window) for slot in slots if slot.window]
        assert len(slots) == len(shown)
        assert not any(
            one.overlaps(other, SLACK) for n, one in enumerate(shown) for other in shown[n + 1 :]
        )
        assert not sheet.back.marks
        for mark in sheet.front.marks:
            assert laid.plan.printable.contains(around(mark), SLACK)
            assert not any(around(mark).overlaps(box, SLACK) for box in shown)
        folds = {round(slot.trim.top, 3) for slot in sheet.front.slots}
        level = [round(mark.y1, 3) for mark in sheet.front.marks if mark.y1 == mark.y2]
        assert all(level.count(fold) == 2 for fold in folds), "a mark at both ends of each row"


def test_each_piece_is_there_once_in_any_order_and_beside_what_is_skipped() -> None:
    shape = card_size("30mm x 55mm")
    for order in ("copies", "sets", "stacks"):
        dealt = [
            slot.card for sheet in tents(shape, order=order).plan for slot in sheet.front.slots
        ]
        assert ["a"] * 5 + ["b"] * 4 == sorted(dealt)
    full = tents(shape, [("a", 30)]).plan
    skipping = tents(shape, [("a", 30)], skip_first=(1, 2)).plan
    assert len(full.fronts) - 2 == len(next(iter(skipping)).front.slots)
    assert "tent" in full.both


def test_what_cannot_be_folded_so() -> None:
    with pytest.raises(CardgenError) as caught:
        tents(Shape("circle", 25 * MM, 25 * MM))
    assert [
        Finding(
            "layout-impossible",
            "a piece of 25 mm round has no straight upper edge to fold at",
            "use --layout gutterfold for it",
        )
    ] == [*caught.value.findings]
    with pytest.raises(
        CardgenError, match="a card of 150 x 150 mm and its back above it do not fit on a4"
    ):
        tents(card_size("150mm x 150mm"))
