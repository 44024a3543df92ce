"""Pictures to show a game with."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from projects import HEAD, run, svg, write_project

FACE = '<rect x="-4" y="-4" width="68" height="88" fill="{{ card.colour }}"/>'
CARDS = (
    'cards:\n  - {id: grey, colour: "#777777"}\n  - {id: dim, colour: "#665A5A", copies: 2}\n'
    "  - for: {n: {expr: range(8)}}\n    id: c{n}\n    colour: {expr: \"['#E33', '#3A3', '#33E', '#EA0'][n % 4]\"}\n"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("show")
    sides = {"card.svg": svg(FACE), "back.svg": svg(FACE.replace("{{ card.colour }}", "#222"))}
    write_project(root, {"main": HEAD + "fields: {colour: text}\n" + CARDS}, sides)
    return root


def made(project: Path, *words: str) -> dict[str, bytes]:
    done = run("show", "sweets", "--width", "240", *words, project=project)
    assert done.exit_code == 0, done.output
    folder = project / "output/sweets/show"
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.png"))}


def test_each_picture_is_as_wide_as_asked_clear_and_the_same_again(project: Path) -> None:
    first = made(project)
    assert list(first) == ["contact", "fan", "hand", "spread"]
    for data in first.values():
        with Image.open(io.BytesIO(data)) as picture:
            assert (picture.mode, picture.width) == ("RGBA", 240)
            assert picture.getpixel((0, 0))[3] == 0
            assert picture.getchannel("A").getextrema() == (0, 255)
    assert made(project) == first


def test_cards_that_differ_and_are_colourful_are_shown_or_those_that_somebody_chose(
    project: Path,
) -> None:
    """Four of ten differ in more than copies and greys."""
    with Image.open(io.BytesIO(made(project)["contact"])) as picture:
        colours = picture.convert("RGB").getcolors(99999)
    assert {(238, 51, 51), (51, 170, 51), (51, 51, 238), (238, 170, 0)} <= {
        colour for count, colour in colours if count > 20
    }
    with Image.open(
        io.BytesIO(made(project, "--as", "hand", "--cards", "grey, dim")["hand"])
    ) as picture:
        colours = picture.convert("RGB").getcolors(99999)
    assert {(119, 119, 119), (102, 90, 90)} == {
        colour for count, colour in colours if count > 2000 and max(colour)
    }
