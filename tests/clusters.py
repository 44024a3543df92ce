"""A Dask scheduler and its workers for tests, as the commands begin them: processes of their own on
this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PATIENCE = 120


@dataclass
class Cluster:
    """A scheduler at an address, and workers that can be killed."""

    folder: Path
    environment: Mapping[str, str]
    scheduler: subprocess.Popen[bytes]
    address: str
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def work(
        self, threads: int = 1, *, nanny: bool = False, **environment: str
    ) -> subprocess.Popen[bytes]:
        """One worker more."""
        words = (
            "worker",
            self.address,
            "--nthreads",
            str(threads),
            "--nanny" if nanny else "--no-nanny",
            "--no-dashboard",
        )
        words = (*words, "--local-directory", str(self.folder))
        self.workers.append(_dask(words, {**self.environment, **environment}, self.folder))
        return self.workers[-1]

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """As a machine dies: nothing of it is told to anybody."""
        worker.kill()
        worker.wait()
        self.workers.remove(worker)

    def there(self, count: int) -> None:
        """Wait until so many workers are there."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE) as client:
            client.wait_for_workers(count, timeout=PATIENCE)


@contextmanager
def cluster(folder: Path, **environment: str) -> Iterator[Cluster]:
    """A scheduler that ends with all its workers; what they say is in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / "scheduler.json"
    known = {
        **os.environ,
        "PYTHONPATH": str(HERE),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "20",
        **environment,
    }
    words = (
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        str(about),
    )
    scheduler = _dask(words, known, folder)
    found = Cluster(folder, known, scheduler, "")
    try:
        until = time.monotonic() + PATIENCE
        while not about.exists() or not about.read_text().strip():
            assert scheduler.poll() is None, (folder / "dask.log").read_text()
            assert time.monotonic() < until, "the scheduler does not come"
            time.sleep(0.1)
        found.address = json.loads(about.read_text())["address"]
        yield found
    finally:
        for each in (*found.workers, scheduler):
            each.kill()
            each.wait()


def _dask(
    words: tuple[str, ...], environment: Mapping[str, str], folder: Path
) -> subprocess.Popen[bytes]:
    with (folder / "dask.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            env=dict(environment),
            stdout=log,
            stderr=log,
            cwd=folder,
        )
