"""What every test gets: a cache of its own, settings of its own, and all the time that its work needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from cardgen.rules import suggest, trial
from cardgen.sandbox import process

settings.register_profile("ci", derandomize=True, deadline=None)  # a change is judged by the same examples each time
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-cards", action="store_true", help="compare the preview of every shipped card with its PDF, not of a sample")


@pytest.fixture(scope="session", autouse=True)
def _patience() -> Iterator[None]:
    """No work is given up because the machine is slow; a test of work without end says how long it may take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(process.run.__kwdefaults__, "seconds", 600.0)
        patch.setattr(trial, "PATIENCE", 600.0)
        patch.setattr(suggest, "PATIENCE", 600.0)
        yield


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or fills the user's cache; within one run they share a folder, as builds do."""
    folder = Path(tmp_path_factory.getbasetemp()) / "cardgen-cache"
    monkeypatch.setenv("CARDGEN_CACHE", str(folder))


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes what the person keeps about their printers."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path_factory.mktemp("settings")))
