"""The texts and pictures of a stack, set for the side at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from cardgen.base.findings import CardgenError, Finding, UnreadableError
from cardgen.base.geometry import Box
from cardgen.base.units import MM, ceiled_millimetres
from cardgen.cards.continued_texts import (
    CONTINUE_DECK,
    FURTHER_CARD,
    ContinuedTexts,
    check_continues,
)
from cardgen.cards.flow_nodes import Fitted
from cardgen.cards.flow_parts import FlowText
from cardgen.cards.icons import picture_ratio
from cardgen.cards.placed_markup import PlacedMarkup
from cardgen.cards.sources import SourceFinder
from cardgen.cards.text_setter import MORE_ROOM
from cardgen.cards.text_style import MoreRoom, text_box_of, text_style
from cardgen.cards.workspace import Workspace
from cardgen.engine import Lack, TextBox
from cardgen.sandbox.printable import plain_text

_UNBOUND = 10_000.0
"""A width or height that no text reaches, in units of the template."""
_ROOM_OF_STACK = MoreRoom(
    "shorten it, give the stack more height, or its texts a smaller min_size",
    "give the stack {}",
    holder="stack",
)


@lru_cache(maxsize=256)
def _at_top(box: TextBox) -> TextBox:
    """The box with its text at its top; made once, for every card of a deck asks."""
    return replace(box, valign="top")


class FlowSetter:
    """Sets what stands in stacks."""

    def __init__(
        self,
        workspace: Workspace,
        continued_texts: ContinuedTexts,
        sources: SourceFinder,
        object_image: Callable[[str, float, float, float, float, str], Markup],
    ) -> None:
        self._workspace = workspace
        self._sources = sources
        self._continued_texts = continued_texts
        self._texts = continued_texts.texts
        self._object_image = object_image
        self._going_on = ""
        """Where a text of the stack goes on, if one does."""

    def fitted(self, part: FlowText, width: float | None, size: float) -> Fitted | None:
        """A text in a width, None for one line as wide as it is, at a size; None where it cannot
        be set, which is told."""
        side = self._workspace.side
        text = plain_text(part.text, "the text of a stack")
        style = text_style(dict(part.style))
        box = text_box_of(
            _UNBOUND if width is None else max(width, 1 / _UNBOUND),
            _UNBOUND,
            size,
            None,
            style,
            side.unit,
            side.typesetting,
        )
        box = _at_top(box)
        unit = side.unit * MM

        def place(x: float, y: float) -> PlacedMarkup:
            layout = self._texts.fitted(text, box)
            assert layout is not None  # or it would have no height
            own_box = replace(box, height=max(layout.height, 1 / _UNBOUND)) if layout.lack else box
            self._texts.report(layout, text, own_box, MORE_ROOM)
            return self._texts.svg(layout, text, (x, y), style, own_box, unit)

        height = None if width is None else self._texts.height_by_words(text, box)
        if width is not None and height is not None:
            return Fitted(width, height / unit, True, place)
        layout = self._texts.fitted(text, box)
        if layout is None:
            return None
        left, right = layout.sides(has_rules=width is not None)
        return Fitted((right - left) / unit, layout.height / unit, layout.lack is None, place)

    def begun(self, part: FlowText) -> FlowText:
        """A text that may go on elsewhere, as far as it is not yet printed."""
        continues = check_continues(part.continues, part.size)
        if continues and self._going_on:
            raise UnreadableError(
                "template-value",
                "two texts of a stack go on",
                "set one of them in a stack or a text_box of its own",
            )
        self._going_on = continues
        part = replace(part, optional=False)
        work = self._workspace.side.part_at_work
        if continues != FURTHER_CARD or not self._continued_texts.has_further_cards:
            return part
        text = plain_text(part.text, "the text of a stack")
        if not work:
            piece = self._continued_texts.next_piece(text)
        else:
            begun = work.next_text(text)
            piece = None if begun.is_whole else begun.text
            if not begun.text:
                work.add(piece, "")
        if piece is None:
            return part
        return replace(part, text=piece, size=part.least_size, min_size=None)

    def parted(self, part: FlowText, box: Box) -> str | None:
        """What stands in a box of a text that goes on elsewhere; None for all of it."""
        side = self._workspace.side
        is_back = self._going_on != FURTHER_CARD
        if not is_back and not side.part_at_work:
            return None  # it was parted when the card was measured
        style = text_style(dict(part.style))
        sides = max(box.width, 1 / _UNBOUND), max(box.height, 1 / _UNBOUND)
        text = plain_text(part.text, "the text of a stack")
        text_box = text_box_of(*sides, part.least_size, None, style, side.unit, side.typesetting)
        begun, _, _ = self._continued_texts.begun(self._going_on, text, text_box, MORE_ROOM)
        return None if begun == text else begun

    def picture_ratio(self, name: str) -> float:
        """The width of a picture over its height; 1 for one that is not there, which is told when
        it is placed."""
        project, folder = self._workspace.project, self._workspace.game.folder
        if self._texts.icons.exists(name):
            return self._texts.icons.ratio(name)
        try:
            path, _ = project.find_art_part(folder, name)
            return picture_ratio(project, path)
        except CardgenError:
            return 1.0

    def picture(self, name: str, box: Box) -> PlacedMarkup:
        """A picture in a box."""
        file_name = self._texts.icons.file(name)[0] if self._texts.icons.exists(name) else name
        x, y, width, height = (round(side, 4) for side in (box.x, box.y, box.width, box.height))
        svg = self._object_image(file_name, x, y, width, height, "xMidYMid meet")
        return PlacedMarkup.at(svg, (box.x, box.y, box.x + box.width, box.y + box.height))

    def tell_lack(self, part: FlowText | None, lack: float) -> None:
        """Tell that a stack lacks so much height, for a text where it has any."""
        points = lack * self._workspace.side.unit * MM
        need = f"needs {ceiled_millimetres(points)} mm more height"
        if part is None:
            line = self._sources.template_line()
            finding = Finding(
                "text-overflow",
                f"what stands in a stack {need}",
                "give the stack more height, or what stands in it less",
                line,
            )
            self._workspace.side.problems.append(finding)
            return
        text = plain_text(part.text, "the text of a stack")
        room = _ROOM_OF_STACK
        if self._going_on == FURTHER_CARD and not self._continued_texts.has_further_cards:
            room = room._replace(one=f"{room.one}; {CONTINUE_DECK}")
        self._texts.report_overlong(text, Lack(0.0, points, 0, need), room, 0.0)
