"""Words of a rulebook that hardly stand out: spans in colours too like their ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from cardgen.base import colour_math
from cardgen.base.findings import Finding
from cardgen.model.cards import Game
from cardgen.rulebook import blocks as made
from cardgen.rulebook.blocks import Block, InlineSpan, Manuscript, Spans
from cardgen.rulebook.theme import WHITE, Theme

_LEAST = 3.0
"""The contrast under which nobody reads large text with ease, as on cards (WCAG 2.2, 1.4.3)."""
_SHOWN = 40
"""Characters of a text that a message repeats."""


def faint_spans(manuscript: Manuscript, game: Game) -> Iterator[Finding]:
    """Yield a warning for each colour of a span that is too like its ground, once.

    Grounds are those of a book on white paper: chapters, heads of tables and titles of boxes have
    a colour, all else has none."""
    look = Theme(game)
    seen = set[tuple[str, str]]()
    for span, ground in _on_grounds(manuscript, look):
        style = span.style
        if not style or not style.color or not span.text.strip():
            continue
        ground = style.background or ground
        contrast = colour_math.contrast(colour_math.shares(style.color), colour_math.shares(ground))
        if contrast < _LEAST - 0.05 and (style.color, ground) not in seen:
            seen.add((style.color, ground))
            words = "an icon" if span.icon else f'the text "{span.text.strip()[:_SHOWN]}"'
            yield Finding(
                "contrast",
                f"the rulebook: {words} has a contrast of {contrast:.1f} to its ground",
                "give it another colour there, or a background",
                span.place,
            ).found_by("contrast", "warning", game.id)


def _on_grounds(manuscript: Manuscript, look: Theme) -> Iterator[tuple[InlineSpan, str]]:
    """Yield the spans of a book, each with its ground."""
    yield from _of_blocks(manuscript.lead, look)
    chapters = iter(look.chapters * len(manuscript.blocks))
    for block in manuscript.blocks:
        if isinstance(block, made.HeadingBlock) and block.level == 2:
            ground = next(chapters)
            yield from ((span, ground) for span in block.spans)
        else:
            yield from _of_blocks((block,), look)
    yield from _of_blocks(manuscript.quick, look)


def _of_blocks(blocks: Iterable[Block], look: Theme) -> Iterator[tuple[InlineSpan, str]]:
    for block in blocks:
        match block:
            case made.HeadingBlock() | made.ParagraphBlock():
                yield from _each(block.spans, WHITE)
            case made.Items():
                yield from _each(chain(*block.markers), WHITE)
                yield from _of_blocks(chain.from_iterable(block.items), look)
            case made.TableBlock():
                yield from _each(chain(*block.head), look.accent)
                yield from _each(chain(*chain.from_iterable(block.rows)), WHITE)
            case made.Callout():
                yield from _each(block.title, look.box(block.kind))
                yield from _of_blocks(block.blocks, look)


def _each(spans: Spans | Iterable[InlineSpan], ground: str) -> Iterator[tuple[InlineSpan, str]]:
    yield from ((span, ground) for span in spans)
