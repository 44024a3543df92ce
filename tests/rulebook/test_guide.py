"""The guide to rulebooks: every example in it is a book that comes out, and it names all that there
is."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from projects import SHIPPED, run

from cardgen.rulebook.blocks import CONTAINERS

GAME = "best-candy-on-the-block"
GUIDE = (SHIPPED / "docs/rulebook.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```markdown\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)

FIGURES = re.findall(
    r"^```xml\n<!-- (templates/best-candy/book/\w+\.svg) -->\n(.*?)^```$",
    GUIDE,
    re.DOTALL | re.MULTILINE,
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a copy of Best Candy on the Block."""
    root = tmp_path_factory.mktemp("guide")
    shutil.copytree(SHIPPED / "card_data" / GAME, root / "card_data" / GAME)
    for name, figure in FIGURES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(figure, "utf-8")
    return root


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[re.findall("## (.*)", example)[0] for example in EXAMPLES]
)
def test_every_example_is_a_book(project: Path, example: str) -> None:
    """On its own, as it stands in the guide."""
    (project / "card_data" / GAME / "rulebook.md").write_text(example, "utf-8")
    result = run("rulebook", "--paper", "a4", project=project)
    assert result.exit_code == 0, result.output


def test_the_guide_names_every_box_and_call() -> None:
    for name in (
        *CONTAINERS,
        "card(",
        "row(",
        "fan(",
        "back(",
        "picture(",
        "figure(",
        "page(",
        "components(",
        "count_table(",
        "variants(",
    ):
        assert name in GUIDE


def test_the_options_of_the_command_are_in_the_guide() -> None:
    """And the other way round: what the guide says of the command is in its help."""
    said = run("rulebook", "--help").output
    for option in re.findall(r"--(?!help|project)[a-z]+", said):
        assert option in GUIDE
    assert all(option in said for option in re.findall(r"--[a-z]+", GUIDE.split("## The parts")[0]))
