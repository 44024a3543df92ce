"""UPLOAD.txt tells whoever orders what to do with the files of a deck."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, svg, text, write_project

from cardgen.model.project import find_project
from cardgen.prepress.profiles import find_printer, printer_names

DECK = "title: Main\nsize: poker\ntemplate: card.svg\nback: back.svg\n"
GROUND = '<rect x="-4" y="-4" width="72" height="98" fill="#E8D9B0"/>'
CARDS = "cards:\n  - {id: owl, name: Owl}\n  - {id: fox, name: Fox, copies: 3}\n  - {id: out, name: Out, copies: 0}\n"
OWN_BACKS = CARDS.replace("name: Fox", "name: Fox, back: other.svg")
TEMPLATES = {
    "card.svg": svg(GROUND + text("{{ card.name }}", 31, 44, 6), 63.5, 88.9),
    "back.svg": svg(GROUND, 63.5, 88.9),
    "other.svg": svg(GROUND.replace("E8D9B0", "335577"), 63.5, 88.9),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("order")
    write_project(
        root,
        {"main": DECK + CARDS, "backs": DECK + OWN_BACKS},
        TEMPLATES,
        game="title: Sweets\n",
    )
    return root


def told(project: Path, printer: str, deck: str = "main") -> str:
    done = run("export", f"sweets/{deck}", "--printer", printer, "--force", project=project)
    assert done.exit_code in (0, 1), done.output
    file = project / "output/sweets" / printer / deck / "UPLOAD.txt"
    return file.read_text("utf-8") if file.exists() else ""


def test_it_tells_the_product_and_the_files(project: Path) -> None:
    words = told(project, "makeplayingcards")
    assert words.startswith("Sweets: Main\nfor MakePlayingCards\n")
    assert "Product   cards of poker (63.5 x 88.9 mm)" in words
    assert "Cards     4, 2 of them different" in words
    assert "Fronts    4 files in the folder front, one for each copy" in words
    assert "Backs     back.png, the same for all" in words
    assert "How many of each" not in words
    assert "How certain the steps are: remembered" in words
    assert all(len(line) <= 78 for line in words.splitlines())


def test_it_tells_how_many_where_that_is_set_on_the_site(project: Path) -> None:
    words = told(project, "the-game-crafter")
    assert "2 files in the folder front, one for each different card" in words
    assert "     3 x front/002-fox.png" in words
    assert "1 x " not in words


def test_it_tells_the_product_of_the_shop_and_a_box(project: Path) -> None:
    """By the names of the shop, where its profile has them, and how certain those are."""
    words = told(project, "the-game-crafter")
    assert "Product   Poker Deck or Trading Deck, which is poker (63.5 x 88.9 mm)" in words
    assert "Box       Poker Tuck Box 36, for up to 36 cards; its picture has 2100 x 1800" in words
    assert "How certain the boxes are: restated" in words
    assert "Box " not in told(project, "makeplayingcards")


def test_a_file_of_the_whole_game_tells_folder_by_folder(project: Path) -> None:
    """What was made now and before, and of what there is nothing; editions have no such file."""
    folder = project / "output/sweets/drivethrucards"
    told(project, "drivethrucards")
    words = (folder / "UPLOAD.txt").read_text("utf-8")
    assert words.startswith("Sweets\nfor DriveThruCards\n")
    assert "main      Main, 4 pieces: cards of poker (63.5 x 88.9 mm)\n" in words
    assert "Nothing is here of: Main." in words
    told(project, "drivethrucards", "backs")
    words = (folder / "UPLOAD.txt").read_text("utf-8")
    assert "backs     Main, 4 pieces" in words
    assert "main      as of an earlier export" in words
    assert "Nothing is here" not in words


def test_it_tells_of_backs_that_differ(project: Path) -> None:
    words = told(project, "makeplayingcards", "backs")
    assert "4 files in the folder back, each named like its front" in words


def test_it_tells_of_fronts_without_a_back(tmp_path: Path) -> None:
    """The back that another card has is not theirs."""
    deck = DECK.replace("back: back.svg\n", "") + OWN_BACKS
    words = told(
        write_project(tmp_path, {"main": deck}, TEMPLATES, game="title: Sweets\n"),
        "the-game-crafter",
    )
    assert "Backs     1 file in the folder back, named like its front; 1 front without" in words
    assert "same for all" not in words


def test_steps_name_no_file_that_is_not_there(project: Path) -> None:
    """Whatever the files are called."""
    words = ["export", "sweets/main", "--printer", "makeplayingcards", "--names", "{id}-{copy}"]
    assert run(*words, "--force", project=project).exit_code in (0, 1)
    told = (project / "output/sweets/makeplayingcards/main/UPLOAD.txt").read_text("utf-8")
    assert "folder front" not in told
    assert "numbered" not in told


def test_a_pdf_is_named(project: Path) -> None:
    assert "File      main.pdf" in told(project, "drivethrucards")


def test_there_is_none_where_the_profile_says_nothing(project: Path) -> None:
    assert not told(project, "images")


def test_steps_have_a_source() -> None:
    shipped = find_project(None)
    printers = [find_printer(shipped, name) for name in printer_names(shipped)]
    with_steps = [printer for printer in printers if printer.upload]
    assert len(with_steps) >= 5
    assert all("upload" in printer.sources for printer in with_steps)
