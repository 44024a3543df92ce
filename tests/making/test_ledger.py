"""The ledger comes with a folder that anybody may have filled: it is believed only where it says
what the program writes."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from projects import run
from test_edition_runs import exported, folder, made, project

from cardgen.base import state
from cardgen.base.findings import CardgenError
from cardgen.base.state import checked, from_json, is_plain_name
from cardgen.making import ledger as ledgers
from cardgen.making.ledger import LEDGER, Ledger, LedgerLine
from cardgen.making.shelf import AddressShelf, FolderShelf, Shelf

NOTHING = "0" * 64
MINE = b"mine\n"
OUTSIDE = [
    *(
        "../../../card_data/sweets/main.yaml",
        "../victim.txt",
        "a/../../victim.txt",
        "/etc/hostname",
        "//server/share/a",
        "",
        ".",
        "..",
        "a//b",
    ),
    *(
        "C:x",
        "C:/x",
        "c:\\x",
        "a\\..\\..\\victim.txt",
        "..\\victim.txt",
        "a/./b",
        "a/",
        "one\0.pdf",
        "one\n.pdf",
        "a.pdf:stream",
        "a?.pdf",
    ),
    *(
        "nul",
        "NUL.pdf",
        "con.",
        "one/aux.txt",
        "com1",
        "COM¹.pdf",
        "lpt9.a.b",
        "conin$",
        "one.pdf.",
        "one.pdf ",
        " one.pdf",
        ".git/config",
    ),
    *(
        unicodedata.normalize("NFD", "é.pdf"),
        "\ud800.pdf",
        "x" * 256,
        "x/" * 500 + "x",
        "a|b",
        "<a>",
        "*",
    ),
]
"""Names that lead out of a folder on some system, or mean something else there."""
IN_ADDRESSES = ["%2e%2e/victim.txt", "one%2f..%2f..%2fvictim.txt", "a#b.pdf", "a?b.pdf"]


def written(root: Path, *lines: Any) -> None:
    """A ledger that came with the project."""
    folder(root).mkdir(parents=True, exist_ok=True)
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    (folder(root) / LEDGER).write_bytes(b"".join(text + b"\n" for text in texts))


def line(name: str = "anna", **said: Any) -> dict[str, Any]:
    return {"name": name, "key": "x", "files": {}, "pages": {}, "failed": {}} | said


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_that_leads_out_is_no_name(name: str) -> None:
    assert not is_plain_name(name)


def test_names_of_what_is_made_are_names(tmp_path: Path) -> None:
    root = project(tmp_path)
    made(root)
    exported(root, "--printer", "images")
    names = [
        path.relative_to(folder(root)).as_posix()
        for path in folder(root).rglob("*")
        if path.is_file()
    ]
    assert len(names) > 9
    assert [] == [name for name in names if not is_plain_name(name)]


@pytest.mark.parametrize(
    "name",
    [
        "../../../card_data/sweets/notes.md",
        "../../sweets/editions/ben-a4.pdf",
        "ben-a4.pdf",
        "link/notes.md",
    ],
)
def test_what_a_ledger_names_is_not_taken_away(tmp_path: Path, name: str) -> None:
    """Neither elsewhere, nor of another edition, nor behind a link; with the right digest or
    without."""
    root = project(tmp_path / "project")
    notes = root / "card_data/sweets/notes.md"
    notes.write_bytes(MINE)
    made(root)
    (folder(root) / "link").symlink_to(notes.parent)
    there = {path: path.read_bytes() for path in (notes, folder(root) / "ben-a4.pdf")}
    for digest in (NOTHING, *(sha256(data).hexdigest() for data in there.values())):
        ben = (folder(root) / LEDGER).read_bytes().splitlines()[1]
        written(root, line(files={name: digest}), ben)
        done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
        assert 0 == done.exit_code, done.output
        assert (
            "a line is not as cardgen writes them; what they were about is made again"
            in done.stderr
        )
        assert there == {path: path.read_bytes() for path in there}


def test_a_file_that_is_no_longer_what_was_made_stays(tmp_path: Path) -> None:
    """What an edition had and has no more goes, if nobody has changed it since."""
    root = project(tmp_path)
    before = exported(root, "--printer", "images")
    deck, home = root / "card_data/sweets/main.yaml", folder(root) / "images"
    deck.write_text(deck.read_text().replace("id: also", "id: last"))
    (home / "anna/main/front/003-also.png").write_bytes(MINE)
    now = exported(root, "--printer", "images")
    assert {
        f"{guest}/main/front/003-also.png" for guest in ("ben", "cleo")
    } == before.keys() - now.keys()


@pytest.mark.parametrize("name", [*OUTSIDE, *IN_ADDRESSES])
@pytest.mark.parametrize("kind", ["folder", "file", "memory"])
def test_a_shelf_looks_at_nothing_outside(tmp_path: Path, kind: str, name: str) -> None:
    """It says that such a file is not there, takes none away, and puts none."""
    shelf: Shelf = FolderShelf(tmp_path / "shelf")
    if kind != "folder":
        fsspec = pytest.importorskip("fsspec")
        shelf = AddressShelf(
            (tmp_path / "shelf").as_uri() if kind == "file" else "memory://shelf/editions"
        )
        memory = fsspec.filesystem("memory")
        memory.pipe_file("/shelf/victim.txt", MINE)
    shelf.put("one-a4.pdf", b"one")
    victim = tmp_path / "victim.txt"
    victim.write_bytes(MINE)
    right = sha256(MINE).hexdigest()
    if name not in IN_ADDRESSES or kind == "memory":
        with pytest.raises(CardgenError, match="no name of a file"):
            shelf.put(name, b"theirs")
        assert not shelf.holds(name, right)
    shelf.drop(name, right)
    assert MINE == victim.read_bytes()
    if kind == "memory":
        assert MINE == memory.cat_file("/shelf/victim.txt")
    assert shelf.holds("one-a4.pdf", sha256(b"one").hexdigest())


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
@pytest.mark.parametrize("kind", ["file", "folder", "pipe", "device"])
def test_a_shelf_follows_no_link(tmp_path: Path, kind: str) -> None:
    secret, shelf = tmp_path / "outside/secret.txt", FolderShelf(tmp_path / "shelf")
    for path in (secret.parent, shelf.folder):
        path.mkdir()
    secret.write_bytes(MINE)
    name = {"folder": "link/secret.txt"}.get(kind, "one-a4.pdf")
    match kind:
        case "file":
            (shelf.folder / name).symlink_to(secret)
        case "folder":
            (shelf.folder / "link").symlink_to(secret.parent)
        case "pipe":
            os.mkfifo(shelf.folder / name)
        case "device":
            (shelf.folder / name).symlink_to("/dev/zero")
    right = sha256(MINE).hexdigest()
    assert not shelf.holds(name, right)
    shelf.drop(name, right)
    assert MINE == secret.read_bytes()
    assert os.path.lexists(shelf.folder / name)


@pytest.mark.skipif(sys.platform != "linux", reason="holes in files, as Linux tells of them")
@pytest.mark.parametrize("kind", ["link", "folder", "name", "hole"])
def test_a_shelf_reads_no_more_than_lies_in_it(tmp_path: Path, kind: str) -> None:
    """Nor is one file many: what the program puts there has one name, is no link and has no holes.
    Such a file is made again, and stays where an edition has it no more."""
    shelf = FolderShelf(tmp_path / "shelf")
    shelf.put("real/one.png", MINE)
    name = {"folder": "linked/one.png"}.get(kind, "two.png")
    match kind:
        case "link":
            (shelf.folder / name).symlink_to("real/one.png")
        case "folder":
            (shelf.folder / "linked").symlink_to("real")
        case "name":
            (shelf.folder / name).hardlink_to(shelf.folder / "real/one.png")
        case "hole":
            with (shelf.folder / name).open("wb") as file:
                file.truncate(1 << 41)  # which nobody could read to its end
    right = sha256(MINE).hexdigest()
    assert (kind != "name") == shelf.holds("real/one.png", right)
    assert not shelf.holds(name, right)
    shelf.drop(name, right)
    assert (shelf.folder / name).exists()


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_nothing_is_put_behind_a_link_on_a_shelf(tmp_path: Path) -> None:
    """The address of a folder may itself be a link, for it was named; one in it leads nowhere
    else."""
    for place in ("real", "outside"):
        (tmp_path / place).mkdir()
    (tmp_path / "shelf").symlink_to("real")
    (tmp_path / "real/anna").symlink_to(tmp_path / "outside")
    pytest.importorskip("fsspec")
    shelf = AddressShelf((tmp_path / "shelf").as_uri())
    shelf.put("ben/one.png", MINE)
    assert shelf.holds("ben/one.png", sha256(MINE).hexdigest())
    with pytest.raises(CardgenError, match="leads out"):
        shelf.put("anna/one.png", MINE)
    assert [] == list((tmp_path / "outside").iterdir())


def right_key(root: Path) -> str:
    made(root)
    found = LedgerLine.read((folder(root) / LEDGER).read_bytes().splitlines()[0])
    assert found.name == "anna"
    return found.key


@pytest.fixture(scope="module")
def with_key(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    root = project(tmp_path_factory.mktemp("ledger"))
    return root, right_key(root)


ODD: list[Any] = [
    *(
        b"[" * 200_000,
        b'{"name": "anna", "files": ' + b'{"a": ' * 100_000,
        b"",
        b"null",
        b"3",
        b"[]",
        b'"x"',
        b"\xff\xfe",
        b"\0" * 99,
        b"1" * 5000,
    ),
    *(b'{"name": NaN}', b"NaN", b"1e999"),
    *(
        {"files": ["x"]},
        {"files": "x"},
        {"files": {"anna\0": NOTHING}},
        {"files": {"anna": 3}},
        {"files": None},
        {"files": {"anna": {}}},
    ),
    *(
        {"pages": ["x"]},
        {"pages": "x"},
        {"pages": None},
        {"pages": {"a": 5}},
        {"pages": {"a": [5]}},
        {"pages": {"a": [["a", 1, 2]]}},
    ),
    *(
        {"pages": {"a": None}},
        {"pages": {"a": [["anna", True]]}},
        {"pages": {"a": [["=cmd()", 1]]}},
        {"pages": {"a": [[None, 1]]}},
    ),
    *(
        {"failed": ["x"]},
        {"failed": {"a": 1}},
        {"failed": 0},
        {"name": 3},
        {"key": None},
        {"more": 1},
    ),
]


@pytest.mark.parametrize("odd", ODD, ids=[repr(odd)[:40] for odd in ODD])
def test_a_line_of_another_shape_counts_for_nothing(with_key: tuple[Path, str], odd: Any) -> None:
    """Though its key is right, which anybody gets by building; and the next run finds a ledger as
    it should be."""
    root, key = with_key
    written(root, line(key=key) | odd if isinstance(odd, dict) else odd, line("other"))
    assert ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"] == made(root)
    assert [] == made(root)


def test_a_ledger_costs_no_more_than_its_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line without an end, more lines than there are editions, and more to keep than is
    kept."""
    with (tmp_path / LEDGER).open("wb") as file:
        file.truncate(200 << 20)
    assert Ledger(tmp_path, None).entry("anna") is None
    monkeypatch.setattr(state, "LONGEST_LINE", 1000)
    monkeypatch.setattr(ledgers, "MOST_KEPT", 2000)
    good = json.dumps(line()).encode()
    lines = [
        json.dumps(line(failed={"a": "x" * 2000})).encode(),
        *(json.dumps(line(f"a{n}")).encode() for n in range(50)),
        good,
    ]
    (tmp_path / LEDGER).write_bytes(b"\n".join(lines))
    found = Ledger(tmp_path, None)
    known = [n for n in range(50) if found.entry(f"a{n}")]
    assert known == [*range(len(known))]
    assert 0 < len(known) < 10
    monkeypatch.setattr(state, "MOST_LINES", 3)
    assert not Ledger(tmp_path, None).entry("a3")
    assert Ledger(tmp_path, None).entry("a1")


def test_a_torn_last_line_is_nothing_to_speak_of(tmp_path: Path) -> None:
    good = json.dumps(line()).encode() + b"\n"
    for lines, wrong in (
        (good + good[:20], 0),
        (good[:20] + b"\n" + good, 1),
        (good + b"x\n", 1),
        (b"x\n" * 2000 + good, 2000),
    ):
        (tmp_path / LEDGER).write_bytes(lines)
        assert wrong == Ledger(tmp_path, None).wrong
    assert "2,000 lines are not as cardgen writes them" in Ledger(tmp_path, None).remark


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e400",
        "-1e999",
        "[" * 100_000,
        "9" * 5000,
        "{",
        "",
        "[" + "0," * 1_000_001 + "0]",
    ],
)
def test_json_is_what_its_standard_says(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_json(text.encode())


def test_commas_in_texts_are_no_values() -> None:
    assert {"x": "," * 2_000_000} == from_json(b'{"x": "%s"}' % (b"," * 2_000_000))


def test_true_is_no_number() -> None:
    with pytest.raises(ValueError, match="shape"):
        checked({"x": True}, {"x": int})
    assert {"x": 1.5} == checked({"x": 1.5}, {"x": int | float})
