"""Text elements: chunks, anchors and runs (SVG 1.1, chapter 10), shaped by HarfBuzz and shown with kerning."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lxml import etree

from cardgen import bidi
from cardgen.drawing import TextMark, fine, number
from cardgen.fonts import Font
from cardgen.geometry import Box, Matrix, bounds
from cardgen.svg import constructs
from cardgen.svg.colours import Paint
from cardgen.svg.gradient import Gradient
from cardgen.svg.line import Line, line, operators_of, words
from cardgen.svg.path import Segment, parse_path, transformed
from cardgen.svg.read import local
from cardgen.svg.shapes import SHAPES
from cardgen.svg.style import Style
from cardgen.svg.track import Track, measured
from cardgen.svg.transforms import own_transform
from cardgen.svg.underline import paint_lines
from cardgen.svg.values import SVG, XLINK, StyleError, parse_length

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BLANKS = re.compile(r" [ \t\r\n]+|[\t\r\n][ \t\r\n]*")
_DECIMAL = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,7})?")  # a number that is one in PDF too
_POSITIONS = ("x", "y", "dx", "dy", "rotate")
_PLAIN_NOT = frozenset(("textLength", "rotate", "dx", "dy"))
_TSPAN = SVG + "tspan"
_X_Y = ["x", "y"]
_LETTERS = ("L", "R", "AL")
_ORDERS = str.maketrans("", "", "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What asks for an order of its own, and is not seen."""
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
SLANT = 0.25
"""How far letters lean that a font has only upright, of their height; Chromium's."""
BOLD = 600
"""The weight from which letters are made fat that a font has only lighter."""
FAT = 1 / 32
"""How wide a stroke does that, in em."""
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(slots=True)
class Piece:
    """Characters of one style, with the position that the elements give their first one."""

    text: str
    style: Style
    preserve: bool
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    lift: float = 0.0
    path: Track | None = None
    lines: tuple[tuple[str, Style], ...] = ()
    level: int = 0
    order: str = ""
    """A character that is not seen and asks for an order, as `unicode-bidi` does."""


class Run(NamedTuple):
    """A run of text with its place: the baseline begins at (x, y), turned by `angle` degrees and drawn `wide` as wide."""

    style: Style
    font: Font
    text: str
    line: Line
    x: float
    y: float
    angle: float = 0.0
    wide: float = 1.0
    lines: tuple[tuple[str, Style], ...] = ()
    """Lines along it: underline, overline or line-through, and the style they are painted in."""


class _Span(NamedTuple):
    """An element with places for its characters: pieces from `first` to `end`."""

    first: int
    end: int
    places: dict[str, list[float]]


def one_way(font: Font, text: str, spacing: float, gap: float, level: int) -> Line:
    """The same for text of one direction, an odd level being from right to left. Raises StyleError for letters forced the other way."""
    if level % 2:
        if len({unicodedata.bidirectional(letter) in ("R", "AL") for letter in text if unicodedata.bidirectional(letter) in _LETTERS}) > 1:
            raise StyleError("letters forced to run both ways at once are not drawn here; write them in the order in which they are seen")
        text = bidi.turned(text)
    elif not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        raise StyleError("letters forced to run from left to right are not drawn here; draw them as a path")
    elif not text.isascii() and any(unicodedata.bidirectional(letter) == "AN" for letter in text):
        text = text[::-1]  # Arabic digits run from left to right, but are shaped as part of a writing that does not
    return line(font, text, spacing, gap)


def paint_text(walker: Walker, element: etree._Element, style: Style) -> None:
    """Show a <text>. Raises StyleError for what is not drawn here."""
    plain = style.visible and style.font_size > 0 and not walker.sheet and not style.unusual
    if (style.fill and style.fill.server) or (style.stroke and style.stroke.server):
        plain = False
    if plain and style.dominant == "auto" and not style.aligned and not style.dash and _plain(walker, element, style):
        return
    runs = laid_out(walker, element, style)
    served = any(paint and paint.server for run in runs for paint in (run.style.fill, run.style.stroke))
    box = _box_of(runs) if served else None
    for run in runs:
        if run.style.visible:
            ascent = _font(walker, run.style).ascent if run.lines else 0.0
            paint_lines(walker, run, ascent, ("underline", "overline"))
            _run(walker, run, box)
            paint_lines(walker, run, ascent, ("line-through",))


def text_box(walker: Walker, element: etree._Element, style: Style) -> Box | None:
    """The bounds of a <text>: its glyphs' cells, as high as their fonts."""
    return _box_of(laid_out(walker, element, style))


def _box_of(runs: list[Run]) -> Box | None:
    boxes = []
    for run in runs:
        size = run.style.font_size
        cell = Box(0, -run.font.ascent * size, run.line.advance * size, (run.font.ascent - run.font.descent) * size)
        boxes.append(_place(run).box(cell))
    return bounds(boxes) if boxes else None


def _place(run: Run) -> Matrix:
    matrix = Matrix.shift(run.x, run.y)
    if run.angle:
        matrix = matrix @ Matrix.turn(run.angle)
    if run.style.italic and not run.font.italic:
        matrix = matrix @ Matrix(1, 0, -SLANT, 1)
    return matrix @ Matrix(run.wide) if run.wide != 1 else matrix


def laid_out(walker: Walker, element: etree._Element, style: Style) -> list[Run]:
    """The runs of a <text>, each in its place (SVG 2, 11.5). Raises StyleError."""
    pieces: list[Piece] = []
    spans: list[_Span] = []
    _gather(walker, element, style, element.get(_SPACE) == "preserve", pieces, spans, 0.0)
    _collapse(pieces)
    pieces = _directed(_cut(pieces, spans), style)
    walker.painted += len(pieces)
    runs: list[Run] = []
    x = y = 0.0
    chunk: list[Piece] = []

    def show() -> None:
        nonlocal x, y, chunk
        if chunk:
            x, y = _show(walker, chunk, x, y, length, runs)
        chunk = []

    length = _text_length(element, style, walker, pieces)
    for piece in pieces:
        moved = piece.x is not None or piece.y is not None
        if (moved and not (chunk and chunk[-1].path and piece.path)) or (piece.path is not (chunk[-1].path if chunk else piece.path)):
            show()
        if not chunk and not piece.path:
            x = piece.x if piece.x is not None else x
            y = piece.y if piece.y is not None else y
        chunk.append(piece)
    show()
    return _upended(runs, pieces) if style.vertical else runs


def _upended(runs: list[Run], pieces: list[Piece]) -> list[Run]:
    """Runs from top to bottom whose letters lie on their side, their middle on the line (CSS Writing Modes 3). Raises StyleError."""
    placed = any(piece.x is not None or piece.y is not None for piece in pieces[1:])
    if placed or any(piece.turn or piece.path or piece.dx or piece.dy or piece.lift for piece in pieces):
        raise StyleError("vertical text with places of its own for letters or spans is not drawn here; give each line its own <text>")
    if any(unicodedata.east_asian_width(letter) in "WF" for run in runs for letter in run.text):
        raise StyleError("vertical text of upright letters is not drawn here; give each letter its own <text>")
    if not pieces:
        return runs
    x, y = pieces[0].x or 0.0, pieces[0].y or 0.0
    found = []
    for run in runs:
        middle = (run.font.ascent + run.font.descent) / 2 * run.style.font_size
        found.append(run._replace(x=x - (run.y - y) - middle, y=y + run.x - x, angle=run.angle + 90))
    return found


def _text_length(element: etree._Element, style: Style, walker: Walker, pieces: list[Piece]) -> tuple[float, bool] | None:
    """The length that a <text> is set to, and whether its glyphs are stretched to it."""
    text = element.get("textLength")
    if text is None:
        return None
    if any(piece.x is not None or piece.y is not None for piece in pieces[1:]) or any(piece.path or piece.turn for piece in pieces):
        raise StyleError("textLength together with places inside the text or a path is not drawn here; give each line its own <text>")
    adjust = element.get("lengthAdjust", "spacing")
    if adjust not in ("spacing", "spacingAndGlyphs"):
        raise StyleError(f'"{adjust}" is not a lengthAdjust')
    length = parse_length(text, walker.viewport.width, style.font_size)
    return (length, adjust == "spacingAndGlyphs") if length > 0 else None


def _cut(pieces: list[Piece], spans: list[_Span]) -> list[Piece]:
    """The pieces cut where a character has a place of its own; characters are counted once white space has been collapsed."""
    if all(len(values) == 1 and name != "rotate" for _, _, lists in spans for name, values in lists.items()):
        for first, end, lists in spans:  # as nearly everywhere
            piece = next((piece for piece in pieces[first:end] if piece.text), None)
            if piece:
                for name, values in lists.items():
                    setattr(piece, name, values[0])
        return [piece for piece in pieces if piece.text or piece.order]
    given: dict[tuple[int, int], dict[str, Any]] = {}
    for first, end, lists in spans:
        # A place belongs to a character that is left; that of an inner element counts, and comes later.
        characters = [(index, at) for index in range(first, end) for at in range(len(pieces[index].text))]
        for name, values in lists.items():
            for count, key in enumerate(characters):
                if count < len(values):
                    given.setdefault(key, {})[name] = values[count]
                elif name == "rotate":
                    given.setdefault(key, {})[name] = values[-1]
                else:
                    break
    found: list[Piece] = []
    for index, piece in enumerate(pieces):
        text = piece.text
        if piece.order:
            found.append(piece)
        cuts = sorted({0, len(text), *(at for which, at in given if which == index)})
        for start, stop in pairwise(cuts):
            places: dict[str, Any] = dict(given.get((index, start), {}))
            part = text[start:stop]
            if start and (unicodedata.combining(text[start]) or text[start] in _JOINERS):
                if "x" in places or "y" in places or "rotate" in places or not found:
                    raise StyleError("a place for a part of a letter is not drawn here; give the whole letter one")
                found[-1].text += part
                continue
            turn = places.pop("rotate", 0.0)
            found.append(replace(piece, text=part, turn=turn, **places))
    return found


def _directed(pieces: list[Piece], style: Style) -> list[Piece]:
    """The pieces cut where the text turns round, each with its level. Raises StyleError."""
    text = "".join(piece.order or piece.text for piece in pieces)
    if not style.rtl and bidi.RIGHTWARD.fullmatch(text):
        return [piece for piece in pieces if not piece.order]
    levels = bidi.levels(text, None if style.bidi == "plaintext" else int(style.rtl))
    found: list[Piece] = []
    at = 0
    for piece in pieces:
        begun = at
        at += len(piece.order or piece.text)
        first = True
        for level, group in groupby(range(begun, 0 if piece.order else at), key=levels.__getitem__):
            part = "".join(text[place] for place in group).translate(_ORDERS)
            if not part:
                continue
            if found and level % 2 and _joins(found[-1].text[-1:]) and _joins(part[0]):
                raise StyleError("joined letters in several spans or places are not drawn here; give the whole word one")
            if first:
                found.append(replace(piece, text=part, level=level))
            else:
                found.append(replace(piece, text=part, level=level, x=None, y=None, dx=0.0, dy=0.0))
            first = False
    return found


def _joins(letter: str) -> bool:
    return unicodedata.bidirectional(letter) == "AL" if letter else False


def _plain(walker: Walker, element: etree._Element, style: Style) -> bool:
    """Show text that is no more than lines at places of their own, as text_box writes it: the short way. False: it is more.

    It shows what the long way would. Nearly all text of every card passes here, so it is written for speed.
    """
    font, size = walker.sources.first(style.families, style.weight, style.italic), style.font_size
    if font is None or not _PLAIN_NOT.isdisjoint(element.keys()):
        return False
    if not len(element):
        places = [(element.get("x"), element.get("y"), element.text)]
    elif element.text is None:
        places = [(*line.values(), line.text) for line in element if _is_line(line)]
        if len(places) != len(element):
            return False
    else:
        return False
    if not _own(style, font):
        return False
    known = words(font, style.letter_spacing / size, style.word_spacing / size)
    found = []
    for x, y, text in places:
        if not (text and x and y and _DECIMAL.fullmatch(x) and _DECIMAL.fullmatch(y)):
            return False
        if text[0] == " " or text[-1] == " " or "  " in text or not text.isprintable():
            return False
        if not text.isascii() and not bidi.RIGHTWARD.fullmatch(text):
            return False
        shown = known.line(text)
        if not shown.own:
            return False
        if back := _ANCHORS[style.anchor] * shown.advance * size:
            x = number(float(x) - back)
        found.append((x, y, text, shown))
    fill = style.fill
    if not fill or style.stroke or fill.alpha * style.fill_alpha != 1:  # a rare paint
        for x, y, text, shown in found:
            _run(walker, Run(style, font, text, shown, float(x), float(y)))
        return True
    walker.alpha(1.0, 1.0)
    walker.fill_colour(fill.rgb)
    walker.set("mode", 0, "0 Tr")
    used, texts, rgb = walker.drawing.words.setdefault(font, set()), walker.drawing.texts, fill.rgb
    spaced = style.letter_spacing > 0.05 * size
    matrix = walker.matrix
    left, top, over, bottom = known.left * size, known.top * size, known.over * size, known.bottom * size
    forward = known.spacing >= 0 and known.gap >= 0
    out = [f"BT /F{font.key} {number(size)} Tf"]
    for x, y, text, shown in found:
        used.update(shown.words)
        body = operators_of(shown, text, size, spaced=True) if spaced or not shown.plain or shown.rises else f"[{shown.operand}] TJ"
        out.append(f"1 0 0 -1 {x} {y} Tm {body}")
        cell = (left, top, shown.advance * size + over, bottom) if forward else None
        texts.append(TextMark(text, font, size, shown.words, matrix, float(x), float(y), rgb, None, cell))
    out.append("ET")
    walker.write("\n".join(out))
    return True


def _own(style: Style, font: Font) -> bool:
    """Whether a font is as slanted and as bold as is asked for; else browsers slant its letters and make them fat."""
    return (font.italic or not style.italic) and (font.weight >= BOLD or style.weight < BOLD)


def _is_line(element: etree._Element) -> bool:
    """Whether this is a <tspan> with a place, without a style, children or text behind it."""
    return element.tag == _TSPAN and element.keys() == _X_Y and element.tail is None and not len(element)


def _gather(
    walker: Walker,
    element: etree._Element,
    style: Style,
    preserve: bool,
    pieces: list[Piece],
    spans: list[_Span],
    lift: float,
    path: Track | None = None,
    lines: tuple[tuple[str, Style], ...] = (),
) -> None:
    """The characters of an element and its children, in order; `spans` tells which of them an element gives places."""
    start, number_of = len(pieces), len(spans)
    places: dict[str, list[float]] = {}
    on_path = local(element) == "textPath"
    for name, text in element.items():
        if name == "rotate" and any(local(child) == "textPath" for child in element):
            raise StyleError("rotate together with a <textPath> is not drawn here; take it away")
        if name in _POSITIONS and not on_path:
            whole = walker.viewport.width if name.endswith("x") else walker.viewport.height
            try:
                if "," in text or " " in text:
                    places[name] = [parse_length(part, whole, style.font_size) for part in text.replace(",", " ").split()]
                else:
                    places[name] = [parse_length(text, whole, style.font_size)]
            except StyleError:
                raise StyleError(f'{name}="{text[:40]}" is not a list of lengths') from None
    if "textLength" in element.attrib and local(element) != "text":
        raise StyleError("textLength inside text is not drawn here; give the <text> its length")

    if style.preserved is not None:
        preserve = style.preserved
    opens, closes = _orders(style)
    lines += tuple((kind, style) for kind in style.decoration)
    if lines and (lift or path):
        raise StyleError("a line along text that is lifted or on a path is not drawn here; draw it as a path")

    def add(text: str | None) -> None:
        if text:
            pieces.append(Piece(_LETTERING[style.letters](text), style, preserve, lift=lift, path=path, lines=lines))

    pieces += (Piece("", style, preserve, order=order) for order in opens)
    add(element.text)
    for child in element:
        name = local(child)
        if name in ("tspan", "textPath", "a"):
            plain = not walker.sheet and name == "tspan" and all(key in _POSITIONS for key in child.keys())  # noqa: SIM118
            inner = style if plain else walker.style(child, style)
            if inner and inner.vertical != style.vertical:
                raise StyleError("a <tspan> that runs another way than its <text> is not drawn here; use a <text> of its own")
            if inner and not plain and (inner.clip or inner.mask or inner.filter or inner.blend):
                raise StyleError("a filter, mask or clip-path on a <tspan> is not drawn here; use a <text> of its own")
            if inner and not plain and inner.opacity < 1:
                if inner.fill and inner.stroke:
                    raise StyleError("opacity on a <tspan> with a fill and a stroke is not drawn here; use a <text> of its own")
                seen = inner.opacity
                inner = replace(inner, fill_alpha=seen * inner.fill_alpha, stroke_alpha=seen * inner.stroke_alpha, opacity=1.0)
            if inner and inner.display:
                spaced = child.get(_SPACE)
                track = path
                if name == "textPath":
                    if path or local(element) != "text":
                        raise StyleError("<textPath> anywhere but in <text> is not drawn here")
                    track = _track(walker, child, inner)
                raised = lift + (0.0 if inner is style else _shifted(walker, inner))
                _gather(walker, child, inner, spaced == "preserve" if spaced else preserve, pieces, spans, raised, track, lines)
        elif name in constructs.REFUSED_ELEMENTS or name not in constructs.SILENT_ELEMENTS:
            walker.complain(child, f"<{name}> inside text is not drawn here", constructs.REFUSED_ELEMENTS.get(name, "use <tspan>"))
        add(child.tail)
    pieces += (Piece("", style, preserve, order=order) for order in closes)
    if places:
        spans.insert(number_of, _Span(start, len(pieces), places))


_LETTERING: dict[str, Callable[[str], str]] = {
    "": str,
    "upper": str.upper,
    "lower": str.lower,
    "title": lambda text: re.sub(r"(?<!\S)\S", lambda first: first[0].upper(), text),
}


def _orders(style: Style) -> tuple[str, str]:
    """The characters that ask for the order which `direction` and `unicode-bidi` ask for, before and after an element's text."""
    way = "rtl" if style.rtl else "ltr"
    return {
        "embed": (bidi.EMBEDDINGS[way], bidi.END),
        "bidi-override": (bidi.OVERRIDES[way], bidi.END),
        "isolate": (bidi.ISOLATES[way], bidi.END_OF_ISOLATE),
        "isolate-override": (bidi.ISOLATES[way] + bidi.OVERRIDES[way], bidi.END + bidi.END_OF_ISOLATE),
        "plaintext": ("\u2068", bidi.END_OF_ISOLATE),
    }.get(style.bidi, ("", ""))


def _shifted(walker: Walker, style: Style) -> float:
    """How far baseline-shift moves a span down."""
    if not style.shift:
        return 0.0
    if style.shift in ("sub", "super"):
        font = _font(walker, style)
        height = (font.ascent - font.descent) * style.font_size / 2
        return height if style.shift == "sub" else -height
    return -parse_length(style.shift, style.font_size, style.font_size)


def _font(walker: Walker, style: Style) -> Font:
    """The first font of a style, whose measures count for its baselines."""
    ((font, _),) = walker.sources.runs(" ", style.families, style.weight, style.italic)
    return font  # type: ignore[no-any-return]


def _baseline(walker: Walker, style: Style) -> float:
    """How far below the alphabetic baseline that of the style lies, upward being negative; text moves down by as much."""
    name = style.aligned or style.dominant
    if name in ("auto", "alphabetic"):
        return 0.0
    font = _font(walker, style)
    ascent, descent = font.ascent, -font.descent
    share = {
        "middle": font.x_height / 2,
        "central": (ascent - descent) / 2,
        "hanging": ascent * 0.8,
        "mathematical": ascent * 0.5,
        "text-before-edge": ascent,
        "text-top": ascent,
    }.get(name, -descent)
    return share * style.font_size


def _track(walker: Walker, element: etree._Element, style: Style) -> Track:
    """The path that a <textPath> sets its text on. Raises StyleError."""
    if element.get("side", "left") != "left":
        raise StyleError("a <textPath> on the other side is not drawn by every browser; turn the path round")
    own, length = element.get("path"), ""
    if own is not None:
        track = copy(measured(parse_path(own)))
    else:
        target = walker.by_id.get((element.get("href") or element.get(XLINK) or "").removeprefix("#"))
        if target is None or local(target) != "path":
            raise StyleError("a <textPath> that refers to no <path> of this file is not drawn here")
        length = target.get("pathLength", "")
        matrix = own_transform(walker, target, walker.own_style(target), lambda: None)
        track = copy(measured(transformed(SHAPES["path"](walker, target), matrix)))
    offset = element.get("startOffset", "0")
    track.start = parse_length(offset, track.length, style.font_size)
    if length and not offset.strip().endswith("%"):
        known = parse_length(length)
        if known <= 0:
            raise StyleError("a pathLength is a number above 0")
        track.start *= track.length / known
    return track


def _collapse(pieces: list[Piece]) -> None:
    """White space as browsers treat it: runs of it are one space, none at the ends, unless it is preserved."""
    before_space = True
    for piece in pieces:
        if piece.preserve:
            piece.text = re.sub(r"[\t\r\n]", " ", piece.text)
            before_space = before_space and not piece.text
            continue
        text = _BLANKS.sub(" ", piece.text)
        if before_space and text.startswith(" "):
            text = text[1:]
        if text:
            before_space = text.endswith(" ")
        piece.text = text
    for piece in reversed(pieces):
        if piece.text:
            piece.text = piece.text if piece.preserve else piece.text.removesuffix(" ")
            break


def _show(
    walker: Walker, chunk: list[Piece], x: float, y: float, length: tuple[float, bool] | None, runs: list[Run]
) -> tuple[float, float]:
    """Lay out one chunk from (x, y); returns where the next character would stand."""
    track = chunk[0].path
    if track:
        x, y = track.start + (chunk[0].x or 0.0), 0.0
        chunk = [single for piece in chunk for single in _singles(walker, piece)]
    elif length and not length[1]:
        chunk = [single for piece in chunk for single in _singles(walker, piece)]
    x += chunk[0].dx  # which moves the whole chunk, wherever it is anchored
    end, low = x, y
    found: list[Run] = []
    before: tuple[Font, str, Style] | None = None
    for piece in chunk:
        end += piece.dx if piece is not chunk[0] else 0.0
        low += piece.dy
        style, size = piece.style, piece.style.font_size
        if not piece.text or size <= 0:
            continue
        drop = piece.lift + _baseline(walker, style)
        for font, text in walker.sources.runs(piece.text, style.families, style.weight, style.italic):
            if style.features:
                font = font.featured(style.features)
            spacing = style.letter_spacing / size
            shown = one_way(font, text, spacing, style.word_spacing / size, piece.level)
            if before and before[0] is font and before[2].font_size == size:
                end += _kern(font, before[1], text, bool(spacing)) * size
            found.append(Run(style, font, text, shown, end, low + drop, piece.turn, lines=piece.lines))
            end += shown.advance * size
            before = font, text, style
    if any(piece.level for piece in chunk):
        found = _reordered(walker, chunk, found, x, bool(track))
    wide = 1.0
    if length and found:
        natural, wished = end - x, length[0]
        if length[1] and natural > 0:
            wide = wished / natural
            found = [run._replace(x=x + (run.x - x) * wide, wide=wide) for run in found]
        elif len(found) > 1:
            step = (wished - natural) / (len(found) - 1)
            found = [run._replace(x=run.x + step * index) for index, run in enumerate(found)]
        end = x + wished
    share = _ANCHORS[chunk[0].style.anchor]
    back = (1 - share if chunk[0].style.rtl else share) * (end - x)
    if track:
        for run in found:
            on = track.at(run.x - back + run.line.advance * run.style.font_size / 2)
            if on:
                middle = run.line.advance * run.style.font_size / 2
                place = on @ Matrix.shift(-middle, run.y)
                angle = math.degrees(math.atan2(on.b, on.a))
                runs.append(run._replace(x=place.e, y=place.f, angle=angle + run.angle))
        return track.end
    runs += [run._replace(x=run.x - back) for run in found] if back else found
    return end - back, low


def _reordered(walker: Walker, chunk: list[Piece], runs: list[Run], x: float, on_path: bool) -> list[Run]:
    """The runs of a chunk in the order in which they are seen, from x on. Raises StyleError."""
    if on_path or any(piece.turn for piece in chunk) or any(piece.dx for piece in chunk[1:]):
        raise StyleError("right-to-left text on a path, turned or moved letter by letter is not drawn here; draw it as a path")
    levels = [
        piece.level
        for piece in chunk
        if piece.text and piece.style.font_size > 0
        for _ in walker.sources.runs(piece.text, piece.style.families, piece.style.weight, piece.style.italic)
    ]
    found = []
    for place in bidi.visual(levels):
        found.append(runs[place]._replace(x=x))
        x += runs[place].line.advance * runs[place].style.font_size
    return found


def _singles(walker: Walker, piece: Piece) -> list[Piece]:
    """A piece letter by letter: what HarfBuzz draws as one stays together."""
    style = piece.style
    found: list[Piece] = []
    for font, text in walker.sources.runs(piece.text, style.families, style.weight, style.italic):
        clusters = [glyph[4] for glyph in font.shape(text, not style.letter_spacing).glyphs if glyph[4]]
        if "".join(clusters) != text:
            raise StyleError("text of this writing cannot be set letter by letter here; draw it as a path")
        found += (replace(piece, text=cluster, x=None, y=None, dx=0.0, dy=0.0) for cluster in clusters)
    if found:
        found[0].dx, found[0].dy = piece.dx, piece.dy
    return found


@lru_cache(maxsize=4096)
def _kern(font: Font, before: str, after: str, spaced: bool) -> float:
    """What two runs of one font move together where they meet, in em; runs are shaped apart, browsers shape them together."""
    one, other = before[-1:], after[:1]
    if one.isspace() or other.isspace() or unicodedata.bidirectional(one) != "L" or unicodedata.bidirectional(other) != "L":
        return 0.0
    apart = font.measure(one, not spaced)[0] + font.measure(other, not spaced)[0]
    together = font.shape(one + other, False)
    return (together.advance - apart) / font.units_per_em if together.clusters == 2 else 0.0


def _run(walker: Walker, run: Run, box: Box | None = None) -> None:
    style, font, text, shown, x, y, angle, wide, _ = run
    if style.stroke and style.dash and style.stroke_width > 0:
        _dashed(walker, run, box)
        return
    fill, stroke = style.fill, style.stroke if style.stroke_width > 0 else None
    if (fill and fill.server) or (stroke and stroke.server):
        _served(walker, run, box)
        return
    if not fill and not stroke:
        return
    if style.weight >= BOLD > font.weight:
        _fat(walker, run)
        return
    drawing, size = walker.drawing, style.font_size
    words = drawing.words.get(font.plain)
    if words is None:
        words = drawing.words[font.plain] = set()
    words.update(shown.words)
    body = operators_of(shown, text, size, spaced=style.letter_spacing > 0.05 * size)
    slanted = style.italic and not font.italic
    if angle or wide != 1 or slanted:
        a, b, c, d, _, _ = _place(run)
        place = f"{fine(a)} {fine(b)} {fine(-c)} {fine(-d)}"
    else:
        place = "1 0 0 -1"
    placed = f"BT /F{font.key} {number(size)} Tf {place} {number(x)} {number(y)} Tm {body} ET"
    if fill and not stroke and fill.alpha * style.fill_alpha == 1:  # as nearly all text is
        walker.alpha(1.0, 1.0)
        walker.fill_colour(fill.rgb)
        walker.set("mode", 0, "0 Tr")
        walker.write(placed)
        steps: tuple[tuple[Paint | None, Paint | None], ...] = ()
    else:
        steps = ((fill, stroke),)
    if fill and stroke and (style.stroke_first or style.fill_alpha * fill.alpha < 1 or style.stroke_alpha * stroke.alpha < 1):
        steps = ((None, stroke), (fill, None)) if style.stroke_first else ((fill, None), (None, stroke))
    for inner, outline in steps:
        walker.alpha(style.fill_alpha * inner.alpha if inner else 1.0, style.stroke_alpha * outline.alpha if outline else 1.0)
        if inner:
            walker.fill_colour(inner.rgb)
        if outline:
            walker.stroke_state(style, outline.rgb)
        mode = 2 if inner and outline else 1 if outline else 0
        walker.set("mode", mode, f"{mode} Tr")
        walker.write(placed)
    if angle or wide != 1 or slanted:
        matrix, x, y = walker.matrix @ _place(run), 0.0, 0.0
    else:
        matrix = walker.matrix
    colours = (fill.rgb if fill else None, stroke.rgb if stroke else None)
    drawing.texts.append(TextMark(text, font.plain, size, shown.words, matrix, x, y, *colours))


def _dashed(walker: Walker, run: Run, box: Box | None) -> None:
    """Show a run whose outline is dashed: the outline as a path, for PDF knows no such text."""
    style, size = run.style, run.style.font_size
    if not min(style.dash):
        raise StyleError("dots around letters are not drawn alike by browsers; use dashes, or draw the letters as a path")
    if run.style.stroke and run.style.stroke.server:
        raise StyleError("dashes in a gradient on text are not drawn here; use a plain colour")
    outline: list[Segment] = []
    pen = 0.0
    spacing = style.letter_spacing / size
    for gid, advance, dx, dy, cluster in run.font.shape(run.text, not spacing).glyphs:
        left, base, em = pen + dx / run.font.units_per_em, dy / run.font.units_per_em, run.font.units_per_em
        last = None
        for start, end in run.font.edges(gid, 16):
            if start != last:
                outline.append(("m", ((left + start[0]) * size, -(base + start[1]) * size)))
            outline.append(("l", ((left + end[0]) * size, -(base + end[1]) * size)))
            last = end
        pen += advance / em + (spacing if cluster else 0.0)

    def stroke() -> None:
        walker.save()
        outer = walker.matrix
        walker.turn(_place(run))
        walker.shape(replace(style, fill=None), tuple(outline))
        walker.matrix = outer
        walker.restore()

    fill = partial(_run, walker, run._replace(style=replace(style, stroke=None)), box)
    parts: list[Callable[[], None]] = [fill, stroke]
    for part in reversed(parts) if style.stroke_first else parts:
        part()


def _fat(walker: Walker, run: Run) -> None:
    """Show a run bolder than its font is, as browsers do: with a stroke around its letters."""
    style = run.style
    if style.stroke or not style.fill:
        raise StyleError(f"outlined text bolder than any font of {style.families[0]} is not drawn here; ask for the weight that there is")
    alpha = style.fill_alpha * style.fill.alpha
    paint = replace(style.fill, alpha=1.0)
    made = replace(style, fill=paint, stroke=paint, fill_alpha=1.0, stroke_alpha=1.0, weight=run.font.weight)
    made = replace(made, stroke_width=style.font_size * FAT, join=0, miter=4.0, dash=())
    work = partial(_run, walker, run._replace(style=made))
    walker.once(alpha, work)


def _served(walker: Walker, run: Run, box: Box | None) -> None:
    """Show a run whose fill or stroke is a gradient; its bounds are those of the whole text."""
    style = run.style
    for name in ("stroke", "fill") if style.stroke_first else ("fill", "stroke"):
        paint = getattr(style, name)
        wide = style.stroke_width * max(1.0, style.miter) if name == "stroke" else 0.0
        area = box.grown(wide + style.font_size) if box else None
        found = walker.server(paint, box, area) if paint and paint.server else paint
        if found is None:
            continue
        alone = {"fill": None, "stroke": None, name: found if isinstance(found, Paint) else Paint()}
        single = run._replace(style=replace(style, **alone))  # type: ignore[arg-type]
        if isinstance(found, Paint):
            _run(walker, single)
        elif not isinstance(found, Gradient):
            alpha = style.fill_alpha if name == "fill" else style.stroke_alpha
            plain = single._replace(style=replace(single.style, fill_alpha=1.0, stroke_alpha=1.0))
            walker.within(partial(_run, walker, plain), alpha, partial(found.paint, walker))
        elif name == "fill" or style.stroke_width > 0:
            pattern = found.pattern
            walker.faded(found, area, partial(walker.patterned, pattern, partial(_run, walker, single)))
