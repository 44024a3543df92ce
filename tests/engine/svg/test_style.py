"""Colours, lengths, transforms, and what an element's style comes to."""

from __future__ import annotations

import dataclasses
import re

import pytest
from pictures import drawing, shipped_fonts
from projects import SHIPPED

from cardgen.base.geometry import Matrix
from cardgen.engine.svg.cascade import declarations_of, derived_style
from cardgen.engine.svg.colours import parse_colour
from cardgen.engine.svg.letter_units import in_user_units
from cardgen.engine.svg.properties import ATTRIBUTES, FRESH, PROPERTIES
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.values import Em, StyleError, parse_length, parse_transform


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#ff8000", (1, 128 / 255, 0, 1)),
        ("#F80", (1, 136 / 255, 0, 1)),
        ("#ff000080", (1, 0, 0, 128 / 255)),
        ("RebeccaPurple", (0.4, 0.2, 0.6, 1)),
        ("rgb(10%, 50%, 100%)", (0.1, 0.5, 1, 1)),
        ("rgba(255,0,0,.25)", (1, 0, 0, 0.25)),
        ("rgb(255 0 0 / 25%)", (1, 0, 0, 0.25)),
        ("hsl(120, 100%, 25%)", (0, 0.5, 0, 1)),
        ("hsl(120deg 100% 25% / .5)", (0, 0.5, 0, 0.5)),
        ("transparent", (0, 0, 0, 0)),
    ],
)
def test_colours_in_every_syntax(text: str, expected: tuple[float, ...]) -> None:
    paint = parse_colour(text)
    assert (*paint.rgb, paint.alpha) == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", 3),
        ("-.5", -0.5),
        ("1e1px", 10),
        ("25.4mm", 96),
        ("2.54cm", 96),
        ("1in", 96),
        ("72pt", 96),
        ("6pc", 96),
    ],
)
def test_lengths_are_told_in_user_units(text: str, expected: float) -> None:
    assert parse_length(text) == pytest.approx(expected)


def test_relative_lengths_need_what_they_relate_to() -> None:
    assert 15 == parse_length("30%", full=50)
    assert 20 == parse_length("2em", em=10)


def test_lengths_in_letters_of_the_outermost_element() -> None:
    """Two ex of the root's font, and what stands beside it in a sum."""
    font = shipped_fonts().face("Nunito", 400, False)
    em = Em(10, Em(20, None, (("Nunito",), 400, False)))
    assert 40 * font.x_height + 3 == pytest.approx(
        parse_length(in_user_units("calc(2rex + 3px)", em, lambda *_: font), em=em)
    )


_NO_SUMS = ("calc(1px + 1)", "calc(1px * 1px)", "calc(1px / 0)", "calc()", "calc(1px)2")


@pytest.mark.parametrize(
    "text", ["", "1 2", "3rem", "5 mm2", "1e999", "nan", "٣", "--1", *_NO_SUMS]
)
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(StyleError):
        parse_length(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Matrix()),
        ("translate(3)", Matrix(1, 0, 0, 1, 3, 0)),
        ("translate(3-4)", Matrix(1, 0, 0, 1, 3, -4)),
        ("scale(2)", Matrix(2, 0, 0, 2)),
        ("scale(.5.25)", Matrix(0.5, 0, 0, 0.25)),
        ("rotate(90)", Matrix(0, 1, -1, 0)),
        ("rotate(90 1 0)", Matrix(0, 1, -1, 0, 1, -1)),
        ("matrix(1,2 3,4 5,6)", Matrix(1, 2, 3, 4, 5, 6)),
        ("skewX(45)", Matrix(1, 0, 1, 1)),
        ("skewY(45)", Matrix(1, 1, 0, 1)),
        (" translate(1,2) , scale(2)\n", Matrix(2, 0, 0, 2, 1, 2)),
    ],
)
def test_transforms(text: str, expected: Matrix) -> None:
    assert tuple(expected) == pytest.approx(tuple(parse_transform(text)))


@pytest.mark.parametrize(
    "text",
    [
        "scale()",
        "scale(1 2 3)",
        "rotate(1 2)",
        "translate(1,,2)",
        "translate(1px)",
        "foo(1)",
        "scale(2),",
    ],
)
def test_what_is_no_transform(text: str) -> None:
    with pytest.raises(StyleError, match="is not a transform"):
        parse_transform(text)


def test_what_is_inherited_and_what_is_not() -> None:
    parent = derived_style(
        Style(),
        {
            "fill": "red",
            "opacity": ".5",
            "font-size": "20px",
            "stroke-dasharray": "3",
            "clip-path": "url(#c)",
        },
    )
    child = derived_style(parent, {"fill": "inherit", "font-size": "50%"})
    assert (1.0, "", 10.0, (3.0, 3.0)) == (child.opacity, child.clip, child.font_size, child.dash)
    assert child.fill == parent.fill


def test_em_means_the_elements_own_font_size() -> None:
    assert 20 == derived_style(Style(), {"stroke-width": "2em", "font-size": "10"}).stroke_width
    assert (
        5
        == derived_style(
            derived_style(Style(), {"font-size": "10", "letter-spacing": ".5em"}),
            {"font-size": "99"},
        ).letter_spacing
    )


def test_a_font_size_stops_where_browsers_stop() -> None:
    """Flags of a set have the size of letters on their paths, in millions of units to the page, and
    no letters."""
    assert 10_000 == derived_style(Style(), {"font-size": "68250.2"}).font_size
    assert (
        10_000
        == derived_style(Style(), {"stroke-width": "1em", "font-size": "68250.2"}).stroke_width
    )
    assert drawing('<rect width="4" height="2" font-size="68250.2"/>').items


def test_current_colour_follows_the_colour_below() -> None:
    group = derived_style(Style(), {"color": "red", "fill": "currentColor"})
    assert group.fill is not None
    assert (1, 0, 0) == group.fill.rgb
    inner = derived_style(derived_style(group, {"color": "#0000ff"}), {})
    assert inner.fill is not None
    assert (0, 0, 1) == inner.fill.rgb


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nunito", ("Nunito",)),
        ("'Baloo 2', \"Nunito\"", ("Baloo 2", "Nunito")),
        ("Open Sans , Nunito", ("Open Sans", "Nunito")),
        ("'Daniel, Black', Nunito", ("Daniel, Black", "Nunito")),
    ],
)
def test_font_families(text: str, expected: tuple[str, ...]) -> None:
    assert expected == derived_style(Style(), {"font-family": text}).families


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "4/x",
            r"""^4/x is no font name as CSS writes it; put it in quotes: font-family="'4/x'"$""",
        ),
        ("a,,b", "nothing is no font name"),
        (
            f"'Daniel', Heavy'; fill: {'r' * 90}",
            r"^Heavy'; fill: r+\.\.\. is no .*; close the quotation mark that was opened$",
        ),
    ],
)
def test_what_is_no_font_name_is_told_in_few_words(text: str, said: str) -> None:
    with pytest.raises(StyleError) as error:
        derived_style(Style(), {"font-family": text})
    assert re.search(said, f"{error.value}; {error.value.remedy}")


@pytest.mark.parametrize(
    ("text", "first"),
    [("normal", False), ("stroke", True), ("fill stroke", False), ("markers stroke", True)],
)
def test_paint_order(text: str, first: bool) -> None:
    assert first is derived_style(Style(), {"paint-order": text}).stroke_first


def test_declarations() -> None:
    text = "stroke:blue!important; FILL : red ;/* x */ ; stroke-width:2px"
    assert ({"fill": "red", "stroke-width": "2px"}, {"stroke": "blue"}) == declarations_of(text)
    with pytest.raises(StyleError, match="is not a list of declarations"):
        declarations_of("fill red")


def test_the_shorthand_of_fonts_sets_the_height_of_lines_too() -> None:
    assert "2" == declarations_of("font: 800 20px/2 Nunito")[0]["line-height"]
    assert "normal" == declarations_of("font: 800 20px Nunito")[0]["line-height"]


def test_inks_are_shown_as_screens_show_them() -> None:
    """device-cmyk(), which browsers do not know: CSS's own simple rule."""
    assert (0.5, 0.25, 0.0) == parse_colour("device-cmyk(0 50% 100% .5)").rgb
    assert 0.4 == parse_colour("device-cmyk(0, 0, 0, 1 / 40%)").alpha


def test_the_page_names_every_property() -> None:
    """docs/svg.md and the declarations agree, each way."""
    page = " ".join((SHIPPED / "docs" / "svg.md").read_text("utf-8").split())
    match = re.search(r"As attributes and in styles: `([^`]*)`\. In styles alone: `([^`]*)`", page)
    assert match
    assert [*match[1].split(), *match[2].split()] == sorted(
        PROPERTIES, key=lambda name: name not in ATTRIBUTES
    )


@pytest.mark.parametrize("name", sorted(PROPERTIES))
def test_a_property_is_declared_once_and_whole(name: str) -> None:
    """Its fields are those of a style, and what is not inherited begins anew in every child."""
    known = PROPERTIES[name]
    assert set(known.fields) <= {field.name for field in dataclasses.fields(Style)}
    assert all((field in FRESH) is not known.inherited for field in known.fields)


def test_a_colour_with_a_profile_is_told_what_to_write() -> None:
    with pytest.raises(StyleError) as error:
        parse_colour("#f4a4a4 icc-color(PSO-Coated-v3, 0.04, 0.44, 0.2, 0)")
    assert "write #f4a4a4 alone" == error.value.remedy
