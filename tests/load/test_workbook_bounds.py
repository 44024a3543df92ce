"""Workbooks made to take for ever, or more memory than there is: each is read within bounds that
hold for every system."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import opendocuments
import openpyxl
import pytest
from briefs import brief, briefs
from openpyxl import styles

from cardgen.base.findings import Finding
from cardgen.load import table_rows, workbook
from cardgen.load.columns import HeadingReader
from cardgen.load.guess import guessed
from cardgen.load.rich_text import Look, RichText, joined_runs
from cardgen.load.table import read_table
from cardgen.load.workbook import NumberStyle, Workbook, _style
from cardgen.sandbox import process
from cardgen.schema import source
from cardgen.schema.field_kinds import TextField

SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATED = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEAD = '<row><c t="str"><v>id</v></c><c t="str"><v>text</v></c></row>'


def xlsx(
    file: Path, rows: str, texts: str = "", packing: int = zipfile.ZIP_DEFLATED, parts: int = 0
) -> Path:
    """A workbook of one sheet, written by hand."""
    names = {"rId1": ("worksheet", "sheet1.xml"), "rId2": ("sharedStrings", "sharedStrings.xml")}
    links = "".join(
        f'<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{name}"/>'
        for id, (kind, name) in names.items()
    )
    sheets = f'<workbook {SPACE} xmlns:r="{OFFICE}"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'
    first = f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    written = {
        "_rels/.rels": f'<Relationships xmlns="{RELATED}">{first}</Relationships>',
        "xl/workbook.xml": sheets,
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATED}">{links}</Relationships>',
        "xl/sharedStrings.xml": f"<sst {SPACE}>{texts}</sst>",
        "xl/sheet1.xml": f"<worksheet {SPACE}><sheetData>{HEAD}{rows}</sheetData></worksheet>",
        **{f"xl/{number}.xml": "" for number in range(parts)},
    }
    with zipfile.ZipFile(file, "w", packing) as made:
        for name, text in written.items():
            made.writestr(name, text)
    return file


def told(file: Path) -> list[str]:
    return briefs(problems_of(file))


def problems_of(file: Path) -> list[Finding]:
    problems: list[Finding] = []
    read_table(file, {"text": TextField("text", optional=True)}, problems)
    return problems


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.xlsx"


@pytest.mark.parametrize(
    "code", ["[" * 600_000, '"' * 600_001, "_" * 600_000, "[h" * 300_000, "\\[" * 300_000]
)
def test_a_format_longer_than_there_are_is_no_format(code: str) -> None:
    """openpyxl looks through the rest of it from each bracket; nothing is known of what it
    shows."""
    style = _style(200, code)
    assert ("n", 256) == (style.kind, len(style.code))


def test_a_format_as_long_as_they_may_be_is_read() -> None:
    assert NumberStyle("d", "[Red]" * 50 + "yyyy") == _style(200, "[Red]" * 50 + "yyyy")
    assert styles.numbers.is_date_format("[Red]" * 50 + "yyyy")


def test_letters_that_rows_share_are_counted_in_each(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST_LETTERS", 1000)
    rows = "".join(
        f'<row><c t="str"><v>c{at}</v></c><c t="s"><v>0</v></c></row>' for at in range(20)
    )
    assert [] == told(xlsx(file, rows, f"<si><t>{'a' * 45}</t></si>"))
    xlsx(file, rows, f"<si><t>{'a' * 51}</t></si>")
    assert ["cards.xlsx too-large 1,000"] == told(file)


@pytest.mark.parametrize("more", ["number-columns-repeated", "number-rows-repeated"])
def test_letters_that_are_repeated_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    monkeypatch.setattr(source, "MOST_LETTERS", 1000)
    cell = opendocuments.cell("a" * 60, f'table:{more}="20"' if "columns" in more else "")
    row = opendocuments.row("x", cell, more=f'table:{more}="20"' if "rows" in more else "")
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocuments.ods(("A", opendocuments.row("id", "text") + row)))
    assert ["cards.ods too-large 1,000"] == told(file)


@pytest.mark.parametrize("more", ["number-columns-repeated", "number-rows-repeated"])
def test_letters_of_how_a_number_is_shown_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    """An ODS says beside each number how it is shown, in as many words as it likes."""
    monkeypatch.setattr(source, "MOST_LETTERS", 1000)
    columns = f'table:{more}="20"' if "columns" in more else ""
    number = 'office:value-type="float" office:value="1"'
    cell = f"<table:table-cell {number} {columns}><text:p>{'a' * 60}</text:p></table:table-cell>"
    row = opendocuments.row("x", cell, more="" if columns else f'table:{more}="20"')
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocuments.ods(("A", opendocuments.row("id", "text") + row)))
    assert ["cards.ods too-large 1,000"] == told(file)


def test_letters_that_a_format_adds_are_counted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A format may put 250 letters beside each number."""
    book = openpyxl.Workbook()
    book.active.append(["id", "text"])
    for number in range(20):
        book.active.append([f"c{number}", 1])
        book.active.cell(number + 2, 2).number_format = '"' + "a" * 59 + '"0'
    book.save(file)
    monkeypatch.setattr(source, "MOST_LETTERS", 1300)
    assert [] == told(file)
    monkeypatch.setattr(source, "MOST_LETTERS", 1200)
    assert ["cards.xlsx:21 too-large 1,200"] == told(file)


def test_letters_of_merged_cells_are_counted_in_each(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = openpyxl.Workbook()
    book.active.append(["id", "text"])
    for number in range(20):
        book.active.append([f"c{number}", "a" * 60 if not number else None])
    book.active.merge_cells("B2:B21")
    book.save(file)
    monkeypatch.setattr(source, "MOST_LETTERS", 1300)
    assert [] == told(file)
    monkeypatch.setattr(source, "MOST_LETTERS", 1200)
    assert ["cards.xlsx:21 too-large 1,200"] == told(file)


@pytest.mark.parametrize(
    "row", ["#", "#1 a,x", "#a,x", "a,0", ",0"], ids=["bare", "numbered", "named", "same", "zeros"]
)
def test_the_work_for_a_row_does_not_grow_with_their_number(tmp_path: Path, row: str) -> None:
    """Each row that begins with # was looked up among all of them: hours for a CSV of 400 kB."""
    file = tmp_path / "cards.csv"
    file.write_text("name,rank\none,0\ntwo,0\n" + f"{row}\n" * 20_000)
    begun = time.process_time()
    read_table(file, {"rank": TextField("rank", optional=True)}, [])
    assert 5 * process.slowness() > time.process_time() - begun


@pytest.mark.parametrize("ending", [".xlsx", ".ods"])
def test_a_cell_holds_so_many_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(workbook, "LONGEST_CELL", 20)
    file = tmp_path / f"cards{ending}"
    for length, wrong in ((20, 0), (21, 1)):
        if ending == ".xlsx":
            xlsx(file, f'<row><c t="str"><v>a</v></c><c t="str"><v>{"a" * length}</v></c></row>')
        else:
            file.write_bytes(
                opendocuments.ods(
                    ("A", opendocuments.row("id", "text") + opendocuments.row("a", "b" * length))
                )
            )
        assert wrong == len(told(file)), length


def test_what_libraries_would_unpack_whole_is_no_workbook(file: Path) -> None:
    """bzip2 and LZMA have no place in a workbook; 60 bytes of the first may hold gigabytes."""
    for packing in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert ["cards.xlsx file-unreadable"] == told(xlsx(file, "", packing=packing))


def test_a_workbook_has_so_many_parts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_PARTS", 20)
    assert [] == told(xlsx(file, '<row><c t="str"><v>a</v></c></row>', parts=5))
    assert ["cards.xlsx file-unreadable"] == told(xlsx(file, "", parts=30))


def test_a_workbook_nests_so_deeply(file: Path) -> None:
    """The parser keeps each element that is open."""
    xlsx(file, "<a>" * 300 + "</a>" * 300)
    assert ["cards.xlsx file-unreadable"] == told(file)


def test_many_lines_of_a_bold_text_are_each_looked_at_once() -> None:
    looks = joined_runs([("\n" * 50_000 + "x", Look(bold=True))])
    assert isinstance(looks, RichText)
    assert "**x**" == looks.markup().strip()


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_reading_ends_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """Where a table has taken its work the rest is not read: no process is needed for that, so it
    holds on every system."""
    monkeypatch.setattr(table_rows, "SECONDS", 0.0)
    file = tmp_path / f"cards{ending}"
    file.write_text("id\n" + "a\n" * 9)
    if ending == ".xlsx":
        xlsx(file, '<row><c t="str"><v>a</v></c></row>' * 9)
    assert [f'{file.name} expression-failed "{file.name}" 0'] == told(file)


def test_all_tables_of_a_run_have_a_share_together(file: Path) -> None:
    """A hundred decks that each take nearly what they may end as well."""
    process.begin_run()
    before = process._left
    work = process.OwnWork(process.Busy("a table", None, 5.0), 5000)
    work._begun -= 7 * process.slowness()
    assert ["a"] == list(work.of(["a"]))
    assert 6 < before - process._left < 7
    process.begin_run()


def test_many_tables_take_no_longer_than_their_bytes_may(file: Path) -> None:
    """Forty hostile workbooks of some kilobytes end as one does; what comes after them has a little
    all the same."""
    process.begin_run()
    slow = process.OwnWork(process.Busy("a table", None, 10.0), 9000)
    assert 7 == slow._busy.seconds
    slow._begun -= 6.7 * process.slowness()
    slow.settle()
    left = process.OwnWork(process.Busy("a table", None, 10.0), 9000)._busy.seconds
    assert 0.05 <= left < 0.5
    slow._begun -= 6.7 * process.slowness()
    slow.settle()
    crowded = process.OwnWork(process.Busy("a table", None, 10.0), 9000)
    assert process._LEAST_FOR_A_FILE == crowded._busy.seconds
    crowded._ends = 0.0
    with pytest.raises(
        process.Stopped,
        match="is one of the files that together take longer than 7 s; take out those that take long",
    ):
        crowded.check()
    assert 10 == process.OwnWork(process.Busy("a table", None, 10.0), 5_000_000)._busy.seconds
    process.begin_run()


def test_headings_that_mean_nothing_are_compared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the second row holds headings was asked anew for each of 16,000: ten minutes for a
    CSV of 100 kB."""
    asked: list[object] = []
    known = HeadingReader.known
    monkeypatch.setattr(
        HeadingReader, "known", lambda reader, row: asked.append(row) or known(reader, row)
    )
    file = tmp_path / "cards.csv"
    file.write_text(",".join(f"c{number}" for number in range(40)) + "\n" + "x," * 40 + "\n")
    told(file)
    assert 10 > len(asked)


def test_a_list_reaches_as_far_as_any_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each object of a list of 60,000 may have a key of its own: that were billions of cells."""
    monkeypatch.setattr(table_rows, "MOST_COLUMNS", 20)
    file = tmp_path / "cards.json"
    file.write_text("[" + ",".join(f'{{"c{number}": 1}}' for number in range(21)) + "]")
    assert "cards.json too-large 20" in told(file)


def test_a_row_is_not_made_longer_than_a_sheet_may_reach(tmp_path: Path) -> None:
    """A cell that is repeated two million times to the right were as many cells."""
    file = tmp_path / "cards.ods"
    wide = opendocuments.cell("a", 'table:number-columns-repeated="1900000"')
    file.write_bytes(opendocuments.ods(("A", opendocuments.row("id", wide))))
    (problem,) = problems_of(file)
    assert ("cards.ods too-large", True) == (brief(problem), "XFE1" in problem.what)


def test_the_reader_of_a_workbook_can_be_used_alone(file: Path) -> None:
    book = Workbook(xlsx(file, '<row><c t="str"><v>a</v></c></row>').read_bytes())
    assert ["id", "text", "a"] == [cell.value for cell in book.cells()]


def test_a_column_of_what_no_field_takes_is_proposed_as_a_text(file: Path) -> None:
    """What is wrong with its cells is told where they are to be mended."""
    rows = '<row><c t="str"><v>a</v></c><c t="d"><v>-0.0</v></c></row>' * 3
    said = "\n".join(guessed(xlsx(file, rows), file.parent, "", has_art=lambda _: False))
    assert "  text: {text: {date: dd.mm.yyyy" in said
    assert "# to mend in the table" in said
