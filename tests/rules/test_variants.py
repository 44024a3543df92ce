"""Variants: their cards, their deals, and printing just what they need."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import briefs, has_expected
from projects import run, words_of
from sweets import MAIN, Sweets

LOW = """
- id: low
  name: Low
  says: Only the ones.
  players: [2, 3]
  cards: deck.main | having(rank=1) | either(deck.main | having(rank=2, color='black') if players == 3 else [])
  deck_size: {2: 2, 3: 3}
  deal: 1
  left: 0
"""
PAIR = "- {id: pair, players: 2, sets: 2, cards: deck.main, deck_size: 10, deal: 4, left: 2}\n"


def test_a_deal_that_comes_out(sweets: Sweets) -> None:
    outcome = sweets.outcome("", LOW)
    assert ("low/deal", "ok", "2p 2 = 2 x 1 + 0; 3p 3 = 3 x 1 + 0", ()) == (
        outcome.id,
        outcome.status,
        outcome.counted,
        outcome.findings,
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "{2: 2, 3: 3}",
            "{2: 2, 3: 4}",
            "main.yaml:10:1: error: Low: its cards are not as many as deck_size says: 3p 3, not 4 (see also variants.yaml:7:14)",
        ),
        (
            "left: 0",
            "left: 1",
            "variants.yaml:8:9: error: Low: the deal does not come out: 2p 2 x 1 + 1 of 2; 3p 3 x 1 + 1 of 3; mend",
        ),
        (
            "deal: 1\n  left: 0",
            "deal: 2",
            "the deal does not come out: 2p 2 x 2 of 2; 3p 3 x 2 of 3",
        ),
        ("deal: 1", "deals: 2", "the deal does not come out: 3p 2 + 0 of 3"),
        (
            "deal: 1",
            "deal: {2: 1}",
            'variants.yaml:8:9 rule-broken "low" 3',
        ),
        (
            "deal: 1",
            "deal: deck.main",
            'variants.yaml:8:9 rule-value "low"',
        ),
        (
            "having(rank=1)",
            "having(rank=9)",
            "its cards are not as many as deck_size says: 3p 1, not 3",
        ),
        (
            "cards: deck.main",
            "cards: deck.mian",
            'variants.yaml:6:10 rule-broken "low" "mian" -> "main"',
        ),
        (
            "cards: deck.main",
            "cards: 3 or deck.main",
            "the cards of a variant are a number, not cards",
        ),
        ("deal: 1", "deal: 1\n  sets: 9", "9 sets of cards cannot be used; use 1 to 4"),
    ],
)
def test_a_deal_that_does_not(sweets: Sweets, old: str, new: str, said: str) -> None:
    """The deck's `cards:` line is to blame when cards are missing, the variant when its own numbers
    do not agree."""
    lines = sweets.said("", LOW.replace(old, new))
    findings = sweets.validate().findings
    assert any(said in line for line in lines) or has_expected(findings, said), lines


def test_a_second_set_doubles_the_cards(sweets: Sweets) -> None:
    assert "2p 10 = 2 x 4 + 2" == sweets.outcome("", PAIR).counted


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("{mian: deck.main}", 'variants.yaml:1:37 rule-broken "v" "mian" -> "main"'),
        ("{suit: deck.main}", 'not all of these cards are of the deck "suit"; name cards of suit'),
    ],
)
def test_the_decks_of_a_variant_are_those_of_the_game(
    sweets: Sweets, cards: str, said: str
) -> None:
    variant = f"- {{id: v, players: 2, cards: {cards}, deck_size: 5, deals: 5}}\n"
    findings = sweets.write("", variant).validate().findings
    assert has_expected(findings, said), briefs(findings)


def test_a_variant_that_names_no_cards_uses_all(sweets: Sweets) -> None:
    sweets.write("", "- {id: v, name: V, players: 2}\n")
    assert (
        0
        == run("build", "sweets", "--variant", "v", "--paper", "a4", project=sweets.root).exit_code
    )
    assert {"main-v-2p-a4.pdf", "suit-v-2p-a4.pdf"} <= {*made(sweets)}
    assert ["Acid Drop", "Acid Drop", "Bonbon", "Brittle", "Praline"] == made(sweets)[
        "main-v-2p-a4.pdf"
    ]


def test_the_first_deck_named_is_dealt(sweets: Sweets) -> None:
    variant = "- {id: v, players: 2, cards: {main: deck.main, suit: \"deck.suit | having(suit='nuts')\"}, deck_size: 5, deals: 5}\n"
    assert "2p 5 = 5 + 0" == sweets.outcome("", variant).counted


def test_checks_of_a_variant_are_tried_for_every_number_of_players(sweets: Sweets) -> None:
    """They see `players`, and `cards`, those that are dealt; the same failure is told once."""
    checks = "  checks:\n    - {id: enough, says: There are enough., check: cards | copies >= players * 2}\n"
    report = sweets.write("", LOW + checks).validate()
    assert ["low/deal", "low/enough"] == [outcome.id for outcome in report.outcomes]
    assert "2, not 4 or more; 3, not 6 or more" == report.outcomes[1].counted
    assert 2 == len(report.findings)
    assert ["low/enough"] == [outcome.id for outcome in sweets.validate(rule="low/enough").outcomes]
    assert 2 == len(sweets.validate(rule="low").outcomes)


# -- printing
# -----------------------------------------------------------------------------------------------------------------------


def made(sweets: Sweets) -> dict[str, list[str]]:
    """The names of cards on each file's pages, fronts only."""
    folder = sweets.root / "output/sweets"
    names = {"Bonbon", "Praline", "Brittle", "Acid Drop"}
    found = {}
    for path in sorted(folder.glob("*.pdf")) if folder.exists() else ():
        found[path.name] = sorted(
            word.text for page in words_of(path) for word in page if word.text in names
        )
    return found


def test_a_variant_prints_just_its_cards(sweets: Sweets) -> None:
    sweets.write("", LOW)
    result = run(
        "build", "--variant", "low", "--players", "3", "--paper", "a4", project=sweets.root
    )
    assert 0 == result.exit_code, result.stderr
    assert {"main-low-3p-a4.pdf": ["Bonbon", "Brittle", "Praline"]} == made(sweets)


def test_two_sets_are_printed_twice_or_with_the_back_of_a_second_set(sweets: Sweets) -> None:
    """Without a second_back the copies double; with one, the second set is a file of its own."""
    sweets.write("", PAIR)
    assert 0 == run("build", "--variant", "pair", "--paper", "a4", project=sweets.root).exit_code
    assert {"main-pair-2p-a4.pdf": 10} == {name: len(cards) for name, cards in made(sweets).items()}
    (sweets.root / "output/sweets/main-pair-2p-a4.pdf").unlink()
    sweets.write(
        "", PAIR, main=MAIN.replace("back: back.svg", "back: back.svg\nsecond_back: card.svg")
    )
    assert (
        0
        == run(
            "build", "--variant", "pair", "--layout", "single", "--paper", "a4", project=sweets.root
        ).exit_code
    )
    names = {name: len(cards) for name, cards in made(sweets).items()}
    assert {"main-pair-2p-single-a4.pdf": 5, "main-pair-2p-single-second-set-a4.pdf": 5} == names


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--variant", "lwo", "--players", "2"], 'unknown-variant "lwo" -> "low"'),
        (
            ["--variant", "low", "--players", "4"],
            "Low is for 2, 3 players, not for 4; say for how many, such as --players 2",
        ),
        (["--variant", "low"], "Low is for 2, 3 players; say for how many"),
        (["--players", "2"], "--players belongs to --variant"),
    ],
)
def test_a_variant_that_cannot_be_printed(sweets: Sweets, words: list[str], said: str) -> None:
    sweets.write("", LOW)
    result = run("build", *words, project=sweets.root)
    assert (2, True) == (result.exit_code, result.tells(said))
    assert not (sweets.root / "output").exists()


NEVER = (
    '- {id: never, says: Many., check: deck.main | copies > 99, otherwise: "there are too few"}\n'
)
"""A rule that no deck but main breaks."""


def test_a_deck_that_a_variant_does_not_use_is_not_made(sweets: Sweets) -> None:
    """The same is said of sheets, of editions and of what a printer takes."""
    main = f"{MAIN.rstrip()}\n  - {{id: none, color: black, rank: 9, copies: 0}}\n"
    sweets.write("", LOW, main=main)
    (sweets.root / "card_data/sweets/editions.yaml").write_text(
        "fields: {guest: text}\nexample: {guest: Alma}\nname: edition.guest\n"
    )
    (sweets.root / "guests.csv").write_text("id,guest\na,Anna\n")
    low, unused = ("--variant", "low", "--players", "2"), "the variant uses none of these decks"
    for code, words in (
        (0, ()),
        (2, ("--cards", "1-3")),
        (2, ("--editions", sweets.root / "guests.csv")),
    ):
        result = run("build", "sweets/suit", *low, *words, project=sweets.root)
        assert (code, True) == (result.exit_code, result.tells(unused))
    export = ("export", "--printer", "images", "--force")
    sweets.write(NEVER, LOW, main=main)
    result = run(*export, "sweets/suit", *low, project=sweets.root)
    assert (0, ["note nothing-made"]) == (result.exit_code, result.briefs)
    assert run(*export, "sweets/main", "--cards", "none", project=sweets.root).tells(
        "the cards named have 0 copies"
    )
    assert not (sweets.root / "output").exists()


@pytest.mark.parametrize("words", [["build"], ["export", "sweets", "--printer", "images"]])
def test_a_deck_that_could_not_be_read_is_told_before_what_it_was_needed_for(
    sweets: Sweets, words: list[str]
) -> None:
    sweets.write("", LOW, main=MAIN.replace("rank: 1", "rank: one", 1))
    result = run(*words, "--variant", "low", "--players", "3", project=sweets.root)
    assert 2 == result.exit_code
    told = result.stderr
    assert told.index("rank is") < told.index('the deck "main" could not be read')


def test_variants_are_listed(sweets: Sweets) -> None:
    assert ["sweets: Sweets", "  it has no variants"] == run(
        "list", "--variants", project=sweets.write("").root
    ).stdout.splitlines()
    sweets.write("", LOW + PAIR)
    lines = run("list", "--variants", project=sweets.root).stdout.splitlines()
    assert [
        "sweets: Sweets",
        "  low   2-3 players  Only the ones.",
        "  pair  2   players  Pair",
    ] == lines


@pytest.mark.usefixtures("apart")
def test_a_hostile_variant_is_ended(sweets: Sweets, tmp_path: Path) -> None:
    sweets.write(
        "", LOW.replace("cards: deck.main", 'cards: "range(10 ** 9) | list"\n  source: x # ')
    )
    result = run("build", "--variant", "low", "--players", "2", project=sweets.root)
    assert 2 == result.exit_code
    assert "this would make a range of more than" in result.stderr
