"""Justified books: running text reaches both edges, what is none of it stays as it was."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from books import BOOK
from made_font import FAMILY, HEBREW, made_font
from projects import GAME, run, svg, text, text_of, write_project

WORDS = "Everybody takes the uppermost card of the pile and gives it to whoever sits beside them. "
HYPHEN = "\x02"
"""As which pdfium reads the hyphen of a divided word."""
PAGES = f"""Lead.

## One

{WORDS * 4}

- {WORDS * 2}

| what | why |
|---|---|
| {WORDS} | {WORDS} |
"""


def made(root: Path, book: str, said: str, **files: str | bytes) -> Path:
    write_project(
        root,
        templates={"card.svg": svg(text("a"))},
        game=f"{GAME}{said}",
        files={BOOK: book, **{f"fonts/{name}": content for name, content in files.items()}},
    )
    result = run("rulebook", "--paper", "a5", project=root)
    assert 0 == result.exit_code, result.output
    return root / "output/sweets/rulebook-a5.pdf"


def edges(pdf: Path, page: int) -> list[tuple[float, float, str]]:
    """Left and right of each line of a page, and its letters."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        read = document[page].get_textpage()
        lines: dict[int, list[tuple[float, float, str]]] = {}
        for index, letter in enumerate(read.get_text_range()):
            left, bottom, right, _ = read.get_charbox(index, loose=True)
            if not letter.isspace() and right > left:
                lines.setdefault(round(bottom), []).append((left, right, letter))
        return [
            (
                min(box[0] for box in boxes),
                max(box[1] for box in boxes),
                "".join(box[2] for box in boxes),
            )
            for boxes in lines.values()
        ]
    finally:
        document.close()


def test_lines_of_running_text_reach_both_edges(tmp_path: Path) -> None:
    lines = edges(made(tmp_path, PAGES, "rulebook: {justify: true}\n"), 1)
    rights = [right for _, right, _ in lines]
    body = [right for right in rights if max(rights) - right < 0.6]
    assert len(body) >= 5


def test_without_it_they_are_ragged(tmp_path: Path) -> None:
    lines = edges(made(tmp_path, PAGES, ""), 1)
    rights = [right for _, right, _ in lines]
    assert len([right for right in rights if max(rights) - right < 0.6]) < 4


def test_words_are_divided_unless_the_game_says_no(tmp_path: Path) -> None:
    long = "Uncharacteristic responsibilities notwithstanding extraordinary misunderstandings. " * 4
    long = f"So: {long}"
    book = f"Lead.\n\n## One\n\n{long}\n"
    divided = made(tmp_path / "a", book, "rulebook: {justify: true}\n")
    whole = made(
        tmp_path / "b", book, "rulebook: {justify: true}\ntypesetting: {hyphenate: false}\n"
    )
    assert HYPHEN in text_of(divided)[1]
    assert HYPHEN not in text_of(whole)[1]


def test_lines_from_right_to_left_do_so_too_and_read_in_order(tmp_path: Path) -> None:
    one, two, three = HEBREW[0:3], HEBREW[3:6], HEBREW[6:9]
    line = f"{one} {two} abc def {three} 12 {two} "
    book = f"{one}.\n\n## {two}\n\n{line * 12}\n"
    fonts = {
        "Scripts.ttf": made_font(),
        "fonts.yaml": "families:\n"
        f"  Nunito: {{fallback: [{FAMILY}]}}\n  Baloo 2: {{fallback: [{FAMILY}]}}\n",
    }
    ragged = made(tmp_path / "a", book, "", **fonts)
    even = made(tmp_path / "b", book, "rulebook: {justify: true}\n", **fonts)
    lefts = [left for left, _, _ in edges(even, 1)]
    assert len([left for left in lefts if left - min(lefts) < 0.6]) >= 3
    assert text_of(even) == text_of(ragged)
