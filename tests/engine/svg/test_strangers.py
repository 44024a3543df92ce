"""What strangers' programs write: HTML beside text, drawings that show nothing, roots of half a
size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import projects
import pytest
from pictures import Stock, letters, pdf_of, pixels, svg

from cardgen.base.findings import CardgenError
from cardgen.engine.svg.art import Art
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg

HTML = '<foreignObject width="100%" height="100%" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility">{}</foreignObject>'
WORDS = HTML.format('<div xmlns="http://www.w3.org/1999/xhtml">Harbour</div>')
PANE = HTML.format(
    '<div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(2px)"></div>'
)
RED = '<rect width="8" height="4" fill="#f00"/>'
SPACE = 'xmlns="http://www.w3.org/2000/svg"'

DRAWIO = f'<svg {SPACE} viewBox="0 0 8 4" host="app.diagrams.net">{WORDS}</svg>'


@pytest.fixture
def told(folder: Path, art: Callable[[], Art]) -> Callable[[str], tuple[str, list[str]]]:
    """What a drawing shows as art, and what is told of it."""

    def look(body: str) -> tuple[str, list[str]]:
        (folder / "a.svg").write_bytes(
            body.encode() if body.startswith("<") and SPACE in body else svg(body)
        )
        found = art()
        made = paint(read_svg(svg('<image href="a.svg" width="8" height="4"/>')), found)
        return letters(pixels(pdf_of(made))).strip(), [str(note) for note in found.notes]

    return look


Told = Callable[[str], tuple[str, list[str]]]


@pytest.mark.parametrize("beside", [RED, f"<g>{RED}</g>", f"<g requiredFeatures='x'>{RED}</g>"])
def test_what_a_switch_has_beside_html_is_drawn_and_told(told: Told, beside: str) -> None:
    shown, notes = told(f"<switch>{WORDS}{beside}<circle r='9' fill='#00f'/></switch>")
    assert set(shown) == {"R", "\n"}
    (note,) = notes
    assert "left for the text that its <switch> has beside it" in note
    assert "Formatted Text" in note


def test_a_pane_that_blurs_what_lies_under_it_is_left_out_and_told(told: Told) -> None:
    shown, notes = told(PANE + RED)
    assert set(shown) == {"R", "\n"}
    assert ["take the background blur off" in note for note in notes] == [True]


@pytest.mark.parametrize(
    ("body", "remedy"),
    [
        (f"<switch>{WORDS}</switch>", "in draw.io"),
        (WORDS, "plain text or paths"),
        (f'<svg {SPACE} viewBox="0 0 8 4" host="app.diagrams.net">{WORDS}</svg>', "in draw.io"),
    ],
)
def test_html_alone_is_refused_with_what_helps_where_it_was_made(
    told: Told, body: str, remedy: str
) -> None:
    with pytest.raises((DrawingError, CardgenError)) as caught:
        told(body)
    problems = getattr(caught.value, "problems", ())
    assert any(remedy in str(problem) for problem in problems) or remedy in str(caught.value)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f"<defs><g id='king'>{RED}</g></defs>", "it stands in <defs>"),
        (f"<symbol id='king'>{RED}</symbol>", "it stands in <defs>"),
        (f"<g transform='translate(90 0)'>{RED}</g>", "it lies outside of its viewBox"),
        (
            "<text x='90' y='3' font-family='Nunito' font-size='2'>Bee</text>",
            "it lies outside of its viewBox",
        ),
        (f"<g style='opacity:1;display:none'>{RED}</g>", "its layer is hidden"),
        (f"<g visibility='hidden'>{RED}</g>", "its layer is hidden"),
        ("<rect width='8' height='4' fill='none'/>", "no fill and no stroke"),
        ("<rect width='8' height='4' fill-opacity='0'/>", "no fill and no stroke"),
        ("<rect width='8' height='4' opacity='0'/>", "no fill and no stroke"),
        ("<rect width='0' height='4'/>", "no size"),
        (
            "<style>.h{display:none}</style><g class='h'><rect width='8' height='4'/></g>",
            "its layer is hidden",
        ),
        (
            "<style>#h{visibility:hidden}</style><rect id='h' width='8' height='4'/>",
            "its layer is hidden",
        ),
        (
            "<clipPath id='c'><rect x='20' width='2' height='2'/></clipPath><g clip-path='url(#c)'><rect width='8' height='4'/></g>",
            "of its clip",
        ),
        (
            "<clipPath id='c'/><rect width='8' height='4' style='clip-path:url(#c)'/>",
            "of its clip or mask",
        ),
        (
            "<mask id='m'/><rect width='8' height='4' mask='url(#m)'/>",
            "its mask lets nothing through",
        ),
        (
            "<mask id='m'><rect width='8' height='4'/></mask><rect width='8' height='4' mask='url(#m)'/>",
            "its mask lets nothing through",
        ),
        ("<metadata>a</metadata><title>b</title>", "it holds no shape"),
    ],
)
def test_art_that_shows_nothing_is_told_with_the_reason(told: Told, body: str, why: str) -> None:
    _, notes = told(body)
    assert [f"nothing of it is to be seen: {why}" in note or why in note for note in notes] == [
        True
    ]


@pytest.mark.parametrize(
    "body",
    [
        "",
        f"<g display='none'>{RED}</g>{RED}",
        "<rect width='8' height='4' fill='#fff'/>",
        "<path d='M0 2h8' stroke='#000'/>",
        "<path d='M0 0h8' stroke='#000'/>",
        "<rect width='8' height='4' fill='url(#g)'/><linearGradient id='g'><stop/></linearGradient>",
        "<text y='3' font-family='Nunito' font-size='2'>Bee</text>",
        "<g filter='url(#f)'><rect width='8' height='4'/></g><filter id='f'><feGaussianBlur stdDeviation='1'/></filter>",
        "<g mask='url(#m)'><rect width='8' height='4'/></g><mask id='m'><rect width='8' height='4' fill='#fff'/></mask>",
    ],
)
def test_what_shows_something_or_is_blank_on_purpose_is_not_told(told: Told, body: str) -> None:
    assert [] == told(body)[1]


def test_a_check_warns_of_art_that_shows_nothing(tmp_path: Path) -> None:
    face = projects.svg('<image href="a.svg" width="30" height="30"/>')
    files = {"card_data/sweets/art/a.svg": svg(f"<defs>{RED}</defs>")}
    project = projects.write_project(tmp_path, templates={"card.svg": face}, files=files)
    built = projects.run("build", project=project)
    assert "a.svg:1: warning: nothing of it is to be seen: it stands in <defs>" in built.stderr
    checked = projects.run("validate", project=project)
    assert "a.svg:1: warning: nothing of it is to be seen" in checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("root", "shown"),
    [
        ('width="4"', "RRRR....\nRRRR....\n........\n........\n"),
        ('height="2"', "RR......\nRR......\nRR......\nRR......\n"),
        ('width="50%" height="4"', "RRRR....\nRRRR....\n........\n........\n"),
        ('width="100%" height="100%"', "RR......\nRR......\n........\n........\n"),
    ],
)
def test_a_root_without_a_size_has_that_of_its_place(told: Told, root: str, shown: str) -> None:
    assert (
        shown.strip()
        == told(f'<svg {SPACE} {root}><rect width="2" height="2" fill="#f00"/></svg>')[0]
    )


def test_a_stroke_that_is_not_scaled_is_as_wide_at_any_scale(told: Told) -> None:
    body = f'<svg {SPACE} viewBox="0 0 80 40"><path d="M0 20h80" stroke="#f00" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'
    assert "........\nRRRRRRRR\nRRRRRRRR\n........" == told(body)[0]


def test_a_style_sheet_elsewhere_is_told_in_art_and_refused_in_a_template(told: Told) -> None:
    head = '<?xml version="1.0"?><?xml-stylesheet href="x.css"?>'
    body = f'{head}<svg {SPACE} viewBox="0 0 8 4">{RED}</svg>'
    (note,) = told(body)[1]
    assert ": an xml-stylesheet, which " in note
    with pytest.raises(DrawingError, match="xml-stylesheet is not followed"):
        paint(read_svg(body.encode()), Stock())
