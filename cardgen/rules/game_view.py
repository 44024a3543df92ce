"""A game as its rules see it; here rules are evaluated.

Its decks, with what an expression of a rule can name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from typing import Any, NamedTuple

from jinja2 import UndefinedError

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Deck, Game, MissingError
from cardgen.rules.ruleset import Code, Rule, RuleSet
from cardgen.sandbox import process
from cardgen.sandbox.environment import Decks, scope_of
from cardgen.sandbox.expressions import Compiled, Expressions
from cardgen.sandbox.filters import called


@cache
def expressions() -> Expressions:
    return Expressions()


class UnreadDeckError(CardgenError):
    """A rule asks for a deck that could not be loaded."""


class Failure(NamedTuple):
    """A case in which a rule does not hold.

    Its item, its scope, and the value that was missing, if any."""

    item: Any
    scope: Mapping[str, Any]
    missing: str = ""


@dataclass(slots=True)
class Evaluation:
    """The result of a rule: its cases and those that fail.

    It has the names that all cases share, too."""

    scope: Mapping[str, Any]
    cases: int = 0
    failures: list[Failure] = field(default_factory=list)


class GameView:
    """A game as its rules see it.

    `read_decks` gathers the decks that expressions read; `decks` may replace those of the game."""

    def __init__(
        self,
        game: Game,
        rule_set: RuleSet,
        unread: Collection[str] = (),
        decks: Mapping[str, Deck] | None = None,
        editions: Sequence[Game] = (),
    ) -> None:
        """`editions` are the game as each edition at hand has it."""
        self.game = game
        self.rule_set = rule_set
        self.unread = unread
        self.decks = decks if decks is not None else {deck.id: deck for deck in game.decks}
        self.read_decks: set[str] = set()
        self.scope: dict[str, Any] = {
            **scope_of(game, Decks([*self.decks, *unread], self._find)),
            "set": self._set,
        }
        self.editions = editions
        if editions:
            self.scope |= {
                "editions": [game_of_edition.edition for game_of_edition in editions],
                "in_all_editions": self._in_all_editions,
            }

    @property
    def read_deck_ids(self) -> tuple[str, ...]:
        """The ids of the decks that were read, in the order of the game."""
        return tuple(deck.id for deck in self.game.decks if deck.id in self.read_decks)

    def _find(self, id: str) -> Deck:
        if id in self.unread:
            raise UnreadDeckError(
                Finding(
                    "rule-untried", f'the deck "{id}" could not be read', "mend that deck first"
                )
            )
        self.read_decks.add(id)
        return self.decks[id]

    def _in_all_editions(self, id: str) -> list[Card]:
        """The cards of a deck in all the editions at hand.

        Each says which `edition` it is of."""
        from cardgen.rules.mutations import changed_card

        self._find(str(id))
        cards = (
            (game_of_edition.edition, card)
            for game_of_edition in self.editions
            if game_of_edition.edition
            for card in game_of_edition.deck(str(id))
        )
        return [changed_card(card, {"edition": edition.id}) for edition, card in cards]

    def _set(self, name: str) -> list[Card]:
        """The cards of a named set."""
        if name not in self._sets:
            remedy = did_you_mean(str(name), self._sets, "begin rules.yaml with - sets:")
            raise CardgenError(Finding("unknown-set", f'no set is called "{name}"', remedy))
        if self.unread and any(name == set_name for set_name, _ in self.missing):
            raise UnreadDeckError(
                Finding(
                    "rule-untried",
                    f'the set "{name}" may name cards of a deck that could not be read',
                    "mend that deck first",
                )
            )
        self.read_decks |= {card.deck for card in self._sets[name]}
        return self._sets[name]

    @cached_property
    def _sets(self) -> dict[str, list[Card]]:
        members = {
            name: (card for code in codes for card in self.members(code.text))
            for name, codes in self.rule_set.sets.items()
        }
        return {name: list(dict.fromkeys(cards)) for name, cards in members.items()}

    @property
    def missing(self) -> list[tuple[str, Code]]:
        """The entries of sets that match no card, each with the name of its set."""
        return [
            (name, code)
            for name, codes in self.rule_set.sets.items()
            for code in codes
            if not self.members(code.text)
        ]

    def members(self, words: str) -> list[Card]:
        """The cards of a set's entry: those of this name, else of this id or DECK/ID."""
        names, ids = self._index
        return names.get(words) or ids.get(words, [])

    @cached_property
    def _index(self) -> tuple[dict[str, list[Card]], dict[str, list[Card]]]:
        """The cards by name, and by id and DECK/ID."""
        names: dict[str, list[Card]] = defaultdict(list)
        ids: dict[str, list[Card]] = defaultdict(list)
        for card in chain.from_iterable(self.decks.values()):
            name = card.fields.get("name")
            if isinstance(name, str):
                names[name].append(card)
            ids[card.id].append(card)
            ids[f"{card.deck}/{card.id}"].append(card)
        return names, ids

    def compute(self, code: Code, scope: Mapping[str, Any]) -> Any:
        """The value of an expression. Raises CardgenError with its place."""
        return self._compute_at(code, expressions().compile(code.text, code.place), scope)

    def text(self, code: Code, scope: Mapping[str, Any]) -> str:
        """The text that a template makes. Raises CardgenError with its place."""
        return " ".join(
            str(self._compute_at(code, expressions().text(code.text, code.place), scope)).split()
        )

    def _compute_at(self, code: Code, compute: Compiled, scope: Mapping[str, Any]) -> Any:
        try:
            return compute(scope)
        except CardgenError as error:
            if isinstance(
                _cause(error), UnreadDeckError
            ):  # which lost its name on the way through Jinja
                raise UnreadDeckError(*error.findings) from error
            raise
        except RecursionError:
            raise CardgenError(
                Finding(
                    "too-deep",
                    "this nests too deeply",
                    "see that nothing calls itself without end",
                    code.place,
                )
            ) from None

    def evaluate(
        self, rule: Rule, extra_names: Mapping[str, Any] | None = None, most: int | None = None
    ) -> Evaluation:
        """Evaluate a rule in every case, or until `most` cases have failed.

        Raises CardgenError where it cannot be computed."""
        assert rule.check is not None
        process.note(f'the rule "{rule.id}"', rule.check.place)
        scope = {**self.scope, **(extra_names or {})}
        evaluation = Evaluation(scope)
        try:
            for name, code in rule.let:
                scope[name] = self.compute(code, scope)
            items = self._items(rule.for_each, scope) if rule.for_each else [None]
        except CardgenError as error:
            evaluation.cases = 1
            evaluation.failures.append(Failure(None, scope, missing_value(error)))
            return evaluation
        evaluation.cases = len(items)
        check = expressions().compile(rule.check.text, rule.check.place)
        for item in items:
            inner = scope
            if rule.for_each:
                inner = {**scope, "item": item, (rule.item or "item"): item}
                if isinstance(item, Card):
                    inner["card"] = item
            missing = ""
            try:
                holds = self._compute_at(rule.check, check, inner)
                if not isinstance(holds, bool):
                    remedy = "compare it with something: ... | copies == 4"
                    raise CardgenError(
                        Finding(
                            "rule-value",
                            f"the check gives {called(holds)}, not true or false",
                            remedy,
                            rule.check.place,
                        )
                    )
            except CardgenError as error:
                holds = False
                missing = missing_value(error)
            if not holds:
                evaluation.failures.append(Failure(item, inner, missing))
                if len(evaluation.failures) == most:
                    break
        return evaluation

    def _items(self, code: Code, scope: Mapping[str, Any]) -> list[Any]:
        process.note("for_each", code.place)
        items = self.compute(code, scope)
        if isinstance(items, Mapping):
            return [[key, value] for key, value in items.items()]
        if not isinstance(items, list):
            raise CardgenError(
                Finding(
                    "rule-value",
                    f"for_each is {called(items)}, not a list",
                    "name a deck or a list",
                    code.place,
                )
            )
        return items


def missing_value(error: CardgenError) -> str:
    """The missing value that made an expression fail; any other error is raised again."""
    cause = _cause(error)
    words = str(cause)
    if isinstance(cause, MissingError):
        return cause.finding.what
    if isinstance(cause, KeyError):
        return f"there is no {words}"
    if isinstance(cause, UndefinedError):
        if "sequence was empty" in words:
            return "there is no such card"
        if words.startswith(("a mapping has no", "a list has no item")):
            return words
    raise error


def _cause(error: BaseException) -> BaseException:
    """The first error in a chain of causes."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error
