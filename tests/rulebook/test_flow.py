"""Pages: nothing is lost, nothing comes twice, no title and no single line is left behind. Books
are made up at random."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from books import BOOK, write_book
from books import made as made_book
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import Word, run, text_of, words_of, write_project

import cardgen
from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.engine import Drawing, structure
from cardgen.model.sizes import Shape
from cardgen.rulebook.blocks import InlineSpan, Spans
from cardgen.rulebook.editions import Rulebook
from cardgen.rulebook.embeds import CardFigure, Gallery
from cardgen.rulebook.flow import (
    Columns,
    Flow,
    Kept,
    ListFlow,
    PageStrip,
    PanelFlow,
    PouredColumns,
    Stack,
    TextFlow,
)
from cardgen.rulebook.jinja import write_out
from cardgen.rulebook.markdown import read_book
from cardgen.rulebook.rows import Fan, Row
from cardgen.rulebook.theme import Type

KINDS = ("paragraph", "list", "table", "box", "long box", "columns", "section", "chapter", "break")
HEADING = re.compile(r"Heading [A-Z]+")
NUMBER = re.compile(r"\bn\d+\b")


@dataclass
class Made:
    """A book, and the texts in it that must not be parted from what follows."""

    source: str = ""
    words: int = 0
    headings: int = 0
    paragraphs: list[range] = field(default_factory=list)

    def text(self, count: int, *, paragraph: bool = False) -> str:
        first = self.words
        self.words += count
        if paragraph:
            self.paragraphs.append(range(first, self.words))
        return " ".join(f"n{number}" for number in range(first, self.words))

    def heading(self, level: int) -> str:
        self.headings += 1
        name = "".join(chr(65 + int(digit)) for digit in str(self.headings))
        return f"{'#' * level} Heading {name}\n\n"

    def add(self, kind: str, size: int) -> None:
        if kind == "paragraph":
            self.source += self.text(size * 9, paragraph=True) + "\n\n"
        elif kind == "list":
            self.source += "".join(f"- {self.text(1 + size * 2)}\n" for _ in range(size)) + "\n"
        elif kind == "table":
            rows = "".join(f"| {self.text(1)} | {self.text(size)} |\n" for _ in range(size * 3))
            self.source += f"| head | of the table |\n|---|---|\n{rows}\n"
        elif kind in ("box", "long box"):
            inside = "\n\n".join(
                self.text(12) for _ in range(size * (6 if kind == "long box" else 1))
            )
            self.source += f"::: note Title of a box\n{inside}\n:::\n\n"
        elif kind == "columns":
            self.source += (
                "::: columns\n" + "\n\n".join(self.text(8) for _ in range(size * 3)) + "\n:::\n\n"
            )
        elif kind == "break":  # whoever breaks the page behind a heading has asked for it
            self.source += (
                "" if self.source.rstrip().splitlines()[-1].startswith("#") else "---\n\n"
            )
        else:
            self.source += self.heading(2 if kind == "chapter" else 3)


@st.composite
def books(draw: st.DrawFn) -> Made:
    made = Made()
    made.source = made.heading(2)
    for kind, size in draw(
        st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 9)), min_size=3, max_size=25)
    ):
        made.add(kind, size)
    made.add("paragraph", 2)  # a heading at the end has nothing to keep to
    return made


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return cardgen.open_project(write_book(tmp_path_factory.mktemp("flow"), ""))


@pytest.fixture(scope="module", autouse=True)
def bare() -> Iterator[None]:
    """Grounds of titles and boxes change nothing of where things stand, and take processes of their
    own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardgen.rulebook.editions.lay_ornaments", lambda *_: None)
        yield


def printed(workshop: Workshop, source: str) -> Path:
    """The screen edition of a book, without its pictures."""
    game = workshop.games[0]
    manuscript, problems = read_book(Path("rulebook.md"), write_out(game, source))
    assert problems == []
    path = workshop.project.root / "rulebook.pdf"
    path.write_bytes(
        Rulebook(
            Context.of(workshop.project, game, workshop.fonts, Cache(None)),
            manuscript,
            Gallery(game, "#000000"),
        )
        .screen()
        .bytes()
    )
    return path


def body(page: list[Word]) -> Iterator[Word]:
    """The lines of a page between its head and its foot, from the top."""
    return iter(sorted((word for word in page if 42 < word.y < 595 - 36), key=lambda word: -word.y))


@settings(max_examples=25, deadline=None)
@given(made=books())
def test_random_books_come_out_whole(workshop: Workshop, made: Made) -> None:
    """Every word once and in order; no heading at the foot of a page; no line of a longer paragraph
    alone on a page."""
    path = printed(workshop, made.source)
    read = [int(word[1:]) for word in NUMBER.findall(" ".join(text_of(path)))]
    assert list(range(made.words)) == read
    owner = {number: paragraph for paragraph in made.paragraphs for number in paragraph}
    lines: dict[range, list[int]] = {}
    for number, page in enumerate(words_of(path), 1):
        shown = list(body(page))
        assert not (shown and number > 2 and HEADING.fullmatch(shown[-1].text)), (
            f"page {number} ends with {shown[-1].text}"
        )
        for y, words in by_line(shown).items():
            first = NUMBER.search(words)
            if first and (paragraph := owner.get(int(first[0][1:]))):
                lines.setdefault(paragraph, []).append(number)
                assert y > 0
    for pages in lines.values():
        if len(set(pages)) > 1:
            assert all(pages.count(page) >= 2 for page in set(pages))


def by_line(words: list[Word]) -> dict[int, str]:
    """The texts of a page by the height they stand at."""
    found: dict[int, str] = {}
    for word in words:
        found[round(word.y)] = found.get(round(word.y), "") + " " + word.text
    return found


def test_a_long_table_repeats_its_head(workshop: Workshop) -> None:
    """On every page it goes on; its rows are all there, and the last one is not alone."""
    made = Made()
    made.source = "## Table\n\n"
    rows = "".join(f"| {made.text(1)} | text |\n" for _ in range(90))
    pages = text_of(printed(workshop, f"{made.source}| a head | another |\n|---|---|\n{rows}"))
    tables = [text for text in pages if NUMBER.search(text)]
    assert len(tables) >= 3
    assert all("a head" in text for text in tables)
    assert all(len(NUMBER.findall(text)) >= 2 for text in tables)


def test_a_long_box_goes_on_under_its_title(workshop: Workshop) -> None:
    inside = "\n\n".join(["some words of a paragraph that is rather long " * 4] * 30)
    pages = text_of(printed(workshop, f"## Box\n\n::: note The title\n{inside}\n:::\n"))
    titled = [text for text in pages if "The title" in text]
    assert len(titled) >= 2
    assert all("The title, continued" in text for text in titled[1:])


def test_a_short_box_is_not_cut(workshop: Workshop) -> None:
    """Wherever on the page it comes."""
    for before in range(20, 40):
        made = Made()
        filler = "\n\n".join(["line"] * before)
        box = "\n\n".join(made.text(5) for _ in range(5))
        pages = text_of(printed(workshop, f"## A\n\n{filler}\n\n::: note Title\n{box}\n:::\n"))
        assert 1 == sum(bool(NUMBER.search(text)) for text in pages)


def test_a_row_higher_than_a_page_is_cut_through(workshop: Workshop) -> None:
    """Rather than lost below the edge of the paper."""
    made = Made()
    pages = text_of(
        printed(
            workshop,
            f"## A\n\n| head | cell |\n|---|---|\n| one | {made.text(900)} |\n| two | {made.text(3)} |\n",
        )
    )
    read = [int(word[1:]) for word in NUMBER.findall(" ".join(pages))]
    assert list(range(made.words)) == read


def test_columns_are_of_one_height(workshop: Workshop) -> None:
    """Two columns side by side, read one after the other."""
    made = Made()
    inside = "\n\n".join(made.text(8) for _ in range(10))
    path = printed(workshop, f"## A\n\n::: columns\n{inside}\n:::\n")
    page = next(page for page in words_of(path) if any(NUMBER.search(word.text) for word in page))
    found = [word for word in page if NUMBER.search(word.text)]
    left, right = ([word for word in found if (word.x < 210) == side] for side in (True, False))
    assert left
    assert right
    assert abs(min(word.y for word in left) - min(word.y for word in right)) < 40
    assert list(range(made.words)) == [
        int(word[1:]) for word in NUMBER.findall(" ".join(text_of(path)))
    ]


def test_lines_keep_within_the_margins(workshop: Workshop) -> None:
    """Whatever their words, and as even as may be: no line but the last is much shorter than the
    others."""
    made = Made()
    path = printed(workshop, "## A\n\n" + "\n\n".join(made.text(150) for _ in range(4)))
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    page = document[1].get_textpage()
    boxes = [page.get_rect(index) for index in range(page.count_rects())]
    right = max(box[2] for box in boxes)
    left = min(box[0] for box in boxes)
    width = document[1].get_width()
    page.close()
    document.close()
    assert 30 < left
    assert right < width - 30


class Slug(Flow):
    """A line of metal that keeps its height."""

    def __init__(self, high: float) -> None:
        self.high = high

    def height(self, width: float) -> float:
        return self.high


@given(pairs=st.integers(1, 60), high=st.floats(3, 20))
def test_an_even_number_of_even_lines_fills_two_even_columns(pairs: int, high: float) -> None:
    """However the sum of their heights is rounded."""
    columns = Columns(Stack([Slug(high) for _ in range(2 * pairs)]), 7.0)
    assert columns.height(207.0) == pytest.approx(pairs * high)


class Typewriter:
    """Sets a letter to each ten points of a line, ten points high."""

    def lines(self, spans: Spans, type: Type, width: float) -> tuple[SimpleNamespace, ...]:
        letters = sum(len(span.text) for span in spans)
        return (SimpleNamespace(height=10.0),) * math.ceil(letters * 10 / width)


def paragraph(lines: int) -> TextFlow:
    """One of so many lines in a column of a hundred points."""
    return TextFlow(Typewriter(), (InlineSpan("x" * 10 * lines),), Type(10))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("paragraphs", "high"),
    [
        ((8, 5, 5), 100),  # even ones would be 90 high, and tear the second
        ((8, 12), 100),  # a long one is torn
        ((6,), 30),  # a few lines across are neither torn
        ((2,), 10),  # nor crowded into a column
        ((3, 3), 30),  # but stand in columns where these are whole
    ],
)
def test_columns_of_a_page_tear_no_short_paragraph(paragraphs: tuple[int, ...], high: int) -> None:
    strip = PageStrip(Stack([paragraph(lines) for lines in paragraphs]), 0.0)
    assert strip.height(200.0) == high


def test_columns_of_a_page_tear_no_short_list() -> None:
    """Even ones would be 40 high, and part its last item from the others."""
    items = [paragraph(lines) for lines in (2, 2, 1)]
    listed = ListFlow(items, 0.0, 10.0, structure.StructureElement("L"))
    strip = PageStrip(Stack([listed, paragraph(3)]), 0.0)
    assert strip.height(200.0) == 50


def test_room_to_spare_stands_within_what_stays_together_too() -> None:
    """All space grows alike, and as far as it may."""
    page = Stack([Kept([paragraph(2), paragraph(3), paragraph(1)]), paragraph(1)])
    for piece in page.pieces[0].pieces:
        piece.above = 10.0
    high = page.height(100.0)
    assert page.loosened_to(100.0, high + 100, 1.5)[0].height(100.0) == high + 10
    assert high + 5 <= page.loosened_to(100.0, high + 6, 2.0)[0].height(100.0) <= high + 6


def test_a_text_goes_around_a_card(tmp_path: Path) -> None:
    """Beside it in short lines, below it in long ones; no word is lost or comes twice."""
    text = Made()
    book = f"## A\n\n{{{{ card('main/one', width=24) }}}}\n\n{text.text(150)}\n"
    path = made_book(tmp_path, book, "--paper", "a4") / "rulebook.pdf"
    assert list(range(text.words)) == [
        int(word[1:]) for word in NUMBER.findall(" ".join(text_of(path)))
    ]
    found = [word for page in words_of(path) for word in page if NUMBER.match(word.text)]
    left = {y: min(word.x for word in found if word.y == y) for y in {word.y for word in found}}
    assert left[min(left)] < left[max(left)] - 40, "the last line begins under the card"


def test_no_room_to_spare_parts_a_strip_of_pictures() -> None:
    """The first pieces are a strip in two pictures: the text behind it moves alone."""
    pieces = [paragraph(2), paragraph(3), paragraph(1)]
    for piece in pieces:
        piece.above = 10.0
    for piece in pieces[:2]:
        piece.is_picture = True
    page = Stack(pieces)
    assert page.loosened(1.5).height(100.0) == page.height(100.0) + 5


def test_columns_end_at_one_height_where_little_is_missing() -> None:
    """The lower one grows looser, as far as it may."""
    texts = [paragraph(lines) for lines in (6, 4, 6)]
    for text in texts:
        text.above = 8.0
    columns = PouredColumns([Stack(texts[:2]), Stack(texts[2:])], 100.0, 0.0, 0.0)
    columns.columns[0].pieces[1].above = 5.0
    lower = PouredColumns([columns.columns[0], Stack([paragraph(11)])], 100.0, 0.0, 0.0)
    assert [column.height(100.0) for column in lower.levelled(200.0, 3.0).columns] == [110, 110]
    assert lower.levelled(200.0, 1.5).columns[0].height(100.0) == 107.5


def test_the_last_box_goes_across_columns_that_would_end_unevenly() -> None:
    box = PanelFlow(
        Stack([paragraph(3)]), None, lambda *ground: None, pad=0.0, least_split=0.0, above=0.0
    )
    strip = PageStrip(Stack([paragraph(4), paragraph(4), box]), 0.0)
    assert strip.spread(200.0).height(200.0) == 60
    even = PageStrip(Stack([paragraph(3), box]), 0.0)
    assert even.spread(200.0) is even


@pytest.mark.parametrize("room", [120.0, 180.0, 480.0])
def test_a_fan_grows_as_far_as_its_column_is_wide(room: float) -> None:
    """Where a page has room to spare; cards side by side go on on another line instead."""
    drawing = Drawing([], Box(0, 0, 63, 88))
    card = CardFigure(drawing, Shape("rectangle", 63, 88), 40.0, "#000000", "a card")
    fan = Fan((card,) * 4)
    row = Row([fan], [], SimpleNamespace(), Type(9, "Nunito", 400, 1.3, "#000000"), 0, None)
    grown = row.grown(2.0).height(room)
    assert fan.height < grown < fan.height * room / fan.width + 0.01


def test_components_tell_how_many_there_are_of_each_size(tmp_path: Path) -> None:
    """And cards of another size keep their shape where they are shown."""
    coins = "size: circle 25mm\ntemplate: plain.svg\ncards:\n  - {id: a, copies: 10}\n  - {id: b, copies: 4, size: 30mm x 50mm}\n"
    book = "## Parts\n\n{{ components() }}\n\n{{ row('coins/b', 'coins/a') }}\n"
    write_book(tmp_path, book)
    write_project(tmp_path, files={"card_data/sweets/coins.yaml": coins, BOOK: book})
    assert 0 == run("rulebook", "--paper", "a4", project=tmp_path).exit_code
    words = " ".join(text_of(tmp_path / "output/sweets/rulebook-a4.pdf")).replace("\u00a0", " ")
    assert "10 × Ø 25 mm" in words
    assert "4 × 30 × 50 mm" in words
