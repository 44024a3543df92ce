"""Cards in words, for those who cannot see them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import GAME, HEAD, write_project

import cardgen
from cardgen.cards.spoken import only_behind, spoken, values_of, words_of
from cardgen.export.tabletop_text import TabletopTexts
from cardgen.model.vocabulary import Substitute, Vocabulary


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("{id: corn-cob}", "Corn Cob"),
        ("{id: a, name: Corn, rank: 3}", "Corn (rank 3)"),
        ("{id: a, name: Nuts, suits: [nuts, sour]}", "Nuts (sour)"),
        (
            "{id: a, name: Corn, text: '**Eat** it, {candy} and all'}",
            "Corn: Eat it, candy and all.",
        ),
        (
            "{id: a, name: Corn, rank: 1, text: 'She said “stop!”'}",
            "Corn (rank 1): She said “stop!”",
        ),
    ],
)
def test_a_card_in_words(tmp_path: Path, card: str, said: str) -> None:
    """Its name, what it is by its fields, and its texts without markup; nothing twice, and an end
    to each sentence."""
    fields = "fields:\n  suits: {list_of: suits, default: []}\n  rank: {int: {min: -1, max: 9}, optional: true}\n"
    fields += "  text: text\n" * ("text:" in card)
    root = write_project(tmp_path, {"main": f"{HEAD}{fields}cards:\n  - {card}\n"}, game=GAME)
    (game,) = cardgen.open_project(root).games
    deck = game.deck("main")
    assert said == spoken(game, deck, deck.cards[0])


def test_a_card_in_words_of_its_language(tmp_path: Path) -> None:
    """Choices and what numbers are called are among the words of a game."""
    fields = "fields:\n  suits: {list_of: suits}\n  rank: int\n"
    root = write_project(
        tmp_path,
        {
            "main": f"{HEAD}{fields}cards:\n  - {{id: a, name: Corn, suits: [nuts, sour], rank: 3}}\n"
        },
        game=GAME,
        files={
            "card_data/sweets/game.de.yaml": "words: {nuts: Nuss, rank: Zahl}\n",
            "card_data/sweets/main.de.yaml": "cards: {a: {name: Zuckermais}}\n",
        },
    )
    (game,) = cardgen.open_project(root, "de").games
    deck = game.deck("main")
    assert "Zuckermais (Nuss, sour, Zahl 3)" == spoken(game, deck, deck.cards[0])


def test_the_values_of_a_card_for_a_page(tmp_path: Path) -> None:
    """Texts as the words that print: the page is searched by what a player reads. Choices and
    numbers stay what they are."""
    fields = "fields:\n  text: text\n  rank: int\n"
    card = "{id: a, name: 'The **Owl**', text: '[red]{color=red} {take: Gold}, {{x}}', rank: 3}"
    game = f'{GAME}\nreplace: {{Gold: "{{coin}}"}}\nphrases: {{take: "Take {{1}}"}}\n'
    root = write_project(tmp_path, {"main": f"{HEAD}{fields}cards:\n  - {card}\n"}, game=game)
    (opened,) = cardgen.open_project(root).games
    deck = opened.deck("main")
    values = values_of(opened, deck, deck.cards[0])
    assert ("The Owl", "red Take coin, {x}", 3) == tuple(
        values[name] for name in ("name", "text", "rank")
    )


def test_a_phrase_that_goes_wrong_stays_as_it_is_typed(tmp_path: Path) -> None:
    """It is told of the card; here nothing else may break."""
    vocabulary = Vocabulary(phrases={"take": Substitute("Take {1}")})
    assert "take: 1, 2" == words_of("{take: 1, 2}", vocabulary)


def test_a_name_is_what_prints(tmp_path: Path) -> None:
    """With the replacements and phrases of its deck, on virtual tables as for who cannot see it."""
    words = 'replace: {"<b>": "**", "</b>": "**", Gold: "{coin}"}\nphrases: {big: "Great {1}"}\n'
    card = "{id: a, name: '<b>{big: Gold}</b> Owl'}"
    root = write_project(tmp_path, {"main": f"{HEAD}{words}cards:\n  - {card}\n"}, game=GAME)
    (game,) = cardgen.open_project(root).games
    deck = game.deck("main")
    assert "Great coin Owl" == spoken(game, deck, deck.cards[0])
    assert "[b]Great [/b][b]coin[/b] Owl" == TabletopTexts(game, deck).name(deck.cards[0])


BLOCKS = "Do:\n- one \\\n  and more\n  2. {wood} two\n---\n| cost | says |\n| --: | --- |\n| 2 | **a** |\n| | b |"


def test_lists_and_tables_in_words() -> None:
    """Neither the dashes of a table are words nor a rule; what stands in an item stands in it."""
    printed = ["Do:", "- one", "  and more", "  2. wood two", "cost, says", "2, a", "b"]
    assert words_of(BLOCKS, Vocabulary()).split("\n") == printed
    assert words_of("- a", Vocabulary()) == "- a"


def test_a_table_on_a_table(tmp_path: Path) -> None:
    """Descriptions have bars between cells, and a bold head."""
    fields = "fields:\n  text: text\n"
    card = f"{{id: a, text: {json.dumps(BLOCKS)}}}"
    root = write_project(tmp_path, {"main": f"{HEAD}{fields}cards:\n  - {card}\n"}, game=GAME)
    (game,) = cardgen.open_project(root).games
    deck = game.deck("main")
    lines = TabletopTexts(game, deck).description(deck.cards[0], ()).split("\n")
    assert lines[4:] == ["[b]cost[/b] | [b]says[/b]", "2 | [b]a[/b]", "b"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("- one\n- two", ["•", "one", "•", "two"]),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", ["a", "b", "1", "2"]),
    ],
)
def test_a_list_or_table_of_the_back_is_not_told(
    tmp_path: Path, text: str, printed: list[str]
) -> None:
    card = f"{{id: a, text: {json.dumps(text)}}}"
    root = write_project(tmp_path, {"main": f"{HEAD}fields: {{text: text}}\ncards:\n  - {card}\n"})
    (game,) = cardgen.open_project(root).games
    (opened,) = game.deck("main").cards
    assert only_behind(Vocabulary(), opened, ["A"], printed) == {"text"}
    assert only_behind(Vocabulary(), opened, printed, printed) == frozenset()
