"""The faces of a box, composed from templates and painted as cards are.

Templates lie in a folder that the deck or its game names (`box:`), and in templates/dress/ for what
is not there."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.base import colour_math
from cardgen.base.units import MM, decimal
from cardgen.boxes.net import Net, Panel
from cardgen.cards.context import Context
from cardgen.cards.panels import PanelOrder, draw_panels, millimetres, panel_template
from cardgen.engine import Drawing
from cardgen.load.game_dress import OWN, look_of
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.sizes import Shape

SHIPPED = "dress"
"""The folder of templates that dress boxes without one of their own."""
_ALIKE = {"left": "side", "right": "side", "tuck": "flap"}
"""Templates that several faces share when they have none of their own."""
_PLAIN = ("#2B2138", "#FFF7E8", "#F08A24")
"""Ink, paper and ground for a game without a palette."""
_DARK, _LIGHT, _VIVID = 0.35, 0.8, 0.45


@dataclass(frozen=True, slots=True, eq=False)
class PrintedNet:
    """A net to be printed on a sheet of its own.

    `kind` is what it becomes: box, base, lid or tray; `shows` the card that a tray is for."""

    net: Net
    kind: str
    cards: int
    shows: Card | None = None


def draw_faces(
    context: Context, deck: Deck, parts: Sequence[PrintedNet], ink: str = "full"
) -> list[dict[str, Drawing]]:
    """For each part the drawings of its panels by their names.

    Raises CardgenError with everything that cannot be drawn."""
    game = context.game
    orders: list[PanelOrder] = []
    part_numbers: list[int] = []
    template_names = set(context.project.template_names())
    folders = (*deck.box.templates, *game.box.templates, SHIPPED)
    common_values = _common_values(game, deck)
    for number, part in enumerate(parts):
        for panel in part.net.panels:
            if not panel.face:
                continue
            values = {**common_values, **_measures(game, deck, part, panel)}
            names = _template_names(part.kind, panel.face)
            template = panel_template(context.project, folders, names, template_names)
            orders.append(PanelOrder(panel.name, template, panel.size, values))
            part_numbers.append(number)
    drawings = draw_panels(context, orders, deck, kind="face", ink=ink)
    faces: list[dict[str, Drawing]] = [{} for _ in parts]
    for number, order, drawing in zip(part_numbers, orders, drawings, strict=True):
        if drawing:
            faces[number][order.name] = drawing
    return faces


def _template_names(kind: str, face: str) -> list[str]:
    """The templates that can draw a face, its own first."""
    if face == "floor" and kind == "base":
        face = "back"
    elif face == "floor" and kind == "lid":
        face = "front"
    names = [face]
    if face in _ALIKE:
        names.append(_ALIKE[face])
    return names


def _common_values(game: Game, deck: Deck) -> dict[str, Any]:
    """The values that every face of a deck's box can show."""
    printed = [card for card in deck if card.copies]
    shapes = [game.deck_of(card).shape for card in printed]
    is_together = deck.id not in [sibling.id for sibling in game.decks]
    shape = deck.shape
    if is_together or shape not in shapes:
        shape = max(shapes, key=shapes.count, default=shape)
    cards = [card for card in printed if game.deck_of(card).shape == shape]
    backed = [card for card in cards if card.back or game.deck(card.deck).back]
    arts: dict[str, str] = {}
    for card in cards:
        art = card.fields.get("art")
        if art:
            arts.setdefault(str(art), _named(card, deck))
    samples = list(arts.values())
    if len(samples) < 3:
        samples = [_named(card, deck) for card in cards]
    art = deck.box.art or game.box.art
    by = design = ""
    if game.designer:
        by = game.said("by {}", game.designer)
        design = game.said("Game design: {}", game.designer)
    edition = game.said(deck.box.says or game.box.says)
    version = game.said("version {}", game.version)
    sentences = [text[0].upper() + text[1:] for text in (design, edition, version) if text]
    return {
        "title": game.title,
        "about": game.about,
        "facts": game.play_facts,
        "badges": game.badges,
        "contents": _contents(game, deck),
        "samples": _samples(game, deck),
        "name": deck.title,
        "game_id": game.id,
        "deck_id": deck.id,
        "by": by,
        "design": design,
        "edition": edition,
        "small_print": ". ".join(sentences),
        "sized": _size_words(shape, game.language) if len(set(shapes)) == 1 else "",
        "together": is_together,
        "logo": game.logo,
        "arts": list(arts),
        "art": art,
        "hero": art or next(iter(arts), ""),
        "cards": _spread(samples, 24),
        "backed": _named(backed[0], deck) if backed else "",
        "shape": shape.kind,
        "card_width": millimetres(shape.width),
        "card_height": millimetres(shape.height),
        **_colours(game, deck),
        "colour": _own_ground(game, deck),
        "display": game.rulebook.display,
    }


def _cards_by_deck(deck: Deck) -> dict[str, list[Card]]:
    """The printed cards of each deck in a box for several; none for a box of one."""
    cards: dict[str, list[Card]] = {}
    for card in deck:
        if card.copies:
            cards.setdefault(card.deck, []).append(card)
    return cards if len(cards) > 1 else {}


def _contents(game: Game, deck: Deck) -> list[tuple[str, str]]:
    """The decks in a box for several, each with how many cards it has."""
    counts = {id: sum(card.copies for card in cards) for id, cards in _cards_by_deck(deck).items()}
    return [
        (game.deck(id).title, counted(game, game.deck(id), count)) for id, count in counts.items()
    ]


def _samples(game: Game, deck: Deck) -> list[tuple[str, float]]:
    """A card of each deck of the contents, and its width over its height: that with the drawing of
    the deck's own box, else one from the first half of the deck."""
    samples = []
    for id, cards in _cards_by_deck(deck).items():
        art, shape = game.deck(id).box.art, game.deck(id).shape
        drawn = [card for card in cards if art and card.fields.get("art") == art]
        sample = (drawn or cards[len(cards) // 3 :])[0]
        samples.append((_named(sample, deck), round(shape.width / shape.height, 4)))
    return samples


def _size_words(shape: Shape, language: str) -> str:
    """The size of the cards as a title's second half: ` · 63,5 × 88,9 mm`."""
    sides = [shape.width] if shape.kind == "circle" else [shape.width, shape.height]
    words = " × ".join(decimal(side / MM, language) for side in sides)
    return f" · {words} mm"


def _named(card: Card, deck: Deck) -> str:
    """The name by which a template shows a card: its id.

    Its own deck's stands before it where the box is for several."""
    return card.id if card.deck == deck.id else f"{card.deck}/{card.id}"


def _measures(game: Game, deck: Deck, part: PrintedNet, panel: Panel) -> dict[str, Any]:
    """The measures of the box and of a face, in millimetres.

    And how many cards it is for."""
    width, height = panel.size
    foot = width
    if panel.fold and panel.face == "wall":
        foot = math.dist(*panel.fold)
    return {
        "width": millimetres(width),
        "height": millimetres(height),
        "inside": [millimetres(value) for value in part.net.inside],
        "count": part.cards,
        "counted": counted(game, deck, part.cards),
        "part": part.kind,
        "of": part.shows,
        "face": panel.face,
        "side": panel.name,
        "notch": millimetres(panel.notch),
        "foot": millimetres(foot),
    }


def counted(game: Game, deck: Deck, cards: int) -> str:
    """A number of cards in the game's language.

    They are pieces if any of them is round or six-sided."""
    decks = {card.deck for card in deck if card.copies}
    kinds = {deck.shape.kind, *(game.deck(id).shape.kind for id in decks)}
    noun = "card" if kinds == {"rectangle"} else "piece"
    if cards != 1:
        noun += "s"
    return f"{cards} {game.said(noun)}"


def _spread(ids: list[str], most: int) -> list[str]:
    """At most so many, from all over the deck."""
    if len(ids) <= most:
        return ids
    last = len(ids) - 1
    return [ids[round(number * last / (most - 1))] for number in range(most)]


def _colours(game: Game, deck: Deck) -> dict[str, str]:
    """The six colours of a box.

    They are line and paper, the ground, its tint, the colour of quiet words and that of badges.
    Line and paper are the palette's `ink` and `cream`, or its darkest and lightest; the ground is
    what the game says of its boxes, or a strong colour that differs from deck to deck."""
    palette = {name: colour.rgb for name, colour in game.palette.items()}
    line, paper = _line_and_paper(palette)
    ground = _ground(game, deck, palette, (line, paper))
    line_contrast = _contrast(line, ground)
    quiet = line if line_contrast >= _contrast(paper, ground) else paper
    # a second tint of the ground, away from the colour of the small words, but to be seen
    if quiet == line:
        tint = colour_math.mix(ground, paper, 0.24)
    elif line_contrast > 2:
        tint = colour_math.mix(ground, line, 0.16)
    else:
        tint = colour_math.mix(ground, paper, 0.1)
    strong = _strong(palette, (line, paper))
    badge = max(strong, key=lambda rgb: _contrast(rgb, line), default=paper)
    return {
        "line": line,
        "paper": paper,
        "ground": ground,
        "tint": tint,
        "quiet": quiet,
        "badge": badge,
    }


def _own_ground(game: Game, deck: Deck) -> str:
    """The colour of a box that is not the ground of its look: said, or one for each deck.

    Decks of a game with a palette of its own are told apart by them."""
    said = deck.box.colour or game.box.colour
    is_all = deck.id not in [sibling.id for sibling in game.decks] or len(game.decks) == 1
    if not said and is_all:
        said = game.rulebook.colours.get("cover", "")
    if said or look_of(game).palette != OWN or "ground" in game.palette:
        return said
    ids = [sibling.id for sibling in game.decks]
    vivid = [name for name, colour in game.palette.items() if _strength(colour.rgb) > _VIVID]
    if deck.id not in ids[1:] or len(vivid) < 2:
        return ""
    return vivid[ids.index(deck.id) % len(vivid)]


def _strong(palette: Mapping[str, str], other: tuple[str, str]) -> list[str]:
    """The colourful colours of a palette, but for these two."""
    return [rgb for rgb in palette.values() if _strength(rgb) > _VIVID and rgb not in other]


def _line_and_paper(palette: Mapping[str, str]) -> tuple[str, str]:
    """The colours "ink" and "cream", else the palette's darkest and lightest."""
    line, paper, _ = _PLAIN
    if palette:
        darkest = min(palette.values(), key=_light)
        lightest = sorted(palette.values(), key=_light)[-1]
        if _light(darkest) < _DARK:
            line = darkest
        if _light(lightest) > _LIGHT:
            paper = lightest
    return palette.get("ink") or line, palette.get("cream") or paper


def _ground(game: Game, deck: Deck, palette: Mapping[str, str], other: tuple[str, str]) -> str:
    """The colour that the box names, else a strong one."""
    numbers = {sibling.id: number for number, sibling in enumerate(game.decks)}
    name = deck.box.colour or game.box.colour
    if not name and deck.id not in numbers:
        name = game.rulebook.colours.get("cover", "")
    if palette.get(name):
        return palette[name]
    strong = _strong(palette, other)
    if not strong:
        return _PLAIN[2]
    return strong[numbers.get(deck.id, 0) % len(strong)]


def _contrast(one: str, other: str) -> float:
    return colour_math.contrast(colour_math.shares(one), colour_math.shares(other))


def _light(rgb: str) -> float:
    """Lightness as the eye has it (Rec. 709 luma)."""
    return colour_math.luminance(colour_math.shares(rgb))


def _strength(rgb: str) -> float:
    """The colourfulness of a colour, from 0 to 1."""
    _, light, saturation = colorsys.rgb_to_hls(*colour_math.shares(rgb))
    return saturation * (1 - abs(2 * light - 1))
