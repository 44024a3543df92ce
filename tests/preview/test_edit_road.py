"""The road of an edit: asked at the server as the page asks, written, shown, taken back."""

from __future__ import annotations

import http.client
import json
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from previews import previewing
from projects import write_project

DECK = """\
# the birds of the park
cards:
  - {id: owl, name: 'Owl', copies: 2}   # by night
  - id: jay
    name: Jay

  - {for: {n: [1, 2]}, id: "wren-{n}", name: Wren}
"""


class Page(NamedTuple):
    """A page that asks as a browser does: its address, key and token."""

    netloc: str
    cookie: str
    token: str

    @classmethod
    def at(cls, address: str) -> Page:
        """The page of an address that was told."""
        parts = urlsplit(address)
        page = cls(parts.netloc, f"cardgen-{parts.port}={parse_qs(parts.query)['key'][0]}", "")
        words = unescape(page.ask("GET", "/")[1])
        found = re.search(r'"token": "([^"]*)"', words)
        assert found
        return page._replace(token=found[1])

    def ask(self, method: str, path: str, question: object = None) -> tuple[int, str]:
        """The status and the words of an answer."""
        connection = http.client.HTTPConnection(self.netloc, timeout=60)
        try:
            headers = {"Cookie": self.cookie, "x-cardgen-token": self.token}
            body = json.dumps(question) if question is not None else None
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def edit(self, *edits: object, dry: bool = False) -> dict[str, Any]:
        """The answer to edits."""
        return self.post("/edit", {"edits": edits, "dry": dry})

    def post(self, path: str, question: object = None) -> dict[str, Any]:
        status, words = self.ask("POST", path, question)
        assert status == 200, words
        return dict(json.loads(words))


def setting(card: str, **values: object) -> dict[str, object]:
    return {"do": "set", "deck": "sweets/main", "card": card, "values": values}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("birds"), {"main": DECK})


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    with previewing("--project", root) as address:
        yield address


@pytest.fixture
def deck(root: Path) -> Path:
    file = root / "card_data/sweets/main.yaml"
    write_project(root, {"main": DECK})
    return file


def test_edits_are_written_and_taken_back(address: str, deck: Path) -> None:
    page, before = Page.at(address), deck.read_text("utf-8")
    dry = page.edit(setting("owl", name="Uhu"), dry=True)
    assert (True, deck.read_text("utf-8")) == (dry["done"], before)
    assert "+  - {id: owl, name: 'Uhu', copies: 2}   # by night" in dry["diff"]
    answer = page.edit(setting("owl", name="Uhu", copies=3), setting("jay", name="Häher"))
    after = before.replace("'Owl', copies: 2", "'Uhu', copies: 3").replace("Jay", "Häher")
    assert (True, after) == (answer["done"], deck.read_text("utf-8"))
    assert ["main/owl: name=Uhu, copies=3", "main/jay: name=Häher"] == answer["says"]
    assert [deck.name] == [Path(file).name for file in answer["files"]]
    count = answer["undo"]
    state = json.loads(page.ask("GET", "/edit/state")[1])
    assert state.pop("number") > answer["number"]  # the later state
    assert {"undo": count, "redo": 0, "lost": []} == state
    undone = page.post("/edit/undo")
    assert (count - 1, 1, before) == (undone["undo"], undone["redo"], deck.read_text("utf-8"))
    assert answer["says"] == undone["says"]
    assert (True, after) == (page.post("/edit/redo")["done"], deck.read_text("utf-8"))
    page.post("/edit/undo")


def test_cards_come_go_and_move(address: str, deck: Path) -> None:
    page, before = Page.at(address), deck.read_bytes()
    about = {"deck": "sweets/main"}
    edits: list[dict[str, Any]] = [
        {"do": "add", **about, "values": {"id": "tit", "name": "Tit"}, "behind": "owl"},
        {"do": "remove", **about, "card": "jay"},
        {"do": "move", **about, "card": "owl", "behind": "tit"},
        {"do": "write-out", **about, "card": "wren-1"},
        setting("wren-1", name="Zaunkönig"),
    ]
    answer = page.edit(*edits)
    assert answer["done"], answer
    assert "Zaunkönig" in deck.read_text("utf-8")
    page.post("/edit/undo")
    assert before == deck.read_bytes()


def test_all_of_them_or_none(address: str, deck: Path) -> None:
    page, before = Page.at(address), deck.read_bytes()
    answer = page.edit(setting("owl", name="Uhu"), setting("wren-1", name="Zaunkönig"))
    assert (False, before) == (answer["done"], deck.read_bytes())
    assert "edit-impossible" == answer["finding"]["code"]
    assert "--write-out" in answer["finding"]["sentence"]
    assert answer["finding"]["at"]


@pytest.mark.parametrize(
    "edit",
    [
        setting("owl", name="Uhu"),
        {**setting("owl", name="Uhu"), "seen": {"name": "Owl"}},
        {"do": "setting", "of": "sweets/main", "path": ["title"], "value": "Birds"},
    ],
)
def test_a_deck_that_cannot_be_read_is_told(
    address: str, deck: Path, edit: dict[str, object]
) -> None:
    deck.write_text("size: [poker\n", "utf-8")
    answer = Page.at(address).edit(edit)
    assert not answer["done"]
    assert "preview-failed" != answer["finding"]["code"], answer


def test_what_somebody_else_has_changed_is_asked(address: str, deck: Path) -> None:
    page = Page.at(address)
    deck.write_text(deck.read_text("utf-8").replace("'Owl'", "'Strix'"), "utf-8")
    edit = {**setting("owl", name="Uhu"), "seen": {"name": "Owl"}}
    answer = page.edit(setting("jay", name="Häher"), edit)
    assert (False, "edit-conflict") == (answer["done"], answer["finding"]["code"])
    about = {"edit": 1, "field": "name", "mine": "Uhu", "theirs": "Strix"}
    assert about == answer["conflict"]
    assert page.edit({**edit, "seen": {"name": "Strix"}})["done"]
    assert "'Uhu'" in deck.read_text("utf-8")


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("seen", [{}, {"seen": {"name": "Heron"}}])
def test_what_is_typed_for_a_card_that_is_gone_is_told(
    address: str, deck: Path, others: int, seen: dict[str, object]
) -> None:
    """Somebody else has taken it out meanwhile; the words stand nowhere but in the answer."""
    page, before = Page.at(address), deck.read_bytes()
    jays = [setting("jay", name="Häher")] * others
    answer = page.edit(*jays, {**setting("heron", name="Grey heron"), **seen})
    told = answer["finding"]
    assert (False, "unknown-card") == (answer["done"], told["code"])
    assert 'no card "heron" any more, so this was not written: name: Grey heron' in told["what"]
    assert "bring the card back" in told["remedy"]
    assert before == deck.read_bytes()
    assert page.edit({"do": "remove", "deck": "sweets/main", "card": "heron"})["done"] is False


@pytest.mark.parametrize(
    "edits",
    [
        None,
        [],
        {},
        ["set"],
        [{"do": "delete"}],
        [{"do": ["set"]}],
        [{"do": "set", "deck": "sweets/main", "card": "owl"}],
        [{"do": "set", "deck": 1, "card": "owl", "values": {}}],
        [{**setting("owl"), "file": "/etc/passwd"}],
        [setting("owl", name={"expr": "1"})],
        [setting("owl", copies=1e300)],
        [setting("owl", name=[["x"]])],
        [{"do": "remove", "deck": "sweets/main", "card": "a\nb"}],
    ],
)
def test_edits_that_no_page_sends_are_refused(address: str, edits: object) -> None:
    status, words = Page.at(address).ask("POST", "/edit", {"edits": edits})
    assert 400 == status
    assert words


def test_nothing_is_edited_for_others(address: str, deck: Path) -> None:
    page, before = Page.at(address), deck.read_bytes()
    question = {"edits": [setting("owl", name="Uhu")]}
    for stranger in (page._replace(token=""), page._replace(cookie="")):
        for path in ("", "/undo", "/redo", "/restore", "/leave", "/trial", "/art"):
            assert 403 == stranger.ask("POST", f"/edit{path}", question)[0]
    assert 403 == page._replace(cookie="").ask("GET", "/edit/state")[0]
    assert before == deck.read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of its own")
def test_guests_edit_nothing(root: Path, deck: Path) -> None:
    before = deck.read_bytes()
    with previewing("--project", root, "--lan", "--address", "127.0.0.2") as address:
        own = Page.at(address)
        found = re.search(r'"guests": "([^"]*)"', unescape(own.ask("GET", "/")[1]))
        assert found
        guest = Page.at(found[1])
        assert "" == guest.token
        for token in ("", own.token):
            asking = guest._replace(token=token)
            assert 403 == asking.ask("POST", "/edit", {"edits": [setting("owl", name="Uhu")]})[0]
            for path in (
                "/edit/state",
                "/edit/table?deck=sweets/main",
                "/edit/drawings?game=sweets",
                "/edit/icons?words=",
                "/edit/icon?name=a:b",
            ):
                assert 403 == asking.ask("GET", path)[0]
            assert 403 == asking.ask("POST", "/edit/art?game=sweets&name=a.svg", {})[0]
    assert before == deck.read_bytes()


def test_the_shipped_games_are_not_edited(tmp_path: Path) -> None:
    with previewing(cwd=tmp_path) as address:
        page = Page.at(address)
        assert '"edits": false' in unescape(page.ask("GET", "/")[1])
        edit = {**setting("red-1", name="X"), "deck": "best-candy-on-the-block/main"}
        answer = page.edit(edit)
        assert (False, "no-project") == (answer["done"], answer["finding"]["code"])
