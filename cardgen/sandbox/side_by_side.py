"""Pieces of a run that are done at once, each in a copy.

The copy of this process begins with all that is loaded here. What they make of strangers' material
still happens in children of theirs that can be stopped (`process.run`)."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection, get_context
from typing import Any, TypeVar

from cardgen.base.findings import CardgenError, Finding
from cardgen.sandbox.process import (
    ChildError,
    begin_run,
    end,
    end_with_parent,
    error_for_parent,
    load_later,
    load_noted,
    uninterrupted,
)

T = TypeVar("T")
Say = Callable[..., None]
Piece = Callable[[Say], T]
"""Does its part of a run; what it says meanwhile is heard by whoever shared out the work."""


def can_share() -> bool:
    """True if this process can be copied.

    Elsewhere than on Linux, and beside threads, a copy may be broken, and a fresh start costs more
    than most pieces."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def side_by_side(
    pieces: Sequence[Piece[T]], processes: int, hear: Say
) -> Iterator[Callable[[int], T]]:
    """Begin pieces of work, `processes` at once, and yield a function that waits for a result.

    It is called with the number of a piece, and returns what that gave. What a piece gives or
    raises must be picklable. Raises what a piece raised: the CardgenError, or ChildError
    for any other exception."""
    work = _Shared(pieces, processes, hear)
    try:
        work.begin()
        yield work.result
    finally:
        work.end()


class _Shared:
    def __init__(self, pieces: Sequence[Piece[Any]], processes: int, hear: Say) -> None:
        self.pieces, self.processes, self.hear = pieces, processes, hear
        self.begun = 0
        self.running: dict[connection.Connection, tuple[int, Any]] = {}
        self.done: dict[int, Any] = {}

    def begin(self) -> None:
        """Have as many at work as there may be."""
        while self.begun < len(self.pieces) and len(self.running) < self.processes:
            load_noted()
            context: Any = get_context("fork")
            receiver, sender = context.Pipe(duplex=False)
            child = context.Process(target=_child, args=(self.pieces[self.begun], sender, receiver))
            with uninterrupted():
                child.start()
            sender.close()
            self.running[receiver] = self.begun, child
            self.begun += 1

    def result(self, number: int) -> Any:
        while number not in self.done:
            for receiver in connection.wait(list(self.running)):
                assert isinstance(receiver, connection.Connection)
                self.listen(receiver)
        return self.done.pop(number)

    def listen(self, receiver: connection.Connection) -> None:
        try:
            kind, content = receiver.recv()
        except (EOFError, OSError):
            remedy = "try --jobs 1; a machine that is short of memory ends programs"
            raise CardgenError(
                Finding(
                    "expression-failed",
                    "a process that shared the work ended before it was done",
                    remedy,
                )
            ) from None
        if kind == "said":
            self.hear(*content)
        elif kind == "problems":
            raise CardgenError(*content)
        elif kind == "bug":
            raise ChildError(content)
        else:
            number, child = self.running.pop(receiver)
            end(child)
            receiver.close()
            self.done[number], loaded = content
            load_later(loaded)
            self.begin()

    def end(self) -> None:
        for receiver, (_, child) in self.running.items():
            end(child)
            receiver.close()


def _child(
    piece: Piece[Any], sender: connection.Connection, receiver: connection.Connection
) -> None:
    """The whole life of a copy. It leaves by os._exit, so that nothing that was registered or
    buffered before happens twice."""
    try:
        gc.freeze()
        end_with_parent()
        receiver.close()
        begin_run()
        loaded = set(sys.modules)
        try:
            made = piece(lambda *progress: sender.send(("said", progress)))
            message: tuple[str, Any] = ("made", (made, sys.modules.keys() - loaded))
        except BaseException as error:
            message = error_for_parent(error)
        sender.send(message)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)
