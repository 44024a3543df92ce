"""Edits of what game.yaml and deck files say beside cards: styles, keywords, colours, typesetting.

Single values are spliced into the YAML; comments, order, quotes and anchors stay. Every edit is
read back, and the game is loaded with it, before it is handed out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cardgen.base.files import trying
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.load import load_games
from cardgen.model.cards import Deck, Game
from cardgen.model.project import Project
from cardgen.schema.spelling import as_yaml
from cardgen.write.file_changes import MergedChange
from cardgen.write.yaml_text import YamlNode, YamlText, node_of_text, nodes_in

Plain = dict[str, "Plain"] | list["Plain"] | str | None
SETTINGS = ("styles", "keywords", "palette", "typesetting")
"""The keys of a game or a deck below which values can be edited."""
_FIELDS = "fields"
"""The key of a deck below which a field can be added."""
_WRITABLE = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class SettingEdit(MergedChange):
    """The change of a file by which a setting is another, in words: `says`."""

    says: str = ""
    note: str = ""


class SettingsFile:
    """The file of a game, or of one of its decks, with its settings.

    `problems` are those of the data before. Raises CardgenError."""

    def __init__(
        self, project: Project, game: Game, deck: Deck | None, problems: Iterable[Finding] = ()
    ) -> None:
        self._project, self._game = project, game
        self._problems = {(problem.code, problem.what) for problem in problems}
        self.file: Path = deck.file if deck else game.folder / "game.yaml"
        if self.file.suffix not in _WRITABLE:
            raise self._refused(f"{self.file.name} is no YAML", "say it in game.yaml", None)
        self._yaml = YamlText(self.file)

    def values(self) -> Mapping[str, Plain]:
        """What stands there of each setting, as it is typed."""
        root = self._yaml.root
        nodes = {name: root.get(name) if root.kind == "map" else None for name in SETTINGS}
        return {name: _plain(node) for name, node in nodes.items() if node is not None}

    def with_value(self, path: Sequence[str], value: Any) -> SettingEdit:
        """The edit by which a setting has this value; None takes it away. Raises CardgenError."""
        if len(path) < 2 or not (path[0] in SETTINGS or self._is_new_field(path)):
            raise self._refused("this is no setting that can be edited here", "edit the file", None)
        expected = _with_plain(_plain(self._yaml.root), path, value)
        if isinstance(expected, dict) and not expected[path[0]]:
            del expected[path[0]]
        text = self._without(path) if value is None else self._with(path, value)
        try:
            is_meant = _plain(node_of_text(text)) == expected
        except yaml.YAMLError:
            is_meant = False
        if not is_meant:
            sentence = f"{'.'.join(path)} cannot be written here as it stands"
            raise self._refused(sentence, "write it by hand", self._last_node(path))
        spelling = "taken away" if value is None else as_yaml(value)
        says = f"{self.file.name}: {'.'.join(path)}: {spelling}"
        edit = SettingEdit(self.file, self._yaml.before, self._yaml.bytes_of(text), says)
        self._check(edit)
        return edit

    def with_template(self, side: str, name: str) -> SettingEdit:
        """The edit by which a deck names the template of its faces or of its back."""
        root = self._yaml.root
        if root.kind != "map":
            raise self._refused("this deck is no mapping", "write it by hand", root)
        if (old := root.get(side)) is not None and old.kind != "text":
            raise self._unlike((side,), old)
        text = (
            self._with_pair(root, side, name)
            if old is None
            else self._yaml.with_value(root, side, name)
        )
        expected = _with_plain(_plain(root), (side,), name)
        if _plain(node_of_text(text)) != expected:
            raise self._refused(f"{side} cannot be written here", "write it by hand", old)
        says = f"{self.file.name}: {side}: {name}"
        return SettingEdit(self.file, self._yaml.before, self._yaml.bytes_of(text), says)

    def _is_new_field(self, path: Sequence[str]) -> bool:
        root = self._yaml.root
        fields = root.get(_FIELDS) if root.kind == "map" else None
        is_new = fields is None or fields.kind != "map" or fields.get(path[1]) is None
        return path[0] == _FIELDS and len(path) == 2 and is_new

    def _check(self, edit: SettingEdit) -> None:
        """Raise CardgenError where the game cannot be loaded with an edit as it could before."""
        with trying({edit.file: edit.after}):
            _, problems = load_games(self._project, [self._game.id])
        for problem in problems:
            if (
                problem.code,
                problem.what,
            ) not in self._problems and problem.severity == "error":
                raise CardgenError(problem)

    # writing

    def _with(self, path: Sequence[str], value: Any) -> str:
        """The text in which a setting says a value."""
        node = self._yaml.root
        for depth, name in enumerate(path[:-1]):
            child = node.get(name)
            if child is None:
                return self._with_pair(node, name, _nested(path[depth + 1 :], value))
            if child.kind == "text" and child.value in ("", "~", "null"):
                return self._begun(node, name, child, _nested(path[depth + 1 :], value))
            if child.kind != "map":
                raise self._unlike(path[: depth + 1], child)
            node = child
        old = node.get(path[-1])
        if old is None:
            return self._with_pair(node, path[-1], value)
        if old.kind == "map":
            raise self._unlike(path, old)
        return self._yaml.with_value(node, path[-1], value)

    def _with_pair(self, node: YamlNode, name: str, value: Any) -> str:
        """The text with one more name in a mapping, behind all others."""
        text = self._yaml.text
        if node.kind != "map":
            raise self._refused("this file says nothing yet", "give the game a title first", node)
        pair = f"{as_yaml(name)}: "
        if node.is_flow:
            if not node.pairs:
                return f"{text[: node.end - 1]}{pair}{as_yaml(value)}{text[node.end - 1 :]}"
            at = node.pairs[-1][1].end
            return f"{text[:at]}, {pair}{as_yaml(value)}{text[at:]}"
        at = self._line_end(_end(node.pairs[-1][1]))
        indent = " " * (node.pairs[0][0].column - 1)
        is_deep = any(other.kind == "map" and not other.is_flow for _, other in node.pairs)
        is_setting = node is self._yaml.root or (is_deep and isinstance(value, dict))
        lines = self._block(value, indent) if is_setting else as_yaml(value)
        has_gaps = node is self._yaml.root and self._yaml.newline * 2 in text
        break_before = self._yaml.newline * (2 if has_gaps else 1)
        if not lines.startswith(("\n", "\r")):
            pair = pair.ljust(_value_column(node) - len(indent) - 1)
        added = indent + pair.rstrip(" ") + _gap(lines, pair)
        return text[:at] + break_before + added + text[at:]

    def _begun(self, node: YamlNode, name: str, empty: YamlNode, value: Any) -> str:
        """The text in which a name that says nothing has its first entries."""
        text = self._yaml.text
        key = next(key for key, _ in node.pairs if key.value == name)
        if node.is_flow or empty.anchor:
            raise self._refused(f"{name} says nothing here", "write it by hand", empty)
        colon = text.index(":", key.end - 1)
        end = empty.end if empty.value else colon + 1
        lines = self._block(value, " " * (key.column - 1))
        at = self._line_end(end)  # behind a comment
        comment = text[end:at].rstrip()
        return text[: colon + 1] + comment + _gap(lines) + text[at:]

    def _block(self, value: Any, indent: str) -> str:
        """A value in lines of its own, where it is a mapping."""
        if not isinstance(value, dict):
            return as_yaml(value)
        inner = indent + "  "
        pairs = [f"{inner}{as_yaml(name)}: {as_yaml(entry)}" for name, entry in value.items()]
        return self._yaml.newline + self._yaml.newline.join(pairs)

    def _without(self, path: Sequence[str]) -> str:
        """The text without a setting; an entry without its last value is an empty mapping, a key
        without its last entry is taken away."""
        nodes = [self._yaml.root]
        for name in path:
            child = nodes[-1].get(name) if nodes[-1].kind == "map" else None
            if child is None:
                raise self._refused(f"{'.'.join(path)} is not said here", "look again", nodes[-1])
            nodes.append(child)
        depth = len(path) - 1
        if depth > 1 and len(nodes[depth].pairs) == 1:
            return self._emptied(nodes[depth - 1], path[depth - 1])
        if len(nodes[depth].pairs) == 1:
            depth -= 1
        node, name = nodes[depth], path[depth]
        pair = next(pair for pair in node.pairs if pair[0].value == name)
        anchors = {part.anchor for part in nodes_in(pair[1]) if part.anchor}
        if used := anchors & self._yaml.anchors_used():
            sentence = f"{name} is marked with &{min(used)} and used elsewhere"
            raise self._refused(sentence, "write it out in the other places first", pair[1])
        return self._without_pair(node, pair)

    def _emptied(self, node: YamlNode, name: str) -> str:
        """The text in which an entry is an empty mapping."""
        text = self._yaml.text
        key, value = next(pair for pair in node.pairs if pair[0].value == name)
        if value.is_flow:
            return text[: value.start] + "{}" + text[value.end :]
        colon = text.index(":", key.end - 1)
        return text[: colon + 1] + " {}" + text[_end(value) :]

    def _without_pair(self, node: YamlNode, pair: tuple[YamlNode, YamlNode]) -> str:
        text = self._yaml.text
        key, value = pair
        if node.is_flow:
            at = node.pairs.index(pair)
            if at + 1 < len(node.pairs):
                return text[: key.start] + text[node.pairs[at + 1][0].start :]
            start = node.pairs[at - 1][1].end if at else key.start
            return text[:start] + text[value.end :]
        start = text.rfind("\n", 0, key.start) + 1
        if text[start : key.start].strip():
            raise self._refused("this does not stand on a line of its own", "edit it by hand", key)
        end = self._line_end(max(_end(value), key.end))
        line_break = text.find("\n", end) + 1
        return text[:start] + text[line_break or len(text) :]

    def _line_end(self, offset: int) -> int:
        end = self._yaml.text.find("\n", offset)
        if end < 0:
            return len(self._yaml.text)
        return end - 1 if self._yaml.text[end - 1 : end] == "\r" and end > offset else end

    # what cannot be written

    def _last_node(self, path: Sequence[str]) -> YamlNode | None:
        node: YamlNode | None = self._yaml.root
        for name in path:
            inner = node.get(name) if node and node.kind == "map" else None
            if inner is None:
                return node
            node = inner
        return node

    def _unlike(self, path: Sequence[str], node: YamlNode) -> CardgenError:
        words = {"alias": "shared by *", "list": "a list", "map": "several values"}
        sentence = f"{'.'.join(path)} is {words.get(node.kind, 'one value')} here"
        if node.kind == "text" and node.value:
            sentence = f"{'.'.join(path)} is said elsewhere: {node.value[:60]}"
        return self._refused(sentence, "edit it there", node)

    def _refused(self, sentence: str, remedy: str, node: YamlNode | None) -> CardgenError:
        place = Place(self.file, node.line, node.column) if node else Place(self.file)
        return CardgenError(Finding("edit-impossible", sentence, remedy, place))


def settings_words(file: Path) -> str:
    """The name of a file of settings, for a page."""
    return shown(file).replace("\\", "/")


def _gap(lines: str, pair: str = " ") -> str:
    """A value behind its colon: lines of its own, or as far off as its pair leaves room."""
    if lines[:1] in ("\n", "\r"):
        return lines
    return " " * max(1, len(pair) - len(pair.rstrip(" "))) + lines


def _value_column(node: YamlNode) -> int:
    """The column in which all values of a mapping stand one below the other, or 0."""
    columns = {value.column for key, value in node.pairs if value.line == key.line}
    is_table = len(node.pairs) > 1 and len(columns) == 1
    return columns.pop() if is_table else 0


def _nested(names: Sequence[str], value: Any) -> Any:
    for name in reversed(names):
        value = {name: value}
    return value


def _end(node: YamlNode) -> int:
    """The end of what a node says; that of a block is the end of its last part."""
    if node.kind in ("map", "list") and not node.is_flow and node.children:
        return max(map(_end, node.children))
    return node.end


def _plain(node: YamlNode) -> Plain:
    """What a node says, every value as it is typed."""
    if node.kind == "map":
        return {key.value: _plain(value) for key, value in node.pairs}
    if node.kind == "list":
        return [_plain(item) for item in node.items]
    return f"*{node.value}" if node.kind == "alias" else node.value


def _typed(value: Any) -> Plain:
    """A value as it is typed into YAML."""
    if isinstance(value, Mapping):
        return {str(name): _typed(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_typed(entry) for entry in value]
    return value if isinstance(value, str) else as_yaml(value)


def _with_plain(plain: Plain, path: Sequence[str], value: Any) -> Plain:
    """What a file says once a setting is another, or none."""
    entries = dict(plain) if isinstance(plain, dict) else {}
    name, *rest = path
    if rest:
        entries[name] = _with_plain(entries.get(name), rest, value)
    elif value is None:
        entries.pop(name, None)
    else:
        entries[name] = _typed(value)
    return entries
