"""Instructions: a page per game and paper that tells how to print, cut and sleeve it, with the numbers of its planned sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.errors import CardgenError
from cardgen.fonts import FontBook
from cardgen.layouts import Laid, lay_out
from cardgen.model import Game
from cardgen.options import Options, file_name
from cardgen.project import Project
from cardgen.sharing import Batch
from cardgen.stock import Paper, Shape
from cardgen.units import MM

STEM = "instructions"
_SHIPPED = Path(__file__).resolve().parent / "handouts"
_MARKED = re.compile(r"([\\`*_{}\[\]<>|#~])")
_LARGEST = (75.0, 125.0)
_COMMAS = ("de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi")
"""Languages that write a decimal comma."""


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
        size = _size(batch.shape, game.language)
        if not batch.backed:
            plain += (_safe(deck.title) for deck in batch.decks)
        if _is_card(batch.shape):
            entry = sleeved.setdefault(size, {"size": size, "name": batch.shape.name, "cards": 0})
            entry["cards"] += batch.printed
        elif batch.backed:
            thick += (_safe(deck.title) for deck in batch.decks)
    discs = sorted({batch.shape.width for batch, _ in laid if batch.shape.kind == "circle"})
    corners = {batch.shape.corner for batch, _ in laid if batch.shape.corner}
    return {
        "paper": _safe(paper.name.capitalize()),
        "picture": 33 if paper.width >= 200 * MM else 23,
        "layout": options.layout if any(batch.backed for batch, _ in laid) or options.layout == "gutterfold" else "single",
        "flip": options.flip,
        "cutter": options.cutter.partition("@")[0],
        "files": files,
        "whole": _safe(file_name("all", paper, options)) if len(laid) == len(batches) > 1 else "",
        "cards": sum(one["cards"] for one in files),
        "sheets": sum(one["sheets"] for one in files),
        "double": any(one.plan.bleed > 0 and len(one.plan.fronts) > 1 for _, one in laid),
        "barred": sum(bool(one.furniture and one.furniture.scale_bar) for _, one in laid),
        "corner": _number(min(corners) / MM, game.language) if corners else "",
        "discs": ", ".join(f"{_number(across / MM, game.language)} mm" for across in discs),
        "sleeves": list(sleeved.values()),
        "thick": ", ".join(thick),
        "plain": ", ".join(plain),
        "all_cards": all(_is_card(batch.shape) for batch, _ in laid),
    }


def _is_card(shape: Shape) -> bool:
    """Whether sleeves are sold for it: of a size that has a name, and no larger than a tarot card."""
    return shape.kind == "rectangle" and bool(shape.name) and shape.width <= _LARGEST[0] * MM and shape.height <= _LARGEST[1] * MM


def _size(shape: Shape, language: str) -> str:
    if shape.kind == "circle":
        return f"Ø {_number(shape.width / MM, language)} mm"
    return f"{_number(shape.width / MM, language)} × {_number(shape.height / MM, language)} mm"


def _number(value: float, language: str) -> str:
    text = f"{round(value, 2):g}"
    return text.replace(".", ",") if language.partition("-")[0] in _COMMAS else text


def _safe(text: str) -> str:
    """A text that Markdown takes as it is."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
