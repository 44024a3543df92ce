"""Lists of cards in JSON and YAML are read as tables: what is an object is a row, whatever it
stands behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, briefs, is_expected, place_of, raises_finding, spelt
from projects import run, write_project

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.model.cards import Deck
from cardgen.model.project import find_project
from cardgen.schema.json_text import read_json
from cardgen.schema.source import DEEPEST

Listed = Callable[..., tuple[Deck | None, list[Finding]]]
HEAD = "size: poker\ntemplate: plain.svg\n"
FIELDS = "fields: {rank: {int: {optional: true}}, tags: {list_of: [night, bird], default: []}, text: {text: {optional: true}}}\n"


@pytest.fixture
def deck_of(tmp_path: Path) -> Listed:
    """The deck whose cards are a list, and what is told."""

    def deck_of(
        text: str, cards: str = "cards.json", fields: str = FIELDS, name: str = "cards.json"
    ) -> tuple[Deck | None, list[Finding]]:
        root = write_project(
            tmp_path,
            {"main": f"{HEAD}{fields}cards: {cards}\n"},
            files={f"card_data/sweets/{name}": text.encode()},
        )
        games, problems = load_games(find_project(root))
        decks = [deck for game in games for deck in game.decks]
        return decks[0] if decks else None, problems

    return deck_of


def known(deck: Deck | None) -> list[tuple[Any, ...]]:
    assert deck is not None
    return [(card.id, card.name, card.rank, card.tags) for card in deck]


OWLS: list[tuple[Any, ...]] = [("owl", "Owl", 3, ["night", "bird"]), ("bat", "Bat", None, [])]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (
            '[{"name": "Owl", "rank": 3, "tags": ["night", "bird"]}, {"name": "Bat", "rank": null}]',
            "",
        ),
        ('{"Owl": {"rank": 3, "tags": ["night", "bird"]}, "Bat": {"tags": []}}', ""),
        (
            '[{"card": {"name": "Owl", "rank": 3, "tags": ["night", "bird"]}}, {"card": {"name": "Bat"}}]',
            "",
        ),
        ('[{"Owl": {"rank": 3, "tags": ["night", "bird"]}}, {"Bat": {"rank": null}}]', ""),
        (
            '{"version": 2, "cards": [{"name": "Owl", "rank": 3, "tags": ["night", "bird"]}, {"name": "Bat"}]}',
            "",
        ),
        (
            '{"a": [{"x": 1}, {"x": 2}], "b": {"c": [{"name": "Owl", "rank": 3, "tags": "night, bird"}, {"name": "Bat"}]}}',
            "b.c",
        ),
        (
            '{"p": [{"w": [{"name": "Owl", "rank": 3, "tags": "night, bird"}]}, {"w": [{"name": "Bat"}]}]}',
            "p.*.w",
        ),
        (
            '{"a.b": [{"name": "Owl", "rank": 3, "tags": ["night", "bird"]}, {"name": "Bat"}], "c": [{"name": "x"}]}',
            "a.b",
        ),
        ('{"name": "Owl", "rank": 3, "tags": ["night", "bird"]}\n{"name": "Bat"}\n', ""),
        ('[["name", "rank", "tags"], ["Owl", 3, ["night", "bird"]], ["Bat", null, []]]', ""),
        (
            '\t[\n\t{"name": "Owl", "rank": 3, "tags": ["night", "bird"],},\n// one more\n\t{"name": "Bat"},\n]',
            "",
        ),
    ],
)
def test_a_list_may_stand_in_many_ways(deck_of: Listed, text: str, at: str) -> None:
    """They all mean the same cards."""
    found, said = deck_of(text, f"{{file: cards.json, at: {at}}}" if at else "cards.json")
    assert [] == said
    assert OWLS == known(found)


def test_lines_of_json_are_a_list(deck_of: Listed) -> None:
    found, said = deck_of(
        '{"name": "Owl", "rank": 3, "tags": "night, bird"}\n{"name": "Bat"}\n',
        "cards.jsonl",
        name="cards.jsonl",
    )
    assert ([], OWLS) == (said, known(found))


def test_a_list_of_yaml_is_no_deck(deck_of: Listed, tmp_path: Path) -> None:
    """Whatever it is called; nothing is asked of it that is asked of decks."""
    text = "- name: Owl\n  rank: 3\n  tags: [night, bird]\n- name: Bat\n  rank: null\n"
    for name in ("cards.yaml", "data/cards.yml", "Cards.yml"):
        found, said = deck_of(text, name, name=name)
        assert ([], OWLS) == (said, known(found)), name
        (tmp_path / "card_data/sweets" / name).unlink()
    found, said = deck_of(
        "meta: {language: en}\nsuits:\n  - {name: Owl, rank: 3, tags: [night, bird]}\n  - name: Bat\n",
        "l.yaml",
        name="l.yaml",
    )
    assert ([], OWLS) == (said, known(found))


def test_a_list_may_be_called_as_its_deck(deck_of: Listed) -> None:
    """main.json beside main.yaml, as a table may be."""
    deck, told = deck_of('[{"id": "owl"}]', cards="main.json", name="main.json")
    assert ([("owl", "Owl", None, [])], []) == (known(deck), told)


def test_a_list_of_texts_is_one_of_names(deck_of: Listed) -> None:
    """A # begins no comment there."""
    found, said = deck_of('["Owl, old", "#winning", "# 1", "\\\\# \\u2603"]', fields="")
    assert found
    assert ([], ["Owl, old", "#winning", "# 1", "\\# ☃"]) == (said, [card.name for card in found])


def test_words_with_their_lists_are_cards(deck_of: Listed) -> None:
    """As the words of a party game stand in JSON, with those that must not be said."""
    text = '{"Ape": ["monkey", "zoo"], "Bat": ["night"], "Cat": [], "Dog": ["bone", "leash"]}'
    found, said = deck_of(text, fields="fields: {entries: {text: {optional: true}}}\n")
    assert found
    assert (
        [],
        [("Ape", "monkey, zoo"), ("Bat", "night"), ("Cat", "[]"), ("Dog", "bone, leash")],
    ) == (
        said,
        [(card.name, card.entries) for card in found],
    )


def test_objects_within_objects_are_columns(deck_of: Listed) -> None:
    """Their names have points between, and may mean fields, languages too; lists of objects are
    texts."""
    text = """[{"name": {"en": "Owl", "de": "Eule"}, "base": {"hp": 3, "x": {"y": true}}, "moves": [{"n": "fly", "v": 2}, {"n": "hoot"}]}]"""
    fields = "fields: {hp: int, deep: bool, moves: text}\n"
    columns = "{name.en: name, name.de: name.de, base.hp: hp, base.x.y: deep}"
    found, said = deck_of(text, f"{{file: cards.json, columns: {columns}}}", fields)
    assert ([], ["de"]) == (said, [*found.texts] if found else [])
    assert found
    card = found.cards[0]
    assert ("Owl", 3, True, "n fly, v 2, hoot") == (card.name, card.hp, card.deep, card.moves)
    assert "Eule" == found.texts["de"]["owl"]["name"][0]


def test_what_is_wrong_in_a_list_has_its_line(deck_of: Listed) -> None:
    text = '[\n  {"name": "Owl", "rank": "one"},\n  {"name": "Bat",\n   "rank": "two"},\n  {"nme": "Cat"}\n]'
    _, said = deck_of(text)
    assert ['cards.json:5:4 unknown-field "nme" -> "name"'] == briefs(said)
    _, said = deck_of(text.replace("nme", "name"))
    assert ['cards.json:2:27 number-expected "one" "two" 2 4'] == briefs(said)
    found, said = deck_of('[{"id": "a b", "rank": 1},{"id": "A B", "rank": 2}]')
    assert brief(said[0]).startswith('cards.json:1:34 name-taken "a-b"')
    assert found is None


@pytest.mark.parametrize(
    ("text", "at", "told"),
    [
        ("[]", "", "cards.json:1:1: no list of cards is found here"),
        ("", "", "cards.json:1:1 json-broken"),
        (
            '[{"name": "Owl"}',
            "",
            "cards.json:1:1 json-broken",
        ),
        ('[{"name": "Owl}]', "", "cards.json:1:11 json-broken"),
        ("[{name: Owl}]", "", "cards.json:1:3: a name in quotes is due here"),
        ('[{"name": Owl}]', "", 'cards.json:1:11: "Owl" is no JSON'),
        ('[{"name": "Owl"}]]', "", 'cards.json:1:18: this "]" closes nothing'),
        ('[{"name": , "x": 1}]', "", "cards.json:1:11: a value is missing before this comma"),
        ('[{"name": "\\q"}]', "", "cards.json:1:11: a backslash here"),
        (
            '{"w": [{"name": "x"}], "b": [{"name": "y"}]}',
            "",
            "cards.json:1: this file holds several lists: w, b; say which has the cards:  at: w",
        ),
        (
            '{"w": [{"name": "x"}], "b": [{"name": "y"}]}',
            "wite",
            'cards.json table-not-found "wite"',
        ),
        ("[" * (DEEPEST + 2), "", "cards.json:1:51 json-broken 50"),
    ],
)
def test_what_is_no_list_of_cards_is_told(deck_of: Listed, text: str, at: str, told: str) -> None:
    found, said = deck_of(text, f"{{file: cards.json, at: {at}}}" if at else "cards.json")
    assert found is None
    assert is_expected(said[0], told), briefs(said)


def test_json_is_read_without_recursion() -> None:
    with raises_finding("a.json:1:251 json-broken 50"):
        read_json(Path("a.json"), '{"a":' * 100_000)


@pytest.mark.parametrize(
    "text",
    [
        '{"w": [{"Front": "x", "n": 1}, {"Front": "y", "n": 2}], "b": ["z"]}',
        '["Owl", "Bat"]',
        '{"Owl": {"n": 1}, "Bat": {"n": 2}}',
    ],
)
def test_a_list_is_guessed_at(tmp_path: Path, text: str) -> None:
    """It loads and prints as proposed; other lists of the file are named."""
    root = write_project(tmp_path, files={"card_data/sweets/cards.json": text.encode()})
    said = run("table", "--guess", root / "card_data/sweets/cards.json", project=root).stdout
    assert ("# other lists: b" in said, "at: w\n" in said) == ('"w"' in text, '"w"' in text)
    write_project(root, {"main": said})
    games, problems = load_games(find_project(root))
    assert ([], 2) == (problems, len(games[0].deck("main")))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (
            '{"name": ["Owl", "Bat"], "rank": [3, null], "tags": [["night", "bird"], []]}',
            "cards.json",
        ),
        (
            '{"deck": "x", "cards": {"rank": [3, null], "name": ["Owl", "Bat"], "tags": ["night, bird", ""]}}',
            "cards.json",
        ),
        (
            '{"name": ["Owl", "Bat"], "id": ["owl", "bat"], "rank": [3, null], "tags": ["night, bird", []]}',
            "cards.json",
        ),
        (
            '{"a": ["x"], "c": {"name": ["Owl", "Bat"], "rank": [3, null], "tags": ["night, bird", []]}}',
            "{file: cards.json, at: c}",
        ),
    ],
)
def test_lists_side_by_side_are_columns(deck_of: Listed, text: str, cards: str) -> None:
    deck, told = deck_of(text, cards)
    assert ([], OWLS) == (told, known(deck))


@pytest.mark.parametrize(
    "text",
    ['{"name": ["Owl", "Bat"], "white": ["a"]}', '{"white": ["a", "b"], "black": ["c", "d"]}'],
)
def test_lists_that_are_no_columns_stay_lists(deck_of: Listed, text: str) -> None:
    assert "cards.json:1 table-not-found" == brief(deck_of(text)[1][0])


def test_lists_of_one_entry_side_by_side_are_one_card(deck_of: Listed) -> None:
    deck, told = deck_of('{"name": ["Owl"], "rank": [3], "tags": [["night", "bird"]]}')
    assert ([], ["Owl"]) == (told, [card.name for card in deck or ()])


def test_columns_of_different_lengths_are_told(deck_of: Listed) -> None:
    """To take one of them for the cards would lose the other."""
    (told,) = deck_of('{"name": ["Owl", "Bat"], "rank": [3]}')[1]
    assert spelt(told).startswith(
        "cards.json:1:1: these lists are columns of different lengths: name has 2, rank has 1; give them as many"
    )


def test_forbidden_words_stay_cards(deck_of: Listed) -> None:
    """A card may be called Text, and have as many words as the others."""
    deck, told = deck_of(
        '{"Text": ["a", "b"], "Ape": ["c", "d"], "Bat": ["e", "f"], "Cat": ["g", "h"]}',
        fields="fields: {entries: text}\n",
    )
    assert [] == told
    assert deck is not None
    assert ["Text", "Ape", "Bat", "Cat"] == [card.name for card in deck]


def test_a_sentence_with_a_colon_is_told_with_its_line(deck_of: Listed) -> None:
    """It would be a column of its own; what is meant as a name stays one."""
    lines = "- Draw two cards.\n- Choose one: draw or discard.\n- Pass.\n"
    deck, told = deck_of(lines, "list.yaml", name="list.yaml")
    expected = '"Choose one: draw or discard." is read as a name with a value, for the colon; put the whole text in quotes'
    assert (None, [f"list.yaml:2:3: {expected}"]) == (deck, [spelt(problem) for problem in told])
    assert (
        []
        == deck_of(
            lines.replace("Choose one: draw or discard.", "'Choose one: draw or discard.'"),
            "list.yaml",
            name="list.yaml",
        )[1]
    )
    _, told = deck_of("- Choose: one\n- Draw: two\n- Pass\n", "list.yaml", name="list.yaml")
    assert "list.yaml:1:3" == place_of(told[0])
    assert [] == deck_of("- rank: 1\n- rank: 2\n- Owl\n", "list.yaml", name="list.yaml")[1]
    assert [] == deck_of("- Owl\n- name: Bat\n", "list.yaml", name="list.yaml")[1]
    assert [] == deck_of("- Owl: {rank: 3}\n- Bat\n", "list.yaml", name="list.yaml")[1]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("[{}]", "put an object into its list for each card"),
        ('[{"a": null}]', "no key of its objects is a field of this deck; call them  "),
    ],
)
def test_objects_that_say_nothing_are_told_as_objects(
    tmp_path: Path, data: str, expected: str
) -> None:
    """They have no row of headings: header_row cannot be what is wrong."""
    deck = "title: D\nsize: poker\ntemplate: t.svg\ncards: list.json\n"
    project = write_project(tmp_path, {"main": deck}, files={"card_data/sweets/list.json": data})
    done = run("list", project=project)
    assert (True, False) == (done.tells(expected), "row -1" in done.output), done.output
