"""Findings on the page, in a real browser: mended by a button that shows the change first, accepted
as meant, looked at for a printer, and found at their place on the card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import svg, write_project

pytestmark = pytest.mark.browser
BOX = (
    '<rect width="60" height="80" fill="#fff"/>'
    "{{ text_box(card.text, 5, 60, 50, 12, size=10, font='Nunito', weight=600) }}"
)
DECK = """\
fields: {suit: {one_of: [candy, nuts, sour]}, text: {text: {optional: true}}, rank: int}
# five of them
cards:
  - {id: one, suit: cadny, rank: 1, text: Short}   # which?
  - {id: two, suit: nuts, rank: 2, text: Short}
  - {id: three, suit: sour, rank: 3, text: Short}
"""
RULES = """\
- id: rank-follows
  says: a nut has the rank 6
  for_each: deck.main | where("card.suit == 'nuts'")
  check: item.rank == 6
  field: rank
  set_to: 6
"""
ROWS = "[...document.querySelectorAll('#found > li')]"
OPENED = "document.querySelector('dialog.proposal')"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_project(tmp_path, {"main": DECK}, {"card.svg": svg(BOX)})


@pytest.fixture
def page(chromium: Browser, root: Path) -> Iterator[Browser]:
    with previewing("--project", root) as address:
        chromium.errors.clear()
        chromium.open(f"{address}#/sweets", width=1440)
        chromium.until("document.documentElement?.dataset.looked !== undefined")
        chromium.press("l")
        yield chromium
        chromium.call("Page.navigate", url="about:blank")  # or it asks on, once nobody answers
        assert [] == chromium.errors


def deck(root: Path) -> str:
    return (root / "card_data/sweets/main.yaml").read_text("utf-8")


def test_a_misspelt_word_is_mended_by_its_button(page: Browser, root: Path) -> None:
    before = deck(root)
    page.until("document.querySelector('#found .mend')?.textContent", "Write candy")
    page.click("#found .mend")
    page.until(f"{OPENED}?.querySelectorAll('pre .comes').length", 1)
    shown = page.run(f"{OPENED}.querySelector('pre .comes').lastChild.textContent")
    assert "+  - {id: one, suit: candy, rank: 1, text: Short}   # which?" == shown
    assert before == deck(root)
    page.until("document.activeElement.textContent", "Write it")
    page.press("Enter")
    page.until("document.querySelectorAll('.card').length", 3)
    assert before.replace("cadny", "candy") == deck(root)
    page.press("z", 2)
    page.until("document.querySelector('#found .mend')?.textContent", "Write candy")
    assert before == deck(root)


def test_a_change_that_nobody_wants_is_not_made(page: Browser, root: Path) -> None:
    before = deck(root)
    page.until("document.querySelector('#found .mend')?.textContent", "Write candy")
    page.click("#found .mend")
    page.until(f"{OPENED}?.querySelectorAll('pre .comes').length", 1)
    page.press("Escape")
    page.until(f"{OPENED} === null")
    assert before == deck(root)


def mended(root: Path, text: str = "Short") -> None:
    """The deck without its misspelt word, its first card with another text."""
    deck_text = DECK.replace("cadny", "candy").replace(
        "rank: 1, text: Short", f"rank: 1, text: {text}"
    )
    write_project(root, {"main": deck_text}, {"card.svg": svg(BOX)})
    (root / "card_data/sweets/rules.yaml").write_text(RULES, "utf-8")


def test_what_is_meant_is_accepted_for_a_card_a_deck_or_the_game(page: Browser, root: Path) -> None:
    mended(root)
    page.until("document.querySelector('#found .meant')?.textContent", "This is meant")
    page.click("#found .meant")
    page.until(f"{OPENED}?.querySelectorAll('pre .comes').length > 0")
    labels = page.run(f"[...{OPENED}?.querySelectorAll('label')].map((each) => each.textContent)")
    assert labels[-2:] == ["In the deck Main", "In all of the game"]
    page.run(f"[...{OPENED}?.querySelectorAll('input')].at(-2).click()")
    page.until(f"{OPENED}?.querySelector('.main').disabled === false")
    page.run(f"{OPENED}.querySelector('.main').click()")
    page.until("document.querySelector('#found .meant') === null")
    page.until("document.querySelector('#found .mend')?.textContent", "Write rank: 6")
    page.click("#found .mend")
    page.until(f"{OPENED}?.querySelector('.main').disabled === false")
    page.run(f"{OPENED}.querySelector('.main').click()")
    page.until("document.querySelector('#found .mend') === null")
    assert "  - {id: two, suit: nuts, rank: 6, text: Short}\n" in deck(root)
    assert "accept: [same-face]\n# five of them\n" in deck(root)


def test_an_overlong_text_is_outlined_on_its_card(page: Browser, root: Path) -> None:
    mended(root, "Much too long a text for so small a box " * 3)
    page.until("document.querySelectorAll('.card .face .lines rect.error').length", 1)
    box = page.run(
        "['x', 'y', 'width', 'height'].map((name) => Number(document.querySelector('.lines rect').getAttribute(name)))"
    )
    assert box == [5, 60, 50, 12]
    page.run("document.querySelector('.card .badge').click()")
    page.until("document.querySelector('#large .lines rect')?.dataset.number", "0")
    page.run("document.querySelector('#large .found li').dispatchEvent(new Event('pointerenter'))")
    assert page.run("document.querySelector('#large .lines rect').classList.contains('here')")
    page.run(
        "document.querySelector('#large .lines rect').dispatchEvent(new Event('click', {bubbles: true}))"
    )
    page.until("document.querySelector('#large .found li.pointed') !== null")
    page.click("#large .found .to-cell")
    page.until("document.activeElement?.closest('[role=gridcell], [role=rowheader]') !== null")
    assert page.run("document.activeElement.textContent").startswith("Much too long a text")


def test_cards_are_checked_for_a_printer_that_one_chooses(page: Browser, root: Path) -> None:
    mended(root)
    page.until("document.querySelectorAll('#found-printer option').length > 3")
    page.until("document.querySelector('#found .meant') !== null")
    sold = f"{ROWS}.some((row) => row.querySelector('a.code')?.hash === '#size')"
    assert page.run(sold) is False
    choose_printer(page, "makeplayingcards")
    page.until(sold)
    choose_printer(page, "")
    page.until(sold, wanted=False)


def choose_printer(page: Browser, name: str) -> None:
    select = "document.getElementById('found-printer')"
    page.run(f"{select}.value = '{name}'; {select}.dispatchEvent(new Event('change'))")


def test_what_was_said_while_playing_is_noted_and_dealt_with(page: Browser, root: Path) -> None:
    mended(root)
    page.until("document.querySelectorAll('.card').length", 3)
    page.click(".card footer")
    page.until("document.querySelector('#note-text') !== null")
    page.run("document.querySelector('#note-text').focus()")
    page.call("Input.insertText", text="too strong")
    page.press("Enter")
    page.until("document.querySelector('#large .found')?.textContent.includes('too strong')")
    notes = root / "card_data/sweets/playtest.csv"
    assert ",main/one,too strong," in notes.read_text("utf-8")
    page.click("#large .done")
    page.until("document.querySelector('#large .done') === null")
    assert notes.read_text("utf-8").endswith(",yes\n")
