"""Books for tests: rulebooks written in a string, and what is read back from their PDFs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pikepdf
from projects import CommandResult, run, write_project

BOOK = "card_data/sweets/rulebook.md"


def write_book(root: Path, book: str, **others: str) -> Path:
    """A project with one game of one deck of three cards, and its rulebook. Others are files of
    templates/icons/, by name."""
    icons = {f"templates/icons/{name}.svg": text for name, text in others.items()}
    return write_project(root, files={BOOK: book, **icons})


def made(root: Path, book: str, *words: str, **others: str) -> Path:
    """The folder of the PDFs that a book becomes."""
    result = run("rulebook", *words, project=write_book(root, book, **others))
    assert result.exit_code == 0, result.output
    return root / "output/sweets"


def complaints(root: Path, book: str) -> list[str]:
    """What is said about a book that is wrong: each line from the line number on."""
    result = refused(root, book)
    return [line.partition("rulebook.md:")[2] or line for line in result.stderr.splitlines()]


def refused(root: Path, book: str) -> CommandResult:
    """What `rulebook` does with a book that is wrong."""
    result = run("rulebook", project=write_book(root, book))
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    return result


class Link(NamedTuple):
    """A link annotation: its page from 1, its box, and where it leads: a page and the height there,
    or an address."""

    page: int
    box: tuple[float, float, float, float]
    target: int
    top: float
    address: str


def links_of(pdf: pikepdf.Pdf) -> list[Link]:
    found = []
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    for number, page in enumerate(pdf.pages, 1):
        for annotation in page.get("/Annots", []):
            box = tuple(float(value) for value in annotation.Rect)
            if "/A" in annotation:
                found.append(Link(number, box, 0, 0.0, str(annotation.A.URI)))  # type: ignore[arg-type]
                continue
            target, kind, _, top = list(annotation.Dest)[:4]
            assert kind == pikepdf.Name("/XYZ")
            found.append(Link(number, box, numbers[target.objgen], float(top), ""))  # type: ignore[arg-type]
    return found
