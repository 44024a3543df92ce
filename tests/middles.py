"""The middles of cards as a PDF has them: those of a letter in the middle of each."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from cardgen.base.units import MM


def middles(file: Path) -> list[list[tuple[float, float]]]:
    """The middle of the letter in the middle of each card, page by page."""
    pages = []
    with pypdfium2.PdfDocument(file) as pdf:
        for page in pdf:
            letters = page.get_textpage()
            found = []
            for number in range(letters.count_chars()):
                left, bottom, right, top = letters.get_charbox(number)
                if letters.get_text_range(number, 1) == "o" and top - bottom > 6:
                    found.append(((left + right) / 2, (bottom + top) / 2))
            pages.append(found)
    return pages


def is_behind(fronts: list[tuple[float, float]], backs: list[tuple[float, float]]) -> bool:
    """True if each letter of a back lies behind one of the front, within 0.03 mm, on A4."""
    width = 210 * MM
    return len(fronts) == len(backs) and all(
        min(max(abs(width - x - front_x), abs(y - front_y)) for front_x, front_y in fronts)
        < 0.03 * MM
        for x, y in backs
    )
