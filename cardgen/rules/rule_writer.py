"""Adds rules to a rules.yaml, each after the last about the same deck; comments and layout stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.cards import Game
from cardgen.model.project import root_of
from cardgen.rules.rule_mining import ProposedRule
from cardgen.rules.ruleset import RULES
from cardgen.schema.source import LARGEST
from cardgen.write.file_changes import FileChange
from cardgen.write.yaml_text import PARSER

_HEAD = "# What this game asks of its cards: `cardgen validate` tries each rule.\n"
_MARK = "\ufeff"


class _RuleSpan(NamedTuple):
    """A rule in a file: its text, and the line after its last, from 0."""

    text: str
    end: int


def add_rules(game: Game, chosen: Sequence[ProposedRule]) -> FileChange:
    """The change that adds these rules to the game's file.

    Raises CardgenError where they cannot be put there."""
    file = game.folder / RULES
    before = read_inside(file, root_of(game.folder), LARGEST) if file.exists() else b""
    text = before.decode("utf-8") or _HEAD
    newline = "\r\n" if "\r\n" in text else "\n"
    mark = _MARK if text.startswith(_MARK) else ""
    text = text.removeprefix(_MARK)
    if not text.endswith("\n"):
        text += newline
    lines = text.splitlines(keepends=True)
    root = _list_of_rules(text, file)
    column = root.start_mark.column if root else 0
    spans = [_span(node, column, lines) for node in root.value] if root else []
    lines_between = [lines[span.end] for span in spans[:-1]]
    is_spaced = len(spans) < 2 or not all(map(str.strip, lines_between))
    for rule in reversed(chosen):  # so that those for one place end up in their order
        added = [" " * column + line + newline for line in rule.lines]
        if is_spaced:
            added.insert(0, newline)
        end = _end_of_like(rule, spans, len(lines))
        lines[end:end] = added
        spans = [
            span if span.end <= end else span._replace(end=span.end + len(added)) for span in spans
        ]
    return FileChange(file, before, "".join((mark, *lines)).encode())


def _list_of_rules(text: str, file: Path) -> yaml.SequenceNode | None:
    """The rules of a file, each on lines of its own; None if it is empty. Raises CardgenError."""
    root = yaml.compose(text, PARSER)
    if root is None or (isinstance(root, yaml.SequenceNode) and not root.flow_style):
        return root
    raise CardgenError(
        Finding(
            "fix-impossible",
            "rules are only added where each begins with a hyphen on a line of its own",
            "write the others so" if root.value else "take the [] away",
            Place(file, 1),
        )
    )


def _end_of_like(rule: ProposedRule, spans: Sequence[_RuleSpan], end_of_file: int) -> int:
    """The line behind the last rule about the same deck, or behind all rules."""
    for span in reversed(spans):
        if _about(span.text) == rule.decks[0]:
            return span.end
    return spans[-1].end if spans else end_of_file


def _span(node: Any, column: int, lines: Sequence[str]) -> _RuleSpan:
    """An entry without the blank lines and headings between it and the next."""
    first = node.start_mark.line
    end = node.end_mark.line
    if node.end_mark.column > column:
        end += 1
    end = min(len(lines), end)
    comment = re.compile(rf" {{0,{column}}}#")
    while end > first + 1:
        last_line = lines[end - 1]
        if last_line.strip() and not comment.match(last_line):
            break
        end -= 1
    return _RuleSpan("".join(lines[first:end]), end)


def _about(text: str) -> str:
    """The deck that a rule names first; "" for a note, which stands among its like."""
    match = re.search(r"\bdeck\.(\w+)", text)
    if not match or re.search(r"^ *note:", text, re.MULTILINE):
        return ""
    return match[1].replace("_", "-")
