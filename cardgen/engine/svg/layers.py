"""Layers: repeated art is walked once.

It is painted as a form wherever it comes again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from lxml import etree

from cardgen.base.svg_marks import LAYER, STATIC
from cardgen.engine.svg.content import Work
from cardgen.engine.svg.document import Document
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.style import Style

_COUNT = re.compile("[1-9][0-9]{0,6}")
_TEXT = re.compile(rb"<(?:[\w.-]+:)?text\b")
_HASH = re.compile(
    rb"""#(?:(?:(?<=url\(#)|(?<=url\(["']#)|(?<=url\(&(?:quot|apos);#))"""
    rb"""([^"'&)\s#]+)(?=["')]|&quot;|&apos;)"""
    rb"""|(?<=href=["']#)([^"'&\s#]+)(?=["'])|[0-9A-Fa-f]{3,8}\b|["'])"""
)
"""A reference by url(#name) or by an address; a colour, and the end of a namespace's name, which
are none."""


def stretch_from(element: etree._Element) -> list[etree._Element]:
    """The siblings from an element on that its mark counts; none where it has no mark."""
    count = element.get(STATIC)
    if not count or not _COUNT.fullmatch(count):
        return []
    return [element, *islice(element.itersiblings(), int(count) - 1)]


def may_repeat(group: etree._Element) -> bool:
    """True if a group may come again as a whole.

    It shows no text, and its template tells of no part that comes again by itself."""
    return (
        len(group) >= 3
        and next(group.iter("{*}text"), None) is None
        and not any(child.get(STATIC) for child in group)
    )


def paint_layer(
    painter: Painter, elements: Sequence[etree._Element], style: Style, work: Work
) -> bool:
    """Paint what `work` paints of siblings as a form.

    False, and nothing painted, if that is no use. The siblings are in the style around them; a
    single one may be in its own. The form is from the shared store when the same mark-up came
    before. It is no use if it is too small, or may look otherwise elsewhere."""
    document = painter.document
    if document.sheet or painter.grey or painter.dodging or painter.scope.silhouette:
        return False
    source = b"".join(map(_written, elements))
    if len(source) < LAYER or not (source := _with_definitions(document, source)):
        return False
    around = (
        style,
        painter.drawing.box,
        painter.matrix,
        painter.outside,
        painter.scope.viewport,
        painter.scope.context,
        document.density,
    )
    key = source + repr(around).encode()
    inner = painter.layers.get(key)
    if inner is None:
        faults = len(document.faults) + len(document.problems)
        inner = painter.captured(work, painter.everywhere())
        if len(document.faults) + len(document.problems) > faults:
            return True
        painter.layers[key] = inner
    if inner.items:
        painter.form(inner)
    return True


def _with_definitions(document: Document, source: bytes) -> bytes:
    """Mark-up and all that it refers to; empty where that shows text, or cannot be told."""
    definitions: dict[bytes, bytes] = {}
    waiting = [source]
    while waiting:
        names = _references(waiting.pop())
        if names is None:
            return b""
        for name in names.difference(definitions):
            element = document.by_id.get(name.decode())
            if element is None:
                return b""
            markup = _written(element)
            around = [ancestor.items() for ancestor in element.iterancestors()]
            waiting.append(markup)
            definitions[name] = markup + repr(around).encode()
    return source + b"".join(definitions[name] for name in sorted(definitions))


def _references(source: bytes) -> set[bytes] | None:
    """The names that mark-up refers to.

    They are None for mark-up that shows text, or has # or url( otherwise than nearly everybody."""
    hashes = _HASH.findall(source)
    in_urls = [name for name, _ in hashes if name]
    if len(hashes) != source.count(b"#") or len(in_urls) != source.lower().count(b"url("):
        return None
    if b"\\" in source or _TEXT.search(source):
        return None
    return {*in_urls, *(name for _, name in hashes if name)}


def _written(element: etree._Element) -> bytes:
    return bytes(etree.tostring(element, encoding="utf-8", with_tail=False))
