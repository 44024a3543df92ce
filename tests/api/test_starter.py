"""`cardgen new` makes projects that are in order from the first moment."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
from making_fonts import made, saved
from projects import FACE, SHIPPED, run, svg, whole, write_project

import cardgen
from cardgen.api.starter import PROJECT
from cardgen.model.project import find_project


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "game"
    assert 0 == run("new", folder).exit_code
    return folder


def test_a_new_project_builds_and_validates_at_once(started: Path) -> None:
    """Without a finding, a print shop's included: two decks, one of them from a table, and all its
    rules hold."""
    workshop = cardgen.open_project(started)
    assert ["creature", "place"] == [deck.id for deck in workshop.games[0].decks]
    report = workshop.validate(options=cardgen.ValidateOptions(printer="makeplayingcards"))
    assert ([], 0) == (report.findings, report.exit_code)
    assert ["even-deal", "numbers", "fair-homes", "fair-lanterns", "a-place-for-each"] == [
        outcome.id for outcome in report.outcomes
    ]
    built = workshop.build(options=cardgen.Options(papers=("a4",), share=True))
    assert 0 == built.exit_code
    assert built.written
    assert all(whole(path) for path in built.written)
    sheets = {path.name: len(pypdfium2.PdfDocument(path)) for path in built.written}
    assert (4, 3) == (sheets["shared-poker-a4.pdf"], sheets["rulebook-a4.pdf"])  # cover and rules


def test_the_rules_of_a_new_project_notice_what_makes_the_game_unfair(tmp_path: Path) -> None:
    """A number of a creature that is changed without another."""
    assert 0 == run("new", tmp_path / "mine").exit_code
    deck = tmp_path / "mine/card_data/lantern-night/creature.yaml"
    deck.write_text(deck.read_text("utf-8").replace("number: 8", "number: 9"), "utf-8")
    done = run("validate", "--rules-only", "--all", project=tmp_path / "mine")
    assert 1 == done.exit_code
    assert "Red Fox is not the only 9; give it a number that no other" in done.output
    assert "the numbers of the wood are 1, 6, 9, 13" in done.output


def test_a_new_project_of_drawings_is_in_order_too(tmp_path: Path) -> None:
    """The same cards and rules, by templates without a word of Jinja."""
    assert 0 == run("new", tmp_path / "mine", "--inkscape").exit_code
    workshop = cardgen.open_project(tmp_path / "mine")
    report = workshop.validate(options=cardgen.ValidateOptions(printer="makeplayingcards"))
    assert ([], 0) == (report.findings, report.exit_code)
    built = workshop.build(options=cardgen.Options(papers=("a4",)))
    assert 0 == built.exit_code
    templates = sorted((tmp_path / "mine/templates").rglob("*.svg"))
    assert ["back.svg", "creature.svg", "place.svg"] == [path.name for path in templates]
    assert all(
        path.is_relative_to(tmp_path) and "{" not in path.read_text("utf-8") for path in templates
    )


def test_a_copy_of_a_game_has_the_templates_of_that_game(tmp_path: Path) -> None:
    done = run("new", tmp_path / "mine", "--inkscape", "--from", "candy-crave")
    assert 2 == done.exit_code
    assert "leave out --from" in done.stderr


@pytest.mark.parametrize("name", ["game.yaml", "rulebook.md", "art/star.svg"])
def test_a_game_that_is_open_in_editors_is_copied_without_what_they_keep_beside_it(
    tmp_path: Path, name: str
) -> None:
    """The lock of Emacs is a link to nothing; a swap file that was copied would tell Vim that the
    copy is being edited."""
    files = {
        "card_data/sweets/rulebook.md": "## Sweets\n",
        "card_data/sweets/art/star.svg": svg("<g/>"),
    }
    root = write_project(tmp_path / "project", files=files)
    plain = {path.relative_to(root) for path in (root / "card_data").rglob("*")}
    folder, file = (root / "card_data/sweets" / name).parent, Path(name).name
    for left in (
        f".{file}.swp",
        f"{file}~",
        f"#{file}#",
        f".~lock.{file}#",
        f"~${file}",
        f"._{file}",
        ".git/index",
        "Thumbs.db",
    ):
        (folder / left).parent.mkdir(exist_ok=True)
        (folder / left).write_bytes(b"\x00\x05\x16\x07")
    with contextlib.suppress(OSError):  # where links cannot be made
        (folder / f".#{file}").symlink_to("me@here.1234:5678")
    assert run("validate", project=root).exit_code == 0
    done = run("new", tmp_path / "copy", "--from", "sweets", project=root)
    assert done.exit_code == 0, done.output
    assert plain == {
        path.relative_to(tmp_path / "copy") for path in (tmp_path / "copy/card_data").rglob("*")
    }


def test_a_project_can_be_made_beside_the_one_that_is_here(
    started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(started)
    assert run("new", os.path.relpath(tmp_path / "beside")).exit_code == 0
    done = run("new", "card_data/../inside")
    assert done.exit_code == 2
    assert "would lie inside the project" in done.output


def test_every_file_of_it_is_copied_and_teaches(started: Path) -> None:
    """What is written is what ships, and every YAML file explains itself."""
    shipped = {path.relative_to(PROJECT) for path in PROJECT.rglob("*") if path.is_file()}
    assert shipped <= {path.relative_to(started) for path in started.rglob("*") if path.is_file()}
    assert all(
        re.search("^#|: .*  # ", path.read_text("utf-8"), re.MULTILINE)
        for path in started.rglob("*.yaml")
    )
    assert "output/\n" == (started / ".gitignore").read_text("utf-8")


def test_it_stands_on_its_own(started: Path) -> None:
    """All its templates and drawings are its own: changing one changes the cards."""
    project = find_project(started)
    game = cardgen.open_project(started).games[0]
    for deck in game.decks:
        for name in {card.template for card in deck} | {deck.back}:
            assert project.find_template(name).is_relative_to(started.resolve())
        assert all(
            project.find_art(game.folder, card.art).is_relative_to(started.resolve())
            for card in deck
            if card.art
        )


@pytest.mark.parametrize(
    "game",
    sorted(
        path.name
        for path in (SHIPPED / "card_data").iterdir()
        if path.is_dir() and path.name != "printers"
    ),
)
def test_a_copy_of_a_shipped_game_is_in_order(tmp_path: Path, game: str) -> None:
    """With every template that its cards need, so that each can be changed; and the cards are those
    that ship."""
    assert 0 == run("new", tmp_path / "mine", "--from", game).exit_code
    workshop = cardgen.open_project(tmp_path / "mine")
    assert ([], [game]) == (workshop.problems, [each.id for each in workshop.games])
    (original,) = [each for each in cardgen.open_project(SHIPPED).games if each.id == game]
    for mine, theirs in zip(workshop.games[0].decks, original.decks, strict=True):
        assert [(card.id, card.fields) for card in theirs] == [
            (card.id, card.fields) for card in mine
        ]
        for name in filter(None, {card.template for card in mine} | {card.back for card in mine}):
            template = workshop.project.find_template(name)
            assert template.is_relative_to((tmp_path / "mine").resolve())
            for imported in re.findall(r'(?:import|from) "([^"]+)"', template.read_text("utf-8")):
                assert workshop.project.find_template(imported).is_relative_to(
                    (tmp_path / "mine").resolve()
                )


def test_a_game_of_ones_own_can_be_copied_too(tmp_path: Path) -> None:
    """Out of the project that --project names, with the templates it has there."""
    root = write_project(tmp_path / "mine")
    assert 0 == run("new", tmp_path / "copy", "--from", "sweets", project=root).exit_code
    assert (root / "templates/card.svg").read_bytes() == (
        tmp_path / "copy/templates/card.svg"
    ).read_bytes()
    assert [] == cardgen.open_project(tmp_path / "copy").problems
    assert 2 == run("new", tmp_path / "third", project=root).exit_code


def test_a_copy_has_all_that_its_cards_ask_for(tmp_path: Path) -> None:
    """Icons and fonts of that project, templates that a workbook names or an expression makes up,
    whatever else is wrong with a file."""
    deck = "fields: {kind: text}\ncards:\n  - {id: a, kind: own card, template: {expr: \"kind ~ '.svg'\"}, art: star}\n"
    files = {
        "templates/icons/star.svg": svg("<circle r='4'/>"),
        "fonts/own/mine.ttf": saved(made("Mine")),
        "templates/own card.svg": FACE,
    }
    root = write_project(
        tmp_path / "mine",
        {"main": deck.replace("kind ~", "card.kind ~"), "other": "cards: other.xlsx\n"},
        files=files,
    )
    shutil.copy(root / "templates/card.svg", root / "templates/third.svg")
    book = openpyxl.Workbook()
    for row in (("id", "template"), ("b", "third.svg")):
        book.active.append(row)
    book.save(root / "card_data/sweets/other.xlsx")
    (root / "card_data/sweets/rules.yaml").write_bytes(b"# r\xe8gles\n")
    assert [] == cardgen.open_project(root).problems
    assert 0 == run("new", tmp_path / "copy", "--from", "sweets", project=root).exit_code
    copied = cardgen.open_project(tmp_path / "copy")
    assert [] == copied.problems
    assert "Mine" in copied.fonts.families


def test_what_is_there_stays(tmp_path: Path, started: Path) -> None:
    """No file is written over, and no project lands inside another."""
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for folder, expected in [
        (tmp_path, "holds something"),
        (tmp_path / "file", "is a file"),
        (started / "inner", "inside the project"),
    ]:
        done = run("new", folder)
        assert (2, True) == (done.exit_code, done.tells(expected))
    assert 2 == run("new", tmp_path / "other", "--from", "candy-carve").exit_code
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("folder", "says"),
    [("cards", "now: cd cards, then: cardgen build"), ("my cards", 'now: cd "my cards", then:')],
)
def test_it_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in run("new", folder).stdout
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert "now: cardgen build" == run("new", ".").stdout.splitlines()[-1]


def test_what_was_guessed_of_a_table_is_told(tmp_path: Path) -> None:
    """The deck file says it in a comment, which nobody sees who never opens that file."""
    (tmp_path / "birds.csv").write_text("Owl,3,Hoots.\nBat,2,Flies.\n", encoding="utf-8")
    done = run("new", tmp_path / "mine", "--from", tmp_path / "birds.csv")
    deck = (tmp_path / "mine/card_data/mine/birds.yaml").read_text(encoding="utf-8").splitlines()
    (told,) = (line for line in done.stderr.splitlines() if line.startswith("note: "))
    assert told.endswith(f"birds.yaml:3: {deck[2][2:]}")
    assert "row 1 is taken for a card" in told


def test_what_is_listed_below_a_guess_is_told_with_it(tmp_path: Path) -> None:
    """In one note, and not as one for each line of the comment."""
    table = "name,art\n" + "".join(f"Bird {i},bird-{i}.svg\n" for i in range(3))
    (tmp_path / "birds.csv").write_text(table, encoding="utf-8")
    done = run("new", tmp_path / "mine", "--from", tmp_path / "birds.csv")
    (told,) = (line for line in done.stderr.splitlines() if "pictures are not in art/" in line)
    assert told.endswith("bird-0.svg bird-1.svg bird-2.svg")
    assert told.count("note: ") == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [("My Cards.csv", b"Name;Text\n\xc4rger;x\n"), ("c.csv", b""), ("c.xlsx", b"PK\3\4junk")],
)
def test_a_table_that_cannot_be_read_is_named_as_it_was_brought(
    tmp_path: Path, name: str, data: bytes
) -> None:
    """And not by the copy of it that is gone."""
    (tmp_path / name).write_bytes(data)
    done = run("new", tmp_path / "new", "--from", tmp_path / name)
    assert (2, name) == (done.exit_code, done.stderr.partition(":")[0])
