"""A text as it was drawn: its font, its box and its lines, taken from a sample and given to
whatever is set in its place.

Lines stand where Inkscape and browsers put them (CSS 2.2, 10.8): a line's box is as high as the
line height, the font's ascent and descent are brought to one em in its middle, and the <text>
itself holds every line open as a letter of its own would (the strut)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from cardgen.engine import FontBook, Layout, TextBox
from cardgen.model.span_styles import PLAIN_STYLE, SpanStyle

_SLACK = 0.01
"""How much wider than the longest line of a sample its box is: programs reckon widths a little
otherwise."""
_DEPTH = 0.35
"""How far letters reach below their line at the most, in sizes."""
_FREE = 1000
"""Sizes of room for a text whose box has no end."""


class TextFace(NamedTuple):
    """A font as it was drawn: `size` and `line`, the height of a line, in units of the object."""

    families: tuple[str, ...]
    weight: int
    italic: bool
    size: float
    line: float

    def dressed(self, style: SpanStyle) -> TextFace:
        """Return the face of a text that has a style."""
        factor = style.size or 1.0
        return TextFace(
            (*(style.font or ()), *self.families),
            style.weight or self.weight,
            self.italic if style.italic is None else style.italic,
            self.size * factor,
            self.line * factor,
        )

    def around(self, fonts: FontBook) -> tuple[float, float]:
        """The reach of a line above its baseline and below. Raises CardgenError for a family that
        is not known."""
        font = fonts.first(self.families, self.weight, self.italic)
        above = (self.line - self.size) / 2 + self.size * font.ascent / (font.ascent - font.descent)
        return above, self.line - above


@dataclass(frozen=True, slots=True)
class DrawnText:
    """The place of a text and the way it is set, in units of the object that it stands for, which
    are `scale` of the template's.

    `width` and `height` are None where nothing bounds it: then `x` is what it is aligned to.
    `baseline` is that of the first line where it was drawn so; otherwise it follows from the top.
    `leading` is the distance of lines where several were drawn; `least` is the smallest size, in
    points."""

    x: float
    y: float
    width: float | None
    height: float | None
    face: TextFace
    strut: TextFace
    align: str = "left"
    valign: str = "top"
    baseline: float | None = None
    leading: float | None = None
    spacing: float = 0.0
    least: float | None = None
    scale: float = 1.0
    sample: tuple[str, ...] = ()
    """The lines of a sample in no frame, where there are several: a text in their place has as much
    room as they take."""
    ignored: tuple[str, ...] = ()
    """What the sample asks for that its texts do not get."""
    even: bool = False
    """True if its frame follows it: then as much room stays free below the text as above."""
    look: SpanStyle = PLAIN_STYLE

    def __post_init__(self) -> None:
        for name in ("face", "strut"):
            families, *rest = getattr(self, name)
            object.__setattr__(self, name, TextFace(tuple(families), *rest))

    def dressed(self, style: SpanStyle) -> DrawnText:
        """Return the text in a style, whose size is a factor."""
        factor = style.size or 1.0
        return replace(
            self,
            face=self.face.dressed(style),
            strut=self.strut.dressed(style),
            leading=None if self.leading is None else self.leading * factor,
            look=replace(style, size=None),
        )

    def with_known_fonts(self, fonts: FontBook) -> DrawnText:
        """Return the text in families that are there; the strut in those of the letters where none
        of its own is."""
        face = fonts.present(self.face.families)
        strut = tuple(filter(fonts.knows, self.strut.families))
        drawn_text = replace(
            self,
            face=self.face._replace(families=face),
            strut=self.strut._replace(families=strut or face),
        )
        return (
            drawn_text.as_wide_as_its_sample(fonts)
            if self.sample and self.width is None
            else drawn_text
        )

    def as_wide_as_its_sample(self, fonts: FontBook) -> DrawnText:
        """Return the text with a box around the lines of its sample. Raises CardgenError."""
        face = self.face
        widths = [
            fonts.width(line, face.families, face.weight, face.italic, self.spacing / face.size)
            for line in self.sample
        ]
        width = (1 + _SLACK) * max(widths) * face.size
        above, below = self._around(fonts)
        baseline = self.y if self.baseline is None else self.baseline
        height = (
            above
            + (len(self.sample) - 1) * (self.leading or above + below)
            + max(below, _DEPTH * face.size)
        )
        return replace(
            self,
            x=self.x - TextBox.ALIGN[self.align] * width,
            y=baseline - above,
            width=width,
            height=height,
        )

    def box(self, unit: float, fonts: FontBook) -> TextBox:
        """The box to set a text in; `unit` is the object's, in points. Raises CardgenError."""
        face = self.face
        height = _FREE * face.size if self.height is None else self.height
        if self.valign == "top" and self.height is not None:
            free = self._first(fonts) - self._capital(fonts)
            height -= 2 * free if self.even else free
        width = (_FREE * face.size if self.width is None else self.width) * unit
        size = face.size * unit
        return TextBox(
            width,
            max(height * unit, 0.01),
            face.families,
            size,
            None if self.least is None else min(self.least, size),
            weight=face.weight,
            italic=face.italic,
            bold_weight=700 if face.weight < 600 else 900,
            leading=max(sum(self._around(fonts)) if self.leading is None else self.leading, 0.1)
            / face.size,
            align=self.align,
            valign=self.valign,
            letter_spacing=self.spacing / face.size,
            as_drawn=True,
            look=self.look,
        )

    def corner(self, layout: Layout, unit: float, fonts: FontBook) -> tuple[float, float]:
        """The upper left corner of the box, in units of the object, so that the lines stand where
        they were drawn."""
        x, y = self.x, self.y
        if self.width is None:
            x -= TextBox.ALIGN[self.align] * _FREE * self.face.size
        if self.valign == "top" and layout.lines:
            shrunk = layout.size / (self.face.size * unit)
            y += (
                self._first(fonts) * (1 if self.height is None else shrunk)
                - layout.lines[0].y / unit
            )
        return x, y

    def _first(self, fonts: FontBook) -> float:
        """The first baseline, below the top."""
        return self._around(fonts)[0] if self.baseline is None else self.baseline - self.y

    def _capital(self, fonts: FontBook) -> float:
        """The height of a capital."""
        face = self.face
        return fonts.first(face.families, face.weight, face.italic).cap_height * face.size

    def _around(self, fonts: FontBook) -> tuple[float, float]:
        (above, below), (over, under) = self.face.around(fonts), self.strut.around(fonts)
        return max(above, over), max(below, under)
