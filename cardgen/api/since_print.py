"""Changes since the last print: cards as they look now beside those that were printed.

`cardgen printed` remembers digests of pictures and the cards' words, not the pictures: those of a
card before are drawn from its words then, in the templates of today, and compared with their
digests, so that it is known whether they lie on the table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import (
    CardgenError,
    Finding,
    Place,
    collect_findings,
    plain_finding,
    shown,
)
from cardgen.base.geometry import Box
from cardgen.base.units import listed
from cardgen.base.version import __version__
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.look_changes import look_changes
from cardgen.cards.parcels import Drawn
from cardgen.cards.printed_game import deck_as_printed
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Drawing, Likenesses, Pdf
from cardgen.impose.options import DRAFT
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
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report, paged
from cardgen.making.selection import Job
from cardgen.model.cards import SIZE, Card, Deck, Game
from cardgen.model.changes import (
    CHANGED,
    COPIES,
    GONE,
    NEW,
    PART,
    RENAMED,
    CardChange,
    PrintedCard,
    Said,
    compare,
    said_by,
)
from cardgen.model.project import Project
from cardgen.model.sizes import Paper, Shape
from cardgen.prepress.changed_boxes import changed_boxes
from cardgen.sheets.before_after import ChangesWriter, ShownChange

VERSION = 1
"""The version of the JSON report: it changes when something is renamed or taken away."""
_LIKE_A_VERSION = re.compile(r"v?[0-9][0-9A-Za-z.-]*")
_MOST_ALIKE = 8
"""Cards that only look different and are told one by one."""
_MOST_LOOKS = 3
"""Of words that look otherwise, how many are told of a field."""
_SEEN = 100
"""Pixels to an inch in which one looks for what differs, to frame it."""
_UNSAID = "its template, its art, a font or a style"
"""What makes a side differ if no field tells it."""
_NOT_DRAWN = "not to be drawn again: what it is made of has changed"
_MOST_SHOWN = 500
"""Cards of a deck that a page shows before and after: where all of a large deck has changed, nobody
looks at each."""


@dataclass(frozen=True, slots=True)
class DeckChanges:
    """The changes of a deck's cards since they were printed."""

    game: Game
    deck: Deck
    before: Sequence[PrintedCard]
    changes: Sequence[CardChange]

    @property
    def due(self) -> dict[str, int]:
        """The copies to print, by the ids of their cards."""
        return {change.id: change.due for change in self.changes if change.due}

    @property
    def out(self) -> Iterator[str]:
        """The old cards to take out of the box, in words."""
        for change in self.changes:
            if change.out and change.before:
                copies = f" ({change.out} copies)" if change.out > 1 else ""
                yield f"{self.deck.id}/{change.before.id}{copies}"


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


class CardMark(NamedTuple):
    """A card to print: what became of it, and a line for each field that differs."""

    kind: str
    says: tuple[str, ...]


def marks(
    games: Iterable[Game],
    record: PrintRecord,
    drawn_decks: Mapping[tuple[str, str], Sequence[Drawn]],
) -> dict[str, dict[str, CardMark]]:
    """The cards to print of decks that are drawn now, by `game/deck` and id."""
    likenesses = Likenesses()
    marks_of_decks = {}
    for game in games:
        for deck in game.decks:
            cards = drawn_decks.get((game.id, deck.id))
            before = record.decks.get(key_of(game, deck))
            if cards and before is not None:
                changes = compare(before, as_printed(cards, deck, likenesses))
                marks_of_decks[f"{game.id}/{deck.id}"] = {
                    change.id: CardMark(change.kind, (summary_of(change), *field_lines(change)))
                    for change in changes
                    if change.due
                }
    return marks_of_decks


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


def show_changes(
    writer: ChangesWriter, context: Context, changes: DeckChanges, versions: Versions
) -> None:
    """Write a deck's changes as rows of a page."""
    changed_cards = [change for change in changes.changes if change.kind != RENAMED]
    listed_changes = changed_cards[:_MOST_SHOWN]
    if not listed_changes:
        return
    after = draw_cards(
        context, changes.deck, {change.id for change in listed_changes if change.after}
    )
    ids_before = {
        change.before.id
        for change in listed_changes
        if change.before and (change.kind == GONE or (change.kind == CHANGED and change.fields))
    }
    deck_before = deck_as_printed(context, deck_as_it_was(changes.deck, changes.before))
    before = draw_cards(context, deck_before, ids_before)
    likenesses = Likenesses()
    more = (
        f"; the first {_MOST_SHOWN} are shown" if len(changed_cards) > len(listed_changes) else ""
    )
    writer.heading(f"{changes.game.title}: {changes.deck.title}", count_changes(changes) + more)
    for change in listed_changes:
        drawn = before.get(change.id), after.get(change.id)
        shapes = [shape_of_drawn(changes.deck, card or drawn[0]) for card in drawn]
        if _shows_back(change):
            shapes = [shape.behind for shape in shapes]
        writer.row(_row_of(change, drawn, shapes, likenesses, versions), shapes[1])


def _row_of(
    change: CardChange,
    drawn: tuple[Drawn | None, Drawn | None],
    shapes: Sequence[Shape],
    likenesses: Likenesses,
    versions: Versions,
) -> ShownChange:
    shows_back = _shows_back(change)
    old, new = (_side_of(card, shows_back) for card in drawn)
    legend, legend_now = versions.legend
    if change.before and old:
        printed = change.before.back if shows_back else change.before.face
        if likenesses.of(old) != printed:
            legend = f"its words {versions.before or 'before'}, drawn as today"
    if versions.after and change.after and new:
        printed = change.after.back if shows_back else change.after.face
        if likenesses.of(new) != printed:
            legend_now = f"its words {versions.after}, drawn as today"
    rings: Sequence[Box] = ()
    if old and new and shapes[0] == shapes[1]:
        rings = changed_boxes(old, new, shapes[1], _SEEN)
    return shown_change(change, old, new, _steps_of(change), (legend, legend_now), rings=rings)


def _steps_of(change: CardChange) -> list[str]:
    """What differs on a card, and what is to be done, in lines."""
    differs = _difference(change)
    if change.sides:
        differs = " and ".join(change.sides) + (" differ" if len(change.sides) > 1 else " differs")
        if not change.fields:
            differs += f": {_UNSAID}"
    return list(filter(None, [differs, ", ".join(_to_do(change.due, change.out))]))


def _shows_back(change: CardChange) -> bool:
    """True if its back stands for a change: where nothing else differs."""
    return change.sides == ["back"]


def shape_of_drawn(deck: Deck, card: Drawn | None) -> Shape:
    """What a card of a deck is cut to; what its deck is where it cannot be drawn."""
    return deck.cut_as(card.card).shape if card else deck.shape


def _side_of(card: Drawn | None, is_back: bool) -> Drawing | None:
    if card is None:
        return None
    return card.back if is_back else card.face


def shown_change(
    change: CardChange,
    old: Drawing | None,
    new: Drawing | None,
    steps: Sequence[str],
    legend: tuple[str, str],
    *,
    frames: Sequence[tuple[str, Box]] = (),
    rings: Sequence[Box] = (),
) -> ShownChange:
    """A change as a row of a page, with its pictures before and after or why there is none.

    A card of which only the number of copies changed needs none before."""
    card = change.after or change.before
    name = str(card.fields.get("name", "")) if card else ""
    before: Drawing | str | None = old
    if old is None and change.kind != COPIES:
        before = "a new card" if change.kind == NEW else _NOT_DRAWN
    after = new or ("taken out" if change.kind == GONE else "it cannot be drawn")
    return ShownChange(
        change.kind,
        name or change.id,
        change.id if name else "",
        before,
        after,
        steps,
        list(field_changes(change)),
        legend,
        frames,
        rings,
    )


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


def as_json(since_print: SincePrint, problems: Sequence[Finding], exit_code: int) -> dict[str, Any]:
    """The changes as plain data."""
    return {
        "version": VERSION,
        "from": since_print.versions.before,
        "to": since_print.versions.after,
        "decks": [
            {
                "game": deck.game.id,
                "deck": deck.deck.id,
                "print": sum(change.due for change in deck.changes),
                "take_out": sum(change.out for change in deck.changes),
                "cards": [_change_as_json(change) for change in deck.changes],
            }
            for deck in since_print.decks
        ],
        "never_printed": since_print.never,
        "problems": list(map(plain_finding, problems)),
        "exit_code": exit_code,
    }


def _change_as_json(change: CardChange) -> dict[str, Any]:
    fields = {name: {"before": before, "after": after} for name, before, after in change.fields}
    data = {
        "id": change.id,
        "kind": change.kind,
        "print": change.due,
        "take_out": change.out,
        "sides": change.sides,
        "fields": fields,
    }
    if change.before and change.before.id != change.id:
        data["was"] = change.before.id
    return data


def lines(compared: Sequence[DeckChanges], version: str = "") -> Iterator[str]:
    """Yield the changes as lines: each deck, and below it its cards with what differs.

    Decks without changes stand in one line, and so do many cards of a deck that only look
    different, as if their template has changed.
    """
    for deck in compared:
        if deck.changes:
            yield f"{deck.game.id}/{deck.deck.id}: {count_changes(deck)}"
        groups: dict[object, list[CardChange]] = {}
        for change in deck.changes:
            looks_different = change.kind == CHANGED and not change.fields
            key = tuple(change.sides) if looks_different else change.id
            groups.setdefault(key, []).append(change)
        for group in groups.values():
            yield from _lines(group)
    unchanged = [f"{deck.game.id}/{deck.deck.id}" for deck in compared if not deck.changes]
    if unchanged:
        subject = "it was" if len(unchanged) == 1 else "they were"
        yield f"{', '.join(unchanged)}: as {subject} {f'in {version}' if version else 'printed'}"


def _lines(group: Sequence[CardChange]) -> Iterator[str]:
    """Yield the lines of cards that changed alike: one for each, or one for many."""
    if len(group) > _MOST_ALIKE:
        ids = listed((change.id for change in group), _MOST_ALIKE)
        sides = " and ".join(group[0].sides)
        to_print = sum(change.due for change in group)
        to_take_out = sum(change.out for change in group)
        summary = f"{sides}: their template, their art, a font or a style, print {to_print}"
        if to_take_out:
            summary += f", take out {to_take_out}"
        yield f"  {group[0].kind:<8} {ids}  ({summary})"
        return
    for change in group:
        yield f"  {change.kind:<8} {change.id}  ({summary_of(change)})"
        for line in field_lines(change, "->"):
            yield f"           {line}"


def count_changes(changes: DeckChanges) -> str:
    """The numbers of cards that differ, to print and to take out, in words."""
    kinds = [change.kind for change in changes.changes]
    counts = [f"{kinds.count(kind)} {kind}" for kind in (NEW, CHANGED, GONE) if kind in kinds]
    to_print = sum(changes.due.values())
    to_take_out = sum(change.out for change in changes.changes)
    return ", ".join([*counts, *_to_do(to_print, to_take_out)]) or "nothing to print"


def _to_do(to_print: int, to_take_out: int) -> list[str]:
    """The copies to print and to take out, in words; what is nothing is left out."""
    words = []
    if to_print:
        words.append(f"print {to_print}")
    if to_take_out:
        words.append(f"take out {to_take_out}")
    return words


def summary_of(change: CardChange) -> str:
    """The sides that differ and the copies to print and to take out, in words."""
    if change.kind == RENAMED:
        return f"it was {change.before.id}" if change.before else ""
    difference = _difference(change)
    words = [difference] if difference else []
    return ", ".join([*words, *_to_do(change.due, change.out)])


def field_lines(change: CardChange, arrow: str = "→") -> Iterator[str]:
    """Yield the fields of a changed card, with their values before and now, each in a line."""
    return (f"{name}: {value}" for name, value in field_changes(change, arrow))


def field_changes(change: CardChange, arrow: str = "→") -> Iterator[tuple[str, str]]:
    """Yield the fields of a changed card, each with its values before and now in words."""
    if change.kind == CHANGED:
        for name, before, after in change.fields:
            looks = _looks_in_words(before, after, arrow)
            yield name, looks or f"{value_in_words(before)} {arrow} {value_in_words(after)}"


def _looks_in_words(before: Said, after: Said, arrow: str) -> str:
    """The words of a text that look otherwise; "" where the words themselves differ."""
    if not isinstance(before, str) or not isinstance(after, str):
        return ""
    changes = look_changes(before, after)
    words = [f'"{change.words}" {change.before} {arrow} {change.after}' for change in changes]
    more = f"; {len(words) - _MOST_LOOKS} more" if len(words) > _MOST_LOOKS else ""
    return "; ".join(words[:_MOST_LOOKS]) + more


def _difference(change: CardChange) -> str:
    """The difference of a card: copies, or sides, and the reason if no field tells it."""
    if change.kind == COPIES and change.before and change.after:
        return f"{change.after.copies} instead of {change.before.copies}"
    sides = " and ".join(change.sides)
    return sides if change.fields or not sides else f"{sides}: {_UNSAID}"


def value_in_words(value: Said) -> str:
    """A value in one line, in quotes if it has spaces; "nothing" for an empty one."""
    text = value if isinstance(value, str) else ", ".join(value)
    line = " ".join(text.split())
    return f'"{line}"' if " " in line else line or "nothing"


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


@dataclass(frozen=True, slots=True)
class ChangesTask(ProjectTask):
    """The PDF of a game's changes, and notes of decks that are `gone`.

    `has_problems` is true if some decks could not be compared."""

    game: Game
    changes: Sequence[DeckChanges]
    gone: Sequence[tuple[str, int]]
    paper: Paper
    has_problems: bool
    versions: Versions = LAST_PRINT

    @property
    def name(self) -> str:
        """The game whose changes they are."""
        return f"{self.game.id}/changes"

    def make(self, place: Workplace, report: Report) -> None:
        """Write it."""
        game, opened = self.game, place.opened
        pdf = Pdf(f"{game.title}: changes", subject="Cards before and after")
        stem = f"changes{self.versions.stem}"
        stem += f"-{game.language}" if game.language else ""
        draft = DRAFT if opened.project.draft else ""
        path = place.folder(game) / f"{stem}{draft}.pdf"
        with collect_findings(report.findings):
            writer = ChangesWriter(pdf, self.paper, opened.fonts)
            for changes in self.changes:
                show_changes(writer, place.context(game), changes, self.versions)
        if pdf.pages:
            report.put_pdf(path, pdf)
        elif self.changes and path.exists():
            sentence = f"{shown(path)} is of an earlier run"
            if not (self.has_problems or report.problems):
                sentence = f"nothing looks different, and {sentence}"
            report.note("nothing-made", sentence)
        for deck, count in self.gone:
            sentence = f"this deck is no more: take it out of the box ({paged(count, 'card')})"
            report.note("cards-to-take-out", sentence, f"{game.id}/{deck}")
