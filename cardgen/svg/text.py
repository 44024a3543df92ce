"""Text elements: chunks, anchors and runs (SVG 1.1, chapter 10), shaped by HarfBuzz and shown with kerning."""

from __future__ import annotations

import math
import re
import unicodedata
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lxml import etree

from cardgen.drawing import TextMark, fine, number
from cardgen.fonts import Font
from cardgen.geometry import Box, Matrix, bounds
from cardgen.svg import constructs
from cardgen.svg.gradient import Gradient
from cardgen.svg.line import Line, line, operators_of, words
from cardgen.svg.path import transformed
from cardgen.svg.read import local
from cardgen.svg.shapes import SHAPES
from cardgen.svg.style import SVG, XLINK, Paint, Style, StyleError, parse_length, parse_transform
from cardgen.svg.track import Track, measured

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BLANKS = re.compile(r" [ \t\r\n]+|[\t\r\n][ \t\r\n]*")
_DECIMAL = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,7})?")  # a number that is one in PDF too
_POSITIONS = ("x", "y", "dx", "dy", "rotate")
_PLAIN_NOT = frozenset(("textLength", "rotate", "dx", "dy"))
_TSPAN = SVG + "tspan"
_X_Y = ["x", "y"]
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ONE_WORD = "right-to-left text of more than a word is not set in order here; give each word its own <text>, or draw it as a path"
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
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


class _Span(NamedTuple):
    """An element with places for its characters: pieces from `first` to `end`."""

    first: int
    end: int
    places: dict[str, list[float]]


@lru_cache(maxsize=2048)
def in_order(font: Font, text: str, spacing: float, gap: float = 0.0) -> Line:
    """The same for SVG text. Raises StyleError for what would have to be put into another order."""
    if _LEFTWARD.search(text) and any(unicodedata.bidirectional(letter) not in ("R", "AL", "NSM") for letter in text):
        raise StyleError(_ONE_WORD)
    return line(font, text, spacing, gap)


def paint_text(walker: Walker, element: etree._Element, style: Style) -> None:
    """Show a <text>. Raises StyleError for what is not drawn here."""
    plain = style.visible and style.font_size > 0 and not walker.sheet
    if (style.fill and style.fill.server) or (style.stroke and style.stroke.server):
        plain = False
    if plain and style.dominant == "auto" and not style.dash and _plain(walker, element, style):
        return
    runs = laid_out(walker, element, style)
    served = any(paint and paint.server for run in runs for paint in (run.style.fill, run.style.stroke))
    box = _box_of(runs) if served else None
    for run in runs:
        if run.style.visible:
            _run(walker, run, box)


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
    return matrix @ Matrix(run.wide) if run.wide != 1 else matrix


def laid_out(walker: Walker, element: etree._Element, style: Style) -> list[Run]:
    """The runs of a <text>, each in its place (SVG 2, 11.5, without bidirectional reordering across runs). Raises StyleError."""
    pieces: list[Piece] = []
    spans: list[_Span] = []
    _gather(walker, element, style, element.get(_SPACE) == "preserve", pieces, spans, 0.0)
    _collapse(pieces)
    pieces = _cut(pieces, spans)
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
    return runs


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
        return [piece for piece in pieces if piece.text]
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
    known = words(font, style.letter_spacing / size, style.word_spacing / size)
    found = []
    for x, y, text in places:
        if not (text and x and y and _DECIMAL.fullmatch(x) and _DECIMAL.fullmatch(y)):
            return False
        if text[0] == " " or text[-1] == " " or "  " in text or not text.isprintable() or (not text.isascii() and _LEFTWARD.search(text)):
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
) -> None:
    """The characters of an element and its children, in order; `spans` tells which of them an element gives places."""
    start, number_of = len(pieces), len(spans)
    places: dict[str, list[float]] = {}
    on_path = local(element) == "textPath"
    for name, text in element.items():
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

    def add(text: str | None) -> None:
        if text:
            pieces.append(Piece(text, style, preserve, lift=lift, path=path))

    add(element.text)
    for child in element:
        name = local(child)
        if name in ("tspan", "textPath"):
            plain = not walker.sheet and name == "tspan" and all(key in _POSITIONS for key in child.keys())  # noqa: SIM118
            inner = style if plain else walker.style(child, style)
            if inner and not plain and (inner.opacity < 1 or inner.clip or inner.mask):
                raise StyleError("opacity, a mask or a clip-path on a <tspan> is not drawn here; use a <text> of its own")
            if inner and inner.display:
                spaced = child.get(_SPACE)
                track = path
                if name == "textPath":
                    if path or local(element) != "text":
                        raise StyleError("<textPath> anywhere but in <text> is not drawn here")
                    track = _track(walker, child, inner)
                raised = lift + (0.0 if inner is style else _shifted(walker, inner))
                _gather(walker, child, inner, spaced == "preserve" if spaced else preserve, pieces, spans, raised, track)
        elif name in constructs.REFUSED_ELEMENTS or name not in constructs.SILENT_ELEMENTS:
            walker.complain(child, f"<{name}> inside text is not drawn here", constructs.REFUSED_ELEMENTS.get(name, "use <tspan>"))
        add(child.tail)
    if places:
        spans.insert(number_of, _Span(start, len(pieces), places))


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
    target = walker.by_id.get((element.get("href") or element.get(XLINK) or "").removeprefix("#"))
    if target is None or local(target) != "path":
        raise StyleError("a <textPath> that refers to no <path> of this file is not drawn here")
    if element.get("side", "left") != "left" or element.get("method", "align") != "align" or "path" in element.attrib:
        raise StyleError("side, method and path of a <textPath> are not drawn here; turn the path round or refer to a <path>")
    inner = walker.own_style(target)
    matrix = inner.transform or parse_transform(target.get("transform", ""))
    track = copy(measured(transformed(SHAPES["path"](walker, target), matrix)))
    offset = element.get("startOffset", "0")
    if "pathLength" in target.attrib:
        raise StyleError("pathLength is not drawn here; take it away")
    track.start = parse_length(offset, track.length, style.font_size)
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
        chunk = [single for piece in chunk for single in _singles(walker, piece)]
        x, y = track.start, 0.0
    elif length and not length[1]:
        chunk = [single for piece in chunk for single in _singles(walker, piece)]
    end, low = x, y
    found: list[Run] = []
    before: tuple[Font, str, Style] | None = None
    for piece in chunk:
        end += piece.dx
        low += piece.dy
        style, size = piece.style, piece.style.font_size
        if not piece.text or size <= 0:
            continue
        drop = piece.lift + _baseline(walker, style)
        for font, text in walker.sources.runs(piece.text, style.families, style.weight, style.italic):
            spacing = style.letter_spacing / size
            shown = in_order(font, text, spacing, style.word_spacing / size)
            if before and before[0] is font and before[2].font_size == size:
                end += _kern(font, before[1], text, bool(spacing)) * size
            found.append(Run(style, font, text, shown, end, low + drop, piece.turn))
            end += shown.advance * size
            before = font, text, style
    if sum(bool(_LEFTWARD.search(run.text)) for run in found) > 1:
        raise StyleError(_ONE_WORD)
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
    back = _ANCHORS[chunk[0].style.anchor] * (end - x)
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
    style, font, text, shown, x, y, angle, wide = run
    if style.stroke and style.dash:
        raise StyleError("dashes on text are not drawn here; draw the letters as a path")
    fill, stroke = style.fill, style.stroke if style.stroke_width > 0 else None
    if (fill and fill.server) or (stroke and stroke.server):
        _served(walker, run, box)
        return
    if not fill and not stroke:
        return
    drawing, size = walker.drawing, style.font_size
    words = drawing.words.get(font)
    if words is None:
        words = drawing.words[font] = set()
    words.update(shown.words)
    body = operators_of(shown, text, size, spaced=style.letter_spacing > 0.05 * size)
    if angle or wide != 1:
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
    if angle or wide != 1:
        matrix, x, y = walker.matrix @ _place(run), 0.0, 0.0
    else:
        matrix = walker.matrix
    colours = (fill.rgb if fill else None, stroke.rgb if stroke else None)
    drawing.texts.append(TextMark(text, font, size, shown.words, matrix, x, y, *colours))


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
            raise StyleError("a pattern on text is not drawn here; fill it with a colour or a gradient")
        elif name == "fill" or style.stroke_width > 0:
            pattern = found.pattern
            walker.faded(found, area, partial(walker.patterned, pattern, partial(_run, walker, single)))
