"""Things made on the page, in a real browser: sheets of a small deck, what is printed of them, and
what changed since."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import FACE, python, text_of, write_project

pytestmark = pytest.mark.browser
DECK = "cards: [{id: one, name: One}, {id: two, name: Two}]\n"
STATE = "document.getElementById('job').dataset.state"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("sweets"), {"main": DECK}, {"card.svg": FACE})


@pytest.fixture(scope="module")
def page(
    chromium: Browser, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The mode in which things are made, of the only deck, with settings that others do not see."""
    settings = {"CARDGEN_CONFIG": str(tmp_path_factory.mktemp("settings"))}
    with previewing("--project", root, environment=settings) as address:
        chromium.open(f"{address}#/sweets/main")
        chromium.until("document.documentElement?.dataset.looked !== undefined")
        chromium.press("m")
        choose(chromium, "paper", "a4")
        yield chromium
        assert [] == chromium.errors


def choose(page: Browser, name: str, value: str) -> None:
    """A choice in the form, as somebody makes it."""
    field = f"document.getElementById('make-form').elements['{name}']"
    page.run(
        f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))"
    )


def ended(page: Browser, button: str) -> list[str]:
    """The names of the files at hand, after a click on a button and all that comes of it."""
    before = page.run("document.getElementById('job-says').textContent")
    page.run("document.getElementById('job-says').textContent = 'before'")
    page.click(button)
    page.until(
        f"document.getElementById('job-says').textContent !== 'before' && {STATE} !== 'running'"
    )
    assert before is not None
    return list(
        page.run("[...document.querySelectorAll('#job-files b')].map((each) => each.textContent)")
    )


def test_sheets_are_made_printed_and_made_again_where_they_changed(
    page: Browser, root: Path
) -> None:
    """With what is seen meanwhile, the file at hand, and the command that does the same."""
    page.run(
        "window.steps = new Set(); new MutationObserver(() => window.steps.add("
        "document.getElementById('job-step').textContent))"
        ".observe(document.getElementById('job'), {subtree: true, childList: true, characterData: true})"
    )
    names = ended(page, "#make-start")
    assert ("done", "main-a4.pdf") == (page.run(STATE), names[0])
    assert page.run("[...window.steps].some((each) => /2 of 2/.test(each))")
    opened = page.run(
        "fetch(document.querySelector('#job-files a').href).then(async (answer) =>"
        " [answer.headers.get('content-type'), (await answer.text()).slice(0, 5)])"
    )
    assert ["application/pdf", "%PDF-"] == opened
    sheets = root / "output/sweets/main-a4.pdf"
    first_bytes = sheets.read_bytes()
    sheets.unlink()
    page.until("document.getElementById('make-command').textContent.includes('--paper a4')")
    program, *words = shlex.split(page.run("document.getElementById('make-command').textContent"))
    assert program == "cardgen"
    assert 0 == python("-m", "cardgen", *words).returncode
    assert first_bytes == sheets.read_bytes()

    assert ["printed.yaml"] == ended(page, "#job-printed")
    assert "job-title" == page.run("document.activeElement.id"), "its button is gone"
    assert "Remembered as printed" == page.run("document.getElementById('job-says').textContent")
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text().replace("name: Two", "name: Three"))
    page.click("[name=changed]")
    names = ended(page, "#make-start")
    assert "main-changed-a4.pdf" in names
    assert "/findings#cards-to-take-out" in page.run(
        "document.getElementById('job-findings').innerHTML"
    )
    text = " ".join(text_of(root / "output/sweets/main-changed-a4.pdf"))
    assert "Three" in text
    assert "One" not in text


def test_it_is_used_by_keys_and_read_aloud(page: Browser) -> None:
    """Each field has a name, each change of state is told, and a choice is made by arrows."""
    unnamed_fields = page.run(
        "[...document.getElementById('make-form').elements].filter((each) => each.name"
        " && !each.labels[0]?.textContent.trim()).map((each) => each.name)"
    )
    assert [] == unnamed_fields
    assert "status" == page.run("document.getElementById('job-says').getAttribute('role')")
    page.run("document.querySelector('[name=kind]:checked').focus()")
    page.press("ArrowRight")
    assert "books" == page.run("document.getElementById('make-form').elements.kind.value")
    assert "Make the rulebook" == page.run("document.getElementById('make-start').textContent")


def test_a_calibration_is_kept_by_what_was_read(page: Browser) -> None:
    """By the command's own bounds, and what is kept is told."""
    page.click("[name=kind][value=calibration] + span")
    assert page.run("document.getElementById('make-keep').getAttribute('aria-disabled') === 'true'")
    choose(page, "x", "99")
    choose(page, "y", "0.5")
    page.until("document.getElementById('make-command').textContent.includes('--set 99 0.5 0')")
    ended(page, "#make-keep")
    assert "failed" == page.run(STATE), "no printer comes to that"
    assert "out-of-range" == page.run("document.querySelector('#job-findings .code').textContent")
    choose(page, "x", "2")
    ended(page, "#make-keep")
    assert "done" == page.run(STATE)
    assert "Kept" == page.run("document.getElementById('job-says').textContent")
    page.until("document.getElementById('make-kept').textContent.includes('X 2 mm, Y 0.5 mm')")
    page.click("[name=check]")
    choose(page, "x", "")
    choose(page, "y", "")
    assert ["calibrate-check-a4.pdf"] == ended(page, "#make-start")
