"""Pictures: pages of our PDF rasterised at the printer's exact pixels."""

from __future__ import annotations

import csv
import io
import math
import struct
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import count, groupby, islice
from multiprocessing import active_children
from operator import itemgetter
from typing import NamedTuple, TypeVar

from PIL import ImageDraw
from PIL.Image import Image, Resampling
from PIL.Image import new as new_image

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.cards.parcels import Drawn
from cardgen.cards.placing import outline
from cardgen.engine import Drawing, Page, PathData, Pdf, as_svg
from cardgen.impose.marks import hexagon
from cardgen.model.cards import Card, Deck
from cardgen.model.sizes import Shape
from cardgen.prepress.file_names import FileNames, PictureOfSide
from cardgen.prepress.profiles import ENDINGS, Fit, Printer
from cardgen.sandbox.process import follow_parent, safe_process_context
from cardgen.sheets.pages import from_view_box

K = TypeVar("K")
BATCH = 8
"""Pages that are rasterised together: fonts are embedded once for them, and little is kept in
memory."""

_SRGB = (b"sRGB", b"\x01")
"""Whose colours those of a picture are, relative colorimetric (PNG, 11.3.2.5)."""
_NO_FILTER = b"\x00"
_LEVEL = 3
"""The level of zlib: a higher one takes twice as long for a tenth of the size."""
_BANDS, _BAND = 6, 8
"""Bands of a picture that are looked at, and the height of one in pixels."""

FINE = 8
"""Into so many parts a pixel is divided each way where the cut goes through it."""
_MOST_PARTS = 64_000_000
"""Fewer where that would take more memory than this, a byte for each."""

AHEAD = 6
"""Batches that wait for other processes."""


class ExportFile(NamedTuple):
    """A file by its path below the deck's folder."""

    name: str
    data: bytes


def side_page(
    pdf: Pdf,
    drawing: Drawing,
    shape: Shape,
    fit: Fit,
    *,
    boxes: bool = False,
    clip: PathData | None = None,
    shared: bool = False,
) -> Page:
    """Add a page with one side of a card in its middle.

    `boxes` gives it its trim and bleed."""
    sheet = Box(0, 0, fit.width, fit.height)
    width = shape.width * fit.stretch[0]
    height = shape.height * fit.stretch[1]
    width, height = (height, width) if fit.turned else (width, height)
    x = (fit.width - width) / 2
    y = (fit.height - height) / 2
    if boxes:
        page = pdf.page(sheet, trim=Box(x, y, width, height), bleed=sheet)
    else:
        page = pdf.page(sheet)
    placement = placed(shape, fit) @ from_view_box(drawing.box, shape)
    page.place(drawing, placement, clip=clip, shared=shared)
    return page


def placed(shape: Shape, fit: Fit) -> Matrix:
    """From a card's points to those of the page that holds it."""
    middle = Matrix.shift(fit.width / 2, fit.height / 2)
    turned = middle @ Matrix.turn(90 * fit.turned)
    return (
        turned
        @ Matrix(fit.stretch[0], 0, 0, fit.stretch[1])
        @ Matrix.shift(-shape.width / 2, -shape.height / 2)
    )


def shown_on_page(box: Box, shape: Shape, fit: Fit) -> Box:
    """The part of a card that its page shows, in the drawing's units.

    The drawing's view box is `box`."""
    return (
        (placed(shape, fit) @ from_view_box(box, shape))
        .inverse()
        .box(Box(0, 0, fit.width, fit.height))
    )


def rasters(pdf: bytes, pixels: tuple[int, int], *, clear: bool = False) -> Iterator[Image]:
    """The pages of a PDF as RGB pictures of exactly this size.

    With `clear` they are RGBA on a ground that shows where nothing is painted."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            kind = pypdfium2.raw.FPDFBitmap_BGRA if clear else pypdfium2.raw.FPDFBitmap_BGR
            bitmap = pypdfium2.PdfBitmap.new_native(*pixels, kind, rev_byteorder=True)
            bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, *pixels)
            # Not through its own render(), which rounds the size up.
            reverse = pypdfium2.raw.FPDF_REVERSE_BYTE_ORDER
            pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *pixels, 0, reverse)
            yield bitmap.to_pil().copy()
            bitmap.close()
            page.close()


def as_jpg(image: Image, dpi: float, quality: int) -> bytes:
    """An RGB picture as a JPEG in sRGB, with its colours as fine as its light.

    Letters in colours would have fringes otherwise."""
    out = io.BytesIO()
    image.save(
        out, "JPEG", quality=quality, subsampling=0, optimize=True, dpi=(round(dpi), round(dpi))
    )
    return out.getvalue()


def as_png(image: Image, dpi: float) -> bytes:
    """An RGB or RGBA picture as a PNG in sRGB at a resolution.

    Flat colours are smaller without a filter (PNG, 9.2), and packed in a quarter of the time; for
    photographs Pillow looks for the best filter of each line."""
    from PIL.PngImagePlugin import PngInfo, putchunk

    out = io.BytesIO()
    if not _is_flat(image):
        says = PngInfo()
        says.add(*_SRGB)
        image.save(out, "PNG", dpi=(dpi, dpi), pnginfo=says)
        return out.getvalue()
    dots = round(dpi / 0.0254)  # in a metre
    kind_of_colour = 6 if image.mode == "RGBA" else 2
    out.write(b"\x89PNG\r\n\x1a\n")
    putchunk(out, b"IHDR", struct.pack(">2I5B", *image.size, 8, kind_of_colour, 0, 0, 0))
    putchunk(out, *_SRGB)
    putchunk(out, b"pHYs", struct.pack(">2IB", dots, dots, 1))
    putchunk(out, b"IDAT", _packed(image, _LEVEL))
    putchunk(out, b"IEND")
    return out.getvalue()


def _is_flat(image: Image) -> bool:
    """True if some lines of a picture, here and there, are smaller without a filter."""
    width, height = image.size
    lines = new_image(image.mode, (width, _BANDS * _BAND))
    for number in range(_BANDS):
        top = (2 * number + 1) * max(0, height - _BAND) // (2 * _BANDS)
        lines.paste(image.crop((0, top, width, top + _BAND)), (0, number * _BAND))
    filtered = io.BytesIO()
    lines.save(filtered, "PNG", compress_level=1)
    return len(_packed(lines, 1)) <= len(filtered.getvalue())


def _packed(image: Image, level: int) -> bytes:
    """The lines of a picture, packed without a filter."""
    data = memoryview(image.tobytes())
    line = len(data) // image.height
    packing = zlib.compressobj(level, memLevel=9)
    parts: list[bytes] = []
    for start in range(0, len(data), line):
        parts += packing.compress(_NO_FILTER), packing.compress(data[start : start + line])
    return b"".join([*parts, packing.flush()])


def cut_out(image: Image, shape: Shape, turned: int = 0) -> Image:
    """The picture of a card as RGBA, transparent outside of the cut.

    The card fills it, `turned` by so many quarters to the left."""
    cut = image.copy()
    cut.putalpha(_cut_mask(shape, image.size, turned))
    return cut


@lru_cache(maxsize=4)
def _cut_mask(shape: Shape, size: tuple[int, int], turned: int) -> Image:
    """The mask of a card's pixels inside of the cut, antialiased."""

    width, height = size[::-1] if turned % 2 else size
    fine = min(FINE, max(1, math.isqrt(_MOST_PARTS // (width * height))))
    across, down = fine * width, fine * height
    mask = new_image("L", (across, down), 0)
    draw = ImageDraw.Draw(mask)
    edge = (0, 0, across - 1, down - 1)
    if shape.kind == "circle":
        draw.ellipse(edge, 255)
    elif shape.kind == "hexagon":
        draw.polygon(
            [(x / shape.width * across, y / shape.height * down) for x, y in hexagon(shape)], 255
        )
    elif shape.outline:
        for number, contour in enumerate(shape.outline):
            corners = [
                (x * across / shape.width, down - y * down / shape.height) for x, y in contour
            ]
            draw.polygon(corners, 0 if number else 255)
    else:
        draw.rounded_rectangle(edge, shape.corner / shape.width * across, 255)
    return mask.resize((width, height), Resampling.BOX).rotate(90 * turned, expand=True)


def pictures(
    pdf: bytes,
    pixels: tuple[int, int],
    dpi: float,
    cut: tuple[Shape, int] | None = None,
    quality: int = 0,
) -> list[bytes]:
    """The pages of a PDF as PNG files, transparent outside of `cut`, or JPEG files of a `quality`.

    The cards are turned by so many quarters. A function of plain values, so that another process
    can do it."""
    if quality:
        return [as_jpg(image, dpi, quality) for image in rasters(pdf, pixels)]
    return [as_png(cut_out(image, *cut) if cut else image, dpi) for image in rasters(pdf, pixels)]


_at_work: ContextVar[ProcessPoolExecutor | None] = ContextVar("_at_work", default=None)


@contextmanager
def workers(jobs: int, *modules: str) -> Iterator[ProcessPoolExecutor | None]:
    """Processes to share work with; none for a single job.

    They load these modules first. Starting takes them longer than a deck to draw, so calls within
    one another share those of the outermost. Raises CardgenError when one of them ends on its own,
    as for want of memory."""
    there = _at_work.get()
    if jobs < 2 or there:
        yield there if jobs > 1 else None
        return
    others = active_children()
    with ProcessPoolExecutor(jobs, safe_process_context(*modules, __name__), follow_parent) as pool:
        token = _at_work.set(pool)
        try:
            yield pool
        except BrokenProcessPool as error:
            remedy = (
                "try --jobs 1; a script of your own that shares the work must begin under"
                "  if __name__ == '__main__':"
            )
            raise CardgenError(
                Finding(
                    "printer-profile",
                    "a process that shared the work ended before it was done",
                    remedy,
                )
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                if child not in others:
                    child.kill()
            raise
        finally:
            _at_work.reset(token)


class Images(NamedTuple):
    """The pictures of a deck, with the names of their files.

    And how each lies on its page, the table of them all, and the files of its fronts and of the
    backs behind them; a back that is not there has no name."""

    sides: list[tuple[Drawing, Fit, list[str]]]
    table: bytes
    fronts: list[str]
    backs: list[str]


def images_of(printer: Printer, deck: Deck, drawn_cards: Iterable[Drawn]) -> Images:
    """The pictures that a printer takes of a deck: front/001-ID.png and so on, back/ likewise or
    one back.png, and cards.csv.

    With copies `each`, a card with three copies has three files, numbered on. Numbers have as many
    digits as the last, at least three. Raises CardgenError where the names of the printer's pattern
    cannot be."""
    fit = printer.fit(deck.shape)
    cards = [
        drawn_card
        for drawn_card in drawn_cards
        if drawn_card.card.copies and drawn_card.face is not None
    ]
    times = [drawn_card.card.copies if printer.copies == "each" else 1 for drawn_card in cards]
    digits = max(3, len(str(sum(times))))  # so that files sort as they are numbered
    names = FileNames(printer.names, deck, ENDINGS[printer.makes], digits)
    numbers = count(1)
    rows: list[tuple[PictureOfSide, int, str]] = []
    fronts: list[tuple[Drawing, Fit, list[str]]] = []
    backs: dict[str, Drawing] = {}
    for (card, face, back, *_), files in zip(cards, times, strict=True):
        assert face is not None
        sides = [
            PictureOfSide(card, number, copy, "front")
            for copy, number in enumerate(islice(numbers, files), 1)
        ]
        if back:
            backs.setdefault(back.name, back)
        rows.extend((side, card.copies // files, back.name if back else "") for side in sides)
        fronts.append((face, fit, [names.of(side) for side in sides]))
    is_shared = len({back for *_, back in rows}) == 1
    back_files = [
        ("" if not back else names.shared_back() if is_shared else names.of(_behind(side)))
        for side, _, back in rows
    ]
    behind = [
        (
            drawing,
            fit.behind,
            list(
                dict.fromkeys(
                    file for file, (*_, back) in zip(back_files, rows, strict=True) if back == name
                )
            ),
        )
        for name, drawing in backs.items()
    ]
    front_files = [name for _, _, files_of_card in fronts for name in files_of_card]
    table = listed(
        (side.card, copies, front, back)
        for (side, copies, _), front, back in zip(rows, front_files, back_files, strict=True)
    )
    return Images([*fronts, *behind], table, front_files, back_files)


def _behind(side: PictureOfSide) -> PictureOfSide:
    return side._replace(side="back")


def listed(rows: Iterable[tuple[Card, int, str, str]]) -> bytes:
    """A table of the files: number, card, copies, both sides."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("number", "card", "copies", "front", "back"))
    for number, (card, copies, front, back) in enumerate(rows, 1):
        table.writerow((number, card.id, copies, front, back))
    return out.getvalue().encode()


def listed_once(cards: Iterable[Card]) -> ExportFile:
    """A table of copies of cards whose files stand once."""
    rows = (f"{number},{card.id},{card.copies}\n" for number, card in enumerate(cards, 1))
    return ExportFile("cards.csv", ("number,card,copies\n" + "".join(rows)).encode())


def rasterised(
    sides: Iterable[tuple[K, Drawing, Shape, Fit]],
    dpi: float,
    pool: ProcessPoolExecutor | None,
    *,
    clear: bool = False,
    quality: int = 0,
) -> Iterator[tuple[K, bytes]]:
    """PNG files in the order of the drawings, each with its key; JPEG files of a `quality`.

    With `clear` nothing shows outside of the cut. With a pool several batches are worked on at a
    time, but never many."""
    under_way: deque[tuple[list[K], Future[list[bytes]]]] = deque()
    for keys, pdf, shape, fit in _batches(sides):
        cut = (shape, fit.turned) if clear else None
        if pool is None:
            yield from zip(keys, pictures(pdf, fit.pixels, dpi, cut, quality), strict=True)
            continue
        under_way.append((keys, pool.submit(pictures, pdf, fit.pixels, dpi, cut, quality)))
        if len(under_way) > AHEAD:
            keys, future = under_way.popleft()
            yield from zip(keys, future.result(), strict=True)
    for keys, future in under_way:
        yield from zip(keys, future.result(), strict=True)


def vector_pages(
    sides: Iterable[tuple[K, Drawing, Shape, Fit]], *, clear: bool = False
) -> Iterator[tuple[K, bytes]]:
    """Each side as a PDF of one page, with its trim and bleed."""
    for key, drawing, shape, fit in sides:
        pdf = Pdf("card")
        clip = _cut(drawing, shape) if clear else None
        side_page(pdf, drawing, shape, fit, boxes=True, clip=clip)
        yield key, pdf.bytes()


def vector_drawings(
    sides: Iterable[tuple[K, Drawing, Shape, Fit]], *, clear: bool = False
) -> Iterator[tuple[K, bytes]]:
    """Each side as an SVG that needs no other file."""
    for key, drawing, shape, fit in sides:
        placement = Matrix.flip(fit.height) @ placed(shape, fit) @ from_view_box(drawing.box, shape)
        clip = _cut(drawing, shape) if clear else None
        yield key, as_svg(drawing, (fit.width, fit.height), placement, clip)


def _cut(drawing: Drawing, shape: Shape) -> PathData:
    """The cut in the units of a side."""
    return outline(shape, drawing.box, corner=shape.corner)


def _batches(
    sides: Iterable[tuple[K, Drawing, Shape, Fit]],
) -> Iterator[tuple[list[K], bytes, Shape, Fit]]:
    """Pages of one shape as PDFs of a few each.

    With the keys of their pages and how they lie."""
    for (shape, fit), alike in groupby(sides, key=itemgetter(2, 3)):
        while batch := list(islice(alike, BATCH)):
            pdf = Pdf("cards")
            keys = []
            for key, drawing, _, _ in batch:
                side_page(pdf, drawing, shape, fit)
                keys.append(key)
            yield keys, pdf.bytes(), shape, fit
