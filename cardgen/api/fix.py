"""What --fix would write: edits tried on the files in memory, until they settle; nothing that
leaves a game worse than it was."""

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
"""How often it is looked again: a number that was mended may be what another follows from."""
MOST_TRIED = 12
"""Rules that are tried one by one where all of them together do harm."""

Failures = Counter[tuple[str, str]]
"""How often each rule of each game fails, and each check."""
RuleKey = tuple[str, str]
"""A rule by its game and its id."""


@dataclass(frozen=True, slots=True)
class Mending:
    """What --fix would write, and what it would not, with the reasons."""

    patches: tuple[Patch, ...] = ()
    problems: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """How many values are written."""
        return sum(len(patch.edits) for patch in self.patches)


@dataclass(slots=True)
class _Attempt:
    """The files as edits leave them, for which rules these were made, and how the games stand
    then."""

    files: dict[Path, bytes] = field(default_factory=dict)
    edits: dict[Path, dict[tuple[str, str, str], Edit]] = field(default_factory=dict)
    rules: list[RuleKey] = field(default_factory=list)
    unsettled: tuple[RuleKey, ...] = ()
    """Rules that asked for other values again and again."""
    problems: list[Finding] = field(default_factory=list)
    """What could not be written, as it was in the last round."""
    failures: Failures = field(default_factory=Counter)
    unread: tuple[Finding, ...] = ()
    """What is wrong with the data."""


def mending(workshop: Workshop, names: Sequence[str], rule: str = "") -> Mending:
    """What would mend these games and decks, as far as `rule` or all rules say: each rule whose
    edits settle, read back, and leave fewer failures than there were, and none that is new. Raises
    CardgenError for a name that means nothing."""
    return _FileMender(workshop, names, rule).mending()


class _FileMender:
    """Tries edits of a project in memory."""

    def __init__(self, workshop: Workshop, names: Sequence[str], rule: str) -> None:
        self._workshop, self._names, self._rule = workshop, names, rule
        self._games = list(dict.fromkeys(parts_of(name)[0] for name in names))
        self._outcomes: dict[RuleKey, Outcome] = {}
        self._told: list[Finding] = []
        self._tried: tuple[Workshop, Report] | None = None

    def mending(self) -> Mending:
        before = _Attempt()
        before.unread, before.failures = self._state(self._workshop)
        found = self._settled(None)
        if found.files and not _is_better(found, before):
            found = self._one_by_one(found, before)
        told = dict.fromkeys((*found.problems, *self._told))
        made = [
            Patch(file, self._was(file), data, tuple(found.edits[file].values()))
            for file, data in sorted(found.files.items())
        ]
        return Mending(tuple(patch for patch in made if patch.before != patch.after), tuple(told))

    def _settled(self, allowed: Sequence[RuleKey] | None) -> _Attempt:
        """The edits of all rules, or of those that are `allowed`, without those that would never
        end; these are told."""
        left_out: set[RuleKey] = set()
        while True:
            found = self._attempt(allowed, left_out)
            if not found.unsettled:
                return found
            self._told.append(self._contradiction(found.unsettled))
            left_out.update(found.unsettled)

    def _one_by_one(self, together: _Attempt, before: _Attempt) -> _Attempt:
        """The edits of as many of these rules as do no harm, tried one after the other; those that
        do are told."""
        kept = list[RuleKey]()
        best = _without_files(together, before)
        for key in together.rules[:MOST_TRIED]:
            tried = self._attempt([*kept, key], set())
            if tried.unsettled or not tried.files:
                continue
            if _is_better(tried, best):
                kept.append(key)
                best = tried
            else:
                self._told.append(self._harm(key, tried, best))
        return best

    def _attempt(self, allowed: Sequence[RuleKey] | None, left_out: set[RuleKey]) -> _Attempt:
        """What comes of the edits of some rules, made again and again until there are none."""
        now, workshop = _Attempt(), self._workshop
        seen: list[dict[Path, bytes]] = [{}]
        asked: list[set[RuleKey]] = []
        for _ in range(ROUNDS):
            with trying(now.files):
                asking = list(self._asking(workshop, allowed, left_out))
                now.problems = []
                found = patches([edit for _, edit in asking], workshop.games, now.problems)
                if not found:
                    now.unread, now.failures = self._state(workshop)
                    return now
            done = {edit for patch in found for edit in patch.edits}
            asked.append({key for key, edit in asking if edit in done})
            now.rules += (key for key in sorted(asked[-1]) if key not in now.rules)
            for patch in found:
                now.files = {**now.files, patch.file: patch.after}
                now.edits.setdefault(patch.file, {}).update(
                    {(edit.deck, edit.card, edit.field): edit for edit in patch.edits}
                )
            if now.files in seen:
                now.unsettled = tuple(sorted(set().union(*asked[seen.index(now.files) :])))
                return now
            seen.append(now.files)
            with trying(now.files):
                workshop = open_project(self._workshop.project.root)
                if self._fresh(workshop):
                    now.unread, now.failures = self._state(workshop)
                    return now
        now.unsettled = tuple(sorted(asked[-1]))
        return now

    def _asking(
        self, workshop: Workshop, allowed: Sequence[RuleKey] | None, left_out: set[RuleKey]
    ) -> Iterator[tuple[RuleKey, Edit]]:
        """What rules ask for, each with its key."""
        everything = not self._rule and not any(parts_of(name)[1] for name in self._names)
        report = (
            self._all(workshop)
            if everything
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
        """What is wrong with the data, and how often rules fail: all of the games, for what mends
        one rule may break another."""
        report = self._all(workshop)
        failures = Counter(
            (each.game, each.check) for each in report.findings if each.severity != "note"
        )
        broken = {
            (each.game, each.id): len(each.problems)
            for each in report.outcomes
            if each.status == "broken"
        }
        return tuple(workshop.problems), failures + Counter(broken)

    def _all(self, workshop: Workshop) -> Report:
        """What all rules of the games say; the last answer is kept."""
        if self._tried is None or self._tried[0] is not workshop:
            report = Report()
            # a game that can no longer be read, which is among the problems
            with suppress(CardgenError):
                workshop.validate(self._games, ValidateOptions(rules_only=True, idle=False), report)
            self._tried = workshop, report
        return self._tried[1]

    def _fresh(self, workshop: Workshop) -> list[Finding]:
        """What is wrong with the data, and was not before."""
        return [problem for problem in workshop.problems if problem not in self._workshop.problems]

    def _was(self, file: Path) -> bytes:
        return self._workshop.project.read(file)

    def _contradiction(self, rules: Sequence[RuleKey]) -> Finding:
        """That what rules ask for never comes to an end."""
        names = [f'"{id}"' for _, id in rules]
        place = self._outcomes[rules[0]].place
        if len(names) == 1:
            return Finding(
                "fix-impossible",
                f"what the rule {names[0]} asks for changes each time that it is written",
                "mend the rule",
                place,
            )
        what = f"the rules {', '.join(names[:-1])} and {names[-1]} contradict each other: what mends one breaks another"
        return Finding("fix-impossible", what, "mend one of these rules", place)

    def _harm(self, key: RuleKey, tried: _Attempt, best: _Attempt) -> Finding:
        """Why what a rule asks for is not written."""
        place, id = self._outcomes[key].place, key[1]
        if fresh := [problem for problem in tried.unread if problem not in best.unread]:
            first = fresh[0]
            return Finding(
                "fix-impossible",
                f'what the rule "{id}" asks for could not be read: {first.what}',
                first.remedy,
                place,
            )
        if broken := [
            other for other in tried.failures if tried.failures[other] > best.failures[other]
        ]:
            what = f'what the rule "{id}" asks for would break "{broken[0][1]}"'
            return Finding(
                "fix-impossible",
                what,
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
    """How things stand where nothing is written, with what an attempt could not write."""
    return _Attempt(problems=attempt.problems, failures=before.failures, unread=before.unread)


def _is_better(now: _Attempt, before: _Attempt) -> bool:
    """Whether fewer rules fail, none more often than before, and all can be read that could be."""
    worse = any(now.failures[key] > before.failures[key] for key in now.failures)
    return (
        not worse
        and now.failures.total() < before.failures.total()
        and set(now.unread) <= set(before.unread)
    )
