"""What the simulation of other systems refuses, and a game that is made under it.

`pytest --as-on windows` runs all tests so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unicodedata import normalize

import pytest
from other_systems.simulated import CODE_PAGE, VARIABLE
from projects import SHIPPED, svg, text, write_project

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
        encoding=CODE_PAGE if system == "windows" else "utf-8",
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
tried(lambda: Path("lines").write_text("é\\n"))
print(Path("lines").read_bytes() == b"\\xe9\\r\\n", sys.stdout.encoding)
"""


@needs_proc
def test_what_windows_refuses_is_refused(tmp_path: Path) -> None:
    done = as_on("windows", tmp_path, "-c", REFUSED)
    assert done.stdout.split() == [
        *("refused", "refused", "done", "refused", "refused", "refused", "refused"),
        *("done", "refused", "refused", "refused", "done", "True", "cp1252"),
    ], done.stderr


TITLE = "title: Käse גבינה 🎃\n"
FILES = {
    "card_data/sweets/käse.csv": 'id,name,text\na,Bär,"one\ntwo"\nb,Öl,three\n',
    "card_data/sweets/art/bär.svg": svg('<rect width="9" height="9"/>'),
    "templates/card.svg": svg(
        '<image href="bär.svg" width="9" height="9"/>' + text("{{ card.text }}")
    ),
}


@needs_proc
def test_a_game_is_made_as_on_windows_and_as_on_macos(tmp_path: Path) -> None:
    """Texts whose lines end otherwise and files whose accents stand apart make the same bytes; what
    the console has no letters for does not end it."""
    made = set()
    for system, line_end, form in (("windows", "\r\n", "NFC"), ("macos", "\n", "NFD")):
        files = {
            normalize(form, path): words.replace("\n", line_end) for path, words in FILES.items()
        }
        deck = "cards: käse.csv\nfields: {text: text}\n"
        project = write_project(tmp_path / system, {"main": deck}, files=files)
        build = "build sweets/main --paper a4 --jobs "
        # on Windows by processes that begin afresh, and over what was made before
        for command in (
            (f"{build} 2", f"{build} 2", "list") if system == "windows" else (f"{build} 1",)
        ):
            if command == "list":
                (project / "card_data/sweets/game.yaml").write_text(TITLE, "utf-8")
            done = as_on(system, project, "-m", "cardgen", *command.split())
            assert done.returncode == 0, done.stderr
        made.add((project / "output/sweets/main-a4.pdf").read_bytes())
    assert len(made) == 1
