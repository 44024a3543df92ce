"""UPLOAD.txt: what to do on a shop's site with the files of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from cardgen.export.delivery import UPLOAD, Order
from cardgen.model.cards import Deck, Game
from cardgen.model.pieces import BOARDS, CARDS, piece_of
from cardgen.prepress.profiles import PICTURES, Printer
from cardgen.prepress.raster import ExportFile

_WIDTH = 78
"""Columns of a line, that any editor shows whole."""
_HEAD = 10


def upload_file(
    printer: Printer, order: Order, fronts: Sequence[str], backs: Sequence[str] = ()
) -> Iterator[ExportFile]:
    """Yield the file about a deck of which files of these names were made; none for a printer
    whose profile says nothing of its site. What is made of a deck as a whole counts as a front;
    the back of a front that has none has no name."""
    if printer.upload:
        text = "\n".join(_lines(printer, order, fronts, backs))
        yield ExportFile(UPLOAD, f"{text}\n".encode())


def _lines(
    printer: Printer, order: Order, fronts: Sequence[str], backs: Sequence[str]
) -> Iterator[str]:
    deck = order.deck
    yield f"{order.game.title}: {deck.title}"
    yield f"for {printer.title}"
    yield ""
    yield from _entry("Product", _product(printer, deck))
    if box := _box(printer, deck):
        yield from _entry("Box", box)
    different = sum(1 for card in deck if card.copies)
    yield from _entry("Cards", f"{deck.copies}, {different} of them different")
    if printer.makes not in PICTURES:
        pdfs = [name for name in fronts if name.endswith(".pdf")]
        yield from _entry("File", ", ".join(pdfs))
    else:
        each = "one for each copy" if printer.copies == "each" else "one for each different card"
        yield from _entry("Fronts", f"{_files(fronts)}, {each}")
        yield from _entry("Backs", _backs(backs))
    yield ""
    for number, step in enumerate(printer.upload, 1):
        yield from _wrapped(f"{number}. ", _sentence(step))
    yield ""
    if printer.copies == "once" and any(card.copies > 1 for card in deck):
        yield from _quantities(deck, fronts)
        yield ""
    for note in printer.notes:
        yield from _wrapped("", _sentence(note))
    certain = {"upload": "the steps are", "sizes": "sizes and products are"}
    if printer.boxes:
        certain["boxes"] = "the boxes are"
    for key, noun in certain.items():
        certainty, where = printer.sources.get(key, ("", ""))
        if certainty:
            yield from _wrapped("", f"How certain {noun}: {certainty}; from {where}.")


def game_upload_file(
    printer: Printer, game: Game, made: Sequence[Deck], folders: Sequence[str], there: Sequence[str]
) -> Iterator[ExportFile]:
    """Yield the file about a whole game, folder by folder; none for a printer whose profile says
    nothing of its site.

    `there` are the folders of decks that were exported before."""
    if not printer.upload:
        return
    lines = [game.title, f"for {printer.title}", ""]
    lines += _wrapped("", f"Each folder is ordered by itself, as the {UPLOAD} in it tells:")
    lines.append("")
    for deck, folder in zip(made, folders, strict=True):
        pieces = f"{deck.copies} piece{'s' * (deck.copies != 1)}"
        lines += _entry(folder, f"{deck.title}, {pieces}: {_product(printer, deck)}")
    lines += (f"{folder:{_HEAD - 1}} as of an earlier export" for folder in there)
    ids = {deck.id for deck in made}
    missing = [
        deck.title
        for deck in game.decks
        if deck.id not in ids and not deck.is_pad and deck.id not in there
    ]
    if missing:
        lines += ["", *_wrapped("", f"Nothing is here of: {', '.join(missing)}.")]
    if game.dice:
        dice = ", ".join(" ".join((str(count), f"d{sides}")) for sides, count in game.dice.items())
        lines += ["", *_wrapped("", f"Dice are bought, not printed: {dice}.")]
    yield ExportFile(UPLOAD, ("\n".join(lines) + "\n").encode())


def _product(printer: Printer, deck: Deck) -> str:
    """What the printer calls the pieces of a deck, and their size."""
    size = printer.size_of(deck.shape)
    if size and size.product:
        return f"{size.product}, which is {size}"
    pieces = {CARDS: "cards", BOARDS: "boards"}.get(piece_of(deck), "pieces")
    return f"{pieces} of {size or deck.shape}"


def _box(printer: Printer, deck: Deck) -> str:
    """The smallest box of the printer that holds a deck."""
    size = printer.size_of(deck.shape)
    for box in printer.boxes.get(size.name, ()) if size else ():
        if box.holds >= deck.copies:
            width, height = box.pixels
            return (
                f"{box.product}, for up to {box.holds} cards; its picture has {width} x {height} "
                "pixels and is drawn over the template of the site"
            )
    return ""


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _backs(names: Sequence[str]) -> str:
    """The backs in words; without a name where a front has none."""
    named = [name for name in dict.fromkeys(names) if name]
    bare = names.count("")
    if not named:
        return "none"
    if len(named) == 1 and not bare:
        return f"{named[0]}, the same for all"
    lack = f"; {bare} front{'s' * (bare != 1)} without" if bare else ""
    return f"{_files(named)}, {'each ' * (len(named) > 1)}named like its front{lack}"


def _files(names: Sequence[str]) -> str:
    """How many files there are, and where they lie."""
    folders = {name.rpartition("/")[0] for name in names}
    count = f"{len(names)} file{'s' * (len(names) != 1)}"
    if len(folders) == 1 and (folder := folders.pop()):
        return f"{count} in the folder {folder}"
    return f"{count}, from {names[0]} to {names[-1]}" if names else count


def _quantities(deck: Deck, fronts: Sequence[str]) -> Iterator[str]:
    """How often each card is wanted, where that is not once."""
    yield "How many of each; of those that are not here one:"
    cards = [card for card in deck if card.copies]
    for card, front in zip(cards, fronts, strict=False):
        if card.copies > 1:
            yield f"{card.copies:6} x {front or card.id}"


def _entry(head: str, text: str) -> Iterator[str]:
    return _wrapped(f"{head:{_HEAD - 1}} ", text)


def _wrapped(head: str, text: str) -> Iterator[str]:
    """The lines of a text behind its head, under which the others stand."""
    lines = wrap(text, _WIDTH - len(head), break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{' ' * len(head) if number else head}{line}"
