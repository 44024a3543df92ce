"""Colours of lines on a terminal: places, severities and signs, as readers of code know them."""

from __future__ import annotations

import os
import re
from typing import IO

import click

_SPAN = re.compile(
    r"^(?P<place>(?!(?:error|warning|note): )\S.*?:\d+(?::\d+)?)(?=: )"
    r"|(?:^|(?<=\d: ))(?:(?P<error>error:)|(?P<warning>warning:)|(?P<note>note:))"
    r"|^ +(?:(?P<failed>✗|FAIL)|(?P<holds>✓|ok)|(?P<aside>[–·]|skip|note|and \d+ more\b.*))(?=\s|$)"
    r"|(?P<check> \[[a-z][\w-]*\])$"
    r"|(?P<about>  \([^()]+\))$"
)
"""What stands out in a line: file:line:column, a severity, the sign of a rule, the name of a check,
and what is said of a file that was written."""
_STYLES: dict[str | None, dict[str, object]] = {
    "place": {"fg": "cyan"},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "blue", "bold": True},
    "failed": {"fg": "red", "bold": True},
    "holds": {"fg": "green"},
    "aside": {"dim": True},
    "check": {"dim": True},
    "about": {"dim": True},
}


def has_colours(stream: IO[str]) -> bool:
    """True for a terminal that shows colours, unless NO_COLOR (no-color.org) is set."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not is_plain


def coloured(line: str) -> str:
    """The line with the escape sequences (ANSI) of its colours."""
    return _SPAN.sub(_styled, line)


def _styled(match: re.Match[str]) -> str:
    name = match.lastgroup or ""
    return click.style(match[0], **_STYLES[name])  # type: ignore[arg-type]
