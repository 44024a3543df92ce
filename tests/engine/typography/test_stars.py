"""Stars that are mark-up, stars that stand for themselves, and what is told of them; on cards and
in books alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.engine.typography.markup import loose_stars, parsed, printed_stars
from cardgen.load.foreign_markup import unread
from cardgen.rulebook.markdown import _parser


def card(text: str) -> str:
    """What a card prints, with tags for its styles."""
    spans = [span for paragraph in parsed(text)[0] for span in paragraph]
    return "".join(
        _tagged(f"{{{span.icon}}}" if span.icon else span.text, bold=span.bold, italic=span.italic)
        for span in spans
    )


def book(text: str) -> str:
    """What a rulebook prints, in the same way."""
    tokens = _parser("en").parseInline(text)[0].children or []
    bold = italic = 0
    parts: list[tuple[str, bool, bool]] = []
    for token in tokens:
        bold += token.nesting * (token.tag == "strong")
        italic += token.nesting * (token.tag == "em")
        content = f"{{{token.content}}}" if token.type == "icon" else token.content
        if content and parts and parts[-1][1:] == (bold > 0, italic > 0):
            parts[-1] = (parts[-1][0] + content, *parts[-1][1:])
        elif content:
            parts.append((content, bold > 0, italic > 0))
    return "".join(_tagged(text, bold=bold, italic=italic) for text, bold, italic in parts)


def _tagged(text: str, *, bold: bool, italic: bool) -> str:
    text = f"<i>{text}</i>" if italic else text
    return f"<b>{text}</b>" if bold else text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "*/*",
            "Strength */*, or 1+*/1+*",
            "gets +*/+*",
            "*+1/*+1",
            "7-*/7-*",
            "(*) and (*)",
            "*²/*²",
            "1+*, 2+*",
        ),
        *(
            "Score 2*cards + 3*level",
            "2*3 + 4*5",
            "2**3 + 4**5",
            "3 * 4",
            "5*-6*",
            "a*b*c",
            "8*8 board, 9*9 grid",
            "3*(x+1) and 4*(y)",
            "(a*b)+(c*d)",
            "a*b-c*d",
        ),
        *(
            "5*",
            "Costs 2* or 3*. The rest is free.",
            "Star* and Moon*",
            "**",
            "***",
            "* *",
            "****",
            "f**k and s**t",
            "2*cards, or 3*",
        ),
    ],
)
def test_stars_for_themselves_print(text: str) -> None:
    assert (text, text) == (card(text), book(text))
    assert [] == [each for each in loose_stars(text) if "+1" not in each.around]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Shade.** All *beasts* rest", "<b>Shade.</b> All <i>beasts</i> rest"),
        ("***both*** and **x**y", "<b><i>both</i></b> and <b>x</b>y"),
        ("un*frigging*believable", "un<i>frigging</i>believable"),
        ("2*n* cards, un**do**", "2<i>n</i> cards, un<b>do</b>"),
        ("*(see page 3)* *+1 for each* *re-*", "<i>(see page 3)</i> <i>+1 for each</i> <i>re-</i>"),
        ("**「雷」**を *大事*な", "<b>「雷」</b>を <i>大事</i>な"),
        ("**!** *x* 2**{coin}**", "<b>!</b> <i>x</i> 2<b>{coin}</b>"),
        ("*note* and 2*3", "<i>note</i> and 2*3"),
        (r"\*x\* and *y*", "*x* and <i>y</i>"),
        ("*a *b* c*", "<i>a b c</i>"),
    ],
)
def test_pairs_are_mark_up(text: str, shown: str) -> None:
    assert (shown, shown) == (card(text), book(text))
    assert [] == loose_stars(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Deal **2 damage", ['"**" that opens nothing']),
        ("**Night: **draw a card", ['"**" that opens nothing']),
        ("***Fly** over it", ['"*" that opens nothing']),
        ("*Only once and never again", ['"*" that opens nothing']),
        ("Deal** 2 damage", ['"**" that closes nothing']),
        ("Score x*cards, or y*", ['stars that are taken for italics: "*cards, or y*"']),
        ("Costs 3*\n*only on Sundays", []),
        ("Move three spaces.*\n*Unless frozen.", []),
        ("Move three spaces.* *Unless frozen.", []),
        ("*Fly* away\n*only once", ['"*" that opens nothing']),
        (r"Deal \*\*2 damage, \*once", []),
    ],
)
def test_marks_that_are_never_closed_are_told_once(text: str, told: list[str]) -> None:
    found = unread(text)
    assert len(told) == len(found)
    assert all(words in each.fault for words, each in zip(told, found, strict=True))


TEXTS = st.text("ab2 */_[]\\+.\n", max_size=24)


@given(TEXTS)
def test_what_prints_and_the_marks_of_pairs_are_the_text(text: str) -> None:
    """Letter by letter: what is not printed are stars in full pairs, backslashes before signs, and
    blanks where a line ends."""
    pieces = _paired_away(text)
    printed = "".join(span.text for paragraph in parsed(text)[0] for span in paragraph)
    assert "".join(pieces.split()) == "".join(printed.split())
    gone = text.replace("\\\\", "").replace("\\*", "").count("*") - len(printed_stars(text))
    assert 0 == gone % 2


def _paired_away(text: str) -> str:
    """The text without escapes, the new lines that `\\n` is, and the stars that are mark-up."""
    stars, found, at = printed_stars(text), "", 0
    while at < len(text):
        if (
            text[at] == "\\"
            and text[at + 1 : at + 2] in ("*", "\\", "[", "]", "n")
            and text[at + 1 : at + 2]
        ):
            found += "\n" if text[at + 1] == "n" else text[at + 1]
            at += 2
            continue
        found += text[at] if text[at] != "*" or at in stars else ""
        at += 1
    return found


@given(st.lists(st.sampled_from(["ab", "2", " ", "+", "/", ",", "*x", "y*", "*"]), max_size=8))
def test_cards_and_books_take_the_same_stars(pieces: list[str]) -> None:
    """Of lines with single stars, which are all that is in doubt."""
    text = "a" + "".join(pieces) + "b"
    if "**" not in text and "  " not in text:
        assert card(text) == book(text)
