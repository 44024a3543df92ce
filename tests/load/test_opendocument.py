"""ODS workbooks: what their cells say, and that none of them takes long, much memory, or anything
from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from briefs import briefs
from opendocuments import cell, ods, packed, row, table

from cardgen.base.findings import Finding
from cardgen.load import workbook
from cardgen.load.columns import TableSpec
from cardgen.load.opendocument import OpenDocument
from cardgen.load.table import read_table
from cardgen.load.workbook import Cell, Merge
from cardgen.schema.field_kinds import TextField, TruthField, WholeNumberField
from cardgen.schema.source import TypedText

FIELDS = {
    "rank": WholeNumberField("rank", optional=True),
    "rare": TruthField("rare", optional=True),
    "text": TextField("text", optional=True),
    "when": TextField("when", optional=True, date="d.m.yyyy"),
}
HEADS = row("id", "rank", "rare", "text", "when")


def read(tmp_path: Path, data: bytes, sheet: str = "") -> tuple[list[dict[str, Any]], list[str]]:
    file, problems = tmp_path / "t.ods", list[Finding]()
    file.write_bytes(data)
    wanted = TypedText(sheet)
    wanted.line = wanted.column = 1
    entries = read_table(file, FIELDS, problems, spec=TableSpec(wanted if sheet else None)).entries
    return [dict(entry) for entry in entries if isinstance(entry, dict)], briefs(problems)


def test_cells_say_what_they_hold(tmp_path: Path) -> None:
    """Numbers, truths, dates and texts with their lines, spaces and tabs; no comments, and no
    letters above letters."""
    said = (
        '<table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>One '
        '<text:span>two</text:span><text:s text:c="2"/>three<text:tab/>four</text:p><text:p>five<text:line-break/>six'
        "<text:ruby-text>no</text:ruby-text></text:p></table:table-cell>"
    )
    truth = '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>'
    date = '<table:table-cell office:value-type="date" office:date-value="1789-07-14"><text:p>14. Juli</text:p></table:table-cell>'
    assert (
        [
            {
                "id": "a",
                "rank": "3",
                "rare": "true",
                "text": "One two  three\tfour\nfive\nsix",
                "when": "14.7.1789",
            }
        ],
        [],
    ) == read(tmp_path, ods(("A", HEADS + row("a", 3.0, truth, said, date))))


def test_formulas_without_a_value_are_told(tmp_path: Path) -> None:
    never = '<table:table-cell table:formula="of:=1+1"/>'
    wrong = '<table:table-cell table:formula="of:=1/0" office:value-type="string"><text:p>#DIV/0!</text:p></table:table-cell>'
    done = '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>'
    rows, said = read(
        tmp_path, ods(("A", HEADS + row("a", never) + row("b", wrong) + row("c", done)))
    )
    assert ["t.ods:2:2 formula-without-value", "t.ods:3:2 formula-without-value"] == said
    assert "2" == rows[2]["rank"]


def test_a_formula_gives_as_many_digits_as_spreadsheets_show(tmp_path: Path) -> None:
    """0.7 + 0.1 is 0.7999999999999999 in the file, and 0.8 in the sheet: both Excel and LibreOffice
    show 15 digits."""
    sum_ = '<table:table-cell table:formula="of:=0.7+0.1" office:value-type="float" office:value="0.7999999999999999"/>'
    rows, said = read(
        tmp_path, ods(("One", row("id", "rank") + row("a", sum_) + row("b", 0.7999999999999999)))
    )
    assert ([], ["0.8", "0.7999999999999999"]) == (said, [each["rank"] for each in rows])


def test_a_formula_may_give_any_text(tmp_path: Path) -> None:
    """Nothing, too, and one that begins as what is shown of those that fail."""
    made = '<table:table-cell table:formula="of:=1" office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
    given, empty, failed = (
        made.format("", "#12"),
        made.format(' office:string-value=""', ""),
        made.format("", "#WERT!"),
    )
    cells = [row("a", None, None, given), row("b", None, None, empty), row("c", None, None, failed)]
    rows, said = read(tmp_path, ods(("A", HEADS + "".join(cells))))
    assert (
        [{"id": "a", "text": "#12"}, {"id": "b"}, {"id": "c"}],
        ["t.ods:4:4 formula-without-value"],
    ) == (rows, said)


def test_a_time_is_no_date(tmp_path: Path) -> None:
    time = '<table:table-cell office:value-type="time" office:time-value="PT12H30M00S"><text:p>12:30:00</text:p></table:table-cell>'
    assert ([{"id": "a"}], ["t.ods:2:5 day-in-cell 12 30 00"]) == read(
        tmp_path, ods(("A", HEADS + row("a", None, None, None, time)))
    )


def test_cells_and_rows_are_repeated(tmp_path: Path) -> None:
    """What is empty may be so a million times; what is not counts each time."""
    empty = row(None, more='table:number-rows-repeated="1048000"')
    data = ods(
        (
            "A",
            empty
            + HEADS
            + row(
                cell("a", 'table:number-columns-repeated="2"'),
                more='table:number-rows-repeated="2"',
            )
            + empty,
        )
    )
    found = list(OpenDocument(data).cells())
    assert [Cell(r, c, "a", "s") for r in (1_048_002, 1_048_003) for c in (1, 2)] == found[-4:]


def test_sheets_are_found_by_name(tmp_path: Path) -> None:
    """A table in a cell is none of them."""
    table = f'<table:table table:name="No">{row("no")}</table:table>'
    inside = (
        f'<table:table-cell office:value-type="string"><text:p>x</text:p>{table}</table:table-cell>'
    )
    data = ods(
        ("Read me", row("Hello")),
        ("Ships", HEADS + row("a", 1, None, inside)),
        ("Last", HEADS + row("z", 1)),
    )
    assert ["Read me", "Ships", "Last"] == OpenDocument(data).sheets()
    assert [{"id": "a", "rank": "1", "text": "x"}] == read(tmp_path, data, "ships")[0]
    assert ['unknown-sheet "Boats"'] == read(tmp_path, data, "Boats")[1]


def test_a_hidden_sheet_is_the_last(tmp_path: Path) -> None:
    """As LibreOffice hides them: by the style of the table."""
    style = '<style:style style:name="{}" style:family="table"><style:table-properties table:display="{}"/></style:style>'
    styles = f"<office:automatic-styles>{style.format('ta1', 'false')}{style.format('ta2', 'true')}</office:automatic-styles>"
    data = ods(("Lists", HEADS + row("x", 1)), ("Cards", HEADS + row("a", 1)), styles=styles)
    assert ["Cards", "Lists"] == OpenDocument(data).sheets()
    assert [["a"], ["x"]] == [
        [entry["id"] for entry in read(tmp_path, data, sheet)[0]] for sheet in ("", "Lists")
    ]


def test_hidden_rows_and_merged_cells_are_known() -> None:
    merged = cell("x", 'table:number-rows-spanned="2" table:number-columns-spanned="3"')
    hidden = row("b", more='table:visibility="filter"') + row(
        "c", more='table:visibility="collapse" table:number-rows-repeated="2"'
    )
    book = OpenDocument(ods(("A", row("a", merged) + hidden)))
    list(book.cells())
    assert ({2, 3, 4}, [Merge(1, 2, 2, 4)]) == (book.hidden, book.merged)


def test_hidden_columns_are_known() -> None:
    columns = '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column/>'
    book = OpenDocument(ods(("A", columns + row("a", "b", "c", "d"))))
    list(book.cells())
    assert {2, 3} == book.hidden_columns


@pytest.mark.parametrize(
    "rows",
    [
        row("a", more='table:number-rows-repeated="99999999"'),
        row(cell("a", 'table:number-columns-repeated="99999999"')),
        row(
            cell("a", 'table:number-columns-repeated="3000"'),
            more='table:number-rows-repeated="3000"',
        ),
        row("b") * 600,
    ],
    ids=["rows", "columns", "both", "many"],
)
def test_what_would_fill_the_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: str
) -> None:
    """However few letters say it."""
    monkeypatch.setattr(workbook, "MOST_ELEMENTS", 1_000)
    assert "t.ods too-large 1,000" in read(tmp_path, ods(("A", HEADS + rows)))[1]


def test_many_spaces_are_not_written_out(tmp_path: Path) -> None:
    said = '<table:table-cell office:value-type="string"><text:p>a<text:s text:c="99999999"/>b</text:p></table:table-cell>'
    (entry,), _ = read(tmp_path, ods(("A", HEADS + row("a", None, None, said))))
    assert 2_000 > len(entry["text"])


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    bomb = packed({"content.xml": bytes(65 * 2**20)})
    assert "t.ods too-large 64" == read(tmp_path, bomb)[1][0]


@pytest.mark.parametrize(
    "data",
    [
        ods(("A", row("id")), head='<!DOCTYPE a [<!ENTITY b "ha">]>'),
        ods(("A", row("id")), head='<!DOCTYPE a SYSTEM "file:///etc/passwd">'),
        packed({"content.xml": b"<office:document-content"}),
        ods(("A", row("id", more='table:number-rows-repeated="x"'))),
        packed({"other.xml": b""}),
    ],
    ids=["entity", "external", "cut short", "no number", "no content"],
)
def test_what_is_no_workbook_is_refused(tmp_path: Path, data: bytes) -> None:
    assert "t.ods file-unreadable" == read(tmp_path, data)[1][0]
    (tmp_path / "u.ods").write_bytes(b"id\na\n")
    problems: list[Finding] = []
    read_table(tmp_path / "u.ods", FIELDS, problems)
    assert "this is not an ODS workbook" == problems[0].what


def test_a_plain_workbook_is_read(tmp_path: Path) -> None:
    assert ([{"id": "a", "rank": "1"}, {"id": "b"}], []) == read(
        tmp_path, table([["id", "rank"], ["a", 1], [], ["b", None]])
    )
