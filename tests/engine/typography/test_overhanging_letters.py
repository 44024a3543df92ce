"""Swashes that draw outside of their advance, and accents above the first line: none leaves its box
or the card in silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from making_fonts import drawing, made, put, saved
from projects import run, svg, write_project

from cardgen.engine.typography.text_layout import Layout
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

BOX = TextBox(100, 50, ("Swash",), 10)
TOLD = "has letters that stand out of its box at the side"
ADVANCE, DRAWN = 600, 300
"""Of the letters of a made font, and how far the "A" draws."""


def swash(left: float, right: float, *codes: int) -> bytes:
    """A font whose "A", for other characters too, stands out of its advance by so many ems on the
    left and right."""
    font = made("Swash")
    pen = TTGlyphPen(None)
    wide = (ADVANCE + (left + right) * 1000) / DRAWN
    font.getGlyphSet()["A"].draw(TransformPen(pen, (wide, 0, 0, 1, -left * 1000, 0)))
    font["glyf"]["A"] = pen.glyph()
    font["hmtx"]["A"] = ADVANCE, round(-left * 1000)
    return saved(drawing(font, "A", ord("A"), *codes))


def laid(folder: Path, data: bytes, text: str, **changes: object) -> Layout:
    return replace(BOX, **changes).fit(
        text, open_fonts([put(folder, Swash_ttf=data)]), lambda name: 1.0
    )


def said(layout: Layout) -> str | None:
    return layout.overhang.said if layout.overhang else None


@pytest.mark.parametrize(
    ("text", "align", "expected"),
    [
        ("AB", "left", "0.9 mm on the left at 10 pt"),
        ("BA", "right", "1.1 mm on the right at 10 pt"),
        # 0.35 mm of what stands out lie over the letter before, 0.95 em inside
        ("BAB", "left", None),
        ("AB", "center", None),
        ("**AB**", "left", "0.9 mm on the left at 10 pt"),
        ("B\nAB", "left", "0.9 mm on the left at 10 pt"),
        ("AA", "left", "0.9 mm on the left at 10 pt"),
        ("B", "left", None),
    ],
)
def test_what_stands_out_at_a_side_is_measured(
    tmp_path: Path, text: str, align: str, expected: str | None
) -> None:
    assert said(laid(tmp_path, swash(0.25, 0.3), text, align=align)) == expected


def test_both_sides_of_a_full_box_are_told(tmp_path: Path) -> None:
    assert "0.9 mm on the left and 1.1 mm on the right at 10 pt" == said(
        laid(tmp_path, swash(0.25, 0.3), "AA", width=12)
    )


def test_a_hair_is_allowed_as_of_italics(tmp_path: Path) -> None:
    assert laid(tmp_path, swash(0.11, 0.11), "A", width=6.1).overhang is None
    assert laid(tmp_path / "more", swash(0.13, 0), "A", width=6.1).overhang


def test_letters_that_are_no_latin_are_measured_too(tmp_path: Path) -> None:
    assert "0.9 mm on the left at 10 pt" == said(
        laid(tmp_path, swash(0.25, 0, 0x0E01, 0xC9), "\u0e01B")
    )
    assert "0.9 mm on the left at 10 pt" == said(laid(tmp_path, swash(0.25, 0, 0x0E01, 0xC9), "É"))


def test_a_text_that_is_too_long_is_told_as_that_alone(tmp_path: Path) -> None:
    layout = laid(tmp_path, swash(0.25, 0.3), "AAAA", width=12.5)
    assert layout.lack
    assert layout.overhang is None


def test_the_remedy_works(tmp_path: Path) -> None:
    """A box that is wider by what is said holds the centred text."""
    lack = laid(tmp_path, swash(0.25, 0.3), "AA", width=12.5).overhang
    assert lack
    assert (
        laid(tmp_path, swash(0.25, 0.3), "AA", width=12.5 + lack.width, align="center").overhang
        is None
    )


def project(folder: Path, names: str, box: str, font: bytes, more: str = "") -> Path:
    cards = "".join(
        f"  - {{id: c{number}, name: {name}}}\n" for number, name in enumerate(names.split())
    )
    deck = f"title: Main\nsize: 60x80mm\ntemplate: card.svg\ncards:\n{cards}"
    card = svg(f"\n{{{{ text_box(card.name, {box}, font='Swash', weight=400) }}}}{more}")
    return write_project(
        folder, {"main": deck}, {"card.svg": card}, files={"fonts/swash.ttf": font}
    )


def test_validate_tells_it_once_for_a_place_of_a_template(tmp_path: Path) -> None:
    root = project(tmp_path, "AB ABB BAB AV", "10, 10, 40, 6, size=10", swash(0.25, 0.3))
    result = run("validate", project=root)
    assert result.output.count(TOLD) == 1, result.output
    assert "3 of 4 cards (c0, c1, c3): card.name" in result.output
    assert "centre them in a box that is 1.8 mm wider, or set them in another font" in result.output


def accented() -> bytes:
    """A font whose "É" is a wedge a whole em high; capitals are 0.7."""
    font = made("Swash")
    pen = TTGlyphPen(None)
    font.getGlyphSet()["A"].draw(TransformPen(pen, (1, 0, 0, 1.0 / 0.7, 0, 0)))
    font["glyf"]["A"] = pen.glyph()
    return saved(drawing(font, "A", 0xC9))


@pytest.mark.parametrize(("y", "told"), [(10, False), (0.3, True), (3, True)])
def test_accents_above_the_first_line_are_told_where_they_leave_what_is_safe(
    tmp_path: Path, y: float, told: bool
) -> None:
    """They stand above their box; the middle of the card is theirs."""
    root = project(tmp_path, "É", f"10, {y}, 40, 8, size=17", accented())
    result = run("validate", project=root)
    assert (result.tells("from the cut") or result.tells("beyond the cut")) is told, result.output


def test_accents_are_told_where_a_clip_takes_them_away(tmp_path: Path) -> None:
    root = project(tmp_path, "É", "10, 40, 40, 8, size=17", accented(), more=CLIPPED)
    result = run("validate", project=root)
    assert result.tells('main.yaml:5:20 cut-text "c0" "É" 1.8'), result.briefs


CLIPPED = (
    '<clipPath id="c"><rect x="10" y="20" width="40" height="8"/></clipPath>'
    "<g clip-path=\"url(#c)\">{{ text_box(card.name, 10, 20, 40, 8, size=17, font='Swash', weight=400) }}</g>"
)


@pytest.mark.parametrize(
    ("x", "gap", "told"), [(10, 0.5, True), (10, 2.5, False), (30, 0.5, False)]
)
def test_accents_are_told_where_they_run_into_a_text_above(
    tmp_path: Path, x: float, gap: float, told: bool
) -> None:
    """Letters of 17 pt are 4.2 mm high, the accent 1.8 mm more."""
    above = "{{ text_box('VV', 10, 20, 40, 8, size=17, font='Swash', weight=400) }}"
    root = project(tmp_path, "É", f"{x}, {24.2 + gap}, 20, 8, size=17", accented(), more=above)
    result = run("validate", project=root)
    assert ('has accents that run into "VV" above it' in result.output) is told, result.output
    assert ("no warnings" in result.output) is not told, result.output


def test_letters_without_accents_may_touch_a_text_above(tmp_path: Path) -> None:
    above = "{{ text_box('VV', 10, 20, 40, 8, size=17, font='Swash', weight=400) }}"
    root = project(tmp_path, "V", "10, 23.5, 20, 8, size=17", accented(), more=above)
    assert "run into" not in run("validate", project=root).output
