"""Fonts by all names that they bear, and as programs write them into drawings."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import brief
from making_fonts import made, put, saved, variable
from projects import SHIPPED

from cardgen.base.findings import CardgenError
from cardgen.engine.svg.sanitize import Sanitizer
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.fontnames import named_style
from cardgen.load.font_list import open_fonts


def styled(family: str, style: str, weight: int, **names: str) -> bytes:
    font = made(family, style, weight=weight)
    for number, name in names.items():
        language = 0x411 if name and not name.isascii() else 0x409
        font["name"].setName(name, int(number.removeprefix("n")), 3, 1, language)
    return saved(font)


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    folder = tmp_path_factory.mktemp("fonts")
    semibold = styled(
        "Old Garden SemiBold",
        "Italic",
        600,
        n16="Old Garden",
        n17="SemiBold Italic",
        n4="Old Garden SemiBold Italic",
    )
    put(
        folder,
        a_ttf=styled("Old Garden", "Regular", 400, n6="OldGarden-Regular"),
        b_ttf=semibold,
        c_ttf=styled("Plain Thin", "Regular", 400),
        d_ttf=saved(variable("Wavy")),
        e_ttf=styled("Kaku", "Regular", 400, n1="角ゴシック", n4="角ゴシック W3"),
    )
    return open_fonts([folder, SHIPPED / "fonts"])


@pytest.mark.parametrize(
    ("name", "family", "weight", "italic"),
    [
        ("Old Garden SemiBold Italic", "Old Garden", 600, True),
        ("OldGardenSemiBold-Italic", "Old Garden", 600, True),
        ("oldgarden-regular", "Old Garden", 400, False),
        ("OldGarden", "Old Garden", 400, False),
        ("Old Garden Semi-Bold Italic", "Old Garden", 600, True),
        ("Plain", "Plain Thin", 400, False),
        ("Plain-Regular", "Plain Thin", 400, False),
        ("Wavy Bold", "Wavy", 700, False),
        ("Wavy-BoldMT", "Wavy", 700, False),
        ("WavyPS-LightMT", "Wavy", 300, False),
        ("Wavy Variable", "Wavy", 400, False),
        ("WavyVF-Bold", "Wavy", 700, False),
        ("Wavy, Bold", "Wavy", 700, False),
        ("角ゴシック", "Kaku", 400, False),
        ("角ゴシック W3", "Kaku", 400, False),
        ("Nunito ExtraBold Italic", "Nunito", 800, True),
        ("Nunito_800ExtraBold", "Nunito", 800, False),
        ("Baloo2-ExtraBold", "Baloo 2", 800, False),
        ("PRESS  creepster", "", 0, False),
    ],
)
def test_a_font_is_found_by_any_name(
    fonts: FontBook, name: str, family: str, weight: int, italic: bool
) -> None:
    if not family:
        assert not fonts.knows(name)
        return
    font = fonts.face(name)
    assert (family, weight, italic) == (font.family, font.weight, font.italic)
    assert [font] == [font for font, _ in fonts.runs("A", [name])]


@pytest.mark.parametrize(
    "name",
    ["Nunito Light", "Old Garden Bold", "Old Garden Display", "Wavy Wavy", "Creepster Italic"],
)
def test_no_other_style_is_given_for_one_that_is_named(fonts: FontBook, name: str) -> None:
    with pytest.raises(CardgenError) as caught:
        fonts.face(name)
    (finding,) = caught.value.findings
    assert brief(finding).startswith(f'font-unknown "{name}"')


def test_a_named_face_is_that_face_whatever_weight_is_usual_but_bold_stands_out(
    fonts: FontBook,
) -> None:
    assert [300, 300, 800] == [
        fonts.face("Wavy Light", weight).weight for weight in (400, 600, 800)
    ]
    assert [600, 800] == [fonts.face("Nunito SemiBold", weight).weight for weight in (400, 800)]
    assert fonts.face("Nunito SemiBold", 400, italic=True).italic


def test_names_that_are_no_styles() -> None:
    assert [None] * 4 == [named_style(words) for words in ("Display", "Sans", "2", "Boldest")]
    assert (None, False) == named_style("")


def test_a_browser_is_told_the_name_that_it_knows(fonts: FontBook, tmp_path: Path) -> None:
    """Of a family whose name lacks its quotes, and of a face by its name: in attributes, styles and
    style sheets."""
    sanitizer = Sanitizer(None, tmp_path, fonts, {})  # type: ignore[arg-type]
    body = (
        '<style>.a {font-family: Baloo 2, sans-serif; fill: red}</style><text font-family="WavyPS-LightMT" font-weight="400">A</text>'
        "<text style=\"fill:red;font-family:'Nunito-ExtraBoldItalic', Nowhere 3;x:1\">A</text>"
    )
    shown = sanitizer.card(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{body}</svg>'
    )
    assert "font-family:'Baloo 2',sans-serif; fill: red" in shown
    assert 'font-family="\'Wavy\'" font-weight="300"' in shown
    assert "font-family:'Nunito','Nowhere 3';font-weight:800;font-style:italic;x:1" in shown


def test_a_style_that_is_not_there_is_told_as_that(fonts: FontBook) -> None:
    with pytest.raises(CardgenError) as caught:
        fonts.face("Plain-BoldItalic")
    (problem,) = caught.value.findings
    assert 'font-unknown "Plain-BoldItalic" "Plain Thin"' == brief(problem)
    assert problem.remedy == 'put its file into fonts/, or write "Plain Thin"'
