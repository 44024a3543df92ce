"""What browsers pass over, art passes over too, and says so; templates refuse it. What is converted
is kept, whatever it holds."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import projects
import pytest
from briefs import brief, briefs, raises_expected, raises_finding
from counting import counted
from fontTools.ttLib.tables.otTables import PaintFormat
from making_fonts import painted, saved, variable
from pictures import drawing, faults, letters, pdf_of, pixels, shipped_fonts, svg

from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg import parse
from cardgen.engine.svg.art import Art
from cardgen.engine.svg.lenient import drop_ignored, may_be_valid
from cardgen.engine.svg.parse import read_svg
from cardgen.load.font_list import open_fonts

MISTAKES = '\n<rect width="3" height="2" fill="reddish"/>\n<rect width="1" height="2" fill="reddish"/>\n<use href="#no"/>'


PAINT = {
    "Format": PaintFormat.PaintGlyph,
    "Glyph": "box",
    "Paint": {"Format": PaintFormat.PaintSolid, "PaletteIndex": 0, "Alpha": 1.0},
}


def shown(art: Art, name: str = "a") -> Drawing:
    found = art.image(name)
    assert isinstance(found, Drawing)
    return found


def told(art: Art) -> list[tuple[str, int | None]]:
    return [(note.what, note.place.line if note.place else None) for note in art.notes]


def test_what_was_passed_over_is_told_once_for_a_file_with_its_first_line(
    folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(svg(MISTAKES))
    expected = [
        ('<rect>: fill="reddish", which browsers pass over', 2),
        (
            '<use>: a reference to "#no", which is no element of the file, which browsers pass over',
            4,
        ),
    ]
    for _ in range(2):  # the second run reads what the first has kept
        run = art()
        shown(run)
        assert expected == told(run)
    assert all(note.remedy for note in run.notes)


@pytest.mark.parametrize(
    ("body", "remedy"),
    [
        ('<path id="leaf" d="M0 0"/><use href="#leef"/>', 'did you mean "leaf"?'),
        (
            '<linearGradient id="leaf"/><use href="#leef"/>',
            "draw it in this file, or take away what refers to it",
        ),
        (
            '<linearGradient id="sunset"/><rect width="4" height="2" fill="url(#sunst)"/>',
            'did you mean "sunset"?',
        ),
        (
            '<filter id="soft"/><rect width="4" height="2" filter="url(#sof)"/>',
            'did you mean "soft"?',
        ),
        (
            '<linearGradient id="sky"/><linearGradient id="a" href="#skyy"/><rect width="4" height="2" fill="url(#a)"/>',
            'did you mean "sky"?',
        ),
        (
            '<path id="wave" d="M0 1h4"/><text font-family="Nunito"><textPath href="#wav"/></text>',
            'did you mean "wave"?',
        ),
        ('<rect width="4" height="2" fill="marron"/>', 'did you mean "maroon"?'),
        (
            '<rect width="4" height="2" opacity="half"/>',
            "write a number from 0 to 1, or a percentage such as 50%",
        ),
        (
            '<rect width="four" height="2"/>',
            "write a number, with a unit such as mm or without one",
        ),
        (
            '<rect width="4" height="2" transform="turn(4)"/>',
            "write such as translate(10 20) rotate(45)",
        ),
        ('<path d="M0 0 L1 2 Q3 4 5 Z"/>', 'mend it at character 11, where it says "Q3 4 5 Z"'),
        ('<polygon points="0,0 4,0 4;2"/>', 'mend it at character 10, where it says ";2"'),
        ('<rect width="4" height="2" style="visibilty:hidden"/>', 'did you mean "visibility"?'),
        ("<rectangle/>", 'did you mean "rect"?'),
        ('<style>text{font-size:3}</style><text font-family="Nunito">a</text>', "write 3px"),
        ('<rect width="4" height="2" clip="none"/>', "take it away, or mend it"),
    ],
)
def test_a_note_says_what_to_write(
    folder: Path, art: Callable[[], Art], body: str, remedy: str
) -> None:
    (folder / "a.svg").write_bytes(svg(body))
    run = art()
    shown(run)
    assert [remedy] == [note.remedy for note in run.notes]


@pytest.mark.parametrize("rect", ['systemLanguage="x{}"', 'clip-path="url(#x{})"'])
def test_the_work_grows_with_what_is_passed_over_and_not_with_its_square(rect: str) -> None:
    """Each is held against all that was noted before, of which a hostile drawing may have a hundred
    thousand."""
    few, many = (
        read_svg(svg("".join(f'<rect width="1" height="1" {rect.format(i)}/>' for i in range(n))))
        for n in (200, 800)
    )
    found, first = counted(lambda: drop_ignored(few))
    assert len(found) == 200
    found, then = counted(lambda: drop_ignored(many))
    assert len(found) == 800
    assert then < 5 * first


def test_a_template_is_refused_for_the_same() -> None:
    assert [2, 3, 4] == [fault.line for fault in faults(svg(MISTAKES))]


@pytest.mark.parametrize(
    ("attribute", "meant"),
    [
        ("fil", "fill"),
        ("stroke-widht", "stroke-width"),
        ("strokeWidth", "stroke-width"),
        ("heigth", "height"),
        ("data-bled", "data-bleed"),
    ],
)
def test_a_misspelt_attribute_is_told(
    folder: Path, art: Callable[[], Art], attribute: str, meant: str
) -> None:
    """Browsers pass it over, and paint in black what was to be red."""
    body = f'<rect width="3" height="2" {attribute}="red"/>'
    assert [
        (f"<rect>: the attribute {attribute} is known to no browser", f'did you mean "{meant}"?')
    ] == [(fault.what, fault.remedy) for fault in faults(body)]
    (folder / "a.svg").write_bytes(svg(body))
    run = art()
    shown(run)
    assert [f'note a.svg:1 art-ignored "red" -> "{meant}"'] == briefs(run.notes)


def test_attributes_of_programs_are_no_mistakes(folder: Path, art: Callable[[], Art]) -> None:
    body = '<rect width="3" height="2" data-name="a" aria-label="b" role="img" focusable="false" z="1" text-decoration-skip="ink"/>'
    assert drawing(body)
    (folder / "a.svg").write_bytes(svg(body))
    run = art()
    shown(run)
    assert not run.notes


def test_with_something_else_wrong_all_of_it_is_told(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(svg(MISTAKES + "\n<foreignObject/>"))
    with pytest.raises(CardgenError) as caught:
        art().image("a")
    assert [2, 4, 5] == [problem.place.line for problem in caught.value.findings if problem.place]


EMPTY = '<flowRoot{}><flowRegion><rect width="3" height="2"/></flowRegion><flowPara>{}</flowPara></flowRoot>'


def test_what_inkscape_leaves_behind_is_no_fault(folder: Path, art: Callable[[], Art]) -> None:
    """Frames without a text or hidden, and properties that Inkscape 0.9x writes into everything,
    one of them misspelt."""
    style = "color-rendering:auto;filter-blend-mode:normal;filter-gaussianBlur-deviation:0;font-variant-east_asian:normal"
    body = (
        f'<rect width="4" height="2" style="{style}"/>'
        + EMPTY.format("", "")
        + EMPTY.format(' display="none"', "Lorem")
    )
    (folder / "a.svg").write_bytes(svg(body))
    run = art()
    shown(run)
    assert [] == told(run)
    assert drawing(svg(body)).items  # as a template is read
    (folder / "a.svg").write_bytes(
        svg(body + '<rect width="1" height="1" style="all:unset"/>' + EMPTY.format("", "Lorem"))
    )
    with pytest.raises(CardgenError) as caught:
        shown(art())
    assert ["<rect>: the property all is not followed here", "<flowRoot> is not drawn here"] == [
        problem.what for problem in caught.value.findings
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("fill", value)
            for value in (
                "Canvas",
                "color(prophoto-rgb 1 0 0)",
                "rgb(from red r g b)",
                "light-dark(red, blue)",
                "var(--x)",
            )
        ),
        *(("display", value) for value in ("contents", "ruby")),
        *(
            ("transform", value)
            for value in ("rotate3d(1,1,1,5deg)", "perspective(2px)", "rotate(45deg) scale(2)")
        ),
        *(("clip-path", value) for value in ("xywh(0 0 1px 1px)", "stroke-box", "url(x.svg#a)")),
        *(("font-size", value) for value in ("2ex", "1vw", "math", "min(1px,2px)")),
        *(("stroke-width", value) for value in ("1vw", "sin(1)", "attr(x)")),
        *(
            ("mix-blend-mode", "plus-lighter"),
            ("image-rendering", "crisp-edges"),
            ("font-style", "oblique 20deg"),
        ),
        *(
            ("text-decoration", "underline wavy red"),
            ("opacity", "inherit"),
            ("letter-spacing", "10%"),
            ("scale", "1 2 3"),
        ),
    ],
)
def test_what_browsers_take_is_never_passed_over(name: str, value: str) -> None:
    """Whether it is drawn here or not: Chromium's CSS.supports says so of each."""
    assert may_be_valid(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("fill", value)
            for value in (
                "reddish",
                "#12345",
                "rgb(1,2)",
                "#none",
                "icc-color(a,1)",
                "5",
                "inherit 1",
            )
        ),
        *(
            ("transform", value)
            for value in ("rotate(45)", "translate(10)", "scale(1,,2)", "turn(2deg)")
        ),
        *(("stroke-width", value) for value in ("-1", "wide", "1px2", "5foo")),
        *(
            ("stroke-linejoin", "square"),
            ("stroke-linecap", "miter"),
            ("opacity", "0.1mm"),
            ("font-weight", "1500"),
        ),
        *(
            ("paint-order", "stroke stroke"),
            ("text-decoration", "underline,overline"),
            ("image-rendering", "high-quality"),
        ),
        *(
            ("mix-blend-mode", "xor"),
            ("writing-mode", "random"),
            ("stroke-dasharray", "1,,2"),
            ("clip-path", "circle"),
        ),
    ],
)
def test_what_is_surely_no_value_is(name: str, value: str) -> None:
    assert not may_be_valid(name, value)


# -- what moves
# ------------------------------------------------------------------------------------------------------------------------

RESTS = "what moves was drawn as it is when it has come to rest"
WIDENS = '<animate attributeName="width" dur="1s" fill="freeze" {}/>'


def bar(movement: str, attributes: str = "") -> bytes:
    return svg(
        f'<rect width="4" height="2" fill="#0000ff"/><rect width="1" height="2" fill="#ff0000" {attributes}>{movement}</rect>',
        4,
        2,
    )


@pytest.mark.parametrize(
    ("movement", "attributes", "looks"),
    [
        (WIDENS.format('to="2"'), "", "RRBB"),
        (WIDENS.format('values="4; 1; 3;" keyTimes="0;.5;1"'), "", "RRRB"),
        (WIDENS.format('from="0" to="3" begin="200ms"') + WIDENS.format('to="2"'), "", "RRRB"),
        (WIDENS.format('to="3"') + WIDENS.format('to="2"'), "", "RRBB"),
        ('<set attributeName="fill" to="#00ff00" fill="freeze"/>', 'style="fill: #ff0000"', "GBBB"),
        (
            '<animate attributeName="opacity" values="0;1" begin=".1min" dur="1" fill="freeze"/>',
            'opacity="0"',
            "RBBB",
        ),
        (
            '<animateTransform attributeName="transform" from="9" to="2 0" dur="1s" fill="freeze"/>',
            'transform="scale(0)"',
            "BBRB",
        ),
        (
            '<animateTransform attributeName="transform" type="scale" values="2;3" dur="1s" fill="freeze"/>',
            "",
            "RRRB",
        ),
    ],
)
def test_what_comes_to_rest_is_drawn_so(
    folder: Path, art: Callable[[], Art], movement: str, attributes: str, looks: str
) -> None:
    """As a browser shows it from then on, and prints it."""
    (folder / "a.svg").write_bytes(bar(movement, attributes))
    run = art()
    assert f"{looks}\n{looks}" == letters(pixels(pdf_of(shown(run)))).strip()
    assert [RESTS] == [what for what, _ in told(run)]


@pytest.mark.parametrize(
    "movement",
    [
        '<animate attributeName="width" to="2" dur="1s"/>',
        '<animate attributeName="width" to="2" fill="freeze"/>',
        '<animate attributeName="width" to="2" dur="0" fill="freeze"/>',
        WIDENS.format('to="2" repeatCount="indefinite"'),
        WIDENS.format('to="2" begin="click"'),
        WIDENS.format('to="2" begin="a.end"'),
        WIDENS.format('to="2" additive="sum"'),
        WIDENS.format('to="2" href="#b"'),
        WIDENS.format('by="2"'),
        WIDENS.format('values="1;2" keyTimes="0"'),
        WIDENS.format('to="2"')
        + '<animate attributeName="height" values="1;2" dur="1s" repeatCount="2"/>',
        '<animate attributeName="transform" to="scale(2)" dur="1s" fill="freeze"/>',
        '<animateTransform attributeName="width" to="2" dur="1s" fill="freeze"/>',
        '<animateMotion path="M0 0h2" dur="1s" fill="freeze"/>',
        '<set attributeName="style" to="fill:red" fill="freeze"/>',
        '<set attributeName="xlink:href" to="#b" fill="freeze"/>',
    ],
)
def test_what_never_rests_is_refused(folder: Path, art: Callable[[], Art], movement: str) -> None:
    """Or what cannot be told of: all of it, for half of a movement is nothing that anybody has
    seen."""
    (folder / "a.svg").write_bytes(bar(movement))
    with pytest.raises(CardgenError) as caught:
        shown(art())
    assert all(problem.what.endswith("> is not drawn here") for problem in caught.value.findings)


@pytest.mark.parametrize(
    "code",
    [
        '<set attributeName="onclick" to="x()" fill="freeze"/>',
        "<script>x()</script>",
        '<script href="http://x/y.js"/>',
        '<g onload="x()"/><rect width="1" height="1" onclick="x()"/>',
    ],
)
def test_code_in_a_picture_is_passed_over_and_told(
    folder: Path, art: Callable[[], Art], code: str
) -> None:
    (folder / "a.svg").write_bytes(bar(code) if "<set" in code else svg(code))
    run = art()
    shown(run)
    assert any("code" in str(note) for note in run.notes)


@pytest.mark.parametrize(
    ("said", "meant"), [("-2", "0"), ("2 -2", "2 0"), ("x", "0"), ("1 2 3", "0")]
)
def test_a_blur_of_less_than_nothing_is_none(
    folder: Path, art: Callable[[], Art], said: str, meant: str
) -> None:
    blurred = '<filter id="f"><feGaussianBlur stdDeviation="{}"/></filter><rect x="3" width="2" height="4" filter="url(#f)"/>'
    for name, deviation in (("said", said), ("meant", meant)):
        (folder / f"{name}.svg").write_bytes(svg(blurred.format(deviation)))
    run = art()
    assert pixels(pdf_of(shown(run, "said"))) == pixels(pdf_of(shown(run, "meant")))
    assert ["art-ignored"] == [note.code for note in run.notes]


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ('<rect width="8" height="4" style="--x:#f00;fill:var(--x,var(--y))"/>', "R"),
        ('<rect width="8" height="4" style="fill:#f00;fill:var(--x)" color="#f00"/>', "K"),
        ('<g fill="#f00"><rect width="8" height="4" fill="var(--x,)"/></g>', "R"),
        (
            '<g fill="#f00" style="--x:var(--y)"><rect width="8" height="4" style="fill:var(--x)"/></g>',
            "R",
        ),
        (
            '<g style="--x:#00f"><g style="--x:initial"><rect width="8" height="4" style="fill:var(--x,#f00)"/></g></g>',
            "R",
        ),
        ('<g style="--x:#00f"/><rect width="8" height="4" style="fill:var(--x,#f00)"/>', "R"),
        ('<rect width="8" height="4" style="--a:var(--b);--b:var(--a);fill:var(--a,#f00)"/>', "R"),
        (
            '<filter id="f"><feFlood flood-color="var(--x,#f00)"/></filter><g filter="url(#f)"><rect width="8" height="4"/></g>',
            "R",
        ),
        ('<rect width="8" height="4" fill="url(#Red One)"/>', "K"),
    ],
)
def test_values_of_no_property_count_as_in_browsers(
    folder: Path, art: Callable[[], Art], body: str, seen: str
) -> None:
    (folder / "a.svg").write_bytes(svg(body))
    assert {seen, "\n"} == set(letters(pixels(pdf_of(shown(art())))))


# -- fonts
# -----------------------------------------------------------------------------------------------------------------------------


def test_a_font_that_is_not_there_is_replaced_and_told(
    folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(
        svg(
            '<text y="2" font-size="2" font-family="Bitstream Vera Sans, Arial">Bee</text><text>a</text>'
        )
    )
    run = art()
    assert {"Nunito"} == {font.family for font in shown(run).words}
    assert 'note a.svg font-stands-in "Bitstream Vera Sans"' == brief(next(iter(run.notes)))
    assert ["text without a font-family: Nunito was used"] == [what for what, _ in told(run)[1:]]


def test_of_a_list_the_first_family_that_is_there_counts(
    folder: Path, art: Callable[[], Art]
) -> None:
    for body in ("NoSuchFont, Creepster, serif", "serif, 'Baloo 2'"):
        (folder / "a.svg").write_bytes(
            svg(f'<text y="2" font-size="2" font-family="{body}">Bee</text>')
        )
        run = art()
        assert {"Creepster" if "Creep" in body else "Baloo 2"} == {
            font.family for font in shown(run).words
        }
        assert [] == told(run)


def test_faults_of_one_line_are_told_in_the_same_order_each_time(
    folder: Path, art: Callable[[], Art]
) -> None:
    """What is refused first, then what is passed over beside it, as it stands there."""
    colours = ("reddish", "blueish", "greenish", "greyish", "pinkish", "whitish")
    body = "".join(f'<rect width="3" height="2" fill="{colour}"/>' for colour in colours)
    (folder / "a.svg").write_bytes(
        svg(f'{body}<rect width="1" height="1" style="all:unset"/><foreignObject/>')
    )
    with pytest.raises(CardgenError) as caught:
        shown(art())
    refused, foreign, *ignored = caught.value.findings
    assert "<rect>: the property all is not followed here" == refused.what
    assert "<foreignObject> is not drawn here" == foreign.what
    assert [("art-ignored", colour) for colour in colours] == [
        (finding.code, finding.what.split('"')[1]) for finding in ignored
    ]


def test_what_many_shapes_of_a_drawing_say_is_refused_once(
    folder: Path, art: Callable[[], Art]
) -> None:
    shape = '\n<rect width="3" height="2" fill="color-mix(in oklab, red, blue)"/>'
    (folder / "a.svg").write_bytes(svg(f"{shape * 9}\n<foreignObject/>"))
    with pytest.raises(CardgenError) as caught:
        shown(art())
    assert [
        'a.svg:2 art-refused "color-mix(in oklab, red, blue)"',
        "a.svg:11 art-refused",
    ] == briefs(caught.value.findings)


def test_a_family_called_sans_serif_stands_in_for_all(
    folder: Path, tmp_path: Path, art: Callable[..., Art]
) -> None:
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "mine.ttf").write_bytes(
        next(shipped_fonts().folders[0].glob("Creepster*.ttf")).read_bytes()
    )
    (fonts / "fonts.yaml").write_text("families: {sans-serif: {faces: [{file: mine.ttf}]}}")
    (folder / "a.svg").write_bytes(svg('<text y="2" font-size="2" font-family="Arial">Bee</text>'))
    run = art(open_fonts([fonts, *shipped_fonts().folders]))
    assert {"sans-serif"} == {font.family for font in shown(run).words}
    assert ['note a.svg font-stands-in "Arial"'] == briefs(run.notes)
    assert next(iter(run.notes)).what.endswith(": sans-serif was used")
    (folder / "a.svg").write_bytes(
        svg('<text y="2" font-size="2" font-weight="bold" stroke="red">Bee</text>')
    )
    with pytest.raises(CardgenError, match="outlined text bolder than its font"):
        shown(art(open_fonts([fonts, *shipped_fonts().folders])))


def test_a_letter_that_a_font_lacks_is_borrowed_and_told(
    folder: Path, tmp_path: Path, art: Callable[..., Art]
) -> None:
    """From the font that has most of what is lacking, of equals from the first of fonts.yaml; once
    for each pair of families."""
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    names = {"Solo": "ab", "Least": "\u2603", "Late": "\u2603\u2604", "Early": "\u2603\u2604"}
    for name, listed in names.items():
        (fonts / f"{name}.ttf").write_bytes(saved(painted(dict.fromkeys(listed, PAINT), name)))
    (fonts / "fonts.yaml").write_text(
        f"families: {{{', '.join(f'{name}: {{faces: [{{file: {name}.ttf}}]}}' for name in ('Solo', 'Least', 'Early'))}}}"
    )
    body = "".join(
        f'<text y="2" font-size="2" font-family="Solo">a {text} \u0411</text>'
        for text in ("\u2603", "\u2604\u2603", "b")
    )
    (folder / "a.svg").write_bytes(svg(body))
    for _ in range(2):  # the second run reads what the first has kept
        run = art(open_fonts([fonts, *shipped_fonts().folders]))
        assert {"Solo", "Least", "Early", "Nunito"} == {font.family for font in shown(run).words}
        assert [what for what, _ in told(run)] == [
            'Solo lacks "\u2603" (U+2603 SNOWMAN): Least was used',
            'Solo lacks "\u0411" (U+0411 CYRILLIC CAPITAL LETTER BE): Nunito was used',
            'Solo lacks "\u2604" (U+2604 COMET): Early was used',
        ]
        assert "name a fallback of Solo in fonts.yaml" in str(next(iter(run.notes)))
    assert [2] == [
        fault.line for fault in faults(svg('\n<text y="2" font-family="Nunito">\u4e00</text>'))
    ]


def test_a_blank_that_a_font_of_signs_lacks_is_borrowed_without_a_word(
    folder: Path, tmp_path: Path, art: Callable[..., Art]
) -> None:
    font = painted({"a": PAINT}, "Signs")
    for table in font["cmap"].tables:
        table.cmap.pop(32, None)
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "signs.ttf").write_bytes(saved(font))
    (folder / "a.svg").write_bytes(svg('<text y="2" font-size="2" font-family="Signs">a a</text>'))
    run = art(open_fonts([fonts, *shipped_fonts().folders]))
    assert ["Nunito", "Signs"] == sorted(font.family for font in shown(run).words)
    assert [] == told(run), "fonts of signs lack it as a rule, and nobody sees whose it is"


def test_a_letter_that_no_font_has_is_refused(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(
        svg('<text y="2" font-size="2" font-family="Creepster">\u4e00</text>')
    )
    with raises_finding('a.svg:1 glyph-missing "一" 2 2'):
        art().image("a")


# -- notes on their way to the user
# ----------------------------------------------------------------------------------------------------


def test_build_and_validate_tell_it_and_print(tmp_path: Path) -> None:
    face = projects.svg('<image href="a.svg" width="30" height="30"/>')
    files = {"card_data/sweets/art/a.svg": svg('<rect width="4" height="2" fill="reddish"/>')}
    project = projects.write_project(tmp_path, templates={"card.svg": face}, files=files)
    built = projects.run("build", project=project)
    assert 0 == built.exit_code, built.stderr
    assert 1 == built.briefs.count('note a.svg:1 art-ignored "reddish" -> "red"')
    report = json.loads(projects.run("validate", "--format", "json", project=project).stdout)
    (found,) = [each for each in report["findings"] if "reddish" in each["message"]]
    assert ("drawable", "note", 1) == (found["check"], found["severity"], found["line"])


# -- kept between runs
# -----------------------------------------------------------------------------------------------------------------

PATTERN = '<pattern id="p" width=".2" height=".5"><circle r="1" fill="red"/></pattern><rect width="8" height="4" fill="url(#p)"/>'
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HELD = {
    "text": '<text y="3" font-size="2" font-family="Nunito" fill="red">Bee<tspan font-weight="800">s</tspan></text>',
    "pattern": PATTERN,
    "picture": f'<image width="4" height="4" href="data:image/png;base64,{PIXEL}"/>',
    "mask": '<mask id="m"><circle cx="2" cy="2" r="2" fill="#fff"/></mask><rect width="8" height="4" mask="url(#m)"/>',
    "group": '<g opacity=".5"><rect width="4" height="4"/><circle r="3" fill="red"/></g>',
    "gradient on a stroke": '<linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient>'
    '<circle r="3" stroke="url(#g)" fill="none"/>',
    "blend": '<rect width="8" height="4" fill="red"/><rect width="4" height="4" style="mix-blend-mode:multiply" fill="blue"/>',
}


@pytest.mark.parametrize("body", HELD.values(), ids=HELD)
def test_a_drawing_is_kept_with_all_that_it_refers_to(
    body: str, folder: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.svg").write_bytes(svg(body))
    first = shown(art())
    monkeypatch.setattr(Art, "_convert", lambda self, data: pytest.fail("it was converted again"))
    second = shown(art())
    assert pdf_of(first) == pdf_of(second)
    assert [(mark.text, mark.size, mark.corners, mark.fill) for mark in first.texts] == [
        (mark.text, mark.size, mark.corners, mark.fill) for mark in second.texts
    ]


def test_a_drawing_with_words_is_converted_anew_where_there_are_other_fonts(
    folder: Path, tmp_path: Path, art: Callable[..., Art]
) -> None:
    (folder / "a.svg").write_bytes(svg('<text y="3" font-size="2" font-family="Mine">Bee</text>'))
    assert {"Nunito"} == {font.family for font in shown(art()).words}
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "mine.ttf").write_bytes(
        next(shipped_fonts().folders[0].glob("Eater*.ttf")).read_bytes()
    )
    (fonts / "fonts.yaml").write_text("families: {Mine: {faces: [{file: mine.ttf}]}}")
    assert {"Mine"} == {
        font.family for font in shown(art(open_fonts([fonts, *shipped_fonts().folders]))).words
    }


def test_a_drawing_that_places_another_follows_it(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(svg('<image href="b.svg" width="8" height="4"/>'))
    (folder / "b.svg").write_bytes(svg('<rect width="8" height="4" fill="red"/>'))
    first = pdf_of(shown(art()))
    (folder / "b.svg").write_bytes(svg('<rect width="8" height="4" fill="blue"/>'))
    assert first != pdf_of(shown(art()))


def test_a_font_on_its_axes_is_kept(folder: Path, tmp_path: Path, art: Callable[..., Art]) -> None:
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "wavy.ttf").write_bytes(saved(variable()))
    texts = "".join(
        f"""<text y="{y}" font-size="2" font-family="Wavy" style='font-variation-settings: {axes}'>AB</text>"""
        for y, axes in enumerate(
            ('"wght" 900', '"wght" 5000, "XXXX" 3', '"wdth" 75, "wght" 550', "normal")
        )
    )
    (folder / "a.svg").write_bytes(svg(texts))
    first, second = (shown(art(open_fonts([fonts]))) for _ in range(2))
    assert pdf_of(first) == pdf_of(second)
    found = [{tag: float(value) for tag, value in font.instance.axes} for font in first.words]
    assert sorted(map(str, found)) == sorted(
        map(
            str,
            (
                {"wght": 900.0, "wdth": 100.0},
                {"wght": 550.0, "wdth": 75.0},
                {"wght": 400.0, "wdth": 100.0},
            ),
        )
    )


# -- packed
# --------------------------------------------------------------------------------------------------------------------------------


def test_packed_art_is_unpacked(folder: Path, art: Callable[[], Art]) -> None:
    body = '<rect width="4" height="2" fill="red"/>'
    (folder / "a.svgz").write_bytes(gzip.compress(svg(body)))
    assert drawing(body).content == shown(art()).content


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (gzip.compress(svg("<g/>"))[:-9], "it cannot be unpacked; save it anew as plain SVG"),
        (b"\x1f\x8b nothing", "it cannot be unpacked"),
        (gzip.compress(b" " * 3000), "a.svgz art-refused 0"),
    ],
)
def test_packed_art_is_bounded(
    data: bytes, why: str, folder: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parse, "LARGEST", 2000)
    (folder / "a.svgz").write_bytes(data)
    with raises_expected(why):
        art().image("a.svgz")


def test_what_many_drawings_say_is_told_once(tmp_path: Path) -> None:
    """A deck of cards from one program, whose font is not there: the first is named, and how many
    more there are."""
    arial = svg('<text y="2" font-size="2" font-family="Arial">a</text>').decode()
    cards = "".join(f"  - {{id: c{number}, name: C}}\n" for number in range(7))
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><image href="{{ card.id }}.svg" width="40" height="40"/></svg>'
    art = {f"card_data/sweets/art/c{number}.svg": arial for number in range(7)}
    deck = f"title: M\nsize: poker\ntemplate: card.svg\ncards:\n{cards}"
    root = projects.write_project(
        tmp_path, templates={"card.svg": face}, decks={"main": deck}, files=art
    )
    for command in ("build", "validate"):
        result = projects.run(command, project=root)
        assert 1 == result.codes.count("font-stands-in")
        assert f'"Arial": Nunito was used (see also {root / "card_data/sweets/art/c1.svg"}, ' in (
            result.stderr
        )
        assert "c4.svg and 2 more); add the font" in result.stderr


def test_words_of_svg_are_as_they_are_written(folder: Path, art: Callable[[], Art]) -> None:
    """Beside something that is passed over, what browsers take stays."""
    marker = '<marker id="m" markerUnits="{}" markerWidth="2" markerHeight="2" orient="{}"><path d="M0 0h1v1z"/></marker>'
    body = (
        marker.format("userSpaceOnUse", "auto-start-reverse")
        + '<path d="M0 0h3" marker-start="url(#m)" fill="reddish"/>'
    )
    (folder / "a.svg").write_bytes(svg(body))
    (folder / "b.svg").write_bytes(
        svg(marker.format("userspaceonuse", " auto ") + '<path d="M0 0h3" marker-start="url(#m)"/>')
    )
    run = art()
    shown(run)
    assert ['note a.svg:1 art-ignored "reddish" -> "red"'] == briefs(run.notes)
    shown(run, "b")
    assert {'<marker>: markerUnits="userspaceonuse"', '<marker>: orient=" auto "'} == {
        what.rpartition(",")[0] for what, _ in told(run)[1:]
    }
