"""Where does the time of a card go whose words have changed?

    python bench/stages.py [--cards 360] [--kind plain|spans]

The deck of bench.py, or that of texts.py with spans, is drawn in this process. The stages of a card
are timed one by one, each for 40 cards in a row, by CPU; the least of all counts. A stage alone is
quicker than among others, for all that it needs is at hand: together they take half as long again.
What is indented is part of what stands above it."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from texts import make_texts

from cardgen.base.cache import Cache
from cardgen.cards.card_painter import CardPainter, DrawOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.text_setter import TextSetter
from cardgen.engine import display_list
from cardgen.engine.graphics.content_stream import written
from cardgen.engine.svg.parse import read_svg
from cardgen.load.font_list import open_fonts
from cardgen.load.game import load_games
from cardgen.model.project import find_project
from cardgen.preflight.codes import check_side

BATCH, TURNS = 40, 4


def timed(name: str, stage: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """Print how long a stage takes for a card, and return what came of all of them."""
    best = float("inf")
    for _ in range(TURNS):
        results: list[Any] = []
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            begin = time.process_time()
            results += [stage(item) for item in batch]
            best = min(best, (time.process_time() - begin) / len(batch))
    print(f"{best * 1e6:7.0f} µs  {name}")
    return results


class Calls:
    """What a method was called with while cards were composed."""

    def __init__(self, owner: type, name: str) -> None:
        self.method = getattr(owner, name)
        self.arguments: list[tuple[Any, ...]] = []

        def noted(*arguments: Any) -> Any:
            self.arguments.append(arguments)
            return self.method(*arguments)

        setattr(owner, name, noted)


def time_stages(folder: Path, cards: int) -> None:
    """Print the stages of the cards of a deck."""
    project = find_project(folder)
    (game,), _ = load_games(project)
    fonts = open_fonts(project.font_folders())
    context = Context.of(project, game, fonts, Cache(folder / "cache"))
    deck = game.decks[0]
    composer = Composer(context)
    painter = CardPainter(context, deck, DrawOptions(items=False, inspect=check_side))
    painter.turn_to(deck, "stages")
    assert painter.face_cache
    template, face_cache = deck.template, painter.face_cache
    chosen = deck.cards[:cards]
    laid_out = Calls(TextSetter, "lay_out")
    placed = Calls(TextSetter, "svg")
    for card in chosen:
        composer.side(card, template)
    TextSetter.lay_out, TextSetter.svg = laid_out.method, placed.method  # type: ignore[method-assign]
    boxes = len(laid_out.arguments) // len(chosen)
    by_card = [laid_out.arguments[at::boxes] for at in range(boxes)]
    marked_up = [placed.arguments[at::boxes] for at in range(boxes)]
    svgs = timed("composed", lambda card: composer.side(card, template)[0], chosen)
    for at in range(boxes):
        timed(f"  text {at + 1} laid out", lambda call: laid_out.method(*call), by_card[at])
        timed(f"  text {at + 1} as mark-up", lambda call: placed.method(*call), marked_up[at])
    sides = list(zip(chosen, svgs, strict=True))
    drawings = timed("painted", lambda side: painter.paint(side[1], side[0], template, []), sides)
    shortened = timed("  texts marked in the mark-up", lambda svg: svg.shortened()[0], svgs)
    timed("  mark-up read", lambda svg: read_svg(svg.encode()), shortened)
    drawn = list(zip(chosen, drawings, strict=True))
    timed("checked", lambda pair: list(check_side(deck, pair[0], "face", pair[1], ())), drawn)
    timed("written as operators", lambda drawing: written(drawing.items), drawings)
    timed("packed for its process", painter.packed, drawings)
    pairs = list(zip(svgs, drawings, strict=True))
    timed("put into the cache", lambda pair: face_cache.put("face", pair[0], "", pair[1]), pairs)
    shown = [item for item in drawings[0].items if isinstance(item, display_list.ShownGlyphs)]
    print(f"The first card has {len(drawings[0].texts)} runs in {len(shown)} pieces.")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, default=360)
    parser.add_argument("--kind", default="plain", choices=("plain", "spans"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        make_texts(folder, chosen.cards, chosen.kind)
        time_stages(folder, chosen.cards)
    return 0


if __name__ == "__main__":
    sys.exit(main())
