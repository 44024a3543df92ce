"""Texts that go out to a translator as a workbook or XLIFF, and come back."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from projects import HEAD, run, svg, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.load.originals import OLDER, THERE, record_file, states_of
from cardgen.load.translator_rows import TranslatorRow, read_translator_table, stamp_of
from cardgen.load.xliff import read_xliff
from cardgen.write.translator_books import translator_book
from cardgen.write.xliff_writer import xliff_of

FACE = svg(
    "{{ text_box(card.name, 5, 5, 50, 8, size=14, min_size=14) }}\n"
    "{{ text_box(card.rule, 5, 20, 50, 20, size=12, min_size=6) }}\n"
    "{{ text_box('Your **Turn**', 5, 50, 50, 20, size=12) }}"
)
LISTED = (
    HEAD + "fields: {rule: {text: {optional: true}}}\n"
    "cards:\n  - {id: owl, name: Owl, rule: Draw a card.}\n  - {id: jay, name: Jay}\n"
)
GERMAN = "cards:  # die Vögel\n  owl: {name: Eule, rule: Zieh eine Karte.}\n  jay: {name: Häher}\n"
ENDINGS = pytest.mark.parametrize("ending", [".xlsx", ".ods", ".xlf"])
Answer = Callable[[dict[str, str]], Path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {"card_data/sweets/birds.de.yaml": GERMAN}
    write_project(tmp_path / "game", {"birds": LISTED}, {"card.svg": FACE}, files=files)
    run("languages", "--accept", project=tmp_path / "game")
    return tmp_path / "game"


def sent(root: Path, ending: str = ".xlsx", language: str = "de") -> Path:
    """What goes out to a translator."""
    file = root.parent / f"out{ending}"
    option = "--xliff" if ending == ".xlf" else "--workbook"
    done = run("languages", "sweets", "--lang", language, option, file, "--force", project=root)
    assert 0 == done.exit_code, done.output
    return file


def answered(file: Path, texts: dict[str, str], column: str = "translation") -> Path:
    """The file with these texts, by name, or by original for those that have no other name."""
    if file.suffix == ".xlf":
        return _answered_xliff(file, texts)
    if file.suffix == ".ods":
        file = _converted(file, "xlsx")
    book = openpyxl.load_workbook(file)
    sheet = book.worksheets[0]
    heads = {str(cell.value).partition(" (")[0]: cell.column for cell in sheet[1]}
    for row in range(2, sheet.max_row + 1):
        for name in (heads["text"], heads["original"]):
            text = texts.get(str(sheet.cell(row, name).value))
            if text is not None:
                sheet.cell(row, heads[column]).value = text
    answer = file.with_name("back.xlsx")
    book.save(answer)
    return answer


def _answered_xliff(file: Path, texts: dict[str, str]) -> Path:
    """As the Translate Toolkit answers."""
    xliff = pytest.importorskip("translate.storage.xliff")
    store = xliff.xlifffile.parsefile(str(file))
    for unit in store.units:
        name = unit.xmlelement.get("resname")
        text = texts.get(name, texts.get(str(unit.source)))
        if text is not None:
            unit.target = text
    answer = file.with_name("back.xlf")
    answer.write_bytes(bytes(store))
    return answer


def _converted(file: Path, kind: str) -> Path:
    """A workbook as LibreOffice saves it."""
    program = shutil.which("soffice")
    if not program:
        pytest.skip("LibreOffice is not there")
    folder = file.parent / "converted"
    home = f"-env:UserInstallation={(file.parent / 'office').as_uri()}"
    command = [program, home, "--headless", "--convert-to", kind, "--outdir", folder, file]
    subprocess.run(list(map(str, command)), check=True, capture_output=True, timeout=200)
    return folder / file.with_suffix(f".{kind}").name


def texts_of(root: Path, language: str = "de") -> dict[str, str]:
    opened = cardgen.open_project(root)
    states = states_of(opened.project, opened.games[0], language)
    texts = {str(text.key): text.text for text in states.texts if text.text}
    return {**texts, **states.translation.words}


def state_of(root: Path, name: str) -> str:
    opened = cardgen.open_project(root)
    states = states_of(opened.project, opened.games[0], "de")
    return next(text.state for text in states.texts if str(text.key) == name)


def read(root: Path, file: Path, *words: str) -> str:
    done = run("languages", "--read", file, *words, project=root)
    assert 1 >= done.exit_code, done.output
    return done.output


@ENDINGS
def test_what_comes_back_is_written(root: Path, ending: str) -> None:
    """Texts of cards, titles, and what templates say; comments stay, and all of it is dated."""
    answer = answered(
        sent(root, ending),
        {
            "sweets/birds/jay/name": "Eichelhäher = blau",
            "sweets/birds/owl/rule": "Zieh **eine** Karte:\nja!",
            "sweets/birds/title": "Vögel",
            "Your **Turn**": "Dein **Zug**",
        },
    )
    told = read(root, answer)
    assert "4 texts written" in told
    assert {
        "birds/owl/name": "Eule",
        "birds/jay/name": "Eichelhäher = blau",
        "birds/owl/rule": "Zieh **eine** Karte:\nja!",
        "birds/title": "Vögel",
        "Your **Turn**": "Dein **Zug**",
    } == texts_of(root)
    german = (root / "card_data/sweets/birds.de.yaml").read_text("utf-8")
    assert german.startswith("cards:  # die Vögel\n  owl: {name: Eule, ")
    assert THERE == state_of(root, "birds/title")
    assert "0 texts written" in read(root, answer).replace("no texts", "0 texts")


@ENDINGS
def test_a_new_language_begins_with_what_came_back(root: Path, ending: str) -> None:
    names = {"sweets/birds/jay/name": "Geai", "sweets/birds/owl/name": "Hibou: nuit"}
    words = {"sweets/game/title": "Bonbons", "Your **Turn**": "À vous"}
    read(root, answered(sent(root, ending, "fr"), {**names, **words}))
    assert {
        "birds/jay/name": "Geai",
        "birds/owl/name": "Hibou: nuit",
        "game/title": "Bonbons",
        "Your **Turn**": "À vous",
    } == texts_of(root, "fr")
    assert [] == cardgen.open_project(root, "fr").problems


@ENDINGS
def test_what_nobody_changed_changes_nothing(root: Path, ending: str) -> None:
    """Though a spreadsheet program has saved it."""
    file = sent(root, ending)
    back = _converted(file, ending[1:]) if ending in (".xlsx", ".ods") else answered(file, {})
    before = {path: path.read_bytes() for path in (root / "card_data").rglob("*.*")}
    read(root, back)
    assert before == {path: path.read_bytes() for path in (root / "card_data").rglob("*.*")}


@ENDINGS
def test_what_was_changed_on_both_sides_is_told_with_its_cell(root: Path, ending: str) -> None:
    """And stays as it is here; what else came back is written. Forced, it is taken."""
    answer = answered(
        sent(root, ending),
        {"sweets/birds/jay/name": "Blauhäher", "sweets/birds/owl/name": "Uhu"},
    )
    run("set", "sweets/birds", "jay", "name=Meise", "--lang", "de", project=root)
    told = read(root, answer)
    assert 'sweets/birds/jay/name says "Meise" by now, and came back as "Blauhäher"' in told
    assert ("(cell E" in told) is (ending != ".xlf")
    assert ("Meise", "Uhu") == (texts_of(root)["birds/jay/name"], texts_of(root)["birds/owl/name"])
    read(root, answer, "--force")
    assert "Blauhäher" == texts_of(root)["birds/jay/name"]


@ENDINGS
def test_an_original_that_changed_meanwhile_makes_it_older(root: Path, ending: str) -> None:
    """For it was made from the one that went out."""
    answer = answered(sent(root, ending), {"sweets/birds/owl/rule": "Zieh!"})
    deck = root / "card_data/sweets/birds.yaml"
    deck.write_text(LISTED.replace("Draw a card.", "Draw two."), "utf-8")
    assert "1 text of them older than the original by now" in read(root, answer)
    assert OLDER == state_of(root, "birds/owl/rule")
    record = record_file(cardgen.open_project(root).games[0], "de").read_text("utf-8")
    assert '"birds/owl/rule": {original: "Draw a card."' in record


def test_an_older_text_that_is_still_right_is_up_to_date(root: Path) -> None:
    """The workbook shows the original before; what is asked is told."""
    deck = root / "card_data/sweets/birds.yaml"
    deck.write_text(LISTED.replace("Draw a card.", "Draw a card!"), "utf-8")
    file = sent(root)
    table = openpyxl.load_workbook(file).worksheets[0]
    rows = {row[1]: row for row in table.iter_rows(2, values_only=True)}
    assert ("Draw a card!", "Draw a card.", "Zieh eine Karte.", "older") == (
        *rows["sweets/birds/owl/rule"][2:5],
        rows["sweets/birds/owl/rule"][6],
    )
    name = "sweets/birds/owl/rule"
    answer = answered(answered(file, {name: "x"}, "still right"), {name: "One card?"}, "question")
    told = read(root, answer)
    assert f"question  {name}  One card?  (E" in told
    assert THERE == state_of(root, "birds/owl/rule")


def test_reviewed_xliff_is_up_to_date(root: Path) -> None:
    deck = root / "card_data/sweets/birds.yaml"
    deck.write_text(LISTED.replace("Draw a card.", "Draw a card!"), "utf-8")
    file = sent(root, ".xlf")
    text = file.read_text("utf-8")
    assert "needs-review-translation" in text
    assert '<alt-trans alttranstype="previous-version">' in text
    file.write_text(text.replace("needs-review-translation", "final"), "utf-8")
    read(root, file)
    assert THERE == state_of(root, "birds/owl/rule")


def test_a_workbook_has_a_picture_of_each_card_and_bounds(root: Path) -> None:
    file = sent(root)
    sheet = openpyxl.load_workbook(file).worksheets[0]
    assert 2 == len(sheet._images)
    rows = {row[1]: row for row in sheet.iter_rows(2, values_only=True)}
    assert 10 < rows["sweets/birds/owl/name"][5] < 40
    assert rows["sweets/birds/title"][5] is None
    assert "missing" == rows["sweets/words"][6]
    assert sheet.column_dimensions["J"].hidden
    first = file.read_bytes()
    assert first == sent(root).read_bytes()


def test_tables_of_texts_are_written_as_tables(root: Path) -> None:
    """Where the texts of a language stand in one."""
    game = root / "card_data/sweets"
    (game / "birds.de.yaml").unlink()
    (game / "birds.de.csv").write_text("id,name,rule\nowl,Eule,Zieh.\njay,Häher,\n", "utf-8")
    answer = answered(sent(root), {"sweets/birds/jay/name": "Meise"})
    read(root, answer)
    assert "id,name,rule\nowl,Eule,Zieh.\njay,Meise,\n" == (game / "birds.de.csv").read_text(
        "utf-8"
    )


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("x.csv", "a,b\n1,2\n", 'no column is called "translation (de)"'),
        ("x.csv", "text,translation (de)\n", 'the column "original" is missing'),
        ("x.xlf", "<xliff", "this is not XML"),
        ("x.xlf", "<!DOCTYPE a><xliff/>", "a document type is not read"),
        ("x.xlf", "<html/>", "this is no XLIFF 1.2"),
        ("x.xlf", "<xliff><file/></xliff>", "does not say one target-language"),
    ],
)
def test_what_is_no_table_is_refused(root: Path, file: str, text: str, told: str) -> None:
    path = root.parent / file
    path.write_text(text, "utf-8")
    done = run("languages", "--read", path, project=root)
    assert 2 == done.exit_code
    assert told in done.output


def test_texts_that_are_not_there_are_told(root: Path) -> None:
    file = root.parent / "x.csv"
    stamp = stamp_of("Owl", "")
    file.write_text(
        "text,original,translation (de),leave as it is\n"
        f"sweets/birds/emu/name,Emu,Emu!,{stamp}\n"
        f"sweets/birds/owl/name,Owl,,{stamp_of('Owl', 'Eule')}\n"
        f",,Uhu,\n"
        f"sweets/birds/jay/nest,Jay,,{stamp}\n",
        "utf-8",
    )
    told = read(root, file)
    assert 'there is no text "sweets/birds/emu/name" by now (cell C2)' in told
    assert "the translation was emptied (cell C3)" in told
    assert "this translation has no text that it belongs to" in told
    assert "Eule" == texts_of(root)["birds/owl/name"]


def test_calls_that_do_not_go_together(root: Path) -> None:
    for words in (
        ["--accept", "--read", "x.csv"],
        ["--workbook", "x.xlsx"],
        ["--workbook", "x.xlsx", "--lang", "de,fr"],
        ["--read", "x.csv", "--lang", "de"],
    ):
        assert 2 == run("languages", *words, project=root).exit_code
    done = run("languages", "--workbook", "x.txt", "--lang", "de", project=root)
    assert "x.txt is no workbook" in done.output


def test_rows_know_what_went_out() -> None:
    row = TranslatorRow(name="a/b", original="Owl\r\n", text=" Eule").stamped
    assert row.has_own_original
    assert row.is_stamped("Eule")
    assert not row.is_stamped("Uhu")


def test_both_kinds_say_the_same(root: Path) -> None:
    table = read_translator_table(sent(root), [])
    xliff = read_xliff(sent(root, ".xlf"))
    assert "de" == table.language == xliff.language
    assert [(row.name, row.original, row.text, row.stamp) for row in table.rows] == [
        (row.name, row.original, row.text, row.stamp) for row in xliff.rows
    ]


@pytest.mark.parametrize("ending", [".xlsx", ".xlf"])
def test_a_text_of_a_template_that_changed_is_older(root: Path, ending: str) -> None:
    """It goes out with its earlier original and what that became; untouched it is not taken."""
    game = root / "card_data/sweets/game.de.yaml"
    game.write_text("words:\n  Your **Turns**: Deine **Züge**\n", "utf-8")
    told = run("languages", project=root).output
    assert "game/words  older than its original" in told
    assert 'was  "Your **Turns**"\n    now  "Your **Turn**"\n    de   "Deine **Züge**"' in told
    file = sent(root, ending)
    table = read_xliff(file) if ending == ".xlf" else read_translator_table(file, [])
    (row,) = [row for row in table.rows if row.original == "Your **Turn**"]
    assert ("Your **Turns**", "Deine **Züge**") == (row.earlier, row.text)
    read(root, answered(file, {}))
    assert "Your **Turn**" not in texts_of(root)
    read(root, answered(file, {"Your **Turn**": "Dein **Zug**"}))
    assert "Dein **Zug**" == texts_of(root)["Your **Turn**"]
    assert "older" not in run("languages", project=root).output


def test_a_text_of_a_template_may_still_be_right(root: Path) -> None:
    game = root / "card_data/sweets/game.de.yaml"
    game.write_text("words:\n  Your **Turns**: Zug\n", "utf-8")
    read(root, answered(sent(root), {"Your **Turn**": "x"}, "still right"))
    assert "Zug" == texts_of(root)["Your **Turn**"]


@pytest.mark.parametrize("make", [xliff_of, translator_book])
def test_a_sign_that_no_file_holds_is_told(make: Callable[..., bytes]) -> None:
    rows = [TranslatorRow(name="sweets/birds/owl/name", original="Owl\x0b", text="").stamped]
    more = ("en", "de") if make is xliff_of else ("de", {}, ".xlsx")
    with pytest.raises(CardgenError, match="holds a sign"):
        make(rows, *more)
