"""How fast do cards become pictures, beside mutool and pdftocairo?

    python bench/pictures.py [--turns 3] [--game best-candy-on-the-block]

All sides of a game as PNG at 300 dpi on all cores, in turns: by what an export does once its cards
are drawn and checked; by mutool and pdftocairo, which get the same pages as one PDF and as many
processes; and by the whole command, which reads, draws and checks the game before. Figures are
seconds of the clock and megabytes, and the ratio to the faster of the two."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Drawing, Pdf
from cardgen.export import BESIDE
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import Fit, Printer, find_printer
from cardgen.prepress.raster import images_of, rasterised, side_page, workers

Side = tuple[str, Drawing, Shape, Fit]
CORES = os.cpu_count() or 1


def sides_of(game_id: str) -> tuple[Printer, list[Side]]:
    """The printer of plain pictures, and all sides of a game as they lie on their pages."""
    workshop = open_project()
    game = next(game for game in workshop.games if game.id == game_id)
    printer = find_printer(workshop.project, "images")
    context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    sides = []
    for deck in game.decks:
        images = images_of(printer, deck, list(draw_deck(context, deck, CardFindings())))
        sides += [
            (f"{deck.id}/{name}", drawing, deck.shape, fit)
            for drawing, fit, (name, *_) in images.sides
        ]
    return printer, sides


def shares(count: int) -> Iterator[tuple[int, int]]:
    """The first and the last page of each core's share."""
    for core in range(CORES):
        yield core * count // CORES + 1, (core + 1) * count // CORES


def ours(folder: Path, printer: Printer, sides: list[Side]) -> None:
    with workers(CORES, *BESIDE) as pool:
        for number, (_, data) in enumerate(rasterised(iter(sides), printer.dpi, pool)):
            (folder / f"{number}.png").write_bytes(data)


def theirs(folder: Path, commands: list[list[str]]) -> None:
    running = [
        subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL) for command in commands
    ]
    if any(process.wait() for process in running):
        raise SystemExit(f"{commands[0][0]} failed")


def whole(folder: Path, game_id: str) -> None:
    command = [sys.executable, "-m", "cardgen", "export", game_id, "--printer", "images"]
    subprocess.run([*command, "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time pictures of cards.")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--game", default="best-candy-on-the-block")
    call = parser.parse_args()
    printer, sides = sides_of(call.game)
    pdf = Pdf("cards")
    for _, drawing, shape, fit in sides:
        side_page(pdf, drawing, shape, fit)
    with tempfile.TemporaryDirectory() as scratch:
        pages = Path(scratch, "pages.pdf")
        pages.write_bytes(pdf.bytes())
        mutool = [
            ["mutool", "draw", "-q", "-r", "300", "-o", "%d.png", str(pages), f"{first}-{last}"]
            for first, last in shares(len(sides))
        ]
        cairo = [
            ["pdftocairo", "-png", "-r", "300", "-f", str(first), "-l", str(last), str(pages), "p"]
            for first, last in shares(len(sides))
        ]
        ways: dict[str, Callable[[Path], None]] = {
            "pictures": lambda folder: ours(folder, printer, sides),
            "whole command": lambda folder: whole(folder, call.game),
        }
        for name, commands in {"mutool": mutool, "pdftocairo": cairo}.items():
            if shutil.which(name):
                ways[name] = lambda folder, commands=commands: theirs(folder, commands)
        whole(Path(scratch, "warm"), call.game)
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        megabytes: dict[str, float] = {}
        for _ in range(call.turns):
            for name, way in ways.items():
                with tempfile.TemporaryDirectory() as made:
                    start = time.perf_counter()
                    way(Path(made))
                    seconds[name].append(time.perf_counter() - start)
                    files = [path for path in Path(made).rglob("*.png") if path.is_file()]
                    megabytes[name] = sum(path.stat().st_size for path in files) / 1e6
    peers = [median(seconds[name]) for name in ("mutool", "pdftocairo") if name in seconds]
    print(f"{len(sides)} pictures, {CORES} cores, {call.turns} turns")
    for name, times in seconds.items():
        ratio = f"  {median(times) / min(peers):.2f} of the faster peer" if peers else ""
        print(f"{name:14} {median(times):6.2f} s  {megabytes[name]:6.1f} MB{ratio}")


if __name__ == "__main__":
    main()
