"""Commands that are killed at random moments: `python tests/hostile/kills.py --kills 1000 --seed
1`.

After each kill every file is what it was before or what a whole run writes, nothing goes on
running, and the next run leaves nothing behind. Linux only: processes are counted in /proc."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
# as a script, it is this checkout that is killed
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

COMMANDS = {
    "build": "build sweets --paper a4,letter --jobs 2",
    "export": "export sweets --printer images --force --jobs 2",
    "fix": "validate --rules-only --fix --yes",
    "preview": "preview --no-open --port 0",
}
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
Contents = dict[str, bytes]


class Kill(NamedTuple):
    """One kill: what was killed, how, and when, as a share of the time that the command takes."""

    command: str
    signal: signal.Signals
    moment: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--only", default="", help=f"only this command: {', '.join(COMMANDS)}")
    asked = parser.parse_args()
    if sys.platform != "linux":
        sys.exit("this looks into /proc: it runs on Linux only")
    from fuzz import warm_up
    from trial import become_the_reaper

    warm_up()
    become_the_reaper()
    rng, done, failed = Random(f"kills {asked.seed}"), Counter[str](), 0
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        grounds = {
            command: Ground(Path(folder) / command, command)
            for command in ([asked.only] if asked.only else COMMANDS)
        }
        for number in range(asked.kills):
            command = list(grounds)[number % len(grounds)]
            kill = Kill(command, SIGNALS[number // len(grounds) % len(SIGNALS)], rng.random())
            faults = list(dict.fromkeys(grounds[command].faults_of(kill)))
            done[f"{command} {kill.signal.name}"] += 1
            failed += bool(faults)
            if faults:
                print(
                    f"kill {number}: {command} by {kill.signal.name} at {kill.moment:.0%}: {'; '.join(faults)}",
                    flush=True,
                )
    early = sum(ground.early for ground in grounds.values())
    print(
        f"{done.total()} kills ({', '.join(f'{what} {count}' for what, count in done.items())}); {failed} failed"
    )
    print(f"{early} met the interpreter while it was starting")
    sys.exit(failed > 0)


class Ground:
    """A project that a command is killed in again and again. It is set back before each kill."""

    def __init__(self, place: Path, command: str) -> None:
        from material import earlier, sweets

        self.place = place
        self.words = COMMANDS[command].split()
        self.preview = command == "preview"
        self.early = 0
        for name in ("project", "home", "tmp", "cache"):
            (place / name).mkdir(parents=True)
        self.before: Contents = dict(sweets())
        self.before |= {
            f"output/sweets/{name}.pdf": earlier() for name in ("main-a4", "suit-a4", "rulebook-a4")
        }
        self._set_back()
        begun = time.monotonic()
        first = self._start(self._whole_run)
        first.communicate(timeout=300)
        assert first.returncode in (0, 1), first.returncode
        self.lasts = time.monotonic() - begun
        self.whole = self._contents()

    def faults_of(self, kill: Kill) -> Iterator[str]:
        self._set_back()
        process = self._start(self.words)
        if self.preview:
            self._occupy(process)
        time.sleep(kill.moment * self.lasts)
        if kill.signal == signal.SIGINT:
            os.killpg(process.pid, kill.signal)  # as a terminal does
        else:
            process.send_signal(kill.signal)
        with suppress(subprocess.TimeoutExpired):
            process.wait(60)
        yield from self._running(process.pid)
        said = process.communicate()[1].decode("utf-8", "replace")
        if kill.signal == signal.SIGINT and "Traceback" in said:
            if "in invoke" in said or "Exception in thread" in said:
                yield f"traceback: {said.strip().splitlines()[-1]}"
            self.early += 1
        elif process.returncode not in (0, 1, 130, -kill.signal):
            yield f"exit code {process.returncode}"
        for path, content in self._contents().items():
            if not path.endswith(".part") and content not in (
                self.before.get(path),
                self.whole.get(path),
            ):
                yield f"neither old nor new: {path}"
        yield from (
            f"gone: {path}"
            for path in self.before.keys() & self.whole.keys() - self._contents().keys()
        )
        self._next_run()
        left = [*(self.place / "cache").rglob("*.new"), *(self.place / "tmp").iterdir()]
        yield from (f"left after the next run: {path.relative_to(self.place)}" for path in left)
        if not self.preview:
            now = self._contents()
            yield from (
                f"not as it should be after the next run: {path}"
                for path in now
                if now[path] != self.whole.get(path)
            )

    @property
    def _whole_run(self) -> list[str]:
        """The same command; after a preview the shortest there is."""
        return ["list"] if self.preview else self.words

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        folders = {
            "HOME": "home",
            "TMPDIR": "tmp",
            "CARDGEN_CACHE": "cache",
            "CARDGEN_CONFIG": "home",
        }
        known = {
            **os.environ,
            "PYTHONPATH": str(HERE.parents[1]),
            **{key: str(self.place / name) for key, name in folders.items()},
        }
        command = [sys.executable, "-m", "cardgen", *words]
        where = self.place / "project"
        return subprocess.Popen(
            command,
            cwd=where,
            env=known,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def _occupy(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until a preview is there, and give it something to do."""
        assert process.stdout
        with urllib.request.urlopen(
            process.stdout.readline().split()[0].decode(), timeout=30
        ) as page:
            page.read()
        saved = "card_data/sweets/suit.yaml"
        self.whole[saved] = self.before[saved] + b"# saved\n"
        self._write(saved, self.whole[saved])

    def _next_run(self) -> None:
        """A whole run, in a copy of this process: it has loaded the program, which takes longer
        than the run."""
        from trial import be_the_command

        pid = os.fork()
        if pid == 0:
            be_the_command(self._whole_run, self.place, os.open(os.devnull, os.O_WRONLY))
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) in (0, 1)

    def _set_back(self) -> None:
        for path, content in self.before.items():
            self._write(path, content)
        for path in self._contents().keys() - self.before.keys():
            if not path.endswith(".part"):  # the next run's to clear away
                (self.place / "project" / path).unlink()

    def _write(self, path: str, content: bytes) -> None:
        full = self.place / "project" / path
        full.parent.mkdir(parents=True, exist_ok=True)
        if not full.exists() or full.read_bytes() != content:
            full.write_bytes(content)

    def _contents(self) -> Contents:
        root = self.place / "project"
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }

    def _running(self, session: int) -> Iterator[str]:
        # on a busy machine one that is just being started takes a while to see that it is alone
        until = time.monotonic() + 20
        while found := list(_alive(session)):
            if time.monotonic() > until:
                yield f"still runs: {', '.join(found)}"
                os.killpg(session, signal.SIGKILL)
                return
            time.sleep(0.02)


def _alive(session: int) -> Iterator[str]:
    """The processes of a session that have not ended."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, _, rest = (entry / "stat").read_text("latin-1").rpartition(")")
            except OSError:
                continue
            state, _, _, its, *_ = rest.split()
            if int(its) == session and state != "Z":
                yield f"{name.partition('(')[2]} {entry.name}"


if __name__ == "__main__":
    main()
