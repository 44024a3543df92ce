"""Nothing gets in, nothing gets out: a few hostile cases and kills of the many that `fuzz.py` and
`kills.py` can try."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from kills import COMMANDS

HERE = Path(__file__).parent
SEED, CASES, EACH = 3, 45, 15
EACH_KILLED = 3

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and uses inotify")


def ran(script: str, *words: object) -> subprocess.CompletedProcess[str]:
    """It does in a process of its own, since it forks, what would be unsafe beside the threads of a
    test runner."""
    command = [sys.executable, str(HERE / script), *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=1800, check=False
    )


@pytest.fixture(scope="module")
def tried() -> str:
    """What is told of all cases, which one process tries: it takes longer to begin than a case
    does."""
    done = ran("fuzz.py", "--seed", SEED, "--cases", CASES)
    assert f"{CASES} cases" in done.stdout, done.stdout + done.stderr
    assert (done.returncode == 0) == ("\n    python " not in done.stdout), done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("first", range(0, CASES, EACH))
def test_hostile_projects_harm_nobody(tried: str, first: int) -> None:
    """No traceback, nothing without end or bound, nothing read or written outside, no output
    damaged, nothing left."""
    failed = map(int, re.findall(r"^    python .* --only (\d+)$", tried, re.MULTILINE))
    assert [] == [number for number in failed if first <= number < first + EACH], tried


@pytest.fixture(scope="module")
def killed() -> str:
    """What is told of three kills of each command, by one process as well."""
    kills = EACH_KILLED * len(COMMANDS)
    done = ran("kills.py", "--kills", kills)
    assert f"{kills} kills" in done.stdout, done.stdout + done.stderr
    assert (done.returncode == 0) == (not re.search(r"^kill \d+: ", done.stdout, re.MULTILINE)), (
        done.stdout + done.stderr
    )
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_kill_damages_nothing(killed: str, command: str) -> None:
    """Every file is the old one or the new one, nothing goes on running, and the next run clears
    away what was left."""
    assert EACH_KILLED == sum(map(int, re.findall(rf"\b{command} SIG\w+ (\d+)", killed))), killed
    assert [] == re.findall(rf"^kill \d+: {command} .*$", killed, re.MULTILINE)
