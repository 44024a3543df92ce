"""The rules of a game, tried on its decks: what holds, what was counted, and which cards are to blame where it does not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen import stoppable
from cardgen.check.finding import Edit, Finding
from cardgen.check.rulebook import Code, Rule, RuleBook, Variant
from cardgen.check.spoil import spoilt
from cardgen.check.table import Evaluation, Failure, Table, Unread, expressions
from cardgen.check.variants import deal, used
from cardgen.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.expressions import Comparison
from cardgen.model import Card, Game

PATIENCE = 4.0
"""Seconds that one rule may take."""
MOST_TOLD = 50
"""How many failures of one rule are told one by one."""
MOST_BLAMED = 6
_BY_PLAYERS = re.compile(r"\b(players|cards)\b")
_NOT = {
    "eq": ", not {}",
    "ne": "",
    "gt": ", not more than {}",
    "gteq": ", not {} or more",
    "lt": ", not less than {}",
    "lteq": ", not {} or less",
}
_FLIPPED = {"gt": "lt", "lt": "gt", "gteq": "lteq", "lteq": "gteq"}
_BEYOND = {"gt": 1, "lt": -1}
"""How far beyond the other side a strict comparison must come."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one rule. `id` is the rule's, or VARIANT/ID for a check of a variant.

    status: ok, failed, broken (it cannot be computed, `problems` say why), skipped (a deck could not be read) or note.
    `counted` says what was counted, `decks` which decks the rule looked at.
    """

    game: str
    id: str
    says: str
    status: str
    place: Place
    source: str = ""
    severity: str = "error"
    counted: str = ""
    decks: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()


def try_rules(game: Game, book: RuleBook, only: str = "", unread: Collection[str] = ()) -> Iterator[Outcome]:
    """Every rule of a game tried in order (or those that `only` names), in a process that is stopped when it takes too long.

    `unread` are the ids of decks that could not be loaded. After a rule that had to be stopped the others are not tried.
    """
    if not book:
        return
    done: list[str] = []
    try:
        for outcome in stoppable.run(_tried, game, book, only, tuple(unread), seconds=PATIENCE):
            done.append(outcome.id)
            yield outcome
    except stoppable.Stopped as error:
        left = [id for id in _ids(book, only) if id not in done]
        place = error.place or game.place or Place(game.folder)
        problems = list(error.problems)
        if left[1:]:
            problems.append(Problem(f"{len(left) - 1} more rules of {game.id} were not tried", "mend that rule first", place))
        yield Outcome(game.id, left[0] if left else "", "", "broken", place, problems=tuple(problems))


def wanted(id: str, only: str) -> bool:
    """Whether a rule is one of those that --rule names: itself, or all checks of a variant."""
    return not only or id == only or id.startswith(f"{only}/")


def _ids(book: RuleBook, only: str) -> list[str]:
    checks = [f"{variant.id}/{id}" for variant in book.variants for id in ("deal", *(rule.id for rule in variant.checks))]
    return [id for id in (*(rule.id for rule in book.rules), *checks) if wanted(id, only)]


def _tried(game: Game, book: RuleBook, only: str, unread: Collection[str]) -> Iterator[Outcome]:
    trial = _Trial(Table(game, book, unread))
    if not only or only == "set-member":
        yield from trial.sets()
    for rule in book.rules:
        if wanted(rule.id, only):
            yield trial.rule(rule)
    for variant in book.variants:
        yield from trial.variant(variant, only)


class _Trial:
    """The rules of one game, one after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.spoilt = [Table(table.game, table.book, table.unread, decks) for decks in spoilt(table.decks)] if not table.unread else []

    def _looked(self) -> tuple[str, ...]:
        return tuple(deck.id for deck in self.game.decks if deck.id in self.table.looked)

    # -- sets

    def sets(self) -> Iterator[Outcome]:
        """An outcome when a name in a set fits no card."""
        names = sorted({str(card.fields.get("name")) for deck in self.table.decks.values() for card in deck})
        findings = []
        for name, members in self.table.book.sets.items():
            for member in members:
                if not self.table.unread and not self.table.members(member.text):
                    what = f'the set "{name}" names "{member.text}", which is no card'
                    problem = Problem(what, did_you_mean(member.text, names), member.place)
                    findings.append(Finding("set-member", "error", problem, self.game.id))
        if findings:
            place = findings[0].problem.place or Place(self.game.folder)
            says = "Every name in a set is the name or the id of a card."
            yield Outcome(self.game.id, "set-member", says, "failed", place, findings=tuple(findings))

    # -- rules

    def rule(self, rule: Rule) -> Outcome:
        def outcome(status: str, **found: Any) -> Outcome:
            found.setdefault("decks", self._looked())
            return Outcome(self.game.id, rule.id, rule.says, status, rule.place, rule.source, rule.severity, **found)

        self.table.looked.clear()
        if rule.check is None:
            return outcome("note", counted=rule.note)
        try:
            evaluation = self.table.evaluate(rule)
            decks = self._looked()
            counted = self._counted(rule, evaluation)
            if evaluation.failures:
                findings = _Report(self, rule, rule.id, decks).findings(evaluation)
                return outcome("note" if rule.note else "failed", counted=counted, decks=decks, findings=findings)
            return outcome("note" if rule.note else "ok", counted=counted, decks=decks, findings=self._idle(rule, evaluation, decks))
        except Unread:
            return outcome("skipped", counted="a deck it looks at could not be read")
        except CardgenError as error:
            return outcome("broken", problems=_broken(rule.id, rule.place, error))

    def _counted(self, rule: Rule, evaluation: Evaluation) -> str:
        held = evaluation.cases - len(evaluation.failures)
        scope = {**evaluation.scope, "held": held, "cases": evaluation.cases}
        if rule.note:
            return rule.note
        if rule.counted and not (evaluation.failures and evaluation.failures[0].missing):
            return self.table.text(rule.counted, scope)
        if rule.for_each:
            return f"{held} of {evaluation.cases} hold"
        sides = _values(_comparison(rule), scope)
        if sides and sides[0] == sides[1] and _is_number(sides[0]):
            return f"{sides[0]}"
        return "holds" if held else "does not hold"

    def _idle(self, rule: Rule, evaluation: Evaluation, decks: tuple[str, ...]) -> tuple[Finding, ...]:
        """A finding when the rule says nothing about any deck."""
        if not decks and not self.table.unread:
            what, remedy = "never looks at a card", "ask about a deck: deck.main | copies"
        elif not evaluation.cases:
            what, remedy = "has nothing to check: its for_each is empty", "see that for_each names cards that are there"
        elif self.spoilt and not self._can_fail(rule):
            what, remedy = "cannot fail: it holds for every deck, even an empty one", "say in its check what would be wrong"
        else:
            return ()
        return (Finding("idle-rule", "warning", Problem(f'the rule "{rule.id}" {what}', remedy, rule.place), self.game.id),)

    def _can_fail(self, rule: Rule) -> bool:
        for table in self.spoilt:
            try:
                if table.evaluate(rule, most=1).failures:
                    return True
            except CardgenError:  # spoilt so badly that the rule cannot even be computed
                return True
        return False

    # -- variants

    def variant(self, variant: Variant, only: str) -> Iterator[Outcome]:
        if wanted(f"{variant.id}/deal", only):
            yield self._deal(variant)
        for rule in variant.checks:
            if wanted(f"{variant.id}/{rule.id}", only):
                yield self._check(variant, rule)

    def _deal(self, variant: Variant) -> Outcome:
        id, says = f"{variant.id}/deal", variant.says or f"{variant.name} can be dealt."
        self.table.looked.clear()
        stoppable.note(f'the variant "{variant.id}"', variant.place)
        counted, findings = [], []
        try:
            for players in variant.players:
                line, wrong = deal(variant, players, self.table)
                counted.append(line)
                for what, remedy, place, about_deck in wrong:
                    decks = self._looked() if about_deck else ()
                    blamed = [self._cards_line(deck) for deck in decks]
                    also = (*blamed[1:], place) if blamed else ()
                    problem = Problem(what, remedy, blamed[0] if blamed else place)
                    findings.append(Finding(id, "error", problem, self.game.id, decks[0] if decks else "", also=also))
        except Unread:
            return Outcome(self.game.id, id, says, "skipped", variant.place, variant.source, counted="a deck it uses could not be read")
        except CardgenError as error:
            problems = _broken(variant.id, variant.place, error, "variant")
            return Outcome(self.game.id, id, says, "broken", variant.place, variant.source, problems=problems)
        status = "failed" if findings else "ok"
        return Outcome(
            self.game.id, id, says, status, variant.place, variant.source,
            counted="; ".join(counted), decks=self._looked(), findings=tuple(findings),
        )  # fmt: skip

    def _check(self, variant: Variant, rule: Rule) -> Outcome:
        """A check of a variant, for every number of players when it speaks of them."""
        id = f"{variant.id}/{rule.id}"
        self.table.looked.clear()
        counted: dict[str, None] = {}
        findings: dict[str, Finding] = {}
        outcome = Outcome(self.game.id, id, rule.says, "note", rule.place, rule.source or variant.source, rule.severity, rule.note)
        if rule.check is None:
            return outcome
        try:
            for players in variant.players if rule.for_players or _speaks_of_players(variant, rule) else variant.players[:1]:
                evaluation = self.table.evaluate(rule, used(variant, players, self.table).scope)
                counted[self._counted(rule, evaluation)] = None
                for finding in _Report(self, rule, id, self._looked()).findings(evaluation):
                    findings.setdefault(finding.problem.what, finding)
        except Unread:
            return Outcome(self.game.id, id, rule.says, "skipped", rule.place, counted="a deck it looks at could not be read")
        except CardgenError as error:
            return Outcome(self.game.id, id, rule.says, "broken", rule.place, problems=_broken(id, rule.place, error))
        status = "note" if rule.note else "failed" if findings else "ok"
        return Outcome(
            self.game.id, id, rule.says, status, rule.place, rule.source or variant.source, rule.severity, "; ".join(counted),
            self._looked(), tuple(findings.values()),
        )  # fmt: skip

    def _cards_line(self, deck: str) -> Place:
        found = self.table.decks[deck]
        return found.places.get("cards") or Place(found.file, 1)

    # -- telling

    def blame_line(self, decks: Sequence[str]) -> list[Place]:
        return [self._cards_line(deck) for deck in decks]


class _Report:
    """The findings of one rule."""

    def __init__(self, trial: _Trial, rule: Rule, id: str, decks: Sequence[str]) -> None:
        self.trial = trial
        self.rule = rule
        self.id = id
        self.decks = decks
        self.comparison = _comparison(rule)

    def findings(self, evaluation: Evaluation) -> tuple[Finding, ...]:
        told = [self._finding(failure) for failure in evaluation.failures[:MOST_TOLD]]
        if more := len(evaluation.failures) - len(told):
            told.append(self._made(f"{self.rule.says} {more} more cases fail", "mend those above first", [], None))
        return tuple(told)

    def _finding(self, failure: Failure) -> Finding:
        what = self._said(failure)
        cards = self._blamed(failure)
        edit = None if failure.missing else self._edit(failure, cards)
        remedy = str(edit) if edit else ""
        if self.rule.remedy and not failure.missing:
            remedy = self.trial.table.text(self.rule.remedy, failure.scope)
        return self._made(what, remedy or self._difference(failure), cards, edit)

    def _made(self, what: str, remedy: str, cards: Sequence[Card], edit: Edit | None) -> Finding:
        field = edit.field if edit else self.rule.field
        places = [card.where(field) if field else card.place for card in cards] or self.trial.blame_line(self.decks) or [self.rule.place]
        deck = cards[0].deck if cards else self.decks[0] if self.decks else ""
        problem = Problem(what.rstrip("."), remedy, places[0])
        also = tuple(dict.fromkeys(place for place in places[1:MOST_BLAMED] if place != places[0]))
        return Finding(self.id, self.rule.severity, problem, self.trial.game.id, deck, cards[0].id if cards else "", edit, also)

    def _said(self, failure: Failure) -> str:
        if failure.missing:
            return f"{self.rule.says.rstrip('.')}: {failure.missing}"
        if self.rule.otherwise:
            return self.trial.table.text(self.rule.otherwise, failure.scope)
        about = _named(failure.item)
        sides = _values(self.comparison, failure.scope)
        if sides and self.comparison and _is_number(sides[0]) and _is_number(sides[1]):
            about += f"{', ' if about else ''}it is {sides[0]}{_NOT[self.comparison.operator].format(sides[1])}"
        return f"{self.rule.says.rstrip('.')}: {about or 'this does not hold'}"

    def _blamed(self, failure: Failure) -> list[Card]:
        if self.rule.blame and not failure.missing:
            value = self.trial.table.compute(self.rule.blame, failure.scope)
            return _cards(value)
        return _cards(failure.item)

    def _edit(self, failure: Failure, cards: Sequence[Card]) -> Edit | None:
        """The value that a field of the blamed card must have: as `set_to` says, or as the check compares it."""
        field, value, follows = self.rule.field, None, True
        if self.rule.set_to:
            value = self.trial.table.compute(self.rule.set_to, failure.scope)
        elif self.comparison and self.comparison.operator == "eq" and isinstance(failure.item, Card):
            for mine, other in ((self.comparison.left, self.comparison.right), (self.comparison.right, self.comparison.left)):
                if failure.scope.get(mine.owner) is failure.item:
                    field, value = mine.attribute, other.compute(failure.scope)
                    follows = _is_number(value)
                    break
        known = cards and (field in cards[0].fields or field == "copies")
        if not known or value is None:
            return None
        card = cards[0]
        return Edit(card.deck, card.id, field, value, card.places.get(field), follows)

    def _difference(self, failure: Failure) -> str:
        """How many cards to add or to take out, where the check counts cards."""
        if failure.missing:
            return "add it, or mend the rule"
        sides = _values(self.comparison, failure.scope)
        if not self.comparison or not sides or not all(isinstance(side, int) for side in sides):
            return ""
        (left, right), operator = sides, self.comparison.operator
        if self.comparison.left.counts == self.comparison.right.counts or operator == "ne":
            return ""
        if self.comparison.right.counts:
            left, right, operator = right, left, _FLIPPED.get(operator, operator)
        change = right - left + _BEYOND.get(operator, 0)
        cards = f"{abs(change)} {'card' if abs(change) == 1 else 'cards'}"
        return f"add {cards}" if change > 0 else f"take out {cards}" if change else ""


def _comparison(rule: Rule) -> Comparison | None:
    return expressions().comparison(rule.check.text) if rule.check else None


def _values(comparison: Comparison | None, scope: Mapping[str, Any]) -> tuple[Any, Any] | None:
    if comparison is None:
        return None
    try:
        return comparison.left.compute(scope), comparison.right.compute(scope)
    except CardgenError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _cards(value: Any) -> list[Card]:
    """Every card in a value, however deep it lies in lists."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, (list, tuple)):
        return list(dict.fromkeys(card for each in value for card in _cards(each)))
    return []


def _named(item: Any) -> str:
    """An item of for_each, in words."""
    if isinstance(item, Card):
        return f'"{item.fields.get("name") or item.id}"'
    if isinstance(item, (list, tuple)):
        return " and ".join(filter(None, map(_named, item[:MOST_BLAMED])))
    return "" if item is None else f"{item}"


def _speaks_of_players(variant: Variant, rule: Rule) -> bool:
    parts: Iterable[Code | None] = (rule.for_each, rule.check, rule.otherwise, rule.counted, rule.blame, rule.set_to)
    codes = [*(code for code in parts if code), *(code for _, code in (*variant.let, *rule.let))]
    return any(_BY_PLAYERS.search(code.text) for code in codes)


def _broken(id: str, place: Place, error: CardgenError, what: str = "rule") -> tuple[Problem, ...]:
    return tuple(Problem(f'the {what} "{id}" cannot be computed: {p.what}', p.remedy, p.place or place) for p in error.problems)
