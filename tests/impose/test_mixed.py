"""Sheets with pieces of several sizes: each copy once, backs behind fronts, nothing in a
neighbour's bleed, and cuts from edge to edge."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from middles import is_behind, middles
from projects import run, running_text, svg, text, text_of, write_project

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.check import check_options
from cardgen.impose.cutpaths import NAMES, cut_paths
from cardgen.impose.mixed import MixedPiece, MixedPlan, lay_mixed
from cardgen.impose.options import Options
from cardgen.impose.registration import find_cutter
from cardgen.model.sizes import Shape, card_size, paper_size

GAMES = settings().max_examples if settings().max_examples > 100 else 12
"""Random games that are tried; --hypothesis-profile=many tries more."""


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    if draw(st.booleans()):
        names = ["poker", "mini", "tarot", "square", "circle 25mm", "circle 13mm", "hexagon 50mm"]
        return card_size(draw(st.sampled_from(names)))
    width, height = (draw(st.integers(10, 180)) * MM for _ in range(2))
    return Shape("rectangle", width, height)


@st.composite
def games(draw: st.DrawFn) -> list[MixedPiece]:
    parts = draw(st.integers(1, 12))
    return [
        MixedPiece((part, number), draw(st.integers(1, 9)), shape, backed)
        for part, shape, backed in [
            (part, draw(shapes()), draw(st.booleans())) for part in range(parts)
        ]
        for number in range(draw(st.integers(1, 3)))
    ]


def parts_in_one_cut(boxes: Sequence[Box]) -> bool:
    """True if straight cuts from edge to edge part all of these boxes from each other."""
    if len(boxes) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        edges = sorted((box[low], box[low] + box[high], number) for number, box in enumerate(boxes))
        reach = -math.inf
        for place, (begin, end, _) in enumerate(edges):
            if place and begin >= reach - 1e-3:
                first = [boxes[number] for *_, number in edges[:place]]
                rest = [boxes[number] for *_, number in edges[place:]]
                return parts_in_one_cut(first) and parts_in_one_cut(rest)
            reach = max(reach, end)
    return False


@settings(max_examples=GAMES)
@given(
    pieces=games(),
    paper=st.sampled_from(["a4", "a3"]),
    cutter=st.sampled_from(["", "silhouette", "silhouette-feeder"]),
    scissors=st.booleans(),
)
def test_a_machine_cuts_each_piece_where_it_is_printed(
    pieces: list[MixedPiece], paper: str, cutter: str, scissors: bool
) -> None:
    options = Options(mix=True, cutter=cutter, cut_files=True, scissors=scissors)
    plan = lay_mixed(pieces, paper_size(paper), options, backed=True).plan
    sheets = {sheet.number: sheet for sheet in plan}
    cuts = list(cut_paths(plan, "Game"))
    assert [number for cut in cuts for number in cut.sheets] == [*sheets]
    assert len({cut.name for cut in cuts}) == len(cuts)
    assert all(NAMES.fullmatch(cut.name) for cut in cuts)
    for cut in cuts:
        paths = re.findall(r'<path id="card-\d+" d="M([^"]+)"', cut.files["svg"].decode())
        for number in cut.sheets:
            slots = sheets[number].front.slots
            assert len(paths) == len(slots)
            for slot, path in zip(slots, paths, strict=True):
                # a path begins on the edge of its piece
                x, y = map(float, re.findall(r"[\d.]+", path)[:2])
                start = Box(x * MM, plan.page.height - y * MM, 0, 0)
                assert slot.trim.grown(0.01 * MM).contains(start)
    if cutter:
        marks = find_cutter(cutter)
        near = [box.grown(marks.clear - 1e-3) for box in marks.boxes(plan.page)]
        for sheet in sheets.values():
            assert not sheet.front.marks
            bled = [slot.trim.grown(*plan.bleeds) for slot in sheet.front.slots]
            assert not any(box.overlaps(mark) for box in bled for mark in near)


@settings(max_examples=GAMES)
@given(
    pieces=games(),
    paper=st.sampled_from(["a4", "letter", "a3"]),
    flip=st.sampled_from(["long", "short"]),
    bleed=st.floats(0, 4),
    kind=st.sampled_from(["own", "rim"]),
)
def test_random_games_share_their_sheets(
    pieces: list[MixedPiece], paper: str, flip: str, bleed: float, kind: str
) -> None:
    options = Options(flip=flip, bleed=bleed, bleeds=kind)
    laid = lay_mixed(pieces, paper_size(paper), options, backed=True)
    plan = laid.plan
    assert isinstance(plan, MixedPlan)
    sheets = list(plan)
    assert len(sheets) == len(plan)
    printed = Counter(slot.card for sheet in sheets for slot in sheet.front.slots)
    assert printed == Counter({piece.card: piece.copies for piece in pieces})
    assert [slot.card for sheet in sheets for slot in sheet.front.slots] == [
        card for card, count in plan.copies for _ in range(count)
    ]
    backed = {piece.card for piece in pieces if piece.backed}
    for sheet, blocks in zip(sheets, plan.laid, strict=True):
        assert bool(sheet.back) is any(slot.card in backed for slot in sheet.front.slots)
        for side in sheet.sides:
            shown = []
            for slot in side.slots:
                box = slot.trim.grown(*plan.bleeds)
                if slot.window:
                    box = slot.placement.box(slot.window)
                shown.append(box)
                assert plan.page.grown(-5 * MM + 1e-3).contains(box)
            # of cards that touch the bleeds may meet where a row ends, but none in another card
            others = [slot.trim for slot in side.slots] if kind == "rim" else shown
            for number, box in enumerate(shown):
                rest = others[:number] + others[number + 1 :]
                assert not any(box.overlaps(other, 1e-3) for other in rest)
            for mark in side.marks:
                assert plan.printable.grown(1e-3).contains(Box(mark.x1, mark.y1, 0, 0))
        assert parts_in_one_cut(
            [
                Box(
                    min(box.x for box in trims),
                    min(box.y for box in trims),
                    max(box.right for box in trims) - min(box.x for box in trims),
                    max(box.top for box in trims) - min(box.y for box in trims),
                )
                for block in blocks
                for trims in [[placed.box(block.shape.box) for placed in block.fronts]]
            ]
        )
        portrait = plan.page.height > plan.page.width
        for front, back in zip(
            sheet.front.slots, sheet.back.slots if sheet.back else (), strict=False
        ):
            shape = plan.shape_of(front.card)
            ahead = front.placement(0, shape.height), back.placement(shape.width, shape.height)
            feet = front.placement(0, 0), back.placement(shape.width, 0)
            for one, other in (ahead, feet):  # the same corner of the paper, from both sides
                across = (plan.page.width - one.x, one.y)
                down = (one.x, plan.page.height - one.y)
                assert other == pytest.approx(
                    across if (flip == "long") == portrait else down, abs=0.03 * MM
                )
    bleed_of_each = 2 * plan.bleeds[0]
    area = sum(
        piece.copies * (piece.shape.width + bleed_of_each) * (piece.shape.height + bleed_of_each)
        for piece in pieces
    )
    if all(max(piece.shape.width, piece.shape.height) < 90 * MM for piece in pieces):
        assert len(plan) <= math.ceil(1.5 * area / (plan.shape.width * plan.shape.height)) + 1


@st.composite
def rectangles(draw: st.DrawFn) -> list[MixedPiece]:
    """Up to twelve parts, none longer than a third of the paper: of larger ones no way of cutting
    holds as many as their area says, of which two of 110 x 150 mm lie on A4 instead of three."""
    return [
        MixedPiece((part, 0), copies, Shape("rectangle", width * MM, height * MM), True)
        for part, (copies, width, height) in enumerate(
            draw(
                st.lists(
                    st.tuples(st.integers(1, 27), st.integers(10, 90), st.integers(10, 60)),
                    min_size=1,
                    max_size=12,
                )
            )
        )
    ]


def check_nested(plan: MixedPlan, pieces: Sequence[MixedPiece]) -> None:
    """Each copy once, backs behind fronts, nothing in a neighbour's bleed, nor any mark."""
    printed = Counter(slot.card for sheet in plan for slot in sheet.front.slots)
    assert printed == Counter({piece.card: piece.copies for piece in pieces})
    for sheet in plan:
        assert sheet.back
        bleed = plan.bleeds[0] - 1e-3
        shown = [slot.trim.grown(bleed, bleed) for slot in sheet.front.slots]
        for number, box in enumerate(shown):
            assert plan.page.grown(-5 * MM + 1e-2).contains(box)
            assert not any(box.overlaps(other) for other in shown[:number])
            for mark in sheet.front.marks:
                middle = Box((mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2, 0, 0)
                assert not box.grown(-0.1, -0.1).contains(middle)
        for front, back in zip(sheet.front.slots, sheet.back.slots, strict=True):
            assert back.card == front.card
            assert back.trim == pytest.approx(plan.over.box(front.trim), abs=0.03 * MM)


@settings(max_examples=GAMES)
@given(
    pieces=rectangles(),
    flip=st.sampled_from(["long", "short"]),
    scissors=st.booleans(),
    marks=st.sampled_from(["ticks", "grid"]),
)
def test_sheets_are_one_more_than_the_area_at_most(
    pieces: list[MixedPiece], flip: str, scissors: bool, marks: str
) -> None:
    """With straight cuts as well as with scissors."""
    options = Options(mix=True, scissors=scissors, flip=flip, marks=marks)
    plan = lay_mixed(pieces, paper_size("a4"), options, backed=True).plan
    assert isinstance(plan, MixedPlan)
    check_nested(plan, pieces)
    between = 2 * plan.bleeds[0]
    area = sum(
        piece.copies * (piece.shape.width + between) * (piece.shape.height + between)
        for piece in pieces
    )
    assert len(plan) <= math.ceil(area / (plan.shape.width * plan.shape.height)) + 1


def test_scissors_save_a_sheet_where_no_straight_cuts_part_the_pieces() -> None:
    sides = [(4, 75, 56), (2, 71, 13), (2, 50, 79), (3, 90, 83), (3, 18, 24)]
    pieces = [
        MixedPiece((part, 0), copies, Shape("rectangle", width * MM, height * MM), True)
        for part, (copies, width, height) in enumerate(sides)
    ]
    options = Options(mix=True, marks="grid", bleed=0)
    paper = paper_size("a4")
    assert len(lay_mixed(pieces, paper, options, backed=True).plan) == 2
    options = replace(options, scissors=True)
    plan = lay_mixed(pieces, paper, options, backed=True).plan
    assert isinstance(plan, MixedPlan)
    assert len(plan) == 1
    check_nested(plan, pieces)
    assert plan == lay_mixed(pieces, paper, options, backed=True).plan


PARTS = {
    "finds": ("poker", 63.5, 88.9, 7, True),
    "tiles": ("40mm x 30mm", 40, 30, 5, True),
    "coins": ("circle 25mm", 25, 25, 4, True),
    "mats": ("150mm x 90mm", 150, 90, 1, False),
}


def test_a_game_is_mixed_in_one_go(tmp_path: Path) -> None:
    decks = {}
    templates = {}
    for name, (size, width, height, copies, backed) in PARTS.items():
        decks[name] = f"title: {name}\nsize: {size}\ntemplate: {name}.svg\n"
        decks[name] += f"back: {name}.svg\n" * backed
        decks[name] += f"cards:\n  - {{id: {name}, copies: {copies}}}\n"
        templates[f"{name}.svg"] = svg(text("o", width / 2, height / 2, 5), width, height)
    write_project(tmp_path, decks, templates, game="title: Sweets\n")
    done = run("build", "--paper", "a4", "--mix", project=tmp_path)
    assert done.exit_code == 0, done.output
    assert "mixed needs 2 sheets of a4 instead of 4: 2 saved" in done.output
    folder = tmp_path / "output/sweets"
    assert {path.name for path in folder.glob("*.pdf")} == {
        "all-a4.pdf",
        "instructions-a4.pdf",
        "mixed-a4.pdf",
    }
    pages = middles(folder / "mixed-a4.pdf")
    assert sum(map(len, pages[::2])) == 17
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = [place for place in front if any(is_behind([place], [one]) for one in back)]
        assert len(behind) == len(back)
    (words,) = text_of(folder / "instructions-a4.pdf")
    assert "part the blocks first" in " ".join(words.split())
    done = run("build", "--paper", "a4", "--mix", "--cutter", "silhouette", project=tmp_path)
    assert done.exit_code == 0, done.output
    assert (folder / "mixed-silhouette-a4-cut-2.svg").exists()
    said = running_text(folder / "instructions-silhouette-a4.pdf")
    assert "for the last sheet" not in said
    assert "the description in each .svg says which sheets it is for" in said
    done = run("build", "sweets/finds", "--mix", "--paper", "a4", project=tmp_path)
    assert "--mix saves no sheet" in done.output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--share",), "leave --share or --mix out"),
        (("--layout", "gutterfold"), "leave --layout or --mix out"),
        (("--skip-slots", "1"), "leave --skip-slots or --mix out"),
    ],
)
def test_what_does_not_go_with_mixing_is_told(options: tuple[str, ...], told: str) -> None:
    done = run("build", "best-candy-on-the-block", "--mix", *options)
    assert done.exit_code == 2
    assert told in done.output


def test_what_nests_must_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rectpack", None)
    done = run("build", "best-candy-on-the-block", "--mix", "--scissors")
    assert done.exit_code == 2
    assert 'pip install "cardgen[nest]"' in done.output
    with pytest.raises(CardgenError, match="wherever they fit on sheets of several sizes alone"):
        check_options(Options(scissors=True))
