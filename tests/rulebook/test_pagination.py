"""Where pages end, and the columns of pages wide enough."""

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


@pytest.mark.parametrize("count", range(120, 260, 14))
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
    for count in (*range(34, 46), *range(74, 90, 3)):
        folder = made(
            tmp_path,
            "## A\n\n" + f"{LINE}\n\n" * count + "These are:\n\n- one\n- two\n",
            "--paper",
            "a4",
        )
        pages = [[word.text for word in page] for page in body(folder / "rulebook-a4.pdf")]
        assert any("These are:" in page and "one" in page for page in pages)


def test_a_note_stands_below_its_text(tmp_path: Path) -> None:
    """In its column, as on the screen."""
    folder = made(
        tmp_path,
        f"## A\n\n{LINE}\n\nAnchor. {LINE * 8}\n\n::: note Title\nNoted.\n:::\n\n"
        + f"{LINE}\n\n" * 40,
        "--paper",
        "a4",
    )
    (page,) = body(folder / "rulebook-a4.pdf")
    noted, anchor = (
        next(word for word in page if word.text.startswith(text)) for text in ("Title", "Anchor.")
    )
    assert noted.x < WIDTH / 2
    assert noted.y < anchor.y - 20


def test_text_stands_in_two_columns_of_one_height(tmp_path: Path) -> None:
    """On A4, also where the page is not full; on the screen, which is narrower, in one."""
    folder = made(tmp_path, "## A\n\n" + f"{LINE}\n\n" * 40, "--paper", "a4")
    (page,) = body(folder / "rulebook-a4.pdf")
    lines = [word for word in page if word.text == LINE]
    left, right = ([word.y for word in lines if (word.x < WIDTH / 2) == side] for side in (1, 0))
    assert len(left) == len(right) == 20
    assert left == pytest.approx(right)
    assert 1 == len(
        {round(word.x) for word in words_of(folder / "rulebook.pdf")[1] if word.text == LINE}
    )


def test_a_wide_table_goes_across_and_parts_the_columns(tmp_path: Path) -> None:
    """What is before it is read above it, what follows below."""
    wide = " | ".join(["Some words of a cell"] * 8)
    table = f"| {wide} |\n{'|---' * 8}|\n| {wide} |\n"
    text = "\n\n".join([f"before {LINE}"] * 10 + [table] + [f"behind {LINE}"] * 10)
    (page,) = body(made(tmp_path, f"## A\n\n{text}\n", "--paper", "a4") / "rulebook-a4.pdf")
    before, behind, cells = (
        [word for word in page if word.text.startswith(begin)]
        for begin in ("before", "behind", "Some")
    )
    for lines in before, behind:
        assert {True, False} == {word.x < WIDTH / 2 for word in lines}
    assert min(word.y for word in before) > max(word.y for word in cells)
    assert min(word.y for word in cells) > max(word.y for word in behind)
    assert min(word.x for word in cells) < 100 < WIDTH - 150 < max(word.x for word in cells)


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


@pytest.mark.parametrize("count", [2, 30])
def test_a_break_ends_the_page_behind_a_section_of_any_length(tmp_path: Path, count: int) -> None:
    """Also behind one so short that it is kept in a column."""
    folder = made(
        tmp_path,
        "## A\n\n### One\n\n" + f"{LINE}\n\n" * count + "---\n\n## B\n\nBehind the break.\n",
        "--paper",
        "a4",
    )
    pages = [{word.text for word in page} for page in body(folder / "rulebook-a4.pdf")]
    assert not any({LINE, "Behind the break."} <= page for page in pages)
