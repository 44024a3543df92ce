"""The command about the person's own printer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cardgen.base.findings import shown
from cardgen.cli.findings import finish
from cardgen.cli.options import FLIP, PAPER, PROJECT, figure, out, several
from cardgen.cli.output import live_report, one_line, tell

_SET = (
    "Keep what was read from the sheet: mm, mm, degrees. Backs that lie 2 mm too far to the left, "
    "as you look at them, are 2 0 0."
)


@click.command("calibrate")
@click.option("--set", "figures", type=figure, nargs=3, metavar="X Y ROTATION", help=_SET)
@click.option(
    "--seen",
    metavar="WORDS",
    default="",
    help='Keep what is seen on the backs of cut cards, up to 10 mm, such as "2 mm left, 1.5 mm '
    'up"; it is added to what is kept.',
)
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
def command(
    context: click.Context,
    /,
    figures: tuple[float, float, float] | None,
    named: str | None,
    paper: str,
    project: Path | None,
    *,
    show: bool,
    reset: bool,
    **settings: Any,
) -> None:
    """Make a sheet that shows how far your printer lays the backs off, and keep what you read.

    Print it on both sides and hold it against a light; it tells the rest. What is kept is applied
    to the backs of all duplex sheets."""
    from cardgen.api.calibration import CalibrationOptions, make_calibration_sheets
    from cardgen.impose.calibration import Misprint, misprint_of_words
    from cardgen.impose.flip import check_flip
    from cardgen.model.project import find_project
    from cardgen.sheets.calibration_store import forget, keep, read_calibrations

    seen = settings.pop("seen")
    options = CalibrationOptions(printer=named or "", papers=several(paper), **settings)
    if sum((figures is not None, bool(seen), show, reset, options.check)) > 1:
        raise click.UsageError(
            "--set, --seen, --show, --reset and --check do not go together; give one of them"
        )
    if named == "":
        raise click.UsageError(
            "--printer-name is empty; leave it out for the printer without a name"
        )
    check_flip(options.flip)
    if figures is not None:
        misprint = Misprint(*figures)
        file = keep(options.printer, options.kind, misprint)
        tell(f"kept for {options.sheets_in_words}: {misprint}, in {shown(file)}")
        if seen_from_behind := misprint.seen_from_behind:
            tell(
                f"  which is right if the backs, as you look at them, lie {seen_from_behind}; "
                "if it is the other way round, change the sign"
            )
    elif seen:
        before = read_calibrations().get(options.printer, {}).get(options.kind)
        still_off = misprint_of_words(seen)
        misprint = before.with_more(still_off) if before else still_off
        file = keep(options.printer, options.kind, misprint)
        with_before = " with what was kept" if before else ""
        tell(f"kept for {options.sheets_in_words}{with_before}: {misprint}, in {shown(file)}")
    elif reset:
        is_kind_given = (
            options.landscape or context.get_parameter_source("flip") is not ParameterSource.DEFAULT
        )
        was_kept = forget(options.printer, options.kind if is_kind_given else "")
        tell("forgotten" if was_kept else "there was nothing to forget")
    elif show:
        _show()
    else:
        report = live_report()
        make_calibration_sheets(find_project(project), options, report)
        finish(report)


def _show() -> None:
    from cardgen.api.calibration import kind_in_words
    from cardgen.sheets.calibration_store import file_of_calibrations, read_calibrations

    calibrations = read_calibrations()
    file = one_line(shown(file_of_calibrations()))
    tell(file if calibrations else f"nothing is kept; --set keeps it in {file}")
    for name, kinds in calibrations.items():
        for kind, misprint in kinds.items():
            tell(f"  {name + ': ' if name else ''}{kind_in_words(kind)}: {misprint}")
