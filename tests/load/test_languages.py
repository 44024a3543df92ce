"""Texts in another language lie over the cards: by id, with everything that is missing told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pikepdf
import pytest
from briefs import brief, is_expected, spelt
from projects import FACE, SHIPPED, run, svg, text_of, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.engine.typography.fontbook import MissingGlyphError

DECK = "size: 60mm x 80mm\ntemplate: card.svg\nfields:\n  rank: {int: {default: 1}}\n  text: {text: {optional: true}}\n"
CARDS = "cards:\n  - {id: one, name: One, text: Hello}\n  - {id: two, name: Two}\n  - for: {rank: [7, 8]}\n    id: 'loop-{rank}'\n"
BOXED = svg(
    "{{ text_box(card.name, 5, 10, 50, 10, size=12) }}\n{{ text_box('Your Turn', 5, 30, 50, 10, size=12) }}"
)
GERMAN = {
    "game.de.yaml": "title: Süßes\nwords: {Your Turn: Dein Zug}\n",
    "main.de.yaml": "title: Alle\ncards:\n"
    "  one: {name: Eins, text: Hallo}\n  two: {name: Zwei}\n  loop-7: {name: Sieben}\n  loop-8: {name: Acht}\n",
}


def project(root: Path, overlays: dict[str, str], template: str = FACE) -> Path:
    files = {f"card_data/sweets/{name}": text for name, text in overlays.items()}
    return write_project(root, {"main": DECK + CARDS}, {"card.svg": template}, files=files)


def test_texts_lie_over_the_cards(tmp_path: Path) -> None:
    """By id, loops too; what is no text stays, and so do the places of what was not translated."""
    workshop = cardgen.open_project(project(tmp_path, GERMAN), "de")
    assert [] == workshop.problems
    (game,) = workshop.games
    deck = game.deck("main")
    assert ("Süßes", "de", "Alle") == (game.title, game.language, deck.title)
    assert [
        ("one", "Eins", "Hallo", 1),
        ("two", "Zwei", None, 1),
        ("loop-7", "Sieben", None, 7),
        ("loop-8", "Acht", None, 8),
    ] == [(card.id, card.name, card.text, card.rank) for card in deck]
    assert ("main.de.yaml", 3, "main.yaml") == (
        deck.cards[0].where("name").file.name,
        deck.cards[0].where("name").line,
        deck.cards[0].place.file.name,
    )
    assert ["One", "Two"] == [
        card.name for card in cardgen.open_project(tmp_path).games[0].deck("main")
    ][:2]


def test_the_pdf_is_in_the_language(tmp_path: Path) -> None:
    """Cards, words of the template, title and language of the document, and the file's name."""
    assert (
        0
        == run(
            "build", "--lang", "de", "--paper", "a4", project=project(tmp_path, GERMAN, BOXED)
        ).exit_code
    )
    made = tmp_path / "output/sweets/main-de-a4.pdf"
    words = " ".join(text_of(made))
    assert all(word in words for word in ("Eins", "Zwei", "Sieben", "Dein Zug"))
    assert not any(word in words for word in ("One", "Your Turn"))
    with pikepdf.open(made) as pdf:
        assert ("de", "Süßes: Alle") == (str(pdf.Root["/Lang"]), str(pdf.docinfo["/Title"]))
    assert not (tmp_path / "output/sweets/main-a4.pdf").exists()


def test_a_game_that_was_written_in_another_language_has_its_own_words(tmp_path: Path) -> None:
    """What sheets, books and templates say by themselves, and the language of its documents; a
    translation has words of its own."""
    said = "typesetting: {language: fr}\nwords: {Your Turn: À toi, 'sheet {} of {}': 'feuille {} sur {}', The rules of the game: Les règles}\n"
    root = project(
        tmp_path,
        {**GERMAN, "rulebook.md": "{{ components() }}\n\n## Un\n\nA\n\n## Deux\n\nB"},
        BOXED,
    )
    (root / "card_data/sweets/game.yaml").write_text(f"title: Sucreries\n{said}", "utf-8")
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    made, book = (root / f"output/sweets/{name}" for name in ("main-a4.pdf", "rulebook.pdf"))
    words = " ".join(text_of(made))
    assert all(word in words for word in ("À toi", "feuille 1 sur 1", "front"))
    assert "Les règles" in " ".join(text_of(book))
    for path in (made, book):
        with pikepdf.open(path) as pdf:
            assert "fr" == str(pdf.Root["/Lang"])
    assert 0 == run("build", "--lang", "de", "--paper", "a4", project=root).exit_code
    words = " ".join(text_of(root / "output/sweets/main-de-a4.pdf"))
    assert "Dein Zug" in words
    assert "feuille" not in words


def test_a_book_writes_sizes_in_its_language(tmp_path: Path) -> None:
    """Each in one line of its caption."""
    book = "{{ components() }}\n\n## Eins\n\nA\n"
    root = project(tmp_path, {**GERMAN, "rulebook.md": book, "rulebook.de.md": book})
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text("utf-8").replace("60mm x 80mm", "62.5mm x 80mm"), "utf-8")
    for template in (root / "templates").glob("*.svg"):
        drawn = template.read_text("utf-8").replace('"0 0 60 80"', '"0 0 62.5 80"')
        template.write_text(drawn, "utf-8")
    assert 0 == run("rulebook", "--lang", "de", "--paper", "a4", project=root).exit_code
    text = " ".join(text_of(root / "output/sweets/rulebook-de.pdf"))
    assert "62,5 × 80 mm" in text.replace("\u00a0", " ")
    assert "62.5" not in text


def test_a_list_of_words_is_a_list_as_any_other(tmp_path: Path) -> None:
    root = project(tmp_path, {})
    (root / "card_data/sweets/game.yaml").write_text("title: Sweets\nwords: [cat, dog]\n", "utf-8")
    (game,) = cardgen.open_project(root).games
    assert (("cat", "dog"), {}) == (game.lists["words"], game.words)
    (root / "card_data/sweets/game.yaml").write_text(
        "title: Sweets\nwords: {cat: [dog]}\n", "utf-8"
    )
    (problem,) = cardgen.open_project(root).problems
    assert "game.yaml:2:14: words must be texts of the templates with what they become" in spelt(
        problem
    )


def test_what_is_missing_is_listed(tmp_path: Path) -> None:
    """Each text that is still in the first language, with the place where it stands and the file it
    belongs to."""
    root = project(tmp_path, {"main.de.yaml": "title: Alle\ncards:\n  one: {name: Eins}\n  two:\n"})
    done = run("validate", "--lang", "de", "--rules-only", project=root)
    lines = [line for line in done.stderr.splitlines() if "untranslated" in line]
    assert 4 == len(lines)
    assert (
        "the text of main/one is not translated; add it to main.de.yaml: one: {text: ...}"
        in lines[0]
    )
    assert "main.yaml:7:" in lines[0]
    assert [0, 1] == [
        run("validate", "--lang", "de", "--rules-only", *strict, project=root).exit_code
        for strict in ([], ["--strict"])
    ]
    assert "untranslated" not in run("validate", "--rules-only", project=root).stderr


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "main.de.yaml",
            "cards: {tow: {name: Zwei}}\n",
            'main.de.yaml:1:9 unknown-card "tow" -> "two"',
        ),
        (
            "main.de.yaml",
            "cards: {one: {nmae: Eins}}\n",
            'main.de.yaml:1:15 unknown-field "nmae" -> "name"',
        ),
        (
            "main.de.yaml",
            "cards: {one: {rank: 2}}\n",
            'main.de.yaml:1:15 unknown-field "rank"',
        ),
        (
            "main.de.yaml",
            "crads: {one: {name: Eins}}\n",
            'main.de.yaml:1:1 unknown-key "crads" -> "cards"',
        ),
        ("main.de.yaml", "cards: [one]\n", "main.de.yaml:1:8 mapping-expected"),
        (
            "main.de.yaml",
            "cards: {one: {name: [Eins]}}\n",
            "main.de.yaml:1:21: name is a list, not a text",
        ),
        (
            "mian.de.yaml",
            "title: A\n",
            'mian.de.yaml: the game has no deck "mian"; did you mean "main"?',
        ),
        ("game.de.yaml", "title: [A]\n", "game.de.yaml:1:8 text-expected"),
        ("game.de.yaml", "words: [A]\n", "game.de.yaml:1:8 mapping-expected"),
        ("game.de.yaml", "words: {A: [B]}\n", "game.de.yaml:1:12 mapping-expected"),
        (
            "game.de.yaml",
            'words: {"page {}": "Seite {x}"}\n',
            'game.de.yaml:1:20 translation-gaps "Seite {x}" "page {}"',
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(
    tmp_path: Path, name: str, text: str, expected: str
) -> None:
    (problem,) = cardgen.open_project(project(tmp_path, {name: text}), "de").problems
    assert is_expected(problem, expected), brief(problem)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", 'no game has texts in the language "fr"'),
        ("../de", "is not a language"),
        ("d", "is not a"),
    ],
)
def test_a_language_that_nobody_wrote(tmp_path: Path, language: str, expected: str) -> None:
    with pytest.raises(CardgenError, match=expected.replace(".", r"\.")):
        cardgen.open_project(project(tmp_path, GERMAN), language)


def test_what_keeps_a_game_from_being_read_is_told_and_not_its_languages(tmp_path: Path) -> None:
    root = project(tmp_path, GERMAN)
    (root / "card_data/sweets/game.yaml").write_text("title: Sweets\nlanguage: en\n", "utf-8")
    done = run("validate", "--lang", "de", project=root)
    assert ["unknown-key"] == done.codes


def test_a_game_without_the_language_is_named(tmp_path: Path) -> None:
    """Asked for by name it is an error that says what to write; otherwise it is left out."""
    root = project(tmp_path, GERMAN)
    shutil.copytree(root / "card_data/sweets", root / "card_data/other")
    for path in (root / "card_data/other").glob("*.de.yaml"):
        path.unlink()
    assert ["sweets"] == [game.id for game in cardgen.open_project(root, "de").games]
    done = run("validate", "other", "--lang", "de", project=root)
    assert (2, True) == (
        done.exit_code,
        'other has no texts in the language "de"; write them as game.de.yaml' in done.stderr,
    )


def test_rules_are_held_against_the_cards_as_written(tmp_path: Path) -> None:
    """A rule may ask for words."""
    rules = "- {id: greets, says: One greets., check: \"deck.main.card('one').text == 'Hello'\"}\n"
    root = project(tmp_path, {**GERMAN, "rules.yaml": rules})
    assert 0 == run("validate", "--lang", "de", "--rules-only", project=root).exit_code


def test_fonts_of_a_language_come_first(tmp_path: Path) -> None:
    """fonts/de stands in for the families it names, for that language alone."""
    root = project(tmp_path, GERMAN)
    (root / "fonts/de").mkdir(parents=True)
    shutil.copy(SHIPPED / "fonts/Creepster-Regular.ttf", root / "fonts/de/Stand-In.ttf")
    (root / "fonts/de/fonts.yaml").write_text(
        "families:\n  Nunito: {faces: [{file: Stand-In.ttf, weight: 600}]}\n"
    )
    assert "Stand-In.ttf" == cardgen.open_project(root, "de").fonts.face("Nunito", 600).path.name
    assert "Nunito-SemiBold.ttf" == cardgen.open_project(root).fonts.face("Nunito", 600).path.name


def test_a_weight_that_the_fonts_of_a_language_lack_is_told_as_that(tmp_path: Path) -> None:
    """The family has the letters in another weight; one that goes by another name in the same file
    was to be its fallback."""
    root = project(tmp_path, {"main.ru.yaml": "cards: {one: {name: Я}}\n"})
    (root / "fonts/ru").mkdir(parents=True)
    shutil.copy(SHIPPED / "fonts/Eater-Regular.ttf", root / "fonts/mine.ttf")
    shutil.copy(SHIPPED / "fonts/Nunito-SemiBold.ttf", root / "fonts/ru/stand-in.ttf")
    (root / "fonts/fonts.yaml").write_text(
        "families: {Mine: {faces: [{file: mine.ttf, weight: 400}]}}\n"
    )
    faces = "{faces: [{file: stand-in.ttf, weight: 800}]}"
    (root / "fonts/ru/fonts.yaml").write_text(f"families:\n  Mine: {faces}\n  Other: {faces}\n")
    fonts = cardgen.open_project(root, "ru").fonts
    assert "stand-in.ttf" == fonts.runs("Я", ["Mine"], 800)[0][0].path.name
    with pytest.raises(MissingGlyphError) as raised:
        fonts.runs("Я", ["Mine"], 400)
    (finding,) = raised.value.findings
    assert brief(finding).startswith('glyph-missing "Я"')
    assert "Mine" in finding.remedy


@pytest.mark.parametrize("id", ["best-candy-on-the-block", "trick-or-treat-street"])
def test_a_shipped_game_is_complete_in_german(id: str) -> None:
    """Every text of every card, every word of its templates, and the rulebook; each fits its
    box, in letters no smaller than its original's, and is as young as that."""
    workshop = cardgen.open_project(SHIPPED, "de")
    (game,) = [game for game in workshop.games if game.id == id]
    report = workshop.validate([game.id])
    assert ([], []) == (report.problems, [str(finding) for finding in report.findings])
    original = next(each for each in workshop.originals if each.id == game.id)
    same_names = {
        b.name
        for deck in original.decks
        for a, b in zip(deck, game.deck(deck.id), strict=True)
        if a.name == b.name
    }
    assert same_names <= {"Orange", "Marshmallow"}  # as German has them
    done = run("languages", game.id, "--lang", "de", project=SHIPPED)
    assert [True] == [line.endswith("texts, all up to date") for line in done.stdout.splitlines()]


def test_titles_of_decks_that_are_missing_are_told_in_a_line(tmp_path: Path) -> None:
    """Sheets, boxes, tables of rulebooks and virtual tables name them; one that is the same in both
    languages is said again."""
    texts = "{one: {name: Eins, text: Eins.}, two: {name: Zwei, text: Zwei.}}"
    root = project(tmp_path, {"main.de.yaml": f"title: Main\ncards: {texts}\n"})
    for name, head in {"events": "title: Events\n", "ships": "", "12": ""}.items():
        said = f"{head}size: poker\ntemplate: card.svg\ncards: [{{id: a, name: '1'}}]\n"
        (root / f"card_data/sweets/{name}.yaml").write_text(said, "utf-8")
    done = run("validate", "--lang", "de", "--rules-only", project=root)
    (line,) = [line for line in done.stderr.splitlines() if "the titles of decks" in line]
    assert (
        "events.yaml:1:1: warning: the titles of decks are not translated: Events, Ships; " in line
    )
    assert line.endswith("add  title: ...  to events.de.yaml, ships.de.yaml [untranslated]")
    assert (
        "the titles"
        not in run("validate", "sweets/main", "--lang", "de", "--rules-only", project=root).stderr
    )


def test_keywords_are_translated_in_the_file_of_the_game(tmp_path: Path) -> None:
    """What is missing is told once, with what to write; what reminds of them is no template's."""
    keywords = "keywords:\n  Haste: {means: may move at once}\n  Guard: {means: takes the blow}\n"
    card = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">%s</svg>'
    root = write_project(
        tmp_path,
        {
            "main": "title: T\nsize: poker\ntemplate: card.svg\ncards: [{id: a, name: Haste Guard}]\n"
        },
        {"card.svg": card % "{{ text_box(reminders(card), 6, 6, 50, 50, size=8) }}"},
        game=f"title: Game\n{keywords}",
        files={
            "card_data/sweets/game.de.yaml": "title: Spiel\n"
            "keywords: {Haste: {word: Eile, means: zieht sofort}}\n",
            "card_data/sweets/main.de.yaml": "title: T\ncards: {a: {name: Eile Guard}}\n",
        },
    )
    done = run("validate", "--lang", "de", project=root)
    lines = [line for line in done.stderr.splitlines() if "[untranslated]" in line]
    (line,) = [line for line in lines if "the keywords" in line]
    assert "game.yaml:4:3: warning: the keywords are not translated: Guard; " in line
    assert "add them to game.de.yaml:  keywords: {Guard: {word: ..., means: ...}}" in line
    assert not any("template says" in line for line in lines)


def test_no_english_is_left_on_the_german_cards(tmp_path: Path) -> None:
    """Each text that a template of the street writes itself is among the words."""
    assert (
        0
        == run(
            "build",
            "trick-or-treat-street",
            "--lang",
            "de",
            "--paper",
            "a4",
            "--out",
            tmp_path,
            project=SHIPPED,
        ).exit_code
    )
    words = set(" ".join(text_of(tmp_path / "trick-or-treat-street/all-de-a4.pdf")).lower().split())
    assert {"dein", "süßes", "ereignis", "bogen", "vorderseite", "rückseite", "fassung"} <= words
    english = {"the", "sheet", "front", "back", "version", "printed"}
    assert not words & {
        *english,
        "your",
        "you",
        "candy",
        "event",
        "events",
        "move",
        "house",
        "home",
        "and",
        "deck",
    }


def test_texts_whose_file_is_wrong_are_not_missing_too(tmp_path: Path) -> None:
    """The text may stand under the name that is misspelt."""
    root = project(tmp_path, {"main.de.yaml": "cards:\n  one: {nmae: Eins}\n"})
    done = run("validate", "--lang", "de", "--rules-only", project=root)
    assert 'main.de.yaml:2:9: "nmae" cannot be changed here; did you mean "name"?' in done.stderr
    assert "untranslated" not in done.stderr


WRONG_TEXTS = {
    "broken": {"main.de.yaml": "cards:\n  one: {name: Eins\n  two: {name: Zwei}\n"},
    "misspelt": {"main.de.yaml": "cards:\n  one: {nmae: Eins}\n  two: {name: Zwei}\n"},
    "a table": {"main.de.yaml": None, "main.de.csv": "id;name\none;Eins\nthree;Drei\n"},
    "the game": {"game.de.yaml": "title: [Süßes\n"},
    "another deck": {"main.de.yaml": None, "mian.de.yaml": "cards: {one: {name: Eins}}\n"},
}


@pytest.mark.parametrize("wrong", WRONG_TEXTS.values(), ids=WRONG_TEXTS)
def test_sheets_and_boxes_stay_where_texts_of_their_language_are_wrong(
    tmp_path: Path, wrong: dict[str, str | None]
) -> None:
    """They would be in two languages, and lie over those that were made before."""
    texts = {name: text for name, text in {**GERMAN, **wrong}.items() if text is not None}
    root = project(tmp_path, texts)
    for command in ("build", "box"):
        done = run(command, "sweets", "--lang", "de", "--paper", "a4", project=root)
        assert done.exit_code == 2, done.output
        assert not done.tells("nothing was made"), done.output
    assert not (root / "output").exists()


def test_other_decks_of_a_language_are_made_and_no_file_of_all(tmp_path: Path) -> None:
    root = project(tmp_path, {**GERMAN, "more.de.yaml": "cards: {one: {nmae: Eins}}\n"})
    (root / "card_data/sweets/more.yaml").write_text(DECK + CARDS, "utf-8")
    run("build", "sweets", "--lang", "de", "--paper", "a4", project=root)
    files = [path.name for path in (root / "output/sweets").iterdir()]
    assert ["main-de-a4.pdf"] == [name for name in files if name.endswith("-a4.pdf")]


def test_what_templates_and_cardgen_say_is_listed_too(tmp_path: Path) -> None:
    """A text that a template sets by itself, each once with its line; not what the card says, nor
    numbers, nor what is among the words."""
    lines = (
        "'Your turn'",
        "card.name",
        "card.name | upper",
        "12",
        "'{candy}'",
        "'Points: ' ~ card.rank",
        "'Move'",
        "game.title",
    )
    template = svg(
        "\n".join(
            f"{{{{ text_box({line}, 5, {5 + 8 * i}, 50, 8, size=9) }}}}"
            for i, line in enumerate(lines)
        )
    )
    root = project(
        tmp_path,
        {**GERMAN, "game.de.yaml": "title: Süßes\nwords: {Move: Gehen, front: vorn}\n"},
        template,
    )
    told = [
        line
        for line in run("validate", "--lang", "de", project=root).stderr.splitlines()
        if line.endswith("[untranslated]")
    ]
    texts = [
        re.search(r'says "(.*?)", which is not', line)[1] for line in told if "the template" in line
    ]  # type: ignore[index]
    assert ["Your turn", "Points: 1", "Points: 7", "Points: 8"] == texts
    assert any(
        "card.svg:2: warning:" in line
        and line.endswith("add it to words in game.de.yaml [untranslated]")
        for line in told
    )
    assert 1 == sum(
        'cardgen itself says "sheet {} of {}", "back", "version {}", "100 mm when' in line
        for line in told
    )
    assert "Contents" not in " ".join(told)
    assert "untranslated" not in run("validate", project=root).stderr


def test_words_that_a_template_asks_for_are_translated(tmp_path: Path) -> None:
    """In plain texts, as parts of longer ones and with values; each that is missing is told."""
    template = svg(
        "<text x='5' y='9' font-size='5' font-family='Nunito'>{{ 'in the deck' | said }}</text>"
        "{{ text_box(['candy', 'sour'] | map('said') | join(' · ') | upper, 5, 20, 50, 9, size=9) }}"
        "{{ text_box('{} cards are left' | said(card.rank), 5, 30, 50, 9, size=9) }}"
    )
    words = "words: {in the deck: im Spiel, candy: Süßes, '{} cards are left': 'noch {} Karten'}\n"
    root = project(tmp_path, {**GERMAN, "game.de.yaml": f"title: T\n{words}"}, template)
    done = run("validate", "--lang", "de", project=root)
    told = [line for line in done.stderr.splitlines() if "the template says" in line]
    assert [True] == ['says "sour", which is not translated' in line for line in told]
    assert 0 == run("build", "--lang", "de", "--paper", "a4", project=root).exit_code
    text = " ".join("\n".join(text_of(root / "output/sweets/main-de-a4.pdf")).split())
    for words in ("im Spiel", "SÜSSES · SOUR", "noch 7 Karten"):
        assert words in text
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    text = " ".join("\n".join(text_of(root / "output/sweets/main-a4.pdf")).split())
    for words in ("in the deck", "CANDY · SOUR", "7 cards are left"):
        assert words in text


def test_a_text_that_a_card_does_not_have_says_nothing_to_translate(tmp_path: Path) -> None:
    template = svg(
        "{{ stack([{'text': none}, {'text': card.name}], 5, 5, 50, 50) }}{{ text_box(none, 5, 60, 9, 9) }}"
    )
    root = project(tmp_path, {**GERMAN, "game.de.yaml": "title: T\n"}, template)
    assert "the template says" not in run("validate", "--lang", "de", project=root).stderr


def test_ids_and_names_in_tables_of_rulebooks_are_translated(tmp_path: Path) -> None:
    """What `count_table` counts by, and how variants are called."""
    variant = (
        "- {id: quick, name: Quick, says: Short., source: Quick, players: 2, cards: deck.main}\n"
    )
    book = "Hallo.\n\n## Schnell\n\n{{ count_table('main', 'kind') }}\n\n{{ variants() }}\n"
    root = write_project(
        tmp_path,
        {
            "main": "size: 60mm x 80mm\ntemplate: card.svg\nfields: {kind: text}\n"
            "cards: [{id: a, kind: old-bat}, {id: b, kind: fox}]\n"
        },
        {"card.svg": FACE},
        files={
            "card_data/sweets/variants.yaml": variant,
            "card_data/sweets/rulebook.de.md": book,
            "card_data/sweets/game.de.yaml": "title: T\n"
            "words: {kind: Art, old bat: Alte Fledermaus, Quick: Schnell}\n",
        },
    )
    assert 0 == run("rulebook", "--lang", "de", "--paper", "a4", project=root).exit_code
    text = " ".join(" ".join(text_of(root / "output/sweets/rulebook-de-a4.pdf")).split())
    for words in ("Art", "Alte Fledermaus", "Fox", "Schnell, page 2"):
        assert words in text
    assert "Quick" not in text


def test_sheets_speak_the_language(tmp_path: Path) -> None:
    """With the words of the overlay, each number in its place."""
    words = "words:\n  sheet {} of {}: Bogen {} von {}\n  version {}: Fassung {}\n  front: vorn\n"
    root = project(tmp_path, {"game.de.yaml": f"title: Süßes\n{words}"})
    assert 0 == run("build", "--lang", "de", "--paper", "a4", project=root).exit_code
    assert "Bogen 1 von 1 · vorn · Fassung 1" in text_of(root / "output/sweets/main-de-a4.pdf")[0]


def test_a_rulebook_that_was_not_translated_is_left_out_and_said(tmp_path: Path) -> None:
    """It is not printed in the wrong language."""
    root = project(tmp_path, {**GERMAN, "rulebook.md": "Hello.\n\n## Play\n\nPlay.\n"})
    done = run("build", "--lang", "de", "--paper", "a4", project=root)
    assert "there is no rulebook.de.md: sweets" in done.stderr
    assert [] == list((root / "output/sweets").glob("rulebook*"))


OWN_NAMES = """
size: 60mm x 80mm
template: card.svg
fields: {光: {int: {max: 9}}, 属性: {one_of: 属性}, Größe: {text: {optional: true}}}
"""
LOOP = """
cards:
  - for: {色: [火, 水], 数: [1, 2]}
    id: {expr: "'c' ~ 数 ~ ('a' if 色 == '火' else 'b')"}
    属性: {expr: 色}
    光: {expr: 数|int * 2}
"""
OWN_RULES = """
- {id: sum, says: a, check: deck.main | having(属性='火') | total('光') == 6}
- {id: each, says: b, for_each: deck.main, check: card.光 < 4, field: 光}
"""


def test_fields_lists_and_loops_have_names_in_any_letters(tmp_path: Path) -> None:
    """In expressions, templates, rules, selections and tables, as a game's author calls them."""
    decks = {"main": OWN_NAMES + LOOP, "table": f"{OWN_NAMES}cards: table.csv\n"}
    files = {
        "card_data/sweets/rules.yaml": OWN_RULES,
        "card_data/sweets/table.csv": "id,光,属性,Größe\na,７,水,L\n",
    }
    root = write_project(
        tmp_path,
        decks,
        {"card.svg": svg("{{ text_box(card.光 * 111, 5, 10, 50, 10, size=12) }}")},
        files=files,
    )
    (root / "card_data/sweets/game.yaml").write_text("title: Sweets\n属性: [火, 水]\n", "utf-8")
    workshop = cardgen.open_project(root)
    assert [] == workshop.problems
    main, table = workshop.games[0].decks
    assert [("火", 2), ("火", 4), ("水", 2), ("水", 4)] == [
        (card.fields["属性"], card.fields["光"]) for card in main
    ]
    assert [(7, "水", "L")] == [
        (card.fields["光"], card.fields["属性"], card.fields["Größe"]) for card in table
    ]
    told = run("validate", project=root)
    assert (1, True, True) == (
        told.exit_code,
        "✗ each  2 of 4 hold" in told.output,
        "1 rule holds" in told.output,
    ), told.output
    assert (
        1
        == run("build", "sweets/main", "--cards", "光 > 2", "--paper", "a4", project=root).exit_code
    )
    (pdf,) = (root / "output/sweets").glob("main-only-*.pdf")
    assert ["444", "444"] == re.findall("222|444", " ".join(text_of(pdf)))


def test_a_value_that_many_cards_say_is_missing_once(tmp_path: Path) -> None:
    """With how many say it; once it is among the words, which text boxes print it by, nothing is
    missing."""
    cards = "".join(
        f"  - {{id: c{n}, name: Card, kind: {kind}}}\n"
        for n, kind in enumerate(["tool"] * 5 + ["food"] * 2)
    )
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\nfields: {{kind: text}}\ncards:\n{cards}"
    files = {
        "main.de.yaml": "title: Alle\ncards:\n"
        + "".join(f"  c{n}: {{name: Karte}}\n" for n in range(7))
    }
    texts = {f"card_data/sweets/{name}": text for name, text in files.items()}
    words = {"card_data/sweets/game.de.yaml": "words: {tool: Werkzeug, food: Essen}\n"}
    card = {
        "card.svg": svg(
            "{{ text_box(card.kind, 5, 10, 50, 10) }}{{ text_box(card.name ~ ' - ' ~ card.kind, 5, 40, 50, 10) }}"
        )
    }
    root = write_project(tmp_path, {"main": deck}, card, files=texts)
    lines = [
        line
        for line in run("validate", "--lang", "de", project=root).stderr.splitlines()
        if "the kind of" in line
    ]
    assert [
        "the kind of main/c0 and of 4 more that say the same, is",
        "the kind of main/c5 and of 1 more that says the same, is",
    ] == [line.partition("warning: ")[2].partition(" not translated")[0] for line in lines]
    assert "or once for all that text boxes print, to words in game.de.yaml: tool: ..." in lines[0]
    write_project(tmp_path, {"main": deck}, card, files={**texts, **words})
    told = run("validate", "--lang", "de", project=root).stderr
    assert "kind" not in told
    assert "the template says" not in told  # what it joins of the card's own texts


def test_what_our_own_templates_say_of_fields_is_nobodys_to_translate(tmp_path: Path) -> None:
    """The plain template sums up what a card says."""
    deck = "size: poker\ntemplate: plain.svg\nfields: {kind: text, value: int}\ncards:\n  - {id: one, name: One, kind: tool, value: 2}\n"
    texts = {
        "card_data/sweets/main.de.yaml": "title: Alle\ncards:\n  one: {name: Eins, kind: Werkzeug}\n"
    }
    told = run(
        "validate", "--lang", "de", project=write_project(tmp_path, {"main": deck}, files=texts)
    ).stderr
    assert "the template says" not in told
