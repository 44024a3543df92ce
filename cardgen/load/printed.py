"""The record of the cards that were printed last, in a file. It belongs to the
project, and is made to be committed. Versions that have a name, as
`v0.7`, have a file each in a folder beside it.

It is sorted, with a line for each value, so that two people's changes merge; what is written
depends on nothing but the cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.load.fields import MOST_COPIES
from cardgen.model.changes import PrintedCard, Said
from cardgen.model.project import Project
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import ANY_TEXT, NAME, TEXT, entry, mapping_of, number
from cardgen.schema.source import LARGEST, MOST_NODES, Node, Seq, read
from cardgen.schema.spelling import quoted
from cardgen.schema.values import wrong

FILE = "printed.yaml"
FOLDER = "printed"
"""Beside it, with a file for each version that has a name."""
_ABOUT = (
    "# What lies on the table, as `cardgen printed` remembers it. Commit it with the game; "
    "cardgen alone writes it.\n"
)
_NAMED = re.compile(r"[A-Za-z0-9](?:[._-]?[A-Za-z0-9])*")
_LONGEST_NAME = 40
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[ ._-][A-Za-z0-9]+)*")
"""Texts that mean themselves in YAML, whatever stands around them."""
_NODES = 10
"""How many nodes of the file a card takes beside its fields."""

PrintedDecks = dict[tuple[str, str], list[PrintedCard]]
"""The cards of decks, by game and deck; the deck of a translated game with its language, as
`main.de`."""


class Versions(NamedTuple):
    """What is compared: a version by its name with another one.

    Before, nothing stands for what lies on the table; after, for the cards as they are."""

    before: str = ""
    after: str = ""

    @property
    def stem(self) -> str:
        """What the name of a file says of it."""
        return "".join(f"-{name}" for name in self if name)

    @property
    def legend(self) -> tuple[str, str]:
        """What is said of both below pictures."""
        return self.before or "before", self.after or "now"


LAST_PRINT = Versions()


@dataclass(slots=True)
class PrintRecord:
    """The cards that were printed, and the version of cardgen that printed them."""

    decks: PrintedDecks = field(default_factory=dict)
    version: str = ""


def _read_said(section: Section, name: str, node: Node) -> Said:
    if isinstance(node, Seq):
        return tuple(str(TEXT.read(section, name, item)) for item in node)
    return str(TEXT.read(section, name, node))


def _read_look(section: Section, name: str, node: Node) -> str:
    text = str(NAME.read(section, name, node))
    if not re.fullmatch("[0-9a-f]{16}", text):
        raise wrong(
            f"{name} is {text[:40]}, not the digest of a picture",
            "take the card out of the file, and run  cardgen printed  again",
            code="print-record",
        )
    return text


_LOOK = Kind(_read_look, {"type": "string", "pattern": "^[0-9a-f]{16}$"})
_FIELDS = mapping_of(
    Kind(_read_said, {"anyOf": [ANY_TEXT, {"type": "array", "items": ANY_TEXT}]}),
    "names with texts",
    "name: Wolf",
)

PRINTED_CARD = Keys(
    "a printed card",
    Key(
        "face",
        _LOOK,
        "the digest of what its face looked like",
        needed=True,
        example="0123456789abcdef",
    ),
    Key("back", _LOOK, "the same of its back; left out where it had none"),
    Key("copies", number(0, MOST_COPIES, whole=True), "how many were printed; 1 when left out"),
    Key("fields", _FIELDS, "what it said, so that changes can be told in fields"),
    missing="this card has no {}",
)
_CARDS = mapping_of(
    entry(PRINTED_CARD, lambda section: section.values(), is_named=True),
    "cards by their ids",
    "wolf: {face: 0123456789abcdef}",
)
PRINTED = Keys(
    "this file",
    Key("cardgen", NAME, "the version of cardgen that wrote it"),
    Key(
        "games",
        mapping_of(
            mapping_of(_CARDS, "decks with their cards", "main: {...}"),
            "games with their decks",
            "my-game: {...}",
        ),
        "by game and deck, what each card looked like when it was printed",
    ),
)


def versions_of(project: Project) -> list[str]:
    """The names of the versions that are remembered, `v0.9` before `v0.10`."""
    folder = project.root / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    names = [file.stem for file in folder.glob("*.yaml") if _NAMED.fullmatch(file.stem)]
    return sorted(names, key=_by_numbers)


def _by_numbers(name: str) -> tuple[list[tuple[int, str]], str]:
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(int(part[:9]), "") if part.isdigit() else (0, part) for part in parts], name


def named(version: str) -> str:
    """A name for a version. Raises CardgenError for what is none."""
    if not _NAMED.fullmatch(version) or len(version) > _LONGEST_NAME:
        sentence = f'"{version[:60]}" is no name for a version'
        remedy = f"use up to {_LONGEST_NAME} letters, numbers, dots and hyphens, as in v0.7"
        raise CardgenError(Finding("print-record", sentence, remedy))
    return version


def file_of(project: Project, version: str = "") -> Path:
    """The file of a version, or of what lies on the table."""
    return project.root / FOLDER / f"{version}.yaml" if version else project.root / FILE


def read_version(project: Project, version: str) -> PrintRecord:
    """The record of a version that must be there. Raises CardgenError."""
    file = file_of(project, named(version))
    if not file.is_symlink() and not file.exists():
        remedy = did_you_mean(
            version, versions_of(project), f"remember one:  cardgen printed --as {version}"
        )
        sentence = f'no version is remembered as "{version}"'
        raise CardgenError(Finding("print-record", sentence, remedy))
    return read_record(project, version)


def read_record(project: Project, version: str = "") -> PrintRecord:
    """The record of a project, or of a version of it; an empty one where there is no file. Raises
    CardgenError for one that cannot be understood."""
    file = file_of(project, version)
    if not file.is_symlink() and not file.exists():
        return PrintRecord()
    problems: list[Finding] = []
    source = read(file, problems, "games:", home=project.root, must_exist=False)
    sections: dict[str, Any] = Section(source, PRINTED, problems).values() if source else {}
    if problems:
        raise CardgenError(*problems)
    decks: PrintedDecks = {}
    for game, inner in sections.get("games", {}).items():
        for deck, cards in inner.items():
            decks[game, deck] = [PrintedCard(id, **values) for id, values in cards.items()]
    return PrintRecord(decks, sections.get("cardgen", ""))


def record_bytes(project: Project, record: PrintRecord, version: str = "") -> tuple[Path, bytes]:
    """The file and the bytes that it is to hold. Raises CardgenError for more than could be read
    again."""
    file = file_of(project, version)
    data = "".join(_lines(record)).encode()
    nodes = sum(
        _NODES + sum(1 + _size(value) for value in card.fields.values())
        for cards in record.decks.values()
        for card in cards
    )
    if len(data) > LARGEST or nodes > MOST_NODES:
        sentence = f"these are more cards than one {file.name} can remember"
        raise CardgenError(
            Finding(
                "too-large",
                sentence,
                "split the project, or remember only the decks that are printed",
                Place(file),
            )
        )
    return file, data


def _size(value: Said) -> int:
    return 1 if isinstance(value, str) else 1 + len(value)


def _lines(record: PrintRecord) -> Iterator[str]:
    yield f"{_ABOUT}cardgen: {_written(record.version)}\ngames:\n"
    by_game: dict[str, dict[str, list[PrintedCard]]] = {}
    for (game, deck), cards in sorted(record.decks.items()):
        by_game.setdefault(game, {})[deck] = cards
    for game, decks in by_game.items():
        yield f"  {_written(game)}:\n"
        for deck, cards in decks.items():
            yield f"    {_written(deck)}:{'' if cards else ' {}'}\n"
            for card in sorted(cards, key=lambda card: card.id):
                yield f"      {_written(card.id)}:\n"
                yield from _card_lines(card)


def _card_lines(card: PrintedCard) -> Iterator[str]:
    yield f"        face: {_written(card.face)}\n"
    if card.back:
        yield f"        back: {_written(card.back)}\n"
    if card.copies != 1:
        yield f"        copies: {card.copies}\n"
    if card.fields:
        yield "        fields:\n"
    for name, value in sorted(card.fields.items()):
        yield f"          {_written(name)}: {_written(value)}\n"


def _written(value: Said) -> str:
    """A value as YAML in one line."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    if _PLAIN.fullmatch(value):
        return value
    return quoted(value)


def merged(
    record: PrintRecord, decks: PrintedDecks, removed: Collection[tuple[str, str]], version: str
) -> PrintRecord:
    """The record with these decks in place of its own.

    Those that are gone are left out."""
    remaining = {key: cards for key, cards in record.decks.items() if key not in removed}
    return PrintRecord({**remaining, **decks}, version)
