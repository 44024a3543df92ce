"""Credits of drawings: who drew them, and by which licence they are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardgen.base.findings import Place


class Credit(NamedTuple):
    """The author of drawings, their licence, and where they come from; empty where unknown."""

    author: str = ""
    licence: str = ""
    source: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, self))


class DrawingCredit(NamedTuple):
    """The credit of a drawing: its file by its path in the project, and where that is said."""

    file: str
    credit: Credit
    place: Place

    @property
    def name(self) -> str:
        """The name by which cards call the drawing."""
        return self.file.rpartition("/")[2].rpartition(".")[0]

    def covers(self, path: str) -> bool:
        """True if it is the credit of this drawing, or of the folder that it lies in."""
        return path == self.file or path.startswith(f"{self.file.rstrip('/')}/")

    def concerns(self, game: str) -> bool:
        """True unless the drawing belongs to another game than the one with this id."""
        folder, _, rest = self.file.partition("/")
        return folder != "card_data" or rest.startswith(f"{game}/")


def credits_in_words(drawings: Iterable[DrawingCredit]) -> str:
    """The credits as a text, in which drawings of one credit stand together.

    Drawings without an author, a licence and a source are left out.

    >>> from pathlib import Path
    >>> lorc = Credit("Lorc", "CC BY 3.0")
    >>> place = Place(Path("credits.yaml"))
    >>> files = "templates/icons/axe.svg", "templates/icons/sword.svg"
    >>> credits_in_words(DrawingCredit(file, lorc, place) for file in files)
    'axe, sword: Lorc, CC BY 3.0.'
    """
    names: dict[Credit, list[str]] = {}
    for drawing in drawings:
        names.setdefault(drawing.credit, []).append(drawing.name)
    sentences = [
        f"{', '.join(dict.fromkeys(of_credit))}: {credit}."
        for credit, of_credit in names.items()
        if any(credit)
    ]
    return " ".join(sentences)
