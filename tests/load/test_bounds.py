"""Files that would take for ever, or say too much: each is stopped at a bound, with one clear
message."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from briefs import briefs
from openpyxl import Workbook

from cardgen.base import findings as errors
from cardgen.base.findings import Finding, Place, limit_findings
from cardgen.base.suggestions import did_you_mean
from cardgen.load import Loaded, expand, table_rows, workbook
from cardgen.load.table import read_table
from cardgen.model.project import Project
from cardgen.schema import source
from cardgen.schema.field_kinds import ListField, WholeNumberField
from cardgen.schema.field_kinds.choices import entries_of_cell

Load = Callable[..., Loaded]
HEAD = "size: poker\ntemplate: card.svg\n"
LEFT_OUT = "there are more than 3 problems in this file; the others are left out"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three problems are enough."""
    monkeypatch.setattr(errors, "MOST_PROBLEMS", 3)


def told(loaded: Loaded) -> list[str]:
    return sorted(problem.what for problem in loaded.problems)


@pytest.mark.parametrize("text", ["cards: [{}]\n", "cards: [{}]\nx: y\n"])
def test_a_file_with_too_many_nodes_is_not_read_on(
    load: Load, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The place is where reading stopped, not the end of the file."""
    monkeypatch.setattr(source, "MOST_NODES", 50)
    (problem,) = load(main=HEAD + text.format("a," * 1000)).problems
    assert "the file holds more than 50 names, values and lists" == problem.what
    assert problem.place
    assert (3, True) == (problem.place.line, problem.place.column < 150)


def test_a_large_honest_deck_is_far_within(load: Load) -> None:
    """Ten thousand cards with twenty values each hold 410,000 nodes."""
    assert 10_000 * 41 + 200 < source.MOST_NODES


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "deck",
    [
        HEAD + "cards: [a, b, c, d, e, f]\n",
        HEAD + "cards: [{id: a}]\n" + "".join(f"k{i}: x\n" for i in range(6)),
        HEAD + "cards: [{id: a}]\n" + "title: x\n" * 7,
        HEAD + "cards: [" + "{id: !x a}, " * 6 + "]\n",
        HEAD
        + "fields: {"
        + "".join(f"f{i}: nothing, " for i in range(6))
        + "}\ncards: [{id: a}]\n",
        HEAD + "cards: [" + "".join(f"{{id: a{i}, rank: 2}}, " for i in range(6)) + "]\n",
    ],
    ids=["entries", "names", "twice", "tags", "fields", "cards"],
)
def test_a_file_tells_so_many_problems_and_that_there_are_more(load: Load, deck: str) -> None:
    what = told(load(main=deck))
    assert 4 == len(what)
    assert LEFT_OUT in what


@pytest.mark.usefixtures("few")
def test_a_table_tells_so_many_problems(load: Load, project: Project) -> None:
    """Those of one cause are one."""
    file, names = project.root / "card_data/sweets/cards.csv", [f"r{i}" for i in range(9)]
    file.write_text(
        f"id,{','.join(names)}\n" + "".join(f"a{i}{',' * (i + 1)}b\n" for i in range(9))
    )
    project._listings.clear()
    fields = ", ".join(f"{name}: {{int: {{optional: true}}}}" for name in names)
    what = told(load(main=f"{HEAD}fields: {{{fields}}}\ncards: cards.csv\n"))
    assert (4, True) == (len(what), LEFT_OUT in what)
    file.write_text("id,r0\n" + "a,b\n" * 9)
    what = told(load(main=f"{HEAD}fields: {{r0: int}}\ncards: cards.csv\n"))
    assert (2, True) == (len(what), LEFT_OUT in what)


@pytest.mark.usefixtures("few")
def test_headings_tell_so_many_problems(load: Load, project: Project) -> None:
    (project.root / "card_data/sweets/cards.csv").write_text(
        f"id,{','.join(f'r{i}' for i in range(9))}\na\n"
    )
    project._listings.clear()
    what = told(load(main=f"{HEAD}cards: cards.csv\n"))
    assert (4, True) == (len(what), LEFT_OUT in what)


@pytest.mark.usefixtures("few")
def test_a_game_tells_so_many_problems(load: Load) -> None:
    what = told(
        load(
            "title: x\n" + "".join(f"bad-{i}: [a]\n" for i in range(9)),
            main=f"{HEAD}cards: [{{id: a}}]\n",
        )
    )
    assert (4, True) == (len(what), LEFT_OUT in what)


@pytest.mark.parametrize(
    "cards",
    [
        "[" + "".join(f"{{id: a{i}}}, " for i in range(9)) + "]",
        "[{for: {i: {expr: range(9)}, j: [a]}, id: 'x{i}'}]",
        "[{id: a, copies: 9}]",
    ],
    ids=["listed", "looped", "distinct copies"],
)
def test_a_deck_has_so_many_different_cards(
    load: Load, monkeypatch: pytest.MonkeyPatch, cards: str
) -> None:
    monkeypatch.setattr(expand, "MOST_CARDS", 5)
    (problem,) = load(main=f"{HEAD}distinct_copies: yes\ncards: {cards}\n").problems
    assert ("too-large", 4) == (problem.code, problem.place and problem.place.line)
    assert "this deck has more than 5 different cards" == problem.what


@pytest.mark.usefixtures("few")
def test_each_file_has_its_own_count() -> None:
    """Three of one file do not hide those of another; what has no place is not cut."""
    one, two = (
        [Finding("field-missing", str(i), "", Place(Path(name), i)) for i in range(5)]
        for name in ("a.yaml", "b.yaml")
    )
    assert ["0", "1", "2", "0", "1", "2", LEFT_OUT, LEFT_OUT] == [
        problem.what for problem in limit_findings([*one, *two])
    ]
    cut = limit_findings([*one, *two])
    assert cut == limit_findings(cut)


def test_a_misspelt_word_is_compared_with_few_names() -> None:
    """Those that begin as it does, where there are many."""
    names = [f"{letter}{i}" for letter in "abc" for i in range(10_000)]
    assert did_you_mean("b00", names).startswith("did you mean")


FIELDS = {
    "rank": WholeNumberField("rank", optional=True),
    "suits": ListField("suits", ("a", "b"), optional=True),
}


def read(file: Path) -> tuple[int, list[str]]:
    """How many rows a table gives, and what is wrong with it."""
    problems: list[Finding] = []
    rows = read_table(file, FIELDS, problems).entries
    return len(rows or ()), [problem.what for problem in problems]


def sheet(file: Path, rows: str, **parts: str) -> None:
    """A workbook whose sheet holds this XML, and other parts in place of its own."""
    plain = io.BytesIO()
    Workbook().save(plain)
    with zipfile.ZipFile(plain) as made, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as spoilt:
        for name in made.namelist():
            space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
            own = (
                f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>"
                if "worksheets/" in name
                else made.read(name)
            )
            spoilt.writestr(name, parts.get(Path(name).stem, own))


ROW = '<row><c t="str"><v>{}</v></c><c t="str"><v>{}</v></c></row>'


@pytest.mark.parametrize(
    ("bound", "text", "rows", "said"),
    [
        ("MOST_CELLS", "id,rank\n" + "a,1\n" * 100, 9, "the table has more than 20 cells"),
        (
            "MOST_COLUMNS",
            "id,rank\n" + "a,1\n" * 3 + "a" * 9 + ",1" * 90,
            3,
            "this row has more than 20 cells",
        ),
        (
            "_LONGEST_LINE",
            "id,rank\n" + "a,1\n" * 3 + "a" * 99,
            3,
            "this line has more than 20 characters",
        ),
    ],
)
def test_a_table_is_not_read_on_behind_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, text: str, rows: int, said: str
) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(text)
    monkeypatch.setattr(table_rows, bound, 20)
    assert (rows, [said]) == read(file)


def test_a_table_holds_so_many_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries of a list in a cell count as well."""
    monkeypatch.setattr(source, "MOST_NODES", 50)
    file = tmp_path / "cards.csv"
    file.write_text("id,suits\n" + "x,a;b;a;b;a;b;a;b\n" * 100)
    assert (6, ["the table holds more than 50 values"]) == read(file)


def test_a_list_in_a_cell_is_read_in_one_go() -> None:
    """A long run of spaces took as many steps as the square of its length."""
    spaces = " " * 100_000
    assert ["a" + spaces + "b", "c"] == entries_of_cell(f"a{spaces}b{spaces}, c")


def test_a_workbook_is_read_as_a_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes behind the bound is neither read nor held."""
    monkeypatch.setattr(workbook, "MOST_ELEMENTS", 500)
    file = tmp_path / "cards.xlsx"
    sheet(file, ROW.format("id", "rank") + "<row>" + "<c/>" * 100_000 + "</row>")
    assert (0, True) == (
        read(file)[0],
        "the workbook holds more than 500 cells, values and texts" in read(file)[1],
    )


@pytest.mark.parametrize(
    "rows",
    [
        "<row " + " ".join(f'a{i}=""' for i in range(200_000)) + "/>",
        "<!--" + "-x" * 900_000 + "-->",
    ],
    ids=["attributes", "comment"],
)
def test_a_workbook_of_one_endless_tag_is_refused(tmp_path: Path, rows: str) -> None:
    sheet(tmp_path / "cards.xlsx", rows)
    assert "the workbook is larger than 64 MB unpacked" in read(tmp_path / "cards.xlsx")[1]


def test_a_workbook_declares_no_entities(tmp_path: Path) -> None:
    laughs = '<!DOCTYPE a [<!ENTITY b "ha">]><sst xmlns="x"><si><t>&b;</t></si></sst>'
    sheet(tmp_path / "cards.xlsx", ROW.format("id", "rank"), workbook=laughs)
    assert ["this is not a workbook that can be read"] == read(tmp_path / "cards.xlsx")[1][:1]


def test_a_workbook_may_leave_out_where_its_cells_stand(tmp_path: Path) -> None:
    """Rows and cells then follow one another; a text in the cell may have runs, and how it is
    pronounced is no part of it."""
    text = '<c t="inlineStr"><is><r><t>x</t></r><r><t>1</t></r><rPh><t>no</t></rPh></is></c>'
    sheet(
        tmp_path / "cards.xlsx",
        f'{ROW.format("id", "rank")}<row>{text}<c><v>2</v></c></row><row r="9"><c r="B9" t="b"><v>1</v></c></row>',
    )
    problems: list[Finding] = []
    rows = read_table(tmp_path / "cards.xlsx", FIELDS, problems).entries
    assert [{"id": "x1", "rank": "2"}, {"rank": "true", "id": "2"}] == rows
    assert [2, 9] == [row.line for row in rows]  # type: ignore[union-attr]


ALIASES, CARDS = "too-large 40", "too-large 120"
"""What the letters of a file, and those of a deck's cards, go beyond."""
FOUR = "for: {i: [1, 2, 3, 4]}, id: 'c{i}'"


@pytest.mark.parametrize(
    ("what", "deck"),
    [
        (ALIASES, "cards: [{id: a, name: &x LONG}, {id: b, name: *x}]"),
        (ALIASES, "cards: [&x {id: a, name: LONG}, {<<: *x, id: b}]"),
        (ALIASES, "fields: {tags: [&x LONG, *x]}\ncards: [{id: a, tags: [LONG]}]"),
        (CARDS, f"cards: [{{{FOUR}, name: LONG}}]"),
        (CARDS, f"cards: [{{{FOUR}, name: {{expr: \"'LONG'\"}}}}]"),
        (CARDS, f"fields: {{tags: [LONG]}}\ncards: [{{{FOUR}, tags: [LONG]}}]"),
        (CARDS, "distinct_copies: yes\ncards: [{id: a, copies: 4, name: LONG}]"),
        (CARDS, "fields: {text: {text: {default: LONG}}}\ncards: [{id: a}, {id: b}, {id: c}]"),
    ],
)
def test_what_is_repeated_has_so_many_letters(
    load: Load, monkeypatch: pytest.MonkeyPatch, what: str, deck: str
) -> None:
    """A file of a megabyte may say a text of a megabyte ten thousand times."""
    monkeypatch.setattr(source, "MOST_LETTERS", 40)
    monkeypatch.setattr(expand, "MOST_LETTERS", 120)
    problems = briefs(load(main=HEAD + deck.replace("LONG", "a" * 50) + "\n").problems)
    assert any(problem.endswith(what) for problem in problems), problems
    assert len(problems) == 1 or "tags" in deck
