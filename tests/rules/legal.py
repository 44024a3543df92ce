"""A second legal deck of each shipped game, dealt anew: the same counts, other allowed content. No
rule may speak of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from typing import Any

from written import GAMES, Change, Files, shipped_rules, written_out

CANDY, STREET, MONSTERS, POT, CRAVE = GAMES
Treat = dict[str, Any]
LADDER = (
    ("coconut", "marshmallow"),
    ("gummy", "sour"),
    ("halloween", "nuts"),
    ("fruit", "caramel"),
    ("chocolate", "candy"),
)
KINDS = {
    "gummy-creatures": "gummy",
    "halloween-toys": "halloween",
    "coconut-bars": "coconut",
    "coconut-balls": "coconut",
    "marshmallows-on-sticks": "marshmallow",
    "apples": "fruit",
}


def legal(treats: list[Treat]) -> bool:
    """Whether the suits of 48 treats obey the rulebook and what follows from it, put here in other
    words than in rules.yaml."""
    at = {treat["id"]: treat["suits"] for treat in treats}
    bearing = {
        suit: [treat for treat in treats if suit in treat["suits"]]
        for pair in LADDER
        for suit in pair
    }
    ranks = {suit: [treat["rank"] for treat in those] for suit, those in bearing.items()}
    return (
        all(len(set(of)) == len(of) for of in ranks.values())
        and sum({1: 0, 2: 2, 3: treat["rank"]}[len(treat["suits"])] for treat in treats) == 134
        and _rising([[len(ranks[suit]) for suit in pair] for pair in LADDER], strictly=True)
        and _rising(
            [[sum(rank >= 5 for rank in ranks[suit]) for suit in pair] for pair in LADDER],
            strictly=False,
        )
        and all(len({treat["color"] for treat in those}) == 4 for those in bearing.values())
        and all(
            any(sum(three) == 31 for three in combinations([*of, 13], 3)) for of in ranks.values()
        )
        and all(
            KINDS[name] in at[code.text]
            for name in KINDS
            for code in shipped_rules(CANDY).sets[name]
        )
        and sum(
            "halloween" in suits for id, suits in at.items() if id not in ("green-1", "orange-1")
        )
        >= 9
        and "halloween" not in at["purple-1"]
        and "candy" in at["black-1"]
        and at["black-12"] == ["halloween"]
    )


def _rising(pairs: list[list[int]], *, strictly: bool) -> bool:
    return all(
        max(low) <= min(high) and (not strictly or sum(low) < sum(high))
        for low, high in pairwise(pairs)
    )


def dealt_anew(treats: list[Treat], chance: random.Random, moves: int) -> None:
    """Hand the suits of the treats out anew: one suit for another, or two that change places,
    wherever the deck stays legal."""
    suits = [suit for pair in LADDER for suit in pair]
    done = 0
    while done < moves:
        one, other = chance.sample(treats, 2)
        before = one["suits"], other["suits"]
        if one["rank"] == other["rank"]:
            one["suits"], other["suits"] = other["suits"], one["suits"]
        elif chance.random() < 0.5:
            mine, theirs = chance.choice(one["suits"]), chance.choice(other["suits"])
            one["suits"] = [theirs if suit == mine else suit for suit in one["suits"]]
            other["suits"] = [mine if suit == theirs else suit for suit in other["suits"]]
        else:
            new, old = chance.choice(suits), chance.choice(one["suits"])
            one["suits"] = [new if suit == old else suit for suit in one["suits"]]
        whole = all(len(set(treat["suits"])) == len(treat["suits"]) for treat in (one, other))
        if whole and before != (one["suits"], other["suits"]) and legal(treats):
            done += 1
        else:
            one["suits"], other["suits"] = before


def bearing(files: Files, suits: list[str]) -> int:
    return sum(any(suit in card["suits"] for suit in suits) for card in files["main"]["cards"])


def count_again(files: Files) -> None:
    """Write the numbers that follow from the main deck."""
    for card in files["suit"]["cards"]:
        card["number"] = bearing(files, [card["suit"]])
    for card in files["combo"]["cards"]:
        card["number"] = bearing(files, card["suits"])
    for card in files["flavor"]["cards"]:
        if card["kind"] == "count":
            card["number"] = sum(
                len(treat["suits"]) == card["flavors"] for treat in files["main"]["cards"]
            )


def _treats(files: Files, chance: random.Random) -> None:
    """Other suits, names and order on the 57 treats, found by search, and the numbers that follow
    from them."""
    cards = files["main"]["cards"]
    treats = [card for card in cards if 1 <= card["rank"] <= 12]
    assert legal(treats)
    before = {card["id"]: card["suits"] for card in cards}
    dealt_anew(treats, chance, 250)
    assert sum(card["suits"] != before[card["id"]] for card in cards) > 20
    known = {code.text for codes in shipped_rules(CANDY).sets.values() for code in codes} | {
        "black-1",
        "black-12",
        "purple-0",
    }
    for number, card in enumerate(cards):
        if card["id"] not in known:
            card["name"] = f"Goody {number}"
    count_again(files)


def _street(files: Files, chance: random.Random) -> None:
    """Other buckets, neighbors with other symbols, events and names, and other pictures."""
    for bucket in files["bucket"]["cards"]:
        bucket.update(candy=chance.randint(3, 9), event=chance.randint(0, 4))
    neighbors = [house for house in files["house"]["cards"] if house["kind"] == "neighbor"]
    for house, text in zip(
        neighbors, _mixed([house["text"] for house in neighbors], chance), strict=True
    ):
        house.update(
            text=text,
            name=f"House {chance.randint(100, 999)}",
            symbols=chance.choice([["skull"], ["pumpkin"], ["skull", "pumpkin"]]),
        )
    _swap_art(files["candy"]["cards"], chance)
    _swap_art(files["player"]["cards"], chance)


def _monsters(files: Files, chance: random.Random) -> None:
    """Faces with other names, pictures and effects; one monster stays the Slime."""
    cards = files["monster"]["cards"]
    for kind in ("monster", "action", "wild"):
        faces = sorted({card["face"] for card in cards if card["kind"] == kind})
        looks = [
            next(
                (card["name"], card["art"], card.get("text"))
                for card in cards
                if card["face"] == face
            )
            for face in faces
        ]
        for face, (name, art, text) in zip(faces, _mixed(looks, chance), strict=True):
            for card in cards:
                if card["face"] == face:
                    card.update(name=name, art=art, **({"text": text} if text else {}))


def _pot(files: Files, chance: random.Random) -> None:
    """Playing cards of other names, jokers that have changed places, and courts with other
    pictures."""
    cards = files["playing"]["cards"]
    colors = {"black": "color", "color": "black"}
    for card in cards:
        if "suit" in card:
            card["name"] = f"{card['suit'].upper()}: the {card['rank']}"
        else:
            card["color"] = colors[card["color"]]
    _swap_art([card for card in cards if "art" in card], chance)


def _crave(files: Files, chance: random.Random) -> None:
    """Favorites with other faces, sweets with other pictures, and games with other achievements."""
    for name, deck in (("mood", "favorites"), ("art", "sweets")):
        cards = files[deck]["cards"]
        for card, value in zip(cards, _mixed([card[name] for card in cards], chance), strict=True):
            card[name] = value
    for number, card in enumerate(files["achievement"]["cards"]):
        if card["for_game"] != "Power Grid":
            card.update(
                text=f"You do the thing that nobody else has done for {number} rounds.",
                prize=chance.choice(["sweet", "bowl"]),
            )


def _mixed(values: list[Any], chance: random.Random) -> list[Any]:
    return chance.sample(values, len(values))


def _swap_art(cards: list[dict[str, Any]], chance: random.Random) -> None:
    for card, art in zip(cards, _mixed([card["art"] for card in cards], chance), strict=True):
        card["art"] = art


_ANEW: Mapping[str, Callable[[Files, random.Random], None]] = {
    CANDY: _treats, STREET: _street, MONSTERS: _monsters, POT: _pot, CRAVE: _crave,
}  # fmt: skip


def second_deck(game: str, chance: random.Random) -> Change:
    """A change that makes of a game's cards other legal ones, in another order."""
    anew = written_out(game)
    _ANEW[game](anew, chance)
    for deck in files_of(anew):
        chance.shuffle(deck)
    return lambda files: files.update(anew)


def files_of(files: Files) -> list[list[dict[str, Any]]]:
    """The cards of each deck."""
    return [files[deck]["cards"] for deck in files["game"]["decks"]]
