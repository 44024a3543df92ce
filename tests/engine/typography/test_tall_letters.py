"""Letters that reach higher or lower than capitals and tails: no line stands above its box or
touches another in silence."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from making_fonts import drawing, made, put, saved
from projects import run, svg, write_project

from cardgen.base.units import MM
from cardgen.engine.typography.text_layout import Layout
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

BOX = TextBox(100, 200, ("Tall",), 10)
THAI, HAN, SMALL = "\u0e01", "\u6c34", "b"


def tall(high: float, low: float, *codes: int, capitals: int = 700, family: str = "Tall") -> bytes:
    """A font whose "A", for other characters, reaches from `low` to `high`, in ems; `capitals` is
    what its tables claim."""
    font = made(family)
    pen = TTGlyphPen(None)
    font.getGlyphSet()["A"].draw(TransformPen(pen, (1, 0, 0, (high - low) / 0.7, 0, low * 1000)))
    font["glyf"]["A"] = pen.glyph()
    font["OS/2"].sCapHeight = capitals
    return saved(drawing(TTFont(io.BytesIO(saved(font))), "A", *codes) if codes else font)


def laid(folder: Path, data: bytes, text: str, **changes: object) -> Layout:
    return replace(BOX, **changes).fit(
        text, open_fonts([put(folder, Tall_ttf=data)]), lambda name: 1.0
    )


def ink(layout: Layout) -> list[tuple[float, float]]:
    """Top and bottom of each line's ink."""
    bounds = [layout._replace(lines=(line,)).bounds for line in layout.lines]
    return [(box[1], box[3]) for box in bounds if box]


@pytest.mark.parametrize("claimed", [0, 100, 650, 700, 980])
def test_capitals_touch_the_box_whatever_a_font_claims(tmp_path: Path, claimed: int) -> None:
    """MedievalSharp claims capitals of a tenth of an em, others those of another font; what differs
    by a hair is left as it is claimed."""
    letters = tall(0.9, 0, *map(ord, "HEIA"), capitals=claimed)
    (top, _), *_ = ink(laid(tmp_path, letters, "HEI"))
    assert top == pytest.approx(0, abs=0.001)


def test_what_a_font_claims_counts_where_it_is_nearly_right(tmp_path: Path) -> None:
    layout = laid(tmp_path, tall(0.73, 0, *map(ord, "HEI"), capitals=700), "HEI")
    assert 7 == pytest.approx(layout.lines[0].y)


@pytest.mark.parametrize("sign", [THAI, HAN])
@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_letters_without_capitals_stand_within_the_box(
    tmp_path: Path, sign: str, valign: str
) -> None:
    layout = laid(
        tmp_path, tall(1.1, -0.35, ord(sign)), f"{sign}{sign}\n{sign}", valign=valign, height=34.5
    )
    assert layout.overflow is layout.crowded is None
    (top, above), (below, bottom) = ink(layout)
    assert top >= -1e-6
    assert bottom <= 34.5 + 1e-6
    assert below - above == pytest.approx(0.5), "they keep a twentieth of an em free"


def test_lines_stand_as_far_apart_as_asked_where_nothing_touches(tmp_path: Path) -> None:
    layout = laid(tmp_path, tall(1.1, -0.35, ord(THAI)), f"{THAI}\nB\nB", leading=1.5)
    assert [15, 15] == pytest.approx([lower.y - upper.y for upper, lower in pairwise(layout.lines)])
    latin = laid(tmp_path / "b", tall(0.7, 0), "B\nB", leading=0.5)
    assert 5 == pytest.approx(latin.lines[1].y - latin.lines[0].y), (
        "what is asked of Latin letters is meant"
    )


def test_accents_and_ascenders_stand_out_as_in_print(tmp_path: Path) -> None:
    """Lines of titles stand at one height, with accents or without."""
    accented = laid(tmp_path / "accented", tall(1.0, 0, 0xC9), "BÉ").lines[0].y
    heights = [accented, laid(tmp_path / "thai", tall(0.9, 0, ord(THAI)), f"B{THAI}").lines[0].y]
    assert [7, 9] == pytest.approx(heights)
    assert 11 == pytest.approx(
        laid(tmp_path / "stacked", tall(1.1, 0, 0x1EA4), "\u1ea4").lines[0].y
    )


def test_an_icon_for_a_name_stands_within_the_box(tmp_path: Path) -> None:
    """The letters of its name say nothing of how tall it is."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

    font = TTFont(io.BytesIO(tall(1.0, 0)))
    addOpenTypeFeaturesFromString(font, "feature liga { sub B V B V by A; } liga;")
    assert 10 == pytest.approx(laid(tmp_path, saved(font), "BVBV").lines[0].y)


def test_a_text_shrinks_for_its_tall_letters(tmp_path: Path) -> None:
    data, text = tall(1.1, -0.35, ord(THAI)), f"{THAI}\n{THAI}"
    layout = laid(tmp_path, data, text, height=20, min_size=5)
    assert 5 < layout.size < 8
    assert layout.overflow is layout.crowded is None


def test_what_fits_without_room_for_tall_letters_is_set_so_and_told(tmp_path: Path) -> None:
    data = tall(1.1, -0.35, ord(THAI))
    one = laid(tmp_path, data, THAI, height=9)
    assert (None, "its letters stand out of it: it needs 2 mm more height") == (
        one.overflow,
        one.crowded,
    )
    more = 2 * MM
    assert laid(tmp_path, data, THAI, height=9 + more).crowded is None
    assert "its lines touch each other" in str(
        laid(tmp_path, data, f"{THAI}\n{THAI}", height=21).crowded
    )


def test_validate_tells_of_letters_out_of_their_box(tmp_path: Path) -> None:
    card = svg("\n{{ text_box(card.name, 4, 4, 50, 3.2, size=10, font='Tall', weight=400) }}")
    deck = f"title: Main\nsize: 60x80mm\ntemplate: card.svg\ncards:\n  - {{id: a, name: {THAI}}}\n"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": card},
        files={"fonts/tall.ttf": tall(1.1, -0.35, ord(THAI))},
    )
    result = run("validate", project=root)
    assert (
        "the letters of a text are taller than its box allows: its letters stand out of it"
        in result.output
    )
    assert "make the box higher, or the text smaller" in result.output


def test_a_small_letter_does_not_count_for_more_than_it_is(tmp_path: Path) -> None:
    layout = laid(tmp_path, tall(0.8, 0, ord(SMALL)), "Bb")
    assert 7 == pytest.approx(layout.lines[0].y), "an ascender"


def test_lines_of_tall_letters_stand_apart_in_a_book(tmp_path: Path) -> None:
    """As on cards: no line of a rulebook touches another."""
    font = tall(1.4, -0.6, ord(THAI))
    fonts = "families: {Nunito: {fallback: [Tall]}}\n"
    book = "# Sweets\n\n## Rules\n\n" + " ".join([THAI * 6] * 60) + "\n"
    files = {
        "fonts/Tall.ttf": font,
        "fonts/fonts.yaml": fonts,
        "card_data/sweets/rulebook.md": book,
    }
    root = write_project(tmp_path, files=files)
    done = run("rulebook", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    (pdf,) = root.rglob("rulebook-a4.pdf")
    baselines: list[float] = []
    for page in pdfium.PdfDocument(pdf):
        text = page.get_textpage()
        letters = range(text.count_chars())
        boxes = [text.get_charbox(i) for i in letters if text.get_text_range(i, 1) == THAI]
        baselines += sorted({round(bottom, 1) for _, bottom, _, _ in boxes})
        heights = [top - bottom for _, bottom, _, top in boxes]
        assert all(b - a > max(heights) for a, b in pairwise(baselines))
    assert len(baselines) > 3
