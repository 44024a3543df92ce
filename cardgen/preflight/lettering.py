"""Lettering: whether a press prints a side's texts legibly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Any

from cardgen.base import colour_math
from cardgen.base.colour_math import RGB
from cardgen.base.findings import Finding
from cardgen.base.units import MM, enough, too_little
from cardgen.engine import Painted, TextMark
from cardgen.preflight.as_seen import AsSeen
from cardgen.preflight.card_side import CardSide, Evidence
from cardgen.preflight.covering import is_shadow
from cardgen.preflight.home_print import and_more, shortened
from cardgen.rules.housekeeping import leftover_in

STURDY = 8.0
"""Points from which light text on a dark ground needs no bold letters."""
BOLD = 700
DARK = 0.4
"""Relative luminance under which a ground is dark."""
PART = 0.2
"""Of the ground behind a text, what is enough to make it hard to read."""
LARGE, LARGE_BOLD = 18.0, 14.0
"""Points from which WCAG asks for less contrast."""
PLAIN = 3.0
"""Contrast that large text needs; small text needs 4.5."""


def left_over(side: CardSide) -> Iterator[Finding]:
    """Of what templates say: texts of the cards are looked through by themselves."""
    card_text = " ".join(str(value) for value in side.card.fields.values())
    language = side.game.typeset(side.deck).language
    for mark in side.texts:
        if (words := leftover_in(mark.text, language)) and words not in card_text:
            sentence = f'its template still says "{words}"'
            yield side.says(
                "leftover",
                "warning",
                sentence,
                "write what it shall say",
                Evidence(side.ink(mark), words, "a text"),
            )


def mirrored(side: CardSide) -> Iterator[Finding]:
    """Texts that read from right to left, all of a side.

    Their drawing was turned over."""
    marks = [
        mark for mark in side.texts if mark.matrix.a * mark.matrix.d < mark.matrix.b * mark.matrix.c
    ]
    if marks:
        first = marks[0]
        sentence = f'the text "{shortened(first.text)}"{and_more(len(marks) - 1)} is mirrored'
        remedy = "take the negative scale off it, or turn it with rotate(180)"
        evidence = Evidence(side.ink(first), "mirrored", "as it is read", first.text)
        yield side.says("mirrored-text", "warning", sentence, remedy, evidence)


def covered(side: CardSide) -> Iterator[Finding]:
    """Texts that are mostly covered, all of a side.

    What else is wrong with them is not told."""
    if side.lost:
        share, mark = max(side.lost, key=itemgetter(0))
        hidden = f"{math.floor(share * 100)} %"
        sentence = (
            f'the text "{shortened(mark.text)}"{and_more(len(side.lost) - 1)} lies under what'
            f" is painted after it, {hidden} of it"
        )
        evidence = Evidence(side.ink(mark), f"{hidden} covered", "uncovered", mark.text)
        yield side.says(
            "covered-text",
            "warning",
            sentence,
            "write it after what covers it, or take it away",
            evidence,
        )


def types(side: CardSide) -> Iterator[Finding]:
    """Findings on the size of texts. One stands for all letters that are set by themselves and have
    the same fault."""
    reported: set[tuple[str, str]] = set()
    for mark in side.legible:
        for finding in _type(side, mark):
            fault = finding.check, finding.measured
            if len(mark.text.strip()) > 1 or fault not in reported:
                yield finding
                reported.add(fault)


def _type(side: CardSide, mark: TextMark) -> Iterator[Finding]:
    """Too small at all, or light on dark. There ink creeps into the letters from all around: bold
    strokes bear it, and from STURDY on regular ones; between the least size and that, thin letters
    come out thinner and may fill in."""
    least = side.printer.type
    light = side.printer.reversed
    size = side.size(mark)
    bold = mark.font.weight >= BOLD
    quoted = f'"{shortened(mark.text)}"'
    tall = f"{too_little(size)} pt"
    evidence = Evidence(side.ink(mark), tall, f"{least:g} pt", mark.text)
    if size < least - 0.01:
        sentence = f"the text {quoted} is {tall} tall"
        yield side.says("type-size", "error", sentence, f"set it in {least:g} pt or more", evidence)
    elif not light or size >= (light if bold else STURDY) - 0.01 or not _is_reversed(side, mark):
        return
    elif size < light - 0.01:
        sentence = f"the light text {quoted} on a dark ground is {tall} tall"
        yield side.says(
            "reversed-text",
            "error",
            sentence,
            f"set it in {light:g} pt or more",
            evidence._replace(required=f"{light:g} pt"),
        )
    else:
        sentence = (
            f"the light text {quoted} on a dark ground is {tall} tall and of weight"
            f" {mark.font.weight}"
        )
        remedy = f"set it bold ({BOLD}), or in {STURDY:g} pt or more"
        evidence = evidence._replace(
            measured=f"{tall}, weight {mark.font.weight}",
            required=f"{STURDY:g} pt, or weight {BOLD}",
        )
        yield side.says("reversed-text", "warning", sentence, remedy, evidence)


def _is_reversed(side: CardSide, mark: TextMark) -> bool:
    """True if a text is lighter than its dark ground.

    Lighter also where it is darkest."""
    if not mark.fill:
        return False
    ground = colour_math.lightness(side.grounds(side.ink(mark))[0][1])
    return ground < DARK and ground < min(map(colour_math.lightness, mark.fill))


def thin_outlines(side: CardSide) -> Iterator[Finding]:
    """The finding on the thinnest outline of letters, if too thin.

    One in the colour of its letters only makes them bolder."""
    least = side.printer.line
    letters = [
        (painted.width * side.unit, mark)
        for painted in side.paints
        if painted.kind == "text" and painted.width
        for mark in _shown(side, painted)
    ]
    thin = [(width, mark) for width, mark in letters if width < least - 0.005]
    if thin:
        width, mark = min(thin, key=itemgetter(0))
        has = f"{too_little(width, 2)} pt"
        sentence = (
            f'the text "{shortened(mark.text)}"{and_more(len(thin) - 1)} has an outline {has} thick'
        )
        remedy = f"draw it {least:g} pt ({enough(least / MM, 2)} mm) thick or more"
        remedy = f"{remedy}, or leave it away" if mark.fill else remedy
        evidence = Evidence(side.ink(mark), has, f"{least:g} pt", mark.text)
        yield side.says(
            "line-width", "warning" if mark.fill else "error", sentence, remedy, evidence
        )


def _shown(side: CardSide, letters: Painted) -> list[TextMark]:
    """The texts that can be seen of what is painted."""
    painted = side.drawing.texts[slice(*letters.texts)]
    return [mark for mark in side.legible if any(mark is text for text in painted)]


def contrasts(side: CardSide) -> Iterator[Finding]:
    """Texts of a side with too little contrast (WCAG 2.2, 1.4.3).

    Each pair of colours counts once."""
    reported: set[tuple[RGB, RGB, float, float, float]] = set()
    as_seen = AsSeen(side)
    rims = {(mark.text, *_rounded(mark)): mark.outline for mark in side.legible if mark.outline}
    # with a pattern, if not with colours
    filled = {
        (mark.text, *_rounded(mark)) for mark in side.legible if mark.fill or not mark.outline
    }
    last = {mark.text: mark for mark in side.legible}
    for mark in side.legible:
        where = mark.text, *_rounded(mark)
        colours = mark.fill if where in filled else mark.outline  # letters that are but an outline
        if not colours or is_shadow(mark, last[mark.text]):
            continue
        size = side.size(mark)
        grounds = side.under(mark)
        fills = _on_the_way(colours)
        rim = [(1.0, rgb) for rgb in rims.get(where, ())] if mark.fill else []
        if (
            rim
            and min(_weakest(fills, [ground_part])[0] for ground_part in rim)
            > _weakest(fills, grounds)[0]
        ):
            grounds = rim  # letters with a rim stand out from that
        intended, fill, ground = _weakest(fills, grounds, alpha=mark.alpha)
        plain = as_seen.contrast(mark, intended)
        required = PLAIN if size >= (LARGE_BOLD if mark.font.weight >= BOLD else LARGE) else 4.5
        if (fill, ground, required, mark.alpha, round(plain, 1)) in reported:
            continue
        reported.add((fill, ground, required, mark.alpha, round(plain, 1)))
        weakest, worst = min(
            (_weakest(fills, grounds, vision, mark.alpha)[0], vision)
            for vision in colour_math.VISION
        )
        part = (
            "its ground" if len(grounds) == 1 or grounds[0][1] == ground else "a part of its ground"
        )
        remedy = "make the text darker or its ground lighter, or the other way round"
        if plain < intended:
            part = f"{part} as a blend, a mask or a veil leaves it"
            remedy = "take that off the text"
        if plain < required - 0.05:
            sentence = (
                f'the text "{shortened(mark.text)}" has a contrast of {too_little(plain)} to {part}'
            )
            yield side.says(
                "contrast",
                "warning",
                sentence,
                remedy,
                Evidence(side.ink(mark), too_little(plain), f"{required:g}", mark.text),
            )
        elif weakest < PLAIN:
            sentence = (
                f'the text "{shortened(mark.text)}" has a contrast of {too_little(weakest)} to'
                f" {part} for eyes with {worst}"
            )
            yield side.says(
                "contrast",
                "warning",
                sentence,
                remedy,
                Evidence(side.ink(mark), too_little(weakest), f"{PLAIN:g}", mark.text),
            )


def _on_the_way(stops: Sequence[RGB]) -> list[RGB]:
    """The colours of stops, and those halfway between them.

    A gradient may cross the colour of its ground."""
    halfway: list[Any] = [
        tuple((a + b) / 2 for a, b in zip(start, end, strict=True))
        for start, end in pairwise(stops)
    ]
    return list(dict.fromkeys((*stops, *halfway)))


def _weakest(
    fills: Sequence[RGB], grounds: Sequence[tuple[float, RGB]], vision: str = "", alpha: float = 1.0
) -> tuple[float, RGB, RGB]:
    """The least contrast of a text, its colour and the ground's.

    It is that to PART of its grounds, where they and its own colour give least."""
    weakest = []
    for fill in fills:
        ranked = sorted(
            (
                colour_math.contrast(colour_math.between(ground, fill, alpha), ground, vision),
                share,
                ground,
            )
            for share, ground in grounds
        )
        reached = accumulate(share for _, share, _ in ranked)
        least = next(
            (contrast, ground)
            for (contrast, _, ground), so_far in zip(ranked, reached, strict=True)
            if so_far >= PART - 1e-9
        )
        weakest.append((least[0], fill, least[1]))
    return min(weakest)


def _rounded(mark: TextMark) -> tuple[float, float]:
    return round(mark.placement.e, 1), round(mark.placement.f, 1)


def embeddable(side: CardSide, passed: set[str]) -> Iterator[Finding]:
    """Findings on fonts that may not be embedded as subsets.

    They are for files in which fonts are embedded; each font counts once. A font that may not be
    embedded at all is refused when it is read."""
    if side.printer.makes != "pdf":
        return
    for mark in side.texts:
        if mark.font.key in passed:
            continue
        passed.add(mark.font.key)
        if wants := mark.font.embedding_limit:
            sentence = (
                f'the font {mark.font.path.name} of the text "{shortened(mark.text)}" {wants}'
            )
            evidence = Evidence(
                side.ink(mark), wants, "may be embedded, cut down to what is used", mark.text
            )
            yield side.says(
                "fonts", "warning", sentence, "use another font, or ask its maker", evidence
            )
        elif mark.font.print_only:
            may = "may be embedded to be seen and printed, and not to be edited"
            sentence = f'the font {mark.font.path.name} of the text "{shortened(mark.text)}" {may}'
            remedy = "send the PDF to printers alone, or use a font without that limit"
            yield side.says(
                "fonts",
                "note",
                sentence,
                remedy,
                Evidence(side.ink(mark), may, "may be embedded", mark.text),
            )
