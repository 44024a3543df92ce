"""Pictures: pages of our own PDF rasterised at the exact pixels that a printer takes, and the files made of them."""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

from cardgen.canvas import Page, Pdf
from cardgen.draw import Drawn
from cardgen.drawing import Drawing
from cardgen.export.printers import Fit, Printer
from cardgen.geometry import Box, Matrix
from cardgen.model import Card, Deck
from cardgen.sheets import from_view_box
from cardgen.stock import Shape

if TYPE_CHECKING:
    from PIL.Image import Image

BATCH = 8
"""Pages that are rasterised together: fonts are embedded once for them, and little is kept in memory."""

AHEAD = 6
"""Batches that wait for other processes."""


class Made(NamedTuple):
    """A file by its path below the deck's folder."""

    name: str
    data: bytes


def side_page(pdf: Pdf, drawing: Drawing, shape: Shape, fit: Fit, *, boxes: bool = False, clip: str = "", shared: bool = False) -> Page:
    """Add a page with one side of a card in its middle; `boxes` gives it its trim and bleed."""
    whole = Box(0, 0, fit.width, fit.height)
    width, height = (shape.height, shape.width) if fit.turned else (shape.width, shape.height)
    left, low = (fit.width - width) / 2, (fit.height - height) / 2
    page = pdf.page(whole, trim=Box(left, low, width, height), bleed=whole) if boxes else pdf.page(whole)
    page.place(drawing, placed(shape, fit) @ from_view_box(drawing.box, shape), clip=clip, shared=shared)
    return page


def placed(shape: Shape, fit: Fit) -> Matrix:
    """From a card's points to those of the page that holds it."""
    if fit.turned:
        left, low = (fit.width - shape.height) / 2, (fit.height - shape.width) / 2
        return Matrix.shift(left + shape.height, low) @ Matrix.turn(90)
    return Matrix.shift((fit.width - shape.width) / 2, (fit.height - shape.height) / 2)


def rasters(pdf: bytes, pixels: tuple[int, int], *, clear: bool = False) -> Iterator[Image]:
    """The pages of a PDF as RGB pictures of exactly this size; with `clear` as RGBA on a ground that shows where nothing is painted."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            bitmap = pypdfium2.PdfBitmap.new_native(*pixels, pypdfium2.raw.FPDFBitmap_BGRA if clear else pypdfium2.raw.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, *pixels)
            # Not through its own render(), which rounds the size up.
            pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *pixels, 0, 0)
            yield bitmap.to_pil().convert("RGBA" if clear else "RGB")
            bitmap.close()
            page.close()
    finally:
        document.close()


def as_png(image: Image, dpi: float) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def pictures(pdf: bytes, pixels: tuple[int, int], dpi: float) -> list[bytes]:
    """The pages of a PDF as PNG files. A function of plain values, so that another process can do it."""
    return [as_png(image, dpi) for image in rasters(pdf, pixels)]


_at_work: ContextVar[ProcessPoolExecutor | None] = ContextVar("_at_work", default=None)


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor | None]:
    """Processes to share work with; none for a single job. They start afresh, which works on every system.

    Starting takes them longer than a deck to draw, so calls within one another share those of the outermost.
    """
    there = _at_work.get()
    if jobs < 2 or there:
        yield there if jobs > 1 else None
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        token = _at_work.set(pool)
        try:
            yield pool
        finally:
            _at_work.reset(token)


def export_images(
    printer: Printer, deck: Deck, drawn: Iterable[Drawn], pool: ProcessPoolExecutor | None, made: Callable[[Made], None]
) -> None:
    """Hand each file of a deck to `made`: front/001-ID.png and so on, back/ likewise or one back.png, and cards.csv.

    With copies `each`, a card with three copies has three files, numbered on. `drawn` must be whole.
    """
    fit = printer.fit(deck.shape)
    rows: list[tuple[int, Card, int, str]] = []
    backs: dict[str, Drawing] = {}

    def png(drawings: Iterable[Drawing]) -> Iterator[bytes]:
        yield from _rasterised(drawings, deck.shape, fit, printer.dpi, pool)

    number = 0
    waiting: deque[tuple[Card, list[int]]] = deque()

    def fronts() -> Iterator[Drawing]:
        nonlocal number
        for card, face, back, _ in drawn:
            if not card.copies or face is None:
                continue
            numbers = list(range(number + 1, number + 1 + (card.copies if printer.copies == "each" else 1)))
            number = numbers[-1]
            waiting.append((card, numbers))
            if back:
                backs.setdefault(back.name, back)
            rows.extend((each, card, 1 if printer.copies == "each" else card.copies, back.name if back else "") for each in numbers)
            yield face

    for data in png(fronts()):
        card, numbers = waiting.popleft()
        for each in numbers:
            made(Made(f"front/{file_stem(each, card)}.png", data))
    shared = len({back for *_, back in rows}) == 1
    for name, data in zip(list(backs), png(backs.values()), strict=True):
        for each, card, _, back in rows:
            if back == name and (not shared or each == 1):
                made(Made("back.png" if shared else f"back/{file_stem(each, card)}.png", data))
    made(Made("cards.csv", listed(rows, shared)))


def file_stem(number: int, card: Card) -> str:
    return f"{number:03}-{card.id}"


def listed(rows: Iterable[tuple[int, Card, int, str]], shared: bool) -> bytes:
    """What was made, as a table: number, card, copies, and the files of both sides."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("number", "card", "copies", "front", "back"))
    for number, card, copies, back in rows:
        stem = file_stem(number, card)
        table.writerow((number, card.id, copies, f"front/{stem}.png", ("back.png" if shared else f"back/{stem}.png") if back else ""))
    return out.getvalue().encode()


def _rasterised(
    drawings: Iterable[Drawing], shape: Shape, fit: Fit, dpi: float, pool: ProcessPoolExecutor | None
) -> Iterator[bytes]:
    """PNG files in the order of the drawings; with a pool several batches are worked on at a time, but never many."""
    under_way: deque[Future[list[bytes]]] = deque()
    for pdf in _batches(drawings, shape, fit):
        if pool is None:
            yield from pictures(pdf, fit.pixels, dpi)
            continue
        under_way.append(pool.submit(pictures, pdf, fit.pixels, dpi))
        if len(under_way) > AHEAD:
            yield from under_way.popleft().result()
    for future in under_way:
        yield from future.result()


def _batches(drawings: Iterable[Drawing], shape: Shape, fit: Fit) -> Iterator[bytes]:
    pdf = Pdf("cards")
    for drawing in drawings:
        side_page(pdf, drawing, shape, fit)
        if pdf.pages == BATCH:
            yield pdf.bytes()
            pdf = Pdf("cards")
    if pdf.pages:
        yield pdf.bytes()
