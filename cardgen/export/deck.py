"""One deck, or one game, as its printer takes it: which files, and in which folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from cardgen.cache import Cache
from cardgen.draw import Drawn, Troubles, draw_deck
from cardgen.errors import CardgenError, Problem
from cardgen.export.images import Made, export_images, workers
from cardgen.export.presssheets import export_sheets, press_grid
from cardgen.export.printers import Printer
from cardgen.export.printshop import export_pdf
from cardgen.export.table import Sheet, export_table, saved_object
from cardgen.files import write
from cardgen.fonts import FontBook
from cardgen.model import Deck, Game
from cardgen.project import Project
from cardgen.svg.art import Art

_OURS = ("front/[0-9][0-9][0-9]*-*.png", "back/[0-9][0-9][0-9]*-*.png", "back.png", "faces*.png", "backs*.png", "sheet-[0-9]*-*.png")
"""Names of pictures that an export may have left."""
T = TypeVar("T")
Progress = Callable[[str, int, int], None]
Wrote = Callable[[Path, str], None]


class Order(NamedTuple):
    """A deck to be made, with the game it is of, and the name of its folder."""

    game: Game
    deck: Deck
    name: str


def export_game(
    project: Project,
    orders: Sequence[Order],
    book: FontBook,
    printer: Printer,
    folder: Path,
    *,
    save: str = "",
    jobs: int = 1,
    cache: Cache,
    progress: Progress,
    wrote: Wrote,
) -> None:
    """Write what the printer takes of these decks of one game to `folder`/PRINTER/NAME; `save` is the name of a virtual table's file.

    Raises CardgenError with everything that cannot be made.
    """
    check_sizes(printer, [order.deck for order in orders])
    art = Art(project, orders[0].game.folder, book, cache)
    piles: list[tuple[Deck, list[Sheet], Path]] = []
    with workers(jobs if printer.makes == "png" else 1) as pool:
        tasks = [partial(_drawn, project, order, book, art, progress) for order in orders]
        for order, drawn in zip(orders, _begun(tasks, early=bool(pool)), strict=True):
            if drawn:
                _export(order, drawn, book, printer, folder / printer.id / order.name, pool, piles, wrote)
    if piles:
        path = folder / printer.id / f"{save or orders[0].game.id}.json"
        write(path, saved_object(orders[0].game, piles))
        wrote(path, "saved object")


def _begun(tasks: Sequence[Callable[[], T]], *, early: bool) -> Iterator[T]:
    """What some tasks come to, in their order; with `early` each is begun while what the one before came to is made use of."""
    if not early:
        yield from (task() for task in tasks)
        return
    with ThreadPoolExecutor(1) as beside:
        following = beside.submit(tasks[0])
        for task in tasks[1:]:
            found, following = following.result(), beside.submit(task)
            yield found
        yield following.result()


def _export(
    order: Order,
    drawn: Sequence[Drawn],
    book: FontBook,
    printer: Printer,
    home: Path,
    pool: ProcessPoolExecutor | None,
    piles: list[tuple[Deck, list[Sheet], Path]],
    wrote: Wrote,
) -> None:
    game, deck, name = order
    files: list[Path] = []

    def made(file: Made) -> None:
        write(home / file.name, file.data)
        files.append(home / file.name)

    if printer.makes == "png":
        export_images(printer, deck, drawn, pool, made)
    elif printer.makes == "pdf":
        export_pdf(printer, game, deck, drawn, made, name=name)
    elif printer.makes == "sheets":
        export_sheets(printer, game, deck, drawn, book, made)
    else:
        piles.append((deck, export_table(printer, deck, drawn, made), home))
    for left in {path for pattern in _OURS for path in home.glob(pattern)}.difference(files):
        left.unlink()  # of an earlier export: somebody would upload it with the others
    wrote(home, f"{len(files)} file{'s' * (len(files) != 1)}, {deck.copies} cards")


def check_sizes(printer: Printer, decks: Sequence[Deck]) -> None:
    """Raises CardgenError for every deck whose size the printer does not sell."""
    wrong: list[Problem] = []
    for deck in decks:
        try:
            if printer.makes == "sheets":
                press_grid(printer, deck.shape)
            printer.fit(deck.shape)
        except CardgenError as error:
            wrong += (problem.at(deck.places.get("size")) for problem in error.problems)
    if wrong:
        raise CardgenError(*wrong)


def _drawn(project: Project, order: Order, book: FontBook, art: Art, progress: Progress) -> list[Drawn]:
    """A deck's cards; none of a deck that has no copies. Raises CardgenError."""
    game, deck, _ = order
    troubles = Troubles()
    positions = tuple(i for i, card in enumerate(deck.cards) if card.copies)
    drawn = []
    for each in draw_deck(project, game, deck, book, art, troubles, only=positions) if positions else ():
        drawn.append(each)
        progress(f"{game.title}: {deck.title}", len(drawn), len(positions))
    if troubles:
        raise CardgenError(*troubles)
    return drawn
