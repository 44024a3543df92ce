"""The process that makes sheets: a deck's PDF, and its pages.

The PDF is that of a build, the pages are pictures. It also says which cards a selection means."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pypdfium2

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.files import read_own
from cardgen.base.findings import CardgenError, Finding
from cardgen.base.scratch import prefix
from cardgen.cards.choosing import chosen
from cardgen.engine import Picture
from cardgen.impose.options import Options
from cardgen.making.report import Report
from cardgen.preview.choices import making_choices
from cardgen.preview.worker import Overtaken, answers
from cardgen.sheets.calibration_store import calibration_for

SHARPEST = 4000
"""Pixels that a page may be wide."""


class Sheets(NamedTuple):
    """A deck's PDF and the sizes of its pages in points.

    No pages, and why, when it could not be made."""

    pdf: bytes
    sizes: tuple[tuple[float, float], ...]
    notes: tuple[Finding, ...]
    problems: tuple[Finding, ...]


def _notes(report: Report) -> tuple[Finding, ...]:
    """The notes of a build, with or without a check."""
    return tuple(finding for finding in report.findings if finding.severity == "note")


def sheet_answers(requests: Connection, root: Path | None, language: str) -> Iterator[Any]:
    """Answer requests for sheets, pages and selections.

    `(ticket, "make", key, name, options)` with Sheets, `(ticket, "page", key, number, width)` with
    a page of them as PNG, empty when there is none, `(ticket, "choose", version, name, selection)`
    with the ids of the cards meant, by `GAME/DECK`, `(ticket, "choices", version)` with what a page
    can choose to be made."""
    return answers(requests, _SheetWorker(root, language).answer)


class _SheetWorker:
    def __init__(self, root: Path | None, language: str) -> None:
        self._root = root
        self._language = language
        self._made: dict[str, bytes] = {}
        self._opened: tuple[str, Workshop | None] = ("", None)

    def answer(
        self, overtaken: Overtaken, ticket: int, task: str, key: str, *request: Any
    ) -> Iterator[Any]:
        if task == "page":
            yield self._page(key, *request)
            return
        if task == "choose":
            yield self._choose(key, *request)
            return
        if task == "choices":
            yield making_choices(self._workshop(key))
            return
        sheets = self._make(*request)
        if sheets.pdf:
            # and the ones before, which the page still shows
            self._made = {**dict(list(self._made.items())[-1:]), key: sheets.pdf}
        yield sheets

    def _make(self, name: str, options: dict[str, Any]) -> Sheets:
        """The sheets of a deck or game, with their notes; what is wrong where there are none."""
        report = Report()
        with TemporaryDirectory(prefix=prefix()) as folder:
            try:
                workshop = open_project(self._root, self._language)
                calibration = calibration_for(options.get("layout", ""))
                workshop.build(
                    [name],
                    Options(**options, calibration=calibration, out=Path(folder), jobs=1),
                    report,
                )
            except CardgenError as error:
                return Sheets(b"", (), (), error.findings)
            if not report.written:
                return Sheets(b"", (), _notes(report), tuple(report.problems))
            pdf = read_own(report.written[0])
        with pypdfium2.PdfDocument(pdf) as document:
            return Sheets(
                pdf,
                tuple(document.get_page_size(number) for number in range(len(document))),
                _notes(report),
                (),
            )

    def _workshop(self, version: str) -> Workshop:
        """The project, read once for each of its versions. Raises CardgenError."""
        workshop = self._opened[1] if self._opened[0] == version else None
        workshop = workshop or open_project(self._root, self._language)
        self._opened = version, workshop
        return workshop

    def _choose(self, version: str, name: str, selection: str) -> dict[str, list[str]]:
        """The cards that a selection chooses of a game or a deck. Raises CardgenError."""
        decks = [
            (game, deck)
            for game, chosen_decks in self._workshop(version).select([name])
            for deck in chosen_decks
        ]
        counts = chosen([selection], decks)
        return {
            f"{game.id}/{deck.id}": [deck.cards[at].id for at in positions]
            for (game, deck), positions in zip(decks, counts, strict=True)
        }

    def _page(self, key: str, number: int, width: int) -> bytes:
        """A page of sheets that were made, as PNG; b"" where there is none."""
        if not self._made.get(key):
            return b""
        with pypdfium2.PdfDocument(self._made[key]) as document:
            if not 0 <= number < len(document):
                return b""
            image = (
                document[number]
                .render(scale=min(width, SHARPEST) / document.get_page_size(number)[0])
                .to_pil()
            )
        return Picture.of_image(image).data
