"""The command that holds the cards against their rules and checks them for print."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.base.files import take_back
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cli import completion
from cardgen.cli.options import CLUSTER, FILE, LANG, PROJECT, Belonging, open_
from cardgen.cli.output import (
    counted,
    exit_code,
    finish,
    live_report,
    shows,
    tell,
    tell_json,
    tell_notes,
    tell_problems,
)

if TYPE_CHECKING:
    from cardgen.api.workshop import Workshop
    from cardgen.making.report import Report


@dataclass(frozen=True, slots=True)
class _Validate:
    """The options of the command, those of all commands left out."""

    rule: str
    rules_only: bool
    strict: bool
    printer: str
    annotate: Path | None
    hands: Path | None
    fix: bool
    yes: bool
    form: str
    all: bool
    notes: bool
    cluster: str

    def check(self, lang: str) -> None:
        """Raises UsageError for options that do not go together."""
        if self.annotate and self.annotate.suffix.lower() != ".pdf":
            such = f"{self.annotate.stem or 'found'}.pdf"
            raise click.UsageError(
                f"--annotate writes a PDF, so its file must end in .pdf, such as {such}"
            )
        if self.printer and (self.rule or self.rules_only):
            raise click.UsageError(
                "--printer looks at whole cards, so it does not go with --rule or --rules-only"
            )
        if self.fix and self.cluster:
            raise click.UsageError("--fix mends the cards here; leave --cluster out")
        if self.fix and lang:
            raise click.UsageError("--fix mends the cards as they were written; leave --lang out")


@click.command("validate")
@click.argument("names", nargs=-1, metavar="[GAME[/DECK]]...", shell_complete=completion.decks)
@click.option("--rule", metavar="ID", default="", help="Only this rule, variant or built-in check.")
@click.option("--rules-only", is_flag=True, help="Only what can be told without drawing a card.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--printer",
    metavar="NAME",
    default="",
    shell_complete=completion.printers,
    help="Also what this printer would find, such as drivethrucards.",
)
@click.option(
    "--annotate",
    cls=Belonging,
    to="--printer",
    type=FILE,
    metavar="FILE.pdf",
    help="A PDF that marks each finding.",
)
@click.option(
    "--hands",
    type=FILE,
    metavar="DIR",
    help="For each claim of chance that fails, a picture there of a deal that breaks it.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="Write the numbers that follow from other cards into the deck files, after showing the changes.",
)
@click.option("--yes", cls=Belonging, to="--fix", is_flag=True, help="Write without asking.")
@click.option(
    "--all",
    is_flag=True,
    help="Also the rules that hold, what counts on something else, and all of a kind.",
)
@click.option("--notes", is_flag=True, help="Also the notes that explain the rules.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@CLUSTER
@LANG
@PROJECT
def command(names: tuple[str, ...], lang: str, project: Path | None, **settings: Any) -> None:
    """Hold the cards against the rules of their game, and check them for print.

    The rules stand in rules.yaml and variants.yaml. Beside them: leftovers in texts, backs of decks
    shuffled together, text that overflows or is too small, the safe zone, missing characters."""
    asked = _Validate(**settings)
    asked.check(lang)
    aside = asked.form != "text"
    report, titles = live_report(aside=aside), dict[str, str]()
    try:
        workshop = open_(project, lang, own=asked.fix)
        if asked.fix:
            workshop = _fix(
                workshop, names, asked.rule, project, ask=not asked.yes, told_aside=aside
            )
        _validated(workshop, names, asked, report)
        titles = {game.id: game.title for game, _ in workshop.select(names)}
    except CardgenError as error:
        if not aside:
            raise
        report.findings += error.findings
    if not aside:
        _tell_rules(workshop, report, asked)
        finish(report, strict=asked.strict, summary=True, whole=asked.all)
    from cardgen.rules.listing import as_json, github

    tell_notes(report)  # for whoever looks on
    code = exit_code(report, asked.strict)
    if asked.form == "json":
        tell_json(as_json(titles, report.outcomes, report.findings, code))
    else:
        for line in github(report.findings, asked.all):
            tell(line)
    sys.exit(code)


def _validated(
    workshop: Workshop, names: tuple[str, ...], asked: _Validate, report: Report
) -> None:
    from cardgen.making.settings import ValidateOptions

    options = ValidateOptions(
        rule=asked.rule,
        rules_only=asked.rules_only,
        printer=asked.printer,
        annotated=asked.annotate,
        hands=asked.hands,
    )
    if asked.cluster:
        from cardgen.making.games import validate_away

        validate_away(workshop, names, asked.cluster, options, report)
    else:
        workshop.validate(names, options, report)


def _fix(
    workshop: Workshop,
    names: tuple[str, ...],
    rule: str,
    project: Path | None,
    *,
    ask: bool,
    told_aside: bool,
) -> Workshop:
    """Mend what follows from other cards until nothing is left to mend, and say what could not be
    written; the project as it is then."""
    from cardgen.api.fix import mending
    from cardgen.load.file_changes import apply_all

    # what a run that was killed had begun to write
    if take_back(workshop.project.root / "card_data", workshop.project.root):
        workshop = open_(project)
    found = mending(workshop, names, rule)
    for patch in found.patches:
        for line in patch.diff():
            tell(line, aside=told_aside)
    if (
        found.patches
        and ask
        and not click.confirm(f"Write {counted(found.count, 'value')}?", err=True)
    ):
        tell("nothing was written", aside=True)
    elif found.patches:
        apply_all(found.patches)
        for patch in found.patches:
            tell(f"mended {shown(patch.file)}", aside=True)
        workshop = open_(project)
    tell_problems(
        Finding("call-refused", f"not written: {problem.what}", problem.remedy, problem.place)
        for problem in found.problems
    )
    return workshop


def _tell_rules(workshop: Workshop, report: Report, asked: _Validate) -> None:
    from cardgen.rules.listing import Listed, lines

    titles = {game.id: game.title for game in workshop.games}
    for line in lines(
        titles, report.outcomes, report.causes, shows("✓✗·–"), Listed(asked.all, asked.notes)
    ):
        tell(line)
