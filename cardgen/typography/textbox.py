"""Text laid out once: markup to positioned runs and icons, wrapped, shrunk to fit and aligned in a box.

Lengths are points, measured from the box's upper left corner, y downward. Words are never hyphenated, but a soft hyphen (U+00AD) is
honoured.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from operator import add
from typing import NamedTuple

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.units import MM
from cardgen.typography.bidi import END_OF_ISOLATE, ISOLATES, RIGHTWARD, direction, levels, turned, visual
from cardgen.typography.font import Font
from cardgen.typography.fontbook import FontBook, MissingGlyph
from cardgen.typography.linebreak import breakable
from cardgen.typography.markup import SPACES, Span, parsed

STEP = 0.25
"""What one step of shrinking takes off the size, in points."""
ICON_HEIGHT = 1.15
"""Height of an inline icon, as a fraction of the text's size."""

_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class TextBox:
    """Where a text goes and how it is set. `width`, `height`, `size` and `min_size` in points; the rest relative to the size.

    `families` are asked in order for every character. `leading` is the distance of baselines; `letter_spacing` is added after every
    letter and turns ligatures off; `paragraph_gap` is added between paragraphs. `align` is turned round for paragraphs that begin with
    letters that run from right to left. `balance` makes the lines of a paragraph about
    equally long without adding one. Raises CardgenError for values that make no sense.
    """

    width: float
    height: float
    families: tuple[str, ...]
    size: float
    min_size: float | None = None
    weight: int = 400
    italic: bool = False
    bold_weight: int = 800
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    max_lines: int | None = None
    balance: bool = False
    letter_spacing: float = 0.0
    paragraph_gap: float = 0.0

    def __post_init__(self) -> None:
        least = self.size if self.min_size is None else self.min_size
        aligns, valigns = f"use one of: {', '.join(_ALIGN)}", f"use one of: {', '.join(_VALIGN)}"
        checks = (
            (self.width, 0 < self.width < math.inf, "a text box's width", "it must be above 0"),
            (self.height, 0 < self.height < math.inf, "a text box's height", "it must be above 0"),
            (self.size, 0 < self.size < math.inf, "a text's size", "it must be above 0"),
            (least, 0 < least <= self.size or not self.size > 0, "a text's min_size", "it must be above 0 and no more than the size"),
            (self.families, bool(self.families), "a text's list of fonts", "name at least one family"),
            (self.leading, 0 < self.leading < math.inf, "a text's leading", "it must be above 0; 1.2 is usual"),
            (self.letter_spacing, -1 <= self.letter_spacing <= 10, "a text's letter_spacing", "it must lie between -1 and 10"),
            (self.paragraph_gap, 0 <= self.paragraph_gap < math.inf, "a text's paragraph_gap", "it must be 0 or more"),
            (self.max_lines, self.max_lines is None or self.max_lines >= 1, "a text's max_lines", "it must be 1 or more"),
            (self.align, self.align in _ALIGN, "a text's align", aligns),
            (self.valign, self.valign in _VALIGN, "a text's valign", valigns),
        )
        problems = [Problem(f"{what} is {value}", remedy) for value, right, what, remedy in checks if not right]
        if problems:
            raise CardgenError(*problems)


class Run(NamedTuple):
    """Text in one font from `x` on the baseline `y`. It never begins with a plain space; `spacing` is its letter-spacing in points."""

    x: float
    y: float
    text: str
    font: Font
    size: float
    width: float
    spacing: float


class Icon(NamedTuple):
    """An inline icon: `x` and `y` are its upper left corner."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    """A line from `x`, its baseline at `y`; `width` is that of its advances, without letter-spacing after the last letter."""

    x: float
    y: float
    width: float
    items: tuple[Run | Icon, ...]


class Layout(NamedTuple):
    """A text set at `size`. `overflow` says what the box lacks, when the text does not fit even at its smallest size."""

    size: float
    lines: tuple[Line, ...]
    overflow: str | None

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Run)])

    @property
    def icons(self) -> tuple[Icon, ...]:
        return tuple([item for line in self.lines for item in line.items if isinstance(item, Icon)])

    @property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """Left, top, right and bottom of what is drawn, measured from the outlines; None when nothing is."""
        boxes = [(icon.x, icon.y, icon.x + icon.width, icon.y + icon.height) for icon in self.icons]
        for run in self.runs:
            boxes += _ink(run)
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def fit(markup: str, box: TextBox, book: FontBook, icon: Callable[[str], float | None]) -> Layout:
    """Lays out a text: the largest size between `box.size` and `box.min_size`, in steps of STEP, at which it fits.

    Markup: **bold**, *italic*, {name} for an icon; {{ and }} print braces, \\* an asterisk and \\\\ a backslash; a new line, or \\n,
    begins a paragraph; a star that opens or closes nothing is printed. `icon` gives an icon's width over its height, None for an
    unknown one; it may raise CardgenError.

    The first line reaches a capital's height above its baseline, the last one the depth of small letters below; an icon may reach
    further. At the top and bottom the text touches the box so; in the middle, what is centred is the space from the first line's
    capitals to the last baseline, as the eye does it.

    Raises CardgenError with every problem: unmatched braces, unknown icons and families, characters that no font has.
    """
    paragraphs, broken = parsed(markup)
    problems = list(broken)
    aspects: dict[str, float] = {}
    for name in dict.fromkeys(span.icon for spans in paragraphs for span in spans if span.icon):
        try:
            aspect = icon(name)
        except CardgenError as error:
            problems += error.problems
        else:
            if aspect is None or not 0 < aspect < math.inf:
                problems.append(
                    Problem(f'no icon is called "{name}"', f"add {name}.svg to templates/icons/, or write {{{{ to print a brace")
                )
            else:
                aspects[name] = aspect
    problems += _missing(paragraphs, box, book) if problems else ()
    if problems:
        raise CardgenError(*dict.fromkeys(problems))
    try:
        return _BoxSetter([_MeasuredParagraph(spans, box, book, aspects) for spans in paragraphs], box, book).layout()
    except MissingGlyph:
        raise CardgenError(*dict.fromkeys(_missing(paragraphs, box, book))) from None


_UNSEEN = str.maketrans("", "", "\u00ad\u200b")


class _MeasuredWords(dict[str, tuple[float, float, bool, str, str]]):
    """Pieces in one style: their widths in ems, when the line goes on and when it ends here, without the space and with an offered hyphen;
    whether they are written in the style's first font as they stand; and the letters that they begin with and have before their space."""

    def __init__(self, book: FontBook, families: tuple[str, ...], weight: int, italic: bool, spacing: float) -> None:
        self._style = families, weight, italic, spacing
        self._book = book
        self.font = book.first(families, weight, italic)

    def __missing__(self, piece: str) -> tuple[float, float, bool, str, str]:
        seen = piece.rstrip(SPACES)
        inside = self._book.width(piece.translate(_UNSEEN), *self._style)
        last = self._book.width(seen.translate(_UNSEEN) + "-" * seen.endswith("\u00ad"), *self._style)
        if len(self) >= 16384:
            self.clear()
        self[piece] = found = inside, last, self.font.writes(piece), piece[:1], piece[-2:-1] if piece[-1:] == " " else ""
        return found


_words = lru_cache(maxsize=64)(_MeasuredWords)


class _Set(NamedTuple):
    """A line set in ems from its own beginning: runs as (x, text, font, width), icons as (x, name, None, width)."""

    width: float
    items: tuple[tuple[float, str, Font | None, float], ...]
    icon: bool
    leftward: bool = False


class _MeasuredParagraph:
    """A paragraph measured in ems, so that one measurement serves every size.

    Its pieces stand between the places where a line may end: piece i ends at `stops[i]` and, on one endless line, at `reach[i]` if
    the line ended with it; `begins[i]` is where it begins. With a `font` the whole paragraph is set in it and its pieces do not touch
    each other, so that lines need not be measured again.
    """

    def __init__(self, spans: Sequence[Span], box: TextBox, book: FontBook, aspects: dict[str, float]) -> None:
        self.spans, self.book, self.aspects = spans, book, aspects
        self.families, self.spacing = box.families, box.letter_spacing
        self.text = "".join([span.text for span in spans])
        self.styles = [(box.bold_weight if span.bold else box.weight, box.italic != span.italic) for span in spans]
        pieces = breakable(self.text)
        self.stops = list(accumulate(map(len, pieces)))
        self.font: Font | None = None
        self.levels = [] if self.text.isascii() or RIGHTWARD.fullmatch(self.text) else levels(self.text, None)
        if len(spans) == 1 and not spans[0].icon and not self.levels:
            known = _words(book, box.families, *self.styles[0], self.spacing)
            inside, last, written, begins, ends = zip(*[known[piece] for piece in pieces], strict=True)
            if all(written) and all(map(known.font.apart, ends[:-1], begins[1:])):
                self.font, self.pieces = known.font, tuple(pieces)
        else:
            self.words = [_words(book, box.families, *style, self.spacing) for style in self.styles]
            inside, last = zip(*[self._measured(start, stop) for start, stop in pairwise([0, *self.stops])], strict=True)
        self.begins = [0.0, *accumulate(inside)]
        self.reach = list(accumulate(map(add, self.begins, last), max))
        self.widest = max(last)
        if self.spacing:  # there is none after the last letter of a line
            self.reach = [reach - self.spacing for reach in self.reach]
            self.widest -= self.spacing

    def _measured(self, start: int, stop: int) -> tuple[float, float]:
        """The widths of a piece of several styles or icons."""
        inside = last = 0.0
        for index, low, high in self._between(start, stop):
            icon = self.spans[index].icon
            if icon:
                goes_on = ends = ICON_HEIGHT * self.aspects[icon] + self.spacing
            else:
                goes_on, ends, *_ = self.words[index][self.text[low:high]]
            last = inside + ends if ends else last
            inside += goes_on
        return inside, last

    def _between(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """The spans from start to stop: index, first and last position."""
        parts = []
        at = 0
        for index, span in enumerate(self.spans):
            low, high = max(start, at), min(stop, at + len(span.text))
            if low < high:
                parts.append((index, low, high))
            at += len(span.text)
        return parts

    def end_of_line(self, first: int, width: float) -> int:
        """The piece after the last one that a line from `first` holds in `width` ems, by the widths of the pieces; one it always holds."""
        return bisect_right(self.reach, self.begins[first] + width, first + 1)

    def wrap(self, width: float) -> list[int]:
        """The pieces that begin a line, by the widths of the pieces; and the number of pieces."""
        reach, begins, count = self.reach, self.begins, len(self.stops)
        lines, first = [0], 0
        while first < count:
            first = bisect_right(reach, begins[first] + width, first + 1)
            lines.append(first)
        return lines

    def icons(self, first: int, stop: int) -> bool:
        """Whether these pieces hold an icon."""
        start, end = self._start(first), self.stops[stop - 1]
        return any(self.spans[index].icon for index, _, _ in self._between(start, end)) if len(self.spans) > 1 else bool(self.spans[0].icon)

    def _start(self, piece: int) -> int:
        return self.stops[piece - 1] if piece else 0

    def set(self, width: float) -> list[_Set]:
        """Lines measured as wholes: where fonts kern with the space, a line can be wider than its pieces, and gives its last one up."""
        if self.font:
            return [self._set_line(first, stop) for first, stop in pairwise(self.wrap(width))]
        lines = []
        first = 0
        while first < len(self.stops):
            stop = self.end_of_line(first, width)
            line = self._set_line(first, stop)
            while line.width > width and stop - first > 1:
                stop -= 1
                line = self._set_line(first, stop)
            lines.append(line)
            first = stop
        return lines

    def balanced(self, lines: list[_Set], width: float) -> list[_Set]:
        """As many lines, in the least width that holds them."""
        low, high = self.widest, width
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (low, middle) if len(self.wrap(middle)) - 1 <= len(lines) else (middle, high)
        even = self.set(high) if high < width else lines
        return even if len(even) == len(lines) else lines

    def _set_line(self, first: int, stop: int) -> _Set:
        start, end = self._start(first), self.stops[stop - 1]
        if self.font:
            width = self.reach[stop - 1] - self.begins[first]
            text = self.font.line((*self.pieces[first : stop - 1], self.pieces[stop - 1].rstrip(" ")))
            return _Set(width, ((0.0, text, self.font, width + self.spacing),), False)
        end = start + len(self.text[start:end].rstrip(SPACES))
        if self.levels:
            return self._set_both_ways(start, end)
        hyphen = "-" * (self.text.endswith("\u00ad", start, end))
        parts: list[tuple[str, Font | None]] = []
        for index, low, high in self._between(start, end):
            if icon := self.spans[index].icon:
                parts.append((icon, None))
                continue
            text = self.text[low:high].translate(_UNSEEN) + hyphen * (high == end)
            for font, part in self.book.runs(text, self.families, *self.styles[index]):
                if parts and parts[-1][1] is font:
                    parts[-1] = parts[-1][0] + part, font
                else:
                    parts.append((part, font))
        x = 0.0
        items: list[tuple[float, str, Font | None, float]] = []
        for text, own in parts:
            if own is None:
                advance = ICON_HEIGHT * self.aspects[text]
                items.append((x, text, None, advance))
                x += advance + self.spacing
                continue
            kept = text.lstrip(" ")  # SVG drops spaces at the beginning of a text element
            if len(kept) < len(text):
                x += self._advance(own, text[: len(text) - len(kept)])
            if kept:
                advance = self._advance(own, kept)
                items.append((x, kept, own, advance))
                x += advance
        return _Set(x - self.spacing, tuple(items), any(font is None for _, font in parts))

    def _set_both_ways(self, start: int, end: int) -> _Set:
        """A line with text that runs from right to left: its parts in the order in which they are seen, each running one way."""
        parts: list[tuple[str, Font | None, int]] = []
        for index, low, high in self._between(start, end):
            if icon := self.spans[index].icon:
                parts.append((icon, None, self.levels[low]))
                continue
            for level, group in groupby(range(low, high), key=self.levels.__getitem__):
                text = "".join(self.text[at] for at in group).translate(_UNSEEN)
                parts += ((part, font, level) for font, part in self.book.runs(text, self.families, *self.styles[index]))
        x = 0.0
        items: list[tuple[float, str, Font | None, float]] = []
        for text, font, level in (parts[place] for place in visual([level for _, _, level in parts])):
            if font is None:
                advance = ICON_HEIGHT * self.aspects[text]
                items.append((x, text, None, advance))
                x += advance + self.spacing
                continue
            seen = turned(text) if level % 2 else text
            kept = text.strip(" ")
            if kept:
                before = text[len(text.rstrip(" ")) :] if level % 2 else text[: len(text) - len(text.lstrip(" "))]
                shown = f"{ISOLATES['rtl']}{kept}{END_OF_ISOLATE}" if level % 2 else kept
                core = seen.strip(" ")
                items.append((x + self._advance(font, before), shown, font, self._advance(font, core)))
            x += self._advance(font, seen)
        return _Set(x - self.spacing, tuple(items), any(font is None for _, font, _ in parts), bool(direction(self.text)))

    def _advance(self, font: Font, text: str) -> float:
        advance, clusters = font.measure(text, not self.spacing)
        return advance / font.units_per_em + self.spacing * clusters


class _BoxSetter:
    """Finds the size of a text and puts its lines in their places."""

    def __init__(self, paragraphs: Sequence[_MeasuredParagraph], box: TextBox, book: FontBook) -> None:
        self.paragraphs, self.box = paragraphs, box
        font = book.first(box.families, box.weight, box.italic)
        self.cap = font.cap_height
        self.depth = font.depth

    def layout(self) -> Layout:
        box = self.box
        if not self.paragraphs:
            return Layout(box.size, (), None)
        least = box.size if box.min_size is None else box.min_size
        steps = range(math.ceil((box.size - least) / STEP - _SLACK) + 1)
        first = bisect_left(steps, True, key=lambda step: self._seems_to_fit(max(least, box.size - STEP * step)))
        for step in steps[min(first, len(steps) - 1) :]:
            size = max(least, box.size - STEP * step)
            texts = [paragraph.set(self._room(size)) for paragraph in self.paragraphs]
            overflow = self._overflow(texts, size)
            if not overflow:
                break
        if box.balance:
            even = [paragraph.balanced(lines, self._room(size)) for paragraph, lines in zip(self.paragraphs, texts, strict=True)]
            if overflow or not self._overflow(even, size):  # an icon that moves to the last line may want more room
                texts = even
        return Layout(size, self._placed(texts, size), overflow)

    def _room(self, size: float) -> float:
        """The box's width in ems, with a hair for rounding."""
        return (self.box.width + _SLACK) / size

    def _seems_to_fit(self, size: float) -> bool:
        """Whether the text fits by the widths of its pieces: quick, and wrong only where fonts kern with the space."""
        room = self._room(size)
        if any(paragraph.widest > room for paragraph in self.paragraphs):
            return False
        wraps = [paragraph.wrap(room) for paragraph in self.paragraphs]
        count = sum(map(len, wraps)) - len(wraps)
        height = self._height(count, self.paragraphs[0].icons(*wraps[0][:2]), self.paragraphs[-1].icons(*wraps[-1][-2:]))
        return count <= (self.box.max_lines or count) and height * size <= self.box.height + _SLACK

    def _above(self, icon: bool) -> float:
        return max(self.cap, (self.cap + ICON_HEIGHT) / 2) if icon else self.cap

    def _below(self, icon: bool) -> float:
        return max(self.depth, (ICON_HEIGHT - self.cap) / 2) if icon else self.depth

    def _span(self, count: int) -> float:
        """From the first baseline to the last, in ems."""
        return (count - 1) * self.box.leading + (len(self.paragraphs) - 1) * self.box.paragraph_gap

    def _height(self, count: int, icon_first: bool, icon_last: bool) -> float:
        """In ems."""
        return self._above(icon_first) + self._span(count) + self._below(icon_last)

    def _overflow(self, texts: Sequence[Sequence[_Set]], size: float) -> str | None:
        box = self.box
        lines = [line for text in texts for line in text]
        lacks = []
        widest = max(lines, key=lambda line: line.width)
        if (excess := widest.width * size - box.width) > 2 * _SLACK:
            shown = "".join(text for _, text, font, _ in widest.items if font) or "an icon"
            lacks.append(f'"{shown}" needs {_millimetres(excess)} mm more width')
        if (excess := self._height(len(lines), lines[0].icon, lines[-1].icon) * size - box.height) > 2 * _SLACK:
            lacks.append(f"needs {_millimetres(excess)} mm more height")
        if box.max_lines is not None and len(lines) > box.max_lines:
            lacks.append(f"needs {len(lines)} lines where {box.max_lines} may stand")
        return f"{' and '.join(lacks)} at {size:g} pt" if lacks else None

    def _placed(self, texts: Sequence[Sequence[_Set]], size: float) -> tuple[Line, ...]:
        box = self.box
        lines = [line for text in texts for line in text]
        span = self._span(len(lines)) * size
        highest = self._above(lines[0].icon) * size
        lowest = box.height - self._below(lines[-1].icon) * size - span
        y = {"top": highest, "middle": (box.height + self.cap * size - span) / 2, "bottom": lowest}[box.valign]
        if box.valign == "middle" and highest <= lowest:
            y = min(max(y, highest), lowest)
        placed = []
        for text in texts:
            for line in text:
                share = 1 - _ALIGN[box.align] if line.leftward else _ALIGN[box.align]
                x = (box.width - line.width * size) * share + 0.0  # never -0
                placed.append(Line(x, y, line.width * size, tuple([self._item(item, x, y, size) for item in line.items])))
                y += box.leading * size
            y += box.paragraph_gap * size
        return tuple(placed)

    def _item(self, item: tuple[float, str, Font | None, float], x: float, y: float, size: float) -> Run | Icon:
        offset, text, font, width = item
        if font is None:
            return Icon(text, x + offset * size, y - (self.cap + ICON_HEIGHT) / 2 * size, width * size, ICON_HEIGHT * size)
        return Run(x + offset * size, y, text, font, size, width * size, self.box.letter_spacing * size)


def _millimetres(points: float) -> str:
    """Rounded up to a tenth, so that what is asked for is enough."""
    return f"{math.ceil(points / MM * 10) / 10:g}"


def _missing(paragraphs: Sequence[Sequence[Span]], box: TextBox, book: FontBook) -> list[Problem]:
    """Every character of the text that no font has."""
    problems: list[Problem] = []
    for span in (span for spans in paragraphs for span in spans if not span.icon):
        try:
            book.runs(span.text, box.families, box.bold_weight if span.bold else box.weight, box.italic != span.italic)
        except CardgenError as error:
            problems += error.problems
    return problems


def _ink(run: Run) -> list[tuple[float, float, float, float]]:
    scale = run.size / run.font.units_per_em
    boxes = []
    x = run.x
    for index, (gid, advance, x_offset, y_offset, text) in enumerate(run.font.shape(run.text, not run.spacing).glyphs):
        x += run.spacing if index and text else 0
        if ink := run.font.ink(gid):
            left, bottom, right, top = ink
            dx, dy = x + x_offset * scale, run.y - y_offset * scale
            boxes.append((dx + left * scale, dy - top * scale, dx + right * scale, dy - bottom * scale))
        x += advance * scale
    return boxes
