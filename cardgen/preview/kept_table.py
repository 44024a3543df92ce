"""A shared table that outlives its preview: it lies in the user's cache until the next day.

Of the keys of players only digests are there, and the session is read as one of a stranger's."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.cache import Cache
from cardgen.preview.table_events import (
    MOST_SEATS,
    SessionFile,
    WrongEventError,
    read_session,
)

_LONGEST_AGE = 24 * 3600.0  # seconds
_LONGEST_KEY = 64  # letters


class TableRecord(NamedTuple):
    """A table as it is kept: its session, and the players of its seats."""

    session: SessionFile
    holders: dict[int, str]
    is_over: bool


class KeptTable:
    """The place where the table of a project is kept."""

    def __init__(
        self, root: Path | None, cache: Cache, clock: Callable[[], float] = time.time
    ) -> None:
        self._key = "table" + hashlib.sha256(str(root).encode("utf-8", "replace")).hexdigest()
        self._cache, self._clock = cache, clock

    def write(self, record: TableRecord | None) -> None:
        """Keep a table, or nothing once it is closed."""
        if record is None:
            self._cache.put(self._key, b"")
            return
        session, holders, is_over = record
        about = {"at": self._clock(), "holders": holders, "over": is_over}
        lines = json.dumps(about, separators=(",", ":")), session.text()
        self._cache.put(self._key, "\n".join(lines).encode())

    def read(self) -> TableRecord | None:
        """The table that was kept within a day; None where there is none that can be read."""
        head, _, text = (self._cache.get(self._key) or b"").partition(b"\n")
        try:
            about = json.loads(head)
            if not 0 <= self._clock() - about["at"] <= _LONGEST_AGE:
                return None
            session = read_session(json.loads(text))
            return TableRecord(session, _holders(about["holders"]), about["over"] is True)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None


def _holders(plain: Any) -> dict[int, str]:
    """The players of seats. Raises ValueError for what is none."""
    holders = {int(seat): str(player) for seat, player in plain.items()}
    is_right = all(1 <= seat <= MOST_SEATS for seat in holders)
    if not is_right or any(len(player) > _LONGEST_KEY for player in holders.values()):
        raise WrongEventError("no players of seats")
    return holders
