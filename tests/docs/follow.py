"""Follows a page of docs literally: every file it shows is written, every change is made, every
command is run where the page is at.

What a page may hold, as fenced blocks:

- a file: a block after a line such as **`templates/card.svg`**, or whose first line is a comment
  that is a path (`# card_data/a/b.yaml`);
- a change, a `diff` block after such a line: its lines with `-` stand in the file, one after the
  other, and become those with `+`;
- commands, a `sh` block: `cd FOLDER`, `mkdir FOLDER` and lines that begin with `cardgen`; a comment
  may follow;
- what they say, a `text` block after a `sh` block: each line is among the last command's output, in
  order; `...` stands for anything.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"\*\*`([\w./-]+\.\w+)`\*\*[^\n]*\n*\Z")
_COMMENT = re.compile(r"(?:#|<!--) ([\w./-]+\.(?:yaml|svg|md|csv|json|py))\b[^\n]*\n")
_SIZE = re.compile(r"(\d+) kB")


class Block(NamedTuple):
    """A fenced block: its language, its text, the path it is about ("" for none), and the line of
    the page it begins at."""

    language: str
    text: str
    path: str
    line: int


def blocks(page: str) -> list[Block]:
    found = []
    for match in _FENCE.finditer(page):
        named = _NAMED.search(page, 0, match.start())
        inside = _COMMENT.match(match[2])
        path = (
            named[1]
            if named
            else inside[1]
            if inside and match[1] not in ("sh", "text", "diff")
            else ""
        )
        found.append(Block(match[1], match[2], path, page.count("\n", 0, match.start()) + 1))
    return found


def commands(text: str) -> list[list[str]]:
    """The command lines of a sh block, as words."""
    return [words for line in text.splitlines() if (words := shlex.split(line, comments=True))]


def write(block: Block, root: Path) -> None:
    """Write a block's file, or change the one that is there. Raises ValueError for a change that
    does not fit."""
    file = root / block.path
    file.parent.mkdir(parents=True, exist_ok=True)
    if block.language != "diff":
        file.write_text(block.text, "utf-8")
        return
    lines = block.text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if not line.startswith("+"))
    new = "".join(line[1:] for line in lines if not line.startswith("-"))
    before = file.read_text("utf-8")
    if before.count(old) != 1:
        raise ValueError(
            f"line {block.line}: what is to be changed stands {before.count(old)} times in {block.path}:\n{old}"
        )
    file.write_text(before.replace(old, new), "utf-8")


def missing(expected: str, output: str) -> list[str]:
    """The lines of a text block that the output does not have, in its order; sizes of files may be
    a fifth off."""
    lines = output.splitlines()
    lacking, at = [], 0
    for line in expected.splitlines():
        if line.strip() in ("...", ""):
            continue
        place = next((i for i in range(at, len(lines)) if _alike(line, lines[i])), None)
        if place is None:
            lacking.append(line)
        else:
            at = place + 1
    return lacking


def _alike(expected: str, line: str) -> bool:
    sizes = zip(
        *([int(size) for size in _SIZE.findall(text)] for text in (expected, line)), strict=False
    )
    return _SIZE.sub("kB", expected.rstrip()) == _SIZE.sub("kB", line.rstrip()) and all(
        abs(a - b) <= 1 + b / 5 for a, b in sizes
    )
