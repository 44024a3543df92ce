"""--fix: numbers that follow from other cards, spliced in where the wrong ones stand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from briefs import briefs, raises_finding
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import run
from sweets import MAIN, SUIT, Sweets

from cardgen.base.findings import Finding, Place
from cardgen.cli import cli
from cardgen.making.settings import ValidateOptions
from cardgen.model.cards import Game
from cardgen.rules.finding import Edit
from cardgen.rules.fix import patches

COUNTS = """
- id: suit-counts
  says: The number on a suit card is how many treats bear that suit.
  for_each: deck.suit
  check: card.number == deck.main | having(suits=card.suit) | copies
"""
NUTS = "  - {id: nuts, suit: nuts, number: 2}\n"
WRONG = SUIT.replace("number: 2}    # two", "number: 0005}    # two").replace(
    "    number: 2\n", "    number: '7'   # sour\n"
)


def fix(sweets: Sweets, *words: str, typed: str = "") -> Result:
    command = ["validate", "--rules-only", "--fix", *words, "--project", str(sweets.root)]
    return CliRunner().invoke(cli, command, input=typed, catch_exceptions=False)


def suit(sweets: Sweets) -> Path:
    return sweets.folder / "suit.yaml"


def test_numbers_are_mended_and_nothing_else_changes(sweets: Sweets) -> None:
    """Comments, layout, line ends and quotes elsewhere stay; the changes are shown."""
    sweets.write(COUNTS, suit=WRONG)
    before = suit(sweets).read_text()
    result = fix(sweets, "--yes")
    assert 0 == result.exit_code, result.stderr
    assert before.replace("0005", "2").replace("'7'", "2") == suit(sweets).read_text()
    assert "-  - {id: candy, suit: candy, number: 0005}    # two" in result.stdout
    assert "+  - {id: candy, suit: candy, number: 2}    # two" in result.stdout
    assert "no errors, no warnings" in result.stdout


@pytest.mark.parametrize(
    ("ends", "mark"),
    [("\n", b""), ("\r\n", b""), ("\n", b"\xef\xbb\xbf"), ("\r\n", b"\xef\xbb\xbf")],
)
def test_line_ends_and_marks_stay(sweets: Sweets, ends: str, mark: bytes) -> None:
    data = mark + WRONG.replace("# two", "# zwölf 🍬").replace("\n", ends).encode()
    sweets.write(COUNTS, files={"card_data/sweets/suit.yaml": data})
    assert 0 == fix(sweets, "--yes").exit_code
    assert data.replace(b"0005", b"2").replace(b"'7'", b"2") == suit(sweets).read_bytes()


def test_it_asks_first(sweets: Sweets) -> None:
    """Without --yes nothing is written unless somebody says so."""
    sweets.write(COUNTS, suit=WRONG)
    before = suit(sweets).read_bytes()
    result = fix(sweets, typed="n\n")
    assert (1, before) == (result.exit_code, suit(sweets).read_bytes())
    assert "Write 2 values?" in result.stderr
    assert "nothing was written" in result.stderr
    assert fix(sweets, typed="").exit_code
    assert before == suit(sweets).read_bytes()
    assert 0 == fix(sweets, typed="y\n").exit_code
    assert before != suit(sweets).read_bytes()


def test_what_follows_from_what_was_mended_is_mended_too(sweets: Sweets) -> None:
    rules = (
        COUNTS
        + "- {id: sum, says: A., for_each: 'deck.main', check: card.rank == deck.suit | total('number')}\n"
    )
    sweets.write(rules, suit=WRONG)
    result = fix(sweets, "--yes")
    assert "rank: 6," in (sweets.folder / "main.yaml").read_text(), result.stderr


@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
def test_the_mode_and_the_other_names_of_a_file_stay(sweets: Sweets) -> None:
    sweets.write(COUNTS, suit=WRONG)
    other = sweets.root / "other"
    other.hardlink_to(suit(sweets))
    suit(sweets).chmod(0o600)
    assert 0 == fix(sweets, "--yes").exit_code
    assert (True, 0o600) == (suit(sweets).samefile(other), suit(sweets).stat().st_mode & 0o777)
    assert b"number: 2}    # two" in other.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_file_of_two_names_that_was_half_written_is_taken_back_first(sweets: Sweets) -> None:
    """A killed run leaves what the file held beside it; of a file of one name nothing could be
    left, so nothing is taken for it."""
    sweets.write(COUNTS, suit=WRONG)
    whole, other = suit(sweets).read_bytes(), sweets.root / "other"
    other.hardlink_to(suit(sweets))
    suit(sweets).write_bytes(whole[:60])
    kept, stray = (
        suit(sweets).with_name(f".{name}.999999999.before") for name in ("suit.yaml", "main.yaml")
    )
    kept.write_bytes(whole)
    stray.write_bytes(b"title: Another\n")
    main = (sweets.folder / "main.yaml").read_bytes()
    assert 0 == fix(sweets, "--yes").exit_code
    assert b"number: 2}    # two" in other.read_bytes()
    assert (main, False, False) == (
        (sweets.folder / "main.yaml").read_bytes(),
        kept.exists(),
        stray.exists(),
    )


def problems_of(sweets: Sweets, edit: Edit) -> list[str]:
    found: list[Finding] = []
    assert [] == patches([edit], sweets.open().games, found)
    return [problem.what for problem in found]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "number: 2}\n",
            "number: {expr: 1 + 2}}\n",
            "number is not written out as a plain value here",
        ),
        ("number: 2}\n", "number: &n 3}\n", "number is marked with & and used elsewhere"),
        (NUTS, "  - {id: '{suit}', for: {suit: [nuts]}, number: 3}\n", ""),
        (
            NUTS,
            "  - {id: '{suit}-x', for: {suit: suits}, number: 2}\n",
            "number stands here for 3 cards at once",
        ),
        (
            NUTS,
            "  - {id: '{suit}-x', for: {suit: suits}, number: 3}\n",
            "number should be 2 and 4 at once",
        ),
    ],
)
def test_what_is_not_typed_for_one_card_is_left_alone(
    sweets: Sweets, old: str, new: str, said: str
) -> None:
    """A computed value, one that is used elsewhere, or one for several cards: told, not written."""
    sweets.write(COUNTS, suit=SUIT.replace(old, new), main=MAIN.replace("copies: 2", "copies: 4"))
    result = fix(sweets, "--yes")
    assert said in result.stderr
    left = new.strip() in suit(sweets).read_text()
    assert left == bool(said)


def test_a_number_that_is_a_default_is_told(sweets: Sweets) -> None:
    sweets.write(
        COUNTS,
        suit=SUIT.replace("{int: {min: 0}}", "{int: {min: 0, default: 9}}").replace(
            ", number: 2}\n", "}\n"
        ),
    )
    assert (
        'card "suit/nuts" does not write its number; add  number: 2' in fix(sweets, "--yes").stderr
    )


def test_a_loop_whose_cards_all_want_the_same_is_mended(sweets: Sweets) -> None:
    loop = SUIT.split("  # the numbers")[0] + "  - {id: '{suit}', for: {suit: suits}, number: 3}\n"
    sweets.write(COUNTS, suit=loop)
    assert 0 == fix(sweets, "--yes").exit_code
    assert "number: 2}" in suit(sweets).read_text()


def test_a_file_that_has_changed_is_refused(sweets: Sweets) -> None:
    """Between reading and asking, and between asking and writing."""
    workshop = sweets.write(COUNTS, suit=WRONG).open()
    edits = [
        finding.edit
        for finding in workshop.validate(options=ValidateOptions(rules_only=True)).findings
        if finding.edit
    ]
    data = suit(sweets).read_bytes()
    (patch,) = patches(edits, workshop.games, [])
    suit(sweets).write_bytes(data + b"\n# more\n")
    with raises_finding("suit.yaml edit-conflict"):
        patch.apply()
    suit(sweets).write_bytes(data.replace(b"0005", b"6"))
    problems: list[Finding] = []
    found = patches(edits, workshop.games, problems)
    assert ["suit.yaml:10:38 edit-conflict"] == briefs(problems)
    assert [1] == [len(patch.edits) for patch in found]


def test_an_edit_that_was_only_guessed_is_not_written(sweets: Sweets) -> None:
    """What was found by trying is an example for the reader; and of two fields that disagree,
    either may be wrong."""
    for check in ("card.number != 2", "card.number == card.copies"):
        sweets.write(f"- {{id: it, says: A., for_each: deck.suit, check: {check}}}\n")
        before = suit(sweets).read_bytes()
        assert 1 == fix(sweets, "--yes").exit_code
        assert before == suit(sweets).read_bytes()


def test_yes_alone_is_a_mistake(sweets: Sweets) -> None:
    assert 2 == run("validate", "--yes", project=sweets.root).exit_code


@settings(max_examples=60, deadline=None)
@given(
    value=st.one_of(
        st.integers(-(2**40), 2**40),
        st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=12),
    ),
    flow=st.booleans(),
    quoted=st.sampled_from(["", "'", '"']),
)
def test_any_value_is_read_back_as_it_was_meant(
    tmp_path_factory: pytest.TempPathFactory, value: int | str, flow: bool, quoted: str
) -> None:
    """Wherever it stands, in flow or block style, bare or quoted."""
    kind = "text" if isinstance(value, str) else "int"
    old = f"{quoted}0{quoted}"
    card = (
        f"  - {{id: a, v: {old}, copies: 1}}  # end\n"
        if flow
        else f"  - id: a\n    v: {old}   # end\n    copies: 1\n"
    )
    sweets = Sweets(tmp_path_factory.mktemp("fix"))
    head = f"size: poker\ntemplate: card.svg\nback: back.svg\nfields: {{v: {kind}}}\ncards:\n"
    sweets.write(files={"card_data/sweets/suit.yaml": head + card})
    games = sweets.open().games
    here = _card(games).places["v"]
    (patch,) = patches([Edit("suit", "a", "v", value, here, follows=True)], games, []) or [None]
    if patch:
        patch.apply()
    after = _card(sweets.open().games)
    assert (value, 1) == (after.v, after.copies)
    assert suit(sweets).read_text().count("# end") == 1


def _card(games: list[Game]) -> object:
    return games[0].deck("suit").card("a")


def test_an_edit_without_a_file_of_this_project_is_refused(sweets: Sweets) -> None:
    sweets.write(COUNTS)
    edit = Edit("suit", "nobody", "number", 3, Place(suit(sweets), 10, 36), follows=True)
    found: list[Finding] = []
    assert [] == patches([edit], sweets.open().games, found)
    assert ["edit-conflict"] == [problem.code for problem in found]
