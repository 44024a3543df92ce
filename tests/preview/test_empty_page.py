"""A deck without cards on the page: its first card is added, its last one goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import write_project

pytestmark = pytest.mark.browser
HEAD = "size: poker\ntemplate: plain.svg\n"


def test_the_first_card_comes_and_the_last_goes(chromium: Browser, tmp_path: Path) -> None:
    root = write_project(tmp_path, {"birds": HEAD + "cards: []\n", "more": HEAD + "cards:\n"})
    file = root / "card_data/sweets/birds.yaml"
    with previewing("--project", root) as address:
        chromium.open(f"{address}#/sweets/birds")
        chromium.until("document.documentElement?.dataset.looked !== undefined")
        chromium.until("!document.getElementById('empty').hidden")
        assert "This deck has no cards." in chromium.run(
            "document.getElementById('empty').textContent"
        )
        chromium.click("#empty [data-act=first]")
        chromium.until("!document.querySelector('#deck-table [data-act=add]')?.disabled")
        chromium.click("#deck-table [data-act=add]")
        chromium.until("fetch('/edit/state').then((a) => a.json()).then((a) => a.undo === 1)")
        assert HEAD + "cards:\n  - {id: birds-1}\n" == file.read_text("utf-8")
        remove = [{"do": "remove", "deck": "sweets/birds", "card": "birds-1"}]
        call = f"import('/static/edits.js').then(({{ edit }}) => edit({json.dumps(remove)}))"
        assert chromium.run(call)["done"]
        assert HEAD + "cards:\n" == file.read_text("utf-8")
        chromium.click("#bar [data-mode=cards]")
        chromium.until("!document.getElementById('empty').hidden")
        for mode in ("hand", "sheets"):
            chromium.click(f"#bar [data-mode={mode}]")
        chromium.until(
            "document.getElementById('sheet-problems').textContent.includes('no card to print')"
        )
        assert [] == chromium.errors
