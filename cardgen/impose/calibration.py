"""The error of a printer's second side, and its correction: pure geometry."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.impose.flip import turned_over

FARTHEST, STEEPEST = 10.0, 5.0
"""Millimetres and degrees beyond which a figure is a slip of the pen."""
_FAR = (
    "backs that land farther off were scaled, or turned on the other edge: print at 100 %, or try"
    " the other --flip"
)
_LEFT_AND_RIGHT = {"left": 1, "right": -1}
"""The signs of X for what is seen from behind: left there is right from the front."""
_UP_AND_DOWN = {"up": 1, "high": 1, "higher": 1, "down": -1, "low": -1, "lower": -1}
_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4}
_SEEN = re.compile(
    r'(\d{1,3}(?:[.,]\d{1,3})?)\s*(mm|cm|in|")?\s+'
    r"(?:too\s+)?(?:far\s+)?(?:to\s+)?(?:the\s+)?([a-z]+)"
)
_SKEW = (
    "a sheet that comes out more skew was drawn in askew: put the paper in straight, and print"
    " again"
)


class Misprint(NamedTuple):
    """The place where the back lands, seen from the front.

    The sheet is held against a light. It lies `x` mm too far right and `y` mm too far up, turned
    counterclockwise by `rotation` degrees about the middle of the page."""

    x: float
    y: float
    rotation: float

    def __str__(self) -> str:
        return f"X {self.x:g} mm, Y {self.y:g} mm, rotation {self.rotation:g}°"

    @property
    def seen_from_behind(self) -> str:
        """The shift as seen from the backs, left and right exchanged."""
        if self.x:
            across = f"{abs(self.x):g} mm too far to the {'left' if self.x > 0 else 'right'}"
        else:
            across = ""
        along = f"{abs(self.y):g} mm too far {'up' if self.y > 0 else 'down'}" if self.y else ""
        return " and ".join(filter(None, (across, along)))

    def with_more(self, other: Misprint) -> Misprint:
        """This one with what is still off after it was corrected."""
        return Misprint(*(round(one + more, 3) for one, more in zip(self, other, strict=True)))

    def landing(self, page: Box) -> Matrix:
        """The map from a back's intended place to where it lands.

        Both are seen from the front."""
        middle = page.centre
        turned = (
            Matrix.shift(*middle) @ Matrix.turn(self.rotation) @ Matrix.shift(-middle.x, -middle.y)
        )
        return Matrix.shift(self.x * MM, self.y * MM) @ turned


def misprint_of_words(words: str) -> Misprint:
    """The misprint that somebody sees who looks at the backs of cut cards, each upright.

    Raises CardgenError for words that say no direction.

    >>> misprint_of_words("2 mm to the left and 1.5 mm too high")
    Misprint(x=2.0, y=1.5, rotation=0.0)
    """
    shifts = {"x": 0.0, "y": 0.0}
    for part in re.split(r",\s+|;|\band\b", words.casefold()):
        match = _SEEN.fullmatch(part.strip())
        if not match or (match[3] in _LEFT_AND_RIGHT) == (match[3] in _UP_AND_DOWN):
            raise CardgenError(
                Finding(
                    "out-of-range",
                    f'"{part.strip()}" does not say how far backs are off, and where',
                    'write it as you see it on cut cards: "2 mm left", or "2 mm left, 1.5 mm up"',
                )
            )
        amount = float(match[1].replace(",", ".")) * _UNITS[match[2] or "mm"]
        axis = "x" if match[3] in _LEFT_AND_RIGHT else "y"
        sign = (_LEFT_AND_RIGHT | _UP_AND_DOWN)[match[3]]
        shifts[axis] += sign * amount
    return Misprint(shifts["x"], shifts["y"], 0.0)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The misprints measured on one printer, by `kind_of_sheet`."""

    printer: str = ""
    # for what holds one is a key of what is kept
    measured: Mapping[str, Misprint] = field(default_factory=dict, hash=False)


def kind_of_sheet(flip: str, landscape: bool) -> str:
    """The sheets that land alike: flip edge and direction of feed.

    Printers turn what is printed on its side."""
    return f"{flip} landscape" if landscape else flip


def named(printer: str) -> str:
    """The option that names a printer, quoted for a shell.

    A space stands before it. It is empty for the one without a name.

    >>> named("the office")
    ' --printer-name "the office"'
    """
    if not printer:
        return ""
    quoted = re.sub(r'(["\\$`])', r"\\\1", printer)
    if re.fullmatch(r"[\w.-]+", printer):
        return f" --printer-name {printer}"
    return f' --printer-name "{quoted}"'


def check_misprint(misprint: Misprint) -> None:
    """Raises CardgenError for figures that no printer comes to."""
    limits = (
        ("X", misprint.x, FARTHEST, "mm"),
        ("Y", misprint.y, FARTHEST, "mm"),
        ("a rotation", misprint.rotation, STEEPEST, "degrees"),
    )
    problems = [
        Finding(
            "out-of-range",
            f"{quantity} of {value:g} {unit} cannot be",
            f"{_within(most)}; {_FAR if unit == 'mm' else _SKEW}",
        )
        for quantity, value, most, unit in limits
        if not (math.isfinite(value) and abs(value) <= most)
    ]
    if problems:
        raise CardgenError(*problems)


def _within(most: float) -> str:
    return f"give a figure from -{most:g} to {most:g}, as read from the calibration sheet"


def correction(misprint: Misprint, page: Box, flip: str) -> Matrix:
    """The map of the back page that undoes a misprint.

    With T from the back to the front behind it (its own inverse) and E the misprint as seen from
    the front, a point q of the back lands at E T q. It shall land at T q: so print it at T E' T q,
    E' the inverse of E."""
    over = turned_over(page, flip)
    return over @ misprint.landing(page).inverse() @ over
