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
STRIPS = {"best-candy-on-the-block": "trick"}


@cache
def game_of(id: str) -> Game:
    (game,) = [game for game in shipped_workshop().games if game.id == id]
    return game


@cache
def template_of(id: str) -> str:
    """The template of a game's strip."""
    folder = SHIPPED / "templates" / game_of(id).rulebook.templates
    return (folder / f"{STRIPS[id]}.svg").read_text("utf-8")


def value_of(id: str, name: str) -> Any:
    """What the template of a strip sets a name to."""
    ((written,),) = [re.findall(rf"set {name} = (.+?) %}}", template_of(id))]
    return ast.literal_eval(written)


def card_of(id: str, name: str) -> Card:
    deck, _, card = name.partition("/")
    return game_of(id).deck(deck).card(card)


def call_of(id: str, language: str = "") -> str:
    """How a book asks for its strip."""
    name = f"rulebook.{language}.md" if language else "rulebook.md"
    book = (game_of(id).folder / name).read_text("utf-8")
    (call,) = re.findall(rf"{{{{ figure\('{STRIPS[id]}',.*?\) }}}}", book, re.DOTALL)
    return str(call)


def said(call: str, name: str) -> Any:
    """What a call says by a name."""
    tree = ast.parse(call.strip("{} "), mode="eval").body
    assert isinstance(tree, ast.Call)
    (value,) = [keyword.value for keyword in tree.keywords if keyword.arg == name]
    return ast.literal_eval(value)


def books() -> list[tuple[str, str]]:
    """Each strip in each language of its book."""
    found = []
    for id in STRIPS:
        for path in sorted(game_of(id).folder.glob("rulebook*.md")):
            language = path.suffixes[0].strip(".") if len(path.suffixes) > 1 else ""
            found.append((id, language))
    return found


@pytest.mark.parametrize("id", STRIPS)
def test_panels_are_numbered_as_they_are_read(id: str) -> None:
    assert STRIP in template_of(id)
    panels = re.findall(PANEL, template_of(id))
    assert 6 <= len(panels) <= 9
    assert [(str(number), str(number - 1)) for number in range(1, len(panels) + 1)] == panels


@pytest.mark.parametrize(("id", "language"), books())
def test_each_panel_has_its_words(id: str, language: str) -> None:
    """In short sentences; and those who cannot see it are told of every picture."""
    call = call_of(id, language)
    tells = said(call, "tells")
    assert len(re.findall(PANEL, template_of(id))) == len(tells)
    for words in tells:
        for sentence in re.split(r"[.!?:] ", words):
            assert len(sentence.split()) <= 15, sentence
    assert [str(number) for number in range(1, len(tells) + 1)] == re.findall(
        r"(?:^|\s)(\d): ", said(call, "alt")
    )


@pytest.mark.parametrize("id", STRIPS)
def test_a_strip_stands_in_the_first_half_of_its_book(id: str) -> None:
    book = (game_of(id).folder / "rulebook.md").read_text("utf-8")
    assert book.index(call_of(id)) < len(book) / 2


# -- what happens


def test_best_candy_the_trick_is_won_by_the_rules() -> None:
    """Who has the suit follows; the highest trump wins."""
    id = "best-candy-on-the-block"
    call = call_of(id)
    trump, favorite = (name.split("/")[1] for name in value_of(id, "trump, favorite"))
    plays = [card_of(id, name) for name in value_of(id, "plays")]
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
