"""The command that prints a folder of pictures as a deck."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import (
    FILE,
    LIST,
    Belonging,
    listed_cards,
    millimetres,
    on_paper,
    options_of,
    printing,
)
from cardgen.cli.output import live_report, tell

_GRID = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})")


@click.command("sheet")
@click.argument("folder", type=FILE)
@click.option(
    "--size",
    default="poker",
    show_default=True,
    shell_complete=completion.sizes,
    help="A card size, WIDTH x HEIGHT with units, circle 25mm, hexagon 60mm (from corner to "
    "corner), hexagon 52mm flats, pointy hexagon 60mm, ellipse 60x40mm or triangle 50mm.",
)
@click.option(
    "--edges",
    type=click.Choice(["mirror", "stretch", "none"]),
    default="mirror",
    show_default=True,
    help="What is printed beyond the cut, where pictures have no bleed.",
)
@click.option(
    "--included",
    type=millimetres,
    default=0.0,
    metavar="MM",
    help="How much bleed the pictures have on each side.",
)
@click.option(
    "--printer",
    metavar="NAME",
    default="",
    shell_complete=completion.printers,
    help="What this printer takes, instead of sheets.",
)
@click.option(
    "--force", cls=Belonging, to="--printer", is_flag=True, help="Also with errors of the checks."
)
@click.option(
    "--keep", type=FILE, metavar="DIR", help="Keep the deck as a project here, to go on with."
)
@LIST
@click.option(
    "--grid",
    metavar="ACROSSxDOWN",
    default="",
    help="FOLDER is one picture of so many cards, such as 10x7, which is cut up.",
)
@on_paper
@printing
@click.pass_context
def command(
    context: click.Context,
    /,
    folder: Path,
    size: str,
    edges: str,
    included: float,
    keep: Path | None,
    **settings: Any,
) -> None:
    """Print a folder of pictures: PNG, JPEG, SVG, the pages of PDFs, in the order of their names.

    3x-goblin.png makes three copies. goblin.back.png lies behind that card, back.png behind all
    that have no back of their own. Edges are carried on beyond the cut, and the rounded corners of
    scans filled."""
    from cardgen.api.picture_deck import PictureDeck, print_pictures

    printer, force = settings.pop("printer"), settings.pop("force")
    cards, grid = listed_cards(settings.pop("deck_list")), _grid(settings.pop("grid"))
    if printer:
        _check_no_sheet_options(context, settings)
    out_folder = settings.pop("out") or (keep or Path()) / "output"
    options = options_of({"out": out_folder, **settings})
    report = live_report()
    print_pictures(
        folder,
        PictureDeck(size, edges, included, cards=cards, grid=grid),
        options,
        report,
        printer=printer,
        force=force,
        keep=keep,
    )
    if keep:
        tell(f"kept as a project in {keep}", aside=True)
    finish(report)


def _grid(text: str) -> tuple[int, int] | None:
    """Read a grid. Raises UsageError."""
    match = _GRID.fullmatch(text.strip())
    if text and not match:
        raise click.BadParameter(f"{text!r} is no grid such as 10x7", param_hint="'--grid'")
    return (int(match[1]), int(match[2])) if match else None


def _check_no_sheet_options(context: click.Context, names: Iterable[str]) -> None:
    """Raise UsageError for options about sheets where none are made.

    They would say nothing."""
    for name in names:
        is_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if not is_default and name not in ("jobs", "out"):
            raise click.UsageError(
                f"--{name.replace('_', '-')} is for sheets, and --printer makes none; "
                "leave one of them out"
            )
