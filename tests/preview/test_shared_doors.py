"""The doors of the shared table: what a guest may ask, and what one learns who reads every byte."""

from __future__ import annotations

import http.client
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from previews import previewing
from projects import FACE, svg, write_project
from table_games import deal
from table_rooms import CARDS, COINS, NAMES, RULES, game
from test_server import Answer, about, ask, cookie, events

from cardgen.base.cache import Cache
from cardgen.preview.kept_table import KeptTable, TableRecord
from cardgen.preview.table_events import SessionFile, read_session
from cardgen.preview.table_fold import PileThing, TableState, fold

pytestmark = pytest.mark.skipif(
    sys.platform != "linux",
    reason="only Linux has a second address of its own machine without being asked",
)
PATIENCE = 60.0
DEAL = {"game": "sweets", "setup": "rule:a-hand", "players": 2, "width": 420, "share": 0.7}


class Player:
    """A browser at one of the doors: it keeps its cookies, and every byte that it is sent."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = cookie(address)
        self.bytes = bytearray()
        self.told: list[dict[str, Any]] = []
        self._end_listening: Callable[[], None] = lambda: None

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        answer = ask(self.address, path, method, {"Cookie": self.cookies, **headers}, body)
        self.bytes += repr(answer.headers).encode() + answer.body
        return answer

    def post_once(self, path: str, question: object, **headers: str) -> Answer:
        token = parse_qs(urlsplit(self.address).query)["key"][0]
        usual = {"x-cardgen-token": token, **headers}
        return self.ask(path, "POST", json.dumps(question), **usual)

    def post(self, path: str, question: object, **headers: str) -> Answer:
        """Ask, and again while this address has asked too fast."""
        answer = self.post_once(path, question, **headers)
        for _ in range(100):
            if answer.status != 429:
                break
            time.sleep(0.1)
            answer = self.post_once(path, question, **headers)
        return answer

    def sit(self, seat: int) -> Answer:
        answer = self.post("/table/sit", {"seat": seat})
        if "set-cookie" in answer.headers:
            self.cookies += "; " + answer.headers["set-cookie"].partition(";")[0]
        return answer

    def look(self, seat: int) -> None:
        """Listen to the table as a seat, until `close`."""
        self.close()
        netloc = urlsplit(self.address).netloc
        connection = http.client.HTTPConnection(netloc, timeout=PATIENCE)
        connection.request("GET", f"/table/events?seat={seat}", headers={"Cookie": self.cookies})
        wire = connection.sock
        answer = connection.getresponse()
        assert answer.status == 200
        self.told.clear()
        thread = threading.Thread(target=self._listen, args=(answer,), daemon=True)
        thread.start()

        def end() -> None:
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)
            thread.join(PATIENCE)
            answer.close()
            connection.close()

        self._end_listening = end
        self.until(lambda: bool(self.told and self.told[-1]["kind"] == "table"))

    def _listen(self, answer: http.client.HTTPResponse) -> None:
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):  # closed
            for line in answer:
                self.bytes += line
                if line.startswith(b"data: "):
                    self.told.append(json.loads(line[6:]))

    def until(self, is_so: Any) -> None:
        for _ in range(int(PATIENCE * 50)):
            if is_so():
                return
            time.sleep(0.02)
        raise AssertionError(self.told[-1:])

    def close(self) -> None:
        self._end_listening()
        self._end_listening = lambda: None

    @property
    def table(self) -> dict[str, Any]:
        """What it was last told of the table."""
        return next(event for event in self.told[::-1] if event["kind"] == "table")

    def move(self, seat: int, **move: Any) -> Answer:
        """A move; the table as it is after it."""
        question = {"seat": seat, "revision": self.table["revision"], "number": 1, "move": move}
        answer = self.post("/table/move", question)
        if answer.status == 200:
            revision = json.loads(answer.body)["revision"]
            self.until(lambda: self.table["revision"] >= revision)
        return answer

    def pile_size(self, id: str) -> int:
        thing = dict(self.table["view"]["things"])[id]
        return int(thing["covered"]) + len(thing["cards"])


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose cards have art of their own."""
    name = FACE[FACE.index("<text") : FACE.index("</svg>")]
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h{}"/></svg>'
    art = {
        f"card_data/sweets/art/{id}.svg": drawing.format(number)
        for number, id in enumerate(["coin", *(f"c{number}" for number in range(24))], 1)
    }
    return write_project(
        tmp_path_factory.mktemp("doors"),
        {"main": CARDS, "coin": COINS},
        {"card.svg": svg('<image href="{{ card.id }}.svg" width="9" height="9"/>' + name)},
        files={"card_data/sweets/rules.yaml": RULES, **art},
    )


@contextmanager
def opened(root: Path) -> Iterator[tuple[str, str]]:
    """The addresses of the host and of guests of a preview."""
    with previewing("--project", root, "--lan", "--address", "127.0.0.2") as address:
        yield address, about(ask(address, "/", headers={"Cookie": cookie(address)}))["guests"]


@pytest.fixture(scope="module")
def doors(root: Path) -> Iterator[tuple[str, str]]:
    with opened(root) as addresses:
        yield addresses


@pytest.fixture
def players(doors: tuple[str, str]) -> Iterator[tuple[Player, Player]]:
    """The host on the first seat, and a guest on the second, of a new table."""
    host, guest = map(Player, doors)
    host.post("/host/close", {})
    assert {"problems": []} == json.loads(host.post("/host/deal", DEAL).body)
    for seat, player in enumerate((host, guest), 1):
        assert 200 == player.sit(seat).status
        player.look(seat)
    yield host, guest
    host.close()
    guest.close()


def truth(host: Player) -> TableState:
    """The table as it is: the host saves it, which everybody is told."""
    answer = Player(host.address)
    return fold(read_session(json.loads(answer.post("/host/save", {}).body)).events)


def seen_by(state: TableState, seat: int) -> set[str]:
    """The cards that a seat may see: its hand, face-up tops, face-up cards of a fan."""
    piles = [thing for thing in state.things.values() if isinstance(thing, PileThing)]
    open_cards = [card for pile in piles for card in (pile.cards if pile.fan else pile.cards[-1:])]
    return {card.card for card in [*state.hands.get(seat, ())]} | {
        card.card for card in open_cards if card.up
    }


def marks_of_cards(address: str) -> dict[str, set[str]]:
    """All by which a card could be known in what the server sends: its id, its name, its picture
    and the address of its art."""
    marks: dict[str, set[str]] = {}
    for event in events(address, "sweets", "looked"):
        for id, card in event["cards"].items() if event["kind"] == "deck" else ():  # type: ignore[attr-defined]
            if event["deck"] == "main" and card["face"]:
                drawing = event["pictures"][card["face"]]  # type: ignore[index]
                art = drawing.split("/art/")[1].split('"')[0]
                name = NAMES[int(id[1:])]
                marks[f"main/{id}"] = {f'"{id}"', f'"main/{id}"', name, card["face"], art}
    assert len(marks) == 24
    return marks


def test_who_reads_every_byte_of_ten_turns_learns_nothing_hidden(
    doors: tuple[str, str], players: tuple[Player, Player]
) -> None:
    """Names, ids, pictures and art of cards that a seat has never seen are nowhere."""
    host, guest = players
    marks = marks_of_cards(host.address)
    onlooker = Player(doors[1])
    onlooker.look(1)  # as if it sat there
    for player in (guest, onlooker):
        player.ask("/play")
        player.ask("/table/session")
    may_see: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}

    def look() -> None:
        state = truth(host)
        for seat, cards in may_see.items():
            cards |= seen_by(state, seat)

    look()
    for turn in range(10):
        seat, player = (1, host) if turn % 2 == 0 else (2, guest)
        top = player.pile_size("t1") - 1
        drawing = {"from": {"pile": "t1"}, "cards": [top], "to": {"hand": seat}}
        assert 200 == player.move(seat, do="carry", **drawing).status
        look()
        laying = {"from": {"hand": seat}, "cards": [turn % 5], "up": turn % 3 != 0}
        to = {"id": f"n{turn}", "at": [30 * turn, 200]}
        assert 200 == player.move(seat, do="carry", **laying, to=to).status
        look()
        if turn == 4:
            assert 200 == player.move(seat, do="undo").status
            assert 200 == player.move(seat, do="shuffle", thing="t1").status
            assert 200 == player.move(seat, do="fan", thing="t1", on=True).status
        if turn == 7:
            giving = {"from": {"hand": seat}, "cards": [0], "to": {"hand": 3 - seat}}
            assert 200 == player.move(seat, do="carry", **giving).status
        look()
        assert 200 == player.move(seat, do="next").status
    revision = host.table["revision"]
    readers = {0: onlooker, 1: host, 2: guest}
    for player in readers.values():
        player.until(lambda player=player: player.table["revision"] == revision)
    for seat, player in readers.items():
        received = player.bytes.decode()
        known = {card for card, own in marks.items() if any(mark in received for mark in own)}
        assert known == {card for card in may_see[seat] if card.startswith("main/")}
        assert '"seed":""' in received or '"seed":' not in received
    assert len(may_see[2]) < 20
    onlooker.close()
    # once it is over, everybody may have all of it
    host.post("/host/end", {})
    session = guest.ask("/table/session")
    assert session.body == host.ask("/table/session").body
    assert 32 < len(read_session(json.loads(session.body)).events)
    assert 409 == guest.move(2, do="next").status


def test_a_guest_plays_and_rules_nothing(players: tuple[Player, Player]) -> None:
    _, guest = players
    for path in (
        "/host/deal",
        "/host/open",
        "/host/free",
        "/host/save",
        "/host/end",
        "/host/close",
    ):
        assert 403 == guest.post(path, {"seat": 1, **DEAL}).status
        assert 403 == guest.ask(path).status
    for path in ("/open", "/make", "/edit", "/edit/undo", "/begin", "/design"):
        assert 403 == guest.post(path, {}).status
    question = {"seat": 2, "revision": 0, "move": {"do": "flip", "thing": "t2"}}
    assert 403 == guest.post("/table/move", question, **{"x-cardgen-token": ""}).status
    assert 403 == guest.post("/table/move", question, **{"Sec-Fetch-Site": "cross-site"}).status
    assert 403 == guest.post("/table/move", question, Origin="http://evil.example").status
    guest_cookie = guest.cookies.rpartition("; ")[2]
    assert 403 == ask(guest.address, "/table/events", headers={"Cookie": guest_cookie}).status
    assert 404 == guest.ask("/table/session").status
    assert 413 == guest.post("/table/move", {"seat": 2, "move": "x" * 50_000}).status
    for wrong in (
        [],
        {},
        {"seat": "2"},
        {"seat": 2},
        {"seat": 2, "revision": 0, "move": {"do": "deal"}},
    ):
        answer = guest.post("/table/move", wrong)
        assert (409, {"why": "wrong"}) == (answer.status, json.loads(answer.body))
    assert 409 == guest.move(1, do="flip", thing="t2").status  # another's seat
    assert 409 == guest.sit(1).status
    assert 200 == guest.move(2, do="flip", thing="t2").status


def test_the_key_of_a_seat_is_told_to_its_browser_alone(players: tuple[Player, Player]) -> None:
    host, guest = players
    guest.post("/table/leave", {"seat": 2})
    guest.cookies = cookie(guest.address)
    answer = guest.sit(2)
    said = answer.headers["set-cookie"].lower()
    assert all(part in said for part in ("httponly", "samesite=strict", "path=/table"))
    key = guest.cookies.rpartition("=")[2]
    assert key not in host.bytes.decode()
    assert key not in answer.body.decode()
    thief = Player(guest.address)
    thief.cookies += f"; {guest.cookies.rpartition('; ')[2].partition('=')[0]}={key[:-1]}"
    thief.look(2)
    assert (0, []) == (thief.table["seat"], thief.table["view"]["hand"])
    thief.close()


def test_a_seat_comes_back_after_sleep_and_can_be_freed(players: tuple[Player, Player]) -> None:
    host, guest = players
    hand = guest.table["view"]["hand"]
    guest.close()
    host.until(lambda: host.table["seats"] == ["here", "away"])
    guest.look(2)
    assert (hand, [2]) == (guest.table["view"]["hand"], guest.table["mine"])
    host.until(lambda: host.table["seats"] == ["here", "here"])
    assert 200 == host.post("/host/free", {"seat": 2}).status
    guest.until(lambda: guest.table["seat"] == 0)
    assert [] == guest.table["view"]["hand"]
    assert 409 == guest.move(2, do="flip", thing="t2").status
    late = Player(guest.address)
    assert 200 == late.sit(2).status
    late.look(2)
    assert hand == late.table["view"]["hand"]
    late.close()


def test_moves_that_come_too_fast_wait(players: tuple[Player, Player]) -> None:
    _, guest = players
    question = {"seat": 2, "revision": 0, "move": {"do": "remove", "thing": "t99"}}
    statuses = [guest.post_once("/table/move", question).status for _ in range(60)]
    assert {409, 429} == set(statuses)
    assert statuses[:20] == [409] * 20


def test_a_saved_game_goes_on_at_the_table(players: tuple[Player, Player]) -> None:
    host, guest = players
    flipping = {"do": "flip", "thing": "t2"}
    assert 200 == guest.move(2, **flipping).status
    saved = json.loads(host.post("/host/save", {}).body)
    host.post("/host/close", {})
    host.until(lambda: not host.table["open"])
    assert 200 == host.post("/host/open", saved).status
    host.until(lambda: host.table["open"])
    assert ["free", "free"] == host.table["seats"]
    assert saved == json.loads(host.post("/host/save", {}).body)
    answer = host.post("/host/open", {**saved, "version": 9})
    assert (400, True) == (answer.status, "newer" in json.loads(answer.body)["why"])


def test_a_page_that_plays_alone_is_told_of_a_table(doors: tuple[str, str]) -> None:
    host = Player(doors[0])
    host.post("/host/deal", DEAL)
    (notice,) = [each for each in events(doors[1], "", "shared") if each["kind"] == "shared"]
    assert (True, "sweets") == (notice["open"], notice["game"])
    problems = json.loads(host.post("/host/deal", {**DEAL, "setup": "none"}).body)["problems"]
    assert ["unknown-rule"] == [problem["code"] for problem in problems]


def test_a_table_outlives_its_preview(tmp_path: Path) -> None:
    """Who had a seat has it still, though the addresses have other keys by then."""
    root = game(tmp_path)
    with opened(root) as addresses:
        host, guest = map(Player, addresses)
        host.post("/host/deal", DEAL)
        guest.sit(2)
        guest.look(2)
        assert 200 == guest.move(2, do="shuffle", thing="t1").status
        hand = guest.table["view"]["hand"]
        saved = json.loads(host.post("/host/save", {}).body)
        guest.close()
    with opened(root) as addresses:
        host, again = map(Player, addresses)
        key = guest.cookies.rpartition("=")[2]
        again.cookies += f"; cardgen-player-{urlsplit(again.address).port}={key}"
        again.look(2)
        assert (hand, [2]) == (again.table["view"]["hand"], again.table["mine"])
        assert saved == json.loads(host.post("/host/save", {}).body)
        again.close()
        host.post("/host/close", {})
    with opened(root) as addresses:
        alone = Player(addresses[1])
        alone.look(2)
        assert not alone.table["open"]
        alone.close()


def test_what_is_kept_of_a_table_is_looked_at(tmp_path: Path) -> None:
    cache, now = Cache(tmp_path), [1000.0]
    kept = KeptTable(tmp_path, cache, lambda: now[0])
    assert kept.read() is None
    session = SessionFile("sweets", "Sweets", [deal([f"main/c{number}" for number in range(24)])])
    record = TableRecord(session, {1: "digest"}, True)
    kept.write(record)
    assert record == kept.read()
    now[0] += 25 * 3600
    assert kept.read() is None
    now[0] = 1000.0
    (file,) = tmp_path.iterdir()
    whole = cache.get(file.name)
    assert whole
    for wrong in (
        b"",
        b"{}",
        whole.replace(b'"1":', b'"99":'),
        whole.replace(b'"digest"', b"4"),
        whole.replace(b"1000.0", b"NaN"),
        whole.replace(b'"deal"', b'"dale"'),
        whole.replace(b"digest", b"x" * 100),
        whole[:-9],
    ):
        cache.put(file.name, wrong)
        read = kept.read()
        assert read is None or {1: "4"} == read.holders
