"""The one door for files: nothing else in the program opens any."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from parsed import parsed

OPENING = frozenset(
    {
        "open",
        "read_text",
        "read_bytes",
        "copy",
        "copy2",
        "copytree",
        "copyfile",
        "copyfileobj",
        "write_text",
        "write_bytes",
        "fdopen",
    }
)
EXCEPTIONS = {
    "making/ledger.py": 1,  # the ledger, which grows line by line
    "making/sealed_project.py": 1,  # a file out of the archive, in a folder that is new
    "cli/__init__.py": 1,  # the system's nowhere, once nobody reads what is told
    "export/pdfx_check.py": 4,  # streams of a PDF in memory
    "load/workbook.py": 1,  # a part of a workbook in memory
    "load/icon_files.py": 1,  # a part of a zip in memory
    "prepress/raster.py": 2,  # a copy of a picture in memory
    "engine/typography/font.py": 1,  # a digest that goes on
    "sandbox/process.py": 1,  # the system's account of this process
}
"""Modules that may open something by themselves, and how often."""
IN_MEMORY = (
    "Image.open(io.BytesIO(",
    "PictureOpener.open(io.BytesIO(",
    "pikepdf.open(io.BytesIO(",
)


def calls() -> Iterator[tuple[str, int, str]]:
    """Every call outside of base/ by which a file can be opened: module, line, and what is
    called."""
    for name, nodes in parsed().items():
        if name.startswith("base/"):
            continue
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            called = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else node.func.id
                if isinstance(node.func, ast.Name)
                else ""
            )
            if called not in OPENING:
                continue
            words = ast.unparse(node)
            if not words.startswith(IN_MEMORY) and not (
                called == "copy" and words.startswith("copy.")
            ):
                yield name, node.lineno, words


def test_every_file_is_opened_in_one_place() -> None:
    """Everything else asks base/files.py, which follows links, and refuses what lies outside, is no
    file, or is too large."""
    found = list(calls())
    assert not [call for call in found if call[0] not in EXCEPTIONS]
    assert Counter(name for name, _, _ in found) == EXCEPTIONS
