"""The page on safety names modules and tests that there are, and the bounds that hold."""

from __future__ import annotations

import re

from projects import SHIPPED

from cardgen.api import pull
from cardgen.base import errors, files, network
from cardgen.graphics import picture_files
from cardgen.load import expand, table_rows, workbook
from cardgen.rulebook import jinja, markdown
from cardgen.sandbox import process
from cardgen.schema import source
from cardgen.svg import document
from cardgen.typography import fontfiles, woff

PAGE = (SHIPPED / "docs/security.md").read_text("utf-8")


def test_every_module_and_test_that_is_named_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)`", PAGE)
    assert len(named) > 20
    assert [] == [name for name in named if not (SHIPPED / name).is_file() and not (SHIPPED / "cardgen" / name).is_file()]


def test_the_bounds_are_those_of_the_program() -> None:
    said = [
        *(f"| a file | {files.LARGEST >> 20} MB", f"tables {source.LARGEST >> 20} MB", f"{jinja.LARGEST:,} characters"),
        *(f"{markdown.MOST_PIECES:,} paragraphs", f"{source.MOST_NODES:,} values", f"{source.MOST_ALIASED:,} of them through aliases"),
        *(f"{table_rows.MOST_CELLS:,} cells, {table_rows.MOST_COLUMNS:,} columns", f"{workbook.MOST_UNPACKED >> 20} MB unpacked"),
        *(f"{workbook.MOST_ELEMENTS:,} elements;", f"{expand.MOST_CARDS:,} cards, {expand.MOST_LOOPED:,} out of one loop"),
        *(
            f"{document.MOST:,} elements, of which {document.MOST_REPEATED:,} come by",
            f"{picture_files.MOST_BYTES:,} bytes",
            f"{picture_files.LARGEST:,} pixels",
            f"| problems told | {errors.MOST_PROBLEMS:,} |",
        ),
        f"| a font | {woff.MOST_BYTES >> 20} MB unpacked",
        f"in a WOFF2 {woff.MOST_OUTLINES >> 20} MB; {fontfiles.MOST_FONTS} fonts in",
        f"{process._SILENCE:g} times its work",
        f"{network.LARGEST >> 20} MB, also once unpacked; {network.SECONDS:g} seconds in all; {network.SILENCE:g} seconds of silence; "
        f"{pull.MOST_TABLES} tables in a call",
    ]
    words = " ".join(PAGE.split())
    assert [] == [bound for bound in said if bound not in words]
