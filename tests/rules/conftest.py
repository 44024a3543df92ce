"""What the tests of checks get: a small project of their own, with the folder above it as the
current one."""

from __future__ import annotations

from pathlib import Path

import pytest
from sweets import Sweets


@pytest.fixture
def sweets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sweets:
    monkeypatch.chdir(tmp_path)
    return Sweets(tmp_path / "project").write()
