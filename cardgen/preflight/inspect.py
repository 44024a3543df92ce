"""Preflight: what a printer would send back, or what would come out of its press other than it was
meant.

docs/printing.md lists the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.engine import colour_math
from cardgen.model.cards import FINISHES, Card, Deck, Game
from cardgen.preflight.card_side import CardSide
from cardgen.preflight.home_print import and_more
from cardgen.preflight.lettering import embeddable
from cardgen.preflight.near_twins import NearTwins
from cardgen.preflight.quality import look
from cardgen.prepress.inks import inks_of
from cardgen.prepress.plates import names_one_ink, painted_in, plates_of
from cardgen.prepress.profiles import Fit, Printer

Shown = dict[frozenset[str], tuple[Card, str]]
"""Colours of the palette that stand together on a side, and the first card and side where they
do."""
APART, ALIKE = 25.0, 8.0
"""Differences of two colours that tell cards apart, and that do not."""


class Preflight:
    """What one printer would find about a deck. Cards that cannot be drawn are left to the other
    checks."""

    def __init__(self, printer: Printer, game: Game, deck: Deck) -> None:
        self._printer, self._game, self._deck = printer, game, deck
        self._inks = inks_of(printer, game)
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
        self._sold = True
        try:
            self._found += _page_boxes(deck, printer, printer.fit(deck.shape))
        except CardgenError as error:
            sold = ", ".join(map(str, printer.sizes))
            for problem in error.findings:
                at = problem.at(deck.places.get("size"))
                self._found.append(
                    at.found_by(
                        "size", "error", deck.game, deck.id, measured=str(deck.shape), required=sold
                    )
                )
            self._sold = False

    def look(self, drawn: Drawn) -> Iterable[Finding]:
        """Look at the sides of a card that is printed, at a back that cards share once. What of the
        findings of any print remains: where this printer says what is safe, or how small type may
        be, its own check stands for that."""
        if not self._sold or not drawn.card.copies:
            return drawn.found
        if drawn.back is None and self._printer.backs == "needed":
            self._bare.append(drawn.card)
        if drawn.face:
            self._faces.setdefault(
                (drawn.face.name, drawn.back.name if drawn.back else ""), []
            ).append(drawn.card)
        sides = [
            ("face", drawn.face),
            ("back", drawn.back if drawn.back and drawn.back.name not in self._backs else None),
        ]
        self._backs.update([drawn.back.name] if drawn.back else [])
        for name, drawing in sides:
            if drawing:
                side = CardSide(
                    self._printer, self._game, self._inks, self._deck, drawn.card, name, drawing
                )
                if name == "face":
                    self._twins.see(side, drawn.back.name if drawn.back else "")
                for found in look(side):
                    (self._black if found.check == "black-alone" else self._found).append(found)
                for colour in sorted(painted_in(drawing, self._known).intersection(self._plates)):
                    self._finished.setdefault(colour, []).append(drawn.card)
                self._found += embeddable(side, self._fonts)
                self._shown.setdefault(frozenset(side.shades), (drawn.card, name))
        told = {
            check
            for check, own in (("safe-zone", self._printer.safe), ("text-size", self._printer.type))
            if own
        }
        # for which a printer's check looks at every pixel
        told |= {"contrast", "covered-text", "mirrored-text"}
        return [found for found in drawn.found if found.check not in told]

    def found(self) -> Iterator[Finding]:
        """All that was found, once every card has been looked at."""
        yield from self._found
        if self._bare:
            yield _backless(self._printer, self._deck, self._bare)
        empty = {
            found.card
            for found in self._found
            if found.check == "empty" and found.severity == "error"
        }
        for cards in self._faces.values():
            if len(cards) > 1 and cards[0].id not in empty:
                yield _alike(self._deck, cards)
        yield from self._twins.found()
        if self._black:  # of all that are alike the first is told
            first, more = self._black[0], len({found.card for found in self._black}) - 1
            also = f", as on {more} more {'cards' if more > 1 else 'card'}" if more else ""
            yield replace(first, what=first.what + also)
        if self._printer.makes == "pdf" and self._printer.plates != "inks":
            yield from self._spelt_twice()
        for colour, cards in self._finished.items():
            plate = self._plates[colour]
            if plate.finish and self._printer.plates == "inks":
                which = f'card "{cards[0].id}"{and_more(len({card.id for card in cards}) - 1)}'
                shown = (
                    "printed in its colour"
                    if FINISHES[self._game.palette[colour].plate] and self._printer.makes != "pdf"
                    else "left out"
                )
                what = f"{which}: the {plate.name.lower()} of the colour {colour} is {shown}, for {self._printer.title} takes no plates"
                remedy = "ask the printer for finishes, and say so in a copy of its file, plates: spots or pages"
                problem = Finding("plates", what, remedy, self._game.palette[colour].place)
                yield problem.found_by(
                    "plates", "warning", self._deck.game, self._deck.id, cards[0].id
                )
        if self._sold:
            yield from _confusable(self._game, self._deck, self._shown)

    def _spelt_twice(self) -> Iterator[Finding]:
        """Plates that this deck needs for inks which the palette has under another name too: the
        press makes one for each name."""
        pairs: dict[tuple[str, ...], str] = {}
        for colour in self._finished:
            for other, plate in self._plates.items():
                names = plate.name, self._plates[colour].name
                if names_one_ink(*names):
                    pairs.setdefault(
                        tuple(sorted(names)), max(colour, other, key=list(self._plates).index)
                    )
        for (one, other), colour in pairs.items():
            what = f'"{one}" and "{other}" seem to be one ink under two names, of which the press makes two plates'
            problem = Finding(
                "plates",
                what,
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
    """Trim inside bleed inside the page; a pixel more or less on a side does not matter."""
    page = (fit.height, fit.width) if fit.turned else (fit.width, fit.height)
    trim = (deck.shape.width * fit.stretch[0], deck.shape.height * fit.stretch[1])
    bleed = min((page[0] - trim[0]) / 2, (page[1] - trim[1]) / 2)
    if bleed < printer.bleed - 1.1 * 72 / printer.dpi:
        # + 0.0: no minus before zero
        had, asked = (
            f"{round(value / MM, 1) + 0.0:.1f} mm of bleed" for value in (bleed, printer.bleed)
        )
        holds = f"has {had} around the card"
        if abs(bleed) < 0.05 * MM:
            holds = "ends where the card does"
        elif bleed < 0:
            holds = "is smaller than the card"
        what = f"the page of {printer.title} {holds}"
        remedy = f"make the pixels of its size hold the trim and {asked}, or the bleed smaller"
        problem = Finding("page-boxes", what, remedy, deck.places.get("size"))
        yield problem.found_by(
            "page-boxes", "error", deck.game, deck.id, measured=had, required=asked
        )


def _backless(printer: Printer, deck: Deck, cards: Sequence[Card]) -> Finding:
    """Cards without a back, for a printer that wants one on each."""
    whole = len(cards) == sum(card.copies > 0 for card in deck)
    which = (
        "this deck has"
        if whole
        else f'card "{cards[0].id}"{and_more(len(cards) - 1)} {"have" if len(cards) > 1 else "has"}'
    )
    remedy = "name a template under  back:  even if it is plain, or upload a back of your own"
    problem = Finding(
        "backs",
        f"{which} no back, and {printer.title} wants one for every card",
        remedy,
        deck.places.get("title"),
    )
    return problem.found_by("backs", "note", deck.game, deck.id, "" if whole else cards[0].id)


def _alike(deck: Deck, cards: Sequence[Card]) -> Finding:
    """Cards of which each side looks as that of the others."""
    first, *others = cards
    names = f'"{first.id}" and "{others[0].id}"{and_more(len(others) - 1)}'
    remedy = f"show what tells them apart, or make them one card with copies: {sum(card.copies for card in cards)}"
    problem = Finding(
        "same-face", f"cards {names} look the same on both sides", remedy, first.place
    )
    also = tuple(card.place for card in others)
    about = (deck.game, deck.id, first.id)
    measured, asked = f"{len(cards)} cards alike", "a face for each"
    return problem.found_by(
        "same-face", "warning", *about, also=also, side="face", measured=measured, required=asked
    )


def _confusable(game: Game, deck: Deck, shown: Shown) -> Iterator[Finding]:
    for first, second in combinations(sorted({name for names in shown for name in names}), 2):
        one, other = (colour_math.shares(game.palette[name].rgb) for name in (first, second))
        if colour_math.difference(one, other) < APART:
            continue
        worst = min(
            colour_math.VISION, key=lambda vision: colour_math.difference(one, other, vision)
        )
        seen = colour_math.difference(one, other, worst)
        if seen < ALIKE:
            card, side = next(
                (where for names, where in shown.items() if {first, second} <= names), (None, "")
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
                measured=f"{seen:.0f}",
                required=f"{ALIKE:.0f}",
            )
