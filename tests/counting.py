"""Work counted instead of timed: the same on every machine, whatever else runs there."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from typing import TypeVar

T = TypeVar("T")


def counted(work: Callable[[], T]) -> tuple[T, int]:
    """What some work in this process gives, and how many calls of functions written in Python it
    took."""
    profile = Profile(subcalls=False, builtins=False)
    result = profile.runcall(work)
    # Python 3.15 counts all
    return result, sum(
        entry.callcount for entry in profile.getstats() if not isinstance(entry.code, str)
    )
