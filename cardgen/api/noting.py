"""Notes from playing: what was said of a card, kept beside the deck until it is dealt with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.load.playtest import findings_of_notes, state_of
from cardgen.load.printed import read_record, versions_of
from cardgen.making.open_project import OpenProject
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.changes import said_by
from cardgen.sheets.stamp import today
from cardgen.write.file_changes import FileChange
from cardgen.write.playtest_edits import noted

_LONGEST = 2000


def note_of(opened: OpenProject, version: str, name: str, words: str, by: str = "") -> FileChange:
    """The change by which something that was said of a card is kept. `name` is CARD, DECK/CARD or
    GAME/DECK/CARD, with as much of it as tells the card from others.

    Where the version is remembered by `cardgen printed --as`, the note is of what the card said
    then. Raises CardgenError for a card that is not there, or one of several."""
    words = " ".join(words.split())
    if not words or len(words) > _LONGEST:
        remedy = f"write 1 to {_LONGEST} characters"
        raise CardgenError(Finding("text-expected", "the note says nothing, or too much", remedy))
    game, deck, card = _card_called(opened, name)
    cells = {
        "date": f"{today():%Y-%m-%d}",
        "version": version,
        "card": f"{deck.id}/{card.id}",
        "note": words,
        "by": by,
        "state": _state(opened, game, deck, card, version),
    }
    return noted(game, cells)


def open_notes(games: Sequence[Game]) -> Iterator[Finding]:
    """Yield what is still to be looked at in games."""
    for game in games:
        yield from findings_of_notes(game)


def _state(opened: OpenProject, game: Game, deck: Deck, card: Card, version: str) -> str:
    """What the card said in a version, or says now where that is not remembered."""
    if version in versions_of(opened.project):
        record = read_record(opened.project, version)
        for printed in record.decks.get((game.id, deck.id), ()):
            if printed.id == card.id:
                return state_of(printed.fields)
    return state_of(said_by(card, deck))


def _card_called(opened: OpenProject, name: str) -> tuple[Game, Deck, Card]:
    """The one card of a name. Raises CardgenError."""
    parts = name.strip("/").split("/")
    *before, id = parts
    found = []
    for game in opened.games:
        for deck in game.decks:
            path = (game.id, deck.id)
            if before == list(path[len(path) - len(before) :]):
                found += [(game, deck, card) for card in deck if card.id == id]
    if len(found) == 1:
        return found[0]
    if not found:
        ids = [card.id for game in opened.games for deck in game.decks for card in deck]
        what = f'no card is called "{name}"'
        raise CardgenError(Finding("unknown-card", what, did_you_mean(id, ids)))
    names = ", ".join(f"{game.id}/{deck.id}/{card.id}" for game, deck, card in found[:5])
    what = f'{len(found)} cards are called "{name}"'
    raise CardgenError(Finding("unknown-card", what, f"name one: {names}"))
