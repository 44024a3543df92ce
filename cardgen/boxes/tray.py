"""Trays: a floor and four walls, glued at the corners. Two of them, one over the other, are a box
with a lid. Pure geometry, in points."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cardgen.base.geometry import Box, Matrix, Point
from cardgen.base.units import MM
from cardgen.boxes.net import Net, Panel, arc, bulge
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
    """An open tray for a pile: as deep as the pile, with a scoop in two walls to reach under the
    cards."""
    width, height, depth = room(pile)
    scoop = min(_SCOOP, width / 4, 0.8 * depth)
    return _tray(_around(width, height, depth), scoop=scoop)


def base_and_lid(pile: Pile) -> tuple[Net, Net]:
    """A box in two parts, each on a sheet of its own. The lid slips over the base, and its walls
    are read with the lid on top.

    The least of the three sides is its depth: a pile thicker than its cards are wide stands in it
    on edge."""
    depth, width, height = sorted(room(pile))
    base = _around(width, height, depth)
    outside = base.width + BOARD + CLEARANCE, base.height + BOARD + CLEARANCE
    lid = _around(*outside, min(depth, _LID))
    return _tray(base, name="base"), _tray(lid, name="lid", hanging=True)


def _around(width: float, height: float, depth: float) -> Tray:
    """The tray, fold to fold, with so much room inside: the tabs are glued to the inside of its
    left and right walls."""
    return Tray(width + 3 * BOARD, height + BOARD, depth + BOARD / 2)


def _tray(
    tray: Tray, *, name: str = "", rim: float = 0.0, scoop: float = 0.0, hanging: bool = False
) -> Net:
    """The net of a tray. `hanging` is a lid: its walls are read with the floor above them."""
    w, h = tray.width, tray.height
    panels = [Panel("floor", Box(-w / 2, -h / 2, w, h).corners, face="floor")]
    lean = math.radians(tray.lean)
    splay = math.degrees(math.atan(math.sin(lean)))
    tab = min(_TAB, 0.4 * min(w, h), tray.wall)
    # between two walls on the sheet, which a tab has to share with its neighbour
    gap = 90 - 2 * splay
    slant = math.radians(min(60.0, 0.85 * gap))
    clear = CLEARANCE / math.sin(math.radians(gap))
    joint = math.degrees(math.acos(math.sin(lean) ** 2))
    for side, turn in _SIDES:
        long, deep = (w, h) if turn % 180 == 0 else (h, w)
        place = Matrix.turn(turn) @ Matrix.shift(0, deep / 2)
        out = tray.wall * math.sin(lean)
        low = Point(-long / 2, 0), Point(long / 2, 0)
        high = Point(long / 2 + out, tray.wall), Point(-long / 2 - out, tray.wall)
        top = bulge(*high, rim)
        notch = scoop if turn % 180 == 0 else 0.0
        if notch:
            middle = Point(0, tray.wall)
            top = [high[0], *arc(middle, notch, 0, -180), high[1]]
        read = (turn + 180) % 360 if hanging else turn
        panels.append(
            Panel(
                side,
                _moved(place, (*low, *top)),
                "floor",
                _fold(place, low),
                90 - tray.lean,
                "wall",
                read,
                notch,
            )
        )
        if turn % 180 == 0:
            for end, sign in (("right", 1), ("left", -1)):
                # Along the wall's sloping edge, from the floor up: u on the edge, v away from the
                # wall.
                length = math.dist(low[1], high[0])
                across = min(tab, (length - clear - CLEARANCE) / 2 * math.tan(slant))
                back = across / math.tan(slant)
                edge = Matrix(sign, 0, 0, 1, sign * long / 2, 0) @ Matrix.turn(-splay)
                u0, u1 = clear, length - CLEARANCE
                corners = [
                    edge(0, u0),
                    edge(across, u0 + back),
                    edge(across, u1 - back),
                    edge(0, u1),
                ]
                outline = corners if sign > 0 else corners[::-1]
                panels.append(
                    Panel(
                        f"{side} {end} tab",
                        _moved(place, outline),
                        side,
                        _fold(place, (edge(0, u0), edge(0, u1))),
                        joint,
                    )
                )
    return Net(
        tuple(panels), (w - 3 * BOARD, h - BOARD, tray.wall * math.cos(lean) - BOARD / 2), name
    )


def _moved(place: Matrix, points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(place(*point) for point in points)


def _fold(place: Matrix, ends: tuple[Point, Point]) -> tuple[Point, Point]:
    return place(*ends[0]), place(*ends[1])
