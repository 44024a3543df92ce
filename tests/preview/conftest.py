"""A preview that runs, and a browser to look at it. Both end with the file that asks for them:
while others are tested they would go on looking for changes, and for one another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium import CHROMIUM, Browser, browser


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with browser(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened
