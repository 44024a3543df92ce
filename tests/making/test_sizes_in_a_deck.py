"""Cards of a deck that say a size of their own, and decks that a shop cuts to another."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from projects import run, svg, text_of, write_project

import cardgen
from cardgen.api.quoting import quote_of
from cardgen.base.cache import Cache
from cardgen.base.units import MM
from cardgen.load.game import load_games
from cardgen.making.open_project import context_of
from cardgen.model.project import find_project
from cardgen.sheets.gang import Batch

COINS = (
    "title: Coins\nsize: circle 25mm\ntemplate: coin.svg\nback: coin-back.svg\ncards:\n"
    "  - {id: one, copies: 3}\n"
    "  - {id: two, size: circle 30mm, copies: 2}\n"
    "  - {id: bar, size: 60mm x 30mm, template: any.svg, back: any.svg}\n"
    "  - {id: ten, size: circle 30mm}\n"
)
NAMES = "title: Names\nsize: poker\ntemplate: any.svg\nback: any.svg\nfields: {text: text}\ncards: names.csv\n"
TABLE = "name,size,text\nAnna,,a\nBert,40mm x 60mm,b\n"
ANY = (
    '{% set s = card_shape() %}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ s.width / 2.834645669 }}'
    ' {{ s.height / 2.834645669 }}"><rect x="-4" y="-4" width="300" height="300" fill="#88aa44"/></svg>'
)
TEMPLATES = {
    "coin.svg": svg('<rect x="-4" y="-4" width="33" height="33" fill="#cc8833"/>', 25, 25),
    "coin-back.svg": svg('<rect x="-4" y="-4" width="33" height="33" fill="#334488"/>', 25, 25),
    "any.svg": ANY,
}
GAME = "title: Sweets\nsizes:\n  the-game-crafter: {coins: 1in}\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sizes")
    files = {"card_data/sweets/names.csv": TABLE}
    return write_project(root, {"coins": COINS, "names": NAMES}, TEMPLATES, game=GAME, files=files)


def test_each_size_has_its_sheets(project: Path) -> None:
    done = run("build", "--paper", "a4", project=project)
    assert done.exit_code == 0, done.output
    folder = project / "output/sweets"
    assert sorted(path.name for path in folder.glob("*.pdf")) == [
        "all-a4.pdf",
        "coins-30mm-a4.pdf",
        "coins-60x30mm-a4.pdf",
        "coins-a4.pdf",
        "instructions-a4.pdf",
        "names-40x60mm-a4.pdf",
        "names-a4.pdf",
    ]
    (told,) = text_of(folder / "instructions-a4.pdf")
    words = " ".join(told.split())
    for part in ("9 pieces", "Coins Ø 30 mm", "Coins 60 × 30 mm", "Names 40 × 60 mm"):
        assert part in words


def test_a_note_names_the_size_whose_sheets_it_is_about(tmp_path: Path) -> None:
    coins = COINS.replace("copies: 2", "copies: 50").replace("copies: 3", "copies: 70")
    for accept, told in (("", True), ("accept: [bleed-reduced]\n", False)):
        root = tmp_path / str(told)
        write_project(root, {"coins": accept + coins}, TEMPLATES, game=GAME)
        done = run("build", "--paper", "a4", project=root)
        assert done.exit_code == 0, done.output
        lines = done.output.splitlines()
        notes = [line for line in lines if "bleed does not fit 6 x 8" in line]
        assert [line.rpartition(": ")[2] for line in notes] == ["coins-30mm"] * told, done.output


def test_files_of_a_size_that_is_no_more_are_told(project: Path, tmp_path: Path) -> None:
    """They would be printed with the others. A deck may be called so."""
    write_project(tmp_path, {"coins": COINS, "coins-mini": COINS}, TEMPLATES)
    folder = tmp_path / "output/sweets"
    folder.mkdir(parents=True)
    for size in ("20mm", "mini", "poker", "front", "30mm"):
        (folder / f"coins-{size}-a4.pdf").touch()
    done = run("build", "sweets/coins", "--paper", "a4", project=tmp_path)
    assert done.exit_code == 0, done.output
    (note,) = (line for line in done.output.splitlines() if "an earlier build made it" in line)
    assert note.endswith(": coins-20mm-a4.pdf, coins-poker-a4.pdf"), note
    write_project(tmp_path, {"coins": COINS, "coins-30mm": COINS}, TEMPLATES)
    done = run("build", "sweets/coins", "--paper", "a4", project=tmp_path)
    assert "coins.yaml:7:21: the files of cards of this size are called coins-30mm" in done.output


def test_sizes_of_a_deck_share_sheets(project: Path, tmp_path: Path) -> None:
    """Each of its cards in its size, the backs behind them."""
    done = run("build", "sweets", "--paper", "a4", "--mix", "--out", tmp_path, project=project)
    assert done.exit_code == 0, done.output
    assert "instead of 5: 4 saved" in done.output
    with pypdfium2.PdfDocument(tmp_path / "sweets/mixed-a4.pdf") as pdf:
        front, back = (page.render(scale=1).to_pil().convert("RGB") for page in pdf)
    orange, blue, green = (0xCC, 0x88, 0x33), (0x33, 0x44, 0x88), (0x88, 0xAA, 0x44)
    assert _pixels(front, orange) == pytest.approx(_pixels(back, blue), rel=0.02)
    assert _pixels(front, green) == pytest.approx(_pixels(back, green), rel=0.02)
    round_ones = (3 * 31**2 + 3 * 36**2) * 0.7854 * MM**2
    assert _pixels(front, orange) == pytest.approx(round_ones, rel=0.05)


def _pixels(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(count for count, found in picture.getcolors(1 << 20) or [] if found == colour)


def test_a_shop_gets_each_size_or_one_of_its_own(project: Path, tmp_path: Path) -> None:
    done = run("export", "sweets", "--printer", "images", "--out", tmp_path, project=project)
    assert done.exit_code == 0, done.output
    sizes = _sizes(tmp_path / "sweets/images")
    assert sizes["coins/front/001-one.png"] == (366, 366)
    assert sizes["coins-30mm/front/001-two.png"] == sizes["coins-30mm/back.png"] == (425, 425)
    assert sizes["names-40x60mm/front/001-bert.png"] == (543, 780)
    shop = "the-game-crafter"
    done = run("export", "sweets/coins", "--printer", shop, "--out", tmp_path, project=project)
    assert done.exit_code == 0, done.output
    sizes = _sizes(tmp_path / "sweets" / shop)
    assert sizes["coins/front/003-bar.png"] == sizes["coins/front/002-two.png"] == (375, 375)
    done = run(
        "export", "sweets", "--printer", "drivethrucards", "--out", tmp_path, project=project
    )
    assert "coins.yaml:7:" in done.output, done.output
    assert "sizes: {drivethrucards: {coins: ...}}  in game.yaml" in done.output


def _sizes(folder: Path) -> dict[str, tuple[int, int]]:
    sizes = {}
    for path in folder.rglob("*.png"):
        with Image.open(path) as picture:
            sizes[path.relative_to(folder).as_posix()] = picture.size
    return sizes


def test_a_table_has_each_card_in_its_size(project: Path, tmp_path: Path) -> None:
    done = run(
        "export", "sweets", "--printer", "tabletop-simulator", "--out", tmp_path, project=project
    )
    assert done.exit_code == 0, done.output
    save = json.loads((tmp_path / "sweets/tabletop-simulator/sweets.json").read_text("utf-8"))
    piles = {pile["Nickname"]: pile["Transform"]["scaleX"] for pile in save["ObjectStates"]}
    assert {*piles} == {"One", "Two", "Ten", "Bar", "Anna", "Bert"}
    assert piles["One"] / piles["Two"] == pytest.approx(25 / 30, abs=0.01)
    assert piles["Two"] == piles["Ten"]


def test_a_factory_is_asked_for_each_size(project: Path, tmp_path: Path) -> None:
    """As often as its sheets are printed."""
    coins = COINS.replace("cards:", "sheet_copies: 4\ncards:")
    write_project(tmp_path, {"coins": coins}, TEMPLATES)
    workshop = cardgen.open_project(tmp_path)
    ((game, decks),) = workshop.select()
    quote = quote_of(context_of(workshop, game, Cache(None)), decks, (1000,))
    assert [(part.name, part.pieces) for part in quote.parts[:3]] == [
        ("Coins", 12),
        ("Coins Ø 30 mm", 12),
        ("Coins 60 × 30 mm", 4),
    ]


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("cards:\n  - {id: one, size: huge}\n", 'coins.yaml:6:21: no card size is called "huge"'),
        ("cards:\n  - {id: one, size: 2mm x 2mm}\n", "coins.yaml:6:21: a card of 2 x 2 mm cannot"),
        ("cards:\n  - {id: one, size: 60mm x 30mm}\n", "coins.yaml:6:21: "),
        ("fields: {size: text}\ncards:\n  - {id: one, size: huge}\n", ""),
        ("cards:\n  - {for: {size: [small, large]}, id: '{size}'}\n", ""),
    ],
    ids=["unknown", "too small", "another shape", "a field of the deck", "a loop"],
)
def test_what_a_size_cannot_be_is_told(tmp_path: Path, deck: str, told: str) -> None:
    head = "title: Coins\nsize: circle 25mm\ntemplate: coin.svg\nback: coin-back.svg\n"
    write_project(tmp_path, {"coins": head + deck}, TEMPLATES)
    done = run("build", "--paper", "a4", project=tmp_path)
    assert done.exit_code == (2 if told else 0), done.output
    assert told in done.output


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ("{the-game-crafter: {coin: 1in}}", 'no deck "coin"; did you mean "coins"?'),
        ("{game-crafter: {coins: 1in}}", 'no printer is called "game-crafter"'),
        ("{the-game-crafter: {names: 1in}}", "1in is one length, and a card of poker"),
        ("{the-game-crafter: 1in}", "after the-game-crafter come decks with their sizes"),
        ("[small, large]", ""),
    ],
)
def test_what_a_shop_cannot_cut_to_is_told(
    project: Path, tmp_path: Path, sizes: str, told: str
) -> None:
    files = {"card_data/sweets/names.csv": TABLE}
    game = f"title: Sweets\nsizes: {sizes}\n"
    write_project(tmp_path, {"coins": COINS, "names": NAMES}, TEMPLATES, game=game, files=files)
    games, problems = load_games(find_project(tmp_path))
    assert [told] * bool(told) == [told for problem in problems if told in problem.sentence]
    assert len(problems) == bool(told)
    assert [batch.stem for batch in Batch.of(games[0].deck("coins"))] == [
        "coins",
        "coins-30mm",
        "coins-60x30mm",
    ]


@pytest.mark.parametrize(("bert", "field"), [("40mm x 60mm", False), ("large", True)])
def test_a_column_of_sizes_is_no_field_of_a_proposed_deck(
    tmp_path: Path, bert: str, field: bool
) -> None:
    root = write_project(
        tmp_path, files={"card_data/sweets/names.csv": TABLE.replace("40mm x 60mm", bert)}
    )
    done = run("table", "--guess", root / "card_data/sweets/names.csv", project=root)
    assert done.exit_code == 0, done.output
    assert ("  size: " in done.output) is field
