"""The body of a book: its chapters as flow, and what of it keeps together.

A section that is shorter than a page is torn at a cost, a short one of a page in columns and a list
of steps not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.base.units import MM
from cardgen.rulebook import blocks as made
from cardgen.rulebook.block_setter import BlockSetter
from cardgen.rulebook.blocks import Block
from cardgen.rulebook.flow import (
    Beside,
    Break,
    Flow,
    HeadingFlow,
    Kept,
    Stack,
    TableFlow,
    TextAround,
    TextFlow,
    in_strips,
)
from cardgen.rulebook.rows import Row
from cardgen.rulebook.theme import GUTTER, Format

_BREAK_PENALTIES = {Row: 2.0, TableFlow: 2.0, Beside: 0.3, TextAround: 0.3}
"""What it costs to part these from the text above them."""
_LEAST_BESIDE = 0.2
"""Of a card's height, how long a text is that stands beside it: two lines."""
_SHORT = 0.4
"""Of a column's height, how long a section is that is never torn."""
_TORN_STEPS = 3.0
"""What it costs to end a page within a list of steps."""
_TEARS = {3: 0.8, 4: 1.6}
"""What it costs to tear a section that has room on one page, by the level of its heading."""


def chapters(setting: BlockSetter) -> list[Flow]:
    """The body of the book, each piece in its section."""
    flows = _set_blocks(setting, list(setting.manuscript.blocks))
    before: Flow | None = None
    for flow in flows:
        if not flow.break_penalty:
            flow.break_penalty = _BREAK_PENALTIES.get(type(flow), 0.0)
        if isinstance(before, Row):
            is_loose = before.across or len(before.figures) > 1
            flow.break_penalty = max(flow.break_penalty, 0.9 if is_loose else 2.1)
        before = flow
    if setting.format.columns > 1:
        for flow, following in pairwise(flows):
            # the heading of what goes across the page stands above it
            flow.across |= isinstance(flow, HeadingFlow) and following.across
        _mark_tears(setting, flows)
        flows = list(_with_short_sections_kept(setting, flows))
    return flows


def _set_blocks(setting: BlockSetter, blocks: list[Block]) -> list[Flow]:
    """A card that stands alone takes the text that follows it to its side."""
    flows: list[Flow] = []
    while blocks:
        block = blocks.pop(0)
        if isinstance(block, made.HeadingBlock) and block.level == 2:
            page = blocks[0] if blocks else None
            if isinstance(page, made.Live) and made.is_drawn_page(page):
                # which has the heading on it: a page before would have nothing else
                del blocks[0]
                flows.append(setting.drawn_page(page, setting.heading(block)))
                continue
        if isinstance(block, made.Callout) and block.kind == "keep":
            flows += _kept(setting, block, flows[-1] if flows else None)
            continue
        if _is_all_of_a_section(flows, block, blocks):
            flows += _set_across(setting, block)
            continue
        before = setting.sections[-1]
        card = _side_card(setting, block)
        pieces = list(setting.flows([block], setting.body))
        is_numbered = isinstance(block, made.Items) and block.start is not None
        if is_numbered and setting.format.columns > 1:
            pieces[0].split_penalty = _TORN_STEPS
        if card:
            pieces = _with_text_beside(setting, pieces, card, blocks)
        flows += setting.in_section(pieces, before)
    return flows


def _with_text_beside(
    setting: BlockSetter, pieces: list[Flow], card: tuple[Flow, float], blocks: list[Block]
) -> list[Flow]:
    """A card with as much of the blocks behind it beside it as it is high.

    Those are taken from the blocks. `pieces` are the card where it stands alone."""
    figure, column = card
    form = setting.format
    gap, text = 5 * MM, Stack([])
    width = setting.measure - column - gap
    high = figure.height(column) - setting.body.size
    while (
        blocks
        and isinstance(blocks[0], (made.ParagraphBlock, made.Items))
        and text.height(width) < high
    ):
        most = high + form.room * 0.2 if text.pieces else form.room * 0.6
        if form.columns > 1:
            blocks[:1] = _parted(setting, blocks[0], width, high - text.height(width))
        longer = Stack([*text.pieces, *setting.flow(blocks[0], setting.body)])
        if longer.height(width) > most:
            break
        text = longer
        blocks.pop(0)
    if text.height(width) > figure.height(column) * _LEAST_BESIDE:
        goes_around = isinstance(text.pieces[-1], TextFlow) and text.pieces[-1].is_one_paragraph
        kind = TextAround if goes_around else Beside
        return [kind(figure, column, text, gap, setting.gap * 1.4)]
    return [*pieces, *text.pieces]


def _is_all_of_a_section(flows: Sequence[Flow], block: Block, behind: Sequence[Block]) -> bool:
    """True if a box has a section for itself."""
    return (
        isinstance(block, made.Callout)
        and block.kind in made.BOXES
        and bool(flows)
        and isinstance(flows[-1], HeadingFlow)
        and (not behind or isinstance(behind[0], made.HeadingBlock))
    )


def _set_across(setting: BlockSetter, block: Block) -> list[Flow]:
    """A block across the page, if its pages are in columns."""
    form, before = setting.format, setting.sections[-1]
    with setting.within(form.measure):
        flows = list(setting.flow(block, setting.body))
    for flow in flows:
        flow.across = form.columns > 1
    return setting.in_section(flows, before)


def _parted(setting: BlockSetter, block: Block, width: float, room: float) -> list[Block]:
    """A list in two: the items that fit a narrow room, and the others; or the block as it is."""
    if not isinstance(block, made.Items):
        return [block]
    for count in range(1, len(block.items)):
        first = block._replace(items=block.items[:count], markers=block.markers[:count])
        with setting.within(width):
            (flow,) = setting.flow(first, setting.body)
        if flow.height(width) >= room:
            start = None if block.start is None else block.start + count
            rest = made.Items(block.items[count:], start, block.tight, block.markers[count:])
            return [first, rest]
    return [block]


def _kept(setting: BlockSetter, block: made.Callout, above: Flow | None) -> list[Flow]:
    """What stays together: in a column if it is short, or else across the page.

    What is longer than a page, or than one has room for below the heading `above` it, goes its
    way."""
    form = setting.format
    flows = _set_blocks(setting, list(block.blocks))
    kept = Kept(flows) if flows else Stack([])
    if form.columns == 1:
        return [kept] if kept.height(form.text) <= _room_below(above, kept, form) else flows
    if not (any(flow.across for flow in flows) or kept.height(form.text) > form.room * _SHORT):
        return [kept]
    if isinstance(flows[0], HeadingFlow):
        flows[0].across = True
        setting.underline(flows[0])
    across = Kept([*in_strips(flows, form.columns, GUTTER, form.room)])
    across.across = True
    across.begins_section = flows[0].begins_section
    fits = across.height(form.measure) <= _room_below(above, across, form)
    return [across] if fits else flows


def _room_below(above: Flow | None, flow: Flow, form: Format) -> float:
    """The height that a piece has on a page that begins with the heading above it."""
    if not isinstance(above, HeadingFlow):
        return form.room
    return form.room - above.height(form.measure) - max(above.below, flow.above)


def _side_card(setting: BlockSetter, block: Block) -> tuple[Flow, float] | None:
    """A single card with text beside it, and the width of its column.

    It stands alone and is narrow enough."""
    if not isinstance(block, made.Live) or block.part.kind != "row" or len(block.part.sides) > 1:
        return None
    with setting.within(setting.measure * 0.3):
        figure = setting.live(block)
    assert isinstance(figure, Row)
    wide = figure.figures[0].width * (1.2 if block.part.captions else 1.0)
    return (figure, wide) if wide < setting.measure * 0.42 else None


# -- what keeps together


def _sections(flows: Sequence[Flow]) -> Iterator[tuple[int, int, int]]:
    """The level of each section below the chapters, and the places where it begins and ends."""
    open_sections: list[tuple[int, int]] = []
    for place, flow in enumerate([*flows, None]):
        if flow is not None and not isinstance(flow, HeadingFlow):
            continue
        level = flow.anchor.level if flow else 0
        while open_sections and open_sections[-1][0] >= level:
            yield *open_sections.pop(), place
        if level > 2:
            open_sections.append((level, place))


def _mark_tears(setting: BlockSetter, flows: Sequence[Flow]) -> None:
    """Tell pieces of the cost of tearing the sections that they stand in."""
    form = setting.format
    for level, first, end in _sections(flows):
        area = sum(
            flow.height(form.measure) * form.columns if flow.across else flow.height(form.text)
            for flow in flows[first:end]
        )
        if area < form.columns * form.room * 0.9:
            for flow in flows[first + 1 : end]:
                flow.tear += _TEARS[level]


def _parts_columns(flows: Sequence[Flow], place: int) -> bool:
    """True if what is at a place ends the columns before it, as the end of the book does."""
    return not 0 <= place < len(flows) or flows[place].across or isinstance(flows[place], Break)


def _with_short_sections_kept(setting: BlockSetter, flows: Sequence[Flow]) -> Iterator[Flow]:
    """The pieces, those of a short section that stands in a column as one."""
    form = setting.format
    begins = [
        place for place, flow in enumerate(flows) if flow.begins_section or isinstance(flow, Break)
    ]
    at = 0
    for first, end in pairwise([*begins, len(flows)]):
        section = flows[first:end]
        if isinstance(section[0], Break):
            continue
        if any(flow.across for flow in section) or len(section) < 2:
            continue
        if _parts_columns(flows, first - 1) and _parts_columns(flows, end):
            continue  # the other columns would stand empty beside it
        kept = Kept(section)
        if kept.height(form.text) <= form.room * _SHORT:
            yield from flows[at:first]
            yield kept
            at = end
    yield from flows[at:]
