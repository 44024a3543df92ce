"""Drawings whose objects are named: what each name does, how a page is measured, and what is said
of a name that does nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, is_expected
from comparing import difference
from lxml import etree
from making_fonts import made, saved
from pictures import pdf_of, pixels, shipped_fonts
from PIL import Image, ImageChops
from projects import SHIPPED, run, write_project
from test_compose import composed

import cardgen
from cardgen.api.starter import DRAWN, PROJECT
from cardgen.base.cache import Cache
from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.context import Context
from cardgen.cards.page import misshapen
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Painted
from cardgen.engine.graphics.drawing import Drawing
from cardgen.model.sizes import Shape

HERE = Path(__file__).parent / "drawn"
SPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:serif="http://www.serif.com/"'
)
FONT = "font-family:Nunito;font-weight:600;font-size:4px"
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#CC2222"/></svg>'
FIELDS = (
    "fields: {kind: {text: {default: ship}}, colour: {text: {default: ink}}, text: {text: {optional: true}}, "
    "suits: {list_of: suits, optional: true}}\n"
)
CARDS = "cards:\n  - {id: one, name: One, art: red, text: '**Load** two', suits: [candy, nuts]}\n  - {id: two, kind: wreck}\n"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(body: str, root: str = 'viewBox="0 0 60 80"') -> str:
    return f"<svg {SPACES} {root}>\n{body}\n</svg>\n"


def named(name: str, style: str = FONT, more: str = 'x="10" y="20"') -> str:
    return f'<text inkscape:label="{name}" {more} style="{style}">Sample</text>'


def faces(
    tmp_path: Path, body: str, root: str = 'viewBox="0 0 60 80"', deck: str = ""
) -> list[etree._Element]:
    """The faces of both cards; there must be no problem."""
    found = composed(
        tmp_path,
        {"card.svg": drawn(body, root)},
        decks={"main": deck + FIELDS + CARDS},
        files=FILES,
    )
    assert [()] * 2 == [each.problems for each in found]
    return [etree.fromstring((each.face or "").encode()) for each in found]


FILES = {"card_data/sweets/art/red.svg": ART}


def told(tmp_path: Path, body: str, root: str = 'viewBox="0 0 60 80"') -> list[Finding]:
    """What is said of a drawing on its first card."""
    found = composed(
        tmp_path, {"card.svg": drawn(body, root)}, decks={"main": FIELDS + CARDS}, files=FILES
    )
    return list(found[0].problems)


def said(element: etree._Element) -> str:
    return "".join(element.itertext()).strip()


def one(root: etree._Element, id: str) -> etree._Element:
    (found,) = root.xpath(f'//*[@id="{id}"]')
    return found


def runs(element: etree._Element) -> list[tuple[float, float, str]]:
    """The runs of text in an element: x, baseline, text."""
    return [
        (float(each.get("x", "")), float(each.get("y", "")), each.text or "")
        for each in element.iter(SVG + "tspan")
    ]


# -- where a name is written
# ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '<text inkscape:label="text:card.name" x="1" y="9" style="{0}">Sample</text>',
        '<text x="1" y="9" style="{0}"><title>text:card.name</title>Sample</text>',
        '<text data-name="text:card.name" id="text_x3A_x" x="1" y="9" style="{0}">Sample</text>',
        '<text serif:id="text:card.name" id="text:card.name1" x="1" y="9" style="{0}">Sample</text>',
        '<text id="text:card.name" x="1" y="9" style="{0}">Sample</text>',
        '<text id="text_x3A_card.name" x="1" y="9" style="{0}">Sample</text>',
        '<text id="text_x3A_card_x5B__x27_name_x27__x5D_" x="1" y="9" style="{0}">Sample</text>',
        '<g id="text:card.name"/><text id="text:card.name_2" x="1" y="9" style="{0}">Sample</text>',
        """<text inkscape:label="Bob's; text:card.name" x="1" y="9" style="{0}">Sample</text>""",
        '<text inkscape:label="title&#10;text:card.name" x="1" y="9" style="{0}">Sample</text>',
        '<text x="1" y="9" style="{0}"><title>title; text:card.name</title>Sample</text>',
    ],
    ids=[
        "inkscape label",
        "title",
        "data-name",
        "serif:id",
        "id",
        "escaped id",
        "escapes",
        "a copy in figma",
        "behind its own name",
        "below its own name",
        "title behind its own name",
    ],
)
def test_a_name_counts_wherever_a_program_writes_it(tmp_path: Path, text: str) -> None:
    if text.startswith("<g "):
        text = text.replace("<g ", '<text style="{0}" ').replace("/><", ">Sample</text><", 1)
    first, second = faces(tmp_path, text.format(FONT))
    assert "Sample" not in said(first)
    assert ("One" in said(first), "Two" in said(second)) == (True, True)


def test_other_names_are_just_names(tmp_path: Path) -> None:
    body = (
        '<g inkscape:label="Background: sky"><title>Fig. 3: a card; see text</title>'
        f'<text id="note:1" x="1" y="9" style="{FONT}">Kept {{{{ as it }}}} stands {{# here {{% and</text></g>{named("text:card.name")}'
    )
    first, _ = faces(tmp_path, body)
    assert "Kept {{ as it }} stands {# here {% and" in said(first)
    assert "One" in said(first)


# -- texts
# ------------------------------------------------------------------------------------------------------------------------------


def test_a_plain_text_is_one_line_where_it_was_drawn(tmp_path: Path) -> None:
    """Anchored as drawn, its font the first letters', its colours and transform its own."""
    style = "font-family:Nunito;font-size:9px;text-anchor:end;fill:#123456"
    text = (
        f'<text id="t" inkscape:label="text:card.text" x="50" y="30" transform="rotate(5)" style="{style}">'
        '<tspan x="52" y="31" style="font-size:5px;font-weight:600;fill:#00ff00"> Sample</tspan></text>'
    )
    first, _ = faces(tmp_path, text)
    group = one(first, "t")
    assert ("rotate(5)", "fill:#00ff00") == (group.get("transform"), group.get("style"))
    (written,) = group.iter(SVG + "text")
    assert ("inherit", "5.0000", "800") == (
        written.get("fill"),
        written.get("font-size"),
        written.get("font-weight"),
    )
    (x, y, bold), (after, _, rest) = runs(group)
    assert ("Load", "two", 31.0) == (bold, rest, y)
    assert x < after < 52
    (alone,) = runs(one(faces(tmp_path / "a", text.replace("card.text", "'M'"))[0], "t"))
    assert alone[0] == pytest.approx(52 - 5 * 0.87, abs=0.6)


@pytest.mark.parametrize(
    ("text", "left", "first", "apart"),
    [
        (
            '<text {0} style="{1};line-height:1.5;shape-inside:url(#f)">Sample</text>',
            10,
            20 + 1.0 + 0.7412 * 4,
            6,
        ),
        (
            '<text {0} style="{1};line-height:8px;shape-inside:url(#f)">Sample</text>',
            10,
            20 + 2.0 + 0.7412 * 4,
            8,
        ),
        (
            '<text {0} style="{1};line-height:150%;shape-inside:url(#f);shape-padding:2">Sample</text>',
            12,
            22 + 1.0 + 0.7412 * 4,
            6,
        ),
        (
            '<text {0} style="{1};shape-inside:url(#moved)">Sample</text>',
            15,
            22 + 0.5 + 0.7412 * 4,
            5,
        ),
        (
            '<flowRoot {0} style="{1};line-height:1.5"><flowRegion><rect x="10" y="20" width="40" height="50"/></flowRegion>'
            "<flowPara>Sample</flowPara></flowRoot>",
            10,
            20 + 1.0 + 0.7412 * 4,
            6,
        ),
        (
            '<rect {0} x="10" y="20" width="40" height="50" style="{1};line-height:1.5"/>',
            10,
            20 + 1.0 + 0.7412 * 4,
            6,
        ),
        (
            '<g {0}><rect x="10" y="20" width="40" height="50"/><text x="13" y="26" style="{1}">Sample</text></g>',
            13,
            26,
            5,
        ),
        ('<text {0} x="13" y="26" style="{1};inline-size:37px">Sample</text>', 13, 26, 5),
        (
            '<text {0} style="{1}"><tspan x="13" y="26">Sam</tspan><tspan x="13" y="33">ple</tspan></text><!--within-->',
            13,
            26,
            7,
        ),
    ],
    ids=[
        "shape",
        "line in px",
        "padding",
        "moved frame",
        "flowRoot",
        "rectangle",
        "group",
        "inline-size",
        "within",
    ],
)
def test_a_text_in_a_box_wraps_where_it_was_drawn(
    tmp_path: Path, text: str, left: float, first: float, apart: float
) -> None:
    """Its first baseline and its lines stand where Inkscape puts them: line boxes of the line
    height, the font's em in their middle."""
    frames = (
        '<defs><rect id="f" x="10" y="20" width="40" height="50"/><rect id="moved" width="40" height="50" transform="translate(15 22)"/>'
        '</defs><rect id="box" x="10" y="20" width="40" height="50"/>'
    )
    within = " within box" if "within" in text else ""
    name = f'id="t" inkscape:label="text:\'words that take more than a single line of it\'{within}"'
    face, _ = faces(tmp_path, frames + text.format(name, FONT))
    lines = runs(face)
    assert len(lines) >= 2
    assert {left} == {x for x, _, _ in lines}
    assert first == pytest.approx(lines[0][1], abs=0.01)
    assert apart == pytest.approx(lines[1][1] - lines[0][1], abs=0.01)


@pytest.mark.parametrize(
    ("wished", "set_in"),
    [
        ("serif", "Nunito"),
        ("Sans", "Nunito"),
        ("Impact,sans-serif", "Nunito"),
        ("Impact,Eater,serif", "Eater"),
    ],
)
def test_a_family_that_any_machine_has_stands_for_ours(
    tmp_path: Path, wished: str, set_in: str
) -> None:
    """As in a text that is only drawn."""
    named = f'<text inkscape:label="text:card.id" x="9" y="26" style="{FONT.replace("Nunito", wished)}">Sample</text>'
    assert [(set_in, "one")] == [
        (mark.font.family, mark.text) for mark in painted(tmp_path, named).texts
    ]


def test_the_text_element_itself_holds_lines_open(tmp_path: Path) -> None:
    """Its own size is a strut in every line, as in Inkscape: 20 px Baloo 2 around 10 px Nunito,
    where 1.2.2 puts 13.458 and 20 apart."""
    text = (
        '<defs><rect id="f" x="0" y="0" width="60" height="79"/></defs><text inkscape:label="text:\'some words on more than one line\'" '
        "style=\"font-size:20px;line-height:1;font-family:'Baloo 2';font-weight:800;shape-inside:url(#f)\">"
        '<tspan style="font-size:10px;font-family:Nunito;font-weight:600">Sample</tspan></text>'
    )
    lines = runs(faces(tmp_path, text)[0])
    assert [13.458, 33.458] == pytest.approx([lines[0][1], lines[1][1]], abs=0.01)


FRAME = '<rect id="f" inkscape:label="box" x="10" y="20" width="40" height="20" transform="{0}"/>'


@pytest.mark.parametrize("within", [True, False])
def test_a_frame_that_stands_askew_beside_its_text_is_told(tmp_path: Path, within: bool) -> None:
    """The text was set in the upright box around such a frame, in silence."""

    def body(turn: str, around: str = "") -> str:
        word, style = (" within box", "") if within else ("", ";shape-inside:url(#f)")
        text = named(f"text:'Hi'{word}", FONT + style)
        return f'<g transform="{around}">{FRAME.format(turn)}{text}</g>'

    for number, turn in enumerate(("rotate(-20)", "skewX(20)", "translate(3 4) rotate(45)")):
        (problem,) = told(tmp_path / str(number), body(turn))
        assert "its frame is turned or skewed" in problem.what
    assert not told(tmp_path / "quarter", body("rotate(90 30 30)"))
    assert not told(tmp_path / "together", body("", "rotate(20)"))


def test_a_frame_that_is_gone_is_named(tmp_path: Path) -> None:
    """Its text was set in no frame; with `min` the remedy was to flow it into one."""
    style = f"{FONT};shape-inside:url(#gone)"
    (problem,) = told(tmp_path, FRAME.format("") + named("text:card.name min 6", style))
    assert 'no frame "gone" in the file' in problem.what
    assert problem.remedy.endswith("use one of: f")


def test_alignment_and_places_in_a_box(tmp_path: Path) -> None:
    def place(name: str, align: str = "start") -> tuple[float, float]:
        body = (
            '<defs><rect id="f" x="10" y="20" width="40" height="50"/></defs>'
            f'<text inkscape:label="text:\'Hi\'{name}" style="{FONT};text-align:{align};shape-inside:url(#f)">x</text>'
        )
        ((x, y, _),) = runs(faces(tmp_path / f"{name.strip()}{align}", body)[0])
        return x, y

    (left, top), (centre, _), (right, _) = place(""), place("", "center"), place("", "end")
    assert (10, 20 < top < 26) == (left, True)
    assert 50 - right == pytest.approx(2 * (centre - left) - (right - left) + 50 - right, abs=0.01)
    assert left < centre < right
    _, middle = place(" middle")
    _, bottom = place(" bottom")
    assert top < middle < bottom < 70
    assert middle == pytest.approx(45 + 0.705 * 4 / 2, abs=0.1)


@pytest.mark.parametrize(
    ("families", "said"),
    [
        ("Baloo 2", ""),
        ("Press Start 2P, Nunito", ""),
        ("Ba/loo", "Ba/loo is no font name as CSS writes it"),
        ("", "says no font"),
    ],
)
def test_a_family_is_read_without_its_quotation_marks(
    tmp_path: Path, families: str, said: str
) -> None:
    """As Figma writes it; a template said "this <text> says no font", which was not true."""
    body = f'<text id="text:card.name" font-family="{families}" font-size="5" font-weight="700"><tspan x="5" y="9">x</tspan></text>'
    if said:
        assert said in told(tmp_path, body)[0].what
    else:
        assert faces(tmp_path, body)


def test_a_text_shrinks_only_where_its_name_allows(tmp_path: Path) -> None:
    """`min` is in points on paper, whatever the units and transforms are: of 4.23 mm letters in
    half scale 6 points are left."""
    words = " ".join(["words"] * 30)
    body = (
        '<defs><rect id="f" width="80" height="24"/></defs><g transform="scale(0.5)">'
        f'<text id="t" inkscape:label="text:\'{words}\'{{}}" style="font-family:Nunito;font-size:8.467px;shape-inside:url(#f)">x</text></g>'
    )
    (problem,) = told(tmp_path / "a", body.replace("{}", ""))
    assert "does not fit its box" in problem.what
    assert "write  min 6" in problem.remedy
    first, _ = faces(tmp_path / "b", body.replace("{}", " min 4"))
    (text,) = one(first, "t").iter(SVG + "text")
    points = float(text.get("font-size", "")) * 0.5 * 72 / 25.4
    assert 4 <= points < 12
    assert 0 == pytest.approx(points * 4 % 1, abs=0.01)  # in steps of a quarter point on paper
    assert told(tmp_path / "c", body.replace("{}", " min 11"))


LINES = "<tspan x='10' y='20'>Sample words in </tspan><tspan x='10' {}>a text of two lines</tspan>"


@pytest.mark.parametrize("second", ["y='25'", "dy='5'", "dy='1.25em'"])
def test_a_sample_of_several_lines_has_as_much_room_as_they_take(
    tmp_path: Path, second: str
) -> None:
    """Figma, Sketch and Illustrator write a text box so."""
    text = "'Fly over one card, then two'"
    body = f'<text id="t" inkscape:label="text:{text}{{}}" style="{FONT}">{LINES.format(second)}</text>'
    first, _ = faces(tmp_path / "a", body.replace("{}", ""))
    lines = runs(one(first, "t"))
    assert [(10, 20), (10, 25)] == [
        (pytest.approx(x, abs=0.05), pytest.approx(y, abs=0.05)) for x, y, _ in lines
    ]
    longer = body.replace("then two", "then take two of them")
    (problem,) = told(tmp_path / "b", longer.replace("{}", ""))
    assert "more height" in problem.what
    assert "with more or longer lines" in problem.remedy
    shrunk, _ = faces(tmp_path / "c", longer.replace("{}", " min 5"))
    assert all(y < 26 for _, y, _ in runs(one(shrunk, "t")))


@pytest.mark.parametrize(
    ("style", "place"), [("text-anchor:middle", "30"), ("text-anchor:end", "50")]
)
def test_lines_of_a_sample_keep_their_side(tmp_path: Path, style: str, place: str) -> None:
    sample = LINES.replace("'10'", f"'{place}'").format("y='25'")
    body = f'<text id="t" inkscape:label="text:card.name" style="{FONT};{style}">{sample}</text>'
    first, _ = faces(tmp_path, body)
    ((x, y, _),) = runs(one(first, "t"))
    width = shipped_fonts().width("One", ("Nunito",), 600) * 4
    assert (float(place) - width * (0.5 if "middle" in style else 1), 20) == (
        pytest.approx(x, abs=0.05),
        pytest.approx(y, abs=0.05),
    )


@pytest.mark.parametrize("word", ["min 7", "middle"])
def test_what_asks_for_a_box_is_told_where_there_is_none(tmp_path: Path, word: str) -> None:
    (problem,) = told(tmp_path, named(f"text:card.name {word}"))
    assert f"{word} asks for a box" in problem.what
    assert "within" in problem.remedy


IN_VAIN = [
    "text-decoration:underline",
    "text-align:justify",
    "word-spacing:2px",
    "writing-mode:tb",
    "dominant-baseline:middle",
    "baseline-shift:super",
    "text-shadow:1px 1px #123456",
    "font-kerning:none",
    "font-variant-numeric:oldstyle-nums",
    "direction:rtl",
    'dx="0 4 4"',
    'dy="-1"',
    'rotate="20"',
    'textLength="50"',
    'x="10 20,30" y="20"',
]
"""What a sample asks for in vain, as attributes and in a style."""
AT_REST = (
    "text-decoration:none solid;text-align:center;word-spacing:0;writing-mode:lr-tb;font-kerning:auto;"
    "dominant-baseline:auto;baseline-shift:baseline;text-shadow:none;direction:ltr"
)


def notes_of(tmp_path: Path, body: str) -> list[str]:
    """What is told of a drawing that is built."""
    write_project(tmp_path, {"main": FIELDS + CARDS}, {"card.svg": drawn(body)}, files=FILES)
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert done.exit_code == 0, done.stderr
    return [line for line in done.stderr.splitlines() if "of the sample" in line]


def test_what_a_sample_asks_for_in_vain_is_told(tmp_path: Path) -> None:
    attributes = [wish for wish in IN_VAIN if "=" in wish]
    styles = [wish for wish in IN_VAIN if "=" not in wish]
    body = [named("text:card.name", FONT, f'x="10" y="20" {wish}') for wish in attributes[:-1]]
    body += [named("text:card.name", FONT, attributes[-1])]
    body += [named("text:card.name", f"{FONT};{wish}") for wish in styles]
    notes = notes_of(tmp_path, "\n".join(body))
    for wish in IN_VAIN:
        feature = (
            wish.removesuffix(' y="20"')
            .replace('="', ": ")
            .rstrip('"')
            .replace(":", ": ")
            .replace(":  ", ": ")
        )
        assert any(f" {feature} of the sample" in note for note in notes), feature
    assert len(notes) == len(IN_VAIN)
    at_rest = named("text:card.name", f"{FONT};{AT_REST}", 'x="9" y="9" dx="0" dy="0,0" rotate="0"')
    assert not notes_of(tmp_path, at_rest)


@pytest.mark.parametrize(
    ("more", "lacking"), [({}, "bold italic"), ({"Italic": 400, "Bold": 700}, "bold")]
)
def test_a_bold_italic_sample_without_such_a_face_is_told(
    tmp_path: Path, more: dict[str, int], lacking: str
) -> None:
    """Unnamed texts are made fat and slanted; in place of the sample stood plain letters, and the
    remedy for bold words in italics was the bold file that was there."""
    made_fonts = {
        f"fonts/{style}.ttf": saved(made(style=style, weight=weight))
        for style, weight in {"Regular": 400, **more}.items()
    }
    style = "font-family:Wedge;font-size:4px;font-style:italic"
    names = [named("text:'B'", f"{style};font-weight:bold")]
    names += [named("text:'**B**'", style)] if more else []
    write_project(tmp_path, None, {"card.svg": drawn("".join(names))}, files=made_fonts)
    said = run("build", "sweets", "--paper", "a4", project=tmp_path).stderr
    assert f"the sample is bold italic, and the texts in its place are not {lacking}:" in said
    assert "put its bold italic file into fonts/" in said
    assert "put its bold file" not in said


# -- texts on paths
# ----------------------------------------------------------------------------------------------------------------------

ARC = '<defs><path id="arc" d="M10 40A20 20 0 0 1 50 40"/></defs>'


def on_arc(name: str, more: str = 'startOffset="50%"', style: str = "text-anchor:middle") -> str:
    words = "<tspan>Sample arc</tspan>"
    return (
        f'{ARC}<text id="t" inkscape:label="{name}" style="{FONT};{style}" transform="translate(0 5)">'
        f'<textPath xlink:href="#arc" {more}>{words}</textPath></text>'
    )


def test_a_text_on_a_path_follows_it(tmp_path: Path) -> None:
    first, _ = faces(tmp_path, on_arc("text:card.name"))
    (way,) = one(first, "t").iter(SVG + "textPath")
    assert ("#arc", "50%", "One") == (way.get("href"), way.get("startOffset"), said(way))
    assert ("middle", "translate(0 5)") == (
        way.getparent().get("text-anchor"),
        one(first, "t").get("transform"),
    )
    marks = painted(tmp_path, on_arc("text:card.name")).texts
    assert [letter for mark in marks for letter in mark.text] == ["O", "n", "e"]
    turns = [mark.matrix.b for mark in marks]
    assert turns[0] < -0.02 < 0.02 < turns[2], "the letters turn along the arc"
    assert all(22 < mark.matrix.f < 27 for mark in marks), "at the top of the arc"


def test_a_text_that_is_read_from_the_right_ends_where_its_path_lets_it_begin(
    tmp_path: Path,
) -> None:
    """As the sample does (SVG 2, 11.10.2): anchored at its start, it stands before that place."""
    bound = painted(
        tmp_path / "a", on_arc("text:'Sample arc'", 'startOffset="80%"', "direction:rtl")
    ).texts
    sample = painted(tmp_path / "b", on_arc("", 'startOffset="80%"', "direction:rtl")).texts
    assert [(mark.text, round(mark.matrix.e, 2)) for mark in sample] == [
        (mark.text, round(mark.matrix.e, 2)) for mark in bound
    ]
    assert max(mark.matrix.e for mark in bound) < 46


def test_bold_words_on_a_path_are_bold(tmp_path: Path) -> None:
    first, _ = faces(tmp_path, on_arc("text:card.text"))
    weights = [(each.text, each.get("font-weight")) for each in one(first, "t").iter(SVG + "tspan")]
    assert [("Load", "800"), (" two", "600")] == weights


@pytest.mark.parametrize(
    ("more", "style", "fits"),
    [
        ('startOffset="50%"', "text-anchor:middle", 25),
        ('startOffset="0"', "", 25),
        ('startOffset="60%"', "", 10),
        ('startOffset="25%"', "text-anchor:middle", 12),
        ('startOffset="100%"', "text-anchor:end", 25),
        ('startOffset="100%"', "direction:rtl", 25),
        ('startOffset="0"', "direction:rtl;text-anchor:end", 25),
    ],
)
def test_a_text_has_as_much_room_as_its_path_leaves(
    tmp_path: Path, more: str, style: str, fits: int
) -> None:
    faces(tmp_path / "a", on_arc(f"text:'{'n' * fits}'", more, style))
    (problem,) = told(tmp_path / "b", on_arc(f"text:'{'n' * (fits + 5)}'", more, style))
    assert "does not fit its path: needs" in problem.what
    assert "min 6" in problem.remedy
    shrunk, _ = faces(tmp_path / "c", on_arc(f"text:'{'n' * (fits + 5)}' min 6", more, style))
    assert float(next(one(shrunk, "t").iter(SVG + "text")).get("font-size")) < 4


@pytest.mark.parametrize(
    ("text", "more", "what"),
    [
        ("text:'two {bat}'", "", "only letters stand on a path"),
        ("text:'one\\\\ntwo'", "", "it holds one line"),
        ("text:card.name within frame", "", "a text on a path has no box"),
        ("text:card.name middle", "", "a text on a path has no box"),
        ("text:card.name", 'side="right"', "on the other side"),
        ("text:card.name", 'startOffset="110%"', "no letter has room"),
    ],
)
def test_what_a_path_does_not_hold_is_told(tmp_path: Path, text: str, more: str, what: str) -> None:
    (problem,) = told(tmp_path, on_arc(text, more, ""))
    assert what in problem.what


def test_letters_beside_a_path_are_an_error_in_a_template(tmp_path: Path) -> None:
    words = f'{ARC}<text style="{FONT}"><textPath href="#arc">{"many words " * 9}</textPath></text>'
    write_project(tmp_path, {"main": FIELDS + CARDS}, {"card.svg": drawn(words)}, files=FILES)
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert done.exit_code
    assert "beside the path of the text" in done.stderr


def test_an_empty_text_prints_nothing_and_icons_stand_in_it(tmp_path: Path) -> None:
    body = f'<g id="empty">{named("text:card.text")}</g><g id="icon">{named("text:&quot;two {bat}&quot;")}</g>'
    _, second = faces(tmp_path, body)
    assert "" == said(one(second, "empty"))
    assert ["bat.svg"] == [image.get("href") for image in one(second, "icon").iter(SVG + "image")]


# -- pictures, colours, conditions, rows
# ------------------------------------------------------------------------------------------------


def painted(tmp_path: Path, body: str, root: str = 'viewBox="0 0 60 80"', card: int = 0) -> Drawing:
    """The drawing of one face."""
    write_project(tmp_path, {"main": FIELDS + CARDS}, {"card.svg": drawn(body, root)}, files=FILES)
    workshop = cardgen.open_project(tmp_path)
    card_findings = CardFindings()
    ((game, (deck,)),) = workshop.select()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    found = list(draw_deck(context, deck, card_findings))[card].face
    assert [] == list(card_findings)
    assert found
    return found


@pytest.mark.parametrize(
    ("fit", "attributes", "expected"),
    [
        ("", "", "xMidYMid meet"),
        ("", 'preserveAspectRatio="none"', "xMidYMid meet"),
        ("", 'preserveAspectRatio="xMinYMid meet"', "xMinYMid meet"),
        (" slice", 'preserveAspectRatio="xMinYMid meet"', "xMidYMid slice"),
        (" stretch", "", "none"),
    ],
)
@pytest.mark.parametrize("tag", ["image", "rect"])
def test_a_picture_is_swapped_and_fitted_as_said(
    tmp_path: Path, tag: str, fit: str, attributes: str, expected: str
) -> None:
    sample = 'xlink:href="data:image/png;base64,AAAA"' * (tag == "image")
    body = f'<{tag} id="p" inkscape:label="image:card.art{fit}" x="5" y="6" width="30" height="30" {sample} {attributes} opacity="0.5"/>'
    first, second = faces(tmp_path, body)
    group = one(first, "p")
    assert "opacity:0.5" == group.get("style")
    (image,) = group.iter(SVG + "image")
    frame = next(iter(group))
    assert ("red", expected) == (image.get("href"), frame.get("preserveAspectRatio"))
    assert ("5.0", "6.0", "30.0", "30.0") == tuple(
        frame.get(name) for name in ("x", "y", "width", "height")
    )
    assert [] == list(one(second, "p"))  # the card without a picture
    painted(tmp_path, body)


@pytest.mark.parametrize("part", ["sign", "symbol", "view"])
@pytest.mark.parametrize("fit", ["", " slice", " stretch"])
def test_a_part_of_a_drawing_is_swapped_in_as_a_whole_one_is(
    tmp_path: Path, fit: str, part: str
) -> None:
    rect = '<rect width="20" height="10" fill="#CC2222"/>'
    parts = f'<g id="sign">{rect}</g><symbol id="symbol" viewBox="0 0 20 10">{rect}</symbol><view id="view" viewBox="0 0 20 10"/>'
    files = {
        "card_data/sweets/art/red.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">{parts}</svg>'
    }
    body = (
        f'<rect inkscape:label="image:\'red.svg#{part}\'{fit}" x="0" y="0" width="60" height="80"/>'
    )
    write_project(tmp_path, {"main": FIELDS + CARDS}, {"card.svg": drawn(body)}, files=files)
    workshop = cardgen.open_project(tmp_path)
    ((game, (deck,)),) = workshop.select()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    card_findings = CardFindings()
    face = next(iter(draw_deck(context, deck, card_findings))).face
    assert [] == list(card_findings)
    assert face
    image = pixels(pdf_of(face), 1)
    corner, middle = (image.getpixel(place) for place in ((3, 3), (30, 40)))
    assert (0xCC, 0x22, 0x22) == middle
    assert (corner == middle) == (fit != "")


def test_a_picture_in_a_rounded_rectangle_is_cut_to_it(tmp_path: Path) -> None:
    first, _ = faces(
        tmp_path,
        '<rect id="p" inkscape:label="image:card.art slice" x="5" y="6" width="30" height="30" ry="4"/>',
    )
    (corners,) = one(first, "p").iter(SVG + "clipPath")
    assert {"x": "5.0", "y": "6.0", "width": "30.0", "height": "30.0", "ry": "4"} == dict(
        corners[0].attrib
    )
    assert f"url(#{corners.get('id')})" == one(first, "p")[1].get("clip-path")


def test_colours_are_put_before_all_that_is_drawn(tmp_path: Path) -> None:
    body = (
        '<style>.a {fill: red}</style><rect id="a" class="a" inkscape:label="fill:palette[card.colour]" width="9" height="9"/>'
        '<g id="b" inkscape:label="stroke:palette.ink; fill:none if card.art == none else palette.cream" style="fill:#00ff00">'
        "<path id='c' style='stroke:none' d='M0 0h9'/><path id='d' style='stroke:#ff0000' d='M0 9h9'/></g>"
        f"{named('text:card.name; fill:palette.ink')}"
    )
    _, second = faces(tmp_path, body)
    styles = [one(second, id).get("style") for id in "abcd"]
    assert [
        "fill:#202020",
        "fill:#00ff00;fill:;stroke:#202020",
        "stroke:none",
        "stroke:#ff0000;stroke:#202020",
    ] == styles
    assert second.xpath('//*[local-name()="g" and @style="fill:#202020"]//*[local-name()="text"]')
    painted(tmp_path, body, card=1)


def test_a_fill_counts_against_a_style_sheet_and_for_a_stop(tmp_path: Path) -> None:
    body = (
        '<style>.a {fill: red !important}</style><rect id="a" class="a" inkscape:label="fill:palette.ink" width="9" height="9"/>'
        '<linearGradient><stop id="b" inkscape:label="fill:palette.cream" style="stop-color:#000"/></linearGradient>'
        + named("text:card.name")
    )
    first, _ = faces(tmp_path, body)
    assert ["fill:#202020 !important", "stop-color:#000;stop-color:#FFF7E8 !important"] == [
        one(first, id).get("style") for id in "ab"
    ]


def test_a_group_in_a_colour_colours_what_is_set_in_it(tmp_path: Path) -> None:
    """A text that is bound itself, one whose letters have a colour of their own, and an object
    without a style."""
    text = named("text:card.name", FONT + ";fill:red", 'id="b" x="10" y="20"')
    body = (
        '<g inkscape:label="fill:palette[card.colour]; stroke:palette.cream"><path id="a" fill="red" stroke="red" d="M0 0h9v9z"/>'
        f"{text}</g>"
        f'<g id="c" inkscape:label="text:card.name; fill:palette.ink"><text id="d" x="1" y="9" style="{FONT}">'
        '<tspan style="fill:red">Sample</tspan></text></g>'
    )
    first, _ = faces(tmp_path, body)
    assert "fill:#202020;stroke:#FFF7E8" == one(first, "a").get("style")
    assert ["fill:red;fill:#202020", "fill:red;fill:#202020"] == [
        one(first, id).get("style") for id in "bd"
    ]
    painted(tmp_path, body)


def test_a_layer_is_shown_by_its_condition_though_it_is_hidden_in_the_drawing(
    tmp_path: Path,
) -> None:
    body = (
        '<g id="ships" inkscape:label="if:card.kind == \'ship\'" style="display:none"><rect width="5" height="5"/></g>'
        '<g id="wrecks" style="display:none"><title>if:card.kind != "ship"</title><rect width="5" height="5"/></g>'
        '<g id="other" style="display:none"><rect width="5" height="5"/></g>'
    )
    shown = [
        [each.get("id") for each in face.iter() if each.get("id")] for face in faces(tmp_path, body)
    ]
    assert [["ships", "other"], ["wrecks", "other"]] == shown
    first, _ = faces(tmp_path, body)
    assert ("display:none;display:inline", "display:none") == (
        one(first, "ships").get("style"),
        one(first, "other").get("style"),
    )


@pytest.mark.parametrize(
    "original",
    [
        """<g id="o" inkscape:label="if:card.id == 'one'">{0}</g>""",
        """<g inkscape:label="if:card.id == 'one'"><g id="o">{0}</g></g>""",
        """<g id="o" inkscape:label="for:card.suits step 9 0">{0}</g>""",
    ],
)
def test_a_clone_of_what_is_hidden_shows_nothing(tmp_path: Path, original: str) -> None:
    """It was an error, that its original is no element of the file."""
    square = '<rect width="9" height="9"/>'
    clone = '<use xlink:href="#o" x="20" y="40"/>'
    body = original.format(square) + clone
    shown = Painted.of(painted(tmp_path, body))
    assert Box(20, 40, 9, 9) in [thing.box for thing in shown]
    assert [] == list(Painted.of(painted(tmp_path, body, card=1)))


@pytest.mark.parametrize(
    "turned",
    [
        'style="{0};transform:rotate(90deg);transform-origin:10px 20px"',
        'style="{0};rotate:90deg;transform-origin:10px 20px"',
        'transform="rotate(90)" transform-origin="10 20" style="{0}"',
    ],
)
def test_what_turns_an_object_by_its_style_turns_what_stands_in_its_place(
    tmp_path: Path, turned: str
) -> None:
    """A transform in a style was lost, and so was its origin."""
    attributes = f'x="10" y="20" {turned.format(FONT)}'
    bound, plain = (
        painted(tmp_path, f"<text {name} {attributes}>One</text>").texts
        for name in ('inkscape:label="text:card.name"', "")
    )
    assert [mark.corners for mark in plain] == [mark.corners for mark in bound]
    label = 'inkscape:label="image:card.art" width="20" height="10"'
    (shape,) = Painted.of(painted(tmp_path, f"<rect {label} {attributes}/>"))
    assert (0, 20, 10, 20) == pytest.approx(shape.box, abs=0.01)
    followed = f"<rect inkscape:label='panel:one' width='9' height='9' {attributes}/>"
    (problem,) = told(tmp_path, f"{followed}{named('one; text:card.name')}")
    assert "what is turned" in problem.what


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("for:card.suits step 8 0", ["0.0 0.0", "4.0 0.0"]),
        ("for:card.suits as suit step 8 -2", ["0.0 -0.0", "4.0 -1.0"]),
        ("for:range(3) step 8 0 middle", ["-4.0 -0.0", "0.0 0.0", "4.0 0.0"]),
    ],
)
def test_a_row_goes_on_in_the_units_of_the_page(
    tmp_path: Path, name: str, places: list[str]
) -> None:
    """The layer it lies in is drawn twice as large."""
    item = "suit" if "as suit" in name else "item"
    body = f'<g transform="scale(2)"><g inkscape:label="{name}">{named(f"text:{item}")}</g></g>'
    first, _ = faces(tmp_path, body)
    moved = [
        each.get("transform", "")
        for each in first.iter(SVG + "g")
        if each.get("transform", "").startswith("translate")
    ]
    assert [f"translate({place})" for place in places] == moved
    if "suits" in name:
        assert ["candy", "nuts"] == [text for _, _, text in runs(first)]


def test_several_bindings_of_one_object(tmp_path: Path) -> None:
    """Apart by ; or by lines, which Inkscape writes as a sign; what is in quotes is no end."""
    name = "text:'a;b' ~ item&#10;if:item != 'nuts';for:card.suits step 9 0"
    first, _ = faces(tmp_path, named(name))
    assert ["a;bcandy"] == [text for _, _, text in runs(first)]


# -- pages
# ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "unit"),
    [
        ('width="60mm" height="80mm" viewBox="0 0 240 320"', 0.25),
        ('width="240px" height="320px"', 0.25),
        ('viewBox="0 0 2.3622 3.1496"', 25.4),
        ('viewBox="100 100 600 800"', 0.1),
        ('viewBox="0 0 60 80"', 1.0),
    ],
)
def test_sizes_are_points_on_paper_whatever_the_units(
    tmp_path: Path, root: str, unit: float
) -> None:
    """text_box, its icons and the filters; and what is painted is so high on paper."""
    place = ", ".join(str(side / unit) for side in (5, 5, 50, 20))
    body = f"{{{{ text_box('Hi {{bat}}', {place}, size=15) }}}}<rect width='{{{{ 36|pt }}}}' height='{{{{ \"10mm\"|mm }}}}' id='r'/>"
    first, _ = composed(
        tmp_path, {"card.svg": drawn(body, root)}, decks={"main": FIELDS + CARDS}, files=FILES
    )
    assert () == first.problems
    face = etree.fromstring((first.face or "").encode())
    (text,) = face.iter(SVG + "text")
    (icon,) = face.iter(SVG + "image")
    assert 15 == pytest.approx(float(text.get("font-size", "")) * unit * 72 / 25.4, rel=2e-3)
    assert 15 * 1.15 == pytest.approx(float(icon.get("height", "")) * unit * 72 / 25.4, rel=4e-3)
    assert (12.7, 10) == pytest.approx(
        tuple(float(one(face, "r").get(side, "")) * unit for side in ("width", "height")), rel=2e-3
    )
    drawing = painted(tmp_path / "p", body, root)
    (mark,) = drawing.texts
    assert 15 == pytest.approx(mark.size * 60 / drawing.box.width * 72 / 25.4, rel=2e-3)


@pytest.mark.parametrize(
    ("root", "inside", "deck", "box"),
    [
        ('viewBox="0 0 672 872"', "", "bleed: 36px\n", "36 36 600 800"),
        ('width="66mm" height="86mm" viewBox="0 0 660 860"', "", "bleed: 3mm\n", "30 30 600 800"),
        ('width="672" height="872"', "", "bleed: 36px\n", "36 36 600 800"),
        ('viewBox="0 0 600 800"', "", "bleed: 36px\n", "0 0 600 800"),
        (
            'viewBox="0 0 672 872"',
            '<inkscape:page x="36" y="36" width="600" height="800" bleed="36"/>',
            "",
            "36 36 600 800",
        ),
        (
            'viewBox="0 0 672 872"',
            '<inkscape:page x="0" y="0" width="672" height="872" bleed="36"/>',
            "",
            "36 36 600 800",
        ),
        (
            'viewBox="0 0 600 800"',
            '<inkscape:page x="0" y="0" width="600" height="800" bleed="36"/>',
            "",
            "0 0 600 800",
        ),
    ],
)
def test_a_page_that_includes_its_bleed_is_taken_as_drawn(
    tmp_path: Path, root: str, inside: str, deck: str, box: str
) -> None:
    head = "title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\n" + deck
    body = f'{inside}<rect id="all" width="100%" height="100%"/>{{{{ text_box("Hi", 50, 50, 500, 90, size=20) }}}}'
    face, _ = faces(tmp_path, body, root, head)
    assert box == " ".join(
        f"{float(side):g}" for side in (face.get("viewBox") or "0 0 600 800").split()
    )
    whole = ["100%", "100%"] if box.startswith("0") else re.findall(r"\d+", root)[-2:]
    assert whole == [one(face, "all").get(side) for side in ("width", "height")]
    (text,) = face.iter(SVG + "text")
    assert 20 == pytest.approx(float(text.get("font-size", "")) * 0.1 * 72 / 25.4, rel=1e-3)


def test_only_a_rim_as_wide_as_bleeds_are_is_taken_for_one() -> None:
    """A board of other proportions has none, however wide a rim would make them alike."""
    card, board = Shape("rectangle", 60 * MM, 80 * MM), Shape("rectangle", 406.4 * MM, 254 * MM)
    assert "bleed: 36px" in misshapen(Box(0, 0, 672, 872), card, "card.svg")[1]
    assert "bleed" not in misshapen(Box(0, 0, 500, 340), board, "board.svg")[1]


@pytest.mark.parametrize(
    ("bleed", "message"),
    [
        ("36", "write  bleed: 3mm, or 36px"),
        ("1m", "write  bleed: 3mm, or 36px"),
        ("80mm", "main.yaml:3:8 out-of-range"),
        ("[1]", "write  bleed: 3mm"),
    ],
)
def test_a_bleed_that_is_no_length_is_told(tmp_path: Path, bleed: str, message: str) -> None:
    write_project(tmp_path, {"main": f"size: 60mm x 80mm\ntemplate: card.svg\nbleed: {bleed}\n"})
    (problem,) = cardgen.open_project(tmp_path).problems
    assert is_expected(problem, message), brief(problem)
    assert "main.yaml:3" in str(problem.place)


# -- what is said
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "what", "remedy"),
    [
        (
            named("txt:card.name"),
            'the name "txt:card.name" binds nothing: no binding is called "txt"',
            'did you mean "text"?',
        ),
        (named("tekst:name"), 'no binding is called "tekst"', 'did you mean "text"?'),
        (named("show:card.name"), 'no binding is called "show"', "use one of: text, image"),
        (named("text:card.nmae"), 'has no "nmae"', 'did you mean "name"?'),
        (named("text:palet.ink"), 'card.svg:5 template-name "palet" -> "palette" "part"', ""),
        (
            '<g inkscape:label="if:card.knd"><path d="M0 0"/></g>',
            'has no "knd"',
            'did you mean "kind"?',
        ),
        (
            named("if:card.kind; if:card.art"),
            "says one thing twice",
            "two conditions go together by and",
        ),
        (
            named("text:card.name |"),
            'card.svg:5 drawn-name "text:card.name |"',
            "write what is missing",
        ),
        (named("text:card.name midle"), "it goes on where it should end", 'did you mean "middle"?'),
        (
            named("text:card.name min"),
            "it goes on where it should end",
            "behind its expression may stand: top, middle or bottom; min 6;",
        ),
        (named("text:card.name min 7 centre"), "it goes on where it should end", "top, middle or"),
        (
            '<rect inkscape:label="image:card.art fill" width="9" height="9"/>',
            "it goes on where it should end",
            "may stand: meet, slice or stretch",
        ),
        (
            named("if:card.name == 'Brave Owl"),
            "a quote is never closed",
            "close it",
        ),
        (
            named("text:card.name") + '<text x="9" y="50">Cost {{ card.cost }</text>',
            'a "}" cannot stand here',
            "see that brackets, braces and quotes are closed",
        ),
        (
            named("text:{{ card.name }}"),
            'the name "text:{{ card.name }}" has braces, which only texts need',
            "take the braces away",
        ),
        (
            named("text:card.name }} {{ card"),
            'card.svg:5 drawn-name "text:card.name }} {{ card"',
            "",
        ),
        (named("text:card.name | uper"), 'no filter is called "uper"', 'did you mean "upper"'),
        (
            named("text:card.name within frme"),
            'no rectangle is called "frme"',
            "give a rectangle this name",
        ),
        (
            '<g inkscape:label="for:card.suits"/>',
            "does not say where the next one goes",
            "step 8 0",
        ),
        (
            '<path inkscape:label="text:card.name" d="M0 0"/>',
            "a <path> holds no text",
            "name a text or a rectangle",
        ),
        (
            '<path inkscape:label="image:card.art" d="M0 0"/>',
            "a <path> has no place for a picture",
            "name a picture or a rectangle",
        ),
        (
            '<rect inkscape:label="text:card.name" width="9" height="9"/>',
            "this <rect> says no font",
            "group it with a sample text",
        ),
        (
            '<image inkscape:label="image:card.art" x="1"/>',
            "it has no width or no height",
            "give it both",
        ),
        (
            '<g inkscape:label="text:card.name"><path d="M0 0"/></g>',
            "no text is in this group",
            "name the text itself",
        ),
        (
            named("image:'qqqqq'")
            .replace("text ", "rect width='4' height='4' ")
            .replace("</text>", "</rect>"),
            'card.svg:5 file-missing "qqqqq"',
            "",
        ),
        (
            named("text:card.name", "font-family:Nonesuch"),
            'card.svg:5 font-unknown "Nonesuch"',
            "",
        ),
    ],
)
def test_a_name_that_binds_nothing_is_told_with_its_line(
    tmp_path: Path, body: str, what: str, remedy: str
) -> None:
    (problem,) = told(tmp_path, f"\n<!-- a\ncomment -->\n{body}")
    assert is_expected(problem, what), brief(problem)
    assert remedy in problem.remedy
    assert problem.place
    assert ("card.svg", 5) == (problem.place.file.name, problem.place.line)


def test_all_names_that_are_wrong_are_told_at_once(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "\n".join(
            [
                named("txt:card.name"),
                named("text:card.name"),
                named("fil:palette.ink"),
                named("text:card..name"),
            ]
        ),
    )
    assert [2, 4, 5] == [problem.place.line for problem in found if problem.place]


def test_lines_keep_their_numbers_behind_what_is_replaced(tmp_path: Path) -> None:
    """An object of many lines, as Inkscape writes them, and a mistake further down; also one that
    is refused when it is drawn."""
    text = '<text\n  inkscape:label="text:card.name"\n  x="1"\n  y="9"\n  style="font-family:Nunito"><tspan\n  >Sample\n</tspan></text>'
    (problem,) = told(tmp_path / "a", f"{text}\n{text}\n{named('text:card.nmae')}")
    assert problem.place
    assert 16 == problem.place.line
    (refused,) = refused_in(tmp_path / "b", f"{text}\n<foreignObject/>")
    assert refused.place
    assert 9 == refused.place.line


def refused_in(tmp_path: Path, body: str) -> list[Finding]:
    write_project(tmp_path, {"main": FIELDS + CARDS}, {"card.svg": drawn(body)}, files=FILES)
    workshop = cardgen.open_project(tmp_path)
    ((game, (deck,)),) = workshop.select()
    card_findings = CardFindings()
    list(
        draw_deck(
            Context.of(workshop.project, game, workshop.fonts, Cache(None)), deck, card_findings
        )
    )
    return list(card_findings.cards_by_finding)


def test_expressions_come_out_of_names_only(tmp_path: Path) -> None:
    """Whatever else a drawing says is printed, or thrown away with the sample, though it looks like
    Jinja."""
    body = (
        f"{named('text:card.name').replace('Sample', '{{ nothing.at.all }}')}"
        f'<desc>{{{{ 1 / 0 }}}}</desc><text id="kept" x="1" y="9" style="{FONT}">{{{{{{ nothing }}}}}} {{% of {{# all</text>'
    )
    first, _ = faces(tmp_path, body + '<desc>{<g inkscape:label="if:card.name"/></desc>')
    assert "{{{ nothing }}} {% of {# all" == said(one(first, "kept"))
    assert "{" == said(first[-1])


def test_jinja_and_names_go_together(tmp_path: Path) -> None:
    body = f'{named("text:card.name")}<text id="j" x="1" y="9" style="{FONT}">{{{{ card.kind | upper }}}}</text>'
    first, second = faces(tmp_path, body)
    assert ("SHIP", "WRECK") == (said(one(first, "j")), said(one(second, "j")))
    assert "One" in said(first)


def test_a_template_in_jinja_that_is_no_xml_is_none_of_these(tmp_path: Path) -> None:
    """Though its title and an id hold a colon."""
    template = '{% set a = 1 %}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><title>Card: {{ a }}</title><g id="b:c"/></svg>'
    first, _ = composed(
        tmp_path, {"card.svg": template}, decks={"main": FIELDS + CARDS}, files=FILES
    )
    assert () == first.problems
    assert "Card: 1" in (first.face or "")


def test_what_illustrator_affinity_and_figma_write(tmp_path: Path) -> None:
    """Fonts by class with the name of the face first, a picture in a <use>, a fill none on the
    whole, a generic font around."""
    body = (
        "<style>.cls-1 {font-family: Nunito-SemiBold, Nunito; font-size: 4px; font-weight: 600; fill: #123456}</style>"
        '<g id="Layer_1" data-name="Layer 1" fill="none"><text id="a" data-name="text:card.name" class="cls-1" transform="translate(5 9)">'
        '<tspan x="0" y="0">Sample</tspan></text>'
        '<use id="image:card.art" xlink:href="#_Image1" x="3" y="4" width="20px" height="10px" transform="matrix(0.5,0,0,0.5,1,2)"/>'
        '<text style="font-family:sans-serif;font-size:4px" id="b" serif:id="text:card.name"><tspan x="7" y="20" letter-spacing="0em" '
        'font-family="Nunito">Sample</tspan></text></g>'
    )
    first, _ = faces(tmp_path, body)
    assert ("translate(5 9)", "fill:#123456") == (
        one(first, "a").get("transform"),
        one(first, "a").get("style"),
    )
    assert [(0, 0, "One")] == runs(one(first, "a"))
    assert [(7, 20, "One")] == runs(one(first, "b"))
    assert "matrix(0.5,0,0,0.5,1,2)" == one(first, "image:card.art").get("transform")
    painted(tmp_path, body)


def test_a_drawing_that_is_no_xml_is_told(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, f"{named('text:card.name')}<g>")
    assert ("<g> is closed by </svg>", "close what was opened last first") == (
        problem.what.rpartition(": ")[2],
        problem.remedy,
    )


def test_addresses_that_inkscape_has_escaped_are_read_as_they_were(tmp_path: Path) -> None:
    body = (
        '<image xlink:href="%7B%7B%20card.art%20or%20\'bat\'%20%7D%7D.svg" width="9" height="9"/>'
        "<image href='a%20b.svg' width='9' height='9'/>"
    )
    first = composed(
        tmp_path, {"card.svg": drawn(body)}, decks={"main": FIELDS + CARDS}, files=FILES
    )[0]
    images = etree.fromstring((first.face or "").encode()).findall(SVG + "image")
    assert ["red.svg", "a%20b.svg"] == [
        image.get("href") or image.get("{http://www.w3.org/1999/xlink}href") for image in images
    ]


def test_a_colour_of_a_managed_drawing_is_the_one_that_screens_show(tmp_path: Path) -> None:
    """Inkscape writes a colour of a profile behind it, which no browser knows (SVG 1.1, 12.1.1)."""
    body = '<g style="fill:#f4a4a4 icc-color(PSO-Coated-v3, 0.04025, 0.44, 0.2, 0)"><rect width="9" height="9"/>{{ card.name }}</g>'
    assert "fill:#f4a4a4" == faces(tmp_path, body)[0][0].get("style")


def test_an_expression_that_inkscape_has_broken_is_told_as_what_it_is(tmp_path: Path) -> None:
    text = '<text><tspan x="1" y="2">{{ card.text if card.text </tspan><tspan\n x="1">else "" }}</tspan></text>'
    (problem,) = told(tmp_path, f"\n{text}")
    assert 'broken over several lines of a text: "{{ card.text if card.text"' in problem.what
    assert "text:card.text" in problem.remedy
    assert problem.place
    assert 3 == problem.place.line


@pytest.mark.parametrize("value", ["**Load** two", "take {bat} home"])
def test_markup_in_a_plain_text_is_told(tmp_path: Path, value: str) -> None:
    cards = f"cards:\n  - {{id: one, name: One, text: '{value}'}}\n"
    plain = '<text x="5" y="9" font-family="Nunito"><tspan>{{ card.text }}</tspan></text>'
    (problem,) = composed(
        tmp_path / "a", {"card.svg": drawn(plain)}, decks={"main": FIELDS + cards}
    )[0].problems
    assert "card.text has markup" in problem.what
    assert "markup needs a box" in problem.what
    more = cards + "  - {id: two, name: Two, text: '**Unload** {red}'}\n"
    found = composed(
        tmp_path / "c", {"card.svg": drawn(plain)}, decks={"main": FIELDS + more}, files=FILES
    )
    assert [problem.what] == [each.what for each in found[1].problems]
    box = "{{ text_box(card.text, 5, 5, 50, 30) }}"
    assert (
        ()
        == composed(tmp_path / "b", {"card.svg": drawn(box)}, decks={"main": FIELDS + cards})[
            0
        ].problems
    )


@pytest.mark.parametrize("value", ["d******** d***", "f** c**", "5 ** 2 ** 3"])
def test_what_a_box_prints_as_it_stands_is_no_markup(tmp_path: Path, value: str) -> None:
    """Words whose letters are hidden by stars were told to need the box that they stood in."""
    cards = f"cards:\n  - {{id: one, name: One, text: '{value}'}}\n"
    body = '{{ text_box(card.text, 5, 5, 50, 30) }}<text x="5" y="9" font-family="Nunito">{{ card.text }}</text>'
    assert (
        ()
        == composed(tmp_path, {"card.svg": drawn(body)}, decks={"main": FIELDS + cards})[0].problems
    )


def test_what_only_looks_like_markup_may_stand_in_a_plain_text(tmp_path: Path) -> None:
    cards = "cards:\n  - {id: one, name: '{unknown} 2 ** 3', text: '{{bat}} \\*\\*so\\*\\*'}\n"
    body = '<text x="5" y="9" font-family="Nunito">{{ card.name }}</text>{{ text_box(card.text, 5, 5, 50, 30) }}'
    assert (
        ()
        == composed(tmp_path, {"card.svg": drawn(body)}, decks={"main": FIELDS + cards})[0].problems
    )


# -- the real program
# -----------------------------------------------------------------------------------------------------------------

INKSCAPE = shutil.which("inkscape")
needs_inkscape = pytest.mark.skipif(
    not INKSCAPE, reason="Inkscape is not installed: apt-get install inkscape"
)


def inkscape(tmp_path: Path, *words: str | Path) -> None:
    """Run Inkscape with the shipped fonts, and with settings of its own."""
    fonts = tmp_path / "fonts.conf"
    cache = f"<cachedir>{tmp_path / 'cache'}</cachedir>"
    fonts.write_text(f"<fontconfig><dir>{SHIPPED / 'fonts'}</dir>{cache}</fontconfig>", "utf-8")
    own = {
        "FONTCONFIG_FILE": str(fonts),
        "INKSCAPE_PROFILE_DIR": str(tmp_path / "profile"),
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        [INKSCAPE or "", *map(str, words)],
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert 0 == done.returncode, done.stderr


def copied(tmp_path: Path, name: str) -> Path:
    shutil.copytree(HERE, tmp_path / name)
    return tmp_path / name


def cards_of(project: Path) -> list[Image.Image]:
    """The cards as pictures, trimmed."""
    done = run(
        "export", "harbour", "--printer", "images", "--out", project / "out", project=project
    )
    assert 0 == done.exit_code, done.stderr
    found = sorted((project / "out").rglob("*.png"))
    assert 4 == len(found)
    return [Image.open(path).convert("RGB") for path in found]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> list[Image.Image]:
    return cards_of(copied(tmp_path_factory.mktemp("before"), "harbour"))


@needs_inkscape
@pytest.mark.parametrize("plain", [False, True], ids=["inkscape svg", "plain svg"])
def test_saved_by_inkscape_the_cards_are_the_same(
    tmp_path: Path, before: list[Image.Image], plain: bool
) -> None:
    """Two templates with every kind of binding: cards before and after differ in 0.2 % of their
    pixels at the most."""
    project = copied(tmp_path, "saved")
    for name in ("ship.svg", "event.svg"):
        file = project / "templates" / name
        saved = tmp_path / name
        if plain:
            inkscape(tmp_path, file, "--export-plain-svg", f"--export-filename={saved}")
        else:
            inkscape(tmp_path, file, f"--actions=export-filename:{saved};export-type:svg;export-do")
        assert plain == (b"inkscape:label" not in saved.read_bytes())
        file.write_bytes(saved.read_bytes())
    for one_card, other in zip(before, cards_of(project), strict=True):
        assert one_card.size == other.size
        red, green, blue = ImageChops.difference(one_card, other).split()
        same = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[0]
        assert one_card.width * one_card.height - same <= 0.002 * one_card.width * one_card.height


@needs_inkscape
def test_a_card_that_says_what_the_sample_says_looks_as_in_inkscape(tmp_path: Path) -> None:
    """Places, sizes and alignments are what the designer sees."""
    project = copied(tmp_path, "same")
    deck = project / "card_data/harbour/events.yaml"
    text = deck.read_text("utf-8")
    head = text[: text.index("cards:")]
    sample = (
        "{id: storm, name: Event, art: grey, tint: navy, note: To whom, text: What happens now}"
    )
    deck.write_text(f"{head}cards:\n  - {sample}\n", "utf-8")
    grey = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 558 330"><rect width="558" height="330" fill="#b0b0b0"/></svg>'
    (project / "card_data/harbour/art/grey.svg").write_text(grey, "utf-8")
    done = run(
        "export", "harbour/events", "--printer", "images", "--out", project / "out", project=project
    )
    assert 0 == done.exit_code, done.stderr
    (printed,) = [Image.open(path).convert("RGB") for path in (project / "out").rglob("*.png")]
    shown = tmp_path / "event.png"
    inkscape(
        tmp_path,
        project / "templates/event.svg",
        "--export-type=png",
        f"--export-filename={shown}",
        "-w",
        "822",
    )
    seen = Image.open(shown).convert("RGB")
    sides = [(size - (750, 1050)[side]) // 2 for side, size in enumerate(printed.size)]
    cut = printed.crop(
        (sides[0], sides[1], printed.width - sides[0], printed.height - sides[1])
    ).resize((750, 1050))
    assert difference(cut, seen.crop((36, 36, 786, 1086))) < 0.005


@needs_inkscape
def test_every_kind_of_text_is_set_where_inkscape_sets_it(tmp_path: Path) -> None:
    """Frames, line heights, struts, alignments, rotated and spaced text, lines of one's own,
    outlines, flowRoot: no letter is off."""
    words, nunito, baloo = (
        "A ship at anchor waits for wind, and then for another ship",
        "Nunito;font-weight:600",
        "'Baloo 2';font-weight:800",
    )
    inner = f'<tspan style="font-size:2.6px;font-family:{nunito}">{words}</tspan>'
    flowed = [
        ((4, 4, 26, 20), f"font-size:3px;font-family:{nunito}", words, ""),
        (
            (33, 4, 26, 20),
            f"font-size:3px;line-height:1.6;font-family:{nunito};text-align:center",
            words,
            "",
        ),
        (
            (4, 26, 26, 20),
            f"font-size:3px;line-height:1;font-family:{baloo};text-align:end",
            words,
            "",
        ),
        ((33, 26, 26, 24), f"font-size:4px;line-height:1.2;font-family:{baloo}", inner, ""),
        (
            (0, 0, 40, 38),
            f"font-size:5px;font-family:{nunito};letter-spacing:0.3px",
            words,
            "translate(4,50) rotate(-3) scale(0.6)",
        ),
    ]
    body = ""
    for number, ((x, y, width, height), style, sample, transform) in enumerate(flowed):
        body += (
            f'<defs><rect id="f{number}" x="{x}" y="{y}" width="{width}" height="{height}"/></defs>'
        )
        style = f"white-space:pre;shape-inside:url(#f{number});{style}"
        body += f'<text inkscape:label="text:card.text" transform="{transform}" style="{style}">{sample}</text>'
    for number, anchor in enumerate(("start", "middle", "end")):
        style = f"font-size:4px;font-family:{baloo};text-anchor:{anchor};fill:#aa2222"
        body += f'<text inkscape:label="text:\'Anchor\'" x="45" y="{54 + 5 * number}" style="{style}">Anchor</text>'
    lines = '<tspan sodipodi:role="line" x="33" y="72">Two</tspan><tspan sodipodi:role="line" x="33" y="76.5">lines</tspan>'
    body += f'<text inkscape:label="text:\'Two\\nlines\'" x="33" y="72" style="font-size:3px;font-family:{nunito}">{lines}</text>'
    style = f"font-size:6px;font-family:{baloo};fill:#ffffff;stroke:#2222aa;stroke-width:0.4;opacity:0.7"
    body += f'<text inkscape:label="text:\'Outline\'" x="5" y="77" style="{style}">Outline</text>'
    body += (
        f'<flowRoot inkscape:label="text:card.text" style="font-size:2.5px;line-height:1.25;font-family:{nunito};text-align:center">'
        f'<flowRegion><rect x="40" y="66" width="19" height="14"/></flowRegion><flowPara>{words}</flowPara></flowRoot>'
    )
    space = 'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    root = f'{space} width="60mm" height="80mm" viewBox="0 0 60 80"'
    cards = f"fields: {{text: text}}\ncards:\n  - {{id: a, text: '{words}'}}\n"
    head = "title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\n"
    project = write_project(
        tmp_path / "project", {"main": head + cards}, {"card.svg": drawn(body, root)}
    )
    done = run("export", "sweets", "--printer", "images", "--out", project / "out", project=project)
    assert [] == [line for line in done.output.splitlines() if ": error:" in line]
    (printed,) = [Image.open(path).convert("RGB") for path in (project / "out").rglob("*.png")]
    shown = tmp_path / "shown.png"
    inkscape(
        tmp_path,
        project / "templates/card.svg",
        "--export-type=png",
        f"--export-filename={shown}",
        "-b",
        "#ffffff",
        "-w",
        "709",
    )
    seen = Image.open(shown).convert("RGB")
    bleed = printed.width * 3 / 66
    cut = printed.resize(
        seen.size,
        Image.Resampling.BICUBIC,
        (bleed, bleed, printed.width - bleed, printed.height - bleed),
    )
    assert difference(cut, seen) < 0.005  # half a pixel off, 0.04 mm, would be 0.02


@needs_inkscape
def test_a_new_project_of_drawings_is_the_same_when_inkscape_has_saved_it(tmp_path: Path) -> None:
    """Its names are labels, those of flowed texts too, which Inkscape's own SVG keeps."""
    assert 0 == run("new", tmp_path / "mine", "--inkscape").exit_code

    def shown() -> list[tuple[Any, ...]]:
        """What is seen of each card, not how the file is written."""
        workshop = cardgen.open_project(tmp_path / "mine")
        found = []
        for game, decks in workshop.select():
            context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
            for deck in decks:
                for each in draw_deck(context, deck, CardFindings()):
                    assert each.face
                    assert each.back
                    texts = tuple(mark.text for mark in each.face.texts)
                    found.append(
                        (
                            texts,
                            *(pixels(pdf_of(side)).tobytes() for side in (each.face, each.back)),
                        )
                    )
        return found

    first = shown()
    for path in (tmp_path / "mine/templates").rglob("*.svg"):
        inkscape(tmp_path, path, f"--actions=export-filename:{path};export-type:svg;export-do")
        assert "sodipodi:docname" in path.read_text("utf-8")
    assert 18 == len(first)
    assert first == shown()


@needs_inkscape
def test_inkscape_opens_every_starting_template(tmp_path: Path) -> None:
    for home in (PROJECT, DRAWN):
        for path in sorted((home / "templates").rglob("*.svg")):
            inkscape(
                tmp_path,
                path,
                "--export-type=png",
                f"--export-filename={tmp_path / 'shown.png'}",
                "-w",
                "100",
            )


def test_every_starting_template_is_well_formed() -> None:
    found = [path for home in (PROJECT, DRAWN) for path in (home / "templates").rglob("*.svg")]
    assert 9 == len(found)
    for path in found:
        if path.stem == "cover":
            continue  # it goes on in the one that all games have
        assert SVG + "svg" == etree.parse(path).getroot().tag
