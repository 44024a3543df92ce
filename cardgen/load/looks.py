"""Looks of a game and its decks: palette, sizes, shapes, and boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base import colour_math, hyphenation
from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM, UNITS, length
from cardgen.model.cards import FINISHES, BookDress, Colour, Dress, Game, Typesetting
from cardgen.model.project import Project
from cardgen.model.sizes import (
    BLEEDS,
    CARDS,
    ORIENTATIONS,
    PAPERS,
    Bleed,
    Shape,
    Tray,
    card_size,
    circle,
    ellipse,
    hexagon,
    pair,
    paper_size,
    pointy_hexagon,
    triangle,
)
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section, mapping_schema
from cardgen.schema.kinds import (
    A_LENGTH,
    ANY_TEXT,
    NAME,
    TEXT,
    TRUTH,
    TWO_LENGTHS,
    entry,
    list_of,
    mapping_of,
    one_of,
    or_nothing,
)
from cardgen.schema.source import Map, Node, Seq, TypedText, read
from cardgen.schema.values import check_name, read_number, wrong

SMALLEST, LARGEST = 5 * MM, 1000 * MM
"""The least and the greatest side of a card, in points."""

_LIKE_A_COLOUR = r"^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|(rgb|hsl)a?\(.*\)|hwb\(.*\)|[A-Za-z]+)$"
_OPTIONAL = ("corner", "flats")
SHAPES = {
    "circle": ("diameter",),
    "hexagon": ("width", "flats"),
    "pointy hexagon": ("height", "flats"),
    "ellipse": ("width", "height"),
    "triangle": ("width", "height", "corner"),
    "rectangle": ("width", "height", "corner"),
}


def _colour(section: Section, name: str, spec: Node) -> Colour:
    remedy = (
        'write "#2B2138", a colour of CSS such as seagreen, or {rgb: "#2B2138", cmyk: [0, 0, 0, '
        "100]}"
    )
    parts: dict[Any, Node] = spec if isinstance(spec, Map) else {"rgb": spec}
    if unknown := [key for key in parts if key not in ("rgb", "cmyk", "spot", "plate")]:
        raise wrong(f'a colour has no "{unknown[0]}"', remedy, code="colour-wrong")
    rgb, cmyk = parts.get("rgb"), parts.get("cmyk")
    screen_colour = colour_math.solid(rgb) if isinstance(rgb, TypedText) else None
    if screen_colour is None:
        text = f'"{rgb}"' if isinstance(rgb, TypedText) and rgb else "this"
        raise wrong(f"{text} is not a colour", remedy, code="colour-wrong")
    spot, plate = _plate(parts)
    if cmyk is None:
        return Colour(screen_colour, spot=spot, plate=plate)
    try:
        percent = (
            [float(item) for item in cmyk if isinstance(item, TypedText)]
            if isinstance(cmyk, Seq)
            else []
        )
    except ValueError:
        percent = []
    if len(percent) != 4 or len(cmyk) != 4 or not all(0 <= value <= 100 for value in percent):
        raise wrong("cmyk must be four percentages from 0 to 100", remedy, code="colour-wrong")
    return Colour(
        screen_colour, (percent[0], percent[1], percent[2], percent[3]), spot=spot, plate=plate
    )


def _plate(parts: Mapping[Any, Node]) -> tuple[str, str]:
    """The ink of its own, and the finish, that a colour is; nothing for none."""
    names = {
        name: str(parts[name])
        for name in ("spot", "plate")
        if isinstance(parts.get(name), TypedText)
    }
    if not all(isinstance(parts[name], TypedText) for name in ("spot", "plate") if name in parts):
        raise wrong(
            "a spot and a plate are names",
            'write  spot: "PANTONE 021 C"  or  plate: foil',
            code="colour-wrong",
        )
    if len(names) > 1:
        raise wrong(
            "a colour is a spot or a plate, not both", "take one of them away", code="colour-wrong"
        )
    if not _INK.fullmatch(names.get("spot", "-")):
        raise wrong(
            f'"{names["spot"]}" is no name of an ink',
            'write it as the printer does, such as  spot: "PANTONE 021 C"',
            code="colour-wrong",
        )
    if meaning := _TAKEN.get(names.get("spot", "").lower()):
        raise wrong(
            f'"{names["spot"]}" is no ink of its own: {meaning}',
            'take another name, such as  spot: "PANTONE 021 C", or  plate: foil',
            code="colour-wrong",
        )
    if names.get("plate", "foil") not in FINISHES:
        raise wrong(
            f'no plate is called "{names["plate"]}"',
            did_you_mean(names["plate"], FINISHES),
            code="colour-wrong",
        )
    return names.get("spot", ""), names.get("plate", "")


def _palette(section: Section, name: str, node: Node) -> dict[str, Colour]:
    if isinstance(node, TypedText):
        return _palette_of_look(str(node))
    colours: dict[str, Colour] = _COLOURS.read(section, name, node)
    assert isinstance(node, Map)
    return {
        str(key): replace(colours[key], place=section.source.place(key))
        for key in node
        if key in colours
    }


def _palette_of_look(text: str) -> dict[str, Colour]:
    """The palette that such a text as `looks/ember` names. Raises CardgenError."""
    names = [f"{LOOKS_FOLDER}{name}" for name in look_palettes()]
    if text not in names:
        raise wrong(
            f'no palette is called "{text}"',
            did_you_mean(text, names, f"write one of: {', '.join(names)}"),
            code="unknown-choice",
        )
    return dict(look_palettes()[text.removeprefix(LOOKS_FOLDER)])


@cache
def look_palettes() -> dict[str, dict[str, Colour]]:
    """The palettes that the looks come in, by name; all have colours of the same names."""
    problems: list[Finding] = []
    source = read(_LOOK_PALETTES, problems)
    if not source or problems:
        raise CardgenError(*problems)
    section = Section(source, Keys("palettes"), problems)
    palettes: dict[str, dict[str, Colour]] = _PALETTES.read(section, "palettes", source.root)
    return palettes


def told_apart(palette: Mapping[str, Colour]) -> dict[str, Colour]:
    """A palette whose ambiguous colours are known by their names.

    They have plates of their own, or look as others that are printed otherwise."""
    inks: dict[str, set[tuple[float, ...] | None]] = {}
    for colour in palette.values():
        inks.setdefault(colour.rgb, set()).add(colour.cmyk)
    named_colours = {
        name
        for name, colour in palette.items()
        if colour.spot or colour.plate or len(inks[colour.rgb]) > 1
    }
    return {
        name: replace(colour, name=name if name in named_colours else "")
        for name, colour in palette.items()
    }


_INK = re.compile(r"^[A-Za-z0-9-][A-Za-z0-9 ._+-]{0,59}$")
"""What Separations are called in print shops; PDF could say more, raster image processors do not
read it all."""
_TAKEN = {
    "none": "a PDF prints nothing in it",
    "all": "a PDF prints it on every plate",
    **dict.fromkeys(("cyan", "magenta", "yellow", "black"), "it is one of the four inks"),
    **dict.fromkeys(FINISHES, "it is a finish"),
}
"""What Separations of these names are (ISO 32000-1, 8.6.6.4), and what we call those of
finishes."""
_RGB_SCHEMA: Schema = {"type": "string", "pattern": _LIKE_A_COLOUR}
_PERCENT: Schema = {"type": "number", "minimum": 0, "maximum": 100}
_INKS: Schema = {"type": "array", "items": _PERCENT, "minItems": 4, "maxItems": 4}
_PARTS: dict[str, Schema] = {
    "rgb": _RGB_SCHEMA,
    "cmyk": _INKS,
    "spot": {"type": "string", "pattern": _INK.pattern},
    "plate": {"enum": [*FINISHES]},
}


def _check_colour(name: str) -> None:
    check_name(name, "colour", ())


_COLOURS = mapping_of(
    Kind(_colour, {"anyOf": [_RGB_SCHEMA, mapping_schema(_PARTS, ["rgb"])]}),
    "names with colours",
    'palette: {ink: "#2B2138"}',
    _check_colour,
)
_PALETTES = mapping_of(_COLOURS, "names with palettes", "ember: {...}")
_LOOK_PALETTES = Path(__file__).with_name("palettes.yaml")
LOOKS_FOLDER = "looks/"
"""What stands before the name of a palette of the looks."""
PALETTE = Kind(
    _palette,
    {
        "anyOf": [
            or_nothing(_COLOURS).schema,
            {"type": "string", "pattern": f"^{LOOKS_FOLDER}[a-z]+$"},
        ]
    },
)
"""Colours by name, each with its place; or the palette of a look by its name."""


def _shape(section: Section, name: str, node: Node) -> Shape:
    return shape_of(node)


def shape_of(node: Node) -> Shape:
    """The shape that a size means. Raises CardgenError."""
    try:
        if isinstance(node, TypedText):
            shape = card_size(node)
        elif isinstance(node, Map):
            shape = _cut(node)
        else:
            raise wrong("a size is no list", "write  size: poker", code="text-expected")
    except UnreadableError as error:
        raise CardgenError(error.finding) from error
    if not all(SMALLEST <= side <= LARGEST for side in (shape.width, shape.height)):
        raise wrong(
            f"a card of {shape} cannot be made",
            f"use sides from {SMALLEST / MM:g} to {LARGEST / MM:g} mm",
            code="out-of-range",
        )
    if shape.corner > min(shape.width, shape.height) / 2:
        raise wrong(
            "the corner is larger than half the card", "make it smaller", code="shape-wrong"
        )
    return shape


def _cut(node: Map) -> Shape:
    texts: dict[str, str] = {
        str(key): str(value) for key, value in node.items() if isinstance(value, TypedText)
    }
    kind = texts.pop("shape", "" if node.value("shape") is not None else "rectangle")
    if kind not in SHAPES:
        raise wrong(f'no shape is called "{kind}"', did_you_mean(kind, SHAPES), code="shape-wrong")
    if unknown := [key for key in node if key != "shape" and key not in SHAPES[kind]]:
        raise wrong(
            f'a {kind} has no "{unknown[0]}"',
            did_you_mean(unknown[0], SHAPES[kind]),
            code="shape-wrong",
        )
    if "flats" in SHAPES[kind] and len(texts) > 1:
        side = SHAPES[kind][0]
        raise wrong(
            f"a {kind} says its {side} or its flats",
            f"take one of them out: the {side} is from corner to corner",
            code="shape-wrong",
        )
    if absent := [
        name
        for name in SHAPES[kind]
        if not {name, "flats"}.intersection(texts)
        and name not in _OPTIONAL
        and (kind, name) != ("triangle", "height")  # of one with sides alike
    ]:
        raise wrong(
            f"{'an' if kind == 'ellipse' else 'a'} {kind} must say its {absent[0]}",
            f"write  {absent[0]}: 30mm",
            code="shape-wrong",
        )
    sides = {name: length(text) for name, text in texts.items()}
    if kind == "circle":
        return circle(sides["diameter"])
    if kind == "triangle" and 3 * sides.get("corner", 0.0) > min(sides.values()):
        raise wrong(
            "the corners of the triangle leave nothing of its sides",
            "make the corner smaller: less than a third of its width",
            code="shape-wrong",
        )
    if kind in _MAKERS:
        return _MAKERS[kind](**sides)
    return Shape(kind, sides["width"], sides["height"], sides.get("corner", 0.0))


_MAKERS: dict[str, Callable[..., Shape]] = {
    "hexagon": hexagon,
    "pointy hexagon": pointy_hexagon,
    "ellipse": ellipse,
    "triangle": triangle,
}
_CUTS = [
    mapping_schema(
        {"shape": {"const": kind}, **dict.fromkeys(sides, A_LENGTH)},
        ["shape"] * (kind != "rectangle"),
    )
    for kind, sides in SHAPES.items()
]
_HELD = f" +({'|'.join(ORIENTATIONS)})"
_ON_ITS_SIDE: Schema = {"type": "string", "pattern": f"^({'|'.join(CARDS)}){_HELD}$"}
_SIDES: Schema = {
    "type": "string",
    "pattern": f"{TWO_LENGTHS['pattern'].removesuffix('$')}({_HELD})?$",
}
_IN_WORDS: Schema = {
    "type": "string",
    "pattern": f"^(circle|(pointy +)?hexagon|triangle) +{A_LENGTH['pattern'][1:-1]}( +flats)?$",
}
_TWO_IN_WORDS: Schema = {
    "type": "string",
    "pattern": f"^(ellipse|triangle) +{TWO_LENGTHS['pattern'][1:]}",
}
SIZE_AS_TEXT: Schema = {
    "anyOf": [{"enum": list(CARDS)}, _ON_ITS_SIDE, _SIDES, _IN_WORDS, _TWO_IN_WORDS]
}
"""The schema of a size that is written as a text."""
SIZE = Kind(_shape, {"anyOf": [*SIZE_AS_TEXT["anyOf"], *_CUTS]})
"""What a card is cut to."""
SIZES = (
    "a name (`poker`, `bridge`, `tarot`, ...), `38mm x 38mm`, `circle 25mm`, `hexagon 60mm` "
    "(from corner to corner), `hexagon 52mm flats` "
    "(from flat to flat), `pointy hexagon 60mm` (a corner above), `ellipse 60x40mm`, "
    "`triangle 50mm`; or `{shape: circle, diameter: 25mm}`, `{shape: hexagon, width: 60mm}`, "
    "`{shape: hexagon, flats: 52mm}` or "
    "`{shape: triangle, width: 50mm, corner: 4mm}` and the like, or "
    "`{shape: rectangle, width: 63mm, height: 88mm, corner: 3mm}`, which need not name its "
    "shape; after a name or two lengths may stand "
    "`landscape` or `portrait`, which turns it"
)
"""The ways to say it, in the reference."""


def _panels(section: Section, name: str, node: Node) -> tuple[int, int]:
    match = _PANELS.fullmatch(str(node).strip()) if isinstance(node, TypedText) else None
    if not match:
        raise wrong(
            "panels are a number across and one down",
            "write  panels: 2 x 2  for a board that folds twice",
            code="shape-wrong",
        )
    return int(match[1]), int(match[2])


_PANELS = re.compile("([1-9]) *x *([1-9])")
PANELS = Kind(_panels, {"type": "string", "pattern": f"^{_PANELS.pattern}$"})
"""The panels of a board that folds."""
TEMPLATE = "template"
"""What stands for the file where the outline is a path of the template."""
_OUTLINE_KEYS = ("outline", "element")


class OutlineSource(NamedTuple):
    """Where the outline of a deck's pieces is drawn: the name of a drawing, or TEMPLATE, and an
    element's id or class; nothing for all that is drawn there."""

    file: str
    element: str


def _outline_source(section: Section, name: str, node: Node) -> OutlineSource:
    remedy = "write  shape: {outline: ship.svg}  or  shape: {outline: template, element: cut}"
    if not isinstance(node, Map) or "outline" not in node or {*map(str, node)} - {*_OUTLINE_KEYS}:
        raise wrong("a shape has an outline and perhaps an element", remedy, code="shape-wrong")
    texts = [node.value(key) or "" for key in _OUTLINE_KEYS]
    if not texts[0] or not all(isinstance(text, str) for text in texts):
        raise wrong("an outline is the name of a drawing", remedy, code="shape-wrong")
    file, element = map(str, texts)
    if file == TEMPLATE and not element:
        raise wrong(
            "it is not said which element of the template is the outline",
            remedy,
            code="shape-wrong",
        )
    return OutlineSource(file, element)


_OUTLINE_SCHEMA: Schema = mapping_schema(
    {key: {"type": "string"} for key in _OUTLINE_KEYS}, ["outline"]
)
OUTLINE = Kind(_outline_source, _OUTLINE_SCHEMA)
"""The outline that pieces are cut to."""


def _paper(section: Section, name: str, node: Node) -> str:
    text = TEXT.read(section, name, node)
    try:
        paper_size(text)
    except UnreadableError as error:
        raise CardgenError(error.finding) from error
    return str(text)


PAPER = Kind(
    _paper,
    {"anyOf": [{"enum": list(PAPERS)}, {"type": "string", "pattern": TWO_LENGTHS["pattern"]}]},
)
"""A paper by its name, or by its sides."""


def _bleed(section: Section, name: str, node: Node) -> Bleed:
    text = str(node).strip() if isinstance(node, TypedText) else ""
    if filling := text if text in BLEEDS else colour_math.solid(text):
        return Bleed(made=filling)
    pixels = _PIXELS.fullmatch(text)
    try:
        bleed = Bleed(pixels=float(pixels[1])) if pixels else Bleed(length(text))
    except UnreadableError as error:
        remedy = (
            "write  bleed: 3mm, or 36px in the pixels of the drawing; or mirror, stretch or a "
            "colour, to make it"
        )
        raise wrong(error.finding.what, remedy, code=error.finding.code) from error
    if bleed.length > _MOST_BLEED:
        raise wrong(
            f"bleed is {node}, out of its range",
            f"use {_MOST_BLEED / MM:g}mm or less: printers ask for 3 mm or so",
            code="out-of-range",
        )
    return bleed


_PIXELS = re.compile(r"(\d{1,5}(?:\.\d*)?|\.\d+)\s*px")
_MOST_BLEED = 50 * MM
BLEED = Kind(
    _bleed,
    {
        "type": "string",
        "pattern": f"^([0-9.]+ *(px|{'|'.join(UNITS)})|{'|'.join(BLEEDS)})$|{_LIKE_A_COLOUR}",
    },
)
"""How much of a template's page lies around the trim, or what is made to lie there."""


def _dress(section: Section, name: str, node: Node) -> Dress:
    parts = node if isinstance(node, Map) else {"templates": node}
    values: dict[str, Any] = {}
    for key, value in parts.items():
        if key == "templates" and isinstance(value, Seq) and parts is node:
            values["templates"] = tuple(_folder_names(value))
        elif key in _DRESS and isinstance(value, TypedText):
            values[str(key)] = (str(value),) if key == "templates" else str(value)
        else:
            sentence = f"the {key} of a box is a text" if key in _DRESS else f'a box has no "{key}"'
            raise wrong(sentence, _DRESS_REMEDY, code="mapping-expected")
    return Dress(**values)


def _folder_names(folders: Seq) -> Iterator[str]:
    for folder in folders:
        if not isinstance(folder, TypedText):
            raise wrong("a folder of templates is a text", _DRESS_REMEDY, code="mapping-expected")
        yield str(folder)


_DRESS_REMEDY = "write  box: {templates: my-box, art: wolf, colour: sand}, or some of it"
_NAME: Schema = {"type": "string"}
_FOLDERS: Schema = {"anyOf": [_NAME, {"type": "array", "items": _NAME}]}
_DRESS: dict[str, Schema] = {
    "templates": _FOLDERS,
    "art": _NAME,
    "colour": _NAME,
    "says": ANY_TEXT,
}
BOX = Kind(_dress, {"anyOf": [_NAME, mapping_schema(_DRESS)]})
BOX_SAID = "how its [box](howto-box.md) is dressed"
"""How a box is dressed: a folder of templates, or that and more by name."""


_PART = "names a colour of the palette for"
_COLOURED = (
    "ink",
    "paper",
    "cover",
    "accent",
    "rows",
    "note",
    "example",
    "designer",
    "warning",
    "quote",
)
BOOK_DRESS = Keys(
    "rulebook",
    Key(
        "templates",
        NAME,
        "a folder of templates with a `cover.svg`, a `chapter.svg`, a `box.svg` and a `page.svg`, "
        "or some of them",
        example="my-book",
    ),
    Key(
        "display",
        NAME,
        "the font of title, headings and page numbers; without it that of the game's "
        "[look](howto-looks.md): `Alegreya` or `Baloo 2`",
    ),
    Key("body", NAME, "the font of everything else; without it `Nunito`"),
    Key(
        "justify",
        TRUTH,
        "whether lines of running text reach both edges; long words are divided then, unless "
        "`typesetting` says `hyphenate: false`",
    ),
    Key("ink", NAME, f"{_PART} letters and lines"),
    Key("paper", NAME, f"{_PART} light grounds"),
    Key("cover", NAME, f"{_PART} the ground of the title page"),
    Key("accent", NAME, f"{_PART} heads of tables, smaller headings, marks and links"),
    Key("rows", NAME, f"{_PART} every other row of a table, in a light tint"),
    Key(
        "chapters",
        list_of(NAME, "chapters: [crimson, stone]"),
        "names the colours of the palette that chapters take in turn",
    ),
    *(Key(kind, NAME, f"{_PART} boxes of this kind") for kind in _COLOURED[5:9]),
    Key("quote", NAME, f"{_PART} the bar beside what is quoted"),
)
"""What a game says of its rulebook."""


def _book(section: Section) -> BookDress:
    values = section.values()
    places = {name: section.source.place(section.node(name)) for name in values}
    colours = {name: values.pop(name) for name in _COLOURED if name in values}
    return BookDress(
        **{**values, "chapters": tuple(values.get("chapters", ()))}, colours=colours, places=places
    )


BOOK = entry(BOOK_DRESS, _book)
"""How a rulebook is dressed."""


def read_book_dress(section: Section, project: Project, game: Game) -> BookDress:
    """The dress of the rulebook. Folders and colours that do not exist are noted."""
    dress: BookDress = section.value("rulebook", BookDress())
    named_things = (
        [("templates", dress.templates, template_folders(project), "folder of templates")]
        if dress.templates
        else []
    )
    named_things += [
        (name, colour, list(game.palette), "colour of the palette")
        for name, colour in dress.colours.items()
    ]
    named_things += [
        ("chapters", colour, list(game.palette), "colour of the palette")
        for colour in dress.chapters
    ]
    for name, value, names, noun in named_things:
        if value not in names:
            section.wrong(
                f'no {noun} is called "{value}"',
                did_you_mean(value, names),
                dress.places[name],
                code="unknown-choice",
            )
    return dress


def template_folders(project: Project) -> list[str]:
    """The folders in templates/ that have a template."""
    return sorted({name.rpartition("/")[0] for name in project.template_names()} - {""})


def read_dress(section: Section, project: Project, game: Game) -> Dress:
    """The dress of the box. What does not exist is noted."""
    node = section.get("box")
    dress: Dress = section.value("box", Dress())

    def place(name: str) -> Place:
        value = node.value(name) if isinstance(node, Map) else node
        return section.source.place(value) if value is not None else section.start

    named_things = [
        *(("templates", name, template_folders(project)) for name in dress.templates),
        *(("colour", name, list(game.palette)) for name in filter(None, [dress.colour])),
    ]
    nouns = {"templates": "folder of templates", "colour": "colour of the palette"}
    for key, name, names in named_things:
        if name not in names:
            section.wrong(
                f'no {nouns[key]} is called "{name}"',
                did_you_mean(name, names),
                place(key),
                code="unknown-choice",
            )
    if dress.art:
        section.attempt(place("art"), project.check_art, game.folder, dress.art)
    return dress


def _tray(section: Section, name: str, node: Node) -> Tray:
    remedy = "write  tray: {floor: 76mm x 76mm, wall: 38mm, lean: 20}"
    if not isinstance(node, Map) or not {"floor", "wall"} <= {str(key) for key in node} <= {
        "floor",
        "wall",
        "lean",
    }:
        raise wrong("a tray has a floor, a wall and perhaps a lean", remedy, code="shape-wrong")
    try:
        width, height = pair(str(node.value("floor")))
        wall = length(str(node.value("wall")))
    except UnreadableError as error:
        raise wrong(error.finding.what, remedy, code=error.finding.code) from error
    lean = float(read_number("lean", node.value("lean") or "0"))
    if not (
        20 * MM <= min(width, height)
        and 5 * MM <= wall
        and max(width, height, wall) <= LARGEST
        and 0 <= lean <= 35
    ):
        raise wrong(
            "such a tray cannot be folded",
            "give a floor of 20 mm a side or more, walls of 5 mm or more, a lean of 0 to 35",
            code="shape-wrong",
        )
    return Tray(width, height, wall, lean)


_LEAN: Schema = {"type": "number", "minimum": 0, "maximum": 35}
TRAY = Kind(
    _tray,
    mapping_schema({"floor": TWO_LENGTHS, "wall": A_LENGTH, "lean": _LEAN}, ["floor", "wall"]),
)
"""A tray to be folded for each card."""


LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""The code of a language, such as de or pt-BR (BCP 47)."""
TYPED, TYPOGRAPHIC = "typed", "typographic"


def _language(section: Section, name: str, node: Node) -> str:
    if not isinstance(node, TypedText) or not LANGUAGE.fullmatch(node):
        raise wrong(
            "a language is a code", "write  language: de, or pt-BR", code="unknown-language"
        )
    return str(node)


def _typesetting(section: Section) -> Typesetting:
    values = section.values()
    if values.get("hyphenate") and "language" in values:
        section.attempt(
            section.get("language") or section.start, hyphenation.hyphens, "", values["language"]
        )
    if "quotes" in values:
        values["quotes"] = values["quotes"] == TYPOGRAPHIC
    return Typesetting(**values)


TEXTS = Keys(
    "typesetting",
    Key(
        "language",
        Kind(_language, {"type": "string", "pattern": f"^{LANGUAGE.pattern}$"}),
        "of the texts, without it `en`",
        example="de",
    ),
    Key("hyphenate", TRUTH, "whether long words are divided where the language allows it"),
    Key(
        "quotes",
        one_of(
            {
                TYPED: "as they are",
                TYPOGRAPHIC: "those of the language, for what was typed as `\"` and `'`",
            }
        ),
    ),
    Key(
        "keep_last_words",
        TRUTH,
        "whether no short word stays alone on the last line of a paragraph",
    ),
    Key(
        "list_bullet",
        NAME,
        "what stands before items of [lists](howto-texts.md#lists-tables-and-rules): "
        '`"{leaf}"` for an icon',
    ),
)
"""How text boxes and rulebooks set their texts."""
TYPESETTING = entry(TEXTS, _typesetting)
TYPESETTING_SAID = (
    "how text boxes set texts: `{language: de, hyphenate: true, quotes: typographic, "
    "keep_last_words: true}`, or some of it"
)
"""In the reference."""


def _word(section: Section, name: str, node: Node) -> str:
    """The translation of a text, with as many gaps."""
    if not isinstance(node, TypedText):
        raise wrong(
            f"words must be {_WORDS}", "write  words: {moon: Mond}", code="mapping-expected"
        )
    gaps = name.count("{}")
    if gaps and not node.count("{}") == node.count("{") == node.count("}") == gaps:
        remedy = f"write {{}} {'once' if gaps == 1 else f'{gaps} times'}, and no other braces"
        raise wrong(f'"{node}" does not have the gaps of "{name}"', remedy, code="translation-gaps")
    return str(node)


def _words(section: Section, name: str, node: Node) -> dict[str, str]:
    return {
        " ".join(text.split()): word
        for text, word in _GIVEN_WORDS.read(section, name, node).items()
    }


_WORDS = "texts of the templates with what they become"
_GIVEN_WORDS = or_nothing(mapping_of(Kind(_word, ANY_TEXT), _WORDS, "words: {moon: Mond}"))
WORDS = Key(
    "words",
    _GIVEN_WORDS._replace(read=_words),
    "texts of templates, sheets and rulebooks with what they become",
)
"""What is said in place of what templates and cardgen say."""
