"""Every view of the page, light and dark, in English and German, without a violation of WCAG 2.1 A
and AA that axe-core finds; each fits the window of a telephone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from chromium import Browser
from previews import previewing
from projects import svg, write_project

pytestmark = pytest.mark.browser
AXE = Path(__file__).parent / "axe/axe.min.js"
"""axe-core 4.10.3 (Mozilla Public License 2.0, beside it)."""
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
FACE = svg(
    '<rect width="60" height="80" fill="#fff"/>'
    "{{ text_box(card.text, 5, 60, 50, 12, size=10, font='Nunito', weight=600) }}"
)
DECK = f"""\
fields: {{suit: {{one_of: [candy, nuts, sour]}}, text: {{text: {{optional: true}}}}, rank: int}}
cards:
  - {{id: one, suit: candy, rank: 1, text: Short}}
  - {{id: two, suit: nuts, rank: 2, text: {"Much too long a text for its box " * 8}}}
  - {{id: three, suit: sour, rank: 3, text: Short}}
"""
ICONS = """{"prefix": "forge", "icons": {"anvil": {"body": "<path d='M0 5h16v9H0z'/>"}}}"""
BOARD = "title: Board\nsize: 600mm x 400mm\ntemplate: plain.svg\ncards: [{id: board}]\n"
FINE = "title: Fine\nsize: poker\ntemplate: plain.svg\ncards: [{id: fine}]\n"
WRONG = "title: Wrong\nsize: poker\ntemplate: plain.svg\ncards: [{id: wrong, nmae: Wrong}]\n"
LOOKED = "document.documentElement?.dataset.looked !== undefined"
CLICK = "document.querySelector('{}').click()"
ASKED = "void import('/static/{}.js').then((module) => module.{})"
"""Something that a page asks, and waits for nobody to answer."""
PALETTE = "askDrawing({game: 'sweets', now: '', take: () => null})"
"""Drawings, with icons of sets below them."""


class View(NamedTuple):
    """A view of the page: where it is, what is done to see it, and what shows that it is there."""

    path: str
    acts: tuple[str, ...] = ()
    there: str = LOOKED


def _mode(name: str, there: str = LOOKED) -> View:
    return View("#/sweets", (CLICK.format(f"[data-mode={name}]"),), there)


VIEWS = {
    "cards": View("#/sweets"),
    "alarm": View("#/sweets", (), "!document.querySelector('#alarm').hidden"),
    "filters": View("#/sweets", (CLICK.format("#filter-button"),)),
    "findings": View(
        "#/sweets/main",
        (CLICK.format("#findings-button"),),
        "document.querySelector('#found .code') !== null",
    ),
    "table": View(
        "#/sweets/main",
        (CLICK.format("[data-mode=table]"),),
        "document.querySelectorAll('[role=rowheader]').length > 2",
    ),
    "palette": View(
        "#/sweets/main",
        (CLICK.format("[data-mode=table]"), ASKED.format("gridkinds", PALETTE)),
        "document.querySelector('.art-dialog .of-set') !== null",
    ),
    "hand": _mode("hand", "document.querySelectorAll('.held').length > 0"),
    "sheets": View(
        "#/sweets/fine",
        (CLICK.format("[data-mode=sheets]"),),
        "document.querySelectorAll('#pages figure').length > 0",
    ),
    "make": _mode("make", "document.querySelector('#make-command').textContent !== ''"),
    "large": View(
        "#/sweets/main",
        ("document.querySelectorAll('.card footer')[1].click()",),
        "document.querySelector('#large .found li') !== null",
    ),
    "design": View(
        "#/sweets/main",
        (
            "document.querySelectorAll('.card footer')[0].click()",
            "document.querySelector('#design').click()",
        ),
        "document.querySelectorAll('.things button').length > 0",
    ),
    "keys": View("#/sweets", (CLICK.format("#help-button"),)),
    "add-deck": View(
        "#/sweets", (CLICK.format("#add-deck"),), "document.querySelector('.bringing') !== null"
    ),
    "fonts": View(
        "#/sweets/fine",
        (
            "document.querySelectorAll('.card footer')[0].click()",
            "document.querySelector('#design').click()",
            CLICK.format("[data-tab=looks]"),
            CLICK.format("[data-part=fonts]"),
        ),
        "document.querySelector('#oncard-looks .drop') !== null",
    ),
    "proposal": View(
        "#/sweets",
        (CLICK.format("#findings-button"),),
        "(document.querySelector('#found .mend')?.click(), document.querySelector('.proposal .comes') !== null)",
    ),
    "play-start": View(
        "play#/sweets", (), "document.querySelector('#start-deal')?.disabled === false"
    ),
    "play": View(
        "play#/sweets",
        ("new Promise((done) => setTimeout(done, 500))",),
        "(document.querySelector('#start-deal')?.disabled === false && document.querySelector('#start-deal').click(),"
        " document.querySelectorAll('.thing').length > 0)",
    ),
    "play-keys": View(
        "play#/sweets",
        ("document.querySelector('#start').close()", CLICK.format("#help-button")),
        "document.querySelector('#help').open",
    ),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = write_project(
        tmp_path_factory.mktemp("access"),
        {"main": DECK, "board": BOARD, "fine": FINE, "wrong": WRONG},
        {"card.svg": FACE},
        files={"templates/icon-sets/forge.json": ICONS},
    )
    with previewing("--project", root) as opened:
        yield opened


def shown(page: Browser, address: str, view: View, language: str, **window: str | int) -> None:
    """Open a view in a language."""
    base, key = address.split("/?")
    page.open(f"{base}/?{key}", **window)  # type: ignore[arg-type]
    page.until("document.readyState", "complete")
    page.run(f"localStorage.clear(); localStorage.setItem('cardgen-language', '{language}')")
    path, _, fragment = view.path.partition("#")
    page.open(f"{base}/{path}?{key}#{fragment}", **window)  # type: ignore[arg-type]
    page.until("document.documentElement?.lang", language)
    page.until(LOOKED if not path else "document.querySelector('#start')?.open === true")
    for act in view.acts:
        page.run(act)
    page.until(view.there)


def violations(page: Browser) -> list[str]:
    """What axe-core finds, with the elements that it is about."""
    if not page.run("window.axe !== undefined"):
        page.run(AXE.read_text("utf-8") + "; 0")
    page.run(
        "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0))).then(() => 0)"
    )
    options = {"runOnly": {"type": "tag", "values": LEVELS}, "resultTypes": ["violations"]}
    found = page.run(
        f"axe.run(document, {json.dumps(options)}).then((result) => result.violations)"
    )
    return [
        f"{each['id']}: {node['target']} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize(
    ("scheme", "language", "width"), [("light", "en", 1280), ("dark", "de", 390)]
)
def test_no_view_violates_wcag(
    chromium: Browser, address: str, name: str, scheme: str, language: str, width: int
) -> None:
    """A board of 600 mm fits a telephone, too."""
    shown(chromium, address, VIEWS[name], language, width=width, height=844, scheme=scheme)
    assert chromium.run("document.documentElement.scrollWidth") <= width
    assert violations(chromium) == []


def test_the_page_on_which_one_begins_violates_nothing(chromium: Browser, tmp_path: Path) -> None:
    with previewing(cwd=tmp_path) as opened:
        for width, scheme in ((1280, "light"), (390, "dark")):
            chromium.open(opened, width=width, scheme=scheme)
            chromium.until("document.querySelector('#begin-start') !== null")
            assert chromium.run("document.documentElement.scrollWidth") <= width
            assert violations(chromium) == []
            chromium.run("document.querySelector('[value=table]').click()")
            assert violations(chromium) == []


SHARED = {"game": "sweets", "setup": "decks", "players": 3, "width": 420, "share": 0.7}
ASKS = """fetch('{}', {{method: 'POST', headers: {{'x-cardgen-token': {}.plays}}, body: JSON.stringify({})}})
  .then((answer) => answer.json())"""
ABOUT = "JSON.parse(document.querySelector('meta[name=cardgen]').content)"
SHARED_VIEWS = (
    (
        "document.querySelectorAll('.thing').length > 0",
        "document.querySelector('[data-seat=\"1\"]').click()",
    ),
    ("document.querySelector('#seat').open", "document.querySelector('#seat-take').click()"),
    (
        "document.querySelector('.seat[aria-pressed=true][data-seat]') !== null",
        "document.querySelector('#end').click()",
    ),
    ("document.querySelector('#sure').open", "document.querySelector('#sure-yes').click()"),
    ("document.querySelector('#notice').checkVisibility()", "0"),
)
"""Views of the shared table: what shows that each is there, and what leads to the next."""


@pytest.mark.parametrize(
    ("scheme", "language", "width"), [("light", "en", 1280), ("dark", "de", 390)]
)
def test_the_shared_table_violates_nothing(
    chromium: Browser, address: str, scheme: str, language: str, width: int
) -> None:
    """Seen by an onlooker, by who asks for a seat, has one, and ends the game."""
    shown(chromium, address, VIEWS["cards"], language, width=width, scheme=scheme)
    asked = ASKS.format("/host/deal", ABOUT, json.dumps(SHARED))
    assert chromium.run(asked) == {"problems": []}
    base, key = address.split("/?")
    chromium.open(f"{base}/play?{key}", width=width, scheme=scheme)
    chromium.until("document.body?.classList.contains('shared')")
    for is_there, goes_on in SHARED_VIEWS:
        chromium.until(is_there)
        assert violations(chromium) == []
        assert chromium.run("document.documentElement.scrollWidth") <= width
        chromium.run(goes_on)
    assert chromium.run(ASKS.format("/host/close", ABOUT, "{}")) == {}
