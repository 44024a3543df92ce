"""Printer profiles: what a printer sells and asks for, read from YAML in which every number has its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Problem, did_you_mean
from cardgen.base.units import MM, length
from cardgen.load.looks import LARGEST, SMALLEST
from cardgen.model.cards import Field
from cardgen.model.project import Project
from cardgen.model.sizes import CARDS, Shape, pair
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, read
from cardgen.schema.values import typed, wrong

MAKES = ("png", "pdf", "sheets", "table")
COPIES = ("each", "once")
CERTAINTIES = ("read", "restated", "remembered", "computed", "chosen")
"""Read in the printer's own words; in somebody else's; from memory; follows from other numbers; cardgen's own choice."""
NEAR = 2 * 72 / 300
"""How far a card's trim may be from a printer's: a pixel of 300 dpi on each side, as 57 x 89 mm is from 2.25 x 3.5 inches."""
LOOSE = 0.7 * MM
"""How far it may be where both are the stock of one name: a tarot card of 70 x 120 mm is cut as one of 2.75 x 4.75 inches."""
MOST_PIXELS = 12_000
"""Pixels a side: the largest card that can be made, at 300 dpi. A larger picture takes more memory than most computers have."""
SHIPPED = Path(__file__).resolve().parents[1] / "printers"
_PIXELS = re.compile(r"\s*(\d{1,5})\s*x\s*(\d{1,5})\s*")


class Size(NamedTuple):
    """A card that a printer sells: its trim in points, and the pixels of its picture with bleed (0 where the resolution tells)."""

    name: str
    kind: str
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return str(Shape(self.kind, self.width, self.height, name=self.name))

    def is_sold_as(self, kind: str, width: float, height: float) -> bool:
        """Whether a card of this shape, upright, can be had as this size; its sides are in points."""
        off = max(abs(self.width - width), abs(self.height - height))
        stock = [side * MM for side in CARDS.get(self.name, (0, 0))]
        named = max(abs(stock[0] - width), abs(stock[1] - height)) <= NEAR
        return self.kind == kind and off <= (LOOSE if named else NEAR)


class Fit(NamedTuple):
    """How a side of a card lies on what a printer takes: the page in points and in pixels; `turned` by so many quarters to the left.

    `stretch` is how many times as wide and as high as the card the printer's trim is: a hair more or less for a stock of the same name.
    """

    width: float
    height: float
    pixels: tuple[int, int]
    turned: int = 0
    stretch: tuple[float, float] = (1.0, 1.0)

    @property
    def behind(self) -> Fit:
        """How the back lies: turned the other way, for the printer turns its page about the upright edge, and the player the card
        about what is upright on its face."""
        return self._replace(turned=-self.turned)


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer. Lengths in points, except `dpi`; what a printer does not say is 0.

    makes: png, pdf, sheets (pictures of a press's sheets) or table (one picture of many cards, for a virtual table).
    sizes: none when any card will do.
    copies: `each` has its own file or page, or a card comes `once` and its number stands in a list.
    """

    id: str
    title: str
    makes: str
    colour: str = "rgb"
    sizes: tuple[Size, ...] = ()
    dpi: float = 300.0
    bleed: float = 0.0
    safe: float = 0.0
    copies: str = "each"
    back_first: bool = False
    ink: float = 0.0
    """Most ink on one spot, in percent of one full ink."""
    type: float = 0.0
    reversed: float = 0.0
    line: float = 0.0
    coarse: float = 0.0
    """Pictures under this many pixels an inch are refused."""
    die_line: bool = False
    profile: Path | None = None
    """The ICC profile of its press; None for the one that comes with cardgen."""
    condition: str = ""
    """The name of the printing condition that the profile describes, such as FOGRA51."""
    sheet: tuple[float, float] = (0.0, 0.0)
    margin: float = 0.0
    """Of a press's sheets: width and height, and how far cards keep from their edges."""
    across: int = 0
    down: int = 0
    largest: int = 0
    """Of a table's picture: cards side by side, rows, and pixels a side at most."""
    notes: tuple[str, ...] = ()
    """What the person who orders has to know."""
    sources: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """For each number, how certain it is and where it is from."""

    def fit(self, shape: Shape) -> Fit:
        """The page that holds a card of this shape with its bleed. Raises CardgenError naming the sizes there are."""
        if not self.sizes:
            return self._around(shape, shape.width, shape.height)
        for size in self.sizes:
            for turned in (0, 1):
                if size.is_sold_as(shape.kind, *((shape.height, shape.width) if turned else (shape.width, shape.height))):
                    across, down = (size.height, size.width) if turned else (size.width, size.height)
                    stretch = round(across / shape.width, 6), round(down / shape.height, 6)
                    if not size.pixels[0]:
                        return self._around(shape, size.width, size.height)._replace(turned=turned, stretch=stretch)
                    return Fit(size.pixels[0] * 72 / self.dpi, size.pixels[1] * 72 / self.dpi, size.pixels, turned, stretch)
        remedy = f"it sells {', '.join(map(str, self.sizes))}"
        raise CardgenError(Problem(f"{self.title} does not sell cards of the size {shape}", remedy))

    def _around(self, shape: Shape, width: float, height: float) -> Fit:
        """The page of a trim with its bleed. Raises CardgenError for a picture that is too large."""
        width, height = width + 2 * self.bleed, height + 2 * self.bleed
        pixels = (round(width * self.dpi / 72), round(height * self.dpi / 72))
        if self.makes == "png" and max(pixels) > MOST_PIXELS:
            what = f"a picture of {shape} at {self.dpi:g} dpi has {_times(pixels)} pixels, more than {MOST_PIXELS} a side"
            raise CardgenError(Problem(what, f"make the card smaller, or the dpi of {self.id}.yaml"))
        return Fit(width, height, pixels)


def printer_names(project: Project) -> list[str]:
    """The names of all printers of a project, its own first."""
    return list(_files(project))


def find_printer(project: Project, name: str) -> Printer:
    """The printer of this name, from the project's card_data/printers/ or the shipped ones. Raises CardgenError."""
    files = _files(project)
    if name not in files:
        raise CardgenError(Problem(f'no printer is called "{name}"', did_you_mean(name, files)))
    problems: list[Problem] = []
    source = read(files[name], problems)
    printer = _ProfileReader(source, problems).printer(name) if source else None
    if problems or printer is None:
        raise CardgenError(*problems)
    return printer


def _files(project: Project) -> dict[str, Path]:
    """Each printer's file by its name; a project's own come first, and before shipped ones of the same name."""
    own, shipped = (sorted(folder.glob("*.yaml")) for folder in (project.root / "card_data" / "printers", SHIPPED))
    files = {path.stem: path for path in own}
    return files | {path.stem: path for path in shipped if path.stem not in files}


class _ProfileReader:
    """Reads one profile; what is wrong goes to `problems`."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.values: dict[str, Any] = {}

    def printer(self, id: str) -> Printer:
        root = self.source.root
        own = {"profile": self.beside, "sizes": self.sizes}
        for key, node in root.items():
            reader = own.get(key) or PRINTER_KEYS.get(key)
            if reader is None:
                self.wrong(f'a printer has no "{key}"', did_you_mean(key, PRINTER_KEYS), key)
                continue
            with self.reading(str(key), node):
                self.values["back_first" if key == "order" else key] = reader(node)
        makes = self.values.get("makes")
        for name, example in (*_EXAMPLES.items(), *PRINTER_NEEDS.get(makes, {}).items()):
            if _of(root, name) is None:
                self.wrong(f"{name} is missing", f"add a line such as  {name}: {example}", root)
        if makes:
            self.check_colour(makes)
            self.check_sheet()
            self.check_copies(makes)
        sources = self.values.get("sources", {})
        for name in sources:
            if name not in SOURCED:
                self.wrong(f'sources has a "{name}"', did_you_mean(name, SOURCED), root)
        for name in PRINTER_NUMBERS:
            number = _of(root, name)
            if number is not None and number != "any" and name not in sources:
                remedy = f"add  {name}: {{certainty: remembered, from: where the number stands}}  under sources"
                self.wrong(f"{name} has no source", remedy, number)
        return Printer(id=id, **{"title": id, "makes": "png", **self.values})

    def beside(self, node: Node) -> Path:
        """A file in the profile's own folder, by its name."""
        name = _text(node)
        known = {path.name: path for path in self.source.file.parent.iterdir() if path.suffix.lower() in (".icc", ".icm")}
        if name not in known or not known[name].resolve().is_relative_to(self.source.file.parent.resolve()):
            raise ValueError(f'no ICC profile called "{name}" lies beside it')
        return known[name]

    def sizes(self, node: Node) -> tuple[Size, ...]:
        """Each entry is read by itself, so that what is wrong with it is told where it stands."""
        if node == "any":
            return ()
        if not isinstance(node, Map) or not node:
            raise ValueError("this must be any, or names with sizes")
        found = []
        for name, each in node.items():
            with self.reading("sizes", each):
                for key in each if isinstance(each, Map) else ():
                    if key not in SIZE_KEYS:
                        self.wrong(f'a size has no "{key}"', did_you_mean(key, SIZE_KEYS), key)
                found.append(_size(str(name), each))
        return tuple(found)

    def check_colour(self, makes: str) -> None:
        """Pictures are RGB, and a print shop's PDF is inks: there is no other."""
        made = "cmyk" if makes == "pdf" else "rgb"
        if self.values.setdefault("colour", made) != made:
            node = _of(self.source.root, "colour")
            assert node is not None
            self.wrong(f"what makes: {makes} gives is always {made}, not {node}", f"write  colour: {made}  or leave it out", node)

    def check_copies(self, makes: str) -> None:
        """Of a press's sheets nobody could print one card more often than another."""
        node = _of(self.source.root, "copies")
        if makes == "sheets" and node == "once":
            self.wrong(f"what makes: {makes} gives holds every copy of a card", "write  copies: each  or leave it out", node)

    def check_sheet(self) -> None:
        node, dpi = _of(self.source.root, "sheet"), self.values.get("dpi", 300.0)
        pixels = tuple(round(side / 72 * dpi) for side in self.values.get("sheet", ()))
        if node is not None and pixels and max(pixels) > MOST_PIXELS:
            what = f"sheet: a picture of it at {dpi:g} dpi has {_times(pixels)} pixels, more than {MOST_PIXELS} a side"
            self.wrong(what, "make the sheet smaller, or dpi", node)

    @contextmanager
    def reading(self, key: str, node: Node) -> Iterator[None]:
        """What a reader has against a value becomes a problem at its place."""
        try:
            yield
        except ValueError as error:
            self.wrong(f"{key}: {error}", "mend the value", node)
        except CardgenError as error:
            self.problems += (problem.at(self.source.place(node)) for problem in error.problems)

    def wrong(self, what: str, remedy: str, node: Node) -> None:
        self.problems.append(Problem(what, remedy, self.source.place(node)))


def _of(node: Map, key: str) -> Node | None:
    return next((value for name, value in node.items() if name == key), None)


def _text(node: Node | None) -> str:
    if not isinstance(node, TypedText) or not node.strip():
        raise ValueError("this must be a text")
    return str(node)


def _number(name: str, kind: str = "number") -> Callable[[Node], Any]:
    def read_number(node: Node) -> Any:
        low, high, why = PRINTER_BOUNDS[name]
        value = typed(Field(name, kind), node)
        if not low <= value <= high:
            raise wrong(f"{name} is {node}, out of its range", f"use a number from {low} to {high}: {why}")
        return value

    return read_number


def _length(name: str, most: str, why: str) -> Callable[[Node], float]:
    def read_length(node: Node) -> float:
        value = length(_text(node))
        if value > length(most):
            raise wrong(f"{name} is {node}, out of its range", f"use {most} or less: {why}")
        return value

    return read_length


def _sheet(node: Node) -> tuple[float, float]:
    sides = pair(_text(node))
    if not 50 * MM <= min(sides) <= max(sides) <= 1000 * MM:
        raise wrong(f"sheet is {node}, out of its range", "use sides from 50mm to 1000mm: there is no press for others")
    return sides


def _choice(*choices: str) -> Callable[[Node | None], str]:
    def read_choice(node: Node | None) -> str:
        text = _text(node)
        if text not in choices:
            raise ValueError(f'"{text}" is none of {", ".join(choices)}')
        return text

    return read_choice


def _size(name: str, node: Node) -> Size:
    if not isinstance(node, Map) or _of(node, "trim") is None:
        raise ValueError(f"{name} needs its trim, such as {{trim: 63.5mm x 88.9mm}}")
    first, cross, second = _text(_of(node, "trim")).partition(" x ")
    if not cross:
        raise ValueError(f"the trim of {name} is not a size such as 63.5mm x 88.9mm")
    width, height = length(first), length(second)
    if not SMALLEST <= min(width, height) <= max(width, height) <= LARGEST:
        remedy = f"use sides from {SMALLEST / MM:g} to {LARGEST / MM:g} mm: no other cards can be made"
        raise wrong(f"the trim of {name} is out of its range", remedy)
    pixels = (0, 0)
    if (written := _of(node, "pixels")) is not None:
        match = _PIXELS.fullmatch(_text(written))
        if not match or not int(match[1]) * int(match[2]):
            raise ValueError(f"the pixels of {name} are not a size such as 822 x 1122")
        pixels = int(match[1]), int(match[2])
        if max(pixels) > MOST_PIXELS:
            remedy = f"use {MOST_PIXELS} a side or less: larger pictures take more memory than most computers have"
            raise wrong(f"the pixels of {name} are {written}, out of their range", remedy)
    shape = _of(node, "shape")
    kind = _choice("rectangle", "circle", "hexagon")(shape) if shape is not None else "rectangle"
    return Size(name, kind, width, height, pixels)


def _times(pixels: Sequence[int]) -> str:
    return " x ".join(map(str, pixels))


def _notes(node: Node) -> tuple[str, ...]:
    if not isinstance(node, Seq):
        raise ValueError("this must be a list of texts")
    return tuple(map(_text, node))


def _sources(node: Node) -> dict[str, tuple[str, str]]:
    if not isinstance(node, Map):
        raise ValueError("this must be names of numbers, each with certainty and from")
    found = {}
    for name, each in node.items():
        if not isinstance(each, Map) or set(each) != {"certainty", "from"}:
            raise ValueError(f"{name} must have certainty and from, and nothing else")
        found[str(name)] = (_choice(*CERTAINTIES)(_of(each, "certainty")), _text(_of(each, "from")))
    return found


PRINTER_NUMBERS = (
    *("sizes", "dpi", "bleed", "safe", "ink", "type", "reversed", "line", "coarse"),
    *("sheet", "margin", "across", "down", "largest"),
)
"""What must have a source."""
SOURCED = (*PRINTER_NUMBERS, "makes", "colour", "copies", "order", "die_line", "profile")
"""What may have one."""
_EXAMPLES = {"title": "My Printer", "makes": "png", "sources": "{dpi: {certainty: read, from: the printer's help}}"}
PRINTER_NEEDS: dict[str | None, dict[str, str]] = {
    "sheets": {"sheet": "12in x 18in"},
    "table": {"across": "10", "down": "7", "largest": "4096"},
}
"""What must be given for what is made, with examples."""
SIZE_KEYS = ("trim", "pixels", "shape")
_SHARP = "in less nothing can be read, and no press shows more"
PRINTER_BOUNDS: dict[str, tuple[int, int, str]] = {
    "dpi": (50, 1200, _SHARP),
    "coarse": (50, 1200, _SHARP),
    "ink": (100, 400, "one full ink is 100 percent, all four are 400"),
    "across": (2, 10, "Tabletop Simulator knows grids of 2 x 2 to 10 x 7 cards"),
    "down": (2, 7, "Tabletop Simulator knows grids of 2 x 2 to 10 x 7 cards"),
    "largest": (256, MOST_PIXELS, "in less no card can be read, and larger pictures take more memory than most computers have"),
}
"""The least and the most that a number may be, and why."""
_TRIMMED = "printers cut 2 to 6 mm away and keep as much clear"
PRINTER_KEYS: dict[str, Callable[[Node], Any]] = {  # schema.py describes the same; _Reader has readers of its own for two of them
    "title": _text,
    "makes": _choice(*MAKES),
    "colour": _choice("rgb", "cmyk"),
    "sizes": _text,
    "dpi": _number("dpi"),
    "bleed": _length("bleed", "25mm", _TRIMMED),
    "safe": _length("safe", "25mm", _TRIMMED),
    "copies": _choice(*COPIES),
    "order": lambda node: _choice("front first", "back first")(node) == "back first",
    "ink": _number("ink"),
    "type": _length("type", "24pt", "larger type can be printed everywhere"),
    "reversed": _length("reversed", "24pt", "larger type can be printed everywhere"),
    "line": _length("line", "6pt", "thicker lines can be printed everywhere"),
    "coarse": _number("coarse"),
    "die_line": lambda node: typed(Field("die_line", "bool"), node),
    "profile": _text,
    "condition": _text,
    "sheet": _sheet,
    "margin": _length("margin", "100mm", "presses leave a few millimetres white"),
    "across": _number("across", "int"),
    "down": _number("down", "int"),
    "largest": _number("largest", "int"),
    "notes": _notes,
    "sources": _sources,
}
