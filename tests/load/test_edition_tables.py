"""What editions.yaml says, the tables that list editions, and copies that are cards of their
own."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from briefs import briefs, is_expected
from projects import HEAD, write_project

import cardgen
from cardgen.base.findings import CardgenError, Finding
from cardgen.load.editions import read_editions
from cardgen.load.game import EditionSources
from cardgen.model.cards import Edition, Game

FORM = (
    "fields:\n  guest: text\n  table: {int: {min: 1, max: 9, default: 1}}\nexample: {guest: Alma}\n"
)


def opened(root: Path, form: str = FORM, deck: str = "", **more: str) -> cardgen.Workshop:
    return cardgen.open_project(
        write_project(root, {"main": deck}, files={"card_data/sweets/editions.yaml": form, **more}),
    )


def game_of(root: Path, form: str = FORM, deck: str = "") -> Game:
    workshop = opened(root, form, deck)
    assert [] == workshop.problems
    return workshop.games[0]


def read(
    root: Path, name: str, data: str | bytes, form: str = FORM
) -> tuple[list[Edition], list[Finding], list[Finding]]:
    game = game_of(root, form)
    (root / name).write_bytes(data.encode() if isinstance(data, str) else data)
    problems: list[Finding] = []
    found, notes = read_editions(opened(root, form).project, game, root / name, problems)
    return found, problems, [*notes]


def test_a_game_has_its_example_for_its_edition(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    assert game.edition
    assert ("example", "Alma", 1, "Example") == (
        game.edition.id,
        game.edition.guest,
        game.edition.table,
        game.edition.name,
    )
    assert game_of(tmp_path, "").edition  # nothing is declared, nothing needs to be said
    assert ["main"] == [deck.id for deck in game.decks]  # editions.yaml is none


@pytest.mark.parametrize(
    ("form", "what"),
    [
        (
            "fields: {guest: text}\n",
            "editions.yaml:1: the editions have no example; add one that says what each must say",
        ),
        (
            "fields: {guest: txt}\n",
            'editions.yaml:1:17 field-declaration "txt" -> "text"',
        ),
        (
            "feilds: {guest: text}\n",
            'editions.yaml:1:1 unknown-key "feilds" -> "fields"',
        ),
        (
            "fields: {n: {int: {default: 1}}}\nexample: {gast: A}\n",
            'editions.yaml:2:11 unknown-field "gast"',
        ),
        (
            "fields: {guest: text}\nexample: [a]\n",
            "editions.yaml:2:10: the example must be names with values",
        ),
        (
            "fields: {n: int}\nexample: {n: many}\n",
            'editions.yaml:2:14 number-expected "many"',
        ),
        ("fields: {n: int}\nexample: {n: {expr: 1}}\n", "what an edition says is not computed"),
        ("slip: plian.svg\n", 'no template is called "plian.svg"; did you mean'),
        (
            "- guest\n",
            "editions.yaml:1 file-empty",
        ),
        (
            "table: [guest]\n",
            "editions.yaml:1:8: table must be names with values; write  table: {columns: {Gast: guest}}",
        ),
        (
            "table: {columns: 3}\n",
            "editions.yaml:1:18: columns must be headings with the fields that they mean",
        ),
        ("fields: {copies: int}\n", 'editions.yaml:1:10 name-impossible "copies"'),
    ],
)
def test_what_is_wrong_with_a_form_is_told(tmp_path: Path, form: str, what: str) -> None:
    problems = opened(tmp_path, form).problems
    assert [is_expected(problem, what) for problem in problems] == [True], briefs(problems)


def test_editions_of_a_table(tmp_path: Path) -> None:
    found, problems, notes = read(tmp_path, "guests.csv", "id,guest,table\na,Anna,2\nb,Ben,\n")
    assert [("a", "Anna", 2), ("b", "Ben", 1)] == [
        (each.id, each.guest, each.table) for each in found
    ]
    assert ([], []) == (problems, notes)
    assert isinstance(found[0], Edition)
    assert 3 == found[1].place.line


def test_editions_of_a_workbook_with_headings_of_its_own(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (
        ["Gäste, Stand heute"],
        ["Gast", "Tisch", "Notes"],
        ["Anna", 2, "?"],
        ["Ben", 3, None],
    ):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    form = FORM + "table: {columns: {Gast: guest, Tisch: table}, ignore: [Notes]}\n"
    found, problems, notes = read(tmp_path, "guests.xlsx", data.getvalue(), form)
    assert [("1", "Anna", 2), ("2", "Ben", 3)] == [
        (each.id, each.guest, each.table) for each in found
    ]
    assert [] == problems
    assert ["note guests.xlsx:2 no-id-column 1 2"] == briefs(notes)


def test_editions_of_a_list(tmp_path: Path) -> None:
    found, problems, _ = read(
        tmp_path,
        "guests.yaml",
        "- {id: a, guest: Anna}\n- {for: {table: [2, 3]}, id: 't-{table}', guest: All}\n",
    )
    assert [("a", "Anna", 1), ("t-2", "All", 2), ("t-3", "All", 3)] == [
        (each.id, each.guest, each.table) for each in found
    ]
    assert [] == problems


def test_names_make_ids(tmp_path: Path) -> None:
    found, _, notes = read(tmp_path, "guests.csv", "name,guest\nZoë,Z\nZoë,Y\n")
    assert ["zoe", "zoe-2"] == [each.id for each in found]
    assert ["note guests.csv:1 no-id-column 2"] == briefs(notes)


def test_a_row_that_is_wrong_is_left_out_with_its_cell(tmp_path: Path) -> None:
    found, problems, _ = read(
        tmp_path, "guests.csv", "id,guest,table\na,Anna,2\nb,Ben,99\na,Again,1\nc,,1\nd,Dora,1\n"
    )
    assert ["a", "d"] == [each.id for each in found]
    assert [
        "guests.csv:3:3 out-of-range 99",
        'guests.csv:4:1 name-taken "a" 2',
        "guests.csv:5:2 field-missing",
    ] == briefs(problems)
    assert ["(cell C3)", "(cell A4)", "(cell B5)"] == [
        problem.what[problem.what.index("(cell") :] for problem in problems
    ]


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("guests.csv", "id,guest\n", "there is no edition in it; add a row for each"),
        ("guests.csv", "", "guests.csv table-heading"),
        (
            "guests.csv",
            "id,guest,shoes\na,Anna,38\n",
            'an edition of this game has no field "shoes"',
        ),
        (
            "guests.csv",
            "id,table\na,2\n",
            "guests.csv:1 field-missing",
        ),
        (
            "guests.md",
            "id,guest\na,Anna\n",
            "is no table of editions; name one that ends in .csv, .tsv, .txt, .xlsx, .ods or .yaml",
        ),
        ("guests.yaml", "guest: Anna\n", "guests.yaml:1 file-empty"),
        ("guests.yaml", "- Anna\n", "guests.yaml:1:3 mapping-expected"),
        ("guests.yaml", "- {guest: Anna}\n", "this edition has no id"),
    ],
)
def test_a_table_without_editions_is_told(tmp_path: Path, name: str, data: str, what: str) -> None:
    with pytest.raises(CardgenError) as error:
        read(tmp_path, name, data)
    assert [is_expected(problem, what) for problem in error.value.findings] == [True]


def test_a_value_that_an_edition_lacks_is_told_in_its_empty_cell(tmp_path: Path) -> None:
    _, problems, _ = read(tmp_path, "guests.csv", "id,table,guest\na,2,Anna\nb,3,\nc,4,\nd,,Di\n")
    (problem,) = problems
    assert ("this edition has no guest (column C: C3, C4)", 3) == (
        problem.what,
        problem.place and problem.place.column,
    )


DECK = (
    HEAD
    + """\
fields: {says: {text: {default: ''}}}
cards:
  - {id: same, says: hello}
  - {id: own, says: {expr: "edition.guest"}}
  - {id: counted, says: {expr: "deck.main.title ~ 1"}}
"""
)


def test_what_an_edition_changes_is_computed_for_each_and_the_rest_is_the_same(
    tmp_path: Path,
) -> None:
    deck = DECK.replace('{expr: "deck.main.title ~ 1"}', "2")
    workshop = opened(tmp_path, FORM, deck)
    sources = EditionSources(workshop.project, workshop.games[0])
    assert ["main"] == sources.varying
    editions = [
        Edition(
            id,
            "editions",
            {"guest": id.title(), "table": 1},
            place=workshop.games[0].decks[0].cards[0].place,
        )
        for id in "ab"
    ]
    first, second = (
        decks for decks in sources.decks(editions) if not isinstance(decks, CardgenError)
    )
    assert ["A", "B"] == [decks[0].card("own").says for decks in (first, second)]
    assert first[0].card("same").fields == second[0].card("same").fields
    assert "Alma" == workshop.games[0].decks[0].card("own").says


def test_a_deck_that_nothing_changes_is_made_once(tmp_path: Path) -> None:
    workshop = opened(
        tmp_path, FORM, HEAD + "fields: {n: int}\ncards: [{id: a, n: {expr: 1 + 1}}]\n"
    )
    sources = EditionSources(workshop.project, workshop.games[0])
    assert [] == sources.varying
    (decks,) = sources.decks([workshop.games[0].edition] if workshop.games[0].edition else [])
    assert decks is workshop.games[0].decks


def test_an_edition_whose_cards_cannot_be_made_says_why(tmp_path: Path) -> None:
    form = "fields: {n: int}\nexample: {n: 1}\n"
    workshop = opened(
        tmp_path,
        form,
        HEAD + "fields: {n: {int: {max: 5}}}\ncards: [{id: a, n: {expr: edition.n}}]\n",
    )
    place = workshop.games[0].decks[0].cards[0].place
    editions = [Edition(f"e{n}", "editions", {"n": n}, place=place) for n in (2, 9, 3)]
    found = list(EditionSources(workshop.project, workshop.games[0]).decks(editions))
    assert [False, True, False] == [isinstance(each, CardgenError) for each in found]
    assert isinstance(found[1], CardgenError)
    assert ["main.yaml:6:20 out-of-range 9"] == briefs(found[1].findings)


# Copies that differ


def test_copies_that_differ_are_cards_of_their_own(tmp_path: Path) -> None:
    deck = (
        HEAD
        + """\
distinct_copies: true
fields: {says: {text: {default: ''}}}
cards:
  - {id: ticket, copies: 3, says: {expr: "'No. %02d' % copy"}}
  - {id: lone}
  - {id: none, copies: 0}
"""
    )
    cards = game_of(tmp_path, deck=deck).decks[0].cards
    assert ["ticket-1", "ticket-2", "ticket-3", "lone", "none"] == [card.id for card in cards]
    assert [1, 2, 3, 1, 1] == [card.copy_number for card in cards]
    assert [1, 1, 1, 1, 0] == [card.copies for card in cards]
    assert ["No. 01", "No. 02", "No. 03"] == [card.says for card in cards[:3]]


def test_how_many_copies_differ_can_be_computed(tmp_path: Path) -> None:
    deck = (
        HEAD
        + "distinct_copies: true\ncards:\n  - {id: {expr: \"'a' ~ 'b'\"}, copies: {expr: 1 + 1}}\n"
    )
    assert ["ab-1", "ab-2"] == [card.id for card in game_of(tmp_path, deck=deck).decks[0].cards]


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("[{id: a, copies: 2}, {id: a-1}]", 'main.yaml:6:34 name-taken "a-1"'),
        (
            "[{id: a, copies: {expr: nothing}}]",
            'main.yaml:6:32 expression-failed "nothing" "nothing"',
        ),
        ("[{id: a, copies: 1000}]", "main.yaml:6:25 out-of-range 1000"),
    ],
)
def test_what_is_wrong_with_copies_that_differ_is_told(
    tmp_path: Path, cards: str, what: str
) -> None:
    problems = opened(tmp_path, FORM, HEAD + f"distinct_copies: true\ncards: {cards}\n").problems
    assert [is_expected(problem, what) for problem in problems] == [True], briefs(problems)


def test_a_column_is_left_out_as_the_message_says(tmp_path: Path) -> None:
    """The remedy says where the key stands in editions.yaml."""
    table = "guest,diet\nAlma,none\n"
    with pytest.raises(CardgenError) as error:
        read(tmp_path, "guests.csv", table)
    remedy = error.value.findings[0].remedy
    assert remedy.startswith("declare it under fields of editions.yaml")
    assert 'table: {ignore: ["diet"]}' in remedy
    found, problems, _ = read(tmp_path, "guests.csv", table, FORM + 'table: {ignore: ["diet"]}\n')
    assert (len(found), problems) == (1, [])
