"""rules.yaml and variants.yaml as files: what they may say, and how a mistake is told."""

from __future__ import annotations

import pytest
from briefs import briefs, has_expected, place_of
from sweets import Sweets

from cardgen.base.findings import Finding
from cardgen.rules.ruleset import read_rule_set

GOOD = "- {id: it, says: It holds., check: deck.main | copies == 5}\n"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "- id: it\n  chek: deck.main\n",
            'rules.yaml:2:3: a rule has no "chek"; did you mean "check"?',
        ),
        (
            "- says: It holds.\n  check: deck.main | copies == 5\n",
            "rules.yaml:1:3 key-missing",
        ),
        (
            "- id: it\n  check: deck.main | copies == 5\n",
            "rules.yaml:1:3 key-missing",
        ),
        (
            "- {id: it, says: It holds.}\n",
            "rules.yaml:1:3: this rule checks nothing; add  check: ...  or make it a  note: ...",
        ),
        (
            GOOD + GOOD,
            'rules.yaml:2:8 name-taken "it" 1',
        ),
        (GOOD.replace("it,", "It,"), 'rules.yaml:1:8 name-impossible "It"'),
        (
            GOOD.replace("it,", "safe-zone,"),
            'rules.yaml:1:8: "safe-zone" is a check of cardgen\'s own; choose another id',
        ),
        (
            GOOD.replace("}", ", severity: bad}"),
            'no severity is called "bad"; use one of: error, warning, note',
        ),
        (GOOD.replace("}", ", set_to: 3}"), '"set_to" does not say which field'),
        (GOOD.replace("}", ", as: x}"), 'rules.yaml:1:65 key-missing "as" "for_each"'),
        (
            GOOD.replace("}", ", for_each: deck.main, as: suits}"),
            'rules.yaml:1:86 name-impossible "suits"',
        ),
        (
            GOOD.replace("}", ", let: {deck: 3}}"),
            'rules.yaml:1:67 name-impossible "deck"',
        ),
        (GOOD.replace("}", ", let: 3}"), "let must be names with expressions"),
        (GOOD.replace("}", ", says: [a]}").replace("says: It holds., ", ""), "says must be a text"),
        (
            "- just words\n",
            "rules.yaml:1:3 mapping-expected",
        ),
        ("id: it\n", "rules.yaml:1: the file must be a list"),
        ("- sets: [a]\n", "sets must be names with lists of cards"),
        ("- sets: {a: b}\n", 'the set "a" must be a list of card names or ids'),
        ("- {id: it, id: it}\n", '"id" is given twice'),
    ],
)
def test_a_mistake_is_told_with_its_place(sweets: Sweets, rules: str, said: str) -> None:
    """Exit 2, as for any input that is wrong; what else is in the file is still tried."""
    report = sweets.write(rules).validate()
    assert has_expected(report.findings, said), briefs(report.findings)
    assert 2 == report.exit_code


def test_every_mistake_is_told_at_once(sweets: Sweets) -> None:
    assert 3 == len(
        sweets.said("- {id: a, says: A., chek: 1}\n- {id: b, check: deck.main | copies == 5}\n")
    )


def test_empty_files_and_none_at_all_are_no_rules(sweets: Sweets) -> None:
    for rules in ("", "# nothing yet\n"):
        assert [] == sweets.said(rules)


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        (
            "- {id: v, players: none}\n",
            "players must say for how many; write  players: [3, 4, 5]  or  players: 3-5",
        ),
        ("- {id: v, players: 5-3}\n", 'the span "5-3" runs backwards; write 3-5'),
        ("- {id: v}\n", "players must say for how many"),
        ("- {id: v, players: 3, deal: 3}\n", 'variants.yaml:1:29 key-missing "deal" "deck_size"'),
        (
            "- {id: v, players: 3, cards: deck.main, chekcs: []}\n",
            'a variant has no "chekcs"; did you mean "checks"?',
        ),
        ("- {id: v, players: 3, checks: 3}\n", "checks must be a list of rules"),
        (
            "- {id: v, players: 3, checks: [{id: deal, says: A., check: true}]}\n",
            'variants.yaml:1:37 name-taken "deal"',
        ),
    ],
)
def test_a_mistake_in_a_variant(sweets: Sweets, variants: str, said: str) -> None:
    findings = sweets.write("", variants).validate().findings
    findings = [finding for finding in findings if place_of(finding).startswith("variants.yaml:1:")]
    assert has_expected(findings, said), briefs(findings)


def test_what_a_rule_set_holds(sweets: Sweets) -> None:
    """Players as a span or a list; lists and mappings of expressions are expressions too."""
    variants = "- {id: v, players: 2-4, cards: {main: deck.main}, deck_size: {2: 5, 3: deck.main | copies, 4: 5}}\n- {id: w, players: [4, 2]}\n"
    workshop = sweets.write("- sets: {soft: [Praline]}\n" + GOOD, variants).open()
    rule_set = read_rule_set(workshop.games[0], problems := [])
    assert [] == problems
    assert ((2, 3, 4), (2, 4)) == tuple(variant.players for variant in rule_set.variants)
    assert ["it", "v", "w", "v/deal", "w/deal"] == rule_set.ids
    first = rule_set.variants[0]
    assert first.deck_size
    assert "{2: 5, 3: deck.main | copies, 4: 5}" == first.deck_size.text
    assert ["Praline"] == [code.text for code in rule_set.sets["soft"]]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("- {id: it, says: It holds.}\n", "key-missing"),
        ("- words\n", "mapping-expected"),
        ("- sets: {soft: Praline}\n", "list-expected"),
        (GOOD + GOOD, "name-taken"),
        (
            "- {id: c, says: A., deal: {from: deck.main, hand: 2}, chance: {that: 'true', is: often}}\n",
            "chance-wrong",
        ),
    ],
)
def test_a_mistake_in_a_rule_has_a_code(sweets: Sweets, rules: str, code: str) -> None:
    workshop = sweets.write(rules).open()
    problems: list[Finding] = []
    read_rule_set(workshop.games[0], problems)
    assert [code] == [problem.code for problem in problems]
