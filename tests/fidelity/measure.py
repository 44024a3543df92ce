"""The cases through the whole path to PDF, as art and as template content, beside Chromium's
pictures of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cases import CASES, PICTURES, document
from compare import FEW, off
from made_font import made_font
from pictures import pdf_of, pixels
from PIL import Image
from projects import write_project
from wild_cases import PASSED

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.art import Art
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg

REFERENCES = Path(__file__).resolve().parent / "references"
SCALE = 2


class Verdict(NamedTuple):
    """How a case came out: `right`, `refused` or `wrong`, with the pixels that are off or why it is
    refused."""

    case: str
    way: str
    verdict: str
    off: int
    why: str = ""
    image: Image.Image | None = None


def reference(name: str) -> Image.Image:
    with Image.open(REFERENCES / f"{name}.png") as image:
        return image.convert("RGB")


def workshop_art(folder: Path, cache: Path | None = None, names: Iterable[str] = CASES) -> Art:
    """The art of a project that holds every case, or some, and the pictures they place."""
    files: dict[str, str | bytes] = {
        f"card_data/sweets/art/{name}": data for name, data in PICTURES.items()
    }
    files["fonts/Scripts.ttf"] = made_font()
    files |= {f"card_data/sweets/art/case-{name}.svg": document(CASES[name]) for name in names}
    project = cardgen.open_project(write_project(folder, files=files))
    return Art(project.project, folder / "card_data" / "sweets", project.fonts, Cache(cache))


def verdicts(folder: Path, names: tuple[str, ...] = tuple(CASES)) -> Iterator[Verdict]:
    """Every case in both ways, what browsers pass over as art alone."""
    art = workshop_art(folder, folder / "cache")
    for name in names:
        expected = reference(name)
        for way in ("art",) if name in PASSED else ("art", "template"):
            try:
                drawing = drawn(art, name, way)
            except (DrawingError, CardgenError) as error:
                yield Verdict(name, way, "refused", 0, str(error))
                continue
            image = pixels(pdf_of(drawing), SCALE)
            different = off(image, expected)
            yield Verdict(
                name, way, "right" if different <= FEW else "wrong", different, image=image
            )


def drawn(art: Art, name: str, way: str) -> Drawing:
    """A case as a drawing of its own, or placed on a card as its art."""
    if way == "template":
        return paint(read_svg(document(CASES[name]).encode()), art)
    placed = document(f'<image href="case-{name}.svg" width="100" height="100"/>')
    return paint(read_svg(placed.encode()), art)
