"""The report: for people, as JSON with the shape the docs promise, and as GitHub takes it."""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from briefs import briefs
from counting import counted
from projects import SHIPPED, python, run, svg, text, write_project
from sweets import MAIN, SUIT, Sweets

from cardgen.base.findings import Finding, Place
from cardgen.cli.findings import github
from cardgen.making.settings import ValidateOptions
from cardgen.rules.housekeeping import leftover_in
from cardgen.sandbox import process

RULES = """
- id: suit-counts
  says: The number on a suit card is how many treats bear that suit.
  source: The rulebook, Suit Cards
  for_each: deck.suit
  check: card.number == deck.main | having(suits=card.suit) | copies
- {id: size, says: There are five treats., check: deck.main | copies == 5}
- {id: snag, says: Nobody knows who begins., note: "The rules do not say who begins, so the youngest does."}
"""
WRONG = SUIT.replace("number: 2}    # two", "number: 5}    # two")


def report(sweets: Sweets, *words: str) -> tuple[int, Any]:
    result = run("validate", "--rules-only", "--format", "json", *words, project=sweets.root)
    assert "" == result.stderr
    return result.exit_code, json.loads(result.stdout)


def test_people_see_each_rule_with_what_was_counted(sweets: Sweets) -> None:
    """By game on stdout, what failed, or with --all each rule; what is wrong on stderr, each line
    beginning with its place."""
    sweets.write(RULES, suit=WRONG)
    result = run("validate", "--rules-only", project=sweets.root)
    assert [
        "sweets: Sweets",
        "  ✗ suit-counts  2 of 3 hold",
        "  ✓ 1 rule holds",
        "  · 1 note, with --notes",
        "1 error, no warnings",
    ] == result.stdout.splitlines()
    assert [
        "sweets: Sweets",
        "  ✗ suit-counts  2 of 3 hold",
        "  ✓ size         5",
        "  · snag         The rules do not say who begins, so the youngest does.",
        "1 error, no warnings",
    ] == run(
        "validate", "--rules-only", "--all", "--notes", project=sweets.root
    ).stdout.splitlines()
    assert result.stderr.replace(os.sep, "/").startswith(
        "project/card_data/sweets/suit.yaml:10:38: error: The number"
    )
    assert 1 == result.exit_code


def test_a_place_is_told_once() -> None:
    """All cards of a loop stand at one place."""
    own, other = Place(Path("main.yaml"), 11, 5), Place(Path("main.yaml"), 12, 5)
    problem = Finding("rule-broken", "these look the same", "", own)
    assert "main.yaml:11:5: error: these look the same [x]" == str(
        problem.found_by("x", "error", also=(own, own))
    )
    assert "(see also main.yaml:12:5) [x]" in str(
        problem.found_by("x", "error", also=(other, own, other))
    )


def test_where_signs_cannot_be_shown_words_stand(sweets: Sweets) -> None:
    sweets.write(RULES, suit=WRONG)
    words = [
        "-m",
        "cardgen",
        "validate",
        "--rules-only",
        "--all",
        "--notes",
        "--project",
        sweets.root,
    ]
    done = python(*words, environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ["  FAIL suit-counts  2 of 3 hold", "  ok   size         5"] == done.stdout.splitlines()[
        1:3
    ]
    assert "  note snag" in done.stdout


def test_the_json_report(sweets: Sweets) -> None:
    sweets.write(RULES, suit=WRONG)
    code, found = report(sweets)
    assert (1, 1, 1) == (code, found["exit_code"], found["version"])
    (game,) = found["games"]
    assert ("sweets", "Sweets") == (game["id"], game["title"])
    assert {
        "id": "suit-counts",
        "says": "The number on a suit card is how many treats bear that suit.",
        "source": "The rulebook, Suit Cards",
        "severity": "error",
        "status": "failed",
        "counted": "2 of 3 hold",
        "decks": ["main", "suit"],
        "file": "project/card_data/sweets/rules.yaml",
        "line": 2,
        "column": 3,
    } == game["rules"][0]
    assert ["failed", "ok", "note"] == [rule["status"] for rule in game["rules"]]
    (finding,) = found["findings"]
    assert {
        "code": "rule-fails",
        "about": [],
        "check": "suit-counts",
        "severity": "error",
        "game": "sweets",
        "deck": "suit",
        "card": "candy",
        "cause": None,
        "message": 'The number on a suit card is how many treats bear that suit: "Candy", it is 5, not 2',
        "remedy": "write  number: 2",
        "file": "project/card_data/sweets/suit.yaml",
        "line": 10,
        "column": 38,
        "side": "",
        "spot": None,
        "measured": "",
        "required": "",
        "cards": [],
        "hand": [],
        "also": [],
        "edit": {
            "deck": "suit",
            "card": "candy",
            "field": "number",
            "value": 2,
            "file": "project/card_data/sweets/suit.yaml",
            "line": 10,
            "column": 38,
        },
    } == finding
    assert {"errors": 1, "warnings": 0, "notes": 0, "causes": 1, "rules": 2} == found["summary"]
    assert [] == found["problems"]


def test_input_that_is_wrong_is_in_the_json_too(sweets: Sweets) -> None:
    sweets.write("- {id: it}\n", suit=SUIT.replace("suit: nuts", "suit: nutts"))
    code, found = report(sweets)
    assert (2, 2) == (code, found["exit_code"])
    assert {"code", "message", "remedy", "file", "line", "column", "cards", "cause"} == set(
        found["problems"][0]
    )
    assert found["summary"]["errors"] == len(found["problems"])


def test_the_docs_name_every_part_of_the_json(sweets: Sweets) -> None:
    """docs/validate.md says what each key means, and speaks of no other."""
    sweets.write(RULES + "- {id: bad}\n", suit=WRONG)
    _, found = report(sweets)

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    words = (SHIPPED / "docs/validate.md").read_text("utf-8")
    table = words[words.index("## The JSON report") :].partition("\n## ")[0]
    named = set(
        re.findall(
            r"`(\w+)`",
            "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `")),
        )
    )
    assert keys(found) == named
    assert f"version {found['version']}" in table


def test_github_takes_each_finding_as_an_annotation(sweets: Sweets) -> None:
    """Line ends, percent signs, colons and commas cannot break out of the command."""
    evil = RULES.replace("There are five treats.", '"100 %: a, b"').replace(
        "copies == 5", "copies == 6"
    )
    sweets.write(evil + "- {id: bad}\n", suit=WRONG)
    lines = run(
        "validate", "--rules-only", "--format", "github", project=sweets.root
    ).stdout.splitlines()
    assert "suit.yaml,line=10,col=38,title=suit-counts::The number" in lines[2]
    assert (
        "::error file=project/card_data/sweets/main.yaml,line=10,col=1,title=size::100 %25: a, b: it is 5, not 6; add 1 card"
        == lines[3]
    )
    assert lines[0].startswith(
        "::error file=project/card_data/sweets/rules.yaml,line=9,col=3,title=cardgen key-missing::"
    )
    assert all(line.startswith("::") for line in lines)


def test_strict_takes_warnings_for_errors(sweets: Sweets) -> None:
    sweets.write("- {id: size, says: A., severity: warning, check: deck.main | copies == 6}\n")
    assert (0, 1) == (report(sweets)[0], report(sweets, "--strict")[0])
    sweets.write("- {id: size, says: A., severity: note, check: deck.main | copies == 6}\n")
    assert 0 == report(sweets, "--strict")[0]


def test_a_rule_by_name(sweets: Sweets) -> None:
    """A rule, a variant, or a built-in check; anything else is an error with a suggestion."""
    sweets.write(RULES, suit=WRONG)
    assert ["size"] == [
        rule["id"] for rule in report(sweets, "--rule", "size")[1]["games"][0]["rules"]
    ]
    assert 0 == report(sweets, "--rule", "leftover")[0]
    result = run("validate", "--rule", "sise", project=sweets.root)
    assert (2, True) == (
        result.exit_code,
        'no rule is called "sise"; did you mean "size"?' in result.stderr,
    )


def test_build_shows_rules_that_fail_and_writes_all_the_same(sweets: Sweets) -> None:
    sweets.write(RULES, suit=WRONG)
    result = run("build", "--paper", "a4", project=sweets.root)
    assert 1 == result.exit_code
    assert "[suit-counts]" in result.stderr
    assert (sweets.root / "output/sweets/suit-a4.pdf").exists()
    assert "size" not in result.stdout


def test_a_text_in_a_rule_cannot_reach_the_terminal(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweets.write(
        "- {id: it, says: A., check: deck.main | copies == 5, counted: \"{{ '\\x1b[31m' }} {{ 'x' * 5000 }}\"}\n"
    )
    line = run("validate", "--rules-only", project=sweets.root).stdout.splitlines()[1]
    assert "\x1b" not in line
    assert len(line) < 1100


@pytest.mark.usefixtures("apart")
def test_rules_are_tried_beside_other_threads(sweets: Sweets) -> None:
    """Where a process must not fork, the child is started anew and is handed everything."""
    sweets.write(
        RULES, "- {id: v, players: 2, cards: deck.main, deck_size: 5, deal: 2}\n", suit=WRONG
    )
    expected = [
        (outcome.id, outcome.status, outcome.counted, outcome.findings)
        for outcome in sweets.validate().outcomes
    ]
    ended = threading.Event()
    threading.Thread(target=ended.wait, daemon=True).start()
    try:
        found = [
            (outcome.id, outcome.status, outcome.counted, outcome.findings)
            for outcome in sweets.validate().outcomes
        ]
    finally:
        ended.set()
    assert expected == found


def test_the_shipped_games_are_tried_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """All five together, loaded, tried and told, without drawing: counted in this process, where
    otherwise others do the work.

    What they claim of chance is counted by itself, beside its own tests.
    """
    monkeypatch.setattr(process, "run", lambda work, *args, **limits: work(*args))
    monkeypatch.setattr("cardgen.rules.chance.try_claims", lambda *args: iter(()))
    done, calls = counted(lambda: run("validate", "--rules-only", project=SHIPPED))
    assert 5 == sum(not line.startswith(" ") for line in done.stdout.splitlines()[:-1])
    assert calls < 3_000_000


def test_the_rules_of_a_game_are_listed_those_about_chance_too(sweets: Sweets) -> None:
    deal = "deal: {from: deck.main, hand: 2}, chance: {that: hand | copies == 2, is: always}}\n"
    sweets.write(
        f"- {{id: pair, says: Two are dealt., {deal}- {{id: all, says: Five., check: deck.main | copies == 5}}\n"
    )
    assert ["  all   Five.", "  pair  Two are dealt."] == run(
        "rules", "sweets", project=sweets.root
    ).stdout.splitlines()


# -- built in
# -----------------------------------------------------------------------------------------------------------------------


def test_leftovers_are_found_in_texts(sweets: Sweets) -> None:
    main = MAIN.replace("name: Bonbon", "name: Bonbon TODO").replace(
        "suits: [nuts]}", "suits: [nuts], text: 'Lorem ipsum dolor'}"
    )
    main = main.replace("title: Main", "title: FIXME").replace(
        "name: Praline", "name: Todos of a Mastodon"
    )
    report = sweets.write(main=main).validate()
    assert ["leftover"] * 3 == [finding.check for finding in report.findings]
    assert [
        'warning main.yaml:1:1 leftover "FIXME"',
        'warning main.yaml:11:48 leftover "black-1" "TODO"',
        'warning main.yaml:13:78 leftover "green-1" "Lorem ipsum"',
    ] == briefs(report.findings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *(
            (name, "")
            for name in (
                "The XXX Games",
                "Super Bowl XXX",
                "TBD Records",
                "Lorem Ipsum",
                "What is Lorem Ipsum?",
            )
        ),
        *(
            (text, "XXX")
            for text in ("XXX", "XXX XXX", "Draw XXX cards", "costs XXX", "Gain 2 XXX", "XXX: name")
        ),
        *((text, "TBD") for text in ("TBD", "Effect TBD", "TBD.", "power TBD here")),
        *(
            ("Lorem ipsum", "Lorem ipsum"),
            ("Lorem Ipsum Dolor sit", "Lorem Ipsum"),
            ("Lorem", "Lorem"),
            ("The TODO Game", "TODO"),
        ),
    ],
)
def test_names_that_mean_what_they_say_are_no_leftovers(text: str, told: str) -> None:
    assert told == leftover_in(text, "en")


@pytest.mark.parametrize(
    ("said", "told"), [("NaN", "NaN"), ("null", "null"), ("Null the Void", ""), ("None", "")]
)
def test_what_programs_write_for_nothing_is_left_over(sweets: Sweets, said: str, told: str) -> None:
    """Not what may be a name, or what players read as a word."""
    report = sweets.write(
        main=MAIN.replace("suits: [nuts]}", f"suits: [nuts], text: '{said}'}}")
    ).validate()
    expected = [f'warning main.yaml:13:78 leftover "green-1" "{told}"'] if told else []
    assert expected == briefs(report.findings)


@pytest.mark.parametrize(("language", "count"), [("es", 1), ("pt-BR", 1), ("fr", 2), ("", 2)])
def test_todo_is_a_word_where_it_means_all(sweets: Sweets, language: str, count: int) -> None:
    """In Spanish and Portuguese, but for one that a colon follows."""
    main = MAIN.replace("name: Bonbon", "name: TODO O NADA").replace(
        "name: Praline", "name: 'TODO: say it'"
    )
    head, template = (
        f"typesetting: {{language: {language}}}\n" * bool(language),
        {"templates/card.svg": svg(text("TODO LO QUE PUEDAS"))},
    )
    found = (
        sweets.write(main=head + main, suit=head + SUIT, files=template)
        .open()
        .validate(options=ValidateOptions(printer="images"))
        .findings
    )
    assert count == sum("the name of card" in finding.what for finding in found)
    assert (count > 1) == any("its template still says" in finding.what for finding in found)


UNLIKE = "{{ card.id | length + card.copies }}"
"""A width by which not all cards of a deck look the same."""


def test_backs_that_differ_as_drawn(sweets: Sweets) -> None:
    """One template for two decks is not enough when it looks at the card."""
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><rect width="{}" height="9"/></svg>'
    shuffled = {"main": MAIN.replace("fields:", "shuffled_with: [suit]\nfields:", 1), "suit": SUIT}
    by_deck, by_card = "{{ 8 if card.deck == 'main' else 9 }}", "{{ 8 + card.id | length }}"
    for width, checks in (("8", []), (by_deck, ["same-backs"]), (by_card, ["same-backs"])):
        sweets.write(
            files={
                "templates/back.svg": face.format(width),
                "templates/card.svg": face.format(UNLIKE),
            },
            **shuffled,
        )
        found = sweets.open().validate().findings
        assert checks == [finding.check for finding in found]
    assert '"main" is shuffled with "suit", but the backs of' in found[0].what
    assert [] == sweets.open().validate(options=ValidateOptions(rule="drawable")).findings


def test_art_that_no_card_shows(sweets: Sweets) -> None:
    """A note, told only when every deck was drawn. What the rulebook names is used."""
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><image href="used.svg" width="%s" height="9"/></svg>'
    face %= UNLIKE
    files = {f"card_data/sweets/art/{name}.svg": art for name in ("used", "unused")}
    sweets.write(files={**files, "templates/card.svg": face})
    (finding,) = sweets.open().validate().findings
    assert ("unused-art", "note", "unused.svg") == (
        finding.check,
        finding.severity,
        Path(str(finding.place)).name,
    )
    assert [] == sweets.open().validate(["sweets/main"]).findings
    icons = {f"card_data/sweets/art/icon-{number}.svg": art for number in range(9)}
    sweets.write(files={**icons, "templates/card.svg": face})
    (finding,) = sweets.open().validate().findings
    named = "icon-0.svg, icon-1.svg, icon-2.svg, icon-3.svg, icon-4.svg"
    assert (
        f"no card shows 10 of these drawings, and no rulebook names them: {named} and 5 more"
        == finding.what
    )
    assert "art" == Path(str(finding.place)).name
    form = sweets.folder / "editions.yaml"
    # who else there is stands in tables that are elsewhere
    form.write_text("fields: {guest: text}\nexample: {guest: Ann}\n")
    (finding,) = sweets.open().validate().findings
    assert "no card of the example shows 10 of these drawings" in finding.what
    assert "use them, or take them away, unless another edition shows them" == finding.remedy
    form.unlink()
    for number in range(9):
        (sweets.folder / "art" / f"icon-{number}.svg").unlink()
    (sweets.folder / "rulebook.md").write_text("See the picture: ![](unused.svg)")
    assert [] == sweets.open().validate().findings
    assert [] == sweets.validate().findings


# -- statistics
# ---------------------------------------------------------------------------------------------------------------------


def test_statistics_for_people(sweets: Sweets) -> None:
    lines = run("stats", "sweets", project=sweets.root).stdout.splitlines()
    assert "  main         4 faces     5 cards  60 x 80 mm" in lines[1]
    assert "  together     7 faces     8 cards" == lines[3]
    assert "    black    2  ████████████████████" in lines
    start = lines.index("  suits by rank")
    expected = [
        "            1  2  all",
        "    candy   1  1    2",
        "    nuts    1  1    2",
        "    sour    .  2    2",
    ]
    assert expected == lines[start + 1 : start + 5]
    assert "  name: 6 to 9 characters, 7.2 on average; longest on green-2" in lines


def test_truths_are_told_as_people_say_them(tmp_path: Path) -> None:
    deck = "size: poker\ntemplate: card.svg\nfields: {big: bool, cost: {int: {optional: true}}}\n"
    cards = (
        "cards: [{id: x, big: true, cost: 1}, {id: y, big: false}, {id: z, big: true, cost: 2}]\n"
    )
    told = run(
        "stats",
        "sweets",
        project=write_project(tmp_path, {"main": deck + cards}, {"card.svg": svg("")}),
    ).stdout
    assert ("    no     1" in told, "    yes    2" in told, "True" in told, "None" in told) == (
        True,
        True,
        False,
        False,
    )


def test_a_game_without_rules_says_so(tmp_path: Path) -> None:
    done = run("rules", "sweets", project=write_project(tmp_path))
    assert (
        0,
        "sweets: it has no rules; --suggest proposes those that its cards seem to keep\n",
    ) == (done.exit_code, done.stdout)


def test_statistics_as_json(sweets: Sweets) -> None:
    found = json.loads(run("stats", "sweets", "--format", "json", project=sweets.root).stdout)
    assert (1, "sweets", ["main", "suit"]) == (
        found["version"],
        found["game"],
        [deck["id"] for deck in found["decks"]],
    )
    main = found["decks"][0]
    assert ({"black": 2, "green": 3}, {"1": 2, "2": 3}) == (
        main["fields"]["color"],
        main["fields"]["rank"],
    )
    assert {
        "rows": "color",
        "columns": "rank",
        "values": [1, 2],
        "table": {"black": [1, 1], "green": [1, 2]},
    } in main["crossed"]
    assert {"shortest": 6, "mean": 7.2, "longest": 9, "card": "green-2"} == main["texts"]["name"]


def test_statistics_of_no_game(sweets: Sweets) -> None:
    """Told as data too, where data was asked for."""
    assert 2 == run("stats", "sweats", project=sweets.root).exit_code
    done = run("stats", "sweats", "--format", "json", project=sweets.root)
    found = json.loads(done.stdout)
    assert (2, 2, ["version", "problems", "exit_code"]) == (
        done.exit_code,
        found["exit_code"],
        [*found],
    )
    assert ['no game is called "sweats"'] == [problem["message"] for problem in found["problems"]]


def test_statistics_without_signs(sweets: Sweets, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = python("-m", "cardgen", "stats", "sweets", "--project", sweets.root, environment=plain)
    assert "    black    2  ####################" in done.stdout.splitlines()


def test_what_many_lines_of_a_file_have_alike_is_one_annotation() -> None:
    places = [Place(Path("main.yaml"), line) for line in range(1, 501)]
    found = [Finding("rule-broken", "there is no rank", "write one", place) for place in places]
    (annotation,) = github(found, list_all=False)
    assert "line=1" in annotation
    assert "also in lines 2, 3, 4" in annotation
    assert 500 == len(list(github(found, list_all=True)))
