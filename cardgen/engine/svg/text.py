"""Text elements: chunks and anchors (SVG 1.1, chapter 10), laid out to runs; nearly all text goes a
short way."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from lxml import etree

from cardgen.base.colour_math import RGB
from cardgen.base.geometry import Box, Edges, Matrix
from cardgen.base.writing_direction import RIGHTWARD
from cardgen.engine.graphics.display_list import FlatColour, ItemPaint, ShownGlyphs
from cardgen.engine.graphics.drawing import TextMark, Window, Word
from cardgen.engine.graphics.spelling import number
from cardgen.engine.svg.characters import (
    Stretch,
    TextPiece,
    baseline,
    collapse,
    cut_at_places,
    cut_at_turns,
    font_of,
    gather,
    stretch_of,
)
from cardgen.engine.svg.colours import Paint
from cardgen.engine.svg.decoration import paint_lines
from cardgen.engine.svg.document import Document, Units
from cardgen.engine.svg.glyphs import ShapedWords, operators_of, words
from cardgen.engine.svg.painter import Painter
from cardgen.engine.svg.path_length import Track
from cardgen.engine.svg.prepared_texts import Look, WrittenRun
from cardgen.engine.svg.shaping import TextPart, kern, parts
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.text_run import (
    SpanEffect,
    TextRun,
    box_of,
    has_slant_and_weight,
    paint_run,
)
from cardgen.engine.svg.values import LARGEST_TYPE, SVG, StyleError
from cardgen.engine.typography import bidi
from cardgen.engine.typography.font import Font

_DECIMAL = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,7})?")
_PLAIN_NOT = frozenset(("textLength", "rotate", "dx", "dy"))
_TSPAN = SVG + "tspan"
_X_Y = ["x", "y"]
_LOOKS = frozenset(
    (
        *("fill", "font-family", "font-size", "font-style", "font-weight"),
        *("letter-spacing", "word-spacing"),
    )
)
"""The attributes of spans that are shown the short way."""
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def paint_text(painter: Painter, element: etree._Element, style: Style) -> None:
    """Show a <text>. Raises StyleError for what is not drawn here."""
    letters = _lettering(painter.document, style)
    if letters and not painter.scope.lines and _paint_plain(painter, element, style, letters):
        return
    units = painter.units(style)
    lines = painter.scope.lines
    runs = laid_out_runs(painter.document, units, element, style, lines)
    box = box_of(runs) if _has_servers(runs) else None
    silhouette = painter.scope.silhouette
    if silhouette and any(effect.style.clip for run in runs for effect in run.effects):
        raise StyleError(
            "a clip-path on a <tspan> inside a clipPath is not drawn here",
            "use a <text> of its own",
        )

    def show(run: TextRun) -> None:
        font = font_of(painter.document, run.style) if run.lines else run.font
        paint_lines(painter, run, font, box, ("underline", "overline"))
        paint_run(painter, run, box)
        paint_lines(painter, run, font, box, ("line-through",))

    def show_all(runs: list[TextRun], depth: int) -> None:
        def effect_of(run: TextRun) -> SpanEffect | None:
            return run.effects[depth] if len(run.effects) > depth else None

        for effect, group in groupby(runs, key=effect_of):
            part = list(group)
            if effect and not silhouette:
                painter.composed(element, effect.on(style), partial(show_all, part, depth + 1))
            else:
                for run in part:
                    show(run)

    show_all([run for run in runs if run.style.visible], 0)


def _has_servers(runs: list[TextRun]) -> bool:
    """True if any run or line is painted in a gradient or pattern."""
    # runs share their styles: each is asked once
    styles: dict[int, Style] = {}
    for run in runs:
        styles[id(run.style)] = run.style
        for _, style in run.lines:
            styles[id(style)] = style
    return any(_has_server(style.fill) or _has_server(style.stroke) for style in styles.values())


def _has_server(paint: Paint | None) -> bool:
    return paint is not None and bool(paint.server)


def text_box(document: Document, units: Units, element: etree._Element, style: Style) -> Box | None:
    """The bounds of a <text>: its glyphs' cells, as high as their fonts."""
    return box_of(laid_out_runs(document, units, element, style))


def laid_out_runs(
    document: Document,
    units: Units,
    element: etree._Element,
    style: Style,
    lines: tuple[tuple[str, Style], ...] = (),
) -> list[TextRun]:
    """The runs of a <text>, each in its place (SVG 2, 11.5). Raises StyleError.

    `lines` are those that what is around it draws along."""
    document.write_out(element)
    pieces, spans = gather(document, units, element, style, lines)
    collapse(pieces)
    pieces = cut_at_turns(cut_at_places(pieces, spans), style)
    document.painted += len(pieces)
    if style.vertical:
        for piece in pieces:
            _turn_upright(piece)
    length = _text_length(element, units, pieces)
    runs: list[TextRun] = []
    x = y = 0.0
    for chunk in _chunks(pieces):
        if not chunk[0].path:
            x = chunk[0].x if chunk[0].x is not None else x
            y = chunk[0].y if chunk[0].y is not None else y
        chunk_runs, x, y = _laid_out_chunk(document, chunk, x, y, length)
        runs += chunk_runs
    return runs


def _chunks(pieces: list[TextPiece]) -> Iterator[list[TextPiece]]:
    """Yield pieces that are anchored together.

    A new chunk begins at a place of its own, and where a path begins or ends."""
    chunk: list[TextPiece] = []
    for piece in pieces:
        if chunk:
            path = chunk[-1].path
            # on a path a y of its own only moves a letter off it
            begins = piece.x is not None or (piece.y is not None and not path)
            if begins or piece.path is not path:
                yield chunk
                chunk = []
        chunk.append(piece)
    if chunk:
        yield chunk


def _turn_upright(piece: TextPiece) -> None:
    """Turn the places of vertical text a quarter to the left.

    It runs to the right then, as all text."""
    piece.x, piece.y = piece.y, None if piece.x is None else -piece.x
    piece.dx, piece.dy = piece.dy, -piece.dx


def _text_length(element: etree._Element, units: Units, pieces: list[TextPiece]) -> Stretch | None:
    """The length that a <text> is set to; None for none. Raises StyleError."""
    if "textLength" not in element.attrib:
        return None
    placed = any(piece.x is not None or piece.y is not None for piece in pieces[1:])
    if placed or any(piece.turn or piece.path is not pieces[0].path for piece in pieces):
        raise StyleError(
            "textLength together with places inside the text or a path is not drawn here",
            "give each line its own <text>",
        )
    return stretch_of(element, units)


_Decimal = tuple[float, str]
"""A number, and how it is spelt."""


@lru_cache(maxsize=16384)  # lines of many cards stand at the same places
def _decimal(text: str | None) -> _Decimal | None:
    """A number that is written as PDF writes it too; None for all else."""
    return (float(text), text) if text and _DECIMAL.fullmatch(text) else None


@lru_cache(maxsize=16384)
def _shortest(text: str | None) -> _Decimal | None:
    """A number in as few digits as PDF needs; None for what is none."""
    if not text or not _DECIMAL.fullmatch(text):
        return None
    spelling = number(float(text))
    return float(spelling), spelling


class Lettering(NamedTuple):
    """The way in which plain lines of a style are shown.

    They are in `known` words of `font`, `share` of each line before its place, by operators that
    begin with `head`. `colour` is that of what is filled and nothing else, as nearly everything;
    None for a rarer paint."""

    font: Font
    known: ShapedWords
    size: float
    share: float
    head: str
    spaced: bool
    colour: FlatColour | None


def _lettering(document: Document, style: Style) -> Lettering | None:
    """The way in which plain lines of a style are shown, which it remembers.

    It is None where no text of it goes the short way."""
    font = document.sources.first(style.families, style.weight, style.italic)
    if font is None or document.sheet:
        return None
    if style.lettering is None or style.lettering[0] is not font:
        style.lettering = font, _new_lettering(style, font)
    return style.lettering[1]


def _new_lettering(style: Style, font: Font) -> Lettering | None:
    fill, stroke, size = style.fill, style.stroke, style.font_size
    if not style.visible or not 0 < size < LARGEST_TYPE or style.dominant != "auto":
        return None
    if style.unusual or style.aligned or style.shift or style.dash:
        return None
    if (fill and fill.server) or (stroke and stroke.server):
        return None
    if not has_slant_and_weight(style, font):
        return None
    shaped = words(font, style.letter_spacing / size, style.word_spacing / size)
    colour = None
    if fill and not stroke and fill.alpha * style.fill_alpha == 1:
        colour = fill.flat_colour
    head, spaced = f"BT /F{font.key} {number(size)} Tf", style.letter_spacing > 0.05 * size
    return Lettering(font, shaped, size, _ANCHORS[style.anchor], head, spaced, colour)


def _paint_plain(
    painter: Painter, element: etree._Element, style: Style, letters: Lettering
) -> bool:
    """Show plain lines of text the short way; False if there is more.

    Plain text is no more than lines and parts of lines at places of their own, each in one style.
    text_box writes such lines, and they look as they would by the long way. Nearly all text of
    every card passes here, so it is written for speed."""
    groups = _plain_groups(painter.document, element, style, letters)
    if groups is None:
        return False
    # one span is written as the long way writes a run
    separator = "\n" if len(groups) == 1 else " "
    drawn_letterings: dict[int, _DrawnLettering] = {}
    for group_style, group_letters, lines in groups:
        if not group_letters.colour:
            for x, y, text, *_ in lines:
                line = group_letters.known.line(text)
                paint_run(painter, TextRun(group_style, group_letters.font, text, line, x, y))
            continue
        drawn = drawn_letterings.get(id(group_letters))
        if drawn is None:
            drawn = drawn_letterings[id(group_letters)] = _drawn_lettering(
                painter, group_letters, group_letters.colour
            )
        _show_plain(painter, drawn, lines, separator)
    return True


class _DrawnLettering(NamedTuple):
    """The lettering of plain lines as one drawing shows it.

    It has the operators that their own begin with, their font, size, shades and paint, the words
    that the drawing shows in that font, how far any letter reaches to the left, above, beyond its
    advance and below, None where letters may go back, and what the lines are seen in."""

    head: str
    font: Font
    size: float
    shades: tuple[RGB, ...]
    paint: ItemPaint
    words: set[Word]
    reach: Edges | None
    matrix: Matrix
    clip: Box | None
    windows: tuple[Window, ...]


def _drawn_lettering(painter: Painter, letters: Lettering, colour: FlatColour) -> _DrawnLettering:
    """Lettering as a drawing shows it, once its lines are shaped."""
    font, shaped, size, _, head, *_ = letters
    words_of_font = painter.drawing.words.setdefault(font, set())
    paint = painter.pattern or painter.tone(colour)
    seen_in = painter.matrix, painter.clip, painter.windows
    reach = None
    if shaped.spacing >= 0 and shaped.gap >= 0:
        signs = shaped.signs
        reach = signs.left * size, signs.top * size, signs.over * size, signs.bottom * size
    return _DrawnLettering(head, font, size, (colour.rgb,), paint, words_of_font, reach, *seen_in)


def _show_plain(
    painter: Painter, drawn: _DrawnLettering, lines: list[_PlainLine], separator: str
) -> None:
    """Show lines in one style, with a separator between the operators of two."""
    head, font, size, shades, paint, words_of_font, reach, matrix, clip, windows = drawn
    texts = painter.drawing.texts
    first = len(texts)
    operators, begins = [head], []
    cell = None
    for x, y, text, operator, advance, line_words in lines:
        words_of_font.update(line_words)
        if reach:
            left, top, over, bottom = reach
            cell = left, top, advance * size + over, bottom
        placed = matrix, x, y, shades, (), cell, clip, 1.0, None, windows
        texts.append(TextMark(text, font, size, line_words, *placed))
        operators.append(operator)
        begins.append((x, y))
    operators.append("ET")
    body = separator.join(operators)
    all_opaque = None, None, 1.0, 1.0
    painter.glyphs(ShownGlyphs(body, tuple(begins), paint, *all_opaque, (first, len(texts))))


_PlainLine = tuple[float, float, str, str, float, tuple[Word, ...]]
"""A line of plain text: its place, its text, the operators that show it there, its advance in em,
and its words."""


_PlainGroup = tuple[Style, Lettering, list[_PlainLine]]
"""Plain lines in a row that have one style, and the way in which it is shown."""


def _plain_groups(
    document: Document, element: etree._Element, style: Style, letters: Lettering
) -> list[_PlainGroup] | None:
    """The lines of a <text> by their styles; None where it is more than plain lines."""
    if not _PLAIN_NOT.isdisjoint(element.keys()):
        return None
    runs = document.runs_of(element)
    if runs is None:
        if not len(element):
            x, y = _decimal(element.get("x")), _decimal(element.get("y"))
            line = _plain_line(x, y, element.text, letters)
            return None if line is None else [(style, letters, [line])]
        runs = _written_runs(element)
    if runs is None:
        return None
    if any(map(_look_in, runs)):
        return _plain_spans(document, element, style, letters, runs)
    lines: list[_PlainLine] = []
    for right, down, _, text in runs:
        line = _plain_line(_decimal(right), _decimal(down), text, letters)
        if line is None:
            return None
        lines.append(line)
    return [(style, letters, lines)]


_look_in = itemgetter(2)


def _written_runs(element: etree._Element) -> list[WrittenRun] | None:
    """The runs of a <text>, each a span at a place of its own; None where it is more than that."""
    if element.text is not None:
        return None
    runs: list[WrittenRun] = []
    for span in element:
        names, values = span.keys(), span.values()
        if names[:2] != _X_Y or span.tag != _TSPAN or span.tail is not None or len(span):
            return None
        look = tuple(zip(names[2:], values[2:], strict=True)) if len(names) > 2 else ()
        runs.append((values[0], values[1], look, span.text or ""))
    return runs


def _plain_spans(
    document: Document,
    element: etree._Element,
    style: Style,
    letters: Lettering,
    runs: Sequence[WrittenRun],
) -> list[_PlainGroup] | None:
    """The spans of a <text>, each by itself; None where it is more than plain spans."""
    groups: list[_PlainGroup] = []
    looks: dict[Look, tuple[Style, Lettering] | None] = {(): (style, letters)}
    last = len(runs) - 1
    for place, (right, down, look, text) in enumerate(runs):
        if look not in looks:
            span = element[place] if len(element) else None
            looks[look] = _look_of(document, span, look, style)
        shown = looks[look]
        if shown is None or not text:
            return None
        # a space at the end of a span parts it from the next
        end = " " if text[-1] == " " and place < last else ""
        checked_text = text[:-1] if end else text
        span_style, span_letters = shown
        line = _plain_line(_shortest(right), _shortest(down), checked_text, span_letters, end)
        if line is None:
            return None
        groups.append((span_style, span_letters, [line]))
    return groups


def _look_of(
    document: Document, span: etree._Element | None, look: Look, inherited: Style
) -> tuple[Style, Lettering] | None:
    """The style of a span, and the way in which it is shown; None where it is no plain one."""
    if not _LOOKS.issuperset([name for name, _ in look]):
        return None
    style = inherited.child(look)
    if style is None:
        if span is None:
            span = etree.Element(_TSPAN, dict(look))
        style = document.style(span, inherited)
    if style is None or not style.display or not style.simple:
        return None
    letters = _lettering(document, style)
    return (style, letters) if letters else None


def _plain_line(
    x: _Decimal | None, y: _Decimal | None, text: str | None, letters: Lettering, end: str = ""
) -> _PlainLine | None:
    """A line at its place, with an end; None for one that is more than a plain line."""
    _, shaped, size, share, _, spaced, _ = letters
    if x is None or y is None or not text:
        return None
    if text[0] == " " or text[-1] == " " or "  " in text or not text.isprintable():
        return None
    if not text.isascii() and not RIGHTWARD.fullmatch(text):
        return None
    text += end
    row = shaped.row(text)
    if row:
        operand, advance, line_words = row
    else:
        glyph_line = shaped.line(text)
        if not glyph_line.own or glyph_line.colours:
            return None
        operand = ""
        advance = glyph_line.advance
        line_words = glyph_line.words
    right, spelt_right = x
    down, spelt_down = y
    back = share * advance * size
    if back:
        right -= back
        spelt_right = number(right)
    if operand and not spaced:
        body = f"[{operand}] TJ"
    else:
        body = operators_of(shaped.line(text), text, size, spaced=True)
    operators = f"1 0 0 -1 {spelt_right} {spelt_down} Tm {body}"
    return right, down, text, operators, advance, line_words


def _laid_out_chunk(
    document: Document, chunk: list[TextPiece], x: float, y: float, length: Stretch | None
) -> tuple[list[TextRun], float, float]:
    """The runs of a chunk from (x, y), and the next character's place.

    Raises StyleError."""
    track = chunk[0].path
    style = chunk[0].style
    if track:
        x = track.start + (chunk[0].x or 0.0)
        y = 0.0
    if any(piece.stretch for piece in chunk) and any(piece.level for piece in chunk):
        raise StyleError(
            "textLength on a part of text that runs both ways is not drawn here",
            "give the <text> its length",
        )
    singly = bool(track or (length and not length.glyphs))
    text_parts = list(parts(document, chunk, singly))
    if text_parts:  # the first one's move is that of all of the chunk, wherever it is anchored
        x += text_parts[0].dx
        text_parts[0] = text_parts[0]._replace(dx=0.0)
    runs, stretches, end, low = _in_visual_order(document, text_parts, x, y)
    end += _stretch_parts(runs, stretches)
    if length and runs:
        runs = _set_to_length(runs, x, end, length)
        end = x + length.length
    leftmost = min((run.x for run in runs), default=x)
    rightmost = max((run.x + _width(run) for run in runs), default=end)
    share = _ANCHORS[style.anchor]
    if style.rtl:
        share = 1 - share
    back = leftmost - x + share * (rightmost - leftmost)
    if track:
        runs_on_track = list(_along(track, runs, back))
        _note_lost_letters(document, runs, runs_on_track)
        x, y = track.end
        if style.vertical:
            x, y = y, -x
        return runs_on_track, x, y
    if back:
        runs = [run._replace(x=run.x - back) for run in runs]
    if style.vertical:
        runs = [_turned_down(document, run) for run in runs]
    return runs, end - back, low


def _width(run: TextRun) -> float:
    return run.line.advance * run.style.font_size * run.wide


def _note_lost_letters(
    document: Document, runs: list[TextRun], runs_on_track: list[TextRun]
) -> None:
    """Tell how many letters lie beside the path of their text. Raises StyleError."""
    lost = _count_letters(runs) - _count_letters(runs_on_track)
    if lost:
        text = "".join(run.text for run in runs)
        letters = "letter" if lost == 1 else "letters"
        document.ignore(
            f'{lost} {letters} of "{text[:40]}" beside the path of the text',
            "make the text shorter, or the path longer",
        )


def _count_letters(runs: list[TextRun]) -> int:
    return sum(len(run.text.strip()) for run in runs)


def _in_visual_order(
    document: Document, text_parts: list[TextPart], x: float, y: float
) -> tuple[list[TextRun], list[Stretch | None], float, float]:
    """The parts of a chunk in visual order.

    Each has the length it is to be set to; then the place of the next character."""
    places = [x] * len(text_parts)
    before: TextPart | None = None
    order = bidi.visual([part.piece.level for part in text_parts])
    for index in order:
        part = text_parts[index]
        style = text_parts[index].piece.style
        size = style.font_size
        if before and part.begins and before.font is part.font:
            spaced = bool(style.letter_spacing)
            if before.piece.style.font_size == size:
                x += kern(part.font, before.text, part.text, spaced) * size
        places[index] = x
        x += part.line.advance * size
        before = part
    rights = list(accumulate(part.dx for part in text_parts))
    downs = list(accumulate(part.dy for part in text_parts))
    runs = []
    for index in order:
        piece, font, text, line, *_ = text_parts[index]
        run_y = y + downs[index] + piece.lift
        run_y += baseline(document, piece.style, upright=line.upright)
        run_x = places[index] + rights[index]
        run = TextRun(
            piece.style,
            font,
            text,
            line,
            run_x,
            run_y,
            angle=piece.turn,
            lines=piece.lines,
            effects=piece.effects,
        )
        runs.append(run)
    stretches = [text_parts[index].piece.stretch for index in order]
    right, low = (rights[-1], downs[-1]) if text_parts else (0.0, 0.0)
    return runs, stretches, x + right, y + low


def _turned_down(document: Document, run: TextRun) -> TextRun:
    """A run of a line that was laid out across, turned to run down.

    Browsers turn its letters about the point of their cell in which a line from left to right would
    begin."""
    x, y = run.x, run.y
    if run.angle:
        font = font_of(document, run.style)
        size = run.style.font_size
        high = font.ascent * size
        low = -font.descent * size
        pivot_x = x + high
        pivot_y = y + ((high + low) / 2 if run.line.upright else low)
        start = Matrix.turn(run.angle)(x - pivot_x, y - pivot_y)
        x = pivot_x + start.x
        y = pivot_y + start.y
    return run._replace(x=-y, y=x, angle=run.angle + 90)


def _set_to_length(runs: list[TextRun], x: float, end: float, length: Stretch) -> list[TextRun]:
    """Runs that reach from x to the end, spread or stretched to a length."""
    natural = end - x
    if length.glyphs and natural > 0:
        wide = length.length / natural
        return [run._replace(x=x + (run.x - x) * wide, wide=wide) for run in runs]
    if len(runs) > 1:
        step = (length.length - natural) / (len(runs) - 1)
        return [run._replace(x=run.x + step * index) for index, run in enumerate(runs)]
    return runs


def _along(track: Track, runs: list[TextRun], back: float) -> Iterator[TextRun]:
    """Yield runs of a letter each, set on a path; those beside it are left out."""
    for run in runs:
        middle = run.line.advance * run.style.font_size * run.wide / 2
        point = track.at(run.x - back + middle)
        if point:
            place = point @ Matrix.shift(-middle, run.y)
            angle = math.degrees(math.atan2(point.b, point.a))
            yield run._replace(x=place.e, y=place.f, angle=angle + run.angle)


def _stretch_parts(runs: list[TextRun], stretches: list[Stretch | None]) -> float:
    """Set the parts of a chunk to their lengths, and shift what follows.

    Returns by how much. Raises StyleError."""
    moved = 0.0
    start = 0
    for stretch, group in groupby(stretches):
        count = len(list(group))
        group_runs = runs[start : start + count]
        part = [run._replace(x=run.x + moved) for run in group_runs]
        if stretch:
            first, last = part[0], part[-1]
            natural = last.x + last.line.advance * last.style.font_size - first.x
            if (not stretch.glyphs and count < 2) or natural <= 0:
                raise StyleError("textLength on a single letter is not drawn here", "take it away")
            wide = 1.0
            step = 0.0
            if stretch.glyphs:
                wide = stretch.length / natural
            else:
                step = (stretch.length - natural) / (count - 1)
            for position, run in enumerate(part):
                x = first.x + (run.x - first.x) * wide + step * position
                part[position] = run._replace(x=x, wide=wide)
            moved += stretch.length - natural + step  # which follows the last letter too
        runs[start : start + count] = part
        start += count
    return moved
