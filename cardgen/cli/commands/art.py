"""The command that lists the art that is made for cards, and keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import shown
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import FORM, PROJECT, SELECTION, open_data
from cardgen.cli.output import tell, tell_json

if TYPE_CHECKING:
    from cardgen.api.kept_art import MadeArt


@click.command("art")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option(
    "--cards",
    type=SELECTION,
    metavar="SELECTION",
    default="",
    help="Only these cards: ids, 5-9, 'wolf*', 'rank > 3'; several with commas.",
)
@click.option(
    "--keep",
    is_flag=True,
    help="Writes them as art/DECK/ID.svg, to be drawn on; their cards show those from then on.",
)
@FORM
@PROJECT
def command(
    names: tuple[str, ...], cards: str, keep: bool, form: str, project: Path | None
) -> None:
    """The art that is made for cards that say "art: auto", and which drawing each has."""
    from cardgen.api.kept_art import art_kept, made_art
    from cardgen.making.report import Report
    from cardgen.write.file_changes import apply_all

    opened = open_data(project, writes=keep)
    made = made_art(opened, names, [cards] if cards else [])
    if not keep:
        _tell_made(made, as_json=form == "json")
    else:
        brought = art_kept(opened, made)
        files = [shown(change.file) for change in apply_all(brought.changes)]
        if form == "json":
            tell_json({"files": files})
        else:
            tell("\n".join([brought.says, *(f"  {file}" for file in files)]))
    finish(Report(findings=list(opened.problems)))


def _tell_made(made: list[MadeArt], *, as_json: bool) -> None:
    from cardgen.model.made_art.drawing import made_drawing

    rows = []
    for game, deck, card, name in made:
        drawing = made_drawing(name)
        assert drawing
        card_name = f"{game.id}/{deck.id}/{card.id}"
        rows.append({"card": card_name, "family": drawing.family, "icon": drawing.icon})
    if as_json:
        tell_json(rows)
        return
    width = max(len(row["card"]) for row in rows)
    for row in rows:
        tell(f"{row['card']:{width}}  {row['family']:8}  {row['icon']}".rstrip())
