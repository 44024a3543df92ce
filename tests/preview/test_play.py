"""The table to play on, in a real browser: games by mouse, keys and touch, what each seat may see,
sessions that are saved, opened and replayed, and the fold of events by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser
from previews import origin, previewing
from table_games import plain
from table_rooms import NAMES, Room, game

from cardgen.preview.table_events import read_session
from cardgen.preview.table_fold import fold
from cardgen.rules.seeded import SeededRandom, shuffle

pytestmark = pytest.mark.browser

HEAD = {"format": "cardgen-session", "version": 1, "game": "g", "title": "t"}
RANDOM_GAME = (Path(__file__).parent / "random_game.js").read_text("utf-8")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = game(tmp_path_factory.mktemp("table"))
    with previewing("--project", root) as address:
        yield address


@pytest.fixture
def room(chromium: Browser, address: str) -> Iterator[Room]:
    """The table. Nothing may go wrong in the console, and nobody else be asked."""
    chromium.open(address)  # which gives the browser its key
    chromium.until("document.querySelector('#games a') !== null")
    chromium.errors.clear()
    chromium.asked.clear()
    yield Room(chromium, address)
    assert [] == chromium.errors
    ours = (origin(address), "about:", "data:", "blob:")
    assert [] == [asked for asked in chromium.asked if not asked.startswith(ours)]


def test_the_page_and_the_server_draw_the_same_numbers(room: Room) -> None:
    room.begin()
    for seed in ("", "42", "Grüße 🎃"):
        items = list(range(40))
        shuffle(items, SeededRandom(seed))
        drawn = room.page.run(
            f"import('/static/chance.js').then(({{ shuffled }}) => shuffled([...Array(40).keys()], {json.dumps(seed)}))"
        )
        assert items == drawn


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_random_games_fold_undo_and_replay(room: Room, seed: str) -> None:
    """No event loses a card or changes an earlier state; what is saved is read as it was. The fold
    of a shared table gives the same."""
    if seed == "1":
        room.begin()
    result = room.page.run(f"({RANDOM_GAME})('{seed}')")
    assert result["wrong"] == []
    assert result["moves"] > 150
    assert result["kinds"] > 12
    assert result["seen"] >= 10
    assert result["state"] == plain(fold(result["events"]))
    file = {**HEAD, "version": 2, "events": result["events"]}
    assert result["state"] == plain(fold(read_session(file).events))


def test_ten_turns_of_two_seats_saved_and_replayed(room: Room, tmp_path: Path) -> None:
    """By mouse and keys; what each seat may not see is nowhere on the page."""
    page = room.page
    room.begin()
    start = room.state()
    hands = {
        seat: {NAMES[int(card["c"].removeprefix("main/c"))] for card in start["hands"][seat]}
        for seat in ("1", "2")
    }
    assert room.names() == hands["1"]
    for turn in range(1, 11):
        seat = 1 if turn % 2 else 2
        assert room.state()["active"] == seat
        page.click("[data-thing='t1']")
        page.press("d")
        if turn == 3:  # dragged to the middle of the table
            room.drag(room.middle(".held-card:nth-child(2)"), room.middle("#felt"))
        else:
            page.click(".held-card:nth-child(1)")
            page.press("p" if turn != 4 else "P")
        page.press("n")
        room.show(3 - seat)
    state = room.state()
    assert (1, 6) == (state["active"], state["round"])
    assert [5, 5] == [len(state["hands"][seat]) for seat in "12"]
    played = [thing for id, thing in state["things"].items() if id.startswith("n")]
    assert [True] * 9 + [False] == sorted((p["cards"][0]["up"] for p in played), reverse=True)
    own = {NAMES[int(card["c"].removeprefix("main/c"))] for card in state["hands"]["1"]}
    other = {NAMES[int(card["c"].removeprefix("main/c"))] for card in state["hands"]["2"]}
    assert own <= room.names()
    assert not room.names() & other - {
        NAMES[int(c["c"].removeprefix("main/c"))] for p in played for c in p["cards"] if c["up"]
    }

    page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    page.click("#save")
    saved = _downloaded(page, tmp_path)
    session = json.loads(saved.read_text("utf-8"))
    assert ("cardgen-session", "sweets") == (session["format"], session["game"])
    assert saved.stat().st_size < 8_000

    room.begin(seed="another")
    _open(room, "#open", [saved])
    page.until("document.getElementById('move-text').textContent", "move 30 of 30")
    assert state == room.state()
    assert not room.names() & other  # an onlooker sees no hand
    page.click("#first")
    assert start == room.state()
    for _ in range(30):
        page.press("y")
    assert state == room.state()
    for _ in range(40):
        page.press("z")
    assert start == room.state()
    page.press(" ")  # which replays it
    page.until("document.getElementById('move-text').textContent.startsWith('move 3 ')")
    page.press(" ")

    page.click("#never")
    _open(room, "#unseen-open", [saved, saved])
    page.until("document.getElementById('unseen-about').textContent.includes('2 sessions')")
    about = page.run("document.getElementById('unseen-about').textContent")
    assert about.startswith("4 of 25 different cards were never")


def _downloaded(page: Browser, folder: Path) -> Path:
    for _ in range(200):
        files = list(folder.glob("*.session.json"))
        if files:
            return files[0]
        page.run("new Promise((done) => setTimeout(done, 50))")
    raise AssertionError("nothing is saved")


def _open(room: Room, button: str, files: list[Path]) -> None:
    """Choose files by a button that asks for them."""
    page = room.page
    page.call("Page.setInterceptFileChooserDialog", enabled=True)
    page.click(button)
    node = page.call("Runtime.evaluate", expression="document.getElementById('file')")
    page.call(
        "DOM.setFileInputFiles",
        files=[str(file) for file in files],
        objectId=node["result"]["objectId"],
    )


def test_a_pile_is_spread_turned_shuffled_and_given_by_keys(room: Room) -> None:
    page = room.page
    room.begin()
    page.press("g")  # to the table
    page.press("a")
    assert page.run("document.querySelectorAll('[data-thing=t1] .cardface').length") == 14
    page.press("a")
    page.press("r")
    page.press("s")
    page.press("f")
    pile = room.state()["things"]["t1"]
    assert (90, False, True) == (pile["turn"], pile["fan"], pile["cards"][-1]["up"])
    page.press("2")  # the card goes to the second seat
    page.press("e")
    assert [6, 7] == [len(room.state()["hands"][seat]) for seat in "12"]
    assert "by the seed" in page.run("document.getElementById('log').textContent")
    page.press("x")
    page.press("ArrowRight")
    assert page.run("document.activeElement.dataset.thing") == "t2"
    page.press("c")  # onto the coins
    assert [10, 10] == [len(room.state()["things"][id]["cards"]) for id in ("t1", "t2")]
    for _ in range(7):
        page.press("z")
    assert {**pile, "cards": None} != room.state()["things"]["t1"]
    for _ in range(7):
        page.press("z")
    assert 1 == room.ask("page.table.session.at")


def test_counters_dice_and_notes(room: Room) -> None:
    page = room.page
    room.begin()
    page.press("k")
    assert page.run("[...document.querySelectorAll('#adder-list option')].map((e) => e.value)") == [
        "Gold"
    ]
    page.write("#adder-text", "Gold")
    page.press("Enter")
    page.press("+")
    page.press("+")
    page.press("-")
    page.click("[data-kind=counter] button[data-by='1']")
    page.press("i")
    page.press("Enter")
    page.press("Enter")
    page.press("t")
    page.write("#adder-text", "<b>Trump</b> <script>alert(1)</script>")
    page.press("Enter")
    things = room.state()["things"].values()
    counter, die, note = (
        next(thing for thing in things if thing["kind"] == kind)
        for kind in ("counter", "die", "note")
    )
    assert ("Gold", 2, "coin/coin") == (counter["name"], counter["value"], counter["card"])
    assert 1 <= die["value"] <= 6
    assert note["text"] == page.run("document.querySelector('[data-kind=note]').textContent")
    assert page.run("document.querySelector('[data-kind=note]').children.length") == 0


def test_touch_draws_plays_and_moves_a_whole_pile(room: Room) -> None:
    page = room.page
    room.begin(width=390, height=800)
    page.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        room.swipe(room.middle("[data-thing=t1]"), room.middle("#held"))
        assert 6 == len(room.state()["hands"]["1"])
        x, y = room.middle("#felt")
        room.swipe(room.middle(".held-card:nth-child(3)"), (x, y + 60))
        state = room.state()
        assert 5 == len(state["hands"]["1"])
        assert state["things"]["n2"]["cards"][0]["up"]
        room.swipe(room.middle("[data-thing=t1]"), (x, y + 60), wait=0.6)
        assert "t1" not in room.state()["things"]
        assert 14 == len(room.state()["things"]["n2"]["cards"])
        room.swipe(room.middle("[data-thing=n2]"), room.middle("[data-seat='2']"))
        assert 6 == len(room.state()["hands"]["2"])
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)


def test_a_game_is_there_again_after_a_visit_elsewhere(room: Room) -> None:
    """With the last move, and nobody's hand is shown until a seat says that it looks."""
    page = room.page
    room.begin()
    page.click("[data-thing='t1']")
    page.press("d")
    before = room.state()
    page.reload()  # at once: the last move is kept, too
    page.until("document.querySelectorAll('.thing').length", 2)
    assert before == room.state()
    assert room.names() == set()
    assert page.run("document.querySelectorAll('.held-card').length") == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[", "no JSON"),
        ("{}", "no session"),
        ('{"format": "cardgen-session", "version": 3}', "newer"),
        ('{"format": "cardgen-session", "version": 1, "game": 4}', "game is no text"),
        ({"events": []}, "does not begin with a deal"),
        ({"events": [{"do": "next"}]}, "does not begin with a deal"),
        ({"events": [{"do": "__proto__"}]}, "of no known do"),
        ({"hands": []}, "nobody sits"),
        ({"hands": [["x"] * 5001]}, "no list of at most"),
        ({"things": [["constructor", {"kind": "note", "at": [1, 1], "text": ""}]]}, "no name"),
        ({"things": [["n1", {"kind": "note", "at": [1, None], "text": ""}]]}, "no number"),
        ({"things": [["n1", {"kind": "script", "at": [1, 1]}]]}, "of no known kind"),
        (
            {"more": [{"do": "carry", "from": {"hand": 1}, "cards": [-1], "to": {"hand": 1}}]},
            "no whole",
        ),
        ({"more": [{"do": "add", "id": "n1", "thing": {"kind": "pile"}}]}, "of no known kind"),
    ],
)
def test_a_session_of_a_stranger_is_looked_at(room: Room, content: Any, why: str) -> None:
    """What is no session is refused in words."""
    if isinstance(content, dict) and "events" not in content:
        deal = {"do": "deal", "setup": "", "title": "", "seed": "", "size": [900, 400]}
        deal |= {"hands": content.get("hands", [[]]), "things": content.get("things", [])}
        content = {"events": [deal, *content.get("more", [])]}
    if isinstance(content, dict):
        content = json.dumps({**HEAD, **content})
    said = room.page.run(
        f"import('/static/sessions.js').then(({{ readSession }}) => readSession({json.dumps(content)}).why)"
    )
    assert why in said
