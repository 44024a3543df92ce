"""How a game and its decks look: palette, sizes and shapes, and what their boxes are dressed in."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardgen.base.errors import Place, Unreadable, did_you_mean
from cardgen.base.units import MM, length
from cardgen.load.fields import check_name, wrong
from cardgen.load.section import Section
from cardgen.load.source import Map, Node, Seq, TypedText
from cardgen.model.cards import Colour, Dress, Game
from cardgen.model.project import Project
from cardgen.model.sizes import Shape, Tray, card_size, pair

SMALLEST, LARGEST = 5 * MM, 1000 * MM
"""The least and the greatest side of a card, in points."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
SHAPES = {"circle": ("diameter",), "hexagon": ("width",), "rectangle": ("width", "height", "corner")}


def read_palette(section: Section) -> dict[str, Colour]:
    node = section.get("palette")
    if node is not None and not isinstance(node, Map):
        section.wrong("palette must be names with colours", 'write  palette: {ink: "#2B2138"}', node)
    colours: dict[str, Colour] = {}
    for name, spec in node.items() if isinstance(node, Map) else ():
        section.attempt(name, check_name, name, "colour", dir(dict))
        if colour := section.attempt(spec, _colour, spec):
            colours[str(name)] = replace(colour, place=section.source.place(name))
    return colours


def _colour(spec: Node) -> Colour:
    remedy = 'write "#2B2138", or {rgb: "#2B2138", cmyk: [0, 0, 0, 100]}'
    parts: Mapping[Any, Node] = spec if isinstance(spec, Map) else {"rgb": spec}
    if unknown := [key for key in parts if key not in ("rgb", "cmyk")]:
        raise wrong(f'a colour has no "{unknown[0]}"', remedy)
    rgb, cmyk = parts.get("rgb"), parts.get("cmyk")
    if not isinstance(rgb, TypedText) or not _HEX.fullmatch(rgb):
        given = f'"{rgb}"' if isinstance(rgb, TypedText) and rgb else "this"
        raise wrong(f"{given} is not a colour", remedy)
    if cmyk is None:
        return Colour(rgb.upper())
    try:
        percent = [float(item) for item in cmyk if isinstance(item, TypedText)] if isinstance(cmyk, Seq) else []
    except ValueError:
        percent = []
    if len(percent) != 4 or len(cmyk) != 4 or not all(0 <= value <= 100 for value in percent):
        raise wrong("cmyk must be four percentages from 0 to 100", remedy)
    return Colour(rgb.upper(), (percent[0], percent[1], percent[2], percent[3]))


def read_size(section: Section) -> Shape:
    nothing = Shape("rectangle", 0, 0)
    node = section.get("size")
    if node is None:
        section.wrong("there is no size", "add a line such as  size: poker", Place(section.source.file, 1))
        return nothing
    return section.attempt(node, _shape, node) or nothing


def _shape(node: Node) -> Shape:
    """The shape that a size means. Raises CardgenError."""
    try:
        if isinstance(node, TypedText):
            shape = card_size(node)
        elif isinstance(node, Map):
            shape = _cut(node)
        else:
            raise wrong("a size is no list", "write  size: poker")
    except Unreadable as error:
        raise wrong(error.what, error.remedy or "write a name such as poker, or 63.5mm x 88.9mm") from error
    if not all(SMALLEST <= side <= LARGEST for side in (shape.width, shape.height)):
        raise wrong(f"a card of {shape} cannot be made", f"use sides from {SMALLEST / MM:g} to {LARGEST / MM:g} mm")
    if shape.corner > min(shape.width, shape.height) / 2:
        raise wrong("the corner is larger than half the card", "make it smaller")
    return shape


def read_dress(section: Section, project: Project, game: Game) -> Dress:
    """How a box is dressed: a folder of templates, or that and more by name."""
    node = section.get("box")
    if node is None:
        return Dress()
    given = node if isinstance(node, Map) else {"templates": node}
    names = ("templates", "art", "colour", "says")
    for key, value in given.items():
        if key not in names or not isinstance(value, TypedText):
            what = f"the {key} of a box is a text" if key in names else f'a box has no "{key}"'
            section.wrong(what, "write  box: {templates: my-box, art: candy-corn, colour: pumpkin}, or some of it", node)
            return Dress()
    said = {str(key): str(value) for key, value in given.items()}
    folders = sorted({name.rpartition("/")[0] for name in project.template_names()} - {""})
    for key, known, what in (("templates", folders, "folder of templates"), ("colour", list(game.palette), "colour of the palette")):
        if key in said and said[key] not in known:
            section.wrong(f'no {what} is called "{said[key]}"', did_you_mean(said[key], known), given[key])  # type: ignore[index]
    if "art" in said:
        section.attempt(given["art"], project.find_art, game.folder, said["art"])  # type: ignore[index]
    return Dress(**said)


def read_tray(node: Node) -> Tray:
    """A tray to be folded for each card. Raises CardgenError."""
    remedy = "write  tray: {floor: 76mm x 76mm, wall: 38mm, lean: 20}"
    if not isinstance(node, Map) or not {"floor", "wall"} <= {str(key) for key in node} <= {"floor", "wall", "lean"}:
        raise wrong("a tray has a floor, a wall and perhaps a lean", remedy)
    try:
        (width, height), wall = (pair(str(node["floor"])), length(str(node["wall"])))  # type: ignore[index]
        lean = float(str(node.get("lean") or 0))  # type: ignore[call-overload]
    except ValueError as error:
        raise wrong(str(error), remedy) from error
    if not (20 * MM <= min(width, height) and 5 * MM <= wall and max(width, height, wall) <= LARGEST and 0 <= lean <= 35):
        raise wrong("such a tray cannot be folded", "give a floor of 20 mm a side or more, walls of 5 mm or more, a lean of 0 to 35")
    return Tray(width, height, wall, lean)


def _cut(node: Map) -> Shape:
    given: dict[str, str] = {str(key): str(value) for key, value in node.items() if isinstance(value, TypedText)}
    kind = given.pop("shape", "")
    if kind not in SHAPES:
        raise Unreadable(f'no shape is called "{kind}"', did_you_mean(kind, SHAPES))
    if unknown := [key for key in node if key != "shape" and key not in SHAPES[kind]]:
        raise Unreadable(f'a {kind} has no "{unknown[0]}"', did_you_mean(unknown[0], SHAPES[kind]))
    if absent := [name for name in SHAPES[kind] if name not in given and name != "corner"]:
        raise Unreadable(f"a {kind} must say its {absent[0]}", f"write  {absent[0]}: 30mm")
    sides = {name: length(text) for name, text in given.items()}
    if kind == "circle":
        return Shape(kind, sides["diameter"], sides["diameter"])
    if kind == "hexagon":
        return Shape(kind, sides["width"], sides["width"] * math.sqrt(3) / 2)
    return Shape(kind, sides["width"], sides["height"], sides.get("corner", 0.0))
