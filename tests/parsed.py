"""The modules of the package as Python reads them: parsed once for all tests that look at what is
written there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import cardgen

PACKAGE = Path(cardgen.__file__).parent
_KINDS = ast.Import | ast.ImportFrom | ast.ClassDef | ast.FunctionDef | ast.Call


@cache
def parsed() -> dict[str, list[ast.AST]]:
    """The imports, classes, functions and calls of each module, wherever they stand, by its path
    within the package."""
    trees = (
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    )
    return {
        path: [node for node in ast.walk(tree) if isinstance(node, _KINDS)] for path, tree in trees
    }
