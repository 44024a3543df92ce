"""Which pictures of a folder are faces and which are backs, which are turned, and how little of
them is held while they are looked at."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops
from projects import CommandResult, python, run
from pypdfium2 import PdfDocument

import cardgen
from cardgen.api import picture_folder
from cardgen.api.picture_folder import NamedPicture, faces_and_backs
from cardgen.sandbox import process

RED, GREEN, BLUE, WHITE = (220, 30, 30), (20, 160, 60), (30, 60, 200), (255, 255, 255)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pics").mkdir()
    return tmp_path / "pics"


def printed(folder: Path, *words: str, code: int = 0) -> CommandResult:
    done = run("sheet", folder, "--paper", "a4", "--size", "63x88mm", *words)
    assert code == done.exit_code, done.stdout + done.stderr
    return done


def sheet(folder: Path, *words: str, code: int = 0) -> str:
    done = printed(folder, *words, code=code)
    return done.stdout + done.stderr


CARDS, BACKS, LEFT = "are taken for cards", "are taken for backs", "are left out"


@pytest.mark.parametrize(
    ("names", "cards", "backs", "says"),
    [
        ("flash flash-back pay", "flash flash-back pay", "", CARDS),
        ("flash flash_back pay bow", "flash flash_back pay bow", "", CARDS),
        ("flash flash-back", "flash", "flash:flash-back", BACKS),
        ("a a-back b b-back c", "a b c", "a:a-back b:b-back", BACKS),
        ("a a_back b b-back", "a b", "a:a_back b:b-back", BACKS),
        ("a a-back b b-back piggy-back", "a b piggy-back", "a:a-back b:b-back", BACKS),
        ("piggy_back pig", "piggy_back pig", "", CARDS),
        ("Hunchback back-to-school backpack", "Hunchback back-to-school backpack", "", ""),
        ("x x-Back", "x", "x:x-Back", BACKS),
        ("x x.back y", "x y", "x:x.back", ""),
        ("x x__back y", "x y", "x:x__back", ""),
        ("x x(back) y", "x y", "x:x(back)", ""),
        ("x_1 x_back_2 back2", "x_1 x_back_2 back2", "", CARDS),
        ("owl owl.back owl__back", "owl", "owl:owl.back", LEFT),
        ("a back Back", "a", ":back", LEFT),
        ("a a.back a-back b b-back", "a b", "a:a.back b:b-back", LEFT),
        ("3x-goblin goblin.back", "3x-goblin", "goblin:goblin.back", ""),
        ("3x-goblin 2x-goblin.back", "3x-goblin", "goblin:2x-goblin.back", ""),
        ("back", "", ":back", ""),
    ],
)
def test_backs_are_what_a_folder_calls_so(names: str, cards: str, backs: str, says: str) -> None:
    """Nothing vanishes: what is a card, a back or left out is told where its name could mean
    something else."""
    pages = [NamedPicture(Path(f"{name}.png"), name, ".png", (744, 1039)) for name in names.split()]
    sides = faces_and_backs(pages)
    assert cards.split() == [page.name for page in sides.fronts]
    assert dict(each.split(":") for each in backs.split()) == {
        card: page.name for card, page in sides.backs.items()
    }
    said = "\n".join(finding.what for finding in sides.notes)
    assert says in said
    assert len(pages) == len(sides.fronts) + len(sides.backs) + len(
        re.findall(r"\([^()]* is used\)", said)
    )
    assert bool(says) == bool(sides.notes)


def seen(file: Path, page: int) -> Image.Image:
    with PdfDocument(file) as pdf:
        return pdf[page].render(scale=1).to_pil().convert("RGB")


def striped(file: Path, size: tuple[int, int], top: tuple[int, int, int]) -> None:
    """A white picture whose upper fifth has a colour."""
    image = Image.new("RGB", size, WHITE)
    image.paste(top, (0, 0, size[0], size[1] // 5))
    image.save(file)


@pytest.mark.parametrize("edges", ["mirror", "none"])
def test_a_card_on_its_side_is_turned_and_so_is_its_back(folder: Path, edges: str) -> None:
    """Both tops lie at the same edge of the card: that of the face at the right, that of its back
    at the left."""
    for name in ("a", "b"):
        striped(folder / f"{name}.png", (744, 1039), BLUE)
    striped(folder / "land.png", (1039, 744), RED)
    striped(folder / "land.back.png", (1039, 744), GREEN)
    told = sheet(folder, "--edges", edges)
    assert (
        "pictures lie across the cards, and are turned by 90 degrees: land.png, land.back.png"
        in told
    )
    assert "another shape" not in told
    pages = [seen(Path("output/pics/cards-a4.pdf"), page) for page in (0, 1)]
    for image, colour, at_right in ((pages[0], RED, True), (pages[1], GREEN, False)):
        unlike = ImageChops.difference(image, Image.new("RGB", image.size, colour)).split()
        most = ImageChops.lighter(ImageChops.lighter(unlike[0], unlike[1]), unlike[2])
        left, top, right, bottom = most.point(lambda value: 255 * (value < 30)).getbbox()
        assert bottom - top > 3 * (right - left)  # a stripe that stands
        middle, third = (left + right) / 2, image.width / 3
        assert (middle % third > third / 2) == at_right


def test_a_card_that_stands_among_lying_ones_is_turned_and_a_square_is_not(folder: Path) -> None:
    for name in ("a", "b", "c"):
        striped(folder / f"{name}.png", (1039, 744), BLUE)
    striped(folder / "tall.png", (744, 1039), RED)
    striped(folder / "square.png", (900, 900), RED)
    told = sheet(folder)
    assert "turned by 90 degrees: tall.png\n" in told
    assert "pictures have another shape than the cards: square.png" in told


def test_a_kept_project_says_which_are_turned(folder: Path) -> None:
    for name, size in (("a", (744, 1039)), ("b", (744, 1039)), ("c", (1039, 744))):
        striped(folder / f"{name}.png", size, BLUE)
    sheet(folder, "--keep", "kept")
    deck = cardgen.open_project("kept").games[0].deck("cards")
    assert [False, False, True] == [card.fields["picture_turned"] for card in deck]
    (folder / "c.png").unlink()
    sheet(folder, "--keep", "plain")
    assert "turned" not in Path("plain/templates/picture.svg").read_text(encoding="utf-8")


def pdf(pages: int) -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as made:
        for _ in range(pages):
            made.add_blank_page(page_size=(180, 252))
        made.save(out, static_id=True)
    return out.getvalue()


def test_pages_that_cannot_be_read_are_told(folder: Path) -> None:
    """A tree that says 900 pages and has one, and one that contains itself; the other files are
    looked at all the same."""
    sound = pdf(1)
    (folder / "a.pdf").write_bytes(re.sub(rb"/Count 1\b", b"/Count 9", sound))
    kids = re.search(rb"/Kids \[ (\d+ 0 R)", sound)
    tree = re.search(rb"(\d+ 0) obj\n<< /Count", sound)
    assert kids
    assert tree
    (folder / "b.pdf").write_bytes(
        sound.replace(b"/Kids [ " + kids[1], b"/Kids [ " + tree[1] + b" R")
    )
    (folder / "c.png").write_bytes(b"no picture")
    result = printed(folder, code=2)
    told = result.output
    assert "a.pdf: page 2 of 9 of the PDF cannot be read; save it anew, or each page as PNG" in told
    assert re.search(
        r"b\.pdf: (page 1 of \d+ of the PDF cannot be read|the PDF (cannot be read|has no pages))",
        told,
    )
    assert result.tells("c.png file-unreadable")


def test_a_drawing_too_large_to_be_read_is_told_as_that(folder: Path) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    (folder / "a.svg").write_text(head + "<g/>" * 1_000_001 + "</svg>")
    assert (
        "a.svg: it has more than 1,000,000 elements, which is too large for a drawing; make it simpler"
        in sheet(folder, code=2)
    )


def test_after_a_file_that_was_given_up_the_others_are_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        striped(folder / f"{name}.png", (744, 1039), BLUE)
    looked = picture_folder._read_files
    gone: list[str] = []

    def stopping(files: tuple[Path, ...], *more: object) -> object:
        for each in looked(files, *more):  # type: ignore[arg-type]
            if each.name == "b" and not gone:
                gone.append("b")
                raise process.Stopped(
                    process.Busy(
                        'the picture "b.png"', cardgen.base.findings.Place(folder / "b.png")
                    ),
                    "time",
                    10,
                )
            yield each

    monkeypatch.setattr(picture_folder, "_read_files", stopping)
    told = printed(folder, code=2)
    assert told.tells('b.png expression-failed "b.png" 10'), told.briefs


@pytest.mark.parametrize(("size", "least", "most"), [(0, 8.0, 8.0), (3_000_000, 24.0, 25.0)])
def test_a_pdf_may_take_as_long_as_its_bytes_are_worth(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: int, least: float, most: float
) -> None:
    """All its pages together: a hundred of them that each take a second are some kilobytes."""
    (folder / "a.pdf").write_bytes(pdf(2) + b"\n%" + b"x" * size)
    bounds: list[tuple[float, float]] = []
    apart = process.apart

    def noted(text: str, place: object, seconds: float, remedy: str, used: float) -> object:
        bounds.append((seconds, used))
        return apart(text, place, seconds, remedy, used)  # type: ignore[arg-type]

    monkeypatch.setattr(process, "apart", noted)
    seen = [*picture_folder._read_file(folder / "a.pdf", folder, 100, 0)]
    assert 2 == len(seen)
    (first, second) = bounds
    assert least <= first[0] == second[0] <= most
    assert 0 == first[1] < second[1]


ENDLESS = """
import sys
from cardgen.api import picture_folder

def endless(*_):
    while True:
        pass

picture_folder._draw_page, picture_folder._FOR_A_MEGABYTE = endless, 0.2
from cardgen.__main__ import main
main()
"""


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="where no process is copied, the child has its own idea of what is endless",
)
def test_a_pdf_whose_pages_take_too_long_is_told_with_the_page(folder: Path) -> None:
    (folder / "a.pdf").write_bytes(pdf(2))
    done = python("-c", ENDLESS, "sheet", folder, "--paper", "a4", "--size", "63x88mm")
    told = done.stdout + done.stderr
    assert 2 == done.returncode, told
    assert 'the PDF "a.pdf", up to page 1 of 2, ' in told
    assert " 0.2 s; split it, or save its pages as PNG" in told


def test_what_shows_nothing_of_a_picture_is_not_copied(folder: Path, tmp_path: Path) -> None:
    """Two hundred files with 60 MB of zeros behind their end would fill a disk."""
    striped(folder / "a.png", (744, 1039), BLUE)
    plain = (folder / "a.png").read_bytes()
    (folder / "a.png").write_bytes(plain + bytes(1_000_000))
    sheet(folder, "--keep", str(tmp_path / "kept"))
    (copy,) = (tmp_path / "kept").rglob("a.png")
    assert plain == copy.read_bytes()


def test_pictures_are_not_held_while_the_folder_is_read(folder: Path) -> None:
    """What is kept of each is where it lies."""
    for name in ("a", "b.back"):
        striped(folder / f"{name}.png", (744, 1039), BLUE)
    assert not [name for name, kind in NamedPicture.__annotations__.items() if "bytes" in str(kind)]
