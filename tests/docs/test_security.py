"""The page on safety names modules and tests that there are, and the bounds that hold."""

from __future__ import annotations

import re

from projects import SHIPPED

from cardgen.api import pull
from cardgen.base import files, findings, network
from cardgen.engine.graphics import large_pictures, picture_files
from cardgen.engine.svg import document, parse
from cardgen.engine.typography import fontfiles, woff
from cardgen.load import expand, number_formats, table_rows, workbook
from cardgen.rulebook import jinja, markdown
from cardgen.sandbox import process
from cardgen.schema import source

PAGE = (SHIPPED / "docs/security.md").read_text("utf-8")


def test_every_module_and_test_that_is_named_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)`", PAGE)
    assert len(named) > 20
    assert [] == [
        name
        for name in named
        if not (SHIPPED / name).is_file() and not (SHIPPED / "cardgen" / name).is_file()
    ]


def test_the_bounds_are_those_of_the_program() -> None:
    said = [
        *(
            f"| a file | {files.LARGEST >> 20} MB",
            f"tables {source.LARGEST >> 20} MB",
            f"{jinja.LARGEST:,} characters",
        ),
        *(
            f"{markdown.MOST_PIECES:,} paragraphs",
            f"{source.MOST_NODES:,} values",
            f"{source.MOST_ALIASED:,} of them and {source.MOST_LETTERS:,} letters through aliases",
        ),
        *(
            f"{table_rows.MOST_CELLS:,} cells, {table_rows.MOST_COLUMNS:,} columns",
            f"{workbook.MOST_UNPACKED >> 20} MB unpacked",
        ),
        *(
            f"{workbook.MOST_ELEMENTS:,} elements and {source.MOST_LETTERS:,} letters",
            f"{expand.MOST_CARDS:,} cards, {expand.MOST_LOOPED:,} out of one loop; {expand.MOST_LETTERS:,} letters",
        ),
        *(
            f"{parse._MOST_TAGS:,} elements to be read, {document.MOST:,} to be drawn, of which {document.MOST_REPEATED:,} come by",
            f"a picture {large_pictures.MOST_PIXELS:,} pixels, of which {picture_files.LARGEST:,} are kept",
            f"{large_pictures.AT_ONCE // 10**6} MB of pixels are held",
            f"for each byte of its file {large_pictures._FOR_EACH} more, {large_pictures._MORE // 10**6} MB at the most",
            f"progressive JPEG {large_pictures._KEPT_TWICE // 10**6} MB more",
            f"| problems told | {findings.MOST_PROBLEMS:,} |",
        ),
        f"| a font | {woff.MOST_BYTES >> 20} MB unpacked",
        f"in a WOFF2 {woff.MOST_OUTLINES >> 20} MB; {fontfiles.MOST_FONTS} fonts in",
        f"{process._SILENCE:g} times its work",
        f"{network.LARGEST >> 20} MB, also once unpacked",
        f"{network._HEAD >> 10} kB of them before the answer and in its head",
        f"{network.SECONDS:g} seconds for a table and {network.SECONDS_TOGETHER:g} for all of a call",
        f"{network.SILENCE:g} seconds of silence; {pull.MOST_TABLES} tables in a call",
        f"in {workbook.MOST_PARTS:,} parts",
        f"{workbook.LONGEST_CELL:,} of them in a cell and {number_formats.LONGEST} in a number format",
    ]
    words = " ".join(PAGE.split())
    assert [] == [bound for bound in said if bound not in words]
