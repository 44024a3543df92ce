"""A tuck box as it stands on a shelf, for pictures of the documentation: front, right side and lid
in perspective, in the light of a lamp, with the notch for the thumb and its shadow on the floor.

Every side is the very drawing that is printed on it, without the lines to cut and fold."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.boxes.artwork import draw_faces
from cardgen.boxes.make import BoxOptions, lay_boxes, together
from cardgen.cards.context import Context
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.pdf import Pdf
from cardgen.model.sizes import Shape, paper_size
from cardgen.sheets.pages import from_view_box

Spot = tuple[float, float]
Placing = Callable[[Sequence[tuple[float, float, float]]], list[Spot]]
"""Where points of a box come to on its picture."""

FINER = 3
"""A box is drawn so many times as large as it is shown, so that its edges are smooth."""
FAR = 8.0
"""How many times its height an eye is away from a box."""
NIGHT, LIGHT, BOARD, SHADED = "#1B1330", "#FFF6DC", "#E9E2D6", "#8A7F93"
"""The colours of shadows, of light on edges, and of the bare board in the light and in the shade."""
AROUND = 0.16
"""The room for the shadow around a box, in heights of it."""


def folded(
    workshop: Workshop,
    name: str,
    scale: float,
    yaw: float = 32,
    pitch: float = 15,
    behind: bool = False,
    pulled: tuple[Image.Image, float] | None = None,
) -> Image.Image:
    """The tuck box of a deck, or of a whole game, so many pixels to the point, turned and seen from
    above by so many degrees, or from `behind`. Clear around it, with its shadow on the floor.

    With `pulled` it stands open: cards that stick out of it, and how many points one of their
    pixels is wide."""
    ((game, decks),) = workshop.select([name])
    of_cards = [deck for deck in decks if not deck.is_pad]
    deck = of_cards[0] if len(of_cards) == 1 else together(game, of_cards)
    (laid_out,), _ = lay_boxes(deck, BoxOptions(papers=(paper_size("a3"),)))
    net = laid_out.parts[0].net
    context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    (drawings,) = draw_faces(context, deck, laid_out.parts[:1])
    scale *= FINER
    fine = 1.2 * scale
    shown_sides = ("back", "left", "top") if behind else ("front", "right", "top")
    sides = {
        face: drawn(drawings[side], net.panel(side).size, fine)
        for face, side in zip(("front", "right", "top"), shown_sides, strict=True)
    }
    (w, h), (d, _) = net.panel("front").size, net.panel("right").size
    if behind:
        sides["top"] = sides["top"].rotate(180)
    else:
        tuck = drawn(drawings["tuck"], net.panel("tuck").size, fine)
        notch(sides["front"], None if pulled else tuck, net.panel("front").notch * fine, fine)
    light(sides, fine)
    cy, sy, cp, sp = (
        turn(math.radians(angle)) for angle in (yaw, pitch) for turn in (math.cos, math.sin)
    )

    def seen(x: float, y: float, z: float) -> Spot:
        """Where a point of the box comes to; its front stands at z = 0, the rest behind it."""
        x, y, z = x - w / 2, y - h / 2, z + d / 2
        near = (x * sy + z * cy) * cp + y * sp
        size = scale / (1 - near / (FAR * h))
        return (x * cy - z * sy) * size, ((x * sy + z * cy) * sp - y * cp) * size

    corners = {
        "right": ((w, h, 0), (w, h, -d), (w, 0, -d), (w, 0, 0)),
        "top": ((0, h, -d), (w, h, -d), (w, h, 0), (0, h, 0)),
        "front": ((0, h, 0), (w, h, 0), (w, 0, 0), (0, 0, 0)),
    }
    cards: tuple[tuple[float, float, float], ...] = ()
    if pulled:
        image, size_of_pixel = pulled
        half, high = image.width * size_of_pixel / 2, image.height * size_of_pixel
        left, right, up = w / 2 - half, w / 2 + half, h - 1 + high
        cards = (
            (left, up, -d / 2),
            (right, up, -d / 2),
            (right, h - 1, -d / 2),
            (left, h - 1, -d / 2),
        )
    room = AROUND * h * scale
    spots = [seen(*corner) for each in (*corners.values(), cards) for corner in each]
    left, up = min(x for x, _ in spots) - room, min(y for _, y in spots) - room / 4
    size = (
        math.ceil(max(x for x, _ in spots) + 2 * room - left),
        math.ceil(max(y for _, y in spots) + room - up),
    )

    def placed(points: Sequence[tuple[float, float, float]]) -> list[Spot]:
        return [(x - left, y - up) for x, y in (seen(*point) for point in points)]

    shown = shadow(size, placed, (w, h, d), scale)
    if pulled:
        del corners["top"]
        inside(shown, placed, (w, h, d), net.panel("tuck").size[1], scale)
        lay(shown, pulled[0], placed(cards))
    for face, points in corners.items():
        lay(shown, sides[face], placed(points))
    edges(shown, placed, (w, h, d), scale)
    small = (round(size[0] / FINER), round(size[1] / FINER))
    return shown.resize(small, Image.Resampling.LANCZOS)


def resting(
    workshop: Workshop, name: str, most: tuple[int, int], behind: bool = False
) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """A box that is so wide and so high at the most without its shadow, and where it is on its
    picture."""
    box = folded(workshop, name, 2, behind=behind)
    left, top, right, foot = without_shadow(box)
    small = min(most[0] / (right - left), most[1] / (foot - top))
    box = box.resize((round(box.width * small), round(box.height * small)))
    return box, without_shadow(box)


def without_shadow(box: Image.Image) -> tuple[int, int, int, int]:
    """Where the box itself is on its picture."""
    solid = box.getchannel("A").point([0] * 255 + [255])
    return solid.getbbox() or (0, 0, *box.size)


def drawn(drawing: Drawing, size: tuple[float, float], fine: float) -> Image.Image:
    """A side of the box as a picture, so many pixels to the point."""
    pdf, shape = Pdf("side"), Shape("rectangle", *size)
    pdf.page(Box(0, 0, *size)).place(drawing, from_view_box(drawing.box, shape))
    page = pypdfium2.PdfDocument(pdf.bytes())[0]
    image: Image.Image = page.render(scale=fine).to_pil().convert("RGBA")
    return image


def notch(front: Image.Image, tuck: Image.Image | None, radius: float, fine: float) -> None:
    """Cut the notch for the thumb out of the front: behind it is the flap of the lid, in the shade,
    or what stands in an open box, and around it the edge of the board."""
    if not radius:
        return
    middle, rim = front.width / 2, 0.35 * MM * fine
    hole = Image.new("L", front.size)
    circle = (middle - radius, -radius, middle + radius, radius)
    ImageDraw.Draw(hole).ellipse(circle, fill=255)
    if tuck is None:
        front.putalpha(ImageChops.invert(hole))
        ImageDraw.Draw(front).arc(circle, 0, 180, BOARD, max(2, round(rim * 1.4)))
        return
    behind = Image.new("RGBA", front.size, NIGHT)
    behind.paste(tuck, (round((front.width - tuck.width) / 2), 0))
    shade = Image.new("L", front.size, 225)
    inner = (circle[0] + rim * 3, -radius, circle[2] + rim * 3, radius + rim * 2)
    ImageDraw.Draw(shade).ellipse(inner, fill=120)
    ImageDraw.Draw(shade).rectangle((0, 0, front.width, rim * 4), fill=200)
    behind.paste(NIGHT, (0, 0), shade.filter(ImageFilter.GaussianBlur(rim * 2)))
    front.paste(behind, (0, 0), hole)
    pen = ImageDraw.Draw(front)
    pen.arc(
        tuple(side + by for side, by in zip(circle, (-1, -1, 1, 1), strict=True)),
        0,
        180,
        NIGHT,
        round(rim * 1.6),
    )
    pen.arc(circle, 0, 180, SHADED, max(2, round(rim * 0.8)))


def light(sides: dict[str, Image.Image], fine: float) -> None:
    """Light from the upper left: the front is brighter there, the right side lies in the shade, and
    the lid is bright. Where the board is folded it is a little darker."""
    for face, (bright, dark) in {"front": (26, 34), "right": (0, 84), "top": (46, 0)}.items():
        side = sides[face]
        across = Image.linear_gradient("L").resize(side.size)  # dark above, bright below
        if face != "top":
            across = Image.linear_gradient("L").rotate(90).resize(side.size)
        fall = ImageChops.add(across, Image.linear_gradient("L").resize(side.size), 2)
        least = 44 if face == "right" else 0
        shade = fall.point([round(least + (dark - least) * level / 255) for level in range(256)])
        glow = fall.point([round(bright * max(0.0, 1 - level / 150)) for level in range(256)])
        side.paste(NIGHT, (0, 0), shade)
        side.paste(LIGHT, (0, 0), glow)
        crease = Image.new("L", side.size)
        rim = ImageDraw.Draw(crease)
        rim.rectangle(
            (0, 0, side.width - 1, side.height - 1), outline=70, width=round(0.7 * MM * fine)
        )
        side.paste(NIGHT, (0, 0), crease.filter(ImageFilter.GaussianBlur(0.35 * MM * fine)))


def lay(ground: Image.Image, side: Image.Image, spots: Sequence[Spot]) -> None:
    """Lay a side into the four places of its corners, from the upper left one clockwise."""
    # beyond a picture all is black: its edge is looked at a little inside
    w, h, rim = side.width - 2, side.height - 2, 2
    back = mapped(spots, ((rim, rim), (w, rim), (w, h), (rim, h)))
    warped = side.transform(
        ground.size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC
    )
    mask = Image.new("L", ground.size)
    ImageDraw.Draw(mask).polygon(list(spots), fill=255)
    mask = ImageChops.multiply(mask, warped.getchannel("A"))
    ground.paste(warped.convert("RGB"), (0, 0), mask)


def mapped(places: Sequence[Spot], onto: Sequence[Spot]) -> list[float]:
    """The eight numbers by which a perspective maps four places onto four others."""
    rows = []
    for (x, y), (u, v) in zip(places, onto, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(8):
            if row != column:
                part = rows[row][column] / rows[column][column]
                rows[row] = [
                    one - part * other for one, other in zip(rows[row], rows[column], strict=True)
                ]
    return [rows[number][8] / rows[number][number] for number in range(8)]


def shadow(
    size: tuple[int, int], placed: Placing, box: tuple[float, float, float], scale: float
) -> Image.Image:
    """The shadow of a box on the floor: a long soft one to the right, a short dark one below it."""
    w, h, d = box
    shown = Image.new("RGBA", size, NIGHT)
    long = h * 0.34
    cast = [
        (0, 0, 0),
        (w, 0, 0),
        (w + long, 0, -d * 0.35),
        (w + long * 0.8, 0, -d - long * 0.2),
        (0, 0, -d),
    ]
    near = [(-1, 0, 1.5), (w + 1.5, 0, 1.5), (w + 2.5, 0, -d), (0, 0, -d)]
    soft = Image.new("L", size)
    for points, strength, blur in ((cast, 150, 9), (near, 235, 2.6)):
        part = Image.new("L", size)
        ImageDraw.Draw(part).polygon(placed(points), fill=strength)
        soft = ImageChops.lighter(soft, part.filter(ImageFilter.GaussianBlur(blur * scale)))
    # where the box touches the floor no light comes in
    part = Image.new("L", size)
    foot = placed([(-0.4, 0, -1), (-0.4, 0, 0.4), (w + 0.4, 0, 0.4), (w + 0.4, 0, -d)])
    ImageDraw.Draw(part).line(foot, fill=255, width=round(3.4 * scale), joint="curve")
    soft = ImageChops.lighter(soft, part.filter(ImageFilter.GaussianBlur(0.5 * scale)))
    shown.putalpha(soft)
    return shown


def inside(
    shown: Image.Image,
    placed: Placing,
    box: tuple[float, float, float],
    tuck: float,
    scale: float,
) -> None:
    """Draw what an open box shows of itself: its lid, swung up at the back, its flap, and the
    edges of the cards in it."""
    w, h, d = box
    pen = ImageDraw.Draw(shown)
    up, back = h + d * 0.9, -d - d * 0.44
    lid = [(0, h, -d), (w, h, -d), (w, up, back), (0, up, back)]
    flap = [(0, up, back), (w, up, back), (w - 5, up + tuck, back + 3), (5, up + tuck, back + 3)]
    for points, colour in ((flap, BOARD), (lid, "#CFC6BF")):
        pen.polygon(placed(points), colour)
        pen.line(placed([*points, points[0]]), NIGHT, round(0.9 * scale))
    pen.polygon(placed([(0, h, -d), (w, h, -d), (w, h, 0), (0, h, 0)]), NIGHT)
    # the foremost card, behind the notch
    pen.polygon(
        placed([(2, h - 1, -1), (w - 2, h - 1, -1), (w - 2, h / 2, -1), (2, h / 2, -1)]), SHADED
    )
    for number in range(1, 12):
        z = -d * (0.94 - number * 0.08)
        pen.line(placed([(2, h - 1, z), (w - 2, h - 1, z)]), BOARD, max(1, round(0.5 * scale)))


def edges(
    shown: Image.Image, placed: Placing, box: tuple[float, float, float], scale: float
) -> None:
    """The edges that catch the light, and the gap below the lid."""
    w, h, d = box
    for points, colour, strength, wide in (
        ([(0, h, 0), (w, h, 0)], NIGHT, 210, 0.34),
        ([(w, h, 0), (w, h, -d)], NIGHT, 150, 0.26),
        ([(0, h + 0.5, 0), (w, h + 0.5, 0)], LIGHT, 80, 0.22),
        ([(w, 0, 0), (w, h - 1, 0)], LIGHT, 50, 0.3),
    ):
        mask = Image.new("L", shown.size)
        ImageDraw.Draw(mask).line(
            placed(points), fill=strength, width=max(2, round(wide * MM * scale))
        )
        mask = ImageChops.multiply(mask, shown.getchannel("A"))
        over = Image.new("RGB", shown.size, colour)
        shown.paste(over, (0, 0), mask)
