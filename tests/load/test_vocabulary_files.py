"""Keywords, replacements and phrases in the files of a game: written out, in tables, in languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, svg, text_of, write_project

from cardgen.load import load_games
from cardgen.model.cards import Game
from cardgen.model.project import find_project

DECK = "size: 60mm x 80mm\ntemplate: t.svg\nfields: {text: text}\n"
CARDS = 'cards:\n  - {id: owl, name: Owl, text: "Haste. Pay Wood, then {take: 2, nuts}."}\n'
TEMPLATE = svg(
    "{{ text_box(card.text, 5, 5, 50, 30, size=9) }}{{ text_box(reminders(card), 5, 40, 50, 30) }}"
)
GAME = "title: S\n"
WOOD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="9" height="9"/></svg>'
)


def project(root: Path, game: str, deck: str = "", files: dict[str, str] | None = None) -> Path:
    return write_project(
        root,
        {"main": DECK + deck + CARDS},
        {"t.svg": TEMPLATE, "icons/wood.svg": WOOD},
        game=GAME + game,
        files={f"card_data/sweets/{name}": text for name, text in (files or {}).items()},
    )


def loaded(root: Path) -> tuple[Game | None, list[str]]:
    games, problems = load_games(find_project(root))
    return (games[0] if games else None), [f"{problem.code}: {problem}" for problem in problems]


WRITTEN = (
    "keywords: {Haste: {means: may move at once, forms: [Hasty]}}\n"
    'replace: {Wood: "{wood}"}\n'
    "phrases: {take: 'take {1} {2}'}\n"
)
TABLES = {
    "words.csv": "Keyword,Means,Forms\nHaste,may move at once,Hasty; Hastily\n",
    "swap.csv": "Says,Prints\nWood,{wood}\n",
    "phrases.csv": "name,text\ntake,take {1} {2}\n",
}
IN_TABLES = "keywords: words.csv\nreplace: {file: swap.csv}\nphrases: phrases.csv\n"


@pytest.mark.parametrize(
    ("game", "files"), [(WRITTEN, {}), (IN_TABLES, TABLES)], ids=["written", "tables"]
)
def test_a_card_prints_its_vocabulary(tmp_path: Path, game: str, files: dict[str, str]) -> None:
    project(tmp_path, game, files=files)
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 0 == done.exit_code, done.output
    (page,) = text_of(tmp_path / "output/sweets/main-a4.pdf")
    assert "Haste. Pay" in page
    assert ", then take 2 nuts." in " ".join(page.split())
    assert "Haste: may move at once" in page
    assert "Wood" not in page


def test_a_deck_says_its_own_words_over_those_of_the_game(tmp_path: Path) -> None:
    project(tmp_path, WRITTEN, "phrases: {take: 'grab {1} {2}'}\nkeywords: {Pay: give}\n")
    game, problems = loaded(tmp_path)
    assert not problems
    assert game
    vocabulary = game.vocabulary_of(game.deck("main"))
    assert "grab 2 nuts" == vocabulary.markup("{take: 2, nuts}")
    assert {"Haste", "Pay"} == set(vocabulary.keywords)


def test_another_language_has_its_own_words(tmp_path: Path) -> None:
    german = (
        "title: S\nkeywords: {Haste: {word: Eile, means: zieht sofort}}\n"
        'replace: {Holz: "{wood}"}\nphrases: {take: "nimm {1} {2}"}\n'
    )
    cards = 'cards: {owl: {text: "Eile. Zahle Holz, dann {take: 2, Nüsse}."}}\n'
    project(tmp_path, WRITTEN, files={"game.de.yaml": german, "main.de.yaml": cards})
    done = run("build", "sweets", "--paper", "a4", "--lang", "de", project=tmp_path)
    assert 0 == done.exit_code, done.output
    (page,) = text_of(tmp_path / "output/sweets/main-de-a4.pdf")
    assert "dann nimm 2 Nüsse." in " ".join(page.split())
    assert "Eile: zieht sofort" in page


@pytest.mark.parametrize(
    ("game", "code", "part"),
    [
        ("keywords: 3\n", "mapping-expected", "game.yaml:2"),
        ("keywords: {Haste: {mens: x}}\n", "unknown-key", "means"),
        ("keywords: {'{x}': y}\n", "name-impossible", "without braces"),
        ("phrases: {take a: x}\n", "name-impossible", "letters, digits"),
        ("phrases: {take: 'x {2}'}\n", "phrase-slots", "has no slot {1}"),
        ("phrases: {a: '{b}', b: '{a}'}\n", "phrase-circle", "stands in itself"),
        ("phrases: {take: 'x {'}\n", "text-brace", "game.yaml:2"),
        ("replace: {Wood: [a]}\n", "text-expected", "game.yaml:2"),
        ("replace: swop.csv\n", "file-missing", "swop.csv"),
    ],
)
def test_a_mistake_is_told_at_its_place(tmp_path: Path, game: str, code: str, part: str) -> None:
    project(tmp_path, game)
    _, problems = loaded(tmp_path)
    assert problems
    assert problems[0].startswith(f"{code}: "), problems
    assert part in problems[0], problems


def test_a_missing_icon_of_a_replacement_is_told_where_it_is_named(tmp_path: Path) -> None:
    project(tmp_path, 'replace: {Wood: "{wod}"}\nphrases: {take: "{1} {2}"}\n')
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 2 == done.exit_code
    assert "game.yaml:2" in done.output
    assert "main.yaml" not in done.output


def test_a_wrong_call_is_told_at_the_card(tmp_path: Path) -> None:
    project(tmp_path, 'replace: {Wood: "{wood}"}\nphrases: {tacke: "{1} {2}"}\n')
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 2 == done.exit_code
    assert 'no phrase is called "take"' in done.output
    assert "main.yaml:5" in done.output
