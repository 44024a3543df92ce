"""How many tests spell each sentence of a finding: `python bench/spelt.py [--list]`.

One test spells a sentence; the others ask for its code, place and values (`tests/briefs.py`). A
sentence is known by its longest part without a value. Data and names that happen to be spelt like
one are counted, too: the list is to be read, not to be brought to nothing.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from sentences import GAP, letters_in, sentences_of_code, sentences_of_package  # noqa: E402

FEWEST_LETTERS = 12
"""Letters of the part by which a sentence is known."""
SPELT_ON_PURPOSE = {
    "cardgen calibrate": "what pages say to type, which tests type as well",
    "ended the program that worked on it": "the fuzzer reads it in the output of a process",
    "is never closed": "words of many sentences, which two tables spell, Jinja's and XML's",
    "nests too deeply": "the fuzzer reads it in the output of a process",
}
"""Parts that several tests may spell, and why."""
NOT_IN_SENTENCES = ("{optional", "<svg", "| distinct(")
"""Signs of remedies that show what to write, which tests write as data."""
_VALUES = rf"{re.escape(GAP)}|\\\{{.*?\\\}}"
"""What stands between the parts of a pattern: values, and slots for some in a text."""
_AROUND_WORDS = "\"'<> :"
"""Signs at the ends of a part that belong to the values beside it."""


def main() -> None:
    """Print the sentences that several tests spell, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the sentences and their tests")
    is_listed = parser.parse_args().list
    sentences = known_parts()
    tests = tests_by_sentence(sentences)
    repeated = {
        sentence: names
        for sentence, names in tests.items()
        if len(names) > 1 and sentence not in SPELT_ON_PURPOSE
    }
    if is_listed:
        for sentence, names in sorted(repeated.items(), key=lambda item: -len(item[1])):
            print(f"{len(names)} {', '.join(sorted(sentences[sentence]))}: {sentence}")
            print("\n".join(f"    {name}" for name in sorted(names)))
    print(f"{len(sentences)} sentences, {len(tests)} spelt, {len(repeated)} by several tests")


def known_parts() -> dict[str, set[str]]:
    """The parts by which sentences are known, each with the codes that it goes with."""
    codes: dict[str, set[str]] = {}
    for code, patterns in sentences_of_code().items():
        for pattern in patterns:
            part = longest_part(pattern)
            is_sentence = letters_in(part) >= FEWEST_LETTERS and " " in part
            if is_sentence and not any(sign in part for sign in NOT_IN_SENTENCES):
                codes.setdefault(part, set()).add(code)
    return codes


def longest_part(pattern: str) -> str:
    """The longest part of a pattern between its values."""
    parts = [re.sub(r"\\(.)", r"\1", part) for part in re.split(_VALUES, pattern)]
    return max(parts, key=letters_in).strip(" ;:,.(")


def tests_by_sentence(sentences: dict[str, set[str]]) -> dict[str, set[str]]:
    """The tests, and tables of tests, that spell each sentence."""
    tests: dict[str, set[str]] = {}
    for name, text in texts_of_tests():
        for sentence in spelt_in(text, sentences):
            tests.setdefault(sentence, set()).add(name)
    return tests


def spelt_in(text: str, sentences: dict[str, set[str]]) -> list[str]:
    """The sentences that a text spells, or of which it is a part that no other one has."""
    spelt = [sentence for sentence in sentences if sentence in text]
    if spelt:
        return [sentence for sentence in spelt if not is_of_longer(sentence, text)]
    part = text.strip(" :;,.\n")
    if letters_in(part) < FEWEST_LETTERS or part.count(" ") < 2:
        return []
    holding = [sentence for sentence in sentences if part in sentence]
    return holding if len(holding) == 1 else []


def is_of_longer(sentence: str, text: str) -> bool:
    """True if the text spells another text of the package, in which the sentence is a few words."""
    return any(part in text for part in longer_parts(sentence))


@cache
def longer_parts(sentence: str) -> list[str]:
    """The parts by which texts of the package are known that hold a sentence and more."""
    words = sentence.strip(_AROUND_WORDS)
    return [part for part in parts_of_package() if words in part and words != part]


@cache
def parts_of_package() -> set[str]:
    """The parts by which all texts of the package are known."""
    return {longest_part(pattern).strip(_AROUND_WORDS) for pattern in sentences_of_package()}


def texts_of_tests() -> Iterator[tuple[str, str]]:
    """Yield the texts of each test or table of a module, docstrings left out, with its name."""
    for file in sorted(TESTS.rglob("*.py")):
        module = file.relative_to(TESTS).as_posix()
        for statement in ast.parse(file.read_text("utf-8")).body:
            name = getattr(statement, "name", f"line {statement.lineno}")
            ignored = ignored_texts(statement)
            for node in ast.walk(statement):
                is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if is_text and id(node) not in ignored:
                    yield f"{module}: {name}", node.value


def ignored_texts(statement: ast.stmt) -> set[int]:
    """The docstrings within a statement, and why a test is skipped."""
    ignored: set[int] = set()
    for node in ast.walk(statement):
        is_skip = isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.skip"
        if is_skip:
            ignored.update(id(child) for child in ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            ignored.add(id(node.value))
    return ignored


if __name__ == "__main__":
    main()
