"""Made art that is an ornament: flowers of folk art, tiles."""

from __future__ import annotations

from cardgen.model.made_art.pen import (
    Pen,
    around,
    box,
    disc,
    glint,
    leaf,
    number,
    points,
    polygon,
    star,
)
from cardgen.model.made_art.schemes import Scheme, chosen_scheme


def bloom(pen: Pen) -> None:
    """Draw a plant as folk art does, its halves alike, with the icon in its flower."""
    chance, s = pen.chance, chosen_scheme(pen)
    pen.flood(s.back)
    _edging(pen, s)
    pen.line("M50 40V88", s.third, 1.6)
    with pen.both_sides():
        _branch(pen, s, (78, 20, 64), 1.0)
        _branch(pen, s, (64, 13, 34), 0.86)
        for n in range(3):
            y = 56 + n * 8
            pen.shape(leaf(50, y, 10.5, 3.2, -62 + n * 4), s.second if n % 2 else s.third)
    _pot(pen, s)
    petals = chance.one_of((8, 10, 12, 16))
    for n in range(petals):
        turn = n * 360 / petals
        pen.shape(
            leaf(*around(50, 34, 11, turn + 180 / petals), 15, 5.4, turn + 180 / petals),
            s.third,
            s.back,
            0.5,
        )
    for n in range(petals):
        turn = n * 360 / petals
        pen.shape(leaf(*around(50, 34, 11, turn), 13, 4.6, turn), s.second, s.back, 0.5)
    for n in range(2 * petals):
        pen.spot(disc(*around(50, 34, 17.4, n * 180 / petals), 0.7), s.back)
    pen.shape(disc(50, 34, 15.6), s.figure, s.back, 0.8)
    pen.icon(50, 34, 21.5, s.sign)


def _edging(pen: Pen, s: Scheme) -> None:
    kind = pen.chance.whole(0, 2)
    tint = pen.mix(s.back, s.fine, 0.65)
    if kind == 0:
        for n in range(17):
            at = 2.5 + n * 5.94
            for x, y in ((at, 2.6), (at, 97.4), (2.6, at), (97.4, at)):
                pen.spot(disc(x, y, 0.95), tint)
    elif kind == 1:
        for n in range(14):
            at = n * 7.14
            pen.shape(polygon((at, 0), (at + 7.14, 0), (at + 3.57, 4.4)), tint)
            pen.shape(polygon((at, 100), (at + 7.14, 100), (at + 3.57, 95.6)), tint)
    else:
        pen.line("M4 4H96V96H4Z", tint, 0.6)
        pen.line("M2.500 2.500H97.500V97.500H2.500Z", tint, 0.6)
        for x, y in ((4, 4), (96, 4), (4, 96), (96, 96)):
            pen.shape(disc(x, y, 2.4), s.second, s.back, 0.7)
    for _ in range(12):
        x, y = pen.chance.between(8, 42), pen.chance.between(8, 92)
        small = pen.chance.happens(0.5)
        with pen.both_sides():
            pen.spot(disc(x, y, 0.6) if small else glint(x, y, 1.6), tint)


def _branch(pen: Pen, s: Scheme, where: tuple[float, float, float], size: float) -> None:
    """Draw a branch on the left, from the stem at a height to a flower (`foot`, `x`, `y`)."""
    foot, x, y = where
    chance = pen.chance
    x, y = x + chance.between(-2.5, 3.5), y + chance.between(-5, 5)
    pen.line(
        f"M50 {number(foot)}C{number(38)} {number(foot - 2)} {number(x - 3)} {number(y + 20)} "
        f"{points((x, y))}",
        s.third,
        1.2,
    )
    pen.shape(leaf(39, foot - 4.5, 11, 3.4, -150), s.third)
    pen.shape(leaf(35, foot - 6.5, 11.5, 3.4, 12), s.second)
    pen.shape(leaf(x + 4.5, y + 14, 9, 2.8, -96), s.third)
    kind = chance.whole(0, 3)
    r = 8.5 * size
    if kind == 0:
        for n in range(8):
            pen.shape(leaf(x, y, r * 1.15, r * 0.36, n * 45), s.second, s.back, 0.4)
        pen.shape(disc(x, y, r * 0.34), s.figure, s.back, 0.4)
    elif kind == 1:
        pen.shape(
            f"M{points((x, y + r))}C{points((x - r * 1.2, y + r * 0.6), (x - r, y - r * 0.6))} "
            f"{points((x - r * 0.95, y - r))}L{points((x - r * 0.45, y - r * 0.3))} "
            f"{points((x, y - r * 1.1))} {points((x + r * 0.45, y - r * 0.3))} "
            f"{points((x + r * 0.95, y - r))}C"
            f"{points((x + r, y - r * 0.6), (x + r * 1.2, y + r * 0.6))} {points((x, y + r))}Z",
            s.second,
        )
        pen.shape(leaf(x, y + r * 0.8, r * 1.3, r * 0.34, 0), s.figure)
    elif kind == 2:
        for n, share in enumerate((1, 0.78, 0.55, 0.3)):
            pen.shape(disc(x, y, r * share), (s.second, s.back, s.figure, s.third)[n])
        for n in range(12):
            pen.spot(disc(*around(x, y, r * 1.2, n * 30), 0.75), s.second)
    else:
        for n in range(5):
            turn = -60 + n * 30
            tip = around(x, y + 3, r * 1.2, turn)
            pen.line(f"M{points((x, y + 3))}L{points(tip)}", s.third, 0.7)
            pen.shape(disc(*tip, r * 0.27), s.second if n % 2 else s.figure)


def _pot(pen: Pen, s: Scheme) -> None:
    kind = pen.chance.whole(0, 2)
    if kind == 0:
        pen.shape("M36 80H64L61 97Q50 100 39 97Z", s.figure)
        pen.shape(box(34, 78, 32, 4), s.second)
        for n in range(4):
            x = 41 + n * 6
            pen.spot(polygon((x, 86), (x + 2.4, 90), (x, 94), (x - 2.4, 90)), s.sign)
    elif kind == 1:
        pen.shape(
            "M40 79H60C58 83 67 86 67 91C67 97 58 99 50 99C42 99 33 97 33 91C33 86 42 83 40 79Z",
            s.figure,
        )
        pen.shape(box(37.5, 77.5, 25, 3.2), s.second)
        pen.line("M34.500 90Q50 95 65.500 90", s.sign, 1)
        for n in range(5):
            pen.spot(disc(38 + n * 6, 88 + (0.6, 1.6, 2, 1.6, 0.6)[n], 1), s.sign)
    else:
        with pen.both_sides():
            for n in range(4):
                pen.shape(
                    leaf(50, 92, 26 - n * 3, 4, -86 + n * 20),
                    s.second if n % 2 else s.figure,
                    s.back,
                    0.4,
                )
        pen.shape(star(50, 91, 5.4, 2.6, 8), s.figure)


def quilt(pen: Pen) -> None:
    """Draw tiles that are mirrored around the middle, with the icon in a medallion."""
    chance, s = pen.chance, chosen_scheme(pen)
    pen.flood(s.back)
    count = chance.one_of((4, 6))
    side = 100 / count
    half = count // 2
    kinds = {
        (row, column): (chance.whole(0, 7), chance.whole(0, 3))
        for row in range(half)
        for column in range(row + 1)
    }
    for row in range(half):
        for column in range(half):
            kind, turn = kinds[max(row, column), min(row, column)]
            flip = column > row
            for mirror_x in (False, True):
                for mirror_y in (False, True):
                    across = "translate(100 0) scale(-1 1) " if mirror_x else ""
                    down = "translate(0 100) scale(1 -1) " if mirror_y else ""
                    tip = "matrix(0 1 1 0 0 0) " if flip else ""
                    r, q = (column, row) if flip else (row, column)
                    place = (
                        f"translate({points((q * side, r * side))}) scale({number(side / 10)}) "
                        f"rotate({turn * 90} 5 5)"
                    )
                    with pen.moved(across + down + tip + place):
                        _tile(pen, s, kind)
    wide = 27 if count == 4 else 24
    if chance.happens(0.5):
        pen.shape(star(50, 50, wide, wide * 0.8, 8), s.deep, s.second, 1)
    else:
        pen.shape(disc(50, 50, wide), s.deep, s.second, 1)
    pen.shape(disc(50, 50, wide * 0.74), s.figure, s.second, 1)
    pen.icon(50, 50, wide * 1.02, s.sign)


def _tile(pen: Pen, s: Scheme, kind: int) -> None:
    """Draw a tile in a square of 10."""
    soft = pen.mix(s.back, s.fine, 0.35)
    pen.shape("M0 0H10V10H0Z", soft if kind % 2 else s.back, s.deep, 0.12)
    if kind == 0:
        pen.shape("M0 0H10A10 10 0 0 1 0 10Z", s.second)
        pen.shape("M0 0H6.600A6.600 6.600 0 0 1 0 6.600Z", s.third)
        pen.shape("M0 0H3.200A3.200 3.200 0 0 1 0 3.200Z", s.figure)
    elif kind == 1:
        pen.shape("M0 0Q10 0 10 10Q0 10 0 0Z", s.figure)
        pen.shape("M2 2Q8 2.500 8 8Q2.500 8 2 2Z", s.third)
    elif kind == 2:
        pen.shape("M0 0H10L0 10Z", s.third)
        pen.shape("M0 0H5L0 5Z", s.second)
    elif kind == 3:
        pen.shape("M5 0 10 5 5 10 0 5Z", s.second)
        pen.shape("M5 2.500 7.500 5 5 7.500 2.500 5Z", s.figure)
    elif kind == 4:
        for n in range(4):
            with pen.moved(f"rotate({n * 90} 5 5)"):
                pen.shape("M0 0Q5 .5 5 5Q.5 5 0 0Z", s.figure if n % 2 else s.third)
        pen.shape(disc(5, 5, 1.1), s.second)
    elif kind == 5:
        pen.shape(disc(5, 5, 4.4), s.third)
        pen.shape(disc(5, 5, 3), s.second)
        pen.shape(disc(5, 5, 1.5), s.figure)
    elif kind == 6:
        pen.shape(star(5, 5, 5, 2.1, 4), s.figure)
        pen.shape(star(5, 5, 3.1, 1.3, 4, 45), s.second)
    else:
        pen.shape("M0 0 5 5 0 10Z", s.third)
        pen.shape("M10 0 5 5 10 10Z", s.third)
        pen.shape("M0 0H10L5 5Z", s.second)
