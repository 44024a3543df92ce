"""The commands: a file each, named as the command is. What lies in this folder is found; nothing else has to know of it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import click

_FIRST = (
    "list",
    "build",
    "preview",
    "validate",
    "printed",
    "changes",
    "stats",
    "export",
    "box",
    "rulebook",
    "calibrate",
    "schema",
    "new",
    "table",
)
"""How they stand in the help; what is not named here comes after, by its name."""


def found() -> Iterator[click.Command]:
    names = {module.name for module in iter_modules(__path__)}
    for name in (*_FIRST, *sorted(names.difference(_FIRST))):
        yield import_module(f"{__name__}.{name}").command
