"""How a game, a deck, a language or a style asks for its texts to be set."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from briefs import brief, is_expected
from operators import actual_texts
from projects import SHIPPED, run, svg, text_of, write_project

import cardgen

GERMAN = "title: Hafen\ntypesetting: {language: de, hyphenate: true, quotes: typographic, keep_last_words: true}\n"
CARDS = 'fields: {text: {text: {}}}\ncards:\n  - {id: one, text: "Die Frachtschifffahrtsgesellschaft ruft: \\"Los!\\""}\n'
BOX = svg("{{ text_box(card.text, 5, 10, 31, 60, 9) }}")
SET = ["Die Frachtschiff-", "fahrtsgesellschaft", "ruft: „Los!“"]


def said(project: Path, *options: str, name: str = "main-a4.pdf") -> list[str]:
    """The lines of the first card, a hyphen that the end of one has put there as it is seen; pdfium
    reads it as a mark of its own."""
    result = run("build", "sweets/main", "--paper", "a4", *options, project=project)
    assert 0 == result.exit_code, result.stderr
    page = text_of(project / "output/sweets" / name)[0].replace("\x02", "-\n")
    return [
        line.strip()
        for line in page.splitlines()
        if "mm" not in line and "·" not in line and line.strip()
    ]


def test_a_game_asks(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + CARDS},
        {"card.svg": BOX},
        game=GERMAN,
    )
    assert SET == said(tmp_path)


@pytest.mark.parametrize(
    "deck", ["typesetting: {language: de, hyphenate: true, quotes: typographic}\n", ""]
)
def test_a_deck_or_a_style_asks(tmp_path: Path, deck: str) -> None:
    style = "" if deck else ", hyphenate=true, quotes='typographic'"
    game = "title: Hafen\n" + ("" if deck else "typesetting: {language: de}\n")
    templates = {"card.svg": svg("{{ text_box(card.text, 5, 10, 31, 60, 9" + style + ") }}")}
    write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + deck + CARDS},
        templates,
        game=game,
    )
    assert SET == said(tmp_path)


def test_a_deck_and_a_style_can_leave_it_out(tmp_path: Path) -> None:
    own = "typesetting: {quotes: typed}\n"
    templates = {"card.svg": svg("{{ text_box(card.text, 5, 10, 50, 60, 9, hyphenate=false) }}")}
    write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + own + CARDS},
        templates,
        game=GERMAN,
    )
    assert ["Die Frachtschifffahrtsgesellschaft", 'ruft: "Los!"'] == said(tmp_path)


def test_a_translation_is_set_in_its_own_language(tmp_path: Path) -> None:
    files = {
        "card_data/sweets/game.de.yaml": "title: Hafen\ntypesetting: {hyphenate: true, quotes: typographic}\n",
        "card_data/sweets/main.de.yaml": 'cards:\n  one: {text: "Die Frachtschifffahrtsgesellschaft ruft: \\"Los!\\""}\n',
    }
    english = CARDS.replace("Die Frachtschifffahrtsgesellschaft ruft", "The company calls")
    write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + english},
        {"card.svg": BOX},
        files=files,
    )
    assert ["The company calls:", '"Los!"'] == said(tmp_path)
    assert SET == said(tmp_path, "--lang", "de", name="main-de-a4.pdf")


def test_soft_hyphens_are_honoured_everywhere(tmp_path: Path) -> None:
    """In a cell, without anything being asked for: seen only where a line ends, and read back as
    what they are."""
    cards = 'fields: {text: {text: {}}}\ncards:\n  - {id: one, text: "Fracht\u00adschiff\u00adfahrt und Schiff\u00adfahrt"}\n'
    write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + cards},
        {"card.svg": svg("{{ text_box(card.text, 5, 10, 22, 60, 9) }}")},
    )
    assert ["Frachtschiff-", "fahrt und", "Schifffahrt"] == said(tmp_path)
    with pikepdf.open(tmp_path / "output/sweets/main-a4.pdf") as pdf:
        assert ["Frachtschiff\u00ad"] == actual_texts(pdf)


def test_a_rulebook_is_set_alike(tmp_path: Path) -> None:
    book = (
        "## Aufbau\n\n" + 'Die Frachtschifffahrtsgesellschaftsvorsitzende ruft: "Los!" ' * 6 + "\n"
    )
    write_project(tmp_path, game=GERMAN, files={"card_data/sweets/rulebook.md": book})
    assert 0 == run("rulebook", "sweets", "--paper", "90x120mm", project=tmp_path).exit_code
    page = "".join(text_of(tmp_path / "output/sweets/rulebook-90x120mm.pdf"))
    assert "„Los!“" in page
    assert "\x02" in page


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("typesetting: {language: German}", "a language is a code; write  language: de, or pt-BR"),
        (
            "typesetting: {language: xx, hyphenate: true}",
            'there are no patterns to divide words of the language "xx"',
        ),
        (
            "typesetting: {quotes: curly}",
            'quotes cannot be "curly"; use one of: typed, typographic',
        ),
        ("typesetting: {hyphenate: sometimes}", "hyphenate"),
        ("typesetting: {hyphen: true}", '"hyphen"'),
        ("typesetting: yes", "game.yaml:2:14 mapping-expected"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, line: str, wrong: str) -> None:
    workshop = cardgen.open_project(write_project(tmp_path, game=f"title: Hafen\n{line}\n"))
    (problem,) = workshop.problems
    assert is_expected(problem, wrong), brief(problem)
    assert ("game.yaml", 2) == (
        workshop.problems[0].place.file.name,
        workshop.problems[0].place.line,
    )  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("style", "wrong"),
    [
        ("hyphenate='de'", "text_box wants true or false for hyphenate, not 'de'"),
        ("keep_last_words=[]", "text_box wants true or false for keep_last_words, not []"),
        ("quotes='curly'", "text_box knows no quotes 'curly'; write 'typed' or 'typographic'"),
    ],
)
def test_what_is_wrong_in_a_style_is_told(tmp_path: Path, style: str, wrong: str) -> None:
    write_project(
        tmp_path,
        {"main": ""},
        {"card.svg": svg("{{ text_box(card.id, 5, 10, 50, 60, 9, " + style + ") }}")},
    )
    result = run("build", "--paper", "a4", project=tmp_path)
    assert 2 == result.exit_code
    assert "card.svg:2" in result.stderr
    assert wrong in result.stderr


def test_what_the_shipped_games_ask_for() -> None:
    """The marks of their languages, and no word alone on a last line; their words are short enough
    to stay whole."""
    for game in cardgen.open_project(SHIPPED).games:
        for deck in game.decks:
            how = game.typeset(deck)
            assert (how.hyphenate, how.quotes, how.keep_last_words) == (None, True, True)
