"""Preflight: what a printer would send back, or print differently.

docs/printing.md lists the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.model.cards import FINISHES, Card, Deck, Game
from cardgen.model.sizes import Shape
from cardgen.preflight.card_side import CardSide
from cardgen.preflight.home_print import and_more
from cardgen.preflight.lettering import embeddable
from cardgen.preflight.near_twins import NearTwins
from cardgen.preflight.quality import look
from cardgen.prepress.inks import process_colours_of
from cardgen.prepress.plates import names_one_ink, painted_in, plates_of
from cardgen.prepress.profiles import Fit, Printer, not_sold

Shown = dict[frozenset[str], tuple[Card, str]]
"""Colours of the palette that stand together on a side, and the first card and side where they
do."""
APART, ALIKE = 25.0, 8.0
"""Differences of two colours that tell cards apart, and that do not."""


class Preflight:
    """The checks of one printer on a deck. Cards that cannot be drawn are left to the other
    checks."""

    def __init__(self, printer: Printer, game: Game, deck: Deck) -> None:
        self._printer = printer
        self._game = game
        self._deck = deck
        self._inks = process_colours_of(printer, game)
        self._found: list[Finding] = []
        self._shown: Shown = {}
        self._backs: set[str] = set()
        self._bare: list[Card] = []
        self._fonts: set[str] = set()
        self._plates = plates_of(game.palette, self._inks)
        self._finished: dict[str, list[Card]] = {}
        self._faces: dict[tuple[str, str], list[Card]] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._black: list[Finding] = []
        self._twins = NearTwins(deck)
        self._unsold: set[Shape] = set()
        for of_size in deck.by_size:
            try:
                self._found += _page_boxes(of_size, printer, printer.fit(of_size.shape))
            except CardgenError as error:
                self._unsold.add(of_size.shape)
                sold = ", ".join(map(str, printer.sizes))
                for problem in () if deck.is_pad else not_sold(printer, of_size, error):
                    self._found.append(
                        problem.found_by(
                            "size",
                            "error",
                            deck.game,
                            deck.id,
                            code="size",
                            measured=str(of_size.shape),
                            required=sold,
                        )
                    )

    def look(self, drawn_card: Drawn) -> Iterable[Finding]:
        """Look at the sides of a card, at a shared back once.

        Findings of any print remain, but where this printer says what is safe, or how small type
        may be, its own check stands for them."""
        deck = self._deck.cut_as(drawn_card.card)
        if deck.shape in self._unsold or not drawn_card.card.copies:
            return drawn_card.findings
        if drawn_card.back is None and self._printer.backs == "needed":
            self._bare.append(drawn_card.card)
        if drawn_card.face:
            self._faces.setdefault(
                (drawn_card.face.name, drawn_card.back.name if drawn_card.back else ""), []
            ).append(drawn_card.card)
        sides = [
            ("face", drawn_card.face),
            (
                "back",
                drawn_card.back
                if drawn_card.back and drawn_card.back.name not in self._backs
                else None,
            ),
        ]
        self._backs.update([drawn_card.back.name] if drawn_card.back else [])
        for name, drawing in sides:
            if drawing:
                side = CardSide(
                    self._printer,
                    self._game,
                    self._inks,
                    deck,
                    drawn_card.card,
                    name,
                    drawing,
                )
                if name == "face":
                    self._twins.see(side, drawn_card.back.name if drawn_card.back else "")
                for finding in look(side):
                    (self._black if finding.check == "black-alone" else self._found).append(finding)
                for colour in sorted(painted_in(drawing, self._known).intersection(self._plates)):
                    self._finished.setdefault(colour, []).append(drawn_card.card)
                self._found += embeddable(side, self._fonts)
                self._shown.setdefault(frozenset(side.shades), (drawn_card.card, name))
        looked_for = {
            check
            for check, limit in (
                ("safe-zone", self._printer.safe),
                ("text-size", self._printer.type),
            )
            if limit
        }
        # for which a printer's check looks at every pixel
        looked_for |= {"contrast", "covered-text", "mirrored-text"}
        return [finding for finding in drawn_card.findings if finding.check not in looked_for]

    def findings(self) -> Iterator[Finding]:
        """All that was found, once every card has been looked at."""
        yield from self._found
        if self._bare:
            yield _backless(self._printer, self._deck, self._bare)
        empty = {
            finding.card
            for finding in self._found
            if finding.check == "empty" and finding.severity == "error"
        }
        for cards in self._faces.values():
            if len(cards) > 1 and cards[0].id not in empty:
                yield _alike(self._deck, cards)
        yield from self._twins.findings()
        if self._black:  # of all that are alike the first is told
            first = self._black[0]
            more = len({finding.card for finding in self._black}) - 1
            also = f", as on {more} more {'cards' if more > 1 else 'card'}" if more else ""
            yield replace(first, what=first.what + also)
        if self._printer.makes == "pdf" and self._printer.plates != "inks":
            yield from self._spelt_twice()
        for colour, cards in self._finished.items():
            plate = self._plates[colour]
            if plate.finish and self._printer.plates == "inks":
                which = f'card "{cards[0].id}"{and_more(len({card.id for card in cards}) - 1)}'
                if FINISHES[self._game.palette[colour].plate] and self._printer.makes != "pdf":
                    fate = "printed in its colour"
                else:
                    fate = "left out"
                sentence = (
                    f"{which}: the {plate.name.lower()} of the colour {colour} is {fate}, for"
                    f" {self._printer.title} takes no plates"
                )
                remedy = (
                    "ask the printer for finishes, and say so in a copy of its file, plates:"
                    " spots or pages"
                )
                problem = Finding("plates", sentence, remedy, self._game.palette[colour].place)
                yield problem.found_by(
                    "plates", "warning", self._deck.game, self._deck.id, cards[0].id
                )
        if self._shown:
            yield from _confusable(self._game, self._deck, self._shown)

    def _spelt_twice(self) -> Iterator[Finding]:
        """Plates that the palette spells in two ways for one ink.

        The press would make a plate for each name."""
        pairs: dict[tuple[str, ...], str] = {}
        for colour in self._finished:
            for second, plate in self._plates.items():
                names = plate.name, self._plates[colour].name
                if names_one_ink(*names):
                    pairs.setdefault(
                        tuple(sorted(names)), max(colour, second, key=list(self._plates).index)
                    )
        for (first, second), colour in pairs.items():
            sentence = (
                f'"{first}" and "{second}" seem to be one ink under two names, of which the'
                " press makes two plates"
            )
            problem = Finding(
                "plates",
                sentence,
                "write the name alike in both colours, as the printer does",
                self._game.palette[colour].place,
            )
            yield problem.found_by(
                "plates",
                "warning",
                self._game.id,
                self._deck.id,
                measured="2 names",
                required="1 name",
            )


def _page_boxes(deck: Deck, printer: Printer, fit: Fit) -> Iterator[Finding]:
    """Findings on trim, bleed and page that lie not inside each other.

    A pixel more or less on a side does not matter."""
    page = (fit.height, fit.width) if fit.turned else (fit.width, fit.height)
    trim = (deck.shape.width * fit.stretch[0], deck.shape.height * fit.stretch[1])
    beside, below = (page[0] - trim[0]) / 2, (page[1] - trim[1]) / 2
    bleed = min(beside, below)
    if bleed < printer.bleed - 1.1 * 72 / printer.dpi:
        # + 0.0: no minus before zero
        measured, required = (
            f"{round(value / MM, 1) + 0.0:.1f} mm of bleed" for value in (bleed, printer.bleed)
        )
        holds = f"has {measured} around the card"
        if abs(bleed) < 0.05 * MM:
            holds = "ends where the card does"
        elif bleed < 0:
            holds = "is smaller than the card"
        sentence = f"the page of {printer.title} {holds}"
        remedy = f"make the pixels of its size hold the trim and {required}, or the bleed smaller"
        problem = Finding("page-boxes", sentence, remedy, deck.places.get("size"))
        yield problem.found_by(
            "page-boxes", "error", deck.game, deck.id, measured=measured, required=required
        )


def _backless(printer: Printer, deck: Deck, cards: Sequence[Card]) -> Finding:
    """Cards without a back, for a printer that wants one on each."""
    all_cards = len(cards) == sum(card.copies > 0 for card in deck)
    if all_cards:
        which = "this deck has"
    else:
        which = (
            f'card "{cards[0].id}"{and_more(len(cards) - 1)} {"have" if len(cards) > 1 else "has"}'
        )
    remedy = "name a template under  back:  even if it is plain, or upload a back of your own"
    problem = Finding(
        "backs",
        f"{which} no back, and {printer.title} wants one for every card",
        remedy,
        deck.places.get("title"),
    )
    return problem.found_by("backs", "note", deck.game, deck.id, "" if all_cards else cards[0].id)


def _alike(deck: Deck, cards: Sequence[Card]) -> Finding:
    """Cards of which each side looks as that of the others."""
    first, *others = cards
    names = f'"{first.id}" and "{others[0].id}"{and_more(len(others) - 1)}'
    remedy = (
        "show what tells them apart, or make them one card with copies:"
        f" {sum(card.copies for card in cards)}"
    )
    problem = Finding(
        "same-face", f"cards {names} look the same on both sides", remedy, first.place
    )
    also = tuple(card.place for card in others)
    about = (deck.game, deck.id, first.id)
    measured = f"{len(cards)} cards alike"
    required = "a face for each"
    return problem.found_by(
        "same-face", "warning", *about, also=also, side="face", measured=measured, required=required
    )


def _confusable(game: Game, deck: Deck, sides_by_colours: Shown) -> Iterator[Finding]:
    for first, second in combinations(
        sorted({name for names in sides_by_colours for name in names}), 2
    ):
        first_rgb, second_rgb = (
            colour_math.shares(game.palette[name].rgb) for name in (first, second)
        )
        if colour_math.difference(first_rgb, second_rgb) < APART:
            continue
        worst = min(
            colour_math.VISION,
            key=lambda vision: colour_math.difference(first_rgb, second_rgb, vision),
        )
        distance = colour_math.difference(first_rgb, second_rgb, worst)
        if distance < ALIKE:
            card, side = next(
                (where for names, where in sides_by_colours.items() if {first, second} <= names),
                (None, ""),
            )
            on = f'card "{card.id}", {side}: ' if card else ""
            remedy = "tell them apart by a sign or a pattern too, or by how light they are"
            problem = Finding(
                "confusable",
                f"{on}{first} and {second} look alike to eyes with {worst}",
                remedy,
                deck.places.get("title"),
            )
            about = (game.id, deck.id, card.id if card else "")
            yield problem.found_by(
                "confusable",
                "note",
                *about,
                side=side,
                measured=f"{distance:.0f}",
                required=f"{ALIKE:.0f}",
            )
