"""The page in a real browser: looked at, searched, turned over, and kept up with while files change
on disk."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from chromium import Browser
from PIL import Image, ImageStat
from previews import origin, previewing
from projects import HEAD, SHIPPED, svg, write_project

import cardgen

pytestmark = pytest.mark.browser

GAME = "best-candy-on-the-block"
TEXT = "(id) => document.querySelector(`[data-key$='/${id}'] .face .picture`).shadowRoot.textContent.replace(/\\s+/g, ' ')"

IMAGES = "[...document.querySelector(`CARD`).card.face.shadow.querySelectorAll('image')].map((each) => each.href.baseVal).join()"


class Open(NamedTuple):
    """A project of its own, its preview, and where an editor notes what it was given."""

    root: Path
    address: str
    noted: Path

    @property
    def deck(self) -> Path:
        return self.root / "card_data" / GAME / "main.yaml"


@pytest.fixture(scope="module")
def candy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """The game with the deck of 57 cards, to change."""
    root = tmp_path_factory.mktemp("candy")
    shutil.copytree(SHIPPED / "card_data" / GAME, root / "card_data" / GAME)
    shutil.copytree(SHIPPED / "templates", root / "templates")
    noted = root / "noted.json"
    editor = root / "editor.py"
    written = "pathlib.Path(__file__).with_suffix('.aside')"
    editor.write_text(
        # in one step
        f"import json, pathlib, sys\n{written}.write_text(json.dumps(sys.argv[1:]))\n{written}.replace({str(noted)!r})\n"
    )
    with previewing("--project", root, visual=f'"{sys.executable}" "{editor}"') as address:
        yield Open(root, address, noted)


@contextmanager
def watched(candy: Open, page: Browser) -> Iterator[Browser]:
    """Nothing may go wrong in the console, and nobody else be asked."""
    page.errors.clear()
    page.asked.clear()
    yield page
    assert [] == page.errors
    assert [] == [
        address
        for address in page.asked
        if not address.startswith((origin(candy.address), "about:"))
    ]


@pytest.fixture
def main(candy: Open, chromium: Browser) -> Iterator[Browser]:
    """The main deck on the page, complete, as nobody has seen it before: a browser keeps what was
    chosen."""
    with watched(candy, chromium):
        open_anew(candy, chromium)
        yield chromium


@pytest.fixture
def seen(candy: Open, chromium: Browser) -> Iterator[Browser]:
    """The same for tests that leave it as it was, with all its cards: to show it takes longer than
    to search it, so it is loaded once."""
    with watched(candy, chromium):
        if not chromium.run("window.seen"):
            open_anew(candy, chromium)
            chromium.run("window.seen = true")
        chromium.write("#query", "")
        chromium.until("document.querySelectorAll('.card:not([hidden])').length", 57)
        yield chromium


def open_anew(candy: Open, page: Browser) -> None:
    """Open the main deck without what was chosen at this address, by an earlier server that had the
    same port as well."""
    page.call(
        "Storage.clearDataForOrigin", origin=origin(candy.address), storageTypes="local_storage"
    )
    page.open(f"{candy.address}#/{GAME}/main")
    ready(page)


def ready(page: Browser) -> None:
    page.until(
        "document.querySelectorAll('.card').length > 0 && document.documentElement.dataset.looked !== undefined"
    )
    seen = "[...document.querySelectorAll('.card')].filter((each) => each.getBoundingClientRect().top < innerHeight)"
    page.until(f"{seen}.every((each) => each.card.face.shadow.firstElementChild)")


def cards(page: Browser) -> list[str]:
    """The cards that are shown."""
    return list(
        page.run(
            "[...document.querySelectorAll('.card:not([hidden])')].map((each) => each.card.id)"
        )
    )


def says(page: Browser, id: str) -> str:
    return str(page.run(f"({TEXT})('{id}')"))


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("2-4,black-9", ["black-0", "black-1", "black-2", "black-9"]),
        ("black-1*", ["black-1", "black-10", "black-11", "black-12"]),
        ("rank > 11 and color == 'green'", ["green-12"]),
        ("black-3:1, candy corn", ["black-1", "black-3"]),
        ("rank=12 color=green", ["green-12"]),  # as the page has always understood it
    ],
)
def test_the_search_knows_the_words_of_cards(seen: Browser, search: str, found: list[str]) -> None:
    """What --cards means by a selection, the page shows."""
    seen.write("#query", search)
    seen.until(
        "[...document.querySelectorAll('.card:not([hidden])')].map((each) => each.card.id).join()",
        ",".join(found),
    )


def test_a_search_that_means_nothing_says_why(seen: Browser) -> None:
    seen.write("#query", "blak-*")
    seen.until("document.querySelector('#empty').textContent.includes('did you mean')")
    assert [] == cards(seen)
    seen.write("#query", "")
    seen.until("document.querySelectorAll('.card:not([hidden])').length", 57)


def test_change_break_and_mend(
    candy: Open, main: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    """Load, filter, flip; then the file changes, and the card is redrawn in its place, seen from
    the same side at the same height."""
    assert 57 == len(cards(main))
    assert "Candy Corn" in says(main, "black-1")
    main.write("#query", "color=orange rank>=3")
    main.until("document.querySelectorAll('.card:not([hidden])').length", 10)
    assert all(id.startswith("orange-") for id in cards(main))
    main.click("[data-key$='/orange-5'] .both")
    main.until("document.querySelector('[data-key$=\"/orange-5\"]').classList.contains('flipped')")
    main.run("document.querySelector('[data-key$=\"/orange-12\"]').scrollIntoView({block: 'end'})")
    before = main.run("scrollY")
    name = str(
        main.run("document.querySelector('[data-key$=\"/orange-6\"]').card.record.fields.name")
    )
    main.run("void (window.same = document.querySelector('[data-key$=\"/orange-6\"]'))")

    text = candy.deck.read_text("utf-8")
    candy.deck.write_text(text.replace(f"name: {name},", "name: Sugar Comet,"), "utf-8")
    main.until(f"({TEXT})('orange-6').includes('Sugar Comet')")
    lag = main.until("document.documentElement.dataset.lag")
    assert main.run("window.same === document.querySelector('[data-key$=\"/orange-6\"]')")
    assert main.run(
        "document.querySelector('[data-key$=\"/orange-5\"]').classList.contains('flipped')"
    )
    assert (10, before) == (len(cards(main)), main.run("scrollY"))

    candy.deck.write_text(text.replace(f"name: {name},", "nmae: Sugar Comet,"), "utf-8")
    main.until("!document.getElementById('alarm').hidden")
    alarm = main.run("document.getElementById('alarm').textContent")
    line = 1 + text[: text.index(f"name: {name},")].count("\n")
    assert f"main.yaml:{line}:" in alarm
    assert 'did you mean "name"?' in alarm
    assert "Sugar Comet" in says(main, "orange-6")
    assert main.run("document.querySelector('#games a.broken') !== null")

    candy.deck.write_text(text, "utf-8")
    main.until("document.getElementById('alarm').hidden")
    main.until(f"({TEXT})('orange-6').includes({json.dumps(name)})")
    assert (10, before) == (len(cards(main)), main.run("scrollY"))
    with capsys.disabled():
        sys.stdout.write(f"\n57 cards, from the save to the screen: {lag} ms\n")


def test_a_template_and_a_drawing_change(candy: Open, main: Browser) -> None:
    """Every card of a template is redrawn; of a drawing, the cards that show it."""
    template = candy.root / "templates/best-candy/treat.svg"
    text = template.read_text("utf-8")
    template.write_text(
        text.replace(
            "</svg>", '<text x="9" y="9" font-family="Nunito" font-size="4">ZZ</text></svg>'
        ),
        "utf-8",
    )
    awake = "[...document.querySelectorAll('.card')].map((each) => each.card).filter((each) => each.isAwake)"
    main.until(f"{awake}.every((each) => each.face.shadow.textContent.includes('ZZ'))")
    template.write_text(text, "utf-8")
    main.until(f"!({TEXT})('black-1').includes('ZZ')")
    art = IMAGES.replace("CARD", "[data-key$='/black-1']")
    before = main.run(art)
    drawing = candy.root / "card_data" / GAME / "art/candy-corn.svg"
    drawn = drawing.read_text("utf-8")
    drawing.write_text(drawn.replace("</svg>", '<circle r="3" fill="#123456"/></svg>'), "utf-8")
    main.until(f"{art} !== {json.dumps(before)}")
    drawing.write_text(drawn, "utf-8")
    main.until(art, before)


def test_a_new_card_and_a_card_gone(candy: Open, main: Browser) -> None:
    text = candy.deck.read_text("utf-8")
    candy.deck.write_text(
        text.rstrip()
        + "\n  - {id: black-99, color: black, rank: 9, name: Moon Cake, art: candy-corn}\n",
        "utf-8",
    )
    main.until("document.querySelectorAll('.card').length", 58)
    main.run("document.querySelector('[data-key$=\"/black-99\"]').card.awake()")
    main.until(f"({TEXT})('black-99').includes('Moon Cake')")
    candy.deck.write_text(text, "utf-8")
    main.until("document.querySelectorAll('.card').length", 57)


@pytest.mark.parametrize("view", ["sweets", "sweets/main"])
def test_what_is_back_is_shown_again(tmp_path: Path, chromium: Browser, view: str) -> None:
    """A deck that was taken away, as by a checkout of another branch: until it returns another view
    stands in for it."""
    root = write_project(tmp_path, {"main": "", "other": "cards: [{id: four}]\n"})
    with previewing("--project", root) as address:
        chromium.open("about:blank")
        chromium.open(f"{address}#/{view}")
        ready(chromium)
        chromium.until("document.querySelectorAll('.card').length >= 3")
        before = cards(chromium)
        deck = root / "card_data/sweets/main.yaml"
        text = deck.read_text("utf-8")
        deck.unlink()
        chromium.until(
            "[...document.querySelectorAll('.card')].map((each) => each.card.id).join()", "four"
        )
        deck.write_text(text, "utf-8")
        chromium.until("document.querySelectorAll('.card').length", len(before))
        assert before == cards(chromium)
        assert chromium.run("location.hash") == f"#/{view}"


def test_findings_stand_on_the_card_and_in_the_list(candy: Open, main: Browser) -> None:
    """A click on the place copies it, and opens the editor there."""
    text = candy.deck.read_text("utf-8")
    candy.deck.write_text(
        text.replace(
            "name: Wax Lips,",
            "name: TODO the longest name that ever was given to any sweet at all and is longer than three lines can hold,",
        ),
        "utf-8",
    )
    try:
        main.until("document.querySelector('[data-key$=\"/black-2\"] .badge').textContent >= 2")
        main.click("#findings-button")
        main.until("document.getElementById('found').textContent.includes('does not fit its box')")
        found = main.run("document.getElementById('found').textContent")
        assert "does not fit its box" in found
        assert 'still says "TODO"' in found
        main.call(
            "Browser.grantPermissions",
            permissions=["clipboardReadWrite", "clipboardSanitizedWrite"],
        )
        main.click("#found .place")
        main.until("!document.getElementById('toast').hidden")
        copied = main.run("navigator.clipboard.readText()")
        line = 1 + text[: text.index("name: Wax Lips,")].count("\n")
        assert re.search(rf"main\.yaml:{line}:\d+$", copied)
        main.until("document.getElementById('toast').textContent.includes('opened in your editor')")
        for _ in range(3000):
            if candy.noted.exists():
                break
            time.sleep(0.02)
        assert [str(candy.deck.resolve())] == json.loads(candy.noted.read_text())
    finally:
        candy.deck.write_text(text, "utf-8")
    main.until("document.querySelector('[data-key$=\"/black-2\"] .badge').hidden")
    main.until("document.querySelector('#found .fine')?.textContent", "Nothing to mend.")


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("", lambda card: True),
        ("corn", lambda card: "corn" in f"{card.id} {card.name} {card.art}".lower()),
        ("name:GUMMY", lambda card: "gummy" in card.name.lower()),
        ("rank>=12", lambda card: card.rank >= 12),
        ("rank=3..5", lambda card: 3 <= card.rank <= 5),
        (
            "suits=sour,nuts -color=black",
            lambda card: {"sour", "nuts"} & set(card.suits) and card.color != "black",
        ),
        ('name="Candy Corn"', lambda card: card.name == "Candy Corn"),
        ("rank!=3", lambda card: card.rank != 3),
        ("-suits:", lambda card: not card.suits),
        ("id:king", lambda card: "king" in card.id),
        ("is:wrong", lambda card: False),
        ("nothing:here", lambda card: False),
    ],
)
def test_the_language_of_the_search(
    candy: Open, seen: Browser, query: str, holds: Callable[[Any], bool]
) -> None:
    """The cards that the deck's own data say."""
    deck = cardgen.open_project(candy.root).games[0].deck("main")
    wanted = [card.id for card in deck if holds(card)]
    seen.write("#query", query or " ")
    seen.until(
        "[...document.querySelectorAll('.card:not([hidden])')].map((each) => each.card.id)", wanted
    )


def test_filters_are_clicks_on_values(main: Browser) -> None:
    main.click("#filter-button")
    main.until("document.querySelectorAll('.chip').length > 20")
    chip = "[...document.querySelectorAll('.chip')].find((each) => each.firstChild.textContent === '{}').click()"
    main.run(chip.format("purple"))
    main.until("document.getElementById('query').value", "color=purple")
    main.run(chip.format("green"))
    main.until("document.getElementById('query').value", "color=purple,green")
    main.until("document.querySelectorAll('.card:not([hidden])').length", 28)
    main.run(chip.format("purple"))
    main.run(chip.format("green"))
    main.until("document.querySelectorAll('.card:not([hidden])').length", 57)


def test_the_keyboard_is_enough(main: Browser) -> None:
    """Search, walk, turn, enlarge, zoom, and back."""
    main.press("/")
    main.until("document.activeElement.id", "query")
    main.call("Input.insertText", text="color=green")
    main.until("document.querySelectorAll('.card:not([hidden])').length", 14)
    main.press("Escape")
    main.until("document.querySelectorAll('.card:not([hidden])').length", 57)
    main.press("ArrowRight")
    main.press("ArrowRight")
    main.until("document.activeElement.card?.id", "black-0")
    main.press("f")
    main.until("document.activeElement.card.flipped")
    main.press("Enter")
    main.until("document.getElementById('large').open")
    assert "Toothbrush" in main.run("document.querySelector('#large .facts').textContent")
    main.press("ArrowRight")
    main.until("document.querySelector('#large h2').textContent", "Candy Corn")
    main.press("Escape")
    main.until("!document.getElementById('large').open")
    main.until("document.activeElement.card?.id", "black-1")
    main.press("0")
    width = main.run("document.querySelector('.both').getBoundingClientRect().width")
    assert 63.5 / 25.4 * 96 == pytest.approx(width, abs=0.6)
    main.press("?")
    main.until("document.getElementById('help').open")
    main.press("Escape")
    main.press("]")
    main.until("document.getElementById('title').textContent", "Suit Deck")
    main.press("[")
    main.until("document.getElementById('title').textContent", "Main Deck")
    main.press("-")


def test_what_the_server_says_does_not_turn_the_page_back(main: Browser) -> None:
    """The list of games may come after a key and before the browser tells that the address is
    another."""
    main.press("]")
    main.until("document.getElementById('title').textContent", "Suit Deck")
    main.run(
        "import('/static/store.js').then(({ store }) => {"
        " location.hash = location.hash.replace(/[^/]+$/, 'main'); store.dispatchEvent(new CustomEvent('contents')); })"
    )
    main.until("document.getElementById('title').textContent", "Main Deck")


def test_lines_for_trim_bleed_and_safe_zone(main: Browser) -> None:
    """Each is a key and a button; the bleed shows what lies beyond the cut."""
    box = main.run(
        "(() => { const r = document.querySelector('.both').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()"
    )
    for key, kind in (("t", "trim"), ("b", "bleed"), ("s", "safe")):
        shown = f"getComputedStyle(document.querySelector('.lines .{kind}')).display"
        assert "none" == main.run(shown)
        main.press(key)
        main.until(shown, "block")
    main.press("t")
    main.press("s")
    moved = main.run(
        "(() => { const r = document.querySelector('.both').getBoundingClientRect(); return [r.x, r.y]; })()"
    )
    outside = main.picture(moved[0] - 6, moved[1] + box[3] / 2, 4, 4)
    assert sum(ImageStat.Stat(outside).mean) / 3 < 120, (
        "the dark ground of the card reaches beyond the cut"
    )
    main.press("b")


def test_what_a_screen_reader_hears_of_the_page(seen: Browser) -> None:
    """Tabs alone can be chosen, and there is one main part, whatever is shown."""
    for mode in ("hand", "sheets", "make", "cards"):
        seen.click(f"button[data-mode={mode}]")
        seen.until("document.documentElement.dataset.mode", mode)
        chosen = seen.run(
            "[...document.querySelectorAll('[aria-selected]')].map((each) => [each.role, each.ariaSelected === 'true'])"
        )
        modes = ("begin", "cards", "table", "hand", "sheets", "make")
        assert [["tab", name == mode] for name in modes] == chosen
        assert 1 == seen.run(
            "[...document.querySelectorAll('main')].filter((each) => each.checkVisibility()).length"
        )


@pytest.mark.parametrize("sight", ["grey", "protanopia", "deuteranopia", "tritanopia"])
def test_other_eyes(seen: Browser, sight: str) -> None:
    """Greyscale has no colour left; the others move colours as their matrices say."""
    from cardgen.base.colour_math import VISION, linear

    orange = "document.querySelector('[data-key$=\"/orange-5\"]')"
    seen.run(f"{orange}.scrollIntoView({{block: 'center'}})")
    seen.until(f"{orange}.card.face.shadow.firstElementChild !== null")
    plain = _ground(seen)
    seen.run(
        f"(() => {{ const s = document.getElementById('sight'); s.value = '{sight}'; s.dispatchEvent(new Event('change')); }})()"
    )
    seen.until("document.documentElement.dataset.sight", sight)
    found = _ground(seen)
    seen.run(
        "(() => { const s = document.getElementById('sight'); s.value = ''; s.dispatchEvent(new Event('change')); })()"
    )
    seen.until("document.documentElement.dataset.sight", "")
    if sight == "grey":
        assert max(found) - min(found) <= 2
        return
    light = [linear(value / 255) for value in plain]
    rows = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in VISION[sight]
    ]
    wanted = [
        255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
        for value in rows
    ]
    assert wanted == pytest.approx(found, abs=6)


def test_a_plate_is_seen_as_its_film(tmp_path: Path, chromium: Browser) -> None:
    """Black where it is, in art of art too, also of a finish that is not shown otherwise, and white
    elsewhere, also where it is magenta; the list names the plates that there are."""
    palette = "title: Sweets\npalette: {gold: {rgb: '#D4AF37', plate: foil}, gloss: {rgb: '#C0E0FF', plate: varnish}, red: '#F000C8'}\n"
    shapes = ("red", -9, 0, 99), ("gold", 10, 10, 20), ("gloss", 40, 40, 20)
    face = "".join(
        f'<rect x="{x}" y="{y}" width="{w}" height="{w}" fill="{{{{ palette.{name} }}}}"/>'
        for name, x, y, w in shapes
    )
    face += '<rect x="30" y="62" width="12" height="12" fill="#f0f"/><image href="sign.svg" x="5" y="60" width="20" height="20"/>'
    face += '<image href="outer.svg" x="35" y="5" width="20" height="20"/>'
    sign = '<rect width="5" height="10" fill="var(--palette-gold, #D4AF37)"/><rect x="5" width="5" height="10" fill="#FF00FF"/>'
    outer = '<image href="sign.svg" width="10" height="10"/>'
    files = {
        f"card_data/sweets/art/{name}.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{drawn}</svg>'
        for name, drawn in (("sign", sign), ("outer", outer))
    }
    templates = {"card.svg": svg(face), "back.svg": svg("")}
    write_project(
        tmp_path, {"main": HEAD + "cards: [{id: one}]\n"}, templates, game=palette, files=files
    )
    with previewing("--project", tmp_path) as address:
        chromium.open("about:blank")
        chromium.open(address)
        chromium.until(
            "document.querySelector('.card')?.card.face.shadow.firstElementChild != null"
        )
        listed = "[...document.getElementById('sight').options].map((each) => each.text).slice(-2).join()"
        chromium.until(listed, "plate: foil (gold),plate: varnish (gloss)")
        box = "document.querySelector('.both').getBoundingClientRect()"
        x, y, width = chromium.run(
            f"(() => {{ const r = {box}; return [r.x + scrollX, r.y + scrollY, r.width]; }})()"
        )
        unit = width / 60
        for plate, dark in (
            ("", [False, False]),
            ("plate-gold", [True, False]),
            ("plate-gloss", [False, True]),
        ):
            chromium.run(
                f"(() => {{ const s = document.getElementById('sight'); s.value = '{plate}'; s.dispatchEvent(new Event('change')); }})()"
            )
            chromium.until("document.documentElement.dataset.sight", plate)
            spots = [
                ImageStat.Stat(chromium.picture(x + at * unit, y + at * unit, 3, 3)).mean
                for at in (20, 50, 33)
            ]
            assert dark == [sum(spot) < 30 for spot in spots[:2]]
            assert (sum(spots[2]) > 750) == bool(plate)
            if plate:
                loaded = "[...document.querySelector('.card').card.face.shadow.querySelectorAll('image')].map((each) => each.decode?.())"
                chromium.run(f"Promise.all({loaded}).then(() => 1)")
                signs = ((10, 70), (40, 15), (20, 70), (50, 15), (36, 68))
                for _ in range(100 if plate == "plate-gold" else 1):  # art comes a moment later
                    dark = [
                        sum(ImageStat.Stat(chromium.picture(x + a * unit, y + b * unit, 3, 3)).mean)
                        < 30
                        for a, b in signs
                    ]
                    if all(dark[:2]):
                        break
                assert [plate == "plate-gold"] * 2 + [False] * 3 == dark


def _ground(page: Browser) -> tuple[float, ...]:
    """The colour of a patch at the edge of the card orange-5 that is one colour."""
    x, y, width, height = page.run(
        "(() => { const r = document.querySelector('[data-key$=\"/orange-5\"] .both').getBoundingClientRect();"
        " return [r.x + scrollX, r.y + scrollY, r.width, r.height]; })()"
    )
    image: Image.Image = page.picture(x, y, width, height)
    colours = image.getcolors(image.width * image.height) or []
    return tuple(float(value) for value in max(colours)[1])


def test_what_comes_of_a_finding_is_folded_under_it(tmp_path: Path, chromium: Browser) -> None:
    """One cause is counted as one, what counts on it lies below, is opened though files change
    while the button is down, and stays open when they change."""
    rules = (
        "- {id: size, says: There are nine cards., check: deck.main | copies == 9}\n"
        "- {id: half, needs: [size], says: More than four., check: deck.main | copies > 4}\n"
        "- {id: third, needs: [size], says: More than five., check: deck.main | copies > 5}\n"
    )
    files = {"card_data/sweets/rules.yaml": rules}
    face = {
        "card.svg": svg(
            '<text x="30" y="40" font-family="Nunito" font-size="6" text-anchor="middle">{{ card.name }}</text>'
        )
    }
    root = write_project(
        tmp_path, {"main": "cards:\n  - {id: one, name: Owl}\n"}, face, files=files
    )
    with previewing("--project", root) as address:
        chromium.open("about:blank")
        chromium.open(address)
        ready(chromium)
        chromium.until("document.getElementById('findings-count').textContent", "1")
        chromium.click("#findings-button")
        chromium.until("document.querySelectorAll('#found > li').length", 1)
        assert "and 2 rules that count on it" == chromium.run(
            "document.querySelector('#found > li > .led > summary').textContent"
        )
        assert chromium.run("!document.querySelector('.led').open")
        summary = chromium.middle(".led summary")
        chromium.mouse("mousePressed", summary)
        another = "- {id: other, says: There are two cards., check: deck.main | copies == 2}\n"
        (root / "card_data/sweets/rules.yaml").write_text(rules + another, "utf-8")
        chromium.until("document.getElementById('findings-count').textContent", "2")
        chromium.mouse("mouseReleased", summary)
        chromium.until("document.querySelectorAll('#found > li').length", 2)
        chromium.until("document.querySelector('.led').open")
        assert (
            chromium.run(
                "[...document.querySelectorAll('.led li')].map((each) => each.textContent).join()"
            ).count("More than")
            == 2
        )
        (root / "card_data/sweets/rules.yaml").write_text(
            rules.replace("five.", "the five."), "utf-8"
        )
        chromium.until(
            "document.querySelector('.led')?.open && document.querySelector('.led').textContent.includes('the five')"
        )


def test_what_many_cards_have_from_one_place_is_one_entry(
    tmp_path: Path, chromium: Browser
) -> None:
    """In the list with how many cards and what would mend all; each card has its own mark, with
    what is said of it."""
    cards = "".join(f"  - {{id: c{n}, name: {'Owl and bat ' * (9 + n)}}}\n" for n in range(9))
    box = "{{ text_box(card.name, 8, 30, 44, 9, size=9) }}\n"
    small = '<text x="30" y="60" font-family="Nunito" font-size="1" text-anchor="middle">{{ card.id }} of nine</text>'
    root = write_project(tmp_path, {"main": f"cards:\n{cards}"}, {"card.svg": svg(box + small)})
    with previewing("--project", root) as address:
        chromium.open("about:blank")
        chromium.open(address)
        ready(chromium)
        chromium.click("#findings-button")
        chromium.until("document.getElementById('findings-count').textContent", "2")
        chromium.until(
            "document.getElementById('found').textContent.includes('all 9 cards (c0, c1, c2 and 6 more): card.name does not fit')"
        )
        found = chromium.run("document.getElementById('found').textContent")
        assert re.search(r"all 9 cards \(c0, c1, c2 and 6 more\): [^;]* is [\d.]+ pt tall", found)
        chromium.until(
            "[...document.querySelectorAll('.card .badge')].filter((each) => each.textContent >= 1).length",
            9,
        )


def test_an_address_that_nobody_escaped_shows_cards(candy: Open, main: Browser) -> None:
    """Typed by hand, or cut off in a message: a page stood empty before, with no word of why."""
    main.open(f"{candy.address}#/50%")
    ready(main)
    main.until("document.querySelectorAll('.card').length > 0")
    assert "%" not in main.run("location.hash")


def test_a_hand_is_what_a_player_holds(candy: Open, main: Browser) -> None:
    """Of a game with seven decks only treats are dealt, a dozen; of a deck that nobody holds as
    many as there are, up to thirteen."""
    held = "[...new Set([...document.querySelectorAll('.held')].map((each) => each.getAttribute('aria-label')))]"
    main.open(f"{candy.address}#/{GAME}")
    ready(main)
    main.press("h")
    main.until("document.querySelectorAll('.held').length", 12)
    main.until(
        "document.getElementById('hand-about').textContent.includes('as the rules deal them')"
    )
    treats = main.run(
        "[...document.querySelectorAll(\".card[data-key*='/main/']\")].map((each) => each.card.name.textContent)"
    )
    assert set(main.run(held)) <= set(treats)
    main.run(f"location.hash = '#/{GAME}/king'")
    main.until("document.querySelectorAll('.held').length", 13)
    main.until("!document.getElementById('hand-about').textContent.includes('as the rules')")
    main.run(f"location.hash = '#/{GAME}/flavor'")
    main.until("document.querySelectorAll('.held').length", 6)
    main.press("c")


def test_a_hand_is_fanned_and_dealt_anew(main: Browser) -> None:
    """Every corner to be seen."""
    main.press("h")
    main.until("document.querySelectorAll('.held').length", 12)
    names = "[...document.querySelectorAll('.held')].map((each) => each.title).join()"
    first = main.run(names)
    assert main.run(
        "[...document.querySelectorAll('.held')].every((each) => each.getBoundingClientRect().right <= innerWidth)"
    )
    for _ in range(5):  # the same cards in the same order may come again, though not five times
        main.press("d")
    main.until(f"{names} !== {json.dumps(first)}")
    main.press("c")


def test_the_sheets_are_those_of_the_build(main: Browser) -> None:
    """Front and back of seven sheets; another layout is asked of the press too."""
    main.press("p")
    main.until("document.querySelectorAll('#pages img').length", 14)
    main.until(
        "document.querySelector('#pages img').complete && document.querySelector('#pages img').naturalWidth > 1000"
    )
    assert "/findings#bleed-reduced" == main.run(
        "document.querySelector('#sheet-problems a').getAttribute('href')"
    )
    assert "application/pdf" == main.run(
        "fetch(document.getElementById('sheet-pdf').href).then((a) => a.headers.get('content-type'))"
    )
    main.run(
        "(() => { const s = document.getElementById('sheet-layout'); s.value = 'single'; s.dispatchEvent(new Event('change')); })()"
    )
    main.until("document.querySelectorAll('#pages img').length", 7)
    main.press("]")
    main.until("document.querySelectorAll('#pages img').length", 2)
    main.press("c")


def test_cards_on_which_a_text_goes_on_lie_behind_it(tmp_path: Path, chromium: Browser) -> None:
    """Each says which part it is; they are found with their first, edited as it is, and nobody
    holds one in a hand."""
    long = " ".join(f"word{number}" for number in range(100))
    face = svg(
        "{{ text_box(card.text, 5, 5, 50, 30, size=10, min_size=8, font='Nunito',"
        " continues='card') }}"
    )
    head = "continue: true\nfields: {text: text}\ncards:\n  - {id: fox, name: Fox, text: few}\n"
    wolf = "  - {id: wolf, name: Wolf, text: '%s', copies: 2}\n"
    project = write_project(tmp_path, {"main": head + wolf % long}, {"card.svg": face})
    about = "[...document.querySelectorAll('.card footer')].map((each) => each.innerText).join()"
    with previewing("--project", project) as address:
        chromium.open(f"{address}#/sweets/main")
        ready(chromium)
        assert ["fox", "wolf", "wolf-2", "wolf-3"] == cards(chromium)
        read = chromium.run(about)
        assert all(words in read for words in ("Wolf (2)", "wolf-2 2/3 ×2", "wolf-3 3/3"))
        chromium.until("document.getElementById('about').innerText.includes('4 faces, 7 cards')")
        chromium.write("#query", "copies > 1")
        chromium.until("document.querySelectorAll('.card:not([hidden])').length", 3)
        chromium.write("#query", "wolf,!fox")
        chromium.until("document.querySelectorAll('.card:not([hidden])').length", 3)
        chromium.write("#query", "")
        chromium.run("document.activeElement.blur()")
        chromium.press("h")
        chromium.until("document.querySelectorAll('.held').length", 3)
        chromium.press("p")
        chromium.until("document.querySelectorAll('#pages img').length > 0")
        # a page that is asked for while the cards change is no longer there
        painted = "[...document.querySelectorAll('#pages img')].every((each) => each.naturalWidth)"
        chromium.until(painted)
        chromium.press("c")
        write_project(tmp_path, {"main": head + wolf % "short"}, {"card.svg": face})
        chromium.until("document.querySelectorAll('.card').length", 2)


def test_names_stand_on_one_line(seen: Browser) -> None:
    """However long they are, the names and the ids below the cards of a row stand at the same
    height, in the page's own type."""
    for part in ("b", "span"):
        top = "each.getBoundingClientRect().top - each.closest('.card').getBoundingClientRect().top"
        tops = f"[...document.querySelectorAll('.card footer > {part}')].map((each) => {top})"
        low, high = seen.run(f"[Math.min(...{tops}), Math.max(...{tops})]")
        assert high - low < 0.5
    seen.until(
        "document.fonts.check('800 16px \"cardgen title\"') && document.fonts.check('16px \"cardgen text\"')"
    )
    assert "cardgen title" in seen.run(
        "getComputedStyle(document.getElementById('title')).fontFamily"
    )


def test_a_phone_is_wide_enough(candy: Open, main: Browser) -> None:
    """Nothing sticks out, a logo says the game's name once, and the list of games opens and
    closes."""
    seen = "document.querySelector('.titles .of-game').getBoundingClientRect().width > 1"
    for width, is_named in ((1280, True), (390, False)):
        main.open(f"{candy.address}#/{GAME}", width=width, height=844)
        ready(main)
        main.until("!document.getElementById('logo').hidden")
        assert main.run(seen) is is_named
    assert main.run("document.getElementById('bar').getBoundingClientRect().height") < 215
    main.open(f"{candy.address}#/{GAME}/main", width=390, height=844)
    ready(main)
    assert 390 >= main.run("document.documentElement.scrollWidth")
    shown = (
        "getComputedStyle(document.querySelector('.tools'), `::${way}`).visibility === 'visible'"
    )
    hints = f"['before', 'after'].filter((way) => {shown}).join()"
    main.until(hints, "after")  # the tools go on there
    main.run("document.querySelector('.tools').scrollLeft = 100")
    main.until(hints, "before,after")
    main.run("document.querySelector('.tools').scrollLeft = 9999")
    main.until(hints, "before")
    assert main.run("document.getElementById('side').getBoundingClientRect().right") <= 0
    main.click("#menu")
    main.until("document.getElementById('side').getBoundingClientRect().left", 0)
    main.run(
        "[...document.querySelectorAll('#games a')].find((each) => each.textContent.includes('Suit')).click()"
    )
    main.until("document.getElementById('title').textContent", "Suit Deck")
    main.until("document.getElementById('side').getBoundingClientRect().right <= 0")
    ready(main)
    main.run(
        "document.querySelector('.card').card.awake(), document.querySelector('.card footer').click()"
    )
    main.until("document.getElementById('large').open")
    assert 390 >= main.run("document.getElementById('large').getBoundingClientRect().right")


HOSTILE = """<script>window.owned = 1</script>
<foreignObject width="60" height="80">
<body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.owned = 2"/></body></foreignObject>
<rect width="60" height="80" fill="#ffffff" onload="window.owned = 3" onclick="window.owned = 4"/>
<style>@import url(http://example.com/a.css); body, :host { position: fixed; inset: 0 }
text { fill: url(http://example.com/b.svg#c) }</style>
<rect width="9" height="9" style="fill: url(http://example.com/d.svg#e)"/>
<a href="javascript:window.owned = 5"><rect width="60" height="80" fill="none"/></a>
<use href="http://example.com/f.svg#g"/><image href="http://example.com/h.png" width="9" height="9"/>
<image href="../../../../etc/passwd" width="9" height="9"/><image href="trap.svg" width="20" height="20"/>
<image href="data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'
  viewBox='0 0 1 1'&gt;&lt;script&gt;window.owned=6&lt;/script&gt;&lt;/svg&gt;" width="9" height="9"/>
<set attributeName="href" to="javascript:window.owned = 7"/>
<text x="5" y="40" font-family="Nunito" font-size="6">{{ card.name }}</text>"""
TRAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="window.owned = 8"><script>window.owned = 9</script>
<image href="http://example.com/i.png" width="9" height="9"/><rect width="10" height="10" fill="#00aa00"/></svg>"""


def test_a_deck_from_a_stranger_cannot_do_anything(tmp_path: Path, chromium: Browser) -> None:
    """Scripts of every kind, addresses elsewhere, links out of the project: the card is shown,
    nothing runs, nobody is asked."""
    deck = "cards:\n  - {id: one, name: '<img src=x onerror=\"window.owned = 10\">'}\n"
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(HOSTILE)},
        files={"card_data/sweets/art/trap.svg": TRAP},
    )
    with previewing("--project", tmp_path) as address:
        chromium.open("about:blank")
        chromium.asked.clear()
        chromium.open(address)
        ready(chromium)
        assert "window.owned" in says(chromium, "one")
        chromium.run("document.querySelector('.card footer').click()")
        drawn = "document.querySelector('.card').card.face.shadow.querySelectorAll('*')"
        chromium.run(f"{drawn}.forEach((each) => each.dispatchEvent(new Event('click')))")
        chromium.until("document.getElementById('findings-count').textContent !== '0'")
        time.sleep(0.3)
        assert chromium.run("window.owned === undefined")
        assert [] == [
            asked for asked in chromium.asked if not asked.startswith((origin(address), "about:"))
        ]
        trap = chromium.run(IMAGES.replace("CARD", ".card"))
        assert trap.count("/art/") == 2
        chromium.open(origin(address) + trap.split(",")[0])  # as a page of its own
        chromium.until("document.readyState == 'complete'")
        assert chromium.run("window.owned === undefined")
        chromium.errors.clear()  # the policy tells what it stopped


def test_cards_that_changed_since_the_last_print_are_marked(
    tmp_path: Path, chromium: Browser
) -> None:
    """A badge on each, a button that shows them alone, and what differs where the card is large;
    printed again, they are marked no more."""
    faces = {
        "card.svg": svg(
            '<text x="30" y="40" font-family="Nunito" font-size="6" text-anchor="middle">{{ card.name }}</text>'
        )
    }
    written = "cards:\n  - {id: one, name: Wolf}\n  - {id: two, name: Fox}\n  - {id: three, name: Owl, copies: 2}\n"
    root = write_project(tmp_path, {"main": written}, faces)
    assert cardgen.open_project(root).printed().exit_code == 0
    deck = root / "card_data/sweets/main.yaml"
    changed = (
        deck.read_text("utf-8").replace("Fox", "Vixen").replace("copies: 2", "copies: 3")
        + "  - {id: four, name: Bat}\n"
    )
    deck.write_text(changed, "utf-8")
    badges = "[...document.querySelectorAll('.card .since')]"
    marked = f"{badges}.map((badge) => badge.hidden ? '' : badge.textContent).join()"
    with previewing("--project", root) as address:
        chromium.open(f"{address}#/sweets/main")
        ready(chromium)
        chromium.errors.clear()  # of a page before, whose preview has ended
        chromium.until(marked, ",changed,copies,new")
        assert (
            chromium.run("document.getElementById('since-button').textContent.trim()")
            == "Changed 3"
        )
        chromium.click("#since-button")
        chromium.until("document.querySelectorAll('.card:not([hidden])').length", 3)
        assert cards(chromium) == ["two", "three", "four"]
        chromium.click("[data-key$='/two'] footer b")
        chromium.until("document.getElementById('large').open")
        assert (
            "changed since the last print: face, print 1, take out 1; name: Fox → Vixen"
            in chromium.run("document.querySelector('#large .facts').textContent")
        )
        chromium.run("document.getElementById('large').close()")
        chromium.write("#query", "is:new")
        chromium.until("document.querySelectorAll('.card:not([hidden])').length", 1)
        assert cardgen.open_project(root).printed().exit_code == 0
        chromium.until(marked, ",,,")
        assert [] == chromium.errors


def test_a_board_fits_the_page_and_what_nobody_can_read_is_told(
    tmp_path: Path, chromium: Browser
) -> None:
    """However wide the page is, with the lines of the bleed and beside the findings; contrast is
    looked at though no printer is chosen."""
    ground = '<rect x="-9" y="-9" width="700" height="500" fill="#fffaf0"/>'
    board = "size: 600mm x 400mm\ntemplate: board.svg\ncards:\n  - {id: sea}\n"
    cards = "size: 60mm x 80mm\ntemplate: card.svg\ncards:\n  - {id: gull, name: Gull}\n"
    faint = svg(
        f'{ground}<text x="10" y="40" font-family="Nunito" font-size="6" fill="#e8dfc8">{{{{ card.name }}}}</text>'
    )
    root = write_project(
        tmp_path,
        {"board": board, "cards": cards},
        {"board.svg": svg(ground, 600, 400), "card.svg": faint},
    )
    box = "document.querySelector('[data-key$=\"/sea\"] .both').getBoundingClientRect()"
    with previewing("--project", root) as address:
        for width in (390, 1024, 1440):
            chromium.open(f"{address}#/sweets", width=width)
            ready(chromium)
            for done in (
                "true",
                "document.querySelector('[data-line=bleed]').click()",
                "document.querySelector('#findings-button').click()",
            ):
                chromium.run(done)
                chromium.until(
                    f"Math.abs({box}.width / {box}.height - 1.5) < 0.02 && {box}.left >= 0 && {box}.right <= innerWidth"
                )
                assert width >= chromium.run("document.scrollingElement.scrollWidth")
            chromium.until(
                "document.querySelector('#found li a[href=\"/findings#contrast\"]') !== null"
            )
