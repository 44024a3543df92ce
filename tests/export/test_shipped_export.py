"""Every shipped deck whose stock a printer lists passes its preflight, and its PDF meets the
checked requirements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from drawn_decks import GAMES, drawn_deck, shipped_workshop

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding
from cardgen.cards.context import Context
from cardgen.engine import Drawing, Painted
from cardgen.export.deck import export_game
from cardgen.export.delivery import ExportTarget, Order
from cardgen.export.pdfx_check import faults
from cardgen.model.cards import Deck, Game
from cardgen.preflight import card_side
from cardgen.preflight.card_side import CardSide
from cardgen.preflight.inspect import Preflight
from cardgen.preflight.run import check_drawings
from cardgen.prepress.profiles import find_printer

PRINTERS = ("makeplayingcards", "the-game-crafter", "drivethrucards")


def context(game: Game) -> Context:
    return Context.of(shipped_workshop().project, game, shipped_workshop().fonts, Cache.of_user())


def sold(printer: str, game: Game) -> Iterator[Deck]:
    profile = find_printer(shipped_workshop().project, printer)
    for deck in game.decks:
        try:
            profile.fit(deck.shape)
        except CardgenError:
            continue
        yield deck


@pytest.fixture
def seen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a drawing paints, and what it looks like with so much around it, is the same for all
    printers."""
    known: dict[tuple[int, object], Any] = {}  # by drawings that are kept, of one card or a few

    def once(drawing: Drawing, about: object, find: Callable[[], Any]) -> Any:
        if len(known) > 9:
            known.clear()
        key = (id(drawing), about)
        return known[key] if key in known else known.setdefault(key, find())

    def painted_once(drawing: Drawing) -> Any:
        return once(drawing, "paints", lambda: list(Painted.of(drawing)))

    ground = CardSide.ground.func
    monkeypatch.setattr(card_side, "Painted", SimpleNamespace(of=painted_once))
    seen = property(
        lambda side: once(side.drawing, (side.shape, side.margin), lambda: ground(side))
    )
    monkeypatch.setattr(CardSide, "ground", seen)


@pytest.mark.usefixtures("seen_once")
@pytest.mark.parametrize("game", GAMES)
def test_shipped_decks_pass_preflight(game: str) -> None:
    """No error and no warning in any deck of a size that is sold: they are exported without
    --force. Drawn once for all printers."""
    found = next(each for each in shipped_workshop().games if each.id == game)
    selling = {printer: {deck.id for deck in sold(printer, found)} for printer in PRINTERS}
    told = list[Finding]()
    for deck in found.decks:
        profiles = [
            find_printer(shipped_workshop().project, printer)
            for printer in PRINTERS
            if deck.id in selling[printer]
        ]
        checks = [Preflight(profile, found, deck) for profile in profiles]
        for drawn in drawn_deck(game, deck.id).cards if checks else ():
            for check in checks:
                told += check.look(drawn)
        for check in checks:
            told += check.findings()
    assert [] == [str(each) for each in told if each.severity != "note"]


def test_a_shipped_game_passes_as_the_command_checks_it() -> None:
    """The same, over whole decks and with what concerns any print."""
    game = next(each for each in shipped_workshop().games if each.id == "candy-crave")
    decks, profile = (
        list(sold("the-game-crafter", game)),
        find_printer(shipped_workshop().project, "the-game-crafter"),
    )
    told = check_drawings(context(game), decks, lambda *_: None, profile)
    assert [] == [str(each) for each in told if each.severity != "note"]


def test_most_shipped_decks_are_of_sizes_that_are_sold() -> None:
    """So that the test above looks at something."""
    for printer in PRINTERS:
        assert sum(len(list(sold(printer, game))) for game in shipped_workshop().games) >= 18


def test_a_shipped_deck_meets_the_checked_pdfx_requirements(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Art, gradients, kerned text and all: nothing over 240 % of ink, nothing in RGB."""
    folder = tmp_path_factory.mktemp("shop")
    game = next(each for each in shipped_workshop().games if each.id == "best-candy-on-the-block")
    profile = find_printer(shipped_workshop().project, "drivethrucards")
    orders = [Order(game, game.deck(id), id) for id in ("suit", "king")]
    export_game(context(game), orders, profile, ExportTarget(folder))
    for order in orders:
        assert [] == faults(
            (folder / "drivethrucards" / order.name / f"{order.name}.pdf").read_bytes(), ink=240
        )
