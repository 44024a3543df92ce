"""Several rows of a table make one card: the pips of a rank, three questions, six rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from briefs import briefs, has_expected
from projects import run, running_text, svg, write_project

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.load.guess import guessed
from cardgen.load.table import read_table
from cardgen.model.cards import Deck
from cardgen.model.project import find_project

PIPS = "rank,x,y,flip\ntwo,18,6,\ntwo,18,42,x\nthree,18,6,\nthree,18,24,\nthree,18,42,x\n"
FIELDS = "fields: {rank: text, x: int, y: int, flip: {bool: {default: false}}}\n"
Grouped = Callable[..., tuple[Deck | None, list[str]]]


@pytest.fixture
def grouped(tmp_path: Path) -> Grouped:
    def grouped(table: str, how: str, fields: str = FIELDS) -> tuple[Deck | None, list[Finding]]:
        deck = f"size: 60mm x 80mm\ntemplate: plain.svg\n{fields}cards: {{file: t.csv, {how}}}\n"
        root = write_project(
            tmp_path, {"main": deck}, files={"card_data/sweets/t.csv": table.encode()}
        )
        games, problems = load_games(find_project(root))
        decks = [deck for game in games for deck in game.decks]
        notes = [note for deck in decks for note in deck.notes]
        return (decks[0] if decks else None), problems or notes

    return grouped


def test_rows_that_say_the_same_make_one_card(grouped: Grouped, tmp_path: Path) -> None:
    """The template has each; the card says what its first row does, and is called by what they have
    together."""
    deck, _ = grouped(PIPS, "together: rank")
    assert deck
    assert [("two", "two", 2), ("three", "three", 3)] == [
        (card.id, card.name, len(card.rows)) for card in deck
    ]
    assert [(18, 6, False), (18, 24, False), (18, 42, True)] == [
        (row["x"], row["y"], row["flip"]) for row in deck.cards[1].rows
    ]
    assert 0 == run("build", "sweets", "--paper", "a4", project=tmp_path).exit_code
    said = """card.rows|map(attribute='y')|join(' ') ~ (' with a flip' if card.rows[-1].flip) ~ ' of ' ~ card.rank"""
    template = svg(f"{{{{ text_box({said}, 6, 6, 48, 40) }}}}")
    (tmp_path / "templates/plain.svg").write_text(template, "utf-8")
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 0 == done.exit_code, done.output
    said = running_text(tmp_path / "output/sweets/main-a4.pdf")
    assert "6 42 with a flip of two" in said
    done = run("table", "sweets/main", "--to", tmp_path / "t.csv", project=tmp_path)
    assert (2, True) == (done.exit_code, "several rows make one card" in done.output)


def test_so_many_rows_make_one_card(grouped: Grouped) -> None:
    """What cards have alone, such as copies, any of their rows may say."""
    deck, said = grouped(
        "text,Qty\na,\nb,3\nc,\nd,\ne,\n",
        "every: 2, columns: {Qty: copies}",
        "fields: {text: text}\n",
    )
    assert deck
    assert [(["a", "b"], 3), (["c", "d"], 1), (["e"], 1)] == [
        ([row["text"] for row in card.rows], card.copies) for card in deck
    ]
    assert has_expected(said, "the last card has 1 of 2 rows, from row 6 on")


@pytest.mark.parametrize(
    ("table", "how", "told"),
    [
        (
            "name,q,Qty\nA,x,2\nA,y,3\n",
            "together: name, columns: {Qty: copies}",
            "say different things as copies (from row 2 on)",
        ),
        (
            "name,kind,q\nA,s,x\nA,s,y\nB,t,x\nB,u,y\nC,s,x\nC,s,z\n",
            "together: name",
            "say different things as kind (from row 4 on)",
        ),
        (
            "name,q\nA,x\n,y\n",
            "together: name",
            "this row has no name, by which rows are put together",
        ),
        ("name,q\nA,x\n", "together: nmae", 'main.yaml:4:32 unknown-column "nmae" -> "name"'),
        ("name,q\nA,x\n", "every: 1", "main.yaml:4:29 out-of-range 1"),
        ("name,q\nA,x\nA,\n", "together: name", ""),
    ],
)
def test_what_does_not_go_together_is_told(
    grouped: Grouped, table: str, how: str, told: str
) -> None:
    fields = "fields: {q: text, kind: {text: {optional: true}}}\n"
    _, said = grouped(table, how, fields)
    assert has_expected(said, told), briefs(said)


@pytest.mark.parametrize(
    ("table", "proposed", "told"),
    [
        ("id,name,step\nB-1,Soup,wash\nB-1,Soup,cut\nb2,Bread,mix\nb2,Bread,bake\n", True, ""),
        (
            "name,step\nSoup,wash\nSoup,cut\nBread,mix\nBread,bake\n",
            False,
            "rows with the same name are cards of their own",
        ),
        ("id,name,kind\n1,Soup,s\n1,Stew,s\n2,Bread,t\n2,Cake,t\n", False, ""),
        ("name,kind\nSoup,s\nSoup,s\nBread,t\nBread,t\n", False, ""),
        ("id,name,kind\n1,Soup,s\n2,Soup,s\n3,Bread,t\n4,Bread,t\n", False, ""),
    ],
)
def test_rows_are_put_together_where_that_is_sure(
    tmp_path: Path, table: str, proposed: bool, told: str
) -> None:
    """By an id that comes again with the same name; a name alone may be that of several cards."""
    file = tmp_path / "t.csv"
    file.write_text(table, "utf-8")
    lines = guessed(file, tmp_path)
    assert proposed == any(line.startswith("  together: id") for line in lines)
    assert bool(told) == any(
        "note:" in line and "same name" in line and told in line for line in lines
    )
    root = write_project(
        tmp_path / "p", {"t": "\n".join(lines)}, files={"card_data/sweets/t.csv": table.encode()}
    )
    (root / "templates/plain.svg").write_text(svg(""), "utf-8")
    games, problems = load_games(find_project(root))
    assert ([], 2 if proposed else 4) == (problems, len(games[0].decks[0]))


def test_what_is_to_be_fetched_is_listed(tmp_path: Path) -> None:
    """With the address of each picture; two that end alike are told, by the deck that names them as
    well."""
    file = tmp_path / "t.csv"
    cells = (
        "https://x.example/a/owl.png",
        "https://x.example/b/owl.png?v=2",
        r"C:\pics\bat.png",
        "cat.png",
    )
    file.write_text(
        "name,art\n" + "".join(f"N{number},{cell}\n" for number, cell in enumerate(cells)), "utf-8"
    )
    lines = guessed(file, tmp_path, has_art=lambda name: name == "cat.png")
    at = next(
        number
        for number, line in enumerate(lines)
        if line.startswith("# note: 2 pictures are not in art/")
    )
    assert [
        "#   owl.png   from https://x.example/a/owl.png",
        r"#   bat.png   from C:\pics\bat.png",
    ] == lines[at + 1 : at + 3]
    assert lines[-1].startswith(
        "# note: 2 addresses end in owl.png, and one picture alone can be called so: https://x.example/a/"
    )
    notes = read_table(file, {}, []).notes
    (alike,) = [note for note in notes if note.code == "pictures-alike"]
    assert "B2, B3" in alike.what
