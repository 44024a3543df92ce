"""A sheet of cards as one picture, cut up into a folder of pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image as PictureOpener
from PIL import ImageStat
from PIL.Image import Image

from cardgen.api.picture_folder import content_of_file, seconds_for
from cardgen.base.files import put_in_place
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.engine import PictureFile
from cardgen.model.project import DRAWINGS, VECTOR
from cardgen.sandbox import process

MOST = 40
"""Cards side by side, and rows: more could not be read."""
_ONE_COLOUR = 8
"""How far the shades of a place without a card may lie apart, of 255: no JPEG is quite even."""
_LEAST = 16
"""Pixels that a card on a sheet has at least, each way."""


def cut_sheet(sheet: Path, grid: tuple[int, int], folder: Path) -> None:
    """Write the cards of a sheet into a folder, row by row.

    `grid` is how many are side by side, and how many rows there are. Places at the end that show
    one colour alone hold no card. SHEET.back.png is the back of all, and SHEET.backs.png a sheet of
    the backs, in the places of their faces. Raises CardgenError for what is no sheet."""
    across, down = grid
    if not (1 <= across <= MOST and 1 <= down <= MOST and across * down > 1):
        raise CardgenError(
            Finding(
                "out-of-range",
                f"a sheet of {across} x {down} cards is impossible",
                f"give --grid as ACROSSxDOWN, such as 10x7, up to {MOST} each way",
            )
        )
    faces = list(_cells(sheet, grid))
    while len(faces) > 1 and faces[-1][1]:
        faces.pop()
    _write(folder, ".png", [data for data, _ in faces])
    for ending in (kind for kind in DRAWINGS if kind not in VECTOR):
        back = sheet.with_name(f"{sheet.stem}.back{ending}")
        backs = sheet.with_name(f"{sheet.stem}.backs{ending}")
        if back.is_file():
            put_in_place(folder / f"back{ending}", content_of_file(back, back.parent, "picture"))
        if backs.is_file():
            cells = list(_cells(backs, grid))[: len(faces)]
            _write(folder, ".back.png", [data for data, _ in cells])


def _write(folder: Path, ending: str, pictures: list[bytes]) -> None:
    for number, data in enumerate(pictures, 1):
        put_in_place(folder / f"card-{number:02}{ending}", data)


def _cells(sheet: Path, grid: tuple[int, int]) -> Iterator[tuple[bytes, bool]]:
    """Yield the pictures of a sheet, and whether each shows one colour alone.

    They are made in a process that can be stopped. Raises CardgenError."""
    if sheet.suffix.lower() not in DRAWINGS or sheet.suffix.lower() in VECTOR:
        sentence, remedy = "this is no sheet of cards", "name a PNG or a JPEG file with --grid"
        raise CardgenError(Finding("pictures-unusable", sentence, remedy, Place(sheet)))
    try:
        data = content_of_file(sheet, sheet.parent, "picture")
    except OSError as error:
        sentence = f"this sheet cannot be read: {error.strerror}"
        remedy = "name a picture of a sheet of cards"
        raise CardgenError(Finding("file-unreadable", sentence, remedy, Place(sheet))) from None
    yield from process.run(_cut, sheet, data, grid, seconds=seconds_for(len(data)))


def _cut(sheet: Path, data: bytes, grid: tuple[int, int]) -> Iterator[tuple[bytes, bool]]:
    picture = PictureFile(sheet, data).read()
    across, down = grid
    with PictureOpener.open(io.BytesIO(picture.data)) as whole:
        if whole.width < across * _LEAST or whole.height < down * _LEAST:
            sentence = f"{whole.width} x {whole.height} pixels are no {across} x {down} cards"
            remedy = "give --grid as the cards side by side x the rows of the sheet"
            raise CardgenError(Finding("out-of-range", sentence, remedy, Place(sheet)))
        image = whole.convert("RGBA" if whole.has_transparency_data else "RGB")
    for row in range(down):
        for column in range(across):
            cell = image.crop(
                (
                    round(column * image.width / across),
                    round(row * image.height / down),
                    round((column + 1) * image.width / across),
                    round((row + 1) * image.height / down),
                )
            )
            yield _as_png(cell), _is_plain(cell)


def _is_plain(cell: Image) -> bool:
    """True if a cell shows one colour, or next to it."""
    if cell.mode == "RGBA" and cell.getchannel("A").getextrema()[1] == 0:
        return True
    even = ImageStat.Stat(cell.convert("RGB")).extrema
    return all(high - low <= _ONE_COLOUR for low, high in even)


def _as_png(cell: Image) -> bytes:
    out = io.BytesIO()
    cell.save(out, "PNG", compress_level=3)
    return out.getvalue()
