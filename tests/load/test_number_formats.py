"""Numbers, days and times of workbooks: texts say what a person sees in the sheet, numbers stay
numbers."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import Any

import pytest
from briefs import brief
from hypothesis import given
from hypothesis import strategies as st
from opendocuments import ods, row
from openpyxl import Workbook
from projects import run, write_project

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.load.number_formats import as_shown
from cardgen.load.table import read_table
from cardgen.load.workbook import Cell
from cardgen.model.project import find_project
from cardgen.schema.field_kinds import ChoiceField, TextField, WholeNumberField

FIELDS = {
    "text": TextField("text", optional=True),
    "rank": WholeNumberField("rank", optional=True),
    "grade": ChoiceField("grade", ("01", "2"), optional=True),
}


def book(*rows: list[Any], **formats: str) -> bytes:
    """A workbook with these rows; formats are by cell."""
    made, stream = Workbook(), io.BytesIO()
    for each in rows:
        made.active.append(each)
    for cell, code in formats.items():
        made.active[cell].number_format = code
    made.save(stream)
    return stream.getvalue()


def read(folder: Path, data: bytes, name: str = "t.xlsx") -> tuple[list[dict[str, Any]], list[str]]:
    (folder / name).write_bytes(data)
    problems: list[Finding] = []
    entries = read_table(folder / name, FIELDS, problems).entries
    return [dict(each) for each in entries if isinstance(each, dict)], [
        brief(problem) for problem in problems
    ]


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [
        ("General", "7", "7"),
        ("General", "0.30000000000000004", "0.3"),
        ("General", "0.3333333333333333", "0.333333333"),
        ("General", "-1234.56", "-1234.56"),
        ("General", "4006381333931", "4006381333931"),
        ("General", "123456789012.5", "123456789013"),
        ("General", "0.0000123456789", "1.23457E-05"),
        ("@", "7", "7"),
        ("0", "2.5", "3"),
        ("000", "7", "007"),
        ("000", "-7", "-007"),
        ("0.00", "7", "7.00"),
        ("0.00", "1.005", "1.01"),
        ("0.##", "7.5", "7.5"),
        ("#,##0", "1234567", "1,234,567"),
        ("#,##0", "7", "7"),
        ("0,000", "7", "0,007"),
        ("#,##0,", "1234567", "1,235"),
        ('0.0,,"M"', "1234567", "1.2M"),
        ("0%", "0.5", "50%"),
        ("0.0 %", "0.125", "12.5 %"),
        ('"$"0.00', "1.5", "$1.50"),
        ('"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "-1234.5", "($1,234.50)"),
        ('_-"$"* #,##0.00_-;\\-"$"* #,##0.00_-;_-"$"* "-"??_-;_-@_-', "12", "$12.00"),
        ("[$€-407] #,##0.00", "1234.5", "€ 1,234.50"),
        ('General" pcs"', "3", "3 pcs"),
        ('"Lv "0', "3", "Lv 3"),
        ("\\x0", "3", "x3"),
        ("+0;-0;0", "2", "+2"),
        ("+0;-0;0", "-2", "-2"),
        ("+0;-0;0", "0", "0"),
        ('0;-0;"none"', "0", "none"),
        ("0;-0;;@", "0", ""),
        ("[Red]0;[Blue]0", "-3", "3"),
        ('[>=100]"many";0', "250", "many"),
        ('[>=100]"many";0', "-3", "-3"),
        ('[<5]"few";[>=100]"lots";0', "7", "7"),
        ("00-00", "1203", "12-03"),
        ("(000) 000-0000", "5551234567", "(555) 123-4567"),
        ("0.00E+00", "12345", "1.23E+04"),
        ("0.0E-0", "0.00999", "1.0E-2"),
        ("##0.0E+0", "12345", "12.3E+3"),
        ("# ?/?", "2.5", "2 1/2"),
        ("# ?/?", "0.25", "1/4"),
        ("# ?/?", "3", "3"),
        ("?/?", "1.5", "3/2"),
        ("# ?/8", "0.25", "2/8"),
        ("# ?/?", "0.99", "1"),
        ("h:mm", "0.52083333333333337", "12:30"),
        ("h:mm AM/PM", "0.52083333333333337", "12:30 PM"),
        ("h AM/PM", "0.02", "12 AM"),
        ("[h]:mm", "1.5", "36:00"),
        ("[mm]:ss", "0.0625", "90:00"),
        ("mm:ss", "0.00086805555555555551", "01:15"),
        ("mm:ss.0", "0.000868", "01:15.0"),
        ("h:mm:ss", "0.9999999", "0:00:00"),
        ("d mmm yyyy", "46024", "2 Jan 2026"),
        ("dddd, mmmm dd, yy", "46024", "Friday, January 02, 26"),
        ("yyyy\\-mm\\-dd\\ hh:mm", "46024.25", "2026-01-02 06:00"),
        ("[$-409]mmm d", "46024", "Jan 2"),
        ("[$-407]d.m.yyyy", "46024", "2.1.2026"),
    ],
)
def test_a_number_is_shown_as_in_the_sheet(code: str, number: str, shown: str) -> None:
    assert shown == as_shown(number, code)


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("[$-407]d. mmmm yyyy", "46024"),  # a name in German
        ("[$-F800]dddd, mmmm dd, yyyy", "46024"),  # as the computer writes a date
        ("[$-1070000]d/m/yyyy", "46024"),  # Thai years
        ("ggge", "46024"),
        ("[DBNum1]0", "7"),
        ("d mmm yyyy", "7"),
        ("h:mm", "-0.5"),
        ("[<5]0;[>9]0", "7"),
        ('"' + "x" * 300 + '"0', "7"),
        ("[<1.2.3]0", "7"),
        ("0", "1.2.3"),
        ("General", "1e999"),
        ("0" + "%" * 250, "1e308"),
    ],
)
def test_what_a_file_does_not_tell_is_not_made_up(code: str, number: str) -> None:
    assert as_shown(number, code) is None


@given(
    st.text('0#?.,%E+-/;"\\_*[]hmsdyAPM@ $<>=10General', max_size=60),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_code_shows_something_or_nothing(code: str, number: float) -> None:
    shown = as_shown(repr(number), code)
    assert shown is None or len(shown) < 2000


def test_texts_and_choices_say_what_is_seen_and_numbers_count(tmp_path: Path) -> None:
    """Ids too, where what is seen can be one."""
    data = book(
        ["id", "text", "rank", "grade"],
        [7, 7, 7, 1],
        [8, 0.5, 7, 2],
        A2="000",
        B2="000",
        C2="000",
        D2="00",
        A3="0.00",
        B3="0%",
        D3="00",
    )
    expected = [
        {"id": "007", "text": "007", "rank": "7", "grade": "01"},
        {"id": "8", "text": "50%", "rank": "7", "grade": "2"},
    ]
    assert (expected, []) == read(tmp_path, data)


def test_decimals_may_stand_behind_a_comma(tmp_path: Path) -> None:
    """A workbook does not say so; what it shows besides stays as it is."""
    assert ("1.234,50 p. P.", "0,333333333") == (
        as_shown("1234.5", '#,##0.00 "p. P."', ","),
        as_shown("0.3333333333333333", "General", ","),
    )
    deck = (
        "size: poker\ntemplate: plain.svg\nfields: {text: {text: {decimal: ','}}}\ncards: a.xlsx\n"
    )
    data = book(["id", "text"], ["a", 1.5], B2='0.00 "EUR"')
    games, problems = load_games(
        find_project(
            write_project(tmp_path, {"main": deck}, files={"card_data/sweets/a.xlsx": data})
        )
    )
    assert ([], ["1,50 EUR"]) == (problems, [card.text for card in games[0].deck("main")])


def test_days_that_were_typed_as_something_else_are_told(tmp_path: Path) -> None:
    """`1-2` is `2-Jan` for Excel, and its short dates look as each computer has them; a format that
    somebody chose is shown."""
    day, rows = datetime.date(2026, 1, 2), [["id", "text"]]
    data = book(*rows, *([each, day] for each in "abc"), B2="d-mmm", B3="mm-dd-yy", B4="d mmm yyyy")
    entries, told = read(tmp_path, data)
    assert [None, None, "2 Jan 2026"] == [each.get("text") for each in entries]
    assert [f"t.xlsx:{row}:2 day-in-cell 2026 01 02" for row in (2, 3)] == told


def test_days_and_times_are_written_in_many_ways(tmp_path: Path) -> None:
    """As numbers, and as ISO writes them; an East Asian format of a day is no number."""
    moment = datetime.datetime(2026, 1, 2, 18, 30)
    rows = [
        ["id", "text"],
        ["a", moment],
        ["b", datetime.time(12, 30)],
        ["c", datetime.timedelta(hours=30)],
    ]
    data = book(*rows, B2="d/m/yy h:mm", B3="h:mm", B4="[h]:mm")
    assert ["2/1/26 18:30", "12:30", "30:00"] == [each["text"] for each in read(tmp_path, data)[0]]


@pytest.mark.parametrize(
    ("said", "shown"),
    [("2026-01-02T06:00:00", "2 Jan 2026"), ("2026-13-99", None), ("never", None)],
)
def test_a_day_as_iso_writes_it_is_shown_too(said: str, shown: str | None) -> None:
    assert shown == Cell(1, 1, said, "d", format="d mmm yyyy").shown()


def test_an_opendocument_says_itself_what_it_shows(tmp_path: Path) -> None:
    price = '<table:table-cell office:value-type="currency" office:value="1.5"><text:p>1,50 €</text:p></table:table-cell>'
    time = '<table:table-cell office:value-type="time" office:time-value="PT36H00M00S"><text:p>36:00</text:p></table:table-cell>'
    rank = '<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>'
    data = ods(("A", row("id", "text", "rank") + row("a", price, rank) + row("b", time)))
    assert ([{"id": "a", "text": "1,50 €", "rank": "7"}, {"id": "b", "text": "36:00"}], []) == read(
        tmp_path, data, "t.ods"
    )


def test_a_proposal_keeps_what_is_seen(tmp_path: Path) -> None:
    """A number that begins with zeros is a text, and so is a time."""
    rows = [
        ["name", "Letters", "Time"],
        ["Owl", 7, datetime.time(1, 30)],
        ["Bat", 12, datetime.time(2, 0)],
    ]
    data = book(*rows, B2="000", B3="000", C2="h:mm", C3="h:mm")
    root = write_project(tmp_path, files={"card_data/sweets/a.xlsx": data})
    said = run("table", "--guess", root / "card_data/sweets/a.xlsx", project=root).output
    assert "  letters: text   # as it stands; to count with it: int\n  time: text\n" in said
