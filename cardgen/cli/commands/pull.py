"""The command that fetches tables that are kept elsewhere: the only one that asks the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli import completion
from cardgen.cli.options import PROJECT, check_own
from cardgen.cli.output import counted, finish, live_report, tell

if TYPE_CHECKING:
    from cardgen.api.pull import PulledDeck

_MOST_TOLD = 200
"""How many cards of a deck are told by name."""
_LONGEST, _BEFORE = 40, 12
"""How many letters of a value are told, and how many of them before what differs."""


@click.command("pull")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option(
    "--force", is_flag=True, help="Write over a table that was edited here since it was pulled."
)
@click.option(
    "--allow-host",
    "own_hosts",
    multiple=True,
    metavar="HOST",
    help="A host in your own network that may be asked, such as your Nextcloud; may be given several times.",
)
@PROJECT
def command(
    names: tuple[str, ...], force: bool, own_hosts: tuple[str, ...], project: Path | None
) -> None:
    """Fetch the tables that decks name by an address, and list the cards that changed.

    A deck says  cards: {from: https://...}  with the address of a shared Google sheet, an Excel or
    Nextcloud share, or any CSV or XLSX. The table is written beside the deck, and pull.lock says
    when it came from where. No other command asks the network."""
    from cardgen.api.pull import PullOptions, pull
    from cardgen.model.project import find_project

    opened = find_project(project)
    check_own(opened)
    report = live_report()
    for deck in pull(opened, names, PullOptions(force, own_hosts), report):
        _tell(deck)
    finish(report)


def _tell(deck: PulledDeck) -> None:
    name, found = f"{deck.game}/{deck.deck}", deck.differences
    if not found:
        tell(
            f"  {name}: {counted(deck.cards, 'card')}"
            + ("" if found is None else ", none of them changed")
        )
        return
    tell(f"  {name}: {len(found.new)} new, {len(found.changed)} changed, {len(found.gone)} gone")
    lines = [f"    new      {id}" for id in found.new]
    for card in found.changed:
        fields = (f"{name}: {_shown(was, now)}" for name, (was, now) in card.fields.items())
        lines.append(f"    changed  {card.id}  {'; '.join(fields)}")
    lines += [f"    gone     {id}" for id in found.gone]
    for line in lines[:_MOST_TOLD]:
        tell(line)
    if len(lines) > _MOST_TOLD:
        tell(f"    and {len(lines) - _MOST_TOLD} more")


def _shown(was: Any, now: Any) -> str:
    """What a card said and says, in a few words; long texts from where they part."""
    before, after = _words(was), _words(now)
    parted = next(
        (at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
        min(len(before), len(after)),
    )
    begin = max(0, parted - _BEFORE) if max(len(before), len(after)) > _LONGEST else 0
    return " -> ".join(_cut("..." * (begin > 0) + text[begin:]) for text in (before, after))


def _words(value: Any) -> str:
    return (
        ", ".join(map(str, value))
        if isinstance(value, (list, tuple))
        else str("nothing" if value in (None, "") else value)
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
