"""What is printed on a box: each face a card of its own, composed from a template and painted as all cards are.

Templates lie in a folder that the deck or its game names (`box:`), and in templates/box/ for what is not there.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.base.units import MM, decimal
from cardgen.boxes.net import Net
from cardgen.cards.context import Context
from cardgen.cards.render import Troubles, draw_cards
from cardgen.graphics.contrast import contrast
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import NO_BLEED, Shape

SHIPPED = "box"
"""The folder of templates that dress boxes without one of their own."""
_ALIKE = {"left": "side", "right": "side", "tuck": "flap"}
"""Templates that several faces share when they have none of their own."""
_PLAIN = ("#2B2138", "#FFF7E8", "#F08A24")
"""Ink, paper and ground for a game without a palette."""
_DARK, _LIGHT = 0.35, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class PrintedNet:
    """A net to be printed on a sheet of its own. `kind` is what it becomes: box, base, lid or tray; `shows` the card that a tray is for."""

    net: Net
    kind: str
    cards: int
    shows: Card | None = None


def dressed(context: Context, deck: Deck, parts: Sequence[PrintedNet], ink: str = "full") -> list[dict[str, Drawing]]:
    """For each part the drawings of its panels by their names. Raises CardgenError with everything that cannot be drawn."""
    game = context.game
    shapes: dict[tuple[float, float], list[Card]] = {}
    owners: dict[tuple[str, int], tuple[int, str]] = {}
    known = set(context.project.template_names())
    about = _about(game, deck)
    for number, part in enumerate(parts):
        for panel in part.net.panels:
            if not panel.face:
                continue
            size = (round(panel.size[0], 4), round(panel.size[1], 4))
            faces = shapes.setdefault(size, [])
            owners[_id(size), len(faces)] = number, panel.name
            template = _template(known, (deck.box.templates, game.box.templates), part.kind, panel.face)
            foot = math.dist(*panel.fold) if panel.fold and panel.face == "wall" else size[0]
            own = {"face": panel.face, "side": panel.name, "notch": _mm(panel.notch), "foot": _mm(foot)}
            says = {**about, **_measures(game, deck, part, size), **own}
            faces.append(Card(panel.name, _id(size), says, template=template, place=Place(deck.file)))
    made = [
        replace(deck, id=_id(size), shape=Shape("rectangle", *size), bleed=NO_BLEED, back="", cards=tuple(faces))
        for size, faces in shapes.items()
    ]
    with_faces = replace(context, game=replace(game, decks=(*game.decks, *made)))
    wanted = {one.id: tuple(range(len(one.cards))) for one in made}
    troubles = Troubles()
    found: list[dict[str, Drawing]] = [{} for _ in parts]
    order = iter([(one.id, position) for one in made for position in wanted[one.id]])
    for drawn in draw_cards(with_faces, wanted, troubles, ink=ink, pictured=deck.id):
        number, name = owners[next(order)]
        if drawn.face:
            found[number][name] = drawn.face
    if troubles:
        raise CardgenError(*(replace(problem, what=problem.what.replace('card "', 'face "', 1)) for problem in troubles))
    return found


def _id(size: tuple[float, float]) -> str:
    return f"box {size[0]} x {size[1]}"  # which no deck can be called


def _template(known: set[str], folders: Sequence[str], kind: str, face: str) -> str:
    """The template of a face: that of the deck's folder, or the game's, or the shipped one."""
    if kind in ("base", "lid") and face == "floor":
        face = {"base": "back", "lid": "front"}[kind]
    names = [face, *([_ALIKE[face]] if face in _ALIKE else [])]
    for folder in (*filter(None, folders), SHIPPED):
        for name in names:
            if f"{folder}/{name}.svg" in known:
                return f"{folder}/{name}.svg"
    raise CardgenError(Problem(f'there is no template "{SHIPPED}/{names[0]}.svg"', "add it, or take the shipped one"))


def _about(game: Game, deck: Deck) -> dict[str, Any]:
    """What every face of a deck's box can say."""
    printed = [card for card in deck if card.copies]
    arts: dict[str, str] = {}
    for card in printed:
        if name := card.fields.get("art"):
            arts.setdefault(str(name), card.id)
    shown = list(arts.values()) if len(arts) > 2 else [card.id for card in printed]
    width, height = deck.shape.width, deck.shape.height
    sides = (width, height) if deck.shape.kind != "circle" else (width,)
    design = game.said("Game design: {}", game.designer) if game.designer else ""
    edition = game.said(deck.box.says or game.box.says)
    version = game.said("version {}", game.version)
    return {
        "title": game.title,
        "name": deck.title,
        "game_id": game.id,
        "deck_id": deck.id,
        "by": game.said("by {}", game.designer) if game.designer else "",
        "design": design,
        "edition": edition,
        "small_print": ". ".join(words[0].upper() + words[1:] for words in (design, edition, version) if words),
        "sized": f" · {' x '.join(decimal(side / MM, game.language) for side in sides)} mm",
        "arts": list(arts),
        "hero": deck.box.art or game.box.art or next(iter(arts), ""),
        "cards": _spread(shown, 24),
        "backed": next((card.id for card in printed if card.back or deck.back), ""),
        "shape": deck.shape.kind,
        "card_width": _mm(width),
        "card_height": _mm(height),
        **_colours(game, deck),
    }


def _measures(game: Game, deck: Deck, part: PrintedNet, size: tuple[float, float]) -> dict[str, Any]:
    """What the box and the face measure, in millimetres, and how many cards it is for."""
    return {
        "width": _mm(size[0]),
        "height": _mm(size[1]),
        "inside": [_mm(value) for value in part.net.inside],
        "count": part.cards,
        "counted": counted(game, deck, part.cards),
        "part": part.kind,
        "of": part.shows,
    }


def counted(game: Game, deck: Deck, cards: int) -> str:
    """So many cards, in the game's language; pieces, if they are round or six-sided."""
    one = "card" if deck.shape.kind == "rectangle" else "piece"
    return f"{cards} {game.said(one if cards == 1 else f'{one}s')}"


def _mm(points: float) -> float:
    value = round(points / MM, 3)
    return int(value) if value == int(value) else value


def _spread(ids: list[str], most: int) -> list[str]:
    """At most so many, from all over the deck."""
    return ids if len(ids) <= most else [ids[round(i * (len(ids) - 1) / (most - 1))] for i in range(most)]


def _colours(game: Game, deck: Deck) -> dict[str, str]:
    """Line, paper and ground out of the palette: the darkest, the lightest, and a strong colour that differs from deck to deck."""
    palette = {name: colour.rgb for name, colour in game.palette.items()}
    by_light = sorted(palette.values(), key=_light)
    line = palette.get("ink") or (by_light[0] if by_light and _light(by_light[0]) < _DARK else _PLAIN[0])
    paper = palette.get("cream") or (by_light[-1] if by_light and _light(by_light[-1]) > _LIGHT else _PLAIN[1])
    strong = [rgb for rgb in palette.values() if _strength(rgb) > 0.45 and rgb not in (line, paper)] or [_PLAIN[2]]
    place = [each.id for each in game.decks].index(deck.id)
    ground = palette.get(deck.box.colour or game.box.colour) or strong[place % len(strong)]
    quiet = max((line, paper), key=lambda rgb: contrast(_parts(rgb), _parts(ground)))
    # A second tint of the ground, away from the colour of the small words, but to be seen.
    towards, share = (paper, 0.24) if quiet == line else (line, 0.16) if contrast(_parts(line), _parts(ground)) > 2 else (paper, 0.1)
    tint = "#" + "".join(f"{round((a + (b - a) * share) * 255):02X}" for a, b in zip(_parts(ground), _parts(towards), strict=True))
    return {"line": line, "paper": paper, "ground": ground, "tint": tint, "quiet": quiet}


def _parts(rgb: str) -> tuple[float, float, float]:
    red, green, blue = (value / 255 for value in bytes.fromhex(rgb[1:]))
    return red, green, blue


def _light(rgb: str) -> float:
    """Lightness as the eye has it (Rec. 709 luma)."""
    red, green, blue = _parts(rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _strength(rgb: str) -> float:
    """How colourful it is, from 0 to 1."""
    _, light, saturation = colorsys.rgb_to_hls(*_parts(rgb))
    return saturation * (1 - abs(2 * light - 1))
