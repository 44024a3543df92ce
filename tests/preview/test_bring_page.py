"""Decks, fonts and templates that are brought into an open project on its page, in a browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import SHIPPED, write_project

pytestmark = pytest.mark.browser
DECK = "title: Main\nsize: poker\ntemplate: plain.svg\ncards: [{id: owl, name: Owl}]\n"
TABLE = b"Name;Cost\nAnt;1\nBee;2\n"


@pytest.fixture
def page(chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    root = write_project(tmp_path, {"main": DECK})
    with previewing("--project", root) as address:
        chromium.errors.clear()
        chromium.open(f"{address}#/sweets/main", width=1280)
        chromium.until("document.documentElement?.dataset.looked !== undefined")
        yield chromium
        assert [] == chromium.errors


def files_script(files: dict[str, bytes]) -> str:
    """A script that makes a DataTransfer called `files` of files."""
    listed = json.dumps({name: base64.b64encode(data).decode() for name, data in files.items()})
    return (
        f"const files = new DataTransfer(); for (const [name, data] of Object.entries({listed}))"
        " files.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));"
    )


def drop(page: Browser, selector: str, files: dict[str, bytes]) -> None:
    page.run(
        f"(() => {{ {files_script(files)} document.querySelector({json.dumps(selector)}).dispatchEvent("
        "new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: files})); })()"
    )


def test_a_spreadsheet_that_is_dropped_becomes_a_deck(page: Browser, tmp_path: Path) -> None:
    drop(page, "#board", {"Small animals.csv": TABLE})
    page.until("document.querySelector('.bringing pre')?.textContent.includes('title: Small')")
    assert page.run("document.activeElement.value") == "Small animals"
    page.press("Enter")
    page.until("location.hash", "#/sweets/small-animals")
    page.until(
        "[...document.querySelectorAll('.card footer b')].map((each) => each.textContent).join()",
        "Ant,Bee",
    )
    assert (tmp_path / "card_data/sweets/small-animals.csv").read_bytes() == TABLE
    page.click("#undo")
    page.until("!document.querySelector('#games').textContent.includes('Small animals')")
    assert not (tmp_path / "card_data/sweets/small-animals.yaml").exists()
    page.until("document.querySelector('#toast').textContent.startsWith('Taken back')")
    drop(page, "#board", {"notes.doc": b"x"})
    page.until("document.querySelector('#toast').textContent.includes('Nothing here takes this')")


def test_a_font_and_a_template_become_the_projects_own(page: Browser, tmp_path: Path) -> None:
    page.click(".card footer")
    page.until("document.querySelector('#design') !== null")
    page.click("#design")
    page.until("document.querySelector('.picked .own') !== null")
    page.click(".picked .own")
    page.until("document.querySelector('.proposal .comes') !== null")
    page.until("document.activeElement.textContent", "Write it")
    page.press("Enter")
    page.until("document.querySelector('.picked .own') === null")
    page.until("document.activeElement.className", "pad")
    assert (tmp_path / "templates/sweets/plain.svg").is_file()
    page.until("document.querySelectorAll('.things button').length > 0")
    page.run("document.querySelector('.things button').click()")
    page.until("document.querySelector('.picked .numbers input') !== null")
    page.click("[data-tab=looks]")
    page.run("document.querySelector('[data-part=fonts]').click()")
    page.until("document.querySelector('#oncard-looks .drop') !== null")
    font = (SHIPPED / "fonts/Eater-Regular.ttf").read_bytes()
    drop(page, "#oncard-looks .drop", {"Eater-Regular.ttf": font})
    page.until("document.querySelector('.confirm .licence')?.textContent.includes('OFL')")
    page.press("Enter")
    page.until("document.querySelector('.confirm') === null")
    for _ in range(400):
        if (tmp_path / "fonts/Eater-Regular.ttf").is_file():
            break
        page.run("new Promise((done) => setTimeout(done, 20))")
    assert (tmp_path / "fonts/Eater-Regular.ttf").read_bytes() == font
