"""The command that tells which texts are missing in a language, or older than their originals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.base.findings import shown
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import FORM, PROJECT, Belonging, open_data, several
from cardgen.cli.output import counted, live_report, tell, tell_json

if TYPE_CHECKING:
    from cardgen.api.languages import AcceptedTexts


@click.command("languages")
@click.argument(
    "names", nargs=-1, metavar="[GAME[/DECK[/CARD]]]...", shell_complete=completion.decks
)
@click.option(
    "--lang",
    default="",
    metavar="LL",
    shell_complete=completion.languages,
    help="The language, such as de, or several; otherwise all that there are.",
)
@click.option("--all", "list_all", is_flag=True, help="Lists every text that is not up to date.")
@click.option("--quick", is_flag=True, help="Does not look which texts fit their boxes.")
@click.option(
    "--accept",
    is_flag=True,
    help="Says that texts of unknown age are up to date, and those of cards that are named.",
)
@click.option(
    "--edited",
    cls=Belonging,
    to="--accept",
    is_flag=True,
    help="Also those older than their originals that were edited since.",
)
@click.option(
    "--older",
    cls=Belonging,
    to="--accept",
    is_flag=True,
    help="Also all that are older than their originals.",
)
@FORM
@PROJECT
def command(
    names: tuple[str, ...],
    lang: str,
    list_all: bool,
    quick: bool,
    accept: bool,
    form: str,
    project: Path | None,
    **which: Any,
) -> None:
    """Which texts are missing in a language, older than their originals, or do not fit.

    originals.LL.lock remembers which original each text was made from. What the page, cardgen set
    and a translator's table write is remembered; what was edited by hand is accepted here."""
    from cardgen.api import languages

    text_names = [languages.TextName.read(name) for name in names]
    selection = languages.TextSelection(text_names, several(lang))
    opened = open_data(project, writes=accept)
    if accept:
        return _accept(languages.accept_texts(opened, selection, **which))
    report = live_report(aside=form == "json")
    report.findings += opened.problems_of([name.of_deck for name in text_names])
    all_states = selection.states(opened)
    report.findings += (problem for states in all_states for problem in states.problems)
    reports = [languages.LanguageReport(states, {}) for states in all_states]
    if not quick:
        reports = languages.with_fits(opened, all_states)
    if form == "json":
        tell_json(languages.as_json(reports))
    for line in languages.lines_of(reports, list_all=list_all) if form == "text" else ():
        tell(line)
    finish(report)


def _accept(all_accepted: Sequence[AcceptedTexts]) -> None:
    from cardgen.write.file_changes import apply_all

    apply_all([accepted.change for accepted in all_accepted])
    for accepted in all_accepted:
        count = counted(len(accepted.texts), "text")
        tell(f"{shown(accepted.change.file)}  ({count} up to date)")
    if not all_accepted:
        tell("nothing was of unknown age", aside=True)
