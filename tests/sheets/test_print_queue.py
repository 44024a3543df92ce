"""What a print queue makes of the sheets: CUPS's own pdftopdf leaves every page where it is, also
those that are hardly filled."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from projects import run, svg, write_project

_FOLDERS = os.pathsep.join(("/usr/lib/cups/filter", "/usr/libexec/cups/filter"))
FILTER = shutil.which("pdftopdf", path=_FOLDERS)
PAPERS = {"a4": "A4", "letter": "Letter"}
KINDS = {
    "one poker card": ("poker", 1),
    "five poker cards": ("poker", 5),
    "seventeen rounds": ("{shape: circle, diameter: 25mm}", 17),
    "eleven wide ones": ("88.9mm x 63.5mm", 11),
}

pytestmark = pytest.mark.skipif(FILTER is None, reason="CUPS's pdftopdf is not installed")


def queued(pdf: Path, paper: str, *options: str) -> Path:
    """The file as a queue hands it on to a printer."""
    known = {
        "PATH": os.environ["PATH"],
        "CONTENT_TYPE": "application/pdf",
        "FINAL_CONTENT_TYPE": "application/vnd.cups-pdf",
    }
    words = " ".join((f"PageSize={PAPERS[paper]}", *options))
    done = subprocess.run(
        [str(FILTER), "1", "me", "cards", "1", words, pdf],
        env=known,
        capture_output=True,
        check=True,
    )
    made = pdf.with_suffix(".queued.pdf")
    made.write_bytes(done.stdout)
    return made


def pages(pdf: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=1).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def moved(before: Path, after: Path) -> list[int]:
    """The pages of which more than hairlines differ. Sheets that lie on their side go upright
    through a printer: all turned alike."""
    first, second = pages(before), pages(after)
    assert len(first) == len(second)
    ways = []
    for turn in (0, 90, 270):
        pairs = [
            (one.rotate(turn, expand=True), other) for one, other in zip(first, second, strict=True)
        ]
        ways.append([number for number, (one, other) in enumerate(pairs) if _apart(one, other)])
    return min(ways, key=len)


def _apart(one: Image.Image, other: Image.Image) -> bool:
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 1:
        return True
    size = min(one.width, other.width), min(one.height, other.height)
    far = (
        ImageChops.difference(one.crop((0, 0, *size)), other.crop((0, 0, *size)))
        .convert("L")
        .point(lambda shade: 255 * (shade > 96))
    )
    return sum(far.histogram()[1:]) > one.width * one.height / 500


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_queue_keeps_each_page_where_it_is(tmp_path: Path, kind: str, paper: str) -> None:
    """Neither turned nor moved nor clipped nor scaled, front and back alike, flipped on the long
    edge."""
    size, copies = KINDS[kind]
    width, height = {"poker": (63.5, 88.9), "88.9mm x 63.5mm": (88.9, 63.5)}.get(size, (25, 25))
    faces = {
        name: svg(
            f'<rect x="-9" y="-9" width="{width + 18}" height="{height + 18}" fill="{colour}"/>',
            width,
            height,
        )
        for name, colour in (("card.svg", "#ff0000"), ("back.svg", "#0000ff"))
    }
    deck = f"size: {size}\ntemplate: card.svg\nback: back.svg\ncards:\n  - {{id: one, copies: {copies}}}\n"
    write_project(tmp_path, {"main": deck}, faces)
    assert 0 == run("build", "--paper", paper, project=tmp_path).exit_code
    for name in ("main", "all"):
        sheet = tmp_path / f"output/sweets/{name}-{paper}.pdf"
        assert [] == moved(sheet, queued(sheet, paper, "sides=two-sided-long-edge"))


def test_a_box_and_cutter_sheets_come_through(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        {"main": "size: poker\ntemplate: card.svg\ncards:\n  - {id: one, copies: 20}\n"},
        {"card.svg": svg("", 63.5, 88.9)},
    )
    assert 0 == run("box", "sweets/main", "--paper", "a4", project=tmp_path).exit_code
    assert 0 == run("build", "--paper", "a4", "--cutter", "silhouette", project=tmp_path).exit_code
    files = [
        path
        for path in (tmp_path / "output/sweets").glob("*.pdf")
        if "box-" in path.name or path.name.startswith("main-silhouette")
    ]
    assert 2 == len(files)
    for file in files:
        assert [] == moved(file, queued(file, "a4")), file.name
