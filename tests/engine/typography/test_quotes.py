"""Quotation marks by language, in place of those of a keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_textbox import BOOK, BOX, icon

from cardgen.base.quotes import curled, quotation_marks


def quoted(text: str, language: str = "en") -> str:
    found = curled(text, language)
    return "".join(found.get(at, sign) for at, sign in enumerate(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Hello," she said.', "“Hello,” she said."),
        ("It's the dogs' bone, isn't it?", "It’s the dogs’ bone, isn’t it?"),
        ("'Tis the '90s, rock 'n' roll", "’Tis the ’90s, rock ’n’ roll"),
        ('5\'10" tall and 6" wide', "5′10″ tall and 6″ wide"),
        ('Roll a "6".', "Roll a “6”."),
        ("He said \"I heard 'no' twice\".", "He said “I heard ‘no’ twice”."),
        ('"She said "no" twice"', "“She said ‘no’ twice”"),
        ("'He said \"no\" twice'", "‘He said “no” twice’"),
        ("1970's and the 5's", "1970’s and the 5’s"),
        ("Say 'yes' or 'no'.", "Say ‘yes’ or ‘no’."),
        ('("hi") ["ho"] -"he"', "(“hi”) [“ho”] -“he”"),
        ('"\'Twas he"', "“’Twas he”"),
        ('Gain "X"\'s power', "Gain “X”’s power"),
        ('"A," "B"', "“A,” “B”"),
        ("a = \"b\" and x == 'y'", "a = \"b\" and x == 'y'"),
        ('file="x y.png"', 'file="x y.png"'),
        ('print("x")', 'print("x")'),
        ("a lone \" and a lone ' here", "a lone \" and a lone ' here"),
        ("“so” and ‘so’", "“so” and ‘so’"),
        ("", ""),
    ],
)
def test_english(text: str, expected: str) -> None:
    assert expected == quoted(text)


def test_spanish_asks_before_it_quotes() -> None:
    assert "¿«Sí» o «no»? ¡«Nunca»!" == quoted('¿"Sí" o "no"? ¡"Nunca"!', "es")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "„Ja“, „er sagt ‚nein‘“: 5″, Peters’"),
        ("de-AT", "„Ja“, „er sagt ‚nein‘“: 5″, Peters’"),
        ("de-CH", "«Ja», «er sagt ‹nein›»: 5″, Peters’"),
        ("fr", "«\u202fJa\u202f», «\u202fer sagt “nein”\u202f»: 5″, Peters’"),
        ("fr-CH", "«Ja», «er sagt ‹nein›»: 5″, Peters’"),
        ("es", "«Ja», «er sagt “nein”»: 5″, Peters’"),
        ("it", "«Ja», «er sagt “nein”»: 5″, Peters’"),
        ("nl", "“Ja”, “er sagt ‘nein’”: 5″, Peters’"),
        ("pl", "„Ja”, „er sagt «nein»”: 5″, Peters’"),
        ("sv", "”Ja”, ”er sagt ’nein’”: 5″, Peters’"),
        ("pt-BR", "“Ja”, “er sagt ‘nein’”: 5″, Peters’"),
        ("cs", "„Ja“, „er sagt ‚nein‘“: 5″, Peters’"),
        ("ru", "«Ja», «er sagt „nein“»: 5″, Peters’"),
        ("xx", "“Ja”, “er sagt ‘nein’”: 5″, Peters’"),
    ],
)
def test_languages(language: str, expected: str) -> None:
    assert expected == quoted('"Ja", "er sagt \'nein\'": 5", Peters\'', language)


def test_french_gets_its_narrow_spaces() -> None:
    """Before signs of two parts a space that was typed does not end a line; none is added where
    none was."""
    assert "Ah\u202f! Vraiment\u202f? «\u202foui\u202f» non!" == quoted(
        "Ah ! Vraiment ? « oui » non!", "fr"
    )


@given(
    st.text(st.sampled_from("ab 1.'\"(),=-“”"), max_size=40),
    st.sampled_from(["en", "de", "fr", "sv", "pl"]),
)
def test_only_marks_and_their_spaces_change(text: str, language: str) -> None:
    marks = quotation_marks(language)
    known = {
        *"’′″\u202f",
        marks.opens + marks.space,
        marks.space + marks.closes,
        marks.opens_within,
        marks.closes_within,
    }
    for at, became in curled(text, language).items():
        assert text[at] in "\"' "
        assert became in known


@given(
    st.text(st.sampled_from("ab 1.'\"(),-"), max_size=40), st.sampled_from(["en", "de", "it", "pl"])
)
def test_quotations_close_after_they_open(text: str, language: str) -> None:
    marks = quotation_marks(language)
    shown = [
        sign for sign in curled(text, language).values() if sign in (marks.opens, marks.closes)
    ]
    depth = 0
    for sign in shown:
        depth += 1 if sign == marks.opens else -1
        assert depth >= 0


def test_marks_in_a_box_may_lie_in_other_styles() -> None:
    layout = replace(BOX, quotes_language="de").fit('**"Ja"**, *sagt* "sie".', BOOK, icon)
    assert ["„Ja“", ", ", "sagt", "„sie“."] == [run.text for run in layout.runs]
    assert '"Ja"' == BOX.fit('"Ja"', BOOK, icon).runs[0].text
