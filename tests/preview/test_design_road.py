"""What the page asks of a card that is worked on, at the server: only by its page, only of templates
of the project, and bounded."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from previews import previewing
from projects import svg, write_project
from test_edit_road import Page

from cardgen.preview.design_worker import DesignedCard, design_answers
from cardgen.preview.desk import Desk
from cardgen.preview.worker import Done, Trouble

FACE = svg(
    '{{ text_box(card.name, 5, 20, 40, 12, 9, 6) }}\n<rect x="3" y="4" width="9" height="5"/>'
)
DECK = "cards:\n  - {id: owl, name: Owl}\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Page]]:
    root = write_project(tmp_path_factory.mktemp("design"), {"main": DECK}, {"card.svg": FACE})
    (root.parent / "outside.svg").write_text(FACE, encoding="utf-8")
    with previewing("--project", root) as address:
        yield root, Page.at(address)


def designed(page: Page, **more: Any) -> dict[str, Any]:
    """The card with what lies on it."""
    status, words = page.ask("POST", "/design", {"deck": "sweets/main", "card": "owl", **more})
    assert status == 200
    return dict(json.loads(words))


def test_a_card_tells_what_lies_on_it(place: tuple[Path, Page]) -> None:
    told = designed(place[1])
    assert told["problems"] == []
    face = told["sides"]["face"]
    (call,) = face["calls"].values()
    assert (call["name"], call["field"], call["box"]) == ("text_box", "name", [5, 20, 40, 12])
    assert call["place"].endswith("card.svg:2:4")
    assert call["move"] == {"by": "values", "keys": ["x", "y"]}
    rects = [each for each in face["elements"].values() if each["name"] == "rect"]
    assert rects[0]["numbers"]["x"] == [3, "3"]
    assert rects[0]["source"] == '<rect x="3" y="4" width="9" height="5"/>'
    assert {"name": "card.svg", "file": "templates/card.svg"} in told["files"]


def test_a_draft_is_drawn_and_not_written(place: tuple[Path, Page]) -> None:
    root, page = place
    draft = FACE.replace("40, 12", "40, 13")
    told = designed(page, drafts={"templates/card.svg": draft})
    (call,) = told["sides"]["face"]["calls"].values()
    assert call["box"] == [5, 20, 40, 13]
    told = designed(page, drafts={"templates/card.svg": FACE + "{% if %}"})
    assert [problem["code"] for problem in told["problems"]] == ["template-broken"]
    assert (root / "templates/card.svg").read_text("utf-8") == FACE


def test_a_draft_without_end_is_stopped(place: tuple[Path, Page]) -> None:
    loop = (
        "{% for i in range(99999) %}{% for j in range(99999) %}{{ i * j }}{% endfor %}{% endfor %}"
    )
    told = designed(place[1], drafts={"templates/card.svg": svg(loop)})
    assert told["problems"]
    assert designed(place[1])["problems"] == []


@pytest.mark.parametrize("file", ["../outside.svg", "templates/../../outside.svg", "/etc/passwd"])
def test_no_file_outside_is_drawn_read_or_written(place: tuple[Path, Page], file: str) -> None:
    root, page = place
    before = (root.parent / "outside.svg").read_bytes()
    assert designed(page, drafts={file: FACE})["sides"] == {}
    status, words = page.ask("POST", "/design/template", {"file": file})
    assert (status, json.loads(words)["text"]) == (200, None)
    answer = page.edit({"do": "template", "file": file, "text": "<svg/>", "was": FACE})
    assert answer["finding"]["code"] == "edit-impossible"
    assert (root.parent / "outside.svg").read_bytes() == before


def test_nobody_but_the_page_is_answered(place: tuple[Path, Page]) -> None:
    page = place[1]._replace(token="other")
    for path in ("/design", "/design/template", "/design/settings"):
        assert page.ask("POST", path, {})[0] == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"file": "templates/card.svg", "values": {"onload": 3}},
        {"file": "templates/card.svg", "values": {"x": '3" onload="'}},
        {"file": "templates/card.svg", "values": {"x": 1e300}},
        {"file": "templates/card.svg", "shift": ["a", 1]},
        {"file": "templates/card.svg", "scale": 0},
        {"file": "templates/card.svg", "at": -1},
        {"file": 3},
    ],
)
def test_an_edit_that_no_page_sends_is_refused(place: tuple[Path, Page], wrong: Any) -> None:
    status, _ = place[1].ask("POST", "/edit", {"edits": [{"do": "template", **wrong}]})
    assert status == 400


def test_settings_are_told_and_written(place: tuple[Path, Page]) -> None:
    root, page = place
    status, words = page.ask("POST", "/design/settings", {"of": "sweets"})
    told = json.loads(words)
    assert status == 200
    assert told["values"]["palette"] == {"ink": "#202020", "cream": "#FFF7E8"}
    game = root / "card_data/sweets/game.yaml"
    before = game.read_text("utf-8")
    answer = page.edit(
        {"do": "setting", "of": "sweets", "path": ["palette", "ink"], "value": "#303030"}
    )
    assert answer["done"]
    assert game.read_text("utf-8") == before.replace("'#202020'", "'#303030'")
    assert json.loads(page.ask("POST", "/edit/undo", {})[1])["done"]
    assert game.read_text("utf-8") == before


def test_a_template_is_written_and_taken_back(place: tuple[Path, Page]) -> None:
    root, page = place
    path = root / "templates/card.svg"
    at = FACE.index("<rect")
    source = FACE[at : FACE.index("/>", at) + 2]
    edit = {"do": "template", "file": "templates/card.svg", "at": at, "source": source}
    assert page.edit({**edit, "values": {"x": 3.456}})["done"]
    assert path.read_text("utf-8") == FACE.replace('x="3"', 'x="3.46"')
    assert page.edit({**edit, "values": {"x": 5}})["finding"]["code"] == "edit-conflict"
    page.ask("POST", "/edit/undo", {})
    assert path.read_text("utf-8") == FACE


def test_who_waits_is_let_go_when_the_preview_ends() -> None:
    def silent(requests: Any, root: Any, language: str) -> Iterator[Any]:
        yield from ()

    async def asked() -> Any:
        desk = Desk(silent, None, "", asyncio.get_running_loop(), seconds=5)
        desk._worker.ask = lambda *request: None  # type: ignore[method-assign]  # it never answers
        waiting = asyncio.create_task(desk.ask("card"))
        await asyncio.sleep(0)
        desk.dismiss()
        answer = await waiting
        desk.close()
        return answer

    assert asyncio.run(asked()) == Done()


class _Asking(list[Any]):
    """Requests to the process that tells what lies on cards."""

    def recv(self) -> Any:
        return self.pop(0)

    def poll(self, timeout: float = 0.0) -> bool:
        return False


def test_an_outline_that_lies_among_templates_is_read_again(tmp_path: Path) -> None:
    """It is a part of its deck; all other templates are read whenever they are drawn."""
    outline = svg('<path id="ship" d="M4 4H50V70H4Z"/>')
    deck = "size: 60mm x 80mm\nshape: {outline: hull-cut.svg}\ntemplate: card.svg\n" + DECK
    root = write_project(tmp_path, {"main": deck}, {"card.svg": FACE, "hull-cut.svg": outline})
    asking = _Asking()
    answers = design_answers(asking, root, "")  # type: ignore[arg-type]
    told = []
    for version, drawing in enumerate((outline, "<svg", outline)):
        (root / "templates/hull-cut.svg").write_text(drawing, "utf-8")
        asking.append((0, "card", version, "sweets/main", "owl", {}))
        told.append(type(next(answers)))
        assert isinstance(next(answers), Done)
    assert told == [DesignedCard, Trouble, DesignedCard]
