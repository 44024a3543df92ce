"""The command that shows a project in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.base.findings import CardgenError, Finding
from cardgen.cli import completion
from cardgen.cli.options import LANG, PROJECT, Whole
from cardgen.cli.output import tell

_NEEDS = ("starlette", "uvicorn", "watchfiles")


@click.command("preview")
@click.argument("game", required=False, metavar="[GAME[/DECK]]", shell_complete=completion.decks)
@click.option(
    "--port",
    type=Whole(0, 65535),
    metavar="N",
    help="Where it listens: else 8031, or any that is free, as for 0.",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Let other devices of the network look and play, by a code on the page.",
)
@click.option("--edit", is_flag=True, help="With --lan: they may edit, too.")
@click.option(
    "--address",
    metavar="IP",
    help="For --lan: the address of this machine, where it is in several networks.",
)
@click.option("--no-open", is_flag=True, help="Only say the address; do not open a browser.")
@LANG
@PROJECT
def command(
    game: str | None,
    port: int | None,
    no_open: bool,
    lang: str,
    project: Path | None,
    **door: Any,
) -> None:
    """Show the cards in a browser, and follow every change on disk.

    The page is on this machine only, unless --lan opens a door for others. End with Ctrl-C.
    """
    from importlib.util import find_spec

    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        raise CardgenError(
            Finding(
                "package-missing",
                f"the preview needs {', '.join(missing)}, which {are} not installed",
                'run: python -m pip install "cardgen[preview]"',
            )
        )
    from cardgen.model.project import find_project
    from cardgen.preview.guests import Guests, network_address
    from cardgen.preview.server import serve

    for option in ("address", "edit"):
        if door[option] and not door["lan"]:
            raise click.UsageError(f"--{option} belongs to --lan; add --lan")

    opened = find_project(project)
    ids = [folder.name for folder in opened.game_folders()]
    if game and (name := game.partition("/")[0]) not in ids:
        raise CardgenError(opened.no_game(name, ids))

    guests = None
    if door["lan"]:
        guests = Guests(network_address(door["address"] or ""), door["edit"])
    hints = iter(("end with Ctrl-C", "for other devices of the network"))

    def tell_address(address: str) -> None:
        tell(f"{address}  ({next(hints)})")

    try:
        serve(
            opened,
            tell_address,
            language=lang,
            game=game or "",
            port=port,
            browse=not no_open,
            guests=guests,
        )
    except KeyboardInterrupt:
        pass
    tell("the preview has ended", aside=True)
