"""The command that holds a printer's proof against the decks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from cardgen.cli import completion
from cardgen.cli.findings import exit_code, finish, tell_notes
from cardgen.cli.options import FILE, FORM, JOBS, LANG, PROJECT, open_workshop, out
from cardgen.cli.output import clear_progress, live_report, tell, tell_json


@click.command("proof")
@click.argument("file", type=FILE)
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option(
    "--paper", default="a4", show_default=True, shell_complete=completion.papers, help="Of the PDF."
)
@FORM
@JOBS
@out("the PDF goes")
@LANG
@PROJECT
def command(
    file: Path,
    names: tuple[str, ...],
    form: str,
    lang: str,
    project: Path | None,
    **settings: Any,
) -> None:
    """Hold a printer's proof against the decks: a PDF, a scan or a folder of pictures.

    Tells which card is missing, twice, turned or another version, has a wrong back or other copies,
    and what differs on a card; a PDF to send back shows it. The exit code is 1 where something is
    to be looked at."""
    from cardgen.api.proofing import compare_proof
    from cardgen.proof.telling import as_json, lines

    report = live_report(aside=form == "json")
    workshop = open_workshop(project, lang)
    compared = compare_proof(workshop, file, names, report, **settings)
    clear_progress()
    code = max(exit_code(report, False), 1 if compared.verdict.faults else 0)
    if form == "json":
        tell_json(as_json(compared.proof, compared.verdict, compared.sides, code))
    else:
        for line in lines(compared.proof, compared.verdict):
            tell(line)
    if code != 1:
        finish(report)
    tell_notes(report)
    sys.exit(code)
