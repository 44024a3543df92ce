"""Tables of text: what stands between their columns, and quotes as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.load.columns import NO_HEADINGS, TableSpec
from cardgen.load.table_rows import Reading, rows_of, separator_of

BARE = TableSpec(header_row=NO_HEADINGS)


def read(
    folder: Path, text: str, spec: TableSpec | None = None, name: str = "t.csv"
) -> tuple[list[list[str | None]], Reading]:
    (folder / name).write_bytes(text.encode())
    reading = Reading()
    _, found = rows_of(folder / name, folder, spec or TableSpec(), reading)
    return [cells for _, cells in found], reading


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("name,text\nOwl,Hoots\n", ["Owl", "Hoots"]),
        ("name;price\nOwl;1,50\n", ["Owl", "1,50"]),
        ("name~text\nOwl~Hoots, loudly; far\n", ["Owl", "Hoots, loudly; far"]),
        ("name^text\nOwl^Hoots, loudly\n", ["Owl", "Hoots, loudly"]),
        ("name::text\nOwl::Hoots: loudly, now\n", ["Owl", "Hoots: loudly, now"]),
        ("name¦text\nOwl¦Hoots\n", ["Owl", "Hoots"]),
        ("name|text\n---|---\nOwl|Hoots, loudly\n", ["Owl", "Hoots, loudly"]),
        ("front\tback\nto go, went\taller, allé\n", ["to go, went", "aller, allé"]),
        ("Name, EN;Name, DE;Text\nOwl;Eule;x\n", ["Owl", "Eule", "x"]),
        ('name, text\nOwl, "Hoots, loudly"\n', ["Owl", "Hoots, loudly"]),
        ('name, text\nOwl, "Hoots"\n', ["Owl", ' "Hoots"']),
        ("text\nNever, ever; or | not\n", ["Never, ever; or | not"]),
        ('text\n"Never, ""ever"""\n', ['Never, "ever"']),
    ],
)
def test_what_stands_between_columns_is_found(tmp_path: Path, text: str, row: list[str]) -> None:
    """It stands between the headings; where nothing does, a line is a cell."""
    found, reading = read(tmp_path, text)
    assert (row, [], []) == (found[1], reading.loose, reading.broken)


@pytest.mark.parametrize(
    "lines",
    [
        [
            "I never, ever do that.",
            "A day at the beach, with friends.",
            "Silence.",
            "One, two, three.",
        ],
        ["Pizza, pasta", "A dog", "Summer rain, again, today", "Cat"],
        ["A dog", "Pizza, pasta"],
        ["What: a day; a night | none", "Nothing"],
        ["#winning, always", "A dog"],
    ],
)
def test_a_list_of_lines_is_one_column(tmp_path: Path, lines: list[str]) -> None:
    """Commas of sentences stand now here, now there."""
    assert [[line] for line in lines] == read(tmp_path, "\n".join(lines) + "\n", BARE, "t.txt")[0]


def test_decimal_commas_separate_nothing(tmp_path: Path) -> None:
    """Of a table without headings, too, where a row has as many of them as semicolons."""
    text = "Owl;1,50;2,25;3,1\nBat;2,00;1,00;2\nCat;3,00;2,1;1\n"
    assert ["Owl", "1,50", "2,25", "3,1"] == read(tmp_path, text, BARE)[0][0]


@pytest.mark.parametrize(
    ("separator", "text"),
    [
        ("/", "a/b, c\n"),
        ("::", "a::b, c\n"),
        ("->", "a->b, c\n"),
        (";", "a;b, c\n"),
        ("\t", "a\tb, c\n"),
        ("||", "a||b, c\n"),
    ],
)
def test_a_separator_can_be_named(tmp_path: Path, separator: str, text: str) -> None:
    assert [["a", "b, c"]] == read(tmp_path, text, TableSpec(separator=separator))[0]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ('a,Sign,"Here be dragons".', ["a", "Sign", "Here be dragons."]),
        ('a,Coach,"He said "run" and left"', ["a", "Coach", 'He said "run" and left']),
        ('"a" ,Sign,x', ["a ", "Sign", "x"]),
        ('a,"Owl" (small),"x"', ["a", "Owl (small)", "x"]),
    ],
)
def test_quotes_that_are_not_doubled_are_read_as_spreadsheets_read_them(
    tmp_path: Path, line: str, cells: list[str]
) -> None:
    found, reading = read(tmp_path, f"id,name,text\n{line}\nc,Plain,odd\n")
    assert ([["id", "name", "text"], cells, ["c", "Plain", "odd"]], [2], []) == (
        found,
        reading.loose,
        reading.broken,
    )


def test_quotes_that_mean_inches_are_no_quotes(tmp_path: Path) -> None:
    found, reading = read(tmp_path, 'name,size\nDisc,5" disc\nRuler,12"\n"Board 24"" wide",x\n')
    assert [["Disc", '5" disc'], ["Ruler", '12"'], ['Board 24" wide', "x"]] == found[1:]
    assert ([], []) == (reading.loose, reading.broken)


def test_each_quote_that_is_never_closed_is_told_and_takes_no_other_row_along(
    tmp_path: Path,
) -> None:
    found, reading = read(tmp_path, 'a,b\n1,"x\n2,y\n3,"z, w\n4,v\n5,"two\nlines"\n')
    assert [["2", "y"], ["4", "v"], ["5", "two\nlines"]] == [row for row in found[1:] if row]
    assert [2, 4] == [problem.place.line for problem in reading.broken if problem.place]


def test_a_heading_may_ask() -> None:
    """Also where cells at the end of some rows are missing; a sentence with a comma is a text."""
    rows = "owl,y,1\nfox,y\nbat,n,4\ncat,n,2\nelf,y,3\n"
    assert "," == separator_of(f"name,done?,rank\n{rows}", TableSpec())
    texts = "Who, me?\nYes, you.\nNobody else\nOr perhaps, him.\nThen go, all.\n"
    assert "\n" == separator_of(texts, TableSpec())


def test_a_title_may_be_longer_than_headings() -> None:
    """A spreadsheet has written empty cells behind it; cells of several lines are no rows."""
    title = "Salt and ember: cards of the crew, version 0.9 for the playtest"
    rows = 'Name,Copies,Text\nMarta,3,"When hired:\n\ndraw a card"\nBosun,2,Row.\n'
    assert "," == separator_of(f"{title},,\n{rows}", TableSpec())
    heading = "What the card does once it is played to the table"
    assert "," == separator_of(
        f"Name,{heading}\n" + rows.replace(",3", "").replace(",2", "").partition("\n")[2],
        TableSpec(),
    )


def test_a_title_above_a_table_has_no_separator() -> None:
    """It is none of the table where an empty line stands below; a list of texts stays one."""
    table = "name,rank\nOwl,3\nBat,2\n"
    assert "," == separator_of(f"My game\nv0.3, 2024\n\n{table}", TableSpec())
    assert ";" == separator_of(
        "Unser Spiel\r\n\r\n" + table.replace(",", ";").replace("\n", "\r\n"), TableSpec()
    )
    texts = "Owls\n\nAn owl, at night, hoots.\nA bat sleeps.\nNobody, not even you, sees it.\n"
    assert "\n" == separator_of(texts, TableSpec())


def test_lines_of_percent_signs_stand_between_cards(tmp_path: Path) -> None:
    """As in files of fortune(6): they are no cards, and what stands between them is one."""
    text = "Is it, in fact, finished?\n%%\nOne line\nand another\n%%\n#1 rule: none\n%%\nLast\n"
    found, _ = read(tmp_path, text, BARE, "t.txt")
    cards = [row for row in found if row]
    assert [["Is it, in fact, finished?"], ["One line\nand another"]] == cards[:2]
    assert [["#1 rule: none"], ["Last"]] == cards[2:]
    _, rows = rows_of(tmp_path / "t.txt", tmp_path, BARE, Reading())
    assert [1, 3, 6, 8] == [number for number, cells in rows if any(cells)]


@pytest.mark.parametrize("text", ["50%\n%\nall, or nothing\n", "a\n%%%\nb\n%%%\nc\n%%%\n"])
def test_a_percent_sign_alone_may_be_a_card(tmp_path: Path, text: str) -> None:
    found, _ = read(tmp_path, text, BARE, "t.txt")
    assert text.splitlines() == [row[0] for row in found]
