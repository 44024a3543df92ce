"""Outlines of pieces as they are read: from a drawing, from the template, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import write_project

from cardgen.api.workshop import open_project
from cardgen.base.findings import Finding
from cardgen.base.units import MM
from cardgen.load.game import load_games
from cardgen.model.cards import Deck
from cardgen.model.contours import area
from cardgen.model.project import Project
from cardgen.model.sizes import card_size

SHIP = "M4 24H22V6C34 8 42 15 46 24H57C55 32 50 37 44 38H14C8 36 5 31 4 24Z"
HOLE = '<circle cx="14" cy="30.5" r="2.5"/>'
TEMPLATE = (
    "{% set hidden = true %}<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>\n"
    "{% for x in range(3) %}<circle cx='{{ x }}' cy='5' r='1'/>{% endfor %}\n"
    "<g transform='translate(10 5)'><rect class='cut' width='30' height='20' rx='4'/></g>\n"
    "<path id='moved' transform='rotate({{ card.turn }})' d='M1 1H9V9Z'/>\n"
    "<path id='ship' display='none' d='" + SHIP + "'/></svg>"
)


def read(
    root: Path, body: str, shape: str = "{outline: ship.svg}", box: str = "0 0 60 40"
) -> tuple[Deck | None, list[Finding]]:
    """The deck that is cut to a drawing, if there is nothing wrong, and what is told."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n{body}\n</svg>'
    cards = "" if "cards:" in shape else "cards: [{id: one}]\n"
    deck = f"size: 60mm x 40mm\ntemplate: card.svg\nshape: {shape}\n{cards}"
    files = {"card_data/sweets/art/ship.svg": drawing}
    write_project(root, {"main": deck}, {"card.svg": TEMPLATE}, files=files)
    loaded = load_games(Project(root, root / "output"))
    decks = [deck for game in loaded.games for deck in game.decks]
    return (decks[0], [*decks[0].notes]) if decks else (None, loaded.problems)


def test_an_outline_is_read_from_a_drawing_or_from_the_template(tmp_path: Path) -> None:
    """Edges run counterclockwise and holes clockwise, in points from the lower left corner."""
    deck, notes = read(tmp_path, f'<path d="{SHIP}"/>{HOLE}<defs><path d="M0 0H5"/></defs>')
    assert deck
    assert not notes
    edge, hole = deck.shape.outline
    assert area(edge) > 0 > area(hole)
    assert -area(hole) / MM**2 == pytest.approx(19.635, abs=0.05)
    assert max(y for _, y in edge) / MM == pytest.approx(34)
    assert str(deck.shape) == "60 x 40 mm, with an outline"
    behind = deck.shape.behind.outline[0]
    assert max(x for x, _ in edge) / MM == pytest.approx(57)
    assert min(x for x, _ in behind) / MM == pytest.approx(3)
    assert area(behind) == pytest.approx(area(edge))

    small = "{outline: ship.svg}\ncards: [{id: one}, {id: small, size: 30mm x 20mm}]"
    deck, _ = read(tmp_path, f'<path d="{SHIP}"/>{HOLE}', small)
    assert deck
    own = deck.cut_as(deck.card("small")).shape
    assert own.outline[1][3] == pytest.approx([length / 2 for length in hole[3]])
    assert deck.cut_as(deck.card("one")).shape == deck.shape

    deck, _ = read(tmp_path, "", "{outline: template, element: cut}")
    assert deck
    assert deck.shape.outline[0][0][0] / MM == pytest.approx(14, abs=10)
    assert area(deck.shape.outline[0]) / MM**2 == pytest.approx(600 - (4 - 3.14159) * 16, abs=0.1)
    deck, _ = read(tmp_path, "", "{outline: template, element: ship}")
    assert deck
    assert deck.shape.outline == (edge,)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<path d="M10 10H50V30"/>', "open: it begins at 10.0, 10.0 mm and ends at 50.0, 30.0 mm, 45 mm"),
        ('<line x1="1" y1="1" x2="9" y2="9"/>', "the outline is open"),
        ('<path d="M10 10L50 30V10L10 30Z"/>', "the outline crosses itself at 30.0, 20.0 mm"),
        (f'<path d="{SHIP}"/><circle cx="22" cy="15" r="3"/>', "crosses itself"),
        (f'<path d="{SHIP}"/><circle cx="8" cy="8" r="3"/>', "do not hang together, one at 11.0, 8.0 mm"),
        ('<path d="M-2 10H50V30H10Z"/>', "larger than the piece: it reaches 2 mm beyond 60 x 40 mm"),
        (f'<path d="{SHIP}"/><circle cx="30" cy="30" r=".01"/>', "a speck at 30.0, 30.0 mm"),
        ('<use href="../../../secret.svg#x"/>', '<use> refers to another file, "../../../secret.svg#x"'),
        ("<text>ship</text>", "<text> has no path that could be cut"),
        ('<g style="transform: scale(2)"><path d="M1 1H9V9Z"/></g>', "its style moves it"),
        ('<path d="M1 1 Hx"/>', "the <path> to cut along cannot be read"),
        ('<path display="none" d="M1 1H9V9Z"/>', "there is no path to cut along"),
    ],
    ids=lambda value: value[:20],
)  # fmt: skip
def test_an_outline_that_cannot_be_cut_is_told_with_its_line(
    tmp_path: Path, body: str, told: str
) -> None:
    deck, (problem,) = read(tmp_path, body)
    assert deck is None
    assert told in problem.what
    assert problem.remedy
    assert problem.code == "outline-wrong"
    assert problem.place
    assert problem.place.file.name == "ship.svg"
    assert problem.place.line in (1, 2)


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("{outline: ../../../secret.svg}", "secret"),
        ("{outline: boat.svg}", "boat"),
        ("{outline: ship.svg, element: hull}", 'no element has the id or the class "hull"'),
        ("{outline: template, element: moved}", "its transform is computed"),
        ("{outline: template}", "it is not said which element of the template"),
        ("{element: cut}", "a shape has an outline"),
        ("{outline: ship.svg}\npanels: 2 x 2", "panels are of a board whose sheets are joined"),
        (
            "{outline: ship.svg}\nlayout: split\npanels: 2",
            "panels are a number across and one down",
        ),
        ("ship.svg", "a shape has an outline"),
    ],
)
def test_what_a_shape_cannot_name_is_told(tmp_path: Path, shape: str, told: str) -> None:
    deck, problems = read(tmp_path, f'<path d="{SHIP}"/>', shape)
    assert deck is None
    assert told in problems[0].what


def test_an_icon_is_an_outline_by_its_name_alone(tmp_path: Path) -> None:
    """A file that is not there is not taken from the icons for being called as one of them is."""
    deck, (problem,) = read(tmp_path, "", "{outline: heart.svg}")
    assert deck is None
    assert (problem.code, problem.place and problem.place.line) == ("file-missing", 3)
    assert problem.what == 'neither art/ nor templates/ has "heart.svg"'
    assert problem.remedy.startswith("write  outline: heart  for the icon, or draw ")
    assert problem.remedy.endswith("card_data/sweets/art/heart.svg")
    _, (problem,) = read(tmp_path, "", "{outline: heart}")
    assert "are not the proportions of 60 x 40 mm" in problem.what
    drawn = (tmp_path / "card_data/sweets/art/ship.svg").read_text()
    (tmp_path / "templates/heart.svg").write_text(drawn.replace("\n\n", f'<path d="{SHIP}"/>'))
    deck, problems = read(tmp_path, "", "{outline: heart.svg}")
    assert deck, problems


def test_proportions_must_be_those_of_the_piece_and_small_details_are_told(tmp_path: Path) -> None:
    _, (problem,) = read(tmp_path, '<path d="M1 1H9V9Z"/>', box="0 0 100 50")
    assert "write  size: 60mm x 30mm" in problem.remedy
    deck, notes = read(
        tmp_path,
        '<path d="M2 2H20V19.6H40V2H58V38H40V20.2H20V38H2Z"/><circle cx="9" cy="9" r=".6"/>',
    )
    assert deck
    assert [note.code for note in notes] == ["outline-detail"] * 2
    assert "a hole at 9.0, 9.0 mm is less than 2 mm wide" in notes[0].what
    assert "is less than 1 mm wide" in notes[1].what


@pytest.mark.parametrize(
    ("size", "box", "covered"),
    [
        ("ellipse 60x40mm", (60, 40), 1884.956),
        ("triangle 50mm", (50, 43.301), 1082.532),
        ("pointy hexagon 60mm", (51.962, 60), 2338.269),
        ("pointy hex 52mm flats", (52, 60.044), 2341.732),
    ],
)
def test_named_outlines_fill_their_box(size: str, box: tuple[float, float], covered: float) -> None:
    shape = card_size(size)
    assert (shape.width / MM, shape.height / MM) == pytest.approx(box, abs=0.001)
    (edge,) = shape.outline
    assert area(edge) / MM**2 == pytest.approx(covered, rel=1e-3)
    xs, ys = zip(*edge, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((0, shape.width, 0, shape.height))


def test_an_outline_that_cannot_be_read_is_told_alone(tmp_path: Path) -> None:
    """Wherever its drawing lies, nobody is told that there is no deck."""
    write_project(
        tmp_path,
        {"main": "size: 60mm x 40mm\nshape: {outline: hull-cut.svg}\ntemplate: card.svg\n"},
        files={"templates/hull-cut.svg": "<svg"},
    )
    (problem,) = open_project(tmp_path).problems
    assert problem.place
    assert problem.place.file.name == "hull-cut.svg"
