"""Adds rules to a rules.yaml, each after the last about the same deck; comments and layout stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import yaml

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.file_changes import PARSER, FileChange
from cardgen.model.cards import Game
from cardgen.model.project import root_of
from cardgen.rules.rule_mining import ProposedRule
from cardgen.rules.ruleset import RULES
from cardgen.schema.source import LARGEST

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
    newline, mark = "\r\n" if "\r\n" in text else "\n", _MARK * text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    lines = (text if text.endswith("\n") else text + newline).splitlines(keepends=True)
    root = yaml.compose(text, PARSER)
    column, entries = 0, list[_RuleSpan]()
    if root is not None:
        if not isinstance(root, yaml.SequenceNode) or root.flow_style:
            what = "rules are only added where each begins with a hyphen on a line of its own"
            raise CardgenError(
                Finding(
                    "rule-not-added",
                    what,
                    "write the others so" if root.value else "take the [] away",
                    Place(file, 1),
                )
            )
        column = root.start_mark.column
        entries = [_span(node, column, lines) for node in root.value]
    spaced = len(entries) < 2 or any(not lines[entry.end].strip() for entry in entries[:-1])
    for rule in reversed(chosen):  # so that those for one place end up in their order
        end = next(
            (entry.end for entry in reversed(entries) if _about(entry.text) == rule.decks[0]), 0
        )
        end = end or (entries[-1].end if entries else len(lines))
        lines[end:end] = [
            *[newline] * spaced,
            *(" " * column + line + newline for line in rule.lines),
        ]
        longer = len(rule.lines) + spaced
        entries = [
            entry if entry.end <= end else entry._replace(end=entry.end + longer)
            for entry in entries
        ]
    return FileChange(file, before, "".join((mark, *lines)).encode())


def _span(node: Any, column: int, lines: Sequence[str]) -> _RuleSpan:
    """An entry without the blank lines and headings between it and the next."""
    first, end = (
        node.start_mark.line,
        min(len(lines), node.end_mark.line + (node.end_mark.column > column)),
    )
    while end > first + 1 and (
        not lines[end - 1].strip() or re.match(rf" {{0,{column}}}#", lines[end - 1])
    ):
        end -= 1
    return _RuleSpan("".join(lines[first:end]), end)


def _about(text: str) -> str:
    """The deck that a rule names first; "" for a note, which stands among its like."""
    match = re.search(r"\bdeck\.(\w+)", text)
    return (
        match[1].replace("_", "-")
        if match and not re.search(r"^ *note:", text, re.MULTILINE)
        else ""
    )
