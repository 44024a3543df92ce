"""docs/howto-pull.md as it stands there, its Google sheet played by what the page says that it
holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from follow import blocks, commands, missing, write
from projects import SHIPPED, run, write_project

from cardgen.api import pull
from cardgen.base.network import Fetched
from cardgen.load.shares import SERVICES

PAGE = (SHIPPED / "docs/howto-pull.md").read_text("utf-8")


def test_the_page_followed_literally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each csv block is what the sheet holds from there on."""
    project = write_project(
        tmp_path / "my-project", {"main": ""}, {"my-card.svg": "<svg/>"}, name="my-game"
    )
    monkeypatch.chdir(project)
    asked, holds, output, steps = list[str](), b"", "", 0

    def fetched(address: str, bounds: object, **options: object) -> Fetched:
        asked.append(address)
        return Fetched(holds, "docs.google.com")

    monkeypatch.setattr(pull, "fetch", fetched)
    for block in blocks(PAGE):
        if block.path:
            write(block, project)
        elif block.language == "csv":
            holds = block.text.replace("\n", "\r\n").encode()
        elif block.language == "sh":
            for _, *words in commands(block.text):
                done = run(*words)
                output = done.stdout + done.stderr
                assert 0 == done.exit_code, f"{words}\n{output}"
                steps += 1
        elif block.language == "text":
            assert [] == missing(block.text, output), output
    assert 2 == steps
    assert [
        "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789/export?format=csv&gid=0"
    ] * 2 == asked


def test_the_page_names_every_service() -> None:
    assert [] == [service.name for service in SERVICES if service.name not in PAGE]
