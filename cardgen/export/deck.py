"""One deck, or one game, in the files that its printer takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from cardgen.base.findings import CardgenError, Finding, collect_findings, shown
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Drawing
from cardgen.export.delivery import ExportTarget, GameExport, Order
from cardgen.export.pcio import RoomExport
from cardgen.export.presssheets import export_sheets, press_grid
from cardgen.export.printshop import export_pdf
from cardgen.export.sprites import SpriteExport
from cardgen.export.tabletop import TableExport
from cardgen.export.upload import game_upload_file, upload_file
from cardgen.model.cards import Deck
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import PICTURES, Fit, Printer, not_sold
from cardgen.prepress.raster import (
    ExportFile,
    Images,
    images_of,
    rasterised,
    vector_drawings,
    vector_pages,
    workers,
)
from cardgen.sheets.stamp import Stamp

APART = (*PICTURES, "pdf", "sheets")
"""What is made of a deck alone, whatever lies in its folder."""
_ADDRESS = re.compile(r"(https?|file)://[!#-;=?-\[\]_a-z~%]+")
"""What a browser takes as it stands (RFC 3986, 2)."""


class PictureExport(GameExport):
    """Pictures of each side."""

    def decks(self, decks: Iterable[tuple[Order, list[Drawn]]], problems: list[Finding]) -> None:
        """Export all decks as one stream of drawings.

        So no process waits for the end of a deck."""
        printer = self.printer

        def sides() -> Iterator[tuple[tuple[Order, Images, list[str]], Drawing, Shape, Fit]]:
            for order, cards in decks:
                images = images_of(printer, order.deck, cards)
                for drawing, fit, names in images.sides:
                    shape = order.deck.shape
                    if all(name in images.backs for name in names):
                        shape = shape.behind
                    yield (order, images, names), drawing, shape, fit

        with workers(self.delivery.jobs) as pool:
            make = self._make(pool)
            kept = self.delivery.pictures
            pictures = kept.pictures(sides(), make) if kept else make(sides())
            for (order, images), made in groupby(pictures, key=lambda picture: picture[0][:2]):
                files = self.files(order)
                with collect_findings(problems):
                    for (_, _, names), data in made:
                        for name in names:
                            files.add(ExportFile(name, data))
                    files.add(ExportFile("cards.csv", images.table))
                    for file in upload_file(printer, order, images.fronts, images.backs):
                        files.add(file)
                    files.done(order.deck, self.delivery.wrote)
                    self.made.append(order)

    def about_game(
        self, decks: Sequence[Deck], folders: Sequence[str], there: Sequence[str]
    ) -> Iterator[ExportFile]:
        return game_upload_file(self.printer, self.game, decks, folders, there)

    def _make(self, pool: ProcessPoolExecutor | None) -> Callable[..., Iterator[tuple[Any, bytes]]]:
        """What makes the files of sides."""
        printer = self.printer
        clear = printer.corners == "clear"
        if printer.makes == "svg":
            return partial(vector_drawings, clear=clear)
        if printer.makes == "card-pdf":
            return partial(vector_pages, clear=clear)
        quality = printer.quality if printer.makes == "jpg" else 0
        return partial(rasterised, dpi=printer.dpi, pool=pool, clear=clear, quality=quality)


class PdfExport(GameExport):
    """A PDF of each deck."""

    def deck(self, order: Order, drawn: Sequence[Drawn]) -> None:
        files = self.files(order)
        told = self.delivery.forced
        forced = partial(told, order.deck) if told else None
        for finding in export_pdf(
            self.printer, order.game, order.deck, drawn, files.add, name=order.name, forced=forced
        ):
            self.delivery.add_note(replace(finding, what=f"{order.name}.pdf: {finding.what}"))
        for file in upload_file(self.printer, order, files.names):
            files.add(file)
        files.done(order.deck, self.delivery.wrote)
        self.made.append(order)

    def about_game(
        self, decks: Sequence[Deck], folders: Sequence[str], there: Sequence[str]
    ) -> Iterator[ExportFile]:
        return game_upload_file(self.printer, self.game, decks, folders, there)


class SheetExport(GameExport):
    """Pictures of a press's sheets."""

    def deck(self, order: Order, drawn: Sequence[Drawn]) -> None:
        files = self.files(order)
        export_sheets(self.printer, order.game, order.deck, drawn, self.fonts, files.add)
        files.done(order.deck, self.delivery.wrote)


EXPORTS: dict[str, type[GameExport]] = {
    **dict.fromkeys(PICTURES, PictureExport),
    "pdf": PdfExport,
    "sheets": SheetExport,
    "sprites": SpriteExport,
    "table": TableExport,
    "pcio": RoomExport,
}
"""How it is made, by what a printer takes."""


def export_game(
    context: Context, orders: Sequence[Order], printer: Printer, delivery: ExportTarget
) -> None:
    """Write a game's decks to PRINTER/NAME.

    The folder lies in that of the delivery. Raises CardgenError with everything that cannot be
    made, after the decks that can."""
    if not orders:
        return
    check_sizes(printer, [order.deck for order in orders])
    problems: list[Finding] = []
    export = EXPORTS[printer.makes](printer, orders[0].game, context.fonts, delivery)
    orders_with_cards = _all_drawn(context, orders, delivery.progress, problems)
    stamped = (
        (
            order,
            list(Stamp(delivery.stamp, order.game, context.fonts).over(cards, order.deck.shape)),
        )
        for order, cards in orders_with_cards
    )
    export.decks(stamped, problems)
    with collect_findings(problems):
        export.whole([order.name for order in orders])
    if problems:
        raise CardgenError(*problems)


def _all_drawn(
    context: Context, orders: Iterable[Order], progress: Progress, problems: list[Finding]
) -> Iterator[tuple[Order, list[Drawn]]]:
    """The decks that have cards and can be drawn.

    What is wrong with the others is added to `problems`."""
    for order in orders:
        cards: list[Drawn] = []
        with collect_findings(problems):
            cards = _drawn(replace(context, game=order.game), order, progress)
        if cards:
            yield order, cards


def check_table(printer: Printer, url: str, played: Path | None) -> None:
    """Raises CardgenError for hosting or saves that this printer ignores.

    An address of pictures, or a save that has been played with, means nothing to it."""
    problems: list[Finding] = []
    if url and not EXPORTS[printer.makes].hosted:
        problems.append(
            Finding(
                "export-impossible",
                f"what {printer.title} takes has no addresses of pictures in it",
                "leave --url out",
            )
        )
    if url and not _ADDRESS.fullmatch(url):
        problems.append(
            Finding(
                "export-impossible",
                f'"{url}" is not the beginning of an address',
                "write one such as --url https://example.org/game",
            )
        )
    if played and not EXPORTS[printer.makes].played:
        problems.append(
            Finding(
                "export-impossible",
                f"{printer.title} has no saves",
                "leave --update out: it is for Tabletop Simulator",
            )
        )
    elif played and not played.is_file():
        problems.append(
            Finding(
                "file-missing",
                f"there is no file {shown(played)}",
                "name a save of Tabletop Simulator",
            )
        )
    if problems:
        raise CardgenError(*problems)


def unsold(printer: Printer, decks: Iterable[Deck]) -> dict[tuple[str, str], list[Finding]]:
    """The reasons why the printer does not sell these sizes.

    They are by game and id of the decks."""
    problems_by_deck: dict[tuple[str, str], list[Finding]] = {}
    for deck in chain.from_iterable(deck.by_size for deck in decks):
        try:
            if printer.makes == "sheets":
                press_grid(printer, deck.shape)
            printer.fit(deck.shape)
        except CardgenError as error:
            problems = problems_by_deck.setdefault((deck.game, deck.id), [])
            problems += not_sold(printer, deck, error)
    return problems_by_deck


def check_sizes(printer: Printer, decks: Iterable[Deck]) -> None:
    """Raises CardgenError for every deck whose size the printer does not sell."""
    wrong = [problem for problems in unsold(printer, decks).values() for problem in problems]
    if wrong:
        raise CardgenError(*wrong)


def _drawn(context: Context, order: Order, progress: Progress) -> list[Drawn]:
    """A deck's cards; none of a deck that has no copies. Raises CardgenError."""
    deck = order.deck
    if order.drawn:
        return [cards for cards in order.drawn if cards.card.copies]
    card_findings = CardFindings()
    positions = tuple(i for i, card in enumerate(deck.cards) if card.copies)
    cards = []
    for drawn_card in (
        draw_deck(context, deck, card_findings, DrawOptions(positions=positions))
        if positions
        else ()
    ):
        cards.append(drawn_card)
        progress(f"{order.game.title}: {deck.title}", len(cards), len(positions))
    if card_findings:
        raise CardgenError(*card_findings)
    return cards
