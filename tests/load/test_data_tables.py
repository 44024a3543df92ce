"""Tables of data, which make no cards: what game.yaml says of them, and who sees their rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from briefs import briefs, is_expected
from projects import run, svg, text_of, write_project

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.model.cards import Game
from cardgen.model.project import find_project

DECK = "size: 60mm x 80mm\ntemplate: t.svg\nfields: {rank: text, n: {int: {default: 0}}}\n"
CARDS = "cards:\n  - {id: two, rank: two}\n  - {id: three, rank: three}\n"
With = Callable[..., tuple[Game | None, list[Finding]]]


@pytest.fixture
def with_table(tmp_path: Path) -> With:
    def with_table(
        text: str, how: str = "{file: t.csv}", name: str = "t.csv"
    ) -> tuple[Game | None, list[Finding]]:
        files = {f"card_data/sweets/{name}": text.encode()}
        root = write_project(
            tmp_path,
            {"main": DECK + CARDS},
            {"t.svg": svg("")},
            game=f"title: S\ntables: {{pips: {how}}}\n",
            files=files,
        )
        games, problems = load_games(find_project(root))
        return (games[0] if games else None), problems

    return with_table


def test_everybody_sees_the_rows(with_table: With, tmp_path: Path) -> None:
    """Templates, computed fields, rules and the rulebook; nothing of it prints by itself."""
    with_table("rank,x,Größe (mm)\ntwo,18,1\ntwo,42.50,\nthree,6,2\n")
    folder = tmp_path / "card_data/sweets"
    cards = "cards:\n  - for: {rank: [two, three]}\n    id: '{rank}'\n    n: {expr: \"tables.pips | having(rank=rank) | copies\"}\n"
    (folder / "main.yaml").write_text(DECK + cards, "utf-8")
    said = "(tables.pips | having(rank=card.rank) | map(attribute='x') | sum) ~ ' of ' ~ (tables.pips | total('groesse_mm')) ~ ':' ~ card.n"
    (tmp_path / "templates/t.svg").write_text(
        svg(f"{{{{ text_box({said}, 6, 6, 48, 40) }}}}"), "utf-8"
    )
    (folder / "rules.yaml").write_text(
        "- id: pips\n  says: pips\n  for_each: deck.main\n  check: tables.pips | having(rank=card.rank) | copies > 0\n"
    )
    (folder / "rulebook.md").write_text(
        "# S\n\n{% for row in tables.pips | sorted_by('x') %}{{ row.x }};{% endfor %}\n"
    )
    done = run("build", "sweets", "--paper", "a4", project=tmp_path)
    assert 0 == done.exit_code, done.output
    pages = text_of(tmp_path / "output/sweets/main-a4.pdf")
    assert 1 == len(pages)
    assert ("60.5 of 3:2" in pages[0], "6 of 3:1" in pages[0]) == (True, True), pages[0]
    done = run("validate", "sweets", project=tmp_path)
    assert (0, True) == (done.exit_code, "1 rule holds" in done.output), done.output
    done = run("rulebook", "sweets", project=tmp_path)
    assert 0 == done.exit_code, done.output
    assert any(
        "6;18;42.5;" in page
        for path in (tmp_path / "output/sweets").glob("rulebook*.pdf")
        for page in text_of(path)
    )


@pytest.mark.parametrize(
    ("text", "name", "how", "first"),
    [
        ("what,x,y,on,no\nA,1,1.50,true,007\nB,-2,3,FALSE,12\n", "t.csv", "t.csv",
         {"what": "A", "x": 1, "y": 1.5, "on": True, "no": "007"}),
        ("what;x\nA;\nB;2\nSumme;2\n# x;1\n", "t.csv", "t.csv", {"what": "A", "x": None}),
        ("id,x\nTwo Hearts,+1\n,-1\n", "t.csv", "t.csv", {"id": "two-hearts", "x": "+1"}),
        ("A,1\nB,2\n", "t.csv", "{file: t.csv, header_row: none, columns: {A: what}}", {"what": "A", "b": 1}),
        ("2,is,%\na,b,c\n", "t.csv", "{file: t.csv, header_row: 1}", {"column_2": "a", "is_2": "b", "column_c": "c"}),
        ("Was,Preis,Notiz\nA,\"1,50 €\",x\n", "t.csv", "{file: t.csv, ignore: [Notiz], columns: {Was: what}, "
         "fields: {preis: {number: {unit: €, decimal: \",\"}}}}", {"what": "A", "preis": 1.5}),
        ('[{"a": 1, "cost": {"gold": 3}, "tags": ["x", "y"]}, {"a": 2, "tags": []}]', "t.json", "t.json",
         {"a": 1, "cost_gold": 3, "tags": ["x", "y"]}),
        ("- {a: b, n: 3}\n- {a: c}\n", "t.yaml", "{file: t.yaml}", {"a": "b", "n": 3}),
    ],
)  # fmt: skip
def test_cells_tell_what_columns_hold(
    with_table: With, text: str, name: str, how: str, first: dict[str, object]
) -> None:
    game, told = with_table(text, how, name)
    assert game, told
    assert first == dict(game.tables["pips"].rows[0])


@pytest.mark.parametrize(
    ("text", "how", "told"),
    [
        (
            "rank,x\ntwo,a\n",
            "{file: t.csv, fields: {x: int}}",
            't.csv:2:2 number-expected "a"',
        ),
        (
            "rank,x\ntwo,\n",
            "{file: t.csv, fields: {x: int}}",
            "t.csv:2:2 field-missing",
        ),
        ("rank,x,x\ntwo,1,2\n", "t.csv", 't.csv:1:3 column-twice "x"'),
        ("rank,x\ntwo,1,7\n", "t.csv", 't.csv:2:3 table-heading "7"'),
        ("", "t.csv", "t.csv table-heading"),
        ("rank,x\ntwo,1\n", "nix.csv", 'game.yaml:2:16 file-missing "nix.csv" -> "t.csv"'),
        ("rank,x\ntwo,1\n", "{file: t.csv, together: x}", 'a table of data has no "together"'),
        (
            "rank,x\ntwo,1\n",
            "{file: t.csv, columns: {x: x.de}}",
            '"x.de" is no field: a table of data is in one language',
        ),
        ("rank,x\ntwo,1\n", "../../../t.csv", "../../../t.csv"),
        ("rank,x\ntwo,1\n", "[1]", "game.yaml:2:16 file-misnamed"),
    ],
)
def test_what_is_wrong_with_a_table_of_data_is_told(
    with_table: With, text: str, how: str, told: str
) -> None:
    game, problems = with_table(text, how)
    assert game is None
    assert [True] == [is_expected(problem, told) for problem in problems], briefs(problems)


def test_a_list_of_the_game_may_be_called_tables(tmp_path: Path) -> None:
    deck = "size: poker\ntemplate: t.svg\nfields: {colour: {one_of: tables}}\ncards:\n  - {id: a, colour: red}\n"
    root = write_project(
        tmp_path, {"main": deck}, {"t.svg": svg("")}, game="title: S\ntables: [red, blue]\n"
    )
    games, problems = load_games(find_project(root))
    assert ([], ("red", "blue")) == (problems, games[0].lists["tables"])


def test_a_table_that_nobody_knows_is_told(with_table: With, tmp_path: Path) -> None:
    with_table("rank,x\ntwo,1\n")
    (tmp_path / "templates/t.svg").write_text(svg("{{ tables.pip[0].x }}"), "utf-8")
    assert (
        'game.yaml has no table "pip"; did you mean "pips"?'
        in run("validate", "sweets", project=tmp_path).output
    )
    (tmp_path / "templates/t.svg").write_text(svg("{{ tables.pips[0].y }}"), "utf-8")
    assert 'a row has no "y"' in run("validate", "sweets", project=tmp_path).output
