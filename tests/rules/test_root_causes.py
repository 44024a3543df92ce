"""Which of the rules that fail stand on another, and the edit that mends them together."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from briefs import brief
from mutations import Fate, false_alarms, fates
from projects import SHIPPED, run
from sweets import MAIN, Sweets
from written import GAMES, Copy, drop, edit

from cardgen.base.findings import Cause
from cardgen.rules import root_causes

CANDY = GAMES[0]
SIZE = "- {id: size, says: There are five treats., check: deck.main | copies == 5}\n"
PAIRS = """
- id: pairs
  says: Each color has each rank once.
  for_each: "['black', 'green']"
  check: deck.main | having(color=item) | distinct('rank') | sort == [1, 2]
"""
COUNTS = """
- id: suit-counts
  says: The number on a suit card is how many treats bear that suit.
  for_each: deck.suit
  check: card.number == deck.main | having(suits=card.suit) | copies
"""
GONE = MAIN.replace(
    "  - {id: black-2, color: black, rank: 2, name: Praline, suits: [candy, nuts]}\n", ""
)


def found(sweets: Sweets) -> list[Cause]:
    return sweets.validate().causes


def told(cause: Cause) -> str:
    return str(cause.finding).replace("project/card_data/sweets/", "")


def test_a_card_that_is_gone_is_found_from_the_rules_that_miss_it(sweets: Sweets) -> None:
    """One cause, with the card that would mend all: its values follow from the rules, its id from
    the other ids."""
    sweets.write(SIZE + PAIRS + COUNTS, main=GONE)
    (cause,) = found(sweets)
    assert (
        "main.yaml:10:1: error: There are five treats: it is 4, not 5; add 1 card, such as "
        in told(cause)
    )
    assert "{id: black-2, rank: 2, color: black, suits: [" in told(cause)
    assert cause.finding.edit
    assert {"candy", "nuts"} == set(cause.finding.edit.value["suits"])
    assert ["pairs", "suit-counts", "suit-counts"] == [
        finding.check for finding in cause.consequences
    ]
    assert "and 2 rules that count on it" == cause.counted


def test_what_no_rule_asks_for_is_not_made_up(sweets: Sweets) -> None:
    """Where any card would do, none is proposed."""
    (cause,) = found(sweets.write(SIZE, main=GONE))
    assert told(cause).endswith("it is 4, not 5; add 1 card [size]")


def test_a_value_that_several_rules_miss_is_told_where_it_stands(sweets: Sweets) -> None:
    """The suits of one treat, though the rules blame the suit cards."""
    sweets.write(COUNTS, main=MAIN.replace("suits: [candy, nuts]", "suits: [candy, sour]"))
    (cause,) = found(sweets)
    assert told(cause).startswith("main.yaml:12:64: error: The number on a suit card")
    assert "for example, write  suits: [" in told(cause)
    assert "and 1 more case that counts on it" == cause.counted


def test_two_causes_are_told_apart(sweets: Sweets) -> None:
    sweets.write(
        SIZE
        + PAIRS
        + COUNTS
        + '- {id: names, says: The names., for_each: deck.main, check: card.name != "Acid Drop"}\n',
        main=GONE,
    )
    one, other = found(sweets)
    assert ["size", "names"] == [one.finding.check, other.finding.check]
    assert other.consequences == ()


def test_a_rule_says_what_it_stands_on(sweets: Sweets) -> None:
    """By way of others too, and though no edit mends both."""
    rules = SIZE.replace("== 5", "== 9")
    rules += "- {id: a, needs: [size], says: A., check: deck.main | copies > 80}\n"
    rules += "- {id: b, needs: a, says: B., check: deck.suit | copies > 90}\n"
    variants = "- {id: v, needs: [size], players: 2, cards: deck.main, deck_size: 70}\n"
    (cause,) = found(sweets.write(rules, variants))
    assert "size" == cause.finding.check
    assert {"a", "b", "v/deal"} == {finding.check for finding in cause.consequences}


@pytest.mark.parametrize("kind", ["severity", "note"])
def test_notes_are_not_counted_among_the_rules(sweets: Sweets, kind: str) -> None:
    """What counts on a cause is as many rules in the list as in the line below the cause."""
    noted = (
        f"- {{id: noted, {kind}: note, needs: [size], says: A., check: deck.main | copies > 80}}\n"
    )
    sweets.write(SIZE + PAIRS + COUNTS + noted, main=GONE)
    told = run("validate", "--rules-only", project=sweets.root)
    assert "  ✗ 2 rules that count on it" in told.stdout.splitlines()
    assert ["  and 2 rules that count on it; --all lists them"] == told.stderr.splitlines()[1:]


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ("sise", 'rules.yaml:2:19: "a" needs "sise", which is no rule; did you mean "size"?'),
        (
            "a",
            'rules.yaml:2:19: "a" needs "a", which needs it as well; let one of them stand by itself',
        ),
        ("b", '"a" needs "b", which needs it as well'),
        ("{a: b}", "needs must be the ids of rules; write  needs: [deck-size]"),
    ],
)
def test_what_a_rule_cannot_stand_on(sweets: Sweets, needs: str, said: str) -> None:
    rules = f"{SIZE}- {{id: a, needs: [{needs}], says: A., check: deck.main | copies > 1}}\n"
    rules += "- {id: b, needs: [a], says: B., check: deck.main | copies > 1}\n"
    assert said in "\n".join(sweets.said(rules))


def test_a_misspelt_id_is_told_at_the_card_and_a_misspelt_name_in_a_set_there(
    sweets: Sweets,
) -> None:
    """Which of the two is wrong shows in what the other ids say."""
    rules = "- sets: {hard: [green-1, black-1]}\n- {id: hard, says: Two are hard., check: set('hard') | copies == 2}\n"
    (cause,) = found(sweets.write(rules, main=MAIN.replace("id: green-1", "id: geren-1")))
    assert told(cause).startswith("main.yaml:13:10: error: ")
    assert "write  id: green-1 for main/geren-1" in told(cause)
    (cause,) = found(sweets.write(rules.replace("black-1]", "black-11]")))
    expected = 'rules.yaml:1:26 unknown-card "hard" "black-11" -> "black-1" "black-2"'
    assert expected == brief(cause.finding)
    assert ["hard"] == [finding.check for finding in cause.consequences]


def test_all_is_told_on_demand(sweets: Sweets) -> None:
    sweets.write(SIZE + PAIRS + COUNTS, main=GONE)
    short, long = (
        run("validate", "--rules-only", *words, project=sweets.root) for words in ((), ("--all",))
    )
    assert 1 == short.exit_code == long.exit_code
    assert ["  and 2 rules that count on it; --all lists them"] == short.stderr.splitlines()[1:]
    assert 4 == len(long.stderr.splitlines())
    assert [
        *(
            "sweets: Sweets",
            "  ✗ size  4, not 5",
            "  ✗ 2 rules that count on it",
            "4 errors, no warnings",
        ),
    ] == short.stdout.splitlines()
    assert "  ✗ suit-counts  1 of 3 hold" in long.stdout.splitlines()


def test_reports_keep_cause_and_consequence(sweets: Sweets) -> None:
    sweets.write(SIZE + PAIRS + COUNTS, main=GONE)
    report = json.loads(
        run("validate", "--rules-only", "--format", "json", project=sweets.root).stdout
    )
    assert [None, 0, 0, 0] == [finding["cause"] for finding in report["findings"]]
    assert (4, 1) == (report["summary"]["errors"], report["summary"]["causes"])
    github = run(
        "validate", "--rules-only", "--format", "github", project=sweets.root
    ).stdout.splitlines()
    assert 1 == len(github)
    assert "it is 4, not 5 (and 2 rules that count on it); add 1 card" in github[0]
    assert 4 == len(
        run(
            "validate", "--rules-only", "--format", "github", "--all", project=sweets.root
        ).stdout.splitlines()
    )


def test_lines_of_the_rulebook_join_their_cause(sweets: Sweets) -> None:
    """What it says of the card that is gone would be right with it; a card that never was is told
    by itself, with its sentence."""
    book = "---\ntitle: Sweets\n---\n\nSee {{ card('main/black-2') }} now.\n\nThere is {{ card('main/black-9') }} as well.\n"
    sweets.write(SIZE + PAIRS, main=GONE, files={"card_data/sweets/rulebook.md": book})
    report = sweets.open().validate()
    (cause,) = report.causes
    assert ['the deck "main" has no card "black-2" (in “See … now.”)'] == [
        problem.what for problem in cause.consequences if not problem.check
    ]
    assert "and 1 rule and 1 line of the rulebook that count on it" == cause.counted
    assert 2 == len(report.problems) == report.exit_code
    said = run("validate", project=sweets.root).stderr
    assert "black-9" in said
    assert 'no card "black-2"' not in said
    assert 'no card "black-2"' in run("validate", "--all", project=sweets.root).stderr


@pytest.mark.parametrize(("bound", "least"), [("MOST_WORK", 0.0), ("_MOST_CARDS_SEARCHED", 3)])
def test_what_has_to_be_stopped_is_told_as_it_is(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch, bound: str, least: float
) -> None:
    """Without patience, or with too many cards, there is no edit, and every finding stands by
    itself."""
    monkeypatch.setattr(root_causes, bound, least)
    sweets.write(SIZE + PAIRS, main=GONE)
    assert ["size", "pairs"] == [cause.finding.check for cause in found(sweets)]


def test_nothing_is_looked_for_when_all_is_well(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(root_causes, "_repairs", None)
    assert found(sweets.write(SIZE + PAIRS + COUNTS)) == []


# -- the shipped games
# --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("written"))


def test_one_card_taken_out_of_the_main_deck_is_one_cause(copy: Copy) -> None:
    """Some forty findings, and the card is put together again from them, its suits included."""
    with copy.changed(CANDY, drop("main/black-7")):
        found = copy.checked(CANDY)
    (cause,) = found.causes
    assert "{id: black-7, color: black, rank: 7, suits: [" in cause.finding.remedy
    assert cause.finding.edit
    assert {"candy", "caramel"} == set(cause.finding.edit.value["suits"])
    assert len(cause.consequences) > 40


def test_the_shipped_files_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that are computed when the cards are loaded do not speak against the card that is
    missed."""
    for folder in ("card_data", "templates", "fonts"):
        shutil.copytree(SHIPPED / folder, tmp_path / folder)
    main = tmp_path / f"card_data/{CANDY}/main.yaml"
    main.write_text(
        "".join(
            line for line in main.read_text("utf-8").splitlines(True) if "id: black-7," not in line
        ),
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    said = run("validate", "--rules-only", CANDY).stderr.splitlines()
    assert 2 == len(said)
    assert "add 1 card, such as {id: black-7, color: black, rank: 7" in said[0]


def test_the_same_deck_is_told_the_same(copy: Copy) -> None:
    """What is found does not depend on the order of the cards."""
    with copy.changed(CANDY, edit("main/green-3", color="black")):
        found = copy.checked(CANDY)
    assert found.causes[0].finding.edit
    assert ("green-3", "color", "green") == (
        found.causes[0].finding.card,
        "color",
        found.causes[0].finding.edit.value,
    )


def test_the_first_thing_told_names_the_cause(copy: Copy) -> None:
    """In nine of ten decks with one or two faults of chance; `mutations.py` tries 300 of them."""
    found: list[Fate] = [fate for fate in fates(copy, 20, 7) if fate.told]
    assert 18 <= sum(fate.named for fate in found), "\n".join(
        str(fate) for fate in found if not fate.named
    )


def test_nothing_is_said_of_legal_decks(copy: Copy) -> None:
    """The shipped ones, and second ones dealt anew."""
    assert list(false_alarms(copy, [5])) == []
