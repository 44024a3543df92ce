"""The faces of a box: each face a card of its own, composed from a template and painted as all
cards are.

Templates lie in a folder that the deck or its game names (`box:`), and in templates/box/ for what
is not there."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.base.units import MM, decimal
from cardgen.boxes.net import Net
from cardgen.cards.context import Context
from cardgen.cards.panels import PanelOrder, draw_panels, millimetres, panel_template
from cardgen.engine import Drawing, colour_math
from cardgen.model.cards import Card, Deck, Game

SHIPPED = "box"
"""The folder of templates that dress boxes without one of their own."""
_ALIKE = {"left": "side", "right": "side", "tuck": "flap"}
"""Templates that several faces share when they have none of their own."""
_PLAIN = ("#2B2138", "#FFF7E8", "#F08A24")
"""Ink, paper and ground for a game without a palette."""
_DARK, _LIGHT = 0.35, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class PrintedNet:
    """A net to be printed on a sheet of its own. `kind` is what it becomes: box, base, lid or tray;
    `shows` the card that a tray is for."""

    net: Net
    kind: str
    cards: int
    shows: Card | None = None


def dressed(
    context: Context, deck: Deck, parts: Sequence[PrintedNet], ink: str = "full"
) -> list[dict[str, Drawing]]:
    """For each part the drawings of its panels by their names. Raises CardgenError with everything
    that cannot be drawn."""
    game = context.game
    panels: list[PanelOrder] = []
    owners: list[int] = []
    template_names = set(context.project.template_names())
    folders = (deck.box.templates, game.box.templates, SHIPPED)
    about = _about(game, deck)
    for number, part in enumerate(parts):
        for face in part.net.panels:
            if not face.face:
                continue
            foot = math.dist(*face.fold) if face.fold and face.face == "wall" else face.size[0]
            card_fields = {
                "face": face.face,
                "side": face.name,
                "notch": millimetres(face.notch),
                "foot": millimetres(foot),
            }
            says = {**about, **_measures(game, deck, part, face.size), **card_fields}
            template = panel_template(
                context.project, folders, _names(part.kind, face.face), template_names
            )
            panels.append(PanelOrder(face.name, template, face.size, says))
            owners.append(number)
    looks: list[dict[str, Drawing]] = [{} for _ in parts]
    for number, panel, drawing in zip(
        owners, panels, draw_panels(context, panels, deck, kind="face", ink=ink), strict=True
    ):
        if drawing:
            looks[number][panel.name] = drawing
    return looks


def _names(kind: str, face: str) -> list[str]:
    """The templates that can draw a face, its own first."""
    if kind in ("base", "lid") and face == "floor":
        face = {"base": "back", "lid": "front"}[kind]
    return [face, *([_ALIKE[face]] if face in _ALIKE else [])]


def _about(game: Game, deck: Deck) -> dict[str, Any]:
    """The values that every face of a deck's box can show."""
    printed = [card for card in deck if card.copies]
    arts: dict[str, str] = {}
    shapes = [game.deck(card.deck).shape for card in printed]
    shape = (
        deck.shape if deck.shape in shapes else max(shapes, key=shapes.count, default=deck.shape)
    )
    shaped = [card for card, card_shape in zip(printed, shapes, strict=True) if card_shape == shape]
    for card in shaped:
        if name := card.fields.get("art"):
            arts.setdefault(str(name), _named(card, deck))
    samples = list(arts.values()) if len(arts) > 2 else [_named(card, deck) for card in shaped]
    width, height = shape.width, shape.height
    sides = (width, height) if shape.kind != "circle" else (width,)
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
        "small_print": ". ".join(
            words[0].upper() + words[1:] for words in (design, edition, version) if words
        ),
        "sized": f" · {' x '.join(decimal(side / MM, game.language) for side in sides)} mm"
        if len(set(shapes)) == 1
        else "",
        "together": deck.id not in [game_deck.id for game_deck in game.decks],
        "logo": game.logo,
        "arts": list(arts),
        "hero": deck.box.art or game.box.art or next(iter(arts), ""),
        "cards": _spread(samples, 24),
        "backed": next(
            (_named(card, deck) for card in shaped if card.back or game.deck(card.deck).back), ""
        ),
        "shape": shape.kind,
        "card_width": millimetres(width),
        "card_height": millimetres(height),
        **_colours(game, deck),
    }


def _named(card: Card, deck: Deck) -> str:
    """The name by which a template shows a card: its id, with its own deck's before it where the
    box is for several."""
    return card.id if card.deck == deck.id else f"{card.deck}/{card.id}"


def _measures(
    game: Game, deck: Deck, part: PrintedNet, size: tuple[float, float]
) -> dict[str, Any]:
    """The measures of the box and of a face, in millimetres, and how many cards it is for."""
    return {
        "width": millimetres(size[0]),
        "height": millimetres(size[1]),
        "inside": [millimetres(value) for value in part.net.inside],
        "count": part.cards,
        "counted": counted(game, deck, part.cards),
        "part": part.kind,
        "of": part.shows,
    }


def counted(game: Game, deck: Deck, cards: int) -> str:
    """So many cards, in the game's language; pieces, if they are round or six-sided."""
    noun = "card" if deck.shape.kind == "rectangle" else "piece"
    return f"{cards} {game.said(noun if cards == 1 else f'{noun}s')}"


def _spread(ids: list[str], most: int) -> list[str]:
    """At most so many, from all over the deck."""
    return (
        ids
        if len(ids) <= most
        else [ids[round(i * (len(ids) - 1) / (most - 1))] for i in range(most)]
    )


def _colours(game: Game, deck: Deck) -> dict[str, str]:
    """Line, paper and ground out of the palette: the darkest, the lightest, and a strong colour
    that differs from deck to deck."""
    palette = {name: colour.rgb for name, colour in game.palette.items()}
    by_light = sorted(palette.values(), key=_light)
    line = palette.get("ink") or (
        by_light[0] if by_light and _light(by_light[0]) < _DARK else _PLAIN[0]
    )
    paper = palette.get("cream") or (
        by_light[-1] if by_light and _light(by_light[-1]) > _LIGHT else _PLAIN[1]
    )
    strong = [
        rgb for rgb in palette.values() if _strength(rgb) > 0.45 and rgb not in (line, paper)
    ] or [_PLAIN[2]]
    places = {game_deck.id: place for place, game_deck in enumerate(game.decks)}
    colour_name = (
        deck.box.colour
        or game.box.colour
        or ("" if deck.id in places else game.rulebook.colours.get("cover", ""))
    )
    ground = palette.get(colour_name) or strong[places.get(deck.id, 0) % len(strong)]
    quiet = max(
        (line, paper),
        key=lambda rgb: colour_math.contrast(colour_math.shares(rgb), colour_math.shares(ground)),
    )
    # A second tint of the ground, away from the colour of the small words, but to be seen.
    towards, share = (
        (paper, 0.24)
        if quiet == line
        else (line, 0.16)
        if colour_math.contrast(colour_math.shares(line), colour_math.shares(ground)) > 2
        else (paper, 0.1)
    )
    return {
        "line": line,
        "paper": paper,
        "ground": ground,
        "tint": colour_math.mix(ground, towards, share),
        "quiet": quiet,
    }


def _light(rgb: str) -> float:
    """Lightness as the eye has it (Rec. 709 luma)."""
    return colour_math.luminance(colour_math.shares(rgb))


def _strength(rgb: str) -> float:
    """The colourfulness of a colour, from 0 to 1."""
    _, light, saturation = colorsys.rgb_to_hls(*colour_math.shares(rgb))
    return saturation * (1 - abs(2 * light - 1))
