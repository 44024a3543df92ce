"""Selections of cards: the one small language of --cards, and of the preview's search.

A selection is parts with commas between them. A part is the id of a card, or its name; numbers, as
`5-9`; a pattern, as `wolf*`; a condition, as `rank > 3`, in the language of the rules; or a text in
quotes, which is an id or a name and nothing else. `:2` behind a part says how many copies of each;
`!` before it takes those cards away. A later part counts more than an earlier one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import translate
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean
from cardgen.load.deck_list import ListedCard
from cardgen.load.fields import MOST_COPIES
from cardgen.model.cards import Card, Deck, Game
from cardgen.sandbox import process
from cardgen.sandbox.environment import scope_of
from cardgen.sandbox.expressions import Expressions

Spot = tuple[int, int]
"""A card: the number of its deck among those at hand, and its position there."""
Counts = dict[int, int]
"""Of a deck, the positions of the cards that are meant, and how many copies of each."""

_MANY = re.compile(r"(.*\S)\s*:\s*(\d{1,6})", re.DOTALL)
_NUMBERS = re.compile(r"(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?")
_QUOTED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_SIGNS = re.compile(r"[<>=()|]")
_WORDS = re.compile(r"\b(?:in|is|not|and|or)\b")
_OPENS, _CLOSES = "([{", ")]}"


class _Term(NamedTuple):
    """One part: what it says, whether that stands in quotes, how many copies of each, and whether
    its cards are taken away."""

    written: str
    text: str
    quoted: bool = False
    copies: int | None = None
    without: bool = False


def chosen(
    selection: Sequence[str], decks: Sequence[tuple[Game, Deck]], copies: int = 0
) -> list[Counts]:
    """For each deck the cards that a selection means, all where nothing is said; `copies` of each,
    0 for as many as it has.

    A part's own number of copies counts more; a card that has 0 copies gets none. Raises
    CardgenError with every part that means no card."""
    choice = _Choice(decks, copies or None)
    if not selection:
        choice.all()
    for text in selection:
        if isinstance(text, ListedCard):
            choice.add_listed(text)
            continue
        for part in [_Term(text, text)] if text in choice.ids else _parts(text):
            choice.add(part)
    if choice.problems:
        raise CardgenError(*choice.problems)
    return choice.counts


def _parts(text: str) -> Iterator[_Term]:
    for written in filter(None, map(str.strip, _split(text))):
        without = written.startswith("!") and len(written) > 1
        term = written[1:].strip() if without else written
        many = _MANY.fullmatch(term)
        quoted = _QUOTED.fullmatch(many[1] if many else term)
        inner = quoted[2] if quoted and quoted[1] not in quoted[2] else None
        if inner is not None:
            yield _Term(written, inner, True, int(many[2]) if many else None, without)
        else:
            yield _Term(written, term, False, None, without)


def _split(text: str) -> Iterator[str]:
    """The text cut at commas that stand in no quotes and no brackets; a quotation mark within a
    word is an apostrophe."""
    begin = depth = at = 0
    while at < len(text):
        sign = text[at]
        if sign in "\"'" and not text[at - 1 : at].isalnum():
            at = max(at, text.find(sign, at + 1))
        elif sign in _OPENS:
            depth += 1
        elif sign in _CLOSES:
            depth -= 1
        elif sign == "," and depth <= 0:
            yield text[begin:at]
            begin = at + 1
        at += 1
    yield text[begin:]


class _Choice:
    """The cards that the parts of a selection choose, one after the other."""

    def __init__(self, decks: Sequence[tuple[Game, Deck]], copies: int | None) -> None:
        self.decks, self.copies = decks, copies
        self.problems: list[Finding] = []
        self.counts: list[Counts] = [{} for _ in decks]
        self.has_parts = False
        self.cards = [
            ((number, at), card)
            for number, (_, deck) in enumerate(decks)
            for at, card in enumerate(deck.cards)
        ]
        self.ids: dict[str, list[Spot]] = {}
        self.names: dict[str, list[Spot]] = {}
        for spot, card in self.cards:
            self.ids.setdefault(card.id, []).append(spot)
            self.names.setdefault(str(card.fields.get("name") or "").casefold(), []).append(spot)
        self.names.pop("", None)

    def add(self, part: _Term) -> None:
        many = None if part.quoted else _MANY.fullmatch(part.text)
        spots = self._called(part.text)
        if many and not spots:
            part = part._replace(text=many[1], copies=int(many[2]))
            spots = self._called(part.text)
        if part.copies is not None and not 1 <= part.copies <= MOST_COPIES:
            self.problems.append(
                Finding(
                    "out-of-range",
                    f'"{part.written}" asks for {part.copies:,} copies',
                    f"ask for 1 to {MOST_COPIES:,}",
                )
            )
            return
        try:
            spots = spots or self._meant(part)
        except CardgenError as error:
            self.problems += error.findings
            return
        if part.without and not self.has_parts:
            self.all()
        self.has_parts = True
        if part.without:
            for number, at in spots:
                self.counts[number].pop(at, None)
        else:
            self._take(spots, part.copies or self.copies)

    def add_listed(self, card: ListedCard) -> None:
        """Add a card of a list; what is wrong with it is told at its line."""
        told = len(self.problems)
        self.add(_Term(card, card.name, True, card.copies))
        self.problems[told:] = [problem.at(card.place) for problem in self.problems[told:]]

    def all(self) -> None:
        self._take([spot for spot, _ in self.cards], self.copies)

    def _take(self, spots: Sequence[Spot], copies: int | None) -> None:
        for number, at in spots:
            card_copies = self.decks[number][1].cards[at].copies
            self.counts[number][at] = card_copies if copies is None else copies * (card_copies > 0)

    def _called(self, text: str) -> list[Spot]:
        return self.ids.get(text) or self.names.get(text.casefold(), [])

    def _meant(self, part: _Term) -> list[Spot]:
        """The cards that a part means which is neither an id nor a name. Raises CardgenError where
        there is none."""
        text = part.text
        if part.quoted:
            raise self._nothing(text)
        if numbers := _NUMBERS.fullmatch(text):
            first, last = int(numbers[1]), int(numbers[2] or numbers[1])
            return self._numbered(text, min(first, last), max(first, last))
        if _SIGNS.search(text):
            return self._held(text)
        if "*" in text or "?" in text:
            return self._like(text)
        truths = {
            name for _, deck in self.decks for name, field in deck.fields.items() if field.is_truth
        }
        if _WORDS.search(text) or text in truths:
            return self._held(text)
        raise self._nothing(text)

    def _nothing(self, text: str) -> CardgenError:
        known_ids = dict.fromkeys(
            [
                *self.ids,
                *(str(card.fields["name"]) for _, card in self.cards if card.fields.get("name")),
            ]
        )
        near = did_you_mean(text, known_ids)
        return CardgenError(
            Finding(
                "unknown-card",
                f'no card is called "{text}"',
                near if near.startswith("did") else did_you_mean(text, self.ids),
            )
        )

    def _numbered(self, text: str, low: int, high: int) -> list[Spot]:
        """Cards whose ids are these numbers; where there are none, those at these places of their
        decks, counted from 1. Raises CardgenError where no deck has so many."""
        by_id = [
            spot
            for spot, card in self.cards
            if card.id.isdecimal() and len(card.id) < 10 and low <= int(card.id) <= high
        ]
        if by_id:
            return by_id
        most = max((len(deck) for _, deck in self.decks), default=0)
        if low < 1 or high > most:
            ends = [number for number in (low, high) if not 1 <= number <= most]
            missing = ends[0] if len(ends) == 1 else text
            raise CardgenError(
                Finding(
                    "unknown-card",
                    f'no card has the number "{missing}"',
                    f"give numbers from 1 to {most}, or ids",
                )
            )
        return [(number, at) for (number, at), _ in self.cards if low <= at + 1 <= high]

    def _like(self, text: str) -> list[Spot]:
        """Cards whose ids are of a pattern; where there are none, those whose names are."""
        like = re.compile(translate(text.casefold().replace("[", "[[]"))).match
        spots = [spot for spot, card in self.cards if like(card.id.casefold())]
        spots = spots or [
            spot for name, named_spots in self.names.items() if like(name) for spot in named_spots
        ]
        if not spots:
            raise CardgenError(
                Finding(
                    "unknown-card",
                    f'no card is called as "{text}" says',
                    did_you_mean(re.sub(r"[*?]", "", text), self.ids),
                )
            )
        return sorted(spots)

    def _held(self, source: str) -> list[Spot]:
        """Cards for which a condition holds."""
        spots: list[Spot] = list(process.run(_holding, source, list(self.decks)))
        if not spots:
            raise CardgenError(
                Finding(
                    "unknown-card",
                    f'"{source}" holds for no card',
                    "see what the cards say with  cardgen stats GAME",
                )
            )
        return spots


def _holding(source: str, decks: Sequence[tuple[Game, Deck]]) -> Iterator[Spot]:
    """Yield the numbers of the deck and of the card for which a condition holds.

    A deck without a field that it names has none. A card where that field is empty is none of them,
    unless the condition says what becomes of it. Raises CardgenError."""
    process.note(f'the selection "{source}"')
    expressions = Expressions()
    holds, names = expressions.compile(source), expressions.names(source)
    everywhere = {name for _, deck in decks for name in deck.fields} | {"name", "art"}
    strange = {name for name in names if name not in everywhere and _says(name, decks)}
    for number, (game, deck) in enumerate(decks):
        common = scope_of(game)
        for at, card in enumerate(deck.cards):
            card_values = _own(card)
            if not everywhere.intersection(names) <= card_values.keys():
                continue
            scope = common | card_values
            try:
                if holds(scope):
                    yield number, at
            except CardgenError as error:
                names_empty_field = any(name in scope and scope[name] is None for name in names)
                if names_empty_field:
                    continue
                unquoted = [name for name in sorted(strange) if name not in scope]
                raise (_unquoted_error(error, unquoted[0]) if unquoted else error) from None


def _unquoted_error(error: CardgenError, word: str) -> CardgenError:
    """The error of a word that some card says, and that stands without its quotes."""
    sentence = error.findings[0].what
    return CardgenError(Finding("template-value", sentence, f"write a text in quotes: '{word}'"))


def _own(card: Card) -> dict[str, Any]:
    """The values of a card that a condition can name: the card, and its fields as they are."""
    about: dict[str, Any] = {
        "card": card,
        "id": card.id,
        "copies": card.copies,
        "name": None,
        "art": None,
    }
    return about | {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in card.fields.items()
    }


def _says(text: str, decks: Sequence[tuple[Game, Deck]]) -> bool:
    """True if some card says just this text in some field."""
    return any(
        text == value or (isinstance(value, tuple | list) and text in value)
        for _, deck in decks
        for card in deck
        for value in card.fields.values()
    )
