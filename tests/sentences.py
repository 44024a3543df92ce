"""The sentences of findings as the source spells them, by the code that they carry."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from parsed import PACKAGE

from cardgen.base.codes import CODES

FEWEST_LETTERS = 8
"""Letters that a pattern must spell to say anything."""
MANY_LETTERS = 12
"""The same, where patterns of the whole package are tried."""
GAP = ".*?"


@cache
def sentences_of_code() -> dict[str, list[str]]:
    """Regular expressions of the texts that stand in one call, or function, with each code."""
    found: dict[str, list[str]] = {code: [] for code in CODES}
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        assigned = values_of_names(tree)
        for call, code in calls_with_codes(tree):
            for pattern in texts_of(call, assigned, depth=0):
                if letters_in(pattern) >= FEWEST_LETTERS and pattern != re.escape(code):
                    found[code].append(pattern)
    return found


@cache
def sentences_of_package() -> list[str]:
    """Regular expressions of all texts of the package but the titles of codes."""
    texts: list[str] = []
    for file in sorted(PACKAGE.rglob("*.py")):
        if file != PACKAGE / "base/codes.py":
            texts += texts_of(ast.parse(file.read_text("utf-8")), {}, depth=0)
    return [text for text in dict.fromkeys(texts) if letters_in(text) >= MANY_LETTERS]


def calls_with_codes(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield calls, pairs and the like that hold a code themselves, with it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            parts = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Tuple):
            parts = node.elts
        else:
            continue
        for part in parts:
            for value in (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,):
                if isinstance(value, ast.Constant) and value.value in CODES:
                    yield node, str(value.value)


def values_of_names(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """The values that each name is given anywhere in a module, and what functions give back."""
    assigned: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.NamedExpr | ast.AnnAssign | ast.AugAssign) and node.value:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.FunctionDef):
            given = [each for each in ast.walk(node) if isinstance(each, ast.Return | ast.Yield)]
            assigned.setdefault(node.name, []).extend(each.value for each in given if each.value)
            continue
        else:
            continue
        for target, value in pairs:
            names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
            for name in names:
                assigned.setdefault(name, []).append(value)
    return assigned


def texts_of(node: ast.AST, assigned: dict[str, list[ast.AST]], depth: int) -> Iterator[str]:
    """Yield patterns of the texts in an expression, and in what its names stand for."""
    match node:
        case ast.Constant(value=str() as text):
            yield re.escape(text)
        case ast.JoinedStr():
            yield pattern_of(node)
        case ast.BinOp(op=ast.Add()):
            sides = [[*texts_of(side, assigned, depth)] for side in (node.left, node.right)]
            yield from sides[0]
            yield from sides[1]
        case ast.Name(id=name) | ast.Attribute(attr=name) if depth < 3:
            for value in assigned.get(name, ()):
                yield from texts_of(value, assigned, depth + 1)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from texts_of(child, assigned, depth)


def pattern_of(text: ast.JoinedStr) -> str:
    pieces = [
        re.escape(piece.value) if isinstance(piece, ast.Constant) else GAP for piece in text.values
    ]
    return "".join(pieces)


def letters_in(pattern: str) -> int:
    return sum(letter.isalpha() for letter in pattern)


def says_like(example: str, pattern: str) -> bool:
    """True if the pattern stands in an example as whole words."""
    pieces = pattern.split(GAP)
    if not all(re.sub(r"\\(.)", r"\1", piece) in example for piece in pieces):
        return False  # which is seen sooner than a pattern is compiled
    return re.search(rf"(^|\s){pattern}($|[;:,. ]|\))", example) is not None
