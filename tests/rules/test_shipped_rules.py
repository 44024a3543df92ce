"""The rule books of the five games: each rule notices what it is there for, blames the right card,
and lets other legal decks pass."""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from legal import second_deck
from written import (
    GAMES,
    Change,
    Copy,
    Files,
    drop,
    edit,
    every,
    head,
    keep,
    random_changes,
    resuit,
    sets,
    shipped_rules,
    written_out,
)

CANDY, STREET, MONSTERS, POT, CRAVE = GAMES


class Breach(NamedTuple):
    """Changes that break a rule, and what is to blame: a card as deck/id, or the `cards:` line of a
    deck as its id."""

    rule: str
    blamed: str
    changes: tuple[Change, ...]


def breach(rule: str, blamed: str, *changes: Change) -> Breach:
    return Breach(rule, blamed, changes)


def rename(deck: str, field: str, old: str, new: str) -> Change:
    """All cards of a deck that say one thing in a field say another."""
    return lambda files: [
        card.update({field: new}) for card in files[deck]["cards"] if card.get(field) == old
    ]


def new_suit(files: Files) -> None:
    """An eleventh suit, on one treat alone."""
    files["game"]["suits"].append("licorice")
    edit("main/green-9", suits=["licorice"])(files)


def say_the_same(name: str, other: str) -> Change:
    """A card has the text of another one."""
    deck, _, id = other.partition("/")
    return lambda files: edit(
        name, text=next(card for card in files[deck]["cards"] if card["id"] == id)["text"]
    )(files)


FEW_FRIGHTS = (edit("main/orange-3", suits=["sour"]), edit("main/orange-4", suits=["sour"]))
LOW_COCONUT = (edit("main/green-12", suits=["candy"]), edit("main/black-8", suits=["nuts"]))
NO_COCONUT = resuit({"coconut": None})
DEALT = (
    *(
        "i-got-a-rock",
        "blind-candy-shuffle",
        "31-candies",
        "sugarfree",
        "bags-of-fun",
        "up-and-down-the-block",
        "best-house-on-the-block",
    ),
    *(
        "haunted-house",
        "match-candy-go",
        "bobbing-for-apples",
        "candy-climb",
        "candy-pick",
        "secret-stash",
        "how-many-candies",
        "appetite",
    ),
    "scary",
)

BREACHES: dict[str, tuple[Breach, ...]] = {
    CANDY: (
        breach("main-deck-size", "main", drop("main/black-9")),
        breach("one-card-per-rank", "main/green-7", edit("main/green-7", rank=8)),
        breach("king-size", "main/king-size", edit("main/king-size", color="purple")),
        breach("treat-suits", "main/green-2", edit("main/green-2", suits=[])),
        breach("no-suit", "main/purple-0", edit("main/purple-0", suits=["nuts"])),
        breach("ten-suits", "main", NO_COCONUT),
        breach("named-cards", "main/black-1", edit("main/black-1", name="Sugar Corn")),
        breach("set-names", "main/orange-7", edit("main/orange-7", name="Jelly Shark")),
        breach("kinds-have-their-suit", "main/orange-7", edit("main/orange-7", suits=["sour"])),
        breach("no-ties", "main/green-2", edit("main/green-2", suits=["caramel"])),
        breach("every-color-has-every-suit", "main", edit("main/black-8", suits=["chocolate"])),
        breach("suit-deck", "suit/nuts", edit("suit/nuts", suit="candy")),
        breach("suit-counts", "suit/nuts", edit("suit/nuts", number=9)),
        breach("suit-cards-enough", "suit", drop("suit/nuts")),
        breach("base-game", "main", drop("main/black-3")),
        breach("belly-ache", "main", drop("main/black-3")),
        breach("king-cards", "king/grab-bag", edit("king/grab-bag", rank=8)),
        breach("king-halves", "king/grab-bag", edit("king/grab-bag", fraction="¼")),
        breach("king-names", "king/dad-tax", edit("king/dad-tax", name="Papa Tax")),
        breach("king-numbers", "king/double-scoop", edit("king/double-scoop", text="Some bonus points.")),
        breach("king-set-up", "king", drop("king/king-prank")),
        breach("flavor-cards", "flavor/green", edit("flavor/green", color="black")),
        breach("color-counts", "flavor/green", edit("flavor/green", number=13)),
        breach("flavor-counts", "flavor/one-flavor", edit("flavor/one-flavor", number=9)),
        breach("six-players", "flavor", keep("flavor", 1)),
        breach("combo-cards", "combo", keep("combo", 5)),
        breach("combo-suits", "combo/gummy-nuts", edit("combo/gummy-nuts", suits=["nuts"])),
        breach("combo-counts", "combo/gummy-nuts", edit("combo/gummy-nuts", number=9)),
        breach("combo-names", "combo/gummy-nuts", edit("combo/gummy-nuts", name="Salty & Chewy")),
        breach("bag-cards", "bag/bag-3", edit("bag/bag-3", copies=3)),
        breach("gold-cards", "trick-or-treater", keep("trick-or-treater", 12)),
        breach("gold-points", "trick-or-treater", every("trick-or-treater", points=3)),
        breach("gold-suits", "trick-or-treater/coconut-2", NO_COCONUT),
        breach("shared-backs", "king/dad-tax", head("king", shuffled_with=None, back="best-candy/back-combo.svg")),
        breach("player-aids", "aid/kings", edit("aid/kings", copies=4)),
        breach("pad-deals", "score-pad/other-games", edit("score-pad/other-games", deals=["12", "10"])),
        breach("aid-kings", "aid/kings", edit("aid/kings", bundle="**Parcel:** tie on up to 2 cards of your pile.")),
        breach("aid-belly-aches", "aid/trick", edit("aid/trick", aches=["10", "9", "8", "7"])),
        breach("five-backs", "bag", head("bag", back="best-candy/back-combo.svg")),
        *(breach(f"{variant}/deal", "main", drop("main/black-8")) for variant in DEALT),
        breach("i-got-a-rock/all-but-the-rock-pair-off", "main/green-8", drop("main/black-8")),
        breach("31-candies/every-suit-makes-31", "main/green-4", *LOW_COCONUT),
        breach("bags-of-fun/bags-for-the-players", "bag", drop("bag/bag-8")),
        breach("bags-of-fun/bags-can-be-filled", "main", drop("main/black-8", "main/black-9")),
        breach("bags-of-fun/doubled-suits", "suit", drop("suit/nuts")),
        breach("up-and-down-the-block/a-wild-suit-for-each-hand", "suit", drop("suit/nuts")),
        breach("best-house-on-the-block/a-kid-for-each-trick", "trick-or-treater", keep("trick-or-treater", 12)),
        breach("haunted-house/thirteen-frights", "main", *FEW_FRIGHTS),
        breach("haunted-house/thirteen-frights-in-every-deal", "main", *FEW_FRIGHTS, edit("main/green-1", suits=["halloween"])),
        breach("haunted-house/purple-1-may-be-led", "main/purple-1", edit("main/purple-1", suits=["halloween"])),
        breach("match-candy-go/seven-sets", "main/purple-9", drop("main/orange-7")),
        breach("match-candy-go/no-card-in-two-sets", "main/black-2", sets(healthy_snacks=["purple-7", "orange-1", "black-2"])),
        breach("match-candy-go/candy-bars", "main/orange-11", edit("main/orange-11", color="black")),
        breach("match-candy-go/five-pairs", "main/orange-6", drop("main/orange-5")),
        breach("match-candy-go/pairs-within-sets", "main/green-12", sets(balls=["black-8", "purple-5", "purple-11", "green-8"])),
        breach("bobbing-for-apples/a-hand-has-21-points", "main", edit("main/black-12", rank=11)),
        breach("bobbing-for-apples/the-apples-are-green", "main/green-5", edit("main/green-5", color="black")),
        breach("candy-pick/sets-of-four", "main/green-7", edit("main/green-7", rank=8)),
        breach("secret-stash/rarity", "main", resuit({"coconut": "candy", "candy": "coconut"})),
        breach("secret-stash/rarity-in-play", "main", resuit({"coconut": "candy", "candy": "coconut"})),
        breach("secret-stash/every-suit-has-its-value", "main/green-9", new_suit),
        breach("secret-stash/highest-trumps", "main/black-12", edit("main/black-12", color="green")),
        breach("how-many-candies/candy-is-trump", "main", resuit({"candy": None})),
        breach("how-many-candies/candy-corn-has-candy", "main/black-1", edit("main/black-1", suits=["halloween"])),
        breach("appetite/134-points", "main", edit("main/green-2", suits=["fruit", "nuts"])),
        breach("appetite/four-off", "main", edit("main/black-prank", rank=0)),
        breach("scary/good-candy", "main", edit("main/green-7", rank=8)),
        breach("scary/teeth-are-never-trump", "main/black-12", edit("main/black-12", suits=["halloween", "candy"])),
    ),
    STREET: (
        breach("all-cards", "score", drop("score/plus-1")),
        breach("candy", "candy/chocolate", edit("candy/chocolate", copies=18)),
        breach("events", "event/skull", edit("event/skull", copies=16)),
        breach("score-cards", "score/plus-1", edit("score/plus-1", value=2)),
        breach("score-example", "score", edit("score/plus-1", value=2)),
        breach("players", "player/witch", edit("player/witch", copies=3)),
        breach("pictures", "candy/chocolate", edit("candy/chocolate", art="lollipop-street")),
        breach("one-of-a-kind", "parents/parents", edit("parents/parents", copies=2)),
        breach("references", "reference/reference", edit("reference/reference", copies=1)),
        breach(
            *("shared-backs", "event/skull"),
            *(head(deck, shuffled_with=None) for deck in ("candy", "parents")),
            head("event", shuffled_with=None, back="street/back-house.svg"),
        ),
        breach("sorted-backs", "bucket", head("bucket", back="street/back-house.svg")),
        breach("ten-buckets", "bucket", drop("bucket/bucket-4")),
        breach("loose-candy", "candy", edit("candy/chocolate", copies=18)),
        breach("any-six-buckets-leave-candy", "bucket/bucket-2", edit("bucket/bucket-2", candy=25)),
        breach("any-six-buckets-leave-events", "bucket/bucket-2", edit("bucket/bucket-2", event=12)),
        breach("nine-neighbors", "house", drop("house/draw-two")),
        breach("one-event-for-each-neighbor", "house/give-right", say_the_same("house/give-right", "house/give-left")),
        breach("event-words", "house", edit("house/draw-two", text="Take more.")),
        breach("house-symbols", "house/home", edit("house/home", symbols=["pumpkin"])),
        breach("symbols-of-texts", "house/give-left", edit("house/give-left", skull="Give it back.")),
        breach("home-events", "house/home", edit("house/home", skull=None)),
        breach("parents-say-it", "parents/parents", edit("parents/parents", text="Good night.")),
    ),
    MONSTERS: (
        breach("two-packs", "monster", drop("monster/blue-stop")),
        breach("monsters", "monster/blue-slime", edit("monster/blue-slime", color="green")),
        breach("actions", "monster/blue-stop", edit("monster/blue-stop", copies=3)),
        breach("wild-cards", "monster/spy", edit("monster/spy", copies=3)),
        breach("four-recolors", "monster/recolor", edit("monster/recolor", copies=2)),
        breach("kinds", "monster/blue-slime", edit("monster/blue-slime", kind="action")),
        breach("different-cards", "monster", drop("monster/blue-stop")),
        breach("one-picture-for-a-face", "monster/blue-slime", edit("monster/blue-slime", art="reaper")),
        breach("one-name-for-a-face", "monster/blue-slime", edit("monster/blue-slime", name="Slime Green")),
        breach("effects", "monster/blue-stop", edit("monster/blue-stop", text=None)),
        breach("one-back", "monster/blue-stop", edit("monster/blue-stop", back="monsters/reference-back.svg")),
        breach("deals", "monster", keep("monster", 50)),
        breach("what-fits", "monster/blue-skeleton", drop("monster/purple-skeleton")),
        breach("evil-twins", "monster/blue-evil-twins", edit("monster/blue-evil-twins", copies=3)),
        breach("twins-of-monsters", "monster/blue-slime", edit("monster/blue-slime", copies=1)),
        breach("slime", "monster/blue-slime", rename("monster", "name", "Slime", "Goo")),
    ),
    POT: (
        breach("deck-size", "playing", drop("playing/bats-7")),
        breach("suits", "playing/bats-7", edit("playing/bats-7", value=8)),
        breach("values", "playing/bats-7", edit("playing/bats-7", value=8)),
        breach("names", "playing/bats-7", edit("playing/bats-7", name="Nobody")),
        breach("jokers", "playing/black-joker", edit("playing/black-joker", color="color")),
        breach("only-jokers-are-colored", "playing/bats-7", edit("playing/bats-7", color="black")),
        breach("one-back", "playing/bats-7", edit("playing/bats-7", back="candy-pot/reference-back.svg")),
        breach("deals", "playing", drop("playing/bats-7")),
        breach("ties-can-happen", "playing/bats-7", edit("playing/bats-7", rank="8")),
        breach("bigger-jackpots/deal", "playing", drop("playing/bats-7")),
        breach("nasty-candy/deal", "playing", drop("playing/bats-7")),
    ),
    CRAVE: (
        breach("favorites", "favorites/plus-2", edit("favorites/plus-2", copies=4)),
        breach("favorites-look-alike", "favorites/minus-1", edit("favorites/minus-1", mood="sick")),
        breach("one-back-for-favorites", "favorites/minus-1", edit("favorites/minus-1", back="candy-crave/back-card.svg")),
        breach("base-values", "base-value/base-6", edit("base-value/base-6", value=7)),
        breach("base-values-for-two-rounds", "base-value", edit("base-value/base-6", copies=2)),
        breach("stacks", "favorites", edit("favorites/plus-2", copies=4)),
        breach("question-mark", "favorites", edit("favorites/minus-1", value=-2)),
        breach("sweets", "sweets/cookie", edit("sweets/cookie", copies=9)),
        breach("sweets-look-different", "sweets/cookie", edit("sweets/cookie", art="chocolate-crave")),
        breach("sweets-for-fewer", "bowl/bowl-cookie", edit("bowl/bowl-cookie", fewer=7)),
        breach("bowls", "bowl/bowl-cookie", edit("bowl/bowl-cookie", kind="chocolate")),
        breach("bowls-for-five", "bowl/bowl-cookie", edit("bowl/bowl-cookie", five=9)),
        breach("bowls-for-fewer", "bowl/bowl-cookie", edit("bowl/bowl-cookie", fewer=7)),
        breach("second-round", "bowl/bowl-cookie", edit("bowl/bowl-cookie", five=9)),
        breach("dividers", "divider/divider", edit("divider/divider", copies=4)),
        breach("achievements", "achievement/felix-pass", edit("achievement/felix-pass", for_game="Power Grid")),
        breach("achievements-differ", "achievement/felix-end", edit("achievement/felix-end", text="You are the first to pass in a round.")),
        breach("power-grid", "achievement/power-grid-scrap", edit("achievement/power-grid-scrap", when="At the end")),
        breach("twenty-elektro", "achievement/power-grid-supplies", edit("achievement/power-grid-supplies", text="You buy resources.")),
    ),
}  # fmt: skip


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("written"))


def rules_that_can_fail(game: str) -> list[str]:
    """The rules of a game by id, but not its notes."""
    book = shipped_rules(game)
    deals = [f"{variant.id}/deal" for variant in book.variants]
    checks = [
        f"{variant.id}/{check.id}"
        for variant in book.variants
        for check in variant.checks
        if not check.note
    ]
    return [*(rule.id for rule in book.rules if not rule.note), *deals, *checks]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_broken_below(game: str) -> None:
    """No rule of a shipped game is without a change that breaks it."""
    assert sorted(rules_that_can_fail(game)) == sorted(each.rule for each in BREACHES[game])


@pytest.mark.parametrize(
    ("game", "broken"),
    [pytest.param(game, each, id=each.rule) for game in GAMES for each in BREACHES[game]],
)
def test_a_broken_rule_is_noticed_and_the_right_line_blamed(
    copy: Copy, game: str, broken: Breach
) -> None:
    """The rule that is broken says so, at the card that was changed, or where a card is missing at
    the deck's `cards:` line."""
    with copy.changed(game, *broken.changes):
        tried = copy.tried(game, broken.rule, idle=False)
        file, lines = copy.lines(game, broken.blamed)
    findings = [finding for finding in tried.findings if finding.check == broken.rule]
    places = [place for finding in findings for place in (finding.place, *finding.also) if place]
    assert tried.problems == []
    assert any(place.file == file and place.line in lines for place in places), findings


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_games_keep_their_rules(copy: Copy, game: str) -> None:
    """A shipped game, written out card by card, has no error, no warning, and every number that a
    note speaks of is right."""
    tried = copy.tried(game)
    assert tried.problems == []
    assert [finding for outcome in tried.outcomes for finding in outcome.findings] == []
    assert {outcome.status for outcome in tried.outcomes} <= {"ok", "note"}


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_cards_does_not_matter(copy: Copy, game: str) -> None:
    """With the cards of every deck shuffled each rule comes to the same verdict."""
    chance = random.Random(3)

    def shuffle(files: Files) -> None:
        for deck in files["game"]["decks"]:
            chance.shuffle(files[deck]["cards"])

    before = [(outcome.id, outcome.status) for outcome in copy.tried(game).outcomes]
    with copy.changed(game, shuffle):
        tried = copy.tried(game)
    assert [(outcome.id, outcome.status) for outcome in tried.outcomes] == before
    assert tried.findings == []


def test_a_deck_in_a_table_keeps_the_same_rules(copy: Copy) -> None:
    """The main deck as a CSV file comes to the same verdicts."""
    cards = written_out(CANDY)["main"]["cards"]
    with (copy.root / "card_data" / CANDY / "treats.csv").open(
        "w", encoding="utf-8", newline=""
    ) as file:
        rows = csv.DictWriter(file, list(cards[-2]))
        rows.writeheader()
        rows.writerows({**card, "suits": ", ".join(card["suits"])} for card in cards)
    before = [(outcome.id, outcome.status) for outcome in copy.tried(CANDY).outcomes]
    with copy.changed(CANDY, head("main", cards="treats.csv")):
        tried = copy.tried(CANDY)
    assert tried.problems == []
    assert [(outcome.id, outcome.status) for outcome in tried.outcomes] == before
    assert tried.findings == []


@pytest.mark.parametrize("game", GAMES)
def test_a_random_change_is_noticed_or_does_no_harm(copy: Copy, game: str) -> None:
    """Of forty changes of one field each, every one that no rule notices has a reason why not."""
    fates = list(random_changes(copy, game))
    assert [fate.about for fate in fates if not fate.noticed and not fate.reason] == []
    assert sum(bool(fate.noticed) for fate in fates) >= len(fates) / 4


# -- another legal deck
# -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_another_legal_deck_passes(copy: Copy, game: str, seed: int) -> None:
    """Other allowed content, in another order, passes without a warning."""
    with copy.changed(game, second_deck(game, random.Random(seed))):
        tried = copy.tried(game)
    assert tried.problems == []
    assert tried.findings == []


def test_only_its_numbers_are_wrong_before_they_are_counted(copy: Copy) -> None:
    """Treats with other suits and the old numbers are complained of for these alone."""

    def old_numbers(files: Files) -> None:
        before = written_out(CANDY)
        for deck in ("suit", "combo", "flavor"):
            files[deck] = before[deck]

    with copy.changed(CANDY, second_deck(CANDY, random.Random(1)), old_numbers):
        noticed = Counter(finding.check for finding in copy.tried(CANDY).findings)
    assert noticed
    assert set(noticed) <= {"suit-counts", "combo-counts", "flavor-counts"}


def test_the_games_are_all_here() -> None:
    """Each game of the sample project has a rule book that is tested here."""
    folders = {
        path.parent.name for path in (Path(__file__).parents[2] / "card_data").glob("*/game.yaml")
    }
    assert folders == set(GAMES) == {game for game in GAMES if shipped_rules(game)}
