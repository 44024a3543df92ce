"""What happens in the processes that draw: cards are composed and painted, looked at, and sent as parcels.

Templates and art come from strangers, so whoever calls this has it done by a process that can be stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.cards.codes import CodeMark
from cardgen.cards.compose import Backs, Composed, Composer
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap, as_gaps
from cardgen.cards.page import fits
from cardgen.cards.parcels import PackedDrawing, Packer, Parcel
from cardgen.cards.template_language import place_of
from cardgen.graphics.drawing import Drawing, Picture
from cardgen.graphics.picture_files import FINEST
from cardgen.model.cards import Card, Deck, Game, MissingError
from cardgen.sandbox import process
from cardgen.svg.art import Art
from cardgen.svg.content import WithoutBound
from cardgen.svg.paint import paint
from cardgen.svg.parse import Fault, Refused, read_svg, view_box
from cardgen.svg.values import StyleError

AHEAD = 64
"""Cards of a large deck that are composed one after the other, and then painted."""
MANY = 100
"""Cards of a deck that one process draws, from which that is done."""
_SOON = 0.05
"""Seconds of work after which no more are."""


Inspect = Callable[[Deck, Card, str, Drawing, Sequence[CodeMark]], Iterable[Any]]
"""Looks at one side of a card where it is drawn, and at the codes on it. What it finds must be picklable."""


@dataclass(frozen=True, slots=True)
class DrawJob:
    """How a deck is drawn: with which ink, and which positions of it, none for all.

    `inspect` looks at each side where it is drawn; without `items` the drawings come as they are printed at home, without the items and
    texts that it has seen, and nobody can look at them or write them in other inks. `jobs` is the
    number of processes that draw, 0 for as many as pay; it changes nothing but the time. Pictures that are finer than `ppi` pixels to an
    inch are printed at that.
    """

    ink: str = "full"
    only: tuple[int, ...] | None = None
    inspect: Inspect | None = None
    items: bool = True
    jobs: int = 0
    ppi: float = FINEST


class EditionDecks(NamedTuple):
    """What is drawn of an edition: the game as that edition has it, and those of its decks, with all that lies on top of them."""

    game: Game
    decks: tuple[Deck, ...]


def paint_decks(context: Context, wanted: Mapping[str, tuple[int, ...]], job: DrawJob, ahead: bool) -> Iterator[Parcel]:
    """The cards at these positions of decks, one deck after the other; where there are many of one, some composed `ahead`."""
    composer, painter = Composer(context, job.ink), None
    for deck_id, positions in wanted.items():
        deck = context.game.deck(deck_id)
        painter = painter or CardPainter(context, deck, job)
        painter.turn_to(deck)
        cards = composer.deck(deck, positions)
        for first in cards:
            for composed in (first, *(_ahead(cards) if ahead and len(positions) >= MANY else ())):
                yield painter.sent(composed)
    context.art.finish()


def _ahead(cards: Iterator[Composed]) -> Iterator[Composed]:
    """What is composed of a large deck before the card before it is painted: a processor that is at the same work for a while is quicker at
    it. Only while that is soon done, for what a card may take is counted from one to the next."""
    start = time.process_time()
    for composed in islice(cards, AHEAD - 1):
        yield composed
        if time.process_time() - start > _SOON:
            return


class CardWork(NamedTuple):
    """Cards to be drawn, as `draw_cards` is told them."""

    context: Context
    wanted: Mapping[str, Sequence[int]]
    pictured: str | None = None


class ArtWork(NamedTuple):
    """Drawings of the game's art and icons, by their names."""

    names: tuple[str, ...]


def paint_works(context: Context, works: tuple[CardWork | ArtWork, ...], first: int, items: bool) -> Iterator[tuple[int, Any]]:
    """For each work from the `first` one on None, as it begins, then what is sent of it."""
    shared = Packer(items)
    for number, work in enumerate(works[first:], first):
        yield number, None
        if isinstance(work, ArtWork):
            sent: Iterator[Any] = paint_art(context.art, work.names, shared)
        else:
            sent = paint_cards(work.context, work.wanted, DrawJob(items=items), work.pictured, shared)
        yield from ((number, each) for each in sent)


def paint_cards(
    context: Context, wanted: Mapping[str, Sequence[int]], job: DrawJob, pictured: str | None, shared: Packer | None = None
) -> Iterator[tuple[str, int, Parcel]]:
    """The cards; `shared` remembers what other works have sent."""
    composer = Composer(context, job.ink)
    composer.pictured = pictured
    if pictured is not None:
        context = replace(context, art=_Shown(context, job, pictured, shared.shown if shared else {}))
    for deck_id, positions in wanted.items():
        deck = context.game.deck(deck_id)
        painter = CardPainter(context, deck, job, shared)
        for composed in composer.deck(deck, tuple(positions)):
            yield deck_id, composed.card, painter.sent(composed)
    context.art.finish()


def paint_editions(
    context: Context, editions: Sequence[EditionDecks], known: dict[tuple[str, str], Card], job: DrawJob, decks_differ: bool
) -> Iterator[tuple[Parcel, bool] | None]:
    """For each card of each edition what is sent of it, and whether that is this edition's own; None for what is known."""
    composer = Composer(context, job.ink)
    painters: dict[str, tuple[CardPainter, Backs]] = {}
    for game, decks in editions:
        composer.turn_to(game, decks_differ=decks_differ)
        for deck in decks:
            painter, backs = painters.setdefault(deck.id, (CardPainter(context, deck, job), Backs()))
            painter.deck = deck
            new = [
                at for at, card in enumerate(deck.cards) if not ((there := known.get((deck.id, card.id))) and says_the_same(card, there))
            ]
            composed = composer.deck(deck, new, backs)
            due = set(new)
            for at, card in enumerate(deck.cards):
                if at not in due:
                    yield None
                    continue
                made = next(composed)
                if not made.own:
                    known[deck.id, card.id] = card
                yield painter.sent(made), made.own
    context.art.finish()


def says_the_same(card: Card, other: Card) -> bool:
    """Whether templates that ask for the card alone make the same of two."""
    return card is other or (
        (card.fields, card.template, card.back, card.copies, card.copy_number)
        == (other.fields, other.template, other.back, other.copies, other.copy_number)
    )


def paint_art(art: Art, names: tuple[str, ...], packer: Packer) -> Iterator[Any]:
    for name in names:
        process.note(f'the drawing "{name}"')
        try:
            found = art.image(name)
        except StyleError as error:
            yield CardgenError(Problem(str(error), error.remedy))
        except CardgenError as error:
            yield error
        else:
            forms: list[tuple[str, PackedDrawing]] = []
            if isinstance(found, Drawing):
                packer.gather({found.name: found}, forms)
            yield (found.name, tuple(forms)) if isinstance(found, Drawing) else found
    art.finish()


class CardPainter(Packer):
    """Paints composed cards, and remembers what has been sent."""

    def __init__(self, context: Context, deck: Deck, job: DrawJob, shared: Packer | None = None) -> None:
        super().__init__(job.items, shared)
        self.shows = shared is not None and not isinstance(context.art, (DraftArt, _Shown))
        """Whether its cards are shown by panels, which are drawn later."""
        self.context, self.deck, self.job = context, deck, job
        self.draft = context.art if isinstance(context.art, DraftArt) else None
        self.layers: dict[Any, Any] = {}
        self.endless: dict[str, WithoutBound] = {}
        """Templates that grew without bound for a card: they are not tried for the next."""
        self.backs: dict[int, str | None] = {}
        self.explained: dict[tuple[str, Fault], Problem] = {}
        self.used: set[Any] = set()
        self.noted: set[Problem] = set()

    def turn_to(self, deck: Deck) -> None:
        """What follows are cards of this deck."""
        self.deck, self.backs = deck, {}

    def sent(self, composed: Composed) -> Parcel:
        card = self.deck.cards[composed.card]
        process.note(f'the drawing of card "{card.id}"', card.place)
        troubles = [(problem, card.id) for problem in composed.problems]
        forms: list[tuple[str, PackedDrawing]] = []
        found: tuple[Any, ...] = ()
        found_behind: tuple[Any, ...] = ()
        face = self.side(composed.face, card, card.template or self.deck.template, troubles)
        if composed.back_svg is not None or (self.draft and composed.back >= 0 and composed.back not in self.backs):
            back = self.side(composed.back_svg, card, card.back or self.deck.back, troubles)
            self.backs[composed.back] = back.name if back else None
            if back:
                self.gather({back.name: back}, forms)
                found_behind = tuple(self.job.inspect(self.deck, card, "back", back, composed.back_codes)) if self.job.inspect else ()
        if face:
            self.gather(face.needs, forms)
            found = tuple(self.job.inspect(self.deck, card, "face", face, composed.face_codes)) if self.job.inspect else ()
        if face and self.shows and not troubles:
            face = replace(face, reach=None, texts=[])
            self.shown[f"face:{card.deck}/{card.id}"] = face
            self.forms.add(face.name)
        packed = self.packed(face) if face else None
        used = tuple(self.context.art.used - self.used)
        self.used.update(used)
        notes = tuple(note for note in self.context.art.notes if note not in self.noted)
        self.noted.update(notes)
        return Parcel(tuple(troubles), packed, self.backs.get(composed.back), tuple(forms), used, notes, found, found_behind)

    def side(self, svg: str | None, card: Card, template: str, troubles: list[tuple[Problem, str]]) -> Drawing | None:
        """A side of a card; in a draft it has placeholders for what is not there, and is one itself where it cannot be drawn."""
        if not self.draft:
            return self.painted(svg, card, template, troubles)
        own: list[tuple[Problem, str]] = []
        self.draft.begin()
        drawing = self.painted(svg, card, template, own)
        if drawing:
            troubles += ((self.placed(gap, fault, card, template), card.id) for gap, fault in self.draft.found(drawing).items())
            return drawing
        face = template == (card.template or self.deck.template)
        kind, name, heading = ("card", "", card.name) if face else ("back", template, self.deck.title)
        troubles += ((gap, card.id) for gap in as_gaps((problem for problem, _ in own), kind, name))
        why = next(problem for problem, _ in troubles if isinstance(problem, Gap) and problem.kind == kind)
        blank = Composer(self.context, self.job.ink).placeholder(card, heading, why)
        drawing = paint(read_svg(blank.encode()), self.draft, self.layers)
        return replace(drawing, reach=drawing.box.grown(max(drawing.box.width, drawing.box.height)), texts=[])

    def placed(self, gap: Gap, fault: Fault | None, card: Card, template: str) -> Gap:
        """A gap with the place where the card, or else the template, asks for what is not there."""
        asks = next((name for name, value in card.fields.items() if gap.name and value == gap.name), "")
        if asks or gap.kind == "art":
            return gap.at(card.where(asks) if asks else card.place)
        return gap.at(self.told(fault, card, template).place if fault else Place(self.context.project.find_template(template)))

    def told(self, fault: Fault, card: Card, template: str) -> Problem:
        """A fault with its place, which is looked for once."""
        key = (template, fault)
        if key not in self.explained:
            self.explained[key] = Problem(fault.what, fault.remedy, self.place(card, template, fault))
        return self.explained[key]

    def painted(self, svg: str | None, card: Card, template: str, troubles: list[tuple[Problem, str]]) -> Drawing | None:
        if svg is None:
            return None
        try:
            if template in self.endless:
                raise self.endless[template]
            root = read_svg(svg.encode())
            drawing = paint(root, self.context.art, self.layers, self.job.ppi / 72 * self.deck.shape.width / view_box(root).width)
        except Refused as error:
            if isinstance(error, WithoutBound):
                self.endless[template] = error
            troubles += ((problem, "") for problem in error.problems)
            troubles += ((self.told(fault, card, template), card.id) for fault in error.faults)
            return None
        width, height = drawing.box.width, drawing.box.height
        drawing.reach = drawing.box.grown(max(width, height))  # any bleed; where it is placed it is clipped
        shape = self.deck.shape
        if not fits(drawing.box, shape):
            what = f"the viewBox of {template} is {width:g} x {height:g}, which is not the shape of the deck's size, {shape}"
            remedy = "make the viewBox the trim in millimetres, or change the size; if it includes bleed, say how much:  bleed: 36px"
            troubles.append((Problem(what, remedy, self.deck.places.get("size")), card.id))
            return None
        return drawing

    def place(self, card: Card, template: str, fault: Fault) -> Place | None:
        """The template's line that made a refused element: the card is composed once more, with its tags marked."""
        svg, _, _ = Composer(self.context, self.job.ink, marked=True).side(card, template)
        project = self.context.project
        try:
            return place_of(project, svg or "", fault.element) or Place(project.find_template(template), fault.line)
        except (Refused, CardgenError):  # not even XML: the line is the composed card's, and the template's too unless a loop comes before
            return Place(project.find_template(template), fault.line)


class _Shown(Art):
    """Art among which are the game's cards, drawn when they are asked for; `pictured` is the deck of those that name none."""

    def __init__(self, context: Context, job: DrawJob, pictured: str, cards: dict[str, Drawing]) -> None:
        self.__dict__.update(context.art.__dict__)
        self._context, self._composer, self._job, self._pictured = context, Composer(context, job.ink), job, pictured
        self._painters: dict[str, CardPainter] = {}
        self._cards = cards

    def image(self, reference: str) -> Drawing | Picture:
        side, _, name = reference.partition(":")
        if side not in ("face", "back"):
            return super().image(reference)
        if reference not in self._cards:
            deck, _, id = name.rpartition("/")
            self._cards[reference] = self._card(side, deck or self._pictured, id)
        return self._cards[reference]

    def _card(self, side: str, deck_id: str, id: str) -> Drawing:
        try:
            deck = self._context.game.deck(deck_id)
            card = deck.card(id)
        except MissingError as error:
            raise StyleError(error.what, error.remedy) from None
        template = (card.template or deck.template) if side == "face" else (card.back or deck.back)
        if not template:
            raise StyleError(f'the card "{id}" has no back', "give its deck one, or show its face")
        painter = self._painters.get(deck_id) or self._painters.setdefault(deck_id, CardPainter(self._context, deck, self._job))
        svg, problems, _ = self._composer.side(card, template)
        troubles = [(problem, id) for problem in problems]
        drawing = painter.painted(svg, card, template, troubles)
        if drawing is None or troubles:
            raise CardgenError(*(problem for problem, _ in troubles))
        return replace(drawing, reach=None, texts=[])
