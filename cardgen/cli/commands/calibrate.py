"""The command about the person's own printer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cardgen.base.findings import shown
from cardgen.cli.options import FLIP, PAPER, PROJECT, figure, out, several
from cardgen.cli.output import finish, live_report, one_line, tell

if TYPE_CHECKING:
    from cardgen.making.report import Report


_SET = "Keep what was read from the sheet: mm, mm, degrees. Backs that lie 2 mm too far to the left, as you look at them, are 2 0 0."


@dataclass(frozen=True, slots=True)
class _Calibrate:
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
        """The kind of sheet that is meant."""
        from cardgen.impose.calibration import kind_of_sheet

        return kind_of_sheet(self.flip, self.landscape)

    @property
    def whose(self) -> str:
        """Such sheets, in words."""
        return one_line(
            f"{_sheets(self.kind)}{f', of the printer {self.printer}' if self.printer else ''}"
        )


@click.command("calibrate")
@click.option("--set", "figures", type=figure, nargs=3, metavar="X Y ROTATION", help=_SET)
@click.option("--show", is_flag=True, help="What is kept.")
@click.option(
    "--reset",
    is_flag=True,
    help="Forget what is kept: of the printer named, or of the sheets that --flip or --landscape tell.",
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

    asked = _Calibrate(**settings)
    if sum((asked.figures is not None, asked.show, asked.reset, asked.check)) > 1:
        raise click.UsageError(
            "--set, --show, --reset and --check do not go together; give one of them"
        )
    if asked.named == "":
        raise click.UsageError(
            "--printer-name is empty; leave it out for the printer without a name"
        )
    check_flip(asked.flip)
    if asked.figures is not None:
        misprint = Misprint(*asked.figures)
        file = keep(asked.printer, asked.kind, misprint)
        tell(f"kept for {asked.whose}: {misprint}, in {shown(file)}")
        if seen := misprint.seen_from_behind:
            tell(
                f"  which is right if the backs, as you look at them, lie {seen}; if it is the other way round, change the sign"
            )
    elif asked.reset:
        part = (
            asked.landscape or context.get_parameter_source("flip") is not ParameterSource.DEFAULT
        )
        tell(
            "forgotten"
            if forget(asked.printer, asked.kind if part else "")
            else "there was nothing to forget"
        )
    elif asked.show:
        _show()
    else:
        finish(_make_sheets(asked))


def _show() -> None:
    from cardgen.sheets.calibration_store import file_of_calibrations, read_calibrations

    kept = read_calibrations()
    where = one_line(shown(file_of_calibrations()))
    tell(where if kept else f"nothing is kept; --set keeps it in {where}")
    for name, kinds in kept.items():
        for kind, misprint in kinds.items():
            tell(f"  {name + ': ' if name else ''}{_sheets(kind)}: {misprint}")


def _make_sheets(asked: _Calibrate) -> Report:
    """The sheet on each paper. Raises CardgenError for a call that cannot be."""
    from cardgen.base.findings import CardgenError, Finding, gathered
    from cardgen.impose.check import check_folder, check_options
    from cardgen.impose.options import Options
    from cardgen.load.font_list import open_fonts
    from cardgen.model.project import find_project
    from cardgen.sheets.calibration_sheet import calibration_sheet
    from cardgen.sheets.calibration_store import calibration_of

    kept = calibration_of(asked.printer) if asked.check else None
    if asked.check and (not kept or asked.kind not in kept.measured):
        raise CardgenError(
            Finding(
                "call-refused",
                f"nothing is kept yet for {asked.whose}",
                "leave --check out, and keep what you read with --set",
            )
        )
    opened = find_project(asked.project)
    folder = asked.out or opened.output
    papers = check_options(Options(papers=several(asked.paper)))
    report, fonts = live_report(), open_fonts(opened.font_folders())
    report.home = asked.out or opened.output.parent
    check_folder(folder, report.home)
    for one in papers:
        parts = [
            "calibrate",
            *["check"] * asked.check,
            *["short"] * (asked.flip == "short"),
            *["landscape"] * asked.landscape,
            one.name,
        ]
        with gathered(report.findings):
            sheet = calibration_sheet(
                one,
                asked.flip,
                landscape=asked.landscape,
                fonts=fonts,
                corrected=kept,
                printer=asked.printer,
            )
            report.put_pdf(folder / f"{'-'.join(parts)}.pdf", sheet)
    return report


def _sheets(kind: str) -> str:
    """A kind of sheet, in words."""
    turned, _, lying = kind.partition(" ")
    return f"{'sheets on their side' if lying else 'upright sheets'}, flipped on the {turned} edge"
