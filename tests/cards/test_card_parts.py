"""Cards whose texts go on on further cards: what stands on each, and what is told where that
fails."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from briefs import brief
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from projects import svg
from test_bindings import FONT, drawn
from test_compose import opened
from test_going_on import parter
from test_mutated_texts import SHEET, TEXT, mutated

from cardgen.base.findings import CardgenError, Finding
from cardgen.cards.card_parts import MOST_PARTS
from cardgen.cards.compose import Composed, Composer
from cardgen.cards.printed_game import as_printed
from cardgen.engine.typography.text_blocks import TextLetter
from cardgen.model.cards import Card, Deck
from cardgen.sandbox import process

LONG = " ".join(f"word{number}" for number in range(100))
BOX = (
    "{{ text_box(card.text, 5, 15, 50, 30, size=10, min_size=8, font='Nunito', continues='card') }}"
)
HEAD = "continue: true\nfields: {text: {text: {optional: true}}}\ncards:\n"


def cards_of(root: Path, body: str, text: str = LONG, head: str = HEAD, **more: Any) -> Any:
    """The cards of a deck as it is printed, with what is composed of each."""
    card = f"  - {{id: wolf, name: Wolf, text: '{text}'}}\n"
    decks = {"main": head + card + more.pop("others", "")}
    templates = {"card.svg": body if "<svg" in body else svg(body)}
    context, _ = opened(root, templates, decks=decks, **more)
    context = as_printed(context)
    deck = context.game.deck("main")
    composed = Composer(context).deck(deck, range(len(deck)))
    return list(zip(deck.cards, composed, strict=True))


def words(composed: Composed) -> list[str]:
    return re.sub("<[^>]*>", " ", composed.face or "").split()


def told(cards: list[tuple[Card, Composed]]) -> list[Finding]:
    return [problem for _, composed in cards for problem in composed.problems]


def test_a_text_goes_on_in_one_size(tmp_path: Path) -> None:
    """The last part has room for larger letters, and takes none."""
    cards = cards_of(tmp_path, BOX)
    assert [] == told(cards)
    assert ["wolf", "wolf-2", "wolf-3"] == [card.id for card, _ in cards]
    assert ["Wolf", "Wolf (2)", "Wolf (3)"] == [card.name for card, _ in cards]
    assert LONG.split() == [word for _, composed in cards for word in words(composed)]
    sizes = [set(re.findall('font-size="([^"]*)"', composed.face)) for _, composed in cards]
    assert 1 == len(set().union(*sizes))


def test_a_template_knows_the_part(tmp_path: Path) -> None:
    """So a following card has no picture, and more room."""
    body = (
        "{% if part == 1 %}<rect width='50' height='30'/>{% endif %}{{ part }}/{{ parts }} "
        "{% set top = 40 if part == 1 else 5 %}"
        "{{ text_box(card.text, 5, top, 50, 75 - top, size=8, font='Nunito', continues='card') }}"
    )
    cards = cards_of(tmp_path, body)
    assert [] == told(cards)
    counts = [len(words(composed)) for _, composed in cards]
    assert counts[1] > 1.5 * counts[0] or len(cards) == 2
    assert [f"{number}/{len(cards)}" for number in range(1, len(cards) + 1)] == [
        words(composed)[0] for _, composed in cards
    ]
    assert ["<rect" in composed.face for _, composed in cards] == [True] + [False] * (
        len(cards) - 1
    )


def test_two_texts_go_on_side_by_side(tmp_path: Path) -> None:
    """Each by itself; a text that fits stands on the first card alone."""
    body = BOX + BOX.replace("card.text", "card.text ~ ' tail'") + BOX.replace("card.text", "'few'")
    cards = cards_of(tmp_path, body)
    assert [] == told(cards)
    read = [word for _, composed in cards for word in words(composed)]
    assert all(2 == read.count(word) for word in LONG.split())
    assert (1, 1) == (read.count("tail"), read.count("few"))


@pytest.mark.parametrize("least", [6, 8])
def test_the_deck_has_one_size_and_what_is_too_long_goes_on(tmp_path: Path, least: int) -> None:
    """The shared size comes first: on more cards than one stands only what is too long at the
    smallest."""
    body = BOX.replace("size=10, min_size=8", f"size='deck', max_size=12, min_size={least}")
    cards = cards_of(tmp_path, body, others="  - {id: fox, name: Fox, text: few}\n")
    assert [] == told(cards)
    assert len(cards) > 2
    sizes = {
        size for _, composed in cards for size in re.findall('font-size="([^"]*)"', composed.face)
    }
    assert 1 == len(sizes)


def test_a_drawing_goes_on_by_a_name(tmp_path: Path) -> None:
    style = f"{FONT};shape-inside:url(#f)"
    frame = '<defs><rect id="f" x="5" y="5" width="50" height="30"/></defs>'
    label = "text:card.text continues card min 6"
    text = f'{frame}<text inkscape:label="{label}" style="{style}">x</text>'
    cards = cards_of(tmp_path, drawn(text))
    assert [] == told(cards)
    assert len(cards) > 1
    assert LONG.split() == [word for _, composed in cards for word in words(composed)]


STACK = (
    "{{ stack([{'text': card.name, 'size': 14}, {'rule': 0.3},"
    " {'text': card.text, 'size': 10, 'min_size': 8, 'continues': 'card',"
    " 'frame': {'padding': 1}}, {'text': 'tail', 'size': 7, 'optional': true}],"
    " 5, 5, 50, 40, gap=1) }}"
)


def test_a_text_of_a_stack_goes_on(tmp_path: Path) -> None:
    """In the room that the other parts leave, in one size."""
    cards = cards_of(tmp_path, STACK)
    assert [] == told(cards)
    assert len(cards) > 2
    names = [word for _, composed in cards for word in words(composed) if word in ("Wolf", "(2)")]
    assert len(cards) == names.count("Wolf")
    read = [word for _, composed in cards for word in words(composed) if word.startswith("word")]
    assert LONG.split() == read
    assert "tail" in words(cards[-1][1])
    sizes = {
        size
        for _, composed in cards
        for size, word in re.findall(
            r'font-size="([^"]*)"[^>]*>(?:<tspan[^>]*>)?(word)', composed.face
        )
    }
    assert len(sizes) <= 1


def test_a_text_of_a_stack_goes_on_on_the_back(tmp_path: Path) -> None:
    decks = {"main": f"fields: {{text: text}}\ncards:\n  - {{id: a, name: A, text: '{LONG}'}}\n"}
    templates = {
        "card.svg": svg(STACK.replace("'card'", "'back'")),
        "back.svg": svg("{{ text_box(continued(card), 5, 5, 50, 70, size=8, font='Nunito') }}"),
    }
    context, deck = opened(tmp_path, templates, decks=decks)
    (composed,) = Composer(context).deck(deck, [0])
    assert () == composed.problems
    sides = [composed.face, composed.back_svg]
    read = [word for side in sides for word in re.sub("<[^>]*>", " ", side or "").split()]
    assert LONG.split() == [word for word in read if word.startswith("word")]


def test_two_texts_of_a_stack_do_not_go_on(tmp_path: Path) -> None:
    twice = STACK.replace("{'rule': 0.3}", "{'text': card.text, 'continues': 'card'}")
    (problem, *_) = told(cards_of(tmp_path, twice))
    assert "two texts of a stack go on" in problem.what
    head = HEAD.replace("continue: true\n", "")
    (problem,) = told(cards_of(tmp_path / "b", STACK, head=head))
    assert "continue: true" in problem.remedy


def test_a_deck_that_does_not_go_on_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, _ = opened(tmp_path, {})
    monkeypatch.setattr(process, "run", None)
    assert as_printed(context) is context


def test_a_deck_is_parted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = {"main": HEAD + f"  - {{id: wolf, text: '{LONG}'}}\n"}
    context, _ = opened(tmp_path, {"card.svg": svg(BOX)}, decks=decks)
    context = as_printed(context)
    monkeypatch.setattr(process, "run", None)
    assert as_printed(context) is context


@pytest.mark.parametrize(
    ("body", "more", "said"),
    [
        ("{% if part == 1 %}" + BOX + "{% endif %}", {}, "a text goes on on this card, and the"),
        (BOX, {"others": "  - {id: wolf-2, text: few}\n"}, 'goes on on a card "wolf-2", and there'),
        (BOX.replace("50, 30", "50, 1"), {}, "does not fit its box"),
        (BOX.replace("50, 30", "4, 30"), {}, "does not fit its box"),
        (BOX, {"text": "x" * 500}, "does not fit its box"),
        (BOX.replace("'card'", "'crad'"), {}, "template-value 'crad'"),
        (BOX, {"head": HEAD.replace("continue: true\n", "")}, "does not fit its box"),
    ],
)
def test_what_cannot_go_on_is_told(
    tmp_path: Path, body: str, more: dict[str, str], said: str
) -> None:
    cards = cards_of(tmp_path, body, **more)
    problems = told(cards)
    assert any(said in f"{problem.what} {brief(problem)}" for problem in problems), problems
    assert all(problem.remedy and problem.place for problem in problems)
    if "head" in more:
        assert "continue: true" in problems[0].remedy
    if "others" in more:
        assert 4 == len({card.id for card, _ in cards})


def test_a_text_ends_after_twenty_cards(tmp_path: Path) -> None:
    """What has no room there is told."""
    cards = cards_of(tmp_path, BOX, " ".join([LONG] * 8))
    assert MOST_PARTS == len(cards)
    (problem,) = told(cards)
    assert "20 cards are the most" in problem.remedy
    assert "wolf" == cards[0][0].id


def test_a_part_without_room_is_told_at_its_field(tmp_path: Path) -> None:
    """A word that is too long for its line stands on the second card."""
    cards = cards_of(tmp_path, BOX, f"{LONG} {'W' * 60}")
    (problem,) = told(cards)
    assert problem.place == cards[0][0].places["text"]


# -- nothing is lost
# --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> tuple[Composer, Deck]:
    """What composes a deck that goes on."""
    root = tmp_path_factory.mktemp("parts")
    decks = {"main": HEAD + "  - {id: wolf, name: Wolf}\n"}
    styles = "palette: {berry: '#C00000'}\nstyles: {hot: {color: berry, size: 1.2}}\n"
    game = "title: Sweets\n" + styles
    sword = {"templates/icons/sword.svg": svg("<circle cx='5' cy='5' r='4'/>", 10, 10)}
    context, deck = opened(root, {"card.svg": svg(BOX)}, decks=decks, game=game, files=sword)
    return Composer(context), deck


def pieces_of(machine: tuple[Composer, Deck], text: str) -> list[str]:
    """What stands of a text on each card."""
    composer, deck = machine
    (card,) = deck.cards
    card = replace(card, fields={**card.fields, "text": text})
    ((_, parts),) = composer.parts_of(replace(deck, cards=(card,)))
    return [text if piece is None else piece for part in parts for piece in part.pieces]


def letters(markup: str) -> list[TextLetter]:
    """The letters of a text with their looks and places. Raises CardgenError."""
    blocks, problems = replace(parter().box, styles=SHEET).blocks_of(markup)
    if problems:
        raise CardgenError(*problems)
    return [letter for block in blocks for letter in block.letters]


PIECES = some.sampled_from(
    [
        *("a", "word", "longer-word", "**bold**", "*it*", "**two words**", "[so red]{.sup}", "x,"),
        *("\n\n", "\n", "\n- one item\n- two items of a list\n", "\n1. first\n2. second\n"),
    ]
)


@settings(
    deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(some.lists(PIECES, min_size=40, max_size=250))
def test_no_word_is_lost_or_printed_twice(
    machine: tuple[Composer, Deck], words_of_text: list[str]
) -> None:
    text = " ".join(words_of_text).strip()
    pieces = pieces_of(machine, text)
    assert letters(text) == [letter for piece in pieces for letter in letters(piece)]
    for piece in pieces:
        box = replace(parter(50 * 72 / 25.4, 30 * 72 / 25.4).box, paragraph_gap=0.35)
        assert box.fit(piece, parter().fonts, parter().icon).lack is None


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.integers(1, 40), some.integers(0, 60), some.integers(0, 30))
def test_a_table_repeats_its_head_and_no_row(
    machine: tuple[Composer, Deck], row_count: int, before: int, after: int
) -> None:
    head = "| cost | effect |\n| --: | --- |\n"
    rows = [f"| {number} | draw {number} |" for number in range(row_count)]
    text = "word " * before + "\n" + head + "\n".join(rows) + "\n" + "tail " * after
    pieces = pieces_of(machine, text)
    printed = [line for piece in pieces for line in piece.split("\n")]
    assert rows == [line for line in printed if re.match(r"\| \d", line)]
    for piece in pieces:
        lines = piece.split("\n")
        first_row = next((at for at, line in enumerate(lines) if re.match(r"\| \d", line)), 0)
        assert not first_row or head == "\n".join([*lines[first_row - 2 : first_row], ""])
        assert not lines[0].startswith("| ") or lines[0] == "| cost | effect |"


@pytest.mark.parametrize("start", range(0, 2000, 500))  # each fourth of 2,000
def test_a_mutated_text_goes_on_with_all_its_letters(
    machine: tuple[Composer, Deck], start: int
) -> None:
    """Or is told where it is set, and stands on one card."""
    counts = set()
    for seed in range(start, start + 500, 4):
        text = f"{mutated(seed)}\n{TEXT}"
        pieces = pieces_of(machine, text)
        try:
            whole = letters(text)
        except CardgenError:
            assert [text] == pieces
            continue
        counts.add(len(pieces))
        printed = [letter for piece in pieces for letter in letters(piece)]
        is_repeated = any(piece.lstrip().startswith("|") for piece in pieces[1:])
        in_order = iter(printed)
        assert all(letter in in_order for letter in whole), text
        assert is_repeated or whole == printed, text
    assert max(counts) > 1
