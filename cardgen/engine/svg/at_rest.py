"""Animated drawings as they stay once all motion has ended.

It follows SVG 1.1, 19.2, and SMIL 3, "freeze"."""

from __future__ import annotations

import re

from lxml import etree

from cardgen.engine.svg import support
from cardgen.engine.svg.parse import elements, local, remove
from cardgen.engine.svg.path import NUMBER
from cardgen.engine.svg.properties import ATTRIBUTES

_TIME = re.compile(rf"\s*({NUMBER})(h|min|s|ms|)\s*", re.ASCII)
_SECONDS = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001, "": 1.0}
_NAME = re.compile(r"(?!(?:style|id)$)[A-Za-z-]+")
_SIMPLE = support.words(
    "id class attributeName attributeType type begin dur fill from to values calcMode keyTimes"
    " keySplines"
)
"""Attributes of a movement whose end is the value that it leads to: it does not come again, add to
another or move something else."""


def come_to_rest(root: etree._Element) -> bool:
    """Put a drawing into the state in which it stays; True if anything moved.

    Where one movement goes on, waits for something or cannot be followed here, none is touched."""
    movements = [element for element in elements(root) if local(element) in support.MOVING]
    ends: list[tuple[float, etree._Element, str]] = []
    for movement in movements:
        begin, end = _begin(movement), _end(movement)
        if begin is None or end is None:
            return False
        ends.append((begin, movement, end))
    # the one that begins last counts, of several at once the last
    for _, movement, end in sorted(ends, key=lambda timed: timed[0]):
        target = movement.getparent()
        name = movement.get("attributeName", "")
        assert target is not None
        if name in ATTRIBUTES:  # the end of such a movement overrides styles
            target.set("style", f"{target.get('style', '')};{name}:{end}")
        else:
            target.set(name, end)
    for movement in movements:
        remove(movement)
    return bool(movements)


def _begin(element: etree._Element) -> float | None:
    """The second in which a movement begins; None where that is not a time."""
    match = _TIME.fullmatch(element.get("begin", "0"))
    return float(match[1]) * _SECONDS[match[2]] if match else None


def _end(element: etree._Element) -> str | None:
    """The value that a movement leads to and leaves; None where there is no such."""
    kind = local(element)
    name = element.get("attributeName", "")
    turns = kind == "animateTransform"
    if kind == "animateMotion" or not _NAME.fullmatch(name):
        return None
    if turns != name.lower().endswith("transform"):
        return None
    if element.get("fill") != "freeze" or not set(element.attrib) <= _SIMPLE:
        return None
    duration = _TIME.fullmatch(element.get("dur", ""))
    if kind != "set" and not (duration and float(duration[1]) > 0):
        return None
    if kind == "set" or "values" not in element.attrib:
        values = [element.get("to", "")]
    else:
        values = _listed(element.get("values", ""))
    times = _listed(element.get("keyTimes", ";".join(values)))
    if not values[-1].strip() or len(times) != len(values):
        return None
    return f"{element.get('type', 'translate')}({values[-1]})" if turns else values[-1]


def _listed(text: str) -> list[str]:
    return text.strip().removesuffix(";").split(";")
