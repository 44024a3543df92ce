"""The PDF file: pages, forms, pictures and fonts as ReportLab objects. The only room that knows
ReportLab's canvas.

Content streams come from drawings; here they get their resources, some of which ReportLab's own
forms lack (shadings, graphics states)."""

from __future__ import annotations

import builtins
import io
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from cardgen.base.geometry import Box, Matrix
from cardgen.base.laid_aside import LaidAside
from cardgen.base.source_date import source_date
from cardgen.engine.graphics.content_stream import tint_program
from cardgen.engine.graphics.display_list import ContentStream, PathData
from cardgen.engine.graphics.drawing import Drawing, Picture, Word, merge_words
from cardgen.engine.graphics.embedded_fonts import alphabet, embedded, glyphs_of
from cardgen.engine.graphics.spelling import fine, ink_name, matrix_operator
from cardgen.engine.graphics.structure import (
    LinkedPart,
    PageStructure,
    PaintedPart,
    StructureElement,
    is_told_whole,
)
from cardgen.engine.typography.font import Font

if TYPE_CHECKING:
    from cardgen.engine.graphics.stored_pictures import StoredPicture

_LEVEL, _PAGE_LEVEL = 6, 5
"""How hard streams are packed, and pages: these are many and all different, and 6 takes half as
long again for 6 % of their size."""
_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\()"})
_NOTHING: Mapping[str, Any] = {}
_OPAQUE = "<< /ca 1 /CA 1 >>"
_BLACK = {"DeviceGray": "[0]", "DeviceRGB": "[0 0 0]", "DeviceCMYK": "[0 0 0 1]"}
"""What lies behind masks: ISO 32000-1 has it so where nothing is said, but pdf.js then takes what
is half clear for opaque."""
_FONT = "font."
"""What the names of fonts begin with, among the document's objects."""
rl_config.useA85 = 0  # ASCII armour would make every stream a quarter larger


_LARGE = 1_000_000
"""Bytes from which it matters how many of a kind stay in memory."""


class _Stream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream whose bytes are packed at once.

    So a long document stays small in memory. They may come `packed` for a filter of that name, and
    may be laid aside. Its entries may be written already. It is written once: then its bytes are
    let go."""

    content: bytes | LaidAside

    def __init__(
        self,
        content: bytes | LaidAside,
        entries: Mapping[str, Any] | str,
        level: int = _LEVEL,
        *,
        packed: str = "",
    ) -> None:
        packed_content = (
            content if packed or isinstance(content, LaidAside) else _packed(content, level)
        )
        super().__init__(
            pdfdoc.PDFDictionary({} if isinstance(entries, str) else dict(entries)),
            packed_content,
            [],
        )
        self.written = entries.encode("latin-1") if isinstance(entries, str) else b""
        self.filter = (packed or "FlateDecode").encode()

    def format(self, document: Any) -> bytes:
        entries = self.dictionary.format(document)[2:-2] if self.dictionary.dict else self.written
        content = bytes(self.content)
        self.content = b""
        return b"<<%b/Filter /%b /Length %d >>\nstream\n%b\nendstream\n" % (
            entries,
            self.filter,
            len(content),
            content,
        )


def _packed(content: bytes, level: int) -> bytes:
    """Content as it is stored. The files of one deck, for several papers and with others, come by
    the same forms at the same time; of large ones a few are remembered."""
    if not level:
        return zlib.compress(content, level)
    return (_packed_large if len(content) > _LARGE else _packed_small)(content, level)


_packed_small = lru_cache(maxsize=128)(zlib.compress)
_packed_large = lru_cache(maxsize=8)(zlib.compress)


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object already written as PDF."""

    def __init__(self, text: str) -> None:
        self.text = text.encode("latin-1")

    def format(self, document: Any) -> bytes:
        return self.text


class _File(pdfdoc.PDFFile):  # type: ignore[misc]
    """A file whose pieces are handed over as they come."""

    def __init__(self, version: tuple[int, int], put: Callable[[bytes], object]) -> None:
        super().__init__(version)
        for piece in self.strings:  # what a file begins with
            put(piece)
        self.strings.clear()
        self.write = put


class CommonForms:
    """Forms that several files share, as each file's first objects.

    They are written, packed and numbered once. The same drawings in the same order give the same
    bytes. Fonts have no more than their numbers here: which glyphs of them a file shows is known at
    its end."""

    def __init__(self, drawings: Iterable[Drawing]) -> None:
        self.drawings = tuple(drawings)
        pdf = Pdf("")
        for drawing in self.drawings:
            pdf._form(drawing.name, drawing)
        self.forms, self.states, self.lists, self.clear = (
            pdf._forms,
            pdf._states,
            pdf._lists,
            pdf._clear,
        )
        self.fonts = [font for font, _ in pdf._fonts.values()]
        self.glyphs = {font: glyphs_of(words) for font, words in pdf._words.items()}
        document = pdf._document
        self.numbers: dict[str, tuple[int, int]] = document.idToObjectNumberAndVersion
        self.names: dict[int, str] = document.numberToId
        self.offsets: list[int] = []
        """Where each object begins behind the first, in order of their numbers; of fonts
        nowhere."""
        out = list[bytes]()
        end = 0
        for _, name in sorted(self.names.items()):
            self.offsets.append(end)
            if not name.startswith(_FONT):
                out.append(
                    pdfdoc.PDFIndirectObject(name, document.idToObject[name]).format(document)
                )
                end += len(out[-1])
        self.written = b"".join(out)


class Pdf:
    """A PDF being written. Same calls, same bytes."""

    _level, _page_level = _LEVEL, _PAGE_LEVEL

    @classmethod
    def passing(cls) -> Pdf:
        """One that is read at once and thrown away: nothing in it is packed."""
        pdf = cls("")
        pdf._level = pdf._page_level = 0
        return pdf

    def __init__(
        self,
        title: str,
        *,
        author: str = "",
        subject: str = "",
        keywords: str = "",
        language: str = "en",
    ) -> None:
        source_date()
        self._buffer = io.BytesIO()
        self._canvas = Canvas(
            self._buffer, invariant=1, pageCompression=0, pdfVersion=(1, 7), lang=language
        )
        self._title = title
        self._canvas.setTitle(title)
        self._canvas.setCreator("cardgen")
        self._canvas.setProducer("cardgen, with ReportLab")
        # also without one, or ReportLab says "anonymous" and "unspecified"
        self._canvas.setAuthor(author)
        self._canvas.setSubject(subject)
        if keywords:
            self._canvas.setKeywords(keywords)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._document = self._canvas._doc
        # which ReportLab does not know
        self._document.Catalog.ViewerPreferences.dict["PickTrayByPDFSize"] = _Raw("true")
        # ReportLab has registered Helvetica by now: a font that nothing is set in, and that could
        # not be embedded.
        for register in (
            self._document.idToObject,
            self._document.idToObjectNumberAndVersion,
            self._document.numberToId,
        ):
            register.clear()
        self._document.objectcounter = 0
        self._fonts: dict[str, tuple[Font, Any]] = {}
        self._words: dict[Font, set[Word]] = {}
        self._forms: dict[str, Any] = {}
        self._pictures: list[StoredPicture] = []
        self._states: dict[str, Any] = {}
        self._lists: dict[str, Any] = {}
        self._clear: set[str] = set()
        """The names of the forms and pictures that let something through."""
        self._page: Page | None = None
        self._last: list[int] = []
        """The pages that stand behind all others, as their places among those that are written."""
        self._outlined = False
        self._tags = _StructureTree(self._document)
        self._common: CommonForms | None = None

    def begin_with(self, common: CommonForms) -> None:
        """Begin the file with forms that others have too.

        This comes before its first page: whatever of them is placed is written already."""
        self._common = common
        self._forms, self._states, self._lists = (
            dict(common.forms),
            dict(common.states),
            dict(common.lists),
        )
        self._clear = set(common.clear)
        document = self._document
        document.idToObjectNumberAndVersion.update(common.numbers)
        document.numberToId.update(common.names)
        document.objectcounter = len(common.names)
        for font in common.fonts:
            entry = document.idToObject[f"{_FONT}{font.key}"] = pdfdoc.PDFDictionary({})
            self._fonts[font.key] = (font, entry)

    def page(
        self,
        size: Box,
        *,
        trim: Box | None = None,
        bleed: Box | None = None,
        outline: str = "",
        level: int = 0,
        last: bool = False,
    ) -> Page:
        """Begin a page; the one before is done. Boxes are in points; `outline` is its entry in the
        document's outline. Those that come `last` stand behind all others in their order.

        Trim and bleed are for print shops. A print queue at home takes a trim box for the page:
        CUPS's pdftopdf centres, turns and clips it."""
        page = Page(size, trim, bleed)
        self.begin(page, outline=outline, level=level, last=last)
        return page

    def begin(self, page: Page, *, outline: str = "", level: int = 0, last: bool = False) -> None:
        """Begin a page, which may be a page of a second file as well.

        Its content is joined once."""
        self._finish_page()
        if outline:
            key = f"p{self.pages + 1}"
            self._canvas.bookmarkPage(key, fit="Fit")
            self._canvas.addOutlineEntry(outline, key, level)
            self._outlined = True
        if last:
            self._last.append(self.pages)
        self._page = page

    def anchor(self, name: str, y: float) -> None:
        """Name a height of the present page, for links and outline entries."""
        self._canvas.bookmarkPage(f"a-{name}", fit="XYZ", left=0, top=round(y, 3))

    def entry(self, title: str, anchor: str, level: int) -> None:
        """Add an entry of the outline that leads to an anchor.

        Levels begin at 0 and deepen one by one."""
        self._canvas.addOutlineEntry(title, f"a-{anchor}", level)
        self._outlined = True

    def prefer(self, **wishes: str) -> None:
        """Viewer preferences (ISO 32000-1, 12.2) beside the printing without scaling that every
        file asks for."""
        for name, value in wishes.items():
            self._canvas.setViewerPreference(name, value)

    def structure(self, root: StructureElement) -> None:
        """Say how what the pages paint is to be read (ISO 32000-1, 14.8), once all of them are
        there."""
        self._finish_page()
        self._tags.write(root)
        self._document.Catalog.MarkInfo = _Raw("<< /Marked true >>")
        self._document.Catalog.StructTreeRoot = self._tags.root
        self._document.Catalog.Metadata = _Raw(
            _metadata(self._title, universal=is_told_whole(root))
        )
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    @property
    def pages(self) -> int:
        return len(self._document.Pages.pages) + bool(self._page)

    @property
    def first_pages(self) -> int:
        """The number of pages without those that come last."""
        return self.pages - len(self._last)

    def bytes(self) -> builtins.bytes:
        """The whole file. Nothing can be added afterwards."""
        parts = list[builtins.bytes]()
        self.write(parts.append)
        return b"".join(parts)

    def write(self, put: Callable[[builtins.bytes], object]) -> None:
        """Hand the file over piece by piece, so that no more of it is held.

        Nothing can be added afterwards."""
        self._finish_page()
        if self._last:
            pages, last = self._document.Pages.pages, {*self._last}
            first = [page for number, page in enumerate(pages) if number not in last]
            pages[:] = [*first, *(pages[number] for number in self._last)]
        self._pictures.clear()  # they are let go one by one as they are written
        for font, entry in self._fonts.values():
            self._embed(font, entry)
        if self._outlined:
            self._canvas.showOutline()
        self._document.format = lambda: self._write_objects(put)
        self._document.GetPDFData(self._canvas)

    def _write_objects(self, put: Callable[[builtins.bytes], object]) -> None:
        """Write the objects of ReportLab's document; those that are written already come first."""
        document, common = self._document, self._common
        document.encrypt.prepare(document)
        root, info = document.Reference(document.Catalog), document.Reference(document.info)
        file = _File(document._pdfVersion, put)
        offsets = list[int]()
        fonts = list[int]()
        if common:
            begin = file.add(common.written)
            offsets = [begin + offset for offset in common.offsets]
            fonts = [
                document.idToObjectNumberAndVersion[f"{_FONT}{font.key}"][0]
                for font in common.fonts
            ]
        reserved = iter(fonts)
        number = next(reserved, len(offsets) + 1)
        while number in document.numberToId:  # more come while they are written
            name = document.numberToId[number]
            written = document.idToObject[name].format(document)
            offset = file.add(
                b"%d 0 obj\n%b%bendobj\n"
                % (number, written, b"" if written.endswith(b"\n") else b"\n")
            )
            offsets[number - 1 :] = [offset, *offsets[number:]]
            number = next(reserved, len(offsets) + 1)
        table = "".join([f"{offset:010} 00000 n \n" for offset in offsets])
        start = file.add(f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n{table}")
        trailer = pdfdoc.PDFTrailer(
            start, Size=len(offsets) + 1, Root=root, Info=info, ID=document.ID()
        )
        file.add(trailer.format(document))

    # -- pages
    # --------------------------------------------------------------------------------------------

    def _finish_page(self) -> None:
        page = self._page
        self._page = None
        if page is None:
            return
        reference = self._document.Reference
        entries = {
            "Parent": self._number(reference(self._document.Pages)),
            "MediaBox": _box(page.size),
            "BleedBox": _box(page.bleed) if page.bleed else "",
            "TrimBox": _box(page.trim) if page.trim else "",
            "Contents": self._number(reference(_Stream(page.content(), {}, self._page_level))),
            "Resources": self._number(self._resources(page.needs, page.stream)),
            # Or Acrobat blends as a printer would in inks, and shows all of the page in their
            # colours.
            "Group": "<< /S /Transparency /CS /DeviceRGB /I true >>"
            if self._lets_through(page.needs, page.stream)
            else "",
        }
        name = self._document.thisPageName()
        elements = page.structure.links if page.structure else [None] * len(page.links)
        links = []
        for place, ((box, target), element) in enumerate(zip(page.links, elements, strict=True)):
            link = reference(
                self._link(
                    box, target, self._tags.parent_of(element), element.alt if element else ""
                )
            )
            links.append(self._number(link))
            if page.structure and element:
                self._tags.links[LinkedPart(page.structure.page, place)] = links[-1]
        if links:
            entries["Annots"] = f"[{' '.join(links)}]"
        if page.structure:
            entries["StructParents"] = str(self._tags.parents_of(page.structure.marks))
            entries["Tabs"] = "/S"
        # Written here, for ReportLab takes as long to write a page as to pack it.
        written = " ".join(f"/{name} {text}" for name, text in entries.items() if text)
        self._document.addPage(_Raw(f"<< /Type /Page {written} >>"))
        if page.structure:
            self._tags.pages[page.structure.page] = self._number(pdfdoc.PDFObjectReference(name))

    def _number(self, reference: Any) -> str:
        """A reference as it is written."""
        return "{} {} R".format(*self._document.idToObjectNumberAndVersion[reference.name])

    def _link(self, box: Box, target: str, parent: int | None, says: str) -> Any:
        """A link annotation (ISO 32000-1, 12.5.6.5) to #anchor or to an address of the web;
        `parent` is its key in the structure, `says` what it is in words."""
        entries = {
            "Type": pdfdoc.PDFName("Annot"),
            "Subtype": pdfdoc.PDFName("Link"),
            "Rect": _Raw(_box(box)),
            "Border": _Raw("[0 0 0]"),
            "F": 4,
        }
        if parent is not None:
            entries["StructParent"] = parent
        if says:
            entries["Contents"] = _Raw(_text_string(says))
        if target.startswith("#"):
            entries["Dest"] = self._canvas._bookmarkReference(f"a-{target[1:]}")
        else:
            action = {"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(target)}
            entries["A"] = pdfdoc.PDFDictionary(action)
        return pdfdoc.PDFDictionary(entries)

    def _resources(self, drawing: Drawing, stream: ContentStream) -> Any:
        """A reference to the resource dictionary of a page or form.

        It names exactly what that uses; those that use the same share it."""
        resources = (
            drawing.words,
            drawing.forms,
            drawing.pictures,
            drawing.masks,
            stream.states,
            stream.spaces,
            stream.patterns,
            stream.shadings,
        )
        kinds: dict[str, dict[str, Any]] = {}
        if any(resources):  # as little art does
            kinds = self._named(drawing, stream)
        lists = []
        for kind, entries in kinds.items():
            if entries:
                numbers = [f"/{name} {self._number(entry)}" for name, entry in entries.items()]
                lists.append(f"/{kind} << {' '.join(numbers)} >>")
        text = " ".join(lists)
        if text not in self._lists:
            self._lists[text] = self._document.Reference(_Raw(f"<< {text} >>"))
        return self._lists[text]

    def _named(self, drawing: Drawing, stream: ContentStream) -> dict[str, dict[str, Any]]:
        """The things that a page or form names, by kind, as references."""
        merge_words(self._words, drawing.words)
        # in this order, for objects are numbered as they are first referred to
        fonts = {f"F{font.key}": self._font(font) for font in drawing.words}
        xobjects = {name: self._form(name, form) for name, form in drawing.forms.items()}
        for name, picture in drawing.pictures.items():
            xobjects[name] = self._picture(name, picture)
        states = self._written(stream.states)
        for name, mask in drawing.masks.items():
            states[name] = self._mask(name, *mask)
        return {
            "Font": fonts,
            "XObject": xobjects,
            "ExtGState": states,
            "ColorSpace": self._written(stream.spaces),
            "Pattern": self._written(stream.patterns),
            "Shading": self._written(stream.shadings),
        }

    def _written(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """References to resources that are texts in PDF, by name."""
        return {name: self._state(name, text) for name, text in texts.items()}

    def _lets_through(self, drawing: Drawing, stream: ContentStream) -> bool:
        """True if something of a page or form, whose resources are there, is not opaque."""
        is_clear = (
            drawing.group
            or drawing.masks
            or not self._clear.isdisjoint((*drawing.forms, *drawing.pictures))
        )
        return bool(is_clear) or any(
            text != _OPAQUE and ("/ca " in text or "/BM " in text)
            for text in stream.states.values()
        )

    def _state(self, name: str, text: str) -> Any:
        if name not in self._states:
            self._states[name] = self._document.Reference(_Raw(text))
        return self._states[name]

    def _mask(self, name: str, kind: str, drawing: Drawing) -> Any:
        if name not in self._states:
            mask = {"S": pdfdoc.PDFName(kind), "G": self._form(drawing.name, drawing)}
            if kind == "Luminosity":
                mask["BC"] = _Raw(_BLACK[drawing.inks.space])
            self._states[name] = self._document.Reference(
                pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(mask)})
            )
        return self._states[name]

    def _form(self, name: str, drawing: Drawing) -> Any:
        if name not in self._forms:
            box = _box(drawing.reach or drawing.box)
            resources = self._number(self._resources(drawing, drawing.stream))
            entries = f"/Type /XObject /Subtype /Form /BBox {box} /Resources {resources} "
            if self._lets_through(drawing, drawing.stream):
                self._clear.add(name)
            if drawing.group:
                entries += f"/Group << /S /Transparency /CS /{drawing.inks.space} /I true >> "
            self._forms[name] = self._document.Reference(
                _Stream(drawing.content, entries, self._level)
            )
        return self._forms[name]

    def _picture(self, name: str, picture: Picture) -> Any:
        if name not in self._forms:
            self._forms[name] = (
                self._of_inks(picture) if picture.inked else self._image(name, picture)
            )
        return self._forms[name]

    def _image(self, name: str, picture: Picture) -> Any:
        from cardgen.engine.graphics.stored_pictures import stored

        picture_data = stored(picture, self._level)
        self._pictures.append(picture_data)
        size = picture_data.size
        more = {name: _Raw(text) for name, text in picture_data.more.items()}
        if picture_data.alpha:
            self._clear.add(name)
            more["SMask"] = self._pixels(size, "/DeviceGray", picture_data.alpha)
        return self._pixels(size, picture_data.space, picture_data.data, picture_data.filter, more)

    def _of_inks(self, picture: Picture) -> Any:
        """An image of the four inks, and of others beside them (ISO 32000-1, 8.6.6.5)."""
        size = picture.width, picture.height
        if not picture.films:
            mask = (
                {"SMask": self._pixels(size, "/DeviceGray", zlib.compress(picture.alpha))}
                if picture.alpha
                else {}
            )
            return self._pixels(size, "/DeviceCMYK", picture.data, more=mask)
        four, parts = zlib.decompress(picture.data), 4 + len(picture.films)
        data = bytearray(parts * picture.width * picture.height)
        for place in range(4):
            data[place::parts] = four[place::4]
        for place, film in enumerate(picture.films, 4):
            data[place::parts] = film.data
        names = " ".join(
            ["/Cyan /Magenta /Yellow /Black", *(ink_name(film.ink) for film in picture.films)]
        )
        program, entries = tint_program([film.inks for film in picture.films])
        tints = self._number(self._document.Reference(_Stream(program, entries)))
        return self._pixels(size, f"[/DeviceN [{names}] /DeviceCMYK {tints}]", zlib.compress(data))

    def _pixels(
        self,
        size: tuple[int, int],
        space: str,
        data: builtins.bytes | LaidAside,
        packed: str = "FlateDecode",
        more: Mapping[str, Any] = _NOTHING,
    ) -> Any:
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Image"),
            "Width": size[0],
            "Height": size[1],
            "BitsPerComponent": 8,
            "Interpolate": _Raw("true"),
            "ColorSpace": _Raw(space),
            **more,
        }
        return self._document.Reference(_Stream(data, entries, packed=packed))

    # -- fonts
    # --------------------------------------------------------------------------------------------

    def _font(self, font: Font) -> Any:
        """A reference to the font's dictionary, whose entries are known only when all text is."""
        name = f"{_FONT}{font.key}"
        if font.key not in self._fonts:
            entry = pdfdoc.PDFDictionary({})
            self._document.Reference(entry, name)
            self._fonts[font.key] = (font, entry)
        return pdfdoc.PDFObjectReference(name)

    def _embed(self, font: Font, entry: Any) -> None:
        """Write the font as a CIDFont whose character codes are glyph ids (ISO 32000-1, 9.7.4):
        TrueType, or bare CFF."""
        pairs = glyphs_of(self._words.get(font, ()))
        if self._common and font in self._common.glyphs:
            shared = self._common.glyphs[font]
            pairs = shared if pairs <= shared else pairs | shared | alphabet(font)
        parts = embedded(font, pairs)
        reference = self._document.Reference
        file = self._number(reference(_Stream(parts.file, parts.about, packed="FlateDecode")))
        descriptor = _Raw(f"{parts.descriptor} {file} >>")
        descendant = _Raw(
            f"{parts.descendant} /FontDescriptor {self._number(reference(descriptor))} >>"
        )
        for key, value in {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("Type0"),
            "BaseFont": pdfdoc.PDFName(parts.name),
            "Encoding": pdfdoc.PDFName("Identity-H"),
            "DescendantFonts": pdfdoc.PDFArray([reference(descendant)]),
            "ToUnicode": reference(_Stream(parts.to_unicode, {}, packed="FlateDecode")),
        }.items():
            entry[key] = value


def _metadata(title: str, *, universal: bool) -> str:
    """The title as a stream of XMP (ISO 16684-1), where PDF/UA (ISO 14289-1, 7.1) has it read to
    those who do not see; and of a `universal` file that it is one (clause 5)."""
    about = '<rdf:Description rdf:about="" '
    part = (
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        "<pdfuaid:part>1</pdfuaid:part></rdf:Description>"
    )
    says = f"{about}{part}" if universal else ""
    xmp = (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">{about}'
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">'
        f"{escape(title)}</rdf:li></rdf:Alt></dc:title></rdf:Description>{says}</rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    )
    data = xmp.encode()
    head = f"<< /Type /Metadata /Subtype /XML /Length {len(data)} >>"
    return f"{head}\nstream\n{data.decode('latin-1')}\nendstream"


class _StructureTree:
    """The structure of the document as objects.

    Elements, and which of them each mark and link of a page belongs to."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._elements: dict[StructureElement, _Raw] = {}
        self._numbers: dict[StructureElement, str] = {}
        self._parents: list[str] = []
        """By the key of a page or link, its elements: the parent tree."""
        self.pages: dict[object, str] = {}
        self.links: dict[LinkedPart, str] = {}
        self.root = _Raw("")
        self._shared: dict[str, str] = {}

    def parents_of(self, marks: list[StructureElement]) -> int:
        """The key of a page with these marks."""
        self._parents.append(f"[{' '.join(map(self._number, marks))}]")
        return len(self._parents) - 1

    def parent_of(self, element: StructureElement | None) -> int | None:
        """The key of a link that is this element."""
        if element is None:
            return None
        self._parents.append(self._number(element))
        return len(self._parents) - 1

    def _referred(self, raw: _Raw) -> str:
        reference = self._document.Reference(raw)
        return "{} {} R".format(*self._document.idToObjectNumberAndVersion[reference.name])

    def _number(self, element: StructureElement) -> str:
        """A reference to an element, which is written once all of it is known."""
        if element not in self._numbers:
            self._elements[element] = _Raw("")
            self._numbers[element] = self._referred(self._elements[element])
        return self._numbers[element]

    def write(self, root: StructureElement) -> None:
        root_reference = self._referred(self.root)
        for element in (root, *root.elements()):
            above = (
                root_reference
                if element is root or element.parent is None
                else self._number(element.parent)
            )
            page = next(
                (kid.page for kid in element.kids if isinstance(kid, (PaintedPart, LinkedPart))),
                None,
            )
            kids = [self._kid(kid, page) for kid in element.kids]
            entries = {
                "S": f"/{element.kind}",
                "P": above,
                "Pg": self.pages[page] if page else "",
                "K": kids[0] if len(kids) == 1 else f"[{' '.join(kids)}]" if kids else "",
                "Alt": _text_string(element.alt)
                if element.alt and element.kind == "Figure"
                else "",
                "A": self._attributes(element.attributes()),
            }
            self._number(element)
            pairs = " ".join(f"/{name} {text}" for name, text in entries.items() if text)
            self._elements[element].text = f"<< {pairs} >>".encode("latin-1")
        parents = " ".join(f"{key} {text}" for key, text in enumerate(self._parents))
        next_key = len(self._parents)
        parent_tree = f"/ParentTree << /Nums [{parents}] >> /ParentTreeNextKey {next_key}"
        tree = f"/K {self._number(root)} {parent_tree}"
        self.root.text = f"<< /Type /StructTreeRoot {tree} >>".encode("latin-1")

    def _attributes(self, text: str) -> str:
        """A reference to attributes that several elements share."""
        if text and text not in self._shared:
            self._shared[text] = self._referred(_Raw(text))
        return self._shared[text] if text else ""

    def _kid(self, kid: StructureElement | PaintedPart | LinkedPart, page: object) -> str:
        if isinstance(kid, StructureElement):
            return self._number(kid)
        there = f"/Pg {self.pages[kid.page]} " if kid.page is not page else ""
        if isinstance(kid, LinkedPart):
            return f"<< /Type /OBJR {there}/Obj {self.links[kid]} >>"
        return f"<< /Type /MCR {there}/MCID {kid.number} >>" if there else str(kid.number)


class Page:
    """One page while it is being painted. Coordinates are points, y upward."""

    def __init__(self, size: Box, trim: Box | None, bleed: Box | None) -> None:
        self.size = size
        self.trim = trim
        self.bleed = bleed
        self.needs = Drawing([], size)
        self.stream = ContentStream()
        self.links: list[tuple[Box, str]] = []
        """What leads elsewhere: boxes, and #anchors or addresses of the web."""
        self.structure: PageStructure | None = None
        """How what it paints is to be read, where the document has a structure."""
        self._out: list[bytes] = []
        self._content = b""

    def place(
        self,
        drawing: Drawing,
        matrix: Matrix,
        *,
        clip: PathData | None = None,
        shared: bool = False,
    ) -> None:
        """Paint a drawing, placed by `matrix` and cut to `clip`.

        `matrix` maps its units to the page, `clip` is a path in its units. With `shared` its
        content is written once for the whole file, however often it is placed.
        """
        head = f"q {matrix_operator(matrix)}"
        if clip:
            head += f" {clip.operators} W n"
        if shared:
            name = drawing.name
            self.needs.forms[name] = drawing
            self._out.append(f"{head} /{name} Do Q".encode())
            return
        merge_words(self.needs.words, drawing.words)
        for kind in ("forms", "pictures", "masks"):
            getattr(self.needs, kind).update(getattr(drawing, kind))
        self.stream.name_what(drawing.stream)
        self._out += (head.encode(), drawing.content, b"Q")

    def content(self) -> bytes:
        """The content stream of the page. Ask once it is finished."""
        self._content = self._content or b"\n".join(self._out) + b"\n"
        return self._content


@lru_cache(maxsize=1024)
def _box(box: Box) -> str:
    return f"[{fine(box.x)} {fine(box.y)} {fine(box.right)} {fine(box.top)}]"


def _text_string(text: str) -> str:
    """A text of the document's own (ISO 32000-1, 7.9.2.2)."""
    if text.isascii() and text.isprintable():
        return f"({text.translate(_ESCAPED)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
