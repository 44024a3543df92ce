"""What a deck says of a team's sheet: headings as people spell them, rows that make no cards, ids
of names, numbers with units."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, briefs, is_expected, place_of, spelt
from projects import of_file, run, svg, write_project
from untidy import book, rows

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.load.columns import alike, joined, spellings
from cardgen.load.table_writer import table_of
from cardgen.model.cards import Card
from cardgen.model.project import find_project
from cardgen.schema.values import check_id, id_of

Sheet = Callable[..., tuple[list[Card], list[Finding]]]
FIELDS = 'fields: {rank: {int: {optional: true}}, text: {text: {optional: true}}, preis: {number: {unit: EUR, decimal: ",", optional: true}}}\n'


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    """The cards of a table and what is wrong with it: `sheet([["id"], ["a"]], "{file:
    t.xlsx}")`."""

    def sheet(
        cells: list[list[Any]] | str, cards: str = "t.xlsx", fields: str = FIELDS, **more: Any
    ) -> tuple[list[Card], list[Finding]]:
        def fill(page: Any) -> None:
            rows(page, *cells)  # type: ignore[arg-type]
            for area in more.get("merged", ()):
                page.merge_cells(area)
            for row in more.get("hidden", ()):
                page.row_dimensions[row].hidden = True

        data = cells.encode() if isinstance(cells, str) else book(("One", fill))
        write_project(
            tmp_path,
            {"main": f"{fields}cards: {cards}\n"},
            files={f"card_data/sweets/{more.get('file', 't.xlsx')}": data},
        )
        games, problems = load_games(find_project(tmp_path))
        decks = games[0].decks if games else ()
        notes = [note for deck in decks for note in deck.notes]
        return (list(decks[0].cards) if decks else []), [*problems, *notes]

    return sheet


def lines(findings: list[Finding]) -> list[str]:
    """Findings as they read, with the file of notes alone."""
    return [
        f"note: {of_file(finding)}" if finding.severity == "note" else spelt(finding)
        for finding in findings
    ]


# -- headings
# ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Stückzahl", "stueckzahl"),
        ("STUCKZAHL", "stückzahl"),
        ("Coût", "cout"),
        ("Text (EN)", "text_en"),
        ("Straße", "strasse"),
        ("プ", "プ"),
        ("Złoto", "zloto"),
    ],
)
def test_headings_are_alike_however_they_are_spelt(heading: str, name: str) -> None:
    assert name == alike(heading, ["nothing", name])


def test_headings_that_differ_are_not_alike() -> None:
    """Also where all that differs is no Latin letter, or where there is none at all."""
    assert (None, None, None) == (alike("プ", ["フ"]), alike("€", ["$"]), alike("text", ["texte"]))
    assert "€" == alike(" € ", ["$", "€"])
    assert not spellings("#")


def test_an_upper_heading_reaches_to_the_next() -> None:
    upper, lower = ["Name", "Cost", None, "Text"], [None, "Gold", "Wood", None]
    assert [
        ("Name", "Name"),
        ("Cost Gold", "Gold"),
        ("Cost Wood", "Wood"),
        ("Text", "Text"),
    ] == joined([upper, lower])


def test_columns_say_what_headings_mean(sheet: Sheet) -> None:
    """By heading in any spelling, by letter where there is none; what is ignored may say what it
    likes."""
    cells = [["NR", "Text (En)", None, "Notes", "Menge"], ["a", "Hello", 4, "=1/0", 2]]
    found, said = sheet(
        cells,
        '{file: t.xlsx, columns: {Nr.: id, "text (EN)": text, C: rank, Menge: copies}, ignore: [notes]}',
    )
    assert ([], [("a", "Hello", 4, 2)]) == (
        said,
        [(card.id, card.text, card.rank, card.copies) for card in found],
    )


def test_several_columns_fill_a_list(sheet: Sheet) -> None:
    fields = "fields: {suits: {list_of: [Sun, Deep Blue], default: []}}\n"
    found, said = sheet(
        [["id", "Icon 1", "Icon 2"], ["a", "Sun", "Deep Blue"], ["b", None, "Sun"]], _LISTED, fields
    )
    assert ([], [["Sun", "Deep Blue"], ["Sun"]]) == (said, [card.suits for card in found])


_LISTED = "{file: t.xlsx, columns: {Icon 1: suits, Icon 2: suits}}"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "{file: t.xlsx, columns: {Bidl: rank}}",
            'main.yaml:6:33 unknown-column "Bidl" -> "Bild" "id"',
        ),
        (
            "{file: t.xlsx, columns: {Bild: rnak}}",
            'main.yaml:6:39 unknown-field "rnak" -> "rank"',
        ),
        (
            "{file: t.xlsx, columns: {Bild: rank.de}}",
            'main.yaml:6:39: "rank.de" is no text in a language; name a field of the kind text',
        ),
        (
            "{file: t.xlsx, sheet: Ona}",
            'main.yaml:6:30 unknown-sheet "Ona" -> "One"',
        ),
        (
            "{file: t.xlsx, sheet: [One, Two]}",
            "main.yaml:6:30: sheet must be the name of one sheet; write  sheet: Ships",
        ),
        ("{file: t.xlsx, header_row: 0}", "main.yaml:6:35: header_row must be the number of a row"),
        ("{file: t.xlsx, header_row: [2, 4]}", "main.yaml:6:35 number-expected"),
        ("{file: t.xlsx, header_row: 9}", "t.xlsx:9: row 9 holds no headings; mend header_row"),
        (
            "{file: t.xlsx, colums: {Bild: rank}}",
            'main.yaml:6:23 unknown-key "colums" -> "columns"',
        ),
        ("{sheet: One}", "main.yaml:6:8 key-missing"),
        ("{file: u.xlsx}", 'main.yaml:6:15 file-missing "u.xlsx" -> "t.xlsx"'),
        (
            "{file: t.xlsx}",
            't.xlsx:1:2 unknown-field "Bild"',
        ),
    ],
)
def test_what_is_said_of_columns_is_checked(sheet: Sheet, cards: str, expected: str) -> None:
    """In the deck file, where it stands."""
    _, said = sheet([["id", "Bild"], ["a", 1]], cards)
    assert is_expected(said[0], expected), briefs(said)
    assert 2 >= len(said)


def test_a_table_is_looked_for_among_tables(sheet: Sheet) -> None:
    """Whatever ends otherwise is none; a path is written with forward slashes."""
    for named, expected in (
        ("ships.xls", 'main.yaml:6:8 list-expected -> "ships.csv"'),
        ("ships", 'main.yaml:6:8 list-expected -> "ships.csv"'),
        ("main.csv", 'main.yaml:6:8: no table is called "main.csv"; use one of: ships.csv'),
        (
            "art\\ships.csv",
            'main.yaml:6:8 name-impossible "art\\ships.csv"',
        ),
    ):
        _, (said,) = sheet("id\na\n", named, file="ships.csv")
        assert is_expected(said, expected), brief(said)
    # which some systems open by this name
    _, said = sheet("id\na\n", "boats.csv", file="Boats.CSV")
    assert ['main.yaml:6:8 file-missing "boats.csv" -> "Boats.CSV"'] == briefs(said)


@pytest.mark.parametrize(
    "table",
    [
        "id|rank|text\na|1|Hoot, twice\nb|2|Fly\n",
        "| id | rank | text |\n|---|---:|:---|\n| a | 1 | Hoot, twice |\n| b | 2 | Fly |\n",
    ],
)
def test_columns_may_lie_between_bars(sheet: Sheet, table: str) -> None:
    """Also in a table of Markdown, whose headings are underlined."""
    found, said = sheet(table, "t.csv", file="t.csv")
    assert ([], [("a", 1, "Hoot, twice"), ("b", 2, "Fly")]) == (
        said,
        [(card.id, card.rank, card.text.strip()) for card in found],
    )


def test_a_csv_has_no_sheets(sheet: Sheet) -> None:
    _, said = sheet("id\na\n", "{file: t.csv, sheet: One}", file="t.csv")
    assert "main.yaml:6:29 unknown-sheet" == brief(said[0])


# -- rows
# ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("above", [["Harbour Nights v0.4"], ["Cards of", "May"]])
def test_titles_stand_above_the_headings(sheet: Sheet, above: list[str]) -> None:
    found, said = sheet([above, [], ["id", "rank"], ["a", 1]])
    assert ([], ["a"]) == (said, [card.id for card in found])


def test_a_new_column_is_no_id_of_cards_that_have_names(sheet: Sheet) -> None:
    """All fields that the deck declares have a column: then it is a new one, or left out."""
    fields = "fields: {rank: int}\n"
    _, (said,) = sheet([["name", "rank", "Faction"], ["Owl", 1, "Red"]], fields=fields)
    assert 'declare it under fields, or leave it out:  ignore: ["Faction"]' == said.remedy


@pytest.mark.parametrize("above", [["Ships v3"], ["Ships v3", "by us"]])
def test_a_title_that_was_put_above_the_headings_is_one_mistake(
    sheet: Sheet, above: list[str]
) -> None:
    """The row that the deck names, as a proposal does, holds the headings no more."""
    cards = "{file: t.xlsx, header_row: 1, columns: {Karte: name}}"
    _, (said,) = sheet([above, ["Karte", "rank"], ["Owl", 1]], cards)
    assert "t.xlsx:1 table-heading 1" == brief(said)


def test_what_a_row_lacks_is_one_mistake(sheet: Sheet) -> None:
    """A remark below the cards, most of all: it told each field that it is not."""
    fields = "fields: {rank: int, suit: text, text: text}\n"
    _, (said,) = sheet(
        [["name", "rank", "suit", "text"], ["Owl", 1, "red", "Hoot"], ["mind the balance!"]],
        fields=fields,
    )
    what = "t.xlsx:3:2: this card has no rank, suit, text (cell B3)"
    assert (
        f"{what}; fill them in, or give them a default under fields; a row that is no card begins with #"
        == spelt(said)
    )
    _, (said,) = sheet([["name", "rank"], ["Owl", 1], ["Bat"]], fields="fields: {rank: int}\n")
    assert (
        "t.xlsx:3:2: this card has no rank (cell B3); add  rank: ... or give the field a default"
        == spelt(said)
    )


def test_what_is_missing_is_told_in_the_cell_of_its_column(sheet: Sheet) -> None:
    """Several rows in one message, and the heading, as for what is wrong there."""
    cells = [["Karte", "text", "Rang"], ["Owl", "Hoot"], ["Jay", "Sing", 2], ["Bat", "Fly"]]
    columns = "{file: t.xlsx, columns: {Karte: name, Rang: rank}}"
    _, (said,) = sheet(cells, columns, fields="fields: {rank: int, text: text}\n")
    assert "t.xlsx:2:3: this card has no rank (column C, Rang: C2, C4)" in spelt(said)


@pytest.mark.parametrize(
    "table", ["t.xlsx", "{file: t.xlsx, header_row: 1, columns: {Karte: name}}"]
)
@pytest.mark.parametrize(
    "first", [[["Ideas"], ["Name them"]], [], [["Karte", "remark"], ["Owl", "too strong"]]]
)
def test_a_sheet_that_was_put_before_the_cards_is_told(
    tmp_path: Path, first: list[list[str]], table: str
) -> None:
    """Whatever stands in it: the headings are in another one, which `sheet` names."""
    cards = [["id", "Karte" if "Karte" in table else "name", "rank"], ["a", "Owl", 1]]
    fields = "fields: {rank: {int: {optional: true}}}\n"
    for name, second in (("The Cards", cards), ("More", [["x", "y"]])):
        data = book(("First", lambda page: rows(page, *first)), (name, partial(rows_of, second)))
        write_project(
            tmp_path,
            {"main": f"{fields}cards: {table}\n"},
            files={"card_data/sweets/t.xlsx": data},
        )
        _, said = load_games(find_project(tmp_path))
        if second is cards:
            (finding,) = said
            assert "the headings stand in" in finding.what
            assert 'write  sheet: "The Cards"' == finding.remedy
        assert all("First" in each.what for each in said if each.code == "table-heading")


def rows_of(cells: list[list[Any]], page: Any) -> None:
    rows(page, *cells)


def test_a_wrong_heading_below_a_title_is_told_in_its_row(sheet: Sheet) -> None:
    _, said = sheet([["Harbour Nights v0.4"], [], ["Karte", "Rang"], ["a", 1]])
    assert ["t.xlsx:3:1", "t.xlsx:3:2"] == [
        place_of(finding) for finding in said if finding.code == "unknown-field"
    ]


def test_a_row_of_headings_may_begin_with_a_sharp(sheet: Sheet) -> None:
    """In a column of ids a card that was made a comment says no less than the others; it is
    told."""
    cells = [["#", "rank", "name"], [1, 2, "A"], ["# 2", 3, "B"]]
    for table in (
        "{file: t.xlsx, header_row: 1, columns: {'#': id}}",
        "{file: t.xlsx, columns: {'#': id}}",
    ):
        found, said = sheet(cells, table)
        assert ["note t.xlsx:3 row-left-out 3"] == briefs(said)
        assert [("1", 2)] == [(card.id, card.rank) for card in found]


def test_sums_and_hidden_rows_make_no_cards(sheet: Sheet) -> None:
    """Formulas in them need no value; a note names the rows. A card may be called a sum where it
    says more than numbers."""
    cells = [
        ["name", "rank", "text"],
        ["A", 1, "x"],
        ["B", 2, "y"],
        ["Total", 7, "a card"],
        ["Total:", "=SUM(B2:B4)"],
        [None, "=B5"],
    ]
    found, said = sheet(cells, hidden=[3])
    assert ["A", "Total"] == [card.name for card in found]
    assert "note: t.xlsx: no card is made of row 3 (hidden); rows 5, 6 (a sum)" in lines(said)
    found, _ = sheet(cells, "{file: t.xlsx, hidden: true}", hidden=[3])
    assert ["A", "B", "Total"] == [card.name for card in found]


def test_a_sum_in_a_text_table(sheet: Sheet) -> None:
    found, said = sheet("name;preis\nA;1,50 EUR\nSumme;1,50 EUR\n", "t.csv", file="t.csv")
    assert [("A", 1.5)] == [(card.name, card.preis) for card in found]
    assert any("row 3 (a sum)" in line for line in lines(said))


def test_notes_beside_the_cards_make_none(sheet: Sheet) -> None:
    """They say no name, and nothing that every card must say; a card that lacks its name does."""
    cells = [
        ["name", "cost", "text"],
        ["A", 1, "x"],
        [None, None, "half of them cost 1"],
        ["B", 2, None],
    ]
    found, said = sheet(cells, fields="fields: {cost: int, text: {text: {optional: true}}}\n")
    assert ["A", "B"] == [card.name for card in found]
    assert (
        "note: t.xlsx: no card is made of row 3 (no name, nor anything that cards must say)"
        in lines(said)
    )
    found, said = sheet(
        [*cells, [None, 3, "x"]], fields="fields: {cost: int, text: {text: {optional: true}}}\n"
    )
    assert [("a", "A"), ("b", "B"), ("main-3", "")] == [(card.id, card.name) for card in found]
    assert (
        "note: t.xlsx: no name in row 5, so ids are numbers: main-3; they move where a row is put between"
        in lines(said)
    )


def test_a_row_without_a_name_that_lacks_more_makes_no_card(sheet: Sheet) -> None:
    """Remarks that somebody typed below the cards, in whichever column; a row with an id is a card
    all the same."""
    fields = "fields: {kind: text, text: text}\n"
    found, said = sheet(
        [["name", "kind", "text"], ["A", "x", "y"], [None, None, "first round: 1 action"]],
        fields=fields,
    )
    assert (
        ["A"],
        "note: t.xlsx: no card is made of row 3 (no name, nor all that cards must say)"
        in lines(said),
    ) == (
        [card.name for card in found],
        True,
    )
    _, said = sheet(
        [["id", "name", "kind", "text"], ["a", "A", "x", "y"], ["b", None, None, "z"]],
        fields=fields,
    )
    assert "field-missing" == said[0].code
    assert "kind" in said[0].what


def test_headings_below_several_groups_name_none_of_them(sheet: Sheet) -> None:
    """So a letter is that of a column, and no heading."""
    cells = [["Cost", None, "Gain", None], ["A", "B", "A", "B"], ["x", 1, 2, 3]]
    table = "{file: t.xlsx, header_row: [1, 2], columns: {A: name, B: cost, C: gain, D: more}}"
    found, said = sheet(cells, table, fields="fields: {cost: int, gain: int, more: int}\n")
    assert ([("x", 1, 2, 3)], 1) == (
        [(card.name, card.cost, card.gain, card.more) for card in found],
        len(said),
    )


def test_what_is_to_be_ignored_is_not_taken_for_what_is_spelt_alike(sheet: Sheet) -> None:
    found, said = sheet(
        [["id", "K💰", "K🤝"], ["a", 1, "x"]],
        '{file: t.xlsx, columns: {"K💰": rank}, ignore: ["K🤝"]}',
    )
    assert ([], [1]) == (said, [card.rank for card in found])


def test_what_stands_far_to_the_right_can_be_left_out(sheet: Sheet) -> None:
    """Where no heading is, a column goes by its letter."""
    cells = [["id", "rank"], ["a", 1, None, None, "a legend"]]
    assert "leave it out: ignore: [E]" in sheet(cells)[1][0].remedy
    found, said = sheet(cells, "{file: t.xlsx, ignore: [E]}")
    assert ([], [1]) == (said, [card.rank for card in found])


def test_a_heading_of_two_letters_is_no_letter_of_a_column(sheet: Sheet) -> None:
    """HP would be the 224th, ID the 238th."""
    found, said = sheet(
        [["ID", "HP", "MP"], ["a", 3, "x"]],
        "{file: t.xlsx, columns: {ID: id, HP: rank}, ignore: [MP]}",
    )
    assert ([], [("a", 3)]) == (said, [(card.id, card.rank) for card in found])


def test_a_table_may_have_no_headings(sheet: Sheet) -> None:
    """Then its columns go by letter, and its first row is a card."""
    rows = [["Owl", 3, "x"], ["# later"], ["Bat", 2, "y"]]
    fields = "fields: {rank: int}\n"
    found, said = sheet(
        rows, "{file: t.xlsx, header_row: none, columns: {A: name, B: rank}, ignore: [C]}", fields
    )
    assert (
        [("owl", 3), ("bat", 2)],
        ["note t.xlsx:2 row-left-out 2"],
    ) == (
        [(card.id, card.rank) for card in found],
        [brief(note) for note in said if note.code != "no-id-column"],
    )
    _, said = sheet(rows, "{file: t.xlsx, header_row: none, columns: {A: name, B: rank}}", fields)
    assert 't.xlsx:1:3 table-heading "x" "y"' == brief(said[0])


def test_a_row_that_is_taken_for_headings_unknown_is_noted(sheet: Sheet) -> None:
    """It may be the first card."""
    table = "{file: t.xlsx, columns: {A: name, B: rank}}"
    found, said = sheet([["Owl", "3"], ["Bat", 2]], table, "fields: {rank: int}\n")
    note = "note: t.xlsx: row 1 (Owl, 3) is taken for headings; if it is a card, write  header_row: none, or else  header_row: 1"
    assert (1, True) == (len(found), note in lines(said)), lines(said)
    assert not any(
        each.code == "headings-guessed"
        for each in sheet([["Owl", "3"], ["Bat", 2]], table.replace("}}", "}, header_row: 1}"))[1]
    )


def test_hidden_columns_count_where_the_deck_knows_them(tmp_path: Path) -> None:
    def fill(page: Any) -> None:
        rows(page, ["name", "rank", "Secret", None], ["Owl", 3, "x", "y"])
        for column in "BCD":
            page.column_dimensions[column].hidden = True

    deck = "size: poker\ntemplate: card.svg\nfields: {rank: int}\ncards: t.xlsx\n"
    write_project(tmp_path, {"main": deck}, files={"card_data/sweets/t.xlsx": book(("One", fill))})
    (game,), problems = load_games(find_project(tmp_path))
    assert [] == problems
    assert 3 == game.decks[0].cards[0].rank
    assert "t.xlsx: hidden columns that the deck does not know are left out: C" in [
        of_file(note) for note in game.decks[0].notes
    ]
    write_project(tmp_path, {"main": deck.replace("t.xlsx", "{file: t.xlsx, hidden: true}")})
    _, problems = load_games(find_project(tmp_path))
    assert any(
        brief(problem).startswith('t.xlsx:1:3 unknown-field "Secret"') for problem in problems
    )


@pytest.mark.parametrize(
    ("key", "remedy"),
    [("c", "write a heading, or the letter of a column: C"), ("Texxt", "did you mean")],
)
def test_a_column_that_is_not_there_is_told_with_what_is(
    sheet: Sheet, key: str, remedy: str
) -> None:
    _, said = sheet(
        [["id", "Text", None], ["a", "b", None]],
        f"{{file: t.xlsx, columns: {{{key}: rank}}}}",
        "fields: {rank: int, text: text}\n",
    )
    assert any(f'no column "{key}"; {remedy}' in each for each in lines(said)), lines(said)


def test_a_merged_cell_counts_in_each_of_its_rows(sheet: Sheet) -> None:
    cells = [["id", "rank", "text"], ["a", 3, "x"], ["b", None, None], ["Part two"], ["c", 4, None]]
    found, said = sheet(cells, merged=["B2:B3", "A4:C4"])
    assert [("a", 3, "x"), ("b", 3, None), ("c", 4, None)] == [
        (card.id, card.rank, card.text) for card in found
    ]
    assert ["note: t.xlsx: no card is made of row 4 (one cell across)"] == lines(said)


# -- ids
# -----------------------------------------------------------------------------------------------------------------------------


def test_ids_are_made_of_names(sheet: Sheet) -> None:
    """The same for the same name, each once, and told; `Bat 2` is no second `Bat`."""
    found, said = sheet(
        [
            ["Name", "rank"],
            ["Bat", 1],
            ["Größe", 2],
            ["Bat", 3],
            ["Bat 2", 4],
            ["狼", 5],
            ["CON", 6],
        ]
    )
    assert ["bat", "groesse", "bat-2", "bat-2-2", id_of("狼"), "con-1"] == [
        card.id for card in found
    ]
    assert [
        "note: t.xlsx: there is no column id, so ids are made of the names: bat, groesse, bat-2, ..."
    ] == lines(said)
    for card in found:
        check_id(card.id, "card")


def test_ids_are_made_of_pictures_where_nothing_has_a_name(sheet: Sheet, tmp_path: Path) -> None:
    """A list of pictures, and how many of each."""
    write_project(
        tmp_path,
        files={
            f"card_data/sweets/art/{name}": svg("")
            for name in ("bat.svg", "Night Birds/Große Eule.svg")
        },
    )
    cells = [["Bild", "Anzahl"], ["bat", 2], ["Night Birds/Große Eule.svg", 1], ["bat.svg", 1]]
    found, said = sheet(cells, "{file: t.xlsx, columns: {Bild: art, Anzahl: copies}}", fields="")
    assert ["bat", "grosse-eule", "bat-2"] == [card.id for card in found]
    assert ["note t.xlsx:1 no-id-column 2"] == briefs(said)


def test_cards_without_names_are_numbered(sheet: Sheet) -> None:
    """Clues, numbers, events: each is what its columns say. A name that is left blank prints
    nothing."""
    found, said = sheet([["rank", "text"], [1, "x"], [None, "y"], [3, None]])
    assert [("main-1", "", 1), ("main-2", "", None), ("main-3", "", 3)] == [
        (card.id, card.name, card.rank) for card in found
    ]
    assert ["note t.xlsx:1 no-id-column 1 2 3"] == briefs(said)


def test_cards_to_write_on_have_no_names(sheet: Sheet) -> None:
    """Rows that say only how many there are, or `""`; what is the sum of its column, at the end, is
    none."""
    cells = [
        ["name", "rank", "Qty"],
        ["Bat", 1, 2],
        [None, None, 3],
        ['""', None, 1],
        ["Owl", 2, 2],
        [None, 3, 8],
    ]
    found, said = sheet([*cells[:-1], [None, None, 8]], "{file: t.xlsx, columns: {Qty: copies}}")
    assert [("bat", 2), ("main-2", 3), ("main-3", 1), ("owl", 2)] == [
        (card.id, card.copies) for card in found
    ]
    assert "note: t.xlsx: no card is made of row 6 (a sum)" in lines(said)
    assert "note t.xlsx:3 ids-made 3 4 2 3" in briefs(said)
    assert 5 == len(
        sheet([*cells[:-1], [None, None, 7]], "{file: t.xlsx, columns: {Qty: copies}}")[0]
    )


def test_a_picture_may_lack_where_cards_are_called_by_pictures(
    sheet: Sheet, tmp_path: Path
) -> None:
    write_project(tmp_path, files={"card_data/sweets/art/bat.svg": svg("")})
    found, said = sheet(
        [["Bild", "rank"], ["bat", 2], [None, 1]], "{file: t.xlsx, columns: {Bild: art}}"
    )
    assert [("bat", "Bat"), ("main-2", "")] == [(card.id, card.name) for card in found]
    assert "note t.xlsx:3 ids-made 3 2" in briefs(said)


# -- rows that begin with #
# ----------------------------------------------------------------------------------------------------------

_HASHED = [
    ["name", "text", "quantity"],
    ["Apple", "green", 2],
    ["#winning", "Say it aloud.", 3],
    ["# 1 Fan", None, 1],
    ["Pear", "x", 1],
]


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_a_card_may_be_called_by_a_sharp(sheet: Sheet, kind: str) -> None:
    """It is one where its row is filled as those of cards; eleven of a party game were lost, and
    nobody said so."""
    fields = "fields: {text: {text: {optional: true}}}\n"
    cells: Any = _HASHED
    if kind == "csv":
        cells = "\n".join(
            ",".join("" if cell is None else str(cell) for cell in row) for row in _HASHED
        )
        cells = cells.replace("#winning", '"#winning"')
    found, said = sheet(cells, f"t.{kind}", fields, file=f"t.{kind}")
    assert [("Apple", 2), ("#winning", 3), ("# 1 Fan", 1), ("Pear", 1)] == [
        (card.name, card.copies) for card in found
    ]
    told = f"note: t.{kind}: rows 3, 4: what begins with # and is filled as a card is one; begin a comment with ##"
    assert told in lines(said)


@pytest.mark.parametrize(
    ("row", "card", "told"),
    [
        (["#winning", None, None], False, True),
        (["# the small ones"], False, True),
        (["## the small ones"], False, False),
        (["##winning", "Say it.", 1], False, True),
        (["\\#winning", None, None], True, False),
        (["#winning", None, 2], True, True),
        (["# later, when", " there is time"], False, True),
        (["=1/0", "x", 1], False, False),
    ],
)
def test_a_comment_is_one_cell_or_less_than_a_card(
    sheet: Sheet, row: list[Any], card: bool, told: bool
) -> None:
    r"""Either can be written: `##` is always a comment, `\#` never."""
    cells = [["name", "text", "rank"], ["Apple", "green", 2], row, ["Pear", None, 1]]
    if row[-1] is None or card:
        cells[-1][2], cells[-1][1] = None, None
    fields = "fields: {text: {text: {optional: true}}, rank: {int: {optional: true}}}\n"
    if len(row) == 2:
        fields = fields.replace("{int: {optional: true}}", "int")
        cells[-1][2] = 1
    found, said = sheet(cells, "t.xlsx", fields)
    assert card == ("#winning" in [each.name for each in found])
    assert told == any("row 3" in each and "#" in each for each in lines(said)), lines(said)


def test_a_list_of_single_lines_may_hold_sharps(sheet: Sheet) -> None:
    """Only a comment has a space behind it."""
    found, said = sheet(
        "name\n#winning\n# a comment\nPear\n## none\n\\# one\n", "t.csv", "", file="t.csv"
    )
    assert ["#winning", "Pear", "# one"] == [card.name for card in found]
    assert "note: t.csv: no card is made of row 3 (a comment, which begins with #)" in lines(said)


def test_cards_may_be_numbered_with_sharps(sheet: Sheet) -> None:
    found, _ = sheet([["id", "name"], ["#001", "Bulb"], ["#002", "Ivy"]])
    assert ["001", "002"] == [card.id for card in found]


def test_a_column_that_counts_is_told_where_it_is_left_out(sheet: Sheet) -> None:
    """`# of copies` counts them; of `#` nobody knows."""
    for heading in (
        "# of copies",
        "# copies",
        "# Cards",
        "No. of copies",
        "Number of copies",
        "How many",
        "Anzahl der Karten",
    ):
        found, said = sheet([["Name", heading], ["Wolf", 3], ["Owl", 2]], fields="fields: {}\n")
        assert [("Wolf", 3), ("Owl", 2)] == [(card.name, card.copies) for card in found], (
            heading,
            said,
        )
    found, said = sheet([["Name", "#"], ["Wolf", 3], ["Owl", 2]], fields="fields: {}\n")
    assert [1, 1] == [card.copies for card in found]
    told = "note: t.xlsx: column B holds whole numbers and is left out, for its heading begins with #; to count copies by it, write  "
    assert f"{told}columns: {{B: copies}}" in lines(said)
    assert not any(
        each.code == "column-of-counts"
        for each in sheet([["Name", "#todo"], ["Wolf", "x"]], fields="fields: {}\n")[1]
    )


def test_ids_of_a_sheet_may_be_written_in_any_way(sheet: Sheet) -> None:
    found, said = sheet([["id"], ["A 01"], ["B_2"], [3]])
    told = [
        'note: t.xlsx: ids are of small letters, digits and hyphens: "A 01" is a-01, "B_2" is b-2'
    ]
    assert (told, ["a-01", "b-2", "3"]) == (lines(said), [card.id for card in found])
    _, said = sheet([["id"], ["A 1"], ["a-1"]])
    assert 't.xlsx:3:1 name-taken "a-1" 2' == brief(said[0])


def test_a_row_without_an_id_is_a_card_like_the_others(sheet: Sheet) -> None:
    """Its id is made as where no row has one, and is none that another row has."""
    found, said = sheet([["id", "name"], ["owl", "A"], [None, "Owl"], [None, "Bat"], ["x", None]])
    assert ["owl", "owl-2", "bat", "x"] == [card.id for card in found]
    assert "note t.xlsx:3 ids-made 3 4 2" in briefs(said)
    found, said = sheet([["id", "rank"], ["owl", 1], [None, 2]], "t.xlsx", "fields: {rank: int}\n")
    assert ["owl", "main-2"] == [card.id for card in found]
    assert "note t.xlsx:3 ids-made 3 2" in briefs(said)


def test_notes_reach_whoever_builds(tmp_path: Path) -> None:
    root = write_project(
        tmp_path, {"main": "cards: t.csv\n"}, files={"card_data/sweets/t.csv": "name\nBat\n"}
    )
    assert (
        "t.csv:1: there is no column id"
        in run("build", "sweets", "--paper", "a4", project=root).stderr
    )
    assert (
        "t.csv:1: there is no column id"
        in run("validate", "sweets", "--rules-only", project=root).stderr
    )


def test_sheets_of_a_workbook_without_ids_are_one_note(tmp_path: Path) -> None:
    data = book(
        *((name, lambda page: rows(page, ["name"], ["Bat"], ["Owl"])) for name in ("One", "Two"))
    )
    decks = {name.lower(): f"cards: {{file: t.xlsx, sheet: {name}}}\n" for name in ("One", "Two")}
    root = write_project(tmp_path, decks, files={"card_data/sweets/t.xlsx": data})
    (found,) = run("validate", "sweets", "--rules-only", project=root).findings
    assert "note t.xlsx:1 no-id-column" == brief(found)
    assert ("one", "two") == found.about


# -- cells
# ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "cell", "value"),
    [
        ('{unit: EUR, decimal: ","}', "1,50 EUR", 1.5),
        ('{unit: EUR, decimal: ","}', "EUR 1.234,50", 1234.5),
        ('{unit: EUR, decimal: ","}', "1 234 567 eur", 1234567),
        ('{decimal: ","}', "-0,5", -0.5),
        ('{decimal: ","}', "−3", -3),
        ('{decimal: ","}', "1.234", 1234),
        ('{decimal: ","}', 1.234, 1.234),
        ('{decimal: ","}', "1.5", 1.5),
        ('{decimal: "."}', "1,234.5", 1234.5),
        ('{decimal: "."}', "12'345", 12345),
        ('{unit: "%"}', "50 %", 50),
        ('{unit: "€"}', "€12", 12),
        ("{unit: mm}", "2.5", 2.5),
        ('{unit: EUR, decimal: ","}', "2,00 EUR", 2),
    ],
)
def test_numbers_as_people_write_them(sheet: Sheet, options: str, cell: Any, value: float) -> None:
    """The same in a table and in YAML."""
    fields = f"fields: {{cost: {{number: {options}}}}}\n"
    (card,), said = sheet([["id", "cost"], ["a", cell]], fields=fields)
    assert ([], str(value)) == (said, str(card.cost))
    if isinstance(cell, str):
        (card,), said = sheet([["id"]], f'[{{id: a, cost: "{cell}"}}]', fields)
        assert ([], str(value)) == (said, str(card.cost))


@pytest.mark.parametrize("value", ["３", "＋３", "๓", "٣"])
def test_numbers_in_any_digits(sheet: Sheet, value: str) -> None:
    """Whoever writes Japanese has full-width ones under the fingers; in YAML as in a table."""
    (card,), said = sheet([["id", "rank"], ["a", value]], fields="fields: {rank: int}\n")
    assert ([], 3) == (said, card.rank)
    (card,), said = sheet(
        [["id"]],
        f"[{{id: a, rank: {value}, copies: {value.strip('＋')}}}]",
        "fields: {rank: number}\n",
    )
    assert ([], 3, 3) == (said, card.rank, card.copies)
    _, (wrong,) = sheet([["id", "rank"], ["a", "3²"]], fields="fields: {rank: int}\n")
    assert 't.xlsx:2:2 number-expected "3²"' == brief(wrong)


EAST = ["３枚", "×３", "3张", "3 장", "๓ ใบ"]


@pytest.mark.parametrize(
    "cell", ["x3", "3x", "× 3", "3 ×", "3 pcs.", "3 copies", "3 Stk.", *EAST, "3.0", "3", 3.0]
)
def test_copies_as_people_write_them(sheet: Sheet, cell: Any) -> None:
    (card,), said = sheet([["id", "Qty"], ["a", cell]])
    assert ([], 3) == (said, card.copies)


@pytest.mark.parametrize("cell", ["x", "3 each", "3 or 4", "2x3", "3.5", "-3", "(3)"])
def test_what_is_no_number_of_copies_is_refused(sheet: Sheet, cell: str) -> None:
    assert "copies is " in sheet([["id", "copies"], ["a", cell]])[1][0].what


def test_whole_numbers_may_have_a_fraction_of_nothing(sheet: Sheet) -> None:
    """As programs write a column in which a cell is empty."""
    found, said = sheet(
        "id,rank\na,3.0\nb,\n", "t.csv", "fields: {rank: {int: {optional: true}}}\n", file="t.csv"
    )
    assert ([], [3, None]) == (said, [card.rank for card in found])


@pytest.mark.parametrize("cell", ["1,23,4", "1 23", "1,50 USD", "a lot", "12.34,5.6", "1,500"])
def test_what_is_no_number_in_the_notation_is_refused(sheet: Sheet, cell: str) -> None:
    _, said = sheet([["id", "cost"], ["a", cell]], fields="fields: {cost: {number: {unit: EUR}}}\n")
    assert f't.xlsx:2:2 number-expected "{cell}"' in brief(said[0])


def test_a_number_with_a_unit_says_how_to_declare_it(sheet: Sheet) -> None:
    _, said = sheet([["id", "cost"], ["a", "1,50 EUR"]], fields="fields: {cost: number}\n")
    assert said[0].remedy.endswith(
        'or say under fields how they are written: cost: {number: {unit: "EUR", decimal: ","}}'
    )


@pytest.mark.parametrize(
    ("cell", "kind", "declared"),
    [
        ("1,000", "int", ['decimal: "."']),
        ("1.000", "int", ['decimal: ","']),
        ("12,000 gp", "int", ['unit: "gp", decimal: "."']),
        ("1.000 gp", "int", ['unit: "gp", decimal: ","']),
        ("1,000", "number", ['decimal: "."', 'decimal: ","']),
        ("0,125", "number", ['decimal: ","']),
    ],
)
def test_what_is_proposed_for_thousands_keeps_the_number(
    sheet: Sheet, cell: str, kind: str, declared: list[str]
) -> None:
    """Before three digits a sign may be that of thousands; where it may be both, it is told what
    becomes of the number."""
    rows = [["id", "cost"], ["a", cell]]
    _, said = sheet(rows, fields=f"fields: {{cost: {kind}}}\n")
    assert declared == re.findall(r"\{\w+: \{([^{}]+)\}\}", said[0].remedy)
    found, said = sheet(rows, fields=f"fields: {{cost: {{{kind}: {{{declared[0]}}}}}}}\n")
    digits = "".join(sign for sign in cell if sign.isdigit())
    assert ([], [0.125 if cell[0] == "0" else int(digits)]) == (said, [card.cost for card in found])


def test_numbers_in_a_notation_go_to_a_table_and_back(tmp_path: Path) -> None:
    """1.234 is no 1234, whatever the file."""
    head = 'fields: {cost: {number: {decimal: ","}}}\n'
    root = write_project(
        tmp_path,
        {
            "main": head
            + 'cards: [{id: a, cost: "1,234"}, {id: b, cost: "0,00012"}, {id: c, cost: 7}]\n'
        },
    )
    deck = load_games(find_project(root)).games[0].deck("main")
    assert [1.234, 0.00012, 7] == [card.cost for card in deck]
    for kind in (".csv", ".xlsx", ".ods"):
        write_project(
            root,
            {"main": f"{head}cards: t{kind}\n"},
            files={f"card_data/sweets/t{kind}": table_of(deck, kind)},
        )
        again, problems = load_games(find_project(root))
        assert [] == problems
        assert [1.234, 0.00012, 7] == [card.cost for card in again[0].deck("main")]


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("Sun\nDeep Blue", ["Sun", "Deep Blue"]),
        ("- Sun\n- Salt, sweet", ["Sun", "Salt, sweet"]),
        ("Salt, sweet", ["Salt, sweet"]),
        ("Sun, Deep Blue", ["Sun", "Deep Blue"]),
    ],
)
def test_lists_by_line(sheet: Sheet, cell: str, items: list[str]) -> None:
    """A line that is one of the choices is one entry, with a comma in it or not."""
    fields = 'fields: {suits: {list_of: [Sun, Deep Blue, "Salt, sweet"]}}\n'
    (card,), said = sheet([["id", "suits"], ["a", cell]], fields=fields)
    assert ([], items) == (said, card.suits)


def test_lists_of_a_game_hold_any_text(tmp_path: Path) -> None:
    """In loops, in YAML and in tables alike; an id that is made of one has what comes nearest."""
    game = "title: Sweets\ncolours: [Red, Deep Blue]\n"
    decks = {
        "main": "fields: {colour: {one_of: colours}}\ncards:\n  - {for: {colour: colours}, id: 'card-{colour}'}\n",
        "other": "fields: {colour: {one_of: colours}}\ncards: t.csv\n",
    }
    root = write_project(
        tmp_path, decks, game=game, files={"card_data/sweets/t.csv": "id,colour\na,Deep Blue\n"}
    )
    (found,), problems = load_games(find_project(root))
    assert [] == problems
    assert [("card-red", "Red"), ("card-deep-blue", "Deep Blue")] == [
        (card.id, card.colour) for card in found.deck("main")
    ]
    assert "Deep Blue" == found.deck("other").cards[0].colour


def test_what_a_database_exports_is_read_as_it_is(sheet: Sheet, tmp_path: Path) -> None:
    """Files and other records with their addresses, several choices without blanks between them,
    and ticks."""
    write_project(tmp_path, files={"card_data/sweets/art/owl.svg": "<svg/>"})
    head = "\ufeffName,Image,Tags,Seen with,Rare\n"
    owl = 'Owl,owl.svg (https://files.example/a/b.svg),"fire,ice",Bat (https://www.notion.so/Bat-0123?pvs=21) at https://ex.org,checked\n'
    bat = 'Bat,,"fire (https://www.notion.so/fire-0123), ice (https://www.notion.so/ice-0123)",,\n'
    fields = "fields: {tags: {list_of: [fire, ice]}, seen_with: {text: {optional: true}}, rare: {bool: {default: false}}}\n"
    found, said = sheet(
        head + owl + bat, "{file: t.csv, columns: {Image: art}}", fields, file="t.csv"
    )
    assert {"no-id-column"} >= {finding.code for finding in said}
    assert [["fire", "ice"]] * 2 == [card.tags for card in found]
    assert ("owl.svg", "Bat at https://ex.org", True, False) == (
        found[0].art,
        found[0].seen_with,
        found[0].rare,
        found[1].rare,
    )


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        *(
            (cell, True)
            for cell in (
                "x",
                "[x]",
                "✓",
                "☑",
                "checked",
                "Y",
                "Ja",
                "VRAI",
                "Sí",
                "はい",
                "是",
                "예",
                "ใช่",
                1,
                True,
            )
        ),
        *((cell, True) for cell in ("Да", "نعم", "כן", "evet", "ANO")),
        *((cell, False) for cell in ("-", "☐", "unchecked", "n", "não", "FALSO", 0)),
    ],
)
def test_marks_are_truths(sheet: Sheet, cell: Any, value: bool) -> None:
    (card,), said = sheet([["id", "on"], ["a", cell]], fields="fields: {'on': bool}\n")
    assert ([], value) == (said, card.on)


def test_the_first_sheet_that_is_seen_is_read(tmp_path: Path) -> None:
    """One that is hidden holds lists for its cells, as a rule; it is read where it is named."""

    def lists(page: Any) -> None:
        rows(page, ["id", "name"], ["choice", "A choice"])
        page.sheet_state = "hidden"

    data = book(
        ("Lists", lists), ("Cards", lambda page: rows(page, ["id", "name"], ["bat", "Bat"]))
    )
    for named, id in (("", "bat"), (", sheet: Lists", "choice")):
        write_project(
            tmp_path,
            {"main": f"{FIELDS}cards: {{file: t.xlsx{named}}}\n"},
            files={"card_data/sweets/t.xlsx": data},
        )
        games, _ = load_games(find_project(tmp_path))
        assert [id] == [card.id for card in games[0].deck("main")]


# -- what is wrong
# -------------------------------------------------------------------------------------------------------------------


def test_one_cause_is_told_once(sheet: Sheet) -> None:
    """With all its cells, in the words of the sheet."""
    cells = [["id", "Rang"], *([f"c{i}", f"{i},50 EUR"] for i in range(40))]
    _, said = sheet(cells, "{file: t.xlsx, columns: {Rang: rank}}")
    found = [line for line in lines(said) if "t.xlsx" in line]
    assert 1 == len(found)
    assert found[0].startswith('t.xlsx:2:2: rank is "0,50 EUR", "1,50 EUR", ')
    assert "(column B, Rang: B2, B3, B4, B5, B6, B7 and 34 more)" in found[0]


def test_rules_speak_of_cells(tmp_path: Path) -> None:
    """A finding on a card out of a table names the cell, or the row where the field is not
    written."""
    rules = (
        "- {id: low, says: Ranks are low., for_each: deck.main, check: card.rank < 5, field: rank}\n"
        "- {id: said, says: Cards say something., for_each: deck.main, check: card.text is not none, field: text}\n"
    )
    deck = f"{FIELDS}cards: {{file: t.csv, columns: {{Rang: rank}}}}\n"
    files = {
        "card_data/sweets/t.csv": "id,Rang,text\na,7,x\nb,2,\n",
        "card_data/sweets/rules.yaml": rules,
    }
    done = run(
        "validate",
        "sweets",
        "--rules-only",
        project=write_project(tmp_path, {"main": deck}, files=files),
    )
    low, said = (
        next(line for line in done.stderr.splitlines() if f"[{id}]" in line)
        for id in ("low", "said")
    )
    assert "t.csv:2:2: error: Ranks are low" in low
    assert "(cell B2, Rang)" in low
    assert "t.csv:3:1: error: Cards say something" in said
    assert "(row 3)" in said


# -- languages
# -----------------------------------------------------------------------------------------------------------------------

TEXTS = "id;Name;Text;Text DE;Name DE;preis;rank\na;Bat;Fly.;Flieg.;Fledermaus;1,50 EUR;1\nb;Owl;Hoot.;;;;\nc;7;12;;;;\n"
COLUMNS = "{file: t.csv, columns: {Text DE: text.de, Name DE: name.de}}"


def german(root: Path, files: dict[str, str | bytes], cards: str = COLUMNS) -> Path:
    known = {f"card_data/sweets/{name}": data for name, data in {"t.csv": TEXTS, **files}.items()}
    return write_project(root, {"main": f"{FIELDS}cards: {cards}\n"}, files=known)


def told(root: Path, *words: str) -> list[str]:
    return run("validate", "--lang", "de", "--rules-only", *words, project=root).stderr.splitlines()


def untranslated(root: Path) -> list[Finding]:
    """The texts of cards of `main` that are told as not translated."""
    result = run("validate", "--lang", "de", "--rules-only", project=root)
    return [
        each for each in result.findings if each.check == "untranslated" and "main/" in each.what
    ]


def spoken(root: Path) -> list[tuple[str, str]]:
    import cardgen

    workshop = cardgen.open_project(root, "de")
    assert [] == workshop.problems
    return [(card.name, card.text) for card in workshop.games[0].deck("main")]


def test_a_language_stands_in_columns(tmp_path: Path) -> None:
    """What is not translated is told for texts that hold words, in the words of the sheet."""
    root = german(tmp_path, {})
    assert [("Fledermaus", "Flieg."), ("Owl", "Hoot."), ("7", "12")] == spoken(root)
    missing = untranslated(root)
    assert ["warning t.csv:3:2 untranslated", "warning t.csv:3:3 untranslated"] == briefs(missing)
    assert ["write it into cell E3", "write it into cell D3"] == [each.remedy for each in missing]


def test_a_field_that_nobody_has_translated_is_told_once(tmp_path: Path) -> None:
    """It may be a field of codes; where one card has it in the language, or few lack it, each card
    is told."""
    rows = "".join(f"{letter},Card {letter},Vol {letter}.,Karte\n" for letter in "abcdefghij")
    root = german(tmp_path, {"t.csv": f"id,name,text,name.de\n{rows}"}, "t.csv")
    (finding,) = untranslated(root)
    assert ("warning t.csv:2:3 untranslated 9", "add a column text.de") == (
        brief(finding),
        finding.remedy,
    )
    some = german(
        tmp_path,
        {"t.csv": f"id,name,text,name.de,text.de\n{rows}k,Card,Vol.,Karte,Flieg.\n"},
        "t.csv",
    )
    assert [f"E{row}" for row in range(2, 10)] == [
        finding.remedy.split()[-1] for finding in untranslated(some)
    ]


def test_a_heading_may_name_the_language_itself(tmp_path: Path) -> None:
    root = german(tmp_path, {"t.csv": "id,text,text.de\na,Fly.,Flieg.\n"}, "t.csv")
    assert [("A", "Flieg.")] == spoken(root)


@pytest.mark.parametrize("kind", [".csv", ".xlsx"])
def test_a_language_may_be_a_table_beside(tmp_path: Path, kind: str) -> None:
    """As `cardgen table` writes it, translated: columns that hold no texts are passed over. It
    comes before the deck's own columns."""
    root = german(tmp_path, {})
    import cardgen

    made = (
        table_of(cardgen.open_project(root).games[0].deck("main"), ".csv")
        .decode("utf-8-sig")
        .replace("Owl", "Eule")
    )
    data: str | bytes = (
        made
        if kind == ".csv"
        else book(("x", lambda page: rows(page, *csv.reader(made.splitlines()))))
    )
    german(tmp_path, {f"main.de{kind}": data}, "{file: t.csv, ignore: [Text DE, Name DE]}")
    assert ("Eule", "Hoot.") == spoken(root)[1]
    assert not [line for line in told(root) if "main/b" in line]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "{file: t.xlsx, columns: {Bild: [art]}}",
            'main.yaml:6:33: the column "Bild" fills one field; write  "Bild": text',
        ),
        (
            "{file: t.xlsx, header_row: 2}",
            "t.xlsx:2: row 2 holds no heading of this deck; mend header_row, which counts as",
        ),
    ],
)
def test_what_a_deck_says_of_its_table_in_vain_is_told(
    sheet: Sheet, cards: str, expected: str
) -> None:
    _, said = sheet([["id", "Bild"], ["a", "owl"]], cards)
    assert is_expected(said[0], expected), brief(said[0])


def test_an_overlay_may_name_a_table(tmp_path: Path) -> None:
    cards = "{file: german.csv, columns: {Karte: id, Deutsch: text}, ignore: [Englisch]}"
    files: dict[str, str | bytes] = {
        "main.de.yaml": f"title: Alle\ncards: {cards}\n",
        "german.csv": "Karte,Englisch,Deutsch\nb,Hoot.,Schuhu.\n",
    }
    root = german(tmp_path, files)
    assert [("Fledermaus", "Flieg."), ("Owl", "Schuhu.")] == spoken(root)[:2]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("id,text\nx,Nein.\n", 'main.de.csv:2:1 unknown-card "x"'),
        (
            "id,text\n,Nein.\n",
            "main.de.csv:2:1: this row has no id (cell A2); write that of its card",
        ),
        ("name,text\nx,Nein.\n", "main.de.csv:1: this table has no column id"),
        ("id,text\na,Ja.\na,Nein.\n", 'main.de.csv:3:1 name-taken "a"'),
        (
            "id,txet\na,Ja.\n",
            'main.de.csv:1:2: a card of this deck has no field "txet" (cell B1); did you mean "text"?',
        ),
    ],
)
def test_a_table_of_texts_is_checked(tmp_path: Path, table: str, expected: str) -> None:
    root = german(tmp_path, {"main.de.csv": table})
    result = run("validate", "--lang", "de", "--rules-only", project=root)
    assert result.tells(expected), result.briefs
