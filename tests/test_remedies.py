"""The house as a whole: whatever is wrong, whoever reads of it is told what to do."""

from __future__ import annotations

import ast
from itertools import pairwise

from parsed import parsed

REWORDED = {
    "making/ledger.py": "a line that is not as it was written, which counts for nothing",
    "base/state.py": "what is not as the program writes it, told by whoever reads it with how to begin anew",
    "cards/face_cache.py": "what was kept and no longer holds: it is painted anew",
    "cards/flow_nodes.py": "a part of a kind that is not made",
    "cli/commands/__init__.py": "a command that is looked for among others",
    "engine/graphics/large_pictures.py": "a picture that is cut short, told as a damaged one",
    "engine/graphics/paint_list.py": "nobody asks for it",
    "engine/graphics/picture_files.py": "a damaged picture, told as one",
    "engine/svg/writing.py": "nobody writes a drawing that came without its items",
    "load/workbook.py": "a damaged workbook, told as one",
    "preview/bodies.py": "what no page of ours sends, answered with a refusal",
    "prepress/inks.py": "what a profile is not, told with where to get one",
    "sheets/calibration_store.py": "what a calibration lacks, told with how to begin anew",
    "write/archive.py": "a workbook of another build, told with how to edit it",
    "write/markup_spans.py": "a part of a workbook that is not as expected, told as one",
    "write/workbook_cells.py": "a workbook that cannot be edited, told with where to edit it",
    "engine/svg/colour_signs.py": "a letter that is not drawn, told with its font",
    "engine/svg/typst.py": "a filter that is not drawn, told with what to draw instead",
    "engine/svg/values.py": "a view box, told with how to write one",
}
"""Modules that raise what Python has of itself, and why nobody reads it bare: others say it again
with a remedy."""
NOTES = {"_note"}
"""Functions that may be called without a remedy: what is only worth knowing mostly needs none."""
PYTHONS = ("ValueError", "TypeError", "KeyError", "LookupError", "RuntimeError")


def nodes() -> list[tuple[str, ast.ClassDef | ast.FunctionDef | ast.Call]]:
    """All classes, functions and calls of the package, each with its module."""
    wanted = ast.ClassDef | ast.FunctionDef | ast.Call
    return [
        (file, node)
        for file, found in parsed().items()
        for node in found
        if isinstance(node, wanted)
    ]


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def takers() -> tuple[dict[str, set[int]], list[str]]:
    """The names of all that takes what is wrong and then its remedy, with the place of that; and
    where it may be left out."""
    places: dict[str, set[int]] = {}
    optional = []
    for file, node in nodes():
        if isinstance(node, ast.ClassDef):
            fields = [
                each
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            ]
            given = {ast.unparse(each.target): each.value for each in fields}
            made = [
                each
                for each in node.body
                if isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__new__")
            ]
        else:
            given, made = {}, [node] if isinstance(node, ast.FunctionDef) else []
        for function in made:
            taken = function.args.posonlyargs + function.args.args
            defaults = [None] * (len(taken) - len(function.args.defaults)) + function.args.defaults
            given = {
                each.arg: default
                for each, default in zip(taken, defaults, strict=True)
                if each.arg not in ("self", "cls")
            }
        if (
            any((said, "remedy") in pairwise(given) for said in ("what", "message", "sentence"))
            and not isinstance(node, ast.Call)
            and not node.name.startswith("__")
        ):
            places.setdefault(node.name, set()).add(list(given).index("remedy"))
            if given["remedy"] is not None and node.name not in NOTES:
                optional.append(f"{file}:{node.lineno}")
    return places, optional


def test_whatever_is_wrong_is_told_with_what_to_do() -> None:
    """Nothing that takes a remedy can be called without, which mypy proves then, and nobody gives
    an empty one."""
    places, optional = takers()
    assert {"Finding", "UnreadableError", "TextWithRemedy", "wrong", *NOTES} <= set(places)
    assert {
        "StyleError",
        "PathError",
        "Fault",
        "Refusal",
        "complain",
        "ignore",
        "note_ignored",
    } <= set(places)
    assert [] == optional
    empty = []
    for file, node in nodes():
        if isinstance(node, ast.Call):
            given = [node.args[at] for at in places.get(called(node), ()) if at < len(node.args)]
            given += [each.value for each in node.keywords if each.arg == "remedy"]
            empty += [
                f"{file}:{each.lineno}"
                for each in given
                if isinstance(each, ast.Constant) and each.value in ("", None)
            ]
    assert [] == empty


def test_what_python_raises_of_itself_is_told_by_others() -> None:
    """It has no room for a remedy."""
    assert set(REWORDED) == {
        file for file, node in nodes() if isinstance(node, ast.Call) and called(node) in PYTHONS
    }
