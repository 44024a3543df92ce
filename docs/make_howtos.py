"""Pictures of the how-to pages: steps of assembly, sheets with words at what matters, and what the
files that a page shows come to.

`python docs/make_pictures.py` makes them, with all others.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pypdfium2
from make_pictures import (
    HERE,
    PICTURES,
    SHADOW,
    TABLE,
    WIDE,
    cardgen,
    elsewhere,
    fanned,
    laid_down,
    pages,
    pictures,
    rows,
    save,
    table,
    title_page,
    trimmed,
)
from make_shots import PLAIN, WARM, lying, terminal, window
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps
from reportlab.graphics import renderPDF
from standing_box import folded, resting
from svglib.svglib import svg2rlg

from cardgen.api.beginning import LOOKS, Beginning, begin
from cardgen.api.workshop import open_project
from cardgen.base.units import MM
from cardgen.export.table_objects import CARD_HEIGHT, TILE_HEIGHT
from cardgen.impose.label_sheet import find_labels
from cardgen.load.looks import look_palettes
from cardgen.making.open_project import drafted
from cardgen.model.card_roles import FACES
from cardgen.model.sizes import Shape
from cardgen.prepress.raster import cut_out as cut_to
from cardgen.sheets.instructions import SHIPPED_HANDOUTS

sys.path.append(str(HERE.parent / "tests/docs"))
from follow import blocks, write  # the tests follow the same pages

INK, PAPER, PINK = "#2B2138", "#FFFFFF", "#E84B7A"
NUNITO = HERE.parent / "fonts/Nunito-ExtraBold.ttf"
FINER = 3
"""Lines and words over a picture are drawn so many times as large as they are shown."""
STRIPS = {
    "box": ("start-here.md", 0),
    "tray": ("start-here.md", 1),
    "fold": ("instructions.md", 0),
    "standee": ("instructions.md", 1),
}
"""Where the words of steps are: in a handout, and which of its strips."""

Notes = Sequence[tuple[str, tuple[float, float], tuple[float, float]]]
"""Words, the middle of their label, and the place that they speak of."""


def font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(NUNITO, round(size * FINER))


def noted(image: Image.Image, notes: Notes, size: float = 25) -> Image.Image:
    """A picture with labels on it, each with a line to its place."""
    large = Image.new("RGBA", (image.width * FINER, image.height * FINER))
    draw = ImageDraw.Draw(large)
    for _, label, to in notes:
        line = [tuple(FINER * value for value in point) for point in (label, to)]
        draw.line(line, fill=PAPER, width=7 * FINER)
        draw.line(line, fill=PINK, width=4 * FINER)
        spot(draw, to, 9, PAPER)
        spot(draw, to, 6.5, PINK)
    for words, (x, y), _ in notes:
        half = draw.textlength(words, font(size)) / FINER / 2 + size * 0.6
        edges = [FINER * value for value in (x - half, y - size * 0.8, x + half, y + size * 0.8)]
        draw.rounded_rectangle(edges, size * FINER * 0.8, fill=INK, outline=PAPER, width=2 * FINER)
        draw.text((x * FINER, y * FINER), words, PAPER, font(size), anchor="mm")
    over = large.resize(image.size, Image.Resampling.LANCZOS)
    return Image.alpha_composite(image.convert("RGBA"), over).convert("RGB")


def spot(draw: ImageDraw.ImageDraw, place: tuple[float, float], radius: float, fill: str) -> None:
    x, y = place
    edges = [FINER * value for value in (x - radius, y - radius, x + radius, y + radius)]
    draw.ellipse(edges, fill=fill)


def captioned(images: Sequence[tuple[Image.Image, str]], gap: int = 40) -> Image.Image:
    """Pictures side by side on a table, words below each."""
    height = max(image.height for image, _ in images)
    width = sum(image.width + gap for image, _ in images) + gap
    ground = Image.new("RGB", (width, height + 2 * gap + 46), TABLE)
    words = []
    x = gap
    for image, caption in images:
        laid_down(ground, image, (x + image.width / 2, gap + height / 2))
        words.append((caption, x + image.width / 2))
        x += image.width + gap
    captions(ground, words, height + gap + 14)
    high = round(ground.height * WIDE / width)
    return ground.resize((WIDE, high), Image.Resampling.LANCZOS) if width > WIDE else ground


def captions(ground: Image.Image, told: Sequence[tuple[str, float]], top: int) -> None:
    """Write words in a line on a table, each about its middle."""
    words = Image.new("RGBA", (ground.width * FINER, 60 * FINER))
    draw = ImageDraw.Draw(words)
    for caption, middle in told:
        draw.text((FINER * middle, 30 * FINER), caption, PAPER, font(27), anchor="mm")
    small = words.resize((ground.width, 60), Image.Resampling.LANCZOS)
    ground.paste(small, (0, top), small)


def written(page: str, folder: Path) -> None:
    """Write the files that a page of the documentation shows, without changes to those that its
    commands make."""
    for block in blocks((HERE / page).read_text("utf-8")):
        if block.path and (block.language != "diff" or (folder / block.path).is_file()):
            write(block, folder)


def titled(folder: Path) -> None:
    """Give the game of a page the file that the page takes for granted."""
    (folder / "card_data/my-game/game.yaml").write_text("title: My Game\n", "utf-8")


def assembly() -> None:
    """The steps of each thing that is put together, in the words of the handouts."""
    for name, (handout, number) in STRIPS.items():
        text = (SHIPPED_HANDOUTS / handout).read_text("utf-8")
        calls = re.findall(r"\{\{ strip\((.*)\) \}\}", text)
        pairs = re.findall(r"\('([^']+)', '([\w-]+)'\)", calls[number])
        steps = [pair for pair in pairs if pair[1] not in ("print-size", "print-sleeve")]
        save(strip(steps), PICTURES / f"assembly-{name}.png")


def strip(steps: Sequence[tuple[str, str]]) -> Image.Image:
    """Steps side by side, each a number, words and its icon: a card of cardgen."""
    wide = 40 * len(steps)
    high = 42 if any(len(words) > 16 for words, _ in steps) else 36
    with elsewhere() as folder:
        (folder / "card_data/steps").mkdir(parents=True)
        (folder / "templates").mkdir()
        (folder / "card_data/steps/game.yaml").write_text("title: Steps\n", "utf-8")
        (folder / "card_data/steps/main.yaml").write_text(
            f"size: {{width: {wide}mm, height: {high}mm, corner: 3mm}}\ntemplate: steps.svg\n"
            "cards: [{id: steps}]\n",
            "utf-8",
        )
        drawn = "".join(
            f'<image href="{icon}.svg" x="{40 * i + 2.5}" y="3.5" width="35" height="23.4"/>'
            f'<circle cx="{40 * i + 5.4}" cy="6.4" r="3.4" fill="{PINK}"/>'
            f"{{{{ text_box('{i + 1}', {40 * i + 2}, 3, 6.8, 6.8, size=13, font='Baloo 2',"
            " weight=800, align='center', valign='middle', fill='#FFFFFF') }}"
            f"{{{{ text_box('{words}', {40 * i + 1}, 28.4, 38, 12, size=13, bold=800, weight=800,"
            " align='center', max_lines=2, balance=true) }}"
            for i, (words, icon) in enumerate(steps)
        )
        (folder / "templates/steps.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
            f'<rect x="-3" y="-3" width="{wide + 6}" height="{high + 6}" fill="#FFFFFF"/>{drawn}</svg>',
            "utf-8",
        )
        workshop = open_project(folder)
        (game,) = workshop.games
        (image,) = pictures(workshop, game, game.decks[0], round(WIDE * len(steps) / 6))
    return image


def box_sheet() -> None:
    """The sheet of a box, what its lines mean, and the box that comes of it."""
    name = "trick-or-treat-street/candy"
    with elsewhere() as folder:
        cardgen("box", name, "--paper", "a4")
        (page,) = pages(folder / "output/trick-or-treat-street/box-candy-a4.pdf", 1110, 0)
    ground = Image.new("RGB", (WIDE, 1000), TABLE)
    laid_down(ground, page.crop((0, 300, page.width, 1230)), (605, 500))
    standing = folded(open_project(HERE.parent), name, 2.0)
    ground.paste(standing, (1410 - standing.width // 2, 920 - standing.height), standing)
    notes = (
        ("cut the solid line", (830, 78), (999, 215)),
        ("score and fold the dashes", (770, 200), (636, 330)),
        ("glue what is bare", (338, 835), (128, 715)),
    )
    save(noted(ground, notes), PICTURES / "box-sheet.png")


def cutting() -> None:
    """A sheet with registration marks, and the paths that the machine cuts."""
    with elsewhere() as folder:
        cardgen("build", "best-candy-on-the-block/combo", "--paper", "a4", "--cutter", "silhouette")
        made = folder / "output/best-candy-on-the-block"
        (page,) = pages(made / "combo-silhouette-a4.pdf", 760, 0)
        paths = drawn(made / "combo-silhouette-a4-cut.svg", 760)
    shown = captioned([(page, "the sheet, with marks to see by"), (paths, "its cut paths")])
    save(shown, PICTURES / "cutting.png")


def drawn(svg: Path, width: int) -> Image.Image:
    """The cutting lines of an SVG, thick enough to be seen."""
    text = svg.read_text("utf-8")
    thick = re.sub(r'stroke-width="[\d.]+"', 'stroke-width="0.6"', text)
    drawing = svg2rlg(io.StringIO(thick))
    page = pypdfium2.PdfDocument(renderPDF.drawToString(drawing))[0]
    image: Image.Image = page.render(scale=width / page.get_width()).to_pil()
    return image.convert("RGB")


def calibrating() -> None:
    """A calibration sheet held against a light, its back 0.4 mm to the right of its front."""
    wide = 2940
    with elsewhere() as folder:
        cardgen("calibrate", "--paper", "a4")
        front, back = pages(folder / "output/calibrate-a4.pdf", wide, 0, 1)
    pixel = wide / 210
    shown = ImageOps.mirror(back).point(lambda light: 150 + light * 105 // 255)
    shifted = Image.new("RGB", front.size, PAPER)
    shifted.paste(shown, (round(0.4 * pixel), 0))
    through = ImageChops.multiply(front, shifted)
    whole = through.resize((700, 990), Image.Resampling.LANCZOS)

    def part(left: float, top: float, right: float, bottom: float) -> Image.Image:
        """A part of the sheet by its edges in millimetres."""
        edges = (left * pixel, top * pixel, right * pixel, bottom * pixel)
        return through.crop(edges)

    scale, ring = part(93, 18, 148, 33), part(140.5, 54, 195.5, 69)
    ground = Image.new("RGB", (WIDE, 1070), TABLE)
    laid_down(ground, whole, (395, 535))
    laid_down(ground, scale, (1195, 360))
    laid_down(ground, ring, (1195, 730))
    notes = (
        ("read the line whose halves meet: +0.4", (1195, 540), (1202, 458)),
        ("the dot lies in the ring: long edge", (1195, 905), (1195, 905)),
    )
    save(noted(ground, notes), PICTURES / "calibrating.png")


def tokens() -> None:
    """A sheet of the coins of the page on other shapes, and its coins, lands and leaders cut out."""
    with elsewhere() as folder:
        written("howto-tokens.md", folder)
        titled(folder)
        cardgen("build", "my-game/coin", "--paper", "a4")
        (sheet,) = pages(folder / "output/my-game/coin-a4.pdf", 560, 0)
        workshop = open_project(folder)
        (game,) = workshop.games
        one, five = pictures(workshop, game, game.deck("coin"), 128)
        hill, wood, coast = pictures(workshop, game, game.deck("land"), 240)
        leaders = list(pictures(workshop, game, game.deck("leader"), 146))
    ground = Image.new("RGB", (WIDE, 590), TABLE)
    laid_down(ground, sheet.crop((0, 0, 560, 400)), (330, 265), 2)
    for coin, x, y, turn in ((one, 425, 405, -14), (five, 560, 430, 9), (one, 590, 300, 20)):
        laid_down(ground, coin, (x, y), turn)
    for land, across, down in ((hill, 0, 0), (wood, 1, 1), (coast, 1, -1), (hill, 2, 0)):
        laid_down(ground, land, (786 + 183 * across, 262 + 106 * down))
    for leader, x, y in zip(leaders, (1368, 1532), (255, 285), strict=True):
        stood_up(ground, leader, x, y)
    words = (
        ("marks around every piece", 330),
        ("tiles that meet", 969),
        ("a card, folded: it stands", 1450),
    )
    captions(ground, words, 515)
    save(ground, PICTURES / "tokens.png")


def stood_up(ground: Image.Image, card: Image.Image, x: int, y: int) -> None:
    """Put a card into a stand, as one looks at it on a table."""
    wide, foot = card.width, y + card.height // 2
    base = Image.new("RGBA", (ground.width * FINER, ground.height * FINER))
    draw = ImageDraw.Draw(base)
    for up, fill in ((0, "#1D1730"), (10, "#4A3F66")):
        edges = (x - 0.6 * wide, foot - 24 - up, x + 0.6 * wide, foot + 26 - up)
        draw.ellipse([FINER * edge for edge in edges], fill=fill)
    small = base.resize(ground.size, Image.Resampling.LANCZOS)
    shade = small.getchannel("A").filter(ImageFilter.GaussianBlur(8))
    ground.paste(SHADOW, (10, 12), shade)
    ground.paste(small, (0, 0), small)
    ground.paste(card, (x - wide // 2, y - card.height // 2), card)
    front = small.crop((0, foot - 9, *ground.size))
    ground.paste(front, (0, foot - 9), front)


def outlines() -> None:
    """Sheets of ships for scissors, from both sides, and the paths that a machine cuts."""
    with elsewhere() as folder:
        written("howto-outlines.md", folder)
        titled(folder)
        cardgen("build", "my-game/ship", "--paper", "a4")
        cardgen("build", "my-game/ship", "--paper", "a4", "--cutter", "silhouette")
        made = folder / "output/my-game"
        shown = [
            (page.crop((0, 0, 560, 345)), words)
            for page, words in zip(
                pages(made / "ship-a4.pdf", 560, 0, 1),
                ("fronts, with the line to cut along", "their backs"),
                strict=True,
            )
        ]
        paths = drawn(made / "ship-silhouette-a4-cut.svg", 560)
        shown.append((paths.crop((0, 0, 560, 345)), "the paths for a machine"))
    save(captioned(shown), PICTURES / "outlines.webp")


def labels() -> None:
    """Sweets on a sheet of round labels of which thirteen were used before."""
    name = "rayfilm-2525k"
    with elsewhere() as folder:
        cardgen("build", "candy-crave/sweets", "--labels", name, "--skip-slots", "1-13")
        (page,) = pages(folder / f"output/candy-crave/sweets-{name}-a4.pdf", 1100, 0)
    sheet = find_labels(name)
    scale = page.width / sheet.paper.width
    large = page.resize((page.width * FINER, page.height * FINER), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(large)
    for row, column in product(range(sheet.rows), range(sheet.columns)):
        x = (sheet.left + column * sheet.pitch[0]) * scale * FINER
        y = (sheet.top + row * sheet.pitch[1]) * scale * FINER
        size = sheet.label.width * scale * FINER
        draw.ellipse((x, y, x + size, y + size), outline="#9A93A8", width=2 * FINER)
    seen = large.resize(page.size, Image.Resampling.LANCZOS)
    shown = lying([seen.crop((0, 0, page.width, 778))], (0,))
    notes = (
        ("used before: they stay bare", (450, 236), (450, 180)),
        ("the first label that is left", (800, 346), (985, 318)),
    )
    save(noted(shown, notes, 24), PICTURES / "labels.png")


def charts() -> None:
    """What the page on statistics draws of its deck, and the card that shows a chart."""
    with elsewhere() as folder:
        written("howto-stats.md", folder)
        titled(folder)
        (folder / "templates/my-card.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"/>', "utf-8"
        )
        cardgen("stats", "my-game", "--pictures")
        stats = folder / "output/my-game/stats"
        shown = [Image.open(stats / f"{name}.png").convert("RGB") for name in CHARTS]
        workshop = open_project(folder)
        (game,) = workshop.games
        (card,) = pictures(workshop, game, game.deck("overview"), 320)
    ground = Image.new("RGB", (WIDE, 840), TABLE)
    for number, image in enumerate(shown):
        small = image.resize(
            (580, round(580 * image.height / image.width)), Image.Resampling.LANCZOS
        )
        laid_down(ground, small, (330 + number % 2 * 612, 220 + number // 2 * 400))
    laid_down(ground, card, (1432, 420), 2)
    save(ground, PICTURES / "charts.png")


def chart_pages() -> None:
    """Charts of shipped games on their pages: two of one game, and those of another in German."""
    with elsewhere() as folder:
        cardgen("stats", "best-candy-on-the-block", "--pictures")
        cardgen("stats", "trick-or-treat-street", "--pictures", "--lang", "de")
        made = folder / "output"
        shown = [
            *pages(made / "best-candy-on-the-block/stats-a4.pdf", 496, 0, 1),
            *pages(made / "trick-or-treat-street/stats-de-a4.pdf", 496, 0),
        ]
    ground = Image.new("RGB", (WIDE, shown[0].height + 70), TABLE)
    for number, (image, turn) in enumerate(zip(shown, (0.8, -0.6, 0.9), strict=True)):
        laid_down(ground, image, (WIDE / 2 + (number - 1) * 534, ground.height / 2), turn)
    save(ground, PICTURES / "chart-pages.webp")


CHARTS = ("chance-worth-of-a-hand", "chance-dead-cards", "main-rank", "main-color-by-rank")
"""The charts that are shown, of those that the page makes."""


def recipes() -> None:
    """A template, and the cards that it draws: what a number stands beside draws what it lies on."""
    with elsewhere() as folder:
        written("howto-templates.md", folder)
        workshop = open_project(folder)
        (game,) = workshop.games
        oak, *others = pictures(workshop, game, game.decks[0], 420)
        text = (folder / "templates/my-game/card.svg").read_text("utf-8")
    code = window(list(coloured_lines(text, 76)), 76, 1160)
    ground = Image.new("RGB", (WIDE, code.height), PAPER)
    ground.paste(code, (0, 0))
    ground.paste(oak, (1200, 0), oak)
    for number, card in enumerate(others):
        small = card.resize((146, round(146 * card.height / card.width)), Image.Resampling.LANCZOS)
        ground.paste(small, (1256 + 162 * number, 606), small)
    save(numbered(ground, RECIPE), PICTURES / "recipes.png")


RECIPE = (
    ((510, 193), (1218, 60)),
    ((495, 300), (1316, 70)),
    ((1005, 336), (1312, 150)),
    ((573, 408), (1412, 357)),
    ((950, 657), (1230, 463)),
)
"""Places of the template that draw what lies at places of the card."""


def numbered(image: Image.Image, pairs: Sequence[Sequence[tuple[float, float]]]) -> Image.Image:
    """A picture with a number at both places of each pair."""
    large = Image.new("RGBA", (image.width * FINER, image.height * FINER))
    draw = ImageDraw.Draw(large)
    for number, pair in enumerate(pairs, 1):
        for x, y in pair:
            spot(draw, (x, y), 17, PAPER)
            spot(draw, (x, y), 15, PINK)
            draw.text((x * FINER, y * FINER), str(number), PAPER, font(21), anchor="mm")
    over = large.resize(image.size, Image.Resampling.LANCZOS)
    return Image.alpha_composite(image.convert("RGBA"), over).convert("RGB")


def coloured_lines(text: str, across: int) -> Iterator[list[tuple[str, str]]]:
    """The lines of a template, what Jinja does in a colour of its own; one that is too long goes on
    in the next line."""
    for line in text.splitlines():
        colours = [PLAIN] * len(line)
        for call in re.finditer(r"\{\{.*?\}\}|\{%.*?%\}", line):
            colours[call.start() : call.end()] = [WARM] * len(call[0])
        signs = list(zip(line, colours, strict=True))
        while len(signs) > across:
            end = line.rindex(" ", 0, across)
            yield signs[:end]
            signs = [*zip(" " * 6, [PLAIN] * 6, strict=True), *signs[end + 1 :]]
            line = "".join(sign for sign, _ in signs)
        yield signs


def drawing() -> None:
    """A drawing of many constructs, as a card, and their names."""
    with elsewhere() as folder:
        art = folder / "card_data/drawing/art"
        art.mkdir(parents=True)
        (folder / "templates").mkdir()
        shutil.copy(HERE / "drawing.svg", art / "night.svg")
        (art.parent / "game.yaml").write_text("title: Drawing\n", "utf-8")
        (art.parent / "main.yaml").write_text(
            "size: {width: 164mm, height: 86mm, corner: 3mm}\ntemplate: night.svg\n"
            "cards: [{id: night}]\n",
            "utf-8",
        )
        (folder / "templates/night.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 164 86">'
            '<image href="night.svg" width="164" height="86"/></svg>',
            "utf-8",
        )
        workshop = open_project(folder)
        (image,) = pictures(workshop, workshop.games[0], workshop.games[0].decks[0], WIDE)
    ground = Image.new("RGB", image.size, PAPER)
    ground.paste(image, (0, 0), image)
    save(noted(ground, CONSTRUCTS, 22), PICTURES / "drawing.png")


CONSTRUCTS = (
    ("gradients", (1480, 60), (1380, 190)),
    ("blur", (1560, 330), (1478, 290)),
    ("pattern", (120, 640), (180, 700)),
    ("text on a path", (150, 90), (300, 175)),
    ("mask", (1080, 520), (1000, 590)),
    ("clip", (420, 430), (548, 490)),
    ("blend mode", (960, 430), (778, 520)),
    ("markers", (830, 810), (870, 738)),
    ("symbol and use", (1250, 530), (1130, 640)),
    ("dashes", (560, 780), (470, 775)),
)
"""What the drawing shows, and where."""


def rules() -> None:
    """What the validator says of the rules of a game."""
    words = ("validate", "trick-or-treat-street", "--rules-only", "--all")
    said = cardgen(*words)
    save(terminal(f"cardgen {' '.join(words)}", said), PICTURES / "rules.png")


def layouts_of_sheets() -> None:
    """One deck in each layout."""
    name = "best-candy-on-the-block/combo"
    shown: list[tuple[Image.Image, str]] = []
    with elsewhere() as folder:
        for layout in ("duplex", "gutterfold", "single", "contact"):
            cardgen("build", name, "--paper", "a4", "--layout", layout)
            middle = "" if layout == "duplex" else f"-{layout}"
            file = folder / f"output/best-candy-on-the-block/combo{middle}-a4.pdf"
            numbers = (0, 1) if layout == "duplex" else (0,)
            wide = 509 if layout == "gutterfold" else 360  # which lies on its side
            for number, image in zip(numbers, pages(file, wide, *numbers), strict=True):
                shown.append((image, f"{layout}, back" if number else layout))
    save(captioned(shown, 34), PICTURES / "sheets.png")


def texts() -> None:
    """The texts of the cards of the page on texts: as they are typed, and as they print."""
    shown = list[tuple[Image.Image, Image.Image]]()
    with elsewhere() as folder:
        written("howto-texts.md", folder)
        workshop = open_project(folder)
        (game,) = workshop.games
        deck = game.decks[0]
        for card, image in zip(deck, pictures(workshop, game, deck, 1560), strict=True):
            ground = Image.new("RGB", image.size, PAPER)
            ground.paste(image, (0, 0), image)
            line = ground.crop((0, round(0.655 * image.height), *image.size))
            typed = window([list(marked(str(card.fields["text"])))], TYPED, WIDE - 80, is_bare=True)
            shown.append((typed, trimmed(line, 26)))
    high = shown[0][0].height
    paper = max(line.height for _, line in shown)
    step = high + paper + 56
    ground = Image.new("RGB", (WIDE, len(shown) * step + 24), TABLE)
    for number, (typed, line) in enumerate(shown):
        top = 40 + number * step
        room = Image.new("RGB", (typed.width, high + paper), PAPER)
        room.paste(typed, (0, 0))
        room.paste(line, (TYPED_FROM - 26, high + (paper - line.height) // 2))
        laid_down(ground, room, (WIDE / 2, top + room.height / 2))
    save(ground, PICTURES / "texts.png")


TYPED, TYPED_FROM = 66, 62
"""The letters across of a text as it is typed, and the pixels before the first of them."""


def marked(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text, its mark-up in a colour of its own."""
    for part in re.split(r"(\[[^\]]*\]\{[^}]*\})", text):
        if part:
            yield part, WARM if part.startswith("[") else PLAIN


def editions() -> None:
    """What all guests of the wedding game have alike, and the cards that differ for three of them."""
    guests = {
        "grandmother": "for Grandmother",
        "the-best-man": "for The Best Man",
        "the-cousins-from-aarhus": "for The Cousins",
    }
    ground = Image.new("RGB", (WIDE, 540), TABLE)
    words = [("alike for all", 175.0)]
    with elsewhere() as folder:
        written("howto-editions.md", folder)
        cardgen("export", "wedding", "--editions", "guests.csv", "--printer", "drivethrucards")
        made = folder / "output/wedding/editions/drivethrucards"
        for number, (name, caption) in enumerate(guests.items()):
            (pdf,) = (made / name).rglob("main.pdf")
            welcome, back, bingo, moment = map(cut_out, pages(pdf, 262, 3, 2, 5, 7))
            middle = 556 + 430 * number
            if not number:
                laid_down(ground, back, (148, 245), 9)
                laid_down(ground, moment, (192, 265), -6)
            laid_down(ground, bingo, (middle + 96, 262), -4)
            laid_down(ground, welcome, (middle - 92, 240), 3)
            words.append((caption, middle))
    captions(ground, words, 462)
    save(ground, PICTURES / "editions.png")


def cut_out(page: Image.Image) -> Image.Image:
    """A poker card out of a page with its bleed of an eighth of an inch, with round corners."""
    bleed = round(page.width * 3.175 / 69.85)
    card = page.crop((bleed, bleed, page.width - bleed, page.height - bleed)).convert("RGBA")
    mask = Image.new("L", (card.width * FINER, card.height * FINER))
    corner = 3 / 63.5 * mask.width
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width, mask.height), corner, fill=255)
    card.putalpha(mask.resize(card.size, Image.Resampling.LANCZOS))
    return card


def show() -> None:
    """The four pictures that show a game, two on white and two on grey."""
    kinds = ("hand", "fan", "spread", "contact")
    with elsewhere() as folder:
        cardgen("show", "trick-or-treat-street", "--width", "1100", "--out", str(folder))
        made = folder / "trick-or-treat-street" / "show"
        shown = [Image.open(made / f"{kind}.png").convert("RGBA") for kind in kinds]
    whole = Image.new("RGB", (WIDE, sum(SHOW_ROWS)), "white")
    whole.paste("#DCE2EA", (WIDE // 2, 0, *whole.size))
    pen = ImageDraw.Draw(whole)
    top = 0
    for row, high in enumerate(SHOW_ROWS):
        for column in (0, 1):
            number = 2 * row + column
            picture = shown[number].crop(shown[number].getbbox())
            fitted = ImageOps.contain(picture, (768, high - 84), Image.Resampling.LANCZOS)
            middle = WIDE // 4 + column * WIDE // 2
            at = (middle - fitted.width // 2, top + 24 + (high - 84 - fitted.height) // 2)
            whole.paste(fitted, at, fitted)
            words = ImageFont.truetype(NUNITO, 30)
            pen.text((middle, top + high - 32), f"{kinds[number]}.png", INK, words, anchor="mm")
        top += high
    save(whole, PICTURES / "show.webp")


SHOW_ROWS = (550, 410)
"""Pixels that each row of these pictures is high."""


def proof() -> None:
    """Houses of Trick or Treat Street on a proof with two faults, the cards as the report frames
    them, and the words around each fault enlarged."""
    name = "trick-or-treat-street"
    with elsewhere() as folder:
        for kept in ("card_data", "templates", "fonts"):
            shutil.copytree(HERE.parent / kept, folder / kept)
        file = folder / "card_data" / name / "house.yaml"
        words = file.read_text("utf-8")
        for right, wrong in PROOF_FAULTS:
            assert right in words
            words = words.replace(right, wrong)
        file.write_text(words, "utf-8")
        workshop = open_project(folder)
        game = next(game for game in workshop.games if game.id == name)
        papers = []
        for card in pictures(workshop, game, game.deck("house"), 740):
            paper = Image.new("RGB", (card.width + 220, card.height + 220), "white")
            paper.paste(card, (116, 104), card if card.mode == "RGBA" else None)
            papers.append(paper.rotate(0.3, Image.Resampling.BICUBIC, fillcolor="white"))
        papers[0].save(
            "factory.pdf", save_all=True, append_images=papers[1:], resolution=296, quality=80
        )
        cardgen(
            "proof", "factory.pdf", f"{name}/house", "--project", str(HERE.parent), "--out", "."
        )
        (page,) = pages(folder / "proof-factory.pdf", 3300, 1)
    ground = Image.new("RGB", (WIDE, 1170), TABLE)
    for (down, lens), top in zip(PROOF_ROWS, (36, 606), strict=True):
        for side, words in enumerate(("the deck", "the proof")):
            left = PROOF_CARDS[side]
            card = page.crop((left, down, left + 817, down + 1144))
            small = card.resize((343, 480), Image.Resampling.LANCZOS)
            laid_down(ground, small, (212 + 372 * side, top + 240))
            larger = ImageOps.scale(card.crop(lens), 800 / (lens[2] - lens[0]))
            at = 1200, top + 102 + 262 * side
            laid_down(ground, larger, at)
            captions(ground, [(words, 212 + 372 * side)], top + 486)
            captions(ground, [(words, at[0])], at[1] + 104)
    save(ground, PICTURES / "proof.webp")


PROOF_FAULTS = (("+3**", "\u22122**"), ("hungry. Two", "hungry Two"))
"""What the deck says, and what the proof says instead."""
PROOF_CARDS = (220, 1131)
"""Where a card of the deck and that of the proof begin on the page of the report."""
PROOF_ROWS = ((220, (90, 787, 730, 947)), (1531, (130, 962, 690, 1082)))
"""How far down the cards of each row lie, and which part of them is shown larger."""


def quote() -> None:
    """The page on which Candy Crave is asked for."""
    with elsewhere() as folder:
        cardgen("quote", "candy-crave", "--copies", "500,1000,3000", "--out", str(folder))
        (page,) = pages(folder / "candy-crave" / "quote.pdf", 1100, 0)
        save(page, PICTURES / "quote.webp")


def draft() -> None:
    """The cards of the page on drafts, as a draft shows them, and what each of them lacks."""
    with elsewhere() as folder:
        for block in blocks((HERE / "howto-draft.md").read_text("utf-8")):
            if block.path:
                write(block, folder)
        deck = folder / "card_data/my-game/monsters.yaml"
        deck.write_text(deck.read_text("utf-8").replace("back: my-back.svg\n", ""), "utf-8")
        (folder / "card_data/my-game/game.yaml").write_text("title: My Game\n", "utf-8")
        workshop = drafted(open_project(folder))
        (game,) = workshop.games
        cards = list(pictures(workshop, game, game.decks[0], 370))
    ground = Image.new("RGB", (WIDE, 600), TABLE)
    for number, card in enumerate(cards):
        laid_down(ground, card, (217 + 402 * number, 300))
    save(noted(ground, LACKS, 24), PICTURES / "draft.png")


LACKS = (
    ("an icon is missing", (217, 490), (196, 420)),
    ("a text is too long", (619, 490), (619, 450)),
    ("a card has no art", (1021, 490), (1021, 290)),
    ("it has no template", (1423, 490), (1423, 342)),
)
"""What is missing on the cards of a draft, and where."""


def upgrade() -> None:
    """Kings of Best Candy in two versions: the guide of the kit, and its stickers."""
    name = "best-candy-on-the-block"
    edits = (
        ("rank: 9, name: Stash Raid", "rank: 8, name: Stash Raid"),
        ("name: Bundle,", "name: Big Bundle,"),
    )
    with elsewhere() as folder:
        for kept in ("card_data", "templates", "fonts"):
            shutil.copytree(HERE.parent / kept, folder / kept)
        cardgen("printed", f"{name}/king", "--as", "v0.6")
        file = folder / "card_data" / name / "king.yaml"
        words = file.read_text("utf-8")
        for before, after in edits:
            assert before in words
            words = words.replace(before, after)
        file.write_text(words, "utf-8")
        cardgen("printed", f"{name}/king", "--as", "v0.8")
        cardgen("upgrade", "v0.6..v0.8", f"{name}/king", "--stickers")
        kit = folder / "output" / name / "upgrade-v0.6-v0.8"
        (guide,) = pages(kit / "guide.pdf", 1640, 0)
        (stickers,) = pages(kit / "stickers-a4.pdf", 2600, 0)
    ground = Image.new("RGB", (WIDE, 1440), TABLE)
    laid_down(ground, trimmed(guide.crop(KIT_GUIDE), 26), (WIDE / 2, 518))
    laid_down(ground, trimmed(stickers.crop(KIT_STICKERS), 30), (WIDE / 2, 1222))
    captions(ground, [("the guide: what is stuck where", WIDE / 2)], 1000)
    captions(ground, [("the stickers, with marks to cut by", WIDE / 2)], 1384)
    save(ground, PICTURES / "upgrade.webp")


KIT_GUIDE, KIT_STICKERS = (0, 225, 1640, 1180), (0, 60, 1600, 460)
"""The parts of both pages that are shown."""


def languages() -> None:
    """Cards of Trick or Treat Street in English, and the same in German."""
    shown: list[Image.Image] = []
    for language in ("", "de"):
        workshop = open_project(HERE.parent, language)
        game = next(game for game in workshop.games if game.id == "trick-or-treat-street")
        for name in TRANSLATED:
            deck_id, _, card_id = name.partition("/")
            deck = game.deck(deck_id)
            position = next(i for i, card in enumerate(deck.cards) if card.id == card_id)
            shown += pictures(workshop, game, deck, 250, only=(position,))
    save(table(shown, len(TRANSLATED)), PICTURES / "languages.png")


TRANSLATED = (
    "house/discard-plus3",
    "house/over-two",
    "event/skull",
    "player/witch",
    "score/plus-3",
)
"""Cards that are shown in two languages, as DECK/CARD."""


def looks() -> None:
    """Cards and the back of each look as a new game has them; and one card in all palettes."""
    shown = [image for look in FACES for image in in_look(look, FACES[look], (0, 1))]
    save(table(shown, 6), PICTURES / "looks.webp")
    cards = [next(in_look("spell", palette, (0,))) for palette in look_palettes()]
    save(table(cards, 6), PICTURES / "palettes.webp")


def own_look() -> None:
    """Cards of a look, and the same once its copy is changed as the page on templates does."""
    shown: list[Image.Image] = []
    with elsewhere() as folder:
        for block in blocks((HERE / "howto-templates.md").read_text("utf-8")):
            if block.text.startswith("cardgen own"):
                shown += spells_in(folder)
                cardgen(*block.text.split()[1:])
            elif block.path:
                write(block, folder)
        shown += spells_in(folder)
    save(table(shown, 3), PICTURES / "own-look.webp")


def spells_in(folder: Path) -> Iterator[Image.Image]:
    """The cards of the deck whose look is changed."""
    workshop = open_project(folder)
    (game,) = workshop.games
    yield from pictures(workshop, game, game.deck("spells"), 250)


def each_look() -> None:
    """What the page of the looks shows of each: a card and its back, and cards of other sizes."""
    for look in FACES:
        shown = [*begun_in(look, "", (0, 1)), *begun_in(look, "", (0,), "back")]
        for number, size in enumerate(OTHER_SIZES.get(look, USUAL_SIZES)):
            shown += begun_in(look, size, (number % 3,))
        scale = min(1.0, (WIDE - 24 * (len(shown) + 1)) / sum(image.width for image in shown))
        small = [ImageOps.scale(image, scale, Image.Resampling.LANCZOS) for image in shown]
        ground = Image.new("RGB", (WIDE, max(image.height for image in small) + 56), TABLE)
        gap = (WIDE - sum(image.width for image in small)) / (len(small) + 1)
        x = gap
        for image in small:
            laid_down(ground, image, (x + image.width / 2, ground.height / 2))
            x += image.width + gap
        save(ground, PICTURES / f"look-{look}.webp")


USUAL_SIZES = ("mini", "poker landscape", "circle 60mm")
OTHER_SIZES = {
    "token": ("circle 25mm", "hexagon 30mm", "0.5in x 0.5in", "mini"),
    "map": ("hexagon 60mm", "60mm x 60mm", "poker landscape"),
    "sheet": ("mini", "poker landscape", "70mm x 70mm"),
    "tarot": ("mini", "poker landscape", "hexagon 70mm"),
    "resource": ("mini", "poker landscape", "hexagon 60mm"),
    "quest": ("mini", "poker landscape", "circle 70mm"),
}
"""What a look is shown in beside its own size, where that is none of the usual sizes."""


def begun_in(
    look: str, size: str, positions: tuple[int, ...], side: str = "face"
) -> Iterator[Image.Image]:
    """Cards of a new game in a look, of a size or that of the look; all on one scale."""
    with elsewhere() as folder:
        begin(Beginning("new", folder / "game", title="Game", size=size, look=look))
        workshop = open_project(folder / "game")
        (game,) = workshop.games
        width = round(game.decks[0].shape.width / MM * FINE)
        yield from pictures(workshop, game, game.decks[0], width, side, only=positions)


FINE = 7
"""Pixels to the millimetre, where that is not too wide."""


def begin_looks() -> None:
    """What the preview's page offers to begin with: two cards of each look, small."""
    for look in LOOKS:
        shown = list(begun_in(look, "", (0, 1)))
        two = ImageOps.contain(fanned(shown[::-1], 14), OFFERED, Image.Resampling.LANCZOS)
        room = Image.new("RGBA", OFFERED)
        room.paste(two, ((room.width - two.width) // 2, (room.height - two.height) // 2))
        file = STATIC / f"look-{look}.webp"
        for quality in range(64, 8, -5):
            room.save(file, quality=quality, alpha_quality=60, method=6)
            if file.stat().st_size < LARGEST_OFFERED:
                break


OFFERED = (236, 186)
"""Pixels of a picture that is offered; almost twice as many as it shows."""
LARGEST_OFFERED = 5_000
"""Bytes of such a picture, of which all who install cardgen have a dozen."""
STATIC = HERE.parent / "cardgen/preview/static"


def in_look(look: str, palette: str, positions: tuple[int, ...]) -> Iterator[Image.Image]:
    """The cards at these positions of a new game in a look and a palette, and the back."""
    with elsewhere() as folder:
        cardgen("new", str(folder / look), "--look", look)
        game_file = folder / look / f"card_data/{look}/game.yaml"
        game_file.write_text(f"title: {look}\npalette: looks/{palette}\n", "utf-8")
        workshop = open_project(folder / look)
        (game,) = workshop.games
        yield from pictures(workshop, game, game.decks[0], 250, only=positions)
        yield from pictures(workshop, game, game.decks[0], 250, "back", only=positions[:1])


MADE_FOR = {
    "ember": "Moss Troll/Creature, Night Market/Place, Lucky Coin/Item, Thunderclap/Spell",
    "tide": "Sea Serpent/Creature, Old Harbour/Place, Iron Key/Item, Moonveil/Spell",
    "grove": "Silver Stag/Creature, Whispering Woods/Place, Healing Herb/Plant, Queen Ysolde/Hero",
    "dusk": "Grinning Imp/Creature, Sunken Temple/Place, Love Potion/Item, Star Shower/Spell",
    "frost": "Dire Wolf/Creature, Frozen Pass/Place, Tower Shield/Item, Captain Vale/Hero",
    "dune": "Stone Giant/Creature, Red Desert/Place, Harvest Festival/Event, Blind Harper/Hero",
}
"""Names and kinds of cards without art, by the palettes in which it is made."""


def made_art() -> None:
    """Drawings that are made for cards without art, four in each palette."""
    columns = [list(made_in(palette, cards.split(", "))) for palette, cards in MADE_FOR.items()]
    drawings = rows([image for row in zip(*columns, strict=True) for image in row], 6, 10)
    shown = Image.new("RGB", drawings.size, TABLE)
    shown.paste(drawings, (0, 0), drawings)
    save(
        shown,
        PICTURES / "made-art.webp",
    )


def made_in(palette: str, cards: Sequence[str]) -> Iterator[Image.Image]:
    """The art that is made for cards, NAME/KIND, in a palette."""
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">'
    face += '<image href="{{ card.art }}" width="50" height="50"/></svg>'
    entries = [card.split("/") for card in cards]
    lines = [f"  - {{name: {name}, kind: {kind}}}" for name, kind in entries]
    head = "size: 50mm x 50mm\ntemplate: face.svg\nart: auto\nfields: {kind: text}\ncards:"
    files = {
        "templates/face.svg": face,
        "card_data/made/game.yaml": f"title: Made\npalette: looks/{palette}",
        "card_data/made/main.yaml": "\n".join([head, *lines]),
    }
    with elsewhere() as folder:
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{text}\n", "utf-8")
        workshop = open_project(folder)
        (game,) = workshop.games
        yield from pictures(workshop, game, game.decks[0], 170)


EXAMPLES = {
    "trivia": ("Trivia from a CSV", "questions/star questions/strawberry questions/rabbit"),
    "tarot": ("A tarot of pictures", "arcana/chariot arcana/strength arcana/hanged"),
    "spells": ("Spells, level by level", "spells/hedge-wall spells/fire-fox spells/cloud-step"),
    "flashcards": (
        "Flash cards, two languages",
        "spanish/frog spanish/frog:back german/house german/house:back",
    ),
    "wargame": (
        "Counters with two sides",
        "counters/league-pikes counters/league-riders counters/league-banner "
        "counters/clans-bows:back counters/clans-riders:back counters/clans-levy:back",
    ),
    "party": ("A party game of lines", "answers/tooth answers/nap sentences/teacher"),
}
"""What is shown of each example: a caption, and its cards as DECK/CARD, `:back` from behind."""


def examples() -> None:
    """Three cards of each game of examples/."""
    groups = [
        (examples_cards(name, *EXAMPLES[name][1].split()), EXAMPLES[name][0]) for name in EXAMPLES
    ]
    above, below = captioned(groups[:3]), captioned(groups[3:])
    shown = Image.new("RGB", (above.width, above.height + below.height), TABLE)
    shown.paste(above, (0, 0))
    shown.paste(below, (0, above.height))
    save(shown, PICTURES / "examples.webp")


def examples_cards(name: str, *cards: str) -> Image.Image:
    """Cards of an example: a hand of three, or more in two rows; all pictures of one size."""
    workshop = open_project(HERE.parent / "examples" / name)
    (game,) = workshop.games
    shown: list[Image.Image] = []
    for card in cards:
        path, _, side = card.partition(":")
        deck_id, _, card_id = path.partition("/")
        deck = game.deck(deck_id)
        position = next(i for i, card in enumerate(deck.cards) if card.id == card_id)
        shown += pictures(workshop, game, deck, 300, side or "face", only=(position,))
    group = fanned(shown, 15) if len(shown) == 3 else rows(shown, len(shown) // 2, 24)
    room = Image.new("RGBA", (540, 360))
    fitted = ImageOps.contain(group, room.size, Image.Resampling.LANCZOS)
    room.paste(
        fitted, ((room.width - fitted.width) // 2, (room.height - fitted.height) // 2), fitted
    )
    return room


_TO_UNIT = 42
"""Pixels to the length of Tabletop Simulator."""


def virtual_table() -> None:
    """What the save of the example of all kinds of parts puts where, in the sizes that it says."""
    ground = Image.new("RGB", (WIDE, 590), "#2F5D46")
    with elsewhere() as folder:
        shutil.copytree(HERE.parent / "examples/caravan", folder, dirs_exist_ok=True)
        cardgen("export", "salt-road", "--printer", "tabletop-simulator")
        save_file = folder / "output/salt-road/tabletop-simulator/salt-road.json"
        things = json.loads(save_file.read_text("utf-8"))["ObjectStates"]
        left = min(thing["Transform"]["posX"] for thing in things)
        right = max(thing["Transform"]["posX"] for thing in things)
        for thing in things:
            place = thing["Transform"]
            x = WIDE / 2 + (place["posX"] - (left + right) / 2) * _TO_UNIT
            image = as_on_table(thing)
            laid_down(ground, image, (x, 240 - place["posZ"] * _TO_UNIT))
    words = (
        ("dice, a bag, the book as a PDF", 222),
        ("the board", 660),
        ("decks, tokens, standees", 1308),
    )
    captions(ground, words[:2], 508)
    captions(ground, words[2:], 196)
    save(ground, PICTURES / "virtual-table.webp")


def as_on_table(thing: dict[str, Any]) -> Image.Image:
    """The picture of something on a table of Tabletop Simulator, as large as it lies there."""
    height = thing["Transform"]["scaleZ"] * _TO_UNIT
    kind = thing["Name"]
    if kind in ("Bag", "Die_6"):
        return bag_or_die(kind == "Bag")
    if kind == "Custom_PDF":
        image = pages(address_of(thing["CustomPDF"]["PDFUrl"]), 400, 0)[0]
        height *= TILE_HEIGHT
    elif "CustomImage" in thing:
        image = Image.open(address_of(thing["CustomImage"]["ImageURL"]))
        height *= TILE_HEIGHT
    else:
        (sheet, *_) = thing["CustomDeck"].values()
        image = Image.open(address_of(sheet["BackURL"]))
        height *= CARD_HEIGHT
    is_round = thing.get("CustomImage", {}).get("CustomTile", {}).get("Type") == 2
    sheets = [*thing.get("CustomDeck", {}).values()]
    is_six_sided = any(sheet["Type"] == 3 for sheet in sheets)
    cut = "circle" if is_round else "hexagon" if is_six_sided else "rectangle"
    shape = Shape(cut, image.width, image.height, 0.05 * image.width if sheets else 0.0)
    size = (round(height * image.width / image.height), round(height))
    return cut_to(image.convert("RGB"), shape).resize(size, Image.Resampling.LANCZOS)


def bag_or_die(is_bag: bool) -> Image.Image:
    """A bag or a die of the program, from above; drawn large, so that its edges are smooth."""
    side = round((2.4 if is_bag else 1.0) * _TO_UNIT)
    large = Image.new("RGBA", (side * FINER, side * FINER))
    draw = ImageDraw.Draw(large)
    far = large.width - 1
    if is_bag:
        draw.ellipse((0, 0, far, far), fill="#7A5332")
        for inset, fill in ((0.2, "#5B3B22"), (0.26, "#2A1A10")):
            edges = (inset * far, inset * far, (1 - inset) * far, (1 - inset) * far)
            draw.ellipse(edges, fill=fill)
    else:
        draw.rounded_rectangle((0, 0, far, far), 0.2 * far, fill="#FFFAF0")
        for x, y in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
            edges = ((x - 0.1) * far, (y - 0.1) * far, (x + 0.1) * far, (y + 0.1) * far)
            draw.ellipse(edges, fill="#2B2138")
    return large.resize((side, side), Image.Resampling.LANCZOS)


def address_of(url: str) -> Path:
    """The file of this machine that an address means."""
    return Path(unquote(urlsplit(url).path))


DRESSED = ("spells", "party", "trivia", "tarot")
"""The examples whose books and boxes are shown."""


def dress() -> None:
    """Covers of examples that have no templates for their books, and the box of each beside it."""
    sheet = Image.new("RGB", (WIDE, 1300), TABLE)
    for number, name in enumerate(DRESSED):
        workshop = open_project(HERE.parent / "examples" / name)
        (game,) = workshop.games
        x, y = number % 2 * WIDE // 2, number // 2 * 640
        laid_down(sheet, title_page(workshop, game, 400), (x + 244, y + 336))
        box, (left, _, right, foot) = resting(workshop, game.id, (330, 510))
        sheet.paste(box, (round(x + 632 - (left + right) / 2), y + 610 - foot), box)
    save(sheet, PICTURES / "dress.png")


HOWTOS: dict[str, Callable[[], None]] = {
    make.__name__: make
    for make in (
        assembly,
        box_sheet,
        cutting,
        calibrating,
        tokens,
        outlines,
        labels,
        charts,
        chart_pages,
        recipes,
        drawing,
        rules,
        layouts_of_sheets,
        texts,
        editions,
        languages,
        looks,
        own_look,
        made_art,
        each_look,
        begin_looks,
        examples,
        virtual_table,
        dress,
        show,
        proof,
        draft,
        quote,
        upgrade,
    )
}
