"""What the page has asked to be made: one job at a time, and the files that came of it.

A process makes them; what it tells is heard in a thread and handed to the server's event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

from cardgen.base.files import real_path
from cardgen.base.findings import Finding, shown
from cardgen.model.project import Project
from cardgen.preview.make_worker import JobEnd, MadeFiles, Step, make_ordered
from cardgen.preview.orders import PageOrder
from cardgen.sandbox.process import end, safe_process_context

Json = dict[str, Any]
_JOBS_KEPT = 8
_PATIENCE = 20.0
"""Seconds after which a page that waits is told that nothing is new."""
_CRASH = Finding(
    "preview-failed",
    "the process that made it ended on its own",
    "ask for less at a time, and close other programs: memory may be short",
)


@dataclass(slots=True)
class _PageJob:
    """A job, as the page is told of it."""

    number: int
    order: PageOrder
    command: str
    state: str = "running"
    step: Step | None = None
    files: list[Json] = field(default_factory=list)
    findings: list[Json] = field(default_factory=list)
    ending: str = ""
    process: Any = None

    def plain(self) -> Json:
        """The job in plain values."""
        return {
            "number": self.number,
            "kind": self.order.kind,
            "names": list(self.order.names),
            "lang": self.order.language,
            "draft": bool(self.order.values.get("draft")),
            "command": self.command,
            "state": self.state,
            "step": self.step and self.step._asdict(),
            "files": self.files,
            "findings": self.findings,
            "ending": self.ending,
        }


class MakeRoom:
    """The jobs of a preview. `tell_findings` gives findings as the page is told of them."""

    def __init__(
        self,
        project: Project,
        loop: asyncio.AbstractEventLoop,
        tell_findings: Callable[[Sequence[Finding], Mapping[int, str]], list[Json]],
    ) -> None:
        self.root = None if project.is_bundled else project.root
        self._output = project.output
        self._loop = loop
        self._tell_findings = tell_findings
        self._jobs: list[_PageJob] = []
        self._files: dict[tuple[str, str], Path] = {}
        self._version = 0
        self.is_closed = False
        self._news = asyncio.Event()

    @property
    def _running(self) -> _PageJob | None:
        return next((job for job in self._jobs if job.state == "running"), None)

    def start(self, order: PageOrder) -> bool:
        """Begin a job; False while another runs."""
        if self._running:
            return False
        job = _PageJob(self._version + 1, order, order.command(self.root))
        ends: Any = Pipe(duplex=False)  # of another class on Windows
        receiver, sender = ends
        context: Any = safe_process_context(make_ordered.__module__)
        # no daemon: it has children of its own
        job.process = context.Process(
            target=make_ordered, args=(sender, self.root, order), daemon=False
        )
        job.process.start()
        sender.close()
        self._jobs = [*self._jobs[1 - _JOBS_KEPT :], job]
        numbers = {str(kept_job.number) for kept_job in self._jobs}
        self._files = {key: path for key, path in self._files.items() if key[0] in numbers}
        Thread(target=self._listen, args=(job, receiver), daemon=True).start()
        self._changed()
        return True

    def stop(self) -> None:
        """End the job that runs; what it has written stays, each file whole."""
        if job := self._running:
            job.state = "stopped"
            with suppress(ValueError):  # it has ended by itself in this moment
                job.process.kill()
            self._changed()

    def dismiss(self) -> None:
        """Let the pages go that wait for news."""
        self.is_closed = True
        self._news.set()

    def close(self) -> None:
        """End with the server."""
        self.stop()

    def plain(self) -> Json:
        """The jobs, the newest first, and the version of what is told."""
        jobs = [job.plain() for job in reversed(self._jobs)]
        return {"version": self._version, "jobs": jobs}

    async def news(self, since: int) -> Json:
        """The jobs, once something is told that a page which knows a version does not know."""
        if since == self._version and not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), _PATIENCE)
        return self.plain()

    def file(self, number: str, name: str) -> Path | None:
        """The path of a file that the page was told, and no other."""
        return self._files.get((number, name))

    def _changed(self) -> None:
        self._version += 1
        self._news.set()
        self._news = asyncio.Event()

    def _listen(self, job: _PageJob, receiver: Connection) -> None:
        """Hear a job to its end, in a thread."""
        with receiver, suppress(EOFError, OSError):
            while True:
                self._hand_over(job, receiver.recv())
        end(job.process)
        self._hand_over(job, JobEnd((_CRASH,), {}, "", 2))

    def _hand_over(self, job: _PageJob, message: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._hear, job, message)

    def _hear(self, job: _PageJob, message: object) -> None:
        if job.state != "running":
            return
        if isinstance(message, Step):
            job.step = message
        elif isinstance(message, MadeFiles):
            self._add_files(job, message)
        elif isinstance(message, JobEnd):
            job.findings = self._tell_findings(message.findings, message.counted)
            job.ending = message.ending
            job.state = "failed" if message.exit_code else "done"
        self._changed()

    def _add_files(self, job: _PageJob, files: MadeFiles) -> None:
        line = self._line_of(job, files.path) | {"about": files.about}
        inside = [self._line_of(job, path, files.path) for path in files.inside]
        if files.inside:
            line |= {"address": "", "inside": inside}
        job.files = [other for other in job.files if other["at"] != line["at"]] + [line]

    def _line_of(self, job: _PageJob, path: Path, folder: Path | None = None) -> Json:
        """A file as the page is told of it; only what lies in the output folder has an address."""
        name = path.relative_to(folder).as_posix() if folder else path.name
        line: Json = {"name": name, "at": shown(path), "address": ""}
        file, output = real_path(path), real_path(self._output)
        if file.is_relative_to(output) and file.is_file():
            key = file.relative_to(output).as_posix()
            self._files[str(job.number), key] = file
            line["address"] = f"/made/{job.number}/{quote(key)}"
        return line
