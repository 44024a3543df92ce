"""Rows of a table that are not what they seem.

Headings that come again, those of another table, formulas and quotes that are mere text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardgen.load.cell_values import CellValue, ListCell

_FEWEST = 2
"""In how many cells headings come again at the least; one cell alone may be the name of a card."""
_REFERENCE = r"\$?[A-Z]{1,3}\$?[0-9]{1,7}"
_TERM = rf'[-+(]*(?:{_REFERENCE}|[0-9][0-9.,]*|"[^"]*")[)%]*'
_FORMULA = re.compile(
    r"=\s*@?(?:(?P<function>[^\W\d][\w.]*)\(.*\)|"
    rf"(?:'[^']+'|\w+)!{_REFERENCE}|{_REFERENCE}|{_TERM}(?:\s*[-+*/^&:]\s*{_TERM})+)",
    re.DOTALL,
)
"""A formula as spreadsheets write it: a function, the name of a cell, or a sum; `=SUM` or `=3`
alone may be a name."""
_LONGEST_FORMULA = 1_000
_LONGEST_HEADING = 40
_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*")
_OPENING, _CLOSING = "“„«", "”“»"


def says_headings(cells: Sequence[str | None], heads: Iterable[Sequence[str | None]]) -> bool:
    """True if a row repeats one of the rows of headings.

    All its cells say what that one says there.

    >>> says_headings(["Name", None, "text"], [["name", "rank", "text"]])
    True
    """
    texts = [(at, cell.strip().casefold()) for at, cell in enumerate(cells) if cell is not None]
    return len(texts) >= _FEWEST and any(
        all(_at(head, at) == cell for at, cell in texts) for head in heads
    )


def _at(head: Sequence[str | None], at: int) -> str:
    return ((head[at] if at < len(head) else None) or "").strip().casefold()


def is_formula(cell: str) -> bool:
    """True if a text is a formula that nothing has worked out.

    >>> is_formula("=1+2"), is_formula("=SUM(A1:A3)"), is_formula("=SUM"), is_formula("=3 coins")
    (True, True, False, False)
    """
    if cell[:1] not in "= " or isinstance(cell, (CellValue, ListCell)):
        return False
    match = _FORMULA.fullmatch(cell.strip()[:_LONGEST_FORMULA])
    # =Draw(2) is a text
    return match is not None and (match["function"] is None or match["function"].isupper())


def divided_quote(cells: Sequence[str | None]) -> int:
    """The column of a text in curly quotes that goes on in the next cell.

    It is counted from 1; 0 where there is none."""
    for at, cell in enumerate(cells):
        text = (cell or "").strip()
        if text[:1] not in _OPENING or not text or any(sign in text[1:] for sign in _CLOSING):
            continue
        for after in cells[at + 1 :]:
            closing_cells = (after or "").strip()
            if closing_cells.endswith(tuple(_CLOSING)) and not any(
                sign in closing_cells[:-1] for sign in _OPENING
            ):
                return at + 1
            if any(sign in closing_cells for sign in _OPENING + _CLOSING):
                break
    return 0


def other_headings(
    rows: Sequence[tuple[int, Sequence[tuple[int, str]]]], heads: Iterable[Sequence[str | None]]
) -> list[int]:
    """The rows that look like the headings of another table.

    They are short texts alone, two of which are headings of this one; or, below an empty row and
    with more rows below, one of which stands in a column that says numbers in all rows above. Rows
    are their numbers and their cells by column."""
    heading_texts = {cell.strip().casefold() for head in heads for cell in head if cell is not None}
    heading_rows = list[int]()
    numbers = dict[int, int]()
    others = set[int]()
    for place, (number, cells) in enumerate(rows):
        short = len(cells) >= _FEWEST and all(_is_like_heading(cell) for _, cell in cells)
        alone = place >= _FEWEST and number > rows[place - 1][0] + 1 and place + 1 < len(rows)
        among_numbers = alone and any(
            numbers.get(column, 0) >= _FEWEST and column not in others for column, _ in cells
        )
        if short and (
            among_numbers
            or sum(cell.strip().casefold() in heading_texts for _, cell in cells) >= _FEWEST
        ):
            heading_rows.append(number)
        for column, cell in cells:
            if _NUMBER.fullmatch(cell.strip()):
                numbers[column] = numbers.get(column, 0) + 1
            else:
                others.add(column)
    return heading_rows


def _is_like_heading(cell: str) -> bool:
    text = cell.strip()
    return (
        2 < len(text) <= _LONGEST_HEADING
        and not text.endswith((".", "!", "?", "…"))
        and not any(sign.isdigit() for sign in text)
    )
