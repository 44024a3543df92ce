"""The command that makes pictures of cards to show a game with."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import LANG, PROJECT, SELECTION, Whole, open_workshop, out
from cardgen.cli.output import live_report

ARRANGEMENTS = ("hand", "fan", "spread", "contact")


@click.command("show")
@click.argument(
    "names", nargs=-1, required=True, metavar="GAME[/DECK]...", shell_complete=completion.decks
)
@click.option(
    "--as",
    "arrangements",
    type=click.Choice(ARRANGEMENTS),
    multiple=True,
    help="Only this picture; can be said again for another.",
)
@click.option(
    "--cards",
    type=SELECTION,
    metavar="SELECTION",
    default="",
    help="The cards to show, as of build; else those that show most, by colours and variety.",
)
@click.option(
    "--width",
    type=Whole(200, 4000),
    default=1600,
    show_default=True,
    metavar="PIXELS",
    help="How wide each picture is.",
)
@out("the pictures go")
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    arrangements: tuple[str, ...],
    cards: str,
    width: int,
    out: Path | None,
    lang: str,
    project: Path | None,
) -> None:
    """Make pictures of cards for a page in a shop: a hand, a fan, a spread, a contact picture.

    PNG files with a clear ground and soft shadows, in a folder called show beside the others."""
    workshop = open_workshop(project, lang)
    report = live_report()
    wanted = (cards,) if cards else ()
    workshop.show(
        names, arrangements or ARRANGEMENTS, cards=wanted, width=width, out=out, report=report
    )
    finish(report)
