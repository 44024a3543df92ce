"""Codes on cards: whether a machine can read them as printed.

Where they are drawn their sizes, colours and places are looked at; then each is read back from the
pixels of its side, for something may lie over it, or cut it off. What reads them is ZXing
(zxing-cpp), of the extra `codes`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from PIL.Image import Image

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM, enough, too_little
from cardgen.cards.codes import CODE_128, QR, QUIET, CodeMark
from cardgen.cards.parcels import Drawn
from cardgen.engine import Drawing, Pdf
from cardgen.model.cards import Card, Deck
from cardgen.preflight.home_print import check_legibility, check_texts, depth_of_box, shortened

LEAST = {QR: 0.33, CODE_128: 0.19}
"""The smallest side of a module, in millimetres. QR: four dots of a head of 300 dpi, which DENSO
WAVE recommends at the least (qrcode.com, "Point for setting the module size"). Code 128: 7.5 mil,
the least of AIM's USS-128 for readers of all kinds."""
EXTRA = "codes"
"""The extra with which what reads codes comes."""
PRINTED = 300.0
"""Pixels an inch at which printers at home print."""
_FINE = 600.0
"""Pixels an inch at which all is read that only was too coarse."""
_FEW, _LARGER = 3.0, 1.2
"""Pixels that a module should have, and how many times larger a code is made at least."""
_MARGIN, _AROUND = 3 * MM, 1 * MM
"""How much of the bleed is shown around a side, and how much of the side around a code."""
CONTRAST = 0.4
"""How much more of the light the ground reflects than the bars: grade C of ISO/IEC 15415 and
15416."""
_DARK_PART, _LIGHT_PART = 0.2, 0.8
"""Of the pixels of a code in order of their light, where its dark modules are found, and its light
ones."""
_PALER = 0.02
"""How much less a code may stand out than its colours do: edges of modules are mixed from both."""


def check_codes(deck: Deck, card: Card, side: str, codes: Iterable[CodeMark]) -> Iterator[Finding]:
    """Findings about the codes on one side of a card."""
    for code in codes:
        yield from (_told(deck, card, side, code, fault) for fault in _faults(deck, code))


def _faults(deck: Deck, code: CodeMark) -> Iterator[tuple[str, str, str]]:
    """The faults of a code: severity, sentence and remedy of each."""
    least = LEAST[code.kind]
    quiet = QUIET[code.kind]
    if code.module < least - 0.0005:
        larger = "size" if code.kind == QR else "width"
        factor = enough(code.box.width * least / code.module)
        remedy = f"say less in it, or give it a {larger} of {factor} mm"
        yield (
            "warning",
            f"has modules of {code.module:.2f} mm",
            f"{remedy}: {least:g} mm are read by any reader",
        )
    if code.quiet < quiet:
        yield (
            "warning",
            f"has {code.quiet} modules free around it",
            f"leave {quiet} free: quiet={quiet}",
        )
    contrast = _reflected(code.light, code.kind) - _reflected(code.dark, code.kind)
    if contrast < CONTRAST:
        inverted = _reflected(code.dark, code.kind) > _reflected(code.light, code.kind)
        if inverted:
            why = "is light on dark"
        else:
            why = f"stands out from its ground by {too_little(max(contrast, 0) * 100)} %"
        in_red = ", and readers of bars see by red light" if code.kind == CODE_128 else ""
        yield (
            "error",
            why,
            f"{CONTRAST * 100:g} % are needed: use a dark fill on a light ground{in_red}",
        )
    box = Box(*(length * MM for length in code.box))
    depth = _inside(deck, box) if deck.shape.kind == "rectangle" else depth_of_box(deck.shape, box)
    if depth < -0.05 * MM:
        yield (
            "error",
            f"reaches {too_little(-depth / MM)} mm beyond the cut, with what stays free around it",
            "move it inward",
        )


class PlacedCode(NamedTuple):
    """A code on a side, to be read back once drawn."""

    side: str
    mark: CodeMark


def check_side(
    deck: Deck, card: Card, side: str, drawing: Drawing, codes: Sequence[CodeMark]
) -> Iterator[Finding | PlacedCode]:
    """The findings of any print on a side's texts and codes.

    Codes of which nothing worse than a warning is told are given as well."""
    yield from check_texts(deck, card, side, drawing)
    for code in codes:
        findings = list(check_codes(deck, card, side, [code]))
        yield from findings
        if all(finding.severity != "error" for finding in findings):
            yield PlacedCode(side, code)


def check_side_closely(
    deck: Deck, card: Card, side: str, drawing: Drawing, codes: Sequence[CodeMark]
) -> Iterator[Finding | PlacedCode]:
    """As `check_side`, and whether each text can be read.

    All that is painted is looked through, for which a build has no time."""
    yield from check_side(deck, card, side, drawing, codes)
    yield from check_legibility(deck, card, side, drawing)


def findings_of(drawn_card: Drawn) -> tuple[Finding, ...]:
    """The findings on a card where it was drawn."""
    return tuple(finding for finding in drawn_card.findings if not isinstance(finding, PlacedCode))


def read_back(deck: Deck, drawn_card: Drawn, dpi: float = PRINTED) -> Iterator[Finding]:
    """Findings on codes that cannot be read, or stand out too little.

    As they are printed, at a number of pixels an inch."""
    codes = [
        placed_code for placed_code in drawn_card.findings if isinstance(placed_code, PlacedCode)
    ]
    if not codes:
        return
    try:
        import zxingcpp
    except ImportError:
        sentence = "codes are not read back from the printed cards"
        remedy = f'install what reads them: pip install "cardgen[{EXTRA}]"'
        yield Finding("package-missing", sentence, remedy).found_by("codes", "note", deck.game)
        return
    pictures: dict[tuple[str, float], Image] = {}

    def is_read(side: str, drawing: Drawing, code: CodeMark, dpi: float) -> bool:
        if (side, dpi) not in pictures:
            pictures[side, dpi] = _picture(deck, drawing, dpi)
        picture = pictures[side, dpi].crop(_edges(code, dpi, pictures[side, dpi]))
        formats = zxingcpp.BarcodeFormats(
            [zxingcpp.BarcodeFormat.QRCode if code.kind == QR else zxingcpp.BarcodeFormat.Code128]
        )
        # modules of two pixels are read so
        larger = picture.resize((2 * picture.width, 2 * picture.height))
        return any(
            zxingcpp.read_barcodes(image, formats=formats, try_invert=False)
            for image in (picture, larger)
        )

    for side, code in codes:
        drawing = drawn_card.face if side == "face" else drawn_card.back
        if not drawing:
            continue
        if not is_read(side, drawing, code, dpi):
            coarse = dpi < _FINE and is_read(side, drawing, code, _FINE)
            yield _unread(deck, drawn_card.card, side, code, dpi if coarse else 0.0)
            continue
        contrast = _contrast_left(code, pictures[side, dpi], dpi)
        if contrast < CONTRAST - _PALER:
            yield _faint(deck, drawn_card.card, side, code, contrast)


def _picture(deck: Deck, drawing: Drawing, dpi: float) -> Image:
    """A side with a margin as it is printed."""
    # most decks have no codes
    from cardgen.prepress.profiles import Fit
    from cardgen.prepress.raster import rasters, side_page

    width = deck.shape.width + 2 * _MARGIN
    height = deck.shape.height + 2 * _MARGIN
    pixels = round(width * dpi / 72), round(height * dpi / 72)
    pdf = Pdf.passing()
    side_page(pdf, drawing, deck.shape, Fit(width, height, pixels))
    return next(iter(rasters(pdf.bytes(), pixels)))


def _contrast_left(code: CodeMark, picture: Image, dpi: float) -> float:
    """The light modules' light less the dark ones', as printed."""
    shorter_side = min(code.box.width, code.box.height)
    free = min(code.quiet * code.module, shorter_side / 4) * MM
    pixels = picture.crop(_edges(code, dpi, picture, -free)).convert("RGB")
    counted: Any = pixels.getcolors(pixels.width * pixels.height)
    lights = []
    for count, (red, green, blue) in counted:
        reflected = _reflected_by((red / 255, green / 255, blue / 255), code.kind)
        lights.append((reflected, count))
    lights.sort()
    return _share_of(lights, _LIGHT_PART) - _share_of(lights, _DARK_PART)


def _share_of(lights: Sequence[tuple[float, int]], part: float) -> float:
    """The light that this share of all pixels have at most.

    Lights stand in their order, each with its pixels."""
    least_count = part * sum(count for _, count in lights)
    so_far = 0
    for light, count in lights:
        so_far += count
        if so_far >= least_count:
            return light
    return 0.0


def _edges(
    code: CodeMark, dpi: float, picture: Image, around: float = _AROUND
) -> tuple[int, int, int, int]:
    """The pixels of a code, its free margin, and as much around."""
    box = Box(*(length * MM for length in code.box)).grown(around)
    x_start, y_start, x_end, y_end = (
        (edge + _MARGIN) * dpi / 72 for edge in (box.x, box.y, box.right, box.top)
    )
    return (
        max(0, int(x_start)),
        max(0, int(y_start)),
        min(picture.width, round(x_end)),
        min(picture.height, round(y_end)),
    )


def _unread(deck: Deck, card: Card, side: str, code: CodeMark, coarse: float) -> Finding:
    """The fault of a code that cannot be read.

    `coarse` is the pixels an inch at which it cannot be read, where more would do."""
    across = code.module * MM * coarse / 72
    if coarse:
        sentence = (
            f"cannot be read from what is printed: its modules have {too_little(across)}"
            f" pixels at {coarse:.0f} dpi"
        )
        remedy = f"say less in it, or make it {enough(max(_FEW / across, _LARGER))} times as large"
    else:
        sentence = (
            "cannot be read from what is printed: something lies over it, cuts it off or"
            " changes its colours"
        )
        remedy = (
            "paint nothing on it or on what stays free around it, or a smaller sign on a code"
            " with level='H'"
        )
    return _told(deck, card, side, code, ("error", sentence, remedy))


def _faint(deck: Deck, card: Card, side: str, code: CodeMark, contrast: float) -> Finding:
    """A code that stands out less than its colours do."""
    sentence = (
        f"stands out by {too_little(contrast * 100)} % as it is printed, for something veils"
        " it or changes its colours"
    )
    remedy = f"{CONTRAST * 100:g} % are needed: take the veil, the opacity or the blend off it"
    return _told(deck, card, side, code, ("error", sentence, remedy))


def _told(
    deck: Deck, card: Card, side: str, code: CodeMark, fault: tuple[str, str, str]
) -> Finding:
    """A finding on a code of a side, from a fault."""
    severity, sentence, remedy = fault
    whose = f" of {code.source}" if code.source else f' "{shortened(code.text)}"'
    problem = Finding(
        "codes",
        f'card "{card.id}", {side}: the {code.kind}{whose} {sentence}',
        remedy,
        code.place or card.place,
    )
    return problem.found_by(
        "codes", severity, deck.game, deck.id, card.id, side=side, spot=code.box
    )


def _inside(deck: Deck, box: Box) -> float:
    right = deck.shape.width - box.x - box.width
    below = deck.shape.height - box.y - box.height
    return min(box.x, box.y, right, below)


def _reflected(colour: str, kind: str) -> float:
    """The light that a colour gives back, from 0 to 1."""
    return _reflected_by(colour_math.shares(colour), kind)


def _reflected_by(colour: RGB, kind: str) -> float:
    """The light that a colour gives back, from its shares.

    Readers of bars shine red (ISO/IEC 15416)."""
    light = colour_math.seen_with("", colour)
    return light[0] if kind == CODE_128 else colour_math.luminance(light)
