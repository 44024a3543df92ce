"""The command that makes what upgrades a printed box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.base.findings import collect_findings
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import JOBS, LANG, PROJECT, open_workshop, out
from cardgen.cli.output import live_report


@click.command("upgrade")
@click.argument(
    "names",
    nargs=-1,
    metavar="[VERSION[..VERSION]] [GAME[/DECK]]...",
    shell_complete=completion.decks,
)
@click.option(
    "--stickers",
    is_flag=True,
    help="Stickers over what differs, where little of a card does and it can be drawn as it was.",
)
@click.option(
    "--labels",
    metavar="NAME|FILE",
    default="",
    shell_complete=completion.labels,
    help="Stickers on a sheet of labels, such as avery-5160; without it on paper that is cut.",
)
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    shell_complete=completion.papers,
    help="Of the guide, the cards, and stickers that are cut.",
)
@JOBS
@out("the files go")
@LANG
@PROJECT
def command(
    names: tuple[str, ...],
    stickers: bool,
    labels: str,
    lang: str,
    project: Path | None,
    **settings: Any,
) -> None:
    """Make an upgrade kit: what a box of one VERSION lacks to be another, or as the cards are now.

    A guide shows each card that changed, and what to do with it; only those are printed. VERSION is
    one that cardgen printed --as remembers; without it the cards that lie on the table are meant.
    """
    from cardgen.api.upgrade import UpgradeOptions, make_upgrade
    from cardgen.impose.label_sheet import find_labels

    report = live_report()
    with collect_findings(report.findings):
        sheet = find_labels(labels) if labels else None
        options = UpgradeOptions(stickers=stickers or bool(labels), labels=sheet, **settings)
        make_upgrade(open_workshop(project, lang), names, options, report)
    finish(report)
