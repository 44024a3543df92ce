"""The layouts of sheets: a file each, named as the layout is. What lies in this folder is found;
nothing else has to know of it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from cardgen.impose.layout import SheetLayout

_FIRST = ("duplex", "gutterfold", "single", "contact")
"""How they stand in the help; what is not named here comes after, by its name."""


def _found() -> Iterator[SheetLayout]:
    names = {module.name for module in iter_modules(__path__)}
    for name in (*_FIRST, *sorted(names.difference(_FIRST))):
        yield import_module(f"{__name__}.{name}").LAYOUT


LAYOUTS = {layout.name: layout for layout in _found()}
"""All layouts by name."""
