"""What every test gets: a cache of its own, settings of its own, and all the time that its work
needs."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import bytecode  # noqa: F401  # before all that is compiled
import other_systems.begin  # noqa: F401  # before our modules are loaded
import pytest
from chromium import Browser, browser
from hypothesis import settings
from other_systems import simulated
from processes import APART, here
from projects import SHIPPED

from cardgen.base.cache import as_written, content_of
from cardgen.cards import render
from cardgen.cli import unchanged_run
from cardgen.engine.typography import fontbook
from cardgen.load import Loaded, load_games
from cardgen.making import exports, open_project, runners
from cardgen.model import project as project_module
from cardgen.model.project import Project, find_project
from cardgen.rules import root_causes, trial
from cardgen.sandbox import process, side_by_side

T = TypeVar("T")
WAITING = frozenset({"preview", "hostile"})
"""Folders whose tests wait for pages and other processes more than they reckon."""
LONG = frozenset(
    {
        "test_cluster.py",
        "test_fidelity.py",
        "test_hostile.py",
        "test_look_tables.py",
        "test_pixels.py",
        "test_planted.py",
        "test_random_edits.py",
        "test_root_causes.py",
        "test_shipped_export.py",
    }
)
"""Files of few tests that take most of a minute each: they come first, and none is left for the
end, when the other processes have nothing to do."""

# a change is judged by the same examples each time
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)  # --hypothesis-profile=new looks for others
settings.register_profile("many", deadline=None, max_examples=1000)  # games of parts, many more
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--apart",
        action="store_true",
        help="do all work that can be stopped in processes of its own, as cardgen does",
    )
    parser.addoption(
        "--all-cards",
        action="store_true",
        help="compare the preview of every shipped card with its PDF, not of a sample",
    )
    parser.addoption(
        "--edits",
        type=int,
        default=10,
        help="so many random edits of the shipped decks, and a tenth of each untidy table",
    )
    parser.addoption(
        "--look-tables",
        type=int,
        default=2,
        help="so many random tables through each look; from ten on at all sizes",
    )
    parser.addoption(
        "--as-on",
        help="behave as another system does: windows, macos, or rules of tests/other_systems",
    )
    parser.addoption("--look-fonts", help="a folder with fonts of scripts that fonts/ lacks")


def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto` one process more than there are cores, and another for each four: tests of
    pages and of other processes wait for two fifths of their time."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return cores + max(1, cores // 4)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes do not name a test: what packs them may note the time, and two workers would not find
    the same tests."""
    return argname if isinstance(val, bytes) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files whose tests wait for pages and processes come evenly between those that reckon, so that
    processes beside each other seldom do the same; of each kind those with most tests come first,
    so that no long file is left for the end."""
    items_of_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        items_of_file.setdefault(item.path, []).append(item)
    waiting = {path for path in items_of_file if WAITING & set(path.parts)}
    place_of_file = {}
    for kind in (waiting, set(items_of_file) - waiting):
        by_length = sorted(kind, key=lambda path: (-len(items_of_file[path]), path))
        place_of_file |= {path: (n + 0.5) / len(kind) for n, path in enumerate(by_length)}
    place_of_file |= {path: 0.0 for path in items_of_file if path.name in LONG}
    items[:] = [
        item
        for path in sorted(items_of_file, key=lambda path: (place_of_file[path], path))
        for item in items_of_file[path]
    ]


def pytest_collection_finish() -> None:
    """Cycles are looked for as seldom as in a run of the program."""
    gc.set_threshold(100_000, 20, 50)
    _settle()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """A file's tests do not search what those of other files have left in the program's own
    caches."""
    if nextitem is not None and nextitem.path != item.path:
        _settle()


def _settle() -> None:
    """What is there by now stays: it need not be searched for cycles again, nor be copied when a
    process forks."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """What older runs have left is removed without asking for each file whether it is open, which
    takes a simulated Windows minutes."""
    simulated.simulated_rules.discard("held-open")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A test whose links cannot be made, as on Windows without a right, is skipped; so is one that
    does itself what the simulated system refuses. What the program does there fails."""
    report: Any = yield
    error = call.excinfo.value if call.excinfo else None
    if not call.excinfo or not isinstance(error, OSError):
        return report
    reason = "links cannot be made here" if getattr(error, "winerror", 0) == 1314 else ""
    if simulated.REFUSED in str(error) and not any(
        Path(entry.path).is_relative_to(SHIPPED / "cardgen") for entry in call.excinfo.traceback
    ):
        reason = str(error)
    if reason:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), item.location[1], f"Skipped: {reason}")
    return report


@pytest.fixture(scope="session", autouse=True)
def _work(request: pytest.FixtureRequest) -> Iterator[None]:
    """Work is done in this process, and none is given up because the machine is slow; a test of
    endless work says how long it may take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(APART.__kwdefaults__, "seconds", 600.0)
        patch.setattr(trial, "PATIENCE", 600.0)
        patch.setattr(root_causes, "PATIENCE", 600.0)
        if not request.config.getoption("apart"):
            patch.setattr(process, "run", here)
            patch.setattr(runners, "can_share", lambda: False)
            patch.setattr(exports, "PAYS", 1_000_000)
            patch.setattr(render, "PANELS_PAY", 1_000_000)
        yield


@pytest.fixture(scope="session", autouse=True)
def _shipped_read_once() -> Iterator[None]:
    """The files of the program and of the shipped project do not change while tests run: every
    build makes a digest of them and loads the games, and every project looks for its templates
    among them, too, and for its fonts, whose shapes one project need not learn anew."""

    def knowing(digest_of: Callable[[Iterable[Path]], bytes]) -> Callable[[Iterable[Path]], bytes]:
        known = cache(lambda folder: digest_of([folder]))

        def digest(folders: Iterable[Path]) -> bytes:
            shares = [
                known(each) if each.is_relative_to(SHIPPED) else digest_of([each])
                for each in folders
            ]
            return sha256(b"".join(shares)).digest()

        return digest

    shipped = cache(lambda ids: load_games(find_project(SHIPPED), ids))

    def loaded(project: Project, ids: Sequence[str] = ()) -> Loaded:
        games, problems = (
            shipped(tuple(ids))
            if project.root == SHIPPED and not project.draft
            else load_games(project, ids)
        )
        return Loaded([*games], [*problems])

    listing = Project._listing
    known_listing = cache(partial(listing, find_project(SHIPPED)))

    def listed(project: Project, folder: Path) -> dict[str, Path]:
        return known_listing(folder) if folder.is_relative_to(SHIPPED) else listing(project, folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_module, "content_of", knowing(content_of))
        patch.setattr(project_module, "as_written", knowing(as_written))
        patch.setattr(open_project, "load_games", loaded)
        patch.setattr(Project, "_listing", listed)
        for name in ("FontList", "read_font", "Font"):
            patch.setattr(fontbook, name, _known_of_shipped(getattr(fontbook, name)))
        yield


def _known_of_shipped(work: Callable[..., T]) -> Callable[..., T]:
    """The same work on a file or folder, done once where that is a shipped one."""
    known = cache(work)
    return lambda path, *words: (known if path.is_relative_to(SHIPPED) else work)(path, *words)


@pytest.fixture(scope="session", autouse=True)
def _other_processes() -> Iterator[None]:
    """The processes that tests start import this checkout, and can be interrupted: a shell that
    begins the tests in the background has them leave that aside."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(SHIPPED), prepend=os.pathsep)
        if simulated.VARIABLE in os.environ:
            patch.setenv("PYTHONPATH", str(SHIPPED / "tests/other_systems"), prepend=os.pathsep)
        yield


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose pages may read files: one for all who compare, for to start takes it longer
    than to show a page."""
    with browser(
        tmp_path_factory.mktemp("reader"), None, "--allow-file-access-from-files"
    ) as opened:
        yield opened


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that can be stopped is done in a process of its own, as in earnest."""
    monkeypatch.setattr(process, "run", APART)
    monkeypatch.setattr(runners, "can_share", side_by_side.can_share)


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """For work without end: what it has to begin, beside the seconds that the test gives it, is
    worked through to the last."""
    monkeypatch.setattr(process, "_START", 0.5)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or fills the user's cache, nor do fixtures of a whole file; within one run they
    share a folder, as builds do, those of other workers included."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(folder / "cardgen-cache"))
        patch.setenv("CARDGEN_CONFIG", str(own / "settings" / "files"))
        yield


@pytest.fixture(autouse=True)
def _builds_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build is done whenever a test asks for one: nothing is kept of it that would be told again,
    but where that is what is tested."""
    monkeypatch.setattr(unchanged_run, "_MOST_BYTES", -1)


_settings = count()  # one folder after the other, made by whoever writes into it


@pytest.fixture(autouse=True)
def _own_settings(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test reads or writes what the person keeps about their printers."""
    monkeypatch.setenv(
        "CARDGEN_CONFIG", str(tmp_path_factory.getbasetemp() / "settings" / str(next(_settings)))
    )
