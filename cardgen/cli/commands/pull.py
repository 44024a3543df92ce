"""The command that fetches tables that are kept elsewhere.

It is the only one that asks the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import PROJECT
from cardgen.cli.output import counted, live_report, tell

if TYPE_CHECKING:
    from cardgen.api.pull import PulledDeck

_MOST_TOLD = 200
"""Cards of a deck that are listed by name."""
_LONGEST, _BEFORE = 40, 12
"""Letters of a value that are printed, and those of them before the first that differs."""


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
    help="A host in your own network that may be asked, such as your Nextcloud; "
    "may be given several times.",
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
    opened.check_writable()
    report = live_report()
    for deck in pull(opened, names, PullOptions(force, own_hosts), report):
        _tell(deck)
    finish(report)


def _tell(deck: PulledDeck) -> None:
    name, changes = f"{deck.game}/{deck.deck}", deck.differences
    if not changes:
        tell(
            f"  {name}: {counted(deck.cards, 'card')}"
            + ("" if changes is None else ", none of them changed")
        )
        return
    new, changed, gone = map(len, (changes.new, changes.changed, changes.gone))
    tell(f"  {name}: {new} new, {changed} changed, {gone} gone")
    lines = [f"    new      {id}" for id in changes.new]
    for card in changes.changed:
        fields = (
            f"{name}: {_change_in_words(was, now)}" for name, (was, now) in card.fields.items()
        )
        lines.append(f"    changed  {card.id}  {'; '.join(fields)}")
    lines += [f"    gone     {id}" for id in changes.gone]
    for line in lines[:_MOST_TOLD]:
        tell(line)
    if len(lines) > _MOST_TOLD:
        tell(f"    and {len(lines) - _MOST_TOLD} more")


def _change_in_words(was: Any, now: Any) -> str:
    """A field's value before and now, in a few words.

    Long texts are given from where they differ."""
    before, after = _words(was), _words(now)
    begin = 0
    if max(len(before), len(after)) > _LONGEST:
        begin = max(0, _first_difference(before, after) - _BEFORE)
    dots = "..." if begin else ""
    return f"{_cut(dots + before[begin:])} -> {_cut(dots + after[begin:])}"


def _first_difference(before: str, after: str) -> int:
    for position, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return position
    return min(len(before), len(after))


def _words(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "nothing" if value in (None, "") else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
