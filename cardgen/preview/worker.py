"""A process that stays: it is asked one thing after another.

It keeps what it has loaded, and can be stopped like any other work. What is asked may take a while.
A newer question is sent at once, so that the work can see it waiting and leave the older one."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import Pipe, active_children
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.sandbox import process

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

Overtaken = Callable[[], bool]
"""Tells in the process whether a newer question waits."""


_GOODBYE = 0.2
"""Seconds that an idle process may take to end by itself."""
_PAUSE = 0.3
"""Seconds in which nothing is asked after which a process tidies its memory."""
_UNTIDIED = 0.5
"""Seconds of work after which it does so though more is asked."""


class Done(NamedTuple):
    """The end of an answer."""


class Trouble(NamedTuple):
    """The reason why there is no answer, or no more of it."""

    problems: tuple[Finding, ...]


def answers(requests: Connection, answer: Callable[..., Iterable[Any]]) -> Iterator[Any]:
    """The life of the process: whatever `answer` yields for each request, its end marked. It ends
    when nobody can ask any more.

    Readings of a project, fonts and what they remember hold one another: Python would let a hundred
    thousand such objects go by before it looks for those that nobody has any more."""
    tidied = time.process_time()
    while True:
        try:
            request = requests.recv()
        except (EOFError, OSError):
            return
        try:
            yield from answer(requests.poll, *request)
        except CardgenError as error:
            yield Trouble(error.findings)
        yield Done()
        if time.process_time() - tidied >= _UNTIDIED or not _waits(requests):
            gc.collect()
            tidied = time.process_time()


def _waits(requests: Connection) -> bool:
    """True if something is asked within a moment."""
    try:
        return requests.poll(_PAUSE)
    except OSError:
        return False


def in_loop(
    loop: AbstractEventLoop, receive: Callable[[Any, Any], None]
) -> Callable[[Any, Any], None]:
    """A receiver that hands answers to an event loop.

    It is for a worker's thread, and works as long as the loop runs."""

    def told(request: Any, answer: Any) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(receive, request, answer)

    return told


class Worker:
    """Runs `work(requests, *args)` in a process of its own.

    It is a generator function that passes on `answers`. `receive` is told each request with each
    part of its answer, from a thread of the worker's.
    """

    def __init__(
        self,
        work: Callable[..., Iterable[Any]],
        *args: Any,
        receive: Callable[[Any, Any], None],
        seconds: float,
    ) -> None:
        self._work = work
        self._args = args
        self._receive = receive
        self._seconds = seconds
        self._waiting: SimpleQueue[tuple[int, tuple[Any, ...]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._sender: Connection | None = None
        self._run = 0
        self._thread = threading.Thread(target=self._listen, name=work.__module__, daemon=True)
        self._thread.start()

    def ask(self, *request: Any) -> None:
        """Ask; the answers come to `receive`, in the order of the questions."""
        with self._lock:
            sender, run = self._sender, self._run
        # without the lock: a long request waits for the process, whose answers are heard meanwhile
        is_sent = self._send(sender, request)
        self._waiting.put((run if is_sent else -1, request))

    def close(self) -> None:
        """End, whatever it is at: what was asked is not answered any more."""
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()
        self._waiting.put(None)
        with self._lock:
            if self._sender:
                self._sender.close()
        self._thread.join(_GOODBYE)
        # one that is at work does not notice
        for child in active_children() if self._thread.is_alive() else ():
            with suppress(ValueError):  # it has ended by itself in this moment
                child.kill()
        self._thread.join(10 * _GOODBYE)

    def _send(self, sender: Connection | None, request: tuple[Any, ...]) -> bool:
        with suppress(OSError):
            if sender:
                sender.send(request)
                return True
        return False

    def _listen(self) -> None:
        """Send requests to the process, and receive its answers, until it is closed.

        A process that ends on its own is told, and another is begun for the next request."""
        stream: Iterator[Any] | None = None
        while True:
            waiting = self._waiting.get()
            if waiting is None:
                return
            run, request = waiting
            with self._lock:
                if stream is None:
                    stream = self._start()
                if run != self._run:  # asked before this process began
                    self._send(self._sender, request)
            try:
                for answer in stream:
                    self._receive(request, answer)
                    if isinstance(answer, Done):
                        break
                else:
                    raise process.Stopped(process.Busy(), "crash")
            except CardgenError as error:
                stream = None
                self._end(request, Trouble(error.findings))
            except (
                process.ChildError
            ) as error:  # a fault of our own, which is no reason to leave the page
                stream = None
                last = str(error).strip().rpartition("\n")[2]
                self._end(
                    request,
                    Trouble(
                        (
                            Finding(
                                "preview-failed",
                                f"cardgen itself stumbled: {last}",
                                "please report it, with what you had changed",
                            ),
                        )
                    ),
                )

    def _start(self) -> Iterator[Any]:
        ends: Any = Pipe(duplex=False)  # of another class on Windows
        receiver, self._sender = ends
        self._run += 1
        return process.run(
            self._work, receiver, *self._args, seconds=self._seconds, megabytes=1024, stays=True
        )

    def _end(self, request: Any, trouble: Trouble) -> None:
        with self._lock:
            self._sender = None
            self._run += 1
        self._receive(request, trouble)
        self._receive(request, Done())
