"""Faults planted one to a card, and cards that are right, as games have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import CLEAN, FAULTS, false_alarms, missed


@pytest.mark.parametrize("printer", ["makeplayingcards", "x1a", "x4"])
def test_planted_faults_are_told_and_what_is_right_is_not(tmp_path: Path, printer: str) -> None:
    """`python tests/preflight/planted.py` looks at the others too."""
    assert len(FAULTS) >= 80
    assert len(CLEAN) >= 34
    assert [] == missed(tmp_path / "faults", printer)
    assert [] == false_alarms(tmp_path / "clean", printer)
