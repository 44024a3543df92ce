"""Files of sides in other formats, and under names by a pattern."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PIL import Image
from projects import HEAD, run, svg, text, write_project

from cardgen.base.findings import CardgenError
from cardgen.prepress.file_names import check_pattern

CARDS = "cards:\n  - {id: owl}\n  - {id: fox, copies: 2}\n"
MINE = "title: Mine\nmakes: jpg\nquality: 60\nnames: '{side}-{id}{copy:02}'\nsizes: any\nsources: {sizes: {certainty: chosen, from: here}}\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("names")
    ground = '<rect x="-4" y="-4" width="68" height="88" fill="#F80"/>'
    sides = {"card.svg": svg(ground + text("{{ card.id }}", 30, 40, 9)), "back.svg": svg(ground)}
    write_project(root, {"main": HEAD + CARDS}, sides)
    (root / "card_data/printers").mkdir()
    (root / "card_data/printers/mine.yaml").write_text(MINE, "utf-8")
    return root


def made(project: Path, printer: str, *more: str) -> list[str]:
    done = run("export", "sweets", "--printer", printer, "--force", *more, project=project)
    assert done.exit_code in (0, 1), done.output
    folder = project / "output/sweets" / printer / "main"
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_files_of_all_kinds_take_the_place_of_earlier_ones(project: Path) -> None:
    """Whatever those were called, and nothing else; the table names them."""
    folder = project / "output/sweets/images/main"
    folder.mkdir(parents=True)
    (folder / "mine.svg").write_bytes(b"kept")
    kept = ["cards.csv", "mine.svg"]
    names = ("--names", "{deck}-{number:03}-{id}")
    files = made(project, "images", "--as", "svg", *names)
    assert files == sorted([*kept, "main-001-owl.svg", "main-002-fox.svg", "main-back.svg"])
    drawn = (folder / "main-001-owl.svg").read_text("utf-8")
    assert "<text" not in drawn
    files = made(project, "images", "--as", "card-pdf")
    assert files == sorted(["back.pdf", *kept, "front/001-owl.pdf", "front/002-fox.pdf"])
    files = made(project, "images", "--as", "jpg", "--quality", "70", "--names", "{side}/{id}")
    assert files == sorted(["back.jpg", *kept, "front/fox.jpg", "front/owl.jpg"])
    with Image.open(folder / "front/owl.jpg") as picture:
        assert (picture.format, round(picture.info["dpi"][0])) == ("JPEG", 300)
        assert (
            max(
                map(
                    abs,
                    (a - b for a, b in zip(picture.getpixel((9, 9)), (255, 136, 0), strict=True)),
                )
            )
            < 6
        )
    rows = list(csv.DictReader((folder / "cards.csv").read_text("utf-8").splitlines()))
    assert [(row["front"], row["back"]) for row in rows] == [
        ("front/owl.jpg", "back.jpg"),
        ("front/fox.jpg", "back.jpg"),
    ]


def test_a_profile_says_names_and_quality(project: Path) -> None:
    files = made(project, "mine")
    assert files == [
        "back.jpg",
        "cards.csv",
        "front-fox01.jpg",
        "front-fox02.jpg",
        "front-owl01.jpg",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--names", "{deck}"), 'call two pictures "main.png": those of "owl" (front) and "fox"'),
        (("--names", "{nmber}"), 'did you mean "number"?'),
        (("--names", "back"), "call"),
        (("--quality", "80"), "add --as jpg"),
        (("--printer", "screen", "--as", "jpg"), "clear outside of the cut"),
        (("--printer", "offset", "--as", "jpg"), "no files of single sides"),
    ],
)
def test_what_cannot_be_is_told(project: Path, words: tuple[str, ...], told: str) -> None:
    printer = () if "--printer" in words else ("--printer", "images")
    done = run("export", "sweets", "--force", *printer, *words, project=project)
    assert done.exit_code == 2
    assert told in done.output


OUTSIDE = "../{id} /x/{id} C:{id} {id}/../{number} a\\{id} nul {id}. a?{id}"
NO_FIELDS = "{id {id.__class__} {id!r} {id:3} {number:99} {}"


@pytest.mark.parametrize("pattern", [*OUTSIDE.split(), *NO_FIELDS.split()])
def test_no_pattern_leads_out_or_asks_for_more(pattern: str) -> None:
    with pytest.raises(CardgenError):
        check_pattern(pattern)
