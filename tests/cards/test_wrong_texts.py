"""Texts that are wrong in every way that comes to mind: each is told once, at its cell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from briefs import is_expected
from projects import SHIPPED, CommandResult, run, write_project

GAME = """\
title: Game
palette: {ink: "#2B2138", berry: "#A3123F", pale: "#FFF3D0"}
styles: {hot: {color: berry, weight: 800}, faint: {color: pale}, tiny: {size: 0.3}}
keywords: {Haste: {style: hot, means: may move at once}, Guard: {style: hot}}
phrases: {take: "Take {1} {2} now", again: "Do it again"}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-3" y="-3" width="69.5" height="94.9" fill="#FFF7E8"/>
{{ text_box(card.text, 5, 5, 53.5, 60, size=9, fill=palette.ink) }}
</svg>
"""
WRONG = {
    "[x]{.hto}": 'no style is called "hto"; did you mean "hot"?',
    "[x]{.Hot}": 'no style is called "Hot"; did you mean "hot"?',
    "[x]{.underlined}": 'no style is called "underlined"; did you mean "underline"?',
    "[x]{colour=berry}": 'a span of a text has no "colour"; did you mean "color"?',
    "[x]{class=hot}": 'a span of a text has no "class"',
    "[x]{color=bery}": 'no colour is called "bery"; did you mean "berry"?',
    "[x]{size=big}": 'the size of a span is "big"',
    "[x]{size=0}": 'the size of a span is "0"',
    "[x]{size=12pt}": 'the size of a span is "12pt"',
    "[x]{weight=9999}": 'the weight of a span is "9999"',
    "[x]{raise=99}": 'the raise of a span is "99"',
    "[x]{tracking=-5}": 'the tracking of a span is "-5"',
    "[x]{underline=maybe}": 'the underline of a span is "maybe"',
    "[x]{font=Foo}": 'd13.yaml:5:29 font-unknown "a0" "Foo"',
    "[x]{.hot": 'a "{" behind a "]" stands without its "}"',
    '[x]{font="Nun}': "is neither a style nor an attribute",
    "[x]{.}": '"." in "{.}" is neither a style nor an attribute',
    "x]{.hot}": '"]{.hot}" ends a span that nothing begins',
    "[x] {.hot}": '"{.hot}" styles no words; write it right behind their bracket',
    "[x]{.hot}{.faint}": "all in one pair of braces: [words]{.faint}",
    "[x]{#hot}": "[words]{.hot}",
    "[x]{underline}": "[words]{.underline}",
    "[x]{color:red}": "[words]{color=red}",
    "[x]{color: red;}": "[words]{color=red}",
    "{marshmalow}": 'd24.yaml:5:29 unknown-icon "a0" "marshmalow" -> "marshmallow"',
    "{sour size=x}": 'the size of a span is "x"',
    "{}": "{} names no icon",
    "{tak: 2, wood}": 'no phrase is called "tak"; did you mean "take"?',
    "{take: 2}": 'the phrase "take" has 2 slots, and is given 1',
    "{take: 2, a, b}": 'the phrase "take" has 2 slots, and is given 3',
    "{take: 2, a": 'd30.yaml:5:29 text-brace "a0" "{" "}"',
    "a Guard": 'the keyword "Guard" is not explained: nothing says what it means',
    "in Haste": 'the keyword "Haste" is not explained: neither the rulebook nor a card',
    "[pale words]{.faint}": "contrast of 1.0",
    "[tiny words]{.tiny}": '"tiny words" is 2.7 pt tall; set it in 6 pt or more',
    "x <i>y</i>": '"<i>" of HTML, which is printed as it stands; write *italic*',
    "[b]x[/b]": '"[b]x[/b]" of BBCode',
    "[x](https://a.b)": "of a link or picture, which is printed as it stands",
    "| a | b |\n| c | d |": "of a table, which is printed as it stands; write a line of dashes",
    "| a |\n| --- |\n| b |\n| c | d |": "of a row with more cells than the line of dashes",
    "[x]{hot}": '"{hot}" styles no words; write it right behind their bracket',
}


def deck_of(texts: list[str]) -> str:
    cards = [
        f"  - {{id: a{number}, name: A, text: {json.dumps(text)}}}"
        for number, text in enumerate(texts)
    ]
    return "\n".join(["size: poker\ntemplate: card.svg\nfields: {text: text}\ncards:", *cards, ""])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> CommandResult:
    """What `validate` says of a project with a deck for each text."""
    decks = {f"d{number}": deck_of([text]) for number, text in enumerate(WRONG)}
    root = write_project(
        tmp_path_factory.mktemp("wrong"),
        decks,
        {"card.svg": FACE},
        game=GAME,
        files={"templates/icons/sour.svg": (SHIPPED / "templates/icons/sour.svg").read_bytes()},
    )
    result = run("validate", project=root)
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("text", WRONG)
def test_each_is_told_once_at_its_cell(text: str, told: CommandResult) -> None:
    number = list(WRONG).index(text)
    lines = [str(finding) for finding in told.findings if is_expected(finding, WRONG[text])]
    at_cell = [
        line
        for line in lines
        if f"/d{number}.yaml:5:" in line or f"d{number}/a0 uses it" in line or "card.svg:3" in line
    ]
    assert len(at_cell) == 1, told.stderr
    assert sum(f"/d{number}.yaml" in line for line in told.stderr.splitlines()) <= 1


def test_what_prints_with_a_bracket_is_no_mistake(tmp_path: Path) -> None:
    texts = [
        "[5]",
        "see [page 3]",
        "[x]{sour}",
        "\\[x\\]",
        "{{x}}",
        "- 3",
        "a | b",
        "[]{.hot}",
        "***",
    ]
    sour = (SHIPPED / "templates/icons/sour.svg").read_bytes()
    root = write_project(
        tmp_path,
        {"main": deck_of(texts)},
        {"card.svg": FACE},
        game=GAME,
        files={"templates/icons/sour.svg": sour},
    )
    result = run("validate", project=root)
    assert "text" not in result.stderr
    assert result.exit_code == 0, result.stderr
