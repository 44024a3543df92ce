"""The ways to print a game, compared before anything is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import run, svg, write_project


def part(size: str, copies: int, *, more: str = "") -> str:
    return f"title: Part\nsize: {size}\n{more}cards:\n  - {{id: one, copies: {copies}}}\n"


BLACK = '<rect x="-4" y="-4" width="200" height="200" fill="#000000"/>'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("plan")
    decks = {
        "finds": part("60mm x 80mm", 10, more="template: finds.svg\nback: white.svg\n"),
        "tiles": part("60mm x 40mm", 5, more="template: tiles.svg\n"),
    }
    templates = {
        "finds.svg": svg(BLACK, 60, 80),
        "white.svg": svg("", 60, 80),
        "tiles.svg": svg("", 60, 40),
    }
    write_project(root, decks, templates, game="title: Sweets\n")
    return root


def test_ways_are_told_with_their_sheets_cuts_and_ink(project: Path) -> None:
    done = run("plan", "--paper", "a4", "--format", "json", project=project)
    assert done.exit_code == 0, done.output
    (plan,) = json.loads(done.stdout)
    ways = {way["options"]: way for way in plan["ways"]}
    assert ways[""]["sheets"] == 3
    assert ways["--mix"]["sheets"] == 2
    assert [way["options"] for way in plan["ways"] if way["cheapest"]] == ["--mix"]
    assert not ways["--layout single"]["backs"]
    assert ways["--bleed rim"]["cuts"] < ways[""]["cuts"]
    # ten black faces of 60 x 80 mm, and nothing else
    assert ways[""]["ink"] == pytest.approx(10 * 60 * 80 / (210 * 297), rel=0.02)


def test_the_table_says_what_fits_nowhere(project: Path) -> None:
    done = run("plan", "--paper", "100x100mm", project=project)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert [line.endswith("cheapest") for line in lines].count(True) == 1
    done = run("plan", "--paper", "60x60mm", project=project)
    assert "without finds, tiles" in done.output
    assert "no paper holds all of its decks" in done.output
    assert run("plan", "--paper", "a44", project=project).exit_code == 2
