"""The command that makes boxes and trays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import (
    INK,
    LANG,
    PAPERS,
    PROJECT,
    SELECTION,
    millimetres,
    open_workshop,
    out,
    several,
)
from cardgen.cli.output import live_report

_COUNT = re.compile(r"-?\d{1,9}")
_MOST = 5000


@click.command("box")
@click.argument(
    "names", nargs=-1, required=True, metavar="GAME[/DECK]...", shell_complete=completion.decks
)
@click.option("--sleeved", is_flag=True, help="For cards in sleeves.")
@click.option(
    "--thickness",
    type=millimetres,
    default=0.3,
    show_default=True,
    metavar="MM",
    help="How thick a card is, without its sleeve.",
)
@click.option(
    "--cards",
    type=SELECTION,
    default="",
    metavar="N|SELECTION",
    help="How many cards it holds, or which; else all of the deck.",
)
@click.option(
    "--together",
    is_flag=True,
    help="One box for all decks of a game, or for those of them that are named.",
)
@click.option(
    "--tray",
    is_flag=True,
    help="An open tray instead; where the deck says how large its trays are, one for each card.",
)
@click.option(
    "--paper",
    metavar="NAME,...",
    shell_complete=completion.papers,
    help=f"{PAPERS}; else the smallest that holds it.",
)
@INK
@out("the files go")
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    paper: str | None,
    cards: str,
    lang: str,
    project: Path | None,
    **settings: Any,
) -> None:
    """Make a tuck box for a deck: to print, cut out, fold and glue.

    The PDF is dressed from the game's own art; the SVG beside it has the lines for a cutting
    machine."""
    count = int(cards) if _COUNT.fullmatch(cards) else None
    if count is not None and not 1 <= count <= _MOST:
        raise click.BadParameter(
            f"{count} is not in the range 1<=x<={_MOST}.", param_hint="'--cards'"
        )
    workshop = open_workshop(project, lang)
    report = live_report()
    from cardgen.boxes.make import BoxOptions

    folder = settings.pop("out")
    options = BoxOptions(cards=count or 0, selection="" if count else cards, **settings)
    workshop.boxes(names, options, report, papers=several(paper), out=folder)
    finish(report)
