"""Words of a rulebook that are hard to read: in colours too like their ground, or too small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from cardgen.base import colour_math
from cardgen.base.findings import Finding
from cardgen.base.units import enough, too_little
from cardgen.engine import TextBox
from cardgen.model.cards import Game
from cardgen.rulebook import blocks as made
from cardgen.rulebook.blocks import Block, InlineSpan, Manuscript
from cardgen.rulebook.theme import (
    BOX_TITLE,
    CHAPTER_TITLE,
    LEAD,
    LEAST_SIZE,
    QUICK,
    SMALL,
    WHITE,
    Theme,
    heading_share,
)

_LEAST = 3.0
"""The contrast under which nobody reads large text with ease, as on cards (WCAG 2.2, 1.4.3)."""
_SHOWN = 40
"""Characters of a text that a message repeats."""


class _PlacedSpan(NamedTuple):
    """A span with the colour of its ground, and the size of the text around it in that of the
    book's text."""

    span: InlineSpan
    ground: str
    share: float

    @property
    def points(self) -> float:
        """Its size in the edition whose text is the smallest."""
        return LEAST_SIZE * self.share * self.span.size


def illegible_spans(manuscript: Manuscript, game: Game) -> Iterator[Finding]:
    """Yield a warning for each colour of a span that is too like its ground, and for each size that
    is too small; once.

    Grounds are those of a book on white paper: chapters, heads of tables and titles of boxes have
    a colour, all else has none."""
    placed_spans = [
        placed
        for placed in _placed_spans(manuscript, Theme(game))
        if placed.span.style and placed.span.text.strip()
    ]
    for problem in chain(_faint(placed_spans), _small(placed_spans)):
        yield problem.found_by(problem.code, "warning", game.id)


def _faint(placed_spans: Iterable[_PlacedSpan]) -> Iterator[Finding]:
    seen = set[tuple[str, str]]()
    for span, ground, _ in placed_spans:
        style = span.style
        if not style or not style.color:
            continue
        ground = style.background or ground
        contrast = colour_math.contrast(colour_math.shares(style.color), colour_math.shares(ground))
        if contrast < _LEAST - 0.05 and (style.color, ground) not in seen:
            seen.add((style.color, ground))
            words = "an icon" if span.icon else _quoted(span)
            yield Finding(
                "contrast",
                f"the rulebook: {words} has a contrast of {contrast:.1f} to its ground",
                "give it another colour there, or a background",
                span.place,
            )


def _small(placed_spans: Iterable[_PlacedSpan]) -> Iterator[Finding]:
    seen = set[str]()
    for placed in placed_spans:
        tall = too_little(placed.points)
        if placed.span.icon or placed.points > TextBox.LEAST_TYPE - 0.01 or tall in seen:
            continue
        seen.add(tall)
        least = enough(TextBox.LEAST_TYPE / (LEAST_SIZE * placed.share), 2)
        yield Finding(
            "text-size",
            f"the rulebook: {_quoted(placed.span)} is {tall} pt tall",
            f"give it a size of {least} or more there: "
            f"people read {TextBox.LEAST_TYPE:g} pt with ease",
            placed.span.place,
        )


def _quoted(span: InlineSpan) -> str:
    return f'the text "{span.text.strip()[:_SHOWN]}"'


def _placed_spans(manuscript: Manuscript, look: Theme) -> Iterator[_PlacedSpan]:
    """Yield the spans of a book, each in its place."""
    yield from _of_blocks(manuscript.lead, look, LEAD)
    chapters = iter(look.chapters * len(manuscript.blocks))
    for block in manuscript.blocks:
        if isinstance(block, made.HeadingBlock) and block.level == 2:
            yield from _each(block.spans, next(chapters), CHAPTER_TITLE)
        else:
            yield from _of_blocks((block,), look, 1.0)
    yield from _of_blocks(manuscript.quick, look, QUICK)


def _of_blocks(blocks: Iterable[Block], look: Theme, share: float) -> Iterator[_PlacedSpan]:
    for block in blocks:
        match block:
            case made.HeadingBlock():
                yield from _each(block.spans, WHITE, heading_share(block.level))
            case made.ParagraphBlock():
                yield from _each(block.spans, WHITE, share)
            case made.Items():
                yield from _each(chain(*block.markers), WHITE, share)
                yield from _of_blocks(chain.from_iterable(block.items), look, share)
            case made.TableBlock():
                yield from _each(chain(*block.head), look.accent, SMALL)
                yield from _each(chain(*chain.from_iterable(block.rows)), WHITE, SMALL)
            case made.Callout():
                yield from _each(block.title, look.box(block.kind), share * BOX_TITLE)
                yield from _of_blocks(block.blocks, look, share)


def _each(spans: Iterable[InlineSpan], ground: str, share: float) -> Iterator[_PlacedSpan]:
    return (_PlacedSpan(span, ground, share) for span in spans)
