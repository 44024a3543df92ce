"""Drawing a deck: its cards composed and painted one after the other, with every problem placed
where it can be mended.

Both happen in processes that can be stopped, for templates and art come from strangers too; what
comes back is drawings. A large deck is shared out among several of them, a few cards at a time, and
put together again in its order."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from multiprocessing import parent_process
from operator import itemgetter
from typing import Any, NamedTuple

from cardgen.base.findings import (
    CardgenError,
    Finding,
    also_in_lines,
    with_all_values,
    without_values,
)
from cardgen.base.origins import CardProblem, SharedProblem, joined, shared_key
from cardgen.cards.card_painter import (
    MANY,
    ArtWork,
    CardWork,
    DrawOptions,
    EditionDecks,
    paint_decks,
    paint_editions,
    paint_works,
)
from cardgen.cards.context import Context
from cardgen.cards.draft import Gap, about_cards
from cardgen.cards.face_cache import painted_by
from cardgen.cards.parcels import Drawn, Parcel, ParcelOpener
from cardgen.engine import Drawing, DrawingError, MissingGlyphFinding, Picture
from cardgen.model.cards import Card, Deck
from cardgen.model.project import VECTOR
from cardgen.sandbox import process

SHARE = 18
"""Cards a process draws before the next one takes over: about what a pipe holds, so that none waits
for the others."""
PAYS = 200
"""Cards from which a second process saves more than its start costs."""
PANELS_PAY = 100
"""The same of what panels show and of panels, which cost more than cards."""
_JOINTLY = ("memory", "together", "crash")
"""For which reasons a process is stopped that what it did before may have its part in."""


@dataclass(slots=True)
class CardFindings:
    """The problems of a deck. One that many cards share is told once, with the cards."""

    cards_by_finding: dict[Finding, list[str]] = field(default_factory=dict)

    cards_by_gap: dict[Gap, list[str]] = field(default_factory=dict)
    """What a draft makes do without, with the cards: no trouble, but told."""

    def add(self, problem: Finding, card: str = "") -> None:
        cards = (
            self.cards_by_gap.setdefault(problem, [])
            if isinstance(problem, Gap)
            else self.cards_by_finding.setdefault(problem, [])
        )
        if card and card not in cards:
            cards.append(card)

    def add_all(self, problems: Iterable[tuple[Finding, str]]) -> None:
        for problem, card in problems:
            self.add(problem, card)

    def __iter__(self) -> Iterator[Finding]:
        return (problem for problem, _ in self.merged())

    def merged(self) -> Iterator[tuple[Finding, list[str]]]:
        """What is said of the cards, with those cards."""
        problems_with_cards = _alike(together(self.cards_by_finding), _of_one_place)
        for problem, cards in _alike(problems_with_cards, _of_one_file):
            yield (
                problem
                if isinstance(problem, SharedProblem)
                else replace(problem, what=about_cards(cards, problem.what)),
                cards,
            )

    def merged_gaps(self) -> Iterator[Gap]:
        """What is said of what a draft makes do without: what many cards have from one place of a
        template once, and what has a name."""
        groups: dict[object, dict[Gap, list[str]]] = {}
        for gap, cards in self.cards_by_gap.items():
            key = (shared_key(gap.strict) if gap.strict else None) or (
                (gap.kind, gap.name) if gap.name else gap
            )
            groups.setdefault(key, {})[gap] = cards
        for group in groups.values():
            first = next(iter(group))
            causes = [gap.strict for gap in group if gap.strict]
            names = list(dict.fromkeys(chain.from_iterable(group.values())))
            if shared_problem := joined(causes):
                yield replace(
                    first,
                    what=shared_problem.what,
                    remedy=shared_problem.remedy,
                    place=shared_problem.place,
                    cards=tuple(names),
                    among=len(group),
                )
            else:
                yield replace(first.on_cards(names), among=len(group))

    def __bool__(self) -> bool:
        return bool(self.cards_by_finding)


_Told = tuple[Finding, list[str]]


def _of_one_place(problem: Finding) -> object:
    """A key of problems that say the same of several values: of one line of a template, or of the
    texts of one file."""
    if problem.place is None or isinstance(problem, CardProblem | SharedProblem):
        return problem
    line = problem.place.line if problem.place.file.suffix.lower() in VECTOR else 0
    return (
        problem.place.file,
        line,
        "" if isinstance(problem, MissingGlyphFinding) else without_values(problem.what),
    )


def _of_one_file(problem: Finding) -> object:
    """A key of problems that say the same in several lines of a file."""
    if problem.place is None or isinstance(problem, CardProblem | SharedProblem):
        return problem
    return (
        problem.place.file,
        *(() if isinstance(problem, MissingGlyphFinding) else (problem.what, problem.remedy)),
    )


def _alike(
    problems_with_cards: Iterable[_Told], kind: Callable[[Finding], object]
) -> Iterator[_Told]:
    """Problems with their cards; of more than EACH of a kind one with all their cards: emoji in
    texts that one template sets, a deck in another script, icons that are not there. One that is
    not well-formed is told once in any case."""
    groups: dict[object, list[_Told]] = {}
    for problem, cards in problems_with_cards:
        groups.setdefault(kind(problem), []).append((problem, cards))
    for group in groups.values():
        problems = [problem for problem, _ in group]
        if len({problem.what for problem in problems}) == 1 and problems[0].what.startswith(
            DrawingError.ILL_FORMED
        ):
            yield problems[0], list(dict.fromkeys(chain.from_iterable(cards for _, cards in group)))
            continue
        if len(group) <= MissingGlyphFinding.EACH:
            yield from group
            continue
        lacking = [problem for problem in problems if isinstance(problem, MissingGlyphFinding)]
        first = also_in_lines(
            MissingGlyphFinding.of(lacking) if lacking else with_all_values(problems), problems
        )
        yield first, list(dict.fromkeys(chain.from_iterable(cards for _, cards in group)))


def together(cards_of: Mapping[Finding, list[str]]) -> Iterator[tuple[Finding, list[str]]]:
    """Problems with their cards, those that several cards have from one place of a template as
    one."""
    groups: dict[object, list[Finding]] = {}
    for problem in cards_of:
        groups.setdefault(shared_key(problem) or problem, []).append(problem)
    for group in groups.values():
        if shared_problem := joined(group):
            yield (
                shared_problem,
                list(dict.fromkeys(chain.from_iterable(cards_of[problem] for problem in group))),
            )
        else:
            yield from ((problem, cards_of[problem]) for problem in group)


class DrawRun:
    """Decks of a game, each with the positions of those of its cards that are `wanted`, drawn one
    after the other by processes that all of them share: what is loaded, compiled and drawn for one
    deck is there for the next."""

    def __init__(
        self, context: Context, wanted: Sequence[tuple[Deck, tuple[int, ...]]], options: DrawOptions
    ) -> None:
        self.context, self.options = context, options
        self.remaining = list(wanted)
        self.streams: list[Generator[Parcel, None, None]] = []
        self.openers: list[ParcelOpener] = []
        self.forms: dict[str, Drawing] = {}
        self.first_deck_id = ""
        """The deck that the processes at work began with."""
        self.ahead = True
        """Whether they may compose cards before those before them are painted."""
        self.next_stream = 0
        """Whose share comes next."""

    def deck(
        self, card_findings: CardFindings, sent: list[Parcel] | None = None
    ) -> Iterator[Drawn]:
        """The cards of the next deck in order, as drawings. What is wrong goes to `card_findings`.

        A single process can leave in `sent` what `redrawn` makes the same cards of, elsewhere. A
        template or drawing that takes too long or too much becomes a problem of the card it was
        needed for, and the deck ends there."""
        deck, positions = self.remaining[0]
        inspected: set[str | None] = set()
        for opener in self.openers:
            opener.inspected = inspected
        done = 0
        while done < len(positions):
            try:
                self.remaining[0] = deck, positions[done:]
                self._begin(inspected)
                for share in _shares(positions[done:]):
                    for position in share:
                        parcel = next(self.streams[self.next_stream])
                        done += 1
                        card_findings.add_all(parcel.card_findings)
                        if sent is not None:
                            sent.append(parcel)
                        yield self.openers[self.next_stream].opened(deck.cards[position], parcel)
                    self.next_stream = (self.next_stream + 1) % len(self.streams)
            except process.Stopped as error:
                self.close()
                if self.first_deck_id != deck.id and error.reason in _JOINTLY:
                    continue  # it may be what came before
                if self.ahead and len(positions) >= MANY:
                    # cards before it are composed and not painted: what is wrong with them is told
                    # as well
                    self.ahead = False
                    continue
                card_findings.add(error.findings[0])
                break
        del self.remaining[0]

    def _begin(self, inspected: set[str | None]) -> None:
        """Have processes draw all that is left, unless they do."""
        if self.streams:
            return
        card_count = sum(len(positions) for _, positions in self.remaining)
        jobs = self.options.jobs or (min(2, os.cpu_count() or 1) if card_count >= PAYS else 1)
        shares = [
            (deck.id, share) for deck, positions in self.remaining for share in _shares(positions)
        ]
        self.first_deck_id, self.next_stream, painters = self.remaining[0][0].id, 0, painted_by()
        for first in range(min(jobs, len(shares))):
            # a deck may come twice, with cards of another size and others in between
            positions_of_decks: list[tuple[str, tuple[int, ...]]] = []
            for id, group in groupby(shares[first::jobs], itemgetter(0)):
                positions = tuple(chain.from_iterable(share for _, share in group))
                positions_of_decks.append((id, positions))
            self.openers.append(ParcelOpener(self.context, self.forms, inspected))
            self.streams.append(
                process.run(
                    paint_decks,
                    self.context,
                    positions_of_decks,
                    self.options,
                    self.ahead,
                    f"{painters} {first}/{jobs}",
                )
            )

    def close(self) -> None:
        """End the processes."""
        for stream in self.streams:
            stream.close()
        self.streams = []
        self.openers = []


def _shares(positions: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [positions[start : start + SHARE] for start in range(0, len(positions), SHARE)]


def draw_deck(
    context: Context, deck: Deck, card_findings: CardFindings, options: DrawOptions = DrawOptions()
) -> Iterator[Drawn]:
    """The deck's cards in order, as drawings: a `DrawRun` of one deck."""
    with closing(
        DrawRun(
            context,
            [
                (
                    deck,
                    tuple(range(len(deck.cards)))
                    if options.positions is None
                    else options.positions,
                )
            ],
            options,
        )
    ) as run:
        yield from run.deck(card_findings)


def redrawn(
    context: Context, deck: Deck, sent: Iterable[Parcel], positions: Iterable[int]
) -> Iterator[Drawn]:
    """The cards of a deck at these positions out of what a single process sent of all of them."""
    parcels = ParcelOpener(context)
    return (
        parcels.opened(deck.cards[at], parcel) for at, parcel in zip(positions, sent, strict=True)
    )


@dataclass(slots=True)
class Work:
    """The results of a work: cards, or for each name a drawing, a picture or why it cannot be
    drawn; and what is wrong with the cards."""

    drawn: list[Any] = field(default_factory=list)
    card_findings: CardFindings = field(default_factory=CardFindings)


def draw_together(
    context: Context,
    works: Sequence[CardWork | ArtWork],
    options: DrawOptions = DrawOptions(items=False),
) -> list[Work]:
    """The results of several works, for a few cards of each deck, done one after the other. What a
    process has loaded, and cards that it has drawn for one work and another one shows, is there for
    all; each is sent once. Of the options its ink, items and jobs count.

    Where one of them has to be stopped the others are done all the same.
    """
    return _drawn_side_by_side(context, works, options) or _drawn_by_one(context, works, options)


def _drawn_side_by_side(
    context: Context, works: Sequence[CardWork | ArtWork], options: DrawOptions
) -> list[Work] | None:
    """The results of works that two processes draw side by side, every other piece each.

    None where the pieces are so few that it does not pay, where this is itself one of several
    processes, or where one has to be stopped: what stopped it is told as of a single one."""
    count = sum(len(_pieces(work)) for work in works)
    jobs = options.jobs or min(2, os.cpu_count() or 1)
    if jobs == 1 or count < PANELS_PAY or parent_process():
        return None
    results = [Work() for _ in works]
    forms: dict[str, Drawing] = {}
    with ExitStack() as stack:
        streams = []
        for first in range(jobs):
            part = tuple(_every(work, first, jobs) for work in works)
            stream = process.run(paint_works, context, part, 0, options)
            streams.append((stack.enter_context(closing(stream)), ParcelOpener(context, forms)))
        try:
            for number, work in enumerate(works):
                for stream, _ in streams:
                    assert next(stream) == (number, None)
                for at in range(len(_pieces(work))):
                    stream, opener = streams[at % jobs]
                    _, sent = next(stream)
                    _unpack_into(results[number], work, sent, opener)
        except process.Stopped:
            return None
    return results


def _pieces(work: CardWork | ArtWork) -> list[tuple[str, Any]]:
    """What a work draws, in its order: names of drawings, or positions with their decks."""
    if isinstance(work, ArtWork):
        return [(name, name) for name in work.names]
    return [
        (deck, position) for deck, positions in work.positions.items() for position in positions
    ]


def _every(work: CardWork | ArtWork, first: int, step: int) -> CardWork | ArtWork:
    """A work of so many of its pieces, from the first on."""
    pieces = _pieces(work)[first::step]
    if isinstance(work, ArtWork):
        return ArtWork(tuple(name for name, _ in pieces))
    positions: dict[str, list[int]] = {}
    for deck, position in pieces:
        positions.setdefault(deck, []).append(position)
    return work._replace(positions=positions)


def _drawn_by_one(
    context: Context, works: Sequence[CardWork | ArtWork], options: DrawOptions
) -> list[Work]:
    """The results of works that one process does one after the other."""
    results = [Work() for _ in works]
    first = (
        0
        if any(work.positions if isinstance(work, CardWork) else work.names for work in works)
        else len(works)
    )
    while first < len(works):
        at, opener = first, ParcelOpener(context)
        try:
            for at, sent in process.run(paint_works, context, tuple(works), first, options):
                if sent is not None:
                    _unpack_into(results[at], works[at], sent, opener)
            first = len(works)
        except process.Stopped as error:
            if at > first and error.reason in _JOINTLY:
                first, results[at] = at, Work()
                continue
            if isinstance(works[at], ArtWork):
                results[at].drawn.append(error)
            results[at].card_findings.add(error.findings[0])
            first = at + 1
    return results


def _unpack_into(result: Work, work: CardWork | ArtWork, sent: Any, opener: ParcelOpener) -> None:
    """Unpack what a process sent of a work, a card or a piece of art, into its result."""
    if isinstance(work, ArtWork):
        result.drawn.append(
            sent if isinstance(sent, (Picture, CardgenError)) else opener.opened_form(*sent)
        )
        return
    deck_id, position, parcel = sent
    result.card_findings.add_all(parcel.card_findings)
    card = opener.opened(work.context.game.deck(deck_id).cards[position], parcel)
    if card.face and not card.face.reach:  # panels may show it
        opener.forms.setdefault(card.face.name, card.face)
    result.drawn.append(card)


class EditionCard(NamedTuple):
    """A card as it is drawn. One that does not read the edition looks so in every edition in which
    it says the same."""

    drawn: Drawn
    card_findings: tuple[tuple[Finding, str], ...]
    reads_edition: bool = False


Alike = dict[tuple[str, str], EditionCard]
"""Cards that are no edition's own, by deck and id."""


def draw_editions(
    context: Context,
    editions: Sequence[EditionDecks],
    alike: Alike,
    options: DrawOptions = DrawOptions(),
    *,
    decks_differ: bool = False,
) -> Iterator[tuple[list[EditionCard], CardFindings]]:
    """For each edition its cards in order, as drawings, and what is wrong with them.

    Cards that ask for nothing of the edition are drawn once, and kept in `alike`. `decks_differ`
    tells whether editions have other cards. An edition whose work has to be stopped has that for
    its trouble; the next one is begun anew."""
    done = 0
    while done < len(editions):
        known_cards = {key: edition_card.drawn.card for key, edition_card in alike.items()}
        stream = process.run(
            paint_editions, context, editions[done:], known_cards, options, decks_differ
        )
        openers: dict[str, ParcelOpener] = {}
        forms: dict[str, Drawing] = {}
        stopped = False
        try:
            while done < len(editions) and not stopped:
                cards: list[EditionCard] = []
                card_findings = CardFindings()
                try:
                    for deck in editions[done].decks:
                        opener = openers.setdefault(deck.id, ParcelOpener(context, forms, set()))
                        for card in deck.cards:
                            edition_card = _opened_or_alike(next(stream), card, opener, alike)
                            cards.append(edition_card)
                            card_findings.add_all(edition_card.card_findings)
                except process.Stopped as error:
                    stopped = True
                    card_findings.add(error.findings[0])
                done += 1
                yield cards, card_findings
        finally:
            stream.close()


def _opened_or_alike(
    sent: tuple[Parcel, bool] | None, card: Card, opener: ParcelOpener, alike: Alike
) -> EditionCard:
    """A card that a process sent, or one that is alike."""
    if sent is None:
        edition_card = alike[card.deck, card.id]
        return edition_card._replace(drawn=edition_card.drawn._replace(card=card))
    parcel, reads_edition = sent
    edition_card = EditionCard(opener.opened(card, parcel), parcel.card_findings, reads_edition)
    if not reads_edition:
        alike[card.deck, card.id] = edition_card._replace(
            drawn=edition_card.drawn._replace(findings=())
        )
    return edition_card
