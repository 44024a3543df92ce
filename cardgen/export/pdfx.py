"""The requirements of PDF/X-1a:2003 that can be checked by reading a file: structure, boxes, fonts, colours, ink and transparency.

Follows ISO 15930-4 as far as it goes; a file without faults meets the checked requirements, which is less than a certificate.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

_SPACES = {"/DeviceCMYK", "/DeviceGray"}
_SLACK = 0.01
"""Points by which a box may stand out of the one around it: numbers are rounded."""
_ROOM = 0.5
"""Percent of ink: eight bits cannot say it more exactly."""


def faults(data: bytes, *, ink: float = 0.0) -> list[str]:
    """What of a PDF does not meet the requirements; `ink` is the most ink on one spot in percent, 0 for no limit."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return list(dict.fromkeys(_Checker(pdf, data, ink).run()))
    except (pikepdf.PasswordError, pikepdf.PdfError) as error:
        return [f"it cannot be read: {error}"]


class _Checker:
    def __init__(self, pdf: pikepdf.Pdf, data: bytes, ink: float) -> None:
        self.pdf = pdf
        self.data = data
        self.ink = ink
        self.seen: set[tuple[int, int]] = set()
        self.most = 0.0

    def run(self) -> Iterator[str]:
        yield from self.file()
        for number, page in enumerate(self.pdf.pages, 1):
            for fault in (*self.page(page.obj), *self.content(page, page.obj.get("/Resources", {}))):
                yield f"page {number}: {fault}"

    def file(self) -> Iterator[str]:
        if self.pdf.pdf_version > "1.4":
            yield f"the version of PDF is {self.pdf.pdf_version}, and 1.4 is the latest allowed"
        if self.pdf.is_encrypted:
            yield "it is encrypted"
        if b"/ObjStm" in self.data or b"/Type /XRef" in self.data or b"/Type/XRef" in self.data:
            yield "it has object streams"
        if "/ID" not in self.pdf.trailer:
            yield "it has no identifier"
        about = self.pdf.docinfo
        for key in ("/Title", "/CreationDate", "/ModDate", "/Producer"):
            if not str(about.get(key, "")).strip():
                yield f"its information has no {key[1:]}"
        if about.get("/GTS_PDFXVersion") != "PDF/X-1a:2003":
            yield "it does not say that it is PDF/X-1a:2003"
        if str(about.get("/Trapped")) not in ("/True", "/False"):
            yield "it does not say whether it is trapped"
        intents = [each for each in self.pdf.Root.get("/OutputIntents", []) if each.get("/S") == "/GTS_PDFX"]
        if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
            yield "it has no output intent for a press"
        elif "/DestOutputProfile" in intents[0] and intents[0].DestOutputProfile.read_bytes()[16:20] != b"CMYK":
            yield "the profile of its output intent is not one of cyan, magenta, yellow and black"
        for key in ("/OpenAction", "/AA", "/AcroForm", "/OCProperties"):
            if key in self.pdf.Root:
                yield f"its catalogue has {key[1:]}"
        if "/JavaScript" in self.pdf.Root.get("/Names", {}):
            yield "it has JavaScript"

    def page(self, page: Any) -> Iterator[str]:
        media = _edges(page.get("/MediaBox"))
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield "it must have a TrimBox or an ArtBox, and not both"
            return
        trim = _edges(page.get("/TrimBox", page.get("/ArtBox")))
        bleed = _edges(page.get("/BleedBox")) or media
        if not media or not trim or not bleed:
            yield "a box is missing"
        elif not (_inside(trim, bleed) and _inside(bleed, media)):
            yield "its trim must lie inside its bleed, and that inside the page"
        for note in page.get("/Annots", []):
            place = _edges(note.get("/Rect"))
            if place and bleed and place[0] < bleed[2] and place[2] > bleed[0] and place[1] < bleed[3] and place[3] > bleed[1]:
                yield f"a {str(note.get('/Subtype', '/note'))[1:].lower()} stands on it"
        if "/AA" in page:
            yield "it has actions"
        yield from self.group(page)

    def group(self, thing: Any) -> Iterator[str]:
        if thing.get("/Group", {}).get("/S") == "/Transparency":
            yield "it has a transparency group"

    def content(self, stream: Any, resources: Any) -> Iterator[str]:
        import pikepdf

        spaces: dict[str, Any] = {}
        for instruction in pikepdf.parse_content_stream(stream):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name in ("rg", "RG"):
                yield "a colour is RGB"
            elif name in ("k", "K"):
                yield from self.inked([float(value) for value in operands])
            elif name in ("cs", "CS"):
                spaces[name[0]] = _looked_up(resources, "/ColorSpace", operands[0])
                yield from self.space(spaces[name[0]])
            elif name in ("sc", "scn", "SC", "SCN") and str(spaces.get("c" if name[0] == "s" else "C")) == "/DeviceCMYK":
                yield from self.inked([float(value) for value in operands])
            elif name == "INLINE IMAGE" and not operands[0].image_mask:
                yield from self.space(operands[0].colorspace)
        for state in _values(resources, "/ExtGState"):
            yield from self.state(state)
        for font in _values(resources, "/Font"):
            yield from self.font(font)
        for space in _values(resources, "/ColorSpace"):
            yield from self.space(space)
        for shading in _values(resources, "/Shading"):
            yield from self.shading(shading)
        for pattern in _values(resources, "/Pattern"):
            if self.new(pattern):
                if pattern.PatternType == 2:
                    yield from self.shading(pattern.Shading)
                else:
                    yield from self.content(pattern, pattern.get("/Resources", resources))
        for thing in _values(resources, "/XObject"):
            if self.new(thing):
                if thing.Subtype == "/Form":
                    yield from self.group(thing)
                    yield from self.content(thing, thing.get("/Resources", resources))
                elif thing.Subtype == "/Image":
                    yield from self.image(thing)
                else:
                    yield "it has PostScript"

    def new(self, thing: Any) -> bool:
        """Whether this object is met for the first time."""
        if not thing.is_indirect:
            return True
        known = thing.objgen in self.seen
        self.seen.add(thing.objgen)
        return not known

    def inked(self, inks: list[float]) -> Iterator[str]:
        amount = 100 * sum(inks)
        if self.ink and amount > self.ink + _ROOM:
            yield f"a colour has {amount:.0f} % of ink, and {self.ink:.0f} % are allowed"

    def state(self, state: Any) -> Iterator[str]:
        if any(float(state.get(key, 1)) != 1 for key in ("/ca", "/CA")) or str(state.get("/SMask", "/None")) != "/None":
            yield "something is not opaque"
        if str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield "something is blended"
        if "/TR" in state or "/HTP" in state:
            yield "a transfer function is set"

    def font(self, font: Any) -> Iterator[str]:
        if not self.new(font) or font.get("/Subtype") == "/Type3":
            return
        inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        about = inner.get("/FontDescriptor", {})
        if not any(key in about for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {str(font.get('/BaseFont', '?'))[1:]} is not embedded"

    def space(self, space: Any) -> Iterator[str]:
        """A colour space: those of inks, and what stands on them."""
        import pikepdf

        if space is None or space is True or str(space) in (*_SPACES, "/Pattern"):
            return
        if isinstance(space, pikepdf.Array) and len(space):
            kind = str(space[0])
            if kind in ("/Separation", "/DeviceN"):
                yield from self.space(space[2])
                return
            if kind in ("/Indexed", "/Pattern"):
                yield from self.space(space[1] if len(space) > 1 else None)
                if kind == "/Indexed" and space[1] == "/DeviceCMYK":
                    table = space[3].read_bytes() if isinstance(space[3], pikepdf.Stream) else bytes(space[3])
                    for start in range(0, len(table) - 3, 4):
                        yield from self.inked([value / 255 for value in table[start : start + 4]])
                return
            if kind in _SPACES:
                return
            yield f"a colour is {kind[1:]}"
            return
        yield f"a colour is {str(space).removeprefix('/Device').removeprefix('/')}"

    def shading(self, shading: Any) -> Iterator[str]:
        if self.new(shading):
            yield from self.space(shading.get("/ColorSpace"))
            if shading.get("/ShadingType", 0) > 3 and self.ink and "/Function" not in shading:
                yield "a mesh of colours cannot be looked into"
            if shading.get("/ColorSpace") == "/DeviceCMYK" and "/Function" in shading:
                for ends in _ends(shading.Function):
                    yield from self.inked(ends)

    def image(self, image: Any) -> Iterator[str]:
        if "/SMask" in image:
            yield "a picture has clear parts"
        if image.get("/ImageMask", False):
            return
        yield from self.space(image.get("/ColorSpace"))
        if self.ink and image.get("/ColorSpace") == "/DeviceCMYK":
            amount = 100 * max(map(sum, _pixels(image)), default=0) / 255
            if amount > self.ink + 4 * 100 / 255:
                yield f"a picture has {amount:.0f} % of ink, and {self.ink:.0f} % are allowed"


def _pixels(image: Any) -> set[tuple[int, ...]]:
    """The different pixels of a picture of inks."""
    if str(image.get("/Filter")) == "/DCTDecode":
        from PIL import Image

        with Image.open(io.BytesIO(image.read_raw_bytes())) as opened:
            data = opened.tobytes()
    else:
        try:
            data = image.read_bytes()
        except zlib.error:
            return set()
    return set(zip(data[::4], data[1::4], data[2::4], data[3::4], strict=False))


def _ends(function: Any) -> Iterator[list[float]]:
    """The inks at the ends of every piece of a function: between them there is no more."""
    if function.get("/FunctionType") == 3:
        for inner in function.Functions:
            yield from _ends(inner)
    elif function.get("/FunctionType") == 2:
        yield from ([float(value) for value in function[key]] for key in ("/C0", "/C1"))
    elif function.get("/FunctionType") == 0 and function.BitsPerSample == 8 and "/Decode" not in function:
        data, parts = function.read_bytes(), len(function.Range) // 2
        yield from ([value / 255 for value in data[start : start + parts]] for start in range(0, len(data) - parts + 1, parts))


def _values(resources: Any, kind: str) -> list[Any]:
    entries = resources.get(kind, {})
    return [entries[name] for name in entries.keys()]  # noqa: SIM118  # a PDF dictionary, which iterates otherwise


def _looked_up(resources: Any, kind: str, name: Any) -> Any:
    return resources.get(kind, {}).get(str(name), name)


def _edges(box: Any) -> tuple[float, float, float, float] | None:
    if box is None or len(box) != 4:
        return None
    left, low, right, top = map(float, box)
    return left, low, right, top


def _inside(inner: tuple[float, ...], outer: tuple[float, ...]) -> bool:
    return (
        inner[0] >= outer[0] - _SLACK
        and inner[1] >= outer[1] - _SLACK
        and inner[2] <= outer[2] + _SLACK
        and inner[3] <= outer[3] + _SLACK
    )
