"""Trays: a floor and four walls, glued at the corners.

Two of them, one over the other, are a box with a lid. Pure geometry, in points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.boxes.net import Line, Net, Panel, arc, bulge
from cardgen.boxes.tuckbox import BOARD, CLEARANCE, Pile, room
from cardgen.model.sizes import Tray

_TAB = 12 * MM
_SCOOP = 11 * MM
_RIM = 5 * MM
_LID = 30 * MM
"""How far a lid comes down at the most: over the whole base its walls would need larger paper."""
_SIDES = (("back", 0), ("left", 90), ("front", 180), ("right", 270))
"""The walls, and how far each is turned from the one at the top of the sheet."""


def bowl(tray: Tray) -> Net:
    """A tray whose walls end in an arched rim. Read from outside, its walls stand upright."""
    shortest = min(tray.width, tray.height)
    return _tray(tray, rim=min(_RIM, shortest / 8, tray.wall / 4))


def card_tray(pile: Pile) -> Net:
    """An open tray for a pile, as deep as the pile.

    A scoop in two walls lets fingers reach under the cards."""
    width, height, depth = room(pile)
    scoop = min(_SCOOP, width / 4, 0.8 * depth)
    return _tray(_around(width, height, depth), scoop=scoop)


def base_and_lid(pile: Pile) -> tuple[Net, Net]:
    """A box in two parts, each on a sheet of its own.

    The lid slips over the base, and its walls are read with the lid on top. The least of the three
    sides is its depth: a pile thicker than its cards are wide stands in it on edge."""
    depth, width, height = sorted(room(pile))
    base = _around(width, height, depth)
    lid_width = base.width + BOARD + CLEARANCE
    lid_height = base.height + BOARD + CLEARANCE
    lid = _around(lid_width, lid_height, min(depth, _LID))
    return _tray(base, name="base"), _tray(lid, name="lid", hanging=True)


def _around(width: float, height: float, depth: float) -> Tray:
    """The tray, fold to fold, with so much room inside.

    The tabs are glued to the inside of its left and right walls."""
    return Tray(width + 3 * BOARD, height + BOARD, depth + BOARD / 2)


def _tray(
    tray: Tray, *, name: str = "", rim: float = 0.0, scoop: float = 0.0, hanging: bool = False
) -> Net:
    """The net of a tray. `hanging` is a lid: its walls are read with the floor above them."""
    width, height = tray.width, tray.height
    lean = math.radians(tray.lean)
    lean_out = tray.wall * math.sin(lean)
    floor = Box(-width / 2, -height / 2, width, height).corners
    panels = [Panel("floor", floor, face="floor")]
    for side, turn in _SIDES:
        has_tabs = turn % 180 == 0
        long, deep = (width, height) if has_tabs else (height, width)
        matrix = Matrix.turn(turn) @ Matrix.shift(0, deep / 2)
        low = Point(-long / 2, 0), Point(long / 2, 0)
        high = Point(long / 2 + lean_out, tray.wall), Point(-long / 2 - lean_out, tray.wall)
        notch = scoop if has_tabs else 0.0
        top = bulge(*high, rim)
        if notch:
            top = [high[0], *arc(Point(0, tray.wall), notch, 0, -180), high[1]]
        outline = _moved(matrix, (*low, *top))
        upright = (turn + 180) % 360 if hanging else turn
        fold = _fold(matrix, low)
        angle = 90 - tray.lean
        panels.append(Panel(side, outline, "floor", fold, angle, "wall", upright, notch))
        if has_tabs:
            panels += _tabs(tray, side, matrix, math.dist(low[1], high[0]))
    depth = tray.wall * math.cos(lean) - BOARD / 2
    return Net(tuple(panels), (width - 3 * BOARD, height - BOARD, depth), name)


def _tabs(tray: Tray, side: str, matrix: Matrix, length: float) -> Iterator[Panel]:
    """Yield the tabs at both ends of a wall.

    The sloping edges of the wall have this `length`. A tab is glued to the inside of the next wall;
    on the sheet it shares the gap between the two walls with that wall."""
    lean = math.radians(tray.lean)
    splay = math.degrees(math.atan(math.sin(lean)))
    gap = 90 - 2 * splay
    slant = math.tan(math.radians(min(60.0, 0.85 * gap)))
    # the angle between the outward normals of neighbouring walls, whose product is sin² lean
    joint = math.degrees(math.acos(math.sin(lean) ** 2))
    first = CLEARANCE / math.sin(math.radians(gap))
    last = length - CLEARANCE
    widest = min(_TAB, 0.4 * min(tray.width, tray.height), tray.wall)
    across = min(widest, (length - first - CLEARANCE) / 2 * slant)
    slope = across / slant
    for end, sign in (("right", 1), ("left", -1)):
        # along the wall's sloping edge, from the floor up: x away from the wall, y on the edge
        edge = Matrix(sign, 0, 0, 1, sign * tray.width / 2, 0) @ Matrix.turn(-splay)
        start = edge(0, first)
        stop = edge(0, last)
        outline = [start, edge(across, first + slope), edge(across, last - slope), stop]
        if sign < 0:
            outline.reverse()
        fold = _fold(matrix, (start, stop))
        yield Panel(f"{side} {end} tab", _moved(matrix, outline), side, fold, joint)


def _moved(matrix: Matrix, points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(matrix(*point) for point in points)


def _fold(matrix: Matrix, ends: Line) -> Line:
    start, end = ends
    return matrix(*start), matrix(*end)
