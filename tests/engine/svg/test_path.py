"""Path data: what is read, where arcs end, and that bounds hold what they bound."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.geometry import Matrix
from cardgen.engine.graphics.display_list import operators
from cardgen.engine.graphics.outlines import ellipse, rectangle
from cardgen.engine.svg.path import (
    PathError,
    Segment,
    dotted,
    extent,
    numbers,
    parse_path,
    polyline,
    solid,
    transformed,
)
from cardgen.engine.svg.path_length import AS_BROWSERS, Track

COORDINATE = st.floats(-1000, 1000).map(lambda value: round(value, 3))
RADIUS = st.floats(0.1, 500).map(lambda value: round(value, 3))


@st.composite
def paths(draw: st.DrawFn) -> str:
    """Path data of every command."""
    words = [f"M{draw(COORDINATE)} {draw(COORDINATE)}"]
    for command in draw(st.lists(st.sampled_from("MmLlHhVvCcSsQqTtAaZz"), max_size=8)):
        if command in "Aa":
            flags = draw(st.sampled_from(["00", "01", "10", "11"]))
            words.append(
                f"{command}{draw(RADIUS)} {draw(RADIUS)} {draw(COORDINATE)} {flags}{draw(COORDINATE)} {draw(COORDINATE)}"
            )
        else:
            count = {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0}.get(command.upper(), 2)
            words.append(command + " ".join(str(draw(COORDINATE)) for _ in range(count)))
    return "".join(words)


def points(segments: tuple[Segment, ...]) -> Iterator[tuple[float, float]]:
    """Points along a path, close together."""
    x = y = 0.0
    for kind, values in segments:
        if kind == "c":
            for step in range(1, 21):
                t, u = step / 20, 1 - step / 20
                a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                yield (
                    a * x + b * values[0] + c * values[2] + d * values[4],
                    a * y + b * values[1] + c * values[3] + d * values[5],
                )
        if values:
            x, y = values[-2:]
            yield x, y


@settings(max_examples=80, deadline=None)
@given(paths())
def test_the_extent_holds_every_point_and_is_touched_on_each_side(data: str) -> None:
    segments = parse_path(data)
    box = extent(segments)
    assert box is not None
    xs, ys = zip(*points(segments), strict=True)
    slack = 1e-6 * (1 + box.width + box.height)
    assert box.x - slack <= min(xs)
    assert max(xs) <= box.right + slack
    assert box.y - slack <= min(ys)
    assert max(ys) <= box.top + slack
    # Twenty points a curve come close to its turns.
    assert min(xs) - box.x <= 0.02 * box.width + slack
    assert box.top - max(ys) <= 0.02 * box.height + slack


@settings(max_examples=80, deadline=None)
@given(paths())
def test_operators_say_the_same_path(data: str) -> None:
    """Read back from PDF, the path is the one that was written, to a thousandth."""
    segments = parse_path(data)
    back: list[tuple[str, tuple[float, ...]]] = []
    values: list[float] = []
    for word in operators(segments).split():
        if word in "mlch":
            back.append((word, tuple(values)))
            values = []
        else:
            assert re.fullmatch(r"-?\d*\.?\d+", word)
            values.append(float(word))
    assert [kind for kind, _ in segments] == [kind for kind, _ in back]
    for (_, was), (_, now) in zip(segments, back, strict=True):
        assert now == pytest.approx(was, abs=0.000501)


@settings(max_examples=80, deadline=None)
@given(
    COORDINATE,
    COORDINATE,
    RADIUS,
    RADIUS,
    COORDINATE,
    st.sampled_from("01"),
    st.sampled_from("01"),
    COORDINATE,
    COORDINATE,
)
def test_an_arc_ends_where_it_should_and_keeps_to_its_ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float,
    angle: float,
    large: str,
    sweep: str,
    ex: float,
    ey: float,
) -> None:
    segments = parse_path(f"M{x} {y}A{rx} {ry} {angle} {large}{sweep}{ex} {ey}")
    assert segments[-1][1][-2:] == pytest.approx((ex, ey))
    if abs(x - ex) + abs(y - ey) < 0.01:
        return
    # Seen from its axes and radii the arc is part of a circle: all its points are equally far from
    # one centre.
    turn = Matrix(1 / rx, 0, 0, 1 / ry, 0, 0) @ Matrix.turn(-angle)
    round_ = [turn(*point) for point in points(transformed(segments, Matrix()))]
    a, b, c = round_[0], round_[len(round_) // 3], round_[2 * len(round_) // 3]
    d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y))
    if abs(d) < 1e-3:  # too flat to tell its centre
        return
    squares = [p.x**2 + p.y**2 for p in (a, b, c)]
    cx = (squares[0] * (b.y - c.y) + squares[1] * (c.y - a.y) + squares[2] * (a.y - b.y)) / d
    cy = (squares[0] * (c.x - b.x) + squares[1] * (a.x - c.x) + squares[2] * (b.x - a.x)) / d
    radius = math.hypot(a.x - cx, a.y - cy)
    if radius > 1000:
        return
    assert all(math.hypot(p.x - cx, p.y - cy) == pytest.approx(radius, rel=0.02) for p in round_)


def test_the_flags_of_an_arc_need_no_separators() -> None:
    assert parse_path("M1 5A2 2 0 0 1 1.5 0") == parse_path("M1 5a2 2 0 01.5-5")


@pytest.mark.parametrize("large", "01")
@pytest.mark.parametrize("sweep", "01")
def test_the_four_arcs_bulge_as_their_flags_say(large: str, sweep: str) -> None:
    """From (0, 0) to (2, 0) on circles of radius 2, y downward: sweep 1 turns clockwise as one
    looks at it."""
    box = extent(parse_path(f"M0 0A2 2 0 {large} {sweep} 2 0"))
    assert box is not None
    deep = 2 + math.sqrt(3) if large == "1" else 2 - math.sqrt(3)
    expected = (-deep, 0) if sweep == "1" else (0, deep)
    assert expected == pytest.approx((box.y, box.top), abs=1e-3)


def test_a_radius_of_nothing_makes_a_line() -> None:
    assert (("m", (0, 0)), ("l", (3, 4))) == parse_path("M0 0A0 5 0 0 1 3 4")


@pytest.mark.parametrize("radius", [2e7, 1e9, 1e12])
@pytest.mark.parametrize("chord", [400, 1e-4])
def test_an_arc_of_a_vast_radius_is_all_but_straight(radius: float, chord: float) -> None:
    """Programs that fit arcs write such for lines. What runs the long way around is out of
    reach."""
    box = extent(parse_path(f"M0 0A{radius} {radius} 0 0 1 {chord} 0"))
    assert box is not None
    assert (0, -chord / 2 / radius, chord, 0) == pytest.approx(
        (box.x, box.y, box.right, box.top), abs=2e-3
    )
    with pytest.raises(PathError, match="too large"):
        parse_path(f"M0 0A{radius} {radius} 0 1 1 {chord} 0")


def test_smooth_curves_mirror_the_last_control_point() -> None:
    assert parse_path("M0 0C0 1 1 2 2 2C3 2 4 1 4 0") == parse_path("M0 0C0 1 1 2 2 2S4 1 4 0")
    assert parse_path("M0 0S1 1 2 2") == parse_path("M0 0C0 0 1 1 2 2")
    assert parse_path("M0 0Q1 1 2 0Q3-1 4 0") == parse_path("M0 0Q1 1 2 0T4 0")


def test_numbers_after_move_to_are_lines_and_z_goes_back() -> None:
    expected = (
        ("m", (1, 1)),
        ("l", (2, 1)),
        ("l", (2, 2)),
        ("h", ()),
        ("m", (1, 1)),
        ("l", (1, 3)),
    )
    assert expected == parse_path("m1 1 1 0 0 1zv2")


def test_exponents_and_packed_numbers() -> None:
    assert (("m", (10, 20)), ("l", (50, 0.5)), ("l", (-0.2, 0.25))) == parse_path(
        "M1e1 2E1L.5e2.5-.2.25"
    )


@pytest.mark.parametrize(
    "data",
    [
        "0 0",
        "M",
        "M1",
        "M0 0L",
        "M0 0 5",
        "M0 0C1 2 3",
        "M0 0A1 1 0 2 0 3 3",
        "M0 0;",
        "M٣ 0",
        "M0 0Z5",
    ],
)
def test_broken_path_data_is_told(data: str) -> None:
    with pytest.raises(PathError):
        parse_path(data)


@pytest.mark.parametrize(
    ("text", "expected"), [("", []), ("1,2 3-4.5.5e1", [1, 2, 3, -4.5, 5]), (" +1 , 2 ", [1, 2])]
)
def test_numbers_in_every_spelling(text: str, expected: list[float]) -> None:
    assert expected == numbers(text)


@pytest.mark.parametrize("text", ["1,,2", ",1", "1,", "1_0", "inf", "nan", "1e99", "0x1", "١"])
def test_what_is_no_list_of_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="number"):
        numbers(text)


def test_a_curve_that_goes_nowhere_is_a_line() -> None:
    """Viewers give round ends to such a line, not to such a curve."""
    assert (("m", (1, 1)), ("l", (1, 1))) == parse_path("M1 1c0 0 0 0 0 0")
    assert (("m", (1, 1)), ("l", (1.01, 1))) == dotted(parse_path("M1 1h0"))
    assert (("m", (1, 1)), ("l", (1.05, 1))) == dotted(parse_path("M1 1z"), 5)
    whole = parse_path("M9 0H5h0")
    assert whole is dotted(whole)


def test_parts_that_enclose_nothing_have_no_inside() -> None:
    assert parse_path("M0 0h1v1z") == solid(parse_path("M5 5L9 9zM0 0h1v1zM3 0C4 0 5 0 6 0"))
    assert () == solid(parse_path("M0 0L1 3L2 6"))
    whole = parse_path("M0 0C0 5 5 5 5 0")
    assert whole is solid(whole)


@given(COORDINATE, COORDINATE, RADIUS, RADIUS)
@settings(max_examples=30, deadline=None)
def test_basic_shapes_reach_as_far_as_they_say(
    x: float, y: float, width: float, height: float
) -> None:
    assert extent(rectangle(x, y, width, height)) == pytest.approx((x, y, width, height))
    assert extent(rectangle(x, y, width, height, width / 3, height)) == pytest.approx(
        (x, y, width, height)
    )
    assert extent(ellipse(x, y, width, height)) == pytest.approx(
        (x - width, y - height, 2 * width, 2 * height)
    )


def test_polylines_and_polygons() -> None:
    assert (("m", (1, 2)), ("l", (3, -4))) == polyline("1,2 3-4", closed=False)
    assert () == polyline(" ", closed=True)
    assert ("h", ()) == polyline("0 0 1 1", closed=True)[-1]
    assert extent(()) is None


@pytest.mark.parametrize("slack", [0.0, AS_BROWSERS])
@given(st.floats(1, 500), st.floats(0, 1))
def test_a_place_along_a_circle_lies_on_it_and_looks_along_it(
    slack: float, radius: float, share: float
) -> None:
    """As far as four curves are a circle; browsers measure it a little short."""
    track = Track(
        parse_path(
            f"M{radius} 0A{radius} {radius} 0 1 1 {-radius} 0A{radius} {radius} 0 1 1 {radius} 0"
        ),
        slack,
    )
    least = 0.999 if not slack else 0.99 if radius > 50 else 0.9
    assert least < track.length / (2 * math.pi * radius) < 1.001
    at = track.at(share * track.length)
    assert at
    assert math.hypot(at.e, at.f) == pytest.approx(radius, rel=1e-3)
    assert at.a * at.e + at.b * at.f == pytest.approx(0, abs=2e-3 * radius)
    assert track.end == (pytest.approx(radius), pytest.approx(0))


def test_a_track_goes_over_corners_and_ends_where_its_path_does() -> None:
    track = Track(parse_path("M0 0H10M20 0V5H20Z"), AS_BROWSERS)
    assert track.length == 20
    assert [track.at(at) for at in (-1, 4, 12, 21)] == [
        None,
        Matrix.shift(4, 0),
        Matrix(0, 1, -1, 0, 20, 2),
        None,
    ]
    assert track.end == (20, 0)
    assert Track(()).at(0) is None
    back = Track(parse_path("M0 0C10 0 10 0 0 0"), 0.5)
    assert back.length
    assert back.at(back.length / 2)
