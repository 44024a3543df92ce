"""Books as a screen reader reads them: their structure, in order, with words for what is drawn."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from books import made
from projects import svg, text_of
from reading import Element, structure_of

STAR = svg('<path d="M1 1h8v8z" fill="#cc3344"/>', 10, 10)
BOOK = """A lead of a few words.

## Overview

See [Scoring](#scoring), or [the web](https://example.com/rules). An office worker won {star} and a star {star}.

#### Deep

{{ row('main/one', 'main/two', captions=['the first', 'the second']) }}

1. Do this.
2. Then that.
   - a detail

### Scoring

| what | points |
|---|--:|
| [[trick]] | 1 |
| round | 2 |

::: example A round
Somebody wins.
:::

::: note
Without a title.
:::
"""
LONG = "\n".join(f"| row {number} | {'words ' * 12}|" for number in range(120))
EDITIONS = ("rulebook.pdf", "rulebook-a4.pdf", "rulebook-letter.pdf")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("reading"), BOOK, star=STAR)


def outline(element: Element) -> list[object]:
    """Kinds of elements, those that hold others as lists."""
    return [kid.kind if not kid.kids else [kid.kind, *outline(kid)] for kid in element.kids]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_book_has_a_structure(folder: Path, name: str) -> None:
    """Title, lead and chapters; headings that leave out no level; lists, tables with their heads,
    boxes, figures with captions."""
    with pikepdf.open(folder / name) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert "en" == str(pdf.Root.Lang)
        with pdf.open_metadata() as about:
            assert str(pdf.docinfo.Title) == about["dc:title"]
            assert "1" == about["{http://www.aiim.org/pdfua/ns/id/}part"]
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert all("/S" == str(page.Tabs) for page in pdf.pages)
        document = structure_of(pdf)
    assert "Document" == document.kind
    assert ["H1", "P", "P"] == [kid.kind for kid in document.kids[:3]]  # title, author, first words
    overview = document.kids[4]
    link = [["P", "Link", "Link", "Figure"]] if name == "rulebook.pdf" else [["P", "Figure"]]
    figure = ["Figure", "Caption"]
    item = ["LI", "Lbl", ["LBody", "P"]]
    deep = ["Sect", "H3", figure, figure, ["L", item, ["LI", "Lbl", ["LBody", "P", ["L", item]]]]]
    table = ["Table", ["TR", "TH", "TH"], ["TR", "TD", "TD"], ["TR", "TD", "TD"]]
    scoring = ["Sect", "H3", table, ["Div", "H4", "P"], ["Div", "P"]]
    assert ["H2", *link, deep, scoring] == outline(overview)
    assert ["/Column", "/Column"] == [
        element.scope for element in overview.all() if element.kind == "TH"
    ]


def test_what_is_drawn_is_said(folder: Path) -> None:
    """A card by its name; an icon by its own, but not where its word has just been said."""
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        alts = [element.alt for element in structure_of(pdf).all() if element.kind == "Figure"]
    assert ["Star", "One", "Two"] == alts


@pytest.mark.parametrize("name", EDITIONS)
def test_every_mark_is_an_elements(folder: Path, name: str) -> None:
    """Whatever a page paints is part of an element or an ornament; the parent tree names the
    element of each mark and link."""
    with pikepdf.open(folder / name) as pdf:
        owners = parents(pdf)
        found = [mark for element in structure_of(pdf).all() for mark in element.marks]
        assert len(found) == len(set(found))
        for number, page in enumerate(pdf.pages, 1):
            marks = painted(page)
            assert marks == [mark for where, mark in sorted(found) if where == number]
            assert len(owners[int(page.StructParents)]) == len(marks)
            for annotation in page.get("/Annots", []):
                assert str(annotation.Contents).strip()
                assert "/Link" == str(owners[int(annotation.StructParent)].S)


def parents(pdf: pikepdf.Pdf) -> dict[int, pikepdf.Object]:
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    return {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}


def painted(page: pikepdf.Page) -> list[int]:
    """The numbers of the marks of a page. Marks do not stand in one another, and nothing is painted
    outside of them."""
    found, inside = [], False
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC" | "BMC":
                if inside:
                    assert "/Span" == str(operands[0]), "a mark in a mark"
                    assert not found or "/MCID" not in operands[1]
                    inside = False  # an ornament's own text, as it is read
                if str(operator) == "BDC" and "/MCID" in operands[1]:
                    found.append(int(operands[1].MCID))
                inside = True
            case "EMC":
                inside = False
            case "f" | "f*" | "S" | "B" | "B*" | "Do" | "Tj" | "TJ" | "sh":
                assert inside, f"{operator} is part of nothing"
    return found


def test_empty_cells_are_cells(tmp_path: Path) -> None:
    """All rows of a table have as many."""
    folder = made(
        tmp_path,
        "## A\n\n| a | | c | d |\n|---|---|---|---|\n| | 2 | | |\n\n| | b | |\n|---|---|---|\n| 1 | | |\n| | | 6 |\n",
        "--paper",
        "a4",
    )
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        tables = [element for element in structure_of(pdf).all() if element.kind == "Table"]
    assert [[4, 4], [3, 3, 3]] == [[len(row.kids) for row in table.kids] for table in tables]
    assert ["TH", "TH", "TH"] == [cell.kind for cell in tables[1].kids[0].kids]


def test_a_long_table_is_one_table(tmp_path: Path) -> None:
    """On however many pages; its head, which comes again, is read once."""
    folder = made(tmp_path, f"## A\n\n| a | b |\n|---|---|\n{LONG}\n", "--paper", "a4")
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        (table,) = [element for element in structure_of(pdf).all() if element.kind == "Table"]
    assert len(table.pages) > 1
    assert 121 == len(table.kids)
    assert ["TH", "TH"] == [kid.kind for kid in table.kids[0].kids]
    assert all(kid.kind == "TD" for row in table.kids[1:] for kid in row.kids)


def test_words_at_the_ends_of_lines_are_words(tmp_path: Path) -> None:
    """A line's last word and the next line's first are two; a ligature reads as its letters, and an
    accent as it was written."""
    long = "An efficient waffle of a sente\u0301nce that goes on for more than a line so that it has to be broken somewhere in the middle."
    folder = made(tmp_path, f"## A\n\n{long}\n", "--paper", "a4")
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        said = [
            bytes(operands[1].ActualText).decode("utf-16")
            for operands, operator in marks(pdf.pages[1])
            if "/ActualText" in operands[1]
        ]
    assert "efficient waffle" in " ".join(text_of(folder / "rulebook-a4.pdf")[1].split())
    assert any("sente\u0301nce" in text and text.endswith(" ") for text in said)


def marks(page: pikepdf.Page) -> list[tuple[list[pikepdf.Object], str]]:
    found = [
        (list(operands), str(operator)) for operands, operator in pikepdf.parse_content_stream(page)
    ]
    return [(operands, operator) for operands, operator in found if operator == "BDC"]


def test_booklets_are_not_read(tmp_path: Path) -> None:
    """Their pages stand side by side on sheets: no order of theirs is that of the book."""
    folder = made(tmp_path, BOOK, "--booklet", "--paper", "a4", star=STAR)
    with pikepdf.open(folder / "rulebook-booklet-a4.pdf") as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert all(
            "BDC" not in operator
            for page in pdf.pages
            for operands, operator in marks(page)
            if "/MCID" in operands[1]
        )


@pytest.mark.skipif(
    not shutil.which("pdfinfo"), reason="needs poppler's pdfinfo, a reader of its own"
)
def test_another_reader_reads_the_same(folder: Path) -> None:
    """Headings, list and cells in order."""
    said = subprocess.run(
        ["pdfinfo", "-struct-text", str(folder / "rulebook-a4.pdf")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert not re.search(r"(?i)error", said.stderr)
    texts = re.findall(r'"(.*)"', said.stdout)
    order = [
        "Sweets",
        "Contents",
        "Overview",
        "Deep",
        "1.",
        "Do this.",
        "2.",
        "Then that.",
        "Scoring",
        "what",
        "points",
        "trick",
        "1",
    ]
    order += ["round", "2", "A round", "Somebody wins.", "Without a title."]
    places, start = [], 0
    for text in order:
        start = (
            next(place for place in range(start, len(texts)) if texts[place].strip() == text) + 1
        )
        places.append(start)
    assert places == sorted(places)


def test_a_table_without_heads_has_its_rows_headed(tmp_path: Path) -> None:
    """By the first cell of each: a table without any heading is none to a reader."""
    folder = made(
        tmp_path, "First.\n\n## Table\n\n|  |  |\n|---|---|\n| Owl | flies |\n| Fox | runs |\n"
    )
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        document = structure_of(pdf)
    assert ["Table", ["TR", "TH", "TD"], ["TR", "TH", "TD"]] in outline(document)[-1]
    assert ["/Row", "/Row"] == [element.scope for element in document.all() if element.kind == "TH"]


def test_a_book_without_chapters_is_one_document(tmp_path: Path) -> None:
    """Its first heading is that of the whole book, and book_pages out no level, however often its pages
    were set."""
    folder = made(tmp_path, "First.\n\n### Small\n\nText of it.\n")
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        document = structure_of(pdf)
    assert ["H1", "P", "P", ["Sect", "H2", "P"]] == outline(document)


@pytest.mark.parametrize("name", EDITIONS)
def test_what_stands_in_columns_is_in_its_section(tmp_path: Path, name: str) -> None:
    sections = "".join(f"::: keep\n### Part {n}\n\nIt is told.\n:::\n\n" for n in (1, 2))
    folder = made(tmp_path, f"## Parts\n\n::: columns\n{sections}:::\n\n### Part 3\n\nThe end.\n")
    with pikepdf.open(folder / name) as pdf:
        document = structure_of(pdf)
    assert [["Sect", "H3", "P"]] * 3 in [outline(kid)[1:] for kid in document.kids]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_figure_is_read_behind_columns_with_headings(tmp_path: Path, name: str) -> None:
    """It belongs to the section that the second of them begins, and no figure stands above the
    heading of its section, as it may above mere text."""
    sides = ["::: keep\n### Left\n\nWords.\n:::", "::: keep\n### Right\n\nWords.\n:::"]
    row = "{{ row('main/one', 'main/two', 'main/one', captions=['a', 'b', 'c']) }}"
    book = "\n\n".join(["A lead.", "## One", "Words.", "::: columns", *sides, ":::", row, "End."])
    with pikepdf.open(made(tmp_path, book) / name) as pdf:
        document = structure_of(pdf)
    chapter = [kid for kid in document.kids if kid.kind == "Sect"][-1]  # behind the contents
    figure = ["Figure", "Caption"]
    left, right = ["Sect", "H3", "P"], ["Sect", "H3", "P", figure, figure, figure, "P"]
    assert ["H2", "P", left, right] == outline(chapter)
