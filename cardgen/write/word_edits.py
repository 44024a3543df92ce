"""A word replaced at the place where it is told to be wrong, and nothing around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import yaml

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.columns import letters
from cardgen.model.cards import CardTable
from cardgen.model.table_files import is_workbook
from cardgen.write.delimited import DelimitedText
from cardgen.write.file_changes import MergedChange
from cardgen.write.game_files import file_bytes
from cardgen.write.workbook_cells import CellText, WorkbookFile
from cardgen.write.yaml_text import YamlNode, YamlText, node_of_text, nodes_in

_YAML = (".yaml", ".json")
_TABLES = (".csv", ".tsv", ".txt")


def word_replaced(place: Place, word: str, by: str, table: CardTable | None = None) -> MergedChange:
    """The change by which a place says another word. `table` is the one that has the place.

    Raises CardgenError where the word does not stand there once."""
    ending = place.file.suffix.lower()
    if is_workbook(place.file.name):
        before, after = _in_workbook(place, word, by, table)
    elif ending in _TABLES or table:
        before, after = _in_table(place, word, by, table)
    elif ending in _YAML:
        before, after = _in_yaml(place, word, by)
    else:
        before, after = _in_line(place, word, by)
    return MergedChange(place.file, before, after, f'"{by}" stands in place of "{word}"')


def _in_workbook(place: Place, word: str, by: str, table: CardTable | None) -> tuple[bytes, bytes]:
    book = WorkbookFile.read(place.file, table.sheet if table else "")
    spot = place.line, place.column
    book.check(*spot)
    cell = book.cells().get(spot)
    text = _replaced(cell.value if cell else "", word, by, place)
    return book.before, book.with_cells({spot: CellText(text, "s")})


def _in_table(place: Place, word: str, by: str, table: CardTable | None) -> tuple[bytes, bytes]:
    text = DelimitedText(place.file, table.separator if table else "")
    cell = text.cell_at(place.line, place.column)
    text.with_cells(place.line, {place.column: _replaced(cell, word, by, place)})
    return text.before, text.bytes_of(text.text)


def _in_yaml(place: Place, word: str, by: str) -> tuple[bytes, bytes]:
    text = YamlText(place.file)
    node = _node_of(text, place, word)
    typed = text.text[node.start : node.end]
    for spelling in (_replaced(typed, word, by, place), json.dumps(by, ensure_ascii=False)):
        after = text.text[: node.start] + spelling + text.text[node.end :]
        if _says(after, text, node, _replaced(node.value, word, by, place)):
            return text.before, text.bytes_of(after)
    raise _refused(place, f'"{by}" cannot be written here as it stands')


def _node_of(text: YamlText, place: Place, word: str) -> YamlNode:
    """The text of a YAML file that has the word, at a place or on its line."""
    on_line = [node for node in nodes_in(text.root) if node.kind == "text"]
    on_line = [node for node in on_line if _lines_of(text.text, node, place.line)]
    exact = [node for node in on_line if (node.line, node.column) == (place.line, place.column)]
    having = [node for node in exact or on_line if _count(node.value, word) == 1]
    if len(having) != 1:
        raise _not_once(place, word)
    return having[0]


def _lines_of(text: str, node: YamlNode, line: int) -> bool:
    """True if a node stands on a line."""
    last = node.line + text.count("\n", node.start, node.end)
    return node.line <= line <= last


def _says(after: str, text: YamlText, node: YamlNode, value: str) -> bool:
    """True if a text is the same but for the value of this node."""
    try:
        new_root = node_of_text(after)
    except yaml.YAMLError:
        return False
    expected = [
        (other.kind, value if other is node else other.value) for other in nodes_in(text.root)
    ]
    return expected == [(other.kind, other.value) for other in nodes_in(new_root)]


def _in_line(place: Place, word: str, by: str) -> tuple[bytes, bytes]:
    before = file_bytes(place.file)
    try:
        lines = before.decode("utf-8").splitlines(keepends=True)
    except UnicodeDecodeError:
        raise _refused(place, "this file is not UTF-8") from None
    if not 1 <= place.line <= len(lines):
        raise _not_once(place, word)
    lines[place.line - 1] = _replaced(lines[place.line - 1], word, by, place)
    return before, "".join(lines).encode()


# words


def _spans(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Yield where a word stands as a whole."""
    for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
        yield match.span()


def _count(text: str, word: str) -> int:
    return sum(1 for _ in _spans(text, word)) if word else 0


def _replaced(text: str, word: str, by: str, place: Place) -> str:
    """The text with another word in place of one that stands there once."""
    if _count(text, word) != 1:
        raise _not_once(place, word)
    ((start, end),) = _spans(text, word)
    return text[:start] + by + text[end:]


def _not_once(place: Place, word: str) -> CardgenError:
    return _refused(place, f'"{word}" does not stand here once')


def _refused(place: Place, sentence: str) -> CardgenError:
    where = f"cell {letters(place.column)}{place.line}" if is_workbook(place.file.name) else "it"
    return CardgenError(Finding("edit-impossible", sentence, f"edit {where} by hand", place))
