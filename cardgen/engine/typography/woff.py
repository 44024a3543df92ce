"""Fonts that are packed for the web, as OpenType: WOFF 1.0 and WOFF 2.0 (W3C).

They come from strangers, so what they unpack to is bounded, whatever they say of themselves.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Sequence

from cardgen.base.cache import Cache

MOST_BYTES = 64 << 20
"""Of a font file, and of what it unpacks to."""
MOST_OUTLINES = 8 << 20
"""Of the TrueType outlines of a WOFF2, which are put together again point by point."""


class DamagedFontError(Exception):
    """A WOFF file that cannot be unpacked."""


class SwollenFontError(Exception):
    """It would unpack to more than is taken."""


def unpacked(data: bytes) -> bytes:
    """A font file as OpenType, however it is packed. Raises DamagedFontError, SwollenFontError and
    struct.error."""
    if data[:4] == b"wOFF":
        return _from_woff(data)
    if data[:4] != b"wOF2":
        return data
    cache, key = Cache.of_user(), hashlib.sha256(b"WOFF2 " + data).hexdigest()
    font_data = cache.get(key)
    if font_data is None:
        cache.put(key, font_data := _from_woff2(data))
    return font_data


def _from_woff(data: bytes) -> bytes:
    """WOFF 1.0: an OpenType font, each table packed by zlib."""
    flavour, _, count = struct.unpack_from(">4sLH", data, 4)
    tables = []
    room = MOST_BYTES
    for index in range(count):
        tag, offset, packed, size, checksum = struct.unpack_from(">4sLLLL", data, 44 + 20 * index)
        room -= size
        if room < 0:
            raise SwollenFontError
        table = data[offset : offset + packed]
        if packed < size:
            try:
                table = zlib.decompressobj().decompress(table, size)
            except zlib.error as error:
                raise DamagedFontError from error
        if len(table) != size:
            raise DamagedFontError
        tables.append((tag, checksum, table))
    return joined(flavour, tables)


def joined(flavour: bytes, tables: Sequence[tuple[bytes, int, bytes]]) -> bytes:
    """An OpenType file (its chapter "Organization of an OpenType font") of tags, checksums and
    tables."""
    power = max(len(tables), 1).bit_length() - 1
    head = struct.pack(
        ">4sHHHH",
        flavour,
        len(tables),
        16 << power,
        power,
        16 * (len(tables) - (1 << power)) if tables else 0,
    )
    offset = len(head) + 16 * len(tables)
    parts = []
    for tag, checksum, table in tables:
        head += struct.pack(">4sLLL", tag, checksum, offset, len(table))
        parts.append(table + bytes(-len(table) % 4))
        offset += len(parts[-1])
    return b"".join([head, *parts])


def _from_woff2(data: bytes) -> bytes:
    """WOFF 2.0: all tables packed together by Brotli, TrueType outlines written shorter before."""
    import logging

    import brotli
    from fontTools.ttLib import woff2

    # a stranger's file speaks to nobody's terminal
    logging.getLogger("fontTools").setLevel(logging.CRITICAL + 1)
    # without what is no font: notes of the maker, which are packed, too
    file = io.BytesIO(data[:28] + bytes(20) + data[48:])
    try:
        file.seek(48)
        sizes = {}
        for _ in range(struct.unpack_from(">H", data, 12)[0]):
            table = woff2.WOFF2DirectoryEntry()
            table.fromFile(file)
            sizes[str(table.tag)] = table.length
        size = sum(sizes.values())
        if size > MOST_BYTES or sizes.get("glyf", 0) > MOST_OUTLINES:
            raise SwollenFontError
        packed = data[file.tell() :][: struct.unpack_from(">L", data, 20)[0]]
        if len(brotli.Decompressor().process(packed, output_buffer_limit=size + 1)) != size:
            raise DamagedFontError
        unpacked_file = io.BytesIO()
        woff2.decompress(file, unpacked_file)
        return unpacked_file.getvalue()
    except (DamagedFontError, SwollenFontError, MemoryError):
        raise
    except Exception as error:  # fontTools says in many ways that a file is broken
        raise DamagedFontError from error
