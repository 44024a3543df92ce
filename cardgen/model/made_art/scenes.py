"""Made art that shows a place: a landscape, a sky at night, waves, a city."""

from __future__ import annotations

import math

from cardgen.model.made_art.pen import (
    WHITE,
    Pen,
    Point,
    around,
    box,
    disc,
    glint,
    number,
    open_line,
    points,
    polygon,
    smooth,
)


def _sky(pen: Pen) -> tuple[str, str, str]:
    """Draw a sky; returns the colours of what is far, what is near, and what shines."""
    c, mix = pen.colours, pen.mix
    top, middle, bottom, near, shines = pen.chance.one_of(
        [
            (c.glow, mix(c.glow, c.paper, 0.5), c.paper, c.ground, c.accent),
            (
                mix(c.accent, c.ground, 0.3),
                mix(c.accent, c.metal, 0.55),
                c.glow,
                mix(c.ground, c.ink, 0.3),
                c.paper,
            ),
            (
                mix(c.ground, c.ink, 0.45),
                c.ground,
                mix(c.tone, c.metal, 0.4),
                mix(c.ground, c.ink, 0.65),
                c.metal,
            ),
            (
                mix(c.tone, c.ground, 0.4),
                mix(c.tone, c.glow, 0.5),
                mix(c.glow, c.paper, 0.5),
                mix(c.ground, c.ink, 0.25),
                c.paper,
            ),
        ]
    )
    pen.flood(pen.shade(top, bottom, middle))
    if top not in (c.glow,) and not pen.is_low:
        for _ in range(pen.chance.whole(10, 26)):
            x, y = pen.chance.between(2, 98), pen.chance.between(2, 40)
            pen.light(disc(x, y, pen.chance.between(0.2, 0.55)), c.paper, 0.8)
    return bottom, near, shines


def _shining(pen: Pen, x: float, y: float, radius: float, paint: str, inside: str) -> None:
    """Draw a sun or a moon with rings of light; the icon stands in it."""
    kind = pen.chance.whole(0, 2)
    if kind == 0:
        for step, share in ((1.9, 0.13), (1.55, 0.18), (1.25, 0.25)):
            pen.light(disc(x, y, radius * step), paint, share)
    elif kind == 1:
        count = pen.chance.one_of((16, 20, 24))
        for n in range(count):
            turn = n * 360 / count
            far = radius * (1.75 if n % 2 else 1.45)
            pen.line(
                open_line(around(x, y, radius * 1.2, turn), around(x, y, far, turn)), paint, 0.9
            )
    else:
        for step in (1.16, 1.3, 1.46):
            pen.line(disc(x, y, radius * step), paint, 0.5, 0.8)
    pen.shape(disc(x, y, radius), paint)
    if pen.icon_shapes:
        pen.icon(x, y, 1.22 * radius, inside)
    else:
        with pen.within(disc(x, y, radius)):
            shade = pen.mix(paint, inside, 0.16)
            pen.light(disc(x + radius * 0.3, y + radius * 0.2, radius * 0.95), shade)
            pen.light(disc(x + radius * 0.42, y + radius * 0.3, radius * 0.75), paint)


def _clouds(pen: Pen, paint: str) -> None:
    for _ in range(pen.chance.whole(2, 4)):
        x, y = pen.chance.between(-6, 82), pen.chance.between(12, 46)
        long = pen.chance.between(14, 28)
        for shift, width, down in ((0, long, 0), (long * 0.2, long * 0.5, -2), (-5, long, 2)):
            pen.light(
                f"M{x + shift:.2f} {y + down:.2f}h{width:.2f}a1 1 0 0 1 0 2h-{width:.2f}"
                "a1 1 0 0 1 0-2Z",
                paint,
                0.55,
            )


def _peaks(pen: Pen, level: float, height: float, count: int, paint: str, snow: str) -> None:
    """Draw a row of mountains, each with a side in the shade."""
    chance = pen.chance
    shaded = pen.mix(paint, pen.colours.ink, 0.22)
    tops = [
        (
            (n + chance.between(0.25, 0.75)) * 112 / count - 6,
            level - height * chance.between(0.55, 1.1),
        )
        for n in range(count)
    ]
    for x, y in sorted(tops, key=lambda top: top[1]):
        wide = (level - y) * chance.between(0.75, 1.0)
        left, right = x - wide, x + wide * chance.between(0.8, 1.15)
        deeper = (101 - y) / (level - y)
        low_left, low_right = x - (x - left) * deeper, x + (right - x) * deeper
        pen.shape(polygon((low_left, 101), (x, y), (low_right, 101)), paint)
        ridge = [(x, y)]
        while ridge[-1][1] < level:
            down = chance.between(2.5, 6)
            side = chance.between(-2.2, 2.6)
            ridge.append((ridge[-1][0] + side, ridge[-1][1] + down))
        pen.light(polygon(*ridge, (ridge[-1][0], 101), (low_right, 101)), shaded)
        if snow and level - y > 16:
            low = y + (level - y) * 0.3
            lean = wide * 0.3
            cap = [
                (x - lean, low),
                (x - lean * 0.45, low - 1.6),
                (x - lean * 0.15, low + 2.4),
                (x + lean * 0.25, low - 1.2),
                (x + lean * 0.6, low + 1.4),
            ]
            pen.shape(polygon((x, y), *reversed(cap), (x - lean, low)), snow)


def _hills(pen: Pen, level: float, swing: float, paint: str) -> list[Point]:
    """Draw soft hills; returns points along their edge."""
    phase, other = pen.chance.between(0, 7), pen.chance.between(0, 7)
    edge = [
        (
            float(x),
            level
            + swing * math.sin(x / 15 + phase) * 0.7
            + swing * 0.5 * math.sin(x / 7.3 + other),
        )
        for x in range(-4, 109, 4)
    ]
    pen.shape(f"{smooth(edge)}V104H-4Z", paint)
    return edge


def _pine(pen: Pen, x: float, foot: float, height: float, paint: str) -> None:
    wide = height * 0.24
    steps = 4
    side = [(x, foot - height)]
    for n in range(1, steps + 1):
        y = foot - height * (1 - 0.88 * n / steps)
        side += [(x + wide * (0.25 + 0.75 * n / steps), y), (x + wide * 0.4 * n / steps, y - 0.4)]
    other = [(2 * x - px, py) for px, py in reversed(side[1:])]
    trunk = height * 0.05
    pen.shape(polygon(*side, *other), paint)
    pen.shape(box(x - trunk, foot - height * 0.14, 2 * trunk, height * 0.16), paint)


def _birds(pen: Pen, paint: str) -> None:
    x, y = pen.chance.between(16, 76), pen.chance.between(20, 40)
    for n in range(pen.chance.whole(2, 5)):
        bx, by, s = x + n * 4.2, y + pen.chance.between(-4, 4), pen.chance.between(1.2, 2)
        wing = (
            f"M{bx - s:.2f} {by - s / 2:.2f}Q{bx - s / 2:.2f} {by - s:.2f} {bx:.2f} {by:.2f}"
            f"Q{bx + s / 2:.2f} {by - s:.2f} {bx + s:.2f} {by - s / 2:.2f}"
        )
        pen.line(wing, paint, 0.5)


def vista(pen: Pen) -> None:
    """Draw mountains, hills, dunes, woods or islands under a sun that has the icon."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    far, near, shines = _sky(pen)
    kind = chance.one_of(("peaks", "hills", "dunes", "woods", "islands"))
    x, y = chance.between(32, 68), chance.between(27, 34)
    on_sun = near if shines != c.accent else c.paper
    _clouds(pen, mix(far, WHITE, 0.4))
    _shining(pen, x, y, chance.between(14, 17) if pen.icon_shapes else 11, shines, on_sun)
    if chance.happens(0.6):
        _birds(pen, near)
    if kind == "peaks":
        _peaks(pen, 74, 30, 4, mix(far, near, 0.3), mix(far, WHITE, 0.5))
        _peaks(pen, 84, 34, 3, mix(far, near, 0.58), c.paper)
        _wooded(pen, 88, mix(far, near, 0.82), near)
    elif kind == "hills":
        for n, level in enumerate((60, 69, 78)):
            _hills(pen, level, 5, mix(far, near, 0.28 + 0.2 * n))
        _wooded(pen, 89, mix(far, near, 0.88), near)
    elif kind == "dunes":
        for n, level in enumerate((62, 72, 82, 93)):
            _dune(pen, level, mix(far, near, 0.2 + 0.24 * n))
    elif kind == "woods":
        for n, level in enumerate((66, 76, 87)):
            paint = mix(far, near, 0.34 + 0.3 * n)
            _wooded(pen, level, paint, paint, 9 + 5 * n)
    else:
        _islands(pen, far, near, shines, x)


def _wooded(pen: Pen, level: float, ground: str, trees: str, height: float = 17) -> None:
    """Draw hills with pines on them."""
    edge = _hills(pen, level, 3.5, ground)
    for px, py in edge:
        if pen.chance.happens(0.62):
            tall = height * pen.chance.between(0.55, 1.1)
            _pine(pen, px + pen.chance.between(-1.5, 1.5), py + 1.5, tall, trees)


def _dune(pen: Pen, level: float, paint: str) -> None:
    """Draw a dune whose far side lies in the shade."""
    crest = pen.chance.between(20, 80)
    height = pen.chance.between(6, 13)
    shaded = pen.mix(paint, pen.colours.ink, 0.25)
    tip = points((crest, level - height))
    pen.shape(
        f"M-4 {level:.2f}Q{crest - 22:.2f} {level:.2f} {tip}"
        f"Q{crest + 26:.2f} {level - 1:.2f} 104 {level + 2:.2f}V104H-4Z",
        paint,
    )
    bend = pen.chance.between(-10, 10)
    pen.light(
        f"M{tip}Q{crest + 26:.2f} {level - 1:.2f} 104 {level + 2:.2f}V104H{crest - 4:.2f}"
        f"Q{crest + bend:.2f} {level + 6:.2f} {tip}Z",
        shaded,
    )


def _islands(pen: Pen, far: str, near: str, shines: str, sun: float) -> None:
    """Draw a sea with rocks, in which the sun is mirrored."""
    chance, mix = pen.chance, pen.mix
    horizon = 62.0
    _peaks(pen, horizon, chance.between(12, 24), 3, mix(far, near, 0.35), "")
    pen.shape(box(-2, horizon, 104, 42), pen.shade(mix(far, near, 0.42), mix(far, near, 0.75)))
    for n in range(9):
        wide, y = chance.between(4, 15) * (1 - n / 16), horizon + 2.5 + n * 3.4
        pen.line(open_line((sun - wide, y), (sun + wide, y)), shines, 0.9, 0.75)
    for _ in range(16):
        wave, y = chance.between(0, 96), chance.between(horizon + 3, 98)
        pen.line(open_line((wave, y), (wave + chance.between(4, 10), y)), mix(far, near, 0.2), 0.5)
    rock = chance.between(10, 24) if sun > 50 else chance.between(76, 90)
    foot = 84.0
    pen.shape(
        polygon(
            (rock - 26, foot),
            (rock - 17, foot - 9),
            (rock - 8, foot - 12),
            (rock - 3, foot - 21),
            (rock + 5, foot - 15),
            (rock + 14, foot - 11),
            (rock + 25, foot),
        ),
        near,
    )
    for shift, tall in ((-6, 16), (2, 20), (9, 13)):
        _pine(pen, rock + shift, foot - 10, tall, near)
    pen.line(open_line((rock - 29, foot + 0.8), (rock + 28, foot + 0.8)), mix(far, near, 0.1), 0.7)


def stars(pen: Pen) -> None:
    """Draw a sky at night: its chart, a constellation over the land, or a planet."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    base = chance.one_of((c.ground, c.tone, mix(c.accent, c.ink, 0.45)))
    night = mix(base, c.ink, 0.42)
    kind = chance.whole(0, 2)
    if kind == 1:
        pen.flood(pen.shade(night, mix(base, c.glow, 0.35), base))
    else:
        pen.flood(pen.halo(mix(base, c.paper, 0.06), night))
    slope = chance.between(-0.7, 0.7)
    for _ in range(110):
        along = chance.between(-10, 110)
        away = chance.between(-13, 13) + chance.between(-13, 13)
        y = 48 + (along - 50) * slope + away
        pen.light(disc(along, y, chance.between(0.12, 0.42)), c.glow, 0.6)
    (_chart, _constellation, _planet)[kind](pen, night, base)


def _chart(pen: Pen, night: str, base: str) -> None:
    """Draw rings with marks, and stars that are joined around the icon."""
    chance, c = pen.chance, pen.colours
    x, y = 50.0, 48.0
    for radius in (47, 45.8, chance.between(24, 36)):
        pen.line(disc(x, y, radius), c.metal, 0.35, 0.75)
    for n in range(72):
        long = 2.4 if n % 6 == 0 else 1.2
        ends = around(x, y, 45.8, n * 5), around(x, y, 45.8 - long, n * 5)
        pen.line(open_line(*ends), c.metal, 0.3)
    for _ in range(3):
        shift, bend = chance.between(-24, 24), chance.between(-30, 30)
        way = points((50, y + shift * 0.2 + bend), (97, y - shift))
        pen.line(f"M{points((3, y + shift))}Q{way}", c.metal, 0.3, 0.5)
    count, start = chance.whole(6, 9), chance.between(0, 360)
    turns = [start + (n + chance.between(-0.25, 0.25)) * 330 / count for n in range(count)]
    _joined(pen, [around(x, y, chance.between(23, 40), turn) for turn in turns])
    if pen.icon_shapes:
        pen.shape(disc(x, y, 17.5), night, c.metal, 0.5)
        pen.line(disc(x, y, 16.2), c.metal, 0.3)
        pen.icon(x, y, 22, c.metal)
    else:
        pen.shape(disc(x, y, 11), c.metal)
        pen.shape(disc(x + 4.5, y - 2, 9.5), night)
    _horizon(pen, pen.mix(night, c.ink, 0.75))


def _joined(pen: Pen, corners: list[Point]) -> None:
    """Draw stars and the lines that make them a constellation."""
    chance, c = pen.chance, pen.colours
    pen.line(open_line(*corners), c.paper, 0.5)
    for px, py in corners[:-1:3]:
        end = around(px, py, chance.between(7, 12), chance.between(0, 360))
        pen.line(open_line((px, py), end), c.paper, 0.5)
        pen.spot(disc(*end, 0.8), c.glow)
    for px, py in corners:
        size = chance.between(1.9, 4.4)
        if size > 2.8:
            pen.light(disc(px, py, size * 0.8), c.glow, 0.18)
        pen.spot(glint(px, py, size), c.paper if size > 2.8 else c.glow)


def _constellation(pen: Pen, night: str, base: str) -> None:
    """Draw the icon large in the sky, stars on a bow over it, and mountains below."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    for _ in range(5):
        x, y, size = chance.between(4, 96), chance.between(4, 60), chance.between(1, 2.2)
        pen.spot(glint(x, y, size), c.glow)
    if pen.icon_shapes:
        pen.shape(disc(50, 43, 25), mix(night, base, 0.4), c.metal, 0.4)
        pen.line(disc(50, 43, 27), c.metal, 0.3, 0.7)
        pen.icon(50, 43, 36, c.glow)
    else:
        x = chance.between(30, 70)
        pen.shape(disc(x, 34, 17), c.metal)
        pen.shape(disc(x + 7, 30, 15), night)
    start, count = chance.between(-110, -70), chance.whole(5, 8)
    bow = [
        around(50, 43, chance.between(31, 40), start + n * chance.between(26, 32))
        for n in range(count)
    ]
    _joined(pen, bow)
    far = mix(base, c.glow, 0.2)
    _peaks(pen, 91, chance.between(16, 26), chance.whole(3, 5), mix(far, night, 0.5), "")
    _horizon(pen, mix(night, c.ink, 0.6))


def _planet(pen: Pen, night: str, base: str) -> None:
    """Draw a planet with its moons, and a ring or bands."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    x, y, radius = 50 + chance.between(-4, 4), 50 + chance.between(-3, 3), chance.between(23, 28)
    lean = chance.between(-28, 28)
    body, shade = chance.one_of(((c.metal, c.tone), (c.glow, c.accent), (c.accent, c.ground)))
    has_ring = chance.happens(0.6)
    high = 0.45 if pen.icon_shapes else 0.26
    for far in (34, 41, 48):
        pen.line(disc(x, y, far), c.metal, 0.3, 0.6)
        turn = chance.between(0, 360)
        moon = around(x, y, far, turn)
        size = chance.between(1.2, 3.4)
        pen.shape(disc(*moon, size), c.paper)
        pen.light(disc(moon[0] + size * 0.3, moon[1] + size * 0.2, size * 0.7), c.glow)
    with pen.moved(f"rotate({number(lean)} {points((x, y))})"):
        if has_ring:
            _ring(pen, (x, y), (radius, high), c.paper, back=True)
        pen.shape(disc(x, y, radius), body)
        with pen.within(disc(x, y, radius)):
            for _ in range(chance.whole(3, 5)):
                top = y + chance.between(-radius, radius)
                band = mix(body, shade, chance.between(0.12, 0.3))
                pen.light(box(x - 40, top, 80, chance.between(1.5, 5)), band)
            pen.light(
                f"M{points((x, y - radius))}a{number(radius)} {number(radius)} 0 0 1 0 "
                f"{number(2 * radius)}a{number(radius * 1.5)} {number(radius * 1.3)} 0 0 0 0 "
                f"{number(-2 * radius)}Z",
                c.ink,
                0.16,
            )
        if has_ring:
            _ring(pen, (x, y), (radius, high), c.paper, back=False)
    if pen.icon_shapes:
        pen.shape(disc(x, y, radius * 0.62), night, body, 0.8)
        pen.icon(x, y, radius * 0.84, c.glow)


def _ring(pen: Pen, middle: Point, size: Point, paint: str, *, back: bool) -> None:
    """Draw the half of a planet's ring that lies behind it, or the one before it.

    `size` is the planet's radius, and how high the ring is for its width."""
    x, y = middle
    radius, ratio = size
    for share, width in ((1.5, 1.6), (1.68, 0.8), (1.8, 0.4)):
        wide, high = number(radius * share), number(radius * share * ratio)
        pen.line(
            f"M{points((x - radius * share, y))}A{wide} {high} 0 0 {int(back)} "
            f"{points((x + radius * share, y))}",
            paint,
            width,
            0.85,
        )


def _horizon(pen: Pen, paint: str) -> None:
    edge = _hills(pen, 92, 3, paint)
    if pen.chance.happens(0.7):
        for px, py in edge:
            if pen.chance.happens(0.5):
                _pine(pen, px, py + 1.5, pen.chance.between(5, 13), paint)


def waves(pen: Pen) -> None:
    """Draw rolling waves with scales of foam, under a sun that has the icon."""
    chance, c = pen.chance, pen.colours
    far, near, shines = _sky(pen)
    on_sun = near if shines != c.accent else c.paper
    x, y = chance.between(36, 64), chance.between(28, 33)
    _shining(pen, x, y, chance.between(15, 18), shines, on_sun)
    if chance.happens(0.55):
        _scales(pen, far, near)
    else:
        _swell(pen, far, near)
    if chance.happens(0.5):
        beside = chance.between(24, 30)
        _boat(pen, x + beside if x < 50 else x - beside, 54.5, near, c.paper)


def _scales(pen: Pen, far: str, near: str) -> None:
    """Draw waves as rows of scales."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    wide = chance.between(9, 17)
    rows = 6
    for row in range(rows):
        level = 56 + row * 8.6
        share = 0.3 + 0.7 * row / (rows - 1)
        body = mix(mix(c.tone, far, 0.5), mix(c.ground, near, 0.35), share)
        foam = c.paper if row % 2 == 0 else c.glow
        shift = (row % 2) * wide - chance.between(0, 3) - wide
        x = shift - wide
        while x < 104 + wide:
            for n, part in enumerate((1, 0.8, 0.6, 0.4, 0.2)):
                fill = (foam, body, foam, body, foam)[n]
                radius = wide * part
                if n == 2 or n == 4:
                    fill = mix(body, foam, 0.55)
                pen.shape(
                    f"M{x - radius:.2f} {level + wide:.2f}v{-wide + radius * 0.1:.2f}"
                    f"a{radius:.2f} {radius * 0.95:.2f} 0 0 1 {2 * radius:.2f} 0"
                    f"v{wide - radius * 0.1:.2f}Z",
                    fill,
                )
            x += 2 * wide


def _swell(pen: Pen, far: str, near: str) -> None:
    """Draw waves as bands that roll, with lines that follow them."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    for row in range(6):
        level = 55 + row * 8.4
        body = mix(mix(c.tone, far, 0.45), mix(c.ground, near, 0.4), row / 5)
        long, swing, phase = chance.between(13, 20), chance.between(3, 5.2), chance.between(0, 40)
        for n in range(4):
            edge = [
                (
                    float(x),
                    level
                    + n * 1.9
                    - swing * (1 - n * 0.16) * (1 - abs(math.sin((x + phase) / long))) ** 1.4 * 2,
                )
                for x in range(-4, 108, 3)
            ]
            if n == 0:
                pen.shape(f"{smooth(edge)}V104H-4Z", body)
                pen.line(smooth(edge), c.paper, 1.3)
            else:
                pen.line(smooth(edge), mix(body, c.paper, 0.55 - n * 0.1), 0.6)


def _boat(pen: Pen, x: float, y: float, hull: str, sail: str) -> None:
    pen.line(open_line((x, y - 15), (x, y)), hull, 0.7)
    pen.shape(f"M{x - 7:.2f} {y - 2:.2f}h15q-1.5 5-4 6h-7q-3-1.5-4-6Z", hull)
    pen.shape(f"M{x + 0.8:.2f} {y - 14:.2f}q7 4 6.4 11h-6.4Z", sail, hull, 0.4)
    pen.shape(f"M{x - 0.8:.2f} {y - 12.5:.2f}q-5 5-5.4 9.5h5.4Z", sail, hull, 0.4)


def skyline(pen: Pen) -> None:
    """Draw a city with lit windows, before a moon that has the icon."""
    chance, c, mix = pen.chance, pen.colours, pen.mix
    far, near, shines = _sky(pen)
    on_sun = near if shines != c.accent else c.paper
    x = chance.between(36, 64)
    _shining(pen, x, chance.between(28, 33), chance.between(15, 18), shines, on_sun)
    old = chance.happens(0.6)
    lit = c.metal if shines != c.metal else c.glow
    for layer, (level, least, most) in enumerate(((80, 14, 30), (90, 14, 34), (101, 10, 28))):
        paint = mix(far, near, 0.36 + 0.32 * layer)
        left = chance.between(-8, -2)
        while left < 102:
            wide = chance.between(7, 13)
            tall = chance.between(least, most)
            _house(pen, (left, level - tall, wide), paint, lit if layer else "", old)
            left += wide - chance.between(0.3, 0.8)


def _house(pen: Pen, where: tuple[float, float, float], paint: str, lit: str, old: bool) -> None:
    """Draw a house from its upper edge to below the drawing."""
    chance = pen.chance
    left, top, wide = where
    right, middle = left + wide, left + wide / 2
    pen.shape(box(left, top, wide, 104 - top), paint)
    roof = chance.whole(0, 4)
    if old and roof == 0:
        pen.shape(polygon((left - 0.8, top), (middle, top - wide * 0.9), (right + 0.8, top)), paint)
        pen.line(open_line((middle, top - wide * 0.9), (middle, top - wide * 0.9 - 4)), paint, 0.5)
    elif old and roof == 1:
        pen.shape(
            f"M{left:.2f} {top:.2f}C{left - 1:.2f} {top - wide * 0.7:.2f} {middle - 0.6:.2f} "
            f"{top - wide * 0.5:.2f} {middle:.2f} {top - wide:.2f}C{middle + 0.6:.2f} "
            f"{top - wide * 0.5:.2f} {right + 1:.2f} {top - wide * 0.7:.2f} {right:.2f} {top:.2f}Z",
            paint,
        )
        pen.line(open_line((middle, top - wide), (middle, top - wide - 3)), paint, 0.5)
    elif old and roof == 2:
        merlon = wide / 5
        for n in range(3):
            pen.shape(
                box(left - 0.5 + n * (2 * merlon + 0.25), top - 2.4, merlon + 0.3, 2.8), paint
            )
    elif roof == 3:
        pen.shape(polygon((left, top), (left, top - 3), (right, top - 7), (right, top)), paint)
    elif not old:
        pen.shape(box(left + wide * 0.22, top - 4, wide * 0.56, 4.5), paint)
        pen.line(open_line((middle, top - 4), (middle, top - 10)), paint, 0.6)
    if not lit:
        return
    columns = max(2, int(wide / 3.2))
    step = wide / columns
    for row in range(int((100 - top) / 4.4)):
        for column in range(columns):
            if chance.happens(0.42):
                wx, wy = left + (column + 0.5) * step, top + 3 + row * 4.4
                if old:
                    pen.spot(
                        f"M{wx - 0.65:.2f} {wy + 1.9:.2f}v-1.6a.65.65 0 0 1 1.3 0v1.6Z", lit, 0.92
                    )
                else:
                    pen.spot(box(wx - 0.8, wy, 1.6, 1.9), lit, 0.92)
