"""Spreadsheets as people keep them: they load with one block that says what their columns mean, and
most blocks write themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from briefs import place_of
from openpyxl import Workbook
from projects import CommandResult, run, running_text, svg, text, text_of, write_project
from untidy import Untidy, book, rows, untidy

from cardgen.load import load_games
from cardgen.load.guess import guessed
from cardgen.model.cards import Card, Deck
from cardgen.model.made_art import MADE
from cardgen.model.project import find_project

SHEETS = untidy()
GUESSED = 10
"""How many of the ten are proposed as the deck files here have them."""


def project(root: Path, sheet: Untidy, deck: str) -> Path:
    return write_project(root, {"main": deck}, files={f"card_data/sweets/{sheet.file}": sheet.data})


def loaded(root: Path) -> Deck:
    games, problems = load_games(find_project(root))
    assert [] == [str(problem) for problem in problems]
    return games[0].deck("main")


def known(card: Card) -> tuple[Any, ...]:
    made = str(card.fields.get("art") or "").startswith(MADE)
    return (card.id, card.copies, {**card.fields, "art": None} if made else dict(card.fields))


def proposed(root: Path, sheet: Untidy) -> str:
    done = run("table", "--guess", root / "card_data/sweets" / sheet.file, project=root)
    assert 0 == done.exit_code, done.output
    return done.stdout


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_a_sheet_loads(tmp_path: Path, sheet: Untidy) -> None:
    deck = loaded(project(tmp_path, sheet, sheet.deck))
    assert sheet.cards == [(card.id, card.name, card.copies) for card in deck]
    assert [] == [
        note
        for note in deck.notes
        if "the headings again" in note.what
        or "another table" in note.what
        or note.code == "formula-as-text"
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.file for sheet in SHEETS])
def test_a_proposal_loads_as_printed(tmp_path: Path, sheet: Untidy) -> None:
    root = project(tmp_path, sheet, sheet.deck)
    deck = loaded(project(tmp_path, sheet, proposed(root, sheet)))
    assert len(sheet.cards) == len(deck)
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code


def test_most_proposals_are_right(tmp_path: Path) -> None:
    """The same cards as of the deck file that a person would write."""
    right = []
    for sheet in SHEETS:
        root = project(tmp_path / sheet.file, sheet, sheet.deck)
        wanted = list(map(known, loaded(root)))
        if wanted == list(map(known, loaded(project(root, sheet, proposed(root, sheet))))):
            right.append(sheet.file)
    assert GUESSED <= len(right), right


def guess(root: Path, name: str, data: bytes, *more: str) -> tuple[int, str]:
    done = told_of_guess(root, name, data, *more)
    return done.exit_code, done.output


def told_of_guess(root: Path, name: str, data: bytes, *more: str) -> CommandResult:
    write_project(root, files={f"card_data/sweets/{name}": data})
    return run("table", "--guess", root / "card_data/sweets" / name, *more, project=root)


def test_sentences_are_no_choices_however_often_they_come(tmp_path: Path) -> None:
    sentences = [
        "Draw a card.",
        "Pass.",
        "Go home now!",
        "Take one back.",
        "Stay where you are",
    ]
    lines = [
        f"c{number};{sentences[number % 5]};{'red' if number % 2 else 'dark blue'}"
        for number in range(10)
    ]
    _, told = guess(tmp_path, "cards.csv", "\n".join(["name;effect;colour", *lines]).encode())
    assert "effect: text" in told
    assert "colour: {one_of: [dark blue, red]}" in told


def test_a_sheet_can_be_asked_for(tmp_path: Path) -> None:
    """Without, it is the one that looks most like cards; the others are named."""
    sheet = next(sheet for sheet in SHEETS if sheet.file == "book.xlsx")
    code, said = guess(tmp_path, sheet.file, sheet.data)
    assert (0, True, True) == (
        code,
        "  sheet: Tokens\n" in said,
        "# other sheets: Read me;" in said,
    )
    assert "  sheet: Tokens\n" in guess(tmp_path, sheet.file, sheet.data, "--sheet", "tokens")[1]
    code, said = guess(tmp_path, sheet.file, sheet.data, "--sheet", "Ships")
    assert (2, True) == (
        code,
        'the workbook has no sheet "Ships"; use one of: Read me, Tokens' in said,
    )
    done = told_of_guess(tmp_path, "a.csv", b"id,name\na,b\n", "--sheet", "Ships")
    assert (2, ["unknown-sheet"]) == (done.exit_code, done.codes)


@pytest.mark.parametrize(
    ("table", "told"),
    [("ア;a\nイ;i\n", True), ("Owl,Hoot\nBat,Fly\n", True), ("Karte;Text\nOwl;Hoots.\n", False)],
)
def test_a_table_that_may_have_no_headings_says_what_is_taken_for_them(
    tmp_path: Path, table: str, told: bool
) -> None:
    """The first card of a list of words was gone, and nobody said so."""
    code, said = guess(tmp_path, "a.csv", table.encode())
    assert (0, told) == (
        code,
        "# row 1 is taken for headings; if it is a card, put a row of headings above it" in said,
    )


def test_drawings_of_a_table_are_looked_for_in_its_own_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From another folder they were said not to be there, and the column was left out."""
    root = write_project(
        tmp_path / "far", files={"card_data/sweets/a.csv": b"name,picture\nOwl,birds/owl.svg\n"}
    )
    write_project(root, files={"card_data/sweets/art/birds/owl.svg": b"<svg/>"})
    monkeypatch.chdir(tmp_path)
    done = run("table", "--guess", "far/card_data/sweets/a.csv")
    assert (0, True) == (done.exit_code, "    picture: art\n" in done.output), done.output


def test_a_list_of_single_words_is_a_table(tmp_path: Path) -> None:
    """It was asked to begin with a row of headings, which it did."""
    code, said = guess(tmp_path, "words.csv", b"word\nApple\nBear\n")
    assert (0, True) == (code, "    word: name\n" in said)
    code, said = guess(tmp_path, "numbers.csv", b"Number\n2\n3\n")
    assert (0, True) == (code, "    Number: id\n" in said)
    notes = ("Read me", lambda each: rows(each, ["To do"], ["Buy paper"], ["Buy ink"]))
    cards = ("Birds", lambda each: rows(each, ["Bird", "Says"], ["Owl", "Hoots."]))
    assert "  sheet: Birds\n" in guess(tmp_path, "Birds.xlsx", book(notes, cards))[1]


def test_rows_above_the_headings_are_told_where_they_may_be_cards(tmp_path: Path) -> None:
    """Of several tables in one file, as countersheets takes them, the first was gone, and nobody
    said so."""
    several = b"card,title\n,Owl\n2,Bat\n\nship,title,text,cost,crew\n,Brig,Sails.,2,4\n,Raft,Drifts.,1,1\n"
    told = "# no card is made of rows 1-3, above the headings; if there are cards, give them a table of their own"
    assert told in guess(tmp_path, "a.csv", several)[1]
    assert (
        "# no card"
        not in guess(
            tmp_path, "a.csv", b"Ships v0.4,,\n# draft,x,\nName,Text,Cost\nBrig,Sails.,2\n"
        )[1]
    )


@pytest.mark.parametrize(
    ("sheet", "deck"),
    [("Sheet1", "ships"), ("Tabelle1", "ships"), ("シート1", "ships"), ("Crew 2", "crew-2")],
)
def test_a_sheet_that_nobody_named_gives_a_deck_no_name(
    tmp_path: Path, sheet: str, deck: str
) -> None:
    data = book(
        (sheet, lambda each: rows(each, ["name", "text"], ["Owl", "Hoots."])),
        ("Notes", lambda each: rows(each, ["Buy paper"])),
    )
    assert f"save it as {deck}.yaml beside it" in guess(tmp_path, "Ships.xlsx", data)[1]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.csv", b"", "no table of cards is found here"),
        ("a.csv", b"1,2\n3,4\n", "no table of cards is found here"),
        ("a.csv", b"id,name\n", "no table of cards is found here"),
        ("a.xlsx", b"id\na\n", "this is not an XLSX workbook"),
        ("a.ods", b"PK\x05\x06" + bytes(18), "a.ods file-unreadable"),
        (
            "a.md",
            b"",
            "a.md is no table",
        ),
        ("a.json", b"[{}]", "no table of cards is found here; put an object into its list"),
        ("a.json", b'[{"name": null}]', "no table of cards is found here; put an object"),
        ("a.json", b"[[null, null], [null, null]]", "no table of cards is found here"),
        ("a.json", b"[]", "a.json:1:1 table-not-found"),
        (
            "a.xls",
            b"",
            "a.xls is no table; save it as XLSX, ODS or CSV from the program that wrote it",
        ),
    ],
)
def test_where_there_is_no_table_it_says_so(
    tmp_path: Path, name: str, data: bytes, expected: str
) -> None:
    done = told_of_guess(tmp_path, name, data)
    assert (2, True) == (done.exit_code, done.tells(expected)), done.output


@pytest.mark.parametrize("name", ["b.csv", "b.xlsx", "b.ods"])
def test_a_table_that_is_not_there_is_told_as_that(tmp_path: Path, name: str) -> None:
    done = run(
        "table", "--guess", write_project(tmp_path) / f"card_data/sweets/{name}", project=tmp_path
    )
    assert (2, True) == (done.exit_code, done.tells(f"{name} file-missing")), done.output


def test_copies_are_known_by_their_crosses(tmp_path: Path) -> None:
    assert (
        "    Menge: copies\n"
        in guess(tmp_path, "a.csv", "Karte,Text,Menge\nOwl,Hoots.,x3\nBat,Flies.,2 ×\n".encode())[1]
    )


@pytest.mark.parametrize(
    "heading",
    ["# of", "# per deck", "Count in deck", "Quantity needed", "Qty (4p)", "Copies (base)", "Pcs"],
)
def test_a_heading_may_tell_of_copies_in_more_words(tmp_path: Path, heading: str) -> None:
    table = f"Name,Text,{heading}\nOwl,Hoots.,3\nBat,Flies.,1\nCat,Sees.,2\n"
    write_project(
        tmp_path,
        {"main": "size: poker\ntemplate: plain.svg\nfields: {text: text}\ncards: a.csv\n"},
        files={"card_data/sweets/a.csv": table},
    )
    assert "6 cards" in run("list", project=tmp_path).output
    declared = yaml.safe_load(guess(tmp_path, "a.csv", table.encode())[1])
    assert ["text"] == [*declared["fields"]]


def test_what_makers_tell_one_another_is_left_out(tmp_path: Path) -> None:
    """Notes by what stands above them, and hidden columns but for what every card has."""
    file = tmp_path / "a.xlsx"
    book = Workbook()
    sheet = book.active
    assert sheet
    sheet.append(["ID", "Name", "Text", "Designer comments", "Balance score"])
    sheet.append(["o-1", "Owl", "Hoots.", "too strong? ask", 7])
    sheet.append(["b-1", "Bat", "Flies.", "fine", 3])
    for letter in "AE":
        sheet.column_dimensions[letter].hidden = True
    book.save(file)
    code, said = guess(tmp_path, "a.xlsx", file.read_bytes())
    declared = yaml.safe_load(said)
    assert (0, ["text"]) == (code, [*declared["fields"]])
    assert ["Designer comments", "Balance score"] == declared["cards"]["ignore"]
    assert "hidden in the sheet" in said


def test_addresses_without_a_name_are_no_pictures(tmp_path: Path) -> None:
    """They would print as texts; it is told what to do."""
    table = "Name,Image,Text\nOwl,https://example.com/open?id=1a,Hoots.\nBat,https://example.com/open?id=2b,Flies.\n"
    said = guess(tmp_path, "a.csv", table.encode())[1]
    assert ["Image"] == yaml.safe_load(said)["cards"]["ignore"]
    assert "put the pictures into art/" in said


def test_an_effect_of_several_lines_is_no_list(tmp_path: Path) -> None:
    """Whose entries would print with commas between them; words apart by semicolons are."""
    table = 'Name,Effect,Tags\nOwl,"Draw 1\nDiscard 1",fire; air\nBat,Draw 1,air\nCat,Discard 1; draw 1,fire\nElf,Draw 1,air\n'
    declared = yaml.safe_load(guess(tmp_path, "a.csv", table.encode())[1])["fields"]
    assert ("text", "list_of") == (declared["effect"], *declared["tags"])


def test_a_list_in_japanese_is_guessed_at(tmp_path: Path) -> None:
    table = "カード名,枚数,コスト,レア\n赤い鳥,２枚,３,はい\n青い鳥,1,10,いいえ\n"
    said = guess(tmp_path, "a.csv", table.encode())[1]
    assert "fields:\n  コスト: int\n  レア: bool\n" in said
    assert "    カード名: name\n    枚数: copies\n" in said


def test_what_is_there_already_counts(tmp_path: Path) -> None:
    """A column of pictures is the art of cards once all of them are in art/; until then it is left
    out, and says why."""
    table = "name,Bild,Text (EN)\nOwl,owl.png,Hoots.\nBat,bat.png,Flies.\n"
    assert (
        "    - Bild   # art: not all of these drawings are there yet"
        in guess(tmp_path, "a.csv", table.encode())[1]
    )
    linked = table.replace("owl.png", "owl.png (https://files.example/a.png)")
    assert (
        "    - Bild   # art: not all of these drawings are there yet, such as art/owl.png\n"
        in guess(tmp_path, "a.csv", linked.encode())[1]
    )
    for each in ("owl", "bat"):
        write_project(tmp_path, files={f"card_data/sweets/art/{each}.png": b""})
    assert "    Bild: art\n" in guess(tmp_path, "a.csv", table.encode())[1]


def test_a_table_of_another_kind_is_to_be_saved_as_one(tmp_path: Path) -> None:
    root = write_project(
        tmp_path, {"main": "cards: Ships.numbers\n"}, files={"card_data/sweets/Ships.numbers": b""}
    )
    told = run("build", "sweets", project=root)
    assert ["main.yaml:5:8 list-expected"] == told.briefs
    assert "save it as XLSX, ODS or CSV from the program that wrote it" in told.stderr


def test_two_columns_of_one_name_go_by_their_letters(tmp_path: Path) -> None:
    table = "name,Skill,Skill\nOwl,hoot,fly\nBat,fly,hang\n"
    sheet = Untidy("a.csv", table.encode(), "cards: [{id: a}]\n", [])
    root = project(tmp_path, sheet, sheet.deck)
    deck = loaded(project(root, sheet, proposed(root, sheet)))
    assert [("hoot", "fly"), ("fly", "hang")] == [(card.skill, card.skill_2) for card in deck]


def test_a_column_without_a_heading_goes_by_its_letter(tmp_path: Path) -> None:
    sheet = Untidy("a.csv", b",Rank,Text\nOwl,1,Hoots.\nBat,2,Flies.\n", "cards: [{id: a}]\n", [])
    root = project(tmp_path, sheet, sheet.deck)
    deck = loaded(project(root, sheet, proposed(root, sheet)))
    assert [("Owl", 1), ("Bat", 2)] == [(card.name, card.rank) for card in deck]


PROPOSED = [
    (
        "name,K💰,K🤝,K,💰\nOwl,1,2,3,4\nBat,5,6,7,8\n",
        [("Owl", [1, 2, 3, 4]), ("Bat", [5, 6, 7, 8])],
    ),
    ("Cost,,Gain,\nR,G,R,G\nOwl,1,2,3\nBat,4,5,6\n", [("Owl", [1, 2, 3]), ("Bat", [4, 5, 6])]),
    (
        'name,AP,by\nOwl,0,"Smith, Sons"\nBat,-,"Smith, Sons"\n',
        [("Owl", ["0", "Smith, Sons"]), ("Bat", ["-", "Smith, Sons"])],
    ),
    ("name,kind,text\nOwl,p,y\nBat,p,z\n,,a remark\n", [("Owl", ["p", "y"]), ("Bat", ["p", "z"])]),
    (
        "word,hint\n" + "".join(f"w{n % 10},h{n}\n" for n in range(11)),
        [(f"w{n % 10}", [f"h{n}"]) for n in range(11)],
    ),
    (
        "name,hit,room,shot\nOwl,+1,007,+1 hp\nBat,-2,010,+2 hp\n",
        [("Owl", ["+1", "007", "+1 hp"]), ("Bat", ["-2", "010", "+2 hp"])],
    ),
    (
        'name,cost,odds,pop\nOwl,$0.50,"12,5 %","1,200"\nBat,$2,5 %,90\n',
        [("Owl", ["$0.50", "12,5 %", "1,200"]), ("Bat", ["$2", "5 %", "90"])],
    ),
    (
        "name,hp,speed,rank\nOwl,3.0,1.50,0.5\nBat,2.0,2.25,1\n",
        [("Owl", [3, "1.50", 0.5]), ("Bat", [2, "2.25", 1])],
    ),
]
"""Tables with what a proposal makes of them: headings that differ in a sign, and below groups; `-`
and numbers are no truths, one text that is always the same is no list, remarks below the cards are
none of them, and whatever a number would lose stays: its unit, a plus, a zero in front or at the
end. Of columns that say nearly as much the first is the name."""


@pytest.mark.parametrize(("table", "expected"), PROPOSED)
def test_a_proposal_of_what_people_type(
    tmp_path: Path, table: str, expected: list[tuple[str, list[Any]]]
) -> None:
    sheet = Untidy("a.csv", table.encode(), "cards: [{id: a}]\n", [])
    root = project(tmp_path, sheet, sheet.deck)
    deck = loaded(project(root, sheet, proposed(root, sheet)))
    assert expected == [
        (card.name, [value for name, value in card.fields.items() if name not in ("name", "art")])
        for card in deck
    ]


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        (
            "№;Название;Тип;Количество\n1;Дракон;Зверь;2\n2;Эльф;Дух;3\n",
            {"№": "id", "Название": "name", "Количество": "copies"},
        ),
        (
            "カード名,種類,枚数,メモ\n竜,獣,2,x\n妖精,霊,3,\n",
            {"カード名": "name", "枚数": "copies"},
        ),
        ("Carta,Custo,Quantidade\nFada,2,1\nRei,3,2\n", {"Carta": "name", "Quantidade": "copies"}),
        (
            "Pouvoir,Titre,Qté,Remarque\nVoler,Fée,2,x\nRégner,Roi,1,\n",
            {"Titre": "name", "Qté": "copies"},
        ),
        ("שם,עלות,כמות\nינשוף,3,2\nעטלף,2,1\n", {"שם": "name", "כמות": "copies"}),
        ("الاسم,التكلفة,العدد\nبومة,3,2\nخفاش,2,1\n", {"الاسم": "name", "العدد": "copies"}),
    ],
)
def test_headings_of_other_languages_are_known(
    tmp_path: Path, table: str, columns: dict[str, str]
) -> None:
    """What every card may say, and for the rest fields with names that can be read."""
    said = guess(tmp_path, "a.csv", table.encode())[1]
    assert columns == yaml.safe_load(said)["cards"]["columns"]


def test_a_name_in_another_language_is_one_whatever_the_column_of_names_is_called(
    tmp_path: Path,
) -> None:
    table = "Card,Text EN,Text DE,Name DE,Name JA\nOwl,Hoots.,Ruft.,Eule,フクロウ\nBat,Flies.,Fliegt.,Maus,コウモリ\n"
    said = yaml.safe_load(guess(tmp_path, "a.csv", table.encode())[1])
    expected = {
        "Card": "name",
        "Text EN": "text",
        "Text DE": "text.de",
        "Name DE": "name.de",
        "Name JA": "name.ja",
    }
    assert (["text"], expected) == ([*said["fields"]], said["cards"]["columns"])


def test_a_proposal_says_what_the_table_lacks(tmp_path: Path) -> None:
    """Where it would not load as printed."""
    said = guess(tmp_path, "a.csv", b'Title,kind\nOwl,x\n"Bat,y\nJay,z\n')[1]
    assert "# to mend in the table, before it loads:\n# " in said
    assert "a.csv:3: this row cannot be read (unexpected end of data)" in said
    assert "# to mend" not in guess(tmp_path, "b.csv", b"a,b\n1,\n,2\n")[1]


def test_cards_may_share_a_picture(tmp_path: Path) -> None:
    """What is called a picture, and is there on each card, is one, however few there are."""
    root = write_project(tmp_path / "p", files={"card_data/sweets/art/owl.svg": svg("")})
    (root / "card_data/sweets/a.csv").write_text("name,Bild,kind\nA,owl,x\nB,owl,x\nC,owl,y\n")
    said = run("table", "--guess", root / "card_data/sweets/a.csv", project=root).output
    assert {"Bild": "art"} == yaml.safe_load(said)["cards"]["columns"]


def test_several_pictures_in_a_cell_are_told_as_that(tmp_path: Path) -> None:
    """Airtable keeps all attachments of a card in one cell; which of them is its art, nobody can
    tell."""
    table = b'name,Pictures\nOwl,"owl.svg (https://files.example/owl.svg),bat.svg (https://files.example/bat.svg)"\nBat,bat.svg\n'
    assert (
        "    - Pictures   # art: some cells name several drawings, such as owl.svg,bat.svg\n"
        in guess(tmp_path, "a.csv", table)[1]
    )
    deck = "size: poker\ntemplate: plain.svg\ncards: {file: a.csv, columns: {Pictures: art}}\n"
    for name in ("owl", "bat"):
        write_project(tmp_path, {"main": deck}, files={f"card_data/sweets/art/{name}.svg": svg("")})
    told = run("build", "sweets", "--paper", "a4", project=tmp_path).stderr
    remedy = "keep one, and give the others a column or a field of their own"
    assert (
        f"a.csv:2:2: art names 2 drawings (owl.svg, bat.svg), and is one (cell B2, Pictures); {remedy}"
        in told
    )


def test_cards_in_json_stand_in_a_deck_file_as_they_are(tmp_path: Path) -> None:
    """As a table of their own or so: what most card games of the web are kept in."""
    found = '[\n  {\n\t"id": "owl",\n\t"name": "Owl \\u0026 Bat",\n\t"rank": 3,\n\t"big": false\n  }\n]\n'
    fields = "fields: {rank: int, text: {text: {optional: true}}, big: bool}"
    deck = loaded(
        write_project(
            tmp_path, {"main": f"size: poker\ntemplate: plain.svg\n{fields}\ncards: {found}"}
        )
    )
    assert [("Owl & Bat", 3, None, False)] == [
        (card.name, card.rank, card.text, card.big) for card in deck
    ]


def test_what_can_be_counted_with_is_told(tmp_path: Path) -> None:
    """Prices and shares were numbers, and cards showed 0.5 and 25 until they were made texts."""
    said = guess(tmp_path, "a.csv", b'name,price,odds,pop\nOwl,$0.50,25%,"1,200"\nBat,$2,,90\n')[1]
    assert '  price: text   # as it stands; to count with it: {number: {unit: "$"}}\n' in said
    assert (
        '  odds: {text: {optional: true}}   # as it stands; to count with it: {int: {unit: "%", optional: true}}\n'
        in said
    )
    assert '  pop: text   # as it stands; to count with it: {int: {decimal: "."}}\n' in said


def test_a_formula_that_failed_is_told_as_that(tmp_path: Path) -> None:
    assert (
        "    - cost   # formulas that failed (#REF!): mend them"
        in guess(tmp_path, "a.csv", b"name,cost\nOwl,1\nBat,#REF!\n")[1]
    )


@pytest.mark.parametrize(
    ("said", "column", "what"),
    [
        ("x" * 400, 2, 'a.csv:3:2 text-overflow "bat"'),
        (
            "for {2} turns",
            2,
            'a.csv:3:2 unknown-icon "bat" "2"',
        ),
        ("for {2 turns", 2, 'a.csv:3:2 text-brace "bat" "{" "}"'),
    ],
)
def test_what_a_template_of_the_program_cannot_show_is_told_with_its_cell(
    tmp_path: Path, said: str, column: int, what: str
) -> None:
    """That template is none of the project's, and not to be mended: the cell is told."""
    sheet = Untidy(
        "a.csv", f"name,effect\nOwl,hoot\nBat,{said}\n".encode(), "cards: [{id: a}]\n", []
    )
    root = project(tmp_path, sheet, sheet.deck)
    project(root, sheet, proposed(root, sheet))
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert any(brief.startswith(what) for brief in done.briefs), done.briefs
    assert f"a.csv:3:{column}" in [place_of(finding) for finding in done.findings]
    has_way_out = (
        "shorten it, or draw a template of your own; cardgen build --draft prints it all the same"
        in done.stderr
    )
    assert has_way_out is ("fit its box" in done.stderr)


@pytest.mark.parametrize(
    "said",
    ["Somebody, somewhere, has a broom for this. " * 9, "Three.\nTwo.\nOne.\nBroom.\nAgain?"],
)
def test_the_plain_template_has_room_for_a_text_that_is_all_a_card_says(
    tmp_path: Path, said: str
) -> None:
    """Of a game of questions and answers the text is the name."""
    root = write_project(tmp_path, {"main": "size: poker\ntemplate: plain.svg\ncards: main.csv\n"})
    (root / "card_data/sweets/main.csv").write_text(f'name\nOwl\n"{said}"\n', "utf-8")
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output


def test_the_plain_template_shows_white_art(tmp_path: Path) -> None:
    """Icons of a set are white on nothing as often as black."""
    deck = "size: poker\ntemplate: plain.svg\ncards: [{id: a, name: Owl, art: owl}]\n"
    drawn = svg('<rect width="60" height="80" fill="#fff"/>')
    root = write_project(tmp_path, {"main": deck}, files={"card_data/sweets/art/owl.svg": drawn})
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    page = (
        pypdfium2.PdfDocument(tmp_path / "output/sweets/main-a4.pdf")[0]
        .render(scale=1)
        .to_pil()
        .convert("L")
    )
    # in the box of the art, and in the middle of it
    ground, drawing = page.getpixel((60, 140)), page.getpixel((117, 140))
    assert (drawing, ground < 200) == (255, True)


@pytest.mark.parametrize(
    "size",
    [
        "0.5in x 0.5in",
        "0.625in x 0.625in",
        "circle 16mm",
        "circle 25mm",
        "hexagon 30mm",
        "30mm x 60mm",
    ],
)
def test_the_plain_template_has_room_on_counters(tmp_path: Path, size: str) -> None:
    """What they say stands there without the names of its fields."""
    deck = f"size: {size}\ntemplate: plain.svg\nfields: {{attack: int, move: int, elite: bool}}\ncards:\n"
    deck += "  - {id: a, name: 1st Guards, attack: 4, move: 3, elite: true}\n"
    deck += "  - {id: b, name: HQ, attack: 1, move: 6, elite: false, art: owl}\n"
    files = {"card_data/sweets/art/owl.svg": svg('<rect width="60" height="80" fill="#070"/>')}
    root = write_project(tmp_path, {"main": deck}, files=files)
    done = run("validate", project=root)
    assert 0 == done.exit_code, done.output
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    said = running_text(tmp_path / "output/sweets/main-a4.pdf")
    assert "4 · 3 · elite" in said
    assert "1 · 6" in said
    assert "HQ" in said


def test_the_command_does_one_thing(tmp_path: Path) -> None:
    assert 2 == run("table", project=write_project(tmp_path)).exit_code
    assert 2 == run("table", "sweets/main", project=tmp_path).exit_code
    done = run("table", "sweets/main", "--guess", "a.csv", project=tmp_path)
    assert (2, True) == (done.exit_code, "takes no GAME/DECK and no --to" in done.output)


def test_a_plain_card_shows_what_it_says_and_changes_nothing(tmp_path: Path) -> None:
    """`card.fields` has its values by name, to be looked at."""
    template = svg(
        text(
            "{% for name, value in card.fields.items() if value %}{{ name }} is {{ value }}. {% endfor %}"
        )
    )
    deck = "size: 60mm x 80mm\nfields: {rank: int}\ntemplate: card.svg\ncards: [{id: a, rank: 7}]\n"
    root = write_project(tmp_path, {"main": deck}, {"card.svg": template})
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    assert any("rank is 7." in words for words in text_of(tmp_path / "output/sweets/main-a4.pdf"))
    write_project(
        tmp_path, {"main": deck}, {"card.svg": svg(text("{{ card.fields.update(rank=8) }}"))}
    )
    assert 2 == run("build", "sweets", "--paper", "a4", project=root).exit_code


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        (
            "a.txt",
            b"dmg|-10|+0|A rainy day. You lose a point.\ndmg|-20|+0|Your bike is gone.\njob|+80|+1|You mow a lawn.\n",
            ("none", 3),
        ),
        ("a.csv", b"Owl,3,Hoots.\nBat,2,Flies.\n", ("none", 2)),
        ("a.csv", b"Apple\nBear\nOwl\nCat\n", ("none", 4)),
        (
            "a.txt",
            b"I never, ever do that.\nA day, with friends.\nSilence.\n#winning, again\n",
            ("none", 4),
        ),
        ("a.csv", b"Pizza, pasta\nA dog\nRain, again, today\nCat\n", ("none", 4)),
        ("a.csv", b"front;back\nto be;\xc3\xaatre\nto go;aller\n", ("1", 2)),
        ("a.csv", b"Name,#\nOwl,3\nBat,2\n", ("1", 2)),
        ("a.csv", b"#,Name\n1,Owl\n2,Bat\n", ("1", 2)),
        ("a.csv", b"Wild,Weather\nany,\n,Rain\nany,Rain\n", ("1", 3)),
        ("a.csv", b"Who was first?,Ann\n", ("none", 1)),
        ("a.csv", b"h1,h1,h2,H2,h3\n1,2,5,6,9\n3,4,7,8,10\n", ("1", 2)),
        ("a.csv", b"h1,h1,h2\nOwl,2,3\nBat,4,7\n", ("1", 2)),
        ("a.csv", b"Owl,Owl,Cat\nBat,Owl,3\nJay,Bat,2\n", ("none", 3)),
    ],
)
def test_a_list_without_headings_or_names_loses_no_card(
    tmp_path: Path, name: str, data: bytes, expected: tuple[str, int]
) -> None:
    """What looks like a card is one, and it loads as printed."""
    root = write_project(tmp_path, files={f"card_data/sweets/{name}": data})
    said = run("table", "--guess", root / "card_data/sweets" / name, project=root).stdout
    deck = loaded(write_project(root, {"main": said}))
    assert expected == (str(yaml.safe_load(said)["cards"]["header_row"]), len(deck))


def test_counts_and_dashes_are_known_for_what_they_are(tmp_path: Path) -> None:
    """`#` counts where its numbers do not rise; a dash among numbers is none."""
    said = guess(tmp_path, "a.csv", b"Name,#,Cost\nOwl,3,2\nBat,2,-\nJay,3,5\n")[1]
    assert '"#": copies   # how many of each' in said
    assert "cost: {int: {optional: true}}" in said
    said = guess(tmp_path, "b.csv", "Name;Price\nOwl;1,50 €\nBat;3 €\nJay;–\n".encode())[1]
    assert 'to count with it: {number: {unit: "€", decimal: ",", optional: true}}' in said
    deck = "size: poker\ntemplate: plain.svg\nfields: {cost: {int: {optional: true}}}\ncards: {file: a.csv, columns: {'#': copies}}\n"
    found = loaded(write_project(tmp_path, {"main": deck}))
    assert [(2, 3), (None, 2), (5, 3)] == [(card.cost, card.copies) for card in found]


def test_columns_of_one_heading_are_fields_of_what_each_holds(tmp_path: Path) -> None:
    """The first was taken for a text with translations."""
    said = guess(tmp_path, "a.csv", b"name,cost,cost\nOwl,2,6\nBat,4,8\n")[1]
    assert {"cost": "int", "cost_2": "int"} == yaml.safe_load(said)["fields"]


def test_tabs_of_one_workbook_are_in_one_language(tmp_path: Path) -> None:
    """The third tab had its columns the other way round, and the game two languages to translate
    from."""
    one = (
        "Ships",
        lambda page: rows(
            page, ["Name EN", "Name DE", "Cost"], ["Brig", "Brigg", 1], ["Raft", "Floß", 2]
        ),
    )
    two = (
        "Crew",
        lambda page: rows(
            page, ["Name DE", "Name EN", "Cost"], ["Koch", "Cook", 1], ["Maat", "Mate", 2]
        ),
    )
    said = guess(tmp_path, "a.xlsx", book(one, two), "--sheet", "Crew")[1]
    assert {"Name EN": "name", "Name DE": "name.de"} == yaml.safe_load(said)["cards"]["columns"]


def test_a_template_of_the_project_that_fits_is_proposed(tmp_path: Path) -> None:
    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">{{{{ text_box(card.{}, 6, 6, 50, 50) }}}}</svg>'
    write_project(
        tmp_path,
        files={f"templates/{name}.svg": box.format(name).encode() for name in ("effect", "power")},
    )
    said = guess(tmp_path, "a.csv", b"name,effect\nOwl,Hoots.\nBat,Flies.\n")[1]
    assert "template: effect.svg   # asks for these fields" in said
    write_project(tmp_path, {"main": said.replace("effect.svg", "effect")})
    assert 0 == run("build", "sweets", "--paper", "a4", project=tmp_path).exit_code


def test_a_picture_may_be_named_by_its_address(tmp_path: Path) -> None:
    """Its last part counts, which is to lie in art/."""
    table = "name,image\nOwl,https://pics.example/a/owl.svg?x=1\nBat,C:\\pics\\bat.svg\n"
    files = {f"card_data/sweets/art/{name}.svg": svg("") for name in ("owl", "bat")}
    said = guess(write_project(tmp_path, files=files), "a.csv", table.encode())[1]
    assert "image: art" in said
    found = loaded(write_project(tmp_path, {"main": said}))
    assert ["owl.svg", "bat.svg"] == [card.art for card in found]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            "name,Qty\nOwl,2-3\nCat,∞\nDog,x2\nApe,2\n",
            "Qty would be the number of copies, but for 2-3, ∞; write whole numbers there",
        ),
        (
            "Name,Owl,Cat\nRank,3,2\nText,Hoot.,Mew.\nQty,2,1\n",
            "the cards seem to stand in columns; turn the table",
        ),
        ("name,copies\nOwl,2\nCat,x3\n", ""),
        ("Name,Rank,Text\nOwl,3,Hoot.\nText,2,Mew.\n", ""),
    ],
)
def test_what_a_table_would_lose_is_told(tmp_path: Path, table: str, told: str) -> None:
    """Counts that are none, and cards that stand in columns."""
    file = tmp_path / "t.csv"
    file.write_text(table, "utf-8")
    notes = [line for line in guessed(file, tmp_path) if line.startswith("# note:")]
    assert [True] * bool(told) == [told in note for note in notes], notes
