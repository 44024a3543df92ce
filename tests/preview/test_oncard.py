"""On the card, in a real browser: things named, dragged, pushed and sized; a template and the looks
of the game edited beside it. What the files say then, to the byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from chromium import Browser
from previews import previewing
from projects import svg, write_project

pytestmark = pytest.mark.browser

DECK = """\
title: Birds
size: 60mm x 80mm
template: card.svg
back: back.svg
fields: {text: text}
cards:
  - {id: owl, name: Owl, text: Sees by night. It flies without a sound.}
"""
TEMPLATE = svg(
    """\
<rect x="-4" y="-4" width="68" height="88" fill="#fdf6e3"/>
{# the title #}{{ text_box(card.name, 8, 6.50, 30, 8, size=14, weight=800) }}
<image href="owl.svg"  x="12"  y='18' width="20" height="20" />
{{ text_box(card.text, x=6, y=52, width=40, height=12, size=9, min_size=8) }}
<rect x="{{ 3 + 4 }}" y="44" width="8" height="4" fill="#0a0"/>
{% for i in range(3) %}<circle cx="{{ 20 + i * 5 }}" cy="46" r="2" fill="#a00"/>{% endfor %}
<g transform="rotate(90 50 20) translate(1 2)"><rect id="turned" x="45" y="10" width="8" height="4" fill="#00a"/></g>
<g transform="translate(2,1)" inkscape:label="badge" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
<path d="M40 66h8v8h-8z" fill="#707"/></g>"""
)
OWL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#846"/></svg>'
GAME = "title: Birds\npalette: {ink: '#202020', rose: '#c02050'}   # two\nstyles:\n  hot: {color: ink}  # words\n"
ALT, CTRL, SHIFT = 1, 2, 8


class Desk(NamedTuple):
    """A card that is worked on."""

    root: Path
    browser: Browser
    name: str = "card.svg"

    @property
    def template(self) -> Path:
        return self.root / "templates" / self.name

    @property
    def game(self) -> Path:
        return self.root / "card_data/sweets/game.yaml"

    def run(self, code: str) -> Any:
        return self.browser.run(code)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the card in millimetres is seen."""
        left, top, width = self.run(
            "(() => { const r = document.querySelector('.oncard .sheet .side').getBoundingClientRect(); return [r.x, r.y, r.width]; })()"
        )
        return left + x * width / 60, top + y * width / 60

    def mouse(self, kind: str, place: tuple[float, float], modifiers: int = 0) -> None:
        about = {"button": "left", "buttons": 1, "clickCount": 1, "modifiers": modifiers}
        self.browser.call(
            "Input.dispatchMouseEvent", type=f"mouse{kind}", x=place[0], y=place[1], **about
        )

    def click(self, x: float, y: float) -> str:
        """What a click names."""
        self.mouse("Pressed", self.place(x, y))
        self.mouse("Released", self.place(x, y))
        return str(self.run("document.querySelector('.picked').innerText"))

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        modifiers: int = ALT,
        *,
        drop: bool = True,
    ) -> None:
        """Drag from a place to another, in millimetres."""
        self.mouse("Pressed", self.place(*start))
        for step in range(1, 5):
            between = [a + (b - a) * step / 4 for a, b in zip(start, end, strict=True)]
            self.mouse("Moved", self.place(between[0], between[1]), modifiers)
        if drop:
            self.mouse("Released", self.place(*end), modifiers)

    def says(self, text: str) -> None:
        """Wait until the template is this text, and the card drawn with it."""
        for _ in range(400):
            if self.template.read_text("utf-8") == text:
                break
            self.browser.run("new Promise(done => setTimeout(done, 20))")
        assert self.template.read_text("utf-8") == text
        self.settled()

    def wrote_of_game(self, words: str) -> None:
        """Wait until the file of the game has these words."""
        for _ in range(400):
            if words in self.game.read_text("utf-8"):
                return
            self.browser.run("new Promise(done => setTimeout(done, 20))")
        raise AssertionError(self.game.read_text("utf-8"))

    def settled(self) -> None:
        """Wait until nothing more is drawn."""
        drawn = (
            "(() => { const e = document.querySelector('.oncard');"
            " return e.ariaBusy ? String(performance.now()) : e.dataset.drawn; })()"
        )
        before = ""
        while before != (now := self.run(drawn)):
            before = now
            self.browser.run("new Promise(done => setTimeout(done, 400))")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    root = tmp_path_factory.mktemp("oncard")
    write_project(root, {"birds": DECK}, {"card.svg": TEMPLATE}, game=GAME)
    (root / "card_data/sweets/art").mkdir()
    (root / "card_data/sweets/art/owl.svg").write_text(OWL, encoding="utf-8")
    with previewing("--project", root) as address:
        yield root, address


def opened(desk: Desk, address: str, deck: str) -> Desk:
    """The first card of a deck, to be worked on."""
    page = desk.browser
    page.errors.clear()
    page.open(f"{address}#/sweets/{deck}", width=1200, height=900)
    page.until("!!document.querySelector('.card .picture')?.shadowRoot?.querySelector('svg')")
    page.run("document.querySelector('.card').focus()")
    page.press("Enter")
    page.until("!!document.querySelector('#design')")
    page.click("#design")
    page.until("document.querySelector('.oncard').dataset.drawn > 0")
    desk.settled()
    return desk


@pytest.fixture
def desk(chromium: Browser, project: tuple[Path, str]) -> Iterator[Desk]:
    """The card as it was written, on the desk."""
    root, address = project
    made = Desk(root, chromium)
    for path, text in ((made.template, TEMPLATE), (made.game, GAME)):
        if path.read_text("utf-8") != text:
            path.write_text(text, encoding="utf-8")
    yield opened(made, address, "birds")
    assert chromium.errors == []


def test_a_click_names_what_lies_there(desk: Desk) -> None:
    words = desk.click(20, 57)
    assert "text_box(card.text)" in words
    assert "card.svg:5:4" in words
    assert "birds.yaml:7:" in words
    assert re.search(r"of 12 mm high: \d+ %", words)
    assert "<image>" in desk.click(20, 28)
    assert "card.svg:4:1" in desk.run("document.querySelector('.picked').innerText")
    # what is seen first, then what lies below it
    assert "#turned" in desk.click(57.5, 18.5)
    assert desk.run("document.querySelector('.position').textContent").strip()


def test_a_box_is_dragged_and_pushed(desk: Desk) -> None:
    desk.click(20, 57)
    desk.drag((20, 57), (23.2, 55.7))
    moved = TEMPLATE.replace("x=6, y=52,", "x=9.2, y=50.7,")
    desk.says(moved)
    for _ in range(3):
        desk.browser.press("ArrowRight")
    desk.browser.press("ArrowDown", SHIFT)
    pushed = TEMPLATE.replace("x=6, y=52,", "x=9.5, y=51.7,")
    desk.says(pushed)
    desk.browser.press("z", CTRL)
    desk.says(moved)
    desk.browser.press("z", CTRL)
    desk.says(TEMPLATE)


def test_decimals_stay_as_they_were_typed(desk: Desk) -> None:
    desk.click(10, 9)
    desk.drag((10, 9), (10, 10))
    desk.says(TEMPLATE.replace("8, 6.50, 30", "8, 7.50, 30"))


def test_it_snaps_to_the_centre_and_shows_that(desk: Desk) -> None:
    desk.click(20, 28)
    desk.drag((20, 28), (27.7, 28.3), 0, drop=False)
    assert desk.run("document.querySelectorAll('.overlay .guide.centre').length") == 1
    assert "centre" in desk.run("document.querySelector('.overlay').textContent")
    desk.mouse("Released", desk.place(27.7, 28.3))
    for _ in range(100):
        if desk.template.read_text("utf-8") != TEMPLATE:
            break
        desk.run("new Promise(done => setTimeout(done, 20))")
    found = re.search(r'<image href="owl.svg"  x="([\d.]+)"', desk.template.read_text("utf-8"))
    assert found
    assert float(found[1]) == 20
    desk.settled()


def test_it_is_sized_by_its_handles(desk: Desk) -> None:
    desk.click(20, 28)
    desk.drag((32, 38), (36, 37))
    desk.says(TEMPLATE.replace('width="20" height="20" />', 'width="24" height="19" />'))
    desk.drag((12, 18), (10, 20))
    wanted = TEMPLATE.replace('width="20" height="20" />', 'width="26" height="17" />')
    desk.says(wanted.replace("x=\"12\"  y='18'", "x=\"10\"  y='20'"))


def test_a_formula_and_a_loop_say_so(desk: Desk) -> None:
    words = desk.click(10, 47)
    assert "{{ 3 + 4 }}" in words
    desk.drag((10, 47), (14, 50))
    desk.says(TEMPLATE.replace('y="44"', 'y="47"'))  # what is a number moves, the formula does not
    words = desk.click(25, 46)
    assert "A loop places it, from line 7" in words
    desk.drag((25, 46), (29, 49))
    desk.settled()
    assert desk.template.read_text("utf-8") == TEMPLATE.replace('y="44"', 'y="47"')


def test_what_is_turned_moves_where_it_is_drawn_to(desk: Desk) -> None:
    desk.click(57.5, 18.5)
    desk.drag((57.5, 18.5), (54.5, 20.5))
    # a quarter turn: to the left is down in its own units, down is to the right
    desk.says(TEMPLATE.replace('x="45" y="10"', 'x="47" y="13"'))


def test_a_named_group_is_moved_by_its_transform(desk: Desk) -> None:
    desk.click(46, 71)
    assert (
        desk.run(
            "(() => { [...document.querySelectorAll('.things button')].find(e => e.textContent.includes('badge')).click();"
            " return document.querySelector('.picked h3').textContent })()"
        )
        == "<g> badge"
    )
    desk.browser.press("ArrowLeft", SHIFT)
    desk.says(TEMPLATE.replace("translate(2,1)", "translate(1,1)"))


def test_it_is_opened_and_left_by_keys(desk: Desk) -> None:
    desk.browser.press("Escape")
    desk.browser.until("document.querySelector('.oncard').hidden")
    assert desk.run("document.querySelector('#large').open")
    desk.browser.press("d")
    desk.browser.until("!document.querySelector('.oncard').hidden")
    desk.settled()


def test_numbers_are_typed(desk: Desk) -> None:
    desk.click(20, 57)
    desk.browser.write("[data-number=height]", "5.5")
    desk.browser.press("Enter")
    desk.says(TEMPLATE.replace("height=12,", "height=5.5,"))
    assert desk.browser.until("!!document.querySelector('.fill.overfull')")
    assert desk.run("document.querySelectorAll('.overlay .gauge.overfull').length") == 1
    assert "more height" in desk.run("document.querySelector('.picked').innerText")


def test_a_template_tells_its_errors_as_it_is_typed(desk: Desk) -> None:
    desk.browser.click("[data-tab=code]")
    area = "document.querySelector('.source textarea')"
    desk.browser.until(f"{area}.value.length > 100")
    assert desk.run(f"{area}.value") == TEMPLATE
    desk.run(f"{area}.focus(), {area}.setSelectionRange(0, 0)")
    desk.browser.call("Input.insertText", text="{{ nothing }}\n")
    desk.browser.until(
        "document.querySelector('.codepane .found').textContent.includes('nothing is called')"
    )
    assert (
        desk.run(
            "[...document.querySelector('.gutter').children].findIndex(e => e.matches('.wrong'))"
        )
        == 0
    )
    assert desk.template.read_text("utf-8") == TEMPLATE
    desk.run(f"{area}.setSelectionRange(30, 30)")
    desk.browser.click(".codepane .found .place")
    desk.browser.until(f"document.activeElement === {area}")
    assert desk.run(f"[{area}.selectionStart, {area}.selectionEnd]") == [0, 13]
    desk.run(f"{area}.setSelectionRange(0, 14)")
    desk.browser.call("Input.insertText", text="<!-- new -->\n")
    desk.browser.until("!!document.querySelector('.codepane .found .fine')")
    desk.browser.press("s", CTRL)
    desk.says(f"<!-- new -->\n{TEMPLATE}")
    desk.run("document.querySelector('.pad').focus()")
    desk.browser.press("z", CTRL)
    desk.says(TEMPLATE)


def test_a_style_is_changed_in_its_panel(desk: Desk) -> None:
    desk.browser.click("[data-tab=looks]")
    desk.browser.until("!!document.querySelector('.looks summary')")
    desk.browser.click(".looks summary")
    desk.browser.write("[data-setting='styles.hot.color']", "rose")
    desk.browser.press("Enter")
    wanted = GAME.replace("{color: ink}", "{color: rose}")
    desk.browser.until(
        "document.querySelector('[data-setting=\"styles.hot.color\"]').value == 'rose'"
        " && document.querySelector('.looks .sample').style.color == 'rgb(192, 32, 80)'"
    )
    assert desk.game.read_text("utf-8") == wanted
    desk.browser.write("[data-setting='styles.hot.color']", "rosy")
    desk.browser.press("Enter")
    desk.browser.until("document.querySelector('[role=alert].lack').textContent.includes('rosy')")
    assert desk.game.read_text("utf-8") == wanted
    desk.browser.write(".adding input", "loud")
    desk.browser.press("Enter")
    desk.browser.until("document.querySelectorAll('.looks details').length", 2)
    assert desk.game.read_text("utf-8") == wanted + "  loud: {bold: true}\n"


def test_what_is_being_written_outlives_what_others_save(desk: Desk) -> None:
    """The panel is drawn anew; the words, the focus and the place in them stay, and they are told
    as the field is left."""
    desk.browser.click("[data-tab=looks]")
    desk.browser.until("!!document.querySelector('.looks summary')")
    desk.browser.click(".looks summary")

    def write(selector: str, words: str, other: str) -> None:
        """Write in a field while somebody else saves another style."""
        desk.browser.write(selector, words)
        with desk.game.open("a", encoding="utf-8") as file:
            file.write(f"  {other}: {{bold: true}}\n")
        desk.browser.until(f"!!document.querySelector(\"[data-setting='styles.{other} fold']\")")
        assert desk.run(f'document.querySelector("{selector}").value') == words

    colour = "[data-setting='styles.hot.color']"
    write(colour, "ro", "first")
    desk.browser.call("Input.insertText", text="se")
    desk.browser.press("Enter")
    desk.wrote_of_game("color: rose")
    write(".adding input", "lo", "second")
    desk.browser.call("Input.insertText", text="ud")
    desk.browser.press("Enter")
    desk.wrote_of_game("loud: {bold: true}")
    write(colour, "ink", "third")
    desk.run("document.activeElement.blur()")
    desk.wrote_of_game("color: ink")


INK_DECK = DECK.replace("card.svg", "ink.svg").replace("text: Sees", "art: owl.svg, text: Sees")
INK = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="60mm" height="80mm" viewBox="0 0 60 80" version="1.1" id="svg1"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg">
  <defs id="defs1"><rect x="7" y="45" width="40" height="20" id="rect9" /></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(-1,-2)">
    <rect style="fill:#fdf6e3" id="rect1" width="60" height="80" x="1" y="2" />
    <text style="font-size:6px;font-family:Nunito;fill:#202020" x="9.1234" y="14.5" id="text1"
       inkscape:label="text:card.name"><tspan id="tspan1" x="9.1234" y="14.5">Name</tspan></text>
    <text style="font-size:3.5px;font-family:Nunito;white-space:pre;shape-inside:url(#rect9);fill:#202020" id="text2"
       inkscape:label="text:card.text min 6"><tspan x="7" y="48.4">Sample text</tspan></text>
    <rect style="fill:#ccc" id="rect3" width="20" height="18" x="20" y="20" inkscape:label="image:card.art" />
    <g id="g9" transform="rotate(-20,50,30) scale(1.5)"><circle style="fill:#a33" id="c1" cx="33" cy="18" r="3" /></g>
  </g>
</svg>
"""


@pytest.fixture
def drawing(chromium: Browser, project: tuple[Path, str]) -> Desk:
    """A card whose template Inkscape has written, on the desk."""
    root, address = project
    (root / "templates/ink.svg").write_text(INK, encoding="utf-8")
    (root / "card_data/sweets/ink.yaml").write_text(INK_DECK, encoding="utf-8")
    return opened(Desk(root, chromium, "ink.svg"), address, "ink")


@pytest.mark.parametrize(
    ("start", "end", "old", "new"),
    [
        ((12, 11), (14, 12), ('x="9.1234" y="14.5"',), ('x="11.12" y="15.5"',)),
        ((20, 47), (21, 48.5), ('<text style="font-size:3.5px',), ('<text transform="translate(1,1.5)" style="font-size:3.5px',)),
        ((30, 27), (31.5, 27), ('x="20" y="20"',), ('x="21.5" y="20"',)),
        ((47.5, 25.3), (44.5, 27.3), ('cx="33" cy="18"',), ('cx="30.664" cy="18.569"', 'cx="30.665" cy="18.569"')),
    ],
)  # fmt: skip
def test_named_objects_of_a_drawing_are_dragged(
    drawing: Desk,
    start: tuple[float, float],
    end: tuple[float, float],
    old: tuple[str],
    new: tuple[str, ...],
) -> None:
    drawing.click(*start)
    drawing.drag(start, end)
    for _ in range(400):
        if drawing.template.read_text("utf-8") != INK:
            break
        drawing.run("new Promise(done => setTimeout(done, 20))")
    assert drawing.template.read_text("utf-8") in [INK.replace(old[0], each) for each in new]
    drawing.settled()


def test_a_flowed_text_is_sized_by_its_frame(drawing: Desk) -> None:
    drawing.click(20, 47)
    drawing.drag((46, 63), (48.5, 59))
    drawing.says(
        INK.replace('width="40" height="20" id="rect9"', 'width="42.5" height="16" id="rect9"')
    )
