"""Options of the calls of a workshop, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.preflight.run import Cards, DeckCounts


@dataclass(frozen=True, slots=True)
class ValidateOptions:
    """Options of checks.

    `rule` names one rule or built-in check; `rules_only` leaves out checks that need the cards to
    be drawn; `printer` adds the checks of that printer, and `annotated` is a PDF that shows where;
    `hands` is a folder for pictures of deals that break claims of chance. `idle` also looks for
    rules that cannot fail, and for odds. `kept` is given the cards that had to be drawn, by game
    and deck. If `counts` names decks, only the cards that have copies there are looked at. Of an
    `order` for a printer the rulebook is no part: its errors stop nothing. A `part` of a call is
    checked where others check other games, which may have the rule. `cluster` is the address of a
    Dask scheduler whose workers check, a game each.
    """

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
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of exports: with `force` also with errors, below the folder `out`.

    Of a variant only its cards are exported. `cards` are selections of cards and `copies` the
    number of each, as in the Options of sheets; `stamp` is a line on each card. For a virtual
    table, `url` is the address below which the pictures will be found, and `update` a save whose
    cards get those of today. `jobs` is the number of processes that make them, 0 for as many as
    pay. `cluster` and `to` are as in EditionOptions. Of a printer that takes a file of each side,
    `makes` is what to make instead (png, jpg, svg, card-pdf), `names` the pattern of their names
    and `quality` that of JPEG files.
    """

    force: bool = False
    variant: str = ""
    players: int = 0
    cards: tuple[str, ...] = ()
    copies: int = 0
    out: Path | None = None
    jobs: int = 0
    stamp: str = ""
    url: str = ""
    update: Path | None = None
    cluster: str = ""
    to: str = ""
    makes: str = ""
    names: str = ""
    quality: int = 0


@dataclass(frozen=True, slots=True)
class EditionOptions:
    """Options of editions: the number of them in one file, and the place where they are made.

    `cluster` is the address of a Dask scheduler, `local:N`, or `dask` for the one of Dask's
    configuration; `to` an address of fsspec that its workers write to, such as s3://bucket/deck.
    Without it the files come back. With a `printer` an export is made, with `force` also where its
    checks find errors.
    """

    bundle: int = 1
    cluster: str = ""
    to: str = ""
    printer: str = ""
    force: bool = False
