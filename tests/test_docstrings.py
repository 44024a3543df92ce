"""Docstrings keep up with the code: what they put in backticks exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from parsed import PACKAGE

WORDS_OF_DATA = {
    "inked",
    "slack",
    "rows",
    "columns",
    "GAME",
    "Red",
    "atexit",
    "cause",
    "colour",
    "currentColor",
    "dask",
    "direction",
    "goblin__back",
    "pdfx_check",
    "process",
    "rank",
    "red",
    "strokeWidth",
    "stretch",
    "suits",
}
"""Words that files of games, SVG and other programs have and other modules, which the module
itself does not spell."""


def test_words_in_backticks_exist() -> None:
    """A parameter that was renamed is easily left behind in the sentence about it."""
    unknown = []
    nodes_of_module = {
        path: list(ast.walk(ast.parse(path.read_text("utf-8"))))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    in_package = {path.stem for path in nodes_of_module} | {
        node.name
        for nodes in nodes_of_module.values()
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    for path, nodes in nodes_of_module.items():
        in_module = in_package.union(_names_of_module(nodes))
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                words = set(re.findall(r"`([A-Za-z_]\w*)`", ast.get_docstring(node) or ""))
                missing = words - in_module - WORDS_OF_DATA
                missing = missing and missing.difference(_names_within(node))
                name = f"{path.relative_to(PACKAGE).as_posix()} {node.name}"
                unknown += [f"{name}: `{word}`" for word in sorted(missing)]
    assert not unknown, "\n".join(unknown)


def _names_of_module(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The names that all functions of a module share, and the words of its texts."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
            if node.name == "__init__":
                yield from _names_within(node)
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
    yield from _names_within(nodes[0], in_functions=False)
    yield from _words_of_texts(nodes)


def _names_within(node: ast.AST, *, in_functions: bool = True) -> Iterator[str]:
    """The parameters, variables and attributes within a function or class."""
    within = [node]
    while within:
        node = within.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.MatchAs) and node.name:
            yield node.name
        if in_functions or not isinstance(node, ast.FunctionDef):
            within += ast.iter_child_nodes(node)


def _words_of_texts(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The words of all texts of a module but its docstrings."""
    docstrings = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield from re.findall(r"\w+", node.value)
