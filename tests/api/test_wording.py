"""The words of cards and rulebook read against each other, and looked up."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, write_project

from cardgen.api import spelling

FIELDS = "fields: {text: {text: {optional: true}}}\n"
DICTIONARY = {
    "en_XX.aff": "SET UTF-8\nTRY esianrtolcdugmphbyfvkwz\n",
    "en_XX.dic": "3\nattack\ndraw\ncards\n",
}


def told(root: Path, *texts: str, book: str = "", game: str = "title: Sweets\n") -> list[str]:
    """The notes on cards with these texts, each without its places."""
    cards = "".join(
        f"  - {{id: c{number}, name: Moon Marble {number}, text: {text!r}}}\n"
        for number, text in enumerate(texts)
    )
    files = {"card_data/sweets/rulebook.md": book} if book else {}
    root = write_project(root, {"main": f"{FIELDS}cards:\n{cards}"}, game=game, files=files)
    done = run("wording", "sweets", project=root)
    assert done.exit_code == 0, done.output
    return [
        line.partition("note: ")[2]
        for line in done.output.splitlines()
        if "dictionary of" not in line
    ]


@pytest.fixture(autouse=True)
def dictionaries(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder with dictionaries, empty: those of this machine are not asked."""
    folder = tmp_path_factory.mktemp("dictionaries")
    monkeypatch.setattr(spelling, "_INSTALLED", (str(folder),))
    return folder


@pytest.mark.parametrize(
    ("usual", "rare", "code"),
    [
        ("You get two coins", "You get 2 coins", '"2 coins", and 3 times "two coins"'),
        ("Then re-roll it", "Then reroll it", '"reroll", and 3 times "re-roll"'),
        ("Draw a card.", "Take a card.", '"Take a card", and 3 times "Draw a card"'),
        ("Your colour wins", "Your color wins", '"color", and 3 times "colour"'),
        (
            "Show the Moon Marble 0 now",
            "Show the moon marble 0 now",
            '"moon marble 0", and 3 times',
        ),
    ],
)
def test_the_exception_is_told_once(tmp_path: Path, usual: str, rare: str, code: str) -> None:
    (note,) = told(tmp_path, usual, usual, usual, rare)
    assert code in note


@pytest.mark.parametrize(
    "texts",
    [
        ("Draw a card.", "Take a card.", "Draw a card."),  # one of three: who knows
        ("Roll two dice", "Roll 2 or more", "Roll two dice", "Roll two dice"),
        ("Use **2 dice** {coin}", "2 {coin} dice"),
        ("MOON MARBLE 0", "Moon Marble 0 wins"),
        ("Take the card of your left neighbour", "Draw a card.", "Draw a card."),
    ],
)
def test_what_is_no_contradiction_is_not_told(tmp_path: Path, texts: tuple[str, ...]) -> None:
    assert told(tmp_path, *texts) == []


def test_names_terms_and_dictionary(tmp_path: Path, dictionaries: Path) -> None:
    book = "# Moon\n\nLay out the Marbel and pick up cards.\n\n::: note\n{{ deck }} atack\n:::\n"
    agreed = "title: Sweets\nglossary: {en: {draw: [pick up], out: [], moon: []}}\n"
    for name, text in DICTIONARY.items():
        (dictionaries / name).write_text(text, "utf-8")
    notes = told(tmp_path, "draw cards", book=book, game=agreed)
    assert any('"Marbel" is nearly "marble"' in note for note in notes)
    assert any('it says "pick up"; the glossary says "draw"' in note for note in notes)
    assert any('no dictionary knows "atack"' in note for note in notes)
    assert not any(
        '"attack"' in note.partition(";")[0] or '"draw"' in note.partition(";")[0]
        for note in notes
        if "knows" in note
    )
    accepted = f"{agreed}accept: [wording-misspelt, wording-name, wording-term]\n"
    assert not any(
        "knows" in note for note in told(tmp_path, "draw cards", book=book, game=accepted)
    )
    checked = run("validate", "--rules-only", project=tmp_path).output
    assert "accepts nothing any more" not in checked


def test_other_languages_code_and_british_words_are_no_mistakes(
    tmp_path: Path, dictionaries: Path
) -> None:
    for name, text in DICTIONARY.items():
        words = text.replace("3\nattack", "4\ncolor\nattack")
        (dictionaries / name).write_text(words, "utf-8")
    spanish = "perro gato vaca cerdo oveja rana abeja caracol"
    book = "draw `yaml` cards\n\nattack cards of one colour\n"
    agreed = "title: Sweets\nglossary: {en: {with: [], lurns: []}}\n"
    assert told(tmp_path, spanish, book=book, game=agreed) == []
    (note,) = told(tmp_path, "draw crads", book=book, game=agreed)
    assert 'no dictionary knows "crads"' in note


def test_german_words_that_dictionaries_leave_out_are_known(
    tmp_path: Path, dictionaries: Path
) -> None:
    """Number words in the dative, and metals that are colours."""
    for name, text in DICTIONARY.items():
        (dictionaries / name.replace("en_", "de_")).write_text(text, "utf-8")
    german = "title: Sweets\ntypesetting: {language: de}\nglossary: {de: {ihrer: []}}\n"
    assert told(tmp_path, "draw gold", "ihrer zweien", game=german) == []
    assert any('"ziehst"' in note for note in told(tmp_path, "draw ziehst", game=german))
