"""The sheet of a box: print, lines, legend.

The lines are those to cut, to fold and to glue. The lines are to be had as SVG for cutting
machines, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from cardgen.base.geometry import Box, Matrix, Point, around
from cardgen.base.units import MM, decimal
from cardgen.boxes.artwork import PrintedNet, counted
from cardgen.boxes.net import Net, Panel, fold_ticks
from cardgen.cards.context import Context
from cardgen.engine import Canvas, Drawing, FlatColour, FontBook, LabelStyle, LineStyle, PathData
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
    """The phrases of the program on a sheet with these parts, untranslated."""
    noun = "card" if deck.shape.kind == "rectangle" else "piece"
    all_phrases = [noun if part.cards == 1 else f"{noun}s" for part in parts]
    if game.designer:
        all_phrases += ["by {}", "Game design: {}"]
    all_phrases += ["version {}", *_MEANINGS.values(), _ADVICE, _BAR]
    all_phrases += [_kind_words(part) for part in parts]
    all_phrases.append("{} inside")
    return list(dict.fromkeys(all_phrases))


def _kind_words(part: PrintedNet) -> str:
    return "tuck box" if part.kind == "box" else part.kind


def inside(part: PrintedNet, language: str = "") -> str:
    """The inner sides of a box in words, in millimetres."""
    return " x ".join(decimal(value / MM, language, 1) for value in part.net.inside) + " mm"


def title(part: PrintedNet) -> str:
    """The title of a part: its deck's or tray's, else its kind."""
    if not part.shows:
        return part.kind
    return str(part.shows.fields.get("name") or part.shows.id)


def art(net: Net, faces: Mapping[str, Drawing], page: Box) -> Drawing:
    """The print of a net on its page.

    What bleeds over the cuts comes first, then every face within its own outline. What is glued
    stays bare."""
    printed_panels = [panel for panel in net.panels if panel.face]
    # even and odd: the whole page without the bare panels
    clip = [PathData.rectangle(page)]
    for panel in net.panels:
        if not panel.face:
            clip.append(PathData.polygon(panel.outline))
    canvas = Canvas(page)
    with canvas.within(clip=PathData.joined(clip), even_odd=True):
        for panel in printed_panels:
            _print_face(canvas, panel, faces[panel.name], net.bled(panel, BLEED))
        for panel in printed_panels:
            _print_face(canvas, panel, faces[panel.name], panel.outline)
    return canvas.drawing


def _print_face(canvas: Canvas, panel: Panel, drawing: Drawing, edge: Sequence[Point]) -> None:
    """Print what a panel shows, cut off at an edge."""
    shape = Shape("rectangle", *panel.size)
    with canvas.within(clip=PathData.polygon(edge)):
        canvas.place(drawing, panel.placement @ from_view_box(drawing.box, shape))


def lines(net: Net, page: Box, room: Box) -> Drawing:
    """The lines to cut, fold and glue.

    Ticks stand in the `room` for the net."""
    cuts = [_path(cut) for cut in net.cuts]
    folds = [_path(fold) for fold in net.folds]
    glue = []
    for panel in net.panels:
        if not panel.face:
            glue.append(PathData.polygon(_shrunk(panel.outline, 1.4 * MM)))
    ticks = [(*start, *end) for start, end in fold_ticks(net, BLEED, _TICK, room)]
    canvas = Canvas(page)
    _trace(canvas, _GLUE, glue)
    _trace(canvas, _FOLD, folds)
    _trace(canvas, _CUT, cuts)
    canvas.lines(ticks, LineStyle(0.15 * MM))
    return canvas.drawing


def _trace(canvas: Canvas, kind: str, paths: Sequence[PathData]) -> None:
    """Paint paths as lines of their kind are."""
    if paths:
        for line, light in _LOOKS[kind]:
            canvas.path(PathData.joined(paths), stroke=FlatColour.grey(light), line=line)


def _shrunk(outline: Sequence[Point], by: float) -> list[Point]:
    """An outline drawn inward towards its middle by about so much."""
    box = around(outline)
    scale_x = max(0.2, 1 - 2 * by / box.width)
    scale_y = max(0.2, 1 - 2 * by / box.height)
    middle = box.centre
    points = []
    for x, y in outline:
        shrunk_x = middle.x + (x - middle.x) * scale_x
        shrunk_y = middle.y + (y - middle.y) * scale_y
        points.append(Point(shrunk_x, shrunk_y))
    return points


def _path(points: Sequence[Point]) -> PathData:
    """The path along some points; it closes where they end as they began."""
    is_closed = points[0] == points[-1]
    return PathData.polygon(points) if is_closed else PathData.polyline(points)


def legend(context: Context, deck: Deck, part: PrintedNet, page: Box) -> Drawing:
    """Three rows at the foot: what lines mean, a ruler, and a title."""
    game = context.game
    canvas = Canvas(page)
    writer = _LegendWriter(canvas, context.fonts, page.width - MARGIN)
    _meanings_row(writer, game)
    _ruler_row(writer, game)
    kind = game.said(_kind_words(part))
    if part.shows:
        contents = [title(part), kind]
    else:
        contents = [kind, counted(game, deck, part.cards)]
    room = game.said("{} inside", inside(part, game.language))
    version = game.said("version {}", game.version)
    words = (game.title, deck.title, *contents, room, version)
    writer.write(" · ".join(words), MARGIN, MARGIN, 6.0)
    return canvas.drawing


class _LegendWriter:
    """Writes lines of a legend that end at `right` at the latest."""

    def __init__(self, canvas: Canvas, fonts: FontBook, right: float) -> None:
        self.canvas = canvas
        self.right = right
        self._fonts = fonts

    def write(self, text: str, x: float, y: float, size: float = 7.0) -> float:
        """Write a text with its baseline from (x, y) and return its end.

        It is smaller if it would be too long."""
        text = spelt(self._fonts, text)
        width = self._fonts.width(text, (FURNITURE_FONT,), 600)
        if width:
            size = min(size, max(1.0, self.right - x) / width)
        with self.canvas.within(Matrix.flip()):
            style = LabelStyle(FURNITURE_FONT, 600, size)
            self.canvas.text(self._fonts, text, style, (x, -y))
        return x + width * size


def _meanings_row(writer: _LegendWriter, game: Game) -> None:
    """Write what each kind of line means, and on what to print."""
    x = MARGIN
    y = MARGIN + LEGEND - 5.4 * MM
    scale = min(1.0, (writer.right - x) / _LEGEND_WIDTH)
    size = 7.0 * scale
    for kind, words in _MEANINGS.items():
        middle = y + 0.9 * MM
        sample = [PathData.polyline([(x, middle), (x + 10 * MM * scale, middle)])]
        _trace(writer.canvas, kind, sample)
        end = writer.write(game.said(words), x + 11.5 * MM * scale, y, size)
        x = end + 5 * MM * scale
    writer.write(game.said(_ADVICE), x, y, size)


def _ruler_row(writer: _LegendWriter, game: Game) -> None:
    """Draw a ruler of 100 mm, or as many tens as fit."""
    length = min(100.0, (writer.right - MARGIN) / MM // 10 * 10)
    y = MARGIN + 3.4 * MM
    ruler = []
    for mm in range(0, int(length) + 1, 10):
        tick = 2 * MM if mm in (0, length) else 1 * MM
        ruler.append((mm * MM, 0.0, mm * MM, tick))
    ruler.append((0.0, 0.0, length * MM, 0.0))
    with writer.canvas.within(Matrix.shift(MARGIN, y)):
        writer.canvas.lines(ruler, LineStyle(0.15 * MM))
    words = game.said(_BAR) if length == 100 else f"{length:.0f} mm"
    writer.write(words, MARGIN + (length + 2) * MM, y, 5.5)


# -- cutting machines


def cutting_lines(net: Net, paper: Paper, title: str) -> bytes:
    """The lines to cut and to fold, as an SVG of the sheet.

    Each kind is a group: machines know them by their colours."""
    width = paper.width / MM
    height = paper.height / MM
    folds = _svg_path_text(net.folds, height)
    cuts = _svg_path_text(net.cuts, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}">\n'
        f"<title>{escape(title)}</title>\n"
        '<g id="fold" fill="none" stroke="#0000ff" stroke-width="0.1" stroke-dasharray="2'
        f' 2"><path d="{folds}"/></g>\n'
        '<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1"><path'
        f' d="{cuts}"/></g>\n'
        "</svg>\n"
    ).encode()


def _svg_path_text(lines: Sequence[Sequence[Point]], height: float) -> str:
    """Lines as SVG path data in millimetres, y downward from a height."""
    steps = []
    for line in lines:
        points = [f"{point.x / MM:.3f} {height - point.y / MM:.3f}" for point in line]
        if points[0] == points[-1]:
            steps.append(f"M{'L'.join(points[:-1])}Z")
        else:
            steps.append(f"M{'L'.join(points)}")
    return " ".join(steps)
