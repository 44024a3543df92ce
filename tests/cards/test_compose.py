"""Composing: what a template may ask, and what is said when it asks wrongly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, is_expected
from making_fonts import drawing, made, saved
from projects import FACE, HEAD, run, svg, text_of, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import Finding
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions, paint_decks
from cardgen.cards.compose import LONGEST, Composed, Composer
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.cards.template_language import mark
from cardgen.model.cards import Deck
from cardgen.sandbox import process

NESTED = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


def opened(root: Path, templates: dict[str, str], **more: Any) -> tuple[Context, Deck]:
    """The deck `main`, and what it is composed with."""
    workshop = cardgen.open_project(write_project(root, templates=templates, **more))
    assert [] == workshop.problems
    ((game, (deck,)),) = workshop.select()
    return Context.of(workshop.project, game, workshop.fonts, Cache(None)), deck


def composed(
    root: Path, templates: dict[str, str], ink: str = "full", **more: Any
) -> list[Composed]:
    """The cards of the deck `main`, composed in this process."""
    context, deck = opened(root, templates, **more)
    return list(Composer(context, ink).deck(deck, tuple(range(len(deck)))))


def face(root: Path, body: str, **more: Any) -> str:
    """The first card's face; there must be no problem."""
    first = composed(root, {"card.svg": svg(body)}, **more)[0]
    assert () == first.problems
    assert first.face is not None
    return first.face


def problems(root: Path, body: str, **more: Any) -> list[Finding]:
    """The problems of the first card, composed and drawn in a process that can be stopped."""
    context, deck = opened(root, {"card.svg": svg(body)}, **more)
    card_findings = CardFindings()
    for _ in draw_deck(context, deck, card_findings, DrawOptions(positions=(0,))):
        pass
    return list(card_findings.cards_by_finding)


def place(problem: Finding) -> str:
    assert problem.place
    return f"{problem.place.file.name}:{problem.place.line}"


# -- what a template has at hand
# --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("card.id", "one"),
        ("card.name", "One"),
        ("deck.main | copies", "3"),
        ("game.title", "Sweets"),
        ("suits | join(' ')", "candy nuts sour"),
        ("lists.suits | length", "3"),
        ("palette.ink", "#202020"),
        ('palette["cream"]', "#FFF7E8"),
        ("mix(palette.ink, '#404040')", "#303030"),
        ("mix('#000000', '#FFFFFF', 0)", "#000000"),
        ("mix('#000000', '#FFFFFF', 1)", "#FFFFFF"),
        ("72|pt", "25.4"),
        ("'0.5in'|mm", "12.7"),
        ("2|inch", "50.8"),
        ("ink", "low"),
        ("'<b> & \"c\"'", "&lt;b&gt; &amp; &#34;c&#34;"),
    ],
)
def test_what_a_template_can_ask(tmp_path: Path, expression: str, shown: str) -> None:
    """Cards, decks, lists, colours, units and ink; whatever comes out is escaped for XML."""
    assert f"[{shown}]" in face(tmp_path, f"[{{{{ {expression} }}}}]", ink="low")


def test_a_text_box_becomes_positioned_runs(tmp_path: Path) -> None:
    """Text, weight, slant, size in millimetres, colour, and icons as images; the runs of a line
    share a baseline."""
    body = "{{ text_box('A **bold** *word* {candy}', 5, 10, 50, 20, size=10, fill=palette.ink, letter_spacing=0.1) }}"
    shown = face(tmp_path, body, files={"templates/icons/candy.svg": svg("", 20, 10)})
    for part in (
        'font-weight="800"',
        'font-style="italic"',
        f'font-size="{10 * 25.4 / 72:.4f}"',
        'fill="#202020"',
        'href="candy.svg"',
    ):
        assert part in shown
    icon = shown[shown.index("<image") :].split('"')
    assert float(icon[7]) == pytest.approx(2 * float(icon[9]), abs=0.002), "an icon keeps its shape"


def test_a_drawing_is_an_icon_where_no_icon_has_its_name(tmp_path: Path) -> None:
    """An icon and a drawing of one name are each what is asked for: the icon in a text, the drawing
    as art."""
    files = {
        "card_data/sweets/art/owl.svg": svg("", 30, 10),
        "card_data/sweets/art/bat.svg": svg("", 40, 10),
        "templates/icons/bat.svg": svg("", 10, 10),
    }
    body = '{{ text_box("{owl} {bat}", 5, 5, 50, 20, size=10) }}<image href="bat.svg" width="10" height="10"/>'
    shown = face(tmp_path, body, files=files)
    images = re.findall(r'<image href="([^"]+)".*?width="([\d.]+)" height="([\d.]+)"', shown)
    assert {"owl.svg": 3, "templates/icons/bat.svg": 1, "bat.svg": 1} == {
        name: round(float(width) / float(height), 1) for name, width, height in images
    }


def test_icons_may_lie_in_folders(tmp_path: Path) -> None:
    """Of two costs in one, such as W/U; it was taken for the U that lies above the folder, and
    refused for that."""
    files = {"templates/icons/U.svg": svg("", 10, 10), "templates/icons/W/U.svg": svg("", 20, 10)}
    shown = face(tmp_path, "{{ text_box('{U} {W/U} {W/U.svg}', 1, 1, 40, 9) }}", files=files)
    assert ["U.svg", "W/U.svg", "W/U.svg"] == re.findall(r'<image href="([^"]+)"', shown)


@pytest.mark.parametrize(
    "asks",
    [
        "{% set said %}{{ words }} & more{% endset %}{{ text_box(said, 5, 5, 50, 20) }}",
        "{% macro say(what) %}{{ what }} &amp; more{% endmacro %}{{ text_box(say(words), 5, 5, 50, 20) }}",
        "{{ text_box((words ~ ' & more') | e, 5, 5, 50, 20) }}",
        "{{ object_text((words ~ ' & more') | e, x=5, y=5, width=50, height=20, face=face, strut=face) }}",
    ],
)
def test_a_text_that_a_template_has_put_together_is_set_as_it_reads(
    tmp_path: Path, asks: str
) -> None:
    """What a macro or a block gives is mark-up for Jinja, and in a box the text that it stands
    for."""
    shown = face(
        tmp_path,
        """{% set words = "Fish < 'Chips'" %}{% set face = [["Nunito"], 600, false, 3, 4] %}"""
        + asks,
    )
    assert ">Fish &lt; &#39;Chips&#39; &amp; more</tspan>" in shown


@pytest.mark.parametrize("encoding", ["iso-8859-1", "Windows-1252", "US-ASCII", "UTF-8"])
def test_a_drawing_that_names_another_encoding_shows_all_letters(
    tmp_path: Path, encoding: str
) -> None:
    """As many drawing programs write it, where their own letters need no more."""
    head = f"<?xml version='1.0' encoding=\"{encoding}\" standalone='no'?>\n"
    write_project(
        tmp_path, {"main": "cards:\n  - {id: one, name: Zoë}\n"}, {"card.svg": head + FACE}
    )
    assert 0 == run("build", "--paper", "a4", project=tmp_path).exit_code
    assert "Zoë" in text_of(tmp_path / "output/sweets/main-a4.pdf")[0]


def test_an_optional_text_is_left_out_where_it_does_not_fit(tmp_path: Path) -> None:
    box = "{{{{ text_box('much too long for this', 5, 10, {}, 4, size=10, min_size=5, max_lines=1, optional=true) }}}}"
    assert "<text" not in face(tmp_path / "small", box.format(9))
    assert "much" in face(tmp_path / "wide", box.format(50))


def test_a_back_that_never_asks_for_the_card_is_composed_once(tmp_path: Path) -> None:
    """One back for all cards where the template is the same for all; one for each where it is
    not."""
    same = composed(
        tmp_path / "same", {"back.svg": svg('{% include "part.svg" %}'), "part.svg": "<rect/>"}
    )
    assert [0, 0, 0] == [card.back for card in same]
    assert [True, False, False] == [card.back_svg is not None for card in same]
    asked = composed(
        tmp_path / "asked",
        {"back.svg": svg('{% include "part.svg" %}'), "part.svg": "{{ card.name }}"},
    )
    assert [0, 1, 2] == [card.back for card in asked]
    assert all(
        name in (card.back_svg or "")
        for card, name in zip(asked, ("One", "Two", "Three"), strict=True)
    )


def test_backs_that_come_out_alike_are_one(tmp_path: Path) -> None:
    """A back is told apart by what it shows, not by whether it asked."""
    backs = composed(tmp_path, {"back.svg": svg("{{ 'odd' if card.id|length == 3 else 'even' }}")})
    assert [0, 0, 1] == [card.back for card in backs]


# -- what is wrong with a template
# ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "what", "remedy"),
    [
        ("{{ card.nmae }}", 'it has no "nmae"', 'did you mean "name"?'),
        (
            "{{ nope }}",
            'card.svg:4 template-name "nope"',
            "write card.NAME for a field of the card, or  {% set nope = ... %}",
        ),
        ("{{ name }}", 'card.svg:4 template-name "name"', "write card.name"),
        ("{{ cadr.name }}", 'card.svg:4 template-name "cadr" -> "card"', 'did you mean "card"?'),
        (
            "{{ textbox('a', 1, 1, 9, 9) }}",
            'card.svg:4 template-name "textbox" -> "text_box"',
            'did you mean "text_box"?',
        ),
        ("{{ 'abc'.uper() }}", 'text has no "uper"', 'did you mean "upper"'),
        (
            "{% for a in [1] %}{{ loop.indx }}{% endfor %}",
            'this has no "indx"',
            'did you mean "index"',
        ),
        (
            "{{ palette }}",
            "palette is no text and no number, which cannot be printed",
            "write which of its values is meant",
        ),
        (
            "{% include none %}",
            "no template is named here",
            "write its name in quotes, such as 'card.svg'",
        ),
        (
            "{% include [] %}",
            "no template is named here",
            "write its name in quotes, such as 'card.svg'",
        ),
        (
            "{% extends 5 %}",
            "no template is named here",
            "write its name in quotes, such as 'card.svg'",
        ),
        (
            "{% from 'p.svg' import mm %}{{ mm() }}",
            '"p.svg" has no macro "mm"',
            "see how it is called there",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, wieght=3) }}",
            "text_box() knows no wieght",
            'did you mean "weight"',
        ),
        ("{{ deck.mian }}", 'card.svg:4 template-name "mian" -> "main"', 'did you mean "main"?'),
        ("{{ palette.inc }}", 'the palette of Sweets has no colour "inc"', 'did you mean "ink"?'),
        (
            "{{ card.name }",
            'card.svg:4 template-broken "}"',
            "see that brackets, braces and quotes are closed",
        ),
        (
            "{% frobnicate %}",
            "card.svg:4 template-broken",
            "use if, for, set",
        ),
        ("{% include 'crad.svg' %}", 'no template is called "crad.svg"', 'did you mean "card.svg"'),
        (
            "{% include '../../x.svg' %}",
            '"../../x.svg" cannot name a template',
            "name a file inside the project",
        ),
        (
            "{% import 'p.svg' as p %}{{ p.missing() }}",
            'the template that is imported has no "missing"',
            "use one of: m",
        ),
        ("{{ card.name.zzz }}", 'text has no "zzz"', "leave .zzz out"),
        (
            "{{ none.upper() }}",
            'nothing has no "upper"',
            "ask first whether there is something:  {% if card.text %}",
        ),
        (
            "{% include 'card.svg' %}",
            "it nests too deeply, or calls itself without end",
            "see that nothing takes itself in",
        ),
        (
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
            "card.svg:4 template-value",
            "see that nothing takes itself in",
        ),
        ("{{ 1 / 0 }}", "this divides by zero", "guard it: a / b if b else 0"),
        ("{{ 1 + 'a' }}", "+ does not go with a number and a text", "join texts with ~"),
        ("{{ range(10**9) }}", "more than 100,000 numbers", "smaller"),
        ("{{ card.__class__ }}", "__class__", ""),
        ("{{ ''.__class__.__mro__ }}", "__class__", ""),
        ("{{ widht | mm }}", 'card.svg:4 template-name "widht"', ""),
        (
            "{{ text_box(card, 1, 1, 9, 9) }}",
            "the text of text_box is a card, which cannot be printed",
            "such as it.name",
        ),
        (
            "{{ qr('a', 1, 1, '9') }}",
            "card.svg:4 template-value '9'",
            "give it one without quotes",
        ),
        (
            "{{ mix('red', palette.ink) }}",
            "mix wants two colours of the palette",
            "write such as mix(palette.ink, palette.paper, 0.5)",
        ),
        (
            "{{ mix(palette.ink, palette.ink, 2) }}",
            "mix wants a share from 0 to 1",
            "write such as 0.5",
        ),
        (
            "{{ 'wide'|pt }}",
            "the filter pt wants a number",
            "give it one such as 3, or a length such as 3mm",
        ),
        (
            "{{ text_box('a') }}",
            "text_box() lacks 'x', 'y', 'width', and 'height'",
            "write them between its brackets",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, colour='red') }}",
            "text_box() knows no colour",
            "use one of: font, weight",
        ),
        ("{{ text_box(card.nmae, 1, 1, 9, 9) }}", 'it has no "nmae"', 'did you mean "name"?'),
        (
            "{{ text_box('a', '1', 1, 9, 9) }}",
            "text_box wants a number for x, not '1'",
            "give it one without quotes or a unit",
        ),
        (
            "{{ text_box('a', 1, 1, -9, 9) }}",
            "a text_box of -9 x 9 mm holds nothing",
            "give it a width",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, size='9pt') }}",
            "text_box wants a number for size, not '9pt'",
            "",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, weight='bold') }}",
            "text_box wants a number for weight, not 'bold'",
            "",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, leading=none) }}",
            "text_box wants a number for leading, not None",
            "",
        ),
        (
            "{{ text_box('a', 1e200 * 1e200, 1, 9, 9) }}",
            "text_box wants a number for x, not inf",
            "",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, font=[]) }}",
            "text_box wants a font family",
            "write such as font=",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, font='Nunitoo') }}",
            'card.svg:4 font-unknown "Nunitoo" -> "Nunito"',
            'did you mean "Nunito"?',
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, align='middle') }}",
            "a text's align is middle",
            "use one of: left, center, right",
        ),
        (
            "{{ text_box('a', 1, 1, 9, 9, size=8, min_size=9) }}",
            "a text's min_size is 9",
            "no more than the size",
        ),
        (
            "{{ text_box('{marshmalow}', 1, 1, 9, 9) }}",
            'card.svg:4 unknown-icon "marshmalow" -> "marshmallow"',
            'did you mean "marshmallow"',
        ),
        (
            "{{ text_box('{4711}', 1, 1, 9, 9) }}",
            'card.svg:4 unknown-icon "4711"',
            ", or write {{4711}}",
        ),
        ("{{ text_box('{broken}', 1, 1, 9, 9) }}", "it is not well-formed XML", ""),
        (
            "{{ text_box('{junk}', 1, 1, 9, 9) }}",
            "junk.png file-unreadable",
            "save it as PNG or JPEG",
        ),
        (
            "{{ text_box('日', 1, 1, 9, 9) }}",
            'card.svg:4 glyph-missing "日" 2 2',
            "put a font that has it into fonts/",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, body: str, what: str, remedy: str) -> None:
    """The template's line, what is wrong in plain words, and the nearest thing that would be
    right."""
    files = {
        "templates/p.svg": "{% macro m() %}{% endmacro %}",
        "templates/icons/broken.svg": "<svg",
        "templates/icons/junk.png": b"junk",
    }
    (problem,) = problems(tmp_path, "\n\n" + body, files=files)
    assert is_expected(problem, what), brief(problem)
    assert remedy in problem.remedy
    assert place(problem) in ("card.svg:4", "broken.svg:1", "junk.png:0")


def test_a_mistake_in_a_part_is_told_with_the_parts_line(tmp_path: Path) -> None:
    """Includes and macros: the line is the one to mend, in the file it stands in."""
    part = {"part.svg": "{% macro m(card) %}\n\n{{ card.nmae }}{% endmacro %}"}
    cards = composed(
        tmp_path, {"card.svg": svg('{% from "part.svg" import m %}{{ m(card) }}'), **part}
    )
    assert "part.svg:3" == place(cards[0].problems[0])


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("{% for a in [1] %}" * 30 + "{% endfor %}" * 30, "too many"),
        ("{{ " + "(" * 3000 + ")" * 3000 + " }}", "nests"),
    ],
)
def test_a_template_that_cannot_be_compiled(tmp_path: Path, body: str, what: str) -> None:
    """What breaks Python's own compiler is told of the template as a whole."""
    (problem,) = problems(tmp_path, body)
    assert what in problem.what
    assert "card.svg:0" == place(problem)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", "<svg>Süß</svg>".encode("latin-1")])
def test_a_template_that_is_not_utf8(tmp_path: Path, content: bytes) -> None:
    problem = composed(tmp_path, {}, files={"templates/card.svg": content})[0].problems[0]
    assert ("the template cannot be read: it is not UTF-8", "card.svg:0") == (
        problem.what,
        place(problem),
    )


def test_a_template_that_is_a_picture_is_told_as_that(tmp_path: Path) -> None:
    files = {"templates/card.svg": b"\x89PNG\r\n\x1a\n"}
    problem = composed(tmp_path, {}, files=files)[0].problems[0]
    assert ("the template cannot be read: it is a PNG", "save it as an SVG") == (
        problem.what,
        problem.remedy,
    )


def test_a_text_that_does_not_fit_is_told_where_it_was_written(tmp_path: Path) -> None:
    """The card's own field, with what the box lacks; text of the template at the template's
    line."""
    cards = "cards:\n  - id: one\n    name: A name that is much too long for the room it has\n"
    (problem,) = problems(
        tmp_path / "card", "{{ text_box(card.name, 5, 5, 20, 5) }}", decks={"main": HEAD + cards}
    )
    assert problem.what.startswith(
        'the text "A name that is much too long for the ..." does not fit its box: needs '
    )
    assert "mm more height at 9 pt" in problem.what
    assert "main.yaml:7" == place(problem)
    (problem,) = problems(
        tmp_path / "upper",
        "{{ text_box(card.name|upper, 5, 5, 20, 5) }}",
        decks={"main": HEAD + cards},
    )
    assert "main.yaml:7" == place(problem)
    (problem,) = problems(tmp_path / "own", "{{ text_box('far too long ' * 9, 5, 5, 20, 5) }}")
    assert "card.svg:2" == place(problem)


def test_all_mistakes_in_the_boxes_of_a_card_are_told(tmp_path: Path) -> None:
    """One box's trouble does not hide the next one's."""
    body = "{{ text_box('日本', 5, 5, 20, 5) }}{{ text_box('{nope}', 5, 5, 20, 5) }}{{ text_box('too long', 5, 5, 3, 3) }}"
    assert ["日", "本", "nope", "too long"] == [
        next(word for word in ("日", "本", "nope", "too long") if f'"{word}"' in problem.what)
        for problem in problems(tmp_path, body)
    ]


# -- what has to be stopped
# ---------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("apart", "prompt")
def test_a_template_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names template and card, and other decks go on."""
    stoppable = process.run
    monkeypatch.setattr(
        process, "run", lambda *args: stoppable(*args, seconds=1 if args[0] is paint_decks else 600)
    )
    root = write_project(
        tmp_path,
        {"good": "", "main": HEAD.replace("card.svg", "slow.svg")},
        {"slow.svg": svg(NESTED)},
    )
    result = run("build", "--paper", "a4", project=root)
    assert 2 == result.exit_code
    assert ['slow.svg expression-failed "one" 1'] == result.briefs
    assert (root / "output/sweets/good-a4.pdf").exists()


@pytest.mark.parametrize(
    "body",
    [
        "{% for a in range(99999) %}{{ 'x' * 999999 }}{% endfor %}",
        "{% set kept = namespace(v=[]) %}{% for a in range(99999) %}{% set kept.v = [kept.v, 'x' * 999999] %}{% endfor %}",
    ],
    ids=["as SVG", "as values"],
)
@pytest.mark.usefixtures("apart")
def test_a_template_that_eats_memory_is_stopped(tmp_path: Path, body: str) -> None:
    """Memory is bounded as well as time, whatever it goes into."""
    (problem,) = problems(tmp_path, body)
    assert 'card.svg expression-failed "one" 512' == brief(problem)
    assert "card.svg:0" == place(problem)


@pytest.mark.usefixtures("apart")
def test_a_card_of_endless_svg_is_refused(tmp_path: Path) -> None:
    """What composes quickly could still be too much to draw."""
    (problem,) = problems(tmp_path, "{% for a in range(99999) %}{{ 'x' * 50 }}{% endfor %}")
    assert f"it makes more than {LONGEST:,} characters of SVG" in problem.what
    assert "draw it with fewer elements" == problem.remedy
    assert "card.svg:0" == place(problem)


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    """Python has texts that no file can hold."""
    (problem,) = problems(tmp_path, r'{{ "a\ud800b" }}')
    assert "template-value" == problem.code
    assert "write the character itself" == problem.remedy
    assert "card.svg:0" == place(problem)


# -- marks
# ----------------------------------------------------------------------------------------------------------------------------


def test_marks_tell_where_an_element_was_written() -> None:
    """Every start tag gets its line and its number in that; Jinja, comments and the text between
    stay as they are."""
    source = '<svg>\n<!-- <a> -->{# <b> #}{{ "<c>" }}\n<g x="1"><rect/></g></svg>'
    marked = mark(source, 'odd&"name.svg')
    assert 3 == marked.count("data-cardgen-line=")
    assert '<rect data-cardgen-line="odd&amp;&#34;name.svg:3:2"/>' in marked
    assert '<!-- <a> -->{# <b> #}{{ "<c>" }}' in marked


def test_a_composer_works_in_this_process_too(tmp_path: Path) -> None:
    """What previews use: one side of one card, without a child process."""
    context, deck = opened(tmp_path, {})
    shown, told, asked = Composer(context).side(deck.card("two"), deck.template)
    assert shown is not None
    assert "Two" in shown
    assert ([], True) == (told, asked)


@pytest.mark.parametrize(
    ("text", "style", "said"),
    [
        ("**Fly** away", "font='Eater'", [("Eater", "bold")]),
        ("***Fly*** away", "font='Eater'", [("Eater", "bold"), ("Eater", "italic")]),
        ("**Fly** ★ away", "font='Nunito'", []),
        ("Fly **★** *away*", "font='Nunito'", []),  # a sign of another family, which needs no bold
        ("**Жук**, *Жук*", "font='Eater'", []),  # of a family that has them
        ("**Fly** away", "font='Baloo 2', weight=800", []),  # bold throughout, and meant so
        ("Fly * away", "font='Eater'", []),
    ],
)
def test_what_is_bold_without_a_bold_face_is_told(
    tmp_path: Path, text: str, style: str, said: list[tuple[str, str]]
) -> None:
    """A family without one prints it as the rest: a note for each template, however many cards."""
    body = f'<rect width="9" height="9"/>\n{{{{ text_box(card.name, 5, 5, 50, 20, {style}) }}}}'
    cards = f"cards:\n  - {{id: one, name: '{text}'}}\n  - {{id: two, name: '{text}'}}\n"
    context, deck = opened(tmp_path, {"card.svg": svg(body)}, decks={"main": cards})
    assert list(draw_deck(context, deck, CardFindings(), DrawOptions()))
    found = [(note.what, note.place and note.place.file.name) for note in context.art.notes]
    assert found == [
        (f'what is {kind} in a text of the family "{family}" looks like the rest', "card.svg")
        for family, kind in said
    ]


@pytest.mark.parametrize(
    ("weight", "said"),
    [
        (
            "",
            [
                'what is bold in a text of the family "Wedge" looks like the rest; set the rest in a lighter face: weight=400'
            ],
        ),
        (", weight=400", []),
    ],
)
def test_faces_are_asked_for_letters_that_they_set(
    tmp_path: Path, weight: str, said: list[str]
) -> None:
    """A letter that the bold face alone has needs no other; and where the text is bold as it is,
    for 600 is nearer to it, that is said."""
    fonts = {
        "fonts/plain.ttf": saved(drawing(made(), "B", 0x4E00)),
        "fonts/bold.ttf": saved(made(style="Bold", weight=700)),
    }
    body = f'<rect width="9" height="9"/>{{{{ text_box(card.name, 5, 5, 50, 20, font="Wedge"{weight}) }}}}'
    context, deck = opened(
        tmp_path,
        {"card.svg": svg(body)},
        decks={"main": "cards:\n  - {id: one, name: 'A **B** V'}\n"},
        files=fonts,
    )
    card_findings = CardFindings()
    assert list(draw_deck(context, deck, card_findings, DrawOptions()))
    assert [] == list(card_findings)
    assert said == [f"{note.what}; {note.remedy}" for note in context.art.notes]


def test_names_that_python_has_too_are_those_of_the_game(tmp_path: Path) -> None:
    """Colours, fields, lists and tables may be called items, keys, values, get or copy; mappings
    can be asked by these all the same."""
    words = ("items", "keys", "values", "get", "copy", "pop")
    game = f"title: S\npalette: {{{', '.join(f'{word}: red' for word in words)}}}\nitems: [a, b]\ntables: {{items: t.csv}}\n"
    fields, said = (
        ", ".join(f"{word}: {what}{word * (what != 'text')}" for word in words)
        for what in ("text", "f-")
    )
    deck = f"fields: {{{fields}}}\ncards: [{{id: a, {said}}}]\n"
    asked = "".join(
        f"{{{{ card.{word} }}}},{{{{ palette.{word} }}}},{{{{ game.palette.{word}.rgb }}}};"
        for word in words
    )
    body = f"[{asked}{{{{ card.fields.items()|map('first')|join(' ') }}}};{{{{ card.fields.get('nix', 7) }}}};{{{{ card.fields.items }}}};"
    body += "{{ lists.items[0] }}{{ items|join }};{{ tables.items[0].keys }}{{ tables.items[0].keys()|join }}]"
    files = {"card_data/sweets/t.csv": "keys,values\n1,2\n"}
    shown = face(tmp_path, body, game=game, decks={"main": deck}, files=files)
    expected = "".join(f"f-{word},#FF0000,#FF0000;" for word in words)
    assert f"[{expected}" in shown
    assert ";7;f-items;aab;1keysvalues]" in shown
    assert {*words} <= {*shown[shown.index(expected) + len(expected) :].partition(";")[0].split()}


def test_a_composed_side_knows_where_its_texts_end(tmp_path: Path) -> None:
    """What stands below a text can begin there: one line more is one leading more."""
    boxes = (
        "{% set a = text_box('a', 1, 1, 40, 40) %}{{ a }}"
        "{% set b = text_box('a\\nb', 1, 1, 40, 40, paragraph_gap=0) %}{{ b }}"
        "<desc>{{ a.bottom }} {{ b.bottom }}</desc>"
    )
    context, deck = opened(tmp_path, {"card.svg": svg(boxes)})
    composed, _, _ = Composer(context).side(deck.card("two"), "card.svg")
    assert composed
    bottoms = composed.partition("<desc>")[2].partition("</desc>")[0]
    one, two = map(float, bottoms.split())
    assert 1 < one < two
    assert (two - one) * MM == pytest.approx(1.2 * 9, abs=0.01)
