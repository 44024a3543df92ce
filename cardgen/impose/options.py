"""How sheets are made: what a call of `build` may ask for, whether it can be, and what its files are called."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from cardgen.base.errors import CardgenError, Problem, Unreadable, did_you_mean, shown
from cardgen.impose.calibration import Calibration
from cardgen.impose.registration import find_cutter
from cardgen.model.sizes import PAPERS, Paper, paper_size

LAYOUTS = ("duplex", "gutterfold", "single", "contact")
CUT_LAYOUTS = ("duplex", "single")
"""Those whose sheets a cutting machine can take."""
_MOST = 3_000
"""Millimetres: no paper is larger, so a length beyond it is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Options:
    """How sheets are made. Lengths in millimetres; `cards` are ids, none for all."""

    papers: tuple[str, ...] = ("a4", "letter")
    layout: str = "duplex"
    flip: str = "long"
    margin: float = 5.0
    bleed: float = 3.0
    gutter: float | None = None
    """None for none, save where cards would touch whose borders differ."""
    ink: str = "full"
    cards: tuple[str, ...] = ()
    second_set: bool = False
    jobs: int = 0
    """Processes that draw a deck; 0 for as many as pay."""
    variant: str = ""
    players: int = 0
    language: str = ""
    """Of the texts, for the names of files; it is the workshop's, whatever is asked for here."""
    share: bool = False
    """Whether decks of one size and back share their sheets."""
    cutter: str = ""
    """The machine that cuts, as NAME or NAME@VERSION."""
    skip_slots: tuple[int, ...] = ()
    """Places of every sheet that stay empty, from 1 in reading order."""
    calibration: Calibration | None = None
    """What the printer lays off, for the backs of duplex sheets."""
    out: Path | None = None


def check_options(options: Options) -> list[Paper]:
    """The papers that the options name. Raises CardgenError with everything that is wrong with them."""
    problems: list[Problem] = []
    papers: dict[str, Paper] = {}
    for name in options.papers:
        try:
            paper = paper_size(name)
            papers[paper.name] = paper
        except Unreadable as error:
            problems.append(Problem(error.what, error.remedy))
    for what, value, choices in (
        ("layout", options.layout, LAYOUTS),
        ("flip", options.flip, ("long", "short")),
        ("ink", options.ink, ("full", "low")),
    ):
        if value not in choices:
            problems.append(Problem(f'no {what} is called "{value}"', did_you_mean(value, choices)))
    for what, millimetres in (("margin", options.margin), ("bleed", options.bleed), ("gutter", options.gutter or 0.0)):
        if not 0 <= millimetres <= _MOST:
            remedy = f"give a {what} of {f'at most {_MOST:g} mm' if _MOST < millimetres < math.inf else '0 mm or more'}"
            problems.append(Problem(f"a {what} of {millimetres:g} mm is impossible", remedy))
    if options.skip_slots and options.layout == "contact":
        problems.append(Problem("the contact sheet has no slots to skip", "leave --skip-slots out, or --layout contact"))
    if options.share and options.layout == "contact":
        problems.append(Problem("small pictures have no sheets to share", "leave --share out, or use another --layout"))
    if options.cutter:
        try:
            find_cutter(options.cutter)
        except CardgenError as error:
            problems += error.problems
        if options.layout not in CUT_LAYOUTS:
            what = f"sheets of the layout {options.layout} cannot be cut by a machine"
            problems.append(Problem(what, f"use --layout {' or '.join(CUT_LAYOUTS)}, or leave --cutter out"))
    if not options.papers:
        problems.append(Problem("no paper is named", f"use one or more of: {', '.join(PAPERS)}, or WIDTHxHEIGHTmm"))
    if problems:
        raise CardgenError(*problems)
    return list(papers.values())


def check_folder(out: Path) -> None:
    """Raises CardgenError when something else stands where a folder for output would."""
    there = next(path for path in (out, *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise CardgenError(Problem(f"{shown(there)} is a file, and output needs a folder", "name another folder with --out"))


def file_name(stem: str, paper: Paper, options: Options) -> str:
    """DECK[-VARIANT-Np][-LANG][-LAYOUT][-CUTTER][-second-set][-low]-PAPER.pdf, defaults left out."""
    return f"{file_stem(stem, options)}-{paper.name}.pdf"


def file_stem(stem: str, options: Options) -> str:
    """The same without its paper."""
    parts = [stem]
    if options.variant:
        parts += [options.variant, f"{options.players}p"]
    if options.language:
        parts.append(options.language)
    if options.layout != "duplex":
        parts.append(options.layout)
    if options.cutter:
        parts.append(options.cutter.partition("@")[0])
    if options.second_set:
        parts.append("second-set")
    if options.ink == "low":
        parts.append("low")
    return "-".join(parts)
