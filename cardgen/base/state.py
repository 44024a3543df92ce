"""Files that the program has written and reads back: ledgers, calibrations, saves. They lie in
folders that travel, so they are believed no more than any other file of a stranger.

Here is the one reader of them: it bounds what is read, and gives plain values of the shape that was
asked for or an error. A name in them is the name of a file below the folder that they lie in, or
none at all."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn

from cardgen.base.files import opened_inside

LONGEST_LINE = 8 << 20
"""Bytes in a line of state: a bundle of 10,000 editions of which all have failed takes some four
million."""
MOST_BYTES, MOST_LINES = 256 << 20, 1 << 21
"""Of a file of such lines, what is read."""
_LONGEST_NAME, _LONGEST_PART = 1_000, 255
"""Bytes in a path and in each of its parts; file systems take no more of a part (POSIX.1-2017,
NAME_MAX)."""
MOST_VALUES = 1_000_000
"""In a text of JSON: they take a hundred times as much memory as they take room in the file."""
_JSON_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_MOST_DIGITS = 20
"""Of a whole number: those of 64 bits with a sign."""
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
"""Characters that no file's name can have on Windows, where some of them lead to another drive,
another stream of a file or another folder."""
_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?", re.IGNORECASE
)
"""Names that mean a device on Windows, whatever they end in (Microsoft, Naming Files, Paths, and
Namespaces)."""

Shape = Any
"""The shape that a value must have: a class or several, `[shape]` for a list of such values,
`(shape, ...)` for a list of as many, `{str: shape}` for names with such values, `{"x": shape}` for
these very names."""


def is_plain_name(name: str) -> bool:
    """True if a name leads nowhere but below its folder, on any system.

    Its own folders are parted by /.

    >>> names = "one/001-a.png", "../a", "/a", "C:a", "nul.pdf", ".git/a", "a."
    >>> [name for name in names if is_plain_name(name)]
    ['one/001-a.png']
    """
    if _NOT_IN_NAMES.search(name) or unicodedata.normalize("NFC", name) != name:
        return False
    try:
        parts = [part.encode() for part in name.split("/")]
    except UnicodeEncodeError:
        return False
    if sum(map(len, parts)) + len(parts) > _LONGEST_NAME or any(
        len(part) > _LONGEST_PART for part in parts
    ):
        return False
    return all(_is_plain(part) for part in name.split("/"))


def _is_plain(part: str) -> bool:
    return (
        part != "" and part[0] not in ". " and part[-1] not in ". " and not _DEVICES.fullmatch(part)
    )


def from_json(text: bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError for what is none (RFC 8259: no NaN, no
    infinity), for numbers that are larger than any that is meant, for too many values, and for what
    is nested too deep."""
    # most have few, their texts counted too
    if values_in(text) > MOST_VALUES and values_in(_JSON_TEXT.sub(b"", text)) > MOST_VALUES:
        raise ValueError(f"it has more than {MOST_VALUES:,} values")
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite, parse_int=_whole)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def values_in(text: bytes, start: int = 0, end: int | None = None) -> int:
    """Return how many values a part of a JSON text may have.

    No fewer than it has outside of its texts."""
    return sum(text.count(sign, start, end) for sign in (b",", b"[", b"{"))


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"{digits[:_MOST_DIGITS]}... is too large a number")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is too large a number")
    return number


def checked(value: Any, shape: Shape) -> Any:
    """The value, which has this shape. Raises ValueError.

    >>> checked({"a": [1, 2]}, {str: [int]})
    {'a': [1, 2]}
    """
    if not _fits(value, shape):
        raise ValueError("it is not of the shape that it was written in")
    return value


def _fits(value: Any, shape: Shape) -> bool:
    if isinstance(shape, (type, UnionType)):
        return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        return (
            isinstance(value, list) and len(value) == len(shape) and all(map(_fits, value, shape))
        )
    if not isinstance(value, dict):
        return False
    if str in shape:
        # names are texts in all JSON
        return all(_fits(item, shape[str]) for item in value.values())
    return value.keys() == shape.keys() and all(
        _fits(value[name], item_shape) for name, item_shape in shape.items()
    )


def state_lines(file: Path, home: Path) -> Iterator[bytes]:
    """Yield the lines of a file that grew by them, one by one.

    None is longer than lines are, and there are no more than there may be. Raises OSError, and
    CardgenError for a link that leads out of `home` and for what is no file.
    """
    with opened_inside(file, home) as stream:
        room = MOST_BYTES
        for _ in range(MOST_LINES):
            line = stream.readline(LONGEST_LINE)
            room -= len(line)
            if not line or room < 0:
                return
            if line.endswith(b"\n"):
                yield line
                continue
            rest = line
            # of a line that is too long, or of the last one, which was torn
            while rest and not rest.endswith(b"\n") and room > 0:
                rest = stream.readline(1 << 16)
                room -= len(rest)
            if line and not rest and len(line) < LONGEST_LINE:
                yield line
