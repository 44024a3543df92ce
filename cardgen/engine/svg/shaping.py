"""The letters of a chunk of text, shaped.

Text of one source is shaped as one, in the context of what stands around it, and handed out by its
clusters, each to the piece in which its first character stands (SVG 2, 11.5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import chain, groupby
from typing import NamedTuple

from cardgen.base.patterns import pattern
from cardgen.base.writing_direction import RIGHTWARD
from cardgen.engine.svg.characters import TextPiece, runs_of
from cardgen.engine.svg.document import Document
from cardgen.engine.svg.glyphs import GlyphLine, clusters, part, upright
from cardgen.engine.svg.style import Style
from cardgen.engine.typography import bidi
from cardgen.engine.typography.font import Font, Glyph

_CONTEXT = 5
"""The characters that HarfBuzz looks at beyond a text's ends."""
_LEFTWARD = ("R", "AL", "AN")
_STRONG = ("L", "R", "AL", "AN")
"""The directions that a font draws from right to left, and those that are strong: Arabic digits do
not run so, but are shaped as part of a writing that does."""
_MARKED = pattern(
    r"(?s).[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]*"
)
"""A letter with its marks."""
_UPRIGHT = pattern(
    "[§©®±¼-¾×÷˪˫\u1100-\u11ff\u1401-\u167f\u18b0-\u18ff‖†‡‰‱※‼⁂⁇-⁉⁑\u20dd-\u20e0\u20e2-\u20e4"
    "\u2100\u2101\u2103-\u2109\u210f\u2113\u2114\u2116\u2117\u211e-\u2123\u2125\u2127\u2129"
    "\u212e\u2135-\u213f\u2145-\u214a\u214c\u214d\u214f-\u2189\u218c-\u218f∞∴∵\u2300-\u2307"
    "\u230c-\u231f\u2324-\u232b\u237d-\u239a\u23be-\u23cd\u23cf\u23d1-\u23db\u23e2-\u2422"
    "\u2424-\u24ff\u25a0-\u2619\u2620-\u2767\u2776-\u2793\u2b12-\u2b2f\u2b50-\u2b59\u2b97"
    "\u2bb8-\u2bd1\u2bd3-\u2beb\u2bf0-\u2bff\u2e50\u2e51\u2e80-\ua4cf\ua960-\ua97f\uac00-\ufaff"
    "\ufe10-\ufe1f\ufe30-\ufe48\ufe50-\ufe57\ufe59-\ufe62\ufe67-\ufe6f\uff01-\uff0c"
    "\uff0e-\uff1b\uff1f-\uff60\uffe0-\uffe7\ufff0-\ufff8\ufffc\ufffd\U00010980-\U0001099f"
    "\U00011580-\U000115ff\U00011a00-\U00011abf\U00013000-\U0001343f\U00014400-\U0001467f"
    "\U00016fe0-\U00018d7f\U0001aff0-\U0001b2ff\U0001cf00-\U0001cfcf\U0001d000-\U0001d1ff"
    "\U0001d2e0-\U0001d37f\U0001d800-\U0001daaf\U0001f000-\U0001f7ff\U0001f900-\U0001faff"
    "\U00020000-\U0002fffd\U00030000-\U0003fffd\U000f0000-\U0010ffff]"
)
"""Characters that stand upright in vertical text (Unicode Standard Annex 50); all others lie on
their side."""


class TextPart(NamedTuple):
    """A part of a piece that is placed as one: whole clusters of one font.

    `dx` and `dy` move it and all that follows."""

    piece: TextPiece
    font: Font
    text: str
    line: GlyphLine
    begins: bool
    """True if it was shaped apart from what stands before it."""
    dx: float = 0.0
    dy: float = 0.0


def parts(document: Document, chunk: list[TextPiece], singly: bool) -> Iterator[TextPart]:
    """Yield the parts of a chunk in reading order, of a cluster each where `singly`.

    Raises StyleError."""
    text = "".join(piece.text for piece in chunk)
    end = 0
    dx = dy = 0.0
    for _, group in groupby(chunk, key=lambda piece: (piece.source, piece.level)):
        pieces = list(group)
        start = end
        end = end + sum(len(piece.text) for piece in pieces)
        before = text[max(0, start - _CONTEXT) : start]
        around = before, text[end : end + _CONTEXT]
        moved = 0
        if end > start and pieces[0].style.font_size > 0:
            for owner, part in _parts_of_source(document, pieces, around, singly):
                dx += sum(piece.dx for piece in pieces[moved : owner + 1])
                dy += sum(piece.dy for piece in pieces[moved : owner + 1])
                yield part._replace(dx=dx, dy=dy)
                dx = dy = 0.0
                moved = max(moved, owner + 1)
        # The place of a character within a cluster moves what comes next.
        dx += sum(piece.dx for piece in pieces[moved:])
        dy += sum(piece.dy for piece in pieces[moved:])


def _parts_of_source(
    document: Document, pieces: list[TextPiece], around: tuple[str, str], singly: bool
) -> Iterator[tuple[int, TextPart]]:
    """Yield the parts of pieces of one source between the texts around them.

    Each comes with the number of the piece that owns it."""
    style = pieces[0].style
    level = pieces[0].level
    spacing = style.letter_spacing / style.font_size
    gap = style.word_spacing / style.font_size
    text = "".join(piece.text for piece in pieces)
    owners = [index for index, piece in enumerate(pieces) for _ in piece.text]
    before, after = around
    if any(map(str.isalnum, text)):
        joins_before = _are_joined(before[-1:], text[0])
        joined = joins_before or _are_joined(text[-1], after[:1])
    else:
        # signs are of the writing before them, whose letters are not set apart
        joined = any(map(bidi.joins, before))
        if joined:
            gap += spacing
            spacing = 0.0
    stretch = pieces[0].stretch
    singly = singly or bool(stretch and not stretch.glyphs)
    end = 0
    for font, run, is_upright in _font_runs(document, style, text, level):
        start, end = end, end + len(run)
        ordered = in_font_order(run, level)
        owner = owners[start]
        if owner == owners[end - 1] and not (singly or joined or is_upright):
            shaped = GlyphLine.of(font, ordered, spacing, gap)
            yield owner, TextPart(pieces[owner], font, run, shaped, True)
            continue
        if is_upright:
            glyphs, make_line = font.upright(run), upright
        else:
            earlier = (before + text[:start])[-_CONTEXT:]
            later = (text[end:] + after)[:_CONTEXT]
            glyphs = font.joined(ordered, not spacing, earlier, later).glyphs
            make_line = part
        groups = _cluster_groups(clusters(glyphs), owners[start:end], level, singly)
        for first, last, group in groups:
            owner = owners[start + first]
            shaped = make_line(font, group, spacing, gap)
            yield owner, TextPart(pieces[owner], font, run[first:last], shaped, not first)


def _are_joined(before: str, after: str) -> bool:
    return bidi.joins(before) and bidi.joins(after)


def _cluster_groups(
    visual: list[tuple[Glyph, ...]], owners: list[int], level: int, singly: bool
) -> Iterator[tuple[int, int, tuple[Glyph, ...]]]:
    """Yield clusters in reading order, those of one piece together unless `singly`.

    Each group is where its text begins and ends, and its glyphs."""
    order = -1 if level % 2 else 1
    numbered: list[tuple[int, int, tuple[Glyph, ...]]] = []
    end = 0
    for cluster in visual[::order]:
        start = end
        end = end + len(cluster[0][4])
        numbered.append((start, end, cluster))

    def group_of(item: tuple[int, int, tuple[Glyph, ...]]) -> int:
        start = item[0]
        return start if singly else owners[start]

    for _, group in groupby(numbered, key=group_of):
        items = list(group)
        glyphs = chain.from_iterable(cluster for _, _, cluster in items[::order])
        yield items[0][0], items[-1][1], tuple(glyphs)


def _font_runs(
    document: Document, style: Style, text: str, level: int
) -> Iterator[tuple[Font, str, bool]]:
    """Yield the runs of a text by font and by way of setting.

    True if a run is upright."""
    for font, run in runs_of(document, text, style):
        font = font.featured(style.features) if style.features else font
        start = 0
        for (is_upright, _), group in groupby(_orientations(run, style.vertical, level)):
            end = start + len(list(group))
            yield font, run[start:end], is_upright
            start = end


def _orientations(text: str, vertical: bool, level: int) -> list[tuple[bool, str]]:
    """For each character, its orientation and its direction of writing.

    True if it is upright in vertical text; the direction is for text of both kinds. Others go with
    what is before them."""
    if not vertical and level % 2 == 0 and RIGHTWARD.fullmatch(text):
        return [(False, "")] * len(text)
    directions = [unicodedata.bidirectional(letter) for letter in text]
    strong = [direction if direction in _STRONG else "" for direction in directions]
    is_upright = False
    direction = next(filter(None, strong), "")
    orientations = []
    for letter, own_direction in zip(text, strong, strict=True):
        direction = own_direction or direction
        if vertical and unicodedata.category(letter) not in ("Mn", "Me", "Cf"):
            is_upright = bool(_UPRIGHT.match(letter))
        orientations.append((is_upright, direction))
    return orientations


def in_font_order(text: str, level: int) -> str:
    """Text of one direction in the order that a font expects.

    An odd level is from right to left. It is turned where it would run the other way."""
    leftward = not text.isascii() and any(
        unicodedata.bidirectional(letter) in _LEFTWARD for letter in text
    )
    if level % 2:
        return text if leftward else bidi.turned(text)
    if not leftward:
        return text
    letters = _MARKED.findall(text)
    turned = [bidi.mirrored(letter[0]) + letter[1:] for letter in reversed(letters)]
    return "".join(turned)


def kern(font: Font, before: str, after: str, spaced: bool) -> float:
    """The move of two runs of one font where they meet, in em.

    Runs are shaped apart, browsers shape them together."""
    last = before[-1:]
    first = after[:1]
    for letter in (last, first):
        if letter.isspace() or unicodedata.bidirectional(letter) != "L":
            return 0.0
    apart = font.measure(last, not spaced)[0] + font.measure(first, not spaced)[0]
    together = font.shape(last + first, False)
    return (together.advance - apart) / font.units_per_em if together.clusters == 2 else 0.0
