"""Frames of what a stack, a turned group or a drawing in Inkscape places, and why some of it is not
dragged, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import svg, write_project

pytestmark = pytest.mark.browser
DECK = """\
title: Birds
size: 60mm x 80mm
template: card.svg
cards:
  - {id: owl, name: Owl}
"""
INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
TEMPLATE = svg(
    f"""\
<rect x="-4" y="-4" width="68" height="88" fill="#fdf6e3"/>
{{{{ stack([{{'text': card.name, 'size': 12}}, {{'rule': 0.5}}, {{'text': 'Sees by night', 'size': 40}}], 6, 10, 40, 8) }}}}
<g transform="rotate(20 30 40)">{{{{ text_box(card.name, 20, 40, 30, 8, size=12) }}}}</g>
<text {INKSCAPE} inkscape:label="text:card.name" x="8" y="70"
  style="font-size:4px;font-family:Nunito;inline-size:30"><tspan x="8" y="70">Name</tspan></text>"""
)
THINGS = "[...document.querySelectorAll('.things button')]"


def reason(page: Browser, name: str) -> str:
    """The reason that the page gives for what it calls this in its list."""
    page.run(f"{THINGS}.find((each) => each.textContent.startsWith({name!r})).click()")
    return str(page.run("document.querySelector('.picked .why')?.textContent ?? ''"))


def test_what_cannot_be_dragged_has_a_frame_and_a_reason(chromium: Browser, tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": DECK}, {"card.svg": TEMPLATE})
    with previewing("--project", root) as address:
        chromium.errors.clear()
        chromium.open(f"{address}#/sweets/main", width=1280)
        chromium.until("document.querySelector('#board .lines rect.error') !== null")
        box = "[...document.querySelector('#board .lines rect.error').attributes].map((each) => each.value).slice(0, 4).join()"
        assert chromium.run(box) == "6,10,40,8"
        chromium.click(".card footer")
        chromium.until("document.querySelector('#design') !== null")
        chromium.click("#design")
        chromium.until(f"{THINGS}.length >= 6")
        assert chromium.run("document.querySelectorAll('.overlay .box.part').length") >= 2
        assert chromium.run("document.querySelector('.overlay .box.overfull') !== null")
        assert "Its stack places it" in reason(chromium, "1. text of the stack")
        assert "rule or frame" in chromium.run("document.querySelector('.things').textContent")
        assert "What is turned has no handles" in reason(chromium, "text_box(card.name)")
        assert "stands in its style" in reason(chromium, "<text> text:card.name")
        chromium.run("document.querySelector('.pad').focus()")
        chromium.press("PageDown")
        assert chromium.errors == []
