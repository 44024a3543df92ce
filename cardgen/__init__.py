"""cardgen: print-and-play cards from YAML and SVG templates.

>>> import cardgen
>>> workshop = cardgen.open_project()          # the nearest project, or the shipped games
>>> report = workshop.validate(["best-candy-on-the-block/main"])
>>> report.exit_code
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.base.version import __version__

if TYPE_CHECKING:
    from cardgen.api.run_report import Report
    from cardgen.api.workshop import Workshop, open_project
    from cardgen.base.errors import CardgenError
    from cardgen.impose.options import Options

__all__ = ["CardgenError", "Options", "Report", "Workshop", "__version__", "open_project"]


def __getattr__(name: str) -> Any:
    # Imported when asked for: `cardgen --help` must not pay for PDF and fonts.
    if name in __all__:
        from cardgen.api import workshop

        return getattr(workshop, name)
    raise AttributeError(f"module 'cardgen' has no attribute {name!r}")
