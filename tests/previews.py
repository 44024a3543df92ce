"""A preview that runs in a process of its own, for tests and for the benchmark."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def previewing(
    *words: str | Path,
    cwd: Path | None = None,
    visual: str = "",
    environment: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """The address of `cardgen preview` with these words, which ends as by Ctrl-C; what it says then
    must be no traceback."""
    known = {**os.environ, "PYTHONPATH": str(ROOT), "VISUAL": visual, "PYTHONUNBUFFERED": "1"}
    known |= environment or {}
    command = [
        sys.executable,
        "-m",
        "cardgen",
        "preview",
        *map(str, words),
        "--no-open",
        "--port",
        "0",
    ]
    pipe = subprocess.PIPE
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    with subprocess.Popen(
        command, cwd=cwd, env=known, text=True, creationflags=flags, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout
        assert process.stderr
        try:
            line = process.stdout.readline()
            assert line.startswith("http://127.0.0.1:"), line + process.stderr.read()
            yield line.split()[0]  # with its key
        finally:
            process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            try:
                _, said = process.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        # there Ctrl-Break says no farewell
        assert said == ("" if os.name == "nt" else "the preview has ended\n"), said


def origin(address: str) -> str:
    """Where a preview listens, without the key to it."""
    return address.partition("/?")[0]
