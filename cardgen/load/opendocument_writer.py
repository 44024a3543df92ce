"""A table written as an ODS workbook (OpenDocument 1.3): a sheet, its cells in their looks."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from cardgen.load.rich_cells import FONT, SIZE, Runs
from cardgen.load.rich_text import LOWERED, PLAIN, RAISED, Look
from cardgen.schema.values import wrong

_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in (
        ("office", "office"),
        ("style", "style"),
        ("table", "table"),
        ("text", "text"),
        ("fo", "xsl-fo-compatible"),
        ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMES += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    'manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
    "{}</manifest:manifest>"
)
_STYLES = (
    f'<office:document-styles {_NAMES} office:version="1.3"><office:styles>'
    '<style:default-style style:family="table-cell"><style:text-properties '
    f'fo:font-family="{FONT}" fo:font-size="{SIZE:g}pt" fo:color="#000000"/>'
    "</style:default-style></office:styles></office:document-styles>"
)
_RAISED = {RAISED: "super 58%", LOWERED: "sub 58%"}
_ROOM = re.compile(r"(?<= ) +|^ +| +$|\t")
"""What XML would lose: spaces behind another, at the ends, and tabs."""
_ILLEGAL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def ods_workbook(
    title: str,
    rows: Sequence[Sequence[Any]],
    runs_of_cell: Callable[[int, int, Any], Runs | None],
) -> bytes:
    """Return rows, the first of them headings, as an ODS workbook: same input, same bytes.

    `runs_of_cell` gives the looks of a cell's parts by row and column from 1. Raises
    CardgenError."""
    styles: dict[Look, str] = {Look(bold=True): "T1"}
    body = []
    for row_number, row in enumerate(rows, 1):
        cells = []
        for column, value in enumerate(row, 1):
            runs = runs_of_cell(row_number, column, value)
            if row_number == 1:
                runs = [(str(value), Look(bold=True))]
            cells.append(_cell(value, runs, styles))
        body.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    looks = "".join(_style(look, name) for look, name in styles.items())
    table = (
        f"<table:table table:name={quoteattr(title[:31])}>{columns}{''.join(body)}</table:table>"
    )
    return ods_file(looks, table)


def ods_file(
    looks: str, tables: str, pictures: Mapping[str, bytes] = MappingProxyType({})
) -> bytes:
    """Return a workbook with these automatic styles and tables; pictures are JPEG, by part."""
    content = (
        f'<office:document-content {_NAMES} office:version="1.3">'
        f"<office:automatic-styles>{looks}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{part}" manifest:media-type="image/jpeg"/>'
        for part in pictures
    )
    parts = {
        "content.xml": content,
        "styles.xml": _STYLES,
        "META-INF/manifest.xml": _MANIFEST.format(entries),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        # the kind of file comes first and as it is, for those who look at the first bytes alone
        file.writestr(zipfile.ZipInfo("mimetype", (2000, 1, 1, 0, 0, 0)), _TYPE)
        for name, xml in parts.items():
            part = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            file.writestr(part, f"{_HEAD}{xml}", zipfile.ZIP_DEFLATED)
        for name, picture in pictures.items():
            file.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), picture)
    return stream.getvalue()


def _cell(value: Any, runs: Runs | None, styles: dict[Look, str]) -> str:
    """A cell as it is written; looks that are new get a style. Raises CardgenError."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int | float) and float(f"{value:.15g}") == value:
        number = f'office:value-type="float" office:value="{value!r}"'
        return f"<table:table-cell {number}><text:p>{value!r}</text:p></table:table-cell>"
    paragraphs = paragraphs_of(runs or [(str(value), PLAIN)], styles)
    return f'<table:table-cell office:value-type="string">{paragraphs}</table:table-cell>'


def paragraphs_of(runs: Runs, styles: dict[Look, str]) -> str:
    """The paragraphs of a cell; looks that are new get a style. Raises CardgenError."""
    value = "".join(text for text, _ in runs)
    if _ILLEGAL.search(value):
        raise wrong(
            f'"{value}" holds a sign that a workbook cannot',
            "take it out, or write a CSV",
            code="table-cannot-hold",
        )
    return "".join(f"<text:p>{_paragraph(line, styles)}</text:p>" for line in _lines(runs))


def _lines(runs: Runs) -> list[Runs]:
    """The lines of a cell, each in its parts."""
    lines: list[Runs] = [[]]
    for text, look in runs:
        first, *others = text.split("\n")
        lines[-1].append((first, look))
        lines += [[(other, look)] for other in others]
    return lines


def _paragraph(line: Iterable[tuple[str, Look]], styles: dict[Look, str]) -> str:
    written = []
    for text, look in line:
        letters = _ROOM.sub(_room, escape(text))
        if look != PLAIN and text:
            name = styles.setdefault(look, f"T{len(styles) + 1}")
            letters = f'<text:span text:style-name="{name}">{letters}</text:span>'
        written.append(letters)
    return "".join(written)


def _room(match: re.Match[str]) -> str:
    return "<text:tab/>" if match[0] == "\t" else f'<text:s text:c="{len(match[0])}"/>'


def _style(look: Look, name: str) -> str:
    """The style of letters that have a look."""
    attributes = {
        "fo:font-weight": "bold" if look.bold else "",
        "fo:font-style": "italic" if look.italic else "",
        "fo:font-size": f"{look.size}pt" if look.size else "",
        "fo:color": look.colour,
        "style:text-underline-style": "solid" if look.underlined else "",
        "style:text-line-through-style": "solid" if look.struck else "",
        "style:text-position": _RAISED.get(look.raised, ""),
    }
    written = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items() if value)
    return (
        f'<style:style style:name="{name}" style:family="text">'
        f"<style:text-properties {written}/></style:style>"
    )
