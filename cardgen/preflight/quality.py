"""Quality checks for a side: lines, pictures, inks and transparency.

The rest is in `lettering` and `safe_zone`."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any

from PIL import Image

from cardgen.base.colour_math import CMYK, RGB, channels
from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.base.units import FINEST_PPI, MM, enough, too_little
from cardgen.engine import FlatColour, Painted, TextMark
from cardgen.model.cards import MIXED
from cardgen.preflight.card_side import CardSide, Evidence, bytes_of
from cardgen.preflight.covering import is_covered_line, opacity
from cardgen.preflight.home_print import and_more, shortened
from cardgen.preflight.lettering import (
    contrasts,
    covered,
    left_over,
    mirrored,
    thin_outlines,
    types,
)
from cardgen.preflight.safe_zone import bleeds, drifts, is_speck, safe
from cardgen.preflight.template_lines import template_lines
from cardgen.prepress.inks import limited
from cardgen.prepress.plates import Plate, SpotColours, plates_of, reblended

LARGE = 15 * MM
"""The side of an area from which black ink alone is seen to be thin."""
SMALL = 9.0
"""Points under which dark text in several inks shows coloured rims where the plates do not meet."""


def look(side: CardSide) -> Iterator[Finding]:
    """Everything about one side of a card by itself."""
    for check in _CHECKS:
        yield from check(side)


def _empty(side: CardSide) -> Iterator[Finding]:
    """The finding on a side where nothing is seen, nor a text.

    A face of one colour alone is empty, too, which a chit may have and a card seldom."""
    if side.texts or side.finished or any(mark.is_nowhere for mark in side.drawing.texts):
        return
    colours: Any = side.seen.getextrema()
    if any(least != most for least, most in colours):
        return
    face = side.side == "face"
    if not colours[3][1]:
        sentence = "nothing is printed on it"
        remedy = "paint what it shall show" if face else "paint a ground, or leave the back away"
        yield side.says(
            "empty",
            "error" if face else "warning",
            sentence,
            remedy,
            Evidence(side.whole, "nothing", "something"),
        )
    elif face:
        evidence = Evidence(side.whole, "one colour", "something")
        yield side.says(
            "empty",
            "note",
            "it shows one flat colour and nothing else",
            "paint what it shall show, if that is not all",
            evidence,
        )


def _lines(side: CardSide) -> Iterator[Finding]:
    step = 0.5 * MM / side.unit
    lines = (
        place
        for place, painted in enumerate(side.paints)
        if _is_thin(side, painted) and not _is_unseen(side, painted)
    )
    thin = [side.paints[place] for place in lines if not is_covered_line(side.paints, place, step)]
    if thin:
        worst = min(thin, key=lambda painted: painted.width)
        width = worst.width * side.unit
        sentence = f"a line{and_more(len(thin) - 1)} is {too_little(width, 2)} pt thick"
        remedy = (
            f"draw it {side.printer.line:g} pt ({enough(side.printer.line / MM, 2)} mm) thick"
            " or more"
        )
        evidence = Evidence(
            side.box(worst.box), f"{too_little(width, 2)} pt", f"{side.printer.line:g} pt"
        )
        yield side.says("line-width", "error", sentence, remedy, evidence)


def _is_thin(side: CardSide, painted: Painted) -> bool:
    """True for lines and filled bars that are too thin."""
    if painted.kind == "fill" and (not painted.width or is_speck(side, painted)):
        return False
    return (
        painted.kind in ("fill", "stroke") and painted.width * side.unit < side.printer.line - 0.005
    )


def _is_unseen(side: CardSide, painted: Painted) -> bool:
    """True if a line has the colour of all that is around it."""
    around = side.grounds(side.box(painted.box).grown(0.5 * MM))
    return all(math.dist(rgb, colour) < 0.03 for _, rgb in around for colour in painted.colours)


def _pictures(side: CardSide) -> Iterator[Finding]:
    coarse, sharp = side.printer.coarse, side.printer.dpi
    reported: set[tuple[bytes, int]] = set()
    for painted in side.paints:
        if painted.picture is None:
            continue
        box, (a, b, c, d, _, _) = side.box(painted.box), painted.matrix
        across = math.hypot(a, b) * side.unit
        down = math.hypot(c, d) * side.unit
        if not across or not down:
            continue
        dpi = (
            min(painted.picture.width / across, painted.picture.height / down)
            * painted.picture.detail
            * 72
        )
        if (
            same := (painted.picture.data, round(dpi))
        ) in reported:  # in the tiles of a pattern, say
            continue
        reported.add(same)
        sentence = f"a picture has {dpi:.0f} pixels an inch"
        evidence = Evidence(box, f"{dpi:.0f} dpi", f"{sharp:.0f} dpi")
        if dpi < coarse:
            yield side.says(
                "resolution", "error", sentence, "use a larger one or a drawing", evidence
            )
        elif dpi < sharp - 1:
            yield side.says("resolution", "warning", sentence, f"{sharp:.0f} are sharp", evidence)
        elif dpi > FINEST_PPI + 1:
            remedy = (
                f"more than {FINEST_PPI:.0f} cannot be seen; a smaller one makes a smaller file"
            )
            yield side.says(
                "resolution",
                "warning",
                sentence,
                remedy,
                evidence._replace(required=f"{FINEST_PPI:.0f} dpi at most"),
            )
        most = 100 * side.inks.heaviest(painted.picture.data) if side.printer.ink else 0.0
        if most > side.printer.ink + 0.5:
            limit = f"{side.printer.ink:.0f} %"
            sentence = (
                f"the darkest spot of a picture would take {most:.0f} % of ink; it is printed"
                f" with {limit}"
            )
            remedy = "look at a proof, or make its shadows lighter"
            yield side.says(
                "total-ink", "note", sentence, remedy, Evidence(box, f"{most:.0f} %", limit)
            )
        if side.printer.makes != "pdf" and _mode(painted.picture.data) == "CMYK":
            remedy = "save it as RGB, so that you see what becomes of its colours"
            sentence = (
                "a picture is made of inks (CMYK), which this printer does not take; its"
                " colours are converted"
            )
            yield side.says(
                "colour-space", "warning", sentence, remedy, Evidence(box, "CMYK", "RGB")
            )


def _inks(side: CardSide) -> Iterator[Finding]:
    """Of every PDF, for its colours are always inks."""
    limit = side.printer.ink
    inks = side.inks
    if side.printer.makes != "pdf":
        return
    reported: set[FlatColour] = set()
    for painted in side.paints:
        for flat_colour in painted.flat_colours:
            amount = 100 * sum(inks.of(flat_colour))
            if limit and flat_colour not in reported and amount > limit + 0.5:
                reported.add(flat_colour)
                name = _palette_name(side, flat_colour)
                whose = "palette's inks" if name else "inks"
                colour = name or _hex(flat_colour.rgb)
                yield side.says(
                    "total-ink",
                    "error",
                    f"the {whose} for {colour} come to {amount:.0f} %",
                    f"mix it with {limit:.0f} % or less, such as"
                    f" {_within_limit(inks.of(flat_colour), limit)}",
                    Evidence(side.where(painted), f"{amount:.0f} %", f"{limit:.0f} %"),
                    side.palette[name].place if name else None,
                )
    yield from _black_alone(side)
    dark: dict[tuple[RGB, ...], list[TextMark]] = {}
    for mark in side.legible:
        if mark.fill and side.size(mark) < SMALL:
            dark.setdefault(mark.fill, []).append(mark)
    for fills, marks in dark.items():
        count = max(
            (
                sum(part > 0.05 for part in parts)
                for parts in map(inks.of, map(FlatColour, fills))
                if parts[3] > 0.5
            ),
            default=0,
        )
        if count > 1:
            first = marks[0]
            sentence = (
                f'the small dark text "{shortened(first.text)}"{and_more(len(marks) - 1)} is'
                f" printed in {count} inks"
            )
            remedy = "give its colour a cmyk of black alone, such as [0, 0, 0, 100]"
            yield side.says(
                "rich-black",
                "warning",
                sentence,
                remedy,
                Evidence(side.ink(first), f"{count} inks", "1 ink", first.text),
            )


def _palette_name(side: CardSide, colour: FlatColour) -> str:
    """The name of the palette's colour whose inks this one is printed in; "" where none is."""
    if colour.name in side.palette:
        return colour.name
    if colour.cmyk:
        return ""
    looks = bytes_of(colour.rgb)
    return next(
        (
            name
            for name, entry in side.palette.items()
            if entry.cmyk and channels(entry.rgb) == looks
        ),
        "",
    )


def _within_limit(inks: CMYK, limit: float) -> str:
    """Inks in percent that come to a limit at the most, as a palette writes them."""
    mixed = [math.floor(100 * amount + 1e-6) for amount in limited(inks, limit / 100)]
    return f"cmyk: {mixed}"


def _hex(rgb: RGB) -> str:
    return "#" + bytes(bytes_of(rgb)).hex().upper()


def _black_alone(side: CardSide) -> Iterator[Finding]:
    """The finding on the largest area of black ink alone.

    It looks grey beside one that has some."""
    black = [
        painted
        for painted in side.paints
        if painted.kind == "fill"
        and all(_is_in_black_alone(side, colour) for colour in painted.flat_colours)
    ]
    boxes = (side.box(painted.box).common(side.whole) for painted in black)
    large = [
        box for box in boxes if min(box.width, box.height) >= LARGE and _is_mostly_black(side, box)
    ]
    box = max(large, key=lambda box: box.width * box.height, default=None)
    if box:
        limit = side.printer.ink or 300.0
        under = min(60, int((limit - 100) / 3 // 5 * 5))
        size = f"{box.width / MM:.0f} x {box.height / MM:.0f} mm"
        rich = f"[{under}, {max(0, under - 10)}, {max(0, under - 10)}, 100]"
        remedy = f"give it a colour of the palette with cmyk: {rich}; leave text in black alone"
        sentence = f"an area of {size} is printed in black ink alone, which looks dark grey"
        yield side.says("black-alone", "note", sentence, remedy, Evidence(box, size, "rich black"))


def _is_mostly_black(side: CardSide, box: Box) -> bool:
    """True if most of what is seen there is dark.

    Frames are nearly empty boxes."""
    return sum(share for share, rgb in side.grounds(box) if max(rgb) < 0.3) > 0.6


def _is_in_black_alone(side: CardSide, colour: FlatColour) -> bool:
    cyan, magenta, yellow, black = side.inks.of(colour)
    return black > 0.9 and not cyan + magenta + yellow


def _plates(side: CardSide) -> dict[str, Plate]:
    """The plates that the printer takes, by the names of their colours."""
    if side.printer.makes == "pdf" and side.printer.plates != "inks":
        return plates_of(side.palette, side.inks)
    return {}


def _gradients(side: CardSide) -> Iterator[Finding]:
    """Findings on gradients from a spot colour, which leave its plate."""
    spots = SpotColours(_plates(side), side.inks)
    reported: set[tuple[FlatColour, ...]] = set()
    for painted in side.paints if spots.plates else ():
        spot_colours = [colour for colour in painted.flat_colours if colour.name in spots.plates]
        if (
            not spot_colours
            or painted.kind == "text"
            or painted.flat_colours in reported
            or len(spots.plates_under(painted.flat_colours)) == 1
        ):
            continue
        reported.add(painted.flat_colours)
        name = spot_colours[0].name
        plate = spots.plates[spot_colours[0].name].name
        sentence = (
            f"a gradient from the colour {name} is printed in the four inks, not in {plate},"
            " for it goes to another colour"
        )
        remedy = (
            "let it fade to white, or to nothing over the other colour: then it is a tint of"
            " that ink"
        )
        yield side.says(
            "plates", "warning", sentence, remedy, Evidence(side.where(painted), "four inks", plate)
        )


def _mixtures(side: CardSide) -> Iterator[Finding]:
    """Findings on what was mixed with a spot colour.

    Each such colour is told once."""
    plates = _plates(side)
    mixed = {
        colour.name.removeprefix(MIXED): painted
        for painted in side.paints
        for colour in painted.flat_colours
        if colour.name.startswith(MIXED)
    }
    for name, painted in mixed.items():
        if plate := plates.get(name):
            sentence = (
                f"a mixture with the colour {name} is printed in the four inks, not in {plate.name}"
            )
            if not plate.finish:
                remedy = "for a tint of it paint it half clear, as with fill-opacity"
            else:
                remedy = "paint with the colour itself"
            yield side.says(
                "plates",
                "note",
                sentence,
                remedy,
                Evidence(side.where(painted), "four inks", plate.name),
            )


def _blends(side: CardSide) -> Iterator[Finding]:
    """Findings on what is blended with a spot colour.

    Each plate blends by itself. Together they look as on a screen only for what is multiplied,
    which each plate does as all of them do together."""
    spots = SpotColours(_plates(side), side.inks)
    plates = spots.painted(side.drawing)
    if not plates:
        return
    multiplied, normal = (
        reblended(side.drawing, mode, but="Multiply") for mode in ("Multiply", "Normal")
    )
    if side.drawing.name == multiplied.name:
        return
    ways = [side.drawing, multiplied, normal]
    for plate in plates:
        if box := side.unlike([spots.separation(way, plate) for way in ways]):
            sentence = (
                f"what is blended with {plate.name} does not print as it looks, for each plate"
                " is blended by itself"
            )
            remedy = "multiply it, paint it half clear, or take the spot from the colour"
            yield side.says(
                "plates", "warning", sentence, remedy, Evidence(box, "blended", "multiplied")
            )


def _blended_by_ink(side: CardSide) -> Iterator[Finding]:
    """Findings on what a PDF/X-4 blends.

    Its pages are blended in inks, each by itself as on a press, and screens blend light."""
    if side.printer.makes != "pdf" or side.printer.form != "x-4":
        return
    plain = reblended(side.drawing, "Normal")
    if plain.name != side.drawing.name and (box := side.unlike([side.drawing, plain])):
        sentence = (
            "a blend stands on it, which comes out in other colours than on a screen: in"
            " PDF/X-4 each ink is blended by itself"
        )
        remedy = "look at a proof, or paint the colour that it would give"
        yield side.says(
            "transparency", "note", sentence, remedy, Evidence(box, "blended", "not blended")
        )


_BECOMES = "which becomes a picture {}, for PDF/X-1a knows no transparency"


def _transparency(side: CardSide) -> Iterator[Finding]:
    if side.printer.makes != "pdf" or side.printer.form != "x-1a":
        return
    page = side.box(side.page)
    # which are printed as if they were opaque
    finishes = {name for name, colour in side.palette.items() if colour.plate}
    paints = (
        painted
        for painted in side.paints
        if painted.kind != "text" or side.where(painted).overlaps(page)
    )
    paints = (
        painted
        for painted in paints
        if not painted.flat_colours
        or not finishes.issuperset(colour.name for colour in painted.flat_colours)
    )
    clear = [(opacity(painted), painted) for painted in paints if opacity(painted) < 1]
    if clear:
        alpha, painted = min(clear, key=itemgetter(0))
        kinds = {"picture": "a picture with clear parts", "text": "a text that is not opaque"}
        where = "there" if painted.kind == "picture" else "unless it stands alone on one colour"
        sentence = (
            f"{kinds.get(painted.kind, 'a shape that is not opaque')} stands on it,"
            f" {_BECOMES.format(where)}"
        )
        remedy = (
            "to keep it sharp mix the colour it would give, with mix() or by hand, and paint"
            " it opaque"
        )
        if painted.is_masked:
            sentence = (
                f"a mask, a fading colour or a blend stands on it, {_BECOMES.format('there')}"
            )
            remedy = "to keep it sharp cut it out with a clip-path, or paint what it would give"
        elif painted.kind == "picture":
            remedy = (
                "to keep what lies under it sharp save it with its ground, all of it opaque,"
                " or cut it out with a clip-path"
            )
        measured = "see-through" if painted.is_masked else f"{math.floor(alpha * 100)}% opaque"
        yield side.says(
            "transparency",
            "note",
            sentence,
            remedy,
            Evidence(side.where(painted), measured, "100% opaque"),
        )


@lru_cache(maxsize=16)  # pictures stay in memory with what is known of them
def _mode(data: bytes) -> str:
    import io

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of damaged tags: they name no file
        with Image.open(io.BytesIO(data)) as image:
            return image.mode


_CHECKS = (
    _empty,
    left_over,
    types,
    mirrored,
    covered,
    _lines,
    thin_outlines,
    safe,
    bleeds,
    _pictures,
    _inks,
    _gradients,
    _mixtures,
    _blends,
    _blended_by_ink,
    _transparency,
    contrasts,
    drifts,
    template_lines,
)
