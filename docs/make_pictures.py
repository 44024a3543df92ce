"""Makes all pictures of README, gallery and the other pages, and the gallery page, from the decks
and the program themselves.

    python docs/make_pictures.py [NAME ...] [--check FOLDER] [--game GAME]

A NAME makes only that: `gallery`, `tour`, or a function of `make_shots.py` or `make_howtos.py`,
such as `preview`. Every card
is painted to a PDF page by the very code that prints it, and rasterised. With --check, the sheets a
designer should look at are written to a folder: each deck at print size, in grey and as a person
with deuteranopia sees it, cut 0.7 mm off, and thirteen cards fanned to strips of 9 mm."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from PIL import Image, ImageDraw, ImageFilter, ImageOps
from standing_box import folded, resting, without_shadow

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.printed_game import as_printed
from cardgen.cards.render import CardFindings, draw_deck, draw_together
from cardgen.cli import cli
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.pdf import Pdf
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape
from cardgen.rulebook.editions import open_rulebook
from cardgen.rulebook.figures import FigureSet
from cardgen.rulebook.illustrations import needed
from cardgen.sheets.pages import from_view_box

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "pictures"
TABLE, SHADOW = "#6B5B95", "#3B3157"
WALL, LIP, EDGE = "#4A3F6B", "#54477A", "#8474B4"
"""The wall behind the shelves, and the front of a shelf with its edge."""
WIDE = 1640
"""Pixels across the page, twice as many as it shows: for screens that have them."""
DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)
"""Machado, Oliveira and Fernandes 2009, severity 1.0."""
SCREEN = 100
"""Pixels to the inch of a sheet at print size."""


def pictures(
    workshop: Workshop,
    game: Game,
    deck: Deck,
    width: int,
    side: str = "face",
    only: tuple[int, ...] | None = None,
    off: float = 0,
) -> Iterator[Image.Image]:
    """The faces or backs of a deck's cards, cut out, `width` pixels wide; cut so many millimetres
    off, to the right and below."""
    card_findings = CardFindings()
    context = as_printed(Context.of(workshop.project, game, workshop.fonts, Cache.of_user()))
    for drawn in draw_deck(
        context,
        context.game.deck(deck.id),
        card_findings,
        DrawOptions(positions=only),
    ):
        drawing = getattr(drawn, side)
        if drawing is not None:
            yield picture(drawing, deck.shape, width, off)
    assert not card_findings, list(card_findings)


def picture(drawing: Drawing, shape: Shape, width: int, off: float = 0) -> Image.Image:
    pdf = Pdf("card")
    moved = Matrix(1, 0, 0, 1, -off * MM, off * MM)
    pdf.page(Box(0, 0, shape.width, shape.height)).place(
        drawing, moved @ from_view_box(drawing.box, shape)
    )
    scale = width / shape.width
    image: Image.Image = (
        pypdfium2.PdfDocument(pdf.bytes())[0].render(scale=scale).to_pil().convert("RGB")
    )
    mask = Image.new("L", (image.width * 4, image.height * 4))
    draw, edges = ImageDraw.Draw(mask), (0, 0, mask.width - 1, mask.height - 1)
    if shape.kind == "circle":
        draw.ellipse(edges, fill=255)
    elif shape.kind == "hexagon":
        corners = [(0, 2), (1, 0), (3, 0), (4, 2), (3, 4), (1, 4)]
        draw.polygon([(x / 4 * edges[2], y / 4 * edges[3]) for x, y in corners], fill=255)
    else:
        draw.rounded_rectangle(edges, radius=shape.corner * scale * 4, fill=255)
    image.putalpha(mask.resize(image.size, Image.Resampling.LANCZOS))
    return image


def rows(images: Iterable[Image.Image], across: int, gap: int) -> Image.Image:
    images = list(images)
    width, height = max(image.width for image in images), max(image.height for image in images)
    down = -(-len(images) // across)
    across = min(across, len(images))
    sheet = Image.new(
        "RGBA", (across * (width + gap) + gap, down * (height + gap) + gap), (255, 255, 255, 0)
    )
    for i, image in enumerate(images):
        sheet.paste(
            image, (gap + i % across * (width + gap), gap + i // across * (height + gap)), image
        )
    return sheet


def laid_down(
    ground: Image.Image, image: Image.Image, centre: tuple[float, float], turn: float = 0
) -> None:
    """Lay a card, a page or a box on a table: turned by degrees about its centre, with a soft
    shadow."""
    thing = image.convert("RGBA")
    # clear around it, so that its turned edges are smooth
    room = Image.new("RGBA", (thing.width + 8, thing.height + 8))
    room.paste(thing, (4, 4))
    turned = room.rotate(turn, expand=True, resample=Image.Resampling.BICUBIC)
    x, y = round(centre[0] - turned.width / 2), round(centre[1] - turned.height / 2)
    soft = Image.new("L", (turned.width + 48, turned.height + 48))
    soft.paste(turned.getchannel("A"), (24, 24))
    ground.paste(SHADOW, (x - 24 + 5, y - 24 + 8), soft.filter(ImageFilter.GaussianBlur(7)))
    ground.paste(turned, (x, y), turned)


def table(images: Sequence[Image.Image], across: int, askew: float = 1) -> Image.Image:
    """Cards laid on a table, each a little askew, or less so."""
    width, height = max(image.width for image in images), max(image.height for image in images)
    down = -(-len(images) // across)
    step_x, step_y = width * 1.07, height * 1.06
    sheet = Image.new(
        "RGB", (round(across * step_x + width * 0.09), round(down * step_y + height * 0.09)), TABLE
    )
    for i, image in enumerate(images):
        centre = (width * 0.58 + i % across * step_x, height * 0.575 + i // across * step_y)
        laid_down(sheet, image, centre, (-3, 2.5, -1.5, 3, -2.5, 1.5)[i % 6] * askew)
    return sheet


def fanned(images: Sequence[Image.Image], step: float = 5.5) -> Image.Image:
    """Cards as a hand holds them: each turned by so many degrees more than the one below it."""
    width, height = images[0].size
    radius, middle = height * 1.9, (len(images) - 1) / 2
    lean = math.radians(step * middle)
    across = 2 * radius * math.sin(lean) + width + height * math.sin(lean)
    room = (round(across), round(height * 1.12 + radius * (1 - math.cos(lean)) + width / 3))
    fan = Image.new("RGBA", room)
    for i, image in enumerate(images):
        angle = math.radians(step * (i - middle))
        turned = Image.new("RGBA", (image.width + 8, image.height + 8))
        turned.paste(image, (4, 4))
        turned = turned.rotate(-math.degrees(angle), expand=True, resample=Image.Resampling.BICUBIC)
        x = room[0] / 2 + radius * math.sin(angle) - turned.width / 2
        y = height * 0.58 + radius * (1 - math.cos(angle)) - turned.height / 2
        dark = Image.new("RGBA", room)
        dark.paste(
            SHADOW,
            (round(x) - 3, round(y) + 2),
            turned.getchannel("A").filter(ImageFilter.GaussianBlur(3)),
        )
        fan = Image.alpha_composite(fan, dark)
        fan.alpha_composite(turned, (round(x), round(y)))
    return fan.crop(fan.getbbox())


def pulled(images: Sequence[Image.Image], step: float = 14) -> Image.Image:
    """Return cards that are pulled out of a box by half, each turned further than the one
    below it about the middle of the rim, which is the middle of the picture's lower edge."""
    width, height = images[0].size
    out = height * 0.5
    drawn = Image.new("RGBA", (round(2 * (out + width / 2)), round(out + width / 4)))
    for number, image in enumerate(images):
        angle = step * (number - (len(images) - 1) / 2)
        lean = math.radians(angle)
        turned = Image.new("RGBA", (image.width + 8, image.height + 8))
        turned.paste(image, (4, 4))
        turned = turned.rotate(-angle, expand=True, resample=Image.Resampling.BICUBIC)
        rise = out - height / 2
        x = drawn.width / 2 + rise * math.sin(lean) - turned.width / 2
        y = drawn.height - rise * math.cos(lean) - turned.height / 2
        dark = Image.new("RGBA", drawn.size)
        dark.paste(
            SHADOW,
            (round(x) - 4, round(y) + 3),
            turned.getchannel("A").filter(ImageFilter.GaussianBlur(4)),
        )
        drawn = Image.alpha_composite(drawn, dark)
        over = Image.new("RGBA", drawn.size)
        over.paste(turned, (round(x), round(y)))
        drawn = Image.alpha_composite(drawn, over)
    return drawn


def save(image: Image.Image, path: Path, is_flat: bool = False) -> None:
    """Keep a picture with all its colours: a palette of 256 shows walls, roofs and hats in wrong
    ones. As `.webp` it takes a third of the room, with faults that nobody sees; one that `is_flat`
    takes as little without any."""
    if path.suffix == ".webp":
        image.save(path, lossless=is_flat, quality=88, method=6)
    else:
        image.save(path, optimize=True)


def cardgen(*words: str) -> str:
    """What a command says; the cards it makes lie in the current folder."""
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    return done.stdout + done.stderr


@contextlib.contextmanager
def elsewhere() -> Iterator[Path]:
    """An empty folder to work in."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


def pages(pdf: Path, width: int, *numbers: int) -> list[Image.Image]:
    """Pages of a file, so many pixels wide."""
    document = pypdfium2.PdfDocument(pdf)
    return [
        document[number].render(scale=width / document[number].get_width()).to_pil().convert("RGB")
        for number in numbers
    ]


def trimmed(page: Image.Image, room: int = 32) -> Image.Image:
    """A page without what is white around its words and pictures, but for some room."""
    ink = ImageOps.invert(page.convert("L")).getbbox()
    assert ink
    left, top, right, foot = ink
    return page.crop(
        (
            max(0, left - room),
            max(0, top - room),
            min(page.width, right + room),
            min(page.height, foot + room),
        )
    )


SHOWN_BOXES = (
    (
        ("best-candy-on-the-block", 1.4, False),
        ("trick-or-treat-monsters", 1.4, False),
        ("candy-crave", 1.2, False),
        ("trick-or-treat-candy-pot", 1.4, False),
        ("trick-or-treat-street", 1.4, False),
    ),
    (
        ("best-candy-on-the-block", 1.4, True),
        ("best-candy-on-the-block/king", 1.4, False),
        ("candy-crave", 1.16, True),
        ("trick-or-treat-street/house", 1.4, False),
        ("trick-or-treat-street", 1.4, True),
    ),
)
"""The boxes of each shelf, how many pixels of them show a point, and whether they are seen from behind."""
OPEN = {
    "trick-or-treat-candy-pot": ("skulls-jack", "pumpkins-king", "candies-queen", "bats-king"),
}
"""A box of the shelves that stands open, and the cards that stick out of it."""


FIGURES = {"figure": ("best-candy-on-the-block", "card")}
"""Figures of rulebooks that the documentation shows: the names of their pictures, the game, and
what its book calls them."""


def figures(width: int = 900) -> None:
    """The table of each game set for play, and other figures, as the rulebooks show them."""
    workshop = open_project(HERE.parent)
    wanted = {f"table-{game.id}": (game.id, "table") for game in workshop.games} | FIGURES
    for game in workshop.games:
        book = open_rulebook(Context.of(workshop.project, game, workshop.fonts, Cache.of_user()))
        names = {figure for id, figure in wanted.values() if id == game.id}
        asked = needed(book.manuscript).figures
        drawn = FigureSet(book.context, {key: asked[key] for key in asked if key[0] in names})
        (panels,) = draw_together(book.context, [drawn.work], DrawOptions())
        shown = drawn.drawings(panels.drawn, panels.card_findings, [])
        for file, (_, figure) in (
            (file, each) for file, each in wanted.items() if each[0] == game.id
        ):
            drawing = next(drawing for (name, _), drawing in shown.items() if name == figure)
            box, pdf = drawing.box, Pdf(figure)
            pdf.page(Box(0, 0, box.width, box.height)).place(
                drawing, Matrix(1, 0, 0, -1, 0, box.height)
            )
            page = pypdfium2.PdfDocument(pdf.bytes())[0]
            save(
                page.render(scale=width / box.width, fill_color=(0, 0, 0, 0)).to_pil(),
                PICTURES / f"{file}.png",
            )


def boxes(workshop: Workshop) -> Image.Image:
    """Boxes of all games, on two shelves in the light of a lamp."""
    highs = (640, 610)
    sheet = Image.new("RGB", (WIDE, sum(highs)), WALL)
    pen = ImageDraw.Draw(sheet)
    foot = 0
    for row, high in zip(SHOWN_BOXES, highs, strict=True):
        lamp = ImageOps.invert(Image.radial_gradient("L")).resize((WIDE, high))
        sheet.paste(TABLE, (0, foot), lamp.point([level * 2 // 3 for level in range(256)]))
        foot += high
        pen.rectangle((0, foot - 170, WIDE, foot - 26), fill=TABLE)
        pen.line((0, foot - 170, WIDE, foot - 170), fill=SHADOW, width=3)
        pen.rectangle((0, foot - 26, WIDE, foot), fill=LIP)
        pen.line((0, foot - 26, WIDE, foot - 26), fill=EDGE, width=3)
        images = [
            folded(workshop, name, scale, behind=behind, pulled=out_of(workshop, name))
            for name, scale, behind in row
        ]
        within = [without_shadow(image) for image in images]
        gap = (WIDE - sum(box[2] - box[0] for box in within)) / (len(row) + 1)
        x = gap
        for image, box in zip(images, within, strict=True):
            sheet.paste(image, (round(x - box[0]), foot + 22 - image.height), image)
            x += box[2] - box[0] + gap
    return sheet


def out_of(workshop: Workshop, name: str) -> tuple[Image.Image, float] | None:
    """Return the cards that stick out of a box which stands open, and the points in a pixel."""
    if name not in OPEN:
        return None
    deck, width = HELD[name], 400
    ((game, _),) = workshop.select([name])
    images = [face(workshop, f"{name}/{deck}/{card}", width) for card in OPEN[name]]
    return pulled(images), game.deck(deck).shape.width / width


BEST = {
    "best-candy-on-the-block": (
        *("main/black-12", "main/purple-11", "main/orange-prank", "main/green-11", "main/black-11"),
        *(
            "king/king-prank",
            "king/stash-raid",
            "trick-or-treater/sour-3",
            "trick-or-treater/nuts-2",
            "bag/bag-8",
        ),
    ),
    "candy-crave": (
        *(
            "bowl/bowl-chocolate",
            "bowl/bowl-lollipop",
            "favorites/plus-3",
            "favorites/minus-2",
            "favorites/question",
        ),
        *(
            "achievement/felix-chase",
            "achievement/power-grid-nuclear",
            "achievement/fearsome-floors-eaten",
            "achievement/felix-end",
        ),
        "sweets/cookie",
    ),
    "trick-or-treat-candy-pot": (
        *(
            "playing/skulls-queen",
            "playing/candies-jack",
            "playing/bats-king",
            "playing/pumpkins-queen",
            "playing/color-joker",
        ),
        *(
            "playing/pumpkins-7",
            "playing/candies-5",
            "playing/bats-3",
            "playing/skulls-8",
            "playing/bats-ace",
        ),
    ),
    "trick-or-treat-monsters": (
        *(
            "monster/purple-rag-bunny",
            "monster/blue-slime",
            "monster/green-cyclops",
            "monster/orange-skeleton",
        ),
        *(
            "monster/purple-frankenstein",
            "monster/orange-reaper",
            "monster/green-voodoo-doll",
            "monster/blue-evil-twins",
        ),
        *("monster/purple-redirect", "monster/recolor"),
    ),
    "trick-or-treat-street": (
        *(
            "house/discard-plus3",
            "house/over-two",
            "house/over-three",
            "house/draw-two",
            "house/give-right",
        ),
        *("player/mummy", "player/witch", "score/plus-3", "score/minus-2", "event/skull"),
    ),
}
"""Ten faces of each game, those to show first."""
HELD = {
    "best-candy-on-the-block": "main",
    "candy-crave": "bowl",
    "trick-or-treat-candy-pot": "playing",
    "trick-or-treat-monsters": "monster",
    "trick-or-treat-street": "house",
}
"""The deck that is fanned, and of which a sheet is shown but for those of FULLER."""
FULLER = {"candy-crave": "achievement"}
"""The deck of which a sheet is shown, where the one that is fanned does not fill it."""
HAND = 8
"""How many cards a fan has at the most."""
HERO = (
    "trick-or-treat-street/house/over-two",
    "trick-or-treat-monsters/monster/purple-rag-bunny",
    "best-candy-on-the-block/main/black-12",
    "trick-or-treat-street/house/discard-plus3",
    "trick-or-treat-monsters/monster/green-cyclops",
    "trick-or-treat-candy-pot/playing/skulls-queen",
    "trick-or-treat-monsters/monster/blue-slime",
    "trick-or-treat-street/house/over-three",
)
"""What a visitor sees first."""


def face(workshop: Workshop, name: str, width: int) -> Image.Image:
    """The face of the card `GAME/DECK/CARD`, cut out."""
    game_id, deck_id, card = name.split("/")
    game = next(each for each in workshop.games if each.id == game_id)
    deck = game.deck(deck_id)
    (position,) = (i for i, each in enumerate(deck.cards) if each.id == card)
    return next(pictures(workshop, game, deck, width, only=(position,)))


def title_page(workshop: Workshop, game: Game, width: int) -> Image.Image:
    book = open_rulebook(
        Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    ).screen()
    page = pypdfium2.PdfDocument(book.bytes())[0]
    image: Image.Image = page.render(scale=width / page.get_width()).to_pil()
    return image.convert("RGB")


def covers(workshop: Workshop) -> Image.Image:
    """What README begins with: cards of the games on a table, below them the title pages of all
    books."""
    cards = [face(workshop, name, 198) for name in HERO]
    shown = [title_page(workshop, game, 300) for game in workshop.games]
    sheet = Image.new("RGB", (WIDE, 336 + shown[0].height + 36), TABLE)
    for number, image in enumerate(cards):
        laid_down(
            sheet,
            image,
            (118 + number * 200.6, 26 + 277 / 2 + (0, 8)[number % 2]),
            (-2.5, 2, -1.5, 2.5)[number % 4],
        )
    for number, image in enumerate(shown):
        laid_down(sheet, image, (WIDE / 2 + (number - 2) * 322, 336 + image.height / 2))
    return sheet


def game_set(workshop: Workshop, game: Game) -> Image.Image:
    """A game on a table: its rulebook, its box from behind and before, a sheet of it, and a hand."""
    deck = game.deck(HELD[game.id])
    held = sorted({i * len(deck) // HAND for i in range(HAND)})
    hand = fanned(list(pictures(workshop, game, deck, 196, only=tuple(held))))
    cut = FULLER.get(game.id, deck.id)
    with elsewhere() as folder:
        cardgen("build", f"{game.id}/{cut}", "--paper", "a4")
        (sheet,) = pages(folder / f"output/{game.id}/{cut}-a4.pdf", 430, 0)
    ground = Image.new("RGB", (WIDE, 690), TABLE)
    laid_down(ground, title_page(workshop, game, 420), (245, 345), 2)
    for behind, high, middle, foot in ((True, 420, 602, 520), (False, 480, 778, 650)):
        standing, box = resting(workshop, game.id, (360, high), behind)
        place = (middle - (box[0] + box[2]) // 2, foot - box[3])
        ground.paste(standing, place, standing)
    # over the shadow of the box, which is dark on white paper
    laid_down(ground, sheet, (1190, 345), -2.5)
    ground.paste(hand, (1600 - hand.width, 670 - hand.height), hand)
    return ground


def gallery() -> None:
    """The pictures of the gallery, and its page."""
    workshop = open_project(HERE.parent)
    PICTURES.mkdir(exist_ok=True)
    save(covers(workshop), PICTURES / "covers.png")
    save(boxes(workshop), PICTURES / "boxes.webp")
    text = [
        "# Gallery",
        "",
        "Five Halloween games, drawn and ready to print. The pictures are made by the code that prints the cards.",
        "",
        "![Cards of five games, and the title pages of their rulebooks](pictures/covers.png)",
        "",
        " · ".join(f"[{game.title}](#{anchor(game.title)})" for game in workshop.games),
        "",
    ]
    for game in workshop.games:
        shown = [face(workshop, f"{game.id}/{name}", 290) for name in BEST[game.id]]
        save(table(shown, 5), PICTURES / f"{game.id}.png")
        save(game_set(workshop, game), PICTURES / f"{game.id}-set.webp")
        text += [
            f"## {game.title}",
            "",
            f"Game design: {game.designer}. Unofficial fan edition, not for sale.",
            "",
        ]
        text += [f"![Ten cards of {game.title}](pictures/{game.id}.png)", ""]
        text += [
            f"![Its rulebook, its box, a hand of its cards and a sheet](pictures/{game.id}-set.webp)",
            "",
        ]
        text += [f"![The table, set for play](pictures/table-{game.id}.png)", ""]
        for deck in game.decks:
            places = {card.back: place for place, card in reversed([*enumerate(deck)])}
            only = tuple(sorted(places.values()))
            backs = list(pictures(workshop, game, deck, 110, side="back", only=only))
            save(
                rows([*pictures(workshop, game, deck, 110), *backs], 9, 6),
                PICTURES / f"{game.id}-{deck.id}.png",
            )
            cards = "1 card" if deck.copies == 1 else f"{deck.copies} cards"
            last = " The last picture is the back." if backs else ""
            if len(backs) > 1:
                last = f" The last {len(backs)} pictures are the backs."
            text += [
                f"### {deck.title}",
                "",
                f"{cards}, {len(deck)} different, {deck.shape}.{last}",
                "",
            ]
            text += [f"![{deck.title}](pictures/{game.id}-{deck.id}.png)", ""]
    (HERE / "gallery.md").write_text("\n".join(text), encoding="utf-8")


def anchor(title: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return "".join(
        sign for sign in title.lower().replace(" ", "-") if sign.isalnum() or sign in "-_"
    )


def check(workshop: Workshop, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    def laid_out(faces: Iterable[Image.Image]) -> Image.Image:
        together = rows(faces, 8, 8)
        sheet = Image.new("RGB", together.size, "white")
        sheet.paste(together, (0, 0), together)
        return sheet

    for game in workshop.games:
        for deck in game.decks:
            life = round(deck.shape.width / MM / 25.4 * SCREEN)
            sheet = laid_out(pictures(workshop, game, deck, life))
            sheet.save(folder / f"{game.id}-{deck.id}.png")
            sheet.convert("L").save(folder / f"{game.id}-{deck.id}-grey.png")
            sheet.convert("RGB", DEUTERANOPIA).save(
                folder / f"{game.id}-{deck.id}-deuteranopia.png"
            )
            laid_out(pictures(workshop, game, deck, life, off=0.7)).save(
                folder / f"{game.id}-{deck.id}-off.png"
            )
            wide = [
                next(pictures(workshop, game, deck, 300, only=(i * len(deck) // 13,)))
                for i in range(min(13, len(deck)))
            ]
            strip = round(9 * MM * 300 / deck.shape.width)
            fan = Image.new("RGB", (strip * (len(wide) - 1) + 300, wide[0].height), "white")
            for i, face in enumerate(wide):
                fan.paste(face, (i * strip, 0), face)
            fan.save(folder / f"{game.id}-{deck.id}-fan.png")


if __name__ == "__main__":
    import make_film
    import make_howtos
    import make_shots
    import make_stranger

    shots = {
        **make_shots.SHOTS,
        **make_howtos.HOWTOS,
        "stranger": make_stranger.stranger,
        "tour": make_film.tour,
    }
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", choices=["figures", "gallery", *shots, []]
    )
    parser.add_argument("--check", type=Path, metavar="FOLDER")
    parser.add_argument("--game", help="only this game, with --check")
    arguments = parser.parse_args()
    if arguments.check:
        shop = open_project(HERE.parent)
        shop.games = [game for game in shop.games if arguments.game in (None, game.id)]
        check(shop, arguments.check)
    else:
        makers = {"figures": figures, "gallery": gallery, **shots}
        for name in arguments.names or makers:
            makers[name]()
