"""Proof that a file differs from another in one value alone, by readers other than the writer's."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from lxml import etree

from cardgen.base.findings import Place
from cardgen.load.columns import letters

_MOST_ALIKE = 60
"""Rows and cells that repeat more often than that stand for the empty rest of a sheet."""
_QUOTES = 8
"""Bytes beside those of a value that its spelling may take: quotes, blanks, a type."""


class ChangedSpan(NamedTuple):
    """The one span in which two contents of a file differ."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Where what was there ends."""
        return self.start + len(self.old)

    @classmethod
    def between(cls, before: str, after: str) -> ChangedSpan:
        most = min(len(before), len(after))
        start = next((at for at in range(most) if before[at] != after[at]), most)
        tail = 0
        while tail < most - start and before[-1 - tail] == after[-1 - tail]:
            tail += 1
        return cls(start, before[start : len(before) - tail], after[start : len(after) - tail])


def prove_value(file: Path, before: bytes, after: bytes, place: Place, name: str) -> None:
    """Fail where a file differs elsewhere than in a value of the card at a place.

    The place of a cell is its row and column; of an entry where it begins."""
    if before == after:
        return
    proofs = {".xlsx": _prove_xlsx, ".ods": _prove_ods}
    if proof := proofs.get(file.suffix):
        proof(before, after, place)
    elif file.suffix in (".yaml", ".json", ".jsonl"):
        _prove_entry(_text(before), _text(after), place, name, file.suffix)
    else:
        _prove_cell(file, before, after, place)


def _text(data: bytes) -> str:
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if is_wide else "utf-8-sig")


# texts


def _prove_entry(before: str, after: str, place: Place, name: str, ending: str) -> None:
    span = ChangedSpan.between(before, after)
    if ending == ".jsonl":
        old_lines, new_lines = before.splitlines(), after.splitlines()
        differing = [
            at
            for at, pair in enumerate(zip(old_lines, new_lines, strict=True), 1)
            if pair[0] != pair[1]
        ]
        assert differing == [place.line]
        old, new = json.loads(old_lines[place.line - 1]), json.loads(new_lines[place.line - 1])
        assert old.keys() - {name} == new.keys() - {name}
        assert all(old[key] == new[key] for key in old if key != name)
        return
    # what says nothing any more is left out, with its name
    start, end = _value_span(before, place, name if span.new else "")
    assert start <= span.start, (before[start:end], span)
    assert span.end <= end, (before[start:end], span)
    comments = [
        [line for line in text.splitlines() if line.lstrip().startswith("#")]
        for text in (before, after)
    ]
    assert comments[0] == comments[1]


def _value_span(text: str, place: Place, name: str) -> tuple[int, int]:
    """The offsets of a value of an entry; those of the entry where it says none."""
    waiting = [yaml.compose(text, Loader=yaml.CSafeLoader)]
    while waiting:
        node = waiting.pop()
        mark = node.start_mark
        is_entry = (mark.line + 1, mark.column + 1) == (place.line, place.column)
        if is_entry and isinstance(node, yaml.MappingNode):
            values = {key.value: value for key, value in node.value}
            spot = values.get(name, node)
            if spot.start_mark.index < mark.index:  # an alias, of which the composer tells no place
                spot = node
            return spot.start_mark.index, spot.end_mark.index
        if isinstance(node, yaml.CollectionNode):
            waiting += [
                part
                for pair in node.value
                for part in (pair if isinstance(pair, tuple) else [pair])
            ]
    raise AssertionError(f"no entry begins at {place}")


def _prove_cell(file: Path, before: bytes, after: bytes, place: Place) -> None:
    assert before[:3] == after[:3] or not before.startswith(
        (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
    )
    old_text, new_text = _text(before), _text(after)
    separator = _separator(file, old_text)
    old, new = (_grid(text, separator) for text in (old_text, new_text))
    assert len(old) == len(new)
    for number, (old_row, new_row) in enumerate(zip(old, new, strict=True), 1):
        if number != place.line:
            assert old_row == new_row
            continue
        width = max(len(old_row), len(new_row))
        old_row, new_row = ([*row, *[""] * (width - len(row))] for row in (old_row, new_row))
        others = [
            at for at in range(width) if old_row[at] != new_row[at] and at + 1 != place.column
        ]
        assert not others, (old_row, new_row)
        old_cell, new_cell = old_row[place.column - 1], new_row[place.column - 1]
        span = ChangedSpan.between(old_text, new_text)
        assert len(span.old) <= 2 * len(old_cell) + _QUOTES
        assert len(span.new) <= 2 * len(new_cell) + _QUOTES + width


def _separator(file: Path, text: str) -> str:
    if file.name == "names.csv":
        return "\x1f"
    if file.suffix == ".tsv":
        return "\t"
    return max(",;|\t", key=text.splitlines()[0].replace("sep=,", ",,,").count)


def _grid(text: str, separator: str) -> list[list[str]]:
    spaced = separator == "|"
    return list(
        csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=spaced)
    )


# workbooks


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def _changed_part(before: bytes, after: bytes) -> tuple[bytes, bytes]:
    """The one part of an archive that differs, before and after."""
    old, new = _parts(before), _parts(after)
    assert list(old) == list(new)
    differing = [name for name in old if old[name] != new[name]]
    assert len(differing) == 1, differing
    return old[differing[0]], new[differing[0]]


def _prove_xlsx(before: bytes, after: bytes, place: Place) -> None:
    reference = f"{letters(place.column)}{place.line}"
    old, new = (_sheet_without(part, reference) for part in _changed_part(before, after))
    assert old == new


def _sheet_without(part: bytes, reference: str) -> bytes:
    """The XML of a sheet without a cell, and without a row that has no other."""
    root = etree.fromstring(part)
    for cell in root.iterfind(".//{*}sheetData/{*}row/{*}c"):
        if cell.get("r") == reference:
            row = cell.getparent()
            row.remove(cell)
            if not len(row):
                row.getparent().remove(row)
    return bytes(etree.tostring(root, method="c14n"))


def _prove_ods(before: bytes, after: bytes, place: Place) -> None:
    old, new = (etree.fromstring(part) for part in _changed_part(before, after))
    changed = 0
    for old_table, new_table in zip(
        old.iterfind(".//{*}table"), new.iterfind(".//{*}table"), strict=True
    ):
        old_rows, new_rows = list(_ods_rows(old_table)), list(_ods_rows(new_table))
        differing = []
        for number in range(max(len(old_rows), len(new_rows))):
            cells = [rows[number] if number < len(rows) else [] for rows in (old_rows, new_rows)]
            for column in range(max(map(len, cells))):
                pair = [row[column] if column < len(row) else _EMPTY for row in cells]
                if pair[0] != pair[1]:
                    differing.append((number + 1, column + 1))
        assert differing in ([], [(place.line, place.column)])
        changed += len(differing)
        for table in (old_table, new_table):
            for row in [*table.iterfind(".//{*}table-row")]:
                row.getparent().remove(row)
    assert changed <= 1
    assert etree.tostring(old, method="c14n") == etree.tostring(new, method="c14n")


_EMPTY = "empty"


def _ods_rows(table: Any) -> Iterator[list[str]]:
    for row in table.iterfind(".//{*}table-row"):
        cells: list[str] = []
        for cell in row:
            times = _taken_times(cell, "columns")
            bare = etree.fromstring(etree.tostring(cell, with_tail=False))
            is_empty = not len(bare) and set(bare.keys()) <= {_style(bare)}
            cells += [_EMPTY if is_empty else etree.tostring(bare, method="c14n").decode()] * times
        for _ in range(_taken_times(row, "rows")):
            yield cells


def _style(cell: Any) -> str:
    return next((key for key in dict(cell.attrib) if key.endswith("}style-name")), "")


def _taken_times(element: Any, noun: str) -> int:
    """How often an element stands there; the attribute that says so goes."""
    for key in dict(element.attrib):
        if key.endswith(f"}}number-{noun}-repeated"):
            times = int(element.attrib.pop(key))
            return 1 if times > _MOST_ALIKE else times
    return 1
