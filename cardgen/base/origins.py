"""Problems that many cards have from one place of a template.

They are told once, with the worst of them and what would mend them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Self

from cardgen.base.findings import SEVERITIES, Finding, Place
from cardgen.base.units import listed

_OF_WORST = ("check", "game", "deck", "card", "side", "spot", "measured", "required")
"""Fields that a problem of several cards has as the worst of them has them."""
_NAMED = 3
"""Cards that are named where many have the same."""


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """The part of a template that something on a card comes of.

    `about` names it, `place` is its line. `boxed` tells that it is set in a box, and `key` tells it
    from all else that comes of the same line: another expression, a part of the card where no line
    is known."""

    about: str = field(compare=False)
    place: Place | None = None
    key: tuple[object, ...] = ()
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class CardProblem(Finding):
    """A problem of one `card` that comes of its template.

    The card is one of a `deck` of `among` cards. Other cards may have it from the same `origin`.
    `says` is what is wrong without the card and the text, and `worse` the larger the worse it is;
    of one `kind` are those that one remedy mends."""

    origin: TemplateSource | None = None
    kind: str = ""
    says: str = ""
    worse: float = 0.0
    among: int = 0

    @property
    def members(self) -> tuple[Self, ...]:
        """The cards that it is about, each by its own problem."""
        return (self,)

    @property
    def alone(self) -> Self:
        """Return the problem as it is told of its card by itself."""
        heading = f'card "{self.card}"'
        return (
            self if self.what.startswith(heading) else replace(self, what=f"{heading}: {self.what}")
        )

    @classmethod
    def remedy_of(cls, members: Sequence[CardProblem]) -> str:
        """The remedy of all of them: what mends the worst."""
        return max(members, key=attrgetter("worse")).remedy


@dataclass(frozen=True, slots=True)
class SharedProblem(Finding):
    """A problem that several cards have from one place of a template.

    They are in the order of the cards."""

    members: tuple[CardProblem, ...] = ()

    @property
    def worst(self) -> CardProblem:
        """The first of those that are worst."""
        return max(self.members, key=attrgetter("worse"))

    @classmethod
    def of(cls, members: Sequence[CardProblem]) -> SharedProblem:
        """Return one problem for several cards. All of them have an origin."""
        worst = max(members, key=attrgetter("worse"))
        origin = worst.origin
        decks = {member.deck: member.among for member in members}
        names = list(dict.fromkeys((member.deck, member.card) for member in members))
        cards_in_all, count = sum(decks.values()), len(names)
        many = f"all {count:,}" if count == cards_in_all else f"{count:,} of {cards_in_all:,}"
        which = listed(
            (card if len(decks) == 1 else f"{deck}/{card}" for deck, card in names), _NAMED
        )
        where = (
            f" ({worst.place})" if worst.place and origin and worst.place != origin.place else ""
        )
        worse = "as" if len({member.worse for member in members}) == 1 else "at the worst"
        alone = (
            ""
            if len({member.says for member in members}) == 1
            else f', {worse} on card "{worst.card}"{where}'
        )
        subjects = {member.origin.about for member in members if member.origin}
        about = (
            f"{subjects.pop() if len(subjects) == 1 else 'their text'} " if any(subjects) else ""
        )
        message = f"{many} cards ({which}): {about}{worst.says}{alone}"
        place = (origin.place if origin else None) or members[0].place
        severity = min((member.severity for member in members), key=SEVERITIES.index)
        of_worst: dict[str, Any] = {name: getattr(worst, name) for name in _OF_WORST}
        remedy = type(worst).remedy_of(members)
        return cls(
            worst.code, message, remedy, place, tuple(members), severity=severity, **of_worst
        )

    def found_by(
        self,
        check: str,
        severity: str,
        game: str = "",
        deck: str = "",
        card: str = "",
        **details: Any,
    ) -> Self:
        """Return the problem as a check's, with each of its members."""
        members = tuple(
            replace(member, check=check, severity=severity, game=game) for member in self.members
        )
        details["members"] = members
        return super(SharedProblem, self).found_by(check, severity, game, deck, card, **details)


def shared_key(problem: Finding) -> object:
    """The place and kind of a problem that cards share, as a key.

    It is None for one that no other card has."""
    if not isinstance(problem, CardProblem | SharedProblem) or not problem.members:
        return None
    first = problem.members[0]
    return (first.kind, first.origin) if first.origin else None


def group_shared(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in their order, those of one template place joined.

    It is for cards of a game; the one stands where the first of them stood."""
    groups: dict[object, list[Finding]] = {}
    for position, finding in enumerate(findings):
        key = shared_key(finding)
        groups.setdefault((finding.game, finding.check, key) if key else position, []).append(
            finding
        )
    together = list[Finding]()
    for group in groups.values():
        joint_finding = joined(group)
        together += [joint_finding] if joint_finding and len(group) > 1 else group
    return together


def split_shared(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings card by card."""
    for finding in findings:
        if isinstance(finding, SharedProblem) and finding.members:
            yield from (member.alone for member in finding.members)
        else:
            yield finding


def joined(group: Iterable[Finding]) -> SharedProblem | None:
    """Findings with the same key merged into one; None where all are of one card."""
    members = [
        member
        for finding in group
        if isinstance(finding, CardProblem | SharedProblem)
        for member in finding.members
    ]
    cards = {(member.deck, member.card) for member in members}
    return SharedProblem.of(members) if len(cards) > 1 else None
