"""The edits of --fix: tried on the files in memory until they settle.

Nothing is left that makes a game worse than it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.files import trying
from cardgen.base.findings import CardgenError, Finding
from cardgen.making.open_project import parts_of
from cardgen.making.report import Report
from cardgen.making.settings import ValidateOptions
from cardgen.rules.finding import Edit, Outcome, wanted
from cardgen.rules.fix import Patch, patches

ROUNDS = 12
"""Rounds of edits: a value that was mended may be what another follows from."""
MOST_TRIED = 12
"""Rules that are tried one by one where all of them together do harm."""

Failures = Counter[tuple[str, str]]
"""Counts of the failures of each rule and check, by its game and its id."""
RuleKey = tuple[str, str]
"""A rule by its game and its id."""


@dataclass(frozen=True, slots=True)
class ProposedFix:
    """The changes that --fix would write, and reasons for those that it would not."""

    patches: tuple[Patch, ...] = ()
    problems: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """The number of values that are written."""
        return sum(len(patch.edits) for patch in self.patches)


@dataclass(slots=True)
class _Attempt:
    """Files as the edits of some rules leave them, and the state of the games then."""

    files: dict[Path, bytes] = field(default_factory=dict)
    edits: dict[Path, dict[tuple[str, str, str], Edit]] = field(default_factory=dict)
    rules: list[RuleKey] = field(default_factory=list)
    unsettled: tuple[RuleKey, ...] = ()
    """Rules that asked for other values again and again."""
    problems: list[Finding] = field(default_factory=list)
    """Edits that could not be written in the last round."""
    failures: Failures = field(default_factory=Counter)
    unread: tuple[Finding, ...] = ()
    """Problems of the data."""


def propose_fix(workshop: Workshop, names: Sequence[str], rule: str = "") -> ProposedFix:
    """Propose edits that make rules of these games and decks hold.

    They are of `rule` or of all rules: of each whose edits settle, can be read back, and leave
    fewer failures than there were, none of them new. Raises CardgenError for a name that means
    nothing.
    """
    return _FileMender(workshop, names, rule).propose()


class _FileMender:
    """Tries edits of a project in memory."""

    def __init__(self, workshop: Workshop, names: Sequence[str], rule: str) -> None:
        self._workshop, self._names, self._rule = workshop, names, rule
        self._games = list(dict.fromkeys(parts_of(name)[0] for name in names))
        self._outcomes: dict[RuleKey, Outcome] = {}
        self._refusals: list[Finding] = []
        self._last_check: tuple[Workshop, Report] | None = None

    def propose(self) -> ProposedFix:
        before = _Attempt()
        before.unread, before.failures = self._state(self._workshop)
        attempt = self._attempt_until_settled(None)
        if attempt.files and not _is_better(attempt, before):
            attempt = self._one_by_one(attempt, before)
        problems = dict.fromkeys((*attempt.problems, *self._refusals))
        changed = []
        for file, data in sorted(attempt.files.items()):
            before_edits = self._workshop.project.read(file)
            if before_edits != data:
                edits = tuple(attempt.edits[file].values())
                changed.append(Patch(file, before_edits, data, edits))
        return ProposedFix(tuple(changed), tuple(problems))

    def _attempt_until_settled(self, allowed: Sequence[RuleKey] | None) -> _Attempt:
        """The edits of all rules, or of those `allowed`, but for those that would never end."""
        left_out: set[RuleKey] = set()
        while True:
            attempt = self._attempt(allowed, left_out)
            if not attempt.unsettled:
                return attempt
            self._refusals.append(self._contradiction(attempt.unsettled))
            left_out.update(attempt.unsettled)

    def _one_by_one(self, together: _Attempt, before: _Attempt) -> _Attempt:
        """The edits of those rules that do no harm, each tried after the others.

        Only the first MOST_TRIED rules are tried."""
        harmless = list[RuleKey]()
        best = _without_files(together, before)
        for key in together.rules[:MOST_TRIED]:
            tried = self._attempt([*harmless, key], set())
            if tried.unsettled or not tried.files:
                continue
            if _is_better(tried, best):
                harmless.append(key)
                best = tried
            else:
                self._refusals.append(self._harm(key, tried, best))
        return best

    def _attempt(self, allowed: Sequence[RuleKey] | None, left_out: set[RuleKey]) -> _Attempt:
        """Make the edits of some rules again and again, until there are none."""
        state, workshop = _Attempt(), self._workshop
        earlier_files: list[dict[Path, bytes]] = [{}]
        keys_of_rounds: list[set[RuleKey]] = []
        for _ in range(ROUNDS):
            with trying(state.files):
                edits = list(self._wanted_edits(workshop, allowed, left_out))
                state.problems = []
                made_patches = patches([edit for _, edit in edits], workshop.games, state.problems)
                if not made_patches:
                    state.unread, state.failures = self._state(workshop)
                    return state
            written = {edit for patch in made_patches for edit in patch.edits}
            keys_of_rounds.append({key for key, edit in edits if edit in written})
            state.rules += (key for key in sorted(keys_of_rounds[-1]) if key not in state.rules)
            for patch in made_patches:
                state.files = {**state.files, patch.file: patch.after}
                state.edits.setdefault(patch.file, {}).update(
                    {(edit.deck, edit.card, edit.field): edit for edit in patch.edits}
                )
            if state.files in earlier_files:
                state.unsettled = tuple(
                    sorted(set().union(*keys_of_rounds[earlier_files.index(state.files) :]))
                )
                return state
            earlier_files.append(state.files)
            with trying(state.files):
                workshop = open_project(self._workshop.project.root)
                if self._new_problems(workshop):
                    state.unread, state.failures = self._state(workshop)
                    return state
        state.unsettled = tuple(sorted(keys_of_rounds[-1]))
        return state

    def _wanted_edits(
        self, workshop: Workshop, allowed: Sequence[RuleKey] | None, left_out: set[RuleKey]
    ) -> Iterator[tuple[RuleKey, Edit]]:
        """Yield the edits that rules ask for, each with the key of its rule."""
        is_everything = not self._rule and not any(parts_of(name)[1] for name in self._names)
        report = (
            self._check_all(workshop)
            if is_everything
            else workshop.validate(
                self._names, ValidateOptions(rule=self._rule, rules_only=True, idle=False)
            )
        )
        self._outcomes |= {(outcome.game, outcome.id): outcome for outcome in report.outcomes}
        for finding in report.findings:
            key = (finding.game, finding.check)
            if (
                finding.edit
                and wanted(finding.check, self._rule)
                and key not in left_out
                and (allowed is None or key in allowed)
            ):
                yield key, finding.edit

    def _state(self, workshop: Workshop) -> tuple[tuple[Finding, ...], Failures]:
        """The problems of the data, and the failures of all rules of the games.

        All games are asked, as what mends one rule may break another.
        """
        report = self._check_all(workshop)
        failures = Counter(
            (finding.game, finding.check)
            for finding in report.findings
            if finding.severity != "note"
        )
        broken = {
            (outcome.game, outcome.id): len(outcome.problems)
            for outcome in report.outcomes
            if outcome.status == "broken"
        }
        return tuple(workshop.problems), failures + Counter(broken)

    def _check_all(self, workshop: Workshop) -> Report:
        """Check all rules of the games; the last answer is kept."""
        if self._last_check is None or self._last_check[0] is not workshop:
            report = Report()
            # a game that can no longer be read, which is among the problems
            with suppress(CardgenError):
                workshop.validate(self._games, ValidateOptions(rules_only=True, idle=False), report)
            self._last_check = workshop, report
        return self._last_check[1]

    def _new_problems(self, workshop: Workshop) -> list[Finding]:
        """The problems of the data that were not there before."""
        return [problem for problem in workshop.problems if problem not in self._workshop.problems]

    def _contradiction(self, rules: Sequence[RuleKey]) -> Finding:
        """The problem of rules whose edits never come to an end."""
        names = [f'"{id}"' for _, id in rules]
        place = self._outcomes[rules[0]].place
        if len(names) == 1:
            return Finding(
                "fix-impossible",
                f"what the rule {names[0]} asks for changes each time that it is written",
                "mend the rule",
                place,
            )
        return Finding(
            "fix-impossible",
            f"the rules {', '.join(names[:-1])} and {names[-1]} contradict each other: "
            "what mends one breaks another",
            "mend one of these rules",
            place,
        )

    def _harm(self, key: RuleKey, tried: _Attempt, best: _Attempt) -> Finding:
        """The problem of a rule whose edits would do harm."""
        place, id = self._outcomes[key].place, key[1]
        for problem in tried.unread:
            if problem in best.unread:
                continue
            return Finding(
                "fix-impossible",
                f'what the rule "{id}" asks for could not be read: {problem.what}',
                problem.remedy,
                place,
            )
        for other in tried.failures:
            if tried.failures[other] > best.failures[other]:
                return Finding(
                    "fix-impossible",
                    f'what the rule "{id}" asks for would break "{other[1]}"',
                    "mend one of these rules, or the cards that they speak of",
                    place,
                )
        return Finding(
            "fix-impossible",
            f'what the rule "{id}" asks for would not make it hold',
            "mend the rule",
            place,
        )


def _without_files(attempt: _Attempt, before: _Attempt) -> _Attempt:
    """The state of the games if nothing is written, with the problems of an attempt."""
    return _Attempt(problems=attempt.problems, failures=before.failures, unread=before.unread)


def _is_better(now: _Attempt, before: _Attempt) -> bool:
    """True if fewer rules fail, none more often than before, and no less can be read."""
    worse = any(now.failures[key] > before.failures[key] for key in now.failures)
    return (
        not worse
        and now.failures.total() < before.failures.total()
        and set(now.unread) <= set(before.unread)
    )
