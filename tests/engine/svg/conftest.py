"""Where tests of art put their files, and how they look at them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pictures import shipped_fonts

from cardgen.base.cache import Cache
from cardgen.engine.svg.art import Art
from cardgen.engine.typography.fontbook import FontBook
from cardgen.model.project import Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    art = tmp_path / "card_data" / "game" / "art"
    art.mkdir(parents=True)
    return art


@pytest.fixture
def art(folder: Path, tmp_path: Path) -> Callable[..., Art]:
    """The art of a small project, as each run of the program finds it."""

    def found(fonts: FontBook | None = None) -> Art:
        return Art(
            Project(tmp_path, tmp_path / "output"),
            folder.parent,
            fonts or shipped_fonts(),
            Cache(tmp_path / "cache"),
        )

    return found
