"""The decks and cards that a call makes: a selection, a second set, or those of a variant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.impose.options import Options
from cardgen.model.cards import Deck, Game
from cardgen.rules.checks import read_rule_sets, unread_decks
from cardgen.sandbox import process

if TYPE_CHECKING:
    from cardgen.cards.choosing import Counts
    from cardgen.making.settings import ExportOptions
    from cardgen.rules.variants import PrintRequest


_UNUSED = "the variant uses none of these decks"


class Job(NamedTuple):
    """The decks of a game to make, with their options.

    `whole` is true where these are all there are, but for sheets to write on, so that one PDF with
    all of them is made.
    `counts` has, by the ids of decks, the copies of those cards that are made, by their positions;
    without it all cards are, as often as they say.
    """

    game: Game
    decks: list[Deck]
    options: Options
    whole: bool
    counts: Mapping[str, Counts] | None = None

    def counts_of(self, deck: Deck) -> Counts:
        """The copies of a deck's cards that are made, by their positions."""
        if self.counts is not None:
            return self.counts[deck.id]
        return {position: card.copies for position, card in enumerate(deck.cards)}

    def with_cards(self) -> Job:
        """Return the job without the decks of which no card is made."""
        decks = [deck for deck in self.decks if any(self.counts_of(deck).values())]
        return self._replace(decks=decks)


def jobs_of(chosen: Sequence[tuple[Game, list[Deck]]], options: Options) -> list[Job]:
    """The jobs of a build of these decks.

    Raises CardgenError for a variant, a second set or cards that there are not.
    """
    if options.variant:
        jobs = variant_jobs(chosen, options)
    else:
        jobs = [Job(game, decks, options, has_all_cards(game, decks)) for game, decks in chosen]
        jobs = [job for job in map(Job.with_cards, jobs) if job.decks]
    if options.second_set:
        decks_of_games = second_set([(job.game, job.decks) for job in jobs])
        jobs = [Job(game, decks, options, False) for game, decks in decks_of_games]
    return selected(jobs, options)


def why_none(options: Options | ExportOptions) -> str:
    """The reason why nothing is made if a call has no cards."""
    if not (options.variant or options.cards or options.copies):
        return "these decks have no card to print yet"
    return _UNUSED if options.variant and not options.cards else "the cards named have 0 copies"


def selected(jobs: Sequence[Job], options: Options) -> list[Job]:
    """The jobs with the cards and the copies that the options ask for.

    Raises CardgenError for every part of a selection that means no card.
    """
    if not options.cards and not options.copies:
        return list(jobs)
    if options.variant and not any(job.decks for job in jobs):
        raise CardgenError(Finding("variant-cards", _UNUSED, "name others, or leave --variant out"))
    from cardgen.cards.choosing import chosen

    decks = [(job.game, deck) for job in jobs for deck in job.decks]
    counts = iter(chosen(options.cards, decks, options.copies))
    return [job._replace(counts={deck.id: next(counts) for deck in job.decks}) for job in jobs]


def recounted(deck: Deck, copies: Iterable[int]) -> Deck:
    """The deck with so many copies of each of its cards."""
    cards = [replace(card, copies=count) for card, count in zip(deck.cards, copies, strict=True)]
    return replace(deck, cards=tuple(cards))


def narrowed(deck: Deck, counts: Counts) -> Deck:
    """The deck with so many copies of the cards at these positions, and none of the others."""
    return recounted(deck, (counts.get(at, 0) for at in range(len(deck.cards))))


def second_set(chosen: Sequence[tuple[Game, list[Deck]]]) -> list[tuple[Game, list[Deck]]]:
    """The decks that have a second back, with that back. Raises CardgenError if none has."""
    decks_of_games = []
    for game, decks in chosen:
        turned_decks = [turned(deck) for deck in decks if deck.second_back]
        if turned_decks:
            decks_of_games.append((_with(game, turned_decks), turned_decks))
    if not decks_of_games:
        raise CardgenError(
            Finding(
                "no-back",
                "none of these decks has a second_back",
                "name one in its file, or print the first set",
            )
        )
    return decks_of_games


def turned(deck: Deck) -> Deck:
    """A deck with its second back, on all cards that have no back of their own."""
    cards = tuple(
        replace(card, back=deck.second_back) if card.back == deck.back else card
        for card in deck.cards
    )
    return replace(deck, back=deck.second_back, cards=cards)


def variant_jobs(chosen: Sequence[tuple[Game, list[Deck]]], options: Options) -> list[Job]:
    """The jobs of a variant: its cards, and a second set if it uses two.

    Raises CardgenError if no game has such a variant, or it is not for so many players.
    """
    from cardgen.rules.variants import cards_to_print

    problems: list[Finding] = []
    rule_sets = read_rule_sets([game for game, _ in chosen], problems)
    jobs: list[Job] = []
    variants = [
        (game, decks, variant)
        for game, decks in chosen
        if (variant := rule_sets[game.id].variant(options.variant))
    ]
    if not variants and not problems:
        variant_ids = [
            variant.id for rule_set in rule_sets.values() for variant in rule_set.variants
        ]
        remedy = did_you_mean(
            options.variant, variant_ids, "leave --variant out: there are none here"
        )
        problems.append(
            Finding("unknown-variant", f'no variant is called "{options.variant}"', remedy)
        )
    for game, decks, variant in variants:
        players = options.players or (variant.players[0] if len(variant.players) == 1 else 0)
        if players not in variant.players:
            counts = ", ".join(map(str, variant.players))
            sentence = f"{variant.name} is for {counts} players"
            if players:
                sentence += f", not for {players}"
            problems.append(
                Finding(
                    "variant-players",
                    sentence,
                    f"say for how many, such as --players {variant.players[0]}",
                )
            )
            continue
        (request,) = process.run(
            cards_to_print, game, rule_sets[game.id], variant.id, players, unread_decks(game)
        )
        jobs += _jobs_of(request, game, decks, replace(options, players=players))
    if problems:
        raise CardgenError(*problems)
    return jobs


def _jobs_of(
    request: PrintRequest, game: Game, decks: list[Deck], options: Options
) -> Iterator[Job]:
    ids_of_decks = {deck: frozenset(ids) for deck, ids in request.cards}
    doubled = [deck.id for deck in decks if request.sets > 1 and deck.second_back]
    parts = [
        _part(deck, ids_of_decks[deck.id], 1 if deck.id in doubled else request.sets)
        for deck in decks
        if deck.id in ids_of_decks
    ]
    is_all = len(parts) > 1 and is_whole(game, decks)
    yield Job(_with(game, parts), parts, options, is_all)
    seconds = [
        turned(_part(deck, ids_of_decks[deck.id], request.sets - 1))
        for deck in decks
        if deck.id in doubled and deck.id in ids_of_decks
    ]
    if seconds:
        yield Job(_with(game, seconds), seconds, replace(options, second_set=True), False)


def _part(deck: Deck, ids: Collection[str], times: int) -> Deck:
    """The deck with so many copies of these cards, and none of the others."""
    return recounted(deck, (card.copies * times if card.id in ids else 0 for card in deck.cards))


def _with(game: Game, decks: Sequence[Deck]) -> Game:
    """The game with these decks in place of its own."""
    decks_by_id = {deck.id: deck for deck in (*game.decks, *decks)}
    return replace(game, decks=tuple(decks_by_id.values()))


def is_whole(game: Game, decks: Sequence[Deck]) -> bool:
    return len(decks) == len(game.decks)


def has_all_cards(game: Game, decks: Sequence[Deck]) -> bool:
    """True if no deck of the game is missing but for sheets to write on."""
    chosen_ids = {deck.id for deck in decks}
    return all(deck.id in chosen_ids for deck in game.decks if not deck.is_pad)
