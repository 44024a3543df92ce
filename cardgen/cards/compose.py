"""Composing: a card and its template become the SVG that print, preview and pictures share."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from traceback import walk_stack
from typing import Any, NamedTuple

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup, escape

from cardgen.base.errors import CardgenError, Place, Problem, Unreadable
from cardgen.base.files import read_inside
from cardgen.base.geometry import Box
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.base.parser_messages import in_jinja
from cardgen.base.units import MM
from cardgen.cards.bleed import framed, with_bleed
from cardgen.cards.codes import (
    CODE_128,
    QR,
    QUIET,
    CodeMark,
    CodeSpec,
    bars,
    colour,
    drawn,
    qr_rows,
)
from cardgen.cards.context import Context
from cardgen.cards.draft import (
    FAMILY,
    INK,
    Gap,
    as_gaps,
    blank_card,
    hatch,
    known,
    legible,
    literal,
)
from cardgen.cards.drawn_text import DrawnText
from cardgen.cards.overlong import MoreRoom, Overhanging, Overlong, Parted
from cardgen.cards.page import TEXTS, fits, misshapen, page_of, trimmed
from cardgen.cards.placing import (
    CardSpot,
    CardStyle,
    PlacedCard,
    fan_spots,
    placed_card,
    shown_side,
)
from cardgen.cards.template_language import (
    MARK,
    Palette,
    mix,
    spot_of,
    template_environment,
    template_lines,
)
from cardgen.cards.text_style import (
    TextStyle,
    check_number,
    digits_for,
    lines_of,
    on_path,
    text_box_of,
    text_style,
    worded,
)
from cardgen.engine import (
    Layout,
    Refused,
    TextBox,
    fontbook,
    picture_files,
    svg_marks,
    text_markup,
    textbox,
)
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import VECTOR
from cardgen.sandbox import process
from cardgen.sandbox.environment import in_words, scope_of, unknown_name
from cardgen.sandbox.printable import plain_text

_BLEED = 6
"""How much is made where art has none: more than any printer asks for."""
_MARKUP = re.compile(r"\*\*[^*<>]+\*\*|(?<!\{)\{[A-Za-z][\w-]*\}(?!\})")
_TAG = re.compile(r"<[^>]*>")
LONGEST = 4_000_000
"""Characters of SVG that one side of a card may come to."""
_FUNCTIONS = (
    "text_box",
    "object_text",
    "object_path_text",
    "object_image",
    "qr",
    "code128",
    "place_card",
    "place_hand",
)
"""The functions of templates that a composer has; those for objects are called by what `rewriting`
makes of their names."""
_KEYWORDS = {
    "text_box": [field.name for field in fields(TextStyle)],
    "place_card": CardStyle._fields,
}
"""What the functions of templates can be told by name."""
_HALF = re.compile("[\ud800-\udfff]")
_LONGEST_WHY = 300
_MORE_ROOM = MoreRoom(
    "shorten it, or give its text_box more room or a smaller min_size",
    "give the text_box {}",
    "with min_size={} all fit",
)
_LARGER_OBJECT = MoreRoom(
    "shorten it, make its object larger, or let it shrink: write  min 6  behind the name of the object",
    "make the object larger: {}",
    "with  min {}  behind the name of the object all fit",
)
_LARGER_SAMPLE = _LARGER_OBJECT._replace(
    one="shorten it, draw a sample with more or longer lines, or let it shrink: write  min 6  behind the name of the object",
    all="give the sample {}",
)
_LONGER_PATH = _LARGER_OBJECT._replace(
    one="shorten it, draw the path longer, or let it shrink: write  min 6  behind the name of the object",
    all="draw the path {}",
    holder="path",
)
_TEMPLATE_OF_OURS = MoreRoom(
    "shorten it, or draw a template of your own; cardgen build --draft prints it all the same",
    "shorten them, or draw a template of your own; cardgen build --draft prints them all the same",
)
_ASKED = re.compile(
    r"\btext_box\(\s*([A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*\|\s*\w+(?:\([^()]*\))?)*)\s*,"
)
"""What a line of a template sets in a box, where that is plain."""
_RULE = 200
"""So far into an @font-face rule the name of its font stands, before the data."""
_ICON = re.compile(r"(?<![{\\])\{([^{}\r\n]*)\}(?!\})")
"""An icon in the mark-up of a text."""


class Composed(NamedTuple):
    """One card as SVG text. `back` counts the deck's different backs from 0; `back_svg` is given
    the first time a back comes.

    A side that could not be composed is None, and `problems` says why. `own` tells whether its
    templates asked for what may differ in another edition."""

    card: int
    face: str | None
    back: int
    back_svg: str | None
    problems: tuple[Problem, ...] = ()
    own: bool = False
    face_codes: tuple[CodeMark, ...] = ()
    back_codes: tuple[CodeMark, ...] = ()


class Backs:
    """The different backs of a deck: their numbers, and the templates that never ask for the card,
    in this edition or in any: one for all."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.steady: dict[str, int] = {}
        self.here: dict[str, int] = {}


class Composer:
    """Composes the cards of one game in this process."""

    def __init__(self, context: Context, ink: str = "full", *, marked: bool = False) -> None:
        self.project = context.project
        self.game = context.game
        self.fonts = context.fonts
        self.problems: list[Problem] = []
        self.notes = context.art.notes
        self.card: Card | None = None
        self.asked_for_card = self.asked_for_edition = False
        self.typesetting = self.game.typeset()
        self.codes: tuple[CodeMark, ...] = ()
        """The codes on the side that was composed last."""
        self._coded: list[tuple[CodeMark, CodeSpec, float]] = []
        self.pictured: str | None = None
        """The deck whose cards are placed without its name, or ""; None where a page is itself a
        card, and shows no others."""
        self._placed = 0
        self.scope = scope_of(self.game)
        self.differs = frozenset({"edition"})
        self.unit = 1.0
        """The unit of the template that is at work, in millimetres."""
        self._typeset = cache(lambda deck: self.game.typeset(self.game.deck(deck)))
        self._units: dict[tuple[str, str], float] = {}
        self._ready: dict[str, Template] = {}
        self.origins: list[TemplateSource] | None = [] if marked else None
        """What the texts of boxes come of, by the numbers that they are marked with."""
        self._sources: dict[Path, list[str]] = {}
        self.environment = template_environment(self, context, marked)
        self.environment.globals.update(
            self.scope,
            palette=Palette(self.game.palette, self.game.title),
            lists={name: list(ids) for name, ids in self.game.lists.items()},
            ink=ink,
            mix=mix,
            **{name: getattr(self, name) for name in _FUNCTIONS},
        )

    def turn_to(self, game: Game, *, decks_differ: bool) -> None:
        """What follows is of another edition of the game, which may have other decks."""
        self.game, self.scope = game, scope_of(game)
        self.differs = frozenset({"edition", "deck"} if decks_differ else {"edition"})

    def deck(
        self, deck: Deck, positions: Iterable[int], backs: Backs | None = None
    ) -> Iterator[Composed]:
        """The cards at these positions; `backs` are those that were composed in other editions."""
        backs = backs or Backs()
        backs.here = {}
        for position in positions:
            card = deck.cards[position]
            process.note(
                f'the template of card "{card.id}"',
                self._template_place(card, card.template or deck.template),
            )
            face, problems, _ = self.side(card, card.template or deck.template)
            own, face_codes, back_codes = self.asked_for_edition, self.codes, tuple[CodeMark, ...]()
            if face is None and self.project.draft:
                problems = as_gaps(problems, "card")
            name = card.back or deck.back
            back_svg = None
            number = backs.steady.get(name, backs.here.get(name, -1))
            own = own or (name in backs.here)
            if name and number < 0:
                process.note(f'the back of card "{card.id}"', self._template_place(card, name))
                text, back_problems, asked = self.side(card, name)
                back_codes = self.codes
                own = own or self.asked_for_edition
                if text is None and self.project.draft:
                    back_problems = as_gaps(back_problems, "back", name)
                problems += back_problems
                mark = sha256((text or "").encode("utf-8", "surrogatepass")).hexdigest()
                if mark not in backs.numbers:
                    backs.numbers[mark] = len(backs.numbers)
                    back_svg = text
                number = backs.numbers[mark]
                if not asked and not back_problems:
                    (backs.here if self.asked_for_edition else backs.steady)[name] = number
            yield Composed(
                position, face, number, back_svg, tuple(problems), own, face_codes, back_codes
            )

    def side(self, card: Card, template: str) -> tuple[str | None, list[Problem], bool]:
        """A card's SVG by one template, the problems met, and whether the template looked at the
        card at all."""
        self.problems, self.card = [], card
        self.codes, self._coded, self._placed = (), [], 0
        self.asked_for_card = self.asked_for_edition = False
        self.typesetting = self._typeset(card.deck)
        text = None
        try:
            text = _writable(self._rendered(card, template))
            self.problems += (
                self._printed_markup(text, card, template) if "**" in text or "{" in text else ()
            )
            if self._coded:
                from cardgen.cards.code_places import placed

                self.codes = tuple(
                    placed(text, self._coded, self.game.deck(card.deck).shape.width / MM)
                )
        except CardgenError as error:
            place = spot_of(error, card)
            if place == card.place:  # no template was at work: it is the name of this one
                place = self._naming(card, template)
            self.problems += (problem.at(place) for problem in error.problems)
        except TemplateSyntaxError as error:
            place = Place(Path(error.filename), error.lineno) if error.filename else card.place
            what, remedy = in_jinja(
                str(error.message), [*self.environment.filters, *self.environment.tests]
            )
            self.problems.append(Problem(f"the template cannot be read: {what}", remedy, place))
        except TemplateNotFound as error:
            remedy = "write its name in quotes, such as 'card.svg'"
            self.problems.append(Problem("no template is named here", remedy, spot_of(error, card)))
        except MemoryError:
            raise
        except (
            Exception
        ) as error:  # the template's own: Jinja lets whatever Python raises in it through
            place = spot_of(error, card)
            what, remedy = self._mended(error, card)
            # so that the cards with this trouble are told together
            what = what.replace(f'the card "{card.id}" has', "it has")
            # no line of a template was at work: it is the template as a whole
            if place == card.place:
                what, place = (
                    getattr(error, "msg", what),
                    self._template_place(card, template) or place,
                )
            self.problems.append(Problem(what, remedy or "mend the template or the card", place))
        if self.asked_for_edition:
            self._forget_modules()
        return text, self.problems, self.asked_for_card

    def _mended(self, error: Exception, card: Card) -> tuple[str, str]:
        """What is wrong and its remedy, for an exception of a template's own."""
        if isinstance(error, RecursionError):
            return (
                "it nests too deeply, or calls itself without end",
                "see that nothing takes itself in",
            )
        what, remedy = in_words(
            error, {*self.scope, *self.environment.globals, "card", "copy"}, _KEYWORDS
        )
        name = unknown_name(what)
        if name in card.fields:
            remedy = f"write card.{name}"
        elif name and not remedy:
            remedy = (
                f"write card.NAME for a field of the card, or  {{% set {name} = ... %}}  before it"
            )
        return what, remedy

    def _forget_modules(self) -> None:
        """What templates have imported may have been made for this edition, and whoever imports it
        next has to ask for it as well."""
        for template in (
            self.environment.cache.values() if self.environment.cache is not None else ()
        ):
            template._module = None

    def _naming(self, card: Card, template: str) -> Place:
        """Where a card, or its deck, names this template."""
        deck = self.game.deck(card.deck)
        key = "template" if template == (card.template or deck.template) else "back"
        return card.places.get(key) or deck.places.get(key) or card.place

    def _rendered(self, card: Card, template: str) -> str:
        """A card by one template, its viewBox the trim. What the template's unit is, is known from
        what it makes."""
        deck, key = self.game.deck(card.deck), (card.deck, template)
        ready, self.unit = self._template(template), self._units.get(key, 1.0)
        names = {"card": card, "copy": card.copy_number} if card.copy_number else {"card": card}
        text = ready.render(names)
        page = page_of(text, deck.shape, deck.bleed)
        if page and page.unit != self.unit:
            self.problems, self.unit = [], page.unit
            self._units[key] = page.unit
            self._coded = []
            text = ready.render(names)
        if page is None:
            return text
        # told alone: a page of another shape has another unit for type
        if self.pictured is None and not fits(page.trim, deck.shape):
            self.problems = []
            place = deck.places.get("size") or self._naming(card, template)
            raise CardgenError(Problem(*misshapen(page.trim, deck.shape, template), place))
        text = trimmed(text, page)
        if svg_marks.BLEED in text:
            text = with_bleed(text, page.trim, _BLEED / page.unit)
        return (
            framed(text, page.trim, _BLEED / page.unit, deck.bleed.made)
            if deck.bleed.made
            else text
        )

    def _printed_markup(self, svg: str, card: Card, template: str) -> Iterator[Problem]:
        """What is said of markup that a plain <text> prints as it stands."""
        from html import unescape  # has a table of all names of characters

        plain = {
            found
            for text in TEXTS.findall(svg)
            for found in _MARKUP.findall(unescape(_TAG.sub("", text)))
        }
        for name, value in card.fields.items():
            shown = (
                plain.intersection(_MARKUP.findall(value))
                if plain and isinstance(value, str)
                else ()
            )
            boxed = (
                "\n".join(
                    "".join(span.text for span in line) for line in text_markup.parsed(value)[0]
                )
                if isinstance(value, str) and shown
                else ""
            )
            if any(
                found not in boxed and (found[0] == "*" or self._is_icon(found[1:-1]))
                for found in shown
            ):
                what = f"card.{name} has markup (**bold** or {{icons}}), and a plain <text> prints it as it stands: markup needs a box"
                remedy = f"set it with text_box, or name the object  text:card.{name}"
                yield Problem(what, remedy, self._template_place(card, template))

    def _is_icon(self, name: str) -> bool:
        try:
            return bool(self._icon_file(name))
        except CardgenError:
            return False

    def _template(self, name: str) -> Template:
        """A template, ready to be rendered for many cards."""
        if name not in self._ready:
            template = self.environment.get_template(name)
            # Jinja copies them for every card, and its own kind of mapping slowly
            template.globals = dict(template.globals)
            self._ready[name] = template
        return self._ready[name]

    def text_box(
        self,
        text: Any,
        x: float,
        y: float,
        width: float,
        height: float,
        size: float = 9,
        min_size: float | None = None,
        **style: Any,
    ) -> Markup:
        """A text set in a box: `x`, `y`, `width` and `height` in the units of the template, `size`
        and `min_size` in points.

        Sizes between the two are tried downward until the text fits; what fits at none is a problem
        of the card, or left out if `optional`. `style` is what TextStyle has."""
        text, look = plain_text(text, "the text of text_box"), text_style(style)
        for name, value in (("x", x), ("y", y)):
            check_number(name, value)
        box = text_box_of(width, height, size, min_size, look, self.unit, self.typesetting)
        layout = self._fitted(text, box, look.optional, _MORE_ROOM)
        return self._written(layout, text, (x, y), look, box, self.unit * MM)

    def qr(
        self,
        text: Any,
        x: float,
        y: float,
        size: float,
        level: str = "M",
        quiet: int = QUIET[QR],
        **colours: Any,
    ) -> Markup:
        """A text as a QR code in a square of `size`, in the units of the template, what stays free
        around it included.

        `level` (L, M, Q or H) is how much damage it bears; `fill` is the colour of its modules,
        `ground` that of the square."""
        said = self._said_by_code(text, x, y, size, quiet)
        rows = qr_rows(said, level)
        spec = CodeSpec(Box(x, y, size, size), *_code_colours("qr", colours), quiet)
        module = size / (len(rows) + 2 * quiet)
        return self._code(QR, said, rows, spec, (module, module))

    def code128(
        self,
        text: Any,
        x: float,
        y: float,
        width: float,
        height: float,
        quiet: int = QUIET[CODE_128],
        **colours: Any,
    ) -> Markup:
        """A text as a barcode of the kind Code 128 in a box, in the units of the template, what
        stays free on its left and right included.

        `fill` is the colour of its bars, `ground` that of the box.
        """
        said = self._said_by_code(text, x, y, width, quiet, height)
        row = bars(said)
        spec = CodeSpec(Box(x, y, width, height), *_code_colours("code128", colours), quiet)
        return self._code(CODE_128, said, [row], spec, (width / (len(row) + 2 * quiet), height))

    def place_card(
        self,
        name: Any,
        x: float,
        y: float,
        width: float,
        turn: float = 0,
        side: str = "face",
        **style: Any,
    ) -> PlacedCard:
        """A card of the game as it prints, cut to its shape: its middle at (x, y), `width` wide,
        turned clockwise by `turn` degrees.

        `name` is DECK/CARD; of a back the deck alone. `style` is what CardStyle has. What is
        returned tells by `at` where a place on it is."""
        return self._card_at(name, side, CardSpot(x, y, width, turn), style)

    def place_hand(
        self,
        names: Any,
        x: float,
        y: float,
        width: float,
        turn: float = 0,
        side: str = "face",
        **style: Any,
    ) -> Markup:
        """Cards as a hand holds them, each over the one before: the middle one at (x, y), all of
        them turned by `turn` degrees.

        `style` is what CardStyle has, and `step`, the degrees between two cards.
        """
        if not isinstance(names, (list, tuple)):
            raise Unreadable(
                f"place_hand wants a list of cards, not {names!r}",
                'write such as ["main/ace", "main/king"]',
            )
        middle, step = CardSpot(x, y, width, turn), style.pop("step", None)
        for part, value in (
            *middle._asdict().items(),
            *([("step", step)] if step is not None else []),
        ):
            check_number(part, value, "place_hand")
        if not names:
            return Markup("")
        shape = self._shown(names[0], side)[0].shape
        height = width * shape.height / shape.width
        spots = (
            fan_spots(len(names), middle, height)
            if step is None
            else fan_spots(len(names), middle, height, step)
        )
        return Markup("").join(
            self._card_at(name, side, spot, style) for name, spot in zip(names, spots, strict=True)
        )

    def _card_at(self, name: Any, side: str, spot: CardSpot, style: dict[str, Any]) -> PlacedCard:
        deck, image = self._shown(name, side)
        self._placed += 1
        return placed_card(deck, image, spot, CardStyle(**style), self._placed)

    def _shown(self, name: Any, side: str) -> tuple[Deck, str]:
        """The deck of a card that is to be placed, and its side's name. Raises CardgenError, at the
        line of the page that asks for it."""
        try:
            if self.pictured is None:
                raise CardgenError(
                    Problem(
                        "a card shows no other card",
                        "place cards on boxes, covers and figures of rulebooks",
                    )
                )
            return shown_side(
                self.game, plain_text(name, "the name of a card"), side, self.pictured
            )
        except CardgenError as error:
            raise CardgenError(
                *(problem.at(self._template_line(whole=True)) for problem in error.problems)
            ) from None

    def _said_by_code(
        self, text: Any, x: float, y: float, width: float, quiet: Any, height: float = 1.0
    ) -> str:
        """What a code is to say. Raises what is wrong with how it is asked for."""
        said = plain_text(text, "the text of a code")
        for name, value in (("x", x), ("y", y), ("width", width), ("height", height)):
            check_number(name, value, "a code")
        if (
            not said
            or min(width, height) <= 0
            or isinstance(quiet, bool)
            or not isinstance(quiet, int)
            or not 0 <= quiet <= _MOST_QUIET
        ):
            what = (
                "a code has nothing to say"
                if not said
                else "a code needs a size above 0, and quiet as a whole number of modules"
            )
            raise CardgenError(
                Problem(what, "give it a text" if not said else "write  qr(card.link, 5, 5, 20)")
            )
        return said

    def _code(
        self, kind: str, said: str, rows: Sequence[str], spec: CodeSpec, module: tuple[float, float]
    ) -> Markup:
        source, place = self._source(said)
        number = len(self._coded)
        self._coded.append(
            (
                CodeMark(kind, said, source, place, spec.fill, spec.ground, spec.quiet),
                spec,
                module[0],
            )
        )
        return drawn(number, rows, spec, *module)

    def _source(self, said: str) -> tuple[str, Place | None]:
        """The field that says a text, of the card or the edition, and where; no name where a
        template makes it."""
        for name, whose in (("card", self.card), ("edition", self.game.edition)):
            for field, value in whose.fields.items() if whose else ():
                if isinstance(value, str | int) and str(value) == said:
                    return f"{name}.{field}", whose.where(field) if whose else None
            if whose and whose.id == said:
                return f"{name}.id", whose.where("id")
        return "", self._template_line()

    def object_text(self, text: Any, **drawn: Any) -> Markup:
        """A text in place of an object that was drawn, as `bindings` writes it: `drawn` is what
        DrawnText has."""
        text = plain_text(text, "the text")
        place = self._as_drawn(drawn)
        unit = self.unit * place.scale * MM
        try:
            box = worded(place.box(unit, self.fonts), self.typesetting)
        except CardgenError as error:
            self.problems += (problem.at(self._template_line()) for problem in error.problems)
            return Markup("")
        layout = self._fitted(text, box, False, _LARGER_SAMPLE if place.sample else _LARGER_OBJECT)
        at = place.corner(layout, unit, self.fonts) if layout else (0.0, 0.0)
        return self._written(layout, text, at, TextStyle(fill="inherit"), box, unit)

    def _as_drawn(self, drawn: dict[str, Any]) -> DrawnText:
        """How an object that was drawn sets a text. What its sample asks for in vain becomes a
        note."""
        place = DrawnText(**drawn).known(self.fonts)
        for said in place.ignored:
            what = f"{said} of the sample is not that of the texts in its place"
            self.notes[
                Problem(
                    what,
                    "take it away, or write the text with  text_box  in a template of your own",
                    self._template_line(),
                )
            ] = None
        return place

    def object_path_text(self, text: Any, way: dict[str, str], **drawn: Any) -> Markup:
        """A text along a path in place of an object that was drawn: `way` is what its <textPath>
        says, `drawn` what DrawnText has, the room along the path as its width."""
        text = plain_text(text, "the text")
        place = self._as_drawn(drawn)
        unit = self.unit * place.scale * MM
        try:
            box = worded(replace(place, width=None).box(unit, self.fonts), self.typesetting)
        except CardgenError as error:
            self.problems += (problem.at(self._template_line()) for problem in error.problems)
            return Markup("")
        layout = self._fitted(text, replace(box, min_size=None), False, _LONGER_PATH)
        if layout is None or not layout.lines:
            return Markup("")
        room, needed = (place.width or 0.0) * unit, max(line.width for line in layout.lines)
        size = (
            max(textbox.STEP, math.floor(box.size * room / needed / textbox.STEP) * textbox.STEP)
            if needed > room
            else box.size
        )
        written = self.game.said(text)
        if lack := _lack_on_path(layout, room, size, box):
            too_long = self._from_template(
                Overlong.of(written, lack, _LONGER_PATH, size, self._field(written)), text
            )
            self.problems.append(Gap.of(too_long, "text") if self.project.draft else too_long)
        return on_path(text_markup.parsed(written)[0], way, box, size / unit, self.fonts)

    def object_image(
        self, name: Any, x: float, y: float, width: float, height: float, fit: str
    ) -> Markup:
        """A picture in place of an object that was drawn; `fit` is what a preserveAspectRatio says.
        Nothing where the card has none."""
        said = plain_text(name, "the picture")
        # where a placeholder stands for what is not there, once it is painted
        draft = self.project.draft
        if not said and not draft:
            return Markup("")
        try:
            path, part = self.project.find_art_part(self.game.folder, said)
            if (
                not part
                and path.suffix.lower() in VECTOR
                and fit.removesuffix(" meet") != "xMidYMid"
            ):  # not followed by all browsers for a drawing
                return self._fitted_drawing(said, path, Box(x, y, width, height), fit)
        except CardgenError as error:
            if not draft:
                self.problems += (problem.at(self._field(said)) for problem in error.problems)
                return Markup("")
        sides = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        return Markup(f'<image href="{escape(said)}" {sides} preserveAspectRatio="{escape(fit)}"/>')  # noqa: S704  # numbers, and escaped

    def _fitted_drawing(self, name: str, path: Path, frame: Box, fit: str) -> Markup:
        """A drawing in a viewport of its own proportions, which is stretched or cut to the
        frame."""
        ratio = _ratio(path, self.project.home_of(path), path.stat().st_mtime_ns)
        sides = f'x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}"'
        view = f'viewBox="0 0 {ratio * 100:.6g} 100" preserveAspectRatio="{escape(fit)}"'
        image = f'<image href="{escape(name)}" width="{ratio * 100:.6g}" height="100"/>'
        return Markup(f"<svg {sides} {view}>{image}</svg>")  # noqa: S704  # all of it was escaped

    def _fitted(self, text: str, box: TextBox, optional: bool, room: MoreRoom) -> Layout | None:
        """A text laid out. None, and a problem unless it is optional, where that cannot be done."""
        written = self.game.said(text)
        try:
            layout = textbox.fit(written, box, self.fonts, self.icon_ratio)
        except CardgenError as error:
            if not self.project.draft:
                known = all(map(self.fonts.knows, box.families))
                for problem in error.problems:
                    place = self._field(written, problem, box) if known else self._template_line()
                    self.problems.append(
                        (problem if known else self._brought(problem, box, place)).at(place)
                    )
                return None
            layout = self._makeshift(written, box)
        if layout.overflow and optional:
            return None
        for style, font in (
            textbox.unmarked(written, box, self.fonts)
            if "*" in written and not self.project.draft
            else ()
        ):
            what = f'what is {style} in a text of the family "{font.family}" looks like the rest'
            lighter = [
                low
                for face in self.fonts.typefaces(font.family)
                if (low := face.weights[0]) < font.weight
            ]
            remedy = f"put its {style} file into fonts/, or set the text in a family that has one"
            if style == "bold" and lighter:
                remedy = f"set the rest in a lighter face: weight={max(lighter)}"
            self.notes[Problem(what, remedy, self._template_line())] = None
        for font, sign in layout.blanks:
            remedy = "set it in another family, or leave it out"
            self.notes[
                Problem(
                    f'the font "{font.path.name}" leaves the place of "{sign}" blank',
                    remedy,
                    self._template_line(),
                )
            ] = None
        if layout.crowded:
            what = f"the letters of a text are taller than its box allows: {layout.crowded}"
            self.notes[
                Problem(what, "make the box higher, or the text smaller", self._template_line())
            ] = None
        if (
            (layout.parted or layout.overhang or layout.lack)
            and self.card
            and self._template_line() is self.card.place
        ):
            room = _TEMPLATE_OF_OURS
        if layout.parted and not self.project.draft:
            parted = Parted.of(written, layout.parted, room, 0.0, self._field(written))
            self.notes[self._from_template(parted, text)] = None
        if layout.overhang and not self.project.draft:
            beside = Overhanging.beside(
                written, layout.overhang, room is _TEMPLATE_OF_OURS, self._field(written)
            )
            self.notes[self._from_template(beside, text)] = None
        if layout.lack:
            fits = (
                0.0
                if self.project.draft or room is _TEMPLATE_OF_OURS
                else textbox.size_that_fits(written, box, self.fonts, self.icon_ratio)
            )
            too_long = self._from_template(
                Overlong.of(written, layout.lack, room, fits, self._field(written)), text
            )
            self.problems.append(Gap.of(too_long, "text") if self.project.draft else too_long)
        return layout

    def _brought(self, problem: Problem, box: TextBox, place: Place | None) -> Problem:
        """A problem about an unknown family, told as what it is where the template brings that font
        along for its plain texts."""
        if not place or not place.file.is_relative_to(self.project.root):
            return problem
        written = self.project.read(place.file).decode("utf-8", "replace")
        unknown = [family for family in box.families if not self.fonts.knows(family)]
        rules = [
            rule
            for rule in written.split("@font-face")[1:]
            if any(family in rule[:_RULE] for family in unknown)
        ]
        remedy = "the font that @font-face brings serves <text> alone; save it as a file in fonts/ for texts in boxes"
        return replace(problem, remedy=remedy) if rules else problem

    def _from_template(self, problem: CardProblem, text: str) -> CardProblem:
        """A problem of the card with where it comes from: what is at work, which sets this text."""
        if not self.card or self.pictured is not None:
            return problem
        deck = self.card.deck
        return replace(
            problem,
            origin=self._origin(text),
            deck=deck,
            card=self.card.id,
            among=len(self.game.deck(deck)),
        )

    def _origin(self, text: str) -> TemplateSource:
        """What of the template sets this text: the innermost line that is the project's own, and
        which text stands there."""
        lines = (*template_lines(walk_stack(sys._getframe(1))),)
        place = next((line for line in lines if line.file.is_relative_to(self.project.root)), None)
        about = self._asked_for(text, place)
        return TemplateSource(about, place, (about, *lines), boxed=True)

    def _asked_for(self, text: str, place: Place | None) -> str:
        """What a line of a template sets in a box: the expression where it is plain, else the field
        of the card with this text."""
        if place and place.file not in self._sources:
            self._sources[place.file] = (
                self.project.read(place.file).decode("utf-8", "replace").splitlines()
            )
        line = self._sources[place.file][place.line - 1 : place.line] if place else []
        asked = _ASKED.findall("".join(line))
        if len(asked) == 1 and asked[0].startswith("card."):
            return str(asked[0])
        fields = self.card.fields.items() if self.card else ()
        same = (
            name
            for name, value in fields
            if isinstance(value, str) and value and value.casefold() == text.casefold()
        )
        return f"card.{name}" if (name := next(same, "")) else "its text"

    def _makeshift(self, written: str, box: TextBox) -> Layout:
        """A text in a draft with what there is in place of what is missing: another font, the names
        of icons, question marks."""
        for family in box.families:
            self._there("font", family, self.fonts.face, self._template_line())
        box, place = replace(box, families=known(box.families, self.fonts)), self._field(written)

        def icon_or_name(icon: re.Match[str]) -> str:
            return (
                icon[0]
                if self._there("icon", icon[1], self.icon_ratio, place)
                else literal(icon[0])
            )

        shown = _ICON.sub(icon_or_name, written)
        try:
            return textbox.fit(shown, box, self.fonts, self.icon_ratio)
        except CardgenError as error:
            kind = "letter" if error.problems[0].what.startswith(fontbook.NO_GLYPH) else "braces"
            self.problems += as_gaps((problem.at(place) for problem in error.problems), kind)
        shown = legible(shown, box.families, self.fonts)
        return textbox.fit(
            literal(legible(written, box.families, self.fonts))
            if text_markup.parsed(shown)[1]
            else shown,
            box,
            self.fonts,
            self.icon_ratio,
        )

    def _there(
        self, kind: str, name: str, find: Callable[[str], object], place: Place | None
    ) -> bool:
        """Whether something can be had; a draft says of what cannot."""
        try:
            find(name)
        except CardgenError as error:
            self.problems.append(Gap.of(error.problems[0].at(place), kind, name))
            return False
        return True

    def placeholder(self, card: Card, heading: str, why: Problem) -> str:
        """What stands in a draft for a side of a card that cannot be drawn: its heading, and
        why."""
        self.problems, self.card, self.unit = [], card, 1.0
        shape = self.game.deck(card.deck).shape
        width, height = shape.width / MM, shape.height / MM
        inset = min(width, height) * (0.09 if shape.kind == "rectangle" else 0.2)
        place = f"\n{why.place.file.name}:{why.place.line}" if why.place else ""
        texts = []
        for said, top, tall, size, style in (
            (heading, 0.16, 0.24, 16, {"weight": 800, "fill": INK, "valign": "bottom"}),
            (why.what + place, 0.46, 0.4, 8, {"fill": INK}),
        ):
            shown = literal(legible(said[:_LONGEST_WHY], (FAMILY,), self.fonts))
            box = inset + 1, height * top, width - 2 * inset - 2, height * tall
            texts.append(
                self.text_box(shown, *box, size, 3, align="center", optional=True, **style)
            )
        return blank_card(width, height, inset, texts)

    def _written(
        self,
        layout: Layout | None,
        text: str,
        at: tuple[float, float],
        look: TextStyle,
        box: TextBox,
        unit: float,
    ) -> Markup:
        """A layout in its box as SVG, whose unit is `unit` points; in a draft, one that is too long
        is hatched."""
        if layout is None:
            return Markup("")
        x, y = at
        over = (
            [hatch(x, y, box.width, box.height, unit)]
            if layout.overflow and self.project.draft
            else ()
        )
        shown = "".join(
            [*over, *lines_of(layout, x, y, look, unit), *self._icons(layout, x, y, unit)]
        )
        if self.origins is not None:
            shown = shown.replace("<text", f'<text {MARK}="@{len(self.origins)}"', 1)
            self.origins.append(self._origin(text))
        return Markup(f'<g {svg_marks.UNREAD}="">{shown}</g>' if layout.overflow else shown)  # noqa: S704  # it was escaped

    def _icons(self, layout: Layout, x: float, y: float, unit: float) -> Iterator[str]:
        digits = digits_for(unit)
        for icon in layout.icons:
            yield (
                f'<image href="{escape(self._icon_file(icon.name)[0])}" '
                f'x="{x + icon.x / unit:.{digits}f}" y="{y + icon.y / unit:.{digits}f}" '
                f'width="{icon.width / unit:.{digits}f}" height="{icon.height / unit:.{digits}f}"/>'
            )

    def _icon_file(self, name: str) -> tuple[str, Path]:
        """How the SVG names an icon, with its ending and folders as in W/U.svg, and its file; where
        no icon has the name, a drawing in art/. Raises CardgenError."""
        try:
            path = self.project.find_icon(name)
        except CardgenError as error:
            try:
                path = self.project.find_art(self.game.folder, name)
            except CardgenError:
                raise error from None
        file = name if name.endswith(path.suffix) else name + path.suffix
        if self.project.find_art(self.game.folder, file) == path:
            return file, path
        whole = f"templates/icons/{file}"  # a drawing in art/ has the same name
        try:
            known = self.project.find_art(self.game.folder, whole) == path
        except CardgenError:
            known = False
        if not known:
            raise CardgenError(
                Problem(
                    f'"{name}" is an icon, and a drawing in art/ has the same name',
                    "rename one of them",
                )
            )
        return whole, path

    def icon_ratio(self, name: str) -> float:
        """Width over height of an icon in running text. Raises CardgenError."""
        _, path = self._icon_file(name)
        return _ratio(path, self.project.home_of(path), path.stat().st_mtime_ns)

    def _template_place(self, card: Card, template: str) -> Place | None:
        try:
            return Place(self.project.find_template(template))
        except CardgenError:
            return card.place

    def _field(
        self, text: str, problem: Problem | None = None, box: TextBox | None = None
    ) -> Place | None:
        """Where the card says this text, or the part of it that has the `problem` in such a box
        alone; else the line of the template that made it."""
        if not self.card:
            return None
        said = {
            name: value
            for name, value in self.card.fields.items()
            if value and isinstance(value, str)
        }
        for name, value in said.items():
            if value.casefold() == text.casefold():
                return self.card.where(name)
        for name, value in said.items():
            if problem and box and value in text and problem in self._troubles(value, box):
                return self.card.where(name)
        return self._template_line()

    def _troubles(self, text: str, box: TextBox) -> tuple[Problem, ...]:
        """What is wrong with a text that stands in such a box alone."""
        try:
            textbox.fit(text, box, self.fonts, self.icon_ratio)
        except CardgenError as error:
            return error.problems
        return ()

    def _template_line(self, *, whole: bool = False) -> Place | None:
        """The line of the template that is at work; with `whole` that of the page which it is a
        part of. Where that is ours, which is not to be mended, the card's."""
        lines = [*template_lines(walk_stack(sys._getframe(1)))]
        found = lines[-1 if whole else 0] if lines else None
        return (
            self.card.place
            if self.card and not (found and found.file.is_relative_to(self.project.root))
            else found
        )


_MOST_QUIET = 100


def _code_colours(name: str, colours: dict[str, Any]) -> tuple[str, str]:
    """The colour of a code's modules, and that of its ground. Raises CardgenError."""
    if unknown := [each for each in colours if each not in ("fill", "ground")]:
        raise CardgenError(
            Problem(
                f'{name} knows no "{unknown[0]}"', "it takes fill and ground, which are colours"
            )
        )
    return colour("fill", colours.get("fill", "#000000")), colour(
        "ground", colours.get("ground", "#FFFFFF")
    )


def _writable(svg: str) -> str:
    """The mark-up, if a file can hold it. Raises Unreadable."""
    if len(svg) > LONGEST:
        raise Unreadable(
            f"it makes more than {LONGEST:,} characters of SVG", "draw it with fewer elements"
        )
    if not svg.isascii() and _HALF.search(svg):
        raise Unreadable(
            "it makes half a character (a lone surrogate), which no file can hold",
            "write the character itself",
        )
    return svg


@lru_cache(maxsize=512)
def _ratio(path: Path, home: Path, changed: int) -> float:
    data = read_inside(path, home)
    if path.suffix.lower() not in VECTOR:
        with picture_files.told_of_pictures(path):
            picture = picture_files.read_picture(data)
        return picture.width / picture.height
    from cardgen.engine import svg_tree

    try:
        box = svg_tree.view_box(svg_tree.read_svg(data))
    except Refused as error:
        raise error.within(path) from None
    return box.width / box.height


for _name in _FUNCTIONS:  # what Python's complaints about their arguments call them
    getattr(Composer, _name).__qualname__ = _name
CardStyle.__new__.__qualname__ = "place_card"


def _lack_on_path(layout: Layout, room: float, size: float, box: TextBox) -> textbox.Lack | None:
    """What a path lacks for a text that was laid out without bounds, and would fit in a size on a
    path of so much room."""
    least = box.size if box.min_size is None else box.min_size
    if layout.icons:
        return textbox.Lack(0.0, 0.0, 0, "only letters stand on a path, and it has an icon")
    if len(layout.lines) > 1:
        return textbox.Lack(
            0.0, 0.0, len(layout.lines), f"it holds one line, and there are {len(layout.lines)}"
        )
    if size >= least:
        return None
    excess = layout.lines[0].width * least / layout.size - room
    return textbox.Lack(
        excess, 0.0, 0, f"needs {textbox.millimetres(excess)} mm more width at {least:g} pt"
    )
