"""The vocabulary of texts: what keywords, replacements and phrases make of a text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cardgen.base.findings import CardgenError
from cardgen.engine import text_markup
from cardgen.model.vocabulary import Keyword, Substitute, Vocabulary


def vocabulary(
    keywords: Mapping[str, Keyword] | None = None,
    replace: Mapping[str, str] | None = None,
    phrases: Mapping[str, str] | None = None,
) -> Vocabulary:
    return Vocabulary(
        keywords or {},
        {word: Substitute(markup) for word, markup in (replace or {}).items()},
        {name: Substitute(markup) for name, markup in (phrases or {}).items()},
    )


HASTE = Keyword("Haste", style="hot", means="may move at once", forms=("Hasty",))
KEYWORDS = {
    "Haste": HASTE,
    "First Strike": Keyword("First Strike", style="hot", means="hits first"),
    "Strike": Keyword("Strike", style="cold", means="hits"),
    "tap": Keyword("tap", style="hot"),
    "Mute": Keyword("Mute", means="says nothing"),
}


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("Haste and Hasty.", "[Haste]{.hot} and [Hasty]{.hot}."),
        ("Hastened, unHaste, Haste2", "Hastened, unHaste, Haste2"),
        ("First Strike, Strike", "[First Strike]{.hot}, [Strike]{.cold}"),
        ("Tap it, tap it", "[Tap]{.hot} it, [tap]{.hot} it"),
        ("haste is another word", "haste is another word"),
        ("**Haste**", "**[Haste]{.hot}**"),
        ("{Haste} and [x]{.Haste}", "{Haste} and [x]{.Haste}"),
        ("[Haste]{.cold} stays", "[Haste]{.cold} stays"),
        (r"\{Haste} {{Haste}}", r"\{[Haste]{.hot}} {{[Haste]{.hot}}}"),
        ("Mute", "Mute"),
        ("(Haste)", "([Haste]{.hot})"),
        ("", ""),
    ],
)
def test_keywords_are_whole_words_in_every_form(text: str, markup: str) -> None:
    assert markup == vocabulary(KEYWORDS).markup(text)


def test_a_keyword_is_not_replaced_in_part() -> None:
    golem = Keyword("Wood Golem", style="hot", means="of wood", forms=("Wood Golems",))
    words = vocabulary({"Wood Golem": golem}, {"Wood": "{wood}", "Golem": "{golem}"})
    assert words.markup("Wood Golem, 2 Wood") == "[Wood Golem]{.hot}, 2 {wood}"
    assert words.markup("Wood Golems Golem") == "[Wood Golems]{.hot} {golem}"
    assert words.keywords_in("a Wood Golem") == (golem,)
    whole = vocabulary({"Wood": Keyword("Wood", style="hot")}, {"Wood": "{wood}"})
    assert whole.markup("Wood") == "{wood}"


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("2 Wood", "2 {wood}"),
        ("Woodland, Driftwood", "Woodland, Driftwood"),
        ("Wood Elf", "an elf"),
        ("<b>now</b>", "**now**"),
        ("{T}: draw", "{tap}: draw"),
        ("{Wood} is an icon", "{Wood} is an icon"),
        ("a -> b", "a {arrow} b"),
        (r"\<b>", r"\<b>"),
    ],
)
def test_the_longest_word_is_replaced_and_nothing_twice(text: str, markup: str) -> None:
    words = {
        "Wood": "{wood}",
        "Wood Elf": "an elf",
        "<b>": "**",
        "</b>": "**",
        "{T}": "{tap}",
        "->": "{arrow}",
        "elf": "Wood",
    }
    assert markup == vocabulary(replace=words).markup(text)


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("{take: 2, wood}", "Take 2 wood"),
        ("{take: 2, {wood}} now", "Take 2 {wood} now"),
        ('{take: 2, "wood, or stone"}', "Take 2 wood, or stone"),
        ("{take: 1, {again}}", "Take 1 once more"),
        ("{both: 3}", "Take 3 {gold} twice: 3"),
        ("{again}", "once more"),
        ("{sword}", "{sword}"),
        ("{game-icons:sword}", "{game-icons:sword}"),
        ("{{take: 2, wood}}", "{{take: 2, wood}}"),
        (r"\{take: 2, wood}", r"\{take: 2, wood}"),
        ("{sword size=2 color=berry}", "{sword size=2 color=berry}"),
    ],
)
def test_phrases_are_filled(text: str, markup: str) -> None:
    phrases = {
        "take": "Take {1} {2}",
        "again": "once more",
        "both": "{take: {1}, {gold}} twice: {1}",
    }
    assert markup == vocabulary(phrases=phrases).markup(text)


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("{take: 2}", "phrase-slots", '"take" has 2 slots, and is given 1: Take {1} {2}'),
        ("{take}", "phrase-slots", "is given nothing"),
        ("{again: 1}", "phrase-slots", '"again" has no slots, and is given 1'),
        ("{tkae: 2, wood}", "unknown-phrase", '"tkae"'),
        ("{snake}", "phrase-circle", "snake in snake"),
    ],
)
def test_a_wrong_phrase_is_told(text: str, code: str, part: str) -> None:
    phrases = {"take": "Take {1} {2}", "again": "once more", "snake": "a {snake}"}
    with pytest.raises(CardgenError) as error:
        vocabulary(phrases=phrases).markup(text)
    (finding,) = error.value.findings
    assert code == finding.code
    assert part in finding.what
    if code == "unknown-phrase":
        assert "take" in finding.remedy


def test_phrases_that_nest_too_deeply_are_no_circle() -> None:
    nested = {f"p{n}": f"{{p{n + 1}}}" for n in range(9)} | {"p9": "x"}
    with pytest.raises(CardgenError, match="more than 8 deep"):
        vocabulary(phrases=nested).markup("{p0}")


def test_phrases_cannot_grow_without_end() -> None:
    doubled = {f"p{n}": f"{{p{n + 1}}}" * 40 for n in range(7)} | {"p7": "x"}
    with pytest.raises(CardgenError):
        vocabulary(phrases=doubled).markup("{p0}")


def test_a_deck_adds_to_its_game_and_a_language_keeps_the_style() -> None:
    game = vocabulary(KEYWORDS, {"Wood": "{wood}"}, {"take": "Take {1}"})
    german = vocabulary({"Haste": Keyword("Haste", word="Eile", means="zieht sofort")}).over(game)
    assert "[Eile]{.hot} und Hasty" == german.markup("Eile und Hasty")
    assert "Eile: zieht sofort" == german.reminders(["Eile!", "Eile?"])
    deck = vocabulary({"Haste": Keyword("Haste", style="cold")}).over(german)
    assert "[Eile]{.cold} {wood} Take 2" == deck.markup("Eile Wood {take: 2}")
    assert "zieht sofort" == deck.keywords["Haste"].means


def test_keywords_of_texts_are_known_once_and_in_order() -> None:
    words = vocabulary(KEYWORDS, {"H!": "Haste"}, {"run": "Mute and {1}"})
    assert ["Mute", "Haste"] == [word.name for word in words.keywords_in("{run: H!} Haste")]
    assert "Mute: says nothing\nHaste: may move at once" == words.reminders(["{run: H!}", "tap"])


MARKUP = some.text(some.sampled_from(list('HasteWod {}[]\\*.:,"<b>/\n12')), max_size=60)


@given(MARKUP)
def test_no_letter_is_lost_unsaid(text: str) -> None:
    """A text that names none of its words stays as it is, but for the style of its keywords."""
    words = vocabulary({"Haste": HASTE}, {"Wood": "{wood}"}, {"take": "Take {1}"})
    with suppress(CardgenError):  # of a phrase, which is told
        markup = words.markup(text)
        text_markup.parsed(markup)
        if "Wood" not in text and "take" not in text:
            plain = markup.replace("[Haste]{.hot}", "Haste").replace("[Hasty]{.hot}", "Hasty")
            assert text == plain
