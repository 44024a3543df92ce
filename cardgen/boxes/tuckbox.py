"""Boxes for cards: the pile that is to lie in one, and the tuck box around it. Pure geometry, in
points.

Panels are measured from fold to fold, in the middle of the board; what lies inside is a board's
thickness less on each side, and as much less again where a flap is folded in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.boxes.net import Net, Panel, arc
from cardgen.model.sizes import Shape

BOARD = 0.35 * MM
"""Thickness of what the box is made of: card of 250 to 300 g/m²."""
CARD = 0.3 * MM
"""Thickness of a card printed at home or by a printer: 300 to 310 g/m²."""
SLEEVE = 0.2 * MM
"""What a sleeve adds to the thickness of a card: two walls of 0.1 mm."""
SLEEVE_AROUND = 3 * MM
"""What a sleeve adds to width and height."""
PLAY = 1 * MM
"""By how much the inside is wider, higher and deeper than the pile."""
CLEARANCE = 0.5 * MM
"""How far at least flaps keep from their neighbours."""
SHALLOWEST = 6 * MM
"""The least depth inside: a shallower box cannot be folded by hand."""

_GLUE = 12 * MM
_DUST = 22 * MM
_TUCK = 10 * MM, 16 * MM
_NOTCH = 9 * MM


Fold = tuple[Point, Point]
"""A line from left to right that a flap hangs on, or from below upward."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in a pile, as they lie in a box: `depth` is the height of the pile."""

    width: float
    height: float
    depth: float


def pile(shape: Shape, cards: int, thickness: float = CARD, *, sleeved: bool = False) -> Pile:
    """The pile that so many cards make, `thickness` being that of a bare card."""
    around = SLEEVE_AROUND if sleeved else 0.0
    return Pile(
        shape.width + around,
        shape.height + around,
        cards * (thickness + (SLEEVE if sleeved else 0.0)),
    )


def room(pile: Pile) -> tuple[float, float, float]:
    """Width, height and depth that a box for the pile has inside, at the least."""
    return pile.width + PLAY, pile.height + PLAY, max(pile.depth + PLAY, SHALLOWEST)


def tuck_box(pile: Pile) -> Net:
    """A box whose lid is tucked in behind the front, with a notch for the thumb, glued at one edge
    and at the bottom.

    From left to right: glue flap, back, left, front, right. The lid hangs on the back, the bottom
    on the front."""
    width, height, depth = room(pile)
    w, h, d = width + 2 * BOARD, height + 4 * BOARD, depth + 2 * BOARD
    glue = min(_GLUE, d - 2 * CLEARANCE)
    back, left = glue, glue + w
    front, right = left + d, left + d + w
    tuck = min(max(_TUCK[0], d * 0.6), _TUCK[1], h * 0.4)
    notch = min(_NOTCH, w * 0.17, tuck * 0.75)
    dust = min(_DUST, (w - CLEARANCE) / 2, max(d * 0.9, 10 * MM))

    def vertical(x: float) -> Fold:
        return Point(x, 0), Point(x, h)

    outline = (
        *Box(front, 0, w, h).corners[:3],
        *arc(Point(front + w / 2, h), notch, 0, -180),
        Point(front, h),
    )
    panels = (
        Panel("front", outline, face="front", notch=notch),
        Panel("left", Box(left, 0, d, h).corners, "front", vertical(front), face="left"),
        Panel("right", Box(right, 0, d, h).corners, "front", vertical(right), face="right"),
        Panel("back", Box(back, 0, w, h).corners, "left", vertical(left), face="back"),
        Panel("top", Box(back, h, w, d).corners, "back", _level(back, h, w), face="top", turn=180),
        _tuck_flap(back + CLEARANCE, h + d, w - 2 * CLEARANCE, tuck),
        Panel("bottom", Box(front, -d, w, d).corners, "front", _level(front, 0, w), face="bottom"),
        *_dust_flaps("left", left, d, h, dust),
        *_dust_flaps("right", right, d, h, dust),
        _flap(
            "inner bottom",
            "back",
            _level(back + 2 * CLEARANCE, 0, w - 4 * CLEARANCE),
            CLEARANCE - d,
            2 * CLEARANCE,
        ),
        _glue_flap(back, h, glue),
    )
    return Net(panels, (width, height, depth))


def _level(x: float, y: float, width: float) -> Fold:
    return Point(x, y), Point(x + width, y)


def _flap(name: str, parent: str, fold: Fold, length: float, taper: float, face: str = "") -> Panel:
    """A flap that hangs on a level fold, upward or (with a length below 0) downward, and grows
    narrower by the taper on both sides."""
    left, right = fold
    far = Point(right.x - taper, right.y + length), Point(left.x + taper, left.y + length)
    outline = (*fold, *far) if length > 0 else (*reversed(far), *reversed(fold))
    return Panel(name, outline, parent, fold, face=face)


def _dust_flaps(side: str, x: float, d: float, h: float, length: float) -> Iterator[Panel]:
    taper = min(3 * MM, d / 5)
    for end, y, way in (("top", h, 1), ("bottom", 0.0, -1)):
        yield _flap(
            f"{side} {end} flap",
            side,
            _level(x + CLEARANCE, y, d - 2 * CLEARANCE),
            way * length,
            taper,
            "flap",
        )


def _tuck_flap(x: float, y: float, width: float, length: float) -> Panel:
    """The flap that is tucked in, its corners round so that it finds its way."""
    radius = min(0.8 * length, width / 4)
    fold = _level(x, y, width)
    shoulder = y + length - radius
    corners = (
        *arc(Point(x + width - radius, shoulder), radius, 0, 90),
        *arc(Point(x + radius, shoulder), radius, 90, 180),
    )
    return Panel("tuck", (*fold, *corners), "top", fold, face="tuck", turn=180)


def _glue_flap(x: float, h: float, width: float) -> Panel:
    slant = min(0.6 * width, h / 6)
    low, high = Point(x, CLEARANCE), Point(x, h - CLEARANCE)
    return Panel(
        "glue",
        (high, Point(x - width, high.y - slant), Point(x - width, low.y + slant), low),
        "back",
        (low, high),
    )
