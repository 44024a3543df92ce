"""Regular expressions that are compiled when they are first asked.

A few take as long as drawing several cards, and most runs never ask."""

from __future__ import annotations

import re
from typing import Any, cast


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used."""
    return cast("re.Pattern[str]", _Later(text, flags))


class _Later:
    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._text, self._flags)
        for method in (
            "match",
            "fullmatch",
            "search",
            "split",
            "findall",
            "finditer",
            "sub",
            "subn",
        ):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)
