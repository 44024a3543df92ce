"""The five rulebooks that come with cardgen: complete, in order, and fit for a booklet."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from books import links_of
from projects import SHIPPED, objects_of, run, text_of, whole, words_of

import cardgen
from cardgen.model.cards import Game

GAMES = [game for game in cardgen.open_project(SHIPPED).games if (game.folder / "rulebook.md").is_file()]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.id)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    """A game, and the folder of its screen and A4 editions and its booklet."""
    out = tmp_path_factory.mktemp("books")
    for words in ([], ["--booklet"]):
        result = run("rulebook", request.param.id, *words, "--paper", "a4", "--out", out, project=SHIPPED)
        assert result.exit_code == 0, result.output
    return request.param, out / request.param.id


def headings(game: Game) -> set[str]:
    """The headings that stand in the file, without their mark-up."""
    source = (game.folder / "rulebook.md").read_text("utf-8")
    found = re.findall(r"^#{2,4} +(.+?) *$", source, re.MULTILINE)
    return {re.sub(r"[*_]", "", heading) for heading in found if "{" not in heading}


def test_every_game_has_a_book() -> None:
    assert 5 == len(GAMES)


def test_the_pages_of_a_book(book: tuple[Game, Path]) -> None:
    """At most 64, so that it folds; title, credits and quick reference there; no heading at the foot of a page."""
    game, folder = book
    titles = {title.replace("'", "’") for title in headings(game)}
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        path = folder / name
        assert whole(path)
        pages = words_of(path)
        assert 4 <= len(pages) <= 64
        for number, page in enumerate(pages[2:], 3):
            shown = sorted((word for word in page if word.y > 38), key=lambda word: word.y)
            assert shown[0].text not in titles, f"{name} page {number} ends with the heading {shown[0].text}"
        text = text_of(path)
        assert game.title.replace("'", "’") in " ".join(text[0].split())
        assert "not for sale" in " ".join(text[-1].split())


def test_the_links_of_a_book(book: tuple[Game, Path]) -> None:
    """Every one leads to a page and a height on it; each entry of the contents to its heading."""
    _, folder = book
    pages = text_of(folder / "rulebook.pdf")
    lines = words_of(folder / "rulebook.pdf")
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        links = links_of(pdf)
        assert links
        for link in links:
            assert link.address or 1 <= link.target <= len(pages)
        for link in links:
            if link.page != 2 or link.address:
                continue
            left, bottom, right, top = link.box
            entry = [word for word in lines[1] if left - 1 < word.x < right + 1 and bottom - 1 < word.y < top + 1]
            title = re.sub(r"\W+|\d+$", "", entry[0].text if entry else "")
            assert title[:12] in re.sub(r"\W+", "", pages[link.target - 1])
        assert all("/FontFile2" in font for font in objects_of(pdf, "/Type", "/FontDescriptor"))
