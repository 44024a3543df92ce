"""The options that commands share, and what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.units import MM, length
from cardgen.cli import completion
from cardgen.cli.output import tell

if TYPE_CHECKING:
    from cardgen.api.workshop import Workshop

LANG = click.option(
    "--lang",
    default="",
    metavar="LL",
    shell_complete=completion.languages,
    help="The language of the texts, such as de; see docs/howto-languages.md.",
)
FLIP = click.option(
    "--flip",
    default="long",
    show_default=True,
    shell_complete=completion.one_of("long", "short"),
    help="The edge your printer turns the sheet on: long or short.",
)
INK = click.option(
    "--ink",
    default="full",
    show_default=True,
    shell_complete=completion.one_of("full", "low"),
    help="full, or low: white grounds and outlines.",
)
PAPER = click.option(
    "--paper",
    default="a4,letter",
    show_default=True,
    shell_complete=completion.papers,
    help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm, or several.",
)
PROJECT = click.option(
    "--project",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The project's folder; else the nearest one upward, or the shipped games.",
)


def millimetres(value: str | float) -> float:
    """A length on the command line: a bare number of millimetres, or one with its unit."""
    try:
        return float(value)
    except ValueError:
        pass
    try:
        return round(length(str(value)) / MM, 6)
    except ValueError:
        remedy = "write millimetres, such as 3, or a length with its unit, such as 0.125in"
        raise click.BadParameter(f"{value!r} is no length; {remedy}") from None


def open_(project: Path | None, lang: str = "", *, own: bool = False) -> Workshop:
    """The project that is meant; with `own` it must be the user's, since something is written into it. Raises CardgenError."""
    from cardgen.api.workshop import open_project

    workshop = open_project(project, lang)
    if workshop.project.visited:
        if own:
            what = "there is no project here, and the games that come with cardgen stay as they are"
            raise CardgenError(Problem(what, "begin one with  cardgen new FOLDER  or name one with --project"))
        tell("note: there is no project here, so these are the games that come with cardgen; cardgen new begins your own", aside=True)
    return workshop


def several(text: str | None) -> tuple[str, ...]:
    """The words of a list with commas, each once."""
    return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))
