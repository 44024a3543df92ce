"""The command that keeps what was said of a card while it was played."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli import completion
from cardgen.cli.options import PROJECT, open_data
from cardgen.cli.output import tell


@click.command("note")
@click.argument("version", metavar="VERSION", default="")
@click.argument("card", metavar="CARD", default="")
@click.argument("words", metavar="TEXT", default="")
@click.option("--by", default="", metavar="NAME", help="Who said it.")
@click.option(
    "--list",
    "game",
    metavar="GAME",
    default="",
    shell_complete=completion.decks,
    help="Lists the open notes on a game instead.",
)
@PROJECT
def command(version: str, card: str, words: str, by: str, game: str, project: Path | None) -> None:
    """Keep what was said of a card while it was played: cardgen note v0.7 owl "too strong".

    It stands in playtest.csv beside the decks, on the card in the preview, and among the notes of
    validate, until the column  done  says something."""
    from cardgen.api.noting import note_of, open_notes
    from cardgen.base.findings import shown

    opened = open_data(project, writes=not game)
    if game:
        if version or card or words:
            raise click.UsageError("--list takes no note")
        chosen = [each for each, _ in opened.select([game])]
        for finding in open_notes(chosen):
            tell(f"{finding.deck}/{finding.card}: {finding.what}" if finding.card else finding.what)
        return
    if not (version and card and words):
        raise click.UsageError('say a version, a card and what was said: v0.7 owl "too strong"')
    made = note_of(opened, version, card, words, by).apply()
    tell(shown(made.file))
