"""Every code stands in the one list, and everything in the list is used."""

from __future__ import annotations

import ast
import re

from parsed import PACKAGE, parsed

from cardgen.base.codes import CODES

MAKERS = {
    "Finding",
    "MissingError",
    "CardProblem",
    "MissedCard",
    "MissingGlyphFinding",
    "Gap",
    "note",
    "UnreadableError",
}


def spelt() -> set[str]:
    """Every text in quotes of the package that may be a code, beside the list itself."""
    files = (file for file in PACKAGE.rglob("*.py") if file != PACKAGE / "base/codes.py")
    return {
        word for file in files for word in re.findall(r'"([a-z0-9-]+)"', file.read_text("utf-8"))
    }


def made_with() -> list[tuple[str, str]]:
    """The code of each finding that is made with one, and its place."""
    made = []
    for file, nodes in parsed().items():
        for node in nodes:
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                about = ast.unparse(node.func)
                if name in MAKERS and (name != "note" or about.endswith("report.note")):
                    made.append((str(node.args[0].value), f"{file}:{node.lineno}"))
    return made


def test_every_code_is_in_the_list() -> None:
    assert [] == [f"{place}: {code}" for code, place in made_with() if code not in CODES]


def test_every_code_of_the_list_is_used() -> None:
    assert [] == sorted(set(CODES) - spelt())


def test_codes_are_plain_words() -> None:
    assert [] == [code for code in CODES if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)]
    assert len(set(CODES.values())) == len(CODES)


def test_nobody_adds_to_a_part_of_a_report() -> None:
    """`problems` is picked from the findings of a report anew each time: what is added is lost."""
    lost = re.compile(
        r"collect_findings\((self\.)?report\.problems|report\.problems(\[:\]| \+=|\.append|\.extend)"
    )
    files = [file for file in PACKAGE.rglob("*.py") if lost.search(file.read_text("utf-8"))]
    assert [] == files
