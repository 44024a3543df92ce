"""The smallest edit that would mend a rule, found by trying: one field of one card at a time, small changes first."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.base.errors import CardgenError
from cardgen.model.cards import Card, Field
from cardgen.rules.finding import Edit
from cardgen.rules.mutations import changed
from cardgen.rules.outcomes import GameView
from cardgen.rules.ruleset import Rule

MOST_TRIED = 400
"""Edits that are tried for one failure."""
PATIENCE = 0.3
"""Seconds of trying, after which no edit is named."""
_FARTHEST = 6
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def smallest_edit(
    table: GameView, rule: Rule, given: Callable[[GameView], Mapping[str, Any]], failures: int, cards: Sequence[Card]
) -> Edit | None:
    """An edit of one of these cards after which fewer cases of the rule fail than the `failures` there are now; the best that was met."""
    best: tuple[int, Edit] | None = None
    end = time.monotonic() + PATIENCE
    for tried, (_, card, field, value) in enumerate(sorted(_candidates(table, rule, cards), key=lambda each: each[0])):
        if tried == MOST_TRIED or time.monotonic() > end:
            break
        left = _failures(table, rule, given, card, field, value)
        if left < (best[0] if best else failures):
            best = left, Edit(card.deck, card.id, field, value, card.places.get(field))
            if not left:
                break
    return best[1] if best else None


def _failures(table: GameView, rule: Rule, given: Callable[[GameView], Mapping[str, Any]], card: Card, field: str, value: Any) -> int:
    """How many cases would fail after an edit."""
    deck = table.decks[card.deck]
    edited = changed(card, {}, copies=value) if field == "copies" else changed(card, {field: value})
    cards = tuple(edited if each is card else each for each in deck)
    other = GameView(table.game, table.book, table.unread, {**table.decks, deck.id: replace(deck, cards=cards)})
    try:
        return len(other.evaluate(rule, given(other)).failures)
    except CardgenError:
        return 1 << 30


def _candidates(table: GameView, rule: Rule, cards: Sequence[Card]) -> Iterator[tuple[int, Card, str, Any]]:
    """Edits of the fields that the rule speaks of, each with its size."""
    codes = [rule.check, rule.for_each, rule.blame, *(code for _, code in rule.let)]
    spoken = {rule.field, *(word for code in codes if code for word in _WORD.findall(code.text))}
    for card in cards:
        fields = table.decks[card.deck].fields
        for name, value in card.fields.items():
            if name in spoken and name in fields:
                yield from ((size, card, name, other) for size, other in _others(fields[name], value))


def _others(field: Field, value: Any) -> Iterator[tuple[int, Any]]:
    """Other values of a field, each with how far it lies from this one."""
    if field.kind == "int" and isinstance(value, int):
        yield from _numbers(field, value)
    elif field.kind == "one_of":
        yield from ((1, choice) for choice in field.choices if choice != value)
    elif field.kind == "bool":
        yield 1, not value
    elif field.kind == "list_of" and isinstance(value, list):
        yield from _lists(field, value)


def _numbers(field: Field, value: int) -> Iterator[tuple[int, int]]:
    for distance in range(1, _FARTHEST + 1):
        for other in (value - distance, value + distance):
            if (field.low is None or other >= field.low) and (field.high is None or other <= field.high):
                yield distance, other


def _lists(field: Field, value: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Lists with one thing less, with one replaced, with one more."""
    others = [choice for choice in field.choices if choice not in value]
    for position in range(len(value)):
        yield 1, value[:position] + value[position + 1 :]
        yield from ((2, [*value[:position], choice, *value[position + 1 :]]) for choice in others)
    if field.most is None or len(value) < field.most:
        yield from ((2, [*value, choice]) for choice in others)
