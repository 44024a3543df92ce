"""Contact sheets: a small picture of every card with a caption."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.grid import check_lengths, does_not_fit, shown_mm
from cardgen.impose.layout import Imposition, LayoutRequest, SheetLayout
from cardgen.impose.options import ORDERS, Options
from cardgen.impose.plan import K, Plan, Slot
from cardgen.model.sizes import Paper, Shape

ACROSS = 6
"""How many pictures stand in a row."""
CAPTION = 4 * MM
"""The height of the line below each picture."""
_GAP = 3 * MM
_LEAST = 0.05  # of the card's size: a smaller picture shows nothing


def contact(
    cards: Iterable[K], shape: Shape, paper: Paper, *, margin: float, across: int = ACROSS
) -> Plan[K]:
    """Every card once, trimmed, in rows from the top of pages.

    `across` in a row of an upright page; `margin` is in points. The pictures are as large as the
    row allows, at most life size, so that a column also fits the page. There are no marks and no
    backs. Raises CardgenError when the margins leave no room."""
    check_lengths(shape, margin=margin)
    if across < 1:
        raise CardgenError(
            Finding(
                "layout-impossible", f"{across} pictures cannot stand in a row", "ask for 1 or more"
            )
        )
    page = Box(0, 0, *sorted((paper.width, paper.height)))
    free = page.grown(-margin)
    scale = min(
        1.0,
        (free.width - (across - 1) * _GAP) / (across * shape.width),
        (free.height - CAPTION) / shape.height,
    )
    if scale < _LEAST:
        if across == 1:
            raise CardgenError(does_not_fit(shape, paper, margin))
        sentence = (
            f"{across} pictures in a row do not fit on {paper.name} with a margin of"
            f" {shown_mm(margin)}"
        )
        raise CardgenError(
            Finding("size-does-not-fit", sentence, "use a smaller margin, or a larger paper")
        )
    width = shape.width * scale
    height = shape.height * scale
    rows = max(1, math.floor((free.height + _GAP) / (height + CAPTION + _GAP) + 1e-9))
    left = (page.width - across * width - (across - 1) * _GAP) / 2
    placements = tuple(
        Matrix(
            scale,
            0,
            0,
            scale,
            left + column * (width + _GAP),
            free.top - height - row * (height + CAPTION + _GAP),
        )
        for row in range(rows)
        for column in range(across)
    )
    return Plan(
        page, shape, tuple((card, 1) for card in cards), placements, (), (0.0, 0.0), free, 0.0
    )


def caption_box(slot: Slot[K]) -> Box:
    """The box of a caption: the line below its picture."""
    return Box(slot.trim.x, slot.trim.y - CAPTION, slot.trim.width, CAPTION)


class ContactLayout(SheetLayout):
    """Small pictures, with nothing around them but their captions."""

    def lay_out(self, request: LayoutRequest) -> Imposition:
        """The pictures as large as lets all of them stand on one page, else ACROSS in a row."""
        cards = [card for card, _ in request.copies]
        margin = request.options.margin * MM
        for across in range(1, ACROSS + 1):
            with suppress(CardgenError):
                plan = contact(cards, request.shape, request.paper, margin=margin, across=across)
                if len(plan) == 1:
                    return Imposition(plan, None, ())
        plan = contact(cards, request.shape, request.paper, margin=margin)
        return Imposition(plan, None, ())

    def option_problems(self, options: Options) -> Iterator[Finding]:
        if options.skip_slots or options.skip_first:
            yield Finding(
                "layout-impossible",
                "the contact sheet has no slots to skip",
                "leave --skip-slots out, or --layout contact",
            )
        if options.share:
            yield Finding(
                "layout-impossible",
                "small pictures have no sheets to share",
                "leave --share out, or use another --layout",
            )
        if options.order != ORDERS[0] or options.gutter is not None:
            yield Finding(
                "layout-impossible",
                "small pictures stand in the order of the deck, with room for their captions",
                "leave --order and --gutter out",
            )


LAYOUT = ContactLayout(
    "contact", about="small pictures", backed=False, explained=False, flows_on=True
)
