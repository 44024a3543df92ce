"""The parts of picture files, and what may be left out or mended.

Some of them make the picture."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.engine.graphics.images import PNG, quietly

JPEG = b"\xff\xd8"
"""How a JPEG begins."""
_END = b"\xff\xd9"
_SHOWN = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"eXIf", b"IDAT", b"IEND")
"""The parts of a PNG that say how it looks (PNG, 11.2 and 11.3)."""
_WORTH = 1 << 16
"""Bytes: less is not worth leaving out."""
_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")
"""A marker of a JPEG (ITU T.81, B.1.1.2), no restart and no byte of its scans."""
_ASIDE = (*range(0xE3, 0xEE), 0xEF, 0xFE)
"""Parts of a JPEG that say nothing of how it looks: those of programs but for JFIF, Exif, ICC and
Adobe, and comments."""
_SCAN = 0xDA
_NOISE = bytes(range(1, 255)) * 2
_MOST_COMPARED = 40_000_000
"""Pixels of a JPEG that is cut short: to see whether all are there it is unpacked twice."""


class Mended(NamedTuple):
    """A picture file put right, and what was wrong with it."""

    data: bytes
    what: str


def without_metadata(data: bytes) -> bytes:
    """A PNG or JPEG without parts that show nothing.

    What follows its end goes too. Where that is little, it is the very same file."""
    if data.startswith(PNG):
        parts = [(name, data[at : at + size]) for name, at, size in _png_spans(data)]
        stripped = PNG + b"".join(written for name, written in parts if name in _SHOWN)
    elif data.startswith(JPEG):
        stripped = b"".join(data[start:end] for start, end in _jpeg_spans(data))
    else:
        return data
    return stripped if len(stripped) < len(data) - _WORTH else data


def _png_spans(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The parts of a PNG up to its end.

    The name, where each begins, and its length in all."""
    at = len(PNG)
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, at, length + 12
        if name == b"IEND":
            return
        at += length + 12


def _jpeg_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """The spans of a JPEG that make its picture, up to its end.

    All that is left where it does not go on as it should."""
    at = 0
    in_scan = False
    while match := _MARKER.search(data, at):
        start, marker = match.end() - 2, data[match.end() - 1]
        if in_scan and start > at:
            yield at, start  # what a scan holds
        if marker == _END[1]:
            yield start, start + 2
            return
        if marker == JPEG[1] or marker == 1:
            yield start, start + 2
            at = start + 2
            continue
        if start + 4 > len(data):
            break
        end = start + 2 + int(struct.unpack_from(">H", data, start + 2)[0])
        if marker not in _ASIDE:
            yield start, min(end, len(data))
        at, in_scan = end, in_scan or marker == _SCAN
    yield min(at, len(data)), len(data)


def mended(data: bytes) -> Mended | None:
    """A damaged PNG or JPEG, mended as viewers show it.

    A part of it is damaged that says little, or its end is not there. It is None for any other."""
    if data.startswith(PNG):
        return _mended_png(data)
    if data.startswith(JPEG) and not data.endswith(_END):
        with_end = data.removesuffix(_END[:1]) + _END
        return (
            Mended(with_end, "its end is missing, and its picture whole")
            if _is_complete(with_end)
            else None
        )
    return None


def _mended_png(data: bytes) -> Mended | None:
    sound_parts = []
    lost = []
    for name, at, size in _png_spans(data):
        part = data[at : at + size]
        sound = len(part) == size and part[-4:] == struct.pack(">I", zlib.crc32(part[4:-4]))
        if sound:
            sound_parts.append(part)
        elif name[:1].islower():  # of no importance to the picture (PNG, 5.4)
            lost.append(name.decode("latin-1"))
        else:
            return None
    if not sound_parts or sound_parts[-1][4:8] != b"IEND":
        sound_parts.append(struct.pack(">I4sI", 0, b"IEND", zlib.crc32(b"IEND")))
        lost.append("IEND")
    names = ", ".join(dict.fromkeys(name if name.isalnum() else "?" for name in lost))
    return (
        Mended(
            PNG + b"".join(sound_parts),
            f"parts of it are damaged or missing ({names}), and its picture whole",
        )
        if lost
        else None
    )


def _is_complete(data: bytes) -> bool:
    """True if all of a JPEG's picture is there: what stands behind it changes nothing."""
    from PIL import Image, ImageChops

    noisy = data[: -len(_END)] + _NOISE + _END
    with (
        quietly(),
        Image.open(io.BytesIO(data)) as image,
        Image.open(io.BytesIO(noisy)) as noisy_image,
    ):
        if image.width * image.height > _MOST_COMPARED:
            return False
        return (
            ImageChops.difference(image.convert("RGB"), noisy_image.convert("RGB")).getbbox()
            is None
        )
