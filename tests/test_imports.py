"""Imports run downward only, and what is light stays light."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from projects import python

import cardgen

PACKAGE = Path(cardgen.__file__).parent

LEVELS: dict[int, tuple[str, ...]] = {
    0: ("errors", "units", "geometry", "mistakes"),
    1: (
        *("cache", "files", "stoppable", "stock", "model", "vocabulary", "bytecode", "expressions", "project"),
        *("impose", "impose.grid", "impose.duplex", "impose.marks", "impose.gutterfold", "impose.cutter", "impose.plan", "impose.contact"),
        *("impose.furniture", "impose.booklet", "impose.calibration", "settings"),
        *("cutters", "impose.net", "impose.tuckbox", "impose.tray"),
        *("fontfiles", "font", "fonts", "markup", "linebreak", "bidi", "textfit", "drawing", "paints", "pixels", "canvas"),
    ),
    2: (
        *("load.source", "load.fields", "load.expand", "load.table", "load.overlay", "load.section", "load.looks", "load.game", "load"),
        *("svg", "svg.constructs", "svg.path", "svg.values", "svg.colours", "svg.cascade", "svg.basic_shapes"),
        *("svg.style", "svg.read", "svg.gradient", "svg.pen", "svg.shapes", "svg.track"),
        *("svg.line", "svg.transforms", "svg.underline", "svg.pieces", "svg.run", "svg.text"),
        *("svg.bounds", "svg.clip", "svg.mask", "svg.tiles", "svg.markers"),
        *("svg.corners", "svg.brush", "svg.typst", "svg.raster", "svg.image", "svg.filters", "svg.paint", "svg.art"),
    ),
    3: ("compose", "draw"),
    4: (
        *("sheets", "cutpaths", "export", "export.printers", "export.images", "export.table", "export.inks", "export.pdfx"),
        *("export.blends", "export.presssheets", "export.printshop", "export.deck"),
        *("check", "check.finding", "check.print_sanity", "check.colours", "check.upkeep"),
        *("check.side", "check.rim", "check.bands", "check.cut", "check.lettering", "check.prepress", "check.preflight", "check.annotate"),
        *("check.rulebook", "check.table", "check.spoil", "check.variants", "check.translation"),
        *("check.mend", "check.telling", "check.rules", "check.checks", "check.drawn", "check.report", "check.fix", "check.stats"),
        *("export.dressing", "export.boxsheet", "export.boxes"),
        *("rulebook", "rulebook.blocks", "rulebook.style", "rulebook.words", "rulebook.markdown", "rulebook.leaf", "rulebook.text"),
        *("rulebook.flow", "rulebook.live", "rulebook.book", "rulebook.editions", "calibration"),
    ),
    5: (
        *("schema", "starter", "options", "layouts", "borders", "sharing", "instructions", "report", "selection", "build"),
        *("orders", "workshop", ""),
        *("preview", "preview.worker", "preview.dress", "preview.outlines", "preview.studio", "preview.inspector", "preview.press"),
        *("preview.sheets", "preview.state", "preview.watch", "preview.editor", "preview.guard", "preview.server"),
        *("cli.completing", "cli.telling", "cli.making", "cli.checking", "cli.previewing", "cli.printers", "cli.projects", "cli"),
        "__main__",
    ),
}
"""The modules in order, lowest first ("" is the package itself): each may import what stands before it, and nothing else."""

_HANDED = ("shapes", "pieces", "run", "text", "bounds", "clip", "mask", "tiles", "markers", "image", "filters", "transforms", "underline")
FOR_TYPES_ONLY = {(f"svg.{name}", "svg.paint") for name in _HANDED} | {("svg.underline", "svg.run")}
"""Imports upward that exist for the type checker alone: a walker hands itself to the functions that draw for it."""

HEAVY = ("reportlab", "svglib", "jinja2", "yaml", "lxml", "uharfbuzz", "PIL", "markdown_it", "starlette", "uvicorn", "watchfiles")


class Import(NamedTuple):
    """One import of cardgen's own: who imports what; `typed` when only the type checker sees it."""

    importer: str
    imported: str
    typed: bool
    line: int


def modules() -> dict[str, Path]:
    """Every module by its name within the package."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports() -> Iterator[Import]:
    """Every import of cardgen's own modules, wherever it stands: at the top, in a function, under TYPE_CHECKING."""
    names = modules()
    for importer, path in names.items():
        tree = ast.parse(path.read_text("utf-8"))
        typed = {
            id(node)
            for branch in ast.walk(tree)
            if isinstance(branch, ast.If) and isinstance(branch.test, ast.Name) and branch.test.id == "TYPE_CHECKING"
            for node in ast.walk(branch)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno}: a relative import"
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            else:
                continue
            for name in wanted:
                head, _, inner = name.partition(".")
                if head == "cardgen":
                    module = inner if inner in names else inner.rpartition(".")[0]
                    yield Import(importer, module, id(node) in typed, node.lineno)


def test_every_module_stands_in_the_table_once() -> None:
    """A new module has to be given its level."""
    listed = [name for level in LEVELS.values() for name in level]
    assert sorted(modules()) == sorted(listed)


def test_imports_run_downward_only() -> None:
    """No module imports what stands beside or above it in the table; so there is no cycle, not even one hidden in a function."""
    order = {name: place for place, name in enumerate(name for level in LEVELS.values() for name in level)}
    upward = [
        found
        for found in imports()
        if order[found.imported] >= order[found.importer]
        and not (found.typed and (found.importer, found.imported) in FOR_TYPES_ONLY)
        and found.imported != found.importer
    ]
    assert upward == []


def test_the_exceptions_are_needed() -> None:
    """The list of imports for types alone holds nothing that is gone."""
    assert {(found.importer, found.imported) for found in imports() if found.typed} >= FOR_TYPES_ONLY


def test_reportlabs_canvas_is_known_to_one_room() -> None:
    """Only canvas.py imports ReportLab's canvas and document."""
    knowing = [name for name, path in modules().items() if "reportlab.pdf" in path.read_text("utf-8")]
    assert knowing == ["canvas"]


@pytest.mark.parametrize(
    "code",
    ["import cardgen", "import cardgen.cli", "from cardgen.cli import cli; cli(['--help'], standalone_mode=False)"],
    ids=["import cardgen", "import cardgen.cli", "cardgen --help"],
)
def test_asking_for_help_loads_nothing_heavy(code: str) -> None:
    """PDF, fonts, YAML and templates are imported when a command needs them."""
    done = python("-c", f"{code}\nimport sys\nprint([name for name in {HEAVY!r} if name in sys.modules])")
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "[]"
