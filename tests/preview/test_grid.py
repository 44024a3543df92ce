"""Cards as a table on the page, in a real browser: what is typed, pasted, filled, dropped and taken
back, and what the files say then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser
from previews import previewing
from projects import BACK, HEAD, svg, text, write_project

pytestmark = pytest.mark.browser

FACE = svg(text("{{ card.name }}") + text("{{ card.rule }}", y=50) + text("{{ card.power }}", y=60))
FIELDS = (
    "fields:\n"
    "  suit: {one_of: suits}\n"
    "  power: {int: {min: 0, max: 9}}\n"
    "  rule: {text: {optional: true}}\n"
    "  rare: {bool: {default: false}}\n"
    "  tint: {text: {optional: true}}\n"
)
CARDS = (
    "cards:  # by hand\n"
    "  - {id: owl, name: Owl, suit: candy, power: 1, rule: Hoots., tint: '#AA3300'}  # by night\n"
    "  - {id: jay, name: Jay, suit: nuts, power: 2, rule: Sings.}\n"
    "  - {id: emu, name: Emu, suit: sour, power: 3}\n"
)
CONTROL, SHIFT, ALT = 2, 8, 1


class Table:
    """The table of a deck on the page."""

    def __init__(self, page: Browser) -> None:
        self.page = page

    def open(self, address: str, deck: str) -> None:
        self.page.errors.clear()
        self.page.open(f"{address}#/{deck}", width=1400)
        self.page.until("document.documentElement?.dataset.looked !== undefined")
        self.page.press("e")
        self.page.until("document.querySelector('.counted')?.textContent")

    def texts(self) -> list[list[str]]:
        """What the cells say, row by row."""
        rows = "[...document.querySelectorAll('.row-of-cells:not([hidden])')]"
        in_order = f"{rows}.sort((a, b) => a.row - b.row)"
        return list(
            self.page.run(
                f"{in_order}.map((row) => [...row.children].slice(1).map((cell) => cell.textContent))"
            )
        )

    def heads(self) -> list[str]:
        heads = "[...document.querySelectorAll('.head [data-column] b')]"
        return list(self.page.run(f"{heads}.map((head) => head.textContent)"))

    def select(self, row: int, field: str) -> None:
        """Make a cell the active one by a click."""
        column = self.heads().index(field)
        rows = "[...document.querySelectorAll('.row-of-cells:not([hidden])')]"
        mark = f"{rows}.find((each) => each.row === {row}).children[{column + 1}]"
        self.page.run(
            f"document.querySelectorAll('.at-test').forEach((e) => e.classList.remove('at-test'));"
            f"{mark}.scrollIntoView({{block: 'nearest', inline: 'nearest'}}); {mark}.classList.add('at-test')"
        )
        self.page.click(".at-test")

    def type(self, words: str, end: str = "Enter", modifiers: int = 0) -> None:
        """Replace a cell's value by typing, as fingers do."""
        self.page.press(words[0])
        self.page.until("document.querySelector('.editor') !== null")
        if words[1:]:
            self.page.call("Input.insertText", text=words[1:])
        self.press(end, modifiers)

    def press(self, key: str, modifiers: int = 0) -> None:
        self.page.press(key, modifiers)

    def paste(self, words: str) -> None:
        """Paste a text as the browser does."""
        self.page.run(
            "(() => { const data = new DataTransfer();"
            f" data.setData('text/plain', {json.dumps(words)});"
            " document.activeElement.dispatchEvent(new ClipboardEvent('paste',"
            " {clipboardData: data, bubbles: true, cancelable: true})); })()"
        )

    def saved(self) -> None:
        """Wait until an edit is on the disk, and the table is read anew."""
        self.page.until("document.querySelector('.note-of-table').classList.contains('saved')")

    def note(self) -> str:
        return str(self.page.run("document.querySelector('.note-of-table').textContent"))

    def forget(self) -> None:
        """So that the next answer is waited for."""
        self.page.run("document.querySelector('.note-of-table').classList.remove('saved')")

    def undo_all(self) -> None:
        while not self.page.run("document.getElementById('undo').disabled"):
            count = self.page.run("fetch('/edit/state').then((a) => a.json())")["undo"]
            self.page.click("#undo")
            self.page.until(
                "fetch('/edit/state').then((a) => a.json()).then((s) => s.undo)", count - 1
            )
            self.page.until("document.getElementById('undo').disabled", count == 1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_project(
        tmp_path, {"birds": HEAD + FIELDS + CARDS}, {"card.svg": FACE, "back.svg": BACK}
    )


@pytest.fixture
def table(chromium: Browser, root: Path) -> Iterator[Table]:
    with previewing("--project", root) as address:
        opened = Table(chromium)
        opened.open(address, "sweets/birds")
        yield opened
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")  # so that it asks nobody who has gone


def deck_of(root: Path) -> str:
    return (root / "card_data/sweets/birds.yaml").read_text("utf-8")


def told(page: Browser, expression: str) -> Any:
    return page.run(expression)


def test_cells_are_typed_chosen_and_ticked(table: Table, root: Path) -> None:
    """Each in its own way, and the file says that alone; undone, it is as it was."""
    before = deck_of(root)
    table.select(0, "name")
    table.type("Eagle Owl")
    table.saved()
    assert "{id: owl, name: Eagle Owl, suit" in deck_of(root)
    assert "# by night" in deck_of(root)
    table.forget()
    table.select(1, "suit")
    table.press("Enter")
    table.page.until("document.querySelectorAll('.editor [role=option]').length", 3)
    table.page.call("Input.insertText", text="so")
    table.press("Enter")
    table.saved()
    assert "name: Jay, suit: sour" in deck_of(root)
    table.forget()
    table.select(2, "rare")
    table.press(" ")
    table.saved()
    assert "power: 3, rare: true}" in deck_of(root)
    table.forget()
    table.select(1, "rule")
    table.press("F2")
    table.page.until("document.querySelector('.editor.large') !== null")
    table.press("Enter")
    table.page.call("Input.insertText", text="Twice.")
    table.press("Enter", CONTROL)
    table.saved()
    assert "Twice." in deck_of(root)
    table.undo_all()
    assert before == deck_of(root)


def test_a_value_that_cannot_be_is_told_and_not_written(table: Table, root: Path) -> None:
    before = deck_of(root)
    table.select(0, "power")
    table.type("12")
    table.page.until("document.querySelector('.note-of-table').classList.contains('wrong')")
    assert "power is 12" in table.note()
    assert before == deck_of(root)
    assert "1" == table.texts()[0][table.heads().index("power")]


def test_typing_shows_the_card_before_it_is_written(table: Table, root: Path) -> None:
    before = deck_of(root)
    table.select(0, "name")
    table.press("Z")
    table.page.call("Input.insertText", text="ebra")
    shown = "document.querySelector('.beside .face .picture').shadowRoot.textContent"
    table.page.until(f"{shown}.includes('Zebra')")
    assert before == deck_of(root)
    table.press("Escape")
    table.page.until(f"{shown}.includes('Owl')")
    assert before == deck_of(root)
