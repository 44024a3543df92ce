"""Backs that stand after all fronts, or in a file of their own: each still lies behind its
front."""

from __future__ import annotations

from pathlib import Path

import pytest
from middles import is_behind, middles
from projects import run, svg, text, text_of, write_project

FINDS = "title: Finds\nsize: 60mm x 80mm\ntemplate: finds.svg\nback: back.svg\ncards:\n"
FINDS += "".join(f"  - {{id: o{number}}}\n" for number in range(11))
DECKS = {
    "finds": FINDS,
    "leaders": "title: Leaders\nsize: 30mm x 55mm\ntemplate: leaders.svg\nback: leaders.svg\nlayout: tent\n"
    "cards:\n  - {id: anna}\n",
    "mats": "title: Mats\nsize: 90mm x 90mm\ntemplate: mats.svg\ncards:\n  - {id: mat}\n",
}
TEMPLATES = {
    f"{name}.svg": svg(text("o", width / 2, height / 2, 5), width, height)
    for name, (width, height) in {
        "finds": (60, 80),
        "back": (60, 80),
        "leaders": (30, 55),
        "mats": (90, 90),
    }.items()
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("backs")
    write_project(root, DECKS, TEMPLATES, game="title: Sweets\n")
    return root


def built(folder: Path, *options: str) -> list[str]:
    done = run("build", "--paper", "a4", *options, project=folder)
    assert done.exit_code == 0, done.output
    return sorted(path.name for path in (folder / "output/sweets").glob("*.pdf"))


def test_backs_stand_after_fronts_or_apart_and_lie_behind_them(folder: Path) -> None:
    before = built(folder)
    assert before == [
        "all-a4.pdf",
        "finds-a4.pdf",
        "instructions-a4.pdf",
        "leaders-tent-a4.pdf",
        "mats-a4.pdf",
    ]
    out = folder / "output/sweets"
    by_turns = middles(out / "finds-a4.pdf")
    of_all = middles(out / "all-a4.pdf")
    assert [len(page) for page in by_turns] == [9, 9, 2, 2]
    assert all(map(is_behind, by_turns[::2], by_turns[1::2]))

    assert built(folder, "--backs", "after") == before
    assert middles(out / "finds-a4.pdf") == [*by_turns[::2], *by_turns[1::2]]
    assert middles(out / "all-a4.pdf") == [*of_all[::2], *of_all[1::2]]
    assert "all fronts first" in " ".join(text_of(out / "instructions-a4.pdf")[0].split())

    apart = {*built(folder, "--backs", "apart")} - {*before}
    assert apart == {
        "all-backs-a4.pdf",
        "all-fronts-a4.pdf",
        "finds-backs-a4.pdf",
        "finds-fronts-a4.pdf",
        "instructions-apart-a4.pdf",
        "mats-fronts-a4.pdf",
    }
    assert middles(out / "finds-fronts-a4.pdf") == by_turns[::2]
    assert middles(out / "finds-backs-a4.pdf") == by_turns[1::2]
    assert middles(out / "all-fronts-a4.pdf") == of_all[::2]
    assert middles(out / "all-backs-a4.pdf") == of_all[1::2]
    told = " ".join(text_of(out / "instructions-apart-a4.pdf")[0].split())
    assert "page 1 belongs behind page 1" in told
    assert "finds-backs-a4.pdf" in told


def test_layouts_with_both_sides_on_a_page_have_no_pages_of_backs(folder: Path) -> None:
    done = run("build", "--layout", "gutterfold", "--backs", "apart", project=folder)
    assert done.exit_code == 2
    assert "leave --backs out" in done.output
