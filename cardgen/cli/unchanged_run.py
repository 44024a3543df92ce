"""A run that would make the very files that stand: it is told again, and not done.

What a run makes follows from its words and from what it reads. Both are kept with the digests of
the files that it made. While none of them has changed, what the run told is told again. A run
counts for the day on which it was done."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.cache import Cache, as_installed
from cardgen.base.files import digest_of_made_file, read_own
from cardgen.base.findings import CardgenError
from cardgen.base.source_date import source_date
from cardgen.cli.output import heard, tell
from cardgen.model.project import Project, find_project

if TYPE_CHECKING:
    from cardgen.making.report import Report

_MOST_BYTES = 256 << 20
"""Of the files of a run: more take longer to read than they save."""
_LARGEST_BESIDE = 4 << 20
"""Bytes of a file beside the folders of a project, such as credits.yaml."""
_PACKAGES = ("site-packages", "dist-packages")


@contextmanager
def unless_unchanged(start: Path | None, words: object, report: Report) -> Iterator[None]:
    """Do a run of these words in a project, unless it would change nothing; None is always done.

    `report` knows the files that it makes. Ends by SystemExit as the run would."""
    run = _KeptRun.of(start, words) if words else None
    if run is None:
        yield
        return
    if run.stands():
        for line, aside in run.lines:
            tell(line, aside=aside)
        sys.exit(0)
    with heard() as lines:
        try:
            yield
        except SystemExit as end:
            if not end.code:
                run.keep(report.written, lines)
            raise


class _KeptRun:
    """A run by its words, and what is kept of the last one of these words."""

    def __init__(self, words: object, project: Project, cache: Cache) -> None:
        about = repr((words, str(Path.cwd()), str(project.root)))
        digest = sha256(about.encode("utf-8", "surrogateescape"))
        self._cache, self._key = cache, f"run-{digest.hexdigest()}"
        self._inputs = _digest_of_inputs(project)
        self._kept: dict[str, Any] = {}
        with suppress(ValueError, zlib.error):  # kept by a version that wrote it otherwise
            self._kept = json.loads(zlib.decompress(cache.get(self._key) or b""))

    @classmethod
    def of(cls, start: Path | None, words: object) -> _KeptRun | None:
        """A run in the project of a call; None where nothing can be kept of it."""
        cache = Cache.of_user()
        if not cache.keeps:
            return None
        try:
            return cls(words, find_project(start), cache)
        except (CardgenError, OSError):  # which is told when it is done
            return None

    @property
    def lines(self) -> list[tuple[str, bool]]:
        """The lines that it told, and whether aside."""
        return [(str(line), bool(aside)) for line, aside in self._kept["lines"]]

    def stands(self) -> bool:
        """True if it would read what the last one read, and all that made is as it was."""
        if self._kept.get("inputs") != self._inputs:
            return False
        files = [Path(name) for name in self._kept["files"]]
        return bool(self._kept["made"] == _digest_of_made(files))

    def keep(self, written: Sequence[Path], lines: Sequence[tuple[str, bool]]) -> None:
        """Keep a run that is done, with its files."""
        with suppress(OSError):
            files = sorted({path.absolute() for path in written})
            if sum(path.stat().st_size for path in files) > _MOST_BYTES:
                return
            kept = {
                "inputs": self._inputs,
                "files": [*map(str, files)],
                "made": _digest_of_made(files),
                "lines": lines,
            }
            if kept["made"]:
                self._cache.put(self._key, zlib.compress(json.dumps(kept).encode(), 1))


def _digest_of_inputs(project: Project) -> str:
    """A digest of all that a run reads: the files of the project, and what is installed and set on
    this machine. Raises CardgenError."""
    digest = sha256(project.contents("card_data", "templates", "fonts") + as_installed())
    beside = [path for path in project.root.iterdir() if path.is_file()]
    for path in sorted(beside):
        data = b""
        with suppress(CardgenError, OSError):
            data = read_own(path, _LARGEST_BESIDE)
        digest.update(f"{path.name} {len(data)} ".encode("utf-8", "surrogateescape") + data)
    packages = [name for folder in sys.path if folder.endswith(_PACKAGES) for name in _in(folder)]
    digest.update(repr((sys.version, packages, source_date(), date.today())).encode())
    return digest.hexdigest()


def _digest_of_made(files: Iterable[Path]) -> str:
    """A digest of files that a run made, and of the names of all that lies beside them, for what
    an earlier run left there is told; "" where one is not there any more."""
    digest = sha256()
    folders = dict.fromkeys(path.parent for path in files)
    try:
        for folder in folders:
            digest.update(repr((str(folder), _in(folder))).encode("utf-8", "surrogateescape"))
        for path in files:
            digest.update(digest_of_made_file(path, path.parent).encode())
    except (CardgenError, OSError):
        return ""
    return digest.hexdigest()


def _in(folder: str | Path) -> list[str]:
    return sorted(os.listdir(folder))
