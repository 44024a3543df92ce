"""Runs the rules of a game on its decks."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Game
from cardgen.rules.explain import ExtraNames, FindingMaker, count_text
from cardgen.rules.finding import Outcome, wanted
from cardgen.rules.game_view import GameView, UnreadDeckError
from cardgen.rules.ruleset import BUILT_IN, SET_MEMBER, Code, Rule, RuleSet, Variant
from cardgen.sandbox import process

if TYPE_CHECKING:
    from cardgen.rules.variants import DealMismatch

MEGABYTES = 256
"""What the rules of a game may use beside what it was loaded with, which may be 200 MB."""
PATIENCE = 3.0
"""Seconds that one rule may take, and those of CPU that all rules of a game may take together."""
_ABOUT_CARDS = re.compile(r"\b(cards|size)\b")
_BY_PLAYERS = re.compile(r"\b(players|cards|sets|size)\b")
_EMPTY = (
    "has nothing to check: its for_each is empty",
    "see that for_each names cards that are there",
)
_BLIND = ("never looks at a card", "ask about a deck: deck.main | copies")
_SURE = (
    "cannot fail: it holds for every deck, even an empty one",
    "say in its check what would be wrong",
)
_OF_ONE, _OF_ALL = re.compile(r"\bedition\b"), re.compile(r"\b(editions|in_all_editions)\b")
_PATIENT = 10
"""How many times longer a rule about all editions may take."""
NO_TABLE = "about all editions, which a build with --editions has"
"""Why a rule was not tried."""
UNREAD = "a deck it looks at could not be read"


def try_rules(
    game: Game, rule_set: RuleSet, only: str = "", unread: Collection[str] = (), idle: bool = True
) -> Iterator[Outcome]:
    """Try the rules of a game in order, in a process with a time limit.

    `only` selects a rule by id, `unread` are the ids of decks that could not be loaded; `idle` also
    looks for rules that cannot fail. After a rule that had to be stopped the others are not tried.
    """
    if rule_set:
        yield from run_in_process(
            game,
            _ids(rule_set, only),
            _outcomes_in_time,
            PATIENCE,
            (game, rule_set, only, tuple(unread), idle),
        )


def run_in_process(
    game: Game,
    ids: Sequence[str],
    work: Callable[..., Iterable[Outcome]],
    seconds: float,
    args: tuple[Any, ...],
) -> Iterator[Outcome]:
    """Yield the outcomes that `work` makes in a process.

    It is stopped when one rule takes too long. `ids` are the rules it tries. After one that had to
    be stopped the others are not tried."""
    done: list[str] = []
    try:
        for outcome in process.run(work, *args, seconds=seconds, megabytes=MEGABYTES):
            done.append(outcome.id)
            yield outcome
    except CardgenError as error:
        untried = [id for id in ids if id not in done]
        place = error.findings[0].place or game.place or Place(game.folder)
        problems = list(error.findings)
        if untried[1:]:
            count = f"{len(untried) - 1} more rules" if untried[2:] else "1 more rule"
            problems.append(
                Finding(
                    "rule-untried",
                    f"{count} of {game.id} could not be tried",
                    "mend that rule first",
                    place,
                )
            )
        yield Outcome(
            game.id, untried[0] if untried else "", "", "broken", place, findings=tuple(problems)
        )


def rules_of_editions(rule_set: RuleSet, *, decks_differ: bool) -> tuple[RuleSet, RuleSet, bool]:
    """The rules to try on each edition, those about all editions, and if these read cards.

    The first may hold for one edition and fail for another."""
    words = {rule.id: _expressions_of(rule) for rule in rule_set.rules}
    together = tuple(rule for rule in rule_set.rules if about_all_editions(rule))
    single = tuple(
        rule
        for rule in rule_set.rules
        if rule not in together and (decks_differ or _OF_ONE.search(words[rule.id]))
    )
    return (
        replace(rule_set, rules=single, variants=()),
        replace(rule_set, rules=together, variants=()),
        any("in_all_" in words[rule.id] for rule in together),
    )


def try_editions(games: Sequence[Game], rule_set: RuleSet) -> Iterator[tuple[Game, Outcome]]:
    """Try the rules on each edition: yield the failures, each with its edition."""
    try:
        for number, outcome in (
            process.run(
                _failures_of_editions, tuple(games), rule_set, seconds=PATIENCE, megabytes=MEGABYTES
            )
            if rule_set.rules
            else ()
        ):
            if outcome:
                yield games[number], outcome
    except CardgenError as error:
        rule = rule_set.rules[0]
        yield (
            games[0],
            Outcome(games[0].id, rule.id, rule.says, "broken", rule.place, findings=error.findings),
        )


def _failures_of_editions(
    games: Sequence[Game], rule_set: RuleSet
) -> Iterator[tuple[int, Outcome | None]]:
    for number, game in enumerate(games):
        for outcome in _Trial(GameView(game, rule_set), idle=False).outcomes(""):
            yield number, outcome if outcome.findings else None


def try_together(game: Game, editions: Sequence[Game], rule_set: RuleSet) -> Iterator[Outcome]:
    """The rules about all editions of a game together."""
    if rule_set.rules:
        yield from run_in_process(
            game,
            _ids(rule_set, ""),
            _tried_together,
            PATIENCE * _PATIENT,
            (game, tuple(editions), rule_set),
        )


def _tried_together(game: Game, editions: Sequence[Game], rule_set: RuleSet) -> Iterator[Outcome]:
    yield from _Trial(GameView(game, rule_set, editions=editions), idle=False).outcomes("")


def about_all_editions(rule: Rule) -> bool:
    """True if a rule is about all editions of a game together."""
    return _OF_ALL.search(_expressions_of(rule)) is not None


def _expressions_of(rule: Rule) -> str:
    """All that a rule says in expressions."""
    parts: Iterable[Code | None] = (
        rule.for_each,
        rule.check,
        rule.otherwise,
        rule.remedy,
        rule.blame,
        rule.set_to,
        rule.counted,
    )
    texts = [code.text for code in parts if code]
    texts += [code.text for _, code in rule.let]
    return " ".join(texts)


def _ids(rule_set: RuleSet, only: str) -> list[str]:
    checks = [
        f"{variant.id}/{id}"
        for variant in rule_set.variants
        for id in ("deal", *(rule.id for rule in variant.checks))
    ]
    rules = [rule.id for rule in rule_set.rules]
    return [id for id in (*rules, *checks) if wanted(id, only)]


def _outcomes_in_time(
    game: Game, rule_set: RuleSet, only: str, unread: Collection[str], idle: bool
) -> Iterator[Outcome]:
    """The rules tried in this process. Raises CardgenError when they take too long together, though
    each alone does not."""
    began = before = time.process_time()
    slowest: tuple[float, str, Place] = (0.0, "", Place(game.folder))
    for outcome in _Trial(GameView(game, rule_set, unread), idle).outcomes(only):
        now = time.process_time()
        slowest = max(slowest, (now - before, outcome.id, outcome.place))
        before = now
        if now - began > PATIENCE * process.slowness():
            message = f"the rules of {game.id} take longer than {PATIENCE:g} s together, "
            message += f'most of it for the rule "{slowest[1]}"'
            raise CardgenError(Finding("rule-too-slow", message, "make it do less", slowest[2]))
        yield outcome


class _Trial:
    """The rules of one game, one after the other."""

    def __init__(self, view: GameView, idle: bool) -> None:
        self.view = view
        self.game = view.game
        self.idle = idle and not view.unread
        self.mutated_views: list[GameView] = []
        if self.idle:
            from cardgen.rules.mutations import mutated_decks

            self.mutated_views = [
                GameView(view.game, view.rule_set, view.unread, decks)
                for decks in mutated_decks(view.decks)
            ]

    def outcomes(self, only: str) -> Iterator[Outcome]:
        """Yield the outcome of each rule."""
        if not only:
            yield from self.sets()
        for rule in self.view.rule_set.rules:
            if wanted(rule.id, only):
                yield self.rule(rule)
        for variant in self.view.rule_set.variants:
            yield from self.variant(variant, only)

    def sets(self) -> Iterator[Outcome]:
        """Yield an outcome if a name in a set matches no card."""
        cards = [card for deck in self.view.decks.values() for card in deck]
        names = sorted(
            {card.id for card in cards} | {str(card.fields.get("name")) for card in cards}
        )
        findings = []
        for name, member in () if self.view.unread else self.view.missing:
            message = f'the set "{name}" names "{member.text}", which is no card'
            problem = Finding(
                "unknown-card", message, did_you_mean(member.text, names), member.place
            )
            findings.append(problem.found_by(SET_MEMBER, "error", self.game.id))
        if findings:
            place = findings[0].place or Place(self.game.folder)
            says = f"{len(findings)} fit no card" if len(findings) > 1 else "1 fits no card"
            yield Outcome(
                self.game.id,
                SET_MEMBER,
                BUILT_IN[SET_MEMBER],
                "failed",
                place,
                counted=says,
                findings=tuple(findings),
            )

    def rule(self, rule: Rule) -> Outcome:
        if self.game.edition and not self.view.editions and about_all_editions(rule):
            return Outcome(
                self.game.id,
                rule.id,
                rule.says,
                "skipped",
                rule.place,
                rule.source,
                rule.severity,
                NO_TABLE,
            )
        return self._try_case(_Case(rule, rule.id, rule.source, [lambda view: {}]))

    def variant(self, variant: Variant, only: str) -> Iterator[Outcome]:
        if wanted(f"{variant.id}/deal", only):
            yield self._deal(variant)
        for rule in variant.checks:
            if wanted(id := f"{variant.id}/{rule.id}", only):
                about_cards = _ABOUT_CARDS.search(_variant_expressions(variant, rule)) is not None
                yield self._try_case(
                    _Case(
                        rule,
                        id,
                        rule.source or variant.source,
                        given_to(variant, rule),
                        about_cards,
                    )
                )

    def _try_case(self, case: _Case) -> Outcome:
        """The outcome of a rule, tried with each of its sets of extra names."""
        rule, status = case.rule, "note" if case.rule.note else "ok"
        self.view.read_decks.clear()
        counts: dict[str, None] = {}
        findings: dict[str, Finding] = {}
        problems: tuple[Finding, ...] = ()
        process.note(f'the rule "{case.id}"', rule.place)
        try:
            for extra_names in case.extra_names_of if rule.check else ():
                names = extra_names(self.view)
                read_before = set(self.view.read_decks)
                self.view.read_decks.clear()
                evaluation = self.view.evaluate(rule, names)
                case.reads_cards = case.reads_cards or bool(self.view.read_decks)
                case.cases += evaluation.cases
                # what the variant's own names looked at counts when the check names no deck
                self.view.read_decks = self.view.read_decks or read_before
                decks = self.view.read_deck_ids
                counts[count_text(self.view, rule, evaluation)] = None
                if evaluation.failures:
                    for finding in FindingMaker(self.view, rule, case.id, decks).findings(
                        evaluation
                    ):
                        findings.setdefault(finding.what, finding)
            if findings:
                status = "note" if rule.note else "failed"
            elif rule.check and (idle := self._idle(case)):
                problem = Finding(
                    "idle-rule", f'the rule "{case.id}" {idle[0]}', idle[1], rule.place
                )
                findings[""] = problem.found_by("idle-rule", "warning", self.game.id)
        except UnreadDeckError:
            status = "skipped"
            counts = {UNREAD: None}
        except CardgenError as error:
            status = "broken"
            counts = {}
            problems = broken_rule(case.id, rule.place, error)
            findings = {}
        return Outcome(
            self.game.id,
            case.id,
            rule.says,
            status,
            rule.place,
            case.source,
            rule.severity,
            counted="; ".join(counts) or rule.note,
            decks=self.view.read_deck_ids,
            findings=(*findings.values(), *problems),
        )

    def _idle(self, case: _Case) -> tuple[str, str] | None:
        """The reason why a rule that holds can never fail.

        It comes with a remedy, and is None if the rule can fail."""
        # which may fail for another edition
        if not self.idle or (self.game.edition and _OF_ONE.search(_expressions_of(case.rule))):
            return None
        if not case.reads_cards:
            return _BLIND
        if not case.cases:
            return _EMPTY
        return (
            None
            if any(self._can_fail(case.rule, extra_names) for extra_names in case.extra_names_of)
            else _SURE
        )

    def _can_fail(self, rule: Rule, extra_names: ExtraNames) -> bool:
        for view in self.mutated_views:
            with contextlib.suppress(CardgenError):
                names = extra_names(view)
                try:
                    if view.evaluate(rule, names, most=1).failures:
                        return True
                except CardgenError:  # spoilt so badly that the rule cannot even be computed
                    return True
        return False

    def _deal(self, variant: Variant) -> Outcome:
        from cardgen.rules.variants import check_deal

        id, says = f"{variant.id}/deal", variant.says or f"{variant.name} can be dealt."
        process.note(f'the variant "{variant.id}"', variant.place)
        self.view.read_decks.clear()
        counts: list[str] = []
        wrongs: dict[str, list[DealMismatch]] = {}
        status = "ok"
        problems = tuple[Finding, ...]()
        try:
            for players in variant.players:
                line, wrong = check_deal(variant, players, self.view)
                counts.append(line)
                if wrong:
                    wrongs.setdefault(wrong.what, []).append(wrong)
        except UnreadDeckError:
            status = "skipped"
            counts = [UNREAD]
        except CardgenError as error:
            status = "broken"
            problems = broken_rule(variant.id, variant.place, error, "variant")
        findings = []
        for message, mismatches in wrongs.items() if status == "ok" else ():
            counted = "; ".join(mismatch.counted for mismatch in mismatches)
            text = f"{variant.name}: {message}: {counted}"
            places = [
                *(self.view.decks[deck].where("cards") for deck in mismatches[0].decks),
                mismatches[0].place,
            ]
            problem = Finding("variant-cards", text, mismatches[0].remedy, places[0])
            findings.append(
                problem.found_by(
                    id,
                    "error",
                    self.game.id,
                    next(iter(mismatches[0].decks), ""),
                    also=tuple(places[1:]),
                )
            )
        return Outcome(
            self.game.id,
            id,
            says,
            "failed" if findings else status,
            variant.place,
            variant.source,
            counted="; ".join(counts),
            decks=self.view.read_deck_ids,
            findings=(*findings, *problems),
        )


@dataclass(slots=True)
class _Case:
    """A rule to try, with the extra names for each number of players.

    It counts the trial."""

    rule: Rule
    id: str
    source: str
    extra_names_of: Sequence[ExtraNames]
    reads_cards: bool = False
    cases: int = 0


def given_to(variant: Variant, rule: Rule) -> list[ExtraNames]:
    """The extra names of a variant's check.

    Once for each number of players it is tried for."""
    players = (
        variant.players
        if rule.for_players or _BY_PLAYERS.search(_variant_expressions(variant, rule))
        else variant.players[:1]
    )
    return [_names_of(variant, count) for count in players]


def _names_of(variant: Variant, players: int) -> ExtraNames:
    from cardgen.rules.variants import cards_used

    return lambda view: cards_used(variant, players, view).scope


def _variant_expressions(variant: Variant, rule: Rule) -> str:
    """All that a check of a variant says in expressions."""
    return " ".join([_expressions_of(rule), *(code.text for _, code in variant.let)])


def broken_rule(
    id: str, place: Place, error: CardgenError, noun: str = "rule"
) -> tuple[Finding, ...]:
    """The findings of a rule that cannot be computed.

    They are at its place where no other is known."""
    return tuple(
        Finding(
            "rule-value" if p.code == "rule-value" else "rule-broken",
            f'the {noun} "{id}" cannot be computed: {p.what}',
            p.remedy,
            p.place or place,
        )
        for p in error.findings
    )
