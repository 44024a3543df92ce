"""The body of a book: its chapters in one column or two.

In two, figures and boxes stand beside what they belong to."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.base.units import MM
from cardgen.rulebook import blocks as made
from cardgen.rulebook.block_setter import BlockSetter
from cardgen.rulebook.blocks import Block
from cardgen.rulebook.embeds import Row
from cardgen.rulebook.flow import BAND, MAIN, WIDE, Beside, Break, Columns, Flow, Stack, TableFlow
from cardgen.rulebook.side_column import beside

_TALLEST = 0.55
"""Of a page's height, what a piece at the side of the text may take."""
_LONG_LIST = 0.4
"""Of a page's height, how long a list is that is set in two columns."""
_CARD = 26.0
"""How wide a single card at the side is at the least, in mm."""
_FEW = 4
"""More cards than these are not read with ease in a narrow column."""
_BREAK_PENALTIES = {Row: 2.0, TableFlow: 2.0, Beside: 0.3}
"""What it costs to part these from the text above them."""


def chapters(setting: BlockSetter) -> list[Flow]:
    """The body of the book, each piece in its column and its section."""
    flows = _side_by_side_pages(setting) if setting.format.aside else _one_column(setting)
    before: Flow | None = None
    for flow in flows:
        if not flow.break_penalty:
            flow.break_penalty = _BREAK_PENALTIES.get(type(flow), 0.0)
        if isinstance(before, Row):
            flow.break_penalty = max(flow.break_penalty, 0.9 if len(before.figures) > 1 else 2.1)
        before = flow
    return flows


def _one_column(setting: BlockSetter) -> list[Flow]:
    """A card that stands alone takes the text that follows it to its side."""
    flows: list[Flow] = []
    blocks = list(setting.manuscript.blocks)
    while blocks:
        block = blocks.pop(0)
        card = _side_card(setting, block)
        made_of = list(setting.flow(block, setting.body))
        if card:
            figure, column = card
            gap, text = 5 * MM, Stack([])
            width = setting.measure - column - gap
            high = figure.height(column) - setting.body.size
            while (
                blocks
                and isinstance(blocks[0], (made.ParagraphBlock, made.Items))
                and text.height(width) < high
            ):
                longer = Stack([*text.pieces, *setting.flow(blocks[0], setting.body)])
                if longer.height(width) > (
                    high + setting.format.room * 0.2 if text.pieces else setting.format.room * 0.6
                ):
                    break
                text = longer
                blocks.pop(0)
            beside = text.height(width) > figure.height(column) * 0.3
            made_of = (
                [Beside(figure, column, text, gap, setting.gap * 1.4)]
                if beside
                else [*made_of, *text.pieces]
            )
        flows += setting.in_section(made_of)
    return flows


def _side_by_side_pages(setting: BlockSetter) -> list[Flow]:
    """The text in its column, with figures and boxes beside it.

    They stand there as far as there is room; wide ones stand across both."""
    flows_so_far: list[Flow] = []
    run: list[tuple[Flow, Flow | None]] = []
    for block in setting.manuscript.blocks:
        wide = _is_wide(setting, block)
        side = None if wide else _at_the_side(setting, block)
        with setting.within(setting.format.measure if wide else setting.format.text):
            flows = setting.in_section(list(setting.flow(block, setting.body)))
        if (
            isinstance(block, made.Items)
            and block.start is None
            and flows[0].height(setting.format.text) > setting.format.room * _LONG_LIST
        ):
            wide = True
            flows = setting.in_section([_in_columns(setting, block)])
        if wide or isinstance(flows[0], Break):
            flows_so_far += [*beside(run, setting.format), *flows]
            run = []
            continue
        many = isinstance(block, made.Live) and len(block.part.sides) > 2
        if many:  # at the side, or else across the page
            with setting.within(setting.format.measure):
                flows = setting.in_section(list(setting.flow(block, setting.body)))
        for flow in flows:
            flow.column = (
                WIDE
                if many
                else BAND
                if isinstance(block, made.HeadingBlock) and block.level == 2
                else MAIN
            )
        if side:
            side.section = flows[0].section
        run += [(flow, side) for flow in flows]
    return [*flows_so_far, *beside(run, setting.format)]


def _in_columns(setting: BlockSetter, block: made.Items) -> Flow:
    """A long list in two columns across the page."""
    gap = 8 * MM
    with setting.within((setting.format.measure - gap) / 2):
        return Columns(
            setting.items(block, setting.body),
            gap,
            2,
            above=setting.gap,
            least_split=setting.format.room * _LONG_LIST,
        )


def _is_wide(setting: BlockSetter, block: Block) -> bool:
    """True if a block stands across the whole page.

    It shows many cards, or is a table that needs the width."""
    match block:
        case made.TableBlock():
            return (
                setting.table(block.head, block.rows, block.aligns).natural() > setting.format.text
            )
        case made.Callout():
            return block.kind == "columns" or any(
                _long_row(setting, inner) for inner in block.blocks
            )
        case made.Live():
            if block.part.kind == "figure":
                return (
                    block.part.width
                    or setting.gallery.figures[block.part.name, block.part.says].box.width
                ) * MM > setting.format.text
            return block.part.kind == "components" or len(block.part.sides) not in (0, 1, 2, 4)
    return False


def _long_row(setting: BlockSetter, block: Block) -> bool:
    """True if a block in a box is a row of cards too long for its column.

    It is the column of the text."""
    if not isinstance(block, made.Live) or len(block.part.sides) <= _FEW:
        return False
    return len(block.part.sides) * (block.part.width or _CARD) * MM > setting.format.text * 0.85


def _at_the_side(setting: BlockSetter, block: Block) -> Flow | None:
    """A block as it stands at the side of the text; None for one that cannot."""
    width = inner = setting.format.aside
    if isinstance(block, made.Live):
        narrow = block.part.kind in ("row", "fan", "picture") and block.part.width * MM <= width
        if not narrow or (block.part.kind == "picture" and not block.part.width):
            return None
        inner = max(_CARD * MM, block.part.width * MM) if len(block.part.sides) == 1 else width
    elif (
        not isinstance(block, made.Callout)
        or block.kind not in (*made.BOXES, "quote")
        or not _narrow(setting, block.blocks, width - 13)
    ):
        return None
    with setting.within(inner):
        flows = list(setting.flow(block, setting.aside))
    return (
        flows[0]
        if len(flows) == 1 and flows[0].height(width) <= setting.format.room * _TALLEST
        else None
    )


def _narrow(setting: BlockSetter, blocks: Iterable[Block], width: float) -> bool:
    """True if blocks can be read in a narrow column."""
    for block in blocks:
        if (
            isinstance(block, made.TableBlock)
            and setting.table(block.head, block.rows, block.aligns).natural() > width
        ):
            return False
        if isinstance(block, made.Callout) or (
            isinstance(block, made.Live) and block.part.kind not in ("row", "fan", "picture")
        ):
            return False
        if isinstance(block, made.Live) and (
            block.part.width * MM > width or len(block.part.sides) > _FEW
        ):
            return False
    return True


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
