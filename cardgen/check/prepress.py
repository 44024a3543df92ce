"""Prepress: what is checked of one side of a card before it goes to a printer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import attrgetter, itemgetter
from typing import Any

from cardgen.check.bands import bands, framed
from cardgen.check.colours import VISION, contrast, luminance, seen_with
from cardgen.check.finding import Finding
from cardgen.check.print_sanity import depth_of, depth_of_box, shortened
from cardgen.check.rim import Short, short_bleeds
from cardgen.check.side import Side
from cardgen.check.upkeep import LEFTOVER
from cardgen.drawing import TextMark
from cardgen.fontfiles import embedding
from cardgen.geometry import Box, Point, bounds
from cardgen.paints import RGB, Painted
from cardgen.pixels import pixels_of
from cardgen.units import MM, enough, too_little

DRIFT = 1.5 * MM
"""How far a cut may be off. Beside that a degree askew."""
ASKEW = math.sin(math.radians(1))
EDGE = 6 * MM
"""How far from the cut the lines of a frame stand at most, and how thick they are."""
FINE = 600.0
"""Pixels an inch beyond which a picture is only larger."""
SMALL = 9.0
"""Points under which dark text in several inks shows coloured rims where the plates do not meet."""
SIGN = 0.3
"""Of the card's width, what a sign is smaller than."""
MANY = 6
"""Things alike that make a pattern."""
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
_SLACK = 0.02 * MM
_INSIDE = 0.05 * MM
"""How far inside the cut something ends that does not reach it."""
_SAME = 0.2 * MM
"""How much farther in or out the picture of a side may show an edge than it is drawn."""
_RIGHTS = {0x0100: "may only be embedded whole", 0x0200: "may only be embedded as bitmaps"}
"""What fonts say in OS/2 fsType."""


def look(side: Side) -> Iterator[Finding]:
    """Everything about one side of a card by itself."""
    for check in (_leftovers, _types, _lines, _safe, _bleed, _pictures, _inks, _transparency, _contrasts, _drift):
        yield from check(side)


def _leftovers(side: Side) -> Iterator[Finding]:
    """Of what templates say: texts of the cards are looked through by themselves."""
    said = " ".join(str(value) for value in side.card.fields.values())
    for mark in side.texts:
        if (found := LEFTOVER.search(mark.text)) and found[0] not in said:
            what = f'its template still says "{found[0]}"'
            figures = {"measured": found[0], "required": "a text"}
            yield side.says("leftover", "warning", what, "write what it shall say", spot=side.ink(mark), **figures)


def _types(side: Side) -> Iterator[Finding]:
    """What is wrong with the size of texts. Of letters that are set by themselves one stands for all that have the same fault."""
    told: set[tuple[str, str]] = set()
    for mark in side.texts:
        for found in _type(side, mark):
            fault = found.check, found.measured
            if len(mark.text.strip()) > 1 or fault not in told:
                yield found
                told.add(fault)


def _type(side: Side, mark: TextMark) -> Iterator[Finding]:
    """Too small at all, or light on dark. There ink creeps into the letters from all around: bold strokes bear it, and from STURDY on
    regular ones; between the least size and that, thin letters come out thinner and may fill in."""
    least, light, size, bold = side.printer.type, side.printer.reversed, side.size(mark), mark.font.weight >= BOLD
    said, tall = f'"{shortened(mark.text)}"', f"{too_little(size)} pt"
    figures: dict[str, Any] = {"spot": side.ink(mark), "measured": tall, "text": mark.text}
    if size < least - 0.01:
        what = f"the text {said} is {tall} tall"
        yield side.says("type-size", "error", what, f"set it in {least:g} pt or more", required=f"{least:g} pt", **figures)
    elif not light or size >= (light if bold else STURDY) - 0.01 or not _reversed(side, mark):
        return
    elif size < light - 0.01:
        what = f"the light text {said} on a dark ground is {tall} tall"
        yield side.says("reversed-text", "error", what, f"set it in {light:g} pt or more", required=f"{light:g} pt", **figures)
    else:
        what = f"the light text {said} on a dark ground is {tall} tall and of weight {mark.font.weight}"
        remedy = f"set it bold ({BOLD}), or in {STURDY:g} pt or more"
        figures["measured"] += f", weight {mark.font.weight}"
        yield side.says("reversed-text", "warning", what, remedy, required=f"{STURDY:g} pt, or weight {BOLD}", **figures)


def _reversed(side: Side, mark: TextMark) -> bool:
    """Whether a text is lighter than its ground, also where it is darkest, and that is dark."""
    if not mark.fill:
        return False
    ground = _light(side.behind(side.ink(mark)))
    return ground < DARK and ground < min(map(_light, mark.fill))


def _lines(side: Side) -> Iterator[Finding]:
    thin = [each for each in side.paints if _thin(side, each) and not _unseen(side, each)]
    if thin:
        worst = min(thin, key=lambda each: each.width)
        width = worst.width * side.unit
        others = f" and {len(thin) - 1} more" if len(thin) > 1 else ""
        what = f"a line{others} is {too_little(width, 2)} pt thick"
        remedy = f"draw it {side.printer.line:g} pt ({enough(side.printer.line / MM, 2)} mm) thick or more"
        figures = {"measured": f"{too_little(width, 2)} pt", "required": f"{side.printer.line:g} pt"}
        yield side.says("line-width", "error", what, remedy, spot=side.box(worst.box), **figures)


def _thin(side: Side, each: Painted) -> bool:
    """A line, or a filled bar; a shape without any thickness is not painted."""
    if each.kind == "fill" and (not each.width or _speck(side, each)):
        return False
    return each.kind in ("fill", "stroke") and each.width * side.unit < side.printer.line - 0.005


def _unseen(side: Side, each: Painted) -> bool:
    """Whether a line has the colour of all that is around it."""
    around = side.grounds(side.box(each.box).grown(0.5 * MM))
    return all(math.dist(rgb, colour) < 0.03 for _, rgb in around for colour in each.colours)


def _safe(side: Side) -> Iterator[Finding]:
    safe = side.printer.safe
    if not safe:
        return
    things = [(depth_of_box(side.shape, box), "a sign", box, "") for box in _signs(side)]
    depths = sorted(((depth_of(side.shape, side.corners(mark)), i, mark) for i, mark in enumerate(side.texts)), key=itemgetter(0))
    letters = [i for _, i, mark in depths if len(mark.text.strip()) == 1]  # of a text along a curve the worst stands for all
    texts = [(depth, mark) for depth, i, mark in depths if i not in letters[1:]]
    things += ((depth, f'the text "{shortened(mark.text)}"', side.ink(mark), mark.text) for depth, mark in texts)
    for depth, what, box, text in things:
        if depth >= safe - _SLACK:
            continue
        figures: dict[str, Any] = {"spot": box, "required": f"{enough(safe / MM)} mm", "text": text}
        if depth < -_SLACK:
            out = enough(-depth / MM)
            beyond = f"{what} reaches {out} mm beyond the cut"
            yield side.says("safe", "error" if text else "warning", beyond, "move it inward", measured=f"-{out} mm", **figures)
        else:
            stands, remedy = f"{too_little(max(0.0, depth) / MM)} mm", f"move it {enough((safe - depth) / MM)} mm inward"
            yield side.says("safe", "warning", f"{what} stands {stands} from the cut", remedy, measured=stands, **figures)


def _signs(side: Side) -> Iterator[Box]:
    """Small things that are meant to be seen whole, such as pips: drawings and pictures that the card places, and shapes within the trim
    that it draws itself. What runs off the card is decoration, and MANY of one kind are a pattern: placed ones of one scale, or drawn
    ones of one colour or one size."""
    parts: dict[int, list[Box]] = {}
    kinds: dict[int, str] = {}
    things: list[tuple[Box, tuple[object, ...]]] = []
    for each in side.paints:
        if each.place and each.kind != "text":
            parts.setdefault(each.place, []).append(each.box)
            kinds[each.place] = each.form
        elif each.picture and (shown := _shown(each.picture.data)):
            box = each.matrix.box(shown).common(each.box)
            things.append((box, ((each.picture.data, f"{each.matrix.scale:.2g}"),)))
    things += [(bounds(boxes), (kinds[place],)) for place, boxes in parts.items()]
    drawn = [each for each in side.paints if each.kind in ("fill", "shading") and not each.place and not _speck(side, each)]
    shapes = [(each.box, (each.colours, (round(each.box.width, 1), round(each.box.height, 1)))) for each in drawn]
    count = Counter(kind for _, alike in (*things, *shapes) for kind in alike)
    limit = SIGN * side.drawing.box.width
    whole = (shape for shape in shapes if side.drawing.box.contains(shape[0]))
    for box, alike in (*things, *whole):
        small = box.width < limit and box.height < limit
        if small and all(count[kind] < MANY for kind in alike) and not _runs_off(side, side.box(box)):
            yield side.box(box)


def _speck(side: Side, each: Painted) -> bool:
    """Too small to be missed by anybody."""
    return max(each.box.width, each.box.height) * side.unit < MM


def _runs_off(side: Side, box: Box) -> bool:
    """Whether most of something lies beyond the cut, or it goes on to the edge of the bleed: then it is meant to be cut off."""
    middle = Box(*box.centre, 0, 0)
    return depth_of_box(side.shape, middle) < -_SLACK or depth_of_box(side.shape, box) < 0.1 * MM - side.printer.bleed


def _bleed(side: Side) -> Iterator[Finding]:
    bleed = side.printer.bleed
    found = [*short_bleeds(side), *_slivers(side)] if bleed else []
    if found:
        wanted = round(bleed / MM, 1)
        reach = min(round(min(short.reach for short in found) / MM, 1), wanted - 0.1)
        # A colour that ends farther out than cuts go is seen on few cards.
        worst = any(short.sure and short.reach < DRIFT for short in found)
        where = f"{abs(reach):.1f} mm {'beyond' if reach > 0 else 'inside'} the cut" if reach else "at the cut, without bleed"
        what = f"colour ends {where}" + (": it leaves a white edge" if reach < 0 else "")
        figures = {"measured": f"{reach:.1f} mm", "required": f"{wanted:.1f} mm"}
        remedy = f"paint it {enough(bleed / MM)} mm beyond the trim"
        yield side.says("bleed", "error" if worst else "warning", what, remedy, spot=bounds(short.spot for short in found), **figures)


def _slivers(side: Side) -> Iterator[Short]:
    """What was placed beside the trim, or too small for it, and ends inside it: not on sides that face each other, as frames do."""
    drawn = [gap for gaps, _ in _frames(side) if min(gaps) > _INSIDE for gap in gaps]
    for band in () if framed(side) else bands(side):
        if band.paper and band.gap < DRIFT and not any(abs(gap - band.gap) < _SAME for gap in drawn):
            yield Short(band.spot, -band.gap, sure=False)


def _pictures(side: Side) -> Iterator[Finding]:
    coarse, sharp = side.printer.coarse, side.printer.dpi
    told: set[tuple[bytes, int]] = set()
    for each in side.paints:
        if each.picture is None:
            continue
        box, (a, b, c, d, _, _) = side.box(each.box), each.matrix
        across, down = math.hypot(a, b) * side.unit, math.hypot(c, d) * side.unit
        if not across or not down:
            continue
        dpi = min(each.picture.width / across, each.picture.height / down) * each.picture.detail * 72
        if (same := (each.picture.data, round(dpi))) in told:  # in the tiles of a pattern, say
            continue
        told.add(same)
        what = f"a picture has {dpi:.0f} pixels an inch"
        figures: dict[str, Any] = {"spot": box, "measured": f"{dpi:.0f} dpi", "required": f"{sharp:.0f} dpi"}
        if dpi < coarse:
            yield side.says("resolution", "error", what, "use a larger one or a drawing", **figures)
        elif dpi < sharp - 1:
            yield side.says("resolution", "warning", what, f"{sharp:.0f} are sharp", **figures)
        elif dpi > FINE + 1:
            remedy = f"more than {FINE:.0f} cannot be seen; a smaller one makes a smaller file"
            yield side.says("resolution", "warning", what, remedy, **figures | {"required": f"{FINE:.0f} dpi at most"})
        most = 100 * side.inks.heaviest(each.picture.data) if side.printer.ink else 0.0
        if most > side.printer.ink + 0.5:
            limit = f"{side.printer.ink:.0f} %"
            what = f"the darkest spot of a picture would take {most:.0f} % of ink; it is printed with {limit}"
            remedy = "look at a proof, or make its shadows lighter"
            yield side.says("total-ink", "note", what, remedy, spot=box, measured=f"{most:.0f} %", required=limit)
        if side.printer.makes != "pdf" and _mode(each.picture.data) == "CMYK":
            remedy = "save it as RGB, so that you see what becomes of its colours"
            what = "a picture is made of inks (CMYK), which this printer does not take; its colours are converted"
            yield side.says("colour-space", "warning", what, remedy, spot=box, measured="CMYK", required="RGB")


def _inks(side: Side) -> Iterator[Finding]:
    """Of every PDF, for its colours are always inks."""
    limit, inks = side.printer.ink, side.inks
    if side.printer.makes != "pdf":
        return
    told: set[RGB] = set()
    for each in side.paints:
        for rgb in each.colours:
            amount = 100 * sum(inks.of(rgb))
            if limit and rgb not in told and amount > limit + 0.5:
                told.add(rgb)
                colour = "#" + bytes(round(value * 255) for value in rgb).hex().upper()
                what = f"the palette's inks for {colour} come to {amount:.0f} %"
                remedy = f"mix it with {limit:.0f} % or less: take away cyan, magenta and yellow alike, and add some black"
                figures = {"measured": f"{amount:.0f} %", "required": f"{limit:.0f} %"}
                yield side.says("total-ink", "error", what, remedy, spot=side.where(each), **figures)
    dark: dict[tuple[RGB, ...], list[TextMark]] = {}
    for mark in side.texts:
        if mark.fill and side.size(mark) < SMALL:
            dark.setdefault(mark.fill, []).append(mark)
    for fills, marks in dark.items():
        count = max((sum(part > 0.05 for part in parts) for parts in map(inks.of, fills) if parts[3] > 0.5), default=0)
        if count > 1:
            first = marks[0]
            others = f" and {len(marks) - 1} more" if len(marks) > 1 else ""
            what = f'the small dark text "{shortened(first.text)}"{others} is printed in {count} inks'
            remedy = "give its colour a cmyk of black alone, such as [0, 0, 0, 100]"
            figures = {"measured": f"{count} inks", "required": "1 ink"}
            yield side.says("rich-black", "warning", what, remedy, spot=side.ink(first), text=first.text, **figures)


def _transparency(side: Side) -> Iterator[Finding]:
    if side.printer.makes != "pdf":
        return
    paints = (*side.paints, *side.beyond)
    clear = [(alpha, each) for each in paints if (alpha := each.alpha * (_least_alpha(each.picture.data) if each.picture else 1)) < 1]
    if clear:
        alpha, each = min(clear, key=itemgetter(0))
        kinds = {"picture": "a picture with clear parts", "text": "a text that is not opaque"}
        what = f"{kinds.get(each.kind, 'a shape that is not opaque')} stands on it, and PDF/X-1a knows no transparency"
        remedy = "mix the colour it would give, with mix() or by hand, and paint it opaque"
        if each.veil:
            what = "a mask, a fading colour or a blend stands on it, and PDF/X-1a knows no transparency"
            remedy = "cut it out with a clip-path, or paint what it would give"
        elif each.kind == "picture":
            remedy = "save it with its ground, all of it opaque, or cut it out with a clip-path"
        if each in side.beyond:
            remedy = "it lies off the card: take it away"
        figures = {"measured": "see-through" if each.veil else f"{math.floor(alpha * 100)}% opaque", "required": "100% opaque"}
        yield side.says("transparency", "error", what, remedy, spot=side.where(each), **figures)


def _contrasts(side: Side) -> Iterator[Finding]:
    told: set[tuple[RGB, RGB, float, float]] = set()
    rims = {(mark.text, *_rounded(mark)): mark.outline for mark in side.texts if mark.outline}
    last = {mark.text: mark for mark in side.texts}
    for mark in side.texts:
        if not mark.fill or _shadows(mark, last[mark.text]):
            continue
        size, grounds, fills = side.size(mark), side.under(mark), _on_the_way(mark.fill)
        rim = [(1.0, rgb) for rgb in rims.get((mark.text, *_rounded(mark)), ())]
        if rim and min(_weakest(fills, [each])[0] for each in rim) > _weakest(fills, grounds)[0]:
            grounds = rim  # letters with a rim stand out from that
        plain, fill, ground = _weakest(fills, grounds, alpha=mark.alpha)
        needed = PLAIN if size >= (LARGE_BOLD if mark.font.weight >= BOLD else LARGE) else 4.5
        if (fill, ground, needed, mark.alpha) in told:
            continue
        told.add((fill, ground, needed, mark.alpha))
        seen, worst = min((_weakest(fills, grounds, vision, mark.alpha)[0], vision) for vision in VISION)
        figures: dict[str, Any] = {"spot": side.ink(mark), "text": mark.text}
        part = "its ground" if len(grounds) == 1 or grounds[0][1] == ground else "a part of its ground"
        remedy = "make the text darker or its ground lighter, or the other way round"
        if plain < needed - 0.05:
            what = f'the text "{shortened(mark.text)}" has a contrast of {too_little(plain)} to {part}'
            yield side.says("contrast", "warning", what, remedy, measured=too_little(plain), required=f"{needed:g}", **figures)
        elif seen < PLAIN:
            what = f'the text "{shortened(mark.text)}" has a contrast of {too_little(seen)} to {part} for eyes with {worst}'
            yield side.says("contrast", "warning", what, remedy, measured=too_little(seen), required=f"{PLAIN:g}", **figures)


def _shadows(mark: TextMark, last: TextMark) -> bool:
    """Whether a text is but the shadow of the one that stands over it, or a layer under it."""
    (x, y), (over, above) = ((each.placement.e, each.placement.f) for each in (mark, last))
    return mark is not last and math.dist((x, y), (over, above)) < 0.3 * mark.height


def _on_the_way(stops: Sequence[RGB]) -> list[RGB]:
    """The colours of stops and, for a gradient may cross the colour of its ground, those halfway from one to the next."""
    halfway: list[Any] = [tuple((a + b) / 2 for a, b in zip(one, other, strict=True)) for one, other in pairwise(stops)]
    return list(dict.fromkeys((*stops, *halfway)))


def _weakest(fills: Sequence[RGB], grounds: Sequence[tuple[float, RGB]], vision: str = "", alpha: float = 1.0) -> tuple[float, RGB, RGB]:
    """The contrast that a text has to the part of its grounds, PART of them, that it stands out from least, where its own colour does so
    least; that colour, and one of that part."""
    found = []
    for fill in fills:
        ranked = sorted((contrast(_over(fill, ground, alpha), ground, vision), share, ground) for share, ground in grounds)
        reached = accumulate(share for _, share, _ in ranked)
        least = next((seen, ground) for (seen, _, ground), so_far in zip(ranked, reached, strict=True) if so_far >= PART - 1e-9)
        found.append((least[0], fill, least[1]))
    return min(found)


def _over(fill: RGB, ground: RGB, alpha: float) -> RGB:
    """What a colour gives on a ground that shows through it."""
    red, green, blue = (below + (above - below) * alpha for above, below in zip(fill, ground, strict=True))
    return red, green, blue


def _rounded(mark: TextMark) -> tuple[float, float]:
    return round(mark.placement.e, 1), round(mark.placement.f, 1)


def _drift(side: Side) -> Iterator[Finding]:
    """Frames, and edges of colour along one side: the one that is nearest to the cut."""
    width, height = side.shape.width, side.shape.height
    askew = 0.0 if side.shape.kind == "circle" else max(width, height) / 2 * ASKEW
    frames = [(min(gaps), box) for gaps, box in _frames(side) if min(gaps) > _INSIDE]
    near, box = min([*frames, *_seen_frames(side, frames)], default=(math.inf, side.whole))
    single = [(band.gap, band.spot) for band in bands(side) if not band.paper and not band.line and band.gap < min(DRIFT, near - _SAME)]
    what, off = "a frame", "let its ground run out"
    if single:
        what, off, (near, box) = "an edge of colour", "let it run off the card", min(single)
    safe = 2 * max(DRIFT, askew)
    if near >= safe:
        return
    figures: dict[str, Any] = {"spot": box, "measured": f"{too_little(near / MM)} mm", "required": f"{enough(safe / MM)} mm"}
    if near < max(DRIFT, askew):
        what = f"{what} stands {too_little(near / MM)} mm from the cut: a cut {DRIFT / MM:g} mm off would go through it"
        yield side.says("drift", "warning", what, f"move it {enough((safe - near) / MM)} mm inward, or {off}", **figures)
    else:
        off = f"{(near - DRIFT) / MM:.1f} mm on one side and {(near + DRIFT) / MM:.1f} mm on the other"
        turned = f"{(near - askew) / MM:.1f} to {(near + askew) / MM:.1f} mm"
        what = f"{what} stands {too_little(near / MM)} mm from the cut; {DRIFT / MM:g} mm off makes that {off}, a degree askew {turned}"
        yield side.says("drift", "note", what, f"{enough(safe / MM)} mm hide it better", **figures)


def _seen_frames(side: Side, drawn: Sequence[tuple[float, Box]]) -> Iterator[tuple[float, Box]]:
    """Frames that the picture of a side shows; of those that are drawn as frames too, these have the exact figures."""
    if framed(side):
        near = min(bands(side), key=attrgetter("gap"))
        if not any(abs(gap - near.gap) < _SAME for gap, _ in drawn):
            yield near.gap, bounds(band.spot for band in bands(side))


def _plain(side: Side, box: Box) -> bool:
    """Whether the edges of a shape cannot be seen, for it has the colour of what is around it or lies under something else."""
    steps = (-0.5 * MM, 0.15 * MM, 0.6 * MM)
    ends = [(box.x, 1, 0), (box.right, -1, 0), (box.y, 0, 1), (box.top, 0, -1)]
    for end, x, y in ends:
        at = [Point(end + x * step if x else box.centre.x, end + y * step if y else box.centre.y) for step in steps]
        if len({side.pixel(*point)[:3] for point in at}) > 1:
            return False
    return True


def _frames(side: Side) -> Iterator[tuple[tuple[float, ...], Box]]:
    """Shapes nearly as large as the card, and four lines around it: how far from the cut their edges are, and their boxes."""
    width, height = side.shape.width, side.shape.height
    lines: list[list[tuple[float, Box]]] = [[], [], [], []]
    for each in side.paints:
        if each.kind not in ("fill", "stroke"):
            continue
        box = side.box(each.box)
        gaps = (box.y, height - box.top, box.x, width - box.right)
        long, tall = box.width > 0.8 * width, box.height > 0.8 * height
        if long and tall and _plain(side, box):
            continue
        if long and tall:
            yield gaps[:2] if side.shape.kind == "hexagon" else gaps, box
        elif ((long and box.height < EDGE) or (tall and box.width < EDGE)) and min(gaps) > _INSIDE:  # stripes run off the card
            for i in (0, 1) if long else (2, 3):
                if gaps[i] < EDGE:
                    lines[i].append((gaps[i], box))
    if all(lines):
        outermost = [min(some) for some in lines]
        yield tuple(gap for gap, _ in outermost), bounds(box for _, box in outermost)


def embeddable(side: Side, known: set[str]) -> Iterator[Finding]:
    """Of files in which fonts are embedded, cut down to the glyphs that are used; each font once. A font that may not be embedded at all
    is refused when it is read."""
    if side.printer.makes != "pdf":
        return
    for mark in side.texts:
        if mark.font.key in known:
            continue
        known.add(mark.font.key)
        rights = embedding(mark.font.data)
        wants = next((says for bit, says in _RIGHTS.items() if rights & bit), "")
        if wants:
            what = f'the font {mark.font.path.name} of the text "{shortened(mark.text)}" {wants}'
            figures = {"measured": wants, "required": "may be embedded, cut down to what is used"}
            yield side.says("fonts", "warning", what, "use another font, or ask its maker", spot=side.ink(mark), text=mark.text, **figures)


def _light(rgb: RGB) -> float:
    """Relative luminance, from 0 to 1."""
    return luminance(seen_with("", rgb))


@lru_cache(maxsize=16)  # pictures stay in memory with what is known of them
def _mode(data: bytes) -> str:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.mode


@lru_cache(maxsize=16)
def _shown(data: bytes) -> Box | None:
    """The part of a picture that is not clear, in the unit square that it fills, y upward as in PDF; None where all of it is."""
    alpha = pixels_of(data).alpha
    if alpha is None:
        return Box(0, 0, 1, 1)
    left, top, right, low = (found := alpha.getbbox()) or (0, 0, 0, 0)
    width, height = alpha.size
    return Box(left / width, 1 - low / height, (right - left) / width, (low - top) / height) if found else None


@lru_cache(maxsize=16)  # pictures stay in memory with what is known of them
def _least_alpha(data: bytes) -> float:
    """How opaque the clearest pixel of a picture is, from 0 to 1."""
    alpha = pixels_of(data).alpha
    least: Any = alpha.getextrema()[0] if alpha else 255
    return float(least) / 255
