"""Editions of a game: what editions.yaml says of them, and the tables that list them, a row for
each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.base.files import real_path
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.load.cell_names import in_cells
from cardgen.load.columns import SHEET, Table, TableSpec, table_spec
from cardgen.load.expand import CardDefaults, Expander
from cardgen.load.fields import EDITIONS, declared, fields_schema
from cardgen.model.cards import Edition, EditionForm, Game
from cardgen.model.fields import Field
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES, is_table
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import TEXT, as_written, or_nothing
from cardgen.schema.source import Map, Seq, Source, TypedText, read, read_list, text_node
from cardgen.schema.values import wrong

FORM_FILE = "editions.yaml"
FORM = Keys(
    "editions.yaml",
    Key(
        "fields",
        as_written(fields_schema()),
        "what each edition says, declared as the fields of a deck are: `{guest: text, table: int}`",
    ),
    Key(
        "example",
        as_written({"type": "object"}),
        "the edition that is made where none is asked for, and that checks look at",
    ),
    Key(
        "name",
        TEXT,
        "an expression for what each is called, and its files too: `edition.guest`; without it "
        "they go by their own `name`",
    ),
    Key(
        "slip",
        TEXT,
        "a template for a card that lies on top of each: `slips/name.svg`, or one of your own",
    ),
    Key(
        "table",
        or_nothing(as_written(SHEET.schema())),
        "how the tables are read that `--editions` names: `{columns: {Gast: guest}}`",
    ),
)
"""What editions.yaml may say."""


def read_form(
    project: Project, game: Game, problems: list[Finding]
) -> tuple[EditionForm, Edition] | None:
    """The form of a game's editions, and the example; None where they cannot be read.

    What is wrong is added to `problems`."""
    section = _opened(project, game.folder, problems)
    if section is None:
        return None
    section.check_names()
    fields = declared(section, game.lists)
    slip = section.value("slip", "")
    if slip:
        section.attempt(section.node("slip"), project.check_template, slip)
    name_node = section.get("name")
    form = EditionForm(
        fields,
        section.value("name", ""),
        slip,
        section.source.place(name_node) if name_node is not None else section.start,
    )
    _table(section)
    example = section.get("example")
    if example is not None and not isinstance(example, Map):
        section.wrong(
            "the example must be names with values",
            "write  example: {guest: Alma}",
            example,
            code="mapping-expected",
        )
        return None
    if section.failed:
        return None
    entry = Map(example or {})
    problems_of_example = list[Finding]()
    entry.line, entry.column = (1, 1) if example is None else (example.line, example.column)
    if entry.value("id") is None:
        entry[text_node("id", entry.line, entry.column)] = text_node(
            "example", entry.line, entry.column
        )
    editions = _editions(section.source, fields, Seq([entry]), project, game, problems_of_example)
    if not editions and example is None:
        section.wrong(
            "the editions have no example",
            "add one that says what each must say:  example: {guest: Alma}",
            section.start,
            code="edition-refused",
        )
    else:
        problems += problems_of_example
    return (form, editions[0]) if editions else None


def read_editions(
    project: Project, game: Game, file: Path, problems: list[Finding]
) -> tuple[list[Edition], Sequence[Finding]]:
    """The editions that a table or YAML file lists, and notes on it.

    The game knows what they say; the notes are of what was taken for something. `file` may lie
    anywhere: somebody named it. A row that is wrong is left out, and added to `problems`. Raises
    CardgenError where no row can be read."""
    assert game.editions is not None
    problems_of_file: list[Finding] = []
    file = real_path(file)
    if file.suffix.lower() in (".yaml", ".yml"):
        source = read_list(file, problems_of_file)
    elif is_table(file.name):
        from cardgen.load.table import read_table

        section = _opened(project, game.folder, [])
        spec = _table(section) if section else TableSpec()
        source = read_table(
            file,
            game.editions.fields,
            problems_of_file,
            file.parent,
            replace(spec, entries=EDITIONS),
        )
    else:
        raise wrong(
            f"{shown(file)} is no table of editions",
            f"name one that ends in {', '.join(TABLES)} or .yaml",
            code="table-not-found",
        )
    editions = (
        _editions(source, game.editions.fields, source.entries, project, game, problems_of_file)
        if source
        else []
    )
    if isinstance(source, Table):
        problems_of_file = in_cells(problems_of_file, file, source.headings)
    if not editions:
        nothing = Finding(
            "edition-refused", "there is no edition in it", "add a row for each", Place(file)
        )
        raise CardgenError(*(problems_of_file or [nothing]))
    problems += problems_of_file
    return editions, source.notes if isinstance(source, Table) else ()


def _opened(project: Project, folder: Path, problems: list[Finding]) -> Section | None:
    file = folder / FORM_FILE
    source = read(
        file, problems, "fields: {guest: text}", home=project.home_of(file), must_exist=False
    )
    return Section(source, FORM, problems) if source else None


def _table(section: Section) -> TableSpec:
    node = section.get("table")
    if isinstance(node, Map):
        return table_spec(Section(section.source, SHEET, section.problems, node))
    if node is not None:
        section.wrong(
            "table must be names with values",
            "write  table: {columns: {Gast: guest}}",
            node,
            code="mapping-expected",
        )
    return TableSpec()


def _editions(
    source: Source,
    fields: Mapping[str, Field],
    entries: Seq,
    project: Project,
    game: Game,
    problems: list[Finding],
) -> list[Edition]:
    defaults = CardDefaults("editions", fields, entries=EDITIONS)
    cards = Expander(
        source, defaults, game.folder, project, game.lists, _uncomputed, problems
    ).cards(entries)
    return [
        Edition(card.id, card.deck, card.fields, place=card.place, places=card.places)
        for card in cards
    ]


def _uncomputed(expression: TypedText, place: Place, names: Mapping[str, Any]) -> Any:
    raise wrong(
        "what an edition says is not computed",
        "write the value out, or compute it where it is printed",
        place,
        code="edition-refused",
    )
