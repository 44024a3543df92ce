"""Names of pictures by a pattern, such as {deck}-{number:03}-{id}."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.state import is_plain_name
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Deck

FIELDS = ("game", "deck", "number", "id", "copy", "side")
"""What a pattern can ask for."""
_FIELD = re.compile(r"\{([^{}:]*)(?::0?([1-9]))?\}")
_NUMBERS = ("number", "copy")


class PictureOfSide(NamedTuple):
    """A side of a copy of a card that gets a file."""

    card: Card
    number: int
    copy: int
    side: str


class FileNames:
    """The names of a deck's pictures. Raises CardgenError for a pattern that cannot be."""

    def __init__(self, pattern: str, deck: Deck, ending: str, digits: int) -> None:
        self._pattern = pattern or f"{{side}}/{{number:{digits}}}-{{id}}"
        self._deck = deck
        self._ending = ending
        self._sides_by_name: dict[str, PictureOfSide] = {}
        check_pattern(self._pattern)

    def of(self, side_file: PictureOfSide) -> str:
        """The name of the file of a side, which no other has. Raises CardgenError."""
        name = self._filled(side_file) + self._suffix(side_file.side) + self._ending
        other = self._sides_by_name.setdefault(name.lower(), side_file)
        if not is_plain_name(name):
            raise _refused(
                f'the names "{self._pattern}" make "{name}", which is no name of a file everywhere',
                "leave out : * ? and the like, and what leads out of the folder",
            )
        if other is not side_file:
            raise _refused(
                f'the names "{self._pattern}" call two pictures "{name}": those of'
                f" {self._words(other)} and {self._words(side_file)}",
                "add {number}, which is another for each",
            )
        return name

    def shared_back(self) -> str:
        """The name of the back that all cards share. Raises CardgenError if a front has it."""
        deck = f"{self._deck.id}-" if "{deck" in self._pattern else ""
        game = f"{self._deck.game}-" if "{game" in self._pattern else ""
        name = f"{game}{deck}back{self._ending}"
        if other := self._sides_by_name.get(name.lower()):
            raise _refused(
                f'the names "{self._pattern}" call {self._words(other)} "{name}", as the back is',
                "write another pattern",
            )
        return name

    def _suffix(self, side: str) -> str:
        """What tells backs from fronts where the pattern does not."""
        return "-back" if side == "back" and "{side" not in self._pattern else ""

    def _filled(self, side_file: PictureOfSide) -> str:
        card, number, copy, side = side_file
        values = {
            "game": self._deck.game,
            "deck": self._deck.id,
            "number": number,
            "id": card.id,
            "copy": copy,
            "side": side,
        }
        return _FIELD.sub(
            lambda match: str(values[match[1]]).rjust(int(match[2] or 0), "0"), self._pattern
        )

    @staticmethod
    def _words(side_file: PictureOfSide) -> str:
        copy = f", copy {side_file.copy}" if side_file.copy > 1 else ""
        return f'"{side_file.card.id}"{copy} ({side_file.side})'


def check_pattern(pattern: str) -> None:
    """Raise CardgenError for a pattern of names that no file can have."""
    problems = list(_problems(pattern))
    if problems:
        raise CardgenError(*problems)


def _problems(pattern: str) -> Iterator[Finding]:
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    for match in _FIELD.finditer(pattern):
        name, digits = match.groups()
        if name not in FIELDS:
            yield _finding(
                f'the names "{pattern}" ask for {{{name}}}, which cards do not have',
                did_you_mean(name, FIELDS, f"use {known}"),
            )
        elif digits and name not in _NUMBERS:
            yield _finding(
                f'the names "{pattern}" ask for digits of {{{name}}}, which is no number',
                f"write {{{name}}}",
            )
    rest = _FIELD.sub("x", pattern)
    if "{" in rest or "}" in rest:
        yield _finding(
            f'the names "{pattern}" have a brace that is of no field',
            f"use {known}, and digits such as {{number:03}}",
        )
    elif not is_plain_name(rest):
        yield _finding(
            f'"{pattern}" makes no names of files within the folder, on every system',
            "use letters, digits, - and _, and / for folders within",
        )


def _finding(sentence: str, remedy: str) -> Finding:
    return Finding("export-impossible", sentence, remedy)


def _refused(sentence: str, remedy: str) -> CardgenError:
    return CardgenError(_finding(sentence, remedy))
