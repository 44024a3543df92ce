"""Editions made by many machines: Dask carries the project there and shares the work, tries again, and brings back what became of it.

Nothing here schedules, queues or tries again. A worker needs cardgen and nothing else. For each of its threads it keeps a process that
draws (`edition_worker.py`), so that a stranger's templates are as bounded there as they are at home.
"""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice
from typing import Any, NamedTuple

from cardgen import __version__
from cardgen.api.edition_press import EditionFile, EditionOrder, EditionPress, Made
from cardgen.api.edition_run import EditionPlan, Makes, put_away, shares_of
from cardgen.api.edition_shelf import AddressShelf, Shelf
from cardgen.api.edition_worker import ClusterLoad, Declined, make_on_worker, program
from cardgen.api.sealed_project import Sealed, seal
from cardgen.base.errors import CardgenError, Problem

RETRIES = 3
"""How often Dask tries a share again that failed on a worker, as for want of memory or of its address."""
AHEAD = 2
"""Shares in flight for each thread of the cluster: one that is made, and one that waits behind it."""
ANSWERS = 30
"""Seconds in which a scheduler answers."""
_NEEDS = ("dask", "distributed", "fsspec")
_LOCAL = "local:"
_OWN = "dask"
_HERE = "127.0.0.1:0"
"""For Dask's own page: any free port, for this machine alone."""


def check_cluster(address: str) -> None:
    """Raises CardgenError for an address that cannot be a cluster's, or where what it needs is not installed."""
    if lacking := [name for name in _NEEDS if find_spec(name) is None]:
        what = f"--cluster needs {', '.join(lacking)}, which {'is' if len(lacking) == 1 else 'are'} not installed"
        raise CardgenError(Problem(what, "run: python -m pip install 'cardgen[cluster]'"))
    number = address.removeprefix(_LOCAL)
    local = address.startswith(_LOCAL) and number.isdecimal() and 1 <= int(number) <= 1000
    if not (local or address == _OWN or "://" in address):
        remedy = "write tcp://HOST:8786 for a scheduler, local:4 for four workers here, or dask for the scheduler of Dask's configuration"
        raise CardgenError(Problem(f'"{address}" is no cluster', remedy))


def on_cluster(address: str) -> Makes:
    """Who makes editions on a cluster: a scheduler's address, `local:N`, or `dask` for the one that Dask's configuration names."""

    def made(press: EditionPress, plan: EditionPlan, due: Sequence[EditionFile], shelf: Shelf) -> Iterator[Made]:
        project = press.project
        sealed, shipped = seal(project, press.cache), project.root == project.shipped
        sent = ClusterLoad(sealed.digest, shipped, program(), __version__, os.environ.get("SOURCE_DATE_EPOCH", ""))
        with _client(address) as client:
            yield from _made(_ClusterRun(client, sealed, sent, shelf), plan.order, due)

    return made


class _ClusterRun(NamedTuple):
    client: Any
    sealed: Sealed
    sent: ClusterLoad
    shelf: Shelf


def _made(run: _ClusterRun, order: EditionOrder, due: Sequence[EditionFile]) -> Iterator[Made]:
    """What becomes of each file, as it comes. Raises CardgenError where a worker refuses, or the cluster is gone."""
    from distributed import as_completed

    client, there = run.client, run.shelf if isinstance(run.shelf, AddressShelf) else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that it is large: it travels once, and Dask makes it anew where it is lost
        project = client.submit(bytes, run.sealed.data, key=f"cardgen-project-{run.sealed.digest}", retries=RETRIES)
    waiting, done = dict[str, list[EditionFile]](), as_completed()
    rest = shares_of(due, _threads(client))
    while True:
        for share in islice(rest, max(0, AHEAD * _threads(client) + 1 - len(waiting))):
            said = "".join(file.key(order) for file in share) + repr((run.sent, there))
            key = f"cardgen-share-{sha256(said.encode()).hexdigest()}"
            waiting[key] = share
            work = pickle.dumps((order, share, there))
            done.add(client.submit(make_on_worker, project, run.sent, work, key=key, retries=RETRIES))
        if not waiting:
            return
        future = next(done)
        for each in _outcome(future, waiting.pop(future.key)):
            yield each if there else put_away(each, run.shelf)
        del future  # so that what it holds may go


def _outcome(future: Any, share: Sequence[EditionFile]) -> list[Made]:
    """What became of a share. One that Dask has given up is a problem of its editions. Raises CardgenError for a refusal."""
    from distributed import KilledWorker

    if future.cancelled():
        raise CardgenError(Problem("the cluster has let go of the work", "see that its scheduler runs, and give the same command again"))
    error = future.exception()
    if error is None:
        came: bytes | Declined = future.result()
        if isinstance(came, Declined):
            raise CardgenError(came.problem)
        made: list[Made] = pickle.loads(came)  # noqa: S301 (from a worker that runs what this client sends)
        return made
    problems: tuple[Problem, ...] = (_given_up(error),)
    if isinstance(error, KilledWorker):
        problems = (
            Problem(
                "workers ended again and again while they made it", "see whether they have memory enough, or make it without --cluster"
            ),
        )
    elif isinstance(error, CardgenError):
        problems = error.problems
    return [Made(file.name, failed={edition.id: problems for edition in file.editions}) for file in share]


def _given_up(error: BaseException) -> Problem:
    said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return Problem(f"the workers could not make it: {said}", "see that each of them has this cardgen, room, and the right to write")


def _threads(client: Any) -> int:
    """Those of all workers that there are now, one at the least: some clusters begin workers when there is work."""
    threads: int = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    return max(1, threads)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a cluster. Raises CardgenError where there is none."""
    import dask
    from distributed import Client, LocalCluster

    if address.startswith(_LOCAL):
        number = int(address.removeprefix(_LOCAL))
        with (
            dask.config.set({"distributed.worker.daemon": False}),  # a daemon may begin no processes
            LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=_HERE) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    if address == _OWN:
        address = dask.config.get("scheduler-address", None) or ""
        if not address:
            remedy = "set scheduler-address in Dask's configuration, or DASK_SCHEDULER_ADDRESS"
            raise CardgenError(Problem("Dask's configuration names no scheduler", remedy))
    try:
        client = Client(address, timeout=ANSWERS)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        what = f"no scheduler answers at {address}: {' '.join(str(error).split())[:200]}"
        raise CardgenError(Problem(what, "see that it runs, that this machine reaches it, and that both have the same Dask")) from None
    with client:
        yield client
