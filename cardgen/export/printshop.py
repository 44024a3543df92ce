"""A print shop's PDF: every colour in inks, real trim and bleed boxes, and the structure of PDF/X-1a:2003 (ISO 15930-4)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.geometry import Box
from cardgen.cards.render import Drawn
from cardgen.export.pdfx_check import faults
from cardgen.graphics.display_list import (
    CMYK,
    Blend,
    Colourant,
    ContentStream,
    Item,
    LineStyle,
    PaintedPath,
    PathData,
    PlacedForm,
    Shade,
    Shading,
    ShownGlyphs,
    Through,
)
from cardgen.graphics.drawing import Drawing, Picture
from cardgen.graphics.images import pixels_of
from cardgen.graphics.pdf import Pdf
from cardgen.graphics.spelling import fine
from cardgen.model.cards import Card, Deck, Game
from cardgen.press.gradients import in_inks
from cardgen.press.inks import CUSTOM, Inks, inks_of
from cardgen.press.profiles import Fit, Printer
from cardgen.press.raster import ExportFile, side_page
from cardgen.sheets.pages import outline
from cardgen.svg.path import as_path, rectangle

DIE_WIDTH = 0.5
"""Points."""


def export_pdf(
    printer: Printer,
    game: Game,
    deck: Deck,
    drawn: Iterable[Drawn],
    made: Callable[[ExportFile], None],
    *,
    name: str = "",
    forced: Callable[[Problem], None] | None = None,
) -> None:
    """Hand one PDF of a deck to `made`, its pages in the printer's order, and a die line and a list where the printer wants them.

    Where a side is missing its page stays white: printers tell fronts from backs by counting. `name` is the file's, else the deck's id.
    Raises CardgenError when the file would not meet the requirements that are checked; what they are is in `pdfx`. With `forced` it is
    made all the same, without a word of PDF/X where it is none, and `forced` is told what is wrong with it.
    """
    drawn, name = list(drawn), name or deck.id
    fit, title = printer.fit(deck.shape), f"{game.title}: {deck.title}"
    looked: set[str] = set()
    sides = (side for each in drawn for side in (each.face, each.back) if side)
    shop = Shop(inks_of(printer, game), blends=any(_shows_through(side, looked) for side in sides))
    pdf = Pdf(title, author=game.designer, subject=f"For {printer.title}")
    cards = [each for each in drawn if each.card.copies and each.face is not None]
    pages = list(_pages(pdf, shop, printer, deck, fit, cards))
    plain = pdf.bytes()
    data = finished(plain, title, shop.inks)
    wrong = faults(data, ink=printer.ink, pages=pages)
    if wrong and not forced:
        remedy = f"see cardgen validate --printer {printer.id}; --force writes it all the same"
        raise CardgenError(*(Problem(f"the PDF of {game.id}/{deck.id} would not meet PDF/X-1a: {each}", remedy) for each in wrong))
    if forced and wrong:
        structure = faults(data, pages=pages)
        data = finished(plain, title, shop.inks, named=not structure)
        for each in wrong:
            what = "is no PDF/X-1a and does not say it is" if each in structure else "takes more ink than is allowed"
            forced(Problem(f"{name}.pdf is written, but it {what}: {each}", f"ask {printer.title} before you send it"))
    made(ExportFile(f"{name}.pdf", data))
    if printer.copies == "once":
        made(ExportFile("cards.csv", _listed(each.card for each in cards)))
    if printer.die_line:
        made(ExportFile(f"{name}-die-line.pdf", die_line(game, deck, fit, printer, shop.inks)))


def _pages(pdf: Pdf, shop: Shop, printer: Printer, deck: Deck, fit: Fit, cards: Iterable[Drawn]) -> Iterator[str]:
    """Add the pages in the printer's order, and say what is on each."""
    two_sided = printer.back_first or bool(deck.back) or any(card.back for card in deck.cards)
    bare = Drawing([], Box(0, 0, deck.shape.width, deck.shape.height))
    for card, face, back, _ in cards:
        sides = [("face", shop.inked(face or bare), fit), *([("back", shop.inked(back or bare), fit.behind)] if two_sided else [])]
        for _ in range(card.copies if printer.copies == "each" else 1):
            for side, inked, lies in reversed(sides) if printer.back_first else sides:
                side_page(pdf, inked, deck.shape, lies, boxes=True, clip=_all(inked, deck, fit), shared=True)
                yield f'the {side} of "{card.id}"'


class Shop:
    """Turns drawings into drawings of inks; each form once. Where nothing of a file `blends`, a group of opaque things is only a form.

    It is the set of inks that they are written in.
    """

    space = "DeviceCMYK"

    def __init__(self, inks: Inks, *, blends: bool) -> None:
        self.inks = inks
        self.blends = blends
        self._done: dict[str, Drawing] = {}
        self._pictures: dict[str, Picture] = {}
        self._stops: dict[Shading, list[tuple[float, CMYK]]] = {}

    def inked(self, drawing: Drawing) -> Drawing:
        """The same drawing with every colour, shading and picture in inks. Its forms keep their names."""
        known = self._done.get(drawing.name)
        if known is None:
            known = replace(
                drawing,
                group=drawing.group and self.blends,
                inks=self,
                forms={name: self.inked(form) for name, form in drawing.forms.items()},
                pictures={name: self._picture(name, picture) for name, picture in drawing.pictures.items()},
            )
            self._done[drawing.name] = known
        return known

    def flat(self, colour: Colourant, stroke: bool, stream: ContentStream) -> str:
        return f"{_shown(self.inks.of(colour))} {'K' if stroke else 'k'}"

    def stops(self, shading: Shading) -> tuple[str, list[tuple[float, CMYK]]]:
        if shading not in self._stops:
            self._stops[shading] = in_inks(shading, self.inks)
        return self.space, self._stops[shading]

    def _picture(self, name: str, picture: Picture) -> Picture:
        if name not in self._pictures:
            colours, alpha = pixels_of(picture.data)
            out = io.BytesIO()
            self.inks.picture(colours).save(out, "TIFF")
            clear = alpha.tobytes() if alpha else b""  # not to be kept under PDF/X-1a, and told as such
            self._pictures[name] = Picture(out.getvalue(), picture.width, picture.height, inked=True, alpha=clear)
        return self._pictures[name]


def _shows_through(drawing: Drawing, looked: set[str]) -> bool:
    """Whether anything of a drawing, but for those `looked` at before, is not opaque; pictures aside, which no group changes."""
    if drawing.name in looked:
        return False
    looked.add(drawing.name)
    clear = any(map(_lets_through, drawing.items))
    return clear or any(_shows_through(form, looked) for form in drawing.forms.values())


def _lets_through(item: Item) -> bool:
    if isinstance(item, (PaintedPath, ShownGlyphs)):
        return item.fill_alpha < 1 or item.stroke_alpha < 1
    return isinstance(item, (Through, Blend)) or (isinstance(item, (PlacedForm, Shade)) and item.alpha < 1)


def finished(data: bytes, title: str, inks: Inks, *, named: bool = True) -> bytes:
    """A PDF with what PDF/X-1a:2003 asks for beside its pages: output intent, version, trapping, dates, an identifier.

    One that is not `named` does not say that it is PDF/X-1a; its inks are for the same press. Same input, same bytes: the date is no day's.
    """
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    with pikepdf.open(io.BytesIO(data)) as pdf:
        root = pdf.Root
        for key in ("/Outlines", "/PageMode", "/ViewerPreferences", "/OpenAction", "/Dests", "/Names", "/Lang"):
            if key in root:
                del root[key]
        profile = pdf.make_stream(inks.profile_bytes, N=4, Alternate=Name.DeviceCMYK)
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier=inks.condition[0],
            OutputCondition=inks.condition[1],
            Info=inks.condition[1],
            DestOutputProfile=profile,
        )
        if inks.condition[0] != CUSTOM:
            intent.RegistryName = "http://www.color.org"
        root.OutputIntents = Array([pdf.make_indirect(intent)])
        date = "D:20000101000000Z"
        about = pdf.docinfo
        about["/Title"] = title
        if named:
            about["/GTS_PDFXVersion"] = "PDF/X-1a:2003"
        about["/Trapped"] = Name("/False")
        about["/CreationDate"] = about["/ModDate"] = date
        out = io.BytesIO()
        pdf.save(
            out,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
            compress_streams=True,
            fix_metadata_version=False,
        )
        return out.getvalue()


def die_line(game: Game, deck: Deck, fit: Fit, printer: Printer, inks: Inks) -> bytes:
    """One page with the outline of the card in a spot colour, on the same page as its sides: a layer to lay over them."""
    trim = Box(0, 0, deck.shape.width, deck.shape.height)
    line = PaintedPath(_cut(deck, trim), stroke=Colourant(name="Die", cmyk=(0.0, 1.0, 0.0, 0.0)), line=LineStyle(DIE_WIDTH))
    title = f"{game.title}: {deck.title}, die line"
    pdf = Pdf(title, author=game.designer, subject=f"For {printer.title}")
    side_page(pdf, Drawing([line], trim, reach=trim.grown(9), inks=_SpotColours()), deck.shape, fit, boxes=True)
    return finished(pdf.bytes(), title, inks)


class _SpotColours:
    """Every colour on a plate of its own, by its name (ISO 32000-1, 8.6.6.4); its inks stand for it where there is no such plate."""

    space = "DeviceCMYK"

    def flat(self, colour: Colourant, stroke: bool, stream: ContentStream) -> str:
        function = f"<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{_shown(colour.cmyk or (0.0, 0.0, 0.0, 1.0))}] /N 1 >>"
        stream.spaces[colour.name] = f"[/Separation /{colour.name} /DeviceCMYK {function}]"
        return f"/{colour.name} CS 1 SCN" if stroke else f"/{colour.name} cs 1 scn"

    def stops(self, shading: Shading) -> tuple[str, list[tuple[float, CMYK]]]:
        raise ValueError("a plate of one colour has no gradients")


def _cut(deck: Deck, trim: Box) -> PathData:
    """The line that the card is cut along."""
    corner = deck.shape.corner
    return as_path(rectangle(*trim, corner, corner)) if corner else outline(deck.shape, trim)


def _all(side: Drawing, deck: Deck, fit: Fit) -> PathData:
    """The page as a path in the units of the side."""
    unit = side.box.width / deck.shape.width
    grown = side.box.grown(max(fit.width, fit.height) * unit)
    return as_path(rectangle(*grown))


def _shown(inks: CMYK) -> str:
    return " ".join(fine(round(value, 4)) for value in inks)


def _listed(cards: Iterable[Card]) -> bytes:
    """The cards of a file that has each of them once, with their copies."""
    return ("number,card,copies\n" + "".join(f"{number},{card.id},{card.copies}\n" for number, card in enumerate(cards, 1))).encode()
