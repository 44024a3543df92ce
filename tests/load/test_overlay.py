"""A deck may be another game's deck, with cards changed, replaced, added and left out by id."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from briefs import brief, briefs, is_expected
from projects import run, write_project

from cardgen.base import findings as errors
from cardgen.load import Loaded, load_games
from cardgen.model.project import Project

GAMES = {
    "base/game.yaml": "title: Base\nsuits: [candy, nuts]\npalette: {ink: '#000000', red: '#FF0000'}\n",
    "base/main.yaml": (
        "title: Base Deck\nsize: bridge\ntemplate: card.svg\nback: back.svg\nfields:\n  suit: {one_of: suits}\n"
        "  rank: {int: {min: 0, max: 9, default: 1}}\n  twice: {int: {optional: true}}\n"
        "cards:\n  - {id: a, suit: candy, art: bonbon, rank: 2, twice: {expr: card.rank * 2}}\n  - {id: b, suit: nuts, name: Nut}\n"
        "  - for: {suit: suits}\n    id: 'loop-{suit}'\n"
    ),
    "base/art/bonbon.svg": "<svg/>",
    "mine/game.yaml": "title: Mine\npalette: {ink: '#111111'}\n",
    "mine/art/family.svg": "<svg/>",
}
Mine = Callable[[str], Loaded]


@pytest.fixture
def mine(tmp_path: Path) -> Mine:
    """Loads the game `mine` with this deck `main`; the deck `base/main` lies beside it."""

    def mine(deck: str, **more: str) -> Loaded:
        files = {
            **{f"card_data/{name}": text for name, text in GAMES.items()},
            "card_data/mine/main.yaml": deck,
        }
        for name in ("card.svg", "back.svg", "other.svg"):
            files[f"templates/{name}"] = "<svg/>"
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, "utf-8")
        return load_games(Project(tmp_path, tmp_path / "output", shipped=tmp_path))

    return mine


def said(loaded: Loaded) -> list[str]:
    return [str(problem).rpartition("main.yaml:")[2] for problem in loaded.problems]


def test_a_deck_of_another_game_can_be_had_whole(mine: Mine) -> None:
    """Size, templates, fields and cards, and of its game the colours, lists and drawings; what is
    one's own comes first."""
    loaded = mine("extends: base/main\n")
    assert [] == loaded.problems
    base, own = (next(game for game in loaded.games if game.id == id) for id in ("base", "mine"))
    assert [
        (card.id, card.fields, card.copies, card.template, card.back) for card in base.deck("main")
    ] == [
        (card.id, card.fields, card.copies, card.template, card.back) for card in own.deck("main")
    ]
    assert {"main"} == {card.deck for card in own.deck("main")}
    assert ("mine", "Base Deck", base.deck("main").shape) == (
        own.deck("main").game,
        own.deck("main").title,
        own.deck("main").shape,
    )
    assert {"ink": "#111111", "red": "#FF0000"} == {
        name: colour.rgb for name, colour in own.palette.items()
    }
    assert {"suits": ("candy", "nuts")} == own.lists


def test_cards_change_by_id(mine: Mine) -> None:
    """Changed, replaced where they stand, added, left out; a template of the new deck holds for all
    cards that had the old one's."""
    loaded = mine(
        "extends: base/main\ntitle: Our Deck\ntemplate: other.svg\nwithout: [loop-nuts]\n"
        "change:\n  a: {name: Grandma’s Toffee, art: family, copies: 3}\n  loop-candy: {rank: 5}\n"
        "cards:\n  - {id: b, suit: candy, name: New B}\n  - {id: c, suit: nuts}\n"
    )
    assert [] == loaded.problems
    deck = next(game for game in loaded.games if game.id == "mine").deck("main")
    assert ["a", "b", "loop-candy", "c"] == [card.id for card in deck]
    a, b, loop, _ = deck
    assert ("Grandma’s Toffee", "family", 3, 2, 4) == (a.name, a.art, a.copies, a.rank, a.twice)
    assert ("New B", "candy", 5) == (b.name, b.suit, loop.rank)
    assert {"other.svg"} == {card.template for card in deck}
    assert ("mine", 6, "base", 10) == (
        a.where("name").file.parent.name,
        a.where("name").line,
        a.where("rank").file.parent.name,
        a.place.line,
    )


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("extends: base/mian\n", '1:10: base has no deck "mian"; did you mean "main"?'),
        ("extends: bsae/main\n", 'main.yaml:1:10 unknown-game "bsae" -> "base"'),
        ("extends: base\n", "main.yaml:1:10 extends-impossible"),
        ("extends: mine/other\n", "1:10: the deck is made of itself: mine from mine"),
        ("extends: base/main\nchange: {z: {rank: 2}}\n", 'main.yaml:2:10 unknown-card "z"'),
        (
            "extends: base/main\nchange: {a: {rnak: 2}}\n",
            'main.yaml:2:14 unknown-field "rnak" -> "rank"',
        ),
        ("extends: base/main\nchange: {a: {id: z}}\n", 'main.yaml:2:14 unknown-field "id"'),
        ("extends: base/main\nchange: {a: {rank: 12}}\n", "main.yaml:2:20 out-of-range 12"),
        (
            "extends: base/main\nchange: {a: {rank: {expr: 1}}}\n",
            "2:20: rank is a mapping; write the value out",
        ),
        (
            "extends: base/main\nchange: {a: {art: bonbno}}\n",
            'main.yaml:2:19 file-missing "bonbno" -> "bonbon"',
        ),
        (
            "extends: base/main\nchange: {a: {template: othr.svg}}\n",
            'main.yaml:2:24 unknown-template "othr.svg" -> "other.svg" "card.svg"',
        ),
        ("extends: base/main\nchange: {a: Toffee}\n", '2:13: after "a:" comes what changes'),
        ("extends: base/main\nchange: [a]\n", "main.yaml:2:9 mapping-expected"),
        ("extends: base/main\nwithout: [y]\n", '2:11: base/main has no card "y"'),
        (
            "size: poker\ntemplate: card.svg\nchange: {a: {rank: 1}}\ncards: [{id: a}]\n",
            "3:1: change belongs to a deck that extends another",
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(mine: Mine, deck: str, expected: str) -> None:
    (problem,) = mine(deck).problems
    assert is_expected(problem, expected), brief(problem)


def test_a_change_that_says_nothing_changes_nothing(mine: Mine) -> None:
    (game,) = (
        game
        for game in mine("extends: base/main\nchange: {b: {name: }}\n").games
        if game.id == "mine"
    )
    assert "Nut" == game.deck("main").card("b").fields["name"]


def test_changes_tell_so_many_problems(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "MOST_PROBLEMS", 3)
    changes = "".join(f"x{i}: {{}}, " for i in range(9))
    told = briefs(mine(f"extends: base/main\nchange: {{{changes}}}\n").problems)
    assert (4, "main.yaml findings-left-out 3") == (len(told), told[-1])


def test_decks_that_extend_each_other_are_told(tmp_path: Path) -> None:
    for game, other in (("one", "two"), ("two", "one")):
        (tmp_path / "card_data" / game).mkdir(parents=True)
        (tmp_path / "card_data" / game / "game.yaml").write_text(f"title: {game}\n")
        (tmp_path / "card_data" / game / "main.yaml").write_text(f"extends: {other}/main\n")
    loaded = load_games(Project(tmp_path, tmp_path / "output", shipped=tmp_path))
    assert ["extends-impossible"] * 2 == [problem.code for problem in loaded.problems]


def test_a_shipped_deck_prints_with_ones_own_sweets(tmp_path: Path) -> None:
    """From another project: the cards are drawn with the shipped art, templates and colours."""
    (tmp_path / "card_data/ours").mkdir(parents=True)
    (tmp_path / "card_data/ours/game.yaml").write_text("title: Our Candy\n")
    deck = "extends: best-candy-on-the-block/main\nchange:\n  black-1: {name: Grandma’s Toffee}\n"
    (tmp_path / "card_data/ours/main.yaml").write_text(deck, "utf-8")
    assert (
        0
        == run(
            "build", "ours", "--cards", "black-1,black-2", "--paper", "a4", project=tmp_path
        ).exit_code
    )
    assert (tmp_path / "output/ours/main-only-black-1-black-2-a4.pdf").is_file()


def test_a_project_of_the_same_name_is_asked_first(tmp_path: Path) -> None:
    """A game of the project hides the shipped one."""
    root = write_project(
        tmp_path, {"main": "cards: [{id: only}]\n"}, name="best-candy-on-the-block"
    )
    (root / "card_data/ours").mkdir()
    (root / "card_data/ours/game.yaml").write_text("title: Ours\n")
    (root / "card_data/ours/main.yaml").write_text("extends: best-candy-on-the-block/main\n")
    loaded = load_games(Project(root, root / "output"))
    assert [["only"]] == [
        [card.id for card in game.deck("main")] for game in loaded.games if game.id == "ours"
    ]
