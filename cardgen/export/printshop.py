"""A print shop's PDF in inks, with the structure of PDF/X.

It has real trim and bleed boxes (ISO 15930-4 and 15930-7)."""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cardgen.base.colour_math import CMYK
from cardgen.base.findings import CardgenError, Finding, note
from cardgen.base.geometry import Box
from cardgen.base.source_date import source_date
from cardgen.base.units import MM, listed
from cardgen.cards.parcels import Drawn
from cardgen.cards.placing import outline
from cardgen.engine import (
    Canvas,
    Drawing,
    FlatColour,
    LineStyle,
    OutputColours,
    PathData,
    Pdf,
    Picture,
    Pixels,
    display_list,
)
from cardgen.export.pdfx_check import SAYS, STANDARDS, X1A, Standard, faults
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Shape
from cardgen.prepress.flattening import DENSITY, Flattened, flattened, shows_through
from cardgen.prepress.gradients import in_inks
from cardgen.prepress.inks import CUSTOM, FULL_BLACK, ProcessColours, process_colours_of
from cardgen.prepress.overprint import Overprint
from cardgen.prepress.plates import Plate, SpotColours, only, painted_in, plates_of, without
from cardgen.prepress.profiles import Fit, Printer
from cardgen.prepress.raster import ExportFile, listed_once, shown_on_page, side_page

Opaque = Callable[[Drawing], Flattened]
"""Makes a drawing of a side opaque."""
DIE_WIDTH = 0.5
"""Points."""
_NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def export_pdf(
    printer: Printer,
    game: Game,
    deck: Deck,
    drawn: Iterable[Drawn],
    add_file: Callable[[ExportFile], None],
    *,
    name: str = "",
    forced: Callable[[Finding], None] | None = None,
) -> list[Finding]:
    """Hand one PDF of a deck to `add_file`; return its notes.

    Its pages stand in the printer's order; a die line and a list come with it where the printer
    wants them. Return what there is to say about it.

    Where a side is missing its page stays white: printers tell fronts from backs by counting.
    `name` is the file's, else the deck's id. Raises CardgenError when the file would not meet the
    requirements that are checked (`pdfx_check`). With `forced` it is made all the same, without a
    word of PDF/X where it is none, and `forced` is told what is wrong with it."""
    name = name or deck.id
    standard = STANDARDS[printer.form]
    inks = process_colours_of(printer, game)
    job = _prepared(printer, game, deck, list(drawn), inks)
    pages, plain = _written(job, printer, game, deck, inks)
    on_pages = job.plates and printer.plates == "pages"
    labels = [page.label for page in pages] if on_pages else []
    title = f"{game.title}: {deck.title}"
    data = finished(plain, title, inks, standard, labels=labels)
    page_names = [page.told for page in pages]
    pdf_faults = faults(data, standard=standard, ink=printer.ink, pages=page_names)
    if pdf_faults and not forced:
        remedy = f"see cardgen validate --printer {printer.id}; --force writes it all the same"
        missed = f"the PDF of {game.id}/{deck.id} would not meet {standard.name}"
        raise CardgenError(
            *(Finding("export-impossible", f"{missed}: {fault}", remedy) for fault in pdf_faults)
        )
    if forced and pdf_faults:
        structure = faults(data, standard=standard, pages=page_names)
        data = finished(plain, title, inks, standard, is_named=not structure, labels=labels)
        for fault in pdf_faults:
            trouble = "takes more ink than is allowed"
            if fault in structure:
                trouble = f"is no {standard.name} and does not say it is"
            sentence = f"{name}.pdf is written, but it {trouble}: {fault}"
            remedy = f"ask {printer.title} before you send it"
            forced(Finding("export-impossible", sentence, remedy))
    add_file(ExportFile(f"{name}.pdf", data))
    notes = job.notes
    if printer.copies == "once":
        add_file(listed_once(printed.card for printed, _ in job.cards))
    if labels:
        add_file(_listed_pages(f"{name}-pages.csv", pages))
        plates = ", ".join(dict.fromkeys(plate.name for plate in job.plates.values()))
        sentence = (
            f"{len(pages)} pages: behind the inks of a side follow those of its plates ({plates}),"
            f" where it has any; their labels and {name}-pages.csv say which is which"
        )
        notes.append(note("plate-pages", sentence))
    if printer.die_line:
        fit = printer.fit(deck.shape)
        add_file(ExportFile(f"{name}-die-line.pdf", die_line(game, deck, fit, printer, inks)))
    return notes


class _PrintJob(NamedTuple):
    """The cards of a deck, as drawn and as a press prints them.

    `plates` are those beside process CMYK; `opaque` makes a drawing so where files know no
    transparency; something of the cards `blends` or not."""

    cards: list[tuple[Drawn, Drawn]]
    plates: Mapping[str, Plate]
    opaque: Opaque | None
    blends: bool
    notes: list[Finding]


def _prepared(
    printer: Printer, game: Game, deck: Deck, drawn: Sequence[Drawn], inks: ProcessColours
) -> _PrintJob:
    """Return drawn cards ready for the press.

    They are parted by plates, opaque where they must be, their black text settled."""
    fit = printer.fit(deck.shape)
    printed, plates, notes = _parted(drawn, printer, inks, plates_of(game.palette, inks))
    opaque = None
    if not STANDARDS[printer.form].clear:
        opaque = partial(_flattened, deck.shape, fit)
        # or the plates are apart from the inks by now
        spots = SpotColours({} if printer.plates == "pages" else plates, inks)
        printed, flattened_where = _all_opaque(printed, deck.shape, partial(opaque, spots=spots))
        notes += flattened_where
    over = Overprint(SpotColours(plates, inks), printer.ink / 100)
    blends_by_form: dict[str, bool] = {}
    blends = False
    cards = []
    for card, drawn_card in zip(printed, drawn, strict=True):
        face, back = (_settled(over, side, deck, fit) for side in (card.face, card.back))
        blends = blends or any(shows_through(side, blends_by_form) for side in (face, back) if side)
        if card.card.copies and face is not None:
            cards.append((card._replace(face=face, back=back), drawn_card))
    return _PrintJob(cards, plates, opaque, blends, notes)


def _written(
    job: _PrintJob, printer: Printer, game: Game, deck: Deck, inks: ProcessColours
) -> tuple[list[WrittenPage], bytes]:
    """Return the pages and the bytes of the file.

    All that it was made from is let go."""
    shop = Shop(inks, blends=job.blends, plates=job.plates, opaque=job.opaque)
    title = f"{game.title}: {deck.title}"
    pdf = Pdf(title, author=game.designer, subject=f"For {printer.title}")
    pages = list(_pages(pdf, shop, printer, deck, printer.fit(deck.shape), job.cards))
    shop.forget()
    return pages, pdf.bytes()


class WrittenPage(NamedTuple):
    """A page: a side of a card, and the plate if not CMYK.

    Sides are told by their number."""

    number: int
    card: str
    side: str
    plate: str

    @property
    def told(self) -> str:
        return f'the {self.side} of "{self.card}"' + (f" on {self.plate}" if self.plate else "")

    @property
    def label(self) -> str:
        return " ".join(
            [f"{self.number:03}", _SIDES[self.side], *([self.plate] if self.plate else [])]
        )


_SIDES = {"face": "front", "back": "back"}
"""What printers and lists call the sides."""


def _listed_pages(file: str, pages: Sequence[WrittenPage]) -> ExportFile:
    """A table of the pages; one without a plate is process CMYK."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("page", "number", "card", "side", "plate"))
    table.writerows(
        (place, page.number, page.card, _SIDES[page.side], page.plate)
        for place, page in enumerate(pages, 1)
    )
    return ExportFile(file, out.getvalue().encode())


_SOME = 3
"""So many sides are named."""


def _settled(over: Overprint, side: Drawing | None, deck: Deck, fit: Fit) -> Drawing | None:
    """A side of which the black letters that must knock out."""
    return side and over.settled(
        side, shown_on_page(side.box, deck.shape, fit), deck.shape.width / side.box.width
    )


def _flattened(
    shape: Shape, fit: Fit, side: Drawing, spots: SpotColours | None = None
) -> Flattened:
    """A side with nothing that shows through."""
    return flattened(side, shown_on_page(side.box, shape, fit), shape.width / side.box.width, spots)


def _all_opaque(
    cards: Iterable[Drawn], shape: Shape, flatten: Opaque
) -> tuple[list[Drawn], list[Finding]]:
    """Cards with nothing that shows through, and where pictures took its place."""
    done: dict[str, Flattened] = {}
    places_by_side: dict[str, None] = {}

    def opaque(side: Drawing | None, of: str) -> Drawing | None:
        if side is None:
            return None
        unit = shape.width / side.box.width
        if side.name not in done:
            done[side.name] = flatten(side)
            places = [_in_mm(region, side.box, unit) for region in done[side.name].regions]
            if places:
                listed = "; ".join(places[:_SOME]) + ("; ..." if len(places) > _SOME else "")
                places_by_side[f"{of} ({listed})"] = None
        return done[side.name].drawing

    sides = [
        drawn_card._replace(
            face=opaque(drawn_card.face, f'"{drawn_card.card.id}"'),
            back=opaque(drawn_card.back, "the back"),
        )
        for drawn_card in cards
    ]
    sentence = (
        "PDF/X-1a knows no transparency: what shows through was made a picture"
        f" of {DENSITY} pixels to an inch, in mm: {listed(places_by_side, _SOME)}"
    )
    return sides, [note("flattened", sentence)] if places_by_side else []


def _in_mm(region: Box, box: Box, unit: float) -> str:
    """The place of a region in words, from the trim's upper left."""
    x, y, width, height = (
        value * unit / MM
        for value in (region.x - box.x, region.y - box.y, region.width, region.height)
    )
    return f"{width:.0f} x {height:.0f} at {x:.0f}, {y:.0f}"


def _parted(
    cards: Sequence[Drawn], printer: Printer, inks: ProcessColours, plates: Mapping[str, Plate]
) -> tuple[list[Drawn], dict[str, Plate], list[Finding]]:
    """The process part of some cards and their plates, with notes.

    The plates are those beside process CMYK that the printer takes."""
    names_of: dict[str, frozenset[str]] = {}
    painted_names = set[str]()
    for drawn_card in cards:
        for side in (drawn_card.face, drawn_card.back):
            if side:
                painted_names |= painted_in(side, names_of)
    used = {name: plate for name, plate in plates.items() if name in painted_names}
    finishes = [name for name, plate in used.items() if plate.finish]
    spots = SpotColours(used if printer.plates == "pages" else {}, inks)

    def process_part(side: Drawing | None) -> Drawing | None:
        return side and spots.process_part(without(side, finishes))

    printed = [
        drawn_card._replace(face=process_part(drawn_card.face), back=process_part(drawn_card.back))
        for drawn_card in cards
    ]
    if printer.plates != "inks":
        return printed, used, []
    left_out = dict.fromkeys(plate.name for plate in used.values() if plate.finish)
    listed_names = ", ".join(left_out)
    sentence = f"{printer.title} prints the four inks alone, and leaves out: {listed_names}"
    return printed, {}, [note("finish-left-out", sentence)] if left_out else []


class _PrintedSide(NamedTuple):
    """A side of a card: what the inks print of it, all of it, and how it lies on its page."""

    name: str
    inked: Drawing
    whole: Drawing
    fit: Fit


def _pages(
    pdf: Pdf,
    shop: Shop,
    printer: Printer,
    deck: Deck,
    fit: Fit,
    cards: Iterable[tuple[Drawn, Drawn]],
) -> Iterator[WrittenPage]:
    """Add the pages in the printer's order, and say what is on each. Of each card there is what the
    inks print, and all of it."""
    number = 0
    two_sided = printer.back_first or bool(deck.back) or any(card.back for card in deck.cards)
    bare = Drawing([], deck.shape.box)
    for (card, face, back, *_), (_, whole_face, whole_back, *_) in cards:
        sides = [_PrintedSide("face", face or bare, whole_face or bare, fit)]
        if two_sided:
            sides.append(_PrintedSide("back", back or bare, whole_back or bare, fit.behind))
        if printer.back_first:
            sides.reverse()
        for _ in range(card.copies if printer.copies == "each" else 1):
            number += 1
            for side in sides:
                on_pages = printer.plates == "pages"
                for plate, separated in shop.separated(side.inked, side.whole, on_pages=on_pages):
                    clip = _all(separated, deck, fit)
                    side_page(
                        pdf, separated, deck.shape, side.fit, boxes=True, clip=clip, shared=True
                    )
                    yield WrittenPage(number, card.id, side.name, plate)


class Shop(OutputColours):
    """The inks of a file, which turn its drawings into drawings of inks.

    Each form is turned once. Where nothing of the file `blends`, a group of opaque things is only a
    form. `plates` are those beside process CMYK, by the names of their colours; `opaque` makes
    separations opaque where files know no transparency."""

    space = "DeviceCMYK"
    plates = True

    def __init__(
        self,
        inks: ProcessColours,
        *,
        blends: bool,
        plates: Mapping[str, Plate] = {},
        opaque: Opaque | None = None,
    ) -> None:
        self.inks = inks
        self.blends = blends
        self.plates_by_name = plates
        self.spots = SpotColours(plates, inks)
        self.opaque = opaque
        self._done: dict[str, Drawing] = {}
        self._pictures: dict[str, Picture] = {}
        self._stops: dict[display_list.Shading, list[tuple[float, CMYK]]] = {}
        self._plate_pages: dict[tuple[str, str], Drawing] = {}

    def inked(self, drawing: Drawing) -> Drawing:
        """A drawing with every colour, shading and picture in inks. Its forms keep their
        names."""
        inked_drawing = self._done.get(drawing.name)
        if inked_drawing is None:
            inked_drawing = replace(
                drawing,
                group=drawing.group and self.blends,
                inks=self,
                forms={name: self.inked(form) for name, form in drawing.forms.items()},
                masks={
                    name: (kind, _in(self.of_masks(), mask))
                    for name, (kind, mask) in drawing.masks.items()
                },
                pictures={
                    name: self._picture(name, picture) for name, picture in drawing.pictures.items()
                },
            )
            self._done[drawing.name] = inked_drawing
        return inked_drawing

    def forget(self) -> None:
        """Let go what was made and is written by now.

        Drawings know their inks, and inks these drawings, so none would go by itself."""
        for cache in (self._done, self._plate_pages, self._pictures):
            cache.clear()

    def separated(
        self, printed: Drawing, whole_side: Drawing, *, on_pages: bool
    ) -> Iterator[tuple[str, Drawing]]:
        """The pages of a side, each with the name of its plate.

        What the inks print, with the finishes of the whole side over it; or by itself, and each
        plate it uses, on its own page."""
        inked = self.inked(printed)
        if on_pages:
            yield "", inked
            for plate in dict.fromkeys(self.plates_by_name.values()):
                plate_page = self.plate_page(plate, whole_side)
                if plate_page.items:
                    yield plate.name, plate_page
            return
        finish = only(whole_side, self._finishes)
        if not finish.items:
            yield "", inked
            return
        over = self.inked(finish)
        items: list[display_list.Item] = []
        for form in (inked, over):
            items.append(display_list.PlacedForm(form.name))
        forms = {inked.name: inked, over.name: over}
        yield "", replace(inked, items=items, forms=forms, _name="")

    @property
    def _finishes(self) -> list[str]:
        return [name for name, plate in self.plates_by_name.items() if plate.finish]

    def plate_page(self, plate: Plate, whole_side: Drawing) -> Drawing:
        """The page of a plate: its amounts in black ink."""
        if (plate.name, whole_side.name) not in self._plate_pages:
            if plate in self.spots.painted(whole_side):
                on_plate = self.spots.separation(without(whole_side, self._finishes), plate)
                if self.opaque:
                    on_plate = self.opaque(on_plate).drawing
            else:
                names = [name for name, other in self.plates_by_name.items() if other == plate]
                on_plate = only(whole_side, names)
            in_black = _in(_BlackColours(finish=plate.finish), on_plate, blends=self.blends)
            self._plate_pages[plate.name, whole_side.name] = in_black
        return self._plate_pages[plate.name, whole_side.name]

    def parts(self, colour: FlatColour) -> CMYK:
        return self.inks.of(colour)

    def spot(self, colour: FlatColour) -> Plate | None:
        return self.plates_by_name.get(colour.name)

    def overprints(self, colour: FlatColour, text: bool) -> bool:
        """True for finishes and black text.

        So no paper shows around letters where plates do not meet."""
        plate = self.plates_by_name.get(colour.name)
        return plate.finish if plate else text and self.inks.of(colour) == FULL_BLACK

    def stops(
        self, shading: display_list.Shading
    ) -> tuple[Plate | None, Sequence[tuple[float, tuple[float, ...]]]]:
        if tinted := self.spots.tints(shading):
            plate, tints = tinted
            return plate, [(offset, (tint,)) for offset, tint in tints]
        if shading not in self._stops:
            self._stops[shading] = in_inks(shading, self.inks)
        return None, self._stops[shading]

    def _picture(self, name: str, picture: Picture) -> Picture:
        if name not in self._pictures:
            colours, alpha = self.inks.printed(picture)
            # not to be kept under PDF/X-1a, and told as such
            clear = alpha.tobytes() if alpha else b""
            packed = zlib.compress(colours.tobytes())
            self._pictures[name] = Picture(
                packed, picture.width, picture.height, inked=True, alpha=clear, films=picture.films
            )
        return self._pictures[name]


class _BlackColours(OutputColours):
    """Every colour as black ink, more of it the darker it is.

    All that is painted of a finish is black. Pictures are greys as they are, which is black ink
    too."""

    space = "DeviceCMYK"
    plates = True

    def __init__(self, *, finish: bool) -> None:
        self.finish = finish

    def parts(self, colour: FlatColour) -> CMYK:
        return FULL_BLACK if self.finish else (0.0, 0.0, 0.0, 1 - colour.rgb[0])


def _in(inks: OutputColours, drawing: Drawing, *, blends: bool = True) -> Drawing:
    """A drawing of greys, its forms and pictures too, in inks.

    Where nothing `blends` there are no groups."""
    forms = {name: _in(inks, form, blends=blends) for name, form in drawing.forms.items()}
    pictures = {name: _grey(picture) for name, picture in drawing.pictures.items()}
    mask_inks = inks.of_masks()
    masks = {name: (kind, _in(mask_inks, mask)) for name, (kind, mask) in drawing.masks.items()}
    return replace(
        drawing,
        inks=inks,
        forms=forms,
        pictures=pictures,
        masks=masks,
        group=drawing.group and blends,
    )


def _grey(picture: Picture) -> Picture:
    """A picture as a file of greys."""
    pixels = Pixels.of(picture.data)
    if pixels.colours.mode == "L":
        return picture
    return Picture.of_image(pixels._replace(colours=pixels.colours.convert("L")).whole)


# to pack a profile takes longer than all the rest of a small file
_packed = lru_cache(maxsize=4)(zlib.compress)


def finished(
    data: bytes,
    title: str,
    inks: ProcessColours,
    standard: Standard = X1A,
    *,
    is_named: bool = True,
    labels: Sequence[str] = (),
) -> bytes:
    """A PDF with all that a standard asks for beside pages.

    These are output intent, version, trapping, dates and an identifier. `labels` are what viewers
    call its pages, where not by number (ISO 32000-1, 12.4.2). Unless `is_named` it does not say
    that it is PDF/X; its inks are for the same press. The same input gives the same bytes: the date
    is no day's, unless SOURCE_DATE_EPOCH says one."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    with pikepdf.open(io.BytesIO(data)) as pdf:
        root = pdf.Root
        for key in (
            "/Outlines",
            "/PageMode",
            "/ViewerPreferences",
            "/OpenAction",
            "/Dests",
            "/Names",
            "/Lang",
        ):
            if key in root:
                del root[key]
        profile = pdf.make_stream(
            _packed(inks.profile_bytes), N=4, Alternate=Name.DeviceCMYK, Filter=Name.FlateDecode
        )
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
        if labels:
            root.PageLabels = Dictionary(
                Nums=Array(
                    [
                        entry
                        for place, label in enumerate(labels)
                        for entry in (place, Dictionary(P=label))
                    ]
                )
            )
        about = pdf.docinfo
        date = _dated()
        about["/Title"] = title
        if is_named and not standard.clear:
            about["/GTS_PDFXVersion"] = standard.name
        about["/Trapped"] = Name("/False")
        about["/CreationDate"] = about["/ModDate"] = f"D:{date:%Y%m%d%H%M%S}Z"
        if standard.clear:
            _describe(pdf, title, standard, is_named, f"{date:%Y-%m-%dT%H:%M:%S}Z")
        out = io.BytesIO()
        pdf.save(
            out,
            force_version=standard.version,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
            compress_streams=True,
            fix_metadata_version=False,
        )
        return out.getvalue()


def _dated() -> datetime:
    """The date in a file: SOURCE_DATE_EPOCH, else always the same."""
    seconds = source_date()
    # Windows takes no large number
    if seconds is None:
        return _NO_DAY
    return datetime.fromtimestamp(0, UTC) + timedelta(seconds=seconds)


def _describe(pdf: Any, title: str, standard: Standard, is_named: bool, date: str) -> None:
    """Add the metadata of PDF/X-4, and the space in which its pages are blended.

    The metadata is that of ISO 15930-7, 6.18."""
    from pikepdf import Dictionary, Name

    document = f"uuid:{uuid5(NAMESPACE_URL, title)}"
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as about:
        about.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
        about["dc:title"] = title
        about["pdf:Trapped"] = "False"
        about["xmp:CreateDate"] = about["xmp:ModifyDate"] = about["xmp:MetadataDate"] = date
        about["xmpMM:DocumentID"] = document
        about["xmpMM:VersionID"] = "1"
        about["xmpMM:RenditionClass"] = "default"
        if is_named:
            about[SAYS] = standard.name
    for page in pdf.pages:
        page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK, I=True)


def die_line(game: Game, deck: Deck, fit: Fit, printer: Printer, inks: ProcessColours) -> bytes:
    """A page with the card's outline in a spot colour.

    It lies where its sides lie, as a layer over them."""
    trim = deck.shape.box
    plate = Plate("Die", (0.0, 1.0, 0.0, 0.0), finish=True)
    shop = Shop(inks, blends=False, plates={"die": plate})
    title = f"{game.title}: {deck.title}, die line"
    pdf = Pdf(title, author=game.designer, subject=f"For {printer.title}")
    canvas = Canvas(drawing=Drawing([], trim, reach=trim.grown(9), inks=shop))
    edge = outline(deck.shape, trim, corner=deck.shape.corner)
    canvas.path(edge, stroke=FlatColour(name="die"), line=LineStyle(DIE_WIDTH))
    side_page(pdf, canvas.drawing, deck.shape, fit, boxes=True)
    return finished(pdf.bytes(), title, inks)


def _all(side: Drawing, deck: Deck, fit: Fit) -> PathData:
    """The page as a path in the units of the side."""
    unit = side.box.width / deck.shape.width
    grown = side.box.grown(max(fit.width, fit.height) * unit)
    return PathData.rectangle(grown)
