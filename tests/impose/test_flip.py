"""Places behind places, and which way up a back is printed."""

import pytest

from cardgen.base.geometry import Box, Matrix
from cardgen.impose.flip import placed_behind, turned_over
from cardgen.impose.plan import Slot
from cardgen.model.sizes import Shape

PORTRAIT, LANDSCAPE = Box(0, 0, 100, 200), Box(0, 0, 200, 100)
CARD = Shape("rectangle", 20, 30)


@pytest.mark.parametrize(
    ("page", "flip", "place"),
    [
        (PORTRAIT, "long", (90, 20)),
        (PORTRAIT, "short", (10, 180)),
        (LANDSCAPE, "long", (10, 80)),
        (LANDSCAPE, "short", (190, 20)),
        (Box(0, 0, 100, 100), "long", (90, 20)),
    ],
)
def test_a_point_and_the_one_behind_it(page: Box, flip: str, place: tuple[float, float]) -> None:
    """The point 10 from the left and 20 from the bottom. A square sheet is taken for a portrait
    one."""
    assert place == turned_over(page, flip)(10, 20)


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 1])
@pytest.mark.parametrize(
    ("flip", "of_back"), [("long", lambda turn: -turn), ("short", lambda turn: 180 - turn)]
)
def test_the_back_of_a_turned_face_is_turned_the_other_way(
    turn: int, flip: str, of_back: object
) -> None:
    front = Matrix.shift(40, 60) @ Matrix.turn(turn)
    back = placed_behind(front, CARD, turned_over(PORTRAIT, flip))
    assert callable(of_back)
    assert of_back(turn) % 360 == Slot("card", back.box(Box(0, 0, 20, 30)), back).turn


def test_the_back_of_the_back_is_the_front() -> None:
    front = Matrix.shift(40, 60) @ Matrix.turn(90)
    over = turned_over(PORTRAIT, "short")
    assert front == placed_behind(placed_behind(front, CARD, over), CARD, over)


def test_the_back_of_the_top_left_card_is_at_the_top_right() -> None:
    """And stands upright there."""
    assert Matrix(1, 0, 0, 1, 75, 165) == placed_behind(
        Matrix.shift(5, 165), CARD, turned_over(PORTRAIT, "long")
    )
