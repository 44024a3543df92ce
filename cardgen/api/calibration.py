"""Sheets that show how far a printer lays the backs off."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.impose.calibration import kind_of_sheet

if TYPE_CHECKING:
    from cardgen.making.report import Report
    from cardgen.model.project import Project


@dataclass(frozen=True, slots=True)
class CalibrationOptions:
    """The sheets of a printer, by its name and how they are turned over.

    With `check` they are corrected by what is kept."""

    printer: str = ""
    flip: str = "long"
    landscape: bool = False
    check: bool = False
    papers: tuple[str, ...] = ("a4", "letter")
    out: Path | None = None

    @property
    def kind(self) -> str:
        """The kind of sheet, as calibrations are kept by it."""
        return kind_of_sheet(self.flip, self.landscape)

    @property
    def sheets_in_words(self) -> str:
        """The kind of sheet and the printer, in words."""
        printer = f", of the printer {self.printer}" if self.printer else ""
        return kind_in_words(self.kind) + printer


def kind_in_words(kind: str) -> str:
    """A kind of sheet, in words."""
    turned, _, lying = kind.partition(" ")
    return f"{'sheets on their side' if lying else 'upright sheets'}, flipped on the {turned} edge"


def make_calibration_sheets(project: Project, options: CalibrationOptions, report: Report) -> None:
    """Write the sheet on each paper. Raises CardgenError for a call that cannot be."""
    from cardgen.impose.check import check_folder, check_options
    from cardgen.impose.options import Options
    from cardgen.load.font_list import open_fonts
    from cardgen.sheets.calibration_sheet import calibration_sheet
    from cardgen.sheets.calibration_store import calibration_of

    calibration = calibration_of(options.printer) if options.check else None
    if options.check and (not calibration or options.kind not in calibration.measured):
        sentence = f"nothing is kept yet for {options.sheets_in_words}"
        remedy = "leave --check out, and keep what you read with --set"
        raise CardgenError(Finding("not-calibrated", sentence, remedy))
    folder = options.out or project.output
    papers = check_options(Options(papers=options.papers))
    fonts = open_fonts(project.font_folders())
    report.home = options.out or project.output.parent
    check_folder(folder, report.home)
    parts = ["calibrate", "check" if options.check else ""]
    parts += ["short" if options.flip == "short" else "", "landscape" if options.landscape else ""]
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
            name = "-".join(filter(None, [*parts, paper_size.name]))
            report.put_pdf(folder / f"{name}.pdf", sheet)
