"""One font file may serve many faces: two weights, two families, a copy. Every letter of each comes
out, as a browser shows it."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pikepdf
import pytest
from briefs import raises_finding
from chromium import CHROMIUM, Browser
from comparing import HEIGHT, TOLERANCE, WIDTH, difference, in_browser, in_pdf, sides_of
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._g_l_y_f import Glyph
from making_fonts import made, put, saved
from PIL import Image
from projects import SHIPPED, objects_of, run, single_sheet, svg, text_of, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import MissingGlyphError
from cardgen.load.font_list import open_fonts

NUNITO = SHIPPED / "fonts" / "Nunito-SemiBold.ttf"
FAMILIES = """families:
  Title: {faces: [{file: one.ttf, weight: 400}, {file: one.ttf, weight: 700}]}
  Other: {faces: [{file: one.ttf, italic: true}]}
  Copied: {faces: [{file: copied.ttf}]}
"""
NAMES = ("Witch", "Ghost", "Pumpkin", "Quiz", "Jack", "Vampyre", "Zombie", "Fox")
CARD = svg(
    """<rect x="-4" y="-4" width="71.5" height="96.9" fill="#fff"/>
{{ text_box(card.name, 4, 4, 55, 14, size=24, font='Title', weight=400) }}
{{ text_box(card.name[::-1], 4, 20, 55, 14, size=24, font='Title', weight=700) }}
<text x="4" y="50" font-family="Other" font-style="italic" font-size="7">{{ card.name | upper }}</text>
<text x="4" y="70" font-family="Copied" font-size="6">{{ card.name }} &amp; <tspan font-family="Title">{{ card.name[1:] }}</tspan
></text>""",
    63.5,
    88.9,
)
COUNT = 24
"""Cards: more than one process draws before the next takes over."""


def project(root: Path) -> Path:
    cards = "".join(
        f"  - {{id: c{number}, name: {NAMES[number % len(NAMES)]}}}\n" for number in range(COUNT)
    )
    fonts = {
        "fonts/one.ttf": NUNITO.read_bytes(),
        "fonts/copied.ttf": NUNITO.read_bytes(),
        "fonts/fonts.yaml": FAMILIES,
    }
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\ncards:\n{cards}"
    return write_project(root, {"main": deck}, {"card.svg": CARD}, files=fonts)


def lines_of(number: int) -> list[str]:
    name = NAMES[number % len(NAMES)]
    return [name, name[::-1], name.upper(), f"{name} & {name[1:]}"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_text_of_faces_on_one_file_is_printed(tmp_path: Path, jobs: int) -> None:
    pdf = single_sheet(project(tmp_path), "--jobs", str(jobs))
    read = " ".join(text_of(pdf))
    assert {} == {
        line: 0 for number in range(COUNT) for line in lines_of(number) if line not in read
    }


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("jobs", [1, 2])
def test_faces_on_one_file_look_as_in_a_browser(reader: Browser, tmp_path: Path, jobs: int) -> None:
    """On a page, and in the pictures of an export."""
    root = project(tmp_path)
    workshop = cardgen.open_project(root)
    ((game, (deck,)),) = workshop.select()
    # of the second process, where there are two
    sides = sides_of(workshop, game, deck, tuple(range(COUNT)), jobs)[-len(NAMES) :]
    result = run(
        "export",
        "sweets/main",
        "--printer",
        "images",
        "--jobs",
        jobs,
        "--out",
        tmp_path / "out",
        project=root,
    )
    assert 0 == result.exit_code, result.output
    files = sorted((tmp_path / "out").rglob("front/*.png"))
    assert COUNT == len(files)
    shown = in_browser(reader, sides, tmp_path, workshop.fonts)
    for side, one, two, file in zip(sides, shown, in_pdf(sides), files[-len(NAMES) :], strict=True):
        bled = Image.open(file).convert("RGB")
        bleed = round(bled.width * 3 / (63.5 + 2 * 3))
        three = bled.crop((bleed, bleed, bled.width - bleed, bled.height - bleed)).resize(
            (WIDTH, HEIGHT)
        )
        assert difference(one, two) < TOLERANCE, side.name
        assert difference(one, three) < TOLERANCE, side.name


def colour_font(target: Path, *, version: int, outlined: bool) -> None:
    """Nunito under another name in which "A" is drawn in colours (COLR), with or without an outline
    to fall back on."""
    font = TTFont(NUNITO)
    fill = {"Format": otTables.PaintFormat.PaintSolid, "PaletteIndex": 0, "Alpha": 1.0}
    layers = {
        1: {"A": {"Format": otTables.PaintFormat.PaintGlyph, "Glyph": "B", "Paint": fill}},
        0: {"A": [("B", 0)]},
    }
    font["COLR"] = buildCOLR(layers[version], version=version)
    font["CPAL"] = buildCPAL([[(0.9, 0.3, 0.0, 1.0)]])
    if not outlined:
        emptied(font, "A")
    font.save(target)


def test_a_ligature_without_an_outline_is_refused(tmp_path: Path) -> None:
    """Its letters have outlines, what they become has none."""
    font = TTFont(NUNITO)
    emptied(font, font.getBestCmap()[0xFB01]).save(tmp_path / "hollow.ttf")
    nunito = Font(
        tmp_path / "hollow.ttf", (tmp_path / "hollow.ttf").read_bytes(), "Hollow", 400, False
    )
    assert nunito.shape("Fin").glyphs
    with pytest.raises(CardgenError, match=r'"hollow.ttf" draws no outline for "fi"'):
        nunito.shape("find")


def emptied(font: TTFont, name: str) -> TTFont:
    font["glyf"][name] = Glyph()
    return font


def ruled(rules: str, *blank: str, family: str = "Late") -> TTFont:
    """A font in which some letters are drawn as nothing, and what rules make of them."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

    font = made(family)
    addOpenTypeFeaturesFromString(font, rules)
    for name in blank:
        emptied(font, name)
    return TTFont(io.BytesIO(saved(font)))


def test_letters_are_judged_by_what_becomes_of_them(tmp_path: Path) -> None:
    """Those of Noto Nastaliq Urdu have no outline until they are put together of other glyphs."""
    late = open_fonts(
        [put(tmp_path, late_ttf=saved(ruled("feature ccmp { sub A by B; } ccmp;", "A")))]
    )
    ((font, text),) = late.runs("AVA", ["Late"])
    assert ("AVA", ["A", "V", "A"]) == (text, [glyph[4] for glyph in font.shape(text).glyphs])
    assert [3, 4, 3] == [glyph[0] for glyph in font.shape(text).glyphs]


def test_the_name_of_an_icon_is_drawn_as_a_whole(tmp_path: Path) -> None:
    """As Material Icons does it, whose letters are blank; other words come from elsewhere, or are
    told."""
    icons = ruled("feature liga { sub A B A by V; } liga;", "A", "B", family="Icons")
    put(tmp_path, icons_ttf=saved(icons), plain_ttf=saved(made("Plain")))
    fonts = open_fonts([tmp_path])
    assert [("Icons", "ABA")] == [
        (font.family, part) for font, part in fonts.runs("ABA", ["Icons"])
    ]
    found = fonts.runs("ABA BAB ABA", ["Icons", "Plain"])
    assert [("Icons", "ABA "), ("Plain", "BAB "), ("Icons", "ABA")] == [
        (font.family, part) for font, part in found
    ]
    assert fonts.shows("ABA", ("Icons",))
    for table in icons["cmap"].tables:
        table.cmap.pop(32, None)
    put(tmp_path / "bare", icons_ttf=saved(icons))
    spaced = open_fonts([tmp_path / "bare", SHIPPED / "fonts"]).runs("ABA ABA", ["Icons"])
    assert [("Icons", "ABA"), ("Nunito", " "), ("Icons", "ABA")] == [
        (font.family, part) for font, part in spaced
    ]
    assert not fonts.shows("AB", ("Icons",))
    with pytest.raises(
        MissingGlyphError,
        match=r"icons.ttf: draws it in certain words only.*see that it is the name of an icon",
    ) as caught:
        fonts.runs("BAB", ["Icons"])
    assert ("B", "A") == caught.value.characters
    with raises_finding('icons.ttf font-unusable "icons.ttf" "A"'):
        fonts.face("Icons").shape("ABA", ligatures=False)  # letter-spaced


def test_a_word_of_late_letters_is_set_in_its_own_font_in_art(tmp_path: Path) -> None:
    """It was set in another one, with the note that its font lacks a letter."""
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text y="30" font-size="9" font-family="Late">AVA!</text></svg>'
    card = svg(
        '<image href="art.svg" width="60" height="60"/>'
        + "{{ text_box('A!', 4, 4, 50, 9, size=9, font='Late', weight=400) }}"
    )
    late = ruled("feature ccmp { sub A by B; } ccmp;", "A")
    for table in late["cmap"].tables:
        table.cmap[ord("!")] = "space"
    root = write_project(
        tmp_path,
        templates={"card.svg": card},
        files={"fonts/late.ttf": saved(late), "card_data/sweets/art/art.svg": art},
    )
    result = run("build", "--layout", "single", "--paper", "a4", project=root)
    assert 0 == result.exit_code, result.output
    assert "lacks" not in result.output
    assert (
        'the font "late.ttf" leaves the place of "!" blank; set it in another family'
        in run("validate", project=root).output
    )
    assert {"Late-Regular", "Nunito-SemiBold"} == fonts_of(
        root / "output/sweets/main-single-a4.pdf"
    )


def fonts_of(pdf: Path) -> set[str]:
    with pikepdf.open(pdf) as document:
        return {
            str(font["/BaseFont"]).partition("+")[2]
            for font in objects_of(document, "/Subtype", "/CIDFontType2")
        }


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("outlined", [False, True])
def test_a_glyph_in_colours_is_one_of_the_font_s_letters(
    tmp_path: Path, version: int, outlined: bool
) -> None:
    """Whether or not there is an outline to fall back on; what it looks like is written once as
    SVG."""
    colour_font(tmp_path / "colour.ttf", version=version, outlined=outlined)
    (tmp_path / "fonts.yaml").write_text(
        "families: {Colour: {faces: [{file: colour.ttf}]}}", "utf-8"
    )
    fonts = open_fonts([tmp_path])
    ((font, text),) = fonts.runs("BAC", ["Colour"])
    assert "BAC" == text
    assert [False, True, False] == [font.in_colours(glyph[0]) for glyph in font.shape(text).glyphs]
    drawn = font.colour_glyph(font.shape("A").glyphs[0][0], "A")[0]
    assert b'fill="#e64c00"' in drawn


def test_a_glyph_without_outlines_is_never_drawn_as_nothing(tmp_path: Path) -> None:
    """It is missing, so the next font of the list draws it; spaces and hidden characters are meant
    to be blank."""
    emptied(TTFont(NUNITO), "A").save(tmp_path / "hollow.ttf")
    listed = "families: {Hollow: {faces: [{file: hollow.ttf}]}, Full: {faces: [{file: full.ttf}]}}"
    (tmp_path / "fonts.yaml").write_text(listed, "utf-8")
    shutil.copy(NUNITO, tmp_path / "full.ttf")
    fonts = open_fonts([tmp_path])
    assert ["Hollow", "Full", "Hollow"] == [
        font.family for font, _ in fonts.runs("\u00a0B A\u00adB", ["Hollow", "Full"])
    ]
    with pytest.raises(
        MissingGlyphError, match=r'"A" .*tried in Hollow \(hollow.ttf: in colours only, or empty\)'
    ):
        fonts.runs("BAB", ["Hollow"])


def test_a_card_with_a_hollow_letter_is_refused(tmp_path: Path) -> None:
    """Not printed with a gap: exit 2, and the card named."""
    emptied(TTFont(NUNITO), "A").save(tmp_path / "colour.ttf")
    listed = "families: {Colour: {faces: [{file: colour.ttf}]}}"
    files = {"fonts/colour.ttf": (tmp_path / "colour.ttf").read_bytes(), "fonts/fonts.yaml": listed}
    for body in (
        "<text x='4' y='20' font-family='Colour' font-size='9'>BAB</text>",
        "{{ text_box('BAB', 4, 4, 50, 20, font='Colour') }}",
    ):
        root = write_project(tmp_path / "p", templates={"card.svg": svg(body)}, files=files)
        result = run("build", project=root)
        assert 2 == result.exit_code, result.output
        assert "glyph-missing" in result.codes
        assert "colour" in result.output
