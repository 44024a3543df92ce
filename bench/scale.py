"""What does a card cost where a deck has a hundred thousand, and a million, that all differ?

    python bench/scale.py [--cards 10000,100000,1000000] [--per-file 9000]

A ticket of 50 x 25 mm has a name, a row and a seat from a CSV, and its deck says `per_file`: each so
many cards have a PDF of their own. Told are the CPU of a card, the most memory of any process, and
the CPU of the last tenth of the cards beside the first. One process builds; the machine's speed
drifts, so compare what was measured in one run. Needs psutil, and for a million cards 1 GB of disk."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from math import nan
from pathlib import Path
from typing import NamedTuple

import psutil

from bench import words

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 25">
  <rect width="50" height="25" fill="#f4e6c8"/>
  <rect x="2" y="2" width="46" height="21" fill="none" stroke="#7a2e1d" stroke-width="0.6"/>
  {{ text_box(card.name, 4, 4, 42, 8, 11, 7, align="center", font="Baloo 2", weight=700) }}
  {{ text_box("Row " ~ card.row ~ ", seat " ~ card.seat, 4, 14, 42, 6, 8, 6, align="center") }}
</svg>
"""
DECK = """\
size: {width: 50mm, height: 25mm}
template: ticket.svg
fields: {row: int, seat: int}
cards: {file: tickets.csv, per_file: %d}
"""


class Cost(NamedTuple):
    """CPU in seconds, memory in MB, the PDFs made, and CPU of the last tenth beside the first.

    The ratio is nan where there are too few files to tell."""

    cpu: float
    memory: float
    files: int
    last_by_first: float


def make_tickets(folder: Path, cards: int, per_file: int) -> None:
    """Write a project with one deck of tickets, no two alike."""
    game = folder / "card_data/fair"
    game.mkdir(parents=True)
    (folder / "templates").mkdir()
    (folder / "templates/ticket.svg").write_text(TEMPLATE)
    (game / "game.yaml").write_text("title: Fair\n")
    (game / "tickets.yaml").write_text(DECK % per_file)
    with (game / "tickets.csv").open("w") as table:
        table.write("id,name,row,seat\n")
        for i in range(cards):
            first, last = words(i)[:2]
            table.write(f't{i},"{first.title()} {last.title()} {i}",{i // 40},{i % 40}\n')


def built(folder: Path) -> Cost:
    """Build the tickets and tell what it cost."""
    command = [sys.executable, "-m", "cardgen", "build", "--paper", "a4", "--jobs", "1"]
    with (folder / "told.txt").open("w") as told:
        process = psutil.Popen(command, cwd=folder, stdout=told, stderr=told)
        memory, cpu_by_files = _watched(process, folder / "output")
    if process.returncode:
        sys.exit((folder / "told.txt").read_text()[-2000:])
    *counts, files = sorted(cpu_by_files)  # the last file has fewer cards
    if len(counts) < 3:
        return Cost(max(cpu_by_files.values()), memory / 2**20, files, nan)
    tenth = max(1, len(counts) // 10)
    first = cpu_by_files[counts[tenth]] - cpu_by_files[counts[0]]
    last = cpu_by_files[counts[-1]] - cpu_by_files[counts[-1 - tenth]]
    ratio = last / first * (counts[tenth] - counts[0]) / (counts[-1] - counts[-1 - tenth])
    return Cost(max(cpu_by_files.values()), memory / 2**20, files, ratio)


def _watched(process: psutil.Popen, output: Path) -> tuple[int, dict[int, float]]:
    """The most bytes that a process of a build held, and the CPU of all when so many files were there."""
    memory = 0
    cpu_by_files: dict[int, float] = {}
    cpu_by_process: dict[int, float] = {}
    while process.poll() is None:
        for each in [process, *_children(process)]:
            try:
                memory = max(memory, each.memory_info().rss)
                cpu_by_process[each.pid] = sum(each.cpu_times()[:2])
            except psutil.Error:
                continue
        files = sum(1 for _ in output.rglob("*.pdf")) if output.exists() else 0
        if files:
            cpu_by_files.setdefault(files, sum(cpu_by_process.values()))
        time.sleep(0.05)
    return memory, cpu_by_files


def _children(process: psutil.Popen) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", default="10000,100000,1000000")
    parser.add_argument("--per-file", type=int, default=9000)
    args = parser.parse_args()
    print(
        f"{'cards':>9}  {'files':>5}  {'CPU':>7}  {'a card':>8}  {'memory':>7}  last tenth by first"
    )
    for cards in map(int, args.cards.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            make_tickets(Path(folder), cards, args.per_file)
            cost = built(Path(folder))
        print(
            f"{cards:9}  {cost.files:5}  {cost.cpu:5.0f} s  {cost.cpu / cards * 1000:5.2f} ms"
            f"  {cost.memory:4.0f} MB  {cost.last_by_first:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
