"""The house as a whole: imports run downward only, names mean one thing, and what is light stays
light."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from parsed import PACKAGE, parsed
from projects import SHIPPED, python

from cardgen import engine

FLOORS = {
    "surface": ("cli", "preview", "api"),
    "making": ("making", "preflight", "proof", "export", "boxes", "prepress", "sheets", "rulebook"),
    "game": ("rules", "cards", "write", "load", "impose"),
    "engine": ("engine", "engine.svg", "engine.graphics", "engine.typography"),
    "ground": ("sandbox", "schema", "model", "base"),
}
"""The floors of the house with the folders of the package, top to bottom: a wing may import from
itself and from those below it, and nothing else."""
WINGS = tuple(wing for wings in FLOORS.values() for wing in wings)
ABOVE = ("__main__", "")
"""What stands loose, above all wings: `python -m cardgen`, and the package itself, which offers
what `api` has."""

HEAVY = (
    "reportlab",
    "svglib",
    "jinja2",
    "yaml",
    "lxml",
    "uharfbuzz",
    "PIL",
    "markdown_it",
    "starlette",
    "uvicorn",
    "watchfiles",
    "dask",
    "distributed",
)


RARE = (
    "making.books",
    "making.settings",
    "making.shelf",
    "api.since_print",
    "cards.choosing",
    "cards.drawn_text",
    "cards.overlong",
    "cards.text_origins",
    "engine.graphics.images",
    "engine.graphics.picture_files",
    "engine.graphics.seen_letters",
    "engine.graphics.stored_pictures",
    "engine.svg.parse",
    "impose.cutpaths",
    "impose.label_grid",
    "impose.label_sheet",
    "impose.registration",
    "load.foreign_markup",
    "load.printed",
    "load.table",
    "load.workbook",
    "preflight.legibility",
    "preflight.run",
    "prepress.profiles",
    "rules.odds",
    "rules.mutations",
    "rules.root_causes",
    "rules.chance",
    "rules.translation",
    "rules.trial",
    "rules.variants",
    "rulebook.typesetter",
    "sheets.edge_colours",
    "cards.code_places",
    "cards.rewriting",
    "engine.svg.container",
    "engine.svg.document",
    "engine.svg.flat_art",
    "engine.svg.at_rest",
    "engine.svg.lenient",
)
"""Rooms that most builds never enter: what goes on in them is loaded by those who ask for it."""


MOST_OFFERED = 50
"""Names that the engine offers at most."""


PDF_OPERATORS = re.compile(
    r"(?:^| )(?:BT|ET|BMC|BDC|EMC|[QqSfB] |W n)(?: |$)"
    r"|^ (?:cm|re|Do|gs|Tf|Td|Tm|T[jJ]|cs|CS|scn|SCN|rg|RG|w|J|j|d|sh)(?: |$)"
    r"|/[A-Z][A-Za-z]* (?:Do|gs|Tf|cs|CS|scn|SCN|sh)(?: |$)"
    r"|<< ?/[A-Z]"
)
"""Texts in which PDF is written: operators with what stands before them, and dictionaries."""


class Import(NamedTuple):
    """One import of cardgen's own: who imports what."""

    importer: str
    imported: str
    line: int


@cache
def modules() -> dict[str, Path]:
    """Every module by its name within the package."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def statements() -> dict[str, list[ast.AST]]:
    """The imports and the classes of each module, wherever they stand: at the top, in a function,
    under TYPE_CHECKING."""
    wanted = ast.Import | ast.ImportFrom | ast.ClassDef
    read = (
        (name, parsed()[path.relative_to(PACKAGE).as_posix()]) for name, path in modules().items()
    )
    return {name: [node for node in nodes if isinstance(node, wanted)] for name, nodes in read}


def imports() -> Iterator[Import]:
    """Every import of cardgen's own modules."""
    names = modules()
    for importer, nodes in statements().items():
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{names[importer]}:{node.lineno}: a relative import"
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            else:
                continue
            for name in wanted:
                head, _, inner = name.partition(".")
                if head == "cardgen":
                    module = inner if inner in names else inner.rpartition(".")[0]
                    yield Import(importer, module, node.lineno)


def wing(module: str) -> str:
    """The wing that a module lies in; the rooms of the engine are wings of their own."""
    if module in ABOVE:
        return module
    first, *inner = module.split(".")
    room = ".".join((first, *inner[:1]))
    return room if room in WINGS else first


def test_nothing_stands_loose() -> None:
    """Every module but the package's face lies in a wing, and every wing is on the list."""
    assert {*WINGS, *ABOVE} == set(map(wing, modules()))


def test_the_page_of_the_house_shows_its_floors() -> None:
    """docs/architecture.md has a row for each floor and its wings, in this order."""
    page = (SHIPPED / "docs/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| \*\*(\w+)\*\* \| (.+?) \|", page, re.MULTILINE)
    drawn = {floor: re.findall(r"`([\w/]+)/`", wings) for floor, wings in rows}
    assert drawn == {
        floor: [wing.replace(".", "/") for wing in wings] for floor, wings in FLOORS.items()
    }


def test_imports_run_down_the_wings() -> None:
    """Also those in functions and those for the type checker alone."""
    order = {name: place for place, name in enumerate((*ABOVE, *WINGS))}
    upward = [
        found for found in imports() if order[wing(found.imported)] < order[wing(found.importer)]
    ]
    assert upward == []


def test_the_engine_is_entered_by_its_face() -> None:
    """What is outside of the engine imports from `cardgen.engine` what that offers, and nothing from
    inside it."""
    past_the_face = [
        found
        for found in imports()
        if found.imported.startswith("engine.") and not found.importer.startswith("engine")
    ]
    assert past_the_face == []
    unknown = {
        (name, alias.name)
        for name, nodes in statements().items()
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "cardgen.engine"
        for alias in node.names
        if alias.name not in engine.OFFERED
    }
    assert unknown == set()


def test_the_engine_offers_few_names() -> None:
    """The type checker is told of the same ones as are loaded when they are asked for."""
    checked = {
        alias.asname or alias.name
        for node in statements()["engine"]
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("cardgen.engine.")
        for alias in node.names
    }
    assert checked == set(engine.OFFERED)
    assert [] == [name for name in engine.OFFERED if not hasattr(engine, name)]
    assert len(engine.OFFERED) <= MOST_OFFERED


def test_the_page_of_the_engine_names_all_that_it_offers() -> None:
    """The rows of the table in docs/engine.md, and nothing beside."""
    page = (SHIPPED / "docs/engine.md").read_text("utf-8")
    rows = re.findall(r"^\| [^`|]+ \| (`[^|]+) \|$", page, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(names) == sorted(engine.OFFERED)


def test_a_module_of_the_engine_is_not_a_way_past_its_face() -> None:
    """What is used of a module that is offered is defined in it, and is meant for others."""
    past_the_face = set()
    for name, path in modules().items():
        if name.startswith("engine"):
            continue
        text = path.read_text("utf-8")
        nodes = [*ast.walk(ast.parse(text))] if "from cardgen.engine import" in text else []
        subjects = {
            alias.asname or alias.name: alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module == "cardgen.engine"
            for alias in node.names
            if alias.name in engine.SUBJECTS
        }
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                subject = subjects.get(node.value.id)
                if subject and node.attr not in _defined(engine.SUBJECTS[subject]):
                    past_the_face.add((name, subject, node.attr))
    assert past_the_face == set()


@cache
def _defined(module: str) -> frozenset[str]:
    """The public names that a module of the engine defines at its top."""
    tree = ast.parse(modules()[f"engine.{module}"].read_text("utf-8"))
    names = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return frozenset(name for name in names if not name.startswith("_"))


def test_only_the_engine_spells_pdf() -> None:
    """Operators and dictionaries of PDF (ISO 32000-1, annex A) stand in texts of the engine
    alone."""
    spelt = [
        f"{name}:{text.lineno}: {text.value}"
        for name, path in modules().items()
        if not name.startswith("engine")
        for text in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if PDF_OPERATORS.search(text.value)
    ]
    assert spelt == []


def test_a_class_name_means_one_thing() -> None:
    """In a trace, a search or a review, a name leads to one place."""
    found: dict[str, list[str]] = {}
    for name, nodes in statements().items():
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name.lstrip("_"), []).append(name)
    assert {} == {name: where for name, where in found.items() if len(where) > 1}


def test_reportlabs_canvas_is_known_to_one_room() -> None:
    """Only graphics/pdf.py imports ReportLab's canvas and document."""
    knowing = [
        name for name, path in modules().items() if "reportlab.pdf" in path.read_text("utf-8")
    ]
    assert knowing == ["engine.graphics.pdf"]


@pytest.mark.parametrize(
    "code",
    [
        "import cardgen",
        "import cardgen.cli",
        "from cardgen.cli import cli; cli(['--help'], standalone_mode=False)",
    ],
    ids=["import cardgen", "import cardgen.cli", "cardgen --help"],
)
def test_asking_for_help_loads_nothing_heavy(code: str) -> None:
    """PDF, fonts, YAML and templates are imported when a command needs them."""
    done = python(
        "-c", f"{code}\nimport sys\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_run_loads_the_command_that_it_is_asked_for() -> None:
    """One of twenty: the others are found by their names."""
    code = "import sys\nfrom cardgen.cli import cli\ncli(['build', '--help'], standalone_mode=False)\nprint([*sys.modules])"
    loaded = ast.literal_eval(python("-c", code).stdout.splitlines()[-1])
    assert ["cardgen.cli.commands.build"] == [
        name for name in loaded if name.startswith("cardgen.cli.commands.")
    ]


def test_a_project_is_opened_without_what_few_builds_need() -> None:
    """Every room that is loaded is paid for by every run, a build of one card included."""
    assert set(RARE) <= set(modules())
    loaded = ast.literal_eval(
        python("-c", "import sys\nimport cardgen.api.workshop\nprint([*sys.modules])").stdout
    )
    assert [] == [name for name in RARE if f"cardgen.{name}" in loaded]


def test_what_only_reads_data_loads_nothing_that_draws() -> None:
    """`cardgen list` needs no fonts, no PDF and no pictures."""
    code = (
        "import sys\nfrom cardgen.cli import cli\n"
        "try:\n    cli(['list'])\nexcept SystemExit:\n    print([*sys.modules])"
    )
    loaded = ast.literal_eval(python("-c", code).stdout.splitlines()[-1])
    assert [] == [name for name in ("reportlab", "lxml", "uharfbuzz", "PIL") if name in loaded]


def test_no_imports_run_in_a_circle() -> None:
    """Not within a wing either, nor through what only the type checker sees."""
    below: dict[str, set[str]] = {name: set() for name in modules()}
    for found in imports():
        if found.imported != found.importer:
            below[found.importer].add(found.imported)
    while free := [name for name, others in below.items() if not others]:
        for name in free:
            del below[name]
        for others in below.values():
            others.difference_update(free)
    assert below == {}
