"""What a child may use is counted in work, not on the wall; and no child outlives the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from projects import SHIPPED

from cardgen.sandbox import process
from cardgen.sandbox.process import Stopped, note, run, slowness

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
HOLDS_THE_LOCK = "sum([[0] * 100] * 10**7, start=[])"
"""C code that neither returns nor lets another thread run."""


def waits() -> Iterator[int]:
    for number in range(3):
        time.sleep(0.5)
        yield number


def counts_in_c() -> Iterator[int]:
    note("the sum")
    yield 1
    sum([[0] * 100] * 10**7, start=[])  # noqa: RUF017 - what is slow is wanted


def toils(seconds: float, times: int) -> Iterator[int]:
    for number in range(times):
        note(f"card {number}")
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass
        yield number


def test_waiting_is_no_work() -> None:
    """A machine that is busy elsewhere, or asleep, fails nobody."""
    assert [0, 1, 2] == list(run(waits, seconds=0.2))


@pytest.mark.usefixtures("prompt")
def test_c_code_that_holds_the_lock_is_stopped() -> None:
    with pytest.raises(Stopped) as caught:
        list(run(counts_in_c, seconds=0.3))
    assert ("the sum", "time") == (caught.value.note, caught.value.reason)


def test_what_waits_for_ever_is_stopped_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_SILENCE", 1)
    with pytest.raises(Stopped, match="waits for something that does not come"):
        list(run(waits, seconds=0.2))


def test_a_slow_machine_has_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are those of a machine as we know them: one a quarter as fast has four times as
    long."""
    monkeypatch.setattr(process, "slowness", lambda: 4.0)
    assert [0] == list(run(toils, 0.3, 1, seconds=0.1))
    with pytest.raises(Stopped) as caught:
        list(run(toils, 0.8, 2, seconds=0.1))
    assert ("card 1", "time") == (caught.value.note, caught.value.reason)


def test_no_machine_has_less() -> None:
    assert slowness() >= 1


def test_many_slow_items_are_stopped_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is within its own bound; what honest ones leave over is there for later ones, and no
    more."""
    monkeypatch.setattr(process, "_TOGETHER", 0.3)
    monkeypatch.setattr(process, "_EACH", 0.02)
    monkeypatch.setattr(process, "_left", 0.3)
    monkeypatch.setattr(process, "slowness", lambda: 1.0)
    assert 200 == len(list(run(toils, 0.0001, 200)))
    with pytest.raises(Stopped, match=r"is where all of it together "):
        list(run(toils, 0.1, 100))


def ended(child: int) -> bool:
    """Whether a process comes to its end, which is waited for."""
    for _ in range(3000):
        stat = Path(f"/proc/{child}/stat")
        if not stat.exists() or stat.read_text("utf-8").split()[2] == "Z":
            return True
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    return False


PROGRAM = f"""
import os
from cardgen.sandbox.process import run
def work():
    yield os.getpid()
    {HOLDS_THE_LOCK}
for item in run(work, seconds=600):
    print(item, flush=True)
"""


@LINUX
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGTERM"])
def test_a_child_in_c_code_dies_with_its_parent(ending: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SHIPPED)},
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    os.kill(parent.pid, getattr(signal, ending))
    parent.wait()
    parent.stdout.close()
    assert ended(child)


def endless() -> Iterator[int]:
    while True:
        pass
    yield 0


@pytest.mark.usefixtures("prompt")
def test_what_is_stopped_again_and_again_uses_up_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same loop in every deck does not cost its whole time each time."""
    monkeypatch.setattr(process, "_left", 120.0)
    for _ in range(3):
        with pytest.raises(Stopped):
            list(run(endless, seconds=0.1))
    assert 120 - 0.3 == pytest.approx(process._left)


POOL = """
import os, time
from cardgen.prepress.raster import workers
if __name__ == "__main__":
    with workers(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


@LINUX
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGTERM"])
def test_processes_of_a_pool_die_with_the_program(tmp_path: Path, ending: str) -> None:
    (tmp_path / "pool.py").write_text(POOL)
    known = {**os.environ, "PYTHONPATH": str(SHIPPED)}
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "pool.py"], stdout=subprocess.PIPE, text=True, env=known
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    os.kill(parent.pid, getattr(signal, ending))
    parent.wait()
    parent.stdout.close()
    assert ended(child)


def deaf(sender: Any) -> None:
    sender.send(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))


@pytest.mark.skipif(sys.platform == "win32", reason="asks for the signals that POSIX can block")
def test_ctrl_c_is_not_for_a_process_that_begins_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those do elsewhere than on Linux: from its first moment, for while it loads it would show
    a traceback."""
    monkeypatch.setattr(process.sys, "platform", "darwin")
    context: Any = process.safe_process_context()
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=deaf, args=(sender,))
    child.start()
    assert receiver.recv()
    child.join()
