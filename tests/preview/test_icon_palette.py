"""Icons of sets on the page: searched with pictures, copied into the project, taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from chromium import Browser
from previews import previewing
from projects import HEAD, svg, text, write_project
from test_bringing import Bringing
from test_card_grid import Table
from test_edit_road import Page

SET = {
    "prefix": "forge",
    "info": {"name": "Forge", "author": "Your Name", "license": "CC BY 4.0"},
    "width": 24,
    "height": 24,
    "icons": {
        "tongs": {"body": '<path fill="#000" d="M2 7h20v9H2z"/>'},
        "bad": {"body": '<path d="M0 0h9v9z" onload="x()"/><script>steal()</script>'},
        "none": {"body": "</svg>"},
    },
    "categories": {"Tools": ["tongs"]},
}
FACE = svg(text("{{ card.name }}") + '<image href="{{ card.art }}" width="20" height="20"/>')
DECK = HEAD + "cards:\n  - {id: owl, name: Owl, art: nest}\n  - {id: jay, name: Jay, art: nest}\n"
NEST = svg("<circle r='9'/>")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "templates/icon-sets/forge.json": json.dumps(SET),
        "card_data/sweets/art/nest.svg": NEST,
        "templates/icons/keywords.yaml": "wood: [timber]\n",
    }
    templates = {"card.svg": FACE, "icons/wood.svg": NEST}
    return write_project(tmp_path, {"main": DECK}, templates, files=files)


@pytest.fixture
def page(root: Path) -> Iterator[Page]:
    with previewing("--project", root) as address:
        yield Page.at(address)


def test_the_page_is_told_icons_and_keywords(page: Page) -> None:
    status, words = page.ask("GET", "/edit/icons?words=tools")
    answer = json.loads(words)
    assert (200, 1) == (status, answer["total"])
    (icon,) = answer["icons"]
    assert ("forge:tongs", "Your Name, CC BY 4.0") == (icon["name"], icon["credit"])
    assert {"icons": [], "total": 0} == json.loads(page.ask("GET", "/edit/icons?words=zz")[1])
    drawings = json.loads(page.ask("GET", "/edit/drawings?game=sweets")[1])
    assert ["timber"] == next(row["words"] for row in drawings if row["name"] == "wood")


def test_a_picture_of_an_icon_runs_nothing(page: Page) -> None:
    status, drawing = page.ask("GET", f"/edit/icon?{urlencode({'name': 'forge:bad'})}")
    assert 200 == status
    assert "<path" in drawing
    assert "steal" not in drawing
    assert "onload" not in drawing
    for name in ("forge:none", "forge:gone", "../../x", ""):
        assert 404 == page.ask("GET", f"/edit/icon?{urlencode({'name': name})}")[0]


def test_an_icon_is_copied_and_taken_back(page: Page, root: Path) -> None:
    bringing = Bringing(page, root)
    before = bringing.files()
    order = {"kind": "icon", "icon": "forge:tongs"}
    shown = bringing.bring({**order, "dry": True})
    assert ("tongs", True) == (shown["name"], shown["done"])
    assert before == bringing.files()
    made = bringing.bring(order)
    assert ("tongs", True, 1) == (made["name"], made["done"], made["undo"])
    new = bringing.files().keys() - before.keys()
    assert {"templates/icons/tongs.svg", "credits.yaml"} == new
    page.post("/edit/undo")
    assert before == bringing.files()
    refused = bringing.bring({"kind": "icon", "icon": "forge:none"})
    assert (False, "icons-unusable") == (refused["done"], refused["finding"]["code"])
    assert 400 == bringing.ask({"kind": "icon"})[0]


@pytest.mark.browser
def test_an_icon_of_a_set_is_chosen_for_a_card(chromium: Browser, root: Path) -> None:
    deck = root / "card_data/sweets/main.yaml"
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/main")
        table.select(0, "art")
        table.press("Enter")
        table.page.until("document.querySelector('.drawings [data-name=nest]') !== null")
        table.page.write(".art-dialog [type=search]", "tools")
        tongs = "document.querySelector('.drawings [data-icon=\"forge:tongs\"]')"
        table.page.until(f"{tongs}?.querySelector('img').naturalWidth > 0")
        assert "Your Name, CC BY 4.0" == table.page.run(f"{tongs}.title")
        table.press("Enter")
        table.saved()
        assert "art: tongs}" in deck.read_text("utf-8")
        assert (root / "templates/icons/tongs.svg").is_file()
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")
