"""Rules: what holds, what is counted, who is to blame, and the smallest edit that would mend it."""

from __future__ import annotations

import pytest
from briefs import brief, is_expected
from sweets import MAIN, SUIT, Sweets

COUNTS = """
- id: suit-counts
  says: The number on a suit card is how many treats bear that suit.
  for_each: deck.suit
  check: card.number == deck.main | having(suits=card.suit) | copies
"""
WRONG = SUIT.replace("number: 2}    # two", "number: 5}    # two")


def rule(**parts: str) -> str:
    """One rule, its parts written out; `says` is given unless it is among them."""
    parts = {"id": "it", "says": "It holds.", **parts}
    return "".join(
        f"{'- ' if name == 'id' else '  '}{name.rstrip('_')}: {value}\n"
        for name, value in parts.items()
    )


# -- what holds
# ---------------------------------------------------------------------------------------------------------------------


def test_a_rule_that_holds_tells_what_was_counted(sweets: Sweets) -> None:
    outcome = sweets.outcome(COUNTS)
    assert ("ok", "3 of 3 hold", ("main", "suit"), ()) == (
        outcome.status,
        outcome.counted,
        outcome.decks,
        outcome.findings,
    )


@pytest.mark.parametrize(
    ("parts", "counted"),
    [
        ({"check": "deck.main | copies == 5"}, "5"),
        ({"check": "(deck.main | first).rank == 1 and deck.main | copies > 1"}, "holds"),
        (
            {
                "check": "n == 5",
                "let": "{n: deck.main | copies}",
                "counted": '"{{ n }} = {{ cases }} x 5, {{ held }} holds"',
            },
            "5 = 1 x 5, 1 holds",
        ),
        ({"check": "x.rank > 0", "for_each": "deck.main", "as": "x"}, "4 of 4 hold"),
        ({"check": "item[1] > 0", "for_each": "deck.main | counts('color')"}, "2 of 2 hold"),
        ({"check": "item in [1, 2]", "for_each": "deck.main | distinct('rank')"}, "2 of 2 hold"),
        (
            {
                "check": "('nuts' in suits) and deck.main | distinct('suits') | length == suits | length"
            },
            "holds",
        ),
        (
            {
                "check": "deck.main | values('rank') | sort == ranks",
                "let": "{ranks: [1, 1, 2, 2, 2]}",
            },
            "holds",
        ),
        ({"check": "\"deck.main | counts('rank') == {1: 2, 2: 3}\""}, "holds"),
    ],
)
def test_what_a_rule_can_ask(sweets: Sweets, parts: dict[str, str], counted: str) -> None:
    outcome = sweets.outcome(rule(**parts))
    assert ("ok", counted, ()) == (outcome.status, outcome.counted, outcome.findings)


def test_a_named_set_is_known_by_its_name(sweets: Sweets) -> None:
    """Its cards are named by name, by id, or by deck and id."""
    sets = "- sets: {soft: [Praline, green-1, main/black-1, suit/nuts]}\n"
    outcome = sweets.outcome(sets + rule(check="set('soft') | copies == 4"))
    assert ("ok", "4", ("main", "suit")) == (outcome.status, outcome.counted, outcome.decks)


def test_a_name_in_a_set_that_is_no_card(sweets: Sweets) -> None:
    said = sweets.said(
        "- sets: {soft: [Praline, Briddle]}\n" + rule(check="set('soft') | copies == 1")
    )
    assert [
        'rules.yaml:1:26: error: the set "soft" names "Briddle", which is no card; did you mean "Brittle"? [set-member]'
    ] == said


# -- what does not hold
# -------------------------------------------------------------------------------------------------------------


def test_the_card_to_blame_with_the_place_of_its_field_and_the_value_it_must_have(
    sweets: Sweets,
) -> None:
    """A check `card.field == ...` says by itself which field is wrong and what it should be."""
    said = sweets.said(COUNTS, suit=WRONG)
    says = "The number on a suit card is how many treats bear that suit"
    assert [
        f'suit.yaml:10:38: error: {says}: "Candy", it is 5, not 2; write  number: 2 [suit-counts]'
    ] == said


def test_a_message_of_the_rule_s_own(sweets: Sweets) -> None:
    own = (
        COUNTS
        + '  otherwise: "{{ card.name }} says {{ card.number }}."\n  remedy: "{{ card.number }} is too much"\n'
    )
    (finding,) = sweets.write(own, suit=WRONG).validate().findings
    assert ("Candy says 5", "5 is too much") == (finding.what, finding.remedy)
    assert ("sweets", "suit", "candy") == (finding.game, finding.deck, finding.card)
    assert finding.edit
    assert ("number", 2, True) == (finding.edit.field, finding.edit.value, finding.edit.follows)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"check": "deck.main | copies == 7"},
            "main.yaml:10:1: error: It holds: it is 5, not 7; add 2 cards [it]",
        ),
        (
            {"check": "4 == deck.main | copies"},
            "main.yaml:10:1: error: It holds: it is 4, not 5; take out 1 card [it]",
        ),
        (
            {"check": "deck.main | copies > 5"},
            "main.yaml:10:1: error: It holds: it is 5, not more than 5; add 1 card [it]",
        ),
        (
            {"check": "deck.main | copies <= 3"},
            "main.yaml:10:1: error: It holds: it is 5, not 3 or less; take out 2 cards [it]",
        ),
        (
            {
                "for_each": "deck.suit",
                "check": "deck.main | having(suits=card.suit, rank=9) | length > 1",
            },
            'suit.yaml:11:5: error: It holds: "Nuts", it is 0, not more than 1; add 2 cards [it]',
        ),
        (
            {"for_each": "deck.main", "check": "card.name | length <= 5"},
            'main.yaml:11:5: error: It holds: "Bonbon", it is 6, not 5 or less [it]',
        ),
        (
            {"for_each": "deck.main", "check": "card.suits | count > 1"},
            'main.yaml:11:5: error: It holds: "Bonbon", it is 1, not more than 1 [it]',
        ),
        (
            {"for_each": "deck.main", "check": "card.text == 'Crunch'"},
            'main.yaml:11:5: error: It holds: "Bonbon"; write  text: Crunch [it]',
        ),
        (
            {"for_each": "deck.main", "check": "card.text == 'Crunch:1'"},
            'main.yaml:11:5: error: It holds: "Bonbon"; write  text: "Crunch:1" [it]',
        ),
        (
            {
                "for_each": "deck.main",
                "check": "card.rank < 2 or card.copies == 1",
                "field": "copies",
                "set_to": "1",
            },
            'main.yaml:14:82: error: It holds: "Acid Drop"; write  copies: 1 [it]',
        ),
        (
            {
                "for_each": "deck.main | pairs",
                "check": "item[0].suits != ['candy'] or 'candy' not in item[1].suits",
            },
            'main.yaml:11:63: error: It holds: "Bonbon" and "Praline" (see also main.yaml:12:5); for example, write  suits: [] [it]',
        ),
        (
            {
                "check": "deck.main | having(rank=1) | distinct('color') == ['green']",
                "blame": "deck.main | having(rank=1, color='black')",
            },
            "main.yaml:11:39: error: It holds: this does not hold; for example, write  rank: 0 [it]",
        ),
        (
            {"check": "(deck.main | named('Toffee') | first).rank == 1"},
            "main.yaml:10:1: error: It holds: there is no such card; add it, or mend the rule [it]",
        ),
        (
            {"check": "deck.main.card('toffee').rank == 1"},
            'main.yaml:10:1: error: It holds: the deck "main" has no card "toffee"; add it, or mend the rule [it]',
        ),
        (
            {"check": "deck.main | copies == 7", "severity": "warning"},
            "main.yaml:10:1: warning: It holds: it is 5, not 7; add 2 cards [it]",
        ),
    ],
)
def test_who_is_to_blame_and_what_would_mend_it(
    sweets: Sweets, parts: dict[str, str], said: str
) -> None:
    """For a missing card it is the `cards:` line of the decks the rule looked at."""
    assert said in sweets.said(rule(**parts))


def test_a_card_without_entries_lacks_no_card(sweets: Sweets) -> None:
    said = sweets.said(
        rule(for_each="deck.main", check="card.suits | length > 0"),
        main=MAIN.replace("suits: [nuts]", "suits: []"),
    )
    assert any(
        '"Brittle", it is 0, not more than 0' in line and "add 1 card" not in line for line in said
    ), said


def test_the_edit_is_for_the_card_that_is_compared(sweets: Sweets) -> None:
    """Not for another one that the rule blames."""
    blamed = COUNTS + "  blame: deck.main | having(suits=card.suit) | first\n"
    (finding,) = sweets.write(blamed, suit=WRONG).validate().findings
    assert ("main", "black-1") == (finding.deck, finding.card)
    assert "number" not in finding.remedy


def test_an_edit_is_found_by_trying(sweets: Sweets) -> None:
    """Where nothing says what should be, small edits are tried; of those that mend it one is named
    that fits the card's id."""
    unique = rule(
        for_each="deck.main | group('color')",
        check="item[1] | distinct('rank') | length == item[1] | length",
        field="rank",
    )
    twice = MAIN.replace("black-2, color: black, rank: 2", "black-2, color: black, rank: 1")
    (finding,) = sweets.write(unique, main=twice).validate().findings
    assert finding.edit
    assert ("black-2", "rank", 2, False) == (
        finding.edit.card,
        finding.edit.field,
        finding.edit.value,
        finding.edit.follows,
    )


def test_many_failures_are_not_all_told(sweets: Sweets) -> None:
    cards = "".join(f"  - {{id: c{n}, suit: candy, number: 1}}\n" for n in range(60))
    said = sweets.said(
        rule(for_each="deck.suit", check="card.number == 0"),
        suit=SUIT.split("cards:")[0] + "cards:\n" + cards,
    )
    assert 51 == len(said)
    assert "10 more cases fail" in said[-1]


# -- notes
# --------------------------------------------------------------------------------------------------------------------------


def test_a_note_never_fails(sweets: Sweets) -> None:
    """It explains a snag of the original rules, and may show the number it speaks of."""
    outcome = sweets.outcome(
        rule(note="Six cards are dealt, but there are five.", check="deck.main | copies == 6")
    )
    assert ("note", "Six cards are dealt, but there are five.") == (outcome.status, outcome.counted)
    assert ["note"] == [finding.severity for finding in outcome.findings]
    assert "note" == sweets.outcome(rule(note="Nobody knows.")).status
    assert 0 == sweets.validate().exit_code


# -- rules that say nothing
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"check": "1 + 1 == 2"}, "never looks at a card"),
        ({"check": "true"}, "never looks at a card"),
        ({"check": "suits | length == 3"}, "never looks at a card"),
        ({"check": "deck.main | copies >= 0"}, "cannot fail"),
        ({"check": "deck.main | copies == deck.main | copies"}, "cannot fail"),
        ({"check": "deck.main | copies == 5 or true"}, "cannot fail"),
        ({"for_each": "deck.suit", "check": "card.number >= 0"}, "cannot fail"),
        ({"for_each": "deck.main", "check": "card.suits | length < 9"}, "cannot fail"),
        (
            {"for_each": "deck.main | having(rank=7)", "check": "card.suits == []"},
            "has nothing to check: its for_each is empty",
        ),
    ],
)
def test_a_rule_that_says_nothing_is_reported(
    sweets: Sweets, parts: dict[str, str], said: str
) -> None:
    (finding,) = sweets.outcome(rule(**parts)).findings
    assert ("idle-rule", "warning") == (finding.check, finding.severity)
    assert finding.what.startswith(f'the rule "it" {said}')
    assert finding.place
    assert ("rules.yaml", 1) == (finding.place.file.name, finding.place.line)


@pytest.mark.parametrize(
    "parts",
    [
        {"check": "deck.main | copies == 5"},
        {
            "for_each": "deck.main | having(rank=range(1, 3))",
            "check": "1 <= card.suits | length <= 2",
        },
        {"for_each": "deck.main", "check": "card.name != 'TODO'"},
        {"for_each": "deck.main", "check": "card.back == 'back.svg'"},
        {"for_each": "deck.main", "check": "card.suits | unique | list == card.suits"},
        {"check": "deck.main | copies <= 6"},
        {"check": "deck.main | runs('rank') == 2"},
    ],
)
def test_a_rule_that_can_fail_is_not(sweets: Sweets, parts: dict[str, str]) -> None:
    outcome = sweets.outcome(rule(**parts))
    assert ("ok", ()) == (outcome.status, outcome.findings)


# -- rules that cannot be computed
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"check": "deck.man | copies == 3"},
            'rules.yaml:3:10 rule-broken "it" "deck.man | copies == 3" "man" -> "main"',
        ),
        (
            {"check": "deck.main | copies"},
            'rules.yaml:3:10 rule-value "it"',
        ),
        ({"check": "deck.main | copies ==", "let": "{n: 3}"}, "it ends too early"),
        (
            {"check": "n == 3", "let": "{n: deck.main | having(rnk=3)}"},
            'rules.yaml:4:12 rule-broken "it" "rnk" -> "rank"',
        ),
        (
            {"check": "deck.main | copies == 4", "otherwise": '"{{ nope }}"'},
            'rules.yaml:4:14: the rule "it" cannot be computed: in "{{ nope }}"',
        ),
        ({"check": "card.rank == 4"}, 'rules.yaml:3:10 rule-broken "it" "card.rank == 4" "card"'),
        (
            {"check": '"{{ deck.main | copies == 4 }}"'},
            '"{{ deck.main | copies == 4 }}" stands in braces, as only texts have them; take',
        ),
        (
            {"check": "item > 4", "for_each": "deck.main | copies"},
            "for_each is a number, not a list",
        ),
        (
            {"check": "deck.main | where('card.rnk == 3') | copies == 1"},
            'the card "black-1" has no "rnk"; did you mean "rank"?',
        ),
        ({"check": "set('soft') | copies == 4"}, 'no set is called "soft"'),
    ],
)
def test_a_mistake_in_a_rule_names_rule_file_and_line(
    sweets: Sweets, parts: dict[str, str], said: str
) -> None:
    outcome = sweets.outcome(rule(**parts))
    (problem,) = outcome.problems
    assert "broken" == outcome.status
    assert is_expected(problem, said), brief(problem)
    assert 2 == sweets.validate().exit_code


def test_rules_about_a_deck_that_could_not_be_read_are_left_out(sweets: Sweets) -> None:
    """The deck's own problem is told; its rules do not add to it."""
    rules = COUNTS + rule(check="deck.main | copies == 5")
    report = sweets.write(rules, suit=SUIT.replace("suit: nuts", "suit: nutts")).validate()
    assert ["skipped", "ok"] == [outcome.status for outcome in report.outcomes]
    assert 1 == len(report.problems)


def test_what_a_deck_that_could_not_be_read_has_is_not_missing(sweets: Sweets) -> None:
    """Neither the cards that a set names, nor the deck whose cards a variant uses."""
    rules = "- sets: {toys: [Bonbon, candy], suits: [candy, nuts]}\n- {id: a, says: A., check: set('toys') | copies == 2}\n"
    rules += "- {id: b, says: B., check: set('suits') | copies == 2}\n"
    variants = "- {id: v, players: 2, cards: {main: deck.main}, deck_size: 5, deal: 2, left: 1}\n"
    report = sweets.write(
        rules, variants, main=MAIN.replace("rank: 1, name: Bonbon", "rank: one, name: Bonbon")
    ).validate()
    assert ([], 1) == (report.checked, len(report.problems))
    assert [("a", "skipped"), ("b", "ok"), ("v/deal", "skipped")] == [
        (outcome.id, outcome.status) for outcome in report.outcomes
    ]


def test_a_deck_whose_file_ends_otherwise_could_not_be_read(sweets: Sweets) -> None:
    file = sweets.write(COUNTS).folder / "suit.yaml"
    file.rename(file.with_suffix(".yml"))
    report = sweets.validate()
    assert ["skipped"] == [outcome.status for outcome in report.outcomes]
    assert ["a file of this kind ends in .yaml"] == [problem.what for problem in report.problems]


def test_a_rule_that_asks_for_what_a_field_cannot_be(sweets: Sweets) -> None:
    """No edit of the card would be taken."""
    (finding, *_) = sweets.outcome(
        rule(for_each="deck.suit", check="card.suit == 'nutts'")
    ).findings
    assert 'mend the rule, for suit cannot be "nutts": did you mean "nuts"?' == finding.remedy
    assert finding.edit is None
    (finding, *_) = sweets.validate().findings
    assert "take out" not in finding.remedy


@pytest.mark.parametrize(
    ("check", "kinds"),
    [
        ("card.rank == 'one'", "a number is never equal to a text"),
        ("card.name in [1, 2]", "a text is never equal to a number"),
        ("(card.rank > 0) == 'yes'", "true or false is never equal to a text"),
    ],
)
def test_what_is_never_equal_is_a_fault_of_the_rule(sweets: Sweets, check: str, kinds: str) -> None:
    """And no card is to be taken out."""
    sweets.write(rule(for_each="deck.main", check=f'"{check}"'))
    (finding,) = sweets.validate().findings
    assert f'in "{check}", {kinds}' in finding.what
    assert finding.place is not None
    assert "rules.yaml" == finding.place.file.name
    assert "take out" not in finding.remedy


def test_one_deck_s_rules(sweets: Sweets) -> None:
    """With GAME/DECK only the rules that look at that deck count."""
    sweets.write(COUNTS + rule(check="deck.main | copies == 6"), suit=WRONG)
    assert ["suit-counts"] == [
        outcome.id for outcome in sweets.validate(names=("sweets/suit",)).outcomes
    ]
    assert ["suit-counts", "it"] == [
        outcome.id for outcome in sweets.validate(names=("sweets/main",)).outcomes
    ]


def test_one_rule_alone(sweets: Sweets) -> None:
    sweets.write(COUNTS + rule(check="deck.main | copies == 6"))
    report = sweets.validate(rule="it")
    assert (["it"], ["it"]) == (
        [outcome.id for outcome in report.outcomes],
        [finding.check for finding in report.findings],
    )


def test_order_changes_nothing(sweets: Sweets) -> None:
    """The same cards in another order come to the same."""
    head, cards = MAIN.split("cards:\n")
    turned = head + "cards:\n" + "\n".join(reversed(cards.strip("\n").split("\n"))) + "\n"
    first = sweets.outcome(COUNTS)
    assert (first.status, first.counted) == (
        (again := sweets.outcome(COUNTS, main=turned)).status,
        again.counted,
    )


# -- in the words of the file
# -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "likes", "said"),
    [
        (
            "deck.suit | named(card.text) != []",
            "Cnady",
            'main.yaml:11:78: error: It holds: "Bonbon" says "Cnady"; did you mean "Candy"? [it]',
        ),
        (
            "deck.suit | by_id(card.text) | length == 1",
            "nutts",
            'It holds: "Bonbon" says "nutts"; did you mean "nuts"? [it]',
        ),
        (
            "deck.suit | having(suit=card.text) | copies == 1",
            "suor",
            'It holds: "Bonbon" says "suor"; did you mean "sour"? [it]',
        ),
        (
            "card.text in deck.suit | values('name')",
            "Nut",
            'It holds: "Bonbon" says "Nut"; did you mean "Nuts"? [it]',
        ),
    ],
)
def test_a_wrong_reference_says_what_was_meant(
    sweets: Sweets, check: str, likes: str, said: str
) -> None:
    """Without being asked to, at the value that refers to nothing."""
    main = MAIN.replace("suits: [candy]}", f"suits: [candy], text: {likes}}}")
    rules = rule(for_each="deck.main | where('card.text')", check=check)
    (told,) = sweets.said(rules, main=main)
    assert said in told
    (finding,) = sweets.validate().findings
    assert finding.edit
    assert ("black-1", "text", False) == (
        finding.edit.card,
        finding.edit.field,
        finding.edit.follows,
    )


def test_a_name_in_the_rule_that_no_card_has(sweets: Sweets) -> None:
    (said,) = sweets.said(rule(check="(deck.main | named('Bonbno') | first).rank == 1"))
    assert 'there is no such card; did you mean "Bonbon" by "Bonbno"? [it]' in said


def test_a_table_is_spoken_of_by_cell_and_heading(sweets: Sweets) -> None:
    """The heading is that of the table, else the name of the field."""
    table = "id,suit,Anzahl\ncandy,candy,2\nnuts,nuts,5\nsour,sour,2\n"
    deck = SUIT.split("cards:")[0] + "cards: {file: suit.csv, columns: {Anzahl: number}}\n"
    sweets.write(COUNTS, files={"card_data/sweets/suit.csv": table}, suit=deck)
    (finding,) = sweets.validate().findings
    assert finding.what.endswith('"Nuts", it is 5, not 2 (cell C3, Anzahl)')
    assert "write 2 into cell C3" == finding.remedy
    sweets.write(
        COUNTS,
        files={"card_data/sweets/suit.csv": table.replace("Anzahl", "number")},
        suit=deck.split("{file")[0] + "suit.csv\n",
    )
    assert sweets.validate().findings[0].what.endswith("(cell C3, number)")
