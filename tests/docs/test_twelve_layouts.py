"""The twelve layouts of docs/layouts: short templates whose texts never lie on one another, whatever
the cards say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.geometry import Edges
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.flow_setter import FlowSetter
from cardgen.cards.placed_markup import PlacedMarkup
from cardgen.cards.text_setter import TextSetter
from cardgen.model.cards import Card, Deck

LAYOUTS = Path(__file__).resolve().parents[2] / "docs/layouts"
TEXTS_OF_A_DECK = 17
"""So that all twelve decks are tried with more than two hundred."""
HAIR = 0.02
WORDS = {
    "": "a to the of, Trample Rooted harbour moonlight “wake” two damage. Thunderstorm {heart} {coin} "
    "**bold** *soft* [red]{.price} [2]{size=1.4} considerations Ablaze: river; stone 12 unforgettable",
    "leftward": "2 קחו שני קלפים מהחפיסה. אם אחד מהם **הוא** פרי, הניחו {coin} אותו לפניכם 12 [פרי]{.price}",
}
SHORT = {
    "cost": 2,
    "strength": 1,
    "number": 1,
    "kind": 2,
    "name": 5,
    "good": 3,
    "french": 5,
    "serves": 6,
    "word": 2,
}
"""How many words at most what is a line of its own has."""


@pytest.fixture(scope="module")
def context() -> Context:
    workshop = cardgen.open_project(LAYOUTS)
    return Context.of(workshop.project, workshop.games[0], workshop.fonts, Cache(None))


def random_fields(deck: Deck, fields: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Values of a card with other words in all its texts, as long as the dice say."""
    words = WORDS.get(deck.id, WORDS[""]).split()
    own = dict(fields)
    for name, value in fields.items():
        if value and (name == "name" or (name in deck.fields and deck.fields[name].is_text)):
            longest = SHORT.get(name, 30 if "rows" in deck.cards[0].fields else 90)
            count = 1 + int((longest - 1) * dice.random() ** 3)
            text = " ".join(dice.choices(words, k=count))
            is_list = "\n- " in value and count > 4
            own[name] = text.replace(". ", ".\n- " if is_list else ".\n")
    return own


def random_cards(deck: Deck) -> Iterator[Card]:
    dice = random.Random(deck.id)
    for number in range(TEXTS_OF_A_DECK):
        card = deck.cards[number % len(deck.cards)]
        own = random_fields(deck, card.fields, dice)
        if "rows" in own:
            rows = [dice.choice(own["rows"]) for _ in range(dice.randint(1, len(own["rows"]) + 1))]
            own["rows"] = [type(row)(random_fields(deck, row, dice)) for row in rows]
        yield replace(card, id=f"{card.id}-{number}", fields=own)


def overlap(one: Edges, other: Edges) -> bool:
    apart = (one[2] - other[0], other[2] - one[0], one[3] - other[1], other[3] - one[1])
    return min(apart) > HAIR


DECKS = sorted(path.stem for path in (LAYOUTS / "templates").glob("*.svg"))


def test_there_are_twelve_of_less_than_forty_lines(context: Context) -> None:
    assert DECKS == sorted(deck.id for deck in context.game.decks)
    assert 12 == len(DECKS)
    for deck in DECKS:
        template = (LAYOUTS / f"templates/{deck}.svg").read_text("utf-8")
        assert template.count("\n") < 40
        assert max(map(len, template.splitlines())) <= 200


@pytest.mark.parametrize("name", DECKS)
def test_texts_never_lie_on_one_another(
    name: str, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed: list[PlacedMarkup] = []

    def spy(kind: type, method: str) -> None:
        original = getattr(kind, method)

        def noting(self: Any, *arguments: Any) -> PlacedMarkup:
            part: PlacedMarkup = original(self, *arguments)
            placed.append(part)
            return part

        monkeypatch.setattr(kind, method, noting)

    spy(TextSetter, "svg")
    spy(FlowSetter, "picture")
    composer = Composer(context)
    deck = context.game.deck(name)
    view = deck.shape.width / 72 * 25.4, deck.shape.height / 72 * 25.4
    fitting = 0
    for card in random_cards(deck):
        placed.clear()
        _, problems, _ = composer.side(card, deck.template)
        edges = [part.edges for part in placed if part.height]
        strays = [part for part in edges if not within(part, view)]
        clashes = [pair for pair in combinations(edges, 2) if overlap(*pair)]
        if problems:
            assert {"text-overflow"} == {problem.code for problem in problems}, list(
                map(str, problems)
            )
        else:
            fitting += 1
            assert not strays + clashes, (card.id, card.fields)
    assert TEXTS_OF_A_DECK / 4 < fitting


def within(part: Edges, view: tuple[float, float]) -> bool:
    left, top, right, bottom = part
    return min(left, top, view[0] - right, view[1] - bottom) > -4
