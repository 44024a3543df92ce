"""The language of --cards: what each part means, and what is said of one that means nothing."""

from __future__ import annotations

import contextlib
from pathlib import Path
from string import ascii_letters

import pytest
from briefs import brief, is_expected
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError
from cardgen.cards.choosing import chosen
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import card_size
from cardgen.schema.field_kinds import ListField, TextField, TruthField, WholeNumberField

FIELDS = {
    "rank": WholeNumberField("rank", optional=True),
    "color": TextField("color"),
    "legend": TruthField("legend", default=False, has_default=True),
    "tags": ListField("tags"),
}


def card(deck: str, id: str, copies: int = 1, **fields: object) -> Card:
    return Card(
        id,
        deck,
        dict.fromkeys(FIELDS if deck == "beasts" else ()) | fields,
        copies=copies,
        place=None,
    )  # type: ignore[arg-type]


def deck(id: str, *cards: Card) -> Deck:
    return Deck(id, id, "zoo", card_size("poker"), "", "", cards, FIELDS if id == "beasts" else {})


BEASTS = deck(
    "beasts",
    card("beasts", "wolf", 3, rank=4, color="grey", name="Grey Wolf", tags=("pack", "night")),
    card("beasts", "wolf-king", 1, rank=9, color="white", name="Wolf, the King", legend=True),
    card("beasts", "owl", 2, rank=3, color="grey", name="Owl in the Night", tags=("night",)),
    card("beasts", "7", 1, color="green", name="Seven"),
    card("beasts", "a:1", 2, rank=1, color="green", name="Who's there"),
    card("beasts", "b*", 0, rank=2, color="green"),
)
PLACES = deck(
    "places",
    card("places", "cave"),
    card("places", "den", 2),
    card("places", "owl", name="Owl Hill"),
)
GAME = Game("zoo", "Zoo", "", Path(), {}, {"tags": ("night", "pack")}, (BEASTS, PLACES))


def picked(*selection: str, copies: int = 0) -> str:
    """What is chosen, as deck initial, card and copies, in the order of the decks."""
    counts = chosen(selection, [(GAME, BEASTS), (GAME, PLACES)], copies)
    decks = zip((BEASTS, PLACES), counts, strict=True)
    return " ".join(
        f"{deck.cards[at].id}{'+' * own[at]}" for deck, own in decks for at in sorted(own)
    )


@pytest.mark.parametrize(
    ("selection", "cards"),
    [
        ("wolf", "wolf+++"),
        ("wolf,cave", "wolf+++ cave+"),
        (" wolf , cave , ", "wolf+++ cave+"),
        ("owl", "owl++ owl+"),
        ("Owl in the Night", "owl++"),
        ("owl hill", "owl+"),
        ("Who's there, owl hill", "a:1++ owl+"),
        ("'Wolf, the King'", "wolf-king+"),
        ('"Wolf, the King":2,cave', "wolf-king++ cave+"),
        ("7", "7+"),
        ("1-2", "wolf+++ wolf-king+ cave+ den++"),
        ("2 - 1", "wolf+++ wolf-king+ cave+ den++"),
        ("5-9", "7+"),  # ids that are numbers come before places
        ("3", "owl++ owl+"),
        ("wolf*", "wolf+++ wolf-king+"),
        ("?ave", "cave+"),
        ("*night*", "owl++"),
        ("a:1", "a:1++"),
        ("a:1:1", "a:1+"),
        ("b*", "b*"),  # its id, before any pattern; it has 0 copies
        ("b*:5", "b*"),
        ("[wolf]*, cave", ""),
        ("wolf:1", "wolf+"),
        ("wolf : 5", "wolf+++++"),
        ("wolf*:1", "wolf+ wolf-king+"),
        ("1:1", "wolf+ cave+"),
        ("wolf*:1,wolf", "wolf+++ wolf-king+"),
        ("rank > 3", "wolf+++ wolf-king+"),
        ("rank > 3 and color == 'grey'", "wolf+++"),
        ("rank > 3:1", "wolf+ wolf-king+"),
        ("rank in [1, 3], den", "owl++ a:1++ den++"),
        ("'night' in tags", "wolf+++ owl++"),
        ("tags | length == 2", "wolf+++"),
        ("rank is none", "7+"),
        ("color == 'green' and not rank", "7+"),
        ("legend", "wolf-king+"),
        ("not legend and rank > 3", "wolf+++"),
        ("card.deck == 'places' and copies > 1", "den++"),
        ("(name or '') == 'Seven'", "7+"),
        ("!wolf*, !den, !b*", "owl++ 7+ a:1++ cave+ owl+"),
        ("wolf*, !wolf-king", "wolf+++"),
        ("wolf*, !wolf*, cave", "cave+"),
    ],
)
def test_what_a_selection_means(selection: str, cards: str) -> None:
    if not cards:
        with pytest.raises(CardgenError):
            picked(selection)
    else:
        assert cards == picked(selection)


@pytest.mark.parametrize(
    ("selection", "missing"), [("2-9", "9"), ("5-2", "5"), ("0-3", "0"), ("0-9", "0-9"), ("4", "4")]
)
def test_numbers_reach_no_further_than_the_cards(selection: str, missing: str) -> None:
    with pytest.raises(CardgenError, match=f'no card has the number "{missing}"; give .* 1 to 3'):
        chosen([selection], [(GAME, PLACES)])


def test_so_many_of_each() -> None:
    """A number for all of them gives way to a part's own; a card that has no copies gets none."""
    assert "wolf+ wolf-king+ owl+ 7+ a:1+ b* cave+ den+ owl+" == picked(copies=1)
    assert "wolf+ wolf-king++" == picked("wolf*, wolf:1", copies=2)
    assert "wolf+++ wolf-king+ owl++ 7+ a:1++ b* cave+ den++ owl+" == picked()


def test_several_selections_are_one() -> None:
    assert "wolf+++ a:1++ cave+" == picked("wolf", "a:1", "cave")


@pytest.mark.parametrize(
    ("selection", "said"),
    [
        ("wofl", 'no card is called "wofl"; did you mean "wolf"?'),
        ("Owl Hil", 'no card is called "Owl Hil"; did you mean "Owl Hill"?'),
        ("'wolf*'", 'no card is called "wolf*"; did you mean "wolf"'),
        ("20-30", 'no card has the number "20-30"; give numbers from 1 to 6, or ids'),
        ("wofl*", 'no card is called as "wofl*" says; did you mean "wolf"'),
        ("rank > 9", '"rank > 9" holds for no card'),
        ("rnk > 9", 'expression-failed "rnk > 9" "rnk" -> "rank"'),
        (
            "color == grey",
            'template-value "color == grey" "grey"',
        ),
        ("rank >", 'in "rank >": it ends too early'),
        ("rank > 'a'", "in \"rank > 'a'\": "),
        ("card.__class__ == 1", "in "),
        ("wolf:0", '"wolf:0" asks for 0 copies; ask for 1 to 999'),
        ("wolf:1000", '"wolf:1000" asks for 1,000 copies; ask for 1 to 999'),
        ("range(10 ** 9) | list | length > 1", "in "),
    ],
)
def test_a_part_that_means_no_card_is_named(selection: str, said: str) -> None:
    with pytest.raises(CardgenError) as raised:
        picked(f"cave, {selection}")
    (problem,) = raised.value.findings
    assert is_expected(problem, said), brief(problem)


def test_all_parts_that_mean_nothing_are_told_at_once() -> None:
    with pytest.raises(CardgenError) as raised:
        picked("wofl, 90, cave, rank > 90", "ca?e?")
    assert 4 == len(raised.value.findings)


@given(st.text(ascii_letters + "0123456789-:*?!,'\"()[]<>=| ", max_size=30))
def test_any_text_is_a_selection_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(CardgenError):
        counts = chosen([text], [(GAME, BEASTS), (GAME, PLACES)])
        assert all(
            0 <= at < len(deck)
            for deck, own in zip((BEASTS, PLACES), counts, strict=True)
            for at in own
        )


@given(
    st.sampled_from([card.id for card in BEASTS.cards]),
    st.sampled_from(["'{}'", '"{}"', "{}", " {} "]),
)
def test_every_id_can_be_said(id: str, way: str) -> None:
    """Whatever it looks like: as it is, or in quotes."""
    counts, _ = chosen([way.format(id)], [(GAME, BEASTS), (GAME, PLACES)])
    assert [id] == [BEASTS.cards[at].id for at in counts]
