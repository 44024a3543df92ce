"""Pieces of a run that are done at once, in copies of the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from projects import python

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.scratch import running
from cardgen.sandbox.process import ChildError, run
from cardgen.sandbox.side_by_side import can_share, side_by_side

pytestmark = [
    pytest.mark.usefixtures("apart"),
    pytest.mark.skipif(not can_share(), reason="only Linux copies processes safely"),
]
Say = Callable[..., None]


def number(of: int, say: Say) -> tuple[int, int]:
    say("at work on", of)
    return of, os.getpid()


def own_process() -> Iterator[int]:
    yield os.getpid()


def guarded(say: Say) -> list[int]:
    say(os.getpid())
    return list(run(own_process))


def busy(folder: Path, number: int, say: Say) -> int:
    """How many are at work, this one among them."""
    own = folder / f"{number}"
    own.touch()
    seen = 0
    for _ in range(20):
        seen = max(seen, len(list(folder.iterdir())))
        time.sleep(0.01)
    own.unlink()
    return seen


def wrong(say: Say) -> None:
    raise CardgenError(Finding("expression-failed", "nothing is right", "mend it"))


def odd(say: Say) -> None:
    raise ZeroDivisionError("of our own")


def killed(say: Say) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def endless(folder: Path, say: Say) -> None:
    (folder / "aside").write_text(str(os.getpid()), "utf-8")
    (folder / "aside").rename(folder / "begun")
    time.sleep(600)


def begun(folder: Path) -> int:
    """The process of an endless piece, once it has begun."""
    until = time.monotonic() + 60
    while not (folder / "begun").exists() and time.monotonic() < until:
        time.sleep(0.01)
    return int((folder / "begun").read_text("utf-8"))


def both(
    pieces: list[Callable[[Say], Any]], processes: int = 2
) -> tuple[list[Any], list[tuple[Any, ...]]]:
    """What the pieces give, and what was heard of them."""
    heard: list[tuple[Any, ...]] = []
    with side_by_side(pieces, processes, lambda *what: heard.append(what)) as result:
        return [result(each) for each in range(len(pieces))], heard


@pytest.mark.parametrize("processes", [1, 2, 9])
def test_each_piece_is_done_in_a_process_of_its_own(processes: int) -> None:
    """However many there may be at once, all are done, and what they say is heard."""
    made, heard = both([partial(number, each) for each in range(5)], processes)
    assert [0, 1, 2, 3, 4] == [each for each, _ in made]
    assert 5 == len({process for _, process in made} - {os.getpid()})
    assert [("at work on", each) for each in range(5)] == sorted(heard)


def test_no_more_are_at_work_than_there_may_be(tmp_path: Path) -> None:
    """A third begins when one of two has ended."""
    seen, _ = both([partial(busy, tmp_path, each) for each in range(5)])
    assert 2 >= max(seen)


def test_what_a_piece_has_done_by_a_child_is_done_by_one() -> None:
    """The copies are no children that can be stopped: strangers' material is still worked on in
    those."""
    found, heard = both([guarded, guarded])
    assert 4 == len({*(pid for (pid,) in heard), *(pid for pids in found for pid in pids)})


@pytest.mark.parametrize(
    ("piece", "error", "said"),
    [
        (wrong, CardgenError, "nothing is right"),
        (odd, ChildError, "of our own"),
        (killed, CardgenError, "ended before it was done"),
    ],
)
def test_what_a_piece_raises_is_raised_here(
    piece: Callable[[Say], Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        both([partial(number, 1), piece])


def test_none_goes_on_when_whoever_asked_for_them_does_not(tmp_path: Path) -> None:
    with side_by_side([partial(endless, tmp_path)], 1, lambda *_: None):
        copy = begun(tmp_path)
    assert not running(copy)


def test_the_copies_end_with_the_process(tmp_path: Path) -> None:
    """Even when that is killed."""
    script = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from functools import partial
from pathlib import Path
from pathlib import Path
from test_side_by_side import endless
from cardgen.sandbox.side_by_side import side_by_side
with side_by_side([partial(endless, Path({str(tmp_path)!r}))], 1, print) as result:
    result(0)
"""
    tests = str(Path(__file__).parents[1])
    known = {**os.environ, "PYTHONPATH": os.pathsep.join((tests, os.environ.get("PYTHONPATH", "")))}
    with subprocess.Popen([sys.executable, "-c", script], env=known) as child:
        copy = begun(tmp_path)
        child.kill()
    until = time.monotonic() + 60
    while running(copy) and time.monotonic() < until:
        time.sleep(0.05)
    assert not running(copy)


def test_nothing_is_copied_beside_threads() -> None:
    """A lock that another thread holds would stay locked in the copy."""
    script = """
import threading
from cardgen.sandbox.side_by_side import can_share
alone, stop = can_share(), threading.Event()
thread = threading.Thread(target=stop.wait)
thread.start()
print(alone, can_share())
stop.set()
"""
    assert "True False" == python("-c", script).stdout.strip()
