"""What game.yaml says of playing: numbers of players and minutes, and an age."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardgen.load import Loaded

Load = Callable[..., Loaded]
GAME = "title: Sweets\nsuits: [candy, nuts, sour]\n"
DECK = "size: poker\ntemplate: card.svg\ncards: [{id: a}]\n"


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ("players: 4\nminutes: 20\nage: 10", ("4 players", "20 minutes", "age 10+")),
        ("players: 2 - 5\nminutes: 30–45\nage: 8+", ("2–5 players", "30–45 minutes", "age 8+")),
        ("players: 1", ("1 player",)),
        ("players: 3+", ("3+ players",)),
        ("", ()),
    ],
)
def test_what_is_said_of_playing(load: Load, lines: str, facts: tuple[str, ...]) -> None:
    loaded = load(f"{GAME}{lines}\n", main=DECK)
    assert not loaded.problems
    assert loaded.games[0].play_facts == facts


def test_a_list_of_these_names_is_still_a_list_of_the_game(load: Load) -> None:
    game = load(f"{GAME}players: [red, blue]\nage: [stone, bronze]\n", main=DECK).games[0]
    assert game.lists["players"] == ("red", "blue")
    assert game.lists["age"] == ("stone", "bronze")
    assert game.play_facts == ()


@pytest.mark.parametrize(
    "line", ["players: many", "players: 5-2", "minutes: 0", "age: 8-10", "age: 120", "players: -3"]
)
def test_what_is_no_number_says_what_to_write(load: Load, line: str) -> None:
    (problem,) = load(f"{GAME}{line}\n", main=DECK).problems
    assert problem.code == "number-expected"
    assert problem.place
    assert (problem.place.file.name, problem.place.line) == ("game.yaml", 3)
    name = line.partition(":")[0]
    assert f"write  {name}: " in problem.remedy


def test_dice_are_counted_by_their_sides(load: Load) -> None:
    """In the order of their sides; a list of that name is a list of the game."""
    assert {6: 2, 20: 1} == load(f"{GAME}dice: {{d20: 1, d6: 2}}\n", main=DECK).games[0].dice
    game = load(f"{GAME}dice: [red, blue]\n", main=DECK).games[0]
    assert (("red", "blue"), {}) == (game.lists["dice"], game.dice)


@pytest.mark.parametrize(
    ("game", "deck", "code"),
    [
        ("dice: {d7: 1}", "", "unknown-key"),
        ("dice: {d6: 0}", "", "out-of-range"),
        ("dice: two", "", "mapping-expected"),
        ("", "on_table: sack\n", "unknown-choice"),
    ],
)
def test_what_lies_on_a_table_is_told_where_it_is_wrong(
    load: Load, game: str, deck: str, code: str
) -> None:
    (problem,) = load(f"{GAME}{game}\n", main=DECK + deck).problems
    assert code == problem.code
    assert problem.place
    assert problem.place.file.name == ("main.yaml" if deck else "game.yaml")
