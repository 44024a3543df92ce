"""The parts of a run that do not wait for one another: made side by side where that pays, and told
in their order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardgen.api.run_report import Met, Report
from cardgen.base.findings import gathered
from cardgen.sandbox.side_by_side import Say, can_share, side_by_side

PAYS = 150
"""Cards of which the parts have to be made together before a copy of this process saves more than
it costs."""


class RunPart(NamedTuple):
    """What a run makes and tells a report of. `cards` are those that are drawn for it, 0 where it
    is done in a moment."""

    make: Callable[[Report], None]
    cards: int = 0


@contextmanager
def begun(parts: Sequence[RunPart], jobs: int, report: Report) -> Iterator[Callable[[], None]]:
    """Begin what pays of these parts on `jobs` processes, or as many as the machine has processors;
    gives what makes the others, and tells the report of all as if one had followed the other."""
    processes = jobs or os.cpu_count() or 1
    away = sorted(
        (number for number, part in enumerate(parts) if part.cards),
        key=lambda number: -parts[number].cards,
    )
    if (
        processes < 2
        or len(away) < 2
        or sum(part.cards for part in parts) < PAYS
        or not can_share()
    ):
        away = []
    with side_by_side(
        [partial(_made, parts[number], report.home) for number in away], processes, report.progress
    ) as result:

        def make() -> None:
            for number, part in enumerate(parts):
                if number not in away:
                    with gathered(report.findings):
                        part.make(report)
                    continue
                met, files = result(away.index(number))
                report.take([met])
                for path, about in files:
                    report.made(path, about)

        yield make


def _made(part: RunPart, home: Path | None, say: Say) -> tuple[Met, list[tuple[Path, str]]]:
    """What a part has met as a copy of this process makes it, and the files that it wrote, with
    what there is to say of each."""
    files: list[tuple[Path, str]] = []
    report = Report(progress=say, wrote=lambda path, about: files.append((path, about)), home=home)
    with gathered(report.findings):
        part.make(report)
    report.stage()
    return report.met, files
