"""Bleed around the block of cards only, none at all, and more of it on backs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import HEAD, run, svg, write_project

from cardgen.base.geometry import Box, Matrix, bounds
from cardgen.base.units import MM
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.impose.plan import SheetSide
from cardgen.model.sizes import card_size, paper_size

SIZES = ("poker", "bridge landscape", "30mm x 40mm", "90mm x 55mm")


def laid_out(
    count: int, options: Options, *, size: str = "poker", paper: str = "a4", layout: str = "duplex"
) -> Imposition:
    request = LayoutRequest(
        [((0, 0), count)], card_size(size), True, paper_size(paper), options, lambda: False
    )
    return LAYOUTS[layout].lay_out(request)


def shown(side: SheetSide[object]) -> list[tuple[Box, Box]]:
    """The trim of each card of a side, and all that is shown of it, on the page."""
    boxes = []
    for slot in side.slots:
        assert slot.window is not None
        boxes.append((slot.trim, slot.placement.box(slot.window)))
    return boxes


@settings(max_examples=30)
@given(
    count=st.integers(1, 40),
    size=st.sampled_from(SIZES),
    paper=st.sampled_from(["a4", "letter"]),
    layout=st.sampled_from(["duplex", "gutterfold", "tent", "single"]),
    bleed=st.floats(0.5, 5),
    gutter=st.sampled_from([None, 0.0, 1.0]),
    cutter=st.sampled_from(["", "silhouette"]),
)
def test_a_rim_is_around_all_cards_and_nowhere_between_them(
    count: int, size: str, paper: str, layout: str, bleed: float, gutter: float | None, cutter: str
) -> None:
    options = Options(bleed=bleed, bleeds="rim", gutter=gutter)
    if cutter and layout == "duplex":
        options = Options(bleed=bleed, bleeds="rim", gutter=gutter, cutter=cutter)
    sheets = laid_out(count, options, size=size, paper=paper, layout=layout).plan
    most = sheets.bleeds
    for sheet in sheets:
        for side in sheet.sides:
            placed = shown(side)
            trims = [trim for trim, _ in placed]
            for number, (trim, window) in enumerate(placed):
                assert window.grown(1e-6).contains(trim)
                assert trim.grown(max(most) + 1e-6).contains(window)
                for other in trims[:number] + trims[number + 1 :]:
                    assert not window.overlaps(other, 1e-3)
            block = bounds(trims)
            if layout != "tent":
                reach = bounds([window for _, window in placed])
                assert reach.x == pytest.approx(block.x - most[0])
                assert reach.top == pytest.approx(block.top + most[1])
        if sheet.back and layout == "duplex":
            over = sheets.page.width if sheets.page.height > sheets.page.width else 0.0
            for front, back in zip(shown(sheet.front), shown(sheet.back), strict=True):
                for one, other in zip(front, back, strict=True):
                    mirrored = (
                        one._replace(x=over - one.right)
                        if over
                        else one._replace(y=sheets.page.height - one.top)
                    )
                    assert mirrored == pytest.approx(other, abs=0.03 * MM)


def test_cards_with_a_rim_or_none_touch_whatever_their_borders_and_more_of_them_fit() -> None:
    own = laid_out(40, Options(), size="30mm x 40mm").plan
    rim = laid_out(40, Options(bleeds="rim"), size="30mm x 40mm").plan
    none = laid_out(40, Options(bleeds="none", bleed=0.0), size="30mm x 40mm").plan
    assert len(rim.fronts) >= len(own.fronts)
    assert rim.bleeds == (3 * MM, 3 * MM)
    for touching in (rim, none):
        first, second = touching.fronts[:2]
        assert second.e - first.e == pytest.approx(30 * MM)


def test_round_pieces_keep_a_bleed_of_their_own() -> None:
    own = laid_out(12, Options(), size="circle 25mm").plan
    rim = laid_out(12, Options(bleeds="rim", back_bleed=5), size="circle 25mm").plan
    assert rim.fronts == own.fronts
    assert not rim.rim
    assert rim.back_bleeds is None


def test_backs_have_more_bleed_up_to_their_neighbours_and_to_the_marks() -> None:
    sheets, _, notes = laid_out(7, Options(bleed=1, back_bleed=2, gutter=1.0))
    (sheet,) = sheets
    assert not [slot for slot in sheet.front.slots if slot.window]
    assert sheet.back is not None
    placed = shown(sheet.back)
    block = bounds([trim for trim, _ in placed])
    reach = bounds([window for _, window in placed])
    assert block.x - reach.x == pytest.approx(2 * MM)
    between = [window.width - trim.width for trim, window in placed]
    assert min(between) == pytest.approx(3 * MM)  # half the way to both neighbours
    for mark in sheet.back.marks:
        start = Box(mark.x1, mark.y1, 0, 0).grown(1e-4)
        assert not any(window.overlaps(start, 1e-3) for _, window in placed)
    assert not notes or all("around the backs" not in finding.what for finding in notes)
    _, _, notes = laid_out(7, Options(back_bleed=9))
    assert any("9 mm of bleed around the backs does not fit" in finding.what for finding in notes)


def test_the_call_says_whose_bleed_it_is(tmp_path: Path) -> None:
    ground = '<rect x="-4" y="-4" width="68" height="88" fill="#335577"/>'
    write_project(
        tmp_path,
        {"main": HEAD + "cards:\n  - {id: owl, copies: 5}\n"},
        {"card.svg": svg(ground), "back.svg": svg(ground)},
        game="title: Sweets\n",
    )
    for bleed in ("rim", "rim:2", "none"):
        done = run(
            "build", "--paper", "a4", "--bleed", bleed, "--back-bleed", "4", project=tmp_path
        )
        assert done.exit_code == 0, done.output
    for bleed, told in (("rimm", "no length"), ("none:3", "no length"), ("rim:x", "no length")):
        done = run("build", "--bleed", bleed, project=tmp_path)
        assert done.exit_code == 2
        assert told in done.output


def test_a_card_that_lies_on_its_side_shows_what_is_meant_on_the_page() -> None:
    from cardgen.impose.plan import windows

    shape = card_size("poker")
    turned = Matrix.shift(300, 100) @ Matrix.turn(90)
    beside = Matrix.shift(300, 100 - shape.width) @ Matrix.turn(90)
    upper, lower = (
        placement.box(window)
        for placement, window in zip(
            (turned, beside), windows(shape, (turned, beside), (3.0, 5.0)), strict=True
        )
    )
    trim = turned.box(shape.box)
    assert upper == pytest.approx(Box(trim.x - 3, trim.y, trim.width + 6, trim.height + 5))
    assert lower.top == pytest.approx(trim.y)
