"""Decks of one size and one back that share their sheets.

The last sheet of one is filled by the next."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.units import MM
from cardgen.cards.card_painter import CardWork
from cardgen.cards.context import Context
from cardgen.cards.render import draw_together
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.mixed import MixedPiece, lay_mixed
from cardgen.impose.options import BACKS, Options, file_name
from cardgen.model.cards import Deck
from cardgen.model.sizes import CARDS, Paper, Shape, paper_size

_SIZE = re.compile(r"((pointy-hexagon|ellipse|triangle)-)?[\d.]+(x[\d.]+)?mm")


class Batch(NamedTuple):
    """Decks printed in one file, one after the other.

    Each has its printed cards, as position and copies."""

    stem: str
    decks: tuple[Deck, ...]
    counts: tuple[Mapping[int, int], ...]
    mixed: bool = False
    """Whether its decks may be of several sizes and backs (`impose/mixed.py`)."""

    @classmethod
    def of(cls, deck: Deck, counts: Mapping[int, int] | None = None) -> list[Batch]:
        """A deck by itself, whole or only some cards and copies: a batch for each of its sizes,
        which is mostly one."""
        if counts is None:
            counts = {position: card.copies for position, card in enumerate(deck.cards)}
        printed = {position: counts[position] for position in sorted(counts) if counts[position]}
        number, of = deck.volume
        stem = f"{deck.id}-{number:03}" if of > 1 else deck.id
        batches = []
        for part in sized_parts(deck):
            of_size = {at: count for at, count in printed.items() if at in part.positions}
            batches.append(cls(stem + part.suffix, (part.deck,), (of_size,)))
        return [batch for batch in batches if any(batch.counts)] or batches[:1]

    @property
    def positions(self) -> tuple[tuple[int, ...], ...]:
        """Of each deck, those of its cards that are printed."""
        return tuple(map(tuple, self.counts))

    @property
    def deck_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(deck.id for deck in self.decks))

    @property
    def names(self) -> tuple[str, ...]:
        """Its decks as notes name them: with the size where the deck has several, as its file."""
        is_sized_part = len(self.decks) == 1 and self.decks[0].volume[1] <= 1
        return (self.stem,) if is_sized_part else self.deck_ids

    @property
    def title(self) -> str:
        return " + ".join(deck.title for deck in self.decks)

    @property
    def shape(self) -> Shape:
        return self.decks[0].shape

    @property
    def backed(self) -> bool:
        """True if any of the cards has a back."""
        return any(map(_is_backed, self.decks))

    @property
    def apart(self) -> tuple[Batch, ...]:
        """Its decks, each by itself."""
        pairs = zip(self.decks, self.counts, strict=True)
        return tuple(
            self._replace(decks=(deck,), counts=(counts,), mixed=False) for deck, counts in pairs
        )

    @property
    def pieces(self) -> list[MixedPiece]:
        """Its cards for sheets of several sizes."""
        return [
            MixedPiece(card, count, self.decks[card[0]].shape, _is_backed(self.decks[card[0]]))
            for card, count in self.copies
        ]

    @property
    def sheet_copies(self) -> int:
        """How often its sheets are printed."""
        return self.decks[0].sheet_copies

    @property
    def is_pad(self) -> bool:
        """True if it is sheets to write on."""
        return all(deck.is_pad for deck in self.decks)

    @property
    def layout(self) -> str:
        """The layout that its decks say; none where they say nothing."""
        return self.decks[0].layout

    def options(self, call: Options) -> Options:
        """The options of its sheets: those of a call, unless its decks say their own layout or
        marks."""
        if LAYOUTS[call.layout].flows_on:  # an overview has all decks
            return call
        if self.decks[0].marks and not self.mixed:
            call = replace(call, marks=self.decks[0].marks)
        if not self.mixed:
            call = replace(call, panels=self.decks[0].panels)
        if not self.layout or self.mixed:
            return call
        options = call.laid_out_as(self.layout)
        if not LAYOUTS[self.layout].two_sided:
            return replace(options, backs=BACKS[0])
        return options

    def file_on(self, paper: Paper, call: Options, sides: str = "fronts") -> str:
        """The name of the file of its sheets, or of those sides of it."""
        return file_name(self.stem, paper, self.options(call), sides)

    def papers(self, papers: Sequence[Paper], call: Options) -> Sequence[Paper]:
        """The papers of its sheets: those of a call, unless its decks say their own."""
        own_paper = self.decks[0].paper
        if not own_paper or LAYOUTS[call.layout].flows_on:
            return papers
        return [paper_size(own_paper)]

    @property
    def printed(self) -> int:
        """The number of cards of paper."""
        return sum(count for _, count in self.copies)

    @property
    def copies(self) -> list[tuple[tuple[int, int], int]]:
        """Each card, as (deck number, position in it), with its copies."""
        copies = []
        for number, counts in enumerate(self.counts):
            for position, count in counts.items():
                copies.append(((number, position), count))
        return copies


def _is_backed(deck: Deck) -> bool:
    """True if any of a deck's cards has a back."""
    return bool(deck.back) or any(card.back for card in deck.cards)


class SizedPart(NamedTuple):
    """The cards of one size of a deck: the deck as it is for these, what its files have behind the
    deck's id, and the positions of the cards. Those of the deck's own size have nothing there."""

    deck: Deck
    suffix: str
    positions: Collection[int]


def sized_parts(deck: Deck) -> list[SizedPart]:
    """The parts of a deck by the sizes of its cards; one part of most decks."""
    if deck.by_size == (deck,):
        return [SizedPart(deck, "", range(len(deck.cards)))]
    parts: dict[str, SizedPart] = {}
    for of_size in deck.by_size:
        positions = {at for at, card in enumerate(deck.cards) if card.own_shape == of_size.shape}
        if of_size.shape == deck.shape:
            parts[""] = SizedPart(of_size, "", positions)
            continue
        size = of_size.shape.in_file_names
        suffix = f"-{size}"
        number = 1
        while suffix in parts:  # of other corners
            number += 1
            suffix = f"-{size}-{number}"
        title = f"{deck.title} {of_size.shape.measured()}"
        parts[suffix] = SizedPart(replace(of_size, title=title), suffix, positions)
    return [*parts.values()]


def stem_of_size(name: str, batch: Batch, paper: Paper, call: Options) -> str:
    """The stem of a file that is called as the sheets of a deck's cards of some size; "" of any
    other."""
    deck = batch.decks[0].id
    before, _, behind = batch._replace(stem=f"{deck}-?").file_on(paper, call).partition("?")
    size = name.removeprefix(before).removesuffix(behind)
    is_size = size in CARDS or _SIZE.fullmatch(size) is not None
    return f"{deck}-{size}" if is_size and name == before + size + behind else ""


class Printed(NamedTuple):
    """A batch and its printed sheets, by the names of papers.

    A paper that is too small for its cards has none."""

    batch: Batch
    sheets: Mapping[str, Imposition]


def share(
    batches: Sequence[Batch],
    papers: Sequence[Paper],
    options: Options,
    backs: Mapping[str, str],
) -> list[Batch]:
    """The decks of a game, with those together that can share sheets.

    They have one size and one back, and it saves a sheet on one of the papers. `backs` are their
    `back_names`."""
    groups: dict[tuple[str, ...], list[Batch]] = {}
    for batch in batches:
        if not any(batch.positions):
            continue
        shape = batch.shape
        lengths = (f"{length / MM:.3f}" for length in (shape.width, shape.height, shape.corner))
        deck = batch.decks[0]
        own = (batch.layout, deck.paper, deck.marks, str(batch.sheet_copies))
        key = (shape.kind, *lengths, backs.get(batch.stem, ""), *own)
        groups.setdefault(key, []).append(batch)
    gangs: dict[str, Batch] = {}
    stems: set[str] = set()
    for group in groups.values():
        together = _together(group, stems)
        sheet_counts = _sheets(together, papers, options)
        if len(group) > 1 and any(apart > count for apart, count in sheet_counts):
            stems.add(together.stem)
            for batch in group:
                gangs[batch.stem] = together
    batches_by_stem: dict[str, Batch] = {}
    for batch in batches:
        batch = gangs.get(batch.stem, batch)
        batches_by_stem[batch.stem] = batch
    return list(batches_by_stem.values())


def mix(batches: Sequence[Batch], papers: Sequence[Paper], options: Options) -> list[Batch]:
    """The decks of a game, with those together that share sheets whatever their sizes are.

    That are all that lie as the call says, on its paper, if it saves a sheet on one of the papers.
    Sheets to write on stay apart, and those that are printed several times."""
    mixable = [
        batch
        for batch in batches
        if any(batch.positions)
        and not batch.is_pad
        and batch.sheet_copies == 1
        and batch.options(options) == options
        and [*batch.papers(papers, options)] == [*papers]
        and _has_room(batch, papers, options)
    ]
    decks = tuple(deck for batch in mixable for deck in batch.decks)
    counts = tuple(count for batch in mixable for count in batch.counts)
    together = Batch("mixed", decks, counts, mixed=True)
    if len(mixable) < 2 or not any(
        apart > shared for apart, shared in _sheets(together, papers, options)
    ):
        return [*batches]
    first = batches.index(mixable[0])
    rest = [batch for batch in batches if batch not in mixable]
    return [*rest[:first], together, *rest[first:]]


def _has_room(batch: Batch, papers: Sequence[Paper], options: Options) -> bool:
    """True if sheets of several sizes have room for the cards of a batch on all papers."""
    try:
        for paper in papers:
            laid_out(batch._replace(mixed=True), batch.backed, paper, options)
    except CardgenError:
        return False
    return True


def saved_sheets(batch: Batch, papers: Sequence[Paper], options: Options) -> Iterator[Finding]:
    """Notes of the sheets that sharing saves on each paper."""
    sheet_counts = _sheets(batch, papers, options)
    for paper, (apart, together) in zip(papers, sheet_counts, strict=True):
        if apart:
            sheets = "1 sheet" if together == 1 else f"{together} sheets"
            saved = apart - together or "none"
            sentence = (
                f"{batch.stem} needs {sheets} of {paper.name} instead of {apart}: {saved} saved"
            )
            yield note("sheets-shared", sentence)


def _sheets(batch: Batch, papers: Sequence[Paper], options: Options) -> Iterator[tuple[int, int]]:
    """Yield the sheets needed apart and together, for each paper.

    Both are 0 where a card does not fit."""
    for paper in papers:
        try:
            apart = sum(_needed(deck, batch.backed, paper, options) for deck in batch.apart)
            together = _needed(batch, batch.backed, paper, options)
        except CardgenError:
            yield 0, 0
        else:
            yield apart, together


def _needed(batch: Batch, backed: bool, paper: Paper, options: Options) -> int:
    """The number of sheets that a batch needs."""
    return len(laid_out(batch, backed, paper, options).plan)


def laid_out(batch: Batch, backed: bool, paper: Paper, options: Options) -> Imposition:
    """The sheets of a batch as they come out before any card is drawn. Raises CardgenError.

    Each batch has a grid of its own, with as many cards to a sheet as it can use."""
    options = batch.options(options)
    layout = LAYOUTS[options.layout]
    if batch.mixed:
        return lay_mixed(batch.pieces, paper, options, backed=backed and layout.backed)
    return layout.lay_out(LayoutRequest(batch.copies, batch.shape, backed, paper, options))


def _together(group: Sequence[Batch], used_stems: Collection[str]) -> Batch:
    """Several batches as one, with a stem that none has yet."""
    size = group[0].shape.in_file_names
    stem = f"shared-{size}"
    number = 1
    while stem in used_stems:
        number += 1
        stem = f"shared-{size}-{number}"
    decks: list[Deck] = []
    counts: list[Mapping[int, int]] = []
    for batch in group:
        decks += batch.decks
        counts += batch.counts
    return Batch(stem, tuple(decks), tuple(counts))


def back_names(context: Context, batches: Sequence[Batch], options: Options) -> dict[str, str]:
    """A name for the back of each deck; equal backs share it.

    Decks whose cards have backs of their own have a name that no other deck has; where only fronts
    are printed there are no names. Only decks with a neighbour of the same size are drawn."""
    names: dict[str, str] = {}
    batches_by_size: dict[tuple[float, float], list[Batch]] = {}
    if not LAYOUTS[options.layout].backed:
        return names
    for batch in batches:
        if not any(batch.positions):
            continue
        (deck,) = batch.decks
        if len(deck.shapes) > 1:  # its backs may differ as its sizes do
            names[batch.stem] = f"own {batch.stem}"
        elif any(card.back and card.back != deck.back for card in deck.cards):
            names[deck.id] = f"own {deck.id}"
        elif deck.back:
            names[deck.id] = f"template {deck.back}"
            size = deck.shape.width, deck.shape.height
            batches_by_size.setdefault(size, []).append(batch)
    positions = {}
    for group in batches_by_size.values():
        if len(group) > 1:
            for batch in group:
                positions[batch.stem] = batch.positions[0][:1]
    (result,) = draw_together(context, [CardWork(context, positions)])
    for drawn_card in result.drawn:
        if drawn_card.back:
            names[drawn_card.card.deck] = drawn_card.back.name
    return names
