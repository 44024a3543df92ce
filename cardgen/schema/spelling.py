"""Values as one would type them into a file of YAML."""

from __future__ import annotations

import json
import re
from typing import Any

from cardgen.base.patterns import pattern

_PLAIN = re.compile(r"\w([\w .!?'’+&/()-]*[\w.!?)])?")
"""Texts that mean nothing else in YAML, wherever they stand."""


_ESCAPED = pattern("[\x7f-\x9f\u2028\u2029\ufeff]")
"""What YAML takes for the end of a line, or does not take, as it is."""


def quoted(text: str) -> str:
    """A text in double quotes, in one line."""
    spelling = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", spelling)


def as_yaml(value: Any) -> str:
    """A value as one would type it into a deck file.

    It is read back as the same, wherever it stands."""
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {as_yaml(entry)}" for name, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    return "null" if value is None else str(value)
