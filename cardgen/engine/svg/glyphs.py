"""Lines of text as PDF shows them.

Glyphs shaped by HarfBuzz and kerned, as operands of TJ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain
from typing import NamedTuple

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Edges, outermost
from cardgen.base.hyphenation import DIVIDED, SOFT_HYPHEN
from cardgen.base.writing_direction import RIGHTWARD
from cardgen.engine.graphics.display_list import FlatColour, ShownGlyphs
from cardgen.engine.graphics.drawing import Drawing, Word
from cardgen.engine.graphics.spelling import fine, number
from cardgen.engine.typography.bidi import UNTOLD, joins, levels, one_way, turned, visual
from cardgen.engine.typography.font import Font, Glyph
from cardgen.engine.typography.fontbook import FontBook

_IN_COLOURS = "\ufe0f"
_GAPS = (" ", "\u00a0")
_APART = re.compile("( · )")


class ColourSign(NamedTuple):
    """A colour glyph: its text, and its place in em.

    The place is from where its baseline begins, y downward."""

    gid: int
    text: str
    x: float
    y: float


class GlyphLine(NamedTuple):
    """A run ready to be shown.

    It has the operand of TJ, its advance in em, and its words. `plain` tells that its text can be
    read back from the glyphs. `rises` holds the parts of a run in which glyphs are lifted off the
    baseline: (operand, rise in thousandths of an em, whether it is invisible). `own` tells that the
    font has every character as it stands. `colours` are the glyphs that are drawn in colours over
    what is invisible. `glyphs` are those of a run that is shaped otherwise than its text alone;
    `upright` ones stand below one another, and the advance is downward."""

    operand: str
    advance: float
    words: tuple[Word, ...]
    plain: bool
    rises: tuple[tuple[str, int, bool], ...] = ()
    own: bool = True
    colours: tuple[ColourSign, ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    upright: bool = False

    @staticmethod
    def of(font: Font, text: str, spacing: float = 0.0, gap: float = 0.0) -> GlyphLine:
        """Return a run of text in one font.

        `spacing` is extra space after each character, `gap` after each space, in em."""
        return words(font, spacing, gap).line(text)

    @property
    def usual(self) -> bool:
        """True if it is a plain row of glyphs, read back as they are."""
        return self.plain and self.own and not self.rises and not self.colours

    def item(
        self,
        font: Font,
        text: str,
        size: float,
        at: tuple[float, float],
        colour: FlatColour,
        *,
        upward: bool = True,
        unseen: bool = False,
    ) -> ShownGlyphs:
        """Return the line as an item, its baseline from a point; y points `upward` or not.

        What is `unseen` is there for those who search, copy or listen (ISO 32000-1, 9.3.6)."""
        x = number(at[0])
        y = number(at[1])
        place = f"{x} {y} Td" if upward else f"1 0 0 -1 {x} {y} Tm"
        mode = "3 Tr " if unseen else ""
        operators = operators_of(self, text, size)
        body = f"BT {mode}/F{font.key} {number(size)} Tf {place} {operators} ET"
        return ShownGlyphs(body, (at,), colour)


class ShapedWords(dict[str, GlyphLine]):
    """Pieces of text in one font and spacing: words come back, lines do not.

    `spacing` is extra space after each character, `gap` after each space, in em.
    """

    def __init__(self, font: Font, spacing: float, gap: float) -> None:
        self.font, self.spacing, self.gap = font, spacing, gap
        self.signs = _Signs(font, spacing, gap)
        self.usual: dict[str, tuple[str, float, Word]] = {}
        """The operands, advances and words of pieces that are no more than that, as most are."""

    def __missing__(self, text: str) -> GlyphLine:
        if len(self) >= 8192:
            self.clear()
            self.usual.clear()
        glyphs = self.font.shape(text, not self.spacing).glyphs
        shaped = self._plainly(text, glyphs)
        if shaped is None:
            shaped = _word(self.font, text, glyphs, self.spacing, self.gap)
            ink = shaped.words[0].ink
            if ink:
                left, top, right, bottom = ink
                self.signs.reach(left, top, right - shaped.advance, bottom)
        if shaped.usual:
            self.usual[text] = shaped.operand, shaped.advance, shaped.words[0]
        self[text] = shaped
        return shaped

    def line(self, text: str) -> GlyphLine:
        """A line, put together from its words."""
        pieces = self.font.pieces(text)
        if len(pieces) == 1:
            return self[text]
        row = self.row(text)
        if row:
            return GlyphLine(*row, True)
        lines = [*map(self.__getitem__, pieces)]
        return self[text] if any(piece.rises for piece in lines) else _joined(lines)

    def row(self, text: str) -> tuple[str, float, tuple[Word, ...]] | None:
        """The operand, advance and words of a line of plain words in a row.

        It is None for any other line."""
        pieces = self.font.pieces(text)
        try:
            usual = [*map(self.usual.__getitem__, pieces)]
        except KeyError:  # a word is new, or more than glyphs
            lines = [*map(self.__getitem__, pieces)]
            if not all(line.usual for line in lines):
                return None
            usual = [(line.operand, line.advance, line.words[0]) for line in lines]
        operands, advances, words = zip(*usual, strict=False)
        return "".join(operands).replace("><", ""), sum(advances), words

    def _plainly(self, text: str, glyphs: Sequence[Glyph]) -> GlyphLine | None:
        """Glyphs that each stand for their letter, in a row as nearly everywhere.

        It is None where they are more than that."""
        signs = [*map(self.signs.__getitem__, glyphs)]
        if None in signs or not signs or not (text.isascii() or RIGHTWARD.fullmatch(text)):
            return None
        operands, steps, inks = zip(*signs, strict=True)
        # as `_word` adds, while sum() rounds otherwise from Python 3.12 on
        *_, length = accumulate(steps)
        units = self.font.units_per_em
        advance = length / units
        letters = {gid: cluster for gid, _, _, _, cluster in glyphs}
        word = Word(advance, letters, partial(_ink_along, steps, inks, units))
        operand = f"<{''.join(operands)}>".removesuffix("<>")
        return GlyphLine(operand, advance, (word,), True, (), self.font.has(text))


_Ink = tuple[int, int, int, int] | None


class _Signs(dict[Glyph, tuple[str, float, _Ink] | None]):
    """Glyphs as operands, with their advances in font units, and their ink.

    An operand ends with what moves the pen behind the glyph where that is not the font's own
    advance. None for a glyph that is off its place, in colours, goes back, or stands for something
    else than its letter.

    `left`, `top`, `over` and `bottom` are how far any glyph so far reaches beyond where it begins,
    above and below its baseline, and beyond its advance, in em: no word of them reaches farther."""

    def __init__(self, font: Font, spacing: float, gap: float) -> None:
        self._font = font
        self._extra = spacing * font.units_per_em
        self._wider = gap * font.units_per_em
        self.left = self.top = self.over = self.bottom = 0.0

    def __missing__(self, glyph: Glyph) -> tuple[str, float, _Ink] | None:
        gid, width, dx, dy, cluster = glyph
        font, units = self._font, self._font.units_per_em
        step = width + _more(cluster, self._extra, self._wider)
        sign = None
        is_plain = not dx and not dy and step >= 0 and not font.in_colours(gid)
        if is_plain and cluster == font.nominal.get(gid):
            carry = step - font.glyph_width(gid)
            ink = font.ink(gid)
            moved = f">{number(-carry * 1000 / units)}<" if carry else ""
            sign = f"{gid:04X}{moved}", step, ink
            if ink:
                left, bottom, right, top = ink
                self.reach(left / units, -top / units, (right - step) / units, -bottom / units)
        self[glyph] = sign
        return sign

    def reach(self, left: float, top: float, over: float, bottom: float) -> None:
        """Note how far something reaches."""
        self.left = min(self.left, left)
        self.top = min(self.top, top)
        self.over = max(self.over, over)
        self.bottom = max(self.bottom, bottom)


def _ink_along(steps: Sequence[float], inks: Sequence[_Ink], units: int) -> Edges | None:
    """The edges of what glyphs in a row paint, in em."""
    boxes = []
    for pen, ink in zip(accumulate(steps, initial=0.0), inks, strict=False):
        if ink:
            x_min, y_min, x_max, y_max = ink
            boxes.append((pen + x_min, -y_max, pen + x_max, -y_min))
    edges = outermost(boxes)
    if not edges:
        return None
    left, top, right, bottom = edges
    return left / units, top / units, right / units, bottom / units


def _joined(lines: Iterable[GlyphLine]) -> GlyphLine:
    """Words as a line."""
    operands, advances, words, plain, _, has_all, *_ = zip(*lines, strict=True)
    operand = "".join(operands).replace("><", "")
    all_words = tuple(chain(*words))
    return GlyphLine(operand, sum(advances), all_words, all(plain), (), all(has_all))


words = lru_cache(maxsize=64)(ShapedWords)


def part(font: Font, glyphs: tuple[Glyph, ...], spacing: float, gap: float) -> GlyphLine:
    """Glyphs of a text that was shaped as one, as a run of their own."""
    text = "".join(glyph[4] for glyph in glyphs)
    return _word(font, text, glyphs, spacing, gap)._replace(glyphs=glyphs)


def upright(font: Font, glyphs: tuple[Glyph, ...], spacing: float, gap: float) -> GlyphLine:
    """The line of letters that stand upright below one another.

    The middle of the first one's upper edge is where the run begins."""
    units = font.units_per_em
    rises = []
    inks = []
    colours: list[ColourSign] = []
    letters: dict[int, str] = {}
    here = 0
    pen = 0.0
    for gid, down, dx, dy, cluster in glyphs:
        coloured = font.in_colours(gid)
        if coloured and not cluster.isspace():
            colours.append(ColourSign(gid, cluster, dx / units, (pen - dy) / units))
        operand = f"{number((here - dx) * 1000 / units)}<{gid:04X}>"
        rises.append((operand, round((dy - pen) * 1000 / units), coloured))
        here = dx + font.glyph_width(gid)
        letters.setdefault(gid, _read_back(font, gid, cluster))
        ink = font.ink(gid)
        if ink:
            left, bottom, right, top = ink
            base = pen - dy
            inks.append(
                (
                    (dx + left) / units,
                    (base - top) / units,
                    (dx + right) / units,
                    (base - bottom) / units,
                )
            )
        pen += down + _more(cluster, spacing * units, gap * units)
    word = Word(pen / units, letters, outermost(inks))
    return GlyphLine(
        operand="",
        advance=word.advance,
        words=(word,),
        plain=False,
        rises=tuple(rises),
        colours=tuple(colours),
        glyphs=glyphs,
        upright=True,
    )


def clusters(glyphs: Iterable[Glyph]) -> list[tuple[Glyph, ...]]:
    """Glyphs by the letters that they stand for, which browsers do not part."""
    groups: list[list[Glyph]] = []
    for glyph in glyphs:
        if glyph[4] or not groups:
            groups.append([])
        groups[-1].append(glyph)
    return [tuple(cluster) for cluster in groups]


def _more(cluster: str, extra: float, wider: float) -> float:
    """The width of a cluster beyond its glyphs: browsers do not set joined letters apart."""
    if not cluster or (extra and joins(cluster[0])):
        return 0.0
    return extra + wider if cluster in _GAPS else extra


def _read_back(font: Font, gid: int, cluster: str) -> str:
    """The text that a glyph alone is read back as."""
    if font.in_colours(gid):
        # Not all readers know ActualText beyond U+FFFF, and that colours were asked for is of no
        # use to them.
        return cluster.rstrip(_IN_COLOURS)
    return font.nominal.get(gid, cluster)


def _leftward_signs(font: Font, shaped: Sequence[Glyph]) -> Iterator[str]:
    """Yield the text of each glyph of a text from right to left.

    A mark, which comes before the letter of its cluster there, has itself."""
    for cluster in clusters(shaped):
        text = cluster[0][4]
        marks = [font.nominal.get(glyph[0], "") for glyph in cluster[:-1]]
        ending = "".join(reversed(marks))
        if not all(marks) or not text.endswith(ending):
            marks = [""] * len(marks)
            ending = ""
        yield from marks
        yield text.removesuffix(ending)


def _word(font: Font, text: str, shaped: Sequence[Glyph], spacing: float, gap: float) -> GlyphLine:
    """A piece of text as a line, glyph by glyph."""
    units = font.units_per_em
    extra, wider = spacing * units, gap * units
    parts: list[str] = []
    pending: list[str] = []
    rises: list[tuple[str, int, bool]] = []
    colours: list[ColourSign] = []
    glyphs: dict[int, str] = {}
    inks: list[Edges] = []
    plain = True
    leftward = not text.isascii() and not RIGHTWARD.fullmatch(text)
    singly = _leftward_signs(font, shaped) if leftward else None
    advance = carry = 0.0
    rise = 0
    unseen = False

    def flush() -> None:
        if pending:
            parts.append("<" + "".join(pending) + ">")
            pending.clear()

    for gid, width, dx, dy, cluster in shaped:
        coloured = font.in_colours(gid)
        if dy != rise or coloured != unseen:
            flush()
            if parts:
                rises.append(("".join(parts), rise, unseen))
                parts.clear()
            rise, unseen = dy, coloured
        # some fonts say of their space that it is nothing in colours
        if coloured and not cluster.isspace():
            colours.append(ColourSign(gid, cluster, (advance + dx) / units, -dy / units))
        before = carry + dx
        if before:
            flush()
            parts.append(number(-before * 1000 / units))
        pending.append(f"{gid:04X}")
        if singly:
            cluster = next(singly)
        alone = _read_back(font, gid, cluster)
        stands_for = glyphs.setdefault(gid, alone)
        if coloured:
            plain = plain and stands_for == alone
        elif singly:
            # Letters change their shape, yet each is read back alone, for readers turn the word
            # around themselves.
            plain = plain and cluster == unicodedata.normalize("NFKC", stands_for)
        else:
            # What the font has no character for stands for the same letters wherever it joins them.
            joined = cluster if len(cluster) > 1 else None
            plain = plain and cluster == stands_for == font.nominal.get(gid, joined)
        ink = font.ink(gid)
        if ink:
            left, bottom, right, top = ink
            inks.append(
                (
                    (advance + dx + left) / units,
                    -(top + dy) / units,
                    (advance + dx + right) / units,
                    -(bottom + dy) / units,
                )
            )
        # After showing the glyph the pen has moved by the font's own width; the shaper wanted
        # `width`.
        step = width + (_more(cluster, extra, wider) if extra or wider else 0)
        carry = step - font.glyph_width(gid) - dx
        advance += step
    flush()
    if carry:
        parts.append(number(-carry * 1000 / units))
    operand = "".join(parts)
    if rises or rise or unseen:
        rises.append((operand, rise, unseen))
    word = Word(advance / units, glyphs, outermost(inks))
    lifted = [(part, round(value * 1000 / units), hidden) for part, value, hidden in rises]
    return GlyphLine(
        operand,
        word.advance,
        words=(word,),
        plain=plain,
        rises=tuple(lifted),
        own=font.has(text),
        colours=tuple(colours),
    )


def placed_glyphs(
    font: Font, text: str, line: GlyphLine, spacing: float, gap: float
) -> Iterator[tuple[int, float, float, str]]:
    """Yield the glyphs of a run, each with its place and what it stands for.

    The place is from where the run begins, in em, y upward."""
    units = font.units_per_em
    pen = 0.0
    glyphs = line.glyphs or font.shape(text, not spacing).glyphs
    for gid, advance, dx, dy, cluster in glyphs:
        x, base = (0.0, -pen) if line.upright else (pen, 0.0)
        yield gid, x + dx / units, base + dy / units, cluster
        pen += advance / units + _more(cluster, spacing, gap)


def operators_of(
    line: GlyphLine, text: str, size: float, *, spaced: bool = False, mode: int = 0
) -> str:
    """The operators that show a run at a size.

    Its font, place and `mode` are already set. `spaced` is for letters that stand far apart."""
    body = f"[{line.operand}] TJ"
    if line.rises:
        lifted = [
            _lifted(part, rise * size / 1000, mode, invisible=invisible)
            for part, rise, invisible in line.rises
        ]
        body = " ".join(lifted) + " 0 Ts"
    if not line.plain or spaced:
        # Ligatures would be read as one strange character, spaced words letter by letter: say what
        # is meant (ISO 32000-1, 14.9.4).
        meaning = text.replace(DIVIDED, SOFT_HYPHEN).encode("utf-16-be").hex().upper()
        body = f"/Span <</ActualText <FEFF{meaning}>>> BDC {body} EMC"
    return body


def _lifted(operand: str, rise: float, mode: int, *, invisible: bool) -> str:
    """The operators of a part of a run.

    What is invisible is there for those who read or search the text (ISO 32000-1, 9.3.6)."""
    operators = f"{fine(rise)} Ts [{operand}] TJ"
    return f"3 Tr {operators} {mode} Tr" if invisible else operators


def _in_order(fonts: FontBook, text: str, style: LabelStyle) -> Iterator[tuple[Font, str, int]]:
    """Yield the runs of a line from left to right.

    They are their fonts, texts and levels."""
    ways = [] if RIGHTWARD.fullmatch(text) else levels(text, None)
    runs = []
    run_levels = []
    for part, level in one_way(text, ways):
        for font, run in fonts.runs(part, (style.family,), style.weight):
            runs.append((font, run, level))
            run_levels.append(level)
    for place in visual(run_levels):
        yield runs[place]


class LabelStyle(NamedTuple):
    """The setting of a label: its size is in points."""

    family: str
    weight: int
    size: float
    colour: RGB = (0.0, 0.0, 0.0)


def label(
    fonts: FontBook, text: str, style: LabelStyle, at: tuple[float, float], box: Box
) -> Drawing:
    """A line of text as a drawing, for what is printed around cards.

    Signs in colours leave a gap there. What dots set apart follows one another from left to right,
    whichever way each of it runs.

    Raises CardgenError as FontBook.runs."""
    drawing = Drawing([], box)
    ink = FlatColour(style.colour)
    size = style.size
    x, y = at
    text = text.translate(UNTOLD)
    parts = [text] if RIGHTWARD.fullmatch(text) else _APART.split(text)
    ordered = [_in_order(fonts, part, style) for part in parts]
    for font, run, level in chain.from_iterable(ordered):
        glyph_line = GlyphLine.of(font, turned(run) if level % 2 else run)
        drawing.words.setdefault(font, set()).update(glyph_line.words)
        drawing.items.append(glyph_line.item(font, run, size, (x, y), ink, upward=False))
        x += glyph_line.advance * size
    return drawing
