"""Font files (OpenType's tables) and fonts.yaml as they lie in a folder: read, and judged fit to print or not."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import yaml

from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean

LIST = "fonts.yaml"
SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"})

_MAX_BYTES = 64 << 20
_MAX_DEPTH = 20
_NEEDED = {"cmap": 4, "glyf": 1, "head": 54, "hhea": 36, "hmtx": 4, "loca": 4, "maxp": 6}  # and the least bytes of each
_CONTAINERS = {
    b"wOFF": "a web font (WOFF)",
    b"wOF2": "a web font (WOFF2)",
    b"ttcf": "a font collection",
    b"OTTO": "an OpenType font with CFF outlines",
}
_USE_STATIC = "put a static TrueType file (.ttf) of this font in its place"
_RESTRICTED = 0x0002  # OS/2 fsType: may not be embedded without its maker's leave
_LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_font(path: Path, home: Path, named_at: Place | None = None) -> bytes:
    """The bytes of a TrueType file that can be shaped, cut down and embedded. `home` is the folder it must not lead out of.

    Raises CardgenError, at the place that names the file if there is one.
    """
    place = named_at or Place(path)
    name = f'the font "{path.name}"'

    def refuse(what: str, remedy: str = _USE_STATIC) -> CardgenError:
        return CardgenError(Problem(f"{name} {what}", remedy, place))

    if not path.resolve().is_relative_to(home.resolve()):
        raise refuse("lies outside the folder of fonts", "copy the file into the folder")
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise refuse(f"is larger than {_MAX_BYTES >> 20} MB", "use a font with fewer characters")
        data = path.read_bytes()
    except FileNotFoundError:
        raise refuse("is not there", did_you_mean(path.name, _siblings(path)) or "put the file there, or take its line out") from None
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror or error}", "see that it is a file you may read") from None
    if data[:4] in _CONTAINERS:
        raise refuse(f"is {_CONTAINERS[data[:4]]}, which cannot be printed from")
    tables = _tables(data)
    if tables is None:
        raise refuse("is broken or not a font", "get the file anew from where it came")
    if "fvar" in tables:
        raise refuse("is a variable font, of which only one weight would print")
    if lacking := [tag for tag in _NEEDED if len(tables.get(tag, b"")) < _NEEDED[tag]]:
        raise refuse(f"lacks what a TrueType font needs ({', '.join(lacking)})")
    if _rights(tables) & 0x000F == _RESTRICTED:
        raise refuse("forbids embedding in a PDF", "use another font, or ask its maker for a file that may be embedded")
    return data


def embedding(data: bytes) -> int:
    """What a whole TrueType file says of its embedding: the bits of fsType in its OS/2 table."""
    return _rights(_tables(data) or {})


def _rights(tables: Mapping[str, bytes]) -> int:
    os2 = tables.get("OS/2", b"")
    return int(struct.unpack_from(">H", os2, 8)[0]) if len(os2) >= 10 else 0


def own_style(data: bytes) -> tuple[int, bool]:
    """The weight a whole TrueType file gives itself, and whether it is italic or oblique."""
    tables = _tables(data) or {}
    os2 = tables.get("OS/2", b"")
    if len(os2) < 64:
        mac_style = struct.unpack_from(">H", tables["head"], 44)[0]
        return 700 if mac_style & 1 else 400, bool(mac_style & 2)
    weight, selection = struct.unpack_from(">H", os2, 4)[0], struct.unpack_from(">H", os2, 62)[0]
    weight *= 100 if weight < 10 else 1  # old fonts count from 1 to 9
    return min(weight, 1000) or 400, bool(selection & 0x0201)


def _siblings(path: Path) -> list[str]:
    return sorted(other.name for other in path.parent.glob("*") if other.suffix.lower() in SUFFIXES)


def _tables(data: bytes) -> Mapping[str, bytes] | None:
    """The tables of a TrueType file by tag, or None if the file is not whole."""
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        return None
    tables = {}
    try:
        for index in range(struct.unpack_from(">H", data, 4)[0]):
            tag, _, offset, size = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
            if offset + size > len(data):
                return None
            tables[tag.decode("latin-1")] = data[offset : offset + size]
    except struct.error:
        return None
    return tables


def _composed(text: str) -> yaml.Node | None:
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):  # libyaml's composer recurses until the process dies; its parser does not
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise yaml.YAMLError("nested too deep")
    return yaml.compose(text, Loader=_LOADER)


class FontList:
    """A folder's fonts.yaml, and every problem of it. A folder without one lists nothing.

    `families`: name -> (weight, italic) -> the file and the place that names it. `fallbacks`: name -> families and their place.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / LIST
        self.families: dict[str, dict[tuple[int, bool], tuple[Path, Place]]] = {}
        self.fallbacks: dict[str, tuple[tuple[str, ...], Place]] = {}
        self.problems: list[Problem] = []
        try:
            root = _composed(self.file.read_text(encoding="utf-8-sig"))
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            self._wrong(None, f"{LIST} cannot be read: {error.strerror or error}", "see that it is a file you may read")
        except UnicodeDecodeError:
            self._wrong(None, f"{LIST} is not UTF-8 text", "save it as UTF-8")
        except yaml.MarkedYAMLError as error:
            place = Place(self.file, error.problem_mark.line + 1, error.problem_mark.column + 1) if error.problem_mark else Place(self.file)
            self.problems.append(Problem(f"{LIST} is not valid YAML: {error.problem}", "mend this line or the one before it", place))
        except (yaml.YAMLError, ValueError):
            self._wrong(None, f"{LIST} is not valid YAML", "compare it with the one that ships with cardgen")
        else:
            if root is not None:
                self._read(root)

    def _wrong(self, node: yaml.Node | None, what: str, remedy: str) -> None:
        self.problems.append(Problem(what, remedy, self._place(node)))

    def _place(self, node: yaml.Node | None) -> Place:
        return Place(self.file, node.start_mark.line + 1, node.start_mark.column + 1) if node else Place(self.file)

    def _read(self, root: yaml.Node) -> None:
        families = self._mapping(root, LIST, ("families",)).get("families")
        for name, family in self._mapping(families, "families").items() if families else ():
            parts = self._mapping(family, f'the family "{name}"', ("faces", "fallback"))
            if "faces" in parts:
                faces = self.families.setdefault(name, {})
                for node in self._sequence(parts["faces"], f'the faces of "{name}"'):
                    self._face(node, name, faces)
            if "fallback" in parts:
                nodes = self._sequence(parts["fallback"], f'the fallback of "{name}"')
                others = tuple(filter(None, (self._text(node, "a fallback", "a family's name") for node in nodes)))
                self.fallbacks[name] = others, self._place(parts["fallback"])
            if not parts:
                self._wrong(family, f'the family "{name}" says nothing', "give it faces or a fallback, or take it out")

    def _face(self, node: yaml.Node, family: str, faces: dict[tuple[int, bool], tuple[Path, Place]]) -> None:
        parts = self._mapping(node, f'a face of "{family}"', ("file", "weight", "italic"))
        if not parts:
            return
        if "file" not in parts:
            self._wrong(node, f'a face of "{family}" names no file', "write {file: NAME.ttf, weight: 400}")
            return
        file = self._text(parts["file"], "file", "a file's name")
        weight, italic = 400, False
        if "weight" in parts:
            text = self._text(parts["weight"], "weight", "a number from 1 to 1000")
            weight = int(text) if text.isdecimal() and len(text) < 5 else 0
            if text and not 1 <= weight <= 1000:
                return self._wrong(parts["weight"], f'the weight "{text}" is not a number from 1 to 1000', "400 is regular, 700 is bold")
        if "italic" in parts:
            text = self._text(parts["italic"], "italic", "true or false").lower()
            if text not in ("true", "false"):
                return self._wrong(parts["italic"], f'italic is "{text}"', "write true or false")
            italic = text == "true"
        if not file or not weight:
            return
        if (weight, italic) in faces:
            style = f"weight {weight}{' italic' if italic else ''}"
            return self._wrong(node, f'"{family}" has two faces of {style}', "give them different weights, or take one out")
        faces[weight, italic] = self.folder / file, self._place(parts["file"])

    def _mapping(self, node: yaml.Node, what: str, allowed: tuple[str, ...] = ()) -> dict[str, yaml.Node]:
        """The entries of a mapping, without those that may not stand there."""
        if not isinstance(node, yaml.MappingNode):
            self._wrong(node, f"{what} is not a list of names and values", "compare it with the fonts.yaml that ships with cardgen")
            return {}
        entries: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = self._text(key, "a name", "plain text")
            if name in entries:
                self._wrong(key, f'"{name}" stands twice in {what}', "keep one of the two")
            elif allowed and name and name not in allowed:
                self._wrong(key, f'{what} cannot have "{name}"', did_you_mean(name, allowed))
            elif name:
                entries[name] = value
        return entries

    def _sequence(self, node: yaml.Node, what: str) -> list[yaml.Node]:
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        self._wrong(node, f"{what} is not a list", "put it in [ ] or on lines that begin with -")
        return []

    def _text(self, node: yaml.Node, what: str, wanted: str) -> str:
        if isinstance(node, yaml.ScalarNode) and node.value.strip():
            return " ".join(str(node.value).split())
        self._wrong(node, f"{what} is not {wanted}", f"write {wanted}")
        return ""
