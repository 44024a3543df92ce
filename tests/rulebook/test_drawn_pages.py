"""Pages that a template draws from edge to edge: their size, words and reading; a quick reference
of one has a file of its own, and a place in the complete set."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from projects import run, svg, text, text_of, write_project
from reading import structure_of

BOOK = "card_data/sweets/rulebook.md"
DRESS = "title: Sweets\nplayers: 2-4\ncredits: Not for sale\nrulebook: {templates: sweets}\n"
FACE = svg(f'<rect x="-4" y="-4" width="68" height="88" fill="#D0305F"/>{text("{{ card.name }}")}')
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}">
<rect width="{{ card.width }}" height="{{ card.height }}" fill="{{ '#FFFFFF' if ink == 'low' else '#30A0D0' }}"/>
{{ text_box(card.heading ~ ' ' ~ card.facts|join(' '), 10, 10, 80, 10, size=12) }}
{% for step in card.steps %}{{ text_box(step, 10, 20 + 10 * loop.index, 80, 10, size=12) }}{% endfor %}
{{ place_card('main/one', 50, 80, 20) }}
</svg>
"""
CALL = "{{ page('aid', alt='A turn', steps=['**Draw** one', 'Play it']) }}"
QUICK = f"## Play\n\nOne by one.\n\n::: quick\n{CALL}\n:::\n"


def project(root: Path, book: str = QUICK, page: str = PAGE) -> Path:
    """A game whose book may show the page "aid"."""
    return write_project(
        root,
        {"main": "cards:\n  - {id: one, name: Lolly}\n"},
        {"card.svg": FACE},
        game=DRESS,
        files={BOOK: book, "templates/sweets/aid.svg": page},
    )


def complaints(root: Path, book: str, page: str = PAGE) -> str:
    result = run("rulebook", "sweets", "--paper", "a4", project=project(root, book, page))
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr.replace("\\", "/")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the PDFs of a game with a quick reference that is drawn."""
    root = project(tmp_path_factory.mktemp("aid"))
    for words in (("rulebook",), ("rulebook", "--booklet", "--paper", "a4")):
        assert run(*words, project=root).exit_code == 0
    return root / "output/sweets"


def test_the_quick_reference_has_a_file_of_one_page_for_each_paper(made: Path) -> None:
    """Its words are text, and so is its heading; the game's facts are told to it."""
    sizes = {"a4": (595, 842), "letter": (612, 792)}
    for paper, size in sizes.items():
        pdf = made / f"quick-reference-{paper}.pdf"
        (page,) = pypdfium2.PdfDocument(pdf)
        assert (round(page.get_width()), round(page.get_height())) == size
        (words,) = text_of(pdf)
        for expected in (
            "Quick reference",
            "2–4 players",
            "Draw one",
            "Play it",
            "Lolly",
            "Not for sale",
        ):
            assert expected in words, expected


def test_it_is_the_last_page_of_the_book_without_head_and_number(made: Path) -> None:
    """Contents and outline lead to it."""
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        pages = text_of(made / name)
        assert "Draw one" in pages[-1]
        assert not any("Not for sale" in words for words in pages[:-1])
        assert str(len(pages)) not in pages[-1].replace("2–4", "")
        last = pypdfium2.PdfDocument(made / name)[len(pages) - 1]
        picture = last.render(scale=0.5).to_pil().convert("RGB")
        assert picture.getpixel((2, picture.height - 3)) == (0x30, 0xA0, 0xD0)
        with pikepdf.open(made / name) as pdf, pdf.open_outline() as outline:
            assert [entry.title for entry in outline.root][-1] == "Quick reference"
    assert "Draw one" in text_of(made / "rulebook-booklet-a4.pdf")[0]


def test_readers_hear_what_it_shows_and_its_words(made: Path) -> None:
    for name in ("rulebook.pdf", "quick-reference-a4.pdf"):
        with pikepdf.open(made / name) as pdf:
            elements = [*structure_of(pdf).all()]
        (figure,) = [element for element in elements if element.kind == "Figure"]
        assert figure.alt == "A turn: Draw one; Play it"
        assert figure.marks
        section = next(element for element in elements if figure in element.kids)
        assert [kid.kind for kid in section.kids] == ["H2", "Figure", "P"]


def test_with_little_ink_the_template_leaves_paper_white(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert run("build", "--paper", "a4", "--ink", "low", project=root).exit_code == 0
    pdf = root / "output/sweets/quick-reference-low-a4.pdf"
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=0.5).to_pil().convert("RGB")
    assert picture.getpixel((2, 2)) == (255, 255, 255)
    assert not (root / "output/sweets/quick-reference-a4.pdf").exists()


def test_a_quick_reference_of_text_has_no_file_and_nothing_is_said(tmp_path: Path) -> None:
    for book in (QUICK.replace(CALL, "Draw one."), "## Play\n\nOne by one.\n"):
        root = project(tmp_path, book)
        for _ in range(2):  # also where all comes from an earlier run
            result = run("rulebook", "--paper", "a4", project=root)
            assert result.exit_code == 0
            assert "quick-" not in result.output
    assert not list(tmp_path.rglob("quick-reference*"))


def test_a_page_may_stand_anywhere_in_the_book(tmp_path: Path) -> None:
    """Alone on it, in both columns and in one; what follows goes on behind it."""
    book = f"## Before\n\nFirst words.\n\n{CALL}\n\n## After\n\nLast words.\n"
    root = project(tmp_path, book)
    assert run("rulebook", "--paper", "a4", project=root).exit_code == 0
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        pages = text_of(root / "output/sweets" / name)
        (drawn,) = [number for number, words in enumerate(pages) if "Play it" in words]
        assert "words" not in pages[drawn]
        assert "First words" in pages[drawn - 1]
        assert "Last words" in pages[drawn + 1]


def test_a_chapter_that_begins_with_a_page_has_its_heading_on_it(tmp_path: Path) -> None:
    """And no page before with nothing but its heading."""
    book = f"## Before\n\n### Part\n\nFirst words.\n\n## At a glance\n\n{CALL}\n\n## After\n\n[There](#at-a-glance).\n"
    root = project(tmp_path, book)
    assert run("rulebook", "--paper", "a4", project=root).exit_code == 0
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        contents, *pages = text_of(root / "output/sweets" / name)[1:]
        assert "At a glance" in contents
        (drawn,) = [words for words in pages if "At a glance" in words]
        assert "Play it" in drawn
        assert (
            any("(page\N{NO-BREAK SPACE}3)" in words for words in pages) or name == "rulebook.pdf"
        )
        with pikepdf.open(root / "output/sweets" / name) as pdf, pdf.open_outline() as outline:
            assert [entry.title for entry in outline.root][-3:] == [
                "Before",
                "At a glance",
                "After",
            ]


def test_its_heading_may_be_the_books_own(tmp_path: Path) -> None:
    root = project(tmp_path, QUICK.replace(CALL, f"## At a glance\n\n{CALL}"))
    assert run("rulebook", "--paper", "a4", project=root).exit_code == 0
    (words,) = text_of(root / "output/sweets/quick-reference-a4.pdf")
    assert "At a glance" in words
    assert "Quick reference" not in words


def test_what_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    wrong = {
        QUICK.replace("'aid'", "'ais'"): 'rulebook.md:6: there is no figure "sweets/ais.svg"',
        QUICK.replace("alt='A turn', ", ""): 'the page "aid" does not say in words what it shows',
        QUICK.replace(CALL, f"Words.\n\n{CALL}"): "a whole page stands beside something else",
        f"## Play\n\n::: note\n{CALL}\n:::\n": "a whole page stands beside something else",
        f"## Play\n\nSee {CALL} here.\n": "this stands in running text",
    }
    for number, (book, sentence) in enumerate(wrong.items()):
        assert sentence in complaints(tmp_path / str(number), book)
    unknown = PAGE.replace("main/one", "main/two")
    assert 'the rulebook\'s "aid"' in complaints(tmp_path / "card", QUICK, unknown)


@pytest.mark.parametrize(
    "pad", ["", "size: 60mm x 80mm\ntemplate: card.svg\nrole: pad\ncards: [{id: pad}]\n"]
)
def test_the_complete_set_holds_it_and_its_first_page_names_it(tmp_path: Path, pad: str) -> None:
    """In both inks, with and without pads to write on."""
    root = project(tmp_path)
    if pad:
        (root / "card_data/sweets/pad.yaml").write_text(f"title: Pads\n{pad}", encoding="utf-8")
    assert run("build", "--set", "--paper", "a4", project=root).exit_code == 0
    home = root / "output/sets/Sweets"
    assert len(pypdfium2.PdfDocument(home / "A4/Quick reference.pdf")) == 1
    assert len(pypdfium2.PdfDocument(home / "A4/Quick reference, low ink.pdf")) == 1
    words = " ".join(" ".join(text_of(home / "START HERE.pdf")).split())
    assert "Quick reference, or Quick reference, low ink 1" in words
