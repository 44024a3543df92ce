"""The picture of a spreadsheet as somebody keeps it, and of the cards that two commands make of it.

`python docs/make_pictures.py stranger` makes it, of docs/beasts-v7.xlsx.
"""

from __future__ import annotations

from collections.abc import Iterator

from make_howtos import INK, NUNITO, PAPER
from make_pictures import (
    HERE,
    PICTURES,
    TABLE,
    WIDE,
    cardgen,
    elsewhere,
    fanned,
    laid_down,
    pictures,
    save,
)
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image, ImageDraw, ImageFont

from cardgen.api.workshop import open_project

WORKBOOK = HERE / "beasts-v7.xlsx"
BEFORE, AFTER = (0, 1, 2), (6, 3, 7, 0)
"""The cards that are shown in the plain look, and those in the look that is proposed."""
SHARP = 2
"""The sheet is drawn so many times as large as it is shown."""
ROW, GUTTER = 34, 44
"""Pixels of a row's height, and of the numbers of the rows."""
GRID, HEAD, SAID = "#D4D4D4", "#F3F3F3", "#555555"
LETTERS = 20
REGULAR = HERE.parent / "fonts/Nunito-SemiBold.ttf"


def stranger() -> None:
    """A spreadsheet; below it some of its cards without a look, and with the proposed one."""
    sheet = drawn_sheet(WIDE - 120)
    plain = fanned([*cards_in("plain", BEFORE, 216)], 13)
    looked = fanned([*cards_in("", AFTER, 268)], 15)
    above = sheet.height + 92
    ground = Image.new("RGB", (WIDE, above + 560), TABLE)
    laid_down(ground, sheet, (WIDE / 2, 40 + sheet.height / 2))
    ground.paste(plain, (330 - plain.width // 2, above + 270 - plain.height // 2), plain)
    ground.paste(looked, (1150 - looked.width // 2, above + 238 - looked.height // 2), looked)
    said = [
        ("--look plain", 330),
        ("cardgen new wildwood --from beasts-v7.xlsx", 1150),
    ]
    for words, middle in said:
        labelled(ground, words, (middle, above + 516))
    save(ground, PICTURES / "stranger.webp")


def cards_in(look: str, positions: tuple[int, ...], width: int) -> Iterator[Image.Image]:
    """Cards of the workbook in a look, else in the one that is proposed."""
    with elsewhere() as folder:
        cardgen("new", "wildwood", "--from", str(WORKBOOK), *(["--look", look] if look else []))
        workshop = open_project(folder / "wildwood")
        (game,) = workshop.games
        yield from pictures(workshop, game, game.decks[0], width, only=positions)


def labelled(ground: Image.Image, words: str, middle: tuple[float, float]) -> None:
    """Write words in a pill on a picture."""
    font = ImageFont.truetype(NUNITO, 27 * SHARP)
    wide = round(font.getlength(words))
    pill = Image.new("RGBA", (wide + 60 * SHARP, 50 * SHARP))
    draw = ImageDraw.Draw(pill)
    draw.rounded_rectangle((0, 0, pill.width - 1, pill.height - 1), 25 * SHARP, fill=INK)
    draw.text((pill.width / 2, pill.height / 2), words, PAPER, font, anchor="mm")
    small = pill.resize((pill.width // SHARP, pill.height // SHARP), Image.Resampling.LANCZOS)
    place = (round(middle[0] - small.width / 2), round(middle[1] - small.height / 2))
    ground.paste(small, place, small)


def drawn_sheet(width: int) -> Image.Image:
    """The first sheet of the workbook as a program shows it."""
    sheet = load_workbook(WORKBOOK, rich_text=True).worksheets[0]
    count = sheet.max_column
    asked = [sheet.column_dimensions[get_column_letter(n + 1)].width for n in range(count)]
    unit = (width - GUTTER) / sum(asked)
    edges = [GUTTER + unit * sum(asked[:n]) for n in range(count + 1)]
    size = (width, ROW * (sheet.max_row + 1))
    image = Image.new("RGB", (size[0] * SHARP, size[1] * SHARP), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, image.width, ROW * SHARP), fill=HEAD)
    draw.rectangle((0, 0, GUTTER * SHARP, image.height), fill=HEAD)
    for edge in edges:
        draw.line((edge * SHARP, 0, edge * SHARP, image.height), GRID, SHARP)
    for row in range(sheet.max_row + 2):
        draw.line((0, row * ROW * SHARP, image.width, row * ROW * SHARP), GRID, SHARP)
    small = ImageFont.truetype(REGULAR, 17 * SHARP)
    for n in range(count):
        middle = (edges[n] + edges[n + 1]) / 2 * SHARP
        draw.text((middle, ROW / 2 * SHARP), get_column_letter(n + 1), SAID, small, anchor="mm")
    for row in range(1, sheet.max_row + 1):
        place = (GUTTER / 2 * SHARP, (row + 0.5) * ROW * SHARP)
        draw.text(place, str(row), SAID, small, anchor="mm")
    for row_cells in sheet.iter_rows():
        for cell in row_cells:
            if isinstance(cell, Cell) and cell.value is not None:
                draw_cell(image, cell, edges, merged_to(sheet, cell))
    return image.resize(size, Image.Resampling.LANCZOS)


def merged_to(sheet: Worksheet, cell: Cell) -> int:
    """The last column of a cell, which may be merged with those beside it."""
    for merged in sheet.merged_cells.ranges:
        if cell.coordinate in merged:
            return int(merged.max_col)
    return int(cell.column)


def draw_cell(image: Image.Image, cell: Cell, edges: list[float], last: int) -> None:
    """Draw the ground and the words of a cell; what is too long is cut off."""
    left, right = edges[cell.column - 1], edges[last]
    fill = cell.fill.start_color.rgb[2:] if cell.fill.fill_type else PAPER[1:]
    room = Image.new("RGB", (round((right - left) * SHARP) - SHARP, (ROW - 1) * SHARP), f"#{fill}")
    draw = ImageDraw.Draw(room)
    said = cell.font.color.rgb if cell.font.color else ""
    colour = said[2:] if isinstance(said, str) and said else "222222"  # not by a theme's number
    parts = cell.value if isinstance(cell.value, CellRichText) else [str(cell.value)]
    large = LETTERS + (6 if (cell.font.size or 11) > 12 else 0)
    runs = []
    for part in parts:
        is_bold = part.font.b if isinstance(part, TextBlock) else cell.font.b
        font = ImageFont.truetype(NUNITO if is_bold else REGULAR, large * SHARP)
        runs.append((str(part), font))
    wide = sum(font.getlength(words) for words, font in runs)
    x: float = 7 * SHARP
    if cell.alignment.horizontal == "center":
        x = (room.width - wide) / 2
    elif isinstance(cell.value, int | float):
        x = room.width - wide - 7 * SHARP
    for words, font in runs:
        draw.text((x, room.height / 2), words, f"#{colour}", font, anchor="lm")
        x += font.getlength(words)
    image.paste(room, (round(left * SHARP) + SHARP, cell.row * ROW * SHARP + SHARP))
