"""The key `accept:` of a game or a deck: which notes and warnings are meant."""

from __future__ import annotations

from typing import Any

from cardgen.base.codes import CODES
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.model.accepted import Accepted
from cardgen.schema.keys import Key, Kind, Section
from cardgen.schema.kinds import names
from cardgen.schema.source import Node


def _read(section: Section, name: str, node: Node) -> tuple[Accepted, ...]:
    return tuple(
        entry
        for text in _ENTRIES.read(section, name, node)
        if (entry := section.attempt(text, _accepted, section, text)) is not None
    )


def _accepted(section: Section, text: Any) -> Accepted:
    code, *cards = text.split() or [""]
    place = section.source.place(text)
    if code not in CODES:
        sentence = f'no finding has the code "{code}"'
        raise CardgenError(Finding("unknown-code", sentence, did_you_mean(code, CODES), place))
    return Accepted(code, tuple(cards), place)


_ENTRIES = names({"type": "string", "pattern": "^[a-z0-9-]+( +[^ ]+)*$"})
ACCEPT = Key(
    "accept",
    Kind(_read, _ENTRIES.schema),
    "[codes](findings.md) of notes and warnings that are meant, each for all cards or for some: "
    "`[same-face, contrast goblin-*]`",
    example="[same-face]",
)
