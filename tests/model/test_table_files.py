"""Endings of tables: each has a reader."""

from __future__ import annotations

from cardgen.load.table_rows import WORKBOOK_READERS
from cardgen.model.table_files import WORKBOOKS


def test_each_workbook_has_a_reader() -> None:
    assert [*WORKBOOKS] == [*WORKBOOK_READERS]
