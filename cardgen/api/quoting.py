"""What factories are asked for: every part of a game with its numbers, as a workbook and a page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.units import MM, decimal
from cardgen.boxes.make import together
from cardgen.boxes.tuckbox import CARD, pile, room
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.load.table_writer import workbook
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.model.cards import PAD, Deck, Game
from cardgen.model.production import BOOK_PART, BOX_PART, Material
from cardgen.model.sizes import Paper, Shape, paper_size
from cardgen.rulebook import has_rulebook
from cardgen.sheets.edge_colours import coloured_sides
from cardgen.sheets.gang import SizedPart, sized_parts
from cardgen.sheets.instructions import Handout, file_of_handout, markdown_safe

STEM = "quote"
RUNS = (500, 1000, 3000)
"""The numbers of copies that are asked for where nothing is said."""
WEIGHT = 300.0
"""The grams a square metre that are reckoned with where nothing is said: those of common card."""
_LONGEST_CARD = 150 * MM
"""A single piece that is longer is called a board."""
_SQUARE_METRE = (1000 * MM) ** 2


class QuotePart(NamedTuple):
    """A part of a game as a factory is asked for it.

    `pieces` belong to one copy of the game. `backs` is 0 where the back is not printed; `colours`
    are inks on the front and the back, `4/4`. Thickness and stack are in points, the weight of a
    copy's pieces in grams; 0 where it is not known."""

    name: str
    kind: str
    size: str
    corner: float
    pieces: int
    fronts: int
    backs: int
    colours: str
    material: Material
    thickness: float
    weight: float

    @property
    def stack(self) -> float:
        """How high the pieces of a copy lie."""
        return self.pieces * self.thickness


class GameQuote(NamedTuple):
    """The parts of a game, what is bought for it, and the numbers of copies asked for.

    `assumed` is true where thickness or weight are cardgen's guess."""

    game: Game
    runs: tuple[int, ...]
    parts: tuple[QuotePart, ...]
    assumed: bool

    @property
    def weight(self) -> float:
        """The grams of a copy, as far as they are known."""
        return sum(part.weight for part in self.parts)


@dataclass(frozen=True, slots=True)
class QuoteTask(ProjectTask):
    """The quote sheet of a game, as a workbook and as a page."""

    game: Game
    decks: Sequence[Deck]
    runs: tuple[int, ...]
    paper: Paper

    @property
    def name(self) -> str:
        """The game that is asked for."""
        return f"{self.game.id}/quote"

    def make(self, place: Workplace, report: Report) -> None:
        """Write both files."""
        with collect_findings(report.findings):
            context = place.context(self.game)
            quote = quote_of(context, self.decks, self.runs)
            folder = place.folder(self.game)
            rows = [*_rows(quote)]
            about = f"{len(quote.parts)} parts"
            report.put(folder / f"{STEM}.xlsx", workbook("Quote", rows), about)
            page = Handout(self.game, file_of_handout(self.game, STEM), _values(quote), "Quote")
            report.put_pdf(folder / f"{STEM}.pdf", page.pdf(context, self.paper), about)
            if quote.assumed:
                sentence = (
                    "nothing says how thick and heavy some parts are: 0.3 mm and 300 g/m² are "
                    "reckoned with; write  quote: {thickness: 0.31mm, weight: 310}  into game.yaml"
                )
                report.note("material-assumed", sentence, self.game.id)


def quote_of(context: Context, decks: Sequence[Deck], runs: Sequence[int]) -> GameQuote:
    """What a factory needs to know of decks of a game, its rulebook and its box.

    All cards are drawn, to count those that differ. Raises CardgenError for one that cannot be."""
    game = context.game
    findings = CardFindings()
    parts = [
        _part(context, part, findings)
        for deck in decks
        for part in sized_parts(deck)
        if any(deck.cards[at].copies for at in part.positions)
    ]
    if findings:
        raise CardgenError(*findings)
    if not parts:
        raise CardgenError(
            Finding("deck-empty", f"{game.id} has no card to ask for", "add cards to a deck")
        )
    assumed = any(not (part.material.thickness and part.material.weight) for part in parts)
    in_box = [deck for deck in decks if deck.copies and deck.role != PAD]
    if has_rulebook(game):
        parts.append(_book(context))
    if in_box:
        parts.append(_box(game, in_box, parts))
    parts += (
        QuotePart(name, "bought", "", 0.0, count, 0, 0, "", Material(), 0.0, 0.0)
        for name, count in game.production.bought.items()
    )
    return GameQuote(game, tuple(runs or game.production.runs or RUNS), tuple(parts), assumed)


def _part(context: Context, part: SizedPart, findings: CardFindings) -> QuotePart:
    """The cards of one size of a deck as a part: what they are, how many of them differ, and in how
    many inks. Sheets that are printed several times count as often."""
    deck = part.deck
    positions = tuple(at for at in sorted(part.positions) if deck.cards[at].copies)
    count = deck.sheet_copies * sum(deck.cards[at].copies for at in positions)
    drawn = [*draw_deck(context, deck, findings, DrawOptions(positions=positions))]
    fronts = {card.face.name for card in drawn if card.face}
    backs = {card.back.name for card in drawn if card.back}
    coloured = coloured_sides(drawn, deck.shape)
    inks = [4 if side & coloured else 1 if side else 0 for side in (fronts, backs)]
    material = context.game.production.material_of(deck.id)
    thickness = material.thickness or CARD
    area = deck.shape.area / _SQUARE_METRE
    return QuotePart(
        deck.title,
        _kind(deck),
        _size(deck.shape),
        deck.shape.corner,
        count,
        len(fronts),
        len(backs),
        f"{inks[0]}/{inks[1]}",
        material,
        thickness,
        count * area * (material.weight or WEIGHT),
    )


def _kind(deck: Deck) -> str:
    if deck.role == PAD:
        return "sheet to write on"
    if deck.shape.kind != "rectangle":
        return "piece to punch out"
    longest = max(deck.shape.width, deck.shape.height)
    return "board" if longest > _LONGEST_CARD else "card"


def _size(shape: Shape) -> str:
    named = {"rectangle": "", "circle": ""}.get(shape.kind, f", {shape.kind}")
    return f"{shape.measured()}{named}"


def _book(context: Context) -> QuotePart:
    """The rulebook as a stitched booklet, its pages a multiple of four."""
    from cardgen.rulebook.editions import open_rulebook

    paper = paper_size("a4")
    pages = len(open_rulebook(context).set_booklet(paper).book_pages)
    material = context.game.production.material_of(BOOK_PART)
    whole_pages = -(-pages // 4) * 4
    width, height = paper.height / 2, paper.width
    sheets_area = whole_pages / 2 * width * height / _SQUARE_METRE
    return QuotePart(
        f"Rulebook, {whole_pages} pages, stitched",
        "booklet",
        _size(Shape("rectangle", width, height)),
        0.0,
        1,
        whole_pages,
        0,
        "4/4",
        material,
        material.thickness * whole_pages / 2,
        sheets_area * material.weight,
    )


def _box(game: Game, decks: Sequence[Deck], parts: Sequence[QuotePart]) -> QuotePart:
    """The box for all of a copy: what must go into it, one pile of everything."""
    whole = together(game, decks)
    depth = sum(part.stack for part in parts)
    lying = replace(pile(whole.shape, 1), depth=depth)
    inside = " × ".join(f"{math.ceil(round(side / MM, 3))}" for side in room(lying))
    material = game.production.material_of(BOX_PART)
    return QuotePart(
        f"Box, inside at least {inside} mm in one pile",
        "box",
        f"{inside} mm",
        0.0,
        1,
        1,
        0,
        "4/0",
        material,
        0.0,
        0.0,
    )


def _rows(quote: GameQuote) -> Iterator[list[Any]]:
    """Yield the rows of the workbook, headings first. Columns of prices are for the factory."""
    yield [
        "Part",
        "Kind",
        "Size",
        "Corner radius, mm",
        "Pieces in a copy",
        "Different fronts",
        "Different backs",
        "Inks, front/back",
        "Stock",
        "Finish",
        "Thickness, mm",
        "Stack, mm",
        "Weight in a copy, g",
        *(f"Pieces for {run} copies" for run in quote.runs),
        *(f"Your price for {run} copies" for run in quote.runs),
        "Your remarks",
    ]
    for part in quote.parts:
        yield [
            part.name,
            part.kind,
            part.size,
            _in_mm(part.corner),
            part.pieces,
            part.fronts or None,
            part.backs or None,
            part.colours,
            part.material.stock,
            part.material.finish,
            _in_mm(part.thickness),
            _in_mm(part.stack),
            round(part.weight, 1) or None,
            *(part.pieces * run for run in quote.runs),
            *(None for _ in quote.runs),
            None,
        ]
    yield [
        "A whole copy",
        *[None] * 11,
        round(quote.weight, 1),
        *quote.runs,
        *[None] * (len(quote.runs) + 1),
    ]


def _in_mm(length: float) -> float | None:
    return round(length / MM, 2) or None


def _values(quote: GameQuote) -> dict[str, Any]:
    """The values that the text of the page can show."""
    return {
        "version": markdown_safe(quote.game.version),
        "runs": [f"{run:,}".replace(",", "\u202f") for run in quote.runs],
        "assumed": quote.assumed,
        "weight": decimal(round(quote.weight)),
        "parts": [
            {
                "name": markdown_safe(part.name),
                "kind": part.kind,
                "size": part.size,
                "corner": decimal(round(part.corner / MM, 2)) if part.corner else "",
                "pieces": part.pieces,
                "fronts": part.fronts,
                "backs": part.backs,
                "colours": part.colours,
                "stock": markdown_safe(part.material.stock),
                "finish": markdown_safe(part.material.finish),
                "thickness": decimal(round(part.thickness / MM, 2)) if part.thickness else "",
                "stack": decimal(round(part.stack / MM, 1)) if part.thickness else "",
                "weight": decimal(round(part.weight, 1)) if part.weight else "",
            }
            for part in quote.parts
        ],
    }
