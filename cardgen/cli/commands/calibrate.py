"""The command about the person's own printer."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.core import ParameterSource

from cardgen.base.errors import shown
from cardgen.cli.options import FLIP, PAPER, PROJECT, several
from cardgen.cli.output import finish, live_report, one_line


@click.command("calibrate")
@click.option("--set", "figures", type=float, nargs=3, metavar="X Y ROTATION", help="Keep what was read from the sheet: mm, mm, degrees.")
@click.option("--show", is_flag=True, help="What is kept.")
@click.option("--reset", is_flag=True, help="Forget what is kept: of the printer named, or of the sheets that --flip or --landscape tell.")
@click.option("--check", is_flag=True, help="The sheet as it is corrected by what is kept: all should read 0.")
@click.option("--printer-name", "named", metavar="NAME", help="For more than one printer, or tray: keep it under a name.")
@FLIP
@click.option("--landscape", is_flag=True, help="For sheets on their side, which printers lay off in another direction.")
@PAPER
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Where the sheet goes; else the project's output folder.")
@PROJECT
@click.pass_context
def command(
    context: click.Context,
    figures: tuple[float, float, float] | None,
    show: bool,
    reset: bool,
    check: bool,
    named: str | None,
    flip: str,
    landscape: bool,
    paper: str,
    out: Path | None,
    project: Path | None,
) -> None:
    """Make a sheet that shows how far your printer lays the backs off, and keep what you read from it.

    Print it on both sides and hold it against a light; it tells the rest. What is kept is applied to the backs of all duplex sheets.
    """
    from cardgen.impose.calibration import Misprint, kind_of_sheet
    from cardgen.impose.flip import check_flip
    from cardgen.sheets.calibration_store import calibration_of, file_of_calibrations, forget, keep, read_calibrations

    if sum((figures is not None, show, reset, check)) > 1:
        raise click.UsageError("--set, --show, --reset and --check are one each")
    if named == "":
        raise click.UsageError("--printer-name is empty; leave it out for the printer without a name")
    printer = named or ""
    check_flip(flip)
    kind = kind_of_sheet(flip, landscape)
    whose = one_line(f"{_sheets(kind)}{f', of the printer {printer}' if printer else ''}")
    if figures is not None:
        misprint = Misprint(*figures)
        file = keep(printer, kind, misprint)
        click.echo(one_line(f"kept for {whose}: {misprint}, in {shown(file)}"))
        sys.exit(0)
    if reset:
        part = landscape or context.get_parameter_source("flip") is not ParameterSource.DEFAULT
        click.echo("forgotten" if forget(printer, kind if part else "") else "there was nothing to forget")
        sys.exit(0)
    if show:
        kept = read_calibrations()
        where = one_line(shown(file_of_calibrations()))
        click.echo(where if kept else f"nothing is kept; --set keeps it in {where}")
        for name, kinds in kept.items():
            for kind, misprint in kinds.items():
                click.echo(one_line(f"  {name + ': ' if name else ''}{_sheets(kind)}: {misprint}"))
        sys.exit(0)

    from cardgen.base.errors import CardgenError, Problem, gathered
    from cardgen.impose.check import check_folder, check_options
    from cardgen.impose.options import Options
    from cardgen.model.project import find_project
    from cardgen.sheets.calibration_sheet import calibration_sheet
    from cardgen.typography.fontbook import FontBook

    kept_one = calibration_of(printer) if check else None
    if check and (not kept_one or kind not in kept_one.measured):
        raise CardgenError(Problem(f"nothing is kept yet for {whose}", "leave --check out, and keep what you read with --set"))
    opened = find_project(project)
    folder = out or opened.output
    papers = check_options(Options(papers=several(paper)))
    check_folder(folder)
    report, book = live_report(), FontBook(opened.font_folders())
    for one in papers:
        parts = ["calibrate", *["check"] * check, *["short"] * (flip == "short"), *["landscape"] * landscape, one.name]
        with gathered(report.problems):
            sheet = calibration_sheet(one, flip, landscape=landscape, book=book, corrected=kept_one, printer=printer)
            report.put_pdf(folder / f"{'-'.join(parts)}.pdf", sheet)
    finish(report)


def _sheets(kind: str) -> str:
    """A kind of sheet, in words."""
    turned, _, lying = kind.partition(" ")
    return f"{'sheets on their side' if lying else 'upright sheets'}, flipped on the {turned} edge"
