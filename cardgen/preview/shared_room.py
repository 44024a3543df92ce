"""The room of the shared table: the table, the pages that look at it, and what each is told.

Everything here happens in the server's event loop, so moves are made in one order."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.preview.kept_table import KeptTable, TableRecord
from cardgen.preview.shared_table import SharedTable
from cardgen.preview.state import Listener, PreviewState
from cardgen.preview.table_events import SessionFile
from cardgen.preview.table_looks import SentLooks, TableLooks
from cardgen.preview.table_views import ONLOOKER, view_of

Json = dict[str, Any]
_MOST_PAGES = 64
"""How many pages may look on at once at each of the doors."""
_MOVES_AT_ONCE = 30
_MOVES_A_SECOND = 10.0
_MOMENT = 1.0
"""Seconds after a change until the table is kept."""
_MOST_NAMES = 1_000
"""How many are remembered who have asked, but for those who have not asked for a while."""


class Pace:
    """Bounds how often somebody may ask: some times at once, then so many a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._budgets: dict[str, tuple[float, float]] = {}
        """How often each may still ask, and when that was so."""

    def allows(self, name: str) -> bool:
        """True if somebody may ask once more now."""
        now = self._clock()
        if len(self._budgets) > _MOST_NAMES:
            self._budgets = {
                name: (budget, since)
                for name, (budget, since) in self._budgets.items()
                if budget + (now - since) * _MOVES_A_SECOND < _MOVES_AT_ONCE
            }
        budget, since = self._budgets.get(name, (_MOVES_AT_ONCE, now))
        budget = min(_MOVES_AT_ONCE, budget + (now - since) * _MOVES_A_SECOND)
        is_allowed = budget >= 1
        self._budgets[name] = budget - is_allowed, now
        return is_allowed


@dataclass(eq=False, slots=True)
class TableListener:
    """A page that looks at the shared table as a seat, and what it has been told."""

    player: str
    seat: int
    is_guest: bool = False
    table: str | None = None
    """The table that it has been told of: "" for none, None for nothing yet."""
    contents: Json | None = None
    line: int = 0
    last: Json | None = None
    sent: SentLooks = field(default_factory=lambda: SentLooks({}, set()))
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def forget(self, table: str, contents: Json | None) -> None:
        """Begin anew: another table is shown, or other decks are."""
        self.table, self.contents = table, contents
        self.line, self.last = 0, None
        self.sent = SentLooks({}, set())


class _Ear(Listener):
    """Hears of a game for the room: its cards are composed though no page of cards shows them."""

    def __init__(self, game: str, hear: Callable[[], None]) -> None:
        super().__init__(game, is_checked=False)
        self._hear = hear

    def tell(self, event: Json) -> None:
        self._hear()


class SharedRoom:
    """Holds the shared table, where one is open."""

    def __init__(
        self, state: PreviewState, keeper: KeptTable, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.table: SharedTable | None = None
        self.is_closed = False
        self.pace = Pace()
        self._state = state
        self._looks = TableLooks("")
        self._ear: Listener | None = None
        self._listeners: set[TableListener] = set()
        self._keeper, self._loop = keeper, loop
        self._soon: asyncio.TimerHandle | None = None
        if record := keeper.read():
            self._show(*record)

    def begin(self, session: SessionFile) -> None:
        """Open a table with a session; who held a seat at the one before holds it still."""
        self._show(session, self.table.holders if self.table else {}, is_over=False)
        self.changed()

    def _show(self, session: SessionFile, holders: Mapping[int, str], is_over: bool) -> None:
        self._listen_to(session.game)
        self.table = SharedTable(session, self._looks)
        seats = self.table.state.hands
        self.table.holders |= {seat: who for seat, who in holders.items() if seat in seats}
        if is_over:
            self.table.end()
        self._state.notify({"kind": "shared", "open": True, "game": session.game})

    def changed(self) -> None:
        """Have every page told what is new, and the table kept before long."""
        self.wake()
        if self._soon is None and not self.is_closed:
            self._soon = self._loop.call_later(_MOMENT, self._keep)

    def _keep(self) -> None:
        if self._soon:
            self._soon.cancel()
        self._soon = None
        table = self.table
        self._keeper.write(
            TableRecord(table.session, table.holders, table.is_over) if table else None
        )

    def close_table(self) -> None:
        """Close the table: pages play by themselves again."""
        self.table = None
        self._listen_to("")
        self._state.notify({"kind": "shared", "open": False, "game": ""})
        self.changed()

    def _listen_to(self, game: str) -> None:
        """Follow the cards of a game and no longer those of another; "" follows the contents."""
        if self._ear:
            self._state.leave(self._ear)
        self._looks = TableLooks(game)
        self._ear = _Ear(game, self._follow)
        self._state.admit(self._ear)
        self._follow()

    def _follow(self) -> None:
        self._looks.follow(self._state.deck_events(self._looks.game))
        self.wake()

    # -- pages

    def join(self, listener: TableListener) -> bool:
        """Add a page; False where too many look already at its door."""
        doors = Counter(other.is_guest for other in self._listeners)
        if doors[listener.is_guest] >= _MOST_PAGES:
            return False
        self._listeners.add(listener)
        if self._ear is None:
            self._listen_to("")
        self.wake()
        return True

    def leave(self, listener: TableListener) -> None:
        self._listeners.discard(listener)
        self.wake()

    def wake(self) -> None:
        """Have every page told what is new."""
        for listener in self._listeners:
            listener.woken.set()

    def dismiss(self) -> None:
        """Let every page go."""
        self.is_closed = True
        if self._soon:
            self._keep()
        self.wake()

    def news(self, listener: TableListener) -> Iterator[Json]:
        """Yield what is new for a page, and no more than its seat may see."""
        contents = self._state.contents
        id = self.table.id if self.table else ""
        if contents is None:
            return
        if (listener.table, listener.contents) != (id, contents):
            listener.forget(id, contents)
            yield _bare_contents(contents)
        event = self._table_event(self.table, listener) if self.table else _NO_TABLE
        if self.table and event != listener.last:
            yield from self._looks.news(event["view"], listener.sent)
        lines = self.table.journal_since(listener.line) if self.table else []
        if event != listener.last or lines:
            listener.last = event
            yield {**event, "journal": [list(line) for line in lines]}
        listener.line = lines[-1].number if lines else listener.line

    def _table_event(self, table: SharedTable, listener: TableListener) -> Json:
        seats = table.seats_of(listener.player)
        seat = listener.seat if listener.seat in seats else ONLOOKER
        return {
            "kind": "table",
            "open": True,
            "table": table.id,
            "game": table.game,
            "title": table.title,
            "over": table.is_over,
            "revision": table.revision,
            "undo": table.can_undo,
            "redo": table.can_redo,
            "seat": seat,
            "mine": seats,
            "made": table.made.get(listener.player, 0),
            "seats": self._seat_states(table),
            "view": view_of(table.state, seat, self._looks.hidden_class),
        }

    def _seat_states(self, table: SharedTable) -> list[str]:
        """For each seat: `free`, `here`, or `away` where no page of its player looks."""
        here = Counter(listener.player for listener in self._listeners)
        holders = [table.holders.get(seat) for seat in table.state.hands]
        return ["free" if not who else "here" if here[who] else "away" for who in holders]


_NO_TABLE: Json = {"kind": "table", "open": False}


def _bare_contents(contents: Json) -> Json:
    """The list of games and decks without what is wrong with their cards, which names them."""
    decks = ("id", "title", "faces", "copies", "broken")
    games = [
        {
            "id": game["id"],
            "title": game["title"],
            "designer": "",
            "plates": {},
            "decks": [{name: deck[name] for name in decks} for deck in game["decks"]],
        }
        for game in contents["games"]
    ]
    return {**contents, "games": games, "problems": []}
