"""Pages of a proof, read in a process that can be stopped: their pixels and their letters."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from cardgen.base.files import as_text, read_inside
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.engine import PictureFile, Pixels
from cardgen.sandbox import process

PPI = 150.0
"""Pixels an inch at which pages are compared."""
FINER = 2
"""So many times finer pages are drawn each way, and then averaged: what PDFium makes of pictures in
other resolutions is coarser than that."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp")
KINDS = (*PICTURES, ".pdf")
MOST_PAGES = 1000
_LARGEST_FILE = 400_000_000
_MOST_PIXELS = 16_000_000
"""Of a page: A2 has them at the full resolution, larger pages are read at a lower one."""
_MOST_LETTERS = 20_000
_SECONDS, _FOR_A_MEGABYTE = 20.0, 4.0
"""Seconds of work that a file may take, and for each megabyte of it."""
_MEGABYTES = 300
"""Of memory, beside the file itself."""
_MOST_FINE_PIXELS = 20_000_000
"""Of a page that is drawn finer: larger ones than A3 are not, for that takes too much memory."""
_LEAST_PPI, _MOST_PPI, _OF_SCREENS = 50, 2400, (72.0, 96.0)
"""A picture that says less or more of itself, or what all programs write, tells no size."""


class Letter(NamedTuple):
    """A letter of a page by its middle, in pixels of the page from the upper left; a space stands
    before the first one of a word."""

    text: str
    x: float
    y: float


class ProofPage(NamedTuple):
    """A page as it was read: RGB pixels, and `ppi` of them to an inch, 0 where nobody knows.

    `trim` is its TrimBox in pixels where it says one: left, top, right and bottom."""

    file: Path
    number: int
    name: str
    size: tuple[int, int]
    data: bytes
    ppi: float
    trim: tuple[float, float, float, float] | None = None
    letters: tuple[Letter, ...] = ()

    @property
    def image(self) -> Image.Image:
        return Image.frombytes("RGB", self.size, self.data)


def read_pages(path: Path) -> Iterator[ProofPage | Finding]:
    """Read the pages of a PDF or a picture, or of all in a folder; what cannot be read is told.

    Raises CardgenError where there is nothing to read."""
    files = _files(path)
    first = 0
    while first < len(files):
        most_bytes = max(_size_of(file) for file in files)
        try:
            yield from process.run(
                _read_files,
                files[first:],
                seconds=_SECONDS + _FOR_A_MEGABYTE * most_bytes / 1_000_000,
                megabytes=_MEGABYTES,
            )
            return
        except process.Stopped as error:
            yield from error.findings
            if error.place is None or error.place.file not in files:
                return
            first = files.index(error.place.file) + 1


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise CardgenError(
            Finding(
                "file-missing",
                f"{shown(path)} is not there",
                "name the PDF of a proof, or a folder of its pictures",
            )
        )
    files = [path]
    if path.is_dir():
        files = sorted(
            file
            for file in path.iterdir()
            if file.suffix.lower() in KINDS and not file.name.startswith(".")
        )
    if not files or files[0].suffix.lower() not in KINDS:
        raise CardgenError(
            Finding(
                "file-misnamed",
                f"{shown(path)} is no proof that can be read",
                f"name a PDF, a picture or a folder of them: {', '.join(KINDS)}",
            )
        )
    return files


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # of a link that leads nowhere, which is told when it is opened
        return 0


def _read_files(files: Sequence[Path]) -> Iterator[ProofPage | Finding]:
    for file in files:
        process.note(f'the proof "{as_text(file.name)}"', Place(file), remedy="split it")
        try:
            with process.roomier(min(_size_of(file), _LARGEST_FILE) >> 20):
                yield from _pages_of(file)
        except CardgenError as error:
            yield from error.findings


def _pages_of(file: Path) -> Iterator[ProofPage | Finding]:
    try:
        data = read_inside(file, file.parent, _LARGEST_FILE, "split it")
    except OSError as error:
        sentence = f"the proof cannot be read: {error.strerror}"
        raise CardgenError(
            Finding("file-unreadable", sentence, "make it readable", Place(file))
        ) from None
    if file.suffix.lower() == ".pdf":
        yield from _pdf_pages(file, data)
    else:
        yield _picture_page(file, data)


def _picture_page(file: Path, data: bytes) -> ProofPage:
    picture = PictureFile(file, data).read()
    ppi = PictureFile(file, data).ppi
    if not _LEAST_PPI <= ppi <= _MOST_PPI or ppi in _OF_SCREENS:
        ppi = 0.0
    pixels = Pixels.of(picture.data)
    image = pixels.colours.convert("RGB")
    if pixels.alpha:
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=pixels.alpha)
        image = ground
    scale = math.sqrt(min(1.0, _MOST_PIXELS / (image.width * image.height)))
    if ppi > PPI:
        scale = min(scale, PPI / ppi)
    if scale < 1:
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        ppi *= size[0] / image.width
        image = image.resize(size, Image.Resampling.BOX, reducing_gap=3.0)
    return ProofPage(file, 1, as_text(file.name), image.size, image.tobytes(), ppi)


def _pdf_pages(file: Path, data: bytes) -> Iterator[ProofPage | Finding]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        remedy = "save it anew, without a password"
        raise CardgenError(
            Finding("file-unreadable", "the PDF cannot be read", remedy, Place(file))
        ) from None
    seconds = _SECONDS + _FOR_A_MEGABYTE * len(data) / 1_000_000
    used = 0.0
    with document:
        count = len(document)
        if not 0 < count <= MOST_PAGES:
            sentence = f"the PDF has {count or 'no'} pages"
            raise CardgenError(
                Finding("too-large", sentence, f"give it 1 to {MOST_PAGES}", Place(file))
            )
        for number in range(1, count + 1):
            start = time.process_time()
            name = f'page {number} of the proof "{as_text(file.name)}"'
            try:
                with process.apart(name, Place(file), seconds, "split it", used):
                    page = _pdf_page(document, file, number)
            except MemoryError:
                raise
            except Exception:  # whatever a page that is no sound page makes PDFium raise
                sentence = f"page {number} of the PDF cannot be read"
                yield Finding("file-unreadable", sentence, "ask for it anew", Place(file))
            else:
                yield page
            used += (time.process_time() - start) / process.slowness()


def _pdf_page(document: Any, file: Path, number: int) -> ProofPage:
    page = document[number - 1]
    try:
        width, height = page.get_size()
        scale = min(PPI / 72, math.sqrt(_MOST_PIXELS / max(1.0, width * height)))
        fine = FINER if width * height * (scale * FINER) ** 2 < _MOST_FINE_PIXELS else 1
        image = page.render(scale=scale * fine, prefer_bgrx=True).to_pil().convert("RGB")
        if fine > 1:
            image = image.reduce(fine)
        scale = image.width / width
        letters: tuple[Letter, ...] = ()
        trim = None
        if page.get_rotation() == 0:
            left, _, _, top = page.get_cropbox()
            box = page.get_trimbox()
            if box[0] < box[2] and box[1] < box[3]:
                trim = (
                    (box[0] - left) * scale,
                    (top - box[3]) * scale,
                    (box[2] - left) * scale,
                    (top - box[1]) * scale,
                )
            letters = tuple(letters_of(page, (left, top), scale))
        name = f"page {number}"
        return ProofPage(file, number, name, image.size, image.tobytes(), 72 * scale, trim, letters)
    finally:
        page.close()


def letters_of(page: Any, corner: tuple[float, float], scale: float) -> Iterator[Letter]:
    """The letters of a page of PDFium, in pixels from its upper left corner."""
    text_page = page.get_textpage()
    try:
        count = text_page.count_chars()
        if not 0 < count <= _MOST_LETTERS:
            return
        text = text_page.get_text_range(0, count)
        if len(text) != count:  # letters beyond the first plane: places would be those of others
            return
        space = ""
        for index, letter in enumerate(text):
            if letter.isspace():
                space = " "
            elif letter.isprintable():
                left, bottom, right, top = text_page.get_charbox(index)
                word, space = space + letter, ""
                yield Letter(
                    word,
                    ((left + right) / 2 - corner[0]) * scale,
                    (corner[1] - (bottom + top) / 2) * scale,
                )
    finally:
        text_page.close()
