"""Work in a child process: what comes out, and how it ends."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from briefs import brief
from other_systems.simulated import simulated_rules
from projects import python

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.sandbox import process
from cardgen.sandbox.process import ChildError, Stopped, note, run

HERE = Place(Path("main.yaml"), 3, 7)
LIMIT = inspect.signature(run).parameters["seconds"].default  # before a test has its way with it


def count(to: int) -> Iterator[int]:
    yield from range(to)


def hang() -> Iterator[int]:
    note("card one", HERE)
    yield 1
    note("card two", HERE)
    while True:
        pass


def apart_and_more() -> Iterator[int]:
    """Twice the work that an item may have, its beginning included, but not in one piece."""
    with process.apart("the drawing", Place(Path("a.svg"), 1, 1), 60):
        until = time.process_time() + 1.6 * process.slowness()
        while time.process_time() < until:
            pass
    yield 1
    yield 2


def apart_without_end() -> Iterator[int]:
    note("something else")
    with process.apart("the drawing", Place(Path("a.svg"), 1, 1), 0.4):
        while True:
            pass
    yield 1


def swell() -> Iterator[int]:
    note("card three")
    held: list[str] = []
    while True:
        held.append("x" * 1_000_000)
    yield 1


def dive() -> Iterator[int]:
    note("card four")
    yield from dive()


def fail() -> Iterator[int]:
    yield 1
    raise CardgenError(
        Finding("expression-failed", "first", "mend it", HERE),
        Finding("expression-failed", "second", "mend it too"),
    )


def stumble() -> Iterator[int]:
    yield 1
    raise KeyError("ours")


def die() -> Iterator[int]:
    note("card five")
    yield 1
    os._exit(3)


def slowly() -> Iterator[int]:
    for number in range(4):
        time.sleep(1)
        yield number


def whose() -> Iterator[int]:
    yield os.getpid()
    yield from run(count, 2)


def test_items_come_in_order_and_all_of_them() -> None:
    assert list(run(count, 1000)) == list(range(1000))
    assert list(run(count, 0)) == []


def test_the_work_is_done_elsewhere_and_only_one_process_deep() -> None:
    first, *others = run(whose)
    assert first != os.getpid()
    assert others == [0, 1]


def test_the_time_limit_is_from_item_to_item() -> None:
    """Five seconds, enough for any card; work that takes longer as a whole is not stopped."""
    assert 5.0 == LIMIT
    assert list(run(slowly, seconds=3)) == [0, 1, 2, 3]


def test_work_without_end_is_stopped_and_says_what_it_was_at() -> None:
    items = run(hang, seconds=0.3)
    assert next(items) == 1
    with pytest.raises(
        Stopped, match=r"main\.yaml:3:7: card two takes longer than 0\.3 s"
    ) as caught:
        next(items)
    assert (caught.value.note, caught.value.reason, caught.value.place) == (
        "card two",
        "time",
        HERE,
    )


@pytest.mark.usefixtures("prompt")
def test_work_apart_has_seconds_of_its_own() -> None:
    assert [1, 2] == list(run(apart_and_more, seconds=0.3))
    with pytest.raises(Stopped) as caught:
        list(run(apart_without_end, seconds=30))
    (problem,) = caught.value.findings
    assert ("the drawing", "time") == (caught.value.note, caught.value.reason)
    assert "a.svg:1:1 expression-failed 0.4" == brief(problem)


def test_work_that_swells_is_stopped() -> None:
    with pytest.raises(Stopped, match="card three needs more than 64 MB") as caught:
        list(run(swell, megabytes=64))
    assert caught.value.reason == "memory"


def test_work_that_calls_itself_without_end_is_stopped() -> None:
    with pytest.raises(Stopped, match="card four nests too deeply"):
        list(run(dive))


def test_work_that_ends_its_process_is_told() -> None:
    with pytest.raises(Stopped, match="card five ended the program"):
        list(run(die))


def test_problems_of_the_work_are_raised_here() -> None:
    with pytest.raises(CardgenError) as caught:
        list(run(fail))
    assert caught.value.findings == (
        Finding("expression-failed", "first", "mend it", HERE),
        Finding("expression-failed", "second", "mend it too"),
    )


def test_an_error_of_ours_comes_with_its_traceback() -> None:
    with pytest.raises(ChildError, match=r"in stumble(?s:.*)KeyError: 'ours'"):
        list(run(stumble))


def test_closing_early_ends_the_child() -> None:
    items = run(whose)
    child = next(items)
    items.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_beside_other_threads_the_work_is_done_all_the_same() -> None:
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert list(run(count, 100)) == list(range(100))
        with pytest.raises(Stopped, match="card two takes longer"):
            list(run(hang, seconds=0.3))
    finally:
        waiting.set()
        thread.join()


def test_where_memory_cannot_be_bounded_it_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    def watched(megabytes: int) -> Any:
        most = process._used() + (megabytes << 20)
        return lambda: process._used() > most

    monkeypatch.setattr(process, "_limit", watched)
    with pytest.raises(Stopped) as caught:
        list(run(swell, megabytes=64))
    assert "memory" == caught.value.reason


def test_a_note_outside_any_work_is_harmless() -> None:
    note("nothing", HERE)


PROGRAM = """
import atexit, os, sys, time
from cardgen.sandbox.process import run
atexit.register(lambda: os.write(2, b"exit "))
sys.stderr.write("")
print("buffered", end=" ")
def work():
    yield os.getpid()
    if "hang" in sys.argv:
        while True: pass
for item in run(work, seconds=60):
    print(item, flush=True)
"""


needs_fork = pytest.mark.skipif(
    "no-fork" in simulated_rules,
    reason="simulated: a program like this one begins no process there",
)


@needs_fork
def test_the_child_repeats_nothing_of_its_parent() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, check=True, text=True
    )
    assert (done.stdout.split()[0], len(done.stdout.split()), done.stderr) == (
        "buffered",
        2,
        "exit ",
    )


@needs_fork
@pytest.mark.skipif(sys.platform == "win32", reason="file descriptors")
def test_closed_standard_streams_do_no_harm() -> None:
    program = PROGRAM.replace("print", "(lambda *a, **k: None)").replace('sys.stderr.write("")', "")
    done = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=lambda: os.closerange(0, 3), check=False
    )
    assert done.returncode == 0


@needs_fork
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_child_ends_when_its_parent_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "hang"], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    child = int(parent.stdout.readline().split()[-1])
    parent.kill()
    parent.wait()
    stat = Path(f"/proc/{child}/stat")
    for _ in range(3000):
        if not stat.exists() or stat.read_text("utf-8").split()[2] == "Z":
            break
        time.sleep(0.02)
    else:
        raise AssertionError("the child goes on")
    parent.stdout.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a hook after a fork")
def test_an_interrupt_in_the_moment_of_a_fork_is_not_lost() -> None:
    """Python ignores what is raised in the hooks that run then, such as that of `logging`."""
    program = """
import os, signal
from cardgen.sandbox import process
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
def work():
    yield 1
try:
    print(list(process.run(work)))
except KeyboardInterrupt:
    print("interrupted")
"""
    done = python(
        "-c", "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)" + program
    )
    assert ("interrupted\n", "") == (done.stdout, done.stderr)


def test_nothing_is_lost_where_a_tick_comes_while_an_item_is_put(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever waits may leave at any moment, also just before an item joins it."""

    class SlowList(list[int]):
        def append(self, item: int) -> None:
            is_appending.set()
            time.sleep(0.1)
            super().append(item)

    class Sender:
        def __init__(self) -> None:
            self.sent: list[int] = []

        def send(self, message: tuple[str, list[int]]) -> None:
            self.sent += message[1]

    is_appending = threading.Event()
    monkeypatch.setattr(process, "_wind", lambda seconds: None)
    sender = Sender()
    bounds = process._Bounds(9.0, 1e9, 0.0, 100, 9.0)
    outbox = process._Outbox(sender, bounds)  # type: ignore[arg-type]  # what sends
    outbox.items = SlowList([1])
    putting = threading.Thread(target=outbox.put, args=(2,))
    putting.start()
    is_appending.wait()
    outbox.flush()
    putting.join()
    outbox.flush()
    assert [1, 2] == sender.sent
