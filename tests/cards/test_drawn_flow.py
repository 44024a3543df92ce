"""Objects of a drawing that follow others by their names: below a text, a panel around it; and
texts in a style of the game and a size of the deck."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from briefs import brief, is_expected
from hypothesis import given
from hypothesis import strategies as some
from lxml import etree
from PIL import Image
from projects import run, write_project
from test_bindings import (
    FONT,
    SVG,
    drawn,
    faces,
    inkscape,
    needs_inkscape,
    one,
    runs,
    told,
)
from test_compose import composed

from cardgen.cards.drawn_flow import ArrangedObjects, FollowingObject, Scale

UNITS = Scale(1.0, 1.0, 0.0, 0.0)
CAPITAL = 0.705
"""The height of a capital of Nunito, in sizes."""
DEPTH = 0.2
FRAMES = (
    '<defs><rect id="high" x="10" y="5" width="40" height="20"/>'
    '<rect id="low" x="12" y="32" width="36" height="30"/></defs>'
)


def flowed(name: str, frame: str, id: str, words: str = "Sample") -> str:
    style = f"{FONT};line-height:1.25;shape-inside:url(#{frame})"
    return f'<text id="{id}" inkscape:label="{name}" style="{style}">{words}</text>'


TITLE = flowed("text:{}", "high", "title")
ONE, TWO = "'One'", "'words that take more than a line of it'"


def moved(root: etree._Element, id: str) -> float:
    """How far an object was moved down."""
    shift = 0.0
    for part in [found := one(root, id), *found.iterancestors()]:
        if match := re.fullmatch(r"translate\(0 (-?[\d.]+)\)", part.get("transform", "")):
            shift += float(match[1])
    return shift


def baselines(root: etree._Element, id: str) -> list[float]:
    return sorted({y for _, y, _ in runs(one(root, id))})


def sides(root: etree._Element, id: str) -> tuple[float, ...]:
    found = one(root, id)
    return tuple(float(found.get(name, "")) for name in ("x", "y", "width", "height"))


# -- below
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "below",
    [
        '<rect {} x="10" y="40" width="40" height="1"/>',
        '<path {} d="M10 40h40"/>',
        '<g {}><g><circle cx="20" cy="45" r="5"/></g><path d="M1 41v9"/></g>',
        '<g transform="matrix(2 0 0 4 1 8)"><rect {} x="9" y="8" width="1" height="1"/></g>',
        '<use {} href="#high" y="35"/>',
    ],
    ids=["rectangle", "rule", "group", "in a scaled group", "clone"],
)
def test_what_stands_below_a_text_begins_where_that_ends(tmp_path: Path, below: str) -> None:
    """Its upper edge, which is drawn at 40, lies 2 below the last line."""
    label = 'id="b" inkscape:label="below:title gap 2"'
    for words, name in ((ONE, "one"), (TWO, "two")):
        body = FRAMES + TITLE.format(words) + below.format(label)
        root, _ = faces(tmp_path / name, body)
        last = baselines(root, "title")[-1]
        scale = 4 if "matrix" in below else 1
        assert 40 + scale * moved(root, "b") == pytest.approx(last + DEPTH * 4 + 2, abs=0.3)


def test_without_a_gap_it_keeps_the_distance_that_was_drawn(tmp_path: Path) -> None:
    """Of a text in a frame, that to the frame; of another, that to the lines of the sample."""
    rule = '<path id="b" inkscape:label="below:title" d="M10 28h40"/>'
    root, _ = faces(tmp_path / "a", FRAMES + TITLE.format(ONE) + rule)
    assert 28 + moved(root, "b") == pytest.approx(
        baselines(root, "title")[-1] + DEPTH * 4 + 3, abs=0.3
    )
    for words, lines in (("One", 1), ("One\\nTwo", 2)):
        plain = (
            f'<text id="title" inkscape:label="text:\'{words}\'" style="{FONT}">'
            '<tspan x="5" y="10">Sample</tspan><tspan x="5" y="16">words</tspan></text>'
        )
        root, _ = faces(tmp_path / f"{lines}", plain + rule)
        assert moved(root, "b") == pytest.approx((lines - 2) * 6, abs=0.01)


def test_a_chain_follows_its_order_not_that_of_the_drawing(tmp_path: Path) -> None:
    """What says nothing takes no room, and no gap."""
    body = (
        FRAMES
        + flowed("text:card.text; below:line gap 3", "low", "rules")
        + '<path id="line" inkscape:label="below:kind gap 1" d="M10 30h40"/>'
        + flowed("text:card.kind if card.id == 'one' else ''; below:title gap 2", "low", "kind")
        + TITLE.format("card.id")
    )
    first, second = faces(tmp_path, body)
    title_end = 5 + 0.5 + 0.7412 * 4 + DEPTH * 4
    kind_top = baselines(first, "kind")[0] + moved(first, "kind") - CAPITAL * 4
    assert kind_top == pytest.approx(title_end + 2, abs=0.4)
    line = 30 + moved(first, "line")
    assert line == pytest.approx(kind_top + (CAPITAL + DEPTH) * 4 + 1, abs=0.3)
    rules_top = baselines(first, "rules")[0] + moved(first, "rules") - CAPITAL * 4
    assert rules_top == pytest.approx(line + 3, abs=0.1)
    assert 30 + moved(second, "line") == pytest.approx(title_end + 2, abs=0.4)


def test_a_hidden_object_takes_no_room(tmp_path: Path) -> None:
    body = (
        FRAMES
        + TITLE.format(ONE)
        + '<rect id="a" inkscape:label="if:card.id == \'one\'; below:title gap 2" x="1" y="30" '
        'width="9" height="6"/>'
        + '<rect id="b" inkscape:label="below:a gap 1" x="1" y="40" width="9" height="6"/>'
    )
    first, second = faces(tmp_path, body)
    assert 40 + moved(first, "b") == pytest.approx(30 + moved(first, "a") + 7)
    assert moved(first, "b") - moved(second, "b") == pytest.approx(7)


def test_a_group_moves_with_all_that_is_in_it(tmp_path: Path) -> None:
    """Also with what follows something within it."""
    body = (
        FRAMES
        + TITLE.format(TWO)
        + '<g id="g" inkscape:label="below:title gap 4">'
        + flowed("text:card.id", "low", "head")
        + '<path id="line" inkscape:label="below:head gap 1" d="M10 50h40"/></g>'
    )
    root, _ = faces(tmp_path, body)
    head = baselines(root, "head")[0] + moved(root, "head")
    title_end = baselines(root, "title")[-1] + DEPTH * 4
    assert head - CAPITAL * 4 == pytest.approx(title_end + 4, abs=0.3)
    assert 50 + moved(root, "line") == pytest.approx(head + DEPTH * 4 + 1, abs=0.3)


# -- panels
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["rect", "path", "points"])
def test_a_panel_is_as_high_as_its_text_and_the_padding_that_was_drawn(
    tmp_path: Path, shape: str
) -> None:
    body = {
        "rect": '<rect {} x="10" y="30" width="40" height="34" rx="2"/>',
        "path": '<path {} d="m 10,30 h 40 v 34 H 10 Z"/>',
        "points": '<path {} d="M10 30L50 30L50 64L10 64L10 30z"/>',
    }[shape].format('id="p" inkscape:label="panel:rules"')
    for number, words in enumerate((ONE, TWO)):
        root, _ = faces(
            tmp_path / f"{number}", FRAMES + body + flowed(f"text:{words}", "low", "rules")
        )
        lines = baselines(root, "rules")
        bottom = lines[-1] + DEPTH * 4 + 2
        if shape == "rect":
            assert sides(root, "p") == pytest.approx((10, 30, 40, bottom - 30), abs=0.3)
            assert "2" == one(root, "p").get("rx")
        else:
            found = re.findall(r"[MHVZ][^MHVZ]*", one(root, "p").get("d", ""))
            assert ["M10.0000 30.0000", "H50.0000", "H10.0000", "Z"] == [*found[:2], *found[3:]]
            assert float(found[2][1:]) == pytest.approx(bottom, abs=0.3)


def test_a_panel_may_be_as_wide_as_its_text(tmp_path: Path) -> None:
    rules = flowed("text:'One'", "low", "rules")
    panel = '<rect id="p" inkscape:label="panel:rules fit" x="10" y="30" width="40" height="34"/>'
    x, y, width, height = sides(faces(tmp_path, FRAMES + panel + rules)[0], "p")
    assert (10, 30) == (x, y)
    assert width == pytest.approx(4 + 1.8 * 4, abs=0.8)
    assert height < 10


def test_a_text_in_its_own_panel_has_as_much_room_below_as_above(tmp_path: Path) -> None:
    """The panel is the largest that it can be: what needs more does not fit."""
    panel = '<rect id="p" inkscape:label="panel:rules" x="10" y="30" width="40" height="{}"/>'
    text = f'<text id="rules" inkscape:label="text:{TWO} within p" x="13" y="37" style="{FONT}">x</text>'
    root, _ = faces(tmp_path / "a", panel.format(30) + text)
    lines = baselines(root, "rules")
    _, top, _, height = sides(root, "p")
    above = lines[0] - CAPITAL * 4 - top
    assert above == pytest.approx(top + height - lines[-1] - DEPTH * 4, abs=0.3)
    (problem,) = told(tmp_path / "b", panel.format(14) + text)
    assert "does not fit its box" in problem.what


def test_nothing_has_no_panel(tmp_path: Path) -> None:
    panel = '<{} id="p" inkscape:label="panel:rules" {}/>'
    rules = flowed("text:''", "low", "rules")
    for name, attributes in (
        ("rect", 'x="1" y="9" width="9" height="9"'),
        ("path", 'd="M1 9h9v9h-9z"'),
    ):
        root, _ = faces(tmp_path / name, FRAMES + panel.format(name, attributes) + rules)
        found = one(root, "p")
        assert "0.0000" == found.get("height") or "none" == found.get("d")


def test_what_stands_below_a_panel_follows_it(tmp_path: Path) -> None:
    body = (
        FRAMES
        + '<rect id="p" inkscape:label="box; panel:card.id" x="10" y="30" width="40" height="34"/>'
        + flowed("text:card.id", "low", "rules")
        + '<rect id="b" inkscape:label="below:box gap 1" x="10" y="66" width="40" height="3"/>'
    )
    root, _ = faces(tmp_path, body)
    _, top, _, height = sides(root, "p")
    assert 66 + moved(root, "b") == pytest.approx(top + height + 1, abs=0.001)


# -- what is refused
# --------------------------------------------------------------------------------------

RULE = '<path id="b" inkscape:label="{}" d="M10 28h40"/>'


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        (
            "below:titel gap 2",
            "",
            'card.svg:3: "below:titel gap 2": no object is called "titel"; did you mean "title"?',
        ),
        (
            "below:c",
            '<g id="c" inkscape:label="below:b gap 1"><path d="M0 0h9"/></g>',
            "card.svg:2: objects follow each other in a circle: below:b gap 1, below:c; let one of"
            " them stand where it is drawn",
        ),
        (
            "below:c",
            '<text id="c" x="1" y="9" transform="rotate(9)" style="font:600 4px Nunito">x</text>',
            'card.svg:3: "below:c": what is turned, skewed or mirrored follows nothing, and nothing'
            " follows it: <text>; draw it upright, in groups that are upright",
        ),
        (
            "below:c",
            '<rect id="c" inkscape:label="for:card.suits step 8 0" width="1" height="1"/>',
            'card.svg:3: "below:c": what is repeated has no one place to follow; name an object'
            " that is there once",
        ),
        (
            "panel:title",
            "",
            'card.svg:3: "panel:title": a panel is a rectangle, and this <path> is none; draw a'
            " rectangle",
        ),
        (
            "panel:title; below:title",
            "",
            'card.svg:3: an object cannot be both "panel:title" and "below:title"; draw a rectangle'
            " of its own for the panel",
        ),
        (
            "below:title gap",
            "",
            'card.svg:3: "below:title gap": no object is called "title gap"; did you mean "title"?',
        ),
    ],
)
def test_what_cannot_be_followed_is_told(tmp_path: Path, name: str, body: str, said: str) -> None:
    body = FRAMES + body + TITLE.format(ONE) + "\n" + RULE.format(name)
    problems = [str(problem).partition("templates/")[2] for problem in told(tmp_path, body)]
    assert [said] == [problem.partition(" [")[0] for problem in problems]


def test_a_text_on_a_path_is_followed_by_nothing(tmp_path: Path) -> None:
    on_path = (
        '<path id="arc" d="M5 20h40"/><text id="c" inkscape:label="text:card.id" '
        f'style="{FONT}"><textPath href="#arc">x</textPath></text>'
    )
    (problem,) = told(tmp_path, on_path + RULE.format("below:c"))
    assert "a text on a path follows nothing" in problem.what


def test_what_is_wrong_with_a_text_is_told_once_at_its_line(tmp_path: Path) -> None:
    """Though the drawing is arranged after it."""
    body = FRAMES + TITLE.format(ONE) + "\n\n" + RULE.format("below:title gap 2")
    for number, (old, new, said) in enumerate(
        [("'One'", "card.nmae", 'no "nmae"'), ("Nunito", "Papyrus", 'called "Papyrus"')]
    ):
        (problem,) = told(tmp_path / f"{number}", body.replace(old, new))
        assert said in problem.what
        assert problem.place is not None
        assert 2 == problem.place.line


# -- styles and sizes
# --------------------------------------------------------------------------------------

STYLES = "size: {width: 60mm, height: 80mm}\ntemplate: card.svg\nstyles: {small: {size: 0.5, color: '#aa0000', italic: true, underline: true}}\n"


def test_a_text_may_have_a_style_of_the_game(tmp_path: Path) -> None:
    body = f'<text id="t" inkscape:label="text:card.text style small" x="1" y="9" style="{FONT}">x</text>'
    root, _ = faces(tmp_path, body, deck=STYLES)
    (text,) = one(root, "t").iter(SVG + "text")
    assert ("2.0000", "italic") == (text.get("font-size"), text.get("font-style"))
    assert {"#aa0000"} == {part.get("fill", "").lower() for part in text}
    assert [] != list(one(root, "t").iter(SVG + "rect"))  # the line under its words
    (problem,) = told(tmp_path / "b", body.replace("small", "smal"))
    assert ("unknown-style", 2) == (problem.code, problem.place.line if problem.place else 0)


def test_a_text_on_a_path_may_have_a_style(tmp_path: Path) -> None:
    body = (
        '<path id="arc" d="M5 20h40"/><text id="t" inkscape:label="text:card.id style small" '
        f'style="{FONT}"><textPath href="#arc">x</textPath></text>'
    )
    root, _ = faces(tmp_path, body, deck=STYLES)
    (part,) = one(root, "t").iter(SVG + "tspan")
    assert "#aa0000" == part.get("fill", "").lower()


@pytest.mark.parametrize("size", ["deck", "group:rules"])
def test_texts_of_a_drawing_share_a_size(tmp_path: Path, size: str) -> None:
    """The largest at which all of them fit, which is no larger than the one that was drawn."""
    words = " ".join(["words"] * 40)
    body = FRAMES + flowed(f"text:card.text size {size}", "low", "t")
    deck = (
        "fields: {text: {text: {optional: true}}}\ncards:\n"
        f"  - {{id: one, text: few}}\n  - {{id: two, text: '{words}'}}\n"
    )
    found = composed(tmp_path, {"card.svg": drawn(body)}, decks={"main": deck})
    sizes = []
    for card in found:
        assert () == card.problems
        root = etree.fromstring((card.face or "").encode())
        sizes.append(float(next(one(root, "t").iter(SVG + "text")).get("font-size", "")))
    assert sizes[0] == sizes[1] < 4
    assert sizes[0] * 72 / 25.4 == pytest.approx(round(sizes[0] * 72 / 25.4 * 4) / 4, abs=0.1)


def test_two_texts_of_one_line_have_sizes_of_their_own(tmp_path: Path) -> None:
    body = FRAMES + "".join(
        [
            flowed("text:card.id size deck", "high", "a"),
            flowed(f"text:'{'words ' * 40}' size deck", "low", "b"),
        ]
    )
    root, _ = faces(tmp_path, body)
    first, second = (next(one(root, id).iter(SVG + "text")).get("font-size", "") for id in "ab")
    assert float(second) < float(first) == pytest.approx(4)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("text:card.id size deck", "size deck asks for a box"),
        ("text:card.id size dek within f", "card.svg:2 template-value 'dek'"),
    ],
)
def test_a_size_that_cannot_be_shared_is_told(tmp_path: Path, name: str, said: str) -> None:
    body = '<rect id="f" width="50" height="50" style="fill:none"/>'
    body += f'<text inkscape:label="{name}" x="1" y="9" style="{FONT}">x</text>'
    (problem,) = told(tmp_path, body)
    assert is_expected(problem, said), brief(problem)


# -- how it is worked out
# --------------------------------------------------------------------------------------


@given(some.lists(some.tuples(some.floats(0, 30), some.floats(0, 9), some.booleans()), min_size=1))
def test_objects_in_a_chain_never_overlap(parts: list[tuple[float, float, bool]]) -> None:
    """Whatever their heights and gaps are, and whichever of them say nothing."""
    printed = {f"{number}": None for number, part in enumerate(parts) if part[2]}
    objects = ArrangedObjects(lambda item: (0, 0, 0, 0), printed)
    bottom = 0.0
    for number, (height, gap, is_there) in enumerate(parts):
        edges = (0.0, 50.0 * number, 9.0, 50.0 * number + height)
        below = f"{number - 1}" if number else ""
        objects.place(FollowingObject(f"{number}", UNITS, edges, below=below, gap=gap))
        _, top, _, end = objects.edges[f"{number}"]
        assert top >= bottom - 1e-9
        assert end - top == pytest.approx(height if is_there else 0, abs=1e-9)
        bottom = end


# -- with Inkscape itself
# --------------------------------------------------------------------------------------

RAW = """<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">
<defs><rect id="frame1" x="6" y="6" width="48" height="26"/><rect id="frame2" x="8" y="44" width="44" height="30"/></defs>
<rect id="ground" x="-4" y="-4" width="68" height="88" style="fill:#ffffff"/>
<rect id="panel" x="5" y="41" width="50" height="36" style="fill:#00ff00"/>
<text id="title" style="font:800 6px Nunito;shape-inside:url(#frame1);fill:#000000">Sample</text>
<rect id="line" x="6" y="24" width="48" height="1" style="fill:#ff0000"/>
<text id="rules" style="font:600 4px Nunito;shape-inside:url(#frame2);fill:#000000">Sample words that go over more than one line</text>
</svg>"""
LABELS = {
    "title": "text:card.name",
    "line": "below:title gap 2",
    "panel": "panel:rules",
    "rules": "text:card.text",
}


def colour_rows(picture: Image.Image, colour: tuple[int, int, int]) -> list[float]:
    """The first and the last row of a colour at 7 from the left, in units of the drawing; the
    picture has 3 more on each side."""
    scale = 86 / picture.height
    column = round((7 + 3) / scale)
    rows = [row for row in range(picture.height) if picture.getpixel((column, row)) == colour]
    return [rows[0] * scale - 3, (rows[-1] + 1) * scale - 3] if rows else []


@needs_inkscape
def test_a_drawing_that_inkscape_saved_flows(tmp_path: Path) -> None:
    """Named by Inkscape's own actions, and looked at as pixels of its pictures."""
    raw = tmp_path / "raw.svg"
    raw.write_text(RAW, "utf-8")
    deck = (
        "size: {width: 60mm, height: 80mm}\ntemplate: card.svg\n"
        "fields: {text: {text: {optional: true}}}\ncards:\n"
        "  - {id: one, name: Bat, text: Fly.}\n"
        "  - {id: two, name: A witch with a rather long name, text: 'Some words on several lines of"
        " the panel, which is so much higher.'}\n  - {id: three, name: Hat}\n"
    )
    project = write_project(tmp_path / "project", {"main": deck})
    names = "".join(
        f"select-by-id:{id};object-set-attribute:inkscape:label,{label};select-clear;"
        for id, label in LABELS.items()
    )
    saved = project / "templates" / "card.svg"
    inkscape(tmp_path, raw, f"--actions={names}export-filename:{saved};export-type:svg;export-do")
    done = run("export", "sweets", "--printer", "images", "--out", project / "out", project=project)
    assert 0 == done.exit_code, done.stderr
    pictures = [
        Image.open(path).convert("RGB") for path in sorted((project / "out").rglob("front/*.png"))
    ]
    red, green = (255, 0, 0), (0, 255, 0)
    lines = [colour_rows(picture, red) for picture in pictures]
    panels = [colour_rows(picture, green) for picture in pictures]
    assert 3 == len(pictures)
    first_end = 6 + 0.75 + 0.7412 * 6 + DEPTH * 6
    assert lines[0] == pytest.approx([first_end + 2, first_end + 3], abs=0.6)
    assert lines[1] == pytest.approx([side + 2 * 7.5 for side in lines[0]], abs=0.3)
    assert lines[2] == pytest.approx(lines[0], abs=0.1)
    assert [41, 41] == pytest.approx([panels[0][0], panels[1][0]], abs=0.2)
    assert 41 + 5 < panels[0][1] < 41 + 14 < panels[1][1] < 77
    assert [] == panels[2]
