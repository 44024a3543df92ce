"""The process that makes what a page has asked for.

It does what a command of the command line does, with the same bounds: strangers' material is worked
on in children of its own. It ends with the preview, and may be stopped at any moment."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.origins import group_shared
from cardgen.base.scratch import clear_scratch
from cardgen.making.report import Report
from cardgen.preview.orders import PageOrder
from cardgen.sandbox.process import follow_parent

_BETWEEN = 0.1
"""Seconds between two words on how far a task is."""
_MOST_FILES = 2000
"""Files of a folder that are told."""


class Step(NamedTuple):
    """How far a task of the job is."""

    task: str
    done: int
    of: int


class MadeFiles(NamedTuple):
    """A file, or a folder with files, that was written, and what is in it."""

    path: Path
    about: str
    inside: tuple[Path, ...] = ()


class JobEnd(NamedTuple):
    """The end of a job: what was found, what comes of it, and its last line."""

    findings: tuple[Finding, ...]
    counted: Mapping[int, str]
    ending: str
    exit_code: int


def make_ordered(sender: connection.Connection, root: Path | None, order: PageOrder) -> None:
    """Carry out an order; each Step, MadeFiles and the JobEnd are sent. Leaves by itself."""
    follow_parent()
    clear_scratch()
    if sys.platform != "linux":
        threading.Thread(target=_end_with_preview, daemon=True).start()
    with suppress(OSError):  # nobody listens any more
        sender.send(_carried_out(sender, root, order))


def _end_with_preview() -> None:
    parent = parent_process()
    if parent:
        connection.wait([parent.sentinel])
        os._exit(0)


def _carried_out(sender: connection.Connection, root: Path | None, order: PageOrder) -> JobEnd:
    """Carry out an order, and return how it ended.

    While it runs its steps and files are sent."""
    last_step = ("", 0.0)

    def progress(task: str, done: int, of: int) -> None:
        nonlocal last_step
        now = time.monotonic()
        if task != last_step[0] or done == of or now - last_step[1] > _BETWEEN:
            last_step = (task, now)
            sender.send(Step(task, done, of))

    def wrote(path: Path, about: str) -> None:
        path = path.absolute()
        sender.send(MadeFiles(path, about, _files_in(path)))

    report = Report(progress=progress, wrote=wrote)
    try:
        order.carry_out(root, report)
    except CardgenError as error:
        report.findings += error.findings
    except OSError as error:
        sentence = f"{error.filename or 'the system'}: {error.strerror or error}"
        report.findings.append(
            Finding("system-refused", sentence, "see that it can be read and written")
        )
    except Exception:  # a fault of our own, which is told on the page
        last_line = traceback.format_exc().strip().rpartition("\n")[2]
        sentence = f"cardgen itself stumbled: {last_line}"
        remedy = "please report it, with what you had asked for"
        report.findings.append(Finding("preview-failed", sentence, remedy))
    counted = {cause.finding.number: cause.counted for cause in report.causes if cause.consequences}
    findings = tuple(group_shared(report.findings))
    return JobEnd(findings, counted, report.ending, report.exit_code)


def _files_in(path: Path) -> tuple[Path, ...]:
    """The files of a folder that was written, as far as they are told; none of a file."""
    if not path.is_dir():
        return ()
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    return tuple(file for file, _ in zip(files, range(_MOST_FILES), strict=False))
