"""Likenesses: short digests of what drawings look like.

They are compared with those of another day and another machine. The name of a drawing follows from
its content, too, but from that of its pictures as they are packed (RFC 1951 leaves open how), which
differs from one system's libraries to another's; a likeness follows from their pixels. Neither
knows the name of a file."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator

from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.images import PNG, png_parts

_DIGITS = 16
_SEEN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The parts of a PNG that make its pixels (PNG, 11.2 and 11.3.2)."""
_PIECE = 1 << 20


class Likenesses:
    """Gives likenesses, and remembers those of what many cards share."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, drawing: Drawing) -> str:
        """Sixteen hexadecimal digits that follow from all that a drawing paints."""
        if drawing.name not in self._known:
            digest = hashlib.sha256(repr((*drawing.box, drawing.group)).encode())
            content = drawing.content
            for name, inner in drawing.needs.items():
                content = content.replace(name.encode(), self.of(inner).encode())
            for name, picture in drawing.pictures.items():
                content = content.replace(name.encode(), self._picture(name, picture).encode())
            masks = "".join(f"{kind} {self.of(inner)}" for kind, inner in drawing.masks.values())
            digest.update(content + masks.encode())
            self._known[drawing.name] = digest.hexdigest()[:_DIGITS]
        return self._known[drawing.name]

    def _picture(self, name: str, picture: Picture) -> str:
        if name not in self._known:
            digest = hashlib.sha256()
            try:
                for part in _unpacked(picture.data):
                    digest.update(part)
            except (zlib.error, struct.error):  # damaged, though it can be shown
                digest = hashlib.sha256(picture.data)
            self._known[name] = digest.hexdigest()[:_DIGITS]
        return self._known[name]


def _unpacked(data: bytes) -> Iterator[bytes]:
    """The bytes that a picture's pixels follow from.

    For a PNG they are the rows, each with its filter, and what they mean; for any other file all of
    it."""
    if not data.startswith(PNG):
        yield data
        return
    rows = zlib.decompressobj()
    remaining = 0
    for name, body in png_parts(data):
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", body)
            # more than its pixels can take: what follows them is looked at by nobody
            remaining = height * (8 * width + 8)
        if name == b"IDAT":
            while body and remaining > 0:
                piece = rows.decompress(body, min(remaining, _PIECE))
                remaining -= len(piece)
                yield piece
                body = rows.unconsumed_tail
        elif name in _SEEN:
            yield name + body
