"""How full are the pages of books? The share of 5 mm squares within the margins that carry ink.

    python bench/coverage.py BOOK.pdf ... [--pages]

Prints for each book its pages, the mean of its inner ones, and those under a half; with `--pages`
each page's share. Inner pages are all but the cover and the last one. What stands in the margins,
such as heads and numbers of pages, is not counted; the ground of a page is no ink."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pypdfium2

SQUARE = 5.0
"""The side of a square, in mm."""
SHARP = 8
"""Pixels along the side of a square."""
SEEN = 24
"""What a pixel must differ by from the ground, of 255, to be ink."""
MARGINS = (0.081, 0.083)
"""Of a page's width and height, what is left out at each side: those of a shipped A4 page."""
HALF = 0.5


def inked_share(picture: np.ndarray) -> float:
    """The share of squares with ink in a grey picture of what stands within the margins."""
    ground = np.bincount(picture.ravel()).argmax()
    ink = np.abs(picture.astype(int) - int(ground)) > SEEN
    down, across = (length // SHARP for length in ink.shape)
    squares = ink[: down * SHARP, : across * SHARP].reshape(down, SHARP, across, SHARP)
    return float(squares.any(axis=(1, 3)).mean())


def page_pictures(book: Path) -> Iterator[np.ndarray]:
    """Each page of a PDF in grey, `SHARP` pixels to a square."""
    document = pypdfium2.PdfDocument(book)
    for page in document:
        picture = page.render(scale=SHARP / SQUARE * 25.4 / 72, grayscale=True).to_numpy()
        yield picture.reshape(picture.shape[:2])
        page.close()
    document.close()


def page_share(picture: np.ndarray) -> float:
    """The share of a page's squares that carry ink."""
    high, wide = picture.shape
    side, top = round(wide * MARGINS[0]), round(high * MARGINS[1])
    return inked_share(picture[top : high - top, side : wide - side])


def report(book: Path, *, pages: bool) -> Iterator[str]:
    """The lines that are printed of a book."""
    shares = [page_share(picture) for picture in page_pictures(book)]
    inner = dict(enumerate(shares[1:-1], 2))
    low = {number: share for number, share in inner.items() if share < HALF}
    mean = sum(inner.values()) / max(1, len(inner))
    under = ", ".join(f"p. {number} {share:.0%}" for number, share in low.items())
    yield f"{book}: {len(shares)} pages, mean {mean:.0%}, under half: {under or 'none'}"
    if pages:
        yield "  " + " ".join(f"{number}:{share:.0%}" for number, share in inner.items())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="+", type=Path)
    parser.add_argument("--pages", action="store_true")
    asked = parser.parse_args(arguments)
    for book in asked.books:
        for line in report(book, pages=asked.pages):
            print(line)


if __name__ == "__main__":
    main()
