"""Stamps: what they say, where they stand, and that nobody takes a card for another because of
one."""

from __future__ import annotations

import math
from pathlib import Path

import pikepdf
import pytest
from operators import names_of_operators
from projects import BACK, run, svg, text_of, write_project

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.engine.graphics.display_list import PaintedPath
from cardgen.engine.graphics.drawing import Drawing
from cardgen.load.font_list import open_fonts
from cardgen.model.cards import Card, Game
from cardgen.model.project import shipped_root
from cardgen.model.sizes import Shape
from cardgen.sheets.stamp import PLACEHOLDERS, Stamp, check_stamp

DARK = svg('<rect x="-4" y="-4" width="68" height="88" fill="#101020"/>')
CARDS = "cards:\n  - {id: one, name: Owl, copies: 2}\n  - {id: two, name: '{Ñandú} & Ж'}\n"
GAME = "title: Sweets\nversion: 0.7\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # the first of January 2026, at midnight in UTC
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    return write_project(tmp_path, {"main": CARDS}, {"card.svg": DARK, "back.svg": BACK}, game=GAME)


def stamped(project: Path, stamp: str, *words: str) -> list[str]:
    made = run("build", "--paper", "a4", "--stamp", stamp, *words, project=project)
    assert made.exit_code == 0, made.output
    return text_of(project / "output/sweets/main-a4.pdf")


def test_every_face_says_its_own_and_no_back_does(project: Path) -> None:
    front, back = stamped(project, "{id} · {date} · v{version}")
    assert front.count("one · 2026-01-01 · v0.7") == 2
    assert front.count("two · 2026-01-01 · v0.7") == 1
    assert "2026" not in back


def test_names_and_doubled_braces(project: Path) -> None:
    front, _ = stamped(project, "{{{name}}}  PROTOTYPE")
    assert "{Owl} PROTOTYPE" in front
    assert "{{Ñandú} & Ж} PROTOTYPE" in front


def test_without_a_stamp_nothing_is_different(project: Path) -> None:
    stamped(project, "")
    plain = (project / "output/sweets/main-a4.pdf").read_bytes()
    run("build", "--paper", "a4", project=project)
    assert (project / "output/sweets/main-a4.pdf").read_bytes() == plain
    stamped(project, "x")
    assert (project / "output/sweets/main-a4.pdf").read_bytes() != plain


@pytest.mark.parametrize("stamp", ["{card}", "v{version", "{}", "}", "{ id }", "{id.copies}"])
def test_what_means_nothing_is_told_with_what_does(project: Path, stamp: str) -> None:
    for words in (("build",), ("export", "sweets", "--printer", "images")):
        told = run(*words, "--stamp", stamp, project=project)
        assert told.exit_code == 2
        assert (
            "means nothing there; use {id}, {name}, {date}, {version}; {{ prints a brace"
            in told.stderr
        )
    assert not (project / "output").exists()


def test_a_stamp_is_a_small_line(project: Path) -> None:
    assert (
        "201 characters are too many" in run("build", "--stamp", "x" * 201, project=project).stderr
    )
    check_stamp("x" * 200)


def test_a_date_that_is_none_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    told = run("build", "--stamp", "{date}", project=project)
    assert told.exit_code == 2
    assert 'SOURCE_DATE_EPOCH is "soon"' in told.stderr


def test_no_check_looks_at_it_and_no_card_is_changed_by_it(project: Path) -> None:
    """It stands outside of the safe zone, in type smaller than is good for a text, on a card that
    was printed without."""
    assert run("printed", project=project).exit_code == 0
    made = run("build", "--paper", "a4", "--stamp", "{id}", project=project)
    assert made.exit_code == 0
    assert "safe" not in made.stderr
    assert "text-size" not in made.stderr
    assert run("changes", project=project).tells("as it was printed")
    assert run("build", "--changed", "--stamp", "{id}", project=project).tells("note nothing-made")


def test_exports_bear_it_too(project: Path) -> None:
    deck = project / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text("utf-8").replace("60mm x 80mm", "poker"), "utf-8")
    for name in ("card.svg", "back.svg"):
        face = svg('<rect x="-4" y="-4" width="72" height="98" fill="#101020"/>', 63.5, 88.9)
        (project / "templates" / name).write_text(face, "utf-8")
    made = run(
        "export",
        "sweets",
        "--printer",
        "drivethrucards",
        "--stamp",
        "{id} v{version}",
        project=project,
    )
    assert made.exit_code == 0, made.output
    pages = text_of(project / "output/sweets/drivethrucards/main/main.pdf")
    assert [page.strip() for page in pages if page.strip()] == ["one v0.7", "one v0.7", "two v0.7"]


def test_the_preflight_of_a_print_shop_passes_it(project: Path) -> None:
    """Its ink is grey, which any print shop takes: no colour of a screen comes into the file."""
    test_exports_bear_it_too(project)
    with pikepdf.open(project / "output/sweets/drivethrucards/main/main.pdf") as pdf:
        assert not any("rg" in names_of_operators(page) for page in pdf.pages)


SHAPES = [
    Shape("rectangle", 63.5 * MM, 88.9 * MM, 3 * MM),
    Shape("rectangle", 12 * MM, 12 * MM),
    Shape("circle", 25 * MM, 25 * MM),
    Shape("circle", 12 * MM, 12 * MM),
    Shape("hexagon", 30 * MM, 30 * MM * math.sqrt(3) / 2),
]


def placed(shape: Shape, words: str) -> list[tuple[float, float]]:
    """The corners of the box around the badge, in points from the upper left of the trim."""
    game = Game("g", "Game", "", Path(), {}, {}, ())
    stamp = Stamp(words, game, open_fonts([shipped_root() / "fonts"]))
    face = Drawing([], Box(0, 0, shape.width, shape.height))
    stamped = stamp.on(Card("id", "main", {}, place=None), face, shape)  # type: ignore[arg-type]
    (badge,) = [item for item in stamped.items if isinstance(item, PaintedPath)]
    return [*badge.path.corners.corners]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(
    "words", ["v1", "PROTOTYPE v3", "a-very-long-id-of-a-card · 2026-01-01 · v1.2.3-beta"]
)
def test_it_stands_inside_the_card_whatever_its_shape(shape: Shape, words: str) -> None:
    corners = placed(shape, words)
    assert all(
        0 <= x <= shape.width and shape.height / 2 < y <= shape.height - MM for x, y in corners
    )
    if shape.kind == "circle":
        low = max(y for _, y in corners) - 0.3 * (
            max(y for _, y in corners) - min(y for _, y in corners)
        )
        radius = shape.width / 2
        assert all(math.hypot(x - radius, low - radius) <= radius - MM for x, _ in corners)


def test_all_placeholders_are_told_in_the_help() -> None:
    told = run("build", "--help").stdout
    assert all(f"{{{name}}}" in told for name in PLACEHOLDERS)


def test_a_card_without_a_face_is_left_alone() -> None:
    stamp = Stamp(
        "x", Game("g", "Game", "", Path(), {}, {}, ()), open_fonts([shipped_root() / "fonts"])
    )
    drawn = Drawn(Card("id", "main", {}, place=None), None, None)  # type: ignore[arg-type]
    assert list(stamp.over([drawn], SHAPES[0])) == [drawn]
