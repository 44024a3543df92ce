"""Editions made by workers of a Dask scheduler: the same bytes as on one machine, whatever ends in
the middle."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import chdir, suppress
from hashlib import sha256
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import Result
from clusters import HERE, Cluster, cluster
from other_systems.simulated import simulated_rules
from projects import HEAD, run, svg, text, write_project
from test_edition_runs import LONG, made, project
from test_following_cards import game as game_that_goes_on

from cardgen import EditionOptions, Options, Report, open_project
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.making import cluster_worker
from cardgen.making.cluster import check_cluster, remark_on
from cardgen.making.ledger import LEDGER
from cardgen.making.sealed_project import CACHE, Sealed, seal, unseal
from cardgen.making.shelf import AddressShelf
from cardgen.model.project import find_project

pytest.importorskip("distributed", reason="the extra cluster is not installed")
dask = pytest.importorskip("dask")

OURS = {**os.environ, "PYTHONPATH": str(HERE)}
MANY = "id,guest\n" + "".join(f"g{i},Guest {i}\n" for i in range(60))
MORE = "id,guest\n" + "".join(f"g{i},Guest {i}\n" for i in range(3000))
"""So many that a machine with much else to do is not done before it is interrupted."""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers, each a process of its own."""
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        found.work()
        found.work()
        found.there(2)
        yield found


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.pdf")}


EDITIONS = ("build", "sweets", "--paper", "a4", "--editions", "guests.csv")


def command(root: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "cardgen", *EDITIONS, "--project", str(root), *words]


def call(root: Path, *words: str) -> Result:
    """A client in this process, with the project for its current folder: to begin one of its own
    takes longer than its work."""
    with chdir(root):
        return run(*words, project=root)


def apart(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A client in a process of its own."""
    return subprocess.run(
        command(root, *words), env=OURS, capture_output=True, text=True, timeout=300, check=False
    )


def but_the_remark(said: str) -> str:
    """What is told beside that the tests' own scheduler has no key."""
    told, count = re.subn(
        r"^note: tcp://\S+ has no key: .*name it tls://.*\n", "", said, flags=re.MULTILINE
    )
    assert count == 1, said
    return told


def torn(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.part")]


def test_a_cluster_makes_the_bytes_that_one_machine_makes(tmp_path: Path, there: Cluster) -> None:
    """Sent back, and written by the workers."""
    root = project(tmp_path / "project", **{"guests.csv": MANY})
    made(root, "--out", str(tmp_path / "one"), "--jobs", "1")
    done = apart(root, "--out", str(tmp_path / "back"), "--cluster", there.address)
    assert 0 == done.returncode, done.stderr
    to = (tmp_path / "to").as_uri()
    done = call(
        root, *EDITIONS, "--out", str(tmp_path / "index"), "--cluster", there.address, "--to", to
    )
    assert 0 == done.exit_code, done.stderr
    assert 60 == len(files(tmp_path / "one"))
    assert files(tmp_path / "one") == files(tmp_path / "back") == files(tmp_path / "to")
    assert (tmp_path / "one/sweets/editions/editions.csv").read_text() == (
        tmp_path / "back/sweets/editions/editions.csv"
    ).read_text()
    again = call(
        root, *EDITIONS, "--out", str(tmp_path / "index"), "--cluster", there.address, "--to", to
    )
    assert "60 editions of 60 are there already" in again.stderr
    assert "" == again.stdout


def test_workers_that_are_killed_lose_nothing(tmp_path: Path, there: Cluster) -> None:
    root = project(tmp_path / "project", **{"guests.csv": MANY})
    made(root, "--out", str(tmp_path / "one"), "--jobs", "1")
    chance, kills = random.Random(3), 0
    with cluster(tmp_path / "cluster") as found:
        found.work()
        found.work()
        found.there(2)
        to = ("--out", str(tmp_path / "index"), "--to", (tmp_path / "many").as_uri())
        with subprocess.Popen(
            command(root, *to, "--cluster", found.address), env=OURS, stdout=subprocess.DEVNULL
        ) as client:
            while client.poll() is None:
                time.sleep(chance.uniform(0.5, 2))
                if kills < 4:
                    found.kill(chance.choice(found.workers))
                    found.work()
                    kills += 1
        assert 0 == client.returncode
    assert kills
    assert files(tmp_path / "one") == files(tmp_path / "many")
    # What a worker was writing a second time as its cluster ended is taken away by the next run,
    # once that worker is no more.
    for name in torn(tmp_path / "many"):
        with suppress(psutil.NoSuchProcess):
            psutil.Process(int(name.rsplit(".", 2)[1])).wait(60)
    again = call(root, *EDITIONS, *to, "--cluster", there.address)
    assert "60 editions of 60 are there already" in again.stderr
    assert [] == torn(tmp_path / "many")


def test_a_client_that_was_killed_goes_on_with_what_is_left(tmp_path: Path, there: Cluster) -> None:
    root = project(tmp_path / "project", **{"guests.csv": MANY})
    made(root, "--out", str(tmp_path / "one"), "--jobs", "1")
    out = tmp_path / "many"
    words = ("--out", str(out), "--cluster", there.address)
    with subprocess.Popen(command(root, *words), env=OURS, stdout=subprocess.DEVNULL) as client:
        while client.poll() is None and len(files(out)) < 8:
            time.sleep(0.02)
        client.kill()
    known = (out / "sweets/editions" / LEDGER).read_text().count('"key"')
    assert known >= 7
    done = call(root, *EDITIONS, *words)
    assert 0 == done.exit_code, done.stderr
    if known < 60:
        assert re.search(r"(\d+) editions of 60 are there already", done.stderr)
    assert 60 - known <= done.stdout.count("kB)") + 1 <= 61 - known + 1
    assert files(tmp_path / "one") == files(out)


def test_an_edition_that_fails_there_names_its_row_as_it_does_here(
    tmp_path: Path, there: Cluster
) -> None:
    box = svg("{{ text_box(edition.guest, 5, 5, 30, 8, size=12) }}")
    root = project(
        tmp_path, **{"hers.svg": box, "guests.csv": f"id,guest\na,Anna\nb,{LONG}\nc,Cleo\n"}
    )
    done = call(root, *EDITIONS, "--cluster", there.address)
    assert 2 == done.exit_code
    assert ["anna-a4.pdf", "cleo-a4.pdf"] == sorted(files(root))
    assert 'edition "b" (guests.csv:3): card "hers": the text "WWW' in done.stderr


def test_another_cardgen_is_refused_in_a_sentence(tmp_path: Path) -> None:
    root, other = project(tmp_path / "project"), tmp_path / "other"
    for name in ("cardgen", "card_data", "templates", "fonts"):
        shutil.copytree(HERE / name, other / name, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "cardgen/base/units.py").write_text(
        (other / "cardgen/base/units.py").read_text() + "\n# otherwise\n"
    )
    with cluster(tmp_path / "cluster") as found:
        found.work(PYTHONPATH=str(other))
        found.there(1)
        done = call(root, *EDITIONS, "--cluster", found.address)
    assert 2 == done.exit_code
    assert re.search(
        r"the worker tcp://\S+ has another cardgen \S+ than this one, .*install the very same cardgen",
        done.stderr,
    )
    assert {} == files(root)


def test_a_worker_that_may_start_no_processes_says_so(tmp_path: Path) -> None:
    """As one behind a nanny is, unless Dask's configuration says otherwise."""
    root = project(tmp_path / "project")
    with cluster(tmp_path / "cluster") as found:
        found.work(nanny=True)
        found.there(1)
        done = call(root, *EDITIONS, "--cluster", found.address)
    assert 2 == done.exit_code
    assert re.search(
        r"the worker tcp://\S+ may start no processes, .*start it with --no-nanny", done.stderr
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--cluster", "nonsense"), '"nonsense" is no cluster'),
        (("--cluster", "local:0"), '"local:0" is no cluster'),
        (("--cluster", "dask"), "Dask's configuration names no scheduler"),
        (("--cluster", "local:2", "--to", "nonsense://there"), "--to nonsense://there: "),
        (("--to", "file:///there"), "--to belongs to --cluster"),
    ],
)
def test_a_call_that_cannot_be_is_told(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    root = project(tmp_path)
    with dask.config.set({"scheduler-address": None}):
        done = call(root, *EDITIONS, *words)
    assert 2 == done.exit_code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cardgen.making.cluster.find_spec", lambda name: None if name == "fsspec" else name
    )
    with pytest.raises(
        CardgenError, match=r"--cluster needs fsspec, which is not installed; .*cardgen\[cluster\]"
    ):
        check_cluster("local:2")


def test_workers_of_this_machine_begin_and_end_with_the_run(tmp_path: Path) -> None:
    root = project(tmp_path / "project")
    made(root, "--out", str(tmp_path / "one"), "--jobs", "1")
    done = apart(root, "--out", str(tmp_path / "two"), "--cluster", "local:2")
    assert 0 == done.returncode, done.stderr
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert 3 == len(files(tmp_path / "two"))


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a short path: those of sockets have 107 letters at the most (Linux,
    unix(7))."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


KNOCK = """
import socket, sys
for kind, place in (line.rstrip("\\n").split(" ", 1) for line in sys.stdin):
    with socket.socket(socket.AF_UNIX if kind == "unix" else socket.AF_INET) as door:
        door.settimeout(5)
        try:
            door.connect(place if kind == "unix" else ("127.0.0.1", int(place)))
        except PermissionError:
            continue
        print("open:", kind, place)
"""


def doors(others: set[int]) -> list[str]:
    """Where this process and what it has begun listen, those left out that were there before: for a
    line of KNOCK each."""
    mine = psutil.Process()
    found = []
    for each in (
        mine,
        *(child for child in mine.children(recursive=True) if child.pid not in others),
    ):
        with suppress(psutil.NoSuchProcess):  # it has done what it was begun for
            found += [
                f"inet {door.laddr.port}"
                for door in each.net_connections("inet")
                if door.status == psutil.CONN_LISTEN
            ]
            found += [f"unix {door.laddr}" for door in each.net_connections("unix") if door.laddr]
    return sorted(set(found))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_of_this_machine_listen_to_nobody(tmp_path: Path) -> None:
    """While they draw: no port of this machine is open, and another user of it may not come to the
    server of processes."""
    root = project(tmp_path)
    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # of an earlier test: the server is to begin here
    others = {os.getpid(), *(child.pid for child in psutil.Process().children(recursive=True))}
    before, met = set(doors(others)), list[str]()
    report = Report(wrote=lambda path, about: met.extend(doors(others)))
    open_project(root).editions(
        ["sweets"],
        Path("guests.csv"),
        Options(papers=("a4",)),
        report,
        EditionOptions(cluster="local:2"),
    )
    assert 3 == len(report.written)
    assert not report.notes
    assert not [door for door in met if door.startswith("inet") and door not in before]
    if "no-fork" not in simulated_rules:
        assert any(door.startswith("unix") for door in met), "processes are begun by a server"
    if os.getuid() != 0:
        pytest.skip("to become another user takes root")
    other: dict[str, Any] = {
        "user": 65534,
        "cwd": "/",
        "capture_output": True,
        "text": True,
        "check": False,
    }
    met_there = "".join(f"{door}\n" for door in sorted({*met} - before))
    knocked: subprocess.CompletedProcess[str] = subprocess.run(
        ["/usr/bin/env", "python3", "-c", KNOCK], input=met_there, **other
    )
    assert (0, "") == (knocked.returncode, knocked.stdout), knocked.stderr


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C as POSIX has it")
def test_workers_of_this_machine_leave_nothing(tmp_path: Path, short: Path) -> None:
    """Neither in the folder for what passes, nor half of a file; Ctrl-C in the middle included."""
    root, passing = project(tmp_path / "project", **{"guests.csv": MANY}), short
    environment = {**OURS, "TMPDIR": str(passing)}
    for stopped in (False, True):
        if stopped:
            (table,) = root.rglob("guests.csv")
            table.write_text(MORE, "utf-8")
        words = command(root, "--cluster", "local:2", "--out", str(tmp_path / f"out-{stopped}"))
        with subprocess.Popen(
            words, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as client:
            assert client.stdout
            assert "(2 pages" in client.stdout.readline()
            if stopped:
                os.killpg(client.pid, signal.SIGINT)
            client.stdout.read()
        assert (130 if stopped else 0) == client.wait()
        assert [] == list(passing.iterdir())
        assert [] == torn(tmp_path)


def test_a_pool_that_breaks_while_all_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C has the thread of a share strike it out while the main thread goes through all."""
    pools: dict[Any, Any] = {}
    ended = []

    class Pool:
        def shutdown(self, wait: bool) -> None:
            ended.append(self)
            pools.popitem()

    pools.update(one=Pool(), two=Pool(), three=Pool())
    monkeypatch.setattr(cluster_worker, "_here", pools)
    every = list(pools.values())
    cluster_worker.let_go()
    assert (every, {}) == (ended, pools)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("tcp://10.0.0.1:8786", True),
        ("ws://there:1", True),
        ("tls://there:1", False),
        ("local:2", False),
        ("dask", True),
    ],
)
def test_a_scheduler_without_a_key_is_told(address: str, told: bool) -> None:
    with dask.config.set({"scheduler-address": "tcp://there:8786"}):
        remark = remark_on(address)
    assert told == ("has no key: whoever reaches it" in remark and "tls://" in remark)


def test_what_is_wrong_there_is_told_of_the_files_here(tmp_path: Path, there: Cluster) -> None:
    root = project(tmp_path, **{"hers.svg": svg("<text>{{ nobody }}</text>\n{{ edition.guest }}")})
    here, away = (
        call(root, *EDITIONS, "--jobs", "1"),
        call(root, *EDITIONS, "--cluster", there.address),
    )
    assert "templates/hers.svg:" in here.stderr
    assert here.stderr == but_the_remark(away.stderr)
    assert here.exit_code == away.exit_code == 2


def test_a_cluster_makes_editions_for_a_printer(tmp_path: Path, there: Cluster) -> None:
    root = project(tmp_path / "project")
    words = ("export", "sweets", "--editions", "guests.csv", "--printer", "images", "--out")
    here = call(root, *words, "one")
    away = call(root, *words, "two", "--cluster", there.address)
    to = call(root, *words, "index", "--cluster", there.address, "--to", (root / "three").as_uri())
    assert 0 == here.exit_code == away.exit_code == to.exit_code, away.stderr
    assert held(root / "one") == held(root / "two")
    pictures = {
        name.removeprefix("sweets/editions/images/"): data
        for name, data in held(root / "one").items()
        if name.endswith(".png")
    }
    assert pictures == {
        name: data for name, data in held(root / "three").items() if name.endswith(".png")
    }
    assert 12 == len(pictures)
    again = call(
        root, *words, "index", "--cluster", there.address, "--to", (root / "three").as_uri()
    )
    assert "3 editions of 3 are there already" in again.stderr


# Games


MANY_CARDS = (
    "- {id: many, says: There are many., severity: warning, check: deck.main.cards | length > 5}\n"
)


def several(tmp_path: Path, size: str = "60mm x 80mm") -> Path:
    """Three games: one is sound, one breaks a rule and warns, one is of another size."""
    root = write_project(
        tmp_path / "project",
        {"main": HEAD + "cards:\n  - {id: one, name: One}\n  - {id: two, name: Two}\n"},
    )
    decks = {"salty": HEAD, "sour": HEAD.replace("60mm x 80mm", size)}
    for game, head in decks.items():
        folder = root / "card_data" / game
        folder.mkdir()
        (folder / "game.yaml").write_text(f"title: {game.title()}\nversion: '1.0'\n")
        (folder / "main.yaml").write_text(head + "cards:\n  - {id: three, name: Three}\n")
    (root / "card_data/salty/rules.yaml").write_text(MANY_CARDS)
    return root


def held(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".jsonl"
    }


CHECKS = [
    (),
    ("salty", "sweets/main"),
    ("--printer", "makeplayingcards"),
    ("--rules-only", "--format", "json"),
    ("--strict",),
    ("--rule", "many"),
    ("--rule", "text-size"),
]


@pytest.mark.parametrize("words", CHECKS)
def test_a_cluster_finds_what_one_machine_finds(
    tmp_path: Path, there: Cluster, words: tuple[str, ...]
) -> None:
    root = several(tmp_path, "60mm x 61mm")
    (root / "templates/card.svg").write_text(svg(text("{{ card.name }}", size=1)))
    here, away = (
        call(root, "validate", *words),
        call(root, "validate", *words, "--cluster", there.address),
    )
    if "json" in words:  # which has the remark among its findings
        found, found_away = json.loads(here.stdout), json.loads(away.stdout)
        others = [each for each in found_away["findings"] if each["code"] != "cluster-open"]
        assert len(others) == len(found_away["findings"]) - 1
        assert (here.exit_code, found["findings"]) == (away.exit_code, others)
    else:
        assert (here.exit_code, here.stdout, here.stderr) == (
            away.exit_code,
            away.stdout,
            but_the_remark(away.stderr),
        )
    assert ("text-size" if "text-size" in words else "many") in here.stdout + here.stderr


@pytest.mark.parametrize("printer", ["images", "offset", "printplaygames"])
def test_a_cluster_exports_what_one_machine_exports(
    tmp_path: Path, there: Cluster, printer: str
) -> None:
    root = several(tmp_path)
    words = ("export", "sweets", "salty", "--printer", printer, "--stamp", "{id} {date}", "--out")
    here = call(root, *words, "one")
    away = call(root, *words, "two", "--cluster", there.address)
    to = call(root, *words, "index", "--cluster", there.address, "--to", (root / "three").as_uri())
    assert 0 == here.exit_code == away.exit_code == to.exit_code, away.stderr
    assert (here.stdout, here.stderr) == (
        away.stdout.replace("two/", "one/"),
        but_the_remark(away.stderr),
    )
    assert held(root / "one") == held(root / "two") == held(root / "three")
    assert len(held(root / "one")) > 1
    again = call(root, *words, "two", "--cluster", there.address)
    assert "2 games of 2 are there already" in again.stderr
    assert "" == again.stdout


@pytest.mark.parametrize(
    ("printer", "words"),
    [
        ("images", ("--cards", "two:3,three")),
        ("images", ("--copies", "2")),
        ("tabletop-simulator", ()),
        ("tabletop-simulator", ("--cards", "one,three")),
        ("playingcards-io", ()),
        ("screentop", ("--url", "https://example.org/x")),
    ],
)
def test_some_cards_and_tables_are_the_same_from_a_cluster(
    tmp_path: Path, there: Cluster, printer: str, words: tuple[str, ...]
) -> None:
    root = several(tmp_path)
    command = ("export", "sweets", "salty", "--printer", printer, *words)
    here = call(root, *command)
    one = held(root / "output")
    (root / "output").rename(root / "before")
    away = call(root, *command, "--cluster", there.address)
    assert (0, here.stdout, here.stderr) == (
        away.exit_code,
        away.stdout,
        but_the_remark(away.stderr),
    )
    assert one == held(root / "output") != {}


def test_a_save_that_was_played_with_gets_the_cards_of_a_cluster(
    tmp_path: Path, there: Cluster
) -> None:
    root = several(tmp_path)
    command = ("export", "sweets", "--printer", "tabletop-simulator")
    assert 0 == call(root, *command).exit_code
    save = root / "output/sweets/tabletop-simulator/sweets.json"
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text().replace("id: two, name: Two", "id: two, name: Zwei"))
    saves = []
    for name, where in (("here", ()), ("away", ("--cluster", there.address))):
        played = root / f"{name}.json"
        played.write_bytes(save.read_bytes())
        done = call(root, *command, "--update", str(played), *where)
        assert 0 == done.exit_code, done.stderr
        assert "2 cards put in place" in done.stdout
        saves.append(played.read_bytes())
    assert saves[0] == saves[1]
    assert b"Zwei" in saves[1]


def test_a_game_that_changed_is_exported_again_and_what_it_left_goes(
    tmp_path: Path, there: Cluster
) -> None:
    root = several(tmp_path)
    words = ("export", "sweets", "salty", "--printer", "images", "--cluster", there.address)
    assert 0 == call(root, *words).exit_code
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text().replace("id: two", "id: zwei"))
    before = held(root / "output")
    done = call(root, *words)
    assert 0 == done.exit_code, done.stderr
    now = held(root / "output")
    assert {"002-two.png"} == {name.rpartition("/")[2] for name in before.keys() - now.keys()}
    assert {"002-zwei.png"} == {name.rpartition("/")[2] for name in now.keys() - before.keys()}


def test_with_an_error_nothing_is_exported_as_on_one_machine(
    tmp_path: Path, there: Cluster
) -> None:
    root = several(tmp_path)
    rules = root / "card_data/salty/rules.yaml"
    rules.write_text(rules.read_text().replace("warning", "error"))
    words = ("export", "sweets", "salty", "--printer", "images", "--out")
    for force in ((), ("--force",)):
        here, away = (
            call(root, *words, "one", *force),
            call(root, *words, "two", *force, "--cluster", there.address),
        )
        assert 1 == here.exit_code == away.exit_code
        assert (here.stdout, here.stderr) == (
            away.stdout.replace("two/", "one/"),
            but_the_remark(away.stderr),
        )
        assert held(root / "one") == held(root / "two")
        assert bool(force) == bool(held(root / "one"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("validate", "--rule", "mny", "--cluster", "local:1"),
            'unknown-rule "mny" -> "many"',
        ),
        (("validate", "--fix", "--cluster", "local:1"), "--fix mends the cards here"),
        (("validate", "--cluster", "nonsense"), '"nonsense" is no cluster'),
        (("validate", "nobody", "--cluster", "local:1"), 'unknown-game "nobody"'),
        (
            ("export", "sweets", "--printer", "images", "--cards", "six", "--cluster", "local:1"),
            "six",
        ),
        (
            (
                *("export", "sweets", "--printer", "tabletop-simulator", "--cluster", "local:1"),
                *("--to", "file:///x"),
            ),
            "put together of files that lie here; leave --to out, so that they come back",
        ),
        (
            ("export", "sweets", "--printer", "images", "--to", "file:///x"),
            "--to belongs",
        ),
    ],
)
def test_what_a_cluster_cannot_do_is_told(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    done = call(several(tmp_path), *words)
    assert 2 == done.exit_code
    assert done.tells(says)
    assert "Traceback" not in done.stderr


# Builds


@pytest.mark.parametrize(
    "words",
    [
        ("sweets", "salty", "--paper", "a4"),
        ("--paper", "a4", "--share", "--cutter", "silhouette"),
        ("sweets", "--paper", "letter", "--cards", "two:3"),
        ("--paper", "a4", "--draft"),
    ],
)
def test_a_cluster_builds_what_one_machine_builds(
    tmp_path: Path, there: Cluster, words: tuple[str, ...]
) -> None:
    """Sheets, instructions and books, sent back or written by the workers."""
    root = several(tmp_path)
    (root / "card_data/sweets/rulebook.md").write_text("## Sweets\n\nTake them.\n")
    here = call(root, "build", *words, "--out", "one")
    where = ("--cluster", there.address)
    away = call(root, "build", *words, "--out", "two", *where)
    to = ("--to", (root / "three").as_uri())
    third = call(root, "build", *words, "--out", "index", *where, *to)
    assert 0 == here.exit_code == away.exit_code == third.exit_code, third.stderr
    assert (here.stdout, here.stderr) == (
        away.stdout.replace("two/", "one/"),
        but_the_remark(away.stderr),
    )
    assert held(root / "one") == held(root / "two") == held(root / "three") != {}


def test_a_build_on_a_cluster_looks_after_earlier_files(tmp_path: Path, there: Cluster) -> None:
    """A deck that cannot be drawn is told with the sheets of it that an earlier build made."""
    root = several(tmp_path)
    words = ("build", "sweets", "--paper", "a4", "--cluster", there.address)
    assert 0 == call(root, *words).exit_code
    (root / "templates/card.svg").write_text(svg("<text>{{ nobody }}</text>"))
    done = call(root, *words)
    assert 2 == done.exit_code
    assert "templates/card.svg:" in done.stderr
    assert "what was not made anew lies in" in done.stderr


def test_cards_on_which_texts_go_on_are_made_on_a_cluster(tmp_path: Path, there: Cluster) -> None:
    """The same sheets as here."""
    root = game_that_goes_on(tmp_path)
    words = ("build", "sweets", "--paper", "a4", "--out")
    assert 0 == call(root, *words, str(tmp_path / "here")).exit_code
    out = str(tmp_path / "there")
    assert 0 == call(root, *words, out, "--cluster", there.address).exit_code
    here, made_there = (
        {path.name: path.read_bytes() for path in (tmp_path / name / "sweets").glob("*.pdf")}
        for name in ("here", "there")
    )
    assert here
    assert here == made_there


# The sealed project


def test_a_sealed_project_depends_on_what_it_holds_alone(tmp_path: Path) -> None:
    one, two = write_project(tmp_path / "one"), write_project(tmp_path / "two")
    os.utime(two / "card_data/sweets/game.yaml", (1, 1))
    (two / "card_data/.hidden").write_text("not mine to send")
    sealed = seal(find_project(one), Cache(None))
    assert sealed == seal(find_project(two), Cache(None))
    unseal(sealed, tmp_path / "there")
    held = {path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()}
    there = tmp_path / "there"
    assert held == {
        path.relative_to(there): path.read_bytes() for path in there.rglob("*") if path.is_file()
    }


def test_what_was_made_of_art_goes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="5" height="5"/></svg>'
    root = write_project(tmp_path / "one", {"main": ""}, {"card.svg": svg('<image href="box.svg" width="9" height="9"/>')}, files={
        "card_data/sweets/art/box.svg": art,
    })  # fmt: skip
    cold = seal(find_project(root), Cache(tmp_path / "cache"))
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    warm = seal(find_project(root), Cache(tmp_path / "cache"))
    assert cold.digest != warm.digest
    unseal(warm, tmp_path / "there")
    kept = list((tmp_path / "there" / CACHE).iterdir())
    assert 1 == len(kept)
    assert kept[0].read_bytes() == (tmp_path / "cache" / kept[0].name).read_bytes()


def test_what_does_not_arrive_whole_is_refused(tmp_path: Path) -> None:
    sealed = seal(find_project(write_project(tmp_path / "one")), Cache(None))
    with pytest.raises(CardgenError, match="did not arrive as it was sent"):
        unseal(sealed._replace(data=sealed.data[:-1] + b"x"), tmp_path / "there")
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize(
    "name",
    [
        "../out",
        "card_data/../../out",
        "/out",
        "fonts//out",
        "card_data/./x",
        "out",
        "cache/../../out",
        "cache/a/b",
        "card_data",
    ],
)
def test_no_path_leads_out(tmp_path: Path, name: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name), b"out")
    data = packed.getvalue()
    with pytest.raises(CardgenError, match="which leads out of it"):
        unseal(Sealed(data, sha256(data).hexdigest()), tmp_path / "there")
    assert [] == [path for path in tmp_path.rglob("*") if path.is_file()]


# Addresses


def test_an_address_of_any_kind_holds_whole_files() -> None:
    shelf = AddressShelf("memory://prints/may")
    assert not shelf.holds("a.pdf", "")
    shelf = pickle.loads(pickle.dumps(AddressShelf("memory://prints/may")))
    shelf.put("a.pdf", b"whole")
    assert AddressShelf("memory://prints/may").holds("a.pdf", "")
    assert shelf.path("a.pdf") is None


def test_where_a_file_can_be_half_written_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place that is no object store; what ends in the middle leaves the earlier file."""
    from fsspec.implementations.dirfs import DirFileSystem
    from fsspec.implementations.local import LocalFileSystem

    system = DirFileSystem(str(tmp_path), fs=LocalFileSystem())
    monkeypatch.setattr(AddressShelf, "_opened", lambda shelf: (system, "prints"))
    shelf = AddressShelf("dir://prints")
    shelf.put("a.pdf", b"first")
    shelf.put("a.pdf", b"second")
    assert b"second" == (tmp_path / "prints/a.pdf").read_bytes()
    assert AddressShelf("dir://prints").holds("a.pdf", "")

    def half(path: str, data: bytes) -> None:
        (tmp_path / path).write_bytes(data[:2])
        raise OSError("the line is gone")

    monkeypatch.setattr(system, "pipe_file", half)
    with pytest.raises(OSError, match="the line is gone"):
        shelf.put("a.pdf", b"third")
    assert ["a.pdf"] == [path.name for path in (tmp_path / "prints").iterdir()]
    assert b"second" == (tmp_path / "prints/a.pdf").read_bytes()
