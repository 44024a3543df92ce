"""Drawings that move and come to rest: as they stay once all that moves in them has ended (SVG 1.1,
19.2; SMIL 3, "freeze")."""

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
_SAID = support.words(
    "id class attributeName attributeType type begin dur fill from to values calcMode keyTimes keySplines"
)
"""What may be said of a movement for its end to be what it leads to: not that it comes again, adds
to another or moves something else."""


def come_to_rest(root: etree._Element) -> bool:
    """Put a drawing into the state in which it stays, and tell whether anything moved. Where one
    movement goes on, waits for something or says what is not told of here, none is touched."""
    moving = [element for element in elements(root) if local(element) in support.MOVING]
    ends = [(_begin(element), element, _end(element)) for element in moving]
    if not moving or any(begin is None or end is None for begin, _, end in ends):
        return False
    # the one that begins last counts, of several at once the last
    for _, element, end in sorted(ends, key=lambda each: each[0] or 0.0):
        target, name = element.getparent(), element.get("attributeName", "")
        assert target is not None
        if name in ATTRIBUTES:  # such outdo what styles say
            target.set("style", f"{target.get('style', '')};{name}:{end}")
        else:
            target.set(name, end or "")
    for element in moving:
        remove(element)
    return True


def _begin(element: etree._Element) -> float | None:
    """When a movement begins, in seconds; None where that is not a time."""
    match = _TIME.fullmatch(element.get("begin", "0"))
    return float(match[1]) * _SECONDS[match[2]] if match else None


def _end(element: etree._Element) -> str | None:
    """The value that a movement leads to and leaves; None where there is no such."""
    kind, name = local(element), element.get("attributeName", "")
    turns = kind == "animateTransform"
    if (
        kind == "animateMotion"
        or not _NAME.fullmatch(name)
        or turns != name.lower().endswith("transform")
    ):
        return None
    if element.get("fill") != "freeze" or not set(element.attrib) <= _SAID:
        return None
    lasts = _TIME.fullmatch(element.get("dur", ""))
    if kind != "set" and not (lasts and float(lasts[1]) > 0):
        return None
    values = (
        [element.get("to", "")]
        if kind == "set" or "values" not in element.attrib
        else _listed(element.get("values", ""))
    )
    if not values[-1].strip() or len(_listed(element.get("keyTimes", ";".join(values)))) != len(
        values
    ):
        return None
    return f"{element.get('type', 'translate')}({values[-1]})" if turns else values[-1]


def _listed(text: str) -> list[str]:
    return text.strip().removesuffix(";").split(";")
