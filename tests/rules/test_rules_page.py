"""docs/rules.md teaches the language by example: each example is run, and says what the page says
it does."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from projects import SHIPPED, run, write_project

from cardgen.rules.ruleset import BUILT_IN, CHANCE, CLAIM, RULE
from cardgen.sandbox.chance import CHANCE as CHANCE_WORDS
from cardgen.sandbox.filters import FILTERS, FUNCTIONS

PAGE = (SHIPPED / "docs/rules.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(yaml|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A file with rules or variants, and what validate prints about it."""

    file: str
    text: str
    printed: str


def files() -> dict[str, str]:
    """The game of the page."""
    found = {}
    for kind, text in BLOCKS:
        name = text.split("\n")[0].removeprefix("# ")
        if kind == "yaml" and name.startswith("card_data/"):
            found[name] = text
    return found


def examples() -> list[Example]:
    found = []
    for (_, text), (following, printed) in pairwise(BLOCKS):
        if following == "text":
            found.append(Example(text.split("\n")[0].removeprefix("# "), text, printed))
    return found


@pytest.mark.parametrize(
    "example", examples(), ids=[str(number) for number in range(len(examples()))]
)
def test_an_example_does_what_the_page_says(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes to the standard error stands before what goes to the standard output."""
    write_project(tmp_path, {}, files={**files(), f"card_data/sweets/{example.file}": example.text})
    monkeypatch.chdir(tmp_path)
    result = run("validate", "--rules-only", "--all", "--notes")
    assert example.printed == result.stderr.replace("\\", "/") + result.stdout


def test_every_block_is_used() -> None:
    assert len(BLOCKS) == len(files()) + 2 * len(examples())
    assert len(examples()) >= 10


def test_every_word_is_in_the_table_and_no_other() -> None:
    """Of the reference, which the page names: filters, those of chance among them; and what rules
    can call or name."""
    assert "[listed with all words](reference-words.md)" in PAGE
    page = (SHIPPED / "docs/reference-words.md").read_text("utf-8")
    filters, functions = (
        page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        for heading in ("Filters that ask about cards", "Functions")
    )
    words = {
        re.match(r"\w+", name)[0] for name in re.findall(r"^\| `([^`]+)`", filters, re.MULTILINE)
    }  # type: ignore[index]
    assert {*FILTERS, *CHANCE_WORDS} == words
    rows = re.findall(
        r"^\| (.*?) \|.*\| [^|]*(?:everywhere|rules)[^|]*\|$", functions, re.MULTILINE
    )
    assert {*FUNCTIONS, "set", "edition", "editions", "in_all_editions"} == {
        name for row in rows for name in re.findall(r"`(\w+)", row)
    }


def test_every_part_of_a_rule_and_of_a_claim_is_in_the_tables() -> None:
    """Of the reference, which the page names."""
    assert "[listed in the reference](reference-data.md#rulesyaml)" in PAGE
    page = (SHIPPED / "docs/reference-data.md").read_text("utf-8")
    tables = page.split("\n## rules.yaml\n")[1].split("\n## ")[0].split("\n<!-- keys:")[1:]
    assert [{*RULE}, {*CLAIM}, {*CHANCE}] == [
        {*re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)} for table in tables
    ]


def test_the_rules_that_the_page_shows_are_proposed() -> None:
    shown = [line for line in PAGE.splitlines() if re.match(r" +\d+ +[\d.]+ bits ", line)]
    told = run("rules", "best-candy-on-the-block", "--suggest", project=SHIPPED).stdout.splitlines()
    assert len(shown) == 3
    assert [] == [line for line in shown if line not in told]


def test_every_built_in_check_is_in_the_docs() -> None:
    page = (SHIPPED / "docs/validate.md").read_text("utf-8")
    table = page[page.index("## Built-in checks") : page.index("## --fix")]
    assert sorted(BUILT_IN) == sorted(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE))
