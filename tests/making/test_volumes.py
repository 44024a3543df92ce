"""Decks of long tables: made and checked so many rows at a time, in files of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import raises_code
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import run, write_project

from cardgen.load.long_tables import volumes_of

DECK = """\
size: 60mm x 80mm
template: plain.svg
fields: {text: {text: {optional: true}}}
cards: {file: tickets.csv, per_file: 100}
"""
ROWS = [f't{number},Ticket {number},"{number}, or\nso"' for number in range(230)]


def project(folder: Path, rows: list[str], deck: str = DECK) -> Path:
    table = "\n".join(["id,name,text", *rows]) + "\n"
    return write_project(folder, {"tickets": deck}, files={"card_data/sweets/tickets.csv": table})


def test_each_part_has_its_file_and_the_cards_of_its_rows(tmp_path: Path) -> None:
    """The same pages as one deck of these rows has."""
    root = project(tmp_path / "long", ROWS)
    done = run("build", "sweets/tickets", "--paper", "a4", project=root)
    assert done.exit_code == 0, done.output
    made = sorted(path.name for path in root.glob("output/sweets/*.pdf"))
    assert made == [f"tickets-00{number}-a4.pdf" for number in (1, 2, 3)]
    assert "230" not in done.output
    whole = DECK.replace("{file: tickets.csv, per_file: 100}", "tickets.csv")
    other = project(tmp_path / "part", ROWS[200:], whole)
    assert run("build", "sweets/tickets", "--paper", "a4", project=other).exit_code == 0
    last, alone = root / "output/sweets/tickets-003-a4.pdf", other / "output/sweets/tickets-a4.pdf"
    assert abs(last.stat().st_size - alone.stat().st_size) < 200


def test_what_is_mixed_is_told_of_the_other_decks_alone(tmp_path: Path) -> None:
    """The sheets of the files share none, and say so once."""
    root = project(tmp_path, ROWS[:101])
    card = "size: {}mm x 60mm\ntemplate: plain.svg\ncards: [{{id: a, name: A}}]\n"
    for name, width in (("large", 70), ("small", 50)):
        (root / f"card_data/sweets/{name}.yaml").write_text(card.format(width))
    done = run("build", "sweets", "--mix", "--paper", "a4", project=root)
    assert done.exit_code == 0, done.output
    assert done.output.count("--mix") == 1
    assert "--mix leaves a deck of several files on sheets of its own: tickets" in done.output
    assert "mixed needs 1 sheet of a4 instead of 2: 1 saved: large, small" in done.output


def test_what_is_wrong_is_told_with_its_row_in_the_table(tmp_path: Path) -> None:
    rows = [f"t{number},Ticket,{number}" for number in range(230)]
    rows[150:150] = ["t3,Twice,1", "t500,Ticket,many"]
    deck = DECK.replace("{text: {optional: true}}", "int")
    root = project(tmp_path / "wrong", rows, deck)
    for command in (("build", "--paper", "a4"), ("validate",)):
        done = run(*command, project=root)
        assert done.exit_code == 2
        assert done.tells('tickets.csv:153:3 number-expected "many"'), done.output
    rows[151] = "t500,Ticket,1"
    done = run("validate", "sweets", project=project(tmp_path / "twice", rows, deck))
    assert 'ids of file 2 are those of earlier cards: "t3" (file 1)' in done.output


def test_what_needs_all_cards_at_once_is_refused(tmp_path: Path) -> None:
    root = project(tmp_path, ROWS)
    for words in (
        ("export", "sweets", "--printer", "images"),
        ("box", "sweets/tickets"),
        ("stats", "sweets"),
        ("build", "--cards", "t3"),
        ("printed",),
    ):
        done = run(*words, project=root)
        assert (2, True) == (done.exit_code, "3 files of cards" in done.output), words


@given(
    st.lists(st.sampled_from(["a", "a,b", '"a\nb"', '"a ""b"""', "", '"\n\n"', "é"]), min_size=1),
    st.integers(1, 5),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_volumes_have_every_row_once(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], per_file: int, ends: bool
) -> None:
    home = tmp_path_factory.getbasetemp()
    file = home / "volumes.csv"
    text = "\n".join(["id", *rows]) + "\n" * ends
    file.write_bytes(text.encode())
    volumes = volumes_of(file, home, per_file, 1)
    headings = b"id\n"
    assert all(volume.read(file, home).startswith(headings) for volume in volumes)
    below = b"".join(volume.read(file, home).removeprefix(headings) for volume in volumes)
    assert headings + below == text.encode()
    assert [volume.rows_before for volume in volumes] == [
        number * per_file for number in range(len(volumes))
    ]
    file.unlink()


def test_a_quote_that_is_never_closed_is_told(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text('id\n"a\n' + "b\n" * 2000, "utf-8")
    with raises_code("quotes-in-table"):
        volumes_of(file, tmp_path, 100, 1)
