"""Deals as a claim describes them: shuffled cards, and piles.

Random numbers come from Python's Mersenne Twister, whose `random()` is the same on every machine
and in every version; the shuffle is written here."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.cards import Card
from cardgen.rules.card_classes import CardClasses, DealtCard
from cardgen.rules.constant_folding import Folding
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import Claim, Code, Shuffle
from cardgen.rules.variants import whole_number
from cardgen.sandbox.expressions import Compiled
from cardgen.sandbox.filters import called

MOST_DEALT = 5_000
"""How many cards of paper may be shuffled together."""
REST = "rest"


class TooFewCardsError(CardgenError):
    """There are fewer cards than are to be dealt."""


class DealtPile(NamedTuple):
    """Cards that lie together in a hand or on the table.

    A hand has the number of its seat, from 1; a pile on the table has a name and seat 0."""

    name: str
    seat: int
    size: int


class Shuffled(NamedTuple):
    """Items that are shuffled together, and the piles dealt from them.

    There is an item for each copy, and the piles are in order."""

    items: Sequence[Any]
    piles: tuple[DealtPile, ...]


Dealt = Mapping[DealtPile, Sequence[Any]]
"""What lies in each pile."""
DealtCards = dict[DealtPile, list[Any]]
"""What lies in each pile so far, while cards are dealt."""


@dataclass(slots=True)
class Result:
    """The result of a deal: does it count, does the claimed event happen, and the value."""

    counts: bool
    came: bool
    value: Any


class Dealer:
    """Deals as a claim says, and judges deals.

    It does so for a number of players, 0 where the claim says none. `cards` are dealt where the
    claim names none, one for each copy. Raises CardgenError for what cannot be computed,
    TooFewCardsError where there are too few cards."""

    def __init__(
        self,
        claim: Claim,
        players: int,
        view: GameView,
        cards: Sequence[Card],
        extra_names: Mapping[str, Any],
    ) -> None:
        self.claim, self.players, self.view = claim, players, view
        self._cards = cards
        self.scope: dict[str, Any] = {
            **view.scope,
            **extra_names,
            **({"players": players} if players else {}),
        }
        for name, code in claim.let:
            self.scope[name] = view.compute(code, self.scope)
        self.words = claim.words
        self.names = [name for shuffle in claim.deal for name, _ in shuffle.piles]
        self.follows = [
            bool(shuffle.words & {*self.names, "hand", "hands"}) for shuffle in claim.deal
        ]
        """Which shuffles depend on what was dealt before them."""
        self._stacks: dict[int, Shuffled] = {}
        folding = Folding(
            self.scope, {*self.names, "hand", "hands", "seat", "value"}, self._possible_cards()
        )
        self._value, self._given, self._that = (
            code and folding.prepared(code) for code in (claim.value, claim.given, claim.that)
        )
        self.scope |= folding.constants
        self.classes = CardClasses(folding.answers)

    def _possible_cards(self) -> list[Card]:
        """All cards that could be dealt, as far as that is known in advance."""
        cards: dict[Card, None] = {}
        for shuffle, follows in zip(self.claim.deal, self.follows, strict=True):
            items = (
                [card for deck in self.view.decks.values() for card in deck]
                if follows
                else self._items(shuffle, self.scope)
            )
            cards |= dict.fromkeys(item for item in items if isinstance(item, Card))
        return list(cards)

    def stack(self, index: int, dealt: Dealt) -> Shuffled:
        """The shuffle of this index, after the piles in `dealt`."""
        if index in self._stacks:
            return self._stacks[index]
        shuffle = self.claim.deal[index]
        scope = self.names_of(dealt) if self.follows[index] else self.scope
        copies: Counter[Card] = Counter()
        items: list[Any] = []
        for item in self._items(shuffle, scope):
            if isinstance(item, Card) and not isinstance(item, DealtCard):
                copies[item] += 1
                item = self.classes.dealt_card(item, copies[item])
            items.append(item)
        shuffled = Shuffled(items, self._piles(shuffle, len(items), scope))
        if not self.follows[index]:
            self._stacks[index] = shuffled
        return shuffled

    def _items(self, shuffle: Shuffle, scope: Mapping[str, Any]) -> list[Any]:
        """The items of a shuffle, a card once for each of its copies."""
        if shuffle.cards is None:
            items: list[Any] = list(self._cards)
        else:
            value = self.view.compute(shuffle.cards, scope)
            if not isinstance(value, list):
                raise CardgenError(
                    Finding(
                        "rule-value",
                        f"what is dealt is {called(value)}, not cards",
                        "write  from: deck.main",
                        shuffle.cards.place,
                    )
                )
            items = []
            for item in value:
                items += [item] * min(
                    item.copies if isinstance(item, Card) else 1, MOST_DEALT + 1 - len(items)
                )
        if len(items) > MOST_DEALT:
            message = f"more than {MOST_DEALT:,} cards are shuffled together"
            raise CardgenError(
                Finding(
                    "too-large",
                    message,
                    "deal fewer",
                    shuffle.cards.place if shuffle.cards else shuffle.place,
                )
            )
        return items

    def _piles(
        self, shuffle: Shuffle, size: int, scope: Mapping[str, Any]
    ) -> tuple[DealtPile, ...]:
        scope = {**scope, "size": size}
        seats = range(1, (self.players or 1) + 1)
        piles = [
            DealtPile(name, 0, self._pile_size(code, scope))
            for name, code in shuffle.piles
            if code.text != REST
        ]
        if shuffle.hand and shuffle.hand.text != REST:
            hand_size = self._pile_size(shuffle.hand, scope)
            piles = [*(DealtPile("hand", seat, hand_size) for seat in seats), *piles]
        rest_size = size - sum(pile.size for pile in piles)
        if rest_size < 0:
            dealt = " + ".join(str(pile.size) for pile in piles if pile.size)
            raise TooFewCardsError(
                Finding(
                    "deal-impossible",
                    f"{dealt} cannot be dealt of {size} cards",
                    "mend the deck, or the deal",
                    shuffle.place,
                )
            )
        rest = [name for name, code in shuffle.piles if code.text == REST]
        if shuffle.hand and shuffle.hand.text == REST:
            hand_size, over = divmod(rest_size, len(seats))
            piles = [
                *(DealtPile("hand", seat, hand_size + (seat <= over)) for seat in seats),
                *piles,
            ]
        elif rest:
            piles.append(DealtPile(rest[0], 0, rest_size))
        return tuple(piles)

    def _pile_size(self, code: Code, scope: Mapping[str, Any]) -> int:
        count = whole_number(code, scope, self.players, self.view, "how many are dealt")
        if not 0 <= count <= MOST_DEALT:
            raise CardgenError(
                Finding(
                    "deal-impossible",
                    f"{count} cards cannot be dealt",
                    f"deal 0 to {MOST_DEALT}",
                    code.place,
                )
            )
        return count

    def names_of(self, dealt: Dealt, seat: int = 1) -> dict[str, Any]:
        """The names that an expression can use for a deal, seen from a seat."""
        scope: dict[str, Any] = {**self.scope, "seat": seat}
        hands: dict[int, list[Any]] = {}
        for pile, items in dealt.items():
            if pile.seat:
                hands[pile.seat] = list(items)
            else:
                scope[pile.name] = list(items)
        if hands:
            scope["hands"] = [hands[number] for number in sorted(hands)]
            if seat in hands:
                scope["hand"] = hands[seat]
        return scope

    def result(self, dealt: Dealt, seat: int = 1) -> Result:
        """The result of a deal for a seat. Raises CardgenError where it cannot be computed."""
        scope = self.names_of(dealt, seat)
        claim = self.claim
        value = None
        if self._value and claim.value:
            value = scope["value"] = self._value(scope)
        counts = not claim.given or self._yes_or_no(self._given, scope, claim.given)
        came = bool(counts and claim.that and self._yes_or_no(self._that, scope, claim.that))
        return Result(counts, came, value)

    def check_order(self, dealt: Dealt, seat: int, result: Result) -> None:
        """Raise CardgenError if the result depends on the order in a pile.

        The order of cards in a pile means nothing."""
        turned_over = {pile: items[::-1] for pile, items in dealt.items()}
        if self.result(turned_over, seat) != result:
            message = "what is claimed depends on the order in which cards lie in a hand"
            place = next(
                code.place for code in (self.claim.that, self.claim.value, self.claim.given) if code
            )
            raise CardgenError(
                Finding(
                    "rule-broken",
                    message,
                    "a hand has no order: ask for its cards, or sort them by a field",
                    place,
                )
            )

    def _yes_or_no(self, compute: Compiled | None, scope: Mapping[str, Any], code: Code) -> bool:
        assert compute is not None
        value = compute(scope)
        if not isinstance(value, bool):
            remedy = "compare it with something: ... | copies >= 2"
            raise CardgenError(
                Finding(
                    "rule-value",
                    f"this gives {called(value)}, not true or false",
                    remedy,
                    code.place,
                )
            )
        return value

    def shuffled(self, chance: Random, is_read: Callable[[DealtPile], bool]) -> DealtCards:
        """Deal once: the piles that pass `is_read`, in the order of their cards.

        Leaving the others out changes no chance."""
        dealt: DealtCards = {}
        for index in range(len(self.follows)):
            stack = self.stack(index, dealt)
            items = list(stack.items)
            start = 0
            for pile in filter(is_read, stack.piles):
                # the beginning of Fisher and Yates's shuffle
                for place in range(start, start + pile.size):
                    other = place + int(chance.random() * (len(items) - place))
                    items[place], items[other] = items[other], items[place]
                dealt[pile] = items[start : start + pile.size]
                start += pile.size
        return dealt

    def seats(self) -> list[int]:
        """The seats that may differ.

        One for each size of hand, or all if the claim reads several."""
        hands: list[DealtPile] = []
        for index, follows in enumerate(self.follows):
            if not follows:
                hands += [pile for pile in self.stack(index, {}).piles if pile.seat]
        if self.words & {"hands", "seat"} or any(self.follows):
            return [pile.seat for pile in hands]
        # hands of one size have the same chances: the first of each stands for all
        first_seats: dict[Any, int] = {}
        for pile in hands:
            first_seats.setdefault(pile.size, pile.seat)
        return list(first_seats.values())


def random_source(*words: object) -> Random:
    """A random source that is the same for the same words."""
    digest = hashlib.sha256("\0".join(map(str, words)).encode()).digest()
    return Random(int.from_bytes(digest, "big"))  # noqa: S311  # no secret


def named_piles(dealt: Dealt) -> Iterator[tuple[str, Sequence[Any]]]:
    """The piles under the names that a person would give them."""
    many = sum(bool(pile.seat) for pile in dealt) > 1
    for pile, items in dealt.items():
        yield (f"hand {pile.seat}" if many and pile.seat else pile.name), items
