"""The record of the cards that were printed last, in a file. It belongs to the
project, and is made to be committed.

It is sorted, with a line for each value, so that two people's changes merge; what is written
depends on nothing but the cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.fields import MOST_COPIES
from cardgen.model.changes import PrintedCard, Said
from cardgen.model.project import Project
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import ANY_TEXT, NAME, TEXT, entry, mapping_of, number
from cardgen.schema.source import LARGEST, MOST_NODES, Node, Seq, read
from cardgen.schema.spelling import quoted
from cardgen.schema.values import wrong

FILE = "printed.yaml"
_ABOUT = (
    "# What lies on the table, as `cardgen printed` remembers it. Commit it with the game; "
    "cardgen alone writes it.\n"
)
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[ ._-][A-Za-z0-9]+)*")
"""Texts that mean themselves in YAML, whatever stands around them."""
_NODES = 10
"""How many nodes of the file a card takes beside its fields."""

PrintedDecks = dict[tuple[str, str], list[PrintedCard]]
"""The cards of decks, by game and deck; the deck of a translated game with its language, as
`main.de`."""


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


def read_record(project: Project) -> PrintRecord:
    """The record of a project; an empty one where there is no file. Raises CardgenError for one
    that cannot be understood."""
    file = project.root / FILE
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


def record_bytes(project: Project, record: PrintRecord) -> tuple[Path, bytes]:
    """The file and the bytes that it is to hold. Raises CardgenError for more than could be read
    again."""
    file = project.root / FILE
    data = "".join(_lines(record)).encode()
    nodes = sum(
        _NODES + sum(1 + _size(value) for value in card.fields.values())
        for cards in record.decks.values()
        for card in cards
    )
    if len(data) > LARGEST or nodes > MOST_NODES:
        sentence = f"these are more cards than one {FILE} can remember"
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
