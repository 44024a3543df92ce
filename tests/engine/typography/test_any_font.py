"""Fonts as designers have them: CFF outlines, variable fonts, WOFF and WOFF2, collections, colours.
What can print prints, as a subset that reads back; what cannot is told."""

from __future__ import annotations

import io
import os
import random
import struct
import zlib
from pathlib import Path

import brotli
import pikepdf
import pytest
from briefs import raises_expected, raises_finding
from chromium import CHROMIUM, Browser
from comparing import TOLERANCE, difference, in_browser, in_pdf, sides_of
from counting import counted
from fontTools.ttLib import TTFont, woff2
from made_font import FAMILY, POINT, made_font
from making_fonts import KERNED, collection, coloured, drawing, made, put, saved, variable
from operators import actual_texts
from PIL import Image
from projects import (
    SHIPPED,
    objects_of,
    run,
    running_text,
    single_sheet,
    svg,
    text_of,
    write_project,
)

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.embedded_fonts import embedded
from cardgen.engine.svg.glyphs import GlyphLine
from cardgen.engine.svg.sanitize import WebFace
from cardgen.engine.typography.font import Font, cff_table, subset, whole
from cardgen.engine.typography.fontbook import FontBook, MissingGlyphError
from cardgen.load.font_list import open_fonts

BAR = 3
"""The glyph "B": a bar as wide as the font is bold."""


def stem(font: Font) -> int:
    ink = font.ink(BAR)
    assert ink
    return ink[2] - ink[0]


def listed(folder: Path, families: str) -> FontBook:
    (folder / "fonts.yaml").write_text(f"families: {families}", "utf-8")
    return open_fonts([folder])


def problem(folder: Path, families: str) -> str:
    with pytest.raises(CardgenError) as caught:
        listed(folder, families)
    (found,) = caught.value.findings
    return str(found)


# PostScript outlines
# --------------------------------------------------------------------------------------------------------------


def card(family: str, body: str = "") -> str:
    text = f'<text x="5" y="30" font-family="{family}" font-size="12">AVAB</text>'
    return svg(f'<rect width="60" height="80" fill="#fff"/>{text}{body}')


def built(
    root: Path, family: str, data: bytes, *, name: str = "font.otf", printer: str = ""
) -> Path:
    write_project(root, templates={"card.svg": card(family)}, files={f"fonts/{name}": data})
    result = run(
        "build", "--layout", "single", "--paper", "a4", "--out", root / "out", project=root
    )
    assert 0 == result.exit_code, result.output
    return root / "out/sweets/main-single-a4.pdf"


@pytest.mark.parametrize(
    "data", [saved(made("Same", cff=True)), saved(variable("Same", cff=True))], ids=["CFF", "CFF2"]
)
def test_postscript_outlines_are_embedded_bare_and_read_back(tmp_path: Path, data: bytes) -> None:
    """ISO 32000-1, 9.9: FontFile3 with CIDFontType0C, which any reader and press of the last twenty
    years knows."""
    pdf = built(tmp_path, "Same", data)
    assert "AVAB" in " ".join(text_of(pdf))
    with pikepdf.open(pdf) as document:
        (font,) = objects_of(document, "/Subtype", "/CIDFontType0")
        assert "/CIDToGIDMap" not in font
        file = font["/FontDescriptor"]["/FontFile3"]
        assert "/CIDFontType0C" == file["/Subtype"]
        # CFF, and not the CFF2 that PDF does not know
        assert bytes([1, 0]) == file.read_bytes()[:2]


def test_postscript_outlines_print_as_truetype_does(tmp_path: Path) -> None:
    pictures = []
    for cff in (False, True):
        root = tmp_path / str(cff)
        write_project(
            root,
            templates={"card.svg": card("Same")},
            files={"fonts/same.otf": saved(made("Same", cff=cff))},
        )
        workshop = cardgen.open_project(root)
        ((game, (deck,)),) = workshop.select()
        pictures += in_pdf(sides_of(workshop, game, deck, (0,))[:1])
    assert difference(*pictures) < 0.0005
    assert difference(pictures[0], Image.new("RGB", pictures[0].size, "white")) > 0.01


def test_a_printer_takes_postscript_outlines_and_variable_fonts(tmp_path: Path) -> None:
    """In inks, after PDF/X-1a; as pictures; and drawn by two processes."""
    places = {"Curve": 20, "Wavy": 35}
    text = "".join(
        f"<text x='12' y='{y}' font-family='{name}' font-weight='650' font-size='12'>AVAB</text>"
        for name, y in places.items()
    )
    body = f'<rect x="-4" y="-4" width="71.5" height="96.9" fill="#fff"/>{text}'
    cards = "".join(f"  - {{id: c{number}}}\n" for number in range(40))
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\nback: card.svg\ncards:\n{cards}"
    fonts = {
        "fonts/curve.otf": saved(made("Curve", cff=True)),
        "fonts/wavy.otf": saved(variable(cff=True)),
    }
    write_project(tmp_path, {"main": deck}, {"card.svg": svg(body, 63.5, 88.9)}, files=fonts)
    for printer in ("drivethrucards", "images"):
        result = run(
            "export",
            "sweets/main",
            "--printer",
            printer,
            "--jobs",
            2,
            "--out",
            tmp_path / printer,
            project=tmp_path,
        )
        assert 0 == result.exit_code, result.output
    (pdf,) = (tmp_path / "drivethrucards").rglob("*.pdf")
    with pikepdf.open(pdf) as document:
        assert {"/CIDFontType0"} == {
            font["/Subtype"]
            for font in objects_of(document, "/Type", "/Font")
            if "/FontDescriptor" in font
        }
    pictures = sorted((tmp_path / "images").rglob("front/*.png"))
    assert 40 == len(pictures)
    assert len({path.read_bytes() for path in pictures}) == 1


# Variable fonts
# -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cff", [False, True])
def test_a_variable_font_has_every_weight_it_spans(tmp_path: Path, cff: bool) -> None:
    fonts = open_fonts([put(tmp_path, wavy_ttf=saved(variable(cff=cff)))])
    assert [100, 325, 325, 450] == [
        stem(fonts.face("Wavy", weight)) for weight in (100, 650, 650, 1000)
    ]
    assert [200, 650, 900] == [fonts.face("Wavy", weight).weight for weight in (100, 650, 1000)]
    assert fonts.face("Wavy", 650) is fonts.face("wavy", 650)
    assert len({fonts.face("Wavy", weight).key for weight in (200, 300, 301)}) == 3
    assert 1200 - KERNED == fonts.face("Wavy", 300).shape("AV").advance


@pytest.mark.parametrize("cff", [False, True])
def test_what_is_embedded_is_one_instance(tmp_path: Path, cff: bool) -> None:
    font = open_fonts([put(tmp_path, wavy_ttf=saved(variable(cff=cff)))]).face("Wavy", 650)
    one = TTFont(io.BytesIO(subset(font, [BAR])))
    assert not {"fvar", "gvar", "HVAR", "CFF2", "avar"} & set(one.keys())
    assert subset(font, [BAR]) == subset(open_fonts([tmp_path]).face("Wavy", 650), [BAR])
    assert bool(cff_table(subset(font, [BAR]))) is cff


def test_each_weight_of_a_card_prints(tmp_path: Path) -> None:
    """Drawn by two processes, and made again from what they send."""
    cards = "".join(f"  - {{id: c{number}, name: {200 + 10 * number}}}\n" for number in range(40))
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\ncards:\n{cards}"
    body = """<text x="5" y="30" font-family="Wavy" font-weight="{{ card.name }}" font-size="12">AVAB</text>"""
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(body, 63.5, 88.9)},
        files={"fonts/wavy.ttf": saved(variable())},
    )
    pdfs = []
    for jobs in (1, 2):
        pdfs.append(single_sheet(tmp_path, "--jobs", str(jobs)).rename(tmp_path / f"{jobs}.pdf"))
    assert pdfs[0].read_bytes() == pdfs[1].read_bytes()
    assert 40 == sum(page.count("AVAB") for page in text_of(pdfs[0]))
    with pikepdf.open(pdfs[0]) as document:
        assert 40 == sum(
            "Wavy" in str(font["/BaseFont"])
            for font in objects_of(document, "/Subtype", "/CIDFontType2")
        )


def test_a_slant_axis_gives_italics(tmp_path: Path) -> None:
    fonts = open_fonts([put(tmp_path, wavy_ttf=saved(variable(slanted=True)))])
    upright, italic = fonts.face("Wavy", 200), fonts.face("Wavy", 200, italic=True)
    assert [(False, 100), (True, 60)] == [(font.italic, stem(font)) for font in (upright, italic)]


def test_fonts_yaml_says_where_a_font_stands_on_its_axes(tmp_path: Path) -> None:
    put(tmp_path, wavy_ttf=saved(variable()))
    fonts = listed(
        tmp_path,
        """
  All: {faces: [{file: wavy.ttf}]}
  Narrow: {axes: {wdth: 75}, faces: [{file: wavy.ttf, weight: 200}, {file: wavy.ttf, weight: 700, axes: {wdth: 100, wght: 900}}]}
  Heavy: {faces: [{file: wavy.ttf, axes: {wght: 850}}]}""",
    )
    assert [stem(fonts.face("All", weight)) for weight in (200, 550)] == [100, 275]
    assert [stem(fonts.face("Narrow", weight)) for weight in (200, 400, 700)] == [60, 60, 450]
    assert (850, 425) == (fonts.face("Heavy").weight, stem(fonts.face("Heavy")))
    assert ("All", "Heavy", "Narrow") == fonts.families


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_text_says_where_its_font_stands_on_its_axes(
    reader: Browser, tmp_path: Path, jobs: int
) -> None:
    """No further than an axis reaches, whatever the weight of the text; inherited, and taken back;
    drawn by two processes, too."""
    asked = (
        "'wght' 900",
        "'wght' 200, 'wdth' 75",
        "'wdth' 10",
        "'wght' 350; font-weight: 800",
        "normal",
    )
    inner = '<tspan style="font-variation-settings: normal">AB</tspan>'
    body = "".join(
        f"<text x='5' y='{14 * number + 16}' font-family='Wavy' font-size='12' style=\"font-variation-settings: {axes}\">AVAB{inner}</text>"
        for number, axes in enumerate(asked)
    )
    cards = "".join(f"  - {{id: c{number}}}\n" for number in range(40))
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\ncards:\n{cards}"
    ground = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="#fff"/>'
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(ground + body, 63.5, 88.9)},
        files={"fonts/wavy.ttf": saved(variable())},
    )
    workshop = cardgen.open_project(root)
    ((game, (main,)),) = workshop.select()
    sides = sides_of(workshop, game, main, tuple(range(40)), jobs)[-1:]
    (shown,), (printed,) = in_browser(reader, sides, tmp_path, workshop.fonts), in_pdf(sides)
    assert difference(shown, printed) < TOLERANCE
    assert 6 == len(sides[0].drawn.face.words)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("family", "said"),
    [
        (
            "{faces: [{file: wavy.ttf, axes: {opsz: 9}}]}",
            '1:24: "wavy.ttf" has no axis "opsz"; use one of: wght, wdth',
        ),
        (
            "{faces: [{file: wavy.ttf, axes: {wdth: 50}}]}",
            'fonts.yaml:1:24 font-unusable "wdth" "wavy.ttf" 50',
        ),
        (
            "{faces: [{file: wedge.ttf, axes: {wght: 50}}]}",
            '"wedge.ttf" has no axis "wght"; take the axes out',
        ),
        ("{faces: [{file: wavy.ttf, axes: {wdth: wide}}]}", 'wdth is "wide", not a number'),
        ("{axes: {wdth: 80}, fallback: [Nunito]}", 'fonts.yaml:1:22 key-missing "axes" "faces"'),
        ("{faces: [{file: wavy.ttf}, {file: wedge.ttf}]}", '"X" has two faces of weight 400'),
    ],
)
def test_axes_that_cannot_be_are_told_where_they_stand(
    tmp_path: Path, family: str, said: str
) -> None:
    put(tmp_path, wavy_ttf=saved(variable()), wedge_ttf=saved(made()))
    with raises_expected(said):
        listed(tmp_path, f"{{X: {family}}}")


# What is packed
# -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
@pytest.mark.parametrize("cff", [False, True])
def test_web_fonts_are_unpacked(tmp_path: Path, flavour: str, cff: bool) -> None:
    plain = open_fonts([put(tmp_path / "a", font_ttf=saved(made(cff=cff)))]).face("Wedge")
    packed = open_fonts(
        [put(tmp_path / "b", **{f"font_{flavour}": saved(made(cff=cff), flavour)})]
    ).face("Wedge")
    assert plain.shape("AVAB") == packed.shape("AVAB")
    assert plain.edges(BAR, 4) == packed.edges(BAR, 4)
    assert (
        TTFont(io.BytesIO(packed.data)).getGlyphOrder()
        == TTFont(io.BytesIO(plain.data)).getGlyphOrder()
    )
    built(tmp_path / "p", "Wedge", saved(made(cff=cff), flavour), name=f"font.{flavour}")


def test_a_web_font_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was unpacked is kept between runs, and is the same without."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = put(tmp_path / "fonts", font_woff2=saved(variable(), "woff2"))
    first = open_fonts([folder]).face("Wavy").data
    monkeypatch.setattr(woff2, "decompress", None)
    assert first == open_fonts([folder]).face("Wavy").data
    monkeypatch.undo()
    monkeypatch.setenv("CARDGEN_CACHE", "")
    assert first == open_fonts([folder]).face("Wavy").data


def test_web_fonts_that_unpack_to_too_much_are_refused(tmp_path: Path) -> None:
    """Whatever they say of themselves; nothing near it is ever held."""
    swollen = bytearray(saved(made(), "woff"))
    struct.pack_into(">L", swollen, 44 + 12, 1 << 31)  # the size of the first table
    bomb = brotli.compress(bytes(1 << 28), quality=1)
    honest = saved(made(), "woff2")
    (size,) = struct.unpack_from(">L", honest, 20)
    header = bytearray(honest[: len(honest) - size - (-size % 4)])
    struct.pack_into(">L", header, 20, len(bomb))
    lying = bytes(header) + bomb
    lying = lying[:8] + struct.pack(">L", len(lying)) + lying[12:]
    noted = bytearray(honest) + bomb
    struct.pack_into(">L", noted, 8, len(noted))
    struct.pack_into(">LLL", noted, 28, len(honest), len(bomb), 1 << 28)  # notes of the maker
    fonts = open_fonts(
        [put(tmp_path, Swollen_woff=bytes(swollen), Lying_woff2=lying, Noted_woff2=bytes(noted))]
    )
    assert ("Wedge",) == fonts.families  # that with notes: nobody reads them
    assert sorted(each.what.split('"')[1] for each in fonts.refused) == [
        "Lying.woff2",
        "Swollen.woff",
    ]


def test_a_collection_is_chosen_from_by_name(tmp_path: Path) -> None:
    many = collection(
        made("One", "Bold", weight=700, thick=300), made("Other", cff=False, thick=100)
    )
    fonts = open_fonts([put(tmp_path, many_ttc=many)])
    assert [("One", 700, 300), ("Other", 400, 100)] == [
        (font.family, font.weight, stem(font)) for font in (fonts.face("one"), fonts.face("other"))
    ]
    assert subset(fonts.face("One"), [BAR]) != subset(fonts.face("Other"), [BAR])
    chosen = listed(
        tmp_path,
        "{Mine: {faces: [{file: many.ttc, name: Other Regular}, {file: many.ttc, name: one-bold, weight: 800}]}}",
    )
    assert [(400, 100), (800, 300)] == [
        (chosen.face("Mine", each).weight, stem(chosen.face("Mine", each))) for each in (400, 800)
    ]
    assert (
        'fonts.yaml:1:34: "many.ttc" holds 2 fonts; choose one by its name, such as  name: One Bold'
        in problem(tmp_path, "{Mine: {faces: [{file: many.ttc}]}}")
    )
    assert (
        'no font in "many.ttc" is called "Another"; use one of: One Bold, Other Regular'
        in problem(tmp_path, "{Mine: {faces: [{file: many.ttc, name: Another}]}}")
    )


@pytest.mark.parametrize(
    ("sign", "other"), [("生", 0x2F63), ("〈", 0x2329), ("‘", 0x2BB), ("・", 0x2027)]
)
def test_a_sign_is_read_back_as_what_people_mean(tmp_path: Path, sign: str, other: int) -> None:
    """Many fonts draw 生 and radical 100 of dictionaries (U+2F63) alike: who copies it means the
    ideograph. It takes no mark of its own (ActualText), which many readers pass over."""
    font = drawing(made("Same", cff=True), "A", other, ord(sign))
    text = f'<text x="5" y="30" font-family="Same" font-size="12">B{sign}B</text>'
    write_project(
        tmp_path, templates={"card.svg": svg(text)}, files={"fonts/same.otf": saved(font)}
    )
    pdf = single_sheet(tmp_path)
    assert f"B{sign}B" in " ".join(text_of(pdf))
    with pikepdf.open(pdf) as document:
        assert [] == actual_texts(document)


def test_of_a_large_font_only_what_is_used_is_looked_at(tmp_path: Path) -> None:
    """The fonts of a Japanese game have fifty thousand characters each."""
    many, few = saved(drawing(made(), "V", *range(0x4E00, 0x9FA6))), saved(made())
    large, small = (Font(tmp_path / "a.ttf", data, "Many", 400, False) for data in (many, few))
    (all_there, work), (_, less) = (
        counted(lambda font=font: all(map(font.has, "ABBA BA"))) for font in (large, small)
    )
    assert all_there
    assert large.has("生")
    assert work == less


@pytest.mark.parametrize("cff", [False, True])
def test_a_browser_is_given_a_font_of_a_collection_as_it_stands(tmp_path: Path, cff: bool) -> None:
    """To take one of fifty thousand letters to pieces and put it together again takes more memory
    than a stranger's file is given."""
    one, two = made("One", cff=cff), made("Two", cff=cff, thick=300)
    fonts = open_fonts([put(tmp_path, many_ttc=collection(one, two))])
    font = TTFont(io.BytesIO(whole(fonts.face("Two"), spanning=False)), checkChecksums=2)
    assert "Two" == font["name"].getDebugName(1)
    assert all(two.reader[tag] == font.reader[tag] for tag in two.reader.keys() - {"head"})


def test_which_font_of_a_collection_has_a_letter_is_not_decided_for_anybody(tmp_path: Path) -> None:
    """A collection has a family for each language, all of which have the letters, each in its
    country's form."""
    many = collection(
        *(drawing(made(f"Han {country}"), "A", 0x9AA8) for country in ("JP", "KR", "SC"))
    )
    fonts = open_fonts([put(tmp_path, many_ttc=many, plain_ttf=saved(made("Plain")))])
    with pytest.raises(MissingGlyphError) as caught:
        fonts.runs("骨", ["Plain"])
    assert "Han JP (or Han KR, Han SC, of the same file)" in caught.value.findings[0].remedy


def test_a_family_that_lacks_a_letter_in_one_weight_is_told_so(tmp_path: Path) -> None:
    """Whoever gave our families a face in another script, and forgot the bold one, is not sent to
    where they were."""
    put(tmp_path, a_ttf=saved(drawing(made(), "A", 0x9AA8)), b_ttf=saved(made()))
    fonts = listed(
        tmp_path, "{Mine: {faces: [{file: a.ttf, weight: 400}, {file: b.ttf, weight: 800}]}}"
    )
    assert fonts.runs("骨", ["Mine"], 400)
    with pytest.raises(MissingGlyphError) as caught:
        fonts.runs("骨", ["Mine"], 800)
    assert (
        "give Mine a face of this weight and slant that has it, in fonts.yaml"
        == caught.value.findings[0].remedy
    )


def test_one_bad_font_of_a_collection_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    locked = made("Locked")
    locked["OS/2"].fsType = 2
    fonts = open_fonts([put(tmp_path, many_ttc=collection(locked, made("Free")))])
    assert ("Free",) == fonts.families
    with raises_finding('many.ttc font-unusable "Locked" "many.ttc" "Locked Regular"'):
        fonts.face("Locked")


@pytest.mark.parametrize("flavour", [None, "woff", "woff2"])
@pytest.mark.parametrize("kind", [made, variable])
def test_damaged_fonts_are_refused_or_used_but_never_fatal(
    tmp_path: Path, flavour: str | None, kind: object
) -> None:
    chance = random.Random(7)  # fixed, so that a failure comes back
    whole = saved(kind("Torn", cff=True), flavour)  # type: ignore[operator]
    refused = 0
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 5, 50])):
            data[chance.randrange(chance.choice([100, len(data)]))] = chance.randrange(256)
        put(tmp_path, Torn_otf=bytes(data))
        try:
            fonts = open_fonts([tmp_path])
            font = fonts.face((*fonts.families, "Torn")[0], 500)
            fonts.runs("AB", [font.family], 500)
            font.shape("AVAB")
            subset(font, [3, 4])
        except CardgenError:
            refused += 1
    assert 0 < refused


# Names, rights and colours
# --------------------------------------------------------------------------------------------------------


def test_a_face_whose_place_is_taken_goes_by_its_plain_name(tmp_path: Path) -> None:
    """Latin Modern has a regular for each size, and many families a condensed one: all of one
    typographic family."""
    files = {}
    for number, (plain, width, thick) in enumerate(
        [("Wide Condensed", 3, 100), ("Wide", 5, 200), ("Wide 12", 5, 300)]
    ):
        font = made(plain, thick=thick)
        font["name"].setName("Wide", 16, 3, 1, 0x409)
        font["OS/2"].usWidthClass = width
        files[f"f{number}_ttf"] = saved(font)
    fonts = open_fonts([put(tmp_path, **files)])
    assert {"Wide": 200, "Wide 12": 300, "Wide Condensed": 100} == {
        family: stem(fonts.face(family)) for family in fonts.families
    }


def test_a_refused_family_is_told_with_its_file(tmp_path: Path) -> None:
    locked = made("Pumpkin Hand")
    locked["OS/2"].fsType = 2
    write_project(
        tmp_path,
        templates={"card.svg": card("Pumpkin Hand")},
        files={"fonts/x-1.ttf": saved(locked)},
    )
    result = run("build", project=tmp_path)
    assert 2 == result.exit_code
    assert result.tells('card.svg:2 font-unusable "one" 2 "Pumpkin Hand" "x-1.ttf"')
    with raises_expected('font-unknown "Pumpkin Hans"'):
        cardgen.open_project(tmp_path).fonts.face("Pumpkin Hans")


def test_a_sign_of_two_letters_leaves_the_place_of_the_first_blank(tmp_path: Path) -> None:
    """As fonts for program text do with "!=": nothing is lost."""
    font = made("Code")
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

    addOpenTypeFeaturesFromString(
        font, "feature calt { sub A' B by space; sub space B' by V; } calt;"
    )
    shaped = open_fonts([put(tmp_path, code_ttf=saved(font))]).face("Code").shape("AB")
    assert [(1, "A"), (4, "B")] == [(glyph[0], glyph[4]) for glyph in shaped.glyphs]


def test_fonts_are_listed_by_the_names_that_templates_use(tmp_path: Path) -> None:
    locked, whole = made("Locked"), made("Whole", weight=700)
    locked["OS/2"].fsType, whole["OS/2"].fsType = 2, 0x100
    files = {
        "fonts/deep/wavy.ttf": saved(variable(slanted=True)),
        "fonts/wide.otf": saved(variable("Wide", cff=True)),
        "fonts/locked.ttf": saved(locked),
        "fonts/whole.ttf": saved(coloured(whole, "SVG")),
    }
    result = run("list", "--fonts", project=write_project(tmp_path, files=files))
    assert 0 == result.exit_code
    lines = result.output.splitlines()
    assert "Creepster (then Eater, Nunito)" in lines
    assert (
        lines[lines.index("Wavy") + 1]
        == "  200-900 upright and italic  deep/wavy.ttf  may be embedded to be printed, not edited"
    )
    assert (
        lines[lines.index("Wide") + 1]
        == "  200-900  wide.otf  may be embedded to be printed, not edited; axes: wdth 75-100"
    )
    assert (
        lines[lines.index("Whole") + 1]
        == "  700  whole.ttf  may only be embedded whole; with letters in colours"
    )
    assert (
        lines[lines.index("Nunito (then Baloo 2, Noto Sans Symbols, Noto Sans Symbols 2)") + 2]
        == "  600 italic  Nunito-SemiBoldItalic.ttf   may be embedded"
    )
    assert 'locked.ttf font-unusable "locked.ttf"' in [
        told.removeprefix("note ") for told in result.briefs
    ]
    assert lines[-1].startswith("not used: ")


def test_validate_tells_of_a_font_that_is_not_used(tmp_path: Path) -> None:
    """Else another face of its family stands in for it, and nobody knows."""
    root = write_project(tmp_path, files={"fonts/Nunito-Bold.ttf": b""})
    result = run("validate", project=root)
    assert 0 == result.exit_code
    assert "note: a font is not used: " in result.stderr
    assert (
        'Nunito-Bold.ttf: the font "Nunito-Bold.ttf" is broken or not a font; get the file anew from where it came'
        in result.stderr
    )


def test_the_preview_gives_a_browser_the_instance(tmp_path: Path) -> None:
    """Of a collection the one font; of a variable font all weights, and no other axis that a
    browser would choose on by itself."""
    files = put(
        tmp_path,
        a_ttf=saved(variable()),
        b_ttf=saved(variable("Leaning", slanted=True)),
        c_ttc=collection(made("One"), made("Two")),
    )
    put(files, d_otf=saved(made("Plain", cff=True)))
    fonts = open_fonts([files])
    found = {
        (face.family, face.italic): (face, font)
        for face, font in WebFace.of_fonts(fonts, fonts.families)
    }
    assert {
        ("Wavy", False),
        ("Leaning", False),
        ("Leaning", True),
        ("One", False),
        ("Two", False),
        ("Plain", False),
    } == found.keys()
    assert "font-weight:200 900;font-style:italic" in found["Leaning", True][0].rule("x")
    given = {name: TTFont(io.BytesIO(face.file(font))) for name, (face, font) in found.items()}
    assert {
        ("Wavy", False): ["wght", "wdth"],
        ("Leaning", False): ["wght"],
        ("Leaning", True): ["wght"],
    } == {
        name: [axis.axisTag for axis in font["fvar"].axes]
        for name, font in given.items()
        if "fvar" in font
    }
    assert found["Plain", False][0].instance is None
    parts = [each for each in found.values() if each[0].instance]
    assert [face.file(font) for face, font in parts] == [next(face.made()) for face, _ in parts]


ARABIC = "\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645"
HEBREW = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"


@pytest.mark.parametrize("line", [ARABIC, HEBREW])
def test_text_from_right_to_left_reads_back(tmp_path: Path, line: str) -> None:
    """Though Arabic letters change their shape within a word, and readers turn the letters of a
    line around."""
    box = f"{{{{ text_box('{line}', 4, 4, 50, 20, font='{FAMILY}') }}}}"
    body = f'<text x="5" y="60" font-family="{FAMILY}" font-size="5">{line}</text>{box}'
    write_project(
        tmp_path, templates={"card.svg": svg(body)}, files={"fonts/made.ttf": made_font()}
    )
    assert 6 == " ".join(text_of(single_sheet(tmp_path))).count(line)


def test_marks_are_read_as_themselves(tmp_path: Path) -> None:
    """So that a line with marks needs nothing that says what it reads as: readers would turn that
    around, too."""
    font = open_fonts([put(tmp_path, made_ttf=made_font())]).face(FAMILY, 400)
    shown = GlyphLine.of(font, f"{HEBREW[0]}{POINT}{HEBREW[1:]}")
    assert shown.plain
    assert {*HEBREW.replace(" ", ""), " ", POINT} == {*shown.words[0].glyphs.values()}


def test_a_glyph_is_read_as_what_it_stands_for_anywhere() -> None:
    """Also where it is a part of something else in another word, which is said for all parts
    together."""
    font = open_fonts([SHIPPED / "fonts"]).face("Nunito", 600)
    assert b"<0005> <0061>" in zlib.decompress(
        embedded(font, frozenset({(5, ""), (5, "a")})).to_unicode
    )


def test_a_script_without_spaces_is_told_how_lines_end(tmp_path: Path) -> None:
    """In Thai words follow one another without a space: only a zero-width one says where they
    end."""
    font = TTFont(io.BytesIO(made_font()))
    for table in font["cmap"].tables:
        table.cmap[0xE01] = "u0061"
    said, files = "ก" * 60, {"fonts/made.ttf": saved(font)}
    for text, code in ((said, 2), ("\u200b".join(said), 0)):
        body = f"{{{{ text_box('{text}', 4, 4, 50, 20, font='{FAMILY}') }}}}"
        result = run(
            "build",
            "--paper",
            "a4",
            project=write_project(tmp_path, templates={"card.svg": svg(body)}, files=files),
        )
        assert code == result.exit_code, result.output
        assert bool(code) == (
            "; put a zero-width space (U+200B) between its words, or shorten it" in result.stderr
        )


# Fonts that none of us made
# -------------------------------------------------------------------------------------------------------

SHARE = Path(os.environ.get("FONTS_OF_DEBIAN", "/usr/share"))
"""Where Debian's packages put their fonts; another folder, where they were only unpacked."""
LATIN = "Avatar To. Wave office fjord 1234"
REAL = {
    "fonts-ebgaramond": ("fonts/opentype/ebgaramond/EBGaramond12-Regular.otf", LATIN, 400),  # CFF
    # CFF, thousands of subroutines
    "fonts-lmodern": ("texmf/fonts/opentype/public/lm/lmroman10-regular.otf", LATIN, 400),
    "fonts-texgyre": (
        "texmf/fonts/opentype/public/tex-gyre/texgyrepagella-regular.otf",
        LATIN,
        400,
    ),
    # CFF2 in some releases
    "fonts-cantarell": ("fonts/opentype/cantarell/Cantarell*.otf", LATIN, 800),
    "fonts-lobstertwo": ("fonts/opentype/lobstertwo/LobsterTwo-Regular.otf", LATIN, 400),
    "fonts-linuxlibertine": ("fonts/opentype/linux-libertine/LinLibertine_R.otf", LATIN, 400),
    "fonts-inter-variable": ("fonts/truetype/inter-vf/Inter.var.ttf", LATIN, 650),  # variable
    "fonts-dejavu-core": ("fonts/truetype/dejavu/DejaVuSans.ttf", LATIN, 400),  # kerning in GPOS
    # kerning in `kern` alone
    "fonts-sil-gentium": ("fonts/truetype/gentium/Gentium-R.ttf", LATIN, 400),
    "fonts-hosny-amiri": (
        "fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf",
        "السلام عليكم ورحمة",
        400,
    ),
    "fonts-lohit-deva": (
        "fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf",
        "नमस्ते दुनिया श्री",
        400,
    ),
}
LINE = """<rect x="-4" y="-4" width="71.5" height="96.9" fill="#fff"/>
{{ text_box(card.line, 4, 4, 55, 30, size=18, font=card.name, weight=card.weight) }}
<text x="4" y="50" font-family="'{{ card.name }}'" font-weight="{{ card.weight }}" font-size="3">{{ card.line }}</text>
<text x="4" y="60" font-family="'{{ card.name }}'" font-weight="{{ card.weight }}" font-size="5"
  font-style="italic">{{ card.line[:9] }}</text>
<text x="4" y="75" font-family="'{{ card.name }}'" font-weight="{{ card.weight }}" font-size="7"
  fill="#fff" stroke="#c22" stroke-width="0.2">{{ card.line[:9] }}</text>"""


def installed(package: str) -> Path:
    """A font of a package; the test is skipped, and says so, where that is not installed."""
    found = sorted(SHARE.glob(REAL[package][0]))
    if not found:
        pytest.skip(f"Debian's {package} is not installed")
    return found[0]


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("package", REAL)
def test_a_real_font_sets_a_line_as_a_browser_does(
    reader: Browser, tmp_path: Path, package: str
) -> None:
    file, (_, line, weight) = installed(package), REAL[package]
    (face,) = open_fonts([put(tmp_path / "alone", font_otf=file.read_bytes())]).families
    fields = f"fields: {{line: text, weight: int}}\ncards:\n  - {{id: c, name: '{face}', line: '{line}', weight: {weight}}}"
    deck = f"title: Main\nsize: poker\ntemplate: card.svg\n{fields}\n"
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(LINE, 63.5, 88.9)},
        files={f"fonts/{file.name}": file.read_bytes()},
    )
    workshop = cardgen.open_project(tmp_path)
    ((game, (main,)),) = workshop.select()
    sides = sides_of(workshop, game, main, (0,))
    (shown,), (printed,) = in_browser(reader, sides, tmp_path, workshop.fonts), in_pdf(sides)
    assert difference(shown, printed) < TOLERANCE
    assert difference(printed, Image.new("RGB", printed.size, "white")) > 0.01

    pdf = single_sheet(tmp_path)
    assert 2 == running_text(pdf).count(line)
    with pikepdf.open(pdf) as document:
        ours = [
            font
            for font in objects_of(document, "/Type", "/FontDescriptor")
            if "Nunito" not in str(font["/FontName"])
        ]
        # whose italics are an instance of its own
        assert 1 + (package == "fonts-inter-variable") == len(ours)
        for embedded in (font.get("/FontFile2", font.get("/FontFile3")) for font in ours):
            assert len(embedded.read_raw_bytes()) < file.stat().st_size / 3
