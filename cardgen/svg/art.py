"""Art: files that cards place with <image>. Each is converted once, by the engine proven for what it holds, and kept between runs.

svglib draws what lies within its proven part (`support.SVGLIB_*`), our walker the rest; what neither is known to draw is refused.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from lxml import etree

from cardgen.base.cache import Cache
from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.base.files import read_own
from cardgen.base.geometry import Box
from cardgen.graphics.drawing import Drawing, Picture
from cardgen.graphics.picture_files import MOST_BYTES, TooManyPixels, read_picture, resized, without_corners
from cardgen.model.project import Project
from cardgen.svg import support, typst
from cardgen.svg.paint import paint
from cardgen.svg.parse import Refused, elements, local, read_svg, view_box
from cardgen.svg.path import Segment, dotted, numbers, parse_path, polyline, solid
from cardgen.svg.values import StyleError, parse_transform
from cardgen.typography.font import Font
from cardgen.typography.fontbook import FontBook, MissingGlyph

_INLINE = ("image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
DEEPEST = 8
"""Drawings that may be placed inside one another."""
_SPARE = 1.25
"""How many times as fine as it need be a picture may stay: to make it a little coarser gains nothing."""
_PROVEN = {name: re.compile(pattern) for name, pattern in support.SVGLIB_VALUES.items()}
_NUMBERS = frozenset(("x", "y", "r", "cx", "cy", "rx", "ry", "width", "height", "x1", "y1", "x2", "y2", "viewBox"))
_CHECKED = frozenset(("d", "points", "transform", "id", "class", "version"))


class Art:
    """The art of one game, and the fonts that text in SVG is set in: all that a walker asks of its surroundings."""

    def __init__(self, project: Project, game_folder: Path, book: FontBook, cache: Cache) -> None:
        self._project = project
        self._folder = game_folder
        self._book = book
        self.cache = cache
        self._found: dict[Path, Drawing | Picture] = {}
        self._named: dict[str, Drawing | Picture] = {}
        self._open: list[Path] = []
        self._lists: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.used: set[Path] = set()

    def image(self, reference: str) -> Drawing | Picture:
        """The drawing or picture that an <image> refers to. Raises StyleError for a bad reference, CardgenError for bad art."""
        named = self._named.get(reference)
        if named is not None:
            return named
        if reference[:5].lower() == "data:":
            self._named[reference] = self._inline(reference)
            return self._named[reference]
        if _SCHEME.match(reference):
            raise StyleError(f'"{reference[:40]}" leads out of the project', "name a file of art/ or templates/icons/")
        try:
            path = self._project.find_art(self._folder, reference)
        except CardgenError as error:
            problem = error.problems[0]
            raise StyleError(problem.what, problem.remedy) from None
        if path in self._open:
            raise StyleError(f'"{reference}" contains itself')
        if len(self._open) >= DEEPEST:
            raise StyleError(f"more than {DEEPEST} drawings stand inside one another", "draw them in one file")
        self.used.add(path)
        if path not in self._found:
            self._open.append(path)
            try:
                self._found[path] = self._read(path)
            finally:
                self._open.pop()
        self._named[reference] = self._found[path]
        return self._found[path]

    def coarser(self, picture: Picture, times: float) -> Picture:
        """A picture that is so many times finer than paper can show, as it is printed: with fewer pixels, if that is worth it."""
        if times < _SPARE:
            return picture
        size = max(1, round(picture.width / times)), max(1, round(picture.height / times))
        data = self.kept(f"{size} ".encode() + picture.data, lambda: resized(picture, size).data)
        return picture._replace(data=data, width=size[0], height=size[1])

    def without_corners(self, picture: Picture) -> Picture:
        """The picture of a card with its rounded corners filled."""
        data = self.kept(b"corners " + picture.data, lambda: without_corners(picture).data)
        return picture._replace(data=data)

    def _inline(self, reference: str) -> Drawing | Picture:
        """The picture that a data: address holds (RFC 2397)."""
        from urllib.parse import unquote_to_bytes

        head, comma, body = reference[5:].partition(",")
        kind, *parameters = (part.strip().lower() for part in head.split(";"))
        try:
            data = unquote_to_bytes(body)
            if "base64" in parameters:
                data = base64.b64decode(re.sub(rb"\s", b"", data), validate=True)
        except ValueError:
            data = b""
        if not comma or not data or kind not in _INLINE:
            raise StyleError("a data: address that holds no PNG, JPEG, GIF, WebP or SVG is not drawn here", "put the picture into art/")
        if kind != "image/svg+xml":
            try:
                return _picture(data, Path("data"))
            except CardgenError as error:
                raise StyleError(error.problems[0].what, error.problems[0].remedy) from None
        if len(self._open) >= DEEPEST:
            raise StyleError(f"more than {DEEPEST} drawings stand inside one another", "draw them in one file")
        self._open.append(Path(hashlib.sha256(data).hexdigest()))
        try:
            return self._convert(data)
        except Refused as error:
            told = "; ".join(map(str, error.faults))
            raise StyleError(f"the drawing in the data: address: {told}", "mend it, or put it into art/") from None
        finally:
            self._open.pop()

    def kept(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """What was made for a key, now or in an earlier run."""
        name = hashlib.sha256(b"kept" + _fingerprint() + key).hexdigest()
        found = self.cache.get(name)
        if found is None:
            found = make()
            self.cache.put(name, found)
        return found

    def finish(self) -> None:
        """Leave the cache within its limit."""
        self.cache.prune()

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """Text split by font. Raises StyleError for a character or family that no font has."""
        if not families:
            raise StyleError("text without a font-family", "name one")
        try:
            return self._book.runs(text, self._lists.get(families, families), weight, italic)
        except MissingGlyph as error:
            *others, last = error.problems
            raise StyleError("; ".join([*map(str, others), last.what]), last.remedy) from None
        except CardgenError as error:
            known = tuple(family for family in families if self._has(family))
            if families not in self._lists and families[0] in known:  # what comes after a family that is there is for other machines
                self._lists[families] = known
                return self.runs(text, families, weight, italic)
            raise StyleError(error.problems[0].what, error.problems[0].remedy) from None

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        """The font that is asked before all others; None where `runs` has something to say first."""
        try:
            return self._book.first(self._lists.get(families, families), weight, italic) if families else None
        except CardgenError:
            return None

    def _has(self, family: str) -> bool:
        try:
            self._book.face(family)
        except CardgenError:
            return False
        return True

    def _read(self, path: Path) -> Drawing | Picture:
        try:
            data = self._project.read(path)
        except OSError as error:
            raise CardgenError(Problem(f"the art cannot be read: {error.strerror}", place=Place(path))) from None
        if path.suffix.lower() != ".svg":
            return _picture(data, path)
        key = hashlib.sha256(_fingerprint() + data).hexdigest()
        kept = self.cache.get(key)
        drawing = _unpacked(kept) if kept is not None else None
        if drawing is None:
            try:
                drawing = self._convert(data)
            except Refused as error:
                raise placed(error, path) from None
            packed = _packed(drawing)
            if packed is not None:
                self.cache.put(key, packed)
        return drawing

    def _convert(self, data: bytes) -> Drawing:
        root = read_svg(data)
        if engine(root) == "svglib":
            drawing = _with_svglib(root)
            if drawing is not None:
                return drawing
        return paint(root, self)


def placed(error: Refused, path: Path) -> CardgenError:
    """The faults of a file as problems with their places."""
    return CardgenError(*(Problem(fault.what, fault.remedy, Place(path, fault.line)) for fault in error.faults), *error.problems)


def engine(root: etree._Element) -> str:
    """Which engine draws this art: `svglib` within its proven part, else `walker`, which refuses by itself what it cannot draw."""
    try:
        return "svglib" if not root.get("transform") and _within_svglib(root, "#000000", "none", "miter") else "walker"
    except ValueError:  # the walker says what is wrong
        return "walker"


def _within_svglib(element: etree._Element, fill: str, stroke: str, join: str) -> bool:
    name = local(element)
    if name in support.SILENT_ELEMENTS:
        return True
    if name not in support.SVGLIB_ELEMENTS or (name == "svg" and element.getparent() is not None):
        return False
    if not all(_proven(attribute, value) for attribute, value in element.attrib.items()):
        return False
    fill, stroke, join = element.get("fill", fill), element.get("stroke", stroke), element.get("stroke-linejoin", join)
    if stroke != "none" and join == "miter" and name not in ("svg", "g", "circle", "ellipse", "line"):
        return False  # svglib takes PDF's miter limit, which is not SVG's
    if not _shape_within_svglib(element, name, fill):
        return False
    matrix = parse_transform(element.get("transform", ""))
    return matrix.scale > 0 and all(_within_svglib(child, fill, stroke, join) for child in element)


def _proven(attribute: str, value: str) -> bool:
    """Whether svglib is proven to read an attribute right. Raises ValueError for what is no list of numbers."""
    proven = _PROVEN.get(attribute)
    if proven:
        return bool(proven.fullmatch(value))
    if attribute in _NUMBERS:
        numbers(value)
        return True
    return attribute in _CHECKED


def _shape_within_svglib(element: etree._Element, name: str, fill: str) -> bool:
    if name == "polyline" and fill != "none":
        return False  # svglib does not know its black
    if name == "ellipse" and not (element.get("rx") and element.get("ry")):
        return False
    if name == "rect" and ("rx" in element.attrib or "ry" in element.attrib):
        radius, sides = float(element.get("rx", "0")), (float(element.get("width", "0")), float(element.get("height", "0")))
        if element.get("ry", element.get("rx")) != element.get("rx") or not 0 < 2 * radius <= min(sides):
            return False
    # What encloses nothing would be filled with a hairline, and dots be left out.
    outline = _outline(element)
    return outline is None or (dotted(outline) == outline and (fill == "none" or solid(outline) == outline))


def _outline(element: etree._Element) -> tuple[Segment, ...] | None:
    """The segments of an element whose attribute svglib would read in its own way."""
    name = local(element)
    if name == "path":
        return parse_path(element.get("d", ""))
    return polyline(element.get("points", ""), name == "polygon") if name in ("polyline", "polygon") else None


def _with_svglib(root: etree._Element) -> Drawing | None:
    """The art through svglib; None where it fails, and the walker may try."""
    from reportlab.graphics import renderPDF
    from svglib.svglib import SvgRenderer

    from cardgen.graphics.pdf import record

    box = view_box(root)
    plain = deepcopy(root)
    plain.set("width", str(box.width))
    plain.set("height", str(box.height))
    for element in elements(plain):
        # What may be written in many ways is written in the one that svglib reads as everybody does.
        if "transform" in element.attrib:
            element.set("transform", f"matrix({' '.join(map(repr, parse_transform(element.get('transform', ''))))})")
        if local(element) == "path":
            words = (f"{_SPELT[kind]}{' '.join(map(repr, values))}" for kind, values in _outline(element) or ())
            element.set("d", "".join(words))
        elif "points" in element.attrib:
            element.set("points", " ".join(map(repr, numbers(element.get("points", "")))))
    try:
        drawn = SvgRenderer("art.svg").render(plain)
        operators = record(lambda canvas: renderPDF.draw(drawn, canvas, 0, 0))
    except Exception:  # whatever svglib stumbles over, the walker has its own words for
        return None
    scale = box.width / drawn.width
    # A form inherits the state of its place, so all that svglib takes for granted is set; its y axis points up.
    head = f"1 w 0 J 0 j 10 M [] 0 d 0 g 0 G {scale:.6f} 0 0 {-box.height / drawn.height:.6f} {box.x:.6f} {box.y + box.height:.6f} cm\n"
    return Drawing(head.encode() + operators, box, fit="" if root.get("viewBox") else "none")


_SPELT = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def _picture(data: bytes, path: Path) -> Picture:
    try:
        return read_picture(data)
    except TooManyPixels:
        what = f"the picture takes more than {MOST_BYTES // 1_000_000} MB to read"
        raise CardgenError(Problem(what, "make it smaller", Place(path))) from None
    except Exception:  # Pillow raises many things on broken files
        raise CardgenError(Problem("the picture cannot be read", "save it as PNG or JPEG", Place(path))) from None


@lru_cache(maxsize=1)
def _fingerprint() -> bytes:
    """What the conversion depends on beside the art: our own code and svglib's version."""
    digest = hashlib.sha256(" ".join(map(typst.installed, ("svglib", "reportlab", "typst"))).encode())
    wings = Path(__file__).parents[1]
    for source in sorted(chain.from_iterable((wings / name).glob("*.py") for name in ("svg", "graphics", "base"))):
        digest.update(read_own(source))
    return digest.digest()


def _packed(drawing: Drawing) -> bytes | None:
    """A drawing as bytes; None for one that refers to fonts, forms or pictures, which the cache does not keep."""
    if drawing.fixed or drawing.words or drawing.needs or drawing.pictures or drawing.patterns:
        return None
    head = {"box": list(drawing.box), "fit": drawing.fit, "states": drawing.states, "shadings": drawing.shadings}
    return json.dumps(head, sort_keys=True).encode() + b"\n" + drawing.content


def _unpacked(data: bytes) -> Drawing | None:
    try:
        head, _, content = data.partition(b"\n")
        about = json.loads(head)
        return Drawing(content, Box(*about["box"]), fit=str(about["fit"]), states=dict(about["states"]), shadings=dict(about["shadings"]))
    except (ValueError, TypeError, KeyError):
        return None
