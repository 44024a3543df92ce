"""Findings: what is wrong, where, and what to do about it.

Here is the one exception family of cardgen, too."""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from cardgen.base.geometry import Box
from cardgen.base.letters import UNSEEN
from cardgen.base.suggestions import Suggestion

MOST_PROBLEMS = 1_000
"""Problems of one file that are told."""
_MOST_LINES = 10
"""Lines with the same problem that are told."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The place where a value stands: a file, a line and a column.

    Both are counted from 1, and 0 when the whole file is meant."""

    file: Path
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [shown(self.file)]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


class Replacement(NamedTuple):
    """A misspelt word, and the one to write in its place."""

    word: str
    by: str


Severity = Literal["error", "warning", "note"]
SEVERITIES = ("error", "warning", "note")
"""From the gravest on."""
_UNSEEN_IN_QUOTES = re.compile(f'(?<=")[{UNSEEN}]+|[{UNSEEN}]+(?=")')
_ALSO_SHOWN = 4
"""Places beside its own that a finding names."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or worth knowing: `what` it is and the `remedy`.

    `code` names its kind, which `cardgen.base.codes` lists. An error that no check has found, so
    that `check` is empty, says that the input is wrong. `check` is a built-in check or the id of a
    rule; `game`, `deck`, `card` and `side` say what it is about."""

    code: str
    what: str
    remedy: str
    place: Place | None = None
    _: KW_ONLY
    severity: str = "error"
    check: str = ""
    game: str = ""
    deck: str = ""
    card: str = ""
    side: str = ""
    also: tuple[Place, ...] = ()
    """The places of other cards that are to blame, too."""
    about: tuple[str, ...] = ()
    """The names of what else it is about, which are told behind the sentence."""
    spot: Box | None = None
    """The spot on that side: millimetres from the upper left corner of the trim, y downward."""
    measured: str = ""
    required: str = ""
    edit: Any = field(default=None, hash=False)
    """The `cardgen.rules.finding.Edit` that would mend it."""
    hand: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """A deal that breaks what is claimed of chance: each pile by its name, with the deck and the id
    of every card."""
    claimed: str = ""
    """The claim that this deal breaks, without its cards."""
    number: int = field(default=0, compare=False)
    """The number that others which come of it name it by; 0 where none does."""
    cause: int = field(default=0, compare=False)
    """The number of the finding that it comes of."""

    @property
    def is_input_error(self) -> bool:
        """True if the input is wrong, which no check had to find."""
        return self.severity == "error" and not self.check

    def at(self, place: Place | None) -> Self:
        """Return the finding at a place, unless it has one."""
        return self if self.place or not place else replace(self, place=place)

    def found_by(
        self,
        check: str,
        severity: str,
        game: str = "",
        deck: str = "",
        card: str = "",
        **details: Any,
    ) -> Self:
        """Return the finding as a check's, of a severity; `details` are other fields."""
        return replace(
            self, check=check, severity=severity, game=game, deck=deck, card=card, **details
        )

    def lies_in(self, folder: Path) -> bool:
        """True if it is of a file below a folder."""
        return self.place is not None and self.place.file.is_relative_to(folder)

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """Words that may stand in place of a misspelt one."""
        if not isinstance(self.remedy, Suggestion) or self.place is None:
            return ()
        return tuple(Replacement(self.remedy.word, choice) for choice in self.remedy.choices)

    @property
    def sentence(self) -> str:
        """The place, what is wrong and the remedy in one line."""
        where = f"{self.place}: " if self.place else ""
        return f"{where}{in_words(self.what, self.remedy)}"

    def __str__(self) -> str:
        if self.is_input_error:
            return self.sentence
        if not self.check:
            about = f": {', '.join(self.about)}" if self.about else ""
            return f"{self.severity}: {self.sentence}{about}"
        message = f"{self.severity}: {self.what}{self._also()}"
        where = f"{self.place}: " if self.place else ""
        return f"{where}{in_words(message, self.remedy)} [{self.check}]"

    def _also(self) -> str:
        # a loop makes many cards in one place
        others = [place for place in dict.fromkeys(self.also) if place != self.place]
        if not others:
            return ""
        more = f" and {len(others) - _ALSO_SHOWN} more" if len(others) > _ALSO_SHOWN else ""
        return f" (see also {', '.join(map(str, others[:_ALSO_SHOWN]))}{more})"


def note(
    code: str, message: str, *about: str, remedy: str = "", place: Place | None = None
) -> Finding:
    """Return a finding of something worth knowing, which mostly needs no remedy."""
    return Finding(code, message, remedy, place, severity="note", about=tuple(dict.fromkeys(about)))


def in_words(message: str, remedy: str) -> str:
    """The sentence and its remedy as one line.

    An unseen sign at the edge of what is quoted has its number:

    >>> in_words('kind cannot be "goat\\u00a0"', 'did you mean "goat"?')
    'kind cannot be "goat<U+00A0>"; did you mean "goat"?'
    """
    if not message.isascii():
        message = _UNSEEN_IN_QUOTES.sub(
            lambda signs: "".join(f"<U+{ord(sign):04X}>" for sign in signs[0]), message
        )
    return f"{message}; {remedy}" if remedy else message


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding that is to be mended first, and the findings that come of it."""

    finding: Finding
    consequences: tuple[Finding, ...] = ()

    @property
    def counted(self) -> str:
        """The consequences in words: `and 44 rules that count on it`.

        It is empty where there are none."""
        checks = [
            finding.check
            for finding in self.consequences
            if finding.check and finding.severity != "note"
        ]
        rules = len({*checks} - {self.finding.check})
        cases = 0 if rules else len(checks)
        lines = sum(not finding.check for finding in self.consequences)
        counts = [
            (rules, "rule", ""),
            (cases, "more case", ""),
            (lines, "line", " of the rulebook"),
        ]
        listed = [
            f"{count} {noun}{'s' if count > 1 else ''}{more}"
            for count, noun, more in counts
            if count
        ]
        several = rules + cases + lines > 1
        return (
            f"and {' and '.join(listed)} that count{'' if several else 's'} on it" if listed else ""
        )


def causes_in(findings: Iterable[Finding]) -> list[Cause]:
    """The findings that others come of or might, each with those, in their order."""
    roots: dict[int, Finding] = {}
    consequences: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.cause:
            consequences.setdefault(finding.cause, []).append(finding)
        elif finding.number:
            roots[finding.number] = finding
    return [Cause(root, tuple(consequences.get(number, ()))) for number, root in roots.items()]


def numbered(causes: Iterable[Cause]) -> list[Finding]:
    """The causes with numbers of their own, each followed by what comes of it."""
    findings = list[Finding]()
    for number, cause in enumerate(causes, 1):
        findings.append(replace(cause.finding, number=number))
        findings += (replace(consequence, cause=number) for consequence in cause.consequences)
    return findings


def renumbered(findings: Iterable[Finding], after: int) -> list[Finding]:
    """The findings with their numbers moved on by `after`.

    So two lists can be one."""
    return [
        replace(
            finding,
            number=finding.number and finding.number + after,
            cause=finding.cause and finding.cause + after,
        )
        for finding in findings
    ]


class CardgenError(Exception):
    """Bad input. Carries every problem that was found, never only the first."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings: tuple[Finding, ...] = findings

    def at(self, place: Place | None) -> tuple[Finding, ...]:
        """Its problems, with a place where they have none."""
        return tuple(problem.at(place) for problem in self.findings)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.findings)


class UnreadableError(ValueError):
    """A text that does not say what it should, which whoever reads it tells with its place."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(code, message, remedy)
        self.finding = Finding(code, message, remedy)

    def __str__(self) -> str:
        return self.finding.sentence


class TextWithRemedy(str):
    """The message of an exception whose class is another library's, and its remedy."""

    remedy: str

    def __new__(cls, message: str, remedy: str) -> TextWithRemedy:
        text = super().__new__(cls, message)
        text.remedy = remedy
        return text


def message_and_remedy(error: BaseException) -> tuple[str, str]:
    """Return what an exception says and its remedy, where it brings one."""
    finding = getattr(error, "finding", None)
    if isinstance(finding, Finding):
        return finding.what, finding.remedy
    text = error.args[0] if error.args else None
    if isinstance(text, TextWithRemedy):
        return str(text), text.remedy
    return str(error), ""


@contextlib.contextmanager
def collect_findings(findings: list[Finding], place: Place | None = None) -> Iterator[None]:
    """Collect the findings of a CardgenError, and go on.

    They are added to the list, with a place where they have none. What is done for each value of
    each card says so by hand: there this would take longer than the work itself."""
    try:
        yield
    except CardgenError as error:
        findings.extend(error.at(place))


@contextlib.contextmanager
def at_place(place: Place | None) -> Iterator[None]:
    """Gives the problems of a CardgenError a place where they have none."""
    try:
        yield
    except CardgenError as error:
        raise CardgenError(*error.at(place)) from error


def group_alike(problems: Iterable[Finding]) -> list[tuple[Finding, list[Place]]]:
    """Return each problem that several files have alike once.

    It is as the first says it, and where else it is said."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for problem in problems:
        groups.setdefault((problem.what, problem.remedy), []).append(problem)
    alike = []
    for group in groups.values():
        places = [problem.place for problem in group if problem.place]
        alike.append((group[0], places[1:]))
    return alike


def also_in_lines(problem: Finding, alike: Iterable[Finding]) -> Finding:
    """The problem, with the other lines of its file where it is met."""
    places = [finding.place for finding in alike if finding.place]
    lines = dict.fromkeys(
        str(place.line)
        for place in places
        if problem.place
        and place.file == problem.place.file
        and place.line not in (0, problem.place.line)
    )
    if not lines:
        return problem
    word = "line" if len(lines) == 1 else "lines"
    listed = ", ".join(list(lines)[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        listed += f" and {len(lines) - _MOST_LINES} more"
    return replace(problem, what=f"{problem.what} (also in {word} {listed})")


_VALUE = re.compile(r'"[^"]*"|\'[^\']*\'|\b[0-9]+(?:\.[0-9]+)?\b')
"""Quoted values in a sentence, and figures."""
_VALUES_TOLD = 6


def without_values(sentence: str) -> str:
    """A sentence without what it quotes and its figures.

    The same check says the rest of anything else."""
    return _VALUE.sub("_", sentence)


def with_all_values(problems: Sequence[Finding]) -> Finding:
    """Problems that say the same of several values as one.

    It is at the first of them, with those values, and what mends the first."""
    first = problems[0]
    if len({problem.what for problem in problems}) == 1:
        return first
    value_rows = [_VALUE.findall(problem.what) for problem in problems]
    pieces = _VALUE.split(first.what)
    parts = [pieces[0]]
    differing = ""
    for place, piece in enumerate(pieces[1:]):
        values = list(dict.fromkeys(row[place] for row in value_rows))
        differing = differing or (values[0] if len(values) > 1 else "")
        more = f" and {len(values) - _VALUES_TOLD} more" if len(values) > _VALUES_TOLD else ""
        parts += [", ".join(values[:_VALUES_TOLD]) + more, piece]
    alike = len({problem.remedy for problem in problems}) == 1
    measured = dict.fromkeys(problem.measured for problem in problems if problem.measured)
    return replace(
        first,
        what="".join(parts),
        remedy=first.remedy if alike else f"for {differing} {first.remedy}",
        measured=", ".join(measured),
    )


def finding_of_too_many(file: Path) -> Finding:
    """The finding about a file with more problems than are told."""
    return Finding(
        "findings-left-out",
        f"there are more than {MOST_PROBLEMS:,} problems in this file; the others are left out",
        "mend these first",
        Place(file),
    )


def limit_findings(problems: Iterable[Finding]) -> list[Finding]:
    """The problems in their order, limited in each file.

    The last ones say which files have more."""
    counts: Counter[Path] = Counter()
    first_findings = []
    more: dict[Path, Finding] = {}
    for problem in problems:
        file = problem.place.file if problem.place else None
        if file is None:
            first_findings.append(problem)
        elif counts[file] >= MOST_PROBLEMS or problem == finding_of_too_many(file):
            more[file] = finding_of_too_many(file)
        else:
            counts[file] += 1
            first_findings.append(problem)
    return [*first_findings, *more.values()]


def shown(path: Path) -> str:
    """The path as a person in the current folder would write it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive on Windows
        return str(path)
    return str(path) if relative.startswith("..") else relative


_MOST_EACH = 4
"""So many findings that are the same in several lines of a file are told one by one."""


def joined_by_file(findings: Iterable[Finding], list_all: bool) -> list[Finding]:
    """Return the findings, joined where lines of a file have the same.

    One names all its lines then. An example is a font that each text of a drawing asks for. With
    `list_all` none are joined."""
    groups: dict[object, list[Finding]] = {}
    for position, finding in enumerate(findings):
        file = None if list_all or not finding.place else finding.place.file
        key = (position if file is None else file, _of_any_card(finding), finding.remedy)
        groups.setdefault(key, []).append(finding)
    joined = list[Finding]()
    for group in groups.values():
        joined += group if len(group) <= _MOST_EACH else [also_in_lines(group[0], group)]
    return joined


def _of_any_card(finding: Finding) -> str:
    return finding.what.replace(f'"{finding.card}"', "") if finding.check else finding.what


def plain_finding(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data."""
    return {
        "code": finding.code,
        "message": finding.what,
        "remedy": finding.remedy,
        **plain_place(finding.place),
    }


def plain_place(place: Place | None) -> dict[str, Any]:
    """A place as plain data; None for what is not known."""
    if place is None:
        return {"file": None, "line": None, "column": None}
    return {
        "file": shown(place.file).replace(os.sep, "/"),
        "line": place.line or None,
        "column": place.column or None,
    }
