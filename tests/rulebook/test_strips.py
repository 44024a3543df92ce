"""Strips of pictures that tell a first turn: each game's book has one, near its beginning; what
happens in it is what the rules say."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Any

import pytest
from drawn_decks import shipped_workshop
from projects import SHIPPED

from cardgen.model.cards import Card, Game

STRIP = '"parts/strip.svg"'
PANEL = r"strip\.panel\((\d+), tells\[(\d+)\]"
STRIPS = {
    "best-candy-on-the-block": ["trick"],
    "candy-crave": ["turns", "turns-on"],
    "trick-or-treat-candy-pot": ["trick", "taking"],
    "trick-or-treat-monsters": ["turns", "turns-on"],
    "trick-or-treat-street": ["turn", "turn-on"],
}
"""The figures of each game's strip, which may go on on the next page between them."""


@cache
def game_of(id: str) -> Game:
    (game,) = [game for game in shipped_workshop().games if game.id == id]
    return game


@cache
def template_of(id: str, name: str) -> str:
    folder = SHIPPED / "templates" / game_of(id).rulebook.templates
    return (folder / f"{name}.svg").read_text("utf-8")


def value_of(source: str, name: str) -> Any:
    """What a template sets a name to."""
    (written,) = re.findall(rf"set {name} = (.+?) %}}", source)
    return ast.literal_eval(written)


def cards_of(id: str, names: list[str]) -> list[Card]:
    pairs = [name.split("/") for name in names]
    return [game_of(id).deck(deck).card(card) for deck, card in pairs]


def call_of(id: str, name: str, language: str = "") -> str:
    """How a book asks for a figure."""
    file = f"rulebook.{language}.md" if language else "rulebook.md"
    book = (game_of(id).folder / file).read_text("utf-8")
    (call,) = re.findall(rf"{{{{ figure\('{name}',.*?\) }}}}", book, re.DOTALL)
    return str(call)


def said(call: str, name: str) -> Any:
    """What a call says by a name."""
    tree = ast.parse(call.strip("{} "), mode="eval").body
    assert isinstance(tree, ast.Call)
    (value,) = [keyword.value for keyword in tree.keywords if keyword.arg == name]
    return ast.literal_eval(value)


def panels_of(id: str, name: str) -> list[tuple[int, int]]:
    """The number of each panel of a figure, and which of its sentences it has."""
    numbers = re.findall(PANEL, template_of(id, name))
    return [(int(panel), int(sentence)) for panel, sentence in numbers]


def books() -> list[tuple[str, str]]:
    """Each strip in each language of its book; a translation may still lack it."""
    pairs = []
    for id in STRIPS:
        for path in sorted(game_of(id).folder.glob("rulebook*.md")):
            language = path.suffixes[0].strip(".") if len(path.suffixes) > 1 else ""
            if not language or f"figure('{STRIPS[id][0]}'" in path.read_text("utf-8"):
                pairs.append((id, language))
    return pairs


@pytest.mark.parametrize("id", STRIPS)
def test_panels_are_numbered_as_they_are_read(id: str) -> None:
    panels = []
    for name in STRIPS[id]:
        assert STRIP in template_of(id, name)
        numbers = panels_of(id, name)
        assert [*range(len(numbers))] == [sentence for _, sentence in numbers]
        panels += [panel for panel, _ in numbers]
    assert 6 <= len(panels) <= 9
    assert [*range(1, len(panels) + 1)] == panels


@pytest.mark.parametrize(("id", "language"), books())
def test_each_panel_has_its_words(id: str, language: str) -> None:
    """In short sentences; and those who cannot see it are told of every picture."""
    for name in STRIPS[id]:
        call = call_of(id, name, language)
        panels = panels_of(id, name)
        tells = said(call, "tells")
        assert len(panels) == len(tells)
        for words in tells:
            for sentence in re.split(r"[.!?:] ", words):
                assert len(sentence.split()) <= 17, sentence
        described = re.findall(r"(?:^|\s)(\d): ", said(call, "alt"))
        assert [str(panel) for panel, _ in panels] == described


@pytest.mark.parametrize("id", STRIPS)
def test_a_strip_stands_in_the_first_half_of_its_book(id: str) -> None:
    book = (game_of(id).folder / "rulebook.md").read_text("utf-8")
    assert book.index(call_of(id, STRIPS[id][0])) < len(book) / 2


# -- what happens


def test_best_candy_the_trick_is_won_by_the_rules() -> None:
    """Who has the suit follows; the highest trump wins."""
    id = "best-candy-on-the-block"
    call, template = call_of(id, "trick"), template_of(id, "trick")
    trump, favorite = (name.split("/")[1] for name in value_of(template, "trump, favorite"))
    plays = cards_of(id, value_of(template, "plays"))
    suits = [card.fields["suits"] for card in plays]
    suit = said(call, "says")[0].strip("!").lower()
    assert suit in suits[0]
    assert [True, True, False] == [suit in each for each in suits[1:]]
    assert said(call, "trump").lower().endswith(trump)
    trumps = [card for card in plays if trump in card.fields["suits"]]
    winner = plays.index(max(trumps, key=lambda card: card.fields["rank"]))
    assert said(call, "wins").startswith(said(call, "names")[winner])
    bonus = sum(favorite in each for each in suits)
    assert said(call, "sum").startswith(f"1 + {bonus} = {1 + bonus}")


def test_best_candy_what_beats_what() -> None:
    """The first card of each pair wins while Fruit is the trick's suit and Nuts is trump."""
    id = "best-candy-on-the-block"
    for pair in re.findall(r"\('(main/[\w-]+)', '(main/[\w-]+)'", template_of(id, "beats")):

        def power(card: Card) -> tuple[bool, bool, int]:
            suits = card.fields["suits"]
            return "nuts" in suits, "fruit" in suits, card.fields["rank"]

        better, worse = cards_of(id, list(pair))
        assert power(better) > power(worse)


def test_candy_pot_who_wins_and_who_picks() -> None:
    """The king is the highest, then queen, 7 and 3; then two aces, of which the dealer has one."""
    id = "trick-or-treat-candy-pot"
    source = (SHIPPED / "templates/candy-pot/strip.svg").read_text("utf-8")
    values = [card.fields["value"] for card in cards_of(id, value_of(source, "plays"))]
    names = said(call_of(id, "taking"), "names")
    order = sorted(range(len(names)), key=lambda place: -values[place])
    assert ["Fox", "Cat", "Owl", "Crow"] == [names[place] for place in order]
    again = [card.fields["value"] for card in cards_of(id, value_of(source, "again"))]
    assert again[0] == again[1] == max(again)
    assert again[2] == again[3] < again[0]


def test_monsters_each_card_fits() -> None:
    """The same color or face as the one before, or wild; after the Recolor the color named."""
    id = "trick-or-treat-monsters"
    on = template_of(id, "turns-on")
    plays = cards_of(id, value_of(template_of(id, "turns"), "plays") + value_of(on, "plays"))
    color = face = None
    for card in plays:
        wild = card.fields["kind"] == "wild"
        assert color is None or wild or card.fields["color"] == color or card.fields["face"] == face
        color, face = card.fields["color"], card.fields["face"]
        if wild:
            color, face = said(call_of(id, "turns-on"), "says")[0].strip("!").lower(), None
    before, last = cards_of(id, value_of(on, "last"))
    assert before.fields["color"] == last.fields["color"]


def test_street_the_house_answers_to_its_symbol() -> None:
    """What is flipped was rummaged; only the last event matches the house."""
    id = "trick-or-treat-street"
    rummaged, flipped = template_of(id, "turn"), template_of(id, "turn-on")
    house, cards = value_of(rummaged, "house, cards")
    same_house, names = value_of(flipped, "house, flipped")
    assert house == same_house
    assert sorted(cards) == sorted(names)
    (card,) = cards_of(id, [house])
    matches = [name.removeprefix("event/") in card.fields["symbols"] for name in names]
    assert [False, False, False, True] == matches
    assert "flipped just before" in card.fields["text"]


def test_candy_crave_one_more_than_at_the_right() -> None:
    """One sweet, then one more each time; a thief gets all but one; the worth is the sum."""
    id = "candy-crave"
    call, on = call_of(id, "turns-on"), template_of(id, "turns-on")
    taken = value_of(template_of(id, "turns"), "taken")
    assert [1, 2, 3] == [len(kinds) for kinds in taken]
    stolen, base, tiles = value_of(on, "stolen, base, tiles")
    assert {*stolen} < {*taken[2]}
    assert len(stolen) == len(taken[2]) - 1
    values = [card.fields["value"] for card in cards_of(id, [base, *tiles])]
    sum_of_tiles = said(call, "sum").replace("−", "-").replace(" ", "")
    digits = [int(digit) for digit in re.findall(r"\d", sum_of_tiles)]
    assert [abs(value) for value in values] == digits[:-1]
    assert sum_of_tiles.endswith(f"={sum(values)}")
    worth = sum(values) * len(taken[1])
    assert said(call, "points") == f"{len(taken[1])} × {sum(values)} = {worth}"
