"""How sheets are made: what a call of `build` may ask for, and what its files are called."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.graphics.picture_files import FINEST
from cardgen.impose.calibration import Calibration
from cardgen.model.sizes import Paper

DEFAULT_LAYOUT = "duplex"
"""The layout that file names leave out."""
DRAFT = "-draft"
"""What the names of drafts end in, so that none takes the place of what was printed to last."""


@dataclass(frozen=True, slots=True)
class Options:
    """How sheets are made. Lengths in millimetres; `cards` are ids, none for all."""

    papers: tuple[str, ...] = ("a4", "letter")
    layout: str = DEFAULT_LAYOUT
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
    ppi: float = FINEST
    """Pixels to an inch that pictures keep at the most."""
    calibration: Calibration | None = None
    """What the printer lays off, for the backs of duplex sheets."""
    out: Path | None = None
    draft: bool = False
    """Whether what is missing or too long is drawn as a draft shows it, in files of its own."""
    changed: bool = False
    """Whether only what changed since the last print is made, in files of its own."""
    stamp: str = ""
    """A line on each card, with placeholders in braces; none where it is empty."""


def file_name(stem: str, paper: Paper, options: Options) -> str:
    """DECK[-changed][-VARIANT-Np][-LANG][-LAYOUT][-CUTTER][-second-set][-low]-PAPER[-draft].pdf, defaults left out."""
    return f"{file_stem(stem, options)}-{paper.name}{DRAFT * options.draft}.pdf"


def file_stem(stem: str, options: Options) -> str:
    """The same without its paper."""
    parts = [stem, "changed"] if options.changed else [stem]
    if options.variant:
        parts += [options.variant, f"{options.players}p"]
    if options.language:
        parts.append(options.language)
    if options.layout != DEFAULT_LAYOUT:
        parts.append(options.layout)
    if options.cutter:
        parts.append(options.cutter.partition("@")[0])
    if options.second_set:
        parts.append("second-set")
    if options.ink == "low":
        parts.append("low")
    return "-".join(parts)
