"""Codes that machines read, as shapes: QR (ISO/IEC 18004, by segno) and Code 128 (ISO/IEC 15417, by
python-barcode).

A code brings its own ground, quiet zone included, so that it can be read wherever it stands. What
was asked for is noted beside the card, and once the card is composed, how large it came out: its
checks are the preflight's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box

QR, CODE_128 = "QR code", "Code 128"
QUIET = {QR: 4, CODE_128: 10}
"""Modules that stay free around a code: ISO/IEC 18004 asks for 4 on all sides, ISO/IEC 15417 for 10
on the left and on the right."""
LEVELS = ("L", "M", "Q", "H")
_LONGEST = 80
"""Characters of a Code 128: at 0.19 mm to a module these are 17 cm."""
TAG = "data-cardgen-code"


class CodeMark(NamedTuple):
    """A code on one side of a card: what it says and where that was said, its colours as `#RRGGBB`,
    and how many modules stay free.

    `module` is the side of a module, `box` where the code lies with all that stays free around it:
    in millimetres from the upper left corner of the trim."""

    kind: str
    text: str
    source: str
    place: Place | None
    dark: str
    light: str
    quiet: int
    module: float = 0.0
    box: Box = Box(0, 0, 0, 0)


class CodeSpec(NamedTuple):
    """A code as it is asked for: its box in the units of the template, its colours, and the modules
    that stay free."""

    box: Box
    fill: str
    ground: str
    quiet: int


@lru_cache(maxsize=256)
def qr_rows(text: str, level: str) -> tuple[str, ...]:
    """The rows of a QR code's modules, 1 for a dark one. Raises CardgenError for what does not fit
    into one."""
    import segno

    if level not in LEVELS:
        raise CardgenError(
            Finding(
                "code-impossible",
                f'qr has no level "{level}"',
                f"use one of {', '.join(LEVELS)}: H bears the most damage, L holds the most",
            )
        )
    try:
        code = segno.make_qr(text, error=level, boost_error=False)
    except ValueError:  # segno.DataOverflowError is one
        raise CardgenError(
            Finding(
                "code-impossible",
                f"a text of {len(text):,} characters is too long for a QR code",
                "shorten it, or use level='L'",
            )
        ) from None
    return tuple("".join("1" if module & 1 else "0" for module in row) for row in code.matrix)


@lru_cache(maxsize=256)
def bars(text: str) -> str:
    """The modules of a Code 128, 1 for a dark one. Raises CardgenError for what it cannot say."""
    from barcode.codex import Code128
    from barcode.errors import BarcodeError

    if not text.isascii() or not text.isprintable():
        raise CardgenError(
            Finding(
                "code-impossible",
                f'"{text}" has letters that a Code 128 cannot say',
                "use plain letters and digits, or qr()",
            )
        )
    if len(text) > _LONGEST:
        raise CardgenError(
            Finding(
                "code-impossible",
                f"a text of {len(text)} characters is too long for a Code 128",
                f"use {_LONGEST} at the most, or qr()",
            )
        )
    try:
        return str(Code128(text).build()[0])
    except BarcodeError as error:
        raise CardgenError(
            Finding(
                "code-impossible",
                f'"{text}" cannot be a Code 128: {error}',
                "use plain letters and digits, or qr()",
            )
        ) from None


def colour(name: str, value: object) -> str:
    """A colour as `#RRGGBB`. Raises CardgenError for what is no solid colour."""
    rgb = colour_math.solid(str(value))
    if rgb is None:
        raise CardgenError(
            Finding(
                "unknown-colour",
                f'{name}="{value}" is no colour that a code can have',
                'write "#000000", or a colour of the palette',
            )
        )
    return rgb


def drawn(number: int, rows: Sequence[str], spec: CodeSpec, across: float, down: float) -> Markup:
    """A code as SVG; a module is `across` wide, and a row `down` high, in the units of the
    template. `number` finds it again."""
    box, margin = spec.box, spec.quiet * across
    top = 0.0 if len(rows) == 1 else margin
    path = "".join(
        f"M{x} {y}h{wide}v1h-{wide}z" for y, row in enumerate(rows) for x, wide in _runs(row)
    )
    ground = (
        f'<rect x="{box.x:.6g}" y="{box.y:.6g}" width="{box.width:.6g}" height="{box.height:.6g}"'
        f' fill="{escape(spec.ground)}"/>'
    )
    moved = f"translate({box.x + margin:.6g} {box.y + top:.6g}) scale({across:.8g} {down:.8g})"
    shape = f'<path transform="{moved}" d="{path}" fill="{escape(spec.fill)}"/>'
    return Markup(f'<g {TAG}="{number}">{ground}{shape}</g>')  # noqa: S704  # numbers, and escaped


def _runs(row: str) -> Iterator[tuple[int, int]]:
    """The dark runs of a row: where each begins, and how wide it is."""
    at = 0
    for sign, group in groupby(row):
        wide = len(list(group))
        if sign == "1":
            yield at, wide
        at += wide
