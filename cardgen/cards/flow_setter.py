"""The texts and pictures of a stack, set for the side at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM, ceiled_millimetres
from cardgen.cards.flow import Fitted, FlowText
from cardgen.cards.icons import picture_ratio
from cardgen.cards.placed_markup import PlacedMarkup
from cardgen.cards.sources import SourceFinder
from cardgen.cards.text_setter import MORE_ROOM, TextSetter
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
        texts: TextSetter,
        sources: SourceFinder,
        object_image: Callable[[str, float, float, float, float, str], Markup],
    ) -> None:
        self._workspace = workspace
        self._sources = sources
        self._texts = texts
        self._object_image = object_image

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
        widest = max([line.width for line in layout.lines], default=0.0) / unit
        return Fitted(widest, layout.height / unit, layout.lack is None, place)

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
        said = f"needs {ceiled_millimetres(points)} mm more height"
        if part is None:
            line = self._sources.template_line()
            finding = Finding(
                "text-overflow",
                f"what stands in a stack {said}",
                "give the stack more height, or what stands in it less",
                line,
            )
            self._workspace.side.problems.append(finding)
            return
        text = plain_text(part.text, "the text of a stack")
        self._texts.report_overlong(text, Lack(0.0, points, 0, said), _ROOM_OF_STACK, 0.0)
