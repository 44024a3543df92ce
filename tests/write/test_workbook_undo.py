"""Edits of workbooks change one cell inside the file, and are taken back cell by cell where another
program has saved all of it anew."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from projects import write_project
from test_libreoffice import OFFICE, converted
from untidier import Untidy, untidier

from cardgen.api.editing import FileChange, edit_of_values
from cardgen.api.workshop import open_project
from cardgen.base.findings import CardgenError, Finding
from cardgen.write.history import EditHistory

SHEETS = [sheet for sheet in untidier() if sheet.file.startswith("market")]
STALLS = "Stalls"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"


def written(root: Path, sheet: Untidy) -> Path:
    files: dict[str, str | bytes] = {f"card_data/sweets/{sheet.file}": sheet.data}
    fields = "fields: {text: {text: {optional: true}}, price: {int: {optional: true}}}\n"
    more = f"size: poker\ntemplate: plain.svg\n{fields}cards: more.csv\n"
    decks = {"main": sheet.deck, "more": more}
    files["card_data/sweets/more.csv"] = "id,name,text,price,copies\nplum,Plum,,3,2\n"
    return write_project(root, decks, files=files)


def edited(root: Path, deck: str, card: str, **values: object) -> FileChange:
    edit = edit_of_values(open_project(root), f"sweets/{deck}", card, values)
    assert not isinstance(edit, Finding), edit
    return edit


def names_in(root: Path, deck: str = "main") -> list[object]:
    return [card.name for card in open_project(root).games[0].deck(deck)]


# -- one cell, and nothing else


@pytest.mark.parametrize(
    "values", [{"name": "Blue & plum"}, {"price": 7}, {"copies": 5}, {"text": "two\nlines"}]
)
@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_all_else_in_the_file_stays_byte_for_byte(
    tmp_path: Path, sheet: Untidy, values: dict[str, object]
) -> None:
    edit = edited(written(tmp_path, sheet), "main", "plum", **values)
    before, after = parts_of(edit.before), parts_of(edit.after)
    assert list(before) == list(after)
    part = "content.xml" if sheet.file.endswith(".ods") else "xl/worksheets/sheet1.xml"
    assert {part} == {name for name, record in before.items() if record != after[name]}
    column = ["id", "name", "text", "price", "copies"].index(*values)
    old, new = (unpacked(data, part) for data in (edit.before, edit.after))
    if part == "content.xml":
        check_other_ods_cells(old, new, (1, column))
    else:
        spot = f"{'ABCDE'[column]}2"
        cell = rf'(?s)<c r="{spot}"(?:[^>]*/>|[^>]*[^/]>.*?</c>|>.*?</c>)'.encode()
        assert 1 == len(re.findall(cell, old)) == len(re.findall(cell, new))
        assert re.sub(cell, b"", old, count=1) == re.sub(cell, b"", new, count=1)


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of an archive as they lie in it, packed, with their headers."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
        ends = [*(entry.header_offset for entry in entries[1:]), archive.start_dir]
    return {
        entry.filename: data[entry.header_offset : end]
        for entry, end in zip(entries, ends, strict=True)
    }


def unpacked(data: bytes, part: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(part)


def check_other_ods_cells(old: bytes, new: bytes, spot: tuple[int, int]) -> None:
    """Fail where anything but a cell at a row and column, from 0, differs.

    A cell that stood for several is divided: they are compared one by one."""
    trees = [etree.fromstring(data) for data in (old, new)]
    tables = [
        next(each for each in tree.iter(TABLE + "table") if each.get(TABLE + "name") == STALLS)
        for tree in trees
    ]
    grids = [cells_of(table) for table in tables]
    assert grids[0].keys() == grids[1].keys()
    assert {spot} == {at for at, cell in grids[0].items() if cell != grids[1][at]}
    for table in tables:
        for row in list(table.iter(TABLE + "table-row")):
            row.clear()
    assert etree.tostring(trees[0]) == etree.tostring(trees[1])


def cells_of(table: etree._Element) -> dict[tuple[int, int], bytes]:
    cells = {}
    number = 0
    for row in table.iter(TABLE + "table-row"):
        times = int(row.get(TABLE + "number-rows-repeated", 1))
        column = 0
        for cell in row:
            repeated = int(cell.attrib.pop(TABLE + "number-columns-repeated", 1))
            for _ in range(min(repeated, 20)):
                cells[number, column] = etree.tostring(cell)
                column += 1
        number += times
    return cells


# -- saved anew by another program


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_undo_goes_through_a_workbook_that_libreoffice_saved(tmp_path: Path, sheet: Untidy) -> None:
    root = written(tmp_path / "project", sheet)
    file, history = root / "card_data/sweets" / sheet.file, EditHistory()
    before = names_in(root), names_in(root, "more")
    history.apply([edited(root, "more", "plum", name="Prune")])
    history.apply([edited(root, "main", "plum", name="Blue & plum", price=7)])
    history.apply([edited(root, "main", "fig", copies=1)])
    file.write_bytes(converted(file, file.suffix[1:], tmp_path / "again").read_bytes())
    saved = file.read_bytes()
    for _ in range(3):
        assert history.undo()
    assert before == (names_in(root), names_in(root, "more"))
    cards = open_project(root).games[0].deck("main")
    assert [3, 4] == [cards.card("plum").price, cards.card("fig").copies]
    # of what it saved all other parts stay
    differing = {
        name for name, part in parts_of(saved).items() if part != parts_of(file.read_bytes())[name]
    }
    assert 1 == len(differing)
    for _ in range(3):
        assert history.redo()
    assert "Blue & plum" in names_in(root)
    assert ["Prune"] == names_in(root, "more")


def test_a_cell_that_says_something_else_is_left(tmp_path: Path) -> None:
    (sheet,) = (sheet for sheet in SHEETS if sheet.file.endswith(".xlsx"))
    root = written(tmp_path, sheet)
    file, history = root / "card_data/sweets" / sheet.file, EditHistory()
    history.apply([edited(root, "more", "plum", name="Prune")])
    history.apply([edited(root, "main", "fig", name="Date")])
    history.apply([edited(root, "main", "plum", name="Blue plum")])
    book = openpyxl.load_workbook(file)
    book[STALLS]["B2"] = "Damson"
    book.save(file)
    with pytest.raises(CardgenError) as caught:
        history.undo()
    assert "edit-conflict" == caught.value.findings[0].code
    assert 3 == history.undo_count
    history.leave_undo()
    assert 2 == history.undo_count
    assert history.undo()
    assert history.undo()
    assert "Damson" in names_in(root)
    assert "Date" not in names_in(root)
    assert ["Plum"] == names_in(root, "more")


def test_an_old_workbook_saved_over_edits_is_told_and_merged(tmp_path: Path) -> None:
    (sheet,) = (sheet for sheet in SHEETS if sheet.file.endswith(".xlsx"))
    root = written(tmp_path, sheet)
    file, history = root / "card_data/sweets" / sheet.file, EditHistory()
    book = openpyxl.load_workbook(file)
    history.apply([edited(root, "main", "plum", name="Blue plum")], ["plum"])
    history.apply([edited(root, "main", "fig", price=9)], ["fig"])
    book[STALLS]["C4"] = "dried"
    book.save(file)
    history.look(file)
    (lost,) = history.lost
    assert ("plum", "fig") == lost.says
    _, refused = history.restore(file)
    assert () == refused
    cards = open_project(root).games[0].deck("main")
    assert ("Blue plum", 9, "dried") == (
        cards.card("plum").name,
        cards.card("fig").price,
        cards.card("fig").text,
    )
