"""Where work that can be stopped is done: in the test's own process as a rule, which is quick;
elsewhere where a test is about that."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cardgen.base.findings import CardgenError
from cardgen.sandbox import process

APART = process.run
"""What cardgen itself calls."""


def here(work: Callable[..., Iterable[Any]], *args: Any, **limits: float) -> Iterator[Any]:
    """What the work gives without another process, each item as it would come out of one."""
    try:
        for item in work(*args):
            yield pickle.loads(pickle.dumps(item))
    except CardgenError as error:
        raise CardgenError(*error.findings) from None
