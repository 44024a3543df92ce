"""One size for the texts of many cards: the largest at which the text of each fits.

A template asks for it by `size='deck'`, which is shared by all cards that come to that line of it,
or by `size='group:NAME'`, which several boxes share. When the first card of a deck asks, all of
them are rendered once to measure their texts, and nothing else of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.base.findings import Finding, UnreadableError
from cardgen.cards.placed_markup import PlacedText
from cardgen.engine import Layout
from cardgen.model.cards import Card

DECK, GROUP = "deck", "group:"
LARGEST, SMALLEST = 12.0, 6.0
"""The sizes that are tried where a template says no others, in points."""


class SizeGroup(NamedTuple):
    """The key of texts that share a size: the deck, and a line of its template or a name."""

    deck: str
    name: str


class SharedSize(NamedTuple):
    """A size in points, the largest that the first text asked for, and the card that needs it."""

    size: float
    largest: float
    card: Card


@dataclass(slots=True)
class SharedSizes:
    """The sizes that texts of a game share, by their groups."""

    sizes: dict[SizeGroup, SharedSize] = field(default_factory=dict)
    measured_decks: set[str] = field(default_factory=set)
    is_measuring: bool = False

    def see(self, group: SizeGroup, fitting_size: float, largest: float, card: Card) -> None:
        """Take in the size at which one more text fits."""
        earlier_size = self.sizes.get(group)
        if earlier_size is None or fitting_size < earlier_size.size:
            largest = earlier_size.largest if earlier_size else largest
            self.sizes[group] = SharedSize(fitting_size, largest, card)

    def forget(self) -> None:
        self.sizes.clear()
        self.measured_decks.clear()


def group_name(size: str, line: str) -> str:
    """The name of the group that a template asks for: the line of it where that is the deck.

    Raises UnreadableError for what is none."""
    if size == DECK:
        return line
    if size.startswith(GROUP) and size[len(GROUP) :].strip():
        return size
    raise UnreadableError(
        "template-value",
        f"text_box wants a number for size, not {size!r}",
        "give it one without quotes or a unit, or write 'deck' or 'group:NAME' for a shared one",
    )


def note_of(shared_size: SharedSize) -> Finding | None:
    """The note that names the card which sets a size; None where all texts have the largest."""
    if shared_size.size >= shared_size.largest:
        return None
    return Finding(
        "size-shared",
        f"texts that share a size are set at {shared_size.size:g} pt, not {shared_size.largest:g},"
        f' for the sake of card "{shared_size.card.id}"',
        "shorten its text, give the box more room, or set that card's text in a size of its own",
        shared_size.card.place,
    )


class UnsetText(PlacedText):
    """A text that is set only if somebody asks where it lies, while texts are measured."""

    _lay_out: Callable[[], Layout | None]
    _asked: Layout | None

    @classmethod
    def at_corner(
        cls, lay_out: Callable[[], Layout | None], x: float, y: float, unit: float
    ) -> UnsetText:
        """Return a text whose box has its corner at (x, y), in units of so many points."""
        text = cls("")
        text._lay_out, text._corner, text._unit, text._asked = lay_out, (x, y), unit, None
        return text

    @property
    def layout(self) -> Layout:
        if self._asked is None:
            self._asked = self._lay_out() or Layout(0.0, (), None)
        return self._asked
