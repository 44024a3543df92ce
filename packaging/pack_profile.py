"""Packs the ICC profile that comes with cardgen, so that it takes less of a wheel.

    python packaging/pack_profile.py PROFILE.icc OUT.xz

Each table of the profile is a stream of its own, whose filters say after how many bytes its numbers
repeat: one step and one row of a table that has a place for each mixture of inks. What reads xz
reads them as one."""

from __future__ import annotations

import itertools
import lzma
import struct
import sys
from pathlib import Path

_ROWS = {"A2B0": (6, 66), "A2B1": (6, 66), "A2B2": (6, 66), "B2A": (8,), "gamt": (2, 66)}
"""The steps of a table's numbers in bytes, by how its tag begins: 16-bit numbers, three, four or
one for each place, of 11 or 33 places a row as far as a filter reaches (256 bytes)."""


def packed(profile: bytes) -> bytes:
    """The profile in streams of xz."""
    (count,) = struct.unpack(">I", profile[128:132])
    tags = [
        struct.unpack(">4sII", profile[at : at + 12]) for at in range(132, 132 + 12 * count, 12)
    ]
    begins = {
        offset: tag.decode()
        for tag, offset, _ in tags
        if tag.decode()[:3] in ("A2B", "B2A", "gam", "tar")
    }
    edges = sorted({0, *begins, len(profile)})
    return b"".join(
        _smallest(profile[begin:end], begins.get(begin, ""))
        for begin, end in itertools.pairwise(edges)
    )


def _smallest(part: bytes, tag: str) -> bytes:
    """The smallest stream of a part, of those that the filter's settings give."""
    rows = next((rows for begin, rows in _ROWS.items() if tag.startswith(begin)), ())
    steps = [{"id": lzma.FILTER_DELTA, "dist": row} for row in rows]
    last = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 23}
    return min(
        (
            lzma.compress(
                part,
                check=lzma.CHECK_CRC32,
                filters=[*steps, {**last, "lc": lc, "lp": lp, "pb": pb}],
            )
            for lc, lp, pb in itertools.product((0, 1), range(4), range(4))
            if lc + lp <= 4
        ),
        key=len,
    )


if __name__ == "__main__":
    source, out = map(Path, sys.argv[1:])
    out.write_bytes(packed(source.read_bytes()))
