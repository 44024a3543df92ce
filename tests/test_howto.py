"""What the how-to pages show works as it stands there: their files are written out, their commands are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from projects import SHIPPED, run, svg, write_project

import cardgen

FACE = svg("{{ text_box(card.name, 5, 10, 50, 10, size=12) }}", 63.5, 88.9)


def blocks(page: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page with their languages."""
    text = (SHIPPED / "docs" / page).read_text("utf-8")
    return re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def write_files(page: str, root: Path) -> dict[str, str]:
    """Write out the blocks that begin with a comment that is a path."""
    found = {match[1]: text for _, text in blocks(page) if (match := re.match(r"# ([\w./-]+\.yaml)\n", text))}
    for path, text in found.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return found


def commands(page: str) -> list[list[str]]:
    return [shlex.split(line) for kind, text in blocks(page) if kind == "sh" for line in text.splitlines()]


def test_the_new_project_page_followed_literally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From an empty folder to PDFs and a passing validation, then a copy of a shipped game."""
    monkeypatch.chdir(tmp_path)
    for words in commands("howto-new-game.md"):
        if words[0] == "cd":
            monkeypatch.chdir(words[1])
            continue
        if "--from" in words:
            monkeypatch.chdir(tmp_path)
        done = run(*words[1:])
        assert 0 == done.exit_code, (words, done.stderr)
    assert (tmp_path / "my-cards/output/lantern-night/all-a4.pdf").is_file()
    assert (tmp_path / "my-candy/card_data/best-candy-on-the-block/main.yaml").is_file()


def test_the_deck_with_our_familys_sweets(tmp_path: Path) -> None:
    assert 2 == len(write_files("howto-new-game.md", tmp_path))
    workshop = cardgen.open_project(tmp_path)
    assert [] == workshop.problems
    deck = workshop.games[0].deck("main")
    assert ("Our Sweets", "Grandma’s Toffee", 57) == (deck.title, deck.card("black-1").name, deck.copies)
    assert 0 == run("build", "our-candy", "--paper", "a4", "--cards", "black-1,black-99", project=tmp_path).exit_code


def test_the_table_of_the_spreadsheet_page(tmp_path: Path) -> None:
    """The deck loads, and the mistake that the page shows is told in the page's words."""
    root = write_project(tmp_path, {}, {"my-card.svg": FACE}, name="my-game")
    write_files("howto-spreadsheets.md", root)
    table = next(text for kind, text in blocks("howto-spreadsheets.md") if kind == "csv")
    (root / "card_data/my-game/main.csv").write_text(table, "utf-8")
    workshop = cardgen.open_project(root)
    assert [] == workshop.problems
    assert [("Little Bat", 1, ["bat"], 3), ("Full Moon", 2, ["moon", "owl"], 1)] == [
        (card.name, card.rank, card.suits, card.copies) for card in workshop.games[0].deck("main")
    ]
    (root / "card_data/my-game/main.csv").write_text(table.replace("Little Bat,1", "Little Bat,one"), "utf-8")
    (problem,) = cardgen.open_project(root).problems
    page = (SHIPPED / "docs/howto-spreadsheets.md").read_text("utf-8")
    assert "card_data/my-game/" + str(problem).rpartition("card_data/my-game/")[2] in page


def test_the_files_of_the_language_page(tmp_path: Path) -> None:
    """Its overlays fit the deck of the README, and its commands work."""
    cards = "cards:\n  - {id: bat, name: Bat, text: Fly}\n  - {id: moon, name: Full Moon, text: Howl}\n"
    deck = f"size: poker\ntemplate: my-card.svg\nfields: {{text: text}}\n{cards}"
    root = write_project(tmp_path, {"main": deck}, {"my-card.svg": FACE}, name="my-game")
    write_files("howto-languages.md", root)
    (root / "fonts/ja/fonts.yaml").unlink()
    for words in commands("howto-languages.md"):
        done = run(*words[1:], project=root)
        assert 0 == done.exit_code, (words, done.stderr)
    assert "Fledermaus" == cardgen.open_project(root, "de").games[0].deck("main").cards[0].name
    assert (root / "output/my-game/main-de-a4.pdf").is_file()


def test_the_box_page(tmp_path: Path) -> None:
    """Its commands make boxes; its template dresses one, and its lines are what a deck file may say."""
    for words in commands("howto-box.md"):
        done = run(*words[1:], "--paper", "a4", "--out", tmp_path / "out")
        assert 0 == done.exit_code, (words, done.stderr)
    assert (tmp_path / "out/candy-crave/tray-bowl-a4.pdf").is_file()
    page = blocks("howto-box.md")
    tray, box = (text for kind, text in page if kind == "yaml")
    ((template,),) = ([text for kind, text in page if kind == "xml"],)
    deck = f"size: poker\ntemplate: card.svg\n{tray}{box.replace('box: {', 'box: {templates: my-box, ')}cards: [{{id: one}}]\n"
    game = "title: Sweets\npalette: {pumpkin: '#F08A24'}\n"
    templates = {"card.svg": FACE, "my-box/front.svg": template.partition("\n")[2]}
    root = write_project(tmp_path / "own", {"main": deck}, templates, game=game)
    for words in (["box", "sweets"], ["box", "sweets", "--tray"]):
        done = run(*words, "--paper", "a4", project=root)
        assert 0 == done.exit_code, done.stderr


def test_the_editor_page(tmp_path: Path) -> None:
    root = write_project(tmp_path)
    for words in commands("howto-editor.md"):
        assert 0 == run(*words[1:], project=root).exit_code
    assert (root / "schema/sweets/main.json").is_file()


@pytest.mark.parametrize("page", ["howto-print-at-home.md", "howto-calibrate.md", "howto-cutters.md"])
def test_the_printing_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    """Every command of a page about printing works where it is typed: outside any project, with the shipped games."""
    monkeypatch.chdir(tmp_path)
    for words in commands(page):
        done = run(*words[1:])
        assert 0 == done.exit_code, (words, done.stderr)
