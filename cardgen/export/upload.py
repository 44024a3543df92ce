"""UPLOAD.txt: what to do on a shop's site with the files of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from cardgen.export.delivery import Order
from cardgen.model.cards import Deck
from cardgen.prepress.profiles import PICTURES, Printer
from cardgen.prepress.raster import ExportFile

NAME = "UPLOAD.txt"
_WIDTH = 78
"""Columns of a line, that any editor shows whole."""
_HEAD = 10


def upload_file(
    printer: Printer, order: Order, fronts: Sequence[str], backs: Sequence[str] = ()
) -> Iterator[ExportFile]:
    """Yield the file about a deck of which files of these names were made; none for a printer
    whose profile says nothing of its site. What is made of a deck as a whole counts as a front."""
    if printer.upload:
        text = "\n".join(_lines(printer, order, fronts, backs))
        yield ExportFile(NAME, f"{text}\n".encode())


def _lines(
    printer: Printer, order: Order, fronts: Sequence[str], backs: Sequence[str]
) -> Iterator[str]:
    deck = order.deck
    yield f"{order.game.title}: {deck.title}"
    yield f"for {printer.title}"
    yield ""
    size = printer.size_of(deck.shape)
    yield from _entry("Product", f"cards of {size or deck.shape}")
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
    certainty, where = printer.sources.get("upload", ("", ""))
    if certainty:
        yield from _wrapped("", f"How certain the steps are: {certainty}; from {where}.")


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _backs(names: Sequence[str]) -> str:
    """The backs in words."""
    if len(names) == 1:
        return f"{names[0]}, the same for all"
    return f"{_files(names)}, each with the number of its front" if names else "none"


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
    return _wrapped(f"{head:{_HEAD}}", text)


def _wrapped(head: str, text: str) -> Iterator[str]:
    """The lines of a text behind its head, under which the others stand."""
    lines = wrap(text, _WIDTH - len(head), break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{' ' * len(head) if number else head}{line}"
