"""Tables become the same cards as YAML, and what is wrong in one is told by its cell."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, briefs, is_expected, place_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from projects import HEAD, SHIPPED, run, write_project

import cardgen
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load import Loaded, load_games
from cardgen.load.cell_names import in_cells
from cardgen.load.columns import letters
from cardgen.load.table import read_table
from cardgen.load.table_writer import table_of
from cardgen.model.cards import Card, Deck
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Shape
from cardgen.schema.field_kinds import (
    ListField,
    NumberField,
    TextField,
    TruthField,
    WholeNumberField,
)

Load = Callable[..., Loaded]
Tabled = Callable[..., Loaded]

FIELDS = (
    "size: poker\ntemplate: card.svg\nfields:\n  rank: {int: {min: 0, max: 9, default: 1}}\n  rare: {bool: {default: false}}\n"
    "  weight: {number: {optional: true}}\n  text: {text: {optional: true}}\n  suits: {list_of: suits, default: [candy]}\n"
)


@pytest.fixture
def tabled(load: Load, project: Project) -> Tabled:
    """Loads a deck whose cards are this table."""

    def tabled(table: str | bytes, name: str = "cards.csv", head: str = FIELDS) -> Loaded:
        (project.root / "card_data/sweets" / name).write_bytes(
            table.encode() if isinstance(table, str) else table
        )
        return (
            load_games(Project(project.root, project.output, shipped=project.root))
            if not head
            else _loaded(load, name, head)
        )

    def _loaded(load: Load, name: str, head: str) -> Loaded:
        project._listings.clear()
        return load(main=f"{head}cards: {name}\n")

    return tabled


def said(loaded: Loaded) -> list[str]:
    return [
        f"{problem.place and problem.place.file.name}:{re.sub(r'^.*?(csv|xlsx|tsv|yaml)[:]', '', str(problem))}"
        for problem in loaded.problems
    ]


def cards(loaded: Loaded) -> tuple[Card, ...]:
    assert [] == loaded.problems
    return loaded.games[0].decks[0].cards


def known(card: Card) -> tuple[Any, ...]:
    return (card.id, card.copies, card.template, card.back, dict(card.fields))


def workbook(*rows: list[Any]) -> bytes:
    book, stream = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


# -- what a table says
# ---------------------------------------------------------------------------------------------------------------


def test_cells_are_what_their_fields_declare(tabled: Tabled) -> None:
    """Numbers, truths, texts and lists, the quantity column, and defaults where a cell is empty."""
    one, two = cards(
        tabled(
            'id,Name,rank,Rare,weight,text,suits,Quantity\na,Ann,7,TRUE,1.5,"**Hi**, you","nuts, sour",3\nb,,,,,,,\n'
        )
    )
    assert ("a", 3) == (one.id, one.copies)
    assert {
        "name": "Ann",
        "rank": 7,
        "rare": True,
        "weight": 1.5,
        "text": "**Hi**, you",
        "suits": ["nuts", "sour"],
    }.items() <= one.fields.items()
    assert {
        "name": "B",
        "rank": 1,
        "rare": False,
        "weight": None,
        "text": None,
        "suits": ["candy"],
    }.items() <= two.fields.items()
    assert 1 == two.copies


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("cards.csv", "id,rank,text\na,2,b\n"),
        ("cards.csv", "\ufeffid,rank,text\r\na,2,b\r\n"),
        ("cards.csv", "id;rank;text\na;2;b\n"),
        ("cards.csv", "# made, by, hand; in autumn\n\nid;rank;text\n# a, b, c\na;2;b\n;;\n"),
        ("cards.csv", "sep=;\nid;rank;text\na;2;b\n"),
        ("cards.tsv", "id\trank\ttext\na\t2\tb\n"),
        ("cards.txt", "#separator:tab\r\nid\trank\ttext\r\na\t2\tb\r\n".encode("utf-16")),
        ("cards.csv", "id,rank,#note,text\na,2,who,b\n"),
        ("cards.csv", ' ID ,"RANK",text\n a , 2 ,b\n'),
        ("cards.xlsx", workbook(["id", "rank", "text"], ["a", 2, "b"])),
        ("cards.xlsx", workbook(["id", "rank", "text", None], ["a", 2.0, "b", None], [None, None])),
    ],
    ids=[
        "commas",
        "BOM and CRLF",
        "semicolons",
        "comments",
        "sep=",
        "tabs",
        "UTF-16",
        "notes",
        "spaces",
        "workbook",
        "workbook with a whole float",
    ],
)
def test_a_table_may_be_written_in_many_ways(tabled: Tabled, name: str, table: str | bytes) -> None:
    """They all mean the same card."""
    (card,) = cards(tabled(table, name))
    assert ("a", 2, "b") == (card.id, card.rank, card.text)


@pytest.mark.parametrize(
    "cell",
    [
        "nuts, sour",
        "nuts; sour",
        "nuts | sour",
        "nuts\nsour",
        '"nuts", "sour"',
        "[nuts, sour]",
        "nuts,sour,",
    ],
)
def test_a_list_stands_in_one_cell(tabled: Tabled, cell: str) -> None:
    quoted = cell.replace('"', '""')
    (card,) = cards(tabled(f'id,suits\na,"{quoted}"\n'))
    assert ["nuts", "sour"] == card.suits


def test_empty_is_not_nothing(tabled: Tabled) -> None:
    """Two quotes are an empty text, two brackets an empty list."""
    (card,) = cards(tabled('id,text,suits\na,"""""",[]\n'))
    assert ("", []) == (card.text, card.suits)


# -- what is wrong
# -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "said"),
    [
        ("cards.csv", '{file: cards.csv, separator: ";"}', "is comma, not semicolon"),
        ("cards.csv", "{file: cards.csv, separator: none, header_row: 1}", "is comma, not none"),
        ("cards.tsv", "cards.tsv", "is comma, not tab"),
    ],
)
def test_another_separator_than_the_given_one_is_named(
    load: Load, project: Project, name: str, cards: str, said: str
) -> None:
    (project.root / "card_data/sweets" / name).write_text("id,rank\na,1\n")
    (finding,) = load(main=f"{FIELDS}cards: {cards}\n").problems
    assert f"the separator of this table {said}" in finding.what
    assert "write  separator: comma" == finding.remedy


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "id,rank\na,one\nb,12\n",
            [
                'cards.csv:2:2 number-expected "one"',
                "cards.csv:3:2 out-of-range 12",
            ],
        ),
        (
            "id,rnak\na,1\n",
            ['1:2: a card of this deck has no field "rnak" (cell B1); did you mean "rank"?'],
        ),
        ("id,rank,rank\na,1,2\n", ['1:3: the column "rank" is there twice (cell C1)']),
        ("id,rank\na,1,2\n", ['2:3: "2" stands in a column without a heading (cell C2)']),
        ("id,,rank\na,b,1\n", ['cards.csv:2:2 table-heading "b"']),
        ("id\na\na\n", ['cards.csv:3:1 name-taken "a" 2']),
        (
            "id\na\nb\n" + "a\n" * 3 + "b\n",
            [
                'cards.csv:4:1: the id "a" is used already, in line 2 (column A: A4, A5, A6); give each',
                'cards.csv:7:1: the id "b" is used already, in line 3 (cell A7); give each',
            ],
        ),
        (
            "id\n" + "a\nb\nc\nd\ne\nf\ng\n" * 2,
            [
                'cards.csv:9:1: the ids "a", "b", "c", "d", "e", "f" and 1 more are used already, in lines '
                "2, 3, 4, 5, 6, 7 and 1 more (column A: A9, A10, A11, A12, A13, A14 and 1 more); give each",
            ],
        ),
        ("id,rnak\na,one\nb,two\n", ['cards.csv:1:2 unknown-field "rnak" -> "rank"']),
        ("name,ronk\nAnn,1\nBob,2\n", ['cards.csv:1:2 unknown-field "ronk" -> "rank"']),
        ('id,suits\na,"nuts, ""sour"\n', ["2:2: suits cannot be "]),
        ("id,suits\na,cheese\n", ['2:2: suits cannot be "cheese" (cell B2)']),
        ("\n", ["the table is empty"]),
        ("\n;;;\n", ["cards.csv table-heading"]),
        ('id,text\na,"b\n', ["cards.csv:2 quotes-in-table"]),
        (
            'id,text\na,"b\nb,c\nc,"d\n',
            ["cards.csv:2 quotes-in-table ',' '\"'", "cards.csv:4 quotes-in-table"],
        ),
        (
            b"id,text\na,\xe4\n",
            ["cards.csv:2 not-utf-8 8"],
        ),
        (
            "id,text\na,b\n".encode("utf-16")[:-1],
            ["cards.csv: the file is broken: it is no whole UTF-16; save it as CSV in UTF-8"],
        ),
        (
            workbook(["id"], ["a"]),
            [
                "cards.csv: this is a workbook (XLSX or ODS), whatever its name says; save it as CSV, or name it"
            ],
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1",
            ["cards.csv: this is a workbook of old (XLS), whatever its name says; save it as CSV"],
        ),
        (
            "id,rank,Rank\na,1,2\n",
            ['cards.csv:1:3 column-twice "rank" "rank" "Rank"'],
        ),
        (
            "id,rank,art\na,1,5,bonbon\nb,1,6,bonbon\n",
            ['2:4: "bonbon" stands in a column without a heading (column D: D2, D3)'],
        ),
        (
            "id,rank,text\na,#REF!,b\n#NAME?,1,#c\n",
            [
                "cards.csv:2:2 formula-without-value",
                "cards.csv:3:1 formula-without-value",
            ],
        ),
        (
            "id,suits\na,Nuts\nb,sourr\nc,NUTS\n",
            [
                'suits cannot be "Nuts", "NUTS" (column B: B2, B4); did you mean "nuts"?',
                '"sourr" (cell B3)',
            ],
        ),
        (
            "a,1,x\nb,2,y\n",
            ["cards.csv:1 table-heading 1"],
        ),
        (
            "id,Zahl\na,1\n",
            ['cards.csv:1:2 unknown-field "Zahl"'],
        ),
        (
            "id,name,Stats,\n,,rank,text\na,,1,b\n",
            ['no field "Stats" (cell C1); where headings take two rows, write  header_row: [1, 2]'],
        ),
        ("id,for\na,b\n", ['cards.csv:1:2 unknown-field "for"']),
    ],
)
def test_a_mistake_is_told_with_its_cell(
    tabled: Tabled, table: str | bytes, expected: list[str]
) -> None:
    """File, row, column, and the cell as a spreadsheet calls it."""
    found = [problem for problem in tabled(table).problems if problem.code != "deck-empty"]
    assert len(expected) == len(found)
    for start, problem in zip(expected, found, strict=True):
        assert is_expected(problem, start), brief(problem)
        assert place_of(problem).startswith("cards.csv")


def test_a_workbook_shows_what_it_cannot_say(tabled: Tabled) -> None:
    """Dates, formulas that were never computed, and files that are no workbook."""
    import datetime

    loaded = tabled(
        workbook(["id", "rank", "text"], ["a", datetime.date(2026, 1, 2), "=1+1"]), "cards.xlsx"
    )
    lines = said(loaded)
    assert "cards.xlsx:2:2 day-in-cell 2026 01 02" in briefs(loaded.problems)
    assert any("2:3: this formula has no value (cell C2)" in line for line in lines)
    assert any(
        "this is not an XLSX workbook" in line for line in said(tabled("id\na\n", "cards.xlsx"))
    )
    loaded = tabled(_zip({"a": b"b"}), "cards.xlsx")
    assert "cards.xlsx file-unreadable" in briefs(loaded.problems)


def changed(data: bytes, *changes: tuple[bytes, bytes]) -> bytes:
    """A workbook with something else in its parts."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        found = {name: parts.read(name) for name in parts.namelist()}
    for before, after in changes:
        assert any(before in part for part in found.values())
        found = {name: part.replace(before, after) for name, part in found.items()}
    return _zip(found)


def test_a_formula_may_give_an_empty_text(tabled: Tabled) -> None:
    """As =IF(A2="","",...) does, of which Excel keeps that it is a text."""
    data = changed(workbook(["id", "text"], ["a", '=""']), (b'<c r="B2">', b'<c r="B2" t="str">'))
    assert [None] == [card.text for card in cards(tabled(data, "cards.xlsx"))]


def test_signs_that_xml_cannot_say_are_written_out(tabled: Tabled) -> None:
    """Excel keeps the line ends of what was pasted so. What no text may hold is told with its cell,
    as in a CSV."""
    data = workbook(["id", "text"], ["a", "oneEND\ntwo"], ["b", "oneENDtwo _LOWx000D_"])
    found = cards(tabled(changed(data, (b"END", b"_x000D_"), (b"LOW", b"x005F_")), "cards.xlsx"))
    assert ["one\ntwo", "one\ntwo _x000D_"] == [card.text for card in found]
    for sign in ("\x92", "_x0007_"):
        loaded = tabled(
            changed(workbook(["id", "text"], ["a", "donXt"]), (b"donX", f"don{sign}".encode())),
            "cards.xlsx",
        )
        assert brief(loaded.problems[0]).startswith("cards.xlsx:2:2 control-character 00")


def test_a_text_that_looks_like_such_a_sign_comes_back(tabled: Tabled) -> None:
    text = "_x000D_ or _x0041_"
    (card,) = cards(tabled(f"id,text\na,{text}\n"))
    deck = tabled(f"id,text\na,{text}\n").games[0].decks[0]
    assert text == card.text == cards(tabled(table_of(deck, ".xlsx"), "cards.xlsx"))[0].text


def test_days_of_a_macintosh_are_counted_from_1904(tabled: Tabled) -> None:
    import datetime

    from openpyxl.utils.datetime import MAC_EPOCH

    book, stream = Workbook(), io.BytesIO()
    book.epoch = MAC_EPOCH
    for row in (["id", "text"], ["a", datetime.date(2026, 1, 2)]):
        book.active.append(row)
    book.save(stream)
    head = FIELDS.replace("{text: {optional: true}}", "{text: {date: d.m.yyyy}}")
    assert ["2.1.2026"] == [
        card.text for card in cards(tabled(stream.getvalue(), "cards.xlsx", head))
    ]


def test_a_time_is_no_date(tabled: Tabled) -> None:
    import datetime

    head = FIELDS.replace("{text: {optional: true}}", "{text: {date: d.m.yyyy}}")
    lines = said(tabled(workbook(["id", "text"], ["a", datetime.time(12, 30)]), "cards.xlsx", head))
    assert (
        "2:2: this cell holds a time (12:30:00) (cell B2); format the column as text, and type the value again"
        in lines[0]
    )


@pytest.mark.parametrize(("form", "value"), [("0%", 5000), ('0"%"', 50), ("0\\%", 50)])
def test_percent_is_what_is_shown_as_such(tabled: Tabled, form: str, value: int) -> None:
    """Not a number with the sign behind it."""
    book, stream = Workbook(), io.BytesIO()
    for row in (["id", "rank"], ["a", 50]):
        book.active.append(row)
    book.active["B2"].number_format = form
    book.save(stream)
    head = FIELDS.replace("{int: {min: 0, max: 9, default: 1}}", '{int: {unit: "%"}}')
    assert [value] == [card.rank for card in cards(tabled(stream.getvalue(), "cards.xlsx", head))]


def test_a_row_that_cannot_be_read_makes_no_mistakes_of_those_before(tabled: Tabled) -> None:
    problems = tabled('name,text\nAnn,b\nBob,"b\n').problems
    assert ["cards.csv:3 quotes-in-table"] == [
        brief(problem) for problem in problems if problem.code != "deck-empty"
    ]


def _zip(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return stream.getvalue()


def test_a_workbook_that_would_fill_the_memory_is_refused(tabled: Tabled) -> None:
    """A small file may unpack to a large one."""
    bomb = _zip({"xl/workbook.xml": bytes(65 * 2**20)})
    assert "cards.xlsx too-large 64" in briefs(tabled(bomb, "cards.xlsx").problems)


def test_a_stray_cell_far_away_is_told(tabled: Tabled) -> None:
    book, stream = Workbook(), io.BytesIO()
    book.active.append(["id"])
    book.active.append(["a"])
    book.active["XFD1048576"] = "far"
    book.save(stream)
    assert any(
        "the sheet reaches to cell XFD1048576" in line
        for line in said(tabled(stream.getvalue(), "cards.xlsx"))
    )


@pytest.mark.parametrize("name", ["card.csv", "../other/cards.csv", "/etc/passwd", "game.yaml"])
def test_a_table_is_a_file_of_its_game(tabled: Tabled, load: Load, name: str) -> None:
    tabled("id\na\n")
    loaded = load(main=f"{FIELDS}cards: {name}\n")
    assert ["main"] == [problem.place.file.stem for problem in loaded.problems if problem.place][:1]


def test_a_broken_table_is_a_problem_of_its_deck(tmp_path: Path) -> None:
    """Whoever asks for the deck hears of it; whoever asks for its neighbour does not."""
    root = write_project(
        tmp_path,
        {"main": "cards: cards.csv\n", "other": ""},
        files={"card_data/sweets/cards.csv": "id,nme\na,b\n"},
    )
    asked = run("validate", "sweets/main", "--rules-only", project=root)
    assert (2, True) == (asked.exit_code, "cards.csv:1:2:" in asked.stderr)
    assert 0 == run("validate", "sweets/other", "--rules-only", project=root).exit_code


# -- to a table and back
# -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [".xlsx", ".ods", ".csv", ".tsv"])
def test_every_shipped_deck_goes_to_a_table_and_back(tmp_path: Path, kind: str) -> None:
    """YAML, table, YAML that names the table: equal cards, for every deck that ships; and the same
    bytes each time."""
    games = load_games(find_project(SHIPPED)).games
    shutil.copytree(
        SHIPPED / "card_data",
        tmp_path / "card_data",
        ignore=shutil.ignore_patterns("*.md", "rules.yaml"),
    )
    for game in games:
        for deck in game.decks:
            folder, data = tmp_path / "card_data" / game.id, table_of(deck, kind)
            assert data == table_of(deck, kind)
            (folder / f"{deck.id}{kind}").write_bytes(data)
            head = re.sub(
                r"(?ms)^cards:.*", f"cards: {deck.id}{kind}\n", deck.file.read_text("utf-8")
            )
            (folder / f"{deck.id}.yaml").write_text(head, "utf-8")
    again = load_games(Project(tmp_path, tmp_path / "output"))
    assert [] == again.problems
    for before, after in zip(games, again.games, strict=True):
        for deck in before.decks:
            assert list(map(known, deck)) == list(map(known, after.deck(deck.id)))


WORDS = st.text(st.characters(exclude_categories=("C",)), max_size=12).filter(
    lambda text: not text or text.strip()
)
CHOICES = ("candy", "salt, sweet", 'a "b"', "[x]", " padded ", "a;b|c", '"')
KINDS = {
    "words": TextField("words", optional=True),
    "whole": WholeNumberField("whole", optional=True),
    "real": NumberField("real", optional=True),
    "truth": TruthField("truth", optional=True),
    "some": ListField("some", CHOICES, optional=True),
}
VALUES = {
    "words": st.none()
    | WORDS
    | st.sampled_from(['""', '"', '""""', "=1+1", "# no", "[]", "1-2", "a\nb", "007", "{x}"]),
    "whole": st.none() | st.integers(-(2**52), 2**52),
    "real": st.none() | st.floats(-1e6, 1e6, allow_nan=False),
    "truth": st.none() | st.booleans(),
    "some": st.none() | st.lists(st.sampled_from(CHOICES)),
}


@given(
    rows=st.lists(
        st.fixed_dictionaries({"name": WORDS.filter(bool), **VALUES}), min_size=1, max_size=4
    ),
    kind=st.sampled_from([".csv", ".tsv", ".xlsx", ".ods"]),
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_values_come_back(tmp_path: Path, rows: list[dict[str, Any]], kind: str) -> None:
    """Texts that look like formulas, dates, lists, comments or nothing; lists whose entries hold
    every separator."""
    from cardgen.load.fields import COMMON

    file = tmp_path / f"table{kind}"
    made = tuple(
        Card(f"c{i}", "d", {"art": None, **row}, place=Place(file)) for i, row in enumerate(rows)
    )
    deck = Deck("d", "D", "g", Shape("rectangle", 1, 1), "", "", made, KINDS)
    file.write_bytes(table_of(deck, kind))
    problems: list[Finding] = []
    entries = read_table(file, KINDS, problems).entries
    assert [] == problems
    for row, entry in zip(rows, entries, strict=True):
        for name, value in row.items():
            node = entry.get(name)
            assert value == (None if node is None else {**KINDS, **COMMON}[name].read(node))


def test_words_that_look_different_go_to_a_workbook_and_back(tmp_path: Path) -> None:
    """By the command line, with the colours of the game; those of a style stay mark-up."""
    texts = ["A [red]{color=berry} **word**", "[a]{.hot}", "x[2]{.sup}\n- one"]
    cards = "".join(
        f"  - {{id: c{at}, text: {json.dumps(text)}}}\n" for at, text in enumerate(texts)
    )
    game = 'title: Sweets\npalette: {berry: "#C0392B"}\nstyles: {hot: {color: berry}}\n'
    head = f"{HEAD}fields: {{text: text}}\ncards:"
    root = write_project(tmp_path, {"main": f"{head}\n{cards}"}, game=game)
    file = root / "card_data/sweets/cards.xlsx"
    result = run("table", "sweets/main", "--to", file, project=root)
    assert 0 == result.exit_code, result.output
    (root / "card_data/sweets/main.yaml").write_text(f"{head} cards.xlsx\n", "utf-8")
    (deck,) = cardgen.open_project(root).games[0].decks
    assert texts == [card.text for card in deck]
    with zipfile.ZipFile(file) as parts:
        assert b"FFC0392B" in parts.read("xl/worksheets/sheet1.xml")


def test_what_a_table_cannot_say_is_refused() -> None:
    """A text of nothing but spaces would come back as nothing."""
    card = Card(
        "a", "d", {"name": "A", "art": None, "words": "  "}, place=Place(Path("main.yaml"), 3)
    )
    with pytest.raises(CardgenError, match=r"main.yaml:3: words holds nothing but spaces"):
        table_of(
            Deck(
                "d", "D", "g", Shape("rectangle", 1, 1), "", "", (card,), {"words": KINDS["words"]}
            ),
            ".csv",
        )


def test_a_text_longer_than_cells_of_a_workbook_is_refused() -> None:
    """openpyxl cuts it at 32,767 letters and says nothing."""
    words = {"name": "A", "art": None, "words": "x" * 32_768}
    card = Card("a", "d", words, place=Place(Path("main.yaml"), 3))
    deck = Deck("d", "D", "g", Shape("rectangle", 1, 1), "", "", (card,), {"words": KINDS["words"]})
    with pytest.raises(CardgenError, match=r"words has 32,768 letters, and a cell .* 32,767"):
        table_of(deck, ".xlsx")
    assert b"x" * 32_768 in table_of(deck, ".csv")


def test_ten_thousand_rows_load(tabled: Tabled) -> None:
    """How long it takes is measured by bench/bench.py: well under 2 s of processor time."""
    rows = [["id", "name", "rank", "text", "suits", "copies"]] + [
        [f"c-{i}", f"Card {i}", i % 10, "Some *words*.", "nuts, sour", 2] for i in range(10_000)
    ]
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    loaded = tabled(stream.getvalue())
    assert 10_000 == len(cards(loaded))


def test_columns_have_a_spreadsheets_names() -> None:
    assert ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"] == [
        letters(column) for column in (1, 26, 27, 52, 53, 702, 703)
    ]


def test_problems_elsewhere_name_no_cell() -> None:
    problems = [
        Finding("field-missing", "a", "", Place(Path("x.yaml"), 1, 1)),
        Finding("field-missing", "b", "", Place(Path("x.csv"), 1)),
        Finding("field-missing", "c", ""),
    ]
    assert problems == in_cells(problems, Path("x.csv"))


# -- the command
# ---------------------------------------------------------------------------------------------------------------------


def test_the_command_writes_a_table_once(tmp_path: Path) -> None:
    """A table that is there may have been worked on; it is written over only by --force."""
    file = tmp_path / "suit.csv"
    assert (
        0 == run("table", "best-candy-on-the-block/suit", "--to", file, project=SHIPPED).exit_code
    )
    assert file.read_text("utf-8-sig").startswith("id,name,")
    again = run("table", "best-candy-on-the-block/suit", "--to", file, project=SHIPPED)
    assert (2, True) == (again.exit_code, "there already" in again.stderr)
    assert (
        0
        == run(
            "table", "best-candy-on-the-block/suit", "--to", file, "--force", project=SHIPPED
        ).exit_code
    )


@pytest.mark.parametrize(
    ("name", "to", "expected"),
    [
        ("best-candy-on-the-block", "a.csv", "is not one deck"),
        ("best-candy-on-the-block/nosuch", "a.csv", 'no deck "nosuch"'),
        ("best-candy-on-the-block/suit", "a.odt", "is no table"),
    ],
)
def test_the_command_says_what_it_needs(tmp_path: Path, name: str, to: str, expected: str) -> None:
    done = run("table", name, "--to", tmp_path / to, project=SHIPPED)
    assert (2, True) == (done.exit_code, expected in done.stderr)


def test_what_follows_from_other_cards_is_not_written_into_a_table(tmp_path: Path) -> None:
    """--fix mends deck files; of a table it says what it should hold."""
    rules = "- {id: r, says: A is 5., check: \"deck.main.card('a').rank == 5\", blame: deck.main, field: rank, set_to: 5}\n"
    files = {"card_data/sweets/cards.csv": "id,rank\na,1\n", "card_data/sweets/rules.yaml": rules}
    root = write_project(tmp_path, {"main": "fields: {rank: int}\ncards: cards.csv\n"}, files=files)
    done = run("validate", "--fix", "--yes", "--rules-only", project=root)
    assert "id,rank\na,1\n" == (root / "card_data/sweets/cards.csv").read_text("utf-8")
    assert re.search(r"cards\.csv:2:2: .*rank should be 5; write it yourself", done.stderr)


@cache
def _whole_parts() -> dict[str, bytes]:
    """The files inside a workbook; made once, for a workbook holds the time it was made."""
    whole = zipfile.ZipFile(
        io.BytesIO(
            workbook(
                ["id", "whole", "some"], ["a", 1, "candy"], ["b", 2.5, True], ["c", "=1+1", None]
            )
        )
    )
    return {name: whole.read(name) for name in whole.namelist()}


@given(st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_workbook_is_told_and_never_a_traceback(
    tmp_path: Path, data: st.DataObject
) -> None:
    """Bytes changed anywhere, in the archive or in a part of it."""
    parts = _whole_parts()

    def spoilt(content: bytes) -> bytes:
        at = data.draw(st.integers(0, len(content) - 1))
        return (
            content[:at]
            + data.draw(st.binary(max_size=3))
            + content[at + data.draw(st.integers(0, 9)) :]
        )

    name = data.draw(st.sampled_from(sorted(parts)))
    archive = _zip({**parts, name: spoilt(parts[name])})
    file = tmp_path / "table.xlsx"
    file.write_bytes(spoilt(archive) if data.draw(st.booleans()) else archive)
    problems: list[Finding] = []
    read_table(file, KINDS, problems)
    assert all(problem.what and problem.place for problem in problems)


@given(st.text(st.sampled_from('id,;"\n\t\r#[]| aé'), max_size=60))
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_text_is_a_table_or_a_problem(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text("id,whole,some\n" + text, "utf-8", newline="")
    problems: list[Finding] = []
    read_table(file, KINDS, problems)
    assert all(problem.what and problem.place for problem in problems)


def test_a_column_that_every_card_needs_is_missed_once(tabled: Tabled) -> None:
    """Not once for each of its rows."""
    head = "size: poker\ntemplate: card.svg\nfields: {rank: int, note: {text: {optional: true}}}\n"
    loaded = tabled("id\n" + "".join(f"c-{i}\n" for i in range(50)), head=head)
    assert 1 == len(loaded.problems)
    assert (
        "cards.csv:1: this table has no column rank, which every card of the deck must say; add one, or give"
        in str(loaded.problems[0])
    )
