"""Icon sets as files: JSON as Iconify has it (iconify.design/docs/types/iconify-json.html).

Whoever made them may be a stranger: they are read within bounds, and nothing of them is drawn
before it is cleaned."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box
from cardgen.engine import DrawingError, Fault, Sanitizer, svg_tree
from cardgen.model.credits import Credit
from cardgen.schema.json_text import read_json
from cardgen.schema.source import Map, Node, Seq, TypedText
from cardgen.schema.values import id_of, unused_id

LARGEST_SET = 32 << 20
"""Bytes of a set, and of all drawings that become one."""
LARGEST_ICON = 256 << 10
"""Bytes of the drawing of an icon."""
MOST_ICONS = 30_000
_LONGEST_CHAIN = 5
"""Aliases that lead from one to the next."""
_LONGEST_TEXT = 200
_MOST_WORDS = 40
_SIDE = 16.0
"""The width and height of icons for which a set gives none (Iconify)."""
_LARGEST_SIDE = 100_000.0
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'
_XLINK = ' xmlns:xlink="http://www.w3.org/1999/xlink"'


class Turn(NamedTuple):
    """The way in which an icon is turned: mirrored first, then by quarters clockwise."""

    quarters: int = 0
    is_mirrored: bool = False
    is_upside_down: bool = False

    def then(self, other: Turn) -> Turn:
        """Both turns, as Iconify merges those of an alias and its parent."""
        return Turn(
            (self.quarters + other.quarters) % 4,
            self.is_mirrored is not other.is_mirrored,
            self.is_upside_down is not other.is_upside_down,
        )


UNTURNED = Turn()


@dataclass(frozen=True, slots=True)
class SetIcon:
    """An icon of a set: the mark-up within its <svg>, and the box that it shows."""

    name: str
    body: str
    box: Box
    turn: Turn = UNTURNED
    words: tuple[str, ...] = ()
    """Keywords by which it is found."""
    aliases: tuple[str, ...] = ()
    is_hidden: bool = False

    @property
    def svg(self) -> bytes:
        """The icon as a document, which nobody has cleaned."""
        body, box = self.body, self.box
        if self.turn != UNTURNED:
            x, y = box.centre
            width, height = box.width, box.height
            if self.turn.quarters % 2:
                width, height = height, width
            box = Box(-width / 2, -height / 2, width, height)
            across = -1 if self.turn.is_mirrored else 1
            down = -1 if self.turn.is_upside_down else 1
            turned = f"rotate({90 * self.turn.quarters}) scale({across} {down})"
            body = f'<g transform="{turned} translate({-x:g} {-y:g})">{body}</g>'
        sides = " ".join(f"{side:g}" for side in box)
        head = _HEAD + (_XLINK if "xlink:" in body else "")
        return f'{head} viewBox="{sides}">{body}</svg>'.encode("utf-8", "replace")


@dataclass(frozen=True)
class IconSet:
    """Icons by name, with a credit that all of them share.

    `left_out` are the names of drawings that cannot be icons."""

    id: str
    title: str
    credit: Credit
    icons: Mapping[str, SetIcon] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of icons by their names and aliases."""
        names = {alias: icon.name for icon in self.icons.values() for alias in icon.aliases}
        return names | {name: name for name in self.icons}

    def find(self, name: str) -> SetIcon | None:
        """The icon of a name or alias; None where there is none."""
        return self.icons.get(self.names.get(name, ""))


def cleaned_icon(icon: SetIcon) -> SetIcon:
    """The icon without what runs or refers to other files, and without its turn.

    Raises DrawingError for what is no drawing."""
    clean = icon_of_svg(icon.name, icon.svg)
    return replace(icon, body=clean.body, box=clean.box, turn=UNTURNED)


def icon_of_svg(name: str, data: bytes) -> SetIcon:
    """A drawing as an icon, cleaned. Raises DrawingError for what is none, or shows nothing."""
    root = svg_tree.read_svg(Sanitizer.cleaned(data))
    body = svg_tree.inner_markup(root)
    if not body.strip():
        raise DrawingError([Fault("this drawing shows nothing", "draw something in it")])
    return SetIcon(name, body, svg_tree.view_box(root))


def cleaned_set(icons: IconSet) -> IconSet:
    """The set with cleaned icons, without those that are no drawings."""
    good: dict[str, SetIcon] = {}
    bad: list[str] = []
    for name, icon in icons.icons.items():
        try:
            good[name] = cleaned_icon(icon)
        except DrawingError:
            bad.append(name)
    return replace(icons, icons=good, left_out=(*icons.left_out, *bad))


# -- reading


def read_iconify(file: Path, text: str, info: str = "", categories: str = "") -> IconSet:
    """The set in a JSON text.

    `info` and `categories` are the texts of info.json and metadata.json, which packages have beside
    it. Raises CardgenError for what is no set."""
    root = read_json(file, text)
    if not isinstance(_part(root, "icons"), Map):
        what = "this is no set of icons"
        remedy = 'take an icon set of Iconify, which has {"prefix": ..., "icons": {...}}'
        raise CardgenError(Finding("icons-unusable", what, remedy, Place(file)))
    beside = read_json(file.with_name("info.json"), info) if info else _part(root, "info")
    about = read_json(file.with_name("metadata.json"), categories) if categories else root
    return _SetReader(file, _map(root), _map(beside), _map(_part(about, "categories"))).icon_set()


class _SetReader:
    """Reads the mapping of a set. What cannot be an icon is left out."""

    def __init__(self, file: Path, root: Map, info: Map, categories: Map) -> None:
        self.file, self.root, self.info = file, root, info
        self.written, self.aliases = _parts(root, "icons"), _parts(root, "aliases")
        self.left_out: list[str] = []
        self.words = _keywords(categories)

    def icon_set(self) -> IconSet:
        """The set. Raises CardgenError for one that is too large."""
        count = len(self.written) + len(self.aliases)
        if count > MOST_ICONS:
            raise too_many_icons(self.file, count)
        prefix = _line(_part(self.root, "prefix")) or self.file.stem
        icons = self._icons()
        title = _line(_part(self.info, "name")) or prefix
        return IconSet(id_of(prefix), title, _credit(self.info), icons, tuple(self.left_out))

    def _icons(self) -> dict[str, SetIcon]:
        icons: dict[str, SetIcon] = {}
        counts: dict[str, int] = {}
        by_written_name: dict[str, SetIcon] = {}
        aliases: dict[str, list[str]] = {}
        for name in (*self.written, *self.aliases):
            icon = self._icon(name)
            if icon is None:
                self.left_out.append(name[:_LONGEST_TEXT])
                continue
            parent = by_written_name.get(self._parent(name))
            if parent is not None and _is_same(parent, icon):
                by_written_name[name] = parent
                aliases.setdefault(parent.name, []).append(id_of(name))
                continue
            id = unused_id(id_of(name), counts)
            words = self.words.get(name, ())
            icons[id] = by_written_name[name] = replace(icon, name=id, words=words)
        for id, names in aliases.items():
            icons[id] = replace(icons[id], aliases=tuple(dict.fromkeys(names)))
        return icons

    def _parent(self, name: str) -> str:
        return "" if name in self.written else _line(_part(self.aliases.get(name), "parent"))

    def _icon(self, name: str) -> SetIcon | None:
        """The icon of a name or alias; None where it cannot be one."""
        chain: list[Map] = []
        parent = name
        while parent not in self.written:
            alias = _map(self.aliases.get(parent))
            chain.append(alias)
            parent = _line(_part(alias, "parent"))
            if not parent or len(chain) > _LONGEST_CHAIN:
                return None
        written = _map(self.written.get(parent))
        body = _part(written, "body")
        if not isinstance(body, TypedText) or "<" not in body or len(body) > LARGEST_ICON:
            return None
        turn = UNTURNED
        for part in (written, *reversed(chain)):
            turn = turn.then(_turn(part))
        box = self._box([*chain, written, self.root])
        is_hidden = _is_true(_part(written, "hidden"))
        return box and SetIcon(name, str(body), box, turn, is_hidden=is_hidden)

    @staticmethod
    def _box(parts: list[Map]) -> Box | None:
        """The box of an icon, each number of the first part that says it."""
        left, top = (_number(parts, name, 0.0) for name in ("left", "top"))
        width, height = (_number(parts, name, _SIDE) for name in ("width", "height"))
        is_drawable = 0 < width <= _LARGEST_SIDE and 0 < height <= _LARGEST_SIDE
        is_near = abs(left) <= _LARGEST_SIDE and abs(top) <= _LARGEST_SIDE
        return Box(left, top, width, height) if is_drawable and is_near else None


def too_many_icons(file: Path, count: int) -> CardgenError:
    """The error for a set of so many icons."""
    what = f"{count:,} icons are too many for a set"
    return CardgenError(
        Finding("too-large", what, f"split it: {MOST_ICONS:,} are the most", Place(file))
    )


def _is_same(parent: SetIcon, icon: SetIcon) -> bool:
    return (parent.body, parent.box, parent.turn) == (icon.body, icon.box, icon.turn)


def _map(node: Node | None) -> Map:
    return node if isinstance(node, Map) else Map()


def _part(node: Node | None, name: str) -> Node | None:
    """The value that a mapping has by a name; None where it has none, or is no mapping."""
    return _map(node).value(name)


def _parts(node: Node, name: str) -> dict[str, Node]:
    """The values by name of the mapping that a mapping has by a name."""
    return {str(key): value for key, value in _map(_part(node, name)).items()}


def _line(node: Node | None) -> str:
    """A text as one line; empty for what is none."""
    if not isinstance(node, TypedText):
        return ""
    line = " ".join(node.split())
    return "".join(filter(str.isprintable, line))[:_LONGEST_TEXT]


def _is_true(node: Node | None) -> bool:
    return isinstance(node, TypedText) and node == "true"


def _number(parts: list[Map], name: str, otherwise: float) -> float:
    """A number of the first part that says it; NaN for what is none."""
    for part in parts:
        node = _part(part, name)
        if isinstance(node, TypedText):
            try:
                return float(node)
            except ValueError:
                return math.nan
    return otherwise


def _turn(part: Map) -> Turn:
    quarters = _number([part], "rotate", 0.0)
    whole = int(quarters) % 4 if math.isfinite(quarters) else 0
    return Turn(whole, _is_true(_part(part, "hFlip")), _is_true(_part(part, "vFlip")))


def _credit(info: Map) -> Credit:
    author, licence = _part(info, "author"), _part(info, "license")
    name = _line(author) or _line(_part(author, "name"))
    title = _line(licence) or _line(_part(licence, "title")) or _line(_part(licence, "spdx"))
    source = _line(_part(info, "source")) or _line(_part(author, "url"))
    return Credit(name, title, source or _line(_part(licence, "url")))


def _keywords(categories: Map) -> dict[str, tuple[str, ...]]:
    """The categories of icons, by name."""
    words: dict[str, list[str]] = {}
    for category, names in categories.items():
        for name in names if isinstance(names, Seq) else ():
            of_icon = words.setdefault(str(name), [])
            if len(of_icon) < _MOST_WORDS:
                of_icon.append(_line(category).casefold())
    return {name: tuple(filter(None, of_icon)) for name, of_icon in words.items()}


# -- writing


def as_iconify(icons: IconSet) -> bytes:
    """The set as Iconify's JSON, its icons in alphabetical order."""
    ordered = sorted(icons.icons.values(), key=lambda icon: icon.name)
    info: dict[str, Any] = {"name": icons.title, "total": len(ordered)}
    credit = icons.credit
    if credit.author:
        info["author"] = {"name": credit.author}
    if credit.licence:
        info["license"] = {"title": credit.licence}
    if credit.source:
        info["source"] = credit.source
    categories: dict[str, list[str]] = {}
    for icon in ordered:
        for word in icon.words:
            categories.setdefault(word, []).append(icon.name)
    value = {
        "prefix": icons.id,
        "info": info,
        "icons": {icon.name: dict(_written(icon)) for icon in ordered},
        "aliases": {alias: {"parent": icon.name} for icon in ordered for alias in icon.aliases},
        "categories": categories,
    }
    return (json.dumps(value, ensure_ascii=False, indent=0) + "\n").encode()


def _written(icon: SetIcon) -> Iterator[tuple[str, Any]]:
    """Yield what the set says of an icon that has no turn."""
    yield "body", icon.body
    for name, side in zip(("left", "top", "width", "height"), icon.box, strict=True):
        if side != (_SIDE if name in ("width", "height") else 0):
            yield name, int(side) if side.is_integer() else round(side, 6)
    if icon.is_hidden:
        yield "hidden", True
