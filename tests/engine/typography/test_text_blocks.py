"""Lists, line breaks and rules within a text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from projects import SHIPPED

from cardgen.engine.typography.text_blocks import TableColumns, text_blocks
from cardgen.engine.typography.text_layout import Icon, Layout, Run
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

FONTS = open_fonts([SHIPPED / "fonts"])
BOX = TextBox(120, 400, ("Nunito",), 10, weight=600, paragraph_gap=0.5)


def laid(markup: str, box: TextBox = BOX) -> Layout:
    return box.fit(markup, FONTS, lambda name: 1.0)


def lines(markup: str, box: TextBox = BOX) -> list[list[str]]:
    """The lines, each as its runs and icons."""
    return [
        [item.text if isinstance(item, Run) else f"{{{item.name}}}" for item in line.items]
        for line in laid(markup, box).lines
    ]


def starts(markup: str, box: TextBox = BOX) -> list[float]:
    """Where the text of each line begins, without its marker."""
    return [round(line.items[-1].x, 2) for line in laid(markup, box).lines]


def test_the_lines_of_an_item_hang() -> None:
    first, second, other = starts("- one line that goes on in another one\n- two")
    assert first == second == other > 0
    assert lines("- one\n- two") == [["•", "one"], ["•", "two"]]


def test_numbers_are_those_that_were_typed_and_end_at_the_same_place() -> None:
    markup = "9. nine\n10. ten"
    assert lines(markup) == [["9.", "nine"], ["10.", "ten"]]
    assert len(set(starts(markup))) == 1
    nine, ten = (line.items[0] for line in laid(markup).lines)
    assert nine.x + nine.width == pytest.approx(ten.x + ten.width)


def test_an_icon_behind_a_bullet_takes_its_place() -> None:
    assert lines("- {sword} hit\n- run") == [["{sword}", "hit"], ["•", "run"]]


def test_what_is_indented_stands_deeper() -> None:
    one, two, text, after = starts("- one\n  - two\n    goes on\nafter")
    assert 0 < one < two == text
    assert after == 0


@pytest.mark.parametrize("text", ["- 3", "1. ", "1.", "* one", "---", "-3\n-4", "1.5\n2.5", "-\n-"])
def test_what_is_no_block_prints_as_it_was_typed(text: str) -> None:
    printed = " ".join(part for line in lines(text) for part in line)
    assert printed.split() == text.split()


def test_a_box_may_have_none() -> None:
    assert lines("- one\n- two", replace(BOX, blocks=False)) == [["- one"], ["- two"]]


def test_a_backslash_at_the_end_of_a_line_is_no_new_paragraph() -> None:
    broken, parted = laid("one\\\ntwo"), laid("one\ntwo")
    assert lines("one\\\ntwo") == [["one"], ["two"]]
    assert broken.lines[1].y < parted.lines[1].y


def test_a_rule_stands_between_two_paragraphs() -> None:
    layout = laid("one\n---\ntwo")
    (rule,) = layout.decorations
    first, second = layout.lines
    assert first.y < rule.box.y < second.y
    assert rule.box.width == BOX.width


def test_a_rule_alone_above_a_text_prints_as_it_was_typed() -> None:
    assert lines("---\none") == [["---"], ["one"]]


WORDS = st.sampled_from(["- one", "  - two", "1. three", "four", "* five", "", "---", "x\\"])


@given(st.lists(WORDS, min_size=1, max_size=9), st.floats(40, 150))
@settings(deadline=None, max_examples=100)
def test_no_word_is_lost(texts: list[str], width: float) -> None:
    markup = "\n".join(texts)
    layout = laid(markup, replace(BOX, width=width, height=2000))
    printed = [item.text for line in layout.lines for item in line.items if isinstance(item, Run)]
    letters = [sign for sign in markup if sign.isalnum()]
    assert [sign for sign in "".join(printed) if sign.isalnum()] == letters
    for line in layout.lines:
        assert all(item.x >= -1e-6 for item in line.items)
        assert not any(isinstance(item, Icon) for item in line.items)
    assert layout.overflow or all(
        item.x + item.width <= width + 0.01 for line in layout.lines for item in line.items
    )


@given(st.text("-*1. \n\\a{}[]", max_size=24))
@settings(max_examples=300)
def test_blocks_say_the_same_is_wrong_as_paragraphs(markup: str) -> None:
    blocks, _ = text_blocks(markup)
    assert not blocks or blocks[0].spans or blocks[0].rule


TABLE = "| cost | effect |\n| --: | --- |\n| 2 | draw a card |\n| 10 | win \\| lose |"


def test_the_cells_of_a_table_stand_in_columns() -> None:
    rows = lines(TABLE)
    assert rows == [["cost", "effect"], ["2", "draw a card"], ["10", "win | lose"]]
    layout = laid(TABLE)
    first, second = zip(*[line.items for line in layout.lines], strict=True)
    assert len({round(cell.x + cell.width, 2) for cell in first}) == 1
    assert len({round(cell.x, 2) for cell in second}) == 1
    (rule,) = layout.decorations
    assert layout.lines[0].y < rule.box.y < layout.lines[1].y


def test_cells_wrap_where_a_table_is_too_wide() -> None:
    layout = laid("| a | b |\n|-|-|\n| one two three four five | six seven eight nine |")
    assert len(layout.lines) > 2
    assert layout.overflow is None
    assert all(item.x + item.width < 120.01 for line in layout.lines for item in line.items)


@pytest.mark.parametrize(
    "text", ["| a | b |", "| a | b |\n| c | d |", "a | b\n--- | ---", "|x|\ny"]
)
def test_bars_without_a_line_of_dashes_print_as_they_were_typed(text: str) -> None:
    printed = " ".join(part for line in lines(text) for part in line)
    assert printed.split() == text.split()


def test_a_table_shrinks_as_other_texts_do() -> None:
    layout = laid(TABLE, replace(BOX, height=30, min_size=4))
    assert layout.overflow is None
    assert 4 <= layout.size < 10


@given(st.lists(st.tuples(st.floats(0.1, 9), st.floats(0, 99)), min_size=1, max_size=6))
def test_columns_share_all_the_room_and_none_gets_more_than_it_wants(
    columns: list[tuple[float, float]],
) -> None:
    least = [low for low, _ in columns]
    full = [low + more for low, more in columns]
    room = (sum(least) + sum(full)) / 2
    assume(sum(full) > room > sum(least))
    table = TableColumns(len(columns))
    for number, (low, high) in enumerate(zip(least, full, strict=True)):
        table.take(number, (low, high))
    widths = table.widths(room)
    assert widths == table.filling_widths(room, 0.6)
    assert sum(widths) == pytest.approx(room)
    for low, width, high in zip(least, widths, full, strict=True):
        assert low - 1e-6 <= width <= high + 1e-6


@pytest.mark.parametrize(
    ("room", "widths", "filling"),
    [
        (5, [2, 4], [5 / 3, 10 / 3]),  # too narrow for its words
        (12, [4, 8], [4, 8]),
        (15, [4, 8], [5, 10]),
        (30, [4, 8], [4, 8]),  # a table so small stays as it is
    ],
)
def test_a_table_fills_its_room_where_that_is_asked(
    room: float, widths: list[float], filling: list[float]
) -> None:
    table = TableColumns(2)
    table.take(0, (1, 3), padding=1)
    table.take(1, (3, 7), padding=1)
    assert table.widths(room) == widths
    assert table.filling_widths(room, 0.6) == pytest.approx(filling)


def test_items_stand_in_behind_all_of_the_widest_marker() -> None:
    """A bullet of two words is one marker."""
    layout = laid("- one\n- two", replace(BOX, list_bullet="so long"))
    assert [line.items[0].x for line in layout.lines] == pytest.approx([0, 0])


def test_the_bullets_of_a_deck_may_be_its_own() -> None:
    box = replace(BOX, list_bullet="{leaf}")
    assert lines("- one\n  - two\n1. three", box) == [
        ["{leaf}", "one"],
        ["–", "two"],
        ["1.", "three"],
    ]


@given(
    st.lists(
        st.sampled_from(["- item of a list", "  - a deeper one", "10. ten", "words", "---", ""]),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(["left", "center", "right", "justify"]),
)
def test_a_text_reaches_as_far_as_its_markers_and_rules(texts: list[str], align: str) -> None:
    """A frame around it holds all that it prints."""
    layout = laid("\n".join(texts), replace(BOX, align=align))
    left, right = layout.sides()
    for line in layout.lines:
        for item in line.items:
            assert left - 0.01 <= item.x
            assert item.x + item.width <= right + 0.01
        for bar in line.decorations:
            assert left <= bar.box.x
            assert bar.box.right <= right
    assert not layout.lines or right > left
