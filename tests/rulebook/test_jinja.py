"""The Jinja of a rulebook: what it can call, the lines of what it makes, and its mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from books import complaints, made, refused, write_book
from briefs import briefs
from processes import APART
from projects import SHIPPED, run, text_of, write_project

import cardgen
from cardgen.model.cards import Game
from cardgen.rulebook.blocks import EmbeddedSide
from cardgen.rulebook.jinja import LIVE, write_out


@pytest.fixture(scope="module")
def candy() -> Game:
    """The largest of the shipped games."""
    return next(
        game for game in cardgen.open_project(SHIPPED).games if game.id == "best-candy-on-the-block"
    )


def test_numbers_come_from_the_data(candy: Game) -> None:
    out = write_out(
        candy,
        "{{ deck.main | copies }} cards, {{ deck.suit.card('candy').number }} of them Candy, {{ game.title }}",
    )
    assert ("57 cards, 12 of them Candy, Best Candy on the Block",) == out.lines


def test_a_book_is_compiled_once_for_all_runs(
    candy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code is kept, and knows the lines of its file."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    source = "{{ deck.main | copies }} cards\n{{ 1 // 0 }}"
    first = write_out(candy, source)
    assert [2] == [problem.place.line for problem in first.problems if problem.place]
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert first == write_out(candy, source)


def test_every_line_knows_where_it_was_written(candy: Game) -> None:
    """Loops, comments, calls over several lines and lines that vanish do not move the numbers of
    the lines behind them."""
    source = "one\n{% for x in [1, 2] %}\nsame {{ x }}\n{% endfor %}\n{# gone\nfor good #}\n{{ card(\n  'main/black-1'\n) }}\nlast"
    out = write_out(candy, source)
    numbered = dict(zip(out.lines, out.numbers, strict=True))
    assert 1 == numbered["one"]
    assert 3 == numbered["same 1"] == numbered["same 2"]
    assert 10 == numbered["last"]
    assert 7 == next(number for line, number in numbered.items() if LIVE in line)


def test_mark_up_alone_leaves_no_line(candy: Game) -> None:
    """A table can be written with a loop: nothing stands between its rows, whatever their
    indentation."""
    source = "| a |\n|---|\n  {% for x in [1, 2] %}\n| {{ x }} |\n  {% endfor %}\nend"
    assert ("| a |", "|---|", "| 1 |", "| 2 |", "end") == write_out(candy, source).lines


def test_calls_name_their_cards(candy: Game) -> None:
    out = write_out(
        candy,
        "{{ row('main/black-1', 'suit/candy', width=20, captions=['A', 'B']) }}{{ back('main') }}",
    )
    shown, behind = out.parts
    assert (EmbeddedSide("main", "black-1"), EmbeddedSide("suit", "candy")) == shown.sides
    assert ("row", 20.0, ("A", "B")) == (shown.kind, shown.width, shown.captions)
    assert (EmbeddedSide("main", "", "back"),) == behind.sides


def test_tables_come_from_the_data(candy: Game) -> None:
    """Components are the decks in their order; counts count paper; variants say for how many
    players."""
    out = write_out(candy, "{{ components() }}{{ suit_counts('main', 'suits') }}{{ variants() }}")
    components, counts, variants = out.parts
    notes = write_out(candy, "{{ rule_notes() }}")
    assert (
        "- **The King with the penalty point is the 12.** The rules say in one place"
        in "\n".join(notes.lines)
    )
    assert 18 == sum(line.startswith("- **") for line in notes.lines)
    assert [deck.id for deck in candy.decks] == [
        side.deck for side in components.sides if not side.card
    ]
    assert {deck.id for deck in candy.decks} == {side.deck for side in components.sides}
    assert "12" == dict(counts.rows)["candy"]
    assert 16 == len(variants.rows)


def test_untyped_characters_in_a_file_are_harmless(tmp_path: Path) -> None:
    """Control characters and the private mark of live parts are replaced, and the replacement is
    what is complained about."""
    said = complaints(tmp_path, f"A {{{LIVE}0}} part.\n\n\x02 7\x03 there")
    assert said
    assert all(line.startswith(("1: ", "3: ")) for line in said)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\n\n{{ card('main/oen') }}", '3: the deck "main" has no card "oen"; did you mean "one"?'),
        ("{{ card('mian/one') }}", '1 unknown-deck "mian" -> "main"'),
        ("{{ card('one') }}", '1 unknown-deck "one"'),
        ("{{ row() }}", "1: row() shows no card"),
        ("{{ row('main/one', captions=['a', 'b']) }}", "1: there are 2 captions for 1 cards"),
        ("{{ card('main/one', width=-3) }}", "1: a width of -3 is impossible"),
        ("{{ back('mane') }}", '1 unknown-deck "mane" -> "main"'),
        ("x\n{{ count_table('main', 'suit') }}", '2: no card of "main" has a field "suit"'),
        ("{{ variants() }}", "1: this game has no variants"),
        ("{{ rule_notes() }}", "1: this game has no notes; write  note: ...  in rules.yaml"),
        (
            "{{ picture('marshmalow.svg') }}",
            '1 template-value "marshmalow.svg" -> "marshmallow.svg" "armor.svg"',
        ),
        ("a {qqq} b", '1 template-value "qqq"'),
        ("{{ nothing }}", '1 rulebook-code "nothing"'),
        ("{{ cadr('main/one') }}", '1 rulebook-code "cadr" -> "card"'),
        ("{{ 1 / 0 }}", "1: this divides by zero; guard it: a / b if b else 0"),
        ("{{ deck.mian | copies }}", '1 rulebook-code "mian" -> "main"'),
        (
            "{{ deck.main.card('oen').name }}",
            '1: the deck "main" has no card "oen"; did you mean "one"?',
        ),
        ("{{ card(", "1: the Jinja in the rulebook cannot be read"),
        (
            "a\n\n{{ deck.main\n\nb",
            "3: the Jinja in the rulebook cannot be read: a {{ ",
        ),
        (
            "a\n\n{% if deck\nb\n\nc",
            "3: the Jinja in the rulebook cannot be read: a {% ",
        ),
        ("{% include 'other.md' %}", '1: a rulebook cannot take in "other.md"'),
        ("{{ card('main/one', size=3) }}", "1: "),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, source: str, expected: str) -> None:
    result = refused(tmp_path, source)
    is_spelt = f"rulebook.md:{expected}" in result.stderr
    assert is_spelt or f"rulebook.md:{expected}" in result.briefs, result.briefs


def test_all_mistakes_are_told_together(tmp_path: Path) -> None:
    """Also those behind one that ends the evaluation of the file."""
    book = "{{ nope }}\n\n{{ card('main/four') }}\n\n{{ deck.other | copies }}\n\n[x](#gone)\n\n::: nite\n:::\n\n##### Deep\n\n{qqq}\n"
    said = complaints(tmp_path, book)
    assert ["1", "3", "5", "7", "9", "12", "14"] == sorted(
        {line.partition(":")[0] for line in said}, key=int
    )


def test_validate_reads_the_book_too(tmp_path: Path) -> None:
    """What is wrong in it is told without making a PDF."""
    write_book(tmp_path, "{{ card('main/four') }}\n\nA {qqq}.\n")
    result = run("validate", project=tmp_path)
    assert 2 == result.exit_code
    assert 'rulebook.md:1: the deck "main" has no card "four"' in result.stderr
    assert result.tells('rulebook.md:3 file-missing "qqq"')
    assert not (tmp_path / "output").exists()


def test_a_wrong_book_leaves_the_earlier_one(tmp_path: Path) -> None:
    folder = made(tmp_path, "## Rules\n\nPlay.\n")
    earlier = (folder / "rulebook.pdf").read_bytes()
    complaints(tmp_path, "{{ nope }}")
    assert earlier == (folder / "rulebook.pdf").read_bytes()


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{{ ''.__class__.__mro__ }}",
        "{{ 'x' * 99999999 }}",
    ],
    ids=["endless", "walking to builtins", "huge"],
)
@pytest.mark.usefixtures("apart", "prompt")
def test_hostile_books_are_stopped(
    tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(APART.__kwdefaults__, "seconds", 1.0)
    assert len(complaints(tmp_path, source)) == 1


def test_unreadable_files_are_told(tmp_path: Path) -> None:
    write_project(tmp_path, files={"card_data/sweets/rulebook.md": b"\xff\xfe\x00bad"})
    result = run("rulebook", project=tmp_path)
    assert result.exit_code == 2
    assert "rulebook.md:1: the rulebook is not UTF-8 text; save it as UTF-8" in result.stderr
    write_project(tmp_path, files={"card_data/sweets/rulebook.md": "## A\n\nÄ\n".encode("cp1252")})
    assert (
        "rulebook.md:3: the rulebook is not UTF-8 text" in run("rulebook", project=tmp_path).stderr
    )


def test_line_ends_and_a_mark_at_the_beginning_do_not_matter(tmp_path: Path) -> None:
    folder = made(tmp_path, "## One\n\nText.\n")
    plain = (folder / "rulebook.pdf").read_bytes()
    write_project(
        tmp_path, files={"card_data/sweets/rulebook.md": b"\xef\xbb\xbf## One\r\n\r\nText.\r\n"}
    )
    assert run("rulebook", project=tmp_path).exit_code == 0
    assert plain == (folder / "rulebook.pdf").read_bytes()
    assert "Text." in text_of(folder / "rulebook.pdf")[1]


def test_a_game_can_be_copied_without_its_book(candy: Game) -> None:
    """The calls look only at the game they are given."""
    smaller = replace(candy, decks=candy.decks[:1])
    out = write_out(smaller, "{{ card('suit/candy') }}")
    assert ['rulebook.md:1 unknown-deck "suit"'] == briefs(out.problems)


def test_a_deck_whose_cards_are_still_to_come_is_there(tmp_path: Path) -> None:
    root = write_book(tmp_path, "{{ card('main/one') }}")
    (root / "card_data/sweets/main.csv").write_text("id,name\n")
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text().partition("cards:")[0] + "cards: main.csv\n")
    told = run("rulebook", project=root).stderr
    assert 'the deck "main" has no cards yet; add one to it, or take this out' in told
