"""Decks that share their sheets: of one size and one back, so that the last sheet of one is filled
by the next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork
from cardgen.cards.context import Context
from cardgen.cards.render import draw_together
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.model.cards import Deck
from cardgen.model.sizes import Paper, Shape


class Batch(NamedTuple):
    """Decks that are printed in one file, one after the other, and of each the cards that are:
    position and copies."""

    stem: str
    decks: tuple[Deck, ...]
    counts: tuple[Mapping[int, int], ...]

    @classmethod
    def of(cls, deck: Deck, counts: Mapping[int, int] | None = None) -> Batch:
        """A deck by itself; of its cards those at these positions, so often, or all."""
        if counts is None:
            counts = {position: card.copies for position, card in enumerate(deck.cards)}
        printed = {position: counts[position] for position in sorted(counts) if counts[position]}
        return cls(deck.id, (deck,), (printed,))

    @property
    def positions(self) -> tuple[tuple[int, ...], ...]:
        """Of each deck, those of its cards that are printed."""
        return tuple(map(tuple, self.counts))

    @property
    def title(self) -> str:
        return " + ".join(deck.title for deck in self.decks)

    @property
    def shape(self) -> Shape:
        return self.decks[0].shape

    @property
    def backed(self) -> bool:
        return any(deck.back or any(card.back for card in deck.cards) for deck in self.decks)

    @property
    def printed(self) -> int:
        """The number of cards of paper."""
        return sum(count for _, count in self.copies)

    @property
    def copies(self) -> list[tuple[tuple[int, int], int]]:
        """Each card, as the number of its deck and its position there, with its copies."""
        return [
            ((number, i), count)
            for number, counts in enumerate(self.counts)
            for i, count in counts.items()
        ]


class Printed(NamedTuple):
    """A batch and its sheets, as they are printed, by the name of their paper; a paper that is too
    small for its cards has none."""

    batch: Batch
    sheets: Mapping[str, Imposition]


def share(
    batches: Sequence[Batch],
    papers: Sequence[Paper],
    options: Options,
    backs: Mapping[str, str],
) -> list[Batch]:
    """The decks of a game, those together that have one size and one back, where that saves a sheet
    on one of the papers.

    `backs` are their `back_names`.
    """
    groups: dict[tuple[str, ...], list[Batch]] = {}
    for batch in batches:
        if not any(batch.positions):
            continue
        shape = batch.shape
        lengths = (f"{length / MM:.3f}" for length in (shape.width, shape.height, shape.corner))
        key = (shape.kind, *lengths, backs.get(batch.stem, ""))
        groups.setdefault(key, []).append(batch)
    shared: dict[str, Batch] = {}
    stems: set[str] = set()
    for group in groups.values():
        together = _together(group, stems)
        if len(group) > 1 and any(
            apart > count for apart, count in _sheets(together, papers, options)
        ):
            stems.add(together.stem)
            shared.update({batch.stem: together for batch in group})
    return list(
        {
            (batch_of_sheet := shared.get(batch.stem, batch)).stem: batch_of_sheet
            for batch in batches
        }.values()
    )


def saved_sheets(batch: Batch, papers: Sequence[Paper], options: Options) -> Iterator[str]:
    """The sheets that sharing saves on each paper, in words."""
    for paper, (apart, together) in zip(papers, _sheets(batch, papers, options), strict=True):
        if apart:
            sheets = f"{together} sheet{'' if together == 1 else 's'} of {paper.name}"
            yield (
                f"{batch.stem} needs {sheets} instead of {apart}: {apart - together or 'none'}"
                " saved"
            )


def _sheets(batch: Batch, papers: Sequence[Paper], options: Options) -> Iterator[tuple[int, int]]:
    """On each paper, the sheets that the decks need apart and together; 0 where a card does not
    fit."""
    alone = [
        batch._replace(decks=(deck,), counts=(deck_counts,))
        for deck, deck_counts in zip(batch.decks, batch.counts, strict=True)
    ]
    for paper in papers:
        try:
            yield (
                sum(_needed(lone_batch, batch.backed, paper, options) for lone_batch in alone),
                _needed(batch, batch.backed, paper, options),
            )
        except CardgenError:
            yield 0, 0


def _needed(batch: Batch, backed: bool, paper: Paper, options: Options) -> int:
    """The number of sheets that a batch needs: each has a grid of its own, with as many cards to a
    sheet as it can use."""
    request = LayoutRequest(batch.copies, batch.shape, backed, paper, options)
    return len(LAYOUTS[options.layout].lay_out(request).plan)


def _together(group: Sequence[Batch], used_stems: Collection[str]) -> Batch:
    shape = group[0].shape
    size = shape.name or (
        f"{shape.width / MM:g}x{shape.height / MM:g}mm"
        if shape.kind != "circle"
        else f"{shape.width / MM:g}mm"
    )
    stem = f"shared-{size}"
    number = next(
        n
        for n in range(1, len(used_stems) + 2)
        if (f"{stem}-{n}" if n > 1 else stem) not in used_stems
    )
    decks = tuple(deck for batch in group for deck in batch.decks)
    counts = tuple(deck_counts for batch in group for deck_counts in batch.counts)
    return Batch(f"{stem}-{number}" if number > 1 else stem, decks, counts)


def back_names(context: Context, batches: Sequence[Batch], options: Options) -> dict[str, str]:
    """A name for the back of each deck, the same for backs that look the same.

    Decks whose cards have backs of their own have a name that no other deck has; where only fronts
    are printed there are no names. Only decks with a neighbour of the same size are drawn."""
    names: dict[str, str] = {}
    alike: dict[tuple[float, float], list[Batch]] = {}
    if not LAYOUTS[options.layout].backed:
        return names
    for batch in batches:
        if not any(batch.positions):
            continue
        (deck,) = batch.decks
        if any(card.back and card.back != deck.back for card in deck.cards):
            names[deck.id] = f"own {deck.id}"
        elif deck.back:
            names[deck.id] = f"template {deck.back}"
            alike.setdefault((deck.shape.width, deck.shape.height), []).append(batch)
    positions = {
        batch.stem: batch.positions[0][:1]
        for group in alike.values()
        if len(group) > 1
        for batch in group
    }
    (result,) = draw_together(context, [CardWork(context, positions)])
    for drawn_card in result.drawn:
        if drawn_card.back:
            names[drawn_card.card.deck] = drawn_card.back.name
    return names
