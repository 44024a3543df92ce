"""The command that makes the sheets and, where all is built, the rulebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import (
    CLUSTER,
    EDITIONS,
    INK,
    LANG,
    PROJECT,
    STAMP,
    TO,
    Belonging,
    ChoosesRest,
    Whole,
    on_paper,
    open_workshop,
    options_of,
    printing,
    variant,
    which_cards,
)
from cardgen.cli.output import live_report
from cardgen.cli.unchanged_run import unless_unchanged


@click.command("build")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@on_paper
@INK
@which_cards
@click.option(
    "--changed",
    is_flag=True,
    help="Only what changed since cardgen printed was run, in files of their own.",
)
@click.option(
    "--second-set",
    is_flag=True,
    help="The decks that are mixed in pairs, with the back of the second set.",
)
@variant
@click.option(
    "--share", is_flag=True, help="Decks of one size and back share their sheets, to save paper."
)
@click.option(
    "--mix",
    is_flag=True,
    help="Decks and parts of several sizes and backs share sheets, in blocks that a guillotine "
    "parts, where that saves one.",
)
@click.option(
    "--scissors",
    cls=Belonging,
    to="--mix",
    is_flag=True,
    help="Pieces lie wherever they fit, where that saves a sheet; cut with scissors.",
)
@click.option(
    "--draft",
    is_flag=True,
    help="Make do without what is missing: placeholders for art, too long texts hatched, "
    "sheets marked DRAFT.",
)
@click.option(
    "--set",
    "is_set",
    cls=ChoosesRest,
    beside=("--paper", "--jobs", "--out", "--lang", "--project"),
    help="A complete set of each game to give away or to sell: a folder and a ZIP with START HERE, "
    "cards for every printer, rulebooks and a box.",
)
@EDITIONS
@click.option(
    "--bundle",
    cls=Belonging,
    to="--editions",
    type=Whole(1, 10_000),
    metavar="N",
    help="So many of them in one file.",
)
@CLUSTER
@TO
@printing
@STAMP
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    lang: str,
    project: Path | None,
    table: Path | None,
    is_set: bool,
    **settings: Any,
) -> None:
    """Make the PDFs: every deck of every game, or those named."""
    bundle, cluster, to = (settings.pop(name) for name in ("bundle", "cluster", "to"))
    options = options_of(settings)
    report = live_report()
    if is_set:
        from cardgen.api.complete_set import make_sets

        make_sets(open_workshop(project, lang), names, options, report)
    elif table and options.mix:
        raise click.UsageError("--mix does not go with --editions; leave one out")
    elif table:
        from cardgen.making.settings import EditionOptions

        editions = EditionOptions(bundle=bundle or 1, cluster=cluster, to=to)
        open_workshop(project, lang).editions(names, table, options, report, editions)
    else:
        # what changed since a print, and what a cluster does, follows from more than is here
        words = None if cluster or options.changed else (names, lang, options)
        with unless_unchanged(project, words, report):
            from cardgen.making.runners import ClusterCall

            call = ClusterCall(cluster, to)
            open_workshop(project, lang).build(names, options, report, call)
            finish(report)
    finish(report)
