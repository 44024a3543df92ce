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
