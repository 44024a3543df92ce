"""Instructions: a page per game and paper that tells how to print, cut and sleeve it, with the
numbers of its planned sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.base.units import MM, decimal
from cardgen.cards.context import Context
from cardgen.engine import Pdf
from cardgen.impose.layout import Imposition, LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.layouts.gutterfold import LAYOUT as GUTTERFOLD
from cardgen.impose.layouts.single import LAYOUT as SINGLE
from cardgen.impose.options import Options, file_name
from cardgen.impose.plan import Plan
from cardgen.model.cards import Game
from cardgen.model.sizes import CARDS, Paper, Shape, card_size
from cardgen.sheets.gang import Batch, Printed

STEM = "instructions"
_SHIPPED = Path(__file__).resolve().parent / "handouts"
_MARKED = re.compile(r"([\\`*_{}\[\]<>|#~&(]|(?<=[-.+,])[-.,])")
"""What means something to Markdown, or begins what its typography writes otherwise: (c), --, ...,
+-."""
_LARGEST = (75.0, 125.0)
_JOINED = (("-\u2060", "\u00a0"), ("-", "\u00a0"), ("-", " "))
"""What stands for hyphens in the names of files and for spaces in sizes: kept whole as long as the
paper has room for it."""


class Handout(NamedTuple):
    """The instructions of a game on a paper, ready to be set. What its texts can say stands in
    `values`."""

    game: Game
    file: Path
    values: dict[str, Any]

    @property
    def own(self) -> bool:
        """True if the game has a text of its own, which may show anything of it."""
        return not self.file.is_relative_to(_SHIPPED)

    @property
    def about(self) -> str:
        """All that a shipped text can show of a game and its project, beside fonts and icons."""
        game = self.game
        sources = (
            game.title,
            game.designer,
            game.credits,
            game.language,
            sorted(game.palette.items()),
            sorted(game.words.items()),
        )
        return repr((sources, self.file.name, self.values))

    def pdf(self, context: Context, paper: Paper) -> Pdf:
        """Raises CardgenError for a text that cannot be set."""
        *chapters, parted = _JOINED
        for joined in chapters:
            with suppress(CardgenError):  # a table that is too wide, it may be
                return self._set(context, paper, *joined)
        return self._set(context, paper, *parted)

    def _set(self, context: Context, paper: Paper, hyphen: str, space: str) -> Pdf:
        from cardgen.rulebook.editions import open_handout

        values = {**self.values, "hyphen": hyphen, "space": space}
        return open_handout(context, self.file, {"sheets": values}).handout(paper, "Instructions")


def handout(
    game: Game, printed: Sequence[Printed], paper: Paper, options: Options
) -> Handout | None:
    """The instructions; None where none of the decks fits on the paper."""
    values = sheet_values(game, printed, paper, options)
    return Handout(game, file_of_instructions(game), values) if values["files"] else None


def file_of_instructions(game: Game) -> Path:
    """The game's own text, or that of all games, each in the game's language if there is one in
    it."""
    names = [f"{STEM}.{game.language}.md"] if game.language else []
    for name in (*names, f"{STEM}.md"):
        for folder in (game.folder, _SHIPPED):
            if (folder / name).is_file():
                return folder / name
    return _SHIPPED / f"{STEM}.md"


def sheet_values(
    game: Game, printed: Sequence[Printed], paper: Paper, options: Options
) -> dict[str, Any]:
    """The values that a text can show of the sheets: `sheets` in its Jinja. All texts are safe to
    stand in Markdown."""
    laid = [(batch, sheets[paper.name]) for batch, sheets in printed if paper.name in sheets]
    batches, impositions = [batch for batch, _ in laid], [imposition for _, imposition in laid]
    return {
        "paper": _safe(paper.name.capitalize()),
        "picture": 33 if paper.width >= 200 * MM else 23,
        "files": [
            _file(batch, imposition, paper, options, game.language) for batch, imposition in laid
        ],
        "whole": _safe(file_name("all", paper, options)) if len(laid) == len(printed) > 1 else "",
        "cards": sum(batch.printed for batch in batches),
        "sheets": sum(len(imposition.plan) for imposition in impositions),
        "double": any(
            batch.shape.kind == "rectangle" and _parted(imposition.plan)
            for batch, imposition in laid
        ),
        "barred": sum(
            bool(imposition.furniture and imposition.furniture.scale_bar)
            for imposition in impositions
        ),
        "rest": any(map(_rest, impositions)),
        "hyphen": "-",
        "space": " ",
        **_printing(batches, options),
        **_pieces(batches, game.language),
        **_sleeves(batches, paper, options, game.language),
    }


def _file(
    batch: Batch, laid: Imposition, paper: Paper, options: Options, language: str
) -> dict[str, Any]:
    """A file of sheets and what is on it."""
    return {
        "file": _safe(file_name(batch.stem, paper, options)),
        "title": _safe(batch.title),
        "cards": batch.printed,
        "size": batch.shape.measured(language),
        "each": len(laid.plan.fronts),
        "sheets": len(laid.plan),
    }


def _printing(batches: Sequence[Batch], options: Options) -> dict[str, Any]:
    """The values about printing."""
    layout, backed = LAYOUTS[options.layout], any(batch.backed for batch in batches)
    return {
        "layout": layout.name if backed else SINGLE.name,
        "backs": backed and layout.backed,
        "both_sides": backed and layout.two_sided,
        "flip": options.flip,
        "cutter": options.cutter.partition("@")[0],
        "plain": ", ".join(_titles([batch for batch in batches if not batch.backed])),
    }


def _pieces(batches: Sequence[Batch], language: str) -> dict[str, Any]:
    """The shapes that the pieces are cut to."""
    discs = sorted({batch.shape.width for batch in batches if batch.shape.kind == "circle"})
    corners = _corners(batches, language)
    return {
        "straight": any(batch.shape.kind == "rectangle" for batch in batches),
        "hexagons": any(batch.shape.kind == "hexagon" for batch in batches),
        "corner": corners[0]["radius"] if len(corners) == 1 and corners[0]["all"] else "",
        "corners": corners,
        "discs": ", ".join(f"{decimal(across / MM, language)} mm" for across in discs),
    }


def _sleeves(
    batches: Sequence[Batch], paper: Paper, options: Options, language: str
) -> dict[str, Any]:
    """The sleeves for the cards, and the pieces that are made thick instead."""
    sleeved: dict[str, dict[str, Any]] = {}
    for batch in batches:
        if stock := _stock(batch.shape):
            card_measures = card_size(stock).measured(language)
            entry = sleeved.setdefault(
                card_measures, {"size": card_measures, "name": stock, "cards": 0}
            )
            entry["cards"] += batch.printed
    thick = [batch for batch in batches if batch.backed and not _stock(batch.shape)]
    return {
        "sleeves": list(sleeved.values()),
        "thick": ", ".join(_titles(thick)),
        "foldable": not options.cutter and all(_folds(batch, paper, options) for batch in thick),
        "all_cards": all(_stock(batch.shape) for batch in batches),
    }


def _titles(batches: Sequence[Batch]) -> list[str]:
    return [_safe(deck.title) for batch in batches for deck in batch.decks]


def _rest(laid: Imposition) -> bool:
    """True if a machine cuts the last of several sheets in its own way, since it holds fewer
    cards."""
    sheets = laid.plan
    return (
        bool(sheets.registration)
        and len(sheets) > 1
        and (sum(count for _, count in sheets.copies) + sheets.missing) % len(sheets.fronts) > 0
    )


def _corners(batches: Sequence[Batch], language: str) -> list[dict[str, Any]]:
    """The radii of round corners, with the decks that have each and whether that is all that have
    corners."""
    cornered = [batch for batch in batches if batch.shape.kind != "circle"]
    groups: dict[float, list[Batch]] = {}
    for batch in cornered:
        groups.setdefault(round(batch.shape.corner / MM, 3), []).append(batch)
    return [
        {
            "radius": decimal(radius, language),
            "decks": ", ".join(_titles(group)),
            "all": len(group) == len(cornered),
        }
        for radius, group in sorted(groups.items())
        if radius
    ]


def _folds(batch: Batch, paper: Paper, options: Options) -> bool:
    """True if the deck can be printed to be folded: its fronts and backs beside each other need
    twice the room."""
    try:
        GUTTERFOLD.lay_out(
            LayoutRequest(
                batch.copies,
                batch.shape,
                batch.backed,
                paper,
                replace(options, skip_slots=(), skip_first=()),
            )
        )
    except CardgenError:
        return False
    return True


def _stock(shape: Shape) -> str:
    """The name under which sleeves are sold for it, upright or on its side: of a stock no larger
    than a tarot card; else none."""
    if (
        shape.kind != "rectangle"
        or min(shape.width, shape.height) > _LARGEST[0] * MM
        or max(shape.width, shape.height) > _LARGEST[1] * MM
    ):
        return ""
    sides = sorted((shape.width / MM, shape.height / MM))
    return shape.name or next(
        (name for name, size in CARDS.items() if math.dist(size, sides) < 0.05), ""
    )


def _parted(plan: Plan[Any]) -> bool:
    """True if anything lies between two cards of a full sheet: bleed, or a gutter."""
    ways = (
        (sorted({front.e for front in plan.fronts}), plan.shape.width),
        (sorted({front.f for front in plan.fronts}), plan.shape.height),
    )
    return any(
        second - first > side + 0.1 * MM
        for places, side in ways
        for first, second in pairwise(places)
        if second - first > 1
    )


def _safe(text: str) -> str:
    """A text that Markdown takes as it is."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
