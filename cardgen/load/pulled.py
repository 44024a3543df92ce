"""Tables that are kept elsewhere, and the lock of what was pulled.

A deck file says where they are; the lock remembers what came, from where and when. Nothing here
asks the network: a build reads the file that the last `cardgen pull` has left beside the deck. The
lock, `pull.lock` in the game's folder, is YAML, made to be committed with the tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from cardgen.base.findings import CardgenError, Finding
from cardgen.load.shares import ending_of
from cardgen.model.cards import Game, Origin
from cardgen.model.project import Project
from cardgen.model.table_files import (
    TABLES,
    TABLES_AND_LISTS,
    is_table,
    is_table_or_list,
    is_text_table,
)
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import NAME, ends_in, number
from cardgen.schema.source import Map, Node, Source, TypedText, read, text_node
from cardgen.schema.values import wrong

LOCK = "pull.lock"
"""The file in a game's folder that remembers what was pulled."""
_WRITE_TABLE = f"write a name in the game's folder that ends in one of {', '.join(TABLES)}"
_LONGEST = 2_000
_FILE = re.compile(
    r'([^\\/:*?"<>|\x00-\x1f.][^\\/:*?"<>|\x00-\x1f]*/)*[^\\/:*?"<>|\x00-\x1f.][^\\/:*?"<>|\x00-\x1f]*'
)
_ABOUT = (
    "# Written by cardgen pull: what was pulled, from where and when. Keep it with the tables, "
    "in version control too.\n"
)


def _address(section: Section, name: str, node: Node) -> TypedText:
    if (
        not isinstance(node, TypedText)
        or not node.startswith("https://")
        or not node.isprintable()
        or len(node) > _LONGEST
    ):
        raise wrong(
            f"{name} must be an https address",
            "copy it from the browser: https://...; no other is pulled",
            code="address-wrong",
        )
    try:
        host = urlsplit(node).hostname
    except ValueError:
        host = None
    if not host:
        raise wrong(
            f"{name} is no address", "copy it from the browser: https://...", code="address-wrong"
        )
    return node


def _file(section: Section, name: str, node: Node) -> TypedText:
    if not isinstance(node, TypedText) or not is_table_or_list(node) or not _FILE.fullmatch(node):
        raise wrong(f"{name} cannot name the table of a deck", _WRITE_TABLE, code="file-misnamed")
    return node


FROM = Key(
    "from",
    Kind(_address, {"type": "string", "pattern": "^https://"}),
    "the address of a published table that [`cardgen pull`](howto-pull.md) fetches: of a Google "
    "sheet, an Excel or Nextcloud share, or any "
    "CSV or XLSX",
)
FILE = Key(
    "file",
    Kind(_file, ends_in(TABLES_AND_LISTS)),
    "the table, in the game's folder; without it, one that is pulled is kept under the name of "
    "the deck",
    example="main.csv",
)
_WHICH = Keys("a table", FILE, FROM)
"""What `cards:` says of where a table is; `columns.py` has the rest."""


def table_named(section: Section, deck: str) -> TypedText | None:
    """The name of the file whose rows are a deck's cards.

    The section of its `cards:` tells it. What is wrong is noted."""
    file, address = _file_and_address(section)
    if file is None and address is None and not section.failed:
        section.wrong(
            "there is no file",
            "add a line such as  file: cards.xlsx  or  from: https://...",
            section.root,
            code="key-missing",
        )
    if section.failed:
        return None
    return file if address is None else _kept_as(file, address, deck)


def _file_and_address(section: Section) -> tuple[TypedText | None, TypedText | None]:
    """The file and the address that a section names.

    Only a table is pulled: the name of a list may be that of a file of the game, such as
    rules.yaml, which a pull would write over."""
    file, address = section.value("file"), section.value("from")
    if file is not None and address is not None and not is_table(file):
        section.wrong(
            "file cannot name the table of a deck that is pulled",
            _WRITE_TABLE,
            section.source.place(file),
            code="file-misnamed",
        )
    return file, address


def _kept_as(file: TypedText | None, address: TypedText, deck: str) -> TypedText:
    return (
        text_node(deck + ending_of(address), address.line, address.column) if file is None else file
    )


def origins(folder: Path, decks: Mapping[str, Source]) -> Iterator[Origin]:
    """Yield the origins of the tables of a game's decks.

    Decks that have another problem count, too. One without an address has none that can be read;
    the deck tells what is wrong with it.
    """
    for deck, source in decks.items():
        node = source.root.value("cards")
        if isinstance(node, Map) and "from" in node:
            section = Section(source, _WHICH, [], node)
            file, address = _file_and_address(section)
            if address is None or section.failed:
                yield Origin(deck, "", folder / deck, source.place(node))
            else:
                yield Origin(
                    deck, str(address), folder / _kept_as(file, address, deck), source.place(node)
                )


def check_pulled(project: Project, game: Game) -> Iterator[tuple[str, Finding]]:
    """Findings on tables that are not as they were pulled, each with its deck."""
    problems: list[Finding] = []
    lock = read_lock(project, game.folder, problems) if game.origins else {}
    for origin in game.origins:
        yield from ((origin.deck, problem) for problem in problems)
        problems = []
        try:
            digest = digest_of(origin.file, project.read(origin.file)) if origin.address else ""
        except (CardgenError, OSError):  # which the deck says itself
            continue
        name = origin.file.relative_to(game.folder).as_posix()
        again = f"cardgen pull {game.id}/{origin.deck}"
        pulled = lock.get(name)
        if digest and pulled is None:
            yield (
                origin.deck,
                Finding(
                    "pulled-changed",
                    f"{name} is there, but {LOCK} knows no pull of it",
                    f"run  {again} --force",
                    origin.place,
                ),
            )
        elif digest and pulled and pulled.address != origin.address:
            yield (
                origin.deck,
                Finding(
                    "pulled-changed",
                    f"{name} was pulled from another address",
                    f"run  {again}",
                    origin.place,
                ),
            )
        elif digest and pulled and pulled.digest != digest:
            remedy = f"make the change in the shared table, and run  {again} --force"
            yield (
                origin.deck,
                Finding(
                    "pulled-changed", f"{name} was edited since it was pulled", remedy, origin.place
                ),
            )


# The lock


@dataclass(frozen=True, slots=True)
class PulledTable:
    """The entry of a table in the lock.

    The address as the deck has it, the time of the pull (ISO 8601, UTC), its SHA-256 and its bytes.
    """

    address: str
    time: str
    digest: str
    size: int


def _digest(section: Section, name: str, node: Node) -> str:
    if not isinstance(node, TypedText) or not re.fullmatch("[0-9a-f]{64}", node):
        raise wrong(
            f"{name} is no SHA-256",
            "take the lock back from version control, or remove it and pull anew with --force",
            code="pulled-changed",
        )
    return str(node)


_PULLED = Keys(
    "a pulled table",
    Key("from", NAME, needed=True),
    Key("time", NAME, needed=True),
    Key("sha256", Kind(_digest, {"type": "string"}), needed=True),
    Key("size", number(0, 1 << 40, whole=True), needed=True),
)


def read_lock(project: Project, folder: Path, problems: list[Finding]) -> dict[str, PulledTable]:
    """The entries of the lock in a game's folder, by the names of the files. What is wrong is added
    to `problems`, and left out."""
    file = folder / LOCK
    if not file.exists():
        return {}
    source = read(file, problems, "main.csv:", home=project.home_of(file), must_exist=False)
    if source is None:
        return {}
    tables: dict[str, PulledTable] = {}
    for name, node in source.root.items():
        if not isinstance(node, Map):
            problems.append(
                Finding(
                    "pulled-changed",
                    f'the lock says nothing of "{name}"',
                    "remove the line, and pull anew",
                    source.place(name),
                )
            )
            continue
        section = Section(source, _PULLED, problems, node)
        values = section.values()
        if not section.failed:
            tables[str(name)] = PulledTable(
                values["from"], values["time"], values["sha256"], values["size"]
            )
    return tables


def lock_of(tables: Mapping[str, PulledTable]) -> bytes:
    """The bytes of a lock with these entries."""
    lines, quoted = [_ABOUT], partial(json.dumps, ensure_ascii=False)
    for name, table in sorted(tables.items()):
        values = {
            "from": table.address,
            "time": table.time,
            "sha256": table.digest,
            "size": table.size,
        }
        lines += [
            f"{quoted(name)}:\n",
            *(f"  {key}: {quoted(value)}\n" for key, value in values.items()),
        ]
    return "".join(lines).encode()


def digest_of(file: Path, data: bytes) -> str:
    """The SHA-256 of a table. Of a text its line ends count as LF: version control may change
    them."""
    return sha256(as_kept(file, data)).hexdigest()


def as_kept(file: Path, data: bytes) -> bytes:
    """A table as it is written: texts with LF at the ends of lines."""
    return data.replace(b"\r\n", b"\n") if is_text_table(file.name) else data
