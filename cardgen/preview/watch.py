"""Changes on disk, told within hundredths of a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from watchfiles import Change, awatch

from cardgen.load.printed import FILE
from cardgen.model.project import aside

FOLDERS = ("card_data", "templates", "fonts")
_STEP = 20
"""Milliseconds of quiet after which a save is over: an editor may write a file in several steps."""
_AT_MOST = 200
"""Milliseconds after which changes are told though others follow."""
_STAYS = 1.0
"""Seconds between two looks whether the project's folder is still the same: what watches a folder
follows it to where it is moved."""


def matters(root: Path, change: Change, path: str) -> bool:
    """True if a file is one that somebody wrote.

    What an editor puts beside it, or git into a folder of its own, does not matter."""
    return not any(map(aside, Path(path).relative_to(root).parts))


def _comes_or_goes(change: Change, path: str) -> bool:
    """True if one of the folders does, or the record of the last print."""
    name = Path(path).name
    return (name in FOLDERS and change != Change.modified) or name == FILE


async def watch(
    root: Path, changed: Callable[[float, frozenset[str]], None], stop: asyncio.Event
) -> None:
    """Call `changed` whenever some files have changed.

    It takes the time of the last save (seconds since the epoch) and the files."""
    renewed, replaced = asyncio.Event(), asyncio.Event()

    def tell(changes: set[tuple[Change, str]]) -> None:
        files = frozenset(path for _, path in changes)
        changed(newest(files), files)

    polling: bool | None = None

    async def follow(
        paths: list[Path],
        is_relevant: Callable[[Change, str], bool],
        until: asyncio.Event,
        deep: bool,
    ) -> None:
        nonlocal polling
        how: dict[str, Any] = {
            "watch_filter": is_relevant,
            "step": _STEP,
            "debounce": _AT_MOST,
            "recursive": deep,
            "stop_event": until,
        }
        try:
            async for changes in awatch(*paths, **how, force_polling=polling):
                tell(changes)
                if not deep:
                    renewed.set()
        except (OSError, RuntimeError) as error:
            # that is a folder that went as we turned to it
            if not isinstance(error, FileNotFoundError):
                polling = True
            await asyncio.sleep(_AT_MOST / 1000)

    async def folders() -> None:
        while not stop.is_set():
            renewed.clear()
            await follow(
                [root / name for name in FOLDERS if (root / name).is_dir()],
                partial(matters, root),
                renewed,
                True,
            )

    async def tops() -> None:
        while not stop.is_set():
            replaced.clear()
            await follow([root], _comes_or_goes, replaced, False)

    async def same() -> None:
        identity = _identity(root)
        while not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _STAYS)
            if identity != (identity := _identity(root)) and not stop.is_set():
                renewed.set()
                replaced.set()
                changed(time.time(), frozenset())

    async def end() -> None:
        await stop.wait()
        renewed.set()
        replaced.set()

    await asyncio.gather(folders(), tops(), same(), end())


def _identity(folder: Path) -> tuple[int, int] | None:
    """The identity that tells a folder from another one of its name.

    It is None where there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def newest(paths: Iterable[str]) -> float:
    """The time when the last of these files was written.

    That is now for one that is gone, and where there are none."""
    times = []
    for path in paths:
        try:
            times.append(Path(path).stat().st_mtime)
        except OSError:
            times.append(time.time())
    return max(times, default=time.time())
