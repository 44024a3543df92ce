"""The cache of faces: what composes as it did is not painted again, and prints as if it had been."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from processes import here

import cardgen
from cardgen.cards import face_cache
from cardgen.engine.svg.paint import paint
from cardgen.engine.typography.fontbook import FontBook
from cardgen.sandbox import process

pytestmark = pytest.mark.usefixtures("apart")

FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<image href="{{ card.art }}" x="14" y="10" width="36" height="36"/>{{ icon }}
{{ text_box(card.name, 6, 50, 51, 20, 10, font="Nunito") }}</svg>"""
BACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><rect width="63.5" height="88.9" fill="#456"/></svg>'
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"{}><path d="M1 1h{}v7z" fill="#a40"/></svg>'
NAMES = ("Bat", "Owl", "Toad")


FACES, SIDES = 3, 4


class Project:
    """Three cards, each with a drawing, and one back. What a build paints of them is counted, and
    what it prints is given."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.painted = folder, 0
        self.write("templates/card.svg", FACE.replace("{{ icon }}", ""))
        self.write("templates/back.svg", BACK)
        for name in NAMES:
            self.write(f"card_data/game/art/{name.lower()}.svg", ART.format("", 7))
        self.write("card_data/game/game.yaml", "title: Game\n")
        self.deal(NAMES)
        monkeypatch.setenv("CARDGEN_CACHE", str(folder / "cache"))
        monkeypatch.setattr(process, "run", here)

        def counted(*given: Any, **more: Any) -> Any:
            self.painted += given[0].get("viewBox") == "0 0 63.5 88.9"
            return paint(*given, **more)

        monkeypatch.setattr("cardgen.engine.svg.paint.paint", counted)

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def deal(self, names: tuple[str, ...], size: str = "poker") -> None:
        cards = "".join(
            f"  - {{id: c{n}, name: {name}, art: {name.lower()}}}\n" for n, name in enumerate(names)
        )
        self.write(
            "card_data/game/main.yaml",
            f"title: Main\nsize: {size}\ntemplate: card.svg\nback: back.svg\ncards:\n{cards}",
        )

    def printed(self, **options: Any) -> bytes:
        """The sheets that a build writes; `painted` is then how many sides it painted for them."""
        self.painted = 0
        out = self.folder / "out"
        report = cardgen.open_project(self.folder).build(
            ["game/main"], cardgen.Options(papers=("a4",), out=out, jobs=1, **options)
        )
        assert [] == report.problems
        return (out / "game/main-a4.pdf").read_bytes()

    def anew(self, monkeypatch: pytest.MonkeyPatch, **options: Any) -> bytes:
        """The sheets of a build that has nothing kept."""
        with monkeypatch.context() as without:
            without.setenv("CARDGEN_CACHE", "")
            return self.printed(**options)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


def test_what_is_as_it_was_is_not_painted_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = project.printed()
    assert SIDES == project.painted
    assert first == project.printed() == project.anew(monkeypatch)
    project.printed()
    assert 0 == project.painted


def test_a_card_that_changes_is_painted_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is known when it is as it was again."""
    first = project.printed()
    project.deal(("Bat", "Owl", "Toad", "Bat"))
    changed = project.printed()
    assert 0 == project.painted, "it says what another one says"
    project.write(
        "templates/card.svg",
        FACE.replace(
            "{{ icon }}", '<circle cx="{{ 9 if card.name == "Owl" else 8 }}" cy="9" r="1"/>'
        ),
    )
    project.printed()
    assert FACES + 1 == project.painted
    project.write(
        "templates/card.svg",
        FACE.replace(
            "{{ icon }}", '<circle cx="{{ 7 if card.name == "Owl" else 8 }}" cy="9" r="1"/>'
        ),
    )
    moved = project.printed()
    assert 1 == project.painted
    assert moved == project.anew(monkeypatch) != changed
    project.write("templates/card.svg", FACE.replace("{{ icon }}", ""))
    project.deal(NAMES)
    assert first == project.printed()


@pytest.mark.parametrize(
    ("asked", "path", "box"),
    [
        ("", 5, 'height="20"'),
        (' preserveAspectRatio="none"', 7, 'height="20"'),
        (' width="18" height="9"', 7, ""),
    ],
    ids=["what it shows", "its proportions", "its size"],
)
def test_art_that_changes_changes_its_cards(
    project: Project, monkeypatch: pytest.MonkeyPatch, asked: str, path: int, box: str
) -> None:
    project.write("templates/card.svg", FACE.replace("{{ icon }}", "").replace('height="36"', box))
    before = project.printed()
    project.write("card_data/game/art/owl.svg", ART.format(asked, path))
    after = project.printed()
    assert 1 == project.painted
    assert after == project.anew(monkeypatch) != before


def test_options_sizes_and_fonts_have_faces_of_their_own(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.printed()
    for options in ({"ink": "low"}, {"ppi": 300.0}):
        assert project.printed(**options) == project.anew(monkeypatch, **options)
        project.printed(**options)
        assert 0 == project.painted
    project.deal(NAMES, "63.5mm x 88.9mm")
    project.printed()
    assert project.painted in (0, SIDES)
    monkeypatch.setattr(FontBook, "digest", "others")
    project.printed()
    assert SIDES == project.painted, "there are other letters to choose from"


@pytest.mark.parametrize(
    "body",
    [
        '<image href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 1 1%22/%3E" width="1" height="1"/>',
        '<defs><mask id="m"><rect width="9" height="9" fill="#888"/></mask></defs><g mask="url(#m)"><rect width="9" height="9"/></g>',
    ],
)
def test_what_cannot_be_told_is_painted_each_time(
    project: Project, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    project.write("templates/card.svg", FACE.replace("{{ icon }}", body))
    first = project.printed()
    assert first == project.printed() == project.anew(monkeypatch)
    project.printed()
    assert FACES == project.painted


def test_what_is_found_on_a_card_is_found_in_every_run(project: Project) -> None:
    project.write("templates/card.svg", FACE.replace("{{ icon }}", "").replace("20, 10,", "20, 5,"))
    for _ in range(2):
        report = cardgen.open_project(project.folder).build(
            ["game/main"], cardgen.Options(papers=("a4",), out=project.folder / "out")
        )
        assert FACES == sum(finding.check == "text-size" for finding in report.findings)


def test_static_art_comes_with_its_faces(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer that all cards share is kept with them, and stands in the file once."""
    layer = "".join(f'<path d="M{n} 2h1v1z" fill="url(#g)"/>' for n in range(40))
    shade = '<defs><linearGradient id="g"><stop stop-color="#a40"/><stop offset="1" stop-color="#fc0"/></linearGradient></defs>'
    project.write("templates/card.svg", FACE.replace("{{ icon }}", f"{shade}<g>{layer}</g>"))
    first = project.printed()
    assert first == project.printed() == project.anew(monkeypatch)
    project.printed()
    assert 0 == project.painted


@pytest.mark.parametrize(
    "spoilt", [[], [1] * 7, ["", {}, [1], [], {}, [], []], ["", {"box": 1}, [""], [99], {}, [], []]]
)
def test_what_is_kept_may_be_something_else(
    project: Project, monkeypatch: pytest.MonkeyPatch, spoilt: list[Any]
) -> None:
    """It is a miss, and nothing of it is in what prints."""
    first = project.printed()
    loads = json.loads
    monkeypatch.setattr(
        face_cache.json,
        "loads",
        lambda text: spoilt if text[:3] in (b'["", {', b'["X', b'[""') else loads(text),
    )
    assert first == project.printed()
    assert SIDES == project.painted


def test_no_more_is_kept_than_twice_the_deck(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    for number in range(8):
        project.write(
            "templates/card.svg",
            FACE.replace("{{ icon }}", f'<circle cx="{number}" cy="9" r="1"/>'),
        )
        project.printed()
        sizes.append(
            max(
                file.stat().st_size
                for file in (project.folder / "cache").iterdir()
                if file.is_file()
            )
        )
    assert sizes[-1] == sizes[-2]


def test_a_side_that_is_face_and_back_is_kept_as_both(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("templates/card.svg", BACK)
    first = project.printed()
    assert first == project.printed() == project.anew(monkeypatch)


def test_no_more_is_kept_than_there_is_room_for(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read back at once must not fill the memory that drawing has: cards may hold thirty
    million bytes each."""
    monkeypatch.setattr(face_cache, "_ROOM", 1000)
    first = project.printed()
    assert first == project.printed() == project.anew(monkeypatch)
    project.printed()
    assert 0 < project.painted < SIDES
