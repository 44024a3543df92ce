"""Sheets that a person can look at: letters are cards, small ones stand on their heads."""

import pytest

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.plan import Plan, SheetSide, plan
from cardgen.model.sizes import Paper, Shape


def paper_for(columns: int, rows: int) -> Paper:
    """A paper that holds just so many cards of 21 x 30 mm, 15 mm apart."""
    width = columns * 21 + (columns - 1) * 15 + 18
    height = rows * 30 + (rows - 1) * 15 + 20
    return Paper("test", min(width, height) * MM, max(width, height) * MM)


def sheets(columns: int, rows: int, cards: str, flip: str = "long") -> tuple[Grid, Plan[str]]:
    grid = lay_grid(
        GridSpec(
            Shape("rectangle", 21 * MM, 30 * MM),
            paper_for(columns, rows),
            margin=9 * MM,
            bleed=0,
            gutter=15 * MM,
        )
    )
    assert (columns, rows) == (grid.columns, grid.rows)
    return grid, plan([(card, 1) for card in cards], grid, flip=flip)


def picture(side: SheetSide[str], grid: Grid) -> list[str]:
    """The side's cards where a reader of the page sees them."""
    by_place = {(round(slot.x), round(slot.y)): slot for slot in side.slots}
    trims = list(grid.trims())
    letters = ""
    for trim in trims:
        slot = by_place.pop((round(trim.x), round(trim.y)), None)
        letters += (
            "." if slot is None else {0: slot.card.upper(), 180: slot.card.lower()}[slot.turn]
        )
    assert not by_place, "a card stands outside the grid"
    return [letters[start : start + grid.columns] for start in range(0, len(letters), grid.columns)]


@pytest.mark.parametrize(
    ("columns", "rows", "flip", "front", "back"),
    [
        (3, 3, "long", ["ABC", "DEF", "GHI"], ["CBA", "FED", "IHG"]),
        (3, 3, "short", ["ABC", "DEF", "GHI"], ["ghi", "def", "abc"]),
        (5, 2, "long", ["ABCDE", "FGHI."], ["fghi.", "abcde"]),
        (5, 2, "short", ["ABCDE", "FGHI."], ["EDCBA", ".IHGF"]),
        (3, 4, "long", ["ABC", "DEF", "GHI", "..."], ["CBA", "FED", "IHG", "..."]),
        (3, 4, "short", ["ABC", "DEF", "GHI", "..."], ["...", "ghi", "def", "abc"]),
        (2, 5, "short", ["AB", "CD", "EF", "GH", "I."], ["i.", "gh", "ef", "cd", "ab"]),
    ],
)
def test_backs_stand_behind_their_fronts(
    columns: int, rows: int, flip: str, front: list[str], back: list[str]
) -> None:
    grid, sheet_plan = sheets(columns, rows, "ABCDEFGHI", flip)
    (sheet,) = sheet_plan
    assert sheet.back is not None
    assert front == picture(sheet.front, grid)
    assert back == picture(sheet.back, grid)


def test_sheets_fill_in_reading_order_and_the_last_from_the_top_left() -> None:
    grid, sheet_plan = sheets(3, 2, "ABCDEFGH")
    assert [picture(sheet.front, grid) for sheet in sheet_plan] == [["ABC", "DEF"], ["GH.", "..."]]


def with_marks(side: SheetSide[str], page: Box) -> list[str]:
    """The side on a raster of 3 mm across and 5 mm down: trims by letter, the far ends of marks as
    bars."""
    canvas = [[" "] * round(page.width / MM / 3) for _ in range(round(page.height / MM / 5))]

    def put(x: float, y: float, sign: str) -> None:
        canvas[round((page.height - y) / MM / 5)][round(x / MM / 3)] = sign

    for slot in side.slots:
        for across in range(0, 22, 3):
            for down in range(0, 31, 5):
                put(slot.x + across * MM, slot.y + down * MM, slot.card)
    for mark in side.marks:
        put(mark.x2, mark.y2, "|" if mark.x1 == mark.x2 else "-")
    return ["".join(row).rstrip() for row in canvas]


FRONT = """

   |      |    |      |
  -AAAAAAAA    BBBBBBBB-
   AAAAAAAA    BBBBBBBB
   AAAAAAAA    BBBBBBBB
   AAAAAAAA    BBBBBBBB
   AAAAAAAA    BBBBBBBB
   AAAAAAAA    BBBBBBBB
  -AAAAAAAA    BBBBBBBB-
               |      |

  -CCCCCCCC-
   CCCCCCCC
   CCCCCCCC
   CCCCCCCC
   CCCCCCCC
   CCCCCCCC
  -CCCCCCCC-
   |      |
"""

BACK = """

   |      |    |      |
  -BBBBBBBB    AAAAAAAA-
   BBBBBBBB    AAAAAAAA
   BBBBBBBB    AAAAAAAA
   BBBBBBBB    AAAAAAAA
   BBBBBBBB    AAAAAAAA
   BBBBBBBB    AAAAAAAA
  -BBBBBBBB    AAAAAAAA-
   |      |

              -CCCCCCCC-
               CCCCCCCC
               CCCCCCCC
               CCCCCCCC
               CCCCCCCC
               CCCCCCCC
              -CCCCCCCC-
               |      |
"""


def test_a_partial_sheet_is_marked_around_the_cards_that_are_there() -> None:
    """Every cut line has a mark at both its ends, just outside the last card that it passes."""
    grid, sheet_plan = sheets(2, 2, "ABC")
    (sheet,) = sheet_plan
    assert sheet.back is not None
    assert FRONT.splitlines()[1:] == with_marks(sheet.front, grid.page)
    assert BACK.splitlines()[1:] == with_marks(sheet.back, grid.page)
