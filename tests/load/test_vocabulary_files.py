"""Keywords, replacements and phrases in the files of a game: written out, in tables, in languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import brief
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
    assert done.tells('main.yaml:5:32 unknown-phrase "owl" "take" -> "tacke"')
    assert done.tells("main.yaml:5")


BOOK = "# Sweets\n\nPay Wood with Haste, as Pay `Wood`.\n\n## Haste\n\n{{ glossary() }}\n\n{take: 3, nuts}\n"


def test_a_rulebook_prints_the_words_of_its_game(tmp_path: Path) -> None:
    project(tmp_path, WRITTEN, files={"rulebook.md": BOOK})
    done = run("rulebook", "sweets", project=tmp_path)
    assert 0 == done.exit_code, done.output
    words = " ".join(" ".join(text_of(tmp_path / "output/sweets/rulebook.pdf")).split())
    assert "take 3 nuts" in words
    assert "Haste: may move at once" in words
    assert 1 == words.count("Wood")


def test_a_wrong_phrase_in_a_rulebook_is_told_at_its_line(tmp_path: Path) -> None:
    project(tmp_path, WRITTEN, files={"rulebook.md": BOOK.replace("{take: 3, nuts}", "{take: 3}")})
    done = run("rulebook", "sweets", project=tmp_path)
    assert 2 == done.exit_code
    assert "rulebook.md:9: " in done.output
    assert "is given 1" in done.output


@pytest.mark.parametrize(
    ("means", "book", "templates", "told"),
    [
        ("", "# S\n", "", "nothing says what it means: main/owl uses it"),
        ("", "# S\n\nHaste is haste.\n", "", ""),
        ("", "# S\n\nHastened.\n", "", "nothing says what it means"),
        ("fast", "# S\n", "", "neither the rulebook nor a card"),
        ("fast", "# S\n\n{{ glossary() }}\n", "", ""),
        ("fast", "# S\n", "{{ text_box(reminders(card), 5, 40, 50, 30) }}", ""),
    ],
)
def test_a_keyword_that_nothing_explains_is_a_warning(
    tmp_path: Path, means: str, book: str, templates: str, told: str
) -> None:
    keywords = f"keywords: {{Haste: {{means: {means!r}}}, Unused: x}}\nreplace: {{Wood: wood}}\nphrases: {{take: 't{{1}}{{2}}'}}\n"
    project(tmp_path, keywords, files={"rulebook.md": book})
    template = svg("{{ text_box(card.text, 5, 5, 50, 30) }}" + templates)
    (tmp_path / "templates/t.svg").write_text(template, "utf-8")
    done = run("validate", "sweets", "--rule", "keywords", project=tmp_path)
    assert bool(told) == ("keyword-unexplained" in done.codes), done.output
    assert told in done.output
    assert ("game.yaml:2" in done.output) == bool(told)


@pytest.mark.parametrize("deck", ["", "keywords: {Haste: {style: hott}}\n"])
def test_the_style_of_a_keyword_is_one_of_the_game(tmp_path: Path, deck: str) -> None:
    styles = "styles: {hot: {bold: true}, keyword: {italic: true}}\n"
    wrong = "" if deck else "keywords: {Haste: {style: hott}}\n"
    project(tmp_path, styles + wrong, deck)
    _, problems = load_games(find_project(tmp_path))
    place = "main.yaml:4:12" if deck else "game.yaml:3:12"
    assert f'{place} unknown-style "hott" -> "hot"' == brief(problems[0])


def test_a_keyword_without_a_style_takes_that_called_keyword(tmp_path: Path) -> None:
    project(tmp_path, "keywords: {Haste: fast}\nstyles: {keyword: {italic: true}}\n")
    game, problems = loaded(tmp_path)
    assert not problems
    assert game
    assert "[Haste]{.keyword}" == game.vocabulary_of(game.deck("main")).markup("Haste")


def test_a_phrase_of_a_deck_may_use_one_of_its_game(tmp_path: Path) -> None:
    project(tmp_path, WRITTEN, "phrases: {twice: '{take: 2, {1}} twice'}\n")
    game, problems = loaded(tmp_path)
    assert not problems
    assert game
    vocabulary = game.vocabulary_of(game.deck("main"))
    assert "take 2 nuts twice" == vocabulary.markup("{twice: nuts}")


def test_a_name_in_a_table_is_checked_as_one_that_is_written_out(tmp_path: Path) -> None:
    project(tmp_path, "phrases: phrases.csv\n", files={"phrases.csv": "name,text\n1x{y},text\n"})
    _, problems = loaded(tmp_path)
    assert 'a phrase cannot be called "1x{y}"' in problems[0]
    assert "phrases.csv:2" in problems[0]


@pytest.mark.parametrize(
    ("key", "table", "code", "part"),
    [
        ("keywords", "keyword,means\nHaste,a\nGuard,b\nHaste,c\n", "name-taken", "row 2"),
        ("keywords", "keyword,means\n,a\n", "name-impossible", "first column"),
        ("replace", "word,prints\nWood,a\nWood,b\n", "name-taken", "Wood"),
        ("phrases", "phrase,says\n,Take {1}\n", "name-impossible", "first column"),
    ],
)
def test_a_row_that_would_be_lost_is_told(
    tmp_path: Path, key: str, table: str, code: str, part: str
) -> None:
    files = {"card_data/sweets/game.yaml": f"title: T\n{key}: words.csv\n"}
    files["card_data/sweets/words.csv"] = table
    result = run("validate", project=write_project(tmp_path, files=files))
    assert result.exit_code == 2
    (told,) = [line for line in result.stderr.splitlines() if f"[{code}]" in line or part in line]
    assert "words.csv:" in told
    assert part in told


def test_empty_rows_of_a_vocabulary_say_nothing(tmp_path: Path) -> None:
    files = {"card_data/sweets/game.yaml": "title: T\nreplace: words.csv\n"}
    files["card_data/sweets/words.csv"] = "word,prints\n,\nWood,a\n,\n"
    assert run("validate", project=write_project(tmp_path, files=files)).exit_code == 0
