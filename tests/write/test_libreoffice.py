"""Edited workbooks are opened by LibreOffice: its formats, charts, formulas and other sheets are
there, and it reads what was written."""

from __future__ import annotations

import csv
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from projects import write_project
from untidier import Untidy, untidier

from cardgen.api.editing import apply, card_added, edit_of_values
from cardgen.api.workshop import open_project
from cardgen.base.findings import Finding

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
SHEETS = [sheet for sheet in untidier() if sheet.file.startswith("market")]


def converted(file: Path, to: str, folder: Path) -> Path:
    """A file as LibreOffice saves it."""
    folder.mkdir()
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [str(OFFICE), "--headless", "--norestore", profile]
    command += ["--convert-to", to, "--outdir", str(folder), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (made,) = [path for path in folder.iterdir() if path.is_file()]
    return made


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_libreoffice_opens_an_edited_workbook(tmp_path: Path, sheet: Untidy) -> None:
    files = {f"card_data/sweets/{sheet.file}": sheet.data}
    root = write_project(tmp_path / "project", {"main": sheet.deck}, files=files)
    file = root / "card_data/sweets" / sheet.file
    edits = {
        "plum": {"name": "Blue & plum", "price": 7},
        "fig": {"text": "two\nlines", "copies": 1},
    }
    for card, values in edits.items():
        edit = edit_of_values(open_project(root), "sweets/main", card, values)
        assert not isinstance(edit, Finding), edit
        apply([edit])
    with converted(file, "csv", tmp_path / "csv").open(encoding="utf-8", newline="") as text:
        rows = list(csv.reader(text))
    assert ["id", "name", "text", "price", "copies", "sum"] == rows[0][:6]
    plum, _, fig, sums = (row[:6] for row in rows[1:5])
    # the formulas of the sheet are computed anew
    assert plum == ["plum", "Blue & plum", "Sweet & sour", "7", "2", "14"]
    assert fig[:5] == ["fig", "Fig", "two\nlines", "", "1"]
    assert sums[3:5] == ["12", "4"]
    again = converted(file, "ods", tmp_path / "ods")
    with zipfile.ZipFile(again) as archive:
        content = archive.read("content.xml").decode()
        assert [name for name in archive.namelist() if name.startswith("Object")]
    for kept in (
        "is it ripe?",
        "EUR",
        'table:name="Prices"',
        "calcext:conditional-format",
        "merged",
    ):
        assert kept in content, kept
    assert "table:content-validation" in content


def test_a_row_is_added_to_a_workbook_only_where_one_is_empty(tmp_path: Path) -> None:
    for sheet in SHEETS:
        files = {f"card_data/sweets/{sheet.file}": sheet.data}
        root = write_project(tmp_path / sheet.file, {"main": sheet.deck}, files=files)
        values = {"id": "lime", "name": "Lime"}
        edit = card_added(open_project(root), "sweets/main", values, "fig")
        assert isinstance(edit, Finding)
        assert "row 5 is not empty" in edit.what
        assert "spreadsheet program" in edit.remedy
