"""Which faces were drawn anew between two commits? Sets them side by side, before and after, on
sheets to look at.

    python bench/faces.py BEFORE [AFTER] --out FOLDER [--games GAME,...] [--least 4]

BEFORE and AFTER are revisions that git knows; AFTER is the working tree where it is left out. Each
program exports the faces of its own cards. A face is drawn anew where more than `--least` per cent
of it differ to the eye; what moved by less, or only changed in its bleed, is not counted. Prints a
line for each such face, for those that are new or gone, and the counts; a deck's sheets are
FOLDER/GAME-DECK-N.png."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compare import GAMES, surroundings, trees
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

HIGH = 330
"""Pixels that a face on a sheet is high."""
ACROSS, DOWN = 4, 4
"""Pairs on a sheet."""
SEEN = 48
"""What a blurred pixel must differ by, of 255, to be seen beside another."""
Face = tuple[str, str, str]
"""A face by its game, its deck and its card."""
Faces = dict[Face, Path]


def exported(tree: Path, out: Path, games: Sequence[str]) -> Faces:
    """The faces that the program of a tree makes of its cards, with bleed."""
    command = [
        sys.executable,
        "-m",
        "cardgen",
        "export",
        *games,
        "--printer",
        "images",
        "--force",
        "--out",
        out,
    ]
    done = subprocess.run(
        command, cwd=tree, env=surroundings(tree, out), capture_output=True, text=True, check=False
    )
    faces: Faces = {}
    for file in sorted(out.glob("*/images/*/front/*.png")):
        game, _, deck, _, name = file.relative_to(out).parts
        faces[game, deck, re.sub(r"^\d+-|\.png$", "", name)] = file
    if not faces:
        raise SystemExit(f"{tree}: nothing was exported: {done.stderr}")
    return faces


def shown(file: Path) -> Image.Image:
    """A face as it is looked at: its bleed cut off."""
    image = Image.open(file).convert("RGB")
    edge = round(3 / 25.4 * 300)  # as printers/images.yaml says
    image = image.crop((edge, edge, image.width - edge, image.height - edge))
    return image.resize((round(image.width * HIGH / image.height), HIGH), Image.Resampling.LANCZOS)


def apart(before: Image.Image, after: Image.Image) -> float:
    """How much of a face differs to the eye, in per cent. What is moved by a hair is not."""
    if before.size != after.size:
        after = after.resize(before.size)
    soft = [image.filter(ImageFilter.GaussianBlur(3)) for image in (before, after)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return 100 * sum(most.histogram()[SEEN:]) / (most.width * most.height)


def sheets(
    pairs: Sequence[tuple[str, Image.Image | None, Image.Image | None]],
) -> Iterator[Image.Image]:
    """Pairs of faces under what they are called; a face that is not there is left blank."""
    font = ImageFont.load_default(15)
    wide = max(image.width for _, *pair in pairs for image in pair if image)
    for first in range(0, len(pairs), ACROSS * DOWN):
        here = pairs[first : first + ACROSS * DOWN]
        sheet = Image.new(
            "RGB", (ACROSS * (2 * wide + 40), -(-len(here) // ACROSS) * (HIGH + 44)), "#FFFFFF"
        )
        draw = ImageDraw.Draw(sheet)
        for place, (name, *pair) in enumerate(here):
            x, y = place % ACROSS * (2 * wide + 40) + 14, place // ACROSS * (HIGH + 44) + 8
            draw.text((x, y), name, "#2B2138", font)
            for side, image in enumerate(pair):
                if image:
                    sheet.paste(image, (x + side * (wide + 8), y + 24))
        yield sheet


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before")
    parser.add_argument("after", nargs="?")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--least", type=float, default=4.0)
    chosen = parser.parse_args()
    games = chosen.games.split(",")
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        with trees(work, chosen.before, chosen.after) as folders, ThreadPoolExecutor() as both:
            before, after = both.map(
                exported, folders, (work / "before", work / "after"), (games, games)
            )
        counts = [
            compared(deck, before, after, chosen)
            for deck in sorted({face[:2] for face in (*before, *after)})
        ]
    anew, new, gone, same = (sum(each) for each in zip(*counts, strict=True))
    print(f"{anew} faces were drawn anew, {new} are new, {gone} are gone, {same} are as they were")
    return 0


def compared(
    deck: tuple[str, ...], before: Faces, after: Faces, chosen: argparse.Namespace
) -> tuple[int, int, int, int]:
    """The faces of a deck told and set side by side: how many are drawn anew, new, gone, and as
    they were."""
    pairs: list[tuple[str, Image.Image | None, Image.Image | None]] = []
    anew = new = gone = same = 0
    for face in dict.fromkeys(face for face in (*after, *before) if face[:2] == deck):
        one, two = (shown(faces[face]) if face in faces else None for faces in (before, after))
        if one and two:
            much = apart(one, two)
            if much < chosen.least:
                same += 1
                continue
            anew, said = anew + 1, f"{much:.0f} %"
        else:
            new, gone, said = new + (one is None), gone + (two is None), "new" if two else "gone"
        pairs.append((f"{face[2]}  {said}", one, two))
        print(f"{'/'.join(face)}: {said}")
    for number, sheet in enumerate(sheets(pairs) if pairs else (), 1):
        sheet.save(chosen.out / f"{'-'.join(deck)}-{number}.png")
    return anew, new, gone, same


if __name__ == "__main__":
    sys.exit(main())
