"""The rulebooks that come with cardgen: complete, in order, and fit for a booklet; how full their
pages are; their figures."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pikepdf
import pytest
from books import links_of
from drawn_decks import shipped_workshop
from projects import SHIPPED, objects_of, run, text_of, whole, words_of
from reading import Element, structure_of

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.units import MM
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.render import draw_together
from cardgen.engine import Drawing
from cardgen.model.cards import Game
from cardgen.rulebook import editions
from cardgen.rulebook.editions import Rulebook, open_rulebook
from cardgen.rulebook.figures import FigureSet
from cardgen.rulebook.illustrations import needed

GAMES = [game for game in shipped_workshop().games if (game.folder / "rulebook.md").is_file()]
BOOKS = [
    (game.id, language)
    for game in GAMES
    for language in (
        "",
        *sorted(path.suffixes[0].lstrip(".") for path in game.folder.glob("rulebook.*.md")),
    )
]
coverage = runpy.run_path(str(SHIPPED / "bench/coverage.py"))
lines_of, texts_of = cache(words_of), cache(text_of)  # several tests read a book
HEADINGS = ("H2", "H3", "H4", "H5")
WITHOUT_CARDS = {
    "appetite",
    "caught",
    "games",
    "kings",
    "ladder",
    "pad",
    "scale",
    "scenes",
    "seats",
    "sets",
    "street",
    "teams",
}
"""Figures that may show what is no card: kids at their games or in teams, jars, Kings in their order, candies, houses."""
SHARED = {"played", "played-column", "scenes"}
"""Figures of all games."""
IN_A_COLUMN = {
    *(
        "apples",
        "climb",
        "combo",
        "flip",
        "follow",
        "ladder",
        "last-card",
        "new-name",
        "pad",
        "played-column",
        "seats",
        "steal-card",
        "trade-hands",
        "trio",
        "visitors",
    ),
    *("one-more", "stop-skips", "turn-back"),
}
"""Figures that are as wide as a column."""
NO_WORDS = {
    *("height", "low", "cards", "kids", "moods", "tall", "cloth", "hue", "columns", "houses"),
    *("ache", "clear", "comes", "drawn", "hands", "next", "rows", "sides", "value"),
}
"""What a book tells a figure that it does not print."""
LEAST = 1 / 3
"""The share of its height to which a page is filled at the least."""


class Made(NamedTuple):
    """A book with what it shows drawn, and its folder: for the screen, for print and as booklets."""

    book: Rulebook
    folder: Path

    @property
    def whole_pages(self) -> list[Path]:
        """All but the booklet."""
        books = sorted(self.folder.glob("rulebook*.pdf"))
        return [path for path in books if "booklet" not in path.name]


Make = Callable[[str, str], Made]


class PageLook(NamedTuple):
    """How full a page is."""

    inked: float
    """The share of the squares within its margins that carry ink."""
    filled: float
    """The share of the height between its head and its foot down to which something stands."""


@cache
def page_looks(path: Path) -> list[PageLook]:
    """Of each page of a book, which is drawn once for all who look at it."""
    return [
        PageLook(coverage["page_share"](picture), filled(picture))
        for picture in coverage["page_pictures"](path)
    ]


def filled(picture: np.ndarray) -> float:
    """The share of the height of a page in grey down to which something stands."""
    high, wide = picture.shape
    top, bottom = round(high * 0.085), round(high * 0.91)
    inner = picture[top:bottom, round(wide * 0.1) : round(wide * 0.9)].astype(int)
    (seen,) = np.nonzero((np.abs(inner - inner[-1, 0]) > 12).any(axis=1))
    return float(seen[-1] + 1) / len(inner) if len(seen) else 0.0


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Makes a book for all who look at it, its cards and figures drawn once."""

    @cache
    def made(id: str, language: str) -> Made:
        out = tmp_path_factory.mktemp("books")
        workshop = cardgen.open_project(SHIPPED, language) if language else shipped_workshop()
        (game,) = [game for game in workshop.games if game.id == id]
        opened = open_rulebook(Context.of(workshop.project, game, workshop.fonts, Cache.of_user()))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(editions, "open_rulebook", lambda context: opened)
            of_language = ["--lang", language] if language else []
            for words in ([], ["--booklet"]):
                result = run("rulebook", id, *of_language, *words, "--out", out, project=SHIPPED)
                assert result.exit_code == 0, result.output
        return Made(opened, out / id)

    return made


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def book(request: pytest.FixtureRequest, make: Make) -> tuple[Game, Path]:
    """A game, and the folder of its book in English."""
    return request.param, make(request.param.id, "").folder


@pytest.fixture(params=BOOKS, ids=["-".join(filter(None, book)) for book in BOOKS])
def made(request: pytest.FixtureRequest, make: Make) -> Made:
    """A book in one of its languages."""
    return make(*request.param)


def headings(game: Game) -> set[str]:
    """The headings that stand in the file, without their mark-up."""
    source = (game.folder / "rulebook.md").read_text("utf-8")
    found = re.findall(r"^#{2,4} +(.+?) *$", source, re.MULTILINE)
    return {re.sub(r"[*_]", "", heading) for heading in found if "{" not in heading}


def test_every_game_has_a_book() -> None:
    assert 5 == len(GAMES)


@pytest.mark.parametrize("id", [id for id, language in BOOKS if language == "de"])
def test_a_german_book_is_whole_and_german(make: Make, id: str) -> None:
    """What its text says and what the book says by itself; its chapters answer to those of the
    first one, and each card, figure and number stands in it, too."""
    words = {*" ".join(texts_of(make(id, "de").folder / "rulebook-de.pdf")).split()}
    assert {"Inhalt", "Kurzregel", "Personen"} <= words
    assert not {"the", "The", "Contents", "Index", "your", "cards", "Size", "page"} & words
    folder = SHIPPED / "card_data" / id
    english, german = (
        (folder / name).read_text("utf-8") for name in ("rulebook.md", "rulebook.de.md")
    )
    assert bool(re.search(r"\[\[[^'\]]+\]\]", german)) == ("Begriffe" in words)
    assert shape_of(english) == shape_of(german)
    calls = re.compile(r"(?:row|picture|figure|card|house|points|minus|name|number)\(")
    assert Counter(calls.findall(english)) <= Counter(calls.findall(german))


def shape_of(source: str) -> list[str]:
    """How headings, boxes, items and rows of tables begin, in their order."""
    begins = re.compile(r"#+ |:::( [a-z ]+?(?= [A-ZÄÖÜ]|$))?|- |\d+\. |\|")
    return [match[0] for line in source.splitlines() if (match := begins.match(line))]


def test_the_pages_of_a_book(book: tuple[Game, Path]) -> None:
    """At most 64, so that it folds; title, credits and quick reference there; no heading at the
    foot of a page."""
    game, folder = book
    titles = {title.replace("'", "’") for title in headings(game)}
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        path = folder / name
        assert whole(path)
        pages = lines_of(path)
        assert 4 <= len(pages) <= 64
        for number, page in enumerate(pages[2:], 3):
            shown = sorted((word for word in page if word.y > 38), key=lambda word: word.y)
            assert shown[0].text not in titles, (
                f"{name} page {number} ends with the heading {shown[0].text}"
            )
        text = texts_of(path)
        assert game.title.replace("'", "’") in " ".join(text[0].split())
        assert "not for sale" in " ".join(text[-1].split())


def test_the_quick_reference_is_a_full_page_of_its_own(made: Made) -> None:
    """One page for each paper, three quarters of it inked; the last page of the book says the
    same."""
    for path in sorted(made.folder.glob("quick-reference*.pdf")):
        (words,) = texts_of(path)
        (look,) = page_looks(path)
        assert look.inked >= 0.75, path.name
        book = path.with_name(path.name.replace("quick-reference", "rulebook"))
        assert texts_of(book)[-1].split() == words.split()
    assert len(list(made.folder.glob("quick-reference*.pdf"))) == 2


def test_the_links_of_a_book(book: tuple[Game, Path]) -> None:
    """Every one leads to a page and a height on it; each entry of the contents to its heading."""
    _, folder = book
    pages = texts_of(folder / "rulebook.pdf")
    lines = lines_of(folder / "rulebook.pdf")
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        links = links_of(pdf)
        assert links
        for link in links:
            assert link.address or 1 <= link.target <= len(pages)
        for link in links:
            if link.page != 2 or link.address:
                continue
            left, bottom, right, top = link.box
            entry = [
                word
                for word in lines[1]
                if left - 1 < word.x < right + 1 and bottom - 1 < word.y < top + 1
            ]
            title = re.sub(r"\W+|\d+$", "", entry[0].text if entry else "")
            assert title[:12] in re.sub(r"\W+", "", pages[link.target - 1])
        assert all("/FontFile2" in font for font in objects_of(pdf, "/Type", "/FontDescriptor"))


# -- pages


def test_no_page_is_nearly_empty(made: Made) -> None:
    """But for the last one, which is the back cover."""
    for path in made.whole_pages:
        shares = [look.filled for look in page_looks(path)]
        assert len(shares) > 5
        low = {
            number: round(share, 2) for number, share in enumerate(shares[:-1], 1) if share < LEAST
        }
        assert not low, f"{path.name}: {low}"


def test_pages_of_paper_are_full(made: Made) -> None:
    """Seven tenths of the squares of an inner page carry ink on average; on A4 half on each."""
    for paper in ("a4", "letter"):
        (path,) = [path for path in made.whole_pages if path.stem.endswith(f"-{paper}")]
        inner = [look.inked for look in page_looks(path)[1:-1]]
        assert sum(inner) / len(inner) >= 0.7, path.name
        low = {number: round(share, 2) for number, share in enumerate(inner, 2) if share < 0.5}
        assert paper != "a4" or not low, f"{path.name}: {low}"


def test_an_index_of_few_terms_has_no_empty_column(make: Make) -> None:
    """Sixteen terms fill four columns, though a page has room for five: the last one begins beyond
    seven tenths of the page."""
    (page,) = [
        page
        for page in lines_of(make("candy-crave", "").folder / "rulebook-a4.pdf")
        if any(word.text == "withdraw" for word in page)
    ]
    (last,) = [word.x for word in page if word.text == "withdraw"]
    assert last > 0.7 * 595


def test_what_belongs_together_stands_together(made: Made) -> None:
    """No table and no index on two pages; headings with their text, boxes without one with what
    they speak of; figures beside text."""
    for path in made.whole_pages:
        with pikepdf.open(path) as pdf:
            document = structure_of(pdf)
        assert [] == list(torn(document)), path.name


def torn(document: Element) -> Iterator[str]:
    """What is cut, and what is parted from what it belongs to."""
    blocks = list(in_order(document))
    for before, block, after in zip([None, *blocks], blocks, [*blocks[1:], None], strict=False):
        first = f"{block.kind} on pages {block.pages}"
        if block.kind in HEADINGS and after and after.pages[0] != block.pages[-1]:
            yield f"heading {first}, what follows on {after.pages[0]}"
        if block.kind == "Table" and len(block.pages) > 1:
            yield first
        if block.kind == "Figure" and not {*block.pages} & {
            *(before.pages if before else []),
            *(after.pages if after else []),
        }:
            yield f"{first}, alone"
        if (
            block.kind == "Div"
            and before
            and not any(kid.kind in HEADINGS for kid in block.kids)
            and block.pages[0] != before.pages[-1]
        ):
            yield f"box without a title {first}, what it belongs to on {before.pages}"
    for part in document.all():
        if part.kind == "Index" and len(part.pages) > 1:
            yield f"index on pages {part.pages}"


def in_order(element: Element) -> Iterator[Element]:
    """The pieces of a book one after the other: headings, paragraphs, lists, tables, boxes,
    figures."""
    for kid in element.kids:
        if kid.kind == "Sect":
            yield from in_order(kid)
        elif kid.pages:
            yield kid


# -- figures


def test_shipped_figures_are_made_of_cards(made: Made) -> None:
    """In each stand cards of the game; words can be read at A4, where a figure is as wide as its
    template says."""
    book = made.book
    sizes = {(deck.shape.width, deck.shape.height) for deck in book.game.decks}
    wanted = needed(book.manuscript).figures
    assert "table" in [name for name, _ in wanted]
    figures = FigureSet(book.context, wanted)
    (panels,) = draw_together(book.context, [figures.work], DrawOptions())
    drawings = figures.drawings(panels.drawn, panels.card_findings, [])
    for (name, says), figure in drawings.items():
        cards = [
            form for form in forms_of(figure) if any(_shaped(form.box, size) for size in sizes)
        ]
        assert cards or name in WITHOUT_CARDS, name
        assert figure.box.width == (74 if name in IN_A_COLUMN else 148), name
        assert not figure.pictures, name
        for mark in figure.texts:
            assert mark.size * MM >= 7, (name, mark.text)
        words = " ".join(mark.text for mark in figure.texts)
        for value in [
            each
            for told, said in says
            if told not in NO_WORDS
            for each in (said if isinstance(said, tuple) else (said,))
        ]:
            scene = name == "scenes" and isinstance(value, tuple)
            told_and_said = f"{value[0]} {value[3]}" if scene else _joined(value)
            said_words = re.sub(r"[*]|{[\w-]+}", " ", told_and_said).split()
            assert set(said_words) <= set(words.split()), (name, value)


def _joined(value: object) -> str:
    """The texts of a list in a list, one after the other."""
    return " ".join(map(_joined, value)) if isinstance(value, tuple) else str(value)


def forms_of(drawing: Drawing) -> Iterator[Drawing]:
    """What a drawing is gathered from, and what that is: a large group is a form of its own."""
    for form in drawing.forms.values():
        yield form
        yield from forms_of(form)


def _shaped(box: object, size: tuple[float, float]) -> bool:
    return abs(box.width * size[1] - box.height * size[0]) < 0.01 * box.width * size[1]  # type: ignore[attr-defined]


def test_nothing_blank_stands_for_a_card() -> None:
    """No book has a drawn stand-in; nothing rectangular in a figure has the shape of a card."""
    for game in shipped_workshop().games:
        assert not list((game.folder / "art").glob("rules-*")), game.id
        for source in game.folder.glob("rulebook*.md"):
            assert "picture(" not in source.read_text("utf-8"), source.name
        called = set(
            re.findall(r"figure\('([\w-]+)'", (game.folder / "rulebook.md").read_text("utf-8"))
        )
        for name in called - WITHOUT_CARDS - SHARED:
            template = (SHIPPED / "templates" / game.rulebook.templates / f"{name}.svg").read_text(
                "utf-8"
            )
            for wide, high in re.findall(
                r'<rect [^>]*?width="([\d.]+)" height="([\d.]+)"', template
            ):
                of_a_card = float(wide) > 4 and 0.6 < float(wide) / float(high) < 0.8
                assert not of_a_card, (game.id, name)
