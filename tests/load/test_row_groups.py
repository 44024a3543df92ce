"""Several rows of a table make one card: the pips of a rank, three questions, six rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import run, svg, text_of, write_project

from cardgen.load import load_games
from cardgen.model.cards import Deck
from cardgen.model.project import find_project

PIPS = "rank,x,y,flip\ntwo,18,6,\ntwo,18,42,x\nthree,18,6,\nthree,18,24,\nthree,18,42,x\n"
FIELDS = "fields: {rank: text, x: int, y: int, flip: {bool: {default: false}}}\n"
Grouped = Callable[..., tuple[Deck | None, list[str]]]


@pytest.fixture
def grouped(tmp_path: Path) -> Grouped:
    def grouped(table: str, how: str, fields: str = FIELDS) -> tuple[Deck | None, list[str]]:
        deck = f"size: 60mm x 80mm\ntemplate: plain.svg\n{fields}cards: {{file: t.csv, {how}}}\n"
        root = write_project(tmp_path, {"main": deck}, files={"card_data/sweets/t.csv": table.encode()})
        games, problems = load_games(find_project(root))
        decks = [deck for game in games for deck in game.decks]
        return (decks[0] if decks else None), [str(problem) for problem in problems] or [note for deck in decks for note in deck.notes]

    return grouped


def test_rows_that_say_the_same_make_one_card(grouped: Grouped, tmp_path: Path) -> None:
    """The template has each; the card says what its first row does, and is called by what they have together."""
    deck, _ = grouped(PIPS, "together: rank")
    assert deck
    assert [("two", "two", 2), ("three", "three", 3)] == [(card.id, card.name, len(card.rows)) for card in deck]
    assert [(18, 6, False), (18, 24, False), (18, 42, True)] == [(row["x"], row["y"], row["flip"]) for row in deck.cards[1].rows]
    assert 0 == run("build", "sweets", "--paper", "a4", project=tmp_path).exit_code
    said = """card.rows|map(attribute='y')|join(' ') ~ (' with a flip' if card.rows[-1].flip) ~ ' of ' ~ card.rank"""
    template = svg(f"{{{{ text_box({said}, 6, 6, 48, 40) }}}}")
    (tmp_path / "templates/plain.svg").write_text(template, "utf-8")
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 0 == done.exit_code, done.output
    said = " ".join(" ".join(text_of(tmp_path / "output/sweets/main-a4.pdf")).split())
    assert "6 42 with a flip of two" in said
    done = run("table", "sweets/main", "--to", tmp_path / "t.csv", project=tmp_path)
    assert (2, True) == (done.exit_code, "several rows make one card" in done.output)


def test_so_many_rows_make_one_card(grouped: Grouped) -> None:
    """What cards have alone, such as copies, any of their rows may say."""
    deck, said = grouped("text,Qty\na,\nb,3\nc,\nd,\ne,\n", "every: 2, columns: {Qty: copies}", "fields: {text: text}\n")
    assert deck
    assert [(["a", "b"], 3), (["c", "d"], 1), (["e"], 1)] == [([row["text"] for row in card.rows], card.copies) for card in deck]
    assert any("the last card has 1 of 2 rows, from row 6 on" in each for each in said)


@pytest.mark.parametrize(
    ("table", "how", "told"),
    [
        ("name,q,Qty\nA,x,2\nA,y,3\n", "together: name, columns: {Qty: copies}", "say different things as copies (from row 2 on)"),
        ("name,kind,q\nA,s,x\nA,s,y\nB,t,x\nB,u,y\nC,s,x\nC,s,z\n", "together: name", "say different things as kind (from row 4 on)"),
        ("name,q\nA,x\n,y\n", "together: name", "this row has no name, by which rows are put together"),
        ("name,q\nA,x\n", "together: nmae", 'the table has no column "nmae"; did you mean "name"?'),
        ("name,q\nA,x\n", "every: 1", "every is 1, out of its range"),
        ("name,q\nA,x\nA,\n", "together: name", ""),
    ],
)
def test_what_does_not_go_together_is_told(grouped: Grouped, table: str, how: str, told: str) -> None:
    fields = "fields: {q: text, kind: {text: {optional: true}}}\n"
    _, said = grouped(table, how, fields)
    assert any(told in each for each in said), said
