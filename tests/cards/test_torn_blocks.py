"""Lists, tables and spans that are torn where a text goes on: the rest stands as it stood."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from made_font import FAMILY, made_font
from projects import svg
from test_compose import composed
from test_going_on import FACE, FIELDS, parter, words

from cardgen.cards.going_on import TextParter
from cardgen.engine import Layout, TextBox
from cardgen.engine.typography.text_blocks import GOES_ON, TextLetter
from cardgen.engine.typography.text_layout import Run
from cardgen.load.font_list import open_fonts

WORDS = some.sampled_from(["a", "word", "longer-word", "**bold**", "*it*", "[red]{.sup}", "x,"])
ITEM = some.tuples(some.integers(0, 3), some.lists(WORDS, min_size=1, max_size=30))


def parts_of(machine: TextParter, text: str) -> list[str]:
    """The parts of a text, on as many cards as it needs."""
    parts = []
    while machine.box.fit(machine.markup(text), machine.fonts, machine.icon).lack:
        parted = machine.parted(text)
        assert parted, text
        parts.append(parted.head)
        text = parted.rest
    return [*parts, text]


def letters(machine: TextParter, text: str) -> list[TextLetter]:
    blocks, problems = machine.box.blocks_of(machine.markup(text))
    assert not problems
    return [letter for block in blocks for letter in block.letters]


def layouts(machine: TextParter, parts: list[str]) -> list[Layout]:
    box = machine.box.at_least_size()
    return [box.fit(machine.markup(part), machine.fonts, machine.icon) for part in parts]


def places(layout: Layout, signs: str) -> list[tuple[str, float]]:
    """Of each line its marker, or nothing, and where its words begin."""
    found = []
    for line in layout.lines:
        runs = [item for item in line.items if isinstance(item, Run)]
        is_marked = runs[0].text in signs
        found.append((runs[0].text * is_marked, round(runs[is_marked].x, 3)))
    return found


@settings(max_examples=40)
@given(some.lists(ITEM, min_size=2, max_size=10), some.integers(40, 120))
def test_items_hang_on_every_card_as_on_one(
    items: list[tuple[int, list[str]]], height: int
) -> None:
    """Each letter stands in the level that it stood in, and as far in; each item has one bullet."""
    depth = -1
    lines = []
    for deeper, some_words in items:
        depth = min(deeper, depth + 1)
        lines.append(f"{'  ' * depth}- {' '.join(some_words)}")
    text = "\n".join(lines)
    machine = parter(height=height)
    parts = parts_of(machine, text)
    whole_letters = letters(machine, text)
    assert [letter for part in parts for letter in letters(machine, part)] == whole_letters
    hangs = {}
    for layout in layouts(machine, [text]):
        level = ""
        for marker, x in places(layout, "•–·"):
            level = marker or level
            hangs.setdefault(level, set()).add(x)
    markers = []
    for layout in layouts(machine, parts):
        assert layout.lack is None
        for marker, x in places(layout, "•–·"):
            markers += marker
            assert any(x in xs for xs in hangs.values())
            assert not marker or x in hangs[marker]
    assert len(markers) == len(items)


@pytest.mark.parametrize(
    ("text", "torn"),
    [
        ("- {}\n- b", f"{GOES_ON}-{GOES_ON}"),
        ("12. {}\n13. b", f"{GOES_ON}12.{GOES_ON}"),
        ("- a\n  - {}\n- b", f"{GOES_ON}-{GOES_ON}  -{GOES_ON}"),
        ("1) a\n  - b\n    * {}", f"{GOES_ON}1){GOES_ON}  -{GOES_ON}    *{GOES_ON}"),
        ("- a\n  {}\n- b", f"{GOES_ON}-{GOES_ON}"),
        ("- {{sour}} {}\n- b", f"{GOES_ON}- {{sour}}{GOES_ON}"),
        ("- a\n{}", ""),
        ("- a\n\n{}", ""),
        ("- {}", ""),
    ],
)
def test_an_item_goes_on_behind_its_sign_which_is_not_shown(text: str, torn: str) -> None:
    machine = parter(height=60)
    text = text.format(" ".join(f"w{number}" for number in range(70)))
    parted = machine.parted(text)
    assert parted
    assert parted.rest.rpartition(GOES_ON)[0] + GOES_ON * (GOES_ON in parted.rest) == torn
    whole, (rest,) = layouts(machine, [text])[0], layouts(machine, [parted.rest])
    second_line = whole.lines[-2] if text.endswith("b") else whole.lines[-1]
    assert rest.lines[0].x == pytest.approx(second_line.x, abs=0.01)
    assert rest.runs[0].text.startswith("w")


def test_numbers_go_on() -> None:
    text = "\n".join(f"{number}. {'word ' * 9}" for number in range(1, 15))
    machine = parter(height=70)
    parts = parts_of(machine, text)
    assert len(parts) > 3
    numbers = [
        run.text
        for layout in layouts(machine, parts)
        for run in layout.runs
        if run.text.rstrip(".").isdigit()
    ]
    assert numbers == [f"{number}." for number in range(1, 15)]


def test_the_last_item_alone_is_still_an_item() -> None:
    """A text of one line has no list, but this is the rest of one."""
    text = f"- {'word ' * 21}\n- {'last ' * 12}".strip()
    machine = parter(height=60)
    parts = parts_of(machine, text)
    last = layouts(machine, parts)[-1]
    signs = [marker for marker, _ in places(last, "•–")]
    assert signs == ["•", *[""] * (len(last.lines) - 1)]
    assert len({x for _, x in places(last, "•–")}) == 1


def test_the_first_item_alone_is_already_an_item() -> None:
    text = f"- {'word ' * 60}\n- b"
    machine = parter(height=60)
    first, *_ = layouts(machine, parts_of(machine, text))
    assert places(first, "•")[0][0] == "•"
    assert len({x for _, x in places(first, "•")}) == 1


@pytest.mark.parametrize(
    "text",
    ["**[{}]{{.sup}}**", "[a [{}]{{.sup}} b]{{.bold}}", "*a **{}** b*", "- [**{}**]{{.sub}}\n- b"],
)
def test_marks_within_marks_are_opened_again(text: str) -> None:
    text = text.format(" ".join(f"w{number}" for number in range(100)))
    machine = parter(height=60)
    parts = parts_of(machine, text)
    assert len(parts) > 1
    assert [letter for part in parts for letter in letters(machine, part)] == letters(machine, text)


@pytest.mark.parametrize("sign", ["", "- ", "3. "])
def test_the_rest_runs_the_way_of_its_paragraph(sign: str, tmp_path: Path) -> None:
    """Though its first letters run the other way."""
    hebrew = f"{sign}\u05e9\u05dc\u05d5\u05dd {'abc ' * 70}\n{sign}\u05e9\u05dc\u05d5\u05dd"
    (tmp_path / "made.ttf").write_bytes(made_font())
    box = TextBox(100, 60, (FAMILY,), 10, 8, list_bullet="-")
    machine = TextParter(box, open_fonts([tmp_path]), lambda name: 1.0, lambda text: text)
    parts = parts_of(machine, hebrew)
    assert len(parts) > 1
    for text in (hebrew, *parts):
        assert all(letter.leftward for letter in letters(machine, text))
    for layout in layouts(machine, parts):
        for line in layout.lines[1:-1]:
            assert line.x + line.width <= machine.box.width + 0.01
            assert bool(sign) == (line.x + line.width < machine.box.width - 2)


KEYWORDS = "keywords: {Fast Bat: {style: hot, means: it flies}}\nstyles: {hot: {weight: 800}}\n"


def test_keywords_are_not_torn_on_cards(tmp_path: Path) -> None:
    """Nor is the item printed twice that goes on on the back."""
    text = f"- {'a Fast Bat is fast and ' * 12}so\\n- it flies"
    back = svg("{{ text_box(continued(card), 5, 5, 50, 70, size=8, font='Nunito') }}")
    decks = {"main": f'{FIELDS}cards:\n  - {{id: a, text: "{text}"}}\n'}
    (card,) = composed(
        tmp_path,
        {"card.svg": FACE, "back.svg": back},
        decks=decks,
        game="title: Sweets\n" + KEYWORDS,
    )
    assert card.problems == ()
    printed = [*words(card.face), *words(card.back_svg)]
    assert printed.count("•") == 2
    assert " ".join(printed).count("Fast Bat") == 12
