"""The hand of a player, by the first rule that deals cards into hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.model.cards import Card, Game
from cardgen.rules.checks import unread_decks
from cardgen.rules.deal import Dealer
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import Claim, RuleSet
from cardgen.sandbox import process

PATIENCE = 1.0
"""Seconds of work that it may take to find out."""


class Hand(NamedTuple):
    """The number of cards in a hand, and the ids it may have.

    The ids are by deck."""

    size: int
    cards: Mapping[str, tuple[str, ...]]


def hand_of(game: Game, rule_set: RuleSet) -> Hand | None:
    """The hand that the first suitable rule of chance deals.

    It is a player's; None if no rule is suitable. Suitable are rules that deal hands of several
    cards."""
    claims = tuple(
        claim for claim in rule_set.claims if any(shuffle.hand for shuffle in claim.deal)
    )
    if not claims:
        return None
    with suppress(CardgenError):  # which validate tells, with its place
        for hand in process.run(_hand, game, rule_set, claims, seconds=PATIENCE):
            return Hand(*hand)
    return None


def _hand(game: Game, rule_set: RuleSet, claims: tuple[Claim, ...]) -> Iterator[Hand]:
    view = GameView(game, rule_set, unread_decks(game))
    for claim in claims:
        players = min(claim.players, default=0)
        with suppress(CardgenError):
            hand = _dealt(Dealer(claim, players, view, (), {}))
            if hand and hand.size > 1:
                yield hand
                return


def _dealt(dealer: Dealer) -> Hand | None:
    """The first player's hand, if it does not depend on an earlier shuffle."""
    for index, shuffle in enumerate(dealer.claim.deal):
        if not shuffle.hand or dealer.follows[index]:
            continue
        stack = dealer.stack(index, {})
        cards: dict[str, dict[str, None]] = {}
        for card in stack.items:
            if isinstance(card, Card):
                cards.setdefault(card.deck, {})[card.id] = None
        size = next(pile.size for pile in stack.piles if pile.seat)
        return Hand(size, {deck: tuple(ids) for deck, ids in cards.items()})
    return None
