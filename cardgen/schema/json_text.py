"""JSON with the line and column of each value, as deck files are read: what programs and web sites
keep lists of cards in."""

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
    """What a file of JSON says: its value, or a list of its values where each has a line of its
    own. Null is a text of nothing, as in YAML.

    A comma too many and comments are passed over. Raises CardgenError.
    """
    return _Reader(file, text).value()


class _Reader:
    """Reads values without recursion."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.text = file, text
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.made = 0

    def value(self) -> Node:
        values = list(self._values())
        if not values:
            raise self._wrong("the file is empty", "put a list of cards into it", 0)
        if len(values) == 1:
            return values[0]
        found = Seq(values)
        found.line, found.column = values[0].line, values[0].column
        return found

    def _values(self) -> Iterator[Node]:
        stack: list[Map | Seq] = []
        key: TypedText | None = None
        waits = False  # for the value of a key
        for found in _TOKEN.finditer(self.text):
            at, sign, inner = (
                found.start(found.lastgroup or 0),
                found["sign"],
                stack[-1] if stack else None,
            )
            if fault := self._fault(found, inner, key, waits):
                raise self._wrong(fault, _REMEDY, at)
            if sign == ":":
                waits = True
            elif sign in ("]", "}"):
                stack.pop()
                if inner is not None and not stack:
                    yield inner
            elif isinstance(inner, Map) and not waits and sign != ",":
                key = self._text(found["text"], at - 1)
            elif sign != ",":
                node = self._node(found, at)
                if isinstance(inner, Map) and key is not None:
                    inner[key] = node
                elif isinstance(inner, Seq):
                    inner.append(node)
                elif not sign:
                    yield node
                if isinstance(node, (Map, Seq)):
                    stack.append(node)
                if len(stack) > DEEPEST:
                    raise self._wrong(
                        f"lists and mappings nest deeper than {DEEPEST} levels", "flatten them", at
                    )
                key, waits = None, False
        if stack:
            raise self._wrong(
                "a list or mapping that begins here is never closed",
                _REMEDY,
                self._offset(stack[-1]),
            )

    def _fault(
        self, found: re.Match[str], inner: Map | Seq | None, key: TypedText | None, waits: bool
    ) -> str:
        """Why a sign or a value cannot stand where it does: in a list, in a mapping, or behind a
        name there."""
        sign = found["sign"]
        if found["rest"]:
            return (
                "a text is never closed"
                if found["rest"] == '"'
                else "nothing that begins so is JSON"
            )
        if sign == "," and (waits or inner is None):
            return "a value is missing before this comma"
        if sign == ":" and (key is None or waits):
            return "a name is missing before this colon"
        if sign in ("]", "}") and (
            inner is None or waits or key is not None or isinstance(inner, Map) is not (sign == "}")
        ):
            return f'this "{sign}" closes nothing'
        names = isinstance(inner, Map) and not waits and sign not in (",", ":", "]", "}")
        return (
            "a name in quotes is due here, and a colon after it"
            if names and (found["text"] is None or key is not None)
            else ""
        )

    def _node(self, found: re.Match[str], at: int) -> Node:
        self.made += 1
        if self.made > MOST_NODES:
            raise self._wrong(
                f"the file holds more than {MOST_NODES:,} names, values and lists",
                "split it into several decks",
                at,
            )
        if found["sign"]:
            node: Map | Seq = Map() if found["sign"] == "{" else Seq()
            node.line, node.column = self._spot(at)
            return node
        if found["text"] is not None:
            return self._text(found["text"], at - 1)
        word = found["word"]
        if not _NUMBER.fullmatch(word) and word not in ("true", "false", *_NOTHING):
            raise self._wrong(f'"{word[:40]}" is no JSON: texts stand in quotes', _REMEDY, at)
        line, column = self._spot(at)
        return text_node("" if word in _NOTHING else word, line, column)

    def _text(self, raw: str, at: int) -> TypedText:
        line, column = self._spot(at)
        try:
            said = json.loads(f'"{raw}"', strict=False) if "\\" in raw else raw
        except ValueError:
            raise self._wrong(
                "a backslash here stands before no sign that it could",
                "write two of them for one",
                at,
            ) from None
        return text_node(
            said.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
            line,
            column,
            quoted=True,
        )

    def _spot(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.starts, at)
        return line, at - self.starts[line - 1] + 1

    def _offset(self, node: Node) -> int:
        return self.starts[node.line - 1] + node.column - 1

    def _wrong(self, what: str, remedy: str, at: int) -> CardgenError:
        return CardgenError(Finding("value-wrong", what, remedy, Place(self.file, *self._spot(at))))
