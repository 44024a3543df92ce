"""A stranger's deck on the page: it runs nothing, and the page writes nothing that was not asked for
by its own token, into files of the open project, once they were shown."""

from __future__ import annotations

import json
import os
import re
import sys
from html import unescape
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import run, write_project
from test_edit_road import Page

EVIL = "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>"
DECK = f"""\
title: "{EVIL}"
size: poker
template: plain.svg
fields: {{suit: {{one_of: [candy, "{EVIL}"]}}, text: {{text: {{optional: true}}}}}}
cards:
  - {{id: one, name: "{EVIL}", suit: candy, text: "{EVIL}"}}
  - {{id: two, name: "{EVIL}", suit: candy, text: "{EVIL}"}}
"""
WRONG = f"""\
size: poker
template: plain.svg
fields: {{suit: {{one_of: [candy, "{EVIL}"]}}}}
cards:
  - {{id: three, name: "{EVIL}", suit: "{EVIL[:-1]}"}}
"""
RULES = f"""\
- id: evil
  says: "{EVIL}"
  for_each: deck.main
  check: item.text == 'fine'
  field: text
  set_to: "'{EVIL}'"
"""
GAME = f'title: "{EVIL}"\nsuits: [candy]\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_project(
        tmp_path,
        {"main": DECK, "wrong": WRONG},
        game=GAME,
        files={"card_data/sweets/rules.yaml": RULES},
    )


@pytest.mark.browser
def test_markup_of_a_deck_is_text_in_every_view(chromium: Browser, root: Path) -> None:
    """Its names, fields, findings, changes and choices."""
    with previewing("--project", root) as address:
        chromium.errors.clear()
        for path in ("#/sweets", "#/sweets/main", "#/sweets/wrong"):
            chromium.open(address + path, width=1440)
            chromium.until("document.documentElement?.dataset.looked !== undefined")
            chromium.run("document.querySelector('#findings-button').click()")
            chromium.until("document.querySelector('#found .code') !== null")
            for mode in ("table", "hand", "sheets", "make", "cards"):
                chromium.run(f"document.querySelector('[data-mode={mode}]').click()")
                chromium.until(f"document.documentElement.dataset.mode === '{mode}'")
            chromium.run("document.querySelector('#filter-button').click()")
            for button in (".mend", ".meant"):
                if chromium.run(f"document.querySelector('#found {button}') !== null"):
                    chromium.run(f"document.querySelector('#found {button}').click()")
                    chromium.until(
                        "document.querySelector('.proposal .change')?.children.length > 0"
                    )
                    chromium.run("document.querySelector('.proposal').close()")
            if chromium.run("document.querySelector('.card footer') !== null"):
                chromium.run("document.querySelector('.card footer').click()")
            assert chromium.run("window.pwned === undefined")
            assert (
                chromium.run("document.querySelectorAll('img[src=x], script:not([src])').length")
                == 0
            )
        chromium.call("Page.navigate", url="about:blank")
        assert [] == chromium.errors


def test_a_mend_reaches_nothing_outside(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project")
    outside = tmp_path / "outside.yaml"
    outside.write_text("word: cadny\n", "utf-8")
    (root / "card_data/sweets/linked.yaml").symlink_to(outside)
    with previewing("--project", root, cwd=tmp_path) as address:
        page = Page.at(address)
        for place in (
            "/etc/hostname:1",
            "../outside.yaml:1:1",
            "outside.yaml:1",
            "project/card_data/sweets/linked.yaml:1:7",
        ):
            answer = page.edit({"do": "mend", "at": place, "word": "cadny", "by": "candy"})
            assert (False, "edit-impossible") == (answer["done"], answer["finding"]["code"]), place
        accept = {"do": "accept", "of": "../sweets", "code": "same-face"}
        assert page.edit(accept)["done"] is False
        accept = {"do": "accept", "of": "sweets", "code": "same-face: [1]"}
        assert page.edit(accept)["done"] is False
    assert outside.read_text("utf-8") == "word: cadny\n"


def begin(page: Page, order: object, body: bytes = b"") -> tuple[int, str]:
    """The answer to what a page begins, with the files behind it."""
    import http.client

    connection = http.client.HTTPConnection(page.netloc, timeout=60)
    try:
        headers = {"Cookie": page.cookie, "x-cardgen-token": page.token}
        connection.request("POST", "/begin", json.dumps(order).encode() + b"\n" + body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_what_no_page_begins_is_refused(tmp_path: Path) -> None:
    orders: list[object] = [
        {"kind": "new"},
        {"kind": "evil", "folder": "a"},
        {"kind": "new", "folder": "a", "look": "../x"},
        {"kind": "new", "folder": "a\n"},
        {"kind": "new", "folder": 1},
        {"kind": "table", "folder": "a", "files": [["../evil.csv", 0]]},
        {"kind": "table", "folder": "a", "files": [["c:evil.csv", 0]]},
        {"kind": "table", "folder": "a", "files": [["evil.csv", 10]]},
        {"kind": "table", "folder": "a", "files": [["evil.csv", -1]]},
        {"kind": "table", "folder": "a", "files": {"a": 1}},
        [],
    ]
    with previewing(cwd=tmp_path) as address:
        for order in orders:
            assert begin(Page.at(address), order)[0] == 400, order
            assert list(tmp_path.iterdir()) == [], order


def test_nothing_is_begun_for_others(tmp_path: Path) -> None:
    order = {"kind": "new", "folder": "mine"}
    (tmp_path / "empty").mkdir()
    with previewing(cwd=tmp_path / "empty") as address:
        page = Page.at(address)
        assert begin(page._replace(token=""), order)[0] == 403
        assert begin(page._replace(cookie=""), order)[0] == 403
        status, words = begin(page, {**order, "title": '"]: {evil: 1}\\n#'})
        assert (200, True) == (status, json.loads(words)["done"]), words
        assert begin(page, {**order, "folder": "second"})[0] in (400, 403)
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == ["mine"]
    with previewing("--project", tmp_path / "empty/mine") as address:
        assert begin(Page.at(address), {**order, "folder": str(tmp_path / "other")})[0] == 400
    assert not (tmp_path / "other").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of its own")
def test_guests_begin_nothing(tmp_path: Path) -> None:
    with previewing("--lan", "--address", "127.0.0.2", cwd=tmp_path) as address:
        own = Page.at(address)
        found = re.search(r'"guests": "([^"]*)"', unescape(own.ask("GET", "/")[1]))
        assert found
        guest = Page.at(found[1])
        for token in ("", own.token):
            assert begin(guest._replace(token=token), {"kind": "new", "folder": "a"})[0] == 403
        assert guest.ask("GET", "/begin/choices")[0] == 403
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of its own")
def test_guests_edit_where_the_host_says_so_and_do_nothing_else(root: Path) -> None:
    deck = root / "card_data/sweets/main.yaml"
    (root / "card_data/sweets/wrong.yaml").unlink()
    edit = {"do": "set", "deck": "sweets/main", "card": "one", "values": {"name": "Uhu"}}
    lan = ("--lan", "--edit", "--address", "127.0.0.2")
    with previewing("--project", root, *lan) as address:
        own = Page.at(address)
        found = re.search(r'"guests": "([^"]*)"', unescape(own.ask("GET", "/")[1]))
        assert found
        guest = Page.at(found[1])
        assert guest.token not in ("", own.token)
        for token in ("", own.token):
            assert guest._replace(token=token).ask("POST", "/edit", {"edits": [edit]})[0] == 403
        assert own._replace(token=guest.token).ask("POST", "/edit", {"edits": [edit]})[0] == 403
        assert guest.edit(edit)["done"]
        assert "name: Uhu" in deck.read_text("utf-8").replace('"', "")
        assert guest.post("/edit/undo")["done"]
        assert guest.ask("GET", "/edit/table?deck=sweets/main")[0] == 200
        for path in ("/make", "/open", "/begin", "/bring", "/make/stop"):
            assert guest.ask("POST", path, {})[0] == 403
        for path in ("/make/choices", "/make/jobs", "/made/1/a.pdf", "/begin/choices"):
            assert guest.ask("GET", path)[0] == 403


def test_edit_alone_is_no_door(root: Path) -> None:
    done = run("preview", "--edit", "--no-open", project=root)
    assert (2, True) == (done.exit_code, "--edit belongs to --lan" in done.output)


@pytest.mark.browser
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of its own")
def test_a_guest_plays_on_a_device_of_its_own(chromium: Browser, tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": "cards: [{id: one, copies: 4}, {id: two}]\n"})
    with previewing("--project", root, "--lan", "--address", "127.0.0.2") as address:
        own = Page.at(address)
        found = re.search(r'"guests": "([^"]*)"', unescape(own.ask("GET", "/")[1]))
        assert found
        chromium.errors.clear()
        chromium.open(found[1], width=390, height=844)
        chromium.until("document.querySelector('#play')?.href.endsWith('/play#/sweets')")
        assert chromium.run("document.querySelector('[data-mode=make]').hidden")
        assert chromium.run("document.querySelector('[data-mode=table]').hidden")
        chromium.run("document.querySelector('#play').click()")
        chromium.until("document.querySelector('#start-setup')?.options.length > 0")
        chromium.run("document.querySelector('#start-deal').click()")
        chromium.until("document.querySelectorAll('.thing').length > 0")
        assert chromium.run("document.documentElement.scrollWidth") <= 390
        chromium.call("Page.navigate", url="about:blank")
        assert [] == chromium.errors
