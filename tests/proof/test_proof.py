"""A proof as a factory sends it back, with a fault of each kind planted in it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFilter
from projects import run, svg, text, write_project

from cardgen.api.proofing import BEFORE
from cardgen.engine import PictureFile
from cardgen.proof import comparison

DECK = """title: Main
size: 40mm x 56mm
template: card.svg
back: back.svg
fields: {cost: int, text: text}
cards:
  - {id: wolf, name: Wolf, cost: 3, text: "Howl, then run"}
  - {id: owl, name: Owl, cost: 2, text: "See two cards"}
  - {id: bear, name: Bear, cost: 5, text: "Sleep a round"}
  - {id: hare, name: Hare, cost: 1, text: "Run, hide, run"}
  - {id: fox, name: Fox, cost: 4, text: "Take one, fast"}
"""
FACE = svg(
    '<rect x="-4" y="-4" width="48" height="64" fill="#F4E3C0"/>'
    '<path d="M-4 {{ 8 + 4 * card.cost }} L44 {{ 30 - 3 * card.cost }} V-4 H-4 Z" fill="#35A"/>'
    '<circle cx="{{ 8 + 4 * card.cost }}" cy="38" r="6" fill="#C33"/>'
    '<circle cx="33" cy="7" r="4.5" fill="#FFF"/>'
    + text("{{ card.cost }}", 33, 9, 6)
    + text("{{ card.name }}", 18, 26, 6)
    + text("{{ card.text }}", 20, 51, 4),
    40,
    56,
)
BACK = svg(
    '<rect x="-4" y="-4" width="48" height="64" fill="#252"/>'
    '<path d="M5 5 H35 L20 40 Z" fill="#EC4"/><circle cx="12" cy="46" r="5" fill="#E44"/>',
    40,
    56,
)
PPI = 200


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("proof")
    return write_project(root, {"main": DECK}, {"card.svg": FACE, "back.svg": BACK})


@pytest.fixture(scope="module")
def sides(project: Path) -> list[Image.Image]:
    """The deck as a print shop gets it: faces with 3 mm of bleed, and the back."""
    made = project / "made"
    run("export", "sweets/main", "--printer", "images", "--force", "--out", made, project=project)
    size = round(46 / 25.4 * PPI), round(62 / 25.4 * PPI)
    files = [*sorted(made.rglob("front/*.png")), *made.rglob("back.png")]
    return [Image.open(file).convert("RGB").resize(size) for file in files]


def sent_back(pages: list[Image.Image], path: Path, turn: float = 0.4) -> Path:
    """Pages as they come back: on larger paper with marks, askew, moved, blurred and packed."""
    proofs = []
    for number, page in enumerate(pages):
        paper = Image.new("RGB", (page.width + 160, page.height + 160), "white")
        paper.paste(page, (80 + 9 * (number % 3) - 9, 80 - 6 * (number % 2)))
        ImageDraw.Draw(paper).line((20, 104, 70, 104), fill="black", width=2)
        ImageDraw.Draw(paper).text((90, 20), "job 1234 C M Y K", fill="black")
        paper = paper.rotate(turn * (-1) ** number, Image.Resampling.BICUBIC, fillcolor="white")
        warm = Image.merge(
            "RGB", [band.point(lambda v: 10 + v * 9 // 10) for band in paper.split()]
        )
        proofs.append(warm.filter(ImageFilter.GaussianBlur(0.7)))
    proofs[0].save(
        path, save_all=True, append_images=proofs[1:], resolution=PPI, quality=60, title="proof"
    )
    return path


def test_each_planted_fault_is_named(project: Path, sides: list[Image.Image]) -> None:
    wolf, owl, bear, hare, fox, *_ = sides
    changed = owl.copy()
    at = round(33 / 25.4 * PPI + 3 / 25.4 * PPI), round((7 + 3) / 25.4 * PPI)
    ImageDraw.Draw(changed).ellipse((at[0] - 12, at[1] - 14, at[0] + 12, at[1] + 14), fill="white")
    pages = [wolf, changed, hare.rotate(180), bear, wolf]
    del fox
    file = sent_back(pages, project / "bad.pdf")
    done = run("proof", file, "sweets", "--format", "json", project=project)
    told = json.loads(done.stdout)
    assert done.exit_code == 1
    assert [
        ("differs", 2, 'main/owl: the cost looks otherwise, the deck says "2"'),
        ("turned", 3, "main/hare lies upside down, unlike the others"),
        ("twice", 5, "main/wolf is there twice: on page 1, 5"),
        ("missing", None, "main/fox is missing"),
    ] == [
        (issue["kind"], issue["page"], issue["sentence"].partition(", 3")[0])
        for issue in told["issues"]
    ]
    assert ["main/hare (page 3) and main/bear (page 4) stand in each other's place"] == [
        note["sentence"] for note in told["notes"] if note["kind"] == "order"
    ]
    assert (project / "output/proof-bad.pdf").exists()


def test_a_card_as_it_was_printed_before_is_called_an_old_version(
    project: Path, sides: list[Image.Image]
) -> None:
    run("printed", project=project)
    changed = DECK.replace("Sleep a round", "Growl at one, then sleep")
    write_project(project, {"main": changed}, {"card.svg": FACE, "back.svg": BACK})
    pictures = project / "pictures"
    pictures.mkdir()
    for number, page in enumerate(sides[:5]):  # no size is said: they are cards with their bleed
        page.save(pictures / f"{number}.png")
    (pictures / "5.pdf").write_bytes(b"%PDF-1.7 no more")
    done = run("proof", pictures, "sweets", project=project)
    assert done.exit_code == 1
    assert [
        f"page 3: main/bear is an old version: {BEFORE}",
        "the PDF cannot be read",
    ] == sorted(line.strip() for line in done.stdout.splitlines() if line.startswith("  "))


def test_pages_behind_one_that_cannot_be_read_keep_their_numbers(
    project: Path, sides: list[Image.Image]
) -> None:
    write_project(project, {"main": DECK}, {"card.svg": FACE, "back.svg": BACK})
    wolf, owl, bear, hare, fox, *_ = sides
    pictures = project / "gap"
    pictures.mkdir()
    for number, page in enumerate([wolf, owl, None, bear, hare.rotate(180), fox]):
        if page:
            page.save(pictures / f"{number}.png")
        else:
            (pictures / f"{number}.png").write_bytes(b"no picture")
    done = run("proof", pictures, "sweets", project=project)
    assert "page 5: main/hare lies upside down, unlike the others" in done.stdout
    assert "5 pages with 5 faces" in done.stdout


def test_a_proof_of_something_else_is_not_read_to_its_end(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "_MOST_BARREN", 2)
    others = project / "others"
    others.mkdir()
    for number in range(3):
        Image.new("RGB", (80, 120), "white").save(others / f"{number}.png", dpi=(100, 100))
    done = run("proof", others, "sweets", project=project)
    assert "  2 pages up to 1.png show no card: no more were looked at" in done.stdout
    assert "2.png" not in done.output
    assert "cannot be read" not in done.output


def test_the_resolution_of_a_picture_of_many_pixels_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bound of Pillow's is none of ours."""
    data = io.BytesIO()
    Image.new("1", (80, 120)).save(data, "PNG", dpi=(100, 100))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    assert PictureFile(Path("large.png"), data.getvalue()).ppi == pytest.approx(100, abs=0.1)
