"""The state of the preview, and the pages that are told of it.

It is the project as it is now, the cards as they last were good, and the pages that listen.
Everything here happens in the server's event loop. Workers answer in threads of their own, which
hand the answers over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.base.findings import Finding, Place
from cardgen.base.origins import SharedProblem, shared_key
from cardgen.engine import Sanitizer, WebAsset, WebFace
from cardgen.preview.check_worker import GameFindings, check_answers
from cardgen.preview.compose_worker import (
    CardLook,
    CardNote,
    Contents,
    DeckDone,
    DeckNote,
    Looks,
    compose_answers,
)
from cardgen.preview.kept_project import GameAhead
from cardgen.preview.mending import mends_of
from cardgen.preview.worker import Done, Trouble, Worker, in_loop

Json = dict[str, Any]
_MOMENT = 0.4  # seconds
_ASSET = re.compile(f"{Sanitizer.FOLDER}([0-9a-f]+)")
_WAITING = 1000
"""What a page may leave unread beside what it is told at first."""


@dataclass(slots=True)
class _DeckView:
    """A deck as the page is told of it. `fresh` tells that it has been composed since the disk last
    changed."""

    head: Json = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    cards: dict[str, Json] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    fresh: bool = False


@dataclass(eq=False, slots=True)
class Listener:
    """A page that is open. `view` is the game or the deck that it shows, `printer` the one that it
    has cards checked for, or "" for none. It hears of edits where it may make some."""

    view: str
    printer: str = ""
    edits: bool = False
    is_checked: bool = True
    """False for one that wants no findings."""
    events: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    most: int = 0
    """How many of them may wait; as many as there are to begin with, and some."""

    def tell(self, event: Json) -> None:
        """Tell a page of an event; one that takes nothing more is let go.

        When it wakes it asks again, and is told all there is then."""
        if self.most and self.events.qsize() >= self.most:
            while not self.events.empty():
                self.events.get_nowait()
            event = {"kind": "closing"}
        self.events.put_nowait(event)

    @property
    def check(self) -> tuple[str, str]:
        """What is to be checked for it: a view and a printer."""
        return self.view, self.printer

    def sees(self, game: str, deck: str) -> bool:
        return self.view in (game, f"{game}/{deck}")


class PreviewState:
    """One project and its pages."""

    def __init__(
        self, root: Path | None, language: str, loop: asyncio.AbstractEventLoop, run: str = ""
    ) -> None:
        self._run = run
        self._compose_worker = Worker(
            compose_answers, root, language, receive=in_loop(loop, self._composed), seconds=5.0
        )
        self._check_worker = Worker(
            check_answers, root, language, receive=in_loop(loop, self._checked), seconds=20.0
        )
        self._listeners: set[Listener] = set()
        self._decks: dict[tuple[str, str], _DeckView] = {}
        self._contents: Json | None = None
        self._notice: Json | None = None
        self._edits: Json = {}
        """What edits can be taken back, as the pages were told."""
        self._trouble: list[Json] = []
        self._findings: dict[tuple[str, str], Json] = {}
        """What was found, by view and printer."""
        self._loop = loop
        self._saved = 0.0
        self._edited: frozenset[str] = frozenset()
        self._soon: asyncio.TimerHandle | None = None
        self._version = self._looking = self._checking = 0
        self.assets: dict[str, WebAsset] = {}
        self.fonts: tuple[WebFace, ...] = ()
        self.places: dict[str, Place] = {}
        """Every place that the page was told, by its text: those that an editor may be opened
        at."""

    @property
    def version(self) -> int:
        """Another whenever the disk has changed."""
        return self._version

    # -- pages come, go and look elsewhere
    # ------------------------------------------------------------------------------------------

    def join(self, view: str, printer: str = "", *, edits: bool = False) -> Listener:
        """Add a page that opens, or turns to another view.

        It is told all there is, and what is missing is asked for."""
        listener = Listener(view, printer, edits)
        self.admit(listener)
        return listener

    def admit(self, listener: Listener) -> None:
        """Add a page as `join` does."""
        view, printer = listener.check
        self._listeners.add(listener)
        if self._contents:
            listener.tell(self._contents)
        if self._notice:
            listener.tell(self._notice)
        if self._trouble:
            self._tell_trouble([listener])
        for (game, id), deck in self._decks.items():
            if listener.sees(game, id) and (deck.order or deck.fresh):
                listener.tell(
                    self._event(game, id, deck, deck.cards, deck.pictures, whole=deck.fresh)
                )
        if (view, printer) in self._findings:
            listener.tell(self._findings[view, printer])
        if listener.edits and self._edits:
            listener.tell(self._edits)
        listener.most = listener.events.qsize() + _WAITING
        if view or not self._contents:
            self._look([view] if view else [], again=self._contents is None)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def notify(self, notice: Json) -> None:
        """Tell every page, also those that open later, of something beside the project."""
        self._notice = notice
        self._tell(self._listeners, notice)

    @property
    def contents(self) -> Json | None:
        """The list of games as the pages are told it; None before it is known."""
        return self._contents

    def deck_events(self, game: str) -> list[Json]:
        """The decks of a game, each in an event that holds all of it."""
        return [
            self._event(game, id, deck, deck.cards, deck.pictures, whole=deck.fresh)
            for (of_game, id), deck in self._decks.items()
            if of_game == game and deck.order
        ]

    def changed(self, saved: float, files: frozenset[str], ahead: GameAhead | None = None) -> None:
        """Follow files that have changed on disk.

        The last was saved at `saved`, in seconds since the epoch. `ahead` is a game as it reads
        now, where it was read already."""
        self._saved, self._edited = saved * 1000, files
        for deck in self._decks.values():
            deck.fresh = False
        self._findings.clear()
        self._version += 1
        self._look(self._views(), again=True, ahead=ahead)

    def tell_edits(self, edits: Json) -> None:
        """Tell the pages that edit what can be taken back, and what was lost."""
        self._edits = {"kind": "edits", **edits}
        self._tell((each for each in self._listeners if each.edits), self._edits)

    def _look(self, names: list[str], *, again: bool, ahead: GameAhead | None = None) -> None:
        if again or not self._all_fresh(names):
            self._looking += 1
            self._compose_worker.ask(tuple(names), again, ahead)
        else:
            self._tell(self._listeners, {"kind": "looked", "saved": 0})
            self._check()

    def _views(self) -> list[str]:
        """The names that the pages look at, sorted."""
        return sorted({listener.view for listener in self._listeners if listener.view})

    def _all_fresh(self, names: Iterable[str]) -> bool:
        """True if no deck of these games and decks waits for new looks."""
        games = {game["id"]: game for game in (self._contents or {"games": ()})["games"]}
        for name in names:
            game, _, deck = name.partition("/")
            for deck_line in games.get(game, {"decks": ()})["decks"]:
                if (
                    deck in ("", deck_line["id"])
                    and not deck_line["broken"]
                    and not self._deck(game, deck_line["id"]).fresh
                ):
                    return False
        return bool(games)

    def _check(self) -> None:
        """Have what is viewed checked, once nothing has changed for a moment.

        Until then the browser is busy drawing."""
        if self._soon:
            self._soon.cancel()
        self._soon = self._loop.call_later(_MOMENT, self._check_next)

    def _check_next(self) -> None:
        """One view after another, for a newer question overtakes an older one."""
        wanted = sorted({each.check for each in self._listeners if each.view and each.is_checked})
        check = next((check for check in wanted if check not in self._findings), None)
        if check:
            self._checking += 1
            self._check_worker.ask(*check, self._version)

    def dismiss(self) -> None:
        """Let every page go."""
        for listener in self._listeners:
            listener.tell({"kind": "closing"})

    def close(self) -> None:
        """End the workers."""
        self._compose_worker.close()
        self._check_worker.close()

    # -- what the workers say
    # ----------------------------------------------------------------------------------------------

    def _composed(self, request: tuple[Any, ...], answer: Any) -> None:
        """Take an answer of the process that composes, and tell the pages what it changes."""
        if isinstance(answer, Contents):
            if self._trouble:
                self._trouble = []
                self._tell_trouble(self._listeners)
            self.fonts = answer.fonts
            self._contents = self._contents_event(answer)
            self._tell(self._listeners, self._contents)
        elif isinstance(answer, DeckNote):
            self._tell_deck(answer)
        elif isinstance(answer, Looks):
            self.assets.update(answer.assets)
            self._tell_looks(answer)
        elif isinstance(answer, DeckDone):
            deck = self._deck(answer.game, answer.deck)
            deck.fresh = self._looking <= 1
            used = {card[side] for card in deck.cards.values() for side in ("face", "back")}
            deck.pictures = {name: svg for name, svg in deck.pictures.items() if name in used}
            self._forget(answer.gone)
            viewers = [
                listener for listener in self._listeners if listener.sees(answer.game, answer.deck)
            ]
            self._tell(viewers, self._event(answer.game, answer.deck, deck, {}, {}, whole=True))
        elif isinstance(answer, Trouble):
            self._trouble = [self.words(problem) for problem in answer.problems]
            self._tell_trouble(self._listeners)
        elif isinstance(answer, Done):
            self._looking -= 1
            if self._looking:
                return
            views = self._views()
            if not self._trouble and not self._all_fresh(views):  # left for what was asked after it
                self._look(views, again=False)
                return
            self._tell(self._listeners, {"kind": "looked", "saved": self._saved})
            self._check()

    def _tell_deck(self, note: DeckNote) -> None:
        """Tell the cards of a deck.

        They keep the looks they had until they have new ones."""
        deck = self._deck(note.game, note.id)
        cards = {card.id: self._card(card, deck.cards.get(card.id)) for card in note.cards}
        changed = {id: card for id, card in cards.items() if deck.cards.get(id) != card}
        deck.head = {
            "title": note.title,
            "shape": note.shape,
            "fields": list(note.fields),
            "logo": deck.head.get("logo", ""),
        }
        deck.order, deck.cards = [card.id for card in note.cards], cards
        viewers = [listener for listener in self._listeners if listener.sees(note.game, note.id)]
        self._tell(viewers, self._event(note.game, note.id, deck, changed, {}))

    def _tell_looks(self, looks: Looks) -> None:
        """Tell those who see a deck which of its cards look different now."""
        deck = self._deck(looks.game, looks.deck)
        deck.pictures.update(looks.pictures)
        deck.head = {**deck.head, "logo": looks.logo}
        changed = {}
        for id, look in looks.cards.items():
            card = deck.cards.get(id)
            if card is not None and self._worn(card, look):
                changed[id] = card
        pictures = {
            card[side]: deck.pictures[card[side]]
            for card in changed.values()
            for side in ("face", "back")
            if card[side]
        }
        if changed:
            viewers = [
                listener for listener in self._listeners if listener.sees(looks.game, looks.deck)
            ]
            self._tell(viewers, self._event(looks.game, looks.deck, deck, changed, pictures))

    def _forget(self, unused_assets: frozenset[str]) -> None:
        """Let go of unused assets.

        Those of cards that are shown as they last were good stay."""
        svgs = (
            (
                svg
                for deck in self._decks.values()
                for svg in (*deck.pictures.values(), deck.head.get("logo", ""))
            )
            if unused_assets
            else ()
        )
        for name in unused_assets.difference(name for svg in svgs for name in _ASSET.findall(svg)):
            self.assets.pop(name, None)

    def _worn(self, card: Json, look: CardLook) -> bool:
        """Give a card its new look; True if anything is different.

        A side that could not be composed keeps the last one that could."""
        before = dict(card)
        card["problems"] = [self._problem(problem) for problem in look.problems]
        card["face"] = look.face or card["face"]
        card["back"] = look.back or (card["back"] if look.problems else "")
        return before != card

    def _checked(
        self, request: tuple[str, str, int], answer: GameFindings | Trouble | Done
    ) -> None:
        """Take an answer of the process that checks, and tell who looks at what was checked."""
        name, printer, version = request
        if isinstance(answer, Done):
            self._checking -= 1
            if not self._checking:
                self._check_next()
            return
        if version != self._version:  # of what has changed meanwhile
            return
        about = {"view": name, "printer": printer}
        event: Json = {"kind": "findings", **about, "since": {}, "hand": None}
        if isinstance(answer, GameFindings):
            findings = self.finding_lines(answer.findings, answer.counted)
            hand = answer.hand and answer.hand._asdict()
            since = {
                deck: {id: mark._asdict() for id, mark in cards.items()}
                for deck, cards in answer.since.items()
            }
            checked = {"findings": findings, "since": since, "hand": hand}
            self._findings[name, printer] = {**event, **checked}
        else:
            problems = [{"severity": "error", **self.words(problem)} for problem in answer.problems]
            self._findings[name, printer] = {**event, "findings": problems}
        listeners = [each for each in self._listeners if each.check == (name, printer)]
        self._tell(listeners, self._findings[name, printer])

    # -- words for the page
    # ----------------------------------------------------------------------------------------------

    def _tell(self, listeners: Iterable[Listener], event: Json) -> None:
        """Tell an event to some of the pages."""
        for listener in listeners:
            listener.tell(event)

    def _tell_trouble(self, listeners: Iterable[Listener]) -> None:
        self._tell(listeners, {"kind": "trouble", "problems": self._trouble})

    def _deck(self, game: str, id: str) -> _DeckView:
        """What the pages were told of a deck; nothing yet, if it is new."""
        return self._decks.setdefault((game, id), _DeckView())

    def _event(
        self,
        game: str,
        id: str,
        deck: _DeckView,
        cards: Mapping[str, Json],
        pictures: Mapping[str, str],
        whole: bool = False,
    ) -> Json:
        """The message that shows a deck, or its changed cards.

        `whole` is true if it holds all that the deck has."""
        about = {
            "kind": "deck",
            "game": game,
            "deck": id,
            "head": deck.head,
            "order": deck.order,
            "saved": self._saved,
            "whole": whole,
        }
        return {
            **about,
            "cards": {name: dict(card) for name, card in cards.items()},
            "pictures": dict(pictures),
        }

    def _contents_event(self, contents: Contents) -> Json:
        """The list of games. What cannot be read stays in it as it was, with its last good cards;
        what was just saved is blamed first."""
        earlier = {game["id"]: game for game in (self._contents or {"games": ()})["games"]}
        games = []
        for game in contents.games:
            read = [{**deck._asdict(), "broken": False} for deck in game.decks]
            before = {deck["id"]: deck for deck in earlier.get(game.id, {"decks": ()})["decks"]}
            unread = [
                {
                    "title": id,
                    "faces": 0,
                    "copies": 0,
                    **before.get(id, {}),
                    "id": id,
                    "broken": True,
                }
                for id in game.unread
            ]
            decks = _in_order(read, unread, [*before])
            games.append(
                {
                    "id": game.id,
                    "title": game.title,
                    "designer": game.designer,
                    "plates": game.plates,
                    "decks": decks,
                }
            )
        for id in contents.unread:
            last = earlier.get(
                id, {"id": id, "title": id, "designer": "", "plates": {}, "decks": []}
            )
            games.append({**last, "decks": [{**deck, "broken": True} for deck in last["decks"]]})
        guilty = sorted(
            contents.problems,
            key=lambda problem: not (problem.place and str(problem.place.file) in self._edited),
        )
        about = {
            "problems": list(map(self.words, guilty)),
            "fonts": self.fonts_key,
            "run": self._run,
        }
        return {
            "kind": "contents",
            "games": sorted(games, key=lambda game: str(game["id"])),
            **about,
        }

    @property
    def fonts_key(self) -> str:
        """A key that differs where the fonts do."""
        return "-".join(sorted({font.key[:4] for font in self.fonts}))

    def _card(self, card: CardNote, before: Json | None) -> Json:
        """A card as the page is told of it, with the looks that it had `before`."""
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in card.fields.items()
            if value is not None
        }
        last = before or {"face": "", "back": "", "problems": []}
        part: Json = {}
        if card.part:
            part = {"part": card.part.number, "parts": card.part.total}
            part |= {} if card.id == card.part.first else {"first": card.part.first}
        return {
            **part,
            **({"shape": card.shape} if card.shape else {}),
            "id": card.id,
            "copies": card.copies,
            "fields": {
                name: value if isinstance(value, (str, int, float, bool, list)) else str(value)
                for name, value in fields.items()
            },
            "at": self.place_words(card.place),
            "where": {name: self.place_words(place) for name, place in card.places.items()},
            **{name: last[name] for name in ("face", "back", "problems")},
        }

    def place_words(self, place: Place | None) -> str:
        """The text of a place, which the page may then open in an editor."""
        if place is None:
            return ""
        text = str(place)
        self.places[text] = place
        return text

    def words(self, problem: Finding) -> Json:
        """A problem as the page is told of it."""
        values: Json = {
            "code": problem.code,
            "what": problem.what,
            "remedy": problem.remedy,
            "at": self.place_words(problem.place),
            "mends": mends_of(problem),
        }
        if problem.about:
            values["about"] = list(problem.about)
        key = shared_key(problem)
        return {**values, "shared": repr(key)} if key else values

    def _problem(self, problem: Finding) -> Json:
        """A problem that a card met when it was composed."""
        return {**self.words(problem), **self._seen(problem)}

    def finding_lines(self, findings: Sequence[Finding], counted: Mapping[int, str]) -> list[Json]:
        """Findings as the page is told of them; those that come of another name its position."""
        positions = {finding.number: at for at, finding in enumerate(findings) if finding.number}
        lines = []
        for finding in findings:
            cause = positions.get(finding.cause)
            words = counted.get(finding.number, "")
            lines.append({**self._finding(finding), "cause": cause, "counted": words})
        return lines

    def _finding(self, finding: Finding) -> Json:
        """A finding as the page is told of it, with all cards that share it."""
        also = [self.place_words(place) for place in finding.also]
        about = {
            "check": finding.check,
            "severity": finding.severity,
            "game": finding.game,
            "deck": finding.deck,
            "card": finding.card,
        }
        values = {**about, **self.words(finding), "also": also, **self._seen(finding)}
        if isinstance(finding, SharedProblem):
            values["on"] = [
                {"deck": member.deck, "card": member.card, "what": member.alone.what}
                for member in finding.members
            ]
            for member, single in zip(values["on"], finding.members, strict=True):
                member |= {**self._seen(single), "severity": single.severity}
        return values

    def _seen(self, finding: Finding) -> Json:
        """The side and the spot of a card where something was found."""
        return {"side": finding.side, "spot": list(finding.spot) if finding.spot else None}


def _in_order(read: list[Json], unread: list[Json], before: list[str]) -> list[Json]:
    """A game's decks in its order. Those that cannot be read follow the decks that they have
    followed, new ones come last."""
    decks = list(read)
    for deck in sorted(
        unread, key=lambda deck: before.index(deck["id"]) if deck["id"] in before else len(before)
    ):
        ahead = (
            before[: before.index(deck["id"])]
            if deck["id"] in before
            else [other["id"] for other in decks]
        )
        decks.insert(
            max((at for at, other in enumerate(decks, 1) if other["id"] in ahead), default=0), deck
        )
    return decks
