"""Where pages end, and what stands beside the text on pages wide enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import made
from projects import Word, words_of

LINE = "A paragraph of one line."
WIDTH, HEIGHT = 595.28, 841.89
"""A4, in points."""


def body(path: Path) -> list[list[Word]]:
    """The lines of each page but the cover, from the top, without head and foot."""
    return [
        sorted((word for word in page if 62 < word.y < HEIGHT - 66), key=lambda word: -word.y)
        for page in words_of(path)[1:]
    ]


@pytest.mark.parametrize("count", range(60, 130, 7))
def test_no_page_is_left_nearly_empty(tmp_path: Path, count: int) -> None:
    """However many paragraphs there are before the quick reference: those of the pages before are
    shared out."""
    folder = made(
        tmp_path, "## A\n\n" + f"{LINE}\n\n" * count + "::: quick\nFast.\n:::\n", "--paper", "a4"
    )
    pages = body(folder / "rulebook-a4.pdf")[:-1]
    assert len(pages) > 1
    lines = [sum(word.text == LINE for word in page) for page in pages]
    assert all(line > 12 for line in lines), lines
    assert count == sum(lines)


def test_what_leads_in_stays_with_what_follows(tmp_path: Path) -> None:
    """A paragraph that ends in a colon, also where its own lines part."""
    for count in range(34, 46):
        folder = made(
            tmp_path,
            "## A\n\n" + f"{LINE}\n\n" * count + "These are:\n\n- one\n- two\n",
            "--paper",
            "a4",
        )
        pages = [[word.text for word in page] for page in body(folder / "rulebook-a4.pdf")]
        assert any("These are:" in page and "one" in page for page in pages)


def test_a_note_stands_beside_its_text(tmp_path: Path) -> None:
    """On A4; on the screen, which is narrower, it stands below."""
    folder = made(
        tmp_path,
        f"## A\n\n{LINE}\n\nAnchor. {LINE * 8}\n\n::: note Title\nNoted.\n:::\n\n{LINE}\n",
        "--paper",
        "a4",
    )
    (page,) = body(folder / "rulebook-a4.pdf")
    noted, anchor = (
        next(word for word in page if word.text.startswith(text)) for text in ("Title", "Anchor.")
    )
    assert noted.x > WIDTH / 2 > anchor.x
    assert abs(noted.y - anchor.y) < 12
    anchor, noted = (
        word
        for word in words_of(folder / "rulebook.pdf")[1]
        if word.text.startswith(("Title", "Anchor"))
    )
    assert noted.x < 100
    assert noted.y < anchor.y - 20


def test_a_note_without_room_beside_its_text_stands_in_it(tmp_path: Path) -> None:
    """Rather than hanging below all text."""
    folder = made(
        tmp_path, f"## A\n\nShort.\n\n::: note Title\n{LINE * 12}\n:::\n", "--paper", "a4"
    )
    (page,) = body(folder / "rulebook-a4.pdf")
    assert next(word for word in page if word.text == "Title").x < WIDTH / 2


def test_chapters_have_a_tab_each_lower_than_the_last(tmp_path: Path) -> None:
    """In print, at the outer edge; none on the screen."""
    folder = made(
        tmp_path,
        "".join(f"## Chapter {name}\n\n{LINE}\n\n---\n\n" for name in "ABCD"),
        "--paper",
        "a4",
    )
    tabs = []
    for number, page in enumerate(words_of(folder / "rulebook-a4.pdf")[1:], 2):
        edge = [
            word
            for word in page
            if word.text.startswith("Chapter") and (word.x < 40 or word.x > WIDTH - 40)
        ]
        assert 1 == len(edge)
        assert (edge[0].x > WIDTH / 2) == (number % 2 == 1)
        tabs.append(edge[0].y)
    assert tabs == sorted(tabs, reverse=True)
    assert len(set(tabs)) == len(tabs)
    assert not [
        word
        for page in words_of(folder / "rulebook.pdf")[1:]
        for word in page
        if word.text.startswith("Chapter") and word.x < 20
    ]
