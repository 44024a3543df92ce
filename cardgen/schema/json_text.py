"""JSON with the line and column of each value.

It is read as deck files are: programs and web sites keep lists of cards in it."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.schema.source import DEEPEST, MOST_NODES, Map, Node, Seq, TypedText, text_node

_TOKEN = re.compile(
    r"""(?:[\s\ufeff\x1e]|//[^\n]*|/\*.*?\*/)*(?:(?P<sign>[\[\]{},:])|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{},:"]+)|(?P<rest>\S))""",
    re.DOTALL,
)
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_NOTHING = ("null", "NaN", "undefined")
_REMEDY = "mend it there, or save the file anew from the program that wrote it"


def read_json(file: Path, text: str) -> Node:
    """The value of a JSON text.

    It is a list of its values where each has a line of its own. Null is an empty text, as in YAML.
    A comma too many and comments are ignored. Raises CardgenError.
    """
    return _Reader(file, text).value()


class _Reader:
    """Reads values without recursion."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.text = file, text
        self.starts = [0, *(line_end.end() for line_end in re.finditer("\n", text))]
        self.made = 0

    def value(self) -> Node:
        values = list(self._values())
        if not values:
            raise self._wrong("the file is empty", "put a list of cards into it", 0)
        if len(values) == 1:
            return values[0]
        root = Seq(values)
        root.line, root.column = values[0].line, values[0].column
        return root

    def _values(self) -> Iterator[Node]:
        stack: list[Map | Seq] = []
        key: TypedText | None = None
        waits = False  # for the value of a key
        for token in _TOKEN.finditer(self.text):
            offset = token.start(token.lastgroup or 0)
            sign = token["sign"]
            parent = stack[-1] if stack else None
            if fault := self._fault(token, parent, key, waits):
                raise self._wrong(fault, _REMEDY, offset)
            if sign == ":":
                waits = True
            elif sign in ("]", "}"):
                stack.pop()
                if parent is not None and not stack:
                    yield parent
            elif isinstance(parent, Map) and not waits and sign != ",":
                key = self._text(token["text"], offset - 1)
            elif sign != ",":
                node = self._node(token, offset)
                if isinstance(parent, Map) and key is not None:
                    parent[key] = node
                elif isinstance(parent, Seq):
                    parent.append(node)
                elif not sign:
                    yield node
                if isinstance(node, (Map, Seq)):
                    stack.append(node)
                if len(stack) > DEEPEST:
                    raise self._wrong(
                        f"lists and mappings nest deeper than {DEEPEST} levels",
                        "flatten them",
                        offset,
                    )
                key = None
                waits = False
        if stack:
            raise self._wrong(
                "a list or mapping that begins here is never closed",
                _REMEDY,
                self._offset(stack[-1]),
            )

    def _fault(
        self, token: re.Match[str], parent: Map | Seq | None, key: TypedText | None, waits: bool
    ) -> str:
        """The reason why a token cannot stand where it does; empty where it can.

        `parent` is the open list or mapping, `key` the name that was read there, and it `waits`
        for a value behind its colon."""
        sign = token["sign"]
        if token["rest"]:
            return (
                "a text is never closed"
                if token["rest"] == '"'
                else "nothing that begins so is JSON"
            )
        if sign == "," and (waits or parent is None):
            return "a value is missing before this comma"
        if sign == ":" and (key is None or waits):
            return "a name is missing before this colon"
        if sign in ("]", "}") and (
            parent is None
            or waits
            or key is not None
            or isinstance(parent, Map) is not (sign == "}")
        ):
            return f'this "{sign}" closes nothing'
        is_name = isinstance(parent, Map) and not waits and sign not in (",", ":", "]", "}")
        return (
            "a name in quotes is due here, and a colon after it"
            if is_name and (token["text"] is None or key is not None)
            else ""
        )

    def _node(self, token: re.Match[str], offset: int) -> Node:
        self.made += 1
        if self.made > MOST_NODES:
            raise self._wrong(
                f"the file holds more than {MOST_NODES:,} names, values and lists",
                "split it into several decks",
                offset,
            )
        if token["sign"]:
            node: Map | Seq = Map() if token["sign"] == "{" else Seq()
            node.line, node.column = self._spot(offset)
            return node
        if token["text"] is not None:
            return self._text(token["text"], offset - 1)
        word = token["word"]
        if not _NUMBER.fullmatch(word) and word not in ("true", "false", *_NOTHING):
            raise self._wrong(f'"{word[:40]}" is no JSON: texts stand in quotes', _REMEDY, offset)
        line, column = self._spot(offset)
        return text_node("" if word in _NOTHING else word, line, column)

    def _text(self, raw: str, offset: int) -> TypedText:
        line, column = self._spot(offset)
        try:
            decoded = json.loads(f'"{raw}"', strict=False) if "\\" in raw else raw
        except ValueError:
            raise self._wrong(
                "a backslash here stands before no sign that it could",
                "write two of them for one",
                offset,
            ) from None
        return text_node(
            decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
            line,
            column,
            quoted=True,
        )

    def _spot(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def _offset(self, node: Node) -> int:
        return self.starts[node.line - 1] + node.column - 1

    def _wrong(self, sentence: str, remedy: str, offset: int) -> CardgenError:
        return CardgenError(
            Finding("json-broken", sentence, remedy, Place(self.file, *self._spot(offset)))
        )
