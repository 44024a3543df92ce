"""Pictures that a person can see in a test: SVG goes through the whole path to a PDF, and each of
its units becomes one letter."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from textwrap import dedent
from typing import Any

import pypdfium2
from PIL import Image

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.pdf import Pdf
from cardgen.engine.svg.faults import DrawingError, Fault
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.fontbook import FontBook
from cardgen.load.font_list import open_fonts
from cardgen.model.project import shipped_root

LETTERS = {
    (255, 255, 255): ".",
    (0, 0, 0): "K",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
    (255, 255, 0): "Y",
    (128, 128, 128): "k",
    (255, 128, 128): "r",
    (128, 255, 128): "g",
    (128, 128, 255): "b",
}
"""Colours and their letters; a small one is its colour at half strength on white. Any other colour
is "?"."""
_TOLERANCE = 12
_PER_UNIT = 9


def claiming(mode: str, width: int, height: int) -> bytes:
    """A PNG that says it is so large, and holds a single pixel: whoever would read more of it than
    its head finds it broken."""
    out = BytesIO()
    Image.new(mode, (1, 1)).save(out, "PNG")
    # behind the signature, the length and the name of the first chunk
    data, head = out.getvalue(), 16
    said = data[head - 4 : head] + struct.pack(">II", width, height) + data[head + 8 : head + 13]
    return data[: head - 4] + said + struct.pack(">I", zlib.crc32(said)) + data[head + 17 :]


class Stock:
    """What a walker asks of its surroundings: given images, and the shipped fonts."""

    def __init__(self, images: Mapping[str, Drawing | Picture] | None = None) -> None:
        self._images = dict(images or {})

    def image(self, reference: str) -> Drawing | Picture:
        if reference not in self._images:
            raise StyleError(f'"{reference}" is not in stock', "draw it")
        return self._images[reference]

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        try:
            return shipped_fonts().runs(text, families or ("Nunito",), weight, italic)
        except CardgenError as error:
            *others, last = error.findings
            raise StyleError("\n".join([*map(str, others), last.what]), last.remedy) from None

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        try:
            return shipped_fonts().first(families or ("Nunito",), weight, italic)
        except CardgenError:
            return None


@cache
def shipped_fonts() -> FontBook:
    return open_fonts([shipped_root() / "fonts"])


def svg(body: str, width: float = 8, height: float = 4, attributes: str = "") -> bytes:
    """A whole document around a body."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'{head} viewBox="0 0 {width} {height}" {attributes}>{body}</svg>'.encode()


def drawing(
    body: str | bytes,
    width: float = 8,
    height: float = 4,
    images: Mapping[str, Drawing | Picture] | None = None,
) -> Drawing:
    """A body, or a whole document, through the walker."""
    return paint(
        read_svg(body if isinstance(body, bytes) else svg(body, width, height)), Stock(images)
    )


def faults(body: str | bytes) -> tuple[Fault, ...]:
    """Why a body is refused."""
    try:
        drawing(body)
    except DrawingError as error:
        return error.faults
    raise AssertionError("it was drawn")


def pdf_of(drawn: Drawing, *, shared: bool = False) -> bytes:
    """A PDF of one page, a point for each unit of the drawing's view box."""
    pdf = Pdf.passing()
    box = drawn.box
    page = pdf.page(Box(0, 0, box.width, box.height))
    page.place(drawn, Matrix(1, 0, 0, -1, -box.x, box.y + box.height), shared=shared)
    return pdf.bytes()


def pixels(data: bytes, per_unit: int = _PER_UNIT) -> Image.Image:
    """The first page of a PDF, many pixels to the point."""
    document = pypdfium2.PdfDocument(BytesIO(data))
    try:
        page = document[0]
        image = page.render(scale=per_unit).to_pil().convert("RGB")
        page.close()
        return image
    finally:
        document.close()


def letters(image: Image.Image, per_unit: int = _PER_UNIT) -> str:
    """The letter of the colour in the middle of each unit, line by line."""
    rows = []
    for y in range(per_unit // 2, image.height, per_unit):
        rows.append(
            "".join(
                _letter(image.getpixel((x, y))) for x in range(per_unit // 2, image.width, per_unit)
            )
        )
    return "\n".join(rows)


def _letter(colour: Any) -> str:
    for known, letter in LETTERS.items():
        if max(abs(a - b) for a, b in zip(colour, known, strict=True)) <= _TOLERANCE:
            return letter
    return "?"


def look(
    body: str | bytes,
    width: float = 8,
    height: float = 4,
    images: Mapping[str, Drawing | Picture] | None = None,
    *,
    shared: bool = False,
) -> str:
    """What a body looks like in print, as letters."""
    return letters(pixels(pdf_of(drawing(body, width, height, images), shared=shared)))


def drawn(picture: str) -> str:
    """The letters that a test expects, as it draws them."""
    return dedent(picture).strip("\n")


def text_of(data: bytes) -> str:
    """What a reader finds on the first page of a PDF when it selects everything."""
    document = pypdfium2.PdfDocument(BytesIO(data))
    try:
        page = document[0]
        words = page.get_textpage()
        found = words.get_text_bounded()
        words.close()
        page.close()
        return str(found)
    finally:
        document.close()
