"""The known cards of a deck: where nothing that cards are made of has changed since an earlier run,
they are not composed again.

The digests of their sides are kept, by which the face cache knows what is painted of them. One
digest stands for all that composing may read: whatever changes, all cards are composed anew, and
those that come out as they were are still not painted again."""

from __future__ import annotations

import hashlib
import json
import pickle
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cardgen.base.cache import as_installed
from cardgen.cards.context import Context
from cardgen.model.cards import Deck

FEWEST = 40
"""Cards of a run from which it pays: what they are made of has to be read to know that it is as it
was."""
MOST = 20_000
"""Cards of a game of which that is kept: it is all in memory."""
_EMPTY = zlib.compress(b"{}")


class KnownBack(NamedTuple):
    """A back by two digests: `look` tells the backs of a deck apart, `painted` is that of the face
    cache."""

    look: str
    painted: str


class KnownCard(NamedTuple):
    """A card by the digest of its face in the face cache, and by its back where it has one."""

    face: str
    back: KnownBack | None


def inputs_of(context: Context) -> str:
    """The digest of all that the cards of a game are composed of: the game as it was read, with
    the options that it was read by, the files of its project, fonts, and the program."""
    project = context.project
    digest = hashlib.sha256(pickle.dumps((repr(project), context.game)))
    digest.update(project.contents("card_data", "templates", "fonts"))
    digest.update(context.fonts.digest.encode() + as_installed())
    return digest.hexdigest()


class KnownCards:
    """The cards of a deck that were composed of some `inputs`; `purpose` is that of their face
    cache."""

    def __init__(self, context: Context, deck: Deck, purpose: str, inputs: str) -> None:
        self._context, self._inputs = context, inputs
        where = repr((str(context.project.root), deck.game, deck.id, purpose))
        self._key = hashlib.sha256(b"known" + where.encode()).hexdigest()
        self._has_new = False
        self._cards: dict[int, KnownCard] = {}
        self._files: list[str] = []
        try:
            self._read(json.loads(zlib.decompress(context.cache.get(self._key) or _EMPTY)))
        except (ValueError, TypeError, LookupError, zlib.error):
            self._cards = {}

    def _read(self, kept: dict[str, object]) -> None:
        if kept.get("inputs") != self._inputs:
            return
        backs = [KnownBack(*back) for back in kept["backs"]]  # type: ignore[attr-defined]
        for position, face, back in kept["cards"]:  # type: ignore[attr-defined]
            self._cards[position] = KnownCard(face, None if back is None else backs[back])
        self._files = [*map(str, kept["files"])]  # type: ignore[call-overload]

    def get(self, position: int) -> KnownCard | None:
        return self._cards.get(position)

    @property
    def files(self) -> Iterable[Path]:
        """The files of art that were read for them."""
        return map(Path, self._files)

    def add(self, position: int, card: KnownCard) -> None:
        self._cards[position] = card
        self._has_new = True

    def finish(self) -> None:
        """Keep them for the next run, unless it has to be told again what was noted on the way."""
        art = self._context.art
        if not self._has_new or art.notes:
            return
        numbers: dict[KnownBack, int] = {}
        cards = [
            (at, card.face, card.back and numbers.setdefault(card.back, len(numbers)))
            for at, card in self._cards.items()
        ]
        kept = {
            "inputs": self._inputs,
            "backs": [*numbers],
            "cards": cards,
            "files": sorted(map(str, art.used)),
        }
        self._context.cache.put(self._key, zlib.compress(json.dumps(kept).encode(), 1))
