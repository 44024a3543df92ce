"""Contact sheets: a small picture of every card with a caption."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import itemgetter

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.grid import check_lengths, does_not_fit, shown_mm
from cardgen.impose.layout import Imposition, LayoutRequest, SheetLayout
from cardgen.impose.options import ORDERS, Options
from cardgen.impose.plan import K, Plan, Sheet, Slot
from cardgen.model.sizes import Paper, Shape

ACROSS = 6
"""How many pictures stand in a row."""
CAPTION = 4 * MM
"""The height of the line below each picture."""
HEADING = 9 * MM
"""The height of the room for a heading above the first row."""
_GAP = 3 * MM
_LEAST = 0.05  # of the card's size: a smaller picture shows nothing


def contact(
    cards: Iterable[K],
    shape: Shape,
    paper: Paper,
    *,
    margin: float,
    across: int = ACROSS,
    below: float = 0.0,
    fills: bool = False,
) -> Plan[K]:
    """Every card once, trimmed, in rows from the top of pages, below a heading.

    `across` in a row of an upright page; `margin` is in points. The pictures are as large as the
    row allows, at most life size, so that a column also fits the page. A row of pictures of life
    size `fills` the page with more of them. The first sheet stands `below` a height of a page that
    is begun, if a row has room there. There are no marks and no backs. Raises CardgenError when the
    margins leave no room."""
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
        (free.height - HEADING - CAPTION) / shape.height,
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
    gap, columns = _GAP, across
    if fills:
        columns = max(1, math.floor((free.width + _GAP) / (width + _GAP) + 1e-9))
        gap = (free.width - columns * width) / max(1, columns - 1)
    step = height + CAPTION + _GAP
    rows = max(1, math.floor((free.height - HEADING + _GAP) / step + 1e-9))
    left = free.x if fills else (page.width - columns * width - (columns - 1) * gap) / 2
    tops = [free.top - HEADING - row * step for row in range(rows)]
    placements = tuple(
        Matrix(scale, 0, 0, scale, left + column * (width + gap), top - height)
        for top in tops
        for column in range(columns)
    )
    rows_below = max(0, math.floor((below - free.y - HEADING + _GAP) / step + 1e-9))
    return Plan(
        page,
        shape,
        tuple((card, 1) for card in cards),
        placements,
        (),
        (0.0, 0.0),
        free,
        0.0,
        opening=tuple(range(columns * min(rows, rows_below))),
        opening_shift=below - free.top if rows_below else 0.0,
    )


def heading_box(plan: Plan[K], sheet: Sheet[K]) -> Box:
    """The box of the heading above the pictures of a sheet."""
    top = max(slot.trim.top for slot in sheet.front.slots)
    return Box(plan.printable.x, top + _GAP / 2, plan.printable.width, HEADING - _GAP)


def caption_box(slot: Slot[K]) -> Box:
    """The box of a caption: the line below its picture."""
    return Box(slot.trim.x, slot.trim.y - CAPTION, slot.trim.width, CAPTION)


class ContactLayout(SheetLayout):
    """Small pictures, with nothing around them but their captions."""

    def lay_out(self, request: LayoutRequest) -> Imposition:
        """The pictures as large as lets all of them stand on one page, in as few rows, else ACROSS
        in a row."""
        cards = [card for card, _ in request.copies]
        margin = request.options.margin * MM
        plans = []
        for across in range(1, max(1, min(ACROSS, len(cards))) + 1):
            with suppress(CardgenError):
                plan = contact(cards, request.shape, request.paper, margin=margin, across=across)
                rows = math.ceil(len(cards) / across)
                plans.append((len(plan) == 1, round(plan.fronts[0].scale, 4), -rows, -across, plan))
        best = max(plans, key=itemgetter(0, 1, 2, 3), default=None)
        if best and best[0]:
            return Imposition(best[-1], None, ())
        plan = contact(cards, request.shape, request.paper, margin=margin)
        return Imposition(plan, None, ())

    def lay_out_together(self, requests: Sequence[LayoutRequest]) -> list[Imposition]:
        """The pictures of all, each deck below the one before; as large as lets them stand on as
        few pages as with ACROSS in a row."""
        fewest, _ = _flow(requests, ACROSS)
        for across in range(2, ACROSS):
            with suppress(CardgenError):
                pages, impositions = _flow(requests, across)
                if pages == fewest:
                    return impositions
        return _flow(requests, ACROSS)[1]

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


def _flow(requests: Sequence[LayoutRequest], across: int) -> tuple[int, list[Imposition]]:
    """The sheets of each, and how many pages there are."""
    pages, below = 0, 0.0
    impositions = []
    for request in requests:
        plan = contact(
            (card for card, _ in request.copies),
            request.shape,
            request.paper,
            margin=request.options.margin * MM,
            across=across,
            below=below,
            fills=True,
        )
        goes_on = bool(plan.opening)
        impositions.append(Imposition(plan, None, (), goes_on))
        pages += len(plan) - goes_on
        *_, last = plan
        below = min(slot.trim.y for slot in last.front.slots) - CAPTION - _GAP
    return pages, impositions


LAYOUT = ContactLayout(
    "contact", about="small pictures", backed=False, explained=False, flows_on=True
)
