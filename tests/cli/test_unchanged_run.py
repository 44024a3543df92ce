"""A build that would change nothing: it is told again, and whatever it depends on is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import FACE, run, write_project

from cardgen.cli import unchanged_run
from cardgen.cli.commands import build


@pytest.fixture(autouse=True)
def _builds_are_done() -> None:
    """Here they are not, where they would change nothing."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project", files={"credits.yaml": "{}\n"})


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was opened to be built since."""
    calls: list[object] = []
    open_workshop = build.open_workshop

    def noted(project: Path | None, lang: str = "") -> object:
        calls.append(project)
        return open_workshop(project, lang)

    monkeypatch.setattr(build, "open_workshop", noted)
    return calls


def built(project: Path, *words: str) -> tuple[str, str, int]:
    """What a build tells, to whom, and how it ends."""
    done = run("build", *words, project=project)
    return done.stdout, done.stderr, done.exit_code


def build_twice(project: Path, opened: list[object]) -> None:
    """A build, and one that is told again."""
    assert built(project, "--paper", "a4") == built(project, "--paper", "a4")
    assert len(opened) == 1


def test_a_build_is_told_again_while_nothing_changes(project: Path, opened: list[object]) -> None:
    first = built(project, "--paper", "a4")
    files = {path: path.read_bytes() for path in (project / "output").rglob("*.pdf")}
    assert first[2] == 0
    assert files
    assert built(project, "--paper", "a4") == first
    assert len(opened) == 1
    assert files == {path: path.read_bytes() for path in (project / "output").rglob("*.pdf")}
    # a note as well
    noted = built(project, "--paper", "a4", "--bleed", "9mm")
    assert "note: " in noted[1]
    assert built(project, "--paper", "a4", "--bleed", "9mm") == noted
    assert len(opened) == 2


def change(name: str, words: str) -> Callable[[Path], None]:
    """A file of the project changed, or added."""

    def do(project: Path) -> None:
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, "utf-8")

    return do


def take_away(pattern: str) -> Callable[[Path], None]:
    return lambda project: next(project.rglob(pattern)).unlink()


@pytest.mark.parametrize(
    "meanwhile",
    [
        change("templates/card.svg", FACE.replace("card.name", "card.id")),
        change("templates/icons/new.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        change("card_data/sweets/more.yaml", "size: poker\ncards: [{id: one}]\n"),
        change("fonts/fonts.yaml", "families: {}\n"),
        change("credits.yaml", "# another\n"),
        change("output/sweets/main-a4.pdf", "not as it was made"),
        change("output/sweets/old-a4.pdf", "of an earlier build"),
        take_away("main-a4.pdf"),
        take_away("back.svg"),
    ],
)
def test_whatever_a_build_reads_or_made_is_seen(
    project: Path, opened: list[object], meanwhile: Callable[[Path], None]
) -> None:
    build_twice(project, opened)
    meanwhile(project)
    built(project, "--paper", "a4")
    assert len(opened) == 2


def test_whatever_is_installed_or_set_is_seen(
    project: Path, opened: list[object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    build_twice(project, opened)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    built(project, "--paper", "a4")
    assert len(opened) == 2
    monkeypatch.setattr(unchanged_run, "as_installed", lambda: b"another")
    built(project, "--paper", "a4")
    assert len(opened) == 3
    packages = tmp_path / "site-packages"
    (packages / "reportlab-99.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(packages))
    built(project, "--paper", "a4")
    assert len(opened) == 4
    monkeypatch.chdir(project)  # paths are told from here
    built(project, "--paper", "a4")
    assert len(opened) == 5
    built(project, "--paper", "letter")
    assert len(opened) == 6
    monkeypatch.setenv("CARDGEN_CACHE", "")  # nothing is kept
    built(project, "--paper", "letter")
    assert len(opened) == 7


def test_a_build_counts_for_a_day(
    project: Path, opened: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_twice(project, opened)

    class Tomorrow:
        @staticmethod
        def today() -> str:
            return "tomorrow"

    monkeypatch.setattr(unchanged_run, "date", Tomorrow)
    built(project, "--paper", "a4")
    assert len(opened) == 2


def test_what_failed_is_done_again(project: Path, opened: list[object]) -> None:
    change("templates/card.svg", "{{ card.nmae }}")(project)
    first = built(project)
    assert first[2] == 2
    assert built(project) == first
    assert len(opened) == 2


def test_large_files_are_made_again(
    project: Path, opened: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading them takes longer than it saves."""
    monkeypatch.setattr(unchanged_run, "_MOST_BYTES", 100)
    built(project, "--paper", "a4")
    built(project, "--paper", "a4")
    assert len(opened) == 2


def test_the_note_of_the_day_is_no_part_of_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("build", "candy-crave/divider", "--paper", "a4")
    first, second = run(*words), run(*words)
    assert "no project here" in first.stderr
    assert "no project here" not in second.stderr
    assert first.stdout == second.stdout
