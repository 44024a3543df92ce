"""Options of the calls of a workshop, with what holds when nothing is said."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.preflight.run import Cards, DeckCounts


@dataclass(frozen=True, slots=True)
class ValidateOptions:
    """How cards are checked.

    `rule` names one rule or built-in check; `rules_only` leaves out what needs the cards to be
    drawn; `printer` adds what that printer would find, and `annotated` is a PDF that shows where;
    `hands` is a folder for pictures of deals that break what is claimed of chance. Without `idle`
    nobody asks whether a rule can fail at all, nor what chance brings. `kept` is given the cards
    that had to be drawn, by game and deck. Of decks that `counts` names no more than the cards that
    have copies there are looked at. Of an `order` for a printer the rulebook is no part: what is
    wrong with it stops nothing. What is looked at is a `part` where others look at other games,
    which may have the rule."""

    rule: str = ""
    rules_only: bool = False
    printer: str = ""
    annotated: Path | None = None
    hands: Path | None = None
    jobs: int = 1
    idle: bool = True
    kept: Cards | None = None
    counts: DeckCounts = field(default_factory=dict)
    order: bool = False
    part: bool = False


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How decks are exported: with `force` also with errors, for a variant only the cards that it
    uses, below the folder `out`.

    `cards` are selections of cards and `copies` how many of each, as in the Options of sheets;
    `stamp` is a line on each card. For a virtual table, `url` is the address below which the
    pictures will be found, and `update` a save whose cards get those of today."""

    force: bool = False
    variant: str = ""
    players: int = 0
    cards: tuple[str, ...] = ()
    copies: int = 0
    out: Path | None = None
    jobs: int = 1
    stamp: str = ""
    url: str = ""
    update: Path | None = None


@dataclass(frozen=True, slots=True)
class EditionOptions:
    """How editions are made: how many of them are in one file, and where.

    `cluster` is the address of a Dask scheduler, `local:N`, or `dask` for what Dask's configuration
    says; `to` an address of fsspec that its workers write to, such as s3://bucket/deck. Without it
    the files come back. For a `printer` they are what that takes, with `force` also where its
    checks find errors."""

    bundle: int = 1
    cluster: str = ""
    to: str = ""
    printer: str = ""
    force: bool = False
