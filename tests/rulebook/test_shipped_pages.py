"""The pages of the shipped books, in each language and edition: how full they are, and what is parted from what it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from projects import SHIPPED, run
from reading import Element, structure_of

import cardgen

BOOKS = [
    (game.id, language)
    for game in cardgen.open_project(SHIPPED).games
    for language in ("", *sorted(path.suffixes[0].lstrip(".") for path in game.folder.glob("rulebook.*.md")))
    if (game.folder / "rulebook.md").is_file()
]
HEADINGS = ("H2", "H3", "H4", "H5")
LEAST = 1 / 3
"""The share of its height to which a page is filled at the least."""


@pytest.fixture(scope="module", params=BOOKS, ids=["-".join(filter(None, book)) for book in BOOKS])
def editions(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A book for the screen and for print."""
    game, language = request.param
    out = tmp_path_factory.mktemp("pages")
    result = run("rulebook", game, *(["--lang", language] if language else []), "--out", out, project=SHIPPED)
    assert result.exit_code == 0, result.output
    return sorted((out / game).glob("*.pdf"))


def test_no_page_is_nearly_empty(editions: list[Path]) -> None:
    """But for the last one, which is the back cover."""
    for path in editions:
        shares = fills(path)
        assert len(shares) > 5
        low = {number: round(share, 2) for number, share in enumerate(shares[:-1], 1) if share < LEAST}
        assert not low, f"{path.name}: {low}"


def test_what_belongs_together_stands_together(editions: list[Path]) -> None:
    """No table and no index on two pages; headings with their text, boxes without one with what they speak of; figures beside text."""
    for path in editions:
        with pikepdf.open(path) as pdf:
            document = structure_of(pdf)
        assert [] == list(torn(document)), path.name


def fills(path: Path) -> list[float]:
    """Of each page, the share of the height between its head and its foot down to which something stands."""
    found = []
    document = pypdfium2.PdfDocument(path)
    for page in document:
        image = page.render(scale=0.4).to_pil().convert("L")
        wide, high = image.size
        top, bottom = round(high * 0.085), round(high * 0.91)
        inner = image.crop((round(wide * 0.1), top, round(wide * 0.9), bottom))
        ground = inner.getpixel((0, inner.height - 1))
        assert isinstance(ground, int)
        seen = inner.point([255 * (abs(value - ground) > 12) for value in range(256)]).getbbox()
        found.append((seen[3] / inner.height) if seen else 0.0)
        page.close()
    document.close()
    return found


def torn(document: Element) -> Iterator[str]:
    """What is cut, and what is parted from what it belongs to."""
    blocks = list(in_order(document))
    for before, block, after in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
        first = f"{block.kind} on pages {block.pages}"
        if block.kind in HEADINGS and after and after.pages[0] != block.pages[-1]:
            yield f"heading {first}, what follows on {after.pages[0]}"
        if block.kind == "Table" and len(block.pages) > 1:
            yield first
        if block.kind == "Figure" and not {*block.pages} & {*(before.pages if before else []), *(after.pages if after else [])}:
            yield f"{first}, alone"
        if block.kind == "Div" and before and not any(kid.kind in HEADINGS for kid in block.kids) and block.pages[0] != before.pages[-1]:
            yield f"box without a title {first}, what it belongs to on {before.pages}"
    for part in document.all():
        if part.kind == "Index" and len(part.pages) > 1:
            yield f"index on pages {part.pages}"


def in_order(element: Element) -> Iterator[Element]:
    """The pieces of a book one after the other: headings, paragraphs, lists, tables, boxes, figures."""
    for kid in element.kids:
        if kid.kind == "Sect":
            yield from in_order(kid)
        elif kid.pages:
            yield kid
