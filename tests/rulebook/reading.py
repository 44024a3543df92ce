"""What a PDF says of how it is read: its structure tree, as pikepdf finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pikepdf


@dataclass
class Element:
    """An element: its type, the pages (from 1) of what it holds itself, and the elements in it."""

    kind: str
    alt: str = ""
    scope: str = ""
    own: list[int] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Page and number of each mark of its own."""
    links: int = 0
    kids: list[Element] = field(default_factory=list)

    def all(self) -> Iterator[Element]:
        yield self
        for kid in self.kids:
            yield from kid.all()

    @property
    def pages(self) -> list[int]:
        """All pages that something of it stands on, in order."""
        return sorted({page for element in self.all() for page in element.own})


def structure_of(pdf: pikepdf.Pdf) -> Element:
    """The document's own element."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    return _element(pdf.Root.StructTreeRoot.K, numbers)


def _element(found: pikepdf.Object, numbers: dict[tuple[int, int], int]) -> Element:
    element = Element(
        str(found.S).lstrip("/"),
        str(found.get("/Alt", "")),
        str(found.get("/A", {}).get("/Scope", "")),
    )
    kids = found.get("/K", pikepdf.Array([]))
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, int):
            element.marks.append((numbers[found.Pg.objgen], kid))
        elif kid.get("/Type") == pikepdf.Name.MCR:
            element.marks.append((numbers[kid.get("/Pg", found.get("/Pg")).objgen], int(kid.MCID)))
        elif kid.get("/Type") == pikepdf.Name.OBJR:
            element.links += 1
        else:
            assert kid.P.objgen == found.objgen, "an element does not know what it stands in"
            element.kids.append(_element(kid, numbers))
    element.own = [page for page, _ in element.marks]
    return element
