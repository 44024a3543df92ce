"""What lies on a table of Tabletop Simulator: boards, tiles, tokens, standees, bags, dice and books,
in the keys of saves that the program has written, in their sizes, none on another."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from projects import run, svg, write_project

from cardgen.base.files import write
from cardgen.export.table_objects import UNIT, room_of
from cardgen.export.table_places import LEFT, MIDDLE, RIGHT, Extent, TablePlaces
from cardgen.making import books
from cardgen.making.project_tasks import Workplace
from cardgen.making.report import Report
from cardgen.model.cards import Game
from cardgen.model.sizes import Shape, card_size

Thing = dict[str, Any]
WORDS = '<text x="{}" y="12" font-family="Nunito" font-size="3">{}</text>'
GROUND = '<rect x="-9" y="-9" width="700" height="500" fill="{}"/>'
DECKS = {
    "board": "title: Sea\nsize: 210mm x 140mm\ntemplate: wide.svg\nback: wide.svg\nfields: {legend: text}\n"
    "cards:\n  - {id: sea, name: The Sea, legend: Sail on.}\n",
    "mat": "title: Mats\nsize: 160mm x 100mm\ntemplate: mat.svg\ncards: [{id: mat, copies: 2}]\n",
    "land": "title: Land\nsize: hexagon 60mm\ntemplate: land.svg\ncards:\n  - {id: hill, copies: 3}\n  - {id: lake}\n",
    "counter": "title: Counters\nsize: {shape: circle, diameter: 20mm}\ntemplate: front.svg\nback: back.svg\n"
    "fields: {front: text, behind: text, both: text}\ncards:\n"
    "  - {id: a, front: '1', behind: '3', both: x, copies: 2}\n  - {id: b, front: '13', behind: '1', both: y}\n",
    "chip": "title: Chips\nsize: 25mm x 25mm\ntemplate: chip.svg\non_table: bag\ncards:\n"
    "  - {id: red, copies: 3}\n  - {id: blue}\n",
    "lot": "title: Lots\nsize: poker\ntemplate: poker.svg\nback: poker.svg\non_table: bag\ncards: [{id: lot, copies: 2}]\n",
    "hero": "title: Heroes\nsize: 30mm x 55mm\ntemplate: hero.svg\nlayout: tent\ncards: [{id: anna}, {id: bert}]\n",
    "main": "title: Main\nsize: poker\ntemplate: poker.svg\nback: poker.svg\ncards: [{id: one, copies: 2}, {id: two}]\n",
    "tarot": "title: Tarot\nsize: tarot\ntemplate: tarot.svg\nback: tarot.svg\ncards: [{id: fool}, {id: sun}]\n",
}
TEMPLATES = {
    "wide.svg": svg(GROUND.format("#cde") + WORDS.format(20, "{{ card.legend }}"), 210, 140),
    "mat.svg": svg(GROUND.format("#dec"), 160, 100),
    "land.svg": svg(GROUND.format("#8FBF72"), 60, 51.962),
    "front.svg": svg(
        WORDS.format(5, "{{ card.front }}") + WORDS.format(13, "{{ card.both }}"), 20, 20
    ),
    "back.svg": svg(
        WORDS.format(5, "{{ card.behind }}") + WORDS.format(13, "{{ card.both }}"), 20, 20
    ),
    "chip.svg": svg(GROUND.format("#c33"), 25, 25),
    "hero.svg": svg(GROUND.format("#36c"), 30, 55),
    "poker.svg": svg(GROUND.format("#333"), 63.5, 88.9),
    "tarot.svg": svg(GROUND.format("#333"), 70, 120),
}
GAME = "title: Sweets\ndice: {d20: 1, d6: 2}\n"

# What the objects of 42 saves of six games say that the program itself has written; key by key as
# JSON types. Only what we write is listed.
EVERY = dict.fromkeys(
    ("Locked", "Grid", "Snap", "IgnoreFoW", "Autoraise", "Sticky", "Tooltip", "GridProjection"),
    bool,
)
EVERY |= dict.fromkeys(("HideWhenFaceDown", "Hands"), bool)
EVERY |= dict.fromkeys(("GUID", "Name", "Nickname", "Description", "GMNotes"), str)
EVERY |= dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), str)
EVERY |= {"Tags": list, "Transform": dict, "ColorDiffuse": dict}
IMAGE = {"ImageURL": str, "ImageSecondaryURL": str, "ImageScalar": float, "WidthScale": float}
TILE = {"Type": int, "Thickness": float, "Stackable": bool, "Stretch": bool}
PDF = {"PDFUrl": str, "PDFPassword": str, "PDFPage": int, "PDFPageOffset": int}
STACK = {"MaterialIndex": int, "MeshIndex": int}
OWN = {
    "Custom_Tile": {"CustomImage": dict},
    "Custom_Tile_Stack": {"CustomImage": dict, "Number": int, **STACK},
    "Figurine_Custom": {"CustomImage": dict},
    "Custom_PDF": {"CustomPDF": dict},
    "Die_6": {"MaterialIndex": int},
    "Die_20": {"MaterialIndex": int},
    "Bag": {"Bag": dict, "ContainedObjects": list, **STACK},
    "DeckCustom": {
        "DeckIDs": list,
        "CustomDeck": dict,
        "ContainedObjects": list,
        "SidewaysCard": bool,
    },
    "Card": {"CardID": int, "CustomDeck": dict, "SidewaysCard": bool},
}
INSIDE = {
    "Transform": dict.fromkeys(
        [f"{name}{axis}" for name in ("pos", "rot", "scale") for axis in "XYZ"], float
    ),
    "ColorDiffuse": dict.fromkeys("rgb", float),
    "CustomPDF": PDF,
    "Bag": {"Order": int},
}


def exported(project: Path, *more: str, names: tuple[str, ...] = ("sweets",)) -> Path:
    result = run("export", *names, "--printer", "tabletop-simulator", *more, project=project)
    assert 0 == result.exit_code, result.output
    return project / "output/sweets/tabletop-simulator"


def saved(folder: Path) -> list[Thing]:
    return json.loads((folder / "sweets.json").read_text("utf-8"))["ObjectStates"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A game of all kinds of parts, whose book is set in no time."""

    def set_book(place: Workplace, game: Game, files: Sequence[Any], report: Report) -> None:
        (file,) = files
        write(place.folder(game) / file.name, b"%PDF")
        report.made(place.folder(game) / file.name, "a book")

    files = {"card_data/sweets/rulebook.md": "# Sweets\n\nSail to the other side.\n"}
    root = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(books, "_set_rulebook", set_book)
        yield write_project(root, DECKS, TEMPLATES, game=GAME, files=files)


@pytest.fixture(scope="module")
def table(project: Path) -> list[Thing]:
    return saved(exported(project))


def of(table: list[Thing], deck: str) -> list[Thing]:
    return [thing for thing in table if deck in thing["Tags"]]


def test_every_part_is_what_the_program_has_for_it(table: list[Thing]) -> None:
    kinds = {deck: [thing["Name"] for thing in of(table, deck)] for deck in DECKS}
    assert kinds == {
        "board": ["Custom_Tile"],
        "mat": ["Custom_Tile"] * 2,
        "land": ["Custom_Tile_Stack", "Custom_Tile"],
        "counter": ["Custom_Tile_Stack", "Custom_Tile"],
        "chip": ["Bag"],
        "lot": ["Bag"],
        "hero": ["Figurine_Custom"] * 2,
        "main": ["DeckCustom"],
        "tarot": ["DeckCustom"],
    }
    others = sorted(thing["Name"] for thing in table if not thing["Tags"])
    assert ["Custom_PDF", "Die_20", "Die_6", "Die_6"] == others
    (chips,), (lots,) = of(table, "chip"), of(table, "lot")
    assert ("Chips", {"Order": 2}) == (chips["Nickname"], chips["Bag"])
    assert ["Red", "Red", "Red", "Blue"] == [each["Nickname"] for each in chips["ContainedObjects"]]
    assert ["Card", "Card"] == [each["Name"] for each in lots["ContainedObjects"]]
    assert 3 == of(table, "land")[0]["Number"]


def test_keys_and_types_are_those_of_the_program(table: list[Thing]) -> None:
    """All of them, in things within others too; each GUID once."""
    things = [*table, *(each for thing in table for each in thing.get("ContainedObjects", ()))]
    for thing in things:
        expected = {**EVERY, **OWN[thing["Name"]]}
        assert {key: type(value) for key, value in thing.items()} == expected
        for key, inner in INSIDE.items():
            if key in thing:
                assert {name: type(value) for name, value in thing[key].items()} == inner
        if "CustomImage" in thing:
            image = dict(thing["CustomImage"])
            tile = image.pop("CustomTile", None)
            assert {name: type(value) for name, value in image.items()} == IMAGE
            assert tile is None or {name: type(value) for name, value in tile.items()} == TILE
    assert len(things) == len({thing["GUID"] for thing in things})


def test_what_lies_there_has_its_size_and_its_cut(project: Path, table: list[Thing]) -> None:
    """A card of scale 1 is 3.06 high, a tile 2.0, or so wide if it has six sides; how wide all else
    is follows its picture."""
    unit = 3.06 / 88.9  # of the table to a millimetre
    scales = {
        "board": 140 * unit / 2,
        "mat": 100 * unit / 2,
        "land": 60 * unit / 2,
        "counter": 20 * unit / 2,
        "hero": 55 * unit / 2,
        "main": 1.0,
        "tarot": 120 / 88.9,
    }
    for deck, scale in scales.items():
        place = of(table, deck)[0]["Transform"]
        assert scale == pytest.approx(place["scaleX"], abs=0.001), deck
        assert place["scaleX"] == place["scaleZ"]
    cuts = {
        deck: of(table, deck)[0]["CustomImage"]["CustomTile"]["Type"]
        for deck in ("board", "land", "counter")
    }
    assert {"board": 0, "land": 1, "counter": 2} == cuts
    (board,) = of(table, "board")
    assert (True, "The Sea", "Sail on.", 0.0) == (
        board["Locked"],
        board["Nickname"],
        board["Description"],
        board["Transform"]["rotZ"],
    )
    folder = project / "output/sweets/tabletop-simulator"
    assert (folder / "board/faces-sea.png").as_uri() == board["CustomImage"]["ImageURL"]
    for deck, name, ratio in (
        ("board", "sea", 1.5),
        ("land", "hill", 1.0),
        ("hero", "anna", 6 / 11),
    ):
        with Image.open(folder / deck / f"faces-{name}.png") as picture:
            assert ratio == pytest.approx(picture.width / picture.height, abs=0.01)
            assert ("RGBA" if deck == "hero" else "RGB") == picture.mode
    hero = of(table, "hero")[0]["CustomImage"]
    assert "" == hero["ImageSecondaryURL"], "shows its front behind, too"
    book = next(thing for thing in table if thing["Name"] == "Custom_PDF")
    assert (project / "output/sweets/rulebook.pdf").as_uri() == book["CustomPDF"]["PDFUrl"]


def test_what_only_the_back_shows_is_no_description(table: list[Thing]) -> None:
    """What both sides show is."""
    assert ["1\nx", "13\ny"] == [each["Description"] for each in of(table, "counter")]


def test_nothing_lies_on_anything_and_all_has_its_part(table: list[Thing]) -> None:
    """Boards in the middle, decks and pieces to their right, bags, dice and the book to their left."""
    shapes = {
        deck: card_size(size)
        for deck, words in DECKS.items()
        if not (size := words.split("size: ")[1].split("\n")[0]).startswith("{")
    }
    boxes = []
    for thing in table:
        extent = room_of(thing, shapes.get((thing["Tags"] or [""])[0]))
        x, z = thing["Transform"]["posX"], thing["Transform"]["posZ"]
        boxes.append((x - extent.width / 2, x + extent.width / 2, z, extent.depth))
    for first, second in combinations(boxes, 2):
        beside = first[1] < second[0] or second[1] < first[0]
        assert beside or abs(first[2] - second[2]) > (first[3] + second[3]) / 2
    (board,) = of(table, "board")
    assert (0.0, 0.0) == (board["Transform"]["posX"], board["Transform"]["posZ"])
    edge = 105 / 25.4 * 72 * UNIT
    for thing in table:
        x = thing["Transform"]["posX"]
        if thing["Name"] in ("DeckCustom", "Custom_Tile_Stack", "Figurine_Custom"):
            assert x > edge
        elif thing["Name"] != "Custom_Tile":
            assert x < -edge


def test_what_is_exported_alone_lies_where_it_lay(project: Path, table: list[Thing]) -> None:
    """The rest stays in the save, its book and its dice too, whether or not pictures are hosted."""
    assert table == saved(exported(project, names=("sweets/counter", "sweets/board")))
    url = ("--url", "https://example.org/game")
    hosted = saved(exported(project, *url))
    pdf = next(thing["CustomPDF"]["PDFUrl"] for thing in hosted if "CustomPDF" in thing)
    assert "https://example.org/game/rulebook.pdf" == pdf
    assert hosted == saved(exported(project, *url, names=("sweets/main",)))


def test_another_table_is_told_what_it_does_not_get(project: Path) -> None:
    """And boards, tokens and standees lie face up there; what is drawn lies face down."""
    result = run("export", "sweets", "--printer", "playingcards-io", project=project)
    told = " ".join(result.stderr.split())
    assert "playingcards.io does not get 2 d6, 1 d20, its rulebook: add that there" in told
    file = project / "output/sweets/playingcards-io/sweets.pcio"
    with zipfile.ZipFile(file) as packed:
        widgets = json.loads(packed.read("widgets.json"))
    up = {each["deck"]: each["faceup"] for each in widgets if each["type"] == "card"}
    down = {deck for deck in up if not up[deck]}
    assert {"chip-deck", "lot-deck", "main-deck", "tarot-deck"} == down


def test_pieces_are_put_in_place_where_they_are_played(
    project: Path, table: list[Thing], tmp_path: Path
) -> None:
    """A board that was moved, a tile taken from its stack, which got a GUID of its own, and what
    lies in a bag; nothing of others is touched."""
    (board,), (chips,) = of(table, "board"), of(table, "chip")
    taken = {**of(table, "land")[0], "GUID": "ffffff", "Name": "Custom_Tile", "Nickname": "old"}
    moved = {**board, "Transform": {**board["Transform"], "posX": 40.0}, "Description": "old"}
    opened = {**chips, "ContainedObjects": [{**chips["ContainedObjects"][0], "Nickname": "old"}]}
    foreign = {**board, "GUID": "eeeeee", "CustomImage": {"ImageURL": "https://a.example/b.png"}}
    save = tmp_path / "TS_Save_1.json"
    save.write_text(json.dumps({"ObjectStates": [moved, taken, opened, foreign]}), "utf-8")
    exported(project, "--update", str(save))
    first, tile, bag, other, *_ = json.loads(save.read_text("utf-8"))["ObjectStates"]
    assert {**moved, "Description": "Sail on."} == first
    assert {**taken, "Nickname": "Hill"} == tile
    names = [each["Nickname"] for each in bag["ContainedObjects"]]
    assert ["Red", "Red", "Red", "Blue"] == names, "and what was not there joined the bag"
    assert foreign == other


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([MIDDLE, RIGHT, LEFT]),
            st.floats(0.2, 24),
            st.floats(0.2, 24),
        ),
        max_size=12,
    )
)
def test_places_never_overlap(things: list[tuple[str, float, float]]) -> None:
    places = TablePlaces()
    taken = [
        (places.free(Extent(width, depth), part), width, depth) for part, width, depth in things
    ]
    for (one, width, depth), (two, wide, deep) in combinations(taken, 2):
        assert abs(one.x - two.x) >= (width + wide) / 2 or abs(one.z - two.z) >= (depth + deep) / 2


def test_a_shape_that_no_tile_has_is_cut_by_its_picture() -> None:
    from cardgen.export.table_objects import _cut

    kind, cut = _cut(Shape("outline", 100, 50), stackable=True)
    assert ("Custom_Token", True) == (kind, cut["CustomToken"]["Stackable"])
