"""Books in writings that run from right to left: every line in its order, and the pages as in a
mirror."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from books import BOOK, links_of
from made_font import FAMILY, HEBREW, made_font
from projects import GAME, HEAD, run, svg, text, words_of, write_project

FONTS = f"families:\n  Nunito: {{fallback: [{FAMILY}]}}\n  Baloo 2: {{fallback: [{FAMILY}]}}\n"
ONE, TWO, THREE, FOUR = (HEBREW[at : at + 3] for at in (0, 3, 6, 9))
BOOK_OF_ALL = f"""{ONE} {TWO} 12 {THREE} ({FOUR} 5).

## {ONE}

1. {TWO} {THREE} **{FOUR}** 30

- {THREE}

| {ONE} | {TWO} |
|---|--:|
| {THREE} | 7 |
| {FOUR} | 48 |

> {FOUR} [{TWO}](#{TWO})

## {TWO}

{ONE} abc def {TWO}

## {THREE}

{FOUR}

## {FOUR}

{ONE}
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the PDFs of a book in Hebrew."""
    return made(tmp_path_factory.mktemp("leftward"), BOOK_OF_ALL)


def made(root: Path, book: str, *words: str) -> Path:
    files = {BOOK: book, "fonts/Scripts.ttf": made_font(), "fonts/fonts.yaml": FONTS}
    write_project(
        root, templates={"card.svg": svg(text("a"))}, game=GAME.replace("Sweets", ONE), files=files
    )
    result = run("rulebook", *words, project=root)
    assert 0 == result.exit_code, result.output
    return root / "output/sweets"


def places(pdf: Path, page: int, *words: str) -> list[tuple[float, float, float]]:
    """Left, right and height of each of these texts on a page, the first time that it stands
    there."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        read = document[page].get_textpage()
        found = []
        for word in words:
            place = read.search(word).get_next()
            assert place, word
            boxes = [read.get_charbox(place[0] + at) for at in range(place[1])]
            found.append((min(box[0] for box in boxes), max(box[2] for box in boxes), boxes[0][1]))
        return found
    finally:
        document.close()


def test_a_line_stands_as_it_is_read(book: Path) -> None:
    """Numbers and what is in brackets among the words, too."""
    one, two, twelve, three, four, five = places(
        book / "rulebook-a4.pdf", 0, f"{ONE} {TWO}", TWO, "12", THREE, FOUR, "5"
    )
    assert two[0] >= one[0]
    assert one[0] > twelve[1] > twelve[0] > three[1]
    assert three[0] > four[1]
    assert four[0] > five[1]


def test_what_runs_the_other_way_keeps_its_order(book: Path) -> None:
    found = places(book / "rulebook-a4.pdf", 1, "abc", "def")
    assert found[0][1] < found[1][0]


def test_a_page_is_laid_from_right_to_left(book: Path) -> None:
    """Pages of the contents stand at the left, numbers of a list before its text, columns of a
    table begin at the right."""
    page = words_of(book / "rulebook-a4.pdf")[1]
    title, number = (
        next(word for word in page if word.text == said and word.y > 720 and word.y < 740)
        for said in (ONE, "2")
    )
    assert number.x < title.x
    first, then = (
        next(word for word in page if word.text == said) for said in ("1", f"{TWO} {THREE}")
    )
    assert first.x > then.x
    assert first.y == pytest.approx(then.y, abs=1)
    one, other = (next(word for word in page if word.text == said) for said in ("7", "48"))
    for number in (one, other):
        beside = min(
            (word for word in page if word.text in (THREE, FOUR)),
            key=lambda word: abs(word.y - number.y),
        )
        assert beside.x > number.x
    (_, units, _), (_, alone, _) = places(book / "rulebook-a4.pdf", 1, "48", "7")
    assert units == pytest.approx(alone, abs=1), "numbers stand one below the other"


def test_links_lie_over_their_words(book: Path) -> None:
    with pikepdf.open(book / "rulebook.pdf") as pdf:
        found = links_of(pdf)
    assert found
    document = pypdfium2.PdfDocument(book / "rulebook.pdf")
    for link in found:
        left, low, right, high = link.box
        assert (
            document[link.page - 1].get_textpage().get_text_bounded(left, low, right, high).strip()
        )
    document.close()


def test_readers_turn_its_pages_the_other_way(book: Path) -> None:
    with pikepdf.open(book / "rulebook.pdf") as pdf:
        assert "/R2L" == pdf.Root.ViewerPreferences.Direction


def test_templates_of_its_boxes_hear_of_it(tmp_path: Path) -> None:
    size = 'viewBox="0 0 {{ card.width }} {{ card.height }}"'
    rect = '{% if card.leftward %}<rect width="60" height="80" fill="#00f"/>{% endif %}'
    box = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{rect}</svg>'
    for words, blue in ((ONE, True), ("abc", False)):
        write_project(tmp_path, templates={"rulebook/box.svg": box})
        document = pypdfium2.PdfDocument(
            made(tmp_path, f"{words}\n\n## {words}\n\n> {words}\n") / "rulebook.pdf"
        )
        pixels = document[1].render(scale=0.5).to_pil().convert("RGB")
        document.close()
        assert blue == any(colour == (0, 0, 255) for _, colour in pixels.getcolors(1 << 20) or ())


def test_a_paragraph_in_a_book_that_runs_the_other_way(tmp_path: Path) -> None:
    """It stands at the right, as it does in a text box, and the book stays as it is."""
    pdf = (
        made(tmp_path, f"abc def abc def\n\n## abc\n\n{ONE} 12 {TWO}\n\nabc\n") / "rulebook-a4.pdf"
    )
    found = places(pdf, 1, ONE, "12", TWO)
    assert found[0][0] > found[1][1] > found[1][0] > found[2][1]
    assert found[0][1] > 250
    with pikepdf.open(pdf) as opened:
        assert "/Direction" not in opened.Root.ViewerPreferences


def test_titles_on_a_sheet_stand_as_they_are_read(tmp_path: Path) -> None:
    """Each in its own order, one after the other."""
    files = {"fonts/Scripts.ttf": made_font(), "fonts/fonts.yaml": FONTS}
    deck, game = (
        {"main": HEAD.replace("Main", f"{THREE} {FOUR}")},
        GAME.replace("Sweets", f"{ONE} 12 {TWO}"),
    )
    write_project(tmp_path, deck, {"card.svg": svg(text("a"))}, game=game, files=files)
    assert 0 == run("build", "--paper", "a4", project=tmp_path).exit_code
    one, twelve, two, three, four, sheet = places(
        tmp_path / "output/sweets/main-a4.pdf", 0, ONE, "12", TWO, THREE, FOUR, "sheet"
    )
    assert two[1] < twelve[0] < twelve[1] < one[0]
    assert one[1] < four[0] < four[1] < three[0]
    assert three[1] < sheet[0]
