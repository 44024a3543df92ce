"""The cut: what stands too near, and what ends too early.

What a cut that is off would show is told, too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter, itemgetter

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Point, bounds
from cardgen.base.units import MM, enough, too_little
from cardgen.engine import Painted, Pixels
from cardgen.preflight.bleed import ROUND, Short, short_bleeds, short_corners
from cardgen.preflight.card_side import CardSide, Evidence
from cardgen.preflight.frames import bands, framed
from cardgen.preflight.home_print import depth_of, depth_of_box, shortened
from cardgen.preflight.template_lines import ON_CUT, THIN, lines_on_cut

DRIFT = 1.5 * MM
"""How far a cut may be off. Beside that a degree askew."""
ASKEW = math.sin(math.radians(1))
EDGE = 6 * MM
"""How far from the cut the lines of a frame stand at most, and how thick they are."""
SIGN = 0.3
"""Of the card's width, what a sign is smaller than."""
MANY = 6
"""Things alike that make a pattern."""
_SLACK = 0.02 * MM
_INSIDE = 0.05 * MM
"""How far inside the cut something ends that does not reach it."""
_SAME = 0.2 * MM
"""How much farther in or out the picture of a side may show an edge than it is drawn."""


def safe(side: CardSide) -> Iterator[Finding]:
    """Findings on texts and signs too near to the cut.

    Those beyond the cut count, too."""
    required = side.printer.safe
    if not required:
        return
    things = [(depth_of_box(side.shape, box), "a sign", box, "") for box in _signs(side)]
    depths = sorted(
        ((depth_of(side.shape, side.corners(mark)), i, mark) for i, mark in enumerate(side.texts)),
        key=itemgetter(0),
    )
    # of a text along a curve the worst stands for all
    letters = [i for _, i, mark in depths if len(mark.text.strip()) == 1]
    texts = [(depth, mark) for depth, i, mark in depths if i not in letters[1:]]
    things += (
        (depth, f'the text "{shortened(mark.text)}"', side.ink(mark), mark.text)
        for depth, mark in texts
    )
    for depth, sentence, box, text in things:
        if depth >= required - _SLACK:
            continue
        evidence = Evidence(box, "", f"{enough(required / MM)} mm", text)
        if depth < -_SLACK:
            out = enough(-depth / MM)
            beyond = f"{sentence} reaches {out} mm beyond the cut"
            severity = "error" if text else "warning"
            yield side.says(
                "safe", severity, beyond, "move it inward", evidence._replace(measured=f"-{out} mm")
            )
        else:
            stands = f"{too_little(max(0.0, depth) / MM)} mm"
            remedy = f"move it {enough((required - depth) / MM)} mm inward"
            yield side.says(
                "safe",
                "warning",
                f"{sentence} stands {stands} from the cut",
                remedy,
                evidence._replace(measured=stands),
            )


def _signs(side: CardSide) -> Iterator[Box]:
    """Small things that must be seen whole, such as pips.

    Drawings and pictures that the card places, and shapes within the trim that it draws itself.
    What runs off the card is decoration, and MANY of one kind are a pattern."""
    things = _placed(side)
    shapes = _drawn(side)
    count = Counter(kind for _, alike in (*things, *shapes) for kind in alike)
    limit = SIGN * side.drawing.box.width
    page = (shape for shape in shapes if side.drawing.box.contains(shape[0]))
    for box, alike in (*things, *page):
        is_small = box.width < limit and box.height < limit
        if not is_small or any(count[kind] >= MANY for kind in alike):
            continue
        on_card = side.box(box)
        if not _runs_off(side, on_card):
            yield on_card


def _placed(side: CardSide) -> list[tuple[Box, tuple[object, ...]]]:
    """The drawings and pictures that the card places, by kinds.

    Those of one scale are of one kind."""
    parts: dict[int, list[Box]] = {}
    kinds: dict[int, str] = {}
    things: list[tuple[Box, tuple[object, ...]]] = []
    for painted in side.paints:
        if painted.place and painted.kind != "text":
            parts.setdefault(painted.place, []).append(painted.box)
            kinds[painted.place] = painted.form
        elif painted.picture:
            data = painted.picture.data
            if visible := _shown(data):
                box = painted.matrix.box(visible).common(painted.box)
                kind = data, f"{painted.matrix.scale:.2g}"
                things.append((box, (kind,)))
    for place, boxes in parts.items():
        things.append((bounds(boxes), (kinds[place],)))
    return things


def _drawn(side: CardSide) -> list[tuple[Box, tuple[object, ...]]]:
    """The shapes that the card draws itself, by kinds.

    Those of one colour, or of one size, are of one kind."""
    shapes = [
        painted
        for painted in side.paints
        if painted.kind in ("fill", "shading") and not painted.place and not is_speck(side, painted)
    ]
    return [
        (
            painted.box,
            (painted.colours, (round(painted.box.width, 1), round(painted.box.height, 1))),
        )
        for painted in shapes
    ]


def is_speck(side: CardSide, painted: Painted) -> bool:
    """True if it is too small to be missed by anybody."""
    return max(painted.box.width, painted.box.height) * side.unit < MM


def _runs_off(side: CardSide, box: Box) -> bool:
    """True if something is meant to be cut off.

    Most of it lies beyond the cut, or it goes on to the edge of the bleed."""
    middle = Box(*box.centre, 0, 0)
    return (
        depth_of_box(side.shape, middle) < -_SLACK
        or depth_of_box(side.shape, box) < 0.1 * MM - side.printer.bleed
    )


def bleeds(side: CardSide) -> Iterator[Finding]:
    """The finding on colour that ends before the bleed, at its worst."""
    bleed = side.printer.bleed
    shorts = [*short_bleeds(side), *short_corners(side), *_slivers(side)] if bleed else []
    if shorts:
        required = round(bleed / MM, 1)
        reach = min(round(min(short.reach for short in shorts) / MM, 1), required - 0.1)
        # A colour that ends farther out than cuts go is seen on few cards.
        worst = any(short.sure and short.reach < DRIFT for short in shorts)
        if reach:
            where = f"{abs(reach):.1f} mm {'beyond' if reach > 0 else 'inside'} the cut"
        else:
            where = "at the cut, without bleed"
        sentence = f"colour ends {where}" + (": it leaves a white edge" if reach < 0 else "")
        evidence = Evidence(
            bounds(short.spot for short in shorts), f"{reach:.1f} mm", f"{required:.1f} mm"
        )
        pictures = [side.where(painted) for painted in side.paints if painted.picture]
        remedy = f"paint it {enough(bleed / MM)} mm beyond the trim"
        remedy = f'{remedy}, or give its <image> data-bleed="mirror"' if pictures else remedy
        if reach < 0 and any(box.grown(_SLACK).contains(side.whole) for box in pictures):
            remedy = "cut the white edge off the picture"
        yield side.says("bleed", "error" if worst else "warning", sentence, remedy, evidence)


def _slivers(side: CardSide) -> Iterator[Short]:
    """The edges inside the trim of what was placed too small.

    Those beside the trim count, too, but not those on sides that face each other, as of frames."""
    frame_gaps = [gap for gaps, _ in _frames(side) if min(gaps) > _INSIDE for gap in gaps]
    if framed(side):
        return
    for band in bands(side):
        is_frame = any(abs(gap - band.gap) < _SAME for gap in frame_gaps)
        if band.paper and band.gap < DRIFT and not is_frame:
            yield Short(band.spot, -band.gap, sure=False)


def drifts(side: CardSide) -> Iterator[Finding]:
    """The finding on the frame or edge nearest to the cut."""
    width, height = side.shape.width, side.shape.height
    askew = 0.0 if side.shape.kind in ROUND else max(width, height) / 2 * ASKEW
    frames = [(min(gaps), box) for gaps, box in _frames(side) if min(gaps) > _INSIDE]
    # what is nearer is such a line, which is told
    least = ON_CUT + THIN / 2 if lines_on_cut(side) else 0.0
    near, box = min(
        (frame for frame in (*frames, *_seen_frames(side, frames)) if frame[0] > least),
        default=(math.inf, side.whole),
    )
    single = [
        (band.gap, band.spot)
        for band in bands(side)
        if not band.paper and not band.line and least < band.gap < min(DRIFT, near - _SAME)
    ]
    sentence = "a frame"
    off = "let its ground run out"
    if single:
        sentence, off, (near, box) = "an edge of colour", "let it run off the card", min(single)
    safe = 2 * max(DRIFT, askew)
    if near >= safe:
        return
    evidence = Evidence(box, f"{too_little(near / MM)} mm", f"{enough(safe / MM)} mm")
    if near < max(DRIFT, askew):
        sentence = (
            f"{sentence} stands {too_little(near / MM)} mm from the cut: a cut {DRIFT / MM:g}"
            " mm off would go through it"
        )
        yield side.says(
            "drift",
            "warning",
            sentence,
            f"move it {enough((safe - near) / MM)} mm inward, or {off}",
            evidence,
        )
    else:
        off = (
            f"{(near - DRIFT) / MM:.1f} mm on one side and {(near + DRIFT) / MM:.1f} mm on the"
            " other"
        )
        turned = f"{(near - askew) / MM:.1f} to {(near + askew) / MM:.1f} mm"
        sentence = (
            f"{sentence} stands {too_little(near / MM)} mm from the cut; {DRIFT / MM:g} mm off"
            f" makes that {off}, a degree askew {turned}"
        )
        yield side.says(
            "drift", "note", sentence, f"{enough(safe / MM)} mm hide it better", evidence
        )


def _seen_frames(
    side: CardSide, painted_frames: Sequence[tuple[float, Box]]
) -> Iterator[tuple[float, Box]]:
    """Frames that the picture of a side shows.

    Frames that are drawn as such, too, have exact figures there."""
    if framed(side):
        near = min(bands(side), key=attrgetter("gap"))
        if not any(abs(gap - near.gap) < _SAME for gap, _ in painted_frames):
            yield near.gap, bounds(band.spot for band in bands(side))


def _is_plain(side: CardSide, box: Box) -> bool:
    """True if the edges of a shape cannot be seen.

    It has the colour of what is around it or lies under something else."""
    steps = (-0.5 * MM, 0.15 * MM, 0.6 * MM)
    ends = [
        (box.x, 1, 0),
        (box.right, -1, 0),
        (box.y, 0, 1),
        (box.top, 0, -1),
    ]
    for end, x, y in ends:
        at = [
            Point(end + x * step if x else box.centre.x, end + y * step if y else box.centre.y)
            for step in steps
        ]
        if len({side.pixel(*point)[:3] for point in at}) > 1:
            return False
    return True


def _frames(side: CardSide) -> Iterator[tuple[tuple[float, ...], Box]]:
    """Shapes nearly as large as the card, and four lines around it.

    Each comes with the distance of its edges from the cut, and its box."""
    width, height = side.shape.width, side.shape.height
    lines: list[list[tuple[float, Box]]] = [[], [], [], []]
    for painted in side.paints:
        if painted.kind not in ("fill", "stroke"):
            continue
        box = side.box(painted.box)
        gaps = (box.y, height - box.top, box.x, width - box.right)
        long = box.width > 0.8 * width
        tall = box.height > 0.8 * height
        if long and tall:
            if not _is_plain(side, box):
                yield gaps[:2] if side.shape.kind == "hexagon" else gaps, box
            continue
        is_line = (long and box.height < EDGE) or (tall and box.width < EDGE)
        if is_line and min(gaps) > _INSIDE:  # stripes run off the card
            for i in (0, 1) if long else (2, 3):
                if gaps[i] < EDGE:
                    lines[i].append((gaps[i], box))
    if all(lines):
        outermost = [min(some) for some in lines]
        yield tuple(gap for gap, _ in outermost), bounds(box for _, box in outermost)


@lru_cache(maxsize=16)
def _shown(data: bytes) -> Box | None:
    """The opaque part of a picture; None where all of it is.

    It is in the unit square that it fills, y upward as in PDF."""
    alpha = Pixels.of(data).alpha
    if alpha is None:
        return Box(0, 0, 1, 1)
    x_start, y_start, x_end, y_end = (bounding_box := alpha.getbbox()) or (0, 0, 0, 0)
    width, height = alpha.size
    if bounding_box:
        return Box(
            x_start / width,
            1 - y_end / height,
            (x_end - x_start) / width,
            (y_end - y_start) / height,
        )
    return None
