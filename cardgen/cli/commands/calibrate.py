"""The command about the person's own printer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cardgen.base.findings import shown
from cardgen.cli.findings import finish
from cardgen.cli.options import FLIP, PAPER, PROJECT, figure, out, several
from cardgen.cli.output import live_report, one_line, tell

if TYPE_CHECKING:
    from cardgen.making.report import Report


_SET = (
    "Keep what was read from the sheet: mm, mm, degrees. Backs that lie 2 mm too far to the left, "
    "as you look at them, are 2 0 0."
)


@dataclass(frozen=True, slots=True)
class _CalibrateOptions:
    """The options of the command."""

    figures: tuple[float, float, float] | None
    show: bool
    reset: bool
    check: bool
    named: str | None
    flip: str
    landscape: bool
    paper: str
    out: Path | None
    project: Path | None

    @property
    def printer(self) -> str:
        return self.named or ""

    @property
    def kind(self) -> str:
        """The kind of sheet, as calibrations are kept by it."""
        from cardgen.impose.calibration import kind_of_sheet

        return kind_of_sheet(self.flip, self.landscape)

    @property
    def sheets_in_words(self) -> str:
        printer = f", of the printer {self.printer}" if self.printer else ""
        return one_line(_kind_in_words(self.kind) + printer)


@click.command("calibrate")
@click.option("--set", "figures", type=figure, nargs=3, metavar="X Y ROTATION", help=_SET)
@click.option("--show", is_flag=True, help="What is kept.")
@click.option(
    "--reset",
    is_flag=True,
    help="Forget what is kept: of the printer named, or of the sheets that --flip or --landscape "
    "tell.",
)
@click.option(
    "--check", is_flag=True, help="The sheet as it is corrected by what is kept: all should read 0."
)
@click.option(
    "--printer-name",
    "named",
    metavar="NAME",
    help="For more than one printer, or tray: keep it under a name.",
)
@FLIP
@click.option(
    "--landscape",
    is_flag=True,
    help="For sheets on their side, which printers lay off in another direction.",
)
@PAPER
@out("the sheet goes")
@PROJECT
@click.pass_context
def command(context: click.Context, /, **settings: Any) -> None:
    """Make a sheet that shows how far your printer lays the backs off, and keep what you read.

    Print it on both sides and hold it against a light; it tells the rest. What is kept is applied
    to the backs of all duplex sheets."""
    from cardgen.impose.calibration import Misprint
    from cardgen.impose.flip import check_flip
    from cardgen.sheets.calibration_store import forget, keep

    options = _CalibrateOptions(**settings)
    if sum((options.figures is not None, options.show, options.reset, options.check)) > 1:
        raise click.UsageError(
            "--set, --show, --reset and --check do not go together; give one of them"
        )
    if options.named == "":
        raise click.UsageError(
            "--printer-name is empty; leave it out for the printer without a name"
        )
    check_flip(options.flip)
    if options.figures is not None:
        misprint = Misprint(*options.figures)
        file = keep(options.printer, options.kind, misprint)
        tell(f"kept for {options.sheets_in_words}: {misprint}, in {shown(file)}")
        if seen_from_behind := misprint.seen_from_behind:
            tell(
                f"  which is right if the backs, as you look at them, lie {seen_from_behind}; "
                "if it is the other way round, change the sign"
            )
    elif options.reset:
        is_kind_given = (
            options.landscape or context.get_parameter_source("flip") is not ParameterSource.DEFAULT
        )
        was_kept = forget(options.printer, options.kind if is_kind_given else "")
        tell("forgotten" if was_kept else "there was nothing to forget")
    elif options.show:
        _show()
    else:
        finish(_make_sheets(options))


def _show() -> None:
    from cardgen.sheets.calibration_store import file_of_calibrations, read_calibrations

    calibrations = read_calibrations()
    file = one_line(shown(file_of_calibrations()))
    tell(file if calibrations else f"nothing is kept; --set keeps it in {file}")
    for name, kinds in calibrations.items():
        for kind, misprint in kinds.items():
            tell(f"  {name + ': ' if name else ''}{_kind_in_words(kind)}: {misprint}")


def _make_sheets(options: _CalibrateOptions) -> Report:
    """Write the sheet on each paper. Raises CardgenError for a call that cannot be."""
    from cardgen.base.findings import CardgenError, Finding, collect_findings
    from cardgen.impose.check import check_folder, check_options
    from cardgen.impose.options import Options
    from cardgen.load.font_list import open_fonts
    from cardgen.model.project import find_project
    from cardgen.sheets.calibration_sheet import calibration_sheet
    from cardgen.sheets.calibration_store import calibration_of

    calibration = calibration_of(options.printer) if options.check else None
    if options.check and (not calibration or options.kind not in calibration.measured):
        raise CardgenError(
            Finding(
                "not-calibrated",
                f"nothing is kept yet for {options.sheets_in_words}",
                "leave --check out, and keep what you read with --set",
            )
        )
    project = find_project(options.project)
    folder = options.out or project.output
    papers = check_options(Options(papers=several(options.paper)))
    report, fonts = live_report(), open_fonts(project.font_folders())
    report.home = options.out or project.output.parent
    check_folder(folder, report.home)
    file_name = "calibrate"
    if options.check:
        file_name += "-check"
    if options.flip == "short":
        file_name += "-short"
    if options.landscape:
        file_name += "-landscape"
    for paper_size in papers:
        with collect_findings(report.findings):
            sheet = calibration_sheet(
                paper_size,
                options.flip,
                landscape=options.landscape,
                fonts=fonts,
                corrected=calibration,
                printer=options.printer,
            )
            report.put_pdf(folder / f"{file_name}-{paper_size.name}.pdf", sheet)
    return report


def _kind_in_words(kind: str) -> str:
    """A kind of sheet, in words."""
    turned, _, lying = kind.partition(" ")
    return f"{'sheets on their side' if lying else 'upright sheets'}, flipped on the {turned} edge"
