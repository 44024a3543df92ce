"""Changes of the files that people write, value by value.

Comments and layout stay, and a file that somebody has changed meanwhile is not written over."""

from __future__ import annotations

import difflib
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.files import read_inside, write
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.model.project import root_of
from cardgen.schema.source import LARGEST, typed_text

PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of a project with its bytes `before` and `after` a change."""

    file: Path
    before: bytes
    after: bytes

    def diff(self) -> Iterator[str]:
        """The lines that change, as `diff -u` shows them."""
        old, new = (data.decode("utf-8-sig").splitlines() for data in (self.before, self.after))
        name = shown(self.file)
        return difflib.unified_diff(old, new, name, name, lineterm="")

    def apply(self) -> None:
        """Write the file. Raises CardgenError when it is no longer as it was, or cannot be
        written."""
        try:
            exists = self.file.exists()
            is_same = (file_bytes(self.file) if exists else b"") == self.before
            is_locked = exists and not self.file.stat().st_mode & stat.S_IWUSR
        except (CardgenError, OSError):
            is_same = is_locked = False
        if not is_same:
            raise changed_meanwhile(Place(self.file))
        if is_locked:
            raise CardgenError(
                Finding(
                    "file-unwritable",
                    "the file may only be read",
                    "let it be written to, and run the command again",
                    Place(self.file),
                )
            )
        self._write(self.after)

    def take_back(self) -> None:
        """Write what the file held before. Raises CardgenError."""
        self._write(self.before)

    def _write(self, data: bytes) -> None:
        write(self.file, data, root_of(self.file.parent), linked=True)


def apply_all(changes: Sequence[FileChange]) -> None:
    """Write all of these files, or none. Raises CardgenError where one of them cannot be
    written."""
    written: list[FileChange] = []
    try:
        for change in changes:
            change.apply()
            written.append(change)
    except CardgenError:
        for change in written:
            change.take_back()
        raise


def changed_meanwhile(place: Place | None = None) -> CardgenError:
    """The error for a file that somebody has changed since it was read."""
    what = "the file is no longer what was checked"
    return CardgenError(Finding("fix-impossible", what, "run the command again", place))


def file_bytes(file: Path) -> bytes:
    """The bytes of a file that lies in a game's folder. Raises CardgenError and OSError."""
    return read_inside(file, root_of(file.parent), LARGEST)


class YamlValue(NamedTuple):
    """A plain value of a YAML file: its name, text and offsets.

    The offsets are those of its ends. One that `is_shared` has an anchor, by which other places
    refer to it.
    """

    name: str
    text: str
    start: int
    end: int
    is_shared: bool


class EditedYaml:
    """A YAML file whose plain values can be replaced, and nothing else. Raises CardgenError where
    it cannot be read."""

    def __init__(self, file: Path) -> None:
        self._text = typed_text(file, root_of(file.parent))
        self.before = file_bytes(file)
        try:
            self._values = _values_by_place(self._text)
        except yaml.YAMLError:  # it could be read when its cards were
            raise changed_meanwhile(Place(file)) from None
        self._replacements: dict[tuple[int, int], str] = {}

    def value_at(self, place: Place) -> YamlValue | None:
        """The plain value that begins there; None for a list, a mapping or nothing."""
        return self._values.get((place.line, place.column))

    def replace(self, value: YamlValue, yaml_text: str) -> None:
        """Put a text of YAML in the place of a value."""
        self._replacements[value.start, value.end] = yaml_text

    @property
    def after(self) -> bytes:
        """The bytes of the file with all replacements."""
        text = self._text
        # from the end, so that offsets before a replacement stay
        for (start, end), yaml_text in sorted(self._replacements.items(), reverse=True):
            text = text[:start] + yaml_text + text[end:]
        mark = _BOM if self.before.startswith(_BOM) else b""
        return mark + text.encode()


def _values_by_place(text: str) -> dict[tuple[int, int], YamlValue]:
    """The plain values of all mappings in a YAML text, by line and column."""
    values: dict[tuple[int, int], YamlValue] = {}
    # of each open collection: None for a list, "" where a name follows, else the name before a
    # value
    open_names: list[str | None] = []
    for event in yaml.parse(text, Loader=PARSER):
        if isinstance(event, yaml.ScalarEvent):
            if open_names and open_names[-1]:
                start = event.start_mark
                assert start is not None
                values[start.line + 1, start.column + 1] = _value(open_names[-1], event, text)
            _close_value(open_names, event.value)
        elif isinstance(event, yaml.AliasEvent):
            _close_value(open_names, "")
        elif isinstance(event, yaml.CollectionStartEvent):
            open_names.append("" if isinstance(event, yaml.MappingStartEvent) else None)
        elif isinstance(event, yaml.CollectionEndEvent):
            open_names.pop()
            _close_value(open_names, "")
    return values


def _value(name: str, event: Any, text: str) -> YamlValue:
    start = event.start_mark.index
    # a block of lines ends with the line, in which the next value must not stand
    length = len(text[start : event.end_mark.index].rstrip())
    return YamlValue(name, event.value, start, start + length, event.anchor is not None)


def _close_value(open_names: list[str | None], text: str) -> None:
    """Note that a value, or a name with this text, has ended."""
    if open_names and open_names[-1] is not None:
        open_names[-1] = text if open_names[-1] == "" else ""
