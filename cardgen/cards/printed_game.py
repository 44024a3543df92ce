"""Games as they are printed: with the cards on which the texts of others go on.

Rules, charts and tables know the cards that their designer wrote; what is printed, or counted as
printed, is a game `as_printed`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from cardgen.cards.card_parts import PartsOfCards, deck_with_parts
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.model.cards import CardPart, Deck, Game
from cardgen.sandbox import process


def as_printed(context: Context) -> Context:
    """The context with the game as it is printed: the cards among it on which texts go on.

    It is the same context where no deck has such cards."""
    game = game_as_printed(context)
    return context if game is context.game else replace(context, game=game)


def game_as_printed(context: Context) -> Game:
    """A game with the cards on which texts go on; the game itself where no deck has any."""
    (game,) = games_as_printed(context, [context.game])
    return game


def games_as_printed(context: Context, games: Sequence[Game]) -> list[Game]:
    """Editions of a game, each with the cards on which its texts go on."""
    parts: dict[tuple[int, str], PartsOfCards] = {}
    if any(map(_is_to_part, (deck for game in games for deck in game.decks))):
        with suppress(process.Stopped):  # which is told when the cards are drawn
            for number, deck_id, position, card_parts in process.run(_parted, context, games):
                parts.setdefault((number, deck_id), {})[position] = card_parts
    return [
        _with_parts(game, {deck.id: parts.get((number, deck.id), {}) for deck in game.decks})
        for number, game in enumerate(games)
    ]


def _is_to_part(deck: Deck) -> bool:
    return deck.continues and not deck.is_as_printed


def _parted(
    context: Context, games: Sequence[Game]
) -> Iterator[tuple[int, str, int, tuple[CardPart, ...]]]:
    """Yield the parts of cards, by the numbers of games, decks and positions."""
    composer = Composer(Context.of(context.project, games[0], context.fonts, context.cache))
    for number, game in enumerate(games):
        if number:
            composer.turn_to(game, decks_differ=True)
        for deck in filter(_is_to_part, game.decks):
            for position, parts in composer.parts_of(deck):
                yield number, deck.id, position, parts


def _with_parts(game: Game, parts: Mapping[str, PartsOfCards]) -> Game:
    if not any(map(_is_to_part, game.decks)):
        return game
    decks = [
        deck_with_parts(deck, parts[deck.id]) if _is_to_part(deck) else deck for deck in game.decks
    ]
    return replace(game, decks=tuple(decks))


def deck_as_printed(context: Context, deck: Deck) -> Deck:
    """A deck that stands in place of the game's own, with the cards on which its texts go on."""
    decks = [deck if other.id == deck.id else other for other in context.game.decks]
    game = replace(context.game, decks=tuple(decks))
    return game_as_printed(replace(context, game=game)).deck(deck.id)
