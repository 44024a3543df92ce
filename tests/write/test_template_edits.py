"""Things of templates moved and sized: those numbers change, and nothing else to the byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateSyntaxError
from projects import BACK, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.source_map import SourceMap
from cardgen.model.project import Project, find_project
from cardgen.write.template_edits import DrawnMove, TemplateFile
from cardgen.write.template_text import SourceNumber, TemplateText, shifted

NUMBERS = st.sampled_from(
    ["3", "12.5", "-4", "0", ".5", "+7", "3.50", "12.345678", "1e1", "100", "-0.25", "7mm", "9px"]
)
PLAIN = st.sampled_from(["3", "12.5", "-4", "0", "3.50", "12.345678", "100", "-2"])
NOISE = st.sampled_from(
    [
        "<!-- <rect x='1' y='2'/> -->\n",
        "{# text_box(card.name, 1, 2, 3, 4) #}",
        "{%- if card.name %}<g>{% endif %}{% if card.name %}</g>{% endif -%}\n",
        "<text x='{{ 3 + 4 }}' y='5'>{{ '<rect x=\"1\"/>' }}</text>",
        "{% for i in range(3) %}<rect x='{{ i }}' y='1' width='1' height='1'/>{% endfor %}",
        "\r\n\r\n",
        '<style>.a > b { x: "1" }</style>',
        "{% raw %}{{ text_box(1, 2) }}{% endraw %}",
        "é€ ✓\n",
    ]
)
FORMS = (
    ("<rect x={q}{}{q} y={q}{}{q}\n  width={q}{}{q} height={q}{}{q} fill='#123'/>", "rect", NUMBERS),
    ("<image href='a.svg' y={q}{1}{q} x = {q}{0}{q} height={q}{3}{q} width={q}{2}{q}/>", "image", NUMBERS),
    ("{{{{ text_box(card.name, {}, {} , {},{}, size=9) }}}}", "text_box", PLAIN),
    ("{{{{ text_box(card.name|upper, width={2}, height= {3}, x={0}, y={1}) }}}}", "text_box", PLAIN),
    ("{{%- set t = text_box((card.name ~ '(') , {}, {}, {}, {}) -%}}", "text_box", PLAIN),
)  # fmt: skip
SIDES = ("x", "y", "width", "height")


@st.composite
def templates(draw: st.DrawFn) -> tuple[str, int, str, str, list[str], dict[str, float]]:
    """A template, where a thing begins in it, its name and source, its numbers as they are typed,
    and what some of them are to be."""
    form, name, numbers = draw(st.sampled_from(FORMS))
    typed = draw(st.lists(numbers, min_size=4, max_size=4))
    thing = form.format(*typed, q=draw(st.sampled_from("'\"")))
    before = "".join(draw(st.lists(NOISE, max_size=4)))
    after = "".join(draw(st.lists(NOISE, max_size=4)))
    wanted = draw(
        st.dictionaries(
            st.sampled_from(SIDES),
            st.integers(-20000, 20000).map(lambda number: number / 100),
            min_size=1,
        )
    )
    start = len("<svg>") + len(before) + max(0, thing.find("text_box"))
    end = start + len(thing[max(0, thing.find("text_box")) :])
    text = f"<svg>{before}{thing}{after}</svg>"
    if name == "text_box":
        end = text.index(")", text.rindex(typed[3], start, end)) + 1
    return text, start, name, text[start:end], typed, wanted


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = write_project(tmp_path_factory.mktemp("moved"))
    return find_project(root)


@given(templates(), st.booleans())
def test_only_these_numbers_change(
    project: Project,
    made: tuple[str, int, str, str, list[str], dict[str, float]],
    has_mark: bool,
) -> None:
    text, start, name, source, typed, wanted = made
    mark = b"\xef\xbb\xbf" if has_mark else b""
    file = project.root / "templates/card.svg"
    file.write_bytes(mark + text.encode())
    edit = TemplateFile(project, "templates/card.svg").with_moves(
        [DrawnMove(start, source, wanted)]
    )
    assert edit.before == mark + text.encode()
    after = edit.after.decode("utf-8-sig")
    assert edit.after.startswith(mark)
    old, new = TemplateText(text), TemplateText(after)
    old_thing = old.tag_at(start) or old.call_at(start)
    new_thing = new.tag_at(start) or new.call_at(start)
    assert old_thing
    assert new_thing
    assert old_thing.name == new_thing.name == name
    numbers = [
        thing.attributes if hasattr(thing, "attributes") else thing.arguments
        for thing in (old_thing, new_thing)
    ]
    # all around the numbers is the same to the byte
    pieces = []
    for whole, parts in zip((text, after), numbers, strict=True):
        at, kept = 0, []
        for number in sorted((parts[side] for side in wanted), key=lambda number: number.start):
            kept.append(whole[at : number.start])
            at = number.end
        pieces.append([*kept, whole[at:]])
    assert pieces[0] == pieces[1]
    for side, value in wanted.items():
        number = numbers[1][side]
        assert number.value == pytest.approx(value, abs=0.005 + 1e-9), (typed, after)
        assert number.unit == numbers[0][side].unit
        if not number.unit:
            assert (
                float(number.text.replace(" ", "")) == value or number.text == numbers[0][side].text
            )


SIGNS = (
    "<",
    ">",
    "/",
    ")",
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "-",
    '"',
    "'",
    " ",
    "\r\n",
    "[",
    "]",
    "|",
    "=",
    ",",
    "é",
    "\0",
)
WORDS = ("rect", "text_box(", "x=", "3", "for ", "endfor", "macro ", "raw", "endraw", "<!--", "-->")
PIECES = st.sampled_from([*SIGNS, *WORDS])


@given(st.lists(PIECES, max_size=40).map("".join))
def test_whatever_a_template_says_is_read_or_refused(text: str) -> None:
    try:
        template = TemplateText(text)
    except TemplateSyntaxError:
        return
    for thing in [*template.tags, *template.calls]:
        assert 0 <= thing.start < thing.end <= len(text)
        template.line_of(thing.start)
        template.repetition_around(thing.start)
    for tag in template.tags:
        template.parts_of(tag)
        for number in tag.attributes.values():
            assert template.plain[number.start : number.end] == number.text


@pytest.mark.parametrize(
    ("typed", "value", "scale", "wanted"),
    [
        ("3", 3.1, 1, "3.1"),
        ("3.50", 3.1, 1, "3.10"),
        ("3.50", 3.123, 1, "3.12"),
        (".5", 0.75, 1, ".75"),
        ("12.345678", 12.445678, 1, "12.45"),
        ("12.345678", 12.345678, 1, "12.345678"),
        ("100", 101.23456, 0.2646, "101.23"),
        ("1", 1.23456789, 25.4, "1.2346"),
        ("-1", 0.001, 1, "0"),
        ("3mm", 30.01, 1, "7.94mm"),
        ("5", -0.5, 1, "-0.5"),
    ],
)
def test_numbers_are_spelled_as_they_were(
    typed: str, value: float, scale: float, wanted: str
) -> None:
    assert SourceNumber.of(typed, 0).spelled(value, scale) == wanted


@pytest.mark.parametrize(
    ("transform", "wanted"),
    [
        ("translate(3 4)", "translate(4 6)"),
        ("translate(3)", "translate(4,2)"),
        ("translate( 3 , -4.5 ) rotate(30)", "translate( 4 , -2.5 ) rotate(30)"),
        ("matrix(1,0,0,1,3.5,4)", "matrix(1,0,0,1,4.5,6)"),
        ("rotate(30 5 5)", "translate(1,2) rotate(30 5 5)"),
        ("scale(2) translate(1,1)", "translate(1,2) scale(2) translate(1,1)"),
    ],
)
def test_a_transform_is_moved(transform: str, wanted: str) -> None:
    assert shifted(SourceNumber.of(transform, 0), 1, 2, 1) == wanted


def moved(root: Path, body: str, piece: str, **move: object) -> str:
    """The body of a template in which the thing that begins with a piece has been moved."""
    write_project(root, templates={"card.svg": svg(body)})
    text = (root / "templates/card.svg").read_text("utf-8")
    at = text.index(piece)
    thing = TemplateText(text).tag_at(at) or TemplateText(text).call_at(at)
    assert thing
    edit = TemplateFile(find_project(root), "templates/card.svg").with_moves(
        [DrawnMove(at, text[thing.start : thing.end], **move)]  # type: ignore[arg-type]
    )
    edit.apply()
    return (root / "templates/card.svg").read_text("utf-8").removeprefix(svg("")[:-8]).removesuffix("\n</svg>\n")  # fmt: skip


def test_the_parts_of_a_text_go_with_it(tmp_path: Path) -> None:
    body = '<text x="3" y="4"><tspan x="3" y="4">a</tspan><tspan x="3.5" dy="2" y="6">b</tspan></text><text x="1" y="1"/>'
    wanted = '<text x="4" y="4"><tspan x="4" y="4">a</tspan><tspan x="4.5" dy="2" y="6">b</tspan></text><text x="1" y="1"/>'
    assert moved(tmp_path, body, "<text", values={"x": 4.0}) == wanted


def test_a_path_is_moved_by_a_transform(tmp_path: Path) -> None:
    body = '<path d="M0 0h9"/>'
    wanted = '<path transform="translate(1.5,-2)" d="M0 0h9"/>'
    assert moved(tmp_path, body, "<path", values={}, shift=(1.5, -2.0)) == wanted


def test_a_formula_is_not_written(tmp_path: Path) -> None:
    body = '<rect x="{{ 3 + 4 }}" y="4" width="5" height="6"/>'
    with pytest.raises(CardgenError) as raised:
        moved(tmp_path, body, "<rect", values={"x": 4.0})
    (finding,) = raised.value.findings
    assert (finding.code, finding.place and finding.place.line) == ("edit-impossible", 2)
    assert "{{ 3 + 4 }}" in finding.what


def test_a_thing_that_stands_elsewhere_by_now_is_found_or_asked_about(tmp_path: Path) -> None:
    write_project(tmp_path, templates={"card.svg": svg('<!-- new -->\n<rect x="1" y="2"/>')})
    file = TemplateFile(find_project(tmp_path), "templates/card.svg")
    move = DrawnMove(70, '<rect x="1" y="2"/>', {"x": 5.0})
    assert b'<rect x="5" y="2"/>' in file.with_moves([move]).after
    gone = DrawnMove(70, '<rect x="9" y="2"/>', {"x": 5.0})
    with pytest.raises(CardgenError) as raised:
        file.with_moves([gone])
    assert raised.value.findings[0].code == "edit-conflict"


@pytest.mark.parametrize(
    "name",
    [
        "../card.svg",
        "templates/../card_data/sweets/art/a.svg",
        "templates/../templates/card.svg",
        "card_data/sweets/art/a.svg",
        "templates",
        "templates/missing.svg",
        "templates/notes.txt",
        "templates/out.svg",
        "templates\\card.svg",
        "/etc/passwd",
        "C:/templates/card.svg",
        "",
    ],
)
def test_only_templates_of_the_project_are_written(tmp_path: Path, name: str) -> None:
    root = write_project(tmp_path / "project", files={"templates/notes.txt": "x"})
    art = root / "card_data/sweets/art/a.svg"
    art.parent.mkdir(parents=True)
    for path in (tmp_path / "card.svg", art):
        path.write_text("<svg/>", encoding="utf-8")
    if hasattr(os, "symlink"):
        (root / "templates/out.svg").symlink_to(tmp_path / "card.svg")
    with pytest.raises(CardgenError) as raised:
        TemplateFile(find_project(root), name)
    assert raised.value.findings[0].code == "edit-impossible"


def test_the_shipped_templates_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CardgenError) as raised:
        TemplateFile(find_project(), "templates/plain.svg")
    assert raised.value.findings[0].code == "no-project"


def test_what_others_change_meanwhile_stays(tmp_path: Path) -> None:
    body = '<rect x="1" y="2"/>\n<rect x="7" y="2"/>'
    root = write_project(tmp_path, templates={"card.svg": svg(body)})
    path = root / "templates/card.svg"
    text = path.read_text("utf-8")
    move = DrawnMove(text.index("<rect"), '<rect x="1" y="2"/>', {"x": 3.0})
    edit = TemplateFile(find_project(root), "templates/card.svg").with_moves([move])
    path.write_text(text.replace('x="7"', 'x="8"'), encoding="utf-8")
    edit.apply()
    assert path.read_text("utf-8") == svg('<rect x="3" y="2"/>\n<rect x="8" y="2"/>')


FACE = svg(
    '<rect x="3" y="4" width="10" height="6" fill="#123"/>\n'
    "{{ text_box(card.name, 5, 20, 40, 12, 9, 6) }}\n"
    "{{ text_box(card.name, 5, 50, 40, 12, 9, 6) }}"
)


def test_a_box_lies_exactly_that_much_further(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        {"main": "cards:\n  - {id: owl, name: Owl}\n"},
        {"card.svg": FACE, "back.svg": BACK},
    )

    def edges() -> list[tuple[float, ...]]:
        opened = open_project(root)
        game = opened.games[0]
        context = Context.of(opened.project, game, opened.fonts, Cache(None))
        source_map = SourceMap()
        composer = Composer(context, source_map=source_map)
        composer.side(game.deck("main").cards[0], "card.svg")
        return [call.edges for call in source_map.calls if call.edges]

    before = edges()
    at = FACE.index("text_box")
    source = FACE[at : FACE.index(")", at) + 1]
    move = DrawnMove(at, source, {"x": 6.25, "y": 19.9})
    TemplateFile(find_project(root), "templates/card.svg").with_moves([move]).apply()
    after = edges()
    assert after[1] == before[1]
    assert [round(new - old, 6) for old, new in zip(before[0], after[0], strict=True)] == [
        1.25,
        -0.1,
        1.25,
        -0.1,
    ]


def test_what_prints_has_no_marks(tmp_path: Path) -> None:
    root = write_project(
        tmp_path, files={"templates/card.svg": FACE.replace("card.name", "card.id").encode()}
    )
    opened = open_project(root)
    game = opened.games[0]
    card = game.deck("main").cards[0]

    def composed(source_map: SourceMap | None) -> str:
        context = Context.of(opened.project, game, opened.fonts, Cache(None))
        svg_text, problems, _ = Composer(context, source_map=source_map).side(card, "card.svg")
        assert problems == []
        return svg_text or ""

    plain = composed(None)
    assert "data-cardgen-at" not in plain
    assert "data-cardgen-call" not in plain
    import re

    assert re.sub(r' data-cardgen-(at|call)="\d+"', "", composed(SourceMap())) == plain
