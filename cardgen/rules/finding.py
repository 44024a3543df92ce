"""A finding: something a check noticed about a card, with its severity and the remedy; and the
outcome of a rule, with what it found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, TypeVar

from cardgen.base.findings import Finding, Place, also_in_lines
from cardgen.base.geometry import Box
from cardgen.base.origins import SharedProblem, joined, shared_key

Severity = Literal["error", "warning", "note"]
SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Edit:
    """The smallest edit that would mend something: `field` of a card becomes `value`. `place` is
    where the field stands, if it is written.

    Without a field the card is taken out; without a card either, `value` is what a new card of the
    deck says. Without a deck it is a name in rules.yaml, in the set that `field` names. `follows`
    tells that the value follows from other cards, so that it may be written without asking what was
    meant."""

    deck: str
    card: str
    field: str
    value: Any
    place: Place | None
    follows: bool = False

    def on(self, card: str) -> str:
        """The edit in words, where `card` is the one that is spoken of."""
        if not self.deck or not self.field or self.card == card:
            return str(self)
        return f"{self} for {self.deck}/{self.card}"

    def __str__(self) -> str:
        if not self.deck:
            return f"write {self.value} in its place"
        if not self.field:
            return (
                f"take out {self.deck}/{self.card}"
                if self.card
                else f"add {as_yaml(self.value)} to {self.deck}"
            )
        from cardgen.load.cell_names import (
            cell,  # with all that reads games; a report needs only the words
        )

        into = cell(self.place) if self.place else ""
        if into:
            return f"write {self.value if self.value and isinstance(self.value, str) else as_yaml(self.value)} into cell {into}"
        return f"write  {self.field}: {as_yaml(self.value)}"


_MOST_EACH = 4
"""So many problems that are the same in several lines of a file are told one by one."""
_PLAIN = re.compile(r"\w([\w .!?'’+&/()-]*[\w.!?)])?")
"""Texts that mean nothing else in YAML, wherever they stand."""


def as_yaml(value: Any) -> str:
    """A value as one would type it into a deck file: it is read back as the same, wherever it
    stands."""
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {as_yaml(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    return '""' if value is None else str(value)


_SHOWN = 4
"""Places beside its own that a finding names."""


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """`check` names the check; `game`, `deck` and `card` what it is about; `problem` says it in
    words, with its place.

    `edit` would mend it; `also` are the places of other cards that are to blame.
    """

    check: str
    severity: str
    problem: Finding
    game: str = ""
    deck: str = ""
    card: str = ""
    edit: Edit | None = None
    also: tuple[Place, ...] = ()
    side: str = ""
    spot: Box | None = None
    """Where on that side: millimetres from the upper left corner of the trim, y downward."""
    measured: str = ""
    required: str = ""
    hand: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """A deal that breaks what is claimed of chance: each pile by its name, with the deck and the id
    of every card."""
    claimed: str = ""
    """What that deal breaks: what the problem says of it without its cards."""
    cards: tuple[CheckFinding, ...] = ()
    """What was found on each card, where several have it from one place of a template and it is
    told once."""

    def __str__(self) -> str:
        # a loop makes many cards in one place
        others = [place for place in dict.fromkeys(self.also) if place != self.problem.place]
        more = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
        also = f" (see also {', '.join(map(str, others[:_SHOWN]))}{more})" if others else ""
        what, remedy = f"{self.severity}: {self.problem.what}{also}", self.problem.remedy
        ends = f" [{self.check}]"
        return str(
            Finding(
                "rule-broken",
                what if remedy else what + ends,
                remedy and remedy + ends,
                self.problem.place,
            )
        )


def told_together(findings: Iterable[CheckFinding]) -> list[CheckFinding]:
    """The findings in their order, each that several cards of a game have from one place of a
    template once: as the worst of them has it, and as grave as the gravest."""
    groups: dict[object, list[CheckFinding]] = {}
    for number, finding in enumerate(findings):
        key = shared_key(finding.problem)
        groups.setdefault((finding.game, finding.check, key) if key else number, []).append(finding)
    return list(chain.from_iterable(map(_as_one, groups.values())))


def told_apart(findings: Iterable[CheckFinding]) -> Iterator[CheckFinding]:
    """The findings card by card."""
    for finding in findings:
        members = finding.problem.members if isinstance(finding.problem, SharedProblem) else ()
        yield from (
            replace(finding, deck=each.deck, card=each.card, problem=each.alone) for each in members
        )
        yield from () if members else (finding,)


def _as_one(group: Sequence[CheckFinding]) -> Sequence[CheckFinding]:
    """Findings from one place as one; as they are where all are of one card."""
    together = joined(finding.problem for finding in group)
    if together is None or len(group) == 1:
        return group
    worst = next(
        finding for finding in group if together.worst in getattr(finding.problem, "members", ())
    )
    severity = min((finding.severity for finding in group), key=SEVERITIES.index)
    return [replace(worst, severity=severity, problem=together, also=(), cards=tuple(group))]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one rule. `id` is the rule's, or VARIANT/ID for a check of a variant.

    status: ok, failed, broken (it cannot be computed, `problems` say why), skipped (a deck could
    not be read, or it asks for all editions) or note. `counted` says what was counted, `decks`
    which decks the rule looked at."""

    game: str
    id: str
    says: str
    status: str
    place: Place
    source: str = ""
    severity: str = "error"
    counted: str = ""
    decks: tuple[str, ...] = ()
    findings: tuple[CheckFinding, ...] = ()
    problems: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class MissedCard(Finding):
    """A text speaks of the card `id` of a deck, which is not there."""

    deck: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """What is to be mended first, and what counts on it: findings that would be no more, and
    problems of the rulebook that come of it."""

    finding: CheckFinding
    consequences: tuple[CheckFinding, ...] = ()
    problems: tuple[Finding, ...] = ()

    @property
    def counted(self) -> str:
        """What counts on it, in words: `and 44 rules that count on it`; nothing where nothing
        does."""
        told = [each.check for each in self.consequences if each.severity != "note"]
        rules = len({*told} - {self.finding.check})
        cases = 0 if rules else len(told)
        counts = [
            (rules, "rule", ""),
            (cases, "more case", ""),
            (len(self.problems), "line", " of the rulebook"),
        ]
        said = [f"{count} {what}{'s' * (count > 1)}{more}" for count, what, more in counts if count]
        many = sum(count for count, _, _ in counts) > 1
        return f"and {' and '.join(said)} that count{'' if many else 's'} on it" if said else ""


def wanted(id: str, only: str) -> bool:
    """Whether a rule is one of those that --rule names: itself, or all checks of a variant."""
    return not only or id == only or id.startswith(f"{only}/")


Told = TypeVar("Told", Finding, CheckFinding)


def joined_by_file(told: Iterable[Told], whole: bool) -> list[Told]:
    """What many lines of a file have alike once, with those lines, or all if asked: a font that
    each text of a drawing asks for."""
    groups: dict[object, list[Told]] = {}
    for each in told:
        problem = each.problem if isinstance(each, CheckFinding) else each
        alone = id(each) if whole or not problem.place else problem.place.file
        what = _of_any_card(each) if isinstance(each, CheckFinding) else each.what
        groups.setdefault((alone, what, str(problem.remedy)), []).append(each)
    return list(
        chain.from_iterable(
            group if len(group) <= _MOST_EACH else [_with_lines(group)] for group in groups.values()
        )
    )


def _with_lines(group: Sequence[Told]) -> Told:
    first = group[0]
    if isinstance(first, CheckFinding):
        return replace(
            first,
            problem=also_in_lines(
                first.problem, [each.problem for each in group if isinstance(each, CheckFinding)]
            ),
        )
    return also_in_lines(first, [each for each in group if isinstance(each, Finding)])


def _of_any_card(finding: CheckFinding) -> str:
    return finding.problem.what.replace(f'"{finding.card}"', "")
