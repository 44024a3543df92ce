"""What the program wrote itself and reads back, made hostile: ledgers, saves, calibrations, what is
kept between runs, sealed projects.

Each begins as the program has written it for a small game, whose runs are made once; so keys and
digests are right until they are changed."""

from __future__ import annotations

import io
import json
import os
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from click.testing import CliRunner
from material import Files, secrets
from projects import BACK, svg
from trial import ENTRIES, Case

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError
from cardgen.cli import cli
from cardgen.making.sealed_project import Sealed, seal, unseal
from cardgen.model.project import find_project

Broken = Callable[[Random, bytes], bytes]
Mutate = Callable[[Random, Case], None]

_DECK = """title: Cards
size: 60mm x 80mm
template: plain.svg
back: back.svg
fields: {text: {text: {default: so}}}
cards:
  - {id: one, name: One, art: sign}
  - {id: two, name: Two, copies: 2}
"""
_SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#c33"/></svg>\n'
_LEDGERS = ("output/mini/editions/editions.jsonl", "output/mini/editions/images/editions.jsonl")
_SAVE, _EARLIER = "output/save.json", "output/mini/tabletop-simulator/mini.json"
_CALIBRATION = "../home/calibration.json"
_SEALED = "output/sealed.zip"
DIARY = "output/mini/editions/diary.txt"
"""A file of the user's own among what is made, which nobody takes away."""

COMMANDS = {
    "editions": "build mini --editions guests.csv --paper a4 --jobs 1",
    "pictures": "export mini --editions guests.csv --printer images --jobs 1 --force",
    "update": f"export mini --printer tabletop-simulator --update {_SAVE} --url https://a.example --force",
    "earlier": "export mini --printer tabletop-simulator --url https://a.example --force",
    "mini": "build mini --paper a4",
    "kept": "calibrate --show",
    "keep": "calibrate --set 0.5 0.2 0 --printer-name tray",
    "forget": "calibrate --reset",
    "unseal": "unseal",
}
KINDS = {
    "ledger": "editions editions pictures",
    "save": "update update earlier",
    "calibration": "kept keep mini forget",
    "cache": "mini mini editions",
    "sealed": "unseal",
}


@cache
def mini() -> Files:
    """A small game, and beside it all that the program writes of it."""
    texts = {
        "card_data/mini/game.yaml": "title: Mini\n",
        "card_data/mini/cards.yaml": _DECK,
        "card_data/mini/editions.yaml": "fields: {guest: text}\nexample: {guest: Alma}\nname: edition.guest\n",
        "card_data/mini/guests.csv": "id,guest\na,Anna\nb,Ben\n",
        "card_data/mini/art/sign.svg": _SIGN,
        "templates/plain.svg": svg(
            '{{ text_box(card.name ~ edition.guest, 5, 10, 50, 10, size=12) }}<image href="sign" width="9" height="9"/>'
        ),
        "templates/back.svg": BACK,
    }
    with tempfile.TemporaryDirectory(prefix="cardgen-made-") as folder:
        root = Path(folder).resolve() / "project"
        for name, words in texts.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(words, "utf-8")
        known = {
            "CARDGEN_CACHE": str(root.parent / "cache"),
            "CARDGEN_CONFIG": str(root.parent / "home"),
        }
        for name in ("editions", "pictures", "earlier", "mini", "keep"):
            done = CliRunner().invoke(
                cli, [*COMMANDS[name].split(), "--project", str(root)], env=known
            )
            assert done.exit_code in (0, 1), done.output
        sealed = seal(find_project(root), Cache(root.parent / "cache"))
        found = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file()
        }
        beside = [
            path
            for name in ("cache", "home")
            for path in (root.parent / name).rglob("*")
            if path.is_file()
        ]
        found |= {
            f"../{path.relative_to(root.parent).as_posix()}": path.read_bytes() for path in beside
        }
    return {**found, _SAVE: found[_EARLIER], _SEALED: sealed.data, DIARY: b"mine\n"}


def state_mutators(broken: Broken) -> dict[str, tuple[Mutate, str]]:
    """By kind what makes it hostile, and the commands that are tried; `broken` breaks any bytes."""
    changes = {
        "ledger": _in_ledger,
        "save": _in_save,
        "calibration": _in_calibration,
        "cache": _in_cache,
        "sealed": _in_sealed,
    }

    def begun(kind: str) -> Mutate:
        def inner(rng: Random, case: Case) -> None:
            if DIARY not in case.files:
                case.files = dict(mini())
            # an earlier change has left no JSON
            with suppress(ValueError, RecursionError, LookupError, TypeError, AttributeError):
                changes[kind](rng, case, broken)

        return inner

    return {kind: (begun(kind), commands) for kind, commands in KINDS.items()}


# -- values
# -----------------------------------------------------------------------------------------------------------------------------


def _value(rng: Random) -> Any:
    """Any value of JSON, and some that are none of it."""
    deep: Any = 1
    for _ in range(rng.choice((3, 50, 500))):
        deep = rng.choice(([deep], {"a": deep}))
    ways = (
        None,
        True,
        False,
        0,
        -1,
        1.5,
        10**30,
        10**400,
        float("nan"),
        float("inf"),
        "",
        "x" * 5000,
        "\ud800",
        "\0",
        [],
        {},
        [[]],
        {"": ""},
        deep,
    )
    return rng.choice(ways)


def _places(value: Any, found: list[tuple[Any, Any]] | None = None) -> list[tuple[Any, Any]]:
    """All lists and mappings of a value, with a key of each of their values."""
    found = [] if found is None else found
    for key, each in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        found.append((value, key))
        _places(each, found)
    return found


def _spoilt(rng: Random, value: Any, named: Callable[[Random], Any]) -> Any:
    """The value with one of its values, or names, put in place of by another."""
    places = _places(value)
    if not places or rng.random() < 0.03:
        return _value(rng)
    holder, key = rng.choice(places)
    match rng.randrange(6):
        case 0 | 1:
            holder[key] = _value(rng)
        case 2:
            holder[key] = named(rng)
        case 3 if isinstance(holder, dict):
            holder[str(named(rng))] = holder.pop(key)
        case 4:
            del holder[key]
        case _:
            other, at = rng.choice(places)
            holder[key] = (
                json.loads(json.dumps(other[at]))
                if at in other or (isinstance(at, int) and at < len(other))
                else None
            )
    return value


def _text(rng: Random, value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def _raw(rng: Random) -> bytes:
    """A line that is none."""
    ways = (
        b"[" * 200_000,
        b'{"a":' * 50_000,
        b"\0" * 70_000,
        b"",
        b"\n" * 50_000,
        b"\xff\xfe",
        b'{"name": "anna"',
        b"1" * 9000,
        b'"' * 9999,
    )
    return rng.choice(ways)


# -- the files
# --------------------------------------------------------------------------------------------------------------------------


def _outward(rng: Random) -> str:
    """The name of a file elsewhere, or of another in the same folder, as ledgers may bear it."""
    ways = (
        *(
            "../../../card_data/mini/game.yaml",
            "../../../../canary/secret.csv",
            "../../../../canary/secret.yaml",
            "diary.txt",
            "ben-a4.pdf",
        ),
        *(
            "anna/../diary.txt",
            "anna-a4.pdf/../../diary.txt",
            "./anna-a4.pdf",
            "/etc/hostname",
            "C:anna",
            "anna\\..\\diary.txt",
            "ANNA-A4.PDF",
        ),
        *(
            "anna\0",
            "anna-a4.pdf\n",
            "nul",
            "anna-%2e%2e/diary.txt",
            "anna?",
            "anna#x",
            "link/secret.csv",
            "anna-link/secret.csv",
            "anna" * 200,
        ),
    )
    return rng.choice(ways)


def _in_ledger(rng: Random, case: Case, broken: Broken) -> None:
    path = _LEDGERS["pictures" in " ".join(case.words) or "images" in case.words]
    lines = case.files[path].splitlines()
    case.told.append(f"in_ledger {path}")
    match rng.randrange(12):
        case 0:
            case.files[path] = broken(rng, case.files[path])
        case 1:
            case.files[path] = rng.choice(
                (_raw(rng), b"\n".join(lines * rng.choice((2, 3000)))[: 1 << 20])
            )
        case 2:
            folder = path.rpartition("/")[0]
            up = "../" * path.count("/") + "../canary/"
            case.tricks.append(
                rng.choice(
                    (
                        ("link", path, up + "secret.csv"),
                        ("fifo", path, ""),
                        ("folder", path, ""),
                        ("huge", path, str(1 << 28)),
                    )
                )
            )
            case.tricks.append(
                ("link", f"{folder}/{rng.choice(('link', 'anna-link'))}", up.rstrip("/"))
            )
        case _:
            at = rng.randrange(len(lines))
            entry = json.loads(lines[at])
            secret = rng.choice([*secrets().values(), case.files[DIARY]])
            if rng.random() < 0.6:
                entry["files"] = {
                    **entry["files"],
                    _outward(rng): rng.choice((sha256(secret).hexdigest(), "0" * 64)),
                }
            if rng.random() < 0.3:
                entry["key"] = "another"
            if rng.random() < 0.6:
                entry = _spoilt(rng, entry, _outward)
            lines[at] = _text(rng, entry)
            case.files[path] = (
                b"\n".join((*lines, *([_raw(rng)] if rng.random() < 0.2 else ()))) + b"\n"
            )


def _in_save(rng: Random, case: Case, broken: Broken) -> None:
    path = _SAVE if "--update" in case.words else _EARLIER
    case.told.append(f"in_save {path}")
    if rng.random() < 0.15:
        case.files[path] = rng.choice((_raw(rng), broken(rng, case.files[path])))
        return
    found = json.loads(case.files[path])
    for _ in range(rng.choice((1, 1, 3))):
        found = _spoilt(
            rng,
            found,
            lambda rng: rng.choice(
                ("ObjectStates", "CardID", "CustomDeck", "GUID", "file:///etc/hostname", "DeckIDs")
            ),
        )
    if rng.random() < 0.1 and isinstance(found, dict):
        found["LuaScript"] = rng.choice(("x" * 900_000, '\\"' * 200_000, "{[," * 200_000))
    if rng.random() < 0.1 and isinstance(found, dict):
        found["ObjectStates"] = rng.choice(
            (
                [found.get("ObjectStates")] * 300,
                [{}] * 200_000,
                [[]] * 200_000,
                [{"CardID": 1}] * 30_000,
            )
        )
    case.files[path] = _text(rng, found)


def _in_calibration(rng: Random, case: Case, broken: Broken) -> None:
    case.told.append("in_calibration")
    case.files.setdefault(_CALIBRATION, b"{}")
    match rng.randrange(8):
        case 0:
            case.files[_CALIBRATION] = broken(rng, case.files[_CALIBRATION])
        case 1:
            case.files[_CALIBRATION] = _raw(rng)
        case 2:
            case.tricks.append(
                rng.choice(
                    (
                        ("fifo", _CALIBRATION, ""),
                        ("folder", _CALIBRATION, ""),
                        ("huge", _CALIBRATION, str(1 << 28)),
                    )
                )
            )
        case _:
            found = json.loads(case.files[_CALIBRATION])
            found = _spoilt(
                rng, found, lambda rng: rng.choice(("", "tray", "long", "x", "../x", "\x1b[31m"))
            )
            case.files[_CALIBRATION] = _text(rng, found)


def _in_cache(rng: Random, case: Case, broken: Broken) -> None:
    """Files that were broken, cut, or changed places; none that somebody has signed anew, who could
    change the program as well."""
    kept = sorted(path for path in case.files if path.startswith("../cache/"))
    case.told.append("in_cache")
    for _ in range(rng.choice((1, 5, 40))):
        one, other = rng.choice(kept), rng.choice(kept)
        match rng.randrange(5):
            case 0:
                case.files[one] = broken(rng, case.files[one])
            case 1:
                case.tricks.append(
                    rng.choice(
                        (
                            ("fifo", one, ""),
                            ("folder", one, ""),
                            ("link", one, "/dev/zero"),
                            ("huge", one, str(1 << 29)),
                        )
                    )
                )
            case _:
                case.files[one], case.files[other] = case.files[other], case.files[one]


class _Entry(NamedTuple):
    name: str
    data: bytes


def _in_sealed(rng: Random, case: Case, broken: Broken) -> None:
    case.told.append("in_sealed")
    with zipfile.ZipFile(io.BytesIO(mini()[_SEALED])) as archive:
        entries = [_Entry(name, archive.read(name)) for name in archive.namelist()]
    inner = "card_data/mini/"
    names = (
        *(
            "../there.txt",
            "/etc/x",
            f"{inner}../../../x",
            "C:x",
            f"{inner}a\\..\\b",
            f"{inner}nul",
            f"{inner}",
            "card_data",
            "",
            ".",
            f"{inner}x\0y",
        ),
        *(
            "cache/../x",
            "cache/a/b",
            "cache/abc",
            "other/x",
            f"{inner}{'x' * 300}",
            "templates//x",
            f"{inner}game.yaml/x",
            entries[0].name,
        ),
    )
    for _ in range(rng.choice((1, 2, 5))):
        data = rng.choice(
            (b"x", b"\0" * rng.choice((10, 10, 10, 10, 65 << 20)), broken(rng, entries[0].data))
        )
        entries.insert(rng.randrange(len(entries) + 1), _Entry(rng.choice(names), data))
    out = io.BytesIO()
    warnings.simplefilter("ignore", UserWarning)  # of names that are doubled
    with zipfile.ZipFile(
        out, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED))
    ) as archive:
        for name, data in entries if rng.random() < 0.7 else entries[: len(entries) // 2]:
            stored = zipfile.ZIP_DEFLATED if len(data) > 1 << 20 else archive.compression
            archive.writestr(zipfile.ZipInfo(name), data, stored)
    made = bytearray(out.getvalue())
    # what a part says of itself: how it is packed, its sizes, its flags
    if rng.random() < 0.3 and (at := made.rfind(b"PK\1\2")) >= 0:
        struct.pack_into(
            "<H",
            made,
            at + rng.choice((6, 8, 10, 20, 24, 28, 42)),
            rng.choice((0, 1, 8, 9, 12, 14, 99, 0xFFFF)),
        )
    case.files[_SEALED] = broken(rng, bytes(made)) if rng.random() < 0.3 else bytes(made)


def _unseal() -> None:
    """As a worker does with what has arrived, into a folder of its own."""
    data = Path(_SEALED).read_bytes()
    try:
        unseal(Sealed(data, sha256(data).hexdigest()), Path(os.environ["TMPDIR"]) / "../out/there")
    except CardgenError as error:
        print(error)
        raise SystemExit(2) from None


ENTRIES["unseal"] = _unseal
