"""Boxes and trays as nets: what holds for every pile, on the sheet and folded in space."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from folding import Folded, apart, between, inside, shared
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Box, Matrix, Point, around
from cardgen.base.units import MM
from cardgen.boxes.net import Net, Panel, centred, fold_ticks, hull
from cardgen.boxes.tray import base_and_lid, bowl, card_tray
from cardgen.boxes.tuckbox import (
    BOARD,
    CARD,
    CLEARANCE,
    PLAY,
    SHALLOWEST,
    SLEEVE,
    SLEEVE_AROUND,
    Pile,
    pile,
    tuck_box,
)
from cardgen.model.sizes import Shape, Tray, card_size, paper_size

MET = 0.01 * MM
BLEED = 3 * MM
CLOSE = 1e-6
checked = settings(max_examples=20, deadline=None)


@st.composite
def piles(draw: Any) -> Pile:
    """From a single round token to hundreds of jumbo cards in sleeves."""
    kind = draw(st.sampled_from(["rectangle", "circle", "hexagon"]))
    width, height = (draw(st.floats(12, 200)) * MM for _ in range(2))
    shape = Shape(
        kind,
        width,
        {"rectangle": height, "circle": width, "hexagon": width * math.sqrt(3) / 2}[kind],
    )
    return pile(
        shape, draw(st.integers(1, 300)), draw(st.floats(0.15, 2)) * MM, sleeved=draw(st.booleans())
    )


@st.composite
def trays(draw: Any) -> Tray:
    return Tray(
        *(draw(st.floats(20, 200)) * MM for _ in range(2)),
        draw(st.floats(5, 80)) * MM,
        draw(st.floats(0, 35)),
    )


@st.composite
def nets(draw: Any) -> Net:
    made = draw(st.integers(0, 4))
    if made == 4:
        return bowl(draw(trays()))
    lying = draw(piles())
    return (tuck_box(lying), *base_and_lid(lying), card_tray(lying))[made]


def length(panel: Panel) -> float:
    assert panel.fold
    return math.dist(*panel.fold)


# On the sheet


@checked
@given(nets())
def test_nothing_overlaps_and_flaps_clear_their_neighbours(net: Net) -> None:
    """Panels share no area, and a flap keeps the clearance from all but the panel it hangs on."""
    for one, other in combinations(net.panels, 2):
        assert shared(one.outline, hull(other.outline)) < 1e-3, (one.name, other.name)
        if (
            one.name != other.parent
            and other.name != one.parent
            and (is_flap(one) or is_flap(other))
        ):
            assert between(one.outline, other.outline) > CLEARANCE - 1e-3, (one.name, other.name)


def is_flap(panel: Panel) -> bool:
    return not panel.face or panel.face in ("flap", "tuck")


@checked
@given(nets())
def test_folds_are_edges_of_both_panels(net: Net) -> None:
    """A fold lies on the outline of the panel and of the one it hangs on: nothing hangs in the
    air."""
    for panel in net.panels[1:]:
        for outline in (panel.outline, net.panel(panel.parent).outline):
            edges = [
                edge
                for edge in net.edges(outline)
                if edge.fold and apart_flat((edge.start, edge.end), panel.fold) < 1e-3
            ]  # type: ignore[arg-type]
            assert 1 == len(edges), panel.name


def apart_flat(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    return min(max(map(math.dist, one, other)), max(map(math.dist, one, other[::-1])))


@checked
@given(nets())
def test_the_cut_goes_once_around(net: Net) -> None:
    """One closed line is all there is to cut: it is as long as all edges that are not folds, and no
    panel falls off."""
    (cut,) = net.cuts
    assert cut[0] == pytest.approx(cut[-1], abs=1e-3)
    expected = sum(
        math.dist(edge.start, edge.end)
        for panel in net.panels
        for edge in net.edges(panel.outline)
        if not edge.fold
    )
    assert sum(math.dist(a, b) for a, b in pairwise(cut)) == pytest.approx(expected, rel=1e-6)


@checked
@given(nets(), st.sampled_from(["a4", "letter", "a3", "tabloid", "600x800mm"]))
def test_all_lies_inside_the_margins(net: Net, name: str) -> None:
    """Laid on a sheet, upright or on its side, the net keeps its size and every bleed is within the
    printable area."""
    paper = paper_size(name)
    free = Box(5 * MM, 18 * MM, paper.width - 10 * MM, paper.height - 23 * MM)
    there = centred(net, free, BLEED)
    sides = sorted((net.box.width + 2 * BLEED, net.box.height + 2 * BLEED))
    fits = sides[0] <= min(free.width, free.height) and sides[1] <= max(free.width, free.height)
    assert (there is not None) == fits
    if there:
        assert sorted((there.box.width, there.box.height)) == pytest.approx(
            sorted((net.box.width, net.box.height))
        )
        for panel in there.panels:
            assert free.contains(around(there.bled(panel, 0)), 1e-3)
            if panel.face:
                assert free.contains(around(there.bled(panel, BLEED)), 1e-3), panel.name


@checked
@given(nets())
def test_print_bleeds_over_cuts_and_over_no_fold(net: Net) -> None:
    """Beside the middle of a cut the print goes on for the whole bleed; beyond a fold there is none
    of it."""
    for panel in net.panels:
        area = net.bled(panel, BLEED)
        flat = hull(panel.outline)
        assert all(inside(point, hull(area)) for point in flat)
        for edge in net.edges(flat):
            size = math.dist(edge.start, edge.end)
            if size < 2 * MM:
                continue
            out = Point((edge.end.y - edge.start.y) / size, (edge.start.x - edge.end.x) / size)
            middle = Point((edge.start.x + edge.end.x) / 2, (edge.start.y + edge.end.y) / 2)
            for beyond, covered in ((0.98 * BLEED, not edge.fold), (1.02 * BLEED, False)):
                point = Point(middle.x + out.x * beyond, middle.y + out.y * beyond)
                assert crosses(point, area) % 2 == covered, (panel.name, edge, beyond)


def crosses(point: Point, outline: Sequence[Point]) -> int:
    """How often a ray from a point crosses an outline: an odd number of times from within."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(
        (a.y > point.y) != (b.y > point.y)
        and point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        for a, b in edges
    )


def cross(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


@checked
@given(nets())
def test_ticks_stand_outside_the_print(net: Net) -> None:
    """Every fold is continued at both ends, where there is room; no tick enters a panel or its
    bleed."""
    ticks = fold_ticks(net, BLEED, 4 * MM, net.box.grown(500 * MM))
    printed = [hull(net.bled(panel, BLEED)) for panel in net.panels]
    for start, end in ticks:
        assert math.dist(start, end) == pytest.approx(4 * MM)
        steps = [
            Point(start.x + (end.x - start.x) * i / 8, start.y + (end.y - start.y) * i / 8)
            for i in range(9)
        ]
        assert not any(inside(step, outline) for step in steps for outline in printed)
    for fold in net.folds:
        for start, end in (fold, fold[::-1]):
            beyond = [tick for tick in ticks if math.dist(tick[0], start) > math.dist(tick[0], end)]
            assert any(
                all(abs(cross(start, end, point)) < 0.1 * math.dist(start, end) for point in tick)
                for tick in beyond
            )
    small = net.box.grown(BLEED)
    assert all(
        small.contains(Box(*point, 0, 0))
        for tick in fold_ticks(net, BLEED, 4 * MM, small)
        for point in tick
    )


@checked
@given(nets(), st.sampled_from([0, 90, 180, 270]))
def test_print_fills_its_panel_whatever_way_it_stands(net: Net, turn: int) -> None:
    """The print's own upright box lands on the panel's, turned as far as it says."""
    for panel in net.placed(Matrix.turn(turn)).panels:
        assert tuple(panel.placement.box(Box(0, 0, *panel.size))) == pytest.approx(
            tuple(panel.box), abs=1e-3
        )


# Folded in space


@checked
@given(piles())
def test_a_tuck_box_closes(lying: Pile) -> None:
    """Walls meet at their edges, the lid and the bottom lie on all four, the flaps behind what
    hides them."""
    net = tuck_box(lying)
    box = Folded(net)
    width, depth = length(net.panel("top")), length(net.panel("left top flap")) + 2 * CLEARANCE
    for flap, on in (("top", "front"), ("bottom", "back")):
        far = [
            corner
            for corner in box.corners(flap)
            if min(abs(corner[1] - end) for end in edge_heights(box, "front")) < MET
        ]
        wall = [box.at(on, point) for point in ends(net.panel(on), top=flap == "top")]
        assert 4 == len(far)
        assert min(apart(pair, wall) for pair in combinations(far, 2)) < MET, flap
        assert (width, depth) == pytest.approx(net.panel(flap).size, abs=MET)
    # The seam: the free edge of the right side lies along the edge of the back that carries the
    # glue flap.
    back, right = box.corners("back"), box.corners("right")
    seam = [corner for corner in back if corner[0] > max(x for x, _, _ in back) - MET]
    free = [corner for corner in right if corner[2] < min(z for _, _, z in right) + MET]
    assert apart(sorted(seam), sorted(free)) < MET
    for flap, on in (("glue", "right"), ("inner bottom", "bottom"), ("tuck", "front")):
        assert max(map(abs, box.depth(flap, on))) < MET, flap
        assert box.within(flap, on) > -MET, flap
    back, inner = box.net.panel("back").box, box.net.panel("inner bottom").box
    assert (2 * CLEARANCE, 2 * CLEARANCE) == pytest.approx(
        (inner.x - back.x, back.right - inner.right), abs=CLOSE
    ), "it hangs in the middle"
    assert depth - CLEARANCE == pytest.approx(inner.height, abs=CLOSE), (
        "it reaches almost to the front"
    )
    for name in ("left top flap", "right top flap"):
        assert max(map(abs, box.depth(name, "top"))) < MET
        assert box.within(name, "top") > -MET
    for name in ("left bottom flap", "right bottom flap"):
        assert max(map(abs, box.depth(name, "bottom"))) < MET
        assert box.within(name, "bottom") > -MET
    for end in ("top", "bottom"):  # flaps that come from both sides do not meet in the middle
        left, right = (box.corners(f"{side} {end} flap") for side in ("left", "right"))
        assert min(c[0] for c in right) - max(c[0] for c in left) > 0.9 * CLEARANCE


def edge_heights(box: Folded, name: str) -> tuple[float, float]:
    heights = [corner[1] for corner in box.corners(name)]
    return min(heights), max(heights)


def ends(panel: Panel, *, top: bool) -> list[Point]:
    """Both ends of a wall's upper or lower edge."""
    box = panel.box
    return [Point(box.x, box.top if top else box.y), Point(box.right, box.top if top else box.y)]


@checked
@given(piles())
def test_the_print_of_a_tuck_box_is_outside(lying: Pile) -> None:
    """Every printed panel that stays in sight looks away from the middle."""
    net = tuck_box(lying)
    box = Folded(net)
    walls = ("front", "back", "left", "right", "top", "bottom")
    every = [corner for name in walls for corner in box.corners(name)]
    middle = tuple((min(c[i] for c in every) + max(c[i] for c in every)) / 2 for i in range(3))
    for name in walls:
        corners = box.corners(name)
        out = tuple(sum(c[i] for c in corners) / len(corners) - middle[i] for i in range(3))
        assert sum(a * b for a, b in zip(out, box.normal(name), strict=True)) > 0, name


def upright(box: Folded, name: str) -> tuple[float, ...]:
    """Where the upper edge of a panel's print points, in space."""
    panel = box.net.panel(name)
    low, high = (panel.placement(0, y) for y in (0.0, 1.0))
    return tuple(
        round(b - a, 6) + 0.0 for a, b in zip(box.at(name, low), box.at(name, high), strict=True)
    )


@checked
@given(piles())
def test_panels_are_upright_as_the_box_is_read(lying: Pile) -> None:
    """All four walls stand up; the lid is read from the front, and so is the bottom once the box is
    tipped back."""
    box = Folded(tuck_box(lying))
    assert [(0, 1, 0)] * 4 == [upright(box, wall) for wall in ("front", "left", "back", "right")]
    assert (0, 0, -1) == upright(box, "top")
    assert (0, 0, 1) == upright(box, "bottom")
    base, lid = (Folded(net) for net in base_and_lid(lying))
    # Both lie with the printed floor towards us: the walls of a base then hang down from its
    # bottom, those of a lid from its top.
    for wall in ("front", "back", "left", "right"):
        assert (0, 0, -1) == upright(base, wall), "away from its floor, which is below"
        assert (0, 0, 1) == upright(lid, wall), "towards its floor, which is above"


@checked
@given(piles())
def test_the_pile_fits_with_play(lying: Pile) -> None:
    """What lies between the walls, less the board and the flaps that are folded in, is the pile and
    the play."""
    net = tuck_box(lying)
    box = Folded(net)
    xs, ys, zs = zip(
        *(corner for name in ("front", "back", "left", "right") for corner in box.corners(name)),
        strict=True,
    )
    room = (
        max(xs) - min(xs) - 2 * BOARD,
        max(ys) - min(ys) - 4 * BOARD,
        max(zs) - min(zs) - 2 * BOARD,
    )
    assert room == pytest.approx(net.inside, abs=CLOSE)
    for inner, outer in zip(net.inside, (lying.width, lying.height, lying.depth), strict=True):
        assert inner >= outer + PLAY - CLOSE
    assert net.inside[2] >= SHALLOWEST
    base, lid = base_and_lid(lying)
    for inner, outer in zip(
        sorted(base.inside), sorted((lying.width, lying.height, lying.depth)), strict=True
    ):
        assert inner >= outer + PLAY - CLOSE
    outside = [side + BOARD for side in base.panel("floor").size]
    assert all(
        inner >= outer + CLEARANCE - CLOSE
        for inner, outer in zip(lid.inside, outside, strict=False)
    )


@st.composite
def folded_trays(draw: Any) -> Net:
    lying = draw(piles())
    return draw(st.sampled_from([card_tray(lying), *base_and_lid(lying), bowl(draw(trays()))]))


@checked
@given(folded_trays())
def test_a_trays_walls_meet_at_its_corners(net: Net) -> None:
    """Walls side by side share their whole edge, and each tab lies flat on the wall it is glued
    to."""
    tray = Folded(net)
    for one, other in (("front", "left"), ("left", "back"), ("back", "right"), ("right", "front")):
        edges = [(a, b) for a in side_edges(tray, one) for b in side_edges(tray, other)]
        assert min(apart(a, b) for a, b in edges) < MET, (one, other)
    tabs = [panel for panel in net.panels if panel.name.endswith("tab")]
    assert {"back right tab", "back left tab", "front right tab", "front left tab"} == {
        panel.name for panel in tabs
    }, "four corners are glued"
    for panel in tabs:
        on = min(("left", "right"), key=lambda wall: max(map(abs, tray.depth(panel.name, wall))))
        assert max(map(abs, tray.depth(panel.name, on))) < MET, panel.name
        assert tray.within(panel.name, on) > -MET, panel.name
    for wall in ("front", "left", "back", "right"):
        assert min(tray.depth(wall, "floor")) > -MET, (
            "walls stand on the side of the floor that is not printed"
        )


def side_edges(tray: Folded, name: str) -> Iterator[list[tuple[float, float, float]]]:
    """The two edges of a wall that run up from its floor."""
    panel = tray.net.panel(name)
    assert panel.fold
    rim = [panel.outline[i] for i in (2, len(panel.outline) - 1)]
    for low, high in ((panel.outline[1], rim[0]), (panel.outline[0], rim[1])):
        yield [tray.at(name, low), tray.at(name, high)]


# By example


def test_a_pile_of_cards() -> None:
    """Sleeves add to every side; a round card takes the room of its square."""
    bare, sleeved = (pile(card_size("poker"), 57, CARD, sleeved=each) for each in (False, True))
    assert (63.5, 88.9, 17.1) == pytest.approx(
        tuple(value / MM for value in (bare.width, bare.height, bare.depth))
    )
    assert sleeved.depth - bare.depth == pytest.approx(57 * SLEEVE)
    assert sleeved.width - bare.width == pytest.approx(SLEEVE_AROUND)
    token = pile(Shape("circle", 25 * MM, 25 * MM), 50)
    assert (25, 25, 15) == pytest.approx(
        tuple(value / MM for value in (token.width, token.height, token.depth))
    )


def test_a_deck_of_poker_cards_fits_letter_and_a4() -> None:
    net = tuck_box(pile(card_size("poker"), 57))
    assert (64.5, 89.9, 18.1) == pytest.approx(tuple(value / MM for value in net.inside))
    for name in ("letter", "a4"):
        paper = paper_size(name)
        assert centred(
            net, Box(5 * MM, 18 * MM, paper.width - 10 * MM, paper.height - 23 * MM), BLEED
        )


def test_a_thick_pile_stands_on_edge() -> None:
    """The least of its three sides becomes the depth of base and lid, which a cut from a flat sheet
    can give."""
    base, lid = base_and_lid(Pile(60 * MM, 90 * MM, 120 * MM))
    assert (91, 121, 61) == pytest.approx(tuple(value / MM for value in base.inside))
    assert lid.panel("back").size[1] < base.panel("back").size[1]


def test_no_square_of_print_stands_beside_flaps_that_stay_bare() -> None:
    """At the foot of the back both flaps are a little narrower than their sides: what is left bleeds
    no farther than it is long."""
    net = tuck_box(pile(Shape("rectangle", 63.5 * MM, 88.9 * MM, 3 * MM), 60))
    back = net.panel("back")
    area = around(net.bled(back, BLEED))
    assert area.x == pytest.approx(back.box.x - CLEARANCE)
    assert area.y == pytest.approx(back.box.y - 2 * CLEARANCE)
