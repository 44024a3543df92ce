"""The files of printers: those of a project, and those that come with cardgen."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.project import Project

OWN_PRINTERS = Path("card_data") / "printers"
"""Where a project has printers of its own."""
SHIPPED = Path(__file__).resolve().parents[1] / "printers"


def printer_files(project: Project) -> dict[str, Path]:
    """The file of each printer by its name.

    A project's own files come before shipped ones of the same name."""
    own_files, shipped_files = (
        {path.stem: path for path in sorted(folder.glob("[!.]*.yaml"))}
        for folder in (project.root / OWN_PRINTERS, SHIPPED)
    )
    return own_files | {name: path for name, path in shipped_files.items() if name not in own_files}
