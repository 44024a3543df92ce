"""The calibrations of the user's own printers, in the settings folder.

CARDGEN_CONFIG names another."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.base.files import read_own, write
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.state import from_json
from cardgen.base.suggestions import did_you_mean
from cardgen.impose.calibration import Calibration, Misprint, check_misprint
from cardgen.impose.layouts import LAYOUTS

FILE = "calibration.json"
_FIGURES = ("x", "y", "rotation")
_MOST_BYTES = 1 << 20
"""Of the file: some thousands of printers."""

Kept = dict[str, dict[str, Misprint]]
"""By the printer's name ("" for the one without), by the kind of sheet."""


def file_of_calibrations() -> Path:
    """The file of calibrations.

    It lies in the folder that CARDGEN_CONFIG names, else in that of the user."""
    folder = os.environ.get("CARDGEN_CONFIG")
    if folder:
        return Path(folder) / FILE
    import platformdirs

    return Path(platformdirs.user_config_dir("cardgen", appauthor=False)) / FILE


def read_calibrations() -> Kept:
    """All that is kept; nothing where there is no file. Raises CardgenError for a file that is not
    as this module writes it."""
    file = file_of_calibrations()
    try:
        return _understood(from_json(read_own(file, _MOST_BYTES)))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CardgenError(_unreadable(file, error.strerror or str(error))) from None
    except json.JSONDecodeError as error:
        raise CardgenError(_unreadable(file, error.msg, error.lineno, error.colno)) from None
    except CardgenError as error:
        raise CardgenError(_unreadable(file, error.findings[0].what)) from None
    except ValueError as error:  # as UnicodeDecodeError is
        raise CardgenError(_unreadable(file, str(error))) from None


def calibration_of(printer: str) -> Calibration | None:
    """The calibration of this printer; None where the printer was never measured. Raises
    CardgenError for a name that is not kept."""
    calibrations = read_calibrations()
    if printer and printer not in calibrations:
        remedy = did_you_mean(
            printer,
            [name for name in calibrations if name],
            f'measure it: cardgen calibrate --printer-name "{printer}"',
        )
        raise CardgenError(
            Finding("unknown-printer", f'no printer called "{printer}" was calibrated', remedy)
        )
    if printer in calibrations:
        return Calibration(printer, calibrations[printer])
    return None


def calibration_for(layout: str, printer: str = "") -> Calibration | None:
    """The calibration of this printer for a layout's sheets.

    It is None where only one side is printed."""
    sheet_layout = LAYOUTS.get(layout)
    return calibration_of(printer) if sheet_layout and sheet_layout.two_sided else None


def keep(printer: str, kind: str, misprint: Misprint) -> Path:
    """Keep what was measured; gives the file. Raises CardgenError."""
    check_misprint(misprint)
    calibrations = read_calibrations()
    calibrations.setdefault(printer, {})[kind] = misprint
    return _write(calibrations)


def forget(printer: str, kind: str = "") -> bool:
    """Forget a printer, or one kind of its sheets; True if known.

    A file that cannot be understood goes whole. Raises CardgenError."""
    try:
        calibrations = read_calibrations()
    except CardgenError:
        calibrations = {}
        there = True
    else:
        there = (calibrations.get(printer, {}) if kind else calibrations).pop(
            kind or printer, None
        ) is not None
        calibrations = {name: kinds for name, kinds in calibrations.items() if kinds}
    if calibrations:
        _write(calibrations)
    elif there:
        file = file_of_calibrations()
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise CardgenError(
                Finding(
                    "file-unwritable",
                    f"{shown(file)} cannot be taken away: {error.strerror}",
                    "see that you may write there",
                )
            ) from None
    return there


def _write(calibrations: Mapping[str, Mapping[str, Misprint]]) -> Path:
    file = file_of_calibrations()
    plain = {
        name: {kind: misprint._asdict() for kind, misprint in sorted(kinds.items())}
        for name, kinds in sorted(calibrations.items())
    }
    text = json.dumps({"printers": plain}, indent=2, ensure_ascii=False)
    write(file, f"{text}\n".encode())
    return file


def _understood(data: Any) -> Kept:
    """Raises ValueError or CardgenError for anything else than what is written."""
    printers = data.get("printers") if isinstance(data, dict) else None
    if not isinstance(printers, dict):
        raise ValueError('it has no "printers"')
    calibrations: Kept = {}
    for name, kinds in printers.items():
        if not isinstance(kinds, dict):
            raise ValueError(f'what it says of "{name}" is no list of sheets')
        for kind, figures in kinds.items():
            if not isinstance(figures, dict) or not all(
                type(figures.get(figure)) in (int, float) for figure in _FIGURES
            ):
                raise ValueError(f'"{name}", "{kind}" needs the numbers x, y and rotation')
            misprint = Misprint(*(float(figures[figure]) for figure in _FIGURES))
            check_misprint(misprint)
            calibrations.setdefault(name, {})[kind] = misprint
    return calibrations


def _unreadable(file: Path, why: str, line: int = 0, column: int = 0) -> Finding:
    sentence = f"the kept calibration cannot be read: {why}"
    return Finding(
        "file-unreadable",
        sentence,
        "mend the file, or begin anew with: cardgen calibrate --reset",
        Place(file, line, column),
    )
