"""Cards placed on a page that a template draws: a face of a box, the cover of a book, a figure of
its rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from cardgen.base.findings import CardgenError, Finding, UnreadableError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM
from cardgen.cards.text_style import check_number
from cardgen.engine import PathData
from cardgen.impose.contours import grown as grown_outline
from cardgen.impose.marks import hexagon
from cardgen.model.cards import Deck, Game, MissingError
from cardgen.model.sizes import Shape

FACE, BACK = "face", "back"
_CORNER = 0.034
"""The radius of the corners of a card whose size names none, in heights: what a playing card
has."""
_FALLS = (0.012, 0.02)
"""Where the shadow of a card lies, to its right and below it, in heights."""
_STEP, _SPREAD = 11.0, 66.0
"""Degrees between two cards of a hand, and between its first and its last at the most."""
PIVOT = 1.75
"""How far below its upper edge the point lies that a card of a hand turns about, in heights."""


class CardStyle(NamedTuple):
    """The look of a placed card: the line around its cut, and what colour of shadow it throws."""

    stroke: str = "#222222"
    stroke_width: float = 0.18
    shadow: str = ""


class PlacedCard(Markup):
    """The SVG of a placed card, which knows where its places lie."""

    x: float
    y: float
    scale: float
    turn: float
    size: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The point of the page at which a place of the card, in millimetres from its upper left
        corner, lies on the page."""
        check_number("x", x)
        check_number("y", y)
        width, height = self.size
        if not (0 <= x <= width and 0 <= y <= height):
            sentence = (
                f"the place {x:g}, {y:g} is not on the card, which is {width:g} x {height:g} mm"
            )
            raise CardgenError(
                Finding("template-value", sentence, "measure it from the card's upper left corner")
            )
        right, down = (x - width / 2) * self.scale, (y - height / 2) * self.scale
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return round(self.x + right * cos - down * sin, 3), round(
            self.y + right * sin + down * cos, 3
        )


class CardSpot(NamedTuple):
    """The place of a card: its middle and its width in the units of the page, and how far it is
    turned clockwise, in degrees."""

    x: float
    y: float
    width: float
    turn: float = 0.0


def no_such_deck(game: Game, id: str) -> Finding:
    """The finding that no deck of this id has cards that could be shown."""
    if id in [deck.id for deck in game.decks]:
        return Finding(
            "deck-empty", f'the deck "{id}" has no cards yet', "add one to it, or take this out"
        )
    ids = [deck.id for deck in game.decks if deck.cards]
    return Finding("unknown-deck", f'no deck is called "{id}"', did_you_mean(id, ids))


def shown_side(game: Game, name: str, side: str, pictured: str) -> tuple[Deck, str]:
    """The deck of a card, and the name by which its side is a drawing. `pictured` is the deck of
    those that name none.

    For a back the deck's name is enough. Raises CardgenError.
    """
    if side not in (FACE, BACK):
        raise CardgenError(
            Finding(
                "template-value",
                f'a card has no side "{side}"',
                f'write side="{FACE}" or side="{BACK}"',
            )
        )
    decks = {deck.id: deck for deck in game.decks if deck.cards}
    if side == BACK and name in decks:
        deck = decks[name]
        id = next(
            (card.id for card in decks[name] if card.back or decks[name].back),
            decks[name].cards[0].id,
        )
    else:
        deck_id, _, id = name.rpartition("/")
        deck_id = deck_id or pictured
        if not deck_id:
            example_deck = next(iter(decks), "main")
            raise CardgenError(
                Finding(
                    "unknown-deck",
                    f'"{name}" does not say which deck',
                    f"write DECK/CARD, such as {example_deck}/{name}",
                )
            )
        if deck_id not in decks:
            raise CardgenError(no_such_deck(game, deck_id))
        deck = decks[deck_id]
    try:
        card = deck.card(id)
    except MissingError as error:
        raise CardgenError(error.finding) from None
    if side == BACK and not (card.back or deck.back):
        raise CardgenError(
            Finding("template-value", f'the card "{deck.id}/{id}" has no back', "show its face")
        )
    return deck.cut_as(card), f"{side}:{deck.id}/{id}"


def placed_card(
    deck: Deck, image: str, spot: CardSpot, style: CardStyle, number: int
) -> PlacedCard:
    """A side of a card, by the name of its drawing, cut to its shape at a spot; `number` is its own
    on the page."""
    for name, value in spot._asdict().items():
        check_number(name, value, "place_card")
    check_number("stroke_width", style.stroke_width, "place_card")
    if spot.width <= 0:
        raise UnreadableError(
            "template-value", "a card without a width cannot be seen", "give it one above 0"
        )
    side, _, _ = image.partition(":")
    shape = deck.shape.of_side(side)
    width, height = spot.width, spot.width * shape.height / shape.width
    cut, name = _cut(shape, width, height), f"placed-card-{number}"
    turned = f" rotate({spot.turn:g})" if spot.turn else ""
    sides = f'x="{-width / 2:.4f}" y="{-height / 2:.4f}" width="{width:.4f}" height="{height:.4f}"'
    pieces = []
    if style.shadow:
        x, y = spot.x + height * _FALLS[0], spot.y + height * _FALLS[1]
        pieces.append(
            f'<g transform="translate({x:.4f} {y:.4f}){turned}"><{cut}'
            f' fill="{escape(style.shadow)}"/></g>'
        )
    pieces += [
        f'<g transform="translate({spot.x:.4f} {spot.y:.4f}){turned}"><clipPath'
        f' id="{name}"><{cut}/></clipPath>',
        f'<g clip-path="url(#{name})"><image href="{escape(image)}" {sides}/></g>',
        f'<{cut} fill="none" stroke="{escape(style.stroke)}"'
        f' stroke-width="{style.stroke_width:g}"/></g>',
    ]
    placed = PlacedCard("".join(pieces))  # numbers, and escaped
    placed.x, placed.y, placed.turn = spot.x, spot.y, spot.turn
    placed.scale, placed.size = spot.width / shape.width * MM, (shape.width / MM, shape.height / MM)
    return placed


def _cut(shape: Shape, width: float, height: float) -> str:
    """The outline that a card is cut to, about the origin, as the beginning of an element."""
    if shape.kind == "circle":
        return f'circle cx="0" cy="0" r="{width / 2:.4f}"'
    if shape.kind == "hexagon":
        scale = width / shape.width
        corners = " ".join(
            f"{point.x * scale - width / 2:.4f},{point.y * scale - height / 2:.4f}"
            for point in hexagon(shape)
        )
        return f'polygon points="{corners}"'
    if shape.outline:
        scale = width / shape.width
        lines = (
            "L".join(
                f"{x * scale - width / 2:.4f} {height / 2 - y * scale:.4f}" for x, y in contour
            )
            for contour in shape.outline
        )
        return (
            f'path clip-rule="evenodd" fill-rule="evenodd" d="{"".join(f"M{d}Z" for d in lines)}"'
        )
    corner = shape.corner * width / shape.width or height * _CORNER
    return (
        f'rect x="{-width / 2:.4f}" y="{-height / 2:.4f}" width="{width:.4f}"'
        f' height="{height:.4f}" rx="{corner:.4f}" ry="{corner:.4f}"'
    )


@lru_cache(maxsize=64)
def outline(
    shape: Shape,
    box: Box,
    bleeds: tuple[float, float] = (0.0, 0.0),
    corner: float = 0.0,
    *,
    upward: bool = False,
) -> PathData:
    """The shape's edge as a path in the units of the view box, moved outward by its bleeds: left
    and right, and above and below, in points.

    Round pieces have one bleed. The corners of a rectangle are rounded by `corner`, in points. In
    a box y goes down, or `upward`.
    """
    unit = box.width / shape.width
    if shape.outline:
        turned = Matrix(unit, 0, 0, unit if upward else -unit, box.x, box.y if upward else box.top)
        return PathData.joined(
            PathData.polygon(turned(*corner) for corner in contour)
            for contour in grown_outline(shape, bleeds[0])
        )
    grown = box.grown(bleeds[0] * unit, bleeds[1] * unit)
    if shape.kind == "circle":
        return PathData.ellipse(grown.centre, grown.width / 2, grown.height / 2)
    if shape.kind == "hexagon":
        return PathData.polygon(
            (box.x + point.x * unit, box.y + point.y * unit) for point in hexagon(shape, bleeds[0])
        )
    return PathData.rectangle(grown, corner * unit)


def fan_turns(count: int, step: float = _STEP, most: float = _SPREAD) -> Sequence[float]:
    """The turns of the cards in a hand, in degrees; never more than a hand can hold apart."""
    step = min(step, most / max(1, count - 1))
    return [step * (place - (count - 1) / 2) for place in range(count)]


def fan_spots(
    count: int,
    middle: CardSpot,
    height: float,
    step: float = _STEP,
    most: float = _SPREAD,
    pivot: float = PIVOT,
) -> list[CardSpot]:
    """The places of the cards of a hand, each `height` high; `middle` is where its middle card
    lies, or would. `most` is the turn from its first to its last, `pivot` how far below its upper
    edge the point lies that a card turns about, in heights."""
    radius = height * (pivot - 0.5)
    spots = []
    for turn in fan_turns(count, step, most):
        card_angle, hand_angle = math.radians(turn), math.radians(middle.turn)
        right, down = radius * math.sin(card_angle), radius * (1 - math.cos(card_angle))
        x = middle.x + right * math.cos(hand_angle) - down * math.sin(hand_angle)
        y = middle.y + right * math.sin(hand_angle) + down * math.cos(hand_angle)
        spots.append(CardSpot(x, y, middle.width, middle.turn + turn))
    return spots
