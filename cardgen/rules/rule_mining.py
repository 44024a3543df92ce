"""Rule mining: regularities of a game's decks, proposed as rules, each with how surprising it is.

The measure is in bits: a rule of 10 bits holds for one of 2^10 decks made by lot. A lot gives
each card its value from those that the cards of its deck have; a number of copies, of cards or a
sum is one of twice as many."""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import Place
from cardgen.model.cards import Deck, Game
from cardgen.rules.ruleset import Code, Rule, RuleSet
from cardgen.rules.trial import try_rules

LEAST_BITS = 4.0
"""What one deck in sixteen keeps by chance is not proposed."""
_MOST_VALUES = 24
"""A field with more different values is not gone through value by value."""
_OUTSIDE = 0.15
"""The share of a deck's cards that may stand outside a habit of the others: one king, two
jokers."""
_NOWHERE = Place(Path())


class ProposedRule(NamedTuple):
    """A rule that the cards keep, and its decks.

    And how surprising it is, in bits."""

    id: str
    says: str
    check: str
    bits: float
    decks: tuple[str, ...]
    for_each: str = ""

    @property
    def rule(self) -> Rule:
        """The rule as it is tried."""
        for_each = Code(self.for_each, _NOWHERE) if self.for_each else None
        return Rule(
            self.id, self.says, _NOWHERE, for_each=for_each, check=Code(self.check, _NOWHERE)
        )

    @property
    def lines(self) -> list[str]:
        """The entry of rules.yaml, without indentation."""
        parts = [
            ("id", self.id),
            ("says", self.says),
            ("for_each", self.for_each),
            ("check", self.check),
        ]
        entries = [f"  {name}: {_scalar(text)}" for name, text in parts if text]
        return ["- " + entries[0].lstrip(), *entries[1:]]


def propose_rules(game: Game, rule_set: RuleSet, decks: Collection[str]) -> list[ProposedRule]:
    """Rules that these decks keep and that the game lacks.

    The most surprising come first. Each was tried as a rule and can fail; those after one that had
    to be stopped are left out."""
    checks = {rule.check.text for rule in rule_set.rules if rule.check}
    proposals: dict[str, ProposedRule] = {}
    if len(game.decks) > 1 and all(deck.id in decks for deck in game.decks):
        proposals["all-cards"] = _size_of_game(game, decks)
    for deck in game.decks:
        if deck.id not in decks:
            continue
        for proposal in _Observer(game, deck).proposals():
            is_new = proposal.check not in checks and proposal.id not in rule_set.ids
            if proposal.bits >= LEAST_BITS and is_new:
                proposals.setdefault(proposal.id, proposal)
    rules = tuple(proposal.rule for proposal in proposals.values())
    outcomes = try_rules(game, RuleSet(game.id, rules, sets=rule_set.sets))
    confirmed = {
        outcome.id for outcome in outcomes if outcome.status == "ok" and not outcome.findings
    }
    rules_that_hold = [proposal for proposal in proposals.values() if proposal.id in confirmed]
    return sorted(rules_that_hold, key=lambda proposal: -proposal.bits)


def _size_of_game(game: Game, decks: Collection[str]) -> ProposedRule:
    count = sum(deck.copies for deck in game.decks)
    return ProposedRule(
        "all-cards",
        f"The game has {count} cards.",
        f"deck | copies == {count}",
        _size_bits(count),
        tuple(decks),
    )


class _Observer:
    """Looks at one deck."""

    def __init__(self, game: Game, deck: Deck) -> None:
        self.game = game
        self.deck = deck
        self.cards = [card for card in deck if card.copies]
        self.expression = _deck(deck)
        self.paper = sum(card.copies for card in self.cards)
        fields = deck.fields
        names = [name for name, field in fields.items() if not field.is_list]
        columns = {name: self._column(name) for name in ("name", "art", *names)}
        self.columns = {name: column for name, column in columns.items() if column}
        self.kinds = [name for name in names if name in self.columns and not fields[name].is_text]
        self.lists = [name for name, field in fields.items() if field.is_list]
        self.combined: set[str] = set()
        self.counting: set[str] = set()

    def _column(self, name: str) -> dict[str, Any]:
        """The values of a field by the id of the card."""
        values = {card.id: card.fields.get(name) for card in self.cards}
        return {id: value for id, value in values.items() if value not in (None, "")}

    def proposals(self) -> Iterator[ProposedRule]:
        """Yield all regularities, surprising or not."""
        yield self._propose(
            "size", f"{self.paper} cards.", f"copies == {self.paper}", _size_bits(self.paper)
        )
        references = list(self._references())
        yield from references
        yield from self._same_copies()
        yield from self._complete_combinations()
        yield from self._counts()
        yield from self._different()
        yield from self._determined()
        yield from self._listed()
        yield from self._named_after()
        yield from self._steps()
        yield from self._sums()

    def _propose(
        self, id: str, says: str, check: str, bits: float, for_each: str = "", other: str = ""
    ) -> ProposedRule:
        """A proposal about this deck, whose sentence begins with its title.

        A `check` that begins with a filter is asked of the whole deck."""
        if not for_each and not check.startswith(("(", "deck", "[")):
            check = f"{self.expression} | {check}"
        decks = (self.deck.id, other) if other else (self.deck.id,)
        id = f"{self.deck.id}-{id}".replace("_", "-")
        return ProposedRule(
            id, f"{self.deck.title}: {says}", check, round(bits, 1), decks, for_each
        )

    # how many

    def _same_copies(self) -> Iterator[ProposedRule]:
        copies = {card.copies for card in self.cards}
        if len(copies) != 1 or len(self.cards) < 2:
            return
        count = copies.pop()
        if count > 1:
            bits = (len(self.cards) - 1) * math.log2(2 * count)
            says = f"each card is there {count} times."
            yield self._propose("copies", says, f"card.copies == {count}", bits, self.expression)

    def _counts(self) -> Iterator[ProposedRule]:
        """Yield values that are equally frequent, but for one or two, and numbers without a gap."""
        for name in self.kinds:
            counts: Counter[Any] = Counter()
            for card in self.cards:
                if card.id in self.columns[name]:
                    counts[self.columns[name][card.id]] += card.copies
            if name in (*self.combined, *self.counting) or not 2 <= len(counts) <= _MOST_VALUES:
                continue
            usual, often = Counter(counts.values()).most_common(1)[0]
            odd = len(counts) - often
            few_are_odd = odd <= 2 and often >= 3 * odd and len(set(counts.values())) <= 2
            is_even = odd == 0 or few_are_odd
            each_is_there_once = usual == 1 == max(counts.values())
            if _is_run(counts) and len(counts) > 2 and (not is_even or each_is_there_once):
                yield self._propose(f"{name}-run", *self._leaves_no_gap(name, counts))
            if is_even and counts.total() > len(counts):
                bits = _balance_bits(counts)
                if len(self.columns[name]) == len(counts):
                    # a card for each value, whose copies somebody has typed
                    bits = max(bits, math.log2(2 * usual) * (often - 1))
                yield self._propose(f"{name}-counts", *self._often(name, counts, usual, bits))

    def _often(
        self, name: str, counts: Mapping[Any, int], usual: int, bits: float
    ) -> tuple[str, str, float, str]:
        values = sorted(counts, key=_order)
        says = f"each {_in_words(name)} is on {_cards(usual)}"
        if set(counts.values()) == {usual}:
            check = f"{self.expression} | having({name}=item) | copies == {usual}"
            return f"{says}.", check, bits, self._all_of(values)
        odd = ", ".join(f"{value} on {counts[value]}" for value in values if counts[value] != usual)
        check = f"({self.expression} | counts('{name}')) == {_mapping(counts)}"
        return f"{says}, {odd}.", check, bits, ""

    def _leaves_no_gap(self, name: str, counts: Counter[Any]) -> tuple[str, str, float]:
        low, high, many = min(counts), max(counts), counts.total()
        is_once = many == len(counts)
        end = ", each once." if is_once else " and leaves nothing out."
        filter_name = "values" if is_once else "distinct"
        values = f"({self.expression} | {filter_name}('{name}') | sort)"
        return (
            f"{_in_words(name)} goes from {low} to {high}{end}",
            f"{values} == (range({low}, {high + 1}) | list)",
            _all_kinds_bits(many, len(counts)),
        )

    def _all_of(self, values: Sequence[Any]) -> str:
        """These values as a list, by the name that the game has for it.

        It is written out where there is no name."""
        texts = sorted(map(str, values))
        for name, ids in self.game.lists.items():
            if sorted(ids) == texts and name.isidentifier():
                return name
        return "[" + ", ".join(map(_literal, values)) + "]"

    # values that go together

    def _groups(self, rows: str, name: str) -> dict[Any, list[Any]]:
        """The values of one field by the value of another, once for each copy and entry."""
        groups: dict[Any, list[Any]] = defaultdict(list)
        for card in self.cards:
            if card.id in self.columns[rows]:
                entries = list(_entries(card.fields.get(name)))
                groups[self.columns[rows][card.id]] += entries * card.copies
        return groups

    def _complete_combinations(self) -> Iterator[ProposedRule]:
        """Yield pairs of fields where each value of one has the same values of the other.

        Suits are such."""
        best: dict[str, ProposedRule] = {}
        for rows, columns in permutations(self.kinds, 2):
            proposal = self._complete_combination(rows, columns)
            if not proposal:
                continue
            self.combined |= {rows, columns}
            pair = " ".join(sorted((rows, columns)))
            # a few of many say more than many of a few
            if pair not in best or len(proposal.for_each) < len(best[pair].for_each):
                best[pair] = proposal
        yield from best.values()

    def _complete_combination(self, rows: str, columns: str) -> ProposedRule | None:
        groups = {
            value: sorted(group, key=_order)
            for value, group in self._groups(rows, columns).items()
            if group
        }
        if not groups:
            return None
        usual, often = Counter(map(tuple, groups.values())).most_common(1)[0]
        inside = [value for value, group in groups.items() if tuple(group) == usual]
        inside.sort(key=_order)
        outside = sum(len(group) for group in groups.values() if tuple(group) != usual)
        if often < 2 or not 2 <= len(set(usual)) <= _MOST_VALUES or outside > _OUTSIDE * self.paper:
            return None
        bits = _equal_groups_bits([groups[value] for value in inside])
        if bits < LEAST_BITS:
            return None
        subset = f"{self.expression} | having({rows}=item)"
        span = _span(usual)
        if span:
            check = f"({subset} | values('{columns}') | sort) == ({span} | list)"
        else:
            check = f"({subset} | counts('{columns}')) == {_mapping(Counter(usual))}"
        says = f"each {_in_words(rows)} has the same {_plural(columns)}, {_values_text(usual)}."
        return self._propose(f"{rows}-{columns}", says, check, bits, self._all_of(inside))

    def _different(self) -> Iterator[ProposedRule]:
        """Values that no two cards share, at all or where they have another in common."""
        for name, column in self.columns.items():
            values = set(column.values())
            # a run of numbers says it already
            if name in self.kinds and name not in ("name", "art") and _is_run(values):
                continue
            if len(column) == len(values) > 2:
                subset = self.expression
                if len(column) != len(self.cards):
                    subset += f" | where('card.{name}')"
                says = f"no two cards have the same {_in_words(name)}."
                check = f"({subset} | distinct('{name}') | length) == ({subset} | length)"
                yield self._propose(f"{name}-differ", says, check, _all_different_bits(len(column)))
        for rows in self.kinds:
            for name in (*self.kinds, *self.lists):
                if rows != name and not {rows, name} <= self.combined:
                    yield from self._once_in_each_group(rows, name)

    def _once_in_each_group(self, rows: str, name: str) -> Iterator[ProposedRule]:
        groups = self._groups(rows, name)
        kinds = {entry for group in groups.values() for entry in group}
        sizes = [len(group) for group in groups.values()]
        differ = all(len(group) == len(set(group)) for group in groups.values())
        if differ and len(groups) > 1 and max(sizes) > 1 and len(kinds) < sum(sizes):
            bits = sum(_all_different_bits(len(kinds), size) for size in sizes)
            says = f"cards of one {_in_words(rows)} do not share a {_singular(name)}."
            counts = f"(item[1] | counts('{name}')).values()"
            check = f"({counts} | reject('equalto', 1) | list) == []"
            for_each = f"{self.expression} | group('{rows}')"
            yield self._propose(f"{rows}-{name}-once", says, check, bits, for_each)

    def _determined(self) -> Iterator[ProposedRule]:
        """A value that follows from another."""
        for rows in self.kinds:
            for name in ("name", "art", *self.kinds):
                if name in self.columns and name != rows:
                    yield from self._determined_by(rows, name)

    def _determined_by(self, rows: str, name: str) -> Iterator[ProposedRule]:
        groups = self._groups(rows, name)
        cards = [card for card in self.columns[name] if card in self.columns[rows]]
        values = Counter(self.columns[name][card] for card in cards)
        several = any(len(set(group)) > 1 for group in groups.values())
        if len(values) < 2 or len(groups) < 2 or several:
            return
        sizes = Counter(self.columns[rows][card] for card in cards)
        bits = sum(
            -(sizes[value] - 1) * math.log2(values[group[0]] / values.total())
            for value, group in groups.items()
            if group
        )
        says = f"cards of one {_in_words(rows)} have one {_in_words(name)}."
        check = f"item[1] | distinct('{name}') | length == 1"
        for_each = f"{self.expression} | group('{rows}')"
        yield self._propose(f"{rows}-{name}", says, check, bits, for_each)

    def _listed(self) -> Iterator[ProposedRule]:
        """Lists that have no entry twice, or that are equally long."""
        for name in self.lists:
            values = [card.fields.get(name) or [] for card in self.cards]
            entries = {entry for value in values for entry in value}
            if len(entries) < 2:
                continue
            if all(len(set(value)) == len(value) for value in values):
                bits = sum(_all_different_bits(len(entries), len(value)) for value in values)
                says = f"no card has one of its {_in_words(name)} twice."
                check = f"(card.{name} | unique | list) == card.{name}"
                yield self._propose(f"{name}-once", says, check, bits, self.expression)
            lengths = {len(value) for value in values}
            if len(lengths) == 1:
                length = lengths.pop()
                most = self.deck.fields[name].most_entries or max(2 * length, 2)
                bits = len(values) * math.log2(most + 1)
                says = f"each card has {length} {_in_words(name)}."
                check = f"(card.{name} | length) == {length}"
                yield self._propose(f"{name}-length", says, check, bits, self.expression)

    def _named_after(self) -> Iterator[ProposedRule]:
        """Names that say a value of the card."""
        column_of_names = self.columns.get("name", {})
        names = {card: name.casefold() for card, name in column_of_names.items()}
        for name, column in self.columns.items():
            if name not in ("name", "art") and _are_all_named(column.items(), names):
                check = f"(card.{name} ~ '') | lower in card.name | lower"
                yield self._in_name(name, check, list(map(str, column.values())), self._with(name))
        for name in self.lists:
            pairs = [
                (card.id, entry) for card in self.cards for entry in card.fields.get(name) or []
            ]
            if _are_all_named(pairs, names):
                check = f"(card.{name} | reject('in', card.name | lower) | list) == []"
                yield self._in_name(name, check, [entry for _, entry in pairs], self.expression)

    def _in_name(
        self, field: str, check: str, values: Sequence[Any], for_each: str
    ) -> ProposedRule:
        says = f"the name of a card says its {_in_words(field)}."
        return self._propose(f"{field}-named", says, check, _match_bits(values), for_each)

    def _with(self, name: str) -> str:
        """The cards that say something in a field."""
        if len(self.columns[name]) == len(self.cards):
            return self.expression
        return f"{self.expression} | where('card.{name} is not none')"

    # numbers

    def _numbers(self) -> dict[str, dict[str, Any]]:
        return {
            name: column
            for name, column in self.columns.items()
            if name in self.deck.fields and self.deck.fields[name].is_number
        }

    def _steps(self) -> Iterator[ProposedRule]:
        """Two numbers of a card that lie equally far apart."""
        for first, second in permutations(self._numbers(), 2):
            bases = self.columns[second]
            pairs = [
                (value, bases[card]) for card, value in self.columns[first].items() if card in bases
            ]
            steps = {value - base for value, base in pairs}
            values = [value for value, _ in pairs]
            if first < second or len(steps) != 1 or len(set(values)) < 2:
                continue
            step = _step_text(steps.pop())
            yield self._propose(
                f"{first}-{second}-step",
                f"{_in_words(first)} is {_in_words(second)}{step}.",
                f"card.{first} == card.{second}{step}",
                _match_bits(values),
                self._with(first),
            )

    def _sums(self) -> Iterator[ProposedRule]:
        """Numbers that come to the same in each group of cards."""
        for rows in self.kinds:
            for name in self._numbers():
                if rows != name and not {rows, name} <= self.combined:
                    yield from self._equal_sums(rows, name)

    def _equal_sums(self, rows: str, name: str) -> Iterator[ProposedRule]:
        groups = {value: group for value, group in self._groups(rows, name).items() if group}
        sums = {round(sum(group), 6) for group in groups.values()}
        if len(sums) != 1 or not 2 <= len(groups) <= _MOST_VALUES:
            return
        if min(map(len, groups.values())) < 2:
            return
        values = [value for group in groups.values() for value in group]
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(groups))
        # the density of a normal distribution at its middle
        bits_of_one = math.log2(max(1.0, spread * math.sqrt(2 * math.pi)))
        total = f"{sums.pop():g}"
        says = f"the {_plural(name)} of each {_in_words(rows)} come to {total}."
        check = f"{self.expression} | having({rows}=item) | total('{name}') == {total}"
        for_each = self._all_of(sorted(groups, key=_order))
        bits = (len(groups) - 1) * max(0.0, bits_of_one)
        yield self._propose(f"{rows}-{name}-sum", says, check, bits, for_each)

    # what other decks have

    def _references(self) -> Iterator[ProposedRule]:
        """Yield rules about numbers and values that another deck answers.

        Numbers count its cards, or each value of a field has a card there. Of several decks the
        first counts."""
        kinds: set[str] = set()
        for deck in self.game.decks:
            if deck.id == self.deck.id:
                continue
            for proposal in self._references_to(deck):
                kind = proposal.id.removesuffix(deck.id)
                if kind not in kinds:
                    kinds.add(kind)
                    yield proposal

    def _references_to(self, deck: Deck) -> Iterator[ProposedRule]:
        for field in deck.fields.values():
            bearers = _bearers(deck, field.name) if field.is_choice else {}
            if bearers:
                for name in (*self.kinds, *self.lists):
                    yield from self._counting(deck, field.name, name, bearers)
                    yield from self._one_for_each(deck, field.name, name, bearers)

    def _counting(
        self, deck: Deck, field: str, name: str, bearers: _Bearers
    ) -> Iterator[ProposedRule]:
        saying = [card for card in self.cards if card.fields.get(name) not in (None, [])]
        counts = {
            card.id: sum(_cards_with_any(bearers, _entries(card.fields[name])).values())
            for card in saying
        }
        if not any(counts.values()):
            return
        for number, column in self._numbers().items():
            cards = [card for card in saying if card.id in column]
            steps = {column[card.id] - counts[card.id] for card in cards}
            counts_any = any(counts[card.id] for card in cards)
            if number == name or len(steps) != 1 or not counts_any or len(cards) < 2:
                continue
            step = _step_text(steps.pop())
            self.counting.add(number)
            says = f"{_in_words(number)} is how many cards of “{deck.title}” have that "
            says += f"{_singular(name)},{step}." if step else f"{_singular(name)}."
            bearers_count = f"({_deck(deck)} | having({field}=card.{name}) | copies)"
            values = [column[card.id] for card in cards]
            kinds = max(values) - min(values) + 1
            if len(set(values)) == 1:
                kinds = max(1, 2 * abs(values[0]))
            for_each = self.expression
            if len(cards) < len(self.cards):
                for_each += f" | where('card.{name} is not none')"
            yield self._propose(
                f"{number}-counts-{deck.id}",
                says,
                f"card.{number} == {bearers_count}{step}",
                len(cards) * math.log2(kinds),
                for_each,
                deck.id,
            )

    def _one_for_each(
        self, deck: Deck, field: str, name: str, bearers: _Bearers
    ) -> Iterator[ProposedRule]:
        if name in self.lists:
            return
        mine, theirs = Counter(self.columns[name].values()), set(bearers)
        if len(theirs) > 2 and set(mine) == theirs and set(mine.values()) == {1}:
            says = f"there is one card for each {_singular(field)} of “{deck.title}”."
            values = f"({self.expression} | values('{name}') | sort)"
            check = f"{values} == ({_deck(deck)} | distinct('{field}') | sort)"
            bits = _all_different_bits(len(mine))
            yield self._propose(f"{name}-for-each-{deck.id}", says, check, bits, other=deck.id)


# Chance, in bits


def _log2_factorial(n: float) -> float:
    return math.lgamma(n + 1) / math.log(2)


def _size_bits(count: int) -> float:
    """There are so many, of twice as many that there could be."""
    return round(math.log2(2 * max(1, count)), 1)


def _all_different_bits(kinds: int, count: int | None = None) -> float:
    """The bits of so many values, drawn from so many kinds, being all different.

    They are as many as there are kinds, or fewer."""
    places = range(kinds if count is None else count)
    return sum(-math.log2((kinds - place) / kinds) for place in places)


def _balance_bits(counts: Mapping[Any, int]) -> float:
    """Values drawn by lot are there exactly so often, whichever of them is."""
    draws = sum(counts.values()) * math.log2(len(counts))
    patterns = _log2_orders(Counter(counts.values()))
    return max(0.0, draws - _log2_orders(Counter(counts)) - patterns)


def _all_kinds_bits(many: int, kinds: int) -> float:
    """The bits of each kind being there among so many values.

    They are drawn from so many kinds."""
    chance = 0.0
    for absent in range(kinds):  # inclusion and exclusion
        sign = (-1) ** absent
        chance += sign * math.comb(kinds, absent) * (1 - absent / kinds) ** many
    return -math.log2(min(1.0, max(chance, 2.0**-200)))


def _equal_groups_bits(groups: Sequence[Sequence[Any]]) -> float:
    """Cards that are dealt to groups of these sizes come to the same in each."""
    every = Counter(value for group in groups for value in group)
    return _log2_orders(every) - sum(_log2_orders(Counter(group)) for group in groups)


def _log2_orders(counts: Counter[Any]) -> float:
    """The multinomial coefficient: the orders of so many things, of which some are alike."""
    return _log2_factorial(counts.total()) - sum(map(_log2_factorial, counts.values()))


def _match_bits(values: Sequence[Any]) -> float:
    """Each of these values is drawn by lot from them all."""
    share = Counter(values)
    return sum(-math.log2(share[value] / len(values)) for value in values)


# Words


_Bearers = Mapping[Any, Mapping[int, int]]
"""By entry the cards that say it in a field, by their places in the deck, and the copies of
each."""


def _bearers(deck: Deck, field: str) -> _Bearers:
    bearers: dict[Any, dict[int, int]] = {}
    for at, card in enumerate(deck):
        for entry in _entries(card.fields.get(field)):
            bearers.setdefault(entry, {})[at] = card.copies
    return bearers


def _cards_with_any(bearers: _Bearers, entries: Sequence[Any]) -> Mapping[int, int]:
    """The cards that have at least one of these entries: their copies, by their positions."""
    copies: dict[int, int] = {}
    for entry in entries:
        copies |= bearers.get(entry, {})
    return copies


def _deck(deck: Deck) -> str:
    """A deck as an expression names it."""
    return f"deck.{deck.id.replace('-', '_')}"


def _step_text(step: float) -> str:
    """The end of an expression that adds or subtracts a step."""
    if not step:
        return ""
    sign = "+" if step > 0 else "-"
    return f" {sign} {abs(step)}"


def _entries(value: Any) -> Sequence[Any]:
    if isinstance(value, (list, tuple)):
        return value
    return [] if value is None else [value]


def _are_all_named(pairs: Collection[tuple[str, Any]], names: Mapping[str, str]) -> bool:
    """True if the name of each card says its value, and the values differ."""
    if len({str(value) for _, value in pairs}) < 2:
        return False
    return all(str(value).casefold() in names.get(card, "") for card, value in pairs)


def _is_run(values: Collection[Any]) -> bool:
    integers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return integers and bool(values) and max(values) - min(values) + 1 == len(values)


def _span(values: Sequence[Any]) -> str:
    """A list of numbers, each once and without a gap, as a range."""
    if not _is_run(values) or len(set(values)) != len(values):
        return ""
    return f"range({values[0]}, {values[-1] + 1})"


def _values_text(values: Sequence[Any]) -> str:
    if _span(values):
        return f"{values[0]} to {values[-1]}"
    parts = [
        f"{value} {count} times" if count > 1 else f"{value}"
        for value, count in Counter(values).items()
    ]
    text = ", ".join(parts[:4])
    return f"{text} and so on" if len(parts) > 4 else text


def _order(value: Any) -> tuple[bool, Any]:
    return isinstance(value, str), value


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def _plural(name: str) -> str:
    words = _in_words(name)
    return words if name.endswith("s") else f"{words}s"


def _singular(name: str) -> str:
    """The name of a list for one of its entries."""
    return _in_words(name).removesuffix("s")


def _mapping(counts: Mapping[Any, int]) -> str:
    parts = (f"{_literal(value)}: {counts[value]}" for value in sorted(counts, key=_order))
    return "{" + ", ".join(parts) + "}"


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _literal(value: Any) -> str:
    """A value as an expression says it."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"


def _scalar(text: str) -> str:
    """A text as YAML: plain where nothing in it means anything there, else in quotes."""
    has_meaning = ": " in text or " #" in text or text.endswith(":")
    if _SAFE.fullmatch(text) and not has_meaning:
        return text
    return json.dumps(text, ensure_ascii=False)


_SAFE = re.compile(r"[A-Za-z(][^\n]*")
