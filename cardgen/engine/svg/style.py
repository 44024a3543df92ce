"""Style: the values that an element is painted with.

How a property is read into them is declared in properties.py."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.engine.svg.colours import BLACK, Paint
from cardgen.engine.svg.values import Em
from cardgen.engine.typography.font import Font, Settings

_MOST_CHILDREN = 512


class Share(float):
    """A stroke's measure in percent of the viewport's diagonal."""


class OfSize(float):
    """A length that is a share of the font's size.

    It is so too of each other size that inherits it."""

    share: float

    def __new__(cls, share: float, size: float) -> OfSize:
        length = super().__new__(cls, share * size)
        length.share = share
        return length


@dataclass(slots=True)
class Style:
    """Computed values of one element. Lengths are user units."""

    fill: Paint | None = BLACK
    stroke: Paint | None = None
    stroke_width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    families: tuple[str, ...] = ()
    font_size: float = Em(16.0)
    weight: int = 400
    italic: bool = False
    anchor: str = "start"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    line_height: str = ""
    """Empty for that of the font, a number of font sizes, or a length in px; lengths in lines refer
    to it."""
    dominant: str = "auto"
    preserved: bool | None = None
    """True if white space is kept as it is; None leaves it to xml:space."""
    letters: str = ""
    """The change of letters: upper, lower or title."""
    pixelated: bool = False
    """True if the pixels of pictures are to be seen."""
    linear: bool = False
    """True if a mask is weighed by the light of linear colours."""
    small: bool = False
    """True if small letters are shown as small capitals."""
    markers: tuple[str, str, str] = ("", "", "")
    custom: tuple[tuple[str, str], ...] = ()
    colour: Paint = BLACK
    visible: bool = True
    stroke_first: bool = False
    markers_at: int = 2
    """The turn of markers: before the fill and stroke (0), between them (1) or after (2)."""
    rtl: bool = False
    features: tuple[tuple[str, int], ...] = ()
    """OpenType features that a font is asked for."""
    axes: Settings = ()
    """The place of a variable font on its axes, where not by weight and slant."""
    optical: bool = True
    """True if a font that is set on its axes takes the optical size of the text, where that is
    known."""
    shares: bool = False
    """True if measures of the stroke are shares of the viewport."""
    vertical: bool = False
    unusual: bool = False
    """True if text goes the long way: direction, white space, changed letters, lines under it."""
    # Not inherited, as properties.py declares:
    opacity: float = 1.0
    clip: str = ""
    display: bool = True
    stop: Paint = BLACK
    stop_alpha: float = 1.0
    overflow: str = "hidden"
    mask: str = ""
    mask_type: str = "luminance"
    transform: str = ""
    """The CSS property, empty for none: `engine/svg/transforms.py` reads it."""
    moved: tuple[str, str, str] = ("", "", "")
    """The CSS properties translate, rotate and scale, as the functions of `transform`."""
    origin: str = ""
    reference: str = "view-box"
    aligned: str = ""
    shift: str = ""
    decoration: tuple[str, ...] = ()
    background: Paint | None = None
    fixed: bool = False
    """True if a stroke keeps its width when its shape is scaled."""
    bidi: str = ""
    filter: str = ""
    blend: str = ""
    isolated: bool = False

    lettering: tuple[Font, Any] | None = field(default=None, init=False, repr=False, compare=False)
    """The font of plain lines in this style, and how `engine/svg/text.py` shows them."""
    _simple: bool | None = field(default=None, init=False, repr=False, compare=False)
    _children: dict[tuple[tuple[str, str], ...], Style] = field(
        default_factory=dict, repr=False, compare=False
    )

    def with_shares(self, diagonal: float) -> Style:
        """The style with the shares of its stroke as lengths."""

        def settled(value: float) -> float:
            return value * diagonal / 100 if isinstance(value, Share) else value

        return replace(
            self,
            stroke_width=settled(self.stroke_width),
            dash=tuple(map(settled, self.dash)),
            dash_offset=settled(self.dash_offset),
            shares=False,
        )

    @property
    def composed(self) -> bool:
        """True if what it paints is cut, masked, filtered, blended or faded as one."""
        return bool(
            self.opacity != 1
            or self.clip
            or self.mask
            or self.filter
            or self.blend
            or self.isolated
        )

    @property
    def simple(self) -> bool:
        """True if it leaves its element where it is, with nothing around or behind it."""
        if self._simple is None:
            moved = self.transform or self.moved != ("", "", "")
            self._simple = not (self.composed or self.background or self.decoration or moved)
        return self._simple

    def faded(self) -> Style:
        """The style with its opacity as that of its fill and stroke."""
        return replace(
            self,
            fill_alpha=self.opacity * self.fill_alpha,
            stroke_alpha=self.opacity * self.stroke_alpha,
            opacity=1.0,
        )

    def visible_paints(self) -> Style:
        """The style without a fill or stroke that is wholly transparent.

        Drawing programs write such, and no printer need hear of them."""
        fill, stroke = self.fill, self.stroke
        if fill and fill.alpha * self.fill_alpha <= 0:
            fill = None
        if stroke and stroke.alpha * self.stroke_alpha <= 0:
            stroke = None
        if fill is self.fill and stroke is self.stroke:
            return self
        return replace(self, fill=fill, stroke=stroke)

    def child(self, attributes: tuple[tuple[str, str], ...]) -> Style | None:
        """The style of a child with these attributes, if there was one without a complaint."""
        return self._children.get(attributes)

    def adopt(self, attributes: tuple[tuple[str, str], ...], style: Style) -> None:
        """Remember the style of a child."""
        if len(self._children) >= _MOST_CHILDREN:
            self._children.clear()
        self._children[attributes] = style
