"""A composed card as a browser may be given it.

It is the very SVG that prints, its art by addresses of the preview's own, nothing that runs. Decks
come from strangers. What is not known to draw is taken out (print refuses it, and says so); a
picture is looked up as for print and becomes an asset, named by what it holds, so that no name on a
card ever is an address. Art is shown as a picture, which browsers never let run or fetch anything;
so what it places itself, and the fonts it is set in, go inside it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes

from lxml import etree

from cardgen.base.cache import Cache
from cardgen.base.files import FileState, file_state
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.base.svg_marks import BLEED
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.picture_files import read_picture, without_corners
from cardgen.engine.svg.art import DEEPEST, Art
from cardgen.engine.svg.at_rest import come_to_rest
from cardgen.engine.svg.cascade import StyleSheet
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.filter_primitives import PRIMITIVES
from cardgen.engine.svg.parse import local, read_svg, reference_of, remove
from cardgen.engine.svg.properties import family_names
from cardgen.engine.svg.sprites import with_inheritance
from cardgen.engine.svg.support import MOVING, SILENT_ELEMENTS, WALKER_ELEMENTS
from cardgen.engine.svg.values import SVG, StyleError
from cardgen.engine.typography.font import Font, Instance, whole
from cardgen.engine.typography.fontbook import GENERIC, FontBook
from cardgen.engine.typography.fontfiles import read_font
from cardgen.model.project import VECTOR, Project

# what moves may set an address
_ELEMENTS = (WALKER_ELEMENTS | PRIMITIVES.keys() | SILENT_ELEMENTS) - MOVING
_XLINK = "{http://www.w3.org/1999/xlink}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_FETCHED = (
    r"""url\(\s*["']?\s*(?!["'\s#]{but})[^)]*\)?|(?:-[a-z]+-)?image-set\([^;}]*|@import[^;]*;?"""
)
_ELSEWHERE = re.compile(_FETCHED.replace("{but}", ""), re.IGNORECASE)
"""Addresses in CSS that a browser would fetch."""
_ELSEWHERE_BUT_FONTS = re.compile(
    _FETCHED.replace("{but}", "|data:(?:font/|application/)"), re.IGNORECASE
)
"""Addresses in CSS that a browser would fetch, fonts aside that a drawing brings along."""
_ESCAPED = re.compile(r"\\(?:0{0,4}([2-7][0-9a-fA-F])(?![0-9a-fA-F])\s?|(?=[g-zG-Z@(]))")
"""A printable character of ASCII by its code, or behind a backslash that changes nothing."""
_UNQUOTABLE = str.maketrans("\n", " ", '\\"<')
"""Signs that would end a name in quotes, or the style sheet around it."""
_DECLARED = re.compile(r"""(?<![\w-])font-family\s*:((?:"[^"]*"|'[^']*'|[^;{}"'])*)""")
_MAGIC = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
# bytes of a picture, as many as print would decode without complaint at the very most
_LARGEST = 64 << 20


class WebAsset(NamedTuple):
    """A picture to serve: its bytes, or the file that holds them."""

    kind: str
    content: bytes | Path

    @staticmethod
    def name_of(content: bytes) -> str:
        """Return the name of an asset with these bytes."""
        return hashlib.sha256(content).hexdigest()[:20]


class _Clean(NamedTuple):
    content: bytes
    files: tuple[Path, ...]
    """Whatever it was made from."""


class Sanitizer:
    """Makes the cards of one game fit for a browser. `assets` gathers what they show, by name."""

    FOLDER: ClassVar[str] = "/art/"
    """The path under which the preview serves assets."""
    Memory: TypeAlias = dict[tuple[Path, Path, bool], tuple[tuple[FileState, ...], str, WebAsset]]
    """Assets by game, file and whether its corners are filled, with the state of all the files they
    were made from: kept from one look at the disk to the next."""

    def __init__(
        self,
        project: Project,
        game_folder: Path,
        fonts: FontBook,
        memory: Memory,
        marks: Sequence[str] = (),
    ) -> None:
        self._project = project
        self._folder = game_folder
        self._fonts = fonts
        self._known = memory
        self._marks = (BLEED, *marks)
        """The attributes for data that stay."""
        self._named: dict[tuple[str, bool], str] = {}
        self._open: list[Path] = []
        self.assets: dict[str, WebAsset] = {}

    def card(self, svg: str) -> str:
        """One side of a card. Raises DrawingError when it is no SVG."""
        root = read_svg(svg.encode())
        self._place_parts(root)
        sheets = []
        for element in _cleaned(root, self._marks):
            name = local(element)
            self._name_fonts(element)
            # the page applies both by script, so that its policy can forbid styles that come with
            # the mark-up
            if name == "style":
                sheets.append(_at_home(element.text or ""))
                remove(element)
            elif name == "image":
                self._point(
                    element,
                    self._asset(
                        element.get("href", ""), filled=element.attrib.pop(BLEED, "") != ""
                    ),
                )
            if (style := element.attrib.pop("style", None)) is not None:
                element.set("data-style", style)
        for name in ("x", "y", "width", "height"):
            root.attrib.pop(name, None)
        root.set("preserveAspectRatio", "none")  # the view box is the trim, to a hair
        if sheets:
            root.set("data-sheet", "\n".join(sheets))
        return str(etree.tostring(root, encoding="unicode"))

    @staticmethod
    def cleaned(data: bytes) -> bytes:
        """A drawing by itself: nothing in it runs, moves or refers to another file.

        Pictures within it are left out. Raises DrawingError."""
        root = read_svg(data)
        come_to_rest(root)
        for element in _cleaned(root, ()):
            if local(element) == "image":
                remove(element)
            elif local(element) == "style":
                element.text = _at_home(element.text or "")
        etree.cleanup_namespaces(root)
        return bytes(etree.tostring(root))

    def picture(self, name: str) -> str:
        """The address of a drawing of the game's; nothing where there is none."""
        return self._asset(name, filled=False) if name else ""

    def _point(self, element: etree._Element, to: str) -> None:
        element.attrib.pop("href", None)
        if to:
            element.set("href", to)

    def _asset(self, reference: str, *, filled: bool) -> str:
        """The address of an <image>'s asset; nothing where there is none.

        `filled` tells if its rounded corners are."""
        if (reference, filled) not in self._named:
            name = ""
            if reference[:5].lower() == "data:":
                kind, data = self._inline(reference)
                name = self._kept(WebAsset(kind, data)) if kind else ""
            elif file := self._find(reference):
                name = self._from_file(*file, filled)
            self._named[reference, filled] = self.FOLDER + name if name else ""
        return self._named[reference, filled]

    def _find(self, reference: str) -> tuple[Path, str] | None:
        """The file that a reference leads to, and which part of it."""
        try:
            return self._project.find_art_part(self._folder, reference)
        except CardgenError:  # which the checks tell
            return None

    def _from_file(self, path: Path, part: str, filled: bool) -> str:
        address = path / f"#{part}" if part else path
        states, name, asset = self._known.get((self._folder, address, filled), ((), "", None))
        if asset is None or states != tuple(file_state(file) for file, _, _ in states):
            files: tuple[Path, ...] = (path,)
            if path.suffix.lower() in VECTOR:
                clean = self._art(path, part)
                if clean is None:
                    return ""
                asset = WebAsset("image/svg+xml", clean.content)
                files = clean.files
            else:
                data = self._bytes(path)
                kind, content = _browsable(data, filled=filled)
                if not kind:
                    return ""
                asset = WebAsset(kind, path if content is data else content)
            states = tuple(map(file_state, files))
            name = (
                self._kept(asset)
                if isinstance(asset.content, bytes)
                else WebAsset.name_of(repr(states).encode())
            )
            self._known[self._folder, address, filled] = states, name, asset
        self.assets[name] = asset
        return name

    def _kept(self, asset: WebAsset) -> str:
        assert isinstance(asset.content, bytes)
        name = WebAsset.name_of(asset.kind.encode() + asset.content)
        self.assets[name] = asset
        return name

    def _art(self, path: Path, part: str) -> _Clean | None:
        """A drawing, or a part of it, with all that it needs inside.

        It is None when it cannot be read, or contains itself."""
        if path in self._open or len(self._open) >= DEEPEST:
            return None
        self._open.append(path)
        try:
            return self._clean_drawing(
                self._cut_out(path, part) if part else self._project.read(path), path
            )
        except (CardgenError, OSError, DrawingError, StyleError):
            return None
        finally:
            self._open.pop()

    def _cut_out(self, path: Path, part: str) -> bytes:
        """A part of a drawing as a file of its own. Raises StyleError and CardgenError."""
        source = self._art_of_print.part_of(path, part)
        drawing = self._art_of_print.part(path, part)
        root = deepcopy(source.root)
        if source.fitted:
            for name in ("width", "height", "preserveAspectRatio"):
                root.attrib.pop(name, None)
            root.set("viewBox", " ".join(f"{side:.6g}" for side in drawing.box))
        return bytes(etree.tostring(root))

    @cached_property
    def _art_of_print(self) -> Art:
        return Art(self._project, self._folder, self._fonts, Cache(None))

    def _place_parts(self, root: etree._Element) -> None:
        """Make each <use> of a part of another file the <image> that it is printed as."""
        uses = [use for use in root.iter(SVG + "use") if "#" in reference_of(use)[1:]]
        if not uses:
            return
        with suppress(StyleError):  # which the checks tell
            sheet = StyleSheet(root)
            for use in uses:
                self._place_part(use, sheet)

    def _place_part(self, use: etree._Element, sheet: StyleSheet) -> None:
        """Make a <use> of a part of another file the <image> it is printed as.

        Raises StyleError."""
        file = self._find(reference_of(use))
        if not file or not file[1]:
            return
        reference = with_inheritance(reference_of(use), use, sheet)
        use.tag = SVG + "image"
        use.attrib.pop(_XLINK, None)
        use.set("href", reference)
        if use.get("width") and use.get("height"):
            return
        with suppress(StyleError, CardgenError, ValueError):
            drawing = self._art_of_print.image(reference)
            if isinstance(drawing, Drawing):
                x, y = (float(use.get(name) or 0) for name in ("x", "y"))
                for name, side in zip(
                    Box._fields,
                    drawing.box._replace(x=drawing.box.x + x, y=drawing.box.y + y),
                    strict=True,
                ):
                    use.set(name, f"{side:.6g}")

    def _clean_drawing(self, data: bytes, *files: Path) -> _Clean:
        root = read_svg(data)
        self._place_parts(root)
        come_to_rest(root)  # as for print, before what moves is taken out
        texts = False
        for element in _cleaned(root):
            name = local(element)
            self._name_fonts(element)
            texts = texts or name == "text"
            if name == "style":
                element.text = _at_home(element.text or "", _ELSEWHERE_BUT_FONTS)
            elif name == "image":
                reference = element.get("href", "")
                inside = None
                if reference[:5].lower() == "data:":
                    kind, content = self._inline(reference)
                    inside = _data(kind, content) if kind else None
                elif file := self._find(reference):
                    files += (file[0],)
                    inside, more = self._inside(*file)
                    files += more
                self._point(element, inside or "")
        if texts:
            written = etree.tostring(root, encoding="unicode")
            style = etree.Element(SVG + "style")
            used = [family for family in self._fonts.families if family in written]
            style.text = "".join(
                face.rule(_data("font/ttf", face.file(font)))
                for face, font in WebFace.of_fonts(self._fonts, used)
            )
            root.insert(0, style)
        return _Clean(etree.tostring(root), files)

    def _name_fonts(self, element: etree._Element) -> None:
        """Name fonts as a browser is told them.

        Print knows others: of a face, or without quotes."""
        if families := element.get("font-family"):
            for name, value in self._font_properties(families).items():
                element.set(name, value)
        if "font-family" in (style := element.get("style", "")):
            element.set("style", _DECLARED.sub(self._declared, style))
        if local(element) == "style" and "font-family" in (element.text or ""):
            element.text = _DECLARED.sub(self._declared, element.text or "")

    def _declared(self, match: re.Match[str]) -> str:
        properties = self._font_properties(match[1])
        return ";".join(f"{name}:{value}" for name, value in properties.items())

    def _font_properties(self, families: str) -> dict[str, str]:
        """The properties that ask a browser for what is asked of print by names of fonts."""
        try:
            names = family_names(families)
        except StyleError:
            return {"font-family": families}
        named_faces = [self._fonts.called(name) for name in names]
        shown_names = [
            face.family if face else name for name, face in zip(names, named_faces, strict=True)
        ]
        properties = {
            "font-family": ",".join(
                name if GENERIC.fullmatch(name) else f"'{name.replace(chr(39), '')}'"
                for name in shown_names
            )
        }
        first = next(filter(None, named_faces), None)
        if first and first.weight:
            properties["font-weight"] = str(first.weight)
        if first and first.italic:
            properties["font-style"] = "italic"
        return properties

    def _inside(self, path: Path, part: str) -> tuple[str | None, tuple[Path, ...]]:
        if path.suffix.lower() in VECTOR:
            clean = self._art(path, part)
            if clean is None:
                return None, ()
            return _data("image/svg+xml", clean.content), clean.files
        kind, data = _browsable(self._bytes(path))
        return _data(kind, data) if kind else None, ()

    def _bytes(self, path: Path) -> bytes:
        try:
            return self._project.read(path, _LARGEST)
        except (CardgenError, OSError):
            return b""

    def _inline(self, reference: str) -> tuple[str, bytes]:
        """The kind and the sanitized bytes of a data: address (RFC 2397).

        No kind for what is no picture."""
        head, _, body = reference[5:].partition(",")
        try:
            data = unquote_to_bytes(body)
            if "base64" in head.lower():
                data = base64.b64decode(data + b"==")  # which browsers do not miss at the end
            if "svg" in head.lower() and len(self._open) < DEEPEST:
                self._open.append(Path(f"data:{len(self._open)}"))
                try:
                    return "image/svg+xml", self._clean_drawing(data).content
                finally:
                    self._open.pop()
        except (ValueError, DrawingError):
            return "", b""
        return _browsable(data)


def _browsable(data: bytes, *, filled: bool = False) -> tuple[str, bytes]:
    """The kind of a picture by its first bytes, whatever its name says, and its bytes.

    They are as print reads it where browsers may not know the kind; both are empty for what no
    browser should be given."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic) and not filled:
            return kind, data
    with suppress(Exception):  # Pillow raises many things on what is no picture
        picture = read_picture(data)
        return _browsable((without_corners(picture) if filled else picture).data)
    return "", b""


class WebFace(NamedTuple):
    """A face as a browser is given it, `weights` as in CSS.

    It is the file of the project, or one made for an instance."""

    key: str
    family: str
    weights: str
    italic: bool
    path: Path
    home: Path
    instance: Instance | None
    range: str = ""
    """The characters that it is for, of a face in several files, as CSS says it (unicode-range);
    nothing for all that it has."""

    @classmethod
    def of_fonts(cls, fonts: FontBook, families: Iterable[str]) -> Iterator[tuple[WebFace, Font]]:
        """Yield every face of some families, with a font of it, file by file."""
        for family in families:
            for typeface in fonts.typefaces(family):
                low, high = typeface.weights
                weights = f"{low} {high}" if low < high else f"{low}"
                for italic in sorted(typeface.slants):
                    font = typeface.font(low, italic)
                    instance = font.instance if font.part else None
                    parted = typeface.letters - typeface.leaves if typeface.leaves else ()
                    codes = unicode_range(typeface.adds or parted)
                    yield (
                        cls(
                            font.key,
                            family,
                            weights,
                            italic,
                            font.path,
                            typeface.file.home,
                            instance,
                            codes,
                        ),
                        font,
                    )

    def rule(self, source: str) -> str:
        """The CSS by which a browser knows the face."""
        name = self.family.translate(_UNQUOTABLE)
        style = "italic" if self.italic else "normal"
        about = (
            f'font-family:"{name}";font-weight:{self.weights};font-style:{style};font-display:block'
        )
        codes = f";unicode-range:{self.range}" if self.range else ""
        return f'@font-face{{{about};src:url("{source}"){codes}}}\n'

    def made(self) -> Iterator[bytes]:
        """Yield the font file of an instance.

        It is one of a collection, or of a variable font whose axes a browser would choose
        otherwise."""
        assert self.instance
        yield self.file(
            Font(
                self.path,
                read_font(self.path, self.home).data,
                self.family,
                400,
                self.italic,
                self.instance,
            )
        )

    def file(self, font: Font) -> bytes:
        """The font's file, or that of its instance."""
        return whole(font, spanning=" " in self.weights) if self.instance else font.data


def unicode_range(codes: Iterable[int]) -> str:
    """Characters as CSS lists them: U+41-5A, U+C0."""
    spans: list[list[int]] = []
    for code in sorted(codes):
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ",".join(f"U+{low:X}-{high:X}" if low < high else f"U+{low:X}" for low, high in spans)


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _cleaned(root: etree._Element, marks: Sequence[str] = (BLEED,)) -> Iterator[etree._Element]:
    """Yield the elements that draw, sanitized; remove the others.

    None of them can run or fetch anything."""
    for element in list(root.iter()):
        if not isinstance(element.tag, str) or local(element) not in _ELEMENTS:
            if element is not root:
                remove(element)
            continue
        if any(local(above) not in _ELEMENTS for above in element.iterancestors()):
            continue
        if (
            linked := element.attrib.pop(_XLINK, None)
        ) is not None and "href" not in element.attrib:
            element.set("href", linked)
        for name, value in list(element.attrib.items()):
            if (name.startswith("{") and name != _SPACE) or (
                name.lower().startswith(("on", "data-")) and name not in marks
            ):
                del element.attrib[name]
            elif name == "href":
                if local(element) == "a" or (
                    local(element) != "image" and not value.lstrip().startswith("#")
                ):
                    del element.attrib[name]
            elif "(" in value or "@" in value or "\\" in value:
                element.set(name, _at_home(value))
        yield element


def _at_home(css: str, elsewhere: re.Pattern[str] = _ELSEWHERE) -> str:
    """CSS that names nothing elsewhere, however it spells it (CSS Syntax 3, 4.3.7: any letter may
    be escaped)."""

    def unescaped(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else ""

    plain = _ESCAPED.sub(unescaped, css)
    mended = elsewhere.sub("none", plain)
    return css if mended == plain else mended
