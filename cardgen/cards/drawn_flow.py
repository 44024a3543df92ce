"""Objects of a drawing that follow others: a text below a title, a panel around its words.

What a drawing says of it is read once (`flow_plan.py`). On each card its texts are set where they
were drawn, and tell where they came out; then all that follows is moved, and panels are drawn as
large as what they hold. Edges are in units of the page, and y goes down."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardgen.base.geometry import Edges, outermost

PLACE = "data-cardgen-place"
"""The attribute in whose stead those of a placed object come."""
_PLACE = re.compile(rf' {PLACE}="(\w+)"')


class Scale(NamedTuple):
    """The map from the units inside an object to those of the page: nothing is turned."""

    x: float
    y: float
    right: float
    down: float

    def outward(self, edges: Edges) -> Edges:
        """Edges in units of the page."""
        left, top, right, bottom = edges
        return (
            left * self.x + self.right,
            top * self.y + self.down,
            right * self.x + self.right,
            bottom * self.y + self.down,
        )

    def inward(self, edges: Edges) -> Edges:
        """Edges in units inside the object."""
        left, top, right, bottom = edges
        return (
            (left - self.right) / self.x,
            (top - self.down) / self.y,
            (right - self.right) / self.x,
            (bottom - self.down) / self.y,
        )


class FollowingObject(NamedTuple):
    """An object that follows another, or is followed.

    `drawn` are its edges as it was drawn, of a group those of what never moves in it; a text has
    the `words` of its sample instead, with what DrawnText takes in `drawing`. `members` are the
    objects in a group, `movers` the groups around it that move. It stands `below` another, with a
    `gap`, or as far as it was drawn where that is None; or it is a panel `around` another. `scale`
    is that of a text or panel inside, else that of what is around it."""

    key: str
    scale: Scale
    drawn: Edges | None = None
    drawing: Mapping[str, Any] | None = None
    words: str = ""
    is_sample: bool = False
    members: Sequence[str] = ()
    movers: Sequence[str] = ()
    below: str = ""
    gap: float | None = None
    around: str = ""
    fits: bool = False
    is_path: bool = False


@dataclass(slots=True)
class ArrangedObjects:
    """Where the objects of a drawing come to lie on a card.

    `objects` stand in an order in which each follows those before it; `sample_edges` gives the
    edges of a sample in its own units. `printed` has what is on the card: of a text its edges in
    its own units, of anything else None."""

    sample_edges: Callable[[FollowingObject], Edges]
    printed: Mapping[str, Edges | None]
    objects: dict[str, FollowingObject] = field(default_factory=dict)
    drawn: dict[str, Edges] = field(default_factory=dict)
    edges: dict[str, Edges] = field(default_factory=dict)
    """Their edges without what the groups around them are moved."""
    shifts: dict[str, float] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)

    def place(self, item: FollowingObject) -> None:
        """Place an object; those that it follows have been placed."""
        key = item.key
        self.objects[key] = item
        self.shifts[key] = 0.0
        self.drawn[key] = self._drawn(item)
        edges = self._own_edges(item)
        if edges is None:
            left, top, right, _ = self.drawn[key]
            self.absent.add(key)
            edges = left, top, right, top
        self.edges[key] = edges
        if item.below:
            self._move(item)
        elif item.around:
            self._enclose(item)

    def attributes(self, key: str) -> str:
        """The attributes of an object that was placed."""
        item = self.objects.get(key)
        if item is None:
            return ""
        if item.around:
            return _panel_attributes(item, item.scale.inward(self.edges[key]))
        shift = self.shifts[key] / item.scale.y
        return f' transform="translate(0 {shift:.4f})"' if shift else ""

    def _drawn(self, item: FollowingObject) -> Edges:
        if item.drawing is not None:
            return item.scale.outward(self.sample_edges(item))
        members = [self.drawn[key] for key in item.members]
        return outermost([*members, *_some(item.drawn)]) or (0.0, 0.0, 0.0, 0.0)

    def _own_edges(self, item: FollowingObject) -> Edges | None:
        """The edges of an object where it was drawn; None of one that shows nothing."""
        key = item.key
        if item.members:
            member_edges = [
                self.edges[member] for member in item.members if member not in self.absent
            ]
            return outermost([*member_edges, *_some(item.drawn)])
        if key not in self.printed:
            return None
        if item.drawing is None or item.is_sample:
            return self.drawn[key]
        edges = self.printed[key]
        return item.scale.outward(edges) if edges else None

    def _move(self, item: FollowingObject) -> None:
        """Move an object below that which it follows; below nothing, into its place."""
        _, top, _, bottom = self._seen_from(item, item.below)
        left, own_top, right, own_bottom = self.edges[item.key]
        shift = top - own_top
        if item.below not in self.absent:
            gap = item.gap
            if gap is None:
                gap = self.drawn[item.key][1] - self.drawn[item.below][3]
            shift = bottom + gap - own_top
        self.shifts[item.key] = shift
        self.edges[item.key] = left, own_top + shift, right, own_bottom + shift

    def _enclose(self, item: FollowingObject) -> None:
        """Draw a panel around what it holds, with the padding that it was drawn with."""
        left, top, right, bottom = self._seen_from(item, item.around)
        inner, outer = self.drawn[item.around], self.drawn[item.key]
        top += outer[1] - inner[1]
        if item.fits:
            left, right = left + outer[0] - inner[0], right + outer[2] - inner[2]
        else:
            left, right = outer[0], outer[2]
        if item.around in self.absent:
            self.absent.add(item.key)
            bottom = top
        else:
            bottom += outer[3] - inner[3]
        self.edges[item.key] = left, top, right, bottom

    def _seen_from(self, item: FollowingObject, key: str) -> Edges:
        """The edges of an object as another one sees them, before the groups around it move."""
        left, top, right, bottom = self.edges[key]
        here, there = item.movers, self.objects[key].movers
        shift = sum([self.shifts[mover] for mover in there if mover not in here])
        shift -= sum([self.shifts[mover] for mover in here if mover not in there])
        return left, top + shift, right, bottom + shift


def arranged(
    svg: str,
    plan: Sequence[FollowingObject],
    printed: Mapping[str, Edges | None],
    sample_edges: Callable[[FollowingObject], Edges],
) -> str:
    """The SVG of a drawing with its objects where they follow each other."""
    objects = ArrangedObjects(sample_edges, printed)
    for item in plan:
        objects.place(item)
    return _PLACE.sub(lambda match: objects.attributes(match[1]), svg)


def _some(edges: Edges | None) -> list[Edges]:
    return [] if edges is None else [edges]


def _panel_attributes(item: FollowingObject, edges: Edges) -> str:
    left, top, right, bottom = edges
    width, height = right - left, bottom - top
    if item.is_path:
        across = f"H{right:.4f}V{bottom:.4f}H{left:.4f}Z"
        return f' d="M{left:.4f} {top:.4f}{across}"' if height else ' d="none"'
    return f' x="{left:.4f}" y="{top:.4f}" width="{width:.4f}" height="{height:.4f}"'
