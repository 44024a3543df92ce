"""Work done by many machines: Dask carries the project there and shares the work.

It tries again, too, and brings back the results: nothing here schedules or queues. A worker needs
cardgen and nothing else. For each of its threads it keeps a process that draws
(`cluster_worker.py`), so that a stranger's templates are as bounded there as they are at home.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children
from pathlib import Path
from typing import Any

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.scratch import scratch_folder
from cardgen.base.version import __version__
from cardgen.making.cluster_worker import (
    ClusterLoad,
    kill_drawing,
    let_go,
    make_on_worker,
    parted,
    program,
)
from cardgen.making.sealed_project import seal
from cardgen.making.shelf import AddressShelf, Shelf
from cardgen.making.tasks import Made, TaskOrder, parcel, put_away, roots_of, unparcel
from cardgen.model.project import Project
from cardgen.sandbox.process import safe_process_context

RETRIES = 3
"""Times that Dask tries a share again that failed on a worker, as for want of memory."""
AHEAD = 2
"""Shares in flight for each thread of the cluster: one that is made, and one that waits behind
it."""
ANSWERS = 30
"""Seconds in which a scheduler answers."""
_NEEDS = ("dask", "distributed", "fsspec")
_LOCAL = "local:"
_OWN = "dask"
_PRIVATE = ("tls://", "wss://", "inproc://")
"""The beginnings of addresses where nobody joins in without a certificate."""


def check_cluster(address: str) -> None:
    """Raise CardgenError for an address that is no cluster's, or if a package is missing."""
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        raise CardgenError(
            Finding(
                "package-missing",
                f"--cluster needs {', '.join(missing)}, which {are} not installed",
                'run: python -m pip install "cardgen[cluster]"',
            )
        )
    number = address.removeprefix(_LOCAL)
    local = address.startswith(_LOCAL) and number.isdecimal() and 1 <= int(number) <= 1000
    if not (local or address == _OWN or "://" in address):
        remedy = (
            "write tcp://HOST:8786 for a scheduler, local:4 for four workers here, "
            "or dask for the scheduler of Dask's configuration"
        )
        raise CardgenError(Finding("address-wrong", f'"{address}" is no cluster', remedy))


def remark_on(address: str) -> str:
    """A warning of a cluster that others may join; nothing for one where they may not."""
    scheduler = "" if address.startswith(_LOCAL) else _scheduler(address)
    if not scheduler or scheduler.startswith(_PRIVATE):
        return ""
    return (
        f"{scheduler} has no key: whoever reaches it, or stands between, "
        "can run programs on its workers and on this machine; "
        "begin it with certificates, and name it tls:// (see docs/howto-cluster.md)"
    )


@contextmanager
def opened_cluster(address: str, project: Project, cache: Cache) -> Iterator[ClusterRun]:
    """Open a cluster that has a project.

    The address is a scheduler's, `local:N`, or `dask` for the one that Dask's configuration
    names. Raises CardgenError.
    """
    sealed, shipped = seal(project, cache), project.root == project.shipped
    sent = ClusterLoad(
        sealed.digest, shipped, program(), __version__, os.environ.get("SOURCE_DATE_EPOCH", "")
    )
    with _client(address) as client:
        with warnings.catch_warnings():
            # that it is large: it travels once, and Dask makes it anew where it is lost
            warnings.simplefilter("ignore", UserWarning)
            there = client.submit(
                bytes, sealed.data, key=f"cardgen-project-{sealed.digest}", retries=RETRIES
            )
        yield ClusterRun(client, there, sent, roots_of(project))


class ClusterRun:
    """A cluster that does the tasks of orders; see `opened_cluster`."""

    def __init__(
        self, client: Any, project: Any, sent: ClusterLoad, roots: Mapping[str, Path]
    ) -> None:
        self._client, self._project, self._sent, self._roots = client, project, sent, roots

    @property
    def threads(self) -> int:
        """The threads of all workers that there are now, one at the least.

        Some clusters begin workers when there is work."""
        threads: int = sum(
            worker["nthreads"]
            for worker in self._client.scheduler_info(n_workers=-1)["workers"].values()
        )
        return max(1, threads)

    def made(self, order: TaskOrder, shares: Iterator[list[Any]], shelf: Shelf) -> Iterator[Made]:
        """Yield the result of each task as it comes, its files on the shelf.

        Raises CardgenError if a worker refuses, or the cluster is gone.
        """
        address = shelf if isinstance(shelf, AddressShelf) else None
        for future, share in self._done(order, shares, address):
            results = self._outcome(future, order, share)
            files = _files(future) if not address and future.status == "finished" else iter(())
            for result in results:
                yield result if address else put_away(_filled(result, files), shelf)

    def _done(
        self,
        order: TaskOrder,
        shares: Iterator[list[Any]],
        there: AddressShelf | None,
    ) -> Iterator[tuple[Any, list[Any]]]:
        """Yield shares that are done, as they come."""
        from distributed import as_completed

        waiting = dict[str, list[Any]]()
        done = as_completed()
        threads = self.threads
        while True:
            for share in islice(shares, max(0, AHEAD * threads + 1 - len(waiting))):
                share_key = "".join(task.key(order) for task in share) + repr((self._sent, there))
                key = f"cardgen-share-{sha256(share_key.encode()).hexdigest()}"
                work = parcel((order, share, there), self._roots)
                future = self._client.submit(
                    make_on_worker, self._project, self._sent, work, key=key, retries=RETRIES
                )
                waiting[key] = share
                done.add(future)
            if not waiting:
                return
            future = next(done)
            yield future, waiting.pop(future.key)
            del future  # so that what it holds may go

    def _outcome(self, future: Any, order: TaskOrder, share: Sequence[Any]) -> list[Made]:
        """The results of a share; one that Dask has given up fails with its tasks.

        Raises CardgenError for a refusal.
        """
        if future.cancelled():
            raise CardgenError(
                Finding(
                    "cluster-failed",
                    "the cluster has let go of the work",
                    "see that its scheduler runs, and give the same command again",
                )
            )
        if error := future.exception():
            return [order.undone(task, _problems_of(error)) for task in share]
        data = future.result()
        if isinstance(data, Finding):
            raise CardgenError(data)
        results: list[Made] = unparcel(next(parted(data)), self._roots)
        return results


def _files(future: Any) -> Iterator[bytes]:
    """The data of the files of a share."""
    return islice(parted(future.result()), 1, None)


def _filled(result: Made, files: Iterator[bytes]) -> Made:
    """The result of a task, with the data of its files."""
    return replace(result, files=[file._replace(data=next(files)) for file in result.files])


def _problems_of(error: BaseException) -> tuple[Finding, ...]:
    """The reasons why Dask has given something up."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        remedy = "see whether they have memory enough, or make it without --cluster"
        return (
            Finding("cluster-failed", "workers ended again and again while they made it", remedy),
        )
    if isinstance(error, CardgenError):
        return error.findings
    error_text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return (
        Finding(
            "cluster-failed",
            f"the workers could not make it: {error_text}",
            "see that each of them has this cardgen, room, and the right to write",
        ),
    )


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a cluster. Raises CardgenError where there is none."""
    from distributed import Client

    if address.startswith(_LOCAL):
        with _workers_here(int(address.removeprefix(_LOCAL))) as client:
            yield client
        return
    if not (address := _scheduler(address)):
        remedy = "set scheduler-address in Dask's configuration, or DASK_SCHEDULER_ADDRESS"
        raise CardgenError(
            Finding("cluster-failed", "Dask's configuration names no scheduler", remedy)
        )
    try:
        client = Client(address, timeout=ANSWERS)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        sentence = f"no scheduler answers at {address}: {' '.join(str(error).split())[:200]}"
        raise CardgenError(
            Finding(
                "cluster-failed",
                sentence,
                "see that it runs, that this machine reaches it, and that both have the same Dask",
            )
        ) from None
    with client:
        yield client


def _scheduler(address: str) -> str:
    """The address of a scheduler, which Dask's configuration may name; empty where it names
    none."""
    if address != _OWN:
        return address
    import dask

    return str(dask.config.get("scheduler-address", None) or "")


@contextmanager
def _workers_here(number: int) -> Iterator[Any]:
    """A client of a scheduler and a worker, all in this process.

    The worker has this number of threads. Nothing listens, so nobody else can ask for anything. A
    process for each thread draws, as on every worker."""
    import dask
    from distributed import Client, Scheduler, SpecCluster, Worker

    inside = {"protocol": "inproc://", "dashboard": False, "dashboard_address": None}
    scheduler = {"cls": _without_page(Scheduler), "options": inside}
    worker = {"cls": _without_page(Worker), "options": {**inside, "nthreads": number}}
    others = active_children()
    # begun by this thread, so that Ctrl-C is not for the processes that draw
    safe_process_context("cardgen.making.edition_files")
    with (
        dask.config.set({"temporary-directory": str(scratch_folder())}),  # of the scheduler too
        SpecCluster({"here": worker}, scheduler, silence_logs="ERROR") as cluster,
        Client(cluster) as client,
    ):
        try:
            yield client
        except BaseException:
            kill_drawing(others)
            raise
        finally:
            let_go()


def _without_page(kind: Any) -> Any:
    """A part of Dask without its page for browsers.

    That page answers to anybody at an address of the machine."""
    return type(kind.__name__, (kind,), {"start_http_server": lambda *_, **__: None})
