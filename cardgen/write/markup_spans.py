"""Where the elements of an XML part begin and end, in bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

_TAG = re.compile(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")


@dataclass(slots=True)
class Element:
    """An element with the offsets of its first and last byte, and those of its tags between.

    `name` has its prefix; `inner` is where its content begins."""

    name: str
    attributes: Mapping[str, str]
    start: int
    inner: int
    end: int = 0
    closing: int = 0
    """Where its closing tag begins; its end where it has none."""
    children: list[Element] = field(default_factory=list)

    @property
    def local(self) -> str:
        """The name without its prefix."""
        return self.name.rpartition(":")[2]

    @property
    def prefix(self) -> str:
        """The prefix with its colon; empty for none."""
        before, colon, _ = self.name.rpartition(":")
        return before + colon

    def is_empty(self) -> bool:
        """True if it is one tag."""
        return self.closing == self.end


def elements_of(xml: bytes, wanted: Callable[[str], bool]) -> Element:
    """The outermost element, with those inside that are wanted by their local names.

    Raises ValueError for a part that is not UTF-8."""
    head = xml[:200].lower()
    if xml.startswith((b"\xff\xfe", b"\xfe\xff")) or (
        b"encoding=" in head and b"utf-8" not in head
    ):
        raise ValueError("the part is not UTF-8")
    parser = expat.ParserCreate()
    root = Element("", {}, 0, 0, len(xml), len(xml))
    open_elements = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        if not wanted(name.rpartition(":")[2]):
            return
        at = parser.CurrentByteIndex
        tag = _TAG.match(xml, at)
        assert tag is not None
        element = Element(name, attributes, at, tag.end())
        if tag[0].endswith(b"/>"):
            element.closing = element.end = tag.end()
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(name: str) -> None:
        if not wanted(name.rpartition(":")[2]):
            return
        element = open_elements.pop()
        if not element.end:
            element.closing = parser.CurrentByteIndex
            element.end = xml.index(b">", element.closing) + 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.Parse(xml, True)
    return root


def with_attribute(tag: str, name: str, value: str | None) -> str:
    """A start tag with another value of an attribute; without it for None."""
    bare = re.sub(rf"""\s+{re.escape(name)}\s*=\s*(?:"[^"]*"|'[^']*')""", "", tag)
    if value is None:
        return bare
    ending = "/>" if bare.endswith("/>") else ">"
    return f'{bare.removesuffix(ending).rstrip()} {name}="{value}"{ending}'
