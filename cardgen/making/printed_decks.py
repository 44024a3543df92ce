"""Decks and jobs as they are printed: with the cards on which texts go on, which are known once the
call, its language, its variant and its selection have said which decks are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.cards.printed_game import game_as_printed
from cardgen.making.open_project import OpenProject, context_of
from cardgen.making.selection import Job
from cardgen.model.cards import Deck, Game

if TYPE_CHECKING:
    from cardgen.cards.choosing import Counts


def decks_as_printed(
    opened: OpenProject, chosen: Sequence[tuple[Game, Sequence[Deck]]], cache: Cache
) -> list[tuple[Game, list[Deck]]]:
    """These decks of games as they are printed, and the games with them."""
    games = _games_as_printed(opened, [game for game, _ in chosen], cache)
    return [
        (game, [game.deck(deck.id) for deck in decks])
        for game, (_, decks) in zip(games, chosen, strict=True)
    ]


def jobs_as_printed(opened: OpenProject, jobs: Sequence[Job], cache: Cache) -> list[Job]:
    """The jobs with the cards on which texts go on: of each as many copies as of the first."""
    games = _games_as_printed(opened, [job.game for job in jobs], cache)
    return [_job_as_printed(job, game) for job, game in zip(jobs, games, strict=True)]


def _games_as_printed(opened: OpenProject, games: Sequence[Game], cache: Cache) -> list[Game]:
    """The games with the cards on which texts go on; those themselves of which no deck has any."""
    printed = {id(game): game for game in games}
    for key, game in printed.items():
        if any(deck.continues for deck in game.decks):
            with suppress(CardgenError):  # of fonts, which is told when cards are drawn
                printed[key] = game_as_printed(context_of(opened, game, cache))
    return [printed[id(game)] for game in games]


def _job_as_printed(job: Job, game: Game) -> Job:
    if game is job.game:
        return job
    decks = [game.deck(deck.id) for deck in job.decks]
    counts = job.counts
    if counts is not None:
        counts = {deck.id: dict(_counts_as_printed(deck, counts[deck.id])) for deck in decks}
    return job._replace(game=game, decks=decks, counts=counts)


def _counts_as_printed(deck: Deck, counts: Counts) -> Iterator[tuple[int, int]]:
    """Yield the copies of the cards of a printed deck, by their positions; `counts` has those of
    the cards as they were written."""
    position = -1
    for at, card in enumerate(deck.cards):
        position += card.id == card.first_id
        if position in counts:
            yield at, counts[position]
