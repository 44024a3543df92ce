"""Bytes that wait for their turn."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from cardgen.base import laid_aside, scratch
from cardgen.base.laid_aside import LaidAside


def waiting() -> list[Path]:
    return [*scratch.scratch_folder().glob("aside-*")]


def test_what_is_more_than_is_held_waits_in_files_that_go_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gc.collect()
    monkeypatch.setattr(laid_aside, "_held", 0)
    monkeypatch.setattr(laid_aside, "MOST_HELD", 10)
    before = waiting()
    few, many = LaidAside(b"12345"), LaidAside(b"1234567")
    assert 5 == laid_aside._held
    assert 1 == len(waiting()) - len(before)
    assert (b"12345", b"1234567") == (bytes(few), bytes(many))
    del few, many
    gc.collect()
    assert 0 == laid_aside._held
    assert before == waiting()


def test_without_room_on_the_disk_they_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(laid_aside, "MOST_HELD", 0)
    monkeypatch.setattr(laid_aside, "put_in_place", full)
    assert b"much" == bytes(LaidAside(b"much"))
