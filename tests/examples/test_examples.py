"""The games under examples/ are whole projects: they pass every check and build in a moment."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from projects import SHIPPED, run

EXAMPLES = sorted(path.parent for path in (SHIPPED / "examples").glob("*/README.md"))
SHEETS = {
    "caravan": {
        "board-split": 3,
        "caravans-tent": 1,
        "goods": 2,
        "places": 2,
        "road": 4,
        "tokens": 2,
    },
    "flashcards": {"german": 12, "spanish": 12},
    "party": {"answers": 12, "sentences": 6},
    "spells": {"spells": 6},
    "tarot": {"arcana": 12},
    "trivia": {"questions": 8},
    "wargame": {"counters": 2},
}
"""How many pages the A4 sheets of each deck have, by example."""


@pytest.fixture(scope="module", params=EXAMPLES, ids=lambda path: path.name)
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """An example, and the folder with its PDFs for A4."""
    made = tmp_path_factory.mktemp(request.param.name)
    result = run("build", "--paper", "a4", "--out", made, project=request.param)
    assert 0 == result.exit_code, result.output
    (folder,) = made.iterdir()
    return request.param, folder


def test_every_example_is_expected() -> None:
    assert sorted(SHEETS) == [path.name for path in EXAMPLES]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_passes_every_check(example: Path) -> None:
    result = run("validate", "--strict", project=example)
    assert 0 == result.exit_code, result.output


def test_an_example_builds_its_sheets_and_its_book(built: tuple[Path, Path]) -> None:
    example, folder = built
    pages = {deck: page_count(folder / f"{deck}-a4.pdf") for deck in SHEETS[example.name]}
    assert SHEETS[example.name] == pages
    if len(pages) > 2:  # all parts in one file, and an empty page behind what has one side
        sides = sum(count * (2 if "-" in deck else 1) for deck, count in pages.items())
        assert sides == page_count(folder / "all-a4.pdf")
    if list(example.glob("card_data/*/rulebook.md")):
        assert page_count(folder / "rulebook-a4.pdf") <= 3  # a cover, and two pages of rules


def test_an_example_says_why_it_is_built_so_and_two_commands(built: tuple[Path, Path]) -> None:
    title, why, shell = (built[0] / "README.md").read_text("utf-8").strip().split("\n\n", 2)
    assert title.startswith("# ")
    assert len(why) > 300
    assert "```sh\ncardgen validate --strict\ncardgen build\n```" == shell


def page_count(file: Path) -> int:
    return len(pypdfium2.PdfDocument(file))
