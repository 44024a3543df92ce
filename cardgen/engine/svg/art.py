"""Art: files that cards place with <image>. Each is drawn once, nearly always by the walker that
draws the cards, and kept between runs."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.cache import Cache, code_of
from cardgen.base.findings import CardgenError, Finding, Place, note
from cardgen.base.geometry import Box
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.packing import has_words, packed, unpacked
from cardgen.engine.svg import typst
from cardgen.engine.svg.faults import (
    DrawingError,
    Fault,
    Ignored,
    UnboundedDrawingError,
    note_ignored,
    too_much,
)
from cardgen.engine.svg.prepared_texts import PreparedDocument, PreparedText
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import (
    STAND_IN,
    FontBook,
    MissingGlyphFinding,
    described,
)
from cardgen.model.project import VECTOR, Project
from cardgen.sandbox import process

if TYPE_CHECKING:
    from cardgen.engine.svg.sprites import DrawingPart, Sprite

SECONDS = 30.0
"""Of work, for a drawing: it holds no loops, and once it is converted it is kept."""
PICTURE_SECONDS, _A_SECOND_FOR = 8.0, 2_000_000
"""Of work, for a picture of 220 million pixels that is packed into nothing, and for how many bytes
of a file one more."""
_INLINE = (
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/svg+xml",
)
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")
"""The first bytes of pictures: browsers go by them, whatever kind is said."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
WINDOW = 300.0, 150.0
"""The box of a drawing without a size that is not placed in one."""
DEEPEST = 8
"""Drawings that may be placed inside one another."""
_WITHOUT_BOUND = b"without bound "
"""The cache has this of a drawing that was given up, before the line where it was."""
_SPARE = 1.25
"""A picture may stay so many times as fine as it need be: to make it a little coarser gains
nothing."""
HELD = 64_000_000
"""Bytes of pictures after which those are forgotten that cards have shown: hundreds may each have
some of its own."""


class Art:
    """The art of one game, and the fonts that text in SVG is set in.

    It is all that a walker asks of its surroundings."""

    def __init__(self, project: Project, game_folder: Path, fonts: FontBook, cache: Cache) -> None:
        self._project = project
        self._folder = game_folder
        self._font_book = fonts
        self.cache = cache
        self._images: dict[tuple[Path, str], Drawing | Picture] = {}
        self._sprites: dict[Path, Sprite] = {}
        self._named: dict[str, Drawing | Picture] = {}
        self._framed: dict[tuple[str, float, float], Drawing] = {}
        self._filled: dict[Picture, Picture] = {}
        self.held = 0
        """Bytes of the pictures that were read or made since `forget`."""
        self._refused: dict[tuple[Path, str], CardgenError] = {}
        self._open: list[Path] = []
        self._placing: set[Path] = set()
        """Drawings that place others: those may change while they do not."""
        self.used: set[Path] = set()
        self.notes: dict[Finding, None] = {}
        """Parts of the art that were ignored as browsers do, and fonts that stood in for others."""

    def share_memory(self, other: Art) -> None:
        """Remember together with another art of the same game what was read, drawn and used."""
        self._images = other._images
        self._sprites = other._sprites
        self._named = other._named
        self._framed = other._framed
        self._filled = other._filled
        self._refused = other._refused
        self._open = other._open
        self._placing = other._placing
        self.held = other.held
        self.used = other.used
        self.notes = other.notes

    def image(self, reference: str) -> Drawing | Picture:
        """The drawing or picture that an <image> refers to. Raises StyleError for a bad reference,
        CardgenError for bad art."""
        inline = reference[:5].lower() == "data:"
        if not inline:
            self._placing.update(self._open)
        if reference in self._named:
            return self._named[reference]
        if inline:
            self._named[reference] = self._inline(reference)
            return self._named[reference]
        if _SCHEME.match(reference):
            raise StyleError(
                f'"{reference[:40]}" leads out of the project',
                "name a file of art/ or templates/icons/",
            )
        path, part = self._or_style_error(
            lambda: self._project.find_art_part(self._folder, reference)
        )
        if path in self._open:
            raise StyleError(f'"{reference}" contains itself', "let it show something else")
        self._check_depth()
        self.used.add(path)
        key = path, part
        if key in self._refused:
            raise self._refused[key]
        if key not in self._images:
            self._open.append(path)
            try:
                art = self._images[key] = self._read(path, part)
                self.held += sum(len(picture.data) for picture in _pictures(art))
            except CardgenError as error:
                if len(self._open) == 1:  # inside others it may be refused for their sake
                    self._refused[key] = error
                raise
            finally:
                self._open.pop()
        self._named[reference] = self._images[key]
        return self._images[key]

    def coarser(self, picture: Picture, times: float) -> Picture:
        """A picture with fewer pixels, if that is worth it.

        It is `times` finer than paper can show."""
        if times < _SPARE:
            return picture
        from cardgen.engine.graphics.picture_files import resized

        width = max(1, round(picture.width / times))
        height = max(1, round(picture.height / times))
        size = width, height
        data = self.cached(f"{size} ".encode() + picture.data, lambda: resized(picture, size).data)
        return picture._replace(data=data, width=size[0], height=size[1])

    def without_corners(self, picture: Picture) -> Picture:
        """The picture of a card with its rounded corners filled."""
        from cardgen.engine.graphics.picture_files import without_corners

        if picture not in self._filled:
            data = self.cached(b"corners " + picture.data, lambda: without_corners(picture).data)
            self._filled[picture] = picture._replace(data=data)
        return self._filled[picture]

    def forget(self) -> None:
        """Forget what was read: where it is shown again it is read again."""
        for memory in (self._images, self._named, self._framed, self._filled):
            memory.clear()
        self.held = 0

    @staticmethod
    def cache_key(data: bytes) -> str:
        """Return the key under which a cache has what was made of a vector file's bytes."""
        return hashlib.sha256(fingerprint() + data).hexdigest()

    @staticmethod
    def fingerprint() -> bytes:
        """Return the digest of what drawings depend on beside the art."""
        return fingerprint()

    @property
    def is_full(self) -> bool:
        """True if so many pictures were shown that they are to be forgotten."""
        return self.held > HELD

    def _inline(self, reference: str) -> Drawing | Picture:
        """The picture that a data: address holds (RFC 2397)."""
        from urllib.parse import unquote_to_bytes

        head, comma, body = reference[5:].partition(",")
        kind, *parameters = (part.strip().lower() for part in head.split(";"))
        try:
            data = unquote_to_bytes(body)
            if "base64" in parameters:
                data = re.sub(rb"\s", b"", data)
                # which browsers do not miss at the end
                data = base64.b64decode(data + b"=" * (-len(data) % 4), validate=True)
        except ValueError:
            data = b""
        if not comma or not data or (kind not in _INLINE and not data.startswith(_MAGIC)):
            raise StyleError(
                "a data: address that holds no PNG, JPEG, GIF, WebP, AVIF or SVG is not drawn here",
                "put the picture into art/",
            )
        if kind != "image/svg+xml":
            picture: Picture = self._or_style_error(lambda: self._picture(data, Path("data")))
            return picture
        self._check_depth()
        self._open.append(Path(hashlib.sha256(data).hexdigest()))
        try:
            drawing = self._convert(data, inline=True)
            for drawing_note in drawing.notes:
                message = f"a drawing in a data: address: {drawing_note.what}"
                self.notes[replace(drawing_note, what=message, place=None)] = None
            return drawing
        except DrawingError as error:
            message = "; ".join(fault.what for fault in error.faults)
            remedies = dict.fromkeys(fault.remedy for fault in error.faults if fault.remedy)
            raise StyleError(
                f"the drawing in the data: address: {message}",
                "; ".join(remedies) or "mend it, or put it into art/",
            ) from None
        finally:
            self._open.pop()

    def _check_depth(self) -> None:
        """Raise StyleError where no drawing may be opened inside those that are open."""
        if len(self._open) >= DEEPEST:
            raise StyleError(
                f"more than {DEEPEST} drawings stand inside one another", "draw them in one file"
            )

    def cached(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """The bytes that `make` gives for a key, now or in an earlier run."""
        name = hashlib.sha256(b"kept" + fingerprint() + key).hexdigest()
        data = self.cache.get(name)
        if data is None:
            data = make()
            self.cache.put(name, data)
        self.held += len(data)
        return data

    @cached_property
    def _fonts(self) -> str:
        """The digest of the fonts that there are to choose from."""
        return self._font_book.digest

    def finish(self) -> None:
        """Leave the cache within its limit."""
        self.cache.prune()

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """Text split by font. Raises StyleError for a character or family that no font has."""
        if not families:
            raise StyleError("text without a font-family", "name one")
        return self._or_style_error(
            lambda: self._font_book.runs(text, self._font_book.present(families), weight, italic)
        )

    def _or_style_error(self, work: Callable[[], Any]) -> Any:
        """The result of some work, whose CardgenError becomes a StyleError."""
        try:
            return work()
        except CardgenError as error:
            raise StyleError(
                "; ".join(problem.what for problem in error.findings),
                error.findings[0].remedy,
                error.findings[0].code,
                ", ".join(dict.fromkeys(_missing_signs(error.findings))),
            ) from None

    def borrowed(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """The runs of a text in borrowed fonts, as FontBook.borrowed. Raises StyleError for a
        character or family that no font has."""
        return self._or_style_error(
            lambda: self._font_book.borrowed(
                text, self._font_book.present(families), weight, italic
            )
        )

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        """The font that is asked before all others; None where `runs` has something to say
        first."""
        try:
            return (
                self._font_book.first(self._font_book.present(families), weight, italic)
                if families
                else None
            )
        except CardgenError:
            return None

    def has(self, family: str) -> bool:
        return self._font_book.knows(family)

    def hinders(self, family: str) -> bool:
        """True if a family has a file that cannot be used.

        That is told, and no other family stands in for it."""
        try:
            self._font_book.face(family)
        except CardgenError as error:
            return error.findings[0].code != "font-unknown"
        return False

    def _picture(self, data: bytes, path: Path) -> Picture:
        """A picture file, read; what of it is damaged and passed over is noted."""
        from cardgen.engine.graphics.picture_files import read_picture, told_of_pictures

        notes = list[str]()
        with told_of_pictures(path):
            picture = read_picture(data, notes)
        for message in notes:
            sentence = f'the picture "{path.name}": {message}'
            damage = note("picture-damaged", sentence, remedy="save it anew", place=Place(path))
            self.notes[damage] = None
        return picture

    def part_of(self, path: Path, name: str) -> DrawingPart:
        """A part of a drawing as a document of its own. Raises StyleError for one that is not
        there, and CardgenError."""
        from cardgen.engine.svg.parse import read_svg
        from cardgen.engine.svg.sprites import Sprite

        if path.suffix.lower() not in VECTOR:
            raise StyleError(
                f'"{path.name}" is a picture, which has no part "{name}"', "name the whole of it"
            )
        if path not in self._sprites:
            data = self._bytes_of(path)
            try:
                with process.apart(
                    f'the drawing "{path.name}"',
                    Place(path),
                    SECONDS,
                    "make it simpler, with fewer shapes",
                ):
                    self._sprites[path] = Sprite(read_svg(data))
            except DrawingError as error:
                raise error.within(path) from None
        try:
            return self._sprites[path].part(name)
        except StyleError as error:
            raise StyleError(f'"{path.name}": {error}', error.remedy) from None

    def part(self, path: Path, name: str) -> Drawing:
        """The drawing of a part of a file. Raises StyleError for one that is not there, and
        CardgenError."""
        from lxml import etree

        from cardgen.engine.svg.shapes import AS_ASKED

        part = self.part_of(path, name)
        drawing = self._drawing(path, etree.tostring(part.root))
        if part.fitted:
            return _cut_out(drawing, name)
        return (
            drawing
            if part.root.get("preserveAspectRatio")
            else replace(drawing, fit=AS_ASKED, _name="")
        )

    def _bytes_of(self, path: Path) -> bytes:
        try:
            return self._project.read(path)
        except OSError as error:
            raise CardgenError(
                Finding(
                    "file-unreadable",
                    f"the art cannot be read: {error.strerror}",
                    "make it readable",
                    Place(path),
                )
            ) from None

    def _read(self, path: Path, name: str) -> Drawing | Picture:
        """A drawing or picture, or a part of a drawing. Raises StyleError for a part that is not
        there, and CardgenError."""
        if name:
            return self.part(path, name)
        data = self._bytes_of(path)
        if path.suffix.lower() not in VECTOR:
            seconds = PICTURE_SECONDS + len(data) / _A_SECOND_FOR
            with process.apart(
                f'the picture "{path.name}"',
                Place(path),
                seconds,
                "save it anew as PNG or JPEG, with fewer pixels",
            ):
                return self._picture(data, path)
        return self._drawing(path, data)

    def _drawing(self, path: Path, data: bytes) -> Drawing:
        """The drawing in a file, or in a part of it. Raises CardgenError."""
        key = self.cache_key(data)
        stored = self.cache.get(key)
        drawing = (
            unpacked(stored, lambda: self._fonts, self._font_book.face)
            if stored is not None
            else None
        )
        if drawing is None:
            try:
                if stored is not None and stored.startswith(_WITHOUT_BOUND):
                    too_much(int(stored.removeprefix(_WITHOUT_BOUND)))
                with process.apart(
                    f'the drawing "{path.name}"',
                    Place(path),
                    SECONDS,
                    "make it simpler, with fewer shapes and effects",
                ):
                    drawing = self._convert(data)
            except DrawingError as error:
                # it would take as long again, in each process
                if isinstance(error, UnboundedDrawingError) and path not in self._placing:
                    self.cache.put(key, _WITHOUT_BOUND + str(error.faults[0].line).encode())
                raise error.within(path) from None
            if path not in self._placing:
                self.cache.put(key, packed(drawing, self._fonts if has_words(drawing) else ""))
        for drawing_note in drawing.notes:
            line = drawing_note.place.line if drawing_note.place else 0
            self.notes[replace(drawing_note, place=Place(path, line))] = None
        return drawing

    def _convert(self, data: bytes, inline: bool = False) -> Drawing:
        """A drawing as a browser shows it, without what it passes over.

        `inline` is one in a data: address. Raises DrawingError with all that is wrong."""
        from cardgen.engine.svg.container import (
            depends_on_box,
            has_parts_of_box,
            in_box,
            selects_by_class,
            set_missing_side,
        )  # a run that finds all its art in the cache converts none
        from cardgen.engine.svg.flat_art import SIGN, flat_art, is_flat
        from cardgen.engine.svg.nothing_seen import COLOURLESS, SHAPELESS, why_nothing_is_seen
        from cardgen.engine.svg.parse import asked_size, read_svg, view_box
        from cardgen.engine.svg.shapes import natural_size

        root = read_svg(data)
        half = set_missing_side(root, *WINDOW)
        if has_parts_of_box(root):
            drawing = self._drawn(in_box(root, *WINDOW, None), inline)
            drawing.size, drawing.source = (0.0, 0.0), data.decode("latin-1")
            return drawing
        if not depends_on_box(root, data):
            flat = flat_art(root) if len(data) <= SIGN and is_flat(root) else None
            drawing = flat or self._drawn(root, inline)
            drawing.size = asked_size(root)
            blank = why_nothing_is_seen(root, drawing)
            # what was passed over may be why
            if blank and not (drawing.notes and blank[1] in (COLOURLESS, SHAPELESS)):
                fault = Fault(*blank, root.sourceline or 1, code="art-blank")
                drawing.notes = (*drawing.notes, fault.as_note())
            # its strokes are those of the place that it gets
            if (drawing.fixed or half) and selects_by_class(root):
                drawing.size, drawing.source = natural_size(drawing), data.decode("latin-1")
            return drawing
        size, box = asked_size(root), view_box(root)
        natural = natural_size(Drawing([], box, size=size))
        drawing = self._drawn(in_box(root, *natural, box), inline)
        drawing.size, drawing.source = natural, data.decode("latin-1")
        return drawing

    def framed(self, drawing: Drawing, width: float, height: float) -> Drawing:
        """A drawing laid out for a box of this size, if its looks depend on that.

        Raises StyleError."""
        from cardgen.engine.svg.container import has_parts_of_box, in_box, set_missing_side
        from cardgen.engine.svg.parse import read_svg, view_box

        key = drawing.source, width, height
        if key not in self._framed:
            root = read_svg(drawing.source.encode("latin-1"))
            set_missing_side(root, width, height)
            try:
                box = None if has_parts_of_box(root) else view_box(root)
                self._framed[key] = self._drawn(in_box(root, width, height, box), inline=False)
            except DrawingError as error:
                raise StyleError(str(error), "place it at another size") from None
        return self._framed[key]

    def painted(
        self, svg: str, layers: dict[Any, Any] | None = None, across: float = 0.0
    ) -> Drawing:
        """A document as `svg.paint.paint` paints it among this art; `across` are the pixels that
        are to be had of its width."""
        if not isinstance(svg, PreparedDocument):
            return self._painted(svg, (), layers, across)
        shorter_svg, texts = svg.shortened()
        try:
            return self._painted(shorter_svg, texts, layers, across)
        except DrawingError as error:
            if error.is_unbounded or not texts:
                raise
            # its faults are told with their places in the whole of it
            return self._painted(svg, (), layers, across)

    def _painted(
        self, svg: str, texts: Sequence[PreparedText], layers: dict[Any, Any] | None, across: float
    ) -> Drawing:
        """A document in which marks stand for some texts. Raises DrawingError."""
        from cardgen.engine.svg.paint import (
            paint,  # a run that finds all that it shows in the cache paints nothing
        )
        from cardgen.engine.svg.parse import read_svg, view_box

        root = read_svg(svg.encode())
        return paint(root, self, layers, across / view_box(root).width, texts=texts)

    def _drawn(self, root: Any, inline: bool) -> Drawing:
        from cardgen.engine.svg.paint import paint

        try:
            return paint(root, self, optical=True)
        except UnboundedDrawingError:
            raise
        except DrawingError:
            from cardgen.engine.svg.lenient import drop_ignored

            ignored = drop_ignored(root)
        try:
            drawing = paint(root, _StandIns(self, ignored, inline), ignored=ignored, optical=True)
        except DrawingError as error:
            faults: Ignored = {}  # what fifty shapes say that somebody else drew is one thing
            all_faults = (*error.faults, *ignored.values())
            for fault in sorted(all_faults, key=lambda fault: fault.line):
                faults.setdefault(str(fault), fault)
            raise DrawingError([*faults.values()], error.problems) from None
        drawing.notes = tuple(fault.as_note() for fault in ignored.values())
        return drawing


def _missing_signs(findings: Iterable[Finding]) -> Iterator[str]:
    """The characters that no font has, of the findings that are about some."""
    for finding in findings:
        if isinstance(finding, MissingGlyphFinding):
            yield from finding.signs


def _cut_out(drawing: Drawing, name: str) -> Drawing:
    """A part of a drawing in the box around all that it shows. Raises StyleError where that is
    nothing."""
    from cardgen.engine.graphics.paint_list import inked
    from cardgen.engine.svg.shapes import AS_ASKED

    box = inked(drawing)
    if box is None or box.width <= 0 or box.height <= 0:
        raise StyleError(
            f'the part "{name}" shows nothing', "name another part, or draw something in it"
        )
    return replace(drawing, box=box, fit=AS_ASKED, size=(0.0, 0.0), _name="")


class _StandIns:
    """The surroundings of a foreign drawing, whose author had other fonts.

    Another family stands in for one that is missing, and for characters that one lacks."""

    def __init__(self, art: Art, ignored: Ignored, inline: bool) -> None:
        self._art = art
        self._ignored = ignored
        self._inline = inline
        self._noted: set[tuple[str, str]] = set()
        self.cached = art.cached
        self.coarser = art.coarser
        self.without_corners = art.without_corners
        self.framed = art.framed

    def image(self, reference: str) -> Drawing | Picture:
        """The art of a reference.

        It is empty for a missing file that a drawing in a data: address names: browsers open none
        there."""
        try:
            return self._art.image(reference)
        except StyleError:
            if not self._inline or reference[:5].lower() == "data:":
                raise
            note_ignored(
                self._ignored,
                f'an <image> of "{reference[:40]}"',
                "put the picture itself into the drawing",
            )
            return Drawing([], Box(0, 0, 1, 1))

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        families = self._standing_in(families)
        try:
            return self._art.runs(text, families, weight, italic)
        except StyleError:
            runs, lent = self._art.borrowed(text, families, weight, italic)
        for family, character in lent.items():
            self._note_stand_in(family, families[0], f"{families[0]} lacks {described(character)}")
        return runs

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        return self._art.first(self._standing_in(families), weight, italic)

    def _standing_in(self, families: tuple[str, ...]) -> tuple[str, ...]:
        if families and (self._art.first(families, 400, False) or self._art.hinders(families[0])):
            return families
        stand_in = "sans-serif" if self._art.has("sans-serif") else STAND_IN
        message = (
            f'no font family is called "{families[0]}"'
            if families
            else "text without a font-family"
        )
        self._note_stand_in(stand_in, "", message)
        return (stand_in,)

    def _note_stand_in(self, used: str, instead_of: str, message: str) -> None:
        """Tell once that one family was used for another."""
        if (used, instead_of or message) in self._noted:
            return
        self._noted.add((used, instead_of or message))
        remedy = (
            f"name a fallback of {instead_of} in fonts.yaml"
            if instead_of
            else "name a family so in fonts.yaml"
        )
        message = f"{message}: {used} was used"
        fault = Fault(message, f"add the font to fonts/, or {remedy}", code="font-stands-in")
        self._ignored.setdefault(message, fault)


def _pictures(art: Drawing | Picture) -> Iterator[Picture]:
    """A picture itself, or those of a drawing."""
    if isinstance(art, Picture):
        yield art
    else:
        for _, form in Drawing.reached({"": art}, set()):
            yield from form.pictures.values()


@lru_cache(maxsize=1)
def fingerprint() -> bytes:
    """A digest of all that the conversion depends on beside the art.

    That is our own code, and the versions of the libraries that it calls."""
    versions = " ".join(map(typst.installed, ("svglib", "reportlab", "typst")))
    return hashlib.sha256(versions.encode() + code_of("engine", "base")).digest()
