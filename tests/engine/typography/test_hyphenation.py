"""Words that are divided: where a language allows it, only as often as it helps, and without losing
a letter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from briefs import raises_finding
from hypothesis import given, settings
from hypothesis import strategies as st
from test_textbox import BOOK, BOX, icon

from cardgen.base.hyphenation import LEAST, SOFT_HYPHEN, hyphens
from cardgen.engine.typography.markup import ICON, parsed
from cardgen.engine.typography.text_layout import Layout, Run
from cardgen.engine.typography.textbox import TextBox

RULES = (
    "Jede Spielerin darf einmal je Runde die Hafenmeisterin befragen. Danach werden alle Unwetterwarnungen zurückgesetzt und die "
    "Frachtschifffahrtsgesellschaft zahlt *zwei* Münzen an die Stadtkasse."
)
NARROW = replace(BOX, width=100, height=300)


def shown(text: str, language: str) -> str:
    found = set(hyphens(text, language))
    return "".join("·" * (at in found) + sign for at, sign in enumerate(text))


def places(markup: str) -> set[int]:
    """After how many signs, spaces and icons not counted, a German text in markup may be
    divided."""
    text = "".join(span.text for spans in parsed(markup)[0] for span in spans)
    points = {*hyphens(text, "de"), *(at for at, sign in enumerate(text) if sign == SOFT_HYPHEN)}
    return {
        len("".join(text[:at].replace(SOFT_HYPHEN, "").replace(ICON, "").split())) for at in points
    }


def lines(layout: Layout) -> list[str]:
    return [
        "".join(item.text if isinstance(item, Run) else "{}" for item in line.items)
        for line in layout.lines
    ]


def read_back(layout: Layout) -> str:
    """The text as somebody who copies it has it: without the hyphens that ends of lines have put
    there."""
    found = ""
    for line in layout.lines:
        runs = [item for item in line.items if isinstance(item, Run)]
        said = " ".join(run.text.strip() for run in runs)
        found += said.removesuffix("-") if runs and runs[-1].divided else said + " "
    return "".join(found.split())


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Hafenmeisterin", "de", "Hafen·meis·te·rin"),
        ("Hafenmeisterin", "de-AT", "Hafen·meis·te·rin"),
        ("HAFENMEISTERIN", "de", "HAFEN·MEIS·TE·RIN"),
        ("(Unwetter)!", "de", "(Unwet·ter)!"),
        ("hyphenation", "en", "hyphena·tion"),
        ("hyphenation", "en-GB", "hyphena·tion"),
        ("Schwarzen", "de", "Schwar·zen"),
        ("constitution", "fr", "consti·tu·tion"),
        ("l'anticonstitution", "fr", "l'anti·cons·ti·tu·tion"),
        ("asszonnyal", "hu", "asszonnyal"),
        ("reëel", "nl", "reëel"),
        ("Haus", "de", "Haus"),
        ("Hafen\u00admeisterin", "de", "Hafen\u00admeisterin"),
        (
            "https://hafenmeisterin.example/hafenmeisterin",
            "de",
            "https://hafenmeisterin.example/hafenmeisterin",
        ),
        (
            "hafenmeisterin.svg hafenmeisterin@example.org hafen_meisterin Hafen2meisterin",
            "de",
            None,
        ),
    ],
)
def test_where_words_may_be_divided(text: str, language: str, expected: str | None) -> None:
    assert (expected or text) == shown(text, language)


def test_a_language_without_patterns_is_named() -> None:
    with raises_finding('no-hyphenation "xx"'):
        hyphens("words", "xx")


def test_german_rules_in_a_narrow_box() -> None:
    """What did not fit at all fits, at its size; a word is divided where the line would be a
    quarter empty, and no other."""
    assert NARROW.fit(RULES, BOOK, icon).overflow
    layout = replace(NARROW, hyphenation_language="de").fit(RULES, BOOK, icon)
    assert layout.overflow is None
    assert ["Unwetterwarnun-", "die Frachtschifffahrts-"] == [
        line.removeprefix("alle ") for line in lines(layout) if line.endswith(("nun-", "fahrts-"))
    ]
    assert lines(replace(NARROW, width=400).fit(RULES, BOOK, icon)) == lines(
        replace(NARROW, width=400, hyphenation_language="de").fit(RULES, BOOK, icon)
    )


def test_more_words_are_divided_where_the_text_does_not_fit_otherwise() -> None:
    text = "Unwetterwarnungen am Hafenbecken"
    box = replace(BOX, width=95, height=300, hyphenation_language="de")
    calm = box.fit(text, BOOK, icon)
    tight = replace(box, max_lines=len(calm.lines) - 1).fit(text, BOOK, icon)
    assert len(tight.lines) == len(calm.lines) - 1 or tight.overflow


def test_a_hyphen_of_the_text_is_none_of_the_line() -> None:
    box = replace(BOX, width=45, height=300)
    assert [False, False] == [
        line.items[-1].divided for line in box.fit("candy- eater", BOOK, icon).lines
    ]  # type: ignore[union-attr]
    assert [True, False] == [
        line.items[-1].divided for line in box.fit("candy\u00adeaters", BOOK, icon).lines
    ]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "width", "plain", "kept"),
    [
        (
            "Sie ruft: Alle Leinen los!",
            95,
            ["Sie ruft: Alle Leinen", "los!"],
            ["Sie ruft: Alle", "Leinen los!"],
        ),
        (
            "Sie *ruft*: Alle Leinen los!",
            95,
            ["Sie ruft: Alle Leinen", "los!"],
            ["Sie ruft: Alle", "Leinen los!"],
        ),
        # there is no better break
        ("Unwetterwarnungen an", 90, ["Unwetterwarnungen", "an"], ["Unwetterwarnungen", "an"]),
        # it is not short
        (
            "Alle Leinen zurückgesetzt",
            80,
            ["Alle Leinen", "zurückgesetzt"],
            ["Alle Leinen", "zurückgesetzt"],
        ),
    ],
)
def test_no_short_word_is_left_alone(
    text: str, width: float, plain: list[str], kept: list[str]
) -> None:
    box = TextBox(width, 100, ("Nunito",), 9, weight=600)
    assert plain == [" ".join(line.split()) for line in lines(box.fit(text, BOOK, icon))]
    assert kept == [
        " ".join(line.split())
        for line in lines(replace(box, keep_last_words=True).fit(text, BOOK, icon))
    ]


WORDS = st.lists(
    st.sampled_from(
        [
            *RULES.split(),
            "**Unwetter**warnung",
            "Hafen\u00admeisterin",
            "{sour}",
            "3-5",
            "E-Mail",
            "„Alte“",
            '"so"',
            "'s",
        ]
    ),
    max_size=25,
)


@given(
    words=WORDS,
    width=st.floats(30, 260),
    avoids_widows=st.booleans(),
    balance=st.booleans(),
    spacing=st.sampled_from([0.0, 0.05]),
)
@settings(deadline=None, max_examples=150)
def test_no_letter_is_lost_and_no_line_is_too_wide(
    words: list[str], width: float, avoids_widows: bool, balance: bool, spacing: float
) -> None:
    """However a text is broken, all of it is there in its order; hyphens stand where they may; a
    line is too wide only if it is said."""
    text = " ".join(words)
    box = replace(
        BOX,
        width=width,
        height=2000,
        hyphenation_language="de",
        keep_last_words=avoids_widows,
        balance=balance,
        letter_spacing=spacing,
    )
    layout = box.fit(text, BOOK, icon)
    plain = "".join(
        span.text for spans in parsed(text)[0] for span in spans if not span.icon
    ).replace(SOFT_HYPHEN, "")
    assert "".join(plain.split()) == read_back(layout).replace("{}", "")
    assert layout.overflow or all(line.width <= width + 0.01 for line in layout.lines)
    allowed, letters = places(text), 0
    for line in layout.lines:
        last = line.items[-1]
        divided = isinstance(last, Run) and last.divided
        letters += (
            sum(len("".join(item.text.split())) for item in line.items if isinstance(item, Run))
            - divided
        )
        assert not divided or letters in allowed


@given(
    st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzäöüß ABC.,-'’1\u00ad"), max_size=60),
    st.sampled_from(["de", "en", "fr", "nl", "hu", "sv"]),
)
def test_hyphens_stand_within_words(text: str, language: str) -> None:
    for at in hyphens(text, language):
        assert text[at - LEAST : at].isalpha()
        assert text[at : at + LEAST].isalpha()
