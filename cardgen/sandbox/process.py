"""Work that can be stopped: it runs in a child, within bounds.

A project's own expressions and templates do. The bounds are those of work and memory. Work is the
processor time of the child, not the clock on the wall: on a busy machine, or after a lid was
closed, nothing honest fails. The seconds are those of a machine as fast as ours (`slowness`). Where
the system has interval timers (POSIX setitimer, ITIMER_PROF) the kernel itself ends a child that
has used its time up, also within C code that holds the interpreter's lock; elsewhere its parent
looks."""

from __future__ import annotations

import gc
import math
import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, cast

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.scratch import socket_folder

T = TypeVar("T")
Reason = Literal["time", "together", "shared", "silence", "memory", "depth", "crash"]

_BATCH = 64
_TICK = 0.05  # seconds: the longest an item waits for its batch to fill
_START = 2.0
"""Seconds of work more for the first item, which pays for what is imported on the way."""
_SILENCE = 60
"""So many times its seconds of work may a child be silent on the wall: one that waits for what
never comes uses no processor."""
_TOGETHER, _EACH = 120.0, 0.5
"""Seconds of work that all items of a run may take together, and how many more each adds: a deck of
a thousand slow cards ends, too."""
_STEPS, _USUAL = 6000, 0.0002
"""A loop of so many steps, and the seconds of work that it takes on a machine as we know them."""
_SLATE = 4096  # bytes
_SAYS: dict[str, tuple[str, str]] = {
    "time": (
        "takes longer than {seconds:g} s",
        "make it do less: shorter texts and lists, simpler drawings, loops that end",
    ),
    "together": (
        "is where all of it together takes longer than {seconds:g} s",
        "make each of it do less: half a second is much for a card",
    ),
    "shared": (
        "is one of the files that together take longer than {seconds:g} s",
        "take out those that take long",
    ),
    "silence": (
        "waits for something that does not come",
        "see that it reads no pipe, device or network drive",
    ),
    "memory": (
        "needs more than {megabytes} MB of memory",
        "make it do less: shorter texts and lists, simpler drawings, smaller pictures",
    ),
    "depth": ("nests too deeply", "see that nothing calls itself without end"),
    "crash": (
        "ended the program that worked on it",
        "make it do less, and see that nothing contains itself",
    ),
}


_TOO_MUCH = ("time", "shared", "memory", "crash")
"""Reasons that what is worked on can be mended for in its own way."""


class Busy(NamedTuple):
    """The thing that is being worked on.

    Its name, its place, its seconds where it has its own, and the remedy that would make it take
    less, where that is known."""

    text: str = ""
    place: Place | None = None
    seconds: float = 0.0
    remedy: str = ""

    def written(self) -> bytes:
        """The bytes that `read` takes."""
        spot = (self.place.file, self.place.line, self.place.column) if self.place else ()
        parts = (
            self.text[:300].replace("\0", " "),
            f"{self.seconds:g}",
            self.remedy,
            *map(str, spot),
        )
        return "\0".join(parts).encode("utf-8", "surrogateescape")

    @classmethod
    def read(cls, note: bytes) -> Busy:
        """The value that was written; an idle one for no bytes."""
        if not note:
            return cls()
        text, seconds, remedy, *spot = note.decode("utf-8", "surrogateescape").split("\0")
        place = None
        if spot:
            file, line, column = spot
            place = Place(Path(file), int(line), int(column))
        return cls(text, place, float(seconds), remedy)


class Stopped(CardgenError):  # noqa: N818  # what happened, not a fault
    """The work was stopped. `note` tells what it was busy with, `reason` why it had to stop."""

    def __init__(self, busy: Busy, reason: Reason, seconds: float = 0, megabytes: int = 0) -> None:
        (note, place, _, own_remedy), (sentence, remedy) = busy, _SAYS[reason]
        remedy = own_remedy if own_remedy and reason in _TOO_MUCH else remedy
        super().__init__(
            Finding(
                "expression-failed",
                f"{note or 'this'} {sentence.format(seconds=seconds, megabytes=megabytes)}",
                remedy,
                place,
            )
        )
        self.note = note
        self.reason = reason
        self.place = place


class ChildError(RuntimeError):
    """An error of the program itself, in the child process. Its text is the child's traceback."""


class _Bounds(NamedTuple):
    """The bounds of a child.

    Seconds of work from one item to the next, and together beside what each item adds; megabytes;
    and the seconds more for the first item."""

    seconds: float
    together: float
    each: float
    megabytes: int
    start: float


_ENDED: dict[int | None, Reason] = {
    -getattr(signal, "SIGKILL", 0): "memory",
    -getattr(signal, "SIGPROF", 0): "time",
}
"""What a child that was ended by a signal had used up: the kernel's timer ends it for its time, and
for want of memory by SIGKILL."""
_tell: Callable[[bytes], object] | None = None  # set in a child: hands the note to the parent
_noted = Busy()  # the last note of a child
_more = 0  # bytes of memory that what a child does now may use beyond its bound
_to_load: set[str] = {"ctypes"} if sys.platform == "linux" else set()
"""Modules that children need and this process has not loaded."""
_SHORTEST = 0.01
"""Seconds: with none the kernel's timer would not run."""
_LEAST = 1.0  # of which no child has less
_left = _TOGETHER  # what is left of it for the children to come; honest work fills it up again
FOR_A_MEGABYTE = 7.0
"""Seconds of work that what this process reads itself may take for each megabyte of it, the first
as a whole."""
_LEAST_FOR_A_FILE = 0.05
"""Of which none of these files has less, however long those before it took: an honest small one is
read."""


@dataclass(slots=True)
class _OwnReading:
    """The bytes that this process has read itself in this run.

    With the seconds of work they took."""

    size: int = 0
    used: float = 0.0


_reading = _OwnReading()


def begin_run() -> None:
    """Begin a run of its own, with all its seconds of work together."""
    global _left, _reading
    _left, _reading = _TOGETHER, _OwnReading()


def seconds_for(size: int) -> float:
    """The seconds of work that so many bytes may take."""
    return FOR_A_MEGABYTE * max(1.0, size / 1_000_000)


@cache
def slowness() -> float:
    """The factor by which this machine is slower, at least 1.

    It is against those we know; the bounds of work are stretched by it."""
    best = math.inf
    for _ in range(3):
        before = time.process_time()
        total = 0
        for step in range(_STEPS):
            total += step
        best = min(best, time.process_time() - before)
    return max(1.0, best / _USUAL)


def note(text: str, place: Place | None = None, seconds: float = 0.0, remedy: str = "") -> None:
    """Say what is being worked on, should it have to be stopped.

    The message has it then: see `Busy`. Does nothing outside a child."""
    global _noted
    if _tell is not None:
        _noted = Busy(text, place, seconds, remedy)
        _tell(_noted.written())


@contextmanager
def apart(
    text: str, place: Place, seconds: float, remedy: str = "", used: float = 0.0
) -> Iterator[None]:
    """Give work its own seconds, of which some may be `used` already.

    What the item has left of its own does not matter then. Changes nothing outside a child."""
    if _tell is None:
        yield
        return
    before = _noted
    seconds_left = 0.0
    if sys.platform != "win32":
        seconds_left = signal.getitimer(signal.ITIMER_PROF)[0]
    note(text, place, seconds, remedy)
    _wind(max(_SHORTEST, (seconds - used) * slowness()))
    try:
        yield
    finally:
        note(*before)
        _wind(seconds_left)


@contextmanager
def roomier(megabytes: int) -> Iterator[None]:
    """Work for which a child may use so much more memory. Changes nothing outside a child."""
    global _more
    if _tell is None or megabytes <= 0:
        yield
        return
    # what is looked at elsewhere is the most that was ever used
    _more = max(_more, megabytes << 20)
    _bound_memory(megabytes << 20)
    try:
        yield
    finally:
        _bound_memory(-megabytes << 20)


def _bound_memory(more: int) -> None:
    """Move the bound of this process's memory by so many bytes.

    Where the system has one.
    """
    if sys.platform == "linux":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            resource.setrlimit(
                resource.RLIMIT_AS,
                (soft + more if hard == resource.RLIM_INFINITY else min(soft + more, hard), hard),
            )


class OwnWork:
    """Seconds for the work of this process itself, step by step.

    Our own code gives libraries only a little at a time, and looks at what is left in between. The
    seconds count among those of all children of the run. What is read is of so many bytes: all that
    was read in the run shares the seconds for its bytes, so many hostile files take no longer than
    one."""

    def __init__(self, busy: Busy, size: int) -> None:
        _reading.size += max(size, int(1_000_000 * _LEAST_FOR_A_FILE / FOR_A_MEGABYTE))
        all_together = seconds_for(_reading.size)
        left_of_all = max(_LEAST_FOR_A_FILE, all_together - _reading.used)
        own_seconds = min(busy.seconds, seconds_for(size))
        self._reason: Reason = "shared" if left_of_all < own_seconds else "time"
        self._told_seconds = all_together if left_of_all < own_seconds else own_seconds
        self._busy = busy._replace(seconds=min(own_seconds, left_of_all))
        self._begun = time.process_time()
        self._ends = self._begun + min(self._busy.seconds, max(_LEAST, _left)) * slowness()

    def check(self) -> None:
        """Raises Stopped where they are used up."""
        if time.process_time() > self._ends:
            self.settle()
            raise Stopped(self._busy, self._reason, round(self._told_seconds, 1))

    def of(self, items: Iterable[T]) -> Iterator[T]:
        """The items, what is done with them counted as well. Raises Stopped."""
        try:
            for item in items:
                self.check()
                yield item
        finally:
            self.settle()

    def settle(self) -> None:
        """Count what was used since it was last asked."""
        global _left
        now = time.process_time()
        used = (now - self._begun) / slowness()
        _reading.used += used
        _left = min(_TOGETHER, _left - used + _EACH)
        self._begun = now


def run(
    work: Callable[..., Iterable[T]],
    *args: Any,
    seconds: float = 5.0,
    megabytes: int = 512,
    stays: bool = False,
) -> Generator[T, None, None]:
    """Yield the values of `work(*args)`, a generator, from a child process.

    They come in order, as they are made. The process begins at once, and ends with what is given
    here. `seconds` bounds the work from one item to the next, in processor time of a machine as we
    know them; `megabytes` what the child may use beyond what it starts with. With `stays` the child
    waits for questions, so what it does together has no bound. Items, and where a process cannot
    fork also `work` and `args`, must be picklable. Inside a child, the work is simply done.

    What is given raises Stopped, the CardgenError that the work raised, or ChildError for any other
    exception."""
    stream: Any = _running(work, args, seconds, megabytes, stays)
    next(stream)
    return cast(Generator[T, None, None], stream)


def _running(
    work: Callable[..., Iterable[T]],
    args: tuple[Any, ...],
    seconds: float,
    megabytes: int,
    stays: bool,
) -> Iterator[T | None]:
    """None once the process has begun, then the values that come of it."""
    global _left
    if _tell is not None:
        yield None
        yield from work(*args)
        return
    forks = sys.platform == "linux" and threading.active_count() == 1
    if forks:
        load_noted()
    context: Any = get_context("fork") if forks else safe_process_context(work.__module__)
    slate = mmap.mmap(-1, _SLATE) if forks else None
    receiver, sender = context.Pipe(duplex=False)
    bounds = _Bounds(
        seconds * slowness(),
        math.inf if stays else max(_left, _LEAST) * slowness(),
        _EACH,
        megabytes,
        _START * slowness(),
    )
    child = context.Process(
        target=_child,
        args=(sender, receiver if slate else None, slate, bounds, work, args),
        daemon=True,
    )
    note = b""
    try:
        with uninterrupted():
            child.start()
        sender.close()
        yield None
        while True:
            if reason := _overdue(
                receiver, child, max(bounds.seconds, Busy.read(note).seconds * slowness())
            ):
                _left -= seconds
                raise _stopped(reason, _wiped(slate, note, child), seconds, megabytes)
            try:
                kind, content = receiver.recv()
            except (EOFError, OSError):
                child.join(1)
                # at the least: what is stopped again and again comes to its end as well
                _left -= seconds
                raise _stopped(
                    _ENDED.get(child.exitcode, "crash"),
                    _wiped(slate, note, child),
                    seconds,
                    megabytes,
                ) from None
            if kind == "items":
                yield from content
            elif kind == "note":
                note = content
            elif kind == "problems":
                raise CardgenError(*content)
            elif kind == "stopped":
                raise _stopped(
                    content,
                    _wiped(slate, note, child),
                    _TOGETHER if content == "together" else seconds,
                    megabytes,
                )
            elif kind == "bug":
                raise ChildError(content)
            elif kind == "done":
                seconds_left, loaded = content
                _left = min(_TOGETHER, seconds_left / slowness())
                load_later(loaded)
                return
    finally:
        if child.pid is not None:
            end(child)
        receiver.close()
        sender.close()
        if slate is not None:
            slate.close()


def load_later(modules: Iterable[str]) -> None:
    """Note modules that a child has loaded, so that those after it begin with them."""
    _to_load.update(modules)


def load_noted() -> None:
    """Load the modules that children had to load, so that forks from now on have them."""
    while _to_load:
        with suppress(ImportError):
            import_module(_to_load.pop())


def safe_process_context(*modules: str) -> BaseContext:
    """The way to start processes where a fork is unsafe.

    A lock that another thread holds would stay locked in it. On Linux they come out of a server
    that has loaded these modules, or those of the first call, once for all of them. Ctrl-C is not
    for them: their parent ends them."""
    if sys.platform != "linux":
        return _Spawn()
    from multiprocessing import current_process, forkserver, resource_tracker

    this: Any = current_process()
    this._config.setdefault("tempdir", str(socket_folder()))  # where the server listens
    context = get_context("forkserver")
    context.set_forkserver_preload(list(modules))
    resource_tracker.ensure_running()  # which lets Ctrl-C in again once it runs
    with (
        uninterrupted()
    ):  # which the server inherits, and hands on; what is pressed meanwhile waits
        forkserver.ensure_running()
    return context


class _SpawnedProcess(SpawnProcess):
    """A process that Ctrl-C is never for.

    While it loads it would show a traceback, and on Windows we would wait for ever for it to read.
    """

    def start(self) -> None:
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # which lets Ctrl-C in again once it runs
        with uninterrupted():
            super().start()

    def __getstate__(self) -> object:
        """Data that are written to the process once it has loaded."""
        _deafen(False)
        return super().__getstate__()


class _Spawn(SpawnContext):
    Process = _SpawnedProcess


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits: hooks that run after a fork (os.register_at_fork) would swallow it. The child,
    which leaves it to us, never has it.

    Windows lets no Ctrl-C wait: what is pressed in the moment in which a process begins is lost
    there."""
    if sys.platform == "win32":
        _deafen(True)
        try:
            yield
        finally:
            _deafen(False)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deafen(deaf: bool) -> None:
    """Turn Ctrl-C off or on for this process, on Windows.

    It holds for those that it begins now, too (SetConsoleCtrlHandler, no function)."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetConsoleCtrlHandler(None, deaf)


def _overdue(receiver: connection.Connection, child: Any, seconds: float) -> Reason | None:
    """Wait for the child's next word; why it is to be stopped instead."""
    silence = _SILENCE * seconds
    if sys.platform != "win32":  # where the kernel minds the work
        return None if receiver.poll(silence) else "silence"
    before = _used_by(child)
    while silence > 0:
        if receiver.poll(min(silence, 1.0)):
            return None
        silence -= 1.0
        if _used_by(child) - before > seconds + _START * slowness():
            return "time"
    return "silence"


def _used_by(child: Any) -> float:
    """The processor seconds of a child on Windows."""
    import ctypes

    system: Any = ctypes  # whose windll is there on Windows alone
    # created, ended, in the kernel, in the program, in 100 ns
    times = [ctypes.c_uint64() for _ in range(4)]
    system.windll.kernel32.GetProcessTimes(
        ctypes.c_void_p(child.sentinel), *map(ctypes.byref, times)
    )
    return (times[2].value + times[3].value) / 1e7


def end(child: Any) -> None:
    """Stop a process that has begun, and forget it."""
    child.kill()
    child.join()
    child.close()


def _wiped(slate: mmap.mmap | None, note: bytes, child: Any) -> bytes:
    """The last note, once the child can no longer write on the slate."""
    child.kill()
    child.join()
    if slate is None:
        return note
    return slate[4 : 4 + int.from_bytes(slate[:4], "little")]


def _stopped(reason: Reason, note: bytes, seconds: float, megabytes: int) -> Stopped:
    busy = Busy.read(note)
    return Stopped(busy, reason, (reason == "time" and busy.seconds) or seconds, megabytes)


class _Outbox:
    """Sends items to the parent, many at a time.

    Whatever waits leaves with the next tick at the latest."""

    def __init__(self, sender: connection.Connection, bounds: _Bounds) -> None:
        self.sender = sender
        self.lock = threading.Lock()
        self.items: list[Any] = []
        self.left = 0.0
        self.seconds, self.together, self.each = bounds.seconds, bounds.together, bounds.each
        _wind(self.seconds + bounds.start)

    def put(self, item: Any) -> None:
        _wind(self.seconds)
        self.together += self.each
        if time.process_time() > self.together:
            raise _TogetherTooMuch
        with self.lock:  # or a tick may send the others just before, and this one never
            self.items.append(item)
        if len(self.items) >= _BATCH or time.monotonic() - self.left > _TICK:
            self.flush()

    def flush(self) -> None:
        with self.lock:
            items = self.items
            self.items = []
            if items:
                self.sender.send(("items", items))
                self.left = time.monotonic()

    def send(self, kind: str, content: Any = None) -> None:
        self.flush()
        with self.lock:
            self.sender.send((kind, content))


class _TogetherTooMuch(Exception):  # noqa: N818  # what happened
    """All items so far have taken more work than a run may."""


def _wind(seconds: float) -> None:
    """Have the kernel end this process when it has worked for so long."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def end_with_parent() -> None:
    """Leave Ctrl-C to the parent process, and end with it.

    Whatever it ends of (Linux: prctl(2), PR_SET_PDEATHSIG)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        parent = os.getppid()
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def follow_parent() -> None:
    """`end_with_parent` for a process of a pool. On Linux it is the child of a server, which lives
    as long as anybody holds its lifeline: let go of it here, it ends with the program, and this
    process with it."""
    end_with_parent()
    with suppress(ImportError, AttributeError, OSError, TypeError):
        from multiprocessing import forkserver

        server: Any = forkserver._forkserver
        os.close(server._forkserver_alive_fd)
        server._forkserver_alive_fd = None


def _child(
    sender: connection.Connection,
    receiver: connection.Connection | None,
    slate: mmap.mmap | None,
    bounds: _Bounds,
    work: Callable[..., Iterable[Any]],
    args: tuple[Any, ...],
) -> None:
    """The child's whole life. It leaves by os._exit, so that nothing the parent has registered or
    buffered happens twice."""
    global _tell
    try:
        gc.freeze()  # what the parent has made is not to be searched for cycles again
        end_with_parent()
        if receiver is not None:
            receiver.close()  # else the child would keep its own pipe open when the parent dies
        outbox = _Outbox(sender, bounds)

        def write(text: bytes) -> None:
            assert slate is not None
            text = text if len(text) <= _SLATE - 4 else b""
            slate[: 4 + len(text)] = len(text).to_bytes(4, "little") + text

        _tell = write if slate is not None else lambda text: outbox.send("note", text)
        measure = _limit(bounds.megabytes)
        threading.Thread(target=_watch, args=(outbox, measure), daemon=True).start()
        outbox.send("ready")
        _work(outbox, work, args)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)


def _work(outbox: _Outbox, work: Callable[..., Iterable[Any]], args: tuple[Any, ...]) -> None:
    last: tuple[str, Any]
    loaded = set(sys.modules)
    try:
        for item in work(*args):
            outbox.put(item)
        outbox.flush()
        last = ("done", (outbox.together - time.process_time(), sys.modules.keys() - loaded))
    except _TogetherTooMuch:
        last = ("stopped", "together")
    except MemoryError:
        last = ("stopped", "memory")
    except RecursionError:
        last = ("stopped", "depth")
    except BaseException as error:
        last = error_for_parent(error)
    _lift()
    outbox.send(*last)


def error_for_parent(error: BaseException) -> tuple[str, Any]:
    """The message to the parent for an exception that ends a child. Raises one that says
    that nobody listens."""
    if isinstance(error, BrokenPipeError):
        raise error
    if isinstance(error, CardgenError):
        return "problems", error.findings
    return "bug", "".join(traceback.format_exception(error))


def _limit(megabytes: int) -> Callable[[], bool] | None:
    """Bound the memory of this process. Where the system cannot, a function that tells when too
    much is used."""
    if sys.platform == "linux":
        import resource

        used = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = used + (megabytes << 20)
        resource.setrlimit(
            resource.RLIMIT_AS,
            (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard),
        )
        return None
    most = _used() + (megabytes << 20)
    return lambda: _used() > most + _more


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
            _fields_ = [
                ("size", ctypes.c_uint32),
                ("faults", ctypes.c_uint32),
                *[(f"bytes{n}", ctypes.c_size_t) for n in range(8)],
            ]

        counters = Counters(size=ctypes.sizeof(Counters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.K32GetProcessMemoryInfo(
            ctypes.c_void_p(kernel.GetCurrentProcess()), ctypes.byref(counters), counters.size
        )
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
