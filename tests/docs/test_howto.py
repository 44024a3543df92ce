"""What the pages show works as it stands there: their files are written out, their commands are
run, their Python too."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.request import urlopen

import pytest
from follow import blocks, commands, missing, write
from previews import previewing
from projects import SHIPPED, run, write_project

import cardgen

PAGES = [
    "README.md",
    *sorted(path.relative_to(SHIPPED).as_posix() for path in (SHIPPED / "docs").glob("*.md")),
]
OWN_TESTS = {
    "docs/tutorial.md": "docs/test_tutorial.py",
    "docs/rules.md": "rules/test_rules_page.py",
    "docs/rulebook.md": "rulebook/test_guide.py",
    "docs/howto-pull.md": "docs/test_pull_page.py",
    "docs/engine.md": "docs/test_engine.py",
}
"""Pages whose blocks are something else than files of one project, with the tests that follow
them."""
INSTALL = ("python3 -m venv .venv", "pip install ")
"""What begins a line that installs cardgen: .ci/run does that on a bare machine."""
GAMES = {path.name for path in (SHIPPED / "card_data").iterdir()}
DECK = """\
size: poker
template: my-card.svg
back: my-back.svg
fields:
  rank: {int: {min: 1, max: 10}}
  text: text
cards:
  - {id: bat, rank: 3, name: Bat, text: Fly}
  - {id: moon, rank: 7, name: Full Moon, text: Howl}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
{{ text_box(card.name, 5, 10, 50, 10, size=12) }}
</svg>
"""


def page(name: str) -> str:
    return (SHIPPED / name).read_text("utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The small project that pages speak of as my-project, with the game my-game."""
    fonts = {
        f"fonts/ja/MyJapanese-{face}.ttf": (SHIPPED / "fonts/Nunito-SemiBold.ttf").read_bytes()
        for face in ("Regular", "Bold")
    }
    game = 'title: My Game\npalette: {ink: "#2B2138", cream: "#FFF7E8"}\n'
    templates = {"my-card.svg": FACE, "my-back.svg": FACE.replace("card.name", "'back'")}
    return write_project(
        tmp_path / "my-project", {"main": DECK}, templates, game=game, name="my-game", files=fonts
    )


@pytest.mark.parametrize("name", [name for name in PAGES if name not in OWN_TESTS])
def test_a_page_followed_literally(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Its files are those of my-project, and its commands run there; commands about shipped games
    and new projects run outside of it."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    here, output = project, ""
    for block in blocks(page(name)):
        where = f"{name}:{block.line}"
        if block.path:
            write(block, project)
        elif block.language == "sh":
            for program, *words in commands(block.text):
                if " ".join([program, *words]).startswith(INSTALL):
                    continue
                if program == "cd":
                    here = elsewhere / words[0]
                    continue
                assert program == "cardgen", f"{where}: {program} cannot be followed"
                shipped = (
                    any(word.partition("/")[0] in GAMES for word in words)
                    and not (project / "card_data" / words[-1]).is_dir()
                )
                monkeypatch.chdir(
                    elsewhere if words[0] == "new" or (shipped and here == project) else here
                )
                if words[0] == "preview":  # which goes on until it is ended
                    with (
                        previewing(*words[1:], cwd=Path.cwd()) as address,
                        urlopen(address, timeout=60) as shown,
                    ):
                        assert b"cardgen preview" in shown.read(), where
                    continue
                done = run(*words)
                output = done.stdout + done.stderr
                assert 0 == done.exit_code, f"{where}: {' '.join(words)}\n{output}"
        elif block.language == "text" and output:
            assert [] == missing(block.text, output), f"{where}: it said\n{output}"
        elif block.language == "python":
            monkeypatch.chdir(tmp_path)
            exec(compile(block.text, where, "exec"), {})
    monkeypatch.undo()


def test_every_page_with_commands_is_followed_by_a_test() -> None:
    """The pages left out above have tests of their own."""
    for name, test in OWN_TESTS.items():
        assert Path(name).name in (SHIPPED / "tests" / test).read_text("utf-8")
    assert len(PAGES) > 20


def test_the_new_project_page_makes_what_it_says(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert 0 == run("new", "my-candy", "--from", "best-candy-on-the-block").exit_code
    assert (tmp_path / "my-candy/card_data/best-candy-on-the-block/main.yaml").is_file()


def test_the_deck_with_our_familys_sweets(tmp_path: Path) -> None:
    for block in blocks(page("docs/howto-new-game.md")):
        if block.path:
            write(block, tmp_path)
    workshop = cardgen.open_project(tmp_path)
    assert [] == workshop.problems
    deck = workshop.games[0].deck("main")
    assert ("Our Sweets", "Grandma’s Toffee", 57) == (
        deck.title,
        deck.card("black-1").name,
        deck.copies,
    )
    assert (
        0
        == run(
            "build", "our-candy", "--paper", "a4", "--cards", "black-1,black-99", project=tmp_path
        ).exit_code
    )


def test_the_table_of_the_spreadsheet_page(project: Path) -> None:
    """The deck loads, and the mistake that the page shows is told in the page's words."""
    text = page("docs/howto-spreadsheets.md")
    for block in blocks(text):
        if block.path:
            write(block, project)
    workshop = cardgen.open_project(project)
    assert [] == workshop.problems
    assert [("Little Bat", 1, ["bat"], 3), ("Full Moon", 2, ["moon", "owl"], 1)] == [
        (card.name, card.rank, card.suits, card.copies) for card in workshop.games[0].deck("main")
    ]
    ships = workshop.games[0].deck("ships")
    assert [("red-brig", "Red Brig", 1.5, 2), ("grosse-moewe", "Große Möwe", 12, 1)] == [
        (card.id, card.name, card.price, card.copies) for card in ships
    ]
    assert ("Ziehe eine Karte.",) == tuple(
        text for text, _ in ships.texts["de"]["red-brig"].values()
    )
    table = project / "card_data/my-game/main.csv"
    table.write_text(table.read_text("utf-8").replace("Little Bat,1", "Little Bat,one"), "utf-8")
    (problem,) = cardgen.open_project(project).problems
    assert "card_data/my-game/" + str(problem).rpartition("card_data/my-game/")[2] in text


def test_what_the_spreadsheet_page_proposes(project: Path) -> None:
    """The command prints what the page shows."""
    shown = blocks(page("docs/howto-spreadsheets.md"))
    for block in shown:
        if block.path:
            write(block, project)
    (words,) = (line for block in shown if block.language == "sh" for line in commands(block.text))
    done = run(*words[1:-1], project / words[-1], project=project)
    (expected,) = (block.text for block in shown if block.language == "text")
    assert [] == missing(expected, done.stdout)


def test_the_files_of_the_language_page(project: Path) -> None:
    for block in blocks(page("docs/howto-languages.md")):
        if block.path:
            write(block, project)
    german = cardgen.open_project(project, "de")
    assert [] == german.problems
    assert "Fledermaus" == german.games[0].deck("main").cards[0].name
    shutil.copy(
        project / "card_data/my-game/main.de.yaml", project / "card_data/my-game/main.ja.yaml"
    )
    assert (
        "MyJapanese-Regular.ttf"
        == cardgen.open_project(project, "ja").fonts.face("Nunito", 600).path.name
    )


def test_the_template_and_lines_of_the_box_page(project: Path) -> None:
    """Its template dresses a box, and its lines are what a deck file may say."""
    shown = blocks(page("docs/howto-box.md"))
    tray, box = (block.text for block in shown if block.language == "yaml")
    for block in shown:
        if block.path:
            write(block, project)
    deck = project / "card_data/my-game/main.yaml"
    deck.write_text(
        tray
        + box.replace("box: {", "box: {templates: my-box, ").replace("pumpkin}", "ink}")
        + DECK,
        "utf-8",
    )
    game = project / "card_data/my-game/game.yaml"
    game.write_text(game.read_text("utf-8").replace("{ink:", '{pumpkin: "#F08A24", ink:'), "utf-8")
    for words in (["box", "my-game"], ["box", "my-game", "--tray"]):
        done = run(*words, "--paper", "a4", project=project)
        assert 0 == done.exit_code, done.stderr
