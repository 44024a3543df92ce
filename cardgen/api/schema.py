"""JSON Schema for every kind of YAML file, with a project's own fields, lists and templates as
choices, so that editors complete and check.

Draft 7, which yaml-language-server reads.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.base.findings import Finding, collect_findings
from cardgen.load.columns import TEXTS
from cardgen.load.decks import DECK
from cardgen.load.drawing_credits import CREDITS, CREDITS_FILE
from cardgen.load.editions import FORM, FORM_FILE
from cardgen.load.fields import COMMON, EDITIONS, Lists, fields_schema
from cardgen.load.font_list import FONTS
from cardgen.load.game import GAME
from cardgen.load.looks import LANGUAGE
from cardgen.load.overlay import DECK_TEXTS, GAME_TEXTS
from cardgen.load.printed import PRINTED
from cardgen.model.cards import Deck, Game
from cardgen.model.made_art import AUTO
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES
from cardgen.prepress.profiles import PRINTER
from cardgen.rules.ruleset import RULES_SCHEMA, VARIANTS_SCHEMA
from cardgen.schema.keys import Schema, described, mapping_schema
from cardgen.schema.kinds import ANY_TEXT, ends_in, names
from cardgen.schema.source import typed_text

FOLDER = "schema"
_LINE = re.compile(rb"\A(\xef\xbb\xbf)?(?:# yaml-language-server:[^\n]*\n)?")

_COMPUTED: Schema = {
    "type": "object",
    "properties": {"expr": {"type": ["string", "number"]}},
    "required": ["expr"],
    "additionalProperties": False,
    "description": "A value that is computed.",
}


def schemas(project: Project, games: Sequence[Game]) -> dict[str, Schema]:
    """Every schema of a project, by the name of its file in the schema folder."""
    templates = project.template_names()
    by_name: dict[str, Schema] = {
        "rules.json": RULES_SCHEMA,
        "variants.json": VARIANTS_SCHEMA,
        "fonts.json": FONTS.schema(),
        "credits.json": CREDITS.schema(),
        "printer.json": PRINTER.schema(),
        "game-texts.json": GAME_TEXTS.schema(),
        "game.json": GAME.schema(),
        "printed.json": PRINTED.schema(),
        "editions.json": editions_schema(None, ()),
        "deck.json": deck_schema(None, {}, templates, ()),
    }
    for game in games:
        art = project.art_names(game.folder)
        by_name[f"{game.id}/game.json"] = game_schema(game)
        if game.editions:
            by_name[f"{game.id}/editions.json"] = editions_schema(game, templates)
        for deck in game.decks:
            by_name[f"{game.id}/{deck.id}.json"] = deck_schema(deck, game.lists, templates, art)
            by_name[f"{game.id}/{deck.id}-texts.json"] = texts_schema(deck)
    return by_name


def write_schemas(
    project: Project, games: Sequence[Game], folder: Path
) -> list[tuple[Path, bytes]]:
    """The schema files to be written to a folder, with their bytes."""
    return [(folder / name, as_bytes(schema)) for name, schema in schemas(project, games).items()]


def as_bytes(schema: Schema) -> bytes:
    """A schema as its file holds it."""
    return (
        json.dumps(
            {"$schema": "http://json-schema.org/draft-07/schema#", **schema},
            indent=1,
            ensure_ascii=False,
        )
        + "\n"
    ).encode()


def with_schema_lines(
    project: Project, games: Sequence[Game], folder: Path, problems: list[Finding]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the YAML files of a project that get a first line with their schema, and their bytes.

    Files that are no text are added to `problems`.
    """
    for file, schema in _files_with_schemas(project, games):
        with collect_findings(problems):
            typed_text(file, project.root)
            before = project.read(file)
            try:
                where = Path(os.path.relpath(folder / schema, file.parent)).as_posix()
            except ValueError:  # another drive on Windows
                where = (folder / schema).as_uri()
            line_end = b"\r\n" if b"\r\n" in before else b"\n"
            line = f"# yaml-language-server: $schema={where}".encode() + line_end
            match = _LINE.match(before)
            assert match
            byte_order_mark = match[1] or b""
            after = byte_order_mark + line + before[match.end() :]
            if after != before:
                yield file, after


def _files_with_schemas(project: Project, games: Sequence[Game]) -> Iterator[tuple[Path, str]]:
    """Yield the YAML files of a project with the names of their schemas."""
    for game in games:
        for file in sorted(game.folder.glob("*.yaml")):
            if schema := _schema_name(file, game):
                yield file, schema
    for fonts in sorted((project.root / "fonts").rglob("fonts.yaml")):
        yield fonts, "fonts.json"
    if (project.root / CREDITS_FILE).is_file():
        yield project.root / CREDITS_FILE, "credits.json"
    for printer in sorted((project.root / "card_data" / "printers").glob("*.yaml")):
        yield printer, "printer.json"


def _schema_name(file: Path, game: Game) -> str:
    """The name of the schema of a game's YAML file, or nothing."""
    if file.name in ("rules.yaml", "variants.yaml"):
        return f"{file.stem}.json"
    names_of_game = {"game.yaml", *(f"{deck.id}.yaml" for deck in game.decks)}
    if game.editions:
        names_of_game.add(FORM_FILE)
    if file.name in names_of_game:
        return f"{game.id}/{file.stem}.json"
    if len(file.suffixes) == 2 and LANGUAGE.fullmatch(file.suffixes[0][1:]):  # DECK.LL.yaml
        deck = file.name.partition(".")[0]
        return "game-texts.json" if deck == "game" else f"{game.id}/{deck}-texts.json"
    return ""


# schemas that know the project


def game_schema(game: Game) -> Schema:
    """The schema of game.yaml, which knows the decks that there are."""
    ids = [deck.id for deck in game.decks]
    if not ids:
        return GAME.schema()
    return GAME.schema(decks=names({"enum": ids}).schema)


def editions_schema(game: Game | None, templates: Sequence[str]) -> Schema:
    """The schema of editions.yaml; with a game it knows the fields that are declared."""
    form = game.editions if game else None
    fields = {name: field.schema() for name, field in (form.fields if form else {}).items()}
    common = {name: field.schema() for name, field in EDITIONS.common.items()}
    example = mapping_schema({**common, **fields}, others=form is None)
    slip: Schema = {"enum": list(templates)} if templates else ANY_TEXT
    return FORM.schema(fields=fields_schema(game.lists if game else ()), example=example, slip=slip)


def deck_schema(
    deck: Deck | None, lists: Lists, templates: Sequence[str], art: Sequence[str]
) -> Schema:
    """The schema of a deck file; with a deck its cards have the fields of the deck alone.

    Drawings are offered, and others let pass: one is sooner drawn than the schema is written anew.
    """
    template: Schema = {"$ref": "#/definitions/template"}
    card = {name: _or_computed(field.schema()) for name, field in COMMON.items()}
    card["id"] = _or_computed({"type": ["string", "number"]})
    card["template"] = _or_computed(template)
    card["back"] = {"anyOf": [template, {"const": ""}, _COMPUTED]}
    card["art"] = described(
        _or_computed({"$ref": "#/definitions/art"}),
        "a drawing of the game's art/, an icon, or auto",
    )
    card["size"] = described(card["size"], "what it is cut to, where that is not as its deck says")
    card["copies"] = described(card["copies"], "how many are printed; 1 when left out")
    fields = (
        {name: _or_computed(field.schema()) for name, field in deck.fields.items()} if deck else {}
    )
    required = [name for name, field in deck.fields.items() if field.needed] if deck else []
    without_id = {name: value for name, value in card.items() if name != "id"}
    changes = mapping_schema({**without_id, **fields}, others=deck is None)
    loop = {"anyOf": [{"enum": list(lists)}, {"type": "array"}, _COMPUTED]} if lists else {}
    loops = described(
        {"type": "object", "additionalProperties": loop}, "makes one card of each combination"
    )
    entry = mapping_schema({**card, "for": loops, **fields}, others=deck is None)
    entry["anyOf"] = [{"required": ["id"]}, {"required": ["name"]}]  # of which an id is made
    if required:
        entry |= {"if": {"not": {"required": ["for"]}}, "then": {"required": required}}
    definitions = {
        "template": {"anyOf": [{"enum": list(templates)}, {"type": "null"}]}
        if templates
        else ANY_TEXT,
        "art": {"anyOf": [{"enum": [AUTO, *art]}, ANY_TEXT]},
        "card": entry,
        "changes": changes,
    }
    return {**DECK.schema(fields=fields_schema(lists)), "definitions": definitions}


def texts_schema(deck: Deck) -> Schema:
    """The schema of a deck's texts in another language: the fields that are texts, by card."""
    texts = mapping_schema(dict.fromkeys(deck.worded, ANY_TEXT))
    cards = mapping_schema(
        {card.id: {"anyOf": [{"$ref": "#/definitions/texts"}, {"type": "null"}]} for card in deck}
    )
    return {
        **DECK_TEXTS.schema(cards={"anyOf": [cards, ends_in(TABLES), TEXTS.schema()]}),
        "definitions": {"texts": texts},
    }


def _or_computed(value: Schema) -> Schema:
    return {"anyOf": [value, _COMPUTED]}
