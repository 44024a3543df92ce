"""The command that shows in two minutes what cardgen does, on a small game of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import click

from cardgen.base.files import read_own, write
from cardgen.cli.output import tell


class TourStop(NamedTuple):
    """A stop of the tour: what is said, the command that is run, and what is changed before."""

    says: str
    command: Sequence[str]
    change: tuple[str, str] = ("", "")
    """A text of the deck's file, and what it becomes."""


DECK = Path("card_data/lantern-night/creature.yaml")
STOPS = (
    TourStop(
        "A game is a folder: cards as YAML or a spreadsheet, templates as SVG. This makes one.",
        ("new", "."),
    ),
    TourStop(
        "Its rules say what the deck promises. All of them hold.",
        ("validate", "lantern-night", "--rules-only"),
    ),
    TourStop(
        "Somebody makes the owl a mouse's size. cardgen names the card, the line and the way out.",
        ("validate", "lantern-night", "--rules-only"),
        ("id: owl, number: 6", "id: owl, number: 4"),
    ),
    TourStop(
        "Mended. Now sheets for A4: the backs lie behind the fronts, and a page tells how to cut.",
        ("build", "lantern-night", "--paper", "a4"),
        ("id: owl, number: 4", "id: owl, number: 6"),
    ),
    TourStop(
        "What lies on the table now is remembered.",
        ("printed", "lantern-night"),
    ),
    TourStop(
        "The fox gets another line. Only its card has to be printed again.",
        ("build", "lantern-night", "--paper", "a4", "--changed"),
        ("Has promised to be good.", "Back by dawn. Promised."),
    ),
    TourStop(
        "The same cards as a printer takes them, with a page on what to do there.",
        ("export", "lantern-night/creature", "--printer", "makeplayingcards", "--force"),
    ),
)


@click.command("tour")
@click.option("--quick", is_flag=True, help="Does not wait for the return key.")
@click.pass_context
def command(ctx: click.Context, quick: bool) -> None:
    """See in two minutes what cardgen does: make a game, break it, mend it, print it.

    All of it happens in a new temporary folder, which stays for you to look at."""
    from cardgen.api.starter import new_project

    folder = Path(mkdtemp(prefix="cardgen-tour-")).resolve()
    waits = not quick and sys.stdin.isatty()
    root = ctx.find_root().command
    with chdir(folder):
        for number, stop in enumerate(STOPS, 1):
            tell("")
            tell(f"{number} of {len(STOPS)}. {stop.says}")
            before, after = stop.change
            if before:
                text = read_own(folder / DECK).decode()
                write(folder / DECK, text.replace(before, after).encode(), folder)
                tell(f"   {DECK.as_posix()}:  {before}  becomes  {after}")
            tell(f"$ cardgen {' '.join(stop.command)}")
            if stop.command[0] == "new":
                tell(f"{len(new_project(folder))} files")
            else:
                _run(root, stop.command)
            if waits:
                click.pause("   (return goes on)")
    tell("")
    tell(f"All of it lies in {folder}: open its output, or change a card and build it again.")
    tell("cardgen preview  shows the cards while you write,  cardgen new my-game  begins yours.")


def _run(root: click.Command, words: Sequence[str]) -> None:
    """Run a command as if it were called; that it finds faults is meant."""
    try:
        root.main(list(words), standalone_mode=False)
    except SystemExit as ended:
        if ended.code not in (0, 1, None):
            raise
