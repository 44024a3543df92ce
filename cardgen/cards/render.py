"""Drawing a deck: its cards composed and painted one after the other, with every problem placed where it can be mended.

Both happen in processes that can be stopped, for templates and art come from strangers too; what comes back is drawings. A large deck is
shared out among several of them, a few cards at a time, and put together again in its order.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.cards.codes import CodeMark
from cardgen.cards.compose import Backs, Composed, Composer
from cardgen.cards.context import Context
from cardgen.cards.draft import DraftArt, Gap, as_gaps
from cardgen.cards.page import fits
from cardgen.cards.template_language import place_of
from cardgen.graphics.display_list import ContentStream, WrittenItems, packed_items, unpacked_items
from cardgen.graphics.drawing import Drawing, Picture, TextMark, Word, ink_of
from cardgen.graphics.picture_files import FINEST
from cardgen.model.cards import Card, Deck, Game, MissingError
from cardgen.sandbox import process
from cardgen.svg.art import Art
from cardgen.svg.content import WithoutBound
from cardgen.svg.paint import paint
from cardgen.svg.parse import Fault, Refused, read_svg, view_box
from cardgen.svg.values import StyleError

SHARE = 18
"""Cards a process draws before the next one takes over: about what a pipe holds, so that none waits for the others."""
PAYS = 200
"""Cards from which a second process saves more than its start costs."""

AHEAD = 64
"""Cards of a large deck that are composed one after the other, and then painted."""
_SOON = 0.05
"""Seconds of work after which no more are."""


class Drawn(NamedTuple):
    """A card and what its sides paint; None for a side that could not be drawn, or that the deck does not have."""

    card: Card
    face: Drawing | None
    back: Drawing | None
    found: tuple[Any, ...] = ()
    """What the inspection found on its sides; a back that cards share is inspected once."""


class PackedDrawing(NamedTuple):
    """A drawing as plain values: forms and masks by name, fonts by style with the numbers of what their words show, and new ones.

    `items` are its items where they are asked for, in a list; else what its stream has, for it is written already.
    """

    plain: dict[str, Any]
    items: tuple[Any, ...] | list[Any]
    forms: tuple[str, ...]
    masks: tuple[tuple[str, str, str], ...]
    fonts: list[tuple[tuple[Any, ...], tuple[int, ...], dict[int, Any]]]
    texts: list[tuple[Any, ...]]


PackedForms = tuple[tuple[str, PackedDrawing], ...]
"""Drawings by their names, those first that others refer to."""


class Parcel(NamedTuple):
    """What a process sends for a card: names of drawings, and those drawings that it had not sent before."""

    troubles: tuple[tuple[Problem, str], ...]
    face: PackedDrawing | None
    back: str | None
    forms: PackedForms
    used: tuple[Path, ...]
    notes: tuple[Problem, ...]
    """What of the art was passed over."""
    found: tuple[Any, ...]
    found_behind: tuple[Any, ...]


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


@dataclass(slots=True)
class Troubles:
    """The problems of a deck. One that many cards share is told once, with the cards."""

    found: dict[Problem, list[str]] = field(default_factory=dict)

    gaps: dict[Gap, list[str]] = field(default_factory=dict)
    """What a draft makes do without, with the cards: no trouble, but told."""

    def add(self, problem: Problem, card: str = "") -> None:
        cards = self.gaps.setdefault(problem, []) if isinstance(problem, Gap) else self.found.setdefault(problem, [])
        if card and card not in cards:
            cards.append(card)

    def __iter__(self) -> Iterator[Problem]:
        for problem, cards in self.found.items():
            if not cards:
                yield problem
            else:
                others = f" and {len(cards) - 1} more" if len(cards) > 1 else ""
                yield Problem(f'card "{cards[0]}"{others}: {problem.what}', problem.remedy, problem.place)

    def __bool__(self) -> bool:
        return bool(self.found)


def draw_deck(
    context: Context, deck: Deck, troubles: Troubles, job: DrawJob = DrawJob(), sent: list[Parcel] | None = None
) -> Iterator[Drawn]:
    """The deck's cards in order, as drawings. What is wrong goes to `troubles`.

    A single process can leave in `sent` what `redrawn` makes the same cards of, elsewhere. A template or drawing that takes too long or
    too much becomes a problem of the card it was needed for, and the deck ends there.
    """
    positions = tuple(range(len(deck.cards))) if job.only is None else job.only
    jobs = job.jobs or (min(2, os.cpu_count() or 1) if len(positions) >= PAYS else 1)
    shares = [positions[start : start + SHARE] for start in range(0, len(positions), SHARE)]
    streams: list[Iterator[Parcel]] = []
    running: list[Any] = []
    forms: dict[str, Drawing] = {}
    inspected: set[str | None] = set()
    parcels = [_Parcels(context, forms, inspected) for _ in range(jobs)]
    try:
        for first in range(min(jobs, len(shares))):
            own = tuple(position for share in shares[first::jobs] for position in share)
            running.append(process.run(_draw, context, deck.id, replace(job, only=own)))
            streams.append(chain([next(running[-1])], running[-1]))  # asked for its first card, it begins with those that follow
        for number, share in enumerate(shares):
            for position in share:
                parcel = next(streams[number % jobs])
                for problem, card in parcel.troubles:
                    troubles.add(problem, card)
                if sent is not None:
                    sent.append(parcel)
                yield parcels[number % jobs].opened(deck.cards[position], parcel)
    except process.Stopped as error:
        for problem in error.problems:
            troubles.add(problem)
    finally:
        for stream in running:
            stream.close()


def redrawn(context: Context, deck: Deck, sent: Iterable[Parcel]) -> Iterator[Drawn]:
    """The cards of a deck out of what a single process sent of all of them."""
    parcels = _Parcels(context)
    return (parcels.opened(card, parcel) for card, parcel in zip(deck.cards, sent, strict=True))


def draw_cards(
    context: Context,
    wanted: Mapping[str, Sequence[int]],
    troubles: Troubles,
    *,
    ink: str = "full",
    pictured: str | None = None,
    items: bool = True,
) -> Iterator[Drawn]:
    """The cards at some positions of several decks, drawn as `draw_deck` draws them but in one process: for a few cards of each.

    With `pictured` they may show the game's cards as drawings: faces as `face:DECK/CARD`, backs as `back:DECK/CARD`. It names the deck
    that is meant where none is said. `items` is as of a job.
    """
    if not wanted:
        return
    parcels: dict[str, _Parcels] = {}
    try:
        for deck_id, position, sent in process.run(_draw_cards, context, dict(wanted), DrawJob(ink, items=items), pictured):
            for problem, card in sent.troubles:
                troubles.add(problem, card)
            opener = parcels.setdefault(deck_id, _Parcels(context))
            yield opener.opened(context.game.deck(deck_id).cards[position], sent)
    except process.Stopped as error:
        for problem in error.problems:
            troubles.add(problem)


class EditionDecks(NamedTuple):
    """What is drawn of an edition: the game as that edition has it, and those of its decks, with all that lies on top of them."""

    game: Game
    decks: tuple[Deck, ...]


class EditionCard(NamedTuple):
    """A card as it is drawn. One that is not an edition's `own` looks so in every edition in which it says the same."""

    drawn: Drawn
    troubles: tuple[tuple[Problem, str], ...]
    own: bool = False


Alike = dict[tuple[str, str], EditionCard]
"""Cards that are no edition's own, by deck and id."""


def draw_editions(
    context: Context, editions: Sequence[EditionDecks], alike: Alike, job: DrawJob = DrawJob(), *, decks_differ: bool = False
) -> Iterator[tuple[list[EditionCard], Troubles]]:
    """For each edition its cards in order, as drawings, and what is wrong with them.

    Cards that ask for nothing of the edition are drawn once, and kept in `alike`. `decks_differ` tells whether editions have other cards.
    An edition whose work has to be stopped has that for its trouble; the next one is begun anew.
    """
    done = 0
    while done < len(editions):
        known = {key: each.drawn.card for key, each in alike.items()}
        stream: Any = process.run(_draw_editions, context, editions[done:], known, job, decks_differ)
        openers: dict[str, _Parcels] = {}
        forms: dict[str, Drawing] = {}
        stopped = False
        try:
            while done < len(editions) and not stopped:
                drawn: list[EditionCard] = []
                troubles = Troubles()
                try:
                    for deck in editions[done].decks:
                        opener = openers.setdefault(deck.id, _Parcels(context, forms, set()))
                        for card in deck.cards:
                            found = _opened_or_alike(next(stream), card, opener, alike)
                            drawn.append(found)
                            for problem, id in found.troubles:
                                troubles.add(problem, id)
                except process.Stopped as error:
                    stopped = True
                    for problem in error.problems:
                        troubles.add(problem)
                done += 1
                yield drawn, troubles
        finally:
            stream.close()


def _opened_or_alike(sent: tuple[Parcel, bool] | None, card: Card, opener: _Parcels, alike: Alike) -> EditionCard:
    """What a process sent of a card, or what is there of it."""
    if sent is None:
        found = alike[card.deck, card.id]
        return found._replace(drawn=found.drawn._replace(card=card))
    parcel, own = sent
    found = EditionCard(opener.opened(card, parcel), parcel.troubles, own)
    if not own:
        alike[card.deck, card.id] = found._replace(drawn=found.drawn._replace(found=()))
    return found


def draw_art(context: Context, names: Iterable[str]) -> Iterator[Drawing | Picture | CardgenError]:
    """Drawings of the game's art and icons, by their names and in their order; an error for one that cannot be drawn."""
    parcels = _Parcels(context)
    try:
        for sent in process.run(_draw_art, context.art, tuple(names)):
            if isinstance(sent, (Picture, CardgenError)):
                yield sent
            else:
                yield parcels.opened_form(*sent)
    except process.Stopped as error:
        yield error


# -- in the drawing process ------------------------------------------------------------------------------------------------------------


_PLAIN = ("box", "reach", "fit", "pictures", "group", "fixed", "alias")
"""What of a drawing is sent as it is, unless it is empty."""


def _draw(context: Context, deck_id: str, job: DrawJob) -> Iterator[Parcel]:
    deck = context.game.deck(deck_id)
    painter, positions = _CardPainter(context, deck, job), job.only or ()
    cards = Composer(context, job.ink).deck(deck, positions)
    for first in cards:
        for composed in (first, *(_ahead(cards) if len(positions) >= PAYS // 2 else ())):
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


def _draw_cards(
    context: Context, wanted: Mapping[str, Sequence[int]], job: DrawJob, pictured: str | None
) -> Iterator[tuple[str, int, Parcel]]:
    composer = Composer(context, job.ink)
    composer.pictured = pictured
    if pictured is not None:
        context = replace(context, art=_Shown(context, job, pictured))
    for deck_id, positions in wanted.items():
        deck = context.game.deck(deck_id)
        painter = _CardPainter(context, deck, job)
        for composed in composer.deck(deck, tuple(positions)):
            yield deck_id, composed.card, painter.sent(composed)
    context.art.finish()


def _draw_editions(
    context: Context, editions: Sequence[EditionDecks], known: dict[tuple[str, str], Card], job: DrawJob, decks_differ: bool
) -> Iterator[tuple[Parcel, bool] | None]:
    """For each card of each edition what is sent of it, and whether that is this edition's own; None for what is known."""
    composer = Composer(context, job.ink)
    painters: dict[str, tuple[_CardPainter, Backs]] = {}
    for game, decks in editions:
        composer.turn_to(game, decks_differ=decks_differ)
        for deck in decks:
            painter, backs = painters.setdefault(deck.id, (_CardPainter(context, deck, job), Backs()))
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


def _draw_art(art: Art, names: tuple[str, ...]) -> Iterator[Any]:
    packer = _Packer(items=False)
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


class _Packer:
    """Makes drawings into what can be sent, and remembers what has been."""

    def __init__(self, items: bool = True) -> None:
        self.items = items
        self.forms: set[str] = set()
        self.words: dict[Word, int] = {}
        self.glyphs: dict[frozenset[tuple[int, str]], int] = {}
        """What words show, numbered: many show the same, as 12 and 21 do."""

    def gather(self, forms: dict[str, Drawing], found: list[tuple[str, PackedDrawing]]) -> None:
        """The forms that have not been sent yet, those they refer to first."""
        for name, form in forms.items():
            if name not in self.forms:
                self.forms.add(name)
                self.gather(form.needs, found)
                found.append((name, self.packed(form)))

    def packed(self, drawing: Drawing) -> PackedDrawing:
        fonts = []
        for font, words in drawing.words.items():
            new = {}
            for word in words.difference(self.words):
                shown = frozenset(word.glyphs.items())
                if shown not in self.glyphs:
                    new[len(self.glyphs)] = word.glyphs
                self.words[word] = self.glyphs.setdefault(shown, len(self.glyphs))
            fonts.append((font.style, tuple(map(self.words.__getitem__, words)), new))
        texts = []
        if self.items:
            texts = [(mark.text, mark.font.style, mark.size, ink_of(mark.words), *mark[4:]) for mark in drawing.texts]
        masks = tuple((name, kind, inner.name) for name, (kind, inner) in drawing.masks.items())
        plain = {name: value for name in _PLAIN if (value := getattr(drawing, name))}
        items = packed_items(drawing.items) if self.items else drawing.stream.parts
        return PackedDrawing(plain, items, tuple(drawing.forms), masks, fonts, texts)


class _CardPainter(_Packer):
    """Paints composed cards, and remembers what has been sent."""

    def __init__(self, context: Context, deck: Deck, job: DrawJob) -> None:
        super().__init__(job.items)
        self.context, self.deck, self.job = context, deck, job
        self.draft = context.art if isinstance(context.art, DraftArt) else None
        self.layers: dict[Any, Any] = {}
        self.endless: dict[str, WithoutBound] = {}
        """Templates that grew without bound for a card: they are not tried for the next."""
        self.backs: dict[int, str | None] = {}
        self.explained: dict[tuple[str, Fault], Problem] = {}
        self.used: set[Any] = set()
        self.noted: set[Problem] = set()

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

    def __init__(self, context: Context, job: DrawJob, pictured: str) -> None:
        self.__dict__.update(context.art.__dict__)
        self._context, self._composer, self._job, self._pictured = context, Composer(context, job.ink), job, pictured
        self._painters: dict[str, _CardPainter] = {}
        self._cards: dict[str, Drawing] = {}

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
            raise StyleError(f'the card "{id}" has no back')
        painter = self._painters.get(deck_id) or self._painters.setdefault(deck_id, _CardPainter(self._context, deck, self._job))
        svg, problems, _ = self._composer.side(card, template)
        troubles = [(problem, id) for problem in problems]
        drawing = painter.painted(svg, card, template, troubles)
        if drawing is None or troubles:
            raise CardgenError(*(problem for problem, _ in troubles))
        return replace(drawing, reach=None, texts=[])


# -- in our own process -----------------------------------------------------------------------------------------------------------------


class _Parcels:
    """Drawings out of what a process sent; `forms` and what was `inspected` are shared with others."""

    def __init__(self, context: Context, forms: dict[str, Drawing] | None = None, inspected: set[str | None] | None = None) -> None:
        self.face = cache(context.fonts.face)
        self.art = context.art
        self.forms: dict[str, Drawing] = {} if forms is None else forms
        self.words: dict[int, Word] = {}
        self.inspected: set[str | None] = set() if inspected is None else inspected

    def opened(self, card: Card, sent: Parcel) -> Drawn:
        for name, packed in sent.forms:
            drawing = self.drawing(packed)  # opened even where another process has sent it too: it may be the first to tell of a word
            self.forms.setdefault(name, drawing)
        self.art.used.update(sent.used)
        self.art.notes.update(dict.fromkeys(sent.notes))
        found = sent.found
        if sent.found_behind and sent.back not in self.inspected:
            self.inspected.add(sent.back)
            found += sent.found_behind
        return Drawn(card, self.drawing(sent.face) if sent.face else None, self.forms[sent.back] if sent.back else None, found)

    def opened_form(self, name: str, forms: PackedForms) -> Drawing:
        for inner, packed in forms:
            self.forms.setdefault(inner, self.drawing(packed))
        return self.forms[name]

    def drawing(self, packed: PackedDrawing) -> Drawing:
        plain, items, forms, masks, fonts, texts = packed
        words = {}
        for style, numbers, new in fonts:
            for number, glyphs in new.items():
                self.words[number] = Word(0.0, glyphs, None)
            words[self.face(*style)] = set(map(self.words.__getitem__, numbers))
        return Drawing(
            [WrittenItems(ContentStream(*items))] if isinstance(items, tuple) else unpacked_items(items),
            **plain,
            words=words,
            forms={name: self.forms[name] for name in forms},
            masks={name: (kind, self.forms[inner]) for name, kind, inner in masks},
            texts=[TextMark(text, self.face(*style), size, (Word(0.0, {}, ink),), *rest) for text, style, size, ink, *rest in texts],
        )
