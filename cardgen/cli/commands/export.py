"""The command that makes what one printer takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import (
    CLUSTER,
    EDITIONS,
    FILE,
    JOBS,
    LANG,
    PROJECT,
    STAMP,
    TO,
    open_workshop,
    out,
    variant,
    wanted_cards,
    which_cards,
)
from cardgen.cli.output import live_report


@click.command("export")
@click.argument(
    "names", nargs=-1, required=True, metavar="GAME[/DECK]...", shell_complete=completion.decks
)
@click.option(
    "--printer",
    required=True,
    metavar="NAME",
    shell_complete=completion.printers,
    help='Who prints it, such as makeplayingcards; "images" makes plain pictures; '
    "see docs/printing.md for all.",
)
@click.option("--force", is_flag=True, help="Also with errors of the rules or the checks.")
@variant
@which_cards
@click.option(
    "--url",
    metavar="PREFIX",
    default="",
    help="Of a virtual table: where the pictures will be found, such as https://example.org/game.",
)
@click.option(
    "--update",
    type=FILE,
    metavar="SAVE",
    help="Of Tabletop Simulator: a save whose cards get their pictures of today where they lie.",
)
@click.option(
    "--as",
    "makes",
    type=click.Choice(("png", "jpg", "svg", "card-pdf")),
    help="Of a printer of pictures: JPEG files, drawings without fonts, or a PDF of each side.",
)
@click.option(
    "--names",
    "file_names",
    metavar="PATTERN",
    default="",
    help='Of such files: what they are called, such as "{deck}-{number:03}-{id}".',
)
@click.option(
    "--quality",
    type=click.IntRange(50, 100),
    default=None,
    help="Of JPEG files, from 50 to 100: 92 if it is not said.",
)
@JOBS
@out("the files go")
@EDITIONS
@CLUSTER
@TO
@STAMP
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    printer: str,
    lang: str,
    project: Path | None,
    table: Path | None,
    **settings: Any,
) -> None:
    """Make what a printer takes: pictures with bleed, one PDF for each deck, or a virtual table.

    Cards are held against the rules and checked first; with an error nothing is written unless
    --force."""
    settings |= wanted_cards(settings)
    if settings["jobs"] > 1:
        from cardgen.export import BESIDE
        from cardgen.sandbox.process import safe_process_context

        safe_process_context(*BESIDE)  # which load while the project is read
    workshop = open_workshop(project, lang)
    report = live_report()
    from cardgen.making.settings import EditionOptions, ExportOptions

    if table:
        from cardgen.impose.options import Options

        pictures = [settings.pop(name) for name in ("makes", "file_names", "quality")]
        if any(pictures):
            raise click.UsageError("editions have the pictures that the printer's profile says")
        if settings.pop("url") or settings.pop("update"):
            raise click.UsageError(
                "--url and --update are for virtual tables, which take no editions"
            )
        edition_settings = {name: settings.pop(name) for name in ("cluster", "to", "force")}
        editions = EditionOptions(printer=printer, **edition_settings)
        workshop.editions(names, table, Options(**settings), report, editions)
    else:
        settings["names"] = settings.pop("file_names")
        settings |= {"makes": settings["makes"] or "", "quality": settings["quality"] or 0}
        workshop.export(names, printer, ExportOptions(**settings), report)
    finish(report)
