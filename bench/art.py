"""How long does the art of the shipped games take, beside rsvg-convert?

    python bench/art.py [--turns 5] [--profile]

Draws every SVG file of the games' art as art of a card, in one process that
knows none of them, and gives the same files to one call of `rsvg-convert -f pdf`, in turns. Every
figure is the least CPU time of all turns, with the start of the process and without: what it loads
is there once, however many drawings follow. With --profile it tells instead in which functions the
time goes."""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.engine import Art

PEER = "rsvg-convert"


def drawings() -> list[tuple[Path, list[Path]]]:
    """The folders of the shipped games, and the drawings of each."""
    root = open_project().project.root
    folders = sorted(path for path in (root / "card_data").iterdir() if (path / "art").is_dir())
    return [(folder, sorted((folder / "art").rglob("*.svg"))) for folder in folders]


def draw() -> None:
    """Draw all of it; print the CPU seconds that the drawings alone took."""
    workshop = open_project()
    with tempfile.TemporaryDirectory() as scratch:
        cache = Cache(Path(scratch))
        begun = time.process_time()
        for folder, paths in drawings():
            art = Art(workshop.project, folder, workshop.fonts, cache)
            for path in paths:
                art.image(path.relative_to(folder / "art").as_posix())
        print(time.process_time() - begun)


def measured(command: list[str]) -> tuple[float, str]:
    """The CPU seconds of a process, its children's included, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description="Time art.")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--draw", action="store_true", help=argparse.SUPPRESS)
    call = parser.parse_args()
    if call.draw:
        draw()
        return
    if call.profile:
        profile = cProfile.Profile()
        profile.runcall(draw)
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        return
    paths = [path for _, paths in drawings() for path in paths]
    ours, ours_whole, theirs = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        peer = [PEER, "-f", "pdf", "-o", str(Path(scratch, "art.pdf")), *map(str, paths)]
        for _ in range(call.turns):
            seconds, printed = measured([sys.executable, str(Path(__file__)), "--draw"])
            ours.append(float(printed))
            ours_whole.append(seconds)
            if shutil.which(PEER):
                theirs.append(measured(peer)[0])
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} drawings, {size / 1e6:.2f} MB; least CPU seconds of {call.turns} turns")
    print(f"cardgen       {min(ours):.2f} ({min(ours_whole):.2f} with its start)")
    if theirs:
        least = min(theirs)
        print(f"{PEER}  {least:.2f}; {min(ours) / least:.2f} ({min(ours_whole) / least:.2f}) times")


if __name__ == "__main__":
    main()
