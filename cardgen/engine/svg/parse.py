"""SVG text to an element tree: no entities, no network, no files; trouble is told with its line."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from lxml import etree

from cardgen.base.files import LARGEST
from cardgen.base.geometry import Box
from cardgen.base.parser_messages import in_xml
from cardgen.base.suggestions import did_you_mean
from cardgen.engine.svg.faults import ILL_FORMED, Fault, Refused
from cardgen.engine.svg.values import SVG, XLINK, StyleError, parse_length, sized_box

SHEET_ELSEWHERE = "data-sheet-elsewhere"
"""Set on a document that asks for a style sheet in another file."""
DEEPEST = 60
"""Elements inside one another that are still a drawing and not an attack."""
_MOST_TAGS = 1_000_000
"""Elements of a document that is read: several times as many as may be drawn, and what can be
held."""
_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
)
_LINE = re.compile(r"\s*,? line [0-9]+, column [0-9]+.*", re.DOTALL)
_ATTRIBUTES = re.compile(rb"<!(ATTLIST|ELEMENT)")
_SPELT_OUT = etree.XMLParser(
    resolve_entities="internal",
    no_network=True,
    load_dtd=False,
    remove_comments=True,
    remove_pis=True,
)
_LONGEST = 2000
"""Characters that an entity may stand for."""
_DOCTYPE = re.compile(rb"<!DOCTYPE\s[^\[<>]*\[([^\]]*)\]\s*>")
_ENTITY = re.compile(rb"""<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>""")
_REFERENCE = re.compile(rb"&([A-Za-z_][\w.-]*);")
_MOST_WRITTEN = 1_000_000
"""Bytes that all the entities of a document may come to where they are written out."""


def instead_of(name: str, by_id: Mapping[str, etree._Element], kinds: Collection[str]) -> str:
    """What to do about a reference to something of one of these kinds that is not there."""
    there = (known for known, element in by_id.items() if local(element) in kinds)
    return did_you_mean(name, there, "draw it in this file, or take away what refers to it")


_ENCODED = re.compile(rb"""#[^"'\s<>;)]*%[0-9A-Fa-f]{2}""")
"""A name that is written as in addresses."""
_ADDRESSED = re.compile(r"""(url\(\s*["']?#)([^"')]*)""")


def read_svg(data: bytes) -> etree._Element:
    """The root element; an .svgz is unpacked. Raises Refused."""
    if data.startswith(b"\x1f\x8b"):
        data = _unpacked(data)
    data = _written_out(data)
    if data.count(b"<") - data.count(b"</") > _MOST_TAGS:
        raise Refused(
            [
                Fault(
                    f"it has more than {_MOST_TAGS:,} elements, which is too large for a drawing",
                    "make it simpler",
                )
            ]
        )
    try:
        root = etree.fromstring(data, _PARSER)
    except (
        etree.XMLSyntaxError,
        LookupError,
    ) as error:  # LookupError: an encoding that nobody knows
        if getattr(error, "code", 0) == etree.ErrorTypes.ERR_NO_MEMORY or "line 0" in str(error):
            raise MemoryError from None  # which libxml2 calls an unknown error
        line = getattr(error, "lineno", 0) or 0
        what, remedy = in_xml(_LINE.sub("", str(error)))
        raise Refused([Fault(f"{ILL_FORMED}: {what}", remedy, line)]) from None
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and _ATTRIBUTES.search(etree.tostring(root.getroottree())):
        raise Refused(
            [Fault("its DOCTYPE declares elements or attributes", "save it as plain SVG", 1)]
        )
    if declared is not None and (entities := list(declared.iterentities())):
        # Illustrator writes the names of its name spaces so. What holds no other entity cannot grow
        # without bound.
        if any(
            each.content is None or len(each.content) > _LONGEST or set("&%<") & set(each.content)
            for each in entities
        ):
            raise Refused(
                [
                    Fault(
                        "its DOCTYPE declares entities that are more than short plain text",
                        "save it as plain SVG",
                        1,
                    )
                ]
            )
        root = etree.fromstring(data, _SPELT_OUT)
    if b"xml-stylesheet" in data.replace(b"\0", b""):
        root.set(SHEET_ELSEWHERE, "")
    if root.tag != SVG + "svg":
        what = f"its root <{etree.QName(root).localname}> is no <svg> of SVG's namespace"
        raise Refused([Fault(what, f'begin with <svg xmlns="{SVG[1:-1]}">', 1)])
    if _ENCODED.search(data):
        _name_alike(root)
    return root


def _name_alike(root: etree._Element) -> None:
    """Write names, and what refers to them, without signs that addresses escape: url(#a%20b) is
    what is called "a b", and never "a%20b"."""
    from urllib.parse import quote, unquote

    def plain(name: str) -> str:
        return quote(name).replace("%", "\u00b7")

    def named(found: re.Match[str]) -> str:
        return found[1] + plain(unquote(found[2]))

    for element in root.iter(etree.Element):
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, plain(value))
            elif "#" in value:
                element.set(
                    key,
                    f"#{plain(unquote(value[1:]))}"
                    if value[0] == "#"
                    else _ADDRESSED.sub(named, value),
                )
        if element.tag == f"{SVG}style" and element.text:
            element.text = _ADDRESSED.sub(named, element.text)


def _written_out(data: bytes) -> bytes:
    """The same document without the entities of its own DOCTYPE, where some stand for elements:
    written out in place, line by line as it was. What entities in entities, files or anything else
    than their texts would take is left as it is, to be refused. Raises Refused."""
    doctype = _DOCTYPE.match(data, data.find(b"<!DOCTYPE")) if b"<!DOCTYPE" in data else None
    if doctype is None or b"\0" in data or b"<![CDATA[" in data:
        return data
    entities = {name: one or other for name, one, other in _ENTITY.findall(doctype[1])}
    plain = not _ENTITY.sub(b"", doctype[1]).strip() and not any(
        set(b"&%") & set(text) for text in entities.values()
    )
    if (
        not plain
        or not any(b"<" in text for text in entities.values())
        or not all(map(_whole, entities.values()))
    ):
        return data
    room = _MOST_WRITTEN

    def text(found: re.Match[bytes]) -> bytes:
        nonlocal room
        said: bytes = entities.get(found[1], found[0])
        room -= len(said)
        if room < 0:
            raise Refused(
                [Fault("the entities of its DOCTYPE grow without bound", "save it as plain SVG", 1)]
            )
        return said

    start, end = doctype.span()
    return data[:start] + b"\n" * doctype[0].count(b"\n") + _REFERENCE.sub(text, data[end:])


def _whole(text: bytes) -> bool:
    """Whether an entity holds whole elements, each with its end, as XML wants it (XML 1.0,
    4.3.2)."""
    try:
        expat.ParserCreate().Parse(b"<all>" + text + b"</all>", True)
    except expat.ExpatError:
        return False
    return True


def _unpacked(data: bytes) -> bytes:
    """What is packed with gzip (RFC 1952). Raises Refused for what is broken, or larger than any
    file."""
    unpacker, broken = (
        zlib.decompressobj(wbits=31),
        Refused([Fault("it cannot be unpacked", "save it anew as plain SVG")]),
    )
    try:
        text = unpacker.decompress(data, LARGEST)
    except zlib.error:
        raise broken from None
    if unpacker.unconsumed_tail:
        raise Refused([Fault(f"unpacked, it is larger than {LARGEST >> 20} MB", "make it smaller")])
    if not unpacker.eof:
        raise broken
    return text


def local(element: etree._Element) -> str:
    """The element's name; a name of a foreign namespace keeps it in braces."""
    return _local(element.tag)


@lru_cache(maxsize=512)
def _local(tag: Any) -> str:
    if not isinstance(tag, str):
        return "entity"
    return tag.removeprefix(SVG) if tag.startswith("{") else "{}" + tag


def reference_of(element: etree._Element) -> str:
    """What an element refers to by href, under either name; empty for nothing."""
    return element.get("href") or element.get(XLINK) or ""


def one_of(element: etree._Element, name: str, values: tuple[str, str], what: str = "") -> str:
    """An attribute, which gives `what`, that is one of two words, the first where nothing is said.
    Raises StyleError."""
    text = element.get(name, values[0])
    if text not in values:
        raise StyleError(f'"{text}" is not {what or name}', f"write {' or '.join(values)}")
    return str(text)


def view_box(root: etree._Element) -> Box:
    """The view box of an element, or the box of its width and height. Raises Refused when there is
    neither."""
    try:
        return sized_box(root.get("viewBox"), root.get("width", ""), root.get("height", ""))
    except ValueError:
        fault = Fault(
            f"the <{local(root)}> has no usable viewBox",
            'write viewBox="0 0 WIDTH HEIGHT"',
            root.sourceline or 1,
        )
        raise Refused([fault]) from None


def asked_size(root: etree._Element) -> tuple[float, float]:
    """The width and height that a root gives itself, in CSS pixels; 0 for one that is a share of
    what is around, or none."""

    def side(name: str) -> float:
        text = root.get(name, "")
        try:
            return 0.0 if "%" in text else max(0.0, parse_length(text))
        except ValueError:
            return 0.0

    return side("width"), side("height")


def remove(element: etree._Element) -> None:
    """Take an element away and leave the text behind it."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def elements(root: etree._Element) -> Iterator[etree._Element]:
    """Every element in document order, the root first."""
    return (element for element in root.iter() if isinstance(element.tag, str))
