"""Texts that nobody can read are told without a printer, too: by validate and on the page of the
preview."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from projects import run, svg, write_project

GROUND = '<rect x="-9" y="-9" width="90" height="120" fill="{}"/>'


def text(fill: str, more: str = "", x: float = 10, words: str = "{{ card.name }}") -> str:
    return f'<text x="{x}" y="40" font-family="Nunito" font-size="5" fill="{fill}" {more}>{words}</text>'


def told(root: Path, body: str, *words: str) -> list[str]:
    """The checks of legibility that find something, and what they say."""
    cards = "".join(f"  - {{id: c{n}, name: Lantern {n}}}\n" for n in range(12))
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\ncards:\n{cards}"
    done = run(
        "validate", *words, project=write_project(root, {"main": deck}, {"card.svg": svg(body)})
    )
    return [
        line
        for line in done.stderr.splitlines()
        if re.search(r"\[(contrast|covered-text|mirrored-text)\]", line)
    ]


DARK, LIGHT = GROUND.format("#2b2138"), GROUND.format("#fffaf0")
HARD = {
    "on the ground": (LIGHT + text("#e8dfc8"), "card.name has a contrast of 1."),
    "on paper": (text("#eee"), "card.name has a contrast of 1.1 to its ground"),
    "dark on dark": (DARK + text("#4a3a60"), "card.name has a contrast of 1."),
    "on a panel": (
        DARK + '<rect x="5" y="30" width="50" height="20" fill="#eee"/>' + text("#fff"),
        "contrast of 1.1",
    ),
    "on half of it": (
        LIGHT + '<rect x="5" y="30" width="14" height="20" fill="#222"/>' + text("#222"),
        "contrast of 1.0",
    ),
    "on a veil of it": (
        DARK
        + '<rect x="5" y="30" width="50" height="20" fill="#fff" fill-opacity=".9"/>'
        + text("#fff"),
        "contrast of 1.",
    ),
    "faded": (LIGHT + text("#000", 'opacity=".15"'), "contrast of 1."),
    "in a group": ('<g fill="#fafafa">' + LIGHT + text("#f5ecd8") + "</g>", "contrast of 1."),
    "framed": (
        '<rect x="2" y="2" width="56" height="76" fill="#fff" stroke="#000" stroke-width="3"/>'
        + text("#ddd"),
        "contrast of 1.3",
    ),
    "covered": (
        LIGHT + text("#000") + '<rect x="5" y="30" width="50" height="20" fill="#fed"/>',
        "lies under what is painted after it",
    ),
    "mirrored": (
        LIGHT + text("#000", 'transform="translate(60 0) scale(-1 1)"'),
        "is mirrored; take the negative scale off it",
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_what_nobody_reads_is_one_line(tmp_path: Path, name: str) -> None:
    body, says = HARD[name]
    (line,) = told(tmp_path, body)
    assert "card.svg:" in line
    assert "all 12 cards (c0, c1, c2 and 9 more): " in line
    assert says in line


RIGHT = {
    "dark on light": LIGHT + text("#2b2138"),
    "light on dark": DARK + text("#fffaf0"),
    "light on a dark panel": LIGHT
    + '<rect x="5" y="30" width="50" height="20" fill="#222"/>'
    + text("#fff"),
    "light on a bar that is a line": LIGHT
    + '<path d="M 2 39 H 58" stroke="#222" stroke-width="12"/>'
    + text("#fff"),
    "light on a round panel": LIGHT
    + '<ellipse cx="25" cy="38" rx="30" ry="9" fill="#222"/>'
    + text("#fff"),
    "light in a dark rim": LIGHT
    + text("#fff", 'stroke="#000" stroke-width="1" paint-order="stroke"'),
    "light on its shadow": LIGHT
    + text("#222", x=10.2)
    + text("#fff", 'stroke="#222" stroke-width=".4"'),
    "a pale shadow under it": LIGHT + text("#eee", x=10.3) + text("#222"),
    "on a gradient": '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#444"/></linearGradient>'
    + GROUND.format("url(#g)")
    + text("#fff"),
    "multiplied": DARK + f'<g style="mix-blend-mode: screen">{text("#fff")}</g>',
    "a tenth of it on light": DARK
    + '<rect x="5" y="30" width="6" height="20" fill="#fff"/>'
    + text("#fff"),
    "upside down": LIGHT + text("#000", 'transform="rotate(180 30 40)"'),
    "under something clear": LIGHT
    + text("#000")
    + '<rect x="5" y="30" width="50" height="20" fill="#fed" fill-opacity=".3"/>',
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_can_be_read_is_not_told(tmp_path: Path, name: str) -> None:
    assert [] == told(tmp_path, RIGHT[name])


def test_what_helps_does(tmp_path: Path) -> None:
    """Moved behind the text, turned, or darker, as each remedy says."""
    panel = '<rect x="5" y="30" width="50" height="20" fill="#fed"/>'
    turned = LIGHT + text("#000", 'transform="rotate(180 30 40)"')
    for number, body in enumerate((LIGHT + panel + text("#000"), turned, LIGHT + text("#555"))):
        assert [] == told(tmp_path / str(number), body)


def test_a_printer_tells_it_once_by_its_own_check(tmp_path: Path) -> None:
    (line,) = told(tmp_path, LIGHT + text("#e8dfc8"), "--printer", "offset")
    assert " 1.2 to its ground" in line
    assert line.endswith("[contrast]")


def test_validate_can_be_asked_for_it_alone(tmp_path: Path) -> None:
    assert 1 == len(told(tmp_path, LIGHT + text("#e8dfc8", x=1), "--rule", "contrast"))
