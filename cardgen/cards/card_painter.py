"""The work of the processes that draw: cards are composed and painted, looked at, and sent as
parcels.

Templates and art come from strangers, so whoever calls this has it done by a process that can be
stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box
from cardgen.base.units import FINEST_PPI
from cardgen.cards.codes import CodeMark
from cardgen.cards.compose import Backs, Composed, Composer
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap, as_gaps
from cardgen.cards.face_cache import FaceCache
from cardgen.cards.page import fits, misshapen, other_pages
from cardgen.cards.parcels import Packer, Parcel
from cardgen.cards.placing import BACK, FACE, shown_side
from cardgen.cards.template_language import marks_of, place_of
from cardgen.engine import Art, Drawing, DrawingError, Fault, Picture, StyleError, packing
from cardgen.model.cards import Card, Deck, Game
from cardgen.sandbox import process

if TYPE_CHECKING:
    from cardgen.cards.text_origins import MarkedCard

AHEAD = 64
"""Cards of a large deck that are composed one after the other, and then painted."""
MANY = 100
"""Cards of a deck that one process draws, from which that is done."""
_SOON = 0.05
"""Seconds of work after which no more cards are composed ahead."""


Inspect = Callable[[Deck, Card, str, Drawing, Sequence[CodeMark]], Iterable[Any]]
"""Inspects one side of a card where it is drawn, and the codes on it. What it finds must be
picklable."""
ProblemOfCard = tuple[Finding, str]
"""A problem, and the id of its card; "" for one that is told without a card."""


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The options for drawing a deck: with which ink, and which positions of it, none for all.

    `inspect` looks at each side where it is drawn; without `items` the drawings come as they are
    printed at home, without the items and texts that it has seen, and nobody can look at them or
    write them in other inks. `jobs` is the number of processes that draw, 0 for as many as pay; it
    changes nothing but the time. Pictures that are finer than `ppi` pixels to an inch are printed
    at that."""

    ink: str = "full"
    positions: tuple[int, ...] | None = None
    inspect: Inspect | None = None
    items: bool = True
    jobs: int = 0
    ppi: float = FINEST_PPI


class EditionDecks(NamedTuple):
    """The decks of an edition that are drawn: the game as that edition has it, and those of its
    decks, with all that lies on top of them."""

    game: Game
    decks: tuple[Deck, ...]


def paint_decks(
    context: Context,
    positions: Sequence[tuple[str, tuple[int, ...]]],
    options: DrawOptions,
    ahead: bool,
    painter_name: str = "",
) -> Iterator[Parcel]:
    """The cards at these positions of decks, one deck after the other; where there are many of one,
    some composed `ahead`.

    `painter_name` tells the sides that are cached between runs from those of other painters.
    """
    composer = Composer(context, options.ink)
    painter: CardPainter | None = None
    for deck_id, deck_positions in positions:
        deck = context.game.deck(deck_id)
        painter = painter or CardPainter(context, deck, options)
        painter.turn_to(deck, painter_name)
        cards = composer.deck(deck, deck_positions)
        batch_size = AHEAD if ahead and len(deck_positions) >= MANY else 1
        for batch in _batches(cards, batch_size):
            for composed in batch:
                parcel = painter.parcel(composed)
                # whoever has the last card may ask for nothing more
                if composed.card == deck_positions[-1]:
                    painter.finish()
                yield parcel
    context.art.finish()


def _batches(cards: Iterator[Composed], size: int) -> Iterator[list[Composed]]:
    """Cards in batches of at most this size, each composed before its first card is painted.

    A processor that is at the same work for a while is quicker at it. A batch ends early where its
    cards take long, for what a card may take is counted from one to the next.
    """
    for first in cards:
        batch, start = [first], time.process_time()
        for composed in islice(cards, size - 1):
            batch.append(composed)
            if time.process_time() - start > _SOON:
                break
        yield batch


class CardWork(NamedTuple):
    """Cards to be drawn, at some positions of decks. With `pictured` they may show the game's cards
    as drawings: faces as `face:DECK/CARD`, backs as `back:DECK/CARD`; it names the deck that is
    meant where none is said."""

    context: Context
    positions: Mapping[str, Sequence[int]]
    pictured: str | None = None


class ArtWork(NamedTuple):
    """Drawings of the game's art and icons, by their names."""

    names: tuple[str, ...]


def paint_works(
    context: Context, works: tuple[CardWork | ArtWork, ...], first: int, options: DrawOptions
) -> Iterator[tuple[int, Any]]:
    """For each work from the `first` one on None, as it begins, then what is sent of it."""
    shared = Packer(options.items)
    for number, work in enumerate(works[first:], first):
        yield number, None
        parcels: Iterator[Any]
        if isinstance(work, ArtWork):
            parcels = paint_art(context.art, work.names, shared)
        else:
            parcels = paint_cards(work, options, shared)
        for parcel in parcels:
            yield number, parcel


def paint_cards(
    work: CardWork, options: DrawOptions, shared: Packer
) -> Iterator[tuple[str, int, Parcel]]:
    """The cards of a work, with their decks and positions; `shared` remembers what other works have
    sent."""
    context = work.context
    composer = Composer(context, options.ink)
    composer.workspace.pictured = work.pictured
    if work.pictured is not None:
        art = _ArtWithCards(context, options, work.pictured, shared.shown)
        context = replace(context, art=art)
    for deck_id, positions in work.positions.items():
        deck = context.game.deck(deck_id)
        painter = CardPainter(context, deck, options, shared)
        for composed in composer.deck(deck, tuple(positions)):
            yield deck_id, composed.card, painter.parcel(composed)
    context.art.finish()


def paint_editions(
    context: Context,
    editions: Sequence[EditionDecks],
    known_cards: dict[tuple[str, str], Card],
    options: DrawOptions,
    decks_differ: bool,
) -> Iterator[tuple[Parcel, bool] | None]:
    """For each card of each edition what is sent of it, and whether that reads the edition; None
    for what is known.

    `known_cards` are those that read no edition, by their decks and ids; new ones are added.
    """
    composer = Composer(context, options.ink)
    painters: dict[str, tuple[CardPainter, Backs]] = {}
    for game, decks in editions:
        composer.turn_to(game, decks_differ=decks_differ)
        for deck in decks:
            if deck.id not in painters:
                painters[deck.id] = CardPainter(context, deck, options), Backs()
            painter, backs = painters[deck.id]
            painter.deck, painter.edition = deck, game
            new_positions = [
                position
                for position, card in enumerate(deck.cards)
                if not _is_known(card, known_cards)
            ]
            composed_cards = composer.deck(deck, new_positions, backs)
            new = set(new_positions)
            for position, card in enumerate(deck.cards):
                if position not in new:
                    yield None
                    continue
                composed = next(composed_cards)
                if not composed.reads_edition:
                    known_cards[deck.id, card.id] = card
                yield painter.parcel(composed), composed.reads_edition
    context.art.finish()


def _is_known(card: Card, known_cards: Mapping[tuple[str, str], Card]) -> bool:
    """True if a card like this one has been drawn for another edition."""
    known_card = known_cards.get((card.deck, card.id))
    return known_card is not None and says_the_same(card, known_card)


def says_the_same(card: Card, other: Card) -> bool:
    """True if templates that read the card alone make the same of two."""
    return card is other or (
        (card.fields, card.template, card.back, card.copies, card.copy_number)
        == (other.fields, other.template, other.back, other.copies, other.copy_number)
        and (card.printed_part, card.own_shape) == (other.printed_part, other.own_shape)
    )


def paint_art(art: Art, names: tuple[str, ...], packer: Packer) -> Iterator[Any]:
    """The named drawings and pictures of a game, or the CardgenError that keeps one from being
    drawn, in their order, as they are sent to another process."""
    for name in names:
        process.note(f'the drawing "{name}"')
        try:
            image = art.image(name)
        except StyleError as error:
            yield CardgenError(Finding("template-value", str(error), error.remedy))
        except CardgenError as error:
            yield error
        else:
            if isinstance(image, Drawing):
                forms: list[packing.PackedForm] = []
                packer.gather({image.name: image}, forms)
                yield image.name, tuple(forms)
            else:
                yield image
    art.finish()


@dataclass(slots=True)
class _Sending:
    """The things to be sent for a card: problems, and the forms that its sides need."""

    card: Card
    problems: list[ProblemOfCard]
    forms: list[packing.PackedForm] = field(default_factory=list)


class CardPainter(Packer):
    """Paints composed cards, and remembers what has been sent."""

    def __init__(
        self, context: Context, deck: Deck, options: DrawOptions, shared: Packer | None = None
    ) -> None:
        super().__init__(options.items, shared)
        self.shows_to_panels = shared is not None and not isinstance(
            context.art, (DraftArt, _ArtWithCards)
        )
        """True if its cards are shown by panels, which are drawn later."""
        self.context, self.deck, self.options = context, deck, options
        self.draft = context.art if isinstance(context.art, DraftArt) else None
        self.layers: dict[Any, Any] = {}
        self.face_cache: FaceCache | None = None
        self.endless: dict[str, DrawingError] = {}
        """Templates that grew without bound for a card: they are not tried for the next."""
        self.backs: dict[int, str | None] = {}
        """The names of the deck's backs by their numbers; None for one that cannot be drawn."""
        self.placed_faults: dict[tuple[str, Fault], Finding] = {}
        self.edition: Game | None = None
        """The game as the edition has it whose cards are painted; None for the game itself."""
        self.marker: Composer | None = None
        """Composes cards with marks."""
        self.last_marked: tuple[Card, str, MarkedCard] | None = None
        """The card and the template that were composed last with marks, and what came of it."""
        self.sent_notes: set[Finding] = set()

    def turn_to(self, deck: Deck, painter_name: str) -> None:
        """Begin with the cards of this deck."""
        self.deck = deck
        self.backs = {}
        options = self.options
        inspect = getattr(options.inspect, "__qualname__", None)
        if inspect and not (self.draft or self.items):
            purpose = f"{painter_name} {options.ink} {options.ppi} {inspect}"
            self.face_cache = FaceCache(self.context, deck, purpose)

    def finish(self) -> None:
        """End with the cards of this deck."""
        if self.face_cache:
            self.face_cache.finish()

    def parcel(self, composed: Composed) -> Parcel:
        """A composed card as it is sent: its sides, and what was not sent before."""
        card = self.deck.cards[composed.card]
        process.note(f'the drawing of card "{card.id}"', card.place)
        sending = _Sending(card, [(problem, card.id) for problem in composed.problems])
        back_findings: tuple[Any, ...] = ()
        _, face, face_findings = self._packed_side(
            "face", composed.face, composed.face_codes, sending
        )
        is_draft_back = self.draft and composed.back >= 0 and composed.back not in self.backs
        if composed.back_svg is not None or is_draft_back:
            name, back, back_findings = self._packed_side(
                "back", composed.back_svg, composed.back_codes, sending
            )
            self.backs[composed.back] = name if back else None
            if back:  # sent even if one like it was: it may be the first to tell of a word
                self.forms.add(name)
                sending.forms.append((name, back))
        art = self.context.art
        files = tuple(art.used - self.sent_files)
        self.sent_files.update(files)
        notes = tuple(note for note in art.notes if note not in self.sent_notes)
        self.sent_notes.update(notes)
        if art.is_full:
            self._forget()
        return Parcel(
            tuple(sending.problems),
            face,
            self.backs.get(composed.back),
            tuple(sending.forms),
            files,
            notes,
            face_findings,
            back_findings,
        )

    def _forget(self) -> None:
        """Forget the pictures that cards have shown, and all that shows them."""
        self.context.art.forget()
        self.layers.clear()
        if self.face_cache:
            self.face_cache.forget()

    def _packed_side(
        self, side: str, svg: str | None, codes: tuple[CodeMark, ...], sending: _Sending
    ) -> tuple[str, packing.PackedDrawing | None, tuple[Any, ...]]:
        """A side ready to be sent behind the forms that it needs, a back with its name, and what
        the inspection finds on it."""
        card = sending.card
        face_cache = self.face_cache if svg and not codes else None
        cached_as = f"{side} {card.own_shape}" if card.own_shape else side
        if svg and face_cache:
            cached_form = face_cache.get(cached_as, svg, self, sending.forms)
            if cached_form:
                name, packed = cached_form
                return name, packed, ()
        is_face = side == "face"
        template = _face_template(card, self.deck) if is_face else card.back or self.deck.back
        drawing = self._drawing(svg, card, template, sending.problems)
        if drawing is None:
            return "", None, ()
        name = "" if is_face else drawing.name
        self.gather(drawing.needs, sending.forms)
        findings = self._inspect(card, side, drawing, codes, template)
        if svg and face_cache and not (findings or sending.problems):
            face_cache.put(cached_as, svg, name, drawing)
        if is_face and self.shows_to_panels and not sending.problems:
            drawing = replace(drawing, reach=None, texts=[])
            self.shown[f"face:{card.deck}/{card.id}"] = drawing
            self.forms.add(drawing.name)
        return name, self.packed(drawing), findings

    def _inspect(
        self, card: Card, side: str, drawing: Drawing, codes: tuple[CodeMark, ...], template: str
    ) -> tuple[Any, ...]:
        """Inspect a side, and return the findings.

        The sources of its texts are looked up once something is found, or where somebody may look
        at them later.
        """
        inspect = self.options.inspect
        if not inspect:
            return ()
        deck = self.deck.cut_as(card)
        if not self.items:
            findings = tuple(inspect(deck, card, side, drawing, codes))
            if not findings:
                return ()
        if drawing.texts:
            from cardgen.cards.text_origins import text_origins

            origins = text_origins(self.context.project, self._marked(card, template), card)
            drawing.texts = [mark._replace(origin=origins.of(mark)) for mark in drawing.texts]
            drawing.traced = True
        return tuple(inspect(deck, card, side, drawing, codes))

    def _marked(self, card: Card, template: str) -> MarkedCard:
        """The card composed once more, with its tags marked by where they were written."""
        from cardgen.cards.text_origins import MarkedCard

        game = self.edition or self.context.game
        if self.marker is None:
            self.marker = Composer(self.context, self.options.ink, marked=True)
        marker = self.marker
        if self.last_marked and marker.game is game:
            last_card, last_template, last_marked = self.last_marked
            if last_card is card and last_template == template:
                return last_marked
        marker.turn_to(game, decks_differ=True)
        svg, _, _ = marker.side(card, template)
        marked = MarkedCard(svg or "", tuple(marker.workspace.side.origins))
        self.last_marked = card, template, marked
        return marked

    def _drawing(
        self, svg: str | None, card: Card, template: str, problems: list[ProblemOfCard]
    ) -> Drawing | None:
        """A side of a card; in a draft it has placeholders for what is not there, and is one itself
        where it cannot be drawn."""
        if not self.draft:
            return self.paint(svg, card, template, problems)
        side_problems: list[ProblemOfCard] = []
        self.draft.begin()
        drawing = self.paint(svg, card, template, side_problems)
        if drawing:
            for gap, fault in self.draft.gaps_in(drawing).items():
                problems.append((self._with_place(gap, fault, card, template), card.id))
            return drawing
        kind = "card"
        name = ""
        heading = card.name
        if template != _face_template(card, self.deck):
            kind = "back"
            name = template
            heading = self.deck.title
        gaps = as_gaps((problem for problem, _ in side_problems), kind, name)
        problems += ((gap, card.id) for gap in gaps)
        reason = next(
            problem for problem, _ in problems if isinstance(problem, Gap) and problem.kind == kind
        )
        blank = Composer(self.context, self.options.ink).placeholder(card, heading, reason)
        drawing = self.draft.painted(blank, self.layers)
        return replace(drawing, reach=_with_any_bleed(drawing.box), texts=[])

    def _with_place(self, gap: Gap, fault: Fault | None, card: Card, template: str) -> Gap:
        """A gap with the place where the card, or else the template, asks for what is not there."""
        field_names = (name for name, value in card.fields.items() if value == gap.name)
        field_name = next(field_names, "") if gap.name else ""
        if field_name:
            return gap.at(card.where(field_name))
        if gap.kind == "art":
            return gap.at(card.place)
        if fault:
            return gap.at(self._problem_of(fault, card, template).place)
        return gap.at(Place(self.context.project.find_template(template)))

    def _problem_of(self, fault: Fault, card: Card, template: str) -> Finding:
        """A fault with its place, which is looked for once."""
        key = (template, fault)
        if key not in self.placed_faults:
            place = self._template_line(card, template, fault)
            code = "template-value" if fault.code == "art-refused" else fault.code
            self.placed_faults[key] = fault.at(place, code)
        return self.placed_faults[key]

    def paint(
        self, svg: str | None, card: Card, template: str, problems: list[ProblemOfCard]
    ) -> Drawing | None:
        """A side painted, with its problems added; None where it cannot be."""
        if svg is None:
            return None
        try:
            if template in self.endless:
                raise self.endless[template]
            pixels = self.options.ppi / 72 * self.deck.cut_as(card).shape.width
            drawing = self.context.art.painted(svg, self.layers, pixels)
        except DrawingError as error:
            if error.is_unbounded:
                self.endless[template] = error
            problems += ((problem, "") for problem in error.problems)
            problems += (
                (self._problem_of(fault, card, template), card.id) for fault in error.faults
            )
            return None
        drawing.reach = _with_any_bleed(drawing.box)
        deck = self.deck.cut_as(card)
        if not fits(drawing.box, deck.shape):
            sentence, remedy = misshapen(drawing.box, deck.shape, template)
            place = deck.places.get("size")
            problems.append((Finding("template-value", sentence, remedy, place), card.id))
            return None
        if pages := other_pages(svg):
            self._leave_pages(drawing, pages, template)
        return drawing

    def _leave_pages(self, drawing: Drawing, pages: Sequence[Box], template: str) -> None:
        """Take the texts on other pages of a drawing for none, and note that there are some."""

        def is_elsewhere(ink: Box | None) -> bool:
            if ink is None or ink.overlaps(drawing.box):
                return False
            return any(map(ink.overlaps, pages))

        texts = [
            mark._replace(text="") if is_elsewhere(mark.ink) else mark for mark in drawing.texts
        ]
        if texts != drawing.texts:
            drawing.texts = texts
            note = Finding(
                "template-value",
                "texts lie on another page of the drawing, of which nothing is printed",
                "move them onto its first page, if they are to be on cards",
                Place(self.context.project.find_template(template)),
            )
            self.context.art.notes[note] = None

    def _template_line(self, card: Card, template: str, fault: Fault) -> Place | None:
        """The template's line that made a refused element: the card is composed once more, with its
        tags marked, for all its faults."""
        project = self.context.project
        marks = list[str]()
        # not even XML: the line is the composed card's, and the template's too unless a loop comes
        # before
        with suppress(DrawingError):
            marks = marks_of(self._marked(card, template).svg)
        place = None
        with suppress(CardgenError):
            place = place_of(project, "".join(marks[fault.element : fault.element + 1]))
        return place or Place(project.find_template(template), fault.line)


def _face_template(card: Card, deck: Deck) -> str:
    return card.template or deck.template


def _with_any_bleed(trim: Box) -> Box:
    """The box that a side is painted in: where it is placed it is clipped."""
    return trim.grown(max(trim.width, trim.height))


class _ArtWithCards(Art):
    """Art among which are the game's cards, drawn when they are asked for; `pictured` is the deck
    of those that name none."""

    def __init__(
        self, context: Context, options: DrawOptions, pictured: str, cards: dict[str, Drawing]
    ) -> None:
        super().__init__(context.project, context.game.folder, context.fonts, context.cache)
        self.share_memory(context.art)
        self._context, self._options, self._pictured = context, options, pictured
        self._composer = Composer(context, options.ink)
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
        """A side of a card as it prints. Raises StyleError for a wrong name, CardgenError."""
        try:
            deck, drawing_name = shown_side(self._context.game, name, side, self._pictured)
        except CardgenError as error:
            (problem,) = error.findings
            raise StyleError(problem.what, problem.remedy, problem.code) from None
        card = deck.card(drawing_name.rpartition("/")[2])
        template = _face_template(card, deck) if side == FACE else card.back or deck.back
        if deck.id not in self._painters:
            self._painters[deck.id] = CardPainter(self._context, deck, self._options)
        svg, findings, _ = self._composer.side(card, template)
        problems = [(finding, card.id) for finding in findings]
        drawing = self._painters[deck.id].paint(svg, card, template, problems)
        if drawing is None or problems:
            raise CardgenError(*(problem for problem, _ in problems))
        return replace(drawing, reach=None, texts=[])
