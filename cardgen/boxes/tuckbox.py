"""The pile of cards for a box, and the tuck box around it.

Pure geometry, in points. Panels are measured from fold to fold, in the middle of the board; what
lies inside is a board's thickness less on each side, and as much less again where a flap is folded
in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.boxes.net import Line, Net, Panel, arc
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


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in a pile; `depth` is the height of the pile."""

    width: float
    height: float
    depth: float


def pile(shape: Shape, cards: int, thickness: float = CARD, *, sleeved: bool = False) -> Pile:
    """The pile of some cards; `thickness` is that of a bare card."""
    around = 0.0
    if sleeved:
        around = SLEEVE_AROUND
        thickness += SLEEVE
    return Pile(shape.width + around, shape.height + around, cards * thickness)


def room(pile: Pile) -> tuple[float, float, float]:
    """The least width, height and depth inside a box for the pile."""
    depth = max(pile.depth + PLAY, SHALLOWEST)
    return pile.width + PLAY, pile.height + PLAY, depth


def tuck_box(pile: Pile) -> Net:
    """A box whose lid is tucked in behind the front.

    It has a notch for the thumb. It is glued at one edge and at the bottom. From left to right come
    glue flap, back, left, front, right. The lid hangs on the back, the bottom on the front."""
    inside = room(pile)
    # a board's thickness on each side, and two more above and below, where flaps are folded in
    width = inside[0] + 2 * BOARD
    height = inside[1] + 4 * BOARD
    depth = inside[2] + 2 * BOARD
    glue = min(_GLUE, depth - 2 * CLEARANCE)
    back = glue
    left = back + width
    front = left + depth
    right = front + width
    tuck = min(max(_TUCK[0], depth * 0.6), _TUCK[1], height * 0.4)
    notch = min(_NOTCH, width * 0.17, tuck * 0.75)
    dust = min(_DUST, (width - CLEARANCE) / 2, max(depth * 0.9, 10 * MM))

    def wall(name: str, x: float, wall_width: float, parent: str, fold: float) -> Panel:
        outline = Box(x, 0, wall_width, height).corners
        return Panel(name, outline, parent, (Point(fold, 0), Point(fold, height)), face=name)

    front_panel = Panel(
        "front",
        (
            *Box(front, 0, width, height).corners[:3],
            *arc(Point(front + width / 2, height), notch, 0, -180),
            Point(front, height),
        ),
        face="front",
        notch=notch,
    )
    top = Box(back, height, width, depth).corners
    bottom = Box(front, -depth, width, depth).corners
    inner_bottom_fold = _level(back + 2 * CLEARANCE, 0, width - 4 * CLEARANCE)
    panels = (
        front_panel,
        wall("left", left, depth, "front", front),
        wall("right", right, depth, "front", right),
        wall("back", back, width, "left", left),
        Panel("top", top, "back", _level(back, height, width), face="top", turn=180),
        _tuck_flap(back + CLEARANCE, height + depth, width - 2 * CLEARANCE, tuck),
        Panel("bottom", bottom, "front", _level(front, 0, width), face="bottom"),
        *_dust_flaps("left", left, depth, height, dust),
        *_dust_flaps("right", right, depth, height, dust),
        _flap("inner bottom", "back", inner_bottom_fold, CLEARANCE - depth, 2 * CLEARANCE),
        _glue_flap(back, height, glue),
    )
    return Net(panels, inside)


def _level(x: float, y: float, width: float) -> Line:
    """A fold from left to right."""
    return Point(x, y), Point(x + width, y)


def _flap(name: str, parent: str, fold: Line, length: float, taper: float, face: str = "") -> Panel:
    """A flap on a level fold, narrower by the taper on both sides.

    It points upward or, with a length below 0, downward."""
    left, right = fold
    far_right = Point(right.x - taper, right.y + length)
    far_left = Point(left.x + taper, left.y + length)
    outline = (left, right, far_right, far_left)
    if length < 0:
        outline = (far_left, far_right, right, left)
    return Panel(name, outline, parent, fold, face=face)


def _dust_flaps(side: str, x: float, depth: float, height: float, length: float) -> Iterator[Panel]:
    """Yield the dust flaps at the upper and lower end of a side."""
    taper = min(3 * MM, depth / 5)
    width = depth - 2 * CLEARANCE
    top_fold = _level(x + CLEARANCE, height, width)
    bottom_fold = _level(x + CLEARANCE, 0.0, width)
    yield _flap(f"{side} top flap", side, top_fold, length, taper, "flap")
    yield _flap(f"{side} bottom flap", side, bottom_fold, -length, taper, "flap")


def _tuck_flap(x: float, y: float, width: float, length: float) -> Panel:
    """The flap that is tucked in, its corners round to slide easily."""
    radius = min(0.8 * length, width / 4)
    fold = _level(x, y, width)
    shoulder = y + length - radius
    right_corner = arc(Point(x + width - radius, shoulder), radius, 0, 90)
    left_corner = arc(Point(x + radius, shoulder), radius, 90, 180)
    outline = (*fold, *right_corner, *left_corner)
    return Panel("tuck", outline, "top", fold, face="tuck", turn=180)


def _glue_flap(x: float, height: float, width: float) -> Panel:
    """The flap that closes the box, glued to the right wall."""
    slant = min(0.6 * width, height / 6)
    low = Point(x, CLEARANCE)
    high = Point(x, height - CLEARANCE)
    far_high = Point(x - width, high.y - slant)
    far_low = Point(x - width, low.y + slant)
    return Panel("glue", (high, far_high, far_low, low), "back", (low, high))
