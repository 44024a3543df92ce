"""Root causes among failed rules: the smallest edit that satisfies a rule again may satisfy others.

The search runs in a process that can be stopped, and only where something has failed. Its budget
is a number of evaluations, whose cost is estimated from the rules themselves, so that the same
deck gives the same result on any machine."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from cardgen.base.findings import SEVERITIES, CardgenError, Cause, Finding, Place, Severity
from cardgen.model.cards import Game
from cardgen.rules.candidate_edits import Addition, EditGuesser, edited_view, quoted_in
from cardgen.rules.explain import ExtraNames, determines_field
from cardgen.rules.finding import Edit, Outcome
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import SET_MEMBER, Code, Rule, RuleSet, Variant, words_in
from cardgen.rules.trial import MEGABYTES, given_to
from cardgen.rules.variants import check_deal
from cardgen.sandbox import process
from cardgen.schema.spelling import as_yaml

MOST_WORK = 1_500_000.0
"""What the search for edits may cost: about so many microseconds, reckoned and not measured."""
_MOST_CARDS_SEARCHED = 10_000
"""In a game of more cards no edit is tried: each try looks at all of them."""
PATIENCE = 2.5
"""Seconds after which it ends in any case."""
MOST_CAUSES = 3
_PROBED, _ASSEMBLED = 800.0, 1500.0
"""What it may cost to look at one edit at first, and at one more value of a card that is added."""
_FINALISTS, _PROVEN, _NEAR = 16, 4, 1.0
"""How many edits are tried on all rules that fail, and how many of these on all others as well; and
how much worse than the best one may be to begin with, in rules."""
_SHARE = 0.6
"""What part of the work is spent on one cause; the rest is for another."""
_MOST_DECKS = 3
"""In how many decks a card is thought missing."""
_MISSING = 0.1
"""What speaks against a card being missing: as much as against an edit of five steps."""
_OTHERS = 12
"""How many other values of a card that is added are tried, to see whether the one it has
matters."""
_LEAST = 0.25
"""What an edit must mend, in rules, to be one."""
_BROKEN = 0.5
"""What it counts against an edit that a rule fails which held."""
_MOST_ALIKE = 4
"""More edits than these that mend the same are a guess, which is not pointed at."""
_ALIKE = 0.01
_HEAVY = ("choose", "pairs", "where", "runs")
"""Words that look at the cards many times."""


class Repair(NamedTuple):
    """An edit, and the ids of the rules that it satisfies.

    Other edits that do so, too, are beside it."""

    edit: Edit
    rules: tuple[str, ...]
    others: tuple[Edit, ...] = ()
    guessed: bool = False
    """So many would do that this is one of them, no more."""


@dataclass(frozen=True, slots=True)
class _Requirement:
    """A rule for one number of players: its id, failures and cost.

    Failures are counted up to `most`; the cost is that of the count."""

    id: str
    failing: Callable[[GameView, int | None], int]
    cost: float
    weight: float
    words: frozenset[str]
    quoted: tuple[str, ...] = ()
    determines_field: bool = False
    """Whether it says what a field must be, which may be computed anew once the cards are
    others."""

    def on(self, view: GameView, most: int | None = None) -> int:
        try:
            return self.failing(view, most)
        except CardgenError:
            return 1 << 20


def find_causes(
    game: Game, rule_set: RuleSet, outcomes: Sequence[Outcome], unread: Collection[str]
) -> list[Cause]:
    """The findings of failed rules, grouped by cause: the most consequences first, errors before
    warnings."""
    failed = [outcome for outcome in outcomes if outcome.findings and not outcome.problems]
    failures = [outcome for outcome in failed if outcome.status in ("failed", "note")]
    repairs: list[Repair] = []
    if failures and not unread and _is_searchable(game) and _is_doubtful(failures):
        blamed = tuple(
            (finding.deck, finding.card)
            for outcome in failures
            for finding in outcome.findings
            if finding.card
        )
        # it has to be stopped: what was found is told as it is
        with contextlib.suppress(CardgenError):
            ids = {outcome.id: outcome.decks for outcome in failures}
            repairs += process.run(
                _repairs, game, rule_set, ids, blamed, seconds=PATIENCE + 1, megabytes=MEGABYTES
            )
    return _causes_of_groups(rule_set, failed, repairs)


def _is_searchable(game: Game) -> bool:
    """True if edits can be tried in a game before the patience for them ends."""
    return sum(len(deck.cards) for deck in game.decks) <= _MOST_CARDS_SEARCHED


def _is_doubtful(failures: Sequence[Outcome]) -> bool:
    """True if the remedy is not plain.

    There are several findings, or one without a remedy or with several places."""
    findings = [finding for outcome in failures for finding in outcome.findings]
    return len(findings) > 1 or not findings[0].remedy or bool(findings[0].also)


# The search


def _repairs(
    game: Game,
    rule_set: RuleSet,
    ids: Mapping[str, Sequence[str]],
    blamed: Sequence[tuple[str, str]],
) -> Iterator[Repair]:
    yield from _Search(GameView(game, rule_set), ids, blamed).repairs()


class _Search:
    """Looks for the edits that satisfy most rules.

    `ids` maps failed rules to the decks they read."""

    def __init__(
        self, view: GameView, ids: Mapping[str, Sequence[str]], blamed: Sequence[tuple[str, str]]
    ) -> None:
        self.view = view
        self.blamed = frozenset(blamed)
        self.ids = ids
        self.parts = list(_requirements(view.rule_set))
        self.work = MOST_WORK
        self.end = time.process_time() + PATIENCE * process.slowness()

    def repairs(self) -> Iterator[Repair]:
        """Yield edits, each on the game as those before have left it."""
        failing = [part for part in self.parts if part.id in self.ids]
        for _ in range(MOST_CAUSES):
            now = [(part, count) for part in failing if (count := part.on(self.view))]
            turn = _Round(self, now) if now else None
            if not turn or not (repair := turn.repair()):
                return
            yield repair._replace(edit=turn.essential_edit(repair.edit))
            self.view = edited_view(self.view, repair.edit)

    def pay(self, cost: float) -> bool:
        """Take a cost off the budget; True if something is left."""
        self.work -= cost
        return self.work > 0 and time.process_time() < self.end


class _Try(NamedTuple):
    """An edit that was tried: its score in rules, and the cost that speaks against it."""

    score: float
    against: float
    edit: Edit


class _Round:
    """The search for one edit, for these rules and their numbers of failures."""

    def __init__(self, search: _Search, failing: Sequence[tuple[_Requirement, int]]) -> None:
        self.search = search
        self.view = search.view
        self.failing = failing
        self.pool = search.work * _SHARE
        parts = [part for part, _ in failing]
        spoken = _failed_shares(self.view, search.parts, parts)
        self.guesser = EditGuesser(
            self.view, spoken, search.blamed, [text for part in parts for text in part.quoted]
        )
        self.decks = self._decks(parts)

    def repair(self) -> Repair | None:
        """The edit that satisfies most rules."""
        additions = list(self._additions())
        attempts = sorted((*additions, *self._edits(additions)), key=_score)
        attempts = [attempt for attempt in attempts if attempt.score > attempts[0].score - _NEAR]
        finalists = [self._try(attempt, self.failing) for attempt in attempts[:_FINALISTS]]
        finalists.sort(key=_score)
        proven = []
        for attempt in finalists[:_PROVEN]:
            proven.append(attempt._replace(score=attempt.score - self._harm(attempt.edit)))
        proven.sort(key=_score)
        if not proven or proven[0].score + proven[0].against < _LEAST:
            return None
        edit = proven[0].edit
        after = edited_view(self.view, edit)
        unsatisfied = {part.id for part, _ in self.failing if part.on(after, 1)}
        satisfied = dict.fromkeys(part.id for part, _ in self.failing if part.id not in unsatisfied)
        score = next(attempt.score for attempt in finalists if attempt.edit is edit)
        alike = [attempt.edit for attempt in finalists if abs(attempt.score - score) < _ALIKE]
        others = [other for other in alike if other is not edit]
        is_guess = len(others) >= _MOST_ALIKE
        return Repair(edit, tuple(satisfied), tuple(others[: _MOST_ALIKE - 1]), is_guess)

    def _edits(self, additions: Sequence[_Try]) -> Iterator[_Try]:
        """Yield edits of existing cards that help, the likelier first.

        It ends when none can be better than the best, or than an added card."""
        probes = self._probes(_PROBED)
        most = sum(part.weight for part, _ in probes)
        best = max((self._try(addition, probes).score for addition in additions), default=0.0)
        for against, edit in self.guesser.guesses(self.decks):
            if most - against < best - _ALIKE or not self._pay(probes):
                return
            tried = self._try(_Try(0, against, edit), probes)
            if tried.score + against > 0:
                best = max(best, tried.score)
                yield tried

    def _additions(self) -> Iterator[_Try]:
        """Yield cards that may be missing: of each deck the best one, put together by value."""
        probes = self._probes(_ASSEMBLED)
        best_possible = sum(part.weight for part, _ in probes) - _MISSING - _ALIKE
        for id in self.decks[:_MOST_DECKS]:
            addition = self.guesser.addition(id)
            place = self.view.decks[id].where("cards")
            edit = Edit(id, "", "", addition.start(), place)
            start = self._try(_Try(0, _MISSING, edit), probes)
            best = self._assembled(addition, start, probes, best_possible)
            if best.score + best.against > 0:
                after = edited_view(self.view, best.edit)
                unsatisfied = [(part, count) for part, count in self.failing if part.on(after, 1)]
                yield best
                if unsatisfied:
                    start = best._replace(score=-_MISSING)
                    better = self._assembled(addition, start, unsatisfied, best_possible)
                    yield self._try(better, probes)
            if best.score >= best_possible:
                return

    def _assembled(
        self,
        addition: Addition,
        best: _Try,
        parts: Sequence[tuple[_Requirement, int]],
        best_possible: float,
    ) -> _Try:
        """The card with the values that satisfy most of these requirements."""
        for names in addition.steps():
            for values in addition.others(best.edit.value, names):
                if best.score >= best_possible or not self._pay(parts):
                    return best
                attempt = self._try(_Try(0, _MISSING, replace(best.edit, value=values)), parts)
                if attempt.score > best.score:
                    best = attempt
        return best

    def essential_edit(self, edit: Edit) -> Edit:
        """The edit with only those values of an added card that no other value could replace."""
        if edit.field or edit.card:
            return edit
        addition, values = self.guesser.addition(edit.deck), dict(edit.value)
        parts = self._probes(_ASSEMBLED)
        probes = [part for part, _ in parts]
        parts += [(part, count) for part, count in self.failing if part not in probes]
        full_score = self._try(_Try(0, 0, edit), parts).score
        for name in addition.order:
            others = list(addition.others(edit.value, [name]))
            for other_values in others[:: 1 + len(others) // _OTHERS]:
                attempt = self._try(_Try(0, 0, replace(edit, value=other_values)), parts)
                if attempt.score >= full_score:
                    values.pop(name, None)
                    break
        if len(values) == 1:  # nothing but an id that follows from the rest
            values.pop("id", None)
        return replace(edit, value=values)

    def _try(self, attempt: _Try, parts: Sequence[tuple[_Requirement, int]]) -> _Try:
        """The edit with its score: the rules it satisfies, less those it breaks and its cost."""
        after = edited_view(self.view, attempt.edit)
        gain = 0.0
        for part, before in parts:
            share = (before - part.on(after, 2 * before)) / before
            gain += part.weight * max(-1.0, share)
        return attempt._replace(score=gain - attempt.against)

    def _harm(self, edit: Edit) -> float:
        """The weight of the rules that held before an edit and fail after it."""
        after = edited_view(self.view, edit)
        failing_ids = {part.id for part, _ in self.failing}
        weight = 0.0
        for part in self.search.parts:
            if part.id not in failing_ids and not part.determines_field and part.on(after, 1):
                weight += part.weight
        return _BROKEN * weight

    def _pay(self, parts: Sequence[tuple[_Requirement, int]]) -> bool:
        cost = sum(part.cost for part, _ in parts)
        self.pool -= cost
        return self.search.pay(cost) and self.pool > 0

    def _decks(self, parts: Sequence[_Requirement]) -> list[str]:
        """The decks that these rules read, those first that most of them are about."""
        looked: defaultdict[str, float] = defaultdict(float)
        for id in dict.fromkeys(part.id for part in parts):
            decks = self.search.ids[id] or tuple(self.view.decks)
            for deck in decks:  # a rule about one deck says more of it than one about all
                looked[deck] += 1 / len(decks)
        order = list(self.view.decks)
        return sorted(looked, key=lambda deck: (-looked[deck], order.index(deck)))

    def _probes(self, budget: float) -> list[tuple[_Requirement, int]]:
        """A few cheap requirements among those that fail, about different fields, within a budget.

        The first is taken whatever it costs."""
        chosen: dict[str, tuple[_Requirement, int]] = {}
        met: set[frozenset[str]] = set()

        def order(failing: tuple[_Requirement, int]) -> tuple[bool, bool, float]:
            part, _ = failing
            # rules of the game before those of a variant, and whether it can be dealt last of all
            return part.id.endswith("/deal"), "/" in part.id, part.cost

        by_cost = sorted(self.failing, key=order)
        for again in (False, True):
            for part, count in by_cost:
                about = frozenset(word for word in part.words if word in self.guesser.spoken)
                if (
                    part.id not in chosen
                    and (again or about not in met)
                    and (budget > part.cost or not chosen)
                ):
                    met.add(about)
                    budget -= part.cost
                    chosen[part.id] = part, count
        return list(chosen.values())


def _score(tried: _Try) -> float:
    return -tried.score


def _failed_shares(
    view: GameView, parts: Sequence[_Requirement], failing: Sequence[_Requirement]
) -> dict[str, float]:
    """For each field name, the share of failed rules among those that name it."""
    field_names = {
        "name",
        "art",
        "back",
        "copies",
        *(name for deck in view.decks.values() for name in deck.fields),
    }
    all_counts = Counter[str]()
    failed_counts = Counter[str]()
    for count, requirements in ((all_counts, parts), (failed_counts, failing)):
        for words in {part.id: part.words for part in requirements}.values():
            count.update(word for word in sorted(words) if word in field_names)
    return {word: failed_counts[word] / all_counts[word] for word in failed_counts}


def _requirements(rule_set: RuleSet) -> Iterator[_Requirement]:
    """Yield all requirements, rule by rule and player count by player count."""
    if rule_set.sets:
        yield _Requirement(SET_MEMBER, lambda view, most: len(view.missing), 60, 1, frozenset())
    for rule in rule_set.rules:
        yield from _of_rule(rule, rule.id, [lambda view: {}], ())
    for variant in rule_set.variants:
        yield from _of_deal(variant)
        for rule in variant.checks:
            yield from _of_rule(
                rule, f"{variant.id}/{rule.id}", given_to(variant, rule), _codes(variant)
            )


_WEIGHTS: Mapping[Severity, float] = {"error": 1.0, "warning": 0.7, "note": 0.1}


def _of_rule(
    rule: Rule, id: str, names_of_tables: Sequence[ExtraNames], more: Sequence[Code | None]
) -> Iterator[_Requirement]:
    if not rule.check:
        return
    codes = [rule.check, rule.for_each, *(code for _, code in rule.let), *more]
    cost = (
        20
        + 8 * _cost(words_in(codes))
        + (12 * _cost(words_in([rule.check])) if rule.for_each else 0)
    )
    weight = _WEIGHTS[rule.severity] / len(names_of_tables)
    words = words_in([*codes, rule.blame])
    for names in names_of_tables:
        yield _Requirement(
            id,
            partial(_failing, rule, names),
            cost,
            weight,
            frozenset((*words, rule.field)),
            quoted_in(codes),
            determines_field(rule),
        )


def _failing(rule: Rule, names: ExtraNames, view: GameView, most: int | None) -> int:
    return len(view.evaluate(rule, names(view), most).failures)


def _of_deal(variant: Variant) -> Iterator[_Requirement]:
    words = words_in(
        [*_codes(variant), variant.deck_size, variant.deal, variant.left, variant.deals]
    )
    cost = 150 + _cost(words)
    weight = 1 / len(variant.players)
    about = frozenset((*words, "copies"))
    for players in variant.players:
        yield _Requirement(
            f"{variant.id}/deal", partial(_misdealt, variant, players), cost, weight, about
        )


def _misdealt(variant: Variant, players: int, view: GameView, most: int | None) -> int:
    return int(check_deal(variant, players, view)[1] is not None)


def _codes(variant: Variant) -> list[Code | None]:
    return [variant.sets, *(code for _, code in (*variant.let, *variant.cards))]


def _cost(words: Sequence[str]) -> float:
    return len(words) + 10.0 * sum(word in _HEAVY for word in words)


# Findings


def _causes_of_groups(
    rule_set: RuleSet, failed: Sequence[Outcome], repairs: Sequence[Repair]
) -> list[Cause]:
    groups: dict[str, _Group] = {}
    for outcome in failed:
        number = next(
            (number for number, repair in enumerate(repairs) if outcome.id in repair.rules), None
        )
        key = f"rule {outcome.id}" if number is None else f"edit {number}"
        groups.setdefault(key, _Group(None if number is None else repairs[number])).outcomes.append(
            outcome
        )
    needs = {outcome.id: rule_set.needs(outcome.id) for outcome in failed}
    # what a rule itself says that it needs counts more than what was found out
    for key in list(groups):
        for outcome in list(groups[key].outcomes):
            other = next(
                (
                    other_key
                    for other_key, group in groups.items()
                    if other_key != key and needs[outcome.id] & group.ids
                ),
                "",
            )
            if other:
                groups[key].outcomes.remove(outcome)
                groups[other].outcomes.append(outcome)
    causes = [group.cause(needs) for group in groups.values() if group.outcomes]
    return sorted(causes, key=lambda cause: (_rank(cause), -len(cause.consequences)))


def _rank(cause: Cause) -> int:
    return min(
        SEVERITIES.index(finding.severity) for finding in (cause.finding, *cause.consequences)
    )


@dataclass(slots=True)
class _Group:
    """Rules that fail for one cause, and the edit that mends it where one was found."""

    repair: Repair | None
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def ids(self) -> set[str]:
        return {outcome.id for outcome in self.outcomes}

    def cause(self, needs: Mapping[str, set[str]]) -> Cause:
        ids = self.ids
        ranked: list[tuple[tuple[int, ...], Finding]] = []
        for outcome in self.outcomes:
            later, of_variant = bool(needs[outcome.id] & ids), "/" in outcome.id
            ranked += (
                (
                    (
                        SEVERITIES.index(finding.severity),
                        later,
                        self._distance(finding),
                        of_variant,
                    ),
                    finding,
                )
                for finding in outcome.findings
            )
        _, root = min(ranked, key=itemgetter(0))
        return Cause(
            self._representative(root, len(ranked)),
            tuple(finding for _, finding in ranked if finding is not root),
        )

    def _distance(self, finding: Finding) -> int:
        """The distance of a finding from the place of the edit, from 0 to 3."""
        if not self.repair:
            return 0
        edit = self.repair.edit
        if edit.place and finding.place == edit.place:
            return 0
        if finding.deck == edit.deck and finding.card == edit.card:
            return 1
        return 2 if edit.place in finding.also else 3

    def _representative(self, root: Finding, count: int) -> Finding:
        """The finding that stands for the group, with the edit and its place."""
        if not self.repair or (root.edit and root.edit.follows and count == 1):
            return root
        edit, others, guessed = self.repair.edit, self.repair.others, self.repair.guessed
        problem, here = root, self._distance(root) <= 1
        if (problem.remedy and (guessed or (here and edit.field))) or edit.value == {}:
            return root
        if root.code == "rule-value" or (root.edit and not edit.field):
            return root  # it has a remedy of its own, and taking its card out is another
        example = f"for example, {edit.on(root.card if here else '')}"
        if here and problem.remedy:
            example = (
                f"{problem.remedy}, {example if edit.card else f'such as {as_yaml(edit.value)}'}"
            )
        if here or guessed or not edit.place:
            place = edit.place if here and edit.place else problem.place
            return replace(
                root,
                remedy=example,
                place=place,
                edit=_written_by_fix(root.edit) or edit,
            )
        places: list[Place | None] = [*(other.place for other in others), problem.place, *root.also]
        also = tuple(dict.fromkeys(place for place in places if place and place != edit.place))
        return replace(
            root,
            remedy=example,
            place=edit.place,
            deck=edit.deck or root.deck,
            card=edit.card,
            edit=_written_by_fix(root.edit) or edit,
            also=also,
        )


def _written_by_fix(edit: Edit | None) -> Edit | None:
    """The edit that --fix writes: one that follows from other cards."""
    return edit if edit and edit.follows else None
