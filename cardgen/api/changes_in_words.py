"""Changes since the last print in words: as lines, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.api.since_print import SincePrint, as_printed, key_of
from cardgen.base.findings import Finding, plain_finding
from cardgen.base.units import listed
from cardgen.cards.look_changes import look_changes
from cardgen.cards.parcels import Drawn
from cardgen.engine import Likenesses
from cardgen.load.printed import PrintRecord
from cardgen.model.cards import Game
from cardgen.model.changes import (
    CHANGED,
    COPIES,
    GONE,
    NEW,
    RENAMED,
    CardChange,
    DeckChanges,
    Said,
    compare,
)

VERSION = 1
"""The version of the JSON report: it changes when something is renamed or taken away."""
_MOST_ALIKE = 8
"""Cards that only look different and are told one by one."""
_MOST_LOOKS = 3
"""Of words that look otherwise, how many are told of a field."""
UNSAID = "its template, its art, a font or a style"
"""What makes a side differ if no field tells it."""


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
    return ", ".join([*counts, *to_do(to_print, to_take_out)]) or "nothing to print"


def to_do(to_print: int, to_take_out: int) -> list[str]:
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
    difference = difference_of(change)
    words = [difference] if difference else []
    return ", ".join([*words, *to_do(change.due, change.out)])


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


def difference_of(change: CardChange) -> str:
    """The difference of a card: copies, or sides, and the reason if no field tells it."""
    if change.kind == COPIES and change.before and change.after:
        return f"{change.after.copies} instead of {change.before.copies}"
    sides = " and ".join(change.sides)
    return sides if change.fields or not sides else f"{sides}: {UNSAID}"


def value_in_words(value: Said) -> str:
    """A value in one line, in quotes if it has spaces; "nothing" for an empty one."""
    text = value if isinstance(value, str) else ", ".join(value)
    line = " ".join(text.split())
    return f'"{line}"' if " " in line else line or "nothing"
