"""The options of a build's sheets, and their files' names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.units import FINEST_PPI
from cardgen.model.sizes import Paper

if TYPE_CHECKING:
    from cardgen.impose.calibration import Calibration
    from cardgen.impose.label_sheet import LabelSheet

DEFAULT_LAYOUT = "duplex"
"""The layout that file names leave out."""
ORDERS = ("auto", "copies", "sets", "stacks", "grounds")
"""In what order cards are dealt: all copies of a card together; one of each, and again; so that the
cut stacks lie in order; or those together that end in one colour at the cut. `auto` is `grounds`
where neighbours are so near that a cut may show them, else `copies`."""
BLEEDS = ("own", "rim", "none")
"""Whose the bleed is: each card's own; of all cards together, which touch, so that it is around
them only; or nobody's."""
BACKS = ("behind", "after", "apart")
"""Where the pages of backs stand: each behind its fronts, after all fronts, or in a file of their
own."""
DRAFT = "-draft"
"""What the names of drafts end in, so that none takes the place of what was printed to last."""

_LONGEST_SLUG = 32


@dataclass(frozen=True, slots=True)
class Options:
    """The options of sheets. Lengths in millimetres; `cards` are ids or other selections
    (`cards/choosing.py`), none for all."""

    papers: tuple[str, ...] = ("a4", "letter")
    layout: str = DEFAULT_LAYOUT
    flip: str = "long"
    margin: float = 5.0
    bleed: float = 3.0
    bleeds: str = BLEEDS[0]
    """Who has it."""
    backs: str = BACKS[0]
    """Where the pages of the backs stand, of sheets that are printed on both sides."""
    back_bleed: float | None = None
    """What backs have of it where they have room for more; None for as much as fronts."""
    gutter: float | None = None
    """None for none, save where cards would touch whose borders differ."""
    marks: str = "ticks"
    """The marks to cut by (`impose/guides.py`)."""
    marks_on: str = "both"
    """The sides that have them."""
    ink: str = "full"
    cards: tuple[str, ...] = ()
    copies: int = 0
    """How many of each card; 0 for as many as it has."""
    second_set: bool = False
    jobs: int = 0
    """Processes that draw a deck; 0 for as many as pay."""
    variant: str = ""
    players: int = 0
    language: str = ""
    """Of the texts, for the names of files; it is the workshop's, whatever is asked for here."""
    share: bool = False
    """Whether decks of one size and back share their sheets."""
    mix: bool = False
    """Whether decks of several sizes and backs do."""
    scissors: bool = False
    """Whether their pieces may lie wherever they fit."""
    cutter: str = ""
    """The machine that cuts, as NAME or NAME@VERSION."""
    panels: tuple[int, int] = (1, 1)
    """How many panels across and down a board has that folds between them."""
    cut_files: bool = False
    """Whether the paths of the cuts come in files of their own though no machine has its marks."""
    bridges: float = 0.0
    """How many millimetres of these paths are left out at a time, so that pieces hang in their
    sheet until they are pushed out; 0 for none."""
    labels: LabelSheet | None = None
    """The sheet in pieces that is printed on; None for plain paper."""
    skip_slots: tuple[int, ...] = ()
    """Places of every sheet that stay empty, from 1 in reading order."""
    skip_first: tuple[int, ...] = ()
    """Places of a deck's first sheet that do."""
    order: str = ORDERS[0]
    ppi: float = FINEST_PPI
    """Pixels to an inch that pictures keep at the most."""
    calibration: Calibration | None = None
    """What the printer lays off, for the backs of duplex sheets."""
    sheets_file: str = ""
    """The name that one file with all sheets is given elsewhere, for the instructions; "" for the
    names of the build's own files."""
    out: Path | None = None
    draft: bool = False
    """Whether what is missing or too long is drawn as a draft shows it, in files of its own."""
    changed: bool = False
    """Whether only what changed since the last print is made, in files of its own."""
    stamp: str = ""
    """A line on each card, with placeholders in braces; none where it is empty."""

    def laid_out_as(self, layout: str) -> Options:
        """The options of a deck that says its own layout: what they ask of other sheets, such as
        the marks of a cutting machine, does not go with it."""
        return replace(
            self,
            layout=layout,
            cutter="",
            cut_files=False,
            bridges=0.0,
            labels=None,
            skip_slots=(),
            skip_first=(),
            order=ORDERS[0],
        )

    @property
    def makes_cuts(self) -> bool:
        """True if the paths of the cuts come in files of their own."""
        return bool(self.cutter or self.cut_files or self.bridges)

    @property
    def is_partial(self) -> bool:
        """True if only some cards are made, or some copies of them."""
        return bool(self.variant or self.cards or self.copies or self.second_set or self.changed)


def file_name(stem: str, paper: Paper, options: Options, sides: str = "apart") -> str:
    """The name of a file of sheets, of what differs from the defaults. Where backs have files of
    their own it tells the `sides` in it.

    DECK[-changed][-only-SELECTION][-N-each][-VARIANT-Np][-LANG][-LAYOUT][-CUTTER][-LABELS]
    [-second-set][-low][-SIDES]-PAPER[-draft].pdf"""
    parts = [file_stem(stem, options), sides * (options.backs == "apart"), paper.name]
    draft = DRAFT if options.draft else ""
    return f"{'-'.join(filter(None, parts))}{draft}.pdf"


def file_stem(stem: str, options: Options) -> str:
    """The name of a file of sheets without its paper and ending."""
    parts = [
        stem,
        "changed" * options.changed,
        *selection_words(options.cards, options.copies),
        f"{options.variant}-{options.players}p" * bool(options.variant),
        options.language,
        options.layout * (options.layout != DEFAULT_LAYOUT),
        options.cutter.partition("@")[0],
        options.labels.name if options.labels else "",
        "second-set" * options.second_set,
        "low" * (options.ink == "low"),
    ]
    return "-".join(filter(None, parts))


def selection_words(cards: Sequence[str], copies: int = 0) -> list[str]:
    """The words of a file's name for a selection of cards.

    No selection takes another's place: they are its words, and a short sign of the rest of it."""
    words = [f"only-{_slug(cards)}"] if cards else []
    return [*words, f"{copies}-each"] if copies else words


def _slug(selection: Sequence[str]) -> str:
    text = ",".join(selection)
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if len(slug) <= _LONGEST_SLUG and text.replace(",", "-") == slug:
        return slug
    sign = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return "-".join(filter(None, (slug[:_LONGEST_SLUG].strip("-"), sign)))
