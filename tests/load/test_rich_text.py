"""Cells of workbooks of which a part looks different."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opendocuments import ods, row
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from cardgen.base.errors import Problem
from cardgen.load.rich_text import Look, RichText, joined_runs
from cardgen.load.table import read_table
from cardgen.model.cards import Field
from cardgen.typography.markup import parsed

FIELDS = {"text": Field("text", "text", optional=True), "suits": Field("suits", "list_of", ("a", "b"), optional=True)}
BOLD, ITALIC, BOTH, STRUCK, PLAIN = Look(bold=True), Look(italic=True), Look(True, True), Look(struck=True), Look()


@pytest.mark.parametrize(
    ("runs", "markup"),
    [
        ([("Draw ", PLAIN), ("two", BOLD), (" cards", PLAIN)], "Draw **two** cards"),
        ([("Draw", PLAIN), (" two ", BOLD), ("cards", PLAIN)], "Draw **two** cards"),
        ([("a", BOLD), ("b", ITALIC), ("c", BOTH), ("d", BOLD)], "**a***b**c*d**"),
        ([("a ", BOLD), ("b ", BOTH), ("c", ITALIC)], "**a *b** c*"),
        ([("one\ntwo ", BOLD), ("\nthree", ITALIC)], "**one**\n**two** \n*three*"),
        ([("a", PLAIN), (" ", BOLD), ("b", PLAIN)], "a b"),
        ([("a ", PLAIN), ("not", STRUCK), (" b", PLAIN)], "a not b"),
    ],
)
def test_runs_become_markup(runs: list[tuple[str, Look]], markup: str) -> None:
    found = joined_runs(runs)
    assert isinstance(found, RichText)
    assert ("".join(text for text, _ in runs), markup) == (found, found.markup)


LOOKS = st.builds(Look, st.booleans(), st.booleans())


@given(st.lists(st.tuples(st.text("ab1+ ", min_size=1, max_size=5), LOOKS), max_size=8))
def test_every_letter_comes_out_as_it_looks(runs: list[tuple[str, Look]]) -> None:
    found = joined_runs(runs)
    paragraphs, _ = parsed(found.markup if isinstance(found, RichText) else found)
    spans = [span for paragraph in paragraphs for span in paragraph]
    wanted = [(letter, *look[:2]) for text, look in runs for letter in text if letter != " "]
    assert wanted == [(letter, span.bold, span.italic) for span in spans for letter in span.text if letter != " "]


def read(folder: Path, data: bytes, name: str) -> tuple[list[dict[str, object]], list[str]]:
    (folder / name).write_bytes(data)
    problems: list[Problem] = []
    table = read_table(folder / name, FIELDS, problems)
    assert [] == problems
    return [dict(each) for each in table.entries if isinstance(each, dict)], table.notes


def test_a_workbook_of_excel(tmp_path: Path) -> None:
    """Texts get what is bold and italic; names, ids and choices the words alone."""
    bold, italic = InlineFont(b=True, color="FF0000"), InlineFont(i=True, b=False)
    text = CellRichText("Draw ", TextBlock(bold, "two"), ", then ", TextBlock(italic, "stop"), TextBlock(InlineFont(strike=True), " it"))
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "name", "text", "suits"])
    made.active.append(["a", CellRichText("The ", TextBlock(bold, "Owl")), text, CellRichText(TextBlock(bold, "a"), ", b")])
    made.save(stream)
    (entry,), notes = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert {"id": "a", "name": "The Owl", "text": "Draw **two**, then *stop* it", "suits": ["a", "b"]} == entry
    assert ["t.xlsx: what is struck out prints like all else: cell C2; delete it to leave it out"] == notes


def test_an_opendocument(tmp_path: Path) -> None:
    style = '<style:style style:name="{}" style:family="text"><style:text-properties {}/></style:style>'
    bold, italic = style.format("T1", 'fo:font-weight="bold"'), style.format("T2", 'fo:font-style="italic"')
    inner = 'Draw <text:span text:style-name="T1">two <text:span text:style-name="T2">red</text:span></text:span> cards.'
    text = f'<table:table-cell office:value-type="string"><text:p>{inner}</text:p></table:table-cell>'
    data = ods(("A", row("id", "text") + row("a", text)), styles=f"<office:automatic-styles>{bold}{italic}</office:automatic-styles>")
    assert ([{"id": "a", "text": "Draw **two *red*** cards."}], []) == read(tmp_path, data, "t.ods")


@given(st.lists(st.tuples(st.text("a1*/+ ", min_size=1, max_size=5), LOOKS), max_size=6))
def test_stars_of_the_cell_itself_stay(runs: list[tuple[str, Look]]) -> None:
    """Those that are no mark-up by themselves: its parts that look different make none of them. In doubt all are printed."""
    text = "".join(text for text, _ in runs)
    found = joined_runs(runs)
    shown = ["".join("".join(span.text for span in line) for line in parsed(each)[0]) for each in (text, getattr(found, "markup", text))]
    assert "".join(shown[1].split()) in ("".join(shown[0].split()), "".join(text.split()))
