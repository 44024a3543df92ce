"""Printer profiles in YAML: what a printer sells and asks for.

Every number has its source."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist, inf
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.files import real_path
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.base.units import MM
from cardgen.load.looks import LARGEST, SMALLEST
from cardgen.load.printer_files import OWN_PRINTERS, SHIPPED, printer_files
from cardgen.model.cards import SIZE as SIZE_OF_DECK
from cardgen.model.cards import Deck
from cardgen.model.project import Project
from cardgen.model.sizes import CARDS, Shape
from cardgen.prepress.file_names import check_pattern
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import (
    ANY_TEXT,
    CERTAINTIES,
    NAME,
    SOURCE,
    TEXT,
    TRUTH,
    entry,
    length,
    list_of,
    mapping_of,
    number,
    one_of,
    sides,
)
from cardgen.schema.source import Node, TypedText, read
from cardgen.schema.values import wrong

NEAR = 2 * 72 / 300
"""How far a card's trim may be from a printer's: a pixel of 300 dpi on each side, as 57 x 89 mm is
from 2.25 x 3.5 inches."""
LOOSE = 0.7 * MM
"""How far it may be where both are the stock of one name: a tarot card of 70 x 120 mm is cut as one
of 2.75 x 4.75 inches."""
_FEW = 4
"""So many sizes are named to somebody whose size is not sold."""
MOST_PIXELS = 12_000
"""Pixels a side: the largest card that can be made, at 300 dpi. A larger picture takes more memory
than most computers have."""


class Size(NamedTuple):
    """A card that a printer sells: its trim and its pixels.

    The trim is in points; the pixels are those of its picture with bleed (0 where the resolution
    tells). `source` is its certainty and where it stands, where that is not what the profile says
    of its sizes; `product` is what the printer calls it, where that is known."""

    name: str
    kind: str
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)
    source: tuple[str, str] = ("", "")
    product: str = ""

    def __str__(self) -> str:
        return str(Shape(self.kind, self.width, self.height, name=self.name))

    def distance_to(self, kind: str, width: float, height: float) -> float:
        """The distance of an upright card from this size, in points.

        It is infinity if the printer would not accept the card as this size."""
        off = max(abs(self.width - width), abs(self.height - height))
        stock = [side * MM for side in CARDS.get(self.name, (0, 0))]
        is_stock = max(abs(stock[0] - width), abs(stock[1] - height)) <= NEAR
        if self.kind == kind and off <= (LOOSE if is_stock else NEAR):
            return off
        return inf


class ShopBox(NamedTuple):
    """A box that a printer sells for cards of a size: how many it `holds`, and the pixels of its
    picture, which follows a template of the printer's own."""

    product: str
    holds: int
    pixels: tuple[int, int]


class Fit(NamedTuple):
    """The place of a card's side on the printer's page.

    The page is in points and in pixels; the card is `turned` by so many quarters to the left.
    `stretch` is how many times as wide and as high as the card the printer's trim is: a hair more
    or less for a stock of the same name."""

    width: float
    height: float
    pixels: tuple[int, int]
    turned: int = 0
    stretch: tuple[float, float] = (1.0, 1.0)

    @property
    def behind(self) -> Fit:
        """The place of the back, which is turned the other way.

        The printer turns its page about the upright edge, and the player the card about what is
        upright on its face."""
        return self._replace(turned=-self.turned)


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer: what PRINTER says of its keys. Lengths in points, except `dpi`; what a printer
    does not say is 0.

    There are no `sizes` where any card will do, and no `profile` where the one that comes with
    cardgen serves."""

    id: str
    title: str
    makes: str
    names: str = ""
    quality: int = 92
    colour: str = "rgb"
    form: str = "x-1a"
    plates: str = "inks"
    sizes: tuple[Size, ...] = ()
    dpi: float = 300.0
    bleed: float = 0.0
    safe: float = 0.0
    copies: str = "each"
    back_first: bool = False
    backs: str = ""
    corners: str = ""
    ink: float = 0.0
    type: float = 0.0
    reversed: float = 0.0
    line: float = 0.0
    coarse: float = 0.0
    die_line: bool = False
    profile: Path | None = None
    condition: str = ""
    sheet: tuple[float, float] = (0.0, 0.0)
    margin: float = 0.0
    across: int = 0
    down: int = 0
    largest: int = 0
    notes: tuple[str, ...] = ()
    upload: tuple[str, ...] = ()
    boxes: Mapping[str, Sequence[ShopBox]] = field(default_factory=dict)
    sources: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def fit(self, shape: Shape) -> Fit:
        """The page that holds a card of this shape with its bleed. Raises CardgenError naming the
        sizes there are."""
        if not self.sizes:
            return self._around(shape, shape.width, shape.height)
        off, turned, size = self._nearest(shape)
        if off == inf:
            raise CardgenError(
                Finding(
                    "size-does-not-fit",
                    f"{self.title} does not sell cards of the size {shape}",
                    self._sold(shape),
                )
            )
        across, down = (size.height, size.width) if turned else (size.width, size.height)
        stretch = round(across / shape.width, 6), round(down / shape.height, 6)
        if not size.pixels[0]:
            return self._around(shape, size.width, size.height)._replace(
                turned=turned, stretch=stretch
            )
        return Fit(
            size.pixels[0] * 72 / self.dpi,
            size.pixels[1] * 72 / self.dpi,
            size.pixels,
            turned,
            stretch,
        )

    def size_of(self, shape: Shape) -> Size | None:
        """The size under which this card is sold; None where any will do, or it is not sold."""
        if not self.sizes:
            return None
        off, _, size = self._nearest(shape)
        return size if off < inf else None

    def _nearest(self, shape: Shape) -> tuple[float, int, Size]:
        """The size that is nearest to a card, how far it is off, and the quarters that the card is
        turned by."""
        ways = ((shape.width, shape.height), (shape.height, shape.width))
        kind = _sold_as(shape)
        return min(
            (
                (size.distance_to(kind, *way), turned, size)
                for turned, way in enumerate(ways)
                for size in self.sizes
            ),
            key=itemgetter(0),
        )

    def _sold(self, shape: Shape) -> str:
        """The sizes there are; of many the nearest."""
        if len(self.sizes) <= _FEW:
            return f"it sells {', '.join(map(str, self.sizes))}"
        sides = sorted((shape.width, shape.height))
        alike = [size for size in self.sizes if size.kind == _sold_as(shape)] or self.sizes
        near = sorted(alike, key=lambda size: dist(sides, sorted((size.width, size.height))))
        nearest = ", ".join(map(str, near[:_FEW]))
        return f"the nearest of the {len(self.sizes)} sizes that it sells are {nearest}"

    def _around(self, shape: Shape, width: float, height: float) -> Fit:
        """The page of a trim with its bleed. Raises CardgenError for a picture that is too
        large."""
        width = width + 2 * self.bleed
        height = height + 2 * self.bleed
        pixels = (round(width * self.dpi / 72), round(height * self.dpi / 72))
        if self.makes in ("png", "jpg") and max(pixels) > MOST_PIXELS:
            problem = (
                f"a picture of {shape} at {self.dpi:g} dpi has {_times(pixels)} pixels,"
                f" more than {MOST_PIXELS} a side"
            )
            raise CardgenError(
                Finding(
                    "printer-profile",
                    problem,
                    f"make the card smaller, or the dpi of {self.id}.yaml",
                )
            )
        return Fit(width, height, pixels)


def _sold_as(shape: Shape) -> str:
    """The kind of sizes among which a shape is sold."""
    return "hexagon" if shape.name == "pointy hexagon" else shape.kind


def not_sold(printer: Printer, deck: Deck, error: CardgenError) -> list[Finding]:
    """The reasons why a printer does not make a deck of this size, at the place of the size, with
    what the game can say of it."""
    elsewhere = f"sizes: {{{printer.id}: {{{deck.id}: ...}}}}  in game.yaml"
    instead = f"; for it cut it to one that its template has the shape of:  {elsewhere}"
    return [
        replace(problem, remedy=f"{problem.remedy}{instead}")
        if problem.code == "size-does-not-fit"
        else problem
        for problem in error.at(deck.places.get(SIZE_OF_DECK))
    ]


def with_pictures(printer: Printer, makes: str, names: str, quality: int) -> Printer:
    """The printer with pictures as somebody asks for them; what is empty stays.

    Raises CardgenError for one that takes no pictures of sides, and where it cannot be."""
    if not (makes or names or quality):
        return printer
    if printer.makes not in PICTURES:
        raise CardgenError(
            Finding(
                "export-impossible",
                f"what {printer.title} takes are no files of single sides",
                "leave --as, --names and --quality out, or name a printer such as images",
            )
        )
    changed = replace(
        printer,
        makes=makes or printer.makes,
        names=names or printer.names,
        quality=quality or printer.quality,
    )
    check_pattern(changed.names or "{id}")
    if changed.makes == "jpg" and changed.corners == "clear":
        raise CardgenError(
            Finding(
                "export-impossible",
                f"pictures for {printer.title} are clear outside of the cut, and a JPEG cannot be",
                "leave --as out, or name another printer such as images",
            )
        )
    if quality and changed.makes != "jpg":
        raise CardgenError(
            Finding(
                "export-impossible",
                f"quality is of JPEG files, and what is made is {changed.makes}",
                "add --as jpg, or leave --quality out",
            )
        )
    return changed


def printer_names(project: Project) -> list[str]:
    """The names of all printers of a project, its own first."""
    return list(printer_files(project))


def find_printer(project: Project, name: str) -> Printer:
    """The printer of this name, from the project or the shipped ones.

    Raises CardgenError."""
    files = printer_files(project)
    if name not in files:
        folder = project.root / OWN_PRINTERS
        if misnamed := [path for path in folder.glob("*.yml") if path.stem == name]:
            raise CardgenError(
                Finding(
                    "printer-profile",
                    "a file of this kind ends in .yaml",
                    f"rename it to {name}.yaml",
                    Place(misnamed[0]),
                )
            )
        describe = "" if project.is_bundled else f", or describe it in {shown(folder)}/{name}.yaml"
        remedy = nearest(name, files) or f"{did_you_mean(name, files)}{describe}"
        raise CardgenError(Finding("unknown-printer", f'no printer is called "{name}"', remedy))
    problems: list[Finding] = []
    source = read(
        files[name],
        problems,
        "title: My Printer",
        home=project.root if files[name].is_relative_to(project.root) else SHIPPED,
    )
    printer = _printer(name, Section(source, PRINTER, problems)) if source else None
    if problems or printer is None:
        raise CardgenError(*problems)
    return printer


# What a profile may say


def _pixels(section: Section, name: str, node: Node) -> tuple[int, int]:
    match = _PIXELS.fullmatch(node) if isinstance(node, TypedText) else None
    if not match or not int(match[1]) * int(match[2]):
        raise wrong(
            f"{name} are not a size such as 822 x 1122",
            "write how many there are across, x, and how many down",
            code="shape-wrong",
        )
    if max(int(match[1]), int(match[2])) > MOST_PIXELS:
        raise wrong(
            f"{name} are {node}, out of their range",
            f"use {MOST_PIXELS} a side or less: {_MEMORY}",
            code="out-of-range",
        )
    return int(match[1]), int(match[2])


def _size(section: Section) -> Size | None:
    values = section.values()
    if "trim" not in values:
        return None
    width, height = values["trim"]
    source = values.get("source", ("", ""))
    return Size(
        section.name,
        values.get("shape", "rectangle"),
        width,
        height,
        values.get("pixels", (0, 0)),
        source,
        values.get("product", ""),
    )


def _shop_box(section: Section) -> ShopBox | None:
    values = section.values()
    if not {"product", "holds", "pixels"} <= values.keys():
        return None
    return ShopBox(values["product"], values["holds"], values["pixels"])


def _boxes(section: Section, name: str, node: Node) -> Mapping[str, Sequence[ShopBox]]:
    read = _BOXES.read(section, name, node)
    return {size: sorted(boxes, key=lambda box: box.holds) for size, boxes in read.items()}


def _sizes(section: Section, name: str, node: Node) -> tuple[Size, ...]:
    return () if node == "any" else tuple(_SIZES.read(section, name, node).values())


def _names(section: Section, name: str, node: Node) -> str:
    """A pattern of file names."""
    pattern = TEXT.read(section, name, node)
    check_pattern(str(pattern))
    return str(pattern)


def _beside(section: Section, name: str, node: Node) -> Path:
    """A file in the profile's own folder, by its name."""
    folder = section.source.file.parent
    file = TEXT.read(section, name, node)
    profiles = {
        path.name: path for path in folder.iterdir() if path.suffix.lower() in (".icc", ".icm")
    }
    if file not in profiles or not real_path(profiles[file]).is_relative_to(real_path(folder)):
        raise wrong(
            f'{name}: no ICC profile called "{file}" lies beside it',
            did_you_mean(file, profiles, "copy it there"),
            code="file-missing",
        )
    return profiles[file]


_PIXELS = re.compile(r"\s*(\d{1,5})\s*x\s*(\d{1,5})\s*")
_TRIMS = f"use sides from {SMALLEST / MM:g} to {LARGEST / MM:g} mm: no other cards can be made"
_TRIM = sides(SMALLEST, LARGEST, _TRIMS)._replace(schema=ANY_TEXT)
SIZE = Keys(
    "a size",
    Key("trim", _TRIM, needed=True, example="63.5mm x 88.9mm"),
    Key("pixels", Kind(_pixels, ANY_TEXT)),
    Key("shape", one_of(("rectangle", "circle", "hexagon"))),
    Key("source", SOURCE),
    Key("product", NAME),
    missing="this size has no {}",
)
_ANY = "any, or names with sizes"
_SIZES = mapping_of(
    entry(SIZE, _size, is_named=True), _ANY, "sizes: {poker: {trim: 63.5mm x 88.9mm}}", empty=False
)
_BOX = Keys(
    "a box",
    Key("product", NAME, needed=True, example="Poker Tuck Box 54"),
    Key("holds", number(1, 1000, "no box holds more", whole=True), needed=True, example="54"),
    Key("pixels", Kind(_pixels, ANY_TEXT), needed=True, example="2325 x 1950"),
    missing="this box has no {}",
)
_BOXES = mapping_of(
    list_of(entry(_BOX, _shop_box), "boxes: {poker: [{product: Tuck Box, holds: 54}]}"),
    "names of sizes with lists of boxes",
    "boxes: {poker: [{product: Tuck Box, holds: 54, pixels: 2325 x 1950}]}",
    empty=False,
)
_PRESSES = "use sides from 50mm to 1000mm: there is no press for others"
_SHARP = "in less nothing can be read, and no press shows more"
_TRIMMED = "printers cut 2 to 6 mm away and keep as much clear"
_LARGER = "larger type can be printed everywhere"
_TABLETOP = "virtual tables know grids of 2 x 2 to 10 x 7 cards"
_MEMORY = "larger pictures take more memory than most computers have"
_GRIDS = "`sprites` or a `table`"
_LARGEST = number(256, MOST_PIXELS, f"in less no card can be read, and {_MEMORY}", whole=True)
_MAKES = {
    "png": "a picture of each side",
    "jpg": "the same as JPEG files, whose ground is white",
    "svg": "each side as a drawing that needs no other file: its letters are outlines",
    "card-pdf": "each side as a page of a PDF of its own",
    "pdf": "one for each deck",
    "sheets": "pictures of a press's sheets",
    "sprites": "pictures of many cards each, with an index of what lies where",
    "table": "the same, with a saved object of Tabletop Simulator",
    "pcio": "a game of playingcards.io, with a picture of each side",
}
PICTURES = ("png", "jpg", "svg", "card-pdf")
"""What is made of each side by itself, in a file of the same name but for its ending."""
ENDINGS = {makes: f".{makes.removeprefix('card-')}" for makes in PICTURES}
_COPIES = {"each": "a file for every copy", "once": "one file, and `cards.csv` has the numbers"}
_BACKS = {"needed": "every card has one", "optional": "also cards without"}
_CORNERS = {
    "square": "the picture goes to its edges",
    "clear": "outside of the cut nothing shows; there is no bleed then",
}
_FORMS = {
    "x-1a": "PDF/X-1a:2003, in which what shows through becomes pictures",
    "x-4": "PDF/X-4, which keeps it",
}
_PLATES = {
    "inks": "none of their own: spot colours become inks, finishes are left out",
    "spots": "spot colours and finishes as Separations in the file",
    "pages": "for each a page of its own behind that of the inks, black where it is",
}
_INKS = {"rgb": "of all else", "cmyk": "of a `pdf`"}
_ICC: Schema = {"type": "string", "pattern": r"\.(icc|icm|ICC|ICM)$"}
PRINTER_NUMBERS = (
    Key(
        "sizes",
        Kind(_sizes, {"anyOf": [{"const": "any"}, _SIZES.schema]}),
        "`any`, or names with `{trim: 63.5mm x 88.9mm, pixels: 822 x 1122, shape: rectangle}`; "
        "`shape` may be `circle` or `hexagon`, `product` is what the printer calls it, "
        "and `source` tells where this size stands, as those of `sources` do; "
        f"up to {MOST_PIXELS} pixels a side",
    ),
    Key("dpi", number(50, 1200, _SHARP), "pixels an inch to make"),
    Key("coarse", number(50, 1200, _SHARP), "the fewest pixels an inch that pictures may have"),
    Key("bleed", length("25mm", _TRIMMED), "how far the print goes beyond the cut"),
    Key("safe", length("25mm", _TRIMMED), "how far inside the cut everything that matters stays"),
    Key("type", length("24pt", _LARGER), "the smallest type"),
    Key("reversed", length("24pt", _LARGER), "the smallest light type on dark"),
    Key("line", length("6pt", "thicker lines can be printed everywhere"), "the thinnest line"),
    Key(
        "ink",
        number(100, 400, "one full ink is 100 percent, all four are 400"),
        "the most ink on one spot, in percent",
    ),
    Key(
        "sheet",
        sides(50 * MM, 1000 * MM, _PRESSES),
        "of `sheets`: the paper; must be given for them",
        example="12in x 18in",
    ),
    Key(
        "margin",
        length("100mm", "presses leave a few millimetres white"),
        "of `sheets`: what stays white at the paper's edges",
    ),
    Key(
        "across",
        number(2, 10, _TABLETOP, whole=True),
        f"of {_GRIDS}: cards side by side; must be given for one",
        example="10",
    ),
    Key(
        "down",
        number(2, 7, _TABLETOP, whole=True),
        f"of {_GRIDS}: rows of cards; must be given for one",
        example="7",
    ),
    Key(
        "largest",
        _LARGEST,
        f"of {_GRIDS}: pixels a side at most; must be given for one",
        example="4096",
    ),
)
"""What must have a source."""
_CHOICES = (
    Key("makes", one_of(_MAKES), "what it takes", needed=True, example="png"),
    Key(
        "names",
        Kind(_names, ANY_TEXT),
        "the names of those files without their ending, of `{game}`, `{deck}`, `{number}`, `{id}`, "
        "`{copy}` and `{side}`; `{number:03}` has three digits",
        example='"{deck}-{number:03}-{id}"',
    ),
    Key(
        "quality",
        number(50, 100, "in less letters have a fringe, and 100 is the best", whole=True),
        "of a `jpg`: 92 if it does not say",
    ),
    Key("colour", one_of(_INKS), "the colours of what it makes; may be left out"),
    Key("form", one_of(_FORMS), "of a `pdf`: the standard that it follows"),
    Key("plates", one_of(_PLATES), "of a `pdf`: plates beside the four inks"),
    Key("copies", one_of(_COPIES), "the files of a card with copies"),
    Key("order", one_of(("front first", "back first")), "the two pages of a card"),
    Key("backs", one_of(_BACKS), "whether a card must have a back"),
    Key("corners", one_of(_CORNERS), "what pictures show outside of the cut"),
    Key("die_line", TRUTH, "`yes`: the cut in a spot colour, in a file of its own"),
    Key("profile", Kind(_beside, _ICC), "the ICC profile of the press, a file beside this one"),
)
"""What may have one."""
_UPLOAD = Key(
    "upload",
    list_of(NAME, "upload: [choose cards of this size]"),
    "what to do on its site, step by step: it stands in `UPLOAD.txt` beside each deck",
)
_SHOP_BOXES = Key(
    "boxes",
    Kind(_boxes, _BOXES.schema),
    "boxes that it sells for cards of a size, which `UPLOAD.txt` names: "
    "`{poker: [{product: Poker Tuck Box 54, holds: 54, pixels: 2325 x 1950}]}`",
)
_SOURCES = Keys(
    "the list of sources",
    *(Key(key.name, SOURCE) for key in (*PRINTER_NUMBERS, *_CHOICES, _UPLOAD, _SHOP_BOXES)),
)
_HELP = "{dpi: {certainty: read, from: the printer's help}}"
_CERTAIN = (
    "for each number `{certainty: read, from: where it stands}`;"
    f" `certainty` is {one_of(CERTAINTIES).words}"
)
_COLOURS = {makes: "cmyk" if makes == "pdf" else "rgb" for makes in _MAKES}
_GRID = ("across", "down", "largest")
_NEEDS = {"sheets": ("sheet",), "sprites": _GRID, "table": _GRID}


def _conditions() -> list[Schema]:
    """The further conditions for a printer, by what it makes."""
    colours = {
        makes: {"properties": {"colour": {"const": colour}}} for makes, colour in _COLOURS.items()
    }
    needs = {makes: {"required": list(names)} for makes, names in _NEEDS.items()}
    return [
        {
            "if": {"properties": {"makes": {"const": makes}}},
            "then": {**colours[makes], **needs.get(makes, {})},
        }
        for makes in _MAKES
    ]


PRINTER = Keys(
    "a printer",
    Key("title", NAME, "its name", needed=True, example="My Printer"),
    *_CHOICES,
    *PRINTER_NUMBERS,
    Key("condition", NAME, "the name of what the profile describes, such as `FOGRA51`"),
    Key("notes", list_of(NAME, "notes: [order early]"), "texts that are told after an export"),
    _UPLOAD,
    _SHOP_BOXES,
    Key("sources", entry(_SOURCES, Section.values), _CERTAIN, needed=True, example=_HELP),
    missing="{} is missing",
    also={"allOf": _conditions()},
)
"""What a profile may say. `Printer` has a field for each key, `back_first` for `order`."""


def _printer(id: str, section: Section) -> Printer:
    """The printer that a profile describes; mistakes are noted."""
    values = section.values()
    makes = values.get("makes")
    sources = values.get("sources", {})
    if makes:
        values.setdefault("colour", _COLOURS[makes])
        _check_made(section, makes, values)
    for key in PRINTER_NUMBERS:
        node = section.get(key.name)
        if node is not None and node != "any" and key.name not in sources:
            source = "{certainty: remembered, from: where the number stands}"
            remedy = f"add  {key.name}: {source}  under sources"
            section.wrong(f"{key.name} has no source", remedy, node, code="key-missing")
    order = values.pop("order", "")
    values["notes"] = tuple(values.get("notes", ()))
    return Printer(
        id=id, **{"title": id, "makes": "png", **values}, back_first=order == "back first"
    )


def _check_made(section: Section, makes: str, values: Mapping[str, Any]) -> None:
    """Note the keys that do not go together with what is made."""
    for name in _NEEDS.get(makes, ()):
        if section.get(name) is None:
            section.need(name)
    colour = section.get("colour")
    copies = section.get("copies")
    sheet = section.get("sheet")
    only_colour = _COLOURS[makes]
    dpi = values.get("dpi", 300.0)
    # pictures are RGB, and a print shop's PDF is inks: there is no other
    if colour is not None and values["colour"] != only_colour:
        problem = f"what makes: {makes} gives is always {only_colour}, not {colour}"
        section.wrong(
            problem,
            f"write  colour: {only_colour}  or leave it out",
            colour,
            code="printer-profile",
        )
    # nobody could print one card of a sheet more often than another
    if makes == "sheets" and copies is not None and copies == "once":
        section.wrong(
            f"what makes: {makes} gives holds every copy of a card",
            "write  copies: each  or leave it out",
            copies,
            code="printer-profile",
        )
    where = section.get("corners")
    if where is not None and values.get("corners") == "clear":
        if makes in ("pdf", "sheets", "jpg"):
            section.wrong(
                f"what makes: {makes} gives has no clear corners",
                "leave  corners  out",
                where,
                code="printer-profile",
            )
        elif values.get("bleed"):
            section.wrong(
                "pictures with clear corners end at the cut, and have no bleed",
                "leave out  bleed  or  corners",
                where,
                code="printer-profile",
            )
    pixels = tuple(round(side / 72 * dpi) for side in values.get("sheet", ()))
    if sheet is not None and pixels and max(pixels) > MOST_PIXELS:
        problem = (
            f"sheet: a picture of it at {dpi:g} dpi has {_times(pixels)} pixels,"
            f" more than {MOST_PIXELS} a side"
        )
        section.wrong(problem, "make the sheet smaller, or dpi", sheet, code="too-large")


def _times(pixels: Sequence[int]) -> str:
    return " x ".join(map(str, pixels))
