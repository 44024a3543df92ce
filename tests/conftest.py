"""What every test gets: a cache of its own, and no colour or width from the terminal that happens to run it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or fills the user's cache; within one run they share a folder, as builds do."""
    folder = Path(tmp_path_factory.getbasetemp()) / "cardgen-cache"
    monkeypatch.setenv("CARDGEN_CACHE", str(folder))
