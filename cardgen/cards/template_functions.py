"""The functions that templates can call: text_box, stack, panel, qr, place_card and others; and
those that stand in rewritten drawings for their objects."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from markupsafe import Markup, escape

from cardgen.base.files import file_state
from cardgen.base.findings import CardgenError, Finding, UnreadableError
from cardgen.base.geometry import Box, Edges
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM, ceiled_millimetres
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
from cardgen.cards.continued_texts import ContinuedTexts, check_continues
from cardgen.cards.draft import literal
from cardgen.cards.drawn_flow import PLACE, FollowingObject, Scale, arranged
from cardgen.cards.icons import picture_ratio
from cardgen.cards.placed_markup import PlacedMarkup, PlacedStack, PlacedText
from cardgen.cards.placing import (
    CardSpot,
    CardStyle,
    PlacedCard,
    fan_spots,
    placed_card,
    shown_side,
)
from cardgen.cards.shared_sizes import (
    LARGEST,
    SMALLEST,
    SizeGroup,
    UnsetText,
    group_name,
    note_of,
)
from cardgen.cards.sources import SourceFinder, text_fields
from cardgen.cards.template_language import solid_of
from cardgen.cards.text_setter import MORE_ROOM, TextSetter
from cardgen.cards.text_style import (
    MoreRoom,
    TextStyle,
    check_number,
    on_path,
    shown_value,
    text_box_of,
    text_style,
    typeset,
)
from cardgen.cards.workspace import AskedCode, Workspace
from cardgen.engine import Lack, Layout, TextBox, text_markup
from cardgen.model.cards import Card, Colour, Deck
from cardgen.model.project import VECTOR
from cardgen.model.span_styles import PLAIN_SHEET
from cardgen.sandbox.printable import plain_text

if TYPE_CHECKING:
    from cardgen.cards.drawn_text import DrawnText

_LARGER_OBJECT = MoreRoom(
    "shorten it, make its object larger, or let it shrink:"
    " write  min 6  behind the name of the object",
    "make the object larger: {}",
    "with  min {}  behind the name of the object all fit",
)
_LARGER_SAMPLE = _LARGER_OBJECT._replace(
    one="shorten it, draw a sample with more or longer lines, or let it shrink:"
    " write  min 6  behind the name of the object",
    all="give the sample {}",
)
_LONGER_PATH = _LARGER_OBJECT._replace(
    one="shorten it, draw the path longer, or let it shrink:"
    " write  min 6  behind the name of the object",
    all="draw the path {}",
    holder="path",
)
_ONE_LINE = MoreRoom(
    "write it in one line, or set it in a box",
    "write them in one line, or set them in a box",
    holder="path",
)
_ONLY_LETTERS = MoreRoom(
    "take the icon out, or set it in a box",
    "take the icons out, or set them in a box",
    holder="path",
)
PlacedT = TypeVar("PlacedT", bound=PlacedMarkup)
_MOST_QUIET = 100
"""The most modules that may stay free around a code."""
_CODE_COLOURS = {"fill": "#000000", "ground": "#FFFFFF"}


class TemplateFunctions:
    """The functions that templates call. Each works on the side that is at work."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._project = workspace.project
        self._fonts = workspace.fonts
        self.sources = SourceFinder(workspace)
        self.texts = TextSetter(workspace, self.sources)
        self.continued_texts = ContinuedTexts(workspace, self.texts)
        self._outlines: dict[str, list[tuple[int, int, int]]] = {}
        """The rows of pictures that texts run around, by name."""

    def by_name(self) -> dict[str, Callable[..., str]]:
        """The functions by the names that templates call them."""
        functions = (
            self.text_box,
            self.stack,
            self.panel,
            self.object_text,
            self.object_path_text,
            self.drawn_place,
            self.object_image,
            self.reminders,
            self.continued,
            self.recolour,
            self.large_icon,
            self.qr,
            self.code128,
            self.place_card,
            self.place_hand,
        )
        return {function.__name__: function for function in functions}

    def text_box(
        self,
        text: Any,
        x: float,
        y: float,
        width: float,
        height: float,
        size: float | str = 9,
        min_size: float | None = None,
        **style: Any,
    ) -> PlacedText:
        """A text set in a box: `x`, `y`, `width` and `height` in the units of the template, `size`
        and `min_size` in points.

        Sizes between the two are tried downward until the text fits; what fits at none is a problem
        of the card, or left out if `optional`. A size may be shared: 'deck' or 'group:NAME', at the
        most `max_size` of `style`, which is else what TextStyle has."""
        max_size = style.pop("max_size", LARGEST)
        around = style.pop("around", None)
        continues = check_continues(style.pop("continues", None), size)
        text, look = plain_text(text, "the text of text_box"), text_style(style)
        check_number("x", x)
        check_number("y", y)
        side = self._workspace.side
        group = self._size_group(size) if isinstance(size, str) else None
        if group:
            check_number("max_size", max_size)
            least = min(SMALLEST, max_size) if min_size is None else min_size
            size, min_size = self._shared_size(group, max_size), least
        box = text_box_of(width, height, size, min_size, look, side.unit, side.typesetting)
        if around is not None:
            box = replace(box, around=self._bands(around, (x, y), side.unit * MM))
        room = MORE_ROOM
        if continues:
            text, box, room = self.continued_texts.begun(continues, text, box, room)
        if self._workspace.shared_sizes.is_measuring:
            return self._measured(text, box, (x, y), group, max_size)
        count = len(side.problems)
        layout = self.texts.lay_out(text, box, look.optional, room)
        if layout is None:
            placed = PlacedText.of("", Layout(box.size, (), None), x, y, side.unit * MM)
        else:
            placed = self.texts.svg(layout, text, (x, y), look, box, side.unit * MM)
        return self._spotted(placed, Box(x, y, width, height), count)

    def _spotted(self, placed: PlacedT, box: Box, count: int) -> PlacedT:
        """What was placed in a box, with a mark where problems came of it, behind the first
        `count`."""
        side = self._workspace.side
        is_fine = len(side.problems) == count
        if is_fine or self._workspace.is_draft or self._workspace.shared_sizes.is_measuring:
            return placed
        from cardgen.cards.text_spots import marked  # few cards have problems

        return marked(placed, side, box, count)

    def _bands(
        self, value: Any, corner: tuple[float, float], unit: float
    ) -> tuple[tuple[float, float, float, float], ...]:
        """What lies in the way of a text that runs around a picture, in points from its corner."""
        from cardgen.cards.outlines import around_of, bands_of, covered_rows  # few boxes ask

        around = around_of(value)
        art = self._workspace.art.image(around.picture)
        if around.picture not in self._outlines:
            self._outlines[around.picture] = covered_rows(art)
        box = around.box
        x, y = (box.x - corner[0]) * unit, (box.y - corner[1]) * unit
        place = Box(x, y, box.width * unit, box.height * unit)
        return bands_of(art, self._outlines[around.picture], place, around.gap * unit)

    def continued(self, card: Any) -> str:
        """What of the texts of a card's face goes on on its back, as mark-up for a text_box; empty
        where all of it fits."""
        _check_card("continued", card)
        side = self._workspace.side
        rest = self._workspace.rest_of(card)
        side.asks_for_rest = side.reads_card = True
        side.reads_edition |= rest.reads_edition
        return rest.text

    def _size_group(self, size: str, key: str = "") -> SizeGroup:
        """The group of the text that is asked for by this size, by an object of this key in a
        drawing."""
        card = self._workspace.side.card
        line = f"{self.sources.own_line()}{key}"
        return SizeGroup(card.deck if card else "", group_name(size, line))

    def _shared_size(self, group: SizeGroup, largest: float) -> float:
        """The size that the texts of a group have, as far as it is known: they are measured when
        the first card asks."""
        shared_sizes = self._workspace.shared_sizes
        decks = {deck.id: deck for deck in self._workspace.game.decks}
        is_due = group.deck in decks and group.deck not in shared_sizes.measured_decks
        if is_due and (not shared_sizes.is_measuring or self._workspace.side.part_at_work):
            self._workspace.measure_deck(decks[group.deck])
        shared_size = shared_sizes.sizes.get(group)
        if shared_size is None:
            return largest
        note = None if shared_sizes.is_measuring else note_of(shared_size)
        if note:
            self._workspace.art_notes[note] = None
        return shared_size.size

    def _measured(
        self,
        text: str,
        box: TextBox,
        corner: tuple[float, float],
        group: SizeGroup | None,
        largest: float,
    ) -> PlacedText:
        """A text while texts are measured: only those that share a size are set at once."""
        side = self._workspace.side
        if group and side.card:
            layout = self.texts.fitted(text, box)
            if layout and layout.lines:
                self._workspace.shared_sizes.see(group, layout.size, largest, side.card)
        unit = side.unit * MM
        return UnsetText.at_corner(lambda: self.texts.fitted(text, box), *corner, unit)

    def stack(
        self,
        items: Any,
        x: float,
        y: float,
        width: float,
        height: float | None = None,
        **options: Any,
    ) -> PlacedStack:
        """Texts, pictures and rules one below the other, or beside each other, each as high as it
        comes out.

        `items` are mappings, each a part; lengths in the units of the template.
        `options` is what FlowStack has."""
        from cardgen.cards.flow import StackLayout
        from cardgen.cards.flow_parts import stack_part
        from cardgen.cards.flow_setter import FlowSetter

        for name, value in {"x": x, "y": y, "width": width}.items():
            check_number(name, value, "stack")
        if height is not None:
            check_number("height", height, "stack")
        setter = FlowSetter(self._workspace, self.continued_texts, self.sources, self.object_image)
        count = len(self._workspace.side.problems)
        placed = StackLayout(stack_part(items, options), setter, width, height).placed(x, y)
        high = placed.height if height is None else height
        return self._spotted(placed, Box(x, y, width, high), count)

    def panel(
        self, content: Any, *, width: float | None = None, align: str = "center", **frame: Any
    ) -> PlacedMarkup:
        """What was placed, with a frame beneath it that is as large as it, and its padding.

        `content` is a text, a stack or a list of them; `width` that of the frame, about the
        content's middle where it is given; `frame` is what Frame has."""
        from cardgen.cards.flow import framed
        from cardgen.cards.flow_parts import ALIGNS, check_choice, frame_of

        check_choice("align", align, ALIGNS)
        parts = content if isinstance(content, list | tuple) else [content]
        if not all(isinstance(part, PlacedMarkup) for part in parts):
            raise UnreadableError(
                "template-value",
                f"panel wants what was placed, not {shown_value(content)}",
                "give it what text_box(...) or stack(...) returned",
            )
        if "fit" in frame:
            raise UnreadableError(
                "template-value",
                "panel() knows no fit: it is as large as what it holds",
                "take it away, or give it a width",
            )
        return framed(parts, frame_of(frame, "panel()"), width, align)

    def reminders(self, card: Any) -> str:
        """The explanations of the keywords that a card's texts use, a paragraph each, as mark-up
        for a text_box."""
        _check_card("reminders", card)
        texts = text_fields(card).values()
        return self._workspace.side.vocabulary.reminders(map(self._workspace.game.said, texts))

    def recolour(self, name: Any, colour: Any, whole: Any = True) -> Markup:
        """The address of a drawing in one colour, for the `href` of an <image>.

        Everything that it paints takes the colour; only its `currentColor` if not `whole`."""
        name = plain_text(name, "the drawing")
        paint = self._paint(colour)
        paints = (paint, "") if whole else ("", paint)
        address = escape(self.texts.icons.address(name, *paints))
        return Markup(address)  # noqa: S704  # it was escaped

    def large_icon(self, name: Any, x: float, y: float, size: float, **style: Any) -> Markup:
        """An icon as a picture, in a square of `size`: a coloured one with a fine outline, and with
        light and shade.

        `style` is what LargeLook has: its colours as in `recolour`."""
        from cardgen.cards.large_icons import IconFile, IconSpot, LargeLook, large_icon

        for argument, value in (("x", x), ("y", y), ("size", size)):
            check_number(argument, value, "large_icon")
        for option in style:
            if option not in LargeLook._fields:
                remedy = did_you_mean(option, LargeLook._fields, "take it away")
                raise UnreadableError("template-value", f"large_icon() knows no {option}", remedy)
        address, path = self.texts.icons.file(plain_text(name, "the icon"))
        file = IconFile(path, self._project.home_of(path), file_state(path)[1], address)
        spot = IconSpot(x, y, size, size * self._workspace.side.unit)
        is_plain, own = bool(style.pop("plain", False)), style.pop("own", LargeLook().own)
        check_number("own", own, "large_icon")
        tones = self._tones(style.pop("tones", ()))
        if style.get("enamel"):
            style["enamel"] = solid_of(style["enamel"], "enamel is")[1]
        paints = {key: self._paint(colour) for key, colour in style.items() if colour}
        look = LargeLook(**paints, tones=tones, own=own, plain=is_plain)
        return large_icon(file, spot, look)

    def _tones(self, tones: Any) -> tuple[str, ...]:
        """The colours of a list that a template gives, none or some. Raises UnreadableError."""
        if not isinstance(tones, (list, tuple)) or len(tones) == 1:
            remedy = "write some from dark to light: tones=[palette.ink, palette.paper]"
            raise UnreadableError("template-value", "tones are a list of colours", remedy)
        return tuple(solid_of(colour, "tones are")[1] for colour in tones)

    def _paint(self, colour: Any) -> str:
        """A colour that a template gives: one of the palette, or as CSS writes it."""
        if isinstance(colour, Colour):
            return str(colour)
        styles = self._workspace.side.typesetting.styles or PLAIN_SHEET
        return styles.paint(plain_text(colour, "the colour"))

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
        text = _code_text(text, x, y, size, quiet)
        rows = qr_rows(text, level)
        spec = CodeSpec(Box(x, y, size, size), *_code_colours("qr", colours), quiet)
        module = size / (len(rows) + 2 * quiet)
        return self._code(QR, text, rows, spec, (module, module))

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
        text = _code_text(text, x, y, width, quiet, height)
        row = bars(text)
        spec = CodeSpec(Box(x, y, width, height), *_code_colours("code128", colours), quiet)
        module = width / (len(row) + 2 * quiet)
        return self._code(CODE_128, text, [row], spec, (module, height))

    def _code(
        self, kind: str, text: str, rows: Sequence[str], spec: CodeSpec, module: tuple[float, float]
    ) -> Markup:
        codes = self._workspace.side.codes
        field_name, place = self.sources.code_source(text)
        mark = CodeMark(kind, text, field_name, place, spec.fill, spec.ground, spec.quiet)
        codes.append(AskedCode(mark, spec, module[0]))
        return drawn(len(codes) - 1, rows, spec, *module)

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
            raise UnreadableError(
                "template-value",
                f"place_hand wants a list of cards, not {shown_value(names)}",
                'write such as ["main/ace", "main/king"]',
            )
        middle, step = CardSpot(x, y, width, turn), style.pop("step", None)
        numbers = middle._asdict() if step is None else {**middle._asdict(), "step": step}
        for argument, value in numbers.items():
            check_number(argument, value, "place_hand")
        if not names:
            return Markup("")
        deck, _ = self._side_drawing(names[0], side)
        height = width * deck.shape.height / deck.shape.width
        steps = () if step is None else (step,)
        spots = fan_spots(len(names), middle, height, *steps)
        return Markup("").join(
            self._card_at(name, side, spot, style) for name, spot in zip(names, spots, strict=True)
        )

    def _card_at(
        self, name: Any, side_name: str, spot: CardSpot, style: dict[str, Any]
    ) -> PlacedCard:
        deck, drawing_name = self._side_drawing(name, side_name)
        for option in style:
            if option not in CardStyle._fields:
                remedy = did_you_mean(option, CardStyle._fields, "take it away")
                raise UnreadableError("template-value", f"place_card() knows no {option}", remedy)
        side = self._workspace.side
        side.placed_cards += 1
        return placed_card(deck, drawing_name, spot, CardStyle(**style), side.placed_cards)

    def _side_drawing(self, name: Any, side_name: str) -> tuple[Deck, str]:
        """The deck of a card that is to be placed, and the name of its side as a drawing.

        Raises CardgenError, at the line of the page that asks for it.
        """
        pictured = self._workspace.pictured
        try:
            if pictured is None:
                raise CardgenError(
                    Finding(
                        "template-value",
                        "a card shows no other card",
                        "place cards on boxes, covers and figures of rulebooks",
                    )
                )
            card_name = plain_text(name, "the name of a card")
            return shown_side(self._workspace.game, card_name, side_name, pictured)
        except CardgenError as error:
            line = self.sources.template_line(outermost=True)
            raise CardgenError(*(problem.at(line) for problem in error.findings)) from None

    def object_text(
        self,
        text: Any,
        *,
        key: str = "",
        style: str = "",
        size: str = "",
        continues: str = "",
        **drawing: Any,
    ) -> Markup:
        """A text in place of an object that was drawn, as `bindings` writes it: `drawing` is what
        DrawnText has.

        `style` is that of all of it, `size` one that it shares with others, `key` its name for what
        follows it; it `continues` on the back or a further card."""
        text = plain_text(text, "the text")
        continues = check_continues(continues or None, size or 0.0)
        side, shared_sizes = self._workspace.side, self._workspace.shared_sizes
        if shared_sizes.is_measuring and not (size or continues):
            return Markup("")
        drawn_text = self._drawn_text(drawing, style)
        unit = side.unit * drawn_text.scale * MM
        box = self._object_box(drawn_text, unit)
        if box is None:
            return Markup("")
        if size:
            largest = box.size
            least = min(SMALLEST, largest) if box.min_size is None else box.min_size
            group = self._size_group(size, key)
            shared_size = min(largest, self._shared_size(group, largest))
            box = replace(box, size=max(shared_size, least), min_size=least)
            if shared_sizes.is_measuring:
                self._measured(text, box, (0.0, 0.0), group, largest)
                return Markup("")
        room = _LARGER_SAMPLE if drawn_text.sample else _LARGER_OBJECT
        if continues:
            text, box, room = self.continued_texts.begun(continues, text, box, room)
        if shared_sizes.is_measuring:
            return Markup("")
        count = len(side.problems)
        layout = self.texts.lay_out(text, box, False, room)
        if layout is None:
            return Markup("")
        corner = drawn_text.corner(layout, unit, self._fonts)
        placed = self.texts.svg(layout, text, corner, TextStyle(fill="inherit"), box, unit)
        if key:
            side.printed_objects[key] = placed.edges if placed.lines else None
        own_box = Box(*corner, box.width / unit, box.height / unit)
        return self._spotted(placed, own_box, count)

    def drawn_place(self, key: str, is_shown: Any = True) -> Markup:
        """What stands for the attributes that place an object of a drawing; it is on this card if
        it `is_shown`."""
        if is_shown:
            self._workspace.side.printed_objects[key] = None
        return Markup(f' {PLACE}="{int(key)}"')  # noqa: S704  # a number

    def arranged(self, svg: str, plan: Sequence[dict[str, Any]]) -> Markup:
        """The SVG of a drawing with its objects where they follow each other."""
        if self._workspace.shared_sizes.is_measuring:
            return Markup("")
        items = [FollowingObject(**{**item, "scale": Scale(*item["scale"])}) for item in plan]
        printed = self._workspace.side.printed_objects
        try:
            arranged_svg = arranged(svg, items, printed, self._sample_edges)
        except CardgenError:
            if not self._workspace.side.problems:
                raise
            arranged_svg = arranged(svg, (), printed, self._sample_edges)  # its text has told it
        for item in items:
            printed.pop(item.key, None)
        return Markup(arranged_svg)  # noqa: S704  # it was escaped

    def _sample_edges(self, item: FollowingObject) -> Edges:
        """The edges of a sample in its own units: where its lines lie, of a text that is set in a
        frame those of that, from the capitals of its first line."""
        drawn_text = self._drawn_text(dict(item.drawing or {}))
        unit = self._workspace.side.unit * drawn_text.scale * MM
        box = typeset(drawn_text.box(unit, self._fonts), self._workspace.side.typesetting)
        try:
            layout = box.fit(literal(item.words or "x"), self._fonts, self.texts.icons.ratio)
        except CardgenError:
            layout = box.fit("x", self._fonts, self.texts.icons.ratio)
        corner = drawn_text.corner(layout, unit, self._fonts)
        edges = PlacedText.of("", layout, *corner, unit).edges
        if item.is_sample or drawn_text.height is None or drawn_text.width is None:
            return edges
        if drawn_text.sample:
            return edges
        free_below = edges[1] - drawn_text.y if drawn_text.even else 0.0
        bottom = drawn_text.y + drawn_text.height - free_below
        return drawn_text.x, edges[1], drawn_text.x + drawn_text.width, bottom

    def _drawn_text(self, drawing: dict[str, Any], style: str = "") -> DrawnText:
        """The text of an object that was drawn, in a style of the game; notes what its sample asks
        for in vain."""
        from cardgen.cards.drawn_text import DrawnText

        drawn_text = DrawnText(**drawing)
        if style:
            sheet = self._workspace.side.typesetting.styles or PLAIN_SHEET
            drawn_text = drawn_text.dressed(sheet.resolved(((style,),)))
        drawn_text = drawn_text.with_known_fonts(self._fonts)
        for feature in drawn_text.ignored:
            note = Finding(
                "template-value",
                f"{feature} of the sample is not that of the texts in its place",
                "take it away, or write the text with  text_box  in a template of your own",
                self.sources.template_line(),
            )
            self._workspace.art_notes[note] = None
        self.texts.note_lacking_face(*drawn_text.face[:3])
        return drawn_text

    def _object_box(self, drawn_text: DrawnText, unit: float) -> TextBox | None:
        """The box of an object; None, with a problem, where it holds no text."""
        side = self._workspace.side
        try:
            return typeset(drawn_text.box(unit, self._fonts), side.typesetting)
        except CardgenError as error:
            line = self.sources.template_line()
            side.problems += (problem.at(line) for problem in error.findings)
            return None

    def object_path_text(
        self, text: Any, way: dict[str, str], *, style: str = "", **drawing: Any
    ) -> Markup:
        """A text along a path in place of an object that was drawn: `way` is what its <textPath>
        says, `drawing` what DrawnText has, the room along the path as its width."""
        text = plain_text(text, "the text")
        drawn_text = self._drawn_text(drawing, style)
        unit = self._workspace.side.unit * drawn_text.scale * MM
        box = self._object_box(replace(drawn_text, width=None), unit)
        if box is None:
            return Markup("")
        one_line = replace(box, min_size=None, blocks=False)
        layout = self.texts.lay_out(text, one_line, False, _LONGER_PATH)
        if layout is None or not layout.lines:
            return Markup("")
        room = (drawn_text.width or 0.0) * unit
        size = _size_on_path(layout, room, box.size)
        if lack := _lack_on_path(layout, room, size, box):
            more = _LONGER_PATH if lack.width else _ONLY_LETTERS if layout.icons else _ONE_LINE
            self.texts.report_overlong(text, lack, more, size)
        paragraphs, _ = text_markup.parsed(self._workspace.game.said(text))
        return on_path(paragraphs, way, box, size / unit, self._fonts)

    def object_image(
        self, name: Any, x: float, y: float, width: float, height: float, fit: str
    ) -> Markup:
        """A picture in place of an object that was drawn.

        `fit` is what a preserveAspectRatio says. It is empty where the card has none."""
        name = plain_text(name, "the picture")
        # where a placeholder stands for what is not there, once it is painted
        is_draft = self._workspace.is_draft
        if not name and not is_draft:
            return Markup("")
        try:
            path, part = self._project.find_art_part(self._workspace.game.folder, name)
            is_drawing = not part and path.suffix.lower() in VECTOR
            # browsers do not all follow it for a drawing
            if is_drawing and fit.removesuffix(" meet") != "xMidYMid":
                return self._fitted_drawing(name, path, Box(x, y, width, height), fit)
        except CardgenError as error:
            if not is_draft:
                place = self.sources.field_or_line(name)
                self._workspace.side.problems += (problem.at(place) for problem in error.findings)
                return Markup("")
        sides = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        image = f'<image href="{escape(name)}" {sides} preserveAspectRatio="{escape(fit)}"/>'
        return Markup(image)  # noqa: S704  # numbers, and escaped

    def _fitted_drawing(self, name: str, path: Path, frame: Box, fit: str) -> Markup:
        """A drawing in a viewport of its own proportions, which is stretched or cut to the
        frame."""
        width = picture_ratio(self._project, path) * 100
        sides = f'x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}"'
        view = f'viewBox="0 0 {width:.6g} 100" preserveAspectRatio="{escape(fit)}"'
        image = f'<image href="{escape(name)}" width="{width:.6g}" height="100"/>'
        return Markup(f"<svg {sides} {view}>{image}</svg>")  # noqa: S704  # all of it was escaped


def _check_card(function: str, card: Any) -> None:
    """Raises UnreadableError for what is no card."""
    if not isinstance(card, Card):
        raise UnreadableError(
            "template-value",
            f"{function}() wants a card, not {card!r}",
            f"write  {function}(card)",
        )


def _code_text(text: Any, x: float, y: float, width: float, quiet: Any, height: float = 1.0) -> str:
    """The text of a code. Raises CardgenError for one that cannot be made as it is asked for."""
    code_text = plain_text(text, "the text of a code")
    for argument, value in (("x", x), ("y", y), ("width", width), ("height", height)):
        check_number(argument, value, "a code")
    if not code_text:
        raise CardgenError(Finding("template-value", "a code has nothing to say", "give it a text"))
    is_count = isinstance(quiet, int) and not isinstance(quiet, bool)
    if min(width, height) <= 0 or not is_count or not 0 <= quiet <= _MOST_QUIET:
        raise CardgenError(
            Finding(
                "template-value",
                "a code needs a size above 0, and quiet as a whole number of modules",
                "write  qr(card.link, 5, 5, 20)",
            )
        )
    return code_text


def _code_colours(function: str, colours: dict[str, Any]) -> tuple[str, str]:
    """The colour of a code's modules, and that of its ground. Raises CardgenError."""
    for name in colours:
        if name not in _CODE_COLOURS:
            raise CardgenError(
                Finding(
                    "template-value",
                    f'{function} knows no "{name}"',
                    "it takes fill and ground, which are colours",
                )
            )
    fill, ground = (
        colour(name, colours.get(name, default)) for name, default in _CODE_COLOURS.items()
    )
    return fill, ground


def _size_on_path(layout: Layout, room: float, size: float) -> float:
    """The size at which the longest line of a text has room on a path, in steps of STEP; `size` at
    the most, which it was laid out at."""
    longest = max(line.width for line in layout.lines)
    if longest <= room:
        return size
    return max(TextBox.STEP, math.floor(size * room / longest / TextBox.STEP) * TextBox.STEP)


def _lack_on_path(layout: Layout, room: float, size: float, box: TextBox) -> Lack | None:
    """The room that a path lacks for a text that was laid out without bounds, and would fit in a
    size on a path of so much room."""
    least = box.size if box.min_size is None else box.min_size
    count = len(layout.lines)
    if layout.icons:
        return Lack(0.0, 0.0, 0, "only letters stand on a path, and it has an icon")
    if count > 1:
        return Lack(0.0, 0.0, count, f"it holds one line, and there are {count}")
    if size >= least:
        return None
    excess = layout.lines[0].width * least / layout.size - room
    return Lack(excess, 0.0, 0, f"needs {ceiled_millimetres(excess)} mm more width at {least:g} pt")
