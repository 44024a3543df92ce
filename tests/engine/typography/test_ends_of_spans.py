"""Where spans begin and end: hyphens, icons, lines under words, letters that join, both ways."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_font import FAMILY, HEBREW, SMALL_CAPITALS, made_font, small_capitals_font
from projects import SHIPPED

from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.paragraph import SMALL
from cardgen.engine.typography.text_layout import Layout, Run
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

BOX = TextBox(70, 400, ("Nunito",), 10, weight=600, hyphenation_language="en")
LEFTWARD = replace(BOX, width=200, families=(FAMILY,), weight=400, hyphenation_language="")
ONE, TWO, THREE = HEBREW[0:3], HEBREW[3:6], HEBREW[6:9]


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    folder = tmp_path_factory.mktemp("fonts")
    (folder / "Scripts.ttf").write_bytes(made_font())
    nunito = SHIPPED / "fonts/Nunito-SemiBold.ttf"
    (folder / "Capitals.ttf").write_bytes(small_capitals_font(nunito))
    return open_fonts([SHIPPED / "fonts", folder])


def laid(markup: str, fonts: FontBook, box: TextBox = BOX) -> Layout:
    return box.fit(markup, fonts, lambda name: 1.0)


def lines(layout: Layout) -> list[list[str]]:
    """Each line as its runs and icons from left to right, without what says which way they run."""
    return [
        [
            item.text.strip("\u2067\u2069") if isinstance(item, Run) else f"{{{item.name}}}"
            for item in line.items
        ]
        for line in layout.lines
    ]


@pytest.mark.parametrize(
    "markup",
    [
        "an extraordinarily long",
        "an extraor[dinarily]{color=#AA0000} long",
        "an [extraor]{color=#AA0000}dinarily long",
        "an [extra]{color=#AA0000}[ordin]{color=#00AA00}arily long",
    ],
)
def test_a_word_is_divided_at_the_same_place_wherever_spans_begin(
    markup: str, fonts: FontBook
) -> None:
    first, second = laid(markup, fonts).lines
    words = [
        "".join(item.text for item in line.items if isinstance(item, Run))
        for line in (first, second)
    ]
    assert [word.replace(" ", "") for word in words] == ["anextraordin-", "arilylong"]
    assert second.width == pytest.approx(laid("arily long", fonts).lines[0].width)


def test_the_hyphen_looks_as_what_it_divides(fonts: FontBook) -> None:
    first, second = laid("an extraor[dinarily]{color=#AA0000} long", fonts).lines
    last, rest = first.items[-1], second.items[0]
    assert isinstance(last, Run)
    assert isinstance(rest, Run)
    assert (last.text, last.divided, last.colour) == ("din-", True, "#AA0000")
    assert rest.colour == "#AA0000"


def test_a_line_under_words_goes_as_far_as_the_icons_at_their_ends(fonts: FontBook) -> None:
    box = replace(BOX, width=200)
    layout = laid("on [{sour} take {sour}]{.underline} {sour}", fonts, box)
    (bar,) = layout.decorations
    first, second, _ = layout.icons
    assert bar.box.x == pytest.approx(first.x)
    assert bar.box.x + bar.box.width == pytest.approx(second.x + second.width)


def test_an_icon_that_ends_a_span_takes_its_line_along(fonts: FontBook) -> None:
    layout = laid("[take the very {sour}]{.underline} one", fonts, replace(BOX, width=60))
    assert lines(layout) == [["take the very"], ["{sour}", "one"]]
    assert [len(line.decorations) for line in layout.lines] == [1, 1]


def test_icons_at_the_ends_of_spans_stand_as_they_are_read(fonts: FontBook) -> None:
    markup = (
        f"{ONE} [{TWO} {{sour}}]{{.underline}} 12{{leaf}} [abc {{sun}}]{{color=#AA0000}} {THREE}"
    )
    layout = laid(markup, fonts, LEFTWARD)
    assert lines(layout) == [[THREE, "{sun}", "abc", "{leaf}", "12", "{sour}", TWO, ONE]]
    (bar,) = layout.decorations
    icon, word = layout.icons[2], layout.runs[-2]
    assert bar.box.x == pytest.approx(icon.x)
    assert bar.box.x + bar.box.width == pytest.approx(word.x + word.width)


def test_items_of_lists_hang_at_the_right_with_their_icons(fonts: FontBook) -> None:
    markup = f"- {{sour}} {ONE} {TWO} [{THREE}]{{.underline}}\n- {{leaf}} {TWO}"
    layout = laid(markup, fonts, replace(LEFTWARD, width=60))
    assert lines(layout) == [[f"{ONE} {TWO}", "{sour}"], [THREE], [TWO, "{leaf}"]]
    edges = [line.items[0].x + line.items[0].width for line in layout.lines]
    assert edges == pytest.approx([edges[0]] * 3)


@pytest.mark.parametrize(
    ("markup", "joiners"),
    [
        ("\u0628[\u0633]{color=#AA0000}\u0644", 4),  # each joins the next
        ("\u0627[\u0628]{color=#AA0000}", 0),  # an alef joins nothing behind it
        ("\u0628[\u0627]{color=#AA0000}\u0628", 2),
        ("\u0628 [\u0633]{color=#AA0000}", 0),  # not over a space
        (f"{ONE}[{TWO}]{{color=#AA0000}}", 0),
    ],
)
def test_letters_join_across_spans(markup: str, joiners: int, fonts: FontBook) -> None:
    layout = laid(markup, fonts, LEFTWARD)
    plain = laid(markup.replace("]{color=#AA0000}", "").replace("[", ""), fonts, LEFTWARD)
    assert sum(run.text.count("\u200d") for run in layout.runs) == joiners
    assert layout.lines[0].width == pytest.approx(plain.lines[0].width)


def test_small_capitals_are_the_fonts_own_where_it_has_them(fonts: FontBook) -> None:
    box = replace(BOX, families=(SMALL_CAPITALS,), width=200)
    (run,) = laid("[Night Owl]{.small-caps}", fonts, box).runs
    assert (run.text, run.size, run.font.small_capitals) == ("Night Owl", 10, True)
    (plain,) = laid("Night Owl", fonts, box).runs
    assert run.width > plain.width
    scaled = laid("[Night Owl]{.small-caps}", fonts, replace(BOX, width=200)).runs
    assert [(part.text, part.size) for part in scaled[:2]] == [("N", 10), ("IGHT", 10 * SMALL)]
    assert not any(part.font.small_capitals for part in scaled)
