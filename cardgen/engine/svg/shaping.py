"""The letters of a chunk of text shaped: text of one source is shaped as a whole, in the context of
what stands around it, and handed out by its clusters, each to the piece in which its first
character stands (SVG 2, 11.5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from cardgen.base.patterns import pattern
from cardgen.engine.svg.characters import TextPiece, runs_of
from cardgen.engine.svg.document import Document
from cardgen.engine.svg.glyphs import GlyphLine, clusters, line, part, upright
from cardgen.engine.svg.style import Style
from cardgen.engine.typography import bidi
from cardgen.engine.typography.font import Font, Glyph

_CONTEXT = 5
"""How many characters HarfBuzz looks at beyond a text's ends."""
_LEFTWARD, _STRONG = ("R", "AL", "AN"), ("L", "R", "AL", "AN")
"""What a font draws from right to left: Arabic digits do not run so, but are shaped as part of a
writing that does."""
_MARKED = pattern(
    r"(?s).[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]*"
)
"""A letter with its marks."""
_UPRIGHT = pattern(
    "[§©®±¼-¾×÷˪˫\u1100-\u11ff\u1401-\u167f\u18b0-\u18ff‖†‡‰‱※‼⁂⁇-⁉⁑\u20dd-\u20e0\u20e2-\u20e4\u2100\u2101\u2103-\u2109\u210f\u2113\u2114"
    "\u2116\u2117\u211e-\u2123\u2125\u2127\u2129\u212e\u2135-\u213f\u2145-\u214a\u214c\u214d\u214f-\u2189\u218c-\u218f∞∴∵\u2300-\u2307"
    "\u230c-\u231f\u2324-\u232b\u237d-\u239a\u23be-\u23cd\u23cf\u23d1-\u23db\u23e2-\u2422\u2424-\u24ff\u25a0-\u2619\u2620-\u2767\u2776-\u2793"
    "\u2b12-\u2b2f\u2b50-\u2b59\u2b97\u2bb8-\u2bd1\u2bd3-\u2beb\u2bf0-\u2bff\u2e50\u2e51\u2e80-\ua4cf\ua960-\ua97f\uac00-\ufaff\ufe10-\ufe1f"
    "\ufe30-\ufe48\ufe50-\ufe57\ufe59-\ufe62\ufe67-\ufe6f\uff01-\uff0c\uff0e-\uff1b\uff1f-\uff60\uffe0-\uffe7\ufff0-\ufff8\ufffc\ufffd"
    "\U00010980-\U0001099f\U00011580-\U000115ff\U00011a00-\U00011abf\U00013000-\U0001343f\U00014400-\U0001467f\U00016fe0-\U00018d7f"
    "\U0001aff0-\U0001b2ff\U0001cf00-\U0001cfcf\U0001d000-\U0001d1ff\U0001d2e0-\U0001d37f\U0001d800-\U0001daaf\U0001f000-\U0001f7ff"
    "\U0001f900-\U0001faff\U00020000-\U0002fffd\U00030000-\U0003fffd\U000f0000-\U0010ffff]"
)
"""What stands upright in vertical text (Unicode Standard Annex 50); all else lies on its side."""


class TextPart(NamedTuple):
    """A part of a piece that is placed as one: whole clusters of one font. `dx` and `dy` move it
    and all that follows."""

    piece: TextPiece
    font: Font
    text: str
    line: GlyphLine
    begins: bool
    """Whether it was shaped apart from what stands before it."""
    dx: float = 0.0
    dy: float = 0.0


def parts(document: Document, chunk: list[TextPiece], singly: bool) -> Iterator[TextPart]:
    """The parts of a chunk in reading order, of a cluster each where `singly`. Raises
    StyleError."""
    whole = "".join(piece.text for piece in chunk)
    at = 0
    dx = dy = 0.0
    for _, group in groupby(chunk, key=lambda piece: (piece.source, piece.level)):
        pieces = list(group)
        end = at + sum(len(piece.text) for piece in pieces)
        around = whole[max(0, at - _CONTEXT) : at], whole[end : end + _CONTEXT]
        shown = end > at and pieces[0].style.font_size > 0
        at, moved = end, 0
        for owner, made in _parts(document, pieces, around, singly) if shown else ():
            dx, dy = (
                dx + sum(piece.dx for piece in pieces[moved : owner + 1]),
                dy + sum(piece.dy for piece in pieces[moved : owner + 1]),
            )
            yield made._replace(dx=dx, dy=dy)
            dx = dy = 0.0
            moved = max(moved, owner + 1)
        # The place of a character within a cluster moves what comes next.
        dx, dy = (
            dx + sum(piece.dx for piece in pieces[moved:]),
            dy + sum(piece.dy for piece in pieces[moved:]),
        )


def _parts(
    document: Document, pieces: list[TextPiece], around: tuple[str, str], singly: bool
) -> Iterator[tuple[int, TextPart]]:
    """The parts of pieces of one source between the texts around them, each with the number of the
    piece that owns it."""
    style, level = pieces[0].style, pieces[0].level
    spacing, gap = style.letter_spacing / style.font_size, style.word_spacing / style.font_size
    text = "".join(piece.text for piece in pieces)
    owners = [index for index, piece in enumerate(pieces) for _ in piece.text]
    before, after = around
    if any(map(str.isalnum, text)):
        joined = any(
            bidi.joins(one) and bidi.joins(other)
            for one, other in ((before[-1:], text[0]), (text[-1], after[:1]))
        )
    elif joined := any(
        map(bidi.joins, before)
    ):  # signs are of the writing before them, whose letters are not set apart
        spacing, gap = 0.0, gap + spacing
    stretch = pieces[0].stretch
    singly = singly or bool(stretch and not stretch.glyphs)
    at = 0
    for font, run, stands in _runs(document, style, text, level):
        start, at = at, at + len(run)
        drawn = as_drawn(run, level)
        if owners[start] == owners[at - 1] and not (singly or joined or stands):
            yield (
                owners[start],
                TextPart(pieces[owners[start]], font, run, line(font, drawn, spacing, gap), True),
            )
            continue
        earlier, later = (before + text[:start])[-_CONTEXT:], (text[at:] + after)[:_CONTEXT]
        glyphs = (
            font.upright(run) if stands else font.joined(drawn, not spacing, earlier, later).glyphs
        )
        made = upright if stands else part
        for first, last, clustered in _handed_out(
            clusters(glyphs), owners[start:at], level, singly
        ):
            owner = owners[start + first]
            yield (
                owner,
                TextPart(
                    pieces[owner],
                    font,
                    run[first:last],
                    made(font, clustered, spacing, gap),
                    not first,
                ),
            )


def _handed_out(
    drawn: list[tuple[Glyph, ...]], owners: list[int], level: int, singly: bool
) -> Iterator[tuple[int, int, tuple[Glyph, ...]]]:
    """Clusters in reading order, those of one piece together unless `singly`: where their text
    begins and ends, and their glyphs."""
    order = -1 if level % 2 else 1
    sized = [(len(cluster[0][4]), cluster) for cluster in drawn[::order]]
    starts = accumulate((length for length, _ in sized), initial=0)
    numbered = [
        (start, start + length, cluster)
        for start, (length, cluster) in zip(starts, sized, strict=False)
    ]
    for _, group in groupby(numbered, key=lambda each: each[0] if singly else owners[each[0]]):
        found = list(group)
        yield (
            found[0][0],
            found[-1][1],
            tuple(chain.from_iterable(cluster for *_, cluster in found[::order])),
        )


def _runs(
    document: Document, style: Style, text: str, level: int
) -> Iterator[tuple[Font, str, bool]]:
    """A text by its fonts, and by what is set in a way of its own: its font, and whether it stands
    upright."""
    for font, run in runs_of(document, text, style):
        font = font.featured(style.features) if style.features else font
        at = 0
        for (stands, _), group in groupby(_ways(run, style.vertical, level)):
            length = len(list(group))
            yield font, run[at : at + length], stands
            at += length


def _ways(text: str, vertical: bool, level: int) -> list[tuple[bool, str]]:
    """Of each character whether it stands upright in vertical text, and which way its writing runs
    in text of both kinds; others go with what is before them."""
    if not vertical and level % 2 == 0 and bidi.RIGHTWARD.fullmatch(text):
        return [(False, "")] * len(text)
    kinds = [
        kind if (kind := unicodedata.bidirectional(letter)) in _STRONG else "" for letter in text
    ]
    stands, kind = False, next(filter(None, kinds), "")
    found = []
    for letter, own in zip(text, kinds, strict=True):
        kind = own or kind
        if vertical and unicodedata.category(letter) not in ("Mn", "Me", "Cf"):
            stands = bool(_UPRIGHT.match(letter))
        found.append((stands, kind))
    return found


def as_drawn(text: str, level: int) -> str:
    """Text of one direction as a font is asked for it, an odd level being from right to left:
    turned where it would run the other way."""
    leftward = not text.isascii() and any(
        unicodedata.bidirectional(letter) in _LEFTWARD for letter in text
    )
    if level % 2:
        return text if leftward else bidi.turned(text)
    return (
        "".join(bidi.mirrored(each[0]) + each[1:] for each in reversed(_MARKED.findall(text)))
        if leftward
        else text
    )


def kern(font: Font, before: str, after: str, spaced: bool) -> float:
    """What two runs of one font move together where they meet, in em; runs are shaped apart,
    browsers shape them together."""
    one, other = before[-1:], after[:1]
    if (
        one.isspace()
        or other.isspace()
        or unicodedata.bidirectional(one) != "L"
        or unicodedata.bidirectional(other) != "L"
    ):
        return 0.0
    apart = font.measure(one, not spaced)[0] + font.measure(other, not spaced)[0]
    together = font.shape(one + other, False)
    return (together.advance - apart) / font.units_per_em if together.clusters == 2 else 0.0
