"""Edits that the page asks for: their kinds, and the changes of files that each makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api import editing
from cardgen.api.noting import note_of
from cardgen.base.codes import CODES
from cardgen.base.files import leads_out
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.cards.spoken import values_of
from cardgen.making.open_project import OpenProject, parts_of
from cardgen.model.cards import Deck, Game
from cardgen.write.accept_edits import accepted
from cardgen.write.card_edits import CardEdit
from cardgen.write.file_changes import FileChange, MergedChange
from cardgen.write.playtest_edits import dealt_with
from cardgen.write.settings_edits import SettingsFile
from cardgen.write.template_edits import PLACING, DrawnMove, TemplateFile
from cardgen.write.word_edits import word_replaced

_LONGEST_NAME = 500  # characters
_LONGEST_TEXT = 100_000  # characters
_LONGEST_SOURCE = 4_000_000  # characters
_FARTHEST = 1e6
_DEEPEST = 5
_MOST_EDITS = 2_000
_PLACE = re.compile(r"(.+?):([0-9]{1,9})(?::([0-9]{1,9}))?")
_NEEDED = object()
Values = Mapping[str, Any]


class EditError(ValueError):
    """An edit that no page of ours sends."""


class EditConflict(CardgenError):  # noqa: N818  # something newer, not a fault
    """An edit of a value that is another by now than the page showed.

    `field` is its name, `theirs` what the file says."""

    def __init__(self, finding: Finding, field: str, theirs: Any) -> None:
        super().__init__(finding)
        self.field = field
        self.theirs = theirs
        self.number = 0
        """Which one it is, counted from 0, of edits that are made at once."""


# -- what parts of an edit may be


def name(value: object) -> str:
    """A line of text, such as an id."""
    if not isinstance(value, str) or len(value) > _LONGEST_NAME or not value.isprintable():
        raise EditError("it is no line of text")
    return value


def plain_value(value: object) -> Any:
    """A text, a number, a truth, None or a list of them."""
    if isinstance(value, list) and len(value) <= _LONGEST_NAME:
        return [_scalar(entry) for entry in value]
    return _scalar(value)


def plain_values(value: object) -> dict[str, Any]:
    """Plain values by name."""
    if not isinstance(value, dict) or len(value) > _LONGEST_NAME:
        raise EditError("they are no values by name")
    return {name(key): plain_value(entry) for key, entry in value.items()}


def _scalar(value: object) -> Any:
    if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
        return value
    is_number = isinstance(value, (int, float)) and isfinite(value) and abs(value) < 1e15
    if value is None or is_number:
        return value
    raise EditError("it is no text, number, truth, list or nothing")


class EditPart(NamedTuple):
    """A part of an edit: how it is read, and its value where it is left out."""

    read: Callable[[object], Any]
    usual: Any = _NEEDED


class EditKind(NamedTuple):
    """A kind of edit: its parts by name, and the changes that its values make of a project.

    `make` raises CardgenError for what cannot be written."""

    parts: Mapping[str, EditPart]
    make: Callable[[OpenProject, Values], list[FileChange]]


@dataclass(frozen=True, slots=True)
class PageEdit:
    """An edit as a page has asked for it."""

    kind: str
    values: Values

    @classmethod
    def read(cls, message: object) -> PageEdit:
        """The edit in a message. Raises EditError."""
        if not isinstance(message, dict):
            raise EditError("an edit is a mapping")
        kind = message.get("do")
        if not isinstance(kind, str) or kind not in KINDS:
            raise EditError(f"an edit does one of {', '.join(KINDS)}")
        parts = KINDS[kind].parts
        if unknown := message.keys() - parts.keys() - {"do"}:
            raise EditError(f"{kind} has no {', '.join(sorted(unknown))}")
        return cls(kind, {name: _part(name, part, message) for name, part in parts.items()})

    def changes(self, opened: OpenProject) -> list[FileChange]:
        """The changes of files that it makes. Raises CardgenError."""
        return KINDS[self.kind].make(opened, self.values)


def read_edits(message: object) -> tuple[PageEdit, ...]:
    """The edits of a list. Raises EditError."""
    if not isinstance(message, list) or not 0 < len(message) <= _MOST_EDITS:
        raise EditError(f"edits are a list of 1 to {_MOST_EDITS}")
    return tuple(map(PageEdit.read, message))


class EditRun(NamedTuple):
    """Edits that can be made at once, the first of which has a number."""

    number: int
    edits: tuple[PageEdit, ...]

    def changes(self, opened: OpenProject) -> list[FileChange] | None:
        """The changes of files that they make; None where each is to be made by itself.

        Raises CardgenError."""
        if len(self.edits) == 1:
            return self._quick(opened) or self.edits[0].changes(opened)
        return _MANY[self.edits[0].kind](opened, [edit.values for edit in self.edits])

    def _quick(self, opened: OpenProject) -> list[FileChange] | None:
        """The changes of values, made without the text around their card; None where not so."""
        (edit,) = self.edits
        if edit.kind != "set":
            return None
        try:
            return _many_set(opened, [edit.values])
        except EditConflict:
            raise
        except CardgenError:  # which is told with its place by the longer way
            return None

    def singles(self) -> list[EditRun]:
        """The edits, each by itself."""
        return [EditRun(number, (edit,)) for number, edit in enumerate(self.edits, self.number)]


def runs_of(edits: Sequence[PageEdit]) -> Iterator[EditRun]:
    """Yield edits in their order, those together that can be made at once."""
    run: list[PageEdit] = []
    first = 0
    for number, edit in enumerate(edits):
        if run and not _follows(run, edit):
            yield EditRun(first, tuple(run))
            run, first = [], number
        run.append(edit)
    if run:
        yield EditRun(first, tuple(run))


def _follows(run: Sequence[PageEdit], edit: PageEdit) -> bool:
    """True if an edit can be made at once with those before it."""
    last = run[-1]
    is_alike = edit.kind in _MANY and edit.kind == last.kind
    if not is_alike or edit.values["deck"] != last.values["deck"]:
        return False
    if edit.values.get("language") != last.values.get("language"):
        return False
    if edit.kind == "add":
        return bool(edit.values["behind"] == last.values["values"].get("id", ""))
    return edit.values["card"] not in [other.values["card"] for other in run]


def _part(name: str, part: EditPart, message: Mapping[str, object]) -> Any:
    if name not in message:
        if part.usual is _NEEDED:
            raise EditError(f"{name} is missing")
        return part.usual
    try:
        return part.read(message[name])
    except EditError as error:
        raise EditError(f"{name} cannot be that: {error}") from None


# -- cards


def _with_values(opened: OpenProject, values: Values) -> list[FileChange]:
    _check_seen(opened, values)
    deck, card = values["deck"], values["card"]
    return [_made(editing.edit_of_values(opened, deck, card, values["values"]))]


def _added(opened: OpenProject, values: Values) -> list[FileChange]:
    return [_made(editing.card_added(opened, values["deck"], values["values"], values["behind"]))]


def _removed(opened: OpenProject, values: Values) -> list[FileChange]:
    return [_made(editing.card_removed(opened, values["deck"], values["card"]))]


def _moved(opened: OpenProject, values: Values) -> list[FileChange]:
    return [_made(editing.card_moved(opened, values["deck"], values["card"], values["behind"]))]


def _written_out(opened: OpenProject, values: Values) -> list[FileChange]:
    return [_made(editing.loop_written_out(opened, values["deck"], values["card"]))]


def _many_set(opened: OpenProject, many: Sequence[Values]) -> list[FileChange] | None:
    for number, values in enumerate(many):
        try:
            _check_seen(opened, values)
        except EditConflict as conflict:
            conflict.number = number
            raise
    by_card = {values["card"]: values["values"] for values in many}
    edit = editing.edit_of_many(opened, many[0]["deck"], by_card)
    return None if edit is None else [_made(edit)]


def _many_added(opened: OpenProject, many: Sequence[Values]) -> list[FileChange] | None:
    cards = [values["values"] for values in many]
    return [_made(editing.cards_added(opened, many[0]["deck"], cards, many[0]["behind"]))]


def _many_removed(opened: OpenProject, many: Sequence[Values]) -> list[FileChange] | None:
    cards = [values["card"] for values in many]
    return [_made(editing.cards_removed(opened, many[0]["deck"], cards))]


def _text_edited(opened: OpenProject, values: Values) -> list[FileChange]:
    return _texts_edited(opened, [values])


def _texts_edited(opened: OpenProject, many: Sequence[Values]) -> list[FileChange]:
    cards = {
        values["card"]: {
            field: None if text is None else str(text) for field, text in values["values"].items()
        }
        for values in many
    }
    deck, language = many[0]["deck"], many[0]["language"]
    return _all_made(editing.texts_edited(opened, deck, language, cards))


_MANY: dict[str, Callable[[OpenProject, Sequence[Values]], list[FileChange] | None]] = {
    "set": _many_set,
    "add": _many_added,
    "remove": _many_removed,
    "text": _texts_edited,
}
"""Kinds of edits of which many of a deck are made at once."""


def _up_to_date(opened: OpenProject, values: Values) -> list[FileChange]:
    texts = [(card, field) for card, fields in values["texts"].items() for field in fields]
    made = editing.texts_up_to_date(opened, values["deck"], values["language"], texts)
    changes = _all_made(made)
    if not changes:
        what = "these texts are up to date already"
        raise CardgenError(Finding("nothing-made", what, "load the page anew"))
    return changes


def _all_made(changes: list[MergedChange] | Finding) -> list[FileChange]:
    if isinstance(changes, Finding):
        raise CardgenError(changes)
    return [*changes]


def _fields_by_card(value: object) -> dict[str, list[str]]:
    """Lists of fields by the ids of cards."""
    if not isinstance(value, dict) or len(value) > _MOST_EDITS:
        raise EditError("they are no fields by card")
    return {name(card): _names(fields) for card, fields in value.items()}


def _names(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > _LONGEST_NAME:
        raise EditError("they are no names")
    return [name(entry) for entry in value]


# -- findings


def place(value: object) -> Place:
    """A place as the page shows it: FILE:LINE:COLUMN."""
    match = _PLACE.fullmatch(name(value))
    if match is None:
        raise EditError("it is no line of a file")
    return Place(Path(match[1]).absolute(), int(match[2]), int(match[3] or 0))


def _mended(opened: OpenProject, values: Values) -> list[FileChange]:
    place = values["at"]
    if leads_out(place.file, opened.project.root):
        remedy = "edit it by hand"
        raise CardgenError(
            Finding("edit-impossible", "this file does not lie in the project", remedy)
        )
    tables = [deck.table for game in opened.games for deck in game.decks if deck.table]
    table = next((table for table in tables if table.file == place.file), None)
    return [word_replaced(place, values["word"], values["by"], table)]


def _accepted(opened: OpenProject, values: Values) -> list[FileChange]:
    game_id, deck_id = parts_of(values["of"])
    game, _ = _chosen(opened, game_id)
    file = game.deck(deck_id).file if deck_id else game.folder / "game.yaml"
    if values["code"] not in CODES:
        what = f'no finding has the code "{values["code"]}"'
        raise CardgenError(Finding("unknown-code", what, "load the page anew"))
    return [accepted(file, values["code"], values["card"])]


def _note(opened: OpenProject, values: Values) -> list[FileChange]:
    name = f"{values['deck']}/{values['card']}"
    return [note_of(opened, values["version"], name, values["text"])]


def _note_done(opened: OpenProject, values: Values) -> list[FileChange]:
    game, _ = _chosen(opened, values["of"])
    return [dealt_with(game, values["at"].line)]


def _made(edit: CardEdit | Finding) -> CardEdit:
    if isinstance(edit, Finding):
        raise CardgenError(edit)
    return edit


def _chosen(opened: OpenProject, name: str) -> tuple[Game, list[Deck]]:
    """The game and the decks of a name. Raises CardgenError, also where they cannot be read."""
    for game, decks in opened.select([name]):
        if decks or "/" not in name:
            return game, decks
    raise CardgenError(*opened.problems_of([name]))


def _check_seen(opened: OpenProject, values: Values) -> None:
    """Raise EditConflict where a card says another value by now than the page showed."""
    if not values["seen"]:
        return
    game, decks = _chosen(opened, values["deck"])
    card = decks[0].card(values["card"])
    spoken_values = values_of(game, decks[0], card)
    for field, seen in values["seen"].items():
        now = (
            card.copies if field == "copies" else card.fields.get(field, getattr(card, field, None))
        )
        if _alike(seen) in (_alike(now), _alike(spoken_values.get(field))):
            continue
        if _alike(values["values"].get(field)) == _alike(now):
            continue
        _, deck = parts_of(values["deck"])
        raise EditConflict(
            Finding(
                "edit-conflict",
                f"{deck}/{card.id} says {_words(now)} as {field} by now, which was {_words(seen)}",
                "say whether yours or theirs is to stay",
                card.places.get(field) or Place(card.place.file, card.place.line),
            ),
            field,
            list(now) if isinstance(now, tuple) else now,
        )


def _alike(value: Any) -> str:
    """A value in the spelling by which the page and a card can be compared."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    if isinstance(value, float) and value.is_integer():  # a page has no other kind of number
        return str(int(value))
    return str(value)


def _words(value: Any) -> str:
    spelling = _alike(value)
    return f'"{spelling}"' if spelling else "nothing"


# -- settings


def _setting(opened: OpenProject, values: Values) -> list[FileChange]:
    game, deck = _settings_of(opened, values["of"])
    settings = SettingsFile(opened.project, game, deck, opened.problems)
    return [settings.with_value(values["path"], values["value"])]


def _settings_of(opened: OpenProject, of: str) -> tuple[Game, Deck | None]:
    """The game, and the deck if one is named."""
    game, decks = _chosen(opened, of)
    _, deck = parts_of(of)
    return game, decks[0] if deck else None


def _path(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= _DEEPEST:
        raise EditError("it is no way to a setting")
    return tuple(map(name, value))


def _setting_value(value: object) -> Any:
    """A plain value, or values by name, as those of a field: {int: {optional: true}}."""
    if not isinstance(value, dict) or len(value) > _LONGEST_NAME:
        return plain_value(value)
    return {name(key): _setting_part(entry) for key, entry in value.items()}


def _setting_part(value: object) -> Any:
    return plain_values(value) if isinstance(value, dict) else plain_value(value)


# -- templates


def _template(opened: OpenProject, values: Values) -> list[FileChange]:
    file = TemplateFile(opened.project, values["file"])
    if values["text"] is not None:
        return [file.with_text(values["text"], values["was"])]
    shift = values["shift"]
    move = DrawnMove(values["at"], values["source"], values["values"], shift, values["scale"])
    return [file.with_moves([move])]


def _offset(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise EditError("it is no place in a text")
    return value


def _number(value: object) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not abs(float(value)) < _FARTHEST:  # type: ignore[arg-type]  # it is one
        raise EditError("it is no number that lies on a card")
    return float(value)  # type: ignore[arg-type]


def _scale(value: object) -> float:
    number = _number(value)
    if not 1 / _FARTHEST < number:
        raise EditError("it is no size of a unit")
    return number


def _numbers(value: object) -> dict[str, float]:
    if not isinstance(value, dict) or len(value) > len(PLACING):
        raise EditError("they are no numbers by name")
    if unknown := value.keys() - PLACING:
        raise EditError(f"{min(map(str, unknown))} places nothing")
    return {key: _number(entry) for key, entry in value.items()}


def _shift(value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise EditError("it is no way across and down")
    return _number(value[0]), _number(value[1])


def _source(value: object) -> str | None:
    if value is not None and (not isinstance(value, str) or len(value) > _LONGEST_SOURCE):
        raise EditError("it is no text of a template")
    return value


_DECK = EditPart(name)
_CARD = EditPart(name)
_VALUES = EditPart(plain_values)
_BEHIND = EditPart(name, "")
_SEEN = EditPart(plain_values, {})
KINDS: dict[str, EditKind] = {
    "set": EditKind({"deck": _DECK, "card": _CARD, "values": _VALUES, "seen": _SEEN}, _with_values),
    "add": EditKind({"deck": _DECK, "values": _VALUES, "behind": _BEHIND}, _added),
    "remove": EditKind({"deck": _DECK, "card": _CARD}, _removed),
    "move": EditKind({"deck": _DECK, "card": _CARD, "behind": _BEHIND}, _moved),
    "write-out": EditKind({"deck": _DECK, "card": _CARD}, _written_out),
    "setting": EditKind(
        {"of": EditPart(name), "path": EditPart(_path), "value": EditPart(_setting_value)}, _setting
    ),
    "template": EditKind(
        {
            "file": EditPart(name),
            "at": EditPart(_offset, 0),
            "source": EditPart(_source, ""),
            "values": EditPart(_numbers, {}),
            "shift": EditPart(_shift, None),
            "scale": EditPart(_scale, 1.0),
            "text": EditPart(_source, None),
            "was": EditPart(_source, None),
        },
        _template,
    ),
    "text": EditKind(
        {"deck": _DECK, "card": _CARD, "language": EditPart(name), "values": _VALUES}, _text_edited
    ),
    "up-to-date": EditKind(
        {"deck": _DECK, "language": EditPart(name), "texts": EditPart(_fields_by_card)},
        _up_to_date,
    ),
    "mend": EditKind({"at": EditPart(place), "word": _CARD, "by": _CARD}, _mended),
    "note": EditKind(
        {"deck": _DECK, "card": _CARD, "text": EditPart(name), "version": EditPart(name, "")},
        _note,
    ),
    "note-done": EditKind({"of": _DECK, "at": EditPart(place)}, _note_done),
    "accept": EditKind({"of": _DECK, "code": _CARD, "card": EditPart(name, "")}, _accepted),
}
"""What an edit of the page may do, by its name in `do`."""
