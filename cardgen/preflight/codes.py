"""Codes on cards: whether a machine will read them at the size, and in the colours, in which they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.errors import Problem
from cardgen.base.geometry import Box
from cardgen.base.units import MM, enough, too_little
from cardgen.cards.codes import CODE_128, QR, QUIET, CodeMark
from cardgen.graphics.contrast import luminance, seen_with
from cardgen.graphics.css_colour import shares
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Card, Deck
from cardgen.preflight.home_print import check_texts, depth_of_box, shortened
from cardgen.rules.finding import Finding

LEAST = {QR: 0.33, CODE_128: 0.19}
"""The smallest side of a module, in millimetres. QR: four dots of a head of 300 dpi, which DENSO WAVE recommends at the least
(qrcode.com, "Point for setting the module size"). Code 128: 7.5 mil, the least of AIM's USS-128 for readers of all kinds."""
CONTRAST = 0.4
"""How much more of the light the ground reflects than the bars: grade C of ISO/IEC 15415 and 15416."""


def check_codes(deck: Deck, card: Card, side: str, codes: Iterable[CodeMark]) -> Iterator[Finding]:
    """Findings about the codes on one side of a card."""
    for code in codes:
        whose = f" of {code.source}" if code.source else f' "{shortened(code.said)}"'
        about, place = f'card "{card.id}", {side}: the {code.kind}{whose}', code.place or card.place
        for severity, what, remedy in _faults(deck, code):
            problem = Problem(f"{about} {what}", remedy, place)
            yield Finding("codes", severity, problem, deck.game, deck.id, card.id, side=side, spot=code.box)


def _faults(deck: Deck, code: CodeMark) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a code: how grave that is, what it is and what would mend it."""
    least, quiet = LEAST[code.kind], QUIET[code.kind]
    if code.module < least - 0.0005:
        larger = "size" if code.kind == QR else "width"
        factor = enough(code.box.width * least / code.module)
        remedy = f"say less in it, or give it a {larger} of {factor} mm"
        yield "warning", f"has modules of {code.module:.2f} mm", f"{remedy}: {least:g} mm are read by any reader"
    if code.quiet < quiet:
        yield "warning", f"has {code.quiet} modules free around it", f"leave {quiet} free: quiet={quiet}"
    seen = _reflected(code.light, code.kind) - _reflected(code.dark, code.kind)
    if seen < CONTRAST:
        inverted = _reflected(code.dark, code.kind) > _reflected(code.light, code.kind)
        why = "is light on dark" if inverted else f"stands out from its ground by {too_little(max(seen, 0) * 100)} %"
        in_red = ", and readers of bars see by red light" if code.kind == CODE_128 else ""
        yield "error", why, f"{CONTRAST * 100:g} % are needed: use a dark fill on a light ground{in_red}"
    box = Box(*(length * MM for length in code.box))
    if (depth := depth_of_box(deck.shape, box) if deck.shape.kind != "rectangle" else _inside(deck, box)) < -0.05 * MM:
        yield "error", f"reaches {too_little(-depth / MM)} mm beyond the cut, with what stays free around it", "move it inward"


def check_side(deck: Deck, card: Card, side: str, drawing: Drawing, codes: Iterable[CodeMark]) -> Iterator[Finding]:
    """All that any print has to say about one side of a card: its texts and its codes."""
    yield from check_texts(deck, card, side, drawing)
    yield from check_codes(deck, card, side, codes)


def _inside(deck: Deck, box: Box) -> float:
    return min(box.x, box.y, deck.shape.width - box.x - box.width, deck.shape.height - box.y - box.height)


def _reflected(colour: str, kind: str) -> float:
    """How much light a colour gives back, from 0 to 1; readers of bars shine red (ISO/IEC 15416)."""
    light = seen_with("", shares(colour))
    return light[0] if kind == CODE_128 else luminance(light)
