"""A table that several devices share: its seats, its events in one order, and who may do what.

It knows nothing of pages and of the network. A player is a key that only one browser has; a seat is
held by one player, a player may hold several. The true state is here alone: what others are told
comes out of `table_views.py` and `table_facts.py`."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.preview.table_events import (
    MOST_EVENTS,
    MOST_THINGS,
    SessionFile,
    WrongEventError,
    read_move,
)
from cardgen.preview.table_facts import Json, Titles, facts_of
from cardgen.preview.table_fold import EMPTY, Event, TableState, apply, fold
from cardgen.preview.table_views import public_faces, seats_that_saw

HOST = 0
"""The seat of what the host does without one."""
_STRIDE = 50
"""Events after which a state is kept; those between are folded again."""
_LONGEST_JOURNAL = 5_000  # lines
_TURN = "turn"
Place = tuple[str, Any]
"""A hand, a thing or the turn: what two people may grasp for at once."""


class MoveRefusedError(Exception):
    """A move that is not made.

    `reason` is `seat` (another's seat or hand), `changed` (somebody was quicker), `nothing` (it
    changes nothing), `over`, `full` or `wrong` (no page of ours sends it)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class JournalLine(NamedTuple):
    """A line of what happened, which everybody may read. Lines are numbered from 1 on."""

    number: int
    seat: int
    facts: Json


class SharedTable:
    """A game as several devices play it. `titles` gives the names of cards."""

    def __init__(self, session: SessionFile, titles: Titles) -> None:
        self.id = secrets.token_hex(4)
        self.game, self.title = session.game, session.title
        self.is_over = False
        self.revision = 0
        """A number that grows with every change of the state."""
        self.holders: dict[int, str] = {}
        """The player of each seat that is held."""
        self.made: dict[str, int] = {}
        """The number that each player's page gave its last move."""
        self._titles = titles
        self._chance = secrets.SystemRandom()
        self._events: list[Event] = list(session.events)
        self._at = len(self._events)
        self._states = {0: EMPTY}
        self._state = fold(self._events)
        self._changes: dict[Place, tuple[int, str]] = {}
        """The last change of each place: its revision, and the player."""
        self._journal: deque[JournalLine] = deque(maxlen=_LONGEST_JOURNAL)
        self._lines = 0
        deal = self._events[0]
        self._note(HOST, facts_of(EMPTY, deal, apply(EMPTY, deal), titles))
        if self._at > 1:
            self._note(HOST, {"do": "open", "count": self._at - 1})

    # -- seats

    @property
    def state(self) -> TableState:
        return self._state

    def seats_of(self, player: str) -> list[int]:
        """The seats that a player holds."""
        return [
            seat for seat, holder in sorted(self.holders.items()) if player and holder == player
        ]

    def sit(self, player: str, seat: int) -> None:
        """Give a free seat to a player. Raises MoveRefusedError."""
        if seat not in self._state.hands or self.holders.get(seat, player) != player:
            raise MoveRefusedError("seat")
        if seat not in self.holders:
            self.holders[seat] = player
            self._note(seat, {"do": "sit"})

    def leave(self, player: str, seat: int) -> None:
        """Free a seat of a player. Raises MoveRefusedError."""
        self._check_holder(player, seat)
        del self.holders[seat]
        self._note(seat, {"do": "leave"})

    def free(self, seat: int) -> None:
        """Free a seat, whoever holds it."""
        if self.holders.pop(seat, ""):
            self._note(HOST, {"do": "free", "seat": seat})

    def _check_holder(self, player: str, seat: int) -> None:
        if not player or self.holders.get(seat) != player:
            raise MoveRefusedError("seat")

    # -- moves

    @property
    def can_undo(self) -> bool:
        return self._at > 1

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._events)

    def move(self, player: str, seat: int, page_revision: int, message: object) -> None:
        """Make a move of a seat, whose page has seen the state of a revision.

        Raises MoveRefusedError."""
        self._check_turn(player, seat)
        try:
            event = read_move(message)
        except WrongEventError:
            raise MoveRefusedError("wrong") from None
        event = {**self._allowed(seat, event), "seat": seat}
        if self._has_changed(player, page_revision, _places(event)):
            raise MoveRefusedError("changed")
        state = apply(self._state, event)
        if state is self._state:
            raise MoveRefusedError("nothing")
        if self._at >= MOST_EVENTS or len(state.things) > MOST_THINGS:
            raise MoveRefusedError("full")
        del self._events[self._at :]
        self._states = {at: earlier for at, earlier in self._states.items() if at <= self._at}
        self._events.append(event)
        before = self._state
        self._turn_to(state, self._at + 1, player)
        self._note(seat, facts_of(before, event, state, self._titles))

    def undo(self, player: str, seat: int, page_revision: int) -> None:
        """Take the last move back, whoever made it. Raises MoveRefusedError."""
        self._check_turn(player, seat)
        if not self.can_undo:
            raise MoveRefusedError("nothing")
        if page_revision != self.revision:
            raise MoveRefusedError("changed")
        after, event = self._state, self._events[self._at - 1]
        before = self._state_after(self._at - 1)
        facts = self._undone(before, event, after)
        self._turn_to(before, self._at - 1, player)
        self._note(seat, {"do": "undo", **facts, "seen": seats_that_saw(before, after)})

    def redo(self, player: str, seat: int, page_revision: int) -> None:
        """Make the move again that was taken back last. Raises MoveRefusedError."""
        self._check_turn(player, seat)
        if not self.can_redo:
            raise MoveRefusedError("nothing")
        if page_revision != self.revision:
            raise MoveRefusedError("changed")
        before, event = self._state, self._events[self._at]
        after = apply(before, event)
        facts = self._undone(before, event, after)
        self._turn_to(after, self._at + 1, player)
        self._note(seat, {"do": "redo", **facts})

    def _undone(self, before: TableState, event: Event, after: TableState) -> Json:
        """Whose move is undone or redone, and what it did."""
        return {
            "whose": event.get("seat", HOST),
            "of": facts_of(before, event, after, self._titles),
        }

    def _check_turn(self, player: str, seat: int) -> None:
        self._check_holder(player, seat)
        if self.is_over:
            raise MoveRefusedError("over")

    def _allowed(self, seat: int, event: dict[str, Any]) -> dict[str, Any]:
        """An event as a seat may make it: what is left to chance is drawn here.

        Raises MoveRefusedError."""
        match event["do"]:
            case "carry":
                return self._allowed_carry(seat, event)
            case "turnUp":
                self._check_within_reach(event["thing"], [event["card"]])
            case "shuffle":
                pile = self._state.pile(event["thing"])
                count = len(pile.cards) if pile else 0
                return {**event, "order": self._chance.sample(range(count), count)}
            case "roll":
                return {**event, "seed": f"{self._chance.getrandbits(32):08x}"}
            case "add":
                return {**event, "thing": self._allowed_thing(event["thing"])}
            case "next":
                active = self._state.active
                if active in self.holders and active != seat:
                    raise MoveRefusedError("seat")
        return event

    def _allowed_carry(self, seat: int, event: dict[str, Any]) -> dict[str, Any]:
        """Cards out of one's own hand or off a pile, to anywhere.

        In another's hand nobody chooses a place."""
        origin, to = event["from"], event["to"]
        if origin.get("hand", seat) != seat:
            raise MoveRefusedError("seat")
        if "pile" in origin:
            self._check_within_reach(origin["pile"], event["cards"])
        if to.get("hand", seat) != seat:
            return {**event, "to": {"hand": to["hand"]}}
        return event

    def _check_within_reach(self, id: str, indexes: Sequence[int]) -> None:
        """Of a stack, only cards from the top down are within reach."""
        pile = self._state.pile(id)
        if pile and not pile.fan and sorted(indexes)[:1] != [len(pile.cards) - len(set(indexes))]:
            raise MoveRefusedError("changed")

    def _allowed_thing(self, thing: Mapping[str, Any]) -> dict[str, Any]:
        """A thing that is added: a counter shows only a card whose face lies open."""
        is_open = thing.get("card") in set(public_faces(self._state))
        return {name: value for name, value in thing.items() if name != "card" or is_open}

    # -- the order of changes

    def _has_changed(self, player: str, page_revision: int, places: Iterator[Place]) -> bool:
        """True if somebody else has changed a place since a page has seen it."""
        changes = (self._changes.get(place, (0, "")) for place in places)
        return any(revision > page_revision and changer != player for revision, changer in changes)

    def _turn_to(self, state: TableState, at: int, player: str) -> None:
        self.revision += 1
        change = self.revision, player
        self._changes |= dict.fromkeys(_changed_places(self._state, state), change)
        self._state, self._at = state, at
        if at % _STRIDE == 0:
            self._states[at] = state

    def _state_after(self, count: int) -> TableState:
        """The state after so many of the events."""
        start = max(at for at in self._states if at <= count)
        return fold(self._events[start:count], self._states[start])

    # -- what happened

    def journal_since(self, number: int) -> list[JournalLine]:
        """The lines after that of a number, as far as they are kept."""
        return [line for line in self._journal if line.number > number]

    def _note(self, seat: int, facts: Json) -> None:
        self._lines += 1
        self._journal.append(JournalLine(self._lines, seat, facts))

    # -- the session

    def end(self) -> None:
        """End the game: from now on nobody moves, and everybody may have the session."""
        if not self.is_over:
            self.is_over = True
            self._note(HOST, {"do": "over"})

    def save(self) -> SessionFile:
        """The session with all that is hidden, which everybody is told of."""
        if not self.is_over:
            self._note(HOST, {"do": "save"})
        return self.session

    @property
    def session(self) -> SessionFile:
        """The session up to now, without the moves that were taken back."""
        return SessionFile(self.game, self.title, self._events[: self._at])


def _places(event: Event) -> Iterator[Place]:
    """The places of which a move depends: two who grasp for one, only one of them has it."""
    match event["do"]:
        case "carry":
            yield from event["from"].items()
        case "next":
            yield _TURN, None
        case "add" | "count" | "roll":  # which go well with any other move
            return
        case _:
            yield "pile", event["thing"]


def _changed_places(before: TableState, after: TableState) -> Iterator[Place]:
    for seat, cards in after.hands.items():
        if before.hands.get(seat) != cards:
            yield "hand", seat
    for id in {**before.things, **after.things}:
        if before.things.get(id) != after.things.get(id):
            yield "pile", id
    if before.active != after.active:
        yield _TURN, None
