"""The request for an export, and the folders that it writes.

What an earlier export has left in them is known, too."""

from __future__ import annotations

import csv
import glob
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import quote

from cardgen.base.files import check_inside, read_own, write
from cardgen.base.findings import CardgenError, Finding, collect_findings, shown
from cardgen.base.state import is_plain_name
from cardgen.cards.context import Progress
from cardgen.cards.parcels import Drawn
from cardgen.engine import Drawing, FontBook
from cardgen.model.cards import Deck, Game
from cardgen.model.credits import credits_in_words
from cardgen.model.sizes import Shape
from cardgen.prepress.profiles import ENDINGS, Fit, Printer
from cardgen.prepress.raster import ExportFile

UPLOAD = "UPLOAD.txt"
"""The name of the file that tells whoever orders what to do."""
_OURS = (
    *(
        *(
            f"{name}{ending}"
            for name in ("front/[0-9][0-9][0-9]*-*", "back/[0-9][0-9][0-9]*-*", "back")
            for ending in ENDINGS.values()
        ),
        "faces*.png",
        "backs*.png",
        "sheet-[0-9]*-*.png",
    ),
    *(
        "{name}.pdf",
        "{name}-die-line.pdf",
        "cards.csv",
        "credits.txt",
        UPLOAD,
        "index.json",
        "front-[0-9][0-9][0-9]*-*.png",
        "back-[0-9]*.png",
    ),
)
"""Names of files that an export may have left in a folder called NAME."""
Wrote = Callable[[Path, str], None]
K = TypeVar("K")
PictureSide = tuple[K, Drawing, Shape, Fit]
"""A side to be made into a picture, with what the picture is told apart by."""


class Order(NamedTuple):
    """A deck to be made, with its game and its folder's name.

    It holds its cards, too, if they have been drawn already."""

    game: Game
    deck: Deck
    name: str
    drawn: Sequence[Drawn] = ()


class Hosting(NamedTuple):
    """The place of pictures: in their folders, or at an address.

    Their folders are on this machine; the address is the one that they were put to."""

    prefix: str = ""

    def of(self, folder: Path, name: str) -> str:
        """The address of a file in the folder of a deck."""
        if self.prefix:
            return f"{self.prefix.rstrip('/')}/{quote(folder.name)}/{quote(name)}"
        return (folder / name).absolute().as_uri()

    def beside(self, file: Path) -> str:
        """The address of a file of the whole game, which lies beside the folders of decks."""
        if self.prefix:
            return f"{self.prefix.rstrip('/')}/{quote(file.name)}"
        return file.absolute().as_uri()


HERE = Hosting()
"""On this machine."""


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """The place of a game's files, below `folder`, and who hears of them.

    `save` is the name of a virtual table's file, and `beside` are the names of decks that an
    earlier one may still deal, as it may those that cannot be made now; `hosting` is where it finds
    the pictures, and `played` another save, which gets the cards of today; `book` is the rulebook
    that a table shows. `forced` is told of
    files that are not what the printer asks for; without it they are not written. `jobs` is the
    number of processes that make pictures, `stamp` what is laid over faces. Nothing is written or
    taken away outside of `home`, where there is one."""

    folder: Path
    save: str = ""
    beside: Sequence[str] = ()
    hosting: Hosting = HERE
    played: Path | None = None
    book: Path | None = None
    jobs: int = 1
    stamp: str = ""
    progress: Progress = lambda what, done, of: None
    wrote: Wrote = lambda path, about: None
    add_note: Callable[[Finding], None] = lambda finding: None
    forced: Callable[[Deck, Finding], None] | None = None
    home: Path | None = None
    files: Callable[[Path, Path | None], DeckFiles] = lambda folder, home: DeckFiles(folder, home)
    """What takes the files of a deck, which belong into this folder."""
    pictures: KeptPictures | None = None
    """Pictures that other exports show too."""


class KeptPictures:
    """Pictures of sides that several exports show, each made once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Fit, Shape], bytes] = {}
        self.own: Collection[str] = ()
        """The names of drawings that no other export shows, of which nothing is kept."""

    def pictures(
        self, sides: Iterable[PictureSide[K]], make: Callable[..., Iterator[tuple[Any, bytes]]]
    ) -> Iterator[tuple[K, bytes]]:
        """The pictures of these sides; `make` makes the missing ones."""
        in_order = list(sides)
        new = {
            (drawing.name, fit, shape): ((drawing.name, fit, shape), drawing, shape, fit)
            for _, drawing, shape, fit in in_order
            if (drawing.name, fit, shape) not in self._kept
        }
        made = dict(make(new.values()))
        for key, drawing, shape, fit in in_order:
            about = (drawing.name, fit, shape)
            data = made[about] if about in made else self._kept[about]
            if drawing.name not in self.own:
                self._kept[about] = data
            yield key, data


class DeckFiles:
    """The files written into a folder, and the earlier ones to delete."""

    def __init__(self, folder: Path, home: Path | None) -> None:
        self.folder = folder
        self.home = home
        self.written: list[Path] = []
        self._listed: set[Path] | None = None

    @property
    def names(self) -> list[str]:
        """The names of what was written."""
        return [path.relative_to(self.folder).as_posix() for path in self.written]

    def add(self, file: ExportFile) -> None:
        if self._listed is None:  # before the list itself is written
            self._listed = set(_listed_files(self.folder, self.home))
        write(self.folder / file.name, file.data, self.home)
        self.written.append(self.folder / file.name)

    def done(self, deck: Deck, wrote: Wrote) -> None:
        clear_earlier(self.folder, self.written, self.home, self._listed or set())
        wrote(self.folder, self.about(deck))

    def about(self, deck: Deck) -> str:
        """How many files there are, and cards."""
        files = "file" if len(self.written) == 1 else "files"
        cards = "card" if deck.copies == 1 else "cards"
        return f"{len(self.written)} {files}, {deck.copies} {cards}"


class GameExport:
    """A printer's way of exporting: files of decks, then of the game.

    A file of the whole game is not needed everywhere."""

    hosted: ClassVar[bool] = False
    """Whether a file tells where the pictures are found."""
    played: ClassVar[bool] = False
    """Whether there are saves that have been played with."""

    def __init__(
        self, printer: Printer, game: Game, fonts: FontBook, delivery: ExportTarget
    ) -> None:
        self.printer = printer
        self.game = game
        self.fonts = fonts
        self.delivery = delivery
        self.folder = delivery.folder / printer.id
        self.made: list[Any] = []
        """What the decks came to, for the file of the whole game."""

    def files(self, order: Order) -> DeckFiles:
        """The folder of a deck, with the credits of the game's drawings if there are any."""
        files = self.delivery.files(self.folder / order.name, self.delivery.home)
        if credits := credits_in_words(order.game.drawings):
            files.add(ExportFile("credits.txt", f"{credits}\n".encode()))
        return files

    def path(self, ending: str) -> Path:
        """The path of the file of the whole game."""
        return self.folder / f"{self.delivery.save or self.game.id}{ending}"

    def put(self, path: Path, data: bytes, kind: str, piles: int) -> None:
        """Write it, with so many piles of cards. Raises CardgenError."""
        write(path, data, self.delivery.home)
        self.delivery.wrote(path, f"{kind}, {piles} pile{'s' * (piles != 1)}")

    def decks(self, decks: Iterable[tuple[Order, list[Drawn]]], problems: list[Finding]) -> None:
        """Write the files of each deck; errors are added to `problems`."""
        for order, cards in decks:
            with collect_findings(problems):
                self.deck(order, cards)

    def deck(self, order: Order, cards: Sequence[Drawn]) -> None:
        """Write the files of a deck. Raises CardgenError."""

    def whole(self, names: Sequence[str]) -> None:
        """Write the files that hold all of the decks, or tell of them.

        `names` are those of all that were asked for. Raises CardgenError."""
        made = [entry for entry in self.made if isinstance(entry, Order)]
        if not made or not self.delivery.save:  # editions have no file of the game
            return
        there = [
            name
            for name in self.delivery.beside
            if name not in names and (self.folder / name / UPLOAD).is_file()
        ]
        decks, folders = [order.deck for order in made], [order.name for order in made]
        for file in self.about_game(decks, folders, there):
            path = self.folder / file.name
            write(path, file.data, self.delivery.home)
            self.delivery.wrote(path, "what to upload where")

    def about_game(
        self, decks: Sequence[Deck], folders: Sequence[str], there: Sequence[str]
    ) -> Iterable[ExportFile]:
        """What tells of all decks of a game, in these folders; nothing where none asks for it.

        `there` are the folders of decks that were exported before."""
        return ()


def _listed_files(folder: Path, home: Path | None) -> Iterator[Path]:
    """Yield the pictures that an earlier export has listed, whatever they are called."""
    table = folder / "cards.csv"
    if not table.is_file():
        return
    check_inside(table, home)
    with suppress(CardgenError, OSError, ValueError, csv.Error):
        for row in csv.DictReader(read_own(table).decode("utf-8").splitlines()):
            for name in (row.get("front"), row.get("back")):
                if name and is_plain_name(name) and Path(name).suffix in ENDINGS.values():
                    yield folder / name


def clear_earlier(
    folder: Path, written: Sequence[Path], home: Path | None, listed: Collection[Path] = ()
) -> None:
    """Delete a deck's earlier export from its folder: files of our names, and what was `listed`.

    Raises CardgenError."""
    patterns = [pattern.format(name=glob.escape(folder.name)) for pattern in _OURS]
    earlier = {path for pattern in patterns for path in folder.glob(pattern)}
    earlier.update(path for path in listed if path.is_file())
    for leftover in earlier.difference(written):
        check_inside(leftover, home)
        try:
            leftover.unlink()  # somebody would upload it with the others
        except OSError as error:
            sentence = (
                f"{shown(leftover)} is of an earlier export and cannot be removed: {error.strerror}"
            )
            raise CardgenError(
                Finding(
                    "file-unwritable",
                    sentence,
                    "remove it, so that nobody uploads it with the others",
                )
            ) from None
