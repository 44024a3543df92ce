"""Sheets of a press: many cards with bleed in one picture.

With cut marks around them, the backs behind their fronts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL.Image import Image, Transpose

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.engine import FontBook, Pdf
from cardgen.impose.furniture import Furniture
from cardgen.impose.grid import Grid, GridSpec, lay_grid
from cardgen.impose.layout import Imposition
from cardgen.impose.plan import plan
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper, Shape
from cardgen.prepress.profiles import Printer
from cardgen.prepress.raster import ExportFile, as_png, listed_once, rasters
from cardgen.sheets.pages import SheetParts, SheetWriter


def export_sheets(
    printer: Printer,
    game: Game,
    deck: Deck,
    drawn_cards: Sequence[Drawn],
    fonts: FontBook,
    add_file: Callable[[ExportFile], None],
) -> None:
    """Hand the pictures of a deck's sheets to `add_file`: sheet-01-front.png, and
    sheet-01-back.png where the deck has backs; and cards.csv."""
    cards = [
        drawn_card
        for drawn_card in drawn_cards
        if drawn_card.card.copies and drawn_card.face is not None
    ]
    grid = press_grid(printer, deck.shape)
    backed = any(drawn_card.back for drawn_card in cards)
    laid = plan(
        [((0, number), drawn_card.card.copies) for number, drawn_card in enumerate(cards)],
        grid,
        backed=backed,
    )
    pdf = Pdf("sheets")
    writer = SheetWriter(
        [pdf], game, SheetParts(game, [deck], Imposition(laid, Furniture(None, None), ()), fonts)
    )
    for drawn_card in cards:
        assert drawn_card.face is not None
        writer.feed(drawn_card.card, drawn_card.face, drawn_card.back)
    sides = ("front", "back") if backed else ("front",)
    across = round(grid.page.width * printer.dpi / 72)
    down = round(grid.page.height * printer.dpi / 72)
    digits = max(2, len(str(pdf.pages // len(sides))))
    for number, image in enumerate(rasters(pdf.bytes(), (across, down))):
        sheet, side = divmod(number, len(sides))
        add_file(
            ExportFile(
                f"sheet-{sheet + 1:0{digits}}-{sides[side]}.png",
                as_png(_upright(image), printer.dpi),
            )
        )
    add_file(listed_once(drawn_card.card for drawn_card in cards))


def press_grid(printer: Printer, shape: Shape) -> Grid:
    """The grid that holds the most cards with all of their bleed. Raises CardgenError for a card
    that is too large for the sheet."""
    width, height = printer.sheet
    paper = Paper(
        f"the sheet of {printer.title} ({width / MM:g} x {height / MM:g} mm)", width, height
    )
    bled = replace(
        shape,
        width=shape.width + 2 * printer.bleed,
        height=shape.height + 2 * printer.bleed,
        corner=0.0,
    )
    try:
        grid = lay_grid(GridSpec(bled, paper, printer.margin, bleed=0.0, gutter=0.0))
    except CardgenError:
        problem = Finding(
            "size-does-not-fit",
            f"a card of {shape} does not fit on {paper.name}",
            "make it smaller, or choose another printer",
        )
        raise CardgenError(problem) from None
    return Grid(
        shape, grid.page, grid.columns, grid.rows, printer.margin, printer.bleed, grid.gutter
    )


def _upright(image: Image) -> Image:
    """A sheet on its side turned upright.

    Fronts and backs alike, so that they stay behind one another."""
    return image.transpose(Transpose.ROTATE_90) if image.width > image.height else image
