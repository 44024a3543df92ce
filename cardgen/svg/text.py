"""Text elements: chunks and anchors (SVG 1.1, chapter 10), laid out to runs; nearly all text goes a short way."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from lxml import etree

from cardgen.base.geometry import Box, Matrix
from cardgen.graphics.drawing import TextMark, number
from cardgen.svg.characters import Stretch, TextPiece, baseline, collapse, cut, directed, font_of, gather, joins, runs_of, stretch_of
from cardgen.svg.decoration import paint_lines
from cardgen.svg.document import Document, Units
from cardgen.svg.glyphs import GlyphLine, ShapedWords, line, operators_of, words
from cardgen.svg.painter import Painter
from cardgen.svg.path_length import Track
from cardgen.svg.style import Style
from cardgen.svg.text_run import TextRun, as_it_is, box_of, paint_run
from cardgen.svg.values import SVG, StyleError
from cardgen.typography import bidi
from cardgen.typography.font import Font

_DECIMAL = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,7})?")
_PLAIN_NOT = frozenset(("textLength", "rotate", "dx", "dy"))
_TSPAN = SVG + "tspan"
_X_Y = ["x", "y"]
_LETTERS = ("L", "R", "AL")
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def one_way(font: Font, text: str, spacing: float, gap: float, level: int) -> GlyphLine:
    """The same for text of one direction, an odd level being from right to left. Raises StyleError for letters forced the other way."""
    if level % 2:
        if len({unicodedata.bidirectional(letter) in ("R", "AL") for letter in text if unicodedata.bidirectional(letter) in _LETTERS}) > 1:
            raise StyleError("letters forced to run both ways at once are not drawn here", "write them in the order in which they are seen")
        text = bidi.turned(text)
    elif not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        raise StyleError("letters forced to run from left to right are not drawn here", "draw them as a path")
    elif not text.isascii() and any(unicodedata.bidirectional(letter) == "AN" for letter in text):
        text = text[::-1]  # Arabic digits run from left to right, but are shaped as part of a writing that does not
    return line(font, text, spacing, gap)


def paint_text(painter: Painter, element: etree._Element, style: Style) -> None:
    """Show a <text>. Raises StyleError for what is not drawn here."""
    plain = style.visible and style.font_size > 0 and not painter.document.sheet and not style.unusual
    if (style.fill and style.fill.server) or (style.stroke and style.stroke.server):
        plain = False
    if (
        plain
        and not painter.scope.lines
        and style.dominant == "auto"
        and not style.aligned
        and not style.dash
        and _plain(painter, element, style)
    ):
        return
    runs = laid_out(painter.document, painter.units(style), element, style, painter.scope.lines)
    served = any(paint and paint.server for run in runs for paint in (run.style.fill, run.style.stroke))
    box = box_of(runs) if served else None
    if painter.scope.silhouette and any(effect.style.clip for run in runs for effect in run.effects):
        raise StyleError("a clip-path on a <tspan> inside a clipPath is not drawn here", "use a <text> of its own")

    def show(run: TextRun) -> None:
        ascent = font_of(painter.document, run.style).ascent if run.lines else 0.0
        paint_lines(painter, run, ascent, ("underline", "overline"))
        paint_run(painter, run, box)
        paint_lines(painter, run, ascent, ("line-through",))

    def show_all(runs: list[TextRun], depth: int) -> None:
        for effect, group in groupby(runs, key=lambda run: run.effects[depth] if len(run.effects) > depth else None):
            part = list(group)
            if effect and not painter.scope.silhouette:
                painter.composed(element, effect.on(style), partial(show_all, part, depth + 1))
            else:
                for run in part:
                    show(run)

    show_all([run for run in runs if run.style.visible], 0)


def text_box(document: Document, units: Units, element: etree._Element, style: Style) -> Box | None:
    """The bounds of a <text>: its glyphs' cells, as high as their fonts."""
    return box_of(laid_out(document, units, element, style))


def laid_out(
    document: Document, units: Units, element: etree._Element, style: Style, lines: tuple[tuple[str, Style], ...] = ()
) -> list[TextRun]:
    """The runs of a <text>, each in its place (SVG 2, 11.5), with the lines that what is around it draws along. Raises StyleError."""
    pieces, spans = gather(document, units, element, style, lines)
    collapse(pieces)
    pieces = directed(cut(pieces, spans), style)
    document.painted += len(pieces)
    length = _text_length(element, units, pieces)
    runs: list[TextRun] = []
    x = y = 0.0
    for chunk in _chunks(pieces):
        if not chunk[0].path:
            x = chunk[0].x if chunk[0].x is not None else x
            y = chunk[0].y if chunk[0].y is not None else y
        shown, x, y = _show(document, chunk, x, y, length)
        runs += shown
    return _upended(runs, pieces) if style.vertical else runs


def _chunks(pieces: list[TextPiece]) -> Iterator[list[TextPiece]]:
    """Pieces that are anchored together: a new chunk begins at a place of its own, and where a path begins or ends."""
    chunk: list[TextPiece] = []
    for piece in pieces:
        path, moved = chunk[-1].path if chunk else None, piece.x is not None or piece.y is not None
        if chunk and (piece.path is not path or (moved and (not path or piece.x is not None))):
            yield chunk
            chunk = []
        chunk.append(piece)
    if chunk:
        yield chunk


def _upended(runs: list[TextRun], pieces: list[TextPiece]) -> list[TextRun]:
    """Runs from top to bottom whose letters lie on their side, their middle on the line (CSS Writing Modes 3). Raises StyleError."""
    placed = any(piece.x is not None or piece.y is not None for piece in pieces[1:])
    if placed or any(piece.turn or piece.path or piece.dx or piece.dy or piece.lift for piece in pieces):
        raise StyleError("vertical text with places of its own for letters or spans is not drawn here", "give each line its own <text>")
    if any(unicodedata.east_asian_width(letter) in "WF" for run in runs for letter in run.text):
        raise StyleError("vertical text of upright letters is not drawn here", "give each letter its own <text>")
    if not pieces:
        return runs
    x, y = pieces[0].x or 0.0, pieces[0].y or 0.0
    found = []
    for run in runs:
        middle = (run.font.ascent + run.font.descent) / 2 * run.style.font_size
        found.append(run._replace(x=x - (run.y - y) - middle, y=y + run.x - x, angle=run.angle + 90))
    return found


def _text_length(element: etree._Element, units: Units, pieces: list[TextPiece]) -> Stretch | None:
    """The length that a <text> is set to, and whether its glyphs are stretched to it."""
    if "textLength" not in element.attrib:
        return None
    if any(piece.x is not None or piece.y is not None for piece in pieces[1:]) or any(piece.path or piece.turn for piece in pieces):
        raise StyleError("textLength together with places inside the text or a path is not drawn here", "give each line its own <text>")
    return stretch_of(element, units)


def _decimal(text: str | None) -> float | None:
    """A number as PDF writes it too; None for all else."""
    return float(text) if text and _DECIMAL.fullmatch(text) else None


def _plain(painter: Painter, element: etree._Element, style: Style) -> bool:
    """Show text that is no more than lines at places of their own, as text_box writes it: the short way. False: it is more.

    It shows what the long way would. Nearly all text of every card passes here, so it is written for speed.
    """
    font, size = painter.document.sources.first(style.families, style.weight, style.italic), style.font_size
    if font is None or not as_it_is(style, font):
        return False
    known = words(font, style.letter_spacing / size, style.word_spacing / size)
    found = _plain_lines(element, known, size, _ANCHORS[style.anchor])
    if found is None:
        return False
    fill = style.fill
    if not fill or style.stroke or fill.alpha * style.fill_alpha != 1:  # a rare paint
        for _, _, right, down, text, shown in found:
            paint_run(painter, TextRun(style, font, text, shown, right, down))
        return True
    painter.alpha(1.0, 1.0)
    painter.fill_colour(fill.rgb)
    painter.set("mode", 0, "0 Tr")
    used, texts, shades = painter.drawing.words.setdefault(font, set()), painter.drawing.texts, (fill.rgb,)
    spaced = style.letter_spacing > 0.05 * size
    matrix, clip = painter.matrix, painter.state.get("clip")
    left, top, over, bottom = known.left * size, known.top * size, known.over * size, known.bottom * size
    forward = known.spacing >= 0 and known.gap >= 0
    out = [f"BT /F{font.key} {number(size)} Tf"]
    for x, y, right, down, text, shown in found:
        used.update(shown.words)
        body = operators_of(shown, text, size, spaced=True) if spaced or not shown.plain or shown.rises else f"[{shown.operand}] TJ"
        out.append(f"1 0 0 -1 {x} {y} Tm {body}")
        cell = (left, top, shown.advance * size + over, bottom) if forward else None
        texts.append(TextMark(text, font, size, shown.words, matrix, right, down, shades, (), cell, clip))
    out.append("ET")
    painter.write("\n".join(out))
    return True


_PlainLine = tuple[str, str, float, float, str, GlyphLine]
"""A line of plain text: its place as PDF writes it and in numbers, its text, and that as glyphs."""


def _plain_lines(element: etree._Element, known: ShapedWords, size: float, share: float) -> list[_PlainLine] | None:
    """The lines of a <text>, `share` of each before its place; None where it is more than plain lines."""
    if not _PLAIN_NOT.isdisjoint(element.keys()):
        return None
    if not len(element):
        places = [(element.get("x"), element.get("y"), element.text)]
    elif element.text is None:
        places = [(*line.values(), line.text) for line in element if _is_line(line)]
        if len(places) != len(element):
            return None
    else:
        return None
    found = []
    for x, y, text in places:
        right, down = _decimal(x), _decimal(y)
        if right is None or down is None or not text:
            return None
        if text[0] == " " or text[-1] == " " or "  " in text or not text.isprintable():
            return None
        if not text.isascii() and not bidi.RIGHTWARD.fullmatch(text):
            return None
        shown = known.line(text)
        if not shown.own or shown.colours:
            return None
        if back := share * shown.advance * size:
            right -= back
            x = number(right)
        found.append((x, y, right, down, text, shown))
    return found


def _is_line(element: etree._Element) -> bool:
    """Whether this is a <tspan> with a place, without a style, children or text behind it."""
    return element.tag == _TSPAN and element.keys() == _X_Y and element.tail is None and not len(element)


def _show(document: Document, chunk: list[TextPiece], x: float, y: float, length: Stretch | None) -> tuple[list[TextRun], float, float]:
    """The runs of one chunk, laid out from (x, y), and where the next character would stand. Raises StyleError."""
    track, anchor = chunk[0].path, chunk[0].style
    if track:
        x, y = track.start + (chunk[0].x or 0.0), 0.0
    chunk = _parted(document, chunk, bool(track or (length and not length.glyphs)))
    x += chunk[0].dx  # which moves the whole chunk, wherever it is anchored
    found, stretches, end, low = _placed(document, chunk, x, y)
    if any(piece.level for piece in chunk):
        found = _reordered(document, chunk, found, x, bool(track))
    end += _stretched(found, stretches)
    if length and found:
        found, end = _to_length(found, x, end, length), x + length.length
    share = _ANCHORS[anchor.anchor]
    back = (1 - share if anchor.rtl else share) * (end - x)
    if track:
        return list(_along(track, found, back)), *track.end
    return [run._replace(x=run.x - back) for run in found] if back else found, end - back, low


def _parted(document: Document, chunk: list[TextPiece], singly: bool) -> list[TextPiece]:
    """A chunk letter by letter, if that is asked for, or where a part of it has a length to fill. Raises StyleError."""
    if not singly and any(piece.stretch for piece in chunk) and any(piece.level for piece in chunk):
        raise StyleError("textLength on a part of text that runs both ways is not drawn here", "give the <text> its length")
    found: list[TextPiece] = []
    for piece in chunk:
        alone = singly or (piece.stretch and not piece.stretch.glyphs)
        found += _singles(document, piece) if alone else [piece]
    return found


def _placed(document: Document, chunk: list[TextPiece], x: float, y: float) -> tuple[list[TextRun], list[Stretch | None], float, float]:
    """The runs of a chunk, each with the length it is to be set to, and where the next character would stand."""
    found: list[TextRun] = []
    stretches: list[Stretch | None] = []
    before: TextRun | None = None
    for index, piece in enumerate(chunk):
        x += piece.dx if index else 0.0
        y += piece.dy
        style, size = piece.style, piece.style.font_size
        if not piece.text or size <= 0:
            continue
        drop = piece.lift + baseline(document, style)
        if style.letter_spacing and any(map(joins, piece.text)):
            if any(unicodedata.bidirectional(letter) == "L" for other in chunk for letter in other.text):
                raise StyleError("letter-spacing on joined letters beside others is not drawn here", "give them a <text> of their own")
            # Joined letters are not set apart, but words of them are.
            style = replace(style, letter_spacing=0.0, word_spacing=style.word_spacing + style.letter_spacing)
        for font, text in runs_of(document, piece.text, style):
            if style.features:
                font = font.featured(style.features)
            spacing = style.letter_spacing / size
            shown = one_way(font, text, spacing, style.word_spacing / size, piece.level)
            if before and before.font is font and before.style.font_size == size:
                x += _kern(font, before.text, text, bool(spacing)) * size
            before = TextRun(style, font, text, shown, x, y + drop, piece.turn, lines=piece.lines, effects=piece.effects)
            found.append(before)
            stretches.append(piece.stretch)
            x += shown.advance * size
    return found, stretches, x, y


def _to_length(runs: list[TextRun], x: float, end: float, length: Stretch) -> list[TextRun]:
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
    """Runs of a letter each, set on a path; those beside it are left out."""
    for run in runs:
        middle = run.line.advance * run.style.font_size / 2
        on = track.at(run.x - back + middle)
        if on:
            place = on @ Matrix.shift(-middle, run.y)
            angle = math.degrees(math.atan2(on.b, on.a))
            yield run._replace(x=place.e, y=place.f, angle=angle + run.angle)


def _stretched(runs: list[TextRun], stretches: list[Stretch | None]) -> float:
    """Set the parts of a chunk that have a length to it, and move what comes after; returns by how much. Raises StyleError."""
    moved, at = 0.0, 0
    for stretch, group in groupby(stretches):
        count = len(list(group))
        part = [run._replace(x=run.x + moved) for run in runs[at : at + count]]
        if stretch:
            last = part[-1]
            natural = last.x + last.line.advance * last.style.font_size - part[0].x
            if (not stretch.glyphs and count < 2) or natural <= 0:
                raise StyleError("textLength on a single letter is not drawn here", "take it away")
            wide = stretch.length / natural if stretch.glyphs else 1.0
            step = 0.0 if stretch.glyphs else (stretch.length - natural) / (count - 1)
            part = [run._replace(x=part[0].x + (run.x - part[0].x) * wide + step * place, wide=wide) for place, run in enumerate(part)]
            moved += stretch.length - natural + step  # which follows the last letter too
        runs[at : at + count] = part
        at += count
    return moved


def _reordered(document: Document, chunk: list[TextPiece], runs: list[TextRun], x: float, on_path: bool) -> list[TextRun]:
    """The runs of a chunk in the order in which they are seen, from x on. Raises StyleError."""
    if on_path or any(piece.turn for piece in chunk) or any(piece.dx for piece in chunk[1:]):
        raise StyleError("right-to-left text on a path, turned or moved letter by letter is not drawn here", "draw it as a path")
    levels = [
        piece.level for piece in chunk if piece.text and piece.style.font_size > 0 for _ in runs_of(document, piece.text, piece.style)
    ]
    found = []
    for place in bidi.visual(levels):
        found.append(runs[place]._replace(x=x))
        x += runs[place].line.advance * runs[place].style.font_size
    return found


def _singles(document: Document, piece: TextPiece) -> list[TextPiece]:
    """A piece letter by letter: what HarfBuzz draws as one stays together."""
    style = piece.style
    found: list[TextPiece] = []
    for font, text in runs_of(document, piece.text, style):
        clusters = [glyph[4] for glyph in font.shape(text, not style.letter_spacing).glyphs if glyph[4]]
        if "".join(clusters) != text:
            raise StyleError("text of this writing cannot be set letter by letter here", "draw it as a path")
        found += (replace(piece, text=cluster, x=None, y=None, dx=0.0, dy=0.0) for cluster in clusters)
    if found:
        found[0].dx, found[0].dy = piece.dx, piece.dy
    return found


def _kern(font: Font, before: str, after: str, spaced: bool) -> float:
    """What two runs of one font move together where they meet, in em; runs are shaped apart, browsers shape them together."""
    one, other = before[-1:], after[:1]
    if one.isspace() or other.isspace() or unicodedata.bidirectional(one) != "L" or unicodedata.bidirectional(other) != "L":
        return 0.0
    apart = font.measure(one, not spaced)[0] + font.measure(other, not spaced)[0]
    together = font.shape(one + other, False)
    return (together.advance - apart) / font.units_per_em if together.clusters == 2 else 0.0
