"""Rules that the cards seem to keep: what is proposed, how surprising it is, and how it is written
down."""

from __future__ import annotations

import math
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest
from click.testing import CliRunner
from counting import counted
from legal import second_deck
from mutations import Spoiler
from projects import run, svg, write_project
from sweets import MAIN, Sweets
from test_shipped_rules import BREACHES
from written import GAMES, Copy, Files, shipped, shipped_rules

from cardgen.base.findings import CardgenError
from cardgen.cli import cli
from cardgen.load import load_games
from cardgen.model.cards import Game
from cardgen.model.project import find_project
from cardgen.rules.game_view import GameView
from cardgen.rules.rule_mining import (
    ProposedRule,
    _all_different_bits,
    _all_kinds_bits,
    _balance_bits,
    _equal_groups_bits,
    _Observer,
    propose_rules,
)
from cardgen.rules.ruleset import Rule, RuleSet

COUNTING = ("copies", "counts", "values", "length", "total", "distinct")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("written"))


def proposed(game: Game) -> list[ProposedRule]:
    """What is proposed where there is no rule yet."""
    return propose_rules(game, RuleSet(game.id), [deck.id for deck in game.decks])


def by_hand(id: str) -> list[Rule]:
    """The rules that were written by hand and count cards: errors of rules.yaml, those of variants
    and notes left out."""
    rules = shipped_rules(id).rules
    return [
        rule
        for rule in rules
        if rule.severity == "error"
        and rule.check
        and any(word in rule.check.text for word in COUNTING)
    ]


def fails(rule: Rule, game: Game, book: RuleSet) -> bool:
    try:
        return bool(GameView(game, book).evaluate(rule, most=1).failures)
    except CardgenError:
        return True


def spoilt(copy: Copy, id: str, count: int) -> Iterator[Game]:
    """The game with the faults that were thought of for each of its rules, and with so many faults
    of chance."""
    chance = random.Random(3)

    def fault(files: Files) -> None:
        Spoiler(id, files, chance).fault()

    for changes in (*(breach.changes for breach in BREACHES[id]), *[(fault,)] * count):
        with copy.changed(id, *changes):
            games, problems = load_games(find_project(copy.root), [id])
            if games and not problems:
                yield games[0]


# -- the shipped games
# --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_half_of_the_counting_rules_are_found(copy: Copy, id: str) -> None:
    """A rule written by hand is found where one proposal fails on every spoilt deck that it fails
    on, of two at the least."""
    rules, book = by_hand(id), shipped_rules(id)
    found = [each.rule for each in proposed(shipped(id))]
    missed: dict[str, list[set[str]]] = defaultdict(list)
    for game in spoilt(copy, id, 25):
        failed = {each.id for each in found if fails(each, game, book)}
        for rule in rules:
            if fails(rule, game, book):
                missed[rule.id].append(failed)
    met = {id: set.intersection(*kinds) for id, kinds in missed.items() if len(kinds) > 1}
    lost = sorted(id for id, kinds in met.items() if not kinds)
    assert len(met) >= len(rules) / 2
    assert len(lost) <= len(met) / 2, lost


def test_hardly_any_proposal_is_an_accident_of_the_deck(copy: Copy) -> None:
    """An accident is what another legal deck of the game does not keep: at most one in ten of each
    game, on three decks dealt anew."""
    for id in GAMES:
        found = [each.rule for each in proposed(shipped(id))]
        accidents = set[str]()
        for seed in range(3):
            with copy.changed(id, second_deck(id, random.Random(seed))):
                (game,), _ = load_games(find_project(copy.root), [id])
                accidents |= {rule.id for rule in found if fails(rule, game, RuleSet(id))}
        assert len(accidents) <= len(found) / 10, (id, accidents, len(found))


@pytest.mark.parametrize("id", [GAMES[0], GAMES[4]])
def test_all_that_is_proposed_can_be_written_down_and_holds(copy: Copy, id: str) -> None:
    """Each entry reads as the rule that was tried; comments and the rules that were there stay."""
    file = copy.root / f"card_data/{id}/rules.yaml"
    before = file.read_text("utf-8")
    try:
        done = run("rules", id, "--accept", "1-12", "--yes", project=copy.root)
        assert (0, "") == (done.exit_code, done.stderr)
        after = file.read_text("utf-8")
        assert 12 == after.count("\n- id: ") - before.count("\n- id: ")
        lines = iter(after.splitlines())
        assert all(line in lines for line in before.splitlines())  # in their order
        assert 0 == run("validate", id, "--rules-only", project=copy.root).exit_code
    finally:
        file.write_text(before, "utf-8")


# -- a small game
# -------------------------------------------------------------------------------------------------------------------

RULES = """# my rules
- id: deck-size     # five of them
  says: There are five treats.
  check: deck.main | copies == 5

# about the suits
- id: suit-size
  says: There are three suits.
  check: deck.suit | copies == 3
"""


def test_a_proposal_says_how_surprising_it_is(sweets: Sweets) -> None:
    """The most surprising first, and nothing that one deck in sixteen would keep by chance."""
    game = sweets.open().games[0]
    listed = {each.id: each.bits for each in propose_rules(game, RuleSet(game.id), ["main"])}
    assert all(bits >= 4 for bits in listed.values())
    assert listed == dict(sorted(listed.items(), key=lambda each: -each[1]))


@pytest.mark.parametrize("count", [3, 4, 5])
def test_values_that_differ_are_as_surprising_as_counting_says(count: int) -> None:
    """In bits: of all draws of so many from so many, how many are all different."""
    draws = list(product(range(count), repeat=count))
    different = sum(len(set(draw)) == count for draw in draws)
    assert math.isclose(
        _all_different_bits(count), -math.log2(different / len(draws)), abs_tol=1e-9
    )


@pytest.mark.parametrize("counts", [(2, 2), (3, 3), (2, 1, 1), (2, 2, 2)])
def test_values_that_are_as_common_are_as_surprising_as_counting_says(
    counts: tuple[int, ...],
) -> None:
    draws = list(product(range(len(counts)), repeat=sum(counts)))
    alike = sum(sorted(map(draw.count, range(len(counts)))) == sorted(counts) for draw in draws)
    assert math.isclose(
        _balance_bits(dict(enumerate(counts))), -math.log2(alike / len(draws)), abs_tol=1e-9
    )


@pytest.mark.parametrize("many", [3, 4, 6])
def test_a_run_without_a_gap_is_as_surprising_as_counting_says(many: int) -> None:
    draws = list(product(range(3), repeat=many))
    whole = sum(set(draw) == {0, 1, 2} for draw in draws)
    assert math.isclose(_all_kinds_bits(many, 3), -math.log2(whole / len(draws)), abs_tol=1e-9)


def test_groups_that_are_dealt_alike_are_as_surprising_as_counting_says() -> None:
    """Two groups with 1, 2 and 3 each, of all orders of these six."""
    orders = set(permutations([1, 1, 2, 2, 3, 3]))
    alike = sum(sorted(order[:3]) == sorted(order[3:]) for order in orders)
    assert math.isclose(
        _equal_groups_bits([[1, 2, 3], [3, 1, 2]]), -math.log2(alike / len(orders)), abs_tol=1e-9
    )


def test_numbers_that_come_to_the_same_in_each_group(sweets: Sweets) -> None:
    """Unlike ones: 1 and 5, 2 and 4, 6 and 0."""
    ranks = {"black": (1, 5), "green": (2, 4), "red": (6, 0)}
    cards = "".join(
        f"  - {{id: {color}-{n}, color: {color}, rank: {n}}}\n"
        for color, both in ranks.items()
        for n in both
    )
    head = "size: poker\ntemplate: card.svg\nfields: {color: {one_of: [black, green, red]}, rank: int}\ncards:\n"
    game = sweets.write(main=head + cards).open().games[0]
    (sums,) = (each for each in proposed(game) if each.id == "main-color-rank-sum")
    assert "the ranks of each color come to 6." in sums.says
    assert "deck.main | having(color=item) | total('rank') == 6" == sums.check
    assert sums.bits > 0


def test_an_entry_that_a_list_has_more_often_than_there_are_others(sweets: Sweets) -> None:
    main = MAIN.replace("suits: [candy]}", "suits: [sour, sour, sour, sour]}")
    assert "all-cards" in {each.id for each in proposed(sweets.write(main=main).open().games[0])}


def test_a_number_below_zero_that_counts_cards_but_for_so_many(sweets: Sweets) -> None:
    """On each card the same one: how surprising that is follows from its size."""
    head, cards = (
        "fields: {suit: {one_of: suits}}\ncards:\n",
        [f"  - {{id: {id}, suit: {id}}}\n" for id in ("candy", "nuts", "sour")],
    )
    suit = head.replace("}}", "}, number: int}") + "".join(cards).replace("}", ", number: -2}")
    found = {
        each.id: each
        for each in proposed(sweets.write(main=head + "".join(cards), suit=suit).open().games[0])
    }
    assert (
        found["suit-number-counts-main"].check
        == "card.number == (deck.main | having(suit=card.suit) | copies) - 3"
    )


def test_what_is_accepted_stands_after_the_rules_of_its_deck(sweets: Sweets) -> None:
    """By number or by id; line ends, comments and a byte-order mark stay."""
    cards = "".join(
        f"  - {{id: c{n}, rank: {n}, color: black, name: Sweet {n}}}\n" for n in range(6)
    )
    main = MAIN.split("  - {id: black-1")[0] + cards
    sweets.write(RULES.replace("== 5", "== 6"), main=main)
    file = sweets.folder / "rules.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    listed = run("rules", "sweets", "--suggest", project=sweets.root).stdout
    assert "bits  main-rank-run" in listed
    assert "main-size" not in listed  # its rules say that already
    result = run(
        "rules", "sweets/main", "--accept", "main-rank-run,1", "--yes", project=sweets.root
    )
    assert 0 == result.exit_code, result.stderr
    text = file.read_bytes().decode("utf-8-sig")
    assert text.count("\r\n") == text.count("\n")
    ids = re.findall(r"id: ([\w-]+)", text)
    assert ("deck-size", "suit-size", 4) == (ids[0], ids[-1], len(ids))
    assert text.index("main-rank-run") < text.index("# about the suits")
    assert "# five of them" in text
    assert 0 == run("validate", "--rules-only", project=sweets.root).exit_code


def test_a_first_rules_yaml(sweets: Sweets) -> None:
    (sweets.folder / "rules.yaml").unlink(missing_ok=True)
    names = "".join(f"  - {{id: c{n}, rank: 1, color: black, name: Sweet {n}}}\n" for n in range(6))
    sweets.write(main=MAIN.split("  - {id: black-1")[0] + names)
    assert (
        0
        == run(
            "rules", "sweets", "--accept", "main-name-differ", "--yes", project=sweets.root
        ).exit_code
    )
    text = (sweets.folder / "rules.yaml").read_text("utf-8")
    assert text.startswith("# What this game asks of its cards")
    assert "no two cards have the same name" in text
    assert 0 == run("validate", "--rules-only", project=sweets.root).exit_code
    assert "main-name-differ  " in run("rules", "sweets", project=sweets.root).stdout


def test_a_title_of_two_lines_makes_one_line_of_rules_yaml(sweets: Sweets) -> None:
    names = "".join(f"  - {{id: c{n}, rank: 1, color: black, name: Sweet {n}}}\n" for n in range(6))
    sweets.write(
        main=MAIN.replace("Main", '"Sour\\nSweets"', 1).split("  - {id: black-1")[0] + names
    )
    assert (
        0
        == run(
            "rules", "sweets", "--accept", "main-name-differ", "--yes", project=sweets.root
        ).exit_code
    )
    text = (sweets.folder / "rules.yaml").read_text("utf-8")
    assert '  says: "Sour\\nSweets: no two cards have the same name."\n' in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--accept", "99"), "there is no proposal 99; use numbers from 1 to"),
        (("--accept", "main-siez"), 'no proposal is called "main-siez"; did you mean'),
        (
            ("--accept", " , "),
            "--accept names no proposal; give numbers or ids, as --suggest lists them",
        ),
        (("--yes",), "--yes belongs to --accept"),
    ],
)
def test_what_cannot_be_accepted(sweets: Sweets, words: tuple[str, ...], said: str) -> None:
    names = "".join(f"  - {{id: c{n}, rank: 1, color: black, name: Sweet {n}}}\n" for n in range(9))
    sweets.write(main=MAIN.split("  - {id: black-1")[0] + names)
    result = run("rules", "sweets", *words, project=sweets.root)
    assert 2 == result.exit_code
    assert said in result.stderr
    assert not (sweets.folder / "rules.yaml").exists()


def test_where_nothing_is_proposed_nothing_can_be_accepted(sweets: Sweets) -> None:
    """Neither by a number, of which there is none from 1 to 0, nor by a name."""
    sweets.write(main="size: poker\ntemplate: card.svg\ncards: [{id: one}]\n")
    assert (
        "its cards keep nothing"
        in run("rules", "sweets/main", "--suggest", project=sweets.root).stdout
    )
    for words in ("1", "2-3", "main-size"):
        result = run("rules", "sweets/main", "--accept", words, project=sweets.root)
        assert (2, "") == (result.exit_code, result.stdout)
        said = f'error: no proposal is called "{words}"; leave --accept out: the cards keep nothing that the rules do not say\n'
        assert said == result.stderr


def test_nothing_is_written_where_it_is_not_wanted(sweets: Sweets) -> None:
    names = "".join(f"  - {{id: c{n}, rank: 1, color: black, name: Sweet {n}}}\n" for n in range(9))
    sweets.write(main=MAIN.split("  - {id: black-1")[0] + names)
    result = CliRunner().invoke(
        cli, ["rules", "sweets", "--accept", "1", "--project", str(sweets.root)], input="n\n"
    )
    assert (0, True) == (result.exit_code, "nothing was written" in result.stderr)
    assert not (sweets.folder / "rules.yaml").exists()


def test_the_rules_of_variants_are_listed_too(sweets: Sweets) -> None:
    checks = "  checks:\n    - {id: few, says: Few cards., check: cards | copies < 9}\n"
    claim = "    - {id: hand, says: A hand., deal: {from: deck.main, hand: 1}, chance: {that: hand | copies == 1, is: always}}\n"
    sweets.write("", f"- id: low\n  players: 2\n  cards: deck.main\n{checks}{claim}")
    listed = run("rules", "sweets", project=sweets.root).stdout
    assert ("low/few" in listed, "low/hand" in listed) == (True, True)


def test_what_is_there_stays_to_the_letter(sweets: Sweets) -> None:
    """Line ends of every kind: Windows', and the signs of typesetters that YAML takes for some."""
    before = '\ufeff- id: a\r\n  says: "x\u2028y"\n  check: deck.main | copies == 5'
    sweets.write(files={"card_data/sweets/rules.yaml": before.encode()})
    assert (
        0 == run("rules", "sweets", "--accept", "all-cards", "--yes", project=sweets.root).exit_code
    )
    after = (sweets.folder / "rules.yaml").read_bytes().decode()
    assert after.startswith(before + "\r\n\r\n- id: all-cards\r\n")
    assert 0 == run("validate", "--rules-only", project=sweets.root).exit_code


def test_an_empty_list_is_not_added_to(sweets: Sweets) -> None:
    """What is written after it could not be read."""
    sweets.write("[]\n")
    result = run("rules", "sweets", "--accept", "1", "--yes", project=sweets.root)
    assert (2, "[]\n") == (result.exit_code, (sweets.folder / "rules.yaml").read_text())
    assert "take the [] away" in result.stderr


def test_a_list_in_one_line_is_left_alone(sweets: Sweets) -> None:
    names = "".join(f"  - {{id: c{n}, rank: 1, color: black, name: Sweet {n}}}\n" for n in range(9))
    sweets.write(
        "[{id: a, says: A., check: deck.main | copies == 9}]\n",
        main=MAIN.split("  - {id: black-1")[0] + names,
    )
    result = run("rules", "sweets", "--accept", "1", "--yes", project=sweets.root)
    assert (2, True) == (result.exit_code, "each begins with a hyphen" in result.stderr)


def test_large_decks_are_looked_at_in_work_that_grows_with_them(tmp_path: Path) -> None:
    """Each card was held against each card of each other deck, for each pair of fields: seven decks
    of a hundred took minutes."""
    fields = "size: 60mm x 80mm\ntemplate: card.svg\nfields: {kind: {one_of: [a, b]}, signs: {list_of: [c, d]}, cost: int, gain: int}\ncards:\n"

    def work(many: int) -> int:
        cards = "".join(
            f"  - {{id: c{n}, kind: {'ab'[n % 2]}, signs: [{'cd'[n % 2]}], cost: {n % 5}, gain: {n % 7}}}\n"
            for n in range(many)
        )
        root = write_project(
            tmp_path / str(many),
            {"one": fields + cards, "two": fields + cards},
            {"card.svg": svg("")},
        )
        (game,) = load_games(find_project(root)).games
        return counted(lambda: [list(_Observer(game, deck)._references()) for deck in game.decks])[
            1
        ]

    assert work(160) < 6 * work(40)
