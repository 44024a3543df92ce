"""What rules claim of chance: counted out it equals brute force, tried out it is as certain as it
says, and what fails shows a hand."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, briefs, has_expected
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from projects import run
from sweets import MAIN, Sweets

from cardgen.base.findings import Place, UnreadableError
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import Shape
from cardgen.rules import chance
from cardgen.rules.counting import count_deals, result_key
from cardgen.rules.deal import Dealer, Result
from cardgen.rules.game_view import GameView, expressions
from cardgen.rules.mutations import changed_card
from cardgen.rules.odds import chance_text, percent, read_odds
from cardgen.rules.ruleset import Claim, Code, RuleSet, Shuffle
from cardgen.rules.sampling import Bet, Sampler, decide_odds, interval
from cardgen.schema.field_kinds import ListField, TextField, WholeNumberField
from cardgen.sheets import dealt_hand

HERE = Place(Path("rules.yaml"), 1, 1)
SUITS = ("candy", "nuts", "sour")


def code(text: str) -> Code:
    return Code(text, HERE)


def game_of(*cards: tuple[int, str, tuple[str, ...], int]) -> Game:
    """A game with one deck of cards of a rank, a color, suits and copies."""
    made = tuple(
        Card(
            f"card-{n}",
            "main",
            {"name": f"Card {n}", "rank": rank, "color": color, "suits": list(suits)},
            copies=copies,
            place=HERE,
        )
        for n, (rank, color, suits, copies) in enumerate(cards)
    )
    fields = {
        "rank": WholeNumberField("rank"),
        "color": TextField("color"),
        "suits": ListField("suits", SUITS),
    }
    deck = Deck(
        "main", "Main", "game", Shape("rectangle", 180, 252, 9, "poker"), "", "", made, fields
    )
    return Game("game", "Game", "", Path(), {}, {"suits": SUITS}, (deck,))


def claim_of(*shuffles: dict[str, str], players: tuple[int, ...] = (), **said: str) -> Claim:
    deal = []
    for shuffle in shuffles:
        piles = tuple(
            (name, code(size)) for name, size in shuffle.items() if name not in ("cards", "hand")
        )
        hand = code(shuffle["hand"]) if "hand" in shuffle else None
        deal.append(Shuffle(code(shuffle.get("cards", "deck.main")), hand, piles, HERE))
    within = read_odds(said.pop("within", "at least 50 %"))
    codes = {name: code(text) for name, text in said.items()}
    return Claim("it", "It holds.", HERE, tuple(deal), players, within=within, **codes)  # type: ignore[arg-type]


def dealer_of(game: Game, claim: Claim, players: int = 0) -> Dealer:
    return Dealer(claim, players, GameView(game, RuleSet("game")), (), {})


# -- counted out
# --------------------------------------------------------------------------------------------------------------------

EVENTS = (
    "hand | having(rank=1) | copies >= 1",
    "hand | having(color='black', rank=[1, 2]) | copies == 1",
    "hand | without(suits='candy') | copies > hand | having(suits='candy') | copies",
    "hand | where('card.rank > 1 and \"nuts\" in card.suits') | copies >= 1",
    "hand | distinct('suits') | length >= 2",
    "hand | having(suits='candy') | distinct('color') | length == 2",
    "hand | total('rank') >= 4",
    "hand | runs('rank') >= 2",
    "hand | both(set('few')) | copies == 1",
    "hand | minus(set('few')) | copies == 1",
    "hand | by_id(['card-0', 'card-2']) | copies >= 1",
    "hand | with_all(suits=['candy', 'nuts']) | copies >= 1",
    "hand | only(suits=['candy', 'nuts']) | copies >= 1",
    "hand | values('rank') | sort == [1, 2]",
    "hand | counts('color') | length == 2",
    "hand | group('rank') | map('last') | map('copies') | most >= 2",
    "hand | pairs | select('eq', []) | list == [] and (hand | values('rank') | most) > 1",
    "hand | where('hand | having(rank=card.rank) | copies > 1') | copies > 0",
    "hand | where('deck.main | having(rank=card.rank) | copies > 1') | copies > 0",
    "hand | map(attribute='id') | select('eq', 'card-1') | list | length == 1",
    "hand | select('in', set('few')) | list | length == 1",
    "hand | map(attribute='color') | unique | list | length == 1",
    "(hand | smallest(1, 'rank') | total('rank')) == (deck.main | values('rank') | least)",
    "'nuts' in hand | values('suits') and 'candy' not in table | values('suits')",
    "table | total('rank') > hand | total('rank')",
    "hand | distinct('suits') | select('in', table | distinct('suits')) | list | length >= 1",
    "(hands | first | total('rank')) == (hands | last | total('rank'))",
    "hands | having(rank=1) | copies == 0",
    "hand | either(table) | having(rank=2) | copies >= 1",
    "(hand + (deck.main | list)) | having(rank=1) | copies >= 2",
    "(hand + table) | having(rank=1) | copies >= 1",
    "hand | sorted_by('rank') | having(color='green') | smallest(2, 'rank') | without(rank=0) | copies >= 1",
    "table == [] or (table | first).rank == 1 or table | copies > 1",
)
CARDS = st.tuples(
    st.integers(0, 3),
    st.sampled_from(("black", "green")),
    st.lists(st.sampled_from(SUITS), max_size=2, unique=True).map(tuple),
    st.integers(1, 2),
)


def brute_force(game: Game, claim: Claim, seats: int, sizes: tuple[int, int]) -> Counter[Any]:
    """What every single deal comes to, each copy a card of its own, none taken for another."""
    copies = [changed_card(card, {}, 1) for card in game.decks[0] for _ in range(card.copies)]
    table = GameView(game, RuleSet("game", sets={"few": (code("card-0"), code("card-1"))}))
    same = {id(copy): card for card in game.decks[0] for copy in copies if copy.id == card.id}
    few = [copy for copy in copies if same[id(copy)] in table.scope["set"]("few")]
    scope = {**table.scope, "set": lambda name: few}
    value, counts, came = (
        each and expressions().compile(each.text) for each in (claim.value, claim.given, claim.that)
    )
    found: Counter[Any] = Counter()
    hand, on_table = sizes
    for order in _ways(range(len(copies)), [*[hand] * seats, on_table]):
        hands = [[copies[n] for n in own] for own in order[:seats]]
        names = {
            **scope,
            "hands": hands,
            "hand": hands[0],
            "table": [copies[n] for n in order[seats]],
        }
        if value:
            names["value"] = value(names)
        there = counts is None or counts(names)
        found[there, bool(there and came and came(names)), names.get("value")] += 1
    return found


def _ways(left: Any, sizes: list[int]) -> Any:
    """Every way to deal so many to one after the other."""
    if not sizes:
        yield []
        return
    for own in itertools.combinations(left, sizes[0]):
        for others in _ways([n for n in left if n not in own], sizes[1:]):
            yield [own, *others]


@settings(max_examples=120, deadline=None)
@given(
    st.lists(CARDS, min_size=3, max_size=5),
    st.sampled_from(EVENTS),
    st.sampled_from(("", *EVENTS)),
    st.integers(1, 2),
    st.data(),
)
def test_what_is_counted_out_equals_brute_force(
    cards: Any, that: str, given: str, seats: int, data: Any
) -> None:
    game = game_of(*cards)
    size = game.decks[0].copies
    hand = data.draw(st.integers(1, min(3, size // (seats + 1))))
    table = data.draw(st.integers(1, min(2, size - seats * hand)))
    said = {"that": that, "value": "hand | total('rank')", **({"given": given} if given else {})}
    claim = claim_of({"hand": str(hand), "table": str(table)}, **said)
    view = GameView(game, RuleSet("game", sets={"few": (code("card-0"), code("card-1"))}))
    spread = count_deals(Dealer(claim, seats, view, (), {}), most=100_000)
    assert spread is not None
    deals = brute_force(game, claim, seats, (hand, table))
    expected = {kind: Fraction(count, deals.total()) for kind, count in deals.items()}
    assert dict(spread.parts) == expected


def test_a_shuffle_can_follow_from_another() -> None:
    """Two of three colors at random, then a hand of their cards."""
    game = game_of((1, "black", (), 2), (2, "green", (), 2), (3, "red", (), 2))
    first = {"cards": "['black', 'green', 'red']", "drawn": "2"}
    claim = claim_of(
        first,
        {"cards": "deck.main | having(color=drawn)", "hand": "2"},
        that="hand | having(rank=1) | copies == 2",
    )
    spread = count_deals(dealer_of(game, claim))
    assert spread is not None
    # black among two of three, then both of its cards of four
    assert spread.chance == Fraction(2, 3) * Fraction(1, 6)


def test_what_nobody_looks_at_is_not_counted() -> None:
    """A hand of 13 of 57 with or without one card is two ways, whatever lies in the other hands."""
    game = game_of(*((n, "black", (), 1) for n in range(57)))
    dealer = dealer_of(
        game,
        claim_of({"hand": "13", "table": "rest"}, that="hand | having(rank=5) | copies == 1"),
        4,
    )
    spread = count_deals(dealer, most=2)
    assert spread is not None
    assert spread.chance == Fraction(13, 57)


def test_too_many_ways_are_not_counted() -> None:
    game = game_of(*((n, "black", (), 1) for n in range(57)))
    assert (
        count_deals(dealer_of(game, claim_of({"hand": "13"}, that="hand | total('rank') > 300")))
        is None
    )


@pytest.mark.parametrize(
    "that",
    ["(hand | first).rank == 1", "hand | values('rank') == [1, 2]", "hand[0].color == 'black'"],
)
def test_what_depends_on_the_order_of_a_hand_is_refused(sweets: Sweets, that: str) -> None:
    said = sweets.said(CLAIM.format(that=that, within="at least 1 %"))
    assert "depends on the order in which cards lie in a hand; a hand has no order" in said[0]


# -- tried out
# ----------------------------------------------------------------------------------------------------------------------

SEEDS = 100


@pytest.mark.parametrize(("size", "hand"), [(20, 2), (20, 10), (40, 1)])
def test_the_interval_holds_the_truth_in_99_of_100_seeds(size: int, hand: int) -> None:
    """The chance to have one certain card is known; what so many deals say of it is wrong in one of
    a thousand cases."""
    game = game_of(*((n, "black", (), 1) for n in range(size)))
    claim = claim_of({"hand": str(hand)}, that="hand | having(rank=0) | copies == 1")
    truth, held = Fraction(hand, size), 0
    for seed in range(SEEDS):
        sample = Sampler(dealer_of(game, claim), seed).spread(400)
        low, high = sample.between
        held += low <= truth <= high
    assert held >= 99


@pytest.mark.parametrize(
    "within",
    [
        "at least 40 %",
        "at most 60 %",
        "38 % to 62 %",
        "at least 60 %",
        "at most 40 %",
        "30 % to 40 %",
        "62 % to 90 %",
    ],
)
def test_the_verdict_is_right_in_99_of_100_seeds(within: str) -> None:
    """Of a chance of one half: whichever claim is made, it is found true or false as it is, and
    each time with its stated confidence."""
    game = game_of(*((n, "black", (), 1) for n in range(20)))
    claim = claim_of({"hand": "10"}, that="hand | having(rank=0) | copies == 1", within=within)
    assert claim.within
    right = inside = 0
    for seed in range(SEEDS):
        held, sample = decide_odds(Sampler(dealer_of(game, claim), seed), claim.within)
        low, high = sample.between
        right += held is claim.within.hold(Fraction(1, 2))
        inside += low <= Fraction(1, 2) <= high
    assert right >= 99
    assert inside >= 99


def test_no_more_deals_than_the_claim_needs() -> None:
    """The farther the truth is from what is claimed, the fewer deals it takes."""
    game = game_of(*((n, "black", (), 1) for n in range(20)))
    deals = []
    for within in ("at least 49 %", "at least 45 %", "at least 30 %", "at least 10 %"):
        claim = claim_of({"hand": "10"}, that="hand | having(rank=0) | copies == 1", within=within)
        assert claim.within
        deals.append(decide_odds(Sampler(dealer_of(game, claim), 1), claim.within)[1].deals)
    assert deals == sorted(deals, reverse=True)
    assert deals[-1] < 60


def test_the_same_claim_comes_to_the_same_deals() -> None:
    """On every machine: these deals are those of the Mersenne Twister, and of no version of
    Python."""
    game = game_of(*((n, "black", (), 1) for n in range(9)))
    sampler = Sampler(
        dealer_of(game, claim_of({"hand": "4"}, that="hand | total('rank') > 20")), "game", "it", 0
    )
    ranks = [
        [paper.printed.fields["rank"] for paper in hand]
        for dealt, _ in (sampler.deal([1]) for _ in range(3))
        for hand in dealt.values()
    ]
    assert ranks == FIRST_DEALS


FIRST_DEALS = [[7, 3, 4, 8], [2, 7, 8, 1], [0, 7, 6, 5]]


def test_each_deal_is_as_likely_as_another() -> None:
    """All 120 hands of 3 of 10 come about as often as each other: 12 000 deals, 100 of each, give
    or take five standard deviations."""
    game = game_of(*((n, "black", (), 1) for n in range(10)))
    sampler = Sampler(dealer_of(game, claim_of({"hand": "3"}, that="hand | copies == 3")), 5)
    found = Counter(
        frozenset(paper.printed.id for paper in hand)
        for _ in range(12_000)
        for hand in sampler.deal([1])[0].values()
    )
    assert len(found) == 120
    assert all(abs(count - 100) < 50 for count in found.values())


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_is_where_bets_have_not_won(successes: int, failures: int) -> None:
    """What is told at the end is what the bets were about: a chance well within it was never won
    against, one well without was."""
    low, high = interval(successes + failures, successes)
    assert 0 <= low <= high <= 1
    for chance_, outside in (
        (low - Fraction(1, 500), True),
        (high + Fraction(1, 500), True),
        ((low + high) / 2, False),
    ):
        if 0 < chance_ < 1:
            bet = Bet(chance_)
            for came in [True] * successes + [False] * failures:
                bet.settle(came)
            assert bool(bet.side) == outside


# -- what is said
# -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("at least 95 %", Fraction(95, 100), 1),
        ("at most 1%", 0, Fraction(1, 100)),
        ("30 % to 35 %", Fraction(30, 100), Fraction(35, 100)),
        ("30 % - 35 %", Fraction(30, 100), Fraction(35, 100)),
        ("1/3", Fraction(1, 3), Fraction(1, 3)),
        ("33 %", Fraction(325, 1000), Fraction(335, 1000)),
        ("33.3 %", Fraction(3325, 10000), Fraction(3335, 10000)),
        ("0.25", Fraction(245, 1000), Fraction(255, 1000)),
        ("always", 1, 1),
        ("never", 0, 0),
    ],
)
def test_how_a_chance_is_said(text: str, low: Fraction, high: Fraction) -> None:
    assert read_odds(text)[:2] == (low, high)


@pytest.mark.parametrize(
    "text",
    [
        "often",
        "at least often",
        "at least 10 % to 20 %",
        "120 %",
        "40 % to 30 %",
        "1/0",
        "95",
        "-5 %",
        "%",
    ],
)
def test_what_says_nothing_of_a_chance(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_odds(text)


def test_more_than_does_not_count_itself() -> None:
    half = Fraction(1, 2)
    assert [
        read_odds(text).hold(half)
        for text in ("at least 50 %", "more than 50 %", "at most 50 %", "less than 50 %")
    ] == [True, False] * 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "33.3 % (1/3)"),
        (Fraction(1, 2), "50 %"),
        (Fraction(9999, 10000), "99.99 %"),
        (Fraction(1, 4000), "0.03 %"),
    ],
)
def test_how_a_chance_is_told(value: Fraction, text: str) -> None:
    assert chance_text(value) == text


def test_a_chance_is_not_told_as_never() -> None:
    assert (percent(Fraction(0)), percent(Fraction(1)), percent(Fraction(1, 10**6))) == (
        "0 %",
        "100 %",
        "0.0001 %",
    )


CLAIM = """\
- id: it
  says: It holds.
  deal: {{from: deck.main, hand: 2}}
  chance: {{that: "{that}", is: {within}}}
"""


def test_a_claim_that_holds(sweets: Sweets) -> None:
    """A hand of 2 of 5, of which two are Acid Drops: none among them in 3 of 10 hands."""
    outcome = sweets.outcome(
        CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="70 %")
    )
    assert (outcome.status, outcome.counted, outcome.decks) == ("ok", "70 %", ("main",))


def test_a_claim_that_fails_shows_a_hand(sweets: Sweets) -> None:
    report = sweets.write(
        CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="at least 80 %")
    ).validate()
    (finding,) = report.findings
    ((name, cards),) = finding.hand
    assert report.exit_code == 1
    assert name == "hand"
    assert len(cards) == 2
    assert ("main", "green-2") not in cards
    assert "It holds: it is 70 %, not at least 80 %; so in this deal: hand " in finding.what
    assert finding.remedy == "mend the cards or the deal, or say  is: at least 70 %"
    assert finding.place
    assert finding.place.file.name == "main.yaml"


@pytest.mark.parametrize(
    ("that", "within", "may_say"),
    [
        ("hand | named('Toffee') | copies >= 1", "at least 80 %", "never"),
        ("hand | named('Toffee') | copies == 0", "at most 80 %", "always"),
        ("hand | named('Toffee') | copies == 0", "30 %", "always"),
    ],
)
def test_what_is_proposed_of_a_chance_says_something_of_it(
    sweets: Sweets, that: str, within: str, may_say: str
) -> None:
    """That it is at least 0 % says nothing: whoever took that advice was told that the rule cannot
    fail."""
    claim = CLAIM.format(that=that, within=within)
    (finding,) = sweets.write(claim).validate().findings
    assert finding.remedy.endswith(f" say  is: {may_say}")
    assert [] == sweets.said(claim.replace(within, may_say))


def test_what_is_tried_and_never_seen_is_told_with_the_most_that_it_can_be(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "count_deals", lambda dealer, seat=1: None)
    (finding,) = (
        sweets.write(
            CLAIM.format(that="hand | named('Toffee') | copies >= 1", within="at least 80 %")
        )
        .validate()
        .findings
    )
    assert re.search("  is: 0 % to [0-9]+ %$", finding.remedy)


def test_a_hand_without_a_card_is_told_as_nothing(sweets: Sweets) -> None:
    claim = CLAIM.format(that="hand | copies >= 1", within="always").replace("hand: 2", "hand: 0")
    assert ": hand nothing;" in sweets.said(claim)[0]


def test_numbers_of_players_that_do_not_follow_one_another_are_listed(sweets: Sweets) -> None:
    claim = CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="70 %").replace(
        "hand: 2", "players: [1, 2], hand: 2"
    )
    assert sweets.outcome(claim).counted == "1-2p 70 %"
    main = MAIN.replace("copies: 2", "copies: 4")
    found = sweets.outcome(claim.replace("[1, 2]", "[1, 3]").replace("70 %", "1 %"), main=main)
    assert found.counted.startswith("1, 3p ")
    assert "with 1, 3 players" in found.findings[0].what


def test_a_picture_of_the_hand(sweets: Sweets, tmp_path: Path) -> None:
    """The cards stand side by side, as they are drawn, below what they show; a claim that holds has
    none."""
    claim = CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="at least 80 %")
    sweets.write(claim + claim.replace("id: it", "id: other").replace("80 %", "50 %"))
    folder = tmp_path / "hands"
    done = run("validate", "--rules-only", "--hands", str(folder), project=sweets.root)
    assert done.exit_code == 1
    assert [path.name for path in folder.iterdir()] == ["sweets-it.png"]
    picture = Image.open(folder / "sweets-it.png").convert("RGB")
    assert picture.size[0] > 1000
    inside = [picture.crop((left, 250, left + 200, 400)).getcolors(100_000) for left in (80, 400)]
    # something is drawn where each card lies
    assert all(colors and len(colors) > 1 for colors in inside)
    report = json.loads(
        run("validate", "--rules-only", "--format", "json", project=sweets.root).stdout
    )
    ((pile,),) = (finding["hand"] for finding in report["findings"])
    assert pile["pile"] == "hand"
    assert len(pile["cards"]) == 2


def test_the_title_of_a_hand_is_the_whole_claim(
    sweets: Sweets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal, which the sentence ends in, is to be seen below it."""
    titles: list[str] = []
    shown = dealt_hand.show_deal
    monkeypatch.setattr(
        dealt_hand,
        "show_deal",
        lambda pdf, context, title, piles: (
            titles.append(title) or shown(pdf, context, title, piles)
        ),
    )
    claim = CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="at least 80 %")
    sweets.write(claim.replace("It holds", "One is red; so in all hands"))
    run("validate", "--rules-only", "--hands", tmp_path / "hands", project=sweets.root)
    assert titles == ["One is red; so in all hands: it is 70 %, not at least 80 %"]


@pytest.mark.parametrize("rule", ["it", "other"])
def test_a_claim_by_its_name(sweets: Sweets, rule: str) -> None:
    text = CLAIM.format(that="hand | copies == 2", within="always")
    sweets.write(text + text.replace("id: it", "id: other"))
    assert [outcome.id for outcome in sweets.validate(rule).outcomes] == [rule]


def test_a_claim_of_a_variant_is_dealt_for_every_number_of_players(sweets: Sweets) -> None:
    """Its cards are those of the variant, all sets of them."""
    variants = """\
- id: two
  players: 2-3
  cards: deck.main
  sets: players - 1
  deck_size: {2: 5, 3: 10}
  checks:
    - id: sour
      says: Somebody has something sour.
      deal: {hand: 2}
      chance: {that: hands | having(suits='sour') | copies >= 1, is: at least 50 %}
"""
    outcomes = sweets.write(variants=variants).validate().outcomes
    assert [(each.id, each.status, each.counted) for each in outcomes][1:] == [
        ("two/sour", "ok", "2p 100 %; 3p 99.5 %")
    ]  # all but 1 of 210
    assert sweets.validate("two/sour").exit_code == 0


def test_seats_that_are_dealt_unequal_hands(sweets: Sweets) -> None:
    """Five cards for three: the first two have one more, so that they have Bonbon in two of five
    deals, the third in one."""
    claim = """\
- id: it
  says: No seat is favored.
  deal: {players: 3, from: deck.main, hand: rest}
  chance: {that: hand | named('Bonbon') | copies == 1, seats: at most 10 %}
"""
    outcome = sweets.outcome(claim)
    assert (outcome.status, outcome.counted) == ("failed", "3p 20 % between seats")
    assert sweets.outcome(claim.replace("10 %", "20 %")).status == "ok"


def test_seats_are_compared_by_trying_too(sweets: Sweets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "count_deals", lambda dealer, seat=1: None)
    claim = (
        "- id: it\n  says: No seat is favored.\n  deal: {players: 3, from: deck.main, hand: rest}\n"
    )
    claim += "  chance: {that: hand | named('Bonbon') | copies == 1, seats: at most %s}\n"
    assert (sweets.outcome(claim % "10 %").status, sweets.outcome(claim % "30 %").status) == (
        "failed",
        "ok",
    )


def test_what_so_many_deals_do_not_tell_is_a_warning(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can try out that a chance is a third to the last digit."""
    monkeypatch.setattr(chance, "count_deals", lambda dealer, seat=1: None)
    monkeypatch.setattr(chance, "MOST_DEALS", 500)
    outcome = sweets.outcome(
        CLAIM.format(that="hand | named('Acid Drop') | copies >= 1", within="7/10")
    )
    (finding,) = outcome.findings
    assert (outcome.status, finding.severity) == ("ok", "warning")
    assert "so many deals do not tell whether it is 7/10" in finding.what
    assert "of 500 deals" in outcome.counted


def test_a_claim_that_cannot_fail(sweets: Sweets) -> None:
    (line,) = sweets.said(CLAIM.format(that="hand | copies == 2", within="at least 0 %"))
    assert (
        line
        == 'rules.yaml:1:3: warning: the rule "it" cannot fail: every chance is at least 0 %; say how great it is [idle-rule]'
    )


def test_a_deck_that_is_too_small_for_the_deal(sweets: Sweets) -> None:
    claim = CLAIM.format(that="hand | copies == 3", within="always").replace(
        "hand: 2", "players: 2, hand: 3"
    )
    (line,) = sweets.said(claim)
    assert line.startswith("main.yaml:")
    assert "it is 3 + 3 cannot be dealt of 5 cards" in line


def test_a_value_is_told_and_claims_nothing(sweets: Sweets) -> None:
    """The ranks of two of 1, 2, 1, 2, 2."""
    outcome = sweets.outcome(
        "- id: it\n  says: Ranks.\n  deal: {from: deck.main, hand: 2}\n  chance: {value: hand | total('rank')}\n"
    )
    assert (outcome.status, outcome.counted, outcome.findings) == (
        "note",
        "2 to 4, 3.2 on average",
        (),
    )


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("deal: {hand: 2}", "this rule about chance has no chance"),
        ("chance: {that: 'true', is: always}", "this rule about chance has no deal"),
        (
            "deal: {from: deck.main}\n  chance: {that: 'true', is: always}",
            "this deal deals nothing",
        ),
        ("deal: {hand: 2}\n  chance: {is: always}", "this chance is of nothing"),
        ("deal: {hand: 2}\n  chance: {that: 'true'}", "rules.yaml:4:11 key-missing"),
        (
            "deal: {hand: 2}\n  chance: {that: 'true', is: often}",
            'is: "often" says nothing of a chance',
        ),
        ("deal: {hand: 2}\n  chance: always", "chance must be names with values"),
        (
            "deal: [{hand: 2}, {hand: 3}]\n  chance: {that: 'true', is: always}",
            '"hand" is dealt twice',
        ),
        (
            "deal: {value: 2}\n  chance: {that: 'true', is: always}",
            'rules.yaml:3:10 name-impossible "value"',
        ),
        (
            "deal: {hand: 2}\n  let: {seat: 1}\n  chance: {that: 'true', is: always}",
            '"seat" is a name of the deal',
        ),
        (
            "deal: {from: 3, hand: 2}\n  chance: {that: 'true', is: always}",
            "what is dealt is a number, not cards",
        ),
        (
            "deal: {from: deck.main, hand: many}\n  chance: {that: 'true', is: always}",
            'rules.yaml:3:33 rule-broken "it" "many" "many"',
        ),
        (
            "deal: {from: deck.main, hand: -1}\n  chance: {that: 'true', is: always}",
            "-1 cards cannot be dealt",
        ),
        (
            "deal: {from: deck.main, hand: 2}\n  chance: {that: hand | copies, is: always}",
            "this gives a number, not true or false",
        ),
        (
            "deal: {from: deck.main, hand: 2}\n  chance: {that: hnd | copies == 2, is: always}",
            'rules.yaml:4:18 rule-broken "it" "hnd | copies == 2" "hnd"',
        ),
        (
            "deal: {from: deck.main, hand: 2}\n  chance: {that: 'true', given: 'false', is: always}",
            "no deal is such as given says",
        ),
        (
            "deal: {from: range(9999) | list, hand: 2}\n  chance: {that: 'true', is: always}",
            "more than 5,000 cards are shuffled together",
        ),
    ],
)
def test_a_claim_that_cannot_be_read_or_computed(sweets: Sweets, rule: str, said: str) -> None:
    report = sweets.write(f"- id: it\n  says: It holds.\n  {rule}\n").validate()
    assert report.exit_code == 2
    assert has_expected(report.problems, said), briefs(report.problems)


@pytest.mark.usefixtures("apart")
def test_a_claim_that_takes_too_long_is_stopped_and_named(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After half a second of work; the rules before it and those without chance are tried all the
    same."""
    monkeypatch.setattr(chance, "PATIENCE", 0.5)
    slow = "range(400 + (hand | total('rank'))) | list | pairs | map('sum') | map('string') | map('length') | sum_of > 0"
    good = CLAIM.format(that="hand | copies == 2", within="always").replace("id: it", "id: good")
    many = CLAIM.format(that=slow, within="at least 1 %").replace(
        "from: deck.main", "players: 1-30, from: deck.main"
    )
    rule = "- id: size\n  says: It has five cards.\n  check: deck.main | copies == 5\n"
    report = sweets.write(good + many + rule).validate()
    assert [(outcome.id, outcome.status) for outcome in report.outcomes] == [
        ("size", "ok"),
        ("good", "ok"),
        ("it", "broken"),
    ]
    assert 'expression-failed "it" 0.5' in brief(report.problems[0])


def test_claims_that_take_too_long_together_are_not_gone_on_with(
    sweets: Sweets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "PATIENCE_TOGETHER", 0.0)
    rule = CLAIM.format(that="hand | copies == 2", within="100 %")
    (problem,) = (
        each for outcome in sweets.write(rule).validate().outcomes for each in outcome.problems
    )
    assert "what the rules of sweets claim of chance" == problem.what.partition(" takes ")[0]
    assert problem.what.endswith(" 0 s together")


def test_a_value_of_texts_is_told_by_their_number(sweets: Sweets) -> None:
    rule = "- {id: it, says: It., deal: {from: deck.main, hand: 1}, chance: {value: (hand | first).color}}\n"
    assert "2 values" == sweets.outcome(rule).counted


def test_a_value_that_is_no_plain_one_is_told_by_what_it_looks_like() -> None:
    assert result_key(Result(True, False, [1])) == (True, False, "[1]")


def test_a_chance_that_cannot_be_read_is_not_missing_too(sweets: Sweets) -> None:
    report = sweets.write(
        "- id: it\n  says: It holds.\n  deal: {hand: 2}\n  chance: {that: 'true', is: often}\n"
    ).validate()
    assert ['rules.yaml:4:30 chance-wrong "often"'] == briefs(report.problems)
