"""Stacks and panels: what flows one below the other, shrinks, shares room, and is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, is_expected
from hypothesis import given
from hypothesis import strategies as some
from projects import run, svg, text_of, write_project
from test_compose import face

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.flow import StackLayout, framed
from cardgen.cards.flow_nodes import Fitted
from cardgen.cards.flow_parts import FlowText, frame_of, stack_part
from cardgen.cards.placed_markup import PlacedMarkup, PlacedStack
from cardgen.engine import FontBook
from cardgen.model.cards import Game
from cardgen.model.project import Project


class Typewriter:
    """Sets texts in letters that are all half as wide as they are high; a point is a unit."""

    def __init__(self) -> None:
        self.lacks: list[float] = []

    def fitted(self, part: FlowText, width: float | None, size: float) -> Fitted | None:
        letters = len(part.text) * size / 2
        width = letters if width is None else width
        lines = max(1, -(-letters // max(width, 1e-9)))

        def place(x: float, y: float) -> PlacedMarkup:
            return PlacedMarkup.at(f"{part.text}@{size:g}", (x, y, x + width, y + lines * size))

        return Fitted(min(letters, width), lines * size, width >= size / 2, place)

    def picture_ratio(self, name: str) -> float:
        return 2.0

    def picture(self, name: str, box: Box) -> PlacedMarkup:
        edges = (box.x, box.y, box.x + box.width, box.y + box.height)
        return PlacedMarkup.at(name, edges)

    def tell_lack(self, part: FlowText | None, lack: float) -> None:
        self.lacks.append(lack)


def stacked(
    items: Sequence[Mapping[str, Any]], width: float = 100, height: float | None = None, **how: Any
) -> tuple[PlacedStack, Typewriter]:
    setter = Typewriter()
    return StackLayout(stack_part(items, how), setter, width, height).placed(10, 20), setter


def edges(stack: PlacedStack) -> list[tuple[float, ...]]:
    return [tuple(round(edge, 3) for edge in part.edges) for part in stack.parts]


FOUR = {"text": "x" * 20, "size": 10}
"""A line in 100, two in 50."""


def test_parts_stand_one_below_the_other() -> None:
    stack, _ = stacked([FOUR, {"rule": 1}, {"picture": "p", "height": 5}, FOUR], gap=2)
    assert [(20, 30), (32, 33), (35, 40), (42, 52)] == [part[1::2] for part in edges(stack)]
    assert (10, 20, 110, 52) == stack.edges
    assert (100, 32) == (stack.width, stack.height)


def test_what_says_nothing_takes_no_room() -> None:
    stack, _ = stacked([{"text": ""}, FOUR, {"picture": None}, {"stack": [{"text": ""}]}], gap=2)
    assert [(20, 30)] == [part[1::2] for part in edges(stack)]


def test_a_text_of_blanks_takes_no_room_nor_does_its_frame() -> None:
    blank = {"text": " \n ", "frame": {"fill": "red", "padding": 1}}
    stack, _ = stacked([blank, FOUR, {"stack": [{"text": "  "}]}], gap=2)
    assert [(20, 30)] == [part[1::2] for part in edges(stack)]


def test_a_number_is_a_text_though_it_is_nought(tmp_path: Path) -> None:
    """A card that costs nothing says 0."""
    body = "{{ stack([{'text': card.cost}, {'text': false}], 5, 5, 50, 70) }}"
    decks = {"main": "fields: {cost: {number: {}}}\ncards:\n  - {id: a, cost: 0}\n"}
    project = write_project(tmp_path, decks, {"card.svg": svg(body)})
    assert 0 == run("build", "sweets", "--paper", "a4", project=project).exit_code
    (pdf,) = project.glob("output/**/main*.pdf")
    assert "0" in text_of(pdf)[0].split()


@pytest.mark.parametrize(
    ("how", "tops"),
    [
        ({}, [20, 32]),
        ({"valign": "bottom"}, [48, 60]),
        ({"valign": "middle"}, [34, 46]),
        ({"spread": True}, [20, 60]),
    ],
)
def test_room_that_is_left_is_shared(how: dict[str, Any], tops: list[float]) -> None:
    stack, _ = stacked([FOUR, FOUR], height=50, gap=2, **how)
    assert tops == [part[1] for part in edges(stack)]


def test_what_grows_takes_the_room_that_is_left() -> None:
    stack, _ = stacked([FOUR, {"space": 0, "grow": 1}, FOUR], height=50, gap=2)
    assert [20, 60] == [part[1] for part in edges(stack)]
    stack, _ = stacked(
        [{"text": "a", "grow": 1, "frame": {}}, {"text": "b", "grow": 3, "frame": {}}],
        height=64,
        gap=0,
    )
    frames = edges(stack)[::2]
    assert [20.0, 84.0] == [frames[0][1], frames[1][3]]
    assert frames[1][3] - frames[1][1] > frames[0][3] - frames[0][1]


def test_texts_shrink_in_their_turn() -> None:
    first = {**FOUR, "min_size": 6}
    later = {**first, "shrink": 2}
    stack, _ = stacked([first, later], height=18, gap=0)
    assert ["@8", "@10"] == [part[-2:] if part[-2] == "@" else part[-3:] for part in stack.parts]
    stack, _ = stacked([first, later], height=14, gap=0)
    assert [6.0, 8.0] == [part.height for part in stack.parts]
    stack, _ = stacked([first, {**later, "size": 8}], height=15, gap=0, one_size=True)
    assert [7.5, 7.5] == [part.height for part in stack.parts]


def test_texts_are_enlarged_where_room_is_left() -> None:
    """As far as it goes, or as the stack has room for it and some air."""
    for height, size in ((40, 14.0), (14, 12.25), (11, 10.0), (9, 9.0), (None, 10.0)):
        text = {"text": "Owl", "size": 10, "min_size": 6}
        stack, _ = stacked([text], height=height, enlarge=1.4)
        assert [size] == [part.height for part in stack.parts], height


def test_what_is_optional_is_left_out_last_first_and_the_rest_is_told() -> None:
    named = [{"text": letter, "size": 10, "optional": letter != "a"} for letter in "abc"]
    stack, setter = stacked(named, height=20, gap=0)
    assert ["a@10", "b@10"] == list(stack.parts)
    stack, setter = stacked(named, height=8, gap=0)
    assert ["a@10"] == list(stack.parts)
    assert [2.0] == setter.lacks


def test_what_an_inner_stack_holds_is_left_out_in_its_turn() -> None:
    inner = {
        "stack": [{"text": "a", "size": 10, "optional": True}, {"text": "b", "size": 10}],
        "gap": 0,
    }
    items = [inner, {"text": "c", "size": 10, "optional": True}]
    stack, _ = stacked(items, height=20, gap=0)
    assert ["a@10", "b@10"] == list(stack.parts)
    only = [{"stack": [{"text": "a", "size": 10, "optional": True}]}, {"text": "c", "size": 10}]
    stack, _ = stacked(only, height=10, gap=5)
    assert ["c@10"] == list(stack.parts)


def test_an_inner_stack_has_one_size_of_its_own() -> None:
    pair = [{**FOUR, "min_size": 6}, {**FOUR, "size": 8, "min_size": 6}]
    stack, _ = stacked([{"stack": pair, "one_size": True, "gap": 0}, FOUR], height=24, gap=0)
    assert [7.0, 7.0, 10.0] == [part.height for part in stack.parts]


def test_a_stack_without_height_is_told() -> None:
    _, setter = stacked([FOUR], height=0)
    assert [10.0] == setter.lacks


def test_a_row_gives_texts_what_pictures_leave() -> None:
    items = [{"picture": "p", "height": 10}, FOUR, {"rule": 1}]
    stack, _ = stacked(items, width=73, direction="right", gap=1, valign="middle")
    picture, text, rule = edges(stack)
    assert (10, 30) == picture[::2]
    assert (31, 81) == text[::2]
    assert (82, 83) == rule[::2]
    assert 20 == text[3] - text[1]
    assert (20, 40) == rule[1::2]
    assert (25, 35) == picture[1::2]


def test_a_frame_is_as_large_as_what_it_holds() -> None:
    stack, _ = stacked([{"text": "xxxx", "size": 10, "frame": {"padding": 2, "fit": True}}])
    frame, text = edges(stack)
    assert (10, 20, 34, 34) == frame
    assert (12, 22, 32, 32) == text
    panel = framed([stack], frame_of({"padding": 3, "min_height": 30}, "panel()"), None, "center")
    assert (7, 17, 113, 47) == panel.edges


def test_a_panel_holds_the_bullets_and_rules_of_its_text(tmp_path: Path) -> None:
    body = (
        "{{ panel(text_box('- a\n- b', 10, 10, 40, 20, size=9), fill='#FFEEAA') }}"
        "{{ panel(text_box('a\n---\nb', 10, 40, 40, 20, size=9), fill='#FFEEAA') }}"
    ).replace("\n", "\\n")
    made = face(tmp_path, body)
    frames = [
        (float(x), float(width))
        for x, width in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', made)
    ]
    assert 8.5 == frames[0][0]
    assert (8.5, 43) in frames


@pytest.mark.parametrize(
    ("items", "how", "told", "remedy"),
    [
        ("x", {}, "a stack wants a list", "write such as"),
        ([{"txt": "x"}], {}, "a part of a stack is one of", "text"),
        ([{"text": "x", "siz": 3}], {}, "", ""),
        ([{"picture": "x", "hight": 3}], {}, "knows no hight", "height"),
        ([], {"gab": 1}, "stack() knows no gab", "gap"),
        ([], {"gap": "1"}, "template-value '1'", "without quotes"),
        ([], {"direction": "up"}, "direction cannot be 'up'", "down"),
        ([{"stack": [], "direction": "dwon"}], {}, "direction cannot be 'dwon'", "down"),
        ([{"stack": [], "valign": "centre"}], {}, "valign cannot be 'centre'", "middle"),
        ([], {"valign": "center"}, "valign cannot be 'center'", "middle"),
        ([{"text": "x", "size": True}], {}, "template-value", "without quotes"),
        ([{"text": "x", "frame": 3}], {}, "a frame is not 3", "fill"),
        ([{"text": "x", "frame": {"padd": 3}}], {}, "frame knows no padd", "padding"),
    ],
)
def test_a_mistake_in_a_stack_is_told(items: Any, how: Any, told: str, remedy: str) -> None:
    if not told:  # what a text has not is asked of its style, when it is set
        assert stack_part(items, how)
        return
    with pytest.raises(UnreadableError) as error:
        stacked(items, **how)
    assert is_expected(error.value.finding, told), brief(error.value.finding)
    assert remedy in error.value.finding.remedy


PARTS = some.deferred(
    lambda: some.one_of(
        some.fixed_dictionaries(
            {"text": some.text("ab c", max_size=60), "size": some.floats(5, 14)},
            optional={
                "min_size": some.floats(4, 5),
                "optional": some.booleans(),
                "shrink": some.integers(0, 2),
                "grow": some.sampled_from([0, 1]),
                "frame": some.just({"padding": 1}),
            },
        ),
        some.fixed_dictionaries({"picture": some.just("p"), "height": some.floats(2, 9)}),
        some.fixed_dictionaries({"rule": some.floats(0.2, 1)}),
        some.fixed_dictionaries({"space": some.floats(0, 3)}),
        some.fixed_dictionaries(
            {
                "stack": some.lists(PARTS, max_size=3),
                "direction": some.sampled_from(["down", "right"]),
            }
        ),
    )
)


@given(
    some.lists(PARTS, max_size=6),
    some.floats(30, 120),
    some.none() | some.floats(10, 200),
    some.booleans(),
    some.sampled_from(["top", "middle", "bottom"]),
    some.booleans(),
)
def test_parts_never_overlap_and_keep_to_the_stack(
    items: list[dict[str, Any]],
    width: float,
    height: float | None,
    spread: bool,
    valign: str,
    one_size: bool,
) -> None:
    stack, setter = stacked(
        items, width, height, spread=spread, valign=valign, one_size=one_size, gap=1
    )
    is_framed = "frame" in str(items)
    boxes = [part.edges for part in stack.parts if part.height > 0.001]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in () if is_framed else boxes[number + 1 :]:
            apart_by = max(other[0] - right, left - other[2], other[1] - bottom, top - other[3])
            assert apart_by >= -0.01, (boxes[number], other)
    if height is not None and not setter.lacks:
        assert stack.bottom <= 20 + height + 0.01


CARD = svg(
    "{% set name = text_box(card.name, 5, 5, 50, 20, size=14) %}{{ name }}"
    "{% set body = stack([{'text': card.text}, {'rule': 0.3},"
    " {'text': 'The end of it', 'size': 7}], 6, name.bottom + 2, 48, 60 - name.bottom) %}"
    "{{ panel(body, fill='#FFEECC', stroke='#202020') }}"
    "{{ text_box(name.lines ~ ' lines, ' ~ name.words ~ ' words, ' ~ name.size|int ~ ' pt', 5, 70, 50, 6) }}"
)
CARDS = (
    "size: 60mm x 80mm\nfields: {text: text}\ntemplate: card.svg\ncards:\n"
    "  - {id: a, name: Owl, text: It flies.}\n"
    "  - {id: b, name: The owl of the long night over the hollow, text: It flies and flies.}\n"
)


def test_a_template_asks_what_came_of_its_texts(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS}, {"card.svg": CARD})
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    (page,) = text_of(root / "output/sweets/main-a4.pdf")
    words = " ".join(page.split())
    assert "1 lines, 1 words, 14 pt" in words
    assert "2 lines, 9 words, 14 pt" in words
    assert 2 == words.count("The end of it")


def test_a_stack_that_does_not_fit_is_told_at_the_card(tmp_path: Path) -> None:
    long = CARDS.replace("It flies and flies.", "It flies and flies. " * 60)
    root = write_project(tmp_path, {"main": long}, {"card.svg": CARD})
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert 2 == done.exit_code
    assert "does not fit its stack: needs" in done.output
    assert "main.yaml:" in done.output


SHARED = svg(
    "<desc>{{ card.id }}</desc>{{ text_box(card.name, 2, 2, 56, 6, size='deck', max_size=20) }}"
    "{{ text_box(card.text, 5, 10, 50, 30, size='group:rules', max_size=10, min_size=5) }}"
    "{{ text_box('Always', 5, 40, 50, 10, size='group:rules', max_size=10, min_size=5) }}"
    "{% set measured = text_box(card.text, 5, 60, 30, 9, size=8, min_size=2) %}"
    "<rect x='5' y='{{ measured.bottom }}' width='{{ measured.width }}' height='1'/>"
)
LONG = (
    "size: 60mm x 80mm\nfields: {text: text}\ntemplate: card.svg\ncards:\n"
    "  - {id: a, name: Owl, text: It flies.}\n"
    "  - {id: b, name: The owl of the hollow, text: "
    + "It flies and flies. " * 30
    + "}\n  - {id: c, name: Moth, text: ''}\n"
)


def sizes(root: Path, *options: str) -> tuple[dict[str, list[float]], str]:
    """The sizes of the texts of each card, by what stands in its <desc>."""
    done = run("build", "sweets", "--paper", "a4", *options, project=root)
    assert 0 == done.exit_code, done.output
    context = Context.of(*opened_game(root), Cache(None))
    composer = Composer(context)
    found = {}
    for card in context.game.decks[0]:
        composed, problems, _ = composer.side(card, "card.svg")
        assert composed
        assert not problems
        found[card.id] = [
            round(float(size) / 25.4 * 72, 2)
            for size in re.findall(r'<text[^>]* font-size="([0-9.]+)"', composed)
        ]
    return found, done.output


def opened_game(root: Path) -> tuple[Project, Game, FontBook]:
    workshop = cardgen.open_project(root)
    return workshop.project, workshop.games[0], workshop.fonts


def test_texts_of_a_deck_share_the_largest_size_that_fits_all(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": LONG}, {"card.svg": SHARED})
    found, output = sizes(root)
    (name_a, rules_a, always_a), (name_b, rules_b, always_b), (name_c, always_c) = found.values()
    assert name_a == name_b == name_c < 20
    assert rules_a == rules_b == always_a == always_b == always_c < 10
    assert 'for the sake of card "b"' in output
    assert f"at {rules_a:g} pt, not 10" in output


def test_one_card_alone_prints_in_the_size_of_its_deck(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": LONG}, {"card.svg": SHARED})
    all_sizes, _ = sizes(root)
    some_sizes, _ = sizes(root, "--cards", "a")
    assert all_sizes["a"] == some_sizes["a"]


def test_a_size_that_is_none_is_told(tmp_path: Path) -> None:
    wrong = SHARED.replace("'deck'", "'deckk'")
    root = write_project(tmp_path, {"main": LONG}, {"card.svg": wrong})
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert 2 == done.exit_code
    assert done.tells("card.svg:2 template-value \"a\" 2 'deckk'")
    assert done.tells("or write 'deck' or 'group:NAME' for a shared one")
    assert done.tells("card.svg:2")
