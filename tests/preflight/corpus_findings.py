"""The corpus: cards as games have them, and what preflight finds about each for some printers.

    python tests/preflight/corpus_findings.py --write

writes `corpus/expected.yaml` anew after a check or one of its constants was changed. Without the
flag it only says what would change."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent.parent)]

from cardgen.api.workshop import open_project  # noqa: E402
from cardgen.making.settings import ValidateOptions  # noqa: E402

CORPUS = HERE / "corpus"
EXPECTED = CORPUS / "expected.yaml"
_LISTED = (
    (HERE.parents[1] / "docs/printing.md")
    .read_text("utf-8")
    .split("\n## Preflight\n")[1]
    .split("\n## ")[0]
)
CHECKS = frozenset(re.findall(r"^\| `([a-z-]+)` \|", _LISTED, re.MULTILINE))
"""The checks of the press, as the page lists them."""
PRINTERS = ("makeplayingcards", "drivethrucards", "offset")
HEAD = """# What preflight finds, by card and printer; of the cards that are not named, nothing.
# Written by tests/preflight/corpus_findings.py.
"""


Told = dict[str, dict[str, list[str]]]
"""Severity and check of each finding, once, in order, by card and printer."""


def found() -> Told:
    """What preflight finds now. What is about a whole deck stands under its name."""
    told: Told = {}
    for printer in PRINTERS:
        report = open_project(CORPUS).validate(options=ValidateOptions(printer=printer))
        assert not report.problems, report.problems
        for each in report.findings:
            told.setdefault(each.card or each.deck or each.game, {}).setdefault(printer, []).append(
                f"{each.severity} {each.check}"
            )
    return {
        card: {printer: sorted(set(checks)) for printer, checks in told[card].items()}
        for card in sorted(told)
    }


def expected() -> Told:
    return yaml.safe_load(EXPECTED.read_text("utf-8"))  # type: ignore[no-any-return]


def differences(now: Told, then: Told) -> list[str]:
    """What came and what went, a line each."""
    lines = []
    for card in sorted({*now, *then}):
        for printer in PRINTERS:
            after, before = (set(told.get(card, {}).get(printer, ())) for told in (now, then))
            lines += [f"{card}, {printer}: + {check}" for check in sorted(after - before)]
            lines += [f"{card}, {printer}: - {check}" for check in sorted(before - after)]
    return lines


if __name__ == "__main__":
    now = found()
    for line in differences(now, expected() if EXPECTED.is_file() else {}):
        print(line)  # noqa: T201
    if "--write" in sys.argv[1:]:
        EXPECTED.write_text(
            HEAD + yaml.safe_dump(now, sort_keys=False, default_flow_style=None, width=120),
            "utf-8",
            newline="\n",
        )
