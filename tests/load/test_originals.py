"""Which translations are older than their originals: through YAML, tables and columns, whoever
wrote them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis.strategies import (
    DataObject,
    characters,
    data,
    integers,
    lists,
    sampled_from,
    sets,
    text,
)
from projects import HEAD, run, write_project

import cardgen
from cardgen.load.originals import (
    MISSING,
    OLDER,
    THERE,
    UNKNOWN,
    LanguageStates,
    TextKey,
    is_same,
    record_file,
    states_of,
)
from cardgen.load.overlay import says_words

FIELDS = HEAD + "fields: {rule: {text: {optional: true}}}\n"
LISTED = (
    FIELDS + "cards:\n  - {id: owl, name: Owl, rule: Draw a card.}\n  - {id: jay, name: Jay}\n"
    "  - {id: emu, name: Emu, rule: Stay.}\n"
)
GERMAN = (
    "cards:\n  owl: {name: Eule, rule: Zieh eine Karte.}\n  jay: {name: Häher}\n"
    "  emu: {name: Emu}\n"
)
ROWS = "id,name,rule{}\nowl,Owl,Draw a card.{}\njay,Jay,{}\nemu,Emu,Stay.{}\n"
COLUMNS = ROWS.format(",name.de,rule.de", ",Eule,Zieh eine Karte.", ",Häher,", ",Emu,")
BY_ID = "id,name,rule\nowl,Eule,Zieh eine Karte.\njay,Häher,\nemu,Emu,\n"


def listed(root: Path) -> Path:
    write_project(root, {"birds": LISTED}, files=_in_game({"birds.de.yaml": GERMAN}))
    return root / "card_data/sweets/birds.yaml"


def in_a_column(root: Path) -> Path:
    files = _in_game({"birds.csv": COLUMNS})
    write_project(root, {"birds": FIELDS + "cards: birds.csv\n"}, files=files)
    return root / "card_data/sweets/birds.csv"


def in_a_table_of_its_own(root: Path) -> Path:
    files = _in_game({"birds.csv": ROWS.format("", "", "", ""), "birds.de.csv": BY_ID})
    write_project(root, {"birds": FIELDS + "cards: birds.csv\n"}, files=files)
    return root / "card_data/sweets/birds.csv"


def _in_game(files: dict[str, str]) -> dict[str, str | bytes]:
    return {f"card_data/sweets/{name}": text for name, text in files.items()}


WAYS = [listed, in_a_column, in_a_table_of_its_own]
PROJECT_OF_KIND = pytest.mark.parametrize("project", WAYS)
Maker = Callable[[Path], Path]


def states(root: Path) -> LanguageStates:
    workshop = cardgen.open_project(root)
    assert [] == workshop.problems
    return states_of(workshop.project, workshop.games[0], "de")


def by_state(root: Path) -> dict[str, list[str]]:
    """The texts of cards that are in each state."""
    texts = [text for text in states(root).texts if text.key.card]
    return {
        state: [str(text.key) for text in texts if text.state == state]
        for state in dict.fromkeys(text.state for text in texts)
    }


def accept(root: Path, *words: str) -> str:
    done = run("languages", "--accept", *words, project=root)
    assert 0 == done.exit_code, done.output
    return done.output


FOUR = ["birds/owl/name", "birds/owl/rule", "birds/jay/name", "birds/emu/name"]


@PROJECT_OF_KIND
def test_one_letter_makes_one_translation_older(tmp_path: Path, project: Maker) -> None:
    """Of unknown age at first, up to date once that is said, and older from the next letter on."""
    file = project(tmp_path)
    assert {UNKNOWN: FOUR, MISSING: ["birds/emu/rule"]} == by_state(tmp_path)
    accept(tmp_path)
    assert {THERE: FOUR, MISSING: ["birds/emu/rule"]} == by_state(tmp_path)
    file.write_text(file.read_text("utf-8").replace("Draw a card", "Draw a cart"), "utf-8")
    others = [name for name in FOUR if name != "birds/owl/rule"]
    assert {THERE: others, OLDER: ["birds/owl/rule"], MISSING: ["birds/emu/rule"]} == by_state(
        tmp_path
    )
    (older,) = states(tmp_path).having(OLDER)
    assert ("Draw a card.", "Draw a cart.", "Zieh eine Karte.", False) == (
        older.earlier,
        older.original,
        older.text,
        older.is_edited,
    )
    file.write_text(file.read_text("utf-8").replace("cart", "card"), "utf-8")
    assert {THERE: FOUR, MISSING: ["birds/emu/rule"]} == by_state(tmp_path)


def test_cards_that_become_a_table_keep_their_records(tmp_path: Path) -> None:
    """And come back from a workbook that a spreadsheet program has saved."""
    deck = listed(tmp_path)
    accept(tmp_path)
    table = deck.with_suffix(".xlsx")
    assert 0 == run("table", "sweets/birds", "--to", table, project=tmp_path).exit_code
    deck.write_text(FIELDS + "cards: birds.xlsx\n", "utf-8")
    assert {THERE: FOUR, MISSING: ["birds/emu/rule"]} == by_state(tmp_path)
    book = openpyxl.load_workbook(table)
    cell = next(c for row in book.active.iter_rows() for c in row if c.value == "Draw a card.")
    cell.value = "Draw a card!"
    book.save(table)
    assert ["birds/owl/rule"] == by_state(tmp_path)[OLDER]


@PROJECT_OF_KIND
def test_a_text_that_is_written_is_up_to_date(tmp_path: Path, project: Maker) -> None:
    """It alone; what is taken away is missing again."""
    project(tmp_path)
    done = run("set", "sweets/birds", "owl", "rule=Zieh!", "--lang", "de", project=tmp_path)
    assert 0 == done.exit_code, done.output
    others = [name for name in FOUR if name != "birds/owl/rule"]
    assert {UNKNOWN: others, THERE: ["birds/owl/rule"], MISSING: ["birds/emu/rule"]} == by_state(
        tmp_path
    )
    run("set", "sweets/birds", "owl", "rule=", "--lang", "de", project=tmp_path)
    assert ["birds/owl/rule", "birds/emu/rule"] == by_state(tmp_path)[MISSING]
    assert "rule" not in record_file(states(tmp_path).game, "de").read_text("utf-8")


def test_what_is_older_is_accepted_where_it_is_named(tmp_path: Path) -> None:
    """Or once it was edited, or where all of it is."""
    deck = listed(tmp_path)
    german = deck.with_name("birds.de.yaml")
    accept(tmp_path)
    deck.write_text(LISTED.replace("Owl", "Owl!").replace("Jay", "Jay!").replace("Emu", "Emu!"))
    german.write_text(GERMAN.replace("Eule", "Eule!"), "utf-8")
    assert "nothing was of unknown age" in accept(tmp_path)
    assert [True, False, False] == [text.is_edited for text in states(tmp_path).having(OLDER)]
    accept(tmp_path, "sweets/birds/jay")
    assert ["birds/owl/name", "birds/emu/name"] == by_state(tmp_path)[OLDER]
    accept(tmp_path, "--edited")
    assert ["birds/emu/name"] == by_state(tmp_path)[OLDER]
    accept(tmp_path, "--older", "--lang", "de", "sweets")
    assert OLDER not in by_state(tmp_path)


def test_titles_books_and_keywords_have_originals(tmp_path: Path) -> None:
    game = "title: Sweets\nkeywords: {Fly: {means: Move twice.}}\n"
    texts = {
        "birds.de.yaml": "title: Vögel\n",
        "game.de.yaml": "title: Süßes\nkeywords: {Fly: {word: Flug, means: Zieh zweimal.}}\n",
        "rulebook.md": "# Sweets\n",
        "rulebook.de.md": "# Süßes\n",
    }
    write_project(tmp_path, {"birds": LISTED}, game=game, files=_in_game(texts))
    accept(tmp_path)
    assert {
        TextKey("game", "", "title"),
        TextKey("game", "Fly", "means"),
        TextKey("game", "", "rulebook"),
        TextKey("birds", "", "title"),
    } == {text.key for text in states(tmp_path).having(THERE)}
    (tmp_path / "card_data/sweets/rulebook.md").write_text("# Candy\n")
    (tmp_path / "card_data/sweets/game.yaml").write_text(game.replace("twice", "once"))
    assert ["game/Fly/means", "game/rulebook"] == [
        str(text.key) for text in states(tmp_path).having(OLDER)
    ]


def test_words_of_the_game_belong_to_their_originals(tmp_path: Path) -> None:
    """A text that game.de.yaml says by its original is there, and missing once that is another."""
    write_project(
        tmp_path,
        {"birds": LISTED},
        files=_in_game({"game.de.yaml": "words: {Draw a card.: Zieh.}\n"}),
    )
    assert ["birds/owl/rule"] == by_state(tmp_path)[THERE]
    assert [] == states(tmp_path).having(UNKNOWN)


def test_spaces_make_nothing_older() -> None:
    assert is_same("Draw a\ncard. ", "Draw a card.")
    assert not is_same("Draw a card.", "Draw a card")


@pytest.mark.parametrize(
    "record",
    ["a: 1\n", "birds/owl/rule: {original: x}\n", "a/b/c/d: {original: x, translation: y}\n"],
)
def test_a_record_that_cannot_be_read_is_told(tmp_path: Path, record: str) -> None:
    """And is nobody's: a text whose line is wrong is of unknown age, and nothing is written."""
    listed(tmp_path)
    file = tmp_path / "card_data/sweets/originals.de.lock"
    file.write_text(record)
    assert {UNKNOWN: FOUR, MISSING: ["birds/emu/rule"]} == by_state(tmp_path)
    told = run("languages", project=tmp_path)
    assert 2 == told.exit_code
    assert "names no original and digest" in told.output
    refused = run("languages", "--accept", project=tmp_path)
    assert (2, record) == (refused.exit_code, file.read_text())
    assert "[translations]" in run("validate", "--rules-only", project=tmp_path).output


def test_validate_counts_what_is_older(tmp_path: Path) -> None:
    """A line for each language; with the language each text."""
    deck = listed(tmp_path)
    done = run("validate", "--rule", "translations", project=tmp_path)
    assert "note: 4 texts are of unknown age in the language de" in done.output
    accept(tmp_path)
    deck.write_text(LISTED.replace("Owl", "Owl!").replace("Jay", "Jay!"))
    done = run("validate", "--rule", "translations", project=tmp_path)
    assert "2 texts are older than their originals in the language de" in done.output
    assert "birds/owl/name" not in done.output
    done = run("validate", "--rule", "translations", "--lang", "de", project=tmp_path)
    assert 'birds/owl/name is older than its original, which was "Owl" and is "Owl!"' in done.output
    assert 0 == done.exit_code


def test_records_of_cards_that_are_gone_go(tmp_path: Path) -> None:
    deck = listed(tmp_path)
    accept(tmp_path)
    deck.write_text(LISTED.replace("  - {id: jay, name: Jay}\n", ""))
    deck.with_name("birds.de.yaml").write_text(GERMAN.replace("  jay: {name: Häher}\n", ""))
    run("set", "sweets/birds", "owl", "name=Uhu", "--lang", "de", project=tmp_path)
    assert "jay" not in record_file(states(tmp_path).game, "de").read_text("utf-8")


@settings(max_examples=40, deadline=None)
@given(data())
def test_exactly_what_changed_is_older(draw: DataObject) -> None:
    """Of random texts in YAML, CSV columns, XLSX or a table of their own: those of which a letter
    was changed, and no other."""
    originals = draw.draw(lists(TEXTS, min_size=2, max_size=8))
    translations = draw.draw(lists(TEXTS, min_size=len(originals), max_size=len(originals)))
    changed = draw.draw(sets(integers(0, len(originals) - 1)))
    way = draw.draw(sampled_from([_as_yaml, _as_columns, _as_table, _as_workbook]))
    with TemporaryDirectory() as folder:
        root = Path(folder)
        way(root, originals, translations)
        assert not states(root).having(MISSING)
        accept(root)
        assert len(originals) == len(
            [t for t in states(root).having(THERE) if t.key.field == "rule"]
        )
        later = [text + "z" if at in changed else text for at, text in enumerate(originals)]
        way(root, later, translations)
        older = {text.key.card for text in states(root).having(OLDER)}
        assert {f"c{at}" for at in changed} == older


TEXTS = text(
    characters(exclude_categories=("C", "Z"), exclude_characters="*_#=[]{}\\<>|`'\"+-@~^"),
    min_size=3,
    max_size=30,
).filter(lambda text: says_words(text) and not text.startswith(("0", "1", "2")))
NUMBERED = HEAD + "fields: {rule: text}\n"


def _as_yaml(root: Path, originals: list[str], translations: list[str]) -> None:
    cards = [{"id": f"c{at}", "name": "1", "rule": rule} for at, rule in enumerate(originals)]
    german = {f"c{at}": {"rule": rule} for at, rule in enumerate(translations)}
    files = _in_game(
        {"birds.de.yaml": f"title: V\ncards: {json.dumps(german, ensure_ascii=False)}\n"}
    )
    listed = json.dumps(cards, ensure_ascii=False)
    write_project(root, {"birds": f"{NUMBERED}cards: {listed}\n"}, files=files)


def _as_columns(root: Path, originals: list[str], translations: list[str]) -> None:
    rows = [["id", "name", "rule", "rule.de"]]
    rows += [
        [f"c{at}", "1", *texts]
        for at, texts in enumerate(zip(originals, translations, strict=True))
    ]
    files = _in_game({"birds.csv": _csv(rows), "birds.de.yaml": "title: V\n"})
    write_project(root, {"birds": f"{NUMBERED}cards: birds.csv\n"}, files=files)


def _as_table(root: Path, originals: list[str], translations: list[str]) -> None:
    names = [f"c{at}" for at in range(len(originals))]
    own = [
        ["id", "name", "rule"],
        *([name, "1", rule] for name, rule in zip(names, originals, strict=True)),
    ]
    german = [
        ["id", "rule"],
        *([name, rule] for name, rule in zip(names, translations, strict=True)),
    ]
    files = {"birds.csv": _csv(own), "birds.de.csv": _csv(german), "birds.de.yaml": "title: V\n"}
    write_project(root, {"birds": f"{NUMBERED}cards: birds.csv\n"}, files=_in_game(files))


def _as_workbook(root: Path, originals: list[str], translations: list[str]) -> None:
    book = openpyxl.Workbook()
    book.active.append(["id", "name", "rule", "rule.de"])
    for at, texts in enumerate(zip(originals, translations, strict=True)):
        book.active.append([f"c{at}", "1", *texts])
    stream = io.BytesIO()
    book.save(stream)
    files: dict[str, str | bytes] = {
        "card_data/sweets/birds.xlsx": stream.getvalue(),
        "card_data/sweets/birds.de.yaml": "title: V\n",
    }
    write_project(root, {"birds": f"{NUMBERED}cards: birds.xlsx\n"}, files=files)


def _csv(rows: list[list[str]]) -> str:
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    return stream.getvalue()
