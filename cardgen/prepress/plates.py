"""Plates: separations for spot colours, and finishes (ISO 32000-1, 8.6.6.4).

A finish lies over what is printed, wherever in the drawing it stands: it is taken out of the
drawing and laid over it. A spot colour stands among the others: it knocks out what it is
painted on, and what is painted on it knocks it out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple
from unicodedata import normalize

from PIL import Image, ImageChops

from cardgen.base import colour_math
from cardgen.base.colour_math import CMYK
from cardgen.engine import Drawing, FlatColour, Picture, Pixels, display_list
from cardgen.model.cards import Colour
from cardgen.prepress.gradients import in_inks
from cardgen.prepress.inks import FULL_BLACK, ProcessColours

_FANS = {"pantone": "pantone", "pms": "pantone", "hks": "hks"}
_FAN = re.compile(
    r"(?P<fan>pantone|pms|hks)(?P<words>[a-z]*)(?P<number>\d+)(?:c|u|m|cv|cvc|cvu|cp|up|pc|ec|hc|k|n|e|z)?"
)
_UNIQUE = 3
"""Digits of a number of PANTONE's that stands for one ink whatever word is before it: Orange 021 is
021, but Cool Gray 5 no 5."""


class Plate(NamedTuple):
    """A plate by the press's name for it.

    It has the inks that stand for it where there is no such plate."""

    name: str
    inks: CMYK
    finish: bool


def plates_of(palette: Mapping[str, Colour], inks: ProcessColours) -> dict[str, Plate]:
    """The plates of a palette, by the names of their colours. Colours of one ink are on one plate,
    which looks as the first of them."""
    plates: dict[str, Plate] = {}
    by_ink: dict[str, Plate] = {}
    for name, colour in palette.items():
        if colour.spot or colour.plate:
            inks_alike = inks.of(FlatColour(colour_math.shares(colour.rgb), name))
            plate = Plate(colour.spot or colour.plate.title(), inks_alike, bool(colour.plate))
            plates[name] = by_ink.setdefault(plate.name, plate)
    return plates


def names_one_ink(name: str, other: str) -> bool:
    """True if two different names are spellings of one ink.

    A press would make two plates of them."""
    return name != other and _ink_meant(name) == _ink_meant(other)


def _ink_meant(name: str) -> str:
    """The ink that a name means: no case, blanks and signs.

    The paper of a swatch is left out of its number in a fan (PANTONE, HKS)."""
    folded = normalize("NFKC", name).casefold()
    plain = "".join(filter(str.isalnum, folded)).replace("grey", "gray")
    numbered = _FAN.fullmatch(plain)
    if not numbered:
        return plain
    fan = numbered["fan"]
    words = numbered["words"]
    number = numbered["number"]
    return f"{_FANS[fan]} {words if len(number) < _UNIQUE else ''}{number}"


def without(drawing: Drawing, names: Iterable[str]) -> Drawing:
    """A drawing without these colours; gradients from and to them stay."""
    left_out = frozenset(names)
    if not left_out & painted_in(drawing, {}):
        return drawing
    return changed(
        drawing,
        lambda item, _: inked_item(
            item, lambda colour: None if colour.name in left_out else colour
        ),
        {},
    )


def only(drawing: Drawing, names: Iterable[str]) -> Drawing:
    """The part of a drawing in these solid colours, opaque.

    Nothing of a finish shows through."""
    in_colours = frozenset(names)

    def solid(item: display_list.Item, of: Drawing) -> display_list.Item | None:
        if isinstance(item, display_list.PlacedForm):
            return None if item.name in of.pictures else item._replace(alpha=1.0)
        item_part = display_list.kept(item, lambda colour: colour.name in in_colours)
        if isinstance(item_part, (display_list.PaintedPath, display_list.ShownGlyphs)):
            return item_part._replace(fill_alpha=1.0, stroke_alpha=1.0)
        if isinstance(item_part, (display_list.Through, display_list.Blend, display_list.Shade)):
            return None
        return item_part

    return changed(
        drawing, solid, {}, lambda form: replace(form, pictures={}, masks={}, group=False)
    )


def reblended(drawing: Drawing, mode: str, *, but: str = "") -> Drawing:
    """A drawing whose blends are of this mode, except another's that stay."""
    return changed(
        drawing,
        lambda item, _: (
            display_list.Blend(mode)
            if isinstance(item, display_list.Blend) and item.mode != but
            else item
        ),
        {},
    )


def is_overprinting(item: display_list.Item) -> bool:
    """True if an item's black ink is printed over its ground.

    Letters are, so that no paper shows around them."""
    return isinstance(item, display_list.ShownGlyphs) and not item.knocks_out


class SpotColours:
    """The spot colours, by the names of the palette's colours.

    A gradient is on such a plate where it goes from its colours to them or to bare paper; others
    are printed in process CMYK."""

    def __init__(self, plates: Mapping[str, Plate], inks: ProcessColours) -> None:
        self.plates = {name: plate for name, plate in plates.items() if not plate.finish}
        self.inks = inks
        self._known: dict[str, frozenset[str]] = {}

    def name_of(self, plate: Plate) -> str:
        """The palette's first colour that is printed on a plate."""
        return next(name for name, other in self.plates.items() if other == plate)

    def painted(self, drawing: Drawing) -> list[Plate]:
        """Those that a drawing names, each once."""
        names = painted_in(drawing, self._known) if self.plates else ()
        return list(dict.fromkeys(plate for name, plate in self.plates.items() if name in names))

    def plates_under(self, colours: Iterable[FlatColour]) -> set[Plate | None]:
        """The plates of some colours, None for process CMYK.

        Bare paper has none."""
        return {
            self.plates.get(colour.name)
            for colour in colours
            if colour.name in self.plates or any(self.inks.of(colour))
        }

    def tints(
        self, shading: display_list.Shading
    ) -> tuple[Plate, list[tuple[float, float]]] | None:
        """The plate of a gradient, and its stops as amounts of ink."""
        if not self.plates:
            return None
        plates = self.plates_under(colour for _, colour in shading.stops)
        plate = plates.pop() if len(plates) == 1 else None
        return plate and (
            plate,
            [(offset, float(colour.name in self.plates)) for offset, colour in shading.stops],
        )

    def separation(self, drawing: Drawing, plate: Plate) -> Drawing:
        """The separation of a drawing for a plate, in greys.

        It is black where the ink is, and as white as what lies over it. That is all but text in
        black alone, which overprints. What is blended is so on each plate by itself (ISO 32000-1,
        11.7.4.2)."""

        def solid(colour: FlatColour, *, text: bool) -> FlatColour | None:
            own_plate = self.plates.get(colour.name)
            if text and not own_plate and self.inks.of(colour) == FULL_BLACK:
                return None
            return display_list.BLACK if own_plate == plate else display_list.PAPER

        def gradient(shading: display_list.Shading) -> display_list.Shading:
            tints = self.tints(shading)
            if tints and tints[0] == plate:
                greys = [(offset, FlatColour.grey(1 - tint)) for offset, tint in tints[1]]
            else:
                greys = [(0.0, display_list.PAPER), (1.0, display_list.PAPER)]
            return shading._replace(stops=tuple(greys))

        def on_plate(item: display_list.Item, of: Drawing) -> display_list.Item | None:
            if isinstance(item, display_list.Blend) and item.mode not in _BY_PLATES:
                return display_list.Blend("Normal")
            if isinstance(item, display_list.PlacedForm) and item.name in of.pictures:
                return item._replace(name=_WHITE + item.name)
            return inked_item(item, partial(solid, text=is_overprinting(item)), gradient)

        def white(form: Drawing) -> Drawing:
            return replace(
                form,
                pictures={
                    _WHITE + name: _white(picture) for name, picture in form.pictures.items()
                },
            )

        return changed(drawing, on_plate, {}, white)

    def process_as_light(self, drawing: Drawing, *, black: bool) -> Drawing:
        """The process CMYK of an opaque drawing as screen colours.

        Red, green and blue are the darker the more there is of cyan, magenta and yellow; or greys
        tell of `black`, whose text overprints."""

        def light(process: CMYK) -> FlatColour:
            red, green, blue, white = (1 - ink for ink in process)
            return FlatColour.grey(white) if black else FlatColour((red, green, blue))

        def solid(colour: FlatColour, *, text: bool) -> FlatColour | None:
            process = self.inks.of(colour)
            if text and process == FULL_BLACK and not black:
                return None
            return light(process)

        def gradient(shading: display_list.Shading) -> display_list.Shading:
            return shading._replace(
                stops=tuple(
                    (offset, light(process)) for offset, process in in_inks(shading, self.inks)
                )
            )

        def inked(form: Drawing) -> Drawing:
            names = [
                item.name
                for item in form.items
                if isinstance(item, display_list.PlacedForm) and item.name in form.pictures
            ]
            return replace(
                form,
                pictures={name: _light(self.inks, form.pictures[name], black) for name in names},
            )

        return changed(
            drawing,
            lambda item, _: inked_item(item, partial(solid, text=is_overprinting(item)), gradient),
            {},
            inked,
        )

    def process_part(self, drawing: Drawing) -> Drawing:
        """The process part of a drawing: bare paper under spot colours."""

        def gradient(shading: display_list.Shading) -> display_list.Shading:
            if self.tints(shading):
                return shading._replace(
                    stops=((0.0, display_list.PAPER), (1.0, display_list.PAPER))
                )
            return shading

        if not self.painted(drawing):
            return drawing
        return changed(
            drawing,
            lambda item, _: inked_item(
                item,
                lambda colour: display_list.PAPER if colour.name in self.plates else colour,
                gradient,
            ),
            {},
        )


def painted_in(drawing: Drawing, names_of: dict[str, frozenset[str]]) -> frozenset[str]:
    """The names of the colours that a drawing and its forms paint.

    What is known of drawings is kept by name."""
    if drawing.name not in names_of:
        names = {colour.name for item in drawing.items for colour in _colours(item) if colour.name}
        names_of[drawing.name] = frozenset(names).union(
            *(painted_in(form, names_of) for form in drawing.needs.values())
        )
    return names_of[drawing.name]


def _colours(item: display_list.Item) -> Iterable[FlatColour]:
    if isinstance(item, (display_list.PaintedPath, display_list.ShownGlyphs)):
        return (
            colour
            for paint in (item.fill, item.stroke)
            if paint
            for colour in display_list.colours_of(paint)
        )
    return display_list.colours_of(item) if isinstance(item, display_list.Shade) else ()


def changed(
    drawing: Drawing,
    change: Callable[[display_list.Item, Drawing], display_list.Item | None],
    done: dict[str, Drawing],
    more: Callable[[Drawing], Drawing] = lambda result: result,
) -> Drawing:
    """A drawing with its items and those of its forms replaced.

    `more` changes each drawing last."""
    if drawing.name in done:
        return done[drawing.name]
    forms = {name: changed(form, change, done, more) for name, form in drawing.forms.items()}
    items: list[display_list.Item] = []
    for old_item in drawing.items:
        item = change(old_item, drawing)
        if isinstance(item, display_list.PlacedForm) and item.name in forms:
            item = item._replace(name=forms[item.name].name)
        items += [item] if item else []
    # settings alone paint nothing
    settings = (display_list.Level, display_list.Transform, display_list.ClipTo)
    if all(isinstance(item, settings) for item in items):
        items = []
    new_forms = {form.name: form for form in forms.values()}
    done[drawing.name] = more(replace(drawing, items=items, forms=new_forms, _name=""))
    return done[drawing.name]


def inked_item(
    item: display_list.Item,
    solid: Callable[[FlatColour], FlatColour | None],
    gradient: Callable[[display_list.Shading], display_list.Shading] = lambda shading: shading,
) -> display_list.Item | None:
    """An item in other inks; None where a shape or text keeps none.

    Anything else stays as it is."""
    if isinstance(item, display_list.Shade):
        return item._replace(shading=gradient(item.shading))
    if not isinstance(item, (display_list.PaintedPath, display_list.ShownGlyphs)):
        return item

    def inked(paint: display_list.ItemPaint | None) -> display_list.ItemPaint | None:
        if paint is None:
            return None
        if isinstance(paint, FlatColour):
            return solid(paint)
        return paint._replace(shading=gradient(paint.shading))

    fill = inked(item.fill)
    stroke = inked(item.stroke)
    return item._replace(fill=fill, stroke=stroke) if fill or stroke else None


_BY_PLATES = frozenset(
    [
        "Multiply",
        "Screen",
        "Overlay",
        "Darken",
        "Lighten",
        "ColorDodge",
        "ColorBurn",
        "HardLight",
        "SoftLight",
    ]
)
"""Blends of inks of their own; any other paints them as if it did not blend, for it would print
where there is nothing."""
_WHITE = "W"
"""What the names of pictures on a film begin with."""


@lru_cache(maxsize=4)  # both readings of what a side stands on; pictures may be large
def _light(inks: ProcessColours, picture: Picture, black: bool) -> Picture:
    """The inks of a picture as lights."""

    lights = ImageChops.invert(inks.printed(picture).colours).split()
    return Picture.of_image(lights[3] if black else Image.merge("RGB", lights[:3]))


@lru_cache(maxsize=64)
def _white(picture: Picture) -> Picture:
    """A picture as a film shows it: white where it is seen."""

    alpha = Pixels.of(picture.data).alpha
    return Picture.of_image(
        Pixels(Image.new("L", alpha.size if alpha else (1, 1), "white"), alpha).whole
    )
