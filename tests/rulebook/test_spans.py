"""Spans of a rulebook: the same mark-up and styles as on cards."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from books import made, write_book
from briefs import briefs
from projects import run, text_of
from reading import structure_of
from test_reading import painted

from cardgen.model.span_styles import SpanSheet, SpanStyle
from cardgen.rulebook.blocks import InlineSpan, Items, ParagraphBlock, plain
from cardgen.rulebook.jinja import Written
from cardgen.rulebook.markdown import read_book

SHEET = SpanSheet({"hot": SpanStyle(color="berry", weight=800)}, {"berry": "#C00000"})


def spans(source: str) -> tuple[tuple[InlineSpan, ...], list[str]]:
    manuscript, problems = read_book(Path("b.md"), Written((source,), (1,), (), ()), styles=SHEET)
    (block,) = manuscript.lead
    assert isinstance(block, ParagraphBlock)
    return block.spans, briefs(problems)


def test_words_within_brackets_have_a_style_of_the_game() -> None:
    (before, two, red, after), problems = spans("Take [two **red**]{.hot} cards")
    assert problems == []
    assert [before.text, two.text, red.text, after.text] == ["Take ", "two ", "red", " cards"]
    assert two.style == SpanStyle(color="#C00000", weight=800)
    assert red.bold
    assert red.style == two.style
    assert before.style is after.style is None


@pytest.mark.parametrize(
    "source", ["A [plain] bracket", "see [1], [2]", "a [x](https://a.example) b"]
)
def test_a_bracket_without_a_style_is_what_it_was(source: str) -> None:
    written, problems = spans(source)
    assert problems == []
    assert not any(span.style for span in written)


def test_spans_stand_in_each_other() -> None:
    (_, inner, _), _ = spans("[a [b]{size=2} c]{size=1.5}")
    assert inner.size == 3


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("[x]{.hto}", 'b.md:1 unknown-style "hto" -> "hot"'),
        ("[x]{color=bery}", 'b.md:1 unknown-colour "bery" -> "berry"'),
        ("[x]{.hot y}", 'b.md:1 span-wrong "y" "{.hot y}"'),
        ("{sword size=big}", 'b.md:1 span-wrong "big"'),
    ],
)
def test_a_style_that_is_not_there_is_told_once(source: str, told: str) -> None:
    written, problems = spans(source)
    assert problems == [told]
    assert written


def test_an_icon_has_a_size_of_its_own() -> None:
    (icon,), problems = spans("{sword size=2}")
    assert problems == []
    assert (icon.icon, icon.size) == ("sword", 2)


def items(source: str, bullet: str = "") -> list[tuple[str, str]]:
    """The marker of each item, and the words of its first paragraph."""
    manuscript, problems = read_book(
        Path("b.md"), Written((*source.split("\n"),), (1,) * 9, (), ()), list_bullet=bullet
    )
    assert problems == []
    (block,) = manuscript.lead
    assert isinstance(block, Items)
    found = []
    for marker, item in zip(block.markers, block.items, strict=True):
        first = item[0]
        assert isinstance(first, ParagraphBlock)
        signs = [span.icon or span.text for span in marker]
        found.append(("".join(signs), plain(first.spans)))
    return found


def test_an_icon_takes_the_place_of_a_bullet_as_on_cards() -> None:
    assert items("- {sword} Fight\n- Run\n- {sword}") == [("sword", "Fight"), ("", "Run"), ("", "")]
    assert items("1. {sword} Fight") == [("", "Fight")]


def test_the_bullets_of_a_game_are_those_of_its_book() -> None:
    assert items("- one\n  - two\n- {sword} three", "{leaf}") == [
        ("leaf", "one"),
        ("sword", "three"),
    ]
    assert items("- one", "[>]{color=#AA0000}") == [(">", "one")]
    assert items("1. one", "{leaf}") == [("", "one")]


def test_bullets_of_icons_are_painted_and_named(tmp_path: Path) -> None:
    leaf = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    book = "## A\n\n- {leaf size=1.5} one\n- two\n\nEnd.\n"
    folder = made(tmp_path, book, "--paper", "a4", leaf=leaf)
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        figures = [element for element in structure_of(pdf).all() if element.kind == "Figure"]
    assert [figure.alt for figure in figures] == ["Leaf"]
    assert "one two End." in " ".join(text_of(folder / "rulebook-a4.pdf")[1].split())


def test_bars_are_ornaments_and_words_are_read_in_order(tmp_path: Path) -> None:
    """What lies beneath and through words is part of the page's ornaments; the text is one."""
    book = (
        "## A\n\nTake [two]{.underline} or [three *big*]{background=#FFEEAA size=1.5} and "
        "[none]{.strike} of x[2]{.sup}, as [Owls]{.small-caps} do.\n"
    )
    folder = made(tmp_path, book, "--paper", "a4")
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        numbers = painted(pdf.pages[1])
        kinds = [element.kind for element in structure_of(pdf).all()]
    assert numbers
    assert "P" in kinds
    words = " ".join(text_of(folder / "rulebook-a4.pdf")[1].split())
    assert "Take two or three big and none of x2, as OWLS do." in words


def test_words_that_hardly_stand_out_are_told(tmp_path: Path) -> None:
    """On chapters, in heads of tables, in titles of boxes and on paper; once for each colour there."""
    book = (
        "[pale]{color=#FFF3D0} on paper, [pale again]{color=#FFF3D0}, [dark]{color=#222222}\n\n"
        "## A [red]{.red} chapter\n\n| [head]{.red} | x |\n|---|---|\n| [row]{.red} | y |\n\n"
        "::: note Box [white]{color=white} [grey]{color=#DDDDDD background=#FFFFFF}\n[in]{.red}\n:::\n"
    )
    root = write_book(tmp_path, book)
    game = root / "card_data/sweets/game.yaml"
    game.write_text(
        'title: Sweets\npalette: {red: "#B00020"}\nstyles: {red: {color: red}}\n', "utf-8"
    )
    result = run("validate", project=root)
    assert 3 == result.stderr.count("[contrast]")
    assert [told for told in result.briefs if " contrast " in told] == [
        'warning rulebook.md:1 contrast "pale" 1.1',
        'warning rulebook.md:3 contrast "red" 1.0',
        'warning rulebook.md:9 contrast "grey" 1.4',
    ]


def test_words_that_are_too_small_are_told(tmp_path: Path) -> None:
    """By the edition whose text is the smallest, where each of them stands; each size once. An icon
    is no text."""
    book = (
        "A [tiny]{size=0.4} word, a [wee]{.wee} one, [tiny again]{size=0.4} and [fine]{size=0.65}.\n\n"
        "## A [chapter]{size=0.4}\n\nx[2]{.sup} {sword size=0.3}\n\n"
        "| [head]{size=0.68} | x |\n|---|---|\n| [row]{size=0.8} | y[3]{.sup} |\n\n"
        "- [in [a list]{size=0.5}]{size=0.9}\n"
    )
    sword = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
    root = write_book(tmp_path, book, sword=sword)
    (root / "card_data/sweets/game.yaml").write_text(
        "title: Sweets\nstyles: {wee: {size: 0.55}}\n", "utf-8"
    )
    result = run("validate", project=root)
    assert [told for told in result.briefs if " text-size " in told] == [
        'warning rulebook.md:1 text-size "tiny" 4.0',
        'warning rulebook.md:1 text-size "wee" 5.5',
        'warning rulebook.md:7 text-size "head" 5.3',
        'warning rulebook.md:9 text-size "3" 5.1',
        'warning rulebook.md:11 text-size "a list" 4.2',
    ]
