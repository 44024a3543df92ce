"""The place of piles on a table as it is dealt."""

from __future__ import annotations

from cardgen.preview.table_layout import TableSize, laid_out
from cardgen.rules.setups import LaidPile, LaidTable

SIZES = {"main": (63.0, 88.0), "coin": (20.0, 20.0), "board": (300.0, 200.0)}


def test_piles_lie_in_rows_and_boards_one_by_one() -> None:
    piles = (
        LaidPile("stock", "pile", ("main/a", "main/b")),
        LaidPile("Coins", "tokens", ("coin/c",)),
        LaidPile("Boards", "boards", ("board/x", "board/y")),
    )
    table = laid_out(
        LaidTable((("main/h",), ()), piles, ("colour: red",), (20,)), SIZES, TableSize(400, 0.5)
    )
    things = dict(table["things"])
    assert [["main/h"], []] == table["hands"]
    assert ["t1", "t2", "t3", "t4", "t5", "t6"] == list(things)
    assert ["main/b", "main/a"] == things["t1"]["cards"]  # the first lies on top
    assert [False, True, True, True] == [things[f"t{number}"]["up"] for number in range(1, 5)]
    assert [("", True), ("", True)] == [
        (things[id]["name"], things[id]["board"]) for id in ("t3", "t4")
    ]
    assert [44.5, 57.0] == things["t1"]["at"]
    assert [13 + 63 + 13 + 10, 23.0] == things["t2"]["at"]
    assert 13 + 88 + 7 + 13 + 100 == things["t3"]["at"][1]
    assert ("note", "colour: red") == (things["t5"]["kind"], things["t5"]["text"])
    die = [things["t6"][name] for name in ("kind", "sides", "value")]
    assert ["die", 20, 20] == die
    bottom = max(thing["at"][1] for thing in things.values())
    assert table["size"][1] > bottom + 2 * 88


def test_a_table_is_as_large_as_a_page_can_show() -> None:
    assert TableSize(200, 0.1) == TableSize.within(0, 0)
    assert TableSize(2000, 4) == TableSize.within(1e9, 1e9)
    empty = laid_out(LaidTable(((),), ()), SIZES, TableSize(400, 1.0))
    assert [400, 400] == empty["size"]
