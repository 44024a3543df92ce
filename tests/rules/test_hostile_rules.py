"""Rules of strangers: a clear error with rule, file and line; nothing reached, nothing hung."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest
from briefs import brief, briefs, has_expected, is_expected
from processes import here
from sweets import Sweets

from cardgen.rules import trial
from cardgen.rules.ruleset import read_rule_set
from cardgen.sandbox import process

pytestmark = pytest.mark.usefixtures("apart")

PATIENCE = trial.PATIENCE  # before a test has its way with it

ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
CALLS_ITSELF = "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}"


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("range(10 ** 9) | list | length == deck.main | copies", "range"),
        ("9 ** 9 ** 9 ** 9 ** 9 == deck.main | copies", "a number of more than"),
        ("'a' * 10 ** 9 == deck.main | copies", "a text of more than"),
        (
            "deck.main | pairs | pairs | pairs | pairs | pairs | length == 1",
            'rules.yaml:3:10 rule-broken "it" 100,000',
        ),
        ("range(60) | choose(30) | length == 1", 'rules.yaml:3:10 rule-broken "it" 100,000'),
        ("().__class__.__mro__ == deck.main", 'no "__class__"'),
        ("deck.main.cards.__class__ == 1", 'no "__class__"'),
        ("deck.main.file.read_text() == ''", 'no "file"'),
        (
            "card_data.open('/etc/passwd') == ''",
            'rules.yaml:3:10 rule-broken "it" "card_data.open(\'/etc/passwd\') == \'\'" "card_data"',
        ),
        ("deck.main | map('attr', '__init__') | first == 1", 'no "__init__"'),
        ("deck.main | where('().__class__') == []", 'no "__class__"'),
        ("(" * 400 + "1" + ")" * 400 + " == deck.main", 'rules.yaml:3:10 rule-broken "it"'),
        (
            "deck.main | where('" + "(" * 400 + "1" + ")" * 400 + "') == []",
            'rules.yaml:3:10 rule-broken "it"',
        ),
    ],
)
def test_what_no_rule_may_do(sweets: Sweets, check: str, said: str) -> None:
    outcome = sweets.check(check)
    findings = (*outcome.problems, *outcome.findings)
    words = " ".join(map(str, findings)).lower()
    assert outcome.status in ("broken", "failed")
    assert said.lower() in words or has_expected(findings, said), briefs(findings)
    assert "traceback" not in words


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (f'counted: "{ENDLESS}"', 'rules.yaml:4:10 expression-failed "evil" 1'),
        (f'counted: "{CALLS_ITSELF}"', 'rules.yaml:5:12 rule-broken "evil"'),
        (
            "let: {much: \"range(90000) | map('string') | list\", more: \"[much, much] | map('join', much[0] * 20000) | list\"}",
            "more than",
        ),
    ],
)
def test_what_never_ends_is_ended(
    sweets: Sweets, part: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the rule and its line; the rules before it were tried, those after it are
    said to be left out."""
    monkeypatch.setattr(trial, "PATIENCE", 1.0)
    first = "- {id: first, says: It holds., check: deck.main | copies == 5}\n"
    last = "- {id: last, says: It holds., check: deck.main | copies == 5}\n"
    sweets.write(
        f"{first}- id: evil\n  says: It holds.\n  check: deck.main | copies == 5\n  {part}\n{last}"
    )
    report = sweets.validate()
    assert 2 == report.exit_code
    problem = report.problems[0]
    assert is_expected(problem, said), brief(problem)
    assert '"evil"' in problem.what
    assert problem.place is not None
    assert (problem.place.file.name, problem.place.line in (2, 4, 5)) == ("rules.yaml", True)
    assert ["first", "evil"] == [outcome.id for outcome in report.outcomes][:2]
    assert report.outcomes[0].status == "ok"
    told = "rules.yaml:4:10 rule-untried 1" == brief(report.problems[-1])
    assert told == ("last" not in [outcome.id for outcome in report.outcomes])


def test_rules_that_are_slow_together_are_ended(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each alone would pass; the slowest is named. They are slow by a clock on which each takes
    half a second, and one nearly two."""
    monkeypatch.setattr(process, "run", here)  # where the clock is
    moments = (0.5 * n + 1.4 * (n > 3) for n in count())
    monkeypatch.setattr(trial, "time", SimpleNamespace(process_time=lambda: next(moments)))
    monkeypatch.setattr(trial, "PATIENCE", PATIENCE)
    monkeypatch.setattr(process, "slowness", lambda: 1.0)
    rules = [f"- {{id: r{n}, says: A., check: deck.main | copies == 5}}\n" for n in range(40)]
    report = sweets.write("".join(rules)).validate()
    assert 'take longer than 3 s together, most of it for the rule "r3"' in report.problems[0].what
    assert ["r0", "r1", "r2", "r3"] == [outcome.id for outcome in report.outcomes]
    assert "36 more rules of sweets could not be tried" in str(report.problems[1])


def test_of_rules_about_all_editions_the_one_that_never_ends_is_named(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PATIENCE", 0.05)
    first = "- {id: first, says: It holds., check: deck.main | copies == 5}\n"
    sweets.write(
        f'{first}- {{id: it, says: A., check: deck.main | copies == 5, counted: "{ENDLESS}"}}\n'
    )
    game = sweets.open().games[0]
    outcomes = list(trial.try_together(game, (), read_rule_set(game, [])))
    assert [("first", "ok"), ("it", "broken")] == [
        (outcome.id, outcome.status) for outcome in outcomes
    ]
