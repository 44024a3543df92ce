"""Variants: the cards a way to play uses, and if they can be dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Game
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import Code, RuleSet, Variant
from cardgen.sandbox.filters import called

MOST_SETS = 4


class CardsUsed(NamedTuple):
    """The cards that a variant uses for a number of players.

    They are by deck, with the number of whole sets. `pile` is the deck that is dealt: all cards
    where they are given as one list, else those of the first deck named. `size` counts its copies,
    all sets together. `scope` is what the checks of the variant can name."""

    cards: Mapping[str, tuple[Card, ...]]
    pile: tuple[Card, ...]
    sets: int
    size: int
    scope: Mapping[str, Any]


class PrintRequest(NamedTuple):
    """The ids of the cards to print of each deck, and the number of sets."""

    cards: tuple[tuple[str, tuple[str, ...]], ...]
    sets: int


class DealMismatch(NamedTuple):
    """A deal whose numbers do not match: in general, for so many players, and the remedy.

    `decks` are to blame, or else `place` is."""

    what: str
    counted: str
    remedy: str
    place: Place
    decks: tuple[str, ...] = ()


def cards_used(variant: Variant, players: int, view: GameView) -> CardsUsed:
    """The cards that a variant uses. Raises CardgenError where they cannot be computed."""
    scope: dict[str, Any] = {**view.scope, "players": players}
    for name, code in variant.let:
        scope[name] = view.compute(code, scope)
    sets = whole_number(variant.sets, scope, players, view, "sets") if variant.sets else 1
    if variant.sets and not 1 <= sets <= MOST_SETS:
        raise CardgenError(
            Finding(
                "out-of-range",
                f"{sets} sets of cards cannot be used",
                f"use 1 to {MOST_SETS}",
                variant.sets.place,
            )
        )
    by_deck: dict[str, tuple[Card, ...]] = {}
    if not variant.cards:
        by_deck = {deck.id: deck.cards for deck in view.scope["deck"]}
    for deck, code in variant.cards:
        if deck and deck not in (*view.decks, *view.unread):
            raise CardgenError(
                Finding(
                    "unknown-deck",
                    f'this game has no deck "{deck}"',
                    did_you_mean(deck, view.decks),
                    code.place,
                )
            )
        cards = _cards(code, scope, view)
        if deck and any(card.deck != deck for card in cards):
            raise CardgenError(
                Finding(
                    "variant-cards",
                    f'not all of these cards are of the deck "{deck}"',
                    f"name cards of {deck}",
                    code.place,
                )
            )
        for card in cards:
            by_deck[card.deck] = (*by_deck.get(card.deck, ()), card)
    pile = (
        next(iter(by_deck.values()), ())
        if not variant.cards or variant.cards[0][0]
        else tuple(c for s in by_deck.values() for c in s)
    )
    size = sum(card.copies for card in pile) * sets
    return CardsUsed(
        by_deck, pile, sets, size, {**scope, "cards": list(pile), "sets": sets, "size": size}
    )


def _cards(code: Code, scope: Mapping[str, Any], view: GameView) -> list[Card]:
    value = view.compute(code, scope)
    if not isinstance(value, list) or not all(isinstance(card, Card) for card in value):
        raise CardgenError(
            Finding(
                "rule-value",
                f"the cards of a variant are {called(value)}, not cards",
                "write  cards: deck.main",
                code.place,
            )
        )
    return list(dict.fromkeys(value))


def whole_number(
    code: Code, scope: Mapping[str, Any], players: int, view: GameView, name: str
) -> int:
    """A whole number that may depend on the number of players; `name` is for messages.

    Raises CardgenError."""
    value = view.compute(code, scope)
    if isinstance(value, Mapping):
        if players not in value:
            raise CardgenError(
                Finding(
                    "variant-players",
                    f"{name} says nothing for {players} players",
                    f"add  {players}: ...",
                    code.place,
                )
            )
        value = value[players]
    if isinstance(value, bool) or not isinstance(value, int):
        raise CardgenError(
            Finding(
                "rule-value",
                f"{name} is {called(value)}, not a whole number",
                "write one, or {3: 17, 4: 13}",
                code.place,
            )
        )
    return value


def check_deal(variant: Variant, players: int, view: GameView) -> tuple[str, DealMismatch | None]:
    """The count for a number of players, in words, and the mismatch, if any."""
    used = cards_used(variant, players, view)
    size, scope = used.size, used.scope
    if not size:
        place = variant.cards[0][1].place if variant.cards else variant.place
        return _wrong("it uses no card", f"{players}p none", "change its cards", place)
    if variant.deck_size:
        expected = whole_number(variant.deck_size, used.scope, players, view, "deck_size")
        if expected != size:
            more = f"add {expected - size}" if expected > size else f"take out {size - expected}"
            return _wrong(
                "its cards are not as many as deck_size says",
                f"{players}p {size}, not {expected}",
                f"{more}, or mend deck_size",
                variant.deck_size.place,
                tuple(dict.fromkeys(card.deck for card in used.pile)),
            )
    code = variant.deals or variant.deal
    if not code:
        return f"{players}p {size}", None
    dealt, sum_of = _dealt(variant, code, players, scope, view)
    rest = (
        whole_number(variant.left, scope, players, view, "left")
        if variant.left
        else max(0, size - dealt)
    )
    if dealt + rest != size:
        sums = f"{sum_of} + {rest}" if variant.left else sum_of
        return _wrong(
            "the deal does not come out",
            f"{players}p {sums} of {size}",
            "mend its deal, left or deck_size",
            code.place,
        )
    return f"{players}p {size} = {sum_of} + {rest}", None


def deal_counts(variant: Variant, players: int, view: GameView) -> tuple[int | None, int]:
    """The number of dealt cards (None if not said) and of all. Raises CardgenError."""
    used, code = cards_used(variant, players, view), variant.deals or variant.deal
    if not code:
        return None, used.size
    return _dealt(variant, code, players, used.scope, view)[0], used.size


def _dealt(
    variant: Variant, code: Code, players: int, scope: Mapping[str, Any], view: GameView
) -> tuple[int, str]:
    """The number of dealt cards, and the calculation in words."""
    amount = whole_number(code, scope, players, view, "deals" if variant.deals else "deal")
    return (amount, f"{amount}") if variant.deals else (players * amount, f"{players} x {amount}")


def _wrong(
    message: str, counted: str, remedy: str, place: Place, decks: tuple[str, ...] = ()
) -> tuple[str, DealMismatch]:
    return counted, DealMismatch(message, counted, remedy, place, decks)


def cards_to_print(
    game: Game, rule_set: RuleSet, id: str, players: int, unread: Collection[str]
) -> Iterator[PrintRequest]:
    """Yield the cards to print for a variant.

    Its expressions are computed here: run it in a process that can be stopped."""
    variant = rule_set.variant(id)
    assert variant is not None
    used = cards_used(variant, players, GameView(game, rule_set, unread))
    cards = tuple(
        (deck.id, tuple(card.id for card in used.cards[deck.id]))
        for deck in game.decks
        if used.cards.get(deck.id)
    )
    yield PrintRequest(cards, used.sets)
