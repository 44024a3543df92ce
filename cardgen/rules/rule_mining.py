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
    """A rule that the cards keep, the decks it is about, and how surprising it is, in bits."""

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
    """Rules that these decks keep and that the game does not have yet, the most surprising first.

    Each was tried as a rule and can fail; those after one that had to be stopped are left out."""
    checks = {rule.check.text for rule in rule_set.rules if rule.check}
    proposals: dict[str, ProposedRule] = {}
    if len(game.decks) > 1 and {deck.id for deck in game.decks} <= set(decks):
        paper = sum(deck.copies for deck in game.decks)
        all_cards = ProposedRule(
            "all-cards",
            f"The game has {paper} cards.",
            f"deck | copies == {paper}",
            _size_bits(paper),
            tuple(decks),
        )
        proposals[all_cards.id] = all_cards
    for deck in game.decks:
        if deck.id in decks:
            for proposal in _Observer(game, deck).proposals():
                if (
                    proposal.bits >= LEAST_BITS
                    and proposal.check not in checks
                    and proposal.id not in rule_set.ids
                ):
                    proposals.setdefault(proposal.id, proposal)
    tried = try_rules(
        game,
        RuleSet(
            game.id, tuple(proposal.rule for proposal in proposals.values()), sets=rule_set.sets
        ),
    )
    confirmed = {outcome.id for outcome in tried if outcome.status == "ok" and not outcome.findings}
    return sorted(
        (proposal for proposal in proposals.values() if proposal.id in confirmed),
        key=lambda proposal: -proposal.bits,
    )


class _Observer:
    """Looks at one deck."""

    def __init__(self, game: Game, deck: Deck) -> None:
        self.game = game
        self.deck = deck
        self.cards = [card for card in deck if card.copies]
        self.expression = _deck(deck)
        self.paper = sum(card.copies for card in self.cards)
        names = [name for name, field in deck.fields.items() if not field.is_list]
        self.columns = {name: self._column(name) for name in ("name", "art", *names)}
        self.columns = {name: column for name, column in self.columns.items() if column}
        fields = deck.fields
        self.kinds = [name for name in names if name in self.columns and not fields[name].is_text]
        self.lists = [name for name, field in fields.items() if field.is_list]
        self.grids: set[str] = set()
        self.counting: set[str] = set()

    def _column(self, name: str) -> dict[str, Any]:
        """The values of a field by the id of the card."""
        return {
            card.id: value
            for card in self.cards
            if (value := card.fields.get(name)) not in (None, "")
        }

    def proposals(self) -> Iterator[ProposedRule]:
        """Yield all regularities, surprising or not."""
        yield self._propose(
            "size", f"{self.paper} cards.", f"copies == {self.paper}", _size_bits(self.paper)
        )
        references = list(self._references())
        yield from references
        yield from self._same_copies()
        yield from self._grids()
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
        """A proposal about this deck, whose title what it `says` follows; a `check` that begins
        with a filter asks for the whole deck."""
        check = (
            check
            if for_each or check.startswith(("(", "deck", "["))
            else f"{self.expression} | {check}"
        )
        decks = (self.deck.id, *([other] if other else ()))
        return ProposedRule(
            f"{self.deck.id}-{id}".replace("_", "-"),
            f"{self.deck.title}: {says}",
            check,
            round(bits, 1),
            decks,
            for_each,
        )

    # how many

    def _same_copies(self) -> Iterator[ProposedRule]:
        copies = {card.copies for card in self.cards}
        if len(copies) == 1 and len(self.cards) > 1 and (count := copies.pop()) > 1:
            bits = (len(self.cards) - 1) * math.log2(2 * count)
            yield self._propose(
                "copies",
                f"each card is there {count} times.",
                f"card.copies == {count}",
                bits,
                self.expression,
            )

    def _counts(self) -> Iterator[ProposedRule]:
        """Values that are there equally often, but for one or two of them; and numbers that leave
        no gap."""
        for name in self.kinds:
            counts: Counter[Any] = Counter()
            for card in self.cards:
                if card.id in self.columns[name]:
                    counts[self.columns[name][card.id]] += card.copies
            if name in (*self.grids, *self.counting) or not 2 <= len(counts) <= _MOST_VALUES:
                continue
            usual, often = Counter(counts.values()).most_common(1)[0]
            odd = len(counts) - often
            # a card for each value, whose copies somebody has typed
            alone = len(self.columns[name]) == len(counts)
            even = odd == 0 or (odd <= 2 and often >= 3 * odd and len(set(counts.values())) <= 2)
            if (
                _is_run(counts)
                and len(counts) > 2
                and (not even or usual == 1 == max(counts.values()))
            ):
                yield self._propose(f"{name}-run", *self._leaves_no_gap(name, counts))
            if even and counts.total() > len(counts):
                bits = max(
                    _balance_bits(counts), math.log2(2 * usual) * (often - 1) if alone else 0.0
                )
                yield self._propose(f"{name}-counts", *self._often(name, counts, usual, bits))

    def _often(
        self, name: str, counts: Mapping[Any, int], usual: int, bits: float
    ) -> tuple[str, str, float, str]:
        values = sorted(counts, key=_order)
        if set(counts.values()) == {usual}:
            says = f"each {_in_words(name)} is on {_cards(usual)}."
            return (
                says,
                f"{self.expression} | having({name}=item) | copies == {usual}",
                bits,
                self._all_of(values),
            )
        odd = ", ".join(f"{value} on {counts[value]}" for value in values if counts[value] != usual)
        says = f"each {_in_words(name)} is on {_cards(usual)}, {odd}."
        return says, f"({self.expression} | counts('{name}')) == {_mapping(counts)}", bits, ""

    def _leaves_no_gap(self, name: str, counts: Counter[Any]) -> tuple[str, str, float]:
        low, high, many = min(counts), max(counts), counts.total()
        once = many == len(counts)
        says = f"{_in_words(name)} goes from {low} to {high}" + (
            ", each once." if once else " and leaves nothing out."
        )
        filter_name = "values" if once else "distinct"
        return (
            says,
            f"({self.expression} | {filter_name}('{name}') | sort) == (range({low}, {high + 1}) | list)",
            _all_kinds_bits(many, len(counts)),
        )

    def _all_of(self, values: Sequence[Any]) -> str:
        """These values as a list: by the name that the game has for it, where it has one."""
        list_name = next(
            (
                name
                for name, ids in self.game.lists.items()
                if sorted(ids) == sorted(map(str, values)) and name.isidentifier()
            ),
            "",
        )
        return list_name or "[" + ", ".join(map(_literal, values)) + "]"

    # values that go together

    def _groups(self, rows: str, name: str) -> dict[Any, list[Any]]:
        """The values of one field by the value of another, a copy at a time, entries of lists
        singly."""
        groups: dict[Any, list[Any]] = defaultdict(list)
        for card in self.cards:
            if card.id in self.columns[rows]:
                groups[self.columns[rows][card.id]] += [
                    *_entries(card.fields.get(name))
                ] * card.copies
        return groups

    def _grids(self) -> Iterator[ProposedRule]:
        """Fields of which each value of the one is there with the same values of the other: a suit
        of cards."""
        best: dict[str, ProposedRule] = {}
        for rows, columns in permutations(self.kinds, 2):
            groups = {
                value: sorted(group, key=_order)
                for value, group in self._groups(rows, columns).items()
                if group
            }
            alike = Counter(map(tuple, groups.values()))
            usual, often = alike.most_common(1)[0] if alike else ((), 0)
            inside = sorted(
                (value for value, group in groups.items() if tuple(group) == usual), key=_order
            )
            outside = sum(len(group) for value, group in groups.items() if value not in inside)
            if (
                often < 2
                or not 2 <= len(set(usual)) <= _MOST_VALUES
                or outside > _OUTSIDE * self.paper
            ):
                continue
            bits = _equal_groups_bits([groups[value] for value in inside])
            if bits < LEAST_BITS:
                continue
            self.grids |= {rows, columns}
            subset = f"{self.expression} | having({rows}=item)"
            check = f"({subset} | counts('{columns}')) == {_mapping(Counter(usual))}"
            if span := _span(usual):
                check = f"({subset} | values('{columns}') | sort) == ({span} | list)"
            says = f"each {_in_words(rows)} has the same {_plural(columns)}, {_values_text(usual)}."
            pair = " ".join(sorted((rows, columns)))
            proposal = self._propose(f"{rows}-{columns}", says, check, bits, self._all_of(inside))
            # a few of many say more than many of a few
            if pair not in best or len(proposal.for_each) < len(best[pair].for_each):
                best[pair] = proposal
        yield from best.values()

    def _different(self) -> Iterator[ProposedRule]:
        """Values that no two cards share, at all or where they have another in common."""
        for name, column in self.columns.items():
            # a run of numbers says it already
            typed = (
                name in ("name", "art")
                or name not in self.kinds
                or not _is_run(set(column.values()))
            )
            if typed and len(column) == len(set(column.values())) > 2:
                subset = (
                    self.expression
                    if len(column) == len(self.cards)
                    else f"{self.expression} | where('card.{name}')"
                )
                says, check = (
                    f"no two cards have the same {_in_words(name)}.",
                    f"({subset} | distinct('{name}') | length) == ({subset} | length)",
                )
                yield self._propose(f"{name}-differ", says, check, _all_different_bits(len(column)))
        for rows in self.kinds:
            for name in (*self.kinds, *self.lists):
                groups = self._groups(rows, name)
                kinds = {entry for group in groups.values() for entry in group}
                met = [len(group) for group in groups.values()]
                apart = all(len(group) == len(set(group)) for group in groups.values())
                if (
                    rows != name
                    and apart
                    and not {rows, name} <= self.grids
                    and len(groups) > 1 < max(met)
                    and len(kinds) < sum(met)
                ):
                    bits = sum(_all_different_bits(len(kinds), count) for count in met)
                    says = f"cards of one {_in_words(rows)} do not share a {_singular(name)}."
                    check = f"((item[1] | counts('{name}')).values() | reject('equalto', 1) | list) == []"
                    yield self._propose(
                        f"{rows}-{name}-once",
                        says,
                        check,
                        bits,
                        f"{self.expression} | group('{rows}')",
                    )

    def _determined(self) -> Iterator[ProposedRule]:
        """A value that follows from another."""
        for rows in self.kinds:
            for name in ("name", "art", *self.kinds):
                groups = self._groups(rows, name) if name in self.columns and name != rows else {}
                share = Counter(
                    value
                    for card, value in self.columns.get(name, {}).items()
                    if card in self.columns[rows]
                )
                if (
                    len(share) < 2
                    or len(groups) < 2
                    or any(len(set(group)) > 1 for group in groups.values())
                ):
                    continue
                cards = Counter(
                    self.columns[rows][card]
                    for card in self.columns[name]
                    if card in self.columns[rows]
                )
                bits = sum(
                    -(cards[value] - 1) * math.log2(share[group[0]] / share.total())
                    for value, group in groups.items()
                    if group
                )
                says, check = (
                    f"cards of one {_in_words(rows)} have one {_in_words(name)}.",
                    f"item[1] | distinct('{name}') | length == 1",
                )
                yield self._propose(
                    f"{rows}-{name}", says, check, bits, f"{self.expression} | group('{rows}')"
                )

    def _listed(self) -> Iterator[ProposedRule]:
        """Lists that have no entry twice, that are equally long, or that use all there is."""
        for name in self.lists:
            values = [card.fields.get(name) or [] for card in self.cards]
            every = {entry for value in values for entry in value}
            if len(every) < 2:
                continue
            if all(len(set(value)) == len(value) for value in values):
                bits = sum(_all_different_bits(len(every), len(value)) for value in values)
                says = f"no card has one of its {_in_words(name)} twice."
                yield self._propose(
                    f"{name}-once",
                    says,
                    f"(card.{name} | unique | list) == card.{name}",
                    bits,
                    self.expression,
                )
            lengths = {len(value) for value in values}
            if len(lengths) == 1:
                most = self.deck.fields[name].most_entries or max(2 * max(lengths), 2)
                says = f"each card has {max(lengths)} {_in_words(name)}."
                bits = len(values) * math.log2(most + 1)
                yield self._propose(
                    f"{name}-length",
                    says,
                    f"(card.{name} | length) == {max(lengths)}",
                    bits,
                    self.expression,
                )

    def _named_after(self) -> Iterator[ProposedRule]:
        """Names that say a value of the card."""
        names = {card: texts.casefold() for card, texts in self.columns.get("name", {}).items()}
        for name, column in self.columns.items():
            texts = list(map(str, column.values()))
            if (
                name not in ("name", "art")
                and len(set(texts)) > 1
                and all(str(column[id]).casefold() in names.get(id, "") for id in column)
            ):
                check = f"(card.{name} ~ '') | lower in card.name | lower"
                yield self._propose(
                    f"{name}-named",
                    f"the name of a card says its {_in_words(name)}.",
                    check,
                    _match_bits(texts),
                    self._with(name),
                )
        for name in self.lists:
            entries = [
                (card.id, entry) for card in self.cards for entry in card.fields.get(name) or []
            ]
            texts = [entry for _, entry in entries]
            if len(set(texts)) > 1 and all(
                str(entry).casefold() in names.get(id, "") for id, entry in entries
            ):
                check = f"(card.{name} | reject('in', card.name | lower) | list) == []"
                yield self._propose(
                    f"{name}-named",
                    f"the name of a card says its {_in_words(name)}.",
                    check,
                    _match_bits(texts),
                    self.expression,
                )

    def _with(self, name: str) -> str:
        """The cards that say something in a field."""
        return (
            self.expression
            if len(self.columns[name]) == len(self.cards)
            else f"{self.expression} | where('card.{name} is not none')"
        )

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
            pairs = [
                (value, self.columns[second][card])
                for card, value in self.columns[first].items()
                if card in self.columns[second]
            ]
            apart = {value - base for value, base in pairs}
            if first < second or len(apart) != 1 or len({value for value, _ in pairs}) < 2:
                continue
            more = _step_text(apart.pop())
            says = f"{_in_words(first)} is {_in_words(second)}{more}."
            bits = _match_bits([value for value, _ in pairs])
            yield self._propose(
                f"{first}-{second}-step",
                says,
                f"card.{first} == card.{second}{more}",
                bits,
                self._with(first),
            )

    def _sums(self) -> Iterator[ProposedRule]:
        """Numbers that come to the same in each group of cards."""
        for rows in self.kinds:
            for name in self._numbers():
                groups = {
                    value: group for value, group in self._groups(rows, name).items() if group
                }
                sums = {round(sum(group), 6) for group in groups.values()}
                fits = (
                    len(sums) == 1
                    and 2 <= len(groups) <= _MOST_VALUES
                    and min(map(len, groups.values())) > 1
                )
                if rows == name or not fits or {rows, name} <= self.grids:
                    continue
                values = [value for group in groups.values() for value in group]
                mean = sum(values) / len(values)
                spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(groups))
                bits = (len(groups) - 1) * max(
                    0.0, math.log2(max(1.0, spread * math.sqrt(2 * math.pi)))
                )
                total = f"{sums.pop():g}"
                says = f"the {_plural(name)} of each {_in_words(rows)} come to {total}."
                check = f"{self.expression} | having({rows}=item) | total('{name}') == {total}"
                yield self._propose(
                    f"{rows}-{name}-sum",
                    says,
                    check,
                    bits,
                    self._all_of(sorted(groups, key=_order)),
                )

    # what other decks have

    def _references(self) -> Iterator[ProposedRule]:
        """Numbers that count cards of another deck, and a card for each value of another: of the
        first deck where that is so."""
        met: set[str] = set()
        for deck in self.game.decks:
            for field in deck.fields.values() if deck.id != self.deck.id else ():
                bearers = _bearers(deck, field.name) if field.is_choice else {}
                for name in (*self.kinds, *self.lists) if bearers else ():
                    for proposal in (
                        *self._counting(deck, field.name, name, bearers),
                        *self._one_for_each(deck, field.name, name, bearers),
                    ):
                        if (kind := proposal.id.removesuffix(deck.id)) not in met:
                            met.add(kind)
                            yield proposal

    def _counting(
        self, deck: Deck, field: str, name: str, bearers: _Bearers
    ) -> Iterator[ProposedRule]:
        saying = [card for card in self.cards if card.fields.get(name) not in (None, [])]
        counts = {
            card.id: sum(_cards_with_any(bearers, _entries(card.fields[name])).values())
            for card in saying
        }
        for number, column in self._numbers().items() if any(counts.values()) else ():
            cards = [card for card in saying if card.id in column]
            apart = {column[card.id] - counts[card.id] for card in cards}
            if (
                number == name
                or len(apart) != 1
                or not any(counts[card.id] for card in cards)
                or len(cards) < 2
            ):
                continue
            more = _step_text(apart.pop())
            self.counting.add(number)
            says = f"{_in_words(number)} is how many cards of “{deck.title}” have that {_singular(name)}{more and f',{more}'}."
            check = f"card.{number} == ({_deck(deck)} | having({field}=card.{name}) | copies){more}"
            values = [column[card.id] for card in cards]
            bits = len(cards) * math.log2(
                max(values) - min(values) + 1
                if len(set(values)) > 1
                else max(1, 2 * abs(values[0]))
            )
            for_each = (
                f"{self.expression} | where('card.{name} is not none')"
                if len(cards) < len(self.cards)
                else self.expression
            )
            yield self._propose(f"{number}-counts-{deck.id}", says, check, bits, for_each, deck.id)

    def _one_for_each(
        self, deck: Deck, field: str, name: str, bearers: _Bearers
    ) -> Iterator[ProposedRule]:
        if name in self.lists:
            return
        mine, theirs = Counter(self.columns[name].values()), set(bearers)
        if len(theirs) > 2 and set(mine) == theirs and set(mine.values()) == {1}:
            says = f"there is one card for each {_singular(field)} of “{deck.title}”."
            check = f"({self.expression} | values('{name}') | sort) == ({_deck(deck)} | distinct('{field}') | sort)"
            yield self._propose(
                f"{name}-for-each-{deck.id}",
                says,
                check,
                _all_different_bits(len(mine)),
                other=deck.id,
            )


# -- chance, in bits
# ----------------------------------------------------------------------------------------------------------------


def _log2_factorial(n: float) -> float:
    return math.lgamma(n + 1) / math.log(2)


def _size_bits(count: int) -> float:
    """There are so many, of twice as many that there could be."""
    return round(math.log2(2 * max(1, count)), 1)


def _all_different_bits(kinds: int, count: int | None = None) -> float:
    """So many values, drawn from so many kinds, are all different: as many as there are kinds, or
    fewer."""
    return sum(
        -math.log2((kinds - place) / kinds) for place in range(kinds if count is None else count)
    )


def _balance_bits(counts: Mapping[Any, int]) -> float:
    """Values drawn by lot are there exactly so often, whichever of them is."""
    many = sum(counts.values())
    ways = _log2_factorial(many) - sum(map(_log2_factorial, counts.values()))
    patterns = _log2_factorial(len(counts)) - sum(
        _log2_factorial(often) for often in Counter(counts.values()).values()
    )
    return max(0.0, many * math.log2(len(counts)) - ways - patterns)


def _all_kinds_bits(many: int, kinds: int) -> float:
    """Of so many values, drawn from so many kinds, there is one of each kind at least."""
    chance = sum(
        (-1) ** absent * math.comb(kinds, absent) * (1 - absent / kinds) ** many
        for absent in range(kinds)
    )
    return -math.log2(min(1.0, max(chance, 2.0**-200)))


def _equal_groups_bits(groups: Sequence[Sequence[Any]]) -> float:
    """Cards that are dealt to groups of these sizes come to the same in each."""
    every = Counter(value for group in groups for value in group)
    ways = _log2_factorial(every.total()) - sum(map(_log2_factorial, every.values()))
    alike = sum(
        _log2_factorial(len(group)) - sum(map(_log2_factorial, Counter(group).values()))
        for group in groups
    )
    return ways - alike


def _match_bits(values: Sequence[Any]) -> float:
    """Each of these values is drawn by lot from them all."""
    share = Counter(values)
    return sum(-math.log2(share[value] / len(values)) for value in values)


# -- words
# --------------------------------------------------------------------------------------------------------------------------


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
    """The cards that say one of these entries at least."""
    copies: dict[int, int] = {}
    for entry in entries:
        copies |= bearers.get(entry, {})
    return copies


def _deck(deck: Deck) -> str:
    """A deck as an expression names it."""
    return f"deck.{deck.id.replace('-', '_')}"


def _step_text(step: float) -> str:
    """The end of an expression that adds or subtracts a step."""
    return f" {'+' if step > 0 else '-'} {abs(step)}" if step else ""


def _entries(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else [] if value is None else [value]


def _is_run(values: Collection[Any]) -> bool:
    integers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return integers and bool(values) and max(values) - min(values) + 1 == len(values)


def _span(values: Sequence[Any]) -> str:
    """A list of numbers, each once and without a gap, as a range."""
    return (
        f"range({values[0]}, {values[-1] + 1})"
        if _is_run(values) and len(set(values)) == len(values)
        else ""
    )


def _values_text(values: Sequence[Any]) -> str:
    if _span(values):
        return f"{values[0]} to {values[-1]}"
    parts = [
        f"{value}" + f" {often} times" * (often > 1) for value, often in Counter(values).items()
    ]
    return ", ".join(parts[:4]) + " and so on" * (len(parts) > 4)


def _order(value: Any) -> tuple[bool, Any]:
    return isinstance(value, str), value


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def _plural(name: str) -> str:
    return _in_words(name) + "s" * (not name.endswith("s"))


def _singular(name: str) -> str:
    """The name of a list for one of its entries."""
    return _in_words(name).removesuffix("s")


def _mapping(counts: Mapping[Any, int]) -> str:
    return (
        "{"
        + ", ".join(f"{_literal(value)}: {counts[value]}" for value in sorted(counts, key=_order))
        + "}"
    )


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _literal(value: Any) -> str:
    """A value as an expression says it."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    return (
        str(value)
        if isinstance(value, (int, float))
        else "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"
    )


def _scalar(text: str) -> str:
    """A text as YAML: plain where nothing in it means anything there, else in quotes."""
    plain = (
        _SAFE.fullmatch(text) and ": " not in text and " #" not in text and not text.endswith(":")
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


_SAFE = re.compile(r"[A-Za-z(][^\n]*")
