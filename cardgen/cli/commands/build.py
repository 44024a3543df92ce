"""The command that makes the sheets and, where all is built, the rulebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.options import FLIP, INK, LANG, PAPER, PROJECT, millimetres, open_, several
from cardgen.cli.output import finish, live_report


class LayoutOption(click.Option):
    """Its help names all layouts when it is asked for; until then no command waits for them."""

    @property
    def help(self) -> str | None:
        from cardgen.impose.layouts import LAYOUTS

        *others, last = (f"{layout.name} ({layout.about})" if layout.about else layout.name for layout in LAYOUTS.values())
        return f"{', '.join(others)} or {last}."

    @help.setter
    def help(self, text: str | None) -> None:
        """Nothing: there is no text of its own to keep."""


@click.command("build")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@PAPER
@click.option(
    "--layout",
    cls=LayoutOption,
    default="duplex",
    show_default=True,
    shell_complete=completion.layouts,
)
@FLIP
@click.option(
    "--margin", type=millimetres, default=5.0, show_default=True, metavar="MM", help="What your printer leaves white along the edges."
)
@click.option("--bleed", type=millimetres, default=3.0, show_default=True, metavar="MM", help="Colour beyond the cut, as far as it fits.")
@click.option(
    "--gutter",
    type=lambda value: None if value == "auto" else millimetres(value),
    default="auto",
    show_default=True,
    metavar="MM",
    help="Free space between the bleeds of two cards; auto is 0, or more where cards would touch and their borders differ.",
)
@INK
@click.option("--cards", metavar="ID,...", help="Only these cards.")
@click.option("--second-set", is_flag=True, help="The decks that are mixed in pairs, with the back of the second set.")
@click.option("--variant", metavar="NAME", default="", help="Just the cards that this variant uses (see list --variants).")
@click.option("--players", type=click.IntRange(1, 99), metavar="N", help="With --variant: for how many players.")
@click.option("--share", is_flag=True, help="Decks of one size and back share their sheets, to save paper.")
@click.option(
    "--cutter",
    metavar="NAME[@N]",
    default="",
    shell_complete=completion.cutters,
    help="Marks for a cutting machine, and its cut paths as SVG: silhouette or silhouette-feeder.",
)
@click.option(
    "--draft", is_flag=True, help="Make do without what is missing: placeholders for art, too long texts hatched, sheets marked DRAFT."
)
@click.option("--skip-slots", metavar="N,...", default="", help="Places of every sheet to leave empty, from 1 at the upper left.")
@click.option("--printer-name", metavar="NAME", default="", help="Whose calibration to apply, where it was kept under a name.")
@click.option("--jobs", type=click.IntRange(0, 64), default=0, metavar="N", help="Processes that draw; changes nothing but the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@LANG
@PROJECT
def command(names: tuple[str, ...], lang: str, project: Path | None, **settings: Any) -> None:
    """Make the PDFs: every deck of every game, or those named."""
    from cardgen.impose.options import Options
    from cardgen.sheets.calibration_store import calibration_for

    players = settings.pop("players") or 0
    settings["skip_slots"] = tuple(_whole("--skip-slots", word) for word in several(settings.pop("skip_slots")))
    printer = settings.pop("printer_name")
    settings["calibration"] = calibration_for(settings["layout"], printer)
    if players and not settings["variant"]:
        raise click.UsageError("--players belongs to --variant")
    options = Options(papers=several(settings.pop("paper")), cards=several(settings.pop("cards")), players=players, **settings)
    workshop = open_(project, lang)
    report = live_report()
    workshop.build(names, options, report)
    finish(report)


def _whole(option: str, word: str) -> int:
    if not word.isdecimal():
        raise click.UsageError(f"{option}: '{word}' is not a whole number")
    return int(word)
