"""Complete sets: a folder and a ZIP of each game, with names that a buyer understands."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from projects import BACK, FACE, HEAD, run, write_project
from pypdfium2 import PdfDocument

CARDS = "cards:\n  - {id: owl, name: Owl, copies: 9}\n  - {id: jay, name: Jay}\n"
GAME = "title: 'Sweets: Part 1?'\nplayers: 2-4\nminutes: 20\nage: 8\n"


FRUGAL = FACE.replace("</svg>", "{% if ink == 'full' %}<circle r='5'/>{% endif %}</svg>")
"""A face that asks for ink."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two decks, one of which has no backs, and a rulebook."""
    folder = tmp_path_factory.mktemp("sets")
    return write_project(
        folder,
        {
            "birds": HEAD + CARDS,
            "notes": HEAD.replace("back: back.svg\n", "") + "cards: [{id: note, name: Note}]\n",
        },
        {"card.svg": FRUGAL, "back.svg": BACK},
        game=GAME,
        files={"card_data/sweets/rulebook.md": "# Sweets\n\nEat.\n\n## Play\n\nOne by one.\n"},
    )


@pytest.fixture(scope="module")
def made(root: Path) -> Path:
    """The folder of the set, with its ZIP beside it."""
    done = run("build", "--set", "--paper", "a4", project=root)
    assert done.exit_code == 0, done.output
    return root / "output/sets/Sweets Part 1"


def words_of(pdf: Path) -> str:
    with PdfDocument(pdf) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def test_all_that_is_printed_is_there(made: Path) -> None:
    names = sorted(path.relative_to(made).as_posix() for path in made.rglob("*.pdf"))
    assert names == [
        "A4/Box.pdf",
        "A4/Cards, both sides.pdf",
        "A4/Cards, fold and glue.pdf",
        "A4/Cards, low ink.pdf",
        "A4/How to fold and glue.pdf",
        "A4/How to print and cut.pdf",
        "A4/Rulebook, booklet to fold.pdf",
        "A4/Rulebook.pdf",
        "Rulebook for the screen.pdf",
        "START HERE.pdf",
    ]


def test_the_first_page_says_what_to_print(made: Path) -> None:
    words = words_of(made / "START HERE.pdf")
    with PdfDocument(made / "A4/Cards, both sides.pdf") as cards:
        page_count = len(cards)
    for expected in (
        "2–4 players",
        "20 minutes",
        "age 8+",
        "11 cards",
        "Take card stock",
        f"a printer that prints on both sides Cards, both sides {page_count}",
    ):
        assert expected in " ".join(words.split()), expected


@pytest.mark.parametrize(
    ("page", "sheets"),
    [
        ("How to print and cut", "Cards, both sides"),
        ("How to fold and glue", "Cards, fold and glue"),
    ],
)
def test_instructions_name_the_files_of_the_set(made: Path, page: str, sheets: str) -> None:
    words = " ".join(words_of(made / f"A4/{page}.pdf").split())
    assert f"Open {sheets} and print it" in words
    assert ".pdf" not in words


def test_the_first_page_shows_how_what_is_there_is_put_together(tmp_path: Path) -> None:
    """A box, trays, or base and lid where the pile is too thick: what the set holds, and no more."""
    strips = {"box": "5. Glue the bottom", "lid": "5. Lid over base", "tray": "5. Fill"}
    dishes = HEAD.replace("title: Main", "title: Dishes\ntray: {floor: 60mm x 60mm, wall: 20mm}")
    for name, copies, deck, shown in (
        ("plain", 9, HEAD, {"box"}),
        ("thick", 200, HEAD, {"lid"}),
        ("dishes", 2, dishes, {"box", "tray"}),
    ):
        cards = f"cards:\n  - {{id: owl, name: Owl, copies: {copies}}}\n"
        root = write_project(
            tmp_path / name, {"main": deck + cards}, {"card.svg": FACE, "back.svg": BACK}, game=GAME
        )
        assert run("build", "--set", "--paper", "a4", project=root).exit_code == 0
        folder = root / "output/sets/Sweets Part 1"
        words = " ".join(words_of(folder / "START HERE.pdf").split())
        assert {kind for kind, strip in strips.items() if strip in words} == shown
        assert not re.search("--|cardgen", words)
        assert (folder / "A4/Dishes, to fold.pdf").is_file() == ("tray" in shown)


def test_what_low_ink_does_not_change_is_left_out_and_how_often_files_are_printed_is_said(
    tmp_path: Path,
) -> None:
    decks = {
        "birds": HEAD + CARDS,
        "boards": HEAD.replace("title: Main", "title: Boards") + "sheet_copies: 4\n" + CARDS,
        "pad": HEAD.replace("title: Main", "title: Score Pad").replace("back: back.svg\n", "")
        + "role: pad\nsheet_copies: 40\ncards: [{id: pad, name: Pad}]\n",
    }
    root = write_project(tmp_path, decks, {"card.svg": FACE, "back.svg": BACK}, game=GAME)
    done = run("build", "--set", "--paper", "a4", project=root)
    assert done.exit_code == 0, done.output
    folder = root / "output/sets/Sweets Part 1"
    assert not (folder / "A4/Cards, low ink.pdf").exists()
    words = " ".join(words_of(folder / "START HERE.pdf").split())
    assert "low ink" not in words
    assert "50 cards make up the game" in words
    assert "Score Pad 40 × 1" in words
    assert (
        "Print the sheets of Boards 4 times: the file has them once. Print Score Pad 40 times. 3."
        in words
    )


def test_boxes_of_two_kinds_name_their_papers_on_one_page(tmp_path: Path) -> None:
    """A pile whose box takes a lid on one paper, and none on the other."""
    cards = "cards:\n  - {id: owl, name: Owl, copies: 157}\n"
    root = write_project(
        tmp_path, {"main": HEAD + cards}, {"card.svg": FACE, "back.svg": BACK}, game=GAME
    )
    assert run("build", "--set", project=root).exit_code == 0
    start = root / "output/sets/Sweets Part 1/START HERE.pdf"
    words = " ".join(words_of(start).split())
    assert {"Box (A4):", "Box (Letter):"} <= {*re.findall(r"Box \(\w+\):", words)}
    with PdfDocument(start) as document:
        assert len(document) == 1
    pages = []
    for paper in ("A4", "Letter"):
        with PdfDocument(start.parent / paper / "Box.pdf") as sheets:
            pages.append(len(sheets))
    least, most = sorted(pages)
    assert least < most
    assert f"Box {least}–{most}" in words


def test_the_zip_holds_the_files_of_the_folder(made: Path) -> None:
    with zipfile.ZipFile(made.with_name(f"{made.name}.zip")) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    there = {
        path.relative_to(made.parent).as_posix(): path.read_bytes() for path in made.rglob("*.pdf")
    }
    assert files == there


def test_it_is_the_same_again_and_what_is_no_more_in_it_goes(root: Path, made: Path) -> None:
    """A file of somebody's own stays beside it."""
    packed = made.with_name(f"{made.name}.zip")
    before = packed.read_bytes()
    (made / "mine.txt").write_text("mine", encoding="utf-8")
    (made / "A4/mine.pdf").write_bytes(b"mine")
    book = root / "card_data/sweets/rulebook.md"
    text = book.read_text("utf-8")
    assert run("build", "--set", "--paper", "a4", project=root).exit_code == 0
    assert packed.read_bytes() == before
    book.unlink()
    assert run("build", "--set", "--paper", "a4", project=root).exit_code == 0
    book.write_text(text, encoding="utf-8")
    assert not list(made.rglob("Rulebook*"))
    assert (made / "mine.txt").is_file()
    assert (made / "A4/mine.pdf").is_file()


def test_a_game_with_an_error_keeps_its_earlier_set(root: Path, made: Path) -> None:
    deck = root / "card_data/sweets/birds.yaml"
    text = deck.read_text("utf-8")
    before = {path: path.read_bytes() for path in made.parent.rglob("*") if path.is_file()}
    deck.write_text(text.replace("name: Owl", "nmae: Owl"), encoding="utf-8")
    done = run("build", "--set", "--paper", "a4", project=root)
    deck.write_text(text, encoding="utf-8")
    assert done.exit_code == 2
    assert done.findings[-1].code == "unknown-field"
    after = {path: path.read_bytes() for path in made.parent.rglob("*") if path.is_file()}
    assert before == after


@pytest.mark.parametrize("words", [("--draft",), ("--layout", "gutterfold"), ("--cards", "owl")])
def test_what_a_set_chooses_itself_cannot_be_said(root: Path, words: tuple[str, ...]) -> None:
    done = run("build", "--set", *words, project=root)
    assert done.exit_code == 2
    assert f"--set chooses what {words[0]} says" in done.output


def test_a_deck_has_no_set(root: Path) -> None:
    done = run("build", "sweets/birds", "--set", project=root)
    assert (done.exit_code, [finding.code for finding in done.findings]) == (2, ["unknown-deck"])
