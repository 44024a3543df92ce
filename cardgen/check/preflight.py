"""Preflight: what a printer would send back, or what would come out of its press other than it was meant."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from cardgen.cache import Cache
from cardgen.check.colours import VISION, contrast, difference
from cardgen.check.finding import Finding
from cardgen.check.paints import RGB
from cardgen.check.print_sanity import depth_of_box, shortened
from cardgen.check.side import Side
from cardgen.check.upkeep import LEFTOVER
from cardgen.draw import Troubles, draw_deck
from cardgen.drawing import TextMark
from cardgen.errors import CardgenError, Problem
from cardgen.export.images import workers
from cardgen.export.inks import inks_of
from cardgen.export.printers import LOOSE, Fit, Printer
from cardgen.fonts import FontBook
from cardgen.geometry import Box, Point
from cardgen.impose.marks import hexagon
from cardgen.model import Deck, Game
from cardgen.project import Project
from cardgen.stock import Shape
from cardgen.svg.art import Art
from cardgen.units import MM

CHECKS: Mapping[str, str] = {
    "size": "The printer sells the size.",
    "page-boxes": "The printer's page holds the card with its bleed.",
    "leftover": "Nothing is left in the templates that was to be written.",
    "type-size": "Texts are large enough for the press.",
    "reversed-text": "Light text on a dark ground is large enough not to fill in.",
    "line-width": "Lines are thick enough to be printed.",
    "safe": "Texts and signs stand inside the printer's safe zone.",
    "bleed": "What reaches the cut goes on to the edge of the bleed.",
    "resolution": "Pictures have pixels enough at their size.",
    "total-ink": "No colour takes more ink than paper can hold.",
    "rich-black": "Small dark text is printed in one ink.",
    "colour-space": "Pictures have the printer's colours.",
    "transparency": "Nothing shows through where the printer's files cannot say so.",
    "contrast": "Texts stand out from their grounds, also for colour-blind eyes.",
    "confusable": "Colours of the palette that differ also differ for colour-blind eyes.",
    "drift": "Frames near the edge stay whole and even when the cut is off.",
}
"""The checks by id, and what each says."""
DRIFT = 1.5 * MM
"""How far a cut may be off. Beside that a degree askew."""
ASKEW = math.sin(math.radians(1))
FINE = 600.0
"""Pixels an inch beyond which a picture is only larger."""
SMALL = 9.0
"""Points under which dark text in several inks shows coloured rims where the plates do not meet."""
LARGE, LARGE_BOLD = 18.0, 14.0
"""Points from which WCAG asks for less contrast."""
PLAIN = 3.0
"""Contrast that large text needs; small text needs 4.5."""
APART, ALIKE = 25.0, 8.0
"""Differences of two colours that tell cards apart, and that do not."""
_SLACK = 0.02 * MM


def preflight(
    project: Project,
    game: Game,
    decks: Sequence[Deck],
    book: FontBook,
    cache: Cache,
    printer: Printer,
    progress: Callable[[str, int, int], None],
    jobs: int = 1,
) -> Iterator[Finding]:
    """What this printer would find about these decks. Cards that cannot be drawn are left to the other checks.

    `jobs` is the number of processes that share the decks; it changes nothing but the time. They begin with the call.
    """
    found = _shared_out(project, game, decks, book, cache, printer, progress, jobs)
    next(found)
    return found


def _shared_out(
    project: Project,
    game: Game,
    decks: Sequence[Deck],
    book: FontBook,
    cache: Cache,
    printer: Printer,
    progress: Callable[[str, int, int], None],
    jobs: int,
) -> Iterator[Any]:
    """Nothing, once other processes have begun; then what is found."""
    with workers(min(jobs, len(decks))) as pool:
        if pool is None:
            yield None
            for deck in decks:
                yield from _look_through(project, game, deck, book, cache, printer, progress)
            return
        # The largest deck begins first, so that no process waits long for the last one.
        order = sorted(range(len(decks)), key=lambda i: -len(decks[i]))
        tasks = {i: pool.submit(_found, project, game, decks[i], book, printer) for i in order}
        yield None
        for i, deck in enumerate(decks):
            yield from tasks[i].result()
            progress(f"{game.title}: {deck.title}, for {printer.title}", len(deck), len(deck))


def _found(project: Project, game: Game, deck: Deck, book: FontBook, printer: Printer) -> list[Finding]:
    return list(_look_through(project, game, deck, book, Cache.of_user(), printer, lambda *_: None))


def _look_through(
    project: Project,
    game: Game,
    deck: Deck,
    book: FontBook,
    cache: Cache,
    printer: Printer,
    progress: Callable[[str, int, int], None],
) -> Iterator[Finding]:
    art = Art(project, game.folder, book, cache)
    inks = inks_of(printer, game)
    try:
        yield from _page_boxes(deck, printer, printer.fit(deck.shape))
    except CardgenError as error:
        yield from (_about(deck, problem.at(deck.places.get("size"))) for problem in error.problems)
        return
    shades: set[str] = set()
    backs: set[str] = set()
    # Looked at here and not where they are drawn: there memory is bounded, and pdfium reserves more of it than it will use.
    for number, drawn in enumerate(draw_deck(project, game, deck, book, art, Troubles()), 1):
        progress(f"{game.title}: {deck.title}, for {printer.title}", number, len(deck))
        if drawn.face:
            yield from look(Side(printer, game.palette, inks, deck, drawn.card, "face", drawn.face), shades)
        if drawn.back and drawn.back.name not in backs:
            backs.add(drawn.back.name)
            yield from look(Side(printer, game.palette, inks, deck, drawn.card, "back", drawn.back), shades)
    yield from _confusable(game, deck, shades)


def look(side: Side, shades: set[str]) -> Iterator[Finding]:
    """Everything about one side of a card. The colours of the palette that it paints are added to `shades`."""
    for check in (_leftovers, _types, _lines, _safe, _bleed, _pictures, _inks, _transparency, _contrasts, _drift):
        yield from check(side)
    shades |= side.shades


# -- the checks -----------------------------------------------------------------------------------------------------------------------


def _page_boxes(deck: Deck, printer: Printer, fit: Fit) -> Iterator[Finding]:
    """Trim inside bleed inside the page, as far as pixels and near sizes go: a card of 70 mm is cut from one of 2.75 inches."""
    page = (fit.height, fit.width) if fit.turned else (fit.width, fit.height)
    bleed = min((page[0] - deck.shape.width) / 2, (page[1] - deck.shape.height) / 2)
    slack = 72 / printer.dpi + (LOOSE / 2 if printer.sizes else 0)
    if bleed < printer.bleed - slack:
        had, asked = (f"{value / MM:.1f} mm of bleed" for value in (bleed, printer.bleed))
        holds = f"has {had} around the card" if bleed >= 0 else "is smaller than the card"
        what = f"the page of {printer.title} {holds}"
        remedy = f"make the pixels of its size hold the trim and {asked}, or the bleed smaller"
        problem = Problem(what, remedy, deck.places.get("size"))
        yield Finding("page-boxes", "error", problem, deck.game, deck.id, measured=had, required=asked)


def _leftovers(side: Side) -> Iterator[Finding]:
    """Of what templates say: texts of the cards are looked through by themselves."""
    said = " ".join(str(value) for value in side.card.fields.values())
    for mark in side.texts:
        if (found := LEFTOVER.search(mark.text)) and found[0] not in said:
            what = f'its template still says "{found[0]}"'
            figures = {"measured": found[0], "required": "a text"}
            yield side.says("leftover", "warning", what, "write what it shall say", spot=side.ink(mark), **figures)


def _types(side: Side) -> Iterator[Finding]:
    least, light = side.printer.type, side.printer.reversed
    for mark in side.texts:
        size = side.size(mark)
        figures: dict[str, Any] = {"spot": side.ink(mark), "measured": f"{size:.1f} pt", "text": mark.text}
        if size < least - 0.01:
            what = f'the text "{shortened(mark.text)}" is {size:.1f} pt tall'
            yield side.says("type-size", "error", what, f"set it in {least:g} pt or more", required=f"{least:g} pt", **figures)
        elif size < light - 0.01 and mark.fill is not None and _brightness(_solid(mark.fill)) > _brightness(side.behind(side.ink(mark))):
            what = f'the light text "{shortened(mark.text)}" on a dark ground is {size:.1f} pt tall'
            yield side.says("reversed-text", "error", what, f"set it in {light:g} pt or more", required=f"{light:g} pt", **figures)


def _lines(side: Side) -> Iterator[Finding]:
    thin = [each for each in side.paints if each.kind == "stroke" and each.width * side.unit < side.printer.line - 0.005]
    if thin:
        worst = min(thin, key=lambda each: each.width)
        width = worst.width * side.unit
        others = f" and {len(thin) - 1} more" if len(thin) > 1 else ""
        what = f"a line{others} is {width:.2f} pt thick"
        remedy = f"draw it {side.printer.line:g} pt ({side.printer.line / MM:.2f} mm) thick or more"
        figures = {"measured": f"{width:.2f} pt", "required": f"{side.printer.line:g} pt"}
        yield side.says("line-width", "error", what, remedy, spot=side.box(worst.box), **figures)


def _safe(side: Side) -> Iterator[Finding]:
    safe = side.printer.safe
    if not safe:
        return
    things = [(f'the text "{shortened(mark.text)}"', side.ink(mark), mark.text) for mark in side.texts]
    things += [("a sign", box, "") for box in _signs(side)]
    for what, box, text in things:
        depth = depth_of_box(side.shape, box)
        if depth >= safe - _SLACK:
            continue
        figures: dict[str, Any] = {"spot": box, "measured": f"{depth / MM:.1f} mm", "required": f"{safe / MM:.1f} mm", "text": text}
        if depth < -_SLACK and text:
            yield side.says("safe", "error", f"{what} reaches {-depth / MM:.1f} mm beyond the cut", "move it inward", **figures)
        elif depth >= -_SLACK:
            remedy = f"move it {(safe - depth) / MM:.1f} mm inward"
            yield side.says("safe", "warning", f"{what} stands {max(0.0, depth) / MM:.1f} mm from the cut", remedy, **figures)


def _signs(side: Side) -> Iterator[Box]:
    """Small drawings that the card itself places, such as pips; what is part of a pattern or a picture is not meant to be read."""
    boxes: dict[str, Box] = {}
    for form in side.drawing.forms:
        parts = [each.box for each in side.paints if each.form == form and each.kind != "text"]
        if parts:
            left, low = min(part.x for part in parts), min(part.y for part in parts)
            whole = Box(left, low, max(part.right for part in parts) - left, max(part.top for part in parts) - low)
            boxes[form] = side.box(whole)
    limit = 0.25 * side.shape.width
    yield from (box for box in boxes.values() if box.width < limit and box.height < limit)


def _bleed(side: Side) -> Iterator[Finding]:
    bleed = side.printer.bleed
    if not bleed:
        return
    bare = []
    for inner, outer in zip(_rim(side.shape, -0.4 * MM), _rim(side.shape, bleed - 0.2 * MM), strict=True):
        at_cut, at_edge = side.pixel(*inner), side.pixel(*outer)
        if at_cut[3] > 127 and min(at_cut[:3]) < 250 and at_edge[3] < 128:
            bare.append(inner)
    if len(bare) > 2:
        left, top = min(point.x for point in bare), min(point.y for point in bare)
        spot = Box(left, top, max(point.x for point in bare) - left, max(point.y for point in bare) - top)
        what, remedy = "colour ends at the cut, without bleed", f"paint it {bleed / MM:.1f} mm beyond the trim"
        yield side.says("bleed", "error", what, remedy, spot=spot, measured="0 mm", required=f"{bleed / MM:.2f} mm")


def _rim(shape: Shape, out: float) -> list[Point]:
    """Points along the edge of a shape moved outward, about every millimetre; as many for every distance."""
    count = round(2 * (shape.width + shape.height) / MM)
    if shape.kind == "circle":
        radius, middle = shape.width / 2 + out, shape.width / 2
        angles = [2 * math.pi * i / count for i in range(count)]
        return [Point(middle + radius * math.cos(angle), middle + radius * math.sin(angle)) for angle in angles]
    if shape.kind == "hexagon":
        corners = list(hexagon(shape, out))
    else:
        box = Box(0, 0, shape.width, shape.height).grown(out)
        corners = [Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.top), Point(box.x, box.top)]
    part = count // len(corners)
    ends = [*corners[1:], corners[0]]
    # From the middle of each step, so that corners, which belong to two sides, are left out.
    steps = [((i + 0.5) / part) for i in range(part)]
    return [Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) for a, b in zip(corners, ends, strict=True) for t in steps]


def _pictures(side: Side) -> Iterator[Finding]:
    coarse, sharp = side.printer.coarse, side.printer.dpi
    for each in side.paints:
        if each.picture is None:
            continue
        box = side.box(each.box)
        if not box.width or not box.height:
            continue
        dpi = min(each.picture.width / box.width, each.picture.height / box.height) * 72
        figures: dict[str, Any] = {"spot": box, "measured": f"{dpi:.0f} dpi", "required": f"{sharp:.0f} dpi"}
        if dpi < coarse:
            yield side.says("resolution", "error", f"a picture has {dpi:.0f} pixels an inch", "use a larger one or a drawing", **figures)
        elif dpi < sharp - 1:
            yield side.says("resolution", "warning", f"a picture has {dpi:.0f} pixels an inch", f"{sharp:.0f} are sharp", **figures)
        elif dpi > FINE:
            remedy = f"more than {FINE:.0f} cannot be seen; a smaller one makes a smaller file"
            yield side.says("resolution", "note", f"a picture has {dpi:.0f} pixels an inch", remedy, **figures)
        most = 100 * side.inks.heaviest(each.picture.data) if side.printer.ink else 0.0
        if most > side.printer.ink + 0.5:
            limit = f"{side.printer.ink:.0f} %"
            what = f"the darkest spot of a picture would take {most:.0f} % of ink; it is printed with {limit}"
            remedy = "look at a proof, or make its shadows lighter"
            yield side.says("total-ink", "note", what, remedy, spot=box, measured=f"{most:.0f} %", required=limit)
        if side.printer.colour == "rgb" and _mode(each.picture.data) == "CMYK":
            remedy = "save it as RGB, so that you see what becomes of its colours"
            what = "a picture is made of inks (CMYK), which this printer does not take; its colours are converted"
            yield side.says("colour-space", "warning", what, remedy, spot=box, measured="CMYK", required="RGB")


def _inks(side: Side) -> Iterator[Finding]:
    limit = side.printer.ink
    if side.printer.colour != "cmyk":
        return
    inks = side.inks
    for each in side.paints:
        if each.kind == "page":
            what = "a drawing is converted as a whole, and its colours cannot be turned into inks"
            remedy = "draw it with flat shapes, gradients and text only; docs/art.md tells which drawings are kept as they are"
            yield side.says("colour-space", "error", what, remedy, spot=side.box(each.box), measured="RGB", required="CMYK")
            break
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
                spot = side.box(each.box) if each.kind != "text" else Box(0, 0, side.shape.width, side.shape.height)
                yield side.says("total-ink", "error", what, remedy, spot=spot, **figures)
    for mark in side.texts:
        if mark.fill is None or side.size(mark) >= SMALL:
            continue
        parts = inks.of(_solid(mark.fill))
        count = sum(part > 0.05 for part in parts)
        if parts[3] > 0.5 and count > 1:
            what = f'the small dark text "{shortened(mark.text)}" is printed in {count} inks'
            remedy = "give its colour a cmyk of black alone, such as [0, 0, 0, 100]"
            figures = {"measured": f"{count} inks", "required": "1 ink"}
            yield side.says("rich-black", "warning", what, remedy, spot=side.ink(mark), text=mark.text, **figures)


def _transparency(side: Side) -> Iterator[Finding]:
    if side.printer.makes != "pdf":
        return
    clear = [each for each in side.paints if each.alpha < 1 or (each.picture and _has_alpha(each.picture.data))]
    if clear:
        each = min(clear, key=lambda painted: painted.alpha)
        kinds = {"picture": "a picture with clear parts", "text": "a text that is not opaque"}
        what = f"{kinds.get(each.kind, 'a shape that is not opaque')} stands on it, and PDF/X-1a knows no transparency"
        spot = side.box(each.box) if each.kind != "text" else Box(0, 0, side.shape.width, side.shape.height)
        remedy = "mix the colour it would give, with mix() or by hand, and paint it opaque"
        yield side.says("transparency", "error", what, remedy, spot=spot, measured=f"{each.alpha:.0%} opaque", required="100% opaque")


def _contrasts(side: Side) -> Iterator[Finding]:
    told: set[tuple[RGB, RGB, float]] = set()
    rims = {(mark.text, *_rounded(mark)): mark.outline for mark in side.texts if mark.outline}
    for mark in side.texts:
        if mark.fill is None:
            continue
        size, fill, ground = side.size(mark), _solid(mark.fill), side.behind(side.ink(mark))
        rim = rims.get((mark.text, *_rounded(mark)))
        if rim and contrast(fill, _solid(rim)) > contrast(fill, ground):
            ground = _solid(rim)  # letters with a rim stand out from that
        needed = PLAIN if size >= (LARGE_BOLD if mark.font.weight >= 700 else LARGE) else 4.5
        if (fill, ground, needed) in told:
            continue
        told.add((fill, ground, needed))
        plain = contrast(fill, ground)
        worst = min(VISION, key=lambda vision: contrast(fill, ground, vision))
        seen = contrast(fill, ground, worst)
        figures: dict[str, Any] = {"spot": side.ink(mark), "text": mark.text}
        remedy = "make the text darker or its ground lighter, or the other way round"
        if plain < needed - 0.05:
            what = f'the text "{shortened(mark.text)}" has a contrast of {plain:.1f} to its ground'
            yield side.says("contrast", "warning", what, remedy, measured=f"{plain:.1f}", required=f"{needed:g}", **figures)
        elif seen < PLAIN:
            what = f'the text "{shortened(mark.text)}" has a contrast of {seen:.1f} to its ground for eyes with {worst}'
            yield side.says("contrast", "warning", what, remedy, measured=f"{seen:.1f}", required=f"{PLAIN:g}", **figures)


def _rounded(mark: TextMark) -> tuple[float, float]:
    return round(mark.placement.e, 1), round(mark.placement.f, 1)


def _drift(side: Side) -> Iterator[Finding]:
    """Frames: shapes nearly as large as the card whose edges run along the cut."""
    width, height = side.shape.width, side.shape.height
    askew = 0.0 if side.shape.kind == "circle" else max(width, height) / 2 * ASKEW
    frames = []
    for each in side.paints:
        box = side.box(each.box) if each.kind in ("fill", "stroke") else None
        if box and box.width > 0.8 * width and box.height > 0.8 * height:
            gaps = (box.y, height - box.top) if side.shape.kind == "hexagon" else (box.x, box.y, width - box.right, height - box.top)
            near = min(gaps)
            if near > 0.05 * MM:
                frames.append((near, box))
    if not frames:
        return
    near, box = min(frames)
    safe = 2 * max(DRIFT, askew)
    figures: dict[str, Any] = {"spot": box, "measured": f"{near / MM:.1f} mm", "required": f"{safe / MM:.1f} mm"}
    if near < max(DRIFT, askew):
        what = f"a frame stands {near / MM:.1f} mm from the cut: a cut {DRIFT / MM:g} mm off would go through it"
        yield side.says("drift", "warning", what, f"move it {(safe - near) / MM:.1f} mm inward, or let its ground run out", **figures)
    elif near < safe:
        off = f"{(near - DRIFT) / MM:.1f} mm on one side and {(near + DRIFT) / MM:.1f} mm on the other"
        turned = f"{(near - askew) / MM:.1f} to {(near + askew) / MM:.1f} mm"
        what = f"a frame stands {near / MM:.1f} mm from the cut; {DRIFT / MM:g} mm off makes that {off}, a degree askew {turned}"
        yield side.says("drift", "note", what, f"{safe / MM:.1f} mm hide it better", **figures)


def _confusable(game: Game, deck: Deck, names: Iterable[str]) -> Iterator[Finding]:
    for first, second in combinations(sorted(names), 2):
        one, other = (_rgb_of(game.palette[name].rgb) for name in (first, second))
        if difference(one, other) < APART:
            continue
        worst = min(VISION, key=lambda vision: difference(one, other, vision))
        seen = difference(one, other, worst)
        if seen < ALIKE:
            what = f"{first} and {second} look alike to eyes with {worst}"
            problem = Problem(what, "tell them apart by a sign or a pattern too, or by how light they are", deck.places.get("title"))
            yield Finding("confusable", "note", problem, game.id, deck.id, measured=f"{seen:.0f}", required=f"{ALIKE:.0f}")


def _about(deck: Deck, problem: Problem) -> Finding:
    return Finding("size", "error", problem, deck.game, deck.id)


def _solid(fill: tuple[float, ...]) -> RGB:
    return fill[0], fill[1], fill[2]


def _rgb_of(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red / 255, green / 255, blue / 255


def _brightness(rgb: RGB) -> float:
    return contrast(rgb, (0.0, 0.0, 0.0))


def _mode(data: bytes) -> str:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.mode


def _has_alpha(data: bytes) -> bool:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema() != (255, 255)
