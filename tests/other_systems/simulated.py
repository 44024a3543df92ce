"""Behaves as another system does towards Python's files and processes, as far as can be asked here.

An audit hook sees what is opened, renamed, removed and begun, and refuses what that system would:
see docs/howto-install.md. Where processes cannot be copied, our modules see the platform of macOS;
what they do on Windows alone is not tried, for its calls are not here. Linux alone can be asked which
files are held open."""

from __future__ import annotations

import argparse
import builtins
import errno
import io
import multiprocessing
import os
import shutil
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

RULES = {
    "windows": (
        *("held-open", "names", "long-paths", "case-blind", "no-links", "no-fork"),
        *("code-page", "line-ends"),
    ),
    "macos": ("case-blind", "no-fork", "decomposed"),
}
"""What of each system is simulated; a rule can be asked for by its own name as well."""
VARIABLE = "CARDGEN_TESTS_AS_ON"
"""Tells it to the processes that tests begin."""
CODE_PAGE = "cp1252"
"""What texts are read and written in that name no encoding, there where Western Europe types."""
REFUSED = "simulated: "
"""How the reason begins for which something is refused."""
_LONGEST = 259
_SIGNS = frozenset('<>:"|?*') | frozenset(map(chr, range(32)))
_DEVICES = {"CON", "PRN", "AUX", "NUL"} | {
    f"{name}{n}" for name in ("COM", "LPT") for n in "123456789"
}
_NAMING = (
    *("access", "chdir", "chmod", "link", "listdir", "lstat", "mkdir", "open", "readlink"),
    *("remove", "rename", "replace", "rmdir", "scandir", "stat", "symlink", "truncate", "unlink"),
    *("utime",),
)
"""What of Python's module takes the name of a file, or two."""
_OUTSIDE = ("/proc/", "/sys/", "/dev/")
_inside = threading.local()
simulated_rules: set[str] = set()
"""What is simulated in this process."""


def begin() -> None:
    """Become what `--as-on` says, before our modules are loaded, and tell it to other processes."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--as-on", default=os.environ.get(VARIABLE, ""))
    if words := parser.parse_known_args()[0].as_on:
        os.environ[VARIABLE] = words
        become(words)


def become(words: str) -> None:
    """Behave so from now on, in this process; there is no way back. Raises ValueError."""
    rules = simulated_rules
    for word in words.split(","):
        rules.update(RULES.get(word, (word,)))
    if unknown := rules - {rule for of_system in RULES.values() for rule in of_system}:
        raise ValueError(f"no such system or rule: {', '.join(sorted(unknown))}")
    if "no-fork" in rules:
        multiprocessing.set_start_method("spawn", force=True)
        sys.meta_path.insert(0, _Finder())
    if "held-open" in rules:
        # as there: nothing is reached through an open folder
        shutil._use_fd_functions = False  # type: ignore[attr-defined]
        os.supports_dir_fd.clear()
    if rules & {"code-page", "line-ends", "decomposed"}:
        _open_otherwise(rules)
    if "decomposed" in rules:
        _decompose_names()
    if "code-page" in rules:
        subprocess._text_encoding = lambda: CODE_PAGE  # type: ignore[attr-defined]
    checks: dict[str, Callable[[tuple[Any, ...]], None]] = {
        "open": lambda args: _opened(rules, args[0], args[2]),
        "os.mkdir": lambda args: _made(rules, args[0]),
        "os.rename": lambda args: _renamed(rules, args[0], args[1]),
        "os.remove": lambda args: _removed(rules, args[0]),
        "os.symlink": lambda args: _linked(rules, args[1]),
        "os.fork": lambda args: _forked(rules),
    }

    def hook(event: str, args: tuple[Any, ...]) -> None:
        check = checks.get(event)
        if check and not getattr(_inside, "checking", False):
            _inside.checking = True
            try:
                check(args)
            finally:
                _inside.checking = False

    sys.addaudithook(hook)


def become_at_start(words: str) -> None:
    """Become so in a process whose streams are still those that it was begun with: what it prints
    into a file or to another program is in the code page, too."""
    become(words)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if "code-page" in simulated_rules and "PYTHONIOENCODING" not in os.environ:
                stream.reconfigure(encoding=CODE_PAGE)
            if "line-ends" in simulated_rules and stream is not sys.stdin:
                stream.reconfigure(newline="\r\n")


def _open_otherwise(rules: set[str]) -> None:
    """Let `open` and all that is built on it do with texts and names as the other system does."""
    real = io.open

    def opened(file: Any, mode: str = "r", *words: Any, **named: Any) -> Any:
        names = ("buffering", "encoding", "errors", "newline", "closefd", "opener")
        said = {**dict(zip(names, words, strict=False)), **named}
        if "b" not in mode:
            if "code-page" in rules and said.get("encoding") in (None, "locale"):
                said["encoding"] = CODE_PAGE
            if "line-ends" in rules and said.get("newline") is None and "r" not in mode:
                said["newline"] = "\r\n"
        return real(_decomposed(file) if "decomposed" in rules else file, mode, **said)

    builtins.open = io.open = opened  # type: ignore[assignment]


def _decompose_names() -> None:
    """Let each file be called by the letters and accents of its name apart: so folders list it, and
    under either form it is found."""
    sets = (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks)
    for name in _NAMING:
        real = getattr(os, name)

        def named(*words: Any, _real: Callable[..., Any] = real, **more: Any) -> Any:
            return _real(*map(_decomposed, words), **more)

        setattr(os, name, named)
        for each in sets:
            if real in each:
                each.add(named)


def _decomposed(given: Any) -> Any:
    if isinstance(given, (str, os.PathLike)):
        path = os.fspath(given)
        if isinstance(path, str) and not path.isascii():
            return unicodedata.normalize("NFD", path)
    return given


class _OtherSys(ModuleType):
    """The module sys with another platform."""

    def __init__(self) -> None:
        super().__init__("sys")
        vars(self)["platform"] = "darwin"

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "platform":
            vars(self)[name] = value
        else:
            setattr(sys, name, value)


class _Finder(MetaPathFinder):
    """Finds our modules as ever, and has them see another platform once they are loaded."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name.startswith("cardgen.") else None
        if spec and spec.loader:
            load = spec.loader.exec_module

            def loaded(module: ModuleType) -> None:
                load(module)
                if hasattr(module, "sys"):
                    module.sys = _OtherSys()

            spec.loader.exec_module = loaded  # type: ignore[method-assign]
        return spec


def _path(given: Any) -> str:
    """A path from the root, or nothing for an open file and what is no file of ours."""
    if not isinstance(given, (str, bytes, os.PathLike)):
        return ""
    path = os.path.abspath(os.fsdecode(given))  # noqa: PTH100 (links stay)
    return "" if path.startswith(_OUTSIDE) else path


def _opened(rules: set[str], given: Any, flags: int) -> None:
    path = _path(given)
    if path and flags & os.O_CREAT:
        _made(rules, path)
    elif path and "long-paths" in rules and len(path) > _LONGEST:
        raise FileNotFoundError(errno.ENOENT, f"{REFUSED}a path too long", path)


def _made(rules: set[str], given: Any) -> None:
    """Refuse names and paths that cannot be."""
    path = _path(given)
    if not path:
        return
    folder, name = os.path.split(path)
    if "names" in rules:
        stem = name.partition(".")[0].rstrip().upper()
        if _SIGNS & set(name) or name[-1:] in (".", " ") or stem in _DEVICES:
            raise OSError(errno.EINVAL, f"{REFUSED}no name for a file", path)
    if "long-paths" in rules and len(path) > _LONGEST:
        raise FileNotFoundError(errno.ENOENT, f"{REFUSED}a path too long", path)
    if "case-blind" in rules and not os.path.lexists(path) and Path(folder).is_dir():
        same = name.casefold()
        if other := next((each for each in os.listdir(folder) if each.casefold() == same), None):
            raise FileExistsError(errno.EEXIST, f"{REFUSED}{other} is the same file", path)


def _renamed(rules: set[str], before: Any, after: Any) -> None:
    old, new = _path(before), _path(after)
    if old.casefold() != new.casefold():
        _made(rules, after)
    _removed(rules, before)
    if Path(new).is_file():
        _removed(rules, after)


def _removed(rules: set[str], given: Any) -> None:
    """Refuse it while the file, or one in the folder, is open anywhere."""
    path = _path(given)
    if "held-open" not in rules or not path or Path(path).is_symlink():
        return
    real = os.path.realpath(path)
    if holder := next(
        (open_ for open_ in _open_files() if open_ == real or open_.startswith(real + os.sep)), ""
    ):
        raise PermissionError(errno.EACCES, f"{REFUSED}{holder} is open", path)


def _open_files() -> set[str]:
    """The files that processes of this machine hold open, or have mapped, as far as they tell."""
    found = set()
    for process in os.listdir("/proc"):
        if not process.isdecimal():
            continue
        try:
            for number in os.listdir(f"/proc/{process}/fd"):
                found.add(os.readlink(f"/proc/{process}/fd/{number}"))  # noqa: PTH115 (by the hundred)
        except OSError:
            continue
    maps = os.open("/proc/self/maps", os.O_RDONLY)  # tests may have put something else for `open`
    try:
        parts = iter(lambda: os.read(maps, 1 << 16), b"")
        found.update(os.fsdecode(line[73:]) for line in b"".join(parts).splitlines())
    finally:
        os.close(maps)
    return found


def _linked(rules: set[str], given: Any) -> None:
    if "no-links" in rules and _path(given):
        raise OSError(errno.EPERM, f"{REFUSED}links need a right that few have", given)


def _forked(rules: set[str]) -> None:
    if "no-fork" in rules:
        raise OSError(errno.ENOSYS, f"{REFUSED}processes cannot be copied")
