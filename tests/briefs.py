"""Findings without their wording: where they are, which they are, and which values they name.

Each sentence has one test that spells it; the others ask for its brief."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from cardgen.base.findings import CardgenError, Finding, in_words

_QUOTED = r'"[^"]*"|\'[^\']*\''
_MEANT = re.compile(r"did you mean [^?]*")
_VALUE = re.compile(rf"{_QUOTED}|\b[0-9][0-9.,]*\b|\b(?:nan|inf)\b")


def place_of(finding: Finding) -> str:
    """Return `FILE:LINE:COLUMN` without the folder, or nothing."""
    if not finding.place:
        return ""
    numbers = (finding.place.line, finding.place.column)
    return ":".join([finding.place.file.name, *(str(number) for number in numbers if number)])


def spelt(finding: Finding) -> str:
    """Return `FILE:LINE:COLUMN: WHAT; REMEDY`."""
    place = place_of(finding)
    return f"{place}: " * (place != "") + in_words(finding.what, finding.remedy)


def brief(finding: Finding) -> str:
    """Return `FILE:LINE:COLUMN CODE VALUES -> VALUES`: those that the sentence names, with figures,
    and those that may have been meant. What is no error begins with its severity."""
    severity = "" if finding.severity == "error" else finding.severity
    meant = _MEANT.match(finding.remedy)
    parts = [severity, place_of(finding), finding.code, *_VALUE.findall(finding.what)]
    if meant:
        parts += ["->", *re.findall(_QUOTED, meant[0])]
    return " ".join(part for part in parts if part)


def briefs(findings: Iterable[Finding]) -> list[str]:
    return [brief(finding) for finding in findings]


def is_expected(finding: Finding, expected: str) -> bool:
    """Return whether a finding is the brief one that is expected, or spelt with these words."""
    return brief(finding) == expected or expected in spelt(finding)


def has_expected(findings: Iterable[Finding], expected: str) -> bool:
    """Return whether one of the findings is the brief one, or spelt with these words."""
    return any(is_expected(finding, expected) for finding in findings)


@contextmanager
def raises_expected(expected: str) -> Iterator[None]:
    """Expect a CardgenError that has the brief finding, or one spelt with these words."""
    with pytest.raises(CardgenError) as error:
        yield
    assert has_expected(error.value.findings, expected), briefs(error.value.findings)


@contextmanager
def raises_code(*codes: str) -> Iterator[None]:
    """Expect a CardgenError of findings with these codes."""
    with pytest.raises(CardgenError) as error:
        yield
    raised = [finding.code for finding in error.value.findings]
    assert [*codes] == raised, raised


@contextmanager
def raises_finding(*expected: str) -> Iterator[None]:
    """Expect a CardgenError of findings with these briefs."""
    with pytest.raises(CardgenError) as error:
        yield
    raised = briefs(error.value.findings)
    assert [*expected] == raised, raised
