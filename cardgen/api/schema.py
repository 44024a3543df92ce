"""JSON Schema for every kind of YAML file, with a project's own fields, lists and templates as choices, so that editors complete and check.

Draft 7, which yaml-language-server reads.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.load.fields import KIND_OPTIONS, MOST_COPIES
from cardgen.load.game import DECK_KEYS, GAME_KEYS
from cardgen.load.looks import SHAPES
from cardgen.load.overlay import LANGUAGE
from cardgen.model.cards import Deck, Field, Game
from cardgen.model.project import Project
from cardgen.model.sizes import CARDS
from cardgen.press.profiles import CERTAINTIES, COPIES, MAKES, PRINTER_BOUNDS, PRINTER_KEYS, PRINTER_NEEDS, SIZE_KEYS, SOURCED
from cardgen.rules.finding import SEVERITIES
from cardgen.rules.ruleset import RULE_KEYS, VARIANT_KEYS
from cardgen.schema.values import ID

FOLDER = "schema"
_LINE = re.compile(r"\A(\ufeff?)(?:# yaml-language-server:[^\n]*\n)?")

Schema = dict[str, Any]

_ID: Schema = {"type": "string", "pattern": f"^{ID.pattern}$"}
_TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
_CODE: Schema = {"type": ["string", "number", "boolean", "array", "object", "null"], "description": "An expression."}
_COMPUTED: Schema = {
    "type": "object",
    "properties": {"expr": {"type": ["string", "number"]}},
    "required": ["expr"],
    "additionalProperties": False,
    "description": "A value that is computed.",
}
_LENGTH: Schema = {"type": "string", "pattern": "^[0-9.]+ *(mm|cm|in|pt|)$"}
_PAIR = "^[0-9.]+ *[a-z]* *x *[0-9.]+ *[a-z]*$"
_COLOUR: Schema = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}
_ABOUT = {
    "art": "A drawing of the game's art/, or an icon.",
    "back": "The template of the backs.",
    "box": "How its box is dressed: a folder of templates, or templates, art, colour and what it says.",
    "cards": "The cards, or a table in the same folder: cards.csv.",
    "change": "By id, what is different on cards of the deck that is extended.",
    "credits": "Who to thank, and what others may do with the game; at the end of the rulebook.",
    "copies": "How many are printed; 1 when left out.",
    "extends": "A deck of another game, GAME/DECK, whose cards this deck has too.",
    "fields": "What a card of this deck may say.",
    "for": "Makes one card of each combination.",
    "second_back": "The back of a second set.",
    "shuffled_with": "Decks it is shuffled with: same size, same back.",
    "size": "A name, WIDTH x HEIGHT with units, or a shape.",
    "template": "The template of the faces.",
    "tray": "A tray to fold for each card: floor, wall and lean.",
    "without": "Ids of cards of the extended deck to leave out.",
}


def schemas(project: Project, games: Sequence[Game]) -> dict[str, Schema]:
    """Every schema of a project by its file's name within the schema folder: one for each game and deck, and one for each other kind."""
    found = {"rules.json": rules_schema(), "variants.json": variants_schema(), "fonts.json": fonts_schema()}
    found["printer.json"] = printer_schema()
    templates = project.template_names()
    words = {"type": ["object", "null"], "additionalProperties": _TEXT}
    found["game-texts.json"] = _object({"title": _TEXT, "credits": _TEXT, "words": words})
    found["deck.json"] = deck_schema(None, {}, templates, ())
    found["game.json"] = game_schema(())
    for game in games:
        art = project.art_names(game.folder)
        found[f"{game.id}/game.json"] = game_schema([deck.id for deck in game.decks])
        for deck in game.decks:
            found[f"{game.id}/{deck.id}.json"] = deck_schema(deck, game.lists, templates, art)
            found[f"{game.id}/{deck.id}-texts.json"] = texts_schema(deck)
    return found


def write_schemas(project: Project, games: Sequence[Game], folder: Path) -> list[tuple[Path, bytes]]:
    """The schema files to be written to a folder, with their bytes."""
    return [(folder / name, as_bytes(schema)) for name, schema in schemas(project, games).items()]


def as_bytes(schema: Schema) -> bytes:
    return (json.dumps({"$schema": "http://json-schema.org/draft-07/schema#", **schema}, indent=1, ensure_ascii=False) + "\n").encode()


def pointed(project: Project, games: Sequence[Game], folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The YAML files of a project whose first line does not yet name their schema, as they are once it does."""
    for file, schema in _kinds(project, games):
        before = file.read_bytes().decode("utf-8")
        try:
            where = Path(os.path.relpath(folder / schema, file.parent)).as_posix()
        except ValueError:  # another drive on Windows
            where = (folder / schema).as_uri()
        after = _LINE.sub(lambda match, where=where: f"{match[1]}# yaml-language-server: $schema={where}\n", before, count=1)  # type: ignore[misc]
        if after != before:
            yield file, after.encode()


def _kinds(project: Project, games: Sequence[Game]) -> Iterator[tuple[Path, str]]:
    for game in games:
        decks = {f"{deck.id}.yaml" for deck in game.decks}
        for file in sorted(game.folder.glob("*.yaml")):
            if file.name in ("rules.yaml", "variants.yaml"):
                yield file, f"{file.stem}.json"
            elif file.name in decks or file.name == "game.yaml":
                yield file, f"{game.id}/{file.stem}.json"
            elif LANGUAGE.fullmatch(file.suffixes[-2][1:]) if len(file.suffixes) == 2 else False:
                deck = file.name.partition(".")[0]
                yield file, "game-texts.json" if deck == "game" else f"{game.id}/{deck}-texts.json"
    for fonts in sorted((project.root / "fonts").rglob("fonts.yaml")):
        yield fonts, "fonts.json"
    for printer in sorted((project.root / "card_data" / "printers").glob("*.yaml")):
        yield printer, "printer.json"


# Each kind


def game_schema(decks: Sequence[str]) -> Schema:
    """game.yaml: what is not a key of its own is a list of ids."""
    colour = {"anyOf": [_COLOUR, _object({"rgb": _COLOUR, "cmyk": _cmyk()}, ["rgb"])]}
    known: Schema = {
        "title": _TEXT,
        "designer": _TEXT,
        "version": _TEXT,
        "credits": {**_TEXT, "description": _ABOUT["credits"]},
        "palette": {"type": ["object", "null"], "additionalProperties": colour},
        "decks": _listed({"enum": list(decks)} if decks else _ID),
        "box": {**_box(), "description": _ABOUT["box"]},
    }
    lists = {"type": "array", "items": {"type": ["string", "number", "boolean"]}}
    return {**_object({name: known[name] for name in GAME_KEYS}, ["title"]), "additionalProperties": lists}


def deck_schema(deck: Deck | None, lists: Mapping[str, Sequence[str]], templates: Sequence[str], art: Sequence[str]) -> Schema:
    """A deck file. With a deck its cards have its fields, and nothing else; without, whatever fields they like.

    Drawings are offered, and others let pass: one is sooner drawn than the schema is written anew.
    """
    template = {"anyOf": [{"enum": list(templates)}, {"type": "null"}]} if templates else _TEXT
    card: Schema = {
        "id": {"anyOf": [{"type": ["string", "number"]}, _COMPUTED]},
        "name": _or_computed(_TEXT),
        "art": {"anyOf": [{"$ref": "#/definitions/art"}, _COMPUTED], "description": _ABOUT["art"]},
        "template": {"anyOf": [{"$ref": "#/definitions/template"}, _COMPUTED]},
        "back": {"anyOf": [{"$ref": "#/definitions/template"}, {"const": ""}, _COMPUTED]},
        "copies": {**_or_computed({"type": ["integer", "null"], "minimum": 0, "maximum": MOST_COPIES}), "description": _ABOUT["copies"]},
    }
    fields = {name: _or_computed(_field(field)) for name, field in deck.fields.items()} if deck else {}
    needed = [name for name, field in deck.fields.items() if not field.optional and not field.has_default] if deck else []
    changes = _object({**{name: value for name, value in card.items() if name != "id"}, **fields}, open=deck is None)
    loop = {"anyOf": [{"enum": list(lists)}, {"type": "array"}, _COMPUTED]} if lists else {}
    entry = _object({**card, "for": {"type": "object", "additionalProperties": loop, "description": _ABOUT["for"]}, **fields}, ["id"])
    entry |= {"if": {"not": {"required": ["for"]}}, "then": {"required": needed}} if needed else {}
    entry |= {} if deck else {"additionalProperties": True}
    names, lean = _listed(_ID), {"type": "number", "minimum": 0, "maximum": 35}
    known: Schema = {
        "title": _TEXT,
        "size": _size(),
        "template": {"$ref": "#/definitions/template"},
        "back": {"anyOf": [{"$ref": "#/definitions/template"}, {"const": ""}]},
        "second_back": {"$ref": "#/definitions/template"},
        "shuffled_with": names,
        "fields": _fields(list(lists)),
        "cards": {
            "anyOf": [{"type": "array", "items": {"$ref": "#/definitions/card"}}, {"type": "string", "pattern": r"\.(csv|tsv|xlsx)$"}]
        },
        "extends": {"type": "string", "pattern": "^[a-z0-9-]+/[a-z0-9-]+$"},
        "change": {"type": ["object", "null"], "additionalProperties": {"$ref": "#/definitions/changes"}},
        "without": names,
        "box": _box(),
        "tray": _object({"floor": {"type": "string", "pattern": _PAIR}, "wall": _LENGTH, "lean": lean}, ["floor", "wall"]),
    }
    for name, about in _ABOUT.items():
        if name in known:
            known[name] = (
                {**known[name], "description": about} if "$ref" not in known[name] else {"allOf": [known[name]], "description": about}
            )
    file = _object({name: known[name] for name in DECK_KEYS})
    file["anyOf"] = [{"required": ["size", "cards"]}, {"required": ["extends"]}]
    drawing = {"anyOf": [{"enum": list(art)}, _TEXT]} if art else _TEXT
    return {**file, "definitions": {"template": template, "art": drawing, "card": entry, "changes": changes}}


def texts_schema(deck: Deck) -> Schema:
    """A deck's texts in another language: its cards by id, with the fields that are texts."""
    texts = _object(dict.fromkeys(("name", *(name for name, field in deck.fields.items() if field.kind == "text")), _TEXT))
    cards = _object({card.id: {"anyOf": [{"$ref": "#/definitions/texts"}, {"type": "null"}]} for card in deck})
    return {**_object({"title": _TEXT, "cards": cards}), "definitions": {"texts": texts}}


def rules_schema() -> Schema:
    """rules.yaml: rules, and sets of cards by name."""
    sets = _object({"sets": {"type": "object", "additionalProperties": {"type": "array", "items": _TEXT}}}, ["sets"])
    return {"type": ["array", "null"], "items": {"anyOf": [_rule(RULE_KEYS), sets]}}


def variants_schema() -> Schema:
    """variants.yaml: ways to play."""
    texts = ("name", "says", "source")
    known: Schema = {name: _TEXT if name in texts else _CODE for name in VARIANT_KEYS}
    known |= {"id": _ID, "let": {"type": "object", "additionalProperties": _CODE}}
    known["players"] = {"anyOf": [{"type": ["integer", "string"]}, {"type": "array", "items": {"type": ["integer", "string"]}}]}
    known["checks"] = {"type": "array", "items": _rule((*RULE_KEYS, "for_players"))}
    return {"type": ["array", "null"], "items": _object(known, ["id", "players"])}


def fonts_schema() -> Schema:
    """fonts.yaml: families, their faces and fallbacks."""
    weight = {"type": "integer", "minimum": 1, "maximum": 1000}
    face = _object({"file": {"type": "string"}, "weight": weight, "italic": {"type": "boolean"}}, ["file"])
    family = _object({"faces": {"type": "array", "items": face}, "fallback": {"type": "array", "items": {"type": "string"}}})
    return _object({"families": {"type": "object", "additionalProperties": family}})


def printer_schema() -> Schema:
    """A printer's profile. Each of its numbers has an entry in `sources`."""
    parts = {"trim": _TEXT, "pixels": _TEXT, "shape": {"enum": ["rectangle", "circle", "hexagon"]}}
    size = _object({name: parts[name] for name in SIZE_KEYS}, ["trim"])
    source = _object({"certainty": {"enum": list(CERTAINTIES)}, "from": _TEXT}, ["certainty", "from"])
    numbers = {name: {"type": "number", "minimum": low, "maximum": high} for name, (low, high, _) in PRINTER_BOUNDS.items()}
    length = {"type": ["string", "number"]}
    known: Schema = {
        "title": _TEXT,
        "makes": {"enum": list(MAKES)},
        "colour": {"enum": ["rgb", "cmyk"]},
        "sizes": {"anyOf": [{"const": "any"}, {"type": "object", "minProperties": 1, "additionalProperties": size}]},
        "copies": {"enum": list(COPIES)},
        "order": {"enum": ["front first", "back first"]},
        "die_line": {"enum": [True, False, "yes", "no", "on", "off"]},
        "notes": {"type": "array", "items": _TEXT},
        "sheet": {"type": "string", "pattern": _PAIR},
        "profile": {"type": "string", "pattern": r"\.(icc|icm|ICC|ICM)$"},
        "condition": _TEXT,
        **numbers,
        **{name: {**numbers[name], "type": "integer"} for name in ("across", "down", "largest")},
        **dict.fromkeys(("bleed", "safe", "type", "reversed", "line", "margin"), length),
    }
    known["sources"] = _object(dict.fromkeys(SOURCED, source))
    found = _object({name: known[name] for name in PRINTER_KEYS}, ["title", "makes", "sources"])
    colours = {makes: {"properties": {"colour": {"const": "cmyk" if makes == "pdf" else "rgb"}}} for makes in MAKES}
    needs = {makes: {"required": list(PRINTER_NEEDS[makes])} if makes in PRINTER_NEEDS else {} for makes in MAKES}
    each = [{"if": {"properties": {"makes": {"const": makes}}}, "then": {**colours[makes], **needs[makes]}} for makes in MAKES]
    return {**found, "allOf": each}


# Parts


def _object(properties: Schema, required: Sequence[str] = (), *, open: bool = False) -> Schema:
    """A mapping with these names and no others; `<<` merges another into it."""
    found: Schema = {"type": "object", "properties": {**properties, "<<": {}}, "additionalProperties": open}
    return {**found, "required": list(required)} if required else found


def _listed(item: Schema) -> Schema:
    return {"anyOf": [{"type": "array", "items": item}, item, {"type": "null"}]}


def _or_computed(value: Schema) -> Schema:
    return {"anyOf": [value, _COMPUTED]}


def _field(field: Field) -> Schema:
    """What may stand after the name of a field of a card."""
    if field.kind in ("one_of", "list_of"):
        choices: list[Any] = [
            *field.choices,
            *(int(choice) for choice in field.choices if choice.isdecimal() and str(int(choice)) == choice),
        ]
        if field.kind == "one_of":
            return {"enum": [*choices, None]}
        return {"type": ["array", "null"], "items": {"enum": choices}, **({"maxItems": field.most} if field.most is not None else {})}
    if field.kind == "bool":
        return {"enum": [True, False, "yes", "no", "on", "off", None]}
    if field.kind == "text":
        return _TEXT
    bounds = {"minimum": field.low, "maximum": field.high}
    return {
        "type": ["integer" if field.kind == "int" else "number", "null"],
        **{name: value for name, value in bounds.items() if value is not None},
    }


def _fields(lists: Sequence[str]) -> Schema:
    options: Schema = {"min": {"type": "number"}, "max": {"type": "number"}, "default": {}, "optional": {"type": "boolean"}}
    choices = {"anyOf": [*([{"enum": list(lists)}] if lists else [{"type": "string"}]), {"type": "array"}]}
    kinds: list[Schema] = [{"enum": [kind for kind in KIND_OPTIONS if kind not in ("one_of", "list_of")]}]
    for kind, names in KIND_OPTIONS.items():
        own = {name: options[name] for name in names}
        inner = choices if kind in ("one_of", "list_of") else {"anyOf": [_object(own), {"type": "null"}]}
        kinds.append(_object({kind: inner, **own}, [kind]))
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": kinds}}


def _size() -> Schema:
    shapes = [_object({"shape": {"const": kind}, **dict.fromkeys(sides, _LENGTH)}, ["shape"]) for kind, sides in SHAPES.items()]
    return {"anyOf": [{"enum": list(CARDS)}, {"type": "string", "pattern": _PAIR}, *shapes]}


def _box() -> Schema:
    name = {"type": "string"}
    return {"anyOf": [name, _object({"templates": name, "art": name, "colour": name, "says": _TEXT})]}


def _cmyk() -> Schema:
    percent = {"type": "number", "minimum": 0, "maximum": 100}
    return {"type": "array", "items": percent, "minItems": 4, "maxItems": 4}


def _rule(keys: Sequence[str]) -> Schema:
    texts = ("says", "source", "as", "field", "note", "otherwise", "remedy", "counted")
    known: Schema = {name: _TEXT if name in texts else _CODE for name in keys}
    known |= {"id": _ID, "let": {"type": "object", "additionalProperties": _CODE}, "severity": {"enum": list(SEVERITIES)}}
    return _object(known, ["id", "says"])
