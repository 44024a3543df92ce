"""Text: where its runs stand, how white space and anchors count, and that a reader finds the words
that were written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_font import made_font
from operators import steps_of
from pictures import Stock, drawing, look, pdf_of, pixels, shipped_fonts, svg, text_of
from PIL import ImageChops

from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg import paint as walker
from cardgen.engine.svg.glyphs import placed_glyphs
from cardgen.engine.svg.parse import read_svg
from cardgen.engine.svg.text_run import TextRun, matrix_of
from cardgen.engine.typography.fontbook import FontBook
from cardgen.load.font_list import open_fonts

F = 'font-family="Nunito" font-size="10"'


def text(body: str, attributes: str = "") -> Drawing:
    return drawing(svg(f"<text {F} {attributes}>{body}</text>", 200, 40))


def runs(body: str, attributes: str = "") -> list[tuple[str, float, float]]:
    """Each run: what it says, and where its baseline begins."""
    return [
        (mark.text, round(mark.placement.e, 2), round(mark.placement.f, 2))
        for mark in text(body, attributes).texts
    ]


def width(words: str, weight: int = 400, spacing: float = 0.0) -> float:
    """The set width at 10 units, from the font itself."""
    return round(10 * shipped_fonts().width(words, ("Nunito",), weight, spacing=spacing), 2)


def test_white_space_is_one_space_and_none_at_the_ends() -> None:
    assert "a b c d" == "".join(
        run for run, _, _ in runs("\n  a   b\n\t <tspan> c </tspan> d ", 'x="1"')
    )


def test_white_space_can_be_kept() -> None:
    assert [(" a  b ", 0, 0)] == runs(" a\t\nb ", 'xml:space="preserve"')
    kept = runs('a  <tspan xml:space="preserve">  b </tspan>  c')
    assert ["a ", "  b ", " c"] == [run for run, _, _ in kept]


def test_no_break_spaces_are_kept() -> None:
    assert "\u00a0a\u00a0\u00a0b" == runs("&#160;a&#160;&#160;b")[0][0]


@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_an_anchor_counts_for_the_whole_line(anchor: str, share: float) -> None:
    """Spans of other sizes and weights included."""
    found = runs(
        'ab<tspan font-size="20">c</tspan><tspan font-weight="800">d</tspan>',
        f'x="100" y="20" text-anchor="{anchor}"',
    )
    total = width("ab") + 2 * width("c") + width("d", 800)
    assert found[0][1] == pytest.approx(100 - share * total, abs=0.02)
    assert found[1][1] == pytest.approx(found[0][1] + width("ab"), abs=0.02)
    assert found[2][1] == pytest.approx(found[1][1] + 2 * width("c"), abs=0.02)


def test_a_new_place_begins_a_new_line_with_its_own_anchor() -> None:
    found = runs(
        'ab<tspan x="50" y="30" text-anchor="end">cd</tspan>', 'x="50" text-anchor="middle"'
    )
    assert found == [
        ("ab", pytest.approx(50 - width("ab") / 2, abs=0.02), 0),
        ("cd", pytest.approx(50 - width("cd"), abs=0.02), 30),
    ]


def test_shifts_add_up_from_run_to_run() -> None:
    found = runs('a<tspan dx="5" dy="2">b</tspan><tspan dy="1em">c</tspan>d', 'x="1" y="3"')
    b = 1 + width("a") + 5
    c = b + width("b")
    assert found == [
        ("a", 1, 3),
        ("b", pytest.approx(b, abs=0.02), 5),
        ("c", pytest.approx(c, abs=0.02), 15),
        ("d", pytest.approx(c + width("cd") - width("d"), abs=0.02), 15),
    ]


def test_the_innermost_place_counts_and_an_empty_span_has_none() -> None:
    assert [("a", 7, 9)] == runs('<tspan x="5" y="9"><tspan x="7">a</tspan></tspan>', 'x="1" y="1"')
    assert runs("ab") == [("ab", 0, 0)]
    assert [0, 0] == [y for _, _, y in runs('a<tspan x="60" y="60"/>b')]


def test_letter_spacing_comes_after_each_letter_and_parts_ligatures() -> None:
    _, (_, after, _) = runs('fi<tspan font-weight="800">x</tspan>', 'letter-spacing="2"')
    assert after == pytest.approx(width("f") + width("i") + 4, abs=0.02)
    _, (_, tight, _) = runs('fi<tspan font-weight="800">x</tspan>')
    assert tight == pytest.approx(width("fi"), abs=0.02)


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ("office fjord flat AVATAR", ""),
        ("Häagen čaj Ångström", ""),
        ("Spread out", 'letter-spacing="4"'),
        ("Привет", ""),
        ("a\u0301 x\u0323 z\u0323\u0301", ""),
        ("Ab<tspan font-weight='800'>cd</tspan>ef", ""),
    ],
)
def test_a_reader_finds_the_words(body: str, attributes: str) -> None:
    """Ligatures, marks and spaced letters included, on the page and in a form."""
    plain = body.replace("<tspan font-weight='800'>", "").replace("</tspan>", "")
    for shared in (False, True):
        found = text_of(pdf_of(text(body, f'x="2" y="20" {attributes}'), shared=shared))
        assert "".join(plain.split()) == "".join(found.split()).replace("\u0002", "")


@pytest.mark.parametrize("family", ["Nunito", "'Baloo 2'"])
def test_ligatures_are_read_back_as_their_letters_by_readers_that_know_no_more_than_glyphs(
    family: str,
) -> None:
    """ActualText parts a word where MuPDF reads it, and pypdf and pdfminer pass it over: they found
    a character for ﬁ."""
    drawn = drawing(
        svg(f'<text font-family="{family}" font-size="10" y="10">first shuffle</text>', 90, 20)
    )
    assert b"ActualText" not in drawn.content
    assert {"fi", "r"} < {
        text for words in drawn.words.values() for word in words for text in word.glyphs.values()
    }
    assert ["first", "shuffle"] == text_of(pdf_of(drawn)).split()


def test_one_glyph_that_stands_for_two_texts_is_read_as_each() -> None:
    """A no-break space is drawn with the glyph of the space; text copied from the page must not mix
    other letters up."""
    both = drawing(svg(f'<text {F} y="10">a b</text><text {F} y="30">a&#160;b</text>', 100, 40))
    assert ["a", "b", "a", "b"] == text_of(pdf_of(both)).split()


def test_text_in_every_paint_is_seen() -> None:
    """Filled, outlined, both, and translucent: a thick letter in the middle of each unit."""
    heavy = 'font-family="\'Baloo 2\'" font-size="12" font-weight="800"'
    for paint, letter in (
        ('fill="red"', "R"),
        ('fill="none" stroke="red" stroke-width="3"', "R"),
        ('fill="red" stroke="red"', "R"),
        ('fill="red" fill-opacity=".5"', "r"),
        ('fill="red" opacity=".5"', "r"),
    ):
        assert letter in look(svg(f'<text x="1" y="9" {heavy} {paint}>I</text>', 8, 10))


def test_an_outline_under_its_fill_leaves_the_letter_whole() -> None:
    heavy = 'font-family="\'Baloo 2\'" font-size="12" font-weight="800" fill="red" stroke="blue" stroke-width="3"'
    over = look(svg(f'<text x="2" y="9" {heavy}>I</text>', 8, 10))
    under = look(svg(f'<text x="2" y="9" {heavy} paint-order="stroke">I</text>', 8, 10))
    assert under.count("R") > over.count("R")
    assert "B" in under


def test_an_outline_does_not_last_into_the_next_text_or_form() -> None:
    """The way letters are painted is part of the state that a form inherits."""
    outlined = f'<text y="9" {F} fill="none" stroke="red">I</text>'
    plain = drawing(
        svg(
            '<text x="2" y="9" font-family="Nunito" font-size="12" font-weight="800">I</text>',
            8,
            10,
        )
    )
    placed = drawing(
        svg(outlined + '<image href="i" width="8" height="10"/>', 8, 10), images={"i": plain}
    )
    alone = drawing(svg('<image href="i" width="8" height="10"/>', 8, 10), images={"i": plain})
    rows = [pixels(pdf_of(each)).crop((20, 0, 72, 90)).tobytes() for each in (placed, alone)]
    assert alone.forms.keys() == placed.forms.keys()
    black = [row.count(b"\0\0\0") for row in rows]
    assert black[1]
    assert abs(black[0] - black[1]) < 50


def test_hidden_text_takes_its_room() -> None:
    found = runs('a<tspan visibility="hidden">b</tspan>c<tspan display="none">d</tspan>e')
    # c and e are kerned
    ends = [
        pytest.approx(width("ab"), abs=0.05),
        pytest.approx(width("abce") - width("e"), abs=0.05),
    ]
    assert [("a", 0, 0), ("c", ends[0], 0), ("e", ends[1], 0)] == found


def test_a_style_sheet_reaches_spans_that_have_only_a_place() -> None:
    found = drawing(
        svg(
            f'<style>tspan{{fill:red}}</style><text {F}><tspan x="1" y="9">a</tspan></text>', 20, 20
        )
    )
    assert ((1, 0, 0),) == found.texts[0].fill


def test_marks_stand_over_their_letter() -> None:
    """A letter and a mark that the font has only apart print where the letter and mark of one glyph
    would."""
    heavy = "font-family='Nunito' font-size='30' font-weight='800' y='30' x='2'"
    bare, marked = (
        pixels(pdf_of(drawing(svg(f"<text {heavy}>{word}</text>", 30, 40))))
        for word in ("x", "x\u0301")
    )
    ink = [
        image.convert("L").point(lambda value: 255 - value).getbbox() for image in (bare, marked)
    ]
    assert ink[0]
    assert ink[1]
    left, top, right, bottom = ink[0]
    assert (left, right, bottom) == pytest.approx((ink[1][0], ink[1][2], ink[1][3]), abs=9)
    assert ink[1][1] < top - 20


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    folder = tmp_path_factory.mktemp("fonts")
    (folder / "Scripts.ttf").write_bytes(made_font())
    return open_fonts([folder])


class Writing(Stock):
    """The surroundings of a walker, with the made font."""

    def __init__(self, fonts: FontBook) -> None:
        super().__init__()
        self.fonts = fonts

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> object:
        return self.fonts.runs(text, families, weight, italic)

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> object:
        return self.fonts.face(families[0], weight, italic)


@pytest.mark.parametrize(
    ("body", "attributes", "seen"),
    [
        ("ab \u05d0\u05d1 cd", "", ["ab ", "\u05d0\u05d1", " cd"]),
        ("\u05d0\u05d1 12 \u05d2", "", [" \u05d2", "12", "\u05d0\u05d1 "]),
        ("ab \u05d0!", 'direction="rtl"', [" \u05d0!", "ab"]),
        ('a<tspan unicode-bidi="bidi-override" direction="rtl">bc</tspan>', "", ["a", "bc"]),
        ("\u0628\u0633 \u0661\u0662", "", ["\u0661\u0662", "\u0628\u0633 "]),
        ("\u2067a!\u2069 b", "", ["!", "a", " b"]),
    ],
)
def test_text_both_ways_stands_as_it_is_seen(
    scripts: FontBook, body: str, attributes: str, seen: list[str]
) -> None:
    made = svg(
        f'<text font-family="Scripts" font-size="10" x="50" {attributes}>{body}</text>', 100, 40
    )
    found = walker.paint(read_svg(made), Writing(scripts))
    assert seen == [mark.text for mark in sorted(found.texts, key=lambda mark: mark.placement.e)]


def laid_out(fonts: FontBook, body: str, attributes: str = "") -> list[TextRun]:
    """The runs of a <text> of 10 units, as they are painted."""
    found: list[TextRun] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            "cardgen.engine.svg.text.paint_run", lambda brush, run, box: found.append(run)
        )
        walker.paint(
            read_svg(
                svg(
                    f'<text font-family="Scripts" font-size="10" {attributes}>{body}</text>',
                    100,
                    100,
                )
            ),
            Writing(fonts),
        )
    return found


def drawn_glyphs(runs: list[TextRun]) -> list[tuple[int, float, float]]:
    """Each glyph and where it stands."""
    found = []
    for run in runs:
        for gid, left, base, _ in placed_glyphs(
            run.font, run.text, run.line, run.style.letter_spacing / 10, run.style.word_spacing / 10
        ):
            at = matrix_of(run)(left * 10, -base * 10)
            found.append((gid, round(at.x, 3), round(at.y, 3)))
    return sorted(found)


def listed(values: Sequence[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


BOTH_WAYS = st.text(
    "ab \u05d0\u05d1\u05d2\u0628\u0633\u0644\u0645\u0627,", min_size=1, max_size=9
).filter(lambda text: text == " ".join(text.split()))
LETTERS = st.permutations("abc\u05d0\u05d1\u0628\u0633\u0644\u0645").map(
    lambda letters: "".join(letters[:6])
)
SHIFTS = st.lists(st.integers(-9, 9), min_size=6, max_size=6)


def test_joined_letters_join_within_a_word_and_across_spans_of_it(scripts: FontBook) -> None:
    font = scripts.face("Scripts")
    apart = {glyph[0] for letter in "\u0628\u0633\u0645" for glyph in font.shape(letter).glyphs}
    whole = drawn_glyphs(laid_out(scripts, "\u0628\u0633\u0645"))
    assert apart.isdisjoint(gid for gid, _, _ in whole)
    assert whole == drawn_glyphs(laid_out(scripts, '\u0628<tspan fill="red">\u0633</tspan>\u0645'))
    placed_anew = drawn_glyphs(laid_out(scripts, "\u0628\u0633\u0645", 'x="10 30 50"'))
    assert apart == {gid for gid, _, _ in placed_anew}


@given(BOTH_WAYS, st.data())
def test_places_that_move_nothing_and_spans_change_no_glyph(
    scripts: FontBook, body: str, data: st.DataObject
) -> None:
    whole = drawn_glyphs(laid_out(scripts, body, 'x="50"'))
    assert whole == drawn_glyphs(laid_out(scripts, body, f'x="50" dx="{listed([0] * len(body))}"'))
    cut = data.draw(st.integers(0, len(body)))
    kept = 'x="50" style="white-space:pre"'
    assert whole == drawn_glyphs(
        laid_out(scripts, f"{body[:cut]}<tspan>{body[cut:]}</tspan>", kept)
    )


@given(LETTERS, SHIFTS)
def test_a_letter_is_moved_by_all_shifts_before_it_in_reading_order(
    scripts: FontBook, body: str, shifts: list[int]
) -> None:
    still = {
        run.text: run
        for run in laid_out(scripts, body, f'x="50" y="50" rotate="{listed(range(1, 7))}"')
    }
    moved = {
        run.text: run
        for run in laid_out(
            scripts,
            body,
            f'x="50" y="50" dx="{listed(shifts)}" dy="{listed(shifts)}" rotate="{listed(range(1, 7))}"',
        )
    }
    assert set(body) == still.keys() == moved.keys()
    first = body[0]
    for number, letter in enumerate(body):
        far = sum(shifts[1 : number + 1])
        assert moved[letter].angle == number + 1
        assert moved[letter].y == pytest.approx(50 + sum(shifts[: number + 1]))
        assert moved[letter].x - moved[first].x == pytest.approx(
            still[letter].x - still[first].x + far
        )


@given(LETTERS, SHIFTS, st.sampled_from([("start", 0.0), ("middle", 0.5), ("end", 1.0)]))
def test_an_anchor_holds_what_letters_cover_wherever_they_are_moved(
    scripts: FontBook, body: str, shifts: list[int], anchor: tuple[str, float]
) -> None:
    name, share = anchor
    runs = laid_out(scripts, body, f'x="50" dx="{listed(shifts)}" text-anchor="{name}"')
    left, right = min(run.x for run in runs), max(run.x + run.line.advance * 10 for run in runs)
    assert left + share * (right - left) == pytest.approx(50 + shifts[0])


@given(SHIFTS, SHIFTS, st.sampled_from(["start", "middle", "end"]))
def test_vertical_text_is_a_line_turned_a_quarter(
    scripts: FontBook, right: list[int], down: list[int], anchor: str
) -> None:
    """Its middle on the line."""
    both = f'text-anchor="{anchor}" letter-spacing="1"'
    lying = laid_out(
        scripts,
        "abcdef",
        f'x="50" y="-40" dx="{listed(down)}" dy="{listed([-each for each in right])}" {both}',
    )
    standing = laid_out(
        scripts,
        "abcdef",
        f'x="40" y="50" dx="{listed(right)}" dy="{listed(down)}" writing-mode="tb" {both}',
    )
    middle = 10 * (0.9 - 0.2) / 2
    turned = sorted((gid, round(-y - middle, 3), x) for gid, x, y in drawn_glyphs(lying))
    assert drawn_glyphs(standing) == [
        (gid, pytest.approx(x), pytest.approx(y)) for gid, x, y in turned
    ]


def test_lines_go_over_through_and_under_text_across_and_beside_it_down() -> None:
    """Each a tenth of the size thick: along spaces nothing else is seen."""
    every = 'text-decoration="underline overline line-through" style="white-space:pre" font-family="Nunito" font-size="10"'
    across = pixels(pdf_of(drawing(svg(f'<text x="2" y="20" {every}>   </text>', 30, 30)))).convert(
        "L"
    )
    down = pixels(
        pdf_of(drawing(svg(f'<text x="15" y="2" writing-mode="tb" {every}>   </text>', 30, 30)))
    ).convert("L")
    unit = across.width // 30
    columns = [across.getpixel((5 * unit, y)) for y in range(across.height)]
    rows = [down.getpixel((x, 5 * unit)) for x in range(down.width)]
    for seen in (columns, rows):
        bands = [
            len(list(group)) for dark, group in groupby(seen, key=lambda value: value < 128) if dark
        ]
        assert bands == [pytest.approx(unit, abs=1)] * 3


def test_letters_of_the_far_east_stand_upright_in_vertical_text(scripts: FontBook) -> None:
    """The middle of their cell on the line, and each below the last."""
    down, across = (
        pixels(
            pdf_of(
                walker.paint(
                    read_svg(svg(f'<g font-family="Scripts" font-size="10">{body}</g>', 40, 40)),
                    Writing(scripts),
                )
            )
        )
        for body in (
            '<text x="20" y="5" writing-mode="tb">\u65e5\u672c</text>',
            '<text x="15" y="14">\u65e5</text><text x="15" y="25">\u672c</text>',
        )
    )
    assert (
        not ImageChops.difference(down, across)
        .point(lambda value: 255 if value > 90 else 0)
        .getbbox()
    )


def test_a_reader_finds_the_words_of_vertical_and_parted_text(scripts: FontBook) -> None:
    for body, attributes in (
        ("\u65e5\u672c ab", 'x="50" y="5" writing-mode="tb"'),
        ("ab \u672c", 'x="5" y="50" dx="0 3 3 3"'),
    ):
        made = svg(
            f'<text font-family="Scripts" font-size="10" {attributes}>{body}</text>', 100, 100
        )
        found = text_of(pdf_of(walker.paint(read_svg(made), Writing(scripts))))
        assert body.replace(" ", "") == "".join(found.split())


def test_what_is_outlined_in_a_gradient_is_a_path_and_text_that_is_not_seen() -> None:
    """poppler strokes glyphs in black, Ghostscript fills them."""
    stops = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    for fill in ("none", "red", "url(#g)"):
        body = f'{stops}<text {F} y="30" fill="{fill}" stroke="url(#g)">Boo</text>'
        drawn = drawing(svg(body, 60, 40))
        forms = [steps_of(form.content) for form in drawn.forms.values()]
        (shown,) = [steps for steps in forms if "SCN" in [name for name, _ in steps]]
        assert {(3.0,)} == {operands for name, operands in shown if name == "Tr"}
        assert [("h", ()), ("S", ())] == shown[-2:]
        assert {"Boo"} == set(text_of(pdf_of(drawn)).split())


def test_an_outline_alone_is_as_opaque_as_all_readers_take_it() -> None:
    """pdf.js strokes text by what holds for fills."""
    drawn = drawing(
        svg(f'<text {F} y="30" fill="none" stroke="red" stroke-opacity=".5">Boo</text>', 60, 40)
    )
    assert ["<< /ca 0.5 /CA 0.5 >>"] == list(drawn.stream.states.values())


def test_letters_are_slanted_and_fattened_that_the_font_has_only_upright_and_thin() -> None:
    leaning = drawing(
        svg('<text font-family="Creepster" font-style="italic" x="1" y="9">Boo</text>', 40, 10)
    )
    assert ("Tm", (1, 0, 0.25, -1, 1, 9)) in steps_of(leaning.content)
    fat = drawing(
        svg(
            '<text font-family="Creepster" font-weight="700" font-size="16" x="1" y="9">Boo</text>',
            40,
            10,
        )
    )
    assert {("Tr", (2,)), ("w", (0.5,))} <= {*steps_of(fat.content)}
    own = drawing(
        svg('<text font-family="Nunito" font-weight="900" x="1" y="9">Boo</text>', 40, 10)
    )
    assert ("Tr", (2,)) not in steps_of(own.content)
