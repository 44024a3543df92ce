"""ODS workbooks written by hand, as their makers would not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from html import escape
from typing import Any

SPACES = " ".join(
    f'xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"'
    for each in ("fo", "office", "style", "table", "text")
)


def cell(value: Any, more: str = "") -> str:
    """A cell with a text or a number; an empty one for None."""
    if value is None:
        return f"<table:table-cell {more}/>"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f'<table:table-cell office:value-type="float" office:value="{value}" {more}><text:p>{value}</text:p></table:table-cell>'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f'<table:table-cell office:value-type="string" {more}>{lines}</table:table-cell>'


def row(*cells: Any, more: str = "") -> str:
    """A row of cells; a text that begins with < is one already."""
    made = (
        each if isinstance(each, str) and each.startswith("<table:") else cell(each)
        for each in cells
    )
    return f"<table:table-row {more}>{''.join(made)}</table:table-row>"


def ods(*sheets: tuple[str, str], head: str = "", styles: str = "") -> bytes:
    """A workbook of sheets with these names and rows, and the styles ta1, ta2, ...; the same bytes
    each time."""
    body = "".join(
        f'<table:table table:name="{name}" table:style-name="ta{number}">{rows}</table:table>'
        for number, (name, rows) in enumerate(sheets, 1)
    )
    inside = f"{styles}<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body>"
    content = f"{head}<office:document-content {SPACES}>{inside}</office:document-content>"
    return packed(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content.encode(),
        }
    )


def packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in parts.items():
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def table(rows: Iterable[Iterable[Any]]) -> bytes:
    """A workbook with one sheet of plain cells."""
    return ods(("Sheet", "".join(row(*cells) for cells in rows)))
