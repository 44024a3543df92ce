"""What is brought into an open project: decks of spreadsheets and pictures, fonts, templates; shown
first, written, taken back, made again."""

from __future__ import annotations

import http.client
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from previews import previewing
from projects import SHIPPED, as_typed, write_project
from test_edit_road import Page

from cardgen.api.workshop import open_project

DECK = "title: Main\nsize: poker\ntemplate: plain.svg   # for now\ncards: [{id: owl, name: Owl}]\n"
TABLE = b"Name;Cost;Text\nOwl;2;Hoo\nAnt;1;Works\n"
FONT = (SHIPPED / "fonts/Eater-Regular.ttf").read_bytes()


class Bringing:
    """A page that brings things into a project, which lies in `root`."""

    def __init__(self, page: Page, root: Path) -> None:
        self.page, self.root = page, root

    def ask(self, order: object, files: dict[str, bytes] | None = None) -> tuple[int, str]:
        """The status and the words of an answer."""
        files = files or {}
        listed = [[name, len(data)] for name, data in files.items()]
        head = {**order, "files": listed} if isinstance(order, dict) else order
        body = json.dumps(head).encode() + b"\n" + b"".join(files.values())
        connection = http.client.HTTPConnection(self.page.netloc, timeout=60)
        try:
            headers = {"Cookie": self.page.cookie, "x-cardgen-token": self.page.token}
            connection.request("POST", "/bring", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def bring(self, order: dict[str, Any], files: dict[str, bytes] | None = None) -> dict[str, Any]:
        status, words = self.ask(order, files)
        assert status == 200, words
        return dict(json.loads(words))

    def files(self) -> dict[str, bytes]:
        """All files of the project by their paths."""
        paths = [path for path in self.root.rglob("*") if path.is_file()]
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture
def bringing(tmp_path: Path) -> Iterator[Bringing]:
    root = write_project(tmp_path, {"main": DECK})
    with previewing("--project", root) as address:
        yield Bringing(Page.at(address), root)


def picture(colour: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (750, 1050), colour).save(file, "PNG")
    return file.getvalue()


def test_a_spreadsheet_becomes_a_deck_of_an_open_game(bringing: Bringing) -> None:
    before = bringing.files()
    order = {"kind": "deck", "game": "sweets", "title": "Main", "size": "tarot"}
    shown = bringing.bring({**order, "dry": True}, {"animals.csv": TABLE})
    assert bringing.files() == before
    assert "main-2.yaml (" in shown["diff"][0]
    assert any(line.startswith("+art: auto") for line in shown["diff"])
    assert "+size: tarot" in shown["diff"]
    made = bringing.bring(order, {"animals.csv": TABLE})
    assert (made["done"], made["deck"], made["undo"]) == (True, "sweets/main-2", 1)
    assert bringing.files().keys() - before.keys() == {
        "card_data/sweets/main-2.yaml",
        "card_data/sweets/main-2.csv",
    }
    assert bringing.files()["card_data/sweets/main-2.csv"] == TABLE
    deck = open_project(bringing.root).games[0].deck("main-2")
    assert [(card.name, card.fields["cost"]) for card in deck] == [("Owl", 2), ("Ant", 1)]
    after = bringing.files()
    assert bringing.page.post("/edit/undo")["done"]
    assert bringing.files() == before
    assert bringing.page.post("/edit/redo")["done"]
    assert bringing.files() == after


def test_pictures_become_a_deck_of_an_open_game(bringing: Bringing) -> None:
    art = bringing.root / "card_data/sweets/art"
    art.mkdir()
    (art / "frog.png").write_bytes(picture("#111111"))
    before = bringing.files()
    files = {
        "2x-frog.png": picture("#557733"),
        "toad.png": picture("#775533"),
        "back.png": picture("#333333"),
    }
    order = {"kind": "deck", "game": "sweets", "title": "My pond"}
    made = bringing.bring(order, files)
    assert (made["done"], made["deck"]) == (True, "sweets/my-pond")
    assert bringing.files()["card_data/sweets/art/frog.png"] == picture("#111111")
    opened = open_project(bringing.root)
    assert opened.problems == []
    deck = opened.games[0].deck("my-pond")
    assert (deck.title, deck.template) == ("My pond", "sweets/my-pond/picture.svg")
    assert [(card.id, card.copies) for card in deck] == [("frog-2", 2), ("toad", 1)]
    assert bringing.page.post("/edit/undo")["done"]
    assert bringing.files() == before


def test_a_font_is_checked_shown_and_put_into_the_project(bringing: Bringing) -> None:
    before = bringing.files()
    shown = bringing.bring({"kind": "font", "dry": True}, {"My font (1).ttf": FONT})
    assert "scripts.sil.org/OFL" in shown["notes"][0]
    assert bringing.files() == before
    assert bringing.bring({"kind": "font"}, {"My font (1).ttf": FONT})["done"]
    assert bringing.files()["fonts/My-font-1.ttf"] == FONT
    settings = json.loads(bringing.page.ask("POST", "/design/settings", {"of": "sweets"})[1])
    assert "Eater" in settings["families"]
    again = bringing.bring({"kind": "font"}, {"My font (1).ttf": FONT})
    assert again["finding"]["what"] == "there is a My-font-1.ttf already"
    for name, data in {"a.ttf": b"no font", "a.exe": FONT, "a.pfb": FONT}.items():
        answer = bringing.bring({"kind": "font"}, {name: data})
        assert answer["finding"]["code"] == "font-unusable", name
        assert str(bringing.root.parent) not in answer["finding"]["sentence"]
    assert bringing.page.post("/edit/undo")["done"]
    assert bringing.files() == before


def test_a_shipped_template_becomes_the_projects_own(bringing: Bringing) -> None:
    before = bringing.files()
    order = {"kind": "template", "deck": "sweets/main", "card": "owl", "side": "template"}
    shown = bringing.bring({**order, "dry": True})
    assert "diff" in shown, shown
    assert "+template: sweets/plain.svg   # for now" in shown["diff"]
    assert bringing.bring(order)["done"]
    plain = (SHIPPED / "templates/plain.svg").read_bytes()
    assert bringing.files()["templates/sweets/plain.svg"] == plain
    main = bringing.files()["card_data/sweets/main.yaml"].decode()
    assert main == as_typed(DECK.replace("plain.svg", "sweets/plain.svg"))
    card = bringing.page.ask("POST", "/design", {"deck": "sweets/main", "card": "owl"})[1]
    assert '"templates/sweets/plain.svg"' in card
    again = bringing.bring(order)
    assert again["finding"]["what"] == "sweets/plain.svg is the project's own"
    assert bringing.page.post("/edit/undo")["done"]
    assert bringing.files() == before


def test_what_was_changed_meanwhile_is_not_taken_away(bringing: Bringing) -> None:
    bringing.bring({"kind": "deck", "game": "sweets", "title": "New"}, {"new.csv": TABLE})
    file = bringing.root / "card_data/sweets/new.csv"
    file.write_bytes(TABLE + b"Bee;3;Hums\n")
    answer = bringing.page.post("/edit/undo")
    assert (answer["done"], answer["finding"]["code"]) == (False, "edit-conflict")
    assert file.read_bytes().endswith(b"Hums\n")
    assert (bringing.root / "card_data/sweets/new.yaml").is_file()


def test_what_no_page_brings_is_refused(bringing: Bringing) -> None:
    before = bringing.files()
    orders: list[tuple[object, dict[str, bytes]]] = [
        ({"kind": "evil"}, {}),
        ({"kind": "deck", "game": "sweets"}, {}),
        ({"kind": "deck", "game": "sweets", "title": "a\n"}, {"a.csv": TABLE}),
        ({"kind": "deck", "game": "sweets"}, {"../a.csv": TABLE}),
        ({"kind": "font"}, {}),
        ({"kind": "font"}, {"a.ttf": FONT, "b.ttf": FONT}),
        ({"kind": "template", "deck": "sweets/main", "card": "owl", "side": "cards"}, {}),
        ([], {}),
    ]
    for order, files in orders:
        assert bringing.ask(order, files)[0] == 400, order
    assert bringing.files() == before


def test_what_cannot_be_brought_is_told(bringing: Bringing) -> None:
    before = bringing.files()
    for order, files, code in (
        ({"kind": "deck", "game": "../sweets"}, {"a.csv": TABLE}, "unknown-game"),
        ({"kind": "deck", "game": "sweets"}, {"a.csv": b""}, "table-not-found"),
        ({"kind": "deck", "game": "sweets"}, {"a.xls": b"x"}, "file-misnamed"),
        ({"kind": "deck", "game": "sweets", "size": "huge"}, {"a.csv": TABLE}, "unknown-size"),
        (
            {"kind": "template", "deck": "sweets/none", "card": "owl", "side": "back"},
            {},
            "unknown-deck",
        ),
        (
            {"kind": "template", "deck": "sweets/main", "card": "x", "side": "back"},
            {},
            "unknown-card",
        ),
    ):
        answer = bringing.bring(order, files)  # type: ignore[arg-type]
        assert (answer["done"], answer["finding"]["code"]) == (False, code), order
    assert bringing.files() == before
