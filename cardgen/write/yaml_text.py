"""A YAML file in which single values and entries of lists are replaced, and nothing around them.

Comments, order, quotes, anchors and line ends stay."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.project import root_of
from cardgen.schema.source import typed_text
from cardgen.schema.spelling import as_yaml
from cardgen.write.game_files import changed_meanwhile, file_bytes

PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOM = b"\xef\xbb\xbf"
_COMMENT_SIGN = re.compile(r"(?<!\S)#")
_ANCHOR = re.compile(r"&\S+\s+")
_MARKED = re.compile(r"[:,\[{-]\s+[&*!][\w-]")
"""What may be an anchor, an alias or a tag."""
_BLOCK_HEADER = re.compile(r"[|>][+-]?[ \t]*(?:#[^\n]*)?\r?\n")
_LINES = (".jsonl", ".ndjson")
"""Endings of files of which each line is a JSON text."""
_MEANS_NOTHING = ("", "~", "null", "Null", "NULL")


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


@dataclass(slots=True)
class YamlNode:
    """A part of a YAML text, from `start` to `end`: `kind` is text, map, list or alias.

    Lines and columns are counted from 1."""

    kind: str
    start: int
    line: int
    column: int
    end: int = 0
    value: str = ""
    style: str = ""
    """How a text is quoted: one of ' " | >, or nothing."""
    anchor: str = ""
    is_flow: bool = False
    pairs: list[tuple[YamlNode, YamlNode]] = field(default_factory=list)
    items: list[YamlNode] = field(default_factory=list)

    def get(self, name: str) -> YamlNode | None:
        """The value of a mapping behind a name that is written there."""
        return next((value for key, value in self.pairs if key.value == name), None)

    @property
    def children(self) -> list[YamlNode]:
        """The parts of a list or a mapping, in their order."""
        return self.items + [node for pair in self.pairs for node in pair]


class YamlText:
    """The text of a file of YAML with the nodes in it. Raises CardgenError where it cannot be
    read."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.before = file_bytes(file)
        self.update(typed_text(file, root_of(file.parent)))

    @classmethod
    def of_entry(cls, file: Path, text: str, place: Place) -> tuple[YamlText, int, int] | None:
        """The entry of a list that begins at a place in a file's text, by itself.

        With its offsets in that text; None where it is no mapping, or anchors may lead out of it.
        """
        start = _offset_of(text, place)
        blanks = " " * (place.column - 1)
        end = _end_of_mapping(blanks + text[start:])
        if end is None or _MARKED.search(text, start, start + end - len(blanks)):
            return None
        part = cls.__new__(cls)
        part.file, part.before = file, b""
        part.update(blanks + text[start : start + end - len(blanks)])
        return part, start, start + end - len(blanks)

    def update(self, text: str) -> None:
        """Go on with another text of the file."""
        self.text = text
        try:
            self.root = _parsed(text, self.has_lines)
        except yaml.YAMLError:  # it could be read when its cards were
            raise changed_meanwhile(Place(self.file)) from None
        self._by_place: dict[tuple[int, int, str], YamlNode] = {}
        for node in nodes_in(self.root):
            self._by_place.setdefault((node.line, node.column, node.kind), node)

    def node_at(self, place: Place, kind: str) -> YamlNode | None:
        """The node of a kind that begins at a place."""
        return self._by_place.get((place.line, place.column, kind))

    def list_of(self, item: YamlNode) -> tuple[YamlNode, int] | None:
        """The list that has this entry, and its number there, counted from 0."""
        for node in nodes_in(self.root):
            for number, other in enumerate(node.items):
                if other is item:
                    return node, number
        return None

    @property
    def newline(self) -> str:
        """The line ends of the file."""
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def is_json(self) -> bool:
        """True if values must be spelt as in JSON."""
        return self.file.suffix.lower() in (".json", *_LINES)

    @property
    def has_lines(self) -> bool:
        """True if each line is a JSON text of its own."""
        return self.file.suffix.lower() in _LINES

    def anchors_used(self) -> set[str]:
        """The anchors that some alias refers to."""
        return {node.value for node in nodes_in(self.root) if node.kind == "alias"}

    def bytes_of(self, text: str) -> bytes:
        """The bytes of the file when it says this text."""
        mark = _BOM if self.before.startswith(_BOM) else b""
        return mark + text.encode()

    # values

    def with_value(self, entry: YamlNode, name: str, value: Any) -> str:
        """The text in which a mapping says another value by a name, or nothing for None.

        Raises CardgenError for one that is computed, or that others refer to."""
        old = entry.get(name)
        if old is None:
            return self.text if value is None else self._with_pair(entry, name, value)
        if old.kind == "map":
            raise self._refused(
                f"{name} is computed here",
                "change the expression, or write a plain value in its place",
                old,
            )
        inner = [node for node in nodes_in(old) if node.anchor]
        if used := {node.anchor for node in inner} & self.anchors_used():
            raise self._refused(
                f"{name} is marked with &{min(used)} and used elsewhere",
                "write it out in the other places first",
                old,
            )
        if value is None and len(entry.pairs) > 1:
            return self._without_pair(entry, name)
        if old.kind == "alias":
            start = old.start
        else:
            anchor = _ANCHOR.match(self.text, old.start) if old.anchor else None
            start = anchor.end() if anchor else old.start
        for spelling in self._spellings(old, value):
            # libyaml puts an empty value right behind its colon
            gap = " " if start and self.text[start - 1] == ":" else ""
            text = self.text[:start] + gap + spelling + self.text[old.end :]
            if self._says(text, entry, name, value):
                return text
        raise self._refused(f"{name} cannot be written here as it stands", "write it by hand", old)

    def with_entries_of(self, name: str, entries: Mapping[str, Any]) -> str:
        """The text in whose mapping of a name entries say other values, those within them too.

        Raises CardgenError."""
        edited = copy.copy(self)
        if edited._mapping((name,)) is None:
            if edited.root.is_flow or edited.root.get(name) is not None:
                return edited.with_value(edited.root, name, entries)
            end = "" if edited.text.endswith("\n") or not edited.text else edited.newline
            return edited.text + end + lines_of(name, entries, edited.newline)
        for key, entry in entries.items():
            if isinstance(entry, Mapping) and edited._mapping((name, key)):
                for inner, value in entry.items():
                    node = edited._mapping((name, key))
                    assert node is not None
                    edited.update(edited.with_value(node, inner, value))
            else:
                node = edited._mapping((name,))
                assert node is not None
                edited.update(edited.with_value(node, key, entry))
        return edited.text

    def _mapping(self, path: Sequence[str]) -> YamlNode | None:
        """The mapping that names lead to; None where there is none with entries."""
        node: YamlNode | None = self.root
        for name in path:
            node = node.get(name) if node and node.kind == "map" else None
        return node if node and node.kind == "map" and node.pairs else None

    def _spellings(self, old: YamlNode, value: Any) -> Iterator[str]:
        """Ways to write a value in place of a node, the one most like it first."""
        if self.is_json:
            yield json.dumps(value, ensure_ascii=False)
            return
        if isinstance(value, str):
            if old.style in ("|", ">"):
                yield from self._as_block(old, value)
            if old.style == "'":
                doubled = value.replace("'", "''")
                yield f"'{doubled}'"
            if old.style == '"':
                yield json.dumps(value, ensure_ascii=False)
            if value not in _MEANS_NOTHING:
                yield value
            yield json.dumps(value, ensure_ascii=False)
            return
        yield as_yaml(value)

    def _as_block(self, old: YamlNode, value: str) -> Iterator[str]:
        """A text in lines of its own below the | or > that is there."""
        typed = self.text[old.start : old.end]
        header = _BLOCK_HEADER.search(typed)
        if header is None:
            return
        rest = typed[header.end() :]
        indent = rest[: len(rest) - len(rest.lstrip(" "))]
        lines = value.removesuffix("\n").split("\n")
        if old.style != "|":  # where lines are folded, an empty one parts two
            lines = "\n\n".join(lines).split("\n")
        indented = self.newline.join(indent + line if line else "" for line in lines)
        yield header[0] + indented
        stripped = re.sub(r"([|>])[+-]?", r"\1-", header[0], count=1)
        yield stripped + indented

    def _with_pair(self, entry: YamlNode, name: str, value: Any) -> str:
        """The text with one more name in a mapping, behind all others."""
        spelling = json.dumps(value, ensure_ascii=False) if self.is_json else as_yaml(value)
        if entry.is_flow:
            key = json.dumps(name) if self.is_json else as_yaml(name)
            pair = f"{key}: {spelling}"
            if not entry.pairs:
                at = entry.end - 1
                return self.text[:at] + pair + self.text[at:]
            at = entry.pairs[-1][1].end
            return f"{self.text[:at]}, {pair}{self.text[at:]}"
        at = self._line_end(self._end(entry.pairs[-1][1]))
        column = entry.pairs[0][0].column
        line = " " * (column - 1) + f"{as_yaml(name)}: {spelling}"
        return self._with_line(at, line)

    def _without_pair(self, entry: YamlNode, name: str) -> str:
        """The text with a name less in a mapping that has others."""
        at = next(number for number, (key, _) in enumerate(entry.pairs) if key.value == name)
        key, value = entry.pairs[at]
        if entry.is_flow:
            start = entry.pairs[at - 1][1].end if at else key.start
            end = value.end if at else entry.pairs[1][0].start
        elif at:
            start = self.text.rfind("\n", 0, key.start)
            start -= self.text[start - 1 : start] == "\r"
            end = self._line_end(value.end)
        else:
            start, end = key.start, entry.pairs[1][0].start
        return self.text[:start] + self.text[end:]

    def _says(self, text: str, entry: YamlNode, name: str, value: Any) -> bool:
        """True if a text is the same but for this value."""
        try:
            node = _parsed(text, self.has_lines)
        except yaml.YAMLError:
            return False
        for other in nodes_in(node):
            if (other.line, other.column, other.kind) == (entry.line, entry.column, entry.kind):
                new = other.get(name)
                names = [key.value for key, _ in other.pairs]
                is_same = names == [key.value for key, _ in entry.pairs]
                is_text = new is not None and isinstance(value, str)
                return is_same and (not is_text or (new is not None and new.value == value))
        return False

    # entries of lists

    def without(self, item: YamlNode) -> str:
        """The text without an entry of a list. Raises CardgenError."""
        start, end = self._span(item)
        return self.text[:start] + self.text[end:]

    def with_entry(self, neighbour: YamlNode, values: dict[str, Any]) -> str:
        """The text with one more entry behind another, written as that one is."""
        pairs = self._pairs(values)
        if neighbour.is_flow:
            return self._with_typed(neighbour, "{" + ", ".join(pairs) + "}")
        indent = self.newline + " " * (neighbour.column - 1)
        return self._with_typed(neighbour, indent.join(pairs))

    def with_first_entry(self, name: str, *entries: dict[str, Any]) -> str:
        """The text in which the mapping says a list with these first entries by a name.

        Raises CardgenError where it says something by that name already."""
        typed = ["{" + ", ".join(self._pairs(values)) + "}" for values in entries]
        lines = self.newline.join(f"  - {entry}" for entry in typed)
        old = self.root.get(name)
        if old is None:
            return self.with_line_behind(self.root, f"{name}:{self.newline}{lines}")
        is_empty = old.kind == "text" and old.value in ("", "~", "null") and not old.style
        if not is_empty and (old.kind != "list" or old.items):
            raise self._refused(f"{name} says something here already", "write it by hand", old)
        if self.is_json or (old.is_flow and "\n" in self.text[old.start : old.end]):
            inner = ", ".join(typed)
            return f"{self.text[: old.start]}[{inner}]{self.text[old.end :]}"
        before, behind = self.text[: old.start].rstrip(" "), self.text[old.end :]
        at = len(before) + self._line_end(old.end) - old.end
        text = before + behind
        return text[:at] + self.newline + lines + text[at:]

    def _pairs(self, values: Mapping[str, Any]) -> list[str]:
        """Names with their values, as the file spells them."""
        if self.is_json:
            return [
                f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
                for name, value in values.items()
            ]
        return [f"{name}: {as_yaml(value)}" for name, value in values.items()]

    def with_item(self, neighbour: YamlNode, typed: str) -> str:
        """The text with one more entry of this spelling behind another."""
        return self._with_typed(neighbour, typed)

    def with_line_behind(self, node: YamlNode, line: str) -> str:
        """The text with one more line behind the last of a node."""
        return self._with_line(self._line_end(self._end(node)), line)

    def moved(self, item: YamlNode, behind: YamlNode | None, first: YamlNode) -> str:
        """The text with an entry behind another one, or before the `first` of the list."""
        start, end = self._span(item)
        typed = self.text[start:end]
        target = self._span(behind)[1] if behind else self._span(first)[0]
        owner = self.list_of(item)
        if owner and owner[0].is_flow:
            raise self._refused(
                "cards in one pair of brackets are not moved", "move it by hand", item
            )
        if not typed.endswith("\n"):
            typed += self.newline
        text = self.text if self.text.endswith("\n") else self.text + self.newline
        target = min(target, len(text)) if target < len(self.text) else len(text)
        if target <= start:
            rest = text[min(end, len(text)) :]
            moved_text = text[:target] + typed + text[target:start] + rest
        else:
            moved_text = text[:start] + text[end:target] + typed + text[target:]
        if self.text.endswith("\n"):
            return moved_text
        return moved_text.removesuffix(self.newline)

    def with_entries(self, item: YamlNode, entries: list[dict[str, Any]]) -> str:
        """The text with several entries in place of one, whose comments stand above them.

        Raises CardgenError."""
        start, end = self._span(item)
        indent = " " * (self._dash_column(item) - 1)
        lines = [indent + comment for comment in self._comments_between(item, start, end)]
        lines += [f"{indent}- {as_yaml(values)}" for values in entries]
        written = "".join(line + self.newline for line in lines)
        if not self.text[start:end].endswith("\n"):
            written = written.removesuffix(self.newline)
        return self.text[:start] + written + self.text[end:]

    def _comments_between(self, item: YamlNode, start: int, end: int) -> Iterator[str]:
        """Yield the comments of an entry; a # within one of its texts begins none."""
        texts = [node for node in nodes_in(item) if node.kind == "text"]
        behind = start
        for match in _COMMENT_SIGN.finditer(self.text, start, end):
            at = match.start()
            if at >= behind and not any(node.start <= at < node.end for node in texts):
                behind = self._line_end(at)
                yield self.text[at:behind].rstrip()

    def _with_typed(self, neighbour: YamlNode, typed: str) -> str:
        owner = self.list_of(neighbour)
        if self.has_lines:
            return self._with_line(self._line_end(neighbour.end), typed)
        if owner and owner[0].is_flow:
            at = neighbour.end
            line_start = self.text.rfind("\n", 0, neighbour.start) + 1
            before = self.text[line_start : neighbour.start]
            gap = self.newline + before if not before.strip() else " "
            return f"{self.text[:at]},{gap}{typed}{self.text[at:]}"
        dash = " " * (self._dash_column(neighbour) - 1) + "- "
        gap = " " * max(0, neighbour.column - self._dash_column(neighbour) - 2)
        return self._with_line(self._line_end(self._end(neighbour)), dash + gap + typed)

    def _with_line(self, at: int, line: str) -> str:
        """The text with a line more; `at` is the end of the line before, its break left out."""
        return self.text[:at] + self.newline + line + self.text[at:]

    def _span(self, item: YamlNode) -> tuple[int, int]:
        """The offsets between which an entry of a list stands, with its dash and its lines."""
        owner = self.list_of(item)
        if owner is None:
            raise self._refused("this is no entry of a list", "edit it by hand", item)
        node, number = owner
        if node.is_flow:
            if number + 1 < len(node.items):
                return item.start, node.items[number + 1].start
            if number:
                return node.items[number - 1].end, item.end
            return item.start, item.end
        dash = item.start if self.has_lines else self._dash(item)
        start = self.text.rfind("\n", 0, dash) + 1
        end = self._line_end(self._end(item))
        if self.text[start:dash].strip():
            raise self._refused(
                "this entry does not stand on lines of its own", "edit it by hand", item
            )
        line_break = self.text.find("\n", end) + 1
        return start, line_break or len(self.text)

    def _dash(self, item: YamlNode) -> int:
        """The offset of the dash before an entry."""
        before = self.text[: item.start].rstrip()
        if not before.endswith("-"):
            raise self._refused("a comment stands before this entry", "edit it by hand", item)
        return len(before) - 1

    def _dash_column(self, item: YamlNode) -> int:
        dash = self._dash(item)
        return dash - self.text.rfind("\n", 0, dash)

    def _end(self, node: YamlNode) -> int:
        """The end of what a node says; that of a block is the end of its last part."""
        if node.kind in ("map", "list") and not node.is_flow and node.children:
            return max(map(self._end, node.children))
        return node.end

    def _line_end(self, offset: int) -> int:
        """The end of the line that an offset lies in, its break left out."""
        end = self.text.find("\n", offset)
        if end < 0:
            return len(self.text)
        return end - 1 if self.text[end - 1 : end] == "\r" and end > offset else end

    def _refused(self, sentence: str, remedy: str, node: YamlNode) -> CardgenError:
        place = Place(self.file, node.line, node.column)
        return CardgenError(Finding("edit-impossible", sentence, remedy, place))


def lines_of(name: str, entries: Mapping[str, Any], newline: str = "\n") -> str:
    """A mapping of a name as it is typed, a line for each entry."""
    lines = [f"  {as_yaml(key)}: {as_yaml(entry)}" for key, entry in entries.items()]
    return newline.join([f"{name}:", *lines, ""])


class EditedYaml:
    """A YAML file whose plain values can be replaced, and nothing else. Raises CardgenError where
    it cannot be read."""

    def __init__(self, file: Path) -> None:
        self._yaml = YamlText(file)
        self.before = self._yaml.before
        self._values: dict[tuple[int, int], YamlValue] = {}
        for node in nodes_in(self._yaml.root):
            for key, value in node.pairs:
                if value.kind == "text":
                    self._values[value.line, value.column] = YamlValue(
                        key.value, value.value, value.start, value.end, bool(value.anchor)
                    )
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
        text = self._yaml.text
        # from the end, so that offsets before a replacement stay
        for (start, end), yaml_text in sorted(self._replacements.items(), reverse=True):
            text = text[:start] + yaml_text + text[end:]
        return self._yaml.bytes_of(text)


def nodes_in(node: YamlNode) -> Iterator[YamlNode]:
    """Yield a node and all that it holds, in their order."""
    waiting = [node]
    while waiting:
        last = waiting.pop()
        yield last
        waiting += reversed(last.children)


@lru_cache(maxsize=2)
def _parsed(text: str, has_lines: bool) -> YamlNode:
    """The outermost node of a text, which nobody changes.

    A text that was tried is the next that is edited. Raises yaml.YAMLError."""
    return _node_of_lines(text) if has_lines else node_of_text(text)


def _offset_of(text: str, place: Place) -> int:
    """The offset of a place in a text."""
    at = 0
    for _ in range(place.line - 1):
        at = text.index("\n", at) + 1
    return at + place.column - 1


def _end_of_mapping(text: str) -> int | None:
    """The end of the mapping that a text begins with; None where it begins with none.

    What follows it is not looked at."""
    depth = 0
    is_flow = False
    try:
        for event in _events(text):
            if isinstance(event, yaml.CollectionStartEvent):
                if depth == 0 and not isinstance(event, yaml.MappingStartEvent):
                    return None
                if depth == 0:
                    is_flow = bool(event.flow_style)
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
                if depth == 0:
                    return _end(event) if is_flow else _start(event)
            elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)) and depth == 0:
                return None
    except yaml.YAMLError:
        return None
    return None


def _node_of_lines(text: str) -> YamlNode:
    """The list of the JSON texts that stand in lines. Raises yaml.YAMLError."""
    root = YamlNode("list", 0, 1, 1, len(text))
    at = 0
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            item = node_of_text(line)
            for node in nodes_in(item):
                node.start, node.end, node.line = node.start + at, node.end + at, number + 1
            root.items.append(item)
        at += len(line) + 1
    return root


def node_of_text(text: str) -> YamlNode:
    """The outermost node of a YAML text. Raises yaml.YAMLError."""
    top = YamlNode("list", 0, 1, 1)
    stack = [top]
    keys: list[YamlNode | None] = [None]
    for event in _events(text):
        if isinstance(event, yaml.CollectionEndEvent):
            node = stack.pop()
            keys.pop()
            node.end = _end(event) if node.is_flow else _start(event)
            continue
        if isinstance(event, yaml.CollectionStartEvent):
            kind = "map" if isinstance(event, yaml.MappingStartEvent) else "list"
            node = _node(kind, event)
            node.is_flow = bool(event.flow_style)
            node.anchor = event.anchor or ""
        elif isinstance(event, yaml.ScalarEvent):
            node = _node("text", event)
            # a block of lines ends with the line, in which the next value must not stand
            node.end = node.start + len(text[node.start : _end(event)].rstrip())
            node.value, node.style = event.value, event.style or ""
            node.anchor = event.anchor or ""
        elif isinstance(event, yaml.AliasEvent):
            node = _node("alias", event)
            node.value, node.end = event.anchor or "", _end(event)
        else:
            continue
        parent = stack[-1]
        if parent.kind == "list":
            parent.items.append(node)
        elif keys[-1] is None:
            keys[-1] = node
        else:
            parent.pairs.append((keys[-1], node))
            keys[-1] = None
        if node.kind in ("map", "list"):
            stack.append(node)
            keys.append(None)
    return top.items[0] if top.items else top


def _events(text: str) -> Iterator[Any]:
    """Yield what libyaml tells of a text. Raises yaml.YAMLError."""
    yield from yaml.parse(text, Loader=PARSER)


def _node(kind: str, event: Any) -> YamlNode:
    mark = event.start_mark
    return YamlNode(kind, mark.index, mark.line + 1, mark.column + 1)


def _start(event: Any) -> int:
    """The position at which what an event tells of begins in the text."""
    return int(event.start_mark.index)


def _end(event: Any) -> int:
    """The position behind what an event tells of in the text."""
    return int(event.end_mark.index)
