"""Values as one would type them into a file of YAML."""

from __future__ import annotations

import json
import re
from typing import Any

_PLAIN = re.compile(r"\w([\w .!?'’+&/()-]*[\w.!?)])?")
"""Texts that mean nothing else in YAML, wherever they stand."""


def as_yaml(value: Any) -> str:
    """A value as one would type it into a deck file.

    It is read back as the same, wherever it stands."""
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {as_yaml(entry)}" for name, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    return "null" if value is None else str(value)
