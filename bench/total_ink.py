"""The most ink on any spot of the shipped games at each printer with a limit, as Ghostscript
separates the plates.

    python bench/total_ink.py [GAME/DECK ...] [--printers offset,drivethrucards] [--dpi 150]

Exports a copy of each card, and prints for each deck its heaviest page beside the limit. Ends with
1 where a page is over it."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageMath

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from cardgen.api.workshop import open_project  # noqa: E402
from cardgen.prepress.profiles import Printer, find_printer, printer_names  # noqa: E402

GHOSTSCRIPT = shutil.which("gs") or shutil.which("gswin64c")
ROOM = 0.5
"""Percent: eight bits cannot say it more exactly."""
INKS = ("Cyan", "Magenta", "Yellow", "Black")


def heaviest_pages(file: Path, dpi: int) -> list[float]:
    """The most ink of each page, in percent, spots beside the four included."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "%04d.tif")
        said = [
            str(GHOSTSCRIPT),
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dSAFER",
            "-sDEVICE=tiffsep",
            f"-r{dpi}",
            f"-sOutputFile={out}",
            str(file),
        ]
        subprocess.run(said, check=True, stdout=subprocess.DEVNULL)  # our own words
        pages: dict[str, list[Path]] = {}
        for plate in sorted(Path(folder).glob("*(*).tif")):
            pages.setdefault(plate.name.split("(")[0], []).append(plate)
        return [_heaviest(plates) for _, plates in sorted(pages.items())]


def _heaviest(plates: list[Path]) -> float:
    films = {f"film{place}": Image.open(plate).convert("L") for place, plate in enumerate(plates)}
    together = ImageMath.lambda_eval(lambda of: sum(255 - of[name] for name in films), **films)
    return float(together.getextrema()[1]) / 2.55


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", help="games, or GAME/DECK; all where none is said")
    parser.add_argument("--printers", default="", help="all with a limit where nothing is said")
    parser.add_argument("--dpi", type=int, default=150)
    asked = parser.parse_args()
    project = open_project(ROOT).project
    wanted = asked.printers.split(",") if asked.printers else printer_names(project)
    printers = [
        printer for printer in (find_printer(project, name) for name in wanted) if printer.ink
    ]
    games = [path.parent.name for path in sorted((ROOT / "card_data").glob("*/game.yaml"))]
    over = 0
    for printer in printers:
        with tempfile.TemporaryDirectory() as folder:
            over += _measured(printer, asked.names or games, asked.dpi, Path(folder))
    return 1 if over else 0


def _measured(printer: Printer, names: list[str], dpi: int, folder: Path) -> int:
    """How many decks are over the limit of a printer."""
    said = [
        sys.executable,
        "-m",
        "cardgen",
        "export",
        *names,
        "--printer",
        printer.id,
        "--copies",
        "1",
        "--out",
        str(folder),
    ]
    # some sizes are not sold
    subprocess.run(said, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    over = 0
    for file in sorted(folder.rglob("*.pdf")):
        if file.stem.endswith("-die-line"):
            continue
        pages = heaviest_pages(file, dpi)
        most = max(pages)
        wrong = most > printer.ink + ROOM
        over += wrong
        where = "/".join(file.relative_to(folder).parts[:-1])
        verdict = "  OVER" if wrong else ""
        print(
            f"{printer.id:16} {where:50} {most:6.1f} of {printer.ink:.0f} on page {pages.index(most) + 1}{verdict}",
            flush=True,
        )
    return over


if __name__ == "__main__":
    sys.exit(main())
