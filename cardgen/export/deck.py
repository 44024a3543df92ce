"""One deck, or one game, as its printer takes it: which files, and in which folder."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Problem, gathered, shown
from cardgen.base.files import check_inside, write
from cardgen.cards.card_painter import DrawJob
from cardgen.cards.context import Context, Progress
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import Troubles, draw_deck
from cardgen.export.pcio import RoomDeck, room, room_deck
from cardgen.export.played import updated_save
from cardgen.export.presssheets import export_sheets, press_grid
from cardgen.export.printshop import export_pdf
from cardgen.export.sprites import HERE, Hosting, export_sprites, index
from cardgen.export.table import TablePile, earlier_piles, saved_object
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape
from cardgen.press.profiles import Fit, Printer
from cardgen.press.raster import ExportFile, Images, images_of, rasterised, workers
from cardgen.sheets.stamp import Stamp
from cardgen.typography.fontbook import FontBook

_OURS = (
    *("front/[0-9][0-9][0-9]*-*.png", "back/[0-9][0-9][0-9]*-*.png", "back.png", "faces*.png", "backs*.png", "sheet-[0-9]*-*.png"),
    *("{name}.pdf", "{name}-die-line.pdf", "cards.csv", "index.json", "front-[0-9][0-9][0-9]*-*.png", "back-[0-9]*.png"),
)
"""Names of files that an export may have left in a folder called NAME."""
APART = ("png", "pdf", "sheets")
"""What is made of a deck alone, whatever lies in its folder."""
_ADDRESS = re.compile(r"(https?|file)://[!#-;=?-\[\]_a-z~%]+")
"""What a browser takes as it stands (RFC 3986, 2)."""
Wrote = Callable[[Path, str], None]


class Order(NamedTuple):
    """A deck to be made, with the game it is of, the name of its folder, and its cards if they have been drawn already."""

    game: Game
    deck: Deck
    name: str
    drawn: Sequence[Drawn] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where the files of a game go, below `folder`, and who hears of them.

    `save` is the name of a virtual table's file, and `beside` are the names of decks that an earlier one may still deal, as it may those
    that cannot be made now; `hosting` is where it finds the pictures, and `played` another save, which gets the cards of today. `forced` is
    told of files that are not what the printer asks for; without it they are not written. `jobs` is the number of processes that make
    pictures, `stamp` what is laid over faces. Nothing is written or taken away outside of `home`, where there is one.
    """

    folder: Path
    save: str = ""
    beside: Sequence[str] = ()
    hosting: Hosting = HERE
    played: Path | None = None
    jobs: int = 1
    stamp: str = ""
    progress: Progress = lambda what, done, of: None
    wrote: Wrote = lambda path, about: None
    told: Callable[[str], None] = lambda note: None
    forced: Callable[[Deck, Problem], None] | None = None
    home: Path | None = None


def export_game(context: Context, orders: Sequence[Order], printer: Printer, delivery: Delivery) -> None:
    """Write what the printer takes of these decks of one game to PRINTER/NAME in the folder of the delivery.

    Raises CardgenError with everything that cannot be made, after the decks that can.
    """
    if not orders:
        return
    check_sizes(printer, [order.deck for order in orders])
    wrong: list[Problem] = []
    piles: list[TablePile] = []
    rooms: list[RoomDeck] = []
    folder = delivery.folder / printer.id
    with workers(delivery.jobs if printer.makes == "png" else 1) as pool:
        drawn = _all_drawn(context, orders, delivery.progress, wrong)
        decks = ((order, list(Stamp(delivery.stamp, order.game, context.fonts).over(cards, order.deck.shape))) for order, cards in drawn)
        if printer.makes == "png":
            _export_images(printer, decks, folder, pool, delivery, wrong)
        else:
            for order, cards in decks:
                with gathered(wrong):
                    if printer.makes == "pcio":
                        rooms.append(_export_room(order, cards, printer, folder / order.name, delivery))
                    else:
                        _export(order, cards, context.fonts, printer, folder / order.name, piles, delivery)
    if rooms:
        path = folder / f"{delivery.save or context.game.id}.pcio"
        with gathered(wrong):
            write(path, room(rooms, delivery.hosting), delivery.home)
            delivery.wrote(path, f"game to import, {len(rooms)} pile{'s' * (len(rooms) != 1)}")
    if piles and printer.makes == "table":
        path = folder / f"{delivery.save or context.game.id}.json"
        unmade = [order.name for order in orders if folder / order.name not in [pile.folder for pile in piles]]
        kept = earlier_piles(path, [folder / name for name in (*delivery.beside, *unmade)], delivery.hosting)
        with gathered(wrong):
            write(path, saved_object(orders[0].game, piles, kept, path.stem, delivery.hosting), delivery.home)
            delivery.wrote(path, f"saved object, {len(piles) + len(kept)} pile{'s' * (len(piles) + len(kept) != 1)}")
        if delivery.played:
            with gathered(wrong):
                _update(delivery.played, piles, delivery)
    if wrong:
        raise CardgenError(*wrong)


def _all_drawn(context: Context, orders: Iterable[Order], progress: Progress, wrong: list[Problem]) -> Iterator[tuple[Order, list[Drawn]]]:
    """Each deck that has cards and can be drawn; what is wrong with the others is added to `wrong`."""
    for order in orders:
        drawn: list[Drawn] = []
        with gathered(wrong):
            drawn = _drawn(replace(context, game=order.game), order, progress)
        if drawn:
            yield order, drawn


def _update(save: Path, piles: Sequence[TablePile], delivery: Delivery) -> None:
    """Put the cards of today into a save that has been played with."""
    updated = updated_save(save, piles, delivery.hosting)
    write(save, updated.data)
    new = f", {updated.new} new" if updated.new else ""
    delivery.wrote(save, f"{updated.met} card{'s' * (updated.met != 1)} put in place{new}")
    if gone := list(dict.fromkeys(updated.gone)):
        some = ", ".join(gone[:_SOME]) + (", ..." if len(gone) > _SOME else "")
        delivery.told(f"{save.name} has cards that the game has no longer, and whose pictures are others now: {some}")


_SOME = 6
"""So many cards are named."""


def _export_images(
    printer: Printer,
    decks: Iterable[tuple[Order, list[Drawn]]],
    folder: Path,
    pool: ProcessPoolExecutor | None,
    delivery: Delivery,
    wrong: list[Problem],
) -> None:
    """The pictures of several decks as one stream, so that no process waits for the end of a deck."""

    def sides() -> Iterator[tuple[tuple[Order, Images, list[str]], Drawing, Shape, Fit]]:
        for order, drawn in decks:
            images = images_of(printer, order.deck, drawn)
            for drawing, fit, names in images.sides:
                yield (order, images, names), drawing, order.deck.shape, fit

    for (order, images), made in groupby(
        rasterised(sides(), printer.dpi, pool, clear=printer.corners == "clear"), key=lambda picture: picture[0][:2]
    ):
        files = _Files(folder / order.name, delivery.home)
        with gathered(wrong):
            for (_, _, names), data in made:
                for name in names:
                    files.add(ExportFile(name, data))
            files.add(ExportFile("cards.csv", images.table))
            files.done(order.deck, delivery.wrote)


def _export(
    order: Order, drawn: Sequence[Drawn], fonts: FontBook, printer: Printer, home: Path, piles: list[TablePile], delivery: Delivery
) -> None:
    game, deck, name, _ = order
    files = _Files(home, delivery.home)
    if printer.makes == "pdf":
        forced = partial(delivery.forced, deck) if delivery.forced else None
        for note in export_pdf(printer, game, deck, drawn, files.add, name=name, forced=forced):
            delivery.told(f"{name}.pdf: {note}")
    elif printer.makes == "sheets":
        export_sheets(printer, game, deck, drawn, fonts, files.add)
    else:
        sheets = export_sprites(printer, deck, drawn, files.add)
        files.add(index(deck, sheets, home, delivery.hosting))
        piles.append(TablePile(deck, sheets, home))
    files.done(deck, delivery.wrote)


def _export_room(order: Order, drawn: Sequence[Drawn], printer: Printer, home: Path, delivery: Delivery) -> RoomDeck:
    """A deck as a room takes it; its pictures are files of their own where they are hosted, else in the room's."""
    made = room_deck(printer, order.deck, drawn, home)
    files = _Files(home, delivery.home)
    for file in made.pictures if delivery.hosting.prefix else ():
        files.add(file)
    files.done(order.deck, delivery.wrote if delivery.hosting.prefix else lambda path, about: None)
    return made


class _Files:
    """What is written into a folder, and what of an earlier export must go."""

    def __init__(self, folder: Path, home: Path | None) -> None:
        self.folder = folder
        self.home = home
        self.written: list[Path] = []

    def add(self, file: ExportFile) -> None:
        write(self.folder / file.name, file.data, self.home)
        self.written.append(self.folder / file.name)

    def done(self, deck: Deck, wrote: Wrote) -> None:
        clear_earlier(self.folder, self.written, self.home)
        wrote(self.folder, f"{len(self.written)} file{'s' * (len(self.written) != 1)}, {deck.copies} card{'s' * (deck.copies != 1)}")


def clear_earlier(folder: Path, written: Sequence[Path], home: Path | None) -> None:
    """Take away what an earlier export of a deck has left in its folder. Raises CardgenError."""
    patterns = [pattern.format(name=glob.escape(folder.name)) for pattern in _OURS]
    for left in {path for pattern in patterns for path in folder.glob(pattern)}.difference(written):
        check_inside(left, home)
        try:
            left.unlink()  # somebody would upload it with the others
        except OSError as error:
            what = f"{shown(left)} is of an earlier export and cannot be removed: {error.strerror}"
            raise CardgenError(Problem(what, "remove it, so that nobody uploads it with the others")) from None


def check_table(printer: Printer, url: str, played: Path | None) -> None:
    """Raises CardgenError for an address of pictures, or a save that has been played with, that mean nothing to this printer."""
    wrong: list[Problem] = []
    if url and printer.makes not in ("sprites", "table", "pcio"):
        wrong.append(Problem(f"what {printer.title} takes has no addresses of pictures in it", "leave --url out"))
    if url and not _ADDRESS.fullmatch(url):
        wrong.append(Problem(f'"{url}" is not the beginning of an address', "write one such as --url https://example.org/game"))
    if played and printer.makes != "table":
        wrong.append(Problem(f"{printer.title} has no saves", "leave --update out: it is for Tabletop Simulator"))
    elif played and not played.is_file():
        wrong.append(Problem(f"there is no file {shown(played)}", "name a save of Tabletop Simulator"))
    if wrong:
        raise CardgenError(*wrong)


def unsold(printer: Printer, decks: Iterable[Deck]) -> dict[tuple[str, str], list[Problem]]:
    """Why the printer does not sell decks of these sizes, by game and id."""
    wrong: dict[tuple[str, str], list[Problem]] = {}
    for deck in decks:
        try:
            if printer.makes == "sheets":
                press_grid(printer, deck.shape)
            printer.fit(deck.shape)
        except CardgenError as error:
            wrong[deck.game, deck.id] = [problem.at(deck.places.get("size")) for problem in error.problems]
    return wrong


def check_sizes(printer: Printer, decks: Iterable[Deck]) -> None:
    """Raises CardgenError for every deck whose size the printer does not sell."""
    wrong = [problem for problems in unsold(printer, decks).values() for problem in problems]
    if wrong:
        raise CardgenError(*wrong)


def _drawn(context: Context, order: Order, progress: Progress) -> list[Drawn]:
    """A deck's cards; none of a deck that has no copies. Raises CardgenError."""
    deck = order.deck
    if order.drawn:
        return [drawn for drawn in order.drawn if drawn.card.copies]
    troubles = Troubles()
    positions = tuple(i for i, card in enumerate(deck.cards) if card.copies)
    drawn = []
    for each in draw_deck(context, deck, troubles, DrawJob(only=positions)) if positions else ():
        drawn.append(each)
        progress(f"{order.game.title}: {deck.title}", len(drawn), len(positions))
    if troubles:
        raise CardgenError(*troubles)
    return drawn
