"""The setups of a game: the hands and piles that its rules deal, for a table to play on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.pieces import BOARDS, CARDS, STANDEES, TOKENS, is_in_bag, piece_of
from cardgen.rules.chance import NamedClaim
from cardgen.rules.deal import Dealer, DealtCards
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import MOST_PLAYERS, Claim, RuleSet, Shuffle, Variant
from cardgen.rules.seeded import SeededRandom, shuffle
from cardgen.rules.variants import cards_used

ALL_DECKS = "decks"
"""The setup that deals nothing: every deck is a pile."""
_DECK = re.compile(r"deck\.(\w+)")
_MOST_CARDS = 5_000


class Setup(NamedTuple):
    """A way to begin a game.

    `players` are the numbers of players it is for; empty where the rules leave that open."""

    id: str
    title: str
    says: str
    players: tuple[int, ...]


class LaidPile(NamedTuple):
    """Cards on the table, as DECK/ID, the top one first.

    Its kind is `pile` (face down), `open` (face up), `tokens` or `boards`."""

    name: str
    kind: str
    cards: tuple[str, ...]


class LaidTable(NamedTuple):
    """A table as it is dealt: a hand for each seat, and piles.

    `notes` says what was drawn that is no card, such as colours; `dice` has the sides of each."""

    hands: tuple[tuple[str, ...], ...]
    piles: tuple[LaidPile, ...]
    notes: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _SetupSource:
    """A setup, and what it is dealt by: a claim, a variant, both or neither."""

    setup: Setup
    claim: NamedClaim | None = None
    variant: Variant | None = None


def setups(game: Game, rule_set: RuleSet) -> list[Setup]:
    """The setups of a game: those that deal hands first, all decks as piles last."""
    return [source.setup for source in _sources(game, rule_set)]


def _sources(game: Game, rule_set: RuleSet) -> list[_SetupSource]:
    of_rules = list(_rule_sources(game, rule_set))
    of_rules.sort(key=lambda source: not (source.claim and _has_hand(source.claim.claim)))
    of_variants = map(_variant_source, rule_set.variants)
    every_deck = Setup(ALL_DECKS, "All decks as piles", "Nothing is dealt.", ())
    return [*of_rules, *of_variants, _SetupSource(every_deck)]


def _has_hand(claim: Claim) -> bool:
    return any(shuffle.hand for shuffle in claim.deal)


def _rule_sources(game: Game, rule_set: RuleSet) -> Iterator[_SetupSource]:
    """The deals of rules, those that are written alike once for all their numbers of players."""
    alike: dict[object, list[Claim]] = {}
    for claim in rule_set.claims:
        key = (*map(_written, claim.deal), *_texts(claim.let))
        alike.setdefault(key, []).append(claim)
    for claims in alike.values():
        first = claims[0]
        players = sorted({number for claim in claims for number in claim.players})
        title = _deal_title(game, first.deal)
        setup = Setup(f"rule:{first.id}", title, first.says, tuple(players))
        yield _SetupSource(setup, NamedClaim(first, first.id))


def _texts(codes: Sequence[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, code.text) for name, code in codes)


def _written(shuffle: Shuffle) -> object:
    """The words of a shuffle, which are the same where it is written alike."""
    cards, hand = (code and code.text for code in (shuffle.cards, shuffle.hand))
    return cards, hand, _texts(shuffle.piles)


def _deal_title(game: Game, deal: Sequence[Shuffle]) -> str:
    """A title such as `Main Deck: hand, stash`."""
    names: dict[str, None] = {}
    decks: dict[str, None] = {}
    titles = {deck.id.replace("-", "_"): deck.title for deck in game.decks}
    for part in deal:
        names |= dict.fromkeys(["hand"] if part.hand else [])
        names |= dict.fromkeys(name.replace("_", " ") for name, _ in part.piles)
        ids = _DECK.findall(part.cards.text) if part.cards else ()
        decks |= dict.fromkeys(titles.get(id, id) for id in ids)
    return f"{', '.join(decks) or game.title}: {', '.join(names)}"


def _variant_source(variant: Variant) -> _SetupSource:
    """The source of a variant: a claim of its own that deals hands, or its `deal`."""
    setup = Setup(f"variant:{variant.id}", variant.name, variant.says, variant.players)
    dealing = [claim for claim in variant.claims if _has_hand(claim)]
    if variant.deal:
        by_deal = Claim(
            variant.id,
            variant.says,
            variant.place,
            (Shuffle(None, variant.deal, (), variant.place),),
        )
        dealing.insert(0, by_deal)
    claim = NamedClaim(dealing[0], variant.id, variant) if dealing else None
    return _SetupSource(setup, claim, variant)


def table(
    game: Game,
    rule_set: RuleSet,
    id: str,
    players: int,
    seed: str | None,
    unread: Collection[str] = (),
) -> LaidTable:
    """Deal a setup for a number of players; the same seed deals the same cards.

    Without one nobody can find out the order: a seed is a number of 32 bits, and a machine tries
    all of them in minutes against the cards of a hand. Its expressions are computed here: run it
    in a process that can be stopped. Raises CardgenError."""
    source = _chosen(_sources(game, rule_set), id, players)
    view = GameView(game, rule_set, unread)
    chance = SystemRandom() if seed is None else SeededRandom(seed)
    dealt = LaidTable(((),) * players, ())
    in_play = {deck.id: list(deck.cards) for deck in game.decks if not deck.is_pad}
    if source.variant:
        used = cards_used(source.variant, players, view)
        in_play = {deck: list(cards) * used.sets for deck, cards in used.cards.items()}
    if source.claim:
        dealer = source.claim.dealer(view, players)
        dealt, decks_dealt = _dealt(game, dealer, chance)
        in_play = {deck: cards for deck, cards in in_play.items() if deck not in decks_dealt}
    others = [
        _deck_pile(deck, in_play[deck.id], chance) for deck in game.decks if in_play.get(deck.id)
    ]
    dice = tuple(sides for sides, count in game.dice.items() for _ in range(count))
    return _bounded(dealt._replace(piles=(*dealt.piles, *others), dice=dice))


def _chosen(sources: Sequence[_SetupSource], id: str, players: int) -> _SetupSource:
    source = next((source for source in sources if source.setup.id == id), None)
    if source is None:
        remedy = did_you_mean(id, [source.setup.id for source in sources])
        raise CardgenError(Finding("unknown-rule", f'no setup is called "{id}"', remedy))
    expected = source.setup.players or range(1, MOST_PLAYERS + 1)
    if players not in expected:
        numbers = f"{min(expected)} to {max(expected)}"
        number = "1 player" if players == 1 else f"{players} players"
        message = f"{source.setup.title} is not for {number}"
        raise CardgenError(Finding("variant-players", message, f"choose {numbers}"))
    return source


def _dealt(game: Game, dealer: Dealer, chance: Random) -> tuple[LaidTable, set[str]]:
    """The hands and piles of a deal, and the decks it is of.

    What it leaves over is a pile of its own."""
    dealt = dealer.shuffled(chance, lambda pile: True)
    hands = [_ids(items) for pile, items in dealt.items() if pile.seat]
    hands += [()] * ((dealer.players or 1) - len(hands))
    named = {pile.name: items for pile, items in dealt.items() if not pile.seat}
    piles = [_named_pile(name, items) for name, items in named.items() if _ids(items)]
    notes = [
        f"{name}: {', '.join(map(str, items))}"
        for name, items in named.items()
        if items and not _ids(items)
    ]
    decks: set[str] = set()
    for index in range(len(dealer.claim.deal)):
        items = [item for item in dealer.stack(index, dealt).items if isinstance(item, Card)]
        decks |= {card.deck for card in items}
        left = _left(items, dealt)
        shuffle(left, chance)
        piles += [LaidPile(_title(game, left), "pile", _ids(left))] if left else []
    return LaidTable(tuple(hands), tuple(piles), tuple(notes)), decks


def _left(items: Sequence[Card], dealt: DealtCards) -> list[Card]:
    """The cards of a shuffle that no pile has; a copy of a card is always the same object."""
    taken = {id(item) for pile in dealt.values() for item in pile}
    return [item for item in items if id(item) not in taken]


def _named_pile(name: str, items: Sequence[Any]) -> LaidPile:
    """A pile that the rules name: of one card, it is the first card turned up."""
    ids = _ids(items)
    return LaidPile(name.replace("_", " "), "open" if len(ids) == 1 else "pile", ids)


def _ids(items: Sequence[Any]) -> tuple[str, ...]:
    return tuple(f"{item.deck}/{item.id}" for item in items if isinstance(item, Card))


def _title(game: Game, cards: Sequence[Card]) -> str:
    """The title of the decks that cards are of."""
    ids = {card.deck for card in cards}
    return ", ".join(deck.title for deck in game.decks if deck.id in ids)


def _deck_pile(deck: Deck, cards: Sequence[Card], chance: Random) -> LaidPile:
    """A deck that nothing is dealt of, shuffled unless its cards are boards or tokens."""
    piece = piece_of(deck)
    copies = [card for card in cards for _ in range(min(card.copies, _MOST_CARDS))]
    if piece == BOARDS:
        return LaidPile(deck.title, "boards", _ids(copies))
    if piece in (TOKENS, STANDEES) and not is_in_bag(deck):
        return LaidPile(deck.title, "tokens", _ids(copies))
    shuffle(copies, chance)
    is_hidden = is_in_bag(deck) or (piece == CARDS and any(card.back for card in cards))
    return LaidPile(deck.title, "pile" if is_hidden else "open", _ids(copies))


def _bounded(dealt: LaidTable) -> LaidTable:
    """The table itself. Raises CardgenError where it has more cards than a page can show."""
    piles = [*dealt.hands, *(pile.cards for pile in dealt.piles)]
    if sum(map(len, piles)) > _MOST_CARDS:
        message = f"more than {_MOST_CARDS:,} cards lie on the table"
        raise CardgenError(Finding("too-large", message, "choose a setup that uses fewer"))
    return dealt
