"""Endings of the files that hold tables and lists: of cards, editions and data."""

from __future__ import annotations

TEXT_TABLES = (".csv", ".tsv", ".txt")
"""Endings of tables that are texts."""
WORKBOOKS = (".xlsx", ".ods")
"""Endings of files with several sheets; `load/table_rows.py` has a reader for each."""
TABLES = (*TEXT_TABLES, *WORKBOOKS)
LISTS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")
"""Endings of lists, whose entries are read as rows of a table."""
TABLES_AND_LISTS = (*TABLES, *LISTS)
_UNREADABLE = (".xls", ".xlsm", ".xlsb", ".xltx", ".fods", ".ots", ".numbers", ".gsheet", ".sxc")
"""Endings of tables that only other programs read."""


def is_table(name: str) -> bool:
    """True if a file is a table by its name, in any case.

    >>> is_table("Cards.CSV"), is_table("cards.yaml")
    (True, False)
    """
    return name.lower().endswith(TABLES)


def is_text_table(name: str) -> bool:
    """True if a file is a table in a text, by its name."""
    return name.lower().endswith(TEXT_TABLES)


def is_workbook(name: str) -> bool:
    """True if a file has sheets, by its name."""
    return name.lower().endswith(WORKBOOKS)


def is_list(name: str) -> bool:
    """True if a file is a list of JSON or YAML, by its name."""
    return name.lower().endswith(LISTS)


def is_table_or_list(name: str) -> bool:
    """True if rows can be read from a file, by its name."""
    return is_table(name) or is_list(name)


def advice_to_save(name: str) -> str:
    """The remedy for a table that only other programs read; empty for any other file."""
    if not name.lower().endswith(_UNREADABLE):
        return ""
    return "save it as XLSX, ODS or CSV from the program that wrote it"
