"""The parts behind the page: workers that can be stopped, outlines, what is watched, the editor."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
import watchfiles
from hypothesis import given
from hypothesis import strategies as st
from processes import APART
from projects import svg, write_project
from watchfiles import Change

from cardgen.api.workshop import open_project
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.units import MM
from cardgen.engine.svg.path import parse_path
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import FontBook
from cardgen.model.sizes import Shape
from cardgen.preview import check_worker, editor, worker
from cardgen.preview.outlines import BLEED, shape_of
from cardgen.preview.state import PreviewState
from cardgen.preview.watch import _comes_or_goes, matters, watch
from cardgen.preview.worker import Done, Trouble, Worker, answers
from cardgen.sandbox import process

# -- workers
# ------------------------------------------------------------------------------------------------------------------------


def _obliging(requests: Connection) -> Iterator[Any]:
    kept: list[str] = []

    def answer(overtaken: Callable[[], bool], what: str) -> Iterator[Any]:
        kept.append(what)
        while what == "loop":
            pass
        if what == "die":
            os._exit(3)
        if what == "wrong":
            raise CardgenError(Finding("preview-failed", "that is wrong", "mend it"))
        if what == "stumble":
            raise ValueError("oh")
        if what == "long":
            while not overtaken():
                time.sleep(0.01)
            yield "left"
            return
        yield from kept

    return answers(requests, answer)


@pytest.fixture(scope="module", autouse=True)
def _apart() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "run", APART)
        yield


@pytest.fixture(scope="module")
def asked() -> Callable[..., list[Any]]:
    heard: Queue[Any] = Queue()
    worker = Worker(
        _obliging, receive=lambda request, answer: heard.put((request, answer)), seconds=2
    )

    def ask(*requests: str) -> list[Any]:
        for request in requests:
            worker.ask(request)
        found, done = [], 0
        while done < len(requests):
            request, answer = heard.get(timeout=60)
            done += isinstance(answer, Done)
            found.append(
                (request[0], answer.problems[0].what if isinstance(answer, Trouble) else answer)
            )
        return [(request, answer) for request, answer in found if not isinstance(answer, Done)]

    return ask


def test_a_worker_keeps_what_it_knows(asked: Callable[..., list[Any]]) -> None:
    """Answers come in the order of the questions, from a process that remembers."""
    assert [("a", "a"), ("b", "a"), ("b", "b")] == asked("a", "b")
    assert [("wrong", "that is wrong")] == asked("wrong")
    assert ("c", "wrong") in asked("c")


def test_long_questions_and_long_answers_do_not_wait_for_each_other(
    asked: Callable[..., list[Any]],
) -> None:
    """Each is longer than a pipe takes at once."""
    questions = [str(number) * 300_000 for number in range(5)]
    answers = asked(*questions)
    assert set(questions) == {
        answer for question, answer in answers if question == questions[-1]
    } & set(questions)


def test_an_older_question_makes_way(asked: Callable[..., list[Any]]) -> None:
    assert [("long", "left")] == asked("long", "d")[:1]


@pytest.mark.parametrize(
    ("deed", "says"),
    [
        ("loop", " 2 s"),
        ("die", "ended the program"),
        ("stumble", "ValueError: oh"),
    ],
)
def test_a_worker_that_is_stopped_begins_anew(
    asked: Callable[..., list[Any]], deed: str, says: str
) -> None:
    """Also what was asked meanwhile is answered, by a process that knows nothing yet."""
    told = asked(deed, "e")
    assert says in told[0][1]
    assert [("e", "e")] == told[1:]


# -- outlines
# -----------------------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["rectangle", "circle", "hexagon"]),
    st.floats(15, 200),
    st.floats(15, 200),
    st.floats(0, 8),
)
def test_lines_lie_around_one_another(
    kind: str, width: float, height: float, corner: float
) -> None:
    """The bleed around the trim around the safe zone, each as far as it should be, and the clip
    inside its box."""
    if kind == "circle":
        height = width
    shape = shape_of(
        Shape(kind, width * MM, height * MM, corner * MM if kind == "rectangle" else 0)
    )
    boxes = {name: _box(path) for name, path in shape["lines"].items()}
    assert (0, 0, width, height) == pytest.approx(boxes["trim"], abs=0.01)
    if kind != "hexagon":
        assert (-BLEED, -BLEED, width + BLEED, height + BLEED) == pytest.approx(
            boxes["bleed"], abs=0.01
        )
        safe = min(3.175, width / 8, height / 8)
        assert (safe, safe, width - safe, height - safe) == pytest.approx(boxes["safe"], abs=0.01)
    assert boxes["bleed"][0] < boxes["trim"][0] < boxes["safe"][0]
    assert boxes["bleed"][3] > boxes["trim"][3] > boxes["safe"][3]


def _box(path: str) -> tuple[float, float, float, float]:
    points = [
        point for segment in parse_path(path) for point in zip(*[iter(segment[1])] * 2, strict=True)
    ]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# -- what is watched
# ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *(
            ".main.yaml.swp",
            "main.yaml~",
            "4913",
            "#main.yaml#",
            ".git",
            ".git/index",
            ".main.yaml.123.part",
            "main.tmp",
            "~$cards.xlsx",
        ),
        *(".~lock.cards.ods#", ".#main.yaml", "._main.yaml"),
    ],
)
def test_what_editors_leave_beside_a_file_does_not_matter(name: str) -> None:
    root = Path("/home/.projects")
    assert not matters(root, Change.added, str(root / "card_data" / name))
    assert matters(root, Change.modified, str(root / "card_data/main.yaml"))
    assert matters(root, Change.modified, str(root / "card_data/art/#1.svg"))


@pytest.mark.parametrize("watches", [True, False])
def test_saves_are_told_and_folders_may_come_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watches: bool
) -> None:
    """A file written anew, one replaced, and a folder that was not there when watching began; also
    where a system watches no more."""

    def refusing(*paths: Path, force_polling: bool | None, **how: Any) -> Any:
        if not force_polling:
            raise OSError(28, "the limit of watches is reached")
        return watchfiles.awatch(*paths, force_polling=True, poll_delay_ms=50, **how)

    if not watches:
        monkeypatch.setattr("cardgen.preview.watch.awatch", refusing)
    (tmp_path / "card_data/sweets").mkdir(parents=True)
    told: list[str] = []

    async def story() -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(
            watch(
                tmp_path, lambda saved, files: told.extend(Path(file).name for file in files), stop
            )
        )

        async def until(name: str, deed: Callable[[], object]) -> None:
            for _ in range(600):  # the watcher may not be there yet, so the deed is done again
                deed()
                await asyncio.sleep(0.1)
                if name in told:
                    return
            raise AssertionError(f"{name} was not told: {told}")

        deck = tmp_path / "card_data/sweets/main.yaml"
        await until("main.yaml", lambda: deck.write_text(str(time.time())))
        (tmp_path / "templates").mkdir()
        await until(
            "card.svg", lambda: (tmp_path / "templates/card.svg").write_text(str(time.time()))
        )
        told.clear()
        aside = deck.with_name("aside.tmp")
        await until("main.yaml", lambda: (aside.write_text(str(time.time())), aside.replace(deck)))
        stop.set()
        await asyncio.wait_for(task, 60)

    asyncio.run(story())


def test_a_project_that_is_replaced_is_watched_on(tmp_path: Path) -> None:
    """Moved away, and a copy put in its place, as by cloning it anew: both are told, and so is what
    is saved in the copy."""
    root = tmp_path / "project"
    (root / "card_data/sweets").mkdir(parents=True)
    told: list[frozenset[str]] = []

    async def story() -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(watch(root, lambda saved, files: told.append(files), stop))

        async def until(deed: Callable[[], object], seen: Callable[[], bool]) -> None:
            for _ in range(600):
                deed()
                await asyncio.sleep(0.1)
                if seen():
                    return
            raise AssertionError(told)

        deck = root / "card_data/sweets/main.yaml"
        await until(lambda: deck.write_text(str(time.time())), lambda: any(map(len, told)))
        root.rename(tmp_path / "moved")
        told.clear()
        await until(lambda: None, lambda: frozenset() in told)
        told.clear()
        shutil.copytree(tmp_path / "moved", root)
        await until(lambda: None, lambda: bool(told))
        told.clear()
        await until(
            lambda: deck.write_text(str(time.time())), lambda: frozenset([str(deck)]) in told
        )
        stop.set()
        await asyncio.wait_for(task, 60)

    asyncio.run(story())


# -- the editor
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visual", "words"),
    [
        ("code", ["code", "--goto", "{file}:12:5"]),
        ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", "{file}:12:5"]),
        ("subl -n", ["subl", "-n", "{file}:12:5"]),
        ("gvim", ["gvim", "+12", "{file}"]),
        ("kate", ["kate", "--line", "12", "--column", "5", "{file}"]),
        ("notepad++.exe", ["notepad++.exe", "-n12", "{file}"]),
        ("something-new --flag", ["something-new", "--flag", "{file}"]),
        ('"/opt/my editor/edit" -x', ["/opt/my editor/edit", "-x", "{file}"]),
    ],
)
def test_an_editor_is_told_the_line_in_its_own_way(
    visual: str, words: list[str], tmp_path: Path
) -> None:
    """As a list of arguments: signs that a shell would obey are signs of a name."""
    file = tmp_path / "a b;rm -rf $(HOME)&.yaml"
    found = editor.command(Place(file, 12, 5), {"VISUAL": visual})
    assert [word.replace("{file}", str(file)) for word in words] == found


@pytest.mark.parametrize(
    ("visual", "says"),
    [
        ("", "no editor is named"),
        ("vim", "needs a terminal"),
        ("emacs -nw", "needs a terminal"),
        ("'x", "is not a command"),
    ],
)
def test_where_no_editor_can_be_opened_it_is_said(visual: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(CardgenError, match=says):
        editor.command(Place(tmp_path / "main.yaml", 1), {"VISUAL": visual})


def test_an_editor_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VISUAL", "an-editor-that-nobody-wrote")
    with pytest.raises(CardgenError, match="cannot be started"):
        editor.open_editor(Place(tmp_path / "main.yaml", 1))


def test_a_process_that_stays_does_not_grow_by_its_checks(tmp_path: Path) -> None:
    """Each check reads the fonts anew; those of earlier ones are gone with what they remember, also
    of texts that were set in them. A process tidies up when nothing is asked, or after some
    answers."""
    write_project(
        tmp_path,
        templates={
            "card.svg": svg(
                "{{ text_box(card.name ~ ' and **more**', 5, 5, 50, 20, size=8, font='Nunito') }}"
            )
        },
    )

    def books() -> int:
        # to ask a proxy of what is gone for its class is an error
        return sum(type(each) is FontBook for each in gc.get_objects())

    def fonts() -> int:
        return sum(type(each) is Font for each in gc.get_objects())

    with pytest.MonkeyPatch.context() as patch:
        # as in the worker, which does all by itself
        patch.setattr(process, "_tell", lambda said: None)
        patch.setattr(os, "nice", lambda by: by, raising=False)
        patch.setattr(worker, "_UNTIDIED", 0.0)
        check_worker._checked(lambda: False, tmp_path, "", "sweets/main", "")
        gc.collect()
        before = books(), fonts()
        receiver, sender = Pipe(duplex=False)
        for _ in range(4):
            sender.send(("sweets/main", "", 0))
        sender.close()
        told = list(check_worker.check_answers(receiver, tmp_path, ""))
    assert 4 == sum(isinstance(each, Done) for each in told)
    del told
    assert before == (books(), fonts())


def test_art_that_is_shown_no_more_is_forgotten(tmp_path: Path) -> None:
    """However often a drawing is saved, one of it is held; what comes back is there again, and so
    is what a card last showed."""
    face = svg("<image href='{{ card.name }}.svg' width='20' height='20'/>")
    art = "card_data/sweets/art/{}.svg"
    root = write_project(
        tmp_path, templates={"card.svg": face}, files={art.format("One"): svg("<rect width='9'/>")}
    )

    async def story() -> None:
        state = PreviewState(root, "", asyncio.get_running_loop())
        listener = state.join("sweets/main")

        async def shown() -> set[str]:
            while (await asyncio.wait_for(listener.events.get(), 60))["kind"] != "looked":
                pass
            return {
                name
                for svg in state._decks["sweets", "main"].pictures.values()
                for name in re.findall("/art/(\\w+)", svg)
            }

        try:
            assert await shown() == set(state.assets)
            kept = set(state.assets)
            for colour in ("red", "blue", "white"):
                (root / art.format("One")).write_text(
                    svg(f"<rect fill='{colour}' width='9' height='9'/>")
                )
                state.changed(time.time(), frozenset())
                assert await shown() == set(state.assets)
                assert (1, False) == (len(state.assets), kept == set(state.assets))
            (root / art.format("One")).write_text(svg("<rect width='9'/>"))
            state.changed(time.time(), frozenset())
            assert await shown() == set(state.assets) == kept
            (root / "templates/card.svg").write_text(face.replace("}}", "}} {{ wrong }}"))
            state.changed(time.time(), frozenset())
            assert await shown() == set(state.assets) == kept
        finally:
            state.close()

    asyncio.run(story())


def test_a_page_that_takes_nothing_any_more_is_let_go(tmp_path: Path) -> None:
    """What waits for it does not grow without end, and what it is told at last is to ask again; one
    that reads hears everything."""

    async def story() -> None:
        state = PreviewState(write_project(tmp_path), "", asyncio.get_running_loop())
        try:
            asleep, awake = state.join(""), state.join("")
            first, heard, waiting = awake.events.qsize(), 0, 0
            for _ in range(5000):
                state._tell_trouble([asleep, awake])
                waiting = max(waiting, asleep.events.qsize())
                while not awake.events.empty():
                    heard += awake.events.get_nowait()["kind"] == "trouble"
            assert 5000 <= heard <= 5000 + first
            assert waiting < 2000
            assert "closing" == asleep.events.get_nowait()["kind"]
        finally:
            state.close()

    asyncio.run(story())


# -- what changed since the last print
# ------------------------------------------------------------------------------------------------


def _since(root: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    """What became of cards since they were printed, and what is wrong, as the page is told."""
    found = check_worker._checked(lambda: False, root, "", "sweets", "")
    return {
        deck: {id: mark.kind for id, mark in cards.items()} for deck, cards in found.since.items()
    }, [each.what for each in found.findings if each.is_input_error]


def test_decks_stand_in_the_order_of_the_game(tmp_path: Path) -> None:
    """Another order of decks is seen at once, as in the PDF; one that cannot be read stays where it
    was, and a new one comes last."""
    root = write_project(tmp_path, {"one": "", "two": "", "three": ""})
    game, decks = root / "card_data/sweets/game.yaml", root / "card_data/sweets"
    titled = game.read_text("utf-8")

    async def story() -> None:
        state = PreviewState(root, "", asyncio.get_running_loop())
        listener = state.join("")

        async def listed() -> str:
            found = ""
            while (event := await asyncio.wait_for(listener.events.get(), 60))["kind"] != "looked":
                if event["kind"] == "contents":
                    found = " ".join(
                        deck["id"] + "?" * deck["broken"] for deck in event["games"][0]["decks"]
                    )
            return found

        async def changed(file: Path, text: str) -> str:
            file.write_text(text, "utf-8")
            state.changed(time.time(), frozenset())
            return await listed()

        try:
            assert await listed() == "one three two"
            assert await changed(game, titled + "decks: [two, one, three]\n") == "two one three"
            assert await changed(decks / "two.yaml", "cards: [") == "two? one three"
            assert await changed(decks / "three.yaml", "cards: [") == "two? one three?"
            assert await changed(decks / "again.yaml", "cards: [") == "two? one three? again?"
        finally:
            state.close()

    asyncio.run(story())


def test_cards_that_are_to_be_printed_are_told(tmp_path: Path) -> None:
    cards = "cards:\n  - {id: one, name: Owl}\n  - {id: two, name: Fox, copies: 2}\n"
    root = write_project(tmp_path, {"main": cards})
    assert _since(root) == ({}, [])
    assert open_project(root).printed().exit_code == 0
    assert _since(root) == ({"sweets/main": {}}, [])
    write_project(
        root,
        {
            "main": cards.replace("Owl", "Eule").replace("copies: 2", "copies: 1")
            + "  - {id: new, name: Bat}\n"
        },
    )
    assert _since(root) == ({"sweets/main": {"one": "changed", "new": "new"}}, [])


def test_a_record_that_cannot_be_read_is_told_beside_the_other_findings(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": ""}, files={"printed.yaml": "games: [sweets]\n"})
    assert _since(root) == ({}, ["games must be games with their decks"])


def test_what_comes_of_a_finding_is_numbered(tmp_path: Path) -> None:
    """As validate folds it: what the page is told has the cause of each, and in words what comes of
    it."""
    rules = (
        "- {id: size, says: There are nine cards., check: deck.main | copies == 9}\n"
        "- {id: half, needs: [size], says: More than four., check: deck.main | copies > 4}\n"
        "- {id: other, says: There is no owl., check: deck.main | having(name='Owl') | copies == 0}\n"
    )
    root = write_project(
        tmp_path,
        {"main": "cards:\n  - {id: one, name: Owl}\n"},
        files={"card_data/sweets/rules.yaml": rules},
    )
    found = check_worker._checked(lambda: False, root, "", "sweets", "")
    number = {finding.check: at for at, finding in enumerate(found.findings)}
    half, size = found.findings[number["half"]], found.findings[number["size"]]
    assert half.cause == size.number != 0
    assert {size.number: "and 1 rule that counts on it"} == found.counted


def test_what_was_printed_is_watched(tmp_path: Path) -> None:
    assert _comes_or_goes(Change.modified, str(tmp_path / "printed.yaml"))
    assert _comes_or_goes(Change.deleted, str(tmp_path / "templates"))
    assert not _comes_or_goes(Change.modified, str(tmp_path / "templates"))
    assert not _comes_or_goes(Change.added, str(tmp_path / "notes.yaml"))
