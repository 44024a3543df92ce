"""What virtual tables take: indexes, clear corners, hosted pictures, texts and tags, and games for
playingcards.io."""

from __future__ import annotations

import csv
import io
import json
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from projects import run, svg, write_project

import cardgen
from cardgen.cards.spoken import texts_of
from cardgen.export.tabletop_text import TabletopTexts
from cardgen.model.sizes import Shape
from cardgen.prepress.raster import FINE, cut_out

GROUND = '<rect x="-4" y="-4" width="108" height="108" fill="{}"/>'
FIELDS = """\
fields:
  color: {one_of: [red, green]}
  suits: {list_of: [sour, nuts], default: []}
  rank: {int: {default: 1}}
  rule: {text: {optional: true}}
  flavor: {text: {optional: true}}
"""
DECKS = {
    "main": f"""\
title: Main Deck
size: poker
template: red.svg
back: blue.svg
{FIELDS}cards:
  - {{id: one, name: Candy Corn, color: red, suits: [sour, nuts], rule: 'Draw **two**, {{{{one}}}}.\\nStop.', flavor: '{{sour}} tooth.'}}
  - {{id: two, color: green, copies: 3}}
  - {{id: none, color: red, copies: 0}}
""",
    "coin": "title: Coins\nsize: {shape: circle, diameter: 20mm}\ntemplate: gold.svg\non_table: cards\n"
    "cards: [{id: five, copies: 4}]\n",
    "land": "title: Land\nsize: {shape: hexagon, width: 60mm}\ntemplate: hill.svg\ncards:\n  - {id: hill, back: lake.svg}\n"
    "  - {id: lake, copies: 2}\n",
}
SIZES = {
    "red": (63.5, 88.9),
    "blue": (63.5, 88.9),
    "gold": (20, 20),
    "hill": (60, 51.962),
    "lake": (60, 51.962),
}
COLOURS = {
    "red": "#FF0000",
    "blue": "#0000FF",
    "gold": "#FFCC00",
    "hill": "#00FF00",
    "lake": "#00FFFF",
}
TEMPLATES = {f"{name}.svg": svg(GROUND.format(COLOURS[name]), *SIZES[name]) for name in SIZES}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, DECKS, TEMPLATES)


def export(project: Path, printer: str, *more: str, names: tuple[str, ...] = ("sweets",)) -> Path:
    result = run("export", *names, "--printer", printer, *more, project=project)
    assert 0 == result.exit_code, result.output
    return project / "output/sweets" / printer


def share_shown(image: Image.Image) -> float:
    """How much of a picture is not clear."""
    alpha = image.getchannel("A")
    return (
        sum(value * count for value, count in enumerate(alpha.histogram()))
        / 255
        / (image.width * image.height)
    )


@pytest.mark.parametrize(
    ("deck", "share"), [("main", 1 - 0.8584 * 9 / (63.5 * 88.9)), ("coin", 0.7854), ("land", 0.75)]
)
def test_corners_are_clear_outside_of_the_cut(project: Path, deck: str, share: float) -> None:
    """By the area that is shown: of four corners 4 - pi of their radius squared is missing, of a
    circle a quarter of 4 - pi, of a hexagon a quarter. What is shown is opaque inside, and soft
    only along the cut."""
    folder = export(project, "screen") / deck / "front"
    with Image.open(next(folder.iterdir())) as image:
        assert "RGBA" == image.mode
        assert share == pytest.approx(share_shown(image), abs=0.003)
        assert [0] * 4 == [
            image.getpixel((x, y))[3] for x in (0, image.width - 1) for y in (0, image.height - 1)
        ]
        soft = sum(image.getchannel("A").histogram()[1:255]) / (image.width + image.height)
        assert 0 < soft < 4, "a pixel along each edge, or so"
        middle = image.getpixel((image.width // 2, image.height // 2))
        assert COLOURS[
            {"main": "red", "coin": "gold", "land": "hill"}[deck]
        ] == "#{:02X}{:02X}{:02X}".format(*middle[:3])
    assert FINE > 1


def test_a_large_picture_is_cut_too() -> None:
    """With coarser edges; the area is the same."""
    size = (9000, 9000)
    assert 0.7854 == pytest.approx(
        share_shown(cut_out(Image.new("RGB", size), Shape("circle", 900.0, 900.0))), abs=0.001
    )


def test_turned_pictures_have_turned_corners() -> None:
    """A hexagon that stands on a corner in its picture is clear at the sides of its upper and lower
    corner."""
    shape = Shape("hexagon", 100.0, 86.6)
    cut = cut_out(Image.new("RGB", (433, 500)), shape, 1)
    assert (0, 0, 255) == tuple(cut.getpixel(spot)[3] for spot in ((60, 40), (370, 40), (216, 10)))
    assert 0.75 == pytest.approx(share_shown(cut), abs=0.005)


def test_several_processes_cut_alike(project: Path) -> None:
    """The same bytes, corners included."""
    one = {
        path.name: path.read_bytes() for path in (export(project, "screen") / "land").rglob("*.png")
    }
    export(project, "screen", "--jobs", "2", "--out", str(project / "two"))
    assert one == {
        path.name: path.read_bytes() for path in (project / "two/sweets/screen/land").rglob("*.png")
    }
    assert len(one) > 1


def test_no_white_shows_through_a_soft_edge(project: Path) -> None:
    """The colour beyond the cut is the card's, so no rim of another colour appears on any
    ground."""
    with Image.open(next((export(project, "screen") / "main/front").iterdir())) as image:
        pixels = {image.getpixel((x, y))[:3] for x in range(20) for y in range(20)}
    assert {(255, 0, 0)} == pixels


@pytest.mark.parametrize("printer", ["screentop", "tabletop-simulator"])
def test_an_index_tells_what_lies_where(project: Path, printer: str) -> None:
    """Each card's box in the picture has the card's colour; only Tabletop Simulator keeps a slot
    for what others see."""
    folder = export(project, printer)
    for deck, colours in (("main", ["red", "red"]), ("coin", ["gold"]), ("land", ["hill", "hill"])):
        told = json.loads((folder / deck / "index.json").read_text("utf-8"))
        assert (deck, DECKS[deck].split("\n")[0]) == (told["deck"], f"title: {told['title']}")
        (sheet,) = told["sheets"]
        with Image.open(folder / deck / sheet["face"]) as image:
            assert (sheet["across"] * sheet["width"], sheet["down"] * sheet["height"]) == image.size
            for card, colour in zip(sheet["cards"], colours, strict=True):
                spot = (card["x"] + sheet["width"] // 2, card["y"] + sheet["height"] // 2)
                assert COLOURS[colour] == "#{:02X}{:02X}{:02X}".format(*image.getpixel(spot)[:3])
        assert ("hidden_slot" in sheet) == (printer == "tabletop-simulator")
        assert "face_url" not in sheet
    land = json.loads((folder / "land/index.json").read_text("utf-8"))
    assert ("hexagon", 60, 51.962, "mm") == tuple(
        land["size"][key] for key in ("shape", "width", "height", "unit")
    )
    assert [("hill", "Hill", 1), ("lake", "Lake", 2)] == [
        (card["id"], card["name"], card["copies"]) for card in land["sheets"][0]["cards"]
    ]
    assert land["sheets"][0]["own_backs"]


def test_a_card_of_the_table_says_what_it_says(project: Path) -> None:
    """All its texts in the mark-up of the table, a paragraph a line; what it was chosen to be as
    tags; each GUID once."""
    save = json.loads((export(project, "tabletop-simulator") / "sweets.json").read_text("utf-8"))
    pile = next(pile for pile in save["ObjectStates"] if pile["Nickname"] == "Main Deck")
    one, two, *_ = pile["ContainedObjects"]
    assert "Draw [b]two[/b], {one}.\nStop.\nsour tooth." == one["Description"]
    assert (["main", "red", "sour", "nuts"], ["main", "green"], ["main"]) == (
        one["Tags"],
        two["Tags"],
        pile["Tags"],
    )
    assert "" == two["Description"]
    every = [
        thing["GUID"]
        for pile in save["ObjectStates"]
        for thing in (pile, *pile.get("ContainedObjects", ()))
    ]
    assert len(every) == len(set(every))


SPANS = """\
palette: {berry: "#C0392B"}
styles: {hot: {color: berry, weight: 800}}
keywords: {Haste: {style: hot}}
replace: {"<b>": "**", "</b>": "**", Gold: "{coin}"}
phrases: {take: "Take {1} {2}"}
"""


@pytest.mark.parametrize(
    ("text", "described", "plain"),
    [
        ("[red]{color=#FF8000} word", "[FF8000]red[-] word", "red word"),
        ("[a *b*]{.underline .strike}", "[u][s]a [/s][/u][i][u][s]b[/s][/u][/i]", "a b"),
        ("x[2]{.sup} H[2]{.sub}O", "x[sup]2[/sup] H[sub]2[/sub]O", "x2 H2O"),
        ("Haste.", "[C0392B][b]Haste[/b][-].", "Haste."),
        ("<b>Two</b> Gold", "[b]Two[/b] coin", "Two coin"),
        ("{take: 2, Gold}!", "Take 2 coin!", "Take 2 coin!"),
        ("- one\\n- two\\n\\nend", "- one\n- two\nend", "- one\n- two\nend"),
        ("one\\\\\\ntwo", "one\ntwo", "one\ntwo"),
        ("see [10], [b] and [x]", "see [\u200b10], [\u200bb] and [x]", "see [10], [b] and [x]"),
        ("[a]{.nonsense}", "a", "a"),
    ],
)
def test_a_table_gets_the_looks_of_words(
    tmp_path: Path, text: str, described: str, plain: str
) -> None:
    """In its own mark-up, where it has one; a bracket that the program would take for mark-up does
    not vanish. Keywords, phrases and replacements are as on the card."""
    fields = "fields:\n  rule: text\n"
    deck = f'size: poker\ntemplate: red.svg\n{fields}cards: [{{id: a, name: A, rule: "{text}"}}]\n'
    root = write_project(tmp_path, {"main": deck}, TEMPLATES, game=f"title: Sweets\n{SPANS}")
    (game,) = cardgen.open_project(root).games
    (card,) = game.deck("main")
    texts = TabletopTexts(game, game.deck("main"))
    assert ("A", described) == (texts.name(card), texts.description(card, ()))
    assert plain == texts_of(game, game.deck("main"), card)


def test_guids_that_would_be_one_are_told_apart(tmp_path: Path) -> None:
    """Six digits are few: these two cards have one checksum."""
    deck = "title: M\nsize: poker\ntemplate: red.svg\nback: blue.svg\ncards: [{id: oosva, copies: 2}, {id: nvjpy}]\n"
    project = write_project(tmp_path, {"main": deck}, TEMPLATES)
    (pile,) = json.loads(
        (export(project, "tabletop-simulator") / "sweets.json").read_text("utf-8")
    )["ObjectStates"]
    first, _, third = [card["GUID"] for card in pile["ContainedObjects"]]
    assert "ddaa0d" == first == f"{zlib.crc32(b'main/nvjpy/0') & 0xFFFFFF:06x}"
    assert (6, True) == (len(third), first != third)


@pytest.mark.parametrize(
    "prefix", ["https://example.org/my%20game", "https://example.org/my%20game/"]
)
def test_hosted_pictures_have_their_addresses(project: Path, prefix: str) -> None:
    """In the save, the index and the room; each address is the prefix and the path of a file that
    was made."""
    base = prefix.rstrip("/")
    table = export(project, "tabletop-simulator", "--url", prefix)
    save = json.loads((table / "sweets.json").read_text("utf-8"))
    urls = {
        sheet[side]
        for pile in save["ObjectStates"]
        for sheet in pile["CustomDeck"].values()
        for side in ("FaceURL", "BackURL")
    }
    index = json.loads((table / "main/index.json").read_text("utf-8"))["sheets"][0]
    assert {index["face_url"], index["back_url"]} <= urls
    assert urls == {f"{base}/{path.relative_to(table).as_posix()}" for path in table.rglob("*.png")}
    export(project, "tabletop-simulator", "--url", prefix, names=("sweets/coin",))
    again = json.loads((table / "sweets.json").read_text("utf-8"))
    assert 3 == len(again["ObjectStates"]), "hosted decks of an earlier export stay in the save"
    room = export(project, "playingcards-io", "--url", prefix)
    found, files = opened(room / "sweets.pcio")
    shown = {
        type[side]
        for each in found
        if each["type"] == "cardDeck"
        for type in each["cardTypes"].values()
        for side in ("face", "back")
    }
    assert shown == {f"{base}/{path.relative_to(room).as_posix()}" for path in room.rglob("*.png")}
    assert {} == files
    export(project, "playingcards-io")
    assert [] == list(room.rglob("*.png")), "what was hosted goes with the room that needed it"


def test_whoever_hosts_pictures_is_told_what_to_upload(project: Path) -> None:
    for printer in ("tabletop-simulator", "screentop", "playingcards-io"):
        told = run(
            "export",
            "sweets",
            "--printer",
            printer,
            "--url",
            "https://example.org/game/",
            project=project,
        ).stderr
        assert (
            "note: upload the folders of the decks with their pictures to https://example.org/game"
            in " ".join(told.split())
        )
        assert (
            "upload the folders"
            not in run("export", "sweets", "--printer", printer, project=project).stderr
        )


@pytest.mark.parametrize(
    ("printer", "words", "said"),
    [
        (
            "images",
            ("--url", "https://example.org"),
            "what plain images takes has no addresses of pictures in it; leave --url out",
        ),
        (
            "tabletop-simulator",
            ("--url", "example.org"),
            '"example.org" is not the beginning of an address; write one such as',
        ),
        ("tabletop-simulator", ("--url", 'https://x/"a'), "is not the beginning of an address"),
        ("screentop", ("--update", "x.json"), "Screentop has no saves; leave --update out"),
        (
            "tabletop-simulator",
            ("--update", "nowhere.json"),
            "file-missing",
        ),
    ],
)
def test_what_a_printer_cannot_be_told(
    project: Path, printer: str, words: tuple[str, ...], said: str
) -> None:
    result = run("export", "sweets", "--printer", printer, *words, project=project)
    assert (2, True) == (result.exit_code, result.tells(said)), result.stderr
    assert not (project / "output").exists()


# -- playingcards.io
# ------------------------------------------------------------------------------------------------------------------


def opened(file: Path) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The widgets of a room, and its pictures."""
    with zipfile.ZipFile(file) as packed:
        assert packed.testzip() is None
        files = {name: packed.read(name) for name in packed.namelist()}
    widgets = json.loads(files.pop("widgets.json"))
    return widgets, files


def test_a_room_has_every_copy_in_the_pile_of_its_deck(project: Path) -> None:
    """As programs read it that import such files: cards and decks lie in piles, each card is of a
    type of its deck, each type's sides are pictures of the zip, and all of these are used."""
    file = export(project, "playingcards-io") / "sweets.pcio"
    widgets, files = opened(file)
    assert len(widgets) == len({each["id"] for each in widgets})
    by = {each["id"]: each for each in widgets}
    assert "hand" == by["hand"]["type"]
    decks = {each["id"]: each for each in widgets if each["type"] == "cardDeck"}
    copies: Counter[str] = Counter()
    for card in (each for each in widgets if each["type"] == "card"):
        deck = decks[card["deck"]]
        pile = by[card["parent"]]
        assert ("cardPile", deck["parent"]) == (pile["type"], pile["id"])
        assert (4, 4) == (card["x"] - pile["x"], card["y"] - pile["y"])
        assert (pile["width"] - 8, pile["height"] - 8) == (deck["cardWidth"], deck["cardHeight"])
        copies[f"{pile['label']}: {deck['cardTypes'][card['cardType']]['label']}"] += 1
    assert {
        "Main Deck: Candy Corn": 1,
        "Main Deck: Two": 3,
        "Coins: Five": 4,
        "Land: Hill": 1,
        "Land: Lake": 2,
    } == copies
    used = set()
    for deck in decks.values():
        for template, side in (("faceTemplate", "face"), ("backTemplate", "back")):
            (shown,) = deck[template]["objects"]
            assert ("image", "dynamic", side) == (shown["type"], shown["valueType"], shown["value"])
            assert (deck["cardWidth"], deck["cardHeight"]) == (shown["w"], shown["h"])
            used |= {kind[side].removeprefix("package://") for kind in deck["cardTypes"].values()}
    assert used == files.keys()
    with Image.open(io.BytesIO(files["userassets/main-front-001-one.png"])) as image:
        assert ("RGBA", (375, 525), (255, 0, 0, 255)) == (
            image.mode,
            image.size,
            image.getpixel((187, 262)),
        )
    with Image.open(
        io.BytesIO(
            files[decks["coin-deck"]["cardTypes"]["five"]["back"].removeprefix("package://")]
        )
    ) as image:
        assert (255, 255, 255, 255) == image.getpixel((image.width // 2, image.height // 2)), (
            "a card without a back has a white one"
        )
    before = file.read_bytes()
    export(project, "playingcards-io")
    assert before == file.read_bytes()


def test_piles_of_a_room_do_not_overlap(tmp_path: Path) -> None:
    """Twenty decks of all kinds of sizes find room above the hand, at one scale."""
    sizes = [(20 + 17 * n % 100, 30 + 23 * n % 110) for n in range(20)]
    decks = {
        f"d{n:02}": f"title: D\nsize: {w}mm x {h}mm\ntemplate: t{n}.svg\ncards: [{{id: a}}]\n"
        for n, (w, h) in enumerate(sizes)
    }
    shown = "<rect width='9' height='9'/><rect y='12' width='4' height='4' fill='red'/>"
    project = write_project(
        tmp_path, decks, {f"t{n}.svg": svg(shown, *size) for n, size in enumerate(sizes)}
    )
    widgets, _ = opened(export(project, "playingcards-io", "--force") / "sweets.pcio")
    piles = [each for each in widgets if each["type"] == "cardPile"]
    boxes = [
        (each["x"], each["y"] - 20, each["x"] + each["width"], each["y"] + each["height"] + 40)
        for each in piles
    ]
    assert all(
        0 <= left and 0 <= top and right <= 1600 and low <= 820 for left, top, right, low in boxes
    )
    for n, (left, top, right, low) in enumerate(boxes):
        assert all(right <= x or x2 <= left or low <= y or y2 <= top for x, y, x2, y2 in boxes[:n])
    scales = [(each["width"] - 8) / w for each, (w, _) in zip(piles, sizes, strict=True)]
    assert max(scales) - min(scales) < 0.05 * max(scales)


# -- what a printer does not sell
# -----------------------------------------------------------------------------------------------------


def test_a_game_is_exported_as_far_as_it_can_be(project: Path) -> None:
    """What is not sold is listed as an error, the rest is made, exit 1; where nothing is sold it is
    exit 2, and with other errors nothing is written but all is told."""
    result = run("export", "sweets", "--printer", "drivethrucards", project=project)
    assert 1 == result.exit_code, result.output
    assert result.tells("coin.yaml:2:1 size-does-not-fit 20"), result.briefs
    assert result.tells("land.yaml:2:1 size-does-not-fit 60 51.96"), result.briefs
    assert 2 == result.stderr.count("[size]")
    made = sorted(path.name for path in (project / "output/sweets/drivethrucards").iterdir())
    assert ["UPLOAD.txt", "main"] == made
    result = run(
        "export", "sweets/coin", "sweets/land", "--printer", "drivethrucards", project=project
    )
    codes = [finding.code for finding in result.findings]
    assert (2, ["size-does-not-fit"] * 2) == (result.exit_code, codes)
    rules = {
        "card_data/sweets/rules.yaml": "- {id: never, says: Never., check: deck.main | copies == 0}\n"
    }
    write_project(project, DECKS, TEMPLATES, files=rules)
    (project / "output/sweets/drivethrucards/main/main.pdf").unlink()
    result = run("export", "sweets", "--printer", "drivethrucards", project=project)
    assert (1, 2, True) == (
        result.exit_code,
        result.stderr.count("[size]"),
        result.tells("nothing was exported"),
    )
    assert [] == list((project / "output/sweets/drivethrucards").rglob("*.pdf"))


def test_sizes_on_their_side_are_sold_as_what_they_are(tmp_path: Path) -> None:
    """`mini landscape` is turned onto the upright page of the shop, and its list says so with the
    same card."""
    templates = {
        "wide.svg": svg(GROUND.format("#FF0000"), 63.5, 44.45),
        "back.svg": svg(GROUND.format("#0000FF"), 63.5, 44.45),
    }
    deck = (
        "title: Wide\nsize: mini landscape\ntemplate: wide.svg\nback: back.svg\ncards: [{id: a}]\n"
    )
    folder = export(write_project(tmp_path, {"wide": deck}, templates), "the-game-crafter") / "wide"
    with Image.open(folder / "front/001-a.png") as image:
        assert (600, 825) == image.size
    assert ["a"] == [
        row["card"]
        for row in csv.DictReader((folder / "cards.csv").read_text("utf-8").splitlines())
    ]
