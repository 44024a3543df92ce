"""Composing: a card and its template become the SVG that print, preview and pictures share."""

from __future__ import annotations

import io
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, NamedTuple

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound, TemplateSyntaxError
from jinja2.runtime import Context as TemplateContext
from jinja2.runtime import Undefined
from markupsafe import Markup, escape

from cardgen.base.cache import Cache
from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean, heard
from cardgen.base.files import read_inside
from cardgen.base.parser_messages import in_jinja
from cardgen.base.units import MM, length
from cardgen.cards.context import Context
from cardgen.graphics.css_colour import solid
from cardgen.model.cards import Card, Colour, Deck
from cardgen.model.project import VECTOR, Project
from cardgen.sandbox import process
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.environment import make_sandbox, scope_of
from cardgen.sandbox.printable import printable
from cardgen.svg.parse import Refused, read_svg, view_box
from cardgen.typography.font import Font
from cardgen.typography.textbox import Layout, TextBox, fit

LONGEST = 4_000_000
"""Characters of SVG that one side of a card may come to."""


class Composed(NamedTuple):
    """One card as SVG text. `back` counts the deck's different backs from 0; `back_svg` is given the first time a back comes.

    A side that could not be composed is None, and `problems` says why.
    """

    card: int
    face: str | None
    back: int
    back_svg: str | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Palette:
    """A game's colours by name: `palette.ink`, or `palette["ink"]`."""

    colours: Mapping[str, Colour]
    game: str

    def __getitem__(self, name: str) -> Colour:
        try:
            return self.colours[name]
        except KeyError:
            raise CardgenError(Problem(f'the palette of {self.game} has no colour "{name}"', did_you_mean(name, self.colours))) from None

    def __getattr__(self, name: str) -> Colour:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    shown_to_templates: ClassVar[Any]


class _AnyName:
    """Every name that does not begin with an underscore, for objects that answer for themselves."""

    def __contains__(self, name: str) -> bool:
        return not name.startswith("_")

    def __iter__(self) -> Iterator[str]:
        return iter(())


Palette.shown_to_templates = _AnyName()


class Composer:
    """Composes the cards of one game in this process."""

    def __init__(self, context: Context, ink: str = "full", *, marked: bool = False) -> None:
        self.project = context.project
        self.game = context.game
        self.fonts = context.fonts
        self.problems: list[Problem] = []
        self.card: Card | None = None
        self.asked_for_card = False
        self._templates: dict[str, Place] = {}
        self._ready: dict[str, Template] = {}
        self.environment = _environment(self, context, marked)
        self.environment.globals.update(
            scope_of(self.game),
            palette=Palette(self.game.palette, self.game.title),
            lists={name: list(ids) for name, ids in self.game.lists.items()},
            ink=ink,
            mix=_mix,
            text_box=self.text_box,
        )

    def deck(self, deck: Deck, positions: tuple[int, ...]) -> Iterator[Composed]:
        backs: dict[str | None, int] = {}
        steady: dict[str, int] = {}  # templates of backs that never ask for the card: one for all
        for position in positions:
            card = deck.cards[position]
            process.note(f'the template of card "{card.id}"', self._template_place(card, card.template or deck.template))
            face, problems, _ = self.side(card, card.template or deck.template)
            name = card.back or deck.back
            back_svg = None
            number = steady.get(name, -1)
            if name and number < 0:
                process.note(f'the back of card "{card.id}"', self._template_place(card, name))
                text, back_problems, asked = self.side(card, name)
                problems += back_problems
                if text not in backs:
                    backs[text] = len(backs)
                    back_svg = text
                number = backs[text]
                if not asked and not back_problems:
                    steady[name] = number
            yield Composed(position, face, number, back_svg, tuple(problems))

    def side(self, card: Card, template: str) -> tuple[str | None, list[Problem], bool]:
        """A card's SVG by one template, the problems met, and whether the template looked at the card at all."""
        self.problems, self.card, self.asked_for_card = [], card, False
        text = None
        try:
            text = self._template(template).render(card=card)
            if len(text) > LONGEST:
                text = None
                raise ValueError(f"it makes more than {LONGEST:,} characters of SVG; draw it with fewer elements")
        except CardgenError as error:
            self.problems += (replace(problem, place=problem.place or _spot(error, card)) for problem in error.problems)
        except TemplateSyntaxError as error:
            place = Place(Path(error.filename), error.lineno) if error.filename else card.place
            what, remedy = in_jinja(str(error.message), [*self.environment.filters, *self.environment.tests])
            self.problems.append(Problem(f"the template cannot be read: {what}", remedy, place))
        except TemplateNotFound as error:
            self.problems.append(Problem(f'no template is called "{error.name}"', "", _spot(error, card)))
        except MemoryError:
            raise
        except Exception as error:  # the template's own: Jinja lets whatever Python raises in it through
            place = _spot(error, card)
            what, remedy = heard(error)
            what = what.replace(f'the card "{card.id}" has', "it has")  # so that the cards with this trouble are told together
            if isinstance(error, RecursionError):
                what = "it nests too deeply, or calls itself without end"
            if place == card.place:  # no line of a template was at work: it is the template as a whole
                what, place = getattr(error, "msg", what), self._template_place(card, template) or place
            self.problems.append(Problem(what, remedy or "mend the template or the card", place))
        return text, self.problems, self.asked_for_card

    def _template(self, name: str) -> Template:
        """A template, ready to be rendered for many cards."""
        if name not in self._ready:
            template = self.environment.get_template(name)
            template.globals = dict(template.globals)  # Jinja copies them for every card, and its own kind of mapping slowly
            self._ready[name] = template
        return self._ready[name]

    def text_box(
        self, text: Any, x: float, y: float, width: float, height: float, size: float = 9, min_size: float | None = None, **style: Any
    ) -> Markup:
        """A text set in a box: `x`, `y`, `width` and `height` in the units of the template (mm), `size` and `min_size` in points.

        Sizes between the two are tried downward until the text fits; what fits at none is a problem of the card, or left out if `optional`.
        `style` is what TextStyle has.
        """
        text = printable(text, "the text of text_box")
        look = TextStyle(**style)
        for value in (text, look.fill, look.stroke):
            if isinstance(value, Undefined):
                raise value._fail_with_undefined_error()
        for name, value in (("x", x), ("y", y)):
            _check_number(name, value)
        box = _text_box(width, height, size, min_size, look)
        written = self.game.said(str(text))
        try:
            layout = fit(written, box, self.fonts, self.icon_ratio)
        except CardgenError as error:
            place = self._field(written) if all(map(self.fonts.knows, box.families)) else self._template_line()
            self.problems += (problem.at(place) for problem in error.problems)
            return Markup("")
        if layout.overflow and look.optional:
            return Markup("")
        if layout.overflow:
            shown = written if len(written) <= 40 else written[:37] + "..."
            what = f'the text "{shown}" does not fit its box: {layout.overflow}'
            self.problems.append(Problem(what, "shorten it, or give its text_box more room or a smaller min_size", self._field(written)))
        return Markup("".join([*_lines(layout, x, y, look), *self._icons(layout, x, y)]))  # noqa: S704  # all of it was escaped

    def _icons(self, layout: Layout, x: float, y: float) -> Iterator[str]:
        for icon in layout.icons:
            yield (
                f'<image href="{escape(self.project.find_icon(icon.name).name)}" x="{x + icon.x / MM:.3f}" y="{y + icon.y / MM:.3f}" '
                f'width="{icon.width / MM:.3f}" height="{icon.height / MM:.3f}"/>'
            )

    def icon_ratio(self, name: str) -> float:
        """Width over height of an icon in running text. Raises CardgenError."""
        path = self.project.find_icon(name)
        if self.project.find_art(self.game.folder, path.name) != path:  # the SVG names it without its folder
            raise CardgenError(Problem(f'"{name}" is an icon, and a drawing in art/ has the same name', "rename one of them"))
        return _ratio(path, self.project.home_of(path), path.stat().st_mtime_ns)

    def _template_place(self, card: Card, template: str) -> Place | None:
        if template not in self._templates:
            try:
                self._templates[template] = Place(self.project.find_template(template))
            except CardgenError:
                return card.place
        return self._templates[template]

    def _field(self, text: str) -> Place | None:
        """Where the card says this text; else the line of the template that made it."""
        if not self.card:
            return None
        for name, value in self.card.fields.items():
            if isinstance(value, str) and value.casefold() == text.casefold():
                return self.card.where(name)
        return self._template_line()

    def _template_line(self) -> Place | None:
        """The line of the template that is at work."""
        frame: FrameType | None = sys._getframe(1)
        while frame:
            template = frame.f_globals.get("__jinja_template__")
            if template is not None and template.filename:
                return Place(Path(template.filename), template.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back
        return self.card.place if self.card else None


def _check_number(name: str, value: Any) -> None:
    if isinstance(value, Undefined):
        raise value._fail_with_undefined_error()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"text_box wants a number for {name}, not {value!r}")


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text_box sets and paints a text: the keywords that templates give it. Those that only paint make no other box."""

    font: str | list[str] | tuple[str, ...] = "Nunito"
    weight: int = 600
    bold: int = 800
    italic: bool = False
    align: str = "left"
    valign: str = "top"
    leading: float = 1.2
    max_lines: int | None = None
    balance: bool = False
    letter_spacing: float = 0
    paragraph_gap: float = 0.35
    fill: Any = field(default=None, compare=False)
    stroke: Any = field(default=None, compare=False)
    stroke_width: float = field(default=0, compare=False)
    optional: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.font, list):
            object.__setattr__(self, "font", tuple(self.font))
        for name in _NUMBERS:
            _check_number(name, getattr(self, name))
        if self.max_lines is not None:
            _check_number("max_lines", self.max_lines)


_NUMBERS = ("weight", "bold", "leading", "letter_spacing", "paragraph_gap", "stroke_width")


@lru_cache(maxsize=256, typed=True)
def _text_box(width: float, height: float, size: float, min_size: float | None, style: TextStyle) -> TextBox:
    """The box that a call of text_box means, `width` and `height` in mm: checked once, for every card of a deck asks for it."""
    for name, value in {"width": width, "height": height, "size": size}.items():
        _check_number(name, value)
    if min_size is not None:
        _check_number("min_size", min_size)
    if width <= 0 or height <= 0:
        raise ValueError(f"a text_box of {width:g} x {height:g} mm holds nothing; give it a width and a height above 0")
    families = (style.font,) if isinstance(style.font, str) else style.font if isinstance(style.font, tuple) else ()
    if not families or not all(isinstance(family, str) for family in families):
        raise TypeError(f"text_box wants a font family or a list of them, not {style.font!r}")
    return TextBox(
        width * MM,
        height * MM,
        families,
        size,
        min_size,
        weight=style.weight,
        italic=style.italic,
        bold_weight=style.bold,
        leading=style.leading,
        align=style.align,
        valign=style.valign,
        max_lines=style.max_lines,
        balance=style.balance,
        letter_spacing=style.letter_spacing,
        paragraph_gap=style.paragraph_gap,
    )


def _lines(layout: Layout, x: float, y: float, style: TextStyle) -> Iterator[str]:
    """The lines of a text as one <text>, each run a <tspan> at its place."""
    runs = layout.runs
    if not runs:
        return
    paint = f' fill="{_escaped(str(style.fill))}"' if style.fill is not None else ' fill="#000000"'
    if style.stroke is not None and style.stroke_width:
        paint += f' stroke="{escape(style.stroke)}" stroke-width="{style.stroke_width:g}" stroke-linejoin="round"'
    base = runs[0]
    spacing = f' letter-spacing="{base.spacing / MM:.4f}"' if base.spacing else ""
    yield f'<text{_face(base.font)} font-size="{base.size / MM:.4f}"{spacing}{paint}>'
    for run in runs:
        face = "" if run.font is base.font else _face(run.font)
        yield f'<tspan x="{x + run.x / MM:.3f}" y="{y + run.y / MM:.3f}"{face}>{_escaped(run.text)}</tspan>'
    yield "</text>"


@lru_cache(maxsize=256)
def _face(font: Font) -> str:
    slant = "italic" if font.italic else "normal"
    return f' font-family="\'{escape(font.family)}\'" font-weight="{font.weight}" font-style="{slant}"'


_SIGNS = ("&", "<", ">", '"', "'")
"""What means something else in mark-up."""


def _escaped(text: str) -> str:
    return str(escape(text)) if any(map(text.__contains__, _SIGNS)) else text


for call in (Composer.text_box, TextStyle.__init__):
    call.__qualname__ = "text_box"  # what Python's complaints about its arguments call it


@lru_cache(maxsize=512)
def _ratio(path: Path, home: Path, changed: int) -> float:
    data = read_inside(path, home)
    if path.suffix.lower() not in VECTOR:
        from PIL import Image

        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
                return image.width / image.height
        except (OSError, Image.DecompressionBombError):
            raise CardgenError(Problem("the picture cannot be read", "save it as PNG or JPEG", Place(path))) from None
    try:
        box = view_box(read_svg(data))
    except Refused as error:
        raise CardgenError(*(Problem(fault.what, fault.remedy, Place(path, fault.line)) for fault in error.faults)) from None
    return box.width / box.height


# -- the language of templates ------------------------------------------------------------------------------------------------------


def _environment(composer: Composer, context: Context, marked: bool) -> Environment:
    project = context.project

    class TemplateLoader(BaseLoader):
        def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
            path = project.find_template(template)
            try:
                source = io.TextIOWrapper(io.BytesIO(project.read(path)), "utf-8-sig").read()
            except (OSError, UnicodeDecodeError) as error:
                what = error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8"
                raise CardgenError(Problem(f"the template cannot be read: {what}", "save it as UTF-8 text", Place(path))) from None
            return mark(source, template) if marked else source, str(path), lambda: True

    class Watched(TemplateContext):
        """Notices whether a template asks for the card."""

        def resolve_or_missing(self, key: str) -> Any:
            if key == "card":
                composer.asked_for_card = True
            return super().resolve_or_missing(key)

    kept = Bytecode(Cache(None) if marked else context.cache, "template")
    environment = make_sandbox(
        loader=TemplateLoader(), autoescape=True, trim_blocks=True, lstrip_blocks=True, cache_size=400, bytecode_cache=kept
    )
    environment.context_class = Watched
    environment.filters.update(pt=_points, mm=_millimetres, inch=_inches)
    return environment


_START_TAG = re.compile(r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->)|<([A-Za-z][\w:.-]*)", re.DOTALL)
MARK = "data-cardgen-line"


def mark(source: str, name: str) -> str:
    """The template with every start tag saying where it stands: for finding the line of what was refused."""

    def replaced(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        line = source.count("\n", 0, match.start()) + 1
        return f'<{match[2]} {MARK}="{escape(name)}:{line}"'

    return _START_TAG.sub(replaced, source)


def place_of(project: Project, marked_svg: str, element: int) -> Place | None:
    """Where in the templates the n-th element of a card composed with marks was written."""
    elements = [found for found in read_svg(marked_svg.encode()).iter() if isinstance(found.tag, str)]
    name, _, line = (elements[element].get(MARK, "") if element < len(elements) else "").rpartition(":")
    return Place(project.find_template(name), int(line)) if name and line.isdecimal() else None


def _spot(error: BaseException, card: Card) -> Place:
    """The template's line where an error arose; the card's place where there is none."""
    place = card.place
    trace = error.__traceback__
    while trace:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None and template.filename:
            place = Place(Path(template.filename), template.get_corresponding_lineno(trace.tb_lineno))
        elif trace.tb_frame.f_code.co_filename.endswith(".svg"):  # Jinja has rewritten the frame to the template's own lines
            place = Place(Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno)
        trace = trace.tb_next
    return place


def _number(value: Any, name: str) -> float:
    if isinstance(value, str):
        try:
            return length(value) / MM
        except ValueError:
            pass
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"the filter {name} wants a number, not {value!r}")
    return float(value)


def _points(value: Any) -> float:
    """Points as millimetres, the unit of templates: `font-size="{{ 9|pt }}"`."""
    return round(_number(value, "pt") / MM, 4)


def _millimetres(value: Any) -> float:
    """A length with its unit as millimetres: `{{ "0.25in"|mm }}`."""
    return round(_number(value, "mm"), 4)


def _inches(value: Any) -> float:
    """Inches as millimetres."""
    return round(_number(value, "inch") * 25.4, 4)


def _mix(first: Any, second: Any, share: float = 0.5) -> str:
    """The solid colour between two: `share` 0 is the first, 1 the second."""
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise ValueError(f"mix wants a share from 0 to 1, not {share!r}")
    ends = []
    for colour in (first, second):
        text = solid(str(colour)) if str(colour).startswith("#") else None
        if text is None:
            raise ValueError(f'mix wants two colours of the palette, not "{colour}"')
        ends.append([int(text[i : i + 2], 16) for i in (1, 3, 5)])
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(*ends, strict=True))
