"""Do two commits print the same? Builds all that ships in both, and compares every page pixel by
pixel.

    python bench/compare.py BEFORE [AFTER] [--dpi 100] [--games GAME,...]

BEFORE and AFTER are revisions that git knows; AFTER is the working tree where it is left out. Files
of equal bytes have equal pages; of the others each page is drawn by PDFium and every pixel
compared, pictures as they are. Prints a line for each file that differs, and the counts. Exits with
1 when a pixel differs, or a file is missing on one side. `--work DIR` keeps what was made."""

from __future__ import annotations

import argparse
import filecmp
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(sorted(path.name for path in (ROOT / "card_data").iterdir() if path.is_dir()))
SHEETS = (
    ("sheets", "build", "--paper", "a4,letter"),
    ("low", "build", "--paper", "a4,letter", "--ink", "low"),
    ("gutterfold", "build", "--paper", "a4", "--layout", "gutterfold"),
    ("contact", "build", "--paper", "a4", "--layout", "contact"),
    ("booklet", "rulebook", "--paper", "a4", "--booklet"),
)
"""What is made of every game, each into a folder of its own."""
EXPORTED = "best-candy-on-the-block/king"
"""The deck that every printer gets, in its own game's folder."""


class Count(NamedTuple):
    """How many files and pages were compared, and how many of them differ."""

    files: int = 0
    pages: int = 0
    pixels: int = 0
    different: int = 0
    worst: int = 0

    def plus(self, other: Count) -> Count:
        sums = [one + two for one, two in zip(self[:-1], other[:-1], strict=True)]
        return Count(*sums, max(self.worst, other.worst))


@contextmanager
def trees(work: Path, *revisions: str | None) -> Iterator[list[Path]]:
    """A tree of files for each revision, below `work` while it is asked; None is the working
    tree."""
    folders = [
        work / f"tree-{number}" if revision else ROOT for number, revision in enumerate(revisions)
    ]
    try:
        for folder, revision in zip(folders, revisions, strict=True):
            if revision:
                command = ["git", "worktree", "add", "--detach", "--force", folder, revision]
                subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        yield folders
    finally:
        for folder in folders:
            if folder != ROOT:
                subprocess.run(
                    ["git", "worktree", "remove", "--force", folder],
                    cwd=ROOT,
                    check=False,
                    capture_output=True,
                )


def surroundings(tree: Path, out: Path) -> dict[str, str]:
    """The environment in which the program of a tree is the one that runs, and keeps to itself what
    it keeps."""
    return {
        **os.environ,
        "PYTHONPATH": str(tree),
        "CARDGEN_CACHE": str(out / ".cache"),
        "CARDGEN_CONFIG": str(out / ".config"),
    }


def made(tree: Path, out: Path, games: tuple[str, ...]) -> Path:
    """All that is compared, made by the program of a tree."""
    known = surroundings(tree, out)
    printers = sorted(path.stem for path in (tree / "cardgen" / "printers").glob("*.yaml"))
    calls = [(name, command, *games, *options) for name, command, *options in SHEETS]
    calls += [
        (f"export-{printer}", "export", EXPORTED, "--printer", printer, "--force")
        for printer in printers
    ]
    calls.append(("box", "box", EXPORTED))
    for folder, *words in calls:
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", *words, "--out", out / folder],
            cwd=tree,
            env=known,
            capture_output=True,
            text=True,
            check=False,
        )
        print(f"{out.name}: {folder}: exit {done.returncode}", file=sys.stderr)
        if not (out / folder).is_dir():
            raise SystemExit(f"{out.name}: cardgen {' '.join(words)} made nothing: {done.stderr}")
    return out


def pages(file: Path, dpi: float) -> Iterator[Image.Image]:
    """The pages of a PDF as a viewer shows them, or the picture that a file is."""
    if file.suffix != ".pdf":
        yield Image.open(file).convert("RGBA")
        return
    document = pypdfium2.PdfDocument(file)
    try:
        for page in document:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")
            page.close()
    finally:
        document.close()


def own_text(file: Path) -> bytes:
    """What a file says, without where it lies: a saved table names its pictures by their
    addresses."""
    return (
        file.read_bytes()
        .replace(file.parent.as_uri().encode(), b"")
        .replace(str(file.parent).encode(), b"")
    )


def compared(one: Path, two: Path, dpi: float) -> Count:
    """How far two files of one name are from each other."""
    if one.suffix not in (".pdf", ".png", ".jpg"):
        return Count(1, 1, 0, own_text(one) != own_text(two))
    if filecmp.cmp(one, two, shallow=False):
        if one.suffix != ".pdf":
            return Count(1, 1)
        document = pypdfium2.PdfDocument(one)
        try:
            return Count(1, len(document))
        finally:
            document.close()
    total = Count(1)
    before, after = list(pages(one, dpi)), list(pages(two, dpi))
    if len(before) != len(after):
        return Count(1, len(before), 0, abs(len(before) - len(after)), 255)
    for first, second in zip(before, after, strict=True):
        if first.size != second.size:
            total = total.plus(Count(0, 1, first.width * first.height, 1, 255))
            continue
        apart = ImageChops.difference(first, second)
        worst = max(
            high for _, high in (apart.getextrema() if apart.mode != "L" else (apart.getextrema(),))
        )
        total = total.plus(Count(0, 1, first.width * first.height, bool(worst), worst))
    return total


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before")
    parser.add_argument("after", nargs="?")
    parser.add_argument("--dpi", type=float, default=100)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--work", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = (chosen.work or Path(temporary)).resolve()
        games = tuple(chosen.games.split(","))
        with trees(work, chosen.before, chosen.after) as folders, ThreadPoolExecutor() as both:
            one, two = both.map(made, folders, (work / "before", work / "after"), (games, games))
            return told(one, two, chosen.dpi)


def told(one: Path, two: Path, dpi: float) -> int:
    """Print what differs between two folders; the exit code."""
    names = [
        {
            file.relative_to(folder)
            for file in folder.rglob("*")
            if file.is_file() and file.parts[len(folder.parts)][0] != "."
        }
        for folder in (one, two)
    ]
    for name in sorted(names[0] ^ names[1]):
        print(f"{name}: only {'before' if name in names[0] else 'after'}")
    total = Count()
    for name in sorted(names[0] & names[1]):
        count = compared(one / name, two / name, dpi)
        if count.different:
            print(
                f"{name}: {count.different} of {count.pages} pages differ, by {count.worst} of 255 at the most"
            )
        total = total.plus(count)
    print(
        f"{total.files} files, {total.pages} pages; {total.pixels:,} pixels of files with other bytes compared at {dpi:g} dpi"
    )
    print(
        f"{total.different} pages differ; {len(names[0] ^ names[1])} files stand on one side only"
    )
    return 1 if total.different or names[0] ^ names[1] else 0


if __name__ == "__main__":
    sys.exit(main())
