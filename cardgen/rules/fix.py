"""Writing edits into deck files: a value is spliced in where the old one stands, so that comments
and layout stay."""

from __future__ import annotations

import difflib
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.files import read_inside, write
from cardgen.base.findings import CardgenError, Finding, Place, gathered, shown
from cardgen.load.fields import COMMON
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.model.project import root_of
from cardgen.rules.finding import Edit, as_yaml
from cardgen.schema.source import LARGEST, typed_text

PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOM = b"\xef\xbb\xbf"
_CHANGED = ("the file is no longer what was checked", "run the command again")


@dataclass(frozen=True, slots=True)
class Patch:
    """A file with its edits: its bytes `before` and `after` them."""

    file: Path
    before: bytes
    after: bytes
    edits: tuple[Edit, ...]

    def diff(self) -> Iterator[str]:
        """The lines that change, as `diff -u` shows them."""
        old, new = (text.decode("utf-8-sig").splitlines() for text in (self.before, self.after))
        return difflib.unified_diff(old, new, shown(self.file), shown(self.file), lineterm="")

    def apply(self) -> None:
        """Write the file. Raises CardgenError when it is no longer as it was, or cannot be
        written."""
        try:
            there = self.file.exists()
            same = (_bytes(self.file) if there else b"") == self.before
            closed = there and not self.file.stat().st_mode & stat.S_IWUSR
        except (CardgenError, OSError):
            same = closed = False
        if not same:
            raise CardgenError(Finding("fix-impossible", *_CHANGED, Place(self.file)))
        if closed:
            raise CardgenError(
                Finding(
                    "file-unwritable",
                    "the file may only be read",
                    "let it be written to, and run the command again",
                    Place(self.file),
                )
            )
        self._put(self.after)

    def take_back(self) -> None:
        """Write what the file held before. Raises CardgenError."""
        self._put(self.before)

    def _put(self, data: bytes) -> None:
        write(self.file, data, root_of(self.file.parent), linked=True)


def apply_all(patches: Sequence[Patch]) -> None:
    """Write all of these files, or none. Raises CardgenError where one of them cannot be
    written."""
    done = list[Patch]()
    try:
        for patch in patches:
            patch.apply()
            done.append(patch)
    except CardgenError:
        for patch in done:
            patch.take_back()
        raise


def _bytes(file: Path) -> bytes:
    return read_inside(file, root_of(file.parent), LARGEST)


class _Scalar(NamedTuple):
    """A value in a file: the name it is given to, its text, where it begins and ends, and whether
    other places refer to it."""

    name: str
    text: str
    start: int
    end: int
    marked: bool


def patches(edits: Iterable[Edit], games: Sequence[Game], problems: list[Finding]) -> list[Patch]:
    """A patch for each file that the edits concern. An edit that cannot be written is a problem."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in _agreed(edits, problems):
        if edit.place is None:
            what = f'card "{edit.deck}/{edit.card}" does not write its {edit.field}'
            problems.append(
                Finding("fix-impossible", what, f"add  {edit.field}: {as_yaml(edit.value)}")
            )
        elif edit.place.file not in {
            deck.file for game in games for deck in game.decks if deck.id == edit.deck
        }:
            remedy = "write it yourself, into the table or under change: it does not stand in the deck's own file"
            problems.append(
                Finding(
                    "fix-impossible",
                    f"{edit.field} should be {as_yaml(edit.value)}",
                    remedy,
                    edit.place,
                )
            )
        else:
            by_file.setdefault(edit.place.file, []).append(edit)
    found = []
    for file, wanted in sorted(by_file.items()):
        with gathered(problems):
            patch = _patch(file, wanted, games, problems)
            if patch.before != patch.after:
                found.append(patch)
    return found


def _agreed(edits: Iterable[Edit], problems: list[Finding]) -> Iterator[Edit]:
    """The edits that follow from other cards and are single values, without those that want
    different ones in one place."""
    listed = [edit for edit in edits if edit.follows and not isinstance(edit.value, (list, dict))]
    for edit in dict.fromkeys(listed):
        rivals = [
            other
            for other in listed
            if other.place == edit.place and edit.place and other.value != edit.value
        ]
        if not rivals:
            yield edit
        elif listed.index(rivals[0]) > listed.index(edit):
            what = f"{edit.field} should be {as_yaml(edit.value)} and {as_yaml(rivals[0].value)} at once"
            one = (edit.deck, edit.card) == (rivals[0].deck, rivals[0].card)
            remedy = (
                "mend one of the rules that ask for it"
                if one
                else "give each card a value of its own"
            )
            problems.append(Finding("fix-impossible", what, remedy, edit.place))


def _patch(
    file: Path, edits: Sequence[Edit], games: Sequence[Game], problems: list[Finding]
) -> Patch:
    text, before = typed_text(file, root_of(file.parent)), _bytes(file)
    scalars = _scalars(text)
    splices: dict[tuple[int, int], str] = {}
    done = []
    for edit in edits:
        assert edit.place is not None
        with gathered(problems, edit.place):
            scalar = _checked(
                edit, scalars.get((edit.place.line, edit.place.column)), file, games, edits
            )
            splices[scalar.start, scalar.end] = as_yaml(
                _edited(edit, file, games)[2].read(edit.value)
            )
            done.append(edit)
    for (start, end), words in sorted(splices.items(), reverse=True):
        text = text[:start] + words + text[end:]
    mark = _BOM if before.startswith(_BOM) else b""
    return Patch(file, before, mark + text.encode(), tuple(done))


def _checked(
    edit: Edit, scalar: _Scalar | None, file: Path, games: Sequence[Game], edits: Sequence[Edit]
) -> _Scalar:
    """The value as it stands there. Raises CardgenError unless it is the one that was loaded,
    written out, and no card that keeps it shares it."""
    deck, card, field = _edited(edit, file, games)
    if scalar is None or scalar.name != edit.field:
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} is not written out as a plain value here",
                f"make it {as_yaml(edit.value)}",
            )
        )
    if scalar.marked:
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} is marked with & and used elsewhere",
                "write it out for each card",
            )
        )
    if not _says(scalar, field, card):
        raise CardgenError(Finding("fix-impossible", *_CHANGED))
    wanting = {
        other.card for other in edits if (other.value, other.place) == (edit.value, edit.place)
    }
    sharing = [other for other in deck if other.places.get(edit.field) == edit.place]
    if not wanting.issuperset(other.id for other in sharing):
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} stands here for {len(sharing)} cards at once",
                "write the cards out one by one",
            )
        )
    return scalar


def _edited(edit: Edit, file: Path, games: Sequence[Game]) -> tuple[Deck, Card, Field]:
    """The deck, the card and the field that an edit is for. Raises CardgenError."""
    for deck in (
        deck for game in games for deck in game.decks if deck.file == file and deck.id == edit.deck
    ):
        for card in deck:
            if card.id == edit.card:
                return deck, card, deck.fields.get(edit.field) or COMMON[edit.field]
    raise CardgenError(Finding("fix-impossible", *_CHANGED))


def _says(scalar: _Scalar, field: Field, card: Card) -> bool:
    """Whether the file still gives a card's field the value that was loaded."""
    loaded = card.copies if field.name == "copies" else card.fields.get(field.name)
    try:
        return bool(field.read(scalar.text) == loaded)
    except CardgenError:
        return False


def _scalars(text: str) -> dict[tuple[int, int], _Scalar]:
    """Every value of a mapping that is plain text, by line and column."""
    found: dict[tuple[int, int], _Scalar] = {}
    # for each open collection: None for a list, "" where a name comes next, else the name that
    # waits
    inside: list[str | None] = []
    for event in yaml.parse(text, Loader=PARSER):
        value = isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent))
        if isinstance(event, yaml.ScalarEvent) and inside and inside[-1]:
            start, end = event.start_mark, event.end_mark
            assert start is not None
            assert end is not None
            length = len(
                text[start.index : end.index].rstrip()
            )  # a block of lines ends with the line, in which the next value must not stand
            scalar = _Scalar(
                inside[-1], event.value, start.index, start.index + length, event.anchor is not None
            )
            found[start.line + 1, start.column + 1] = scalar
        if isinstance(event, yaml.CollectionStartEvent):
            inside.append("" if isinstance(event, yaml.MappingStartEvent) else None)
        elif isinstance(event, yaml.CollectionEndEvent) or value:
            if not value:
                inside.pop()
            if inside and inside[-1] is not None:
                inside[-1] = (
                    event.value if inside[-1] == "" and isinstance(event, yaml.ScalarEvent) else ""
                )
    return found
