"""Two browsers at one table: a large window by mouse and keys, a telephone by touch."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from chromium import CHROMIUM, Browser, browser
from previews import origin, previewing
from table_games import plain
from table_rooms import NAMES, Room, game

from cardgen.preview.table_events import read_session
from cardgen.preview.table_fold import TableState, fold

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of itself"),
]
LOG = "document.getElementById('log').textContent"
VIEW = "Number(document.querySelector('.seat[aria-pressed=true]')?.dataset.seat ?? 0)"
TOAST = "document.getElementById('toast').textContent"
ABOUT = "JSON.parse(document.querySelector('meta[name=cardgen]').content)"


class Table(NamedTuple):
    """The host's window and a guest's telephone."""

    host: Room
    guest: Room


def enter(page: Browser, address: str, width: int, height: int) -> Room:
    """A browser that has the key to an address."""
    page.open(address, width=width, height=height)
    page.until("document.querySelector('#games a') !== null")
    page.errors.clear()
    page.asked.clear()
    return Room(page, address)


@pytest.fixture(scope="module")
def table(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    root = game(tmp_path_factory.mktemp("table"))
    profile = tmp_path_factory.mktemp("guest")
    assert CHROMIUM
    words = ("--project", root, "--lan", "--address", "127.0.0.2")
    with previewing(*words) as address, browser(profile) as telephone:
        host = enter(chromium, address, 1280, 860)
        guest = enter(telephone, chromium.run(ABOUT)["guests"], 390, 844)
        yield Table(host, guest)
        for room in (host, guest):
            ours = (origin(room.address), "about:", "data:", "blob:")
            assert [] == [asked for asked in room.page.asked if not asked.startswith(ours)]


@pytest.fixture
def dealt(table: Table) -> Table:
    """A new game at the shared table: the host on the first seat, the guest on the second."""
    host, guest = table
    opened = f"{origin(host.address)}/play#/sweets"
    host.page.open(opened, width=1280, height=860)
    at_table = "document.body?.classList.contains('shared')"
    host.page.until(f"{at_table} || document.querySelector('#start')?.open")
    if host.page.run(at_table):
        host.page.run("document.getElementById('new').click()")
    host.page.until("document.querySelectorAll('#start-setup option').length", 2)
    host.page.run(
        "document.getElementById('start-shared').checked || document.getElementById('start-shared').click()"
    )
    assert host.page.run("document.getElementById('start-seed').value") == ""
    host.page.click("#start-deal")
    host.page.until(
        "document.getElementById('sure').open || document.body.classList.contains('shared')"
    )
    if host.page.run("document.getElementById('sure').open"):
        host.page.click("#sure-yes")
    host.page.until("!document.getElementById('start').open")
    guest.page.open(f"{origin(guest.address)}/play", width=390, height=844)
    for seat, room in enumerate(table, 1):
        room.page.until(f"{at_table} && document.querySelectorAll('.thing').length >= 2")
        sit(room, seat)
    return table


def sit(room: Room, seat: int) -> None:
    button = f"document.querySelector('[data-seat=\"{seat}\"]')"
    room.page.until(
        f"{VIEW} === {seat} || /^(free|yours)/.test({button}?.querySelector('small').textContent)"
    )
    if room.ask("page.table.session.told.mine") != [seat]:  # else the page looks as that by itself
        room.page.click(f"[data-seat='{seat}']")
        room.page.until(f"document.getElementById('seat').open || {VIEW} === {seat}")
        if room.page.run("document.getElementById('seat').open"):
            room.page.click("#seat-take")
    room.page.until(VIEW, seat)
    room.page.until("document.querySelectorAll('.held-card').length", 5)


def hand(room: Room) -> set[str]:
    """The names of the cards in the hand that a page shows."""
    cards = room.ask("page.state().hands[page.table.view].map(({ c }) => c)")
    return {NAMES[int(card.removeprefix("main/c"))] for card in cards}


def settled(table: Table) -> None:
    """Wait until both pages have heard of all moves, and no move waits."""
    revision = 0
    for room in table:
        room.page.until(
            "import('/static/play.js').then((page) => page.table.session.pending.length === 0)"
        )
        revision = max(revision, room.ask("page.table.session.told.revision"))
    for room in table:
        heard = f"page.table.session.told.revision >= {revision}"
        room.page.until(f"import('/static/play.js').then((page) => {heard})")


def open_names(state: dict[str, Any]) -> set[str]:
    """The names of the cards that lie face up."""
    cards = [
        card["c"]
        for thing in state["things"].values()
        for card in thing.get("cards", ())
        if card["up"]
    ]
    return {NAMES[int(card.removeprefix("main/c"))] for card in cards if card.startswith("main/")}


def test_ten_turns_of_two_browsers_undone_saved_and_replayed(dealt: Table, tmp_path: Path) -> None:
    host, guest = dealt
    hands_seen: dict[int, set[str]] = {1: hand(host), 2: hand(guest)}
    public: set[str] = set()
    touch = guest.page
    touch.call("Emulation.setTouchEmulationEnabled", enabled=True)
    for turn in range(1, 11):
        seat, room = (1, host) if turn % 2 else (2, guest)
        if room is host:
            room.page.click("[data-thing='t1']")
            room.page.press("d")
        else:
            room.swipe(room.middle("[data-thing='t1']"), room.middle("#held"))
        room.page.until("document.querySelectorAll('.held-card').length", 6)
        settled(dealt)
        hands_seen[seat] |= hand(room)
        if turn == 3:
            room.drag(room.middle(".held-card:nth-child(2)"), room.middle("#felt"))
        elif room is guest and turn != 4:
            x, y = room.middle("#felt")
            room.swipe(room.middle(".held-card:nth-child(2)"), (x + 8 * turn, y + 60))
        else:
            room.page.run("document.querySelector('.held-card').focus()")
            room.page.press("P" if turn == 4 else "p")
        room.page.until("document.querySelectorAll('.held-card').length", 5)
        room.page.press("n")
        settled(dealt)
        public |= open_names(host.state())
        assert host.names() <= hands_seen[1] | public
        assert guest.names() <= hands_seen[2] | public
        assert host.state()["things"].keys() == guest.state()["things"].keys()
    touch.call("Emulation.setTouchEmulationEnabled", enabled=False)
    assert (6, 1) == (host.state()["round"], host.state()["active"])
    assert not hand(host) & hand(guest)
    assert (hand(host), hand(guest)) == (host.names() & hand(host), guest.names() & hand(guest))

    before = host.state()
    guest.page.press("z")  # the end of the tenth turn
    guest.page.press("z")  # what the guest has played itself
    settled(dealt)
    guest.page.press("z")  # and what it drew
    host.page.until(f"{LOG}.includes('Seat 2 has seen cards by it')")
    assert "Seat 2 takes back its own move: takes 1 card from Main into the hand" in host.page.run(
        LOG
    )
    for _ in range(3):
        host.page.press("y")
    settled(dealt)
    assert before["things"] == host.state()["things"]
    assert "Seat 1 makes the move of seat 2 again" in guest.page.run(LOG)

    host.page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    host.page.click("#end")
    host.page.click("#sure-yes")
    guest.page.until("!document.getElementById('notice').hidden")
    host.page.until("!document.getElementById('notice').hidden")
    host.page.click("#save")
    session = read_session(json.loads(_saved(host.page, tmp_path)))
    true_state = fold(session.events)
    assert _hand_names(true_state, 1) == hand(host)
    assert _hand_names(true_state, 2) == hand(guest)
    guest.page.click("#notice-do")  # which looks through the whole game
    guest.page.until(
        "!document.body.classList.contains('shared') && document.querySelectorAll('.thing').length > 2"
    )
    assert guest.state() == plain(true_state)
    guest.page.run("document.getElementById('first').click()")
    assert guest.state() == plain(fold(session.events[:1]))
    for _ in range(len(session.events)):
        guest.page.press("y")
    assert guest.state() == plain(true_state)
    guest.page.click("#never")
    guest.page.until(
        "document.getElementById('unseen-about').textContent.includes('of 25 different cards')"
    )
    assert [] == host.page.errors
    assert [] == guest.page.errors


def _hand_names(state: TableState, seat: int) -> set[str]:
    return {NAMES[int(card.card.removeprefix("main/c"))] for card in state.hands[seat]}


def _saved(page: Browser, folder: Path) -> str:
    for _ in range(200):
        for file in folder.glob("*.session.json"):
            return file.read_text("utf-8")
        page.run("new Promise((done) => setTimeout(done, 50))")
    raise AssertionError("nothing is saved")


def test_of_two_who_grasp_for_one_card_one_sees_it_snap_back(dealt: Table) -> None:
    host, guest = dealt
    guest.page.run(
        "import('/static/play.js').then((page) => { page.table.session.hear = () => 0 })"
    )
    host.page.click("[data-thing='t1']")
    host.page.press("d")
    host.page.until("document.querySelectorAll('.held-card').length", 6)
    guest.page.click("[data-thing='t1']")
    guest.page.press("d")
    guest.page.until(TOAST, "Somebody was quicker.")
    assert 5 == guest.page.run("document.querySelectorAll('.held-card').length")
    assert [] == [error for error in guest.page.errors if "409" not in error]
    guest.page.errors.clear()
    guest.page.open(f"{origin(guest.address)}/play", width=390, height=844)
    guest.page.until("document.querySelectorAll('.held-card').length", 5)  # its seat came back
    assert [6, 5] == [len(guest.state()["hands"][seat]) for seat in "12"]


def test_what_is_dragged_is_what_was_taken_up(dealt: Table) -> None:
    """Another draws the card meanwhile: that which lies there now is not taken in its place."""
    host, guest = dealt
    page = guest.page

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    page.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        hand_at = guest.middle("#held")
        touch("touchStart", guest.middle("[data-thing='t1']"))
        touch("touchMove", (hand_at[0], hand_at[1] - 200))
        host.page.click("[data-thing='t1']")
        host.page.press("d")
        settled(dealt)
        touch("touchMove", hand_at)
        touch("touchEnd")
        page.until(
            f"!document.getElementById('toast').hidden && {TOAST} === 'Somebody was quicker.'"
        )
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
    settled(dealt)
    assert [6, 5] == [len(guest.state()["hands"][seat]) for seat in "12"]
    assert 5 == page.run("document.querySelectorAll('.held-card').length")
    page.errors.clear()  # it was told so by the status 409


def test_seats_are_left_taken_over_and_freed(dealt: Table) -> None:
    host, guest = dealt
    cards = hand(guest)
    guest.page.click("[data-seat='2']")
    guest.page.click("#seat-leave")
    guest.page.until("document.querySelectorAll('.held-card').length", 0)
    assert not guest.names() & cards or open_names(guest.state())
    guest.page.press("n")
    assert "An onlooker moves nothing" not in guest.page.run(LOG)
    host.page.until(
        "document.querySelector('[data-seat=\"2\"] small').textContent.startsWith('free')"
    )
    host.page.click("[data-seat='2']")
    host.page.click("#seat-take")  # one browser holds both: the screen is passed on
    host.page.until(VIEW, 2)
    host.page.until("document.querySelectorAll('.held-card').length", 5)
    assert cards == hand(host)
    host.page.click("[data-seat='1']")
    host.page.until("document.getElementById('curtain').open")
    host.page.until("document.querySelectorAll('.held-card').length", 0)
    host.page.click("#curtain-show")
    host.page.until(VIEW, 1)
    assert not cards & hand(host)
    host.page.click("[data-seat='2']")
    host.page.click("#curtain-show")
    host.page.until(VIEW, 2)
    host.page.click("[data-seat='2']")
    host.page.click("#seat-leave")
    sit(guest, 2)
    host.page.until(
        "document.querySelector('[data-seat=\"2\"] small').textContent.startsWith('taken')"
    )
    host.page.click("[data-seat='2']")
    host.page.click("#seat-free")
    guest.page.until("document.querySelectorAll('.held-card').length", 0)
    guest.page.until(TOAST, "This seat is free now.")


def test_a_game_goes_from_one_device_to_the_shared_table_and_back(dealt: Table) -> None:
    host, guest = dealt
    guest.page.until("document.querySelector('#new').hidden")
    host.page.run("document.getElementById('end').click()")
    host.page.click("#sure-yes")
    host.page.until("!document.getElementById('stop').hidden")
    host.page.click("#stop")
    for room in dealt:  # each plays by itself, from where it was
        room.page.until("!document.body.classList.contains('shared')")
    host.page.until("document.getElementById('start').open")
    host.page.write("#start-seed", "42")
    host.page.run(
        "document.getElementById('start-shared').checked && document.getElementById('start-shared').click()"
    )
    host.page.click("#start-deal")
    host.page.until("document.querySelectorAll('.held-card').length", 5)
    alone = host.state()
    host.page.click("#share")
    host.page.click("#sure-yes")
    host.page.until("document.body.classList.contains('shared')")
    guest.page.until("!document.getElementById('notice').hidden")
    guest.page.run("document.getElementById('start').close()")
    guest.page.click("#notice-do")
    guest.page.until("document.body.classList.contains('shared')")
    sit(guest, 2)
    assert {NAMES[int(card["c"].removeprefix("main/c"))] for card in alone["hands"]["2"]} == hand(
        guest
    )
    assert host.page.errors == guest.page.errors == []
