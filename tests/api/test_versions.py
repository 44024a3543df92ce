"""Versions that have names: remembered side by side, compared, told to players, and what upgrades a
box from one to the other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import run, running_text, svg, text, write_project

from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.engine import Canvas, Drawing, FlatColour
from cardgen.model.sizes import Shape
from cardgen.prepress.changed_boxes import changed_boxes

HEAD = """title: Night
size: poker
template: card.svg
back: back.svg
fields: {cost: {int: {optional: true}}, text: {text: {optional: true}}}
cards:
"""
FACE = svg(
    text("{{ card.name }}", 30, 12)
    + text("{{ card.cost if card.cost is not none }}", 8, 80, 9)
    + text("{{ card.text or '' }}", 31, 50, 2.4),
    63.5,
    88.9,
)
BACK = svg('<rect x="-4" y="-4" width="72" height="98" fill="#335577"/>', 63.5, 88.9)
OWL = "  - {id: owl, name: Owl, cost: %s, text: 'Hoot, and %s of the pile to your hand at once'}\n"
FIRST = (
    HEAD + OWL % (3, "add two cards") + "  - {id: bat, name: Bat, copies: 2}\n"
    "  - {id: fox, name: Fox, cost: 1}\n  - {id: cat, name: Cat, cost: 4}\n"
)
SECOND = (
    HEAD + OWL % (2, "add one card") + "  - {id: bat, name: Vampire *Bat*, copies: 3}\n"
    "  - {id: cat, name: Cat, cost: 4}\n  - {id: elf, name: Elf, copies: 2}\n"
)
THIRD = SECOND.replace("name: Cat, cost: 4", "name: Cat, cost: 9")


def night(root: Path, deck: str, game: str = "title: Night\n") -> Path:
    files = {"card.svg": FACE, "back.svg": BACK}
    return write_project(root, {"main": deck}, files, game=game, name="night")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of which v0.6 and v0.10 are remembered; since then one more card has changed."""
    root = night(tmp_path_factory.mktemp("versions"), FIRST, "title: Night\nversion: 0.6\n")
    done = run("printed", "--as", "v0.6", project=root)
    assert done.exit_code == 0
    assert done.stdout.strip().endswith("printed/v0.6.yaml  (4 cards of 1 deck)")
    assert "do not say" not in done.stderr
    night(root, SECOND)
    done = run("printed", "--as", "v0.10", project=root)
    assert "sheets, boxes and books do not say v0.10 before game.yaml does: night" in done.stderr
    assert not (root / "printed.yaml").exists()
    return night(root, THIRD)


def kinds(root: Path, *words: str) -> dict[str, str]:
    done = run("changes", *words, "--format", "json", project=root)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    return {card["id"]: card["kind"] for deck in told["decks"] for card in deck["cards"]}


def test_a_version_is_compared_with_another_one_and_with_today(project: Path) -> None:
    between = {"owl": "changed", "bat": "changed", "elf": "new", "fox": "gone"}
    assert kinds(project, "v0.6..v0.10") == between
    assert kinds(project, "v0.6", "night/main") == {**between, "cat": "changed"}
    assert kinds(project, "v0.10") == {"cat": "changed"}
    pages = running_text(project / "output/night/changes-v0.6-v0.10.pdf")
    assert "Owl owl changed" in pages
    assert "v0.6" in pages
    assert "drawn as today" not in pages


def test_players_read_what_changed(project: Path) -> None:
    done = run("changes", "v0.6..v0.10", "--log", project=project)
    assert done.exit_code == 0, done.output
    told = (project / "output/night/changes-log-v0.6-v0.10.md").read_text("utf-8")
    assert told.replace("\\", "").splitlines() == [
        "# Night",
        "",
        "What changed from v0.6 to v0.10",
        "",
        "## Night",
        "",
        "- Owl: cost 3 to 2, text “… and add two cards of the …” to “… and add one card of the …”",
        "- Bat is called Vampire Bat now: 3 copies instead of 2",
        "- New: Elf (2 copies)",
        "- Gone: Fox",
    ]
    page = running_text(project / "output/night/changes-log-v0.6-v0.10.pdf")
    assert "Owl: cost 3 to 2" in page
    assert "Gone: Fox" in page


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("changes", "v0.7"), 'no version is remembered as "v0.7"; did you mean'),
        (("changes", "v0.6..v9"), 'no version is remembered as "v9"'),
        (("changes", "v0.6..../x"), "no game is called"),
        (("changes", "v0.6..a b"), '"a b" is no name for a version'),
        (("printed", "--as", "../v1"), '"../v1" is no name for a version'),
        (("changes", "v0.6..v0.10", "night/other"), "other"),
    ],
)
def test_what_is_no_version_is_told(project: Path, words: tuple[str, ...], told: str) -> None:
    done = run(*words, project=project)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_kit_has_what_a_box_lacks_and_says_what_to_do(project: Path) -> None:
    """Owl and Bat are stuck over where that is enough, what is new or there more often is printed."""
    done = run("upgrade", "v0.6..v0.10", "--stickers", project=project)
    kit = project / "output/night/upgrade-v0.6-v0.10"
    assert (done.exit_code, {file.name for file in kit.iterdir()}) == (
        0,
        {"guide.pdf", "stickers-a4.pdf", "main-changed-a4.pdf"},
    ), done.output
    guide = running_text(kit / "guide.pdf")
    assert "take out 1, put in 3, stick on 4" in guide
    assert "stick 3 on each of 2" in guide  # the name on both bats
    assert "Fox fox gone take out 1" in guide
    assert "Elf elf new put in 2 of the sheets" in guide
    stickers = running_text(kit / "stickers-a4.pdf")
    assert stickers.count("· Vampire Bat") == 2
    done = run("upgrade", "v0.6", "--labels", "avery-5167", project=project)
    assert done.exit_code == 0, done.output
    guide = running_text(project / "output/night/upgrade-v0.6/guide.pdf")
    assert "stick 1 on each of 2: label 1 of sheet 1, 2 of sheet 1" in guide
    # its line is longer than these labels, so the card is printed whole
    assert "Owl owl changed take out 1 put in 1 of the sheets" in guide


def test_stickers_cover_all_that_differs_and_little_more() -> None:
    shape = Shape("rectangle", 60 * MM, 80 * MM)
    changes = (Box(4, 5, 12, 3), Box(30, 40, 9, 9), Box(40.5, 40, 9, 9), Box(52, 71, 0.4, 0.4))

    def drawn(*boxes: Box) -> Drawing:
        canvas = Canvas(Box(0, 0, 60, 80))
        for box in boxes:
            canvas.rectangle(box, fill=FlatColour.grey(0))
        return canvas.drawing

    found = changed_boxes(drawn(), drawn(*changes), shape)
    in_mm = [Box(b.x / MM, 80 - b.top / MM, b.width / MM, b.height / MM) for b in found]
    wanted = (changes[0], Box(30, 40, 19.5, 9), changes[3])  # two that are near one another are one
    assert len(in_mm) == len(wanted)
    for box, change in zip(in_mm, wanted, strict=True):
        assert box.contains(change, 0.01)
        least = change.grown(max(0.5, 3.01 - change.width / 2), max(0.5, 3.01 - change.height / 2))
        assert least.contains(box, 0.05)


def test_a_folder_of_versions_that_is_a_link_out_is_neither_read_nor_written(
    tmp_path: Path,
) -> None:
    root, outside = night(tmp_path / "project", FIRST), tmp_path / "outside"
    outside.mkdir()
    (outside / "v1.yaml").write_text("games: {night: {main: {}}}\n", "utf-8")
    (root / "printed").symlink_to(outside, target_is_directory=True)
    for words in (("changes", "v1"), ("printed", "--as", "v2")):
        done = run(*words, project=root)
        assert (done.exit_code, "leads out of the project" in done.output) == (2, True), done.output
    assert ["v1.yaml"] == [file.name for file in outside.iterdir()]
