"""A preview that nobody looks at ends, where that is asked for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from cardgen.base.findings import CardgenError
from cardgen.preview import presence
from cardgen.preview.presence import VARIABLE, presence_asked_for


def test_it_is_over_when_the_last_answer_was_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    seen = []
    monkeypatch.setattr(presence.time, "monotonic", lambda: now)
    monkeypatch.setenv(VARIABLE, "2")
    asked = presence_asked_for()
    assert asked

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal now
        now += 1000
        seen.append(asked.is_over())

    watched: Any = asked.watching(app)
    asyncio.run(watched({"type": "http"}, None, None))
    asyncio.run(watched({"type": "lifespan"}, None, None))  # lasts as long as the server
    assert seen == [False, True]
    now = 1100
    assert not asked.is_over()
    now = 1121
    assert asked.is_over()


def test_what_is_no_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "soon")
    with pytest.raises(CardgenError, match="number of minutes"):
        presence_asked_for()
    monkeypatch.setenv(VARIABLE, "")
    assert presence_asked_for() is None
