"""Forty edits on the page, in a real browser, over YAML, CSV, XLSX and ODS: the files are what a
person would have typed, and all undone they are byte for byte what they were."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from chromium import Browser
from previews import previewing
from projects import write_project

sys.path.insert(0, str(Path(__file__).parent.parent / "write"))
from untidier import untidier

from cardgen.api.workshop import open_project

pytestmark = pytest.mark.browser
CONTROL, SHIFT = 2, 8
HEAD = "size: poker\ntemplate: plain.svg\n"
FIELDS = "fields:\n  text: {text: {optional: true}}\n  price: {int: {optional: true}}\n"
BIRDS = f"""\
# The birds of the park, sorted by how loud they are.
{HEAD}{FIELDS}cards:
  # by night
  - {{id: owl, name: 'Owl', text: Hoots, price: 3, copies: 2}}   # keep this one
  - id: jay            # a thief
    name: "Jay"
    text: >-
      Steals one coin,
      then flies.
    price: 1

  # by day
  - {{id: wren, name: Wren}}
  - {{id: tit, name: Tit, price: 2}}  # too cheap?
# the end
"""
BIRDS_AFTER = f"""\
# The birds of the park, sorted by how loud they are.
{HEAD}{FIELDS}cards:
  # by night
  - {{id: owl, name: 'Uhu', text: Hoots twice, price: 4, copies: 3}}   # keep this one

  # by day
  - {{id: wren, name: "Wren: small", text: Sings, price: 9}}
  - {{id: robin, name: Robin, price: 5}}
  - id: jay            # a thief
    name: "The \\"Jay\\""
    text: >-
      Steals two coins.
    price: 2
# the end
"""
STARS = (
    '\ufeffid;name;text;price;copies\r\nvega;Wega;"Hell; sehr";3;2\r\nsun;Sonne;Wärmt.;;1\r\n'
    "\r\npole;Polarstern;Steht still;7;1\r\n"
)
STARS_AFTER = (
    '\ufeffid;name;text;price;copies\r\nvega;"Wega; die Helle";"Sehr hell";12;4\r\n'
    "sun;Sonne;Wärmt alle.;5;1\r\nmoon;Mond;;1;\r\n\r\n"
    'pole;Polaris;"Steht ""still""";;2\r\n'
)


def _set(deck: str, card: str, **values: Any) -> dict[str, Any]:
    return {"do": "set", "deck": f"sweets/{deck}", "card": card, "values": values}


BIRD_EDITS = [
    _set("birds", "owl", name="Uhu"),
    _set("birds", "owl", copies=3),
    _set("birds", "owl", text="Hoots twice", price=4),
    _set("birds", "jay", name='The "Jay"'),
    _set("birds", "jay", text="Steals two coins.", price=2),
    _set("birds", "wren", name="Wren: small"),
    _set("birds", "wren", text="Sings", price="9"),
    {"do": "remove", "deck": "sweets/birds", "card": "tit"},
    {
        "do": "add",
        "deck": "sweets/birds",
        "values": {"id": "robin", "name": "Robin", "price": 5},
        "behind": "wren",
    },
    {"do": "move", "deck": "sweets/birds", "card": "jay", "behind": "robin"},
]
STAR_EDITS = [
    _set("stars", "vega", name="Wega; die Helle"),
    _set("stars", "vega", text="Sehr hell"),
    _set("stars", "vega", price=12),
    _set("stars", "vega", copies=4),
    _set("stars", "sun", text="Wärmt alle."),
    _set("stars", "sun", price="5"),
    _set("stars", "pole", name="Polaris", copies=2),
    _set("stars", "pole", text='Steht "still"'),
    _set("stars", "pole", price=None),
    {
        "do": "add",
        "deck": "sweets/stars",
        "values": {"id": "moon", "name": "Mond", "price": 1},
        "behind": "sun",
    },
]


def stall_edits(deck: str) -> list[dict[str, Any]]:
    """Ten edits of the cards of a market."""
    return [
        _set(deck, "plum", name="Blue plum"),
        _set(deck, "plum", text="Sweet, sour & cheap"),
        _set(deck, "plum", price=4),
        _set(deck, "plum", copies=5),
        _set(deck, "pear", text="Three\nshort\nlines"),
        _set(deck, "pear", price="6", copies=2),
        _set(deck, "fig", text="<dry>"),
        _set(deck, "fig", price=8),
        _set(deck, "fig", name="Fig"),
        _set(deck, "pear", name=" Pear "),
    ]


STALLS_AFTER = [
    ("plum", "Blue plum", "Sweet, sour & cheap", 4, 5),
    ("pear", " Pear ", "Three\nshort\nlines", 6, 2),
    ("fig", "Fig", "<dry>", 8, 4),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    market = {sheet.file: sheet for sheet in untidier() if sheet.file.startswith("market")}
    decks = {
        "birds": BIRDS,
        "stars": HEAD + FIELDS + "cards: stars.csv\n",
        "stalls": market["market.xlsx"].deck,
        "booths": market["market.ods"].deck,
    }
    files: dict[str, str | bytes] = {
        f"card_data/sweets/{name}": sheet.data for name, sheet in market.items()
    }
    files["card_data/sweets/stars.csv"] = STARS
    return write_project(tmp_path_factory.mktemp("forty"), decks, files=files)


@pytest.fixture(scope="module")
def page(chromium: Browser, root: Path) -> Iterator[Browser]:
    with previewing("--project", root) as address:
        chromium.open(f"{address}#/sweets/birds")
        chromium.until("document.documentElement?.dataset.looked !== undefined")
        yield chromium
        assert [] == chromium.errors


def edit(page: Browser, made: dict[str, Any]) -> dict[str, Any]:
    call = f"import('/static/edits.js').then(({{ edit }}) => edit([{json.dumps(made)}]))"
    return dict(page.run(call))


def stalls_in(root: Path, deck: str) -> list[tuple[Any, ...]]:
    cards = open_project(root).games[0].deck(deck)
    return [(card.id, card.name, card.text, card.price, card.copies) for card in cards]


def test_forty_edits_and_all_undone(page: Browser, root: Path) -> None:
    folder = root / "card_data/sweets"
    names = ("birds.yaml", "stars.csv", "market.xlsx", "market.ods")
    before = {name: (folder / name).read_bytes() for name in names}
    decks = [BIRD_EDITS, STAR_EDITS, stall_edits("stalls"), stall_edits("booths")]
    in_turn = [made for four in zip(*decks, strict=True) for made in four]
    assert 40 == len(in_turn)
    for made in in_turn:
        answer = edit(page, made)
        assert answer["done"], (made, answer["finding"])
    assert 40 == answer["undo"]
    page.until(
        "document.querySelector('#board').textContent.includes('Robin')"
        " || [...document.querySelectorAll('.card')].some(({ card }) => card.id === 'robin')"
    )
    assert BIRDS_AFTER == (folder / "birds.yaml").read_bytes().decode()
    assert STARS_AFTER == (folder / "stars.csv").read_bytes().decode()
    assert STALLS_AFTER == stalls_in(root, "stalls")
    assert STALLS_AFTER == stalls_in(root, "booths")
    check_workbook(before["market.xlsx"], (folder / "market.xlsx").read_bytes())
    workbooks = [before["market.ods"], (folder / "market.ods").read_bytes()]
    assert differing_parts(*workbooks) == {"content.xml"}
    for left in reversed(range(40)):
        page.press("z", CONTROL)
        page.until(f"fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === {left})")
    assert before == {name: (folder / name).read_bytes() for name in names}
    page.until("document.getElementById('undo').disabled")
    assert not page.run("document.getElementById('redo').disabled")
    page.press("z", CONTROL | SHIFT)
    page.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 1)")
    page.click("#undo")
    page.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 0)")
    assert before == {name: (folder / name).read_bytes() for name in names}


def check_workbook(before: bytes, after: bytes) -> None:
    """Fail where anything but the sheet of the cards has changed, or its formats and formulas."""
    assert differing_parts(before, after) == {"xl/worksheets/sheet1.xml"}
    old, new = (openpyxl.load_workbook(io.BytesIO(data))["Stalls"] for data in (before, after))
    for row in old.iter_rows():
        for cell in row:
            other = new[cell.coordinate]
            assert (cell.style_id, cell.number_format) == (other.style_id, other.number_format)
            if cell.row in (1, 5) or cell.column > 5:
                assert cell.value == other.value
    assert new["B2"].comment.text == "is it ripe?"
    assert new.column_dimensions["H"].hidden


def differing_parts(before: bytes, after: bytes) -> set[str]:
    """The names of parts whose bytes differ."""
    parts = []
    for data in (before, after):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts.append({name: archive.read(name) for name in archive.namelist()})
    assert list(parts[0]) == list(parts[1])
    return {name for name in parts[0] if parts[0][name] != parts[1][name]}


def test_mine_or_theirs(page: Browser, root: Path) -> None:
    """The page asks; Esc leaves what is on the disk."""
    file = root / "card_data/sweets/birds.yaml"
    before = file.read_bytes()
    file.write_bytes(before.replace(b"name: Wren", b"name: Troglodytes"))
    made = {**_set("birds", "wren", name="Zaunkönig"), "seen": {"name": "Wren"}}
    for key, done in (("theirs", False), ("mine", True)):
        page.run(
            f"import('/static/edits.js').then(({{ edit }}) => {{ window.answered = null;"
            f" edit([{json.dumps(made)}]).then((answer) => (window.answered = answer)); }})"
        )
        page.until("document.querySelector('dialog.conflict[open]') !== null")
        words = page.run("document.querySelector('dialog.conflict').textContent")
        assert "Troglodytes" in words
        assert "Zaunkönig" in words
        page.click(f"dialog.conflict [value={key}]")
        page.until("window.answered !== null")
        answer = page.run("window.answered")
        assert done == answer["done"], answer
        assert done == ("Zaunkönig".encode() in file.read_bytes())
    page.press("z", CONTROL)
    page.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 0)")
    assert before.replace(b"name: Wren", b"name: Troglodytes") == file.read_bytes()
    file.write_bytes(before)


def test_an_editor_that_saves_what_it_had_before_is_told(page: Browser, root: Path) -> None:
    """What was lost is made anew by a button; on a German page, too."""
    file = root / "card_data/sweets/birds.yaml"
    before = file.read_bytes()
    for language, made_anew in (("en", "Make them anew"), ("de", "Neu machen")):
        page.run(f"localStorage.setItem('cardgen-language', '{language}')")
        page.reload()
        page.until("document.documentElement?.dataset.looked !== undefined")
        answer = edit(page, _set("birds", "wren", name="Zaunkönig"))
        assert answer["done"], answer
        edited = file.read_bytes()
        theirs = before.replace(b"Hoots", b"Hoots loudly")
        file.write_bytes(theirs)
        page.until("!document.getElementById('lost').hidden")
        words = page.run("document.getElementById('lost').textContent")
        assert "birds.yaml" in words
        assert "birds/wren: name=Zaunkönig" in words
        assert made_anew in words
        page.click("#lost [value=restore]")
        page.until("document.getElementById('lost').hidden")
        assert edited.replace(b"Hoots", b"Hoots loudly") == file.read_bytes()
        file.write_bytes(before)
        page.until("!document.getElementById('lost').hidden")
        page.click("#lost [value=leave]")
        page.until("document.getElementById('lost').hidden")
        assert before == file.read_bytes()
        while page.run("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo)"):
            page.run("import('/static/edits.js').then(({ undo }) => undo())")
        assert before == file.read_bytes()
    page.run("localStorage.removeItem('cardgen-language')")


def test_an_undo_that_meets_another_change_asks(page: Browser, root: Path) -> None:
    """On a German page: what stays is said in its language."""
    file = root / "card_data/sweets/birds.yaml"
    before = file.read_bytes()
    page.run("localStorage.setItem('cardgen-language', 'de')")
    page.reload()
    page.until("document.documentElement?.dataset.looked !== undefined")
    assert edit(page, _set("stars", "sun", name="Stern"))["done"]
    assert edit(page, _set("birds", "wren", name="Zaunkönig"))["done"]
    file.write_bytes(file.read_bytes().replace("Zaunkönig".encode(), b"Troglodytes"))
    page.until("!document.getElementById('undo').disabled")
    page.click("#undo")
    page.until("document.querySelector('dialog.conflict[open]') !== null")
    words = page.run("document.querySelector('dialog.conflict').textContent")
    assert "Dort steht inzwischen etwas anderes" in words
    assert "the file is no longer what was checked" in words
    page.click("dialog.conflict [value=leave]")
    page.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 1)")
    page.until("document.querySelector('#toast')?.textContent.includes('Es bleibt, wie es ist')")
    assert b"Troglodytes" in file.read_bytes()
    page.click("#undo")
    page.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 0)")
    assert STARS == (root / "card_data/sweets/stars.csv").read_bytes().decode()
    file.write_bytes(before)
    page.run("localStorage.removeItem('cardgen-language')")


def test_the_buttons_follow_what_others_edit(page: Browser) -> None:
    """Another page of the same preview: here as what its address asks."""
    ask = (
        "(path, question) => fetch(path, {method: 'POST', body: JSON.stringify(question), headers:"
        " {'content-type': 'application/json', 'x-cardgen-token': JSON.parse("
        "document.querySelector('meta[name=cardgen]').content).token}}).then((a) => a.json())"
    )
    page.reload()
    page.until("document.documentElement?.dataset.looked !== undefined")
    page.until("document.getElementById('undo')?.disabled")
    question = {"edits": [_set("birds", "wren", name="Zaunkönig")], "dry": False}
    assert page.run(f"({ask})('/edit', {json.dumps(question)})")["done"]
    page.until("!document.getElementById('undo').disabled")
    page.run(  # as an answer that was on its way for long
        "import('/static/store.js').then(({ store }) => store.dispatchEvent("
        "new CustomEvent('edits', { detail: { undo: 0, redo: 3, lost: [], number: 1 } })))"
    )
    assert not page.run("document.getElementById('undo').disabled")
    assert page.run(f"({ask})('/edit/undo', {{}})")["done"]
    page.until("document.getElementById('undo').disabled")
    page.until("!document.getElementById('redo').disabled")
