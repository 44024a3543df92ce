"""Cells of workbooks of which a part looks different."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opendocuments import ods, row
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.colors import Color
from projects import HEAD, of_file, write_project

import cardgen
from cardgen.base.findings import Finding
from cardgen.engine.typography.markup import parsed
from cardgen.load.columns import TableSpec
from cardgen.load.opendocument_writer import ods_workbook
from cardgen.load.rich_cells import cell_runs, rich_cell
from cardgen.load.rich_text import Look, RichText, joined_runs
from cardgen.load.sheet_colours import SheetColours
from cardgen.load.table import read_table
from cardgen.schema.field_kinds import ListField, TextField

FIELDS = {
    "text": TextField("text", optional=True),
    "suits": ListField("suits", ("a", "b"), optional=True),
}
BOLD, ITALIC, BOTH, STRUCK, PLAIN = (
    Look(bold=True),
    Look(italic=True),
    Look(True, True),
    Look(struck=True),
    Look(),
)
RED, BLUE = Look(colour="#ff0000"), Look(colour="#0000ff")


@pytest.mark.parametrize(
    ("runs", "markup"),
    [
        ([("Draw ", PLAIN), ("two", BOLD), (" cards", PLAIN)], "Draw **two** cards"),
        ([("Draw", PLAIN), (" two ", BOLD), ("cards", PLAIN)], "Draw **two** cards"),
        ([("a", BOLD), ("b", ITALIC), ("c", BOTH), ("d", BOLD)], "**a***b**c*d**"),
        ([("a ", BOLD), ("b ", BOTH), ("c", ITALIC)], "**a *b** c*"),
        ([("one\ntwo ", BOLD), ("\nthree", ITALIC)], "**one**\n**two** \n*three*"),
        ([("a", PLAIN), (" ", BOLD), ("b", PLAIN)], "a b"),
        ([("a ", PLAIN), ("not", STRUCK), (" b", PLAIN)], "a [not]{.strike} b"),
        ([("a ", PLAIN), ("red", RED), (" b", PLAIN)], "a [red]{color=#FF0000} b"),
        ([("all ", RED), ("red", RED)], "all red"),
        (
            [("red", RED), (" and ", BLUE), ("blue", BLUE)],
            "[red]{color=#FF0000} [and blue]{color=#0000FF}",
        ),
        ([("x", PLAIN), ("2", Look(raised="sup"))], "x[2]{.sup}"),
        ([("H", PLAIN), ("2", Look(raised="sub", size="150%")), ("O", PLAIN)], "H[2]{.sub}O"),
        ([("a ", PLAIN), ("b", Look(bold=True, colour="#ff0000"))], "a [**b**]{color=#FF0000}"),
        (
            [("a ", BOLD), ("b", Look(bold=True, colour="#ff0000")), (" c", BOLD)],
            "**a [b]{color=#FF0000} c**",
        ),
        ([("see [a", PLAIN), ("]", RED)], "see \\[a[\\]]{color=#FF0000}"),
        ([("one\n", Look(underlined=True)), ("two", PLAIN)], "[one]{.underline}\ntwo"),
        ([("• one\n* two\n1. three", BOLD)], "• **one**\n* **two**\n1. **three**"),
    ],
)
def test_runs_become_markup(runs: list[tuple[str, Look]], markup: str) -> None:
    found = joined_runs(runs)
    assert isinstance(found, RichText)
    assert ("".join(text for text, _ in runs), markup) == (found, found.markup())


LOOKS = st.builds(
    Look,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    raised=st.sampled_from(["", "", "sup", "sub"]),
    underlined=st.booleans(),
    colour=st.sampled_from(["", "", "#000000", "#ff0000", "#0000ff"]),
    size=st.sampled_from(["", "11", "22", "150%"]),
    font=st.sampled_from(["", "Lato"]),
)


@given(st.lists(st.tuples(st.text("ab1+ ", min_size=1, max_size=5), LOOKS), max_size=8))
def test_every_letter_comes_out_as_it_looks(runs: list[tuple[str, Look]]) -> None:
    found = joined_runs(runs)
    paragraphs, _ = parsed(found.markup() if isinstance(found, RichText) else found)
    spans = [span for paragraph in paragraphs for span in paragraph]
    wanted = [(letter, *look[:2]) for text, look in runs for letter in text if letter != " "]
    assert wanted == [
        (letter, span.bold, span.italic) for span in spans for letter in span.text if letter != " "
    ]


@given(st.lists(st.tuples(st.text("ab[]{}*\\\\ ", min_size=1, max_size=5), LOOKS), max_size=6))
def test_no_letter_is_lost_to_brackets(runs: list[tuple[str, Look]]) -> None:
    text = "".join(text for text, _ in runs)
    found = joined_runs(runs)
    shown = [
        "".join("".join(span.icon or span.text for span in line) for line in parsed(each)[0])
        for each in (text, found.markup() if isinstance(found, RichText) else text)
    ]
    assert len("".join(shown[1].split())) >= len("".join(shown[0].split()))


def read(folder: Path, data: bytes, name: str) -> tuple[list[dict[str, object]], list[str]]:
    (folder / name).write_bytes(data)
    problems: list[Finding] = []
    table = read_table(folder / name, FIELDS, problems)
    assert [] == problems
    return [
        {str(name): value for name, value in each.items()}
        for each in table.entries
        if isinstance(each, dict)
    ], [of_file(note) for note in table.notes]


def test_a_workbook_of_excel(tmp_path: Path) -> None:
    """Texts get what is bold and italic; names, ids and choices the words alone."""
    bold, italic = InlineFont(b=True, color="FF0000"), InlineFont(i=True, b=False)
    text = CellRichText(
        "Draw ",
        TextBlock(bold, "two"),
        ", then ",
        TextBlock(italic, "stop"),
        TextBlock(InlineFont(strike=True), " it"),
    )
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "name", "text", "suits"])
    made.active.append(
        [
            "a",
            CellRichText("The ", TextBlock(bold, "Owl")),
            text,
            CellRichText(TextBlock(bold, "a"), ", b"),
        ]
    )
    made.save(stream)
    (entry,), notes = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert {
        "id": "a",
        "name": "The Owl",
        "text": "Draw [**two**]{color=#FF0000}, then *stop* [it]{.strike}",
        "suits": ["a", "b"],
    } == entry
    assert [
        "t.xlsx: of the looks of parts of a cell is left out: bold in cells B2, D2; colours in"
        " cells B2, D2; put what shall look so into a field that is a text"
    ] == notes


def test_an_opendocument(tmp_path: Path) -> None:
    style = (
        '<style:style style:name="{}" style:family="text"><style:text-properties {}/></style:style>'
    )
    bold, italic = (
        style.format("T1", 'fo:font-weight="bold"'),
        style.format("T2", 'fo:font-style="italic"'),
    )
    inner = 'Draw <text:span text:style-name="T1">two <text:span text:style-name="T2">red</text:span></text:span> cards.'
    text = (
        f'<table:table-cell office:value-type="string"><text:p>{inner}</text:p></table:table-cell>'
    )
    data = ods(
        ("A", row("id", "text") + row("a", text)),
        styles=f"<office:automatic-styles>{bold}{italic}</office:automatic-styles>",
    )
    assert ([{"id": "a", "text": "Draw **two *red*** cards."}], []) == read(tmp_path, data, "t.ods")


@given(st.lists(st.tuples(st.text("a1*/+ ", min_size=1, max_size=5), LOOKS), max_size=6))
def test_stars_of_the_cell_itself_stay(runs: list[tuple[str, Look]]) -> None:
    """Those that are no mark-up by themselves: its parts that look different make none of them. In
    doubt all are printed."""
    text = "".join(text for text, _ in runs)
    found = joined_runs(runs)
    shown = [
        "".join("".join(span.text for span in line) for line in parsed(each)[0])
        for each in (text, found.markup() if isinstance(found, RichText) else text)
    ]
    assert "".join(shown[1].split()) in ("".join(shown[0].split()), "".join(text.split()))


def test_cells_and_rows_that_are_struck_out(tmp_path: Path) -> None:
    """As a whole, by the font of their cells, and where a condition says so."""
    made, stream = Workbook(), io.BytesIO()
    sheet = made.active
    for cells in (["id", "text"], ["a", "gone"], ["b", "in part"], ["c", "kept"]):
        sheet.append(cells)
    for cell in ("A2", "B2", "B3"):
        sheet[cell].font = Font(strike=True)
    # a whole cell that is coloured is a habit
    sheet["B4"].font = Font(color="FF0000", u="single", sz=20)
    sheet.conditional_formatting.add("B2:B9", FormulaRule(formula=["TRUE"], font=Font(strike=True)))
    made.save(stream)
    _, notes = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert [
        "t.xlsx: row 2 is struck out and printed all the same; delete or hide it to leave it out",
        "t.xlsx: what is struck out prints like all else: cell B3; delete it to leave it out",
        "t.xlsx: cells B2:B9 are struck out where a condition holds, and print like all else; delete or hide what shall not be printed",
    ] == notes


def test_cells_of_which_the_sheet_shows_nothing(tmp_path: Path) -> None:
    """White on white, or in a format that is empty; white on black is seen."""
    made, stream = Workbook(), io.BytesIO()
    sheet = made.active
    for cells in (
        ["id", "text"],
        ["a", "white"],
        ["b", "on white"],
        ["c", "on black"],
        ["d", "format"],
        ["e", "plain"],
    ):
        sheet.append(cells)
    for cell in ("B2", "B3", "B4"):
        sheet[cell].font = Font(color="FFFFFFFF")
    sheet["B3"].fill, sheet["B4"].fill = (
        PatternFill("solid", fgColor="FFFFFFFF"),
        PatternFill("solid", fgColor="FF000000"),
    )
    sheet["B5"].number_format = ";;;"
    made.save(stream)
    entries, (note,) = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert "white" == entries[0]["text"]
    assert (
        "the sheet shows nothing of cells B2, B3, B5, white on white or in the format ;;;, and it is read all the same"
        in note
    )
    style = '<style:style style:name="ce1" style:family="table-cell"><style:text-properties fo:color="#ffffff"/></style:style>'
    hidden = '<table:table-cell office:value-type="string" table:style-name="ce1"><text:p>x</text:p></table:table-cell>'
    plain = hidden.replace('table:style-name="ce1"', "")
    rows = row("id", "text") + f"<table:table-row>{plain}{hidden}</table:table-row>"
    styles = f"<office:automatic-styles>{style}</office:automatic-styles>"
    assert (
        "nothing of cell B2, white"
        in read(tmp_path, ods(("A", rows), styles=styles), "t.ods")[1][0]
    )


def test_a_number_of_which_the_sheet_shows_nothing_is_read(tmp_path: Path) -> None:
    """As the note says of it: the text was empty."""
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "text"])
    made.active.append(["a", 7])
    made.active["B2"].number_format = ";;;"
    made.save(stream)
    number = (
        '<table:table-cell office:value-type="float" office:value="7"><text:p/></table:table-cell>'
    )
    id_cell = '<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>'
    rows = row("id", "text") + f"<table:table-row>{id_cell}{number}</table:table-row>"
    for data, file in ((stream.getvalue(), "t.xlsx"), (ods(("A", rows)), "t.ods")):
        (entry,), (note,) = read(tmp_path, data, file)
        assert "7" == entry["text"]
        assert "the sheet shows nothing of cell B2" in note


def test_what_parts_of_cells_look_like_comes_as_spans(tmp_path: Path) -> None:
    """Not what all of a cell has, nor what programs write for plain letters."""
    low, red, plain = (
        InlineFont(vertAlign="subscript"),
        InlineFont(color="FF0000"),
        InlineFont(sz=11, color=Color(theme=1)),
    )
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "text"])
    for number, parts in enumerate(
        [
            ("H", TextBlock(low, "2"), "O"),
            ("a ", TextBlock(red, "b")),
            ("a ", TextBlock(plain, "b")),
        ]
    ):
        made.active.append([f"c{number}", CellRichText(*parts)])
    made.active.append(["d", CellRichText(TextBlock(red, "all "), TextBlock(red, "red"))])
    made.active.append(["e", CellRichText("x ", TextBlock(InlineFont(sz=20, u="single"), "large"))])
    made.save(stream)
    entries, notes = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert [
        "H[2]{.sub}O",
        "a [b]{color=#FF0000}",
        "a b",
        "all red",
        "x [large]{.underline size=1.82}",
    ] == [each["text"] for each in entries]
    assert [] == notes


def test_an_opendocument_tells_the_same(tmp_path: Path) -> None:
    style = (
        '<style:style style:name="{}" style:family="{}"><style:text-properties {}/></style:style>'
    )
    styles = style.format("ce1", "table-cell", 'style:text-line-through-style="solid"')
    styles += style.format("T1", "text", 'style:text-position="sub 58%"') + style.format(
        "T2", "text", 'fo:color="#ff0000"'
    )
    cell = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
    struck = "".join(cell.format(' table:style-name="ce1"', text) for text in ("b", "gone"))
    dressed = 'H<text:span text:style-name="T1">2</text:span>O, <text:span text:style-name="T2">red</text:span>'
    rows = (
        row("id", "text")
        + f"<table:table-row>{struck}</table:table-row>"
        + row("a", cell.format("", dressed))
    )
    entries, (note,) = read(
        tmp_path,
        ods(("A", rows), styles=f"<office:automatic-styles>{styles}</office:automatic-styles>"),
        "t.ods",
    )
    assert note.startswith("t.ods: row 2 is struck out")
    assert ["gone", "H[2]{.sub}O, [red]{color=#FF0000}"] == [each["text"] for each in entries]


SAVED = Path(__file__).parent / "sheets"
WORDS = [
    "Take [one red]{color=berry} word and [big]{size=2}.",
    "H[2]{.sub}O x[2]{.sup} [under]{.underline} [gone]{.strike}",
    "theme [accent]{color=#4F81BD} [lighter]{color=#95B3D7} [idx]{color=#FF0000}",
    "all red",
    "[red]{color=#FF0000} black",
    "other font",
]


@pytest.mark.parametrize("name", ["words.ods", "words.xlsx"])
def test_words_that_look_different_in_libreoffice(name: str) -> None:
    """A colour that is exactly one of the palette is called by its name; sizes are factors of the
    cell's; what is red as a whole is so in the sheet alone."""
    problems: list[Finding] = []
    spec = TableSpec(colour_names={"#C0392B": "berry"})
    table = read_table(SAVED / name, FIELDS, problems, spec=spec)
    assert [] == problems
    assert WORDS == [str(entry.value("text")) for entry in table.entries]
    (note,) = table.notes
    assert ("cell-looks", True) == (note.code, ": fonts in cells" in note.what)


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("rgb=FFC0392B", "#c0392b"),
        ("rgb=C0392B", "#c0392b"),
        ("theme=4", "#123456"),
        ("theme=5", "#c0504d"),
        ("theme=1", "#000000"),
        ("theme=0", "#ffffff"),
        ("theme=1 tint=0.5", "#808080"),
        ("theme=0 tint=-0.5", "#808080"),
        ("theme=99", ""),
        ("indexed=10", "#ff0000"),
        ("indexed=64", "#000000"),
        ("indexed=999", ""),
        ("auto=1", "#000000"),
        ("rgb=nonsense", ""),
        ("theme=4 tint=nonsense", "#123456"),
    ],
)
def test_colours_of_workbooks(written: str, colour: str) -> None:
    assert colour == SheetColours({"accent1": "123456"}).rgb(written)


def test_a_palette_of_the_workbook_itself() -> None:
    assert "#abcdef" == SheetColours({}, ["00000000", "00ABCDEF"]).rgb("indexed=1")


def test_what_a_column_says_of_its_cells_counts_for_their_parts(tmp_path: Path) -> None:
    """LibreOffice gives cells their style by the column, and styles have parents."""
    styles = (
        '<style:style style:name="Big" style:family="table-cell">'
        '<style:text-properties fo:font-size="20pt"/></style:style>'
        '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Big"/>'
        '<style:style style:name="T1" style:family="text">'
        '<style:text-properties fo:font-size="30pt"/></style:style>'
        '<style:style style:name="T2" style:family="text">'
        '<style:text-properties fo:font-size="50%"/></style:style>'
    )
    text = (
        '<table:table-cell office:value-type="string"><text:p>a'
        '<text:span text:style-name="T1">b</text:span>'
        '<text:span text:style-name="T2">c</text:span></text:p></table:table-cell>'
    )
    columns = '<table:table-column/><table:table-column table:default-cell-style-name="ce1"/>'
    rows = columns + row("id", "text") + row("a", text)
    data = ods(("A", rows), styles=f"<office:automatic-styles>{styles}</office:automatic-styles>")
    entries, notes = read(tmp_path, data, "t.ods")
    assert ("a[b]{size=1.5}[c]{size=0.5}", []) == (entries[0]["text"], notes)


PALETTE = {"#C0392B": "berry"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Draw **two** cards", [("two", "b")]),
        ("[red]{color=berry} and [**big**]{size=2}", [("red", "color"), ("big", "b")]),
        ("x[2]{.sup} [under]{.underline} [gone]{.strike}", [("2", "vertAlign"), ("under", "u")]),
        ("- **one**\n- *two* {sword}", [("one", "b"), ("two", "i")]),
        # what would not come back as it is stays mark-up
        ("[hot]{.hot} **two**", None),
        ("a \\[b\\] **two**", None),
        ("plain [b]", None),
        ("[**a** b]{size=30}", None),
        # what all letters have is the look of the cell once LibreOffice has saved it
        ("**all bold**", None),
        ("*one*\n*two {sword}*", None),
        ("***a* b**", [("a", "i"), (" b", "b")]),
    ],
)
def test_texts_are_written_as_rich_cells(text: str, shown: list[tuple[str, str]] | None) -> None:
    cell = rich_cell(text, PALETTE)
    if shown is None:
        assert cell is None
        return
    fonts = {part.text: part.font for part in cell if isinstance(part, TextBlock)}
    assert all(getattr(fonts[word], name) for word, name in shown)


PARTS = st.sampled_from(
    [
        *("**two** ", "*three* ", "[red]{color=berry} ", "[blue]{color=#0000FF} ", "[2]{.sup}"),
        *(
            "[big *word*]{size=1.5} ",
            "[x]{.hot} ",
            "{sword} ",
            "plain ",
            "\n",
            "\n- ",
            "[b] ",
            "\\*",
        ),
        *("[a]{.underline .strike} ", "5* ", "{{", "]", "[**bold** red]{color=red}", "_x000D_"),
    ]
)


@given(st.lists(PARTS, min_size=1, max_size=7).map("".join).filter(str.strip))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_texts_come_back_from_a_workbook(tmp_path: Path, text: str) -> None:
    """Whatever was written as parts that look different reads as the same mark-up."""
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "text"])
    made.active.append(["a", ""])
    written = rich_cell(text, PALETTE)
    if written is None:
        return
    made.active["B2"].value = written
    made.save(stream)
    (tmp_path / "t.xlsx").write_bytes(stream.getvalue())
    problems: list[Finding] = []
    spec = TableSpec(colour_names=PALETTE)
    (entry,) = read_table(tmp_path / "t.xlsx", FIELDS, problems, spec=spec).entries
    assert (text.strip(), []) == (str(entry.value("text")), problems)


@given(st.lists(PARTS, min_size=1, max_size=7).map("".join).filter(str.strip))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_texts_come_back_from_an_opendocument(tmp_path: Path, text: str) -> None:
    """Red, larger, underlined, raised and struck out words, and whatever else, both ways."""
    runs = cell_runs(text, PALETTE)
    data = ods_workbook(
        "A", [["id", "text"], ["a", text]], lambda *at: runs if at[:2] == (2, 2) else None
    )
    (tmp_path / "t.ods").write_bytes(data)
    problems: list[Finding] = []
    spec = TableSpec(colour_names=PALETTE)
    (entry,) = read_table(tmp_path / "t.ods", FIELDS, problems, spec=spec).entries
    assert (text.strip(), []) == (str(entry.value("text")).strip(), problems)


def test_spaces_and_tabs_of_an_opendocument_are_kept() -> None:
    data = ods_workbook("A", [["id", "text"], ["a", "  two  spaces \n\tx & <y>"]], lambda *at: None)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.namelist()[0] == "mimetype"
        content = file.read("content.xml").decode()
    assert '<text:s text:c="2"/>two <text:s text:c="1"/>spaces<text:s text:c="1"/>' in content
    assert "<text:p><text:tab/>x &amp; &lt;y&gt;</text:p>" in content


def test_truths_in_texts_are_what_the_sheet_shows(tmp_path: Path) -> None:
    made, stream = Workbook(), io.BytesIO()
    for cells in (["id", "text"], ["a", True]):
        made.active.append(cells)
    made.save(stream)
    assert "TRUE" == read(tmp_path, stream.getvalue(), "t.xlsx")[0][0]["text"]
    truth = '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>'
    rows = (
        row("id", "text")
        + f"<table:table-row>{truth.replace('boolean', 'string').replace('WAHR', 'a')}{truth}</table:table-row>"
    )
    assert "WAHR" == read(tmp_path, ods(("A", rows)), "t.ods")[0][0]["text"]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("Draw ", TextBlock(InlineFont(b=True), "two")), "Draw **two**"),
        (("Draw ", TextBlock(InlineFont(color="FF000000"), "two")), "[Draw]{color=#FF0000} two"),
        (
            (
                TextBlock(InlineFont(color="FFFF0000"), "Draw "),
                TextBlock(InlineFont(i=True), "two"),
            ),
            "[Draw]{color=#FF0000} *two*",
        ),
        (("Draw ", TextBlock(InlineFont(color="FF0000FF"), "two")), "Draw [two]{color=#0000FF}"),
    ],
)
def test_parts_of_a_red_cell(tmp_path: Path, parts: tuple[Any, ...], text: str) -> None:
    """The colour of the cell is that of the sheet, unless some words of it have none."""
    made, stream = Workbook(), io.BytesIO()
    made.active.append(["id", "text"])
    made.active.append(["a", CellRichText(*parts)])
    made.active["B2"].font = Font(color="FFFF0000")
    made.save(stream)
    entries, notes = read(tmp_path, stream.getvalue(), "t.xlsx")
    assert (text, []) == (entries[0]["text"], notes)


def test_a_red_word_is_red_in_each_language_and_in_data(tmp_path: Path) -> None:
    """In a column of the deck's own table, in a table of a language and in one of data; by the name
    that the palette gives the colour."""

    def book(*rows: list[object]) -> bytes:
        made, stream = Workbook(), io.BytesIO()
        for cells in rows:
            made.active.append(cells)
        made.save(stream)
        return stream.getvalue()

    def red(word: str) -> CellRichText:
        return CellRichText("x ", TextBlock(InlineFont(color="FFC0392B"), word))

    folder = "card_data/sweets"
    root = write_project(
        tmp_path,
        {"main": f"{HEAD}fields: {{text: text}}\ncards: cards.xlsx\n"},
        game='title: Sweets\npalette: {berry: "#C0392B"}\ntables: {notes: notes.xlsx}\n',
        files={
            f"{folder}/cards.xlsx": book(["id", "text", "text.de"], ["a", red("red"), red("rot")]),
            f"{folder}/main.fr.xlsx": book(["id", "text"], ["a", red("rouge")]),
            f"{folder}/notes.xlsx": book(["name", "says"], ["n", red("note")]),
        },
    )
    games = [cardgen.open_project(root, language).games[0] for language in ("", "de", "fr")]
    assert [f"x [{word}]{{color=berry}}" for word in ("red", "rot", "rouge")] == [
        game.decks[0].cards[0].text for game in games
    ]
    (row_of_data,) = games[0].tables["notes"].rows
    assert "x [note]{color=berry}" == row_of_data.fields["says"]
