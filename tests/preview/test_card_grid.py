"""Cards as a table on the page, in a real browser: what is typed, pasted, filled, dropped and taken
back, and what the files say then."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from chromium import Browser
from opendocuments import ods
from previews import previewing
from projects import BACK, HEAD, run, svg, text, write_project

from cardgen.api.workshop import open_project

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
            "document.querySelectorAll('[data-at-test]').forEach((e) => delete e.dataset.atTest);"
            f"{mark}.scrollIntoView({{block: 'nearest', inline: 'nearest'}});"
            f"{mark}.dataset.atTest = ''"
        )
        self.page.click("[data-at-test]")

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


def test_a_card_that_is_added_is_the_one_to_write(table: Table, root: Path) -> None:
    """Though the table is read anew meanwhile: what is typed next is its name, and Enter
    goes on below it."""
    for name in ("Wren", "Kite"):
        table.forget()
        table.page.click('[data-act="add"]')
        table.page.until(
            "document.querySelector('.cells .active')?.textContent.startsWith('Birds')"
        )
        table.page.until("document.activeElement.matches('.cells .active')")
        table.forget()
        table.type(name)
        table.saved()
    assert [row[0] for row in table.texts()] == ["Owl", "Wren", "Jay", "Kite", "Emu"]


def test_a_field_is_added(table: Table, root: Path) -> None:
    """The deck's file says it, and it is a column to type into."""
    table.page.click('[data-act="fields"]')
    table.page.until("document.querySelector('.new-field input') !== null")
    table.page.write(".new-field input", "mood")
    table.page.run(
        "(() => { const kind = document.querySelector('.new-field select'); kind.value = 'one_of';"
        " kind.dispatchEvent(new Event('change')); })()"
    )
    table.page.write(".new-field input:nth-of-type(2)", "calm, wild")
    table.forget()
    table.press("Enter")
    table.saved()
    assert "  mood: {one_of: [calm, wild], optional: true}\n" in deck_of(root)
    table.page.until("document.querySelectorAll('.head [data-column]').length", 10)
    assert "mood" in table.heads()


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
    leaves = "dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert not table.page.run(leaves), "what is typed is lost without a question"
    table.press("Escape")
    table.page.until(f"{shown}.includes('Owl')")
    assert before == deck_of(root)
    assert table.page.run(leaves)


def selected(table: Table, top: tuple[int, str], bottom: tuple[int, str]) -> None:
    """Choose a block of cells, as with Shift and arrows."""
    heads = table.heads()
    table.select(*top)
    for _ in range(bottom[0] - top[0]):
        table.press("ArrowDown", SHIFT)
    for _ in range(heads.index(bottom[1]) - heads.index(top[1])):
        table.press("ArrowRight", SHIFT)


TWELVE = "name\tsuit\tpower\trule\n" + "".join(
    f"Bird {number}\t{('candy', 'nuts', 'sour')[number % 3]}\t{number % 10}\tIt is number {number}.\n"
    for number in range(1, 13)
)
ALONE = HEAD + FIELDS + "cards:\n  - {id: owl, name: Owl, suit: candy, power: 1}  # the first\n"


def test_a_deck_of_twelve_cards_comes_of_a_spreadsheet(chromium: Browser, tmp_path: Path) -> None:
    """Pasted, with cards added where there are too few rows; then doubled, moved, taken out. All of
    it is taken back."""
    root = write_project(tmp_path, {"birds": ALONE}, {"card.svg": FACE, "back.svg": BACK})
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.select(0, "name")
        table.paste(TWELVE)
        table.page.until(
            "document.querySelector('dialog.confirm h2')?.textContent", "Add 11 cards?"
        )
        table.page.click("dialog.confirm button.main")
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 12)
        table.saved()
        lines = deck_of(root).splitlines()
        assert (
            "- {id: owl, name: Bird 1, suit: nuts, power: 1, rule: It is number 1.}  # the first"
            in lines[-12]
        )
        assert (
            "- {name: Bird 12, suit: candy, power: 2, rule: It is number 12., id: bird-12}"
            in lines[-1]
        )

        table.forget()
        table.select(11, "name")
        table.press("j", CONTROL)
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 13)
        table.saved()
        table.forget()
        table.select(12, "name")
        table.press("ArrowUp", ALT)
        table.saved()
        table.page.until(f"{ROWS}.map((row) => row.children[2].textContent)[11] !== 'bird-12'")
        table.forget()
        table.select(12, "name")
        table.press("Delete", CONTROL)
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 12)
        table.undo_all()
        assert ALONE == deck_of(root)
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")


ROWS = "[...document.querySelectorAll('.row-of-cells:not([hidden])')].sort((a, b) => a.row - b.row)"


def test_a_block_is_pasted_filled_down_and_set_at_once(table: Table, root: Path) -> None:
    before = deck_of(root)
    table.select(0, "power")
    table.paste('7\t"two\nlines"\n8\tand one')
    table.saved()
    deck = deck_of(root)
    assert 'name: Owl, suit: candy, power: 7, rule: "two\\nlines"' in deck
    assert "name: Jay, suit: nuts, power: 8, rule: and one" in deck
    table.forget()
    selected(table, (0, "power"), (2, "power"))
    table.press("d", CONTROL)
    table.saved()
    assert 3 == deck_of(root).count("power: 7")
    table.forget()
    selected(table, (0, "suit"), (2, "suit"))
    table.press("Enter", CONTROL)
    table.page.until("document.querySelector('.editor.menu') !== null")
    table.page.call("Input.insertText", text="sour")
    table.press("Enter")
    table.saved()
    assert 3 == deck_of(root).count("suit: sour")
    copied = table.page.run(
        "(() => { const data = new DataTransfer(); document.activeElement.dispatchEvent(new"
        " ClipboardEvent('copy', {clipboardData: data, bubbles: true, cancelable: true}));"
        " return data.getData('text/plain'); })()"
    )
    assert "sour\nsour\nsour" == copied
    table.undo_all()
    assert before == deck_of(root)


def test_the_table_is_sorted_and_searched_while_the_file_stays(table: Table, root: Path) -> None:
    before = deck_of(root)
    names = f"{ROWS}.map((row) => row.children[1].textContent).join()"
    table.page.run(
        "[...document.querySelectorAll('.head b')].find((b) => b.textContent === 'name').click()"
    )
    table.page.until(names, "Emu,Jay,Owl")
    assert "ascending" == table.page.run(
        "document.querySelector('.head [aria-sort=ascending]').ariaSort"
    )
    table.select(0, "power")
    table.type("9")
    table.saved()
    assert "Emu,Jay,Owl" == table.page.run(names)
    assert "{id: emu, name: Emu, suit: sour, power: 9}" in deck_of(root)
    table.page.write("#query", "power>1 suit=nuts")
    table.page.until(names, "Jay")
    table.page.write("#query", "")
    table.undo_all()
    assert before == deck_of(root)


def test_cells_are_gone_through_by_keys_and_named_to_a_screen_reader(table: Table) -> None:
    at = (
        "(({role, parentElement, ariaColIndex, ariaSelected}) =>"
        " [role, parentElement.ariaRowIndex, ariaColIndex, ariaSelected].join())(document.activeElement)"
    )
    table.select(0, "name")
    assert "gridcell,2,2,true" == table.page.run(at)
    for key, modifiers, place in (
        ("Tab", 0, "2,3"),
        ("ArrowDown", 0, "3,3"),
        ("End", 0, "3,10"),
        ("Tab", 0, "4,2"),
        ("Tab", SHIFT, "3,10"),
        ("Home", CONTROL, "2,2"),
        ("End", CONTROL, "4,10"),
        ("PageUp", 0, "2,10"),
    ):
        table.press(key, modifiers)
        assert f"gridcell,{place},true" == table.page.run(at), key
    grid = "document.querySelector('[role=grid]')"
    assert ["4", "10"] == table.page.run(f"[{grid}.ariaRowCount, {grid}.ariaColCount]")
    table.press("Escape")
    table.press("Tab")
    assert not table.page.run(f"{grid}.contains(document.activeElement)"), "Tab leaves it then"


DROPPED = """(() => {
  const data = new DataTransfer();
  data.items.add(new File([%s], %s, {type: 'image/svg+xml'}));
  const row = [...document.querySelectorAll('.row-of-cells')].find((each) => each.row === %d);
  row.children[1].dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
})()"""


def dropped(table: Table, words: str, name: str, row: int) -> None:
    table.page.run(DROPPED % (json.dumps(words), json.dumps(name), row))


def test_a_picture_that_is_dropped_becomes_art(table: Table, root: Path) -> None:
    """Under a safe name; one that is there is not replaced without a word, and no picture is none."""
    art = root / "card_data/sweets/art"
    circle = svg('<circle cx="30" cy="40" r="20"/>')
    dropped(table, circle, "../My owl (1).SVG", 0)
    table.saved()
    assert circle == (art / "My-owl-1.svg").read_text("utf-8")
    assert "art: My-owl-1" in deck_of(root)
    table.page.until(f"{ROWS}[0].querySelector('img')?.naturalWidth > 0")

    square = svg('<rect width="30" height="40"/>')
    table.forget()
    dropped(table, square, "my-owl-1.svg", 1)
    table.page.until("document.querySelectorAll('dialog.confirm button').length > 1")
    assert circle == (art / "My-owl-1.svg").read_text("utf-8")
    table.page.run(
        "[...document.querySelectorAll('dialog.confirm button')].find((each) => each.value === 'both').click()"
    )
    table.saved()
    assert square == (art / "my-owl-2.svg").read_text("utf-8")

    table.forget()
    dropped(table, "no picture", "bad.png", 2)
    table.page.until(
        "document.querySelector('.note-of-table').textContent.includes('cannot be drawn')"
    )
    dropped(table, "print(1)", "evil.py", 2)
    table.page.until(
        "document.querySelector('.note-of-table').textContent.includes('no picture by its name')"
    )
    assert ["My-owl-1.svg", "my-owl-2.svg"] == sorted(path.name for path in art.iterdir())


def test_a_drawing_is_chosen_among_those_of_the_game(table: Table, root: Path) -> None:
    """The first is made for the card, and shown as it would be."""
    (root / "card_data/sweets/art").mkdir(exist_ok=True)
    (root / "card_data/sweets/art/nest.svg").write_text(svg("<circle r='9'/>"), "utf-8")
    table.select(0, "art")
    table.press("Enter")
    table.page.until("document.querySelector('.drawings [data-name=nest]') !== null")
    first = "document.querySelector('.drawings li:first-child')"
    assert table.page.run(f"{first}.dataset.name") == "auto"
    table.page.until(f"{first}.querySelector('img').naturalWidth > 0")
    table.page.write(".art-dialog [type=search]", "nest")
    table.press("Enter")
    table.saved()
    assert "art: nest}" in deck_of(root)
    table.forget()
    table.select(1, "art")
    table.press("Enter")
    table.page.until(f"{first} !== null")
    table.page.run(f"{first}.click()")
    table.saved()
    assert "rule: Sings., art: auto}" in deck_of(root)
    table.page.until("document.querySelector('.cells img[src*=auto]')?.naturalWidth > 0")


LOOP = (
    HEAD
    + FIELDS
    + "cards:\n  - for: {power: [1, 2]}\n    id: {expr: \"'owl-' ~ power\"}\n    name: Owl\n    suit: candy\n"
)


def test_a_card_of_a_loop_says_so_and_is_written_out(chromium: Browser, tmp_path: Path) -> None:
    root = write_project(tmp_path, {"birds": LOOP}, {"card.svg": FACE, "back.svg": BACK})
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.select(0, "name")
        table.press("F2")
        assert "comes of a loop that makes 2 cards" in table.note()
        assert "true" == table.page.run("document.activeElement.ariaReadOnly")
        table.page.click(".note-of-table button")
        table.page.until(
            "document.querySelector('dialog.confirm .diff')?.textContent.includes('+')"
        )
        table.page.click("dialog.confirm button.main")
        table.saved()
        table.page.until("document.querySelectorAll('.row-of-cells [aria-readonly]').length", 0)
        assert "for:" not in deck_of(root)
        table.undo_all()
        assert LOOP == deck_of(root)
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")


def in_two_languages(folder: Path, texts: str) -> Path:
    """A project with a deck of birds, and these German texts of it."""
    return write_project(
        folder,
        {"birds": HEAD + FIELDS + CARDS},
        {"card.svg": FACE, "back.svg": BACK},
        files={"card_data/sweets/birds.de.yaml": texts},
    )


def test_languages_stand_side_by_side(chromium: Browser, tmp_path: Path) -> None:
    """With what is missing, which can be written there."""
    texts = "title: Vögel\ncards:\n  owl: {name: Eule, rule: Ruft.}\n  jay: {name: Häher}\n"
    root = in_two_languages(tmp_path, texts)
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.page.run(
            "(() => { const choice = [...document.querySelectorAll('.bar-of-table select')].at(-1);"
            " choice.value = 'de'; choice.dispatchEvent(new Event('change')); })()"
        )
        table.page.until("document.querySelectorAll('.head b').length > 9")
        assert "name · de" in table.heads()
        column = table.heads().index("rule · de")
        assert ["Ruft.", "missing", ""] == [row[column] for row in table.texts()]
        assert "2 texts are missing" in table.page.run(
            "document.querySelector('.bar-of-table').textContent"
        )
        table.select(1, "rule · de")
        table.type("Singt.", "Enter")
        table.saved()
        assert "jay: {name: Häher, rule: Singt.}" in (
            root / "card_data/sweets/birds.de.yaml"
        ).read_text("utf-8")
        table.undo_all()
        assert texts == (root / "card_data/sweets/birds.de.yaml").read_text("utf-8")
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")


def test_what_is_older_than_its_original_is_marked(chromium: Browser, tmp_path: Path) -> None:
    """Alone to be seen, with the original as it was, and up to date once somebody says so."""
    texts = "title: Vögel\ncards:\n  owl: {name: Eule, rule: Ruft.}\n  jay: {name: Häher, rule: Singt.}\n"
    root = in_two_languages(tmp_path, texts)
    assert 0 == run("languages", "--accept", project=root).exit_code
    deck = root / "card_data/sweets/birds.yaml"
    deck.write_text(deck.read_text("utf-8").replace("Sings.", "Sings?"), "utf-8")
    record = root / "card_data/sweets/originals.de.lock"
    before = record.read_bytes()
    note = "document.querySelector('.note-of-table').textContent"
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.page.run(
            "(() => { const choice = [...document.querySelectorAll('.bar-of-table select')].at(-1);"
            " choice.value = 'de'; choice.dispatchEvent(new Event('change')); })()"
        )
        table.page.until("document.querySelectorAll('.head b').length > 9")
        column = table.heads().index("rule · de")
        assert ["Ruft.", "olderSingt.", ""] == [row[column] for row in table.texts()]
        table.page.click("[data-lack=older]")
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 1)
        table.select(0, "rule · de")
        assert "The original was: Sings." in table.page.run(note)
        table.page.run("document.querySelector('.note-of-table button').click()")
        table.saved()
        table.page.until("document.querySelector('[data-lack=older]').hidden")
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 3)
        assert "Sings?" in record.read_text("utf-8")
        table.undo_all()
        assert before == record.read_bytes()
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")


FAR_AND_TYPE = (("Home", "true"), ("F", "false"))


def test_two_thousand_cards_are_few_elements(chromium: Browser, tmp_path: Path) -> None:
    entries = "".join(
        f"  - {{id: b-{number}, name: Bird {number}, suit: nuts, power: {number % 9}}}\n"
        for number in range(2000)
    )
    root = write_project(
        tmp_path,
        {"birds": HEAD + FIELDS + "cards:\n" + entries},
        {"card.svg": FACE, "back.svg": BACK},
    )
    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.select(0, "name")
        assert table.page.run("document.querySelectorAll('.row-of-cells').length") < 80
        table.press("End", CONTROL)
        table.page.until(f"{ROWS}.at(-1).row", 1999)
        assert "Bird 1999" == table.page.run(
            "document.activeElement.parentElement.children[1].textContent"
        )
        assert table.page.run("document.querySelectorAll('.row-of-cells').length") < 120
        # a letter that is typed before the table has told that it scrolled begins a text, not all
        key = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {}))"
        keys = [f"{{key: '{name}', ctrlKey: {ctrl}, bubbles: true}}" for name, ctrl in FAR_AND_TYPE]
        table.page.run(";".join(key.format(about) for about in keys))
        frames = "new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))"
        table.page.run(frames)
        assert table.page.run("document.querySelector('.editor .typed').value") == "F"
        table.page.press("Escape")
        assert "name: Bird 0," in (root / "card_data/sweets/birds.yaml").read_text("utf-8")
        chromium.call("Page.navigate", url="about:blank")


TABLE_ROWS = (
    ("id", "name", "suit", "power", "rule"),
    ("owl", "Owl", "candy", 1, "Hoots."),
    ("jay", "Jay", "nuts", 2, "Sings."),
)


def csv_bytes() -> bytes:
    return "".join(f"{','.join(map(str, row))}\r\n" for row in TABLE_ROWS).encode()


def xlsx_bytes() -> bytes:
    book = openpyxl.Workbook()
    for row in TABLE_ROWS:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def ods_bytes() -> bytes:
    def cell(value: object) -> str:
        if isinstance(value, int):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'

    rows = [f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in TABLE_ROWS]
    return ods(("Birds", "".join(rows)))


@pytest.mark.parametrize(
    ("name", "data"),
    [("birds.csv", csv_bytes()), ("birds.xlsx", xlsx_bytes()), ("birds.ods", ods_bytes())],
)
def test_a_table_is_edited_as_a_deck_of_yaml_is(
    chromium: Browser, tmp_path: Path, name: str, data: bytes
) -> None:
    """Typed, chosen, pasted with a card more, emptied; taken back it is byte for byte what it was."""
    root = write_project(
        tmp_path,
        {"birds": HEAD + FIELDS + f"cards: {name}\n"},
        {"card.svg": FACE, "back.svg": BACK},
        files={f"card_data/sweets/{name}": data},
    )
    file = root / "card_data/sweets" / name

    def cards() -> dict[str, dict[str, Any]]:
        (deck,) = open_project(root, "").games[0].decks
        return {card.id: dict(card.fields) for card in deck}

    with previewing("--project", root) as address:
        table = Table(chromium)
        table.open(address, "sweets/birds")
        table.select(0, "name")
        table.type("Eagle Owl")
        table.saved()
        assert "Eagle Owl" == cards()["owl"]["name"]
        table.forget()
        table.select(1, "suit")
        table.press("s")
        table.page.until("document.querySelectorAll('.editor [role=option]').length", 2)
        table.press("ArrowDown")
        table.press("Enter")
        table.saved()
        assert "sour" == cards()["jay"]["suit"]
        table.forget()
        table.select(1, "power")
        table.paste("5\tIt sings.\n6\tIt runs.")
        table.page.until("document.querySelector('dialog.confirm') !== null")
        table.page.click("dialog.confirm button.main")
        table.page.until("document.querySelectorAll('.row-of-cells:not([hidden])').length", 3)
        table.saved()
        assert [1, 5, 6] == [card["power"] for card in cards().values()]
        table.forget()
        table.select(1, "rule")
        table.press("Delete")
        table.saved()
        assert not cards()["jay"].get("rule")
        table.select(0, "rare")
        table.press("F2")
        assert "has no column rare" in table.note()
        table.undo_all()
        assert data == file.read_bytes()
        assert [] == chromium.errors
        chromium.call("Page.navigate", url="about:blank")
