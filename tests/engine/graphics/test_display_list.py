"""Display lists: written as operators in any inks, packed and unpacked, and looked at thing by
thing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from operators import Operator, operators_of, steps_of
from pictures import drawing, svg

from cardgen.base.colour_math import CMYK
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.content_stream import SCREEN, OutputColours, written
from cardgen.engine.graphics.display_list import (
    BLACK,
    RESTORE,
    SAVE,
    Blend,
    ClipTo,
    ContentStream,
    FlatColour,
    Item,
    ItemPaint,
    LineStyle,
    PaintedPath,
    PathData,
    PlacedForm,
    Shade,
    Shading,
    ShadingPaint,
    ShownGlyphs,
    Through,
    Transform,
    WrittenItems,
    lines,
    packed_items,
    unpacked_items,
)
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.paint_list import Painted

BOX = Box(0, 0, 10, 10)
PARTS = st.floats(0, 1).map(lambda value: round(value, 3))
PLACES = st.floats(-100, 100).map(lambda value: round(value, 3))
POINTS = st.tuples(PLACES, PLACES)
COLOURS = st.builds(
    FlatColour,
    st.tuples(PARTS, PARTS, PARTS),
    st.sampled_from(("", "ink")),
    st.none() | st.tuples(PARTS, PARTS, PARTS, PARTS),
    tint=PARTS,
)
MATRICES = st.builds(Matrix, *(PLACES for _ in range(6)))
SHADINGS = st.builds(
    Shading,
    st.tuples(*(PLACES for _ in range(4))) | st.tuples(*(PLACES for _ in range(6))),
    st.tuples(st.tuples(st.just(0.0), COLOURS), st.tuples(st.just(1.0), COLOURS)),
    st.booleans(),
)
INKS = COLOURS | st.builds(ShadingPaint, SHADINGS, MATRICES)
LINES = st.builds(
    LineStyle,
    PARTS,
    st.sampled_from((0, 1, 2)),
    st.sampled_from((0, 1, 2)),
    PARTS,
    st.just(()) | st.tuples(PARTS, PARTS),
    PARTS,
)
PATHS = st.lists(POINTS, min_size=2, max_size=5).map(
    lambda points: PathData(
        (
            ("m", points[0]),
            *(("l", point) for point in points[1:]),
            ("c", (*points[0], *points[1], *points[-1])),
            ("h", ()),
        )
    )
)
ITEMS = st.one_of(
    st.builds(Transform, MATRICES),
    st.builds(ClipTo, PATHS, st.booleans()),
    st.builds(Through, st.just("M1")),
    st.builds(Blend, st.just("Multiply")),
    st.builds(PaintedPath, PATHS, st.none() | INKS, INKS, LINES, st.booleans(), PARTS, PARTS),
    st.builds(
        ShownGlyphs,
        st.just("BT [<0001>] TJ ET"),
        st.tuples(POINTS),
        INKS,
        st.none(),
        st.none(),
        PARTS,
        PARTS,
        st.just((0, 1)),
        st.none() | PATHS,
    ),
    st.builds(PlacedForm, st.just("X1"), st.none() | MATRICES, PARTS, st.just((1, 2))),
    st.builds(Shade, SHADINGS, st.none() | PATHS, PARTS),
)


@given(st.lists(ITEMS, max_size=6))
def test_packed_items_come_back_as_they_were(items: list[Item]) -> None:
    """Through JSON, as the cache keeps them: the same operators, and the same points to look at."""
    whole = [SAVE, *items, RESTORE]
    back = unpacked_items(json.loads(json.dumps(packed_items(whole))))
    assert back == whole
    assert written(back) == written(whole)
    paths = [
        [item.path for item in each if isinstance(item, (PaintedPath, ClipTo))]
        for each in (whole, back)
    ]
    for one, other in zip(*paths, strict=True):
        assert one.points == other.points
        assert one.corners == other.corners


@pytest.mark.parametrize(
    "plain",
    [["q"], ["x", 1], ["p", "0 0 m", [1], None, None, False, 1, 1], ["t", 5], ["f"], "q", 3],
)
def test_what_is_no_item_is_told(plain: object) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        unpacked_items([plain])


def bar(width: float, **how: ItemPaint | float) -> PaintedPath:
    return PaintedPath(
        PathData((("m", (0.0, 0.0)), ("l", (width, 0.0)), ("l", (width, 1.0)))), **how
    )  # type: ignore[arg-type]


def operators(items: Sequence[Item]) -> list[Operator]:
    return steps_of(written(items).content)


def test_what_is_set_is_not_said_again() -> None:
    """And holds until its level ends."""
    red = FlatColour((1.0, 0.0, 0.0))
    said = operators(
        [
            bar(1, fill=red),
            bar(2, fill=red),
            SAVE,
            bar(3, fill=BLACK),
            RESTORE,
            bar(4, fill=red),
            bar(5, fill=BLACK),
        ]
    )
    red_ink, black_ink = ("rg", (1, 0, 0)), ("rg", (0, 0, 0))
    assert [red_ink, ("q", ()), black_ink, ("Q", ()), black_ink] == [
        step for step in said if step[0] not in ("m", "l", "f")
    ]


def test_after_what_was_written_elsewhere_all_is_said_again() -> None:
    known = ContentStream(b"/G1 gs 1 0 0 rg", states={"G1": "<< /ca 0.5 >>"}, identity="('flame',)")
    made = written([bar(1, fill=BLACK), WrittenItems(known), bar(2, fill=BLACK)])
    steps = steps_of(made.content)
    assert 2 == steps.count(("rg", (0, 0, 0)))
    later = steps[steps.index(("rg", (1, 0, 0))) :]
    (state,) = [text for name, text in made.states.items() if ("gs", (f"/{name}",)) in later]
    assert "/ca 1 /CA 1" in state
    assert known.states.items() <= made.states.items()
    assert "flame" in made.identity
    assert Drawing([WrittenItems(known)], BOX).stream is known


def test_drawings_that_were_written_cannot_be_looked_at() -> None:
    with pytest.raises(ValueError, match="came without its items"):
        list(Painted.of(Drawing([WrittenItems(ContentStream(b"0 0 1 1 re f"))], BOX)))


class OwnInk(NamedTuple):
    name: str
    inks: CMYK


class Plates(OutputColours):
    """Each colour on a plate of its own."""

    space = "DeviceCMYK"
    plates = True

    def parts(self, colour: FlatColour) -> CMYK:
        return colour.cmyk or (0.0, 0.0, 0.0, 1.0)

    def spot(self, colour: FlatColour) -> OwnInk:
        return OwnInk(colour.name, self.parts(colour))


def test_the_same_items_are_written_in_any_inks() -> None:
    gold = FlatColour((0.9, 0.8, 0.2), "gold", (0.0, 0.1, 0.9, 0.0))
    shade = Shade(Shading((0.0, 0.0, 1.0, 0.0), ((0.0, gold), (1.0, BLACK))))
    items = [bar(1, fill=gold, stroke=gold), shade]
    screen, plates = written(items, SCREEN), written(items, Plates())
    assert {("rg", (0.9, 0.8, 0.2)), ("RG", (0.9, 0.8, 0.2))} <= {*operators_of(screen.content)}
    ((name, space),) = plates.spaces.items()
    assert space.startswith("[/Separation /gold /DeviceCMYK ")
    inks = [("cs", (f"/{name}",)), ("scn", (1,)), ("CS", (f"/{name}",)), ("SCN", (1,))]
    assert inks == steps_of(plates.content)[:4]
    ((one,), (other,)) = (list(stream.shadings.values()) for stream in (screen, plates))
    assert "/DeviceRGB" in one
    assert "/C0 [0.9 0.8 0.2] /C1 [0 0 0]" in one
    assert "/DeviceCMYK" in other
    assert "/C0 [0 0.1 0.9 0] /C1 [0 0 0 1]" in other


def test_lines() -> None:
    assert [] == lines([], LineStyle())
    said = operators(lines([(0, 0, 3, 0)], LineStyle(0.5), FlatColour.grey(0.5)))
    style = [("RG", (0.5, 0.5, 0.5)), ("w", (0.5,)), ("J", (0,)), ("j", (0,)), ("M", (10,))]
    assert style == said[:5]
    assert [("m", (0, 0)), ("l", (3, 0)), ("S", ())] == said[6:]
    assert "d" == said[5][0]


def test_glyphs_and_forms_tell_which_texts_they_are() -> None:
    """So that a check can tell what lies over a text, and what under it."""
    inner = drawing(svg('<text font-family="Nunito" font-size="5" y="6">inner</text>', 30, 10))
    shown = "".join(
        f'<text font-family="Nunito" font-size="5" y="{y}">{word}</text>'
        for y, word in ((5, "below"), (25, "above"))
    )
    outer = drawing(
        svg(
            shown.replace("<text", '<image href="i" y="10" width="30" height="10"/><text', 1),
            30,
            30,
        ),
        images={"i": inner},
    )
    told = [
        (type(item), *(outer.texts[i].text for i in range(*item.texts)))
        for item in outer.items
        if isinstance(item, (ShownGlyphs, PlacedForm))
    ]
    assert [(PlacedForm, "inner"), (ShownGlyphs, "below"), (ShownGlyphs, "above")] == told
