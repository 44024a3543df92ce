"""Fonts whose letters are drawn in colours (COLR, `SVG `, CBDT, sbix): as browsers show them, read
back as text, or refused by name."""

from __future__ import annotations

import io
import os
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from chromium import CHROMIUM, Browser
from comparing import TOLERANCE, Side, difference, in_browser, in_pdf, sides_of
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import CompositeMode, PaintFormat
from making_fonts import coloured, made, painted, put, saved
from PIL import Image
from projects import CommandResult, objects_of, run, running_text, single_sheet, svg, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.engine.typography import colour_glyphs
from cardgen.load.font_list import open_fonts

Paint = dict[str, Any]

# Paints
# -----------------------------------------------------------------------------------------------------------------------------


def solid(number: int, alpha: float = 1.0) -> Paint:
    return {"Format": PaintFormat.PaintSolid, "PaletteIndex": number, "Alpha": alpha}


def shape(name: str, paint: Paint) -> Paint:
    return {"Format": PaintFormat.PaintGlyph, "Glyph": name, "Paint": paint}


def layers(*paints: Paint) -> Paint:
    return {"Format": PaintFormat.PaintColrLayers, "Layers": list(paints)}


def turned(paint: Paint) -> Paint:
    return {
        "Format": PaintFormat.PaintRotateAroundCenter,
        "angle": 30,
        "centerX": 450,
        "centerY": 350,
        "Paint": paint,
    }


def moved(paint: Paint) -> Paint:
    return {"Format": PaintFormat.PaintTranslate, "dx": 100, "dy": 100, "Paint": paint}


def composed(mode: CompositeMode, source: Paint, ground: Paint) -> Paint:
    return {
        "Format": PaintFormat.PaintComposite,
        "SourcePaint": source,
        "CompositeMode": mode,
        "BackdropPaint": ground,
    }


def stops(spread: str = "pad", places: tuple[float, ...] = (0, 0.5, 1)) -> Paint:
    line = [
        {"StopOffset": at, "PaletteIndex": number, "Alpha": 1.0} for number, at in enumerate(places)
    ]
    return {"ColorStop": line, "Extend": spread}


def linear(x2: float = 250, **line: Any) -> Paint:
    ends = {"x0": 250, "y0": 0, "x1": 650, "y1": 0, "x2": x2, "y2": 400}
    return {"Format": PaintFormat.PaintLinearGradient, "ColorLine": stops(**line), **ends}


def radial(
    first: tuple[float, float, float] = (400, 400, 50),
    last: tuple[float, float, float] = (450, 350, 300),
    **line: Any,
) -> Paint:
    circles = dict(zip(("x0", "y0", "r0", "x1", "y1", "r1"), (*first, *last), strict=True))
    return {"Format": PaintFormat.PaintRadialGradient, "ColorLine": stops(**line), **circles}


def sweep(end: float, **line: Any) -> Paint:
    about = {"centerX": 450, "centerY": 350, "startAngle": 0, "endAngle": end}
    return {"Format": PaintFormat.PaintSweepGradient, "ColorLine": stops(**line), **about}


BOX, DISC, MODE = shape("box", solid(0)), shape("disc", solid(2)), CompositeMode
INSIDE = layers(shape("ring", solid(1)), shape("ring", moved(shape("box", solid(2)))))
PAINTS = {
    "a": shape("ring", solid(0)),
    "b": shape("disc", linear()),
    "c": shape("disc", linear(spread="repeat", places=(0.2, 0.6))),
    "d": shape("box", linear(x2=450)),
    "e": shape("disc", radial()),
    "f": shape("disc", radial(spread="reflect")),
    "g": shape("disc", radial((450, 350, 350), (400, 400, 50))),
    "h": shape("disc", sweep(270)),
    "i": shape("disc", sweep(90, spread="repeat")),
    "j": turned(shape("ring", linear())),
    "k": shape("disc", turned(linear())),
    "l": layers(BOX, shape("disc", solid(3))),
    "m": composed(MODE.SRC_IN, BOX, DISC),
    "n": composed(MODE.MULTIPLY, DISC, shape("ring", solid(1))),
    "o": composed(MODE.SRC_ATOP, turned(BOX), DISC),
    "p": composed(MODE.DEST_OVER, BOX, DISC),
    "q": shape("disc", solid(0xFFFF, 0.5)),
    "r": shape("disc", turned(INSIDE)),
    "s": composed(MODE.SRC_IN, layers(BOX, DISC), solid(0, 0.5)),
    "t": composed(MODE.DEST_IN, BOX, turned(DISC)),
    "u": composed(MODE.SCREEN, DISC, shape("ring", solid(0))),
    "v": {"Format": PaintFormat.PaintColrGlyph, "Glyph": "lettera"},
    "w": composed(MODE.DEST_ATOP, turned(BOX), DISC),
    "x": shape("disc", linear(spread="reflect", places=(0.2, 0.6))),
}
GROUND = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="#fff"/>'


def first_side(
    root: Path, body: str, files: dict[str, str | bytes]
) -> tuple[cardgen.Workshop, Side]:
    """The workshop of a project with a card of this body, and the face of that card."""
    write_project(root, templates={"card.svg": svg(body)}, files=files)
    workshop = cardgen.open_project(root)
    ((game, (main,)),) = workshop.select()
    return workshop, sides_of(workshop, game, main, (0,))[0]


def printed_card(root: Path, body: str, files: dict[str, str | bytes]) -> Image.Image:
    """A card of this body as its PDF shows it."""
    (printed,) = in_pdf([first_side(root, body, files)[1]])
    return printed


def colours_of(picture: Image.Image) -> set[Any]:
    """The colours of more than 500 of its pixels."""
    return {colour for count, colour in picture.getcolors(99999) or () if count > 500}


def compared(
    reader: Browser, tmp_path: Path, body: str, files: dict[str, str | bytes], line: str = ""
) -> Image.Image:
    """What prints of a card, after it was held against Chromium."""
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\nfields: {{line: text}}\ncards:\n  - {{id: c, line: '{line}'}}"
    root = write_project(
        tmp_path / "project",
        {"main": deck},
        {"card.svg": svg(GROUND + body, 63.5, 88.9)},
        files=files,
    )
    workshop = cardgen.open_project(root)
    ((game, (main,)),) = workshop.select()
    sides = sides_of(workshop, game, main, (0,))
    (shown,), (printed,) = in_browser(reader, sides, tmp_path, workshop.fonts), in_pdf(sides)
    assert difference(shown, printed) < TOLERANCE
    assert difference(printed, Image.new("RGB", printed.size, "white")) > 0.02
    return printed


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("part", ["abcdefgh", "ijklmnop", "qrstuvwx"])
def test_paints_of_colr_are_those_of_a_browser(reader: Browser, tmp_path: Path, part: str) -> None:
    rows = "".join(
        f'<text x="4" y="{20 + 15 * row}" font-size="14" fill="#606" font-family="Paint" {more}>{part[2 * row : 2 * row + 4]}</text>'
        for row, more in enumerate(("", 'fill-opacity=".5"', 'font-style="italic" stroke="#0a0"'))
    )
    compared(reader, tmp_path, rows, {"fonts/paint.ttf": saved(painted(PAINTS))})


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_letters_in_colours_mask_clip_and_take_no_gradient(reader: Browser, tmp_path: Path) -> None:
    body = """<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="lime"/></linearGradient>
    <clipPath id="c"><text x="4" y="40" font-size="14" font-family="Paint">abe</text></clipPath>
    <mask id="m"><text x="4" y="60" font-size="14" fill="#fff" font-family="Paint">abq</text></mask>
    <text x="4" y="20" font-size="14" fill="url(#g)" font-weight="700" font-family="Paint">abq</text>
    <rect y="25" width="60" height="20" fill="#339" clip-path="url(#c)"/><rect y="45" width="60" height="20" fill="#339" mask="url(#m)"/>"""
    compared(reader, tmp_path, body, {"fonts/paint.ttf": saved(painted(PAINTS))})


UP_AND_DOWN = """
    <text x="10" y="4" font-size="9" writing-mode="tb" font-family="Paint" fill="#606">\u2603a\u2604<tspan dx="4">\u2603</tspan></text>
    <text x="24" y="8" font-size="9" rotate="30 -20" writing-mode="tb" font-family="Paint, Nunito">\u2604\u2603A\u2603</text>"""
ALONG = """<path id="p" d="M4 60Q30 40 56 60" fill="none"/>
    <text font-size="7" font-family="Paint"><textPath href="#p" textLength="40">ab\u2603d</textPath></text>
    <text x="4" y="20" font-size="7" textLength="22" lengthAdjust="spacingAndGlyphs" font-family="Paint" stroke="#0a0">\u2603b</text>
    <text x="4" y="78" font-size="7" text-decoration="underline" textLength="50" font-family="Paint, Nunito">j\u2603 gh</text>"""
MOVED = """<text x="34" y="12" font-size="8" dx="0 2" dy="0 3 -3" rotate="0 15" font-family="Paint, Nunito">\u2603A\u2604</text>
    <text x="4" y="30" font-size="8" dx="0 3 3" dy="0 -1 -2" rotate="0 20 40" font-family="Paint">\u2604\ufe0f\u2603a</text>"""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("body", [UP_AND_DOWN, ALONG, MOVED])
def test_letters_in_colours_go_wherever_others_go(
    reader: Browser, tmp_path: Path, body: str
) -> None:
    """Upright and on their side from top to bottom, turned, moved, on a path and set to a length,
    alone and beside others."""
    paints = {**PAINTS, "\u2603": PAINTS["j"], "\u2604": PAINTS["n"]}
    compared(reader, tmp_path, body, {"fonts/paint.ttf": saved(painted(paints))})


# On cards and in books
# ----------------------------------------------------------------------------------------------------------------

BODY = """<text x='4' y='20' font-family='Paint' font-size='9'>{{ 'ba'|safe }}</text>
{{ text_box('2 **ab** End *c*', 4, 30, 50, 20, size=12, font='Mixed') }}"""
MIXED = "families: {Mixed: {faces: [{file: wedge.ttf}], fallback: [Paint, Nunito]}}"


def letters_of(document: pikepdf.Pdf) -> int:
    """How many letters in colours a file holds."""
    return sum(
        [*form["/BBox"]] == [0, -800, 900, 100]
        for form in objects_of(document, "/Subtype", "/Form")
    )


def mixed() -> dict[str, str | bytes]:
    return {
        "fonts/paint.ttf": saved(painted({letter: PAINTS[letter] for letter in "abc"})),
        "fonts/wedge.ttf": saved(made("Wedge")),
        "fonts/fonts.yaml": MIXED,
    }


@pytest.mark.parametrize("jobs", [1, 2])
def test_text_in_colours_is_read_back_and_each_letter_is_written_once(
    tmp_path: Path, jobs: int
) -> None:
    cards = "".join(f"  - {{id: c{number}}}\n" for number in range(40))
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\ncards:\n{cards}"
    root = write_project(
        tmp_path, {"main": deck}, {"card.svg": svg(BODY, 63.5, 88.9)}, files=mixed()
    )
    pdf = single_sheet(root, "--jobs", str(jobs))
    read = running_text(pdf)
    assert 40 == read.count("2 ab End c")
    assert 40 == read.count("ba ")
    with pikepdf.open(pdf) as document:
        assert 3 == letters_of(document)
        assert (
            sum(
                "Paint" in str(font["/BaseFont"])
                for font in objects_of(document, "/Subtype", "/CIDFontType2")
            )
            == 1
        )


def test_a_book_shows_letters_in_colours(tmp_path: Path) -> None:
    book = "## Rules\n\nTake ab and add c.\n"
    files = {
        **mixed(),
        "fonts/fonts.yaml": "families: {Nunito: {fallback: [Greek]}, Greek: {faces: [{file: greek.ttf}]}}",
    }
    files["fonts/greek.ttf"] = saved(painted({"\u2603": PAINTS["b"]}, "Greek"))
    files["card_data/sweets/rulebook.md"] = book.replace("ab", "\u2603")
    root = write_project(tmp_path, templates={"card.svg": svg(GROUND)}, files=files)
    result = run("rulebook", "--paper", "a4", "--out", tmp_path / "out", project=root)
    assert 0 == result.exit_code, result.output
    pdf = tmp_path / "out/sweets/rulebook.pdf"
    assert "Take \u2603 and add c." in running_text(pdf)
    with pikepdf.open(pdf) as document:
        assert 1 == letters_of(document)


def test_the_colour_of_text_counts_where_a_font_leaves_it(tmp_path: Path) -> None:
    """Two colours of text are two drawings of that letter, and one of any other."""
    body = "".join(
        f'<text x="4" y="{y}" font-family="Paint" font-size="9" fill="{fill}">qa</text>'
        for y, fill in ((20, "#c22"), (40, "#22c"))
    )
    _, side = first_side(tmp_path, body, {"fonts/paint.ttf": saved(painted(PAINTS))})
    assert side.drawn.face
    assert 3 == len(side.drawn.face.forms)


def test_letters_in_colours_do_not_lie_over_themselves(tmp_path: Path) -> None:
    """The preflight tells of text that something hides: of a shape over them, not of their own
    layers."""
    lost = '<text x="4" y="70" font-family="Paint" font-size="12">bb</text><rect x="4" y="58" width="30" height="14" fill="#22c"/>'
    body = (
        GROUND
        + '<text x="4" y="40" font-family="Paint" font-size="12" stroke="#0a0">abba</text>'
        + lost
    )
    root = write_project(
        tmp_path,
        templates={"card.svg": svg(body)},
        files={"fonts/paint.ttf": saved(painted(PAINTS))},
    )
    told = run("validate", "--printer", "images", project=root).stderr
    assert 'the text "bb" lies' in told
    assert 'the text "abba"' not in told


def test_a_space_in_colours_is_a_space(tmp_path: Path) -> None:
    """Some fonts say of it that it is nothing in colours: it is not seen, and read back."""
    font = painted({"a": PAINTS["a"], "\u00a0": shape("space", solid(0))})
    body = '<rect x="-4" y="-4" width="68" height="88" fill="#fff"/><text x="5" y="30" font-family="Paint" font-size="9">a\u00a0a</text>'
    printed = printed_card(tmp_path, body, {"fonts/paint.ttf": saved(font)})
    assert {(255, 255, 255), (204, 26, 26)} == colours_of(printed)
    assert "a a" in running_text(single_sheet(tmp_path))


def test_a_sign_of_several_characters_comes_apart_where_one_has_a_place(tmp_path: Path) -> None:
    """As in browsers, which count each character; what only asks for colours takes its place with
    it."""
    body = '<text x="4 14 24 34" y="20" font-size="9" font-family="Paint">\u2603\ufe0f\u2604\u2603</text>'
    font = painted(dict.fromkeys("\u2603\u2604", PAINTS["b"]))
    _, side = first_side(tmp_path, body, {"fonts/paint.ttf": saved(font)})
    face = side.drawn.face
    assert face
    assert [("\u2603", 4), ("\ufe0f", 14), ("\u2604", 24), ("\u2603", 34)] == [
        (mark.text, mark.x) for mark in face.texts
    ]


def test_signs_of_several_fonts_are_moved_one_by_one(tmp_path: Path) -> None:
    """They belong to no writing, and neither does what stands before them."""
    body = '<text x="4" y="20" dx="0 1 2 3" font-size="9" font-family="Paint, Nunito">-\u2603\u2604-</text>'
    font = painted(dict.fromkeys("\u2603\u2604", PAINTS["b"]))
    workshop, side = first_side(tmp_path, body, {"fonts/paint.ttf": saved(font)})
    face = side.drawn.face
    assert face
    assert ["-", "\u2603", "\u2604", "-"] == [mark.text for mark in face.texts]
    first, one, other, last = (mark.x for mark in face.texts)
    wide = workshop.fonts.width("-", ("Nunito",)) * 9
    assert [4 + wide + 1, one + 8.1 + 2, other + 8.1 + 3] == [
        pytest.approx(x, abs=0.01) for x in (one, other, last)
    ]
    assert first == 4


@pytest.mark.parametrize("kind", ["SVG", "sbix"])
def test_drawings_and_pictures_in_a_font_are_shown(tmp_path: Path, kind: str) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (10, 14), "red").save(picture, "PNG")
    font = coloured(made("Glow"), kind, picture.getvalue())
    body = '<rect x="-4" y="-4" width="68" height="88" fill="#fff"/><text x="5" y="30" font-family="Glow" font-size="20">A</text>'
    printed = printed_card(tmp_path, body, {"fonts/glow.ttf": saved(font)})
    assert colours_of(printed) == {(255, 255, 255), (255, 0, 0)}


def test_palettes_and_other_glyphs_of_a_document_are_there_to_be_used(tmp_path: Path) -> None:
    font = painted(PAINTS)
    number = font.getGlyphID("lettera")
    del font["COLR"]
    from fontTools.ttLib import newTable

    font["SVG "] = newTable("SVG ")
    body = (
        '<path id="shared" d="M0 0H500V-700H0Z"/><rect width="9000" height="9000" y="-4500" fill="lime"/>'
        f'<g fill="var(--color2, lime)"><g id="glyph{number}"><use href="#shared"/></g></g>'
    )
    font["SVG "].docList = [
        (f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>', number, number)
    ]
    card = '<rect x="-4" y="-4" width="68" height="88" fill="#fff"/><text x="5" y="30" font-family="Paint" font-size="20">a</text>'
    printed = printed_card(tmp_path, card, {"fonts/paint.ttf": saved(font)})
    assert colours_of(printed) == {(255, 255, 255), (26, 51, 178)}


def test_a_viewbox_of_a_letter_is_as_large_as_its_font(tmp_path: Path) -> None:
    """As programs write it that put artwork of 64 units into a font: its lower edge at the
    baseline, 1000 units wide on paper."""
    font = coloured(made("Odd"), "SVG")
    body = '<rect id="glyph2" y="29" width="32" height="35" fill="#00f"/>'
    font["SVG "].docList = [
        (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 64 64 64">{body}</svg>', 2, 2)
    ]
    card = '<rect x="-4" y="-4" width="68" height="88" fill="#fff"/><text x="10" y="50" font-family="Odd" font-size="40">A</text>'
    printed = printed_card(tmp_path, card, {"fonts/odd.ttf": saved(font)})
    blue = printed.convert("RGB").point(lambda value: 255 * (value < 128)).getchannel("R").getbbox()
    assert blue
    scale = printed.width / (blue[2] - blue[0])
    assert 1.1 < (blue[3] - blue[1]) / (blue[2] - blue[0]) < 1.15
    assert 2.8 < scale < 3.6  # 20 mm of the 60 that a card is wide, and its bleed


# What is not drawn, and what has no end
# ----------------------------------------------------------------------------------------------


def refusal(tmp_path: Path, data: bytes, letter: str = "a", more: str = "") -> str:
    return " ".join(refused(tmp_path, data, letter, more).output.split())


def refused(tmp_path: Path, data: bytes, letter: str = "a", more: str = "") -> CommandResult:
    files = {
        "fonts/odd.ttf": data,
        "fonts/fonts.yaml": "families: {Odd: {faces: [{file: odd.ttf}]}}",
    }
    body = f"<text x='4' y='20' font-family='Odd' font-size='9' {more}>{letter}</text>"
    result = run(
        "build", project=write_project(tmp_path, templates={"card.svg": svg(body)}, files=files)
    )
    assert 2 == result.exit_code, result.output
    return result


@pytest.mark.parametrize(
    ("paint", "said"),
    [
        (composed(MODE.XOR, BOX, DISC), "its layers are put together by xor"),
        (shape("disc", sweep(90, places=(0, 1)) | {"ColorLine": {**stops(), "ColorStop": [
            {"StopOffset": 0, "PaletteIndex": 0, "Alpha": 1.0}, {"StopOffset": 1, "PaletteIndex": 0, "Alpha": 0.0}]}}),
         "a gradient around a point in it shows through in parts"),
        (shape("disc", radial((450, 350, 0), (450, 350, 300), places=(-0.5, 1))), "a gradient in it begins before its centre"),
        (composed(MODE.CLEAR, BOX, DISC), "nothing is painted of it"),
    ],
)  # fmt: skip
def test_a_paint_that_is_not_drawn_is_told_with_its_letter(
    tmp_path: Path, paint: Paint, said: str
) -> None:
    found = refusal(tmp_path, saved(painted({"a": paint})))
    assert (
        f'the colours of "a" in the font "odd.ttf" are not drawn here: {said}; use another font for this text'
        in found
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<g/>", "it is not in its document"),
        ('<g id="glyph2"/>', "nothing is painted of it"),
        ('<text id="glyph2">A</text>', "<text>: text inside a letter is not drawn here"),
        (
            '<image id="glyph2" href="other.png" width="9" height="9"/>',
            "<image>: a picture inside a letter is not drawn here",
        ),
        ('<foreignObject id="glyph2"/>', "<foreignObject> is not drawn here"),
    ],
)
def test_a_document_that_is_not_drawn_is_told_with_its_letter(
    tmp_path: Path, body: str, said: str
) -> None:
    font = coloured(made("Odd"), "SVG")
    font["SVG "].docList = [(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>', 2, 2)]
    found = refused(tmp_path, saved(font), "A")
    assert found.tells('odd.ttf font-colours-not-drawn "A" "odd.ttf"'), found.briefs
    assert f": {said}" in found.output


def test_a_broken_picture_and_dashes_are_told(tmp_path: Path) -> None:
    found = refused(tmp_path, saved(coloured(made("Odd"), "sbix")), "A")
    assert found.tells('odd.ttf font-colours-not-drawn "A" "odd.ttf"'), found.briefs
    dashed = refusal(tmp_path, saved(painted(PAINTS)), more='stroke="red" stroke-dasharray="1"')
    assert "dashes around letters in colours are not drawn here" in dashed


def test_paints_without_end_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter made of itself, one made of two that are each made of two, and on, masks in masks,
    and more layers than anybody draws."""
    names = "abcdefghijklmnopqrstuvwxyz"
    letter = {
        name: {"Format": PaintFormat.PaintColrGlyph, "Glyph": f"letter{name}"} for name in names
    }
    twice = {one: layers(letter[two], letter[two]) for one, two in pairwise(names)} | {"z": BOX}
    masked = BOX
    for _ in range(40):
        masked = composed(MODE.SRC_ATOP, turned(DISC), masked)
    found = []
    monkeypatch.setattr(colour_glyphs, "MOST_BYTES", 100_000)
    for paints in (
        {"a": layers(BOX, letter["a"])},
        twice,
        {"a": masked},
        {"a": layers(*[DISC] * 250)},
    ):
        font = open_fonts([put(tmp_path, paint_ttf=saved(painted(paints)))]).face("Paint")
        ((gid, *_),) = font.shape("a").glyphs
        try:
            found.append(str(len(font.colour_glyph(gid, "a")[0]) < 101_000))
        except CardgenError as error:
            found.append(error.findings[0].what.rpartition(": ")[2])
    assert ["True", *["it is painted in more steps than any sign needs"] * 3] == found


@pytest.mark.parametrize("kind", ["COLR", "SVG", "sbix"])
def test_damaged_fonts_in_colours_are_never_fatal(tmp_path: Path, kind: str) -> None:
    chance = random.Random(11)  # fixed, so that a failure comes back
    picture = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(picture, "PNG")
    whole = saved(
        painted(PAINTS) if kind == "COLR" else coloured(made("Paint"), kind, picture.getvalue())
    )
    table = TTFont(io.BytesIO(whole)).reader.tables[{"SVG": "SVG "}.get(kind, kind)]
    told = 0
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 3, 10])):
            data[table.offset + chance.randrange(table.length)] = chance.randrange(256)
        put(tmp_path, Paint_ttf=bytes(data))
        try:
            font = open_fonts([tmp_path]).face("Paint")
            for gid, *_, text in font.shape("abekouA").glyphs:
                if gid and font.in_colours(gid):
                    font.colour_glyph(gid, text)
        except CardgenError:
            told += 1
    assert told < 60


# Fonts that none of us made
# -------------------------------------------------------------------------------------------------------

NOTO = (
    Path(os.environ.get("FONTS_OF_DEBIAN", "/usr/share")) / "fonts/truetype/noto/NotoColorEmoji.ttf"
)
LINE = """{{ text_box('Roll ' ~ card.line[:3] ~ ' and **take ' ~ card.line[3:8] ~ '**', 6, 6, 50, 30, size=14) }}
<text x="6" y="50" font-family="Nunito, 'Noto Color Emoji'" font-size="5">A{{ card.line[:8] }}B</text>
<text x="6" y="62" font-family="Noto Color Emoji" font-size="9" fill-opacity=".5">{{ card.line[8:] }}</text>"""
EMOJI = "\U0001f3b2\U0001f383\U0001f47b\U0001f36c\u2764\ufe0f\U0001f9d9\U0001f3fd\U0001f469\u200d\U0001f680\U0001f1e9\U0001f1ea1\ufe0f\u20e3"


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_real_emoji_on_a_card(reader: Browser, tmp_path: Path) -> None:
    """Of a font that has pictures and no outlines: a mage of a colour, an astronaut, a flag and a
    key are one sign each, and read back."""
    if not NOTO.exists():
        pytest.skip("Debian's fonts-noto-color-emoji is not installed")
    fallback = "families: {Nunito: {fallback: [Noto Color Emoji]}}"
    compared(
        reader,
        tmp_path,
        LINE,
        {"fonts/emoji.ttf": NOTO.read_bytes(), "fonts/fonts.yaml": fallback},
        EMOJI,
    )
    pdf = single_sheet(tmp_path / "project")
    read = running_text(pdf)
    assert EMOJI[:3] in read
    assert EMOJI[8:] in read
    with pikepdf.open(pdf) as document:
        (font,) = [
            each
            for each in objects_of(document, "/Type", "/FontDescriptor")
            if "Emoji" in str(each["/FontName"])
        ]
        embedded = TTFont(io.BytesIO(font["/FontFile2"].read_bytes()))
        assert (
            0
            < sum(embedded["glyf"][name].numberOfContours for name in embedded.getGlyphOrder())
            < 20
        )
        assert pdf.stat().st_size < 300_000


@pytest.mark.parametrize("text", ["A \u2603 A", " \u2603 \u2603", "\u2603  A"])
def test_spaces_beside_a_sign_in_colours_are_those_of_the_text(text: str, tmp_path: Path) -> None:
    """As in browsers: a font of emoji has wide ones."""
    (tmp_path / "plain.ttf").write_bytes(saved(made("Plain")))
    (tmp_path / "paint.ttf").write_bytes(saved(painted({"\u2603": PAINTS["b"], " ": PAINTS["b"]})))
    runs = open_fonts([tmp_path]).runs(text, ("Plain", "Paint"), 400, False)
    assert text == "".join(part for _, part in runs)
    assert all(
        ("\u2603" in part) == font.coloured and (not font.coloured or " " not in part)
        for font, part in runs
    )
