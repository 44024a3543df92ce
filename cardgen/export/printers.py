"""Printer profiles: what a printer sells and asks for, read from YAML in which every number has its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.load.source import Map, Node, Seq, Source, Text, read
from cardgen.project import Project
from cardgen.stock import CARDS, Shape, pair
from cardgen.units import MM, length

MAKES = ("png", "pdf", "sheets", "table")
COPIES = ("each", "once")
CERTAINTIES = ("read", "restated", "remembered", "computed", "chosen")
"""Read in the printer's own words; in somebody else's; from memory; follows from other numbers; cardgen's own choice."""
NEAR = 2 * 72 / 300
"""How far a card's trim may be from a printer's: a pixel of 300 dpi on each side, as 57 x 89 mm is from 2.25 x 3.5 inches."""
LOOSE = 0.7 * MM
"""How far it may be where both are the stock of one name: a tarot card of 70 x 120 mm is cut as one of 2.75 x 4.75 inches."""
SHIPPED = Path(__file__).resolve().parent.parent / "printers"
_PIXELS = re.compile(r"\s*(\d{1,5})\s*x\s*(\d{1,5})\s*")


class Size(NamedTuple):
    """A card that a printer sells: its trim in points, and the pixels of its picture with bleed (0 where the resolution tells)."""

    name: str
    kind: str
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return f"{self.name} ({self.width / MM:g} x {self.height / MM:g} mm)"

    def is_sold_as(self, kind: str, width: float, height: float) -> bool:
        """Whether a card of this shape, upright, can be had as this size; its sides are in points."""
        off = max(abs(self.width - width), abs(self.height - height))
        stock = [side * MM for side in CARDS.get(self.name, (0, 0))]
        named = max(abs(stock[0] - width), abs(stock[1] - height)) <= NEAR
        return self.kind == kind and off <= (LOOSE if named else NEAR)


class Fit(NamedTuple):
    """How a side of a card lies on what a printer takes: the page in points and in pixels; `turned` by so many quarters to the left."""

    width: float
    height: float
    pixels: tuple[int, int]
    turned: int = 0

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
            width, height = shape.width + 2 * self.bleed, shape.height + 2 * self.bleed
            return Fit(width, height, (round(width * self.dpi / 72), round(height * self.dpi / 72)))
        for size in self.sizes:
            for turned in (0, 1):
                if size.is_sold_as(shape.kind, *((shape.height, shape.width) if turned else (shape.width, shape.height))):
                    if not size.pixels[0]:
                        width, height = size.width + 2 * self.bleed, size.height + 2 * self.bleed
                        return Fit(width, height, (round(width * self.dpi / 72), round(height * self.dpi / 72)), turned)
                    return Fit(size.pixels[0] * 72 / self.dpi, size.pixels[1] * 72 / self.dpi, size.pixels, turned)
        remedy = f"it sells {', '.join(map(str, self.sizes))}"
        raise CardgenError(Problem(f"{self.title} does not sell cards of the size {shape}", remedy))


def printer_names(project: Project) -> list[str]:
    """The names of all printers of a project, its own first."""
    return list(dict.fromkeys(path.stem for folder in _folders(project) for path in sorted(folder.glob("*.yaml"))))


def find_printer(project: Project, name: str) -> Printer:
    """The printer of this name, from the project's card_data/printers/ or the shipped ones. Raises CardgenError."""
    if name not in printer_names(project):
        raise CardgenError(Problem(f'no printer is called "{name}"', did_you_mean(name, printer_names(project))))
    file = next(path for folder in _folders(project) if (path := folder / f"{name}.yaml").is_file())
    problems: list[Problem] = []
    source = read(file, problems)
    printer = _Reader(source, problems).printer(name) if source else None
    if problems or printer is None:
        raise CardgenError(*problems)
    return printer


def _folders(project: Project) -> tuple[Path, ...]:
    return (project.root / "card_data" / "printers", SHIPPED)


class _Reader:
    """Reads one profile; what is wrong goes to `problems`."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.values: dict[str, Any] = {}

    def printer(self, id: str) -> Printer:
        root = self.source.root
        for key, node in root.items():
            reader = PRINTER_KEYS.get(key)
            if reader is None:
                self.wrong(f'a printer has no "{key}"', did_you_mean(key, PRINTER_KEYS), key)
                continue
            try:
                self.values["back_first" if key == "order" else key] = self.beside(node) if key == "profile" else reader(node)
            except ValueError as error:
                self.wrong(f"{key}: {error}", "mend the value", node)
        for name, example in _EXAMPLES.items():
            if _of(root, name) is None:
                self.wrong(f"{name} is missing", f"add a line such as {example}", root)
        sources = self.values.get("sources", {})
        if self.values.get("makes") == "sheets" and "sheet" not in self.values:
            self.wrong("sheet is missing", "add a line such as sheet: 12in x 18in", root)
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

    def wrong(self, what: str, remedy: str, node: Node) -> None:
        self.problems.append(Problem(what, remedy, Place(self.source.file, node.line, node.column)))


def _of(node: Map, key: str) -> Node | None:
    return next((value for name, value in node.items() if name == key), None)


def _text(node: Node | None) -> str:
    if not isinstance(node, Text) or not node.strip():
        raise ValueError("this must be a text")
    return str(node)


def _number(node: Node) -> float:
    try:
        value = float(_text(node))
    except ValueError:
        raise ValueError("this must be a number") from None
    if not 0 < value < 100_000:
        raise ValueError("this must be a number above 0")
    return value


def _whole(node: Node) -> int:
    value = _number(node)
    if value != int(value):
        raise ValueError("this must be a whole number")
    return int(value)


def _length(node: Node) -> float:
    return length(_text(node))


def _choice(*choices: str) -> Callable[[Node | None], str]:
    def read_choice(node: Node | None) -> str:
        text = _text(node)
        if text not in choices:
            raise ValueError(f'"{text}" is none of {", ".join(choices)}')
        return text

    return read_choice


def _sizes(node: Node) -> tuple[Size, ...]:
    if node == "any":
        return ()
    if not isinstance(node, Map) or not node:
        raise ValueError("this must be any, or names with sizes")
    return tuple(_size(str(name), each) for name, each in node.items())


def _size(name: str, node: Node) -> Size:
    if not isinstance(node, Map) or _of(node, "trim") is None:
        raise ValueError(f"{name} needs its trim, such as {{trim: 63.5mm x 88.9mm}}")
    first, cross, second = _text(_of(node, "trim")).partition(" x ")
    if not cross:
        raise ValueError(f"the trim of {name} is not a size such as 63.5mm x 88.9mm")
    pixels = (0, 0)
    if (written := _of(node, "pixels")) is not None:
        match = _PIXELS.fullmatch(_text(written))
        if not match or not int(match[1]) * int(match[2]):
            raise ValueError(f"the pixels of {name} are not a size such as 822 x 1122")
        pixels = int(match[1]), int(match[2])
    shape = _of(node, "shape")
    kind = _choice("rectangle", "circle", "hexagon")(shape) if shape is not None else "rectangle"
    return Size(name, kind, length(first), length(second), pixels)


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


def _yes(node: Node) -> bool:
    return _choice("yes", "no")(node) == "yes"


PRINTER_NUMBERS = (
    *("sizes", "dpi", "bleed", "safe", "ink", "type", "reversed", "line", "coarse"),
    *("sheet", "margin", "across", "down", "largest"),
)
"""What must have a source."""
SOURCED = (*PRINTER_NUMBERS, "makes", "colour", "copies", "order", "die_line", "profile")
"""What may have one."""
_EXAMPLES = {"title": "title: My Printer", "makes": "makes: png", "sources": "sources: {dpi: {certainty: read, from: the printer's help}}"}
PRINTER_KEYS: dict[str, Callable[[Node], Any]] = {  # schema.py describes the same
    "title": _text,
    "makes": _choice(*MAKES),
    "colour": _choice("rgb", "cmyk"),
    "sizes": _sizes,
    "dpi": _number,
    "bleed": _length,
    "safe": _length,
    "copies": _choice(*COPIES),
    "order": lambda node: _choice("front first", "back first")(node) == "back first",
    "ink": _number,
    "type": _length,
    "reversed": _length,
    "line": _length,
    "coarse": _number,
    "die_line": _yes,
    "profile": _text,
    "condition": _text,
    "sheet": lambda node: pair(_text(node)),
    "margin": _length,
    "across": _whole,
    "down": _whole,
    "largest": _whole,
    "notes": _notes,
    "sources": _sources,
}
