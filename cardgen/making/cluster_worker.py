"""A worker of a cluster: it opens the sealed project, and has a process of its own draw.

Light to import: whatever draws is loaded in that process alone. Processes, for a stranger's
templates are as bounded here as at home (`sandbox/process.py`), and beside threads nothing can be
forked.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import struct
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.cache import code_of, content_of
from cardgen.base.findings import Finding
from cardgen.base.scratch import clear_scratch, scratch_folder
from cardgen.base.version import __version__
from cardgen.making.sealed_project import CACHE, FOLDERS, Sealed, unseal
from cardgen.model.project import shipped_root
from cardgen.sandbox.process import follow_parent, safe_process_context


class ClusterLoad(NamedTuple):
    """The message beside a sealed project that tells a worker how to open it."""

    digest: str
    shipped: bool
    """True if it is the shipped project, which the worker has."""
    program: bytes
    """A digest of the program and of what ships with it."""
    version: str
    date: str
    """The value of SOURCE_DATE_EPOCH."""


def joined(results: bytes, files: Sequence[bytes]) -> bytes:
    """Join results of a share and its files to bytes, which Dask hands on without a copy."""
    sizes = [len(results), *map(len, files)]
    return b"".join((struct.pack(f">{len(sizes) + 1}Q", len(sizes), *sizes), results, *files))


def parted(data: bytes) -> Iterator[bytes]:
    """Yield the parts of such bytes: the results, then each file."""
    (count,) = struct.unpack_from(">Q", data)
    start = 8 * (count + 1)
    for size in struct.unpack_from(f">{count}Q", data, 8):
        yield data[start : start + size]
        start += size


@cache
def program() -> bytes:
    """A digest of all that a page depends on beside its project."""
    return content_of(shipped_root() / name for name in FOLDERS) + code_of()


_here: dict[tuple[str, str], ProcessPoolExecutor] = {}
"""Processes that draw, by the project that they have open and the date that they print; only the
last."""
_arriving = threading.Lock()


def make_on_worker(project: bytes, sent: ClusterLoad, work: bytes) -> bytes | Finding:
    """Do a share of the work; returns its results as `joined` gives them, or a refusal.

    `work` is a parcel of the arguments of `make_share`. Raises CardgenError for what stops it.
    """
    if refusal := _refused(sent):
        return refusal
    root = shipped_root() if sent.shipped else _folder(sent)
    try:
        with _arriving:
            pool = _pool(Sealed(project, sent.digest), sent)
            share = pool.submit(_made, root, work)
        return share.result()
    except BrokenProcessPool:
        with _arriving:
            if _here.get((sent.digest, sent.date)) is pool:
                del _here[sent.digest, sent.date]
        raise MemoryError("a process that drew ended before it was done") from None


def _made(root: Path, work: bytes) -> bytes:
    from cardgen.making.tasks import make_share, parcel, unparcel, without_data

    roots = {"project": root, "shipped": shipped_root()}
    order, tasks, shelf = unparcel(work, roots)
    results = make_share(root, order, tasks, shelf)
    packed = parcel([without_data(result) for result in results], roots)
    files: list[bytes] = []
    if shelf is None:
        files = [file.data for result in results for file in result.files]
    return joined(packed, files)


def _refused(sent: ClusterLoad) -> Finding | None:
    from distributed import get_worker

    name = f"the worker {get_worker().address}"
    if multiprocessing.current_process().daemon:
        remedy = (
            "start it with --no-nanny, or with distributed.worker.daemon false "
            "in its Dask configuration"
        )
        return Finding(
            "cluster-failed",
            f"{name} may start no processes, in which alone strangers' templates are run",
            remedy,
        )
    if program() != sent.program:
        other_program = (
            f"cardgen {__version__}"
            if __version__ != sent.version
            else f"another cardgen {__version__} than this one"
        )
        return Finding(
            "cluster-failed",
            f"{name} has {other_program}, and this is {sent.version}",
            "install the very same cardgen on every worker",
        )
    return None


def _folder(sent: ClusterLoad) -> Path:
    return scratch_folder() / sent.digest


def _pool(sealed: Sealed, sent: ClusterLoad) -> ProcessPoolExecutor:
    """The processes that have a project open. Raises CardgenError for one that did not arrive
    whole."""
    from distributed import get_worker

    pool = _here.get((sent.digest, sent.date))
    if pool is None:
        folder = _folder(sent)
        if not (folder / FOLDERS[0]).is_dir():
            clear_scratch()  # of workers that were killed
            aside = scratch_folder() / f"{sent.digest}-{len(_here)}"
            unseal(sealed, aside)
            aside.rename(folder)
        let_go()
        _tidy_at_the_end()
        threads = get_worker().state.nthreads
        pool = ProcessPoolExecutor(
            threads,
            safe_process_context("cardgen.making.edition_files"),
            _begin,
            (str(folder / CACHE), sent.date),
        )
        _here[sent.digest, sent.date] = pool
    return pool


def let_go() -> None:
    """Have the processes that draw end once they have done what they were given."""
    for pool in _pools():
        pool.shutdown(wait=False)
    _here.clear()


def _pools() -> list[ProcessPoolExecutor]:
    """What there is now: threads of the worker strike out meanwhile what broke."""
    return list(_here.values())


def kill_drawing(others: Collection[BaseProcess]) -> None:
    """Kill the processes that draw, whatever they are at; `others` were there before them."""
    for child in multiprocessing.active_children():
        if child not in others:
            child.kill()  # for which a thread would wait
    for pool in _pools():
        # one that was killed while it wrote will not write the rest, for which a thread waits
        inside: Any = pool
        inside._result_queue._writer.close()


def _end() -> None:
    let_go()
    for child in multiprocessing.active_children():
        child.kill()


@cache
def _tidy_at_the_end() -> None:
    """A process of multiprocessing, as a nanny's worker is, waits for its children before anybody
    tells them to end; and it leaves without what `atexit` was told."""
    Finalize(None, _end, exitpriority=10)
    Finalize(None, shutil.rmtree, (scratch_folder(),), {"ignore_errors": True}, exitpriority=-10)


def _begin(cache_folder: str, date: str) -> None:
    """Begin a process that draws and ends with its worker.

    It keeps what it makes of art with the project, and prints the date that it is told."""
    follow_parent()
    os.environ["CARDGEN_CACHE"] = cache_folder
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    if date:
        os.environ["SOURCE_DATE_EPOCH"] = date
