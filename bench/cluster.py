"""What do editions cost on a cluster beside one process, and what is lost when its machines die?

    python bench/cluster.py [--editions 200] [--workers 2] [--small 2000] [--kills 20]

First, editions of 54 cards: one process without Dask, then as many on a real scheduler with real
workers, all of them processes of their own on this machine. Efficiency is the CPU of the one
process by the CPU that all workers took for the same, their children included; what they took to
start, and what the client takes, is told beside it; the art was drawn before. Then small editions,
whose workers are killed (SIGKILL) and begun anew at random while they are made; and a client that
is killed and begun again. Every file is compared with that of one process. Needs a POSIX system and
the extra `cluster`; change nothing of the program while it runs, for a worker would refuse."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

import editions
import psutil

from bench import ROOT, Run, measured

sys.path[:0] = [str(ROOT / "tests")]
from clusters import Cluster, cluster  # noqa: E402


def command(folder: Path, out: Path, *words: str) -> list[str]:
    table = str(folder / "card_data/bench/guests.csv")
    call = [
        sys.executable,
        "-m",
        "cardgen",
        "build",
        "bench/each",
        "--paper",
        "a4",
        "--project",
        str(folder),
        "--editions",
        table,
    ]
    return [*call, "--out", str(out), *words]


def environment(cache: str) -> dict[str, str]:
    return {**os.environ, "CARDGEN_CACHE": cache, "PYTHONPATH": str(ROOT)}


def build(folder: Path, out: Path, *words: str) -> Run:
    """A build with the cache that an earlier one left beside the project."""
    return measured(command(folder, out, *words), None, environment(str(folder.parent / "cache")))


def files(out: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in out.rglob("*.pdf")}


def used(there: Cluster) -> tuple[float, float]:
    """The CPU seconds of the workers with all that they began, and the memory of the largest of
    them in MB."""
    total, largest = 0.0, 0.0
    for worker in there.workers:
        memory = 0.0
        process = psutil.Process(worker.pid)
        for each in (process, *process.children(recursive=True)):
            try:
                times = each.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
                memory += each.memory_full_info().pss / 1e6
            except psutil.Error:
                continue
        largest = max(largest, memory)
    return total, largest


def efficiency(folder: Path, asked: argparse.Namespace) -> None:
    editions.project(folder / "project", asked.editions)
    plain = [
        sys.executable,
        "-m",
        "cardgen",
        "build",
        "bench/each",
        "--paper",
        "a4",
        "--project",
        str(folder / "project"),
    ]
    measured(plain, None, environment(str(folder / "cache")))
    one = build(folder / "project", folder / "one", "--jobs", "1")
    with cluster(folder / "cluster") as there:
        for _ in range(asked.workers):
            there.work()
        there.there(asked.workers)
        start, _ = used(there)
        many = build(folder / "project", folder / "many", "--cluster", there.address)
        after, largest = used(there)
    assert files(folder / "one") == files(folder / "many")
    took = after - start
    print(
        f"{asked.editions} editions of {editions.COMMON + editions.PERSONAL} cards; the files are the same"
    )
    for name, cpu, run, memory in (
        ("one process without Dask", one.cpu, one, one.peak_mb),
        (f"{asked.workers} workers", took, many, largest),
    ):
        per = cpu / asked.editions * 1000
        print(
            f"  {name:<28} {cpu:7.2f} s CPU {run.wall:7.2f} s {memory:5.0f} MB {per:7.1f} s CPU per 1,000"
        )
    print(f"  their start before that      {start:7.2f} s CPU")
    print(f"  the client                   {many.cpu:7.2f} s CPU {'':>9} {many.peak_mb:5.0f} MB")
    print(f"  efficiency of a worker       {one.cpu / took:7.2f}")


def small(folder: Path, count: int) -> None:
    """Editions of three cards."""
    editions.project(folder, count)
    deck = folder / "card_data/bench/each.yaml"
    head, cards = deck.read_text().split("cards:\n")
    lines = cards.splitlines(keepends=True)
    deck.write_text(f"{head}cards:\n{lines[0]}{''.join(lines[-editions.PERSONAL :])}")
    (folder / "card_data/bench/all.yaml").unlink()


def kills(folder: Path, asked: argparse.Namespace) -> None:
    small(folder / "project", asked.small)
    one = build(folder / "project", folder / "one", "--jobs", "1")
    pause = max(0.5, one.wall / asked.kills)
    expected, chance, killed, lives = files(folder / "one"), random.Random(7), 0, 0
    with cluster(folder / "cluster") as there, tempfile.TemporaryDirectory() as cache:
        for _ in range(asked.workers):
            there.work()
        there.there(asked.workers)
        target = (folder / "killed").as_uri()
        run = command(
            folder / "project", folder / "index", "--cluster", there.address, "--to", target
        )
        with subprocess.Popen(run, env=environment(cache), stdout=subprocess.DEVNULL) as client:
            while client.poll() is None:
                time.sleep(chance.uniform(0.5, 1.5) * pause)
                if killed < asked.kills and client.poll() is None:
                    there.kill(chance.choice(there.workers))
                    killed += 1
                    there.work()
        lives = client.returncode
    found = files(folder / "killed")
    left = [
        path.name
        for path in (folder / "killed").rglob("*")
        if path.is_file() and path.suffix != ".pdf"
    ]
    missing, other = (
        expected.keys() - found.keys(),
        [name for name in found if found[name] != expected.get(name)],
    )
    print(
        f"{asked.small} editions of 3 cards, workers killed {killed} times; the client ended with {lives}"
    )
    print(
        f"  {len(found)} files of {len(expected)}; {len(missing)} missing, {len(other)} other than those of one process, {len(left)} torn"
    )
    assert expected == found


def client(folder: Path, asked: argparse.Namespace) -> None:
    out = folder / "again"
    with cluster(folder / "again-cluster") as there, tempfile.TemporaryDirectory() as cache:
        for _ in range(asked.workers):
            there.work()
        there.there(asked.workers)
        run = command(folder / "project", out, "--cluster", there.address)
        with subprocess.Popen(run, env=environment(cache), stdout=subprocess.DEVNULL) as first:
            while first.poll() is None and len(list(out.rglob("*.pdf"))) < asked.small // 3:
                time.sleep(0.05)
            first.kill()
        before = {path: path.stat().st_mtime_ns for path in out.rglob("*.pdf")}
        done = subprocess.run(
            run, env=environment(cache), capture_output=True, text=True, check=False
        )
    made = sum(line.endswith("kB)") for line in done.stdout.splitlines())
    again = sum(path.stat().st_mtime_ns != at for path, at in before.items())
    print(
        f"a client killed with {len(before)} of {asked.small} files there; begun again it made {made}, {again} of them anew"
    )
    assert files(folder / "one") == files(out)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, value in (("editions", 200), ("workers", 2), ("small", 2000), ("kills", 20)):
        parser.add_argument(
            f"--{name}",
            type=int,
            default=value,
            help="0 leaves its part out" if name in ("editions", "small") else "",
        )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for part, count, work in (
            ("each", asked.editions, efficiency),
            ("small", asked.small, kills),
            ("small", asked.small, client),
        ):
            if not count:
                continue
            (Path(name) / part).mkdir(exist_ok=True)
            work(Path(name) / part, asked)


if __name__ == "__main__":
    main()
