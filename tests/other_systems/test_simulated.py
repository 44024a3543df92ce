"""What the simulation of other systems refuses, and a game that is made under it.

`pytest --as-on windows` runs all tests so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from other_systems.simulated import VARIABLE
from projects import SHIPPED, write_project

needs_proc = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells which files are held open"
)


def as_on(system: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder as on another system."""
    path = os.pathsep.join((str(SHIPPED / "tests/other_systems"), str(SHIPPED)))
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, VARIABLE: system, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


REFUSED = """
import os, sys
from pathlib import Path

def tried(work):
    try:
        work()
    except OSError as error:
        print("refused" if "simulated" in str(error) else error)
    else:
        print("done")

Path("kept").write_text("x")
file = open("kept")
tried(lambda: os.unlink("kept"))
tried(lambda: os.replace("kept", "moved"))
file.close()
tried(lambda: os.replace("kept", "moved"))
tried(lambda: Path("aux.txt").write_text("x"))
tried(lambda: Path("what?.txt").write_text("x"))
tried(lambda: Path("end.").mkdir())
tried(lambda: Path("MOVED").write_text("x"))
tried(lambda: Path("n" * 120).mkdir())
tried(lambda: Path("n" * 120, "m" * 150).write_text("x"))
tried(lambda: os.symlink("moved", "link"))
tried(os.fork)
"""


@needs_proc
def test_what_windows_refuses_is_refused(tmp_path: Path) -> None:
    done = as_on("windows", tmp_path, "-c", REFUSED)
    assert done.stdout.split() == [
        *("refused", "refused", "done", "refused", "refused", "refused", "refused"),
        *("done", "refused", "refused", "refused"),
    ], done.stderr


@needs_proc
def test_a_game_is_made_as_on_windows(tmp_path: Path) -> None:
    project = write_project(tmp_path)
    for _ in range(2):  # the second time over what the first has made
        done = as_on("windows", project, "-m", "cardgen", "build", "--paper", "a4", "--jobs", "2")
        assert done.returncode == 0, done.stderr
    assert (project / "output/sweets/main-a4.pdf").exists()
