"""Bytes that are needed once more, much later.

A few of them stay in memory, more wait in files of this process."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from cardgen.base.files import put_in_place, read_own
from cardgen.base.scratch import scratch_folder

MOST_HELD = 32_000_000
"""Bytes that stay in memory: most decks have no more pictures than that, and need no file."""
_numbers = count()
_held = 0


class LaidAside:
    """Bytes until they are asked for: `bytes(laid)`. Where they are in a file it goes with this."""

    __slots__ = ("_data", "_file", "_owner")

    def __init__(self, data: bytes) -> None:
        global _held
        self._data, self._owner = data, os.getpid()
        self._file: Path | None = None
        if _held + len(data) > MOST_HELD:
            file = scratch_folder() / f"aside-{self._owner}-{next(_numbers)}"
            with suppress(OSError):  # of a disk without room: then they stay
                put_in_place(file, data)
                self._data = b""
                self._file = file
        _held += len(self._data)

    def __bytes__(self) -> bytes:
        return read_own(self._file) if self._file else self._data

    def __del__(self) -> None:
        global _held
        if self._owner != os.getpid():
            return  # a copy of the process that laid it aside, and still has it
        _held -= len(self._data)
        if self._file:
            with suppress(OSError):
                self._file.unlink()
