"""What happened at a shared table, as everybody there may know it.

The page says it in words (`facts` and `words` of `static/words.js`, which does the same for a
device that plays by itself)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cardgen.preview.table_fold import Counter, Die, Event, Note, PileThing, TableState, Thing

Json = dict[str, Any]


class Titles(Protocol):
    """The titles of cards."""

    def card_title(self, card: str) -> str:
        """The name on the face of a card."""

    def deck_title(self, card: str) -> str:
        """The title of its deck."""

    def hidden_title(self, card: str) -> str:
        """The titles of all decks that look like it from behind."""


def facts_of(before: TableState, event: Event, after: TableState, titles: Titles) -> Json:
    """The public facts of an event, for the page's words."""
    facts = _FACTS.get(str(event["do"]))
    parts = facts(before, event, after, titles) if facts else {}
    return {"do": event["do"], **parts}


def _pile_title(pile: PileThing | None, titles: Titles) -> str:
    """A pile as everybody may call it: by its name, else by its top card."""
    if pile is None:
        return ""
    card, up = pile.cards[-1]
    return pile.name or (titles.deck_title(card) if up else titles.hidden_title(card))


def _open_card(pile: PileThing | None, index: int, titles: Titles) -> str:
    """The name of a card that lies face up; "" for one that does not."""
    if pile is None or index >= len(pile.cards) or not pile.cards[index].up:
        return ""
    return titles.card_title(pile.cards[index].card)


def _carried(before: TableState, event: Event, after: TableState, titles: Titles) -> Json:
    origin, to = event["from"], event["to"]
    source = before.pile(origin["pile"]) if "pile" in origin else None
    onto = before.pile(to["pile"]) if "pile" in to else None
    pile = after.pile(to.get("pile") or to.get("id"))
    return {
        "count": len(event["cards"]),
        "source": _pile_title(source, titles),
        "fromHand": origin.get("hand", 0),
        "toHand": to.get("hand", 0),
        "onto": _pile_title(onto, titles),
        "card": _open_card(pile, len(pile.cards) - 1, titles) if pile else "",
    }


def _named(thing: Thing | None, titles: Titles) -> Json:
    if isinstance(thing, PileThing):
        return {"kind": "pile", "name": _pile_title(thing, titles)}
    if isinstance(thing, Counter):
        return {"kind": "counter", "name": thing.name}
    kind = "die" if isinstance(thing, Die) else "note" if isinstance(thing, Note) else ""
    return {"kind": kind, "name": ""}


def _thing_facts(before: TableState, event: Event, after: TableState, titles: Titles) -> Json:
    """Those of what is done to one thing, which may be new or gone by then."""
    id = event["id"] if event["do"] == "add" else event["thing"]
    facts: Json = {"thing": _named(before.things.get(id) or after.things.get(id), titles)}
    facts |= {name: event[name] for name in ("by", "on", "count") if name in event}
    thing = after.things.get(id)
    if isinstance(thing, Counter):
        facts["value"] = thing.value
    if isinstance(thing, Die):
        facts |= {"value": thing.value, "sides": thing.sides}
    if event["do"] == "turnUp":
        facts["card"] = _open_card(after.pile(id), event["card"], titles)
    return facts


def _deal(before: TableState, event: Event, after: TableState, titles: Titles) -> Json:
    return {"title": event["title"], "seats": len(event["hands"]), "seed": ""}


def _next(before: TableState, event: Event, after: TableState, titles: Titles) -> Json:
    return {"seat": after.active}


_FACTS: Mapping[str, Callable[[TableState, Event, TableState, Titles], Json]] = {
    "deal": _deal,
    "carry": _carried,
    "next": _next,
    "write": lambda *_: {},
    **dict.fromkeys(
        ("dealOut", "move", "flip", "turnUp", "turn", "fan", "shuffle", "roll", "count"),
        _thing_facts,
    ),
    "add": _thing_facts,
    "remove": _thing_facts,
}
