"""The command that writes values of a card into the file that says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.base.files import trying
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cli import completion
from cardgen.cli.options import LANG, PROJECT, open_data
from cardgen.cli.output import tell

if TYPE_CHECKING:
    from cardgen.making.open_project import OpenProject
    from cardgen.write.card_edits import CardEdit
    from cardgen.write.file_changes import MergedChange


@dataclass(frozen=True, slots=True)
class _SetCall:
    """The options of the command that say what to do with the card."""

    add: bool
    remove: bool
    behind: str
    write_out: bool
    lang: str
    dry_run: bool

    def check(self, values: Mapping[str, str | None]) -> None:
        """Raise UsageError for options that do not go together."""
        if self.add and self.remove:
            raise click.UsageError("--add and --remove do not go together")
        if self.remove and (values or self.behind):
            raise click.UsageError("--remove takes no values, and no --behind")
        if self.behind and values and not self.add:
            raise click.UsageError("--behind moves a card, or goes with --add; give no values")
        if self.lang and (self.add or self.remove or self.behind or self.write_out):
            raise click.UsageError("--lang writes texts of a card alone")
        if not (values or self.add or self.remove or self.behind or self.write_out):
            raise click.UsageError("say what to write, such as copies=3")


@click.command("set")
@click.argument("name", metavar="GAME/DECK", shell_complete=completion.decks)
@click.argument("card", metavar="CARD")
@click.argument("values", nargs=-1, metavar="[FIELD=VALUE]...")
@click.option("--add", is_flag=True, help="Adds a card of this id, with these values.")
@click.option("--remove", is_flag=True, help="Takes the card out.")
@click.option(
    "--behind",
    metavar="CARD",
    default="",
    help="Moves the card behind this one; with --add, it is added there.",
)
@click.option(
    "--write-out",
    is_flag=True,
    help="Lists the cards of a loop one by one first, if the card comes of one.",
)
@LANG
@click.option("--dry-run", is_flag=True, help="Shows the change, and writes nothing.")
@PROJECT
def command(
    name: str, card: str, values: tuple[str, ...], project: Path | None, **settings: Any
) -> None:
    """Write values of a card into the file that says them, and nothing else in it.

    The file is the deck's YAML, or its table: CSV, XLSX, ODS and the like. Comments, quotes,
    formats, formulas and other sheets stay. FIELD= empties a field. With --lang it is what the
    card says in that language, in the file or the column that says it."""
    if "=" in card:
        raise _without_card(name, card)
    options = _SetCall(**settings)
    from cardgen.write.file_changes import apply_all

    typed = _typed_values(values)
    options.check(typed)
    opened = open_data(project, writes=True)
    edits = _edits(opened, name, card, typed, options)
    for edit in edits:
        for line in edit.diff():
            tell(line)
    if options.dry_run:
        tell("nothing was written", aside=True)
        return
    apply_all(edits)
    tell(f"{edits[0].says}  ({shown(edits[0].file)})", aside=True)
    if edits[0].note:
        tell(f"note: {edits[0].note}", aside=True)


def _without_card(name: str, value: str) -> click.UsageError:
    """The error that a value stands where the card should: GAME/DECK/CARD is how other commands
    name it."""
    deck, _, card = name.rpartition("/") if name.count("/") > 1 else (name, "", "CARD")
    return click.UsageError(
        f'"{value}" stands where the card should; write  cardgen set {deck} {card} {value}'
    )


def _typed_values(words: Sequence[str]) -> dict[str, str | None]:
    """The values by field. Raises UsageError for a word without a sign of equality."""
    values: dict[str, str | None] = {}
    for word in words:
        field, equals, value = word.partition("=")
        if not equals or not field:
            raise click.UsageError(f'"{word}" is not FIELD=VALUE, such as copies=3')
        if field in values:
            raise click.UsageError(f"{field} is given twice")
        values[field] = value or None
    return values


def _edits(
    opened: OpenProject,
    name: str,
    card: str,
    values: Mapping[str, str | None],
    options: _SetCall,
) -> list[MergedChange]:
    """The edits that were asked for, the one of the card first. Raises CardgenError."""
    if not options.lang:
        return [_edit(opened, name, card, values, options)]
    from cardgen.api.editing import text_edited

    edits = text_edited(opened, name, card, options.lang, values)
    if isinstance(edits, Finding):
        raise CardgenError(edits)
    return edits


def _edit(
    opened: OpenProject,
    name: str,
    card: str,
    values: Mapping[str, str | None],
    options: _SetCall,
) -> CardEdit:
    """The edit that was asked for. Raises CardgenError where there is none."""
    from cardgen.api import editing

    if options.write_out:
        return _with_loop_written_out(opened, name, card, values)
    if options.add:
        return _made(editing.card_added(opened, name, {"id": card, **values}, options.behind))
    if options.remove:
        return _made(editing.card_removed(opened, name, card))
    if options.behind:
        return _made(editing.card_moved(opened, name, card, options.behind))
    return _made(editing.edit_of_values(opened, name, card, values))


def _with_loop_written_out(
    opened: OpenProject, name: str, card: str, values: Mapping[str, str | None]
) -> CardEdit:
    """The edit that lists the cards of a loop, and then says values of one."""
    from dataclasses import replace

    from cardgen.api import editing

    listed = _made(editing.loop_written_out(opened, name, card))
    if not values:
        return listed
    with trying({listed.file: listed.after}):
        again = open_data(opened.project.root)
        edit = _made(editing.edit_of_values(again, name, card, values))
    return replace(edit, before=listed.before)


def _made(edit: CardEdit | Finding) -> CardEdit:
    if isinstance(edit, Finding):
        raise CardgenError(edit)
    return edit
