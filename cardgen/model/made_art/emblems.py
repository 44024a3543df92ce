"""Made art that shows a sign: a coat of arms, fine rosettes, a church window, a mask, a fan."""

from __future__ import annotations

import math

from cardgen.model.made_art.pen import (
    Pen,
    around,
    box,
    disc,
    glint,
    leaf,
    number,
    open_line,
    points,
    polygon,
    star,
)
from cardgen.model.made_art.schemes import Scheme, chosen_scheme, is_dark

_SHIELDS = (
    "M24 20H76V50C76 68 64 79 50 86C36 79 24 68 24 50Z",
    "M24 24C34 24 42 22 50 17C58 22 66 24 76 24C74 38 80 44 76 56C72 70 60 78 50 86"
    "C40 78 28 70 24 56C20 44 26 38 24 24Z",
    "M24 20C32 24 42 24 50 19C58 24 68 24 76 20V54C76 72 60 78 50 86C40 78 24 72 24 54Z",
    "M22 22Q36 26 50 18Q64 26 78 22Q72 36 76 50Q76 72 50 86Q24 72 24 50Q28 36 22 22Z",
)


def crest(pen: Pen) -> None:
    """Draw a coat of arms on a ground of small figures."""
    chance, s = pen.chance, chosen_scheme(pen)
    pen.flood(pen.halo(s.back, s.deep))
    _diaper(pen, s)
    _behind_shield(pen, s)
    shield = chance.one_of(_SHIELDS)
    field, charge = s.figure, s.sign
    with pen.moved("translate(50 52) scale(1.09) translate(-50 -52)"):
        pen.shape(shield, s.deep)
    pen.shape(shield, field, s.second, 2.2)
    with pen.within(shield):
        _division(pen, s)
    pen.line(shield, charge, 0.7)
    pen.shape(disc(50, 49, 18.6), field, charge, 0.7)
    pen.icon(50, 49, 28, charge)
    _crown(pen, s)


def _diaper(pen: Pen, s: Scheme) -> None:
    """Draw the small figures of the ground."""
    kind = pen.chance.whole(0, 3)
    step = pen.chance.between(8.5, 12)
    tint = pen.mix(s.back, s.fine, 0.42)
    for row in range(-1, 12):
        for column in range(-1, 12):
            x, y = column * step + (row % 2) * step / 2, row * step * 0.866
            if kind == 0:
                pen.spot(glint(x, y, 2.1), tint)
            elif kind == 1:
                pen.line(polygon((x, y - 5.8), (x + 5, y), (x, y + 5.8), (x - 5, y)), tint, 0.35)
                pen.spot(disc(x, y, 0.8), tint)
            elif kind == 2:
                for turn in (0, 120, 240):
                    pen.spot(leaf(x, y, 2.9, 0.9, turn), tint)
            else:
                pen.line(disc(x, y, 5), tint, 0.35)
                pen.spot(disc(x, y, 0.9), tint)


def _behind_shield(pen: Pen, s: Scheme) -> None:
    """Draw what holds the shield: laurels, swords, wings or rays."""
    kind = pen.chance.whole(0, 3)
    if kind == 0:
        with pen.both_sides():
            stem = [around(50, 52, 41, turn) for turn in range(188, 332, 12)]
            pen.line(open_line(*stem), s.second, 1)
            for n, (x, y) in enumerate(stem):
                turn = 188 + n * 12 + 90
                pen.shape(leaf(x, y, 9.5, 2.6, turn - 36), s.second, s.deep, 0.35)
                pen.shape(leaf(x, y, 9.5, 2.6, turn + 40), s.figure, s.deep, 0.35)
    elif kind == 1:
        with pen.both_sides(), pen.moved("rotate(-38 50 52)"):
            pen.shape(polygon((48, 96), (48, 10), (50, 4), (52, 10), (52, 96)), s.second)
            pen.light(box(50, 6, 2, 88), pen.mix(s.second, s.deep, 0.3))
            pen.shape(box(43, 86, 14, 2.6), s.figure)
            pen.shape(disc(50, 99, 2.4), s.figure)
    elif kind == 2:
        with pen.both_sides():
            for n in range(7):
                paint = s.second if n % 2 else s.figure
                pen.shape(leaf(28, 62 - n * 4, 25 + n * 1.4, 3.2, 252 + n * 13), paint, s.deep, 0.5)
    else:
        for n in range(32):
            far = 47 if n % 2 else 43
            paint = s.second if n % 2 else s.figure
            pen.shape(
                polygon(
                    around(50, 51, 20, n * 11.25 - 3.4),
                    around(50, 51, far, n * 11.25),
                    around(50, 51, 20, n * 11.25 + 3.4),
                ),
                paint,
            )


def _division(pen: Pen, s: Scheme) -> None:
    """Draw how the field is parted, as heralds call it."""
    kind = pen.chance.whole(0, 7)
    other = s.third
    if kind == 0:  # per pale
        pen.shape(box(50, 10, 40, 80), other)
    elif kind == 1:  # quarterly
        pen.shape(box(50, 10, 40, 39), other)
        pen.shape(box(10, 49, 40, 40), other)
    elif kind == 2:  # a bend
        pen.shape(polygon((14, 22), (30, 10), (88, 74), (74, 88)), other)
    elif kind == 3:  # a chevron
        pen.shape(polygon((18, 84), (50, 54), (82, 84), (82, 100), (50, 70), (18, 100)), other)
        pen.shape(box(10, 10, 80, 18), other)
    elif kind == 4:  # gyronny
        for n in range(4):
            first, last = around(50, 49, 80, n * 90), around(50, 49, 80, n * 90 + 45)
            pen.shape(polygon((50, 49), first, last), other)
    elif kind == 5:  # paly
        for n in range(3):
            pen.shape(box(30.5 + n * 15.6, 10, 7.8, 80), other)
    elif kind == 6:  # a bordure, with a chief
        pen.line("M24 20H76V50C76 68 64 79 50 86C36 79 24 68 24 50Z", other, 9)
        pen.shape(box(10, 10, 80, 18), other)
    else:  # a fess of waves
        for y in (42, 52, 62, 72):
            path = f"M14 {y}" + "q4.5-5 9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0v5" + "q-4.5-5-9 0t-9 0" * 1
            pen.shape(path + "t-9 0t-9 0t-9 0t-9 0t-9 0t-9 0Z", other)


def _crown(pen: Pen, s: Scheme) -> None:
    """Draw what stands above the shield, and the ribbon below it."""
    kind = pen.chance.whole(0, 2)
    edge = s.deep
    if kind == 0:
        pen.shape("M38 17 35 5 43 10 50 2 57 10 65 5 62 17Q50 14.500 38 17Z", s.second, edge, 0.7)
        for x, y in ((35, 5), (50, 2.5), (65, 5)):
            pen.shape(disc(x, y, 1.7), s.figure, edge, 0.5)
    elif kind == 1:
        for x, size in ((36, 4), (50, 5.6), (64, 4)):
            pen.shape(star(x, 10, size, size * 0.42, 5), s.second, edge, 0.6)
    else:
        pen.shape("M14 84Q50 102 86 84L90 93 84 92Q50 108 16 92L10 93Z", s.second, edge, 0.7)
        pen.line("M20 88.500Q50 103 80 88.500", edge, 0.4)


def rosette(pen: Pen) -> None:
    """Draw rings of fine lines, as on banknotes, around the icon."""
    chance, s = pen.chance, chosen_scheme(pen)
    pen.flood(pen.halo(s.back, s.deep))
    lobes = chance.one_of((4, 5, 6, 7, 8, 9, 10, 12))
    faint = pen.mix(s.back, s.fine, 0.55)
    if chance.happens(0.6):
        for x, y in ((0, 0), (100, 0), (0, 100), (100, 100)):
            _guilloche(pen, (x, y), (chance.between(8, 15), 7), 8, 8, faint, 0.3)
    kind = chance.whole(0, 4)
    if kind == 0:  # one large flower of lines
        _guilloche(pen, (50, 50), (32, 15), lobes, 12, s.fine, 0.35)
        _guilloche(pen, (50, 50), (29, 8), lobes, 6, s.second, 0.55)
    elif kind == 1:  # two rings that are woven
        _guilloche(pen, (50, 50), (38, 8.5), lobes, 10, s.fine, 0.35)
        _guilloche(pen, (50, 50), (27, 6.5), lobes, 8, s.second, 0.4)
        for n in range(2 * lobes):
            pen.shape(
                disc(*around(50, 50, 33, n * 180 / lobes), 1.5 if n % 2 else 2.3),
                s.third,
                s.figure,
                0.5,
            )
    elif kind == 2:  # threads from nail to nail
        nails = chance.one_of((20, 24, 28, 32))
        for part, far, paint in (
            (0.42, 47.0, s.fine),
            (0.33, 47.0, s.second),
            (0.28, 34.0, s.figure),
        ):
            step = round(nails * part)
            ends = [around(50, 50, far, n * 360 / nails) for n in range(nails)]
            for n in range(nails):
                pen.line(open_line(ends[n], ends[(n + step) % nails]), paint, 0.35)
        for nail in range(nails):
            pen.spot(disc(*around(50, 50, 47, nail * 360 / nails), 0.8), s.figure)
    elif kind == 3:  # circles through the middle
        reach = chance.between(13, 17)
        turns = [f"rotate({number(n * 360 / (3 * lobes))} 50 50)" for n in range(3 * lobes)]
        pen.repeated(disc(50, 50 - reach - 6, reach + 9), turns, s.fine, 0.4)
        pen.repeated(disc(50, 50 - reach, reach), turns, s.second, 0.45)
    else:  # petals of lines
        for n in range(2 * lobes):
            turn = n * 180 / lobes
            length = 29 if n % 2 else 24
            for wide in (5.5, 4.2, 2.9, 1.6):
                paint = s.second if n % 2 else s.fine
                pen.line(
                    leaf(*around(50, 50, 18, turn), length, wide * 9 / lobes, turn), paint, 0.45
                )
        _guilloche(pen, (50, 50), (44, 3), 4 * lobes, 4, s.fine, 0.4)
    rim = chance.whole(0, 3)
    pen.line(disc(50, 50, 48.6), s.fine, 0.7)
    beads = lobes * chance.one_of((2, 3, 4)) if rim else 0
    for n in range(beads):
        bead = around(50, 50, 48.6, n * 360 / beads)
        paths = (
            disc(*bead, 1.3),
            glint(*bead, 2.4),
            star(*bead, 1.6, 1.1, 4),
        )
        pen.spot(paths[rim - 1], s.figure)
    _guilloche(pen, (50, 50), (21, chance.between(1.6, 3)), 2 * lobes, 6, s.figure, 0.4)
    pen.shape(star(50, 50, 20.5, 18.6, 24), s.figure)
    pen.shape(disc(50, 50, 17.4), s.figure, s.sign, 0.6)
    pen.icon(50, 50, 24, s.sign)


def _guilloche(
    pen: Pen,
    middle: tuple[float, float],
    ring: tuple[float, float],
    lobes: int,
    count: int,
    paint: str,
    width: float,
) -> None:
    """Draw one wave around a ring (radius, swing), so many times turned a little further."""
    x, y = middle
    radius, swing = ring
    wave = [
        around(x, y, radius + swing * math.cos(math.tau * n / 6), n * 60 / lobes)
        for n in range(lobes * 6)
    ]
    turns = [f"rotate({number(n * 360 / lobes / count)} {points((x, y))})" for n in range(count)]
    pen.repeated(_closed(wave), turns, paint, width)


def _closed(places: list[tuple[float, float]]) -> str:
    """The path of a soft closed line, by the middles between the points."""
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(places, places[1:] + places[:1], strict=True)
    ]
    bends = zip(places[1:] + places[:1], middles[1:] + middles[:1], strict=True)
    return f"M{points(middles[0])}" + "".join(f"Q{points(*bend)}" for bend in bends) + "Z"


def glass(pen: Pen) -> None:
    """Draw a round church window of coloured panes, with the icon in its middle."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    lead = mix(c.ink, c.ground, 0.15)
    panes = [
        c.tone,
        c.accent,
        c.metal,
        mix(c.accent, c.paper, 0.35),
        mix(c.tone, c.paper, 0.4),
        mix(c.ground, c.tone, 0.5),
        c.glow,
    ]
    start = chance.whole(0, 6)
    panes = panes[start:] + panes[:start]
    pen.flood(lead)
    cool = mix(c.tone, c.glow, chance.between(0.25, 0.6))
    for row in range(-1, 9):
        for column in range(-1, 9):
            x, y = column * 14.3 + (row % 2) * 7.15, row * 14.3
            fill = mix(cool, chance.one_of((c.ground, c.tone, c.glow)), chance.between(0.05, 0.45))
            pen.shape(
                polygon((x, y - 14.3), (x + 7.15, y), (x, y + 14.3), (x - 7.15, y)), fill, lead, 0.7
            )
    if chance.happens(0.4):
        _lancets(pen, panes, lead)
        return
    petals = chance.one_of((6, 8, 10, 12))
    pen.shape(disc(50, 50, 47), panes[0], lead, 2)
    step = 360 / petals
    for n in range(2 * petals):
        paint = panes[1] if n % 2 else panes[2]
        pen.shape(_wedge(38, 46, n * step / 2, (n + 1) * step / 2), paint, lead, 1.1)
    for n in range(petals):
        _petal(pen, n * step, panes, lead, petals)
    for n in range(petals):
        x, y = around(50, 50, 42, n * step)
        pen.shape(disc(x, y, 2.6), panes[6], lead, 0.9)
    pen.shape(disc(50, 50, 17.6), c.glow, lead, 1.6)
    for n in range(petals):
        pen.line(
            open_line(around(50, 50, 15.4, n * step), around(50, 50, 17.6, n * step)), lead, 0.8
        )
    pen.shape(disc(50, 50, 15.2), c.paper, lead, 0.9)
    pen.icon(50, 50, 21.5, c.ground)


def _lancets(pen: Pen, panes: list[str], lead: str) -> None:
    """Draw a window with a pointed arch: a round light with the icon above tall ones."""
    chance, c = pen.chance, pen.colours
    arch = "M12 104V46C12 24 32 8 50 1C68 8 88 24 88 46V104Z"
    pen.shape(arch, panes[0], lead, 2)
    with pen.within(arch):
        rays = chance.one_of((12, 16, 20))
        for n in range(rays):
            first, last = (
                around(50, 40, 90, n * 360 / rays),
                around(50, 40, 90, (n + 1) * 360 / rays),
            )
            pen.shape(polygon((50, 40), first, last), panes[1 + n % 2], lead, 0.8)
        count = chance.whole(2, 4)
        wide = 76 / count
        for n in range(count):
            _lancet(pen, 12 + n * wide, wide, panes, lead)
    pen.line(arch, lead, 2.4)
    buds = chance.one_of((8, 10, 12))
    pen.shape(disc(50, 40, 25), panes[3], lead, 1.6)
    for n in range(buds):
        turn = n * 360 / buds
        pen.shape(leaf(*around(50, 40, 15, turn), 9.6, 96 / buds * 0.42, turn), panes[5], lead, 0.7)
    pen.shape(disc(50, 40, 16.5), c.glow, lead, 1.2)
    pen.shape(disc(50, 40, 14.6), c.paper, lead, 0.8)
    pen.icon(50, 40, 20.5, c.ground)


def _lancet(pen: Pen, left: float, wide: float, panes: list[str], lead: str) -> None:
    """Draw a tall light with panes in two colours."""
    middle, right, top = left + wide / 2, left + wide, 60.0
    path = (
        f"M{points((left + 1, 104))}V{number(top + wide * 0.5)}"
        f"Q{points((left + 1, top + 4), (middle, top))}"
        f"Q{points((right - 1, top + 4))} {points((right - 1, top + wide * 0.5))}V104Z"
    )
    pen.shape(path, panes[4], lead, 1.4)
    with pen.within(path):
        step = wide / 2
        for row in range(8):
            y = top + row * step
            for column in range(3):
                x = left + column * step
                pen.shape(
                    polygon(
                        (x, y - step / 2), (x + step / 2, y), (x, y + step / 2), (x - step / 2, y)
                    ),
                    panes[(row + 1) % 2 * 2 + 2],
                    lead,
                    0.6,
                )
    pen.line(path, lead, 1.4)


def _wedge(inner: float, outer: float, begins: float, ends: float) -> str:
    """The path of a part of a ring around the middle."""
    return (
        f"M{points(around(50, 50, outer, begins))}A{outer} {outer} 0 0 1 "
        f"{points(around(50, 50, outer, ends))}L{points(around(50, 50, inner, ends))}"
        f"A{inner} {inner} 0 0 0 {points(around(50, 50, inner, begins))}Z"
    )


def _petal(pen: Pen, turn: float, panes: list[str], lead: str, petals: int) -> None:
    """Draw a light of the window from its middle to the rim, with a bud in it."""
    half = 180 / petals
    foot = around(50, 50, 17, turn)
    left, right = around(50, 50, 31, turn - half), around(50, 50, 31, turn + half)
    tip = around(50, 50, 39, turn)
    pen.shape(
        f"M{points(foot)}L{points(left)}Q{points(around(50, 50, 38, turn - half * 0.8), tip)}"
        f"Q{points(around(50, 50, 38, turn + half * 0.8), right)}Z",
        panes[3],
        lead,
        1.1,
    )
    wide = min(6.4, 26 * math.sin(math.radians(half)) * 0.66)
    pen.shape(leaf(*around(50, 50, 18, turn), 19.5, wide, turn), panes[4], lead, 0.9)
    pen.shape(disc(*around(50, 50, 28, turn), wide * 0.42), panes[5], lead, 0.7)


def mask(pen: Pen) -> None:
    """Draw a mask with the icon on its brow."""
    chance, s, c = pen.chance, chosen_scheme(pen), pen.colours
    pen.flood(pen.halo(s.back, s.deep))
    tint = pen.mix(s.back, s.fine, 0.3)
    for n in range(24):
        pen.light(
            polygon((50, 52), around(50, 52, 90, n * 15), around(50, 52, 90, n * 15 + 7.5)), tint
        )
    _plumes(pen, s)
    face = chance.one_of(
        (
            "M50 14C70 14 77 28 76 46C75 66 62 86 50 90C38 86 25 66 24 46C23 28 30 14 50 14Z",
            "M50 15C66 13 78 20 77 34L73 62C70 76 58 84 50 90C42 84 30 76 27 62L23 34C22 20 34 13 "
            "50 15Z",
            "M50 13C72 13 78 30 76 44C75 54 70 58 69 68C67 82 58 88 50 88C42 88 33 82 31 68"
            "C30 58 25 54 24 44C22 30 28 13 50 13Z",
            "M50 12 70 20 77 40 71 68 50 91 29 68 23 40 30 20Z",
        )
    )
    pen.shape(face, s.figure, s.deep, 1.6)
    with pen.within(face):
        shade = pen.mix(s.figure, s.sign, 0.13)
        pen.light(box(50, 0, 50, 100), shade)
        _paint_of_face(pen, s)
    pen.line(face, s.deep, 1.2)
    _features(pen, s, c.ink if is_dark(s, pen) else s.deep)
    pen.shape(disc(50, 27.5, 10.6), s.third, s.deep, 0.8)
    on_third = c.paper
    pen.icon(50, 27.5, 14.5, on_third)


def _plumes(pen: Pen, s: Scheme) -> None:
    """Draw what stands around the mask: feathers, horns, a mane, a halo."""
    kind = pen.chance.whole(0, 3)
    if kind == 0:
        for n in range(13):
            turn = -84 + n * 14
            paint = (s.second, s.third, s.figure)[n % 3]
            foot = around(50, 46, 20, turn)
            pen.shape(leaf(*foot, 27, 4.6, turn), paint, s.deep, 0.6)
            pen.line(open_line(foot, around(50, 46, 42, turn)), s.deep, 0.4)
    elif kind == 1:
        with pen.both_sides():
            pen.shape("M33 26C20 24 8 16 8 2C2 20 8 38 30 42Z", s.second, s.deep, 1)
            for n in range(4):
                pen.line(f"M{12 + n * 4.5} {17 + n * 4}q-1.500 4 .5 8", s.deep, 0.6)
            pen.shape("M25 48C16 46 12 54 17 60C20 63 25 62 27 58Z", s.third, s.deep, 0.9)
    elif kind == 2:
        for n in range(28):
            far = 46 if n % 2 else 41
            way = n * 360 / 28
            paint = s.second if n % 2 else s.third
            pen.shape(
                polygon(
                    around(50, 50, 24, way - 9),
                    around(50, 50, far, way),
                    around(50, 50, 24, way + 9),
                ),
                paint,
                s.deep,
                0.5,
            )
    else:
        pen.shape(disc(50, 42, 41), s.third, s.second, 1.6)
        for n in range(36):
            x, y = around(50, 42, 37.5, n * 10)
            pen.spot(disc(x, y, 1), s.second)
        pen.line(disc(50, 42, 33.6), s.second, 0.6)


def _paint_of_face(pen: Pen, s: Scheme) -> None:
    kind = pen.chance.whole(0, 4)
    if kind == 0:
        with pen.both_sides():
            for n in range(3):
                pen.line(f"M22 {60 + n * 5}Q34 {60 + n * 5} 39 {66 + n * 4}", s.third, 1.8)
    elif kind == 1:
        pen.shape("M50 36 58 66 50 96 42 66Z", s.second)
        with pen.both_sides():
            pen.shape("M20 58 38 62 28 84Z", s.third)
    elif kind == 2:
        with pen.both_sides():
            for n in range(5):
                pen.spot(disc(30 + n * 2.6, 62 + n * 4.2, 1.5), s.third)
                pen.spot(disc(35 + n * 2.2, 60 + n * 3, 0.9), s.second)
    elif kind == 3:
        pen.shape("M10 6H90V40Q50 22 10 40Z", s.second)
    else:
        with pen.both_sides():
            pen.shape("M18 40H42L39 90H24Z", s.second)
        pen.line("M50 36V90", s.third, 2.4)


def _features(pen: Pen, s: Scheme, dark: str) -> None:
    """Draw eyes, brows, nose and mouth."""
    chance = pen.chance
    eye, nose, mouth = chance.whole(0, 3), chance.whole(0, 2), chance.whole(0, 3)
    white = pen.colours.paper
    with pen.both_sides():
        if eye == 0:
            pen.shape("M28 51Q36 43 45 52Q37 58 28 51Z", white, dark, 1)
            pen.spot(disc(37, 50.6, 2.7), pen.colours.ink)
        elif eye == 1:
            pen.spot("M28 52Q37 42 45 52Z", dark)
            pen.light(disc(37.5, 49.6, 1.2), s.second)
        elif eye == 2:
            pen.shape(disc(36.5, 50, 7), white, dark, 1)
            pen.spot(disc(37.5, 50, 3.1), pen.colours.ink)
        else:
            pen.spot("M28 48 45 53Q37 57 30 53Z", dark)
            pen.light("M33 50.600 41 53Q37 54.500 33 52Z", s.second)
        brow = chance.one_of(
            (
                "M25 44Q35 36 46 44L45 46Q35 40 26 46Z",
                "M26 40 47 46 46 49 27 44Z",
                "M25 46Q30 38 47 41L46 43.500Q33 42 26 47Z",
            )
        )
        pen.spot(brow, s.third if s.third != s.figure else dark)
    if nose == 0:
        pen.spot("M50 46 55.500 64Q50 67 44.500 64Z", pen.mix(s.figure, dark, 0.42))
        pen.light("M50 46 50 65.500Q47 65.500 44.500 64Z", pen.mix(s.figure, dark, 0.25))
    elif nose == 1:
        pen.line("M47.500 45V60Q44 64 47 65.500Q50 67 53 65.500Q56 64 52.500 60V45", dark, 0.9)
    else:
        pen.spot("M46 62Q50 58 54 62L50 67Z", dark)
        pen.line("M50 66V70", dark, 0.8)
    if mouth == 0:
        pen.spot("M39 73Q50 69 61 73Q50 82 39 73Z", dark)
        pen.line("M42 74Q50 72.500 58 74", white, 0.9)
    elif mouth == 1:
        pen.spot("M38 71Q50 76 62 71Q60 83 50 83Q40 83 38 71Z", dark)
        for n in range(5):
            pen.shape(
                polygon((42 + n * 3.2, 73.4), (45.2 + n * 3.2, 73.4), (43.6 + n * 3.2, 77)), white
            )
    elif mouth == 2:
        pen.spot("M40 77Q50 69 60 77Q50 73.500 40 77Z", dark)
        pen.line("M45 80.500H55", dark, 0.8)
    else:
        pen.shape("M41 71H59Q60 80 50 80Q40 80 41 71Z", dark)
        for n in range(1, 6):
            pen.line(open_line((41 + n * 3, 71.5), (41 + n * 3, 78.5)), white, 0.6)
        pen.line("M41.500 75H58.500", white, 0.6)


def fan(pen: Pen) -> None:
    """Draw rays and stepped arches as a hundred years ago, with the icon in a medallion."""
    chance, s = pen.chance, chosen_scheme(pen)
    pen.flood(s.deep)
    x, y = 50.0, chance.one_of((50.0, 100.0))
    count = chance.one_of((9, 12, 16, 20, 24, 30))
    for n in range(2 * count):
        turn, wide = n * 180 / count, 90 / count
        if n % 2 == 0:
            pen.shape(
                polygon((x, y), around(x, y, 160, turn - wide), around(x, y, 160, turn + wide)),
                s.back,
            )
        pen.line(open_line((x, y), around(x, y, 160, turn + wide)), s.fine, 0.4)
    if y > 60:
        paints = chance.one_of(
            (
                (s.second, s.deep, s.third, s.deep),
                (s.third, s.second, s.deep, s.third),
                (s.deep, s.second, s.back, s.second),
            )
        )
        for n, radius in enumerate((78.0, 71.0, 64.0, 57.0)):
            pen.shape(disc(x, y, radius), paints[n])
        beads = chance.one_of((15, 19, 25))
        for n in range(beads):
            turn = -90 + n * 180 / (beads - 1)
            px, py = around(x, y, 53, turn)
            if beads == 25:
                pen.shape(leaf(*around(x, y, 49, turn), 8, 2.6, turn), s.second, s.deep, 0.4)
            else:
                pen.shape(disc(px, py, 85 / beads), s.second if n % 2 else s.third, s.deep, 0.6)
        pen.shape(disc(x, y, 50), s.deep)
        blades = chance.one_of((13, 19, 25))
        for n in range(blades):
            turn = -90 + n * 180 / (blades - 1)
            blade = leaf(*around(x, y, 12, turn), 37, 58 / blades, turn)
            pen.shape(blade, s.third if n % 2 else s.second)
    else:
        sides = chance.one_of((4, 5, 6, 8, 12))
        for n, radius in enumerate((46.0, 42.6, 39.6, 33.0)):
            paint = (s.second, s.deep, s.third, s.deep)[n]
            corners = [
                around(x, y, radius, turn * 360 / sides + 180 / sides) for turn in range(sides)
            ]
            pen.shape(polygon(*corners), paint)
        for n in range(sides * 4):
            turn = n * 90 / sides
            far = around(x, y, 27.5, turn)
            pen.spot(glint(*far, 2) if sides == 6 else disc(*far, 0.9), s.second)
    wide = chance.between(-1.5, 1.5)
    for n, radius in enumerate((23.5 + wide, 21.6 + wide, 20 + wide)):
        pen.shape(disc(50, 50, radius), (s.figure, s.deep, s.figure)[n])
    pen.icon(50, 50, 27, s.sign)
    long = chance.between(12, 34)
    with pen.both_sides():
        for n in range(chance.whole(2, 4)):
            d = 2.4 + n * 2.2
            pen.line(f"M{number(d)} {number(long)}V{number(d)}H{number(long)}", s.second, 0.8)
            pen.line(
                f"M{number(d)} {number(100 - long)}V{number(100 - d)}H{number(long)}", s.second, 0.8
            )
