"""Chromium's pictures of the cases, kept as PNG: what the suite compares with.

    python tests/fidelity/make_references.py --write

Without the flag it only says which pictures would change.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from cards import sides, size  # noqa: E402
from cases import CASES, SIDE, document, inlined  # noqa: E402
from compare import alike  # noqa: E402
from made_font import FAMILY, made_font  # noqa: E402

from cardgen.load.font_list import open_fonts  # noqa: E402
from cardgen.model.project import shipped_root  # noqa: E402

REFERENCES = HERE / "references"
CARDS = HERE / "cards"
SCALE = 2
ACROSS = 14
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))),
    None,
)


def faces() -> str:
    """The shipped fonts, as a style sheet names them."""
    fonts = open_fonts([shipped_root() / "fonts"])
    found = {}
    for family in fonts.families:
        for weight in range(100, 1000, 100):
            for italic in (False, True):
                font = fonts.face(family, weight, italic)
                style = "italic" if font.italic else "normal"
                source = f"src: url('{font.path.as_uri()}')"
                found[font.path] = (
                    f"@font-face {{font-family: '{family}'; font-weight: {font.weight}; font-style: {style}; {source}}}"
                )
    data = base64.b64encode(made_font()).decode()
    return (
        "".join(found.values())
        + f"@font-face {{font-family: '{FAMILY}'; src: url(data:font/ttf;base64,{data})}}"
    )


def shots(documents: Mapping[str, str], width: int, height: int) -> dict[str, Image.Image]:
    """SVG documents as Chromium shows them, each in a frame of its own of so many CSS pixels, SCALE
    device pixels to each."""
    names = list(documents)
    rows = -(-len(names) // ACROSS)
    size = f"width: {width}px; height: {height}px"
    head = (
        f'<!doctype html><meta charset="utf-8"><style>{faces()}body {{margin: 0; overflow: hidden}}'
    )
    head += f"svg {{display: block; {size}}}</style>"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, case in enumerate(names):
            # In a wrapper, so that rules about the first child or the root mean the same as in a
            # file of its own.
            (folder / f"{number}.html").write_text(head + documents[case], "utf-8")
        css = f"body {{margin: 0; display: grid; grid-template-columns: repeat({ACROSS}, {width}px)}} iframe {{border: 0; {size}}}"
        frames = "".join(f'<iframe src="{number}.html"></iframe>' for number in range(len(names)))
        page = folder / "page.html"
        page.write_text(
            f'<!doctype html><meta charset="utf-8"><style>{css}</style>{frames}', "utf-8"
        )
        shot = folder / "shot.png"
        command = [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
        ]
        # Headless windows are lower than they are asked to be.
        command += [
            f"--force-device-scale-factor={SCALE}",
            f"--window-size={ACROSS * width},{rows * height + 200}",
        ]
        command += ["--virtual-time-budget=20000"]
        command += [
            f"--user-data-dir={folder / 'profile'}",
            "--allow-file-access-from-files",
            f"--screenshot={shot}",
            page.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        with Image.open(shot) as image:
            whole = image.convert("RGB")
    found = {}
    for number, case in enumerate(names):
        x, y = number % ACROSS * width * SCALE, number // ACROSS * height * SCALE
        found[case] = whole.crop((x, y, x + width * SCALE, y + height * SCALE))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the pictures")
    write = parser.parse_args().write
    keep(
        REFERENCES,
        shots({name: document(inlined(body)) for name, body in CASES.items()}, SIDE, SIDE),
        write,
    )
    cards: dict[str, Image.Image] = {}
    faces_of = sides()
    for name, side in faces_of.items():  # one by one: their sizes differ
        width, height = size(side.drawing)
        cards |= shots({name: side.svg}, width // SCALE, -(-height // SCALE))
        cards[name] = cards[name].crop((0, 0, width, height))
    keep(CARDS, cards, write)


def keep(folder: Path, taken: Mapping[str, Image.Image], write: bool) -> None:
    """Say which pictures of a folder are new, changed or gone, and write them if asked."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.png"):
        if old.stem not in taken:
            print("gone:", old.stem)
            if write:
                old.unlink()
    for name, image in taken.items():
        path = folder / f"{name}.png"
        kept = Image.open(path).convert("RGB") if path.exists() else None
        new = image.quantize(128, dither=Image.Dither.NONE)  # what is kept has lost as many colours
        if kept is None or not alike(kept, new.convert("RGB")):
            print("new:" if kept is None else "changed:", name)
            if write:
                new.save(path, optimize=True)


if __name__ == "__main__":
    main()
