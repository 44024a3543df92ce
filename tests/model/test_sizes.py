"""Sizes by name: what is wrong with one, and what to write instead."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from briefs import raises_finding

from cardgen.base.findings import UnreadableError
from cardgen.base.units import MM, length
from cardgen.impose.check import check_options
from cardgen.impose.options import Options
from cardgen.model.sizes import PAPERS, Shape, card_size, pair, paper_size


@pytest.mark.parametrize(
    ("read", "text", "what", "remedy"),
    [
        (card_size, "pokr", 'no card size is called "pokr"', 'did you mean "poker"?'),
        (paper_size, "a44", 'no paper is called "a44"', 'did you mean "a4"?'),
        (paper_size, "leter; a4", 'no paper is called "leter; a4"', 'did you mean "letter"?'),
        (
            paper_size,
            "A4 landscape",
            'no paper is called "A4 landscape"',
            "write a4: sheets are turned where that holds more cards",
        ),
        (paper_size, "DIN A4", 'no paper is called "DIN A4"', "write a4"),
        (paper_size, "a4;letter", 'no paper is called "a4;letter"', "write a4,letter"),
        (
            paper_size,
            "210",
            'no paper is called "210"',
            "write decimals with a point, as in WIDTHxHEIGHTmm: 210.5x297mm",
        ),
        (
            paper_size,
            "2x2mm",
            'paper "2x2mm" is not between 20 and 3000 mm a side',
            "use sides from 20mm to 3000mm",
        ),
        (paper_size, "210x297", '"210x297" lacks its unit', "write 210x297mm"),
        (card_size, "63 x 88", '"63 x 88" lacks its unit', "write 63 x 88mm"),
        (
            paper_size,
            "4a",
            'no paper is called "4a"',
            f"use one of: {', '.join(PAPERS)}, or WIDTHxHEIGHTmm",
        ),
        (
            pair,
            "63mm",
            '"63mm" is not a size such as 63.5mm x 88.9mm',
            "write its width, x, and its height",
        ),
        (
            card_size,
            "63.5 × 88.9mm",
            '"63.5 × 88.9mm" is not a size such as 63.5mm x 88.9mm',
            "write 63.5 x 88.9mm",
        ),
        (
            card_size,
            "63,5mm x 88,9mm",
            '"63,5mm" is not a length such as 63.5mm or 2.5in',
            "write 63.5mm",
        ),
        (length, "3", '"3" is not a length such as 63.5mm or 2.5in', "write 3mm"),
        (length, " 3,5 mm", '" 3,5 mm" is not a length such as 63.5mm or 2.5in', "write 3.5mm"),
        (
            length,
            "2.5 inches",
            '"2.5 inches" is not a length such as 63.5mm or 2.5in',
            "write 2.5in",
        ),
        (
            length,
            "2½in",
            '"2½in" is not a length such as 63.5mm or 2.5in',
            "write a number with mm, cm, in or pt",
        ),
        (length, '2.5"', '"2.5"" is not a length such as 63.5mm or 2.5in', "write 2.5in"),
        (
            length,
            "36px",
            '"36px" is not a length such as 63.5mm or 2.5in',
            "write a number with mm, cm, in or pt",
        ),
        (length, "5/8in", '"5/8in" is not a length such as 63.5mm or 2.5in', "write 0.625in"),
        (length, '1 1/2"', '"1 1/2"" is not a length such as 63.5mm or 2.5in', "write 1.5in"),
        (
            length,
            "1/0in",
            '"1/0in" is not a length such as 63.5mm or 2.5in',
            "write a number with mm, cm, in or pt",
        ),
        (card_size, '1/2" x 1/2"', '"1/2"" is not a length such as 63.5mm or 2.5in', "write 0.5in"),
        (card_size, "circle", '"circle" lacks its diameter', "write circle 25mm"),
        (
            card_size,
            "hex",
            '"hex" lacks its width',
            "write hexagon 60mm, which is from corner to corner, or hexagon 52mm flats",
        ),
        (card_size, "-63mm x 88mm", 'a side of "-63mm x 88mm" is negative', "write 63mm x 88mm"),
        (card_size, "63 x -88mm", 'a side of "63 x -88mm" is negative', "write 63 x 88mm"),
        (card_size, "circle -25mm", 'a side of "circle -25mm" is negative', "write circle 25mm"),
        (paper_size, "-210x297mm", 'a side of "-210x297mm" is negative', "write 210x297mm"),
        (card_size, "round 25", '"25" is not a length such as 63.5mm or 2.5in', "write 25mm"),
        (card_size, "cirkle 25mm", 'no card size is called "cirkle 25mm"', "write circle 25mm"),
        (
            length,
            "3; 4",
            '"3; 4" is not a length such as 63.5mm or 2.5in',
            "write a number with mm, cm, in or pt",
        ),
    ],
)
def test_what_is_wrong_and_the_remedy_stand_apart(
    read: Callable[[str], object], text: str, what: str, remedy: str
) -> None:
    """Also where the text itself has what stands between the two when they are told, and in another
    process."""
    with pytest.raises(UnreadableError) as caught:
        read(text)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (what, remedy) == (error.finding.what, error.finding.remedy)
        assert f"{what}; {remedy}" == str(error)


def test_the_remedy_of_a_paper_is_in_its_field() -> None:
    with raises_finding('unknown-paper "leter; a4" -> "letter"'):
        check_options(Options(papers=("leter; a4",)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mini-euro landscape", "mini-euro (68 x 44 mm)"),
        ("Mini-Euro   Portrait", "mini-euro (44 x 68 mm)"),
        ("63mm x 88mm landscape", "88 x 63 mm"),
        ("88x63mm portrait", "63 x 88 mm"),
        ("88x63mm landscape", "88 x 63 mm"),
        ("square landscape", "square (88.9 x 88.9 mm)"),
    ],
)
def test_a_size_may_lie_on_its_side(text: str, shown: str) -> None:
    """It stays the stock of its name, with its corners; what lies already stays as it is."""
    shape = card_size(text)
    assert shown == str(shape)
    assert shape.corner == (card_size(shape.name).corner if shape.name else 0)


@pytest.mark.parametrize(
    "text", ["landscape", "poker sideways", "poker landscape portrait", "63 landscape"]
)
def test_what_is_no_way_to_lie(text: str) -> None:
    with pytest.raises(UnreadableError):
        card_size(text)


def test_each_side_may_have_a_unit_of_its_own() -> None:
    assert pair("2.5in x 88.9mm") == pytest.approx((180, 252))
    with pytest.raises(UnreadableError, match='"3feet" is'):
        pair("3feet x 88.9mm")


@pytest.mark.parametrize(
    ("shape", "language", "said"),
    [
        (Shape("rectangle", 63.5 * MM, 88.9 * MM), "", "63.5 × 88.9 mm"),
        (Shape("rectangle", 63.5 * MM, 88.9 * MM), "de", "63,5 × 88,9 mm"),
        (Shape("circle", 25.4 * MM, 25.4 * MM), "de", "Ø 25,4 mm"),
    ],
)
def test_a_text_says_a_size_in_its_language(shape: Shape, language: str, said: str) -> None:
    assert said == shape.measured(language)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("circle 25mm", Shape("circle", 25 * MM, 25 * MM)),
        ("25mm round", Shape("circle", 25 * MM, 25 * MM)),
        ("Circle 1 in", Shape("circle", 72, 72)),
        ("hexagon 60mm", Shape("hexagon", 60 * MM, 60 * MM * 3**0.5 / 2)),
        ("hex 60mm across corners", Shape("hexagon", 60 * MM, 60 * MM * 3**0.5 / 2)),
        ("hexagon 52mm flats", Shape("hexagon", 52 * MM * 2 / 3**0.5, 52 * MM)),
        ("52mm hex across flats", Shape("hexagon", 52 * MM * 2 / 3**0.5, 52 * MM)),
    ],
)
def test_circles_and_hexagons_in_words(text: str, shape: Shape) -> None:
    found = card_size(text)
    assert (shape.kind, shape.corner, shape.name) == (found.kind, found.corner, found.name)
    assert (shape.width, shape.height) == pytest.approx((found.width, found.height))


@pytest.mark.parametrize(
    ("read", "text", "unit"),
    [
        *(
            (card_size, text, "in")
            for text in ("2.5x3.5", "2.75 x 4.75", "3.5x5.75", "2.5x2.5", "8.5x11", "4x6")
        ),
        *((card_size, text, "cm") for text in ("6.3x8.8", "6.35 x 8.89", "7x12", "4.4x6.8")),
        *((card_size, text, "mm") for text in ("63x88", "12x18", "15x15", "600x400")),
        *(
            (paper_size, text, "in")
            for text in ("8.5x11", "4x6", "12x18", "13x19", "11x17", "5.5x8.5")
        ),
        *((paper_size, text, "cm") for text in ("21x29.7", "10x15", "13x18", "14.8x21")),
        *((paper_size, text, "mm") for text in ("210x297", "100x150", "330x480")),
    ],
)
def test_a_size_without_its_unit_is_proposed_in_the_one_that_makes_sense(
    read: Callable[[str], object], text: str, unit: str
) -> None:
    """And what is proposed is a size."""
    with pytest.raises(UnreadableError) as caught:
        read(text)
    assert f"write {text}{unit}" == caught.value.finding.remedy
    read(caught.value.finding.remedy.removeprefix("write "))


@pytest.mark.parametrize("text", ["circle 1", "round 1.5", "hexagon 2 flats"])
def test_a_shape_under_the_least_size_is_meant_in_inches(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        card_size(text)
    shape = card_size(caught.value.finding.remedy.removeprefix("write "))
    assert shape.height >= 72


@pytest.mark.parametrize(
    ("name", "size"),
    [("a5", (148, 210)), ("SRA3", (320, 450)), ("b4", (250, 353)), ("ledger", (279.4, 431.8))],
)
def test_papers_of_copy_shops_have_names(name: str, size: tuple[float, float]) -> None:
    paper = paper_size(name)
    assert size == pytest.approx((paper.width / MM, paper.height / MM))
