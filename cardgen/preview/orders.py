"""Orders of the page: what is to be made, as a call of the workshop and as a command line."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.calibration import CalibrationOptions, make_calibration_sheets
from cardgen.api.complete_set import make_sets
from cardgen.api.workshop import Workshop, open_project
from cardgen.boxes.make import BoxOptions
from cardgen.impose.calibration import Misprint
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import DEFAULT_LAYOUT, ORDERS, Options
from cardgen.making.report import Report
from cardgen.making.settings import ExportOptions
from cardgen.model.project import find_project
from cardgen.sheets.calibration_store import calibration_for, keep

_MOST_NAMES = 100
_LONGEST_TEXT = 500  # characters
_PLAIN_WORD = re.compile(r"[\w./\\:,@=+-]+")
_SHELL_SIGNS = re.compile('["%!$`\u201c\u201d\u201e]|\\\\$')
"""What the shells of Windows obey within quotes, too."""


class OrderError(ValueError):
    """An order that no page of ours sends."""


# -- what options may be


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise OrderError("it is neither true nor false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or not value.isprintable():
        raise OrderError("it is no line of text")
    return value.strip(" ,")


def _choice(names: Sequence[str], value: object) -> str:
    if value not in names:
        raise OrderError(f"it is none of {', '.join(names)}")
    return str(value)


def _whole(most: int, value: object) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise OrderError(f"it is no whole number up to {most}")
    return value


def _number(value: object) -> float:
    if type(value) not in (int, float) or not isfinite(number := float(str(value))):
        raise OrderError("it is no number")
    return number


def _figures(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != 3:
        raise OrderError("it is not three numbers")
    return tuple(map(_number, value))


def _read(name: str, reader: Callable[[object], Any], value: object) -> Any:
    """The value of an option. Raises OrderError that names it."""
    try:
        return reader(value)
    except OrderError as error:
        raise OrderError(f"{name} cannot be that: {error}") from None


class OrderOption(NamedTuple):
    """An option of an order: its word on the command line, and how its value is read.

    `usual` is the value that the command has without the word."""

    word: str
    read: Callable[[object], Any]
    usual: Any

    def words(self, value: Any) -> list[str]:
        """The words of the command line for a value."""
        if value == self.usual:
            return []
        if value is True:
            return [self.word]
        values = value if isinstance(value, tuple) else (value,)
        return [
            self.word,
            *(f"{part:.12g}" if isinstance(part, float) else str(part) for part in values),
        ]


_PAPER = OrderOption("--paper", _text, "a4,letter")
_ANY_PAPER = OrderOption("--paper", _text, "")
_FLIP = OrderOption("--flip", partial(_choice, ("long", "short")), "long")
_INK = OrderOption("--ink", partial(_choice, ("full", "low")), "full")
_LANDSCAPE = OrderOption("--landscape", _flag, False)
_PRINTER_NAME = OrderOption("--printer-name", _text, "")
_DRAFT = OrderOption("--draft", _flag, False)
_LANGUAGE = OrderOption("--lang", _text, "")
_WHICH_CARDS = {
    "cards": OrderOption("--cards", _text, ""),
    "copies": OrderOption("--copies", partial(_whole, 999), 0),
    "variant": OrderOption("--variant", _text, ""),
    "players": OrderOption("--players", partial(_whole, 99), 0),
    "stamp": OrderOption("--stamp", _text, ""),
}


# -- what is done


def _several(text: str) -> tuple[str, ...]:
    """The words of a list with commas, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _build(workshop: Workshop, order: PageOrder, report: Report) -> None:
    values = order.cards_by_selection()
    papers = _several(values.pop("paper"))
    calibration = calibration_for(values["layout"], values.pop("printer_name"))
    options = Options(papers=papers, calibration=calibration, **values)
    workshop.build(order.names, options, report)


def _rulebooks(workshop: Workshop, order: PageOrder, report: Report) -> None:
    papers = _several(order.values["paper"])
    booklet = order.values["booklet"]
    workshop.rulebooks(order.names, papers=papers, booklet=booklet, report=report)


def _complete_sets(workshop: Workshop, order: PageOrder, report: Report) -> None:
    papers = _several(order.values["paper"])
    make_sets(workshop, order.names, Options(papers=papers), report)


def _boxes(workshop: Workshop, order: PageOrder, report: Report) -> None:
    values = order.values
    papers = _several(values.pop("paper"))
    options = BoxOptions(selection=values.pop("cards"), **values)
    workshop.boxes(order.names, options, report, papers=papers)


def _export(workshop: Workshop, order: PageOrder, report: Report) -> None:
    values = order.cards_by_selection()
    printer = values.pop("printer")
    # a job of the page is one process, which may be ended at any moment with nothing left behind
    workshop.export(order.names, printer, ExportOptions(**values, jobs=1), report)


def _printed(workshop: Workshop, order: PageOrder, report: Report) -> None:
    workshop.project.check_writable()
    workshop.printed(order.names, draft=order.values["draft"], report=report)


def _calibration_sheet(root: Path | None, order: PageOrder, report: Report) -> None:
    values = order.values
    papers = _several(values.pop("paper"))
    options = CalibrationOptions(papers=papers, **values)
    make_calibration_sheets(find_project(root), options, report)


def _calibrate(root: Path | None, order: PageOrder, report: Report) -> None:
    values = order.values
    misprint = Misprint(*values.pop("figures"))
    options = CalibrationOptions(**values)
    file = keep(options.printer, options.kind, misprint)
    report.wrote(file, f"{misprint}, for {options.sheets_in_words}")


class OrderKind(NamedTuple):
    """A kind of order: its command, its options, and what does it.

    `flags` are words that the command always has. `carry_out` gets an open project,
    `carry_out_alone` the folder of one."""

    command: str
    options: Mapping[str, OrderOption]
    carry_out: Callable[[Workshop, PageOrder, Report], None] | None = None
    carry_out_alone: Callable[[Path | None, PageOrder, Report], None] | None = None
    flags: tuple[str, ...] = ()


KINDS: Mapping[str, OrderKind] = {
    "sheets": OrderKind(
        "build",
        {
            "paper": _PAPER,
            "layout": OrderOption("--layout", partial(_choice, tuple(LAYOUTS)), DEFAULT_LAYOUT),
            "flip": _FLIP,
            "ink": _INK,
            **_WHICH_CARDS,
            "changed": OrderOption("--changed", _flag, False),
            "share": OrderOption("--share", _flag, False),
            "draft": _DRAFT,
            "order": OrderOption("--order", partial(_choice, ORDERS), ORDERS[0]),
            "printer_name": _PRINTER_NAME,
        },
        _build,
    ),
    "books": OrderKind(
        "rulebook",
        {"booklet": OrderOption("--booklet", _flag, False), "paper": _PAPER},
        _rulebooks,
    ),
    "sets": OrderKind("build", {"paper": _PAPER}, _complete_sets, flags=("--set",)),
    "boxes": OrderKind(
        "box",
        {
            "sleeved": OrderOption("--sleeved", _flag, False),
            "thickness": OrderOption("--thickness", _number, 0.3),
            "cards": _WHICH_CARDS["cards"],
            "together": OrderOption("--together", _flag, False),
            "tray": OrderOption("--tray", _flag, False),
            "paper": _ANY_PAPER,
            "ink": _INK,
        },
        _boxes,
    ),
    "export": OrderKind(
        "export",
        {
            "printer": OrderOption("--printer", _text, ""),
            "force": OrderOption("--force", _flag, False),
            **_WHICH_CARDS,
        },
        _export,
    ),
    "printed": OrderKind("printed", {"draft": _DRAFT}, _printed),
    "calibration-sheet": OrderKind(
        "calibrate",
        {
            "check": OrderOption("--check", _flag, False),
            "printer": _PRINTER_NAME,
            "flip": _FLIP,
            "landscape": _LANDSCAPE,
            "paper": _PAPER,
        },
        carry_out_alone=_calibration_sheet,
    ),
    "calibrate": OrderKind(
        "calibrate",
        {
            "figures": OrderOption("--set", _figures, ()),
            "printer": _PRINTER_NAME,
            "flip": _FLIP,
            "landscape": _LANDSCAPE,
        },
        carry_out_alone=_calibrate,
    ),
}


@dataclass(frozen=True, slots=True)
class PageOrder:
    """An order of what to make: a kind, games and decks, and the values of all options."""

    kind: str
    names: tuple[str, ...] = ()
    language: str = ""
    _values: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, plain: object) -> PageOrder:
        """The order that a page sent. Raises OrderError."""
        if not isinstance(plain, dict) or set(plain) - {"kind", "names", "lang", "options"}:
            raise OrderError("that is no order")
        kind = KINDS.get(str(plain.get("kind")))
        names, options = plain.get("names", []), plain.get("options", {})
        if kind is None:
            raise OrderError("nothing of this kind is made")
        if not isinstance(names, list) or len(names) > _MOST_NAMES or not isinstance(options, dict):
            raise OrderError("that is no order")
        if unknown := [name for name in options if name not in kind.options]:
            raise OrderError(f"there is no option {unknown[0]}")
        values = {name: option.usual for name, option in kind.options.items()}
        for name, value in options.items():
            values[name] = _read(name, kind.options[name].read, value)
        language = _read("lang", _text, plain.get("lang", ""))
        texts = tuple(_read("names", _text, name) for name in names)
        return cls(str(plain["kind"]), texts, language, values)

    @property
    def values(self) -> dict[str, Any]:
        """The values of all options, by their names."""
        return dict(self._values)

    def cards_by_selection(self) -> dict[str, Any]:
        """The values, with the selection of cards as options of sheets have it."""
        selection = self._values["cards"]
        return {**self._values, "cards": (selection,) if selection else ()}

    def carry_out(self, root: Path | None, report: Report) -> None:
        """Make what is asked for, in the project of a folder. Raises CardgenError."""
        kind = KINDS[self.kind]
        if kind.carry_out_alone:
            kind.carry_out_alone(root, self, report)
        elif kind.carry_out:
            kind.carry_out(open_project(root, self.language), self, report)

    def command(self, root: Path | None) -> str:
        """The line that does the same in a shell; "" where this system's shells would misread it.

        What strangers have called their files stays a word."""
        kind = KINDS[self.kind]
        words = ["cardgen", kind.command, *kind.flags]
        for name, option in kind.options.items():
            words += option.words(self._values[name])
        if self.language and kind.carry_out:
            words += _LANGUAGE.words(self.language)
        if root is not None:
            words += ["--project", str(root)]
        if kind.carry_out:
            ends = ["--"] if any(name.startswith("-") for name in self.names) else []
            words += [*ends, *self.names]
        return shell_line(words)


def shell_line(words: Sequence[str], system: str = os.name) -> str:
    """The words as one line for the shells of a system; "" where they cannot be quoted there."""
    if system != "nt":
        return shlex.join(words)
    if any(_SHELL_SIGNS.search(word) for word in words):
        return ""
    return " ".join(word if _PLAIN_WORD.fullmatch(word) else f'"{word}"' for word in words)
