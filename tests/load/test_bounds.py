"""Files that would take for ever, or say too much: each is stopped at a bound, with one clear message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.base import errors
from cardgen.base.errors import Place, Problem, capped, did_you_mean
from cardgen.load import Loaded
from cardgen.model.project import Project
from cardgen.schema import source

Load = Callable[..., Loaded]
HEAD = "size: poker\ntemplate: card.svg\n"
LEFT_OUT = "there are more than 3 problems in this file; the others are left out"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three problems are enough."""
    monkeypatch.setattr(errors, "MOST_PROBLEMS", 3)


def told(loaded: Loaded) -> list[str]:
    return sorted(problem.what for problem in loaded.problems)


@pytest.mark.parametrize("text", ["cards: [{}]\n", "cards: [{}]\nx: y\n"])
def test_a_file_with_too_many_nodes_is_not_read_on(load: Load, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The place is where reading stopped, not the end of the file."""
    monkeypatch.setattr(source, "MOST_NODES", 50)
    (problem,) = load(main=HEAD + text.format("a," * 1000)).problems
    assert "the file holds more than 50 names, values and lists" == problem.what
    assert problem.place
    assert (3, True) == (problem.place.line, problem.place.column < 150)


def test_a_large_honest_deck_is_far_within(load: Load) -> None:
    """Ten thousand cards with twenty values each hold 410,000 nodes."""
    assert 10_000 * 41 + 200 < source.MOST_NODES


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "deck",
    [
        HEAD + "cards: [a, b, c, d, e, f]\n",
        HEAD + "cards: [{id: a}]\n" + "".join(f"k{i}: x\n" for i in range(6)),
        HEAD + "cards: [{id: a}]\n" + "title: x\n" * 7,
        HEAD + "cards: [" + "{id: !x a}, " * 6 + "]\n",
        HEAD + "fields: {" + "".join(f"f{i}: nothing, " for i in range(6)) + "}\ncards: [{id: a}]\n",
        HEAD + "cards: [" + "".join(f"{{id: a{i}, rank: 2}}, " for i in range(6)) + "]\n",
    ],
    ids=["entries", "names", "twice", "tags", "fields", "cards"],
)
def test_a_file_tells_so_many_problems_and_that_there_are_more(load: Load, deck: str) -> None:
    what = told(load(main=deck))
    assert 4 == len(what)
    assert LEFT_OUT in what


@pytest.mark.usefixtures("few")
def test_a_table_tells_so_many_problems(load: Load, project: Project) -> None:
    (project.root / "card_data/sweets/cards.csv").write_text("id,rank\n" + "a,b\n" * 9)
    project._listings.clear()
    what = told(load(main=HEAD + "fields: {rank: int}\ncards: cards.csv\n"))
    assert (4, True) == (len(what), LEFT_OUT in what)


@pytest.mark.usefixtures("few")
def test_each_file_has_its_own_count() -> None:
    """Three of one file do not hide those of another; what has no place is not cut."""
    one, two = ([Problem(str(i), "", Place(Path(name), i)) for i in range(5)] for name in ("a.yaml", "b.yaml"))
    assert ["0", "1", "2", "0", "1", "2", LEFT_OUT, LEFT_OUT] == [problem.what for problem in capped([*one, *two])]
    cut = capped([*one, *two])
    assert cut == capped(cut)


def test_a_misspelt_word_is_compared_with_few_names() -> None:
    """Those that begin as it does, where there are many."""
    names = [f"{letter}{i}" for letter in "abc" for i in range(10_000)]
    assert did_you_mean("b00", names).startswith("did you mean")
