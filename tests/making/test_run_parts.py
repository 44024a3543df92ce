"""The parts of a build made side by side: what is made and told is what one process makes and
tells."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from other_systems.simulated import simulated_rules
from projects import run, write_project

import cardgen
from cardgen.impose.options import Options
from cardgen.making import runners
from cardgen.making.report import Report

only_where_copied = pytest.mark.skipif(
    sys.platform != "linux" or "no-fork" in simulated_rules,
    reason="only Linux copies processes safely",
)

BOOK = "## Sweets\n\nTake the cards and play.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two games with a book each; a card of the one cannot be drawn."""
    write_project(tmp_path, {"main": "", "more": ""}, files={"card_data/sweets/rulebook.md": BOOK})
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><image href="{{ card.name }}.svg" width="9" height="9"/></svg>'
    bad = {"card_data/sours/rulebook.md": BOOK.replace("Sweets", "Sours")}
    return write_project(
        tmp_path,
        {"main": "size: 60mm x 80mm\ntemplate: bad.svg\n", "sour": ""},
        {"bad.svg": face},
        name="sours",
        files=bad,
    )


def built(project: Path, out: Path, jobs: int) -> tuple[Report, list[str]]:
    """What a build reports, and what it said of files while it went on."""
    heard: list[str] = []
    report = Report(wrote=lambda path, about: heard.append(f"{path.relative_to(out)} {about}"))
    cardgen.open_project(project).build((), Options(out=out, jobs=jobs, papers=("a4",)), report)
    return report, heard


@pytest.mark.usefixtures("apart")
@only_where_copied
def test_many_processes_make_what_one_makes(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same files, findings, problems and notes, in the same order."""
    monkeypatch.setattr(runners, "COPIES_PAY", 1)
    monkeypatch.setattr(runners, "can_share", lambda: True)
    (one, heard), (many, heard_of_many) = (
        built(project, tmp_path / "one", 1),
        built(project, tmp_path / "many", 4),
    )
    assert heard == heard_of_many != []
    assert one.problems == many.problems != []
    assert one.findings == many.findings
    assert one.notes == many.notes
    assert [path.relative_to(tmp_path / "one") for path in one.written] == [
        path.relative_to(tmp_path / "many") for path in many.written
    ]
    assert [path.read_bytes() for path in one.written] == [
        path.read_bytes() for path in many.written
    ]


@only_where_copied
@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize(("cards", "jobs", "copies"), [(1000, 4, 0), (1, 1, 0), (1, 4, 3)])
def test_it_is_shared_where_that_pays(
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cards: int,
    jobs: int,
    copies: int,
) -> None:
    """Neither for a few cards, nor where one process was asked for, nor what is there from an
    earlier run: of two books one can be set."""
    shared: list[int] = []
    plain = runners.side_by_side
    monkeypatch.setattr(
        runners,
        "side_by_side",
        lambda pieces, *more: [shared.append(len(pieces)), plain(pieces, *more)][1],
    )
    monkeypatch.setattr(runners, "COPIES_PAY", cards)
    monkeypatch.setattr(runners, "can_share", lambda: True)
    if copies:
        built(project, tmp_path / "before", 1)
    built(project, tmp_path / "out", jobs)
    assert [copies] == shared[-1:]


def test_a_book_is_told_after_the_sheets(project: Path, tmp_path: Path) -> None:
    done = run("build", "--out", tmp_path / "out", "--paper", "a4", project=project)
    names = [line.split("  (")[0].rpartition("/")[2] for line in done.stdout.splitlines()]
    assert ["all-a4.pdf", "instructions-a4.pdf", "rulebook.pdf", "rulebook-a4.pdf"] == names[-4:]
