"""For each profile: what is made, opened with Pillow, pypdfium2 and pikepdf and held against the
numbers in its file.

The files are read with PyYAML, and lengths by hand: nothing of cardgen's own reading is trusted
here."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml
from operators import dictionaries_of
from PIL import Image, ImageChops
from projects import HEAD, SHIPPED, run, svg, text, text_of, write_project

PROFILES = {
    path.stem: yaml.load(path.read_text("utf-8"), yaml.BaseLoader)
    for path in (SHIPPED / "cardgen/printers").glob("*.yaml")
}
INCHES = {"mm": 1 / 25.4, "in": 1.0, "pt": 1 / 72}
CARDS = {"one": 1, "two": 3, "three": 2}
DECK = (
    HEAD.replace("60mm x 80mm", "poker")
    + "cards:\n"
    + "".join(f"  - {{id: {id}, copies: {count}}}\n" for id, count in CARDS.items())
)
GAME = "title: Sweets\npalette: {ink: {rgb: '#202020', cmyk: [0, 0, 0, 100]}, red: {rgb: '#D03030', cmyk: [5, 90, 80, 5]}}\n"
SHADE = (
    '<linearGradient id="g"><stop stop-color="#D03030"/><stop offset="1" stop-color="#000020"/></linearGradient>'
    '<rect x="20" y="20" width="20" height="20" fill="url(#g)"/><rect x="10" y="60" width="9" height="9" fill="#04020A"/>'
    '<image href="photo.png" x="45" y="60" width="10" height="10"/>'
)
PNG, PDF, SHEETS, TABLE, SPRITES, PCIO = (
    [name for name, profile in PROFILES.items() if profile["makes"] == kind]
    for kind in ("png", "pdf", "sheets", "table", "sprites", "pcio")
)


def inches(length: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(\w+)", length.strip()).groups()  # type: ignore[union-attr]
    return float(number) * INCHES[unit]


def trim(profile: Any) -> tuple[float, float]:
    """A poker card as this printer sells it, in inches."""
    if profile["sizes"] == "any":
        return 63.5 / 25.4, 88.9 / 25.4
    first, second = profile["sizes"]["poker"]["trim"].split(" x ")
    return inches(first), inches(second)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What each printer gets of one deck: a folder for each profile."""
    root = tmp_path_factory.mktemp("profiles")
    photo = root / "card_data/sweets/art/photo.png"
    photo.parent.mkdir(parents=True)
    Image.linear_gradient("L").resize((160, 160)).convert("RGB").save(photo)
    ground = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="{}"/>'
    face = svg(
        ground.format("#D03030")
        + SHADE
        + text("{{ card.id }}").replace("<text", '<text fill="#202020"'),
        63.5,
        88.9,
    )
    back = svg(
        ground.format("#3060D0") + text("back").replace("<text", '<text fill="#202020"'), 63.5, 88.9
    )
    deck = DECK.replace("title: Main", "title: Main Deck")
    write_project(
        root, {"main": deck, "more": DECK}, {"card.svg": face, "back.svg": back}, game=GAME
    )
    folders = {}
    for name in PROFILES:
        done = run("export", "sweets", "--printer", name, project=root)
        assert 0 == done.exit_code, done.stderr
        folders[name] = root / "output/sweets" / name
    return folders


def test_there_are_the_printers_that_are_promised() -> None:
    shops = {
        "makeplayingcards",
        "printerstudio",
        "boardgamesmaker",
        "the-game-crafter",
        "drivethrucards",
        "printplaygames",
    }
    tables = {"tabletop-simulator", "tabletopia", "playingcards-io", "screentop"}
    assert shops | tables | {"images", "screen", "offset", "offset-plant"} == PROFILES.keys()
    assert PROFILES.keys() == {*PNG, *PDF, *SHEETS, *TABLE, *SPRITES, *PCIO}


@pytest.mark.parametrize("name", PROFILES)
def test_every_number_has_its_source_and_certainty(name: str) -> None:
    profile = PROFILES[name]
    plain = ("title", "makes", "notes", "sources", "die_line")
    keys = profile.keys() - plain - ({"sizes"} if profile["sizes"] == "any" else set())
    own = (
        [size["source"] for size in profile["sizes"].values() if "source" in size]
        if profile["sizes"] != "any"
        else []
    )
    for key, source in [
        *((key, profile["sources"][key]) for key in keys),
        *(("a size", each) for each in own),
    ]:
        assert source["certainty"] in ("read", "restated", "remembered", "computed", "chosen"), key
        assert len(source["from"]) > 10, key


def test_the_page_about_printers_says_what_the_files_say() -> None:
    """docs/printing.md has a row for each profile, with every number and its certainty."""
    page = (SHIPPED / "docs/printing.md").read_text("utf-8")
    keys = re.search(r"^\| printer \| (.*) \|$", page, re.MULTILINE)[1].split(" | ")  # type: ignore[index]
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*\(\w+\).*) \|$", page, re.MULTILINE))
    assert PROFILES.keys() == rows.keys()
    for name, profile in PROFILES.items():
        expected = []
        for key in keys:
            value = profile.get(key, "")
            if isinstance(value, dict):
                certain: dict[str, list[str]] = {}
                for size, said in value.items():
                    certain.setdefault(
                        said.get("source", profile["sources"][key])["certainty"], []
                    ).append(size)
                expected.append(
                    "; ".join(f"{', '.join(sizes)} ({how})" for how, sizes in certain.items())
                )
                continue
            expected.append(
                f"{value} ({profile['sources'][key]['certainty']})"
                if key in profile["sources"]
                else value
            )
        assert expected == [cell.strip() for cell in rows[name].split("|")], name


@pytest.mark.parametrize("name", PNG)
def test_pictures(made: dict[str, Path], name: str) -> None:
    """Exact pixels, RGB, the resolution in the file; fronts in order with their copies, one back
    for all; clear corners where due."""
    profile, folder = PROFILES[name], made[name] / "main"
    dpi, bleed = float(profile["dpi"]), inches(profile.get("bleed", "0mm"))
    clear = profile.get("corners") == "clear"
    width, height = (round((side + 2 * bleed) * dpi) for side in trim(profile))
    if profile["sizes"] != "any" and "pixels" in profile["sizes"]["poker"]:
        assert f"{width} x {height}" == profile["sizes"]["poker"]["pixels"]
    fronts = sorted(path.name for path in (folder / "front").iterdir())
    ids = [
        id
        for id, count in CARDS.items()
        for _ in range(count if profile["copies"] == "each" else 1)
    ]
    assert [f"{number:03}-{id}.png" for number, id in enumerate(ids, 1)] == fronts
    for path in (folder / "back.png", *(folder / "front" / front for front in fronts)):
        with Image.open(path) as image:
            assert ((width, height), "RGBA" if clear else "RGB", "PNG") == (
                image.size,
                image.mode,
                image.format,
            )
            assert (dpi, dpi) == pytest.approx(image.info["dpi"], abs=0.1)
            corner = ((48, 96, 208) if path.name == "back.png" else (208, 48, 48)) + (0,) * clear
            assert {corner} == {
                image.getpixel((x, y)) for x in (0, width - 1) for y in (0, height - 1)
            }
    rows = list(csv.DictReader((folder / "cards.csv").read_text("utf-8").splitlines()))
    counted: Counter[str] = Counter()
    for row in rows:
        counted[row["card"]] += int(row["copies"])
    assert CARDS == counted


@pytest.mark.parametrize("name", PDF)
def test_print_shop_files(made: dict[str, Path], name: str) -> None:
    """Boxes, order, copies, colour space, ink on every paint and pixel, fonts."""
    profile, file = PROFILES[name], made[name] / "main/main.pdf"
    bleed = inches(profile["bleed"]) * 72
    width, height = (side * 72 for side in trim(profile))
    ids = [
        id
        for id, count in CARDS.items()
        for _ in range(count if profile["copies"] == "each" else 1)
    ]
    back_first = profile.get("order") == "back first"
    assert [side for id in ids for side in (("back", id) if back_first else (id, "back"))] == [
        page.strip() for page in text_of(file)
    ]
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            for box, edge in ((page.MediaBox, 0), (page.BleedBox, 0), (page.TrimBox, bleed)):
                expected = [edge, edge, width + 2 * bleed - edge, height + 2 * bleed - edge]
                assert expected == pytest.approx([float(value) for value in box], abs=0.02)
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        limit = float(profile["ink"]) / 100
        inked = 0
        for stream in streams:
            if stream.get("/Subtype") == "/Image":
                assert "/DeviceCMYK" == stream.ColorSpace
                data = stream.read_bytes()
                assert (
                    max(sum(data[i : i + 4]) for i in range(0, len(data), 4)) / 255 <= limit + 0.02
                )
            elif stream.get("/Subtype") == "/Form" or stream.objgen in {
                page.Contents.objgen for page in pdf.pages
            }:
                for operands, operator in pikepdf.parse_content_stream(stream):
                    assert str(operator) not in ("rg", "RG")
                    if str(operator) in ("k", "K"):
                        inked += 1
                        assert sum(map(float, operands)) <= limit + 0.001
        assert inked > 5
        stops = [
            [float(part) for part in stop]
            for function in dictionaries_of(pdf)
            if function.get("/FunctionType") == 2
            for stop in (function.C0, function.C1)
        ]
        assert len(stops) > 1, "the gradient is there"
        assert all(len(stop) == 4 and sum(stop) <= limit + 0.001 for stop in stops)
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in each for each in fonts)
        assert "PDF/X-1a:2003" == pdf.docinfo["/GTS_PDFXVersion"]
    if profile["copies"] == "once":
        rows = csv.DictReader((file.parent / "cards.csv").read_text("utf-8").splitlines())
        assert CARDS == {row["card"]: int(row["copies"]) for row in rows}
    assert (profile.get("die_line") == "yes") == (file.parent / "main-die-line.pdf").is_file()
    document = pypdfium2.PdfDocument(file)
    shown = document[int(back_first)].render(scale=1).to_pil().convert("RGB").getpixel((2, 2))
    document.close()
    assert shown[0] > 150 > shown[2], "the red of the palette reaches the edge of the bleed"


@pytest.mark.parametrize("name", SHEETS)
def test_press_sheets(made: dict[str, Path], name: str) -> None:
    """Exact pixels; every copy once with its whole bleed inside the margins; backs behind their
    fronts when the sheet is turned."""
    profile, folder = PROFILES[name], made[name] / "main"
    assert ["cards.csv", "sheet-01-back.png", "sheet-01-front.png"] == sorted(
        path.name for path in folder.iterdir()
    )
    dpi, bleed, margin = float(profile["dpi"]), inches(profile["bleed"]), inches(profile["margin"])
    size = tuple(round(inches(side) * dpi) for side in profile["sheet"].split(" x "))
    boxes = {}
    for side, shown in (("front", (208, 48, 48)), ("back", (48, 96, 208))):
        with Image.open(folder / f"sheet-01-{side}.png") as image:
            assert (size, "RGB", "PNG") == (image.size, image.mode, image.format)
            assert (dpi, dpi) == pytest.approx(image.info["dpi"], abs=0.1)
            ground = [
                band.point(lambda value, at=at: 255 * (abs(value - at) < 12))
                for band, at in zip(image.split(), shown, strict=True)
            ]
            covered = ImageChops.multiply(ImageChops.multiply(*ground[:2]), ground[2]).getbbox()
            assert covered
            boxes[side] = covered
    left, top, right, low = boxes["front"]
    card = [(each + 2 * bleed) * dpi for each in trim(profile)]
    # On its side the sheet holds 6 x 3 of them; these six are the first row, which stands at the
    # left of the sheet turned upright.
    assert sum(CARDS.values()) == 6
    assert (card[1], 6 * card[0]) == pytest.approx((right - left, low - top), abs=2)
    assert min(left, top, size[0] - right, size[1] - low) >= margin * dpi - 1
    assert boxes["back"] == pytest.approx((size[0] - right, top, size[0] - left, low), abs=2)
    rows = csv.DictReader((folder / "cards.csv").read_text("utf-8").splitlines())
    assert CARDS == {row["card"]: int(row["copies"]) for row in rows}


def test_a_card_too_large_for_a_press_sheet(tmp_path: Path) -> None:
    write_project(
        tmp_path, {"main": HEAD.replace("60mm x 80mm", "450mm x 300mm") + "cards: [{id: one}]\n"}
    )
    done = run("export", "sweets", "--printer", "printplaygames", project=tmp_path)
    assert (2, True) == (
        done.exit_code,
        done.tells("main.yaml:2:1 size-does-not-fit 450 300 304.8 457.2"),
    )


@pytest.mark.parametrize("name", TABLE)
def test_virtual_tables(made: dict[str, Path], name: str) -> None:
    """One save for the game, a pile for each deck, every copy dealt; pictures within the limits,
    backs in the last slot."""
    profile, folder = PROFILES[name], made[name]
    assert ["sweets.json"] == [path.name for path in folder.glob("*.json")]
    save = json.loads((folder / "sweets.json").read_text("utf-8"))
    assert ["Main Deck", "Main"] == [pile["Nickname"] for pile in save["ObjectStates"]]
    decks: set[str] = set()
    for pile in save["ObjectStates"]:
        names = Counter(card["Nickname"] for card in pile["ContainedObjects"])
        assert CARDS == {name.lower(): count for name, count in names.items()}
        assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
        assert not decks & pile["CustomDeck"].keys(), "no two decks of a save share a number"
        decks |= pile["CustomDeck"].keys()
        for sheet in pile["CustomDeck"].values():
            assert sheet["NumWidth"] <= int(profile["across"])
            assert sheet["NumHeight"] <= int(profile["down"])
            path = Path(sheet["FaceURL"].removeprefix("file://"))
            with Image.open(path) as image:
                assert max(image.size) <= int(profile["largest"])
                assert "RGB" == image.mode
                across, down = image.width / sheet["NumWidth"], image.height / sheet["NumHeight"]
                assert (across, down) == pytest.approx(
                    tuple(side * float(profile["dpi"]) for side in trim(profile)), abs=1
                )
                assert (208, 48, 48) == image.getpixel((round(across * 0.1), round(down * 0.1)))
                assert (48, 96, 208) == image.getpixel((image.width - 5, image.height - 5))


VARIANT = "- {{id: few, players: 2, sets: {sets}, cards: [deck.main.card('two')], deck_size: {size}, deals: {size}}}\n"


def test_a_variant_has_only_its_cards(tmp_path: Path) -> None:
    """In folders of its own name, one save for all of it; a second set with the back for a second
    set; nothing where no card is used."""
    plain = svg('<rect x="-4" y="-4" width="71.5" height="96.9" fill="#D03030"/>', 63.5, 88.9)
    deck = DECK.replace("back: back.svg", "back: back.svg\nsecond_back: card.svg")
    decks, templates = (
        {"main": deck, "other": DECK},
        {"card.svg": plain, "back.svg": plain.replace("D03030", "3060D0")},
    )
    files = {"card_data/sweets/variants.yaml": VARIANT.format(sets=2, size=6)}
    root = write_project(tmp_path, decks, templates, game=GAME, files=files)
    done = run(
        "export", "sweets", "--printer", "tabletop-simulator", "--variant", "few", project=root
    )
    assert 0 == done.exit_code, done.stderr
    folder = root / "output/sweets/tabletop-simulator"
    assert {"main-few-2p", "main-few-2p-second-set", "sweets-few-2p.json"} == {
        path.name for path in folder.iterdir()
    }
    save = json.loads((folder / "sweets-few-2p.json").read_text("utf-8"))
    assert [["Two"] * 3] * 2 == [
        [card["Nickname"] for card in pile["ContainedObjects"]] for pile in save["ObjectStates"]
    ]
    assert ["Main", "Main 2"] == [pile["Nickname"] for pile in save["ObjectStates"]]
    assert save["SaveName"].endswith(" (few-2p)")
    known = [
        each["GUID"] for pile in save["ObjectStates"] for each in (pile, *pile["ContainedObjects"])
    ]
    assert len(known) == len(set(known)) == 8
    done = run("export", "sweets/other", "--printer", "images", "--variant", "few", project=root)
    assert (0, True) == (
        done.exit_code,
        done.tells("note nothing-made"),
    )
    assert not (root / "output/sweets/images").exists()


def test_the_cards_of_a_variant_know_that_there_are_fewer(tmp_path: Path) -> None:
    """The checks draw the whole deck; what they have drawn is not what is exported."""
    colour = "{% if (deck.main | copies) == 3 %}#00FF00{% else %}#FF0000{% endif %}"
    counting = svg(f'<rect x="-4" y="-4" width="99" height="99" fill="{colour}"/>', 63.5, 88.9)
    files = {"card_data/sweets/variants.yaml": VARIANT.format(sets=1, size=3)}
    root = write_project(
        tmp_path,
        {"main": DECK},
        {"card.svg": counting, "back.svg": counting},
        game=GAME,
        files=files,
    )
    for more, painted in (([], (255, 0, 0)), (["--variant", "few"], (0, 255, 0))):
        done = run("export", "sweets", "--printer", "images", *more, project=root)
        assert 0 == done.exit_code, done.stderr
        with Image.open(
            next(
                (root / "output/sweets/images" / ("main-few-2p" if more else "main")).glob(
                    "front/*-two.png"
                )
            )
        ) as image:
            assert painted == image.getpixel((100, 100))


def test_another_language(tmp_path: Path) -> None:
    done = run(
        "export",
        "trick-or-treat-street/event",
        "--printer",
        "drivethrucards",
        "--lang",
        "de",
        "--out",
        tmp_path,
    )
    assert 0 == done.exit_code, done.stderr
    pages = text_of(tmp_path / "trick-or-treat-street/drivethrucards/event-de/event-de.pdf")
    assert 2 * 30 == len(pages)
    assert any("Kürbis" in page for page in pages)
