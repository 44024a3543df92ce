"""Faults put into the shipped games at random, one or two at a time, to see whether the first thing
that is told names one of them.

`python tests/rules/mutations.py` prints the share for 300 decks, the misses, and whether anything
is said of the shipped decks and of a second legal deck of each game. `--count`, `--seed` and
`--all` (each deck with what was told) say otherwise."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # as a script, it is this checkout that is asked
sys.path.insert(0, str(Path(__file__).parents[1]))

from legal import second_deck
from written import GAMES, Copy, Files, shipped

from cardgen.base.findings import Finding, Place
from cardgen.model.cards import Deck
from cardgen.model.fields import Field

Entry = dict[str, Any]


class Fault(NamedTuple):
    """What was done to a game: its kind, in words, and where it can be named: cards as DECK/ID, the
    `cards:` line as DECK, or rules.yaml.

    `key` is what a card that is gone said, by which it can be named.
    """

    kind: str
    words: str
    spots: tuple[str, ...]
    key: tuple[tuple[str, Any], ...] = ()


class Fate(NamedTuple):
    """What became of a deck with faults: the first thing told, how many were told beside it, and
    whether it names one of the faults.

    `outright` is whether it does so in its very place, not only among those it tells to see.
    """

    game: str
    faults: tuple[Fault, ...]
    told: Finding | None
    others: int
    outright: bool
    named: bool

    def __str__(self) -> str:
        faults = " and ".join(f"{fault.kind}: {fault.words}" for fault in self.faults)
        return f"{self.game}: {faults}\n      -> {self.told or '(nothing)'}"


# -- faults
# -------------------------------------------------------------------------------------------------------------------------


class Spoiler:
    """Does things to one game's files."""

    def __init__(self, id: str, files: Files, chance: random.Random) -> None:
        self.game = shipped(id)
        self.files = files
        self.chance = chance

    def fault(self) -> Fault:
        """One fault more, of a kind and in a place of chance."""
        while True:
            kind = self.chance.choice(list(KINDS))
            if fault := KINDS[kind](self):
                return fault

    def card(self) -> tuple[Deck, Entry]:
        decks = [deck for deck in self.game.decks for _ in self.files[deck.id]["cards"]]
        deck = self.chance.choice(decks)
        return deck, self.chance.choice(self.files[deck.id]["cards"])

    def drop(self) -> Fault | None:
        deck, card = self.card()
        cards = self.files[deck.id]["cards"]
        if len(cards) < 2:
            return None
        cards.remove(card)
        keys = [
            (name, card[name])
            for name, field in deck.fields.items()
            if field.kind in ("int", "one_of") and name in card
        ]
        return Fault("card taken out", f"{deck.id}/{card['id']}", (deck.id,), tuple(keys))

    def copy(self) -> Fault:
        deck, card = self.card()
        cards = self.files[deck.id]["cards"]
        twin = {**card, "id": f"{card['id']}-2"}
        cards.insert(cards.index(card) + 1, twin)
        return Fault(
            "card copied",
            f"{deck.id}/{card['id']}",
            (f"{deck.id}/{card['id']}", f"{deck.id}/{twin['id']}"),
        )

    def _changed(self, kind: str, deck: Deck, card: Entry, name: str, value: Any) -> Fault:
        words = f"{deck.id}/{card['id']} {name}: {card.get(name)} -> {value}"
        card[name] = value
        return Fault(kind, words, (f"{deck.id}/{card['id']}",))

    def number(self) -> Fault | None:
        deck, card = self.card()
        found = [
            field
            for name, field in deck.fields.items()
            if field.kind == "int" and isinstance(card.get(name), int)
        ]
        if not found:
            return None
        field = self.chance.choice(found)
        return self._changed(
            "number changed",
            deck,
            card,
            field.name,
            card[field.name] + self.chance.choice([-2, -1, 1, 2]),
        )

    def choice(self) -> Fault | None:
        deck, card = self.card()
        found = [
            field
            for name, field in deck.fields.items()
            if field.kind in ("one_of", "list_of") and name in card
        ]
        if not found:
            return None
        field = self.chance.choice(found)
        return self._changed(
            "value changed", deck, card, field.name, self._other(field, card[field.name])
        )

    def _other(self, field: Field, value: Any) -> Any:
        if field.kind == "one_of":
            return self.chance.choice([choice for choice in field.choices if choice != value])
        others = [choice for choice in field.choices if choice not in value]
        mine = list(value)
        if mine and (not others or self.chance.random() < 0.5):
            mine.pop(self.chance.randrange(len(mine)))
        else:
            mine.append(self.chance.choice(others))
        return mine

    def swap(self) -> Fault | None:
        deck, card = self.card()
        names = [
            name for name, field in deck.fields.items() if field.kind != "text" and name in card
        ]
        if not names:
            return None
        name = self.chance.choice(names)
        others = [
            other
            for other in self.files[deck.id]["cards"]
            if other.get(name) != card[name] and name in other
        ]
        if not others:
            return None
        other = self.chance.choice(others)
        card[name], other[name] = other[name], card[name]
        ids = (f"{deck.id}/{card['id']}", f"{deck.id}/{other['id']}")
        return Fault("values swapped", f"{name} of {ids[0]} and {ids[1]}", ids)

    def copies(self) -> Fault:
        deck, card = self.card()
        before = card["copies"]
        others = [other for other in (before - 1, before + 1, before * 2) if other > 0]
        return self._changed("copies changed", deck, card, "copies", self.chance.choice(others))

    def name(self) -> Fault | None:
        deck, card = self.card()
        text = card.get("name") or ""
        return (
            self._changed("name misspelt", deck, card, "name", self._typo(text))
            if len(text) > 3
            else None
        )

    def id(self) -> Fault:
        deck, card = self.card()
        before = card["id"]
        card["id"] = self._typo(before)
        return Fault(
            "id misspelt", f"{deck.id}/{before} -> {card['id']}", (f"{deck.id}/{card['id']}",)
        )

    def reference(self) -> Fault | None:
        """A picture, a template or a value of a list that is not there."""
        deck, card = self.card()
        choices = [
            name for name, field in deck.fields.items() if field.kind == "one_of" and card.get(name)
        ]
        name = self.chance.choice(
            [*choices, *(name for name in ("art", "template", "back") if card.get(name))] or [""]
        )
        return (
            self._changed("reference broken", deck, card, name, self._typo(str(card[name])))
            if name
            else None
        )

    def member(self) -> Fault | None:
        """A name in a set of rules.yaml that is none."""
        sets = self.files["rules"][0].get("sets")
        if not sets:
            return None
        name = self.chance.choice(list(sets))
        place = self.chance.randrange(len(sets[name]))
        before, sets[name][place] = sets[name][place], self._typo(sets[name][place])
        return Fault("set misspelt", f"{name}: {before} -> {sets[name][place]}", ("rules",))

    def _typo(self, text: str) -> str:
        """The text with two letters changed about, one left out or one twice."""
        if len(text) < 2:
            return text * 2
        while True:
            place = self.chance.randrange(1, max(2, len(text) - 1))
            begun, letter, rest = text[:place], text[place : place + 1], text[place + 1 :]
            found = self.chance.choice(
                [begun + rest[:1] + letter + rest[1:], begun + rest, begun + letter + letter + rest]
            )
            if found != text and found.strip("-/. ") == found:
                return found


KINDS: dict[str, Callable[[Spoiler], Fault | None]] = {
    "drop": Spoiler.drop,
    "copy": Spoiler.copy,
    "number": Spoiler.number,
    "choice": Spoiler.choice,
    "swap": Spoiler.swap,
    "copies": Spoiler.copies,
    "name": Spoiler.name,
    "id": Spoiler.id,
    "reference": Spoiler.reference,
    "member": Spoiler.member,
}


# -- what is told
# -------------------------------------------------------------------------------------------------------------------


def tried(copy: Copy, id: str, faults: int, chance: random.Random) -> Fate:
    """A game with so many faults, and what is told of it first."""
    made: list[Fault] = []

    def spoil(files: Files) -> None:
        spoiler = Spoiler(id, files, chance)
        made.extend(spoiler.fault() for _ in range(faults))

    with copy.changed(id, spoil):
        found = copy.checked(id)
        told = [
            *found.problems,
            *(cause.finding for cause in found.causes if cause.finding.severity != "note"),
        ]
        first = told[0] if told else None
        outright, named = _names(copy, id, made, first) if first else (False, False)
    return Fate(id, tuple(made), first, len(told) - 1, outright, named)


def _names(copy: Copy, id: str, faults: Sequence[Fault], told: Finding) -> tuple[bool, bool]:
    """Whether what is told names one of the faults in its place, and whether it does so there or
    among what it tells to see."""
    value = told.edit.value if told.edit else None
    outright = named = False
    for fault in faults:
        for spot in fault.spots:
            at, around = (
                _at(copy, id, spot, told.place),
                any(_at(copy, id, spot, place) for place in told.also),
            )
            if fault.key:  # of a card that is gone: the deck, and which card
                card = isinstance(value, dict) and all(
                    str(value.get(name)) == str(said) for name, said in fault.key
                )
                outright, named = outright or (at and card), named or at
            else:
                outright, named = outright or at, named or at or around
    return outright, named


def _at(copy: Copy, id: str, spot: str, place: Place | None) -> bool:
    if place is None:
        return False
    if spot == "rules":
        return place.file.name == "rules.yaml"
    try:
        file, lines = copy.lines(id, spot)
    except AssertionError:  # the other fault took it out
        return False
    return place.file == file and place.line in lines


def fates(copy: Copy, count: int, seed: int) -> Iterator[Fate]:
    """So many decks with one or two faults that something is told of, game by game in turn; beside
    them, those of which nothing is."""
    chance = random.Random(seed)
    told = drawn = 0
    while told < count:
        fate = tried(copy, GAMES[drawn % len(GAMES)], 1 + drawn // len(GAMES) % 2, chance)
        drawn += 1
        told += fate.told is not None
        yield fate


OBSERVED = {
    (check, "note")
    for check in (
        "a-card-for-a-favorite",
        "a-favorite-that-scores",
        "the-touchy-house",
        "parents-are-not-early",
        "a-first-look",
    )
}
"""Claims of chance about what no rule fixes and we chose: the suits of treats, the symbols of
houses, what buckets take."""


def false_alarms(copy: Copy, seeds: Sequence[int]) -> Iterator[str]:
    """What is said of the shipped decks, and of second legal decks of each game: all but the notes
    on what we chose ourselves."""
    for game in GAMES:
        yield from (f"{game}: {finding}" for finding in copy.checked(game).findings)
        for seed in seeds:
            with copy.changed(game, second_deck(game, random.Random(seed))):
                found = copy.checked(game)
            alarms = [
                finding
                for finding in found.findings
                if (finding.check, finding.severity) not in OBSERVED
            ]
            yield from (f"{game} anew ({seed}): {each}" for each in (*found.problems, *alarms))


def _report() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        found = list(fates(copy, asked.count, asked.seed))
        alarms = list(false_alarms(copy, range(3)))
    noticed = [fate for fate in found if fate.told]
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for fate in noticed:
        for key in (
            " + ".join(sorted(fault.kind for fault in fate.faults))
            if len(fate.faults) == 1
            else "two faults",
            fate.game,
        ):
            kinds[key].update(all=1, named=fate.named, outright=fate.outright)
    lines = [str(fate) for fate in noticed if asked.all or not fate.named]
    for key, counts in sorted(kinds.items()):
        lines.append(
            f"{counts['named']:4} of {counts['all']:4} ({counts['outright']:4} outright)  {key}"
        )
    named, outright = sum(fate.named for fate in noticed), sum(fate.outright for fate in noticed)
    share = f"{100 * named / len(noticed):.1f} %"
    lines.append(
        f"the first thing told names the cause in {named} of {len(noticed)} decks, {share}; {outright} in its very place"
    )
    lines.append(f"{len(found) - len(noticed)} more decks had faults that no rule speaks of")
    lines += [f"false alarms on shipped and second decks: {len(alarms)}", *alarms]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    _report()
