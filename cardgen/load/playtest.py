"""What was said of cards while they were played: `playtest.csv` of a game, a row for each note."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.changes import Said, said_by
from cardgen.model.project import root_of

FILE = "playtest.csv"
COLUMNS = ("date", "version", "card", "note", "by", "state", "done")
"""Its headings. `card` is DECK/CARD, `state` tells what the card said when the note was made,
`done` anything once it is dealt with."""


class PlaytestNote(NamedTuple):
    """A note about a card: its row, and what its cells say, in the order of the headings."""

    row: int
    date: str
    version: str
    card: str
    note: str
    by: str
    state: str
    done: str


def file_of_notes(game: Game) -> Path:
    """The file with the notes on a game, which need not be there."""
    return game.folder / FILE


def read_notes(game: Game) -> list[PlaytestNote]:
    """The notes on a game, in the order of the file. Raises CardgenError for a file that is no
    such table."""
    file = file_of_notes(game)
    if not file.exists() and not file.is_symlink():
        return []
    from cardgen.load.columns import TableSpec  # few games have notes
    from cardgen.load.table_rows import rows_of

    _, rows = rows_of(file, root_of(game.folder), TableSpec())
    columns: dict[str, int] = {}
    notes = []
    for number, cells in rows:
        if not columns:
            names = [(cell or "").strip().casefold() for cell in cells]
            columns = {name: names.index(name) for name in COLUMNS if name in names}
            if not {"card", "note"} <= columns.keys():
                raise CardgenError(
                    Finding(
                        "table-heading",
                        "the first row has no headings  card  and  note",
                        f"write  {','.join(COLUMNS)}  there",
                        Place(file, number),
                    )
                )
            continue
        texts = [_cell(cells, columns, name) for name in COLUMNS]
        if any(texts):
            notes.append(PlaytestNote(number, *texts))
    return notes


def _cell(cells: list[str | None], columns: dict[str, int], name: str) -> str:
    at = columns.get(name, len(cells))
    return " ".join((cells[at] or "").split()) if at < len(cells) else ""


def state_of(said: Mapping[str, Said]) -> str:
    """Eight signs that are others once a card says something else."""
    return sha256(repr(sorted(said.items())).encode()).hexdigest()[:8]


def findings_of_notes(game: Game) -> list[Finding]:
    """What is still to be looked at, each on its card, and whether this was changed since."""
    try:
        notes = read_notes(game)
    except CardgenError as error:
        return [finding.found_by("playtest", "error", game.id) for finding in error.findings]
    cards = {f"{deck.id}/{card.id}": (deck, card) for deck in game.decks for card in deck}
    unread = {file.stem for file in game.folder.glob("*.yaml")} - {deck.id for deck in game.decks}
    return [
        _finding(game, note, *cards.get(note.card, (None, None)))
        for note in notes
        if not note.done and note.card.partition("/")[0] not in unread
    ]


def _finding(game: Game, note: PlaytestNote, deck: Deck | None, card: Card | None) -> Finding:
    place = Place(file_of_notes(game), note.row)
    head = " ".join(filter(None, (note.version, f"by {note.by}" if note.by else "")))
    words = f"{head}: {note.note}" if head else note.note
    if deck is None or card is None:
        what = f"{words} (no card is called {note.card} now)"
        remedy = "write its new name into the column  card, or something into  done"
        return Finding("playtest-note", what, remedy, place).found_by("playtest", "note", game.id)
    is_changed = bool(note.state) and note.state != state_of(said_by(card, deck))
    what = f"{words} (the card has changed since)" if is_changed else words
    found = Finding("playtest-note", what, "write something into the column  done", place)
    return found.found_by("playtest", "note", game.id, deck.id, card.id)
