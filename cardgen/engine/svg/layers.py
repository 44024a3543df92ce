"""Layers: art that repeats from card to card is walked once, and painted as a form of its own
wherever it comes again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from lxml import etree

from cardgen.engine.svg.document import Document
from cardgen.engine.svg.marks import LAYER, STATIC
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.style import Style

_COUNT = re.compile("[1-9][0-9]{0,6}")
_TEXT = re.compile(rb"<(?:[\w.-]+:)?text\b")
_HASH = re.compile(
    rb"""#(?:(?:(?<=url\(#)|(?<=url\(["']#)|(?<=url\(&(?:quot|apos);#))([^"'&)\s#]+)(?=["')]|&quot;|&apos;)"""
    rb"""|(?<=href=["']#)([^"'&\s#]+)(?=["'])|[0-9A-Fa-f]{3,8}\b|["'])"""
)
"""A reference by url(#name) or by an address; a colour, and the end of a namespace's name, which
are none."""


def stretch_from(element: etree._Element) -> list[etree._Element]:
    """The siblings from an element on that its mark counts; none where it has no mark."""
    count = element.get(STATIC)
    return (
        [element, *islice(element.itersiblings(), int(count) - 1)]
        if count and _COUNT.fullmatch(count)
        else []
    )


def may_repeat(group: etree._Element) -> bool:
    """Whether a group may come again as a whole: it shows no text, and its template tells of no
    part that comes again by itself."""
    return (
        len(group) >= 3
        and next(group.iter("{*}text"), None) is None
        and not any(child.get(STATIC) for child in group)
    )


def paint_layer(
    painter: Painter, elements: Sequence[etree._Element], style: Style, work: Callable[[], None]
) -> bool:
    """Paint what `work` paints of siblings, in the style around them or of the one that there is,
    as a form: from the shared store when the same mark-up came before. False, and nothing painted:
    it is too small for that, or may look otherwise elsewhere."""
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
    """Mark-up and all that it refers to; nothing where that shows text, or cannot be told."""
    found: dict[bytes, bytes] = {}
    due = [source]
    while due:
        names = _references(due.pop())
        if names is None:
            return b""
        for name in names.difference(found):
            element = document.by_id.get(name.decode())
            if element is None:
                return b""
            due.append(_written(element))
            found[name] = (
                due[-1] + repr([around.items() for around in element.iterancestors()]).encode()
            )
    return source + b"".join(found[name] for name in sorted(found))


def _references(source: bytes) -> set[bytes] | None:
    """What mark-up refers to by name; None for mark-up that shows text, or says # or url( otherwise
    than nearly everybody does."""
    found = _HASH.findall(source)
    addressed = [name for name, _ in found if name]
    if (
        len(found) != source.count(b"#")
        or len(addressed) != source.lower().count(b"url(")
        or b"\\" in source
        or _TEXT.search(source)
    ):
        return None
    return {*addressed, *(name for _, name in found if name)}


def _written(element: etree._Element) -> bytes:
    return bytes(etree.tostring(element, encoding="utf-8", with_tail=False))
