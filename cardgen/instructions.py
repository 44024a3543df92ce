"""Instructions: a page per game and paper that tells how to print, cut and sleeve it, with the numbers of its planned sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.errors import CardgenError
from cardgen.fonts import FontBook
from cardgen.impose.plan import Plan
from cardgen.layouts import Laid, lay_out
from cardgen.model import Game
from cardgen.options import Options, file_name
from cardgen.project import Project
from cardgen.sharing import Batch
from cardgen.stock import CARDS, Paper, Shape, card_size
from cardgen.units import MM, decimal

STEM = "instructions"
_SHIPPED = Path(__file__).resolve().parent / "handouts"
_MARKED = re.compile(r"([\\`*_{}\[\]<>|#~])")
_LARGEST = (75.0, 125.0)


class Handout(NamedTuple):
    """The instructions of a game on a paper, ready to be set. What its texts can say stands in `values`."""

    game: Game
    file: Path
    values: dict[str, Any]

    @property
    def own(self) -> bool:
        """Whether the game has a text of its own, which may show anything of it."""
        return not self.file.is_relative_to(_SHIPPED)

    @property
    def about(self) -> str:
        """All that a shipped text can show of a game and its project, beside fonts and icons."""
        game = self.game
        shown = (game.title, game.designer, game.credits, game.language, sorted(game.palette.items()), sorted(game.words.items()))
        return repr((shown, self.file.name, self.values))

    def pdf(self, project: Project, book: FontBook, cache: Cache, paper: Paper) -> Pdf:
        """Raises CardgenError for a text that cannot be set."""
        from cardgen.rulebook.editions import open_handout

        return open_handout(project, self.game, book, cache, self.file, {"sheets": self.values}).handout(paper, "Instructions")


def handout(game: Game, batches: Sequence[Batch], paper: Paper, options: Options) -> Handout | None:
    """The instructions; None where none of the decks fits on the paper."""
    values = sheet_values(game, batches, paper, options)
    return Handout(game, file_of_instructions(game), values) if values["files"] else None


def file_of_instructions(game: Game) -> Path:
    """The game's own text, or that of all games, each in the game's language if there is one in it."""
    names = [f"{STEM}.{game.language}.md"] if game.language else []
    for name in (*names, f"{STEM}.md"):
        for folder in (game.folder, _SHIPPED):
            if (folder / name).is_file():
                return folder / name
    return _SHIPPED / f"{STEM}.md"


def sheet_values(game: Game, batches: Sequence[Batch], paper: Paper, options: Options) -> dict[str, Any]:
    """What a text can say of the sheets: `sheets` in its Jinja. All texts are safe to stand in Markdown."""
    laid: list[tuple[Batch, Laid]] = []
    for batch in batches:
        try:
            laid += [(batch, lay_out(batch.copies, batch.shape, batch.backed, paper, options))] if batch.copies else []
        except CardgenError:  # too large for this paper: it is not printed on it
            continue
    files = [
        {
            "file": _safe(file_name(batch.stem, paper, options)),
            "title": _safe(batch.title),
            "cards": batch.printed,
            "size": _size(batch.shape, game.language),
            "each": len(one.plan.fronts),
            "sheets": len(one.plan),
        }
        for batch, one in laid
    ]
    sleeved: dict[str, dict[str, Any]] = {}
    thick: list[str] = []
    plain: list[str] = []
    for batch, _ in laid:
        if not batch.backed:
            plain += (_safe(deck.title) for deck in batch.decks)
        if stock := _stock(batch.shape):
            held = _size(card_size(stock), game.language)
            entry = sleeved.setdefault(held, {"size": held, "name": stock, "cards": 0})
            entry["cards"] += batch.printed
        elif batch.backed:
            thick += (_safe(deck.title) for deck in batch.decks)
    discs = sorted({batch.shape.width for batch, _ in laid if batch.shape.kind == "circle"})
    corners = {batch.shape.corner for batch, _ in laid if batch.shape.corner}
    return {
        "paper": _safe(paper.name.capitalize()),
        "picture": 33 if paper.width >= 200 * MM else 23,
        "layout": options.layout if any(batch.backed for batch, _ in laid) else "single",
        "flip": options.flip,
        "cutter": options.cutter.partition("@")[0],
        "files": files,
        "whole": _safe(file_name("all", paper, options)) if len(laid) == len(batches) > 1 else "",
        "cards": sum(one["cards"] for one in files),
        "sheets": sum(one["sheets"] for one in files),
        "double": any(batch.shape.kind == "rectangle" and _parted(one.plan) for batch, one in laid),
        "straight": any(batch.shape.kind != "circle" for batch, _ in laid),
        "barred": sum(bool(one.furniture and one.furniture.scale_bar) for _, one in laid),
        "corner": decimal(min(corners) / MM, game.language) if corners else "",
        "discs": ", ".join(f"{decimal(across / MM, game.language)} mm" for across in discs),
        "sleeves": list(sleeved.values()),
        "thick": ", ".join(thick),
        "plain": ", ".join(plain),
        "all_cards": all(_stock(batch.shape) for batch, _ in laid),
    }


def _stock(shape: Shape) -> str:
    """The name under which sleeves are sold for it, upright or on its side: of a stock no larger than a tarot card; else none."""
    if shape.kind != "rectangle" or min(shape.width, shape.height) > _LARGEST[0] * MM or max(shape.width, shape.height) > _LARGEST[1] * MM:
        return ""
    sides = sorted((shape.width / MM, shape.height / MM))
    return shape.name or next((name for name, size in CARDS.items() if math.dist(size, sides) < 0.05), "")


def _parted(plan: Plan[Any]) -> bool:
    """Whether anything lies between two cards of a full sheet: bleed, or a gutter."""
    ways = ((sorted({front.e for front in plan.fronts}), plan.shape.width), (sorted({front.f for front in plan.fronts}), plan.shape.height))
    return any(second - first > side + 0.1 * MM for places, side in ways for first, second in pairwise(places) if second - first > 1)


def _size(shape: Shape, language: str) -> str:
    if shape.kind == "circle":
        return f"Ø {decimal(shape.width / MM, language)} mm"
    return f"{decimal(shape.width / MM, language)} × {decimal(shape.height / MM, language)} mm"


def _safe(text: str) -> str:
    """A text that Markdown takes as it is."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
