"""The commands that make PDFs and pictures: build, rulebook, export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.cli import completing
from cardgen.cli.telling import FLIP, INK, LANG, PAPER, PROJECT, finish, live_report, millimetres, open_


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completing.decks)
@PAPER
@click.option(
    "--layout",
    default="duplex",
    show_default=True,
    shell_complete=completing.one_of("duplex", "gutterfold", "single", "contact"),
    help="duplex, gutterfold, single (fronts only) or contact (small pictures).",
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
    shell_complete=completing.cutters,
    help="Marks for a cutting machine, and its cut paths as SVG: silhouette or silhouette-feeder.",
)
@click.option("--skip-slots", metavar="N,...", default="", help="Places of every sheet to leave empty, from 1 at the upper left.")
@click.option("--printer-name", metavar="NAME", default="", help="Whose calibration to apply, where it was kept under a name.")
@click.option("--jobs", type=click.IntRange(0, 64), default=0, metavar="N", help="Processes that draw; changes nothing but the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@LANG
@PROJECT
def build(names: tuple[str, ...], lang: str, project: Path | None, **settings: Any) -> None:
    """Make the PDFs: every deck of every game, or those named."""
    from cardgen.impose.options import Options
    from cardgen.sheets.calibration_store import calibration_of

    def several(text: str | None) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))

    players = settings.pop("players") or 0
    settings["skip_slots"] = tuple(_whole("--skip-slots", word) for word in several(settings.pop("skip_slots")))
    printer = settings.pop("printer_name")
    settings["calibration"] = calibration_of(printer) if settings["layout"] == "duplex" else None
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


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...", shell_complete=completing.games)
@click.option("--booklet", is_flag=True, help="To fold: two pages to a side; print both sides, flip on the short edge.")
@PAPER
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the PDFs go; else the project's output folder.")
@LANG
@PROJECT
def rulebook(names: tuple[str, ...], booklet: bool, paper: str, out: Path | None, lang: str, project: Path | None) -> None:
    """Make the rulebooks: for the screen and for print, or as booklets."""
    workshop = open_(project, lang)
    report = live_report()
    papers = tuple(dict.fromkeys(part.strip() for part in paper.split(",") if part.strip()))
    workshop.rulebooks(names, papers=papers, booklet=booklet, out=out, report=report)
    finish(report)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="GAME[/DECK]...", shell_complete=completing.decks)
@click.option(
    "--printer",
    required=True,
    metavar="NAME",
    shell_complete=completing.printers,
    help='Who prints it, such as makeplayingcards; "images" makes plain pictures.',
)
@click.option("--force", is_flag=True, help="Also with errors of the rules or the checks.")
@click.option("--variant", metavar="NAME", default="", help="Just the cards that this variant uses (see list --variants).")
@click.option("--players", type=click.IntRange(1, 99), metavar="N", help="With --variant: for how many players.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Processes that make pictures; changes only the time.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the files go; else the project's output folder.")
@LANG
@PROJECT
def export(
    names: tuple[str, ...],
    printer: str,
    force: bool,
    variant: str,
    players: int | None,
    jobs: int,
    out: Path | None,
    lang: str,
    project: Path | None,
) -> None:
    """Make exactly what a printer takes: pictures with bleed, one PDF for each deck, or a virtual table.

    Cards are held against the rules and checked first; with an error nothing is written unless --force.
    """
    if players and not variant:
        raise click.UsageError("--players belongs to --variant")
    if jobs > 1:
        from cardgen.export import BESIDE
        from cardgen.sandbox.process import beside_threads

        beside_threads(*BESIDE)  # which load while the project is read
    workshop = open_(project, lang)
    report = live_report()
    workshop.export(names, printer, force=force, variant=variant, players=players or 0, out=out, jobs=jobs, report=report)
    finish(report)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="GAME[/DECK]...", shell_complete=completing.decks)
@click.option("--sleeved", is_flag=True, help="For cards in sleeves.")
@click.option(
    "--thickness", type=millimetres, default=0.3, show_default=True, metavar="MM", help="How thick a card is, without its sleeve."
)
@click.option("--cards", type=click.IntRange(1, 5000), metavar="N", help="How many cards it holds; else all of the deck.")
@click.option("--tray", is_flag=True, help="An open tray instead; for Candy Crave's bowls, a bowl for each kind of sweet.")
@click.option(
    "--paper",
    metavar="NAME,...",
    shell_complete=completing.papers,
    help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm; else the smallest that holds it.",
)
@INK
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the files go; else the project's output folder.")
@LANG
@PROJECT
def box(
    names: tuple[str, ...],
    sleeved: bool,
    thickness: float,
    cards: int | None,
    tray: bool,
    paper: str | None,
    ink: str,
    out: Path | None,
    lang: str,
    project: Path | None,
) -> None:
    """Make a tuck box for a deck: to print, cut out, fold and glue.

    The PDF is dressed from the game's own art; the SVG beside it has the lines for a cutting machine.
    """
    workshop = open_(project, lang)
    report = live_report()
    papers = tuple(dict.fromkeys(part.strip() for part in (paper or "").split(",") if part.strip()))
    settings: dict[str, Any] = {"sleeved": sleeved, "thickness": thickness, "cards": cards or 0, "tray": tray, "ink": ink}
    workshop.boxes(names, papers=papers, out=out, report=report, **settings)
    finish(report)
