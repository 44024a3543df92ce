"""What differs since the last print: cards as they look now beside those that were printed.

`cardgen printed` remembers digests of pictures and the cards' words, not the pictures: those of a
card before are drawn from its words then, in the templates of today, and compared with their
digests, so that it is known whether they lie on the table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import (
    CardgenError,
    Finding,
    Place,
    collect_findings,
)
from cardgen.base.version import __version__
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.parcels import Drawn
from cardgen.cards.printed_game import deck_as_printed
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Likenesses
from cardgen.load.fields import COMMON, with_own_shapes
from cardgen.load.printed import (
    FILE,
    LAST_PRINT,
    PrintRecord,
    Versions,
    file_of,
    named,
    read_record,
    read_version,
    versions_of,
)
from cardgen.making.open_project import OpenProject, context_of
from cardgen.making.printed_decks import decks_as_printed
from cardgen.making.report import Report
from cardgen.making.selection import Job
from cardgen.model.cards import SIZE, Card, Deck, Game
from cardgen.model.changes import (
    CHANGED,
    PART,
    DeckChanges,
    PrintedCard,
    compare,
    said_by,
)
from cardgen.model.project import Project

_LIKE_A_VERSION = re.compile(r"v?[0-9][0-9A-Za-z.-]*")


class Remembered(NamedTuple):
    """The record of what was printed, with the decks of a call that are in it, or never were.

    `until` is the record of the version that it is compared with; None for the cards of today."""

    record: PrintRecord
    decks: list[tuple[Game, Deck]]
    never: list[str]
    until: PrintRecord | None = None


class SincePrint(NamedTuple):
    """The changes of decks that were printed, and the names of those that never were."""

    decks: list[DeckChanges]
    never: list[str]
    versions: Versions = LAST_PRINT


def key_of(game: Game, deck: Deck | str) -> tuple[str, str]:
    """The key of a deck in the record: in another language it is another."""
    id = deck if isinstance(deck, str) else deck.id
    return game.id, f"{id}.{game.language}" if game.language else id


def note_other_versions(version: str, games: Iterable[Game], report: Report) -> None:
    """Note games whose sheets, boxes and books say that they are another version."""
    others = [game.id for game in games if game.version not in (version, version.lstrip("v"))]
    if others:
        sentence = f"sheets, boxes and books do not say {version} before game.yaml does"
        report.note("version-unsaid", sentence, *others)


def as_printed(cards: Iterable[Drawn], deck: Deck, likenesses: Likenesses) -> list[PrintedCard]:
    """Drawn cards as the record has them; one that could not be drawn is left out."""
    return [
        PrintedCard(
            drawn_card.card.id,
            likenesses.of(drawn_card.face),
            likenesses.of(drawn_card.back) if drawn_card.back else "",
            drawn_card.card.copies,
            said_by(drawn_card.card, deck),
        )
        for drawn_card in cards
        if drawn_card.face
    ]


def cards_now(context: Context, deck: Deck, progress: Progress, jobs: int = 0) -> list[PrintedCard]:
    """Draw the cards of a deck, as the record would have them.

    Raises CardgenError with all reasons for which one cannot be drawn.
    """
    card_findings, title = CardFindings(), f"{context.game.title}: {deck.title}"
    options = DrawOptions(items=False, jobs=jobs)

    def one_by_one() -> Iterator[Drawn]:
        for number, drawn_card in enumerate(draw_deck(context, deck, card_findings, options), 1):
            progress(title, number, len(deck))
            yield drawn_card

    cards = as_printed(one_by_one(), deck, Likenesses())
    if card_findings:
        raise CardgenError(*card_findings)
    return cards


def versions_among(
    project: Project, games: Sequence[Game], names: Sequence[str]
) -> tuple[Versions, Sequence[str]]:
    """The versions that the first name of a call asks for, as `v0.6` or `v0.6..v0.8`, and the other
    names. Raises CardgenError for a version that is none.

    A game of that name is meant first."""
    first = names[0] if names else ""
    if ".." in first and "/" not in first:
        before, _, after = first.partition("..")
        return Versions(before and named(before), after and named(after)), names[1:]
    is_game = first.partition("/")[0] in {game.id for game in games}
    if not is_game and (first in versions_of(project) or _LIKE_A_VERSION.fullmatch(first)):
        return Versions(first), names[1:]
    return Versions(), names


def remembered(
    project: Project,
    chosen: Sequence[tuple[Game, list[Deck]]],
    names: Sequence[str],
    versions: Versions = LAST_PRINT,
    *,
    with_new: bool = False,
) -> Remembered:
    """Read the record of these decks; `with_new` those that a game has got since as well.

    Raises CardgenError if none was printed, or one that is among the `names` was not, and for a
    record that cannot be read.
    """
    before, after = versions
    record = read_version(project, before) if before else read_record(project)
    until = read_version(project, after) if after else None
    result = Remembered(record, [], [], until)
    for game, decks in chosen:
        for deck in decks:
            key = key_of(game, deck)
            was = key in record.decks or (
                with_new and any(other[0] == game.id for other in record.decks)
            )
            if was and (until is None or key in until.decks):
                result.decks.append((game, deck))
            else:
                result.never.append(f"{game.id}/{deck.id}")
    missing = [name for name in result.never if name in names]
    if missing or (result.never and not result.decks):
        unprinted = missing or [game.id for game, _ in chosen]
        language = chosen[0][0].language
        command = f"cardgen printed {' '.join(unprinted)}"
        if language:
            command += f" --lang {language}"
        if any(versions):
            files = " and ".join(file_of(project, name).name for name in versions if name)
            says = "do not both say" if all(versions) else "does not say"
            command += f" --as {before or after}"
        else:
            files, says = FILE, "does not say"
        raise CardgenError(
            Finding(
                "print-record",
                f"{files} {says} what was printed of {', '.join(unprinted)}, "
                "so nobody can tell what has changed since",
                f"once its cards lie on the table, run  {command}",
            )
        )
    return result


def gone_decks(
    game: Game, record: PrintRecord, until: PrintRecord | None = None
) -> Iterator[tuple[str, int]]:
    """Yield the decks that were printed and are no more, with their numbers of cards."""
    keys = {key_of(game, deck) for deck in game.decks} if until is None else until.decks.keys()
    for key, cards in record.decks.items():
        deck, _, language = key[1].partition(".")
        if (
            key[0] == game.id
            and language == game.language
            and key not in keys
            and not (until is None and (game.folder / f"{deck}.yaml").exists())
        ):
            yield deck, sum(card.copies for card in cards)


def draw_cards(context: Context, deck: Deck, ids: Collection[str]) -> dict[str, Drawn]:
    """Draw some cards of a deck, by their ids; those that cannot be drawn are left out."""
    decks = [deck if other.id == deck.id else other for other in context.game.decks]
    game = replace(context.game, decks=tuple(decks))
    positions = tuple(at for at, card in enumerate(deck.cards) if card.id in ids)
    if not positions:
        return {}
    options = DrawOptions(positions=positions, items=False)
    drawn_cards = draw_deck(replace(context, game=game), deck, CardFindings(), options)
    return {drawn_card.card.id: drawn_card for drawn_card in drawn_cards if drawn_card.face}


def deck_as_it_was(deck: Deck, before: Iterable[PrintedCard]) -> Deck:
    """The deck as it was printed, by the words of its cards then, without those on which texts
    went on.

    Cards whose values the fields of today cannot hold are left out.
    """
    cards = []
    for printed in before:
        if PART in printed.fields:
            continue
        with suppress(CardgenError):
            cards.append(_card_of(printed, deck))
    return with_own_shapes(replace(deck, cards=tuple(cards), is_as_printed=False))


def _card_of(printed: PrintedCard, deck: Deck) -> Card:
    """The card that was printed. Raises CardgenError for values that its fields cannot hold."""
    texts = dict(printed.fields)
    template = str(texts.pop("template", deck.template))
    back = str(texts.pop("back", deck.back))
    size = "" if SIZE in deck.fields else str(texts.pop(SIZE, ""))
    declared = {**COMMON, **deck.fields}
    values = {
        name: declared[name].read(list(value) if isinstance(value, tuple) else value)
        for name, value in texts.items()
        if name in declared
    }
    empty: dict[str, Any] = {field.name: field.empty for field in deck.fields.values()}
    fields = {"name": None, "art": None, **empty, **values}
    return Card(
        printed.id,
        deck.id,
        fields,
        copies=printed.copies,
        template=template,
        back=back,
        own_size=size,
        place=Place(deck.file),
    )


def jobs_that_changed(
    opened: OpenProject,
    jobs: Sequence[Job],
    printed: Remembered,
    processes: int,
    report: Report,
    cache: Cache,
) -> list[Job]:
    """The jobs with only those of their cards that are to be printed.

    Cards to take out, and that nothing is to be done, are noted.
    """
    changes = compared(opened, printed, processes, report, cache)
    old_cards = [card for deck in changes for card in deck.out]
    if old_cards:
        report.note("cards-to-take-out", "take these old cards out of the box", *old_cards)
    copies = {(deck.game.id, deck.deck.id): deck.due for deck in changes if deck.due}
    changed_jobs = []
    for job in jobs:
        decks = [deck for deck in job.decks if (deck.game, deck.id) in copies]
        counts = {}
        for deck in decks:
            of_deck = copies[deck.game, deck.id]
            counts[deck.id] = {
                position: of_deck[card.id]
                for position, card in enumerate(deck.cards)
                if card.id in of_deck
            }
        if decks:
            changed_jobs.append(job._replace(decks=decks, whole=False, counts=counts))
    if not changed_jobs and not report.problems:
        report.note(
            "nothing-made",
            "nothing was made: nothing is to be printed that does not lie on the table",
        )
    return changed_jobs


def compared(
    opened: OpenProject, printed: Remembered, processes: int, report: Report, cache: Cache
) -> list[DeckChanges]:
    """Compare decks with what was printed; one that cannot be drawn is a problem of the run."""
    if printed.never:
        report.note(
            "print-record",
            "left out, for nothing says what was printed of them",
            *printed.never,
        )
    changes: list[DeckChanges] = []
    decks = decks_as_printed(opened, [(game, [deck]) for game, deck in printed.decks], cache)
    for game, (deck,) in decks:
        with collect_findings(report.findings):
            before = printed.record.decks.get(key_of(game, deck), [])
            context = context_of(opened, game, cache)
            if printed.until is None:
                now = cards_now(context, deck, report.progress, processes)
            else:
                now = _in_order(printed.until.decks[key_of(game, deck)], deck)
                deck = deck_as_printed(context, deck_as_it_was(deck, now))
            changes.append(DeckChanges(game, deck, before, compare(before, now)))
    version = printed.record.version
    compared_by = printed.until.version if printed.until else __version__
    if version != compared_by and any(_only_looks_differ(deck) for deck in changes):
        report.note(
            "print-record",
            f"these cards were printed by version {version} of cardgen, "
            "which may have drawn the same in other words",
        )
    return changes


def _in_order(cards: Iterable[PrintedCard], deck: Deck) -> list[PrintedCard]:
    """Cards of a record in the order of today's deck, those that are no more behind them."""
    places = {card.id: place for place, card in enumerate(deck.cards)}
    return sorted(cards, key=lambda card: places.get(card.id, len(places)))


def _only_looks_differ(changes: DeckChanges) -> bool:
    """True if cards of a deck look different, and none of their fields says why."""
    return any(change.kind == CHANGED and not change.fields for change in changes.changes)
