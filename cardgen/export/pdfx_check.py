"""Checks that a PDF meets the requirements of PDF/X.

They are those that can be checked by reading a file: structure, boxes, fonts, colours, ink and
transparency. Follows ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4) as far as it goes; a
file without faults meets the checked requirements, which is less than a certificate."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.geometry import Box
from cardgen.base.units import listed
from cardgen.prepress.inks import heaviest_pixel

if TYPE_CHECKING:
    import pikepdf

_SPACES = {"/DeviceCMYK", "/DeviceGray"}
SAYS = "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"
"""Where the metadata of PDF/X-4 says what it is (ISO 15930-7, 6.18)."""
_SETTING = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}
"""Operators that set a space with the colour."""
_SLACK = 0.01
"""Points by which a box may stand out of the one around it: numbers are rounded."""
_ROOM = 0.5
"""Percent of ink: eight bits cannot say it more exactly."""


class Standard(NamedTuple):
    """A form of PDF/X: its name, latest PDF version and transparency.

    The name is what its files say."""

    name: str
    version: str
    clear: bool


X1A, X4 = Standard("PDF/X-1a:2003", "1.4", clear=False), Standard("PDF/X-4", "1.6", clear=True)
STANDARDS = {"x-1a": X1A, "x-4": X4}
"""By the names that printers' profiles have for them."""


def faults(
    data: bytes, *, standard: Standard = X1A, ink: float = 0.0, pages: Sequence[str] = ()
) -> list[str]:
    """The requirements of a standard that a PDF does not meet.

    `ink` is the most ink on one spot in percent, 0 for no limit. `pages` is what to call its pages,
    where not page 1 and so on."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return list(_Checker(pdf, data, standard, ink).check(pages))
    except (pikepdf.PasswordError, pikepdf.PdfError) as error:
        return [f"it cannot be read: {error}"]


class _Checker:
    def __init__(self, pdf: pikepdf.Pdf, data: bytes, standard: Standard, ink: float) -> None:
        self.pdf = pdf
        self.data = data
        self.standard = standard
        self.ink = ink
        self._faults_of: dict[tuple[int, int], list[str]] = {}

    def check(self, names: Sequence[str]) -> Iterator[str]:
        yield from dict.fromkeys(self.check_file())
        pages_of: dict[str, dict[str, None]] = {}
        for number, page in enumerate(self.pdf.pages):
            name = names[number] if names else f"page {number + 1}"
            resources: Any = page.obj.get("/Resources", {})
            for fault in (*self.check_page(page.obj), *self.check_content(page, resources)):
                pages_of.setdefault(fault, {})[name] = None
        for fault, pages in pages_of.items():
            yield f"{listed(pages, 3)}: {fault}"

    def check_file(self) -> Iterator[str]:
        if self.pdf.pdf_version > self.standard.version:
            version = self.pdf.pdf_version
            latest = self.standard.version
            yield f"the version of PDF is {version}, and {latest} is the latest allowed"
        if self.pdf.is_encrypted:
            yield "it is encrypted"
        # as text: a reader of the file has unpacked these streams already
        if b"/ObjStm" in self.data or b"/Type /XRef" in self.data or b"/Type/XRef" in self.data:
            yield "it has object streams"
        if "/ID" not in self.pdf.trailer:
            yield "it has no identifier"
        about = self.pdf.docinfo
        for key in ("/Title", "/CreationDate", "/ModDate", "/Producer"):
            if not str(about.get(key, "")).strip():
                yield f"its information has no {key[1:]}"
        if self.claimed_form(about) != self.standard.name:
            yield f"it does not say that it is {self.standard.name}"
        if str(about.get("/Trapped")) not in ("/True", "/False"):
            yield "it does not say whether it is trapped"
        yield from self.check_output_intent()
        for key in ("/OpenAction", "/AA", "/AcroForm", "/OCProperties"):
            if key in self.pdf.Root:
                yield f"its catalogue has {key[1:]}"
        if "/JavaScript" in self.pdf.Root.get("/Names", {}):
            yield "it has JavaScript"

    def claimed_form(self, about: Any) -> str:
        """The form of PDF/X that the file claims.

        The older ones stand in its information, the newer ones in its metadata."""
        if not self.standard.clear:
            return str(about.get("/GTS_PDFXVersion", ""))
        if "/Metadata" in self.pdf.Root:
            return str(self.pdf.open_metadata().get(SAYS, ""))
        return ""

    def check_output_intent(self) -> Iterator[str]:
        """Check the printing condition, which must be registered or bring its profile."""
        intents = [
            output_intent
            for output_intent in self.pdf.Root.get("/OutputIntents", [])
            if output_intent.get("/S") == "/GTS_PDFX"
        ]
        if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
            yield "it has no output intent for a press"
        elif "/DestOutputProfile" in intents[0]:
            # device class at byte 12, colour space at 16 (ICC.1:2010, 7.2)
            head = intents[0].DestOutputProfile.read_bytes()[:20]
            if head[12:16] != b"prtr" or head[16:20] != b"CMYK":
                yield (
                    "the profile of its output intent is not one of cyan, magenta, yellow and black"
                )
        elif "/RegistryName" not in intents[0] or intents[0].OutputConditionIdentifier == "Custom":
            yield "its output intent names no registered condition and has no profile"

    def check_page(self, page: Any) -> Iterator[str]:
        media = _box(page.get("/MediaBox"))
        # one of the two: readers would not know which is cut
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield "it must have a TrimBox or an ArtBox, and not both"
            return
        trim = _box(page.get("/TrimBox", page.get("/ArtBox")))
        bleed = _box(page.get("/BleedBox")) or media
        if not media or not trim or not bleed:
            yield "a box is missing"
        elif not (bleed.contains(trim, _SLACK) and media.contains(bleed, _SLACK)):
            yield "its trim must lie inside its bleed, and that inside the page"
        for note in page.get("/Annots", []):
            place = _box(note.get("/Rect"))
            if place and bleed and place.overlaps(bleed):
                yield f"a {str(note.get('/Subtype', '/note'))[1:].lower()} stands on it"
        if "/AA" in page:
            yield "it has actions"
        yield from self.check_group(page)

    def check_group(self, page_or_form: Any) -> Iterator[str]:
        group = page_or_form.get("/Group", {})
        if group.get("/S") == "/Transparency":
            if not self.standard.clear:
                yield "it has a transparency group"
            yield from self.check_colour_space(group.get("/CS"))

    def check_content(self, stream: Any, resources: Any) -> Iterator[str]:
        yield from self.check_operators(stream, resources)
        for state in _values(resources, "/ExtGState"):
            yield from self.check_graphics_state(state)
        for font in _values(resources, "/Font"):
            yield from self.check_once(font, lambda font: self.check_font(font, resources))
        for space in _values(resources, "/ColorSpace"):
            yield from self.check_colour_space(space)
        for shading in _values(resources, "/Shading"):
            yield from self.check_once(shading, self.check_shading)
        for pattern in _values(resources, "/Pattern"):
            yield from self.check_once(
                pattern, lambda pattern: self.check_pattern(pattern, resources)
            )
        for xobject in _values(resources, "/XObject"):
            yield from self.check_once(
                xobject, lambda xobject: self.check_xobject(xobject, resources)
            )

    def check_once(self, item: Any, check: Callable[[Any], Iterator[str]]) -> Iterator[str]:
        """The faults of an object, checked once however often it is used."""
        if not item.is_indirect:
            yield from check(item)
            return
        if item.objgen not in self._faults_of:
            self._faults_of[item.objgen] = []  # a form that places itself ends here
            self._faults_of[item.objgen] = list(dict.fromkeys(check(item)))
        yield from self._faults_of[item.objgen]

    def check_operators(self, stream: Any, resources: Any) -> Iterator[str]:
        """Check the colours that a content stream sets."""
        import pikepdf

        spaces: dict[bool, Any] = {}
        saved: list[dict[bool, Any]] = []
        for instruction in pikepdf.parse_content_stream(stream):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            line = name.isupper()  # CS, SCN, RG and K set the colour of lines
            if name == "q":
                saved.append(dict(spaces))
            elif name == "Q":
                spaces = saved.pop() if saved else {}
            elif name in ("cs", "CS"):
                spaces[line] = _looked_up(resources, operands[0])
                yield from self.check_colour_space(spaces[line])
            elif name.lower() in _SETTING:
                spaces[line] = pikepdf.Name(_SETTING[name.lower()])
                yield from self.check_colour_space(spaces[line])
                yield from self.check_colour(spaces[line], operands)
            elif name.lower() in ("sc", "scn"):
                yield from self.check_colour(spaces.get(line), operands)
            elif name == "INLINE IMAGE":
                yield from self.check_image(operands[0].obj, operands[0], resources)

    def check_colour(self, space: Any, operands: Any) -> Iterator[str]:
        """Check a colour by its numbers.

        A form that sets no space has the one set around it: four numbers are then process CMYK."""
        inks = [float(value) for value in operands if not str(value).startswith("/")]
        is_process = len(inks) == 4 and str(_plain(space)) in ("/DeviceCMYK", "None")
        if is_process or _has_process_and_spots(space):
            yield from self.check_ink("a colour", lambda: _amount(inks))

    def check_ink(
        self, subject: str, read: Callable[[], float], room: float = _ROOM
    ) -> Iterator[str]:
        """Yield a fault if something has more ink than allowed, in percent."""
        if not self.ink:
            return
        try:
            amount = read()
        except Exception:  # qpdf, zlib and Pillow raise many things on what they do not know
            yield f"{subject} cannot be looked into"
            return
        if amount > self.ink + room:
            yield f"{subject} has {amount:.0f} % of ink, and {self.ink:.0f} % are allowed"

    def check_graphics_state(self, state: Any) -> Iterator[str]:
        masked = str(state.get("/SMask", "/None")) != "/None"
        if not self.standard.clear:
            if any(float(state.get(key, 1)) != 1 for key in ("/ca", "/CA")) or masked:
                yield "something is not opaque"
            if str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
                yield "something is blended"
        elif masked:
            yield from self.check_once(
                state.SMask.G, lambda group: self.check_content(group, group.get("/Resources", {}))
            )
        if "/TR" in state or "/HTP" in state or str(state.get("/TR2", "/Default")) != "/Default":
            yield "a transfer function is set"

    def check_font(self, font: Any, resources: Any) -> Iterator[str]:
        if font.get("/Subtype") == "/Type3":
            for glyph in _values(font, "/CharProcs"):
                yield from self.check_once(
                    glyph,
                    lambda glyph: self.check_content(glyph, font.get("/Resources", resources)),
                )
            return
        inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        about = inner.get("/FontDescriptor", {})
        if not any(key in about for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {str(font.get('/BaseFont', '?'))[1:]} is not embedded"

    def check_pattern(self, pattern: Any, resources: Any) -> Iterator[str]:
        if pattern.PatternType == 2:
            yield from self.check_once(pattern.Shading, self.check_shading)
        else:
            yield from self.check_content(pattern, pattern.get("/Resources", resources))

    def check_xobject(self, xobject: Any, resources: Any) -> Iterator[str]:
        if xobject.Subtype == "/Form":
            yield from self.check_group(xobject)
            yield from self.check_content(xobject, xobject.get("/Resources", resources))
        elif xobject.Subtype == "/Image":
            yield from self.check_image(xobject, xobject, resources)
        else:
            yield "it has PostScript"

    def check_colour_space(self, space: Any) -> Iterator[str]:
        """Check a colour space, which must be one of inks, or stand on one.

        All of a table and of tints counts, whatever is used of it."""
        import pikepdf

        space = _plain(space)
        if space is None or str(space) in (*_SPACES, "/Pattern"):
            return
        kind = str(space[0]) if isinstance(space, pikepdf.Array) and len(space) else str(space)
        if kind == "/Indexed":
            yield from self.check_colour_space(space[1])
            if str(_plain(space[1])) == "/DeviceCMYK":
                is_stream = isinstance(space[3], pikepdf.Stream)
                table = space[3].read_bytes() if is_stream else bytes(space[3])
                yield from self.check_ink("a table of colours", lambda: _heaviest(table))
        elif kind in ("/Separation", "/DeviceN"):
            yield from self.check_colour_space(space[2])
            if space[1] == "/All":
                yield from self.check_ink("a colour on every plate", lambda: 400)
            elif str(_plain(space[2])) == "/DeviceCMYK" and not _has_process_and_spots(space):
                yield from self.check_ink("a tint", lambda: max(map(_amount, _ends(space[3]))))
        else:
            yield f"a colour is {kind.removeprefix('/Device').removeprefix('/')}"

    def check_shading(self, shading: Any) -> Iterator[str]:
        space = _plain(shading.get("/ColorSpace"))
        yield from self.check_colour_space(space)
        if str(space) == "/DeviceCMYK":
            if "/Function" not in shading and self.ink:
                yield "a mesh of colours cannot be looked into"
            elif "/Function" in shading:
                yield from self.check_ink(
                    "a shading", lambda: max(map(_amount, _ends(shading.Function)))
                )
            yield from self.check_colour(space, shading.get("/Background", []))

    def check_image(self, about: Any, source: Any, resources: Any) -> Iterator[str]:
        """Check a picture by its dictionary; `source` gives its bytes.

        They are two objects for a picture that stands in a content stream."""
        if "/SMask" in about and not self.standard.clear:
            yield "a picture has clear parts"
        if about.get("/ImageMask", False):
            return
        space = _plain(_looked_up(resources, about.get("/ColorSpace")))
        yield from self.check_colour_space(space)
        if str(space) == "/DeviceCMYK" or _has_process_and_spots(space):
            parts = 4 if str(space) == "/DeviceCMYK" else len(space[1])
            yield from self.check_ink(
                "a picture", lambda: _heaviest_pixel(about, source, parts), parts * 100 / 255
            )


def _amount(inks: Iterable[float]) -> float:
    """The sum of inks in percent, each within 0 to 1."""
    return 100 * sum(min(1.0, max(0.0, value)) for value in inks)


_WIDE = 1024
"""Pixels of a row in which colours are laid out to be looked at together."""


def _heaviest(data: bytes, decode: Sequence[float] = (0, 1) * 4) -> float:
    """The most ink in percent among colours in bytes, inks interleaved.

    `decode` says what no and full of each stand for."""
    from PIL import Image

    parts = len(decode) // 2
    pixels = len(data) // parts
    if not pixels:
        return 0.0
    wide = min(pixels, _WIDE)  # rows of a pixel each would take ten times as long
    size = (wide, math.ceil(pixels / wide))
    inks = []
    for i in range(parts):
        ink = data[i : i + pixels * parts : parts]
        inks.append(ink.translate(_decoded(*decode[2 * i : 2 * i + 2])))
    area = size[0] * size[1]
    bands = [Image.frombytes("L", size, ink.ljust(area, b"\0")) for ink in inks]
    return heaviest_pixel(bands) / 2.55  # 255 is 100 percent


def _decoded(low: float, high: float) -> bytes:
    shares = (low + (high - low) * value / 255 for value in range(256))
    return bytes(round(255 * min(1.0, max(0.0, share))) for share in shares)


def _heaviest_pixel(about: Any, source: Any, parts: int) -> float:
    """The most ink in percent on a pixel of a picture.

    It has so many inks. Raises all kinds of errors for what cannot be read."""
    from PIL import Image, ImageChops

    if about.get("/BitsPerComponent", 8) != 8:
        raise ValueError
    if str(about.get("/Filter")) == "/DCTDecode":
        with Image.open(io.BytesIO(source.read_raw_bytes())) as opened:
            # Pillow turns the inks of every JPEG round, as Adobe stores them
            data = ImageChops.invert(opened).tobytes()
    else:
        data = source.read_bytes() if "/Filter" in about else source.read_raw_bytes()
    return _heaviest(data, [float(value) for value in about.get("/Decode", [0, 1] * parts)])


def _has_process_and_spots(space: Any) -> bool:
    """True if a space is process CMYK and known spot colours.

    All of them print what their numbers say."""
    import pikepdf

    if not isinstance(space, pikepdf.Array) or str(space[0]) != "/DeviceN":
        return False
    names = [str(name) for name in space[1]]
    return names[:4] == ["/Cyan", "/Magenta", "/Yellow", "/Black"] and "/All" not in names


def _ends(function: Any) -> Iterator[list[float]]:
    """The largest values of a function, at the ends of its pieces.

    Between these its values are not larger together. Of several functions, one for each ink, the
    most of each: they come to that or to less. Raises ValueError for what cannot be told."""
    import pikepdf

    kind = None if isinstance(function, pikepdf.Array) else int(function.FunctionType)
    if kind is None:
        yield [max(values) for part in function for values in zip(*_ends(part), strict=True)]
    elif kind == 3:  # pieces stitched together (7.10.4)
        for inner in function.Functions:
            yield from _ends(inner)
    elif kind == 2:  # exponential: C0 + x^N (C1 - C0) (ISO 32000-1, 7.10.3)
        first, last = (
            [float(value) for value in function.get(key, [default])]
            for key, default in (("/C0", 0), ("/C1", 1))
        )
        for end in function.Domain:
            share = float(end) ** float(function.N)
            yield [low + share * (high - low) for low, high in zip(first, last, strict=True)]
    elif kind == 0 and function.BitsPerSample == 8 and function.get("/Order", 1) == 1:
        data = function.read_bytes()
        decode = [float(value) for value in function.get("/Decode", function.Range)]
        parts = len(decode) // 2
        for start in range(0, len(data) - parts + 1, parts):
            samples = data[start : start + parts]
            yield [
                low + (high - low) * value / 255
                for low, high, value in zip(decode[::2], decode[1::2], samples, strict=True)
            ]
    else:
        raise ValueError


def _values(resources: Any, kind: str) -> list[Any]:
    entries = resources.get(kind, {})
    # a PDF dictionary iterates otherwise than over its keys
    return [entries[name] for name in entries.keys()]  # noqa: SIM118


def _looked_up(resources: Any, space: Any) -> Any:
    """A colour space by its name in the resources, or as it is."""
    if str(space).startswith("/"):
        return resources.get("/ColorSpace", {}).get(str(space), space)
    return space


def _plain(space: Any) -> Any:
    """A colour space without its wrapping.

    That is [/DeviceCMYK], or the space of the colours of an uncoloured pattern."""
    import pikepdf

    while (
        isinstance(space, pikepdf.Array)
        and len(space)
        and (len(space) == 1 or space[0] == "/Pattern")
    ):
        space = space[-1]
    return space


def _box(box: Any) -> Box | None:
    if box is None or len(box) != 4:
        return None
    x, y, x_end, y_end = map(float, box)
    return Box(x, y, x_end - x, y_end - y)
