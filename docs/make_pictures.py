"""Makes the pictures of README and gallery, and the gallery page, from the decks themselves.

    python docs/make_pictures.py [--check FOLDER]

Every card is painted to a PDF page by the very code that prints it, and rasterised. With --check, the sheets a designer should look at are
written to a folder: each deck in grey and as a person with deuteranopia sees it, and thirteen cards fanned to strips of 9 mm.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.boxes.make import BoxOptions, lay_boxes, make_boxes, sheet_room, together
from cardgen.boxes.net import laid
from cardgen.boxes.page import BLEED
from cardgen.cards.context import Context
from cardgen.cards.render import DrawJob, Troubles, draw_deck
from cardgen.graphics.drawing import Drawing
from cardgen.graphics.pdf import Pdf
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape, paper_size
from cardgen.rulebook.editions import open_rulebook
from cardgen.sheets.pages import from_view_box

HERE = Path(__file__).resolve().parent
TABLE = "#6B5B95"
DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)
"""Machado, Oliveira and Fernandes 2009, severity 1.0."""


def pictures(
    workshop: Workshop, game: Game, deck: Deck, width: int, side: str = "face", only: tuple[int, ...] | None = None
) -> Iterator[Image.Image]:
    """The faces or backs of a deck's cards, cut out, `width` pixels wide."""
    troubles = Troubles()
    for drawn in draw_deck(Context.of(workshop.project, game, workshop.book, Cache.of_user()), deck, troubles, DrawJob(only=only)):
        drawing = getattr(drawn, side)
        if drawing is not None:
            yield picture(drawing, deck.shape, width)
    assert not troubles, list(troubles)


def picture(drawing: Drawing, shape: Shape, width: int) -> Image.Image:
    pdf = Pdf("card")
    pdf.page(Box(0, 0, shape.width, shape.height)).place(drawing, from_view_box(drawing.box, shape))
    scale = width / shape.width
    image = pypdfium2.PdfDocument(pdf.bytes())[0].render(scale=scale).to_pil().convert("RGB")
    mask = Image.new("L", (image.width * 4, image.height * 4))
    draw, edges = ImageDraw.Draw(mask), (0, 0, mask.width - 1, mask.height - 1)
    if shape.kind == "circle":
        draw.ellipse(edges, fill=255)
    else:
        draw.rounded_rectangle(edges, radius=shape.corner * scale * 4, fill=255)
    image.putalpha(mask.resize(image.size, Image.Resampling.LANCZOS))
    return image


def rows(images: Iterable[Image.Image], across: int, gap: int) -> Image.Image:
    images = list(images)
    width, height = max(image.width for image in images), max(image.height for image in images)
    down = -(-len(images) // across)
    across = min(across, len(images))
    sheet = Image.new("RGBA", (across * (width + gap) + gap, down * (height + gap) + gap), (255, 255, 255, 0))
    for i, image in enumerate(images):
        sheet.paste(image, (gap + i % across * (width + gap), gap + i // across * (height + gap)), image)
    return sheet


def table(images: list[Image.Image], across: int) -> Image.Image:
    """Cards laid on a table, each a little askew."""
    width, height = images[0].width, images[0].height
    down = -(-len(images) // across)
    step_x, step_y = round(width * 1.06), round(height * 1.05)
    sheet = Image.new("RGB", (round(across * step_x + width * 0.1), round(down * step_y + height * 0.1)), TABLE)
    for i, image in enumerate(images):
        turned = image.rotate((-3, 2.5, -1.5, 3.5, -2.5, 1.5)[i % 6], expand=True, resample=Image.Resampling.BICUBIC)
        x = round(width * 0.08) + i % across * step_x - (turned.width - width) // 2
        y = round(height * 0.075) + i // across * step_y - (turned.height - height) // 2
        shadow = Image.new("RGBA", turned.size, "#3B3157")
        sheet.paste(shadow, (x + 4, y + 6), turned)
        sheet.paste(turned, (x, y), turned)
    return sheet


def save(image: Image.Image, path: Path) -> None:
    image.quantize(256, method=Image.Quantize.FASTOCTREE if image.mode == "RGBA" else Image.Quantize.MEDIANCUT).save(path, optimize=True)


SHOWN_BOXES = (
    ("best-candy-on-the-block", "candy-crave/achievement", "trick-or-treat-candy-pot/playing"),
    ("trick-or-treat-monsters/monster", "best-candy-on-the-block/king", "trick-or-treat-street"),
)


def folded(workshop: Workshop, name: str, scale: float, yaw: float = 32, pitch: float = 22) -> Image.Image:
    """The tuck box of a deck, or of a whole game, as it stands on a table: front, right side and lid, each cut out of the sheet and laid on
    the box."""
    ((game, decks),) = workshop.select([name])
    deck = decks[0] if len(decks) == 1 else together(game, decks)
    options = BoxOptions(papers=(paper_size("a3"),))
    (laid_out,), _ = lay_boxes(deck, options)
    (made,) = make_boxes(Context.of(workshop.project, game, workshop.book, Cache.of_user()), deck, options)
    paper = laid_out.paper
    net = laid(laid_out.parts[0].net, sheet_room(paper), BLEED)
    assert net
    image = pypdfium2.PdfDocument(made.pdf.bytes())[0].render(scale=4).to_pil().convert("RGBA")
    (w, h), (d, _) = net.panel("front").size, net.panel("right").size
    cy, sy, cp, sp = (turn(math.radians(angle)) for angle in (yaw, pitch) for turn in (math.cos, math.sin))

    def seen(x: float, y: float, z: float) -> tuple[float, float]:
        return (x * cy - z * sy) * scale, -(y * cp + (x * sy + z * cy) * -sp) * scale

    # Each face's lower left, lower right and upper left corner in space; the front stands at z = 0, the rest goes back from it.
    faces = {
        "front": ((0, 0, 0), (w, 0, 0), (0, h, 0)),
        "right": ((w, 0, 0), (w, 0, -d), (w, h, 0)),
        "top": ((0, h, 0), (w, h, 0), (0, h, -d)),
    }
    every = [seen(*point) for corners in faces.values() for point in corners] + [seen(w, h, -d)]
    left, up = min(x for x, _ in every), min(y for _, y in every)
    size = math.ceil(max(x for x, _ in every) - left) + 4, math.ceil(max(y for _, y in every) - up) + 4
    shown = Image.new("RGBA", size, (0, 0, 0, 0))
    for face, corners in faces.items():
        panel = net.panel(face)
        (px, py), (qx, qy), (rx, ry) = ((x - left + 2, y - up + 2) for x, y in (seen(*point) for point in corners))
        width, height = panel.size
        onto = Matrix((qx - px) / width, (qy - py) / width, (rx - px) / height, (ry - py) / height, px, py)
        back = Matrix(4, 0, 0, -4, 0, image.height) @ panel.placement @ onto.inverse()
        warped = image.transform(size, Image.Transform.AFFINE, (back.a, back.c, back.e, back.b, back.d, back.f), Image.Resampling.BICUBIC)
        mask = Image.new("L", (size[0] * 4, size[1] * 4))
        edge = [(px, py), (qx, qy), (qx + rx - px, qy + ry - py), (rx, ry)]
        ImageDraw.Draw(mask).polygon([(x * 4, y * 4) for x, y in edge], fill=255)
        dimmed = Image.blend(warped, Image.new("RGBA", size, "#2B2138"), {"front": 0.0, "right": 0.22, "top": 0.06}[face])
        shown.paste(dimmed, (0, 0), mask.resize(size, Image.Resampling.LANCZOS))
    return shown


FIGURES = {"figure": ("best-candy-on-the-block", "card")}
"""Figures of rulebooks that the documentation shows: the names of their pictures, the game, and what its book calls them."""


def figures(workshop: Workshop, width: int = 900) -> None:
    """The table of each game set for play, and other figures, as the rulebooks show them."""
    wanted = {f"table-{game.id}": (game.id, "table") for game in workshop.games} | FIGURES
    for game in workshop.games:
        shown = open_rulebook(Context.of(workshop.project, game, workshop.book, Cache.of_user())).gallery.figures
        for file, (_, figure) in ((file, each) for file, each in wanted.items() if each[0] == game.id):
            drawing = next(drawing for (name, _), drawing in shown.items() if name == figure)
            box, pdf = drawing.box, Pdf(figure)
            pdf.page(Box(0, 0, box.width, box.height)).place(drawing, Matrix(1, 0, 0, -1, 0, box.height))
            page = pypdfium2.PdfDocument(pdf.bytes())[0]
            save(page.render(scale=width / box.width, fill_color=(0, 0, 0, 0)).to_pil(), HERE / "pictures" / f"{file}.png")


def boxes(workshop: Workshop) -> Image.Image:
    """Boxes of all games, on a table."""
    images = [[folded(workshop, name, 1.15) for name in row] for row in SHOWN_BOXES]
    width, height = 880, max(image.height for row in images for image in row) + 26
    sheet = Image.new("RGB", (width, height * len(images) + 14), TABLE)
    for number, row in enumerate(images):
        gap = (width - sum(image.width for image in row)) / (len(row) + 1)
        x = gap
        for image in row:
            sheet.paste(image, (round(x), height * (number + 1) - image.height), image)
            x += image.width + gap
    return sheet


def covers(workshop: Workshop) -> Image.Image:
    """The title pages of all books, side by side on a table."""
    images = []
    for game in workshop.games:
        book = open_rulebook(Context.of(workshop.project, game, workshop.book, Cache.of_user())).screen()
        page = pypdfium2.PdfDocument(book.bytes())[0]
        images.append(page.render(scale=232 / page.get_width()).to_pil().convert("RGBA"))
    sheet = Image.new("RGBA", (len(images) * 250 + 18, images[0].height + 36), TABLE)
    for number, image in enumerate(images):
        sheet.paste("#3B3157", (18 + number * 250 + 4, 18 + 6, 18 + number * 250 + 4 + image.width, 18 + 6 + image.height))
        sheet.paste(image, (18 + number * 250, 18))
    return sheet.convert("RGB")


def spread(game: Game, count: int) -> list[tuple[Deck, int]]:
    """Cards for the picture of a game: from each deck in turn, spread over it."""
    chosen: list[tuple[Deck, int]] = []
    decks = [deck for deck in game.decks if deck.shape.name in ("poker", "bridge")] or list(game.decks)
    shares = {deck.id: max(1, round(count * len(deck) / sum(map(len, decks)))) for deck in decks}
    while sum(shares.values()) > count:
        shares[max(shares, key=lambda id: shares[id])] -= 1
    for deck in decks:
        share = shares[deck.id]
        chosen += [(deck, (2 * i + 1) * len(deck) // (2 * share)) for i in range(share)]
    return chosen[:count]


def gallery(workshop: Workshop) -> None:
    (HERE / "pictures").mkdir(exist_ok=True)
    text = [
        "# Gallery",
        "",
        "Every deck that ships with cardgen, made by `python docs/make_pictures.py` with the code that prints them.",
        "",
        "![Title pages of the five rulebooks](pictures/covers.png)",
        "",
    ]
    for game in workshop.games:
        shown = [next(pictures(workshop, game, deck, 230, only=(i,))) for deck, i in spread(game, 12)]
        save(table(shown, 6), HERE / "pictures" / f"{game.id}.png")
        text += [f"## {game.title}", "", f"Game design: {game.designer}. Unofficial fan edition, not for sale.", ""]
        text += [f"![Cards of {game.title}](pictures/{game.id}.png)", ""]
        for deck in game.decks:
            backs = list(pictures(workshop, game, deck, 110, side="back", only=(0,)))
            save(rows([*pictures(workshop, game, deck, 110), *backs], 9, 6), HERE / "pictures" / f"{game.id}-{deck.id}.png")
            text += [
                f"### {deck.title}",
                "",
                f"{deck.copies} cards, {len(deck)} different, {deck.shape}. The last picture is the back.",
                "",
            ]
            text += [f"![{deck.title}](pictures/{game.id}-{deck.id}.png)", ""]
    save(boxes(workshop), HERE / "pictures" / "boxes.png")
    save(covers(workshop), HERE / "pictures" / "covers.png")
    (HERE / "gallery.md").write_text("\n".join(text), encoding="utf-8")


def check(workshop: Workshop, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in workshop.games:
        for deck in game.decks:
            faces = list(pictures(workshop, game, deck, 160))
            sheet = Image.new("RGB", rows(faces, 10, 8).size, "white")
            together = rows(faces, 10, 8)
            sheet.paste(together, (0, 0), together)
            sheet.save(folder / f"{game.id}-{deck.id}.png")
            sheet.convert("L").save(folder / f"{game.id}-{deck.id}-grey.png")
            sheet.convert("RGB", DEUTERANOPIA).save(folder / f"{game.id}-{deck.id}-deuteranopia.png")
            wide = [next(pictures(workshop, game, deck, 300, only=(i * len(deck) // 13,))) for i in range(min(13, len(deck)))]
            strip = round(9 * MM * 300 / deck.shape.width)
            fan = Image.new("RGB", (strip * (len(wide) - 1) + 300, wide[0].height), "white")
            for i, face in enumerate(wide):
                fan.paste(face, (i * strip, 0), face)
            fan.save(folder / f"{game.id}-{deck.id}-fan.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=Path, metavar="FOLDER")
    parser.add_argument("--game", help="only this game, with --check")
    arguments = parser.parse_args()
    shop = open_project(HERE.parent)
    if arguments.check:
        shop.games = [game for game in shop.games if arguments.game in (None, game.id)]
        check(shop, arguments.check)
    else:
        figures(shop)
        gallery(shop)
