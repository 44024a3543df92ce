"""Files are put in place in one step, whatever happens."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from briefs import raises_code, raises_finding
from projects import HEAD, SHIPPED, run, svg, write_project

from cardgen.base import files
from cardgen.base.findings import CardgenError

OLD, NEW = b"old" * 50_000, b"new" * 60_000


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    """Folders that are missing are made, and nothing but the file is left."""
    path = tmp_path / "some" / "folder with [brackets] é" / "deck-a4.pdf"
    files.write(path, NEW)
    assert path.read_bytes() == NEW
    assert names(path.parent) == ["deck-a4.pdf"]


def test_a_file_replaces_the_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(OLD)
    files.write(path, NEW)
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("name", ["x" * 300, "/".join(["x" * 100] * 50)])
def test_a_path_that_is_too_long_is_told_as_that(tmp_path: Path, name: str) -> None:
    with pytest.raises(CardgenError, match="its path is too long"):
        files.write(tmp_path / name / "deck.pdf", NEW)


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "has room"),
        (errno.EROFS, "can be written to"),
        (errno.EACCES, "close it if a viewer"),
    ],
)
def test_a_failure_keeps_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, remedy: str
) -> None:
    """A full disk, a read-only folder, a PDF open in a viewer: the message says what to do, and the
    file that was there stays."""
    path = tmp_path / "deck.pdf"
    path.write_bytes(OLD)

    def fail(*args: object) -> None:
        raise OSError(number, os.strerror(number))

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CardgenError) as caught:
        files.write(path, NEW)
    (problem,) = caught.value.findings
    assert os.strerror(number) in problem.what
    assert "the earlier file is kept" in problem.what
    assert remedy in problem.remedy
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["deck.pdf"]


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    """By whatever writes below it, at any depth."""
    root, there = write_project(tmp_path / "project"), tmp_path / "notes.txt"
    there.write_text("mine")
    for words in (
        ("schema", "--out", there),
        ("schema", "--out", there / "deeper"),
        ("table", "sweets/main", "--to", there / "main.csv"),
        ("calibrate", "--out", there / "deeper" / "still"),
        ("new", there / "game"),
        ("build", "--out", there / "deeper"),
    ):
        done = run(*words, project=None if words[0] == "new" else root)
        assert (2, "") == (done.exit_code, done.stdout), words
        assert "notes.txt is a file" in done.stderr, words
        assert "Errno" not in done.stderr
    assert "mine" == there.read_text()


def test_without_an_earlier_file_none_is_spoken_of(tmp_path: Path) -> None:
    """The message does not promise a file that was never there."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CardgenError) as caught:
        files.write(tmp_path / "file" / "deck.pdf", NEW)
    assert "earlier file" not in str(caught.value)


def test_what_an_ended_build_left_behind_goes(tmp_path: Path) -> None:
    """Part files of processes that no longer run are removed; those of one that runs, and those of
    other files, are not."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    mine, other, running = (
        f".deck.pdf.{ended.pid}.part",
        f".other.pdf.{ended.pid}.part",
        f".deck.pdf.{os.getppid()}.part",
    )
    for name in (mine, other, running):
        (tmp_path / name).write_bytes(b"half")
    files.write(tmp_path / "deck.pdf", NEW)
    assert names(tmp_path) == sorted(["deck.pdf", other, *([running] if os.name != "nt" else [])])


def test_of_a_folder_nothing_goes_but_what_was_put_aside(tmp_path: Path) -> None:
    """The number of a process is in its name; files of others end so, too."""
    kept = [
        ".part",
        ".x.part",
        ".notes.old.part",
        ".a.pdf.².part",
        f".a.pdf.{os.getppid()}.part",
        "a.9999999.part",
    ]
    for name in (*kept, ".a.pdf.999999999.part"):
        (tmp_path / name).write_bytes(b"half")
    files.clear_aside(tmp_path)
    assert sorted(kept if os.name == "posix" else set(kept) - {kept[4]}) == names(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_nothing_is_taken_back_where_a_link_leads_out(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "project"
    for folder in (outside, root):
        folder.mkdir()
    (outside / "deck.yaml").write_bytes(NEW)
    (outside / "other.yaml").hardlink_to(outside / "deck.yaml")
    (outside / ".deck.yaml.999999999.before").write_bytes(OLD)
    (root / "card_data").symlink_to(outside)
    assert not files.take_back(root / "card_data", root)
    assert (NEW, 3) == ((outside / "deck.yaml").read_bytes(), len(names(outside)))
    assert files.take_back(outside, tmp_path)
    assert (OLD, 2) == ((outside / "deck.yaml").read_bytes(), len(names(outside)))


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    """A process that does nothing but replace the file in turn is killed twenty times."""
    path = tmp_path / "deck.pdf"
    files.write(path, OLD)
    code = (
        "from pathlib import Path; from itertools import cycle; from cardgen.base.files import write\n"
        f"for data in cycle([{OLD[:3]!r} * 50_000, {NEW[:3]!r} * 60_000]): write(Path({str(path)!r}), data); print(flush=True)"
    )
    for turn in range(20):
        writer = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=SHIPPED)
        assert writer.stdout
        with writer.stdout:
            writer.stdout.readline()
            time.sleep(0.0007 * turn)
            writer.kill()
            writer.wait()
        assert path.read_bytes() in (OLD, NEW)
    files.write(path, NEW)
    assert names(tmp_path) == ["deck.pdf"]


posix = pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
@pytest.mark.parametrize("linked", [False, True])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int, linked: bool) -> None:
    """What only its owner may read stays so."""
    path = tmp_path / "deck.yaml"
    path.write_bytes(OLD)
    path.chmod(mode)
    files.write(path, NEW, linked=linked)
    assert (path.stat().st_mode & 0o777, path.read_bytes()) == (mode, NEW)


@posix
@pytest.mark.parametrize("data", [NEW, b"short"])
def test_a_file_of_two_names_stays_one(tmp_path: Path, data: bytes) -> None:
    """Only where that is asked for: a copy of the output made of links keeps the earlier output."""
    path, other, copy = tmp_path / "deck.yaml", tmp_path / "other.yaml", tmp_path / "copy.yaml"
    path.write_bytes(OLD)
    other.hardlink_to(path)
    files.write(path, data, linked=True)
    assert (path.read_bytes(), other.read_bytes()) == (data, data)
    copy.hardlink_to(path)
    files.write(path, OLD)
    assert (path.read_bytes(), other.read_bytes(), copy.read_bytes()) == (OLD, data, data)
    assert names(tmp_path) == ["copy.yaml", "deck.yaml", "other.yaml"]


@posix
def test_a_failure_puts_the_old_content_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full in the middle of a file of two names."""
    path = tmp_path / "deck.yaml"
    path.write_bytes(OLD)
    (tmp_path / "other.yaml").hardlink_to(path)
    synced, calls = os.fsync, []

    def fail(file: int) -> None:
        calls.append(file)
        if len(calls) == 2:  # the first is that of the copy
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        synced(file)

    monkeypatch.setattr(os, "fsync", fail)
    with raises_code("file-unwritable"):
        files.write(path, NEW, linked=True)
    assert (path.read_bytes(), names(tmp_path)) == (OLD, ["deck.yaml", "other.yaml"])


def test_a_file_that_is_longer_than_it_says_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody writes to it meanwhile; what comes to more than may be read is refused as ever."""
    path, seen = tmp_path / "log.txt", os.fstat

    def earlier(file: int) -> os.stat_result:
        return os.stat_result((*seen(file)[:6], 10, *seen(file)[7:10]))

    path.write_bytes(NEW)
    monkeypatch.setattr(os, "fstat", earlier)
    assert NEW == files.read_inside(path, tmp_path)
    assert NEW == files.read_inside(path, tmp_path, len(NEW))
    with raises_finding("log.txt too-large 0"):
        files.read_inside(path, tmp_path, len(NEW) - 1)


UNMERGED = "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        (
            "card_data/sweets/main.yaml",
            HEAD + "cards:\n" + UNMERGED.format("  - {id: one}", "  - {id: two}"),
            6,
        ),
        ("card_data/sweets/cards.csv", "id,name\n" + UNMERGED.format("one,Owl", "two,Fox"), 2),
        (
            "card_data/sweets/game.yaml",
            UNMERGED.format("title: Sweets", "title: Sweet").replace("\n", "\r\n"),
            1,
        ),
        (
            "card_data/sweets/rulebook.md",
            "# Sweets\n\n" + UNMERGED.format("Take one.", "Take two."),
            3,
        ),
        (
            "card_data/sweets/art/star.svg",
            UNMERGED.format(*["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>"] * 2),
            1,
        ),
        ("templates/card.svg", svg(UNMERGED.format("<g/>", "<rect/>").strip()), 2),
    ],
)
def test_what_git_could_not_merge_is_told_as_that(
    tmp_path: Path, name: str, text: str, line: int
) -> None:
    """Once, with its line; it was a name without a colon, an & that is missing, or was printed."""
    decks = {"main": "cards: cards.csv\n" if name.endswith(".csv") else ""}
    face = svg("{% if card.id == 'one' %}<image href='star.svg' width='9' height='9'/>{% endif %}")
    star = {"card_data/sweets/art/star.svg": svg("<g/>")}
    root = write_project(tmp_path, decks, {"card.svg": face}, files={**star, name: text})
    for command in ("build", "validate"):
        found = run(command, project=root)
        assert found.exit_code
        told = [each for each in found.output.splitlines() if "were not merged" in each]
        assert len(told) == 1, found.output
        assert f"{Path(name).name}:{line}" in told[0]


def test_signs_that_no_merge_has_left_are_text(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.md"
    for text in (
        "a\n<<<<<<< b",
        "=======\n<<<<<<< b\n>>>>>>> c",
        " <<<<<<< a\n=======\n>>>>>>> c",
        "<<<<<<< \n" * 300_000,
    ):
        file.write_bytes(text.encode())
        assert files.read_inside(file, tmp_path) == text.encode()


def test_ctrl_c_in_the_middle_of_a_file_leaves_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "made.pdf"
    files.write(file, b"old")

    def interrupted(number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(file, b"new")
    assert [file] == list(tmp_path.iterdir())
    assert b"old" == file.read_bytes()
