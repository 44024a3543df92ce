"""--fix is tried in memory: what it writes reads back, settles, and leaves fewer failures than
there were and none that is new."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from briefs import raises_expected
from projects import HEAD, write_project
from sweets import Sweets
from test_fix import COUNTS, WRONG, fix, suit

from cardgen.write.file_changes import FileChange, apply_all

CARDS = "cards:\n  - {id: a, rank: 1, tot: 5}\n  - {id: b, rank: 2, tot: 5}\n"


def numbers(sweets: Sweets, fields: str, rules: str, cards: str = CARDS) -> Sweets:
    """A deck of two cards with numbers, and rules about each of them, a line for each: id, then
    what it checks."""
    told = [line.strip().partition(": ")[::2] for line in rules.strip().splitlines()]
    made = "".join(
        f"- {{id: {id}, says: About {id}., for_each: deck.main.cards, {check}}}\n"
        for id, check in told
    )
    write_project(
        sweets.root,
        {"main": f"{HEAD}fields: {{{fields}}}\n{cards}"},
        files={"card_data/sweets/rules.yaml": made},
    )
    return sweets


def tried(sweets: Sweets, *words: str) -> tuple[list[str], str]:
    """The cards as they are after a run, and what it says; a second run has nothing to write."""
    file = sweets.folder / "main.yaml"
    said = fix(sweets, "--yes", *words)
    assert said.exit_code in (0, 1), said.output
    once = file.read_bytes()
    assert sweets.open().problems == []
    fix(sweets, "--yes", *words)
    assert once == file.read_bytes()
    return [
        line.strip(" -") for line in once.decode().splitlines() if line.startswith("  - {id")
    ], said.stderr


SAME = ["{id: a, rank: 1, tot: 5}", "{id: b, rank: 2, tot: 5}"]


WHOLE = "rank: int, tot: int"
TWICE = "s: check: item.tot == item.rank * 2"
NINE_TIMES = "s: check: item.tot == item.rank * 9\nq: check: item.tot < 6"
AS_TEXT = "s: field: tot, set_to: item.rank, check: item.tot == item.rank"


def cards(*said: tuple[object, object]) -> list[str]:
    return [
        f"{{id: {id}, rank: {rank}, tot: {tot}}}"
        for id, (rank, tot) in zip("ab", said, strict=True)
    ]


@pytest.mark.parametrize(
    ("fields", "rules", "after", "says"),
    [
        # A whole number is written as one, where its field has one.
        (WHOLE, "s: check: item.tot == item.rank * 1.0", cards((1, 1), (2, 2)), ""),
        (WHOLE, "s: check: item.tot == item.rank * 1.5", cards((1, 5), (2, 3)), ""),
        (
            "rank: int, tot: number",
            "s: check: item.tot == item.rank / 3",
            cards((1, 1 / 3), (2, 2 / 3)),
            "",
        ),
        (
            "rank: int, tot: number",
            "s: check: item.tot == 1e17 * item.rank",
            cards((1, 1e17), (2, 2e17)),
            "",
        ),
        ("rank: int, tot: text", f"{AS_TEXT} | string", cards((1, 1), (2, 2)), ""),
        (
            "rank: int, tot: {one_of: ['1', '2', '5']}",
            f"{AS_TEXT} | string",
            cards((1, 1), (2, 2)),
            "",
        ),
        # What never comes to an end.
        (
            WHOLE,
            f"{TWICE}\nq: check: item.rank == item.tot + 1",
            SAME,
            '"q" and "s" contradict each other',
        ),
        (
            WHOLE,
            f"{TWICE}\nq: check: item.rank == item.tot - 1",
            SAME,
            '"q" and "s" contradict each other',
        ),
        (
            WHOLE,
            f"{TWICE}\nq: check: item.rank == 10 - item.tot",
            SAME,
            '"q" and "s" contradict each other',
        ),
        (
            WHOLE,
            "s: check: item.tot == deck.main | total('tot')",
            SAME,
            'what the rule "s" asks for changes each time',
        ),
        (
            WHOLE,
            "s: check: item.tot == 1 + deck.main | total('tot')\nq: check: item.rank == 7",
            cards((7, 5), (7, 5)),
            'the rule "s" asks',
        ),
        (
            WHOLE,
            "s: check: item.tot == 3\nq: check: item.tot == 4",
            SAME,
            "tot should be 3 and 4 at once; mend one of the rules",
        ),
        # What would break something else, mend nothing, or be no value of the field.
        (WHOLE, NINE_TIMES, SAME, 'what the rule "s" asks for would break "q"'),
        (
            WHOLE,
            f"{NINE_TIMES}\nz: check: item.rank == 4",
            cards((4, 5), (4, 5)),
            'would break "q"',
        ),
        (
            "rank: int, tot: text",
            AS_TEXT,
            SAME,
            'in "item.tot == item.rank", a text is never equal to a number',
        ),
        ("rank: int, tot: {int: {max: 5}}", "s: check: item.tot == item.rank * 9", SAME, ""),
        (WHOLE, "s: check: item.tot == 10 ** 300", SAME, ""),
        (
            WHOLE,
            "s: field: copies, set_to: item.rank, check: item.copies == item.rank",
            SAME,
            "does not write its copies",
        ),
    ],
)
def test_what_is_written_reads_back_and_settles(
    sweets: Sweets, fields: str, rules: str, after: list[str], says: str
) -> None:
    now, said = tried(numbers(sweets, fields, rules))
    assert says in said
    assert after == now


@pytest.mark.parametrize("mark", ["|", "|+", ">-"])
def test_a_text_of_several_lines_is_put_in_place(sweets: Sweets, mark: str) -> None:
    made = f"cards:\n  - id: a\n    rank: one\n    tot: {mark}\n      some\n      lines\n\n  - {{id: b, rank: two, tot: two}}\n"
    numbers(
        sweets,
        "rank: text, tot: text",
        "s: field: tot, set_to: item.rank, check: item.tot == item.rank",
        made,
    )
    assert 0 == fix(sweets, "--yes").exit_code
    assert "    tot: one\n\n  - {id: b" in (sweets.folder / "main.yaml").read_text()


def test_a_long_chain_settles(sweets: Sweets) -> None:
    names = [f"f{n}" for n in range(8)]
    rules = "\n".join(
        f"r{at}: check: item.{after} == item.{name} + 1"
        for at, (name, after) in enumerate(pairwise(names))
    )
    deck = (
        "cards:\n  - {id: a, "
        + ", ".join(f"{name}: {5 if name == 'f0' else 0}" for name in names)
        + "}\n"
    )
    now, _ = tried(numbers(sweets, ", ".join(f"{name}: int" for name in names), rules, deck))
    assert [
        "{id: a, " + ", ".join(f"{name}: {5 + at}" for at, name in enumerate(names)) + "}"
    ] == now


def test_one_rule_does_not_mend_at_the_cost_of_others(sweets: Sweets) -> None:
    """Though only that one is asked for."""
    made = numbers(
        sweets, "rank: int, tot: int", "s: check: item.tot == item.rank * 9\nq: check: item.tot < 6"
    )
    assert SAME == tried(made, "--rule", "s")[0]
    assert SAME == tried(made, "sweets/main")[0]


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_a_file_that_may_only_be_read_stays(sweets: Sweets) -> None:
    sweets.write(COUNTS, suit=WRONG)
    suit(sweets).chmod(0o444)
    before = suit(sweets).read_bytes()
    said = fix(sweets, "--yes")
    assert 2 == said.exit_code
    assert "the file may only be read; let it be written to" in said.stderr
    assert before == suit(sweets).read_bytes()


def test_where_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    files = [tmp_path / "card_data/sweets" / name for name in ("a.yaml", "b.yaml")]
    files[0].parent.mkdir(parents=True)
    files[0].write_bytes(b"old")
    files[1].write_bytes(b"of somebody else")
    with raises_expected("b.yaml edit-conflict"):
        apply_all([FileChange(file, b"old", b"new") for file in files])
    assert [b"old", b"of somebody else"] == [file.read_bytes() for file in files]


def test_a_table_is_told_of_and_stays(sweets: Sweets) -> None:
    deck = f"{HEAD}fields: {{rank: int}}\ncards: {{file: main.csv}}\n"
    rules = "- {id: s, says: A., for_each: deck.main, check: card.rank == 2}\n"
    table = b"id,rank\na,1\nb,2\n"
    write_project(
        sweets.root,
        {"main": deck},
        files={"card_data/sweets/rules.yaml": rules, "card_data/sweets/main.csv": table},
    )
    said = fix(sweets, "--yes")
    assert "not written: rank should be 2; write it yourself" in said.stderr
    assert table == (sweets.folder / "main.csv").read_bytes()
