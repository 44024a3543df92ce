"""What a folder of pictures holds: files and pages of PDFs as faces and backs of cards, by what their names say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem, gathered, shown
from cardgen.base.files import as_text, read_inside
from cardgen.base.units import MM
from cardgen.graphics.picture_files import FINEST, as_picture, size_of_file, told_of_pictures
from cardgen.load.fields import MOST_COPIES
from cardgen.model.project import DRAWINGS, OTHER_PICTURES, VECTOR, aside
from cardgen.model.sizes import Shape
from cardgen.sandbox import process
from cardgen.svg.faults import Refused
from cardgen.svg.parse import read_svg, view_box

KINDS = (*DRAWINGS, ".pdf")
"""What the names of files end in that are read."""
MOST_PAGES = 1000
_COPIES = re.compile(r"(\d+)\s*x[-_\s]+(.+)", re.IGNORECASE)
_BEHIND = re.compile(r"(.*?)(?:^|[._\s-]+)back", re.IGNORECASE)


class NamedPicture(NamedTuple):
    """A picture for a side of a card: the file it came from, its name, what it holds, and width and height in pixels, or in any unit."""

    file: Path
    name: str
    data: bytes
    ending: str
    size: tuple[float, float]


def pages_of_folder(
    folder: Path, shape: Shape, included: float, problems: list[Problem]
) -> tuple[list[NamedPicture], dict[str, NamedPicture]]:
    """The faces of a folder for cards of this shape, which have so many millimetres of bleed, in the order of their names; and the backs by
    the name of the card that they lie behind, "" behind all others. What is wrong is added to the problems."""
    fronts, backs = [], {}
    for page in _pages(folder, shape, included, problems):
        behind = _BEHIND.fullmatch(page.name)
        if behind:
            backs[counted(behind[1])[1].casefold()] = page
        else:
            fronts.append(page)
    return fronts, backs


def _pages(folder: Path, shape: Shape, included: float, problems: list[Problem]) -> Iterator[NamedPicture]:
    """The pictures of a folder by their names, numbers in them by their values."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in KINDS and not file.name.startswith(".")]
    except OSError as error:
        problems.append(Problem(f"{shown(folder)} cannot be read: {error.strerror}", "name a folder of pictures"))
        return
    for file in sorted(files, key=lambda file: (_order(counted(file.stem)[1]), file.name)):
        with gathered(problems):
            yield from _of_file(file, folder, shape, included)


def left_out(folder: Path) -> list[str]:
    """The pictures of a folder that are of other kinds than those that are read."""
    return sorted(as_text(file.name) for file in folder.iterdir() if file.suffix.lower() in OTHER_PICTURES and not aside(file.name))


def inner_folders(folder: Path) -> list[str]:
    """The folders within one that hold pictures."""
    return sorted({as_text(file.parent.name) for file in folder.glob("[!.]*/[!.]*") if file.suffix.lower() in KINDS})


def _order(name: str) -> list[tuple[bool, int, str]]:
    """Where a name stands among others: a number in it by its value, and before letters."""
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in re.findall(r"\d{1,18}|\D+", name.casefold())]


def content_of_file(file: Path, folder: Path, what: str) -> bytes:
    """What a file of the folder holds, which is a `what`. Raises CardgenError."""
    try:
        return read_inside(file, folder)
    except OSError as error:
        raise CardgenError(Problem(f"the {what} cannot be read: {error.strerror}", "make it readable", Place(file))) from None


def _of_file(file: Path, folder: Path, shape: Shape, included: float) -> Iterator[NamedPicture]:
    data = content_of_file(file, folder, "picture")
    ending, stem = file.suffix.lower(), as_text(file.stem)
    if ending == ".pdf":
        longer = (max(shape.width, shape.height) + 2 * included * MM) / 72 * FINEST
        pages = list(process.run(_pictured, data, file, longer, included * MM, seconds=60.0))
        for number, (page, size) in enumerate(pages, 1):
            yield NamedPicture(file, stem if len(pages) == 1 else f"{stem}-{number:03}", page, ".png", size)
    elif ending in VECTOR:
        try:
            box = view_box(read_svg(data))
        except Refused as error:
            raise error.within(file) from None
        yield NamedPicture(file, stem, data, ending, (box.width, box.height))
    else:
        with told_of_pictures(file):
            size = size_of_file(data)
        yield NamedPicture(file, stem, data, ending, size)


def _pictured(data: bytes, file: Path, longer: float, included: float) -> Iterator[tuple[bytes, tuple[int, int]]]:
    """The pages of a PDF as PNGs whose longer side has so many pixels, and their sizes. What a page has outside of where it is to be cut
    (its TrimBox) goes, but for the bleed that is `included`."""
    import pypdfium2

    process.note(f'the PDF "{file.name}"', Place(file))
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise CardgenError(Problem("the PDF cannot be read", "save it anew, without a password", Place(file))) from None
    with document:
        if len(document) > MOST_PAGES:
            raise CardgenError(Problem(f"the PDF has more than {MOST_PAGES} pages", "split it", Place(file)))
        for page in document:
            off = _off(page, included)
            width, height = (side - off[way] - off[way + 2] for way, side in enumerate(page.get_size()))
            picture = as_picture(page.render(scale=(longer - 0.5) / max(width, height), crop=off).to_pil().convert("RGB"))
            yield picture.data, (picture.width, picture.height)


def _off(page: Any, included: float) -> tuple[float, float, float, float]:
    """What goes at the left, bottom, right and top of a page as it is shown, so that no more than that bleed stays around its cut."""
    whole, cut = page.get_cropbox(), page.get_trimbox()
    if cut[0] >= cut[2] or cut[1] >= cut[3]:
        return (0, 0, 0, 0)
    off = [
        max(0.0, (inner - outer) * (1 if side < 2 else -1) - included) for side, (outer, inner) in enumerate(zip(whole, cut, strict=True))
    ]
    turned = page.get_rotation() // 90
    left, bottom, right, top = off[turned:] + off[:turned]
    return left, bottom, right, top


def counted(name: str) -> tuple[int, str]:
    """How many copies the name of a file asks for, and what else it says."""
    found = _COPIES.fullmatch(name)
    return (int(found[1]), found[2]) if found and 1 <= int(found[1]) <= MOST_COPIES else (1, name)


def is_uncounted(name: str) -> bool:
    """Whether the name of a file asks for copies that there cannot be."""
    return bool(_COPIES.fullmatch(name)) and counted(name)[1] == name
