"""A face whose letters lie in several files, as web fonts come (latin, latin-ext): one font on
cards, in books, art, preview."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from briefs import raises_finding
from making_fonts import KERNED, drawing, made, put, saved, variable
from projects import objects_of, run, single_sheet, svg, text_of, write_project

import cardgen
from cardgen.engine.svg.sanitize import WebFace, unicode_range
from cardgen.engine.typography.fontbook import FontBook, MissingGlyphError
from cardgen.load.font_list import open_fonts

LATIN = saved(drawing(made("Parted"), "B", *map(ord, "aeno")))
"""With A, V, a, e, n and o."""
EXTENDED = saved(drawing(made("Parted", thick=300), "A", *map(ord, "żł")))
"""With B and V, which is in the other too, ż and ł."""


def parts(folder: Path, **more: bytes) -> Path:
    return put(
        folder, **{"parted-latin-ext-400_ttf": EXTENDED, "parted-latin-400_ttf": LATIN, **more}
    )


def split(fonts: FontBook, text: str, family: str = "Parted") -> list[tuple[str, str]]:
    return [(font.path.name, part) for font, part in fonts.runs(text, [family])]


def test_each_letter_comes_from_the_file_that_has_it(tmp_path: Path) -> None:
    """That with Latin letters is asked first, whatever the files are called, and gives the
    measures; inside a file letters kern."""
    fonts = open_fonts([parts(tmp_path)])
    latin, extended = "parted-latin-400.ttf", "parted-latin-ext-400.ttf"
    assert [(latin, "AV "), (extended, "ż"), (latin, "A "), (extended, "B"), (latin, "a")] == split(
        fonts, "AV żA Ba"
    )
    assert latin == fonts.face("Parted").path.name
    assert fonts.width("AV", ["Parted"]) == pytest.approx(1.2 - KERNED / 1000)
    assert () == fonts.refused == fonts.doubles


def test_a_letter_astray_is_left_to_the_file_of_its_writing(tmp_path: Path) -> None:
    """The Latin part of Noto Sans Thaana holds the first letter of that writing, as a box."""
    thaana = range(0x780, 0x7A0)
    latin = drawing(made("Parted"), "A", *map(ord, "Aaeno"), 0x780)
    put(tmp_path, a_ttf=saved(latin), b_ttf=saved(drawing(made("Parted"), "A", *thaana)))
    fonts = open_fonts([tmp_path])
    assert [("a.ttf", "A"), ("b.ttf", "\u0780\u0781")] == split(fonts, "A\u0780\u0781")
    first, second = (face.rule("x") for face, _ in WebFace.of_fonts(fonts, ["Parted"]))
    assert "780" not in first
    assert "U+780-79F" in second


def test_packed_files_and_weights_are_put_together_each_with_its_like(tmp_path: Path) -> None:
    bold = drawing(made("Parted", "Bold", weight=700), "A", ord("ż"))
    fonts = open_fonts(
        [
            put(
                tmp_path,
                a_woff2=saved(made("Parted"), "woff2"),
                b_woff=saved(bold, "woff"),
                c_ttf=EXTENDED,
            )
        ]
    )
    assert [("a.woff2", "A"), ("c.ttf", "ż")] == split(fonts, "Aż")
    assert ["b.woff"] == [font.path.name for font, _ in fonts.runs("ż", ["Parted"], 700)]
    with pytest.raises(MissingGlyphError, match='"A"'):
        fonts.runs("A", ["Parted"], 700)


def test_variable_parts_stand_on_their_axes_together(tmp_path: Path) -> None:
    fonts = open_fonts(
        [put(tmp_path, a_ttf=saved(variable()), b_ttf=saved(drawing(variable(), "A", ord("ż"))))]
    )
    assert [("a.ttf", 650), ("b.ttf", 650)] == [
        (font.path.name, font.weight) for font, _ in fonts.runs("Aż", ["Wavy"], 650)
    ]
    narrow = [fonts.face("Wavy", 650, False, (("wdth", 75.0),), number) for number in (0, 1)]
    assert ["a.ttf", "b.ttf"] == [font.path.name for font in narrow]
    assert narrow == [fonts.face(*font.style) for font in narrow]


def test_a_file_with_nothing_of_its_own_is_told_and_not_used(tmp_path: Path) -> None:
    """The first of two that hold the same counts; of two of which one holds more, that one."""
    whole = drawing(made("Parted"), "B", *map(ord, "Baenożł"))
    fonts = open_fonts([parts(tmp_path, again_ttf=LATIN, whole_ttf=saved(whole))])
    assert [("whole.ttf", "AżBa")] == split(fonts, "AżBa")
    told = [problem.what for problem in fonts.doubles]
    assert 3 == len(told)
    assert all('that "whole.ttf" does not hold' in what for what in told if "again" not in what)
    root = write_project(tmp_path / "p", files={"fonts/a.ttf": LATIN, "fonts/b.ttf": LATIN})
    assert "not used: " in (said := run("list", "--fonts", project=root).output)
    assert (
        'b.ttf: the font "b.ttf" holds nothing of Parted that "a.ttf" does not hold; take one of them out'
        in said
    )


def test_another_design_of_the_same_name_is_no_part(tmp_path: Path) -> None:
    """Letters of two designs would stand in one word."""
    fonts = open_fonts(
        [
            put(
                tmp_path,
                a_ttf=saved(made("Parted")),
                b_ttf=saved(drawing(made("Parted", "Inline"), "V", ord("ż"))),
            )
        ]
    )
    with pytest.raises(MissingGlyphError, match='"ż"'):
        fonts.runs("Aż", ["Parted"])
    assert 'calls itself what "a.ttf" does' in fonts.refused[0].what


def test_fonts_yaml_names_the_parts_of_a_face(tmp_path: Path) -> None:
    parts(tmp_path)
    files = "{file: parted-latin-400.ttf}, {file: parted-latin-ext-400.ttf}"
    (tmp_path / "fonts.yaml").write_text(f"families: {{Mine: {{faces: [{files}]}}}}", "utf-8")
    assert ["A", "ż"] == [part for _, part in open_fonts([tmp_path]).runs("Aż", ["Mine"])]
    (tmp_path / "again.ttf").write_bytes(LATIN)
    (tmp_path / "fonts.yaml").write_text(
        f"families: {{Mine: {{faces: [{files}, {{file: again.ttf}}]}}}}", "utf-8"
    )
    with raises_finding('fonts.yaml:1:91 font-unused "Mine" 400'):
        open_fonts([tmp_path])


@pytest.mark.parametrize(
    ("file", "text", "beside"),
    [
        ("parted-latin-400-normal.woff2", "ł", "parted-latin-ext-400-normal.woff2"),
        ("parted-latin-400-normal.woff2", "ữ", "parted-vietnamese-400-normal.woff2"),
        ("Parted-cyrillic.woff2", "ѣ", "Parted-cyrillic-ext.woff2"),
        ("parted_greek_400.woff2", "Ж", "parted_cyrillic_400.woff2"),
    ],
)
def test_the_part_that_lacks_is_asked_for(
    tmp_path: Path, file: str, text: str, beside: str
) -> None:
    """Not another typeface, letters of which would stand within a word."""
    (tmp_path / file).write_bytes(saved(made("Parted"), "woff2"))
    with pytest.raises(MissingGlyphError) as caught:
        open_fonts([tmp_path]).runs(text, ["Parted"])
    assert caught.value.findings[0].remedy.startswith(
        f"this font lies in fonts/ in parts: put {beside} there too, if its maker has such a part, or "
    )


def card(text: str) -> str:
    body = f'<text x="5" y="60" font-family="Parted" font-size="9">{text}</text><image href="art.svg" x="5" y="5" width="20" height="20"/>'
    return svg(
        '<rect width="60" height="80" fill="#fff"/>'
        + body
        + "{{ text_box(card.name, 5, 30, 50, 20, size=12, font='Parted', weight=400) }}"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_cards_and_art_show_and_embed_all_parts(tmp_path: Path, jobs: int) -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text y="30" font-size="20" font-family="Parted">VAł</text></svg>'
    cards = "".join(
        f"  - {{id: c{number}, name: AVż{number % 2 * 'A'}B}}\n" for number in range(30)
    )
    deck = f"title: Main\nsize: 60x80mm\ntemplate: card.svg\ncards:\n{cards}"
    files = {
        "fonts/parted-latin-400.ttf": LATIN,
        "fonts/parted-latin-ext-400.ttf": EXTENDED,
        "card_data/sweets/art/art.svg": art,
    }
    root = write_project(tmp_path, {"main": deck}, {"card.svg": card("AżVB")}, files=files)
    pdf = single_sheet(root, "--jobs", str(jobs))
    said = " ".join(text_of(pdf))
    assert all(text in said for text in ("AżVB", "AVżAB", "VAł"))
    with pikepdf.open(pdf) as document:
        fonts = [
            font
            for font in objects_of(document, "/Subtype", "/CIDFontType2")
            if "Parted" in str(font["/BaseFont"])
        ]
    assert 2 == len(fonts)
    listed = run("list", "--fonts", project=root).output
    assert (
        "parted-latin-ext-400.ttf  may be embedded to be printed, not edited; 3 more letters of this face"
        in listed
    )


def test_a_browser_is_told_which_letters_each_file_is_for(tmp_path: Path) -> None:
    parts(tmp_path)
    rules = [face.rule("x") for face, _ in WebFace.of_fonts(open_fonts([tmp_path]), ["Parted"])]
    assert 2 == len({rule.partition(";src")[0] for rule in rules}) + 1  # one face
    assert "unicode-range" not in rules[0]
    assert f"unicode-range:{unicode_range(map(ord, 'Błż'))}" in rules[1]
    assert "U+42-43,U+142" == unicode_range([0x142, 0x43, 0x42])


def test_a_book_is_set_in_all_parts(tmp_path: Path) -> None:
    files = {"fonts/parted-latin-400.ttf": LATIN, "fonts/parted-latin-ext-400.ttf": EXTENDED}
    listed = "families:\n  Nunito:\n    faces: [{file: parted-latin-400.ttf, weight: 600}, {file: parted-latin-ext-400.ttf, weight: 600}]\n"
    root = write_project(tmp_path, files={**files, "fonts/fonts.yaml": listed})
    fonts = cardgen.open_project(root).fonts
    assert [("parted-latin-400.ttf", "A"), ("parted-latin-ext-400.ttf", "ż")] == [
        (font.path.name, part) for font, part in fonts.runs("Aż", ["Nunito"], 600)
    ]
