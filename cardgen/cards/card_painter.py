"""What happens in the processes that draw: cards are composed and painted, looked at, and sent as
parcels.

Templates and art come from strangers, so whoever calls this has it done by a process that can be
stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.cards.codes import CodeMark
from cardgen.cards.compose import Backs, Composed, Composer
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap, as_gaps
from cardgen.cards.kept_faces import KeptFaces
from cardgen.cards.page import fits, misshapen
from cardgen.cards.parcels import Form, PackedDrawing, Packer, Parcel
from cardgen.cards.placing import BACK, FACE, shown_side
from cardgen.cards.template_language import marks_of, place_of
from cardgen.cards.text_origins import MarkedCard, text_origins
from cardgen.engine import (
    Art,
    Drawing,
    DrawingError,
    Picture,
    StyleError,
    picture_files,
    svg_faults,
)
from cardgen.model.cards import Card, Deck, Game
from cardgen.sandbox import process

AHEAD = 64
"""Cards of a large deck that are composed one after the other, and then painted."""
MANY = 100
"""Cards of a deck that one process draws, from which that is done."""
_SOON = 0.05
"""Seconds of work after which no more are."""


Inspect = Callable[[Deck, Card, str, Drawing, Sequence[CodeMark]], Iterable[Any]]
"""Looks at one side of a card where it is drawn, and at the codes on it. What it finds must be
picklable."""


@dataclass(frozen=True, slots=True)
class DrawJob:
    """How a deck is drawn: with which ink, and which positions of it, none for all.

    `inspect` looks at each side where it is drawn; without `items` the drawings come as they are
    printed at home, without the items and texts that it has seen, and nobody can look at them or
    write them in other inks. `jobs` is the number of processes that draw, 0 for as many as pay; it
    changes nothing but the time. Pictures that are finer than `ppi` pixels to an inch are printed
    at that."""

    ink: str = "full"
    only: tuple[int, ...] | None = None
    inspect: Inspect | None = None
    items: bool = True
    jobs: int = 0
    ppi: float = picture_files.FINEST


class EditionDecks(NamedTuple):
    """What is drawn of an edition: the game as that edition has it, and those of its decks, with
    all that lies on top of them."""

    game: Game
    decks: tuple[Deck, ...]


def paint_decks(
    context: Context, wanted: Mapping[str, tuple[int, ...]], job: DrawJob, ahead: bool, by: str = ""
) -> Iterator[Parcel]:
    """The cards at these positions of decks, one deck after the other; where there are many of one,
    some composed `ahead`. `by` tells the sides that are kept between runs from those of other
    painters."""
    composer, painter = Composer(context, job.ink), None
    for deck_id, positions in wanted.items():
        deck = context.game.deck(deck_id)
        painter = painter or CardPainter(context, deck, job)
        painter.turn_to(deck, by)
        cards = composer.deck(deck, positions)
        for first in cards:
            for composed in (first, *(_ahead(cards) if ahead and len(positions) >= MANY else ())):
                made = painter.sent(composed)
                # whoever has the last card may ask for nothing more
                if composed.card == positions[-1]:
                    painter.finish()
                yield made
    context.art.finish()


def _ahead(cards: Iterator[Composed]) -> Iterator[Composed]:
    """What is composed of a large deck before the card before it is painted: a processor that is at
    the same work for a while is quicker at it. Only while that is soon done, for what a card may
    take is counted from one to the next."""
    start = time.process_time()
    for composed in islice(cards, AHEAD - 1):
        yield composed
        if time.process_time() - start > _SOON:
            return


class CardWork(NamedTuple):
    """Cards to be drawn, at some positions of decks. With `pictured` they may show the game's cards
    as drawings: faces as `face:DECK/CARD`, backs as `back:DECK/CARD`; it names the deck that is
    meant where none is said."""

    context: Context
    wanted: Mapping[str, Sequence[int]]
    pictured: str | None = None


class ArtWork(NamedTuple):
    """Drawings of the game's art and icons, by their names."""

    names: tuple[str, ...]


def paint_works(
    context: Context, works: tuple[CardWork | ArtWork, ...], first: int, job: DrawJob
) -> Iterator[tuple[int, Any]]:
    """For each work from the `first` one on None, as it begins, then what is sent of it."""
    shared = Packer(job.items)
    for number, work in enumerate(works[first:], first):
        yield number, None
        sent = (
            paint_art(context.art, work.names, shared)
            if isinstance(work, ArtWork)
            else paint_cards(work, job, shared)
        )
        yield from ((number, each) for each in sent)


def paint_cards(work: CardWork, job: DrawJob, shared: Packer) -> Iterator[tuple[str, int, Parcel]]:
    """The cards; `shared` remembers what other works have sent."""
    context, pictured = work.context, work.pictured
    composer = Composer(context, job.ink)
    composer.workspace.pictured = pictured
    if pictured is not None:
        context = replace(context, art=_Shown(context, job, pictured, shared.shown))
    for deck_id, positions in work.wanted.items():
        deck = context.game.deck(deck_id)
        painter = CardPainter(context, deck, job, shared)
        for composed in composer.deck(deck, tuple(positions)):
            yield deck_id, composed.card, painter.sent(composed)
    context.art.finish()


def paint_editions(
    context: Context,
    editions: Sequence[EditionDecks],
    known: dict[tuple[str, str], Card],
    job: DrawJob,
    decks_differ: bool,
) -> Iterator[tuple[Parcel, bool] | None]:
    """For each card of each edition what is sent of it, and whether that is this edition's own;
    None for what is known."""
    composer = Composer(context, job.ink)
    painters: dict[str, tuple[CardPainter, Backs]] = {}
    for game, decks in editions:
        composer.turn_to(game, decks_differ=decks_differ)
        for deck in decks:
            painter, backs = painters.setdefault(
                deck.id, (CardPainter(context, deck, job), Backs())
            )
            painter.deck, painter.edition = deck, game
            new = [
                at
                for at, card in enumerate(deck.cards)
                if not ((there := known.get((deck.id, card.id))) and says_the_same(card, there))
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
    """The named drawings and pictures of a game, or the CardgenError that keeps one from being
    drawn, in their order, as they are sent to another process."""
    for name in names:
        process.note(f'the drawing "{name}"')
        try:
            found = art.image(name)
        except StyleError as error:
            yield CardgenError(Finding("template-value", str(error), error.remedy))
        except CardgenError as error:
            yield error
        else:
            forms: list[Form] = []
            if isinstance(found, Drawing):
                packer.gather({found.name: found}, forms)
            yield (found.name, tuple(forms)) if isinstance(found, Drawing) else found
    art.finish()


class CardPainter(Packer):
    """Paints composed cards, and remembers what has been sent."""

    def __init__(
        self, context: Context, deck: Deck, job: DrawJob, shared: Packer | None = None
    ) -> None:
        super().__init__(job.items, shared)
        self.shows = shared is not None and not isinstance(context.art, (DraftArt, _Shown))
        """Whether its cards are shown by panels, which are drawn later."""
        self.context, self.deck, self.job = context, deck, job
        self.draft = context.art if isinstance(context.art, DraftArt) else None
        self.layers: dict[Any, Any] = {}
        self.kept: KeptFaces | None = None
        self.endless: dict[str, svg_faults.UnboundedDrawingError] = {}
        """Templates that grew without bound for a card: they are not tried for the next."""
        self.backs: dict[int, str | None] = {}
        self.explained: dict[tuple[str, svg_faults.Fault], Finding] = {}
        self.edition: Game | None = None
        """The game as the edition has it whose cards are painted; None for the game itself."""
        self.marker: Composer | None = None
        """What composes cards with marks."""
        self.last_marked: tuple[Card | None, str, MarkedCard] = None, "", MarkedCard("", ())
        """The card and the template that were composed last with marks, and what came of it."""
        self.used: set[Any] = set()
        self.noted: set[Finding] = set()

    def turn_to(self, deck: Deck, by: str) -> None:
        """What follows are cards of this deck."""
        self.deck, self.backs = deck, {}
        inspect = getattr(self.job.inspect, "__qualname__", None)
        if inspect and not (self.draft or self.items):
            self.kept = KeptFaces(
                self.context, deck, f"{by} {self.job.ink} {self.job.ppi} {inspect}"
            )

    def finish(self) -> None:
        """There are no more cards of this deck."""
        if self.kept:
            self.kept.finish()

    def sent(self, composed: Composed) -> Parcel:
        card = self.deck.cards[composed.card]
        process.note(f'the drawing of card "{card.id}"', card.place)
        troubles = [(problem, card.id) for problem in composed.problems]
        forms: list[Form] = []
        found_behind: tuple[Any, ...] = ()
        _, packed, found = self.looked_at(
            "face", composed.face, composed.face_codes, card, troubles, forms
        )
        if composed.back_svg is not None or (
            self.draft and composed.back >= 0 and composed.back not in self.backs
        ):
            name, back, found_behind = self.looked_at(
                "back", composed.back_svg, composed.back_codes, card, troubles, forms
            )
            self.backs[composed.back] = name if back else None
            if back:  # sent even if one like it was: it may be the first to tell of a word
                self.forms.add(name)
                forms.append((name, back))
        used = tuple(self.context.art.used - self.used)
        self.used.update(used)
        notes = tuple(note for note in self.context.art.notes if note not in self.noted)
        self.noted.update(notes)
        if self.context.art.is_full:
            self.forget()
        return Parcel(
            tuple(troubles),
            packed,
            self.backs.get(composed.back),
            tuple(forms),
            used,
            notes,
            found,
            found_behind,
        )

    def forget(self) -> None:
        """Forget the pictures that cards have shown, and all that shows them."""
        self.context.art.forget()
        self.layers.clear()
        if self.kept:
            self.kept.forget()

    def looked_at(
        self,
        side: str,
        svg: str | None,
        codes: tuple[CodeMark, ...],
        card: Card,
        troubles: list[tuple[Finding, str]],
        forms: list[Form],
    ) -> tuple[str, PackedDrawing | None, tuple[Any, ...]]:
        """A side ready to be sent behind the `forms` that it needs, a back with its name, and what
        the inspection finds on it."""
        keeps = self.kept if svg and not codes else None
        if svg and keeps and (kept := keeps.side(side, svg, self, forms)):
            return *kept, ()
        template = (
            (card.template or self.deck.template)
            if side == "face"
            else (card.back or self.deck.back)
        )
        drawing = self.side(svg, card, template, troubles)
        if drawing is None:
            return "", None, ()
        name = drawing.name if side == "back" else ""
        self.gather(drawing.needs, forms)
        found = self.inspected(card, side, drawing, codes, template)
        if svg and keeps and not (found or troubles):
            keeps.keep(side, svg, name, drawing)
        if side == "face" and self.shows and not troubles:
            drawing = replace(drawing, reach=None, texts=[])
            self.shown[f"face:{card.deck}/{card.id}"] = drawing
            self.forms.add(drawing.name)
        return name, self.packed(drawing), found

    def inspected(
        self, card: Card, side: str, drawing: Drawing, codes: tuple[CodeMark, ...], template: str
    ) -> tuple[Any, ...]:
        """What the inspection finds on a side. Where its texts come from is looked for once
        something is found, or somebody may look at them later."""
        if not self.job.inspect:
            return ()
        if not self.items:
            found = tuple(self.job.inspect(self.deck, card, side, drawing, codes))
            if not found:
                return ()
        if drawing.texts:
            known = text_origins(self.context.project, self.marked(card, template), card)
            drawing.texts = [mark._replace(origin=known.of(mark)) for mark in drawing.texts]
            drawing.traced = True
        return tuple(self.job.inspect(self.deck, card, side, drawing, codes))

    def marked(self, card: Card, template: str) -> MarkedCard:
        """The card composed once more, with its tags marked by where they were written."""
        (looked_at, by, marked), game = self.last_marked, self.edition or self.context.game
        marker = self.marker = self.marker or Composer(self.context, self.job.ink, marked=True)
        if looked_at is not card or by != template or marker.game is not game:
            marker.turn_to(game, decks_differ=True)
            svg, _, _ = marker.side(card, template)
            marked = MarkedCard(svg or "", tuple(marker.workspace.side.origins))
            self.last_marked = card, template, marked
        return marked

    def side(
        self, svg: str | None, card: Card, template: str, troubles: list[tuple[Finding, str]]
    ) -> Drawing | None:
        """A side of a card; in a draft it has placeholders for what is not there, and is one itself
        where it cannot be drawn."""
        if not self.draft:
            return self.painted(svg, card, template, troubles)
        own: list[tuple[Finding, str]] = []
        self.draft.begin()
        drawing = self.painted(svg, card, template, own)
        if drawing:
            troubles += (
                (self.placed(gap, fault, card, template), card.id)
                for gap, fault in self.draft.found(drawing).items()
            )
            return drawing
        face = template == (card.template or self.deck.template)
        kind, name, heading = (
            ("card", "", card.name) if face else ("back", template, self.deck.title)
        )
        troubles += ((gap, card.id) for gap in as_gaps((problem for problem, _ in own), kind, name))
        why = next(
            problem for problem, _ in troubles if isinstance(problem, Gap) and problem.kind == kind
        )
        blank = Composer(self.context, self.job.ink).placeholder(card, heading, why)
        drawing = self.draft.painted(blank, self.layers)
        return replace(
            drawing, reach=drawing.box.grown(max(drawing.box.width, drawing.box.height)), texts=[]
        )

    def placed(self, gap: Gap, fault: svg_faults.Fault | None, card: Card, template: str) -> Gap:
        """A gap with the place where the card, or else the template, asks for what is not there."""
        asks = next(
            (name for name, value in card.fields.items() if gap.name and value == gap.name), ""
        )
        if asks or gap.kind == "art":
            return gap.at(card.where(asks) if asks else card.place)
        return gap.at(
            self.told(fault, card, template).place
            if fault
            else Place(self.context.project.find_template(template))
        )

    def told(self, fault: svg_faults.Fault, card: Card, template: str) -> Finding:
        """A fault with its place, which is looked for once."""
        key = (template, fault)
        if key not in self.explained:
            self.explained[key] = Finding(
                "template-value", fault.what, fault.remedy, self.place(card, template, fault)
            )
        return self.explained[key]

    def painted(
        self, svg: str | None, card: Card, template: str, troubles: list[tuple[Finding, str]]
    ) -> Drawing | None:
        if svg is None:
            return None
        try:
            if template in self.endless:
                raise self.endless[template]
            drawing = self.context.art.painted(
                svg, self.layers, self.job.ppi / 72 * self.deck.shape.width
            )
        except DrawingError as error:
            if isinstance(error, svg_faults.UnboundedDrawingError):
                self.endless[template] = error
            troubles += ((problem, "") for problem in error.problems)
            troubles += ((self.told(fault, card, template), card.id) for fault in error.faults)
            return None
        # any bleed; where it is placed it is clipped
        drawing.reach = drawing.box.grown(max(drawing.box.width, drawing.box.height))
        if not fits(drawing.box, self.deck.shape):
            troubles.append(
                (
                    Finding(
                        "template-value",
                        *misshapen(drawing.box, self.deck.shape, template),
                        self.deck.places.get("size"),
                    ),
                    card.id,
                )
            )
            return None
        return drawing

    def place(self, card: Card, template: str, fault: svg_faults.Fault) -> Place | None:
        """The template's line that made a refused element: the card is composed once more, with its
        tags marked, for all its faults."""
        project, marks = self.context.project, list[str]()
        # not even XML: the line is the composed card's, and the template's too unless a loop comes
        # before
        with suppress(DrawingError):
            marks = marks_of(self.marked(card, template).svg)
        found = None
        with suppress(CardgenError):
            found = place_of(project, "".join(marks[fault.element : fault.element + 1]))
        return found or Place(project.find_template(template), fault.line)


class _Shown(Art):
    """Art among which are the game's cards, drawn when they are asked for; `pictured` is the deck
    of those that name none."""

    def __init__(
        self, context: Context, job: DrawJob, pictured: str, cards: dict[str, Drawing]
    ) -> None:
        self.__dict__.update(context.art.__dict__)
        self._context, self._composer, self._job, self._pictured = (
            context,
            Composer(context, job.ink),
            job,
            pictured,
        )
        self._painters: dict[str, CardPainter] = {}
        self._cards = cards

    def image(self, reference: str) -> Drawing | Picture:
        side, _, name = reference.partition(":")
        if side not in (FACE, BACK):
            return super().image(reference)
        if reference not in self._cards:
            self._cards[reference] = self._card(side, name)
        return self._cards[reference]

    def _card(self, side: str, name: str) -> Drawing:
        try:
            deck, shown = shown_side(self._context.game, name, side, self._pictured)
        except CardgenError as error:
            (problem,) = error.findings
            raise StyleError(problem.what, problem.remedy) from None
        card = deck.card(shown.rpartition("/")[2])
        template = (card.template or deck.template) if side == FACE else (card.back or deck.back)
        painter = self._painters.get(deck.id) or self._painters.setdefault(
            deck.id, CardPainter(self._context, deck, self._job)
        )
        svg, problems, _ = self._composer.side(card, template)
        troubles = [(problem, card.id) for problem in problems]
        drawing = painter.painted(svg, card, template, troubles)
        if drawing is None or troubles:
            raise CardgenError(*(problem for problem, _ in troubles))
        return replace(drawing, reach=None, texts=[])
