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
from cardgen.cli.findings import exit_code, finish, tell_notes, tell_problems
from cardgen.cli.options import CLUSTER, FILE, LANG, PROJECT, Belonging, open_workshop
from cardgen.cli.output import can_print, counted, live_report, tell, tell_json

if TYPE_CHECKING:
    from cardgen.api.workshop import Workshop
    from cardgen.making.report import Report


@dataclass(frozen=True, slots=True)
class _ValidateCall:
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
        """Raise UsageError for options that do not go together."""
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
    help="Write the numbers that follow from other cards into the deck files, "
    "after showing the changes.",
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
    options = _ValidateCall(**settings)
    options.check(lang)
    aside = options.form != "text"
    report = live_report(aside=aside)
    titles = dict[str, str]()
    try:
        workshop = open_workshop(project, lang, writes=options.fix)
        if options.fix:
            workshop = _fix(workshop, names, options, project)
        _validate(workshop, names, options, report)
        titles = {game.id: game.title for game, _ in workshop.select(names)}
    except CardgenError as error:
        if not aside:
            raise
        report.findings += error.findings
    if not aside:
        _tell_rules(workshop, report, options)
        finish(report, strict=options.strict, summary=True, list_all=options.all)
    from cardgen.cli.findings import as_json, github

    tell_notes(report)  # for whoever looks on
    code = exit_code(report, options.strict)
    if options.form == "json":
        tell_json(as_json(titles, report.outcomes, report.findings, code))
    else:
        for line in github(report.findings, options.all):
            tell(line)
    sys.exit(code)


def _validate(
    workshop: Workshop, names: tuple[str, ...], options: _ValidateCall, report: Report
) -> None:
    from cardgen.making.settings import ValidateOptions

    validate_options = ValidateOptions(
        rule=options.rule,
        rules_only=options.rules_only,
        printer=options.printer,
        annotated=options.annotate,
        hands=options.hands,
        cluster=options.cluster,
    )
    workshop.validate(names, validate_options, report)


def _fix(
    workshop: Workshop, names: tuple[str, ...], options: _ValidateCall, project: Path | None
) -> Workshop:
    """Write values that follow from other cards, and tell those that could not be written.

    Returns the project as it is then.
    """
    from cardgen.api.fix import propose_fix
    from cardgen.write.file_changes import apply_all

    # what a run that was killed had begun to write
    if take_back(workshop.project.root / "card_data", workshop.project.root):
        workshop = open_workshop(project)
    proposal = propose_fix(workshop, names, options.rule)
    for patch in proposal.patches:
        for line in patch.diff():
            tell(line, aside=options.form != "text")
    question = f"Write {counted(proposal.count, 'value')}?"
    must_ask = bool(proposal.patches) and not options.yes
    if must_ask and not click.confirm(question, err=True):
        tell("nothing was written", aside=True)
    elif proposal.patches:
        apply_all(proposal.patches)
        for patch in proposal.patches:
            tell(f"mended {shown(patch.file)}", aside=True)
        workshop = open_workshop(project)
    tell_problems(
        Finding("fix-impossible", f"not written: {problem.what}", problem.remedy, problem.place)
        for problem in proposal.problems
    )
    return workshop


def _tell_rules(workshop: Workshop, report: Report, options: _ValidateCall) -> None:
    from cardgen.cli.findings import Listed, lines

    titles = {game.id: game.title for game in workshop.games}
    for line in lines(
        titles,
        report.outcomes,
        report.causes,
        can_print("✓✗·–"),
        Listed(options.all, options.notes),
    ):
        tell(line)
