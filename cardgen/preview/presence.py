"""Whether anybody looks at a page: a preview that was started without a terminal ends by itself."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from cardgen.base.findings import CardgenError, Finding

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

VARIABLE = "CARDGEN_PREVIEW_IDLE"
"""Of the environment: the minutes without a page after which a preview ends; none never does."""


class Presence:
    """Counts the questions of pages that are being answered; the news of a page that is seen are
    one that lasts."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._open = 0
        self._last = time.monotonic()

    def watching(self, app: ASGIApp) -> ASGIApp:
        """The app, each of whose answers shows that somebody is there."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":  # the server's own beginning and end
                return await app(scope, receive, send)
            self._open += 1
            try:
                await app(scope, receive, send)
            finally:
                self._open -= 1
                self._last = time.monotonic()

        return watched

    def is_over(self) -> bool:
        return not self._open and time.monotonic() - self._last > self._seconds


def presence_asked_for() -> Presence | None:
    """What the environment asks for. Raises CardgenError where it is no number of minutes."""
    said = os.environ.get(VARIABLE, "")
    if not said:
        return None
    try:
        return Presence(float(said) * 60)
    except ValueError:
        raise CardgenError(
            Finding("preview-failed", f'{VARIABLE} is "{said}"', "make it a number of minutes")
        ) from None
