"""cardgen: print-and-play cards from YAML and SVG templates.

>>> import cardgen
>>> workshop = cardgen.open_project()          # the nearest project, or the shipped games
>>> report = workshop.validate(["best-candy-on-the-block/main"])
>>> report.exit_code
0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardgen.base.version import __version__

if TYPE_CHECKING:
    from cardgen.api.workshop import Workshop, open_project
    from cardgen.base.findings import CardgenError
    from cardgen.boxes.make import BoxOptions
    from cardgen.impose.options import Options
    from cardgen.making.report import Report
    from cardgen.making.settings import EditionOptions, ExportOptions, ValidateOptions

__all__ = [
    "BoxOptions",
    "CardgenError",
    "EditionOptions",
    "ExportOptions",
    "Options",
    "Report",
    "ValidateOptions",
    "Workshop",
    "__version__",
    "open_project",
]

_MODULES = {
    "BoxOptions": "cardgen.boxes.make",
    "CardgenError": "cardgen.base.findings",
    "EditionOptions": "cardgen.making.settings",
    "ExportOptions": "cardgen.making.settings",
    "Options": "cardgen.impose.options",
    "Report": "cardgen.making.report",
    "ValidateOptions": "cardgen.making.settings",
    "Workshop": "cardgen.api.workshop",
    "open_project": "cardgen.api.workshop",
}


def __getattr__(name: str) -> Any:
    # Imported when asked for: `cardgen --help` must not pay for PDF and fonts.
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'cardgen' has no attribute {name!r}")
