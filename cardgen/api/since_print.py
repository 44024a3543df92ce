"""What changed since the last print: cards as they look now beside those that `cardgen printed`
remembers.

What is remembered are digests of pictures and the cards' words, not the pictures: those of a card
before are drawn from what it said then, in the templates of today, and compared with their digests,
so that it is known whether they lie on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place, gathered, plain_finding, shown
from cardgen.base.units import listed
from cardgen.base.version import __version__
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Likenesses, Pdf
from cardgen.impose.options import DRAFT
from cardgen.load.fields import COMMON
from cardgen.load.printed import FILE, PrintRecord, read_record
from cardgen.making.open_project import OpenProject, context_of
from cardgen.making.report import Report
from cardgen.making.selection import Job
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.changes import (
    CHANGED,
    COPIES,
    GONE,
    NEW,
    RENAMED,
    CardChange,
    PrintedCard,
    Said,
    compare,
    said_by,
)
from cardgen.model.project import Project
from cardgen.model.sizes import Paper
from cardgen.sheets.before_after import ChangesWriter, ShownChange

VERSION = 1
"""Of the JSON report. It changes when something is renamed or taken away; additions leave it."""
_MOST_ALIKE = 8
"""Cards that only look different and are told one by one."""
_MOST_SHOWN = 500
"""Cards of a deck that a page shows before and after: where all of a large deck has changed, nobody
looks at each."""


@dataclass(frozen=True, slots=True)
class DeckChanges:
    """What became of a deck's cards since they were printed."""

    game: Game
    deck: Deck
    before: Sequence[PrintedCard]
    changes: Sequence[CardChange]

    @property
    def due(self) -> dict[str, int]:
        """How many copies are to be printed, by the ids of their cards."""
        return {change.id: change.due for change in self.changes if change.due}

    @property
    def out(self) -> Iterator[str]:
        """The old cards that are to be taken out of the box, in words."""
        for change in self.changes:
            if change.out and change.before:
                yield f"{self.deck.id}/{change.before.id}" + (
                    f" ({change.out} copies)" if change.out > 1 else ""
                )


class Remembered(NamedTuple):
    """What was printed, the decks of it that a call means, and the names of those that it means but
    nothing says were printed."""

    record: PrintRecord
    decks: list[tuple[Game, Deck]]
    never: list[str]


class SincePrint(NamedTuple):
    """What became of the decks that were printed, and the names of those that nothing says were."""

    decks: list[DeckChanges]
    never: list[str]


class CardMark(NamedTuple):
    """That a card is to be printed: what became of it, and what differs, in a line for each
    field."""

    kind: str
    says: tuple[str, ...]


def marks(
    games: Iterable[Game], record: PrintRecord, drawn: Mapping[tuple[str, str], Sequence[Drawn]]
) -> dict[str, dict[str, CardMark]]:
    """The cards of decks that were printed and are drawn now which are to be printed, by
    `game/deck` and id."""
    likenesses = Likenesses()
    found = {}
    for game in games:
        for deck in game.decks:
            cards = drawn.get((game.id, deck.id))
            if cards and key_of(game, deck) in record.decks:
                changes = compare(
                    record.decks[key_of(game, deck)], as_printed(cards, deck, likenesses)
                )
                found[f"{game.id}/{deck.id}"] = {
                    each.id: CardMark(each.kind, (_told(each), *_fields(each)))
                    for each in changes
                    if each.due
                }
    return found


def key_of(game: Game, deck: Deck | str) -> tuple[str, str]:
    """What a deck is remembered by: in another language it is another."""
    id = deck if isinstance(deck, str) else deck.id
    return game.id, f"{id}.{game.language}" if game.language else id


def as_printed(cards: Iterable[Drawn], deck: Deck, likenesses: Likenesses) -> list[PrintedCard]:
    """Drawn cards as they would be remembered; one that could not be drawn is left out."""
    return [
        PrintedCard(
            each.card.id,
            likenesses.of(each.face),
            likenesses.of(each.back) if each.back else "",
            each.card.copies,
            said_by(each.card, deck),
        )
        for each in cards
        if each.face
    ]


def cards_now(context: Context, deck: Deck, progress: Progress, jobs: int = 0) -> list[PrintedCard]:
    """The cards of a deck as they would be printed now. Raises CardgenError with all for which one
    cannot be drawn."""
    card_findings, title = CardFindings(), f"{context.game.title}: {deck.title}"

    def drawn() -> Iterator[Drawn]:
        for number, each in enumerate(
            draw_deck(context, deck, card_findings, DrawOptions(items=False, jobs=jobs)), 1
        ):
            progress(title, number, len(deck))
            yield each

    found = as_printed(drawn(), deck, Likenesses())
    if card_findings:
        raise CardgenError(*card_findings)
    return found


def remembered(
    project: Project, chosen: Sequence[tuple[Game, list[Deck]]], names: Sequence[str]
) -> Remembered:
    """Which of these decks were printed. Raises CardgenError where none was, or one that is among
    the `names` was not, and for a record that cannot be read."""
    found = Remembered(read_record(project), [], [])
    for game, decks in chosen:
        for deck in decks:
            if key_of(game, deck) in found.record.decks:
                found.decks.append((game, deck))
            else:
                found.never.append(f"{game.id}/{deck.id}")
    missing = [name for name in found.never if name in names]
    if missing or (found.never and not found.decks):
        which = missing or [game.id for game, _ in chosen]
        what = f"{FILE} does not say what was printed of {', '.join(which)}, so nobody can tell what has changed since"
        language = chosen[0][0].language
        again = " ".join(["cardgen printed", *which, *["--lang", language] * bool(language)])
        raise CardgenError(
            Finding("call-refused", what, f"once its cards lie on the table, run  {again}")
        )
    return found


def gone_decks(game: Game, record: PrintRecord) -> Iterator[tuple[str, int]]:
    """Decks that were printed and are no more, each with its number of cards."""
    here = {key_of(game, deck) for deck in game.decks}
    for key, cards in record.decks.items():
        deck, _, language = key[1].partition(".")
        if (
            key[0] == game.id
            and language == game.language
            and key not in here
            and not (game.folder / f"{deck}.yaml").exists()
        ):
            yield deck, sum(card.copies for card in cards)


def show_changes(writer: ChangesWriter, context: Context, changes: DeckChanges) -> None:
    """A deck's changes as rows of a page."""
    told = [change for change in changes.changes if change.kind != RENAMED]
    shown = told[:_MOST_SHOWN]
    if not shown:
        return
    after = _drawn(context, changes.deck, {change.id for change in shown if change.after})
    worded = {
        change.before.id
        for change in shown
        if change.before and (change.kind == GONE or (change.kind == CHANGED and change.fields))
    }
    before = _drawn(context, _deck_before(changes), worded)
    likenesses = Likenesses()
    more = f"; the first {_MOST_SHOWN} are shown" if len(told) > len(shown) else ""
    writer.heading(f"{changes.game.title}: {changes.deck.title}", counted(changes) + more)
    for change in shown:
        writer.row(
            _shown(change, before.get(change.id), after.get(change.id), likenesses),
            changes.deck.shape,
        )


def _shown(
    change: CardChange, before: Drawn | None, after: Drawn | None, likenesses: Likenesses
) -> ShownChange:
    back = change.sides == ["back"]
    old, new = (
        (drawn.back if back else drawn.face) if drawn else None for drawn in (before, after)
    )
    legend, unseen = "before", ""
    if change.before and old:
        then = change.before.back if back else change.before.face
        legend = "before" if likenesses.of(old) == then else "its words before, drawn as today"
    elif change.kind in (CHANGED, GONE):
        unseen = "not to be drawn again: what it is made of has changed"
    lines = [
        f"{change.id} · {name}" if (name := _name(change)) else change.id,
        f"{change.kind}: {_told(change)}",
        *_fields(change),
    ]
    return ShownChange(old, new, lines, (legend, "now"), unseen)


def _name(change: CardChange) -> str:
    card = change.after or change.before
    return str(card.fields.get("name", "")) if card else ""


def _drawn(context: Context, deck: Deck, ids: Collection[str]) -> dict[str, Drawn]:
    """Some cards of a deck as it is, or as it was, by their ids; those that cannot be drawn, or not
    any more, are left out."""
    game = replace(
        context.game,
        decks=tuple(deck if each.id == deck.id else each for each in context.game.decks),
    )
    positions = tuple(at for at, card in enumerate(deck.cards) if card.id in ids)
    drawn = (
        draw_deck(
            replace(context, game=game),
            deck,
            CardFindings(),
            DrawOptions(positions=positions, items=False),
        )
        if positions
        else ()
    )
    return {each.card.id: each for each in drawn if each.face}


def _deck_before(changes: DeckChanges) -> Deck:
    """The deck as it was printed, by what its cards said then; without those whose values the
    fields of today cannot hold."""
    cards = []
    for printed in changes.before:
        with suppress(CardgenError):
            cards.append(_card_of(printed, changes.deck))
    return replace(changes.deck, cards=tuple(cards))


def _card_of(printed: PrintedCard, deck: Deck) -> Card:
    """Raises CardgenError."""
    said = dict(printed.fields)
    template, back = str(said.pop("template", deck.template)), str(said.pop("back", deck.back))
    known = {**COMMON, **deck.fields}
    values = {
        name: known[name].read(list(value) if isinstance(value, tuple) else value)
        for name, value in said.items()
        if name in known
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
        place=Place(deck.file),
    )


def as_json(found: SincePrint, problems: Sequence[Finding], exit_code: int) -> dict[str, Any]:
    """The changes as plain data."""
    return {
        "version": VERSION,
        "decks": [
            {
                "game": each.game.id,
                "deck": each.deck.id,
                "print": sum(change.due for change in each.changes),
                "take_out": sum(change.out for change in each.changes),
                "cards": [_plain(change) for change in each.changes],
            }
            for each in found.decks
        ],
        "never_printed": found.never,
        "problems": list(map(plain_finding, problems)),
        "exit_code": exit_code,
    }


def _plain(change: CardChange) -> dict[str, Any]:
    fields = {name: {"before": before, "after": after} for name, before, after in change.fields}
    found = {
        "id": change.id,
        "kind": change.kind,
        "print": change.due,
        "take_out": change.out,
        "sides": change.sides,
        "fields": fields,
    }
    return (
        {**found, "was": change.before.id}
        if change.before and change.before.id != change.id
        else found
    )


def lines(compared: Sequence[DeckChanges]) -> Iterator[str]:
    """For people: each deck, with a line for each of its cards that is not as it was and what
    differs below; the others together, and so are many that only look different, as where their
    template has changed."""
    for deck in compared:
        if deck.changes:
            yield f"{deck.game.id}/{deck.deck.id}: {counted(deck)}"
        groups: dict[object, list[CardChange]] = {}
        for change in deck.changes:
            looks = change.kind == CHANGED and not change.fields
            groups.setdefault(tuple(change.sides) if looks else change.id, []).append(change)
        for group in groups.values():
            yield from _lines(group)
    if same := [f"{deck.game.id}/{deck.deck.id}" for deck in compared if not deck.changes]:
        yield f"{', '.join(same)}: as {'it was' if len(same) == 1 else 'they were'} printed"


def _lines(group: Sequence[CardChange]) -> Iterator[str]:
    """Cards of which the same is said: each, or many in a line."""
    if len(group) > _MOST_ALIKE:
        due, out = (sum(getattr(change, name) for change in group) for name in ("due", "out"))
        ids, sides = (
            listed((change.id for change in group), _MOST_ALIKE),
            " and ".join(group[0].sides),
        )
        told = (
            f"{sides}: their template, their art or a font, print {due}"
            + f", take out {out}" * bool(out)
        )
        yield f"  {group[0].kind:<8} {ids}  ({told})"
        return
    for change in group:
        yield f"  {change.kind:<8} {change.id}  ({_told(change)})"
        for name, before, after in change.fields if change.kind == CHANGED else ():
            yield f"           {name}: {said(before)} -> {said(after)}"


def counted(changes: DeckChanges) -> str:
    """How many cards are not as they were, and what is to be done about them."""
    counts = (
        (sum(change.kind == kind for change in changes.changes), kind)
        for kind in (NEW, CHANGED, GONE)
    )
    told = [f"{count} {kind}" for count, kind in counts if count]
    told += [f"print {sum(changes.due.values())}"] if changes.due else []
    out = sum(change.out for change in changes.changes)
    told += [f"take out {out}"] if out else []
    return ", ".join(told) or "nothing to print"


def _told(change: CardChange) -> str:
    if change.kind == RENAMED:
        return f"it was {change.before.id}" if change.before else ""
    return ", ".join(
        filter(
            None,
            [
                _why(change),
                f"print {change.due}" * bool(change.due),
                f"take out {change.out}" * bool(change.out),
            ],
        )
    )


def _fields(change: CardChange) -> Iterator[str]:
    """What a changed card says otherwise."""
    for name, before, after in change.fields if change.kind == CHANGED else ():
        yield f"{name}: {said(before)} → {said(after)}"


def _why(change: CardChange) -> str:
    """What is different: copies, or sides, and why where no field says it."""
    if change.kind == COPIES and change.before and change.after:
        return f"{change.after.copies} instead of {change.before.copies}"
    sides = " and ".join(change.sides)
    return sides if change.fields or not sides else f"{sides}: its template, its art or a font"


def said(value: Said) -> str:
    """A value in one line, in quotes where it has spaces; nothing is said as such."""
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
    """These jobs with no cards but those of which some are to be printed; what there is to say of
    it is noted."""
    changes = compared(opened, printed, processes, report, cache)
    if out := [card for each in changes for card in each.out]:
        report.note("cards-to-take-out", "take these old cards out of the box", *out)
    copies = {(each.game.id, each.deck.id): each.due for each in changes if each.due}
    made = []
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
            made.append(job._replace(decks=decks, whole=False, counts=counts))
    if not made and not report.problems:
        report.note(
            "nothing-made",
            "nothing was made: nothing is to be printed that does not lie on the table",
        )
    return made


def compared(
    opened: OpenProject, due: Remembered, processes: int, report: Report, cache: Cache
) -> list[DeckChanges]:
    """What became of decks that were printed; one that cannot be drawn is a problem of the run."""
    if due.never:
        report.note(
            "print-record-gap", "left out, for nothing says what was printed of them", *due.never
        )
    found: list[DeckChanges] = []
    for game, deck in due.decks:
        with gathered(report.findings):
            before = due.record.decks[key_of(game, deck)]
            now = cards_now(context_of(opened, game, cache), deck, report.progress, processes)
            found.append(DeckChanges(game, deck, before, compare(before, now)))
    if due.record.version != __version__ and any(
        change.kind == CHANGED and not change.fields for each in found for change in each.changes
    ):
        report.note(
            "print-record-version",
            f"these cards were printed by version {due.record.version} of cardgen, which may have drawn the same in other words",
        )
    return found


def put_changes(
    opened: OpenProject,
    game: Game,
    changes: Sequence[DeckChanges],
    paper: Paper,
    out: Path | None,
    report: Report,
    cache: Cache,
) -> None:
    """The PDF of a game's changes."""
    pdf = Pdf(f"{game.title}: changes", subject="Cards before and after")
    path = (
        (out or opened.project.output)
        / game.id
        / f"{'-'.join(filter(None, ('changes', game.language)))}{DRAFT * opened.project.draft}.pdf"
    )
    with gathered(report.findings):
        writer = ChangesWriter(pdf, paper, opened.fonts)
        for each in changes:
            show_changes(writer, context_of(opened, game, cache), each)
    if pdf.pages:
        report.put_pdf(path, pdf)
    elif changes and path.exists():
        what = f"{shown(path)} is of an earlier run"
        report.note(
            "nothing-made", what if report.problems else f"nothing looks different, and {what}"
        )
