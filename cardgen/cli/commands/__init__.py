"""The commands: a file each, named as the command is.

A file in this folder is found; nothing else has to know of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    "set",
    "table",
)
"""The order in the help; commands that are not named here come after, by name."""


class CommandFolder(Mapping[str, click.Command]):
    """The commands by their names; one is loaded only when it is asked for."""

    def __init__(self) -> None:
        names = {module.name for module in iter_modules(__path__)}
        self._names = (*_FIRST, *sorted(names.difference(_FIRST)))

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._names:
            raise KeyError(name)
        command: click.Command = import_module(f"{__name__}.{name}").command
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
