"""Print sanity: texts too small or too near the cut, measured by their ink."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import run, svg, write_project

import cardgen
from cardgen.base.findings import Finding
from cardgen.base.units import MM
from cardgen.preflight.home_print import SAFE, SMALLEST_TYPE

PT = 25.4 / 72
SHAPES = {
    "rectangle": ("60mm x 80mm", 60.0, 80.0),
    "circle": ("{shape: circle, diameter: 60mm}", 60.0, 60.0),
}
SHAPES["hexagon"] = ("{shape: hexagon, width: 60mm}", 60.0, 60 * 3**0.5 / 2)


def findings(root: Path, body: str, shape: str = "rectangle", scale: float = 1.0) -> list[Finding]:
    """What is found about one card whose face has this body; the view box is the trim in
    millimetres times `scale`."""
    size, width, height = SHAPES[shape]
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * scale:.6f} {height * scale:.6f}">{body}</svg>'
    deck = f"size: {size}\ntemplate: card.svg\ncards:\n  - id: one\n    name: a name\n"
    report = cardgen.open_project(
        write_project(root, {"main": deck}, {"card.svg": face})
    ).validate()
    assert [] == report.problems
    return report.findings


def words(what: str, x: float, y: float, size: float = 4, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-family="Nunito" font-weight="600" font-size="{size}" {more}>{what}</text>'


def test_a_text_in_the_middle_is_fine(tmp_path: Path) -> None:
    assert [] == findings(tmp_path, words("{{ card.name }}", 20, 40))


def test_what_lies_beside_the_page_is_one_finding(tmp_path: Path) -> None:
    """A drawing program keeps such beside its page, or on its second one: none of it is printed."""
    (found,) = findings(
        tmp_path / "a",
        words("a back", 80, 40, 1) + words("notes", -40, 40) + words("{{ card.name }}", 20, 40),
    )
    assert "error" == found.severity
    assert (
        'the text "a back" and 1 more lie beside the card, where nothing is printed' in found.what
    )
    (found,) = findings(tmp_path / "b", words("half of it", 55, 40))
    assert ("error", "safe-zone") == (found.severity, found.check)


def test_texts_on_another_page_are_one_note(tmp_path: Path) -> None:
    """Each was an error, though nothing of such pages is printed; what lies beside both pages still
    is one."""
    pages = "".join(f'<inkscape:page x="{x}" y="0" width="60" height="80"/>' for x in (0, 70))
    view = f'<view xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">{pages}</view>'
    face = view + words("{{ card.name }}", 20, 40) + words("a note", 80, 40)
    (found,) = findings(tmp_path / "a", face + words("{{ card.id }}", 80, 60))
    assert ("note", "texts lie on another page") == (found.severity, found.what[:25])
    found = findings(tmp_path / "b", face + words("{{ card.id }}", -40, 60))
    assert ["error", "note"] == sorted(each.severity for each in found)


@pytest.mark.parametrize(("points", "warned"), [(5.9, True), (6.0, False), (6.1, False)])
def test_six_points_are_the_least(tmp_path: Path, points: float, warned: bool) -> None:
    found = findings(tmp_path, words("{{ card.name }}", 20, 40, points * PT))
    assert [("text-size", "warning")] * warned == [
        (finding.check, finding.severity) for finding in found
    ]


def test_the_lines_of_a_small_text_are_one_finding(tmp_path: Path) -> None:
    """One warning for each size on a side, not one for each line."""
    lines = "{{ text_box('many words on several lines ' * 5, 10, 20, 40, 40, size=5) }}" + words(
        "other", 20, 70, 4 * PT
    )
    assert ["is 5.0 pt tall", "is 4.0 pt tall"] == [
        found.what[-14:] for found in findings(tmp_path, lines)
    ]


@pytest.mark.parametrize("beside", ["", words("Oh", 59, 20)])
@pytest.mark.parametrize("printer", ["", "makeplayingcards"])
def test_a_word_too_long_for_its_box_is_told_once(
    tmp_path: Path, printer: str, beside: str
) -> None:
    """It does not fit, which is why it reaches beyond the cut; another text that does so is told
    all the same."""
    body = (
        '<rect width="60" height="80" fill="#ffe"/>{{ text_box(card.name, 6, 56, 50, 12, size=12) }}'
        + beside
    )
    root = write_project(
        tmp_path,
        {"main": f"cards: [{{id: a, name: {'Donaudampfschiff' * 5}}}]\n"},
        {"card.svg": svg(body)},
    )
    told = [
        found.what
        for found in cardgen.open_project(root)
        .validate(options=cardgen.ValidateOptions(printer=printer))
        .findings
        if found.card == "a"
    ]
    assert 1 == sum("does not fit its box" in what for what in told)
    assert bool(beside) == sum("beyond the cut" in what for what in told)
    assert [] == [what for what in told if "one flat colour" in what]


def test_the_lines_of_a_text_near_the_cut_are_one_finding(tmp_path: Path) -> None:
    """The worst of a field's lines stands for all; texts that stand alone are told one by one."""
    field = "  - id: one\n    name: a name\n    text: " + " ".join(
        f"line{number}" for number in range(6)
    )
    lines = "".join(words(f"line{number}", 20, 70 + 3 * number) for number in range(6))
    lines += words("{{ card.name }}", 20, 80) + words("alone", 1, 40)
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">{lines}</svg>'
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\nfields: {{text: text}}\ncards:\n{field}\n"
    found = (
        cardgen.open_project(write_project(tmp_path, {"main": deck}, {"card.svg": face}))
        .validate()
        .findings
    )
    assert [("error", "line5"), ("error", "a name"), ("warning", "alone")] == [
        (finding.severity, finding.what.split('"')[3]) for finding in found
    ]


def test_letters_along_a_curve_are_one_finding(tmp_path: Path) -> None:
    """Each is set for itself; the worst stands for all. Letters that stand upright are signs of
    their own."""
    curve = '<defs><path id="arc" d="M 3 60 A 35 35 0 0 1 57 60"/></defs>'
    along = f'{curve}<text font-family="Nunito" font-weight="600" font-size="4"><textPath href="#arc">along</textPath></text>'
    found = findings(
        tmp_path / "a",
        f'<g transform="translate(0 20)">{along}</g>' + words("K", 0.5, 40) + words("Q", 0.5, 20),
    )
    assert 3 == len(found)
    assert [True, False, False] == [finding.what.split('"')[3] in "along" for finding in found]


@pytest.mark.parametrize(("points", "said"), [(5.98, "is 5.9 pt tall"), (5.0, "is 5.0 pt tall")])
def test_a_figure_that_is_too_little_never_reads_as_enough(
    tmp_path: Path, points: float, said: str
) -> None:
    (found,) = findings(tmp_path, words("{{ card.name }}", 20, 40, points * PT))
    assert found.what.endswith(said)


def test_the_distance_that_is_asked_for_is_enough(tmp_path: Path) -> None:
    (found,) = findings(tmp_path / "near", words("H", 2.7, 40))
    moved = float(found.remedy.split()[2])
    assert moved > 0
    assert [] == findings(tmp_path / "moved", words("H", 2.7 + moved, 40))


def test_the_size_counts_as_it_prints(tmp_path: Path) -> None:
    """Transforms and the unit of the view box are taken into account."""
    shrunk = f'<g transform="scale(0.5)">{words("x", 40, 80, 10 * PT)}</g>'
    assert "is 5.0 pt tall" in findings(tmp_path / "a", shrunk)[0].what
    flat, narrow = (
        f'<g transform="scale({scale})">{words("x", 30, 40, 10 * PT)}</g>'
        for scale in ("1 0.5", "0.5 1")
    )
    assert "is 5.0 pt tall" in findings(tmp_path / "flat", flat)[0].what
    assert [] == findings(tmp_path / "narrow", narrow)
    turned = f'<g transform="translate(30 40) rotate(40) scale(1 0.5) skewX(30)">{words("x", 0, 0, 10 * PT)}</g>'
    assert "is 5.0 pt tall" in findings(tmp_path / "turned", turned)[0].what
    assert [] == findings(tmp_path / "b", words("x", 300, 400, 70 * PT), scale=10)
    assert (
        "is 0.7 pt tall" in findings(tmp_path / "c", words("x", 300, 400, 7 * PT), scale=10)[0].what
    )


@pytest.mark.parametrize("edge", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize(
    ("distance", "severity"), [(-0.2, "error"), (0.2, "warning"), (3.0, "warning"), (3.3, None)]
)
def test_the_distance_from_each_edge(
    tmp_path: Path, edge: str, distance: float, severity: str | None
) -> None:
    """Beyond the cut is an error, inside it by less than an eighth of an inch a warning: measured
    at the ink of a full block."""
    # Nunito's "H" at 4 mm: stems on its edges, from the baseline to the cap height.
    font = cardgen.open_project(write_project(tmp_path)).fonts.face("Nunito", 600)
    gid = font.shape("H").glyphs[0][0]
    left, bottom, right, top = (value * 4 / font.units_per_em for value in font.ink(gid) or ())
    x = {"left": distance - left, "right": 60 - distance - right}.get(edge, 30)
    y = {"top": distance + top, "bottom": 80 - distance + bottom}.get(edge, 40)
    found = findings(tmp_path, words("H", x, y))
    assert ([severity] if severity else []) == [finding.severity for finding in found]
    if severity:
        assert f"{abs(distance):.1f} mm" in found[0].what
        assert 'the text "H"' in found[0].what
    if severity == "warning":
        assert f"move it {3.175 - distance:.1f} mm inward" in found[0].remedy


@pytest.mark.parametrize("shape", ["circle", "hexagon"])
def test_corners_of_the_box_are_outside_of_round_cards(tmp_path: Path, shape: str) -> None:
    """What is well inside the corner of a rectangle is beyond the cut of a circle or a hexagon."""
    body = words("M", 4, 9)
    assert [] == findings(tmp_path / "square", body)
    assert ["error"] == [finding.severity for finding in findings(tmp_path / "round", body, shape)]


@settings(max_examples=40, deadline=None)
@given(
    x=st.floats(-5, 65),
    y=st.floats(-5, 85),
    turn=st.integers(0, 359),
    shape=st.sampled_from(sorted(SHAPES)),
)
def test_a_dot_is_judged_by_where_it_is(
    tmp_path_factory: pytest.TempPathFactory, x: float, y: float, turn: int, shape: str
) -> None:
    """A full stop, turned any way about any point: the finding agrees with the distance of its
    corners from the edge, computed by hand."""
    root = tmp_path_factory.mktemp("dot")
    body = f'<g transform="translate({x:.3f} {y:.3f}) rotate({turn})">{words(".", 0, 0, 4)}</g>'
    found = {
        finding.severity for finding in findings(root, body, shape) if finding.check == "safe-zone"
    }
    _, width, height = SHAPES[shape]
    depth = depth_of(x, y, shape, width, height)
    reach = 1.5  # mm from the point of rotation to the farthest ink of the dot
    if depth < -reach:
        assert {"error"} == found
    elif depth > SAFE / MM + reach:
        assert set() == found
    elif depth > reach:
        assert "error" not in found


def depth_of(x: float, y: float, shape: str, width: float, height: float) -> float:
    """How far a point lies inside the cut, in mm."""
    if shape == "circle":
        return width / 2 - math.hypot(x - width / 2, y - width / 2)
    if shape == "hexagon":
        across, up = abs(x - width / 2), abs(y - height / 2)
        return min(height / 2 - up, height / 2 - (across * 3**0.5 + up) / 2)
    return min(x, y, width - x, height - y)


@pytest.mark.parametrize(
    ("side", "distance", "remedy"),
    [
        (12.7, 1.7, ""),
        (12.7, 1.0, "move it 0.6 mm inward, 1.6 mm are safe"),
        (25.4, 3.0, "move it 0.2 mm inward, 3.2 mm are safe"),
    ],
)
def test_small_pieces_have_a_safe_zone_of_their_own(
    tmp_path: Path, side: float, distance: float, remedy: str
) -> None:
    """On a counter of half an inch an eighth of an inch all around would leave a quarter of an inch
    for what it says."""
    font = cardgen.open_project(write_project(tmp_path)).fonts.face("Nunito", 600)
    left = (font.ink(font.shape("H").glyphs[0][0]) or (0,))[0] * 3 / font.units_per_em
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{words("H", distance - left, side / 2, 3)}</svg>'
    deck = f"size: {side}mm x {side}mm\ntemplate: card.svg\ncards: [{{id: one}}]\n"
    found = (
        cardgen.open_project(write_project(tmp_path, {"main": deck}, {"card.svg": face}))
        .validate()
        .findings
    )
    assert [remedy] * bool(remedy) == [finding.remedy for finding in found]


def test_a_finding_stands_at_the_field_that_says_the_text(tmp_path: Path) -> None:
    """A text from the data is found at its field, one from the template at the card."""
    (own,) = findings(tmp_path / "a", words("{{ card.name }}", 58, 40))
    (literal,) = findings(tmp_path / "b", words("literal", 58, 40))
    assert own.place
    assert literal.place
    assert (5, 4) == (own.place.line, literal.place.line)
    assert ("sweets", "main", "one", "safe-zone") == (own.game, own.deck, own.card, own.check)


def test_a_back_that_cards_share_is_judged_once(tmp_path: Path) -> None:
    back = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
        + words("back", 58, 40)
        + "</svg>"
    )
    report = cardgen.open_project(write_project(tmp_path, templates={"back.svg": back})).validate()
    assert ['card "one", back'] == [finding.what.partition(":")[0] for finding in report.findings]


def test_white_space_and_long_texts(tmp_path: Path) -> None:
    """A space cannot be too near the cut; a long text is shown by its beginning."""
    assert [] == findings(
        tmp_path / "a",
        '<text x="59" y="40" font-family="Nunito" font-size="1" xml:space="preserve">  </text>',
    )
    (found,) = findings(tmp_path / "b", words("word " * 20, 5, 40, 2.2))
    assert '"word word word word word word word wo..."' in found.what


def test_a_long_line_of_a_drawing_is_told_what_helps_there(tmp_path: Path) -> None:
    """It was asked for the fields of a card, which says nothing of it, as of a text that another
    program put into a frame of Inkscape's."""
    (found,) = findings(tmp_path, words("word " * 20, 5, 40, 2.2))
    assert (
        "it is one line: break it in its drawing, where flowed text is in lines once Inkscape has saved it; in"
        in found.remedy
    )


def test_the_least_size_is_that_of_the_documents() -> None:
    assert SMALLEST_TYPE == 6.0
    assert pytest.approx(9.0) == SAFE


def test_cards_that_all_look_the_same_are_told_once(tmp_path: Path) -> None:
    """A template that shows nothing of them, such as a drawing whose names were lost, or the
    placeholders of another program."""
    size, width, height = SHAPES["rectangle"]
    cards = "cards:\n  - {id: a, name: Owl}\n  - {id: b, name: Bat}\n  - {id: c, name: Owl, copies: 0}\n"
    deck = f"size: {size}\ntemplate: card.svg\n{cards}"
    sample = svg(words("%VAR_name%", 10, 40), width, height)

    def told(name: str, face: str, deck: str = deck) -> list[str]:
        drawings = {"card.svg": face, "back.svg": back, "still.svg": sample}
        workshop = cardgen.open_project(write_project(tmp_path / name, {"main": deck}, drawings))
        found = [f"{each.check} {each}" for each in workshop.validate().findings]
        assert found == [
            f"{each.check} {each}"
            for each in workshop.build(options=cardgen.Options(papers=("a4",))).findings
        ]
        return found

    back = svg(words("{{ card.name }}", 10, 40), width, height)
    (found,) = told("sample", sample)
    assert found.startswith("same-face ")
    assert (
        "main.yaml:2:1: warning: all 2 cards of this deck look the same, though they say different things; let the template show"
        in found
    )
    assert [] == told("shown", back)
    assert [] == told("backs", sample, deck.replace("cards:", "back: back.svg\ncards:"))
    assert [] == told("alike", sample, deck.replace("Bat", "Owl"))
    (found,) = told(
        "templates",
        sample,
        deck
        + "  - {id: d, name: Fox, template: back.svg}\n  - {id: e, name: Elk, template: back.svg}\n",
    )
    assert (
        "main.yaml:2:1: warning: all 2 cards of card.svg look the same, though they say different things; let the template show"
        in found
    )
    (found,) = told(
        "own",
        back,
        deck
        + "  - {id: d, name: Fox, template: still.svg}\n  - {id: e, name: Elk, template: still.svg}\n",
    )
    # where the first of them names it
    assert "main.yaml:7:34: warning: all 2 cards of still.svg look the same" in found


@pytest.mark.parametrize(
    ("said", "told", "instead"),
    [
        ("<b>Action:</b> draw.<br/>Pay 2.", "<b>", "**"),
        ("<br/>Pay 2.", "<br/>", r"\n"),
        ("Pay&nbsp;2", "&nbsp;", " "),
        ("a < b > c, R&D; <3", "", ""),
        ('<span color="red">Hit</span>', '<span color="red">', ""),
    ],
)
def test_tags_of_html_are_told_once_for_a_side(
    tmp_path: Path, said: str, told: str, instead: str
) -> None:
    """Tables of other tools have them, and they are printed as they stand; one that the template
    replaces is not."""
    boxes = "{{{{ text_box(card.rules{}, 10, 20, 40, 40, size=9) }}}}"
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\nfields: {{rules: text}}\ncards:\n  - {{id: one, rules: {said!r}}}\n"
    for more, expected in (
        ("", [told] if told else []),
        ("|replace('<', '')|replace('&', '')", []),
    ):
        root = write_project(
            tmp_path / f"{bool(more)}",
            {"main": deck},
            {"card.svg": svg(boxes.format(more), 60, 80)},
        )
        found = cardgen.open_project(root).validate().findings
        assert [("leftover", "warning")] * len(expected) == [
            (each.check, each.severity) for each in found
        ]
        assert all(f'"{told}" of HTML' in each.what for each in found)
        assert all(f"card.rules|replace('{told}', '{instead}')" in each.remedy for each in found)


_ROUND = '<clipPath id="c"><rect x="10" y="10" width="40" height="40" rx="{}"/></clipPath>'
_MASK = '<mask id="c" maskUnits="userSpaceOnUse" x="0" y="0" width="60" height="60">{}</mask>'


@pytest.mark.parametrize(
    ("defined", "wears", "cut"),
    [
        (_ROUND.format(14), 'clip-path="url(#c)"', '"O" is not printed whole'),
        (_ROUND.format(3), 'clip-path="url(#c)"', ""),
        (_ROUND.format(3), 'clip-path="url(#c)" transform="rotate(2 20 20)"', ""),
        (
            _MASK.format('<rect x="14" width="50" height="50" fill="#fff"/>'),
            'mask="url(#c)"',
            '"O" is not printed whole',
        ),
        (
            _MASK.format(
                '<rect width="50" height="50" fill="#fff"/><circle cx="20" cy="14" r="3"/>'
            ),
            'mask="url(#c)"',
            "is not printed whole",
        ),
        (
            _MASK.format(
                '<rect width="50" height="50" fill="#fff"/><rect x="5" y="5" width="40" height="20"/>'
            ),
            'mask="url(#c)"',
            "no letter",
        ),
        (
            _MASK.format('<rect width="50" height="50" rx="4" style="fill:#999"/>'),
            'mask="url(#c)"',
            "",
        ),
        (
            _MASK.format('<rect width="50" height="50"/>').replace(
                "<mask", '<mask mask-type="alpha"'
            ),
            'mask="url(#c)"',
            "",
        ),
    ],
)
def test_letters_that_a_round_clip_or_a_mask_cuts_are_told(
    tmp_path: Path, defined: str, wears: str, cut: str
) -> None:
    words = '<text x="11" y="16" font-family="Nunito" font-size="5">{{ card.name }}</text>'
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards: [{id: a, name: Owls see}]\n"
    root = write_project(
        tmp_path, {"main": deck}, {"card.svg": svg(f"{defined}<g {wears}>{words}</g>", 60, 80)}
    )
    found = [
        each.what
        for each in cardgen.open_project(root).validate().findings
        if each.check == "cut-text"
    ]
    assert bool(cut) is (len(found) == 1)
    assert all(cut in each for each in found)


def test_a_text_that_a_clip_cuts_off_is_an_error(tmp_path: Path) -> None:
    """In build too; not where letters stand out by a hair, nor of a drawing that its frame
    crops."""
    clip = '<clipPath id="c"><rect x="10" y="10" width="30" height="20"/></clipPath>'
    words = '<text x="{}" y="{}" font-family="Nunito" font-size="5">{{{{ card.name }}}}</text>'
    body = (
        clip
        + '<g clip-path="url(#c)">'
        + words.format(12, 20)
        + '<image href="sign.svg" x="8" y="8" width="20" height="20"/></g>'
    )
    sign = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text x="0" y="3" font-family="Nunito" font-size="3">Ink</text></svg>'
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards: [{id: a, name: A name that is cut off}, {id: b, name: Short}]\n"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(body, 60, 80)},
        files={"card_data/sweets/art/sign.svg": sign},
    )
    for words_of_call in (("build", "--paper", "a4"), ("validate",)):
        result = run(*words_of_call, project=root)
        assert 1 == result.exit_code
        assert (
            'card "a", face: the text "A name that is cut off" is cut off by its frame or clip: '
            in result.stderr
        )
        assert 1 == result.stderr.count("cut-text")
    gone = svg(clip + '<g clip-path="url(#c)">' + words.format(12, 60) + "</g>", 60, 80)
    write_project(tmp_path, {"main": deck}, {"card.svg": gone})
    assert (
        "all 2 cards (a, b): card.name is cut away whole by a clip"
        in run("validate", project=root).stderr
    )
