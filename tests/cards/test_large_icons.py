"""Icons as the pictures of cards: a finer outline, light and shade, a brim and a shadow."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from projects import SHIPPED, write_project

import cardgen
from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.engine import LargeIcon

ICON = b"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" color="#2B2138">
<g stroke="currentColor" stroke-width="7"><g transform="rotate(90 50 50) translate(25 25) scale(.5)">
<circle cx="50" cy="50" r="40" fill="#FFD23F"/></g>
<circle cx="50" cy="50" r="5" fill="currentColor" stroke="none"/>
<path d="M10 90H90" fill="none"/><path d="M10 95H90" fill="none" stroke-width="5"/></g></svg>
"""
ONE_COLOUR = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
)
LINES = b"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"
 stroke-width="2"><path d="M2 2H20V20Z"/></svg>
"""


def drawn(svg: bytes, path: str) -> list[etree._Element]:
    return etree.fromstring(svg).findall(path, {"": "http://www.w3.org/2000/svg"})


def test_a_coloured_icon_has_a_finer_outline_with_light_and_shade() -> None:
    form = LargeIcon(ICON, 3.0).form("#000080")
    (clipped,) = drawn(form, ".//g[@clip-path]")
    colours = [copy.get("fill") for copy in clipped]
    assert colours[2] == "#FFD23F", "its own colour, upon two tones of shade"
    assert colours[4:] == ["none"], "the gleam, upon the tone of light"
    assert len(set(colours)) == 5
    x, y = map(float, re.findall(r"[-.\d]+", clipped[1].get("transform", "")))
    assert x < 0 < y, "they lie at the lower right of the drawing, whatever it was turned by"
    widths = [shape.get("stroke-width") for shape in drawn(form, ".//*[@stroke-width]")]
    assert widths.count("6") == 1, "a shape at half its size has the outline of others"
    assert {"4.6", "3.15"} <= set(widths), "a line that is a thing, and one that is a detail"
    assert etree.fromstring(form).get("color") == "#000080"


def test_a_plain_one_is_outlines_on_white() -> None:
    form = LargeIcon(ICON, 3.0).form("", is_plain=True)
    assert b"clip" not in form
    assert b"#FFD23F" not in form
    assert form.count(b'"#FFFFFF"') == 1


def test_what_has_another_hue_is_enamelled() -> None:
    """A grey helm with a pink plume is of gold with an enamelled one; two yellows are near."""
    knight = (SHIPPED / "templates/icons/color/knight.svg").read_bytes()
    two_yellows = ICON.replace(b'"currentColor" stroke="none"', b'"#D98B3A"')
    for drawing, is_enamelled in ((knight, True), (two_yellows, False)):
        icon = LargeIcon(drawing, 3.0)
        icon.tint(["#402000", "#E0AE54"], 0, "#1F6B66")
        assert (b'"#1F6B66"' in icon.form("")) == is_enamelled


FADED = ICON.replace(b"<circle", b'<circle opacity="0.5"', 1)
FLAT = b"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" stroke="currentColor">
<path d="M2 2H8V8Z" fill="#FFD23F" transform="scale(0 1)"/></svg>
"""


@pytest.mark.parametrize("drawing", [ONE_COLOUR, LINES, FADED, FLAT])
def test_drawings_of_others_stay_as_they_are(drawing: bytes) -> None:
    icon = LargeIcon(drawing, 3.0)
    assert not icon.is_outlined
    root = etree.fromstring(drawing)
    root.set("color", "red")
    assert icon.form("red") == etree.tostring(root)


def test_all_coloured_icons_have_the_form() -> None:
    flat = [
        path.name
        for path in sorted((SHIPPED / "templates/icons/color").glob("*.svg"))
        if not LargeIcon(path.read_bytes(), 3.0).is_outlined
    ]
    assert flat == []


@pytest.fixture(scope="module")
def images_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[etree._Element]]:
    """Compose a card whose template draws this."""
    folder = tmp_path_factory.mktemp("icons")

    def composed(template: str) -> list[etree._Element]:
        root = write_project(
            folder / str(len(list(folder.iterdir()))),
            {"main": "size: poker\ntemplate: card.svg\ncards: [{id: owl}]\n"},
            {
                "card.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
                f"{template}</svg>",
                "icons/ours.svg": ICON.decode(),
                "icons/theirs.svg": ONE_COLOUR.decode(),
            },
        )
        opened = open_project(root)
        assert [each.what for each in opened.validate().findings if each.code != "empty-side"] == []
        context = Context.of(opened.project, opened.games[0], opened.fonts, Cache(None))
        svg, _, _ = Composer(context).side(opened.games[0].decks[0].cards[0], "card.svg")
        return drawn(svg.encode(), ".//image")

    return composed


def test_brim_and_shadow_lie_below(images_of: Callable[[str], list[etree._Element]]) -> None:
    look = "ink='#000080', rim='white', shadow='#112233'"
    shadow, rim, icon = images_of(f"{{{{ large_icon('ours', 10, 20, 30, {look}) }}}}")
    assert (icon.get("x"), icon.get("y"), icon.get("width")) == ("10", "20", "30")
    assert (shadow.get("x"), shadow.get("y")) == ("10.9", "21.35")
    assert b"#112233" in svg_in(shadow)
    assert b'stroke="#FFFFFF"' in svg_in(rim)
    assert b"clip-path" in svg_in(icon)
    light, icon = images_of(
        "{{ large_icon('ours', 10, 20, 30, light='#445566', tones=['#000000', '#0000FF'], own=0) }}"
    )
    assert float(light.get("x", "")) < 10
    assert b"#445566" in svg_in(light)
    assert b"#FFD23F" not in svg_in(icon), "its yellow is a blue as light"
    assert b"#0000D2" in svg_in(icon)
    theirs = images_of(f"{{{{ large_icon('theirs', 10, 20, 30, {look}) }}}}")
    assert len(theirs) == 25, "moved all around twice, and itself"
    assert b"#000080" in svg_in(theirs[-1])


def svg_in(image: etree._Element) -> bytes:
    return base64.b64decode(image.get("href", "").partition(",")[2])


def test_what_it_does_not_know_is_told(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        {"main": "size: poker\ntemplate: card.svg\ncards: [{id: owl}]\n"},
        {"card.svg": "<svg>{{ large_icon('color/owl', 1, 1, 9, brim='red') }}</svg>"},
    )
    findings = cardgen.open_project(root).validate().findings
    assert 'card "owl": large_icon() knows no brim' in [each.what for each in findings]
    (root / "templates/card.svg").write_text(
        "<svg>{{ large_icon('color/owl', 1, 1, 9, tones='red') }}</svg>", "utf-8"
    )
    findings = cardgen.open_project(root).validate().findings
    assert 'card "owl": tones are a list of colours' in [each.what for each in findings]
