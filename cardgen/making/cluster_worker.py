"""What a worker of a cluster does with a share of the work: it opens the sealed project, and has a
process of its own draw.

Light to import: whatever draws is loaded in that process alone. Processes, for a stranger's
templates are as bounded here as at home (`sandbox/process.py`), and beside threads nothing can be
forked."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import struct
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing.util import Finalize
from pathlib import Path
from typing import NamedTuple

from cardgen.base.cache import code_of, content_of
from cardgen.base.findings import Finding
from cardgen.base.scratch import clear_scratch, scratch_folder
from cardgen.base.version import __version__
from cardgen.making.sealed_project import CACHE, FOLDERS, Sealed, unseal
from cardgen.making.shelf import Shelf
from cardgen.model.project import shipped_root
from cardgen.sandbox.process import beside_threads, follow_parent


class ClusterLoad(NamedTuple):
    """What goes with a sealed project, and tells a worker how to open it."""

    digest: str
    shipped: bool
    """Whether it is the shipped project, which the worker has."""
    program: bytes
    """A digest of the program and of what ships with it."""
    version: str
    date: str
    """What SOURCE_DATE_EPOCH says."""


def joined(told: bytes, files: Sequence[bytes]) -> bytes:
    """What is told of a share, and what its files hold where no shelf has them, as bytes, which
    Dask hands on without a copy."""
    sizes = [len(told), *map(len, files)]
    return b"".join((struct.pack(f">{len(sizes) + 1}Q", len(sizes), *sizes), told, *files))


def parted(came: bytes) -> Iterator[bytes]:
    """The same in its parts: what is told, then each file."""
    (count,) = struct.unpack_from(">Q", came)
    at = 8 * (count + 1)
    for size in struct.unpack_from(f">{count}Q", came, 8):
        yield came[at : at + size]
        at += size


@cache
def program() -> bytes:
    """A digest of all that a page depends on beside its project."""
    return content_of(shipped_root() / name for name in FOLDERS) + code_of()


_here: dict[tuple[str, str], ProcessPoolExecutor] = {}
"""Processes that draw, by the project that they have open and the date that they print; only the
last."""
_arriving = threading.Lock()


def make_on_worker(project: bytes, sent: ClusterLoad, work: bytes) -> bytes | Finding:
    """A share of the work, with what `make_share` is called pickled, as `joined` gives it; or why
    this worker makes none.

    Raises CardgenError for what stops the share.
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


def told_of(came: bytes | Finding) -> bytes | Finding:
    """What is told of a share whose files stay where they are."""
    return came if isinstance(came, Finding) else joined(next(parted(came)), ())


def shelved(came: bytes, shelf: bytes, names: tuple[str, ...]) -> None:
    """The files of a share put on a shelf by whoever has them. Raises what its library does."""
    place: Shelf = pickle.loads(shelf)  # noqa: S301 (from the client that Dask has let in, as this call is)
    for name, data in zip(names, islice(parted(came), 1, None), strict=True):
        place.put(name, data)


def _made(root: Path, work: bytes) -> bytes:
    from cardgen.making.tasks import make_share, parcel, without_data

    order, tasks, shelf = pickle.loads(work)  # noqa: S301 (from the client that Dask has let in, as this call is)
    made = make_share(root, order, tasks, shelf)
    told = parcel(
        [without_data(each) for each in made], {"project": root, "shipped": shipped_root()}
    )
    return joined(
        told, [file.data for each in made for file in each.files] if shelf is None else ()
    )


def _refused(sent: ClusterLoad) -> Finding | None:
    from distributed import get_worker

    name = f"the worker {get_worker().address}"
    if multiprocessing.current_process().daemon:
        remedy = "start it with --no-nanny, or with distributed.worker.daemon false in its Dask configuration"
        return Finding(
            "cluster-failed",
            f"{name} may start no processes, in which alone strangers' templates are run",
            remedy,
        )
    if program() != sent.program:
        told = (
            f"cardgen {__version__}"
            if __version__ != sent.version
            else f"another cardgen {__version__} than this one"
        )
        return Finding(
            "cluster-failed",
            f"{name} has {told}, and this is {sent.version}",
            "install the very same cardgen on every worker",
        )
    return None


def _folder(sent: ClusterLoad) -> Path:
    return scratch_folder() / sent.digest


def _pool(sealed: Sealed, sent: ClusterLoad) -> ProcessPoolExecutor:
    """The processes that have a project open. Raises CardgenError for one that did not arrive
    whole."""
    from distributed import get_worker

    found = _here.get((sent.digest, sent.date))
    if found is None:
        folder = _folder(sent)
        if not (folder / FOLDERS[0]).is_dir():
            clear_scratch()  # of workers that were killed
            aside = scratch_folder() / f"{sent.digest}-{len(_here)}"
            unseal(sealed, aside)
            aside.rename(folder)
        let_go()
        _tidy_at_the_end()
        threads = get_worker().state.nthreads
        found = ProcessPoolExecutor(
            threads,
            beside_threads("cardgen.making.edition_files"),
            _begin,
            (str(folder / CACHE), sent.date),
        )
        _here[sent.digest, sent.date] = found
    return found


def let_go() -> None:
    """Have the processes that draw end once they have done what they were given."""
    for pool in _here.values():
        pool.shutdown(wait=False)
    _here.clear()


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


def _begin(kept: str, date: str) -> None:
    """A process that draws: it ends with its worker, keeps what it makes of art with the project,
    and prints the date that it is told."""
    follow_parent()
    os.environ["CARDGEN_CACHE"] = kept
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    if date:
        os.environ["SOURCE_DATE_EPOCH"] = date
