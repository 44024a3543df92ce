"""The cache: nothing depends on it, whatever happens to its folder."""

from __future__ import annotations

import errno
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.base import cache as cache_room
from cardgen.base.cache import Cache, as_installed, content_of

DATA = bytes(range(256)) * 40


@pytest.fixture(scope="module")
def met_by_the_file() -> dict[str, str]:
    """What a fixture of a whole file finds, which is made before those of its first test."""
    return dict(os.environ)


def test_no_fixture_meets_the_users_cache_or_settings(
    met_by_the_file: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    above = tmp_path_factory.getbasetemp().parent
    for name in ("CARDGEN_CACHE", "CARDGEN_CONFIG"):
        assert Path(met_by_the_file[name]).is_relative_to(above)
    assert met_by_the_file["CARDGEN_CACHE"] == os.environ["CARDGEN_CACHE"]


def test_what_was_put_is_had_again(tmp_path: Path) -> None:
    Cache(tmp_path / "new" / "folder").put("key", DATA)
    assert DATA == Cache(tmp_path / "new" / "folder").get("key")
    assert Cache(tmp_path).get("other") is None


@pytest.mark.parametrize("damage", [b"", b"short", DATA[:31], DATA[:32], DATA[:33], DATA])
def test_a_file_that_is_not_whole_is_a_miss(damage: bytes, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("key", DATA)
    (tmp_path / "key").write_bytes(damage)
    assert cache.get("key") is None
    cache.put("key", DATA)
    assert DATA == cache.get("key")


def test_a_single_changed_bit_is_noticed(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("key", DATA)
    stored = bytearray((tmp_path / "key").read_bytes())
    for position in (0, 40, len(stored) - 1):
        changed = stored.copy()
        changed[position] ^= 1
        (tmp_path / "key").write_bytes(changed)
        assert cache.get("key") is None


def test_a_file_that_was_renamed_to_another_is_a_miss(tmp_path: Path) -> None:
    """Each is whole, and of another key."""
    cache = Cache(tmp_path)
    cache.put("one", DATA)
    cache.put("two", b"two")
    (tmp_path / "one").rename(tmp_path / "aside")
    (tmp_path / "two").rename(tmp_path / "one")
    (tmp_path / "aside").rename(tmp_path / "two")
    assert cache.get("one") is cache.get("two") is None


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices as POSIX has them")
def test_what_is_no_file_is_a_miss(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    assert Cache(tmp_path).get("pipe") is Cache(tmp_path).get("device") is None


def test_a_folder_where_the_file_should_be_is_a_miss(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    cache = Cache(tmp_path)
    cache.put("key", DATA)
    assert cache.get("key") is None
    assert ["key"] == [path.name for path in tmp_path.iterdir()]


def test_a_file_where_the_folder_should_be_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    cache = Cache(tmp_path / "file" / "cache")
    cache.put("key", DATA)
    cache.prune()
    assert cache.get("key") is None


@pytest.mark.parametrize("error", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_folder_that_cannot_be_written_keeps_nothing(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read-only or full, half of a file written: no error, and nothing is left behind."""

    opened = Path.open

    def fail(path: Path, mode: str) -> Any:
        with opened(path, mode) as file:
            file.write(DATA[:10])
        raise OSError(error, os.strerror(error))

    cache = Cache(tmp_path)
    cache.put("old", DATA)
    monkeypatch.setattr(Path, "open", fail)
    cache.put("old", b"new")
    cache.put("key", DATA)
    monkeypatch.undo()
    assert DATA == cache.get("old")
    assert cache.get("key") is None
    assert ["old"] == [path.name for path in tmp_path.iterdir()]


def test_a_key_with_strange_letters_never_leaves_the_folder(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.put("k" * 300, DATA)  # longer than file names may be
    assert cache.get("k" * 300) is None


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=3 * (1000 + 32))
    for age, key in enumerate(("newest", "newer", "older", "oldest")):
        cache.put(key, bytes(1000))
        os.utime(tmp_path / key, (1e9 - age * 1e6, 1e9 - age * 1e6))
    assert cache.get("oldest") is not None  # which makes it the latest used
    cache.prune()
    assert {"newest", "newer", "oldest"} == {path.name for path in tmp_path.iterdir()}


def test_a_folder_that_cannot_be_beyond_its_limit_is_not_looked_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: looked.append(path) or scandir(path))
    counted = []
    for key in "abcd":
        cache = Cache(tmp_path, limit=3 * (1000 + 32))
        cache.put(key, bytes(1000))
        cache.prune()
        cache.prune()
        counted.append(len(looked))
    assert [1, 1, 1, 2] == counted
    assert 3 == len(os.listdir(tmp_path))


def test_pruning_leaves_a_folder_alone_that_this_run_did_not_write(tmp_path: Path) -> None:
    Cache(tmp_path).put("key", DATA)
    Cache(tmp_path, limit=0).prune()
    assert (tmp_path / "key").exists()


def test_pruning_holds_no_folder_open_whose_files_vanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run may prune at the same time."""
    cache = Cache(tmp_path, limit=0)
    for key in "abc":
        cache.put(key, DATA)
    opened = []
    scandir = os.scandir

    class Vanishing:
        def __init__(self, folder: Path) -> None:
            self.entries = scandir(folder)
            opened.append(self.entries)

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return iter(self)

        def __exit__(self, *error: object) -> None:
            self.entries.close()

        def __iter__(self) -> Iterator[os.DirEntry[str]]:
            for entry in self.entries:
                Path(entry.path).unlink()
                yield entry

    monkeypatch.setattr(os, "scandir", Vanishing)
    cache.prune()
    assert [None] == [next(entries, None) for entries in opened]  # closed: there would be two more


def test_pruning_survives_files_that_vanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path, limit=0)
    cache.put("a", DATA)
    cache.put("b", DATA)
    unlink = Path.unlink

    def gone(path: Path, missing_ok: bool = False) -> None:
        unlink(path)
        raise FileNotFoundError

    monkeypatch.setattr(Path, "unlink", gone)
    cache.prune()
    assert [] == list(tmp_path.iterdir())


def test_an_empty_name_means_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDGEN_CACHE", "")
    cache = Cache.of_user()
    cache.put("key", DATA)
    cache.prune()
    assert cache.get("key") is None
    assert [] == list(tmp_path.iterdir())


def test_the_environment_names_another_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "mine"))
    Cache.of_user().put("key", DATA)
    assert DATA == Cache(tmp_path / "mine").get("key")


def _hammer(folder: Path, seed: int) -> int:
    """Puts and gets in turn; how often something else than what was put came back."""
    cache = Cache(folder, limit=200_000)
    wrong = 0
    for turn in range(150):
        key = f"key{(turn * 7 + seed) % 5}"
        data = key.encode() * 5000
        cache.put(key, data)
        found = cache.get(key)
        wrong += found not in (None, data)
        if turn % 40 == 0:
            cache.prune()
    return wrong


def test_two_builds_may_share_the_folder(tmp_path: Path) -> None:
    """Neither reads half a file of the other's."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert [0, 0] == pool.starmap(_hammer, [(tmp_path, 0), (tmp_path, 3)])
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]


@pytest.mark.skipif(os.name != "posix", reason="names of files that are no text")
def test_a_name_that_is_no_text_counts_as_any(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"star\xff.svg")).write_bytes(b"1")
    before = content_of([tmp_path])
    (tmp_path / os.fsdecode(b"star\xff.svg")).write_bytes(b"2")
    assert before != content_of([tmp_path])


def test_another_version_of_the_program_is_told_by_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is older, larger, of another name or in another folder; not one that was only
    loaded."""
    program = tmp_path / "cardgen"
    (program / "engine/svg").mkdir(parents=True)
    module = program / "engine/svg/paint.py"
    module.write_text("1")
    monkeypatch.setattr(cache_room, "_PROGRAM", program)
    told = [as_installed.__wrapped__()]
    (program / "engine/svg/__pycache__").mkdir()
    (program / "engine/svg/__pycache__/paint.cpython-311.pyc").write_bytes(b"code")
    assert told == [as_installed.__wrapped__()]
    os.utime(module, ns=(1, 1))
    told.append(as_installed.__wrapped__())
    module.write_text("22")
    os.utime(module, ns=(1, 1))
    told.append(as_installed.__wrapped__())
    module.rename(program / "engine/svg/print.py")
    told.append(as_installed.__wrapped__())
    monkeypatch.setattr(cache_room, "_PROGRAM", program.rename(tmp_path / "other"))
    told.append(as_installed.__wrapped__())
    assert len({*told}) == 5
