"""Texts that go on on the back: where they are parted, and what the back is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pictures import shipped_fonts
from projects import run, svg, text_of, write_project
from test_bindings import FONT, drawn
from test_compose import composed

from cardgen.cards.going_on import TextParter
from cardgen.engine import TextBox, text_markup

LONG = " ".join(f"word{number}" for number in range(120))
FIELDS = "fields: {text: {text: {optional: true}}}\n"
FACE = svg(
    "{{ text_box(card.text, 5, 5, 50, 30, size=10, min_size=8, font='Nunito', continues='back') }}"
)
BACK = svg("{{ text_box(continued(card), 5, 5, 50, 70, size=10, min_size=6, font='Nunito') }}")


def parter(width: float = 100, height: float = 60, **more: object) -> TextParter:
    box = TextBox(width, height, ("Nunito",), 10, 8, weight=600, **more)  # type: ignore[arg-type]
    return TextParter(box, shipped_fonts(), lambda name: 1.0, lambda text: text)


def letters(markup: str) -> list[str]:
    """The words of a text with their looks."""
    return [
        f"{word}{span.bold}{span.italic}{span.looks}"
        for spans in text_markup.parsed(markup)[0]
        for span in spans
        for word in (span.icon or span.text).split()
    ]


WORDS = some.sampled_from(
    [
        "a",
        "word",
        "longer-word",
        "{sour}",
        "**bold**",
        "*it*",
        "**two words**",
        "[so red]{.sup}",
        "x,",
    ]
)
GAPS = some.sampled_from([" ", " ", " ", " ", "\n", "\n\n", "  "])


@given(some.lists(some.tuples(WORDS, GAPS), min_size=30, max_size=120), some.integers(30, 120))
def test_nothing_is_lost_where_a_text_is_parted(parts: list[tuple[str, str]], height: int) -> None:
    """The words of both parts are those of the text in their order, in the looks that they had; the
    first part fits."""
    text = "".join(word + gap for word, gap in parts).strip()
    machine = parter(height=height)
    if not machine.box.fit(text, machine.fonts, machine.icon).lack:
        return
    parted = machine.parted(text)
    assert parted
    assert letters(text) == letters(parted.head) + letters(parted.rest)
    assert machine.box.fit(parted.head, machine.fonts, machine.icon).lack is None


def test_as_much_stands_before_as_has_room() -> None:
    """But for lines that keep others company."""
    machine = parter()
    parted = machine.parted(LONG)
    assert parted
    more = f"{parted.head} {' '.join(parted.rest.split()[:12])}"
    assert machine.box.fit(more, machine.fonts, machine.icon).lack


@pytest.mark.parametrize("mark", ["**{}**", "*{}*", "[{}]{{.sup}}"])
def test_what_is_open_is_closed_and_opened_again(mark: str) -> None:
    text = mark.format(" ".join(["word"] * 60))
    parted = parter().parted(text)
    assert parted
    start, end = mark.replace("{{", "{").replace("}}", "}").split("{}")
    assert parted.head.endswith(end)
    assert parted.rest.startswith(start)
    assert letters(text) == letters(parted.head) + letters(parted.rest)


def test_paragraphs_are_kept_whole_where_that_costs_little() -> None:
    first = " ".join(["one"] * 22)
    second = " ".join(["two"] * 60)
    parted = parter(height=50).parted(f"{first}\n{second}")
    assert parted
    assert (first, second) == parted[:2]


def test_no_line_of_a_paragraph_stands_alone() -> None:
    first = " ".join(["one"] * 22)
    machine = parter(height=45)
    parted = machine.parted(f"{'so ' * 60}\n{first}")
    assert parted
    for part in (parted.head.split("\n")[-1], parted.rest.split("\n")[0]):
        assert len(machine.box.fit(part, machine.fonts, machine.icon).lines) >= 2


def test_a_table_is_not_torn() -> None:
    text = "word " * 40 + "\n| a | b |\n| --- | --- |\n" + "| c | d |\n" * 20
    parted = parter().parted(text)
    assert parted
    assert "|" not in parted.head


@pytest.mark.parametrize("text", ["word" * 100, ""])
def test_what_has_no_gap_is_not_parted(text: str) -> None:
    assert parter(height=20).parted(text) is None


# -- on cards
# --------------------------------------------------------------------------------------


def deck(*texts: str) -> dict[str, str]:
    cards = "".join(f"  - {{id: card-{i}, text: '{text}'}}\n" for i, text in enumerate(texts))
    return {"main": f"{FIELDS}cards:\n{cards}"}


def words(side: str | None) -> list[str]:
    return re.sub("<[^>]*>", " ", side or "").split()


def test_a_text_goes_on_on_the_back(tmp_path: Path) -> None:
    """Of a card whose text fits, the back says nothing."""
    texts = ("few words", LONG, f"**{LONG}**")
    cards = composed(tmp_path, {"card.svg": FACE, "back.svg": BACK}, decks=deck(*texts))
    assert [()] * 3 == [card.problems for card in cards]
    assert ["few", "words"] == words(cards[0].face)
    assert [] == words(cards[0].back_svg)
    for card in cards[1:]:
        assert len(words(card.back_svg)) > 20
        assert LONG.split() == words(card.face) + words(card.back_svg)


def test_the_words_of_both_sides_are_read_from_the_sheets(tmp_path: Path) -> None:
    project = write_project(tmp_path, deck(LONG), {"card.svg": FACE, "back.svg": BACK})
    done = run("build", "sweets", "--paper", "a4", "--layout", "duplex", project=project)
    assert 0 == done.exit_code, done.stderr
    (pdf,) = project.glob("output/**/main*.pdf")
    read = [word for page in text_of(pdf) for word in page.split() if word.startswith("word")]
    assert LONG.split() == read


def test_a_text_of_a_drawing_goes_on_on_a_back_that_is_drawn(tmp_path: Path) -> None:
    style = f"{FONT};shape-inside:url(#f)"
    frame = '<defs><rect id="f" x="5" y="5" width="50" height="30"/></defs>'
    text = f'{frame}<text inkscape:label="text:{{}}" style="{style}">x</text>'
    templates = {
        "card.svg": drawn(text.format("card.text continues back min 6")),
        "back.svg": drawn(text.format("continued(card) min 6")),
    }
    few, many = composed(tmp_path, templates, decks=deck("few words", LONG))
    assert ((), ()) == (few.problems, many.problems)
    assert (["few", "words"], []) == (words(few.face), words(few.back_svg))
    assert LONG.split() == words(many.face) + words(many.back_svg)
    assert len(words(many.back_svg)) > 20


def test_a_back_that_is_drawn_without_its_face_says_the_same(tmp_path: Path) -> None:
    """As where a page shows it: the face is measured then."""
    both = composed(tmp_path, {"card.svg": FACE, "back.svg": BACK}, decks=deck(LONG))
    face = svg("<rect width='9' height='9'/>")
    files = {"card.svg": FACE, "back.svg": BACK, "other.svg": face}
    from test_compose import opened

    from cardgen.cards.compose import Composer

    context, main = opened(tmp_path / "b", files, decks=deck(LONG))
    alone, problems, reads_card = Composer(context).side(main.cards[0], "back.svg")
    assert ([], True) == (problems, reads_card)
    assert both[0].back_svg == alone


def test_languages_go_on_where_they_must(tmp_path: Path) -> None:
    files = {
        "card_data/sweets/game.de.yaml": "title: Deutsch\n",
        "card_data/sweets/main.de.yaml": "cards: {card-0: {text: kurz}}\n",
    }
    project = write_project(tmp_path, deck(LONG), {"card.svg": FACE, "back.svg": BACK}, files=files)
    done = run("build", "sweets", "--paper", "a4", "--lang", "de", project=project)
    assert 0 == done.exit_code, done.stderr
    (pdf,) = project.glob("output/**/main*.pdf")
    assert "word" not in "".join(text_of(pdf))


@pytest.mark.parametrize(
    ("templates", "head", "said"),
    [
        (
            {"back.svg": svg("<rect width='9' height='9'/>")},
            "",
            'a text goes on on the back, and the back "back.svg" does not print it',
        ),
        (
            {"back.svg": svg("{{ card.id }}")},
            "",
            'a text goes on on the back, and the back "back.svg" does not print it',
        ),
        (
            {},
            "size: 60mm x 80mm\ntemplate: card.svg\n",
            "a text goes on on the back, and this deck has no back",
        ),
        (
            {"back.svg": svg("{{ text_box(continued(card), 5, 5, 9, 9) }}")},
            "",
            "does not fit its box",
        ),
        (
            {"card.svg": FACE.replace("='back'", "='bakc'")},
            "",
            "a text cannot go on on 'bakc'",
        ),
        (
            {"card.svg": FACE.replace("size=10", "size='deck'")},
            "",
            "a text that goes on shares no size with others",
        ),
        (
            {"back.svg": svg("{{ text_box(continued(card.id), 5, 5, 9, 9) }}")},
            "",
            "continued() wants a card, not 'card-0'",
        ),
    ],
)
def test_what_is_not_printed_is_told(
    tmp_path: Path, templates: dict[str, str], head: str, said: str
) -> None:
    decks = {"main": head + deck(LONG)["main"]}
    found = composed(tmp_path, {"card.svg": FACE, "back.svg": BACK, **templates}, decks=decks)
    assert any(said in problem.what for problem in found[0].problems), found[0].problems


def test_a_text_that_fits_needs_no_back(tmp_path: Path) -> None:
    decks = {"main": "size: 60mm x 80mm\ntemplate: card.svg\n" + deck("few")["main"]}
    (card,) = composed(tmp_path, {"card.svg": FACE}, decks=decks)
    assert () == card.problems
