"""Folders for what passes: they go with their process, and those that a killed one left go with the
next run."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest
from projects import python

from cardgen.base import scratch
from cardgen.base.findings import CardgenError
from cardgen.base.scratch import clear_scratch, prefix, scratch_folder, socket_folder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch_folder.cache_clear()
    socket_folder.cache_clear()
    return tmp_path


def ended() -> int:
    """The number of a process that runs no more."""
    return int(python("-c", "import os; print(os.getpid())").stdout)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot tell: there they go after a day")
def test_what_a_killed_run_left_is_cleared_and_nothing_else(temporary: Path) -> None:
    own = scratch_folder()
    left = temporary / f"cardgen-{ended()}-abc"
    (left / "deep").mkdir(parents=True)
    (left / "deep/page.pdf").write_bytes(b"x")
    others = [
        temporary / name for name in ("cardgen-notes", "cardgen-", "pymp-abc", f"{prefix()}more")
    ]
    for folder in others:
        folder.mkdir()
    file = temporary / f"cardgen-{ended()}-file"
    file.write_text("a file of somebody's")
    clear_scratch()
    assert {own, file, *others} == set(temporary.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_link_is_not_followed(temporary: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "kept.txt").write_text("kept")
    link = temporary / f"cardgen-{ended()}-abc"
    link.symlink_to(elsewhere)
    clear_scratch()
    assert link.is_symlink()
    assert (elsewhere / "kept.txt").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="sockets of the server that begins processes")
def test_processes_meet_also_where_the_path_is_long(tmp_path: Path) -> None:
    """A socket's path has 107 bytes at the most (unix(7)); nobody else may enter where it lies, and
    nothing is left."""
    deep = tmp_path / ("x" * 120) / ("é" * 80)
    deep.mkdir(parents=True)
    script = (
        "from cardgen.sandbox.process import safe_process_context as b; from cardgen.base.scratch import socket_folder as f; import os\n"
        "if __name__ == '__main__':\n"
        "    child = b('os').Process(target=os._exit, args=(7,)); child.start(); child.join()\n"
        "    print(child.exitcode, oct(f().stat().st_mode & 0o777), f())\n"
    )
    (tmp_path / "begin.py").write_text(script)
    done = python(tmp_path / "begin.py", environment={"TMPDIR": str(deep)})
    code, mode, folder = done.stdout.split()
    assert ("7", "0o700", False) == (code, mode, Path(folder).exists()), done.stderr
    assert [] == list(deep.iterdir())


def test_where_no_path_is_short_it_is_told(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (temporary / ("x" * 120)).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary / ("x" * 120)))
    monkeypatch.setattr(scratch, "_SHORT", (str(temporary / "nowhere"),))
    with pytest.raises(
        CardgenError,
        match="too long a path for processes to meet in it; set TMPDIR to a folder with a short path",
    ):
        socket_folder()


def test_a_folder_goes_with_its_process() -> None:
    done = python(
        "-c",
        "from cardgen.base.scratch import scratch_folder as f; f().joinpath('x').mkdir(); print(f())",
    )
    assert done.stdout.strip()
    assert not Path(done.stdout.strip()).exists()
