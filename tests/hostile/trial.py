"""One case: its files are written, the real command runs in a forked child that is watched, and
what it must never do is looked for.

Linux only: processes are counted in /proc, and inotify(7) tells whether anything outside the
project was opened."""

from __future__ import annotations

import atexit
import ctypes
import io
import os
import pty
import resource
import select
import shutil
import signal
import stat
import struct
import sys
import tempfile
import time
import traceback
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pikepdf
from material import SECRET, Files, earlier, secrets
from PIL import Image
from projects import text_of

from cardgen import cli

SECONDS, STOPPED, STOPS = 10.0, 7.5, 4
"""Of CPU, on a machine as fast as ours; how many more for what the program says it has stopped,
which takes it 5 to 7 s; and how often."""
SECONDS_A_CARD = 0.002
"""Of CPU, for each card of a list of as many cards as a deck may have: that is honest work."""
MEGABYTES = 500
SILENCE = 12
"""Seconds on the wall without any CPU: it hangs."""
_MOST_MEMORY, _MOST_FILE, _MOST_OUTPUT = 1500 << 20, 400 << 20, 16 << 20
_DIRECTIONS = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_PROGRESS = b"\r\x1b[K"  # the one thing the program itself tells a terminal to do
_IN_OPEN, _IN_ISDIR, _ALL_BUT_OPEN = 0x20, 0x40000000, 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200
_SUBREAPER = 36

Trick = tuple[str, str, str]
"""What is done to the files once they are written: a verb of `_TRICKS`, a path in the project, and
what the verb needs."""


ENTRIES: dict[str, Callable[[], None]] = {}
"""What is called in place of the command, by its first word: for what a run on this machine alone
does not come to."""


@dataclass
class Case:
    """A project and a command. `told` says what is hostile in it."""

    number: int
    kind: str
    words: list[str]
    files: Files
    tricks: list[Trick] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    terminal: bool = False
    cards: int = 0
    """The cards that a list of thousands makes; to search a page is the work of twenty."""


class Outcome(NamedTuple):
    """What came of a case; `faults` is empty where all is well."""

    number: int
    kind: str
    faults: list[str]
    code: int
    cpu: float
    megabytes: int
    said: str


def become_the_reaper() -> None:
    """From now on what a child leaves running becomes a child of this process, and is seen
    (prctl(2), PR_SET_CHILD_SUBREAPER)."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)


# -- the place
# --------------------------------------------------------------------------------------------------------------------------


def write_case(case: Case, place: Path) -> None:
    """The folders of a case: the project, secrets and victims beside it, and a home, cache and
    temporary folder of its own."""
    for name in ("project", "canary", "out", "home", "tmp", "cache"):
        (place / name).mkdir(parents=True)
    for root, files in ((place / "project", case.files), (place / "canary", secrets())):
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
    for game in sorted(
        {
            path.split("/")[1]
            for path in case.files
            if path.count("/") > 1 and path.startswith("card_data/")
        }
        - {"printers"}
    ):
        for name in ("main-a4", "suit-a4", "creature-a4", "rulebook", "rulebook-a4"):
            made = place / "project/output" / game / f"{name}.pdf"
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(earlier())
    for verb, path, target in case.tricks:
        with suppress(OSError):  # an earlier one may have left nothing to do it to
            _TRICKS[verb](place / "project" / path, target)


def _cleared(path: Path) -> Path:
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _many(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for number in range(int(target)):
        (path.parent / f"{number}{path.name}").write_bytes(b"x")


_TRICKS: dict[str, Callable[[Path, str], object]] = {
    "link": lambda path, target: _cleared(path).symlink_to(target),
    "fifo": lambda path, _: os.mkfifo(_cleared(path)),
    "folder": lambda path, _: _cleared(path).mkdir(),
    "file": lambda path, text: _cleared(path).write_text(text),
    "closed": lambda path, _: path.chmod(0),
    "huge": lambda path, size: os.truncate(path, int(size)),
    "name": lambda path, name: path.rename(
        path.parent / os.fsdecode(name.encode("utf-8", "surrogateescape"))
    ),
    "deep": lambda path, levels: (path / "/".join("d" * int(levels))).mkdir(parents=True),
    "many": _many,
}


def _stamps(place: Path) -> dict[str, tuple[int, ...]]:
    """Everything in a case's folders with what changes when it is written to."""
    found: dict[str, tuple[int, ...]] = {}
    for folder, folders, files in os.walk(place):
        for name in (*folders, *files):
            path = f"{folder}/{name}"
            about = os.lstat(path)
            # its time changes with what is in it, which is told itself
            folder_itself = stat.S_ISDIR(about.st_mode)
            found[os.path.relpath(path, place)] = (
                about.st_mode,
                about.st_ino,
                *(() if folder_itself else (about.st_size, about.st_mtime_ns)),
            )
    return found


class _Watch:
    """Sees every file of a folder that is opened or changed."""

    def __init__(self, folder: Path) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._queue = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
        self._names = {
            self._libc.inotify_add_watch(
                self._queue, os.fsencode(each), _IN_OPEN | _ALL_BUT_OPEN
            ): each
            for each in folders
        }
        assert min(self._names) > 0, "inotify has no room; see /proc/sys/fs/inotify"

    def seen(self) -> Iterator[str]:
        """What has happened, once."""
        try:
            data = os.read(self._queue, 1 << 20)
        except BlockingIOError:
            data = b""
        os.close(self._queue)
        while data:
            number, what, _, length = struct.unpack("iIII", data[:16])
            name, data = data[16 : 16 + length].rstrip(b"\0"), data[16 + length :]
            if not what & _IN_ISDIR or not what & _IN_OPEN:
                yield f"{'opened' if what & _IN_OPEN else 'changed'}: {self._names[number].name}/{os.fsdecode(name)}"


# -- the run
# ----------------------------------------------------------------------------------------------------------------------------


def run_case(case: Case, place: Path, slow: float = 1.0) -> Outcome:
    """Write and run a case in the folder `place`, which must not exist, and judge it on a machine
    that is so much slower than ours."""
    write_case(case, place)
    before, watch = _stamps(place), _Watch(place / "canary")
    end, begin = pty.openpty() if case.terminal else os.pipe()
    if case.terminal:
        tty.setraw(begin)
    pid = os.fork()
    if pid == 0:
        os.close(end)
        be_the_command(case.words, place, begin)
    os.close(begin)
    output, status, cpu, megabytes, faults = _attend(pid, end, slow)
    os.close(end)
    code = os.waitstatus_to_exitcode(status)
    said = output.decode("utf-8", "surrogateescape")
    # on a sheet and in the rulebook it is told once
    stops = min(STOPS, 2 * said.count(" longer than "))
    bound = SECONDS + STOPPED * stops + SECONDS_A_CARD * case.cards
    if code not in (0, 1, 2) and not faults:
        faults.append(f"exit code {code}")
    if cpu > bound * slow:
        faults.append(f"{cpu:.1f} s of CPU")
    if megabytes > MEGABYTES:
        faults.append(f"{megabytes} MB of memory")
    faults += _in_words(said, output) + [
        f"outside {event}" for event in list(dict.fromkeys(watch.seen()))[:3]
    ]
    killed = code < 0
    faults += _in_files(case, place, before, _stamps(place), killed)
    return Outcome(case.number, case.kind, list(dict.fromkeys(faults)), code, cpu, megabytes, said)


def be_the_command(words: list[str], place: Path, begin: int) -> None:
    """The child's whole life: what the console script does, and what the interpreter does around
    it."""
    code = 1
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_FILE, _MOST_FILE))
        for number, opened in ((0, os.open(os.devnull, os.O_RDONLY)), (1, begin), (2, begin)):
            os.dup2(opened, number)
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(n, "r" if n == 0 else "w"), "utf-8") for n in range(3)
        )
        known = {
            "HOME": "home",
            "TMPDIR": "tmp",
            "CARDGEN_CACHE": "cache",
            "CARDGEN_CONFIG": "home",
        }
        path = os.environ.get("PATH", "")
        os.environ.clear()
        os.environ.update(
            {
                "PATH": path,
                "LANG": "C.UTF-8",
                "TERM": "xterm",
                "NO_COLOR": "1",  # the program's own colours are no control characters of data
                **{key: str(place / name) for key, name in known.items()},
            }
        )
        tempfile.tempdir = None
        os.chdir(place / "project")
        sys.argv = ["cardgen", *words]
        atexit._clear()
        try:
            ENTRIES.get(words[0] if words else "", cli.main)()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except BaseException:
            traceback.print_exc()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _attend(pid: int, end: int, slow: float) -> tuple[bytes, int, float, int, list[str]]:
    """Read what a child says until it ends, or has to be ended: its output, status, CPU seconds,
    megabytes and faults."""
    output, faults = b"", []
    handle = os.pidfd_open(pid)
    used, since, sources = 0.0, time.monotonic(), [handle, end]
    while True:
        ready = select.select(sources, [], [], 1.0)[0]
        if end in ready:
            data = _read(end)
            output += data[: _MOST_OUTPUT - len(output)]
            sources = sources if data else [handle]
        if handle in ready:
            break
        if ready:
            continue
        now = _cpu_of(pid)
        if now > used + 0.02:
            used, since = now, time.monotonic()
        if time.monotonic() - since > SILENCE or used > 2 * STOPS * STOPPED * slow:
            faults.append("hangs" if time.monotonic() - since > SILENCE else "does not end")
            os.killpg(pid, signal.SIGKILL)
            break
    _, status, spent = os.wait4(pid, 0)
    os.close(handle)
    cpu, kilobytes = spent.ru_utime + spent.ru_stime, spent.ru_maxrss
    for left in _left_running(pid, faults):
        cpu, kilobytes = cpu + left.ru_utime + left.ru_stime, max(kilobytes, left.ru_maxrss)
    while select.select([end], [], [], 0)[0] and (data := _read(end)):
        output += data[: _MOST_OUTPUT - len(output)]
    return output, status, cpu, kilobytes >> 10, faults


def _read(end: int) -> bytes:
    try:
        return os.read(end, 1 << 16)
    except OSError:  # the other side of the terminal is closed
        return b""


def _left_running(group: int, faults: list[str]) -> Iterator[resource.struct_rusage]:
    """What the ended child has left, which is this process's now: all of it must be gone within
    five seconds."""
    # on a busy machine one that is just being started takes a while to see that it is alone
    until = time.monotonic() + 5
    while True:
        try:
            pid, _, spent = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid:
            yield spent
        elif time.monotonic() < until:
            time.sleep(0.005)
        else:
            faults.append("orphan")
            os.killpg(group, signal.SIGKILL)
            until += 5


def _cpu_of(session: int) -> float:
    """CPU seconds of all processes of a session, those included that ended in it."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text("latin-1").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


# -- the judgement
# ----------------------------------------------------------------------------------------------------------------------


def _in_words(said: str, output: bytes) -> list[str]:
    faults = []
    if "Traceback (most recent call last)" in said:
        faults.append("traceback: " + said.strip().splitlines()[-1][:200])
    shown = output.replace(_PROGRESS, b"").decode("utf-8", "surrogateescape")
    if bad := sorted(
        {
            sign
            for sign in shown
            if sign != "\n" and (ord(sign) < 32 or 127 <= ord(sign) < 160 or sign in _DIRECTIONS)
        }
    ):
        faults.append(f"control characters in what it says: {''.join(bad)!a}")
    if any("\udc80" <= sign <= "\udcff" for sign in shown):
        faults.append("what it says is not UTF-8")
    if SECRET in said:
        faults.append("the secret is in what it says")
    return faults


def _in_files(
    case: Case,
    place: Path,
    before: dict[str, tuple[int, ...]],
    after: dict[str, tuple[int, ...]],
    killed: bool,
) -> list[str]:
    """What is wrong with the files after a run: those that were written where nothing may be, are
    not whole, are left, or tell too much."""
    faults = []
    may = ["project/output", "out", "cache", "home/"] + ["project/schema"] * (
        case.words[:1] == ["schema"]
    )
    may += ["project/printed.yaml"] * (case.words[:1] == ["printed"])
    if {"--fix", "--write"} & {*case.words}:
        may += ["project/card_data"] + ["project/fonts/fonts.yaml"] * ("--write" in case.words)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) == after.get(path):
            continue
        where = os.fsencode(path).decode("utf-8", "replace")
        if path.startswith("tmp/"):
            faults += (
                []
                if killed
                else [f"left in the temporary folder: {where}"] * (path.count("/") == 1)
            )
        elif not path.startswith(tuple(may)) and not (
            case.words[:1] == ["table"] and path in case.words
        ):
            faults.append(f"changed: {where}")
        if path.endswith((".part", ".new")) and not killed and path in after:
            faults.append(f"left: {where}")
        if path in before and path.endswith("/diary.txt"):
            faults.append(f"somebody's own: {where}")
        if path in before and path not in after and path.endswith(".pdf"):
            faults.append(f"gone: {where}")
        full = place / path
        if (
            path.startswith(("project/output", "project/schema", "out"))
            and not full.is_symlink()
            and full.is_file()
        ):
            faults += [f"{fault}: {where}" for fault in _in_output(full, str(place))]
    return faults


def _in_output(path: Path, place: str) -> Iterator[str]:
    data = path.read_bytes()
    if SECRET.encode() in data:
        yield "the secret is in the file"
    if path.suffix == ".pdf":
        try:
            with pikepdf.open(path) as pdf:
                for page in pdf.pages:
                    pikepdf.parse_content_stream(page)
                if not pdf.pages or pdf.get_warnings():
                    yield "not whole"
            text = "\n".join(text_of(path)[:20])
        except Exception as error:
            yield f"not whole ({type(error).__name__})"
            return
        words = {
            SECRET: "the secret",
            place: "a local path",
            "None": "None",
            " at 0x": "an address",
            "PosixPath": "a path",
        }
        yield from (f"{what} is printed" for word, what in words.items() if word in text)
    elif path.suffix == ".png":
        try:
            Image.open(path).load()
        except Exception as error:
            yield f"not whole ({type(error).__name__})"
    elif place in data.decode("utf-8", "replace"):
        yield "a local path is in the file"
