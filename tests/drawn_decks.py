"""The shipped games, and their decks as they are drawn: once for all tests of a run, in whichever
file and worker they are."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from projects import SHIPPED

import cardgen
from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.preflight.codes import check_side
from cardgen.sandbox import process

GAMES = sorted(path.parent.name for path in (SHIPPED / "card_data").glob("*/game.yaml"))
"""Their ids."""


class DrawnDeck(NamedTuple):
    """All cards of a deck in order, looked at as any print is, and the art that stands on them.
    Nothing of it is to be changed."""

    cards: list[Drawn]
    art: set[Path]


@cache
def shipped_workshop() -> Workshop:
    return cardgen.open_project(SHIPPED)


@cache
def drawn_deck(game_id: str, deck_id: str) -> DrawnDeck:
    """A shipped deck, in which nothing is wrong. What one worker has drawn lies for the others
    beside the cache that they share."""
    shop = shipped_workshop()
    game = next(game for game in shop.games if game.id == game_id)
    context, card_findings = (
        Context.of(shop.project, game, shop.fonts, Cache.of_user()),
        CardFindings(),
    )
    kept = Path(os.environ["CARDGEN_CACHE"]).parent / "drawn-decks" / f"{game_id}-{deck_id}.pickle"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "run", partial(_once, kept, process.run))
        cards = list(
            draw_deck(context, game.deck(deck_id), card_findings, DrawOptions(inspect=check_side))
        )
    assert [] == list(card_findings)
    return DrawnDeck(cards, context.art.used)


def _once(
    kept: Path, run: Callable[..., Iterator[Any]], *words: Any, **limits: Any
) -> Iterator[Any]:
    """What some work gives, or gave another worker."""
    if not kept.exists():
        items = list(run(*words, **limits))
        kept.parent.mkdir(exist_ok=True)
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(items))
        written.replace(kept)
    yield from pickle.loads(kept.read_bytes())
