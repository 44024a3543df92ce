"""Lists of cards in JSON and YAML as the rows of a table.

An object is a row, its names are headings, objects within it are flattened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import Place
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import listed
from cardgen.load.cell_values import ListCell
from cardgen.load.columns import HEADING_ABOVE, ListRow, Row, alike
from cardgen.schema.json_text import read_json
from cardgen.schema.source import Map, Node, Seq, TypedText, read_node, typed_text
from cardgen.schema.values import blank, wrong

_DEEPEST = 4
"""How deep cards are looked for by themselves."""
_NAMES = ("name", "title", "card", "label", "word", "term", "question", "front", "text")
_IDS = ("id", "key", "code", "uid", "uuid", "guid", "slug")
_OTHERS = (
    "copies",
    "count",
    "qty",
    "quantity",
    "art",
    "image",
    "picture",
    "cost",
    "rank",
    "type",
    "kind",
    "suit",
    "value",
    "answer",
)
"""What else columns are called, by which a table of more columns than rows is told from a list of
words for each card."""
_FEWEST = 2
_MOST_LISTED = 8
_LONGEST_SAID = 60
_MOST_COLUMNS = 30
"""How many parallel lists make a table; more are the cards of a game of words, one to a list."""
_LONG = 40
"""How long entries of a list are that are paragraphs."""


class CardList(NamedTuple):
    """A list of cards in a file: where it is (`data.cards`), where others are, its rows, the first
    of them headings, and the places of these by column."""

    at: str
    others: list[str]
    rows: Iterable[Row]
    spots: dict[int, tuple[int, int]]


def card_list(
    file: Path, home: Path, at: TypedText | None = None, *, sure: bool = True
) -> CardList:
    """The list of cards of a file: the one at a path, or the one found.

    `at` is a path of names with points between. Where there are several it is to be said which, if
    it must be `sure`. Raises CardgenError."""
    text = typed_text(file, home)
    root = (
        read_node(file, text) if file.suffix.lower() in (".yaml", ".yml") else read_json(file, text)
    )
    if root is None:
        raise wrong(
            "the file is empty", "put a list of cards into it", Place(file, 1), code="file-empty"
        )
    if at is not None:
        lists = [(str(at), node) for node in _at(file, root, str(at))]
        other_paths: list[str] = []
    else:
        likely = list(_lists(root))
        if not likely:
            raise wrong(
                "no list of cards is found here",
                "write one, such as  [{...}, {...}]",
                Place(file, root.line, root.column),
                code="table-not-found",
            )
        if sure and len(likely) > 1 and _is_of_cards(likely[0][1]) == _is_of_cards(likely[1][1]):
            if isinstance(root, Map) and _are_uneven(root):
                sizes = listed(
                    [f"{path} has {len(node)}" for path, node in likely if isinstance(node, Seq)],
                    _MOST_LISTED,
                )
                remedy = (
                    "give them as many, null where a card has none, or say which has the "
                    f"cards:  at: {likely[0][0]}"
                )
                raise wrong(
                    f"these lists are columns of different lengths: {sizes}",
                    remedy,
                    Place(file, root.line, root.column),
                    code="table-not-found",
                )
            paths = listed([path for path, _ in likely], _MOST_LISTED)
            raise wrong(
                f"this file holds several lists: {paths}",
                f"say which has the cards:  at: {likely[0][0]}",
                Place(file, 1),
                code="table-not-found",
            )
        lists = likely[:1]
        other_paths = [path for path, _ in likely[1:]]
    if file.suffix.lower() in (".yaml", ".yml"):
        for _, node in lists:
            _check_sentences(file, node)
    rows, spots = _rows([node for _, node in lists])
    return CardList(lists[0][0] if lists else "", other_paths, rows, spots)


def _check_sentences(file: Path, node: Node) -> None:
    """Raise CardgenError for a sentence with a colon in a list of YAML.

    YAML reads it as a name with a value, among other sentences."""
    entries = list(node) if isinstance(node, Seq) else []
    divided = [entry for entry in entries if isinstance(entry, Map) and len(entry) == 1]
    texts = sum(isinstance(entry, TypedText) for entry in entries)
    differ = len({str(key) for entry in divided for key in entry}) == len(divided)
    if (
        not divided
        or not texts
        or (texts < len(divided) and not differ)
        or texts + len(divided) < len(entries)
    ):
        return
    for entry in divided:
        ((key, value),) = entry.items()
        if (
            isinstance(value, TypedText)
            and not value.quoted
            and not key.quoted
            and alike(str(key), (*_NAMES, *_IDS)) is None
        ):
            text = f'"{key}: {value}"'[:_LONGEST_SAID]
            raise wrong(
                f"{text} is read as a name with a value, for the colon",
                "put the whole text in quotes",
                Place(file, key.line, key.column),
                code="text-needs-quotes",
            )


def _at(file: Path, root: Node, path: str) -> list[Node]:
    """Return the nodes at a path: `data.cards`, `packs.0.white`, or `packs.*.white` for those of
    all packs."""
    nodes, rest = [root], path.split(".")
    while rest:
        length = 0
        below = list[Node]()
        for length in range(len(rest), 0, -1):  # names may hold points
            name = ".".join(rest[:length])
            below = [inner for node in nodes for inner in _below(node, name)]
            if below:
                break
        if not below:
            names = [str(key) for node in nodes if isinstance(node, Map) for key in node]
            message = (
                f'nothing is called "{rest[0]}" here'
                if rest == path.split(".")
                else f'there is no "{rest[0]}" in {path}'
            )
            raise wrong(
                message,
                did_you_mean(
                    rest[0],
                    names,
                    "write  at:  and the names that lead to the list, with points between",
                ),
                Place(file),
                code="table-not-found",
            )
        nodes, rest = below, rest[length:]
    return nodes


def _below(node: Node, name: str) -> Iterator[Node]:
    if name == "*":
        yield from node.values() if isinstance(node, Map) else node if isinstance(node, Seq) else ()
    elif isinstance(node, Map):
        if (inner := node.value(name)) is not None:
            yield inner
    elif isinstance(node, Seq) and name.isdecimal() and int(name) < len(node):
        yield node[int(name)]


def _lists(root: Node, path: str = "", depth: int = 0) -> Iterator[tuple[str, Node]]:
    """Yield nodes that may be a list of cards, the likeliest first.

    These are the outermost ones, of these the longest."""
    if isinstance(root, Seq) or (isinstance(root, Map) and (_are_columns(root) or _is_keyed(root))):
        if len(root):
            yield path, root
        return
    if not isinstance(root, Map) or depth == _DEEPEST:
        return
    inner = [(key, node) for key, node in root.items() if isinstance(node, (Map, Seq))]
    lists = [
        part
        for key, node in inner
        for part in _lists(node, f"{path}.{key}" if path else str(key), depth + 1)
    ]
    yield from sorted(
        lists,
        key=lambda part: (
            not _is_of_cards(part[1]),
            -len(part[1]) if isinstance(part[1], (Map, Seq)) else 0,
        ),
    )


def _is_of_cards(node: Node) -> bool:
    """True if a list is one of objects, and not of bare texts."""
    if isinstance(node, Map) and _are_columns(node):
        return True
    return any(
        isinstance(entry, Map) for entry in (node.values() if isinstance(node, Map) else node)
    )


def _are_columns(root: Map) -> bool:
    """True if a mapping is a table by its columns.

    They are lists of one length, one of the first two of which names the cards."""
    lists = list(root.values())
    lengths = {len(entries) if isinstance(entries, Seq) else 0 for entries in lists}
    if not 1 < len(lists) <= _MOST_COLUMNS or len(lengths) > 1 or lengths == {0}:
        return False
    headings = [str(key) for key in root]
    if not any(alike(heading, (*_NAMES, *_IDS)) for heading in headings[:2]):
        return False
    familiar = [heading for heading in headings if alike(heading, (*_NAMES, *_IDS, *_OTHERS))]
    return len(familiar) >= _FEWEST or (lengths != {1} and len(lists) <= max(3, *lengths))


def _are_uneven(root: Map) -> bool:
    """True if a mapping seems to be a table by columns of unequal length."""
    lists = [entries for entries in root.values() if isinstance(entries, Seq)]
    known_headings = sum(alike(str(key), (*_NAMES, *_IDS, *_OTHERS)) is not None for key in root)
    return (
        len(lists) == len(root)
        and known_headings >= _FEWEST
        and len({*map(len, lists)}) > 1
        and not any(map(_is_of_cards, lists))
    )


def _turned(columns: Map) -> Iterator[Map]:
    """The rows of a table that is written by its columns. Each is where its first cell is."""
    lists = [(key, entries) for key, entries in columns.items() if isinstance(entries, Seq)]
    _, first_column = lists[0]
    for at, first in enumerate(first_column):
        row = Map((key, entries[at]) for key, entries in lists)
        row.line, row.column = first.line, first.column
        yield row


def _is_keyed(root: Map) -> bool:
    """True if a mapping has a card behind each of its names.

    These are objects that have names in common, or as many short lists or texts as make no single
    card."""
    values = list(root.values())
    objects = [value for value in values if isinstance(value, Map)]
    if len(objects) == len(values) and len(values) > 1:
        common_keys = set.intersection(*({str(key) for key in value} for value in objects))
        times = [
            sum(key in card for card in objects)
            for key in {str(key) for value in objects for key in value}
        ]
        return bool(common_keys) or max(times, default=0) * 2 > len(objects) or len(objects) > 20
    lists = [value for value in values if isinstance(value, Seq)]
    if len(lists) == len(values):
        longest = max(map(len, lists), default=0)
        return len(values) > max(3, longest) and not any(map(_is_of_cards, lists))
    texts = [value for value in values if isinstance(value, TypedText)]
    return len(texts) == len(values) > 2 and not any(alike(str(key), _NAMES) for key in root)


def _rows(nodes: Sequence[Node]) -> tuple[Iterable[Row], dict[int, tuple[int, int]]]:
    """The rows of these lists, one after the other."""
    cards = [card for node in nodes for card in _cards(node)]
    # rows of a table
    if cards and all(key is None and isinstance(card, Seq) for key, card in cards):
        bare = [
            _row(card, [_cell(item) for item in card]) for _, card in cards if isinstance(card, Seq)
        ]
        return list(enumerate(bare, 1)), {}
    headings: dict[str, int] = {}
    spots: dict[int, tuple[int, int]] = {}
    objects = [card for _, card in cards if isinstance(card, Map)]
    headings_of_cards = {str(key).casefold() for card in objects for key in card}
    key_column = next(
        (name for name in ("name", "id", "key") if name not in headings_of_cards), "key_of_list"
    )
    if key_column == "name" and any(alike(item, _NAMES) for item in headings_of_cards):
        key_column = next(
            (
                name
                for name in ("id", "key")
                if not any(alike(item, [name]) for item in headings_of_cards)
            ),
            "key_of_list",
        )
    card_cells: list[tuple[Node, dict[str, str]]] = []
    for key, card in cards:
        cells: dict[str, str] = {}
        if key is not None:
            _say(cells, headings, spots, key_column, key, _cell(key))
        if isinstance(card, Map):
            for path, at, node in _flat(card):
                _say(cells, headings, spots, path, at, _cell(node))
        elif isinstance(card, Seq):
            _say(cells, headings, spots, "entries", card, _cell(card))
        else:
            _say(cells, headings, spots, "name" if key is None else "text", card, _cell(card))
        card_cells.append((card, cells))
    return _written(headings, card_cells), spots


def _written(
    headings: Mapping[str, int], cards: Sequence[tuple[Node, dict[str, str]]]
) -> Iterator[Row]:
    """The headings and the cards as rows. They are made as they are asked for: in all a list may
    reach too far, when who asks ends it."""
    head: list[str | None] = list(headings)
    yield HEADING_ABOVE[0], head
    for number, (card, row_cells) in enumerate(cards, 1):
        cells: list[str | None] = [None] * (
            max((headings[path] for path in row_cells), default=-1) + 1
        )
        for path, cell in row_cells.items():
            cells[headings[path]] = cell
        yield number, _row(card, cells)


def _say(
    cells: dict[str, str],
    headings: dict[str, int],
    spots: dict[int, tuple[int, int]],
    path: str,
    at: Node,
    cell: ListCell | None,
) -> None:
    column = headings.setdefault(path, len(headings))
    spots.setdefault(column + 1, (at.line, at.column))
    if cell is not None:
        cells[path] = cell


def _row(card: Node, cells: Sequence[str | None]) -> ListRow:
    row = ListRow(cells)
    row.spot = (card.line, card.column)
    return row


def _cards(node: Node) -> Iterator[tuple[TypedText | None, Node]]:
    """The cards of a list, or of a mapping, with what each stands behind there."""
    if isinstance(node, Seq):
        around = {
            str(key)
            for entry in node
            if isinstance(entry, Map) and len(entry) == 1
            for key in entry
        }
        for entry in node:
            if (
                isinstance(entry, Map)
                and len(entry) == 1
                and len(node) > 1
                and isinstance(inner := next(iter(entry.values())), Map)
            ):
                # [{card: {name: ...}}, ...]
                alone = len(around) == 1 and any(alike(str(name), _NAMES) for name in inner)
                yield (None if alone else next(iter(entry))), inner  # - Owl: {...}, as YAML has it
            else:
                yield None, entry
    elif isinstance(node, Map) and _are_columns(node):
        yield from ((None, row) for row in _turned(node))
    elif isinstance(node, Map):
        yield from node.items()
    else:
        yield None, node


def _flat(card: Map, before: str = "") -> Iterator[tuple[str, Node, Node]]:
    """Yield the values of an object by their names, and the names' places.

    Those of objects within it have points between."""
    for key, node in card.items():
        path = f"{before}{key}"
        if isinstance(node, Map) and node:
            yield from _flat(node, f"{path}.")
        else:
            yield path, key, node


def _cell(node: Node) -> ListCell | None:
    """A value as a cell; None for one that says nothing."""
    if isinstance(node, TypedText):
        if blank(node) or (not node.quoted and node in ("null", "~")) or not node.strip():
            return None
        return ListCell.of(str(node), node)
    if isinstance(node, Map):
        return None
    texts = [text for entry in node if (text := _said(entry))]
    if not texts:
        return ListCell.of("[]", node, ())
    paragraphs = any(len(text) > _LONG or "\n" in text or text.endswith(".") for text in texts)
    plain = all(isinstance(entry, TypedText) for entry in node)
    return ListCell.of(
        ("\n" if paragraphs else ", ").join(texts), node, tuple(texts) if plain else None
    )


def _said(node: Node) -> str:
    """Return an entry of a list in words.

    An object becomes its names with their values."""
    if isinstance(node, TypedText):
        return str(node)
    if isinstance(node, Seq):
        texts = filter(None, map(_said, node))
        return listed(list(texts), len(node) or 1)
    by_name = {key: _said(entry) for key, entry in node.items()}
    values = [(key, text) for key, text in by_name.items() if text]
    if len(values) == 1:
        return values[0][1]
    return ", ".join(f"{key} {text}" for key, text in values)
