"""Work that can be stopped: a project's own expressions and templates run in a child process, bounded in time and memory."""

from __future__ import annotations

import gc
import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Literal, TypeVar

from cardgen.base.errors import CardgenError, Place, Problem

T = TypeVar("T")
Reason = Literal["time", "memory", "depth", "crash"]

_BATCH = 64
_TICK = 0.05  # seconds: the longest an item waits for its batch to fill
_START = 60.0  # seconds: where a process cannot fork, the child first has to load the program
_SLATE = 4096  # bytes
_SAYS: dict[str, tuple[str, str]] = {
    "time": ("takes longer than {seconds:g} s", "make it do less, and see that its loops end"),
    "memory": ("needs more than {megabytes} MB of memory", "make it do less, with shorter lists and texts"),
    "depth": ("nests too deeply", "see that nothing calls itself without end"),
    "crash": ("ended the program that worked on it", "make it do less, and see that nothing contains itself"),
}


class Stopped(CardgenError):  # noqa: N818  # what happened, not a fault
    """The work was stopped. `note` tells what it was busy with, `reason` why it had to stop: time, memory, depth or crash."""

    def __init__(self, note: str, reason: Reason, place: Place | None = None, seconds: float = 0, megabytes: int = 0) -> None:
        what, remedy = _SAYS[reason]
        super().__init__(Problem(f"{note or 'this'} {what.format(seconds=seconds, megabytes=megabytes)}", remedy, place))
        self.note = note
        self.reason = reason
        self.place = place


class ChildError(RuntimeError):
    """An error of the program itself, in the child process. Its text is the child's traceback."""


_tell: Callable[[bytes], object] | None = None  # set in a child: hands the note to the parent


def note(text: str, place: Place | None = None) -> None:
    """Say what is being worked on, for the message if it has to be stopped. Does nothing outside a child."""
    if _tell is not None:
        spot = (place.file, place.line, place.column) if place else ()
        _tell("\0".join((text[:300].replace("\0", " "), *map(str, spot))).encode("utf-8", "surrogateescape"))


def run(work: Callable[..., Iterable[T]], *args: Any, seconds: float = 5.0, megabytes: int = 512) -> Iterator[T]:
    """What the generator function `work` yields when it is called with `args` in a child process, in order, as it comes.

    `seconds` bounds the time from one item to the next, `megabytes` what the child may use beyond what it starts with. Items, and
    where a process cannot fork also `work` and `args`, must be picklable. Inside a child, the work is simply done.

    Raises Stopped, the CardgenError that the work raised, or ChildError for any other exception.
    """
    if _tell is not None:
        yield from work(*args)
        return
    forks = sys.platform == "linux" and threading.active_count() == 1
    context: Any = get_context("fork") if forks else beside_threads(work.__module__)
    slate = mmap.mmap(-1, _SLATE) if forks else None
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(sender, receiver if slate else None, slate, megabytes, work, args), daemon=True)
    said = b""
    try:
        child.start()
        sender.close()
        patience = _START
        while True:
            if not receiver.poll(patience):
                raise _stopped("time", _wiped(slate, said, child), seconds, megabytes)
            try:
                kind, content = receiver.recv()
            except (EOFError, OSError):
                child.join(1)
                reason: Reason = "memory" if child.exitcode == -getattr(signal, "SIGKILL", 0) else "crash"
                raise _stopped(reason, _wiped(slate, said, child), seconds, megabytes) from None
            patience = seconds
            if kind == "items":
                yield from content
            elif kind == "note":
                said = content
            elif kind == "problems":
                raise CardgenError(*content)
            elif kind == "stopped":
                raise _stopped(content, _wiped(slate, said, child), seconds, megabytes)
            elif kind == "bug":
                raise ChildError(content)
            elif kind == "done":
                return
    finally:
        _end(child)
        receiver.close()
        sender.close()
        if slate is not None:
            slate.close()


def beside_threads(*modules: str) -> BaseContext:
    """How to start processes where a fork is unsafe, for a lock that another thread holds would stay locked in it.

    On Linux they come out of a server that has loaded these modules, or those of the first call, once for all of them. Ctrl-C is
    not for them: their parent ends them.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    from multiprocessing import forkserver

    context = get_context("forkserver")
    context.set_forkserver_preload(list(modules))
    if threading.current_thread() is threading.main_thread():
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the server inherits, and hands on
        try:
            forkserver.ensure_running()
        finally:
            signal.signal(signal.SIGINT, handler)
    return context


def _end(child: Any) -> None:
    if child.pid is not None:
        child.kill()
        child.join()
        child.close()


def _wiped(slate: mmap.mmap | None, said: bytes, child: Any) -> bytes:
    """The last note, once the child can no longer write on the slate."""
    child.kill()
    child.join()
    if slate is None:
        return said
    return slate[4 : 4 + int.from_bytes(slate[:4], "little")]


def _stopped(reason: Reason, said: bytes, seconds: float, megabytes: int) -> Stopped:
    text, *spot = said.decode("utf-8", "surrogateescape").split("\0")
    return Stopped(text, reason, Place(Path(spot[0]), int(spot[1]), int(spot[2])) if spot else None, seconds, megabytes)


class _Outbox:
    """Sends items to the parent, many at a time; whatever waits leaves with the next tick at the latest."""

    def __init__(self, sender: connection.Connection) -> None:
        self.sender = sender
        self.lock = threading.Lock()
        self.items: list[Any] = []
        self.left = 0.0

    def put(self, item: Any) -> None:
        self.items.append(item)
        if len(self.items) >= _BATCH or time.monotonic() - self.left > _TICK:
            self.flush()

    def flush(self) -> None:
        with self.lock:
            items, self.items = self.items, []
            if items:
                self.sender.send(("items", items))
                self.left = time.monotonic()

    def send(self, kind: str, content: Any = None) -> None:
        self.flush()
        with self.lock:
            self.sender.send((kind, content))


def _child(
    sender: connection.Connection,
    receiver: connection.Connection | None,
    slate: mmap.mmap | None,
    megabytes: int,
    work: Callable[..., Iterable[Any]],
    args: tuple[Any, ...],
) -> None:
    """The child's whole life. It leaves by os._exit, so that nothing the parent has registered or buffered happens twice."""
    global _tell
    try:
        gc.freeze()  # what the parent has made is not to be searched for cycles again
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends the child
        if receiver is not None:
            receiver.close()  # else the child would keep its own pipe open when the parent dies
        outbox = _Outbox(sender)

        def write(text: bytes) -> None:
            assert slate is not None
            text = text if len(text) <= _SLATE - 4 else b""
            slate[: 4 + len(text)] = len(text).to_bytes(4, "little") + text

        _tell = write if slate is not None else lambda text: outbox.send("note", text)
        measure = _limit(megabytes)
        threading.Thread(target=_watch, args=(outbox, measure), daemon=True).start()
        outbox.send("ready")
        _work(outbox, work, args)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)


def _work(outbox: _Outbox, work: Callable[..., Iterable[Any]], args: tuple[Any, ...]) -> None:
    last: tuple[str, Any]
    try:
        for item in work(*args):
            outbox.put(item)
        outbox.flush()
        last = ("done", None)
    except Stopped as error:
        last = ("problems", error.problems)
    except CardgenError as error:
        last = ("problems", error.problems)
    except MemoryError:
        last = ("stopped", "memory")
    except RecursionError:
        last = ("stopped", "depth")
    except BrokenPipeError:
        raise
    except BaseException:  # whatever it is, the parent must hear of it
        last = ("bug", traceback.format_exc())
    _lift()
    outbox.send(*last)


def _limit(megabytes: int) -> Callable[[], bool] | None:
    """Bound the memory of this process. Where the system cannot, a function that tells when too much is used."""
    if sys.platform == "linux":
        import resource

        used = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = used + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
        return None
    most = _used() + (megabytes << 20)
    return lambda: _used() > most


def _lift() -> None:
    """Give back what is needed to send the last message."""
    if sys.platform == "linux":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _used() -> int:
    """The most memory this process has used, in bytes."""
    if sys.platform == "win32":
        import ctypes

        class Counters(ctypes.Structure):
            _fields_ = [("size", ctypes.c_uint32), ("faults", ctypes.c_uint32), *[(f"bytes{n}", ctypes.c_size_t) for n in range(8)]]

        counters = Counters(size=ctypes.sizeof(Counters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.K32GetProcessMemoryInfo(ctypes.c_void_p(kernel.GetCurrentProcess()), ctypes.byref(counters), counters.size)
        return int(counters.bytes0)  # PeakWorkingSetSize
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _watch(outbox: _Outbox, too_much: Callable[[], bool] | None) -> None:
    """Beside the work: end with the parent, send what waits, and mind the memory."""
    parent = parent_process()
    lifeline = [parent.sentinel] if parent else []
    while True:
        try:
            if connection.wait(lifeline, _TICK):
                os._exit(0)
            outbox.flush()
            if too_much is not None and too_much():
                outbox.send("stopped", "memory")
                os._exit(0)
        except MemoryError:  # the work itself is about to meet it
            time.sleep(_TICK)
        except (OSError, ValueError):  # the parent no longer listens
            os._exit(0)
