"""The structure of a document (ISO 32000-1, 14.7 and 14.8): what a screen reader reads, in its
order, beside what the pages paint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_MARKED = frozenset(
    {
        "H1",
        "H2",
        "H3",
        "H4",
        "H5",
        "H6",
        "P",
        "Lbl",
        "TH",
        "TD",
        "Caption",
        "Figure",
        "Link",
        "Reference",
    }
)
"""What holds text or pictures itself; all else holds elements."""
_PAINTED = frozenset({"Figure", "Lbl"})
"""Of those, what shapes belong to; beside text they are ornaments."""


class PaintedPart(NamedTuple):
    """A part of an element on a page.

    The page, by whatever stands for it, and its number among the marks of that page."""

    page: object
    number: int


class LinkedPart(NamedTuple):
    """A link of a page that an element is.

    The page, by whatever stands for it, and its place among the links of that page."""

    page: object
    place: int


class StructureElement:
    """An element of the structure: its type and its content.

    The type is a standard one, the content in reading order, with what is said for a figure or a
    link. It joins its parent once something of it is painted: an element without anything is not
    written.
    """

    __slots__ = ("_joined", "alt", "kids", "kind", "parent", "scope")

    def __init__(
        self,
        kind: str,
        parent: StructureElement | None = None,
        alt: str = "",
        scope: str = "Column",
    ) -> None:
        self.kind = kind
        self.scope = scope
        """Of a heading of a table, what it is the heading of: Column or Row."""
        self.parent = parent
        self.alt = alt
        self.kids: list[StructureElement | PaintedPart | LinkedPart] = []
        self._joined = False

    def join(self, above: StructureElement) -> None:
        """Stand behind what its parent holds already, or what `above` does where it was given
        none."""
        if self._joined or self is above:
            return
        self._joined = True
        self.parent = self.parent or above
        if self.parent is not above:
            self.parent.join(above)
        self.parent.kids.append(self)

    def holds(self, *, shape: bool) -> bool:
        """True if what is painted is part of the element.

        Text and pictures are, or a `shape`; what is not part of an element is an ornament."""
        return self.kind in (_PAINTED if shape else _MARKED)

    def attributes(self) -> str:
        """The attributes that its type asks for, as PDF."""
        return f"<< /O /Table /Scope /{self.scope} >>" if self.kind == "TH" else ""

    def elements(self) -> Iterator[StructureElement]:
        """All elements within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield kid
                yield from kid.elements()


def is_told_whole(root: StructureElement) -> bool:
    """True if a structure has all that a reader asks of it.

    It has words for each figure and link, and headings for each table (ISO 14289-1, 7)."""
    elements = list(root.elements())
    worded = all(element.alt for element in elements if element.kind == "Figure")
    return worded and all(
        any(cell.kind == "TH" for cell in table.elements())
        for table in elements
        if table.kind == "Table"
    )


ORNAMENT = StructureElement("Artifact")
"""What stands for all that is not read: whatever is painted within it belongs to no element."""


class PageStructure(NamedTuple):
    """The structure of a page.

    What stands for the page, the element of each of its marks, and that of each of its links."""

    page: object
    marks: list[StructureElement]
    links: list[StructureElement | None]
