"""Words for the result of a rule.

Counts, the cards to blame, and the smallest edit that helps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.parser_messages import COMPARE
from cardgen.load.cell_names import cell_of
from cardgen.load.expand import MOST_CARDS
from cardgen.load.fields import COMMON
from cardgen.model.cards import Card
from cardgen.model.fields import Field
from cardgen.rules.finding import Edit
from cardgen.rules.game_view import Evaluation, Failure, GameView, expressions
from cardgen.rules.references import nearest_name, wrong_reference
from cardgen.rules.ruleset import Rule
from cardgen.sandbox.expressions import Comparison, Operand

ExtraNames = Callable[[GameView], Mapping[str, Any]]
"""From a table to the names a rule may use beside those of its game."""
MOST_TOLD = 50
"""How many failures of one rule are told one by one."""
MOST_BLAMED = 6
_MOST_DIGITS = 18
_NOT = {
    "eq": ", not {}",
    "ne": "",
    "gt": ", not more than {}",
    "gteq": ", not {} or more",
    "lt": ", not less than {}",
    "lteq": ", not {} or less",
}
_NUMBER = "a number"
_TRUTH = "true or false"
_FLIPPED = {"gt": "lt", "lt": "gt", "gteq": "lteq", "lteq": "gteq"}
_BEYOND = {"gt": 1, "lt": -1}
"""How far beyond the other side a strict comparison must come."""


def count_text(view: GameView, rule: Rule, evaluation: Evaluation) -> str:
    """The count in the rule's own words, as cases that hold, or as the compared numbers."""
    holding = evaluation.cases - len(evaluation.failures)
    scope = {**evaluation.scope, "held": holding, "cases": evaluation.cases}
    if rule.note:
        return rule.note
    if rule.counted and not (evaluation.failures and evaluation.failures[0].missing):
        return view.text(rule.counted, scope)
    if rule.for_each:
        return f"{holding} of {evaluation.cases} hold"
    return _compared_numbers(_comparison(rule), scope, bool(holding)) or (
        "holds" if holding else "does not hold"
    )


def determines_field(rule: Rule) -> bool:
    """True if a rule gives the value of a card's field, as in `card.number == ...`.

    Such a value may be computed when cards are loaded."""
    comparison = _comparison(rule)
    sides = (
        (comparison.left, comparison.right) if comparison and comparison.operator == "eq" else ()
    )
    return any(side.owner in ("card", rule.item or "item") and side.attribute for side in sides)


class FindingMaker:
    """Makes the findings of one rule with the id `id`, which read these `decks`."""

    def __init__(self, view: GameView, rule: Rule, id: str, decks: Sequence[str]) -> None:
        self.view = view
        self.rule = rule
        self.id = id
        self.decks = decks
        self.comparison = _comparison(rule)

    def findings(self, evaluation: Evaluation) -> tuple[Finding, ...]:
        if impossible := self._impossible(evaluation):
            return (impossible,)
        findings = [self._finding(failure) for failure in evaluation.failures[:MOST_TOLD]]
        if more := len(evaluation.failures) - len(findings):
            findings.append(
                self._make(
                    f"{self.rule.says} {more} more cases fail", "mend those above first", [], None
                )
            )
        return tuple(findings)

    def _impossible(self, evaluation: Evaluation) -> Finding | None:
        """The finding that a check compares in every case what is never equal, as a number and a
        text."""
        check, comparison = self.rule.check, self.comparison
        if not check or not comparison or len(evaluation.failures) < evaluation.cases:
            return None
        kinds = [
            _never_equal(comparison, failure.scope) for failure in evaluation.failures[:MOST_TOLD]
        ]
        if not kinds or ("", "") in kinds:
            return None
        mine, other = kinds[0]
        says = f'{self.rule.says.rstrip(".")}: in "{check.text}", {mine} is never equal to {other}'
        remedy = f"compare it with {_TRUTH}" if _TRUTH in kinds[0] else COMPARE
        return Finding("rule-value", says, remedy, check.place).found_by(
            self.id, self.rule.severity, self.view.game.id
        )

    def _finding(self, failure: Failure) -> Finding:
        message = self._message(failure)
        cards = self._blamed_cards(failure)
        if failure.missing:
            return self._make(
                message,
                nearest_name(self.view, self.rule) or "add it, or mend the rule",
                cards,
                None,
            )
        reference = wrong_reference(self.view, self.rule, failure)
        if reference and not self.rule.otherwise:
            says = self.rule.says.rstrip(".")
            message = f'{says}: {_item_name(reference.card)} says "{reference.value}"'
        edit = reference.edit if reference else self._edit(failure, cards)
        code = "rule-fails"
        if self.rule.remedy:
            remedy = self.view.text(self.rule.remedy, failure.scope)
        elif reference:
            remedy = reference.remedy
        elif edit and (refused := self._refusal(edit)):
            edit = None
            remedy = refused
            code = "rule-value"
        elif edit:
            remedy = str(edit)
        else:
            remedy = self._difference(failure)
        return self._make(message, remedy, cards, edit, code)

    def _make(
        self,
        message: str,
        remedy: str,
        cards: Sequence[Card],
        edit: Edit | None,
        code: str = "rule-fails",
    ) -> Finding:
        field = edit.field if edit and cards and edit.card == cards[0].id else self.rule.field
        places = [card.where(field) if field else card.place for card in cards]
        places = (
            places
            or [self.view.decks[deck].where("cards") for deck in self.decks]
            or [self.rule.place]
        )
        of = self.view.decks.get(cards[0].deck) if cards else None  # an edition is of none
        deck = of.id if of else self.decks[0] if self.decks and not cards else ""
        where = cell_of(cards[0], field, of.headings if of else {}) if cards else ""
        problem = Finding(code, message.rstrip(".") + where, remedy, places[0])
        also = tuple(dict.fromkeys(place for place in places[1:MOST_BLAMED] if place != places[0]))
        return problem.found_by(
            self.id,
            self.rule.severity,
            self.view.game.id,
            deck,
            cards[0].id if cards else "",
            edit=edit,
            also=also,
        )

    def _message(self, failure: Failure) -> str:
        if failure.missing:
            return f"{self.rule.says.rstrip('.')}: {failure.missing}"
        if self.rule.otherwise:
            return self.view.text(self.rule.otherwise, failure.scope)
        numbers = _compared_numbers(self.comparison, failure.scope, False)
        about = ", ".join(filter(None, (_item_name(failure.item), numbers and f"it is {numbers}")))
        return f"{self.rule.says.rstrip('.')}: {about or 'this does not hold'}"

    def _blamed_cards(self, failure: Failure) -> list[Card]:
        if self.rule.blame and not failure.missing:
            value = self.view.compute(self.rule.blame, failure.scope)
            return _cards(value)
        return _cards(failure.item)

    def _edit(self, failure: Failure, cards: Sequence[Card]) -> Edit | None:
        """The value that a field of the blamed card must have: by `set_to`, or by the check's
        comparison."""
        field = self.rule.field
        value = None
        follows = True
        if self.rule.set_to:
            value = self.view.compute(self.rule.set_to, failure.scope)
        elif (
            self.comparison
            and self.comparison.operator == "eq"
            and cards
            and cards[0] is failure.item
        ):
            for mine, other in (
                (self.comparison.left, self.comparison.right),
                (self.comparison.right, self.comparison.left),
            ):
                if mine.attribute and failure.scope.get(mine.owner) is failure.item:
                    field, value = mine.attribute, other.compute(failure.scope)
                    # of two fields, nobody knows which is wrong
                    follows = _is_number(value) and not other.attribute
                    break
        is_field = cards and (field in cards[0].fields or field == "copies")
        if not is_field or value is None:
            return None
        card = cards[0]
        with suppress(CardgenError):  # what cannot be written there is told
            value = self._field(card.deck, field).read(value)
        return Edit(card.deck, card.id, field, value, card.places.get(field), follows)

    def _refusal(self, edit: Edit) -> str:
        """The remedy if a field cannot have the value that the rule asks for, or ""."""
        try:
            self._field(edit.deck, edit.field).read(edit.value)
        except CardgenError as error:
            problem = error.findings[0]
            return f"mend the rule, for {problem.what}: {problem.remedy}"
        return ""

    def _field(self, deck_id: str, name: str) -> Field:
        """The field of a deck, or of the editions."""
        deck, editions = self.view.decks.get(deck_id), self.view.game.editions
        fields = deck.fields if deck else editions.fields if editions else {}
        return fields.get(name) or COMMON[name]

    def _difference(self, failure: Failure) -> str:
        """The number of cards to add or remove, in words.

        It is empty where the check counts no cards."""
        sides = _values(self.comparison, failure.scope)
        if (
            not self.comparison
            or not sides
            or not all(isinstance(side, int) and abs(side) <= MOST_CARDS for side in sides)
        ):
            return ""
        (left_number, right_number), operator = sides, self.comparison.operator
        counts, other = (
            _counts_cards(side, failure.scope)
            for side in (self.comparison.left, self.comparison.right)
        )
        if counts == other or operator == "ne":
            return ""
        if other:
            left_number, right_number, operator = (
                right_number,
                left_number,
                _FLIPPED.get(operator, operator),
            )
        change = right_number - left_number + _BEYOND.get(operator, 0)
        cards = f"{abs(change)} {'card' if abs(change) == 1 else 'cards'}"
        return f"add {cards}" if change > 0 else f"take out {cards}" if change else ""


@lru_cache(maxsize=512)
def _parsed_comparison(words: str) -> Comparison | None:
    return expressions().comparison(words)


def _comparison(rule: Rule) -> Comparison | None:
    return _parsed_comparison(rule.check.text) if rule.check else None


def _values(comparison: Comparison | None, scope: Mapping[str, Any]) -> tuple[Any, Any] | None:
    if comparison is None:
        return None
    try:
        return comparison.left.compute(scope), comparison.right.compute(scope)
    except CardgenError:
        return None


def _never_equal(comparison: Comparison, scope: Mapping[str, Any]) -> tuple[str, str]:
    """The two kinds of the values of an == or `in` that are never equal, empty ones of others."""
    sides = _values(comparison, scope)
    if not sides or comparison.operator not in ("eq", "in"):
        return "", ""
    left, right = sides
    is_list = comparison.operator == "in" and isinstance(right, (list, tuple))
    mine, others = _kind(left), {_kind(other) for other in (right if is_list else [right])}
    other = others.pop() if len(others) == 1 else ""
    are_equal = mine == other or {mine, other} == {_NUMBER, _TRUTH}  # true is 1
    return (mine, other) if mine and other and not are_equal else ("", "")


def _kind(value: Any) -> str:
    """The kind of a value that is never equal to one of another kind."""
    if isinstance(value, str):
        return "a text"
    if isinstance(value, (list, tuple)):
        return "a list"
    return _TRUTH if isinstance(value, bool) else _NUMBER if _is_number(value) else ""


def _counts_cards(side: Operand, scope: Mapping[str, Any]) -> bool:
    """True if a side of a comparison counts cards, not letters or entries of a list."""
    try:
        items = side.counted(scope) if side.counted else None
    except CardgenError:
        return False
    return (
        all(isinstance(item, Card) for item in items)
        if items
        else items is not None and not isinstance(scope.get(side.owner), Card)
    )


def _compared_numbers(comparison: Comparison | None, scope: Mapping[str, Any], holds: bool) -> str:
    """The numbers that a check compared: one if it holds, else also the expected one."""
    sides = _values(comparison, scope)
    if not comparison or not sides or not all(map(_is_number, sides)):
        return ""
    actual, expected = map(_short, sides)
    return actual if holds else actual + _NOT[comparison.operator].format(expected)


def _short(number: int | float) -> str:
    """A number that a rule came to: some rules come to thousands of digits."""
    text = f"{number}"
    return text if len(text) <= _MOST_DIGITS else f"{text[:_MOST_DIGITS]}..."


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _cards(value: Any) -> list[Card]:
    """Every card in a value, however deep it lies in lists."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, (list, tuple)):
        return list(dict.fromkeys(card for entry in value for card in _cards(entry)))
    return []


def _item_name(item: Any) -> str:
    """An item of for_each, in words."""
    if isinstance(item, Card):
        return f'"{item.fields.get("name") or item.id}"'
    if isinstance(item, (list, tuple)):
        return " and ".join(filter(None, map(_item_name, item[:MOST_BLAMED])))
    return "" if item is None else f"{item}"
