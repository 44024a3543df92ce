"""The looks of the cards on a shared table, as they are told to those who see them.

A deck is shown as it was when all of it had last been composed: while it is composed anew, which of
its cards already look new must not tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardgen.preview.table_views import HIDDEN, named_cards

Json = dict[str, Any]
_UNKNOWN = f"{HIDDEN}/"
"""The class of cards of a deck that is not there."""


@dataclass(slots=True)
class _ShownDeck:
    """A deck: its title and shape, its cards by id, and the back that most of them have."""

    title: str
    shape: Mapping[str, Any]
    cards: Mapping[str, Json]
    usual_back: str

    def back_of(self, id: str) -> str:
        """The back of a card; that of most where it has none, or is gone."""
        return self.cards.get(id, {}).get("back") or self.usual_back


class BackClass(NamedTuple):
    """All cards that look alike from behind. `titles` are those of their decks."""

    name: str
    titles: dict[str, None]
    shape: Mapping[str, Any]
    back: str


class TableLooks:
    """The looks and titles of the cards of a game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._decks: dict[str, _ShownDeck] = {}
        self._pictures: dict[str, str] = {}
        self._classes: dict[tuple[str, str], BackClass] = {}

    def follow(self, deck_events: Iterable[Mapping[str, Any]]) -> None:
        """Take over the decks as the pages are told of them."""
        for event in deck_events:
            id = event["deck"]
            if event["whole"] or id not in self._decks:
                self._decks[id] = _shown_deck(event)
                self._pictures |= event["pictures"] if event["whole"] else {}
        used = {side for deck in self._decks.values() for side in _sides(deck)}
        self._pictures = {name: svg for name, svg in self._pictures.items() if name in used}
        for deck in self._decks.values():
            for id in deck.cards:
                self._class(deck, id).titles.setdefault(deck.title)

    def _class(self, deck: _ShownDeck, id: str) -> BackClass:
        back = deck.back_of(id)
        key = repr(deck.shape), back
        number = len(self._classes) + 1
        return self._classes.setdefault(key, BackClass(f"{HIDDEN}{number}/", {}, deck.shape, back))

    def hidden_class(self, card: str) -> str:
        """The class of a card that is seen from behind."""
        deck, id = self._found(card)
        return self._class(deck, id).name if deck else _UNKNOWN

    # -- titles

    def card_title(self, card: str) -> str:
        """The name on the face of a card."""
        deck, id = self._found(card)
        record = deck.cards.get(id) if deck else None
        return _title(record) if record else id

    def deck_title(self, card: str) -> str:
        """The title of its deck."""
        deck, _ = self._found(card)
        return deck.title if deck else card.partition("/")[0]

    def hidden_title(self, card: str) -> str:
        """The titles of all decks that look like it from behind."""
        deck, id = self._found(card)
        return ", ".join(self._class(deck, id).titles) if deck else ""

    def _found(self, card: str) -> tuple[_ShownDeck | None, str]:
        deck, _, id = card.partition("/")
        return self._decks.get(deck), id

    # -- what a page is told

    def news(self, view: Json, sent_looks: SentLooks) -> Iterator[Json]:
        """Yield the looks of what a view names, as events of decks: those not sent yet."""
        names: dict[str, list[str]] = {}
        for name in sorted(named_cards(view)):
            deck, _, id = name.partition("/")
            names.setdefault(deck, []).append(id)
        for deck, ids in names.items():
            yield from self._deck_news(deck, ids, sent_looks)

    def _deck_news(self, deck: str, ids: Sequence[str], sent_looks: SentLooks) -> Iterator[Json]:
        head, records = self._hidden(deck) if deck.startswith(HIDDEN) else self._open(deck, ids)
        sent_records = sent_looks.records.setdefault(deck, {})
        new = {id: record for id, record in records.items() if sent_records.get(id) != record}
        if not new:
            return
        sent_records |= new
        sides = {record[side] for record in new.values() for side in ("face", "back")}
        pictures = {name: self._pictures[name] for name in sides if name in self._pictures}
        pictures = {name: svg for name, svg in pictures.items() if name not in sent_looks.pictures}
        sent_looks.pictures |= pictures.keys()
        about = {"kind": "deck", "game": self.game, "deck": deck, "head": head, "whole": False}
        yield {**about, "order": list(sent_records), "cards": new, "pictures": pictures}

    def _open(self, deck_id: str, ids: Iterable[str]) -> tuple[Json, dict[str, Json]]:
        deck = self._decks.get(deck_id)
        if deck is None:
            return {}, {}
        records = {id: _record(id, deck.cards[id]) for id in ids if id in deck.cards}
        return {"title": deck.title, "shape": deck.shape}, records

    def _hidden(self, name: str) -> tuple[Json, dict[str, Json]]:
        for card_class in self._classes.values():
            if card_class.name == f"{name}/":
                head = {"title": ", ".join(card_class.titles), "shape": card_class.shape}
                return head, {"": _record("", {"back": card_class.back})}
        return {}, {}


@dataclass(slots=True)
class SentLooks:
    """The looks that a page has been told: records by deck and id, and names of pictures."""

    records: dict[str, dict[str, Json]]
    pictures: set[str]


def _shown_deck(event: Mapping[str, Any]) -> _ShownDeck:
    cards = event["cards"]
    if not event["whole"]:
        cards = {id: {**card, "face": "", "back": ""} for id, card in cards.items()}
    backs = Counter(card["back"] for card in cards.values())
    usual_back = backs.most_common(1)[0][0] if backs else ""
    return _ShownDeck(event["head"]["title"], event["head"]["shape"], cards, usual_back)


def _sides(deck: _ShownDeck) -> Iterator[str]:
    for card in deck.cards.values():
        yield from (card["face"], card["back"])


def _title(record: Mapping[str, Any]) -> str:
    """The title of a card, as the page gives it."""
    fields = record["fields"]
    title = fields.get("name", fields.get("title"))
    return title if isinstance(title, str) and title else record["id"]


def _record(id: str, card: Mapping[str, Any]) -> Json:
    """A card as a page of the table needs it: its name and its sides."""
    fields = {"name": _title(card)} if id else {}
    sides = {side: card.get(side, "") for side in ("face", "back")}
    return {"id": id, "copies": 1, "fields": fields, "problems": [], **sides}
