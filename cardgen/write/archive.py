"""One part of a ZIP archive replaced; all other parts stay byte for byte (APPNOTE.TXT 6.3.10)."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_TOO_LARGE = 0xFFFFFFFF
_HAS_DESCRIPTOR = 0x08


def part_of(data: bytes, name: str) -> bytes:
    """The bytes of a part of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with other content in a part; the same one where it is no other.

    Raises ValueError for an archive of 4 GB or several disks."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if archive.read(name) == content:
            return data
        entries = archive.infolist()
        entry = archive.getinfo(name)
        directory = archive.start_dir
    later = [other.header_offset for other in entries if other.header_offset > entry.header_offset]
    start, end = entry.header_offset, min([*later, directory])
    record = _record(data, entry, content)
    moved = len(record) - (end - start)
    central = _directory(data[directory:], entry, content, moved)
    return data[:start] + record + data[end:directory] + central


def _record(data: bytes, entry: zipfile.ZipInfo, content: bytes) -> bytes:
    """The header of a part with its new content, packed as before."""
    fields = list(_LOCAL.unpack_from(data, entry.header_offset))
    names_start = entry.header_offset + _LOCAL.size
    names = data[names_start : names_start + fields[9] + fields[10]]
    packed = _packed(entry, content)
    fields[2] &= ~_HAS_DESCRIPTOR
    fields[6:9] = [zlib.crc32(content), len(packed), len(content)]
    return _LOCAL.pack(*fields) + names + packed


def _packed(entry: zipfile.ZipInfo, content: bytes) -> bytes:
    if entry.compress_type == zipfile.ZIP_STORED:
        return content
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


def _directory(central: bytes, entry: zipfile.ZipInfo, content: bytes, moved: int) -> bytes:
    """The list of all parts, with the new size of one and the new places of those behind it."""
    pieces = []
    at = 0
    while central[at : at + 4] == b"PK\1\2":
        fields = list(_CENTRAL.unpack_from(central, at))
        size = _CENTRAL.size + fields[10] + fields[11] + fields[12]
        if _TOO_LARGE in (fields[8], fields[9], fields[16]):
            raise ValueError("an archive of more than 4 GB")
        if fields[16] == entry.header_offset:
            fields[3] &= ~_HAS_DESCRIPTOR
            fields[7:10] = [zlib.crc32(content), len(_packed(entry, content)), len(content)]
        elif fields[16] > entry.header_offset:
            fields[16] += moved
        pieces.append(_CENTRAL.pack(*fields) + central[at + _CENTRAL.size : at + size])
        at += size
    if central[at : at + 4] != b"PK\5\6":
        raise ValueError("an archive of more than 4 GB")
    fields = list(_END.unpack_from(central, at))
    fields[6] += moved
    return b"".join(pieces) + _END.pack(*fields) + central[at + _END.size :]
