"""SVG text to an element tree: no entities, no network, no files.

What is wrong is told with its line."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from lxml import etree

from cardgen.base.files import LARGEST, kind_of
from cardgen.base.geometry import Box
from cardgen.base.parser_messages import in_xml
from cardgen.base.suggestions import did_you_mean
from cardgen.engine.svg.faults import DrawingError, Fault
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
_REMEDIES = {
    "PNG": "rename it to end in .png, or save it as SVG",
    "JPEG": "rename it to end in .jpg, or save it as SVG",
    "GIF": "rename it to end in .gif, or save it as SVG",
    "WebP": "rename it to end in .webp, or save it as SVG",
    "TIFF": "rename it to end in .tif, or save it as SVG",
    "BMP": "rename it to end in .bmp, or save it as SVG",
}
"""What helps for files of other kinds that are called .svg."""
_LINE = re.compile(r"\s*,? line [0-9]+, column [0-9]+.*", re.DOTALL)
_ATTRIBUTES = re.compile(rb"<!(ATTLIST|ELEMENT)")
_WITH_ENTITIES = etree.XMLParser(
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
    """The remedy for a reference to something of one of these kinds that is not there."""
    names = [name for name, element in by_id.items() if local(element) in kinds]
    return did_you_mean(name, names, "draw it in this file, or take away what refers to it")


_ENCODED = re.compile(rb"""#[^"'\s<>;)]*%[0-9A-Fa-f]{2}""")
"""A name that is written as in addresses."""
_ADDRESSED = re.compile(r"""(url\(\s*["']?#)([^"')]*)""")


def read_svg(data: bytes) -> etree._Element:
    """The root element of a document; an .svgz is unpacked. Raises DrawingError."""
    if data.startswith(b"\x1f\x8b"):
        data = _unpacked(data)
    data = _with_entities_written_out(data)
    if data.count(b"<") - data.count(b"</") > _MOST_TAGS:
        message = f"it has more than {_MOST_TAGS:,} elements, which is too large for a drawing"
        raise DrawingError([Fault(message, "make it simpler")])
    root = _parsed(data)
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and _ATTRIBUTES.search(etree.tostring(root.getroottree())):
        message = "its DOCTYPE declares elements or attributes"
        raise DrawingError([Fault(message, "save it as plain SVG", 1)])
    entities = list(dtd.iterentities()) if dtd is not None else []
    if entities:
        # Illustrator writes the names of its name spaces so. What holds no other entity cannot grow
        # without bound.
        if not all(_is_short_text(entity.content) for entity in entities):
            message = "its DOCTYPE declares entities that are more than short plain text"
            raise DrawingError([Fault(message, "save it as plain SVG", 1)])
        root = etree.fromstring(data, _WITH_ENTITIES)
    if b"xml-stylesheet" in data.replace(b"\0", b""):
        root.set(SHEET_ELSEWHERE, "")
    if root.tag != SVG + "svg":
        message = f"its root <{etree.QName(root).localname}> is no <svg> of SVG's namespace"
        raise DrawingError([Fault(message, f'begin with <svg xmlns="{SVG[1:-1]}">', 1)])
    if _ENCODED.search(data):
        _unescape_names(root)
    return root


def _parsed(data: bytes) -> etree._Element:
    """The root element of a document without its entities. Raises DrawingError."""
    try:
        return etree.fromstring(data, _PARSER)
    except (etree.XMLSyntaxError, LookupError) as error:  # LookupError: an unknown encoding
        if getattr(error, "code", 0) == etree.ErrorTypes.ERR_NO_MEMORY or "line 0" in str(error):
            raise MemoryError from None  # which libxml2 calls an unknown error
        line = getattr(error, "lineno", 0) or 0
        if kind := kind_of(data):
            message = f"it is a {kind} that is called an SVG"
            raise DrawingError([Fault(message, _REMEDIES.get(kind, "export it as SVG"))]) from None
        message, remedy = in_xml(_LINE.sub("", str(error)))
        raise DrawingError([Fault(f"{DrawingError.ILL_FORMED}: {message}", remedy, line)]) from None


def read_spans(spans: str) -> etree._Element:
    """The spans of a text, in an element of their own. Raises DrawingError."""
    return _parsed(f'<text xmlns="{SVG[1:-1]}">{spans}</text>'.encode())


def _is_short_text(content: str | None) -> bool:
    """True if an entity stands for short text without mark-up and other entities."""
    return content is not None and len(content) <= _LONGEST and not set("&%<") & set(content)


def _unescape_names(root: etree._Element) -> None:
    """Write names, and references to them, without signs that addresses escape.

    url(#a%20b) refers to "a b", and never to "a%20b"."""
    from urllib.parse import quote, unquote

    def plain(name: str) -> str:
        return quote(name).replace("%", "\u00b7")

    def written_plainly(match: re.Match[str]) -> str:
        return match[1] + plain(unquote(match[2]))

    for element in root.iter(etree.Element):
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, plain(value))
            elif "#" in value:
                if value[0] == "#":
                    reference = f"#{plain(unquote(value[1:]))}"
                else:
                    reference = _ADDRESSED.sub(written_plainly, value)
                element.set(key, reference)
        if element.tag == f"{SVG}style" and element.text:
            element.text = _ADDRESSED.sub(written_plainly, element.text)


def _with_entities_written_out(data: bytes) -> bytes:
    """A document with entities of its DOCTYPE that hold elements written out in place.

    Lines stay as they are. Entities in entities, files or anything else than texts are left as they
    are, to be refused. Raises DrawingError."""
    doctype = _DOCTYPE.match(data, data.find(b"<!DOCTYPE")) if b"<!DOCTYPE" in data else None
    if doctype is None or b"\0" in data or b"<![CDATA[" in data:
        return data
    entities = {name: double or single for name, double, single in _ENTITY.findall(doctype[1])}
    texts = entities.values()
    is_nested = any(b"&" in text or b"%" in text for text in texts)
    if is_nested or _ENTITY.sub(b"", doctype[1]).strip():
        return data
    if not any(b"<" in text for text in texts) or not all(map(_has_whole_elements, texts)):
        return data
    room = _MOST_WRITTEN

    def text_of(match: re.Match[bytes]) -> bytes:
        nonlocal room
        text: bytes = entities.get(match[1], match[0])
        room -= len(text)
        if room < 0:
            message = "the entities of its DOCTYPE grow without bound"
            raise DrawingError([Fault(message, "save it as plain SVG", 1)])
        return text

    start, end = doctype.span()
    lines = b"\n" * doctype[0].count(b"\n")
    return data[:start] + lines + _REFERENCE.sub(text_of, data[end:])


def _has_whole_elements(text: bytes) -> bool:
    """True if an entity holds whole elements, each with its end (XML 1.0, 4.3.2)."""
    try:
        expat.ParserCreate().Parse(b"<all>" + text + b"</all>", True)
    except expat.ExpatError:
        return False
    return True


def _unpacked(data: bytes) -> bytes:
    """The content of data packed with gzip (RFC 1952).

    Raises DrawingError for what is broken, or larger than any file."""
    unpacker = zlib.decompressobj(wbits=31)
    broken = DrawingError([Fault("it cannot be unpacked", "save it anew as plain SVG")])
    try:
        text = unpacker.decompress(data, LARGEST)
    except zlib.error:
        raise broken from None
    if unpacker.unconsumed_tail:
        raise DrawingError(
            [Fault(f"unpacked, it is larger than {LARGEST >> 20} MB", "make it smaller")]
        )
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
    """The address that an element refers to by href, under either name; empty for none."""
    return element.get("href") or element.get(XLINK) or ""


def choice_of(
    element: etree._Element, name: str, values: tuple[str, str], meaning: str = ""
) -> str:
    """An attribute that is one of two words, the first where nothing is given.

    `meaning` says what it is. Raises StyleError."""
    text = element.get(name, values[0])
    if text not in values:
        raise StyleError(f'"{text}" is not {meaning or name}', f"write {' or '.join(values)}")
    return str(text)


def view_box(root: etree._Element) -> Box:
    """The view box of an element, or the box of its width and height.

    Raises DrawingError when there is neither."""
    try:
        return sized_box(root.get("viewBox"), root.get("width", ""), root.get("height", ""))
    except ValueError:
        fault = Fault(
            f"the <{local(root)}> has no usable viewBox",
            'write viewBox="0 0 WIDTH HEIGHT"',
            root.sourceline or 1,
        )
        raise DrawingError([fault]) from None


_OF_PAGE = ("viewBox", "width", "height", "x", "y", "version", "preserveAspectRatio", "id")
"""Attributes of a root that say nothing of what is drawn in it."""


def inner_markup(root: etree._Element) -> str:
    """What stands within a root, in a group if the root says how it is painted."""
    painted = {name: value for name, value in root.attrib.items() if name not in _OF_PAGE}
    group = etree.Element(SVG + "g", painted, nsmap={None: SVG[1:-1]})
    group.extend(list(root))
    etree.cleanup_namespaces(group)
    parts = [group] if painted else list(group)
    markup = "".join(etree.tostring(part, encoding="unicode", with_tail=False) for part in parts)
    return markup.replace(f' xmlns="{SVG[1:-1]}"', "")


def asked_size(root: etree._Element) -> tuple[float, float]:
    """The width and height that a root gives itself, in CSS pixels.

    A size is 0 if it is a share of what is around, or not given."""

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
