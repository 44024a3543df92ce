"""The sheet of a box: its dress, the lines to cut, to fold and to glue, a legend; and those lines
as SVG for cutting machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from cardgen.base.geometry import Box, Matrix, Point, around
from cardgen.base.units import MM, decimal
from cardgen.boxes.artwork import PrintedNet, counted
from cardgen.boxes.net import Net, fold_ticks
from cardgen.cards.context import Context
from cardgen.engine import (
    Canvas,
    Colourant,
    Drawing,
    LabelStyle,
    LineStyle,
    PathData,
    display_list,
    svg_path,
)
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import Paper, Shape
from cardgen.sheets.pages import FURNITURE_FONT, from_view_box, spelt

BLEED = 3 * MM
MARGIN = 5 * MM
LEGEND = 13 * MM
"""What the legend takes at the foot of the sheet."""
_LEGEND_WIDTH = 190 * MM
"""What its longest row takes; on narrower paper it is set smaller."""
_TICK = 4 * MM
_CUT, _FOLD, _GLUE = "cut", "fold", "glue"
_LOOKS = {
    _CUT: ((LineStyle(0.36 * MM), 1.0), (LineStyle(0.2 * MM), 0.0)),
    _FOLD: ((LineStyle(0.13 * MM), 1.0), (LineStyle(0.13 * MM, dash=(3.4, 3.4)), 0.0)),
    _GLUE: ((LineStyle(0.3 * MM, cap=1, dash=(0.0, 2.4)), 0.45),),
}
"""Lines that show on any ground, each with its light: solid on white, dashes of black and white,
dots."""

# What the sheet says by itself. A game in another language says it in the words that its overlay
# gives for these.
_MEANINGS = {_CUT: "cut", _FOLD: "score, fold away from you", _GLUE: "glue, keep bare"}
_ADVICE = "Print at 100 %, actual size, on card of 250 to 300 g/m²."
_BAR = "100 mm when printed at 100 %, actual size"


def phrases(game: Game, deck: Deck, parts: Sequence[PrintedNet]) -> list[str]:
    """The phrases of cardgen's own on a sheet with these parts, in the first language."""
    noun = "card" if deck.shape.kind == "rectangle" else "piece"
    phrases_of_parts = [noun if part.cards == 1 else f"{noun}s" for part in parts] + [
        "by {}",
        "Game design: {}",
    ] * bool(game.designer)
    kinds = ["tuck box" if part.kind == "box" else part.kind for part in parts]
    return list(
        dict.fromkeys(
            [
                *phrases_of_parts,
                "version {}",
                *_MEANINGS.values(),
                _ADVICE,
                _BAR,
                *kinds,
                "{} inside",
            ]
        )
    )


def inside(part: PrintedNet, language: str = "") -> str:
    """The inner sides of a box in words, in millimetres."""
    return " x ".join(decimal(value / MM, language, 1) for value in part.net.inside) + " mm"


def title(part: PrintedNet) -> str:
    """The title of a part on its sheet: what its deck or tray is called, else its kind."""
    return str(part.shows.fields.get("name") or part.shows.id) if part.shows else part.kind


def art(net: Net, faces: Mapping[str, Drawing], page: Box) -> Drawing:
    """The dress of a net on its page: first what bleeds over the cuts, then every face within its
    own outline. What is glued stays bare."""
    bare = tuple(part for panel in net.panels if not panel.face for part in _closed(panel.outline))
    printed = PathData((*svg_path.rectangle(*page), *bare))
    canvas = Canvas(page)
    with canvas.within(clip=printed, even_odd=True):
        for over in (True, False):
            for panel in net.panels:
                if not panel.face:
                    continue
                drawing = faces[panel.name]
                edge = _closed(net.bled(panel, BLEED) if over else panel.outline)
                shape = Shape("rectangle", *panel.size)
                with canvas.within(clip=PathData(edge)):
                    canvas.place(drawing, panel.placement @ from_view_box(drawing.box, shape))
    return canvas.drawing


def lines(net: Net, page: Box, room: Box) -> Drawing:
    """The lines that scissors, ruler and glue follow; ticks stand in the `room` for the net."""
    cuts = tuple(part for cut in net.cuts for part in _open(cut))
    folds = tuple(part for fold in net.folds for part in _open(fold))
    glue = tuple(
        part
        for panel in net.panels
        if not panel.face
        for part in _closed(_shrunk(panel.outline, 1.4 * MM))
    )
    ticks = [(*start, *end) for start, end in fold_ticks(net, BLEED, _TICK, room)]
    canvas = Canvas(page)
    _trace(canvas, _GLUE, glue)
    _trace(canvas, _FOLD, folds)
    _trace(canvas, _CUT, cuts)
    canvas.lines(ticks, LineStyle(0.15 * MM))
    return canvas.drawing


def _trace(canvas: Canvas, kind: str, path: tuple[display_list.Segment, ...]) -> None:
    """Paint a path as lines of its kind are."""
    if path:
        for line, light in _LOOKS[kind]:
            canvas.path(PathData(path), stroke=Colourant.grey(light), line=line)


def _shrunk(outline: Sequence[Point], by: float) -> list[Point]:
    """An outline drawn inward towards its middle by about so much."""
    box = around(outline)
    sx, sy = (max(0.2, 1 - 2 * by / side) for side in (box.width, box.height))
    cx, cy = box.centre
    return [Point(cx + (x - cx) * sx, cy + (y - cy) * sy) for x, y in outline]


def _open(points: Sequence[Point]) -> tuple[display_list.Segment, ...]:
    path = tuple(("l" if i else "m", (*point,)) for i, point in enumerate(points))
    return (*path, ("h", ())) if points[0] == points[-1] else path


def _closed(points: Sequence[Point]) -> tuple[display_list.Segment, ...]:
    return (*_open(points), ("h", ()))


def legend(context: Context, deck: Deck, part: PrintedNet, page: Box) -> Drawing:
    """Three rows at the foot of the sheet: what the lines mean, a ruler, and what this is."""
    game, fonts, canvas = context.game, context.fonts, Canvas(page)
    x, right = MARGIN, page.width - MARGIN

    def says(text: str, x: float, y: float, size: float = 7.0) -> float:
        text = spelt(fonts, text)
        width = fonts.width(text, (FURNITURE_FONT,), 600)
        size = min(size, max(1.0, right - x) / width) if width else size
        with canvas.within(Matrix.flip()):
            canvas.text(fonts, text, LabelStyle(FURNITURE_FONT, 600, size), (x, -y))
        return x + width * size

    row = MARGIN + LEGEND - 5.4 * MM
    scale = min(1.0, (right - x) / _LEGEND_WIDTH)
    for kind, words in _MEANINGS.items():
        middle = row + 0.9 * MM
        _trace(canvas, kind, (("m", (x, middle)), ("l", (x + 10 * MM * scale, middle))))
        x = says(game.said(words), x + 11.5 * MM * scale, row, 7.0 * scale) + 5 * MM * scale
    says(game.said(_ADVICE), x, row, 7.0 * scale)
    ruler = min(100.0, (right - MARGIN) / MM // 10 * 10)
    ticks = [
        (mm * MM, 0.0, mm * MM, (2 if mm in (0, ruler) else 1) * MM)
        for mm in range(0, int(ruler) + 1, 10)
    ]
    with canvas.within(Matrix.shift(MARGIN, MARGIN + 3.4 * MM)):
        canvas.lines([*ticks, (0.0, 0.0, ruler * MM, 0.0)], LineStyle(0.15 * MM))
    says(
        game.said(_BAR) if ruler == 100 else f"{ruler:.0f} mm",
        MARGIN + (ruler + 2) * MM,
        MARGIN + 3.4 * MM,
        5.5,
    )
    kind = game.said("tuck box" if part.kind == "box" else part.kind)
    holds = [title(part), kind] if part.shows else [kind, counted(game, deck, part.cards)]
    about = (
        game.title,
        deck.title,
        *holds,
        game.said("{} inside", inside(part, game.language)),
        game.said("version {}", game.version),
    )
    says(" · ".join(about), MARGIN, MARGIN, 6.0)
    return canvas.drawing


# -- cutting machines
# -----------------------------------------------------------------------------------------------------------------


def cutting_lines(net: Net, paper: Paper, title: str) -> bytes:
    """The lines to cut and to fold as SVG at the size of the sheet, each kind a group: machines
    know them by their colours."""
    width, height = paper.width / MM, paper.height / MM

    def path(lines: Sequence[Sequence[Point]]) -> str:
        steps = []
        for line in lines:
            points = [f"{point.x / MM:.3f} {height - point.y / MM:.3f}" for point in line]
            closed = points[0] == points[-1]
            steps.append(
                "M" + "L".join(points[:-1] if closed else points) + ("Z" if closed else "")
            )
        return " ".join(steps)

    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}">\n'
        f"<title>{escape(title)}</title>\n"
        '<g id="fold" fill="none" stroke="#0000ff" stroke-width="0.1" stroke-dasharray="2'
        f' 2"><path d="{path(net.folds)}"/></g>\n'
        '<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1"><path'
        f' d="{path(net.cuts)}"/></g>\n'
        "</svg>\n"
    ).encode()
