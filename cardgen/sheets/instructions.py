"""Instructions: a page per game and paper about printing and cutting.

They tell how to sleeve the cards, too. It has the numbers of the planned sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.units import MM, decimal
from cardgen.cards.context import Context
from cardgen.engine import Pdf
from cardgen.impose.guides import has_line
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.layouts.gutterfold import LAYOUT as GUTTERFOLD
from cardgen.impose.layouts.single import LAYOUT as SINGLE
from cardgen.impose.layouts.split import SplitPlan
from cardgen.impose.marks import straight_corners
from cardgen.impose.options import Options, file_name
from cardgen.impose.plan import Plan
from cardgen.load.game_dress import look_of
from cardgen.model.cards import Game
from cardgen.model.sizes import CARDS, Paper, Shape, card_size
from cardgen.sheets.gang import Batch, Printed

STEM = "instructions"
SHIPPED_HANDOUTS = Path(__file__).resolve().parent / "handouts"
_MARKED = re.compile(r"([\\`*_{}\[\]<>|#~&(]|(?<=[-.+,])[-.,])")
"""What means something to Markdown, or begins what its typography writes otherwise: (c), --, ...,
+-."""
_LARGEST = (75.0, 125.0)
"""The sides of the largest card that sleeves are sold for, a little above a tarot card, in mm."""
_JOINED = (("-\u2060", "\u00a0"), ("-", "\u00a0"), ("-", " "))
"""What stands for hyphens in the names of files and for spaces in sizes: kept whole as long as the
paper has room for it."""

_EARLIER_NAMES = {
    "whole": "file_of_all",
    "double": "has_double_cuts",
    "barred": "files_with_scale_bar",
    "rest": "has_short_last_sheet",
}
"""The names by which the texts of people's own games may still ask for values."""


class Handout(NamedTuple):
    """The instructions of a game on a paper, ready to be set.

    What its texts can say stands in `values`."""

    game: Game
    file: Path
    values: dict[str, Any]
    title: str = "Instructions"

    @property
    def own(self) -> bool:
        """True if the game has its own text, which may show anything."""
        return not self.file.is_relative_to(SHIPPED_HANDOUTS)

    @property
    def about(self) -> str:
        """The values that a shipped text can show of a game.

        Fonts and icons come from the project."""
        game = self.game
        sources = (
            game.title,
            game.designer,
            game.full_credits,
            game.language,
            sorted(game.palette.items()),
            look_of(game),
            sorted(game.words.items()),
        )
        return repr((sources, self.file.name, self.values))

    def pdf(self, context: Context, paper: Paper) -> Pdf:
        """The instructions as a PDF. Raises CardgenError for a text that cannot be set.

        Pictures of steps are as large as one page has room for."""
        if not self.own:
            with suppress(CardgenError):  # large pictures are too wide for small paper
                large = self._joined(context, paper, {"roomy": True}, tighter=())
                if large.pages == 1:
                    return large
        return self._joined(context, paper, {})

    def _joined(
        self,
        context: Context,
        paper: Paper,
        values: Mapping[str, Any],
        tighter: Sequence[float] | None = None,
    ) -> Pdf:
        *unbroken, broken = _JOINED
        for hyphen, space in unbroken:
            with suppress(CardgenError):  # a table that is too wide, it may be
                return self._set(
                    context, paper, {**values, "hyphen": hyphen, "space": space}, tighter
                )
        hyphen, space = broken
        return self._set(context, paper, {**values, "hyphen": hyphen, "space": space}, tighter)

    def _set(
        self,
        context: Context,
        paper: Paper,
        values: Mapping[str, Any],
        tighter: Sequence[float] | None,
    ) -> Pdf:
        from cardgen.rulebook.editions import open_handout

        text = open_handout(context, self.file, {"sheets": {**self.values, **values}})
        return text.handout(paper, self.title, tighter)


def handout(
    game: Game, printed: Sequence[Printed], paper: Paper, options: Options
) -> Handout | None:
    """The instructions; None where none of the decks fits on the paper."""
    values = sheet_values(game, printed, paper, options)
    if not values["files"]:
        return None
    return Handout(game, file_of_handout(game), values)


def file_of_handout(game: Game, stem: str = STEM) -> Path:
    """The game's own text of a handout, or that of all games.

    Each is in the game's language if there is one in it."""
    names = [f"{stem}.md"]
    if game.language:
        names.insert(0, f"{stem}.{game.language}.md")
    for name in names:
        for folder in (game.folder, SHIPPED_HANDOUTS):
            if (folder / name).is_file():
                return folder / name
    return SHIPPED_HANDOUTS / f"{stem}.md"


def sheet_values(
    game: Game, printed: Sequence[Printed], paper: Paper, options: Options
) -> dict[str, Any]:
    """The values of the sheets that a text can show.

    They are `sheets` in its Jinja. All texts are safe to stand in Markdown."""
    batches: list[Batch] = []
    impositions: list[Imposition] = []
    elsewhere: list[Batch] = []
    for batch, sheets in printed:
        if paper.name in sheets:
            batches.append(batch)
            impositions.append(sheets[paper.name])
        elif paper not in batch.papers([paper], options):
            elsewhere.append(batch)
    most = options
    if batches and all(batch.options(options) != options for batch in batches):
        most = batches[0].options(options)  # the game has nothing but standees, say
    alike = [batch for batch in batches if batch.options(options).layout == most.layout]
    files = []
    with_double_cuts = 0
    with_scale_bar = 0
    with_short_last_sheet = 0
    for batch, imposition in zip(batches, impositions, strict=True):
        files.append(_file(batch, imposition, paper, options, game.language))
        with_double_cuts += batch.mixed or (
            batch.shape.kind == "rectangle" and _is_parted(imposition.plan)
        )
        with_scale_bar += bool(imposition.furniture and imposition.furniture.scale_bar)
        with_short_last_sheet += not batch.mixed and _has_short_last_sheet(imposition.plan)
    file_of_all = ""
    of_cards = [batch for batch in batches if not batch.is_pad]
    if len(batches) + len(elsewhere) == len(printed) and len(of_cards) > 1:
        file_of_all = file_name("all", paper, options, "fronts")
    counted = of_cards or batches
    of_paper = [
        len(imposition.plan) * batch.sheet_copies
        for batch, imposition in zip(batches, impositions, strict=True)
    ]
    pairs = zip(batches, of_paper, strict=True)
    sheet_count = sum(sheets for batch, sheets in pairs if batch in counted)
    left_out = [batch for batch in batches if batch not in counted]
    by_deck = [deck for batch in batches for deck in batch.apart]
    values = {
        "paper": markdown_safe(paper.name.capitalize()),
        "picture": 33 if paper.width >= 200 * MM else 23,
        "files": files,
        "file_of_all": markdown_safe(file_of_all),
        "one_file": markdown_safe(options.sheets_file),
        "cards": sum(batch.printed * batch.sheet_copies for batch in counted),
        "sheets": sheet_count,
        "left_out": ", ".join(_titles(left_out)),
        "left_out_sheets": sum(of_paper) - sheet_count,
        "several_times": [
            {"titles": ", ".join(_titles([*group])), "times": times}
            for times, group in groupby(batches, key=lambda batch: batch.sheet_copies)
            if times > 1
        ],
        "mixed": any(batch.mixed for batch in batches) and not options.scissors,
        "nested": any(batch.mixed for batch in batches) and options.scissors,
        "roomy": False,
        "has_double_cuts": with_double_cuts > 0,
        "files_with_scale_bar": with_scale_bar,
        "has_short_last_sheet": with_short_last_sheet > 0,
        "hyphen": "-",
        "space": " ",
        "others": _others(batches, impositions, options, most.layout),
        "elsewhere": [
            {
                "title": markdown_safe(batch.title),
                "paper": markdown_safe(other.name.capitalize()),
                "file": markdown_safe(batch.file_on(other, options)),
            }
            for batch in elsewhere
            for other in batch.papers([paper], options)
        ],
        **_printing(alike, most),
        **_pieces(by_deck, game.language),
        **_sleeves([deck for batch in alike for deck in batch.apart], paper, most, game.language),
    }
    return values | {earlier: values[name] for earlier, name in _EARLIER_NAMES.items()}


def _file(
    batch: Batch, imposition: Imposition, paper: Paper, options: Options, language: str
) -> dict[str, Any]:
    """A file of sheets and what is on it."""
    return {
        "file": markdown_safe(batch.file_on(paper, options)),
        "backs_file": markdown_safe(_file_of_backs(batch, imposition, paper, options)),
        "title": markdown_safe(batch.title),
        "cards": batch.printed,
        "times": batch.sheet_copies,
        "size": ", ".join(dict.fromkeys(deck.shape.measured(language) for deck in batch.decks)),
        "each": "" if batch.mixed else len(imposition.plan.fronts),
        "sheets": len(imposition.plan),
    }


def _file_of_backs(batch: Batch, imposition: Imposition, paper: Paper, options: Options) -> str:
    """The file that its backs have for themselves; none where they stand with the fronts."""
    plan = imposition.plan
    if batch.options(options).backs != "apart" or not plan.backs or plan.both:
        return ""
    return batch.file_on(paper, options, "backs")


def _printing(batches: Sequence[Batch], options: Options) -> dict[str, Any]:
    """The values about printing."""
    layout = LAYOUTS[options.layout]
    backed = any(batch.backed for batch in batches)
    plain = [batch for batch in batches if not batch.backed]
    return {
        "layout": layout.name if backed else SINGLE.name,
        "backs": backed and layout.backed,
        "both_sides": backed and layout.two_sided,
        "flip": options.flip,
        "backs_stand": options.backs,
        "cutter": options.cutter.partition("@")[0],
        "plain": ", ".join(_titles(plain)),
    }


def _others(
    batches: Sequence[Batch],
    impositions: Sequence[Imposition],
    options: Options,
    layout_of_most: str,
) -> list[dict[str, Any]]:
    """The parts whose layout is not that of most, each with how it is printed and joined."""
    others = []
    for batch, imposition in zip(batches, impositions, strict=True):
        layout = LAYOUTS[batch.options(options).layout]
        if layout.name != layout_of_most:
            backed = batch.backed and layout.backed
            others.append(
                {
                    "title": markdown_safe(batch.title),
                    "layout": layout.name if backed or layout.name == "split" else SINGLE.name,
                    "both_sides": backed and layout.two_sided,
                    "is_split": isinstance(imposition.plan, SplitPlan)
                    and len(imposition.plan.parts) > 1,
                    "map": map_of_sheets(imposition.plan),
                    "folds": isinstance(imposition.plan, SplitPlan) and any(imposition.plan.folds),
                }
            )
    return others


_FOLD_DOWN, _FOLD_ACROSS = "¦", "– –"
"""What stands for a fold in the map of a board's sheets."""


def map_of_sheets(plan: Plan[Any]) -> list[list[str]]:
    """The sheets of a board by their names as they lie, row by row, with its folds between them;
    none of what is on one sheet."""
    if not isinstance(plan, SplitPlan) or len(plan.parts) < 2:
        return []
    across, up = plan.folds
    parts, columns = plan.parts, plan.columns
    rows = [parts[start : start + columns] for start in range(0, len(parts), columns)]
    table = [
        _with_folds([part.name for part in row], [part.trim.x for part in row], across, _FOLD_DOWN)
        for row in rows
    ]
    dashes = [_FOLD_ACROSS if name != _FOLD_DOWN else "+" for name in table[0]]
    lows = [row[0].trim.top for row in rows]
    return [
        row
        for low, names in zip(lows, table, strict=True)
        for row in ([dashes, names] if _is_at(low, up) else [names])
    ]


def _with_folds(
    names: Sequence[str], starts: Sequence[float], folds: Sequence[float], fold: str
) -> list[str]:
    """Names with a fold before each that begins at one."""
    return [
        cell
        for name, start in zip(names, starts, strict=True)
        for cell in ([fold, name] if _is_at(start, folds) else [name])
    ]


def _is_at(place: float, folds: Sequence[float]) -> bool:
    return any(abs(place - fold) < 0.1 for fold in folds)


def _pieces(batches: Sequence[Batch], language: str) -> dict[str, Any]:
    """The shapes that the pieces are cut to."""
    kinds = {batch.shape.kind for batch in batches}
    diameters = {batch.shape.width for batch in batches if batch.shape.kind == "circle"}
    discs = [f"{decimal(diameter / MM, language)} mm" for diameter in sorted(diameters)]
    corners = _corners(batches, language)
    only_corner = ""
    if len(corners) == 1 and corners[0]["all"]:
        only_corner = corners[0]["radius"]
    return {
        "straight": "rectangle" in kinds,
        "hexagons": any(straight_corners(batch.shape) for batch in batches),
        "outlines": any(has_line("ticks", batch.shape) for batch in batches),
        "corner": only_corner,
        "corners": corners,
        "discs": ", ".join(discs),
    }


def _sleeves(
    batches: Sequence[Batch], paper: Paper, options: Options, language: str
) -> dict[str, Any]:
    """The sleeves for the cards, and the pieces to make thick instead."""
    cards = [batch for batch in batches if not batch.is_pad]
    unsleeved = [batch for batch in cards if not _stock(batch.shape)]
    thick = [batch for batch in unsleeved if batch.backed]
    return {
        "sleeves": sleeves_for(cards, language),
        "pads": ", ".join(_titles([batch for batch in batches if batch.is_pad])),
        "thick": ", ".join(_titles(thick)),
        "foldable": not options.cutter and all(_folds(batch, paper, options) for batch in thick),
        "all_cards": not unsleeved,
    }


def sleeves_for(batches: Sequence[Batch], language: str) -> list[dict[str, Any]]:
    """The sleeves that the cards need: the size and name of each kind, and how many."""
    sleeves: dict[str, dict[str, Any]] = {}
    for batch in batches:
        stock = _stock(batch.shape)
        if stock:
            size = card_size(stock).measured(language)
            sleeve = sleeves.setdefault(size, {"size": size, "name": stock, "cards": 0})
            sleeve["cards"] += batch.printed * batch.sheet_copies
    return list(sleeves.values())


def _titles(batches: Sequence[Batch]) -> list[str]:
    return [markdown_safe(deck.title) for batch in batches for deck in batch.decks]


def _has_short_last_sheet(plan: Plan[Any]) -> bool:
    """True if a machine cuts the last of several sheets differently.

    It does when that sheet holds fewer cards."""
    if not plan.registration or len(plan) < 2:
        return False
    cards = sum(count for _, count in plan.copies) + plan.missing
    return cards % len(plan.fronts) > 0


def _corners(batches: Sequence[Batch], language: str) -> list[dict[str, Any]]:
    """The radii of round corners, each with its decks.

    `all` says whether those are all the decks that have corners."""
    cornered = [batch for batch in batches if batch.shape.kind != "circle"]
    groups: dict[float, list[Batch]] = {}
    for batch in cornered:
        radius = round(batch.shape.corner / MM, 3)
        groups.setdefault(radius, []).append(batch)
    corners = []
    for radius, group in sorted(groups.items()):
        if radius:
            corner = {
                "radius": decimal(radius, language),
                "decks": ", ".join(_titles(group)),
                "all": len(group) == len(cornered),
            }
            corners.append(corner)
    return corners


def _folds(batch: Batch, paper: Paper, options: Options) -> bool:
    """True if the deck can be printed to be folded.

    Its fronts and backs beside each other need twice the room."""
    options = replace(options, skip_slots=(), skip_first=())
    request = LayoutRequest(batch.copies, batch.shape, batch.backed, paper, options)
    try:
        GUTTERFOLD.lay_out(request)
    except CardgenError:
        return False
    return True


def _stock(shape: Shape) -> str:
    """The name under which sleeves for it are sold; else none.

    The card may lie on its side. Sleeves are sold for stocks no larger than a tarot card."""
    if shape.kind != "rectangle":
        return ""
    short, long = sorted((shape.width, shape.height))
    if short > _LARGEST[0] * MM or long > _LARGEST[1] * MM:
        return ""
    if shape.name:
        return shape.name
    for name, size in CARDS.items():
        if math.dist(size, (short / MM, long / MM)) < 0.05:
            return name
    return ""


def _is_parted(plan: Plan[Any]) -> bool:
    """True if bleed or a gutter lies between two cards."""
    columns = sorted({front.e for front in plan.fronts})
    rows = sorted({front.f for front in plan.fronts})
    for places, side in ((columns, plan.shape.width), (rows, plan.shape.height)):
        for first, second in pairwise(places):
            step = second - first
            # steps of less than a point are rounding
            if step > 1 and step > side + 0.1 * MM:
                return True
    return False


def markdown_safe(text: str) -> str:
    """A text that Markdown takes as it is."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
