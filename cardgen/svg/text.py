"""Text elements: chunks, anchors and runs (SVG 1.1, chapter 10), shaped by HarfBuzz and shown with kerning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from cardgen.drawing import Drawing, TextMark, Word, fine, ink_of, number
from cardgen.fonts import Font, FontBook
from cardgen.geometry import Box, Matrix
from cardgen.svg import constructs
from cardgen.svg.read import local
from cardgen.svg.style import Paint, Style, StyleError, parse_length

if TYPE_CHECKING:
    from cardgen.svg.paint import Walker

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BLANKS = re.compile(r" [ \t\r\n]+|[\t\r\n][ \t\r\n]*")
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
_POSITIONS = ("x", "y", "dx", "dy")
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


class Line(NamedTuple):
    """A run ready to be shown: the operand of TJ, its advance in em, the words it is made of.

    `plain` tells that its text can be read back from the glyphs. `rises` holds the parts of a run in which glyphs are lifted off the
    baseline: (operand, rise in thousandths of an em).
    """

    operand: str
    advance: float
    words: tuple[Word, ...]
    plain: bool
    rises: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=2048)
def line(font: Font, text: str, spacing: float) -> Line:
    """A run of text in one font; `spacing` is extra space after each character, in em."""
    lines = [_word(font, piece, spacing) for piece in font.pieces(text)]
    if len(lines) == 1:
        return lines[0]
    if any([each.rises for each in lines]):  # noqa: C419 (a list is quicker, and so below)
        return _word(font, text, spacing)
    operand = "".join([each.operand for each in lines]).replace("><", "")
    words = tuple([each.words[0] for each in lines])
    return Line(operand, sum([each.advance for each in lines]), words, all([each.plain for each in lines]))  # noqa: C419


@lru_cache(maxsize=8192)
def _word(font: Font, text: str, spacing: float) -> Line:
    units = font.units_per_em
    extra = spacing * units
    parts: list[str] = []
    pending: list[str] = []
    rises: list[tuple[str, int]] = []
    glyphs: dict[int, str] = {}
    inks: list[tuple[float, float, float, float]] = []
    plain = True
    advance = carry = 0.0
    rise = 0

    def flush() -> None:
        if pending:
            parts.append("<" + "".join(pending) + ">")
            pending.clear()

    for gid, width, dx, dy, cluster in font.shape(text, ligatures=not spacing).glyphs:
        if dy != rise:
            flush()
            if parts:
                rises.append(("".join(parts), rise))
                parts.clear()
            rise = dy
        before = carry + dx
        if before:
            flush()
            parts.append(number(-before * 1000 / units))
        pending.append(f"{gid:04X}")
        stands_for = glyphs.setdefault(gid, font.nominal.get(gid, cluster))
        plain = plain and cluster == stands_for == font.nominal.get(gid)
        ink = font.ink(gid)
        if ink:
            left, bottom, right, top = ink
            inks.append(((advance + dx + left) / units, -(top + dy) / units, (advance + dx + right) / units, -(bottom + dy) / units))
        # After showing the glyph the pen has moved by the font's own width; the shaper wanted `width`.
        step = width + (extra if cluster else 0)
        carry = step - font.glyph_width(gid) - dx
        advance += step
    flush()
    if carry:
        parts.append(number(-carry * 1000 / units))
    operand = "".join(parts)
    if rises or rise:
        rises.append((operand, rise))
    edges = None
    if inks:
        lefts, tops, rights, bottoms = zip(*inks, strict=True)
        edges = (min(lefts), min(tops), max(rights), max(bottoms))
    word = Word(advance / units, glyphs, edges)
    return Line(operand, word.advance, (word,), plain, tuple((part, round(value * 1000 / units)) for part, value in rises))


def paint_text(walker: Walker, element: etree._Element, style: Style) -> None:
    """Show a <text>. Raises StyleError for what is not drawn here."""
    if style.anchor == "start" and style.visible and style.font_size > 0 and not walker.sheet and _plain(walker, element, style):
        return
    pieces: list[Piece] = []
    spans: list[tuple[int, int, dict[str, float]]] = []
    _gather(walker, element, style, element.get(_SPACE) == "preserve", pieces, spans)
    _collapse(pieces)
    for first, end, places in spans:
        # A place belongs to the first character that is left; that of an inner element counts.
        piece = next((piece for piece in pieces[first:end] if piece.text), None)
        for name, value in places.items():
            if piece:
                setattr(piece, name, value)
    pieces = [piece for piece in pieces if piece.text]
    walker.painted += len(pieces)
    x = y = 0.0
    chunk: list[Piece] = []
    for piece in pieces:
        if (piece.x is not None or piece.y is not None) and chunk:
            x, y = _show(walker, chunk, x, y)
            chunk = []
        if piece.x is not None:
            x = piece.x
        if piece.y is not None:
            y = piece.y
        chunk.append(piece)
    if chunk:
        _show(walker, chunk, x, y)


def _plain(walker: Walker, element: etree._Element, style: Style) -> bool:
    """Show text that is no more than lines at places of their own, as text_box writes it: the short way. False: it is more."""
    if not len(element):
        lines = [element]
    elif element.text is None:
        lines = list(element)
    else:
        return False
    found = []
    for each in lines:
        text = each.text
        if not text or text[0] == " " or text[-1] == " " or _BLANKS.search(text) or (each is not element and not _is_line(each)):
            return False
        x, y = each.get("x", ""), each.get("y", "")
        if not (_DECIMAL.fullmatch(x) and _DECIMAL.fullmatch(y)) or (each is element and (each.get("dx") or each.get("dy"))):
            return False
        found.append((float(x), float(y), text))
    spacing = style.letter_spacing / style.font_size
    for x, y, text in found:
        for font, part in walker.sources.runs(text, style.families, style.weight, style.italic):
            shown = line(font, part, spacing)
            _run(walker, style, font, part, shown, x, y)
            x += shown.advance * style.font_size
    return True


def _is_line(element: etree._Element) -> bool:
    """Whether this is a <tspan> with a place, without a style, children or text behind it."""
    return element.keys() == ["x", "y"] and element.tail is None and not len(element) and local(element) == "tspan"


def label(book: FontBook, text: str, family: str, weight: int, size: float, x: float, y: float, box: Box) -> Drawing:
    """A line of black text from (x, y) as a drawing of its own, for what is printed around cards. Raises CardgenError as FontBook.runs."""
    drawing, out = Drawing(b"", box), ["0 g 0 Tr"]
    for font, part in book.runs(text, (family,), weight):
        shown = line(font, part, 0.0)
        drawing.words.setdefault(font, set()).update(shown.words)
        out.append(f"BT /F{font.key} {number(size)} Tf 1 0 0 -1 {number(x)} {number(y)} Tm [{shown.operand}] TJ ET")
        x += shown.advance * size
    drawing.content = "\n".join(out).encode("latin-1")
    return drawing


def _gather(
    walker: Walker,
    element: etree._Element,
    style: Style,
    preserve: bool,
    pieces: list[Piece],
    spans: list[tuple[int, int, dict[str, float]]],
) -> None:
    """The characters of an element and its children, in order; `spans` tells which of them an element gives a place."""
    start, number_of = len(pieces), len(spans)
    places = {}
    for name, text in element.items():
        if name in _POSITIONS:
            if "," in text or " " in text.strip():
                raise StyleError(f"{name} with a list of values is not drawn here; use one <tspan> per letter")
            whole = walker.viewport.width if name.endswith("x") else walker.viewport.height
            places[name] = parse_length(text, whole, style.font_size)
    pieces.append(Piece(element.text or "", style, preserve))
    for child in element:
        name = local(child)
        if name == "tspan":
            plain = not walker.sheet and all(key in _POSITIONS for key in child.keys())  # noqa: SIM118
            inner = style if plain else walker.style(child, style)
            if inner and not plain and (inner.opacity < 1 or inner.clip):
                raise StyleError("opacity or a clip-path on a <tspan> is not drawn here; use a <text> of its own")
            if inner and inner.display:
                spaced = child.get(_SPACE)
                _gather(walker, child, inner, spaced == "preserve" if spaced else preserve, pieces, spans)
        elif name in constructs.REFUSED_ELEMENTS or name not in constructs.SILENT_ELEMENTS:
            walker.complain(child, f"<{name}> inside text is not drawn here", constructs.REFUSED_ELEMENTS.get(name, "use <tspan>"))
        if child.tail:
            pieces.append(Piece(child.tail, style, preserve))
    if places:
        spans.insert(number_of, (start, len(pieces), places))


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


def _show(walker: Walker, chunk: list[Piece], x: float, y: float) -> tuple[float, float]:
    """Show one chunk from (x, y); returns where the next character would stand."""
    runs: list[tuple[float, float, Style, Font, str, Line]] = []
    end, low = x, y
    for piece in chunk:
        end += piece.dx
        low += piece.dy
        style, size = piece.style, piece.style.font_size
        if not piece.text or size <= 0:
            continue
        for font, text in walker.sources.runs(piece.text, style.families, style.weight, style.italic):
            shown = line(font, text, style.letter_spacing / size)
            runs.append((end, low, style, font, text, shown))
            end += shown.advance * size
    back = _ANCHORS[chunk[0].style.anchor] * (end - x)
    for at, baseline, style, font, text, shown in runs:
        if style.visible:
            _run(walker, style, font, text, shown, at - back, baseline)
    return end - back, low


def _run(walker: Walker, style: Style, font: Font, text: str, shown: Line, x: float, y: float) -> None:
    if style.stroke and style.dash:
        raise StyleError("dashes on text are not drawn here; draw the letters as a path")
    fill, stroke = style.fill, style.stroke if style.stroke_width > 0 else None
    if (fill and fill.gradient) or (stroke and stroke.gradient):
        raise StyleError("a gradient on text is not drawn here; fill it with a colour")
    if not fill and not stroke:
        return
    drawing, size = walker.drawing, style.font_size
    words = drawing.words.get(font)
    if words is None:
        words = drawing.words[font] = set()
    words.update(shown.words)
    body = f"[{shown.operand}] TJ"
    if shown.rises:
        body = " ".join(f"{fine(rise * size / 1000)} Ts [{part}] TJ" for part, rise in shown.rises) + " 0 Ts"
    if not shown.plain or style.letter_spacing > 0.05 * size:
        # Ligatures would be read as one strange character, spaced words letter by letter: say what is meant (ISO 32000-1, 14.9.4).
        body = f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC {body} EMC"
    placed = f"BT /F{font.key} {number(size)} Tf 1 0 0 -1 {number(x)} {number(y)} Tm {body} ET"
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
    a, b, c, d, e, f = walker.matrix
    placement = Matrix(a, b, c, d, a * x + c * y + e, b * x + d * y + f)
    drawing.texts.append(TextMark(text, font, size, ink_of(shown.words, size), placement, fill.rgb if fill else None))
