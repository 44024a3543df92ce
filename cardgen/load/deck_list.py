"""Lists of cards as players write them: `3 Goblin`, a line for each card."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.base.files import read_own
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.fields import MOST_COPIES

_LINE = re.compile(r"(?:(\d{1,9})\s*[x×]?\s+)?(.+?)(?:\s+[x×]\s*(\d{1,9}))?", re.IGNORECASE)
_ASIDE = ("#", "//")
"""The beginnings of lines that say something to people."""
_LARGEST = 4 << 20
_MOST_LINES = 20_000


class ListedCard(str):
    """A card of a list, as a part of a selection, with its name, its copies and where it stands."""

    name: str
    copies: int
    place: Place

    @classmethod
    def of(cls, name: str, copies: int, place: Place) -> ListedCard:
        """Return a card of a list."""
        card = cls(f"{name}:{copies}")
        card.name, card.copies, card.place = name, copies, place
        return card


def read_deck_list(path: Path) -> tuple[ListedCard, ...]:
    """The cards of a list, each once: copies of one that stands there again are added.

    Raises CardgenError for a file that cannot be read, and for lines that say no card."""
    problems: list[Finding] = []
    cards: dict[str, ListedCard] = {}
    for number, line in enumerate(_lines(path), 1):
        text = line.strip()
        if not text or text.startswith(_ASIDE):
            continue
        place = Place(path, number)
        match = _LINE.fullmatch(text)
        before, name, behind = match.groups() if match else (None, text, None)
        copies = int(before or behind or 1)
        known = cards.get(name.casefold())
        copies += known.copies if known else 0
        if not 1 <= copies <= MOST_COPIES or name.isdecimal():
            sentence = f'"{text}" says no card with 1 to {MOST_COPIES:,} copies'
            remedy = "write lines such as  3 Goblin"
            problems.append(Finding("out-of-range", sentence, remedy, place))
            continue
        first_place = known.place if known else place
        cards[name.casefold()] = ListedCard.of(name, copies, first_place)
    if not cards and not problems:
        remedy = "write lines such as  3 Goblin"
        problems.append(Finding("unknown-card", "this list names no card", remedy, Place(path)))
    if problems:
        raise CardgenError(*problems)
    return tuple(cards.values())


def _lines(path: Path) -> list[str]:
    try:
        text = read_own(path, _LARGEST).decode("utf-8-sig")
    except OSError as error:
        sentence, remedy = f"this list cannot be read: {error.strerror}", "name a text file"
        raise CardgenError(Finding("file-unreadable", sentence, remedy, Place(path))) from None
    except UnicodeDecodeError:
        sentence, remedy = "this list is not written in UTF-8", "save it as UTF-8"
        raise CardgenError(Finding("file-unreadable", sentence, remedy, Place(path))) from None
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        sentence, remedy = f"this list has {len(lines):,} lines", f"keep {_MOST_LINES:,} of them"
        raise CardgenError(Finding("too-large", sentence, remedy, Place(path)))
    return lines
